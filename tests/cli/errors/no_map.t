#!/bin/bash
# Files that are no map, or only a part of one: status 3 and a line that names the place.
. "$(dirname "$0")/../cli.sh"

new_folder
mkdir folder
printf '' | tee map.heatmap.png map.arrows.png map.reach.png >named.png
bad() { # NAME TEXT: of the file map; with the default outputs and with one of each way
	try flowfield map -g 0,0
	refused "$1" 3 "$2"
	try flowfield map -g 0,0 --csv - --heatmap named.png --json new
	refused "$1, with named outputs" 3 "$2"
}
holding() { # NAME TEXT FORMAT ARGUMENT...: of a map that printf prints
	# shellcheck disable=SC2059 # that is what it is for
	printf "${@:3}" >map
	bad "$1" "$2"
}

bad "no such file" "no file or command 'map': expected a map, or one of at, verify, *, completion"
try flowfield map.png -g 0,0
refused "a name that is no word" 3 'map.png: No such file or directory'
try flowfield ./map -g 0,0
refused "nor is a path" 3 './map: No such file or directory'
mkdir near
touch near/{harbour,office}.png near/harbour.old.png
touch near/{map,mop}.csv
for name in harbuor.png harbour hrbour.png office.pngs; do
	case $name in o*) meant=office.png ;; *) meant=harbour.png ;; esac
	try flowfield near/$name -g 0,0
	refused "$name" 3 "near/$name: No such file or directory; did you mean near/$meant?"
done
try flowfield named.png -g 0,0 --goals near/offcie.png
refused "a file of an option" 3 'near/offcie.png: No such file or directory; did you mean near/office.png?'
try flowfield diff near/ofice.png named.png
refused "one of diff" 3 'near/ofice.png: No such file or directory; did you mean near/office.png?'
for name in office.csv of.png m.csv none.png near.png; do
	try flowfield near/$name -g 0,0
	refused "$name is near to none" 3 "near/$name: No such file or directory"
done
try flowfield folder -g 0,0
refused "a directory" 3 'folder: is a directory'
try flowfield - -g 0,0 <folder
refused "a directory on stdin" 3 'standard input: is a directory'
try flowfield map.heatmap.png/map -g 0,0
refused "a file that is no folder" 3 'map.heatmap.png/map: Not a directory'
try flowfield "$(printf 'a%.0s' {1..300})" -g 0,0 --csv new.csv
refused "a name that is too long" 3 'aaa*: File name too long'
ln -s loop loop
try flowfield loop -g 0,0
refused "a link to itself" 3 'loop: Too many levels of symbolic links'
try flowfield $'red\e[31m\n.png' -g 0,0
refused "a name with control characters cannot steer the terminal" 3 'red?[31m?.png: No such file or directory'
try flowfield $'red\xc2\x9b31m-\x9b1m.png' -g 0,0
refused "nor one with those of 8 bits" 3 'red??31m-?1m.png: No such file or directory'
try flowfield $'a\xe2\x80\xaegnp.b\xe2\x81\xa6c\xd8\x9c.png' -g 0,0
refused "nor turn the direction of writing round" 3 'a[?][?][?]gnp.b[?][?][?]c[?][?].png: No such file or directory'
try flowfield $'m\xe2\x80\x8b.p\xf3\xa0\x81\xa1ng\xef\xbb\xbf' -g 0,0
refused "nor hide what nobody sees" 3 'm[?][?][?].p[?][?][?][?]ng[?][?][?]: No such file or directory'
try flowfield $'r\xc3\xb6t \xe2\x82\xac.png' -g 0,0
refused "other names are told as they are" 3 $'r\xc3\xb6t \xe2\x82\xac.png: No such file or directory'

