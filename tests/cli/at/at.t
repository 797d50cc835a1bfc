#!/bin/bash
# flowfield at: single cells of a field.
. "$(dirname "$0")/../cli.sh"

new_folder
put room.txt '......' '.####.' '....#.' '.##.#.' '......'
room=(room.txt --goal '3,2' --goal '5,0+1')
names='cell  cost    class  integration  length  straight   ratio  direction  dx  dy  next  goal  place'

try flowfield at "${room[@]}" 0,0 4,0 2,1 3,2 -q
expect "a line for each cell, in their order" 0 "$names
 0,0     1  reached            5       5    3.6056  1.3868          S   0   1   0,1     0  3,2
 4,0     1  reached            2       1         1       1          E   1   0   5,0     1  5,0+1
 2,1   255     wall            -       -         -       -          -   -   -     -     -  -
 3,2     1     goal            0       0         0       1          -   -   -     -     0  3,2" "" ""
try flowfield at "${room[@]}" 0,0
expect "and a summary" 0 "$names"$'\n*' 'flowfield: room.txt: 6x5: 2 goals, *; farthest *; * ms' ""
put islands.txt '..#..' '..#..'
try flowfield at islands.txt -g 0,0,1,2 4,1 1,1 -q
expect "cells without a way are answers, too" 0 "cell  cost      class  *
 4,1     1  unreached            -       -         -      -          -   -   -     -     -  -
 1,1     1    reached            1       1         1      1          W  -1   0   0,1     0  0,0,1,2" "" ""
put wide.txt '.....' '.....' '.....' '....#'
try flowfield at wide.txt -g 1,1 --radius 0.75 3,2 --json - -q
expect "a cell that is closed is a wall with its cost" 0 '*"at": \[*"cost": 1,*"class": "wall",*"integration": null,*' "" ""

# All cells say what the table of all cells says.
make_map caves 24 17 3 >caves.png
places() {
	cut -d , -f 1,2 cells.csv | tail -n +2
}
told() { # FILE: what a report says, as lines of the table
	jq -r '.at[] | [.x, .y, .cost, .class, .integration // "", .direction // "none"] | join(",")' "$1"
}
listed() {
	awk -F, -v OFS=, 'BEGIN { split("N NE E SE S SW W NW none", name, " ") }
		NR > 1 { print $1, $2, $3, $4, $5 == "" ? "" : $5 + 0, name[$6 + 1] }' cells.csv
}
for rules in '--metric manhattan' '--metric manhattan --flow gradient' '--metric manhattan --step mean'; do
	# shellcheck disable=SC2086 # words
	flowfield caves.png -g 3,3 -g 20,9 --snap -q $rules --csv cells.csv --allocation goals.csv
	# shellcheck disable=SC2046,SC2086
	flowfield at caves.png -g 3,3 -g 20,9 --snap -q $rules $(places) --json solved.json
	same "cells are as those of the table: $rules" "$(told solved.json)" "$(listed)"
	same "and their goals as those of --allocation: $rules" "$(jq '.at[] | .goal // -1' solved.json)" \
		"$(tr , '\n' <goals.csv)"
done
same "each cell's next one is where its direction leads" \
	"$(jq -c '[.at[] | select(.next != null) | select((.next.x - .x) * .dx < 0 or (.next.y - .y) * .dy < 0)]' solved.json)" '[]'

try flowfield at "${room[@]}" --flee 0,0 -q
expect "a flee map has no goals, and says where the flight ends" 0 "cell *"$'\n* -*  -  [0-9],[0-9]' "" ""

# Metres.
printf 'P2\n3 2\n255\n1 1 1 1 255 1\n' >map.pgm
placed=(map.pgm --cell-size 0.5 "--origin=-1,2,up")
try flowfield at "${placed[@]}" -g 0,0 0.3m,2.2m -q
expect "a cell may be named in metres" 0 "cell *"$'\n 2,1 *' "" ""
try flowfield at "${placed[@]}" -g 0,0 -0.7m,2.2m -q
expect "left of the origin, too" 0 "cell *"$'\n 0,1 *' "" ""

try flowfield at map.pgm --cost-scale 10 -g 0,0 1,1 2,1 -q
expect "finer costs are in costs, and a wall has none" 0 "cell *"$'\n 1,1     -     wall *\n 2,1   0.1 *' "" ""

# Files.
try flowfield at "${room[@]}" 0,0 --json r.json -q
expect "a report beside the table" 0 "$names"$'\n*' "" "+r.json"
if command -v jq >/dev/null; then
	jq '{at: .at}' r.json >at.json
	jq 'del(.at)' r.json >others.json
	passes "the manual describes the report of at" check_json "JSON of at" <(jq '.at' at.json | jq '{at: .}' | jq '.at[0]')
	passes "and what else there is" check_json JSON others.json
fi
try flowfield at "${room[@]}" 0,0 --dry-run
expect "--dry-run looks at no cell" 0 'map: room.txt, text, 6x5*' "" ""

# The picture: of the sums of its neighbours the least is a cheapest way's cost.
for metric in manhattan octile; do
	flowfield at caves.png -g 12,9 --snap 14,7 --metric $metric --flow path --picture cell.svg -q >cell
	same "the least sum is the integration ($metric)" \
		"$(grep -o '>= [0-9.]*<' cell.svg | tr -d '>=< ' | sort -g | head -n 1)" \
		"$(awk 'NR == 2 { print $4 }' cell)"
done
passes "and says why" grep -q '(rule path): to the neighbour with the least sum' cell.svg
try flowfield at caves.png -g 12,9 --snap 14,7 4,4 --picture two.png
refused "a picture of two cells" 2 '--picture shows one cell: 2 are given'

# Refusals.
printf 'old\n' >old.json
try flowfield at "${room[@]}" 0,0 6,0 --json old.json
refused "a cell outside the map" 3 'room.txt: cell 6,0 is outside the map (x 0..5, y 0..4)'
try flowfield at "${room[@]}" --json old.json
refused "no cell" 2 'there is no cell: give X,Y behind the map'
try flowfield at room.txt 0,0 --json old.json
refused "no goal" 2 'there is no goal: give --goal X,Y'
try flowfield at "${room[@]}" 0.5,0
refused "a place between cells" 2 '0.5,0: expected integers X,Y or metres Xm,Ym'
try flowfield at "${room[@]}" map.pgm
refused "another word" 2 'map.pgm: expected integers X,Y or metres Xm,Ym'
try flowfield at "${room[@]}" 0,0 --heatmap h.png
refused "there are no pictures" 2 '--heatmap is not for at'
if [[ -w /dev/full ]]; then
	try bash -c "flowfield at room.txt -g 0,0 1,0 -q --json old.json >/dev/full"
	refused "a full disk" 4 'standard output: No space left on device'
fi
put ring.txt '...' '.#.' '...'
try flowfield at ring.txt -g 0,1 --flow differences 2,1 2,0 -q
expect "rule differences has no way to measure, and the goal of rule path" 0 "cell *"$'\n 2,1     1  reached            4       -         -      -          -        -        -     -     0  0,1\n 2,0     1  reached            3       -         -      -         NW  -0.7071  -0.7071     -     0  0,1' "" ""

done_testing
