#!/bin/bash
# --from and --paths: the path from a cell, in pictures, tables, the summary and the report.
. "$(dirname "$0")/../cli.sh"

new_folder
put room.txt '......' '.####.' '....#.' '.##.#.' '......'
room=(room.txt --goal '3,2')

# Prices every path of a table (p.csv) by the map (a text), without the program: each step leaves a
# cell, and costs that of the cell, or of both (mean), times the square root of 2 across a corner.
# Prints "id cost" of each path, and dies where a path enters a wall, jumps, or cuts a corner.
cat >price.pl <<'PERL'
use strict;
use warnings;
my ($map, $paths, $step) = @ARGV;
open my $file, '<', $map or die;
my @rows = map { [split /,/] } <$file>;
chomp @$_ for @rows;
my (%cost, @last, @order);
open $file, '<', $paths or die;
<$file>;
while (<$file>) {
	my ($id, $number, $x, $y) = split /,/;
	push @order, $id unless exists $cost{$id};
	$cost{$id} //= 0;
	@last = ($x, $y) if $number == 0;
	my ($dx, $dy) = ($x <=> $last[0], $y <=> $last[1]);
	while ($last[0] != $x || $last[1] != $y) {
		my @next = ($last[0] + $dx, $last[1] + $dy);
		my ($from, $to) = ($rows[$last[1]][$last[0]], $rows[$next[1]][$next[0]]);
		die "a wall at @next\n" if $to == 255;
		die "a corner at @next\n" if $rows[$last[1]][$next[0]] == 255 || $rows[$next[1]][$last[0]] == 255;
		my $price = $step eq 'mean' ? ($from + $to) / 2 : $from;
		$cost{$id} += $price * ($dx && $dy ? sqrt 2 : 1);
		@last = @next;
		die "a jump\n" if abs($last[0] - $x) + abs($last[1] - $y) > 10000;
	}
}
printf "%d %.2f\n", $_, $cost{$_} for @order;
PERL

# In all cells of a map with walls and costs, the cost of a path is the integration, and is what its
# steps cost.
make_map caves 24 17 3 >caves.png
flowfield caves.png -g 3,3 --snap -q --cost cost.csv --csv cells.csv
sources=()
while IFS=, read -r x y _; do
	sources+=(--from "$x,$y")
done < <(grep ',reached,' cells.csv)
for rules in '--metric manhattan --flow path' '--metric octile' '--metric octile --step mean'; do
	# shellcheck disable=SC2086 # words
	flowfield caves.png -g 3,3 --snap -q $rules "${sources[@]}" --paths p.csv --json r.json
	step=cell
	[[ $rules != *mean ]] || step=mean
	jq -r '.paths[] | .walked_cost' r.json >costs
	jq -r '.paths[] | .cost' r.json >integrations
	passes "paths cost the integrations of their sources: $rules" cmp costs integrations
	jq -r '.paths | to_entries[] | [.key + 1, .value.walked_cost] | @tsv' r.json |
		awk '{ printf "%d %.2f\n", $1, $2 }' >told
	perl price.pl cost.csv p.csv $step >priced
	passes "and what their steps cost: $rules" cmp told priced
done
passes "there are many of them" test "$(wc -l <told)" -gt 100
{
	printf 'P2\n24 17\n65535\n'
	tr , '\n' <cost.csv | awk '{ print $1 == 255 ? 65535 : 100 + NR * 37 % 900 }'
} >wide.pgm
flowfield wide.pgm --cost-scale 100 -g 3,3 --snap -q --metric octile "${sources[@]}" --json r.json
same "so do those over costs of 16 bits" "$(jq '[.paths[] | select(.walked_cost != .cost)] | length' r.json)" 0
flowfield caves.png -g 3,3 --snap -q --subdivide --flow path "${sources[@]}" --json r.json --paths p.csv
grep ',reached,' cells.csv | awk -F, -v OFS=, '{ print NR, 0, $1, $2 }' >places
passes "those of cells that are split begin in their middle" diff <(awk -F, '$2 == "0" { printf "%d,0,%.5g,%.5g\n", $1, $3, $4 }' p.csv) places
paste -d, <(jq -r '.paths[] | .walked_cost - .cost' r.json) <(grep ',reached,' cells.csv | cut -d, -f 3) >beside
# shellcheck disable=SC2016 # awk's own
passes "and cost as much more as the step to the middle of a part" awk -F, '
	{ wrong += $1 / $2 < 0.353553 || $1 / $2 > 0.353554 } END { exit wrong || NR < 100 }' beside
