#!/bin/bash
# --max-cells and --max-memory refuse what is too large before it is read;
# --dry-run says what would be needed, and does nothing.  shrinking.t tries budgets of every command.
#
#	FULL=1    paths of many walkers in each format
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
for value in 0 -1 1.5 1e3 1099511627777 '' x; do
	try flowfield map.png "${goal[@]}" --max-cells "$value"
	refused "--max-cells $value is refused" 2 "--max-cells $value: *expected an integer from 1 to 1099511627776"
done

# --dry-run.
try flowfield map.png -g 30,30 --dry-run
expect "--dry-run names map, memory and outputs" 0 $'map: map.png, png, 64x48
memory: [0-9]* bytes, about [0-9]*.[0-9] MiB
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
try flowfield map.png -g 30,30 -n --max-memory 9000
refused "or takes too much memory" 5 'map.png: out of memory for *: * needed, * in use, --max-memory allows 8.789 KiB'
try flowfield verify map.png old.csv -g 30,30 -n
expect "verify has it, too" 0 $'map: map.png, png, 64x48\nmemory: [0-9]* bytes, *' "" ""
to_full() {
	"$@" >/dev/full
}
try to_full flowfield map.png -g 30,30 -n
refused "it is heard, or fails" 4 'standard output: No space left on device'


# The memory of --dry-run is that of all layers, for each cell.
make_map caves 300 300 3 >caves.png
while read -r cells bytes options; do
	# shellcheck disable=SC2206 # words
	run=(caves.png -g '150,150' --snap -j 1 -q $options)
	same "$options: $bytes bytes a cell" "$(flowfield "${run[@]}" -n | sed -n 's/^memory: \([0-9]*\) .*/\1/p')" \
		$((cells * bytes))
	try flowfield "${run[@]}" --max-memory $((cells * bytes))
	refused "a run with $options takes more" 5 'caves.png: out of memory for * --max-memory allows *'
	rm -f ./*.csv
	printf 'old\n' >old.csv
done <<-END
	90000 7
	90000 7 --csv c.csv --heatmap h.png
	90000 19 --csv c.csv --metric euclid
	360000 7 --csv c.csv --subdivide
	90000 8 --csv c.csv --radius 2
	90000 19 --csv c.csv --sight
	90000 11 --csv c.csv --allocation a.csv
	90000 15 --regions r.csv --allocation a.csv
	90000 15 --ties t.csv --bands b.npy
	90000 24 --detour d.csv --clearance c.npy --chokes e.csv --ridges r.csv
	90000 19 --gain g.npy
END

same "a field of 64 bits counts, though it has 32 in the end" \
	"$(flowfield caves.png -g 150,150 --snap -j 1 -q --csv c.csv --budget 5000 -n | sed -n 's/^memory: \([0-9]*\) .*/\1/p')" 990000

passes "threads share one budget" flowfield caves.png -g 150,150 --snap -q -j 4 --metric octile --max-memory 64M
try flowfield caves.png -g 150,150 --snap -q -j 4 --max-memory 2M
refused "which holds for all of them" 5 'caves.png: out of memory for * --max-memory allows 2 MiB'
rm -f ./caves.*.png

# Points of paths that no output has are not kept, and those of many paths are found when they are written: all of
# these would take more than 100 MiB.
make_map empty 256 256 >open.png
make_map terrain 256 256 5 >terrain.png
for output in '--arrivals w.csv' '--traffic w.csv' '--traffic w.csv --traffic-in seconds'; do
	# shellcheck disable=SC2086 # words
	passes "walkers' paths are not kept for $output" \
		flowfield walk open.png -g 0,0 --spawn 3000 -q -j 2 $output --max-memory 48M
done
for output in ${FULL:+w.png w.svg} w.csv 'w.png --traffic w.csv'; do
	# shellcheck disable=SC2086 # words
	passes "nor all at once for --paths $output" \
		flowfield walk terrain.png -g 0,0 --snap --spawn 3000 -qf -j 2 --metric octile --max-memory 48M --paths $output
done
rm open.png terrain.png w.*

# Jobs of a batch have one each, whatever others take at the same time.
for i in {1..40}; do
	echo "caves.png -g 150,150 --snap --csv $i.csv --max-memory $((i % 4 == 0 ? 200 : 4000))K"
