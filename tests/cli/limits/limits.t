#!/bin/bash
# --max-cells and --max-memory refuse what is too large before it is read;
# --dry-run says what would be needed, and does nothing.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map terrain 64 48 3 >map.png
printf 'old\n' >old.csv
goal=(-g '30,30' -q)

# The number of cells.
try flowfield map.png "${goal[@]}" --max-cells 3072 --csv new.csv
expect "a map of as many cells as may be is read" 0 "" "" "+new.csv"
rm new.csv
try flowfield map.png "${goal[@]}" --max-cells 3071 --csv old.csv
refused "one of more is not" 5 'map.png: is too large: 64x48 is more than 3071 cells (--max-cells)'
try flowfield map.png "${goal[@]}" --max-cells 12287 --subdivide
refused "it counts what --subdivide makes" 5 'map.png: is too large: 128x96 is more than 12287 cells (--max-cells)'
try flowfield map.png "${goal[@]}" --max-cells 12288 --subdivide --csv -
expect "and no more" 0 'x,y,*' "" ""
try flowfield verify map.png old.csv "${goal[@]}" --max-cells 1000
refused "verify has that limit, too" 5 'map.png: is too large: 64x48 is more than 1000 cells (--max-cells)'
echo 1 | make_png.pl 1 1 0 8 claim=16385x16384 >large.png
try flowfield large.png -g 0,0
refused "the default is 2^28" 5 'large.png: is too large: 16385x16384 is more than 268435456 cells (--max-cells)'
try flowfield large.png -g 0,0 --max-cells 300000000
refused "which may be raised" 3 'large.png: is corrupt: it has less data than pixels'
make_map empty 10 10 >small.png
try flowfield map.png --goals small.png
refused "a mask of another size is refused by its header" 3 'small.png: is 10x10, the map 64x48'
for value in 0 -1 1.5 1e3 2147483648 '' x; do
	try flowfield map.png "${goal[@]}" --max-cells "$value"
	refused "--max-cells $value is refused" 2 "--max-cells $value: *wanted is a whole number in 1..2147483647"
done

# What --dry-run says.
try flowfield map.png -g 30,30 --dry-run
expect "--dry-run names map, memory and outputs" 0 $'map: map.png, png, 64x48
memory: [0-9]* bytes, [0-9].[0-9] MiB
output: map.heatmap.png\noutput: map.arrows.png\noutput: map.reach.png' "" ""
try flowfield map.png -g 30,30 -n -q --csv - --out-dir new --heatmap h.png
expect "wherever those go, and quiet or not" 0 $'map: *\nmemory: *\noutput: new/h.png\noutput: -' "" ""
head -c 40 map.png >cut.png
try flowfield cut.png -g 30,30 -n --csv new.csv
expect "it reads no more than the header" 0 'map: cut.png, png, 64x48*' "" ""
try flowfield map.png -g 30,30 -n --csv none/new.csv
refused "what cannot be written is still found" 4 'none/new.csv: there is no folder none (--out-dir makes folders)'
try flowfield map.png -g 30,30 -n --max-cells 10
refused "so is what is too large" 5 'map.png: is too large: *'
try flowfield map.png -g 30,30 -n --max-memory 1000
refused "or takes too much memory" 5 'map.png: takes about [0-9.]* MiB of memory, more than 0.0009537 MiB (--max-memory)'
try flowfield verify map.png old.csv -g 30,30 -n
expect "verify has it, too" 0 $'map: map.png, png, 64x48\nmemory: [0-9]* bytes, *' "" ""
to_full() {
	"$@" >/dev/full
}
try to_full flowfield map.png -g 30,30 -n
refused "it is heard, or fails" 4 'standard output: No space left on device'

# memory OPTION...: what --dry-run expects of the map, in bytes.
memory() {
	flowfield map.png -g 30,30 -n "$@" | sed -n 's/^memory: \([0-9]*\) .*/\1/p'
}
passes "more is expected of euclid" test "$(memory)" -lt "$(memory --metric euclid)"
passes "of subdivided cells" test "$(memory)" -lt "$(memory --subdivide)"
passes "of areas as goals" test "$(memory)" -lt "$(memory -g 0,0,64,48)"
passes "as much as there is of the map in them" test "$(memory -g 0,0,64,48)" -eq "$(memory -g -100,-100,1000,1000)"
passes "of masks" test "$(memory)" -lt "$(memory --goals map.png)"

