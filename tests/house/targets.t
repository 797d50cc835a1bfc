#!/bin/bash
# The targets of the Makefile: all are in "make help", and no test is in none of them.
. "$(dirname "$0")/../support/tap.sh"

targets() { # those that are no files
	sed -n 's/^\.PHONY: //p' Makefile | tr ' ' '\n' | grep -vx FORCE | sort
}
helped() {
	make help | sed -E 's/^  ([a-z -]+[a-z])  .*/\1/' | tr ' ' '\n' | sort
}
listed() {
	diff <(targets) <(helped)
}
passes "make help lists every target" listed

would_run() { # TARGET
	make --dry-run --no-print-directory "$1" | grep -o 'tests/[a-z]*/[a-z_/]*\.t\b' | sort -u
}
missing() { # TARGET FOLDER...
	diff <(would_run "$1") <(find "${@:2}" -name '*.t' | sort)
}
passes "make check runs every test script but those of tests/all" \
	missing check tests/{api,house,cli,docs,faults,fuzz}
passes "make check-all runs all" missing check-all tests
programs() { # the unit tests that make check would run
	make --dry-run check | tr ' ' '\n' | grep -x 'build/release/unit/test_[a-z0-9_]*' | sort -u
}
sources() {
	find tests/unit -name 'test_*.c' | sed -E 's#^tests/(.*)\.c#build/release/\1#' | sort
}
same_programs() {
	diff <(programs) <(sources)
}
passes "make check runs a program for each unit test" same_programs
# Each file that is built is a line; V=1 shows the command.
made() { # WORD...: what make prints
	rm -rf build/shown
	make --no-print-directory VARIANT=shown "$@" build/shown/tests/support/mapgen.o
	rm -rf build/shown
}
shows() { # PATTERN WORD...
	# shellcheck disable=SC2053 # it is a pattern
	[[ $(made "${@:2}") == $1 ]]
}
passes "a file that is made is a short line" shows "  CC    build/shown/tests/support/mapgen.o"
passes "V=1 shows how" shows "* -c -o build/shown/tests/support/mapgen.o tests/support/mapgen.c" V=1
passes "--silent says nothing" shows "" --silent
fails "an error is shown, and the command where that is asked for" 2 \
	"make: *** [Makefile:$(grep -n 'Itests -c -o' Makefile | cut -d: -f1): build/shown/tests/support/mapgen.o] Error 1" \
	make --no-print-directory VARIANT=shown CFLAGS=-no-such-option build/shown/tests/support/mapgen.o
rm -rf build/shown

# Builds as on a machine that lacks a header.
mkdir "$work/include"
ln -s /usr/include/* "$work/include"
bare() { # HEADER MAKE-WORD...
	rm -f "$work/include/$1"
	make --no-print-directory VARIANT=bare "${@:2}" CFLAGS="-nostdinc -isystem $(cc -print-file-name=include) \
		-isystem $work/include -isystem /usr/include/$(cc -print-multiarch)"
}
links() { # WORD: so does the program
	grep -e "-o build/bare/flowfield .* $1"
}
if echo | cc -include seccomp.h -E - >/dev/null 2>&1; then
	passes "with libseccomp, the program is linked with it" links -lseccomp < <(bare none --dry-run)
fi
fails "without, it is not" 1 "" links -lseccomp < <(bare seccomp.h --dry-run)
passes "and the sandbox compiles" bare seccomp.h --silent build/bare/cli/sandbox.o
fails "it needs nothing of it" 1 "" grep -a seccomp_init build/bare/cli/sandbox.o
rm -rf build/bare
fails "a missing library is a line that says how to install it" 2 \
	"no jansson.h: install what is missing, on Debian with scripts/install_packages build" \
	bare jansson.h build/bare/cli/json.o
passes "core needs none" bare jansson.h --silent build/bare/core/base/number.o
rm -rf build/bare

object_in() { # FOLDER
	mkdir -p "$work/$1/src/core"
	cp -r Makefile "$work/$1"
	cp -r src/core/base "$work/$1/src/core"
	CCACHE_DISABLE=1 make --silent -C "$work/$1" build/release/core/base/number.o
}
passes "a build" object_in one
passes "in another folder" object_in two
passes "has the same bytes" cmp "$work"/{one,two}/build/release/core/base/number.o

done_testing
