#!/bin/bash
# update: what makes no sense is refused, with its place, and changes nothing.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 4 1 1 1 1 1 1 255 1 >map.pgm
pgm 3 1 1 1 1 1 1 >small.pgm
pgm 4 0 3 3 0 0 0 0 0 >mask.pgm
echo 1,1,1,1,1,wall >edits.csv

# lines NAME TEXT WHERE: edits that end with an error.
lines() {
	printf '%b' "$2" >e.csv
	try flowfield update map.pgm -g 0,0 --edits e.csv "${@:4}"
	refused "$1" 3 "e.csv:$3"
}
lines "outside of the map" '3,3,1,2,1,2\n' "1:7: rectangle 3,1,2,1 is not inside the map (x 0..3, y 0..1)"
lines "left of it" '3,-1,1,2,1,2\n' "1:3: x is not in 0..2147483647"
lines "so it is with --subdivide" '3,4,1,1,1,2\n' "1:3: rectangle 4,1,1,1 is not inside the map (x 0..3, y 0..1)" --subdivide
lines "a goal on a wall" '# one\n5,1,0,1,1,3\n5,2,1,1,1,goal\n5,1,0,1,1,4\n' "3:3: after this edit: map.pgm: goal 2,1 is on a wall (see --snap); the nearest open cell is 2,0"
lines "a goal walled in" '5,0,0,2,2,wall\n6,0,0,1,1,open\n' "1:3: after this edit: map.pgm: goal 0,0 is on a wall (white is wall here; see --snap and --invert); the nearest open cell is 2,0"
lines "where no goal is" '5,1,0,3,2,nogoal\n' "1:3: no goal is in this rectangle"
lines "a part of a goal" '5,1,0,1,1,nogoal\n' "1:3: a part of a goal is outside of the rectangle" -g 1,0,2,1
lines "a part of one between cells" '5,1,0,1,1,nogoal\n' "1:3: a part of a goal is outside of the rectangle" -g 1.5,0
lines "a part of a mask's" '5,1,0,1,1,nogoal\n' "1:3: a part of a goal is outside of the rectangle" --goals mask.pgm
make_map --pgm empty 20 10 >wide.pgm
mistakes "what is wrong with a line is told with its place" flowfield update wide.pgm -g 0,0 --edits f <<'END'
 has no edit <= %s
 has no edit <= step,x,y,w,h,what\n# 1\n
1:13: what is missing <= step,x,y,w,h\n
1:10: step,x,y,w,h,what, or a number expected <= step,x,y,h,w,what\n
1:1: step,x,y,w,h,what, or a number expected <= what,x\n
2:1: step is not a whole number <= 0,0,0,1,1,1\nstep,x,y,w,h,what\n
2:2: x is missing <= 0,0,0,1,1,1\n1\n
1:3: a comma expected <= 0 0,0,1,1,1\n
1:1: step is not in 0..999999 <= -1,0,0,1,1,1\n
1:1: step is not in 0..999999 <= 1000000,0,0,1,1,1\n
3:2: step is below the one before <= 3,0,0,1,1,1\n\n 2,0,0,1,1,1\n
1:7: w is not in 1..2147483647 <= 0,0,0,0,1,1\n
1:9: h is not a whole number <= 0,0,0,1,1.5,1\n
1:9: rectangle 19,0,2,1 is not inside the map (x 0..19, y 0..9) <= 0, 19,0,2,1,1\n
1:9: rectangle 0,9,1,2 is not inside the map (x 0..19, y 0..9) <= 0,0,9,1,2,1\n
1:5: rectangle 0,10,30,2 is not inside the map (x 0..19, y 0..9) <= 0,0,10,30,2,1\n
1:3: rectangle 2147483647,0,2147483647,1 is not inside the map (x 0..19, y 0..9) <= 0,2147483647,0,2147483647,1,1\n
1:11: a cost in 1..254, wall (or 255), open, goal or nogoal expected <= 0,0,0,1,1,0\n
1:11: a cost in 1..254, wall (or 255), open, goal or nogoal expected <= 0,0,0,1,1,256\n
1:11: a cost in 1..254, wall (or 255), open, goal or nogoal expected <= 0,0,0,1,1,walls\n
1:11: a cost in 1..254, wall (or 255), open, goal or nogoal expected <= 0,0,0,1,1,cost\n
1:10: what is missing <= 0,0,0,1,1\n
1:16: the end of the line expected <= 0,0,0,1,1,wall 2\n
1:1: step,x,y,w,h,what, or a number expected <= time,x,y,w,h,what\n
1:1: step is not a whole number <= 2.5,0,0,1,1,1\n
1:3: x is not in 0..2147483647 <= 0,-1,1,2,1,2\n
END
mistakes "and with one of a walk, which has a time" flowfield walk wide.pgm -g 0,0 --spawn 1 --simulate 9 --edits f <<'END'
1:1: time,x,y,w,h,what, or a number expected <= step,x,y,w,h,what\n
2:1: time is below the one before <= 2.5,0,0,1,1,1\n2.4,0,0,1,1,1\n
1:1: time is not a number from 0 to 1000000 <= -1,0,0,1,1,1\n
1:1: time is not in 0..1000000 <= 1000001,0,0,1,1,1\n
1:1: time,x,y,w,h,what, or a number expected <= x,0,0,1,1,1\n
END
printf '1,1,0,2,1,nogoal\n' >e.csv
try flowfield update map.pgm -g 0,0 --goals mask.pgm --edits e.csv -q --csv a.csv
expect "all of a mask's" 0 '' '' "+a.csv"
rm a.csv

try flowfield update map.pgm -g 0,0
refused "without a change" 2 "there is no change: give --edits FILE"
try flowfield update map.pgm --edits edits.csv
refused "without a goal" 2 "there is no goal: give --goal X,Y"
try flowfield update map.pgm -g 0,0 --edits none.csv
refused "without that file" 3 "none.csv: No such file or directory"
try flowfield update - -g 0,0 --edits - </dev/null
refused "both from standard input" 2 "standard input can be read only once"
for option in "--budget 5" "--batch 5"; do
	# shellcheck disable=SC2086 # two words
	try flowfield update map.pgm -g 0,0 --edits edits.csv $option
	refused "$option" 2 "${option% *} is not for update"
done
try flowfield map.pgm -g 0,0 --edits edits.csv
refused "--edits without update" 2 "unknown option --edits: flowfield sectors, flowfield walk and flowfield update have it"
try flowfield update map.pgm -g 0,0 --edits edits.csv --flee --animate a.png
refused "a film of flight" 2 "--flee and --animate: *"
try flowfield update map.pgm -g 0,0 --edits edits.csv --max-memory 64K
refused "more memory than is allowed" 5 "map.pgm: out of memory for *: * needed, * in use, --max-memory allows 64 KiB"

# Answers are about the last step.
printf '%s\n' 1,1,0,1,2,wall 2,1,0,1,1,open >edits.csv
try flowfield update map.pgm -g 0,0 --edits edits.csv -q --require 3,0 --csv a.csv
expect "what is reached in the end" 0 '' '' "+a.csv"
rm a.csv
echo 1,1,0,1,2,wall >edits.csv
try flowfield update map.pgm -g 0,0 --edits edits.csv -q --require 3,0 --csv a.csv
expect "and what is not" 1 '' "flowfield: *3,0*" "+a.csv"
done_testing
