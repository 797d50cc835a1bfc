#!/bin/bash
# diff: files of every kind, and of none.
. "$(dirname "$0")/../cli.sh"

new_folder
# npy TYPE WIDTH NUMBER...: a NumPy array: u1, u4, f4 or f8.
npy() {
	perl -e '
		my ($type, $w, @numbers) = @ARGV;
		my %letter = (u1 => "C", u4 => "V", f4 => "f<", f8 => "d<");
		my $descr = ($type eq "u1" ? "|" : "<") . $type;
		my $header = sprintf "{\x27descr\x27: \x27%s\x27, \x27fortran_order\x27: False, \x27shape\x27: (%d, %d), }",
			$descr, @numbers / $w, $w;
		$header .= " " x (63 - (10 + length $header) % 64) . "\n";
		print "\x93NUMPY\1\0", pack("v", length $header), $header,
			pack "$letter{$type}*", map { /^[-]?inf$|^nan$/ ? 0 + $_ : $_ } @numbers;
	' "$@"
}

npy f4 3 1 2 inf 4 5 6 >a.npy
npy f4 3 1 2 3 4 inf 7.5 >b.npy
try flowfield diff a.npy b.npy
expect "arrays are compared by their values" 1 "\
total: 3 of 6 cells differ (50 %)
value lost: 1 cell, first 1,1 (5 -> none)
value gained: 1 cell, first 2,0 (none -> 3)
value risen: 1 cell, first 2,1 (6 -> 7.5)
largest rise: 1.5 at 2,1 (6 -> 7.5)
area: 3 cells in 1,0,2,2" "*" ""
npy f4 3 3 2 inf 4 5 6 >e.npy
flowfield diff a.npy e.npy --json rise.json -q 2>"$err" || true
flowfield diff e.npy a.npy --json fall.json -q 2>"$err" || true
same "reports have places in the first column, too" "$(json rise.json files.0.rise.x)$(json fall.json files.0.fall.x)" 00
rm rise.json fall.json e.npy
printf '1,2,inf\n4,5,6\n' >a.csv
try flowfield diff a.npy a.csv -v
expect "whatever they are written as" 0 same "" ""
npy u4 3 1 2 4294967295 4 5 6 >u.npy
try flowfield diff a.npy u.npy -v
expect "and as whichever type" 0 same "" ""
npy f8 3 1 2 nan 4 5 6 >n.npy
try flowfield diff a.npy n.npy -v
expect "what is not a number is no value" 0 same "" ""
npy f8 3 1 2 -inf 4 5 6 >m.npy
try flowfield diff a.npy m.npy -q
expect "but below everything is another lack of one" "$status" "" "*" ""
npy u1 3 0 1 2 3 4 5 >c.npy
npy u1 3 0 1 2 3 4 6 >d.npy
try flowfield diff c.npy d.npy
expect "bytes are codes: neither more nor less" 1 "\
total: 1 of 6 cells differ (16.667 %)
value changed: 1 cell, first 2,1 (5 -> 6)
area: 1 cell in 2,1,1,1" "*" ""
npy f4 2 1 2 4 5 >s.npy
try flowfield diff a.npy s.npy --out diff.png
expect "other sizes are said, and that is all" 1 "size: 3x2 -> 2x2" "flowfield: a.npy, s.npy: size: 3x2 -> 2x2" ""

