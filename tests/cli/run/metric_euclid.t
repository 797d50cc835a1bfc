#!/bin/bash
# --metric euclid: distances as they are, not along the grid.
. "$(dirname "$0")/../cli.sh"

new_folder
empty() { # WIDTH HEIGHT COST
	printf 'P5\n%d %d\n255\n' "$1" "$2"
	head -c $(($1 * $2)) /dev/zero | tr '\0' "\\$(printf %o "$3")"
}
within=1e-6 # which is what is printed
straight() { # NAME WANTED-AS-AWK OPTION...: all values are that
	try flowfield map.pgm -q --metric euclid --csv cells.csv "${@:3}"
	same "$1" "$status $(awk -F , "
		function far(x, y) { return sqrt((\$1 - x) ^ 2 + (\$2 - y) ^ 2) }
		function min(a, b) { return a < b ? a : b }
		NR > 1 { d = $2; if (\$5 == \"\" || (\$5 - d) ^ 2 > ($within * (1 + d)) ^ 2) { print; exit } }" cells.csv)" "0 "
}
empty 9 7 1 >map.pgm
try flowfield map.pgm -q -g 4,3 --metric euclid --csv - --json report.json
same "1, sqrt(2), 2, sqrt(5), 5" "$(grep -E '^(5,3|5,4|4,5|6,4|8,6),' "$out" | cut -d , -f 5 | sort | paste -sd ' ')" \
	"1 1.414214 2 2.236068 5"
same "the largest" "$(json report.json integration.largest integration.bits integration.unit model.flow)" \
	$'5\n64\n1\ngradient'
straight "an empty map has straight distances" 'far(4, 3)' -g 4,3
straight "from a corner" 'far(0, 0)' -g 0,0
straight "whatever corners are" 'far(8, 6)' -g 8,6 --corners cut
straight "with a start cost" '2.0 + far(4, 3)' -g 4,3+2
empty 40 30 7 >map.pgm
straight "times the cost" '7 * far(11, 20)' -g 11,20
try flowfield verify map.pgm cells.csv -g 11,20 --metric euclid
expect "which verify grants" 0 "" 'flowfield: cells.csv: 40x30: all values, classes, directions, vectors are right' ""
empty 50 1 3 >map.pgm
straight "a corridor one cell wide" '3 * far(49, 0)' -g 49,0
empty 256 256 1 >map.pgm
straight "a large map" 'far(128, 128)' -g 128,128

within=0.01
straight "between two goals within 1 %" 'min(far(0, 0), far(200, 150))' -g 0,0 -g 200,150

# A wall to walk around: by its corners at the least, by the centres of the cells there at the most.
# shellcheck disable=SC2046
pgm 9 $(printf '1 1 1 1 255 1 1 1 1 %.0s' {1..6}) $(printf '1 %.0s' {1..27}) >map.pgm
try flowfield map.pgm -q -g 1,1 --metric euclid --csv cells.csv
same "in sight it is straight" \
	"$(grep -E '^(3,5|0,0|1,8),' cells.csv | cut -d , -f 5 | paste -sd ' ')" "1.414214 4.472136 7"
value=$(grep '^7,1,' cells.csv | cut -d , -f 5)
same "behind a wall it is the way by its corners" "$value" \
	"$(awk 'BEGIN { printf "%.5f", 2 * sqrt(2.5 ^ 2 + 4.5 ^ 2) + 1 }')"

# Whatever the map is: no NaN, no negative, no missed cell, and all directions lead on.
for kind in maze random city caves; do
	make_map --pgm $kind 61 43 6 >map.pgm
	try flowfield map.pgm -q --snap -g 30,20 --metric euclid --csv cells.csv
	same "$kind: every reached cell has a number and a direction" \
		"$(awk -F , 'NR > 1 && $4 == "reached" && ($5 !~ /^[0-9.]+$/ || $5 <= 0 || $6 == 8) { print }' cells.csv)" ""
	same "the cells that are reached are those that manhattan reaches" \
		"$(cut -d , -f 1-4 cells.csv | sha1sum)" \
		"$(flowfield map.pgm -q --snap -g 30,20 --csv - | cut -d , -f 1-4 | sha1sum)"
	same "none is costlier than manhattan's way" "$(flowfield map.pgm -q --snap -g 30,20 --csv - |
		paste -d , - cells.csv | awk -F , 'NR > 1 && $5 != "" && $13 > $5 * 1.000001 { print }')" ""
done

try flowfield map.pgm --metric euclid --step mean -g 0,0
refused "there are no steps to take the mean of" 2 '--step mean is not for --metric euclid, which has no steps'

done_testing
