#!/bin/bash
# sectors --edits: after each step only what the edits touch is computed anew.
. "$(dirname "$0")/../cli.sh"

new_folder
# changed EDITS: the map, four rooms with doors, after edits of cells
changed() {
	perl -e '
		for $y (0 .. 39) { for $x (0 .. 59) {
			$grey[$y][$x] = ($x == 30 && $y != 9 && $y != 31) || ($y == 20 && $x != 14 && $x != 46) ? 255 : 1 + ($x * 7 + $y * 3) % 4
		} }
		for (split /\n/, $ARGV[0]) {
			($step, $left, $top, $w, $h, $what) = split /,/;
			next if $what =~ /goal/;
			for $y ($top .. $top + $h - 1) { for $x ($left .. $left + $w - 1) {
				$before[$y][$x] //= $grey[$y][$x];
				$grey[$y][$x] = $what eq "wall" ? 255 : $what eq "open" ? ($before[$y][$x] == 255 ? 1 : $before[$y][$x]) : $what
			} }
		}
		print "P2\n60 40\n255\n", map { join(" ", @$_), "\n" } @grey' "$1"
}
changed "" >map.pgm
edits=("1,30,9,1,1,wall" "2,30,31,1,1,40" "2,10,33,4,4,9" "3,55,5,1,1,goal" "3,50,30,1,1,nogoal" "4,30,8,1,2,open" "4,20,20,1,1,open" "5,5,5,1,1,wall")
sources=(--from '5,5' --from '8,35' --from '3,12')
goals=(-g '50,30' -g '50,30' -g '50,30' -g '55,5' -g '55,5' -g '55,5') # after each step

# ---- the same as a run on the edited map ----

for options in "" "--metric octile" "--metric octile --radius 1" "--metric euclid" "--exact" "--step mean --metric octile --corners cut"; do
	for step in 1 2 3 4 5; do
		table=$(printf '%s\n' "${edits[@]}" | awk -F, -v last="$step" '$1 <= last')
		changed "$table" >edited.pgm
		printf '%s\n' step,x,y,w,h,what "$table" >edits.csv
		# A source on a wall is refused at the beginning; here it has become one.
		((step < 5)) || sources=(--from '8,35' --from '3,12')
		outputs=(--csv cells.csv --graph graph.csv --json report.json --sectors 8 -q)
		# shellcheck disable=SC2086 # words
		flowfield sectors edited.pgm "${goals[@]:2*step:2}" "${sources[@]}" $options "${outputs[@]}"
		wanted=$(sha1sum cells.csv graph.csv; jq -c '[.sectors | .computed, .reached, (.sources | map(del(.expanded)))]' report.json)
		# shellcheck disable=SC2086
		flowfield sectors map.pgm -g 50,30 "${sources[@]}" $options --edits edits.csv "${outputs[@]}"
		same "up to step $step: $options" \
			"$(sha1sum cells.csv graph.csv; jq -c '[.sectors | .computed, .reached, (.sources | map(del(.expanded)))]' report.json)" "$wanted"
	done
	sources=(--from '5,5' --from '8,35' --from '3,12')
done
rm ./*

# ---- figures ----

changed "" >map.pgm
put edits.csv "# a door shuts, and far from the paths ground becomes dear" "1,30,9,1,1,wall" "2,57,2,1,1,7" "2,56,2,1,1,9"
walk=(map.pgm -g '50,12' --from '5,5' --sectors 8)
try flowfield sectors "${walk[@]}" --edits edits.csv --json r.json --portals p.svg
expect "steps are summed up" 0 $'r.json\np.svg' \
	'*; [0-9]* of 40 sectors computed, 1 of 1 sources reached*; 2 steps: 3 cells edited, 2 sectors priced again, [0-9]* of [0-9]* kept in * ms; *' "+p.svg +r.json"
same "each step prices the sector that it touches" \
	"$(jq -c '.sectors.steps | map([.step, .edits, .cells_edited, .priced, .reached])' r.json)" "[[1,1,1,1,1],[2,2,2,1,1]]"
passes "the new way has new sectors, and keeps others" jq -e '.sectors.steps[0] | .kept > 0 and .kept < .computed' r.json
passes "off the way all are kept" jq -e '.sectors.steps[1] | .kept == .computed and .computed > 5' r.json
same "the report is of the end" "$(jq -c '.sectors | .computed == .steps[-1].computed and .reached == .steps[-1].reached' r.json)" true
same "all that was priced is counted" "$(jq -c '.sectors | .priced - (.steps | map(.priced) | add)' r.json)" "$(
	flowfield sectors "${walk[@]}" --json - -q | jq .sectors.priced)"
legend() { # what the picture says of the last step
	grep -oE '[0-9]+ (priced again|computed anew|kept)' "$1" | tr '\n' ';'
}
same "the picture shows the last step" "$(legend p.svg)" "1 priced again;0 computed anew;$(jq '.sectors.computed' r.json) kept;"
put door.csv "1,30,9,1,1,wall"
flowfield sectors "${walk[@]}" --edits door.csv --portals door.svg -q
same "and in this one the door" "$(legend door.svg)" \
	"1 priced again;$(jq '.sectors.steps[0] | .computed - .kept' r.json) computed anew;$(jq '.sectors.steps[0].kept' r.json) kept;"
flowfield sectors "${walk[@]}" --portals plain.svg --json plain.json -q
same "without edits there is nothing to tell" "$(legend plain.svg)$(jq -c .sectors.steps plain.json)" "[]"
rm ./*.svg ./*.json

# ---- what becomes of sources and goals ----

put in.csv "1,5,5,1,1,wall"
try flowfield sectors "${walk[@]}" --edits in.csv --csv -
expect "a source that becomes a wall has no path" 0 'x,y,*' '*from source 5,5 no goal can be reached*0 of 1 sources reached*' ""
put out.csv "1,50,12,1,1,wall"
try flowfield sectors "${walk[@]}" --edits out.csv --csv -
refused "a goal that becomes a wall" 3 'out.csv:1:3: after this edit: map.pgm: goal 50,12 is on a wall*'
put none.csv "1,50,12,1,1,nogoal"
for options in "" "--exact" "--exact --metric euclid" "--sight"; do
	# shellcheck disable=SC2086 # words
	try flowfield sectors "${walk[@]}" $options --edits none.csv --json r.json --portals p.png --csv -
	expect "without a goal no sector is computed: $options" 0 'x,y,*' '*; 0 of 40 sectors computed, 0 of 1 sources reached;*' "+p.png +r.json"
	rm p.png r.json
done
put back.csv "1,50,12,1,1,nogoal" "2,50,12,1,1,goal"
flowfield sectors "${walk[@]}" --csv before.csv -q
flowfield sectors "${walk[@]}" --edits back.csv --csv after.csv -q
same "with the goal back all is as before" "$(cmp before.csv after.csv 2>&1)" ""
rm before.csv after.csv
put time.csv "time,x,y,w,h,what" "1.5,5,5,1,1,wall"
try flowfield sectors "${walk[@]}" --edits time.csv --csv -
refused "times" 3 'time.csv:1:1: *step,x,y,w,h,what*'
try flowfield sectors "${walk[@]}" --edits in.csv -n --csv c.csv
expect "a dry run reads the edits" 0 $'map: map.pgm, pgm, 60x40\nmemory: *\noutput: c.csv' "" ""

done_testing
