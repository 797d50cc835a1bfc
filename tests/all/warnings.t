#!/bin/bash
# Everything compiles without a warning, with both compilers, and they would warn.
. "$(dirname "$0")/../support/tap.sh"

bad=$work/bad.c
put "$bad" "int main(int count, char **words)" "{" "	char c = count;" "	return c + !words;" "}"
declare -A would_say=([gcc]="cc1: all warnings being treated as errors" [clang]="1 error generated.")
# In variants of their own, so that a second run compiles only what changed.
for compiler in gcc clang; do
	if ! command -v $compiler >/dev/null; then
		skip "$compiler compiles everything without a warning" "there is no $compiler here"
		continue
	fi
	passes "$compiler compiles everything without a warning" \
		make --silent --jobs="$(nproc)" VARIANT=$compiler-werror CC=$compiler CFLAGS='-O2 -Werror' \
		build/$compiler-werror/flowfield tools unit
	# The same flags, without the dependencies it writes, and without linking.
	read -ra flags < <(sed -E 's/ -MMD -MP| -DFF_VERSION=[^ ]*| -pie .*//g' build/$compiler-werror/flags)
	fails "and it would warn" 1 "${would_say[$compiler]}" "${flags[@]}" -fsyntax-only "$bad"
done

done_testing
