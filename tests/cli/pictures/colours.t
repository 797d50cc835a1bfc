#!/bin/bash
# The colours of heatmap, reach and terrain, and what they mean.
. "$(dirname "$0")/../cli.sh"

new_folder
scale=4 # pixels of a cell; markers of goals cover less than four cells
pixels=$((scale * scale))
at() { # PNG X,Y...: the colours of these cells, near a corner
	local png=$1 cells=() cell
	shift
	for cell; do
		cells+=("$((${cell%,*} * scale + 2)),$((${cell#*,} * scale + 2))")
	done
	show_png "$png" at "${cells[@]}"
}
draw() { # PNG OPTION...
	flowfield map.pgm -q --scale $scale --bare "${@:2}" "$1"
}
count() { # PNG COLOUR...: the pixels of these colours
	show_png "$1" count | grep -E "^(${2// /|}) " | awk '{ n += $2 } END { print n + 0 }'
}

# A row to walk along, a row of walls and a row that nobody reaches; the goal's marker lies on the
# last four columns.
# shellcheck disable=SC2046 # a word a cell
pgm 260 $(printf '1 %.0s' {1..260}) $(printf '255 %.0s' {1..260}) $(printf '9 %.0s' {1..260}) >map.pgm
# The colours of matplotlib, without the parts that look like walls.
declare -A ends=([viridis]='#3e4c8a #fde725' [cividis]='#444f6c #fee838'
	[turbo]='#4143a7 #a11201' [gray]='#4f4f4f #c6c6c6')
fixed=
for name in viridis cividis turbo gray; do
	draw near.png -g 259,0 --colormap $name --colormap 0:3000 --heatmap
	draw heat.png -g 259,0 --colormap $name --colormap 0:259 --heatmap
	same "$name begins and ends with its own colours" \
		"$(at near.png 255,0) $(at heat.png 0,0)" "${ends[$name]}"
	show_png heat.png count >counts
	wall=$(at heat.png 0,1)
	hatch=$(show_png heat.png at {0..9},8 | sort -u | paste -sd ' ')
	fixed+="$wall $hatch"$'\n'
	same "unreached cells are hatched in $name" "$(wc -w <<<"$hatch")" 2
	passes "no cost has the colour of walls in $name" test "$(count heat.png "$wall")" -le $((260 * pixels))
	passes "nor those of unreached cells" test "$(count heat.png "$hatch")" -le $((260 * pixels))
	passes "the others are many" test "$(wc -l <counts)" -gt 100
done
same "walls and unreached cells have the same colours with each" "$(sort -u <<<"$fixed" | wc -l)" 2
draw default.png -g 259,0 --heatmap
draw viridis.png -g 259,0 --colormap viridis --heatmap
passes "viridis is the default" cmp <(show_png default.png pixels) <(show_png viridis.png pixels)

# --colormap makes pictures compare.
draw all.png -g 259,0 --heatmap
draw round.png -g 259,0 --colormap 0:260 --heatmap
draw pinned.png -g 259,0 --colormap 0:518 --heatmap
draw small.png -g 259,0 --colormap 0:100 --heatmap
same "without --colormap the scale ends at the next round number" \
	"$(show_png all.png pixels | cksum)" "$(show_png round.png pixels | cksum)"
same "and the report says so" "$(flowfield map.pgm -g 259,0 --heatmap h.png --json - -q | json /dev/stdin pictures.last)" 260
# Colours by rank: where the median is below a tenth of the largest cost, as many cells have each.
{ printf 'P2 400 1 255\n'; awk 'BEGIN { for (x = 0; x < 400; x++) print x < 360 ? 1 : 200 }'; } >skewed.pgm
shades() { # OPTION...: how many colours there are
	flowfield skewed.pgm -g 0,0 -qf --scale 1 --bare --heatmap skewed.png "$@"
	show_png skewed.png pixels | sort | uniq -c | wc -l
}
passes "a skewed map has many colours" test "$(shades)" -gt 180
passes "few of them on an even scale" test "$(shades --color-scale linear)" -lt 60
passes "more on one of ratios" test "$(shades --color-scale log)" -gt 90
same "the report says so" "$(flowfield skewed.pgm -g 0,0 -qf --json - | json /dev/stdin pictures.color_scale)" rank
same "cells beyond the range have the last colour, too" \
	"$(at small.png 159,0 158,0 0,0 | sort -u)" "#fde725"
differ "cells within have not" "$(at small.png 160,0)" "#fde725"
# shellcheck disable=SC2046
pgm 100 $(printf '5 %.0s' {1..100}) >map.pgm
draw other.png -g 99,0 --colormap 0:518 --heatmap
same "one range, one cost, one colour, on another map, too" \
	"$(at other.png 89,0 79,0 49,0)" "$(at pinned.png 209,0 159,0 9,0)"

# Reach: four colours that mean the classes, and the second one of the hatch.
scale=32
pixels=$((scale * scale))
pgm 3 1 1 255 1 255 1 >map.pgm
draw reach.png -g 0,0 --reach
hatch=$(show_png reach.png at {64..80},40 | sort -u | paste -sd ' ')
same "reached cells have one colour" "$(count reach.png "$(at reach.png 1,0)")" $((2 * pixels))
same "so have walls" "$(count reach.png "$(at reach.png 2,0)")" $((2 * pixels))
same "unreached cells have two" "$(wc -w <<<"$hatch") $(count reach.png "$hatch")" "2 $pixels"
# shellcheck disable=SC2046,SC2086 # a word a colour
same "all are different" "$(printf '%s\n' $(at reach.png 0,0 1,0 2,0) $hatch | sort -u | wc -l)" 5
draw gray.png -g 0,0 --colormap gray --heatmap beside.png --reach
passes "which are not the colour map's" cmp <(show_png reach.png pixels) <(show_png gray.png pixels)

# Terrain: the cost itself.
pgm 4 1 100 254 255 100 1 255 254 >map.pgm
draw terrain.png -g 0,0 --terrain
same "terrain has a colour for each cost" "$(at terrain.png 1,0 2,0 3,0)" \
	"$(at terrain.png 0,1 3,1 2,1)"
same "four of them" "$(at terrain.png 1,1 1,0 2,0 3,0 | sort -u | wc -l)" 4
draw gray.png -g 0,0 --colormap gray --heatmap beside.png --terrain
passes "which are not the colour map's, either" cmp <(show_png terrain.png pixels) <(show_png gray.png pixels)

done_testing
