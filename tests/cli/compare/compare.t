#!/bin/bash
# compare: two maps solved, and what diff says of their tables.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map caves 48 32 5 >old.png
flowfield old.png -q -g 24,16 --snap --cost old.pgm
# A wall goes and another one comes.
flowfield old.png -q -g 24,16 --snap --cost csv:- | awk -F, -v OFS=, 'NR == 12 { for (i = 5; i < 12; i++) $i = 1 } NR == 20 { $30 = 255; $31 = 255 } 1' |
	tr ',' '\n' >cells
mapfile -t cells <cells
pgm 48 "${cells[@]}" >new.pgm
mkdir tables
table_names() { # a report without the names of what is compared
	jq 'del(.old, .new, .files[].name)' "$1"
}
for options in "" "-v" "--metric octile" "--metric euclid --sight" "--flee" "--subdivide --radius 1" "--max-cost 30 --corners cut --metric octile"; do
	# shellcheck disable=SC2086
	for map in old new; do
		flowfield $map.pgm -q -g 24,16 --snap --csv $map.csv ${options#-v}
	done
	verbose=$([[ $options != -v ]] || echo -v)
	# shellcheck disable=SC2086
	try flowfield diff old.csv new.csv $verbose
	cp "$out" told
	# shellcheck disable=SC2086
	# By the names of the maps, as the picture's title.
	cp old.csv tables/old.pgm
	cp new.csv tables/new.pgm
	# shellcheck disable=SC2086
	(cd tables && flowfield diff old.pgm new.pgm $verbose --out ../diff.svg --json ../diff.json) >/dev/null 2>&1 || true
	# shellcheck disable=SC2086
	try flowfield compare old.pgm new.pgm -g 24,16 --snap $options
	expect "says what diff says of the tables: ${options:-no options}" 1 "$(sed 's/[][*?\\]/\\&/g' told)" \
		"flowfield: old.pgm, new.pgm: * of * cells differ (* %)" ""
	# shellcheck disable=SC2086
	try flowfield compare old.pgm new.pgm -g 24,16 --snap $options --out own.svg --json own.json -q
	expect "quietly, with its picture and report" 1 "" "flowfield: *" "+own.json +own.svg"
	# Titles differ: one has the goal and the rules.
	passes "the same picture of cells" cmp <(sed -n '/id="cells"/,/id="frame"/p' diff.svg) <(sed -n '/id="cells"/,/id="frame"/p' own.svg)
	passes "whose title has the goal and the rules" grep -qE '>old.pgm -.* new.pgm   (goal|flee from) 24,16   (manhattan|octile|euclid)' own.svg
	same "the same report" "$(table_names own.json)" "$(table_names diff.json)"
	rm own.svg own.json diff.svg diff.json
done
same "the maps are called by their names" \
	"$(flowfield compare old.pgm new.pgm -g 24,16 --snap --json - -q 2>/dev/null | jq -c '[.old, .new, .same]')" '["old.pgm","new.pgm",false]'

try flowfield compare old.pgm new.pgm -g 24,16 --snap --max-changed 100% --ignore 0,0,48,32 -q --json own.json
same "tolerances hold, and are in the report" "$status $(jq -c '[.rules, .files[].differing]' own.json)" \
	'0 [{"abs":0,"rel":0,"max_changed":0,"max_percent":100,"ignore":["0,0,48,32"]},0]'
rm own.json
try flowfield compare old.pgm old.png -g 24,16 --snap -v --out own.png
expect "two maps that say the same" 0 "same bytes" "" ""
flowfield compare old.pgm new.pgm -g 24,16 --snap --out own.png -q 2>/dev/null || true
try flowfield compare old.pgm old.png -g 24,16 --snap --out own.png
expect "leave no picture of another time" 0 "" "" "-own.png"
try flowfield compare - new.pgm -g 24,16 --snap -q <old.pgm
expect "- is standard input" 1 "" "flowfield: -, new.pgm: *" ""
pgm 3 1 1 1 >small.pgm
try flowfield compare old.pgm small.pgm -g 1,0 --snap
expect "other sizes" 1 "size: 48x32 -> 3x1" "flowfield: old.pgm, small.pgm: size: 48x32 -> 3x1" ""
# refuse NAME STATUS MESSAGE OPTION...
refuse() {
	try flowfield compare "${@:4}"
	refused "$1" "$2" "$3"
}
refuse "one map" 2 "there is no new map: flowfield compare OLD NEW --goal X,Y" old.pgm -g 1,1
refuse "three maps" 2 "one new map at a time: *" old.pgm new.pgm old.png -g 1,1
refuse "no goal" 2 "there is no goal: give --goal X,Y" old.pgm new.pgm
for option in heatmap=x.png csv=x.csv integration=x.npy out-dir=d require=1,1 max-unreached=0 colormap=0:9 scale=2 animate=x.png; do
	refuse "outputs of runs: --${option%%=*}" 2 "--${option%%=*} is not for compare*" old.pgm new.pgm -g 1,1 "--$option"
done
refuse "a missing map" 3 "nosuch: No such file or directory" old.pgm nosuch -g 24,16 --snap
refuse "the other one" 3 "nosuch: No such file or directory" nosuch old.pgm -g 24,16 --snap
refuse "a goal outside of one" 3 "*" old.pgm small.pgm -g 24,16 --snap
refuse "over an input" 2 "--out new.pgm: that is the new map" old.pgm new.pgm -g 1,1 --out new.pgm
refuse "the report, too" 2 "--json ./old.pgm: that is the map itself" old.pgm new.pgm -g 1,1 --json ./old.pgm
touch x.png
ln -s x.png y.png
refuse "two outputs in one, by two names" 2 "--json y.png: that is what --out writes" old.pgm new.pgm -g 1,1 --json y.png --out x.png
rm x.png y.png
refuse "two outputs in one" 2 "--out and --json would both write x.png" old.pgm new.pgm -g 1,1 --json x.png --out x.png
refuse "a picture of another kind" 2 "--out x.gif: name it .png or .svg" old.pgm new.pgm -g 24,16 --out x.gif
refuse "standard input twice" 2 "standard input can be read only once" - - -g 1,1
refuse "more memory than allowed" 5 "old.pgm: out of memory for *: * needed, * in use, --max-memory allows 3 KiB" old.pgm new.pgm -g 24,16 --snap --max-memory 3K
refuse "a folder that is not there" 4 "nowhere/x.png: No such file or directory" old.pgm new.pgm -g 24,16 --snap -q --out nowhere/x.png
try flowfield compare --help
expect "--help" 0 "usage: flowfield compare OLD NEW*--out FILE*" "" ""
done_testing
