#!/bin/bash
# Outputs with a name of the user's, and the folder for those without.
. "$(dirname "$0")/../cli.sh"

summary='flowfield: map.pgm: 3x2: 1 goal, 2 reached, 1 unreached (largest area 1 at 2,1), 2 wall; farthest 2; [0-9]* ms'
map_in_new_folder() {
	new_folder
	pgm 3 1 2 255 1 255 4 >map.pgm
}

for kind in heatmap arrows reach terrain; do
	map_in_new_folder
	try flowfield map.pgm --goal 0,0 --bare --legend never --scale 32 "--$kind" one.png
	expect "--$kind writes what was asked for, nothing else" 0 one.png "$summary" "+one.png"
	same "and that is a picture" "$(show_png one.png | head -n 1)" "size 96 64"
done
for kind in csv json; do
	map_in_new_folder
	try flowfield map.pgm --goal 0,0 "--$kind" one.txt
	expect "--$kind writes what was asked for, nothing else" 0 one.txt "$summary" "+one.txt"
	passes "and there is something in it" test -s one.txt
done

map_in_new_folder
try flowfield map.pgm -g 0,0 --json f --csv e --terrain d --reach c --arrows b --heatmap a
expect "all of them at once" 0 $'a\nb\nc\nd\ne\nf' "$summary" "+a +b +c +d +e +f"
printf 'old\n' | tee a b c d e >f
try flowfield map.pgm -g 0,0 --heatmap a --csv e
expect "a rerun replaces what it is told to" 0 $'a\ne' "$summary" "~a ~e"

map_in_new_folder
mkdir maps
cp map.pgm maps/
try flowfield maps/map.pgm -g 0,0 --heatmap maps/heat.PNG -q
expect "a name may have a folder" 0 "" "" "+maps/heat.PNG"
echo old >target
chmod 640 target
ln -s target link.png
try flowfield map.pgm -g 0,0 --heatmap link.png -q
expect "a symbolic link is followed, not replaced" 0 "" "" "~target"
same "and its target keeps its permissions" "$(stat -c %a target)" 640
umask 027
try flowfield map.pgm -g 0,0 --heatmap fresh.png -q
umask 022
expect "a new file" 0 "" "" "+fresh.png"
same "has the permissions that the umask leaves" "$(stat -c %a fresh.png)" 640
ln -s nowhere lost.png
try flowfield map.pgm -g 0,0 --heatmap lost.png -q
expect "a link to nothing is replaced" 0 "" "" "~lost.png"

map_in_new_folder
try flowfield map.pgm -g 0,0 --out-dir deep
expect "--out-dir makes the folder" 0 $'deep/map.heatmap.png\ndeep/map.arrows.png\ndeep/map.reach.png' \
	"$summary" "+deep +deep/map.arrows.png +deep/map.heatmap.png +deep/map.reach.png"
try flowfield map.pgm -g 0,0 --out-dir deep/ -q
expect "or takes the one that is there" 0 "" "" ""
three() { # FOLDER
	echo "+$1/map.arrows.png +$1/map.heatmap.png +$1/map.reach.png"
}
try flowfield map.pgm -g 0,0 --out-dir a/b//c/ -q
expect "and those above it" 0 "" "" "+a +a/b +a/b/c $(three a/b/c)"
try flowfield map.pgm -g 0,0 --out-dir a/b/d/./e -q
expect "as far as they are missing" 0 "" "" "+a/b/d +a/b/d/e $(three a/b/d/e)"
try flowfield map.pgm -g 0,0 --out-dir ../"${PWD##*/}"/up -q
expect "a folder may be above this one" 0 "" "" "+up $(three up)"
try flowfield map.pgm -g 0,0 --out-dir "$PWD/abs/o/lute" -q
expect "or have an absolute path" 0 "" "" "+abs +abs/o +abs/o/lute $(three abs/o/lute)"
try flowfield map.pgm -g 0,0 --out-dir x/y -n
expect "--dry-run makes none" 0 '*output: x/y/map.heatmap.png
*' "" ""
ln -s a link
try flowfield map.pgm -g 0,0 --out-dir link/f/g -q
expect "a folder on the way may be a link" 0 "" "" "+a/f +a/f/g $(three a/f/g)"
try flowfield update map.pgm -g 0,0 --edits <(echo 1,2,0,1,1,5) --out-dir s/t -q --csv '{step}.csv' --heatmap h.png
expect "update makes them, too" 0 "" "" "+s +s/t +s/t/1.csv +s/t/h.png"
# In the sandbox, at the same time.
for i in {1..8}; do
	flowfield map.pgm -g 0,0 --out-dir many/at/once -q --csv "$i.csv" &
