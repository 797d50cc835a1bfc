#!/bin/bash
# flowfield verify: what --csv writes is right.
. "$(dirname "$0")/../cli.sh"

new_folder
# right OPTION...: the field that these options give is right, they say.
right() {
	flowfield map.pgm -q --csv "$work/cells.csv" "$@"
	flowfield verify map.pgm "$work/cells.csv" -q "$@"
}
for kind in caves city random; do
	make_map --pgm $kind 48 36 11 >map.pgm
	wrong=
	for model in '--metric manhattan --step cell' '--metric manhattan --step mean' '--metric octile --step cell' \
		'--metric octile --step mean' '--step hops' '--metric octile --step hops' '--metric euclid'; do
		for corners in strict lenient cut; do
			for flow in lowest path gradient sum differences; do
				options="$model --corners $corners --flow $flow"
				# shellcheck disable=SC2086
				right $options --snap -g 20,15 2>"$work/said" || wrong+="$options: $(<"$work/said")"$'\n'
			done
		done
	done
	same "$kind: every metric, step, corner and flow" "$wrong" ""
	for options in '-g 20,15 -g 3,4+20 -g 40,30+5' '-g 10,10,9,7' '-g 20.5,15.5+3' '-g 20,15 --max-cost 30' \
		'-g 20,15 --radius 0.6' '-g 20,15 --subdivide' '-g 20,15 --sight' '-g 20,15 -g 5,5+40 --max-cost 30 --sight' '-g 20,15 -g 5,5 -g 30,9,3,3 --sight' \
		'-g 5,5,3,3+3 -g 30.5,20.5 --radius 0.75 --subdivide --max-cost 99.5 --sight'; do
		wrong=
		for model in '' '--metric octile' '--metric octile --corners cut --step mean --flow lowest' \
			'--metric octile --corners lenient --flow gradient' '--step mean --flow path' '--step mean --flow sum' '--metric euclid'; do
			# shellcheck disable=SC2086
			right $options --snap $model 2>"$work/said" || wrong+="$model: $(<"$work/said")"$'\n'
		done
		same "$kind: $options" "$wrong" ""
	done
done

pgm 4 1 2 255 7 0 255 255 1 1 3 254 255 >map.pgm
flowfield map.pgm -q -g 0,0 --csv cells.csv
try flowfield verify map.pgm cells.csv -g 0,0
expect "it says what it has looked at, on stderr" 0 "" \
	'flowfield: cells.csv: 4x3: all values, classes, directions, vectors are right' ""
try flowfield verify map.pgm cells.csv -g 0,0 -q
expect "or, with -q, nothing" 0 "" "" ""
try flowfield verify map.pgm - -g 0,0 <cells.csv
expect "a field from stdin" 0 "" 'flowfield: standard input: 4x3: all *' ""
try flowfield verify - cells.csv -g 0,0 <map.pgm
expect "or the map" 0 "" 'flowfield: cells.csv: 4x3: all *' ""
try flowfield verify --goal=0,0 map.pgm -q cells.csv
expect "options come before and between" 0 "" "" ""
printf '0,0\n' >goals.csv
try flowfield verify map.pgm cells.csv --goals goals.csv -q
expect "a list of goals" 0 "" "" ""
cp map.pgm verify
try flowfield ./verify -g 0,0 -q --csv -
expect "a map may be called so, with its folder" 0 "x,y,*" "" ""

