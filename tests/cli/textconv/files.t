#!/bin/bash
# textconv: files of every kind as text, and what is none.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 3 1 1 1 1 255 1 1 1 1 >map.pgm
flowfield map.pgm -g 0,0 -q --metric octile --integration f.npy --vectors v.npy --csv t.csv --reach r.png --scale 20

try flowfield textconv f.npy
expect "what it is, how large, and then pieces of rows, each with its place" 0 "format: npy
size: 3x3
numbers: 1 a cell, f4
digest: [0-9a-f]*, values: 8, least 0, mean 2, largest 4

0,0: 0 1 2
0,1: 1 - 3
0,2: 2 3 4" "" ""
try flowfield textconv v.npy
expect "vectors" 0 "*numbers: 2 a cell, f4
*
0,0: 0,0 -1,0*2
0,1: 0,-1 0,0 *" "" ""
try flowfield textconv t.csv
expect "a table as it is, after its cells are counted" 0 "format: csv
size: 3x3
cells: 1 goal, 7 reached, 1 wall
digest: *, values: 8, least 0, mean 2, largest 4

$(<t.csv)" "" ""
sed 's/$/\r/' t.csv >crlf.csv
same "with line ends of its own" "$(flowfield textconv crlf.csv)" "$(flowfield textconv t.csv)"
try flowfield textconv r.png
expect "a picture: what it says about itself, and the colours of its map, equal rows once" 0 "format: png
size: *
Software: flowfield *
Options: --goal 0,0*
Cost digest: *

0,0: #*
0,40: #afdffa\*20 #cceafb\*20 #e1f3fd\*20
rows 41..59: as row 40" "" ""
printf 'P5\n# Layer: \033[31mred\302\2331m\2331m r\303\266t\n# no keyword here\n2 1\n255\n\001\377' >said.pgm
try flowfield textconv said.pgm
expect "what a file says cannot steer a terminal" 0 $'format: pgm\nsize: 2x1\nLayer: ?\\[31mred??1m?1m r\xc3\xb6t\nnumbers*\n0,0: 1 -' "" ""
printf 'ncols 2\nnrows 1\nxllcenter 10\nyllcorner -3.25\ncellsize 0.5\n-9999 1e-1\n' >place.asc
try flowfield textconv place.asc
expect "where a map lies" 0 $'format: asc\nsize: 2x1\ncorner: 9.75,-3.25\ncell: 0.5\n*\n0,0: - 0.1' "" ""
try flowfield textconv - <f.npy
expect "from stdin" 0 "format: npy*" "" ""
printf '{"b": [1.5,\n2], "ms": {"total": 3}, "a": {"ms": 1}, "peak_bytes": 7, "cpu": "plain"}' >report.json
try flowfield textconv report.json
expect "a report without what differs from run to run, a figure a line" 0 '{
  "b": \[
    1.5,
    2
  \],
  "a": {}
}' "" ""
printf '{"sectors": {"size": 8, "ms": {"graph": 3}, "sources": [{"ms": 2}]}, "a": {"fresh_ms": 1, "forms": 2}}' >report.json
same "nor times anywhere" "$(flowfield textconv report.json | tr -d '\n ')" \
	'{"sectors":{"size":8,"sources":[{}]},"a":{"forms":2}}'
