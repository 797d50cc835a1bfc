#!/bin/bash
# Every output that --help=all lists can be written in each format that it may have.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map rooms 40 30 3 >map.png
goal=(-g '20,15' --snap -q)

# is_written FILE: or it cannot hold such numbers.
is_written() {
	test -s "$1" || grep -q ': cell [0-9,]* is .* whole: ' said
}
# check_outputs COUNT VERB OPTION...: at least that many outputs have formats to choose from.
check_outputs() {
	local least=$1 count=0 output extension list
	shift
	while read -r output; do
		list=$(flowfield "$@" "${goal[@]}" "--$output" a.none 2>&1 | sed -n 's/.*: name it //p' || true)
		[[ -n $list ]] || continue
		count=$((count + 1))
		# shellcheck disable=SC2013 # words
		for extension in $(sed 's/,//g; s/ or / /' <<<"$list"); do
			flowfield "$@" "${goal[@]}" "--$output" "a$extension" 2>said || true
			passes "$1 --$output a$extension" is_written "a$extension"
			rm -f "a$extension"
		done
	done < <(flowfield "$@" --help=all | sed -n 's/^ *--\([a-z-]*\) FILE.*/\1/p')
	passes "${1%.png} has outputs" test "$count" -ge "$least"
}
check_outputs 12 map.png --from 3,3
check_outputs 9 sectors map.png --from 3,3
check_outputs 16 walk map.png --spawn 5 --simulate 5
done_testing
