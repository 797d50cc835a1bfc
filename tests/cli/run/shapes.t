#!/bin/bash
# Maps of odd shapes, end to end.
. "$(dirname "$0")/../cli.sh"

new_folder
outputs=(--heatmap h.png --arrows a.png --reach r.png --terrain t.png --csv c --json j)
shape() { # W H GOAL LARGEST OPTION...: an empty map, with all outputs
	make_map --pgm empty "$1" "$2" >"map.$1x$2"
	try flowfield "map.$1x$2" -g "$3" "${outputs[@]}" "${@:5}" -q
	expect "$1x$2 ${*:5}" 0 "" "" "+a.png +c +h.png +j +r.png +t.png"
	same "has a line a cell" "$(wc -l <c)" $(($1 * $2 + 1))
	same "and the largest cost at the far end" "$(json j integration.largest)" "$4"
	for png in h a r t; do
		show_png $png.png at 0,0
	done >colours
	same "and four pictures" "$(wc -l <colours)" 4
	rm h.png a.png r.png t.png c j
}
shape 1 1 0,0 0
shape 1 1 0,0 0 --with values --with contours=9 --legend always
shape 1 1 0,0 0 --scale 256
shape 2 1 1,0 1 --with values
shape 1 2 0,0 1 --with contours=1000
shape 1 100000 0,0 99999
shape 100000 1 0,0 99999
shape 1 100000 0,99999 99999 --with contours=10 --with values --legend=never
shape 100000 1 99999,0 99999 --with contours=10 --with values --legend=never
shape 3 7 2,6 8

try flowfield - -g 0,0 --json j -q < <(pgm 2 1 254)
expect "a map that is all goal" 0 "" "" "+j"
try flowfield - -g 0,0 --heatmap h.png --json - -q < <(pgm 3 7 255 1)
expect "a goal that nobody reaches" 0 '{*}' "" "+h.png"
same "has a largest and a mean of 0" "$(json "$out" integration.largest integration.mean cells.unreached)" $'0\n0\n1'
# Costs that do not fit 16 bits, on a way that visits every second cell.
make_map --pgm maze 201 201 >maze.pgm
try flowfield maze.pgm -g 100,100 --remap 0-254=254 --json - -q
same "a long and costly way" "$(($(json "$out" integration.largest) % 254)) $(
	[[ $(json "$out" integration.largest) -gt 65536 ]] && echo large)" "0 large"

done_testing