pgm 3 1 1 1 1 255 1 1 1 1 >map.pgm
pgm 3 1 1 1 1 255 1 1 9 1 >dear.pgm
flowfield map.pgm -q -g 0,0 --csv table.csv
flowfield dear.pgm -q -g 0,0 --csv dear.csv
try flowfield diff - dear.csv <table.csv
expect "- is standard input" 1 "\
total: 1 of 9 cells differ (11.111 %)
ground cost changed: 1 cell, first 1,2 (1 -> 9)
largest rise: 8 at 1,2 (3 -> 11)
area: 1 cell in 1,2,1,1" "flowfield: -, dear.csv: *" ""
cp dear.csv twin.csv
try flowfield diff dear.csv - <twin.csv
expect "on either side" 0 "" "" ""
printf '0,1,2\n1,inf,3\n2,3,4\n' >grid.csv
try flowfield diff table.csv grid.csv -v
expect "a table is not compared with a grid" 1 "kind: a table -> numbers" "flowfield: table.csv, grid.csv: kind: a table -> numbers" ""
flowfield map.pgm -q -g 0,0 --heatmap heat.png
try flowfield diff map.pgm heat.png
expect "nor a map with a picture" 1 "kind: a map -> a picture" "*" ""
rm heat.png
cut -d, -f 1,2,4,5 table.csv >narrow.csv
try flowfield diff table.csv narrow.csv
expect "a column that one table lacks is a difference" 1 "\
only in OLD: column cost
only in OLD: column direction
only in OLD: column dx, dy" "*" ""
sed '/^2,/s/,reached,[0-9]*,[0-9],.*/,not computed,,8,0,0/' table.csv >part.csv
try flowfield diff table.csv part.csv --out part.png
expect "cells that nobody asked about any more are no unreachable ones" 1 "\
total: 3 of 9 cells differ (33.333 %)
no longer computed: 3 cells, first 2,0 (2 -> none)
directions: 3 changed in all
area: 3 cells in 2,0,1,3" "*" "+part.png"
try flowfield diff part.csv table.csv
expect "nor reachable ones, later" 1 "*
newly computed: 3 cells, first 2,0 (none -> 2)*" "*" ""
try flowfield diff map.pgm dear.pgm
expect "maps can be compared, too" 1 "\
total: 1 of 9 cells differ (11.111 %)
cost changed: 1 cell, first 1,2 (1 -> 9)
area: 1 cell in 1,2,1,1" "*" ""
pgm 3 55 1 1 1 1 1 255 7 1 >built.pgm
try flowfield diff map.pgm built.pgm --out diff.png
expect "of walls and costs" 1 "\
total: 4 of 9 cells differ (44.444 %)
wall added: 1 cell, first 0,2
wall removed: 1 cell, first 1,1
cost changed: 2 cells, first 0,0 (1 -> 55)
area: 4 cells in 0,0,2,3" "*" "+diff.png"
rm diff.png
for file in map built; do
	tail -n +4 $file.pgm | make_png.pl 3 3 0 8 >$file.png
done
try flowfield diff map.png built.png
expect "as PNG too" 1 "*
wall added: 1 cell, first 0,2
wall removed: 1 cell, first 1,1
cost changed: 2 cells, *" "*" ""
try flowfield diff map.pgm map.png -v
expect "in two formats they are the same map" 0 same "" ""
printf 'type octile\nheight 2\nwidth 3\nmap\n..@\n...\n' >old.map
printf 'type octile\nheight 2\nwidth 3\nmap\n.@.\n..T\n' >new.map
try flowfield diff old.map new.map
expect "and MovingAI's maps" 1 "\
total: 3 of 6 cells differ (50 %)
wall added: 2 cells, first 1,0
wall removed: 1 cell, first 2,0
area: 3 cells in 1,0,2,2" "flowfield: old.map, new.map: 3 of 6 cells differ (50 %)" ""
pgm 3 1 1 255 1 1 1 >old.pgm
try flowfield diff old.map old.pgm -v
expect "which are the same as grey ones that say the same" 0 same "" ""
try flowfield diff old.map map.pgm
expect "other sizes" 1 "size: 3x2 -> 3x3" "*" ""

# One layer in two formats is one layer, and what changed is known from it.
for layer in integration cost reach directions; do
	flowfield map.pgm -q -g 0,0 "--$layer" npy:layer.npy
	flowfield map.pgm -q -g 0,0 "--$layer" png16:layer.png
	try flowfield diff layer.npy layer.png -v
	expect "--$layer as array and as PNG" 0 same "" ""
