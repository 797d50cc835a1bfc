#!/bin/bash
# Options that nothing uses which was asked for: status 2, and the outputs that would use them.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 3 1 2 255 1 255 4 >map.pgm
flowfield map.pgm -g 0,0 -q --csv field.csv
run=(map.pgm -g '0,0' -q)
sectors=(sectors map.pgm -g '0,0' --from '1,0' -q)
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

# The outputs that use each option.
declare -A use=(
	[colormap]="heatmap terrain ties" ["colormap 0:MAX"]="heatmap" [arrows-style]=arrows
)
of_maps="scale legend with bare"
for option in $of_maps; do
	use[$option]="heatmap arrows reach terrain allocation regions ties"
done
declare -A value=([colormap]=turbo ["colormap 0:MAX"]=0:9 [scale]=4 [legend]=always [with]='sight,values'
	[arrows-style]=colours)
outputs="heatmap arrows reach terrain allocation regions ties sight-mask csv integration"
for option in colormap "colormap 0:MAX" arrows-style $of_maps; do
	given=("--${option%% *}${value[$option]:+=${value[$option]}}")
	for output in $outputs; do
		new=new.png
		[[ $output != csv && $output != integration ]] || new=new.csv
		if [[ " ${use[$option]} " == *" $output "* ]]; then
			used "--$option is used by --$output" "${run[@]}" "${given[@]}" --"$output" $new
		else
			unused "--$option is not used by --$output" "--$option is for pictures: --*" \
				"${run[@]}" "${given[@]}" --"$output" $new
		fi
	done
	used "--$option is used by the default pictures" "${run[@]}" "${given[@]}" --out-dir new
	if [[ $option != arrows-style ]]; then
		used "--$option is used by an animation" "${run[@]}" "${given[@]}" --animate new.png
	fi
	used "--$option is told by --json" "${run[@]}" "${given[@]}" --json new.json
	used "--$option may be used by one of two" "${run[@]}" "${given[@]}" --heatmap new.svg --arrows new.png
	unused "--$option is not used by verify" "--$option is for pictures, and verify has none" \
		verify map.pgm field.csv -g 0,0 "${given[@]}"
	try env FLOWFIELD_OPTS="${given[*]}" flowfield "${run[@]}" --csv -
	expect "--$option may stand unused in FLOWFIELD_OPTS" 0 'x,y,*' "" ""
	printf '%s\n' "${given[*]}" >options
	try flowfield "${run[@]}" --csv - @options
	expect "and in a file" 0 'x,y,*' "" ""
	printf '%s\n' "map.pgm -g 0,0 --csv new.csv ${given[*]}" >'jobs'
	try flowfield batch jobs -q
	expect "but in no line of a batch" 2 "" "flowfield: jobs:1: --$option is for pictures: *" ""
done
unused "one that is joined to its value" '--scale is for pictures: --heatmap, *' "${run[@]}" --csv - --scale=4
unused "data are no picture" '--scale is for pictures: *' "${run[@]}" --reach new.csv --scale 4
unused "the example of all this" '--colormap is for pictures: --heatmap, --terrain, --ties and --animate' \
	"${run[@]}" --arrows new.png --colormap gray
used "arrows over another picture have a style, too" "${run[@]}" --arrows-style colours --with arrows --terrain new.png
used "and so in an animation" "${run[@]}" --arrows-style colours --with arrows --animate new.png
used "a map called --scale is a word after --" -q -g 0,0 --csv new.csv -- map.pgm

# Other options that need an output.
unused "--encoding" '--encoding is for --directions' "${run[@]}" --encoding esri --csv -
unused "--scale-values" '--scale-values is for --integration as .pgm or .png' "${run[@]}" --scale-values 2 --csv -
for option in '--fps 9' '--max-animation 9M' '--batch 9'; do
	# shellcheck disable=SC2086 # an option and its value
	unused "$option" '--fps, --max-animation and --batch are for --animate' \
		"${run[@]}" $option --heatmap new.png
done

# Commands have pictures of their own.
used "--scale is used by --portals" "${sectors[@]}" --scale 4 --portals new.png
used "and by --graph" "${sectors[@]}" --scale 4 --graph new.png
unused "not where that is a table" '--scale is for pictures: --heatmap, *--portals and --graph' \
	"${sectors[@]}" --scale 4 --graph new.csv
unused "no animation is offered where there is none" '--colormap 0:MAX is for pictures: --heatmap' \
	"${sectors[@]}" --colormap 0:9 --csv -
used "--with is used by --portals, even with routes" "${sectors[@]}" --with portals,paths --portals new.png
used "and by heatmaps" "${sectors[@]}" --with portals,paths --heatmap new.png
used "--with is used by --traffic, even with paths" "${walk[@]}" --with paths,sight --traffic new.png
used "and those of walkers in a crowd" "${walk[@]}" --simulate 1 --with paths --follow cells --density new.png
used "--scale is used by --paths" "${walk[@]}" --scale 4 --paths new.svg
unused "not where that is a table" '--scale is for pictures: *--paths, *' "${walk[@]}" --scale 4 --paths new.csv
for output in traffic density speed-map; do
	used "--colormap is used by --$output" "${walk[@]}" --simulate 1 --colormap 0:9 --colormap gray --$output new.png
done
unused "walkers that move have one colour" '--colormap is for pictures: *' \
	"${walk[@]}" --simulate 1 --colormap gray --animate new.png
used "but cells have a size" "${walk[@]}" --simulate 1 --scale 4 --animate new.png
unused "a histogram has no cells" '--scale is for pictures: *' "${walk[@]}" --scale 4 --histogram new.png
unused "--traffic-in" '--traffic-in is for --traffic' "${walk[@]}" --traffic-in seconds --paths new.csv
unused "--pace" '--pace is for --animate' "${walk[@]}" --simulate 1 --pace 2 --paths new.csv
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
