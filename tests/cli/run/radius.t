#!/bin/bash
# --radius: where walkers that are discs have no room.
. "$(dirname "$0")/../cli.sh"

new_folder
# closes NAME WANTED OPTION...: the cells of map.pgm, # for those that are classed as wall.
closes() {
	try flowfield map.pgm -q --csv cells.csv "${@:3}"
	same "$1" "$(awk -F , -v w="$(awk 'NR == 2 { print $1 }' map.pgm)" 'NR > 1 {
		printf "%s%s", $4 == "wall" ? "#" : ".", $1 == w - 1 ? "\n" : "" }' cells.csv)" "$2"
}
# A post in a yard of 7x7: beside it is 0.5, at its corners 0.707, one further 1.5.
# shellcheck disable=SC2046
pgm 7 $(printf '1 %.0s' {1..24}) 255 $(printf '1 %.0s' {1..24}) >map.pgm
free='.......
.......
.......
...#...
.......
.......
.......'
closes "0 closes nothing" "$free" -g 1,1 --radius 0
closes "0.5 neither" "$free" -g 1,1 --radius 0.5
plus='#######
#.....#
#..#..#
#.###.#
#..#..#
#.....#
#######'
closes "more than that closes what is beside walls and edges" "$plus" -g 1,1 --radius 0.5000001
closes "0.7071 is less than half of sqrt(2)" "$plus" -g 1,1 --radius 0.7071
ring='#######
#.....#
#.###.#
#.###.#
#.###.#
#.....#
#######'
closes "0.70711 is more: corners" "$ring" -g 1,1 --radius 0.70711
closes "1 closes no more" "$ring" -g 1,1 --radius 1
closes "a cell that just fits stays" "$ring" -g 1,1 --radius 1.5
same "a closed cell keeps the map's cost" \
	"$(awk -F , '$4 == "wall" { print $3 }' cells.csv | sort -n | uniq -c | xargs)" \
	"32 1 1 255"
same "and has neither a value nor a direction" "$(grep '^3,2,' cells.csv)" "3,2,1,wall,,8,0,0"
same "walkers go round: 8 steps to the far corner" "$(grep '^5,5,' cells.csv | cut -d , -f 4,5)" "reached,8"

pgm 5 1 1 1 1 1 1 255 1 1 1 1 1 1 1 1 >map.pgm
closes "a map with little room" '.....
.#...
.....' -g 0,0 --radius 0.5
closes "has less" '#####
###.#
#####' -g 3,1 --radius 0.6

try flowfield map.pgm -g 3,1 --radius 2
refused "a radius that closes the goal" 3 'map.pgm: goal 3,1 is too near a wall for --radius'
try flowfield map.pgm -g 0,0 -g 3,1 --radius 1
refused "or one of them" 3 'map.pgm: goal 0,0 is too near a wall for --radius (see --snap); the nearest open cell is 3,1'
try flowfield map.pgm -g 0,0,3,2 --radius 1
refused "or all of an area" 3 'map.pgm: goal 0,0,3,2 is too near a wall for --radius (see --snap); the nearest open cell is 3,1'
try flowfield map.pgm -g 1,1 --radius 1
refused "a wall is a wall" 3 'map.pgm: goal 1,1 is on a wall (see --snap); the nearest open cell is 3,1'
rm cells.csv
try flowfield map.pgm -g 0,0 --radius 0.6 --snap --csv cells.csv
expect "--snap moves a goal to where there is room" 0 cells.csv \
	"flowfield: warning: goal 0,0 is on no open cell: moved to 3,1
flowfield: map.pgm: 5x3: 1 goal, 0 reached, 0 unreached, 14 wall; farthest 0; *" "+cells.csv"
try flowfield map.pgm -g 3,1 --radius 0.6 --require 4,1 --csv new.csv -q
expect "a closed cell is not reached" 1 "" "flowfield: map.pgm: not reached: 4,1 (too near a wall)" "+new.csv"
try flowfield map.pgm -g 3,1 --radius 0.6 --json - -q
same "the report has the radius" "$(json "$out" modifiers.radius cells.wall)" $'0.6\n14'

done_testing
