#!/bin/bash
# --golden: outputs held against files that are known to be right, and --accept, which renews them.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 16 8 1 >map.pgm
make_map --pgm terrain 16 8 2 >other.pgm
put jobs 'map.pgm -g 1,1 --csv out/a.csv --heatmap a.png --json a.json' \
	'other.pgm -g 1,1 --integration b.npy --out-dir sub/deep'

try flowfield batch jobs --golden golden
expect "what is missing fails, before any work" 1 $'fail\t1\t1\nfail\t2\t1' \
	"flowfield: jobs:1: golden/a.png: is missing: --accept would add it
flowfield: jobs:2: golden/sub/deep/b.npy: is missing: --accept would add it
flowfield: jobs: 0 passed, 2 failed, 0 skipped; * ms" ""
try flowfield batch jobs --golden golden --accept
expect "--accept adds it, by its name, and nothing elsewhere" 0 "pass*pass*" "*" \
	"+golden +golden/a.json +golden/a.png +golden/out +golden/out/a.csv +golden/sub +golden/sub/deep +golden/sub/deep/b.npy"
try flowfield batch jobs --golden golden
expect "then all is the same, and nothing is written" 0 "pass*pass*" "*" ""
try flowfield batch jobs --golden ./golden/ -j 1
expect "whatever the folder is called" 0 "pass*pass*" "*" ""
flowfield map.pgm -g 1,1 -q --csv a.csv
silent "what was added is what a run makes" cmp a.csv golden/out/a.csv

inode=$(stat -c %i golden/a.png)
make_map --pgm terrain 16 8 3 >map.pgm
try flowfield batch jobs --golden golden
expect "what differs fails, and is told in a line" 1 $'fail\t1\t1\npass\t2\t*' \
	"flowfield: jobs:1: golden/out/a.csv: * of 128 cells differ (* %): wall added *, first *,*; * (3 outputs differ)
flowfield: jobs: 1 passed, 1 failed, 0 skipped; * ms" ""
try flowfield batch jobs --golden golden --accept
expect "--accept replaces what differs, and nothing else" 0 "pass*pass*" "*" \
	"~golden/a.json ~golden/a.png ~golden/out/a.csv"
cp golden/a.png a.png
differ "which is another file then" "$(stat -c %i golden/a.png)" "$inode"
inode=$(stat -c %i golden/a.png)
try flowfield batch jobs --golden golden --accept
same "what is the same is not touched" "$(stat -c %i golden/a.png)" "$inode"

# Other bytes that show the same picture.
perl -0777 -pi -e 's/(tEXtSoftware\0flowfield )(\d)/$1 . ($2 + 1)/e' golden/a.png
perl -e '
	use Compress::Zlib;
	open my $file, "+<:raw", "golden/a.png" or die;
	my $png = do { local $/; <$file> };
	my $at = index $png, "tEXtSoftware";
	my $size = unpack "N", substr $png, $at - 4, 4;
	substr $png, $at + 4 + $size, 4, pack "N", crc32(substr $png, $at, 4 + $size);
	seek $file, 0, 0;
	print $file $png;
'
passes "a picture of another version has other bytes" bash -c '! cmp -s a.png golden/a.png'
try flowfield batch jobs --golden golden
expect "and is the same for all that" 0 "pass*pass*" "*" ""

cp golden/sub/deep/b.npy b.npy
head -c 100 b.npy >golden/sub/deep/b.npy
try flowfield batch jobs --golden golden
expect "a file that is no good fails as bad input" 3 $'pass\t*fail\t2\t3' "flowfield: jobs:2: golden/sub/deep/b.npy: *" ""
try flowfield batch jobs --golden golden --accept
expect "and is replaced" 0 "pass*pass*" "*" "~golden/sub/deep/b.npy"
silent "by the right one" cmp b.npy golden/sub/deep/b.npy

put jobs "map.pgm -g 1,1 --csv $PWD/a.csv" 'map.pgm -g 1,1 --csv ../b.csv' 'map.pgm -g 1,1 --csv /dev/null' \
	'map.pgm -g 1,1 --out-dir x/.. --csv b.csv'
try flowfield batch jobs --golden golden --accept
expect "names that lead elsewhere are refused" 2 "fail*" \
	"flowfield: jobs:1: golden/*/a.csv: leads out of the folder of --golden
flowfield: jobs:2: golden/../b.csv: leads out of the folder of --golden
flowfield: jobs:3: golden//dev/null: leads out of the folder of --golden
flowfield: jobs:4: golden/x/../b.csv: leads out of the folder of --golden
flowfield: jobs: 0 passed, 4 failed, 0 skipped; * ms" ""
mkdir a b
put jobs 'map.pgm -g 1,1 --csv a/x.csv' 'map.pgm -g 1,1 --csv ./a/x.csv'
try flowfield batch jobs --golden golden --accept
refused "two names of one file are found here, too" 2 "jobs: line 1 and line 2 would both write $PWD/golden/a/x.csv"

done_testing
