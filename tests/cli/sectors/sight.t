#!/bin/bash
# --sight in sectors: computed cells that see a goal point straight at it, as in a run.
. "$(dirname "$0")/../cli.sh"

samples=$root/samples
new_folder
# compare WITH WITHOUT PART: of the computed cells that sight turns in a run, those turned alike and all
compare() {
	paste -d ' ' "$1" "$2" "$3" | awk '
	function differ(a, b) { return (a - b)^2 > 1e-9 }
	NR > 1 {
		split($1, with, ","); split($2, without, ","); split($3, part, ",")
		if (part[4] == "reached" && (differ(with[7], without[7]) || differ(with[8], without[8]))) {
			all++
			same += part[6] == with[6] && part[7] == with[7] && part[8] == with[8]
		}
	}
	END { print same + 0 " " all + 0 }'
}
# On even ground euclid is exact, and points straight at goals in sight anyhow.
for model in manhattan "octile --corners cut" euclid; do
	ground=caves
	[[ $model != euclid ]] || ground=city
	for goals in "-g 48,32" "-g 20,20 -g 80,50"; do
		# shellcheck disable=SC2206 # words
		map=("$samples/$ground.png" $goals --snap --metric $model)
		flowfield "${map[@]}" --csv without.csv -q
		flowfield "${map[@]}" --sight --csv with.csv --json with.json -q
		flowfield sectors "${map[@]}" --from 6,6 --from 8,50 --sight --csv part.csv --json part.json -q
		read -r same all <<<"$(compare with.csv without.csv part.csv)"
		same "$model, $goals: cells that see a goal turn as in a run" "$same" "$all"
		passes "$model, $goals: and there are some, $all" test "$all" -gt 5
		flowfield sectors "${map[@]}" --from 6,6 --sight --sectors 1024 --csv one.csv --json one.json -q
		same "$model, $goals: one sector is the whole map" \
			"$(sha1sum <one.csv) $(json one.json in_sight)" "$(sha1sum <with.csv) $(json with.json in_sight)"
		[[ $model == euclid ]] ||
			passes "$model, $goals: which can be verified" flowfield verify "${map[@]:0:1}" part.csv "${map[@]:1}" --sight -q
		flowfield sectors "${map[@]}" --from 6,6 --from 8,50 --sight --json alone.json -q
		same "$model, $goals: the report alone says the same" \
			"$(json alone.json in_sight directions cells paths)" "$(json part.json in_sight directions cells paths)"
	done
done

# The mark.
new_folder
map=("$samples/rooms.png" -g "89,60" --from "6,6")
try flowfield sectors "${map[@]}" --with sight --reach r.svg --json r.json -q
expect "sight is a mark" 0 "" "" "+r.json +r.svg"
same "of cells that the report counts" "$(($(json r.json in_sight) > 10))" 1
passes "which is drawn" grep -q 'id="sight"' r.svg

# The smallest.
pgm 1 7 >one.pgm
try flowfield sectors one.pgm -g 0,0 --from 0,0 --sight --csv - -q
expect "a map of one cell" 0 $'x,y,*\n0,0,7,goal,0,8,0,0' "" ""

done_testing
