#!/bin/bash
# Maps of numbers: NPY, PFM, CSV, ASC, and PNG and PGM of 16 bits, with --cost-scale.
. "$(dirname "$0")/../cli.sh"

new_folder
npy() { # FILE DESCR SIZE BYTES: an array of 2x2
	local head="{'descr': '$2', 'fortran_order': False, 'shape': (2, 2), }"

	# shellcheck disable=SC2059 # that is what it is for
	{ printf '\223NUMPY\1\0\166\0%-117s\n' "$head"; printf "$3"; } >"$1"
}
same() { # NAME GOT WANTED
	if [ "$2" = "$3" ]; then tap_line ok "$1"; else tap_line "not ok" "$1"; printf '# %s\n' "$2"; fi
}
costs() { # MAP OPTION...: the costs and integrations of its cells, in one line
	flowfield "$@" -g 0,0 --csv - -q 2>&1 | sed 1d | cut -d, -f3,5 | paste -sd ' '
}

npy ints.npy '<u2' '\2\0\4\1\0\0\377\377'
same "integers are units" "$(costs ints.npy --cost-scale 10)" '0.2,0 26,26 0.1,0.1 inf,'
same "--budget leaves no cost in cells that wait" "$(costs ints.npy --cost-scale 10 --budget 1)" '0.2,0 26, 0.1, inf,'
printf 'P5 2 2 255\n\2\6\1\377' >bytes.pgm
same "255 is a wall in a grey image of 8 bits" "$(costs bytes.pgm --cost-scale 2)" '1,0 3,3 0.5,0.5 inf,'
npy bytes.npy '|u1' '\2\6\0\377'
same "integers of 8 bits are costs" "$(costs bytes.npy)" '2,0 6,6 1,1 255,'
same "and units, if asked for" "$(costs bytes.npy --cost-scale 2)" '1,0 3,3 0.5,0.5 inf,'
npy signed.npy '<i2' '\2\0\4\0\377\377\377\177'
same "-1 and the largest number of a signed type are walls" "$(costs signed.npy --cost-scale 2)" '1,0 2,2 inf, inf,'
# 1, 2.5, inf, nan; and 1, 2, 3, 0.15
npy floats.npy '<f4' '\0\0\200\77\0\0\40\100\0\0\200\177\0\0\300\177'
same "floats are costs" "$(costs floats.npy --cost-scale 2)" '1,0 2.5,2.5 inf, inf,'
npy wrong.npy '<f4' '\0\0\200\77\0\0\0\100\0\0\100\100\232\231\31\76'
printf '1,2.5\ninf,6553.4\n' >map.csv
same "a grid of text" "$(costs map.csv --cost-scale 10)" '1,0 2.5,2.5 inf, 6553.4,6555.9'
printf 'Pf\n2 2\n-1\n\0\0\200\77\0\0\0\100\0\0\100\100\0\0\200\100' >map.pfm
same "PFM, from bottom to top" "$(costs map.pfm)" '3,0 4,4 1,1 2,3'
printf 'P5\n2 2\n65535\n\0\1\377\376\0\0\377\377' >map.pgm
same "samples of 16 bits are units" "$(costs map.pgm --cost-scale 1)" '1,0 65534,65534 1,1 inf,'

for kind in npy npz pfm csv asc png pgm; do
	flowfield map.csv --cost-scale 10 -g 0,0 --cost "back.$kind" -q
	same "$kind is read back" "$(costs "back.$kind" --cost-scale 10)" "$(costs map.csv --cost-scale 10)"
done
for metric in manhattan octile euclid; do
	flowfield map.csv --cost-scale 10 -g 0,0 --metric $metric --csv table.csv -q
	try flowfield verify map.csv table.csv --cost-scale 10 -g 0,0 --metric $metric -q
	same "$metric is verified" "$status" 0
done
sed -i '4s/inf/2.6/' table.csv
printf '0,0,1,1,1,1.5\n1,0,1,1,1,wall\n2,0,1,1,1,open\n3,1,0,1,1,300\n' >edits.csv
try flowfield update map.csv --cost-scale 10 -g 0,0 --edits edits.csv -q
same "edits are costs" "$status" 0
printf '0,1,0,1,1,7000\n' >edits.csv
try flowfield update map.csv --cost-scale 10 -g 0,0 --edits edits.csv -q
refused "an edit of more units than there are" 3 'edits.csv:1:11: a cost above 0, up to 6553.4 (see --cost-scale), wall, *'
same "costs between units are rounded" "$(costs wrong.npy --cost-scale 10)" '1,0 2,2 3,3 0.2,2.2'

bad() { # NAME TEXT MAP OPTION...
	try flowfield "${@:3}" -g 0,0 --csv new.csv
	refused "$1" 3 "$2"
}
bad "a cost too large" 'map.csv: cell 1,1: cost 6553.4 is more than 655.34 (see --cost-scale)' map.csv --cost-scale 100
printf '1,0\n2,3\n' >zero.csv
bad "a cost of 0" 'zero.csv: cell 1,0: cost 0 is not above 0; walls are inf or nan' zero.csv --cost-scale 10
printf '1,1\n-2,3\n' >below.csv
bad "a cost below 0" 'below.csv: cell 0,1: cost -2 is not above 0; *' below.csv --cost-scale 10
npy truth.npy '|b1' '\1\0\1\1'
bad "truth values" 'truth.npy: has truth values; *' truth.npy
printf '..\n.#\n' >map.txt
bad "rows of text have no numbers" 'map.txt: unknown format; *' map.txt --cost-scale 10
try flowfield map.csv --cost-scale 10 --invert -g 0,0
refused "nor have numbers greys" 2 '--cost-scale is for numbers, *'
try flowfield map.csv --cost-scale 65535 -g 0,0
refused "a scale too large" 2 '--cost-scale 65535: out of range; expected an integer from 1 to 65534'
try flowfield map.csv --cost-scale 65534 -g 0,0+1000000000000
refused "a start too large" 3 'map.csv: *'
done_testing
