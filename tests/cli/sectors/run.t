#!/bin/bash
# Fields and directions along the routes of sources, and the report about them.
. "$(dirname "$0")/../cli.sh"

samples=$root/samples
new_folder
make_map terrain 96 70 3 >map.png
walk=(map.png -g '80,60' --from '5,5' --from '9,12' --snap)

try flowfield sectors "${walk[@]}"
expect "without outputs there are three pictures" 0 $'map.heatmap.png\nmap.arrows.png\nmap.portals.png' \
	'flowfield: map.png: 96x70: 1 goal, *, 0 unreached, * wall, * not computed; [0-9]* of 70 sectors computed, 2 of 2 sources reached at no more than 1.[0-9]* times the least cost; [0-9]* ms' \
	"+map.arrows.png +map.heatmap.png +map.portals.png"
flowfield sectors map.png -g 80,60 --from 5,5 --from 9,12 --from 90,3 --snap --sectors 8 --csv cells.csv --json report.json 2>"$err"
same "the report sums up its sources" \
	"$(jq -c '.sectors | [.reached, .merged, .nodes_expanded] + (.ratio | [.mean, .worst] | map(. * 1e9 | round))' report.json)" \
	"$(jq -c '.sectors.sources | [length, (map(.merged > 0 | if . then 1 else 0 end) | add), (map(.expanded) | add)]
		+ (map(.cost / .least) | [add / length, max] | map(. * 1e9 | round))' report.json)"
passes "the worst ratio is above 1" jq -e '.sectors.ratio.worst > 1' report.json
passes "and rounded up in the summary" grep -qF \
	"3 of 3 sources reached at no more than $(jq -r '.sectors.ratio.worst * 1e4 | ceil / 1e4' report.json) times the least cost" "$err"
rm cells.csv report.json
same "which tell how they were made" \
	"$(flowfield textconv map.portals.png | grep -E '^(Options|Layer)')" \
	$'Options: --goal 80,60 --from 5,5 --from 9,12 --snap\nLayer: portals'
try flowfield sectors "${walk[@]}" -v --csv cells.csv
expect "every phase is timed" 0 cells.csv \
	'*integrate * (portals *, graph *, routes *, fields *, widen *, compare *), flow *' +cells.csv
try flowfield sectors "${walk[@]}" -q --exact --csv -
expect "they are proved on demand" 0 'x,y,*' "" ""

# values FILE X,Y...: what a table has there
values() {
	local place
	for place in "${@:2}"; do
		sed -nE "s/^$place,[^,]*,[^,]*,([^,]*),.*/\1/p" "$1"
	done
}
# told KEY: of both sources, as tables print it
told() {
	json report.json "sectors.sources.0.$1" "sectors.sources.1.$1" | awk '{ printf "%.6f\n", $1 }' |
		sed -E 's/[.]?0+$//'
}
for model in manhattan "manhattan --step mean" octile "octile --corners cut" "octile --step hops" euclid; do
	# shellcheck disable=SC2086 # words
	flowfield map.png -g 80,60 --metric $model --csv whole.csv -q
	# shellcheck disable=SC2086
	flowfield sectors "${walk[@]}" --metric $model --csv part.csv --json report.json -q
	same "$model: the least cost is that of a run" "$(told least)" "$(values whole.csv 5,5 9,12)"
	same "$model: the cost that of the table" "$(told cost)" "$(values part.csv 5,5 9,12)"
	# shellcheck disable=SC2086
	passes "$model: which can be verified" flowfield verify map.png part.csv -g 80,60 --metric $model -q
	# shellcheck disable=SC2086
	flowfield sectors "${walk[@]}" --metric $model --exact --csv exact.csv --json report.json -q
	# shellcheck disable=SC2086
	passes "$model: what is exact can be verified" flowfield verify map.png exact.csv -g 80,60 --metric $model -q
	same "$model: exact, both are the least" "$(told cost)" "$(values whole.csv 5,5 9,12)"
	same "$model: which is reported" "$(json report.json sectors.ratio)" '{"mean":1,"worst":1}'
	# shellcheck disable=SC2086
	flowfield sectors "${walk[@]}" --metric $model --sectors 1024 --csv one.csv -q
	same "$model: one sector is the whole map" "$(sha1sum <one.csv)" "$(sha1sum <whole.csv)"
done

# The same whatever it takes.
all=(--csv c.csv --integration i.npy --portals p.png --heatmap h.png --graph g.csv --json j.json)
sums() { # OPTION...
	flowfield sectors "${walk[@]}" "${all[@]}" -q --metric octile "$@"
	sha1sum c.csv i.npy p.png h.png g.csv
	jq '.sectors | del(.ms, .cache, .integrated, .priced)' j.json
}
if command -v jq >/dev/null; then
	want=$(sums -j 1)
	same "the same with three threads" "$(sums -j 3)" "$want"
	cp j.json k.json
	sums >/dev/null
	passes "times are no difference" flowfield diff k.json j.json
	flowfield sectors map.png -g 80,60 --sectors 8 --spawn 20 --snap -q --json j.json
	same "routes from several sources share sectors" \
		"$(jq '.sectors | .integrated < 2 * .computed' j.json)" true
