#!/bin/bash
# --directions and --vectors: grids for other programs.
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

done_testing
