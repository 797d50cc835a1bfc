#!/bin/bash
# The outputs of walk: files, a report, the same with any number of threads.
. "$(dirname "$0")/../cli.sh"
ulimit -c 0

new_folder
make_map caves 64 48 >map.png
make_map terrain 160 120 >large.png
printf 'old\n' >old.csv
read -r gx gy < <(flowfield map.png -g 20,20 --snap --json - -q | jq -r '"\(.goals[0].x) \(.goals[0].y)"')
run=(map.png -g "$gx,$gy")

# Without named outputs.
try flowfield walk "${run[@]}" --spawn 5
expect "alone, they leave their paths" 0 "map.paths.png" \
	'flowfield: map.png: * 5 of 5 walkers reach a goal, in * s on average and * at most; * ms' "+map.paths.png"
rm map.*.png
try flowfield walk "${run[@]}" --spawn 5 --simulate 500
expect "together, traffic and arrivals, too" 0 $'map.paths.png\nmap.traffic.png\nmap.arrivals.png' \
	'flowfield: map.png: * 5 of 5 walkers arrived, in *; * steps, * s; * ms' \
	"+map.arrivals.png +map.paths.png +map.traffic.png"
rm map.*.png
try flowfield walk "${run[@]}" --traffic-in all
expect "as if from all cells, traffic" 0 "map.traffic.png" '*; one walker from each cell; * ms' "+map.traffic.png"
rm map.*.png

# The question.
try flowfield walk "${run[@]}" --spawn 20 --require -q --arrivals old.csv
expect "all can reach a goal" 0 "" "" "~old.csv"
try flowfield walk "${run[@]}" --spawn 20 --simulate 1 --require -q --arrivals old.csv
expect "in a second they do not" 1 "" \
	'flowfield: map.png: 20 of 20 walkers have not arrived after 1.0 seconds' "~old.csv"
pgm 5 1 1 255 1 1 >parted.pgm
try flowfield walk parted.pgm -g 0,0 --from 1,0 --from 3,0 --arrivals - --json report.json
expect "who can reach no goal is named, and that is no error" 0 $'id,*\n1,*,arrived\n2,,0,,,,lost' \
	'flowfield: warning: walker 2 at 3,0 can reach no goal
flowfield: parted.pgm: *1 of 2 walkers reach a goal*' "+report.json"
same "the report tells of it" "$(json report.json walk.walkers walk.arrived walk.lost walk.groups.0.lost)" \
	$'2\n1\n1\n1'
try flowfield walk parted.pgm -g 0,0 --from 1,0 --from 3,0 --require -q --arrivals old.csv
expect "unless it is asked" 1 "" 'flowfield: parted.pgm: 1 of 2 walkers can reach no goal' "~old.csv"
try flowfield walk parted.pgm -g 0,0 --from 1,0 --from 3,0 --from 4,0 --simulate 20 --require -q --arrivals old.csv
expect "and together" 1 "" \
	'flowfield: parted.pgm: 2 of 3 walkers have not arrived after *, 2 of them cannot' "~old.csv"

# A corridor one walker wide: the fast one stands behind the slow one for about three seconds.
pgm 12 1 1 1 1 1 1 1 1 1 1 1 1 >narrow.pgm
printf 'x,y,speed\n5,0,0.001\n4.25,0,1\n' >agents.csv
flowfield walk narrow.pgm -g 11,0 --agents agents.csv --simulate 3.5 --crowd separation=0,avoidance=0 \
	--json report.json -q
same "where somebody stands for some seconds is a jam" \
	"$(jq -c '.walk.crowd | [.steps, .seconds, .jam_count, .jams]' report.json)" \
	'[35,3.5,1,[{"x":4,"y":0,"cells":1,"seconds":2.7,"first":0.8,"last":3.5}]]'
rm agents.csv

# The report's figures, of all and of each group, are those of the arrivals.  Where the ground
# costs 1, lengths and costs are the seconds times the speed.
try flowfield walk "${run[@]}" --spawn 5:red --spawn 3 --goal red=40,30 --snap --speed 2 --arrivals a.csv --json report.json
same "all walkers and each group: counts, and the longest and the mean of seconds, lengths and costs" \
	"$(jq -r '.walk | (., .groups[]) | [.walkers, .arrived, (.seconds, .length, .cost | .longest // .largest, .mean)]
		| [.[:4][], (.[4:][] / 2)] | map(. * 1000 | round) | join(" ")' report.json)" \
	"$(awk -F, 'NR > 1 {
		for (i = 0; i < 2; i++) {
			g = i ? "in " $2 : "all"; n[g]++; arrived[g] += $7 == "arrived"; sum[g] += $6
			if ($6 > longest[g]) longest[g] = $6
		}
	} END {
		count = split("all,in red,in ", order, ",")
		for (k = 1; k <= count; k++) {
			g = order[k]; printf "%d %d", n[g] * 1000, arrived[g] * 1000
			for (i = 0; i < 3; i++) printf " %.0f %.0f", longest[g] * 1000, sum[g] / n[g] * 1000
			print ""
		}
	}' a.csv)"
