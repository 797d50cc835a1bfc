#!/bin/bash
# Vector pictures: well-formed, complete in themselves, and as the PNG pictures are.
. "$(dirname "$0")/../cli.sh"

new_folder
# have COMMAND NAME N: whether it is there; else N tests are skipped, aloud.
have() {
	if command -v "$1" >/dev/null; then
		return 0
	fi
	skip "$2" "$1 is not installed"
	return 1
}
make_map --pgm caves 48 36 >map.pgm
goal=$(flowfield map.pgm -g 24,18 --snap -q --csv - | awk -F , '$4 == "goal" { print $1 "," $2 }')

try flowfield map.pgm -g "$goal" --heatmap heat.svg --arrows svg:way.image
expect "an extension or a prefix asks for SVG" 0 "heat.svg"$'\n'"way.image" '*' "+heat.svg +way.image"
try flowfield map.pgm -g "$goal" -q --heatmap svg:-
expect "svg:- is standard output" 0 '<?xml version="1.0" encoding="UTF-8"?>*</svg>' "" ""
passes "which carries the same bytes" cmp <(flowfield map.pgm -g "$goal" -q --heatmap svg:- --arrows other.svg) heat.svg
flowfield map.pgm -g "$goal" -q -j 4 --heatmap again.svg --arrows other.svg
passes "threads do not matter" cmp heat.svg again.svg

text_of() { # FILE KEY: a line of its metadata
	sed -n "/<metadata>/,/<\/metadata>/s/^$2: //p" "$1"
}
flowfield map.pgm -g "$goal" -q --heatmap heat.png --arrows way.png
same "it says of itself what a PNG does, but for the place of its map" "$(sed '1,/<metadata>/d; /<\/metadata>/,$d' heat.svg)" \
	"$(show_png heat.png | sed -n 's,^text ,,p' | grep -v '^Map at: ')"
same "its options are those of the run" "$(text_of heat.svg Options)" "--goal $goal"
same "its digest is that of the report" "$(text_of way.image 'Cost digest')" \
	"$(flowfield map.pgm -g "$goal" -q --json - >r.json && json r.json map.digest)"