same "which their lengths have, too" "$(jq '[.paths[] | .length * 2 | . - floor | select(. < 0.7 or . > 0.71)] | length' r.json)" 0
flowfield sectors caves.png -g 3,3 --snap -q --sectors 8 --flow path "${sources[@]}" --json r.json --paths p.csv
same "those through sectors, too" "$(jq '[.paths[] | select(.walked_cost != .cost)] | length' r.json)" 0
same "which are the field's at the sources" "$(jq -c '[.paths[].cost]' r.json)" "$(jq -c '[.sectors.sources[].cost]' r.json)"
passes "and lead through no wall" perl price.pl cost.csv p.csv cell

# The table and the summary.
try flowfield "${room[@]}" --from 5,4 --metric octile --paths -
expect "a path is a table, and figures in the summary" 0 'id,step,x,y,length,cost,time,class
1,0,5,4,0,0,0,reached
1,1,3,4,2,2,2,reached
1,2,3,2,4,4,4,goal' 'flowfield: room.txt: *; farthest *; from 5,4: cost 4, length 4, straight 2.828, ratio 1.414; * ms' ""
try flowfield "${room[@]}" --from 5,4 --from 0,0 --from 3,2 --from 0,4 --from 1,4 --csv -
expect "of the first three" 0 'x,y,*' '*; from 5,4: *; from 0,0: *; from 3,2: cost 0, length 0, straight 0, ratio 1; and 2 more; * ms' ""
try flowfield "${room[@]}" --from 5,4 --json - -q
expect "the report has its figures" 0 '*"paths": \[*"x": 5,*"y": 4,*"reached": true,*"cost": *"steps": *' "" ""
put wall.txt '......' '...#..' '...#..' '......'
flowfield wall.txt -g 4,1 --from 0,2 -q --json r.json
same "the cost is the field's, also where steps lead diagonally; the straight distance is to the goal that is reached" \
	"$(jq -c '.paths[0] | [.cost, .walked_cost, .length, .straight, .ratio | . * 1000 | round]' r.json)" '[7000,5828,5828,4123,1414]'
try flowfield wall.txt -g 4,1 -g 5,3 --from 0,2 --metric euclid --json - -q
same "a smooth path has the same ends" "$(jq '.paths[0] | .ratio >= 1 and .ratio == .length / .straight' "$out")" true
same "not without a source" "$(flowfield "${room[@]}" --json - -q | jq 'has("paths")')" false

# Pictures.
try flowfield "${room[@]}" --from 0,0
expect "a source without an output gives the default pictures" 0 $'room.heatmap.png\nroom.arrows.png\nroom.reach.png' \
	'*from 0,0: *' '+room.arrows.png +room.heatmap.png +room.reach.png'
flowfield "${room[@]}" -q --heatmap plain.svg --bare
flowfield "${room[@]}" -q --from 0,0 --heatmap h.svg --arrows a.svg --paths p.svg --bare
same "a heatmap without a source has no path" "$(grep -c 'id="path-1"' plain.svg || true)" 0
for file in h a p; do
	same "with one it has ($file)" "$(grep -c 'id="path-1"' $file.svg)" 1
