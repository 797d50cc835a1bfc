#!/bin/bash
# Outputs that cannot be written: status 4, and every file is as it was.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 64 64 >map.pgm
mkdir folder
printf 'old\n' | tee old.png old.csv old.json >protected.csv
chmod 444 protected.csv
goal=32,32

unwritable() { # NAME TEXT OPTION...
	try flowfield map.pgm -g $goal "${@:3}"
	refused "$1" 4 "$2"
}
cure='(--out-dir makes folders)'
unwritable "a folder that is not there" "none/a.png: there is no folder none $cure" --heatmap none/a.png
unwritable "or one in it" "none/of/a.png: there is no folder none/of $cure" --heatmap none/of/a.png
unwritable "beside a folder that is made" \
	"none/a.png: there is no folder none (a name with a folder is not put below --out-dir)" \
	--heatmap none/a.png --out-dir new/x/y
unwritable "beside outputs that could be written" "none/a.csv: there is no folder none $cure" \
	--heatmap new.png --reach old.png --json old.json --csv none/a.csv
unwritable "a folder that is a file" 'map.pgm/a.png: Not a directory' --heatmap map.pgm/a.png
unwritable "a folder that takes no files" '/proc/a.csv: *' --csv /proc/a.csv
unwritable "an output that is a folder" 'folder: is a directory' --csv folder
unwritable "a name that is too long" 'aaa*: File name too long' \
	--reach new.png --csv "$(printf 'a%.0s' {1..300})"
unwritable "--out-dir in a file" 'map.pgm/a: Not a directory' --out-dir map.pgm/a/b
ln -s nowhere lost
unwritable "--out-dir by a link to nothing" 'lost: is a link that leads nowhere' --out-dir lost/a/b
unwritable "--out-dir with a name that is too long" 'a/aaa*: File name too long' --out-dir "a/$(printf 'a%.0s' {1..300})"
for dir in new/../../elsewhere new/a/..; do
	try flowfield map.pgm -g $goal --out-dir "$dir"
	refused "--out-dir $dir" 2 "--out-dir $dir: leads out of a folder that is still to be made"
