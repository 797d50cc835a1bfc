#!/bin/bash
# A map is known by what is in the file, not by the file's name.
. "$(dirname "$0")/../cli.sh"

# The costs in a map, row by row, and its format.
costs() { # MAP OPTION...
	flowfield "$1" -g 0,0 --csv "$work/cells" --json "$work/report" -q "${@:2}" || return
	echo "$(json "$work/report" map.format) $(json "$work/report" map.width)x$(
		json "$work/report" map.height): $(tail -n +2 "$work/cells" | cut -d , -f 3 | paste -sd ' ')"
}
gives() { # NAME FILE WANTED
	same "$1" "$(costs "$2")" "$3"
}
bytes() { # HEX...
	printf '%b' "$(printf '\\x%s' "$@")"
}

new_folder
echo 0 17 255 254 2 1 | make_png.pl 3 2 0 8 >png.txt
gives "a PNG called .txt is a PNG" png.txt "png 3x2: 1 17 255 254 2 1"
pgm 3 0 17 255 254 2 1 >pgm.png
gives "a PGM called .png is a PGM" pgm.png "pgm 3x2: 1 17 255 254 2 1"
printf 'type octile\nheight 2\nwidth 3\nmap\n..@\nGST\n' >map.pgm
gives "a MovingAI map called .pgm is one" map.pgm "movingai 3x2: 1 1 255 1 1 255"
mkfifo pipe
cat png.txt >pipe &
gives "a map may come through a named pipe" pipe "png 3x2: 1 17 255 254 2 1"
same "or through standard input" "$(costs - <pgm.png)" "pgm 3x2: 1 17 255 254 2 1"
same "also a byte at a time" "$(dd bs=1 if=pgm.png status=none | costs -)" "pgm 3x2: 1 17 255 254 2 1"

# PNG: every kind that may be grey.
echo 0 1 1 0 | make_png.pl 2 2 0 1 >a
gives "a PNG of 1-bit grey is scaled to 8 bits" a "png 2x2: 1 255 255 1"
echo 0 1 2 3 | make_png.pl 2 2 0 2 >a
gives "of 2 bits" a "png 2x2: 1 85 170 255"
echo 0 1 14 15 | make_png.pl 2 2 0 4 >a
gives "of 4 bits" a "png 2x2: 1 17 238 255"
echo 0 257 65278 65535 | make_png.pl 2 2 0 16 >a
gives "of 16 bits" a "png 2x2: 1 1 254 255"
echo 0 255 7 255 200 255 255 255 | make_png.pl 2 2 4 8 >a
gives "of grey and alpha that is opaque" a "png 2x2: 1 7 200 255"
echo 0 0 0 7 7 7 200 200 200 255 255 255 | make_png.pl 2 2 2 8 >a
gives "of RGB that is grey" a "png 2x2: 1 7 200 255"
echo 0 0 0 65535 1799 1799 1799 65535 | make_png.pl 2 1 6 16 >a
gives "of 16-bit RGBA that is grey and opaque" a "png 2x1: 1 7"
echo 0 1 2 0 | make_png.pl 2 2 3 8 plte=9,9,9,0,0,0,255,255,255 trns=255,255 >a
gives "of a palette of greys" a "png 2x2: 9 1 255 9"
echo 0 1 1 0 0 | make_png.pl 5 1 3 1 plte=9,9,9,30,30,30,1,2,3 >a
gives "also where it has a colour that no pixel has" a "png 5x1: 9 30 30 9 9"
echo 5 6 7 | make_png.pl 3 1 0 8 trns=0,8 >a
gives "with a transparent grey that no pixel has" a "png 3x1: 5 6 7"
echo 5 6 7 | make_png.pl 3 1 0 8 extra=tEXt:Comment >a
gives "with a chunk that says nothing about pixels" a "png 3x1: 5 6 7"

# PGM.
bytes 50 35 0a 32 20 32 0a 32 35 35 0a 00 0a ff 23 >a
gives "a raw PGM: bytes that look like blanks or comments are pixels" a "pgm 2x2: 1 10 255 35"
{ printf 'P5 2 2 65535\n' && bytes 00 00 01 01 fe fe ff ff; } >a
gives "of 16 bits, the high byte first" a "pgm 2x2: 1 1 254 255"
{ printf 'P5 4 1 15\n' && bytes 00 01 0e 0f; } >a
gives "with a largest value of 15" a "pgm 4x1: 1 17 238 255"
printf 'P2 4 1 15 0 1 14 15' >a
gives "a plain one with a largest value of 15, and no newline at its end" a "pgm 4x1: 1 17 238 255"
printf 'P2 2 1 1 0 1' >a
gives "with a largest value of 1" a "pgm 2x1: 1 255"
printf 'P2 2 1 65535 257 65535' >a
gives "with a largest value of 65535" a "pgm 2x1: 1 255"
printf 'P2# one\n#two\n3 # three\n\n 2\t# 4 5 6\n255 # seven\n0 1 2 # eight\n3 4 5\n' >a
gives "with comments everywhere" a "pgm 3x2: 1 1 2 3 4 5"
printf 'P2\r\n2 2\r\n255\r\n0 1\r\n2 3\r\n' >a
gives "with CRLF" a "pgm 2x2: 1 1 2 3"
{ printf 'P5 # one\n# two\n3 # three\n1\n# four\n255\n' && bytes 23 0a 00; } >a
gives "a raw one with comments in its header" a "pgm 3x1: 35 10 1"

