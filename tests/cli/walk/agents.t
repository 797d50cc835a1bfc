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
mistakes "what is wrong with a line is told with its place" flowfield walk map.pgm -g 11,0 --simulate 10 --agents f <<'END'
2:4: y is not in metres, as the other coordinate is <= x,y\n1m,2\n
2:5: x is in metres, the other coordinate is not <= y,id,x\n1,2,2m\n
2:3: a comma expected <= x,y\n1 m,2\n
2:3: a comma expected <= x,y\n1mm,2m\n
2:9: the end of the line expected <= x,y,radius\n1m,2m,.3m\n
 has no walker <= %s
 has no walker <= # 1\n\n
 has no walker <= x,y\n
3:2: y is missing <= x,y\n1,2\n3\n
2:4: the end of the line expected <= x,y\n1,2,3\n
1:3: a comma expected <= x y\n1,2\n
2:3: a comma expected <= x,y\n1 2\n
2:1: x is not a number <= x,y\n0x1,2\n
1:5: y is there twice <= y,x,y\n1,2,3\n
4:5: id 5 is that of line 2, too <= x,y,id\n1,2,5\n1,3,4\n1,4,5\n1,5,4\n
2:5: radius is not in 0.001..1000 <= x,y,radius\n1,2,1000.5\n
2:5: speed is not in 0.001..1000 <= x,y,speed\n1,2,0.0009\n
2:5: start is not in 0..1000000 <= x,y,start\n1,2,1000001\n
2:5: a group's name of 1 to 31 bytes, none of = : " among them expected <= x,y,group\n1,2,a=b\n
1:1: a column's name (id, group, x, y, radius, speed or start) expected <= 1,2\n
2:5: a column's name (id, group, x, y, radius, speed or start) expected <= \nx,y,z\n1,2,3\n
1:7: a comma expected <= x,y,id2\n1,2,3\n
1:1: a column's name (id, group, x, y, radius, speed or start) expected <= X,Y\n1,2\n
1:5: the column x is missing <= id,y\n1,2\n
1:2: the column y is missing <= x\n1\n
1:5: a column's name is missing <= x,y,\n
2:1: x is missing <= x,y\n,1\n
3:5: id is missing <= x,y,id\n1,1,4\n2,1,\n
2:3: y is not a number <= x,y\n1,one\n
2:1: x is not a number <= x,y\n1e1,1\n
2:5: radius is not in 0.001..1000 <= x,y,radius\n1,1,0\n
2:5: speed is not in 0.001..1000 <= x,y,speed\n1,1,0\n
2:5: start is not a number from 0 to 1000000 <= x,y,start\n1,1,-1\n
2:5: id is not in 0..9223372036854775807 <= x,y,id\n1,1,-1\n
2:5: id is not a whole number <= x,y,id\n1,1,1.5\n
4:3: id 5 is that of line 2, too <= x,id,y\n1,5,1\n2,6,1\n3,5,1\n
2:5: a group's name of 1 to 31 bytes, none of = : " among them expected <= x,y,group\n1,1,"red"\n
2:5: a group's name of 1 to 31 bytes, none of = : " among them expected <= x,y,group\n1,1,01234567890123456789012345678901\n
2:5: a group's name of 1 to 31 bytes, none of = : " among them expected <= x,y,group\n1,1,a\033[1m\n
END
# bad NAME MESSAGE LINE...
bad() {
	put agents.csv "${@:3}"
	try flowfield walk "${run[@]}" --csv old.csv --simulate 10
	refused "$1" 3 "agents.csv$2"
}
bad "a wall" ':3: walker 2 at 5,2 is on a wall (see --snap)' 'x,y' '1,1' '5,2'
bad "the side of one" ':2: walker 1 at 5,1.4 touches a wall (see --snap)' 'x,y' '5,1.4'
bad "off the map" ':2: walker 1 at 12,1 is outside the map (x 0..11, y 0..2)' 'x,y' '12,1'
bad "two in one place" \
	':4: walker 3 at 1.5,1 overlaps agents.csv:2: walker 1 at 1,1, which starts at the same time' \
	'x,y' '1,1' '5,1' '1.5,1'
put agents.csv 'x,y,speed' '1,1,10'
try flowfield walk "${run[@]}" --from 5,1 --simulate 9 --json -
same "without dt a step is as short as the fastest of them needs" "$(jq .walk.crowd.dt "$out")" 0.02
try flowfield walk "${run[@]}" --from 5,1 --simulate 9 --crowd dt=0.1 --csv old.csv
refused "one who is too fast for a step" 2 \
	'--crowd dt=0.1 is too long for the fastest and thinnest of these walkers (--speed, --radius, --agents): the longest step is 0.03 seconds'
put agents.csv 'x,y,radius' '1,1,.01'
try flowfield walk "${run[@]}" --from 5,1 --simulate 9 --crowd dt=0.1 --csv old.csv
refused "one who is too thin for it" 2 '--crowd dt=0.1 is too long *: the longest step is 0.01 seconds'
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
try flowfield walk map.pgm --agents agents.csv --goal red=0,0 --csv old.csv
refused "a group that has no goal is named" 3 \
	'agents.csv:3: group blue has no goal: give --goal X,Y, or --goal blue=X,Y'
try flowfield walk map.pgm --agents agents.csv --goal red=0,0 --goal blue=11,0 --json /dev/null
expect "the summary says how many groups have goals of their own" 0 "/dev/null" \
	"flowfield: map.pgm: *; 2 groups with goals of their own; * of * walkers reach a goal*" ""
try flowfield walk map.pgm --agents agents.csv --goal red=0,0 --goal blue=11,0 --goal blue=0,2 --require --paths - -q
same "each group has its own goals" \
	"$(awk -F, '/goal/ { print $1 " " int($3 + 0.5) "," int($4 + 0.5) }' "$out" | tr '\n' ' ')" "1 0,0 2 0,2 "
# The red of the series stands for red whatever stands before it; what has no such name gets the rest.
put agents.csv 'x,y,group' '1,1,scouts' '2,1,Red' '3,1,red' '4,1,violet'
flowfield walk map.pgm --agents agents.csv --goal 0,0 --paths paths.svg -q
colour_of() { # GROUP: that of its line in the legend
	tr -d '\n' <paths.svg | sed 's/<\/text>/\n/g' | grep ">$1\$" | grep -o '#[0-9a-f]*' | head -n 1
}
same "a group has the colour that it is named by, if it is free" \
	"$(for group in Red violet scouts red; do colour_of "$group"; done | tr '\n' ' ')" "#da4141 #6835fa #cf7006 #1fa566 "
# Colours of CSS and #rrggbb, if they can be told from walls, ground and each other.
put agents.csv 'x,y,group' '1,1,#1e222a' '2,1,Gold' '3,1,#FF8800 # near orange' '4,1,#ffd800' '5,1,#comment' \
	'6,1,silver'
flowfield walk map.pgm --agents agents.csv --goal 0,0 --paths paths.svg -qf
same "or that of CSS or in digits" \
	"$(for group in '#1e222a' Gold '#FF8800' '#ffd800' 'no group' silver; do colour_of "$group"; done | tr '\n' ' ')" \
	"#1fa566 #ffd700 #f80 #c14fd7 #6835fa #095d90 "
flowfield walk map.pgm --goal '#1e90ff=0,0' --spawn '3:#1e90ff' --goal 3,2 --spawn 2 --paths paths.svg -qf
same "from the command line, too" "$(colour_of '#1e90ff')" "#1e90ff"
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
