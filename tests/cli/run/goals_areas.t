#!/bin/bash
# --goal: several, areas, start costs, and places between cells.
. "$(dirname "$0")/../cli.sh"

new_folder
# cells NAME WANTED OPTION...: class and integration of all cells of map.pgm, as in "g0 r1 u w".
cells() {
	try flowfield map.pgm -q --csv - "${@:3}"
	same "$1" "$(awk -F , 'NR > 1 { print substr($4, 1, 1) $5 }' "$out" | paste -sd ' ')" "$2"
}
alike() { # NAME GOALS OTHER-GOALS OPTION...: both give the same cells
	local one
	# shellcheck disable=SC2086 # options and their values
	one=$(flowfield map.pgm -q --csv - $2 "${@:4}")
	# shellcheck disable=SC2086
	same "$1" "$(flowfield map.pgm -q --csv - $3 "${@:4}" | sha1sum)" "$(sha1sum <<<"$one")"
}

pgm 5 1 1 1 1 1 >map.pgm
cells "the nearest of several goals counts" "g0 r1 r2 r1 g0" -g 0,0 -g 4,0
cells "a start cost puts a goal off" "g3 r3 r2 r1 g0" -g 0,0+3 -g 4,0
cells "by all of it" "g7 r8 r9 r10 r11" -g 0,0+7
cells "a goal of which another is cheaper is none" "r4 r3 r2 r1 g0" -g 0,0+9 -g 4,0
cells "of one cell's start costs the least counts" "g2 r3 r4 r5 r6" -g 0,0+3 -g 0,0+2 -g 0,0+5
cells "an area" "r1 g0 g0 g0 r1" -g 1,0,3,1
cells "with a start cost" "r6 g5 g5 g5 r6" -g 1,0,3,1+5
cells "an area of one cell" "r1 g0 r1 r2 r3" -g 1,0,1,1
try flowfield map.pgm -g 0,0+9 -g 4,0 --csv a.csv
expect "such a goal is worth a warning" 0 a.csv "flowfield: warning: goal 0,0+9 or a part of it costs more \
than walking on to another goal: no walker stops there
flowfield: map.pgm: 5x1: 1 goal, 4 reached, 0 unreached, 0 wall; farthest 4; [0-9]* ms" "+a.csv"
try flowfield map.pgm -g 0,0+4 -g 4,0 --csv a.csv
expect "one that costs just as much as the way to another is still one" 0 a.csv \
	"flowfield: map.pgm: 5x1: 2 goals, *" "~a.csv"

# Goals between cells: the four, two or one nearest.
pgm 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 >map.pgm
cells "1.5,1.5 is four cells" "r2 r1 r1 r2 r1 g0 g0 r1 r1 g0 g0 r1 r2 r1 r1 r2" -g 1.5,1.5
cells "1.5,1 is two" "r2 r1 r1 r2 r1 g0 g0 r1 r2 r1 r1 r2 r3 r2 r2 r3" -g 1.5,1
cells "1,1.5 is two" "r2 r1 r2 r3 r1 g0 r1 r2 r1 g0 r1 r2 r2 r1 r2 r3" -g 1,1.5
cells "1.4,1.49 is one" "r2 r1 r2 r3 r1 g0 r1 r2 r2 r1 r2 r3 r3 r2 r3 r4" -g 1.4,1.49
cells "0.51,1 is the next one" "r2 r1 r2 r3 r1 g0 r1 r2 r2 r1 r2 r3 r3 r2 r3 r4" -g 0.51,1
cells "-0.5,-.5 is the first cell" "g0 r1 r2 r3 r1 r2 r3 r4 r2 r3 r4 r5 r3 r4 r5 r6" -g -0.5,-.5
cells "3.5,3.5 is the last one" "r6 r5 r4 r3 r5 r4 r3 r2 r4 r3 r2 r1 r3 r2 r1 g0" -g 3.5,3.5
cells "with a start cost" "r4 r3 r3 r4 r3 g2 g2 r3 r3 g2 g2 r3 r4 r3 r3 r4" -g 1.5,1.5+2
alike "1.5,1.5 is the area of those four" "-g 1.5,1.5" "-g 1,1,2,2" --metric octile

# Walls in an area are no goals; what is open is.
pgm 4 1 1 255 1 1 255 1 1 >map.pgm
cells "the open cells of an area are the goal" "r1 g0 w r2 r2 w g0 r1" -g 1,0,2,2
cells "of the cells around a place, too" "r1 g0 w r2 r2 w g0 r1" -g 1.5,0.5

for kind in caves city random; do
	make_map --pgm $kind 70 50 9 >map.pgm
	for model in '' '--metric octile --corners cut' '--metric octile --step mean' '--flow gradient'; do
		# shellcheck disable=SC2046,SC2086
		alike "$kind: an area is the union of its cells${model:+ with $model}" "-g 30,20,12,9" "$(
			flowfield map.pgm -q -g 30,20,12,9 --csv - | awk -F , '$4 == "goal" { print "-g " $1 "," $2 }')" $model
		# shellcheck disable=SC2086
		same "and a start cost shifts all of it${model:+ with $model}" "$(
			flowfield map.pgm -q -g 30,20,12,9+1000 --csv - $model | awk -F , -v OFS=, '
				NR > 1 && $5 != "" { $5 = sprintf("%.6f", $5 - 1000) } { print }' | sha1sum)" "$(
			flowfield map.pgm -q -g 30,20,12,9 --csv - $model | awk -F , -v OFS=, '
				NR > 1 && $5 != "" { $5 = sprintf("%.6f", $5) } { print }' | sha1sum)"
	done
done

refuses() { # TEXT OPTION...
	try flowfield map.pgm "${@:2}"
	refused "${*:2} is refused" 3 "map.pgm: goal $1"
}
pgm 3 1 2 255 255 255 4 >map.pgm
inside='(x 0..2, y 0..1)'
refuses "1,1,3,1 reaches outside the map $inside" -g 1,1,3,1
refuses "0,0,3,3 reaches outside the map $inside" -g 0,0,3,3
refuses "-1,0,2,1 reaches outside the map $inside" -g -1,0,2,1
refuses "-0.6,0 is outside the map $inside" -g -0.6,0
refuses "0,1.51 is outside the map $inside" -g 0,1.51
refuses "2.50001,0+3 is outside the map $inside" -g 2.50001,0+3
refuses "1000000000,1000000000 is outside the map $inside" -g 1000000000,1000000000
refuses "1073741824,0,1073741824,1 reaches outside the map $inside" -g 1073741824,0,1073741824,1
refuses "0,1,2,1 has no open cell (see --snap); the nearest open cell is 0,0" -g 0,1,2,1
refuses "0.5,1 is on a wall (see --snap); the nearest open cell is 0,0" -g 0.5,1
refuses "1,1+5 is on a wall (see --snap); the nearest open cell is 1,0" -g 0,0 -g 1,1+5
try flowfield map.pgm -g 0,0+1000000000001
refused "a start cost that is too high" 2 "--goal 0,0+1000000000001: *"

done_testing
