#!/bin/bash
# --work-dir keeps layers in files: with the same outputs, within --max-memory, and a run that was
# ended goes on.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 700 650 3 >map.pgm
make_map --pgm maze 641 513 2 >maze.pgm
make_map --pgm caves 600 600 5 >caves.pgm
outputs=(--heatmap h.png --arrows a.png --reach r.png --regions g.npy --integration i.npy
	--directions d.npy --cost c.pgm --csv t.csv)

# same NAME MAP WORD...: all outputs are those of a run in memory.
same() {
	local name=$1

	shift
	rm -rf one two work
	FLOWFIELD_CPU=plain flowfield "$@" -q --out-dir one "${outputs[@]}" || return
	flowfield "$@" -q --out-dir two --work-dir work "${outputs[@]}"
	silent "$name" diff -r one two
	silent "$name: nothing is left" find work -type f
}

same "terrain" map.pgm --goal 30,30
same "several goals, octile, a limit" map.pgm --goal 30,30 --goal 600,600,9,9+50 --metric octile --max-cost 9000
same "mazes" maze.pgm --goal 1,0 --metric octile --corners cut --step mean
same "caves, hops, paths" caves.pgm --goal 0,0,600,30+7 --goal 300,300,9,9 --step hops --flow path --overview 50
same "real costs" map.pgm --goal 30,30 --cost-scale 3
# Half of its side takes more than 32 bits; what is left beside the goal does not.
perl -e 'print "P5 600 600 65535\n", pack("n", 60000) x 360000' >dear.pgm
same "dear ground whose values fit" dear.pgm --goal 0,0,600,500 --metric octile
try flowfield dear.pgm --goal 300,300 --metric octile -q --work-dir work
refused "dear ground whose values do not fit" 5 'the integration field: a cost to the goal exceeds 2^32 units *'

# Files that are read row by row, and the same through a pipe, which are held.
for file in cost.npy cost.pgm integration.npy integration.pfm integration.pgm; do
	flowfield map.pgm --goal 30,30+1 --step hops --flow path -q --${file%.*} $file
	rm -rf work
	flowfield $file --goal 40,30 -q --work-dir work --json - | grep digest >one.txt
	cat $file | flowfield - --goal 40,30 -q --work-dir work --json - | grep digest >other.txt
	cmp one.txt other.txt
	rm one.txt
done >wrong 2>&1
silent "rows and whole files are the same map" cat wrong

# Killed anywhere, and started again.
flowfield map.pgm --goal 30,30 -q --integration truth.npy
flowfield maze.pgm --goal 1,0 --metric octile -q --integration maze.npy
for k in 1 2 3 4 5 6 7 8; do
	for map in map maze; do
		goal=(--goal '30,30')
		[ $map = map ] || goal=(--goal '1,0' --metric octile)
		rm -rf work new.npy
		for delay in 0.00$k 0.01$k 0.02$k; do
			timeout -s KILL "$delay" flowfield $map.pgm "${goal[@]}" -q --work-dir work --integration new.npy || true
		done >/dev/null 2>&1
		flowfield $map.pgm "${goal[@]}" -q --work-dir work --integration new.npy
		truth=truth.npy
		[ $map = map ] || truth=maze.npy
		cmp -s $truth new.npy || echo "$map, $k"
	done
done >wrong 2>&1
silent "runs that were killed go on to the same field" cat wrong

# goes_on NAME FIRST LAST WORD...: the command prints that it goes on, and with how many values.
goes_on() {
	local name=$1 first=$2 last=$3 found

	shift 3
	rm -f new.npy
	flowfield "$@" -v --work-dir work --integration new.npy >/dev/null 2>said || true
	found=$(sed -n 's/^flowfield: work: goes on from an unfinished run, with values in \([0-9]*\) of [0-9]* cells$/\1/p' said)
	passes "$name" test "$found" -ge "$first" -a "$found" -le "$last"
	silent "$name, to the same field" cmp truth.npy new.npy
	silent "$name, and nothing is left" find work -type f
}

# Killed by a timer of its own processor time, when the second tile has values, and the last one, where
# the corridor ends, has none.
make_map --pgm serpentine 2501 2501 >long.pgm
flowfield long.pgm --goal 1,0 -q --integration truth.npy
for seconds in 0.8 0.4 0.2 0.1 0.05 0.02 0.01; do
	rm -rf work
	FLOWFIELD_CPU=plain perl -MTime::HiRes=setitimer,ITIMER_VIRTUAL \
		-e 'setitimer(ITIMER_VIRTUAL, shift); exec @ARGV' $seconds \
		flowfield long.pgm --goal 1,0 -q -j 1 --work-dir work --integration none.npy || true
	[ -e work/flowfield.field ] || continue
	cmp -s -i 16384:0 -n 16384 work/flowfield.field /dev/zero ||
		! tail -c 4096 work/flowfield.field | cmp -s -n 4096 - /dev/zero || break
done >/dev/null 2>&1
goes_on "killed while it integrates" 1 3120000 long.pgm --goal 1,0

