#!/bin/bash
# Many small maps, five of them bad: these fail, each with its own status, and all others
# are what single runs would have made of them, however many workers there are.
#
#	FULL=1    every one of them is run alone, too, not each fortieth
[[ -n ${TMPDIR:-} || ! -w /dev/shm ]] || export TMPDIR=/dev/shm # temporary files in memory
. "$(dirname "$0")/../cli.sh"
export LC_ALL=C

new_folder
mkdir maps closed
# 2,000 maps of 8x8 cells, told apart by two of them, and a manifest with a line for each.
perl -e '
	for my $i (1 .. 2000) {
		my @cells = map { 1 + ($i * ($_ + 3) % 97) } 0 .. 63;
		$cells[9] = $cells[10 + $i % 40] = 255;
		open my $map, ">", "maps/$i.pgm" or die;
		print $map "P2\n8 8\n255\n@cells\n";
		$cells[0] == 255 and die;
	}
	for my $i (1 .. 2000) {
		my $line = "maps/$i.pgm --goal 0,0 --heatmap OUT/$i.png";
		$line .= " --csv OUT/$i.csv --integration OUT/$i.npy" if $i % 50 == 0;
		$line = "maps/$i.pgm --goal 0,0 --heatmap OUT/none/$i.png" if $i == 700;
		$line = "maps/$i.pgm --goal 1,1 --heatmap OUT/$i.png" if $i == 900;
		$line = "maps/$i.pgm --gaol 1,1 --heatmap OUT/$i.png" if $i == 1100;
		print "$line\n";
	}
' >template
head -c 20 maps/500.pgm >short
mv short maps/500.pgm
rm maps/1300.pgm
mkdir maps/1300.pgm # which nobody can read, not even root

hint=" (see --snap and --wall-from); the nearest open cell is 1,0"
for workers in 1 4; do
	mkdir "out$workers"
	sed "s/OUT/out$workers/g" template >"jobs$workers"
	status=0
	flowfield batch "jobs$workers" -j $workers >"$out" 2>"$err" || status=$?
	same "with -j $workers the worst status is that of the batch" $status 4
	same "five of 2,000 fail, each by its own mistake" "$(<"$err")" \
		"flowfield: jobs$workers:500: maps/500.pgm: is truncated
flowfield: jobs$workers:700: out$workers/none/700.png: there is no folder out$workers/none (--out-dir makes folders)
flowfield: jobs$workers:900: maps/900.pgm: goal 1,1 is on a wall$hint
flowfield: jobs$workers:1100: unknown option --gaol: did you mean --goal?
flowfield: jobs$workers:1300: maps/1300.pgm: is a directory
flowfield: jobs$workers: 1995 passed, 5 failed; $(sed -n 's/.*failed; //p' "$err")"
	same "a line tells of each, in the manifest's order" "$(cut -f 2 "$out" | paste -sd ' ')" \
		"$(seq -s ' ' 2000)"
	same "and these five of their statuses" "$(grep ^fail "$out" | paste -sd ' ')" \
		$'fail\t500\t3 fail\t700\t4 fail\t900\t3 fail\t1100\t2 fail\t1300\t3'
	same "the others have their outputs, and nothing else is there" \
		"$(find "out$workers" -type f | wc -l)" $((1995 + 2 * 35))
done
silent "one worker makes what four make" diff -r out1 out4
mkdir alone
step=$([[ -n ${FULL:-} ]] && echo 1 || echo 40)
awk -v step="$step" 'NR % step == 0' template | sed 's/OUT/alone/g' | while read -r line; do
	# shellcheck disable=SC2086 # words
	flowfield $line -q 2>/dev/null || true
done
passes "there is something to compare" test "$(find alone -type f | wc -l)" -ge 45
find alone -type f -printf '%f\n' >names
while read -r name; do
	cmp "alone/$name" "out4/$name" || true
done <names >differ 2>&1
same "single runs make the same, byte for byte" "$(<differ)" ""

# Parts of the whole.
mkdir out3
sed "s/OUT/out3/g" template >jobs3
for i in 3 1 2; do
	flowfield batch jobs3 -q --shard $i/3 2>/dev/null || true
	same "part $i of 3 is a third of the outputs" "$(find out3 -name '*.png' -newer jobs3 | wc -l)" \
		"$(case $i in 3) echo 665 ;; 1) echo 1330 ;; 2) echo 1995 ;; esac)"
done
silent "all parts are the whole" diff -r out1 out3

done_testing
