#!/bin/bash
# --max-cost, --require, --max-unreached: questions with an answer, which is the exit status.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 4 1 2 255 7 0 255 255 1 1 3 254 255 >map.pgm
# From 0,0:  0 2 # -   1 # # -   2 5 259 #

# yes NAME OPTION...
yes_to() {
	try flowfield map.pgm -g 0,0 --csv cells.csv -f "${@:2}"
	expect "$1" 0 cells.csv 'flowfield: map.pgm: 4x3: *' "+cells.csv"
	rm -f cells.csv
}
# no_to NAME TEXT OPTION...: the outputs are written all the same.
no_to() {
	try flowfield map.pgm -g 0,0 --csv cells.csv "${@:3}"
	expect "$1" 1 cells.csv $'flowfield: map.pgm: 4x3: *ms\n'"flowfield: map.pgm: $2" "+cells.csv"
	rm -f cells.csv
}
yes_to "a reached cell" --require 2,2
yes_to "the goal" --require 0,0
yes_to "several" --require 2,2 --require 1,0 --require 2,2
no_to "one on the other side" 'not reached: 3,0 (unreached)' --require 3,0
no_to "a wall" 'not reached: 2,0 (wall)' --require 2,0
no_to "all that are not reached are named, in the order asked" \
	'not reached: 3,1 (unreached), 2,0 (wall), 3,0 (unreached)' \
	--require 3,1 --require 2,2 --require 2,0 --require 0,0 --require 3,0
# shellcheck disable=SC2046
no_to "twenty of them" "not reached: 3,0 (unreached)$(printf ', 3,0 (unreached)%.0s' {1..19}), ..." \
	$(printf -- '--require 3,0 %.0s' {1..21})
no_to "a cell that is too dear" 'not reached: 2,2 (farther than --max-cost)' --require 2,2 --max-cost 258
yes_to "one that just is not" --require 2,2 --max-cost 259
yes_to "no more unreached than that" --max-unreached 2
no_to "one more" '2 cells are not reached, at most 1 allowed' --max-unreached 1
no_to "none may be" '2 cells are not reached, at most 0 allowed' --max-unreached 0
yes_to "walls are not counted" --max-unreached 4
no_to "what is too dear is" '3 cells are not reached, at most 2 allowed' --max-unreached 2 --max-cost 100
no_to "both are named" 'not reached: 3,0 (unreached); 2 cells are not reached, at most 0 allowed' --require 3,0 --max-unreached 0
yes_to "the last --max-unreached counts" --max-unreached 0 --max-unreached 9
yes_to "unreached cells alone are no failure"
yes_to "per cent of the open cells: 2 of 8" --max-unreached 25%
no_to "a little less" '2 of 8 cells (25 %) are not reached, at most 24.999 % allowed' --max-unreached 24.999%
no_to "none per cent" '2 of 8 cells (25 %) are not reached, at most 0 % allowed' --max-unreached 0%
try flowfield map.pgm -g 0,0 --csv a.csv --max-unreached 100% --max-cost 0
expect "all of them" 0 "*" 'flowfield: warning: nothing is reached except the goals: *' "+a.csv"
rm -f a.csv
no_to "per cent of cells within --max-cost, too" '3 of 8 cells (37.5 %) are not reached, at most 37 % allowed' --max-unreached 37% --max-cost 100
yes_to "the last one counts, whichever kind it is" --max-unreached 0 --max-unreached 30%
no_to "or the other" '2 cells are not reached, at most 1 allowed' --max-unreached 30% --max-unreached 1
try flowfield map.pgm -g 0,0 -q --csv - --max-unreached 20% --subdivide
expect "split cells are counted as one" 1 "*" "flowfield: map.pgm: 2 of 8 cells (25 %) are not reached, at most 20 % allowed" ""
# shellcheck disable=SC2046
pgm 5 $(printf '1 %.0s' {1..25}) >room.pgm
try flowfield room.pgm -g 2,2 -q --csv - --radius 1 --max-cost 1 --max-unreached 44%
expect "of the cells that --radius leaves open" 1 "*" \
	"flowfield: room.pgm: 4 of 9 cells (44.444 %) are not reached, at most 44 % allowed" ""

# JSON lists what was required and what became of it.
try flowfield map.pgm -g 0,0 -q --json - --require 2,2 --require 3,0 --require 2,0 --max-unreached 10%
cp "$out" report.json
same "the report lists what was required, and what was found" "$(json report.json required)" \
	"$(printf '%s' '[{"found":"reached","met":true,"option":"require","value":"2,2"},' \
		'{"found":"unreached","met":false,"option":"require","value":"3,0"},' \
		'{"found":"wall","met":false,"option":"require","value":"2,0"},' \
		'{"found":"2 of 8 cells (25 %)","met":false,"option":"max-unreached","value":"10%"}]')"
flowfield map.pgm -g 0,0 -q --json report.json --max-unreached 2
same "what was met, too" "$(json report.json required)" \
	'[{"found":"2 cells","met":true,"option":"max-unreached","value":"2"}]'
