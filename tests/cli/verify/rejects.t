#!/bin/bash
# flowfield verify: what is wrong with a field, and where.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 4 1 2 255 7 1 255 255 1 1 3 254 255 >map.pgm
flowfield map.pgm -q -g 0,0 --csv right.csv
# 0,0 g0   1,0 2<W  2,0 #     3,0 u7
# 0,1 1^N  1,1 #    2,1 #     3,1 u
# 0,2 2^N  1,2 5<W  2,2 259<W 3,2 #

base=right.csv
# wrong NAME TEXT SED-SCRIPT: the field, changed so, is.
wrong() {
	sed "$3" "$base" >field.csv
	if cmp -s "$base" field.csv; then
		tap_line "not ok" "$1" "nothing was changed"
	fi
	try flowfield verify map.pgm field.csv -g 0,0
	refused "$1" 1 "field.csv: $2"
}
wrong "a value that is too high" '2,2: integration is 260, should be 259 (wrong in all: 1 values)' 's/,259,/,260,/'
wrong "too low" '2,2: integration is 258.5, should be 259 (wrong in all: 1 values)' 's/,259,/,258.5,/'
wrong "the first cell where it shows is named, and all are counted" \
	'1,2: integration is 4, should be 5 (wrong in all: 2 values)' '/^1,2/s/,5,/,4,/'
wrong "all of them shifted" '0,0: integration is 10, should be 0 (wrong in all: 1 values)' \
	's/,goal,0,/,goal,10,/; s/,reached,2,/,reached,12,/; s/,reached,1,/,reached,11,/
	s/,reached,5,/,reached,15,/; s/,reached,259,/,reached,269,/'
wrong "a value where nobody gets" '3,0: integration is 9, there should be none (wrong in all: *)' '/^3,0/s/,,8/,9,8/'
wrong "an area that goes round in itself" '3,0: class is unreached, should be reached (wrong in all: 1 values, *' \
	'/^3,0/s/,,8/,9,8/; /^3,1/s/,,8/,2,8/'
wrong "a value on a wall" '2,0: a wall has an integration (wrong in all: 1 values)' '/^2,0/s/,,8/,9,8/'
wrong "no value where there should be one" '2,2: there is no integration, it should be 259 *' 's/,259,/,,/'
wrong "a negative one" '0,1: integration is -1, should be 1 *' '/^0,1/s/,1,0,0,-1$/,-1,0,0,-1/'
wrong "a goal that is none" '0,0: class is reached, should be goal (wrong in all: 1 classes)' 's/,goal,/,reached,/'
wrong "a reached cell that is called unreached" '2,2: class is unreached, should be reached *' \
	'/^2,2/s/reached/unreached/'
wrong "an unreached one that is called reached" '3,1: class is reached, should be unreached *' \
	'/^3,1/s/unreached/reached/'
wrong "a wall that is called unreached" '3,2: class is unreached, should be wall *' '/^3,2/s/wall/unreached/'
wrong "an open cell that is called wall" '3,0: class is wall, should be unreached *' '/^3,0/s/unreached/wall/'
cut -d , -f 1-6 right.csv >plain.csv
base=plain.csv
wrong "no direction" '0,1: there is no direction (wrong in all: *)' '/^0,1/s/,0$/,8/'
wrong "a direction on a goal" '0,0: direction is 2, should be none (wrong in all: 1 directions)' '/^0,0/s/,8$/,2/'
wrong "on a wall" '3,2: direction is 6, should be none (wrong in all: 1 directions)' '/^3,2/s/,8$/,6/'
wrong "on an unreached cell" '3,0: direction is 4, should be none (wrong in all: 1 directions)' '/^3,0/s/,8$/,4/'
wrong "a direction into a wall" '0,1: direction 2 is not permitted (wrong in all: *)' '/^0,1/s/,0$/,2/'
wrong "out of the map" '0,1: direction 6 is not permitted (wrong in all: *)' '/^0,1/s/,0$/,6/'
wrong "round a corner" '0,1: direction 1 is not permitted (wrong in all: *)' '/^0,1/s/,0$/,1/'
wrong "uphill, and so in a circle" \
	'0,1: direction 4 is not the best (wrong in all: 1 directions, 4 routes)' '/^0,1/s/,0$/,4/'
base=right.csv
wrong "a vector that is too short" "0,1: the vector's length is 0.9, should be 1 (wrong in all: 1 vectors)" \
	'/^0,1/s/,-1$/,-0.9/'
wrong "that leads elsewhere" "0,1: the vector's direction is another one (wrong in all: 1 vectors)" \
	'/^0,1/s/,0,-1$/,0,1/'
