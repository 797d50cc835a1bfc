#!/bin/bash
# Several processes find and write the same cells as one, and fail as one.
#
#	FULL=1    all comparisons also with 16 processes, and once more with the address sanitizer;
#	          and 500 random maps
. "$(dirname "$0")/../support/tap.sh"

if ! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null; then
	skip "several processes" "there is no mpicc or no mpirun here"
	done_testing
	exit
fi
passes "make mpi" make --silent mpi
here=$PWD
one=$here/build/flowfield
many=$here/build/mpi/flowfield
make_map=$here/build/release/tools/make_map
cd "$work" || exit

# run RANKS OPTION...: its status is that of the processes.
run() {
	timeout 120 mpirun -n "$1" "$many" "${@:2}"
}

# same RANKS MAP OPTION...: three layers, byte for byte, and the digest.
same() {
	local layer result=0
	rm -rf all
	mkdir all
	for layer in integration directions reach; do
		set -- "$@" "--$layer" "all/$layer.npy"
	done
	run "$@" -v >names 2>said || result=1
	for layer in integration directions reach; do
		cmp "$layer.npy" "all/$layer.npy" || result=1
	done
	grep -q "digest $(jq -r .integration.digest one.json)" said || result=1
	[[ $(wc -l <names) -eq 3 && $result -eq 0 ]] || { cat said && return 1; }
}

# compare NAME MAP OPTION...: for numbers of processes.
compare() {
	local ranks
	"$one" "${@:2}" --force -q --integration integration.npy --directions directions.npy \
		--reach reach.npy --json one.json
	for ranks in 2 3 4 7 ${FULL:+16}; do
		passes "$1: $ranks processes have the cells of one" same "$ranks" "${@:2}"
	done
}

for kind in terrain maze serpentine random city; do
	"$make_map" --pgm "$kind" 150 130 3 >"$kind.pgm"
done
"$make_map" caves 150 130 3 >caves.png
"$one" random.pgm --goal 75,65 --cost r.npy -q
perl -0777 -pe 'substr($_, 128 + 5000, 50) = "\0" x 50' r.npy >zero.npy

compare_all() {
	compare "hills" terrain.pgm --goal 75,65
	compare "a maze, octile" maze.pgm --goal 75,65 --metric octile
	compare "one corridor" serpentine.pgm --goal 75,65
	compare "random costs, diagonals between walls, mean" random.pgm --goal 75,65 --metric octile --corners cut --step mean
	compare "streets, ways as they were found" city.pgm --goal 75,65 --metric octile --flow path --corners lenient
	compare "several goals" terrain.pgm --goal 75.5,64.5 --goal 3,3,20,9+40 --goal 149,129
	compare "a mask of walls" city.pgm --goal 75,65 --wall-from 100
	compare "a PNG, which is read as a whole, with a radius" caves.png --goal 75,65 --radius 1.5 --snap
	compare "an array of bytes" r.npy --goal 75,65
	compare "an array with costs of 0" zero.npy --goal 75,65
	compare "real costs" r.npy --goal 75,65 --cost-scale 7
	compare "only near goals" terrain.pgm --goal 3,3,20,9+40 --goal 149,129+500 --max-cost 400.5 --metric octile
}

compare_all
"$make_map" --pgm spiral 40 1000 >tall.pgm
compare "a tall map" tall.pgm --goal 20,500
passes "a goal that is moved is said" grep -q 'warning: goal .* moved to' <(
	run 3 city.pgm --goal 0,0 --snap --integration moved.npy 2>&1)
passes "one process is the plain program" run 1 tall.pgm --goal 20,500 --heatmap all/tall.png --force -q
cp tall.pgm a:b.pgm
mkdir d:1
run 3 a:b.pgm --goal 20,500 --integration d:1/c.npy -q
passes "names with a colon" cmp integration.npy d:1/c.npy
passes "16 processes" same 16 tall.pgm --goal 20,500
passes "-v prints that there is no sandbox, and what was sent" \
	grep -qE '^flowfield: 16 processes, no sandbox; .* visits a cell, [0-9.]+ messages and [0-9]+ bytes a thousand cells, [0-9]+ % idle; ' said