done
flowfield sectors "${room[@]}" -q --sectors 8 --from 0,0 --paths s.svg --bare
same "sectors draw the same path" "$(grep -o '<path id="path-1".*' s.svg)" "$(grep -o '<path id="path-1".*' p.svg)"
flowfield "${room[@]}" --from 0,0 --metric euclid -q --paths e.csv
# shellcheck disable=SC2016 # awk's own
passes "with euclid it has any angle" awk -F, 'NR > 1 && $3 % 1 != 0 { found = 1 } END { exit !found }' e.csv

# Changes, and batches.
printf '1,3,3,1,1,wall\n' >edits.csv
printf '2,0,2,1,1,wall\n' >>edits.csv
flowfield update "${room[@]}" --edits edits.csv --from 3,4 -q --json 'r{step}.json'
same "an edit changes the path, and another ends it" \
	"$(jq -c '.paths[0] | [.reached, .cost]' r1.json r2.json | paste -sd ' ')" '[true,8] [false,null]'
put jobs.txt 'room.txt -g 3,2 --from 5,4 --paths b.csv'
try flowfield batch jobs.txt -q
expect "a job may have one" 0 "" "" "+b.csv"

# Sources without a way, and on walls.
put islands.txt '..#..' '..#..'
try flowfield islands.txt -g 0,0 --from 1,1 --from 3,0 --from 4,0 --paths - --json lost.json
expect "a source without a way has one line, a warning and no cost" 0 $'id,step,*\n2,0,3,0,,,,unreached\n3,0,4,0,,,,unreached' \
	$'flowfield: warning: from source 3,0 no goal can be reached, nor from 1 more\nflowfield: islands.txt: *from 1,1: cost *; from 3,0: no path; from 4,0: no path; *' '+lost.json'
same "in the report, too" "$(jq -c '.paths[1]' lost.json)" '{"x":3,"y":0,"reached":false,"cost":null,"walked_cost":null,"length":null,"straight":null,"ratio":null,"steps":null}'
try flowfield islands.txt -g 0,0 --from 1,1 --budget 2 --csv -
expect "a source that is not yet known says so" 0 'x,y,*' 'flowfield: warning: from source 1,1 no goal is yet reached*' ""
try flowfield islands.txt -g 0,0 --from 2,1 --paths n.csv
refused "a source on a wall is refused, with the nearest cell" 3 \
	'islands.txt: source 2,1 is on a wall (see --snap); the nearest open cell is 1,1'
try flowfield islands.txt -g 0,0 --subdivide --from 2,1 --paths n.csv
refused "in cells of the map as it is" 3 \
	'islands.txt: source 2,1 is on a wall (see --snap); the nearest open cell is 1,1'
try flowfield islands.txt -g 0,0 --from 2,1 --snap --paths - -q
expect "or moved" 0 $'*\n1,0,1,1,*goal' "" ""
try flowfield islands.txt -g 0,0 --from 5,0 --paths n.csv
refused "so is one outside the map" 3 'islands.txt: --from 5,0 is outside the map (x 0..4, y 0..1)'
try flowfield islands.txt -g 0,0 --paths n.csv
refused "paths need a source" 2 '--paths: there is no source: give --from X,Y'
try flowfield islands.txt -g 0,0 --with paths --heatmap n.png
refused "so does their layer" 2 '--with paths: there is no source: give --from X,Y'
try flowfield islands.txt -g 0,0 --from 1.5,0 --paths n.csv
refused "a source is a cell" 2 '--from 1.5,0: expected integers X,Y or metres Xm,Ym'
try flowfield "${room[@]}" --metric euclid --from 5,1 --paths - -q
expect "an exact path turns beside corners up to its goal, and costs the value of its cell" 0 \
	$'*1,0,5,1,0,0,0,reached\n1,1,4.5,3.5,2.54951,2.54951,2.54951,reached\n1,2,3.499999,3.5,3.54951,3.54951,3.54951,reached\n1,3,3,2,5.130649,5.130649,5.130649,goal' "" ""
put one.txt '.'
try flowfield one.txt -g 0,0 --from 0,0 --paths - -q
expect "a map of one cell has the shortest path" 0 $'*class\n1,0,0,0,0,0,0,goal' "" ""

done_testing
