#!/bin/bash
# Refusals of sectors, which leave all files alone.
. "$(dirname "$0")/../cli.sh"

new_folder
# Two rooms, without a door.
{
	printf 'P2\n24 12\n255\n'
	perl -e 'print join(" ", map { $_ == 10 ? 255 : 1 } 0 .. 23), "\n" for 1 .. 12'
} >rooms.pgm
printf 'old\n' >old.csv
room=(rooms.pgm -g '0,0' --from '5,5')

try flowfield sectors --help=all
expect "the help has their own options first, then those of runs" 0 \
	'usage: flowfield sectors MAP*--sectors N*--goal X,Y*--from X,Y*--csv FILE*--version *' "" ""
try flowfield --help=all
expect "that of runs names the command and none of these options" 0 '*  sectors  *' "" ""
same "not one" "$(grep -cE -e '^ +--(size|exact|graph|portals) ' "$out")" 0

# The command line; what it refuses stands in usage/usage.t.
try env FLOWFIELD_OPTS='--quiet --metric octile' flowfield sectors "${room[@]}" --csv new.csv
expect "options of runs may come from the environment" 0 "" "" "+new.csv"
rm new.csv
put jobs.txt 'sectors rooms.pgm -g 0,0 --from 5,5'
try flowfield batch jobs.txt -q
expect "a job of a batch is a run" 2 "" \
	$'flowfield: jobs.txt:1: sectors: a job of a batch runs a map, and does nothing else\n*' ""

# Sources.
try flowfield sectors rooms.pgm -g 0,0 --from 5,5 --from 24,0 --csv old.csv
refused "a source outside the map is refused with its place" 3 \
	'rooms.pgm: --from 24,0 is outside the map (x 0..23, y 0..11)'
try flowfield sectors rooms.pgm -g 0,0 --from 5,5 --from 10,3 --csv old.csv
refused "so is one on a wall" 3 'rooms.pgm: source 10,3 is on a wall (see --snap); the nearest open cell is *'
try flowfield sectors rooms.pgm -g 5,5 --from 9,5 --radius 1.5 --csv old.csv
refused "or too near one" 3 'rooms.pgm: source 9,5 is too near a wall for --radius (see --snap); the nearest open cell is *'
try flowfield sectors rooms.pgm -g 0,0 --from 10,3 --snap --csv - --json report.json
expect "--snap moves it as it moves goals" 0 'x,y,*' \
	'flowfield: warning: source 10,3 is on no open cell: moved to 9,3*' '+report.json'
same "and the report has the place it went to" "$(json report.json sectors.sources.0.x)" 9
rm report.json
try flowfield sectors rooms.pgm -g 0,0 --from 10,3 --from 5,5 --from 10,8 --snap --csv - --json report.json
expect "each of them" 0 '*' \
	$'flowfield: warning: source 10,3 is on no open cell: moved to 9,3\nflowfield: warning: source 10,8 *: moved to 9,8\nflowfield: *' \
	'+report.json'
same "to a place of its own" "$(json report.json sectors.sources.{0,1,2}.{x,y} | paste -sd ' ')" "9 3 5 5 9 8"
rm report.json
try flowfield sectors rooms.pgm -g 0,0 --from 1m,2m
refused "metres are for maps that say where they lie" 2 'rooms.pgm: --from 1m,2m: nothing says where this map lies in metres: *'
placed=(rooms.pgm --cell-size 0.5 "--origin=-1,2,up")
try flowfield sectors "${placed[@]}" -g -0.9m,7.9m --from 1.3m,5.1m --json -
expect "on such a map they name a cell" 0 '*"sources": \[*"x": 4,*"y": 5,*' '*1 of 1 sources reached *' ""
try flowfield sectors "${placed[@]}" -g -0.9m,7.9m --from 4.25m,5.1m
refused "a wall is named by both" 3 'rooms.pgm: source 10,5 is on a wall (4.25m,5.1m; see --snap); the nearest open cell is *'

# Files.
try flowfield sectors "${room[@]}" --graph none/g.csv --csv new.csv
refused "a graph that cannot be saved" 4 'none/g.csv: there is no folder none (--out-dir makes folders)'
try flowfield sectors "${room[@]}" --csv old.csv --graph old.csv
refused "two outputs are two files" 2 '--csv and --graph would both write old.csv'
try flowfield sectors "${room[@]}" --max-memory 100K --csv old.csv
refused "memory is limited" 5 'rooms.pgm: out of memory for *: * needed, * in use, --max-memory allows 100 KiB'
try flowfield sectors "${room[@]}" -n
expect "and promised" 0 $'map: rooms.pgm, pgm, 24x12\nmemory: [0-9]* bytes, *
output: rooms.heatmap.png\noutput: rooms.arrows.png\noutput: rooms.portals.png' "" ""
# Corridors in a grid have more portals than maps mostly have.
perl -e 'print "P5 400 400 255\n"; for my $y (0 .. 399) { print map { $y & $_ & 1 ? "\xff" : "\x01" } 0 .. 399 }' >grid.pgm
try flowfield sectors grid.pgm -g 0,0 --from 9,0 --sectors 8 --metric octile --corners cut --csv new.csv --max-memory 2M
refused "portals count as they are found" 5 'grid.pgm: out of memory for the portals: *'

done_testing
