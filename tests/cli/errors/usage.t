#!/bin/bash
# Command lines that ask for nothing possible: status 2, one line, no file touched.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 3 1 2 255 1 255 4 >map.pgm
printf 'old\n' | tee map.heatmap.png map.arrows.png >map.reach.png

usage_error() { # NAME TEXT ARGUMENT...
	try flowfield "${@:3}"
	refused "$1" 2 "$2"
}
usage_error "no map" 'there is no map: name a file, or -' -g 0,0
usage_error "an empty name for it" 'there is no map: name a file, or -' '' -g 0,0
usage_error "no goal" 'there is no goal: give --goal X,Y' map.pgm
usage_error "no goal for an output" 'there is no goal: give --goal X,Y' map.pgm --csv -
usage_error "two maps" 'one map at a time: map.pgm or other.pgm\? (flowfield batch runs many)' map.pgm other.pgm -g 0,0
goal_is='wanted is X,Y or, with whole numbers, X,Y,W,H, or metres, Xm,Ym; then perhaps +COST'
usage_error "a goal that a blank split" "--goal 0,: $goal_is" map.pgm -g '0,' 0
for goal in '' ',' 0 ',0' x,y 0,0,0 0.5 0.5,1. '0, 1' ' 0,0' 0x1,0 +1,0 1e1,0 --1,0 nan,0 0,inf \
	'0,0,' '0,0,1,' 0,0,1,1,1 0,0,0,1 0,0,1,0 0,0,-1,1 0.5,0,2,2 0,0.5,2,2 0,0,1.5,1 \
	0,0+ 0,0+-1 0,0++1 0,0+1.5 0,0+x '0,0+ 1' '0,0 +1' 0,0+1+1 +1; do
	usage_error "the goal \"$goal\" is not one" "--goal $goal: $goal_is" map.pgm -g "$goal"
done
usage_error "a goal beyond all numbers" \
	"--goal 99999999999999999999,0: is out of range: $goal_is" \
	map.pgm -g 99999999999999999999,0
usage_error "one bad goal among good ones" "--goal 1;1: $goal_is" map.pgm -g 0,0 -g '1;1'

# Unknown options name the nearest one.
near() { # TYPED MEANT
	usage_error "--$1 was meant to be --$2" "unknown option --$1: is it --$2?" map.pgm -g 0,0 "--$1"
}
near gaol goal
near gaols goals
near metrik metric
near corner corners
near flows flow
near maxcost max-cost
near sightmask sight-mask
near direction directions
near vector vectors
near allocations allocation
near region regions
near requires require
near gal goal
near haetmap heatmap
near heat heatmap
near heat_map heatmap
near color-map colormap
near colourmap colormap
near outdir out-dir
near no-clober no-clobber
near noclobber no-clobber
near wallfrom wall-from
near contour contours
near vales values
near verb verbose
near qiuet quiet
near Help help
usage_error "an unknown option with a value" 'unknown option --gaol: is it --goal?' map.pgm --gaol=0,0
usage_error "an option like no other" 'unknown option --frobnicate: see flowfield --help' map.pgm --frobnicate
usage_error "an option of one letter after two dashes" 'unknown option --x: see flowfield --help' --x
usage_error "a very long unknown option" 'unknown option --a*: see flowfield --help' "--$(printf 'a%.0s' {1..500})"
usage_error "an unknown letter" 'unknown option -x: see flowfield --help' map.pgm -x
usage_error "an unknown letter among known ones" 'unknown option -x: see flowfield --help' map.pgm -qxv
usage_error "an unknown byte" 'unknown option -?: see flowfield --help' map.pgm $'-\x80'
usage_error "an option after --" 'one map at a time: map.pgm or -g\? (flowfield batch runs many)' map.pgm -- -g 0,0

