#!/bin/bash
# Everything compiles without a warning, with both compilers.
. "$(dirname "$0")/../support/tap.sh"

# In variants of their own, so that a second run compiles only what changed.
for compiler in gcc clang; do
	if ! command -v $compiler >/dev/null; then
		skip "$compiler compiles everything without a warning" "there is no $compiler here"
		continue
	fi
	passes "$compiler compiles everything without a warning" \
		make --silent --jobs="$(nproc)" VARIANT=$compiler-werror CC=$compiler CFLAGS='-O2 -Werror' \
		build/$compiler-werror/flowfield tools unit
done

done_testing
