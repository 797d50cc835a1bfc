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
	"$(for name in map.*.png; do show_png "$name" | head -n 1 | cut -d ' ' -f 1; done)" "size
size
size"

# Without a goal it describes the map, and names a command that works.
make_map --pgm caves 30 20 3 >'the caves.pgm'
for options in '' '--subdivide --radius 1' '--coarsen 4,any' '--remap 255=9' '--csv - --metric octile'; do
	# shellcheck disable=SC2086
	try flowfield 'the caves.pgm' $options
	answer=$(<"$err")
	eval "${answer#*Try: } -q" >"$out" 2>&1 || answer="status $?: $(<"$out")"
	# shellcheck disable=SC2053
	[[ $status -eq 2 && $answer == 'flowfield: the caves.pgm: '[0-9]*x*': '*' open, '*' wall, '*' area'*'; there is no goal.  Try: flowfield '* ]] || answer+=" (status $status)" options="not $options"
	same "no goal: ${options:-no options}" "${options%%not*}" "$options"
done
rm the*
flowfield map.pgm --goal 2,1 -q --snap
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

# A name that nobody chose is given to no file of somebody else's.
of_terrain() { # SEED
	make_map --pgm terrain 8 8 "$1"
}
# refused_for NAME TEXT OPTION...: twice, so that nothing has changed.
refused_for() {
	for _ in once again; do
		try flowfield "${@:3}" -g 0,0 --snap -q
		refused "$1" 4 "$2"
	done
}
# passes_for NAME CHANGES OPTION...
passes_for() {
	try flowfield "${@:3}" -g 0,0 --snap -q
	expect "$1" 0 "" "" "$2"
}
all() { # MARK PREFIX
	echo "$1$2.arrows.png $1$2.heatmap.png $1$2.reach.png"
}
new_folder
mkdir a b b/a
of_terrain 1 >level.pgm
make_map --movingai terrain 8 8 1 >level.map
of_terrain 2 >a/level.pgm
of_terrain 3 >b/level.pgm
passes_for "pictures of a map" "$(all + level)" level.pgm
cures='--force replaces it, --heatmap or --out-dir writes elsewhere'
refused_for "are not replaced by those of a map with another extension" \
	"level.heatmap.png: shows another map, level.pgm, and this is level.map: $cures" level.map
refused_for "nor by those of one in another folder" \
	"level.heatmap.png: shows another map, level.pgm, and this is a/level.pgm: $cures" a/level.pgm
passes_for "--force replaces them" "$(all '~' level)" level.map --force
refused_for "then they are the other's" "level.heatmap.png: shows another map, level.map, *" ./level.pgm
rm level.*.png level.map
passes_for "pictures of a map here" "+shots $(all + shots/level)" level.pgm --out-dir shots
refused_for "are not replaced by those of one elsewhere" \
	"shots/level.heatmap.png: shows another map, level.pgm, and this is a/level.pgm: $cures" a/level.pgm --out-dir shots
rm -r shots level.pgm
passes_for "two maps of one name" "+out $(all + out/level)" a/level.pgm --out-dir out
refused_for "with one folder for outputs" \
	"out/level.heatmap.png: shows another map, a/level.pgm, and this is b/level.pgm: $cures" b/level.pgm --out-dir out
passes_for "a name that is chosen is written to" "~out/level.heatmap.png" b/level.pgm --heatmap out/level.heatmap.png
refused_for "one picture of three says enough" \
	"out/level.arrows.png: shows another map, a/level.pgm, and this is b/level.pgm: --force replaces it, --arrows *" \
	b/level.pgm --out-dir out
rm out/level.heatmap.png
passes_for "the same map again" "+out/level.heatmap.png" a/level.pgm --out-dir out
passes_for "by another path" "" "./b/../a//level.pgm" --out-dir out
passes_for "by its whole path" "" "$PWD/a/level.pgm" --out-dir "$PWD/out"
try env -C a flowfield level.pgm -g 0,0 --snap -q --out-dir ../out
refused "but not from its own folder, which does not say where that is" 4 \
	"../out/level.heatmap.png: shows another map, a/level.pgm, and this is level.pgm: $cures"
