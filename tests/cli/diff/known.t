#!/bin/bash
# diff: pairs of maps with one known change each.
. "$(dirname "$0")/../cli.sh"

new_folder
# pair WIDTH OLD NEW GOAL [NEW-GOAL]: the tables of two maps.
pair() {
	local old new
	read -ra old <<<"$2"
	read -ra new <<<"$3"
	pgm "$1" "${old[@]}" >old.pgm
	pgm "$1" "${new[@]}" >new.pgm
	flowfield old.pgm -q -g "$4" --csv old.csv
	flowfield new.pgm -q -g "${5:-$4}" --csv new.csv
	rm -f diff.png
}
# colours X,Y...: those cells in the picture of a map that has cells of 64 pixels.
colours() {
	local cell at=() x y
	flowfield new.pgm -q -g 0,0 --snap --terrain place.png
	IFS=, read -r x y < <(flowfield textconv place.png | sed -n 's/^Map at: //p')
	rm place.png
	for cell in "$@"; do
		at+=("$((x + ${cell%,*} * 64 + 5)),$((y + ${cell#*,} * 64 + 5))")
	done
	show_png diff.png at "${at[@]}" | awk '{ print $NF }' | paste -sd ' '
}

pair 3 "1 1 1 1 1 1 1 1 1" "1 1 1 1 255 1 1 1 1" 0,0
try flowfield diff old.csv new.csv --out diff.png
expect "a wall added in the open turns those behind it" 1 "\
total: 4 of 9 cells differ (44.444 %)
wall added: 1 cell, first 1,1 (2 -> none)
direction changed: 3 cells, first 2,1 (NW -> N)
directions: 4 changed in all
area: 4 cells in 1,1,2,2" "flowfield: old.csv, new.csv: 4 of 9 cells differ (44.444 %)" "+diff.png"
same "the picture shows it" "$(colours 0,0 0,1 1,1 2,1 1,2)" "#ff0090 #fcfcfd #14161a #ece8d6 #ece8d6"
try flowfield diff new.csv old.csv
expect "the other way round it is a wall removed" 1 "\
total: 4 of 9 cells differ (44.444 %)
wall removed: 1 cell, first 1,1 (none -> 2)
*" "*" ""

pair 3 "1 1 1 1 255 1 1 1 1" "1 1 1 1 255 1 1 255 1" 2,2
try flowfield diff old.csv new.csv --out diff.png
expect "a bridge removed is a detour for those who used it" 1 "\
total: 3 of 9 cells differ (33.333 %)
wall added: 1 cell, first 1,2 (1 -> none)
cost to goal risen: 2 cells, first 0,1 (3 -> 5), worst 0,2 (2 -> 6)
largest rise: 4 at 0,2 (2 -> 6)
directions: 3 changed in all
area: 3 cells in 0,1,2,2" "*" "+diff.png"
same "what rose less is paler" "$(colours 0,0 1,1 2,2 0,1 0,2 1,2)" \
	"#fcfcfd #1e222a #ff0090 #d7a955 #c47e00 #f4783c"

pair 4 "1 1 1 1" "1 1 5 1" 0,0
try flowfield diff old.csv new.csv --out diff.png
expect "dearer ground is told apart from what follows of it" 1 "\
total: 2 of 4 cells differ (50 %)
ground cost changed: 1 cell, first 2,0 (1 -> 5)
cost to goal risen: 1 cell, first 3,0 (3 -> 7)
largest rise: 4 at 2,0 (2 -> 6)
area: 2 cells in 2,0,2,1" "*" "+diff.png"
same "by its colour, too" "$(colours 1,0 2,0 3,0)" "#fcfcfd #dea874 #c47e00"
try flowfield diff new.csv old.csv
expect "cheaper ground" 1 "\
total: 2 of 4 cells differ (50 %)
ground cost changed: 1 cell, first 2,0 (5 -> 1)
cost to goal fallen: 1 cell, first 3,0 (7 -> 3)
largest fall: 4 at 2,0 (6 -> 2)
area: 2 cells in 2,0,2,1" "*" ""

