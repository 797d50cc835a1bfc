#!/bin/bash
# The memory of a run in bytes a cell.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map terrain 1024 1024 3 >map.png
# Lines that run through every cell.
perl -e 'srand 1; print "P5 300 300 255\n", map { rand() < 0.5 ? "\x01" : "\xfe" } 1 .. 90000' >rough.pgm
flowfield rough.pgm -g 100,100 --metric octile --heatmap h.svg --with contours=64 -qf --json report.json
passes "contours are held a line at a time, but for their text" \
	test "$(json report.json peak_bytes)" -le $(($(wc -c <h.svg) + (14 << 20)))
# The least of three: how much of the program the system keeps in memory varies.
for i in 1 2 3; do
	flowfield map.png -g 500,500 -q --json "report$i.json" -f
done
passes "a manhattan run without pictures holds at most 8 bytes a cell, and the program" \
	test "$(for i in 1 2 3; do json "report$i.json" peak_bytes; done | sort -n | head -n 1)" \
	-le $((1024 * 1024 * 8 + (4 << 20)))

done_testing
