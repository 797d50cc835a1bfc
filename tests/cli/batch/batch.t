#!/bin/bash
# A manifest: what its lines may be, what is said about them, and what makes all of it impossible.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 16 8 >map.pgm
cp map.pgm "a map.pgm"
flowfield map.pgm -g 1,1 -q --csv "$work/wanted.csv"

put jobs '# comments and empty lines are no jobs' '' \
	$'  map.pgm -g 1,1 --csv one.csv # this one is' \
	"\"a map.pgm\" --goal '1,1' --csv two.csv --json two.json"
try flowfield batch jobs
expect "each line is a job" 0 $'pass\t3\t0\tmap.pgm\tone.csv\npass\t4\t0\ta map.pgm\ttwo.csv\ttwo.json' \
	"flowfield: jobs: 2 passed, 0 failed; * ms" "+one.csv +two.csv +two.json"
silent "and does what it does alone" cmp one.csv "$work/wanted.csv"
silent "quotes keep blanks" cmp two.csv "$work/wanted.csv"
same "one thread does it" "$(json two.json threads)" 1
rm one.csv two.csv two.json

try flowfield batch - <./jobs
expect "the manifest may come through standard input" 0 "*" "flowfield: standard input: 2 passed*" \
	"+one.csv +two.csv +two.json"
rm one.csv two.csv two.json
try flowfield batch jobs -q
expect "with -q it says nothing" 0 "" "" "+one.csv +two.csv +two.json"
try flowfield batch jobs -v
expect "with -v it says what each job found" 0 "*" \
	"flowfield: jobs:3: map.pgm: 16x8: 1 goal, *flowfield: jobs:4: a map.pgm: 16x8: *" "~two.json"
rm one.csv two.csv two.json
put options '--csv shared.csv'
put jobs 'map.pgm -g 1,1 @options'
FLOWFIELD_OPTS='--metric octile' try flowfield batch jobs
expect "@FILE and FLOWFIELD_OPTS count on each line" 0 "*" "*" "+shared.csv"
passes "as they do alone" cmp shared.csv <(flowfield map.pgm -g 1,1 --metric octile -q --csv -)
rm shared.csv
put jobs 'map.pgm -g 1,1 --out-dir new --csv a.csv' 'map.pgm -g 1,1 --out-dir new --csv b.csv' \
	'none.pgm -g 1,1 --out-dir other'
try flowfield batch jobs
expect "folders are made, and taken away again if nothing came into them" 3 "*" "*" "+new +new/a.csv +new/b.csv"
rm -r new
for text in '' $'\n \t\n\r\n' $'# map.pgm -g 1,1\n'; do
	printf '%s' "$text" >./jobs
	try flowfield batch jobs --report junit=report.xml --report github
	refused "a manifest without jobs is bad input: ${text@Q}" 3 \
		"jobs: there are no jobs; expected a command line on each line"
	try flowfield batch - --shard 2/2 -q <./jobs
	refused "for every shard, from standard input, and with -q" 3 "standard input: there are no jobs; *"
done
put jobs 'map.pgm -g 1,1 --csv one.csv'
try flowfield batch jobs --shard 2/2
expect "a shard without jobs passes" 0 "" "flowfield: jobs: 0 passed, 0 failed; * ms" ""