passes "of numbers in the cells of a picture" \
	test "$(memory --heatmap h.png --values)" -gt "$(memory --heatmap h.png)"
echo 1 | make_png.pl 1 1 0 8 claim=3000x3000 >grey.png
echo 1 1 1 1 | make_png.pl 1 1 6 16 claim=3000x3000 >wide.png
need() { # WORD...: what they are expected to take
	flowfield "$@" -n | sed -n 's/^memory: \([0-9]*\) .*/\1/p'
}
passes "of images that are larger before they are costs" \
	test "$(need wide.png -g 0,0 --csv -)" -gt "$(need grey.png -g 0,0 --csv -)"
less() { # NAME OPTIONS OPTIONS: the latter are expected to take more
	# shellcheck disable=SC2086 # words
	passes "$1" test "$(need grey.png -g 0,0 $2)" -lt "$(need grey.png -g 0,0 $3)"
}
less "of a drawing" "--csv -" "--heatmap h.svg --scale 2"
less "of large cells in it" "--heatmap h.svg --scale 2" "--heatmap h.svg --scale 4"
less "of arrows" "--csv -" "--arrows a.svg --scale 4"
less "of numbers in a drawing" "--heatmap h.svg --scale 64" "--heatmap h.svg --scale 64 --values"
ways() { # NAME OPTIONS OPTIONS: the latter are expected to take more of sectors
	# shellcheck disable=SC2086 # words
	passes "$1" test "$(need sectors grey.png -g 0,0 --from 9,9 $2)" -lt "$(need sectors grey.png -g 0,0 --from 9,9 $3)"
}
ways "of smaller sectors" "--csv -" "--size 8 --csv -"
ways "of what compares" "--metric euclid --exact --csv -" "--metric euclid --csv -"
ways "of longer legends" "--heatmap h.png --scale 4" "--graph h.png --scale 4"
less "of contours" "--heatmap h.svg --scale 1" "--heatmap h.svg --scale 1 --contours 9"
less "of more of them" "--heatmap h.svg --scale 1 --contours 9" "--heatmap h.svg --scale 1 --contours 900"
less "of both" "--heatmap h.svg --scale 64 --values" "--heatmap h.svg --scale 64 --values --contours 9"
passes "of labels" test "$(need grey.png -g 0,0 --csv - --allocation a.csv)" -gt "$(need grey.png -g 0,0 --csv -)"
printf '0,0\n' >short.csv
perl -e 'print "0,0 # and again\n" x 100000' >long.csv
passes "of lists of goals" test "$(memory --goals long.csv)" -gt "$(memory --goals short.csv)"
same "not of pipes, if what is in them is short" "$(memory --goals <(cat short.csv))" "$(memory --goals short.csv)"
head -c 2000000 /dev/zero >long-field.csv
passes "of fields that are verified" \
	test "$(need verify map.png long-field.csv -g 0,0)" -gt "$(need verify map.png old.csv -g 0,0)"
passes "and of goals in sight" \
	test "$(need verify map.png old.csv -g 0,0,64,48 --sight)" -gt "$(need verify map.png old.csv -g 0,0,64,48)"

# The limit holds what is expected, and the program keeps to it.
for options in "" "--metric euclid" "--subdivide" "--flee" "--radius 2" "--sight --csv -" "--regions r.csv --ties t.csv"; do
	# shellcheck disable=SC2086 # words
	{
		need=$(memory $options --json report.json)
		try flowfield map.png "${goal[@]}" -f $options --json report.json --max-memory $((need - 1))
		refused "a byte less than that is refused: $options" 5 'map.png: takes about *more than * (--max-memory)'
		flowfield map.png "${goal[@]}" $options --max-memory "$need" --json report.json >/dev/null
		passes "that is enough, and an honest figure: $options" \
			test "$(json report.json peak_bytes)" -le $((need * 10 / 9))
		rm -f report.json r.csv t.csv
	}
