#!/bin/bash
# --flee: the field that leads away from the goals.
. "$(dirname "$0")/../cli.sh"

new_folder
# cells NAME WANTED OPTION...: class, integration and direction of all cells, as in "r-1>2".
cells() {
	try flowfield map.pgm -q --csv - "${@:3}"
	same "$1" "$(awk -F , 'NR > 1 { print substr($4, 1, 1) $5 ">" $6 }' "$out" | paste -sd ' ')" "$2"
}
row() { # N: a map of N cells side by side
	# shellcheck disable=SC2046
	pgm "$1" $(printf '1 %.0s' $(seq "$1")) >map.pgm
}
row 5
cells "from the enemy to both ends" "g-2>8 r-1>6 r0>2 r-1>2 g-2>8" -g 2,0 --flee=-1
cells "the factor may be a word of its own" "g-2>8 r-1>6 r0>2 r-1>2 g-2>8" -g 2,0 --flee -1
cells "as far as it is, times the factor" "g-4>8 r-3>6 r-2>2 r-3>2 g-4>8" -g 2,0 --flee=-2
cells "in 408ths of a cost: 0.3 and 0.6" "g-0.60049>8 r-0.29902>6 r0>2 r-0.29902>2 g-0.60049>8" \
	-g 2,0 --flee=-0.3 --metric octile
cells "the default is -1.2: the end at -979/408, and a step of 408 before it" \
	"g-2.39951>8 r-1.39951>6 r-0.39951>2 r-1.39951>2 g-2.39951>8" -g 2,0 --flee --metric octile
same "with manhattan, too" "$(flowfield map.pgm -q --csv - -g 1,0 --flee)" \
	"$(flowfield map.pgm -q --csv - -g 1,0 --flee=-1.2)"
cells "away from the nearest of two" "r0>2 r-1>2 g-2>8 r-1>6 r0>6" -g 0,0 -g 4,0 --flee=-1
cells "one who is far off is less feared" "r-3>2 r-4>2 r-5>2 r-6>2 g-7>8" -g 0,0+3 --flee=-1

# The way out is behind the enemy: worth it if it leads far.
row 8
cells "a short way out: stay in the corner" "g-1>8 r-1>2 r-2>2 r-3>2 r-4>2 r-5>2 r-6>2 g-7>8" \
	-g 1,0 --flee
row 22
cells "a long way out: run past him" \
	"r-3>2 r-4>2 $(printf 'r-%d>2 ' {5..23})g-24>8" -g 1,0 --flee

# Walls, limits.
pgm 4 1 1 255 1 1 1 255 1 >map.pgm
cells "who cannot be reached does not flee" "r0>3 r-1>4 w>8 u>8 r-1>2 g-2>8 w>8 u>8" -g 0,0 --flee=-1
row 5
cells "nobody flees beyond --max-cost" "f>8 g-1>8 r0>2 g-1>8 f>8" -g 2,0 --flee=-1 --max-cost 1
cells "nor where all is beyond" "f>8 f>8 f>8 f>8 f>8" -g 2,0+5 --flee --max-cost 1
try flowfield map.pgm -q -g 2,0 --flee=-1 --json -
same "the report has the factor, and what the values are" \
	"$(json "$out" modifiers.flee integration.largest integration.mean cells.goal cells.reached)" $'-1\n0\n-1.2\n2\n3'
try flowfield map.pgm -g 2,0 --flee
expect "there are pictures of it" 0 '*' 'flowfield: map.pgm: *' "+map.arrows.png +map.heatmap.png +map.reach.png"
rm map.*.png

# Wherever one stands, following the directions ends where there is no lower neighbour.
for kind in caves city terrain; do
	make_map --pgm $kind 60 40 8 >map.pgm
	try flowfield map.pgm -q --snap -g 30,20 --flee --metric octile --flow path --csv -
	same "$kind: reached cells have a way, ends have none" \
		"$(awk -F , 'NR > 1 && ($4 == "reached") != ($6 != 8) { print }' "$out")" ""
	same "which leads down" "$(awk -F , '
		BEGIN { split("0 1 1 1 0 -1 -1 -1", dx, " "); split("-1 -1 0 1 1 1 0 -1", dy, " ") }
		NR > 1 { d[$1 "," $2] = $5 }
		NR > 1 && $6 != 8 { to[$1 "," $2] = $1 + dx[$6 + 1] "," $2 + dy[$6 + 1] }
		END { for (at in to) if (d[to[at]] == "" || d[to[at]] >= d[at]) print at, to[at] }' "$out")" ""
	same "no value is above 0" "$(awk -F , 'NR > 1 && $5 > 0 { print }' "$out")" ""
done

done_testing
