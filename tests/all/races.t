#!/bin/bash
# Threads touch nothing that another may be writing: the compiler's checker of races looks on.
. "$(dirname "$0")/../support/tap.sh"

# Each with what its tests about threads have in their names; "_" is in all.
tests=(pool=_ integrate_tiles=_ descend_rows=threads canvas=_)
if ! echo 'int main(void) { return 0; }' | cc -fsanitize=thread -o "$work/tsan" -x c - 2>/dev/null ||
	! "$work/tsan"; then
	skip "no races" "there is no thread sanitizer here"
else
	programs=("${tests[@]%=*}")
	passes "the tests of what has threads compile with it" \
		make --silent --jobs="$(nproc)" VARIANT=tsan "${programs[@]/#/build/tsan/unit/test_}"
	for name in "${tests[@]}"; do
		passes "test_${name%=*} finds no race" \
			env TAP_ONLY="${name#*=}" "build/tsan/unit/test_${name%=*}"
	done
fi

done_testing
