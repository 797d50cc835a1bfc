#!/bin/bash
# Refusals of walk, which leave all files alone.
. "$(dirname "$0")/../cli.sh"

new_folder
# Two rooms of 10 and 13 columns, without a door.
{
	printf 'P2\n24 12\n255\n'
	perl -e 'print join(" ", map { $_ == 10 ? 255 : 1 } 0 .. 23), "\n" for 1 .. 12'
} >rooms.pgm
printf 'old\n' >old.csv
room=(rooms.pgm -g '0,0' --from '5,5')
crowd=("${room[@]}" --simulate 9)

try flowfield walk --help=all
expect "the help has their own options first, then those of runs" 0 \
	'usage: flowfield walk MAP*--from X,Y*--simulate SECONDS*--max-cost C*--csv FILE*--version *' "" ""
same "--require is there once, without a value" "$(grep -E -e '--require' "$out" | tr -s ' ')" \
	" --require exit 1 unless all walkers reach a goal"
same "the default radius is told" "$(grep -E -e '--radius' "$out" | tr -s ' ')" \
	" --radius R radius of walkers in cells (default 0.3)"
same "and those that make no sense are not" \
	"$(grep -cE -e ' --(allocation|ties|max-unreached|budget|size) ' "$out")" 0
try flowfield --help
expect "that of runs names the command" 0 '*  walk  *' "" ""

# Walkers and goals.
try flowfield walk rooms.pgm -g 0,0
refused "someone has to walk" 2 \
	'there are no walkers: give --from X,Y, --agents FILE.csv or --spawn N'
try flowfield walk rooms.pgm --from 5,5
refused "somewhere" 2 'there is no goal: give --goal X,Y'
try flowfield walk rooms.pgm --spawn 5:red --from 5,5 --goal red=1,1
refused "all of them" 2 'walkers without a group with goals walk to --goal X,Y: give one'
try flowfield walk rooms.pgm --spawn 5:rde --goal red=1,1 --goal blue=2,2
refused "a group without goals by its name" 2 '--spawn 5:rde: no group of this name has goals: did you mean red?'
try flowfield walk rooms.pgm -g 5,5 --spawn 5:rde --spawn 2:red --goal red=1,1 --arrivals -
expect "who walks to --goal all the same is warned of" 0 '*' \
	$'flowfield: warning: --spawn 5:rde: no group of this name has goals: did you mean red?\n*' ""
try flowfield walk rooms.pgm -g 5,5 --spawn 5:nobody --arrivals -
expect "also without any group" 0 '*' $'flowfield: warning: --spawn 5:nobody: no group of this name has goals\n*' ""
for value in 0 10000001 -1 5@1,2 5@1,2,3 5@1,2,3,0 5@1,2,3,4,5 5@1.5,2,3,4 5: 5:a,b 5@ x "5:$(printf 'a%.0s' {1..32})"; do
	try flowfield walk rooms.pgm -g 0,0 --spawn "$value" --csv old.csv
	refused "--spawn $value" 2 "--spawn $value: *expected N from 1 to 10000000, with an optional @X,Y,W,H (integers) and :GROUP"
done
for value in red red= =1,2 'a:b=1,2' 'red=1' 'red=1,2,3' 'red=1,2+x'; do
	try flowfield walk "${room[@]}" --goal "$value" --csv old.csv
	refused "--goal $value" 2 "--goal $value: *expected *X,Y*"
done
try flowfield walk rooms.pgm -g 0,0 --from 1
refused "a place has two numbers" 2 '--from 1: expected numbers X,Y or metres Xm,Ym'
try flowfield walk rooms.pgm -g 0,0 --from 1m,1m
refused "metres are for maps that lie somewhere" 2 'rooms.pgm: --from 1m,1m: nothing says where this map lies in metres: *'

# Numbers.
while read -r option value wanted; do
	try flowfield walk "${crowd[@]}" "--$option" "$value" --csv old.csv
	refused "--$option $value" 2 "--$option $value: $wanted"
done <<-'END'
	speed 0 out of range; expected a number from 0.001 to 1000, with an optional ,by-cost
	speed 1,slow expected a number from 0.001 to 1000, with an optional ,by-cost
	simulate 0 out of range; expected a number from 0.001 to 1000000
	crowd dt=0 out of range; expected dt=N with a number from 0.0001 to 1000
	crowd force=0 out of range; expected force=N with a number from 0.001 to 1000000
	crowd separation=-1 expected separation=N with a number from 0 to 1000000
	crowd alignment=x expected alignment=N with a number from 0 to 1000000
	crowd cohesion=1e3 expected cohesion=N with a number from 0 to 1000000
	crowd neighbourhood=0 out of range; expected neighbourhood=N with a number from 0.1 to 1000000
	crowd avoidance=-.1 expected avoidance=N with a number from 0 to 1000000
	crowd dt=1,headway= expected headway=N with a number from 0 to 1000
	crowd dt "dt" is not dt, force, separation, alignment, cohesion, neighbourhood, avoidance or headway
	crowd dt=1, "" is not dt, force, *
	fps 1,0 out of range; expected a number from 0.1 to 100, and after an optional comma one from 0.001 to 1000000
	seed -1 expected an integer from 0 to 9223372036854775807
	traffic-in cells expected visits, seconds or all
