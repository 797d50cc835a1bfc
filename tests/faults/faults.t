#!/bin/bash
# Every allocation and every call on a file fails in turn, in three standard runs.
# Whatever happens: an exit status of the manual, one line that says why, no
# temporary file, and outputs that are the old ones, or, at status 0, the new ones;
# only a rename that fails may leave some of both.
. "$(dirname "$0")/../support/tap.sh"

make -s build/release/faults/fault.so >&2
root=$PWD
library=$root/build/release/faults/fault.so
PATH=$root/build:$root/build/release/tools:$PATH
make_map island 24 16 >"$work/map.png"
make_map --pgm caves 24 16 >"$work/map.pgm"
make_map caves 160 128 >"$work/large.png"
make_map --movingai rooms 24 16 >"$work/map.map"

# The runs: they differ in reader and writers.
declare -A run=(
	[pictures]="../map.png -g 12,8 -q --heatmap a.png --arrows b.png --reach c.png --values --contours 3"
	[data]="../map.pgm -g 12,8 -q --csv a.csv --json b.json"
	[threads]="../large.png -g 80,64 -q -j 4 --heatmap a.png --csv a.csv"
	[derived]="../map.map -g 12,8 --out-dir made"
)

# tally FAULT RUN STATUS...: fails each call in turn; says what else happened than STATUS.
tally() {
	local fault=$1 name=$2 allowed=" ${*:3} " n status text
	local -a words
	read -ra words <<<"${run[$name]}"
	for ((n = 1; n < 2000; n++)); do
		rm -rf "$work/here" "$work/note"
		cp -r "$work/old" "$work/here"
		status=0
		(cd "$work/here" && FAULT=$fault FAULT_AT=$n FAULT_NOTE=$work/note \
			LD_PRELOAD=$library exec flowfield "${words[@]}" >"$work/out" 2>"$work/err") || status=$?
		[[ -e $work/note ]] || return 0
		text="$fault $n ($(cat "$work/note")): status $status"
		[[ $allowed == *" $status "* ]] || echo "$text"
		[[ $status -eq 0 || $(wc -l <"$work/err") -eq 1 ]] || echo "$text, and says: $(cat "$work/err")"
		[[ -z $(find "$work/here" -name '.flowfield-*') ]] || echo "$text, and leaves a temporary file"
		if [[ $status -eq 0 ]]; then
			same "$work/new-$name" || echo "$text, but outputs are missing or others"
		elif at_the_end "$text"; then
			each_is_whole "$name" || echo "$text, and an output is neither old nor new"
		else
			same "$work/old" || echo "$text, and outputs changed"
		fi
	done
	echo "$fault never stops"
}

# Whether the outputs are those of a folder; reports differ in their times.
same() { # FOLDER
	diff -rq --exclude=b.json "$1" "$work/here" >/dev/null
}

# Whether it struck when all outputs were written: at a rename, or at what comes
# behind the last one, which is telling the names.
at_the_end() { # TEXT
	[[ $1 == *"(rename)"* || $(find "$work/here" -newer "$work/old/a.png" -name '*.png' | wc -l) -ge 3 ]]
}

# Whether each output is the old one, the new one, or not there as before.
each_is_whole() { # RUN
	local file
	while read -r file; do
		cmp -s "$work/here/$file" "$work/old/$file" ||
			cmp -s "$work/here/$file" "$work/new-$1/$file" ||
			[[ $file == b.json ]] || return 1
	done < <(cd "$work/here" && find . -type f)
}

mkdir "$work/old"
for file in a.png b.png c.png a.csv b.json; do
	echo old >"$work/old/$file"
done
for name in "${!run[@]}"; do
	cp -r "$work/old" "$work/new-$name"
	read -ra words <<<"${run[$name]}"
	(cd "$work/new-$name" && flowfield "${words[@]}" >/dev/null 2>&1)
	if [[ $name == threads ]]; then
		silent "$name: fewer than were asked for, or none" tally thread "$name" 0
		continue
	fi
	silent "$name: out of memory at every allocation" tally memory "$name" 0 5
	silent "$name: an error at every call" tally error "$name" 0 3 4 5
	silent "$name: short reads and writes do no harm" tally short "$name" 0
	silent "$name: interrupted reads and writes do no harm" tally interrupt "$name" 0
done

done_testing
