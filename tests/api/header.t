#!/bin/bash
# The public header alone: what it shows to its readers compiles and runs, and compilers of C++
# and of C without extensions take it.
. "$(dirname "$0")/../support/tap.sh"

# The lines of the opening comment from the first #include to the end of main().
sed -n '/^ \*\/$/q; s/^ \*\t//p' src/flowfield.h | sed -n '/^#include/,/^}$/p' >"$work/example.c"
passes "its example compiles, with the library alone" \
	cc -std=c11 -Wall -Wextra -Werror -Isrc -o "$work/example" "$work/example.c" \
	build/release/libflowfield.a -lm -pthread
says() {
	diff - <("$work/example") <<-END
		from 0,2 a goal costs 7
		a walker at 0.3,1.8 goes to +0.00,-1.00
		now it costs 15
	END
}
passes "and does what it says" says

echo '#include "flowfield.h"' >"$work/alone.c"
for compiler in g++ clang++; do
	if command -v $compiler >/dev/null; then
		silent "$compiler takes it" $compiler -std=c++11 -Wall -Wextra -Wpedantic -Werror \
			-Isrc -x c++ -c -o "$work/alone.o" "$work/alone.c"
	else
		tap_line ok "$compiler takes it # SKIP there is no $compiler"
	fi
done
silent "and a strict compiler of C99" cc -std=c99 -Wall -Wextra -Wpedantic -Werror -Isrc -c \
	-o "$work/alone.o" "$work/alone.c"
functions() { # all that the header declares
	grep '^FF_API' src/flowfield.h | grep -o '\bff_[a-z_]*(' | tr -d '(' | sort
}
defined() { # all that the library defines for others
	nm --defined-only --extern-only build/release/libflowfield.a | awk 'NF == 3 { print $3 }' | sort
}
missing() {
	comm -23 <(functions) <(defined)
}
silent "the library has all that it declares" missing
done_testing
