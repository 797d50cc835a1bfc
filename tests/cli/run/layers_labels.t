#!/bin/bash
# --allocation, --regions and --ties: a number a cell, or a picture of it.
. "$(dirname "$0")/../cli.sh"

new_folder
# grid NAME WANTED OPTION...: what goes to stdout.
grid() {
	try flowfield map.pgm -q "${@:3}"
	expect "$1" 0 "$2" "" ""
}
pgm 5 1 1 255 1 1 1 1 255 1 255 1 1 255 255 1 >map.pgm

grid "--allocation: the goal that a cell's arrows reach, -1 for none" "1,1,-1,2,2
0,1,-1,2,-1
0,1,-1,-1,-1" -g 0,1 -g 1,1 -g 3,1 --allocation -
grid "goals keep their numbers, whatever they start at" "1,1,-1,2,2
1,1,-1,2,-1
1,1,-1,-1,-1" -g 0,1+5 -g 1,1 -g 3,1+7 --allocation -
grid "ties go to the first" "0,0,-1,-1,-1
0,0,-1,-1,-1
1,0,-1,-1,-1" -g 1,1 -g 0,2 --allocation -
grid "whichever that is" "1,1,-1,-1,-1
1,1,-1,-1,-1
0,0,-1,-1,-1" -g 0,2 -g 1,0 --allocation -
grid "an area is one goal" "0,1,-1,-1,-1
0,1,-1,-1,-1
0,0,-1,-1,-1" -g 0,0,1,3 -g 1,0 --allocation -
grid "beyond --max-cost nobody serves" "0,0,-1,-1,-1
-1,0,-1,-1,-1
-1,-1,-1,-1,-1" -g 1,0 --max-cost 1 --allocation -

grid "--regions: open areas, the largest first" "0,0,-1,1,1
0,0,-1,1,-1
0,0,-1,-1,2" -g 0,0 --regions -
grid "areas that meet at a corner are two" "0,0,-1,1,1
0,0,-1,1,-1
0,0,-1,-1,2" -g 0,0 --regions - --metric octile --corners lenient
grid "unless walkers cut it" "0,0,-1,1,1
0,0,-1,1,-1
0,0,-1,-1,1" -g 0,0 --regions - --metric octile --corners cut
try flowfield map.pgm -q -g 0,0 --json - --regions regions.csv
expect "--regions writes a file" 0 "{*}" "" "+regions.csv"
same "the report has their number and the largest" "$(json "$out" regions)" \
	'{"areas":[{"cells":6,"x":0,"y":0},{"cells":3,"x":3,"y":0},{"cells":1,"x":4,"y":2}],"count":3,"largest":{"cells":6,"x":0,"y":0}}'
same "and the largest that no goal reaches" "$(json "$out" largest_unreached)" '{"cells":3,"x":3,"y":0}'
try flowfield map.pgm -q -g 4,2 --json -
same "which may be the largest of all" "$(json "$out" largest_unreached)" '{"cells":6,"x":0,"y":0}'
try flowfield map.pgm -g 3,0 --csv a.csv
expect "the summary names it" 0 a.csv \
	'flowfield: map.pgm: 5x3: 1 goal, 2 reached, 7 unreached (largest area 6 at 0,0), 5 wall; farthest 1; *' "+a.csv"
pgm 3 1 255 1 1 255 1 255 255 255 >map.pgm
grid "of areas alike the first in reading order is the first" "0,-1,1
0,-1,1
-1,-1,-1" -g 2,0 --regions -

pgm 3 1 1 1 1 1 1 1 1 1 >map.pgm
grid "--ties: how many neighbours are equally good; -1 where nobody goes" "1,1,1
1,-1,1
1,1,1" -g 1,1 --ties -
grid "by the flow rule" "2,1,2
1,-1,1
2,1,2" -g 1,1 --ties - --flow path
grid "between two goals" "-1,2,-1
1,2,1
1,2,1" -g 0,0 -g 2,0 --ties -

# Bands: the integration in whole intervals, from that of the lowest value on.
make_map caves 40 30 3 >caves.png
bands() { # INTERVAL OPTION...
	flowfield caves.png -q -g 20,15 --snap "${@:2}" --integration values.csv
	flowfield caves.png -q -g 20,15 --snap "${@:2}" --bands bands.csv
	same "--bands are the integration in steps of $1: ${*:2}" "$(<bands.csv)" "$(tr , '\n' <values.csv |
		awk -v step="$1" -v low="$(tr , '\n' <values.csv | grep -v inf | sort -g | head -n 1)" '
			function floor(v, i) { i = int(v); return i > v ? i - 1 : i }
			{ print $1 == "inf" ? -1 : floor($1 / step) - (low < 0 ? floor(low / step) : 0) }' |
		paste -sd "$(printf ',%.0s' {1..39})\n")"
}
bands 5
bands 20 --with bands=3
bands 5 --flee --metric octile
bands 2 --metric euclid --with bands=20
same "the lines between bands are named once" 1 "$(flowfield caves.png -q -g 20,15 --snap \
	--with bands,contours --heatmap lines.svg && grep -c "equal cost" lines.svg)"

# Pictures.
pgm 5 1 1 255 1 1 1 1 255 1 255 1 1 255 255 1 >map.pgm
for layer in allocation regions ties bands; do
	try flowfield map.pgm -q -g 0,0 -g 3,0 --bare --legend never --$layer $layer.png
	expect "--$layer makes a picture of a .png" 0 "" "" "+$layer.png"
	same "cells as large as those of others" "$(show_png $layer.png | head -n 1)" \
		"$(flowfield map.pgm -q -g 0,0 --bare --legend never --terrain - >"$work/t.png" && show_png "$work/t.png" | head -n 1)"
	try flowfield map.pgm -q -g 0,0 -g 3,0 --$layer $layer.PNG --scale 4 --bare --legend never
	same "also of a .PNG" "$(show_png $layer.PNG | head -n 1)" "size 20 12"
	flowfield map.pgm -q -g 0,0 -g 3,0 --$layer one.csv
	try flowfield map.pgm -q -g 0,0 -g 3,0 --$layer two.CSV
	passes "and numbers of a .CSV" cmp one.csv two.CSV
	rm -f ./*.csv ./*.CSV
done
flowfield map.pgm -q -g 0,0 -g 3,0 --scale 32 --bare --legend never --allocation a.png --regions r.png
colours() { # PNG X,Y...: of those cells' middles, each one once
	local cells=() cell
	for cell in "${@:2}"; do
		cells+=("$((${cell%,*} * 32 + 16)),$((${cell#*,} * 32 + 16))")
	done
	show_png "$1" at "${cells[@]}" | sort -u
}
same "the cells of an area have one colour" "$(colours r.png 0,1 1,1 0,2 1,2 | wc -l)" 1
same "each area its own" "$(colours r.png 0,1 4,0 4,2 | wc -l)" 3
same "none of them that of walls" "$(colours r.png 0,1 4,0 4,2 2,0 | wc -l)" 4
same "the cells that a goal serves have one, too" "$(colours a.png 1,0 0,1 1,2 | wc -l)" 1
same "those of two goals, unreached cells and walls have four" "$(colours a.png 1,0 4,0 4,2 2,1 | wc -l)" 4

done_testing
