#!/bin/bash
# --sight: a walker that sees a goal goes straight to it.
. "$(dirname "$0")/../cli.sh"

new_folder
# vectors NAME X,Y=DX,DY... -- OPTION...: those cells of map.pgm have these vectors.
vectors() {
	local name=$1 wanted=() got=() cell
	for ((; $# > 1; )); do
		shift
		[[ $1 != -- ]] || break
		wanted+=("$1")
	done
	try flowfield map.pgm -q --csv - "${@:2}"
	for cell in "${wanted[@]}"; do
		got+=("${cell%=*}=$(grep "^${cell%=*}," "$out" | cut -d , -f 7,8)")
	done
	same "$name" "${got[*]}" "${wanted[*]}"
}
# shellcheck disable=SC2046
pgm 5 $(printf '1 %.0s' {1..25}) >map.pgm
vectors "straight on open ground: (1,2)/sqrt(5), (4,3)/5, (3,4)/5" \
	1,2=-0.447214,-0.894427 4,3=-0.8,-0.6 3,4=-0.6,-0.8 0,4=0,-1 4,4=-0.707107,-0.707107 0,0=0,0 -- -g 0,0 --sight
vectors "without it lowest has eight ways" 1,2=-0.7071067811865476,-0.7071067811865476 -- -g 0,0
for model in '--metric octile' '--flow path' '--flow gradient' '--metric octile --corners cut --step mean'; do
	# shellcheck disable=SC2086
	vectors "the same with $model" 1,2=-0.447214,-0.894427 4,3=-0.8,-0.6 -- -g 0,0 --sight $model
done
vectors "the nearest goal, in a straight line" 2,2=0.894427,0.447214 2,1=-0.894427,-0.447214 4,1=0,1 \
	-- -g 0,0 -g 4,3 --sight
vectors "of two alike the first" 2,0=-1,0 2,4=-0.447214,-0.894427 -- -g 0,0 -g 4,0 --sight
vectors "whichever that is" 2,0=1,0 2,4=0.447214,-0.894427 -- -g 4,0 -g 0,0 --sight
vectors "an area is seen where it is nearest" 4,2=-1,0 4,4=-0.894427,-0.447214 -- -g 0,0,3,4 --sight
cells=$(flowfield map.pgm -q --csv - -g 0,0 --sight | cut -d , -f 1-5)
same "sight changes directions, no value" "$cells" "$(flowfield map.pgm -q --csv - -g 0,0 | cut -d , -f 1-5)"
same "direction is the nearest of the eight" \
	"$(flowfield map.pgm -q --directions - -g 0,0 --sight)" "8,6,6,6,6
0,7,7,6,6
0,7,7,7,7
0,0,7,7,7
0,0,7,7,7"

# A wall to look past, a corner to see past, and ground of another cost.
pgm 6 1 1 1 1 1 1 1 255 1 1 1 1 1 1 1 1 1 1 >map.pgm
vectors "past a wall" 5,1=-0.980581,-0.196116 0,2=0,-1 -- -g 0,0 --sight
same "where it hides the goal directions are the old ones" \
	"$(flowfield map.pgm -q --csv - -g 0,0 --sight | grep -E '^(2,2|3,1|4,2|1,2),' | cut -d , -f 6)" \
	"$(flowfield map.pgm -q --csv - -g 0,0 | grep -E '^(2,2|3,1|4,2|1,2),' | cut -d , -f 6)"
pgm 3 1 1 1 1 9 1 1 1 1 >map.pgm
vectors "not across costlier ground" 2,1=0,-1 1,2=-1,0 2,0=-1,0 -- -g 0,0 --sight --flow path
try flowfield map.pgm -q -g 0,0 --sight --json -
same "the report counts who does" "$(json "$out" in_sight modifiers.sight)" $'5\ntrue'
pgm 5 1 1 1 2 1 1 255 1 1 1 1 1 1 1 1 >map.pgm
try flowfield map.pgm -q -g 0,0 --with sight --arrows a.svg --json -
same "and with the mark alone, which turns no direction" "$(json "$out" in_sight modifiers.sight)" $'6\nfalse'
make_map --pgm caves 80 60 4 >map.pgm
try flowfield map.pgm -g 40,30 --snap -q --sight --csv with.csv --json -
seen=$(json "$out" in_sight)
try flowfield map.pgm -g 40,30 --snap -q --csv without.csv
same "cells that do not see a goal have the old direction" "$(paste -d , with.csv without.csv |
	awk -F , -v most="$seen" 'NR > 1 && $6 != $14 { n++ } END { print (n > most) }')" 0
try flowfield map.pgm -g 0,0 --sight --flee
refused "walkers that flee do not walk to goals in sight" 2 '--flee and --sight: *'

done_testing
