#!/bin/bash
# diff: other programs agree on which pictures differ.  ODIFF and PIXELMATCH say where they are,
# if not in PATH (npm packages odiff-bin, pixelmatch and pngjs).
. "$(dirname "$0")/../cli.sh"

odiff=$(type -P "${ODIFF:-odiff}" || true)
pixelmatch=$(type -P "${PIXELMATCH:-pixelmatch}" || true)
samples=$root/samples
new_folder

# Maps that differ in a goal, in the legend's figures, in one wall, in nothing.
draw() { # NAME MAP OPTION...
	flowfield "$2" -q --heatmap "$1.heatmap.png" --arrows "$1.arrows.png" --reach "$1.reach.png" --bare "${@:3}"
}
draw a "$samples/caves.png" --goal 48,32
draw b "$samples/caves.png" --goal 48,32 --threads 2
draw c "$samples/caves.png" --goal 48,33
draw d "$samples/caves.png" --goal 48,32 --wall-from 200
draw e "$samples/caves.png" --goal 48,32 --max-cost 5000
draw f "$samples/caves.png" --goal 48,32 --metric octile
pgm 3 1 1 1 1 1 1 1 1 1 >g.pgm
pgm 3 1 1 1 1 1 1 1 1 255 >h.pgm
draw g g.pgm --goal 0,0 --legend=always
draw h h.pgm --goal 0,0 --legend=always
pairs=()
for pair in a:b a:c a:d a:e a:f c:f g:h; do
	for kind in heatmap arrows reach; do
		pairs+=("${pair%:*}.$kind.png ${pair#*:}.$kind.png")
	done
done

# agrees NAME PROGRAM STATUS COMMAND...: it says of every pair what we say; STATUS is its
# word for different pixels.
agrees() {
	local pair one other wrong='' counts=() ours theirs
	if [[ -z $2 ]]; then
		skip "$1 agrees on which pictures differ" "it is not here"
		return
	fi
	for pair in "${pairs[@]}"; do
		read -r one other <<<"$pair"
		ours=0 theirs=0
		flowfield diff -q "$one" "$other" 2>/dev/null || ours=$?
		"$2" "$one" "$other" "${@:4}" >/dev/null 2>&1 || theirs=$?
		[[ $ours -ne 0 ]] && ours=$3
		counts+=("$ours")
		[[ $ours -eq $theirs ]] || wrong+="$pair: we $ours, they $theirs"$'\n'
	done
	same "$1 agrees on which of ${#pairs[@]} pairs differ" "$wrong" ""
	differ "and some do, and some do not" "$(printf '%s\n' "${counts[@]}" | sort -u | wc -l)" 1
}
agrees odiff "$odiff" 22 x.png --threshold=0 --fail-on-layout
agrees pixelmatch "$pixelmatch" 66 x.png 0 true
done_testing
