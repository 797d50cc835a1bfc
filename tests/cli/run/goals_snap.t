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
'"goal 2,0+5 or a part of it costs more than walking on to another goal: no walker stops there"]'

try flowfield map.pgm --snap -g 5,0
refused "a goal outside the map is none" 3 'map.pgm: goal 5,0 is outside the map (x 0..4, y 0..4)'
try flowfield map.pgm --snap -g 3,3,3,1
refused "nor is an area" 3 'map.pgm: goal 3,3,3,1 reaches outside the map (x 0..4, y 0..4)'
pgm 2 255 255 255 255 >solid.pgm
try flowfield solid.pgm --snap -g 0,0
refused "where all is wall there is nowhere to go" 3 'solid.pgm: no cell is open: there is nowhere to move a goal to'
try flowfield map.pgm --snap=1.5 -g 2,2
refused "--snap=N moves no farther than N cells" 3 \
	'map.pgm: goal 2,2 is on no open cell, and the nearest one, 2,0, is 2 cells away: --snap=1.5 moves no farther'
try flowfield map.pgm --snap=0 -g 2,2
refused "0 cells is no distance" 2 '--snap 0: out of range; expected a number from 0.5 to 1000000000'
try flowfield map.pgm --snap=2 -g 2,2 --csv - --json report.json
expect "as far as that it does" 0 "*" $'flowfield: warning: goal 2,2 is on no open cell: moved to 2,0\n*' "+report.json"
same "and that is recorded" "$(json report.json options)" '--goal 2,2 --snap=2'

# The refusal of a goal names the options that would help.
pgm 5 255 255 255 255 255 255 0 0 0 255 255 0 255 0 255 255 0 0 0 255 255 255 255 255 255 >lines.pgm
try flowfield lines.pgm -g 2,2
refused "black lines on white may be meant the other way round" 3 \
	'lines.pgm: goal 2,2 is on a wall (white is wall here; see --snap and --invert); the nearest open cell is 2,1'
try flowfield lines.pgm -g 1,1 --invert
refused "who has turned them is not told to" 3 'lines.pgm: goal 1,1 is on a wall (see --snap); the nearest open cell is 1,0'
try flowfield lines.pgm -g 9,9 -g 2,2
refused "nobody is told where another goal might move" 3 'lines.pgm: goal 9,9 is outside the map (x 0..4, y 0..4)'
# shellcheck disable=SC2046 # numbers
pgm 8 $(seq 100 139) 255 $(seq 30 52) >photo.pgm
try flowfield photo.pgm -g 0,5
refused "many greys may be meant as two" 3 \
	'photo.pgm: goal 0,5 is on a wall (see --snap and --wall-from); the nearest open cell is 0,4'
try flowfield solid.pgm -g 0,0
refused "where all is wall nothing is near" 3 'solid.pgm: goal 0,0 is on a wall (white is wall here; see --invert)'
# A floor plan: thin black lines, which cross its border.
# shellcheck disable=SC2046 # numbers
{
	pgm 10 $(perl -e 'print join " ", map { $_ % 10 == 5 || int($_ / 10) == 5 ? 0 : 255 } 0 .. 99') >plan.pgm
	pgm 10 $(perl -e 'print join " ", map { $_ % 10 == 5 ? 10 * int $_ / 10 : 255 } 0 .. 99') >soft.pgm
	pgm 3 0 255 255 255 255 255 0 0 0 >few.pgm
}
try flowfield plan.pgm -g 2,2 --snap --csv -
expect "--snap onto a line of a drawing says what may be meant" 0 '*' \
	$'flowfield: warning: goal 2,2 is on no open cell: moved to 5,2 (white is wall here, as is most of the map: see --invert)\n*' ""
try flowfield soft.pgm -g 2,2 --snap --csv -
expect "with soft lines, both options" 0 '*' \
	$'flowfield: warning: goal 2,2 * (white is wall here, as is most of the map: see --invert --wall-from 128)\n*' ""
try flowfield soft.pgm -g 2,2
refused "also where the goal is refused" 3 \
	'soft.pgm: goal 2,2 is on a wall (white is wall here; see --snap and --invert --wall-from 128); *'
moved='flowfield: warning: goal 1,1 is on no open cell: moved to 1,2'
try flowfield few.pgm -g 1,1 --snap --csv -
expect "not where walls are fewer" 0 '*' "$moved"$'\n*' ""
try flowfield plan.pgm -g 5,5 --snap --invert --csv -
expect "nor of who has turned it" 0 '*' $'flowfield: warning: goal 5,5 is on no open cell: moved to 4,4\n*' ""
pgm 9 1 255 1 1 1 1 1 1 1 \
	1 255 1 1 1 1 1 1 1 >closet.pgm
try flowfield closet.pgm -g 0,0 --max-cost 0 --csv -
expect "a run that reaches nothing says so" 0 "*" \
	$'flowfield: warning: nothing is reached except the goals: 15 cells are farther or unreached\n*' ""
try flowfield closet.pgm -g 0,0,1,2 --csv -
expect "so does one whose goals are shut in" 0 "*" \
	$'flowfield: warning: nothing is reached except the goals: 14 cells are unreached\n*' ""
pgm 2 1 1 >both.pgm
try flowfield both.pgm -g 0,0,2,1 --csv -
expect "where all is goal nothing is missing" 0 "*" $'flowfield: both.pgm: 2x1: 2 goals, 0 reached*' ""
try flowfield map.pgm -g 2,2
refused "without --snap a goal on a wall is an error" 3 'map.pgm: goal 2,2 is on a wall (see --snap); the nearest open cell is 2,0'

done_testing
