#!/bin/bash
# diff: pictures that flowfield drew, by the cells of their maps.
. "$(dirname "$0")/../cli.sh"

new_folder
# Two rooms, and a wall between them that has a door in the new map.
rows() { # DOOR
	local row=(1 1 1 1 1 255 1 1 1 1 1 1)
	for y in {0..7}; do
		[[ $y != 4 ]] || row[5]=$1
		echo "${row[@]}"
		row[5]=255
	done
}
# shellcheck disable=SC2046
pgm 12 $(rows 255) >old.pgm
# shellcheck disable=SC2046
pgm 12 $(rows 1) >new.pgm
for map in old new; do
	flowfield $map.pgm -q -g 1,1 --csv $map.csv --heatmap $map.heat.png --reach $map.reach.png \
		--arrows $map.arrows.png --terrain $map.terrain.png
done
try flowfield diff old.reach.png new.reach.png --out diff.png
expect "reach: classes" 1 "\
Cost digest: *
total: 49 of 96 cells differ (51.042 %)
wall removed: 1 cell, first 5,4
unreached -> reached: 48 cells, first 6,0
area: 49 cells in 5,0,7,8" "flowfield: old.reach.png, new.reach.png: 49 of 96 cells differ (51.042 %)" "+diff.png"
same "with a picture in cells, as wide as one of the map" "$(show_png diff.png | head -n 1 | cut -d ' ' -f 2)" \
	"$(show_png new.reach.png | head -n 1 | cut -d ' ' -f 2)"
rm diff.png
try flowfield diff new.reach.png old.reach.png
expect "and back" 1 "*
reached -> unreached: 48 cells, first 6,0
wall added: 1 cell, first 5,4
area:*" "*" ""
try flowfield diff old.heat.png new.heat.png --json report.json
expect "heatmaps: what colours mean, and the scale" 1 "\
Cost digest: *
scale: 0..10 -> 0..20
total: 49 of 96 cells differ (51.042 %)
wall removed: 1 cell, first 5,4 (none -> *)
unreached -> reached: 48 cells, first 6,0 (none -> ~12.01), worst 6,4 (none -> ~7.99)
area: 49 cells in 5,0,7,8" "*" "+report.json"
passes "the report has cells" jq -e '.files[0] | .compared == "cells" and .width == 12 and .kinds[1].kind == "unreached -> reached"' report.json
rm report.json
for layer in arrows terrain; do
	try flowfield diff old.$layer.png new.$layer.png
	expect "$layer: cells whose pixels changed" 1 "*
