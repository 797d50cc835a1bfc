#!/bin/bash
# Budgets that shrink at random: whatever the command, it does all that it does
# without one, or ends with status 5, says why, and leaves no file.
#
#	SEED=N    the numbers of that seed, not of the day
#	FULL=1    ten times as many budgets
. "$(dirname "$0")/../cli.sh"

new_folder
make_map caves 64 48 >map.png
make_map caves 64 48 5 >other.png
flowfield map.png -g 30,30 --snap -q --csv field.csv
flowfield other.png -g 30,30 --snap -q --csv changed.csv
printf '1,3,3,4,4,wall\n2,9,9,2,2,1\n' >edits.csv
printf 'x,y,group\n5,40,a\n6,41,b\n' >agents.csv
printf 'version 1\n0 map.png 64 48 3 3 30 30 1\n' >few.scen
mkdir old new
cp map.png field.csv old
cp other.png new/map.png
cp changed.csv new/field.csv
goal=(-g '30,30' --snap -q)

RANDOM=${SEED:=$(date +%j)}
rounds=$((${FULL:+10} + 0))
[[ $rounds -gt 0 ]] || rounds=1
echo "# seed $SEED"

# written: prints the outputs of a command, without the figures that differ from run to run.
written() {
	find . -type f -newer "$work/mark" \( -name '*.json' -printf '%P\n' -o -exec sha1sum {} + \) | sort
}
clear_written() {
	find . -mindepth 1 -newer "$work/mark" \( -type f -delete -o -type d -name 'made*' -exec rm -r {} + \)
}

# shrink WORD...: run it with less and less.
shrink() {
	local budget wanted left free=0 tries=0 refusals=0 wrong=
	touch "$work/mark"
	sleep 0.05 # clocks of files are coarse
	flowfield "$@" >"$work/out" 2>/dev/null || free=$?
	wanted="$(written) $(sha1sum <"$work/out")"
	clear_written
	for ((round = 0; round < rounds; round++)); do
		for ((budget = 60000000; budget > 10000; budget = budget * (40 + RANDOM % 55) / 100)); do
			status=0
			flowfield "$@" --max-memory $budget >"$work/out" 2>"$work/err" || status=$?
			tries=$((tries + 1))
			if [[ $status -eq 5 ]]; then
				refusals=$((refusals + 1))
				left=$(written)
				[[ -z $left && $(<"$work/err") == *"flowfield: "*"--max-memory allows "* ]] ||
					wrong+="$budget: $left $(<"$work/err")"$'\n'
				[[ -z $left && ! -e made ]] && continue
			elif [[ $status -ne $free || "$(written) $(sha1sum <"$work/out")" != "$wanted" ]]; then
				wrong+="$budget: status $status, $(written) $(<"$work/err")"$'\n'
			fi
			clear_written
		done
	done
	same "${*:1:9}" "$wrong$((refusals > 0 && refusals < tries))" 1
}
shrink map.png "${goal[@]}" --heatmap n.png --csv n.csv --json n.json
shrink map.png "${goal[@]}" --metric euclid --heatmap n.svg --with contours=9 --with values --scale 24 -j 1
shrink map.png "${goal[@]}" --metric octile --subdivide --radius 1 --sight --allocation n.npy --regions n.csv --ties n.png --bands m.npy
shrink map.png "${goal[@]}" --metric euclid --detour n.npy --clearance m.npy --with chokes,ridges --terrain n.png
shrink map.png "${goal[@]}" --gain n.npy --relief n.png
shrink map.png "${goal[@]}" --animate n.png
shrink map.png "${goal[@]}" --budget 100 --csv n.csv
shrink map.png "${goal[@]}" --out-dir made/n --csv n.csv
shrink sectors map.png "${goal[@]}" --from 5,40 --csv n.csv --portals n.png
shrink sectors map.png "${goal[@]}" --from 5,40 --metric euclid --exact --graph n.csv
shrink walk map.png "${goal[@]}" --agents agents.csv --goal a=3,40 --paths n.csv --arrivals m.csv
shrink walk map.png "${goal[@]}" --spawn 40 --simulate 9 --trajectories n.csv --density n.png
shrink update map.png "${goal[@]}" --edits edits.csv --csv 'n{step}.csv' --json n.json
shrink map.png "${goal[@]}" --from 5,40 --from 6,41 --paths n.csv --heatmap n.png
shrink at map.png "${goal[@]}" --metric euclid --sight 5,40 6,41 --json n.json
shrink verify map.png field.csv "${goal[@]}"
shrink sectors map.png --requests few.scen -q
shrink diff map.png other.png --out n.png --json n.json
shrink diff old new
shrink diff field.csv changed.csv
shrink compare map.png other.png "${goal[@]}" --out n.png

done_testing
