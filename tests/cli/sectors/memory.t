#!/bin/bash
# Where no output shows cells, only sectors with values are held; and nothing else differs.
. "$(dirname "$0")/../cli.sh"

samples=$root/samples
new_folder
# told FILE: what a report says of the map, without times, memory and files
told() {
	jq -S 'del(.ms, .peak_bytes, .files, .outputs, .options, .sectors.ms)' "$1"
}
if command -v jq >/dev/null; then
	while read -r sample options; do
		# shellcheck disable=SC2206 # words
		walk=("$samples/$sample.png" --from '6,6' --from '8,50' --snap $options -q)
		flowfield sectors "${walk[@]}" --json alone.json --paths alone.paths.csv
		flowfield sectors "${walk[@]}" --json all.json --paths all.paths.csv --csv all.csv
		same "$sample $options: the report is the same with a table of all cells" \
			"$(told alone.json | sha1sum)" "$(told all.json | sha1sum)"
		same "$sample $options: so are the paths" "$(sha1sum <alone.paths.csv)" "$(sha1sum <all.paths.csv)"
	done <<-'END'
		rooms -g 89,60
		caves -g 48,32 --metric octile
		terrain -g 86,34 -g 3,60 --metric octile --flow gradient --step mean
		rooms -g 89,60 --metric euclid
		terrain -g 86,34 --exact
		caves -g 48,32 --flow sum --radius 1
		maze -g 49,33 --require 7,7 --sectors 16
		rooms -g 89,60+5000000000
		rooms -g 89,60 --sectors 1024
	END
else
	skip "reports are the same" "jq is not installed"
fi

# The budget is of the heap: a grid of the field takes 4 MB, directions and classes 2.
perl -e 'print "P5 1000 1000 255\n", "\x01" x 1000000' >open.pgm
open=(open.pgm -g '900,900' --from '100,100' --sectors 32 -q)
try flowfield sectors "${open[@]}" --max-memory 4M --json r.json --paths p.csv --graph g.csv --portals t.csv
expect "a report, paths and the graph need no grid of the map" 0 "" "" "+g.csv +p.csv +r.json +t.csv"
try flowfield sectors "${open[@]}" --max-memory 4M --csv c.csv
refused "a table of all cells does" 5 'open.pgm: out of memory for the integration field: *'
try flowfield open.pgm -g 900,900 -q --max-memory 4M --json s.json
refused "and so does a run" 5 'open.pgm: out of memory for the integration field: *'

# least MAP ARGUMENT...: KiB, within a fiftieth, with which a map is solved
least() {
	local low high=16000 middle
	low=$(($(wc -c <"$1") / 256))
	while ((high - low > high / 50)); do
		middle=$(((low + high) / 2))
		if flowfield "$@" --max-memory "${middle}K" 2>"$err"; then
			high=$middle
		else
			low=$middle
		fi
	done
	echo "$high"
}
# Where there is a portal at every other cell: a maze, and walls of single cells; where no goal is reached; and where
# buffers of fixed size count.
make_map maze 1024 1024 3 >winding
make_map holes 1024 1024 3 >pillars
perl -e 'print "P5 1024 1024 255\n"; srand 1; for my $y (0 .. 1023) { for my $x (0 .. 1023) {
	print $x < 3 && $y < 3 ? "\1" : $x < 4 && $y < 4 || rand() < 0.1 ? "\xff" : "\1" } }' >shut
make_map random 256 256 1 >small
make_map random 512 512 1 >rough
while read -r map goal metric; do
	walk=("$map" -g "$goal" --from '1,1' --snap --metric "$metric" -q -j 1 --paths p.csv)
	whole=$(least "${walk[@]}")
	# The need varies from run to run: both have several.
	try=0
	until flowfield sectors "${walk[@]}" --max-memory "$((whole * 8 / 7))K" 2>"$err" || ((++try == 8)); do :; done
	passes "$map: sectors take no more than the whole field and a seventh" test "$try" -lt 8
done <<-'END'
	winding 1021,1021 octile
	pillars 1021,1021 octile
	shut 1021,1021 octile
	small 253,253 manhattan
	rough 509,509 octile
	END

done_testing