for file in heat.svg way.image; do
	same "$file names nothing outside of it" \
		"$(grep -oE '(href|src)="[^#d]|url\([^#]|<script|<style|@import|<!' "$file")" ""
	same "all its references lead somewhere" \
		"$(comm -23 <(grep -oE '(href="#|url\(#)[a-z0-9]+' "$file" | sed 's/.*#//' | sort -u) \
			<(grep -oE ' id="[a-z0-9]+' "$file" | sed 's/.*"//' | sort -u))" ""
	same "no id is there twice" "$(grep -oE ' id="[^"]*"' "$file" | sort | uniq -d)" ""
done
same "its size is that of the PNG" "$(sed -n 's/.* version="1.1" width="\([0-9]*\)" height="\([0-9]*\)".*/\1 \2/p' heat.svg)" \
	"$(show_png heat.png | sed -n 's,^size ,,p')"

# Images do not grow with --scale: their pixels do.
flowfield map.pgm -g "$goal" -q --scale 256 --bare --heatmap large.svg
grep -o 'base64,[^"]*' large.svg | cut -d , -f 2 | base64 -d >large.png
same "cells of a large page have fewer pixels" "$(grep -o 'id="cells"[^>]* preserve' large.svg) $(show_png large.png | sed -n 's,^size ,,p')" \
	'id="cells" x="0" y="0" width="12288" height="9216" preserve 1152 864'

# Names that would be markup, or no text at all.
cp map.pgm $'<a&"b">\x01\xff.pgm'
flowfield $'./<a&"b">\x01\xff.pgm' -g "$goal" -q --heatmap odd.svg
same "the map's name is escaped" "$(grep '<title>' odd.svg)" '<title>./&lt;a&amp;&quot;b&quot;&gt;??.pgm</title>'

flowfield $'./<a&"b">\x01\xff.pgm' -g "$goal" -q --reach odd.svg
same "so it is in the title line" "$(grep -c '>&lt;a&amp;&quot;b&quot;&gt;??.pgm   goal ' odd.svg)" 1
# Ticks and goals are in cells of the file, also of maps that are split or made coarser.
numbers() { # OPTION...: the numbers around the map, and the goal's name
	flowfield map.pgm -g "$goal" -qf --reach ticks.svg "$@"
	sed -n '/id="names"/,/id="legend"/s/.*>\([0-9,]*\)<.*/\1/p' ticks.svg
}
same "split cells have the numbers of the file" "$(numbers --subdivide --scale 10)" "$(numbers --scale 20)"
same "blocks, too" "$(numbers --coarsen 2,all --scale 40 | head -n 1)" "$goal"
# In a world they are metres: y may point up, and a bar in the legend has a round length.
flowfield map.pgm -g "$goal" -qf --subdivide --reach world.svg --cell-size 0.5 --origin=-2,-1,up
at=$(echo "$goal" | awk -F , '{ printf "%gm,%gm", -2 + ($1 + 0.5) / 2, -1 + (36 - 0.5 - $2) / 2 }')
same "ticks are metres" "$(sed -n '/id="frame"/,/id="legend"/s/.*>\(-*[0-9]*\)<.*/\1/p' world.svg | paste -sd ' ')" \
	"$(echo {-2..22} {-1..17})"
same "so are goals, in the title and beside them" "$(grep -c ">map.pgm   goal $at   \|>$at<" world.svg)" 2
same "eight cells of 16 pixels are 2 m" "$(grep -c ' width="128" \|>2 m<' world.svg)" 2
# The title has the rules, which stay where a name is too long.
name=$(printf 'name%.0s' {1..30}).pgm
cp map.pgm "$name"
flowfield "$name" -g "$goal" -q --reach long.svg --metric octile --corners cut --step=mean --max-cost 90 --sight --scale 2
same "the title has all options that change cells, and the middle of a long name is cut" \
	"$(grep -o '>name[^<]*' long.svg | sed -n '2s/   flowfield [0-9.]*$//p')" \
	">namenamena...amename.pgm   goal $goal   octile, max cost 90, step mean, corners cut, sight"
cp map.pgm $'Stra\xc3\x9fe.pgm'
flowfield $'Stra\xc3\x9fe.pgm' -g "$goal" -q --reach odd.svg
same "letters that are not ASCII stay" "$(grep -c $'>Stra\xc3\x9fe.pgm   goal ' odd.svg)" 1

if have xmllint "files are well-formed"; then
	flowfield map.pgm -g "$goal" -q --metric euclid --with contours=9 --with values --heatmap full.svg --arrows angles.svg
	flowfield map.pgm -g "$goal" -q --flee --scale 2 --legend always --heatmap flee.svg --arrows blocks.svg
	flowfield map.pgm -g "$goal" -q --scale 1 --radius 0.8 --snap --heatmap small.svg --arrows colours.svg
	cp map.pgm $'x\x01\xff\xef\xbf\xbe\xed\xa0\x80.pgm'
	flowfield $'x\x01\xff\xef\xbf\xbe\xed\xa0\x80.pgm' -g "$goal" -q --reach name.svg
	passes "files are well-formed" xmllint --noout --nonet ./*.svg way.image
	passes "and in the namespace of SVG" xmllint --noout --xpath '/*[local-name()="svg" and namespace-uri()="http://www.w3.org/2000/svg"]' full.svg
fi

# Rendered, cells' centres have the colours of the PNG picture, to a level or two.
# off_by ONE OTHER DX,DY: the largest difference of a channel there, of all cells of 16 pixels.
off_by() {
	local dx=${3%,*} dy=${3#*,} x y
	local -a at=()
	for ((y = dy; y < 36 * 16; y += 16)); do
		for ((x = dx; x < 48 * 16; x += 16)); do
			# Not the goal, whose marker is small.
			[[ $((x / 16)),$((y / 16)) == "$goal" ]] || at+=("$x,$y")
		done
	done
	paste <(show_png "$1" at "${at[@]}") <(show_png "$2" at "${at[@]}") | perl -ne '
		my @c = map { hex } /^\#(..)(..)(..)\t\#(..)(..)(..)/ or die $_;
		for (0 .. 2) { my $d = abs($c[$_] - $c[$_ + 3]); $most = $d if $d > ($most // 0) }
		END { print $most // 0, "\n" }'
}
close_to() { # ONE OTHER DX,DY MOST
	local off
	off=$(off_by "$1" "$2" "$3")
	[[ $off -le $4 ]] || { echo "off by $off" && return 1; }
}
if have rsvg-convert "rendered, it is the PNG picture"; then
	for metric in manhattan euclid; do
		flowfield map.pgm -g "$goal" -q --metric $metric --scale 16 --bare --heatmap heat.svg --arrows way.svg
		flowfield map.pgm -g "$goal" -q --metric $metric --scale 16 --bare --heatmap heat.png --arrows way.png
		rsvg-convert heat.svg -o heat-2.png
		rsvg-convert way.svg -o way-2.png
		passes "rendered, a heatmap has the colours of the PNG ($metric)" close_to heat.png heat-2.png 8,8 2
		passes "so do cells beside their arrows ($metric)" close_to way.png way-2.png 2,2 2
		passes "and in the middle of them ($metric)" close_to way.png way-2.png 8,8 48
	done
fi

# Directions as colours: right is red, and vectors have more colours than eight.
printf '%s\n' ... ... ... >around.txt
flowfield around.txt -g 1,1 -q --bare --scale 40 --directions around.svg
same "each direction has a colour" "$(sed -n 's/^<rect.* x="\([0-9]*\)" y="40".*fill="\([^"]*\)".*/\1 \2/p' around.svg | grep -v ff0090 | paste -sd ' ')" "0 #f33 80 #33d1ff"
same "all are different" "$(sed -n '/id="cells"/,/<\/g>/s/.*fill="\([^"]*\)".*/\1/p' around.svg | sort -u | wc -l)" 9
make_map --pgm empty 21 21 >empty.pgm
flowfield empty.pgm -g 10,10 -q --bare --metric euclid --directions empty.svg
passes "vectors have true angles" test "$(grep -o '<rect.*fill="[^"]*"' empty.svg | sed 's/.*fill=//' | sort -u | wc -l)" -gt 60

# Few cells are rectangles, which no viewer blurs.
printf '%s\n' ..... .###. ..... >few.txt
flowfield few.txt -g 0,0 -q --bare --scale 8 --terrain few.svg
flowfield few.txt -g 0,0 -q --bare --scale 40 --terrain few.png
same "few cells have no image" "$(grep -c '<image' few.svg) $(grep -c 'id="cells"' few.svg)" "0 1"
if have rsvg-convert "enlarged, they stay sharp"; then
	rsvg-convert -z 5 few.svg -o few-2.png
	same "enlarged, they stay sharp" "$(show_png few-2.png at 15{8,9},79 160,79 159,8{0,1} | cut -c 1-7)" \
		"$(show_png few.png at 15{8,9},79 160,79 159,8{0,1})"
fi

# Rendered, all marks cover as much as in the PNG: squares of 8 x 8 pixels have the same mean
# colours, to a few levels, whatever the edges of lines look like.
alike() { # ONE OTHER MOST: of the largest difference of a channel
	local w off
	read -r w _ < <(show_png "$1" | sed -n 's/^size //p')
	# shellcheck disable=SC2016 # for perl to expand
	off=$(paste <(show_png "$1" pixels) <(show_png "$2" pixels) | perl -ne '
		BEGIN { $w = shift }
		my @c = map { hex } /^(..)..(..)..(..)\S*\t(..)..(..)..(..)/ or die $_;
		my $square = int(($. - 1) / $w / 8) * $w + int(($. - 1) % $w / 8);
		$sum{"$square $_"} += $c[$_] - $c[$_ + 3] for 0 .. 2;
		END { for (values %sum) { $most = abs $_ if abs $_ > ($most // 0) } print int($most / 64), "\n" }' "$w")
	[[ $off -le $3 ]] || { echo "off by $off" && return 1; }
}
if have rsvg-convert "rendered, marks cover what they do in the PNG"; then
	for kind in reach arrows; do
		for format in png svg; do
			flowfield "$root/samples/island.png" -g 20,20 -g 26,12,3,2 -q --scale 8 --bare \
				--with sight,grid,arrows --$kind $kind.$format
		done
		rsvg-convert $kind.svg -o $kind-2.png
		passes "rendered, hatches, grids, arrows and markers of $kind cover what they do in the PNG" \
			alike $kind.png $kind-2.png 16
	done
	# On a framed page, too, all pixels of hatches are the same, in the map and in the legend.
	for format in png svg; do
		flowfield "$root/samples/island.png" -g 20,20 -q --scale 8 --reach framed.$format
	done
	rsvg-convert framed.svg -o framed-2.png
	show_png framed.png at {320..339},160 | sed 's/^#\(..\)\(..\)\(..\)/\1\1\2\2\3\3ffff/' | sort -u >hatch
	# shellcheck disable=SC2016 # for awk to expand
	same "rendered, a framed page has its hatches where the PNG has them" \
		"$(paste <(show_png framed.png pixels) <(show_png framed-2.png pixels) | awk '
			NR == FNR { hatch[$1]; colours++; next }
			$1 in hatch { all++; off += $1 != $2 }
			END { print colours, (all > 300000), off }' hatch -)" "2 1 0"
fi

done_testing