END
try flowfield walk "${room[@]}" --radius 0
refused "walkers have a width" 2 '--radius of walkers is in 0.001..1000'

# Options that walk does not have.
for option in ties=t.png allocation=a.png max-unreached=3 budget=5; do
	try flowfield walk "${crowd[@]}" "--$option" --csv old.csv
	refused "--$option" 2 "--${option%=*} is not for walk"
done
for option in density speed-map trajectories; do
	try flowfield walk "${room[@]}" "--$option" old.csv
	refused "--$option of nobody together" 2 \
		'--density, --speed-map, --trajectories and --animate are for --simulate SECONDS'
done
try flowfield walk "${room[@]}" --crowd force=1 --csv old.csv
refused "--crowd of nobody together" 2 '--crowd is for --simulate SECONDS'
try flowfield walk "${room[@]}" --animate a.png
refused "nor is there anything to see" 2 '*--animate are for --simulate SECONDS'
try flowfield walk "${crowd[@]}" --corners cut --metric octile --csv old.csv
refused "no disc fits through a corner" 2 \
	'--simulate and --corners cut: no disc fits between walls that touch at a corner'
try flowfield walk "${room[@]}" --seed 2 --csv old.csv
refused "--seed is of places drawn at random" 2 '--seed is for --spawn N'
for options in '' '--simulate 9 --csv old.csv'; do
	# shellcheck disable=SC2086 # several words
	try flowfield walk "${room[@]}" --traffic-in visits $options
	refused "--traffic-in is of traffic: ${options:-alone}" 2 '--traffic-in is for --traffic'
done
try flowfield walk "${crowd[@]}" --traffic-in seconds --dry-run
expect "which is there without a wish" 0 '*rooms.paths.png*rooms.traffic.png*' "" ""
try flowfield walk "${room[@]}" --goal blue=1,1 --arrivals -
expect "a group that nobody is in is named" 0 '*' $'flowfield: warning: group blue has no walkers\n*' ""
try flowfield walk "${room[@]}" --simulate 0.05 --crowd dt=0.1 --csv old.csv
refused "less than a step is none" 2 '--simulate 0.05: is shorter than a step, which takes 0.1 seconds (--crowd dt)'
try flowfield walk "${room[@]}" --simulate 0.07 --json - -q
same "without dt a step is no longer than the whole" "$(jq -c '[.walk.crowd.steps, .walk.crowd.dt]' "$out")" '[1,0.05]'
try flowfield walk "${room[@]}" --simulate 0.3 --json - -q
same "three steps of 0.1 are 0.3 seconds" "$(jq -c '[.walk.crowd.steps, .walk.crowd.seconds]' "$out")" '[3,0.3]'
try flowfield walk "${crowd[@]}" --fps 2 --csv old.csv
refused "so is --fps" 2 '--fps is for --animate'
try flowfield walk rooms.pgm -g 0,0 --traffic-in all --sight --csv old.csv
refused "directions of cells are not those of who sees a goal" 2 '--traffic-in all and --sight: *'
try flowfield walk rooms.pgm -g 0,0 --traffic-in all --simulate 5 --csv old.csv
refused "one from each cell is no crowd" 2 '--traffic-in all and --simulate: *'
try flowfield walk rooms.pgm -g 0,0 --traffic-in all --arrivals old.csv
refused "and nobody arrives" 2 '--speed, --paths, --arrivals and --require are about walkers: *'
try flowfield walk rooms.pgm -g 0,0 --traffic-in all --speed 2 --csv old.csv
refused "nor has anybody --speed" 2 '--speed, --paths, --arrivals and --require are about walkers: *'
try flowfield walk - -g 0,0 --agents -
refused "two inputs cannot be standard input" 2 'standard input can be read only once'
try flowfield rooms.pgm -g 0,0 --spawn 5
refused "runs have none of it" 2 'unknown option --spawn: flowfield sectors and flowfield walk have it'
put jobs.txt 'walk rooms.pgm -g 0,0 --from 5,5'
try flowfield batch jobs.txt -q
expect "a job of a batch is a run" 2 "" \
	$'flowfield: jobs.txt:1: walk: a job of a batch runs a map, and does nothing else\n*' ""
rm jobs.txt

# Places.
while read -r place why; do
	try flowfield walk rooms.pgm -g 0,0 --from 5,5 --from "$place" --csv old.csv
	refused "--from $place" 3 "rooms.pgm: walker 2 at $place $why"
done <<-'END'
	24,0 is outside the map (x 0..23, y 0..11)
	-0.6,0 is outside the map (x 0..23, y 0..11)
	1,1000000000000 is outside the map (x 0..23, y 0..11)
	10,3 is on a wall (see --snap)
	9.4,3 touches a wall (see --snap)
	0,11.3 touches a wall (see --snap)