# pick NAME WORD...: sets a variable to one of the words.
pick() {
	local n=$((RANDOM % ($# - 1) + 2))
	printf -v "$1" '%s' "${!n}"
}

# agree NUMBER: a random map and options, of which a number is the seed; status and files are those
# of the plain program.
agree() {
	local kind ranks rules step flow more words wanted=0 status=0 w h x y
	RANDOM=$1
	w=$((RANDOM % 90 + 1)) h=$((RANDOM % 90 + 1))
	pick kind empty terrain caves maze city rooms random serpentine checkers comb holes
	pick ranks 2 3 4 5 6 7
	pick rules manhattan "octile --corners strict" "octile --corners lenient" "octile --corners cut"
	pick step cell mean hops
	pick flow lowest path
	read -ra words <<<"$rules"
	set -- "$kind.pgm" --metric "${words[@]}" --step "$step" --flow "$flow"
	for _ in $(seq $((RANDOM % 3 + 1))); do
		x=$((RANDOM % w)) y=$((RANDOM % h))
		set -- "$@" --goal "$x,$y,$((RANDOM % 3 % (w - x) + 1)),$((RANDOM % 3 % (h - y) + 1))+$((RANDOM % 2 * RANDOM % 300))"
	done
	pick more "" --snap --snap "--max-cost $((RANDOM % 900))" "--radius 1 --snap"
	read -ra words <<<"$more"
	set -- "$@" "${words[@]}" -q --integration i.npy --directions d.npy --reach r.npy
	rm -rf plain shared
	mkdir plain shared
	"$make_map" --pgm "$kind" "$w" "$h" "$RANDOM" >"plain/$1"
	cp "plain/$1" shared
	(cd plain && "$one" "$@") 2>said || wanted=$?
	(cd shared && run "$ranks" "$@") 2>>said || status=$?
	[[ $wanted -eq $status ]] && diff -r plain shared && return
	echo "$ranks processes, ${w}x$h:" "$@"
	cat said
	return 1
}

agree_all() {
	local number result=0
	for number in {1..500}; do
		agree "$number" || result=1
	done
	return $result
}

if [[ -n ${FULL:-} ]]; then
	passes "500 random maps" agree_all
	passes "make mpi with sanitizers" make --silent -C "$here" VARIANT=mpi-asan CC=mpicc build/mpi-asan/flowfield
	export ASAN_OPTIONS=detect_leaks=0 # MPI's own
	many=$here/build/mpi-asan/flowfield
	compare_all
	many=$here/build/mpi/flowfield
fi

refused() { # NAME STATUS LINE COMMAND...
	fails "$1" "$2" "flowfield: $3" run 3 "${@:4}"
	passes "$1: no file is left" test -z "$(ls -A out)"
}
mkdir out
refused "pictures" 2 "--heatmap: not with several processes (MPI)" terrain.pgm --goal 75,65 --heatmap out/a.png
refused "no output" 2 "terrain.heatmap.png: several processes (MPI) write files of .npy only: --integration, --directions, --reach" \
	terrain.pgm --goal 75,65
refused "euclid" 2 "--metric euclid: not with several processes (MPI); expected manhattan or octile" \
	terrain.pgm --goal 75,65 --metric euclid --integration out/a.npy
refused "a verb" 2 "diff: not with several processes (MPI)" diff a.npy b.npy
refused "no map" 3 "none.pgm: No such file or directory" none.pgm --goal 75,65 --integration out/a.npy
refused "a goal outside" 3 "terrain.pgm: goal 150,0 is outside the map (x 0..149, y 0..129)" \
	terrain.pgm --goal 150,0 --integration out/a.npy
refused "a goal on a wall" 3 "city.pgm: goal 0,0 is on no open cell" city.pgm --goal 0,0 --integration out/a.npy
refused "standard input" 2 "standard input: not with several processes (MPI)" - --goal 1,1 --integration out/a.npy
refused "a folder that is none" 4 "terrain.pgm/a.npy: Not a directory" \
	terrain.pgm --goal 75,65 --integration terrain.pgm/a.npy
head -c 9000 terrain.pgm >short.pgm
refused "a map that is cut off" 3 "short.pgm: is truncated" short.pgm --goal 75,65 --integration out/a.npy

if mkdir -p full && mount -t tmpfs -o size=64k tmpfs full 2>/dev/null; then
	status=0
	run 3 terrain.pgm --goal 75,65 --directions out/d.npy --integration full/a.npy >/dev/null 2>said || status=$?
	passes "a full disk: status 4" test "$status" -eq 4
	passes "in one line" test "$(grep -c '^flowfield: full/a.npy: .*No space left on device' said)" -eq 1
	passes "and no file" test -z "$(find full out -type f)"
	umount full
else
	skip "a full disk" "nothing can be mounted here"
fi

# One process that finds another map.
small=(terrain.pgm --goal "75,65" --integration "$work/out/a.npy" --directions "$work/out/b.npy")
mkdir other
for size in "150 140" "160 130"; do
	# shellcheck disable=SC2086 # two words
	"$make_map" --pgm terrain $size 3 >other/terrain.pgm
	status=0
	timeout 120 mpirun -n 2 "$many" "${small[@]}" : -n 1 -wdir other "$many" "${small[@]}" >/dev/null 2>said || status=$?
	passes "a map that changes its size to $size: status 3" test "$status" -eq 3
	passes "a map that changes its size to $size: one line" \
		test "$(cat said)" = "flowfield: terrain.pgm: has changed while it was read"
	passes "a map that changes its size to $size: no file is left" test -z "$(ls -A out)"
done

"$make_map" --pgm maze 3000 3000 >large.pgm

# One process that cannot write all that it has to.
# shellcheck disable=SC2016 # the inner shell's
limited=(bash -c 'ulimit -f 16384 && exec "$@"' -)
words=(large.pgm --goal "1500,1500" --integration "$work/out/a.npy" --directions "$work/out/b.npy")
status=0
timeout 120 mpirun -n 2 "$many" "${words[@]}" : -n 1 "${limited[@]}" "$many" "${words[@]}" >/dev/null 2>said || status=$?
passes "a process that cannot write: status 4" test "$status" -eq 4
passes "a process that cannot write: one line" \
	grep -qx "flowfield: $work/out/a.npy: .*File too large.* (process 2 of 3)" said
passes "a process that cannot write: no other line" test "$(wc -l <said)" -eq 1
passes "a process that cannot write: no file is left" test -z "$(ls -A out)"

# A map that is cut off at some moment of the run: it is read before or found to be short.
shortened() {
	local status
	for delay in 0.05 0.1 0.15 0.2 0.25 0.3 0.4; do
		cp large.pgm cut.pgm
		run 3 cut.pgm --goal 1500,1500 --integration out/a.npy -q >said 2>&1 &
		sleep $delay
		truncate -s 5000000 cut.pgm
		status=0
		wait $! || status=$?
		case $status in
		0) cmp out/a.npy whole.npy || return ;;
		3) [[ $(cat said) == "flowfield: cut.pgm: is truncated" && -z $(ls -A out) ]] || return ;;
		*) return 1 ;;
		esac
		rm -f out/a.npy
	done
}
"$one" large.pgm --goal 1500,1500 --integration whole.npy -q
passes "a map that is cut off while it is read: whole or none" shortened
passes "each process has a part of the map" run 16 large.pgm --goal 1500,1500 --integration all/large.npy --max-memory 8M

# One of the processes dies while the others work.
run 3 large.pgm --goal 1500,1500 --integration out/a.npy >/dev/null 2>&1 &
for _ in {1..200}; do
	pgrep -f "$many large.pgm" >/dev/null && break
	sleep 0.02
done
sleep 0.3
pkill -9 -n -f "^$many large.pgm"
status=0
wait $! || status=$?
passes "a process that dies ends the others, with a status" test "$status" -ne 0
passes "and no output" test ! -e out/a.npy

# The first process is told to end while files are written, as Slurm tells all; mpirun itself may
# kill it before it has removed them.
timeout 120 mpirun -n 3 "$many" large.pgm --goal 1500,1500 --integration out/b.npy --directions out/c.npy >/dev/null 2>&1 &
for _ in {1..2000}; do
	[[ -n $(find out -name '.flowfield-*') ]] && break
	sleep 0.01
done
pkill -TERM -o -f "^$many large.pgm"
wait $! || true
passes "a run that is told to end leaves no temporary file" test -z "$(find out -name '.flowfield-*')"

done_testing
