#!/bin/bash
# "make install" puts files where packagers expect them; "make uninstall"
# takes them away.
. "$(dirname "$0")/../support/tap.sh"

files() { # those below $work, with their permissions
	(cd "$work" && find . ! -type d -printf '%M %p\n' | sort -k 2)
}
abi=$(sed -n 's/^ABI *:= //p' Makefile)
soname=libflowfield.so.$abi
is_installed_below() { # FOLDER [ZSH_FOLDER [LIBDIR]]
	local lib=${3:-$1/lib}
	{
		for page in man/*.1; do echo "-rw-r--r-- ./$1/share/man/man1/${page#man/}"; done
		find LICENSE NEWS README.md samples -type f ! -name 'make_*' \( -executable -printf '-rwxr-xr-x' -o \
			-printf '-rw-r--r--' \) -printf " ./$1/share/doc/flowfield/%p\n"
		cat <<-END
			-rwxr-xr-x ./$1/bin/flowfield
			-rw-r--r-- ./$1/include/flowfield.h
			-rw-r--r-- ./$lib/libflowfield.a
			lrwxrwxrwx ./$lib/libflowfield.so
			-rw-r--r-- ./$lib/$soname
			-rw-r--r-- ./$lib/pkgconfig/flowfield.pc
			-rw-r--r-- ./$1/share/bash-completion/completions/flowfield
			-rw-r--r-- ./$1/share/fish/vendor_completions.d/flowfield.fish
			-rw-r--r-- ./$1/share/man/man3/libflowfield.3
			-rw-r--r-- ./$1/share/zsh/${2:-site-functions}/_flowfield
		END
	} | sort -k 2 | diff - <(files)
}

umask 077 # which must not keep others from running the program
passes "make install works" make --silent install DESTDIR="$work"
passes "it installs program, library, manuals, completions, licence, news and samples below /usr/local" is_installed_below usr/local
passes "the installed program runs" "$work/usr/local/bin/flowfield" --version
passes "the link to the library leads to it" test "$(readlink "$work/usr/local/lib/libflowfield.so")" = "$soname"
passes "which is called so by those who link it" \
	grep -q "SONAME.*\[$soname\]" <<<"$(readelf --dynamic "$work/usr/local/lib/$soname")"
passes "the completions are those of their shells" \
	grep -q '^complete -F ' "$work/usr/local/share/bash-completion/completions/flowfield"
passes "of zsh" grep -q '^#compdef' "$work/usr/local/share/zsh/site-functions/_flowfield"
passes "and of fish" grep -q 'complete -c flowfield' \
	"$work/usr/local/share/fish/vendor_completions.d/flowfield.fish"
passes "make uninstall works" make --silent uninstall DESTDIR="$work"
silent "it leaves no file" files

passes "make install honours PREFIX" make --silent install DESTDIR="$work" PREFIX=/opt/flow
passes "all is below it" is_installed_below opt/flow
passes "make uninstall honours PREFIX" make --silent uninstall DESTDIR="$work" PREFIX=/opt/flow
silent "nothing is left there either" files

passes "make install honours LIBDIR" make --silent install DESTDIR="$work" PREFIX=/opt/flow LIBDIR=/opt/lib64
passes "the library is there" is_installed_below opt/flow site-functions opt/lib64
passes "and flowfield.pc says so" grep -qx "libdir=/opt/lib64" "$work/opt/lib64/pkgconfig/flowfield.pc"
passes "make uninstall honours LIBDIR" make --silent uninstall DESTDIR="$work" PREFIX=/opt/flow LIBDIR=/opt/lib64
silent "nothing is left there" files

passes "make install strips" make --silent install DESTDIR="$work" PREFIX=/usr
symbols() { # FILE: how many sections have them
	readelf --sections --wide "$1" | grep -c '[.]symtab\|[.]debug_info' || true
}
same_count() { # FILE COUNT
	test "$(symbols "$1")" -eq "$2"
}
passes "neither symbols nor lines are left" same_count "$work/usr/bin/flowfield" 0
passes "nor of the library" same_count "$work/usr/lib/$soname" 0
no_lines() {
	! readelf --sections --wide "$work/usr/lib/libflowfield.a" | grep '[.]debug_info'
}
passes "of the archive no lines" no_lines
passes "the stripped program runs" "$work/usr/bin/flowfield" --version
if command -v zsh >/dev/null; then
	zsh_finds() { # that shell finds the function where it looks by itself
		zsh -fc 'for folder in $fpath; do [[ -e $1$folder/_flowfield ]] && exit 0; done; exit 1' - "$work"
	}
	passes "zsh finds its completions below /usr" zsh_finds
	make --silent uninstall DESTDIR="$work" PREFIX=/usr >&2
	make --silent install DESTDIR="$work" PREFIX=/usr/local >&2
	passes "and below /usr/local" zsh_finds
	make --silent uninstall DESTDIR="$work" PREFIX=/usr/local >&2
else
	skip "where zsh finds its completions" "zsh is not installed"
	make --silent uninstall DESTDIR="$work" PREFIX=/usr >&2
fi
passes "ZSH_FOLDER names another folder, and with STRIP= symbols are kept" \
	make --silent install DESTDIR="$work" PREFIX=/usr ZSH_FOLDER=other STRIP=
passes "it is used" is_installed_below usr other
passes "all symbols are there" same_count "$work/usr/bin/flowfield" 2
passes "of the library, too" same_count "$work/usr/lib/$soname" 2
passes "STRIP is the program that strips" make --silent install DESTDIR="$work" PREFIX=/usr ZSH_FOLDER=other STRIP=strip
passes "it did" same_count "$work/usr/bin/flowfield" 0
passes "make uninstall takes that away" make --silent uninstall DESTDIR="$work" PREFIX=/usr ZSH_FOLDER=other
silent "to the last file" files

done_testing