flowfield map.pgm -g 0,0 -q --json report.json
same "and nothing if nothing was" "$(json report.json required)" '[]'
flowfield walk map.pgm -g 0,0 --from 2,2 --from 3,0 --require -q --json report.json 2>"$err" || true
same "of walkers it lists how many" "$(json report.json required.0.met required.0.found)" $'false\n1 of 2 walkers'
rm report.json

try flowfield map.pgm -g 0,0 --require 3,0 -q --json -
expect "with -q the answer is said, too" 1 '{*}' 'flowfield: map.pgm: not reached: 3,0 (unreached)' ""
try flowfield map.pgm -g 0,0 --require 3,0 -q
expect "pictures are written, too" 1 "" 'flowfield: map.pgm: not reached: *' \
	"+map.arrows.png +map.heatmap.png +map.reach.png"
rm -f map.*.png
try flowfield map.pgm -g 0,0 --require 3,0 --csv nowhere/cells.csv
refused "an output that fails is worse than an answer" 4 'nowhere/cells.csv: there is no folder nowhere (--out-dir makes folders)'

# --max-cost: nothing beyond.
costs() { # NAME WANTED OPTION...
	try flowfield map.pgm -g 0,0 -q --csv - "${@:3}"
	same "$1" "$(awk -F , 'NR > 1 { print substr($4, 1, 1) $5 }' "$out" | paste -sd ' ')" "$2"
}
costs "no limit" "g0 r2 w u r1 w w u r2 r5 r259 w"
costs "a limit" "g0 r2 w u r1 w w u r2 f f w" --max-cost 4.999
costs "what costs just that is in" "g0 r2 w u r1 w w u r2 r5 f w" --max-cost 5
costs "the goal alone" "g0 f w u f w w u f f f w" --max-cost 0
costs "halves" "g0 r1.5 w u r1 w w u r2 f f w" --max-cost 2 --step mean
costs "a goal that starts beyond is none" "g0 f w u f w w u f f f w" --max-cost 0 -g 2,2+1
try flowfield map.pgm -g 0,0+5 --max-cost 4 --csv cells.csv
expect "where no goal is left nothing is reached" 0 cells.csv "flowfield: warning: goal 0,0+5 or a part of it is beyond --max-cost: no walker goes there
flowfield: map.pgm: 4x3: 0 goals, 0 reached, 6 farther, 2 unreached (largest area 2 at 3,0), 4 wall; farthest 0; *" "+cells.csv"
# Cells that are farther are no cells that are cut off, also where two areas touch at a corner, and
# where an area has a goal of its own beyond the limit.
try flowfield map.pgm -g 0,0 --max-cost 2 --from 2,2 --json -
expect "the summary and the report count both, and a source beyond is none that is cut off" 0 \
	'*"unreached": 2,*"farther": 2*' 'flowfield: warning: from source 2,2 no goal within --max-cost can be reached
flowfield: map.pgm: 4x3: 1 goal, 3 reached, 2 farther, 2 unreached (largest area 2 at 3,0), 4 wall; *' ""
try flowfield map.pgm -g 0,0 --max-cost 2 -q --reach csv:-
same "as data it is 6" "$(paste -sd ' ' "$out")" "0,1,3,2 1,3,3,2 1,6,6,3"
try flowfield map.pgm -g 0,0 --max-cost 2 -q --heatmap svg:- --scale 20
same "its legend names the limit" "$(grep -c '>farther than 2<' "$out")" 1
put corner.txt '..#' '##.' '#..'
for corners in strict lenient cut; do
	flowfield corner.txt -g 0,0 --metric octile --corners $corners --max-cost 1 -q --csv - |
		awk -F , -v c=$corners 'NR > 1 { line = line substr($4, 1, 1) } END { print c, line }'
done >got
same "the corner rule decides what is cut off" "$(paste -sd ' ' got)" "strict grwwwuwuu lenient grwwwuwuu cut grwwwfwff"
put two.txt '..#..'
costs2() { flowfield two.txt -q --csv - --max-cost 0 "$@" | awk -F , 'NR > 1 { printf "%s", substr($4, 1, 1) }'; }
same "a goal that starts beyond can be reached, too" "$(costs2 -g 0,0 -g 4,0+5)" gfwff
pgm 2 1 1 1 1 >open.pgm
try flowfield open.pgm -g 0,0 -q --csv - --metric octile --max-cost 1.414215
same "a diagonal is 1.414215686" "$(tail -n 1 "$out")" "1,1,1,farther,,8,0,0"
try flowfield open.pgm -g 0,0 -q --csv - --metric octile --max-cost 1.414216
same "which 1.414216 allows" "$(tail -n 1 "$out" | cut -d , -f 4,5)" "reached,1.414216"

outside='is outside the map (x 0..3, y 0..2)'
for cell in 4,0 0,3 -1,0 0,-1 1000000000,0; do
	try flowfield map.pgm -g 0,0 --require "$cell"
	refused "--require $cell is refused" 3 "map.pgm: --require $cell $outside"
done

done_testing
