#!/bin/bash
# The colours of heatmap, reach and terrain, and what they mean.
. "$(dirname "$0")/../cli.sh"

new_folder
scale=32 # so large that goals have no ring
pixels=$((scale * scale))
at() { # PNG X,Y...: the colours of these cells' middles
	local png=$1 cells=() cell
	shift
	for cell; do
		cells+=("$((${cell%,*} * scale + scale / 2)),$((${cell#*,} * scale + scale / 2))")
	done
	show_png "$png" at "${cells[@]}"
}
draw() { # PNG OPTION...
	flowfield map.pgm -q --scale $scale --bare "${@:2}" "$1"
}

# A row to walk along, a row of walls and a row that nobody reaches.
# shellcheck disable=SC2046 # a word a cell
pgm 260 $(printf '1 %.0s' {1..260}) $(printf '255 %.0s' {1..260}) $(printf '9 %.0s' {1..260}) >map.pgm
declare -A ends=([viridis]='#440154 #fde725' [cividis]='#00224e #fee838'
	[turbo]='#30123b #7a0403' [gray]='#181818 #b8b8b8')
fixed=
for name in viridis cividis turbo gray; do
	draw heat.png -g 0,0 --colormap $name --range 0:259 --heatmap
	same "$name begins and ends with its own colours" \
		"$(at heat.png 1,0 259,0 | paste -sd ' ')" "${ends[$name]}"
	mapfile -t colours < <(at heat.png 0,0 0,1 0,2)
	fixed+="${colours[*]}"$'\n'
	show_png heat.png count >counts
	for i in 0 1 2; do
		class=(goal wall unreached)
		count=(1 260 260)
		passes "no cost has the ${class[i]} colour of $name" \
			grep -qx "${colours[i]} $((count[i] * pixels))" counts
	done
	passes "the others are many" test "$(wc -l <counts)" -gt 150
done
same "goals, walls and unreached cells have the same colours with each" "$(sort -u <<<"$fixed" | wc -l)" 2
draw default.png -g 0,0 --heatmap
draw viridis.png -g 0,0 --colormap viridis --heatmap
passes "viridis is the default" cmp <(show_png default.png pixels) <(show_png viridis.png pixels)

# --range makes pictures compare.
draw all.png -g 0,0 --heatmap
draw round.png -g 0,0 --range 0:500 --heatmap
draw pinned.png -g 0,0 --range 0:518 --heatmap
draw small.png -g 0,0 --range 0:100 --heatmap
same "without --range the scale ends at the next round number" \
	"$(show_png all.png pixels | cksum)" "$(show_png round.png pixels | cksum)"
same "and the report says so" "$(flowfield map.pgm -g 0,0 --heatmap h.png --json - -q | json /dev/stdin pictures.last)" 500
rm h.png
same "cells beyond the range have the last colour, too" \
	"$(at small.png 100,0 101,0 259,0 | sort -u)" "#fde725"
differ "cells within have not" "$(at small.png 99,0)" "#fde725"
# shellcheck disable=SC2046
pgm 100 $(printf '5 %.0s' {1..100}) >map.pgm
draw other.png -g 0,0 --range 0:518 --heatmap
same "one range, one cost, one colour, on another map, too" \
	"$(at other.png 1,0 10,0 50,0)" "$(at pinned.png 5,0 50,0 250,0)"

# Reach: four colours that mean the classes.
pgm 3 1 1 255 1 255 1 >map.pgm
draw reach.png -g 0,0 --reach
mapfile -t colours < <(at reach.png 0,0 1,0 2,1 2,0)
same "reach has a colour for each class" "$(show_png reach.png count)" \
	"$(printf '%s\n' "${colours[0]} $((1 * pixels))" "${colours[1]} $((2 * pixels))" \
		"${colours[2]} $((1 * pixels))" "${colours[3]} $((2 * pixels))" | sort)"
same "four of them" "$(printf '%s\n' "${colours[@]}" | sort -u | wc -l)" 4
draw gray.png -g 0,0 --colormap gray --heatmap beside.png --reach
passes "which are not the colour map's" cmp <(show_png reach.png pixels) <(show_png gray.png pixels)

# Terrain: the cost itself.
pgm 4 1 100 254 255 100 1 255 254 >map.pgm
draw terrain.png -g 0,0 --terrain
same "terrain has a colour for each cost" "$(at terrain.png 0,0 1,0 2,0 3,0)" \
	"$(at terrain.png 1,1 0,1 3,1 2,1)"
same "four of them" "$(at terrain.png 0,0 1,0 2,0 3,0 | sort -u | wc -l)" 4
same "the least and the most cost have the first and the last" \
	"$(at terrain.png 0,0 2,0 | paste -sd ' ')" "${ends[viridis]}"

done_testing
