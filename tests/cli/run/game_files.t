#!/bin/bash
# Files that a game reads: bare bytes, arrays of C, and flow maps.
. "$(dirname "$0")/../cli.sh"

new_folder
bytes() { # FILE TYPE: od's text of all numbers
	od -An -v -w65536 -t "$2" "$1" | tr -s ' ' | sed 's/^ //'
}
# holds NAME TYPE WANTED OPTION...: the numbers of a raw file; the map is map.pgm.
holds() {
	try flowfield map.pgm -q -g 0,0 "${@:4}"
	same "$1" "$status $(bytes "$out" "$2") $(<"$err")" "0 $3 "
}
pgm 3 1 1 255 2 9 1 >map.pgm
holds "directions are bytes" u1 "8 6 8 0 7 6" --directions raw:-
holds "costs are bytes, 255 a wall" u1 "1 1 255 2 9 1" --cost raw:-
holds "finer ones are floats, infinity a wall" fF "0.1 0.1 inf 0.2 0.9 0.1" --cost raw:- --cost-scale 10
same "and a header says so" \
	"$(flowfield map.pgm -q -g 0,0 --cost h:- --cost-scale 10 | grep -c -e ' wall$' -e 'walls have none')" 1
holds "so are classes" u1 "0 1 3 1 1 1" --reach raw:-
holds "integrations are floats, whole or not" fF "0 1 inf 2 10 11" --integration raw:-
holds "in costs, not in units" fF "0 1 inf 2 10 11" --integration raw:- --metric octile
holds "parts of them, too" fF "0 1 inf 1.5 6 11" --integration raw:- --step mean
holds "flight goes below 0" fF "-8 -9 inf -8 -10 -11" --integration raw:- --flee=-1
holds "labels have 32 bits, the largest for none" u4 "0 0 4294967295 0 0 0" --allocation raw:-
holds "vectors are pairs of floats" fF "0 0 -1 0 0 0 0 -1 -0.70710677 -0.70710677 -1 0" --vectors raw:-
# Nothing of the machine is in the bytes.
flowfield map.pgm -q -g 0,0 --integration raw:i --allocation raw:a
same "the lowest byte comes first" "$(bytes i x1)" \
	"00 00 00 00 00 00 80 3f 00 00 80 7f 00 00 00 40 00 00 20 41 00 00 30 41"
same "in integers, too" "$(bytes a x1)" \
	"00 00 00 00 00 00 00 00 ff ff ff ff 00 00 00 00 00 00 00 00 00 00 00 00"
pgm 1 7 >map.pgm
holds "a map of one cell" u1 8 --directions raw:-
pgm 3 255 1 1 >map.pgm
try flowfield map.pgm -q -g 1,0 --directions raw:- --max-cost 0
same "a row" "$(bytes "$out" u1)" "8 8 8"

# Arrays of C.
pgm 3 1 1 255 2 9 1 >map.pgm
try flowfield map.pgm -q -g 0,0 --directions h:-
expect "an array, its size and its codes" 0 "/*
 * Software: flowfield *
 * Options: --goal 0,0
 * Cost digest: *
 * Layer: directions
 [*]
 * Rows from the top, cells from the left: [[]y][[]x].
 * 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W, 7 NW, 8 none
 */
#ifndef directions_h
#define directions_h

#include <stdint.h>

enum { directions_width = 3, directions_height = 2 };

static const uint8_t directions[[]directions_height][[]directions_width] = {
	{8,6,8},
	{0,7,6},
};

#endif" "" ""
try flowfield map.pgm -q -g 0,0 --integration h:- --step mean
expect "floats" 0 "*{0.0F,1.0F,INFINITY},*{1.5F,6.0F,11.0F},*" "" ""
try flowfield map.pgm -q -g 0,0 --vectors h:-
expect "pairs" 0 "*vectors[[]vectors_height][[]vectors_width][[]2] = {*{{0.0F,0.0F},{-1.0F,0.0F},{0.0F,0.0F}},*" "" ""

