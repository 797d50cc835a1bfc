#!/bin/bash
# scripts/coverage counts what ran, and finds too little too little.
. "$(dirname "$0")/../support/tap.sh"

if ! command -v gcov >/dev/null; then
	skip "what ran is counted" "there is no gcov here"
	done_testing
	exit
fi
tree=$work/tree
mkdir -p "$tree/scripts" "$tree/build/coverage/base"
cp scripts/coverage "$tree/scripts"
put "$tree/src/base/half.c" "int main(int count, char **words)" "{" "	(void)words;" \
	"	if (count > 1)" "		return 0;" "	return 0 * count;" "}"
ran() { # WORD...: the program of that tree has run once, with these; what is reported
	(
		cd "$tree"
		rm -f build/coverage/base/*.gcda
		gcc --coverage -O0 -c -o build/coverage/base/half.o src/base/half.c
		gcc --coverage -o half build/coverage/base/half.o
		./half "$@" >/dev/null
		./half >/dev/null
	)
	"$tree/scripts/coverage" report
}
fails "all lines that ran are all" 0 "lines:    100.0 % (4 of 4)" ran one
fails "with their branches" 0 "branches: 100.0 % (2 of 2)" ran one
fails "lines that did not run are named" 1 " 75.0 %  src/base/half.c                  5" ran
fails "below 95 % is too little" 1 "coverage: below 95 % of the lines" ran

done_testing
