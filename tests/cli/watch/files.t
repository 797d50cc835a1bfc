#!/bin/bash
# Which files are watched, what may be opened meanwhile, and how it ends.
. "$(dirname "$0")/watch.sh"

# Refusals.
for option in '--json r.json' '--animate a.png' '--frames f' '--fps 5' '--budget 9' '--batch 9' --no-clobber '--max-animation 1M'; do
	# shellcheck disable=SC2086
	try flowfield watch map.pgm -g 32,32 $option
	refused "watch has no ${option% *}" 2 "${option% *} is not for watch"
done
try flowfield watch - -g 32,32 <map.pgm
refused "nor standard input as its map" 2 "watch reads its inputs again after each change, which standard input does not allow"
try flowfield watch map.pgm --goals - </dev/null
refused "or goals" 2 "watch reads its inputs again after each change, which standard input does not allow"
mkfifo pipe
try flowfield watch pipe -g 32,32
refused "nor a pipe" 2 "pipe: is no regular file: watch reads its inputs again after each change"
try flowfield watch map.pgm -g 32,32 --csv pipe
refused "nor a pipe for an output" 2 "--csv pipe: is no regular file: watch replaces its outputs after each change"
try flowfield watch map.pgm -g 32,32 --csv -
refused "nor standard output" 2 "--csv -: is no regular file: watch replaces its outputs after each change"
try flowfield watch map.pgm
refused "nor without a goal" 2 "there is no goal: *"
try flowfield watch nothing.pgm -g 1,1
refused "a map that is not there at first is an error" 3 "nothing.pgm: No such file or directory"
try flowfield watch nothing/map.pgm -g 1,1
refused "and so is a folder" 3 "nothing/: No such file or directory: cannot be watched"
try flowfield watch map.pgm -g 32,32 -n
expect "--dry-run ends" 0 $'map: map.pgm, *\nmemory: *\noutput: map.heatmap.png\n*' "" ""

# Answers are told, and do not end it.
watched map.pgm -g 32,32 --max-unreached 0 --max-cost 5 --csv field.csv
told "an answer is told" "flowfield: map.pgm: * cells are not reached, at most 0 allowed"
poke map.pgm 5,5 255
told "each time" "flowfield: map.pgm: * cells are not reached, at most 0 allowed"
ended TERM
same "SIGTERM ends it" "$status" 143

# With -q it says nothing.
rm field.csv
begun map.pgm -g 32,32 -q --csv field.csv
there field.csv
rm field.csv
poke map.pgm 6,5 255
there field.csv
ended HUP
same "-q says nothing, and SIGHUP ends it, too" "$status $(<"$out") $(<"$err")" "129  "

# A pipe for the names that nobody reads any more.
mkfifo names
head -n 1 <names >"$work/first" &
reader=$!
(out=names && begun map.pgm -g 32,32 --csv field.csv && echo $pid >pid && ended && echo "$status" >status) &
pid=$!
said=0
says || true
wait "$reader"
poke map.pgm 7,5 255
there status
wait "$pid"
same "who reads no names any more ends it with SIGPIPE" "$(<"$work/first") $(<status) $(temporary)" "field.csv 141 "

# Links, to files and folders.
mkdir -p away/maps away/other
cp "$work/terrain.pgm" away/maps/map.pgm
make_map --pgm terrain 64 64 7 >away/maps/b.pgm
make_map --pgm terrain 64 64 8 >away/other/map.pgm
ln -s away/maps here
ln -s here/map.pgm link.pgm
watched link.pgm -g 32,32 --csv field.csv
poke away/maps/map.pgm 3,3 255
like "what a link leads to is written" 'flowfield: link.pgm: 1 cell edited, *'
cp away/maps/map.pgm away/maps/new
poke away/maps/new 4,4 255
mv away/maps/new away/maps/map.pgm
like "or replaced" 'flowfield: link.pgm: * edited, *'
ln -sfn here/b.pgm link.pgm
like "the link leads elsewhere" 'flowfield: link.pgm: * edited, *'
poke away/maps/b.pgm 5,5 1 2 3
like "and that is written" 'flowfield: link.pgm: * edited, *'
ended TERM
watched here/map.pgm -g 32,32 --csv field.csv --no-sandbox
ln -sfn away/other here
like "the folder is a link, which leads elsewhere" 'flowfield: here/map.pgm: * edited, *'
poke away/other/map.pgm 5,5 1 2 3
like "and in that folder something is written" 'flowfield: here/map.pgm: * edited, *'
mv away/other away/gone
told "that is moved away" "flowfield: here/map.pgm: No such file or directory"
mkdir away/new
cp "$work/terrain.pgm" away/new/map.pgm
mv away/new away/other
like "and another takes its name" 'flowfield: here/map.pgm: * edited, *'
ended TERM

# Links that lead nowhere are waited out.
cp "$work/terrain.pgm" map.pgm
cost=1
long=$(printf %300s "" | tr ' ' x)
watched map.pgm -g 32,32 --csv field.csv
for to in map.pgm "$long" away/none/map.pgm field.csv/map.pgm; do
	rm map.pgm
	ln -s "$to" map.pgm
	told "a link to ${to:0:20}" "flowfield: map.pgm: *"
	poke "$work/terrain.pgm" 9,9 $((++cost))
	cp --remove-destination "$work/terrain.pgm" map.pgm
	like "is told, until it is mended" 'flowfield: map.pgm: 1 cell edited, *'
