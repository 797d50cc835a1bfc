#!/bin/bash
# Every command of the EXAMPLES of the manual's pages, of the READMEs' recipes and of the
# samples' README runs and succeeds.
. "$(dirname "$0")/../support/tap.sh"

root=$PWD
PATH=$root/build:$PATH
# The maps that the manual speaks of; 40,12 is an open cell of each.
cd "$work"
cp "$root/samples/terrain.png" map.png
cp "$root/samples/terrain.png" new.png
cp "$root/samples/trap.png" plan.png
"$root/build/release/tools/make_map" --pgm empty 96 64 >game.pgm
printf '%s\n' 'type octile' 'height 2' 'width 3' map ... .@. >maze.map
ln -s "$root/build" "$root/samples" .

# It may end by a closed pipe, which is how head ends the others.
pipeline() {
	bash -o pipefail -c "$1" || test $? -eq 141
}
runs() { # NAME COMMAND-LINE
	if [[ $2 == *jq* ]] && ! command -v jq >/dev/null; then
		skip "$1" "jq is not installed"
	else
		passes "$1" pipeline "$2"
	fi
}

# The command after each prefix, between two patterns of a file.
examples() { # FILE FROM TO PREFIX
	sed -n "/$2/,/$3/ s/^$4//p" "$root/$1"
}
printed() { # PAGE: its examples, as mandoc prints them
	examples "$1" '^\.Sh EXAMPLES' '^\.Sh SEE ALSO' '\.Dl ' | sed 's/\\(dq/"/g; s/\\e/\\/g; s/\\ / /g'
}
for page in "$root"/man/flowfield*.1; do
	page=man/${page##*/}
	count=0
	while read -r line; do
		count=$((count + 1))
		runs "${page#man/}: $line" "$line"
	done < <(printed "$page" | sed -z 's/\\\n *//g')
	passes "$page has examples" test "$count" -ge 1
	# Else mandoc, which indents them by 11 columns, breaks them in a terminal of 80.
	fails "none is wider than 67" 1 "" grep -E '.{68}' < <(printed "$page")
done
for file in README.md samples/README.md; do
	count=0
	while read -r line; do
		count=$((count + 1))
		runs "$file: $line" "$line"
	done < <(examples "$file" '^```sh' '^```$' '' | grep -v -e '^```' -e '^scripts/')
	passes "$file has examples" test "$count" -ge 5
done

done_testing