passes "the summary has the mean and the longest" grep -qF "$(jq -r '.walk.seconds | "in \(.mean * 10 | round / 10) s"' report.json)" "$err"
passes "of all that arrive" grep -qF "8 of 8 walkers reach a goal" "$err"
rm a.csv report.json

# Formats, and what they hold: one of paths, one of data.
try flowfield walk "${run[@]}" --spawn 9 --traffic-in all --traffic a.npy --paths p.svg --arrivals h.svg
expect "vectors and arrays" 0 $'p.svg\na.npy\nh.svg' '*' "+a.npy +h.svg +p.svg"
try flowfield walk "${run[@]}" --traffic-in all --traffic - -q
same "from each cell that is reached one comes: as many end at the goal" \
	"$(awk -F, -v x="$gx" -v y="$gy" 'NR == y + 1 { print $(x + 1) }' "$out")" \
	"$(flowfield "${run[@]}" --json - -q | jq '.cells.reached')"
# Along vectors it is the traffic of one walker from each cell; 5 in 100 passages may be elsewhere.
for sample in "empty 24,20" "caves 48,32" "city 48,33"; do
	along=("$root/samples/${sample% *}.png" --goal "${sample#* }" -q)
	flowfield "${along[@]}" --metric euclid --csv - |
		awk -F, 'NR == 1 { print "x,y,radius" } $4 == "reached" { print $1 "," $2 ",0.01" }' >each.csv
	flowfield walk "${along[@]}" --agents each.csv --traffic - | tr , '\n' >truth.txt
	flowfield walk "${along[@]}" --traffic-in all --traffic - | tr , '\n' >found.txt
	same "traffic along vectors is that of walkers: ${sample% *}" "$(paste truth.txt found.txt | awk '
		{ found = $2 < 0 ? 0 : $2; sum += $1; apart += $1 > found ? $1 - found : found - $1 }
		END { print apart <= 0.05 * sum ? "at most 5 %" : apart / sum }')" "at most 5 %"
done
for format in csv npy pfm pgm; do
	try flowfield walk "${run[@]}" --spawn 9 --traffic "t.$format"
	expect "traffic as .$format" 0 "t.$format" '*' "+t.$format"
done
try flowfield walk "${run[@]}" --spawn 9 --simulate 500 --traffic-in seconds --traffic s.csv --arrivals a.csv \
	--density d.pfm --speed-map v.csv --trajectories w.csv
expect "what a crowd leaves" 0 '*' '*' "+a.csv +d.pfm +s.csv +v.csv +w.csv"
same "the seconds in cells are those of walkers on their way" \
	"$(tr ',' '\n' <s.csv | awk '{ s += $1 } END { printf "%.1f", s }')" \
	"$(awk -F, 'NR > 1 { s += $6 } END { printf "%.1f", s }' a.csv)"
# A wall, a goal without visitors, cells that nobody enters, and one that no goal reaches.
pgm 7 1 1 1 1 1 255 1 >values.pgm
values=(values.pgm -g '2,0' -g '4,0' --from '0,0' -q)
for options in "--traffic-in visits" "--traffic-in seconds" "--simulate 9"; do
	# shellcheck disable=SC2086 # words
	flowfield walk "${values[@]}" $options --traffic - >values.csv
	same "traffic is 0 where nobody was, and in walls: $options" "$(cut -d, -f 4- values.csv)" 0,0,0,0
	# shellcheck disable=SC2086 # words
	flowfield walk "${values[@]}" $options --traffic values.asc
	same "in grids, too: $options" "$(tail -1 values.asc | cut -d ' ' -f 4-)" "0 0 0 0"
