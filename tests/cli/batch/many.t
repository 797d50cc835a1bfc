#!/bin/bash
# Many small maps, five of them bad: these fail, each with its own status, and all others
# are what single runs would have made of them, however many workers there are.
#
#	FULL=1    2,000 maps, not 400; every one of them is run alone, too, not each seventh
[[ -n ${TMPDIR:-} || ! -w /dev/shm ]] || export TMPDIR=/dev/shm # temporary files in memory
. "$(dirname "$0")/../cli.sh"
export LC_ALL=C

new_folder
mkdir maps closed
maps=$([[ -n ${FULL:-} ]] && echo 2000 || echo 400)
short=$((maps / 4)) folder=$((maps * 7 / 20)) wall=$((maps * 9 / 20)) word=$((maps * 11 / 20)) none=$((maps * 13 / 20))
# Maps of 8x8 cells, told apart by two of them, and a manifest with a line for each.
perl -e '
	my ($maps, $folder, $wall, $word) = @ARGV;
	for my $i (1 .. $maps) {
		my @cells = map { 1 + ($i * ($_ + 3) % 97) } 0 .. 63;
		$cells[9] = $cells[10 + $i % 40] = 255;
		open my $map, ">", "maps/$i.pgm" or die;
		print $map "P2\n8 8\n255\n@cells\n";
		$cells[0] == 255 and die;
	}
	for my $i (1 .. $maps) {
		my $line = "maps/$i.pgm --goal 0,0 --heatmap OUT/$i.png";
		$line .= " --csv OUT/$i.csv --integration OUT/$i.npy" if $i % 10 == 1;
		$line = "maps/$i.pgm --goal 0,0 --heatmap OUT/none/$i.png" if $i == $folder;
		$line = "maps/$i.pgm --goal 1,1 --heatmap OUT/$i.png" if $i == $wall;
		$line = "maps/$i.pgm --gaol 1,1 --heatmap OUT/$i.png" if $i == $word;
		print "$line\n";
	}
' "$maps" $folder $wall $word >template
head -c 20 maps/$short.pgm >short.pgm
mv short.pgm maps/$short.pgm
rm maps/$none.pgm
mkdir maps/$none.pgm # which nobody can read, not even root

hint=" (see --snap and --wall-from); the nearest open cell is 1,0"
for workers in 1 4; do
	mkdir "out$workers"
	sed "s/OUT/out$workers/g" template >"jobs$workers"
	status=0
	flowfield batch "jobs$workers" -j $workers >"$out" 2>"$err" || status=$?
	same "with -j $workers the worst status is that of the batch" $status 4
	same "five fail, each by its own mistake" "$(<"$err")" \
		"flowfield: jobs$workers:$short: maps/$short.pgm: is truncated
flowfield: jobs$workers:$folder: out$workers/none/$folder.png: there is no folder out$workers/none (--out-dir makes folders)
flowfield: jobs$workers:$wall: maps/$wall.pgm: goal 1,1 is on a wall$hint
flowfield: jobs$workers:$word: unknown option --gaol: did you mean --goal?
flowfield: jobs$workers:$none: maps/$none.pgm: is a directory
flowfield: jobs$workers: $((maps - 5)) passed, 5 failed; $(sed -n 's/.*failed; //p' "$err")"
	same "a line tells of each, in the manifest's order" "$(cut -f 2 "$out" | paste -sd ' ')" \
		"$(seq -s ' ' "$maps")"
	same "and these five of their statuses" "$(grep ^fail "$out" | cut -f 1-3 | paste -sd ' ')" \
		$'fail\t'"$short"$'\t3 fail\t'"$folder"$'\t4 fail\t'"$wall"$'\t3 fail\t'"$word"$'\t2 fail\t'"$none"$'\t3'
	same "the others have their outputs, and nothing else is there" \
		"$(find "out$workers" -type f | wc -l)" $((maps - 5 + 2 * (maps / 10)))
done
silent "one worker makes what four make" diff -r out1 out4
mkdir alone
step=$([[ -n ${FULL:-} ]] && echo 1 || echo 7)
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

done_testing
