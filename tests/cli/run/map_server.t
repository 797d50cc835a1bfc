#!/bin/bash
# Maps of ROS: an image, and a .yaml that says what it means and where it lies.
. "$(dirname "$0")/../cli.sh"

new_folder
# yaml IMAGE RESOLUTION ORIGIN OCCUPIED FREE [LINE...]
yaml() {
	printf '%s\n' "image: $1" "resolution: $2" "origin: $3" "negate: 0" "occupied_thresh: $4" "free_thresh: $5" "${@:6}"
}
# costs WORD...: of the map's cells, row by row.
costs() {
	flowfield "$@" -q --csv - | tail -n +2 | cut -d , -f 3 | paste -sd ' '
}

# 0.2 of 255 is 51, 0.6 is 153: neither is beyond its threshold.
pgm 5 255 205 204 203 102 101 0 255 254 128 >m.pgm
yaml m.pgm 0.5 '[-1, 2, 0]' 0.6 0.2 >m.yaml
same "above one threshold is wall, below the other free, between unknown, which is wall" \
	"$(costs m.yaml -g 0,0)" "1 1 255 255 255 255 255 1 1 255"
same "unless --unknown says what it costs" "$(costs m.yaml -g 0,0 --unknown 9)" "1 1 9 9 9 255 255 1 1 9"
sed 's/negate: 0/negate: 1/' m.yaml >negated.yaml
same "negate turns the greys round" "$(costs negated.yaml -g 1,1 --unknown 9)" "255 255 255 255 9 9 1 255 255 9"
yaml m.pgm 0.5 '[-1, 2, 0]' 0.6 0.2 'mode: scale' >scaled.yaml
same "mode scale goes from 1 to 254 between them" "$(costs scaled.yaml -g 0,0)" "1 1 1 3 254 255 255 1 1 190"
mkdir -p there/deep
cp m.yaml there/deep/m.yaml
cp m.pgm there/deep
same "the image is beside the text, not where the program is" "$(cd there && costs deep/m.yaml -g 0,0)" "$(costs m.yaml -g 0,0)"
same "of a text from standard input it is here" "$(costs - -g 0,0 <m.yaml)" "$(costs m.yaml -g 0,0)"
sed "s|m.pgm|$PWD/m.pgm|" m.yaml >absolute.yml
same "or where it says, whole" "$(cd / && costs "$OLDPWD/absolute.yml" -g 0,0)" "$(costs m.yaml -g 0,0)"
try flowfield m.yaml -g 0,0 --out-dir new
expect "outputs are named after the text" 0 $'new/m.heatmap.png\nnew/m.arrows.png\nnew/m.reach.png' \
	'flowfield: m.yaml: 5x2: *' '+new +new/m.arrows.png +new/m.heatmap.png +new/m.reach.png'
flowfield m.yaml -g 0,0 --json report -q
same "the report says what it is" "$(json report map.path map.format map.width | paste -sd ' ')" "m.yaml map_server 5"
try flowfield m.yaml -g 0,0 -n
expect "so does --dry-run" 0 $'map: m.yaml, map_server, 5x2\nmemory: *' "" ""
flowfield m.yaml -g 0,0 -q --csv field.csv
try flowfield verify m.yaml field.csv -g -1m,2.5m
expect "verify knows it" 0 "" 'flowfield: field.csv: 5x2: all values*' ""

# Metres.
goal_of() {
	flowfield m.yaml --unknown 1 -q --json - "$@" >report && json report goals
}
same "a goal may be a point" "$(goal_of -g -0.75m,2.75m)" '[{"x":0,"y":0}]'
same "y is up, and 0,0 no corner" "$(goal_of -g 0.6m,2m+5)" '[{"cost":5,"x":3,"y":1}]'
same "cells and points may be mixed" "$(goal_of -g 0.6m,2.6m -g 0,0)" '[{"x":3,"y":0},{"x":0,"y":0}]'
same "split cells are the map's" "$(goal_of -g 0.6m,2.6m --subdivide)" '[{"x":3,"y":0}]'
printf -- '-0.75m,2.75m\n0.6m,2m,1,1,5\n' >goals.csv
same "so may one in a file" "$(goal_of --goals goals.csv)" '[{"x":0,"y":0},{"cost":5,"x":3,"y":1}]'
try flowfield m.yaml -g 0,0 --csv - -q --require 0.6m,2m
expect "or a required one" 1 'x,y,*' 'flowfield: m.yaml: not reached: 3,1 (unreached)' ""
try flowfield m.yaml -g 1.5m,2m
refused "a point outside is told from where to where there is a map" 3 'm.yaml: goal 1.5m,2m is outside the map (from -1m,2m to 1.5m,3m)'
try flowfield m.yaml -g 0,0 -g 1,1 -g 0.1m,2.75m+5
refused "a cell on a wall is told as one" 3 'm.yaml: goal 1,1 is on a wall (see --snap); the nearest open cell is 1,0'
try flowfield m.yaml -g 0,0 -g 0.1m,2.75m+5 -g 1,1
refused "a point there as both" 3 'm.yaml: goal 2,0+5 is on a wall (0.1m,2.75m; see --snap); the nearest open cell is 1,0'
try flowfield m.yaml -g -0.75m,2.75m -g 1,1
refused "not for another one that is none" 3 'm.yaml: goal 1,1 is on a wall (see --snap); the nearest open cell is 1,0'
try flowfield m.pgm -g 1m,2m
refused "a map alone lies nowhere" 2 'm.pgm: goal 1m,2m: nothing says where this map lies in metres: see --cell-size and --origin'

# Where it lies is in files that have room for that.
for more in '' --subdivide; do
	# shellcheck disable=SC2086 # an option or none
	flowfield m.yaml -g 0,0 -q $more --cost asc:- | head -5 | paste -sd ' '
