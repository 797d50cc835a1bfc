#!/bin/bash
# sectors --requests: many requests on one graph.
. "$(dirname "$0")/../cli.sh"

new_folder
# Two rooms, without a door.
{
	printf 'P2\n24 12\n255\n'
	perl -e 'print join(" ", map { $_ == 10 ? 255 : 1 } 0 .. 23), "\n" for 1 .. 12'
} >rooms.pgm
printf '%s\n' '# a start and a goal' 0,0,9,11 '' ' 9 , 11, 0,0 # back' 0,0,23,0 10,0,0,0 0,0,10,0 5,5,5,5 >requests.csv

# costs OPTION...: the table
costs() {
	flowfield sectors "$@" -q
}
try flowfield sectors rooms.pgm --requests requests.csv
expect "a line for each request" 0 'start_x,start_y,goal_x,goal_y,cost,computed,kept
0,0,9,11,20,2,0
9,11,0,0,20,2,0
0,0,23,0,,0,0
10,0,0,0,,0,0
0,0,10,0,,0,0
5,5,5,5,0,1,0' 'flowfield: rooms.pgm: 6 requests, 3 reached; graph [0-9]* ms, requests [0-9]* ms' ""
try flowfield sectors rooms.pgm --requests - <<<0,0,9,11
expect "one is no more" 0 '*20,2,0' 'flowfield: *: 1 request, 1 reached; *' ""
try flowfield sectors rooms.pgm --requests requests.csv -q
expect "without a summary" 0 'start_x*' "" ""
try flowfield sectors rooms.pgm --requests requests.csv -v
expect "times are there on demand, for they differ from run to run" 0 \
	$'start_x,start_y,goal_x,goal_y,cost,computed,kept,ms\n0,0,9,11,20,2,0,[0-9]*.[0-9][0-9][0-9]\n*' '*' ""
same "with any number of threads" "$(costs rooms.pgm --requests requests.csv -j 3)" \
	"$(costs rooms.pgm --requests requests.csv -j 1)"
same "from a pipe" "$(costs rooms.pgm --requests - <requests.csv)" "$(costs rooms.pgm --requests requests.csv)"
same "or the map is" "$(costs - --requests requests.csv <rooms.pgm)" "$(costs rooms.pgm --requests requests.csv)"
same "what was solved before is kept" \
	"$(yes 0,0,9,11 | head -n 2 | costs rooms.pgm --requests - | tail -n 1)" 0,0,9,11,20,2,2
same "the sectors have the size that is asked for" \
	"$(costs rooms.pgm --size 24 --requests requests.csv | sed -n 2p)" 0,0,9,11,20,1,0

# Any map, as the same requests one by one say.
make_map terrain 96 70 3 >map.png
printf '%s\n' 5,5,80,60 90,3,9,12 9,12,5,5 80,60,5,5 >requests.csv
for model in manhattan "manhattan --step mean" "octile --corners cut" octile euclid; do
	for exact in '' --exact; do
		want=
		while IFS=, read -r x y goal; do
			# shellcheck disable=SC2086 # words
			flowfield sectors map.png --from "$x,$y" -g "$goal" --snap --metric $model $exact -q --csv cells.csv
			want+="$(sed -nE "s/^$x,$y,[^,]*,[^,]*,([^,]*),.*/\1/p" cells.csv) "
		done <requests.csv
		# shellcheck disable=SC2086
		same "$model $exact: costs are those of single requests" \
			"$(costs map.png --requests requests.csv --metric $model $exact | sed 1d | cut -d , -f 5 | tr '\n' ' ')" "$want"
	done
done

# MovingAI's scenarios.
printf 'type octile\nheight 3\nwidth 6\nmap\n......\n.@@@@.\n@....@\n' >m.map
printf 'version 1\n%s\n%s\n' '0 m.map 6 3 0 0 5 0 5' '3	maps/a m.map	6	3	5	1	0	1	7' >m.scen
same "scenarios are requests" "$(costs m.map --requests m.scen --metric octile --exact)" \
	$'start_x,start_y,goal_x,goal_y,cost,computed,kept\n0,0,5,0,5,1,0\n5,1,0,1,7,1,0'
# Lengths of real ones: a diagonal costs 577/408.
for map in arena den312d Berlin_0_1024; do
	map=$shared/maps/$map.map
	if [[ ! -f $map ]]; then
		skip "lengths of scenarios" "there is no ../shared/maps"
		continue
	fi
	same "$(basename "$map"): all lengths are those of the file" \
		"$(paste <(costs "$map" --requests "$map.scen" --metric octile --exact | sed 1d | cut -d , -f 5) \
			<(sed 1d "$map.scen") |
			awk '{ off = $1 - $10; most = 0.006 + 2e-6 * $10; n += off <= most && off >= -most } END { print n, NR }')" "100 100"
done

# Refusals.
refuse_file() { # NAME TEXT LINE...
	printf '%s\n' "${@:3}" >bad.csv
	try flowfield sectors rooms.pgm --requests bad.csv
	refused "$1" 3 "$2"
}
refuse_file "a number that is missing" 'bad.csv:2:6: goal y is missing' 0,0,1,1 0,0,1
refuse_file "one too many" 'bad.csv:1:8: the end of the line expected' 0,0,1,1,1
refuse_file "a cell outside" 'bad.csv:1:7: goal y is not in 0..11' 0,0,1,12
refuse_file "names of columns" 'bad.csv:1:1: start x is *' x,y,goal_x,goal_y
refuse_file "nothing but a comment" 'bad.csv: has no request' '# none'
refuse_file "a version of no scenarios" 'bad.csv:1:1: "version 1" expected' 'version 2'
try flowfield sectors rooms.pgm --requests none
refused "a file that is missing" 3 'none: No such file or directory'
for options in '-g 0,0' '--from 0,0' '--csv x.csv' '--edits e.csv' '--portals p.png' '--json -'; do
	# shellcheck disable=SC2086
	try flowfield sectors rooms.pgm --requests requests.csv $options
	refused "requests and $options" 2 '--requests has starts and goals of its own, *'
done
try flowfield sectors map.png --requests requests.csv --max-memory 60K
refused "memory is limited" 5 'map.png: out of memory for *'
try flowfield sectors map.png --requests requests.csv -n
expect "and promised" 0 $'map: map.png, *\nmemory: [0-9]* bytes, *' "" ""
full() { "$@" >/dev/full; }
try full flowfield sectors map.png --requests requests.csv
refused "a full disk is an error" 4 'standard output: *'

done_testing
