#!/bin/bash
# Named pipes and devices, in and out.
. "$(dirname "$0")/../cli.sh"

summary='flowfield: map.pgm: 3x2: 1 goal, 2 reached, 1 unreached (largest area 1 at 2,1), 2 wall; farthest 2; [0-9]* ms'
new_folder
pgm 3 1 2 255 1 255 4 >map.pgm
flowfield map.pgm -g 0,0 --csv "$work/cells.csv" --heatmap "$work/heat.png" -q
mkfifo pipe pipe.png

# Readers are background jobs; opening a pipe waits for the other end.
cat pipe >"$work/read" &
try flowfield map.pgm -g 0,0 --csv pipe
wait $!
expect "an output may be a named pipe" 0 pipe "$summary" ""
passes "which gets it all" cmp "$work/read" "$work/cells.csv"
cat pipe.png >"$work/read" &
try flowfield map.pgm -g 0,0 --heatmap pipe.png -f
wait $!
expect "a picture may go to one, and --force leaves it a pipe" 0 pipe.png "$summary" ""
passes "whole" cmp "$work/read" "$work/heat.png"
cat pipe >"$work/read" &
try flowfield map.pgm -g 0,0 --json pipe --reach new.png --no-clobber
wait $!
expect "so may the report, and --no-clobber does not mind" 0 $'new.png\npipe' "$summary" "+new.png"
passes "which is whole, too" json "$work/read" ms.total
cat pipe >"$work/read" &
cat pipe.png >"$work/read.png" &
try flowfield map.pgm -g 0,0 --json pipe --heatmap pipe.png --csv -
wait
expect "and several at once, beside stdout" 0 'x,y,*' "$summary" ""
passes "the picture whole" cmp "$work/read.png" "$work/heat.png"
same "the report, too" "$(json "$work/read" outputs)" '["pipe.png","pipe"]'

head -c 1 pipe >"$work/read" &
make_map --pgm terrain 300 300 >large.pgm
try flowfield large.pgm -g 150,150 --csv pipe --reach none.png
wait $!
expect "a reader that leaves ends it, and no output is left" 141 "" "" ""

# headed COMMAND...: status and output of one of whose output somebody takes a line.
headed() {
	local result
	set +e
	"$@" | head -n 1
	result=("${PIPESTATUS[@]}")
	set -e
	return "${result[0]}"
}
try headed flowfield large.pgm -g 150,150 --csv - --reach none.png
expect "as it does where head is satisfied, in silence" 141 'x,y,*' "" ""
passes "with a line" test "$(wc -l <"$out")" -eq 1
try headed flowfield map.pgm -g 0,0 --csv - -q
expect "but not if that was all in the pipe before" 0 'x,y,*' "" ""

cat map.pgm >pipe &
try flowfield pipe -g 0,0 --csv cells.csv -q
wait $!
expect "a map may come through a pipe" 0 "" "" "+cells.csv"
passes "whole" cmp cells.csv "$work/cells.csv"
head -c 20 map.pgm >pipe &
try flowfield pipe -g 0,0 --csv cells.csv
wait $!
refused "or be cut there" 3 'pipe: is truncated'

try flowfield map.pgm -g 0,0 --csv cells.csv >/dev/null
same "stdout that is /dev/null" "$status $(changes)" "0 "
try sh -c 'flowfield map.pgm -g 0,0 --csv - >redirected -q'
expect "stdout that is a file" 0 "" "" "+redirected"
passes "has the data" cmp redirected "$work/cells.csv"
try sh -c '{ echo first && flowfield map.pgm -g 0,0 --csv - -q && echo last; } >redirected'
expect "stdout that is a file in use" 0 "" "" "~redirected"
passes "gets them where it stands" cmp redirected <(echo first && cat "$work/cells.csv" && echo last)
try sh -c '{ echo first && flowfield map.pgm -g 0,0 --csv /dev/stdout; } >redirected'
expect "also by the name /dev/stdout, and then no paths" 0 "" "$summary" "~redirected"
passes "all of it" cmp redirected <(echo first && cat "$work/cells.csv")

done_testing
