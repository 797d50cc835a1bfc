#!/bin/bash
# --resume: what is there and made of the same map, goals and options is not made again.
[[ -n ${TMPDIR:-} || ! -w /dev/shm ]] || export TMPDIR=/dev/shm # what is not to last needs no disk
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 16 8 1 >map.pgm
put goals.csv 1,1 3,4
put jobs 'map.pgm -g 1,1 --heatmap a.png --csv a.csv' 'map.pgm -g 1,1 --json b.json' \
	'map.pgm --goals goals.csv --integration c.pgm' 'map.pgm -g 1,1 --directions d.png' \
	'map.pgm -g 1,1 --csv e.csv' 'map.pgm -g 1,1 --heatmap f.png --require 2,2'
flowfield batch jobs -q

# resumes NAME STATUS WHAT...: what becomes of each line then.
resumes() {
	try flowfield batch jobs --resume "${@:4}"
	same "$1" "$status $(cut -f 1 "$out" | paste -sd ' ')" "$2 $3"
}
resumes "jobs are skipped if their outputs can tell, and nothing is asked" 0 "skip skip skip skip pass pass"
resumes "by any number of workers" 0 "skip skip skip skip pass pass" -j 4
rm a.csv
resumes "an output that is missing has its job run" 0 "pass skip skip skip pass pass"
sed -i '2s/1,1/2,2/; 4s/$/ --encoding esri/' jobs
resumes "so have other options" 0 "skip pass skip pass pass pass"
put goals.csv 1,1 3,5
resumes "so have other goals in a file of that name" 0 "skip skip pass skip pass pass"
put goals.csv 1,1 3,5,1,1,7
resumes "so has another cost to start from" 0 "skip skip pass skip pass pass"
cp map.pgm old.pgm
make_map --pgm terrain 16 8 2 >map.pgm
resumes "so has another map" 0 "pass pass pass pass pass pass"
resumes "and then all is there" 0 "skip skip skip skip pass pass"
printf 'x' >a.png
truncate -s 20 b.json
resumes "what cannot be read is made again" 0 "pass pass skip skip pass pass"
rm map.pgm
resumes "without a map nothing is skipped" 3 "fail fail fail fail fail fail"
cp old.pgm map.pgm

# A ROS map's origin is part of the job.
mv jobs others
put map.yaml 'image: map.pgm' 'resolution: 0.5' 'origin: [0, 0, 0]' 'negate: 0' \
	'occupied_thresh: 0.999' 'free_thresh: 0.001'
put jobs 'map.yaml --snap -g 1m,1m --heatmap i.png --integration i.asc' 'map.yaml --snap -g 1,1 --directions j.pgm' \
	'map.yaml --snap -g 1,1 --json k.json'
flowfield batch jobs -q
resumes "of described maps, too, jobs are skipped, if more than a report tells" 0 "skip skip pass"
sed -i 's/^resolution: .*/resolution: 0.25/' map.yaml
resumes "not if the resolution is another" 0 "pass pass pass"
sed -i 's/^origin: .*/origin: [0.5, 0, 0]/' map.yaml
resumes "nor if the origin is" 0 "pass pass pass"
mv others jobs

# The content of an output and its format count.
mv jobs others
put jobs 'map.pgm -g 1,1 --heatmap l.png' 'map.pgm -g 1,1 --integration csv:v.dat --arrows m.svg' \
	'map.pgm -g 1,1 --vectors u.npy --heatmap u.png'
flowfield batch jobs -q
resumes "other outputs are skipped, too" 0 "skip skip skip"
sed -i '1s/heatmap/arrows/; 2s/csv:/npy:/' jobs
: >u.npy
resumes "not one that is of another layer, of another format, or empty" 0 "pass pass pass"
mv others jobs

# The answer of a job that is skipped is not known, and another version's report is no answer.
mv jobs others
put jobs 'map.pgm -g 1,1 --heatmap x.png --max-unreached 100' 'map.pgm -g 1,1 --json y.json'
flowfield batch jobs -q || true
resumes "a question is asked again" 0 "pass skip"
sed -i 's/"version": "[^"]*"/"version": "0.0.1"/' y.json
resumes "and another version makes its own report" 0 "pass pass"
mv others jobs

# Drawings say it, too, whatever markup is in it.
put 'a&b<"c">.csv' 1,1
put drawings "map.pgm --goals 'a&b<\"c\">.csv' --arrows g.svg --csv g.csv" 'map.pgm -g 1,1 --heatmap h.svg'
flowfield batch drawings -q
mv jobs others && mv drawings jobs
resumes "drawings tell what they are of" 0 "skip skip"
put 'a&b<"c">.csv' 1,2
resumes "and that goals are others" 0 "pass skip"
sed -i 's/^Options: --goal 1,1$/Options: --goal 1,1 /' h.svg
resumes "or options" 0 "skip pass"
mv others jobs

# Names of legends are not recorded.
make_map caves 16 8 1 >caves.png
put legend '#010101 1 # floor' '#ffffff wall # rock'
mv jobs others
put jobs 'caves.png --legend legend -g 8,4 --snap --terrain t.png' 'caves.png -g 8,4 --snap --terrain u.png'
flowfield batch jobs -q
resumes "a job with a file of colours is run again" 0 "pass skip"
mv others jobs

# SIGKILL in the middle of a batch.
mkdir out
perl -e 'print "map.pgm -g ", $_ % 16, ",", int($_ / 16) % 8, " --snap --heatmap out/$_.png --csv out/$_.csv\n" for 0 .. 399' >many
flowfield batch many -q
mv out whole
mkdir out
flowfield batch many -q &
pid=$!
for ((i = 0; i < 1000 && $(find out -name '*.png' | wc -l) < 60; i++)); do
	sleep 0.005
done
kill -s KILL $pid
{ wait $pid || true; } 2>/dev/null
made=$(find out -name '[0-9]*.png' | wc -l)
passes "some jobs are done when it is killed" test "$made" -gt 0 -a "$made" -lt 400
find out -name '[0-9]*' | sed 's/out/whole/' | sort >there
# shellcheck disable=SC2016 # the inner shell expands it
silent "each file that has its name is whole" bash -c 'while read -r f; do cmp "$f" "${f/whole/out}"; done <there'
rm -f out/.flowfield-*
status=0
flowfield batch many --resume >"$out" 2>"$err" || status=$?
pairs=$(sed 's/[.][a-z]*$//' there | uniq -d | wc -l)
same "the next run skips these, and makes the rest" "$status $(grep -c ^skip "$out")" "0 $pairs"
silent "then all is as if nothing had happened" diff -r whole out

done_testing
