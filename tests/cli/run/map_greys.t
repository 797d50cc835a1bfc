#!/bin/bash
# Which cost a grey stands for, and the options that change it.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 8 0 1 2 127 128 253 254 255 >map.pgm
gives() { # WANTED GOAL OPTION...: the costs of the eight greys
	flowfield map.pgm -g "$2" --csv "$work/cells" -q "${@:3}" || true
	same "${*:3} gives $1" "$(tail -n +2 "$work/cells" | cut -d , -f 3 | paste -sd ' ')" "$1"
}
gives "1 1 2 127 128 253 254 255" 0,0
gives "255 254 253 128 127 2 1 1" 7,0 --invert
gives "1 1 1 1 255 255 255 255" 0,0 --wall-from 128
gives "1 255 255 255 255 255 255 255" 0,0 --wall-from 1
gives "1 1 1 1 1 1 1 255" 0,0 --wall-from 255
gives "1 1 2 127 128 253 254 9" 0,0 --remap 255=9
gives "255 1 2 127 128 253 254 255" 1,0 --remap 0=wall
gives "1 1 7 7 7 253 254 255" 0,0 --remap 2-128=7
gives "5 254 255 255 255 3 254 255" 0,0 --remap 0=5,1=254,2-128=wall,253=3
gives "5 6 2 127 128 253 254 255" 0,0 --remap 0=5 --remap 1=6
gives "4 4 4 4 4 4 4 4" 0,0 --remap 0-255=4

# First --invert, then --wall-from, then --remap over both; in any order.
gives "255 255 255 255 1 1 1 1" 7,0 --invert --wall-from 128
gives "1 1 9 9 255 255 255 255" 0,0 --wall-from 128 --remap 2-127=9
gives "1 1 9 9 255 255 255 255" 0,0 --remap 2-127=9 --wall-from 128
gives "1 1 1 1 255 255 255 9" 0,0 --wall-from 128 --remap 255=9
gives "9 254 253 128 127 2 1 7" 7,0 --invert --remap 255=9,0=7
gives "9 254 253 128 127 2 1 7" 7,0 --remap 0=7 --invert --remap 255=9
gives "255 255 255 255 1 1 1 7" 7,0 --remap 0=7 --wall-from 128 --invert

printf 'type octile\nheight 1\nwidth 2\nmap\n..\n' >octile.map
for option in --invert '--wall-from 3' '--remap 1=2'; do
	# shellcheck disable=SC2086 # an option and its value
	try flowfield octile.map -g 0,0 $option
	refused "a MovingAI map has no greys for $option" 2 \
		'octile.map: --invert, --wall-from and --remap are for grey images'
done

done_testing
