#!/bin/bash
# --budget stops after that many cells; the rest are marked as not yet known.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map terrain 40 30 3 >map.png
goal=(-g '20,15' --snap -q)

# count FILE CLASS: cells of that class in a table.
count() {
	awk -F, -v class="$2" '$4 == class' "$1" | wc -l
}

for model in '' '--metric octile' '--metric octile --flow gradient --corners lenient' \
	'--metric euclid' '--step mean --metric octile'; do
	read -ra words <<<"$model"
	for budget in 1 2 17 300; do
		flowfield map.png "${goal[@]}" "${words[@]}" --budget "$budget" --csv some.csv
		same "as many cells have a value: $model --budget $budget" \
			"$(($(count some.csv goal) + $(count some.csv reached)))" "$budget"
		try flowfield verify map.png some.csv "${goal[@]}" "${words[@]}"
		expect "and are right" 0 "" "" ""
	done
	flowfield map.png "${goal[@]}" "${words[@]}" --csv all.csv
	same "they have what they have without: $model" \
		"$(grep -vc ',not yet,' some.csv) $(awk -F, 'NR == FNR { v[$1 "," $2] = $5; next }
			$4 != "not yet" && v[$1 "," $2] != $5' all.csv some.csv)" \
		"$(($(count some.csv wall) + 301)) "
	flowfield map.png "${goal[@]}" "${words[@]}" --budget 100000 --csv more.csv
	same "a budget for all is none" "$(cmp all.csv more.csv 2>&1)" ""
done

# Outputs.
flowfield map.png "${goal[@]}" --budget 100 --reach reach.npy --integration i.npy --json j.json --regions r.csv \
	--ties t.csv --allocation a.csv
same "the class is 5 in data" "$(flowfield textconv reach.npy | grep -c '^0,0: 5')" 1
same "numbers have as many bits as without" "$(json j.json integration.bits)" 32
same "the report counts them" "$(json j.json cells.not_yet cells.unreached modifiers.budget | paste -sd ' ')" \
	"$((1200 - $(json j.json cells.wall) - 100)) 0 100"
try flowfield map.png -g 20,15 --snap --budget 100 --csv x.csv
expect "the summary, too" 0 x.csv "*1 goal, 99 reached, 0 unreached, * not yet (--budget)*" "+x.csv"
flowfield map.png "${goal[@]}" --csv all.csv
try flowfield diff all.csv x.csv
expect "diff tells them" 1 "*no longer computed*" "*" ""

# A cell that is not known yet makes no claim, but none may be cheaper than what is known.
awk -F, -v OFS=, '$4 == "reached" && $5 < 500 && !done++ { $4 = "not yet"; $5 = ""; $6 = 8; $7 = $8 = 0 } 1' x.csv >wrong.csv
try flowfield verify map.png wrong.csv "${goal[@]}"
expect "a cheaper cell that is missing is found" 1 "" "flowfield: wrong.csv: * values, *" ""

try flowfield map.png "${goal[@]}" --budget 5 --require 0,0 --csv y.csv
expect "what is required must be known" 1 "" "flowfield: map.png: not reached: 0,0 (not yet known: see --budget)" "+y.csv"

# Numbers of more than 32 bits stay whole, as in a run without.
wide=(map.png -g '20,15+10526880' --snap -q --metric octile)
flowfield "${wide[@]}" --csv all.csv --json all.json
flowfield "${wide[@]}" --budget 100 --csv some.csv --json some.json
same "numbers may need more bits than the starts of goals" \
	"$(json all.json integration.bits) $(json some.json integration.bits)" "64 64"
same "then they are whole" "$(awk -F, 'NR == FNR { v[$1 "," $2] = $5; next }
	$4 != "not yet" && v[$1 "," $2] != $5' all.csv some.csv)" ""

while IFS='|' read -r words message; do
	read -ra options <<<"$words"
	try flowfield map.png "${goal[@]}" --budget 5 "${options[@]}"
	refused "refused: $words" 2 "$message"
done <<'END'
--flee|--flee and --animate or --budget: a flee map grows out of a finished field
--sight|--budget and --sight: a line of sight may cross cells not yet computed
--max-unreached 3|--budget and --max-unreached: cells not yet computed may be reached
END
for value in 0 x; do
	try flowfield map.png "${goal[@]}" --budget $value
	refused "refused: --budget $value" 2 "--budget $value: *expected *"
done
try flowfield verify map.png x.csv "${goal[@]}" --budget 5
refused "verify needs none" 2 '--budget is not for verify'
done_testing
