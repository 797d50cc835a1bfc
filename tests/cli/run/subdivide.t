#!/bin/bash
# --subdivide: four cells for each one of the map.
. "$(dirname "$0")/../cli.sh"

new_folder
# cells NAME WANTED OPTION...: class and integration of all cells, a row a line.
cells() {
	try flowfield map.pgm -q --subdivide --csv cells.csv "${@:3}"
	same "$1" "$(awk -F , '
		NR == 1 { next }
		NR > 2 { printf "%s", $1 == 0 ? "\n" : " " }
		{ printf "%s", substr($4, 1, 1) $5 }' cells.csv)" "$2"
}
pgm 2 1 3 255 1 >map.pgm
cells "twice as wide and high, the same ground: half a cell's cost a step" \
	"g0 g0 r1.5 r3
g0 g0 r1.5 r3
w w r2 r2.5
w w r2.5 r3" -g 0,0
same "each cell has the cost of its ground" "$(cut -d , -f 3 cells.csv | tail -n +2 | paste -sd ' ')" \
	"1 1 3 3 1 1 3 3 255 255 1 1 255 255 1 1"
pgm 2 1 1 1 1 >map.pgm
cells "a goal is where it was: all of its cell" "g0 g0 r0.5 r1
g0 g0 r0.5 r1
r0.5 r0.5 r1 r1.5
r1 r1 r1.5 r2" -g 0,0
cells "octile: half a diagonal" "g0 g0 r0.5 r1
g0 g0 r0.5 r1
r0.5 r0.5 r0.707108 r1.207108
r1 r1 r1.207108 r1.414216" -g 0,0 --metric octile
cells "between two cells the two halves beside it" "r0.5 g0 g0 r0.5
r0.5 g0 g0 r0.5
r1 r0.5 r0.5 r1
r1.5 r1 r1 r1.5" -g 0.5,0
cells "between four the quarters" "r1 r0.5 r0.5 r1
r0.5 g0 g0 r0.5
r0.5 g0 g0 r0.5
r1 r0.5 r0.5 r1" -g 0.5,0.5
cells "an area" "g0 g0 g0 g0
g0 g0 g0 g0
r0.5 r0.5 r0.5 r0.5
r1 r1 r1 r1" -g 0,0,2,1
cells "a start cost is what it was" "g3 g3 r3.5 r4
g3 g3 r3.5 r4
r3.5 r3.5 r4 r4.5
r4 r4 r4.5 r5" -g 0,0+3
cells "so is a limit" "g0 g0 r0.5 r1
g0 g0 r0.5 r1
r0.5 r0.5 r1 f
r1 r1 f f" -g 0,0 --max-cost 1
printf '0,0\n' >list.csv
pgm 2 5 0 0 0 >mask.pgm
one=$(flowfield map.pgm -q -g 0,0 --subdivide --csv - | sha1sum)
same "a list of goals is the same" "$(flowfield map.pgm -q --goals list.csv --subdivide --csv - | sha1sum)" "$one"
same "so is a mask, which has the size of the map" \
	"$(flowfield map.pgm -q --goals mask.pgm --subdivide --csv - | sha1sum)" "$one"
try flowfield map.pgm --subdivide -g 2,0
refused "goals are cells of the map that was given" 3 'map.pgm: goal 2,0 is outside the map (x 0..1, y 0..1)'
try flowfield map.pgm --subdivide -g 0,0 --require 2,0
refused "so is what is required" 3 'map.pgm: --require 2,0 is outside the map (x 0..1, y 0..1)'
try flowfield map.pgm --subdivide -g 0,0 --require 1,1 --max-cost 2 --csv cells.csv
expect "a cell is reached with all its quarters" 0 cells.csv 'flowfield: map.pgm: 4x4: *' "~cells.csv"
try flowfield map.pgm --subdivide -g 0,0 --require 1,1 --max-cost 1.5 --csv cells.csv -q
expect "not with some of them" 1 "" 'flowfield: map.pgm: not reached: 1,1 (farther than --max-cost)' "~cells.csv"
try flowfield map.pgm --subdivide -g 1,1+2 --json - -q
same "the report has the goals as they were given" "$(json "$out" goals modifiers.subdivide)" \
	$'[{"cost":2,"x":1,"y":1}]\ntrue'
same "and the cells that were solved" \
	"$(json "$out" map.width map.height cells.goal cells.reached integration.unit)" $'4\n4\n4\n12\n2'

pgm 3 1 1 1 1 255 1 1 1 1 >map.pgm
try flowfield map.pgm --subdivide -g 1,1 --snap --json - -q
same "--snap moves among the cells of the map" "$(json "$out" goals)" '[{"x":1,"y":0}]'
cells "a radius is in cells of the map: a quarter's centre is 0.25 beside a wall" "w w w w w w
w g0 w w u w
w w w w w w
w w w w w w
w u w w u w
w w w w w w" -g 0,0 --radius 0.26
cells "0.25 is room enough" "g0 g0 r0.5 r1 r1.5 r2
g0 g0 r0.5 r1 r1.5 r2
r0.5 r0.5 w w r2 r2.5
r1 r1 w w r2.5 r3
r1.5 r1.5 r2 r2.5 r3 r3.5
r2 r2 r2.5 r3 r3.5 r4" -g 0,0 --radius 0.25
pgm 3 1 1 1 255 255 255 1 1 1 >split.pgm
try flowfield split.pgm -g 1,0 --radius 0.5 --subdivide
refused "messages name goals as they were given" 3 'split.pgm: goal 1,0 is too near a wall for --radius, split by --subdivide'
try flowfield map.pgm -q --subdivide -g 0,0 --heatmap a.png --regions r.csv --ties t.csv --directions d.csv \
	--scale 5 --bare
expect "all outputs have the finer cells" 0 "" "" "+a.png +d.csv +r.csv +t.csv"
same "the picture" "$(show_png a.png | head -n 1)" "size 30 30"
same "the numbers" "$(for file in r t d; do awk -F , '{ print NF }' $file.csv; done | sort | uniq -c | xargs)" "18 6"

done_testing