cell changed: * cell*, first *" "flowfield: * of 96 cells differ (*" ""
done
# Scales that no heatmap has: too wide for a number, or the wrong way round.
for scale in -1e308..1e308 0..inf nan..1 5..1; do
	scale=$scale perl -MCompress::Zlib=crc32 -0777 -pe '
		s{....tEXt(Colours\0)viridis \S+?..\d+....(?=....tEXt|....IDAT|....PLTE)}{
			my $chunk = "tEXt$1viridis $ENV{scale}";
			pack("N", length($chunk) - 4) . $chunk . pack("N", crc32($chunk)) }se' old.heat.png >scale.png
	try flowfield diff scale.png new.heat.png
	expect "the scale $scale is none: pixels of cells are compared" 1 "*cell changed: 88 cells*" "*" ""
done
rm scale.png
try flowfield diff old.heat.png old.reach.png
expect "two layers are not compared" 1 "Layer: heatmap -> reach*" "*" ""

# However it is drawn, it is the same map, if its cells say the same.
i=0
for style in "--scale 9" "--legend never" "--legend never --scale 7" "--colormap gray" "--colormap turbo --scale 40 --values" \
	"--range 0:30" "--range 0:1000 --colormap cividis" "--scale 20 --contours 4"; do
	i=$((i + 1))
	# shellcheck disable=SC2086
	flowfield new.pgm -q -g 1,1 --heatmap $i.png $style
	try flowfield diff new.heat.png $i.png
	expect "the same cells with $style" 0 "*" "" ""
done
try flowfield diff new.heat.png 6.png
expect "scales are told" 0 "Options: --goal 1,1 -> --goal 1,1 --range 0:30
scale: 0..20 -> 0..30" "" ""
flowfield new.pgm -q -g 1,1 --range 0:5 --heatmap short.png
try flowfield diff new.heat.png short.png
expect "beyond the shorter scale nothing is known" 0 "*scale: 0..20 -> 0..5" "" ""
flowfield new.pgm -q -g 1,2 --heatmap moved.png
try flowfield diff new.heat.png moved.png
expect "a goal that moved" 1 "*
goal removed: 1 cell, first 1,1 (0 -> *)
goal added: 1 cell, first 1,2 (* -> 0)
cost to goal risen: * cells, *
cost to goal fallen: * cells, *" "*" ""
# shellcheck disable=SC2046 # words
pgm 13 $(printf '1 %.0s' {1..104}) >wide.pgm
flowfield wide.pgm -q -g 1,1 --heatmap wide.png
try flowfield diff new.heat.png wide.png
expect "maps of two sizes" 1 "map size: 12x8 -> 13x8*" "flowfield: new.heat.png, wide.png: map size: 12x8 -> 13x8" ""

# Where cells are small a goal's marker lies on the cells around it, in the colour of goals: they are none.
# shellcheck disable=SC2046 # words
pgm 9 $(printf '1 %.0s' {1..81}) >open.pgm
for scale in 4 6 20 64; do
	flowfield open.pgm -q -g 4,4 --heatmap one.heat.png --reach one.reach.png --scale $scale
	flowfield open.pgm -q -g 4,4 -g 0,4 --heatmap two.heat.png --reach two.reach.png --scale $scale
	for layer in heat reach; do
		try flowfield diff one.$layer.png two.$layer.png
		expect "$layer: a new goal is one cell of $scale pixels" 1 "*
goal added: 1 cell, first 0,4*" "*" ""
	done
done

# Marks hide cells, whose pixels then decide.
flowfield open.pgm -q -g 4,4 --reach small.png --scale 6
flowfield open.pgm -q -g 4,4 --reach large.png --scale 20
try flowfield diff small.png large.png
expect "cells under a marker are known in neither picture" 0 "*
pixels per cell: 6 -> 20
hidden by marks: * cells, not compared" "" ""
flowfield open.pgm -q -g 4,4 --reach one.png --scale 20
flowfield open.pgm -q -g 4,4 --reach two.png --scale 20 --with grid,contours
try flowfield diff one.png two.png
expect "lines hide no cell" 0 "Options: *" "" ""

# Title, numbers and legend are no cells.
flowfield open.pgm -q -g 4,4 --reach bare.png --scale 20 --bare
try flowfield diff one.png bare.png
expect "what stands around the map does not count" 0 "Options: *" "" ""
cp open.pgm other.pgm
flowfield other.pgm -q -g 4,4 --reach other.png --scale 20
try flowfield diff one.png other.png
expect "but is told if nothing else is" 0 "around the map: title, numbers or legend differ" "" ""

# shellcheck disable=SC2046 # words
pgm 60 $(printf '1 %.0s' {1..3600}) >open.pgm
cp open.pgm other.pgm
flowfield open.pgm -q -g 10,30 --reach one.png --scale 1 --bare
flowfield open.pgm -q -g 10,30 -g 40,30 --reach two.png --scale 1 --bare
try flowfield diff one.png two.png
expect "where cells are pixels a marker is found, too" 1 "*
goal added: 1 cell, first 40,30*" "*" ""

# In overviews a pixel is many cells.
flowfield open.pgm -q -g 4,4 --terrain one.png --scale 1/2
sed '$s/.*/255/' open.pgm >walled.pgm
flowfield walled.pgm -q -g 4,4 --terrain two.png --scale 1/2
flowfield open.pgm -q -g 4,4 --terrain three.png --scale 1/3
flowfield other.pgm -q -g 4,4 --terrain other.png --scale 1/2
try flowfield diff one.png two.png
expect "overviews are compared by the pixels of their maps" 1 "\
Cost digest: *
pixels per cell: 1/2: pixels of the map are compared
total: 1 of 900 pixels differ (0.111 %)
pixel changed: 1 pixel, first 29,29
area: *" "*" ""
try flowfield diff one.png other.png -q
expect "and by no others" 0 "" "" ""
try flowfield diff one.png three.png
expect "of one scale" 1 "pixels per cell: 1/2 -> 1/3*" "*" ""
perl -0777 -pe 's/....tEXtMap at.*?(?=....(?:IDAT|PLTE|tEXt))//s' one.png >old.png
try flowfield diff old.png one.png
expect "a picture of an older version" 1 \
	"OLD: drawn by another version, without the map's place: draw it again" "*" ""

# An edit far away changes no colour before it, so that a default picture can be a golden.
# shellcheck disable=SC2046
pgm 20 $(printf '3 %.0s' {1..20}) >far.pgm
sed '$s/.*/9/' far.pgm >farther.pgm
for map in far farther; do
	flowfield $map.pgm -q -g 0,0 --heatmap $map.png
done
try flowfield diff far.png farther.png
expect "one cell changed, and only that one differs" 1 "\
Cost digest: *
total: 1 of 20 cells differ (5 %)
cost to goal risen: 1 cell, first 19,0 (*)
largest rise: * at 19,0 (*)
area: 1 cell in 19,0,1,1" "*" ""

# Nor does one that makes a cell the dearest, within the next round number.
pgm 6 1 20 20 20 20 41 >dear.pgm
pgm 6 1 20 20 20 20 44 >dearer.pgm
for map in dear dearer; do
	flowfield $map.pgm -q -g 0,0 --arrows $map.arrows.png --terrain $map.terrain.png
done
for layer in arrows terrain; do
	try flowfield diff dear.$layer.png dearer.$layer.png
	expect "$layer: the colours of others stay" 1 "\
Cost digest: *
total: 1 of 6 cells differ (16.667 %)
cell changed: 1 cell, first 5,0
area:*" "*" ""
done

# A cost that lengthens the scale: of automatic scales no cell lies beyond the end.
row() { # LAST: a row of 12 cells to 0,0, as a picture
	# shellcheck disable=SC2046 # words
	pgm 12 $(printf '90 %.0s' {1..11}) "$1" >row.pgm
	flowfield row.pgm -q -g 0,0 --heatmap "$1.png" "${@:2}"
	rm row.pgm
}
row 98 # 998 at 11,0
row 254
row 101
try flowfield diff 98.png 254.png
expect "a cost beyond the other's whole scale" 1 "\
Cost digest: *
scale: 0..1000 -> 0..1200
total: 1 of 12 cells differ (8.333 %)
cost to goal risen: 1 cell, first 11,0 (~998 -> ~115?)
largest rise: ~15? at 11,0 (~998 -> ~115?)
area: 1 cell in 11,0,1,1" "*" ""
try flowfield diff 254.png 98.png -q
expect "and back" 1 "" "*: 1 of 12 cells differ *" ""
try flowfield diff 98.png 254.png -q --abs 200
expect "within --abs" 0 "" "" ""
# 998 and 1001 are nearer to each other than their colours tell, but only one fits on the shorter scale.
try flowfield diff 98.png 101.png
expect "a cost a little beyond" 1 "*
scale: 0..1000 -> 0..1200
total: 1 of 12 cells differ (8.333 %)
cell changed: 1 cell, first 11,0 (~998 -> ~1002)
area:*" "*" ""
row 254 --range 0:1000
try flowfield diff 98.png 254.png
expect "of --range cells do lie beyond, and are not known" 1 "*
cost to goal risen: 1 cell, first 11,0 (~998 -> ~1000)
*" "*" ""
row 254 --range 0:500
try flowfield diff 98.png 254.png -q
expect "which may be as large" 0 "" "" ""

# The texts of a picture are not to be trusted.
lie() { # KEYWORD TEXT: far.png with another text
	perl -MCompress::Zlib=crc32 -e '
		my ($key, $text) = @ARGV;
		local $/;
		my $png = <STDIN>;
		my $at = index $png, "tEXt$key\0";
		my $n = unpack "N", substr $png, $at - 4, 4;
		my $chunk = "tEXt$key\0$text";
		substr($png, $at - 4, $n + 12) = pack("N", length($chunk) - 4) . $chunk . pack "N", crc32($chunk);
		print $png;' "$@" <far.png
}
for text in "Map size=20x2" "Map size=20" "Map size=x" "Map size=0x1" "Map size=2000000000x2000000000" "Map size=-20x1" \
	"Pixels per cell=0" "Pixels per cell=1/0" "Pixels per cell=1/2000" "Map at=1" "Map at=2000000000,0" "Map at=-1,0" "Map at=x,y" \
	"Pixels per cell=257" "Pixels per cell=many" "Colours=viridis" "Colours=red 0..100" \
	"Colours=viridis 0..1e999" "Colours=viridis 100..0" "Colours=viridis nan..inf"; do
	lie "${text%%=*}" "${text#*=}" >liar.png
	try flowfield diff far.png liar.png -q
	passes "$text: is no crash" test "$status" -le 1
done

# Default pictures have the name of the map: that is where it lies, and no difference.
new_folder
mkdir x
pgm 3 1 1 255 1 1 1 >map.pgm
cp map.pgm x
flowfield map.pgm -q -g 0,0
flowfield x/map.pgm -q -g 0,0 --out-dir x
for picture in heatmap arrows reach; do
	try flowfield diff map.$picture.png x/map.$picture.png
	expect "of a map in another folder: $picture" 0 "" "" ""
	same "though its name is another" "$(cmp -s map.$picture.png x/map.$picture.png || echo differs)" differs
done
flowfield map.pgm -q -g 0,0 --heatmap named.png
try flowfield diff named.png map.heatmap.png
expect "or that name no map" 0 "" "" ""
done_testing
