#!/bin/bash
# Where 32 bits do not do: the numbers stay exact, and nobody has to ask for that.
. "$(dirname "$0")/../cli.sh"

new_folder
# cells NAME WANTED BITS OPTION...: the integration of the cells of map.pgm.
cells() {
	try flowfield map.pgm -q --csv - --json report.json -f "${@:4}"
	same "$1" "$(tail -n +2 "$out" | cut -d , -f 5 | paste -sd ' ')" "$2"
	same "in $3 bits" "$(json report.json integration.bits)" "$3"
}
pgm 3 1 1 1 >map.pgm
cells "small numbers" "0 1 2" 32 -g 0,0
cells "the largest of 32 bits but one" "4294967292 4294967293 4294967294" 32 -g 0,0+4294967292
cells "the largest" "4294967293 4294967294 4294967295" 64 -g 0,0+4294967293
cells "one more" "4294967294 4294967295 4294967296" 64 -g 0,0+4294967294
cells "all of them beyond" "4294967296 4294967297 4294967298" 64 -g 0,0+4294967296
cells "the largest start cost" "1000000000000 1000000000001 1000000000002" 64 -g 0,0+1000000000000
cells "in 816ths" "1000000000000 1000000000001 1000000000002" 64 -g 0,0+1000000000000 \
	--metric octile --step mean
cells "what is beyond --max-cost needs no room" "4294967294  " 32 -g 0,0+4294967294 --max-cost 4294967294
try flowfield map.pgm -q --csv - -g 0,0 -g 2,0+1000000000000
same "a goal that nobody walks to changes nothing" "$(cut -d , -f 5 "$out" | paste -sd ' ')" \
	"integration 0 1 2"
pgm 2 1 1 1 1 >map.pgm
cells "octile" "10526880 10526881 10526881 10526881.414216" 64 -g 0,0+10526880 --metric octile
cells "octile with the largest start cost" \
	"1000000000000 1000000000001 1000000000001 1000000000001.414216" 64 -g 0,0+1000000000000 --metric octile
cells "octile, just below" "10526878 10526879 10526879 10526879.414216" 32 -g 0,0+10526878 --metric octile

# Long ways instead of high starts: 254 * 408 a step.
farthest() { # NAME BITS LARGEST OPTION...
	try flowfield map.pgm -q --json - "${@:4}"
	same "$1" "$(json "$out" integration.bits integration.largest)" "$2"$'\n'"$3"
}
bytes() { # WIDTH HEIGHT COST
	printf 'P5\n%d %d\n255\n' "$1" "$2"
	head -c $(($1 * $2)) /dev/zero | tr '\0' "\\$(printf %o "$3")"
}
bytes 20000 3 254 >map.pgm
farthest "a corridor of 20,000 x 3 cells that cost 254" 32 5079746 -g 0,1 --metric manhattan --remap 0=1 \
	--csv corridor.csv --max-cost 5079746
try flowfield map.pgm -q -g 0,1 --metric octile --csv cells.csv --json octile.json
same "its far corner: 19,998 straight steps and a diagonal one" "$(tail -n 1 cells.csv)" \
	"19999,2,254,reached,5079851.210784,6,-1,0"
same "is the largest" "$(printf %.6f "$(json octile.json integration.largest)")" 5079851.210784
bytes 42000 1 254 >map.pgm
farthest "a corridor of 42,000 x 1" 64 10667746 -g 0,0 --metric octile
farthest "from its other end" 64 10667746 -g 41999,0 --metric octile
farthest "of 21,200 x 1, with half steps: 816ths" 64 10667746 -g 0,0 --metric octile --step mean
try flowfield map.pgm -q -g 0,0 --metric octile --csv cells.csv
same "each of its cells is exact" \
	"$(awk -F , 'NR > 1 && $5 != 254 * $1 || NR > 2 && $6 != 6 { print; exit }' cells.csv)" ""
try flowfield verify map.pgm cells.csv -g 0,0 --metric octile
expect "and verify says so" 0 "" \
	"flowfield: cells.csv: 42000x1: all values, classes, directions, vectors are right" ""

done_testing