done
flowfield walk values.pgm -g 2,0 --traffic-in all --traffic - -q >values.csv
same "as if from all cells there is none in walls, and where no goal is reached" "$(<values.csv)" 1,2,4,2,1,-1,-1
flowfield walk "${values[@]}" --simulate 9 --density - >values.csv
same "and density" "$(cut -d, -f 5- values.csv)" 0,0,0
flowfield walk "${values[@]}" --simulate 9 --speed-map - >values.csv
same "but nobody has a speed there" "$(cut -d, -f 4- values.csv)" -1,-1,-1,-1
flowfield walk "${values[@]}" --simulate 9 --speed-map values.asc
same "nor in grids" "$(tail -1 values.asc | cut -d ' ' -f 4-)" "-9999 -9999 -9999 -9999"
rm values.*

try flowfield walk "${run[@]}" --spawn 9 --simulate 500 --traffic-in seconds --traffic s.pgm --csv old.csv
refused "levels of grey hold no parts of seconds" 5 's.pgm: *'
try flowfield walk "${run[@]}" --spawn 9 --paths p.txt
refused "a format that there is not" 2 '--paths p.txt: name it .png, .svg or .csv'
rm -f ./*.csv ./*.npy ./*.p?m.tmp d.pfm t.p?? ./?.svg report.json

# Shares in legends: less than all is not 100 %, and more than none is not 0 %.
shares() { # FILE.svg: what its legend counts
	sed -n '/<text/s/.*>\([^<>]* ([^<]*%)\).*/\1/p' "$1"
}
{
	echo P2 60 52 255
	for ((i = 0; i < 52 * 60; i++)); do echo $((i / 60 == 50 ? 255 : 1)); done
} >rows.pgm
{
	echo x,y
	for ((i = 0; i < 3000; i++)); do echo "$((i % 60)),$((i / 60))"; done
	echo 0,51
} >walled.csv
flowfield walk rows.pgm -g 0,0,60,50 --agents walled.csv --simulate 1 --arrivals h.svg -q
same "all arrive but one" "$(sed 's/,.*//' <(shares h.svg))" "arrived: 3000 of 3001 walkers (99.9 %)"
{
	echo x,y,start
	for ((i = 0; i < 3000; i++)); do echo "$((i % 60)),$((i / 60)),$((i < 1 ? 0 : 9))"; done
} >late.csv
flowfield walk rows.pgm -g 0,0 --agents late.csv --simulate 1 --arrivals h.svg -q
same "one arrives" "$(sed 's/,.*//' <(shares h.svg))" "arrived: 1 of 3000 walkers (&lt;0.1 %)"
{
	echo P2 60 60 255
	for ((i = 0; i < 60 * 60; i++)); do echo $((i == 1800 ? 255 : 1)); done
} >dot.pgm
flowfield dot.pgm -g 3,3 --reach h.svg -q
same "all cells but two are reached" "$(shares h.svg)" "goal: 1 (&lt;0.1 %)
reached: 3598 (99.9 %)
wall: 1 (&lt;0.1 %)"
rm rows.pgm walled.csv late.csv dot.pgm h.svg

# One answer, whatever the threads.
for j in 1 2 5; do
	mkdir "j$j"
	flowfield walk large.png -g 80,60 --snap --spawn 150 --spawn 60@100,60,40,40:red --goal red=10,10 \
		--simulate 60 --crowd dt=0.2 --out-dir "j$j" -j $j -q --paths p.csv --traffic t.npy --density d.npy --speed-map s.npy \
		--arrivals a.csv --trajectories w.csv --animate w.png --fps 2 --json r.json
	flowfield textconv "j$j/r.json" | jq 'del(.outputs, .files)' >"j$j/report"
	rm "j$j/r.json"
