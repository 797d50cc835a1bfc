# shellcheck shell=bash
# Sourced by the shell tests: TAP from commands that must succeed or fail.
# A test starts at the root of the tree, with an empty folder $work of its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Settings of an outer make must not reach the makes in here.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES VARIANT CFLAGS LDFLAGS PREFIX DESTDIR
# Perl complains of a locale that is not installed.
unset LANG LANGUAGE "${!LC_@}"

tap_count=0

# A failure's notes go to standard error, which prove shows.
tap_line() { # OK|NOT-OK NAME [NOTES]
	tap_count=$((tap_count + 1))
	echo "$1 $tap_count - $2"
	if [[ $1 != ok ]]; then
		local said="$0: $1 $tap_count - $2${3:+$'\n'$3}"
		echo "# ${said//$'\n'/$'\n# '}" >&2
	fi
}

# passes NAME COMMAND...: it must succeed.
passes() {
	local output
	if output=$("${@:2}" 2>&1); then
		tap_line ok "$1"
	else
		tap_line "not ok" "$1" "$output"
	fi
}

# silent NAME COMMAND...: it must succeed and print nothing.
silent() {
	local output status=0
	output=$("${@:2}" 2>&1) || status=$?
	if [[ $status -eq 0 && -z $output ]]; then
		tap_line ok "$1"
	else
		tap_line "not ok" "$1" "status $status"$'\n'"$output"
	fi
}

# fails NAME STATUS LINE COMMAND...: it must end with that status, LINE among its lines.
fails() {
	local output status=0
	output=$("${@:4}" 2>&1) || status=$?
	if [[ $status -eq $2 ]] && grep -qxF -e "$3" <<<"$output"; then
		tap_line ok "$1"
	else
		tap_line "not ok" "$1" "expected $2 and \"$3\", got $status and:"$'\n'"$output"
	fi
}

skip() { # NAME WHY
	tap_line ok "$1 # SKIP $2"
}

done_testing() {
	echo "1..$tap_count"
}

# put FILE LINE...: a file of these lines, in folders made as needed.
put() {
	mkdir -p "$(dirname "$1")"
	printf '%s\n' "${@:2}" >"$1"
}
