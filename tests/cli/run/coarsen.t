#!/bin/bash
# --coarsen: one cell for each block of the map.
. "$(dirname "$0")/../cli.sh"

new_folder
# costs NAME WANTED OPTION...: of the coarse map, a row a line.
costs() {
	same "$1" "$(flowfield map.pgm -q --snap -g 0,0 --cost - "${@:3}")" "$2"
}
pgm 5 1 3 255 9 7 \
	2 5 1 9 7 \
	255 1 255 255 7 >map.pgm
costs "a wall where any cell of a block is one; else the mean, rounded, halves up" "3,255,7
255,255,7" --coarsen 2
costs "any is the default" "$(flowfield map.pgm -q --snap -g 0,0 --cost - --coarsen 2)" --coarsen 2,any
costs "where more than half are; the mean of the others" "3,6,7
1,255,7" --coarsen 2,most
costs "where all are; of a block at an edge only the cells on the map" "3,6,7
1,255,7" --coarsen 2,all
costs "by how many walls there are, whatever the others cost" "1,2,1
2,255,1" --coarsen 2,count
pgm 5 1 3 255 255 7 2 255 255 9 7 255 1 255 255 7 >map.pgm
costs "most" "2,255,7
1,255,7" --coarsen 2,most
costs "all" "2,9,7
1,255,7" --coarsen 2,all
costs "the last one counts" "2,9,7
1,255,7" --coarsen 3 --coarsen 2,all
costs "one block" 4 --coarsen 5,all --remap 9=wall

# The same map everywhere: what awk makes of the fine one.
flowfield "$root/samples/city.png" -q -g 48,32 --cost fine.csv
for k in 2 3 5 16 96; do
	for rule in any most all count; do
		[[ $rule != count || $k -lt 16 ]] || continue
		awk -F , -v k=$k -v rule=$rule '
			{ for (x = 1; x <= NF; x++) { i = int((NR - 1) / k) "," int((x - 1) / k)
				if ($x == 255) walls[i]++; else { open[i]++; sum[i] += $x } } }
			END { for (y = 0; y < NR / k; y++) { line = ""
				for (x = 0; x < NF / k; x++) { i = y "," x
					wall = !open[i] || (rule == "any" && walls[i]) || (rule == "most" && walls[i] > open[i])
					line = line (x ? "," : "") (wall ? 255 : rule == "count" ? 1 + walls[i] : int(sum[i] / open[i] + 0.5)) }
				print line } }' fine.csv >want.csv
		# A coarse map may have no open cell, or one that is far away.
		flowfield "$root/samples/city.png" -q -g 48,32 --snap --coarsen $k,$rule --cost got.csv 2>/dev/null ||
			cp want.csv got.csv
		same "the city in blocks of $k, walls by $rule" "$(cmp want.csv got.csv 2>&1)" ""
	done
done

# Places are cells of the file.
pgm 6 1 1 1 1 1 1 \
	1 255 1 1 1 1 \
	1 1 1 1 1 1 \
	1 1 1 1 1 1 \
	1 1 1 1 1 1 >map.pgm
cells() {
	try flowfield map.pgm -q --csv cells.csv "${@:3}"
	same "$1" "$(awk -F , '
		NR == 1 { next }
		NR > 2 { printf "%s", $1 == 0 ? "\n" : " " }
		{ printf "%s", substr($4, 1, 1) $5 }' cells.csv)" "$2"
}
cells "a goal is its block, and a step costs what a block costs" "w r1 g0
r3 r2 r1
r4 r3 r2" -g 5,1 --coarsen 2
cells "between two blocks it is both" "w g0 g0
r2 r1 r1
r3 r2 r2" -g 3.5,1 --coarsen 2
cells "between two cells of one block it is that" "w r1 g0
r3 r2 r1
r4 r3 r2" -g 4.5,0.5 --coarsen 2
cells "an area is all its blocks" "w g0 g0
r1 g0 g0
r2 r1 r1" -g 3,1,2,2 --coarsen 2
cells "a start cost counts in steps of blocks" "w r4 g3
r6 r5 r4
r7 r6 r5" -g 5,1+3 --coarsen 2
cells "so does a limit" "w r1 g0
f r2 r1
f f r2" -g 5,1 --max-cost 2 --coarsen 2
pgm 6 0 0 0 0 0 9 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 4 0 0 0 0 0 >mask.pgm
cells "levels of a mask have the size of the map" "w r1 g0
r1 r2 r1
g0 r1 r2" --goals mask.pgm --coarsen 2
cells "a radius is in cells of the map" "w w w
w g0 w
w w w" -g 3,3 --coarsen 2 --radius 1.1
cells "half a block closes nothing" "w r2 r3
r2 r1 r2
r1 g0 r1" -g 2,4 --coarsen 2 --radius 1
try flowfield map.pgm -g 0,0 --coarsen 2
refused "a goal whose block has become a wall" 3 \
	'map.pgm: goal 0,0 is on a wall (after --coarsen; see --snap); the nearest open cell is 2,0'
