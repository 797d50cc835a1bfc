# shellcheck shell=bash
# Sourced by the tests of watch: start it, wait for what it says, end it.
. "$(dirname "${BASH_SOURCE[0]}")/../cli.sh"
ulimit -c 0

new_folder
make_map --pgm terrain 64 64 >"$work/terrain.pgm"
cp "$work/terrain.pgm" map.pgm
header=$(($(stat -c %s "$work/terrain.pgm") - 64 * 64))
if flowfield watch nothing.pgm -g 1,1 2>&1 | grep -q '^flowfield: watching files: '; then
	skip "watching" "this system does not tell of changes"
	done_testing
	exit
fi

tries=${TRIES:-6000} # of 10 ms: a minute

# watched ARGUMENT...: starts it, in $pid, and waits until it has written once.
watched() {
	begun "$@"
	says || true
}
# begun ARGUMENT...: the same without waiting.
begun() {
	options=("$@")
	: >"$err"
	env --default-signal=HUP,INT,PIPE flowfield watch "$@" >"$out" 2>"$err" &
	pid=$!
	said=0
}
# says [PATTERN]: waits until it has said another line like that, be it after others; false if it
# does not, or has ended.
says() {
	local i k lines ended
	for ((i = 0; i < tries; i++)); do
		kill -0 "$pid" 2>/dev/null || ended=1
		mapfile -t -s "$said" lines <"$err"
		for k in "${!lines[@]}"; do
			# shellcheck disable=SC2053 # it is a pattern
			if [[ ${lines[k]} == ${1-*} ]]; then
				said=$((said + k + 1))
				return
			fi
		done
		[[ -z ${ended-} ]] || break # and this is all that it said
		sleep 0.01
	done
	return 1
}
# there FILE: waits until it is.
there() {
	local i
	for ((i = 0; i < tries; i++)); do
		if [[ -e $1 ]] || ! kill -0 "$pid" 2>/dev/null; then
			return
		fi
		sleep 0.01
	done
}
# told NAME PATTERN: it says a line like that.
told() {
	if says "$2"; then
		tap_line ok "$1"
	else
		tap_line "not ok" "$1" "wanted: $2"$'\n'"got: $(tail -n +$((said + 1)) "$err")"
	fi
}
# ended [SIGNAL]: ends it; its status is $status then.
ended() {
	if [[ $# -gt 0 ]]; then
		kill -s "$1" "$pid"
	fi
	status=0
	wait "$pid" || status=$?
} 2>/dev/null
# like NAME [PATTERN]: it says a line like that, and the outputs are what a run writes.
like() {
	local wrong="" file
	if [[ $# -gt 1 ]] && ! says "$2"; then
		wrong="wanted: $2"$'\n'"got: $(tail -n +$((said + 1)) "$err")"$'\n'
	fi
	rm -rf "$work/fresh"
	flowfield "${options[@]}" -q --out-dir "$work/fresh"
	for file in "$work"/fresh/*; do
		cmp -s "$file" "${file##*/}" || wrong+="${file##*/} is another file"$'\n'
	done
	if [[ -z $wrong ]]; then
		tap_line ok "$1"
	else
		tap_line "not ok" "$1" "$wrong"
	fi
}
temporary() {
	find . -name '.flowfield-*'
}

# poke FILE X,Y GREY...: writes cells of a map of terrain into it, from that one on.
poke() {
	local x=${2%,*} y=${2#*,} grey
	for grey in "${@:3}"; do
		printf "\\x$(printf %x "$grey")"
	done | dd of="$1" bs=1 seek=$((header + y * 64 + x)) conv=notrunc status=none
}
