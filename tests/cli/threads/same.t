#!/bin/bash
# Threads and instructions make runs faster and change nothing else.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map random 200 130 3 >random.png
make_map caves 200 130 3 >caves.png
outputs=(--heatmap heat.png --arrows arrows.png --reach reach.png --terrain terrain.png
	--csv cells.csv --regions regions.csv --allocation allocation.csv --ties ties.csv --scale 2)
# sums NAME OPTION...: of all outputs that these options give.
sums() {
	flowfield "$@" "${outputs[@]}" -q
	sha1sum heat.png arrows.png reach.png terrain.png ./*.csv
}
sets=()
for cpu in plain neon avx2 avx512; do
	if FLOWFIELD_CPU=$cpu flowfield random.png -g 100,65 --csv /dev/null -q 2>/dev/null; then
		sets+=("$cpu")
	fi
done
for metric in manhattan "manhattan --step mean" octile "octile --step mean --corners cut" "octile --step hops" euclid; do
	for map in random caves; do
		# shellcheck disable=SC2086 # words
		want=$(sums $map.png -g 100,65 -g 9,9 --metric $metric -j 1)
		for threads in 2 3 16; do
			# shellcheck disable=SC2086
			same "$map, $metric: the same with $threads threads" \
				"$(sums $map.png -g 100,65 -g 9,9 --metric $metric -j $threads)" "$want"
		done
		for cpu in "${sets[@]}"; do
			# shellcheck disable=SC2086
			same "$map, $metric: the same with $cpu" \
				"$(FLOWFIELD_CPU=$cpu sums $map.png -g 100,65 -g 9,9 --metric $metric)" "$want"
		done
	done
done

same "plain is always there" "${sets[0]}" plain
export FLOWFIELD_CPU=mmx
fails "other instructions are refused" 2 \
	"flowfield: FLOWFIELD_CPU=mmx: expected plain, neon, avx2 or avx512" \
	flowfield random.png -g 9,9 --csv -
export FLOWFIELD_CPU=
passes "an empty word is none" flowfield random.png -g 9,9 --csv /dev/null
same "--json says what was used" "$(FLOWFIELD_CPU=plain flowfield random.png -g 9,9 --json - -j 3 -q |
	json /dev/stdin threads cpu)" "3"$'\n'"plain"

done_testing