wrong "that leans to one side" '0,1: the vector*' '/^0,1/s/,0,-1$/,0.28,-0.96/'
wrong "into a wall" '0,1: the vector leads out of the reached cells (wrong in all: 1 vectors)' '/^0,1/s/,0,-1$/,1,0/'
wrong "on a goal" '0,0: the vector should be 0,0 (wrong in all: 1 vectors)' '/^0,0/s/,0,0$/,0,1/'
wrong "another map's cost" '1,0: cost is 3, on the map 2' '/^1,0/s/,2,reached/,3,reached/'
wrong "all at once, each kind counted" \
	'0,1: * (wrong in all: 2 values, 1 classes, 1 directions, 1 vectors, 4 routes)' \
	'/^0,2/s/,2,0,0,-1/,3,0,0,-1/; /^3,2/s/wall/unreached/; /^0,1/s/,0,0,-1$/,8,1,1/'
sed 's/,unreached,/,not computed,/' right.csv >part.csv
base=part.csv
wrong "a value too low beside cells not computed" '2,2: integration is 258, walking on costs 259 (wrong in all: 1 values)' \
	's/,259,/,258,/'
wrong "a cell not computed with a value" '3,0: integration is 9, there should be none (wrong in all: *)' '/^3,0/s/,,8/,9,8/'
wrong "or with a direction" '3,0: direction is 4, should be none (wrong in all: *)' '/^3,0/s/,8,0,0$/,4,0,0/'
wrong "a wall not computed" '2,0: class is not computed, should be wall (wrong in all: 1 classes)' '/^2,0/s/wall/not computed/'

# Neighbours that were not computed shield no lie.
{
	printf 'P2\n24 12\n255\n'
	perl -e 'print "1 " x 24, "\n" for 1 .. 12'
} >open.pgm
for model in manhattan octile; do
	flowfield sectors open.pgm -g 0,0 --from 5,5 --sectors 8 --metric $model -q --csv part.csv
	passes "$model: sectors are right" flowfield verify open.pgm part.csv -g 0,0 --metric $model -q
	awk -F , -v OFS=, 'NR > 1 && $1 > 9 && $2 > 9 { $4 = "unreached" } 1' part.csv >other.csv
	try flowfield verify open.pgm other.csv -g 0,0 --metric $model
	refused "$model: cells that are called unreached far from all others" 1 \
		'other.csv: 10,10: class is unreached, but there is a way to a goal (wrong in all: 28 classes)'
done

# A part of euclid's field may have detours, too.
flowfield map.pgm -q -g 0,0 --metric euclid --csv - | sed 's/,unreached,/,not computed,/' >part.csv
try flowfield verify map.pgm part.csv -g 0,0 --metric euclid -q
expect "a part of euclid's field is right" 0 "" "" ""
sed -E 's/^(2,2,.*reached),[^,]*/\1,300/' part.csv >other.csv
try flowfield verify map.pgm other.csv -g 0,0 --metric euclid
expect "with a detour" 0 "" '* are right, detours allowed; 2 cells are not computed' ""
sed -E 's/^(0,2,.*reached),[^,]*/\1,1.99998/' part.csv >other.csv
try flowfield verify map.pgm other.csv -g 0,0 --metric euclid
refused "but not with a quantum less" 1 \
	'other.csv: 0,2: integration is 1.9999847*, walking on costs 2 (wrong in all: 1 values)'
sed '/^0,1/s/,0,0,-1$/,4,0,-1/' part.csv >other.csv
try flowfield verify map.pgm other.csv -g 0,0 --metric euclid
refused "nor with other directions" 1 'other.csv: 0,1: *'

# A step to the lowest sum, past a dear cell, and one down into it.
pgm 4 1 9 9 1 1 1 1 1 >aside.pgm
flowfield aside.pgm -q -g 0,0 --step hops --flow sum --csv - | cut -d , -f 1-6 >aside.csv
sed '/^2,0/s/5$/6/' aside.csv >other.csv
try flowfield verify aside.pgm other.csv -g 0,0 --step hops --flow sum
refused "down is not the listing's way" 1 'other.csv: 2,0: direction 6 is not the best (wrong in all: 1 directions)'
try flowfield verify aside.pgm aside.csv -g 0,0 --step hops --flow sum
expect "aside is" 0 "" '* are right' ""

