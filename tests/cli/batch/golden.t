#!/bin/bash
# --golden compares outputs with files that are known to be right; --accept renews them.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 16 8 1 >map.pgm
make_map --pgm terrain 16 8 2 >other.pgm
put jobs 'map.pgm -g 1,1 --csv out/a.csv --heatmap a.png --json a.json' \
	'other.pgm -g 1,1 --integration b.npy --out-dir sub/deep'

try flowfield batch jobs --golden golden
expect "what is missing fails, and leaves nothing" 1 $'fail\t1\t1\tmap.pgm\nfail\t2\t1\tother.pgm' \
	"flowfield: jobs:1: golden/a.png: is missing: --accept would add it
flowfield: jobs:2: golden/sub/deep/b.npy: is missing: --accept would add it
flowfield: jobs: 0 passed, 2 failed; * ms" ""
try flowfield batch jobs --golden golden --accept
expect "--accept adds it, by its name, and nothing elsewhere" 0 "pass*pass*" "*" \
	"+golden +golden/.flowfield +golden/a.json +golden/a.png +golden/out +golden/out/a.csv +golden/sub +golden/sub/deep +golden/sub/deep/b.npy"
try flowfield batch jobs --golden golden
expect "then all is the same, and nothing is written" 0 "pass*pass*" "*" ""
try flowfield batch jobs --golden ./golden/ -j 1
expect "whatever the folder is called" 0 "pass*pass*" "*" ""
flowfield map.pgm -g 1,1 -q --csv a.csv
silent "what was added is what a run makes" cmp a.csv golden/out/a.csv

inode=$(stat -c %i golden/a.png)
make_map --pgm terrain 16 8 3 >map.pgm
try flowfield batch jobs --golden golden
expect "what differs fails, and is told in a line" 1 $'fail\t1\t1\tmap.pgm\npass\t2\t*' \
	"flowfield: jobs:1: golden/out/a.csv: * of 128 cells differ (* %): wall added *, first *,*; * (3 outputs differ)
flowfield: jobs: 1 passed, 1 failed; * ms" ""
try flowfield batch jobs --golden golden --accept
expect "--accept replaces what differs, and nothing else" 0 "pass*pass*" "*" \
	"~golden/a.json ~golden/a.png ~golden/out/a.csv"
cp golden/a.png a.png
differ "which is another file then" "$(stat -c %i golden/a.png)" "$inode"
inode=$(stat -c %i golden/a.png)
try flowfield batch jobs --golden golden --accept
same "what is the same is not touched" "$(stat -c %i golden/a.png)" "$inode"

put report 'map.pgm -g 1,1 --json a.json'
mv golden/a.json "$work"
flowfield map.pgm -g 1,1 -q --json golden/a.json
perl -pi -e 's/("digest": ")../$1xx/; s/("wall": )/${1}9/; s/("least": 0)/${1}.5/' golden/a.json
try flowfield batch report --golden golden
expect "of a report the first values are told, walls and cells before others, and digests last" 1 "fail*" \
	"flowfield: report:1: golden/a.json: 4 of * values differ (* %): cells.wall 9* -> *; integration.least 0.5 -> 0; map.digest \"xx*\" -> *; integration.digest *
flowfield: *" ""
put report 'map.pgm -g 1,1 --heatmap c.png --scale 1/2'
flowfield map.pgm -g 1,1 -q --heatmap golden/c.png --scale 1/2
rewrite golden/c.png PLTE 'tr/\0-\377/\1-\377\0/'
said=
for chunk in PLTE Software Options; do
	[[ $chunk == PLTE ]] || rewrite golden/c.png "tEXt$chunk" 's/[.\d]+/9.9.0/'
	[[ $chunk != Software ]] || said=': drawn by 9.9.0 with other colours; accept again, or keep data as goldens'
	try flowfield batch report --golden golden
	expect "colours without cells that differ may be those of another version: $chunk differs" 1 "fail*" \
		"flowfield: report:1: golden/c.png: * of * pixels differ (* %)$said
flowfield: *" ""
	said=
done
rm report golden/c.png
cp "$work/a.json" golden

