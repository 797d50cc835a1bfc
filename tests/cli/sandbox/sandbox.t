#!/bin/bash
# A decoder that has been taken over can neither reach other files nor the
# network nor start a program; everything that the command line asks for still works.
. "$(dirname "$0")/../cli.sh"

make -s build/release/cli/sandbox/misbehave.so -C "$root" >&2
library=$root/build/release/cli/sandbox/misbehave.so
new_folder
make_map caves 64 48 >map.png
reset() {
	rm -rf secret out
	mkdir secret out
	printf 'secret\n' >secret/key
	printf 'old\n' >out/old.csv
}
reset

# taken_over: prints the calls that succeed from within the decoder, without the run's lines.
taken_over() {
	LD_PRELOAD=$library flowfield map.png -g 30,30 -q --csv out/old.csv 2>&1 |
		grep ': yes$' | paste -sd ,
}
# By hand, as a kernel may be without: landlock_create_ruleset() tells its version.
if ! perl -e 'exit(syscall(444, 0, 0, 1) < 1)'; then
	skip "the sandbox" "this kernel has no Landlock"
	done_testing
	exit
fi
allowed="start a thread: yes"
same "a decoder that has been taken over" "$(taken_over)" "$allowed"
passes "the run itself did what it should" test "$(wc -l <out/old.csv)" -eq $((64 * 48 + 1))
passes "and the secret is safe" test "$(<secret/key)" = secret
LD_PRELOAD=$library flowfield verify map.png out/old.csv -g 30,30 >"$out" 2>&1
same "verify has a sandbox, too, with the field as an input" "$(grep ': yes$' "$out" | paste -sd ,)" \
	"read an old output: yes,$allowed"
reset
OLD_KERNEL=1 LD_PRELOAD=$library flowfield map.png -g 30,30 --csv old.csv >"$out" 2>"$err"
same "without Landlock files can be reached, the network and programs cannot" \
	"$(grep -cE '^(read|list|write|cut|remove).*: yes$' "$err") $(grep -E '^(speak|start)' "$err" | paste -sd ,)" \
	"7 speak to the network: Function not implemented,speak to other programs: Function not implemented,start a process: Function not implemented,start a thread: yes,start a program: Function not implemented"
same "and nobody hears of that" "$(grep -c '^flowfield: map.png: ' "$err") $(grep -c warning "$err") $(<"$out")" "1 0 old.csv"
reset
OLD_KERNEL=1 LD_PRELOAD=$library flowfield map.png -g 30,30 --csv old.csv -v >"$out" 2>"$err"
same "but with -v, in one line" "$(grep -c '^flowfield: the sandbox lacks Landlock (see SECURITY in the manual)$' "$err") $(grep -c lacks "$err")" "1 1"
printf 'map.png -g 30,30 --csv old.csv\n' >./jobs
OLD_KERNEL=1 LD_PRELOAD=$library flowfield batch jobs -v >"$out" 2>"$err"
same "batch, likewise" "$(grep -c '^flowfield: the sandbox lacks Landlock (' "$err") $(grep -c lacks "$err")" "1 1"
flowfield map.png -g 30,30 --csv old.csv -v >"$out" 2>"$err"
same "a sandbox that lacks nothing is silent" "$(grep -c lacks "$err")" 0
reset
same "--no-sandbox has none: the program that was started is all that is left" \
	"$(LD_PRELOAD=$library flowfield map.png -g 30,30 --no-sandbox --csv new.csv 2>&1 | grep -c ': yes$')" 25

# Two descriptors are needed besides the streams; nobody runs without a guard and does not know.
few() { # COUNT WORD...
	(ulimit -n "$1" && "${@:2}")
}
try few 4 flowfield map.png -g 30,30 --csv few.csv
refused "too few descriptors for the sandbox" 5 "the sandbox: Too many open files: it needs two free descriptors (ulimit -n), and at most 15 sandboxes around it"
try few 4 flowfield textconv map.png
refused "textconv, likewise" 5 "the sandbox: Too many open files: *"
try few 4 flowfield diff map.png map.png
refused "diff, likewise" 5 "the sandbox: Too many open files: *"
try few 5 flowfield map.png -g 30,30 --csv few.csv
expect "enough" 0 few.csv '*' "+few.csv"

# Wherever inputs come from and outputs go to.
rm -rf out secret
cp map.png goals.png
ln -s map.png link.png
mkdir -p there/deep
printf 'old\n' >there/deep/real.csv
ln -s there/deep/real.csv link.csv
ln -s there/lost.csv lost.csv
works() { # NAME CHANGES WORD...
	# shellcheck disable=SC2016 # for the other shell to expand
	try bash -c '"$@" <map.png' - "${@:3}"
	expect "$1" 0 '*' '*' "$2"
}
works "outputs here" "+map.arrows.png +map.heatmap.png +map.reach.png" flowfield map.png -g 30,30
works "they are replaced" "" flowfield map.png -g 30,30
works "a folder that is made" "+new +new/map.arrows.png +new/map.heatmap.png +new/map.reach.png" \
	flowfield map.png -g 30,30 --out-dir new/
works "an absolute path beside it" "+newer +newer/a.png +there/b.png" \
	flowfield map.png -g 30,30 --out-dir newer --reach a.png --heatmap "$PWD/there/b.png"
works "a link to a file elsewhere" "~there/deep/real.csv" flowfield link.png -g 30,30 --csv link.csv
works "a link to nothing" "~lost.csv" flowfield map.png -g 30,30 --csv lost.csv
works "devices" "" flowfield map.png -g 30,30 --csv /dev/null --json /dev/stdout
works "streams" "" flowfield - -g 30,30 --csv -
works "streams by other names" "" flowfield /dev/stdin -g 30,30 --csv /dev/stdout
works "a mask as goals" "+c.csv" flowfield map.png --goals goals.png --snap --csv c.csv
mkfifo in pipe
true >piped
cat pipe >piped &
cat map.png >in &
works "pipes" "~piped" flowfield in -g 30,30 --csv pipe
wait
# shellcheck disable=SC2016 # for the other shell to expand
works "what the shell substitutes" "" bash -c 'flowfield <(cat map.png) -g 30,30 --csv >(cat >/dev/null)'

done_testing
