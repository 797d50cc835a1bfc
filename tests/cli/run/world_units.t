#!/bin/bash
# --cell-size and --origin: where a map lies in a world, and places in its units.
. "$(dirname "$0")/../cli.sh"

new_folder
printf '%s\n' .... .##. .... >m.txt

# points WORD...: wx,wy of the cells 0,0, 3,0 and 0,2.
points() {
	flowfield m.txt -g 3,2 -q --csv - "$@" | awk -F , '
		NR == 1 && /,dx,dy,wx,wy$/ { named = 1 }
		named && ($1 "," $2) ~ /^(0,0|3,0|0,2)$/ { print $9 "," $10 }' | paste -sd ' '
}
same "the table has each cell's centre; y points down from the top left corner" \
	"$(points --cell-size 32)" "16,16 112,16 16,80"
same "which may be anywhere" "$(points --cell-size 0.5 --origin -10,2.25)" "-9.75,2.5 -8.25,2.5 -9.75,3.5"
same "down may be said" "$(points --cell-size 0.5 --origin -10,2.25,down)" "$(points --cell-size 0.5 --origin -10,2.25)"
same "with up it is the bottom left corner" "$(points --cell-size 0.5 --origin -10,2.25,up)" "-9.75,3.5 -8.25,3.5 -9.75,2.5"
same "a cell is 1 unless its size is given" "$(points --origin 100,200)" "100.5,200.5 103.5,200.5 100.5,202.5"
same "the last origin counts" "$(points --origin 7,7,up --origin 100,200)" "$(points --origin 100,200)"
same "other columns stay as they are" \
	"$(flowfield m.txt -g 3,2 -q --csv - --cell-size 3 | cut -d , -f 1-8)" "$(flowfield m.txt -g 3,2 -q --csv -)"
same "quarters of cells have their own centres" \
	"$(flowfield m.txt -g 3,2 -q --csv - --cell-size 32 --subdivide | sed -n '2p;3p;10p' | cut -d , -f 1,2,9,10 | paste -sd ' ')" \
	"0,0,8,8 1,0,24,8 0,1,8,24"
same "with up, too" \
	"$(flowfield m.txt -g 3,2 -q --csv - --cell-size 32 --origin 0,0,up --subdivide | sed -n '2p;10p' | cut -d , -f 9,10 | paste -sd ' ')" \
	"8,88 8,72"

# The tutorials' rule for points of a fine grid: divide by the size of a cell, and truncate.
for ((y = 5; y < 96; y += 30)); do
	for ((x = 5; x < 128; x += 30)); do
		[[ $((x / 32)),$((y / 32)) != [12],1 ]] || continue
		echo "$((x / 32)),$((y / 32))"
		flowfield m.txt -g "${x}m,${y}.5m" --cell-size 32 -q --json - >report
		json report goals.0.x goals.0.y | paste -sd ,
	done
done >got
same "a point is in the cell that division and truncation give" "$(awk 'NR % 2 { want = $0; next } want != $0' got)" ""
same "for all of them" "$(wc -l <got)" 34

