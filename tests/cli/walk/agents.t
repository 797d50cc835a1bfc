#!/bin/bash
# Files of walkers: what they may say, and what is wrong with them.
. "$(dirname "$0")/../cli.sh"

new_folder
# One wall, at 5,2.
perl -e 'print "P2 12 3 255\n", join(" ", map { $_ == 29 ? 255 : 1 } 0 .. 35), "\n"' >map.pgm
printf 'old\n' >old.csv
run=(map.pgm -g '11,0' --agents agents.csv -q)

# walks NAME LINE...: the arrivals file of agents.csv with these lines
walks() {
	put agents.csv "${@:2}"
	try flowfield walk "${run[@]}" --arrivals -
	cut -d, -f1-3,7 "$out" | tail -n +2 >"$work/who"
	same "$1" "$(tr '\n' ' ' <"$work/who")" "$wanted "
}
wanted='7,red,0,arrived 3,,2.5,arrived'
walks "columns are found by their names" 'start,y,id,group,x' '0,1,7,red,2' '2.5,0,3,,4'
walks "blanks, comments, CRLF, empty lines and a mark are passed over" $'\xef\xbb\xbf# who' '' \
	$'start , y,id ,group,x # order\r' $' 0,1, 7, red ,2\r' '# nobody' '  2.5 ,0,3,,4 # him'
wanted='1,,0,arrived 2,,0,arrived'
walks "x and y are enough, and who has no id is numbered" 'x,y' '2,1' '4.5,.25'
walks "what is empty has its default" 'radius,speed,x,y,group,start' ',,2,1,,' '.2,2,4,1,'
put agents.csv 'x,y,id' '2,1,10' '5,1,4'
try flowfield walk "${run[@]}" --from 0,0 --spawn 2 --arrivals -
same "ids of others go on from there" "$(cut -d, -f1 "$out" | tr '\n' ' ')" 'id 10 4 11 12 13 '
try flowfield walk map.pgm -g 11,0 --agents - --arrivals - -q <agents.csv
expect "a file may be standard input" 0 $'id,*\n10,*\n4,*' "" ""

# Faster walkers take less time.
put agents.csv 'x,y,speed' '1,1,1' '1,1,4'
try flowfield walk "${run[@]}" --arrivals -
same "speed is theirs" "$(perl -F, -e 'push @t, $F[5]; END { printf "%.2f", $t[1] / $t[2] }' "$out")" 4.00

# Bad lines.
# bad NAME MESSAGE LINE...
bad() {
	put agents.csv "${@:3}"
	try flowfield walk "${run[@]}" --csv old.csv --simulate 10
	refused "$1" 3 "agents.csv$2"
}
columns='a column'"'"'s name (id, group, x, y, radius, speed or start) expected'
bad "an empty file" ': has no walker' ''
bad "nothing but columns" ': has no walker' 'x,y' '# 1,2'
bad "no columns" ":1:1: $columns" '1,2'
bad "an unknown one" ":2:5: $columns" '' 'x,y,z' '1,2,3'
bad "one with something behind its name" ':1:7: a comma expected' 'x,y,id2' '1,2,3'
bad "one with a large letter" ":1:1: $columns" 'X,Y' '1,2'
bad "one twice" ':1:5: x is there twice' 'x,y,x' '1,2,3'
bad "no x" ':1:5: the column x is missing' 'id,y' '1,2'
bad "no y" ':1:2: the column y is missing' 'x' '1'
bad "a comma too many" ':1:5: a column'"'"'s name is missing' 'x,y,' '1,2'
bad "a field too many" ':3:4: the end of the line expected' 'x,y' '1,1' '2,1,0'
bad "a field too few" ':2:2: y is missing' 'x,y' '1'
bad "an empty x" ':2:1: x is missing' 'x,y' ',1'
bad "an empty id" ':3:5: id is missing' 'x,y,id' '1,1,4' '2,1,'
bad "a word for a number" ':2:3: y is not a number' 'x,y' '1,one'
bad "an exponent" ':2:1: x is not a number' 'x,y' '1e1,1'
bad "a radius of 0" ':2:5: radius is not in 0.001..1000' 'x,y,radius' '1,1,0'
bad "a speed of 0" ':2:5: speed is not in 0.001..1000' 'x,y,speed' '1,1,0'
bad "a start before all" ':2:5: start is not *' 'x,y,start' '1,1,-1'
bad "an id below 0" ':2:5: id is not *' 'x,y,id' '1,1,-1'
bad "an id with a fraction" ':2:5: id is not a whole number' 'x,y,id' '1,1,1.5'
bad "an id twice" ':4:3: id 5 is that of line 2, too' 'x,id,y' '1,5,1' '2,6,1' '3,5,1'
bad "a group's name in quotation marks" ':2:5: a group'"'"'s name of 1 to 31 bytes*' 'x,y,group' '1,1,"red"'
bad "a long one" ':2:5: a group'"'"'s name of 1 to 31 bytes*' 'x,y,group' "1,1,$(printf 'a%.0s' {1..32})"
bad "control characters" ':2:5: a group'"'"'s name of 1 to 31 bytes*' 'x,y,group' $'1,1,a\033[1m'
bad "a wall" ':3: walker 2 at 5,2 is on a wall (see --snap)' 'x,y' '1,1' '5,2'
bad "the side of one" ':2: walker 1 at 5,1.4 touches a wall (see --snap)' 'x,y' '5,1.4'
bad "off the map" ':2: walker 1 at 12,1 is outside the map (x 0..11, y 0..2)' 'x,y' '12,1'
bad "two in one place" \
	':4: walker 3 at 1.5,1 overlaps agents.csv:2: walker 1 at 1,1, which starts at the same time' \
	'x,y' '1,1' '5,1' '1.5,1'
