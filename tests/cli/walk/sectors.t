#!/bin/bash
# walk --sectors: walkers on fields of the sectors that they need, and no others.
. "$(dirname "$0")/../cli.sh"

new_folder
figures() { # REPORT: of the walk
	jq -c '[.walk.walkers, .walk.arrived, .walk.lost, .walk.crowd.walking]' "$1"
}
# On even ground the whole field is exact, and sectors are not.
for map in rooms city terrain; do
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

# A disc cannot pass where only two sectors meet at a corner: one beside it is computed, too.
# shellcheck disable=SC2046 # words
pgm 40 $(printf '1 %.0s' {1..1600}) >corner.pgm
flowfield walk corner.pgm -g 20,19 --spawn '4@12,25,3,3' --simulate 99 --metric octile --sectors 8 --json r.json -q
same "all get around a corner" "$(figures r.json)" "[4,4,0,0]"
rm r.json

# Groups and radii have fields of their own, with sectors of their own.
put agents.csv "id,group,x,y,radius,speed" "1,red,2,2,0.3,1" "2,blue,5,35,0.3,1" "3,,2,20,0.9,1" "4,red,2,4,0.3,1"
try flowfield walk door.pgm -g 3,35 --goal red=20,3 --agents agents.csv --from 25,2 --sectors 8 --json r.json --paths p.csv
expect "groups and wide walkers" 0 '*' "*1 group with goals of its own; 5 of 5 walkers reach a goal*; * of 120 sectors computed; *" "+p.csv +r.json"
same "three fields" "$(jq -c '[.walk.guides, .walk.sectors.total, .walk.arrived]' r.json)" "[3,120,5]"
rm r.json p.csv

# ---- edits: the sectors follow the walkers ----

# Four doors: the nearer ones shut one after the other while the crowd is on its way, then open
# again; walkers turn back through sectors that nobody needed before.
perl -e 'print "P2\n60 40\n255\n"; for $y (0 .. 39) { print join(" ", map { $_ == 30 && $y % 10 != 4 ? 255 : 1 } 0 .. 59), "\n" }' >doors.pgm
put doors.csv "3,30,14,1,1,wall" "8,30,24,1,1,wall" "12,30,4,1,1,wall" "30,30,14,1,1,open" "40,10,10,3,3,wall" "41,12,0,2,40,9"
doors=(doors.pgm -g '55,14' --spawn '60@2,2,22,36' --simulate 900 --edits doors.csv)
for options in "--metric euclid" "--metric manhattan" "--metric octile --flow path" "--radius 0.45" "--subdivide"; do
	# shellcheck disable=SC2086 # words
	flowfield walk "${doors[@]}" $options --json whole.json -q
	# shellcheck disable=SC2086
	flowfield walk "${doors[@]}" $options --sectors 10 --json few.json --trajectories few.t.csv -q
	same "all find an open door: $options" "$(figures few.json)" "[60,60,0,0]"
	passes "in about the time: $options" jq -e -s '.[0].walk.crowd.seconds < 1.25 * .[1].walk.crowd.seconds' few.json whole.json
	same "nobody passes a door that is shut: $options" "$(awk -F, '$1 > 8.5 && $1 < 30 && $3 > 29.6 && $3 < 30.4 && $4 > 10 && $4 < 30' few.t.csv)" ""
	passes "each edit touches some sectors: $options" jq -e '.walk.crowd.edits | length > 3 and
		all(.[]; .priced > 0 and .priced < 9 and .kept <= .computed) and any(.[]; .kept > 0)' few.json
	rm few.json few.t.csv whole.json
done
# An edit that leaves the portals as they are: the sector's costs and values are made again.
put inside.csv "1,21,14,1,1,wall" "2,21,14,1,1,9"
flowfield walk doors.pgm -g '55,14' --from '2,14' --simulate 300 --edits inside.csv --metric manhattan --sectors 10 --json few.json --csv few.csv -q
same "edits within a sector count" "$(jq -c '[.walk.crowd.edits[] | [.priced, .kept < .computed]]' few.json)" "[[1,true],[1,true]]"
same "its cells have their cost" "$(grep '^21,14,' few.csv)" "$(flowfield update doors.pgm -g '55,14' --edits inside.csv --csv - -q | grep '^21,14,')"
rm few.json few.csv
# One sector is the whole map, whatever is edited: walls on walkers, costs and goals, for groups of two radii.
put agents.csv "id,group,x,y,radius,speed" "1,red,2,2,0.3,1" "2,blue,5,35,0.3,1" "3,,2,20,0.9,1" "4,red,2,4,0.3,1" "5,,20,14,0.3,1"
put all.csv "1,1,1,4,4,wall" "2,0,15,12,12,wall" "4,0,0,20,28,open" "5,15,10,4,9,30" "6,50,30,1,1,goal" "9,55,14,1,1,nogoal"
all=(doors.pgm -g '55,14' --goal 'red=20,3' --agents agents.csv --simulate 300 --edits all.csv --metric octile --snap)
flowfield walk "${all[@]}" --trajectories whole.t.csv --csv whole.csv --json whole.json -q
try flowfield walk "${all[@]}" --sectors 1024 --trajectories few.t.csv --csv few.csv --json few.json
expect "edits are summed up" 0 '*' '*; 6 edits: * sectors priced again, [0-9]* of [0-9]* kept in * ms*' "+few.csv +few.json +few.t.csv"
same "one sector: the same steps" "$(sha1sum <few.t.csv)" "$(sha1sum <whole.t.csv)"
same "the same end" "$(figures few.json)" "$(figures whole.json)"
rm -f few.* whole.*
# The film shows the same edits twice more.
flowfield walk "${doors[@]}" --sectors 10 --animate film.png --csv film.csv -q
flowfield walk "${doors[@]}" --sectors 10 --csv plain.csv -q
same "a film leaves the end as it was" "$(sha1sum <film.csv)" "$(sha1sum <plain.csv)"
rm -f ./film.* plain.csv

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
try flowfield walk lane.pgm -g 6,0 --sectors 8 --traffic-in all
refused "ways from all cells" 2 '--sectors and --traffic-in all: ways from all cells need the field of the whole map'
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