# The manual's example.
goal_of() {
	flowfield m.txt -q --json - "$@" >report && json report goals
}
same "the manual's example: 100,70 with tiles of 32" "$(goal_of -g 100m,70m --cell-size 32)" '[{"x":3,"y":2}]'
same "and with y up" "$(goal_of -g 100m,70m --cell-size 32 --origin 0,0,up)" '[{"x":3,"y":0}]'
flowfield walk m.txt -g 0,0 --from 100m,70m --cell-size 32 --radius 0.1 -q --paths p.csv
same "the point within its cell" "$(sed -n 2p p.csv | cut -d , -f 3,4,9,10)" 2.625,1.6875,100,70
same "the centre of that cell" "$(flowfield m.txt -g 0,0 --cell-size 32 -q --csv - | tail -n 1 | cut -d , -f 1,2,9,10)" 3,2,112,80
printf '100m,70m\n16m,16m,1,1,5\n' >goals.csv
same "a table of goals" "$(goal_of --goals goals.csv --cell-size 32)" '[{"x":3,"y":2},{"cost":5,"x":0,"y":0}]'
try flowfield m.txt -g 3,2 --require 48m,48m --cell-size 32 -q --csv -
expect "a required one" 1 '*' 'flowfield: m.txt: not reached: 1,1 (wall)' ""
try flowfield m.txt -g 48m,48m --cell-size 32
refused "a goal on a wall" 3 'm.txt: goal 1,1 is on a wall (48m,48m; see --snap); the nearest open cell is 1,0'
same "--snap moves it" "$(goal_of -g 48m,48m --cell-size 32 --snap)" '[{"x":1,"y":0}]'
flowfield sectors m.txt -g 3,2 --from 5m,5m --cell-size 32 -q --csv t.csv
same "a source of sectors" "$(sed -n 2p t.csv | cut -d , -f 1-4,9-)" "0,0,1,reached,16,16"

# Walkers.
printf 'x,y,id\n40m,80m,7\n0,1,8\n' >agents.csv
flowfield walk m.txt -g 3,2 --from 10m,12m --agents agents.csv --cell-size 32 -q --paths paths.csv
same "walkers start in metres or in cells" "$(awk -F , '$2 == 0 { print $1, $3 "," $4, $9 "," $10 }' paths.csv)" \
	$'7 0.75,2 40,80\n8 0,1 16,48\n9 -0.1875,-0.125 10,12'
same "each point of a path is there twice" "$(awk -F , '
	NR == 1 { if ($0 !~ /class,wx,wy$/) print; next }
	{ x = ($3 + 0.5) * 32 - $9; y = ($4 + 0.5) * 32 - $10 }
	x * x + y * y > 1e-8 { print }
	int($9 / 32) != int($3 + 0.5) || int($10 / 32) != int($4 + 0.5) { print }' paths.csv)" ""
walks=(walk m.txt -g "3,2" --from "105m,141m" --agents agents.csv --radius 0.1 --cell-size 32 --origin "100,50,up" -q --simulate 0.5)
printf 'x,y,id\n140m,66m,7\n0,1,8\n' >agents.csv
flowfield "${walks[@]}" --trajectories t.csv --arrivals a.csv
same "so is each position of a crowd" "$(awk -F , '
	NR == 1 { if ($0 !~ /vx,vy,wx,wy$/) print; next }
	{ x = 100 + ($3 + 0.5) * 32 - $7; y = 50 + (2.5 - $4) * 32 - $8 }
	x * x + y * y > 1e-5 { print }' t.csv)" ""
same "and the last one of each walker" "$(tail -n +2 a.csv | cut -d , -f 8,9)" \
	"$(awk -F , '{ last[$2] = $7 "," $8 } END { print last[7]; print last[8]; print last[9] }' t.csv)"
# A point on an edge is in the cell with the larger wx and wy, also where y is turned.
printf '%s\n' .... .... .... >open.txt
flowfield walk open.txt -g 3,2 --from 0m,0m --from 32m,64m --radius 0.001 --snap --origin 0,0,up --cell-size 32 -q --paths - >p.csv
same "the bottom left corner is on the map" "$(awk -F , '$2 == 0 { print int($3 + 0.5) "," int($4 + 0.5) }' p.csv)" $'0,2\n1,0'