done
for pair in 'a a' 'a ./new/deep/a' "./new/deep/a $PWD/new/deep/a" 'a new//deep/./a'; do
	# shellcheck disable=SC2086 # they are two words
	try flowfield map.pgm -g $goal --out-dir new/deep --csv ${pair% *} --json ${pair#* }
	refused "one file by two names, in a folder that is to be made: $pair" 2 "--csv and --json would both write *a"
done
unwritable "--out-dir that is a file" 'map.pgm: is not a folder' --out-dir map.pgm
unwritable "--out-dir that takes no files" '/proc/map.heatmap.png: *' --out-dir /proc
cp map.pgm keep.pgm
try flowfield keep.pgm -g $goal --csv folder/../keep.pgm
refused "the map by way of a folder" 2 '--csv folder/../keep.pgm: that is the map itself'
try flowfield keep.pgm -g $goal --out-dir new --csv ./keep.pgm
refused "or beside a folder for outputs" 2 '--csv ./keep.pgm: that is the map itself'
try flowfield keep.pgm -g $goal --csv folder/../new.csv
expect "elsewhere it may lead" 0 'folder/../new.csv' '*' "+new.csv"
rm new.csv

{
	cp map.pgm keep.pgm
	try bash -c "flowfield keep.pgm -g $goal --csv - >>keep.pgm"
	refused "the map as standard output" 2 '--csv -: that is the map itself'
	passes "is as it was" cmp map.pgm keep.pgm
}

full='/dev/full: No space left on device'
for kind in heatmap arrows reach terrain csv json; do
	unwritable "a full disk under --$kind" "$full" "--$kind" /dev/full
done
unwritable "a full disk under one of many" "$full" --heatmap new.png --reach old.png --json old.json --csv /dev/full
unwritable "under the report, which comes last" "$full" --heatmap new.png --reach old.png --csv old.csv --json /dev/full

# A limit on the size of files fails in the middle of one, as a full disk does.
try_small() { # COMMAND...: no file beyond 8 of 1024 or 512 bytes
	# shellcheck disable=SC2016 # for the other shell to expand
	try sh -c 'ulimit -f 8; exec "$@"' - "$@"
}
try_small flowfield map.pgm -g $goal --json old.json --csv new.csv
expect "a limit on the size of files is like a full disk" 4 "" "flowfield: new.csv: File too large" ""
trap '' XFSZ
try_small flowfield map.pgm -g $goal --json old.json --csv new.csv
refused "a new file that is too large" 4 'new.csv: File too large'
try_small flowfield map.pgm -g $goal --json old.json --csv old.csv
refused "an old one" 4 'old.csv: File too large'
try_small flowfield map.pgm -g $goal --out-dir some/of/many --csv new.csv
refused "folders that were made for it go, too" 4 'some/of/many/new.csv: File too large'
try_small flowfield map.pgm -g $goal --json old.json --csv -
same "stdout that is a file" "$status $(<"$err") $(changes)" '4 flowfield: standard output: File too large '
trap - XFSZ

# Standard output.
to_full() {
	"$@" >/dev/full
}
to_nothing() {
	"$@" >&-
}
# A pipe that nobody reads, and never did.
to_nobody() (
	mkfifo "$work/nobody"
	exec 3<>"$work/nobody"
	exec 4>"$work/nobody" 3<&-
	rm "$work/nobody"
	"$@" >&4
)
for options in '--csv -' '--json -' '--heatmap -' '--csv - --reach new.png' '--json - --reach old.png'; do
	# shellcheck disable=SC2086 # they are words
	{
		try to_full flowfield map.pgm -g $goal $options
		refused "stdout is full: $options" 4 'standard output: No space left on device'
		try to_nothing flowfield map.pgm -g $goal $options
		refused "stdout is closed: $options" 4 'standard output: Bad file descriptor'
		try to_nobody flowfield map.pgm -g $goal $options
		expect "stdout is a pipe without a reader: $options" 141 "" "" ""
	}
done
# Paths are printed last, of files that are in place, and these stay if that fails.
full_stdout='flowfield: standard output: No space left on device'
try to_nothing flowfield map.pgm -g $goal
refused "stdout for the paths is closed" 4 'standard output: Bad file descriptor'
try to_full flowfield map.pgm -g $goal --reach new.png
expect "stdout for the paths is full" 4 "" "$full_stdout" "+new.png"
try to_full flowfield map.pgm -g $goal --reach new.png --csv old.csv
expect "of a new file and an old one" 4 "" "$full_stdout" "~old.csv"
try to_full flowfield map.pgm -g $goal --out-dir made
expect "of new ones in a new folder" 4 "" "$full_stdout" "+made +made/map.arrows.png +made/map.heatmap.png +made/map.reach.png"
try to_full flowfield map.pgm -g $goal --out-dir made/of/many
expect "of many, all of which stay" 4 "" "$full_stdout" \
	"+made/of +made/of/many +made/of/many/map.arrows.png +made/of/many/map.heatmap.png +made/of/many/map.reach.png"
rm new.png
try to_nobody flowfield map.pgm -g $goal --reach new.png
expect "stdout for the paths is a pipe without a reader" 141 "" "" "+new.png"
try to_nobody flowfield map.pgm -g $goal --reach old.png --csv new.csv
expect "and an old file" 141 "" "" "+new.csv ~old.png"
rm -r made new.png
for option in --help --version; do
	try to_full flowfield $option
	refused "stdout is full: $option" 4 'standard output: No space left on device'
	try to_nothing flowfield $option
	refused "stdout is closed: $option" 4 'standard output: Bad file descriptor'
done
try to_nothing flowfield map.pgm -g $goal --reach new.png -q
expect "stdout that is closed does no harm where nothing goes to it" 0 "" "" "+new.png"

# Files that are not to be replaced.
unwritable "--no-clobber and a file" 'old.csv: is there already (--no-clobber)' --csv old.csv --no-clobber
unwritable "one among others" 'old.csv: is there already (--no-clobber)' \
	--reach fresh.png --no-clobber --csv old.csv
: >map.reach.png
unwritable "one of the tool's own" 'map.reach.png: is there already (--no-clobber)' --no-clobber
unwritable "--no-clobber after --force wins" 'old.csv: is there already (--no-clobber)' -f --csv old.csv --no-clobber
ln -s nowhere lost.csv
unwritable "--no-clobber and a link to nothing" 'lost.csv: is there already (--no-clobber)' --csv lost.csv --no-clobber
unwritable "a write-protected file" 'protected.csv: is write-protected: --force replaces it' --csv protected.csv
unwritable "beside others" 'protected.csv: is write-protected: --force replaces it' --json old.json --csv protected.csv

try flowfield missing.pgm -g 0,0 --out-dir made
refused "--out-dir is not made for a map that cannot be read" 3 'missing.pgm: No such file or directory'

done_testing
