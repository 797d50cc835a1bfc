#!/bin/bash
# --metric octile: eight neighbours, corners, and steps that pay for both cells.
. "$(dirname "$0")/../cli.sh"

new_folder
# costs NAME WANTED OPTION...: the integration of all cells of map.pgm, in reading order.
costs() {
	try flowfield map.pgm -q --csv - "${@:3}"
	same "$1" "$(tail -n +2 "$out" | cut -d , -f 5 | sed 's/^$/-/' | paste -sd ' ')" "$2"
}

# 577/408, (408 + 577)/408 and 1154/408.
pgm 3 1 1 1 1 1 1 1 1 1 >map.pgm
costs "a diagonal costs 577/408" "0 1 2 1 1.414216 2.414216 2 2.414216 2.828431" -g 0,0 --metric octile
costs "from the middle, too" "1.414216 1 1.414216 1 0 1 1.414216 1 1.414216" -g 1,1 --metric octile
costs "manhattan knows none" "0 1 2 1 2 3 2 3 4" -g 0,0 --metric manhattan
costs "nor does who asks for nothing" "0 1 2 1 2 3 2 3 4" -g 0,0
costs "corners are nothing to open ground" "0 1 2 1 1.414216 2.414216 2 2.414216 2.828431" \
	-g 0,0 --metric octile --corners cut

pgm 2 1 1 1 2 >map.pgm
costs "a diagonal pays sqrt(2) times its own cell" "0 1 1 2.828431" -g 0,0 --metric octile
pgm 2 1 1 1 7 >map.pgm
costs "unless it is cheaper to go round: 7 + 1 < 9.9" "0 1 1 8" -g 0,0 --metric octile
costs "the goal's own cost is never paid" "9.89951 7 7 0" -g 1,1 --metric octile --remap 1=7,7=1

# One wall at the corner, then two.
pgm 2 1 255 1 1 >map.pgm
costs "strict goes round a corner" "0 - 1 2" -g 0,0 --metric octile
costs "as it is said" "0 - 1 2" -g 0,0 --metric octile --corners strict
costs "lenient passes a wall at one side" "0 - 1 1.414216" -g 0,0 --metric octile --corners lenient
costs "cut does, too" "0 - 1 1.414216" -g 0,0 --metric octile --corners cut
pgm 3 1 255 1 255 1 1 1 1 1 >map.pgm
costs "strict does not pass between two walls" "0 - - - - - - - -" -g 0,0 --metric octile
costs "nor does lenient" "0 - - - - - - - -" -g 0,0 --metric octile --corners lenient
costs "cut does" "0 - 2.828431 - 1.414216 2.414216 2.828431 2.414216 2.828431" \
	-g 0,0 --metric octile --corners cut
costs "and back" "2.828431 - 2 - 1.414216 1 2 1 0" -g 2,2 --metric octile --corners cut
costs "manhattan has no corners to cut" "0 - - - - - - - -" -g 0,0 --corners cut
pgm 3 1 1 1 1 255 1 1 1 1 >map.pgm
costs "strict goes round a post" "0 1 2 1 - 3 2 3 4" -g 0,0 --metric octile
costs "lenient brushes it" "0 1 2 1 - 2.414216 2 2.414216 3.414216" -g 0,0 --metric octile --corners lenient

# Half of both cells.
pgm 4 1 4 2 9 >map.pgm
costs "--step cell pays for the cell that is left" "0 4 6 15" -g 0,0 --step cell
costs "--step mean for half of both" "0 2.5 5.5 11" -g 0,0 --step mean
costs "which is the same way back" "11 8.5 5.5 0" -g 3,0 --step mean
costs "--step cell is not" "7 6 2 0" -g 3,0
costs "octile has straight steps, too" "0 2.5 5.5 11" -g 0,0 --metric octile --step mean
pgm 2 1 1 1 2 >map.pgm
costs "and diagonal ones: 1.5 times 577/408" "0 1 1 2.121324" -g 0,0 --metric octile --step mean
pgm 2 1 9 9 2 >map.pgm
costs "which may go between two that cost much" "0 5 5 2.121324" -g 0,0 --metric octile --step mean
pgm 2 255 1 1 1 >map.pgm
costs "and keep to corners" "- 0 2 1" -g 1,0 --metric octile --step mean
costs "or cut them" "- 0 1.414216 1" -g 1,0 --metric octile --step mean --corners lenient

# Steps alone.
pgm 3 1 1 200 1 255 1 9 7 1 >map.pgm
costs "--step hops counts steps, and goes round walls" "0 1 2 1 - 3 2 3 4" -g 0,0 --step hops
costs "diagonal ones, too" "0 1 2 1 - 2 2 2 3" -g 0,0 --step hops --metric octile --corners lenient
pgm 2 7 9 >map.pgm
costs "half a cell is half a step" "0 0 0.5 1 0 0 0.5 1" -g 0,0 --step hops --subdivide

refuses() { # NAME TEXT OPTION...
	try flowfield map.pgm -g 1,0 "${@:3}"
	refused "$1" 2 "$2"
}
for name in '' hex Octile 8 octile,euclid; do
	refuses "the metric \"$name\"" "--metric $name: expected manhattan, octile or euclid" \
		--metric "$name"
done
for rule in '' lax STRICT; do
	refuses "the corners \"$rule\"" "--corners $rule: expected strict, lenient or cut" \
		--corners "$rule"
done
for rule in '' half Mean 2; do
	refuses "the step \"$rule\"" "--step $rule: expected cell, mean or hops" --step "$rule"
done

done_testing