else
	skip "the same cells whatever it takes" "jq is not installed"
fi

# Streams.
try flowfield sectors - -g 80,60 --from 5,5 --csv - -q <map.png
expect "in a pipe" 0 'x,y,cost,class,integration,direction,dx,dy*,not computed,*' "" ""
try flowfield sectors "${walk[@]}" -q --graph -
expect "the graph is a table there" 0 'from,to,cost,*' "" ""
closed() { "$@" >&-; }
try closed flowfield sectors "${walk[@]}"
refused "if nobody listens nothing is left" 4 'standard output: *'
full() { "$@" >/dev/full; }
try full flowfield sectors "${walk[@]}" --csv cells.csv --graph - -q
refused "nor if the disk is full" 4 'standard output: *'

# Sources that are not reached.
new_folder
{
	printf 'P2\n24 12\n255\n'
	perl -e 'print join(" ", map { $_ == 10 ? 255 : 1 } 0 .. 23), "\n" for 1 .. 12'
} >rooms.pgm
try flowfield sectors rooms.pgm -g 0,0 --from 15,5 --from 5,5 --from 15,5 --json report.json
expect "a source that reaches no goal is no error, but said" 0 report.json \
	"flowfield: warning: from source 15,5 no goal can be reached, nor from 1 more
flowfield: *, 156 unreached (largest area 156 at 11,0), 12 wall, * not computed; * 1 of 3 sources reached at the least cost; *" \
	+report.json
same "and in the report" "$(json report.json cells.unreached sectors.reached sectors.sources.1.reached sectors.sources.2.nodes)" \
	$'156\n1\ntrue\n0'
same "with all of its area" "$(json report.json largest_unreached | sed 's/[{}]//g' | tr , '\n' | sort | paste -sd ,)" \
	'"cells":156,"x":11,"y":0'
try flowfield sectors rooms.pgm -g 0,0 --from 15,5 --csv -
expect "even if nobody reaches one" 0 '*15,5,1,unreached,,8,0,0*' '* 0 of 1 sources reached; *' ""
try flowfield sectors rooms.pgm -g 0,0 --from 5,5 --require 15,5 --require 5,5 --csv cells.csv
expect "a cell that is required has to be computed" 1 cells.csv '*rooms.pgm: not reached: 15,5 (not computed: see --from)' +cells.csv
flowfield sectors rooms.pgm -g 0,0 --from 15,5 --json report.json -q --require 15,5 2>"$err" || true
same "a source reached or proved not to be" "$(json report.json answer.reason)" 'rooms.pgm: not reached: 15,5 (unreached)'
flowfield sectors rooms.pgm -g 0,0 -g 23,0 --from 23,11 --from 5,5 --json report.json -q --sectors 8
same "the nearest goal is walked to" "$(json report.json sectors.sources.{0,1}.cost)" $'11\n10'
try flowfield sectors rooms.pgm -g 0,0 -g 23,0 --from 5,5 --csv -
expect "one that nobody walks to is a goal, too" 0 '*23,0,1,goal,0,8,0,0*' \
	'flowfield: rooms.pgm: 24x12: 2 goals, *' ""
passes "which may be required" flowfield sectors rooms.pgm -g 0,0 -g 23,0 --from 5,5 --require 23,0 --csv goals.csv -q
passes "and verified" flowfield verify rooms.pgm goals.csv -g 0,0 -g 23,0 -q
flowfield sectors rooms.pgm -g '0,0+4294967296' -g 23,0 --from 5,5 --csv goals.csv -q
same "with 64 bits too" "$(values goals.csv 23,0)" 0
flowfield sectors rooms.pgm -g 0,0 -g 23,0 --from 5,5 --metric euclid --csv goals.csv -q
same "and with euclid" "$(values goals.csv 23,0)" 0
try flowfield sectors rooms.pgm -g 0,0 -g 23,0+3 --from 5,5 --csv -
expect "with a start cost it depends on others" 0 '*23,0,1,not computed,*' 'flowfield: rooms.pgm: *' ""
flowfield sectors rooms.pgm -g 0,0 --from 9,11 --from 9,11 --from 9,10 --json report.json -q --sectors 8
same "later sources merge with earlier ones" "$(json report.json sectors.merged)" 2
flowfield sectors rooms.pgm -g '0,0+5000000000' --from 9,11 --csv cells.csv --json report.json -q --sectors 8
same "costs may need 64 bits" "$(values cells.csv 9,11) $(json report.json integration.bits)" "5000000020 64"

