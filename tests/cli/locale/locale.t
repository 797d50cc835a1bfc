#!/bin/bash
# Numbers, names and bytes do not depend on the user's language.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 60 40 >map.pgm
# made_in LOCALE: checksums of all outputs and messages there, without times and memory.
made_in() {
	env LC_ALL="$1" flowfield map.pgm -g 30,20 --with contours=3 --with values --heatmap heat.png --csv cells \
		--json - >report 2>said
	env LC_ALL="$1" flowfield map.pgm -g 3,2000 2>error || true
	env LC_ALL="$1" flowfield --help >help
	json report map model options goals cells integration outputs warnings >figures
	sed -i 's/[0-9]* ms$//' said
	sha1sum heat.png cells said error help figures
}
want=$(made_in C)
same "C.UTF-8 changes nothing" "$(made_in C.UTF-8)" "$want"
same "a locale that does not exist changes nothing" "$(made_in xx_YY.nonsense)" "$want"

export LOCPATH=$work
localedef -i de_DE -f UTF-8 "$LOCPATH/de_DE.UTF-8" >"$work/log" 2>&1 || true
if [[ $(env LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null) = , ]]; then
	same "a locale with commas in its numbers changes nothing" "$(made_in de_DE.UTF-8)" "$want"
else
	skip "a locale with commas in its numbers changes nothing" "localedef could not make one here"
fi

done_testing
