#!/bin/bash
# --integration, --cost and the other data files: how a format is chosen, what is refused, and
# that nothing is left of what failed.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 5 1 1 255 1 1 1 1 255 1 255 1 1 255 255 9 >map.pgm
grid=$'0,1,inf,inf,inf\n1,2,inf,inf,inf\n2,3,inf,inf,inf'

# stream NAME WANTED OPTION...: what goes to stdout.
stream() {
	try flowfield map.pgm -q -g 0,0 "${@:3}"
	expect "$1" 0 "$2" "" ""
}
stream "--integration - is CSV" "$grid" --integration -
stream "csv:- says so" "$grid" --integration csv:-
stream "a table may go to a pipe in its way" "$grid" --integration csv:/dev/stdout
stream "--cost is the map, walls and all" $'1,1,255,1,1\n1,1,255,1,255\n1,1,255,255,9' --cost -
stream "--reach has numbers, too: goal, reached, unreached, wall" $'0,1,3,2,2\n1,1,3,2,3\n1,1,3,3,2' --reach csv:-
stream "an ASCII grid is text" $'ncols 5\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 1\nNODATA_value -9999\n0 1 -9999 -9999 -9999\n1 2 -9999 -9999 -9999\n2 3 -9999 -9999 -9999' \
	--integration asc:-
stream "its cells are half as large when they are split" $'ncols 10\nnrows 6\nxllcorner 0\nyllcorner 0\ncellsize 0.5\n*' --cost asc:- --subdivide
try flowfield map.pgm -q -g 0,0 --reach -
same "--reach - is a picture still" "$status $(head -c 4 "$out" | tail -c 3)" "0 PNG"
for format in npy npz pgm pfm png16 png raw; do
	try flowfield map.pgm -q -g 0,0 --integration $format:-
	flowfield map.pgm -q -g 0,0 --integration $format:file
	passes "$format:- is what $format:FILE writes" cmp file "$out"
	rm file
done

try flowfield map.pgm -q -g 0,0 --integration i.PNG --cost npy:c --directions ./csv:d.asc --reach png16:r.png --json -
expect "extensions and prefixes choose" 0 "{*}" "" "+c +csv:d.asc +i.PNG +r.png"
same "the report has paths without them" "$(json "$out" outputs)" '["r.png","i.PNG","c","./csv:d.asc"]'
same ".PNG is grey of 16 bits" "$(od -An -tu1 -j 24 -N 2 i.PNG | tr -s " ")" " 16 0"
same "so is png16:" "$(od -An -tu1 -j 24 -N 2 r.png | tr -s " ")" " 16 0"
same "npy: is NumPy's" "$(head -c 6 c | tail -c 5)" NUMPY
same "./csv: is only a name" "$(head -n 1 csv:d.asc)" "ncols 5"
rm -- c csv:d.asc
try flowfield map.pgm -g 0,0 --integration npy:i --out-dir new
expect "--out-dir is for what follows the prefix" 0 new/i "flowfield: map.pgm: *" "+new +new/i"

# The texts in the files.
text() { # FILE KEYWORD: of a PNG
	perl -0777 -ne 'print "$1\n" while /tEXt'"$2"'\0(.*?).{4}\0\0..(?:tEXt|IDAT)/gs' "$1"
}
same "a grey image says its layer" "$(text i.PNG Layer)" integration
same "and no scale if it has none" "$(text i.PNG Scale)" ""
flowfield map.pgm -q -g 0,0 --cost c.png --cost-scale 10
same "or that of finer costs" "$(text c.png Scale)" 10
flowfield map.pgm -q -g 0,0 --cost s.pgm --cost-scale 10
same "comments of a .pgm say that, too" "$(grep -a '^#' s.pgm | cut -d : -f 1 | paste -sd ,)" \
	"# Software,# Options,# Cost digest,# Layer,# Scale"
