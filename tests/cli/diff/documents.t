#!/bin/bash
# diff: JSON documents that are large, deep or differ in nothing but times.
. "$(dirname "$0")/../cli.sh"

new_folder
# limited COMMAND...: with 100 MB of memory.
limited() {
	# shellcheck disable=SC2016 # for the other shell to expand
	bash -c 'ulimit -v 100000; exec "$@"' - "$@"
}
# list KEY-LENGTH COUNT VALUE: {"KKK...": [VALUE,VALUE,...]}
list() {
	perl -e 'my ($n, $count, $value) = @ARGV; printf qq({"%s":[%s]}\n), "K" x $n, join ",", ($value) x $count' "$@"
}

# A line for each entry, with the key in it, would be 400 MB; of the second pair 100 GB.
for size in "20000 20000" "400000 250000"; do
	# shellcheck disable=SC2086
	list $size 0 >a.json
	# shellcheck disable=SC2086
	list $size 1 >b.json
	n=${size#* }
	try limited flowfield diff a.json b.json --json report.json
	expect "memory grows with the files, not with what differs: $n entries" 1 "\
total: $n of $n values differ (100 %)
K*K.0: 0 -> 1
K*
values: $((n - 1000)) more" "flowfield: a.json, b.json: $n of $n values differ (100 %)" "+report.json"
	same "the first have a line each, which is short" \
		"$(grep -c -- '->' "$out") $(awk 'length > 300' "$out" | wc -l)" "1000 0"
	same "in the report, too" "$(jq -c '[.files[0].differing, (.files[0].changes | length)]' report.json)" "[$n,1000]"
	rm report.json
done
try flowfield diff a.json b.json --max-memory 10M
refused "--max-memory holds" 5 "out of memory for *: * needed, * in use, --max-memory allows 10 MiB"
try flowfield diff a.json b.json --max-memory 60M -q
expect "and lets pass what is less" 1 "" "*" ""
try flowfield diff a.json b.json --max-memory lots
refused "a size that is none" 2 "--max-memory lots: *"
pgm 3 1 2 3 >a.pgm
pgm 3 1 2 4 >b.pgm
try flowfield diff a.pgm b.pgm --max-memory 10
refused "of cells, too" 5 "out of memory for *: * needed, * in use, --max-memory allows 10 bytes"

# deep DEPTH VALUE
deep() {
	perl -e 'my ($n, $value) = @ARGV; print "[" x $n, $value, "]" x $n' "$@"
}
deep 2000 1 >a.json
deep 2000 2 >b.json
# shellcheck disable=SC2016
try bash -c 'ulimit -s 1024; exec "$@"' - flowfield diff a.json b.json
expect "however deep they are" 1 "*
0.0.*.0: 1 -> 2" "*" ""
deep 3000 1 >a.json
try flowfield diff a.json b.json
expect "but one that is too deep to be read is bytes" 1 "bytes: *" "*" ""
put a.json '["[[[[", "\"[", {"a": "{{\\"}]'
put b.json '["[[[[", "\"[", {"a": "{{\\", "b": 1}]'
try flowfield diff a.json b.json
expect "brackets in texts are none" 1 "*
2.b: none -> 1" "*" ""
perl -CO -e 'print "{\"", "\x{e4}" x 500, "\": [\"", "\x{20ac}" x 90, "\"]}"' >a.json
perl -CO -e 'print "{\"", "\x{e4}" x 500, "\": [\"", "\x{20ac}" x 91, "\"]}"' >b.json
try flowfield diff a.json b.json
passes "nothing is cut within a character" iconv -f UTF-8 -t UTF-8 "$out"

# Every key that changes from run to run, in reports of all kinds.
make_map caves 60 40 3 >map.png
printf '%s\n' 1,20,20,1,1,wall 2,20,20,1,1,open >edits.csv
put jobs 'map.png --goal 48,32 --snap --csv x.csv'
reports=(
	"map.png -g 40,32 --snap"
	"sectors map.png -g 40,32 --from 6,6 --snap"
	"walk map.png -g 40,32 --snap --spawn 5 --simulate 3"
	"update map.png -g 40,32 --snap --edits edits.csv"
)
for command in "${reports[@]}"; do
	# shellcheck disable=SC2086
	for i in 1 2; do
		flowfield $command --json report.json -q
		mv report.json $i.json
	done
	# Replaces the figures that differ from run to run.
	jq 'walk(if type == "object" then with_entries(if (.key | test("(^|_)ms$")) then .value = (if (.value | type) == "number" then 12345 elif .value == null then null else (.value | map_values(if type == "number" then 54321 else . end)) end) else . end) else . end) | .peak_bytes = 1 | .threads = 99 | .cpu = "other"' 1.json >other.json
	passes "times differ here: ${command%% *}" test "$(grep -cE '12345|54321' other.json)" -gt 0
	try flowfield diff other.json 2.json -v
	expect "and are no difference: ${command%% *}" 0 same "" ""
	same "to textconv neither: ${command%% *}" "$(jq -S . other.json | flowfield textconv -)" "$(jq -S . 2.json | flowfield textconv -)"
	rm 1.json 2.json
done
flowfield batch jobs -q --report json=1.json
sed 's/"ms": [0-9.e+-]*/"ms": 77777/' 1.json >2.json
try flowfield diff 1.json 2.json -v
expect "in batch's report neither" 0 "same*" "" ""
sed 's/"name": "flowfield"/"name": "other"/' 1.json >a.json
sed 's/"name": "flowfield"/"name": "other"/' 2.json >b.json
try flowfield diff a.json b.json -q
expect "but a document that is none of ours has no such keys" 1 "" "*" ""

# A missing document is named, whatever the other one is.
mkdir golden
for pair in "golden nosuch" "nosuch golden" "a.json nosuch" "nosuch a.json" "golden nosuch/deeper"; do
	# shellcheck disable=SC2086
	try flowfield diff $pair
	refused "$pair: what is missing is named" 3 "nosuch*: No such file or directory"
done
done_testing
