#!/bin/bash
# Images that are no grey map: the message names the first pixel that is not.
. "$(dirname "$0")/../cli.sh"

new_folder
: >map.heatmap.png
refuses() { # NAME TEXT SAMPLES MAKE_PNG-ARGUMENT...
	make_png.pl "${@:4}" <<<"$3" >map.png
	try flowfield map.png -g 0,0
	refused "$1" 3 "map.png: pixel $2"
}
coloured='is coloured: only grey is read as cost (--legend FILE reads colours)'
clear='is transparent: every pixel must be opaque (convert IN.png -background white -flatten OUT.png)'

refuses "a coloured pixel" "1,0 $coloured" '1 1 1 1 2 1 9 9 9 3 4 5' 2 2 2 8
refuses "of 16 bits" "0,1 $coloured" '257 257 257 514 514 514 257 257 258 9 9 9' 2 2 2 16
refuses "of a palette" "1,1 $coloured" '0 0 0 1' 2 2 3 8 plte=7,7,7,7,7,8
refuses "beside alpha" "0,0 $coloured" '1 2 3 255 1 1 1 255' 2 1 6 8
refuses "a transparent pixel: grey and alpha" "1,1 $clear" '1 255 1 255 1 255 1 254' 2 2 4 8
refuses "of 16 bits" "0,0 $clear" '257 65534 257 65535' 2 1 4 16
refuses "RGB and alpha" "0,1 $clear" '1 1 1 255 1 1 1 0' 1 2 6 8
refuses "a grey that tRNS makes transparent" "2,0 $clear" '5 6 7 8' 4 1 0 8 trns=0,7
refuses "of 1 bit" "1,0 $clear" '0 1 0 1' 4 1 0 1 trns=0,1
refuses "of 4 bits" "2,0 $clear" '5 6 7 8' 4 1 0 4 trns=0,7
refuses "an RGB that tRNS makes transparent" "1,0 $clear" '1 1 1 2 2 2' 2 1 2 8 trns=0,2,0,2,0,2
refuses "a palette entry that tRNS makes transparent" "3,0 $clear" '0 0 0 1' 4 1 3 8 plte=7,7,7,8,8,8 trns=255,254
refuses "an index past the palette" '1,1 has colour 3 of a palette of 3' '0 1 2 3' 2 2 3 8 plte=1,1,1,2,2,2,3,3,3
refuses "of 2 bits" '1,1 has colour 3 of a palette of 2' '0 1 0 3' 2 2 3 2 plte=1,1,1,2,2,2
refuses "of the largest index" '0,0 has colour 255 of a palette of 1' '255 0' 2 1 3 8 plte=1,1,1
refuses "a 16-bit grey close to none, among RGB" "1,0 has the 16-bit grey 258, which no 8-bit grey equals (257 times 0..255 does)" '257 257 257 258 258 258' 2 1 2 16

# Goals, which are pixels too.
pgm 3 1 2 255 1 255 4 >map.pgm
goal() { # NAME TEXT GOAL...
	try flowfield map.pgm "${@:3}"
	refused "$1" 3 "map.pgm: goal $2"
}
inside='(x 0..2, y 0..1)'
goal "a goal right of the map" "3,0 is outside the map $inside" -g 3,0
goal "below it" "0,2 is outside the map $inside" -g 0,2
goal "left of it" "-1,0 is outside the map $inside" -g -1,0
goal "above it" "0,-1 is outside the map $inside" --goal=0,-1
goal "very far away" "9007199254740991,0 is outside the map $inside" -g 9007199254740991,0
goal "so far that 32 bits would wrap" "4294967296,0 is outside the map $inside" -g 4294967296,0
goal "on a wall" "2,0 is on a wall (see --snap); the nearest open cell is 1,0" -g 2,0
goal "on a wall, after a good one" "1,1 is on a wall (see --snap); the nearest open cell is 1,0" -g 0,0 -g 1,1
goal "on what an option made a wall" "0,0 is on a wall (see --snap); the nearest open cell is 1,0" -g 0,0 --remap 1=wall

done_testing
