#!/bin/bash
# Streams that are closed before the program starts: no file takes their place.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 3 1 2 255 1 255 4 >map.pgm
flowfield map.pgm -g 0,0 --csv "$work/cells.csv" --heatmap "$work/heat.png" -q

for closed in '<&-' '>&-' '2>&-' '<&- >&-' '<&- 2>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
	rm -f cells.csv heat.png
	try sh -c "flowfield map.pgm -g 0,0 --csv cells.csv --heatmap heat.png -q $closed"
	expect "$closed leaves the outputs" 0 "" "" "+cells.csv +heat.png"
	passes "whole" cmp cells.csv "$work/cells.csv"
	passes "both of them" cmp heat.png "$work/heat.png"
	try sh -c "flowfield map.pgm -g 9,9 --csv cells.csv --heatmap heat.png $closed"
	same "$closed, and an error changes neither" "$status $(changes)" "3 "
done
for closed in '<&-' '<&- 2>&-' '2>&-'; do
	try sh -c "flowfield map.pgm -g 0,0 --csv - $closed"
	same "$closed leaves stdout" "$status $(changes)" "0 "
	passes "whole" cmp "$out" "$work/cells.csv"
done
try sh -c 'flowfield - -g 0,0 <&-'
refused "a map from stdin that is closed" 3 'standard input: Bad file descriptor'
try sh -c 'flowfield - -g 0,0 <&- >&-'
refused "and stdout, too" 3 'standard input: Bad file descriptor'
try sh -c 'flowfield - -g 0,0 -q <&- >&- 2>&-'
same "and stderr, too" "$status $(changes)" "3 "
try sh -c 'flowfield - -g 0,0 0>write-only'
same "stdin that cannot be read" "$status $(<"$err")" "3 flowfield: standard input: Bad file descriptor"

done_testing
