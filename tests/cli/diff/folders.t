#!/bin/bash
# diff: two folders.
. "$(dirname "$0")/../cli.sh"

new_folder
mkdir -p old/deep/er new/deep/er new/empty
for f in a.csv b.csv deep/c.csv deep/er/d.csv; do
	printf '1,2,3\n4,5,6\n' | tee "old/$f" >"new/$f"
done
try flowfield diff old new
expect "folders of the same files are the same" 0 \
	"files: 4 same, 0 different, 0 only in OLD, 0 only in NEW, 0 not compared" "" ""
cp old/a.csv old/.flowfield-1-0.tmp
cp old/a.csv new/deep/.flowfield-1-0.tmp
printf '9\n' | tee new/deep/er/.flowfield-1-0.tmp new/.flowfield-1-1.tmp >old/.flowfield-1-1.tmp
try flowfield diff old new
expect "what a run has under temporary names is no file of theirs" 0 \
	"files: 4 same, 0 different, 0 only in OLD, 0 only in NEW, 0 not compared" "" ""
find old new -name '.flowfield-*' -delete
printf '1,2,3\n4,5,9\n' >new/b.csv
printf '1,2,3\n4,5,7\n' >new/deep/er/d.csv
printf 'x\n' >old/deep/gone.txt
printf 'x\n' >new/Added
mkdir shown
echo 1,2 >x.csv
echo 1,3 >y.csv
flowfield diff x.csv y.csv --out shown/a.csv.diff.png >/dev/null 2>&1 || true
rm x.csv y.csv
printf 'mine' >shown/mine.png
try flowfield diff old new/ --out shown --json report
expect "what differs is told by name, in the order of names" 1 "\
Added: only in NEW
b.csv: total: 1 of 6 cells differ (16.667 %)
b.csv: value risen: 1 cell, first 2,1 (6 -> 9)
b.csv: largest rise: 3 at 2,1 (6 -> 9)
b.csv: area: 1 cell in 2,1,1,1
deep/er/d.csv: total: 1 of 6 cells differ (16.667 %)
deep/er/d.csv: value risen: 1 cell, first 2,1 (6 -> 7)
deep/er/d.csv: largest rise: 1 at 2,1 (6 -> 7)
deep/er/d.csv: area: 1 cell in 2,1,1,1
deep/gone.txt: only in OLD
files: 2 same, 2 different, 1 only in OLD, 1 only in NEW, 0 not compared" \
	"flowfield: old, new/: 2 same, 2 different, 1 only in OLD, 1 only in NEW, 0 not compared" \
	"+report -shown/a.csv.diff.png +shown/b.csv.diff.png +shown/deep +shown/deep/er +shown/deep/er/d.csv.diff.png"
same "the report has every name" "$(json report files.0.name files.3.name only_in_old only_in_new)" 'a.csv
deep/er/d.csv
["deep/gone.txt"]
["Added"]'
try flowfield diff old new --max-changed 1 -q
expect "rules hold for each file, and not for those that are missing" 1 "" "*: 4 same, 0 different, 1 only*" ""
rm old/deep/gone.txt new/Added
try flowfield diff old new --abs 3 --out fresh -v
expect "no picture, no folder" 0 "\
a.csv: same bytes
b.csv: same
deep/c.csv: same bytes
deep/er/d.csv: same
files: 4 same, 0 different, 0 only in OLD, 0 only in NEW, 0 not compared" "" ""
try flowfield diff old new --out fresh -q
expect "a folder is made for pictures" 1 "" "*" \
	"+fresh +fresh/b.csv.diff.png +fresh/deep +fresh/deep/er +fresh/deep/er/d.csv.diff.png"
try flowfield diff old new --out not/there -q
expect "and those above it" 1 "" "*" \
	"+not +not/there +not/there/b.csv.diff.png +not/there/deep +not/there/deep/er +not/there/deep/er/d.csv.diff.png"
rm -r not
printf '1,2,3\n4,5\n' >new/a.csv
mkfifo old/pipe new/pipe
try flowfield diff old new --out none --json none.json
expect "what cannot be read keeps nobody from the others" 3 "\
b.csv: total: *
files: 1 same, 2 different, 0 only in OLD, 0 only in NEW, 2 not compared" "\
flowfield: new/a.csv:2:4: *
flowfield: old/pipe: is no file
flowfield: old, new: 2 files were not compared" ""
rm old/pipe new/pipe new/a.csv
ln -s /etc/hostname new/a.csv
try flowfield diff old new -q
expect "links do not lead out of the folders" 3 "" "flowfield: new/a.csv: Permission denied
flowfield: old, new: 1 file was not compared" ""
rm new/a.csv
ln -s b.csv new/a.csv
try flowfield diff old new -q
expect "but they may stay within" 1 "" "flowfield: old, new: 1 same, 3 different, *" ""
try flowfield diff old new --out new
refused "pictures do not go among what is compared" 2 "--out new: that is one of the files that are compared"
inside=$(cd new && find . -type f | sort | head -n 1)
try flowfield diff old new --json "new/$inside"
refused "a report replaces no file that is compared" 2 "--json new/*: is in a folder that is compared"
mkdir deep
ln -s ../new deep/link
try flowfield diff old new --json "deep/link/$inside"
refused "nor by another name of the folder" 2 "--json deep/link/*: is in a folder that is compared"
rm -r deep
try flowfield diff old new --out -
refused "nor to standard output" 2 "--out -: the pictures of two folders go to a folder"
name=$'new/\033[2J.csv'
touch "$name"
try flowfield diff old new
expect "no name steers the terminal" 1 "?[[]2J.csv: only in NEW
*" "*" ""
rm "$name"
mkdir left right
printf '1,2\n' >left/x.csv
printf '1,3\n' >right/x.csv
try flowfield diff left right -q --out a/b/dd --json c/d/report.json
expect "a report's, too" 1 "" "flowfield: left, right: *" "+a +a/b +a/b/dd +a/b/dd/x.csv.diff.png +c +c/d +c/d/report.json"
rm -r a c
try flowfield diff left/x.csv right/x.csv --out q/w.png
refused "those of a single picture are not" 4 "q/w.png: there is no folder q"
try flowfield diff left/x.csv right/x.csv --json q/w.json
refused "nor of a report" 4 "q/w.json: there is no folder q"
if [[ $(id -u) -ne 0 ]]; then
	chmod 0 new/deep
	try flowfield diff old new
	expect "a folder that cannot be read" 3 "" "flowfield: new/deep: Permission denied" ""
	chmod 755 new/deep
fi
done_testing
