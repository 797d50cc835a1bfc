#!/bin/bash
# --directions, --vectors and --sight-mask: grids for other programs.
. "$(dirname "$0")/../cli.sh"

new_folder
# grid NAME WANTED OPTION...: what goes to stdout.
grid() {
	try flowfield map.pgm -q "${@:3}"
	expect "$1" 0 "$2" "" ""
}
# All directions there are, and none.
pgm 4 1 1 1 255 1 1 1 255 1 1 1 1 >map.pgm
grid "--directions: 0 N, clockwise, 8 none" "3,4,5,8
2,8,6,8
1,0,7,7" -g 1,1 --directions - --corners cut
grid "strict goes round" "3,4,5,8
2,8,6,8
1,0,7,6" -g 1,1 --directions -
h=0.707107
grid "--vectors: dx,dy a cell" "$h,$h,0,1,-$h,$h,0,0
1,0,0,0,-1,0,0,0
$h,-$h,0,-1,-$h,-$h,-1,0" -g 1,1 --vectors -
pgm 3 1 1 1 1 1 1 1 1 1 >map.pgm
grid "which may be any" "0,0,-1,0,-1,0
0,-1,-$h,-$h,-0.447214,-0.894427
0,-1,-0.894427,-0.447214,-$h,-$h" -g 0,0 --vectors - --flow gradient
try flowfield map.pgm -q -g 0,0 --directions d.csv --vectors v.CSV --csv c.csv --flow gradient
expect "both are files, too" 0 "" "" "+c.csv +d.csv +v.CSV"
same "the directions are those of --csv" "$(tr ',' '\n' <d.csv)" "$(tail -n +2 c.csv | cut -d , -f 6)"
same "so are the vectors" "$(tr ',' '\n' <v.CSV | paste -d , - -)" "$(tail -n +2 c.csv | cut -d , -f 7,8)"
try flowfield map.pgm -q -g 0,0 --directions
refused "--directions needs a name" 2 '--directions needs a value: *'

# Which cells see a goal: only the goal's own cost is looked through.
pgm 5 1 1 1 2 1 1 255 1 1 1 1 1 1 1 1 >map.pgm
try flowfield map.pgm -q -g 0,0 --sight-mask mask.png --json -
expect "--sight-mask makes a picture" 0 "{*}" "" "+mask.png"
same "a pixel a cell, of grey" "$(show_png mask.png | head -n 1)" "size 5 3"
same "white where the goal is seen, else black" "$(for y in 0 1 2; do
	show_png mask.png at 0,$y 1,$y 2,$y 3,$y 4,$y | sed 's/#ffffff/1/; s/#000000/./' | paste -sd ' '; done)" \
	"1 1 1 . .
1 . . . 1
1 . . . ."
same "the report counts them" "$(json "$out" in_sight)" 6
same "and says that nobody goes by it" "$(json "$out" modifiers.sight)" false
try flowfield map.pgm -q -g 0,0 --json -
passes "who does not look does not see" grep -q '"in_sight": null' "$out"

done_testing
