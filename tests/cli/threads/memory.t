#!/bin/bash
# What a run was expected to hold is not less than what it holds, and not far more.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map terrain 1024 1024 3 >map.png
within() { # LEAST MOST MAP OPTION...: holds what was expected of a run against what it took, in percent
	local peak estimate
	flowfield "${@:3}" -q --json report.json -f
	peak=$(json report.json peak_bytes)
	estimate=$(json report.json estimated_bytes)
	passes "${*:3}: $((peak >> 10)) KiB, estimated $((estimate >> 10))" \
		test $((peak * $1 / 100)) -le "$estimate" -a "$estimate" -le $((peak * $2 / 100))
}
honest() { # MAP OPTION...
	within 90 200 "$@"
}
honest walk map.png -g 500,500 --snap --spawn 2000 --simulate 40 --trajectories t.csv --density d.npy
honest walk map.png -g 500,500 --snap --spawn 1000 --group a=4,4 --spawn 100:a --radius 0.8 --arrivals a.csv
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
for options in '--size 8 -j 1' '--size 64 --metric octile --exact --portals p.png' '--metric euclid --exact' \
	'--size 1024 --metric euclid -j 2' '--size 16 --save-graph g --graph g.png -j 2' '--size 16 --load-graph g'; do
	# shellcheck disable=SC2086 # words
	honest sectors map.png -g 900,900 --from 30,30 --snap $options
done
# Changes of a cell and of nearly all, of walls and of goals, and between maps.
echo 1,0,0,1000,1000,9 >most.csv
echo 1,500,500,2,2,wall >few.csv
echo 1,0,0,1024,1024,goal >goals.csv
make_map rooms 1024 1024 3 >rooms.png
for options in '--edits most.csv' '--edits most.csv --radius 1 --subdivide' '--edits few.csv --radius 10' '--edits goals.csv' \
	'-g 0,0,1024,1024 --edits few.csv --verify' '--from-map rooms.png --metric euclid --radius 1' \
	'--edits few.csv --sight --allocation a.csv'; do
	# shellcheck disable=SC2086 # words
	honest update map.png -g 500,500 --snap $options
done
make_map maze 512 512 3 >maze.png # where ways come through a sector many times
honest sectors maze.png -g 500,500 --from 30,30 --from 500,20 --from 20,500 --snap --size 64
# Many sources: what they take themselves, and that sectors on the way of one are kept once.
perl -e 'srand 5; printf "--from\n%d,%d\n", rand 512, rand 512 for 1 .. 1000' >froms.txt
for options in '--cache-mib 0' ''; do
	# shellcheck disable=SC2086 # words
	within 100 150 sectors maze.png @froms.txt -g 5,5 --snap --csv cells.csv $options
done
# Walls that stand alone: portals everywhere.
perl -e 'print "P5 400 400 255\n"; for my $y (0 .. 399) { print map { ($y | $_) & 1 ? "\x01" : "\xff" } 0 .. 399 }' >lone.pgm
within 100 150 sectors lone.pgm -g 1,1 --from 399,398 --size 8 --metric octile --corners cut --csv cells.csv
# Every second cell is an area of its own: as many as there can be are held within the limit or refused.
perl -e 'print "P5 1024 1024 255\n"; for my $y (0 .. 1023) { print map { $y + $_ & 1 ? "\xff" : "\x01" } 0 .. 1023 }' >chess.pgm
for mib in 15 20 25 27 30 40; do
	run=(flowfield chess.pgm -g '0,0' --regions r.npy -qf --json report.json --max-memory "${mib}M")
	if "${run[@]}" 2>refusal; then
		passes "areas are held within $mib MiB" test "$(json report.json peak_bytes)" -le $((mib << 20))
	else
		same "or refused" "$? $(sed 's/about [0-9.]*/about .../' refusal)" \
			"5 flowfield: chess.pgm: takes about ... MiB of memory, more than $mib MiB (--max-memory)"
	fi
done
# What the program is itself counts most.
make_map empty 150 10 >small.png
small=(--metric euclid -g "5,5" --scale 7 --heatmap h.png --arrows a.png --reach r.png)
within 100 150 small.png "${small[@]}"
within 100 150 sectors small.png "${small[@]}" --from 140,5 --size 33
# Steps are counted where one report has all of them.
perl -e 'printf "%d,%d,0,1,1,%d\n", $_, $_ % 100, 1 + $_ % 7 for 1 .. 20000' >steps.csv
promised() { # OPTION...: bytes
	flowfield update small.png -g 5,5 --edits steps.csv --dry-run "$@" | sed -n 's/^memory: \([0-9]*\) .*/\1/p'
}
passes "a report about 20000 steps is counted" test "$(promised --json r.json)" -gt $((20000 * 1100 + $(promised --json '{step}.json')))
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
