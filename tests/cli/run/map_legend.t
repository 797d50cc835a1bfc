#!/bin/bash
# --legend FILE: what the colours of a map cost; --legend WHEN: whether it is drawn.
. "$(dirname "$0")/../cli.sh"

new_folder
costs() {
	flowfield "$@" -q --csv - | tail -n +2 | cut -d , -f 3 | paste -sd ' '
}
printf '#ffffff wall # snow\r\n# comment\r\n\r\n#ff0000 200 # lava\r\n#00ff00 2# grass\r\n#0000ff 9\r\n#808080 1' >legend
printf '%s\n' 0 255 0 255 0 0 0 0 255 255 255 255 128 128 128 0 255 0 | make_png.pl 3 2 2 8 >map.png
same "colours cost what the legend says" "$(costs map.png -g 0,0 --legend legend)" "2 200 9 255 1 2"
same "which may come from standard input" "$(costs map.png -g 0,0 --legend - <legend)" "2 200 9 255 1 2"
same "or the map" "$(costs - -g 0,0 --legend legend <map.png)" "2 200 9 255 1 2"
cp legend never
same "a file called never is ./never" "$(costs map.png -g 0,0 --legend ./never)" "2 200 9 255 1 2"
rm never
printf '%s\n' 255 255 128 128 >greys
make_png.pl 2 2 0 8 <greys >grey.png
same "grey is a colour" "$(costs grey.png -g 0,1 --legend legend)" "255 255 1 1"
flowfield map.png -g 0,0 -q --legend legend --terrain terrain.png
same "the recorded options have it" "$(show_png terrain.png | sed -n 's/^text Options: //p')" "--goal 0,0 --legend legend"
flowfield map.png -g 0,0 -q --legend legend --csv field.csv
try flowfield verify map.png field.csv -g 0,0 --legend legend
expect "verify knows it" 0 "" 'flowfield: field.csv: 3x2: *' ""

# The strip below pictures.
make_map --pgm empty 40 10 >wide.pgm
flowfield map.png -g 0,0 -q --legend legend --legend always --bare --scale 2 --terrain always.png
flowfield map.png -g 0,0 -q --legend legend --legend never --bare --scale 2 --terrain never.png
same "it is drawn, or not, beside that" \
	"$(show_png always.png | awk '$1 == "size" { print ($3 > 4) }') $(show_png never.png | awk '$1 == "size" { print $2, $3 }')" "1 6 4"
sed 's/ # lava//' legend >nameless
sed 's/ # snow//' legend >wall
for kind in terrain heatmap reach; do
	for names in legend nameless wall; do
		(mkdir -p "in_$names" && cp $names "in_$names/names" && cp map.png "in_$names" && cd "in_$names" &&
			flowfield map.png -g 0,0 -qf --legend names --$kind ../$names.png)
		show_png $names.png pixels >$names.txt
	done
	differ "$kind shows the names of walls" "$(cat legend.txt)" "$(cat wall.txt)"
	test $kind = terrain && differ "$kind shows the names of costs" "$(cat legend.txt)" "$(cat nameless.txt)"
	test $kind = terrain || same "$kind, which shows no costs, does not show theirs" "$(cat legend.txt)" "$(cat nameless.txt)"
done

