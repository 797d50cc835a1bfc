#!/bin/bash
# The options in the help and in the manual, and that a difference would be seen.
. "$(dirname "$0")/../support/tap.sh"

silent "the help and the manual agree on the options" scripts/check_options
silent "the script runs from anywhere" env -C / "$PWD/scripts/check_options"

options() { # the script, on the help and the manual in $work
	scripts/check_options "$work"
}
# shellcheck disable=SC2016 # the program expands it
put "$work/build/flowfield" '#!/bin/sh' '[ "$1" = judge ] && cat <<END && exit' \
	'  -s, --strict   as strict as can be' 'END' 'cat <<END' \
	'usage: flowfield MAP --goal X,Y' '' 'Goals' \
	'  -g, --goal X,Y          walk to this cell; repeatable' \
	'      --remap A[-B]=C[,...]' '                          levels A to B cost C' \
	'      --legend[=WHEN]     draw a legend' '  -q                      say less' '' 'Commands:' '  judge   say which is best' 'END'
chmod +x "$work/build/flowfield"
judge=judge strict='.It Fl s , Fl -strict'
manual() { # .It LINE...
	local item
	put "$work/man/flowfield.1" '.Dd January 1, 2026' '.Sh COMMANDS' ".Ss $judge" '.Bl -tag' \
		"$strict" 'To be strict with everyone.' '.El' '.Sh OPTIONS' '.Bl -tag' \
		'.It not an option' \
		"$(for item; do printf '%s\nWhat it is for.\n' "$item"; done)" '.El'
}
goal='.It Fl g , Fl -goal Ar X,Y'
remap='.It Fl -remap Ar A Ns Oo - Ns Ar B Oc Ns = Ns Ar C Ns Op ,...'
legend='.It Fl -legend Ns Op = Ns Ar WHEN'

manual "$goal" "$remap" "$legend" '.It Fl q'
silent "they may agree" options
manual '.It Fl g , Fl -goals Ar X,Y' "$remap" "$legend" '.It Fl q'
fails "another long name is seen, as the help has it" 1 'only in the help: -g, --goal X,Y' options
fails "and as the manual has it" 1 'only in the manual: -g, --goals X,Y' options
manual '.It Fl G , Fl -goal Ar X,Y' "$remap" "$legend" '.It Fl q'
fails "another short name is seen" 1 'only in the manual: -G, --goal X,Y' options
manual '.It Fl g , Fl -goal Ar X' "$remap" "$legend" '.It Fl q'
fails "another argument is seen" 1 'only in the manual: -g, --goal X' options
manual "$goal" "$remap" "$legend"
fails "an option that the manual lacks is seen" 1 'only in the help: -q' options
manual "$goal" "$remap" "$legend" '.It Fl q' '.It Fl -old'
fails "so is one that the help lacks" 1 'only in the manual: --old' options
judge=juggle
manual "$goal" "$remap" "$legend" '.It Fl q'
fails "a command that is called otherwise is seen" 1 'only in the manual: the command juggle' options
judge=judge strict='.It Fl l , Fl -lenient'
manual "$goal" "$remap" "$legend" '.It Fl q'
fails "an option of a command is, too" 1 'only in the help: judge -s, --strict' options
strict='.It Fl s , Fl -strict'
manual "$goal" "$remap" "$legend" '.It Fl q'
sed -i '$d' "$work/man/flowfield.1"
sed -i '$d' "$work/man/flowfield.1"
put "$work/man/flowfield.1" "$(cat "$work/man/flowfield.1")" 'X' '.El'
fails "an option that is not described is seen" 1 'not described in the manual: .It Fl q' options
manual
fails "a manual without options is not taken for agreement" 1 "no options found in the manual" options

done_testing