# Classes: what a run of the whole map says, as far as it is known.
classes() { # FILE
	cut -d , -f 4 "$1" | sort | uniq -c | awk '{ printf "%s%s %s", (NR > 1 ? ", " : ""), $1, $2 $3 }'
}
flowfield rooms.pgm -g 0,0 -q --csv whole.csv
flowfield sectors rooms.pgm -g 0,0 --from 15,5 --from 5,5 -q --sectors 24 --csv cells.csv
same "one sector is the whole map, unreached areas too" "$(sha1sum <cells.csv)" "$(sha1sum <whole.csv)"
flowfield sectors rooms.pgm -g 0,0 --from 15,5 -q --sectors 24 --csv cells.csv
same "unless nobody walks there" "$(classes cells.csv)" \
	"1 class, 1 goal, 119 notcomputed, 156 unreached, 12 wall"
flowfield sectors rooms.pgm -g 0,0 --from 5,0 -q --sectors 24 --metric euclid --exact --csv cells.csv
same "or no farther" "$(sed -n 's/^9,11,1,//p; s/^23,0,1,//p' cells.csv)" \
	$'not computed,,8,0,0\nnot computed,,8,0,0'
flowfield sectors rooms.pgm -g 0,0 --from 15,5 --from 16,6 --from 5,5 -q --sectors 8 --csv cells.csv
same "the area of a source that reaches no goal is unreached" "$(classes cells.csv)" \
	"1 class, 1 goal, 56 notcomputed, 63 reached, 156 unreached, 12 wall"
same "and the same cells as in a run" "$(grep ,unreached, cells.csv | sha1sum)" "$(grep ,unreached, whole.csv | sha1sum)"
passes "which can be verified" flowfield verify rooms.pgm cells.csv -g 0,0 -q
# Two areas that meet at a corner only.
{
	printf 'P2\n24 24\n255\n'
	perl -e 'for my $y (0 .. 23) { print join(" ", map { ($_ < 12) == ($y < 12) ? 1 : 255 } 0 .. 23), "\n" }'
} >corner.pgm
flowfield sectors corner.pgm -g 0,0 --from 20,20 -q --metric octile --csv cells.csv
same "a corner joins no areas" "$(classes cells.csv)" "1 class, 1 goal, 143 notcomputed, 144 unreached, 288 wall"
flowfield sectors corner.pgm -g 0,0 --from 20,20 -q --metric octile --corners cut --csv cells.csv
same "but where steps cut it" "$(grep -c ,unreached, cells.csv)" 0

# Euclid: sectors are joined at single cells, and what is beyond their borders is not seen.
try flowfield sectors "$samples/caves.png" -g 48,32 --from 90,60 --snap --metric euclid --json report.json
expect "a route costs little more than the least" 0 report.json '* at no more than 1.00[0-9][0-9] times the least cost; *' ~report.json
same "which is known all the same" "$(json report.json sectors.sources.0.least | grep -c '^[0-9.]*$')" 1
# Rooms that one step across a corner joins, and nothing else.
new_folder
# joined NAME OPEN: 20x20 cells, of which those x,y are open for which OPEN is true
joined() {
	local x y cells=()
	# shellcheck disable=SC2034 # OPEN has them
	for y in {0..19}; do
		for x in {0..19}; do
			cells+=($(($2 ? 1 : 255)))
		done
	done
	pgm 20 "${cells[@]}" >"$1.pgm"
}
joined falling '(x < 10 == y < 10)'
joined rising '(x < 10 != y < 10)'
joined beside '(x < 9 || x > 10 || x == 9 && y < 5 || x == 10 && y >= 5)'
joined above '(y < 9 || y > 10 || y == 9 && x >= 5 || y == 10 && x < 5)'
while read -r name goal from portals; do
	corner=("$name.pgm" -g "$goal" --from "$from" --metric octile)
	flowfield "$name.pgm" -g "$goal" --metric octile --corners cut --csv whole.csv -q
	flowfield sectors "${corner[@]}" --corners cut --exact --csv part.csv --json cut.json -q
	same "$name: who cuts corners gets across" \
		"$(values part.csv "$from") $(json cut.json sectors.{portals,reached} | paste -sd ' ')" \
		"$(values whole.csv "$from") $((portals + 1)) 1"
	flowfield sectors "${corner[@]}" --corners strict --csv part.csv --json strict.json -q 2>"$err"
	same "$name: nobody else does" \
		"$(grep -c "^$from,1,unreached," part.csv) $(json strict.json sectors.{portals,reached} | paste -sd ' ')" \
		"1 $portals 0"
done <<-'END'
	falling 0,0 19,19 0
	rising 19,0 0,19 0
	beside 0,0 19,19 2
	above 19,0 0,19 2
END

# The smallest, and the longest.
pgm 1 7 >one.pgm
try flowfield sectors one.pgm -g 0,0 --from 0,0 --csv -
expect "a map of one cell" 0 $'x,y,*\n0,0,7,goal,0,8,0,0' '*; 1 of 1 sectors computed, 1 of 1 sources reached at the least cost; *' ""
perl -e 'print "P5 1 100000 255\n", "\x01" x 100000' >long.pgm
flowfield sectors long.pgm -g 0,50000 --from 0,99999 --csv cells.csv --json report.json -q
same "a map of one column" "$(values cells.csv 0,99999) $(json report.json sectors.total sectors.share_computed | paste -sd ' ')" \
	"49999 2084 0.50032"

done_testing
