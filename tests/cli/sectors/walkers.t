#!/bin/bash
# Sources of sectors that are walkers: --agents and --spawn, at the places where walk has them.
. "$(dirname "$0")/../cli.sh"

new_folder
# Two rooms, without a door.
{
	printf 'P2\n24 12\n255\n'
	perl -e 'print join(" ", map { $_ == 10 ? 255 : 1 } 0 .. 23), "\n" for 1 .. 12'
} >rooms.pgm
put crowd.csv 'id,group,x,y,radius,speed,start' '7,red,5.4,5.6,3,2,9' '3,blue,8,0,,,' '4,,5.4,5.6,0.1,,'

try flowfield sectors rooms.pgm -g 0,0 --agents crowd.csv --from 9,9 --sectors 8 --json report.json
expect "the walkers of a table are sources" 0 report.json \
	'flowfield: rooms.pgm: *; [0-9]* of 6 sectors computed, 4 of 4 sources reached at the least cost; *' +report.json
same "their cells count, then come those of --from" \
	"$(json report.json sectors.sources.{0,1,2,3}.{id,x,y,cost} | paste -sd ' ')" "7 5 6 11 3 8 0 8 4 5 6 11 8 9 9 18"
same "an equal cell has the same route, which is found once" \
	"$(json report.json sectors.sources.2.{planned,nodes,goal,expanded} sectors.sources.{0,2}.joins 2>"$err" | paste -sd ' ')" \
	"$(json report.json sectors.sources.0.{planned,nodes,goal} | paste -sd ' ') 0"