# bad LINE STATUS TEXT: that line alone is a job that fails.
bad() {
	put jobs "$1" 'map.pgm -g 1,1 --csv good.csv'
	try flowfield batch jobs
	expect "fails, and no other: $1" "$2" $'fail\t1\t'"$2"$'\t*\npass\t2\t0\tmap.pgm\tgood.csv' \
		"flowfield: jobs:1$3*" "+good.csv"
	rm -f good.csv
}
bad "map.pgm -g '1,1" 2 ":12: the quote ' is not closed on its line"
# shellcheck disable=SC1003 # nothing is to be escaped
bad 'map.pgm -g 1,1 \' 2 ':16: nothing follows this \\ on its line'
bad 'map.pgm' 2 ': there is no goal: give --goal X,Y'
bad 'map.pgm -g 1,1 --csv -' 2 ': a job of a batch cannot write to standard output'
bad '- -g 1,1' 2 ': a job of a batch cannot read its map from standard input'
bad 'map.pgm --goals -' 2 ': a job of a batch cannot read goals from standard input'
bad 'map.pgm -g 1,1 --dry-run' 2 ': --dry-run is not for a job of a batch'
bad '--help' 2 ': a job of a batch runs a map, and does nothing else'
bad 'verify map.pgm f.csv -g 1,1' 2 ': verify: a job of a batch runs a map, and does nothing else'
bad 'batch jobs' 2 ': batch: a job of a batch runs a map, and does nothing else'
bad 'map.pgm -g 1,1 @none' 3 ': none: No such file'
bad 'none.pgm -g 1,1' 3 ': none.pgm: No such file'
bad 'map.pgm -g 1,1 --max-cells 5' 5 ': map.pgm: *--max-cells*'
bad 'map.pgm -g 1,1 --csv none/a.csv' 4 ': none/a.csv: there is no folder none'

put jobs 'map.pgm -g 1,1 --max-cost 3 --max-unreached 0 --csv a.csv' 'none.pgm -g 1,1'
try flowfield batch jobs
expect "an answer that is no has its outputs; the worst status counts" 3 \
	$'fail\t1\t1\tmap.pgm\ta.csv\nfail\t2\t3\tnone.pgm' "flowfield: jobs:1: warning: nothing is reached except the goals: * cells are farther or unreached
flowfield: jobs:1: map.pgm: * cells are not reached, at most 0 allowed
flowfield: jobs:2: none.pgm: *" "+a.csv"
rm a.csv

# Many workers have more files open than the soft limit allows.
for i in {1..200}; do echo "map.pgm -g 1,1 --csv soft$i.csv --integration soft$i.npy"; done >"jobs"
try bash -c 'ulimit -S -n 20; exec "$@"' - flowfield batch jobs -q -j 32
same "the soft limit of open files does not count" "$status $(<"$err")" "0 "
rm soft*

# refusing STATUS TEXT ARGUMENT...: the batch is refused before any work.
refusing() {
	try flowfield batch "${@:3}"
	refused "$2" "$1" "$2"
}
refusing 2 "there is no manifest: name a file, or -"
refusing 3 "none: No such file or directory" none
refusing 2 "one manifest at a time: jobs or more? (each is a text with a command line on each line)" jobs more
refusing 2 "unknown option --workers: did you mean --threads?" jobs --workers 2
refusing 2 "--threads 0: out of range; expected an integer from 1 to 256" jobs -j 0
for shard in 0/3 4/3 1 1/0 -1/3 a/3 1/3/3; do
	refusing 2 "--shard $shard: expected I/N with 1 <= I <= N" jobs --shard $shard
done
refusing 2 "--report xml=a: expected markdown, markdown=FILE, html=DIR, junit=FILE, json=FILE, sheet=FILE.png or github" jobs --report xml=a
refusing 2 "--report json=: expected markdown, *" jobs --report json=
refusing 2 "--report json is given twice" jobs --report json=a --report json=b
refusing 2 "--accept is for --golden" jobs --accept

# Two jobs that would write one file, whatever they call it.
mkdir -p sub/deep
ln -s sub link
ln -s one.csv name.csv
cp "$work/wanted.csv" one.csv
for pair in 'one.csv one.csv' 'one.csv ./one.csv' "one.csv $PWD/one.csv" 'sub/a.csv link/a.csv' \
	'sub/deep/../a.csv link/./a.csv' 'name.csv one.csv'; do
	put jobs "map.pgm -g 1,1 --csv ${pair% *}" 'none.pgm -g 1,1 --csv other.csv' \
		"map.pgm -g 2,2 --csv ${pair#* }"
	refusing 2 "jobs: line 1 and line 3 would both write $PWD/*.csv" jobs
