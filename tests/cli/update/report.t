#!/bin/bash
# update: what is said of steps, films of them, and streams.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm rooms 80 60 >map.pgm
printf '%s\n' 1,40,30,1,1,9 1,40,31,1,1,9 4,0,0,1,1,200 >edits.csv
try flowfield update map.pgm -g 40,32 --snap --edits edits.csv --json '{step}.json' -v
expect "a line a step with -v, and one for all" 0 $'1.json\n4.json' "flowfield: map.pgm: step 1: 2 cells edited, *
flowfield: map.pgm: step 4: 1 cell edited, *
flowfield: *map.pgm: 2 steps: 3 cells edited, * changed, 3 visited, 1 rebuild in * ms" "+1.json +4.json"
same "a report a step is about that step" "$(json 4.json update.steps.0.step update.steps.0.edits update.steps.0.cells_edited update.edits | paste -sd ' ') $(grep -c '"step": [0-9]' 1.json 4.json | paste -sd ' ')" \
	"4 1 1 edits.csv 1.json:1 4.json:1"
same "files of that step" "$(json 4.json files.0.path outputs.0 | paste -sd ' ') $(grep -c '"path"' 4.json)" "4.json 4.json 2"
rm ./*.json
try flowfield update map.pgm -g 40,32 --snap --edits edits.csv --json all.json --csv '{step}.csv' --heatmap h.png
expect "a report about all steps" 0 $'1.csv\nh.png\n4.csv\nall.json' "*" "+1.csv +4.csv +all.json +h.png"
same "has the files of all of them" "$(json all.json files.0.path files.0.output files.0.format files.1.path files.2.path files.3.path outputs.0 outputs.1 outputs.2 outputs.3 | paste -sd ' ')" \
	"1.csv csv csv h.png 4.csv all.json 1.csv h.png 4.csv all.json"
same "one report is about all" "$(json all.json update.steps.0.step update.steps.1.step | paste -sd ' ')" "1 4"
rm ./*.json ./?.csv h.png
try flowfield update map.pgm -g 40,32 --snap --edits - --json - <edits.csv
expect "edits come from standard input, too" 0 '{*"update": {*}*' '*' ""
try flowfield update - -g 40,32 --snap --edits edits.csv --csv - -q <map.pgm
expect "or the map" 0 'x,y,*' '' ""
try flowfield update map.pgm -g 40,32 --snap --edits edits.csv -q --csv a.csv
expect "quiet" 0 '' '' "+a.csv"
rm a.csv

# Where all is solved afresh, the cells that have another value are counted, too.
echo 1,0,0,80,60,goal >all.csv
try flowfield update map.pgm -g 40,32 --snap --edits all.csv --json all.json --csv all-after.csv -q
expect "all cells become goals" 0 '' '' "+all-after.csv +all.json"
flowfield map.pgm -g 40,32 --snap -q --csv all-before.csv
changed=$(paste -d, all-before.csv all-after.csv | awk -F, 'NR > 1 && $5 != $13' | wc -l)
same "as many cells change" "$(json all.json update.steps.0.rebuilt update.steps.0.cells_changed | paste -sd ' ')" "true $changed"
rm all*

# A repair goes on for long, but not after several that were given up.
make_map caves 400 400 3 >large.pgm
for step in 1 3 5 7 9; do
	cells=$([[ $step == [19] ]] && echo 200,100,1,60 || echo 201,190,30,20)
	printf '%s\n' "$step,$cells,wall" "$((step + 1)),$cells,1"
done >doors.csv
flowfield update large.pgm -g 200,200 --snap --edits doors.csv --json doors.json -q
same "a repair goes on for long unless others were in vain" "$(jq -c '[.update.steps[].rebuilt | if . then 1 else 0 end]' doors.json)" \
	'[0,0,1,1,1,1,1,1,1,1]'
rm doors* large*

# Where goals are moved to.
printf '%s\n' 1,40,30,5,5,wall 2,40,30,5,5,open >shut.csv
flowfield update map.pgm -g 42,32 --snap --edits shut.csv --json 'shut{step}.json' -q
same "reports of steps tell of goals that are moved" "$(jq -c .warnings shut1.json shut2.json | paste -sd ' ')" \
	'["goal 42,32 is on no open cell: moved to 39,32"] []'
rm shut*
flowfield update map.pgm -g 40,32 --snap --edits edits.csv -q --cost new.pgm
flowfield new.pgm -g 40,32 --snap --csv b.csv --json a.json -qf

# A film: one frame before, one after each.
try flowfield update map.pgm -g 40,32 --snap --edits edits.csv --animate a.png --colormap 0:300 --csv a.csv -q
expect "a film" 0 '' '' "+a.csv +a.png"
split_apng a.png f 10
# differ A B: whether two pictures differ near the edits, and by how many pixels elsewhere.
differ() {
	paste <(show_png "$1" pixels) <(show_png "$2" pixels) | awk '
		$1 == $2 { next }
		{ x = (NR - 1) % 640; y = int((NR - 1) / 640) }
		x < 20 && y < 20 || x > 304 && x < 344 && y > 224 && y < 272 { near = 1; next }
		{ other++ }
		END { print near + 0, other + 0 }'
}
bare=(-g '40,32' --snap --bare --scale 8 -q)
flowfield update map.pgm "${bare[@]}" --edits edits.csv --animate a.png --colormap 0:300 -f
split_apng a.png plain 10
for frame in 0 2; do
	from=$([[ $frame = 0 ]] && echo map.pgm || echo new.pgm)
	flowfield "$from" "${bare[@]}" --heatmap h.png --colormap 0:300
	same "frame $frame is the heatmap of $from, and rings around what was edited" \
		"$(differ "plain/frame_0000$frame.png" h.png)" "$([[ $frame = 0 ]] && echo 0 0 || echo 1 0)"
done
same "frames with a legend say which step they show" "$(for i in 0 1 2; do show_png f/frame_0000$i.png pixels | tail -n 100000 | cksum; done | sort -u | wc -l)" 3
same "a table written with a film is as without" "$(cmp a.csv b.csv)" ""
next_round() { # NUMBER: the next one of two digits that scales end with
	awk -v n="$1" 'BEGIN { m = split("1 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 2 2.2 2.4 2.5 2.6 2.8 3 3.2 3.5 3.8 \
			4 4.2 4.5 4.8 5 5.5 6 6.5 7 7.5 8 8.5 9 9.5", at, " ")
		for (p = 1; 10 * p < n; p *= 10);
		for (i = 1; i <= m; i++) if (n <= at[i] * p) { print at[i] * p; exit }
		print 10 * p }'
}
flowfield update map.pgm "${bare[@]}" --edits edits.csv --animate a.png -f
rm -r f
split_apng a.png f 10
most=$(flowfield map.pgm -g 40,32 --snap --json - -q | json /dev/stdin integration.largest)
last=$(json a.json integration.largest)
flowfield new.pgm "${bare[@]}" --heatmap h.png --colormap "0:$(next_round "$(printf '%s\n' "$most" "$last" | sort -g | tail -n 1)")"
same "all frames have the range of the largest value" "$(differ f/frame_00002.png h.png)" "1 0"
printf '%s\n' 1,30,0,1,60,250 2,30,0,1,60,open >rise.csv
flowfield update map.pgm "${bare[@]}" --edits rise.csv --animate a.png --json '{step}.json' -f
rm -r f
split_apng a.png f 10
flowfield map.pgm "${bare[@]}" --heatmap h.png --colormap "0:$(next_round "$(json 1.json integration.largest)")" -f
same "even where that is neither the first nor the last" "$(show_png f/frame_00000.png pixels | cksum)" \
	"$(show_png h.png pixels | cksum)"
rm 1.json 2.json
# A legend of all frames: cells become unreached in one of them only.
printf '%s\n' 1,0,0,80,60,wall 1,40,32,2,2,open 2,0,0,80,60,open >shut.csv
flowfield update map.pgm -g 40,32 --edits shut.csv --animate a.png --with contours -qf
split_apng a.png g 10
same "there are three" "$(find g -name 'frame_*' | wc -l)" 3
done_testing
