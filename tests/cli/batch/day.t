#!/bin/bash
# A day of the keeper of CI: twelve maps, their goldens, and what happens to them.
. "$(dirname "$0")/../cli.sh"

new_folder
mkdir maps
for n in {01..11}; do
	# shellcheck disable=SC2046
	pgm 8 $(seq 48 | sed "s/.*/1/;$((10#$n + 9))s/1/255/") >"maps/$n.pgm"
	echo "maps/$n.pgm --goal 0,0 --integration $n.npy"
done >maps.txt
# The last map is drawn smaller: a pixel for 8x8 cells, of which the first has five rows of walls.
# shellcheck disable=SC2046
pgm 32 $(seq 0 1023 | awk '{ print $1 < 160 && $1 % 32 < 8 ? 255 : 1 }') >maps/12.pgm
echo 'maps/12.pgm --goal 31,31 --heatmap 12.png --scale 1/8' >>maps.txt

# judged NAME STATUS OPTION...: compares with the goldens; line 3 alone may fail, with that status.
judged() {
	local third=$'fail\t3\t'$2
	[[ $2 -ne 0 ]] || third=$'pass\t3\t0'
	try flowfield batch maps.txt --golden golden "${@:3}"
	expect "$1" "$2" $'pass\t1\t*pass\t2\t*'"$third"$'*pass\t4\t*pass\t12\t*' "*" ""
}
# slower NN: the last two cells of a map cost more, and their costs to the goal, 11 and 12, rise by 8.
slower() {
	sed -i '$d' "maps/$1.pgm"
	sed -i '$s/.*/9\n9/' "maps/$1.pgm"
}

flowfield batch maps.txt --golden golden --accept -q
judged "in the morning all is well" 0
slower 03
judged "two cells of a map have changed" 1
for rule in '8|--abs|7.9' '0.728|--rel|0.727' '2|--max-changed|1' '4.17%|--max-changed|4.16%' '6,5,2,1|--ignore|6,5,1,1'; do
	IFS='|' read -r enough option less <<<"$rule"
	judged "$option $enough allows it" 0 "$option" "$enough"
	judged "$option $less does not" 1 "$option" "$less"
	cp maps.txt kept.txt
	sed -i "3s/\$/ $option $enough/" maps.txt
	judged "$option $enough may stand in its line" 0
	sed -i "3s/$option.*/$option $less/" maps.txt
	judged "which counts more than that of all jobs" 1 "$option" "$enough"
	mv kept.txt maps.txt
done

# Some jobs.
# listed NAME LINES OPTION...: --dry-run prints these lines, and does nothing.
listed() {
	try flowfield batch maps.txt --golden golden --dry-run "${@:3}"
	expect "$1" 0 "$(sed -n "$2" maps.txt | while read -r line; do grep -nF "$line" maps.txt; done | sed 's/:/\t/')" "" ""
}
listed "all jobs can be listed" p
listed "or those of a shard" '2p;7p;12p' --shard 2/5
listed "with a map of that name, the extension left out" 3p --only 03
listed "or a path" 3p --only maps/03.pgm
listed "or an output" 12p --only '*.png'
listed "or a pattern of names" '1p;2p;3p' --only '0[1-3].npy'
listed "or of the line" 12p --only '* --scale 1/?'
listed "shards share these" 3p --only '0[1-3]' --shard 3/3
try flowfield batch - --dry-run <<<$' maps/03.pgm -g 1,1 \t'
expect "without the blanks around a line" 0 $'1\tmaps/03.pgm -g 1,1' "" ""
echo 'maps/03.pgm -g 1,1 --snapp' >wrong.txt
try flowfield batch wrong.txt --only '0[1-3]'
same "a wrong line is not left out" "$status $(<"$out")" $'2 fail\t1\t2\t-'
try flowfield batch maps.txt --golden golden --only 3
refused "a pattern without a job is refused" 2 \
	"--only 3: maps.txt has no such job; expected a pattern of its line or of a file's name, such as '*city*'"
slower 05
try flowfield batch maps.txt --golden golden --only 03 --accept
expect "one job is accepted, and no other golden is touched" 0 $'pass\t3\t0\tmaps/03.pgm\tgolden/03.npy' \
	$'flowfield: golden: 0 same, 0 added, 1 replaced (03.npy)\nflowfield: maps.txt: 1 passed, 0 failed; * ms' "~golden/03.npy"
