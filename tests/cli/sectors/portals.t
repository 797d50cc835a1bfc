#!/bin/bash
# The table of portals, and the routes in the report: against the map, and against the graph.
. "$(dirname "$0")/../cli.sh"

new_folder

# Three sectors in a row: a wide portal, and two beside a wall.
perl -e 'print "P2\n24 8\n255\n";
	for my $y (0 .. 7) { print join(" ", map { $_ == 16 && $y == 3 ? 255 : 1 } 0 .. 23), "\n" }' >row.pgm
try flowfield sectors row.pgm -g 23,7 --from 0,0 --sectors 8 --portals - -q
expect "a picture is standard output's form" 0 $'\x89PNG*' "" ""
try flowfield sectors row.pgm -g 23,7 --from 0,0 --sectors 8 --portals csv:- -q
expect "the table has a line for each portal" 0 "number,direction,length,from_sector,from_column,from_row,from_x,from_y,from_last_x,from_last_y,from_nodes,from_node_cells,to_sector,to_column,to_row,to_x,to_y,to_last_x,to_last_y,to_nodes,to_node_cells,routes
0,2,8,0,0,0,7,0,7,7,0 1 2,7:0 7:3 7:7,1,1,0,8,0,8,7,3 5 7,8:0 8:3 8:7,*
1,2,3,1,1,0,15,0,15,2,4,15:1,2,2,0,16,0,16,2,9,16:1,*
2,2,4,1,1,0,15,4,15,7,6 8,15:4 15:7,2,2,0,16,4,16,7,10 11,16:4 16:7,*" "" ""
same "with the number of routes through it" "$(cut -d , -f 1,22 "$out" | tail -n +2 | paste -sd ' ')" "0,1 1,0 2,1"
flowfield sectors row.pgm -g 23,7 --from 0,0 --from 0,7 --from 23,0 --sectors 8 --portals table.csv -q
same "joined ones count" "$(cut -d , -f 1,22 table.csv | tail -n +2 | paste -sd ' ')" "0,2 1,0 2,2"
try flowfield sectors row.pgm -g 23,7 --from 0,0 --portals table.txt
refused "other forms are refused" 2 "--portals table.txt: name it .png, .svg or .csv"
pgm 1 7 >one.pgm
try flowfield sectors one.pgm -g 0,0 --from 0,0 --portals csv:- -q
expect "a map without borders has the line of names" 0 'number,*,routes' "" ""
full() { "$@" >/dev/full; }
try full flowfield sectors row.pgm -g 23,7 --from 0,0 --portals csv:- -q
refused "a full disk is an error" 4 'standard output: *'

