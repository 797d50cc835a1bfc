#!/bin/bash
# The manual's lists of options are those that scripts/make_manual makes from the program's rows:
# run it where one differs.
. "$(dirname "$0")/../support/tap.sh"

cp man/flowfield*.1 "$work"
remade() { # PAGE: how make_manual would change it
	scripts/make_manual "$work/$1" && diff "man/$1" "$work/$1"
}
while read -r command; do
	silent "flowfield-$command.1 has its options" remade "flowfield-$command.1"
	passes "flowfield.1 names that page" grep -qx "[.]It Xr flowfield-$command 1" man/flowfield.1
done < <(build/flowfield --help | sed '1,/^Commands/d; s/^ *\([a-z]*\) .*/\1/')
silent "flowfield.1 has its options, and all commands" remade flowfield.1
passes "there is a page for each command only" \
	test "$(find man -name '*.1' | wc -l)" -eq "$(build/flowfield --help | sed '1,/^Commands/d' | sed -n '$=' | awk '{print $1 + 1}')"

# Differences are corrected, and prose stays with its option.
sed -i -e 's/^Walk to this cell.*/Something else./' -e 's/^[.]It Fl -goals .*/.It Fl -goals Ar WRONG/' \
	-e '/^[.]It Xr flowfield-walk/d' "$work/flowfield.1"
silent "a line that differs is made again" remade flowfield.1
sed '/^[.]It Fl j , Fl -threads/,/^[.]It/ { /^[.]It Fl -max-cells/!d }' man/flowfield.1 >"$work/flowfield.1"
fails "an option that is missing is added, without prose" 1 \
	'< A map of less than 16384 cells takes one.' remade flowfield.1
sed -i '/options: begin/d' "$work/flowfield.1"
fails "a page without a list is refused" 1 "$work/flowfield.1: no list of options" scripts/make_manual "$work/flowfield.1"
cp man/flowfield.1 "$work/flowfield-nothing.1"
fails "so is that of no command" 1 "flowfield nothing: no command" scripts/make_manual "$work/flowfield-nothing.1"

done_testing