END
for place in 24,0 -0.6,0 23.5,3; do
	try flowfield walk rooms.pgm -g 0,0 --from 5,5 --from "$place" --snap --csv old.csv
	refused "--snap moves nobody onto the map from $place" 3 \
		"rooms.pgm: walker 2 at $place is outside the map (x 0..23, y 0..11)"
done
try flowfield walk rooms.pgm -g 5,5 --from 9,5 --radius 0.8 --csv old.csv
refused "wide walkers need more room" 3 'rooms.pgm: walker 1 at 9,5 is too near a wall for its radius (see --snap)'
try flowfield walk "${crowd[@]}" --from 5.5,5 --csv old.csv
refused "two at a time need room for both" 3 \
	'rooms.pgm: walker 2 at 5.5,5 overlaps walker 1 at 5,5, which starts at the same time'
try flowfield walk "${room[@]}" --from 5.5,5 --arrivals - -q
expect "who walks alone is in nobody's way" 0 $'id,*\n2,*,arrived' "" ""
try flowfield walk "${room[@]}" --from 5,5 --from 5.25,5 --snap --paths - -q
same "so --snap moves nobody apart" "$(awk -F, '$2 == 0 { print $3 "," $4 }' "$out" | tr '\n' ' ')" '5,5 5,5 5.25,5 '
try flowfield walk "${room[@]}" --spawn 2000@3,3,1,1 --require --arrivals - -q
expect "and any number start in one cell" 0 $'id,*\n2001,*,arrived' "" ""
try flowfield walk "${crowd[@]}" --crowd dt=1 --csv old.csv
refused "steps that are too long for them are refused with the longest" 2 \
	'--crowd dt=1 is too long for the fastest and thinnest of these walkers (--speed, --radius, --agents): the longest step is 0.3 seconds'
while read -r radius speed dt; do
	try flowfield walk "${room[@]}" --simulate 1 --radius "$radius" --speed "$speed" --json - -q
	same "without dt a step fits --radius $radius and --speed $speed" \
		"$(jq '.walk.crowd | [.dt, .dt <= .longest_dt and .dt >= .longest_dt / 2.5]' "$out" -c)" "[$dt,true]"
done <<-'END'
	0.3 2 0.1
	0.3 3.1 0.05
	0.3 10 0.02
	0.05 1 0.05
	0.5 1000 0.0005
	0.001 1000 1e-06
END
while read -r speed seconds dt; do
	try flowfield walk "${room[@]}" --speed "$speed" --simulate "$seconds" --json - -q
	same "it takes 0.1 seconds, or a third of the longest, and there are a hundred: --speed $speed" \
		"$(jq .walk.crowd.dt "$out")" "$dt"
done <<-'END'
	0.1 20 0.2
	0.1 1000 1
	0.01 3000 10
	0.001 1000000 100
	1 1000 0.1
END
try flowfield walk "${crowd[@]}" --spawn 2000@0,0,5,5 --csv old.csv
refused "so is a crowd that finds no room, with how many do" 3 \
	'rooms.pgm: --spawn 2000: only [1-9]* more of radius 0.3 find room in that area'
try flowfield walk rooms.pgm -g 0,0 --spawn 5@12,0,5,5 --csv old.csv
refused "nobody is put where no goal can be reached" 3 'rooms.pgm: --spawn 5@12,0,5,5: no goal can be reached from there'
try flowfield walk rooms.pgm -g 0,0 --spawn 5@200,0,5,5 --csv old.csv
refused "nor outside the map" 3 'rooms.pgm: --spawn 5@200,0,5,5: the area is outside the map'
pgm 3 1 255 255 >shut.pgm
try flowfield walk shut.pgm -g 0,0 --spawn 5 --csv old.csv
refused "nor where nothing is reached" 3 'shut.pgm: --spawn 5: no goal can be reached from there'
try flowfield walk "${room[@]}" --goal red=10,3 --spawn 5:red --csv old.csv
refused "a group's goal on a wall is refused, and whose it is" 3 'rooms.pgm: group red: goal 10,3 is on a wall (see --snap); the nearest open cell is 9,3'
try flowfield walk rooms.pgm -g 10,3 --from 10,5 --spawn 5:red --goal red=10,1 --snap --simulate 60 --require --arrivals - --json report.json
expect "--snap moves goals and walkers" 0 '*' '*warning: goal 10,3 is on no open cell: moved to 9,3
*warning: goal 10,1 (group red) is on no open cell: moved to 9,1
*warning: walker 1 at 10,5 has no room: moved to 9,5*' "+report.json"
rm report.json

# Memory.
try flowfield walk "${crowd[@]}" --spawn 100 --max-memory 200K --csv old.csv
refused "what takes too much memory is refused" 5 'rooms.pgm: out of memory for *: * needed, * in use, --max-memory allows 200 KiB'
try flowfield walk "${crowd[@]}" --spawn 100 --dry-run
expect "--dry-run says what would be written" 0 \
	$'map: rooms.pgm, pgm, 24x12\nmemory: * bytes, * MiB\noutput: rooms.paths.png\noutput: rooms.traffic.png\noutput: rooms.arrivals.png' "" ""
done_testing
