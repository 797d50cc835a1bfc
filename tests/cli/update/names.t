#!/bin/bash
# update: which files are written, and when.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 4 1 1 1 1 1 1 1 1 >map.pgm
printf '%s\n' 7,2,0,1,1,wall 8,2,1,1,1,wall 12,2,1,1,1,5 >edits.csv
changing=(flowfield update map.pgm -g "0,0" --edits edits.csv)

try "${changing[@]}" -q
expect "three pictures after the last step" 0 '' '' "+map.arrows.png +map.heatmap.png +map.reach.png"
rm map.*.png
try "${changing[@]}" --csv 'a{step}.csv' --directions b.csv --json '{step}-{step}.json' --heatmap 'h{step}.png'
expect "after each step, or once; names are told as files appear" 0 $'h7.png\na7.csv\n7-7.json\nh8.png\na8.csv\n8-8.json\nh12.png\na12.csv\nb.csv\n12-12.json' \
	"*" "+12-12.json +7-7.json +8-8.json +a12.csv +a7.csv +a8.csv +b.csv +h12.png +h7.png +h8.png"
same "each shows its step" "$(grep -c ',unreached,' a7.csv a8.csv a12.csv | paste -sd ' ')" \
	"a7.csv:0 a8.csv:2 a12.csv:0"
rm ./*.json a*.csv b.csv h*.png
try "${changing[@]}" -q --csv '{step}.csv' --out-dir made/
expect "in a folder that is made" 0 '' '' "+made +made/12.csv +made/7.csv +made/8.csv"
rm -r made
try "${changing[@]}" -q --csv - --json '{step}.json'
expect "the last table on standard output" 0 "x,y,*" '' "+12.json +7.json +8.json"
rm ./*.json
try "${changing[@]}" --csv '{step}.csv' --heatmap h.png --dry-run
expect "--dry-run says what names are like" 0 "map: *output: h.png
output: {step}.csv" '' ""
try flowfield map.pgm -g 0,0 -q --csv '{step}.csv'
expect "it is a name like any other in a run" 0 '' '' "+{step}.csv"
rm '{step}.csv'

# No step writes an input, or two outputs to one file.
try "${changing[@]}" --csv '{step}.csv' --json 8.csv
refused "two outputs, one name at one of the steps" 2 "--csv and --json would both write 8.csv"
cp map.pgm 8.pgm
try flowfield update 8.pgm -g 0,0 --edits edits.csv --cost '{step}.pgm'
refused "the map" 2 "--cost 8.pgm: that is the map itself"
cp edits.csv 12.csv
try flowfield update map.pgm -g 0,0 --edits 12.csv --csv '{step}.csv'
refused "the edits" 2 "--csv 12.csv: that is what --edits reads"
try "${changing[@]}" --csv '{step}.csv' --no-clobber
refused "nor what is there, with --no-clobber" 4 "12.csv: is there already (--no-clobber)"
try "${changing[@]}" --csv 'none/{step}.csv'
refused "nor where no folder is" 4 "none/{step}.csv: there is no folder none (--out-dir makes folders)"
for name in '{step}/a.csv' 'a{step}/{step}.csv'; do
	try "${changing[@]}" --csv "$name"
	refused "$name: steps have no folders" 2 "{step} is for names of files, not of folders"
done
try "${changing[@]}" --csv a.csv --out-dir 'o{step}'
refused "of their own" 2 "{step} is for names of files, not of folders"
try "${changing[@]}" --animate 'a{step}.png'
refused "nor films" 2 "--animate shows all steps: {step} is not for its name"

# A failure leaves its outputs as they were, and those of the steps before.
printf '%s\n' 7,2,0,1,1,wall 8,0,0,1,1,wall 9,0,0,1,1,open >shut.csv
echo old >s8.csv
try flowfield update map.pgm -g 0,0 --edits shut.csv --csv 's{step}.csv' --heatmap h.png
expect "steps before a bad one have their outputs" 3 s7.csv "flowfield: shut.csv:2:3: after this edit: map.pgm: goal 0,0 is on a wall (see --snap); the nearest open cell is 1,0" "+s7.csv"
done_testing
