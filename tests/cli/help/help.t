#!/bin/bash
# What the program says about itself.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map empty 64 48 >map.png

try flowfield
expect "a bare run says how it is used, and exits 2" 2 "" '*usage: flowfield MAP --goal X,Y*' ""
cp "$err" "$work/usage"
mapfile -t examples < <(grep -oE 'flowfield [^ ]+ --goal [0-9].*' "$work/usage")
same "in five lines and two examples" "$(wc -l <"$work/usage") ${#examples[@]}" "7 2"
same "none too wide for a terminal" "$(grep -E '.{81}' "$work/usage")" ""
try sh -c "${examples[0]}"
expect "the first example works" 0 '*map.heatmap.png*' 'flowfield: map.png: *' \
	"+map.arrows.png +map.heatmap.png +map.reach.png"
try sh -c "${examples[1]}"
expect "the second one, too" 0 'x,y,cost,*' 'flowfield: standard input: *' ""

for option in --help -h; do
	try flowfield $option
	expect "$option prints the help on stdout" 0 'usage: flowfield MAP --goal X,Y *' "" ""
done
cp "$out" "$work/help"
passes "which tells about verify, too" grep -q '^ *flowfield verify MAP FIELD --goal X,Y' "$work/help"
same "no line of it is too wide for a terminal" "$(grep -E '.{81}' "$work/help")" ""
for option in goal goals snap max-cost flee require max-unreached metric step corners flow sight radius \
	subdivide invert wall-from remap unknown heatmap arrows reach terrain allocation regions ties sight-mask csv \
	directions vectors encoding none json out-dir force no-clobber colormap range scale legend values \
	contours verbose quiet help version; do
	passes "the help tells about --$option" grep -qE -- "--$option([] =[]|$)" "$work/help"
done
for option in --version -V; do
	try flowfield $option
	expect "$option prints the version, and what decodes and encodes pictures" 0 \
		$'flowfield [0-9]*.[0-9]*\nPNG decoder: stb_image [0-9]*.[0-9]*\nPNG encoder: stb_image_write [0-9]*.[0-9]*, libdeflate [0-9]*.[0-9]*' "" ""
done

try flowfield map.png -g 9,9 --help
expect "--help beside other options prints the help, and nothing is done" 0 'usage: *' "" ""
try flowfield --version --help
expect "of --help and --version the first counts" 0 'flowfield [0-9]*' "" ""
try flowfield --help --bogus
refused "a bad option is still one" 2 'unknown option --bogus: *'

done_testing
