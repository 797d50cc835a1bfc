#!/bin/bash
# Progress and colours: on a terminal, and nowhere else.
. "$(dirname "$0")/../cli.sh"

if ! has_terminal; then
	skip "everything here" "there is no script(1), or no terminal for it"
	done_testing
	exit
fi
unset TERM
new_folder
pgm 3 1 2 255 1 255 4 >map.pgm
mkfifo pipe
esc=$'\e'
cr=$'\r'
# seen COMMAND: what a terminal gets of it, stdout and stderr alike.
seen() {
	script -qec "$1" /dev/null </dev/null
}
# The map comes late: the pipe opens when the program has begun to wait for it.
map=map.pgm
late() {
	{
		exec 3>pipe
		sleep 0.7
		cat $map >&3
	} &
	"$@"
	wait $!
}

try seen 'TERM=xterm flowfield none.png -g 0,0'
same "a terminal sees the program's name in colour" "$status $(<"$out")" \
	"3 ${esc}[1;31mflowfield:${esc}[0m none.png: No such file or directory$cr"
for variables in 'NO_COLOR=1 TERM=xterm' 'NO_COLOR=0 TERM=xterm' 'TERM=dumb' ''; do
	try seen "$variables flowfield none.png -g 0,0"
	same "not so with ${variables:-no TERM}" "$status $(<"$out")" \
		"3 flowfield: none.png: No such file or directory$cr"
done
try seen 'NO_COLOR= TERM=xterm flowfield none.png -g 0,0'
same "an empty NO_COLOR says nothing" "$status $(<"$out")" \
	"3 ${esc}[1;31mflowfield:${esc}[0m none.png: No such file or directory$cr"
export TERM=xterm
try flowfield none.png -g 0,0
refused "what is no terminal sees no colour" 3 'none.png: No such file or directory'
try seen 'flowfield none.png -g 0,0 2>messages'
same "also where stdout is a terminal" "$(<messages)" 'flowfield: none.png: No such file or directory'

try late seen 'flowfield pipe -g 0,0 --csv a'
passes "a terminal sees progress after a while" grep -q "$cr$esc\[Kintegrating [0-9]* %" "$out"
same "which is wiped before the last lines" \
	"$(tail -n 2 "$out" | sed "s/.*$cr$esc\[K//; s/[0-9]* ms//")" "a$cr
flowfield: pipe: 3x2: 1 goal, 2 reached, 1 unreached (largest area 1 at 2,1), 2 wall; farthest 2; $cr"
try late seen 'flowfield walk pipe -g 0,0 --from 1,0 --paths p.png'
passes "and what comes next, as soon as it begins" grep -q "following [0-9]* %$cr$esc\[Kdrawing" "$out"
rm p.png
# Several steps of the solver.
make_map terrain 2300 2300 >large.png
map=large.png try late seen 'flowfield pipe -g 9,9 --metric euclid --csv /dev/null'
tr '\r' '\n' <"$out" | grep -o 'integrating [0-9]* %' >percent
passes "progress does not run backwards" sort -c -k 2n percent
passes "and there is some" test "$(wc -l <percent)" -ge 2
try late seen 'flowfield pipe -g 0,0 --csv a -q'
expect "not so with -q" 0 "" "" ""
try late seen 'flowfield pipe -g 0,0 --csv a 2>messages'
passes "nor where stderr is no terminal" grep -qx 'flowfield: pipe: 3x2: [^[:cntrl:]]*' messages
same "which has one line" "$(wc -l <messages)" 1
try seen 'flowfield map.pgm -g 0,0 --csv a'
same "nor where it is soon over" "$(grep -c "$esc" "$out")" 0

for kind in heatmap arrows reach terrain; do
	try seen "flowfield map.pgm -g 0,0 --$kind - --force"
	same "--$kind does not go to a terminal, not by force" "$status $(<"$out") $(changes)" \
		"2 ${esc}[1;31mflowfield:${esc}[0m --$kind -: a picture is not for a terminal: send it to a file or a pipe$cr "
done
try seen 'flowfield map.pgm -g 0,0 --csv -'
same "numbers do" "$status $(head -n 1 "$out")" "0 x,y,cost,class,integration,direction,dx,dy$cr"

# A name that turns the direction of writing round, and one that sets the title.
turned=$'a\xe2\x80\xaegnp.csv' titled=$'a\e]0;x\a.csv'
try seen "flowfield map.pgm -g 0,0 --csv '$turned' 2>messages; flowfield map.pgm -g 0,0 --csv '$titled' 2>messages"
same "names of files that are written do not steer a terminal" "$(<"$out")" "a???gnp.csv$cr
a?]0;x?.csv$cr"
try flowfield map.pgm -g 0,0 --csv "$titled"
same "programs get them as they are" "$(<"$out")" "$titled"
try flowfield map.pgm -g 0,0 --csv "$turned" -n
same "what a dry run says is for people" "$(grep output "$out")" "output: a???gnp.csv"
cp map.pgm $'m\xe2\x80\x8b.pgm'
try flowfield $'m\xe2\x80\x8b.pgm' -g 0,0 -n
same "so is the map's name" "$(head -n 1 "$out" | cut -d , -f 1,2)" "map: m???.pgm, pgm"

done_testing