done
flowfield dear.pgm -q -g 0,0 --cost png16:dear.png --reach png16:reach.png
flowfield map.pgm -q -g 0,0 --cost png16:cost.png
try flowfield diff cost.png dear.png
expect "a PNG of costs tells of the ground" 1 "\
Cost digest: *
total: 1 of 9 cells differ (11.111 %)
ground cost changed: 1 cell, first 1,2 (1 -> 9)
*" "*" ""
try flowfield diff cost.png reach.png
expect "two layers are not compared" 1 "Layer: cost -> reach*" "flowfield: cost.png, reach.png: Layer: cost -> reach" ""

flowfield map.pgm -q -g 0,0 --reach a.png --heatmap h.png
flowfield map.pgm -q -g 2,2 --reach b.png
flowfield dear.pgm -q -g 0,0 --reach c.png
pnm() { # GREEN: a picture of 4x2 that is not ours
	printf '0 0 0 9 %d 9 0 0 0 9 9 7 0 0 0 0 0 0 1 1 1 2 2 2 ' "$1" | make_png.pl 4 2 2 8
}
pnm 9 >one.png
pnm 8 >other.png
try flowfield diff one.png other.png --out diff.png
expect "pictures of others are compared by their pixels" 1 "\
total: 1 of 8 pixels differ (12.5 %)
pixel changed: 1 pixel, first 1,0
area: 1 pixel in 1,0,1,1" "flowfield: one.png, other.png: 1 of 8 pixels differ (12.5 %)" "+diff.png"
rm diff.png
try flowfield diff a.png b.png
expect "ours by the cells that they show" 1 "\
Options: --goal 0,0 -> --goal 2,2
total: 2 of 9 cells differ (22.222 %)
goal removed: 1 cell, first 0,0
goal added: 1 cell, first 2,2
area: 1 cell in 0,0,1,1
area: 1 cell in 2,2,1,1" "flowfield: a.png, b.png: 2 of 9 cells differ (22.222 %)" ""
try flowfield diff a.png c.png --out diff.png
expect "the map's other digest is told, and is no difference" 0 \
	"Cost digest: ???????????????? -> ????????????????" "" ""
try flowfield diff a.png a.npy
expect "a picture is no array" 1 "kind: a picture -> numbers" "flowfield: a.png, a.npy: kind: a picture -> numbers" ""

flowfield map.pgm -q -g 0,0 --json a.json
flowfield map.pgm -q -g 0,0 --json b.json --threads 2
try flowfield diff a.json b.json -v
expect "reports that differ in time and place only are the same" 0 same "" ""
flowfield dear.pgm -q -g 0,0 --json b.json
sed -i 's/"version": "[^"]*"/"version": "9.9"/' b.json
try flowfield diff a.json b.json
expect "others are compared by their values" 1 '*tool.version: * -> 9.9
total: * of * values differ (* %)
map.path: "map.pgm" -> "dear.pgm"
*
map.digest: "????????????????" -> "????????????????"
integration.largest: 4 -> 11
*' "flowfield: a.json, b.json: * of * values differ (* %)" ""
echo '{"a": [1, {"b": 2}], "c": 1.0}' >a.json
echo '{"c": 1, "a": [1, {"b": 3}, null], "d": "x"}' >b.json
try flowfield diff a.json b.json
expect "and so is any JSON" 1 'total: 3 of 5 values differ (60 %)
a.1.b: 2 -> 3
a.2: none -> null
d: none -> "x"' "*" ""
echo '[{"a": {}, "b": [[]]}, 7]' >a.json
echo '[{"b": [[0]], "a": []}]' >b.json
try flowfield diff a.json b.json
expect "however deep it is" 1 'total: 3 of 3 values differ (100 %)
0.a: {} -> []
0.b.0.0: none -> 0
1: 7 -> none' "*" ""
echo '{"a": [1, {"b": 2}], "c": 1.0}' >a.json
echo '{"a": ' >b.json
try flowfield diff a.json b.json
expect "but what is none is bytes" 1 "bytes: 31 -> 7, different from byte 7, line 1 on" "*" ""

