#!/bin/bash
# Every input of the corpus, given to its target: none may end it.
. "$(dirname "$0")/../support/tap.sh"

for corpus in tests/fuzz/corpus/*/; do
	target=$(basename "$corpus")
	passes "every $target input keeps the target's promises" "build/release/fuzz/$target" "$corpus"
done

# A target that would never complain proves nothing.
printf 'int\n' >"$work/input"
fails "an input that cannot be read is a failure" 1 "$work/none: No such file or directory" \
	build/release/fuzz/options "$work/none"
passes "one that can is none" build/release/fuzz/options "$work/input"

done_testing