done
# A PNG takes its data inflated and its pixels, and is refused by that before it is read.
for type in 2 6; do
	perl -MCompress::Zlib -e 'my ($type, $w) = (@ARGV, 1500);
		sub chunk { print pack("N", length $_[1]), @_, pack("N", crc32("$_[0]$_[1]")) }
		print "\x89PNG\r\n\x1a\n";
		chunk("IHDR", pack("NNC5", $w, $w, 8, $type, 0, 0, 0));
		chunk("IDAT", compress(("\0" . ($type == 2 ? "\7\7\7" : "\7\7\7\xff") x $w) x $w));
		chunk("IEND", "")' $type >colours.png
	size=$((1500 * 1500 * (type == 2 ? 3 : 4)))
	run=(colours.png -g '0,0' -q --json report.json)
	need=$(need "${run[@]}")
	passes "a PNG of type $type takes its image twice" test "$need" -gt $((2 * size))
	try flowfield "${run[@]}" --max-memory $((2 * size))
	refused "and is refused where that is too much" 5 'colours.png: takes about *more than * (--max-memory)'
	flowfield "${run[@]}" --max-memory "$need"
	passes "and that is an honest figure" test "$(json report.json peak_bytes)" -le $((need * 10 / 9))
	rm -f report.json
done
for options in "--size 8" "--metric octile --exact"; do
	# shellcheck disable=SC2206 # words
	{
		run=(sectors map.png -g '30,30' --from '50,40' --snap -q $options --json report.json)
		need=$(need "${run[@]}")
		try flowfield "${run[@]}" --max-memory $((need - 1))
		refused "a byte less is refused of sectors, too: $options" 5 'map.png: takes about *more than * (--max-memory)'
		flowfield "${run[@]}" --max-memory "$need"
		passes "that is enough for them: $options" test "$(json report.json peak_bytes)" -le $((need * 10 / 9))
		rm -f report.json
	}
done
# Walkers: where each may start, fields of groups, and paths that are longer than was guessed.
make_map empty 1000 1000 >wide.png
{
	printf 'P2\n81 81\n255\n'
	perl -e 'for $y (0 .. 80) { print join(" ", map { $y % 2 && $_ != ($y % 4 == 1 ? 80 : 0) ? 255 : 1 } 0 .. 80), "\n" }'
} >winding.pgm
for options in "--metric octile" "--metric manhattan --spawn 3:a --group a=4,4" "--metric octile --spawn 9@5,5,600,700" \
	"--spawn 50 --simulate 2"; do
	# shellcheck disable=SC2206 # words
	run=(walk wide.png -g '3,3' --spawn 5 $options --arrivals a.csv -q --json report.json)
	need=$(need "${run[@]}")
	try flowfield "${run[@]}" --max-memory $((need - 1))
	refused "a byte less is refused of walkers: $options" 5 'wide.png: takes about *more than * (--max-memory)'
	flowfield "${run[@]}" --max-memory "$need"
	passes "that is enough for them: $options" test "$(json report.json peak_bytes)" -le "$need"
	rm -f report.json a.csv
done
run=(walk winding.pgm -g '0,0' --spawn '4000@0,76,81,5' --arrivals a.csv -q)
need=$(need "${run[@]}")
# Paths take twenty times as much as was guessed, which is not what may be held until that is found.
# shellcheck disable=SC2016 # for the other shell to expand
try bash -c 'ulimit -v "$0"; exec "$@"' $(((need + 150000000) / 1024)) flowfield "${run[@]}" -j 1 --max-memory $((need + 10000000))
refused "paths that are longer than was guessed are given up at the limit" 5 \
	'winding.pgm: takes about * MiB of memory, more than * (--max-memory)'
# Goals over each other have no more seeds than the map has cells, and goals that are moved take what
# is expected.
for _ in {1..40}; do
	echo "0,0,400,400" >&3
	echo "1,0,0,400,400,goal" >&4
