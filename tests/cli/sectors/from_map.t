#!/bin/bash
# The graph of a map as it was, made that of the map as it is.
. "$(dirname "$0")/../cli.sh"

new_folder
# drawn NAME X,Y=GREY...: a map of the same random cells each time, but for those
drawn() {
	perl -e '
		my ($r, %edits) = (7, map { split /=/ } @ARGV);
		print "P5 57 43 255\n";
		for my $y (0 .. 42) {
			for my $x (0 .. 56) {
				$r = ($r * 1103515245 + 12345) % 2**31;
				my $grey = ($r >> 16) % 5 ? 1 + ($r >> 20) % 4 : 255;
				$grey = 1 if $x >= 20 && $x < 40 && $y >= 10 && $y < 30;
				print chr($edits{"$x,$y"} // $grey);
			}
		}' "${@:2}" >"$1"
}
drawn old.pgm 0,0=1 50,40=1 3,3=1
# A cell of a clear sector, cells on both sides of a border, at a corner, and one on its own.
drawn new.pgm 0,0=1 50,40=1 3,3=1 25,25=9 29,12=255 30,14=255 30,20=3 9,9=255 10,10=1 55,5=255 33,40=2
trip=(-g '50,40' --from '0,0' --from '3,3' --snap -q)

renewed() { # NAME OPTION...
	local name=$1
	shift
	rm -f ./*.graph fresh.csv new.csv
	flowfield sectors old.pgm "${trip[@]}" "$@" --save-graph old.graph &&
		flowfield sectors new.pgm "${trip[@]}" "$@" --save-graph fresh.graph --csv fresh.csv &&
		flowfield sectors new.pgm "${trip[@]}" "$@" --from-map old.pgm --load-graph old.graph \
			--save-graph new.graph --csv new.csv --json new.json
	passes "$name: the graph is the one of the new map" cmp new.graph fresh.graph
	passes "$name: and so are the routes" cmp new.csv fresh.csv
	differ "$name: the old one is another" "$(sha1sum <old.graph)" "$(sha1sum <new.graph)"
	same "$name: few of 30 sectors were priced" "$(($(json new.json sectors.priced) < 15))" 1
}
renewed "plain"
renewed "with corner steps" --metric octile --corners cut --step mean --size 8
renewed "with euclid" --metric euclid
renewed "for wide walkers" --radius 0.8
renewed "of a map whose greys mean something else" --remap 1-2=7 --invert --wall-from 253

flowfield sectors old.pgm "${trip[@]}" --save-graph old.graph
flowfield sectors new.pgm "${trip[@]}" --save-graph new.graph
try flowfield sectors old.pgm "${trip[@]}" --from-map old.pgm --load-graph old.graph --save-graph again --json report.json
expect "a map that is the same" 0 "" "" "+again +report.json"
passes "keeps its graph" cmp again old.graph
same "and nothing is priced" "$(json report.json sectors.priced)" 0
rm again report.json
try flowfield sectors - "${trip[@]}" --from-map old.pgm --load-graph old.graph --save-graph again <new.pgm
expect "the map may be a pipe" 0 "" "" "+again"
passes "with the same graph" cmp again new.graph
rm again
try flowfield sectors new.pgm "${trip[@]}" --from-map - --load-graph old.graph --save-graph again <old.pgm
expect "or the old one" 0 "" "" "+again"
passes "with that, too" cmp again new.graph
rm again
printf '%s\n' 'image: new.pgm' 'resolution: 0.5' 'origin: [-1, 2, 0]' 'negate: 1' 'occupied_thresh: 0.65' \
	'free_thresh: 0.196' >new.yaml
sed 's/new.pgm/old.pgm/' new.yaml >old.yaml
flowfield sectors old.yaml "${trip[@]}" --save-graph old.ros
try flowfield sectors new.yaml "${trip[@]}" --from-map old.pgm --load-graph old.ros --save-graph again
expect "of a map with a description the old image is told" 0 "" "" "+again"
flowfield sectors new.yaml "${trip[@]}" --save-graph new.ros
passes "which is read as that says" cmp again new.ros
rm again

# Refused.
printf 'old\n' >old.csv
files=(--load-graph old.graph --csv old.csv)
try flowfield sectors new.pgm "${trip[@]}" --from-map old.pgm --csv old.csv
refused "there has to be a graph" 2 '--from-map is for --load-graph: there is no graph of that map'
try flowfield sectors new.pgm "${trip[@]}" --from-map new.pgm "${files[@]}"
refused "of that map" 3 'old.graph: was made for another map *'
try flowfield sectors new.pgm "${trip[@]}" --from-map none.pgm "${files[@]}"
refused "which is there" 3 'none.pgm: No such file or directory'
put none.txt nonsense
try flowfield sectors new.pgm "${trip[@]}" --from-map none.txt "${files[@]}"
refused "and is one" 3 'none.txt: *'
pgm 2 1 2 3 4 >small.pgm
try flowfield sectors new.pgm "${trip[@]}" --from-map small.pgm "${files[@]}"
refused "of the same size" 3 'small.pgm: is 2 x 2, and new.pgm 57 x 43'
head -c 1000 old.pgm >cut.pgm
try flowfield sectors new.pgm "${trip[@]}" --from-map cut.pgm "${files[@]}"
refused "and whole" 3 'cut.pgm: *'
try flowfield sectors new.pgm "${trip[@]}" --from-map old.pgm --load-graph old.graph --save-graph ./old.pgm
refused "it is no output" 2 '--save-graph ./old.pgm: that is what --from-map reads'
try flowfield sectors new.pgm "${trip[@]}" --from-map - --load-graph -
refused "standard input is one thing" 2 'standard input can be read only once'
try flowfield new.pgm -g 50,40 --from-map old.pgm
refused "runs have no such option" 2 'unknown option --from-map*'

done_testing
