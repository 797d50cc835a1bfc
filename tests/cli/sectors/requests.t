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
	"$(costs rooms.pgm --sectors 24 --requests requests.csv | sed -n 2p)" 0,0,9,11,20,1,0

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
mistakes "what is wrong with a list is told with its place" flowfield sectors rooms.pgm --requests f <<'END'
2:6: goal y is missing <= 0,0,1,1\n0,0,1\n
1:8: the end of the line expected <= 0,0,1,1,1\n
1:7: goal y is not in 0..11 <= 0,0,1,12\n
1:1: start x is not a whole number <= x,y,goal_x,goal_y\n
 has no request <= # none\n
END
make_map --pgm empty 49 37 >wide.pgm
mistakes "and with scenarios" flowfield sectors wide.pgm --requests f <<'END'
2:5: width is not a whole number <= version 1\n3 a b 49 37 1 11 48 36 3.41421\n
1:1: "version 1" expected <= version 2\n3\ta.map\t49\t37\t1\t11\t48\t36\t3.41421\n
1:1: "version 1" expected <= version 1.5\n3\ta.map\t49\t37\t1\t11\t48\t36\t3.41421\n
1:1: "version 1" expected <= version 10\n3\ta.map\t49\t37\t1\t11\t48\t36\t3.41421\n
 has no scenario <= version 1\n
 has no scenario <= version 1\n\n \n
2:1: bucket is not a whole number <= version 1\nx\n
2:1: bucket is not in 0..2147483647 <= version 1\n-1\ta\n
2:1: bucket is not in 0..2147483647 <= version 1\n2147483648\ta\n
2:2: the map's name expected <= version 1\n3\n3\ta.map\t49\t37\t1\t11\t48\t36\t3.41421\n
2:3: the map's name expected <= version 1\n3\t\t49\t37\n
2:4: width is not a whole number <= version 1\n3\ta\n
2:18: is truncated: goal y is missing <= version 1\n3\ta\t49\t37\t1\t11\t48
2:21: the length is not a number <= version 1\n3\ta\t49\t37\t1\t11\t48\t36\n
2:22: the length is not a number <= version 1\n3\ta\t49\t37\t1\t11\t48\t36\t1e3\n
2:22: the length is not a number <= version 1\n3\ta\t49\t37\t1\t11\t48\t36\t-1\n
3:22: the length is not in 0..1000000000000 <= version 1\n3\ta.map\t49\t37\t1\t11\t48\t36\t3.41421\n3\ta\t49\t37\t1\t11\t48\t36\t1000000000001\n
2:24: the end of the line expected <= version 1\n3\ta\t49\t37\t1\t11\t48\t36\t1\t2\n
2:23: the end of the line expected <= version 1\n3\ta\t49\t37\t1\t11\t48\t36\t1\r9\n
2:5: width is 50, the map's is 49 <= version 1\n3\ta\t50\t37\t1\t11\t48\t36\t1\n
2:8: height is 49, the map's is 37 <= version 1\n3\ta\t49\t49\t1\t11\t48\t36\t1\n
2:11: start x is not in 0..48 <= version 1\n3\ta\t49\t37\t49\t11\t48\t36\t1\n
2:13: start y is not in 0..36 <= version 1\n3\ta\t49\t37\t1\t37\t48\t36\t1\n
2:16: goal x is not in 0..48 <= version 1\n3\ta\t49\t37\t1\t11\t49\t36\t1\n
2:19: goal y is not in 0..36 <= version 1\n3\ta\t49\t37\t1\t11\t48\t37\t1\n
END
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
