#!/bin/bash
# The release build makes of the samples what tests/golden/digests says.  Other builds:
# tests/all/determinism.t.  A change that is meant is written down by
#	tests/support/sample_digests >tests/golden/digests
. "$(dirname "$0")/../support/tap.sh"

differ() { # PROGRAM
	diff tests/golden/digests <(tests/support/sample_digests "$1")
}
silent "the samples' outputs are those in tests/golden/digests" differ build/release/flowfield

# One that turns one goal's map upside down in a report would be seen.
put "$work/flowfield" '#!/bin/sh' \
	'case "$*" in *caves*octile*) set -- "$@" --invert ;; esac' "exec $PWD/build/release/flowfield \"\$@\""
chmod +x "$work/flowfield"
changed() {
	differ "$work/flowfield" | grep '^>' | cut -d ' ' -f 3,4 | sort -u
}
passes "an output that differs is named" test "$(changed)" = "caves octile"

done_testing
