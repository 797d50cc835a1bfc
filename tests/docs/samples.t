#!/bin/bash
# The samples and the pictures of them are what the scripts beside them make.
. "$(dirname "$0")/../support/tap.sh"

pixels() { # PNG: all that a reader sees of it
	build/release/tools/show_png "$1" pixels
}
same_pixels() { # A B
	cmp -s "$1" "$2" || diff -q <(pixels "$1") <(pixels "$2")
}

samples/make_samples "$work/maps"
for map in samples/*.png; do
	passes "${map#samples/} is what make_samples makes" \
		same_pixels "$map" "$work/maps/${map#samples/}"
done
samples/make_pictures "$work/pictures" 2>"$work/differs" # that of diff
for picture in samples/pictures/*.png; do
	passes "pictures/${picture##*/} is what make_pictures draws" \
		same_pixels "$picture" "$work/pictures/${picture##*/}"
done
silent "there are all pictures that make_pictures draws, and no others" \
	diff <(ls samples/pictures) <(ls "$work/pictures")
silent "the gallery's README.md is what make_pictures writes" \
	diff samples/pictures/README.md "$work/pictures/README.md"
exist() { # MARKDOWN
	grep -o 'pictures/[^)]*[.]png' "$1" | while read -r picture; do
		test -f "$work/pictures/${picture##*/}" || { echo "$picture" && return 1; }
	done
}
for file in README.md samples/README.md; do
	passes "make_pictures draws what $file shows" exist "$file"
done
begins() {
	local command picture root=$PWD
	command=$(grep -m1 build/flowfield README.md)
	picture=$(sed -n '/^!\[/{s/.*(\(.*\))$/\1/p;q}' README.md)
	[[ $(grep -m1 -B2 build/flowfield README.md) == scripts/demo*scripts/check* ]] &&
		test "$command" = "build/flowfield samples/terrain.png --goal 86,34" &&
		(mkdir "$work/first" && cd "$work/first" && "$root/${command%% *}" "$root/samples/terrain.png" --goal 86,34 -q) &&
		same_pixels "$picture" "$work/first/${picture##*/}"
}
passes "the README begins with the two scripts, a command and the picture that it makes" begins
passes "there are eight samples" test "$(find samples -maxdepth 1 -name '*.png' | wc -l)" -eq 8

done_testing
