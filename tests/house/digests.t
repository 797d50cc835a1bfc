#!/bin/bash
# The release build makes from the samples, and from the small maps of tests/golden/pictures, what
# tests/golden/digests lists.  Other builds:
# tests/all/determinism.t.  An intended change is recorded by
#	tests/support/sample_digests >tests/golden/digests
. "$(dirname "$0")/../support/tap.sh"

differ() { # PROGRAM
	diff tests/golden/digests <(tests/support/sample_digests "$1")
}
silent "the samples' outputs are those in tests/golden/digests" differ build/release/flowfield

# A program that draws one map upside down is noticed.
put "$work/flowfield" '#!/bin/sh' \
	'case "$*" in *caves*octile*) set -- "$@" --invert ;; esac' "exec $PWD/build/release/flowfield \"\$@\""
chmod +x "$work/flowfield"
changed() {
	diff <(grep ' caves ' tests/golden/digests) <(tests/support/sample_digests "$work/flowfield" caves) |
		grep '^>' | cut -d ' ' -f 3,4 | sort -u
}
passes "an output that differs is named" test "$(changed)" = "caves octile"

done_testing
