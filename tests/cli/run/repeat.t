#!/bin/bash
# Equal map and options give equal bytes, whenever and however they are given.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map caves 300 200 3 >map.png
outputs=(--heatmap heat.png --arrows arrows.png --reach reach.png --terrain terrain.png --csv cells.csv)
# sums NAME OPTION...: of all outputs that these options give.
sums() {
	flowfield "$@" "${outputs[@]}" -q
	sha1sum heat.png arrows.png reach.png terrain.png cells.csv
}
want=$(sums map.png -g 150,100 -g 9,9 --scale 3 --with values,contours=4 --colormap 0:200)
same "a second run gives the same bytes" \
	"$(sums map.png -g 150,100 -g 9,9 --scale 3 --with values,contours=4 --colormap 0:200)" "$want"
same "so do options in another order" \
	"$(sums --colormap=0:200 --with values,contours=4 -g150,100 --scale=3 --goal 9,9 map.png)" "$want"
same "and another time of day, time zone, folder and user's settings" "$(
	mkdir elsewhere
	cp map.png elsewhere
	TZ=Asia/Tokyo HOME=/nowhere COLUMNS=40 TERM=dumb NO_COLOR=1 \
		sums elsewhere/map.png -g 150,100 -g 9,9 --scale 3 --with values,contours=4 --colormap 0:200
)" "$want"
cp map.png other.name
bare=$(sums map.png -g 150,100 -g 9,9 --scale 3 --bare)
same "without a title so does another name of the map" \
	"$(sums other.name -g 150,100 -g 9,9 --scale 3 --bare)" "$bare"
same "and standard input" "$(sums - -g 150,100 -g 9,9 --scale 3 --bare <map.png)" "$bare"
cells=$(sha1sum cells.csv)
sums map.png -g 9,9 -g 150,100 >"$work/sums"
passes "goals in another order give the same cells" grep -qF "$cells" "$work/sums"

for layer in heatmap arrows reach terrain; do
	picture=${layer%map}
	facts=$(show_png "$picture.png")
	at=$(sed -n 's/^text Map at: //p' <<<"$facts")
	colours=
	if [[ $layer = heatmap ]]; then
		colours=$'\n'"text Colours: viridis 0..$(flowfield map.png -g 9,9 -g 150,100 --heatmap h.png --json - -q |
			json /dev/stdin pictures.last)"
	fi
	same "the $picture picture says what made it, and not when" "$(grep -E '^(text|time)' <<<"$facts")" \
		"text Software: $(flowfield --version | head -n 1)
text Options: --goal 9,9 --goal 150,100
text Cost digest: $(flowfield map.png -g 9,9 --json - -q | json /dev/stdin map.digest)
text Layer: $layer
text Map size: 300x200
text Pixels per cell: $((($(sed -n 's/^size \([0-9]*\) .*/\1/p' <<<"$facts") - ${at%,*}) / 300))$colours
text Map at: $at"
	[[ $layer = arrows ]] || passes "the $picture picture has a palette" grep -qx 'type 3' <<<"$facts"
done
flowfield map.png -g 9,9 --remap 1=2,3-4=wall --invert --legend always --colormap gray --scale 2 \
	--with values,contours=3 --colormap 0:9 --terrain a.png --heatmap c.png -fvq
same "all options that change a picture or its cells are recorded, in a fixed order" \
	"$(show_png a.png | sed -n 's/^text Options: //p')" \
	"--goal 9,9 --invert --remap 1=2,3-4=wall --legend always --colormap gray --colormap 0:9 --scale 2 --with values,contours=3"
# They are what it takes to make the picture again.
eval "flowfield map.png $(show_png a.png | sed -n 's/^text Options: //p') --terrain b.png --heatmap d.png -q"
passes "and give the picture again" cmp a.png b.png
passes "and the one beside it" cmp c.png d.png
show_png a.png | sed -n 's/^text Options: //p' >options
flowfield map.png @options --terrain b.png -q
passes "from a file also alone, where it does not use all of them" cmp a.png b.png

done_testing