done
rm one.csv
put jobs 'map.pgm -g 2,2 --csv name.csv'
try flowfield batch jobs
expect "a link that leads nowhere is replaced" 0 "*" "*" "~name.csv"
rm name.csv
put jobs "map.pgm -g 1,1 --csv new/a.csv --out-dir ." "map.pgm -g 1,1 --out-dir new --csv a.csv" \
	'map.pgm -g 1,1 --out-dir new/ --csv a.csv'
refusing 2 "jobs: line 2 and line 3 would both write $PWD/new/a.csv" jobs
refusing 2 "jobs: line 2 and line 3 would both write $PWD/new/a.csv" jobs --shard 1/3
put jobs 'map.pgm -g 1,1' 'sub/../map.pgm -g 2,2'
refusing 2 "jobs: line 1 and line 2 would both write $PWD/map.arrows.png (and 2 more such)" jobs
put jobs 'map.pgm -g 1,1 --terrain two.png' 'two.png -g 1,1 --csv two.csv'
refusing 2 "jobs: line 1 would write what line 2 reads, and no order is kept: $PWD/two.png" jobs
put jobs 'map.pgm -g 1,1 --csv goals.csv' 'map.pgm --goals link/../goals.csv --csv b.csv'
refusing 2 "jobs: line 1 would write what line 2 reads, and no order is kept: $PWD/goals.csv" jobs
put jobs 'map.pgm -g 1,1 --csv report'
refusing 2 "jobs: the batch itself and line 1 would both write $PWD/report" jobs --report junit=report
put jobs 'map.pgm -g 1,1 --csv jobs'
refusing 2 "jobs: line 1 would write what the batch itself reads, and no order is kept: $PWD/jobs" jobs
put jobs 'map.pgm -g 1,1 --csv /dev/null' 'map.pgm -g 1,1 --csv /dev/null'
try flowfield batch jobs
expect "what holds nothing may be written by many" 0 $'pass\t1\t0\tmap.pgm\npass\t2\t0\tmap.pgm' "*" ""

put jobs 'map.pgm -g 1,1 --csv one.csv' 'map.pgm -g 1,1 --csv two.csv'
flowfield batch jobs >/dev/full 2>"$err" && status=0 || status=$?
same "standard output that is full is an error" "$status $(head -1 "$err")" \
	"4 flowfield: standard output: No space left on device"
rm -f one.csv two.csv

mkfifo pipe
put jobs 'map.pgm -g 1,1 --csv pipe' 'map.pgm -g 1,1 --csv one.csv'
try timeout 20 flowfield batch jobs
expect "a pipe that nobody reads is not waited for" 4 $'fail\t1\t4\tmap.pgm\npass\t2\t0\tmap.pgm\tone.csv' "*pipe: *" "+one.csv"

put jobs 'map.pgm -g 1,1 --csv next.csv'
try flowfield batch jobs --report junit=nodir/j.xml
expect "a report that cannot be written is known before any work" 4 "" "flowfield: nodir/j.xml: there is no folder nodir" ""
try flowfield batch jobs --report json=/dev/full
expect "what is wrong with a report is said after how it went" 4 $'pass\t1\t0\tmap.pgm\tnext.csv' \
	$'flowfield: jobs: 1 passed, 0 failed; * ms\nflowfield: /dev/full: *' "+next.csv"

printf '\357\273\277map.pgm -g 1,1 --csv two.csv @more\n' >"jobs"
printf '\357\273\277-q\n' >"more"
try flowfield batch jobs
expect "a byte order mark is no part of a manifest, nor of a file of words" 0 $'pass\t1\t0\tmap.pgm\ttwo.csv' "*" "+two.csv"

for ((i = 1; i <= 11; i++)); do
	echo "none.pgm -g 1,1 --csv none$i.csv"
done >'a:b,c%d'
try flowfield batch 'a:b,c%d' -q --report github
same "what ends a property of GitHub's is escaped" "$(head -n 1 "$out" | cut -d = -f 2 | cut -d , -f 1)" "a%3Ab%2Cc%25d"
same "and nine failures are shown, and the others counted" "$(grep -c ',line=' "$out") $(tail -n 1 "$out")" \
	"9 ::error title=flowfield::and 2 more"

