#!/bin/bash
# Maps of real numbers: any finite costs above 0, in units that the largest one chooses.
. "$(dirname "$0")/../cli.sh"

new_folder
npy() { # FILE DESCR PACK NUMBER...: an array of 2x2
	perl -e 'my ($descr, $pack) = splice @ARGV, 0, 2;
		printf "\x93NUMPY\1\0\166\0%-117s\n%s", "{\"descr\": \"$descr\", \"fortran_order\": False, \"shape\": (2, 2), }" =~ tr/"/\x27/r, pack($pack, @ARGV)' "${@:2}" >"$1"
}
costs() { # MAP OPTION...: the costs of its cells, in one line
	flowfield "$@" -g 0,0 --csv - -q 2>&1 | sed 1d | cut -d , -f 3 | paste -sd ' '
}
grid='ncols 2 nrows 2 xllcorner 0 yllcorner 0 cellsize 1 nodata_value -1'
npy map.npy '<f4' 'f<4' 0.5 1.25 nan 300.75
npy doubles.npy '<f8' 'd<4' 0.5 1.25 inf 300.75
printf 'Pf\n2 2\n-1\n' >map.pfm
perl -e 'print pack "f<4", "inf", 300.75, 0.5, 1.25' >>map.pfm
printf '%s\n0.5 1.25\n-1 300.75\n' "$grid" >map.asc
printf '0.5,1.25\n,300.75\n' >map.csv
printf 'x,y,integration,cost\n0,0,,0.5\n1,0,,1.25\n0,1,,inf\n1,1,,300.75\n' >table.csv
for map in map.{npy,pfm,asc,csv} doubles.npy table.csv; do
	same "$map" "$(costs "$map")" '0.5 1.25 inf 300.75'
done
npy ints.npy '<i4' 'l<4' 5 300 -1 70001
same "integers, where -1 is a wall" "$(costs ints.npy)" '6 300 inf 70002'
npy ints.npy '<u2' 'S<4' 5 300 65535 7
same "and the largest of their type" "$(costs ints.npy)" '5 300 inf 7'
printf 'P2 2 2 65535 5 300 65535 7' >map.pgm
printf 'P2 2 2 1000 5 300 1000 7' >thousand.pgm
make_png.pl 2 2 0 16 <<<'5 300 65535 7' >map.png
make_png.pl 2 2 0 16 trns=1,1 <<<'5 300 65535 7' >key.png
for map in map.p{gm,ng} thousand.pgm key.png; do
	same "samples of 16 bits: $map" "$(costs "$map")" '5 300 inf 7'
done
printf 'P2 2 2 65535 0 514 65535 257' >grey.pgm
make_png.pl 2 2 0 16 trns=0,1 <<<'0 514 65535 257' >grey.png
for map in grey.p{gm,ng}; do
	same "that are greys of 8 are read as greys: $map" "$(costs "$map") $(costs "$map" --remap 0=9)" '1 2 255 1 9 2 255 1'
done
printf '1,254\n255,3\n' >whole.csv
same "whole numbers up to 255 are bytes, and 255 is a wall" "$(costs whole.csv)" '1 254 255 3'
printf '1,254.5\n255,3\n' >beside.csv
same "beside others 255 is a cost" "$(costs beside.csv)" '1 254.5 255 3'

unit() { # NAME WANTED COST...: unit, error and cells raised of a row of costs
	printf '%s\n' "$(IFS=,; echo "${*:3}")" >row.csv
	flowfield row.csv -g 0,0 -q --json row.json --csv row.table -f
	same "$1" "$(json row.json map.costs.{unit,error,raised} | paste -sd ' ')" "$2"
}
unit "the largest cost chooses the unit" "3.0517578125e-05 0 0" 1 0.5
unit "65534 units are the most" "1 0 0" 65534 0.99999999
unit "of which more would be twice as large" "2 0.5 0" 65534.5 2
unit "a thousandth above a half" "1.52587890625e-05 0 0" 0.5 0.25
unit "costs are rounded to the nearest" "0.5 0.25 0" 32767 0.75 0.74
unit "never to 0" "16 15.5 2" 1000000 0.5 1 8 9
unit "tiny" "3.23117426778526e-27 0 0" 1.0587911840678754e-22 3.2311742677852644e-27
unit "huge" "137438953472 0 0" 9006649498927104 137438953472
try flowfield row.csv -g 0,0 --csv -
same "the summary tells the unit" "$(grep -o 'costs in units of .*;' "$err")" 'costs in units of 1.37438953e+11;'
printf '1000000,0.5,1,8,9\n' >row.csv
try flowfield row.csv -g 0,0 --csv - -q
same "no warning, but one of costs that are raised" "$(head -n 1 "$err")" ''
try flowfield row.csv -g 0,0 --csv -
same "which says how many" "$(grep warning "$err")" 'flowfield: warning: 2 cells cost less than half the unit of costs, 16, and are raised to it: 16 bits do not hold costs so far apart'
same "and the error" "$(grep -o 'costs in units of .*;' "$err")" 'costs in units of 16, off by at most 16;'