# The map says where portals are.
# runs SIZE: reads a table of cells; prints number-less lines of the portals along borders
runs() {
	perl -F, -ane '
		BEGIN { $size = shift }
		next if $. == 1;
		$open{$F[0], $F[1]} = $F[3] ne "wall";
		$w = $F[0] + 1 if $F[0] >= $w;
		$h = $F[1] + 1 if $F[1] >= $h;
		sub run {
			my ($d, $bx, $by, $n, $dx, $dy) = @_;
			my $from;
			for my $k (0 .. $n) {
				my ($x, $y) = ($bx + $k * $dy, $by + $k * $dx);
				my $pair = $k < $n && $open{$x, $y} && $open{$x + $dx, $y + $dy};
				$from = $k if $pair && !defined $from;
				next if $pair || !defined $from;
				my ($fx, $fy) = ($bx + $from * $dy, $by + $from * $dx);
				my ($lx, $ly) = ($x - $dy, $y - $dx);
				print join(",", $d, $k - $from, $fx, $fy, $lx, $ly,
					$fx + $dx, $fy + $dy, $lx + $dx, $ly + $dy), "\n";
				undef $from;
			}
		}
		END {
			for (my $y = 0; $y < $h; $y += $size) {
				for (my $x = 0; $x < $w; $x += $size) {
					my $cw = $w - $x < $size ? $w - $x : $size;
					my $ch = $h - $y < $size ? $h - $y : $size;
					run(2, $x + $size - 1, $y, $ch, 1, 0) if $x + $size < $w;
					run(4, $x, $y + $size - 1, $cw, 0, 1) if $y + $size < $h;
				}
			}
		}' "$@"
}
make_map caves 96 70 3 >map.png
request=(map.png -g '80,60' --from '5,5' --from '9,12' --from '90,3' --from '60,60' --snap --sectors 8)
for model in manhattan "octile --corners cut"; do
	# shellcheck disable=SC2086 # words
	flowfield sectors "${request[@]}" --metric $model --portals table.csv --graph edges.csv --csv cells.csv --json report.json -q
	same "$model: the windows are those of the map" "$(runs 8 cells.csv | sort)" \
		"$(awk -F , '$2 == 2 || $2 == 4' OFS=, table.csv | cut -d , -f 2,3,7-10,16-19 | sort)"
	same "$model: each is in its sectors" "$(awk -F , '
		NR > 1 && ($4 != $6 * 12 + $5 || int($7 / 8) != $5 || int($8 / 8) != $6 || int($9 / 8) != $5 || int($10 / 8) != $6 ||
			$13 != $15 * 12 + $14 || int($16 / 8) != $14 || int($17 / 8) != $15 || int($18 / 8) != $14 || int($19 / 8) != $15)' table.csv)" ""
	# nodes FROM TO: number, node and cell of all nodes of a side
	same "$model: the nodes are those of the graph's borders" \
		"$(awk -F , 'NR > 1 { for (side = 0; side < 2; side++) {
			n = split($(11 + 9 * side), nodes, " "); split($(12 + 9 * side), cells, " ")
			for (i = 1; i <= n; i++) print $1, nodes[i], cells[i] } }' table.csv | sort)" \
		"$(awk -F , '$4 == "border" { print $5, $1, $6 ":" $7 }' edges.csv | sort)"
	if ! command -v jq >/dev/null; then
		skip "$model: the routes in the report" "jq is not installed"
		continue
	fi
	# The route of each source, with the rest of those that it joins.
	jq -r '.sectors.sources as $all
		| def whole($s): if $s.joins == null then $s.route
			else $s.route[:-1] + (whole($all[$s.joins]) as $other
				| ($other | map(.node) | index($s.route[-1].node)) as $at | $other[$at:]) end;
		$all | to_entries[] | .key as $i | .value as $s | whole($s)
		| to_entries[] | [$i, .value.node, .value.x, .value.y, .value.sector, .value.portal // "", .value.planned] | @csv' \
		report.json | tr -d '"' >routes.csv
	same "$model: joined, routes have all their nodes" "$(cut -d , -f 1 routes.csv | uniq -c | awk '{ print $1 }' | paste -sd ' ')" \
		"$(jq -r '[.sectors.sources[].nodes] | join(" ")' report.json)"
	same "$model: one is joined" "$(jq '[.sectors.sources[].joins | numbers] | length > 0' report.json)" true
	same "$model: each step is an edge, whose cost the plan has less" "$(awk -F , '
		FILENAME == ARGV[1] { cost[$1, $2] = $3; kind[$1, $2] = $4 == "border" ? $5 : ""; next }
		FNR > 1 && $1 == route {
			if (!((node, $2) in cost) || kind[node, $2] != portal) print "no edge", node, $2, portal
			difference = planned - $7 - cost[node, $2]
			if (difference > 1e-5 || difference < -1e-5) print "cost", node, $2, planned, $7, cost[node, $2]
		}
		{ route = $1; node = $2; portal = $6; planned = $7 }' edges.csv routes.csv)" ""
	same "$model: the table counts them" \
		"$(awk -F , '$6 != "" { count[$6]++ } END { for (portal in count) print portal, count[portal] }' routes.csv | sort -n)" \
		"$(awk -F , 'NR > 1 && $22 > 0 { print $1, $22 }' table.csv)"
	# shellcheck disable=SC2086 # words
	flowfield sectors "${request[@]}" --metric $model --portals picture.svg -q
	same "$model: and the picture shows as many in use" \
		"$(grep -o 'windows of [0-9]* portals* in use' picture.svg | awk '{ sum += $3 } END { print sum }')" \
		"$(awk -F , 'NR > 1 && $22 > 0' table.csv | wc -l)"
	same "$model: the plan begins with no more than all of it, and no less than what is walked" \
		"$(jq '[.sectors.sources[] | .planned >= .route[0].planned and .cost <= .planned] | all' report.json)" true
	same "$model: the goal is the one that was asked for" \
		"$(jq -c '[.sectors.sources[].goal] | unique' report.json)" "$(jq -c '[.goals[0] | {x, y}]' report.json)"
done
flowfield sectors "${request[@]}" --metric euclid --portals table.csv --json report.json -q
same "euclid: the table counts no more routes than there are" "$(awk -F , 'NR > 1 && $22 > most { most = $22 } END { print (most > 0 && most <= 4) }' table.csv)" 1

if command -v jq >/dev/null; then
	flowfield sectors row.pgm -g 23,7 --from 20,7 --sectors 8 --json report.json -q
	same "a source in the goal's sector passes no node" "$(jq -c '.sectors.sources[0] | [.route, .joins, .goal]' report.json)" \
		'[[],null,{"x":23,"y":7}]'
	perl -e 'print "P2\n24 8\n255\n"; print join(" ", map { $_ == 16 ? 255 : 1 } 0 .. 23), "\n" for 0 .. 7' >rooms.pgm
	flowfield sectors rooms.pgm -g 23,7 --from 0,0 --sectors 8 --json report.json -q 2>"$err"
	same "one that reaches no goal has none" "$(jq -c '.sectors.sources[0] | [.route, .joins, .goal]' report.json)" \
		'[[],null,null]'
else
	skip "routes of few nodes" "jq is not installed"
fi

done_testing