printf '{"a":[],"ms":{"b":[{}]},"b":{},"c":"\\\\\\"}{","d":[[1,-2e+5],null]}' | flowfield textconv - >laid-out.json
# shellcheck disable=SC2016 # Perl has variables, too
passes "it is the same document" perl -MJSON::PP -e '
	my $json = JSON::PP->new->canonical;
	open my $file, "<", "laid-out.json" or die;
	exit($json->encode($json->decode(join "", <$file>)) ne
		q({"a":[],"b":{},"c":"\\\\\\"}{","d":[[1,-200000],null]}))'
same "nor can a text in one steer a terminal" "$(printf '{"a":"\302\2331m\303\266"}' | flowfield textconv -)" \
	$'{\n  "a": "??1m\xc3\xb6"\n}'
same "which is laid out as itself" "$(flowfield textconv laid-out.json)" "$(<laid-out.json)"
printf '<svg xmlns="http://www.w3.org/2000/svg">\r\n\t<g/>\a\302\2331m\233\303\266\r\r\n</svg>\n' >a.svg
try flowfield textconv a.svg
expect "a drawing as it is, but for control characters" 0 $'<svg xmlns="http://www.w3.org/2000/svg">\n\t<g/>[?][?][?]1m[?]\xc3\xb6[?]\n</svg>' "" ""
printf '<?xml version="1.0"?>\n<svg/>\n' >b.svg
try flowfield textconv b.svg
expect "or with a declaration" 0 $'<[?]xml version="1.0"[?]>\n<svg/>' "" ""
printf '1,1,2\n1,1,2\n1,1,3\n0,1,3\n' >rows.csv
same "rows that differ in their last cell or their first" "$(flowfield textconv rows.csv | sed '1,/^$/d')" '0,0: 1*2 2
rows 1..1: as row 0
0,2: 1*2 3
0,3: 0 1 3'
same "a difference behind the last decimal shows in the digest" \
	"$(for last in 1 2; do printf '0.000000%d' $last | flowfield textconv - | grep digest; done | uniq | wc -l)" 2
same "the same numbers have the same digest, whatever they are held in" "$(
	for format in npy pgm pfm asc csv; do
		flowfield map.pgm -g 0,0 -q --integration $format:- | flowfield textconv - | grep ^digest
	done | uniq | wc -l
)" 1
printf '7 7 7 %.0s' {1..130} | make_png.pl 130 1 2 8 >wide.png
same "a line for each 64 pixels" "$(flowfield textconv wide.png | sed '1,/^$/d')" '0,0: #070707*64
64,0: #070707*64
128,0: #070707*2'
for key in 0,7 255,247; do
	echo 5 6 7 8 | make_png.pl 4 1 0 4 trns=$key >clear.png
	same "a grey of 4 bits that is transparent, whatever else is in the key's 16: $key" \
		"$(flowfield textconv clear.png | sed '1,/^$/d')" '0,0: #555555 #666666 #77777700 #888888'
done
{
	printf 'P5 4000 4000 255\n'
	head -c 16000000 /dev/zero
} >large.pgm
# shellcheck disable=SC2016 # for the other shell to expand
try bash -c 'ulimit -v 100000; exec "$@"' - flowfield textconv large.pgm --full
expect "a large file takes no more than its cells" 0 "format: pgm
size: 4000x4000
*: as row 0" "" ""
printf 'P5 71 65 255\n%4615s' '' >some.pgm
same "of more than 4096 cells at most 32 lines, each about some rows" \
	"$(flowfield textconv some.pgm | sed '1,/^$/d; s/digest: [0-9a-f]*/.../' | sed '2,21d')" \
	'rows 0..2: ..., values: 213, least 32, mean 32, largest 32
rows 63..64: ..., values: 142, least 32, mean 32, largest 32'
rm large.pgm

printf '..#\n#..\n' >rows.txt
{ printf 'type octile\nheight 2\nwidth 3\nmap\n' && cat rows.txt; } >rows.map
for map in rows.txt rows.map; do
	try flowfield textconv "$map"
	expect "a map of text is as it is: $map" 0 "$(<"$map")" "" ""
done

for text in 'GIF89a\n' '' ' \n\n' 'one\ntwo\n'; do
	printf %b "$text" >what.txt
	try flowfield textconv what.txt
	expect "a file of another kind is as it is: '$text'" 0 "$(<what.txt)" "" ""
done
printf 'a\0b\n' >what.bin
try flowfield textconv what.bin
expect "bytes are refused" 3 "" "flowfield: what.bin: *" ""

no() { # NAME TEXT BYTES
	printf '%b' "$3" >what.npy
	try flowfield textconv what.npy
	refused "$1" 3 "what.npy$2"
}
no "half a picture" ': is truncated' '\x89PNG\r\n\x1a\n'
no "half a report" ':1:7: *' '{"a": 1'
no "a report with two values" ':1:9: *' '{"a": 1 2}'
no "without one" ':1:7: *' '{"a": }'
printf '{"a": "x\342\200\256y", "b\342\200\256": 1}' >turned.json
try flowfield textconv turned.json
expect "no text of JSON turns the direction of writing round" 0 $'{\n  "a": "x???y",\n  "b???": 1\n}' "" ""
no "without a key" ':2:2: *' '{\n [1]}'
no "without a colon" ':1:6: *' '{"a" 1}'
no "with a comma too many" ':1:9: *' '{"a": 1,}'
no "with a text that does not end" ':1:9: *' '{"a": "bc'
no "or a key" ':1:3: *' '{"a\n": 1}'
no "with another bracket" ':1:9: *' '{"a": [1}'
no "and another document" ':2:1: *' '{"a": 1}\n{}'
printf '{"a": 1,\n"a": 2}' >twice.json
try flowfield textconv twice.json
refused "a key twice" 3 'twice.json:2:*: duplicate object key *'
printf '{"a": 123456789012345678901}' >wide.json
try flowfield textconv wide.json
refused "an integer of more than 64 bits" 3 'wide.json:1:*: too big integer*'
try flowfield textconv nowhere.npy
refused "no such file" 3 'nowhere.npy: No such file or directory'
try flowfield textconv .
refused "a folder" 3 '.: is a directory'
try flowfield textconv
refused "no file named" 2 'no file: flowfield textconv FILE'
try flowfield textconv f.npy v.npy
refused "two files" 2 'v.npy: expected nothing after f.npy'
try flowfield textconv --gaol
refused "an unknown option" 2 '*--gaol*'
try flowfield textconv -h
expect "--help" 0 'usage: flowfield textconv FILE*--help*' "" ""
if [[ -e /dev/full ]]; then
	try bash -c 'flowfield textconv f.npy >/dev/full'
	refused "a full disk" 4 'standard output: No space left on device'
fi

done_testing
