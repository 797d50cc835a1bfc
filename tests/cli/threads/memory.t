#!/bin/bash
# What a run was expected to hold is not less than what it holds, and not far more.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map terrain 1024 1024 3 >map.png
honest() { # MAP OPTION...: holds what was expected of a run against what it took
	local peak estimate
	flowfield "$@" -q --json report.json -f
	peak=$(json report.json peak_bytes)
	estimate=$(json report.json estimated_bytes)
	passes "$*: $((peak >> 10)) KiB, estimated $((estimate >> 10))" \
		test $((peak * 9 / 10)) -le "$estimate" -a "$estimate" -le $((peak * 2))
}
while read -r options; do
	# shellcheck disable=SC2086 # words
	honest map.png -g 500,500 $options
done <<-END
	-j 1
	-j 2
	--metric octile
	--metric euclid
	--flee
	--radius 2
	--radius 2 --subdivide
	--metric octile --subdivide --sight
	-g 0,0,1024,1024
	-g 0,0,1024,1024 --flee --subdivide
	--goals map.png --snap
	--sight
	--csv cells.csv
	--regions r.csv --allocation a.csv --ties t.csv
	--heatmap h.png --arrows a.png --reach r.png -j 1
	--heatmap h.png --arrows a.png --reach r.png -j 3
	--heatmap h.png --scale 3
	--heatmap h.svg --scale 1
	--heatmap h.svg --scale 2
	--heatmap h.svg --scale 8
	--arrows a.svg --scale 1
	--arrows a.svg --scale 8
	--heatmap h.svg --arrows a.svg --scale 8 -j 2
	--heatmap h.svg --scale 32 --values
	--heatmap h.svg --scale 32 --values --contours 5
	--heatmap h.svg --contours 20
	--metric octile --heatmap h.svg --contours 64
	--metric octile --heatmap h.svg --contours 1000
END
# Lines that run through every cell.
perl -e 'srand 1; print "P5 300 300 255\n", map { rand() < 0.5 ? "\x01" : "\xfe" } 1 .. 90000' >rough.pgm
for options in "--contours 64" "--contours 300" "--contours 64 --scale 8" "--contours 20 --scale 32 --values"; do
	# shellcheck disable=SC2086 # words
	honest rough.pgm -g 100,100 --metric octile --heatmap h.svg $options
done
flowfield rough.pgm -g 100,100 --metric octile --heatmap h.svg --contours 64 -qf --json report.json
passes "contours are held a line at a time, but for their text" \
	test "$(json report.json peak_bytes)" -le $(($(wc -c <h.svg) + (13 << 20)))
flowfield map.png -g 500,500 -q --json report.json -f
passes "a manhattan run without pictures holds at most 8 bytes a cell, and the program" \
	test "$(json report.json peak_bytes)" -le $((1024 * 1024 * 8 + (4 << 20)))

done_testing