done 3>areas.csv 4>areas-later.csv
{
	printf 'P5 400 400 255\n'
	head -c 160000 /dev/zero
} >open.pgm
{
	printf 'P5 400 400 255\n'
	head -c 400 /dev/zero
	head -c 159600 /dev/zero | tr '\0' '\377'
} >top.pgm
seq 20000 | awk '{ print $1 % 400 "," int($1 / 400) }' >many.csv
for run in "open.pgm --goals areas.csv --metric octile" "open.pgm --goals areas.csv --sight" \
	"update open.pgm -g 0,0 --edits areas-later.csv" "top.pgm --goals many.csv --snap"; do
	# shellcheck disable=SC2206 # words
	run=($run -q --csv /dev/null --json report.json)
	need=$(need "${run[@]}")
	flowfield "${run[@]}" --max-memory "$need"
	passes "many goals take no more than is expected: ${run[*]:0:4}" \
		test "$(json report.json peak_bytes)" -le $((need * 10 / 9))
	passes "and that is no more than for one a cell: ${run[*]:0:4}" test "$need" -le 48000000
	rm -f report.json
done
passes "a number of bytes may have a unit" test "$(memory --max-memory 9M)" = "$(memory --max-memory 9437184)"
for value in 1g 2G 3T 4000000K; do
	try flowfield map.png -g 30,30 -n --max-memory $value
	expect "$value is one" 0 'map: *' "" ""
done
for value in 0 -1 1.5M '' K 5X 5MB 9999999999999T 9223372036854775808; do
	try flowfield map.png "${goal[@]}" --max-memory "$value"
	refused "--max-memory $value is refused" 2 \
		"--max-memory $value: *wanted is a number of bytes of 1 or more, or one with K, M, G or T"
done
printf 'P5 16000 16000 255\n' >large.pgm
# shellcheck disable=SC2016 # for the other shell to expand
try bash -c 'ulimit -v 100000; exec "$@"' - flowfield large.pgm -g 0,0 --max-memory 64M
refused "it is refused before memory is asked for" 5 'large.pgm: takes about *more than 64 MiB (--max-memory)'
# shellcheck disable=SC2016 # for the other shell to expand
try bash -c 'ulimit -v 100000; exec "$@"' - flowfield large.pgm -g 0,0 -n --max-cells 2147483647
expect "and expected before it is there" 0 $'map: large.pgm, pgm, 16000x16000\nmemory: *' "" ""

printf 'P5 16000 16000 255\n' >mask.pgm
# shellcheck disable=SC2016 # for the other shell to expand
try bash -c 'ulimit -v 100000; exec "$@"' - flowfield large.pgm --goals mask.pgm --max-memory 64M
refused "masks are, too" 5 'large.pgm: takes about *more than 64 MiB (--max-memory)'
try flowfield map.png --goals long.csv --max-memory 4M
refused "and lists" 5 'map.png: takes about *more than 4 MiB (--max-memory)'

# Values that turn out to need 64 bits.
{
	printf 'P5 4096 4096 255\n'
	perl -e 'my $long = "\xfe" x 4096; for my $y (0 .. 4095) {
		print $y % 2 == 0 ? $long : $y % 4 == 1 ? "\xff" x 4095 . "\xfe" : "\xfe" . "\xff" x 4095 }'
} >long.pgm
options=(long.pgm -g '0,0' --metric octile -q --csv /dev/null -j 1)
try flowfield "${options[@]}" --max-memory "$(need "${options[@]}")"
refused "64 bits a value count when they are found to be needed" 5 'long.pgm: takes about *more than * (--max-memory)'
printf 'version 1\n0 long.pgm 4096 4096 0 4095 0 0 1\n' >long.scen
options=(scen long.pgm long.scen -q -j 1)
try flowfield "${options[@]}" --max-memory "$(need "${options[@]}")"
refused "so they do for scenarios" 5 'long.pgm: takes about *more than * (--max-memory)'

# Contours that turn out to run through every cell.
perl -e 'srand 1; print "P5 300 300 255\n", map { rand() < 0.5 ? "\x01" : "\xfe" } 1 .. 90000' >rough.pgm
options=(rough.pgm -g '100,100' --metric octile -q --heatmap x.svg --contours 64)
try flowfield "${options[@]}" --max-memory "$(need "${options[@]}")"
refused "lines count when they are there to be counted" 5 'rough.pgm: takes about *more than * (--max-memory)'
try flowfield "${options[@]}" --max-memory 32M
expect "and are drawn if there is room" 0 "" "" "+x.svg"

done_testing