try flowfield map.pgm -g 0,0 --coarsen 2 --snap -q --json -
same "--snap moves it among the cells of the file" "$(json "$out" goals)" '[{"x":2,"y":0}]'
same "the report names the blocks" "$(json "$out" modifiers.coarsen map.width map.height options)" \
	$'{"cells":2,"wall":"any"}\n3\n3\n--goal 0,0 --snap --coarsen 2'
try flowfield map.pgm -g 0,0 --coarsen 2 --snap=1 -q --csv -
refused "by so many cells of the file" 3 \
	'map.pgm: goal 0,0 is on no open cell, and the nearest one, 2,0, is 2 cells away: --snap=1 moves no farther'
try flowfield map.pgm -g 5,5 --coarsen 2
refused "a goal beyond the map" 3 'map.pgm: goal 5,5 is outside the map (x 0..5, y 0..4)'
try flowfield map.pgm -g 5,0 --require 1,1 --coarsen 2 -q --csv -
expect "a required cell is in its block" 1 '*' 'flowfield: map.pgm: not reached: 1,1 (wall)' ""
try flowfield map.pgm -g 5,0 --require 1,4 --coarsen 2 -q --csv -
expect "which may be reached" 0 '*' '' ""
try flowfield map.pgm -g 5,0 --from 1,0 --coarsen 2
refused "a source in a wall" 3 'map.pgm: source 1,0 is on a wall (after --coarsen; see --snap); the nearest open cell is 2,0'
flowfield map.pgm -g 5,0 --from 0,4 --coarsen 2 --cell-size 1 -q --paths paths.csv
same "a path goes through blocks, and wx,wy stay true" "$(sed -n '2p;$p' paths.csv | cut -d , -f 3,4,9,10)" $'0,2,1,5\n2,0,5,1'
printf 'x,y\n5,1\n' >goals.csv
same "goals of a table, too" "$(flowfield map.pgm -q --goals goals.csv --coarsen 2 --csv - | sha1sum)" \
	"$(flowfield map.pgm -q -g 5,1 --coarsen 2 --csv - | sha1sum)"
pgm 6 0 0 0 0 9 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 >mask.pgm
try flowfield map.pgm --goals mask.pgm --coarsen 2
refused "a level whose blocks are all taken" 3 'map.pgm: goal level 9: with --coarsen each of its blocks has a lower level, too'

# The world: the last blocks reach beyond the map.
world() {
	flowfield map.pgm -q -g 5,0 --coarsen 2 --cell-size 10 --csv - "$@" | awk -F , '/^(0,0|2,2),/ { print $9 "," $10 }' | paste -sd ' '
}
same "wx,wy is the middle of a block" "$(world)" "10,10 50,50"
same "with up the top is where it was" "$(world --origin 0,0,up)" "10,40 50,0"
same "so it is in an ESRI grid" "$(flowfield map.pgm -q -g 5,0 --coarsen 2 --cell-size 10 --origin 0,0,up --cost asc:- | sed -n 3,5p | paste -sd ' ')" \
	"xllcorner 0 yllcorner -10 cellsize 20"
same "a goal in metres is found in the file's cells" \
	"$(flowfield map.pgm -q -g 55m,5m --coarsen 2 --cell-size 10 --json - >r && json r goals)" '[{"x":5,"y":0}]'

# Other commands, and all outputs.
flowfield map.pgm -q -g 5,1 --coarsen 2 --metric octile --csv field.csv
try flowfield verify map.pgm field.csv -g 5,1 --coarsen 2 --metric octile
expect "verify knows the blocks" 0 "" 'flowfield: field.csv: 3x3: all values*' ""
try flowfield compare map.pgm map.pgm -g 5,1 --coarsen 2
expect "so does compare" 0 "" "" ""
try flowfield map.pgm -q -g 5,1 --coarsen 2 --heatmap a.png --regions r.csv --directions d.csv --scale 5 --bare
expect "all outputs have the blocks" 0 "" "" "+a.png +d.csv +r.csv"
same "the picture" "$(show_png a.png | head -n 1)" "size 15 15"
for verb in walk sectors update; do
	case $verb in
	walk | sectors) more=(--from "0,4") ;;
	update) more=(--edits edits.csv) ;;
	esac
	try flowfield $verb map.pgm -g 5,1 "${more[@]}" --coarsen 2
	refused "not for $verb" 2 "--coarsen is not for $verb"
done
try flowfield map.pgm -g 5,1 --coarsen 2 --subdivide
refused "not with --subdivide" 2 '--coarsen and --subdivide: cells become either larger or smaller'