# The wrong question.
asked() { # NAME TEXT OPTION...
	try flowfield verify map.pgm right.csv "${@:3}"
	refused "$1" 1 "right.csv: $2"
}
asked "another goal" '0,0: integration is 0, should be 2 (wrong in all: 2 values, 2 classes, *)' -g 1,0
asked "one goal more" '0,2: integration is 2, should be 0 *' -g 0,0 -g 0,2
asked "another start cost" '0,0: integration is 0, should be 2 *' -g 0,0+3
asked "a limit" '2,2: integration is 259, there should be none *' -g 0,0 --max-cost 100
asked "another step" '1,0: integration is 2, should be 1.5 *' -g 0,0 --step mean
asked "other costs" '1,0: cost is 2, on the map 5' -g 0,0 --remap 2=5
pgm 3 1 1 1 1 1 1 1 1 1 >map.pgm
flowfield map.pgm -q -g 0,0 --csv right.csv
asked "another flow" '1,1: direction 7 is not the best (wrong in all: 4 directions)' -g 0,0 --flow path
asked "another metric" '1,1: integration is 2, should be 1.414215686* *' -g 0,0 --metric octile
asked "the pure vectors" '1,0: * that of the differences *' -g 0,0 --flow differences
flowfield map.pgm -q -g 0,0 --csv right.csv --flow gradient
sed '/^2,2,/s/,7,.*/,6,-1,0/' right.csv >field.csv
try flowfield verify map.pgm field.csv -g 0,0 --flow gradient
refused "a vector that leads down, but not along the slope" 1 'field.csv: 2,2: *'
flowfield map.pgm -q -g 0,0 --csv right.csv
asked "sight" '2,1: the vector does not point at the goal in sight (wrong in all: 2 vectors)' -g 0,0 --sight
flowfield map.pgm -q -g 0,0 --csv right.csv --metric octile
asked "another metric, the other way round" '1,1: integration is 1.414216, should be 2 *' -g 0,0

# Files that are no field: status 3, and the line.
broken() { # NAME TEXT COMMAND...
	"${@:3}" >field.csv
	try flowfield verify map.pgm field.csv -g 0,0
	refused "$1" 3 "field.csv$2"
}
flowfield map.pgm -q -g 0,0 --csv right.csv
broken "an empty file" ': is empty' true
unknown=': unknown format; expected CSV (a grid, or columns x, y and integration), NPY, NPZ, PGM, PFM, ASC or PNG'
broken "no integration" "$unknown" cut -d , -f 1-4,6-8 right.csv
broken "dx alone" ':1: dx and dy come together' cut -d , -f 1-7 right.csv
broken "a cell that is missing" ': cell 1,1 is missing: the map has 3x3' sed '/^1,1,/d' right.csv
broken "all of them" ': cell 0,0 is missing: the map has 3x3' head -n 1 right.csv
broken "half a file" ': cell 1,1 is missing: the map has 3x3' head -n 5 right.csv
broken "a cell that is there twice" ':5: cell 2,0 is there twice' sed 4p right.csv
broken "a cell outside the map" ':5: x is not an integer from 0 to 2' sed '5s/^0/3/' right.csv
broken "or below it" ':5: y is not an integer from 0 to 2' sed '5s/^0,1/0,-1/' right.csv
broken "a value that is no number" ':3: integration is not a number' sed '3s/reached,1/reached,one/' right.csv
broken "or nan" ':3: integration is not a number' sed '3s/reached,1/reached,nan/' right.csv
broken "or inf" ':3: integration is not a number' sed '3s/reached,1/reached,inf/' right.csv
broken "an unknown class" ':3: class is not goal, reached, farther, unreached, wall, not computed or not yet' sed '3s/reached/Reached/' right.csv
broken "an unknown direction" ':3: direction is not an integer from 0 to 8' sed '3s/,6,/,9,/' right.csv
broken "a vector that is none" ':3: dx is not a number' sed '3s/,-1,0$/,x,0/' right.csv
broken "a cost of 0" ':3: cost is not a number above 0 and below 2^53, nor inf' sed '3s/,1,reached/,0,reached/' right.csv
broken "a line that is too short" ':3: there is no dy' sed '3s/,0$//' right.csv
broken "a semicolon for a comma" "$unknown" tr ',' ';' <right.csv

try flowfield verify map.pgm nowhere.csv -g 0,0
refused "no such file" 3 'nowhere.csv: No such file or directory'
try flowfield verify nowhere.pgm right.csv -g 0,0
refused "no such map" 3 'nowhere.pgm: No such file or directory'
try flowfield verify map.pgm right.csv -g 3,0
refused "a goal outside the map" 3 'map.pgm: goal 3,0 is outside the map (x 0..2, y 0..2)'

# Two numbers that differ are never printed the same.
pgm 2 1 1 >far.pgm
flowfield far.pgm -g 0,0+1000000000000 --metric octile -q --csv far.csv
sed -i 's/,1000000000001,/,1000000000001.002451,/' far.csv
try flowfield verify far.pgm far.csv -g 0,0+1000000000000 --metric octile
refused "as many digits are printed as make values differ" 1 \
	'far.csv: 1,0: integration is 1000000000001.002, should be 1000000000001 (wrong in all: 1 values, 1 directions)'

done_testing