done
rm map.pgm
ln -s away/none/map.pgm map.pgm
told "and so is one" "flowfield: map.pgm: No such file or directory"
mkdir away/none
poke "$work/terrain.pgm" 9,9 99
cp "$work/terrain.pgm" away/none/map.pgm
like "whose file comes later" 'flowfield: map.pgm: 1 cell edited, *'
ended TERM
rm map.pgm
cp "$work/terrain.pgm" map.pgm

# A summary follows once an output could be written after all.
mkdir room
watched map.pgm -g 32,32 --csv room/field.csv
mv room away/room
poke map.pgm 3,3 99
told "outputs that have no folder" "flowfield: room/field.csv: *"
poke map.pgm 4,3 255
told "are told each time" "flowfield: room/field.csv: *"
mv away/room room
touch map.pgm
told "and then what has changed since they were written" 'flowfield: map.pgm: 2 cells edited, *; 1 file written'
poke map.pgm 0,1 255 255
poke map.pgm 1,0 255
told "and whether fewer cells are reached" 'flowfield: map.pgm: * cells edited, *; 1 cell unreached now, 0 before; 1 file written'
ended TERM

# The folder goes, and perhaps another has its name by then.
mkdir f
cp map.pgm f
watched f/map.pgm -g 32,32 --csv field.csv
mv f f.old
told "a folder that is gone ends it" "flowfield: f/: No such file or directory: cannot be watched"
ended
same "with status 3" "$status" 3
replace() {
	cp -r f.old f.new
	poke f.new/map.pgm 3,3 200
	mv f f.older && mv f.new f
}
mv f.old f
cp -r f f.old
watched f/map.pgm -g 32,32 --csv field.csv --no-sandbox
replace
like "one that is replaced is followed without the sandbox" 'flowfield: f/map.pgm: 1 cell edited, *'
ended TERM
rm -r f.older
watched f/map.pgm -g 32,32 --csv field.csv
replace
if says '*: its folder was replaced, and the sandbox forbids the new one: restart watch, or use --no-sandbox'; then
	ended
	same "with it, that ends it" "$status $(temporary)" "3 "
else
	skip "with it, that ends it" "this system keeps nothing shut"
	ended TERM
fi

# A description and its image, goals and a legend.
mkdir maps
yaml() { # IMAGE RESOLUTION
	printf '%s\n' "image: $1" "resolution: $2" 'origin: [0, 0, 0]' 'negate: 1' 'occupied_thresh: 0.6' 'free_thresh: 0.2'
}
yaml maps/m.pgm 1 >m.yaml
make_map --pgm empty 64 64 >maps/m.pgm
cp maps/m.pgm maps/n.pgm
poke maps/n.pgm 1,1 255 255
printf '32,30\n' >goals.csv
watched m.yaml --goals goals.csv --integration field.asc
poke maps/m.pgm 9,9 255 255 255
like "the image that a description names is written" 'flowfield: m.yaml: * edited, *'
yaml maps/m.pgm 0.5 >m.yaml
like "the description is" 'flowfield: m.yaml: 64x64, rebuilt in *'
yaml maps/n.pgm 0.5 >new.yaml
mv new.yaml m.yaml
like "it names another image" 'flowfield: m.yaml: 64x64, rebuilt in *'
cp maps/m.pgm maps/new
mv maps/new maps/n.pgm
like "which is replaced" 'flowfield: m.yaml: * edited, *'
yaml maps/none.pgm 0.5 >m.yaml
told "one that is not there" "flowfield: maps/none.pgm: No such file or directory"
cp maps/m.pgm maps/none.pgm
like "yet" 'flowfield: m.yaml: *; 1 file written'
yaml field.asc 0.5 >m.yaml
told "an output" "flowfield: *the map's image*"
yaml nowhere/none.pgm 0.5 >m.yaml
told "or even its folder" "flowfield: nowhere/: No such file or directory: cannot be watched"
yaml maps/m.pgm 0.5 >m.yaml
like "which ends nothing" 'flowfield: m.yaml: *; 1 file written'
printf '32,30\n5,5,3,3,7\n' >goals.csv
like "goals are added" 'flowfield: m.yaml: 64x64, rebuilt in *'
ended TERM

# A signal at any moment.
times=5
if [[ -n ${FULL:-} ]]; then
	times=200
fi
left=""
for ((i = 0; i < times; i++)); do
	cp "$work/terrain.pgm" map.pgm
	watched map.pgm -g 32,32 --heatmap a.png --csv b.csv --arrows c.png
	poke map.pgm "$((i % 64)),7" 255
	sleep 0.0$((50 + RANDOM % 30))
	ended TERM
	left+=$(temporary)
	[[ $status -eq 143 ]] || left+="status $status"
done
same "a signal leaves no temporary file" "$left" ""

done_testing
