#!/bin/bash
# The manual describes every key of the JSON documents, and every key that it describes is there.
. "$(dirname "$0")/../cli.sh"

new_folder
if ! command -v jq >/dev/null; then
	skip "documents are as the manual describes them" "jq is not installed"
	done_testing
	exit
fi
# described NAME OPTION...: the report of a run of map.pgm is as described.
described() {
	# The answer may be no.
	flowfield map.pgm -q --json report.json "${@:2}" 2>"$err" || [[ $? -eq 1 ]]
	passes "the manual describes the report of $1" check_json JSON report.json
}
pgm 4 1 2 255 7 1 255 255 1 1 3 254 255 >map.pgm
printf '3,0 # there\n0,0,1,2,5\n' >list.csv
pgm 4 0 0 0 9 0 9 0 0 2 0 0 0 >mask.pgm
described "a plain run" -g 0,0
described "a place between cells" -g 0.5,0 -g 3,.25
described "areas, a list and a mask" -g 0,0,1,2+9 --goals list.csv --goals mask.pgm
described "blocks" -g 0,0 --coarsen 2,most --cell-size 3
described "euclid with everything" -g 0,0 --metric euclid --corners lenient --sight --radius .25 --subdivide --max-cost 12.5
described "octile with half steps" -g 0,0 --metric octile --step mean
described "paths" -g 0,0 --from 3,0 --from 0,1
described "a flee map" -g 0,0 --flee
described "64 bits" -g 0,0+5000000000
described "a map without a wall" -g 0,0 --remap 255=4
described "all outputs" -g 0,0 --heatmap a.png --arrows b.svg --reach c.png --terrain d.png --allocation e.csv \
	--regions f.png --ties g.csv --csv i.csv --directions j.csv --vectors k.csv \
	--integration l.npy --cost m.pgm
described "pictures of all kinds" -g 0,0 --colormap 0:8 --with values --with contours=3 --scale 4 --colormap gray --heatmap a.png
described "warnings" -g 0,0 --colormap 0:1 --with values --scale 4
described "an answer that is no" -g 0,0 --require 3,0 --max-unreached 0
described "an answer that is yes" -g 0,0 --require 0,1
flowfield - -g 0,0 --json - -q <map.pgm >report.json
passes "the manual describes the report of a pipe" check_json JSON report.json
flowfield map.pgm -q -g -0.99m,2.01m --cell-size 0.05 --origin=-1,2,up --snap --json report.json
passes "the manual describes the report of a map in a world" check_json JSON report.json
same "with where it lies" "$(jq -c '.map | [.format, .resolution, .origin.x, .origin.y]' report.json)" \
	'["pgm",0.05,-1,2]'
printf '#000000 1\n#ffffff wall\n' >legend.txt
printf '%s\n' 0 255 | make_png.pl 2 1 0 8 >two.png
flowfield two.png -q -g 0,0 --legend legend.txt --json report.json
passes "the manual describes the report of a map of colours" check_json JSON report.json
same "which names the legend" "$(jq -r .modifiers.legend report.json)" legend.txt

# Sectors have an object more.
for options in '' '--exact --require 0,0' '--metric octile --corners cut --portals p.png --graph g.csv'; do
	# shellcheck disable=SC2086 # words
	flowfield sectors map.pgm -q -g 0,0 --from 3,0 --from 0,1 --json report.json $options
	jq .sectors report.json >sectors.json
	jq 'del(.sectors)' report.json >others.json
	passes "the manual describes the report of sectors $options" check_json "JSON of sectors" sectors.json
	passes "and what else there is" check_json JSON others.json
done

described "a budget and an animation" -g 0,0 --budget 2 --animate a.png

# Walks have another.
printf 'id,group,x,y,start\n1,in,3,0,0\n2,out,0.2,0,1\n3,in,0,0,0\n4,,0,1,0\n' >agents.csv
for options in '--agents agents.csv --goal in=0,0 --goal out=0,0,1,2+3 --paths p.csv' \
	'--agents agents.csv --simulate 9 --traffic t.png --animate w.png' '--traffic-in all --traffic t.npy' \
	'--spawn 1 --seed 7 --require --speed 2,by-cost'; do
	# shellcheck disable=SC2086 # words
	flowfield walk map.pgm -q -g 0,0 --snap --json report.json $options || [[ $? -eq 1 ]]
	jq .walk report.json >walk.json
	jq 'del(.walk)' report.json >others.json
	passes "the manual describes the report of walk $options" check_json "JSON of walk" walk.json
	passes "and what else there is" check_json JSON others.json
done

