#!/bin/bash
# The checkers of "make lint" are content with everything, a test each, and would speak up.
. "$(dirname "$0")/../support/tap.sh"

passes "every header compiles on its own" scripts/lint headers
passes "clang-format would change nothing" scripts/lint format
passes "shellcheck is content" scripts/lint shell
passes "mandoc is content with the manual" scripts/lint manual
passes "clang-tidy is content" scripts/lint tidy
passes "cppcheck is content" scripts/lint cppcheck
passes "gcc's analyzer is content" scripts/lint analyzer
passes "so is clang's" scripts/lint scan

# A tree with one fault for each of them.
tree=$work/tree
put "$tree/src/core/base/here.h" "int ff_here(size_t n);"
cp -R Makefile scripts .clang-format .clang-tidy "$tree"
put "$tree/src/core/base/here.c" "#include <stdlib.h>" "" "/* What it is. */" "int ff_here(int n);" "int ff_here(int n)" \
	"{" "	char *text = malloc(4);" "	if (n > 3);" "  text[n] = 1;" "	free(text);" "	free(text);" \
	"	return n;" "}"
put "$tree/.ci/run" "#!/bin/bash" "echo \$1"
put "$tree/man/flowfield.1" ".Dd January 1, 2026" ".Dt FLOWFIELD 1" ".Os" ".Sh NAME" ".Nx flowfield"
mkdir "$tree/tests" "$tree/samples"
for checker in headers format english tidy cppcheck analyzer scan shell manual; do
	if [[ $checker == scan ]] && ! command -v scan-build >/dev/null; then
		skip "scan finds a fault" "there is no scan-build here"
		continue
	fi
	fails "$checker finds a fault" 1 "scripts/lint: $checker found fault" \
		"$tree/scripts/lint" $checker
done
fails "where one was, it looks again" 1 "scripts/lint: analyzer found fault" \
	"$tree/scripts/lint" analyzer

# A source that passed is remembered until it, or a header that it includes, changes.
put "$tree/src/core/base/here.c" '#include "core/base/here.h"' "" "int ff_here(size_t n)" "{" \
	"	return HERE(n);" "}"
put "$tree/src/core/base/here.h" "#include <stddef.h>" "" "#define HERE(n) (n > 0)" "" \
	"int ff_here(size_t n);"
remembers() { # CHECKER: asks no second time
	"$tree/scripts/lint" "$1" && env PATH="$work/bin:$PATH" "$tree/scripts/lint" "$1"
}
for command in clang-tidy cppcheck gcc scan-build; do
	put "$work/bin/$command" '#!/bin/sh' 'exit 1'
	chmod +x "$work/bin/$command"
done
passes "a source that passed is not looked at again" remembers analyzer
put "$tree/src/core/base/here.h" "#include <stddef.h>" "#include <stdlib.h>" "" \
	"#define HERE(n) (*(char *)malloc(n) = 1)" "" "int ff_here(size_t n);"
fails "until a header of it changes" 1 "scripts/lint: analyzer found fault" \
	"$tree/scripts/lint" analyzer

# Without scan-build the check is skipped with a message.
no_scan=$work/no-scan
mkdir "$no_scan"
for command in bash cat dirname env find nproc sort; do
	ln -s "$(command -v $command)" "$no_scan"
done
fails "without scan-build, scan is skipped aloud" 0 \
	"scripts/lint: SKIPPED: there is no scan-build here" env PATH="$no_scan" scripts/lint scan
fails "a checker that does not exist is not taken for content" 2 \
	'scripts/lint: there is no checker "spelling", only headers format english tidy cppcheck analyzer scan shell manual' \
	scripts/lint spelling

done_testing
