#!/bin/bash
# What the checkers of "make lint" say, a test each, and that they would speak up.
. "$(dirname "$0")/../support/tap.sh"

passes "every header compiles on its own" scripts/lint headers
passes "clang-format would change nothing" scripts/lint format
passes "clang-tidy is content" scripts/lint tidy
passes "cppcheck is content" scripts/lint cppcheck
passes "shellcheck is content" scripts/lint shell
passes "mandoc is content with the manual" scripts/lint manual

# A tree with one fault for each of them.
cp -R scripts .clang-format .clang-tidy "$work"
put "$work/src/base/here.h" "int ff_here(size_t n);"
put "$work/src/base/here.c" "#include <stdlib.h>" "" "int ff_here(int n);" "int ff_here(int n)" \
	"{" "	char *text = malloc(4);" "  text[n] = 1;" "	return n;" "}"
put "$work/.ci/run" "#!/bin/bash" "echo \$1"
put "$work/man/flowfield.1" ".Dd January 1, 2026" ".Dt FLOWFIELD 1" ".Os" ".Sh NAME" ".Nx flowfield"
mkdir "$work/tests" "$work/samples"
for checker in headers format tidy cppcheck shell manual; do
	fails "$checker finds a fault" 1 "scripts/lint: $checker found fault" \
		"$work/scripts/lint" $checker
done
fails "a checker that does not exist is not taken for content" 2 \
	'scripts/lint: there is no checker "spelling", only headers format tidy cppcheck shell manual' \
	scripts/lint spelling

done_testing