# MovingAI.
printf 'type octile\nheight 2\nwidth 9\nmap\n.GS@OTW.x\n.........\n' >a
gives "a MovingAI map: . G S are open, all else is wall" a \
	"movingai 9x2: 1 1 1 255 255 255 255 1 255 1 1 1 1 1 1 1 1 1"
printf 'type octile\r\nheight 2\r\nwidth 2\r\nmap\r\n.@\r\n..\r\n' >a
gives "with CRLF" a "movingai 2x2: 1 255 1 1"
printf 'type octile\nheight 2\nwidth 2\nmap\n.@\n..' >a
gives "without a last newline" a "movingai 2x2: 1 255 1 1"
printf 'type octile\nheight 2\nwidth 2\nmap\n.@\n..\n\n\r\n' >a
gives "with empty lines at its end" a "movingai 2x2: 1 255 1 1"

# Rows of text without a header, as MovingAI's maps.
printf '#####\n#.GS#\n#.@O#\n#.TW#\n#####\n' >rows.txt
{ printf 'type octile\nheight 5\nwidth 5\nmap\n' && cat rows.txt; } >rows.map
flowfield rows.map -g 1,1 --csv rows.csv -q
try flowfield rows.txt -g 1,1 --csv - -q
expect "rows of text are a map" 0 "$(<rows.csv)" "" ""
try flowfield - -g 1,1 --csv - -q < <(sed 's/$/\r/' rows.txt && echo)
expect "with CRLF, and an empty line at the end, too" 0 "$(<rows.csv)" "" ""
try flowfield - -g 0,0 --cost - < <(printf .)
expect "so is one cell" 0 1 '*1x1: 1 goal*' ""
try flowfield rows.txt -g 1,1 -n --csv -
expect "--dry-run has its size" 0 'map: rows.txt, text, 5x5*' "" ""
no_cell='no cell; expected . G or S (open), or @ O T W or # (a wall)'
printf '..#\n..\n...\n' >ragged.txt
try flowfield ragged.txt -g 0,0
refused "ragged rows are refused with the line" 3 'ragged.txt:2: a row of 2 cells, but the first has 3'
printf '..\n\n..\n' >ragged.txt
try flowfield ragged.txt -g 0,0
refused "so are empty ones between others" 3 'ragged.txt:2: a row of 0 cells, but the first has 2'
perl -e 'print "....\n" x 1000, "..x.\n"' >ragged.txt
try flowfield ragged.txt -g 0,0
refused "and other letters" 3 "ragged.txt:1001:3: 'x' is $no_cell"
letter() { # NAME TEXT LINE: of rows with one byte too many kinds
	# shellcheck disable=SC2059 # that is what it is for
	printf "$2" >ragged.txt
	try flowfield ragged.txt -g 0,0 --csv new.csv
	refused "$1" 3 "ragged.txt:$3 is $no_cell"
}
letter "near the start, too" '.....\nx#x#x\n' "2:1: 'x'"
letter "a blank at a line's end" '..... \n.....\n' "1:6: ' '"
letter "on another line than the first" '.....\n..... \n' "2:6: ' '"
letter "a byte order mark" '\xef\xbb\xbf.....\n' '1:1: byte 0xef'
letter "a tab" '..\t..\n' '1:3: byte 0x09'
try flowfield rows.txt -g 0,0 --invert
refused "they have no greys" 2 'rows.txt: --invert, --wall-from and --remap are for grey images'

# Maps of ROS, as the manual has them: negate, occupied_thresh 0.65, free_thresh 0.196.
pgm 8 0 49 50 165 166 205 254 255 >ros.pgm
costs() { # OPTION...
	flowfield ros.pgm -g 0,0 --snap --csv - -q "$@" | cut -d , -f 3 | tail -n +2 | paste -sd ' '
}
same "greys are probabilities" "$(costs --wall-from 50)" "1 1 255 255 255 255 255 255"
same "of white, or turned round" "$(costs --invert --wall-from 50)" "255 255 255 255 255 255 1 1"
same "what is unknown may have a cost" "$(costs --wall-from 166 --remap 50-165=9)" "1 1 9 9 255 255 255 255"

# Greys of any largest value.
try flowfield - -g 0,0 --cost - -q < <(printf 'P2 4 1 15\n0 15 3 1')
expect "P2 scales exactly" 0 1,255,51,17 "" ""
try flowfield - -g 0,0 --cost - -q < <(printf 'P5 3 1 1000\n\0\0\003\350\0\310')
expect "P5, too" 0 1,255,51 "" ""
try flowfield - -g 0,0 --cost old.csv < <(printf 'P5 3 1 7\n\0\007\003')
refused "or names the first value that does not" 3 'standard input: pixel 2,0 is 3 of 7, which no 8-bit grey equals (write 255 as the largest value if the numbers are greys of 0..255)'

done_testing