# Changes have one, too.
printf '%s\n' 1,1,0,1,1,9 2,0,0,4,3,3 >edits.csv
for options in '--edits edits.csv' '--edits edits.csv --flee'; do
	# shellcheck disable=SC2086 # words
	flowfield update map.pgm -q -g 0,0 --json report.json $options
	jq .update report.json >update.json
	jq 'del(.update)' report.json >others.json
	passes "the manual describes the report of update $options" check_json "JSON of update" update.json
	passes "and what else there is" check_json JSON others.json
done

# compared NAME OLD NEW OPTION...: what diff says as JSON is as described.
compared() {
	flowfield diff "$2" "$3" -q --json diff.json "${@:4}" 2>"$err" || [[ $? -eq 1 ]]
	passes "the manual describes what diff says of $1" check_json "JSON of diff" diff.json
}
flowfield map.pgm -q -g 0,0 --csv old.csv --heatmap old.png --json old.json --integration old.npy
pgm 4 1 2 1 7 1 255 255 1 9 3 254 255 >map.pgm
flowfield map.pgm -q -g 0,0 --csv new.csv --heatmap new.png --json new.json --integration new.npy
compared "tables" old.csv new.csv --abs 0.5 --max-changed 1% --ignore 0,0,1,1
compared "files that are the same" old.csv old.csv
compared "arrays" old.npy new.npy
compared "pictures" old.png new.png
compared "reports" old.json new.json
compared "other files" legend.txt list.csv
mkdir old new
mv old.csv old.png new.json old
mv new.csv new.png new
compared "folders" old new

printf '%s\n' 'map.pgm -g 0,0 --csv a.csv' 'none.pgm -g 0,0' 'map.pgm -g' 'map.pgm -g 0,0 --heatmap b.png' >jobs.txt
for options in '' '--shard 2/2 -j 1'; do
	# shellcheck disable=SC2086 # several words
	flowfield batch jobs.txt $options --report json=batch.json -q >"$out" 2>"$err" || [[ $? -le 3 ]]
	passes "the manual describes the report of batch $options" check_json "JSON of batch" batch.json
done

printf '%s\n' 'map.pgm -g 0,0 --csv a.csv --heatmap b.png' 'map.pgm -g 1,0 --csv c.csv --require 3,0' >jobs.txt
for options in --accept '' '--out kept' --prune; do
	# shellcheck disable=SC2086 # several words
	flowfield batch jobs.txt --golden golden $options --report json=batch.json -q 2>"$err" || [[ $? -eq 1 ]]
	passes "the manual describes the report of batch --golden $options" check_json "JSON of batch" batch.json
	cp golden/a.csv golden/unwritten.csv
	pgm 4 1 2 1 7 1 255 255 1 9 3 254 253 >map.pgm
done

make_map --pgm terrain 160 120 >map.pgm
described "a large map and two threads" -g 80,60 --snap -j 2

# check_json itself: it finds what is wrong.
cat >manual <<'MAN'
.Ss Toys
.It Li name Ta string Ta
.It Li parts Ta objects Ta
.It Li parts[].{x,y} Ta integer Ta
.It Li parts[].note Ta string or null? Ta
.It Li size Ta number Ta how large
.Ss Other
.It Li name Ta integer Ta
.Ss Rows
.It Li [].name Ta string Ta
MAN
export FLOWFIELD_MANUAL=manual
# wrong DOCUMENT LINE...: what it prints of a document of toys.
wrong() {
	echo "$1" >toys.json
	same "of $1 it says ${*:2}" "$(check_json Toys toys.json)" "$(printf 'toys.json: %s\n' "${@:2}")"
}
echo '{"name": "a", "parts": [{"x": 1, "y": 2}, {"x": 1, "y": 2, "note": null}], "size": 1}' >toys.json
silent "it has nothing to say of what is right" check_json Toys toys.json
echo '{"name": "a", "parts": [], "size": 1.5}' >toys.json
silent "nor of an empty list" check_json Toys toys.json
wrong '{"name": "a", "parts": []}' "size is missing"
wrong '{"name": "a", "parts": [{"x": 1}], "size": 1}' "parts[].y is missing"
wrong '{"name": "a", "parts": [], "size": 1, "more": {"x": 1}}' "more is not described" "more.x is not described"
wrong '{"name": 1, "parts": [{"x": 1.5, "y": 2, "note": 3}], "size": "large"}' "name is integer, not string" \
	"parts[].note is integer, not string or null" "parts[].x is number, not integer" "size is string, not number"
echo '[{"name": "a"}, {}]' >rows.json
same "a document may be a list" "$(check_json Rows rows.json)" "rows.json: [].name is missing"
fails "a section has to be there" 1 'the manual has no section "Rest" that describes a document' \
	check_json Rest rows.json

done_testing
