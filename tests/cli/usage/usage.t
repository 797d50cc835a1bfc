#!/bin/bash
# Command lines that ask for nothing possible: status 2, one line, no file touched.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 3 1 2 255 1 255 4 >map.pgm
printf '' | tee map.heatmap.png map.arrows.png >map.reach.png

# refuse TEXT ARGUMENT...: status 2, and TEXT (a pattern) alone on stderr.
refuse() {
	local message status=0 name="${*:2}"
	name=${name//[^ -~]/.}
	message=$(flowfield "${@:2}" 2>&1 <map.pgm) || status=$?
	# shellcheck disable=SC2053 # it is a pattern
	if [[ $status -eq 2 && $message == "flowfield: "$1 && $message != *$'\n'* ]]; then
		tap_line ok "flowfield ${name:0:80}"
	else
		tap_line "not ok" "flowfield ${name:0:80}" "expected 2 and \"flowfield: $1\", got $status and: $message"
	fi
}
before=$(inventory)

# Too little, or too much.
refuse 'there is no map: name a file, or -' -g 0,0
refuse 'there is no map: name a file, or -' '' -g 0,0
refuse 'map.pgm: 3x2: 4 open, 2 wall, 2 areas (largest 3); there is no goal.  Try: flowfield map.pgm --goal 0,0 --csv -' map.pgm --csv -
refuse 'other.pgm: expected one map, and map.pgm is one (flowfield batch runs many)' map.pgm other.pgm -g 0,0
refuse 'verify: expected one map: did you mean flowfield verify map.pgm\?' map.pgm verify -g 0,0
refuse '-g: expected one map, and map.pgm is one (flowfield batch runs many)' map.pgm -- -g 0,0
refuse 'standard input can be read only once' - -g 0,0 --legend -

# Goals.
goal_is='expected X,Y, or integers X,Y,W,H, or metres Xm,Ym, each with an optional +COST'
refuse "--goal 0,: $goal_is" map.pgm -g '0,' 0 # which a blank split
for goal in '' ',' 0 ',0' x,y 0,0,0 0.5 0.5,1. '0, 1' ' 0,0' 0x1,0 +1,0 1e1,0 --1,0 -,1 nan,0 0,inf '0;0' 0,,0 0,0x \
	'0,0,' '0,0,1,' 0,0,1,1,1 0,0,0,1 0,0,1,0 0,0,-1,1 0.5,0,2,2 0,0.5,2,2 0,0,1.5,1 0,0,1,1.5 \
	0,0+ 0,0+-1 0,0++1 0,0+1.5 0,0+x '0,0+ 1' '0,0 +1' 0,0+1+1 +1 + \
	1m,2 1,2m m,m 1m,2m,3m 1m,2m,1,1 1m "1m," ",1m" 1mm,2m 1e1m,2m; do
	refuse "--goal $goal: $goal_is" map.pgm -g "$goal"
done
for goal in 99999999999999999999,0 9223372036854775808,1 0,0+1000000000001 1,2,3,1073741825; do
	refuse "--goal $goal: out of range; $goal_is" map.pgm -g $goal
done
refuse "--goal 1;1: $goal_is" map.pgm -g 0,0 -g '1;1'
for goal in '1 0' 1x0; do
	# shellcheck disable=SC2086 # two words
	refuse "--goal $goal: did you mean --goal 1,0\?" map.pgm --goal $goal
	# shellcheck disable=SC2086 # two words
	refuse "--goal $goal: did you mean --goal 1,0\?" walk -g $goal map.pgm
done
refuse '3: expected one map, and map.pgm is one (a goal is *' walk map.pgm -g 0,0 --spawn 2 3

# An output for a command.
refuse "no file or command 'heatmap': did you mean flowfield map.pgm --goal X,Y --heatmap FILE\?" heatmap map.pgm
refuse "no file or command 'sight': did you mean flowfield MAP --goal X,Y --sight\?" sight

# Unknown options name the nearest one.
for pair in gaol:goal gaols:goals metrik:metric corner:corners flows:flow maxcost:max-cost \
	direction:directions vector:vectors allocations:allocation region:regions requires:require gal:goal \
	haetmap:heatmap heat:heatmap heat_map:heatmap color-map:colormap colourmap:colormap outdir:out-dir \
	no-clober:no-clobber noclobber:no-clobber wallfrom:wall-from walls-from:wall-from witj:with values:with \
	contours:with grid:with bar:bare verb:verbose qiuet:quiet quite:quiet Help:help; do
	refuse "unknown option --${pair%:*}: did you mean --${pair#*:}\?" map.pgm -g 0,0 "--${pair%:*}"
done
refuse 'unknown option --gaol: did you mean --goal\?' map.pgm --gaol=0,0
for option in frobnicate cores; do
	refuse "unknown option --$option: see flowfield --help" map.pgm --$option
done
refuse 'unknown option --x: see flowfield --help' --x
refuse 'unknown option --a*: see flowfield --help' "--$(printf 'a%.0s' {1..500})"
refuse 'unknown option -x: see flowfield --help' map.pgm -x
refuse 'unknown option -x: see flowfield --help' map.pgm -qxv
refuse 'unknown option -\?: see flowfield --help' map.pgm $'-\x80'

# An option of another command.
refuse 'unknown option --exact: flowfield sectors has it' map.pgm -g 0,0 --exact
refuse 'unknown option --requests: flowfield sectors has it' map.pgm -g 0,0 --requests 9
refuse 'unknown option --requests: flowfield sectors has it' --requests 9 sectors map.pgm -g 0,0
refuse 'unknown option --exact: flowfield sectors has it' verify map.pgm f -g 0,0 --exact
refuse 'unknown option --form: did you mean --from\?' sectors map.pgm -g 0,0 --form 1,2
refuse 'unknown option --metrik: did you mean --metric\?' sectors map.pgm -g 0,0 --metrik octile
refuse 'unknown option --qqqqq: see flowfield sectors --help' sectors map.pgm -g 0,0 --qqqqq

# Missing and surplus values.
for option in goal goals max-cost require max-unreached metric step corners flow radius wall-from remap \
	heatmap arrows reach terrain allocation regions ties bands relief detour clearance chokes ridges gain csv directions vectors json \
	out-dir colormap scale with; do
	refuse "--$option needs a value: *" map.pgm "--$option"
done
refuse '-g needs a value: X,Y\[,W,H\]\[+COST\]' map.pgm -qg
refuse '--legend needs a value: FILE|WHEN' map.pgm -g 0,0 --legend
refuse '--csv needs a value: FILE; -q is an option (a file of that name: ./-q)' map.pgm -g 0,0 --csv -q
refuse '--csv needs a value: FILE; --json is an option *' map.pgm -g 0,0 --csv --json
refuse '--goal needs a value: X,Y\[,W,H\]\[+COST\]; --snap is an option' map.pgm --goal --snap
refuse '-g needs a value: *; -v is an option' map.pgm -qg -v
refuse '--csv needs a value: FILE; -- is an option *' map.pgm -g 0,0 --csv --
for option in subdivide sight invert force no-clobber bare verbose quiet version; do
	refuse "--$option takes no value" map.pgm -g 0,0 "--$option=1"
done
refuse "--help=1: expected all" map.pgm --help=1
for option in goals heatmap arrows reach terrain allocation regions ties bands relief detour clearance chokes ridges gain csv directions vectors json legend; do
	refuse "--$option needs a file's name" map.pgm -g 0,0 "--$option" ''
done
for option in heatmap arrows reach terrain csv directions vectors json; do
	refuse "--$option is given twice" map.pgm -g 0,0 "--$option=a" "--$option" b
done
for option in allocation regions ties; do
	refuse "--$option is given twice" map.pgm -g 0,0 "--$option=a.png" "--$option" b.csv
done

# Names that say no format, or no folder.
refuse '--out-dir -: standard output is no folder; *' map.pgm -g 0,0 --out-dir -
refuse "--out-dir needs a folder's name" map.pgm -g 0,0 --out-dir=
for name in a.jpg a.csv; do
	refuse "--heatmap $name: name it .png or .svg" map.pgm -g 0,0 --heatmap $name
done
refuse '--terrain a.png/b.gif: name it .png or .svg' map.pgm -g 0,0 --terrain a.png/b.gif
for name in a.svg a.txt a.csv.gz pgm:a.npy svg:-; do
	refuse "--vectors $name: name it .csv, .npy, .npz, .pfm, .png, .raw or .h" map.pgm -g 0,0 --vectors $name
done
for name in a.jpg a.txt a.csv.gz; do
	refuse "--directions $name: name it .svg, .csv, .npy, .npz, .pgm, .pfm, .asc, .png, .raw or .h" map.pgm -g 0,0 --directions $name
done
for name in t a.jpg a.txt a. a.npy/t; do
	for option in --allocation --regions --ties; do
		refuse "$option $name: name it .png, .svg, .csv, .npy, .npz, .pgm, .pfm, .asc, .raw or .h" map.pgm -g 0,0 $option $name
	done
done
refuse '--reach png8:a: name it .png, .svg, .csv, .npy, .npz, .pgm, .pfm, .asc, .raw or .h' map.pgm -g 0,0 --reach png8:a
refuse '--terrain png16:a.png: name it .png or .svg' map.pgm -g 0,0 --terrain png16:a.png
refuse "--reach needs a file's name" map.pgm -g 0,0 --reach npy:
refuse '--cost r.txt: name it .csv, .npy, .npz, .pgm, .pfm, .asc, .png, .raw or .h' map.pgm -g 0,0 --cost r.txt

# Values out of range, or none at all.
number() { # OPTION OUTPUT WANTED VALUE...: a value that begins with > is out of range
	local value range
	for value in "${@:4}"; do
		range=
		[[ $value != '>'* ]] || range="out of range; "
		refuse "$1 ${value#>}: ${range}expected $3" map.pgm -g 0,0 "$1=${value#>}" ${2:+"$2"}
	done
}
point='integers X,Y or metres Xm,Ym'
number --max-cost '' 'a number from 0 to 1000000000000000' '' -1 -0.001 x 1e3 inf nan 0x9 1,5 '>1000000000000001'
number --max-unreached '' 'an integer from 0 to 1099511627776, or 0% to 100% of the cells' \
	'' -1 x 1.5 '>1099511627777' '>99999999999999999999' -1% '>100.1%' % 5%% 5%x 1e1% '5 %'
number --radius '' 'a number from 0 to 1000000' '' -1 -0.1 x 1,5 nan '>1000000.5' 1e3
number --require '' "$point" '' 0 ',' '0,' ',0' 0,0,0 1.5,2 x,y 0,0+1 '0 ,0' 0,0,1,1
number --flee '' 'a number from -5 to -0.01' '' '>0' '>-0' '>1.2' '>-0.001' '>-100.5' - x -1e1 -1,2
refuse "-1.2: expected one map, and map.pgm is one *" map.pgm -g 0,0 --flee -- -1.2
number --threads '' 'an integer from 1 to 256' '>0' two
number --wall-from '' 'an integer from 1 to 255' '' '>0' '>256' x
number --scale '' 'an integer from 1 to 256, or 1/1 to 1/1024' '>0' '>257' -1 x '' 2.5 2x '>99999999999999999999' \
	'>1/0' '>1/1025' 1/ 1/x 2/3 1/-2 1/2/2 '1 /2'
number --with '' 'contours=N with an integer from 1 to 1000' '>contours=0' '>contours=1001' contours=x
number --with '' 'grid=N with an integer from 1 to 10000' '>grid=0' '>values,grid=10001' grid=x grid= grid=1.5
number --colormap '' '0:MAX with MAX above 0 and at most 1000000000000000' 0: '>0:0' 0:x 0:-1 \
	'>0:1000000000000001' 0:5:6 0:1e3 0:inf
refuse '--colormap jet: expected viridis, cividis, turbo or gray' map.pgm -g 0,0 --colormap jet
layers='values, arrows, streamlines, contours, bands, paths, portals, graph-all, sight, detour, clearance, chokes, ridges or grid'
refuse "--with x: \"x\" is not $layers" map.pgm -g 0,0 --with x
refuse "--with : \"\" is not $layers" map.pgm -g 0,0 --with ''
refuse "--with values,: \"\" is not $layers" map.pgm -g 0,0 --with values,
refuse "--with values,Grid,x: \"Grid\" is not $layers" map.pgm -g 0,0 --with values,Grid,x
refuse "--with value: \"value\" is not $layers" map.pgm -g 0,0 --with value
refuse '--metric chess: expected manhattan, octile or euclid' map.pgm -g 0,0 --metric chess
refuse '--legend often: one file at a time, and sometimes is given already; otherwise expected auto, always or never' \
	map.pgm -g 0,0 --legend=sometimes --legend never --legend often
for remap in 5 = =5 5= 5=0 5=255 5=256 256=1 1-=2 -1=2 2-1=5 1=2= 1=2=3 1=Wall 1=walls 1-2-3=4 1:2 a=1 ' 1=2' '1 =2' \
	1.5=2 +1=2; do
	refuse "--remap $remap: \"$remap\" is not A=C or A-B=C with greys 0..255 and a cost 1..254 or wall" \
		map.pgm -g 0,0 --remap "$remap"
done
refuse '--remap 1=2,: "" is not *' map.pgm -g 0,0 --remap 1=2,
refuse '--remap 1=2,,3=4: "" is not *' map.pgm -g 0,0 --remap 1=2,,3=4
refuse '--remap : "" is not *' map.pgm -g 0,0 --remap ''
refuse '--remap 1=2,x,3=4: "x" is not *' map.pgm -g 0,0 --remap 1=2,x,3=4
refuse '--remap 1=2,1=3: grey 1 has two costs' map.pgm -g 0,0 --remap 1=2,1=3
refuse '--remap 10-20=2,20-30=3: grey 20 has two costs' map.pgm -g 0,0 --remap 10-20=2,20-30=3
refuse '--remap 10-20=2,5-15=3: grey 10 has two costs' map.pgm -g 0,0 --remap 10-20=2,5-15=3
refuse '--remap 15=9: grey 15 has two costs' map.pgm -g 0,0 --remap 10-20=2 --remap 15=9
refuse '--remap 0-255=9: grey 15 has two costs' map.pgm -g 0,0 --remap 15=2 --remap 0-255=9

# Options that contradict each other.
refuse '--allocation and --ties cannot both go to standard output' map.pgm -g 0,0 --allocation - --ties -
refuse '--csv and --directions cannot both go to standard output' map.pgm -g 0,0 --csv - --directions -
refuse '--directions and --vectors would both write a.csv' map.pgm -g 0,0 --directions a.csv --vectors a.csv
refuse '--regions and --csv would both write a.csv' map.pgm -g 0,0 --csv a.csv --regions a.csv
refuse '--step mean is not for --metric euclid, which has no steps' map.pgm -g 0,0 --metric euclid --step mean
refuse '--step hops is not for --metric euclid, which has no steps' map.pgm -g 0,0 --metric euclid --step hops
refuse '--flee and --sight: walkers that flee do not walk to goals in sight' map.pgm -g 0,0 --flee --sight
refuse "--flee and --colormap 0:MAX: a flee map's values are below 0" map.pgm -g 0,0 --flee --colormap 0:9
refuse '--flee and --with sight: a flee map has no goals to see' map.pgm -g 0,0 --flee --with values,sight
no_walkers='--with paths: there is no source: give --from X,Y'
refuse "$no_walkers" map.pgm -g 0,0 --with values,paths
refuse "$no_walkers" walk map.pgm -g 0,0 --radius 0.3 --traffic-in all --with paths
refuse '--with portals and graph-all: only flowfield sectors has portals' map.pgm -g 0,0 --with portals
refuse '--with portals and graph-all: only flowfield sectors has portals' walk map.pgm -g 0,0 --radius 0.3 --from 0,0 --with portals
for option in '--with grid=2' --bare '--with values' '--scale 1/2'; do
	# shellcheck disable=SC2086 # an option and its value
	refuse "${option%% *} is not for compare" compare map.pgm map.pgm -g 0,0 $option
done
refuse '--flee and --allocation: in a flee map no goal serves a cell' map.pgm -g 0,0 --flee --allocation a.csv
for option in --invert '--wall-from 9' '--remap 1=2'; do
	# shellcheck disable=SC2086 # an option and its value
	refuse '--invert, --wall-from and --remap are for greys, --legend FILE for colours' \
		map.pgm -g 0,0 --legend l.txt $option
done

# verify
refuse '--flee is not for verify' verify map.pgm f -g 0,0 --flee
refuse '--csv is not for verify' verify map.pgm f -g 0,0 --csv c
refuse 'there is no field to verify: name a file, or -' verify map.pgm -g 0,0
refuse 'there is no map: name a file, or -' verify -g 0,0
refuse 'there is no goal: give --goal X,Y' verify map.pgm f
refuse 'standard input can be read only once' verify - - -g 0,0
refuse 'one field at a time: f or g\?' verify map.pgm f g -g 0,0

# sectors
refuse 'there is no goal: give --goal X,Y' sectors map.pgm --from 1,0
refuse 'there is no source: give --from X,Y, --agents FILE.csv or --spawn N' sectors map.pgm -g 0,0
refuse 'there is no map: name a file, or -' sectors --from 1,0 -g 0,0
refuse 'b: expected one map, and a is one' sectors a b --from 1,0 -g 0,0
for source in 1.5,2 1,x; do
	refuse "--from $source: expected $point" sectors map.pgm -g 0,0 --from $source
done
for size in 4 7 1025; do
	refuse "--sectors $size: out of range; expected an integer from 8 to 1024" \
		sectors map.pgm -g 0,0 --from 1,0 --sectors $size
done
refuse '--graph g.npy: name it .png, .svg or .csv' sectors map.pgm -g 0,0 --from 1,0 --graph g.npy
refuse 'map.pgm: expected one map: a command comes first: flowfield sectors map.pgm\?' --flee sectors map.pgm -g 0,0 --from 1,0
for option in --flee --subdivide '--max-cost 5' '--max-unreached 0' \
	'--allocation a.csv' '--ties t.csv'; do
	# shellcheck disable=SC2086 # an option and its value
	refuse "${option%% *} is not for sectors" sectors map.pgm -g 0,0 --from 1,0 $option
done

same "no file was touched" "$(inventory)" "$before"

# A file's name may look like an option.
try flowfield map.pgm -g 0,0 -q --csv ./-q
expect "a file may be called -q" 0 "" "" "+-q"
try flowfield map.pgm -g 0,0 -q --csv=-v
expect "after =, too" 0 "" "" "+-v"
try flowfield map.pgm -g 0,0 -q --csv -
expect "- is standard output" 0 "x,y,*" "" ""
try flowfield map.pgm -q -g -1,0
refused "a place may begin with -" 3 'map.pgm: goal -1,0 is outside the map *'

done_testing