flowfield sectors rooms.pgm -g 0,0 --agents - --json report.json -q <crowd.csv
same "the table may be standard input" "$(json report.json sectors.sources.1.id)" 3
flowfield sectors rooms.pgm -g 0,0 --agents crowd.csv --paths paths.csv -q
same "paths have their ids" "$(cut -d , -f 1 paths.csv | uniq | paste -sd ' ')" "id 7 3 4"
rm ./*.json paths.csv

# Random places: those of walk, given as cells.
starts() { # FILE: cells of paths at step 0
	awk -F , '$2 == 0 { printf "%d,%d,%d\n", $1, int($3 + 0.5), int($4 + 0.5) }' "$1"
}
make_map caves 96 70 3 >map.png
while read -r options; do
	# shellcheck disable=SC2086 # words
	flowfield walk map.png -g 80,60 --snap --metric octile $options --paths walk.csv -q
	# shellcheck disable=SC2086
	flowfield sectors map.png -g 80,60 --snap --metric octile $options --paths sectors.csv --json report.json -q
	same "walkers start where those of walk do: $options" "$(starts sectors.csv)" "$(starts walk.csv)"
	passes "and reach a goal" jq -e '.sectors.reached == (.sectors.sources | length)' report.json
	same "at the cost of the table of paths" "$(awk -F , '{ cost[$1] = $6; if (!($1 in seen) && NR > 1) { seen[$1]; ids[++n] = $1 } }
			END { for (i = 1; i <= n; i++) printf "%.4f\n", cost[ids[i]] }' sectors.csv)" \
		"$(jq -r '.sectors.sources[].cost' report.json | awk '{ printf "%.4f\n", $1 }')"
done <<-'END'
	--spawn 40
	--spawn 40 --seed 7
	--spawn 9@20,20,30,30 --from 5,5 --spawn 9
	--spawn 40 --radius 1.2
	--spawn 40 --corners cut
END
flowfield sectors map.png -g 80,60 --snap --metric octile --spawn 40 --exact --paths sectors.csv --json report.json -q
same "with --exact, too" "$(awk -F , 'NR > 1 { cost[$1] = $6 } END { for (id in cost) printf "%d %.4f\n", id, cost[id] }' sectors.csv | sort -n)" \
	"$(jq -r '.sectors.sources[] | "\(.id) \(.cost)"' report.json | awk '{ printf "%d %.4f\n", $1, $2 }')"
rm ./*.csv report.json
put crowd.csv 'x,y' '5,6' '8,0'
same "equal seeds are equal sources, with any number of threads" \
	"$(flowfield sectors map.png -g 80,60 --snap --spawn 30 --seed 5 -j 1 --csv - -q | sha1sum)" \
	"$(flowfield sectors map.png -g 80,60 --snap --spawn 30 --seed 5 -j 3 --csv - -q | sha1sum)"
differ "other seeds are others" \
	"$(flowfield sectors map.png -g 80,60 --snap --spawn 30 --csv - -q | sha1sum)" \
	"$(flowfield sectors map.png -g 80,60 --snap --spawn 30 --seed 5 --csv - -q | sha1sum)"

# Sources that cannot walk.
try flowfield sectors rooms.pgm -g 0,0 --spawn 60 --csv -
expect "none is drawn where no goal can be reached" 0 'x,y,*' '*, 60 of 60 sources reached *' ""
put lost.csv 'x,y' '15,5' '5,5' '16,6' '22,1'
try flowfield sectors rooms.pgm -g 0,0 --agents lost.csv --sectors 8 --json report.json
expect "one of a table is not reached" 0 report.json \
	$'flowfield: warning: from source 15,5 no goal can be reached, nor from 2 more\nflowfield: *' +report.json
same "which is searched for once" "$(json report.json sectors.sources.{1,2,3}.reached | paste -sd ' ') $(json report.json sectors.sources.{2,3}.expanded | paste -sd ' ')" \
	"true false false 0 0"
passes "with a search" test "$(json report.json sectors.sources.0.expanded)" -gt 0
rm report.json
try flowfield sectors rooms.pgm -g 0,0 --agents lost.csv --metric octile --paths lost.svg -q
expect "a picture has the path of the other" 0 "" "" +lost.svg
try flowfield sectors rooms.pgm -g 0,0 --agents lost.csv --metric octile --paths csv:- -q
expect "and the table a line for each that has none" 0 \
	$'id,step,*\n1,0,15,5,,,,unreached*\n2,0,5,5,0,0,0,reached*\n2,1,0,0,7.071*,goal*\n3,0,16,6,,,,unreached*\n4,0,22,1,,,,unreached*' "" ""
rm lost.svg
put wall.csv 'x,y' '5,5' '10,3'
try flowfield sectors rooms.pgm -g 0,0 --agents wall.csv --csv old.csv
refused "one on a wall is refused with its line" 3 'wall.csv:3: walker 2 at 10,3 is on a wall (see --snap)'
try flowfield sectors rooms.pgm -g 0,0 --agents wall.csv --snap --csv - --json report.json
expect "--snap moves it" 0 'x,y,*' \
	$'flowfield: warning: wall.csv:3: walker 2 at 10,3 has no room: moved to 9,3\nflowfield: *' +report.json
same "and the report has where to" "$(json report.json sectors.sources.1.{x,y} | paste -sd ' ')" "9 3"
rm report.json
put outside.csv 'x,y' '5,5' '24,0'
try flowfield sectors rooms.pgm -g 0,0 --agents outside.csv --snap --csv old.csv
refused "one outside the map is refused" 3 'outside.csv:3: walker 2 at 24,0 is outside the map (x 0..23, y 0..11)'
try flowfield sectors rooms.pgm -g 5,5 --agents crowd.csv --from 9,5 --radius 1.5 --csv old.csv
refused "or too near a wall" 3 'rooms.pgm: source 9,5 is too near a wall for --radius *'
put near.csv 'x,y' '9,5'
try flowfield sectors rooms.pgm -g 5,5 --agents near.csv --radius 1.5 --csv old.csv
refused "those of a table, too" 3 'near.csv:2: walker 1 at 9,5 is too near a wall for its radius (see --snap)'
try flowfield sectors rooms.pgm -g 0,0 --spawn 4@12,0,9,9 --csv old.csv
refused "an area without a way is refused" 3 'rooms.pgm: --spawn 4@12,0,9,9: no goal can be reached from there'
try flowfield sectors rooms.pgm -g 0,0 --spawn 4@24,0,9,9 --csv old.csv
refused "as one outside the map" 3 'rooms.pgm: --spawn 4@24,0,9,9: the area is outside the map'
pgm 1 7 >one.pgm
try flowfield sectors one.pgm -g 0,0 --spawn 1 --csv old.csv
refused "or one with nothing but the goal" 3 'one.pgm: --spawn 1: no goal can be reached from there'
pgm 2 255 255 >walls.pgm
try flowfield sectors walls.pgm -g 0,0 --spawn 1 --csv old.csv
refused "walls have no goal" 3 'walls.pgm: goal 0,0 is on a wall *'

# The command line.
try flowfield sectors rooms.pgm -g 0,0
refused "there is a source" 2 'there is no source: give --from X,Y, --agents FILE.csv or --spawn N'
try flowfield sectors rooms.pgm -g 0,0 --spawn 4:red
refused "groups are walk's" 2 '--spawn 4:red: here all sources have the same goals; only flowfield walk has groups'
try flowfield sectors rooms.pgm -g 0,0 --from 5,5 --seed 4
refused "a seed is for random places" 2 '--seed is for --spawn N'
try flowfield sectors rooms.pgm -g 0,0 --spawn 0
refused "at least one is drawn" 2 '--spawn 0: out of range; expected N from 1 to 10000000, *'
try flowfield sectors rooms.pgm -g 0,0 --agents none.csv
refused "a table that is missing" 3 'none.csv: No such file or directory'
try flowfield sectors rooms.pgm -g 0,0 --agents crowd.csv --csv crowd.csv
refused "is not written over" 2 '--csv crowd.csv: that is what --agents reads'
put bad.csv 'x,y' '5,b'
try flowfield sectors rooms.pgm -g 0,0 --agents bad.csv --csv old.csv
refused "a line that is none" 3 'bad.csv:2:*'
try flowfield sectors rooms.pgm -g 0,0 --agents bad.csv -n
refused "is found by --dry-run" 3 'bad.csv:2:*'
try flowfield sectors rooms.pgm -g 0,0 --spawn 5 -n
expect "which draws nothing" 0 $'map: rooms.pgm, *\noutput: rooms.portals.png' "" ""
try flowfield sectors rooms.pgm -g 0,0 --spawn 5 --max-memory 100K --csv old.csv
refused "memory is limited" 5 'rooms.pgm: out of memory for *'
try flowfield sectors rooms.pgm -g 0,0 --spawn 5 --paths paths.csv
expect "paths need no --from" 0 'paths.csv' '*' +paths.csv

done_testing
