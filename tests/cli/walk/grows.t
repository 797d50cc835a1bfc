#!/bin/bash
# walk --batch: a crowd walks while its fields grow.  That walkers go where those of the library do is in edits.t.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 20 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 >row.pgm
row=(row.pgm -g '0,0' --from '2,0' --from '12,0' --simulate 60 --crowd dt=0.25)

# ---- walkers near a goal go first ----

flowfield walk "${row[@]}" --batch 1 --trajectories t.csv --arrivals a.csv --csv c.csv -q
# moves ID: when a walker first is where it did not start
moves() {
	awk -F, -v id="$1" '$2 == id && start == "" { start = $3 } $2 == id && $3 != start { print $1; exit }' t.csv
}
# The 3rd cell settles in the step that begins at 0.5 s, the 13th in that which begins at 3 s.
same "walkers wait for their cells" "$(moves 1) $(moves 2)" "0.75 3.25"
same "and all arrive" "$(cut -d, -f 7 a.csv | tail -n 2 | sort -u)" "arrived"
flowfield walk "${row[@]}" --csv plain.csv -q
same "in the end the field is whole" "$(cmp c.csv plain.csv 2>&1)" ""
rm ./*.csv

# ---- a field that grows at once is the field ----

make_map caves 64 48 >map.png
for options in "" "--metric octile" "--metric manhattan --subdivide" "--radius 0.6 --max-cost 40" "--goal red=40,30 --spawn 9:red --radius 0.8" \
	"--flow gradient --metric octile --speed 1,by-cost"; do
	crowd=(map.png -g '20,20' --snap --spawn 20 --simulate 90)
	# shellcheck disable=SC2086 # words
	flowfield walk "${crowd[@]}" $options --trajectories plain.csv --csv cells.csv --json plain.json -q
	# shellcheck disable=SC2086
	flowfield walk "${crowd[@]}" $options --trajectories t.csv --csv c.csv --json r.json --batch 100000 -q
	same "all cells in the first step: ${options:-euclid}" "$(cmp t.csv plain.csv 2>&1)$(cmp c.csv cells.csv 2>&1)" ""
	# shellcheck disable=SC2086
	flowfield walk "${crowd[@]}" $options --csv c.csv --json r.json --animate a.png --batch 9 -qf
	same "a few: the end is that of the whole field, after a film, too: ${options:-euclid}" \
		"$(cmp c.csv cells.csv 2>&1) $(jq -c '[.cells, .goals, .walk.lost]' r.json)" " $(jq -c '[.cells, .goals, .walk.lost]' plain.json)"
	rm ./*.csv ./*.json a.png
done

# ---- the film ----

put edits.csv 4,15,0,1,1,9 8,0,0,1,1,nogoal 9,5,0,1,1,goal
flowfield walk "${row[@]}" --batch 2 --edits edits.csv --animate film.png --fps 4,1 --scale 16 --bare -q
split_apng film.png film 4
# at FRAME X: the colour in the upper corner of a cell; a frame shows a step
at() {
	show_png "$(printf 'film/frame_%05d.png' "$1")" at "$(($2 * 16 + 2)),2"
}
ground=$(at 10 2)
# settled FRAME: how many of the cells 1 to 14 look as they do in a field that is finished
settled() {
	local x count=0
	for ((x = 1; x < 15; x++)); do
		[[ $(at "$1" $x) != "$ground" ]] || count=$((count + 1))
	done
	echo $count
}
same "two more cells a step" "$(for i in 0 1 2 4 7 10; do settled $i; done | xargs)" "0 1 3 7 13 14"
same "after an edit the field grows anew" "$(for i in 15 16 17 19; do settled $i; done | xargs)" "14 0 1 5"
same "without a goal there is none, and then another" "$(for i in 31 32 35 36 37; do settled $i; done | xargs)" "14 0 0 0 1"
differ "not yet does not look like unreached" "$(at 16 2)" "$(at 33 2)"
rm -r film film.png edits.csv

# ---- refusals ----

for option in --sight --flee "--sectors 8"; do
	# shellcheck disable=SC2086 # words
	try flowfield walk "${row[@]}" --batch 2 $option
	refused "${option% *}" 2 "--batch is not for --sight, --flee or --sectors, which need a field that is finished"
done
try flowfield walk row.pgm -g 0,0 --from 2,0 --batch 2
refused "no crowd" 2 "--edits and --batch are for --simulate SECONDS"
done_testing
