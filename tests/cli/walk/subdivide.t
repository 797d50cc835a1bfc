#!/bin/bash
# walk --subdivide: fields of a finer map; all about walkers stays in cells of the file.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm rooms 40 30 | perl -0777 -ne '/^P5\n(\d+) (\d+)\n255\n/ or die; my ($w, $h) = ($1, $2);
	my @c = map { $_ || 1 } unpack "C*", substr $_, $+[0];
	open my $a, ">", "map.pgm"; print $a "P2\n$w $h\n255\n@c\n";
	open my $b, ">", "fine.pgm"; print $b "P2\n", 2 * $w, " ", 2 * $h, "\n255\n";
	for my $y (0 .. 2 * $h - 1) { print $b "$c[int($y / 2) * $w + int($_ / 2)] " for 0 .. 2 * $w - 1; print $b "\n" }'
read -r gx gy < <(flowfield map.pgm -g 20,15 --snap --json - -q | jq -r '"\(.goals[0].x) \(.goals[0].y)"')

# The same as a map that was split by hand, with everything twice as large.
flowfield walk map.pgm -g "$gx,$gy" --spawn 30 --radius 0.3 --simulate 1 --trajectories t.csv -q
awk -F, 'BEGIN { print "x,y,radius,speed,start" } $1 == 0 && NR > 1 { print $3 "," $4 "," 0.25 "," 1.5 ",0" }' t.csv >agents.csv
awk -F, -v OFS=, 'NR > 1 { $1 = 2 * $1 + 0.5; $2 = 2 * $2 + 0.5; $3 *= 2; $4 *= 2 } { print }' agents.csv >twice.csv
put edits.csv "2,10,3,2,6,wall" "6,10,3,2,6,open"
awk -F, -v OFS=, '{ $2 *= 2; $3 *= 2; $4 *= 2; $5 *= 2; print }' edits.csv >wide.csv
halve() { # table of trajectories, in parts
	awk -F, -v OFS=, 'NR > 1 { $3 = sprintf("%.3f", ($3 - 0.5) / 2); $4 = sprintf("%.3f", ($4 - 0.5) / 2) }
		NR > 1 { $5 = sprintf("%.3f", $5 / 2); $6 = sprintf("%.3f", $6 / 2) } { print }' "$1"
}
thousandths() {
	awk -F, -v OFS=, 'NR > 1 { for (i = 3; i <= 6; i++) $i = sprintf("%.3f", $i) } { print }' "$1"
}
near() { # both tables, within what is lost in print
	paste -d , "$1" "$2" | awk -F, 'NR > 1 { for (i = 1; i <= 6; i++) { d = $i - $(i + 6); if (d > 0.0015 || d < -0.0015) bad = 1 } }
		END { exit bad || NR < 30 }'
}
for options in "--metric euclid" "--metric octile --speed 1,by-cost" "--sight" "--edits edits.csv"; do
	# shellcheck disable=SC2086 # words
	flowfield walk map.pgm -g "$gx,$gy" --subdivide --radius 0.25 --agents agents.csv --simulate 60 --crowd dt=0.1 $options \
		--trajectories t.csv --arrivals a.csv --crowd force=8 --paths p.csv --force -q
	# shellcheck disable=SC2086
	flowfield walk fine.pgm -g "$((2 * gx)),$((2 * gy)),2,2" --radius 0.5 --agents twice.csv --simulate 60 --crowd dt=0.1 ${options/edits.csv/wide.csv} \
		--trajectories t2.csv --arrivals a2.csv --crowd force=16 --paths p2.csv --force -q
	halve t2.csv >wanted.csv
	thousandths t.csv >got.csv
	passes "walkers go where they do on a map that was split by hand: $options" near got.csv wanted.csv
	same "and arrive when they do: $options" "$(<a.csv)" "$(<a2.csv)"
	passes "paths are as long: $options" near <(cut -d, -f 1,3,5-7 p.csv | awk -F, '{ print $0 ",0" }') \
		<(awk -F, -v OFS=, -v OFMT=%.9g -v CONVFMT=%.9g 'NR > 1 { $3 = ($3 - 0.5) / 2; $5 /= 2; $6 /= 2 }
			{ print $1, $3, $5, $6, $7, 0 }' p2.csv)
done
rm -f -- *.csv

# The tutorials want it since the gradient in a corridor of even width leads straight on beside
# the middle; of twice as many columns there is one that leads there.
{
	printf 'P2\n12 12\n255\n'
	perl -e 'for my $y (0 .. 11) { print join(" ", map { $_ == 5 || $_ == 6 || $y > 9 ? 1 : 255 } 0 .. 11), "\n" }'
} >even.pgm
beside() { # OPTION...: how far from the middle a walker is half way through, in tenths of a cell
	flowfield walk even.pgm -g 5.5,11 --metric manhattan --flow gradient --from 4.7,0 --radius 0.1 --paths - -q "$@" |
		awk -F, 'NR > 1 && $4 <= 5 { d = 10 * ($3 - 5.5) } END { printf "%.0f\n", d < 0 ? -d : d }'
}
same "in a corridor of even width walkers stay beside the middle" "$(beside)" 8
same "and come to it with --subdivide" "$(beside --subdivide)" 0

# Cells of the file, everywhere.
pgm 7 1 1 1 1 1 1 1 >lane.pgm
try flowfield walk lane.pgm -g 6,0 --from 1,0 --subdivide --simulate 30 --crowd dt=0.1,force=10 --trajectories t.csv --arrivals - --json r.json -q
expect "the default radius passes a lane one cell wide" 0 $'id,*\n1,,0,0,[45]*,arrived' "" "+r.json +t.csv"
same "it starts where it was put" "$(sed -n 2p t.csv)" "0,1,1.0000,0.0000,0.0000,0.0000"
# shellcheck disable=SC2016 # for awk
passes "and walks a cell a second" awk -F, 'NR > 20 && $5 > 0.99 && $5 < 1.01 { ok = 1 } NR > 1 && $5 > 1.01 { bad = 1 } END { exit bad || !ok }' t.csv
same "as the options say" "$(jq -c '[.walk.speed, .walk.crowd.max_force, .map.width]' r.json)" "[1,10,14]"
flowfield walk lane.pgm -g 6,0 --from 1.25,0.25 --radius 0.2 --subdivide --metric manhattan --flow path --json - -q >r.json
same "lengths and costs, too" "$(jq -c '[.walk.length.longest, .walk.cost.largest, .walk.seconds.longest]' r.json)" "[4.25,4.25,4.25]"
flowfield lane.pgm -g 6,0 --from 1,0 --subdivide --metric euclid --paths p.csv --json r.json -q
# shellcheck disable=SC2016 # for awk
passes "and those of a run" awk -F, 'END { exit !($3 > 5.4 && $5 > 4 && $5 < 5 && $6 > 4 && $6 < 5) }' p.csv
try flowfield walk lane.pgm -g 6,0 --from 7,0 --subdivide -q
refused "messages, too" 3 'lane.pgm: walker 1 at 7,0 is outside the map (x 0..6, y 0..0)'
try flowfield walk lane.pgm -g 6,0 --spawn 9@0,0,2,1 --simulate 9 --subdivide -q
refused "areas, too" 3 'lane.pgm: --spawn 9: only * more of radius 0.3 find room in that area'
try flowfield walk lane.pgm -g 6,0 --from 1,0 --subdivide --simulate 9 --crowd dt=0.3 -q
refused "no step is longer than half a part of a cell" 2 '--crowd dt=0.3 is too long for the fastest and thinnest of these walkers (--speed, --radius, --agents): the longest step is 0.25 seconds'
flowfield walk lane.pgm -g 6,0 --from 1,0 --subdivide --simulate 9 --density d.csv --speed-map v.csv --traffic t.csv -q
same "grids are those of the finer map" "$(wc -l <d.csv) $(head -n 1 t.csv | tr ',' '\n' | wc -l)" "2 14"
# shellcheck disable=SC2016 # for awk
passes "speeds are in cells of the file" awk -F, '{ for (i = 1; i <= NF; i++) if ($i > 1.01) exit 1; if ($i > 0.9) ok = 1 }' v.csv

done_testing
