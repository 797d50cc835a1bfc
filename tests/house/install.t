#!/bin/bash
# "make install" puts files where packagers expect them; "make uninstall"
# takes them away.
. "$(dirname "$0")/../support/tap.sh"

files() { # those below $work, with their permissions
	(cd "$work" && find . -type f -printf '%M %p\n' | sort -k 2)
}
is_installed_below() { # FOLDER
	diff - <(files) <<-END
		-rwxr-xr-x ./$1/bin/flowfield
		-rw-r--r-- ./$1/share/bash-completion/completions/flowfield
		-rw-r--r-- ./$1/share/doc/flowfield/LICENSE
		-rw-r--r-- ./$1/share/fish/vendor_completions.d/flowfield.fish
		-rw-r--r-- ./$1/share/man/man1/flowfield.1
		-rw-r--r-- ./$1/share/zsh/site-functions/_flowfield
	END
}

umask 077 # which must not keep others from running the program
passes "make install works" make --silent install DESTDIR="$work"
passes "it installs program, licence, manual and completions below /usr/local" is_installed_below usr/local
passes "the installed program runs" "$work/usr/local/bin/flowfield" --version
passes "the completions are those of their shells" \
	grep -q '^complete -F ' "$work/usr/local/share/bash-completion/completions/flowfield"
passes "of zsh" grep -q '^#compdef' "$work/usr/local/share/zsh/site-functions/_flowfield"
passes "and of fish" grep -q '^complete -c ' \
	"$work/usr/local/share/fish/vendor_completions.d/flowfield.fish"
passes "make uninstall works" make --silent uninstall DESTDIR="$work"
silent "it leaves no file" files

passes "make install honours PREFIX" make --silent install DESTDIR="$work" PREFIX=/opt/flow
passes "all is below it" is_installed_below opt/flow
passes "make uninstall honours PREFIX" make --silent uninstall DESTDIR="$work" PREFIX=/opt/flow
silent "nothing is left there either" files

done_testing
