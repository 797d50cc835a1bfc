#!/bin/bash
# --json: all figures about a run.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 4 1 2 255 7 0 255 255 1 1 3 254 255 >map.pgm
try flowfield map.pgm --scale 9 --goal 0,0 -g 0,2 --json report.json --csv cells.csv -q
expect "--json writes a file" 0 "" "" "+cells.csv +report.json"
has() { # KEY VALUE
	same "$1 is $2" "$(json report.json "$1")" "$2"
}
has schema 2
has tool.name flowfield
has tool.version "$(flowfield --version | sed -n '1s/^flowfield //p')"
has map.path map.pgm
has map.format pgm
has map.width 4
has map.height 3
has model.metric manhattan
has model.step cell
has model.corners strict
has model.flow lowest
has options "--goal 0,0 --goal 0,2 --scale 9"
has goals '[{"x":0,"y":0},{"x":0,"y":2}]'
has cells.goal 2
has cells.reached 4
has cells.unreached 2
has cells.wall 4
has integration.largest 257
same "integration.mean is over goals and reached" "$(printf %.9f "$(json report.json integration.mean)")" 43.833333333
has outputs '["cells.csv","report.json"]'
has warnings '[]'
same "the four classes are all cells" \
	"$(($(json report.json cells.goal cells.reached cells.unreached cells.wall | paste -sd +)))" 12
for key in map.digest integration.digest; do
	passes "$key is 64 bits in hexadecimal" grep -qxE '[0-9a-f]{16}' <(json report.json $key)
done
for key in ms.read ms.integrate ms.flow ms.draw ms.write ms.total peak_bytes threads; do
	passes "$key is a number" grep -qxE '[0-9.e-]+' <(json report.json $key)
done
same "ms has these alone" "$(json report.json ms | grep -oE '[a-z]+' | paste -sd ' ')" \
	"draw flow integrate read total write"
passes "peak_bytes is more than the map" test "$(json report.json peak_bytes)" -gt 12
same "it ends with one newline" "$(tail -n 1 report.json)" "}"

try flowfield map.pgm -g 0,0 --json -
expect "--json - is a document on stdout, and nothing else is there" 0 '{*}' 'flowfield: map.pgm: *' ""
passes "which reads as one" json "$out" cells.goal
try flowfield map.pgm -g 0,0 --json - --colormap 0:1 --with values --scale 4 -q
same "warnings are in it, also with -q" "$(json "$out" warnings)" \
	'["--with values: cells of 4 pixels have no room for all numbers: choose a larger --scale","--colormap 0:1: 4 cells cost more, up to 259"]'
try flowfield - -g 0,0 --json - -q <map.pgm
same "the path of standard input is -" "$(json "$out" map.path)" -

done_testing