cp golden/sub/deep/b.npy b.npy
head -c 100 b.npy >golden/sub/deep/b.npy
try flowfield batch jobs --golden golden
expect "a file that is no good fails as bad input" 3 $'pass\t*fail\t2\t3\tother.pgm' "flowfield: jobs:2: golden/sub/deep/b.npy: *" ""
try flowfield batch jobs --golden golden --accept
expect "and is replaced" 0 "pass*pass*" "*" "~golden/sub/deep/b.npy"
silent "by the right one" cmp b.npy golden/sub/deep/b.npy

put jobs "map.pgm -g 1,1 --csv $PWD/a.csv" 'map.pgm -g 1,1 --csv ../b.csv' 'map.pgm -g 1,1 --csv /dev/null' \
	'map.pgm -g 1,1 --out-dir x/.. --csv b.csv'
try flowfield batch jobs --golden golden --accept
expect "names that lead elsewhere are refused" 2 "fail*" \
	"flowfield: jobs:1: golden/*/a.csv: leads out of the folder of --golden
flowfield: jobs:2: golden/../b.csv: leads out of the folder of --golden
flowfield: jobs:3: golden//dev/null: leads out of the folder of --golden
flowfield: jobs:4: golden/x/../b.csv: leads out of the folder of --golden
flowfield: jobs: 0 passed, 4 failed; * ms" ""
mkdir a b
put jobs 'map.pgm -g 1,1 --csv a/x.csv' 'map.pgm -g 1,1 --csv ./a/x.csv'
try flowfield batch jobs --golden golden --accept
refused "two names of one file are found here, too" 2 "jobs: line 1 and line 2 would both write $PWD/golden/a/x.csv"

# --accept says what became of the goldens.
new_folder
pgm 4 1 2 255 7 0 255 255 1 1 3 254 255 >map.pgm
cp map.pgm other.pgm
put jobs 'map.pgm -g 0,0 --csv a.csv --heatmap a.png --json a.json' 'other.pgm -g 0,0 --csv b/b.csv'
try flowfield batch jobs --golden golden --accept
expect "--accept says what it added" 0 "*" \
	"flowfield: golden: 0 same, 4 added (a.png, a.csv, a.json, b/b.csv), 0 replaced
flowfield: jobs: 2 passed*" "+golden +golden/.flowfield +golden/a.csv +golden/a.json +golden/a.png +golden/b +golden/b/b.csv"
pgm 4 1 2 255 7 0 255 255 1 1 3 253 255 >other.pgm
try flowfield batch jobs --golden golden --accept
expect "and what it replaced" 0 "*" $'flowfield: golden: 3 same, 0 added, 1 replaced (b/b.csv)\n*' "~golden/b/b.csv"
try flowfield batch jobs --golden golden --accept -q
expect "but nothing with -q" 0 "" "" ""
rm golden/b/b.csv
try flowfield batch jobs --golden golden// --accept
expect "by its name, whatever the folder is called" 0 "*" $'flowfield: golden//: 3 same, 1 added (b/b.csv), 0 replaced\n*' "+golden/b/b.csv"
for ((i = 1; i <= 12; i++)); do
	echo "map.pgm -g 0,0 --csv $i.csv"
done >many
try flowfield batch many --golden new --accept -j 1
same "many names are cut" "$(head -n 1 "$err")" \
	"flowfield: new: 0 same, 12 added (1.csv, 2.csv, 3.csv, 4.csv, 5.csv, 6.csv, 7.csv, 8.csv, ...), 0 replaced"
rm -r many new

# A job whose answer is no fails, and its goldens stay as they are.
put jobs 'map.pgm -g 0,0 --csv a.csv --require 3,0 --max-unreached 1' 'other.pgm -g 0,0 --csv b/b.csv'
rm golden/a.png golden/a.json
no='map.pgm: not reached: 3,0 (unreached); 2 cells are not reached, at most 1 allowed'
try flowfield batch jobs --golden golden
expect "a job whose goldens are the same fails if its answer is no" 1 $'fail\t1\t1\tmap.pgm\npass*' \
	"flowfield: jobs:1: $no
flowfield: jobs: 1 passed, 1 failed*" ""
cp golden/a.csv before.csv
pgm 4 1 2 255 7 0 255 255 1 1 3 252 255 >map.pgm
differs="golden/a.csv: 1 of 12 cells differ (8.333 %): *"
try flowfield batch jobs --golden golden --report json=report.json --report junit=junit.xml --report github
expect "the answer stands beside the differences" 1 $'fail\t1\t1\tmap.pgm\npass*' \
	"flowfield: jobs:1: $no; $differs
