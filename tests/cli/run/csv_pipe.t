#!/bin/bash
# --csv - in a pipeline: readers that take all, some or none of it.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 400 400 >map.pgm
flowfield map.pgm -g 200,200 --csv "$work/whole.csv" -q

# piped COMMAND...: the status of flowfield, whose output that reads.
piped() {
	local statuses
	flowfield map.pgm -g 200,200 --csv - "${options[@]}" | "$@"
	statuses=("${PIPESTATUS[@]}")
	return "${statuses[0]}"
}
options=(-q)
try piped cat
expect "a pipe gets it all" 0 'x,y,cost,*' "" ""
passes "as a file does" cmp "$work/whole.csv" "$out"
try piped head -n 1
expect "where the reader goes, it dies of SIGPIPE, in silence" 141 \
	x,y,cost,class,integration,direction,dx,dy "" ""
try piped true
expect "even before the first line" 141 "" "" ""

options=(--heatmap heat.png)
try piped head -n 1
expect "then no other output is left" 141 'x,*' "" ""

options=(-q)
ignoring() ( # COMMAND...: with SIGPIPE ignored
	trap '' PIPE
	"$@"
)
try ignoring piped true
refused "where SIGPIPE is ignored, it says so" 4 'standard output: Broken pipe'

done_testing
