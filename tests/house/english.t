#!/bin/bash
# scripts/check_english: no comment of the tree must be read twice, and one that must is found.
. "$(dirname "$0")/../support/tap.sh"

silent "no comment opens with a loose word, or has a loose subject" scripts/check_english

finds() { # NAME WORD COMMENT
	put "$work/here.c" "int x;" "/* $3 */"
	fails "$1" 1 "$work/here.c:2: \"$2\" in: ${3:0:60}" scripts/check_english "$work/here.c"
}
finds "a loose word at the start" Whether "Whether the cell is open."
finds "a subject that stands for nobody" who "The walker who is first."
finds "a phrase for which there is a plain word" "but for" "Frees everything but for the map."
put "$work/here.c" "/*" " * Returns true if the cell is open.  What it costs is no matter." " */" "int x; /* so many that */"
silent "the words are plain elsewhere" scripts/check_english "$work/here.c"
put "$work/here" "#!/bin/sh" "" "# Of all files" "# the first." "echo '# Of'"
fails "comments of scripts are read, too" 1 "$work/here:3: \"Of\" in: Of all files the first." scripts/check_english "$work/here"

done_testing
