#!/bin/bash
# The streams: paths and data on stdout, all else on stderr.
. "$(dirname "$0")/../cli.sh"

summary='flowfield: map.pgm: 3x2: 1 goal, 2 reached, 1 unreached (largest area 1 at 2,1), 2 wall; farthest 2; [0-9]* ms'
figures='flowfield: read [0-9]*.[0-9], integrate [0-9]*.[0-9], flow [0-9]*.[0-9], draw [0-9]*.[0-9], write [0-9]*.[0-9] ms; heap [0-9]*.[0-9] MiB, process [0-9]*.[0-9] MiB; -j [1-9]*, [a-z]*'

new_folder
pgm 3 1 2 255 1 255 4 >map.pgm

try flowfield map.pgm -g 0,0 --csv a.csv -v
expect "-v says how long each phase took" 0 a.csv "$summary"$'\n'"$figures" "+a.csv"
try flowfield map.pgm -g 0,0 --csv a.csv -q
expect "-q is silent" 0 "" "" ""
try flowfield map.pgm -g 0,0 --csv a.csv -vq
expect "the last of -v and -q counts: -q" 0 "" "" ""
try flowfield map.pgm -g 0,0 --csv a.csv --quiet --verbose
expect "the last of -v and -q counts: -v" 0 a.csv "$summary"$'\n'"$figures" ""
cp map.pgm $'m\xe2\x80\xaepgm'
try flowfield $'m\xe2\x80\xaepgm' -g 0,0 --csv a.csv
expect "the summary does not turn the direction of writing round" 0 a.csv "flowfield: m[?][?][?]pgm: 3x2: *" ""
try flowfield walk map.pgm -g 0,0 --from 1,0 --goal $'g\xe2\x80\xaer=1,0' --paths p.csv
expect "nor does a warning" 0 p.csv "flowfield: warning: group g[?][?][?]r has no walkers"$'\n'"flowfield: *" "+p.csv"
rm $'m\xe2\x80\xaepgm' p.csv
try flowfield map.pgm -g 9,9 -q
refused "-q does not hide an error" 3 'map.pgm: goal 9,9 is outside the map (x 0..2, y 0..1)'

try flowfield map.pgm -g 0,0 --csv -
expect "data on stdout stand alone there" 0 'x,y,cost,*[!g]' "$summary" ""
passes "byte for byte" cmp a.csv "$out"
try flowfield map.pgm -g 0,0 --csv - --heatmap heat.png
expect "also where other outputs are files" 0 'x,y,cost,*[!g]' "$summary" "+heat.png"
passes "byte for byte again" cmp a.csv "$out"
try flowfield map.pgm -g 0,0 --csv - -q
expect "-q leaves the data" 0 'x,y,cost,*' "" ""
try flowfield map.pgm -g 0,0 --heatmap - -q
expect "a picture goes to stdout, too" 0 '*PNG*' "" ""
passes "byte for byte" cmp heat.png "$out"

try flowfield map.pgm -g 0,0 --heatmap heat.png --colormap 0:1
expect "a warning comes before the summary" 0 heat.png \
	'flowfield: warning: --colormap 0:1: 1 cells cost more, up to 2'$'\n'"$summary" "~heat.png"
try flowfield map.pgm -g 0,0 --heatmap heat.png --colormap 0:1 -q
expect "-q hides a warning" 0 "" "" ""

done_testing