bad() { # NAME TEXT MAP
	try flowfield "$3" -g 0,0 --csv new.csv
	refused "$1" 3 "$2"
}
printf '0.5,1\n2,0\n' >zero.csv
bad "a cost of 0" 'zero.csv: cell 1,1: cost 0 is not above 0; walls are inf or nan' zero.csv
npy below.npy '<f4' 'f<4' 0.5 1 -2.5 3
bad "a cost below 0" 'below.npy: cell 0,1: cost -2.5 is not above 0; walls are inf or nan' below.npy
npy below.npy '<i4' 'l<4' 300 0 -1 3
bad "an integer of 0" 'below.npy: cell 1,0: cost 0 is not above 0; walls are -1 (see --cost-scale)' below.npy
printf 'P2 2 2 65535 5 300 65535 0' >black.pgm
bad "black" 'black.pgm: cell 1,1: cost 0 is not above 0; walls are white (see --cost-scale)' black.pgm

# Costs that are multiples of a unit that would be chosen are those of --cost-scale.
perl -e 'srand 7; for (1 .. 48) { print join(",", map { rand() < 0.2 ? "inf" : (1 + int rand 65534) / 8192 } 1 .. 48), "\n" }' | sed '1s/^[^,]*/7.99/' >map.csv
printf '0,9,9,3,3,4.5\n1,20,0,1,40,wall\n2,20,7,1,2,open\n3,2,2,1,1,0.00001\n' >edits.csv
printf 'version 1\n0 map 48 48 0 0 40 40 0\n' >requests.scen
scaled() { # NAME FILE VERB...: 'out' is the same with --cost-scale and without
	flowfield "${@:3}" -q -f 2>&1 && cp "$2" chosen
	flowfield "${@:3}" --cost-scale 8192 -q -f 2>&1
	same "$1" "$(cmp chosen "$2" 2>&1; wc -l <chosen)" "$(wc -l <"$2")"
}
goals=(map.csv --goal "0,0" --goal "40,40+3" --snap)
for metric in manhattan octile euclid; do
	for more in "" "--step mean" "--step hops --flow sum" "--max-cost 40" "--subdivide" "--flee -1.2" "--coarsen 2,most" "--budget 500"; do
		[[ $metric == euclid && $more == --step* ]] && continue
		# shellcheck disable=SC2086 # words
		scaled "$metric $more" out.csv "${goals[@]}" --metric $metric --csv out.csv $more
		[[ $more == --flee* || $more == --budget* ]] && continue
		# shellcheck disable=SC2086 # words
		flowfield verify map.csv out.csv "${goals[@]:1}" --metric $metric $more -q
		same "is verified" $? 0
	done
	scaled "$metric: sectors" out.csv sectors "${goals[@]}" --metric $metric --from 30,30 --csv out.csv
	scaled "their graph" out.csv sectors "${goals[@]}" --metric $metric --from 30,30 --graph out.csv
	scaled "update" out.csv update "${goals[@]}" --metric $metric --edits edits.csv --csv out.csv
	scaled "walk" out.csv walk "${goals[@]}" --metric $metric --spawn 50 --speed 2,by-cost --arrivals out.csv
	scaled "edits under way" out.csv walk "${goals[@]}" --metric $metric --spawn 50 --simulate 9 --edits edits.csv --traffic out.csv
	same "at" "$(flowfield at "${goals[@]}" --metric $metric 3,3 7,9 -q)" \
		"$(flowfield at "${goals[@]}" --metric $metric 3,3 7,9 -q --cost-scale 8192)"
done
for kind in npy npz pfm asc csv png pgm; do
	flowfield "${goals[@]}" --cost "back.$kind" -q
	same "costs are read back from $kind" "$(costs back.$kind --snap)" "$(costs map.csv --snap)"
done

# compare: one unit, that of the largest cost of both maps.
compares() { # NAME WANTED OLD NEW: how many cells' costs differ
	try flowfield compare "$3" "$4" -g 0,0
	same "$1" "$status $(grep -o 'ground cost changed: [0-9]*' "$out" | tr -dc 0-9)" "$2"
}
printf '0.3,0.7,0.1\n0.2,0.9,0.4\n' >old.csv
printf '0.3,0.7,0.1\n0.2,0.9,0.4\n' >same.csv
printf '0.3,0.7,0.1\n0.2,50000,0.4\n' >new.csv
printf '1,2,3\n4,5,6\n' >bytes.csv
printf '1,2,3\n4,5.5,6\n' >half.csv
compares "the same costs" "0 " old.csv same.csv
compares "one unit for both maps: only the changed cell differs" "1 1" old.csv new.csv
compares "in either order" "1 1" new.csv old.csv
compares "also beside a map of bytes" "1 1" bytes.csv half.csv
printf '3e-13,7e-13,1e-13\n2e-13,9e-13,4e-13\n' >old.csv
printf '3e-13,7e-13,1e-13\n2e-13,8e-13,4e-13\n' >new.csv
compares "of tiny costs" "1 1" old.csv new.csv
try flowfield compare bytes.csv half.csv -g 0,0 --html page.html
same "a page of both has one unit" "$(grep -o '"scale": *[0-9]*' page.html | head -n 1 | tr -dc 0-9)" 8192
done_testing