done >got
same "an ESRI grid has the corner and the resolution" "$(<got)" \
	'ncols 5 nrows 2 xllcorner -1 yllcorner 2 cellsize 0.5
ncols 10 nrows 4 xllcorner -1 yllcorner 2 cellsize 0.25'

# Refusals.
cp m.pgm kept.pgm
yaml kept.pgm 0.5 '[-1, 2, 0]' 0.6 0.2 >kept.yaml
for output in kept.pgm kept.yaml; do
	try flowfield kept.yaml -g 0,0 --csv $output
	refused "$output is not overwritten by an output" 2 "--csv $output: that is the map*"
done
try flowfield m.yaml -g 0,0 --remap 1=2
refused "greys mean what the text says" 2 'm.yaml: --invert, --wall-from and --remap are for images without a .yaml'
try flowfield m.pgm -g 0,0 --unknown 3
refused "only such a map has unknown cells" 2 'm.pgm: --unknown is for maps of map_server: in others no cell is unknown'
try flowfield scaled.yaml -g 0,0 --unknown 3
refused "and not in mode scale" 2 'scaled.yaml: --unknown: in mode scale no cell is unknown'
cp m.yaml m.txt
try flowfield m.txt -g 0,0
refused "a text of another name is known, but not read" 3 'm.txt: looks like a map_server description (it has the key image): name it .yaml'
yaml none.pgm 1 '[0, 0, 0]' 1 0 >none.yaml
try flowfield none.yaml -g 0,0
refused "an image that is missing is named" 3 'none.pgm: No such file or directory'
mkfifo pipe
for file in pipe /dev/stdin /dev/zero there; do
	yaml $file 1 '[0, 0, 0]' 1 0 >other.yaml
	try timeout 20 flowfield other.yaml -g 0,0 < <(cat m.pgm)
	refused "nor is $file read as one" 3 "$file: is no regular file"
done
sed '/negate/d' m.yaml >short.yaml
try flowfield short.yaml -g 0,0
refused "so is a key" 3 'short.yaml:1:1: negate is missing'
yaml m.pgm 0.5 '[-1, 2, 3.14]' 0.6 0.2 >turned.yaml
try flowfield turned.yaml -g 0,0
refused "a map that is turned is not read" 3 'turned.yaml:3:17: yaw is not 0: maps that are turned are not read'
{ yaml m.pgm 1 '[0, 0, 0]' 1 0 'a: &a [x,x,x,x,x,x,x,x,x]' && printf 'b: [*a,*a,*a,*a]\n'; } >bomb.yaml
try flowfield bomb.yaml -g 0,0
refused "nothing is referred to" 3 'bomb.yaml:7:4: anchors and aliases are not for such a map'
{ yaml m.pgm 1 '[0, 0, 0]' 1 0 && printf 'x: ' && head -c 50000 /dev/zero | tr '\0' '['; } >deep.yaml
try flowfield deep.yaml -g 0,0
refused "nothing is deep" 3 'deep.yaml:7:20: this is nested too deeply'
{ yaml m.pgm 1 '[0, 0, 0]' 1 0 && printf 'x: ' && head -c 70000 /dev/zero | tr '\0' 'y'; } >long.yaml
try flowfield long.yaml -g 0,0
refused "or long" 5 'long.yaml: is larger than 65536 bytes'

# Real maps: what perl makes of the greys, and what the maps' makers have made of them.
if [[ ! -d $shared/maps/originals ]]; then
	skip "real maps" "there is no ../shared/maps"
	done_testing
	exit
fi
# counts PGM OCCUPIED FREE: "free occupied unknown" of a raw 8-bit PGM.
counts() {
	perl -e '
		open my $file, "<:raw", $ARGV[0] or die; local $/; my $pgm = <$file>;
		$pgm =~ s/^P5\s(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s//s or die;
		my ($free, $occupied, $unknown) = (0, 0, 0);
		for (unpack "C*", $pgm) {
			my $p = (255 - $_) / 255;
			$p > $ARGV[1] ? $occupied++ : $p < $ARGV[2] ? $free++ : $unknown++;
		}
		print "$free $occupied $unknown\n";
	' "$@"
}
# told YAML WORD...: how many cells are open, and how many walls.
told() {
	flowfield "$@" -q --json report
	echo "$(($(json report cells.goal cells.reached cells.unreached | paste -sd +))) $(json report cells.wall)"
}
while read -r stem pgm occupied free x y; do
	cp "$shared/maps/originals/$pgm.pgm" .
	yaml "$pgm.pgm" 0.05 '[-10.0, -10.0, 0.0]' "$occupied" "$free" >"$stem.yaml"
	read -r is_free is_occupied is_unknown < <(counts "$pgm.pgm" "$occupied" "$free")
	same "$stem: free and other cells" "$(told "$stem.yaml" -g "$x,$y")" "$is_free $((is_occupied + is_unknown))"
	digest=$(json report map.digest)
	flowfield "$shared/maps/$stem.png" -g "$x,$y" -q --json report
	same "$stem: they are those of the PNG" "$digest" "$(json report map.digest)"
	same "$stem: unknown cells" "$(told "$stem.yaml" -g "$x,$y" --unknown 5)" "$((is_free + is_unknown)) $is_occupied"
	same "$stem: and how many those are" \
		"$(flowfield "$stem.yaml" -g "$x,$y" --unknown 5 -q --csv - | cut -d , -f 3 | grep -cx 5)" "$is_unknown"
done <<-END
	real_turtlebot3_map tb3_map 0.65 0.196 200 200
	real_nav2_depot depot 0.65 0.25 300 150
END

done_testing