# named NAME FILE: the identifier of a file's array.
named() {
	flowfield map.pgm -q -g 0,0 --cost "h:$2"
	same "$2 makes $1" "$(sed -n 's/^static const uint8_t \([^[]*\).*/\1/p' "./$2")" "$1"
	echo "#include \"$2\"" >>all.c
}
named d_cost d.h
named cost cost.h
named level_1_cost level-1.cost.h
named map_3d_cost 3d.h
named int_cost int.h
named exp_cost exp.h
named map____cost ü.h
named map___a_cost __a.h
mkdir 'x*'
echo 0,0 >'x*/g.csv'
flowfield map.pgm -q --goals 'x*/g.csv' --reach hostile.h
echo '#include "hostile.h"' >>all.c
same "names cannot end the comment" "$(grep -c 'x\* /g.csv' hostile.h)" 1

if command -v cc >/dev/null; then
	make_map --pgm caves 70 50 3 >big.pgm
	cat >check.c <<-'E'
		#include <stdio.h>
		#include <string.h>
		static unsigned char file[1 << 16];
		#define CHECK(name, array) do { \
			FILE *in = fopen(name, "rb"); \
			size_t n = in == NULL ? 0 : fread(file, 1, sizeof file, in); \
			if (n != sizeof array || memcmp(file, array, n) != 0) puts(name " differs"); \
			if (in != NULL) fclose(in); \
		} while (0)
	E
	checks=
	for metric in manhattan octile euclid; do
		for layer in integration cost directions vectors reach allocation regions ties bands detour clearance chokes ridges; do
			file=$metric.$layer
			flowfield big.pgm -q -g 20,15 --snap --metric $metric --max-cost 60 "--$layer" "$file.h" >/dev/null
			flowfield big.pgm -q -g 20,15 --snap --metric $metric --max-cost 60 "--$layer" "$file.raw" >/dev/null
			echo "#include \"$file.h\"" >>all.c
			checks+="CHECK(\"$file.raw\", ${file/./_});"
		done
	done
	echo "int main(void) { $checks return sizeof cost == 6 ? 0 : 1; }" >main.c
	cat check.c all.c main.c >program.c
	silent "all arrays fit into one program without a warning" \
		cc -std=c11 -Wall -Wextra -Wpedantic -Werror -o program program.c
	if [[ $(printf '\1\0' | od -An -tu2 | tr -d ' ') = 1 ]]; then
		silent "and hold the bytes of the raw files" ./program
	fi
else
	skip "arrays of C" "there is no compiler here"
fi

# Flow maps.
new_folder
pgm 3 1 1 255 2 9 1 >map.pgm
flowfield map.pgm -q -g 0,0 --vectors flow.png
same "red and green are the vector, blue the class" "$(flowfield textconv flow.png | sed '1,/^$/d')" \
	"0,0: #808000 #018001 #808003
0,1: #800101 #262601 #018001"
same "three bytes a cell, and no colours but their numbers" \
	"$(perl -0777 -ne '$at = 8; while ($at < length) { ($n, $type) = unpack "Na4", substr $_, $at; print "$type "; print join(",", unpack("C*", substr $_, $at + 16, 5)), " " if $type eq "IHDR"; $at += $n + 12 }' flow.png)" \
	"IHDR 8,2,0,0,0 tEXt tEXt tEXt tEXt IDAT IEND "
flowfield map.pgm -q -g 0,0 --vectors png:again
passes "png: is that, too" cmp flow.png again
flowfield map.pgm -q -g 0,0 --vectors flowmap:again -f
passes "and flowmap:" cmp flow.png again
try flowfield map.pgm -q -g 0,0 --directions flowmap:d.png
refused "other layers have none" 2 "--directions flowmap:d.png: name it .svg, .csv, *"
# Slopes of any angle come back to half a step of 127.
make_map --pgm city 40 30 5 >city.pgm
flowfield city.pgm -q -g 20,15 --snap --metric euclid --sight --vectors f.png --csv t.csv
flowfield textconv f.png | sed '1,/^$/d' | perl -ne '($x, $y, $rest) = /^(\d+),(\d+): (.*)/;
	for (split / /, $rest) { ($rgb, $n) = /#(\w+)(?:\*(\d+))?/; for (1 .. $n // 1) {
		print join(",", $x++, $y, map { hex } $rgb =~ /../g), "\n" } }' >texels