done
wait
same "several at a time may make them" "$(echo many/at/once/*)" "$(echo many/at/once/{1..8}.csv)"

map_in_new_folder
touch map.heatmap.png
try flowfield map.pgm -g 0,0 --no-clobber --arrows a.png
expect "--no-clobber writes new files" 0 a.png "$summary" "+a.png"
try flowfield map.pgm -g 0,0 --no-clobber --arrows a.png -f -q
expect "--force after --no-clobber wins" 0 "" "" ""
chmod 444 map.heatmap.png
try flowfield map.pgm -g 0,0 -f -q
expect "--force replaces a write-protected file" 0 "" "" "+map.arrows.png ~map.heatmap.png +map.reach.png"
same "which stays write-protected" "$(stat -c %a map.heatmap.png)" 444

map_in_new_folder
try flowfield map.pgm -g 0,0 --out-dir data --csv all.csv --json "$PWD/report.json" -q
expect "--out-dir takes the names that do not say where they are" 0 "" "" "+data +data/all.csv +report.json"
try flowfield map.pgm -g 0,0 --out-dir pics --csv pics/x.csv -q
expect "a name with a folder is as it is" 0 "" "" "+pics +pics/x.csv"
try flowfield map.pgm -g 0,0 --out-dir more/pics --csv more/x.csv --json ./r.json --heatmap h.png -q
expect "also in one on the way" 0 "" "" "+more +more/pics +more/pics/h.png +more/x.csv +r.json"
try flowfield map.pgm -g 0,0 --out-dir more --integration npy:data/i -q
expect "behind a format, too" 0 "" "" "+data/i"
echo '--out-dir pics --csv pics/y.csv' >options
try flowfield map.pgm -g 0,0 @options -q
expect "and in a file of options" 0 "" "" "+pics/y.csv"
try flowfield update map.pgm -g 0,0 --edits <(echo 1,2,0,1,1,5) --out-dir steps/all --csv 'steps/{step}.csv' -q --heatmap h.png
expect "and with {step}" 0 "" "" "+steps +steps/1.csv +steps/all +steps/all/h.png"
rm -r steps
put jobs 'map.pgm -g 0,0 --out-dir steps/all --csv steps/x.csv --heatmap h.png'
try flowfield batch jobs -q
expect "and of many" 0 "" "" "+steps +steps/all +steps/all/h.png +steps/x.csv"
try flowfield map.pgm -g 0,0 --out-dir data --csv - -q
expect "but not standard output" 0 "x,y,cost,class,integration,direction,dx,dy*" "" ""
try sh -c 'flowfield map.pgm -g 0,0 --csv /dev/stdout | cat'
expect "/dev/stdout is standard output" 0 "x,y,cost,class,integration,direction,dx,dy*" "$summary" ""
same "and nothing but data is there" "$(grep -c / "$out")" 0
echo head >log
try sh -c 'flowfield map.pgm -g 0,0 -q --csv /dev/stdout >>log'
expect "even where that is a file" 0 "" "" "~log"
same "which is not replaced" "$(head -n 2 log | paste -sd ' ')" "head x,y,cost,class,integration,direction,dx,dy"

done_testing
