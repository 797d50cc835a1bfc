#!/bin/bash
# A signal that arrives while temporary files exist: they go, then it does what
# it always does.
. "$(dirname "$0")/../cli.sh"
ulimit -c 0

new_folder
make_map --pgm terrain 64 64 >map.pgm
printf 'old\n' >old.csv
: >map.heatmap.png
mkfifo pipe
exec 3<>pipe

# held ENV-OPTION [OPTION...]: starts the program, in $pid, and returns when it waits to write its
# report into a pipe that is full, with all else written under temporary names.
held() {
	local temporary i
	dd if=/dev/zero of=pipe bs=4096 oflag=nonblock 2>/dev/null || true
	remember
	env "$1" flowfield map.pgm -g 32,32 --json pipe --csv old.csv --reach new.png "${@:2}" >"$out" 2>"$err" &
	pid=$!
	for ((i = 0; i < 1000; i++)); do
		temporary=(.flowfield-*)
		if [[ ${#temporary[@]} -eq 2 && -s ${temporary[-1]} ]]; then
			break
		fi
		sleep 0.01
	done
}
# released: reads the pipe and waits for the end; the shell's own message is dropped.
released() {
	dd if=pipe of=/dev/null bs=4096 iflag=nonblock || true
	status=0
	wait "$pid" || status=$?
} 2>/dev/null

for signal in HUP INT QUIT TERM; do
	held --default-signal=$signal
	kill -s $signal "$pid"
	released
	expect "SIG$signal takes the temporary files and then the program" \
		$((128 + $(kill -l $signal))) "" "" ""
done
for signal in HUP INT QUIT TERM; do
	printf 'old\n' >old.csv
	rm -f new.png
	held --ignore-signal=$signal
	kill -s $signal "$pid"
	released
	expect "SIG$signal does nothing where it is ignored" 0 $'new.png\nold.csv\npipe' \
		'flowfield: map.pgm: *' "+new.png ~old.csv"
done
held --default-signal=TERM --work-dir work
kill -s TERM "$pid"
released
expect "unfinished work stays" 143 "" "" "+work +work/flowfield.field +work/flowfield.work"
rm -rf work
held --default-signal=TERM
changed=$(changes)
released
passes "and there was something to take away" test "${changed//[0-9]/}" = "+.flowfield--.tmp +.flowfield--.tmp"

# A report that is larger than its pipe, which nobody reads: a signal ends that, too.
perl -e 'print "5,5\n" x 2000' >goals.csv
remember
env --default-signal=TERM flowfield map.pgm --goals goals.csv --json pipe --csv old.csv >"$out" 2>"$err" &
pid=$!
for ((n = 0; n < 500 && $(echo .flowfield-* | wc -c) < 20; n++)); do
	sleep 0.02
done
sleep 0.2
kill -s TERM "$pid"
status=0
for ((n = 0; n < 500; n++)); do
	kill -0 "$pid" 2>/dev/null || break
	sleep 0.02
done
passes "a signal ends a run that waits for a reader" test "$n" -lt 500
kill -s KILL "$pid" 2>/dev/null || true
{ wait "$pid" || status=$?; } 2>/dev/null
expect "and takes the temporary files" 143 "" "" ""
dd if=pipe of=/dev/null bs=65536 iflag=nonblock 2>/dev/null || true

done_testing
