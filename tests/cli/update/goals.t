#!/bin/bash
# update: goals after each step are those of a run.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 7 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 >map.pgm
pgm 7 1 255 255 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 >walled.pgm
pgm 7 255 0 255 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 >mask.pgm

echo 5,2,1,1 >late.csv

# after NAME MAP EDITS 'OPTION...' 'GOAL...': the last step is as a run of the map after it, of the goals after it.
after() {
	printf '%b' "$3" >edits.csv
	# shellcheck disable=SC2086 # words
	try flowfield update "$2" $4 --edits edits.csv -q -f --csv a.csv --cost after.pgm --allocation a.npy \
		--integration i.npy --vectors v.npy
	# Every second one of the split cells is a cell.
	[[ $4 != *--subdivide* ]] || flowfield update "$2" -g 3,2 --edits <(grep -v goal edits.csv || echo 1,0,0,1,1,open) \
		-q -f --cost after.pgm
	# shellcheck disable=SC2086 # words
	flowfield after.pgm $5 -q -f --csv b.csv --allocation b.npy --integration j.npy --vectors w.npy
	same "$1" "$status $(<"$err")$(cmp a.csv b.csv 2>&1)$(cmp a.npy b.npy 2>&1)$(cmp i.npy j.npy 2>&1)$(cmp v.npy w.npy 2>&1)" "0 "
}
after "goals behind one that goes have its numbers" map.pgm '1,1,1,1,1,5\n2,0,0,1,1,nogoal\n' "-g 0,0 -g 6,0 -g 3,2" "-g 6,0 -g 3,2"
after "a wall under an area is opened" walled.pgm '1,4,1,1,1,5\n2,1,0,1,1,open\n' "-g 0,0,2,1" "-g 0,0,2,1"
after "or beside a place between cells" walled.pgm '1,4,1,1,1,5\n2,2,0,1,1,open\n' "-g 2.5,0" "-g 2.5,0"
after "or under a mask" walled.pgm '1,4,1,1,1,5\n2,2,0,1,1,open\n' "--goals mask.pgm" "--goals mask.pgm"
after "a wall on a part of an area" map.pgm '1,1,0,1,1,wall\n' "-g 0,0,2,1" "-g 0,0,2,1"
after "goals are split" map.pgm '1,4,1,1,1,5\n2,5,2,1,1,goal\n' "-g 0,0 --subdivide" "-g 0,0 -g 5,2 --subdivide"
after "and go" map.pgm '1,4,1,1,1,5\n2,0,0,1,1,nogoal\n' "-g 0,0 -g 5,2 --subdivide" "-g 5,2 --subdivide"
after "with a mask, too" walled.pgm '1,2,0,1,1,open\n2,5,2,1,1,goal\n' "--goals mask.pgm --subdivide" \
	"--goals mask.pgm --goals late.csv --subdivide"
after "values of 64 bits are of 32 where these will do" map.pgm '1,4,1,1,1,5\n2,6,2,1,1,goal\n3,0,0,1,1,nogoal\n' \
	"-g 0,0+5000000000" "-g 6,2"

# All goals may go, and others come.
for options in "" "--metric euclid --sight" "--metric octile --flee" "--subdivide --radius 0.6" "--snap --max-cost 9"; do
	goal=1,1 other=5,1 allocation=(--allocation 'a{step}.npy' --ties 'a{step}.t.npy')
	[[ $options != *--flee* ]] || allocation=()
	printf '%s\n' "1,$goal,1,1,nogoal" 2,3,0,1,1,wall 3,3,0,1,1,open "4,$other,1,1,goal" >edits.csv
	# shellcheck disable=SC2086 # words
	try flowfield update map.pgm -g $goal $options --edits edits.csv --csv 'a{step}.csv' --json 'a{step}.json' \
		"${allocation[@]}" --regions 'a{step}.r.npy' --heatmap 'a{step}.png' -qf
	# shellcheck disable=SC2086 # words
	flowfield map.pgm -g $other $options -qf --csv b.csv
	same "no goal is left, and later there is one: $options" \
		"$status $(<"$err")$(cmp a4.csv b.csv 2>&1) $(jq -c '[.cells.reached, .goals]' a2.json)" "0  [0,[]]"
	rm a?.*
done

# update refuses what a run refuses, in its words.
refused_as_a_run() { # NAME EDITS MAP-OPTIONS
	printf '%b' "$2" >edits.csv
	flowfield update map.pgm -g 6,2 --edits edits.csv -q -f --cost after.pgm
	# shellcheck disable=SC2086 # words
	flowfield after.pgm $3 -q --csv b.csv -f 2>wanted || true
	# shellcheck disable=SC2086 # words
	try flowfield update map.pgm $3 --edits edits.csv -q --csv c.csv
	refused "$1" 3 "edits.csv:1:3: after this edit: map.pgm: $(sed 's/^flowfield: after.pgm: //' wanted)"
}
refused_as_a_run "a goal too near a wall on the map that is not split" '1,4,1,1,1,wall\n' "-g 3,1 --subdivide --radius .7"
refused_as_a_run "with --subdivide goals are called what they are in the file" '1,0,2,1,1,wall\n' "-g 0,2 --subdivide"
refused_as_a_run "so is one that only split cells close" '1,3,0,1,1,wall\n' "-g 3,1 --subdivide --radius .5001"

# Cells that see a goal are counted after repairs.
printf '%s\n' 1,3,0,1,1,wall 2,3,0,1,1,open 3,5,1,1,1,wall >edits.csv
flowfield update map.pgm -g 0,0 --sight --edits edits.csv --json '{step}.json' --cost '{step}.pgm' -q
for step in 1 2 3; do
	flowfield "$step.pgm" -g 0,0 --sight --json run.json -qf
	same "as many cells see a goal in step $step" "$(json "$step.json" in_sight 2>&1)" "$(json run.json in_sight 2>&1)"
done
done_testing