if command -v xmllint >/dev/null; then
	printf 'none.pgm -g 1,1 --csv "a<b>&\\"c\001\357\277\276.csv"\n' >'<&">'
	try flowfield batch '<&">' -q --report junit=hostile.xml
	passes "hostile names make no broken XML" xmllint --noout hostile.xml
else
	echo "# SKIP no xmllint: hostile names in JUnit are not looked at"
fi

name=$'a\n|`b'
put "$name" '# first' 'map.pgm -g 1,1 --csv one.csv' "'<b>*|_.pgm' -g 1,1"
try flowfield batch "$name" -q --report markdown=hostile.md
same "nor does any in a table, in which failures come first" "$(<hostile.md)" '### a?\|\`b: 1 passed, 1 failed

| Result | Line | Map | Reason | Kept |
| --- | ---: | --- | --- | --- |
| fail | 3 | \<b\>\*\|\_.pgm | \<b\>\*\|\_.pgm: No such file or directory | |
| pass | 2 | map.pgm |  | |'
put many "$(printf 'map.pgm -g 1,1 --max-unreached 0 --csv /dev/null\n%.0s' {1..501})"
flowfield batch many -q --report markdown 2>"$err" >"$out" || true
same "which ends before it is too long for a page" "$(grep -c '^| [fp]a' "$out") $(tail -n 1 "$out")" "500 and 1 more"
rm hostile.md one.csv many "$name"

# cases: the names and lines of JUnit's test cases.
cases() {
	perl -ne 'print "$2: $1\n" if /<testcase classname="[^"]*" name="([^"]*)" file="[^"]*" line="(\d+)"/' junit.xml
}
put jobs 'map.pgm -g 1,1 --csv one.csv   # the first' 'map.pgm' 'none.pgm -g 1,1' 'map.pgm # too' \
	"none.pgm -g '1"
flowfield batch jobs -q --report junit=junit.xml 2>"$err" || true
same "a test case is called by its line, whatever the number of that" "$(cases)" \
	"1: map.pgm -g 1,1 --csv one.csv   # the first
2: map.pgm
3: none.pgm -g 1,1
4: map.pgm # too
5: none.pgm -g '1"
same "an answer that is no is a failure, and all else an error" \
	"$(grep -oE 'failures="[0-9]*" errors="[0-9]*"' junit.xml | sort -u)" 'failures="0" errors="4"'
cases | sed 's/^[0-9]*: //' >names
put jobs '# more' 'map.pgm -g 2,2 --csv two.csv' "$(<./jobs)"
flowfield batch jobs -q --report junit=junit.xml 2>"$err" || true
same "and keeps its name when lines are inserted above" "$(cases | tail -n +2 | sed 's/^[0-9]*: //')" "$(<./names)"
flowfield batch jobs -q --report junit=junit.xml --shard 2/2 2>"$err" || true
same "in a shard, too" "$(cases)" "3: map.pgm -g 1,1 --csv one.csv   # the first
5: none.pgm -g 1,1
7: none.pgm -g '1"
try flowfield batch jobs -q --report github
same "GitHub's annotations are titled by the map, if the line has one" \
	"$(grep -o 'line=.*::' "$out" | tr '\n' ' ')" \
	"line=4,title=map.pgm (status 2):: line=5,title=none.pgm (status 3):: line=6,title=map.pgm (status 2):: line=7,title=flowfield (status 2):: "
rm -f one.csv two.csv junit.xml names

# A blank behind a backslash is part of a word, at the end of a line, too.
cp map.pgm 'map '
put jobs '-g 1,1 --csv a.csv map\ ' $'-g 1,1 --csv b.csv map\\ \r' $'-g 1,1 --csv c.csv map\\ \t ' \
	'-g 1,1 --csv d.csv map\\ '
try flowfield batch jobs
expect "a line may end in an escaped blank" 3 $'pass\t1*pass\t2*pass\t3*fail\t4\t3\tmap\\' \
	'flowfield: jobs:4: map\\: No such file or directory*' "+a.csv +b.csv +c.csv"
