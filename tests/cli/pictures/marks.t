#!/bin/bash
# Marks over the cells: numbers, contours, arrows, rings, sight.
. "$(dirname "$0")/../cli.sh"

new_folder
draw() { # PNG SCALE OPTION...: of the map; the last option is the kind of picture
	flowfield map.pgm -q --scale "$2" --bare "${@:3}" "$1"
}
count() { # PNG COLOUR: its pixels
	show_png "$1" count | awk -v colour="$2" '$1 == colour { n = $2 } END { print n + 0 }'
}
# per_cell PNG SCALE CELLS-A-ROW PROGRAM: runs awk's PROGRAM on each pixel, which has
# $1 for its colour, the cell's number, and dx, dy from the cell's middle.
per_cell() {
	show_png "$1" pixels | awk -v s="$2" -v w="$3" '{
		x = (NR - 1) % (w * s); y = int((NR - 1) / (w * s))
		cell = int(y / s) * w + int(x / s)
		dx = x % s - (s - 1) / 2; dy = y % s - (s - 1) / 2
	}'"$4"
}
marked() { # PNG SCALE CELLS-A-ROW: the cells that have more than one colour
	# shellcheck disable=SC2016 # for awk to expand
	per_cell "$@" '
		!seen[cell, $1]++ { colours[cell]++ }
		END { for (cell in colours) if (colours[cell] > 1) print cell }' | sort -n | paste -sd ' '
}

# Cell 0 is the goal, 2 is not reached, 1, 4 and 5 are walls.
pgm 3 1 255 1 1 255 255 1 1 1 >map.pgm
draw plain.png 32 -g 0,0 --heatmap
draw values.png 32 -g 0,0 --with values --heatmap
draw arrows.png 32 -g 0,0 --heatmap beside.png --arrows
same "a plain heatmap marks the goal and hatches what is not reached" "$(marked plain.png 32 3)" "0 2"
same "--with values prints a number in each other cell that has one" "$(marked values.png 32 3)" "0 2 3 6 7 8"
same "an arrow is in each cell that has a direction" "$(marked arrows.png 32 3)" "0 2 3 6 7 8"
draw plain.png 6 -g 0,0 --heatmap
draw values.png 6 -g 0,0 --with values --heatmap
passes "--with values leaves cells alone that have no room" \
	cmp <(show_png plain.png pixels) <(show_png values.png pixels)

# An arrow has more ink towards its head.
pgm 3 1 1 1 1 1 1 1 1 1 >map.pgm
draw arrows.png 32 -g 1,1 --arrows
# shellcheck disable=SC2016 # for awk to expand
same "arrows point to the goal from all sides" "$(per_cell arrows.png 32 3 '
	function way(sum) { return sum > 20 ? 1 : sum < -20 ? -1 : 0 }
	!(cell in bare) { bare[cell] = $1 }
	$1 != bare[cell] { across[cell] += dx; down[cell] += dy }
	END { for (c = 0; c < 9; c++) if (c != 4) print c, way(across[c]), way(down[c]) }
')" "0 1 1
1 0 1
2 -1 1
3 1 0
5 -1 0
6 1 -1
7 0 -1
8 -1 -1"

make_map --pgm empty 601 601 >map.pgm
draw heat.png 1 -g 300,300 --heatmap
passes "a goal of one pixel has a ring around it" \
	test "$(count heat.png "$(show_png heat.png at 300,300)")" -gt 20

# There are 57 small areas without a way.  40 have rings; two near each other share theirs.
awk 'BEGIN {
	print "P2 900 500 255"
	for (y = 0; y < 500; y++)
		for (x = 0; x < 900; x++) {
			down = (y % 50 - 25) ^ 2
			k = int(y / 50) * 9 + int(x / 100)
			wall = k < 56 && (x % 100 - 50) ^ 2 + down == 1 || k == 0 && (x - 59) ^ 2 + down == 1
			print wall ? 255 : 1
		}
}' >islands.pgm
flowfield islands.pgm -g 0,0 --reach rings.svg --json rings.json -q
same "the report lists all small areas" "$(jq -c '.unreached.count, (.unreached.areas | length), .unreached.areas[0].cells' rings.json)" $'57\n57\n1'
same "40 have rings, and near ones share one" \
	"$(grep -A 200 'id="rings"' rings.svg | sed '/<\/g>/q' | grep -c '<circle')" 78
passes "the legend has the others" grep -q 'the 40 largest small areas, and 17 more' rings.svg

# Contours.
make_map --pgm caves 60 40 2 >map.pgm
draw plain.png 24 -g 30,20 --heatmap
draw two.png 24 -g 30,20 --with contours=2 --heatmap
draw nine.png 24 -g 30,20 --with contours=9 --heatmap
changed() { # PNG: how many pixels are others than those without marks
	paste <(show_png plain.png pixels) <(show_png "$1" pixels) | awk '$1 != $2 { n++ } END { print n + 0 }'
}
passes "--contours draws lines" test "$(changed two.png)" -gt 0
passes "or more" test "$(changed nine.png)" -gt "$((2 * $(changed two.png)))"

# Cells that see a goal, on the palest ground, end at a wall in columns 31 and 32.
pgm 4 1 1 255 1 >map.pgm
draw sight.png 16 -g 0,0 --sight --with sight --terrain
edge=$(show_png sight.png at 31,8)
same "cells that see a goal have a line around them" \
	"$(show_png sight.png at 24,0 20,15 31,{6..12} | sort -u) $(show_png sight.png at 24,{2..13} | grep -c "$edge")" "$edge 0"
for width in 1 2; do
	# shellcheck disable=SC2046 # a grey for each cell
	pgm $width $(yes 1 | head -n $width) >map.pgm
	flowfield map.pgm -q -g 0,0 --sight --with sight --heatmap "$width.svg"
done
same "where only the goal sees itself, no other cells are marked, nor listed" \
	"$(grep -c 'id="sight"\|>sees a goal<' 1.svg 2.svg)" $'1.svg:0\n2.svg:2'

done_testing
