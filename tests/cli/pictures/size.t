#!/bin/bash
# How large pictures are: scale, the map alone, and what stands around it.
. "$(dirname "$0")/../cli.sh"

new_folder
size() { # PNG
	show_png "$1" | sed -n 's/^size //p'
}
sizes() { # the distinct sizes of all four pictures of the map alone, with these options
	flowfield map.pgm -g 0,0 -q --bare --heatmap a.png --arrows b.png --reach c.png --terrain d.png "$@"
	for name in a b c d; do
		size $name.png
	done | sort -u
}

make_map --pgm empty 5 3 >map.pgm
for scale in 1 2 7 8 31 256; do
	same "--scale $scale draws cells of $scale pixels" \
		"$(sizes --scale $scale)" "$((5 * scale)) $((3 * scale))"
done
same "--scale 1/1 is --scale 1" "$(sizes --scale 1/1)" "5 3"
same "--scale 1/2 draws two cells in a pixel, and the last one alone" "$(sizes --scale 1/2)" "3 2"
same "--scale 1/1024 draws all cells in one" "$(sizes --scale 1/1024)" "1 1"

# The rule stands in the manual; tests/unit/test_style.c has more of it.
default_is() { # W H WIDE HIGH
	make_map --pgm empty "$1" "$2" >map.pgm
	same "a $1x$2 map has $3x$4 pixels by default" "$(sizes)" "$3 $4"
}
default_is 1 1 64 64
default_is 25 10 1600 640
default_is 26 10 1586 610
default_is 10 100 160 1600
default_is 512 5 1536 15
default_is 2000 5 2000 5
default_is 2001 5 1001 3
default_is 5 5000 2 1667
make_map --pgm empty 50 5 >map.pgm
flowfield map.pgm -g 0,0 -q --bare --heatmap a.png --animate b.png --json report
same "animations are half as large" "$(size a.png), $(size b.png)" "1600 160, 800 80"
same "the report says so" "$(json report pictures.scale) $(json report animation.scale)" "32 16"
flowfield map.pgm -g 0,0 -q --scale 1/3 --heatmap a.png --animate b.png --json report
same "it says how many cells are in a pixel" \
	"$(json report pictures.block) $(json report animation.block) $(json report pictures.scale)" "3 3 1"
same "so does the picture" "$(show_png a.png | sed -n 's/^text Pixels per cell: //p')" 1/3

# A title and numbers stand above and left of the map, the legend below it.
make_map --pgm terrain 40 30 >map.pgm
for kind in heatmap arrows reach terrain; do
	draw() { # PNG OPTION...
		flowfield map.pgm -g 20,15 -q --scale 8 --$kind "$@"
	}
	draw bare.png --bare
	draw key.png --bare --legend always
	draw map.png --legend never
	draw all.png
	same "--bare draws nothing but the cells of a $kind" "$(size bare.png)" "320 240"
	read -r w h < <(size key.png)
	passes "a legend makes it higher" test "$w" -eq 320 -a "$h" -gt 240
	passes "and leaves the map as it is" cmp <(show_png bare.png pixels) \
		<(show_png key.png pixels | head -n $((320 * 240)))
	read -r w h < <(size map.png)
	passes "title and numbers make it wider and higher" test "$w" -gt 320 -a "$h" -gt 240
	read -r all_w all_h < <(size all.png)
	passes "the legend is below all that" test "$all_w" -eq "$w" -a "$all_h" -gt "$h"
	draw always.png --legend always
	passes "which is the default" cmp <(show_png all.png pixels) <(show_png always.png pixels)
done

done_testing
