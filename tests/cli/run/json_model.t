#!/bin/bash
# --json: how goals were given, what the model is, and what comes of it.
. "$(dirname "$0")/../cli.sh"

new_folder
# has KEY WANTED OPTION...
has() {
	try flowfield map.pgm -q --json - "${@:3}"
	same "${*:3}: $1 is $2" "$(json "$out" "$1")" "$2"
}
pgm 4 1 2 255 7 1 255 255 1 1 3 254 255 >map.pgm
has goals '[{"x":0,"y":0}]' -g 0,0
has goals '[{"x":0.5,"y":0},{"x":3,"y":0.25}]' -g 0.5,0 -g 3,.25
has goals '[{"h":3,"w":2,"x":0,"y":0},{"x":3,"y":1}]' -g 0,0,2,3 -g 3,1,1,1
has goals '[{"cost":9,"h":2,"w":1,"x":0,"y":0},{"cost":1000000000000,"x":3,"y":0}]' \
	-g 0,0,1,2+9 -g 3,0+1000000000000
printf '3,0 # there\n0,0,1,2,5\n' >list.csv
pgm 4 0 0 0 9 0 9 0 0 2 0 0 0 >mask.pgm
has goals '[{"x":1,"y":0},{"x":3,"y":0},{"cost":5,"h":2,"w":1,"x":0,"y":0},{"level":2},{"level":9}]' \
	--goals list.csv --goals mask.pgm -g 1,0

has model '{"corners":"strict","flow":"lowest","metric":"manhattan","step":"cell"}' -g 0,0
has model '{"corners":"cut","flow":"path","metric":"octile","step":"mean"}' \
	-g 0,0 --metric octile --step mean --corners cut
has model '{"corners":"lenient","flow":"gradient","metric":"euclid","step":"cell"}' \
	-g 0,0 --metric euclid --corners lenient
has modifiers '{"sight":false,"subdivide":false}' -g 0,0
has modifiers '{"max_cost":12.5,"radius":0.25,"sight":true,"subdivide":true}' \
	-g 0,0 --max-cost 12.5 --radius .25 --sight --subdivide
has modifiers '{"max_cost":0,"sight":false,"subdivide":false}' -g 0,0 --max-cost 0
has modifiers '{"flee":-1.2,"sight":false,"subdivide":false}' -g 0,0 --flee
has options '--goal 0,0,1,2+9 --snap --max-cost 9 --metric octile --step mean --corners cut '\
'--flow gradient --sight --radius 0.25 --subdivide' \
	-g 0,0,1,2+9 --snap --max-cost 9 --metric octile --step mean --corners cut --flow gradient --sight \
	--radius 0.25 --subdivide
has options '--goal 0,0' -g 0,0 --require 0,0 --max-unreached 9 --directions d.csv

has integration.unit 1 -g 0,0
has integration.unit 2 -g 0,0 --step mean
has integration.unit 408 -g 0,0 --metric octile
has integration.unit 816 -g 0,0 --metric octile --step mean
has integration.unit 1632 -g 0,0 --metric octile --step mean --subdivide
has integration.bits 32 -g 0,0
has integration.bits 64 -g 0,0+5000000000
has integration.bits 64 -g 0,0 --metric euclid
has integration.largest 259 -g 0,0
has integration.largest 132.5 -g 0,0 --step mean
has integration.mean 44.8333333333333 -g 0,0

has largest_unreached '{"cells":2,"x":3,"y":0}' -g 0,0
has largest_unreached '{"cells":6,"x":0,"y":0}' -g 3,0
has regions '{"areas":null,"count":2,"largest":{"cells":6,"x":0,"y":0}}' -g 3,0
has regions '{"areas":null,"count":1,"largest":{"cells":12,"x":0,"y":0}}' -g 3,0 --remap 255=4
has regions '{"areas":[{"cells":6,"x":0,"y":0},{"cells":2,"x":3,"y":0}],"count":2,"largest":{"cells":6,"x":0,"y":0}}' \
	-g 3,0 --regions r.csv
has directions '{"E":0,"N":2,"NE":0,"NW":0,"S":0,"SE":0,"SW":0,"W":3,"none":7}' -g 0,0
has integration.farthest '{"x":2,"y":2}' -g 0,0
has goals '[{"cells":6,"x":0,"y":0},{"cells":2,"x":3,"y":0}]' -g 0,0 -g 3,0 --allocation a.csv
flowfield map.pgm -q -g 0,0 --remap 0-255=1 --flow path --ties t.csv
differ "some cells have several ways" "$(tr , '\n' <t.csv | grep -c '^[2-8]$')" 0
has ties "$(tr , '\n' <t.csv | grep -c '^[2-8]$')" -g 0,0 --remap 0-255=1 --flow path --ties t.csv
has map.costs '{"largest":254,"least":1}' -g 0,0
has answer.passed true -g 0,0 --require 0,1
has answer '{"passed":false,"reason":"map.pgm: not reached: 3,0 (unreached)"}' -g 0,0 --require 3,0
has pictures.scale 5 -g 0,0 --scale 5
has pictures.beyond 1 -g 0,0 --colormap 0:8
has pictures.last 8 -g 0,0 --colormap 0:8
has files '[{"format":"png","output":"heatmap","path":"h.png"},{"format":"npy","output":"cost","path":"c"},{"format":"json","output":"json","path":"-"}]' \
	-g 0,0 --heatmap h.png --cost npy:c
try flowfield map.pgm -q --json - -g 0,0 --remap 255=4
passes "where nothing is unreached largest_unreached is null" grep -q '"largest_unreached": null' "$out"
has in_sight 3 -g 0,0 --sight
has in_sight 12 -g 0,0 --sight --remap 0-255=1
try flowfield map.pgm -q --json - -g 0,0
passes "who does not look has null in sight" grep -q '"in_sight": null' "$out"
rm ./*.csv
try flowfield map.pgm -q --json report.json -g 0,0 --allocation a.csv --regions r.png --ties t.csv \
	--directions d.csv --vectors v.csv
expect "all outputs" 0 "" "" "+a.csv +d.csv +r.png +report.json +t.csv +v.csv"
same "are named in it" "$(json report.json outputs)" '["a.csv","r.png","t.csv","d.csv","v.csv","report.json"]'

# The digest is of the values alone: equal fields have equal ones.
digest() { flowfield map.pgm -q --json - "$@" | sed -n '/"integration"/,/}/s/.*"digest": "\(.*\)".*/\1/p'; }
same "the digest tells values, not directions" "$(digest -g 0,0)" "$(digest -g 0,0 --flow path --sight)"
same "an area has that of its cells" "$(digest -g 0,0,1,2)" "$(digest -g 0,1 -g 0,0)"
differ "other values have another one" "$(digest -g 0,0)" "$(digest -g 0,0+1)"
differ "half steps, too" "$(digest -g 0,0)" "$(digest -g 0,0 --step mean)"

done_testing
