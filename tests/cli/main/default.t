#!/bin/bash
# The main job: from a map to three pictures, wherever and whatever the map is.
. "$(dirname "$0")/../cli.sh"

# One cell of each class and one more.
map() {
	pgm 3 1 2 255 1 255 4
}
summary='3x2: 1 goal, 2 reached, 1 unreached (largest area 1 at 2,1), 2 wall; farthest 2; [0-9]* ms'
paths() { # STEM
	printf '%s\n' "$1.heatmap.png" "$1.arrows.png" "$1.reach.png"
}
new() { # STEM
	echo "+$1.arrows.png +$1.heatmap.png +$1.reach.png"
}

new_folder
map >map.pgm
try flowfield map.pgm --goal 0,0
expect "a map and a goal give three pictures, their paths, and a line on stderr" \
	0 "$(paths map)" "flowfield: map.pgm: $summary" "$(new map)"
same "the pictures are pictures" \
	"$(for name in map.*.png; do show_png "$name" | head -n 1; done)" "size 96 64
size 96 64
size 96 64"

printf 'old\n' | tee map.heatmap.png map.arrows.png >map.reach.png
try flowfield map.pgm --goal 0,0
expect "they replace those of an earlier run" \
	0 "$(paths map)" "flowfield: map.pgm: $summary" "~map.arrows.png ~map.heatmap.png ~map.reach.png"
try flowfield map.pgm --goal 0,0
expect "a rerun gives the same files" 0 "$(paths map)" "flowfield: map.pgm: $summary" ""

new_folder
mkdir -p far/away
map >far/away/map.pgm
try flowfield far/away/map.pgm --goal 0,0
expect "they go to the current folder, wherever the map is" \
	0 "$(paths map)" "flowfield: far/away/map.pgm: $summary" "$(new map)"
rm map.*.png
try flowfield "$PWD/far/away/map.pgm" --goal 0,0
expect "also where the map has an absolute path" \
	0 "$(paths map)" "flowfield: $PWD/far/away/map.pgm: $summary" "$(new map)"

# Only the last extension goes, and a dot that begins a name begins none.
mapped() { # NAME STEM
	new_folder
	mkdir -p "$(dirname "$1")"
	map >"$1"
	try flowfield "$1" -g 0,0
	expect "$1 gives $2.heatmap.png" 0 "$(paths "$2")" "flowfield: $1: $summary" "$(new "$2")"
}
mapped map.v2.final.pgm map.v2.final
mapped plain plain
mapped .hidden .hidden
mapped .dot.pgm .dot
mapped end. end
mapped a.dir/map map
mapped 'two  words.pgm' 'two  words'
mapped ünï.pgm ünï
new_folder
map >-map.pgm
try flowfield -g 0,0 -- -map.pgm
expect "a map whose name begins with a dash comes after --" \
	0 "$(paths -map)" "flowfield: -map.pgm: $summary" "$(new -map)"

new_folder
try flowfield - -g 0,0 < <(map)
expect "a map from stdin gives stdin.heatmap.png" \
	0 "$(paths stdin)" "flowfield: standard input: $summary" "$(new stdin)"

new_folder
map >map.pgm
try flowfield map.pgm -g 0,0 -g 2,1
expect "goals add up" 0 "$(paths map)" \
	'flowfield: map.pgm: 3x2: 2 goals, 2 reached, 0 unreached, 2 wall; farthest 2; [0-9]* ms' "$(new map)"

same_as_long() { # WORD...
	new_folder
	map >map.pgm
	try flowfield "$@"
	expect "options may be written so: $*" \
		0 "$(paths map)" "flowfield: map.pgm: $summary" "$(new map)"
}
same_as_long --goal=0,0 map.pgm
same_as_long -g0,0 map.pgm
same_as_long -fg 0,0 map.pgm
same_as_long map.pgm -fg0,0
same_as_long --legend always map.pgm --goal 0,0
same_as_long --goal 0,0 --legend=auto -- map.pgm

done_testing