flowfield: jobs: 1 passed, 1 failed*" "+junit.xml +report.json"
passes "so it does in GitHub's annotations" grep -qF "title=map.pgm (status 1)::$no; golden/a.csv: 1 of 12" "$out"
passes "in the message of JUnit" grep -qF "message=\"$no; golden/a.csv: 1 of 12" junit.xml
passes "in a line of JUnit's own" grep -qF "\">$no" junit.xml
passes "and the difference in another" grep -q '^golden/a.csv: 1 of 12 .*</failure>$' junit.xml
same "and in JSON" "$(json report.json jobs.0.answer jobs.0.goldens.0.state golden.different golden.same)" \
	"$no"$'\ndifferent\n1\n1'
rm junit.xml report.json
try flowfield batch jobs --golden golden --accept
expect "--accept renews no golden of such a job, and says how" 1 $'fail\t1\t1\tmap.pgm\npass*' \
	"flowfield: jobs:1: $no; $differs; --accept renews no golden of a job whose answer is no: --force does
flowfield: golden: 1 same, 0 added, 0 replaced, 1 different (a.csv)
flowfield: jobs: 1 passed, 1 failed*" ""
rm golden/a.csv
try flowfield batch jobs --golden golden --accept
missing="golden/a.csv: is missing: only --accept --force adds a golden of a job whose answer is no"
expect "nor adds one" 1 $'fail\t1\t1\tmap.pgm\npass*' \
	"flowfield: jobs:1: $no; $missing
flowfield: golden: 1 same, 0 added, 0 replaced, 1 missing (a.csv)
flowfield: jobs: 1 passed, 1 failed*" ""
try flowfield batch jobs --golden golden
expect "which is said without --accept, too" 1 $'fail\t1\t1\tmap.pgm\npass*' \
	"flowfield: jobs:1: $no; $missing
flowfield: jobs: 1 passed, 1 failed*" ""
cp before.csv golden/a.csv
try flowfield batch jobs --golden golden --accept --force
expect "--force does, and the job fails all the same" 1 $'fail\t1\t1\tmap.pgm\tgolden/a.csv\npass*' \
	"flowfield: jobs:1: $no
flowfield: golden: 1 same, 0 added, 1 replaced (a.csv)
*" "~golden/a.csv"
head -c 100 before.csv >golden/a.csv
try flowfield batch jobs --golden golden --accept
expect "a golden that is no good does not hide the answer" 3 $'fail\t1\t3\tmap.pgm\npass*' "flowfield: jobs:1: $no; golden/a.csv*" ""
cp before.csv golden/a.csv

# --out keeps what differs, and leave the goldens' folder alone.
chmod a-w golden golden/b
try flowfield batch jobs --golden golden --out kept/deep --report json=report.json --report markdown --report junit=- -j 1
expect "what differs is kept, with a picture, and nothing in the goldens' folder" 1 \
	$'fail\t1\t1\tmap.pgm\tkept/deep/a.csv\tkept/deep/a.csv.diff.png\npass\t2\t0\tother.pgm\n*' "*" \
	"+kept +kept/deep +kept/deep/a.csv +kept/deep/a.csv.diff.png +report.json"
chmod u+w golden golden/b
same "JUnit names the kept files, pictures first" "$(sed -n '/<system-out>/,/<.system-out>/p' "$out")" \
	"      <system-out>[[ATTACHMENT|kept/deep/a.csv.diff.png]]
[[ATTACHMENT|kept/deep/a.csv]]</system-out>"
kept='[kept/deep/a.csv](kept/deep/a.csv) [kept/deep/a.csv.diff.png](kept/deep/a.csv.diff.png)'
same "Markdown links them" "$(grep -A 9 '^###' "$out" | sed 's/golden.a.csv: [^|]*|/golden... |/')" "### jobs: 1 passed, 1 failed

| Result | Line | Map | Reason | Kept |
| --- | ---: | --- | --- | --- |
| fail | 1 | map.pgm | $no; golden... | $kept |
| pass | 2 | other.pgm |  | |"
same "the report says where" "$(json report.json jobs.0.goldens.0.actual jobs.0.goldens.0.picture)" \
	$'kept/deep/a.csv\nkept/deep/a.csv.diff.png'