# A disk that is full once the values are there: of outputs, and of layers.
flowfield map.pgm --goal 30,30 -q --integration truth.npy
# All but those of the goal's tile, which is solved anew.
count=$(flowfield map.pgm --goal 30,30 -q --csv - | awk -F, 'NR > 1 && $4 == "reached" && ($1 > 63 || $2 > 63)' | wc -l)
rm -rf work
try bash -c 'ulimit -f 3000; exec "$@"' - flowfield map.pgm --goal 30,30 -q --work-dir work --csv none.csv
expect "a full disk of outputs" 4 "" 'flowfield: none.csv: *' "+work +work/flowfield.field +work/flowfield.work"
goes_on "with all values" "$count" "$count" map.pgm --goal 30,30
fault=$root/build/release/faults/fault.so
make -s -C "$root" "${fault#"$root/"}" >&2
for old in "" "LD_PRELOAD=$fault FAULT_OLD=1"; do
	unshare -rm true 2>/dev/null || break
	rm -rf work
	mkdir work
	# Values take 4 bytes a cell twice, and so do labels, for which there is no room.
	# shellcheck disable=SC2016 # the inner shell's
	unshare -rm bash -c 'mount -t tmpfs -o size=6200k none work || exit 9
		status=0
		env $1 flowfield map.pgm --goal 30,30 -q --work-dir work --regions none.npy 2>full || status=$?
		mount -o remount,size=64m work
		env $1 flowfield map.pgm --goal 30,30 -v --work-dir work --integration new.npy 2>said >/dev/null
		ls work; exit $status' - "$old" >left && status=0 || status=$?
	name="a full disk of layers${old:+ where no room can be reserved}"
	passes "$name" test "$status $(wc -l <left)" = "4 0"
	silent "$name: with more room it goes on" cmp truth.npy new.npy
	passes "$name: with all values" \
		grep "^flowfield: work: goes on from an unfinished run, with values in $count of" said
done
rm -rf work/*
try flowfield map.pgm --goal 30,30+4294967000 -q --work-dir work
refused "costs that no field holds" 5 'the integration field: a cost to the goal exceeds 2^32 units *'
silent "leave nothing to go on with" find work -type f

# Layers of 400 MB; without the limit 350 MB are mapped at once.
make_map --pgm caves 8192 4096 5 >wide.pgm
flowfield wide.pgm --goal 4096,2048 -q --work-dir work --max-memory 200M --integration wide.npy --overview 500 \
	--heatmap wide.png --json wide.json
passes "--max-memory is kept" test "$(jq .peak_bytes wide.json)" -lt 240000000
rm wide.*

make_map caves 700 700 2 >big.png
try flowfield big.png --goal 350,350 -q --work-dir work --max-memory 100K
refused "a PNG that memory is too small for" 5 \
	'big.png: out of memory for big.png (files of PGM and NPY may be larger): * needed, * in use, --max-memory allows 100 KiB'

# Work that is not this run's.
half() { # leaves work of map.pgm in the folder
	rm -rf work
	try bash -c 'ulimit -f 1500; exec "$@"' - flowfield map.pgm --goal 30,30 -q --work-dir work --out-dir none
}
half
expect "a full disk" 4 "" 'flowfield: work: *: [0-9]* bytes needed; with that room the same command goes on' \
	"+work +work/flowfield.field +work/flowfield.work"
for other in "map caves.pgm --goal 30,30 --snap" "goals map.pgm --goal 31,30" "rules map.pgm --goal 30,30 --step mean"; do
	half
	# shellcheck disable=SC2086 # words
	try flowfield ${other#* } -q --work-dir work
	case $other in
	*--snap) refused "which needs the map" 2 '--work-dir and --snap: *' ;;
	*) refused "other work: ${other%% *}" 4 "work: has unfinished work of another run, which differs in: ${other%% *} (there *, here *" ;;
	esac
done
try flowfield map.pgm --goal 30,30 -q --work-dir work --integration -
cp "$out" new.csv
flowfield map.pgm --goal 30,30 -q --integration truth.csv
silent "the same work goes on with other outputs" cmp truth.csv new.csv

# One run at a time, also while it reads its map.
rm -rf work
mkfifo pipe
flowfield - --goal 30,30 -q --work-dir work --integration slow.npy <pipe &
exec 3>pipe
until [[ -e work/flowfield.work ]]; do sleep 0.01; done
try flowfield map.pgm --goal 30,30 -q --work-dir work
refused "a folder in use" 4 'work: another run works there'
try flowfield map.pgm --goal 30,30 -q --work-dir work
refused "and it stays so" 4 'work: another run works there'
cat map.pgm >&3
exec 3>&-
wait $!
silent "the run that has it goes on" cmp truth.npy slow.npy

# Options that need the map in memory.
for words in "--metric euclid" "--flow gradient" "--sight" "--flee" "--radius 2" "--animate a.png" \
	"--from 1,1" "--allocation a.npy" "--with chokes" "--max-cells 2147483648 --flee"; do
	case $words in
	--max-cells*) option= ;;
	*) option="--work-dir work" ;;
	esac
	# shellcheck disable=SC2086 # words
	try flowfield map.pgm --goal 30,30 -q $words $option
	refused "$words" 2 '*--* --*that needs the map in memory*'
done
try flowfield sectors map.pgm --goal 30,30 --from 1,1 -q --work-dir work
refused "other commands" 2 '--work-dir is not for sectors'

done_testing
