#!/bin/bash
# Two outputs on one path, an output on the map: refused before any work.
. "$(dirname "$0")/../cli.sh"

new_folder
mkdir folder
pgm 3 1 2 255 1 255 4 >map.pgm
printf 'old\n' | tee a b >folder/c
ln a hard
ln -s a soft
ln -s . here
ln map.pgm map-hard
ln -s map.pgm map-soft

both() { # NAME ONE OTHER
	try flowfield map.pgm -g 0,0 --csv "$2" --json "$3"
	refused "$1" 2 "--csv and --json would both write $3"
}
both "one name twice" a a
both "one name twice, of a file that is not there yet" new new
both "a and ./a" a ./a
both "new and ./new" new ./new
both "folder/../a and a" folder/../a a
both "folder/../new and new" folder/../new new
both "folder//c and folder/c" folder//c folder/c
both "a folder by a link to it" new here/new
both "an absolute path" new "$PWD/new"
both "a hard link" a hard
both "a symbolic link" soft a
try flowfield map.pgm -g 0,0 --heatmap x --arrows y --reach z --terrain ./y
refused "two of many" 2 '--arrows and --terrain would both write ./y'
try flowfield map.pgm -g 0,0 --csv - --json -
refused "two to stdout" 2 '--csv and --json cannot both go to standard output'
try flowfield map.pgm -g 0,0 --heatmap - --csv b --reach -
refused "two pictures to stdout" 2 '--heatmap and --reach cannot both go to standard output'

onto_map() { # NAME MAP OUTPUT
	try flowfield "$2" -g 0,0 --csv "$3" -f
	refused "$1" 2 "--csv $3: that is the map itself"
}
onto_map "the map" map.pgm map.pgm
onto_map "./map" map.pgm ./map.pgm
onto_map "the map by another folder" folder/../map.pgm here/map.pgm
onto_map "a hard link to the map" map.pgm map-hard
onto_map "a symbolic link to the map" map.pgm map-soft
onto_map "the map that was named by a link" map-soft map.pgm
cp map.pgm copy.pgm
# shellcheck disable=SC2094 # that is the point
try sh -c 'flowfield - -g 0,0 --csv copy.pgm <copy.pgm'
refused "the map that comes through stdin" 2 '--csv copy.pgm: that is the map itself'
ln map.pgm map.reach.png
try flowfield map.pgm -g 0,0
refused "a name of the tool's own that is the map" 2 '--reach map.reach.png: that is the map itself'
rm map.reach.png

try flowfield map.pgm -g 0,0 --csv /dev/null --heatmap /dev/null --json folder/new -q
expect "a device may be written twice" 0 "" "" "+folder/new"
mkfifo pipe
try flowfield map.pgm -g 0,0 --csv pipe --json ./pipe
refused "a pipe may not" 2 '--csv and --json would both write ./pipe'
onto_map "nor one that the map comes through" pipe ./pipe
try sh -c 'flowfield map.pgm -g 0,0 --csv /dev/stdout --json - | cat; exit 2'
refused "nor standard output, by whatever name" 2 '--csv and --json cannot both go to standard output'

done_testing