flowfield map.pgm -g 0,0 -q --csv a.csv
silent "what is kept is what the job makes" cmp a.csv kept/deep/a.csv
flowfield diff golden/a.csv a.csv -q --out one.png 2>"$err" || true
silent "the picture is that of diff" cmp one.png kept/deep/a.csv.diff.png
rm a.csv one.png report.json
put notes 'mine'
cp notes kept/deep/notes
flowfield batch jobs --golden golden --accept --force -q 2>"$err" || true
try flowfield batch jobs --golden golden --out kept/deep
expect "what is the same again is no longer kept" 1 $'fail\t1\t1\tmap.pgm\npass\t2\t0\tother.pgm' "flowfield: jobs:1: $no*" \
	"-kept/deep/a.csv -kept/deep/a.csv.diff.png"
rm golden/a.csv
try flowfield batch jobs --golden golden --out kept/deep
expect "what has no golden is kept, too" 1 $'fail\t1\t1\tmap.pgm\tkept/deep/a.csv\npass\t2\t0\tother.pgm' "*" "+kept/deep/a.csv"
rm -r kept
put jobs 'map.pgm -g 0,0 --csv a.csv' 'other.pgm -g 0,0 --csv b/b.csv'
flowfield batch jobs --golden golden --accept -q
try flowfield batch jobs --golden golden --out kept
expect "where nothing differs no folder is made" 0 "*" "*" ""
cp golden/a.csv mine.csv
mkdir kept
cp notes kept/a.csv
try flowfield batch jobs --golden golden --out kept
expect "whatever stands in its place" 0 "*" "*" "-kept/a.csv"
rm -r kept mine.csv notes before.csv

# Goldens that no job writes any more.
put jobs 'map.pgm -g 0,0 --csv a.csv' 'other.pgm -g 0,0 --csv b/b.csv' \
	'map.pgm -g 0,0 --integration c/d.npy --heatmap ./e.png'
flowfield batch jobs --golden golden --accept -q
same "--accept lists goldens, and forgets none" "$(paste -sd ' ' golden/.flowfield)" "a.csv a.json a.png b/b.csv c/d.npy e.png"
put jobs 'other.pgm -g 0,0 --json f.json'
flowfield batch jobs --golden ./golden/ --accept -q
same "of one job it adds only those" "$(paste -sd ' ' golden/.flowfield)" "a.csv a.json a.png b/b.csv c/d.npy e.png f.json"
put jobs 'map.pgm -g 0,0 --csv a.csv'
put golden/README 'about these'
flowfield map.pgm -g 0,0 -q --heatmap golden/mine.png --csv golden/mine.csv
cp golden/e.png golden/.flowfield-1-0.tmp
try flowfield batch jobs --golden golden
expect "goldens that no job writes are named" 0 "*" \
	"flowfield: warning: golden: 4 files that no job writes: b/b.csv, c/d.npy, e.png, f.json (--prune removes them)
flowfield: jobs: 1 passed*" ""
try flowfield batch jobs --golden ./golden/ --shard 2/2
expect "by the first shard only" 0 "*" "flowfield: jobs: 0 passed*" ""
try flowfield batch jobs --golden golden --report github --report json=report.json -q
expect "and in reports" 0 "::warning title=golden::files that no job writes: 4, first b/b.csv" "" "+report.json"
same "by their names in JSON" "$(json report.json golden.unwritten)" '["b/b.csv","c/d.npy","e.png","f.json"]'
rm report.json
for text in '' $' \n' '# map.pgm -g 0,0 --csv a.csv'; do
	printf '%s' "$text" >./jobs
	try flowfield batch jobs --golden golden --prune -q
	refused "--prune removes nothing if there are no jobs: ${text@Q}" 3 "jobs: there are no jobs; *"
done
put jobs 'map.pgm -g 0,0 --csv a.csv' 'map.pgm -g'
try flowfield batch jobs --golden golden --prune
expect "--prune removes nothing while a line is not understood" 2 "*" \
	"flowfield: jobs:2: *
flowfield: jobs: nothing is pruned, since the files of line 2 are not known
flowfield: jobs: 1 passed, 1 failed*" ""
put jobs 'map.pgm -g 0,0 --csv ./a.csv' 'none.pgm -g 0,0 --csv f.json'
try flowfield batch jobs --golden golden --prune
expect "--prune removes them, whatever else fails, and nothing else" 3 "*" \
	"flowfield: jobs:2: none.pgm: *