of_terrain 4 >a/level.pgm
passes_for "edited, it still passes" "$(all '~' out/level)" a/level.pgm --out-dir out
of_terrain 5 >a/level.pgm
passes_for "edited again" "$(all '~' out/level)" a/level.pgm --out-dir out
passes_for "read otherwise" "$(all '~' out/level)" a/level.pgm --out-dir out --wall-from 100
passes_for "and walked on" "+out/level.paths.png" walk a/level.pgm --out-dir out --from 1,1
cp a/level.pgm b/a/level.pgm
of_terrain 6 >b/a/level.pgm
try env -C b flowfield a/level.pgm -g 0,0 --snap -q --out-dir ../out
same "maps in folders of one name are taken for one" "$status$(<"$err")" "0"
cp b/a/level.pgm b/level.pgm
refused_for "a copy in another folder is another map" "out/level.heatmap.png: shows another map, a/level.pgm, *" b/level.pgm --out-dir out
mv b c
of_terrain 7 >c/level.pgm
try flowfield a/level.pgm -g 0,0 --dry-run --out-dir out
expect "--dry-run passes what a run passes" 0 "*" "" ""
try flowfield c/level.pgm -g 0,0 --dry-run --out-dir out
refused "and refuses what a run refuses" 4 "out/level.heatmap.png: shows another map, a/level.pgm, *"
ln -s c now
passes_for "a folder may be a link" "+far $(all + far/level)" now/level.pgm --out-dir far
ln -sfn a now
passes_for "which may change" "$(all '~' far/level)" now/level.pgm --out-dir far

# Pictures of other programs, or without a text about their map.
printf 'mine\n' >far/level.reach.png
refused_for "a file of another kind is not replaced" \
	'far/level.reach.png: was not made by flowfield: --force replaces it, --reach or --out-dir writes elsewhere' \
	now/level.pgm --out-dir far
refused_for "nor the picture of another program" 'far/level.reach.png: was not made by flowfield: *' now/level.pgm --out-dir far
: >far/level.reach.png
passes_for "an empty one may be" "~far/level.reach.png" now/level.pgm --out-dir far
flowfield c/level.pgm -g 0,0 --snap -q --heatmap far/level.heatmap.png
passes_for "and a picture that does not say its map" "~far/level.heatmap.png" now/level.pgm --out-dir far
flowfield - -g 0,0 --snap -q <c/level.pgm
for job in '' update; do
	edits=()
	if [[ -n $job ]]; then edits=("$job" --edits edits.csv); fi
	printf 'step,x,y,w,h,what\n0,4,4,2,2,wall\n' >edits.csv
	try flowfield "${edits[@]}" - -g 0,0 --snap -q <c/level.pgm
	refused "pictures of standard input, which has no name, are kept${job:+ by $job}" 4 \
		"stdin.heatmap.png: may show another map, since standard input has no name: $cures"
	rm edits.csv
done
try flowfield - -g 0,0 --snap -q --force <a/level.pgm
expect "and replaced with --force" 0 "" "" "$(all '~' stdin)"
same "and its pictures none" "$(flowfield textconv stdin.heatmap.png | grep -c ^Map:)" 0
same "others say the name that was given" "$(flowfield textconv far/level.heatmap.png | grep ^Map:)" "Map: now/level.pgm"
name=$'new\nline \xff.pgm'
cp a/level.pgm "$name"
try flowfield "$name" -g 0,0 --snap -q
same "a name may have any bytes" "$status$(<"$err")" 0
of_terrain 9 >"$name"
try flowfield "$name" -g 0,0 --snap -q
same "edited, too" "$status$(<"$err")" 0
rm ./*$'\n'*

# Batches, too.
rm -r out
put() { # FILE LINE...
	printf '%s\n' "${@:2}" >"$1"
}
put jobs 'a/level.pgm -g 0,0 --snap --out-dir out/of/all' 'c/level.pgm -g 0,0 --snap --out-dir out/of/all/maps'
try flowfield batch jobs -q
expect "a batch makes folders and those above them" 0 "" "" \
	"+out +out/of +out/of/all $(all + out/of/all/level) +out/of/all/maps $(all + out/of/all/maps/level)"
of_terrain 8 >a/level.pgm
put jobs 'c/level.pgm -g 0,0 --snap --out-dir out/of/all' 'a/level.pgm -g 0,0 --snap --out-dir out/of/all/maps' \
	'c/level.pgm -g 0,0 --snap --out-dir out/of/all/cs'
try flowfield batch jobs
expect "and knows other maps' pictures" 4 $'fail\t1\t4\tc/level.pgm\nfail\t2\t4\ta/level.pgm\npass\t3\t*' \
	"flowfield: jobs:1: out/of/all/level.heatmap.png: shows another map, a/level.pgm, and this is c/level.pgm: $cures
flowfield: jobs:2: out/of/all/maps/level.heatmap.png: shows another map, *" "+out/of/all/cs $(all + out/of/all/cs/level)"
put jobs 'a/level.pgm -g 0,0 --snap --out-dir out/of/all' 'c/level.pgm -g 0,0 --snap --out-dir out/of/all/maps'
try flowfield batch jobs -q
expect "and those of maps that were edited" 0 "" "" "$(all '~' out/of/all/level)"

done_testing
