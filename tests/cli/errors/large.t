#!/bin/bash
# Inputs larger than a limit: status 5, found before memory is allocated.
. "$(dirname "$0")/../cli.sh"

new_folder
: >map.heatmap.png
size='map: is too large: 60000x60000 is more than 268435456 cells (--max-cells)'
too_large() { # NAME TEXT OPTION...: of the file map
	try flowfield map -g 0,0 "${@:3}"
	refused "$1" 5 "$2"
}

echo 1 | make_png.pl 1 1 0 1 claim=60000x60000 >map
too_large "a PNG that claims to be large" "$size"
head -c 33 map >header
mv header map
too_large "or its header alone" "$size"
echo 1 | make_png.pl 1 1 0 1 claim=16385x16384 >map
too_large "one column beyond the limit" 'map: is too large: 16385x16384 is more than 268435456 cells (--max-cells)'
echo 1 | make_png.pl 1 1 0 1 claim=2147483647x2147483647 >map
too_large "as large as the format allows" 'map: is too large: 2147483647x2147483647 is more than *'
echo 1 | make_png.pl 1 1 0 1 claim=268435457x1 >map
too_large "in one row" 'map: is too large: 268435457x1 is more than *'
while read -r claim type depth samples; do
	# shellcheck disable=SC2086 # words
	echo $samples | make_png.pl 1 1 "$type" "$depth" claim="$claim" plte=0,0,0 >map
	too_large "more than the decoder counts: $claim" "map: $claim pixels of this kind are more than the PNG decoder can count: *" \
		--max-cells 2147483647
done <<-END
	32768x32769 4 8 1 1
	32768x32769 3 1 0
	16384x16385 6 16 1 1 1 1
	1x1073741825 0 1 1
	1073741824x1 0 2 1
END
printf 'P5 60000 60000 255\n' >map
too_large "a raw PGM" "$size"
printf 'P2 60000 60000 255\n' >map
too_large "a plain one" "$size"
printf 'P5 2147483647 2147483647 255\n' >map
too_large "whose size would overflow" 'map: is too large: 2147483647x2147483647 is more than *'
printf 'type octile\nheight 60000\nwidth 60000\nmap\n' >map
too_large "a MovingAI map" "$size"

# A file may be larger than its map, but not without end.
endless() { # TEXT: it, then zeros
	{
		printf %b "$1"
		cat /dev/zero
	} | flowfield - -g 0,0
}
try endless 'P5 2 2 255\n'
refused "an endless raw PGM" 5 'standard input: is larger than [0-9]* bytes'
try endless 'type octile\nheight 1\nwidth 1\nmap\n.\n'
refused "an endless MovingAI map" 5 'standard input: is larger than [0-9]* bytes'

make_map --pgm empty 200 200 >map
printf 'old\n' >old.csv
for kind in heatmap arrows reach terrain; do
	too_large "a picture of 51200x51200 pixels: $kind" 'a picture of 51200x51200 *is too large*' \
		--scale 256 --bare --csv old.csv --$kind new.png
done

done_testing
