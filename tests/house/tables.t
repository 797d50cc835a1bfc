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
if [[ -e /usr/share/consolefonts/spleen-8x16.psfu.gz ]] && [[ -x /usr/bin/python3 ]]; then
	passes "the glyphs are those of Spleen" \
		same_but_for_versions scripts/make_font src/draw/font_glyphs.c
else
	skip "the glyphs are those of Spleen" "fonts-spleen or python3 is not installed"
fi

done_testing