# Missing and surplus values.
for option in goal goals max-cost require max-unreached metric step corners flow radius wall-from remap \
	heatmap arrows reach terrain allocation regions ties sight-mask csv directions vectors encoding json \
	out-dir colormap range scale contours none; do
	usage_error "--$option without a value" "--$option needs a value: *" map.pgm "--$option"
done
usage_error "-g without a value" '-g needs a value: X,Y\[,W,H\]\[+COST\]' map.pgm -qg
usage_error "--csv -q names no file" \
	'--csv needs a value: FILE; -q is an option (a file of that name: ./-q)' map.pgm -g 0,0 --csv -q
usage_error "nor does --csv --json" '--csv needs a value: FILE; --json is an option *' map.pgm -g 0,0 --csv --json
usage_error "an option is no goal" '--goal needs a value: X,Y\[,W,H\]\[+COST\]; --snap is an option' map.pgm --goal --snap
usage_error "nor after a letter" '-g needs a value: *; -v is an option' map.pgm -qg -v
usage_error "-- is no value" '--csv needs a value: FILE; -- is an option *' map.pgm -g 0,0 --csv --
for option in subdivide sight invert force no-clobber values verbose quiet help version; do
	usage_error "--$option with a value" "--$option takes no value" map.pgm -g 0,0 "--$option=1"
done
for option in goals heatmap arrows reach terrain allocation regions ties sight-mask csv directions vectors json; do
	usage_error "--$option with an empty name" "--$option needs a file's name" map.pgm -g 0,0 "--$option" ''
done
for option in heatmap arrows reach terrain sight-mask csv directions vectors json; do
	usage_error "--$option twice" "--$option is given twice" map.pgm -g 0,0 "--$option=a" "--$option" b
done
for option in allocation regions ties; do
	usage_error "--$option twice" "--$option is given twice" \
		map.pgm -g 0,0 "--$option=a.png" "--$option" b.csv
done
usage_error "--frames, too" "--frames -: standard output is no folder; *" map.pgm -g 0,0 --frames -
usage_error "--out-dir with the name of a stream" "--out-dir -: standard output is no folder; *" map.pgm -g 0,0 --out-dir -
usage_error "--out-dir with an empty name" "--out-dir needs a folder's name" map.pgm -g 0,0 --out-dir=
usage_error "a picture that is called something else" '--heatmap a.jpg: name it .png or .svg' \
	map.pgm -g 0,0 --heatmap a.jpg

usage_error "an unknown colour map" '--colormap jet: expected viridis, cividis, turbo or gray' \
	map.pgm -g 0,0 --colormap jet
usage_error "two files of legends" 'one legend at a time: sometimes or often?  (else there is auto, always or never)' \
	map.pgm -g 0,0 --legend=sometimes --legend often
for scale in 0 257 -1 x '' 2.5 99999999999999999999; do
	usage_error "--scale '$scale'" "--scale $scale: *wanted is a whole number in 1..256" map.pgm -g 0,0 --scale "$scale"
done
for contours in 0 1001 x; do
	usage_error "--contours $contours" "--contours $contours: *wanted is a whole number in 1..1000" \
		map.pgm -g 0,0 --contours $contours
done
for range in 5 0: 0:0 1:5 0:x 0:-1 0:1000000000000001 :5 0:5:6 0:1e3 0:inf; do
	usage_error "--range $range" "--range $range: *wanted is 0:MAX with a MAX above 0, up to 1000000000000000" \
		map.pgm -g 0,0 --range "$range"
done

# What looks like an option may be a file's name, if it is meant.
try flowfield map.pgm -g 0,0 -q --csv ./-q
expect "a file may be called -q" 0 "" "" "+-q"
try flowfield map.pgm -g 0,0 -q --csv=-v
expect "after =, too" 0 "" "" "+-v"
try flowfield map.pgm -g 0,0 -q --csv -
expect "- is standard output" 0 "x,y,*" "" ""
try flowfield map.pgm -q -g -1,0
refused "a place may begin with -" 3 'map.pgm: goal -1,0 is outside the map *'

done_testing