flowfield: golden: 3 files that no job writes removed: b/b.csv, c/d.npy, e.png
*" "~golden/.flowfield -golden/b -golden/b/b.csv -golden/c -golden/c/d.npy -golden/e.png"
same "from the list, too, with those that are gone" "$(paste -sd ' ' golden/.flowfield)" "a.csv f.json"
try flowfield batch jobs --golden golden --prune
expect "and is silent where there are none" 3 "*" "flowfield: jobs:2: *none.pgm: *
flowfield: jobs: 1 passed, 1 failed*" ""
put keep.csv 'theirs'
put golden/.flowfield ../keep.csv "$PWD/keep.csv" c/../../keep.csv . '' ./README
try flowfield batch jobs --golden golden --prune --no-sandbox
expect "a list can name no file elsewhere" 3 "*" "*
flowfield: golden: 1 file that no job writes removed: README
*" "~golden/.flowfield -golden/README"
mkdir golden/c
ln -s .. golden/up
ln -s spare.csv golden/link.csv
put golden/spare.csv theirs
put golden/.flowfield c up/keep.csv link.csv .flowfield
try flowfield batch jobs --golden golden --prune --no-sandbox
expect "nor a folder, a link, what lies behind one, or itself" 3 "*" "*" ""
ln -sf "$PWD/keep.csv" golden/.flowfield
for how in --accept --prune; do
	try flowfield batch jobs --golden golden $how --no-sandbox
	expect "a list that is a link is refused: $how" 3 "*" "*flowfield: golden/.flowfield: is no regular file*" ""
done

# Inputs of jobs may be goldens.
new_folder
put plain.pgm P2 '3 1' 255 '1 1 1'
put jobs 'plain.pgm -g 0,0 --cost map.png' 'plain.pgm -g 0,0 --cost spare.png'
for ((i = 1; i <= 10; i++)); do
	echo "plain.pgm -g 0,0 --cost spare$i.png" >>"jobs"
done
flowfield batch jobs --golden golden --accept -q
put file 'golden/map.png --goal 0,0'
put jobs '@file --csv a.csv' 'none.pgm -g 0,0 --csv b.csv'
try flowfield batch jobs --golden golden --accept --prune -q --report json=report.json
same "--prune removes nothing that a job reads, and names all that it removes, with -q, too" \
	"$(grep removed "$err")
$(ls golden)" "flowfield: golden: 11 files that no job writes removed: spare.png, spare1.png, spare10.png, spare2.png, \
spare3.png, spare4.png, spare5.png, spare6.png, spare7.png, spare8.png, spare9.png
$(printf '%s\n' a.csv map.png)"
same "as the report does" "$(json report.json golden.removed.10 golden.pruned)" $'spare9.png\ntrue'
# Symbolic links in the folder that lead out of it.
new_folder
pgm 2 1 1 1 1 >map.pgm
mkdir golden out
put out/a.csv 'theirs'
ln -s ../out/a.csv golden/a.csv
ln -s ../out golden/sub
ln -s b.csv golden/inside.csv
put golden/b.csv 'old'
ln -s ../nowhere.csv golden/dangling.csv
put jobs 'map.pgm -g 0,0 --csv a.csv' 'map.pgm -g 0,0 --csv sub/a.csv' 'map.pgm -g 0,0 --csv sub/new/a.csv' \
	'map.pgm -g 0,0 --csv inside.csv' 'map.pgm -g 0,0 --csv dangling.csv'
for options in '' --accept '--accept --force --no-sandbox'; do
	# shellcheck disable=SC2086 # words
	try flowfield batch jobs --golden golden $options
	same "nothing is written where a link leads out of the folder ${options:-(compare)}" \
		"$(sed -n 1,3p "$err")" "flowfield: jobs:1: golden/a.csv: a symbolic link leads out of golden
flowfield: jobs:2: golden/sub/a.csv: a symbolic link leads out of golden
flowfield: jobs:3: golden/sub/new/a.csv: a symbolic link leads out of golden"
	same "and what is there stays" "$status $(ls -A out) $(<out/a.csv) $(find . -name '.flowfield-*')" "2 a.csv theirs "
