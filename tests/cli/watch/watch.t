#!/bin/bash
# Outputs follow the map, however it changes, and are those of a run; errors are told and waited
# out; a signal ends it.
. "$(dirname "$0")/watch.sh"


# However it changes.
watched map.pgm -g 32,32 --scale 2
like "first it does what a run does"
same "and tells the names" "$(<"$out")" $'map.heatmap.png\nmap.arrows.png\nmap.reach.png'
poke map.pgm 10,10 255
like "a cell becomes a wall, written in place" 'flowfield: map.pgm: 1 cell edited, *; 3 files written'
same "the names are told again" "$(wc -l <"$out")" 6
poke map.pgm 10,10 1 7 255 9
like "some cells, some of them as they were or walls" 'flowfield: map.pgm: * cells edited, *; 3 files written'
cp map.pgm .map.pgm.swp
poke .map.pgm.swp 32,30 255 255 255
mv .map.pgm.swp map.pgm
like "another file takes its name" 'flowfield: map.pgm: * edited, *'
cp "$work/terrain.pgm" new
perl -e 'rename "map.pgm", "map.pgm~" and rename "new", "map.pgm" or die'
like "a backup is kept" 'flowfield: map.pgm: * edited, *'
rm map.pgm
told "a map that is gone is told" "flowfield: map.pgm: No such file or directory"
passes "and waited for, while the outputs stay" test -e map.heatmap.png
cp "$work/terrain.pgm" map.pgm
told "what comes back as it was changes nothing" "flowfield: map.pgm: as before"
perl -e '
	my $at = shift() + 64 * 3;
	for my $i (0 .. 199) {
		open my $map, "+<", "map.pgm" or die;
		seek $map, $at + $i, 0;
		print $map chr($i + 1);
	}' "$header"
says "* edited*" || true
while sleep 0.5 && [[ $(wc -l <"$err") -gt $said ]]; do # a slow machine may see some of them
	said=$(wc -l <"$err")
done
like "many changes at once"
passes "are one or a few" test "$(grep -c edited "$err")" -lt 30

# Files that are no map.
cp "$work/terrain.pgm" new
truncate -s 2000 new
mv new map.pgm
told "a map that is half written" "flowfield: map.pgm: is truncated"
tail -c +2001 "$work/terrain.pgm" >>map.pgm
like "and then whole" 'flowfield: map.pgm: * edited, *'
printf 'P5' >map.pgm
told "a map of two letters" "flowfield: map.pgm: unknown format; *"
poke "$work/terrain.pgm" 32,32 255
cp "$work/terrain.pgm" map.pgm
told "a goal that is a wall now" "flowfield: map.pgm: goal 32,32 is on a wall (see --snap and --wall-from); the nearest open cell is 32,31"
make_map empty 40 50 >map.pgm
like "another size, and another format" 'flowfield: map.pgm: 40x50, rebuilt in * ms; 3 files written'
make_map caves 20 10 >map.pgm
told "a goal that is outside now" "flowfield: map.pgm: goal 32,32 is outside the map (x 0..19, y 0..9)"
poke "$work/terrain.pgm" 32,32 1
cp "$work/terrain.pgm" map.pgm
like "and is in it again" 'flowfield: map.pgm: 64x64, rebuilt in * ms; 3 files written'
before=$(stat -c %i,%Y map.*.png)
touch map.pgm
sleep 0.3
printf 'P5' >new
mv new map.pgm
last=$said
told "what breaks it later is told" "flowfield: map.pgm: unknown format; *"
same "and that it was touched before changed nothing" "$said $(stat -c %i,%Y map.*.png)" "$((last + 1)) $before"

# An output that could not be written is written at the next event, even without a change.
rm map.reach.png
mkdir map.reach.png
poke "$work/terrain.pgm" 20,20 255 255
cp "$work/terrain.pgm" map.pgm
told "an output that cannot be written" "flowfield: --reach map.reach.png: is no regular file: *"
rmdir map.reach.png
touch map.pgm
like "is written once it can be" 'flowfield: map.pgm: * edited, *; 3 files written'
if command -v prlimit >/dev/null; then
	prlimit --pid "$pid" --fsize=4096:
	before=$(sha1sum map.*.png)
	poke map.pgm 21,20 255 255
	told "nor can any where the disk is full" "flowfield: map.*.png: File too large"
	same "and then they are as they were" "$(sha1sum map.*.png) $(temporary)" "$before "
	prlimit --pid "$pid" --fsize=unlimited:
	touch map.pgm
	like "until it is not" 'flowfield: map.pgm: 1 cell edited, *; 3 files written'
else
	skip "a disk that is full" "there is no prlimit"
fi
ended INT
same "SIGINT ends it, as everything" "$status $(temporary)" "130 "

done_testing