# Fields of others: x, y and integration, in any order, and what else there is.
foreign() { # NAME SAID COMMAND...: what the command prints is right
	"${@:3}" >field.csv
	try flowfield verify map.pgm field.csv -g 0,0
	expect "$1" 0 "" "flowfield: field.csv: 4x3: $2 are right" ""
}
all='all values, classes, directions, vectors'
values() { cut -d , -f 1,2,5 cells.csv; }
spaced() { cat cells.csv && echo; }
shuffled() { values | (IFS= read -r header && echo "$header" && sort -r); }
renamed() { awk -F , -v OFS=, 'NR > 1 { print "n" NR, $5, $2, "", $1 }' cells.csv | sed '1i name,integration,y,,x'; }
foreign "values alone" 'all values' values
foreign "in another order" 'all values' shuffled
foreign "columns, too, and others beside them" 'all values' renamed
foreign "lines that end in CRLF" "$all" sed 's/$/\r/' cells.csv
foreign "with a byte order mark in front" "$all" sed '1s/^/\xef\xbb\xbf/' cells.csv
foreign "without vectors and costs" 'all values, classes, directions' cut -d , -f 1,2,4,5,6 cells.csv
foreign "without directions" 'all values, vectors' cut -d , -f 1,2,5,7,8 cells.csv
foreign "an empty line at the end" "$all" spaced
foreign "no newline at the end" "$all" perl -0pe 's/\n\z//' cells.csv
foreign "numbers with more digits" "$all" sed 's/,reached,[0-9]*/&.000/' cells.csv
# The other of two that are equally good.
pgm 3 1 1 1 1 1 1 1 1 1 >map.pgm
flowfield map.pgm -q -g 0,0 --csv - --flow path | cut -d , -f 1-6 |
	sed 's/^2,2,1,reached,4,0$/2,2,1,reached,4,6/' >other.csv
passes "is another one" grep -q '4,6$' other.csv
try flowfield verify map.pgm other.csv -g 0,0 --flow path
expect "a direction as good as ours" 0 "" '* are right' ""
# Two goals in one cell, of which the first is dearer.
pgm 5 1 255 255 255 1 1 1 1 1 1 >map.pgm
flowfield map.pgm -q -g 0,0,5,1+1 -g 0,0 --sight --csv cells.csv -f
try flowfield verify map.pgm cells.csv -g 0,0,5,1+1 -g 0,0 --sight
expect "a goal in sight that is two goals" 0 "" '* are right' ""

# Fields of a part of the map: cells beyond it are not computed.
make_map --pgm caves 48 36 11 >map.pgm
wrong=
for model in '' '--metric octile' '--metric octile --flow gradient' '--step mean --flow path' '--metric octile --flow sum' '--flow differences --step hops' '--metric euclid'; do
	# shellcheck disable=SC2086
	flowfield map.pgm -q -g 20,15 --snap --max-cost 15 $model --csv - | sed -E 's/,(unreached|farther),/,not computed,/' >part.csv
	# shellcheck disable=SC2086
	flowfield verify map.pgm part.csv -g 20,15 --snap $model -q 2>said || wrong+="$model: $(<said)"$'\n'
done
same "cells not computed are not checked" "$wrong" ""
left=$(grep -c ',not computed,' part.csv)
try flowfield verify map.pgm part.csv -g 20,15 --snap --metric euclid
expect "and it says so" 0 "" "*: all values, classes, directions, vectors are right, detours allowed; $left cells are not computed" ""

# Where routes through sectors cover the whole map, their field does not show that it has detours.
make_map --pgm random 20 20 15 >random.pgm
froms=(--from "1,1" --from "18,1" --from "1,18" --from "18,18" --from "10,1" --from "1,10")
flowfield sectors random.pgm -g 10,10 "${froms[@]}" --snap -q --csv full.csv
same "sectors may leave no cell out" "$(grep -c ',not computed,' full.csv)" 0
try flowfield verify random.pgm full.csv -g 10,10 --snap
refused "their values are not the least" 1 'full.csv: *: integration is *, should be * (wrong in all: * values)'

# Equal falls differ by the rounding of decimals.
perl -e 'for my $y (0 .. 64) { print join(",", map { $_ == 20 && $y >= 10 && $y < 50 ? "inf" : 0.000015 } 0 .. 62), "\n" }' >even.csv
sed 's/1\.5e-05/0.00003/7' even.csv >uneven.csv
for map in even uneven; do
	for flow in path sum; do
		flowfield $map.csv --cost-scale 65534 -g 30,30 --metric euclid --flow $flow --csv ways.csv -q -f
		passes "ways of euclid in the finest costs: $map, $flow" \
			flowfield verify $map.csv ways.csv --cost-scale 65534 -g 30,30 --metric euclid --flow $flow -q
	done
done

flowfield map.pgm -q -g 20,15 --snap --csv field.csv
export FLOWFIELD_OPTS='--scale 4'
passes "options of pictures in the environment are for other commands" \
	flowfield verify map.pgm field.csv -g 20,15 --snap -q

done_testing
