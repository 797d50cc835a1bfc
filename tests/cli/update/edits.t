#!/bin/bash
# update: after each step all is as in a run of the map that was edited.
. "$(dirname "$0")/../cli.sh"

new_folder
# edited MAP X,Y,W,H,COST...: a plain map with other costs, on standard output.
edited() {
	awk -v edits="${*:2}" '
		NR == 2 { w = $1 }
		NR > 3 {
			x = (NR - 4) % w; y = int((NR - 4) / w)
			n = split(edits, edit, " ")
			for (i = 1; i <= n; i++) {
				split(edit[i], e, ",")
				if (x >= e[1] && x < e[1] + e[3] && y >= e[2] && y < e[2] + e[4])
					$0 = e[5]
			}
		}
		{ print }
	' "$1"
}
# as_a_run NAME MAP TABLE OPTION...: a table is that of a run of the map.
as_a_run() {
	flowfield "$2" -q --csv wanted.csv "${@:4}"
	if cmp -s "$3" wanted.csv; then
		tap_line ok "$1"
	else
		tap_line "not ok" "$1" "$(diff "$3" wanted.csv | head -n 6)"
	fi
}
pgm 6 1 1 2 1 1 1 1 255 255 255 255 1 1 1 3 1 1 1 4 1 255 1 1 1 >map.pgm

# Each kind of edit, step by step.
cat >edits.csv <<'END'
step,x,y,w,h,what # all that can happen
0,2,1,1,1,open

3,5,0,1,2,wall
3,0,2,3,2,9
10,0,2,6,2,open
10,5,0,1,1,open
11,0,3,1,1,goal
12,0,0,1,1,nogoal
12,3,0,1,1,goal
END
try flowfield update map.pgm -g 0,0 --edits edits.csv --csv '{step}.csv'
expect "a table a step" 0 $'0.csv\n3.csv\n10.csv\n11.csv\n12.csv' \
	"flowfield: map.pgm: 6x4: 2 goals, *
flowfield: map.pgm: 5 steps: * cells edited*" "+0.csv +10.csv +11.csv +12.csv +3.csv"
edited map.pgm 2,1,1,1,1 >0.pgm
as_a_run "a wall of the file is opened at a cost of 1" 0.pgm 0.csv -g 0,0
edited 0.pgm 5,0,1,2,255 0,2,3,2,9 >3.pgm
as_a_run "walls and costs, in one step" 3.pgm 3.csv -g 0,0
edited 3.pgm 0,2,2,1,1 2,2,1,1,3 0,3,1,1,4 1,3,1,1,1 2,3,1,1,1 0,2,1,1,1 5,0,1,1,1 >10.pgm
as_a_run "open is what it cost in the file" 10.pgm 10.csv -g 0,0
as_a_run "one goal more" 10.pgm 11.csv -g 0,0 -g 0,3
as_a_run "one goal less, and another one" 10.pgm 12.csv -g 0,3 -g 3,0

# All that a run writes, in each model.
make_map --pgm island 40 30 >island.pgm
make_map --pgm rooms 40 30 >rooms.pgm
printf '%s\n' '1,10,3,1,20,wall' '2,10,10,1,2,open' '2,3,3,20,4,7' '2,35,20,2,2,goal' '5,0,28,40,2,wall' >edits.csv
for options in '--metric manhattan' '--metric octile --corners cut' '--metric octile --step mean --max-cost 40' \
	'--metric octile --step hops --flow sum' '--metric octile --flow differences' '--metric euclid' '--metric euclid --radius 0.7' '--sight' '--metric octile --subdivide' '--flee' \
	'-g 20,15+5000000000 --metric octile' '--metric manhattan --radius 0.9 --subdivide'; do
	layers='--integration l.npy --directions d.csv --vectors v.npy --reach r.npy --regions g.npy --ties t.npy
		--heatmap h.png --cost c.npy --csv a.csv'
	[[ $options = *--flee* ]] || layers+=' --allocation o.npy'
	# shellcheck disable=SC2086 # words
	try flowfield update rooms.pgm -g 20,15 --snap --edits edits.csv -q $options $layers --out-dir update
	same "nothing is found wrong with $options" "$status $(<"$err")" "0 "
	flowfield update rooms.pgm -g 20,15 --snap --edits edits.csv -q --cost after.pgm
	# shellcheck disable=SC2086 # words
	flowfield after.pgm -q -g 20,15 --snap $options -g 35,20,2,2 $layers --out-dir run
	# Pictures say of which run they are.
	flowfield diff update/h.png run/h.png -q && rm {update,run}/h.png
	same "gives what a run gives" "$(diff -rq update run)" ""
	rm -r update run
done

# Goals that are moved are moved again, from where they were wanted.
printf '%s\n' '1,18,13,5,5,wall' '2,30,3,1,1,goal' '3,20,15,1,1,open' '4,20,15,1,1,nogoal' '4,28,0,4,9,wall' >edits.csv
flowfield update rooms.pgm -g 20,15 --snap --edits edits.csv --cost '{step}.pgm' -q
for options in '' '--subdivide --radius 0.8'; do
	# shellcheck disable=SC2086 # words
	flowfield update rooms.pgm -g 20,15 --snap --edits edits.csv --csv '{step}.csv' -q $options
	for step in '1 -g 20,15' '2 -g 20,15 -g 30,3' '3 -g 20,15 -g 30,3' '4 -g 30,3'; do
		# shellcheck disable=SC2086 # words
		as_a_run "goals are moved in step ${step%% *} $options" "${step%% *}.pgm" "${step%% *}.csv" --snap \
			${step#* } $options
	done
done

# A goal that is removed from where it cost as much to walk to another one.
pgm 4 1 1 1 1 >row.pgm
echo 1,3,0,1,1,nogoal >edits.csv
flowfield update row.pgm -g 0,0 -g 3,0+3 --edits edits.csv --csv 1.csv -q
as_a_run "a cell is no goal any more, and its value is as it was" row.pgm 1.csv -g 0,0
put wall.csv '1,0,0,2,1,wall'
put number.csv '1,0,0,2,1,255'
pgm 4 1 1 1 1 >row.pgm
flowfield update row.pgm -g 3,0 --edits wall.csv --csv - -q >wall.out
try flowfield update row.pgm -g 3,0 --edits number.csv --csv - -q
expect "255 is a wall" 0 "$(<wall.out)" "" ""

done_testing
