#!/bin/bash
# flowfield verify: which files it reads, and which it does not believe to be a field.
# (That every format is read is shown by data/roundtrip.t.)
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 4 1 1 1 1 1 255 3 1 1 1 1 1 >map.pgm
octile='-g 0,0 --metric octile --corners cut --flow path'
# made WORDS...: files of the octile field
made() {
	# shellcheck disable=SC2086
	flowfield map.pgm -qf $octile "$@"
}
# checked NAME FILE STATUS TEXT [OPTION...]
checked() {
	# shellcheck disable=SC2086
	try flowfield verify map.pgm "$2" $octile "${@:5}"
	refused "$1" "$3" "$2: $4"
}

made --integration right.npy
# shellcheck disable=SC2086
try flowfield verify map.pgm right.npy $octile
expect "an array that is right" 0 "" 'flowfield: right.npy: 4x3: all values are right' ""
perl -0777 -pe 's/\x00\x00\x80\x3f/\x00\x00\x81\x3f/' right.npy >wrong.npy
checked "one that is not: the cell, and what it should be" wrong.npy 1 '1,0: integration is 1.007812*, should be 1 (wrong in all: *'
checked "with one goal more" right.npy 1 '1,0: integration is 1, should be 0 *' -g 1,0
flowfield map.pgm -q -g 0,0 --integration even.pgm
try flowfield verify map.pgm even.pgm -g 0,0
expect "whole numbers" 0 "" '* all values are right' ""
printf '# Scale: 1\n' | sed -i '1r /dev/stdin' even.pgm
try flowfield verify map.pgm even.pgm -g 0,0 --step mean
refused "rounded, where there are halves" 3 'even.pgm: 0,0: is rounded to steps of 1, too coarse to verify: CSV and NPY keep it'
try flowfield verify map.pgm even.pgm -g 0,0 --metric euclid
refused "with euclid a hundredth is fine enough" 3 'even.pgm: *, too coarse to verify: CSV keeps it'
# Floats of 32 bits count units of 1/408 up to 20560 and some.
flowfield map.pgm -q -g 0,0+100000 --metric octile --integration pfm:large.pfm 2>"$err"
try flowfield verify map.pgm large.pfm -g 0,0+100000 --metric octile
refused "floats that are too large" 3 'large.pfm: 0,0: is rounded to steps of 0.0119, too coarse to verify: *'
flowfield map.pgm -q -g 0,0+100000 --metric octile --integration large.npy
try flowfield verify map.pgm large.npy -g 0,0+100000 --metric octile
expect "doubles do" 0 "" '* all values are right' ""
flowfield map.pgm -q -g 0,0+1000000 --metric euclid --integration floats.npy
try flowfield verify map.pgm floats.npy -g 0,0+1000000 --metric euclid
refused "with euclid NPY has floats, which do not help" 3 \
	'floats.npy: *, too coarse to verify: CSV keeps it'

made --vectors v.npy --directions d.pgm --cost c.png --heatmap h.png
made --vectors v.csv
says='expected what --csv or --integration writes'
checked "vectors" v.npy 3 "holds vectors; $says"
checked "as CSV, too" v.csv 3 "holds vectors; $says"
checked "directions" d.pgm 3 "holds directions; $says"
checked "costs" c.png 3 "holds cost; $says"
printf '1,2,3\n' >small.csv
checked "another size" small.csv 3 'has 3x1 cells; expected 4x3, as the map'
checked "a picture of another size" h.png 5 "is far larger than a field of the map's 4x3 cells can be"
flowfield map.pgm -qf -g 0,0 --terrain p.png --scale 1 --bare
checked "a picture" p.png 3 "holds a picture; $says"
head -c 100 right.npy >half.npy
checked "half a file" half.npy 3 'is truncated*'
try flowfield verify map.pgm - -g 0,0 < <(yes 1,2,3,4)
refused "a grid without end" 5 "standard input: is far larger than a field of the map's 4x3 cells can be"
try flowfield verify map.pgm - -g 0,0 < <(echo x,y,integration && yes 0,0,0)
refused "a table without end" 5 'standard input: is larger than [0-9]* bytes'
done_testing
