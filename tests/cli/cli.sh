# shellcheck shell=bash
# Sourced by the command-line tests: runs a command in an empty folder and compares its
# status, output, messages and files with the expected ones.
. "$(dirname "${BASH_SOURCE[0]}")/../support/tap.sh"

root=$PWD
shared=$root/../shared
# FLOWFIELD_DIR=build/asan prove tests/cli/*/*.t tests that program.
flowfield_dir=$(cd "${FLOWFIELD_DIR:-build}" && pwd)
PATH=$flowfield_dir:$root/build/release/tools:$root/tests/support:$PATH
unset NO_COLOR
umask 022

# The exit status of the last try, and the files with its streams; the files before it.
status=0
listed=
out=$work/out
err=$work/err
folders=0

# Enters a new, empty folder.
new_folder() {
	folders=$((folders + 1))
	mkdir "$work/$folders"
	cd "$work/$folders"
}

# Prints a line for each file below: its content or kind, two blanks, its name.
inventory() {
	find . -mindepth 1 \( -type f -exec sha1sum {} + \) -o -printf '%y%l  %p\n' | sort
}

# Prints names, sizes and times of the files below; if these are the same, so is their content.
listing() {
	echo "$PWD"
	find . -mindepth 1 -printf '%p %y %s %T@ %i %l\n'
}

# Takes an inventory to compare with later.
remember() {
	local now
	now=$(listing)
	[[ $now == "$listed" ]] || inventory >"$work/before"
	listed=$now
}

# has_terminal: true if script(1) and a terminal for it are there; a bare chroot has none.
has_terminal() {
	script -qec true /dev/null </dev/null >/dev/null 2>&1
}

# try COMMAND...: run it.
try() {
	remember
	status=0
	# The shell's own message about a command that died is dropped.
	{ "$@" >"$out" 2>"$err" || status=$?; } 2>/dev/null
}

# Prints the files that the last try changed, ordered by name: "+new ~changed -gone".
changes() {
	[[ $(listing) != "$listed" ]] || return 0
	inventory >"$work/after"
	awk -F '  [.]/' -v OFS='\t' '
		FILENAME == ARGV[1] { before[$2] = $1; next }
		!($2 in before) { print $2, "+" $2 }
		$2 in before && before[$2] != $1 { print $2, "~" $2 }
		{ after[$2] }
		END { for (name in before) if (!(name in after)) print name, "-" name }
	' "$work/before" "$work/after" | sort | cut -f 2 | paste -sd ' '
}

# ends_line FILE: true if its last byte is a newline; without a process for short texts.
ends_line() {
	local text
	if IFS= read -rN 65536 text <"$1" || [[ $text != *$'\n' ]]; then
		[[ -z $(tail -c 1 "$1") ]]
	fi
}

# mismatches STATUS OUT ERR CHANGES: prints how the last try differs.  OUT and ERR are
# patterns, without the last newline: text must end with one, a picture need not.
mismatches() {
	local stream text pattern changed
	if [[ $status -ne $1 ]]; then
		echo "expected status $1, got $status"
	fi
	for stream in out err; do
		pattern=$2
		[[ $stream = out ]] || pattern=$3
		{ text=$(<"$work/$stream"); } 2>/dev/null # which is what a picture's NULs give
		# shellcheck disable=SC2053 # it is a pattern
		if [[ $text != $pattern ]]; then
			echo "expected $stream \"$pattern\", got:"
			echo "$text"
		elif [[ -n $text && $text != *PNG* ]] && ! ends_line "$work/$stream"; then
			echo "$stream does not end with a newline"
		fi
	done
	changed=$(changes)
	if [[ $changed != "$4" ]]; then
		echo "expected changes \"$4\", got \"$changed\""
	fi
}

# expect NAME STATUS OUT ERR CHANGES: tests the last try.
expect() {
	local wrong
	wrong=$(mismatches "${@:2}")
	if [[ -z $wrong ]]; then
		tap_line ok "$1"
	else
		tap_line "not ok" "$1" "$wrong"
	fi
}

# refusal STATUS TEXT: like mismatches, for one line on stderr and nothing else at all.
refusal() {
	local lines
	mismatches "$1" "" "flowfield: $2" ""
	mapfile lines <"$err"
	if [[ ${#lines[@]} -ne 1 ]]; then
		echo "expected one line on stderr, got ${#lines[@]}"
	fi
}

# refused NAME STATUS TEXT: tests that the last try was refused.
refused() {
	local wrong
	wrong=$(refusal "$2" "$3")
	if [[ -z $wrong ]]; then
		tap_line ok "$1"
	else
		tap_line "not ok" "$1" "$wrong"
	fi
}

# mistakes NAME COMMAND... <LINES: printf makes a file f of the TEXT of each line "MESSAGE <= TEXT"; the
# command must refuse it with that message, and write nothing.
mistakes() {
	local line got status wrong=
	remember
	while IFS= read -r line; do
		# shellcheck disable=SC2059 # that is what it is for
		printf -- "${line#* <= }" >f
		status=0
		got=$("${@:2}" 2>&1) || status=$?
		[[ $status -eq 3 && $got == "flowfield: f:${line%% <= *}" ]] || wrong+="$line: status $status, $got"$'\n'
	done
	rm f
	same "$1" "$wrong$(changes)" ""
}

# same NAME GOT WANTED
same() {
	if [[ $2 == "$3" ]]; then
		tap_line ok "$1"
	else
		tap_line "not ok" "$1" "expected:"$'\n'"$3"$'\n'"got:"$'\n'"$2"
	fi
}

# differ NAME ONE OTHER
differ() {
	if [[ $2 != "$3" ]]; then
		tap_line ok "$1"
	else
		tap_line "not ok" "$1" "both are:"$'\n'"$2"
	fi
}

# pgm WIDTH GREY...: prints a plain grey map.
pgm() {
	printf 'P2\n%d %d\n255\n' "$1" $((($# - 1) / $1))
	printf '%d\n' "${@:2}"
}

# rewrite PNG CHUNK CODE: changes $_, the data of the first chunk that begins so.
rewrite() {
	perl -MCompress::Zlib -0777 -pi -e '
		my ($at, $all) = (index($_, "'"$2"'") - 4, $_);
		my ($n, $name) = unpack "Na4", substr $_, $at, 8;
		$_ = substr $all, $at + 8, $n;
		'"$3"';
		substr($all, $at, $n + 12) = pack("N", length) . "$name$_" . pack "N", crc32("$name$_");
		$_ = $all' "$1"
}

# json FILE KEY...: prints the values at a.b.0, one a line; lists and objects as JSON.
json() {
	perl -MJSON::PP -e '
		my $json = JSON::PP->new->canonical;
		binmode STDOUT, ":utf8";
		open my $file, "<:raw", shift or die;
		my $document = $json->utf8->decode(do { local $/; <$file> });
		for my $path (@ARGV) {
			my $value = $document;
			for my $key (split /[.]/, $path) {
				$value = ref $value eq "ARRAY" ? $value->[$key] : $value->{$key};
				defined $value or die "no $path\n";
			}
			print ref $value ? $json->utf8(0)->encode($value) : $value, "\n";
		}
	' "$@"
}

# Runs the lines of the README that set up git, in a repository.
readme_sets_up_git() {
	local line count=0
	while read -r line; do
		eval "$line"
		count=$((count + 1))
	done < <(sed -n '/^\*\*In git/,/^git diff/p' "$root/README.md" | grep -E '^(git config|echo)')
	same "the README has an attribute and two settings" "$count" 3
}
