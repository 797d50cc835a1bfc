#!/bin/bash
# --goals: a list of goals, or an image that marks them.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 5 1 1 1 1 1 1 1 1 1 1 1 1 1 255 1 >map.pgm
# gives NAME WANTED-OPTIONS < LIST: the list is the same as these options.
gives() {
	local wanted
	cat >goals.csv
	# shellcheck disable=SC2086 # options and their values
	wanted=$(flowfield map.pgm -q --csv - $2)
	same "$1" "$(flowfield map.pgm -q --csv - --goals goals.csv 2>&1)" "$wanted"
}
gives "a goal" "-g 1,2" <<<"1,2"
gives "without a newline at its end" "-g 1,2" < <(printf '1,2')
gives "several" "-g 1,2 -g 4,0 -g 0,0" <<<$'1,2\n4,0\n0,0'
gives "a place between cells" "-g 1.5,0.5" <<<"1.5,.5"
gives "an area" "-g 1,0,3,2" <<<"1,0,3,2"
gives "an area of one cell" "-g 1,0" <<<"1,0,1,1"
gives "with a start cost" "-g 1,0,3,2+7 -g 4,2" <<<$'1,0,3,2,7\n4,2'
gives "the start cost of a cell" "-g 1,0+2 -g 4,2" <<<$'1,0,1,1,2\n4,2,1,1,0'
gives "a header" "-g 1,2 -g 4,0" <<<$'x,y\n1,2\n4,0'
gives "of all columns, behind a comment" "-g 1,2" <<<$'# list\n x, y,w,h,cost # names\n1,2'
gives "comments and empty lines" "-g 1,2 -g 4,0" <<<$'# x,y\n\n1,2 # here\n   \n4,0# and there\n#'
gives "blanks" "-g 1,2,1,1+3 -g 4,0" <<<$'  1 ,\t2 , 1,1 ,3\t \n 4,0 '
gives "lines that end in CRLF" "-g 1,2 -g 4,0,1,3" < <(printf '# x\r\n1,2\r\n\r\n4,0,1,3\r\n')
gives "with a byte order mark in front" "-g 1,2" < <(printf '\xef\xbb\xbf1,2\n')
try flowfield map.pgm -q --csv - -g 0,0 --goals - <<<"4,2"
same "a list from stdin, beside --goal" "$(<"$out")" "$(flowfield map.pgm -q --csv - -g 0,0 -g 4,2)"
printf '0,0\n' >one.csv
printf '4,2\n' >two.csv
try flowfield map.pgm -q --allocation - --goals one.csv -g 2,1 --goals two.csv
expect "not the order in which they stand, but --goal first, then the files one by one" 0 \
	"1,0,0,0,2
1,0,0,0,2
1,0,0,-1,2" "" ""

cp one.csv kept.csv
try flowfield map.pgm --goals kept.csv --csv kept.csv
refused "a list is not overwritten by an output" 2 '--csv kept.csv: *'

mistakes "what is wrong with a list is told with its place" flowfield map.pgm --goals f <<'END'
2:1: x is 'x', not a number; expected x,y[,w,h[,cost]] <= 1,2\nx,3\n
1:1: x,y, x,y,w,h or x,y,w,h,cost, or a number expected <= xy\n1,2\n
1:1: x,y, x,y,w,h or x,y,w,h,cost, or a number expected <= x,y,cost\n1,2,3\n
1:3: x is 'a', not a number; expected x,y[,w,h[,cost]] <=   a,2\n
1:1: x is '?', not a number; expected x,y[,w,h[,cost]] <= \1,2\n
2:1: x is 'x', not a number; expected x,y[,w,h[,cost]] <= 1,2\nx,y\n
1:1: x is not a number <= ,3\n
1:1: x is '1e3', not a number; expected x,y[,w,h[,cost]] <= 1e3,2
4:6: y is '4y', not a number; expected x,y[,w,h[,cost]] <= 1,2\n\n# three\n  3, 4y\n
1:2: y is missing <= 3\n
1:2: y is missing <= 3
1:3: y is missing <= 3,
1:4: y is missing <= 3, # none\r\n
1:5: w is missing <= 3,4,\n
1:6: h is missing <= 3,4,5\n
1:7: h is missing <= 3,4,5,\r\n
1:5: w is not a whole number <= 3,4,,,50\n
1:9: cost is missing <= 3,4,1,1,\n
1:10: the end of the line expected <= 3,4,1,1,5,6\n
1:10: the end of the line expected <= 3,4,1,1,5,\n
1:3: a comma expected <= 3 4\n
1:3: y is '4;5', not a number; expected x,y[,w,h[,cost]] <= 3,4;5\n
1:4: a comma expected <= 3,4\r5,6\n
1:4: a comma expected <= 3,4\r
1:4: y is not in metres, as x is <= 1m,2\n
1:3: y is in metres, x is not <= 1,2m\n
1:3: a comma expected <= 1mm,2m\n
1:1: x is not a number <= m,2m\n
1:6: an area is not for metres <= 1m,2m,2,1\n
1:6: a comma expected <= 1,2,3m,1\n
1:1: x is not in -1073741824..1073741824 <= 1073741824.5,0\n
1:3: y is not in -1073741824..1073741824 <= 0,-1073741825\n
1:5: w is not in 1..1073741824 <= 0,0,0,1\n
1:7: h is not in 1..1073741824 <= 0,0,1,1073741825\n
1:5: w is not a whole number <= 0,0,1.5,1\n
1:9: cost is not in 0..1000000000000 <= 0,0,1,1,1000000000001\n
1:9: cost is not in 0..1000000000000 <= 0,0,1,1,-1\n
1:9: cost is not a whole number <= 0,0,1,1,2.5\n
1:2: x of an area is not a whole number <=  0.5,0,2,1\n
2:4: y of an area is not a whole number <= 0,0\n0, 0.5,1,2\n
 has no goal <= %s
 has no goal <= \n\r\n
 has no goal <= # 1,2