done
passes "two threads leave what one does" diff -r j1 j2
passes "so do five" diff -r j1 j5
flowfield walk large.png -g 80,60 --snap --spawn 150 --seed 2 --arrivals other.csv -q
flowfield walk large.png -g 80,60 --snap --spawn 150 --seed 1 --arrivals same.csv -q
flowfield walk large.png -g 80,60 --snap --spawn 150 --arrivals first.csv -q
passes "the seed is 1" cmp first.csv same.csv
differ "and another one puts them elsewhere" "$(cat first.csv)" "$(cat other.csv)"
rm -r j? ./*.csv

# How strongly walkers steer.
for force in 0.5 1 2 5 10 1000; do
	flowfield walk large.png -g 80,60 --snap --spawn 20 --simulate 20 --crowd force=$force --trajectories - -q |
		md5sum >force.$force
done
same "each force has trajectories of its own, up to what puts a velocity right in one step" \
	"$(sort -u force.{0.5,1,2,5,10} | wc -l)$(cmp force.10 force.1000)" 5
passes "the default is 2 for a speed of 1" cmp force.2 <(flowfield walk large.png -g 80,60 --snap --spawn 20 --simulate 20 \
	--trajectories - -q | md5sum)
rm force.*

# A step that nobody gave is short enough: half of it leads to the same times.
for speed in 0.001 0.05 1 7 80 1000; do
	alone=(large.png -g '80,60' --snap --from '3,3' --from '60,90' --speed "$speed" --simulate 900000 -q --json -)
	flowfield walk "${alone[@]}" >whole.json
	flowfield walk "${alone[@]}" --crowd dt="$(jq '.walk.crowd.dt / 2' whole.json)" >half.json
	same "without dt the result hardly depends on it: --speed $speed" \
		"$(jq -s '.[0].walk.crowd.dt as $dt | map(.walk.seconds.mean) | (.[0] - .[1] | fabs) < 0.01 * .[0] + $dt' \
			whole.json half.json)" true
done
rm whole.json half.json

# Goals are drawn of the run, of groups with walkers, and of wide walkers.
# shellcheck disable=SC2046 # words
pgm 16 $(printf '1 %.0s' {1..160}) >open.pgm
printf 'x,y,group,radius\n2,2,red,0.3\n2,5,red,0.8\n12,6,blue,0.3\n' >agents.csv
groups=(open.pgm -g '15,0' --goal 'red=0,9' --goal 'red=8,0' --goal 'blue=8,5,2,1' --goal 'nobody=15,9'
	--agents agents.csv --from '8,8' --snap --bare -q)
flowfield walk "${groups[@]}" --scale 32 --paths p.png --traffic t.png --simulate 60 --density d.png \
	--speed-map v.png --animate a.png
split_apng a.png f 10
# Corners of cells, which no marker covers.
corners=() cells=()
for cell in {0..15},{0..9}; do
	cells+=("$cell")
	corners+=("$((${cell%,*} * 32 + 2)),$((${cell#*,} * 32 + 2))")
done
for picture in p.png t.png d.png v.png f/frame_00000.png; do
	same "$picture shows all goals that walkers have, and no others" \
		"$(paste -d ' ' <(printf '%s\n' "${cells[@]}") <(show_png $picture at "${corners[@]}") |
			sed -n 's/ #ff0090//p' | sort | xargs)" "0,9 1,8 15,0 8,0 8,1 8,5 9,5"
	same "$picture has markers of their groups" \
		"$(show_png $picture at 21,304 53,272 277,16 277,48 272,157 501,16 | xargs)" \
		"#da4141 #da4141 #da4141 #da4141 #095d90 #6835fa"
done
rm -r ./*.png f open.pgm agents.csv

# Failures leave nothing.
new_folder
make_map caves 64 48 >map.png
printf 'old\n' >old.csv
try flowfield walk "${run[@]}" --spawn 9 --simulate 500 --arrivals old.csv --paths missing/p.png
refused "a folder that is not there" 4 'missing/p.png: there is no folder missing (--out-dir makes folders)'
# One way through all of the map, which is longer than can be known.
{
	printf 'P2\n21 21\n255\n'
	perl -e 'for $y (0 .. 20) { print join(" ", map { $y % 2 && $_ != ($y % 4 == 1 ? 20 : 0) ? 255 : 1 } 0 .. 20), "\n" }'
} >winding.pgm
winding=(winding.pgm -g '0,0' --spawn '50@0,18,21,3' --simulate 500 --trajectories t.csv --arrivals old.csv)
try flowfield walk "${winding[@]}" --max-memory 1M
refused "memory that runs out on the way" 5 'winding.pgm: out of memory for trajectories: * needed, * in use, --max-memory allows 1 MiB'
winding=(winding.pgm -g '0,0' --metric octile --spawn '50@0,18,21,3' --paths p.csv)
try flowfield walk "${winding[@]}" --max-memory 450K
refused "so does that of paths" 5 'winding.pgm: out of memory for paths: * needed, * in use, --max-memory allows 450 KiB'
remember
env --default-signal=INT flowfield walk "${run[@]}" --spawn 300 --speed 0.001 --crowd dt=0.1 --simulate 100000 \
	--arrivals old.csv --trajectories t.csv >"$out" 2>"$err" &
sleep 0.5
kill -s INT $!
status=0
wait $! 2>/dev/null || status=$?
expect "Ctrl-C in the middle" 130 "" "" ""

done_testing