sed -n 4p maps.txt >one.txt
try flowfield batch - --golden golden --accept <one.txt
expect "nor by a manifest that is a part, which says nothing of the others" 0 $'pass\t1\t*' \
	$'flowfield: golden: 1 same, *\nflowfield: standard input: 1 passed*' ""
for options in 'maps.txt --only 03' 'maps.txt --shard 1/2' '-'; do
	# shellcheck disable=SC2086 # words
	try flowfield batch $options --golden golden --accept --prune <one.txt
	refused "--prune needs all jobs: $options" 2 "--prune would remove the goldens of jobs that --only, --shard or a manifest from - leaves out: *"
done

# Three machines: the map that has changed fails on one of them, and --accept there ends that.
for shard in 1 2 3; do
	try flowfield batch maps.txt --golden golden --shard $shard/3
	same "shard $shard of 3" "$status $(cut -f 1,2 "$out" | paste -sd ' ')" \
		"$((shard == 2)) $(for ((n = shard; n <= 12; n += 3)); do printf '%s\t%d\n' "$([[ $n -ne 5 ]] && echo pass || echo fail)" $n; done | paste -sd ' ')"
done
try flowfield batch maps.txt --golden golden --shard 2/3 --accept -q
expect "a shard accepts its own" 0 "" "" "~golden/05.npy"

# Another version of the program has made the goldens.
sed -i '11s/$/ --json 11.json --heatmap 11.png/' maps.txt
flowfield batch maps.txt --golden golden --only 11 --accept -q
sed -i 's/"version": ".*"/"version": "0.1.0"/' golden/11.json
rewrite golden/11.png tEXtSoftware 's/[.\d]+/0.1.0/' # which carries its cells
rewrite golden/12.png tEXtSoftware 's/[.\d]+/0.1.0/'
judged "goldens survive an upgrade" 0

# A job that fails, and one whose answer is no.
mv maps/03.pgm kept.pgm
judged "a map that is missing fails its own job" 3
mv kept.pgm maps/03.pgm
cp maps.txt kept.txt
sed -i '3s/$/ --max-unreached 0 --require 3,1/' maps.txt
judged "so does a cell that is not reached" 1
mv kept.txt maps.txt

# Another wall where there are many: the picture stays as it is, and the map has changed.
sed -i '164s/.*/255/' maps/12.pgm
line="maps.txt:12: golden/12.png: shows no difference, but the map has changed; accept again, or keep data as goldens"
try flowfield batch maps.txt --golden golden --report github --report json=report.json --report junit=junit.xml \
	--report markdown=report.md
expect "a picture too small to show a change is no pass, and no failure" 0 \
	$'*pass\t11\t0*\nchanged\t12\t0\tmaps/12.pgm\tgolden/12.png\n::warning file=maps.txt,line=12,title=maps/12.pgm (status 0)::'"${line#*:*: }" \
	"flowfield: $line
flowfield: maps.txt: 11 passed, 1 changed, 0 failed; * ms" "+junit.xml +report.json +report.md"
passes "the report is as the manual says" check_json "JSON of batch" report.json
same "and counts it" "$(json report.json changed jobs.11.outcome golden.changed jobs.11.goldens.0.state jobs.11.goldens.0.difference)" \
	$'1\nchanged\n1\nchanged\n'"${line#*golden/12.png: }"
passes "JUnit has it as a test that has passed, with that text" grep -qxF "      <system-out>changed: ${line#*:*: }</system-out>" junit.xml
same "the table has it first" "$(sed -n '1p;5p' report.md)" \
	"### maps.txt: 11 passed, 1 changed, 0 failed"$'\n'"| changed | 12 | maps/12.pgm | ${line#*:*: } | |"
rm junit.xml report.json report.md
try flowfield batch maps.txt --golden golden -q
expect "it is no error" 0 "" "" ""
try flowfield batch maps.txt --golden golden --strict --out actual
expect "--strict fails, though no file shows anything" 1 $'*pass\t11\t0*\nfail\t12\t1\tmaps/12.pgm' "flowfield: $line
flowfield: maps.txt: 11 passed, 1 failed; * ms" ""
try flowfield batch maps.txt --golden golden --accept -q
expect "--accept takes it" 0 "" "" "~golden/12.png"
judged "in the evening all is well" 0 --strict

done_testing