1:1: x is 'type', not a number; expected x,y[,w,h[,cost]] <= type octile\nheight 2\nwidth 3\nmap\n...\n...\n
 is a GIF image; expected PNG or PGM: convert f f.png <= GIF89a, or what
1:1: x is 'GIF', not a number; expected x,y[,w,h[,cost]] <= GIF, or what
1:3: y is '4', not a number; expected x,y[,w,h[,cost]] <= 3,4\0\n
 is 2147483647x2147483647, the map 5x3 <= P5 2147483647 2147483647 255\40
END
printf '9,9\n' >goals.csv
try flowfield map.pgm --goals goals.csv
refused "a goal outside the map" 3 'map.pgm: goal 9,9 is outside the map (x 0..4, y 0..2)'
printf '3,2\n' >goals.csv
try flowfield map.pgm --goals goals.csv
refused "a goal on a wall" 3 'map.pgm: goal 3,2 is on a wall (see --snap); the nearest open cell is 3,1'
try flowfield map.pgm --goals nowhere.csv
refused "no such file" 3 'nowhere.csv: No such file or directory'
try flowfield - --goals - <map.pgm
refused "the map and the goals cannot both be stdin" 2 '*standard input*'

# A mask: each level but 0 is a goal.
pgm 5 0 0 0 0 9 3 3 0 0 0 0 0 0 3 0 >mask.pgm
try flowfield map.pgm -q --csv - --goals mask.pgm
same "the open pixels of a mask are goals" "$(awk -F , '$4 == "goal" { print $1 "," $2 }' "$out")" $'4,0\n0,1\n1,1'
try flowfield map.pgm -q --allocation - --goals mask.pgm
expect "each level one, the lowest first" 0 \
	"0,0,0,1,1
0,0,0,1,1
0,0,0,-1,1" "" ""
try flowfield map.pgm -q --allocation - --goals mask.pgm -g 0,2 --goals one.csv
expect "after those of --goal" 0 \
	"3,1,1,2,2
1,1,1,2,2
0,1,1,-1,2" "" ""
make_png.pl 5 3 0 8 <<<'0 0 0 0 255 0 0 0 0 0 0 0 0 0 0' >mask.png
try flowfield map.pgm -q --csv - --goals mask.png
same "it may be a PNG, and white is a goal" "$(<"$out")" "$(flowfield map.pgm -q --csv - -g 4,0)"
try flowfield map.pgm -q --json - --goals mask.pgm -g 1,1
same "the report knows the levels" "$(json "$out" goals)" '[{"x":1,"y":1},{"level":3},{"level":9}]'

refuses() { # NAME TEXT MASK
	try flowfield map.pgm --goals "$3"
	refused "$1" 3 "$2"
}
pgm 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 >tall.pgm
refuses "a mask of another size" 'tall.pgm: is 3x5, the map 5x3' tall.pgm
pgm 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 >none.pgm
refuses "a mask without a goal" 'none.pgm: has no goal: all its pixels are 0' none.pgm
pgm 5 0 0 0 0 0 0 0 0 0 0 0 0 0 7 0 >wall.pgm
refuses "a level with walls alone" 'map.pgm: goal level 7 has no open cell (see --snap); the nearest open cell is 3,1' wall.pgm
head -c 20 mask.pgm >cut.pgm
refuses "half a mask" 'cut.pgm:*' cut.pgm
make_png.pl 5 3 2 8 <<<"$(printf '1 2 3 %.0s' {1..15})" >colour.png
refuses "a coloured one" 'colour.png: pixel 0,0 is coloured*' colour.png
try flowfield map.pgm --goals mask.pgm --goals mask.png
refused "two masks" 3 'mask.png: is a second mask'

done_testing