same "every texel is its cell's vector and class" "$(paste -d , texels <(tail -n +2 t.csv) | awk -F , '
	BEGIN { class["goal"]; split("goal reached unreached wall", names, " "); for (i in names) class[names[i]] = i - 1 }
	function far(texel, want) { d = (texel - 128) / 127 - want; return d > 0.5001 / 127 || d < -0.5001 / 127 }
	$1 != $6 || $2 != $7 || far($3, $12) || far($4, $13) || $5 != class[$9]')" ""
same "all of them" "$(wc -l <texels)" 1200
flowfield map.pgm -q -g 1,1 --vectors other.png
try flowfield diff flow.png other.png
expect "two are compared as pictures" 1 "*4 of 6 pixels differ*" "*" ""
try flowfield diff flow.png again
expect "or are the same" 0 "*" "*" ""

# The other commands have them, too.
make_map --pgm caves 40 30 5 >caves.pgm
flowfield sectors caves.pgm -g 20,15 --from 3,3 --snap --sectors 8 -q --reach r.raw --vectors s.png --csv s.csv
same "sectors: cells not computed are class 4" "$(bytes r.raw u1 | tr ' ' '\n' | grep -c '^4$')" \
	"$(grep -c ',not computed,' s.csv)"
passes "in a flow map, too" grep -q '#808004' <(flowfield textconv s.png)
flowfield walk caves.pgm -g 20,15 --spawn 9 --simulate 30 --snap -q --traffic t.raw --density d.h --speed-map s.raw
same "walk: counts have 32 bits, speeds are floats" "$(stat -c %s t.raw s.raw | paste -sd ' ')" "4800 4800"
passes "densities are floats" grep -q 'static const float d_density' d.h
rm d.h
printf '1,1,0,1,1,9\n' >edits
flowfield update map.pgm -g 0,0 --edits edits -q --directions 'u{step}.raw' --vectors u.png
same "update: after each step" "$(bytes u1.raw u1)" "8 6 8 0 7 6"

# They lead one way.
flowfield map.pgm -q -g 0,0 --directions d.raw --cost c.h
unread="are for games and are not read back: nothing says what they hold; expected *"
try flowfield verify map.pgm d.raw -g 0,0
refused "verify" 3 "d.raw: .raw files $unread"
try flowfield verify map.pgm c.h -g 0,0
refused "verify of C" 3 "c.h: .h files $unread"
try flowfield d.raw -g 0,0
refused "as a map" 3 "d.raw: .raw files $unread"
try flowfield textconv d.raw
refused "textconv" 3 "d.raw: .raw files $unread"
try flowfield verify map.pgm flow.png -g 0,0
refused "nor is a flow map a field" 3 "flow.png: holds a picture*"
flowfield map.pgm -q -g 1,1 --directions e.raw
try flowfield diff d.raw d.raw
expect "diff compares their bytes: the same" 0 "*" "*" ""
try flowfield diff d.raw e.raw
expect "or not" 1 "bytes: * of * differ, from byte 1, line 1 on*" "*" ""
mkdir folder.raw
try flowfield map.pgm -g 0,0 --directions folder.raw --vectors new.png
refused "what cannot be written takes back all" 4 "folder.raw: is a directory"

# batch makes them, and compares with goldens.
printf '%s\n' 'map.pgm --goal 0,0 --directions d.raw --cost c.h --vectors flow.png' >jobs.txt
rm -f d.raw c.h flow.png
flowfield batch jobs.txt -q
flowfield batch jobs.txt -q --golden good --accept 2>/dev/null
try flowfield batch jobs.txt --golden good
expect "goldens are the same" 0 "*" "*" ""
printf x >>good/d.raw
try flowfield batch jobs.txt --golden good
expect "or differ" 1 "*" "*" ""

done_testing
