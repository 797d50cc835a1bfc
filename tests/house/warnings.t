#!/bin/bash
# What clang warns of before it optimises: nothing, and it would speak up.
# tests/all/warnings.t has both compilers compile everything.
. "$(dirname "$0")/../support/tap.sh"

# Those of the release build, without the dependencies it writes, and without linking.
read -ra flags < <(sed -E 's/ -MMD -MP| -DFF_VERSION=[^ ]*| -pie .*//g' build/release/flags)
reads() { # FILE...
	printf '%s\0' "$@" | xargs -0 -n 8 -P "$(nproc)" \
		clang "${flags[@]:1}" '-DFF_VERSION="none"' -Itests -Werror -fsyntax-only
}
bad=$work/bad.c
put "$bad" "int main(int count, char **words)" "{" "	char c = count;" "	return c + !words;" "}"
if ! command -v clang >/dev/null; then
	skip "clang reads everything without a warning" "there is no clang here"
else
	passes "clang reads everything without a warning" reads {src,tests}/*/*.c
	fails "and would warn" 123 "1 error generated." reads "$bad"
fi

done_testing
