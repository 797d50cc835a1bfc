#!/bin/bash
# The layers of src, and that a breach of them would be seen.
. "$(dirname "$0")/../support/tap.sh"

layers() { # the script, on the tree in $work
	scripts/check_layers "$work"
}

silent "the includes of src keep to the layers" scripts/check_layers
silent "the script runs from anywhere" env -C / "$PWD/scripts/check_layers"

# Which folder may include which, written down a second time.
folders="base grid solve walk draw format cmd"
allowed=" grid>base solve>base solve>grid walk>base walk>grid draw>base draw>grid"
allowed+=" format>base format>grid cmd>base cmd>grid cmd>solve cmd>walk cmd>draw cmd>format "
for from in $folders; do
	for to in $folders; do
		rm -rf "$work/src"
		put "$work/src/$from/here.c" "#include <stdio.h>" "" "#include \"$to/there.h\""
		if [[ $from == "$to" || $allowed == *" $from>$to "* ]]; then
			silent "$from may include $to" layers
		else
			fails "$from may not include $to" 1 \
				"src/$from/here.c:3: $from may not include $to ($to/there.h)" layers
		fi
	done
done

rm -rf "$work/src"
put "$work/src/draw/here.h" "  #  include <solve/reach.h>"
fails "angle brackets and spaces hide no include" 1 \
	"src/draw/here.h:1: draw may not include solve (solve/reach.h)" layers
put "$work/src/draw/here.h" '#include "../solve/reach.h"'
fails "a way around through the parent folder is seen" 1 \
	'src/draw/here.h:1: "../solve/reach.h" is not written as folder/file.h' layers
put "$work/src/draw/here.h" '#include "grid/../solve/reach.h"'
fails "so is one through a permitted folder" 1 \
	'src/draw/here.h:1: "grid/../solve/reach.h" is not written as folder/file.h' layers
put "$work/src/draw/here.h" '#include "there.h"'
fails "an include names its folder" 1 \
	'src/draw/here.h:1: "there.h" is not written as folder/file.h' layers

rm -rf "$work/src"
put "$work/src/sound/here.c" '#include "cmd/job.h"'
fails "a folder that the table does not know is a breach" 1 \
	"src/sound/here.c:1: src/sound is not in the table of layers" layers
rm -rf "$work/src"
put "$work/src/here.c" '#include "cmd/job.h"'
fails "so is a file outside the folders" 1 \
	"src/here.c:1: every source file stands in one of the folders of src" layers

done_testing
