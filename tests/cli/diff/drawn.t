#!/bin/bash
# diff: pictures that flowfield drew, by the cells that they carry, or else by the pixels of their maps.
# shellcheck disable=SC2016 # Perl
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
newly reachable: 48 cells, first 6,0
area: 49 cells in 5,0,7,8" "flowfield: old.reach.png, new.reach.png: 49 of 96 cells differ (51.042 %)" "+diff.png"
same "with a picture in cells, as wide as one of the map" "$(show_png diff.png | head -n 1 | cut -d ' ' -f 2)" \
	"$(show_png new.reach.png | head -n 1 | cut -d ' ' -f 2)"
rm diff.png
try flowfield diff new.reach.png old.reach.png
expect "and back" 1 "*
newly unreachable: 48 cells, first 6,0
wall added: 1 cell, first 5,4
area:*" "*" ""
try flowfield diff old.heat.png new.heat.png --json report.json
expect "heatmaps: the values" 1 "\
Cost digest: *
Colours: viridis 0..9 -> viridis 0..17
total: 49 of 96 cells differ (51.042 %)
wall removed: 1 cell, first 5,4 (none -> 7)
newly reachable: 48 cells, first 6,0 (none -> 12), worst 6,4 (none -> 8)
area: 49 cells in 5,0,7,8" "*" "+report.json"
passes "the report has cells" jq -e '.files[0] | .compared == "cells" and .width == 12 and .kinds[1].kind == "newly reachable"' report.json
rm report.json
try flowfield diff old.arrows.png new.arrows.png
expect "arrows: directions" 1 "*
wall removed: 1 cell, first 5,4
newly reachable: 48 cells, first 6,0
directions: 49 changed in all
area:*" "*" ""
try flowfield diff old.terrain.png new.terrain.png
expect "terrain: costs" 1 "\
Cost digest: *
total: 1 of 96 cells differ (1.042 %)
wall removed: 1 cell, first 5,4
area: 1 cell in 5,4,1,1" "*" ""
try flowfield diff old.heat.png old.reach.png
expect "two layers are not compared" 1 "Layer: heatmap -> reach*" "*" ""

# However it is drawn, it is the same map, if its cells say the same.
i=0
for style in "--scale 9" "--legend never" "--legend never --scale 7" "--colormap gray" "--colormap turbo --scale 40 --with values" \
	"--colormap 0:30" "--colormap 0:1000 --colormap cividis" "--scale 20 --with contours=4"; do
	i=$((i + 1))
	# shellcheck disable=SC2086
	flowfield new.pgm -q -g 1,1 --heatmap $i.png $style
	try flowfield diff new.heat.png $i.png
	expect "the same cells with $style" 0 "*" "" ""
done
try flowfield diff new.heat.png 6.png
expect "colours are told" 0 "Options: --goal 1,1 -> --goal 1,1 --colormap 0:30
Colours: viridis 0..17 -> viridis 0..30" "" ""
flowfield new.pgm -q -g 1,1 --colormap 0:5 --heatmap short.png
try flowfield diff new.heat.png short.png
expect "beyond the scale, too" 0 "*Colours: viridis 0..17 -> viridis 0..5" "" ""
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
expect "maps of two sizes" 1 "size: 12x8 -> 13x8*" "flowfield: new.heat.png, wide.png: size: 12x8 -> 13x8" ""

# A goal's marker lies on the cells around it, which are none.
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

# Marks hide no cell.
flowfield open.pgm -q -g 4,4 --reach small.png --scale 6
flowfield open.pgm -q -g 4,4 --reach one.png --scale 20 --with grid,contours
try flowfield diff small.png one.png
expect "cells under markers and lines" 0 "\
Options: *
Pixels per cell: 6 -> 20" "" ""
flowfield open.pgm -q -g 4,4 --reach one.png --scale 20

# Title, numbers and legend are no cells.
flowfield open.pgm -q -g 4,4 --reach bare.png --scale 20 --bare
try flowfield diff one.png bare.png
expect "what stands around the map does not count" 0 "Options: *" "" ""
cp open.pgm other.pgm
flowfield other.pgm -q -g 4,4 --reach other.png --scale 20
try flowfield diff one.png other.png
expect "nor is the name of the map" 0 "" "" ""

# shellcheck disable=SC2046 # words
pgm 60 $(printf '1 %.0s' {1..3600}) >open.pgm
cp open.pgm other.pgm
flowfield open.pgm -q -g 10,30 --reach one.png --scale 1 --bare
flowfield open.pgm -q -g 10,30 -g 40,30 --reach two.png --scale 1 --bare
try flowfield diff one.png two.png
expect "where cells are pixels, too" 1 "*
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
total: 1 of 900 pixels differ (0.111 %)
pixel changed: 1 pixel, first 29,29
area: *" "*" ""
try flowfield diff one.png other.png -q
expect "and by no others" 0 "" "" ""
try flowfield diff one.png three.png
expect "of one scale" 1 "size: 30x30 -> 20x20
*
Pixels per cell: 1/2 -> 1/3" "*" ""
# Values are exact, whatever their colours are.
# shellcheck disable=SC2046
pgm 20 $(printf '3 %.0s' {1..20}) >far.pgm
sed '$s/.*/9/' far.pgm >farther.pgm
row() { # LAST OPTION...: a row of 12 cells to 0,0, as a picture
	# shellcheck disable=SC2046 # words
	pgm 12 $(printf '90 %.0s' {1..11}) "$1" >row.pgm
	flowfield row.pgm -q -g 0,0 --heatmap "$1.png" "${@:2}"
	rm row.pgm
}
for map in far farther; do
	flowfield $map.pgm -q -g 0,0 --heatmap $map.png