done
passes "a link within the folder is followed" test -L golden/inside.csv -a "$(<golden/b.csv)" != old
passes "one that leads nowhere is replaced itself" test -f golden/dangling.csv -a ! -L golden/dangling.csv -a ! -e nowhere.csv
mkdir kept
ln -s ../out kept/sub
put jobs 'map.pgm -g 0,0 --csv sub/a.csv'
rm golden/sub
try flowfield batch jobs --golden golden --out kept
expect "nor does --out write there" 2 "fail*" "flowfield: jobs:1: kept/sub/a.csv: a symbolic link leads out of kept*" ""
ln -s golden also
put jobs 'map.pgm -g 0,0 --csv b.csv'
try flowfield batch jobs --golden also
expect "the folder itself may be a link" 0 "pass*" "*" ""

# Refusals.
for options in '--force|--force is for --accept' '--prune|--prune is for --golden' \
	'--out x|--out is for --golden' '--ignore 0,0,1,1|--abs, --rel, --max-changed and --ignore are for --golden' \
	'--strict|--strict is for --golden' \
	'--golden golden --accept --out x|--out and --accept: compare first, then accept' \
	'--golden golden --out |--out needs a folder'"'"'s name' \
	'--golden golden --out golden|--out golden: name a folder that neither is nor holds that of --golden, nor is in it' \
	'--golden golden --out also/x|--out also/x: name a folder *' \
	'--golden golden --out .|--out .: name a folder *'; do
	IFS=' ' read -r -a words <<<"${options%%|*}"
	[[ ${options%%|*} != *' ' ]] || words+=('')
	try flowfield batch jobs "${words[@]}"
	refused "${options%%|*} is refused" 2 "${options#*|}"
done
put jobs 'map.pgm -g 0,0 --csv b.csv --no-clobber'
chmod a-w golden/b.csv
try flowfield batch jobs --golden golden
expect "to compare is not to replace" 0 "pass*" "*" ""
try flowfield batch jobs --golden golden --accept
expect "nor is --accept of what is the same, which is listed" 0 "pass*" "*" "~golden/.flowfield"
pgm 2 1 1 1 2 >map.pgm
try flowfield batch jobs --golden golden --accept
expect "what is write-protected and differs is kept, and no way is named that does more" 4 "fail*" \
	"flowfield: jobs:1: golden/b.csv: is write-protected: after chmod u+w --accept replaces it
*" ""
try flowfield batch jobs --golden golden --accept --force
expect "--force replaces it" 0 "pass*" "*" "~golden/b.csv"

# Folders that cannot be written.
new_folder
pgm 2 1 1 1 1 >map.pgm
put jobs 'map.pgm -g 0,0 --csv a.csv' 'map.pgm -g 0,0 --csv sub/b.csv'
flowfield batch jobs --golden golden --accept -q
mkdir locked partly partly/sub
chmod 555 golden locked partly/sub
chmod 777 . partly
chmod 755 "$work"
somebody=()
if [[ $(id -u) -eq 0 ]]; then
	somebody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
fi
cp "$flowfield_dir/flowfield" "$work/program"
# A build that counts lines complains that it cannot write the counts.
if [[ -n $("${somebody[@]}" "$work/program" --version 2>&1 >/dev/null || echo failed) ]]; then
	skip "goldens in a folder that is write-protected" "root may write there, and nobody else can run the program"
else
	batch() {
		try "${somebody[@]}" "$work/program" batch jobs --golden "$@"
	}
	batch golden
	refused "goldens in a folder that is write-protected" 4 \
		"--golden golden: Permission denied: outputs are made there to be compared, unless --out names a folder for them"
	batch golden --accept
	refused "with --accept" 4 "--golden golden: Permission denied"
	batch golden --out new
	expect "are compared with --out" 0 "pass*pass*" "*" ""
	batch golden --out locked/pics
	refused "which must be a folder that can be written, or made" 4 "--out locked/pics: Permission denied"
	put jobs 'map.pgm -g 0,0 --csv sub/new/b.csv' 'map.pgm -g 0,0 --csv sub/b.csv' 'map.pgm -g 0,0 --csv deep/b.csv'
	batch partly --accept
	expect "what keeps a folder in it from being made is said" 4 $'fail\t1\t4\tmap.pgm\nfail\t2\t4\tmap.pgm\npass*' \
		"flowfield: jobs:1: partly/sub/new/b.csv: its folder cannot be made: partly/sub: Permission denied
flowfield: jobs:2: partly/sub/b.csv: Permission denied
*" "+partly/.flowfield +partly/deep +partly/deep/b.csv"
fi

done_testing