unknown='map: unknown format; expected CSV (a grid, or columns x, y and integration), NPY, NPZ, PGM, PFM, ASC, PNG, MovingAI or rows of text (. and #)'
holding "an empty file" 'map: is empty' ''
try flowfield - -g 0,0 </dev/null
refused "empty standard input" 3 'standard input: is empty'
holding "a text" "$unknown" 'hello\n'
holding "one byte" "$unknown" P
holding "P5 with no blank after it" "$unknown" 'P52 2 255\n'
lossy='(its greys are not exact: see --wall-from)'
holding "a JPEG" "map: is a JPEG image; expected PNG or PGM: convert map map.png $lossy" '\377\330\377\340\0\020JFIF'
holding "a WebP" "map: is a WebP image; *: convert map map.png $lossy" 'RIFF\1\2\3\4WEBPVP8 '
holding "a GIF" 'map: is a GIF image; expected PNG or PGM: convert map map.png' 'GIF89a\1\0\1\0'
holding "a TIFF" 'map: is a TIFF image; *: convert map map.png' 'II*\0\10\0\0\0'
holding "a TIFF of the other order" 'map: is a TIFF image; *: convert map map.png' 'MM\0*\0\0\0\10'
holding "a BigTIFF" 'map: is a TIFF image; *: convert map map.png' 'II+\0\10\0\0\0'
for kind in 1:PBM 4:PBM 3:PPM 6:PPM; do
	holding "P${kind%:*}" "map: is a ${kind#*:} image; *: convert map map.png" "P${kind%:*} 1 1 1 1\\n"
done
holding "an array of NumPy without its header" 'map: is truncated' \
	'\223NUMPY\1\0'
holding "a grid of ESRI without its cells" 'map: is truncated' 'ncols 2\nnrows 1\n'
holding "prose" "$unknown" '# A program\nsays:\nimage: none.png\n'
holding "prose about maps" "$unknown" "echo 'image: map.png' 'resolution: 1'\n"
holding "a BMP" 'map: is a BMP image; *: convert map map.png' 'BM\66\0\0\0\0\0\0\0\66\0\0\0'
holding "a text that begins with BM" "$unknown" 'BM is no bitmap here\n'
printf 'GIF89a' >a.b.gif
mkdir d.e
cp a.b.gif d.e/gif
cp a.b.gif real.png
cp a.b.gif 'my map.gif'
picture() { # FILE LINE
	try flowfield "$1" -g 0,0
	refused "the line that converts $1" 3 "$1: is a GIF image; expected PNG or PGM: $2"
}
picture a.b.gif 'convert a.b.gif a.b.png'
picture d.e/gif 'convert d.e/gif d.e/gif.png'
picture real.png 'convert real.png real-1.png'
picture 'my map.gif' 'convert IN.gif OUT.png'
cp a.b.gif ./-x.gif
picture ./-x.gif 'convert ./-x.gif ./-x.png'
try flowfield - -g 0,0 <a.b.gif
refused "on standard input" 3 'standard input: is a GIF image; *: convert IN.gif OUT.png'
pgm 1 1 >good.pgm
try flowfield good.pgm --goals a.b.gif
refused "a mask, too" 3 'a.b.gif: is a GIF image; *: convert a.b.gif a.b.png'
printf 'image: a.png\nresolution: 1\norigin: [0, 0, 0]\n' >map.yaml
try flowfield map.yaml -g 0,0
refused "the text of a map of ROS" 3 'map.yaml: unknown format; *, such as the image that a map of ROS names'
# The line works where its program is there.
if convert -version 2>/dev/null | grep -q ImageMagick; then
	pgm 2 1 255 1 1 >grey.pgm
	for format in jpg gif tif bmp; do
		convert grey.pgm grey.$format
		try flowfield grey.$format -g 0,0
		line=$(grep -o 'convert [^ ]* [^ ]*' "$err")
		same "the line for $format" "$line" "convert grey.$format grey.png"
		$line
		try flowfield grey.png -g 0,0 --wall-from 128 -q --csv -
		same "makes a map of it" "$status $(cut -d , -f 3 "$out" | paste -sd ' ')" "0 cost 1 255 1 1"
		rm grey.png
	done
else
	skip "the line that converts" "ImageMagick is not installed"
fi
holding "a PNG after a transfer as text" "$unknown" '\211PNG\n\032\n\0\0\0\015IHDR'
try flowfield /dev/zero -g 0,0
refused "zeros without end" 3 '/dev/zero: unknown format; *'