printf 'one\ntwo\n' >a.txt
printf 'one\ntoo\n' >b.txt
try flowfield diff a.txt b.txt --json -
expect "what else there is is compared by its bytes" 1 "{*" \
	"flowfield: a.txt, b.txt: bytes: 1 of 8 differ, from byte 6, line 2 on" ""
same "and the report says so" "$(json "$out" files.0.compared files.0.notes)" 'bytes
["bytes: 1 of 8 differ, from byte 6, line 2 on"]'
try flowfield diff a.txt a.npy
expect "of two kinds, too" 1 "bytes: 8 -> *" "*" ""
: >empty
try flowfield diff empty a.txt
expect "nothing is less than something" 1 "bytes: 0 -> 8, different from byte 1, line 1 on" "*" ""
cp empty void
try flowfield diff empty void -v
expect "and the same as nothing" 0 "same bytes" "" ""
mkfifo pipe
cat a.npy >pipe &
try flowfield diff pipe b.npy -q
expect "a pipe is read as it comes" 1 "" "flowfield: pipe, b.npy: 3 of 6 cells differ (50 %)" ""

# bad NAME STATUS MESSAGE FILE: it cannot be read, first or second.
bad() {
	try flowfield diff "$4" a.npy --out x.png --json x.json
	refused "$1" "$2" "$3"
	try flowfield diff a.npy "$4" --out x.png --json x.json
	refused "... as the second" "$2" "$3"
}
bad "what is not there" 3 "nothing.npy: No such file or directory" nothing.npy
head -c 100 a.npy >short.npy
bad "half an array" 3 "short.npy: *" short.npy
printf '1,2\n3,four\n' >word.csv
bad "a cell that is no number" 3 "word.csv:2:3: *" word.csv
head -c 60 a.png >half.png
bad "half a picture" 3 "half.png: *" half.png
npy f4 1 1 | sed 's/(1, 1)/(99999, 99999)/' >huge.npy
bad "an array that is too large" 5 "huge.npy: *" huge.npy
bad "one whose name would steer the terminal" 3 "?[2J: No such file or directory" $'\033[2J'
try flowfield diff a.npy b.npy --out nowhere/x.png --json x.json
expect "a folder that is not there" 4 "" "flowfield: nowhere/x.png: there is no folder nowhere" ""
try flowfield diff a.npy b.npy --out /dev/full -q --json x.json
expect "a full disk" 4 "" "flowfield: /dev/full: No space left on device" ""
try flowfield diff a.npy b.npy --json /dev/full --out x.png -q
expect "leaves no picture" 4 "" "flowfield: /dev/full: No space left on device" ""
status=0
flowfield diff a.npy b.npy --out x.png >/dev/full 2>"$err" || status=$?
same "one that the text goes to does" "$status $(<"$err") $(ls x.png 2>&1)" \
	"4 flowfield: standard output: No space left on device x.png"
rm x.png
try flowfield diff a.npy b.npy --out -
expect "--out - is the picture" 1 "*PNG*" "*" ""
printf 'P2\n# Layer: cost\n# Options: -g 1,1\n2 1\n255\n1 2\n' >one.pgm
printf 'P2\n# Layer: cost\n# Software: x\n2 1\n255\n1 2\n' >other.pgm
try flowfield diff one.pgm other.pgm -v
expect "texts that only one has are told, and are no difference" 0 $'*Options: only in OLD\nSoftware: only in NEW*' "*" ""

try flowfield diff one.pgm other.pgm --out picture.gif
refused "a picture is a PNG or an SVG file, and is called so" 2 '--out picture.gif: name it .png or .svg'
for extension in png svg; do
	flowfield diff a.npy b.npy -q --out picture.$extension 2>"$err" || true
	try flowfield diff a.npy a.npy -q --out picture.$extension
	expect "an old $extension does not stay" 0 "" "" "-picture.$extension"
done
done_testing
