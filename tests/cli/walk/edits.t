#!/bin/bash
# walk --edits: walls, costs and goals change while a crowd walks.
. "$(dirname "$0")/../cli.sh"

new_folder
# Two rooms, with a door in the middle and a longer way around at the bottom.
{
	printf 'P2\n21 15\n255\n'
	perl -e 'for $y (0 .. 14) { print join(" ", map { $_ == 10 && $y != 5 && $y != 14 ? 255 : 1 } 0 .. 20), "\n" }'
} >rooms.pgm
room=(rooms.pgm -g '20,5')
crowd=("${room[@]}" --spawn '12@0,0,9,10' --simulate 80)

# ---- what happens ----

put shut.csv 'time,x,y,w,h,what # a door' 2,10,5,1,1,wall
try flowfield walk "${crowd[@]}" --edits shut.csv --arrivals - --json shut.json --trajectories shut.t.csv --csv map.csv
expect "a door shuts after two seconds" 0 '*' \
	'flowfield: rooms.pgm: *; 12 of 12 walkers arrived*; 1 edit: 1 cell edited, *' "+map.csv +shut.json +shut.t.csv"
same "from then on nobody walks through it" \
	"$(awk -F, '$1 > 2.3 && $3 > 9.5 && $3 < 10.5 && $4 < 13.5' shut.t.csv)" ""
# shellcheck disable=SC2016 # for awk
passes "but around" awk -F, '$3 > 9.5 && $3 < 10.5 && $4 > 13.5 { ok = 1 } END { exit !ok }' shut.t.csv
same "the edit is reported" \
	"$(jq -c '.walk.crowd.edits | map(del(.ms, .cells_visited, .rebuilt, .cells_changed))' shut.json)" \
	'[{"edits":1,"cells_edited":1,"seconds":2}]'
same "what is written shows the map at the end" "$(awk -F, '$1 == 10 && $2 == 5 { print $NF }' map.csv)" \
	"$(awk -F, '$1 == 10 && $2 == 4 { print $NF }' map.csv)"
rm map.csv shut.json shut.t.csv

# ---- the same as with the library alone ----

