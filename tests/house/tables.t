#!/bin/bash
# The tables in src/draw are what their scripts make.
. "$(dirname "$0")/../support/tap.sh"

same_but_for_versions() { # SCRIPT TABLE
	diff <("$1" | grep -v '^ \* Made by') <(grep -v '^ \* Made by' "$2")
}

if /usr/bin/python3 -c 'import matplotlib' 2>/dev/null; then
	passes "the colours are those of matplotlib" \
		same_but_for_versions scripts/make_colormaps src/draw/palette_maps.c
else
	skip "the colours are those of matplotlib" "python3-matplotlib is not installed"
fi
if [[ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]] &&
	/usr/bin/python3 -c 'import fontTools' 2>/dev/null; then
	passes "the letters are those of DejaVu Sans" \
		same_but_for_versions scripts/make_font src/draw/font.c
else
	skip "the letters are those of DejaVu Sans" \
		"fonts-dejavu-core or python3-fonttools is not installed"
fi

done_testing
