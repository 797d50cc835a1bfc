#!/bin/bash
# The library as it is installed: what can be seen of it, and the samples that use it.
#
#	FULL=1    samples/game.c with all its walkers, 40 seconds
. "$(dirname "$0")/../support/tap.sh"

root=$work/root
passes "make install works" make --silent install DESTDIR="$root" PREFIX=/opt/flow
lib=$root/opt/flow/lib
abi=$(sed -n 's/^ABI *:= //p' Makefile)
header=$root/opt/flow/include/flowfield.h
manual=$root/opt/flow/share/man/man3/libflowfield.3

declared() { # the functions of flowfield.h
	tr '\n' ' ' <"$header" | grep -oE 'FF_API [^;(]*\(' | sed -nE 's/.*\b(ff_[a-z_]+)\($/\1/p' | sort
}
defined() { # NM-OPTION... FILE: what others can link
	nm --defined-only --extern-only "$@" | awk 'NF == 3 {print $3}' | sort
}
in_manual() {
	grep -oE '\<Fn ff_[a-z_]+' "$manual" | cut -d ' ' -f 2 | sort -u
}
same() { # COMMAND...
	diff <(declared) <("$@")
}
passes "the header declares functions" test "$(declared | wc -l)" -gt 20
silent "the shared library exports them and nothing else" same defined --dynamic "$lib/libflowfield.so"
silent "so does the archive" same defined "$lib/libflowfield.a"
silent "the manual names them" same in_manual
packaged() { # those that programs of others may use: a release without one of them is another ABI
	sed -n 's/^ \(ff_[a-z_]*\)@Base .*/\1/p' "debian/libflowfield$abi.symbols"
}
silent "the package of this ABI has them" same packaged
names_abi() {
	grep -qx "Package: libflowfield$abi" debian/control && grep -q "libflowfield$abi (=" debian/control &&
		grep -qF "\"libflowfield.so.$abi\"" samples/flowfield.py &&
		grep -qF "flowfield ($(sed -n 's/^VERSION := //p' Makefile))" <(head -n 1 debian/changelog)
}
passes "packages and Python's module have its name, and packages the version" names_abi
needs_only() { # LIBRARY...
	diff <(printf '%s\n' "$@") <(readelf --dynamic "$lib/libflowfield.so" |
		sed -nE 's/.*NEEDED.*\[(.*)\.so.*/\1/p' | grep -v '^ld-linux' | sort)
}
silent "it needs no library but the C library's" needs_only libc libm

put "$work/strict.c" "#include <flowfield.h>" "int main(void) { return ff_version()[0] == 0; }"
cp "$work/strict.c" "$work/strict.cc"
strict=(-Wall -Wextra -Wpedantic -Werror -I"${header%/*}" -fsyntax-only)
silent "the header is strict C11" cc -std=c11 "${strict[@]}" "$work/strict.c"
if command -v c++ >/dev/null; then
	silent "and C++" c++ -std=c++11 "${strict[@]}" "$work/strict.cc"
else
	skip "and C++" "there is no c++ here"
fi

flags() { # PKG-CONFIG-OPTION...
	PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_PATH=$lib/pkgconfig pkg-config "$@" flowfield
}
played=$'solved in 14 frames\nframe 80: a door shuts, 837 cells change
frame 100: 0 of 24 have arrived\nframe 200: 12 of 24 have arrived\nframe 300: 23 of 24 have arrived
frame 302: 24 of 24 have arrived'
few=(300) # walkers of samples/game.c
[[ -z ${FULL:-} ]] || few=()
plays() { # PROGRAM
	diff - <("$1" samples/rooms.png) <<<"$played"
}
export LD_LIBRARY_PATH=$lib
c_lines() { # the README's lines of C, without empty ones
	# shellcheck disable=SC2016 # marks of code
	sed -n '/^```c$/,/^```$/p' README.md | grep -v -e '^```' -e '^$'
}
all_from_the_sample() {
	c_lines | grep -vxF -f samples/follow.c
	c_lines | grep -q .
}
silent "the README's lines of C are in the sample" all_from_the_sample
if ! command -v pkg-config >/dev/null; then
	skip "samples/follow.c" "pkg-config is not installed"
else
	passes "pkg-config knows the version" \
		test "$(flags --modversion)" = "$(sed -n 's/^VERSION := //p' Makefile)"
	read -ra shared < <(flags --cflags --libs)
	passes "samples/follow.c compiles with its flags" cc -Wall -Wextra -o "$work/follow" samples/follow.c "${shared[@]}" -lm
	silent "a door shuts, and all walkers find another way" plays "$work/follow"
	follows_files() {
		build/flowfield samples/rooms.png -q -g 48,30 --directions "$work/d.raw" --vectors "$work/flow.png" &&
			"$work/follow" "$work/d.raw" "$work/flow.png" | diff - <(
				echo "d.raw: from 24,36 26 steps to 48,30"
				echo "flow.png: from 24,36 216 frames to 47.5,30.5, the goal"
			)
	}
	silent "a game without the library follows d.raw and flow.png" follows_files
	printf x >>"$work/d.raw"
	fails "which must fit each other" 1 "$work/d.raw: expected a byte for each of 96 x 64 cells" \
		"$work/follow" "$work/d.raw" "$work/flow.png"
	linked() {
		readelf --dynamic "$work/follow" | grep -F '[libflowfield.so.'
	}
	passes "by the shared library" linked
	passes "samples/game.c compiles with its flags" cc -O2 -Wall -Wextra -o "$work/game" samples/game.c "${shared[@]}" -lm
	for metric in manhattan octile euclid; do
		passes "and all walkers arrive with $metric" "$work/game" $metric "${few[@]}"
	done
	read -ra static < <(flags --cflags --libs --static)
	passes "it links statically, too" cc -static -o "$work/static" samples/follow.c "${static[@]}" -lm
	silent "and plays the same" plays "$work/static"
fi
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
	says() { # LINE...
		diff <(printf '%s\n' "$@") <(/usr/bin/python3 "$work/samples/flowfield.py")
	}
	shown=("from 4,30 the goal costs 56.0" "1292 cells change; now it costs 77.4" "after 10 s the first of 10 is at 16.5,12.4")
	mkdir -p "$work/samples" "$work/build/release"
	cp samples/flowfield.py "$work/samples"
	silent "samples/flowfield.py solves, repairs, and sends a crowd" says "${shown[@]}"
	unset LD_LIBRARY_PATH
	cp "$lib/libflowfield.so.$abi" "$work/samples"
	silent "by the library beside it" says "${shown[@]}"
	mv "$work/samples/libflowfield.so.$abi" "$work/build/release"
	silent "by the one that was built" says "${shown[@]}"
	mv "$work/build/release/libflowfield.so.$abi" "$work/library"
	FF_LIBRARY=$work/library silent "and by FF_LIBRARY" says "${shown[@]}"
	binding() {
		diff <(echo 1..59) <(FF_LIBRARY=$work/library /usr/bin/python3 tests/house/binding.py 2>&1 | grep -v '^ok')
	}
	silent "it covers what a game needs, and refuses what the program does" binding
else
	skip "samples/flowfield.py" "python3-numpy is not installed"
fi

done_testing
