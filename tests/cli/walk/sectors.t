#!/bin/bash
# walk --sectors: walkers on fields of the sectors that they need, and no others.
. "$(dirname "$0")/../cli.sh"

new_folder
figures() { # REPORT: of the walk
	jq -c '[.walk.walkers, .walk.arrived, .walk.lost, .walk.crowd.walking]' "$1"
}
for map in rooms city caves; do
	cp "$root/samples/$map.png" .
	walk=("$map.png" -g '28,13' --snap --spawn 60 --simulate 900)

	flowfield walk "${walk[@]}" --json whole.json --arrivals whole.csv --trajectories whole.t.csv --paths whole.p.csv -q
	flowfield walk "${walk[@]}" --sectors 1024 --json one.json --arrivals one.csv --paths one.p.csv -q
	same "$map: one sector is the whole map" "$(<one.csv)" "$(<whole.csv)"
	same "$map: for paths, too" "$(<one.p.csv)" "$(<whole.p.csv)"
	same "$map: and for the field" "$(jq .integration.digest one.json)" "$(jq .integration.digest whole.json)"
	try flowfield walk "${walk[@]}" --sectors 10 --require --json few.json --trajectories few.t.csv --paths few.p.csv
	expect "$map: all arrive on some of the sectors" 0 '*' "*; 60 of 60 walkers arrived*; * of 70 sectors computed; *" \
		"+few.json +few.p.csv +few.t.csv"
	same "$map: none is lost or stands" "$(figures few.json)" "[60,60,0,0]"
	same "$map: from the same places" "$(grep '^0,' few.t.csv)" "$(grep '^0,' whole.t.csv)"
	passes "$map: in about the time" jq -e -s '.[0].walk.seconds.longest < 1.2 * .[1].walk.seconds.longest' few.json whole.json
	passes "$map: sectors are counted" jq -e '.walk.sectors | .size == 10 and .total == 70 and .computed < 70 and
		.cells_computed <= 100 * .computed and .ms >= 0' few.json
	rm -- *.csv *.json
done
same "no sectors, no figures" "$(flowfield walk rooms.png -g 28,13 --snap --spawn 3 --json - -q | jq .walk.sectors)" null

# A door in the middle of a wall: 200 discs push past it, beside sectors that are not computed.
perl -e 'print "P2\n60 40\n255\n"; for $y (0 .. 39) { print join(" ", map { $_ == 30 && $y != 20 && $y != 21 ? 255 : 1 } 0 .. 59), "\n" }' >door.pgm
door=(door.pgm -g '55,20' --spawn '200@2,12,22,16' --simulate 900)
for options in "--metric euclid" "--metric manhattan" "--metric octile --flow path" "--radius 0.45" "--subdivide"; do
	# shellcheck disable=SC2086 # words
	flowfield walk "${door[@]}" $options --json whole.json -q
	# shellcheck disable=SC2086
	flowfield walk "${door[@]}" $options --sectors 10 --json few.json -q
	same "all pass a door: $options" "$(figures few.json)" "[200,200,0,0]"
	passes "in about the time: $options" jq -e -s '.[0].walk.crowd.seconds < 1.25 * .[1].walk.crowd.seconds' few.json whole.json
	passes "some cells are not computed: $options" jq -e '.cells.not_computed > 0' few.json
	rm few.json whole.json
done

# Groups and radii have fields of their own, with sectors of their own.
put agents.csv "id,group,x,y,radius,speed" "1,red,2,2,0.3,1" "2,blue,5,35,0.3,1" "3,,2,20,0.9,1" "4,red,2,4,0.3,1"
try flowfield walk door.pgm -g 3,35 --group red=20,3 --agents agents.csv --from 25,2 --sectors 8 --json r.json --paths p.csv
expect "groups and wide walkers" 0 '*' "*1 group with goals of its own; 5 of 5 walkers reach a goal*; * of 120 sectors computed; *" "+p.csv +r.json"
same "three fields" "$(jq -c '[.walk.guides, .walk.sectors.total, .walk.arrived]' r.json)" "[3,120,5]"
rm r.json p.csv

# A walker that can reach no goal is lost as ever.
pgm 7 1 1 255 1 1 1 1 >lane.pgm
for sectors in "" "--sectors 8"; do
	# shellcheck disable=SC2086
	try flowfield walk lane.pgm -g 6,0 --from 0,0 --from 3,0 --radius 0.2 --simulate 30 --arrivals - --json r.json $sectors -q
	expect "one has no way: $sectors" 0 $'id,*\n1,,0,,,,lost\n2,,0,*,arrived' "" "+r.json"
	same "and is reported" "$(figures r.json)" "[2,1,1,0]"
	rm r.json
done

# ---- refusals ----

walk=(lane.pgm -g '6,0' --from '3,0' --sectors 8)
put e.csv "2,4,0,1,1,3"
try flowfield walk "${walk[@]}" --simulate 9 --edits e.csv
refused "a field that edits change" 2 '--sectors and --edits: only a field of the whole map is repaired'
try flowfield walk lane.pgm -g 6,0 --sectors 8 --traffic-all
refused "ways from all cells" 2 '--sectors and --traffic-all: ways from all cells need the field of the whole map'
try flowfield walk "${walk[@]}" --sight
refused "sight" 2 '--sectors and --sight: a walker that sees a goal may leave the sectors that are solved'
try flowfield walk "${walk[@]}" --max-cost 9
refused "a limit" 2 '--sectors and --max-cost: sectors are solved as far as walkers need them'
try flowfield walk "${walk[@]}" --flee -1.2
refused "flight" 2 '--sectors and --flee: walkers that flee need the field of the whole map'
try flowfield walk lane.pgm -g 6,0 --from 3,0 --sectors 7
refused "small sectors" 2 '--sectors 7: *8*1024*'
try flowfield walk "${walk[@]}" -n
expect "a dry run" 0 $'map: lane.pgm, pgm, 7x1\nmemory: *' "" ""
done_testing