rm a.csv b.csv c.csv 'map '

put jobs 'map.pgm -g 1,1 --csv next.csv'
refusing 2 "jobs: the batch itself would write what the batch itself reads, and no order is kept: $PWD/jobs" \
	jobs --report junit=jobs
refusing 2 "jobs: the batch itself and the batch itself would both write $PWD/r" jobs --report junit=r --report json=r

# The contact sheet.
put jobs 'map.pgm -g 1,1 --csv s1.csv' 'none.pgm -g 1,1 --csv s2.csv' 'map.pgm -g 1,1 --csv s3.csv'
try flowfield batch jobs -q --report sheet=sheet.png
same "a sheet of all jobs" "$status $(show_png sheet.png | head -n 1)" "3 size 720 288"
same "what failed comes first, and is framed" "$(show_png sheet.png at 14,60 | head -n 1)" "$(show_png sheet.png at 14,120 | head -n 1)"
fails "the next one is not" 1 "" test "$(show_png sheet.png at 14,60)" = "$(show_png sheet.png at 190,60)"
# Colours of a skewed map are by rank there, too.
{ printf 'P2 90 1 255\n'; awk 'BEGIN { for (x = 0; x < 90; x++) print x < 80 ? 1 : 200 }'; } >skewed.pgm
put jobs 'skewed.pgm -g 0,0 --csv s1.csv'
flowfield batch jobs -q --report sheet=sheet.png
passes "tiles of skewed maps have many colours" test "$(show_png sheet.png pixels | sort -u | wc -l)" -gt 70
refusing 2 "--report sheet=sheet.svg: name it .png" jobs --report sheet=sheet.svg
rm -f s?.csv sheet.png

# A manifest may come from a stranger: it writes in the folder where batch runs, in a sandbox.
mkdir here elsewhere
cp map.pgm here
cd here || exit
ln -s ../elsewhere out
ln -s ../elsewhere/old.csv old.csv
put ../elsewhere/old.csv old
put words --no-sandbox
put jobs 'map.pgm -g 1,1 --csv ../a.csv' 'map.pgm -g 1,1 --csv out/b.csv' "map.pgm -g 1,1 --out-dir ../new --csv c.csv" \
	'map.pgm -g 1,1 --csv old.csv' 'map.pgm -g 1,1 --csv /dev/zero' '../map.pgm -g 1,1 --csv d.csv' \
	"map.pgm -g 1,1 --csv $PWD/e.csv" 'map.pgm -g 1,1 --csv f.csv --no-sandbox' 'map.pgm -g 1,1 --csv g.csv @words' \
	'map.pgm -g 1,1 --csv /dev/null'
try flowfield batch jobs
same "outputs elsewhere are refused, also by links and devices, and --no-sandbox" "$status $(cut -f 1 "$out" | paste -sd ' ')" \
	"2 fail fail fail fail fail pass pass fail fail pass"
same "they name the folder" "$(head -n 1 "$err")" \
	"flowfield: jobs:1: ../a.csv: is outside of $PWD, where flowfield batch runs (see its --no-sandbox)"
same "or the option" "$(grep -c 'jobs:[89]: --no-sandbox is for flowfield batch, not for its manifest' "$err")" 2
same "nothing is left there" "$(cd .. && echo ./*/old.csv elsewhere/* new* a.csv*) $(<old.csv)" \
	"./elsewhere/old.csv ./here/old.csv elsewhere/old.csv new* a.csv* old"
try flowfield batch jobs -q --no-sandbox
same "batch itself may allow both" "$status $(<"$err") $(head -c 3 ../a.csv out/b.csv ../new/c.csv old.csv f.csv g.csv | grep -c x,y)" "0  6"
rm -r ../new ../a.csv out/b.csv ./?.csv
FLOWFIELD_OPTS=--no-sandbox try flowfield batch jobs -q
same "so may the environment" "$status $(<"$err") $(head -c 3 ../a.csv out/b.csv ../new/c.csv old.csv f.csv g.csv | grep -c x,y)" "0  6"
cd - >/dev/null || exit

done_testing