done
try flowfield diff far.png farther.png
expect "one cell changed, and only that one differs" 1 "\
Cost digest: *
Colours: viridis 0..60 -> viridis 0..65
total: 1 of 20 cells differ (5 %)
cost to goal risen: 1 cell, first 19,0 (57 -> 63)
largest rise: 6 at 19,0 (57 -> 63)
area: 1 cell in 19,0,1,1" "*" ""
row 98 --colormap 0:500 # 998 at 11,0
row 99 --colormap 0:500
try flowfield diff 98.png 99.png
expect "beyond the last colour" 1 "*
cost to goal risen: 1 cell, first 11,0 (998 -> 999)
*" "*" ""
try flowfield diff 98.png 99.png -q --abs 1
expect "within --abs" 0 "" "" ""

# Layers that are codes: areas.
pgm 7 1 1 1 255 1 255 1 >areas.pgm
pgm 7 1 1 1 255 1 1 1 >joined.pgm
for map in areas joined; do
	flowfield $map.pgm -q -g 0,0 --regions $map.png
done
try flowfield diff areas.png joined.png
expect "the number of an area" 1 "*
wall removed: 1 cell, first 5,0
value changed: 1 cell, first 6,0 (2 -> 1)
*" "*" ""

# Damaged cells are none: then pixels of the maps are compared, as with pictures of older versions.
cells() { # PERL: far.png with its packed cells changed by code that sees them as $_
	perl -MCompress::Zlib -e '
		local $/;
		my ($png, $code) = (scalar <STDIN>, $ARGV[0]);
		my $at = index $png, "ffCL";
		my $n = unpack "N", substr $png, $at - 4, 4;
		local $_ = substr $png, $at + 4, $n;
		eval $code;
		my $chunk = length $_ ? pack("N", length) . "ffCL$_" . pack("N", crc32("ffCL$_")) : "";
		print substr($png, 0, $at - 4), $chunk, substr $png, $at + $n + 8' "$1" <far.png
}
same "a picture carries its cells" "$(cells 1 | cmp - far.png)" ""
pack='substr($_, 8) = compress'
grids='uncompress(substr $_, 8)'
for code in '$_ = ""' '$_ = substr $_, 0, 7' '$_ = substr $_, 0, 8' 'chop' '$_ .= "x"' \
	'substr($_, 0, 4) = pack "N", 0' 'substr($_, 0, 8) = pack "NN", 21, 1' 'substr($_, 0, 8) = pack "NN", 1 << 31, 1 << 31' \
	'substr($_, 0, 8) = pack "NN", 30000, 30000' "$pack($grids . 0)" "$pack(substr $grids, 1)" \
	"my \$g = $grids; substr(\$g, 80, 1) = chr 7; $pack(\$g)" "my \$g = $grids; substr(\$g, 100, 1) = chr 9; $pack(\$g)" \
	"$pack('')" "$pack(\"\0\" x 1e7)"; do
	cells "$code" >damaged.png
	try flowfield diff damaged.png farther.png
	expect "cells changed by $code" 1 "*pixels differ*pixel changed:*" "*" ""
done
cells "my \$g = $grids; substr(\$g, 0, 1) = chr 255; $pack(\$g)" >odd.png
try flowfield diff odd.png far.png --json odd.json --out odd.diff.png
passes "numbers that are none are no crash" test "$status" -eq 1

# The texts of a picture are not to be trusted.
cells '$_ = ""' >plain.png
lie() { # KEYWORD TEXT: plain.png with another text
	perl -MCompress::Zlib=crc32 -e '
		my ($key, $text) = @ARGV;
		local $/;
		my $png = <STDIN>;
		my $at = index $png, "tEXt$key\0";
		my $n = unpack "N", substr $png, $at - 4, 4;
		my $chunk = "tEXt$key\0$text";
		substr($png, $at - 4, $n + 12) = pack("N", length($chunk) - 4) . $chunk . pack "N", crc32($chunk);
		print $png;' "$@" <plain.png
}
for text in "Map size=20x2" "Map size=20" "Map size=x" "Map size=0x1" "Map size=2000000000x2000000000" "Map size=-20x1" \
	"Pixels per cell=0" "Pixels per cell=1/0" "Pixels per cell=1/2000" "Map at=1" "Map at=2000000000,0" "Map at=-1,0" "Map at=x,y" \
	"Pixels per cell=257" "Pixels per cell=many"; do
	lie "${text%%=*}" "${text#*=}" >liar.png
	try flowfield diff plain.png liar.png -q
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