done >"jobs"
status=0
flowfield batch jobs --threads 3 >lines 2>err || status=$?
same "a batch fails with those jobs that are refused" "$status $(cut -f 1,3 lines | sort | uniq -c | xargs)" "5 10 fail 5 30 pass 0"
same "and says so of each" "$(grep -c 'jobs:[0-9]*: caves.png: out of memory for .* --max-memory allows 200 KiB$' err)" 10
same "which write nothing" "$(find . -name '[0-9]*.csv' | wc -l)" 30
rm -f ./[1-9]*.csv lines err jobs
# Words take a few times their text, however long they are.
perl -e 'print "--force\n" x 100000' >words
echo 'caves.png -g 150,150 --snap --csv 1.csv @words --max-memory 10M' >"jobs"
passes "100,000 words of 800 KB fit into 10 MiB" flowfield batch jobs -q
rm 1.csv words jobs
# A golden that is the same takes 24 MB; one that differs, with its picture, no more than twice that.
make_map terrain 1024 1024 1 >large.png
echo "large.png -g 1,1 --heatmap a.png --scale 1 --max-memory 40M" >"jobs"
flowfield batch jobs --golden golden --accept -q
sed -i 's/1,1/900,900 --snap/' jobs
try flowfield batch jobs --golden golden --out kept -q
same "a comparison that fails takes no more than twice one that passes" "$status $(ls kept)" $'1 a.png\na.png.diff.png'
rm -r large.png jobs golden kept

# The memory that a PNG takes, its image and its pixels, is refused before it is read.
for type in 2 6; do
	perl -MCompress::Zlib -e 'my ($type, $w) = (@ARGV, 1500);
		sub chunk { print pack("N", length $_[1]), @_, pack("N", crc32("$_[0]$_[1]")) }
		print "\x89PNG\r\n\x1a\n";
		chunk("IHDR", pack("NNC5", $w, $w, 8, $type, 0, 0, 0));
		chunk("IDAT", compress(("\0" . ($type == 2 ? "\7\7\7" : "\7\7\7\xff") x $w) x $w));
		chunk("IEND", "")' $type >colours.png
	size=$((1500 * 1500 * (type == 2 ? 3 : 4)))
	run=(colours.png -g '0,0' -qf --csv new.csv)
	try flowfield "${run[@]}" --max-memory $size
	refused "a PNG of type $type takes its image" 5 'colours.png: out of memory for colours.png: *'
	passes "and less than three times" flowfield "${run[@]}" --max-memory $((size * 3))
	rm new.csv
done
# Every second cell is an area of its own; the heap and the program are all that the process holds.
perl -e 'print "P5 1024 1024 255\n"; for my $y (0 .. 1023) { print map { $y + $_ & 1 ? "\xff" : "\x01" } 0 .. 1023 }' >chess.pgm
held=0
for mib in 15 27 40 48; do
	run=(chess.pgm -g '0,0' --regions r.npy -qf --json report.json --max-memory "${mib}M")
	if flowfield "${run[@]}" 2>refusal; then
		passes "areas are held within $mib MiB" test "$(json report.json peak_bytes)" -le $(((mib + 6) << 20))
		held=$((held + 1))
	else
		same "or refused" "$? $(sed 's/for .* --max/for ... --max/' refusal)" \
			"5 flowfield: chess.pgm: out of memory for ... --max-memory allows $mib MiB"
	fi
	rm -f report.json r.npy
done
passes "both happen" test $held -gt 0 -a $held -lt 4
# Words of files count wherever the limit stands; on the command line it holds while they are read.
perl -e 'print "--require 1,1\n" x 40000' >words
for mib in 2 4 5 9; do
	echo "--max-memory ${mib}M" >limit
	for words in "--max-memory ${mib}M @words" '@words @limit'; do
		# shellcheck disable=SC2086 # words
		try flowfield map.png -g 1,1 --snap -f --csv new.csv -v $words
		used=$(perl -ne 'print 1024 * (/(\S+) MiB in use/ ? $1 : /heap (\S+) MiB/ ? $1 : 0)' "$err")
		case $mib,$status in
		9,0) passes "held: $words" test "${used%.*}" -le 9216 ;;
		*) refused "or refused: $words" 5 '*out of memory for * --max-memory allows *' ;;
		esac
		[[ $words = @* ]] || passes "within ${mib} MiB" test "${used%.*}" -le $((mib << 10))
	done
