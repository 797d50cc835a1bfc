#!/bin/bash
# --snap: a goal on a wall moves to the nearest open cell, and that is said.
. "$(dirname "$0")/../cli.sh"

new_folder
# moves NAME FROM TO OPTION...: the goal given moves there, which is said and done.
moves() {
	try flowfield map.pgm --snap --csv cells.csv "${@:4}"
	same "$1" "$status $(head -n 1 "$err")" \
		"0 flowfield: warning: goal $2 is on no open cell: moved to $3"
	same "that is where the goal is" "$(awk -F , '$4 == "goal" { print $1 "," $2 }' cells.csv)" "${3%+*}"
}
# stays NAME OPTION...
stays() {
	try flowfield map.pgm --snap --csv - "${@:2}"
	expect "$1" 0 "*" "flowfield: map.pgm: *" ""
}
pgm 5 1 1 1 1 1 \
	1 255 255 255 1 \
	1 255 255 255 1 \
	1 255 255 255 2 \
	1 1 1 1 1 >map.pgm
stays "a goal on open ground stays" -g 4,3
moves "to the nearest cell" 1,2 0,2 -g 1,2
moves "of equals to the first in reading order" 2,2 2,0 -g 2,2
moves "likewise at a corner: up before left" 1,1 1,0 -g 1,1
moves "left before right and down" 1,3 0,3 -g 1,3
moves "costs are nothing to that" 3,3 4,3 -g 3,3
moves "a start cost comes along" 2,3+9 2,4+9 -g 2,3+9
moves "a place between cells moves to one cell" 1.5,2.5 0,2 -g 1.5,2.5
moves "or a bit off the middle" 2,2.2 2,4 -g 2,2.2
moves "an area moves from its middle" 2,1,2,3 4,2 -g 2,1,2,3
stays "an area with an open cell stays" -g 2,1,2,4
stays "so does a place with one" -g 2.5,0.5
printf '# list\n3,1\n' >goals.csv
moves "goals of a list move, too" 3,1 3,0 --goals goals.csv
pgm 5 0 0 0 0 0 0 0 7 0 0 0 0 7 0 0 0 0 0 0 0 0 0 0 0 0 >mask.pgm
moves "so do those of a mask, from their first cell" 'level 7' 2,0 --goals mask.pgm
try flowfield map.pgm --snap --json - -g 1,1 -g 2,2+5 -q
same "the report has the goals as they are now" "$(json "$out" goals)" '[{"x":1,"y":0},{"cost":5,"x":2,"y":0}]'
same "and what has been said" "$(json "$out" warnings)" '["goal 1,1 is on no open cell: moved to 1,0",'\
'"goal 2,2+5 is on no open cell: moved to 2,0+5",'\
'"goal 2,0+5 or a part of it is dearer than walking on to another: nobody stops there"]'

try flowfield map.pgm --snap -g 5,0
refused "a goal outside the map is none" 3 'map.pgm: goal 5,0 is outside the map (x 0..4, y 0..4)'
try flowfield map.pgm --snap -g 3,3,3,1
refused "nor is an area" 3 'map.pgm: goal 3,3,3,1 reaches outside the map (x 0..4, y 0..4)'
pgm 2 255 255 255 255 >solid.pgm
try flowfield solid.pgm --snap -g 0,0
refused "where all is wall there is nowhere to go" 3 'solid.pgm: no cell is open: there is nowhere to move a goal to'
try flowfield map.pgm -g 2,2
refused "without --snap a goal on a wall is an error" 3 'map.pgm: goal 2,2 is on a wall'

done_testing
