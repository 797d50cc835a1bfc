#!/bin/bash
# How large pictures are: scale and legend.
. "$(dirname "$0")/../cli.sh"

new_folder
size() { # PNG
	show_png "$1" | sed -n 's/^size //p'
}
sizes() { # the distinct sizes of all four pictures of the map, with these options
	flowfield map.pgm -g 0,0 -q --heatmap a.png --arrows b.png --reach c.png --terrain d.png "$@"
	for name in a b c d; do
		size $name.png
	done | sort -u
}

make_map --pgm empty 5 3 >map.pgm
for scale in 1 2 7 8 31 256; do
	same "--scale $scale draws cells of $scale pixels" \
		"$(sizes --scale $scale --legend=never)" "$((5 * scale)) $((3 * scale))"
done
default_is() { # W H SCALE
	make_map --pgm empty "$1" "$2" >map.pgm
	same "a cell of a $1x$2 map has $3 pixels by default" "$(sizes --legend=never)" "$(($1 * $3)) $(($2 * $3))"
}
default_is 1 1 32
default_is 32 32 32
default_is 33 10 31
default_is 10 64 16
default_is 10 100 16
default_is 512 5 3
default_is 801 5 1
default_is 5 5000 1
# The legend is below the map, where the picture has a sensible width or it is asked for.
make_map --pgm terrain 40 30 >map.pgm
strip() { # PNG W H: whether it is W wide, and how many rows it has beyond H
	local w h
	read -r w h < <(size "$1")
	[[ $w -eq $2 ]] && echo $((h - $3 > 0))
}
for kind in heatmap arrows reach terrain; do
	flowfield map.pgm -g 20,15 -q --scale 8 --$kind auto.png
	flowfield map.pgm -g 20,15 -q --scale 8 --$kind never.png --legend=never
	flowfield map.pgm -g 20,15 -q --scale 8 --$kind always.png --legend always
	same "a $kind picture of 320 pixels has a legend" "$(strip auto.png 320 240)" 1
	same "not so with --legend=never" "$(size never.png)" "320 240"
	passes "--legend always draws it as it would be here" cmp <(show_png auto.png pixels) <(show_png always.png pixels)
	passes "the map is where it would be without" cmp -n $((320 * 240 * 17)) \
		<(show_png auto.png pixels) <(show_png never.png pixels)
	flowfield map.pgm -g 20,15 -q --scale 7 --$kind auto.png
	flowfield map.pgm -g 20,15 -q --scale 7 --$kind always.png --legend=always
	same "a $kind picture of 280 pixels has no legend" "$(size auto.png)" "280 210"
	same "unless it is asked for, which takes 320" "$(strip always.png 320 210)" 1
done

done_testing