done
rm -f new.csv words limit
try flowfield map.png "${goal[@]}" --max-memory 2M --csv new.csv
expect "a number of bytes may have a unit" 0 "" "" "+new.csv"
rm new.csv
for value in 1g 2G 3T 4000000K; do
	try flowfield map.png -g 30,30 -n --max-memory $value
	expect "$value is one" 0 'map: *' "" ""
done
for value in 0 -1 1.5M '' K 5X 5MB 9999999999999T 9223372036854775808; do
	try flowfield map.png "${goal[@]}" --max-memory "$value"
	refused "--max-memory $value is refused" 2 \
		"--max-memory $value: *expected a number of bytes, 1 or more, or such a number with K, M, G or T"
done
printf 'P5 16000 16000 255\n' >large.pgm
# shellcheck disable=SC2016 # for the other shell to expand
try bash -c 'ulimit -v 100000; exec "$@"' - flowfield large.pgm -g 0,0 --max-memory 64M
refused "it is refused before memory is asked for" 5 'large.pgm: out of memory for the map: 244.1 MiB needed, * in use, --max-memory allows 64 MiB'
# shellcheck disable=SC2016 # for the other shell to expand
try bash -c 'ulimit -v 100000; exec "$@"' - flowfield large.pgm -g 0,0 -n --max-cells 2147483647
expect "and expected before it is there" 0 $'map: large.pgm, pgm, 16000x16000\nmemory: *' "" ""

cat large.pgm >mask.pgm
try flowfield map.png --goals mask.pgm --max-memory 64M
refused "masks of another size are refused as such" 3 'mask.pgm: is 16000x16000, the map 64x48'
perl -e 'print "0,0 # and again\n" x 100000' >long.csv
try flowfield map.png --goals long.csv --max-memory 4M
refused "lists of goals count" 5 'map.png: out of memory for long.csv: *'

# Values that turn out to need 64 bits.
{
	printf 'P5 4096 4096 255\n'
	perl -e 'my $long = "\xfe" x 4096; for my $y (0 .. 4095) {
		print $y % 2 == 0 ? $long : $y % 4 == 1 ? "\xff" x 4095 . "\xfe" : "\xfe" . "\xff" x 4095 }'
} >long.pgm
try flowfield long.pgm -g 0,0 --metric octile -q --csv /dev/null -j 1 --max-memory 120M
refused "64 bits a value count when they are found to be needed" 5 'long.pgm: out of memory for the integration field: 128 MiB needed, *'
# shellcheck disable=SC2016 # for the other shell to expand
try bash -c 'ulimit -v 80000; exec "$@"' - flowfield long.pgm -g 0,0 --metric octile -q --csv /dev/null -j 1 --max-memory 1G
refused "what the system refuses reads otherwise" 5 'out of memory for the integration field'

# A stack that is too small is refused, and the least one is enough.
for kib in 64 128 1023; do
	# shellcheck disable=SC2016 # of the inner shell
	try bash -c 'ulimit -s "$1" && exec "${@:2}"' - $kib flowfield map.png "${goal[@]}" --csv small.csv
	refused "a stack of $kib KiB" 5 "the stack may have $kib KiB; expected at least 1024 (ulimit -s)"
done
printf 'map.png -g 30,30 --snap --heatmap stack.png\n' >./jobs
printf '1,3,3,4,4,wall\n2,9,9,2,2,1\n' >edits.csv
printf 'x,y\n5,40\n6,41\n' >agents.csv
perl -e 'print "[" x 2000, "]" x 2000' >deep.json
while read -r line; do
	# shellcheck disable=SC2086 # words
	try bash -c 'ulimit -s 1024 && exec "$@"' - flowfield $line
	passes "1 MiB does: $line" test "$status" -eq 0
done <<-END
	map.png -g 30,30 --snap -q --animate stack.png --force
	map.png -g 30,30 --snap -q --metric euclid --with contours=9 --heatmap stack.svg --force
	update map.png -g 30,30 --snap -q --edits edits.csv --arrows stack.png --force
	sectors map.png -g 30,30 --snap -q --from 5,40 --portals stack.png --force
	textconv deep.json
	walk map.png -g 30,30 --snap -q --agents agents.csv --simulate 9 --density stack.png --force
	batch jobs -q
END
rm -f stack.* jobs

done_testing