# Where it lies is in the report and in ESRI grids.
flowfield m.txt -g 3,2 -q --cell-size 2.5 --origin 1,-2,up --json report
same "the report says where the map lies" "$(json report map.resolution map.origin)" $'2.5\n{"axis":"up","x":1,"y":-2}'
same "and the command line" "$(json report options)" '--goal 3,2 --cell-size 2.5 --origin 1,-2,up'
flowfield m.txt -g 3,2 -q --cell-size 2.5 --json report
same "it lies at 0,0 by default" "$(json report map.resolution map.origin)" $'2.5\n{"axis":"down","x":0,"y":0}'
flowfield m.txt -g 3,2 -q --json report
same "without options it lies nowhere" "$(json report map | grep -c -e origin -e resolution)" 0
esri() {
	flowfield m.txt -g 3,2 -q --cost asc:- "$@" | sed -n 3,5p | paste -sd ' '
}
same "an ESRI grid has corner and size" "$(esri --cell-size 2.5 --origin 1,-2,up)" 'xllcorner 1 yllcorner -2 cellsize 2.5'
same "its y points up: -y of a world with y down" "$(esri --cell-size 2.5 --origin 1,-2)" 'xllcorner 1 yllcorner -5.5 cellsize 2.5'
same "not -0" "$(esri --origin 0,-3 --subdivide)" 'xllcorner 0 yllcorner 0 cellsize 0.5'

# A table with the columns is read back.
flowfield m.txt -g 3,2 -q --cell-size 32 --csv field.csv
flowfield m.txt -g 3,2 -q --csv plain.csv
try flowfield verify m.txt field.csv -g 100m,70m --cell-size 32
expect "verify reads it" 0 "" 'flowfield: field.csv: 4x3: all values*' ""
try flowfield diff field.csv plain.csv -q
expect "diff compares the rest" 0 "" "" ""

# One cell, in the same way.
echo . >one.txt
try flowfield one.txt -g 0m,0m --cell-size 0.001 -q --csv -
expect "a map of one cell" 0 $'x,y,*,wx,wy\n0,0,1,goal,0,8,0,0,0.0005,0.0005' "" ""
try flowfield one.txt -g 0.001m,0m --cell-size 0.001 -q --csv -
refused "ends after it" 3 'one.txt: goal 0.001m,0m is outside the map (from 0m,0m to 0.001m,0.001m)'
try flowfield one.txt -g 0,0 --cell-size 1000000 --origin 1000000000,-1000000000 -q --csv -
expect "large numbers" 0 $'x,y,*,wx,wy\n0,0,1,goal,0,8,0,0,1000500000,-999500000' "" ""

# Refusals.
size='expected a number from 0.001 to 1000000'
corner='expected X,Y, X,Y,up or X,Y,down with numbers from -1000000000 to 1000000000'
for wrong in 0 0.0009 1000001; do
	try flowfield m.txt -g 3,2 --cell-size=$wrong
	refused "--cell-size $wrong" 2 "--cell-size $wrong: out of range; $size"
done
for wrong in -1 nan inf '' 1m 1,1 1e3; do
	try flowfield m.txt -g 3,2 --cell-size="$wrong"
	refused "--cell-size '$wrong'" 2 "--cell-size $wrong: $size"
done
for wrong in '' 1 1,2,3 1,2,left 1,2,UP up ,up 1,up nan,0 1m,2m 1,2,up,down '1,'; do
	try flowfield m.txt -g 3,2 --origin="$wrong"
	refused "--origin '$wrong'" 2 "--origin $wrong: $corner"
done
try flowfield m.txt -g 3,2 --origin 1000000001,0
refused "an origin far away" 2 "--origin 1000000001,0: out of range; $corner"
try flowfield m.txt -g 130m,1m --cell-size 32
refused "a goal outside" 3 'm.txt: goal 130m,1m is outside the map (from 0m,0m to 128m,96m)'
try flowfield m.txt -g 1m,1m
refused "metres without a place" 2 'm.txt: goal 1m,1m: nothing says where this map lies in metres: see --cell-size and --origin'
printf 'x,y\n1,1\n200m,1m\n' >far.csv
try flowfield walk m.txt -g 3,2 --agents far.csv --cell-size 32
refused "a walker outside" 3 'm.txt: far.csv:3: walker 200m,1m is outside the map (from 0m,0m to 128m,96m)'
try flowfield m.txt -g 3,2 --tile-size 32
refused "other words for it" 2 'unknown option --tile-size: did you mean --cell-size?'

done_testing