rm ./*.png s.pgm

# refuses NAME STATUS TEXT OPTION...: and nothing is there.
refuses() {
	try flowfield map.pgm -g 0,0 "${@:4}"
	refused "$1" "$2" "$3"
}
all='name it .csv, .npy, .npz, .pgm, .pfm, .asc, .png, .raw or .h'
refuses "an extension that means nothing" 2 "--integration i.txt: $all" --integration i.txt
refuses "no extension" 2 "--cost c: $all" --cost c
refuses "a prefix without a file" 2 "--cost needs a file's name" --cost npy:
refuses "vectors as an image" 2 "--vectors v.pgm: name it .csv, .npy, .npz, .pfm, .png, .raw or .h" --vectors v.pgm
refuses "two of one file" 2 "--integration and --cost would both write x" --integration npy:x --cost csv:x
refuses "two on stdout" 2 "--integration and --cost cannot both go to standard output" --integration npy:- --cost -
refuses "the map itself" 2 "--cost map.pgm: that is the map itself" --cost pgm:map.pgm
for format in pgm png; do
	refuses "parts of a cost in .$format" 5 "i.$format: cell 1,1 is 1.414216: no grey image holds what is not whole: *" \
		--integration i.$format --metric octile --csv c.csv
	try flowfield map.pgm -g 0,0+100000 --integration i.$format
	refused "more than 16 bits in .$format" 5 "i.$format: cell 0,0 is 100000: no grey image holds what is more than 65534: *"
	refuses "flight in .$format" 5 "i.$format: cell 0,0 is -1: no grey image holds what is below 0: name it .npy, .pfm, .csv or .asc" \
		--integration i.$format --flee --reach r.png
done
refuses "what cannot be written keeps what is on its way to a pipe" 5 "i.png: *" \
	--integration i.png --csv - --metric octile

# 24 bits.
# 16777216 and one more, which floats make of it, too.
warning='flowfield: warning: --integration: numbers of 24 bits lose digits of these: .npy does not*'
try flowfield map.pgm -g 0,0+16777214 --integration i.pfm
expect "a warning tells that floats are too short" 0 i.pfm "$warning" "+i.pfm"
try flowfield map.pgm -g 0,0+16777213 --integration i.pfm
expect "but not before they are" 0 i.pfm "flowfield: map.pgm: *" "~i.pfm"
try flowfield map.pgm -g 0,0+16777214 --integration i.raw --allocation a.raw
expect "likewise for .raw, where labels keep their digits" 0 "*" "$warning" "+a.raw +i.raw"
rm a.raw i.raw

# A PNG of the costs is the map as it was understood.
make_map --pgm random 24 18 3 >other.pgm
for options in "" "--remap 1-9=wall,10=3" "--invert" "--wall-from 100" "--radius 0.8 --metric euclid" "--subdivide"; do
	# shellcheck disable=SC2086 # words
	flowfield other.pgm -q -g 5,5 --snap $options --cost c.png
	same "--cost is grey of 8 bits: $options" "$(od -An -tu1 -j 24 -N 2 c.png | tr -s " ")" " 8 0"
	# shellcheck disable=SC2086 # words
	flowfield other.pgm -q -g 5,5 --snap $options --cost npy:wanted
	try flowfield c.png -q -g 5,5 --snap --cost npy:again
	expect "is a map without options" 0 "" "" "+again"
	passes "and the same one" cmp wanted again
	# shellcheck disable=SC2086 # words
	flowfield other.pgm -q -g 5,5 --snap $options --cost png16:deep.png
	try flowfield diff deep.png c.png -v
	expect "of 16 bits it is the same layer" 0 same "" ""
	rm -f c.png deep.png wanted again
done

# A map survives an editor, whatever it was read from.
# returns NAME MAP OPTION...
returns() {
	flowfield "${@:2}" -q --cost back.png
	flowfield back.png -q "${goal[@]}" --snap --cost back.npy
	flowfield "${@:2}" -q --cost was.npy
	passes "$1 comes back" cmp was.npy back.npy
	rm -f back.png was.npy back.npy
}
goal=(-g "9,9")
for map in "$root"/samples/*.png; do
	returns "${map##*/}" "$map" -g 9,9 --snap
	returns "${map##*/} with wide walkers" "$map" -g 9,9 --snap --radius 0.5 --metric octile
done
printf '%s\n' 'type octile' 'height 3' 'width 4' map ..@. .@T. .... >m.map
goal=(-g "0,0")
returns "a .map" m.map -g 0,0
make_png.pl 3 1 2 8 <<<"255 0 0  0 255 0  0 0 255" >c.png
printf '%s\n' '#ff0000 3 # grass' '#00ff00 1 # road' '#0000ff wall # sea' >legend
returns "colours" c.png --legend legend -g 0,0
rm -f m.map c.png legend

# Failures.
echo old >i.npy
echo old >c.asc
for format in csv npy npz pgm pfm png16 asc raw h; do
	[[ -c /dev/full ]] || break
	refuses "a full disk for $format" 4 "/dev/full: No space left on device" \
		--cost $format:/dev/full --integration i.npy --out-dir .
done
mkdir c.npy
refuses "one that cannot be written takes back all" 4 "c.npy: is a directory" \
	--cost c.npy --integration i.npy --regions c.asc
same "old files are as they were" "$(cat i.npy c.asc)" $'old\nold'
try flowfield map.pgm -q -g 0,0 --integration i.npy --regions c.asc --no-clobber
refused "--no-clobber holds for data, too" 4 "*.*: is there already (--no-clobber)"
try flowfield map.pgm -g 0,0 -n --integration npy:i --cost c.pgm
expect "--dry-run names the files" 0 "map: *
output: i
output: c.pgm" "" ""

done_testing
