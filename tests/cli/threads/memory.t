#!/bin/bash
# What a run was expected to hold is not less than what it holds, and not far more.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map terrain 1024 1024 3 >map.png
while read -r options; do
	# shellcheck disable=SC2086 # words
	flowfield map.png -g 500,500 -q $options --json report.json -f
	peak=$(json report.json peak_bytes)
	estimate=$(json report.json estimated_bytes)
	passes "$options: $((peak >> 10)) KiB, estimated $((estimate >> 10))" \
		test $((peak * 9 / 10)) -le "$estimate" -a "$estimate" -le $((peak * 2))
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
END
flowfield map.png -g 500,500 -q --json report.json -f
passes "a manhattan run without pictures holds at most 8 bytes a cell, and the program" \
	test "$(json report.json peak_bytes)" -le $((1024 * 1024 * 8 + (4 << 20)))

done_testing
