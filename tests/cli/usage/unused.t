#!/bin/bash
# Options that nothing uses which was asked for: status 2, except those for pictures.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 3 1 2 255 1 255 4 >map.pgm
run=(map.pgm -g '0,0' -q)
walk=(walk map.pgm -g '0,0' --from '1,0' -q)

# unused NAME TEXT ARGUMENT...
unused() {
	try flowfield "${@:3}"
	refused "$1" 2 "$2"
}
# used NAME ARGUMENT...
used() {
	try flowfield "${@:2}"
	same "$1" "$status $(<"$err")" "0 "
	rm -rf new*
}

# Options for pictures have no effect without a picture.
for option in '--colormap 0:9' '--scale 4' '--legend always' '--with sight' --bare; do
	# shellcheck disable=SC2086 # an option and its value
	used "$option may stand without a picture" "${run[@]}" $option --csv new.csv
done

# Other options that need an output.
for option in '--fps 9' '--batch 9'; do
	# shellcheck disable=SC2086 # an option and its value
	unused "$option" '--fps and --batch are for --animate' \
		"${run[@]}" $option --heatmap new.png
done

unused "--traffic-in" '--traffic-in is for --traffic' "${walk[@]}" --traffic-in seconds --paths new.csv
unused "--fps of walkers" '--fps is for --animate' "${walk[@]}" --simulate 1 --fps 2,1 --paths new.csv
unused "--seed" '--seed is for --spawn N' "${walk[@]}" --seed 2 --paths new.csv
unused "--crowd" '--crowd is for --simulate SECONDS' "${walk[@]}" --crowd dt=0.2 --paths new.csv

# All others are about what is computed, which each output tells of, or about the run.
for options in --snap '--max-cost 9' --flee '--require 0,0' '--max-unreached 9' '--metric octile' '--step mean' \
	'--corners cut' '--flow path' --sight '--radius 0.2' --subdivide --invert '--wall-from 9' \
	'--remap 1=2' '--budget 99' '--out-dir new' -f --no-clobber '-j 1' '--max-cells 99' \
	'--max-memory 1G' --no-sandbox; do
	# shellcheck disable=SC2086 # an option and its value
	used "$options is for any output" "${run[@]}" $options --heatmap new.png
done

done_testing
