#!/bin/bash
# The includes of src keep to the layers, and a breach is noticed.
. "$(dirname "$0")/../support/tap.sh"

layers() { # the script, on the tree in $work
	scripts/check_layers "$work"
}

silent "the includes of src keep to the layers, seen from anywhere" env -C / "$PWD/scripts/check_layers"

# Which folder may include which, written down a second time.
families="core/update core/sectors core/crowd core/verify"
folders="core/base core/map core/grid core/solve $families io draw cli cli/verbs"
allowed=" core/map>core/base core/grid>core/base core/grid>core/map core/solve>core/base core/solve>core/map"
allowed+=" core/solve>core/grid io>core/base io>core/map io>core/grid draw>core/base draw>core/map draw>core/grid"
allowed+=" cli/verbs>cli "
for family in $families; do
	allowed+=" $family>core/base $family>core/map $family>core/grid $family>core/solve "
done
for folder in core/base core/map core/grid core/solve $families io draw; do
	allowed+=" cli>$folder cli/verbs>$folder "
done
# All at once: a file for each folder that another includes.
breaches=()
for from in $folders; do
	for to in $folders; do
		name=$from/to_${to//\//_}.c
		put "$work/src/$name" "#include <stdio.h>" "" "#include \"$to/there.h\""
		if [[ $from != "$to" && $allowed != *" $from>$to "* ]]; then
			breaches+=("src/$name:3: $from may not include $to ($to/there.h)")
		fi
	done
done
same_breaches() {
	diff <(printf '%s\n' "${breaches[@]}" | sort) <(layers | sort)
}
silent "a folder may include those that are written down, and no other" same_breaches

rm -rf "$work/src"
put "$work/src/draw/one.h" '#include "draw/two.h"'
put "$work/src/draw/two.c" '#include "draw/three.h"'
put "$work/src/draw/three.h" "int three;"
silent "modules may include others in a row" layers
put "$work/src/draw/three.c" '#include "draw/one.h"'
fails "a circle of modules is a breach" 1 \
	$'these modules include each other:\n  draw/one\n  draw/two\n  draw/three' layers
rm -rf "$work/src"
put "$work/src/cli/one.c" '#include "cli/two.h"'
put "$work/src/cli/two.c" '#include "cli/one.h"'
fails "so is one in cli" 1 $'these modules include each other:\n  cli/one\n  cli/two' layers

rm -rf "$work/src"
put "$work/src/draw/one.c" '#include "draw/one_parts.h"'
put "$work/src/draw/one_parts.h" '#include "draw/one.h"'
put "$work/src/draw/one_part.c" '#include "draw/one_parts.h"'
silent "a header without a source belongs to its family's module" layers
put "$work/src/draw/one_parts.c" "int parts;"
fails "one that has a source is a module" 1 \
	$'these modules include each other:\n  draw/one\n  draw/one_parts' layers

rm -rf "$work/src"
put "$work/src/draw/here.h" "  #  include <core/solve/reach.h>"
fails "angle brackets and spaces hide no include" 1 \
	"src/draw/here.h:1: draw may not include core/solve (core/solve/reach.h)" layers
put "$work/src/draw/here.h" '#include "../solve/reach.h"'
fails "a way around through the parent folder is seen" 1 \
	'src/draw/here.h:1: "../solve/reach.h" is not written as folder/file.h' layers
put "$work/src/draw/here.h" '#include "core/map/../solve/reach.h"'
fails "so is one through a permitted folder" 1 \
	'src/draw/here.h:1: "core/map/../solve/reach.h" is not written as folder/file.h' layers
put "$work/src/draw/here.h" '#include "there.h"'
fails "an include names its folder" 1 \
	'src/draw/here.h:1: "there.h" is not written as folder/file.h' layers

rm -rf "$work/src"
put "$work/src/sound/here.c" '#include "cli/job.h"'
fails "a folder that the table does not know is a breach" 1 \
	"src/sound/here.c:1: src/sound is not in the table of layers" layers
rm -rf "$work/src"
put "$work/src/here.c" '#include "cli/job.h"'
fails "so is a file outside the folders" 1 \
	"src/here.c:1: every source file stands in one of the folders of src" layers

done_testing
