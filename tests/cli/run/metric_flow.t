#!/bin/bash
# --flow: which of the neighbours, or where between them.
. "$(dirname "$0")/../cli.sh"

new_folder
# flow NAME WANTED OPTION...: the directions of all cells of map.pgm, in reading order.
flow() {
	try flowfield map.pgm -q --csv - "${@:3}"
	same "$1" "$(tail -n +2 "$out" | cut -d , -f 6 | paste -sd ' ')" "$2"
}
# vector NAME X,Y,WANTED OPTION...: the vector of one cell.
vector() {
	try flowfield map.pgm -q --csv - "${@:3}"
	same "$1" "$(grep "^${2%,*,*}," "$out" | cut -d , -f 7,8)" "$(cut -d , -f 3,4 <<<"$2")"
}
chosen() { # RULE OPTION...
	try flowfield map.pgm -q -g 0,0 --json - "${@:2}"
	same "${*:2} leads by rule $1" "$(json "$out" model.flow)" "$1"
}

pgm 3 1 1 1 1 1 1 1 1 1 >map.pgm
chosen lowest --metric manhattan
chosen path --metric octile
chosen gradient --metric euclid
chosen gradient --metric octile --flow gradient
chosen lowest --flow lowest --metric octile
chosen path --metric euclid --flow path

flow "lowest goes to the lowest of eight" "8 6 6 0 7 7 0 7 7" -g 0,0
flow "path keeps to the four that manhattan knows, and takes the first of equals" \
	"8 6 6 0 0 0 0 0 0" -g 0,0 --flow path
flow "octile's path goes straight on where that costs the same" "8 6 6 0 7 6 0 0 7" -g 0,0 --metric octile
flow "its lowest goes diagonally at once" "8 6 6 0 7 7 0 7 7" -g 0,0 --metric octile --flow lowest

# D is 0 1 2 / 1 2 3 / 2 3 4: at 2,1 the slope is 2 - 3 across, 2 - 4 down.
flow "gradient gives the nearest of the eight" "8 6 6 0 7 7 0 7 7" -g 0,0 --flow gradient
vector "and the slope as it is" 2,1,-0.447214,-0.894427 -g 0,0 --flow gradient
vector "on a diagonal" 1,1,-0.707107,-0.707107 -g 0,0 --flow gradient
vector "the edge stands in with the cell's own value" 2,2,-0.707107,-0.707107 -g 0,0 --flow gradient
vector "a goal has none" 0,0,0,0 -g 0,0 --flow gradient

# The middle of a corridor that is open to both sides: the slope is 0,0 there.
pgm 5 1 1 1 1 1 >map.pgm
flow "where the slope is flat the path leads on" "8 6 2 2 8" -g 0,0 -g 4,0 --flow gradient
vector "with its vector" 2,0,1,0 -g 0,0 -g 4,0 --flow gradient

# The same without that: no direction where the slope is flat, and into walls.
flow "differences leave a walker there" "8 6 8 2 8" -g 0,0 -g 4,0 --flow differences
vector "with no vector" 2,0,0,0 -g 0,0 -g 4,0 --flow differences
pgm 3 1 1 1 1 255 1 1 1 1 >map.pgm
flow "behind a pillar, too" "5 6 7 8 8 8 7 6 5" -g 0,1 --flow differences
vector "they lead off the map where the numbers say so" 2,0,-0.707107,-0.707107 -g 0,1 --flow differences
flow "a goal between two cells is no place to be stuck opposite of" "8 6 7 8 8 0 7 6 6" -g 0,0.5 --flow differences
flow "nor is there one with rule gradient" "4 6 6 8 8 0 0 6 6" -g 0,1 --flow gradient
for walk in "--from 2,0" "walk --from 2,0" "walk --traffic-in all" "sectors --from 2,0"; do
	# shellcheck disable=SC2086 # words
	try flowfield ${walk% --*} map.pgm -g 0,0 --flow differences --${walk##*--}
	refused "$walk does not follow them" 2 '--flow differences is for looking at, and leads walkers into walls and dead ends; walkers take --flow gradient or path'
done

# All directions obey the corner rule.
pgm 2 1 255 1 1 >map.pgm
flow "lowest goes round a corner" "8 8 0 6" -g 0,0
flow "but for lenient past it" "8 8 0 7" -g 0,0 --corners lenient
flow "path goes round it" "8 8 0 6" -g 0,0 --metric octile
flow "or past it" "8 8 0 7" -g 0,0 --metric octile --corners lenient
flow "gradient does not point into it" "8 8 0 6" -g 0,0 --flow gradient
pgm 2 1 255 255 1 >map.pgm
flow "nothing leads between two walls" "8 8 8 8" -g 0,0 --metric octile --corners lenient
flow "but cut" "8 8 8 7" -g 0,0 --metric octile --corners cut

# Cheaper to go round: lowest looks at values alone, path at what a step costs.
pgm 3 1 1 1 1 9 1 1 1 1 >map.pgm
flow "costs count" "8 6 6 0 0 7 0 7 0" -g 0,0 --metric octile
# D is 0 5 8 / 4 6 8: from 2,0 it is 5 and 5 to the left, 6 and 2 below that.
pgm 3 1 5 3 4 2 2 >map.pgm
flow "lowest does not mind what the neighbour costs" "8 6 6 0 7 7" -g 0,0
flow "sum does" "8 6 5 0 7 6" -g 0,0 --flow sum
flow "whatever a step costs" "8 6 5 0 7 6" -g 0,0 --flow sum --step mean
flow "in all directions that are permitted" "8 6 5 0 7 6" -g 0,0 --flow sum --metric octile
chosen sum --flow sum --metric euclid
try flowfield map.pgm -q -g 0,0 --flow sum --ties -
expect "ties are equal sums" 0 $'-1,1,1\n1,1,1' "" ""
map_of() { make_map --pgm "$1" 60 40 5 >map.pgm; }
for kind in terrain caves city; do
	map_of $kind
	for rule in lowest path gradient sum; do
		for metric in manhattan octile; do
			try flowfield map.pgm -q --snap -g 30,20 --csv - --metric $metric --flow $rule
			same "$kind: each cell that $metric/$rule reaches has a direction, no other" "$(awk -F , '
				NR > 1 && ($4 == "reached") != ($6 != 8) { print }' "$out")" ""
			same "down, and not into a wall" "$(awk -F , '
				BEGIN { split("0 1 1 1 0 -1 -1 -1", dx, " "); split("-1 -1 0 1 1 1 0 -1", dy, " ") }
				NR > 1 { d[$1 "," $2] = $5 }
				NR > 1 && $6 != 8 { to[$1 "," $2] = $1 + dx[$6 + 1] "," $2 + dy[$6 + 1] }
				END {
					for (at in to)
						if (d[to[at]] == "" || d[to[at]] >= d[at])
							print at, to[at]
				}' "$out")" ""
		done
	done
done

for rule in '' up Lowest 1; do
	try flowfield map.pgm -g 0,0 --flow "$rule"
	refused "the flow \"$rule\"" 2 "--flow $rule: expected lowest, path, gradient, sum or differences"
done

done_testing