pair 6 "1 1 1 1 1 255" "1 1 255 1 1 255" 0,0
try flowfield diff old.csv new.csv --out diff.png --json diff.json
expect "an island that nobody gets off" 1 "\
total: 3 of 6 cells differ (50 %)
newly unreachable: 2 cells, first 3,0 (3 -> none)
wall added: 1 cell, first 2,0 (2 -> none)
directions: 3 changed in all
area: 3 cells in 2,0,3,1" "*" "+diff.json +diff.png"
same "is not what was a wall before" "$(colours 1,0 2,0 3,0 4,0 5,0)" "#fcfcfd #14161a #b41414 #b41414 #1e222a"
same "the report has it all" "$(json diff.json schema tool.name old new files)" "2
flowfield
old.csv
new.csv
$(tr -d '\n' <<'END'
[{"area_count":1,"areas":[{"cells":3,"h":1,"w":3,"x":2,"y":0}],"compared":"cells","differing":3,"equal_bytes":false,
"fall":null,"height":1,"kinds":[{"cells":2,"first":{"new":null,"old":3,"x":3,"y":0},"kind":"newly unreachable",
"worst":{"new":null,"old":3,"x":3,"y":0}},{"cells":1,"first":{"new":null,"old":2,"x":2,"y":0},"kind":"wall added",
"worst":{"new":null,"old":2,"x":2,"y":0}}],"name":"new.csv","notes":[],"rise":null,"same":false,"total":6,"turned":3,
"width":6}]
END
)"
passes "and says that they are not the same" jq -e '.same == false' diff.json
try flowfield diff new.csv old.csv --out back.png
expect "a way back" 1 "\
total: 3 of 6 cells differ (50 %)
wall removed: 1 cell, first 2,0 (none -> 2)
newly reachable: 2 cells, first 3,0 (none -> 3)
directions: 3 changed in all
area: 3 cells in 2,0,3,1" "*" "+back.png"
mv back.png diff.png
same "has colours of its own" "$(colours 2,0 3,0 4,0)" "#cee6fa #009c68 #009c68"

pair 5 "1 1 1 1 1" "1 1 1 1 1" 0,0 1,0
try flowfield diff old.csv new.csv --out diff.png
expect "a goal moved" 1 "\
total: 5 of 5 cells differ (100 %)
goal removed: 1 cell, first 0,0 (0 -> 1)
goal added: 1 cell, first 1,0 (1 -> 0)
cost to goal fallen: 3 cells, first 2,0 (2 -> 1)
largest rise: 1 at 0,0 (0 -> 1)
largest fall: 1 at 1,0 (1 -> 0)
directions: 2 changed in all
area: 5 cells in 0,0,5,1" "*" "+diff.png"
same "is seen" "$(colours 0,0 1,0 2,0)" "#ffffff #ff0090 #1464be"

pair 5 "1 1 1 1 1" "1 1 1 1 1" 0,0
echo 1,2 >x.csv
echo 1,3 >y.csv
flowfield diff x.csv y.csv --out diff.png >/dev/null 2>&1 || true
try flowfield diff old.csv new.csv --out diff.png
expect "nothing is said of what is the same, and no old picture stays" 0 "" "" "-diff.png"
echo mine >diff.png
try flowfield diff old.csv new.csv --out diff.png
expect "nor does any other file of that name" 0 "" "" "-diff.png"
try flowfield diff old.csv new.csv -v
expect "but with -v" 0 "same bytes" "" ""
sed 's/$/\r/' new.csv >crlf.csv
try flowfield diff old.csv crlf.csv -v
expect "which also tells if only the bytes differ" 0 "same" "" ""
try flowfield diff old.csv new.csv --json -
expect "the report about what is the same" 0 "{*" "" ""
passes "says so" jq -e '.same and .files[0].same and .files[0].equal_bytes' "$out"
done_testing
