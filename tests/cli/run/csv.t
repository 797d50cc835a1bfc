#!/bin/bash
# --csv: every cell as a line of text.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 4 1 2 255 7 0 255 255 1 1 3 254 255 >map.pgm
try flowfield map.pgm --goal 0,0 --csv cells.csv -q
expect "--csv writes a file" 0 "" "" "+cells.csv"
same "a line for each cell, row by row, with all that is known about it" "$(cat cells.csv)" \
	"x,y,cost,class,integration,direction,dx,dy
0,0,1,goal,0,8,0,0
1,0,2,reached,2,6,-1,0
2,0,255,wall,,8,0,0
3,0,7,unreached,,8,0,0
0,1,1,reached,1,0,0,-1
1,1,255,wall,,8,0,0
2,1,255,wall,,8,0,0
3,1,1,unreached,,8,0,0
0,2,1,reached,2,0,0,-1
1,2,3,reached,5,6,-1,0
2,2,254,reached,259,6,-1,0
3,2,255,wall,,8,0,0"
same "lines end with LF alone, the last one, too" "$(tr -cd '\r\n' <cells.csv | od -An -v -tx1 | tr -d ' \n')" \
	"$(printf '0a%.0s' {0..12})"

pgm 3 1 1 1 1 1 1 1 1 1 >open.pgm
try flowfield open.pgm --goal 1,1 --csv - -q
half=0.7071067811865476
expect "a direction has a number and a vector of length 1, y down" 0 \
	"x,y,cost,class,integration,direction,dx,dy
0,0,1,reached,2,3,$half,$half
1,0,1,reached,1,4,0,1
2,0,1,reached,2,5,-$half,$half
0,1,1,reached,1,2,1,0
1,1,1,goal,0,8,0,0
2,1,1,reached,1,6,-1,0
0,2,1,reached,2,1,$half,-$half
1,2,1,reached,1,0,0,-1
2,2,1,reached,2,7,-$half,-$half" "" ""
passes "the vector reads back exactly" perl -e "exit(($half ** 2) * 2 == 1 || $half == sqrt(0.5) ? 0 : 1)"

# Cheaper to go round than through: the numbers are costs, not steps.
try flowfield - --goal 0,0 --csv - -q < <(pgm 3 1 9 1 1 1 1)
expect "a cell pays for itself, and the cheapest way counts" 0 "*
1,0,9,reached,9,6,-1,0
2,0,1,reached,4,5,*
0,1,1,reached,1,0,0,-1
1,1,1,reached,2,7,*
2,1,1,reached,3,6,-1,0" "" ""
try flowfield - -g 0,0 -g 3,0 --csv - -q < <(pgm 4 1 1 1 1)
expect "each cell goes to its own nearest goal" 0 "x,*
0,0,1,goal,0,8,0,0
1,0,1,reached,1,6,-1,0
2,0,1,reached,1,2,1,0
3,0,1,goal,0,8,0,0" "" ""
try flowfield - -g 0,0 -g 0,0 --csv - -q < <(pgm 2 1 1)
expect "a goal given twice is one goal" 0 "x,*
0,0,1,goal,0,8,0,0
1,0,1,reached,1,6,-1,0" "" ""

# More than fits 16 bits, and more than one buffer of text.
make_map --pgm caves 300 200 3 >caves.pgm
try flowfield caves.pgm -g 150,100 --csv big.csv --json big.json -q
expect "a larger map" 0 "" "" "+big.csv +big.json"
same "has a line a cell and a header" "$(wc -l <big.csv)" 60001
same "the classes are those that the report counts" \
	"$(for class in goal reached unreached wall; do grep -c ",$class," big.csv; done)" \
	"$(json big.json cells.goal cells.reached cells.unreached cells.wall)"
same "so is the largest integration" \
	"$(cut -d , -f 5 big.csv | sort -n | tail -n 1)" "$(json big.json integration.largest)"
same "and their mean" \
	"$(awk -F , '$5 ~ /^[0-9]/ { n++; sum += $5 } END { printf "%.6f", sum / n }' big.csv)" \
	"$(printf %.6f "$(json big.json integration.mean)")"
same "each direction leads to a cell that costs less, or there is none, at a goal" "$(awk -F , '
	BEGIN { split("0 1 1 1 0 -1 -1 -1 0", dx, " "); split("-1 -1 0 1 1 1 0 -1 0", dy, " ") }
	NR > 1 && $5 != "" { cost[$1 "," $2] = $5; to[$1 "," $2] = $1 + dx[$6 + 1] "," $2 + dy[$6 + 1] }
	END {
		for (at in to)
			if (to[at] == at ? cost[at] == 0 : to[at] in cost && cost[to[at]] < cost[at])
				good++
		print good
	}' big.csv)" "$(grep -cE ',(goal|reached),' big.csv)"

done_testing
