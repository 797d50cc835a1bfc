#!/bin/bash
# PngSuite: what is grey and opaque gives the cells that libpng sees; the rest
# is refused, and so is whatever is corrupt.
. "$(dirname "$0")/../cli.sh"

suite=$shared/pngsuite
if [[ ! -d $suite ]]; then
	skip "PngSuite" "there is no ../shared/pngsuite"
	done_testing
	exit
fi
new_folder
accepted=0
refused=0
# judge PNG: holds what the tool makes of it against libpng.
judge() {
	rm -f cells
	# A 16-bit sample must have two equal bytes, as all smaller ones have here.
	# White is made a cost, so that any cell may be the goal.
	show_png "$1" pixels 2>/dev/null | perl -ne '
		/^(..)\1(\1\1){2}ffff$/ or print("refuse\n"), exit;
		print hex($1) == 0 ? 1 : hex($1) == 255 ? 254 : hex($1), "\n"' >"$work/wanted" ||
		echo refuse >"$work/wanted"
	if [[ $(basename "$1") == x* ]] || grep -q refuse "$work/wanted"; then
		refused=$((refused + 1))
		try flowfield "$1" -g 0,0
		refusal 3 "$1: *"
	else
		accepted=$((accepted + 1))
		try flowfield "$1" -g 0,0 --remap 255=254 --csv cells -q
		verdict 0 "" "" "+cells"
		cmp <(tail -n +2 cells | cut -d , -f 3) "$work/wanted"
	fi
}

wrong=
for png in "$suite"/*.png; do
	judge "$png" >"$work/judgement" 2>&1
	if [[ -s $work/judgement ]]; then
		wrong+="$(basename "$png"): $(<"$work/judgement")"$'\n'
	fi
done
same "the files of PngSuite are read as libpng reads them, or refused" "$wrong" ""
passes "some of them are read" test $accepted -gt 20
passes "and some refused" test $refused -gt 100

wrong=
for png in "$suite"/crashers/*; do
	try flowfield "$png" -g 0,0
	if [[ $status -ne 3 && $status -ne 5 ]]; then
		wrong+="$(basename "$png"): status $status"$'\n'
	fi
	wrong+=$(verdict $status "" "flowfield: $png: *" "")
done
same "files that crash readers are refused" "$wrong" ""

done_testing