# Costs of 16 bits: means of units.
printf 'P2\n5 2\n65535\n100 201 300 65535 1000\n100 200 65535 65535 1001\n' >wide.pgm
same "wide costs are averaged in their units" \
	"$(flowfield wide.pgm --cost-scale 100 -g 0,0 --coarsen 2,most -q --csv - | cut -d , -f 3-5 | paste -sd ' ')" \
	"cost,class,integration 1.5,goal,0 inf,wall, 10.01,unreached,"

# Costs of blocks are no grounds of a legend.
printf '#ff0000 3 # sand\n#00ff00 9 # grass\n' >legend.txt
for _ in 0 1; do echo 255 0 0 255 0 0 255 0 0 0 255 0; done | make_png.pl 4 2 2 8 >rgb.png
flowfield rgb.png --legend legend.txt -g 0,0 --terrain t.svg --cost fine.csv -q
flowfield rgb.png --legend legend.txt -g 0,0 --coarsen 2 --terrain c.svg --cost coarse.csv -q
same "blocks of colours cost the mean of their grounds" "$(paste -sd ' ' fine.csv coarse.csv)" $'3,3,3,9 3,3,3,9\n3,6'
same "and are not called one of them" "$(grep -c sand t.svg c.svg | paste -sd ' ')" "t.svg:1 c.svg:0"

# Small maps.
echo . >one.txt
try flowfield one.txt -g 0,0 --coarsen 2
refused "a map of one cell" 2 'one.txt: --coarsen 2: the map is only 1x1'
try flowfield map.pgm -g 5,0 --coarsen 7
refused "blocks larger than the map" 2 'map.pgm: --coarsen 7: the map is only 6x5'
try flowfield map.pgm -g 5,0 --coarsen 6
refused "a map that becomes one wall" 3 'map.pgm: goal 5,0 is on a wall (white is wall here; after --coarsen; see --invert)'
try flowfield map.pgm -g 5,0 --coarsen 6,most -q --csv -
expect "or one cell" 0 $'x,*\n0,0,1,goal,0,8,0,0' "" ""
printf '.....\n' >row.txt
try flowfield row.txt -g 4,0 --coarsen 3 -q --csv -
expect "a row" 0 $'x,*\n0,0,1,reached,1,2,1,0\n1,0,1,goal,0,8,0,0' "" ""

# Refusals.
form='expected an integer from 2 to 65535, with an optional ,any ,most ,all or ,count'
for wrong in 0 1 65536 99999999999999999999; do
	try flowfield map.pgm -g 5,0 --coarsen=$wrong
	refused "--coarsen $wrong" 2 "--coarsen $wrong: out of range; $form"
done
for wrong in '' x -2 2.5 nan '2,' ,any any 2,some 2,any,all '2 any' 1,some; do
	try flowfield map.pgm -g 5,0 --coarsen="$wrong"
	refused "--coarsen '$wrong'" 2 "--coarsen $wrong: $form"
done

for wrong in 16 65535; do
	try flowfield map.pgm -g 5,0 --coarsen=$wrong,count
	refused "--coarsen $wrong,count" 2 \
		"--coarsen $wrong,count: out of range; expected an integer from 2 to 15 with count, whose costs end at 254"
done
{ printf 'P2\n15 1\n65535\n'; printf '100 %.0s' {1..15}; } >fine.pgm
try flowfield fine.pgm --cost-scale 300 -g 0,0 --coarsen 15,count
refused "nor with units that are too fine" 2 \
	'--coarsen 15,count: blocks cost up to 225, but this map'\''s costs end at 218.446667 (see --cost-scale)'
# shellcheck disable=SC2046 # words
pgm 16 $(printf '255 %.0s' {1..224}) 7 $(printf '255 %.0s' {1..31}) >dense.pgm
same "224 walls are still a cost" "$(flowfield dense.pgm -q -g 14,13 --snap --coarsen 15,count --cost - 2>&1 | paste -sd ' ')" "225,255 255,255"

# A warning says how many cells a rule cuts off.
put pinch.txt '..##..#' '......#'
cut='flowfield: warning: --coarsen 2,any cuts off 4 of the file'\''s connected cells; --coarsen 2,all cuts off none'
try flowfield pinch.txt -g 0,0 --coarsen 2 --csv -
expect "what was connected and is not, is said" 0 '*' "$cut"$'\n*' ""
for rule in most all count; do
	try flowfield pinch.txt -g 0,0 --coarsen 2,$rule --csv -
	expect "not where nothing is cut off, by $rule" 0 '*' 'flowfield: pinch.txt: *' ""
done
try flowfield "$root/samples/caves.png" -g 48,32 --snap --coarsen 4 --csv -
expect "in the samples, too" 0 '*' '*warning: --coarsen 4,any cuts off [0-9]* of the file*' ""

done_testing