put agents.csv 'x,y,speed' '1,1,10'
try flowfield walk "${run[@]}" --from 5,1 --simulate 9 --json -
same "without --dt a step is as short as the fastest of them needs" "$(jq .walk.crowd.dt "$out")" 0.02
try flowfield walk "${run[@]}" --from 5,1 --simulate 9 --dt 0.1 --csv old.csv
refused "one who is too fast for --dt" 2 \
	'--dt 0.1 is too long for the fastest and thinnest of these walkers: the longest step is 0.03 seconds'
put agents.csv 'x,y,radius' '1,1,.01'
try flowfield walk "${run[@]}" --from 5,1 --simulate 9 --dt 0.1 --csv old.csv
refused "one who is too thin for it" 2 '--dt 0.1 is too long *: the longest step is 0.01 seconds'
put agents.csv 'x,y,start' '1,1,0' '1,1,3'
try flowfield walk "${run[@]}" --simulate 40 --require --arrivals -
expect "two in one place may come one after the other" 0 $'id,*\n1,,0,0,*,arrived\n2,,3,3,*,arrived' "" ""
put agents.csv 'x,y' '1,1' '1,1' '5,2'
try flowfield walk map.pgm -g 11,0 --agents agents.csv --snap --simulate 40 --require --arrivals -
expect "--snap moves who has no room, and says so" 0 $'id,*\n*3,,0,0,*,arrived' \
	'*walker 2 at 1,1 has no room: moved to 1,0
*agents.csv:4: walker 3 at 5,2 has no room: moved to 5,1*' ""
put agents.csv 'x,y' '1,1' '-3,1'
try flowfield walk map.pgm -g 11,0 --agents agents.csv --snap --arrivals old.csv
refused "but nobody onto the map" 3 'agents.csv:3: walker 2 at -3,1 is outside the map (x 0..11, y 0..2)'
put agents.csv 'x,y,group' '1,1,red' '2,1,blue'
try flowfield walk map.pgm --agents agents.csv --group red=0,0 --csv old.csv
refused "a group that has no goal is named" 3 \
	'agents.csv:3: group blue has no goal: give --goal X,Y, or --group blue=X,Y'
try flowfield walk map.pgm --agents agents.csv --group red=0,0 --group blue=11,0 --json /dev/null
expect "the summary says how many groups have goals of their own" 0 "/dev/null" \
	"flowfield: map.pgm: *; 2 groups with goals of their own; * of * walkers reach a goal*" ""
try flowfield walk map.pgm --agents agents.csv --group red=0,0 --group blue=11,0 --group blue=0,2 --require --paths - -q
same "each group has its own goals" \
	"$(awk -F, '/goal/ { print $1 " " int($3 + 0.5) "," int($4 + 0.5) }' "$out" | tr '\n' ' ')" "1 0,0 2 0,2 "
perl -e 'print "x,y,radius,group\n"; printf "1,1,%.3f,\n", 0.6 + $_ / 1000 for 0 .. 80' >agents.csv
try flowfield walk "${run[@]}" --csv old.csv
refused "of fields for wide walkers there are not too many" 5 \
	'map.pgm: groups and radii above 0.5 make more than 64 different fields'
try flowfield walk map.pgm -g 0,0 --agents agents.csv --paths agents.csv
refused "the file of walkers is spared" 2 '--paths agents.csv: that is what --agents reads'
try flowfield walk map.pgm -g 0,0 --agents missing.csv --csv old.csv
refused "it has to be there" 3 'missing.csv: No such file or directory'

# Ways that join are walked once, and are the same as those of walkers alone.
new_folder
{
	printf 'P2\n64 63\n255\n'
	perl -e 'for $y (0 .. 62) { print join(" ", map { $y % 2 && $_ != ($y % 4 == 1 ? 63 : 0) ? 255 : 1 } 0 .. 63), "\n" }'
} >winding.pgm
for i in {1..9}; do
	echo "$i,$((i * 6)),62"
done >starts
(echo id,x,y && cat starts) >all.csv
flowfield walk winding.pgm -g 0,0 --agents all.csv --paths together.csv -q -j 2
while read -r line; do
	(echo id,x,y && echo "$line") >one.csv
	flowfield walk winding.pgm -g 0,0 --agents one.csv --paths path.csv -q
	tail -n +2 path.csv
done <starts >alone
same "walkers that join walk as each does alone" "$(tail -n +2 together.csv | sha1sum)" "$(sha1sum <alone)"

done_testing
