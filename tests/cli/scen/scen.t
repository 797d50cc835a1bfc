#!/bin/bash
# flowfield scen: are paths as long as MovingAI's scenarios say?
. "$(dirname "$0")/../cli.sh"

new_folder
printf 'type octile\nheight 3\nwidth 6\nmap\n......\n.@@@@.\n@....@\n' >m.map
scen() { # LINE...: "start goal length", as "0 0 5 0 5"
	echo "version 1"
	for line; do
		echo "0 m.map 6 3 $line"
	done
}
scen '0 0 5 0 5' '0 0 0 0 0' '5 1 0 1 7' '1 2 4 2 3.0' >m.scen
try flowfield scen m.map m.scen
expect "each scenario is a line, in their order" 0 'line,bucket,start_x,start_y,goal_x,goal_y,expected,found,difference,verdict
2,0,0,0,5,0,5,5,0,same
3,0,0,0,0,0,0,0,0,same
4,0,5,1,0,1,7,7,0,same
5,0,1,2,4,2,3.0,3,0,same' 'flowfield: m.scen: 4 paths to 4 goals, all as long as expected; largest difference 0; [0-9]* ms' ""
same "standard input may be the scenarios" "$(flowfield scen m.map - -q <m.scen)" "$(<"$out")"
same "or the map" "$(flowfield scen - m.scen -q <m.map)" "$(<"$out")"
same "options may stand before" "$(flowfield -q -j 3 scen m.map m.scen)" "$(<"$out")"
try flowfield scen m.map m.scen -q
expect "it can be quiet" 0 '*same' "" ""

# Finer costs: 1, 2.5 and 3 in a row; a step costs the cell that it enters or leaves.
printf '1,2.5,3\n' >fine.csv
printf 'version 1\n0 fine.csv 3 1 0 0 2 0 3.5\n' >fine.scen
try flowfield scen fine.csv fine.scen --cost-scale 2 -q
expect "costs may be fine" 0 '*same' "" ""

# Lengths that differ from the expected ones.
scen '0 0 5 0 5' '0 0 5 0 6' '0 0 5 0 4' '0 0 1 2 2' '1 1 0 0 1' '0 0 1 1 1' >bad.scen
try flowfield scen m.map bad.scen
expect "longer and shorter paths, none, and ends on walls" 1 'line,*
2,0,0,0,5,0,5,5,0,same
3,0,0,0,5,0,6,5,-1,shorter
4,0,0,0,5,0,4,5,1,longer
5,0,0,0,1,2,2,,,unreached
6,0,1,1,0,0,1,,,wall
7,0,0,0,1,1,1,,,wall' 'flowfield: bad.scen: 5 of 6 lengths are not as expected, the first in line 3: shorter' ""
printf 'type octile\nheight 2\nwidth 2\nmap\n..\n..\n' >square.map
for length in 1.41 1.42 1.4 1.414 1.415 1.41421 1.41419 1.414214 1.414212; do
	printf 'version 1\n0 s 2 2 0 0 1 1 %s\n' $length >square.scen
	flowfield scen square.map square.scen -q 2>/dev/null | tail -1 | cut -d , -f 7,10 || true
done >got
same "half of the last place printed may be off, of two places at least" "$(paste -sd ' ' got)" \
	"1.41,same 1.42,shorter 1.4,longer 1.414,same 1.415,shorter 1.41421,same 1.41419,longer 1.414214,same 1.414212,longer"
printf 'type octile\nheight 600\nwidth 600\nmap\n' >large.map
for ((y = 0; y < 600; y++)); do printf '%600s\n' '' | tr ' ' .; done >>large.map
# 599 * sqrt(2) = 847.113923862...; 599 * 1.414213562 = 847.113923638.
for length in 847.1139239 847.113923638 847.113923862 847.1139500 847.1139000 847.1139 847.1138 847.1140; do
	printf 'version 1\n0 l 600 600 0 0 599 599 %s\n' $length >large.scen
	flowfield scen large.map large.scen -q 2>/dev/null | tail -1 | cut -d , -f 7- || true