# Refusals.
rm -f ./*.csv ./*.txt always.png never.png terrain.png legend.png nameless.png wall.png
sed '/00ff00/d' legend >short
try flowfield map.png -g 0,0 --legend short
refused "a colour that is not in it is told by its pixel" 3 'map.png: pixel 0,0 is #00ff00, which is not in short'
try flowfield map.png -g 0,0
refused "without it a coloured map is refused, and the option named" 3 'map.png: pixel 0,0 is coloured: only grey is read as cost (--legend FILE reads colours)'
mistakes "what is wrong with a legend is told with its place" flowfield map.png -g 0,0 --legend f <<'END'
2:2: '#12345' is no colour; expected #rrggbb <= #000000 1\n #12345 1\n
2:2: '#1234567' is no colour; expected #rrggbb <= #000000 1\n #1234567 1\n
2:2: '#12345g' is no colour; expected #rrggbb <= #000000 1\n #12345g 1\n
2:2: '123456' is no colour; expected #rrggbb <= #000000 1\n 123456 1\n
2:2: '#comment' is no colour; expected #rrggbb <= #000000 1\n #comment\n
2:2: 'x' is no colour; expected #rrggbb <= #000000 1\n x\n
2:2: 'red' is no colour; expected #rrggbb <= #000000 1\n red 1\n
2:2: '#123456x' is no colour; expected #rrggbb <= #000000 1\n #123456x 1\n
1:8: a cost, 1..254 or wall, expected <= #123456\n
1:9: a cost, 1..254 or wall, expected <= #123456 wal\n
1:9: a cost, 1..254 or wall, expected <= #123456 walls\n
1:9: a cost, 1..254 or wall, expected <= #123456 Wall\n
1:9: a cost, 1..254 or wall, expected <= #123456 -1\n
1:9: a cost, 1..254 or wall, expected <= #123456 x\n
1:9: a cost, 1..254 or wall, expected <= #123456 # 4\n
1:8: a cost, 1..254 or wall, expected <= #123456#4\n
1:9: a cost, 1..254 or wall, expected <= #123456\twall2\n
1:9: the cost is not in 1..254 <= #123456 0
1:9: the cost is not in 1..254 <= #123456 255
1:9: the cost is not a whole number <= #123456 1.5
1:11: the end of the line, or # and a name, expected <= #123456 4 grass
1:14: the end of the line, or # and a name, expected <= #123456 wall grass
1:16: a name has no control characters <= #123456 4 # a\tb\a
1:76: a name has 63 bytes at most <= #123456 7 # 012345678901234567890123456789012345678901234567890123456789xyz+
3:1: this colour is there twice <= #abcdef 1\n# \n#ABCDEF wall
 has no colour <= %s
 has no colour <= # nothing\n\n
END
try flowfield map.png -g 0,0 --legend none
refused "it must be there" 3 'none: No such file or directory'
try flowfield map.png -g 0,0 --legend legend --csv legend
refused "no output goes there" 2 '--csv legend: that is what --legend reads'
try flowfield wide.pgm -g 0,0 --legend legend
refused "a PGM image has no colours" 2 'wide.pgm: --legend FILE is for PNG images, which have colours'
printf 'type octile\nheight 1\nwidth 2\nmap\n..\n' >m.map
try flowfield m.map -g 0,0 --legend legend
refused "nor has a MovingAI map" 2 'm.map: --legend FILE is for PNG images, which have colours'
try flowfield map.png -g 0,0 --legend legend --invert
refused "greys are another matter" 2 '--invert, --wall-from and --remap are for greys, --legend FILE for colours'

# Legends of PngSuite's pictures, made by libpng's pixels: every kind of PNG is read.
suite=$shared/pngsuite
if [[ ! -d $suite ]]; then
	skip "PngSuite" "there is no ../shared/pngsuite"
	done_testing
	exit
fi
wrong=
read_count=0
some=("$suite"/[bcpt]*.png)
if [[ -n ${FULL:-} ]]; then
	some=("$suite"/*.png)
fi
for png in "${some[@]}"; do
	if [[ $(basename "$png") == x* ]]; then
		continue
	fi
	# Cost 1 + (r + 2g + 3b) % 254 of each colour; the costs of all cells, and a legend.
	show_png "$png" pixels 2>/dev/null | perl -e '
		my (%legend, @costs);
		open my $costs, ">", shift; open my $to, ">", shift;
		while (<STDIN>) {
			my ($r, $g, $b, $alpha) = map { hex } unpack "(A4)4";
			exit if $alpha != 65535 or grep { $_ % 257 } $r, $g, $b;
			($r, $g, $b) = map { $_ / 257 } $r, $g, $b;
			my $cost = 1 + ($r + 2 * $g + 3 * $b) % 254;
			push @costs, $cost;
			$legend{sprintf "#%02x%02x%02x", $r, $g, $b} = $cost;
		}
		exit if keys %legend > 4096;
		print $costs "$_\n" for @costs;
		print $to "$_ $legend{$_}\n" for sort keys %legend;
	' "$work/wanted" "$work/legend" || true
	if [[ ! -s $work/legend ]]; then
		continue
	fi
	read_count=$((read_count + 1))
	flowfield "$png" -g 0,0 -q --csv "$work/got" --legend "$work/legend" 2>"$err" || wrong+=$(<"$err")
	tail -n +2 "$work/got" | cut -d , -f 3 | cmp -s - "$work/wanted" || wrong+="$(basename "$png") "
done
same "opaque colours of PngSuite's files cost what a legend of them says" "$wrong" ""
passes "many of them ($read_count)" test "$read_count" -ge 40

# Alpha channels of opaque pictures.
printf '#ff0000 3\n#ffffff wall\n' >alpha.txt
for depth in 8 16; do
	most=$(((1 << depth) - 1))
	echo $most 0 0 $most $most $most $most $most | make_png.pl 2 1 6 $depth >alpha.png
	try flowfield alpha.png -g 0,0 --legend alpha.txt --cost - -q
	expect "an alpha channel of $depth bits may say that all is opaque" 0 3,255 "" ""
done
echo 255 0 0 255 255 255 255 254 | make_png.pl 2 1 6 8 >alpha.png
try flowfield alpha.png -g 0,0 --legend alpha.txt
refused "but not that it is not" 3 'alpha.png: pixel 1,0 is transparent: every pixel must be opaque (convert IN.png -background white -flatten OUT.png)'

done_testing