# as_library NAME MAP METRIC SIGHT SLOW SECONDS [BATCH]
as_library() {
	local name=$1 map=$2 metric=$3 options=() goals=("-g" "$(tail -n 1 goals.csv | cut -d, -f 2-)")
	metrics=(manhattan octile euclid)
	[[ $4 -eq 0 ]] || options+=(--sight)
	[[ $5 -eq 0 ]] || options+=(--speed '1,by-cost')
	[[ $# -lt 7 ]] || options+=(--batch "$7")
	while IFS=, read -r group x y; do
		[[ $group = group || -z $group ]] || goals+=(--goal "$group=$x,$y")
	done <goals.csv
	flowfield walk "$map" "${goals[@]}" --metric "${metrics[metric]}" "${options[@]}" --agents agents.csv \
		--edits edits.csv --simulate "$6" --crowd dt=0.1 --trajectories got.csv -q
	edited_crowd "$metric" "$4" "$5" "$6" agents.csv edits.csv goals.csv "${@:7}" <"$map" |
		awk -F, -v last="$(tail -n 1 got.csv | cut -d, -f 1)" '$1 <= last + 0.01' >wanted.csv
	tail -n +2 got.csv | cut -d, -f 1-4 >places.csv
	if [[ -s wanted.csv ]] && cmp -s places.csv wanted.csv; then
		tap_line ok "$name"
	else
		tap_line "not ok" "$name" "$(diff places.csv wanted.csv | head -n 6)"
	fi
}
# agents SEED MAP GROUP...: sixty walkers on open ground, some of them wide, some late.
agents() {
	awk -v seed="$1" -v groups="${*:3}" '
		function free(x, y) { return x >= 0 && y >= 0 && x < w && y < h && grey[y * w + x] < 255 }
		NR == 2 { w = $1; h = $2 }
		NR > 3 { for (i = 1; i <= NF; i++) grey[n++] = $i }
		END {
			srand(seed); count = split(groups, name, " ")
			print "id,group,x,y,radius,speed,start"
			while (made < 60) {
				x = int(rand() * w); y = int(rand() * h)
				wide = rand() < 0.3
				for (k = 0; k < 25; k++) {
					dx = k % 5 - 2; dy = int(k / 5) - 2
					if (used[x + dx, y + dy] || (wide && !free(x + dx, y + dy)))
						break
				}
				if (k < 25 || !free(x, y))
					continue
				used[x, y] = 1; made++
				printf "%d,%s,%d,%d,%s,%s,%s\n", made, (count > 0 && rand() < 0.5 ? name[1] : ""), x, y,
					(wide ? 0.8 : 0.3), (rand() < 0.5 ? 1 : 2), (rand() < 0.2 ? 3.05 : 0)
			}
		}
	' "$2"
}
# open_cell MAP N: the N-th cell from the middle on that has room for all.
open_cell() {
	awk -v nth="$2" '
		function room(x, y, k) {
			for (k = 0; k < 9; k++)
				if (grey[(y + int(k / 3) - 1) * w + x + k % 3 - 1] > 254)
					return 0
			return x > 0 && y > 0 && x < w - 1 && y < h - 1
		}
		NR == 2 { w = $1; h = $2 }
		NR > 3 { for (i = 1; i <= NF; i++) grey[n++] = $i }
		END {
			for (i = 0; i < n; i++) {
				cell = (i + int(n / 2)) % n
				if (room(cell % w, int(cell / w)) && nth-- == 0) {
					print cell % w "," int(cell / w)
					exit
				}
			}
		}
	' "$1"
}
seed=0
for map in "rooms 60 40" "caves 64 48" "terrain 50 40" "island 48 36"; do
	# shellcheck disable=SC2086 # three words
	make_map --pgm $map | perl -0777 -ne '/^P5\n(\d+ \d+)\n255\n/ or die; print "P2\n$1\n255\n";
		print $_ || 1, "\n" for unpack "C*", substr $_, $+[0]' >map.pgm
	for metric in 2 1 0; do
		seed=$((seed + 1))
		agents $seed map.pgm red >agents.csv
		goal=$(open_cell map.pgm 30)
		put goals.csv group,x,y "red,$(open_cell map.pgm 90)" ",$goal"
		{
			echo time,x,y,w,h,what
			perl -e 'srand shift; my $t = 0; for (1 .. 25) { $t += rand 0.9; $t = int($t * 100) / 100;
				printf "%s,%d,%d,%d,%d,%s\n", $t, rand(40), rand(30), 1 + rand 4, 1 + rand 4,
				(qw(wall wall open 9 200))[rand 5] }' $seed
			IFS=, read -r x y < <(open_cell map.pgm 10)
			echo "30,$((x - 1)),$((y - 1)),3,3,open"
			echo "30,$x,$y,1,1,goal"
			echo "35.32,0,0,48,36,open"
			echo "36,$goal,1,1,nogoal"
		} >edits.csv
		# Walls on goals would be refused.
		awk -F, -v OFS=, -v goals="$goal,$(open_cell map.pgm 90)" 'BEGIN { split(goals, g, ",") }
			function near(a, b) { return a + 6 >= $2 && a - 2 <= $2 + $4 && b + 2 >= $3 && b - 2 <= $3 + $5 }
			NR > 1 && $6 == "wall" && (near(g[1], g[2]) || near(g[3], g[4])) { $6 = "open" } { print }' edits.csv >e && mv e edits.csv
		as_library "walker for walker: $map, metric $metric" map.pgm "$metric" $((seed % 2)) $((seed % 3 == 0)) 45
		as_library "and while fields grow" map.pgm "$metric" 0 $((seed % 3 == 0)) 45 $((seed * 7))
	done
done
rm -f -- *.csv map.pgm

# ---- walkers that edits shut in, or out ----

pgm 9 1 1 1 1 1 1 1 1 1 >row.pgm
row=(row.pgm -g '8,0' --from '0,0' --simulate 60)
put edits.csv '1,4,0,1,1,wall' '20,4,0,1,1,open'
try flowfield walk "${row[@]}" --edits edits.csv --trajectories t.csv --json - -q
same "who is shut in stands, and walks on when there is a way again" \
	"$(jq -c '[.walk.arrived, .walk.lost, (.walk.crowd.seconds > 24)]' "$out")" '[1,0,true]'
same "nobody moves meanwhile" \
	"$(awk -F, '$1 > 3 && $1 < 20.05 { printf "%.1f\n", $3 }' t.csv | sort -u)" 1.0
put edits.csv '1,4,0,1,1,wall'
try flowfield walk "${row[@]}" --edits edits.csv --arrivals -
expect "until the end" 0 $'id,*\n1,,0,0,,,walking' '*; 0 of 1 walkers arrived; 600 steps, 60.0 s; 1 edit: *' ""
pgm 9 1 1 1 1 255 1 1 1 1 >parted.pgm
put edits.csv '5.05,4,0,1,1,open'
try flowfield walk parted.pgm -g 8,0 --from 0,0 --simulate 60 --edits edits.csv --arrivals -
expect "who reaches no goal at first enters when an edit opens a way" 0 $'id,*\n1,,0,5.2,1[0-9]*,arrived' '*' ""
try flowfield walk parted.pgm -g 8,0 --from 0,0 --simulate 60 --edits <(echo '0.05,7,0,1,1,9') --arrivals - -q
expect "unless none does" 0 $'id,*\n1,,0,,,,lost' '*' ""
put edits.csv '2,0,0,5,1,wall'
try flowfield walk "${row[@]}" --edits edits.csv --arrivals - --trajectories t.csv -q
expect "a wall on a walker lets it out" 0 $'id,*\n1,,0,0,*,arrived' '' "~t.csv"

# Goals.
put edits.csv '1,0,0,1,1,goal' '1,8,0,1,1,nogoal'
try flowfield walk row.pgm -g 8,0 --from 3,0 --simulate 60 --edits edits.csv --trajectories t.csv --json - -q
same "goals come and go" "$(jq -c '[.walk.arrived, .goals[].x]' "$out") $(tail -n 1 t.csv | cut -d, -f 3 | cut -c 1)" "[1,0] 0"
put edits.csv '1,0,0,1,1,goal' '1,8,0,1,1,nogoal'
try flowfield walk row.pgm -g 8,0 --from 3,0 --spawn 1@4,0,1,1:red --goal red=7,0 --simulate 60 --edits edits.csv --arrivals - -q
expect "those of groups stay" 0 $'id,*\n1,,*,arrived\n2,red,*,arrived' '*' ""
put edits.csv '1,7,0,1,1,wall'
try flowfield walk row.pgm -g 8,0 --spawn 1@4,0,1,1:red --goal red=7,0 --simulate 60 --edits edits.csv -q
refused "and no wall may be on them" 3 'edits.csv:1:3: after this edit: row.pgm: group red: goal 7,0 is on a wall*'

# Without a goal walkers are free, also one that could reach none; with the next goal they walk to that.
pgm 9 1 1 1 1 1 1 1 255 1 >parted.pgm
put free.csv 1,0,0,1,1,nogoal 20,6,0,1,1,goal
for sectors in "" "--sectors 8"; do
	# shellcheck disable=SC2086 # words
	try flowfield walk parted.pgm -g 0,0 --from 4,0 --from 3,0 --from 8,0 --simulate 60 --edits free.csv \
		--arrivals - --json r.json -q $sectors
	expect "two arrive at the goal that comes: $sectors" 0 $'id,*\n1,,0,0,2?.?,2?.?,arrived\n2,,0,0,2?.?,2?.?,arrived\n3,,0,1.1,,,walking' '' "+r.json"
	same "and the end has the new goal: $sectors" "$(jq -c '[.goals[].x, .walk.arrived]' r.json)" "[6,2]"
	rm r.json
done
put away.csv 1,0,0,1,1,nogoal
for options in "--sight" "--subdivide --radius 0.2" "--goal red=6,0 --spawn 1:red" "--sectors 8" "--snap"; do
	# shellcheck disable=SC2086 # words
	try flowfield walk parted.pgm -g 0,0 --from 4,0 $options --simulate 9 --edits away.csv --animate a.png --paths p.png --csv c.csv \
		--json - -qf
	same "and it may stay so: $options" "$status $(jq -c '[.cells.reached, (.goals | length)]' "$out")" "0 [0,0]"
done
rm ./*.png c.csv
put edits.csv '1,8,0,1,1,wall'
try flowfield walk "${row[@]}" --edits edits.csv -q
refused "that is on no wall" 3 'edits.csv:1:3: after this edit: row.pgm: goal 8,0 is on a wall*'

# Maps of 16 bits, where each group has a map of its own to be edited.
make_map terrain 50 40 >ground.png
flowfield ground.png -g 20,20 --snap --cost units.npy -q
put edits.csv '2,10,3,8,8,wall' '4,10,3,8,8,open' '5,25,10,5,5,9'
for map in ground.png "units.npy --cost-scale 1"; do
	# shellcheck disable=SC2086 # words
	flowfield walk $map -g 20,20 --snap --goal red=40,30 --metric octile --spawn 10:red --spawn 10 --simulate 60 \
		--edits edits.csv --trajectories - -q
done >both.csv
same "a map of 16 bits is edited as one of 8" "$(sort both.csv | uniq -c | awk '$1 % 2 == 1' | head -n 3)" ""

# Where a wall was, and is again, walkers are counted.
pgm 9 1 1 1 1 255 1 1 1 1 >parted.pgm
put edits.csv '1,4,0,1,1,open' '20,4,0,1,1,wall'
try flowfield walk parted.pgm -g 8,0 --from 0,0 --from 5,0 --simulate 40 --edits edits.csv --density d.csv --traffic t.csv -q
same "traffic is that of the whole time" "$(cut -d, -f 5 t.csv)" 1
# shellcheck disable=SC2016 # for awk
passes "and so is density" awk -F, '{ exit !($5 > 0) }' d.csv

# ---- refusals ----

put edits.csv '1,8,0,2,1,wall'
try flowfield walk "${row[@]}" --edits edits.csv -q
refused "an edit outside is named" 3 'edits.csv:1:7: rectangle 8,0,2,1 is not inside the map (x 0..8, y 0..0)'
put edits.csv '2,0,0,1,1,wall' '1.5,0,0,1,1,wall'
try flowfield walk "${row[@]}" --edits edits.csv -q
refused "time does not run back" 3 'edits.csv:2:1: time is below the one before'
put edits.csv 'step,x,y,w,h,what' '1,0,0,1,1,wall'
try flowfield walk "${row[@]}" --edits edits.csv -q
refused "steps are for update" 3 'edits.csv:1:1: time,x,y,w,h,what, or a number expected'
try flowfield walk "${row[@]}" --edits none.csv -q
refused "there has to be a file" 3 'none.csv: *'
try flowfield walk row.pgm -g 8,0 --from 0,0 --edits edits.csv
refused "and a crowd" 2 '--edits and --batch are for --simulate SECONDS'
put edits.csv '1,4,0,1,1,9' '60,4,0,1,1,wall'
try flowfield walk "${row[@]}" --edits edits.csv --arrivals old.csv
expect "what comes too late is warned of" 0 old.csv \
	'flowfield: warning: edits.csv:2: not made, nor what follows: the crowd ended after *
*; 1 edit: *' "+old.csv"
try flowfield walk "${row[@]}" --edits - --arrivals old.csv <edits.csv
expect "standard input has edits, too" 0 old.csv '*standard input:2: not made*' ""
try flowfield walk "${row[@]}" --edits edits.csv --dry-run
expect "a dry run reads nothing" 0 '*row.arrivals.png*' "" ""

# ---- pictures ----

{
	printf 'P2\n21 3\n255\n'
	perl -e 'print join(" ", map { $_ == 10 ? 255 : 1 } 0 .. 20), "\n" for 1 .. 3'
} >short.pgm
put edits.csv '4,10,1,1,1,open' '6,0,1,1,1,goal' '8,10,1,1,1,wall' '9,0,1,1,1,nogoal'
try flowfield walk short.pgm -g 20,1 --from 12,1 --from 8,1 --simulate 10 --edits edits.csv --animate film.png --fps 1,1 \
	--scale 20 --bare --traffic t.png
split_apng film.png film 1
same "a film of eleven frames" "$status $(find film -name 'frame_*.png' | wc -l)" "0 11"
# at FRAME X Y: the colour in the middle of a cell.
at() {
	show_png "$(printf 'film/frame_%05d.png' "$1")" at "$(($2 * 20 + 10)),$(($3 * 20 + 10))"
}
wall=$(at 0 10 1)
ground=$(at 0 15 1)
differ "walls are dark" "$wall" "$ground"
same "a wall vanishes, and is there again" "$(for i in 3 4 7 8 10; do at $i 10 1; done)" \
	"$wall
$ground
$ground
$wall
$wall"
same "a goal comes and goes" "$(at 5 0 1) $(at 9 0 1)" "$ground $(at 0 5 1)"
same "with its marker" "$(at 6 0 1) $(at 8 0 1)" "$(at 0 20 1) $(at 0 20 1)"
differ "what was edited has a mark, for a while" "$(show_png film/frame_00004.png count)" \
	"$(show_png film/frame_00007.png count)"
same "the last frame is the map at the end" "$(at 10 10 1) $(at 10 10 0)" "$wall $wall"
flowfield walk short.pgm -g 20,1 --from 12,1 --from 8,1 --simulate 10 --edits edits.csv --animate again.png --fps 1,1 \
	--scale 20 --bare --threads 3 -q
passes "the same with any number of threads" cmp film.png again.png

done_testing