done >got
same "diagonals are counted, and the root of 2 is that of single precision or better" "$(<got)" '847.1139239,847.113924,0,same
847.113923638,847.113924,0,same
847.113923862,847.113924,0,same
847.1139500,847.113924,-0.000026,shorter
847.1139000,847.113924,0.000024,longer
847.1139,847.113924,0.000024,same
847.1138,847.113924,0.000124,longer
847.1140,847.113924,-0.000076,shorter'
# Ways of diagonals only, and others, of many lengths: each as files print it.
perl -e 'print "version 1\n";
	for my $b (1 .. 599) { for my $a (0, $b % 7, 599 - $b) {
		printf "0 l 600 600 0 0 %d %d %.8f\n", $b, $b + $a, $a + $b * 1.414213562 } }' |
	sed '/ 600 [0-9.]*$/d' | awk 'NR == 1 || $8 < 600' >ways.scen
try flowfield scen large.map ways.scen
expect "right lengths are right, whatever their diagonals" 0 'line,*' \
	"flowfield: ways.scen: * paths to * goals, all as long as expected; largest difference 0; * ms" ""
# The same on ground of cost 3, paid by cells and by half of both.
# shellcheck disable=SC2046 # words
pgm 18 $(printf '3 %.0s' {1..324}) >cost.pgm
printf 'version 1\n0 c 18 18 0 0 17 17 72.12489168\n0 c 18 18 0 0 17 3 54.72792206\n' >cost.scen
for step in cell mean; do
	try flowfield scen cost.pgm cost.scen --step $step -q
	expect "costs count, --step $step" 0 '*,72.12489168,72.124892,0,same
*,54.72792206,54.727922,0,same' "" ""
done

# Other models.
scen '0 0 5 1 6' >steps.scen
try flowfield scen m.map steps.scen -q --metric manhattan
expect "steps to four neighbours" 0 '*,6,6,0,same' "" ""
printf 'type octile\nheight 2\nwidth 2\nmap\n.@\n..\n' >corner.map
printf 'version 1\n0 c 2 2 0 0 1 1 1.41421\n' >corner.scen
try flowfield scen corner.map corner.scen -q --corners lenient
expect "corners" 0 '*,1.41421,1.414214,0.000004,same' "" ""
try flowfield scen corner.map corner.scen -q
expect "which are strict unless told otherwise" 1 '*,1.41421,2,0.58579,longer' 'flowfield: corner.scen: 1 of 1 *' ""

# Refusals.
scen '0 0 6 0 5' >out.scen
try flowfield scen m.map out.scen
refused "a cell outside the map" 3 'out.scen:2:17: goal x is not in 0..5'
try flowfield scen corner.map m.scen
refused "scenarios of another map" 3 'm.scen:2:9: width is 6, the map'"'"'s is 2'
try flowfield scen m.map none.scen
refused "no scenarios" 3 'none.scen: No such file or directory'
try flowfield scen m.map m.scen --max-memory 1000
refused "too much memory" 5 'm.map: out of memory for *: * needed, * in use, --max-memory allows 1000 bytes'
try flowfield scen m.map m.scen -n
expect "--dry-run tells how much it takes" 0 $'map: m.map, movingai, 6x3\nmemory: [0-9]* bytes, *' "" ""
to_full() {
	"$@" >/dev/full
}
try to_full flowfield scen m.map m.scen
refused "it is heard, or fails" 4 'standard output: No space left on device'

large() {
	{ cat m.scen; head -c 70000000 /dev/zero | tr '\0' '\n'; } | flowfield scen m.map -
}
try large
refused "scenarios without end are no scenarios that are right" 5 'standard input: is larger than 67108864 bytes'

# Real ones.
maps=$shared/maps
if [[ ! -d $maps ]]; then
	skip "real maps" "there is no ../shared/maps"
	done_testing
	exit
fi
some=("$maps"/{arena,den312d,lak303d,AR0500SR,Berlin_0_1024,random512-20-3}.map)
if [[ -n ${FULL:-} ]]; then
	some=("$maps"/*.map)
fi
for map in "${some[@]}"; do
	try flowfield scen "$map" "$map.scen"
	expect "$(basename "$map"): all lengths are as printed" 0 'line,*' \
		"flowfield: $map.scen: 100 paths to * goals, all as long as expected; largest difference 0*; *" ""
	same "with one thread as with three" "$(flowfield scen "$map" "$map.scen" -q -j 1)" "$(flowfield scen "$map" "$map.scen" -q -j 3)"
	awk -v OFS='\t' 'NR > 1 { $9 += 0.02 } { print }' "$map.scen" >off.scen
	flowfield scen "$map" off.scen -q 2>/dev/null >got || true
	same "and none is if all are 0.02 off" "$(tail -n +2 got | cut -d , -f 10 | sort | uniq -c | awk '{ print $1, $2 }')" "100 shorter"
done

done_testing
