#!/bin/bash
# Real maps, end to end; the same map as MovingAI text and as PNG is one map.
. "$(dirname "$0")/../cli.sh"

maps=$shared/maps
if [[ ! -d $maps ]]; then
	skip "real maps" "there is no ../shared/maps"
	done_testing
	exit
fi
new_folder
# run MAP X,Y: the default pictures and a report; says what is wrong with them.
run() {
	local w h
	rm -rf pictures
	try flowfield "$1" -g "$2" --out-dir pictures
	mismatches 0 '*' "*flowfield: $1: *" \
		"+pictures +pictures/$stem.arrows.png +pictures/$stem.heatmap.png +pictures/$stem.reach.png"
	flowfield "$1" -g "$2" --json report -q
	read -r w h < <(json report map.width map.height | paste -sd ' ')
	if [[ $(($(json report cells.goal cells.reached cells.unreached cells.wall | paste -sd +))) -ne $((w * h)) ]]; then
		echo "the classes are not all cells"
	fi
	show_png "pictures/$stem.heatmap.png" at $((w - 1)),$((h - 1)) 2>&1 | grep -v '^#' || true
	rm -r pictures
}

for map in "$maps"/*.map; do
	stem=$(basename "$map" .map)
	goal=$(awk 'NF == 9 { print $7 "," $8; exit }' "$map.scen")
	same "$stem, to $goal" "$(run "$map" "$goal")" ""
	text=$(json report map.width map.height map.digest cells integration)
	same "$stem as PNG" "$(run "$maps/$stem.png" "$goal")" ""
	same "$stem is the same map in both" "$(json report map.width map.height map.digest cells integration)" "$text"
	# The scenario's start is reached: it has an optimal path.
	flowfield "$map" -g "$goal" --csv cells -q
	passes "$stem: the scenario's start is reached" \
		grep -qE "^$(awk 'NF == 9 { print $5 "," $6; exit }' "$map.scen"),1,(reached|goal)," cells
done
for map in "$maps"/real_*.png; do
	stem=$(basename "$map" .png)
	at=$(show_png "$map" pixels | awk '!at && !/^ffff/ { at = NR } END { print at - 1 }')
	w=$(show_png "$map" | sed -n 's/^size \([0-9]*\) .*/\1/p')
	same "$stem" "$(run "$map" "$((at % w)),$((at / w))")" ""
done

done_testing