mistakes "what is wrong with a PGM is told with its place" flowfield f -g 0,0 <<'END'
1:4: the width is not a whole number <= P2 x 2 255\n
1:6: the height is not in 1..2147483647 <= P5 2 99999999999999999999 255\n
1:16: more than the 2 x 1 pixels of its header <= P2 2 1 255 1 2 and so on
5:1: more than the 2 x 1 pixels of its header <= P2\n2 1\n255\n1 2\n3\n
 has 1 bytes too many after its pixels (lines that end with CR LF?) <= P5\r\n2 1\r\n255\r\n\1\2
 is truncated <= P5 2 2 255 \1\2\3
 pixel 0,1 is 16, but the largest is 15 <= P5 2 2 15 \0\17\20\377
 pixel 1,1 is 99, but the largest is 15 <= P2 2 2 15 0 15 15 99
 cell 0,0: cost 0 is not above 0; walls are white (see --cost-scale) <= P2 2 2 65535 0 257 256 1
 pixel 0,0 is 1 of 100, which no 8-bit grey equals (write 255 as the largest value if the numbers are greys of 0..255) <= P2 1 1 100 1
2:1: the width is not a whole number <= P5\nx 2 255\n
2:3: the height is not a whole number <= P5\n3 2.5 255\n
3:3: the height is not in 1..2147483647 <= P5\n# c\n3 -2 255\n
2:1: the width is not in 1..2147483647 <= P5\n0 2 255\n
3:1: the height is not in 1..2147483647 <= P5\n3\n2147483648 255\n
3:1: the largest value is not in 1..65535 <= P5\n3 2\n0\n
3:1: the largest value is not in 1..65535 <= P5\n3 2\n65536\n
5:3: a pixel is not a whole number <= P2\n2 2\n255\n1 2\n3 four\n
5:3: a pixel is not in 0..65535 <= P2\n2 2\n255\n1 2\n3 -4\n
5:3: a pixel is not in 0..65535 <= P2\n2 2\n255\n1 2\n3 65536\n
END

mistakes "and with a MovingAI map" flowfield f -g 0,0 <<'END'
3:8: the end of the line expected <= type octile\nheight 1\nwidth 1 1\nmap\n.\n
1:1: "type octile" expected <= type tile\nheight 2\n
2:1: height expected <= type octile\nwidth 3\nheight 2\nmap\n
3:1: width expected <= type octile\nheight 2\nheight 3\nmap\n
4:1: "map" expected <= type octile\nheight 2\nwidth 3\n...\n...\n
2:1: height expected <= type octile\n\nheight 2\n
2:8: height is not a whole number <= type octile\nheight two\n
3:7: width is not a whole number <= type octile\nheight 2\nwidth 3.0\nmap\n
2:8: height is not in 1..2147483647 <= type octile\nheight 0\nwidth 3\nmap\n
2:8: height is not in 1..2147483647 <= type octile\nheight 2147483648\n
1:12: "type octile" expected <= type octile \nheight 2\n
2:9: the end of the line expected <= type octile\nheight 2 \nwidth 3\nmap\n
4:4: "map" expected <= type octile\nheight 2\nwidth 3\nmaps\n
7:1: more rows than the height 2 <= type octile\nheight 2\nwidth 3\nmap\n...\n...\nmore\n
8:1: more rows than the height 2 <= type octile\nheight 2\nwidth 3\nmap\n...\n...\n\n.
5:3: a row of 2 cells, but the width is 3 <= type octile\nheight 2\nwidth 3\nmap\n..\n...\n
6:1: a row of 0 cells, but the width is 3 <= type octile\nheight 2\nwidth 3\nmap\n...\n\n
6:3: a row of 2 cells, but the width is 3 <= type octile\nheight 2\nwidth 3\nmap\n...\r\n..\r\n
5:4: a row of more cells than the width 3 <= type octile\nheight 2\nwidth 3\nmap\n....\n...\n
6:4: a row of more cells than the width 3 <= type octile\nheight 2\nwidth 3\nmap\n...\n...\r.
6:3: is truncated: 2 rows of 3 expected <= type octile\nheight 2\nwidth 3\nmap\n...\n..
5:1: is truncated: 2 rows of 3 expected <= type octile\nheight 2\nwidth 3\nmap\n
END

done_testing
