#!/bin/bash
# @FILE stands for the words of a file, on every command line; FLOWFIELD_OPTS for options
# in front of those of a run.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 16 8 >map.pgm
cp map.pgm @map.pgm
put goals '# where to' '-g 1,1' "'--goal' \"3,4\"   # there, too"
put all 'map.pgm -g 1,1 -g 3,4' '-q --csv -'

try flowfield map.pgm -g 1,1 --goal 3,4 -q --csv -
cp "$out" "$work/wanted"
try flowfield map.pgm @goals -q --csv -
expect "@FILE stands for the words of a file" 0 "$(<"$work/wanted")" "" ""
try flowfield @all
expect "a whole command line" 0 "$(<"$work/wanted")" "" ""
try flowfield verify map.pgm "$work/wanted" @goals
expect "verify takes them, too" 0 "" "*are right" ""
try flowfield ./@map.pgm @goals -q --csv -
expect "a map called @map.pgm is ./@map.pgm" 0 "$(<"$work/wanted")" "" ""
try flowfield @/dev/stdin -q --csv - <all
refused "an option from a file counts like any other" 2 "--csv is given twice (with @*)"

try flowfield map.pgm @none
refused "a file that is not there" 3 "none: No such file or directory"
try flowfield map.pgm @-
refused "standard input is no such file" 2 "@-: name a file; a map called @- is ./@-"
put open 'map.pgm' "-g '1,1"
try flowfield @open
refused "what is wrong in a file is told by line and column" 2 \
	"open:2:4: the quote ' is not closed on its line"
put self '-q' '@self'
try flowfield @self
refused "a file names no other" 2 "@self: names @self, but a file names no other"
perl -e 'print "x " x (1 << 20), "x"' >many
try flowfield @many
refused "there are not too many words" 5 "a command line of more than 1048576 words"
perl -e 'print "#" x (1 << 20), "\n"' >many
# shellcheck disable=SC2046 # words
try flowfield $(for _ in {1..17}; do echo @many; done)
refused "nor bytes" 5 "a command line of files of more than 16777216 bytes"

export FLOWFIELD_OPTS="--metric octile '--goal' 3,4 # as always"
try flowfield map.pgm -g 1,1 -q --json -
same "FLOWFIELD_OPTS comes first" "$(json "$out" model.metric goals.0.x)" $'octile\n3'
try flowfield map.pgm -g 1,1 -q --json - --metric euclid
same "what is on the command line counts then" "$(json "$out" model.metric)" euclid
flowfield map.pgm -g 1,1 -q --csv f.csv
try flowfield verify map.pgm f.csv -g 1,1 -q
expect "verify takes it" 0 "" "" ""
put opts --metric euclid
FLOWFIELD_OPTS="@opts" try flowfield map.pgm -g 1,1 -q --json -
same "it may name files" "$(json "$out" model.metric)" euclid
FLOWFIELD_OPTS='--goal "3,4' try flowfield map.pgm -g 1,1 -q
refused "what is wrong in it is told by column" 2 \
	'FLOWFIELD_OPTS:1:8: the quote " is not closed on its line'
FLOWFIELD_OPTS='--nonsense' try flowfield map.pgm -g 1,1
refused "what is wrong with a command line may have come from there" 2 \
	'unknown option --nonsense: see flowfield --help (FLOWFIELD_OPTS is "--nonsense")'
put wrong --gaol 1,2
FLOWFIELD_OPTS='' try flowfield map.pgm @wrong
refused "or from a file" 2 'unknown option --gaol: did you mean --goal? (with @wrong)'
FLOWFIELD_OPTS='--nonsense' try flowfield completion bash
expect "other commands have other options" 0 "*" "" ""
FLOWFIELD_OPTS='--metric octile -g 3,4' try flowfield
expect "it alone is no command line" 2 "" "flowfield: which way*" ""

unset FLOWFIELD_OPTS

# A file of arguments is an input: no output takes its place.
put opts -q --metric octile
try flowfield map.pgm -g 1,1 @opts --csv opts
refused "a file of arguments is not overwritten" 2 '--csv opts: that is a file of arguments (with @opts)'
ln -s opts link
try flowfield map.pgm -g 1,1 @opts --csv link
refused "nor by a link" 2 '--csv link: that is a file of arguments (with @opts)'
FLOWFIELD_OPTS=@opts try flowfield map.pgm -g 1,1 --csv opts
refused "nor one of the environment" 2 '--csv opts: that is a file of arguments *'
put jobs 'map.pgm -g 1,1 @opts --csv opts'
try flowfield batch jobs -q
expect "nor by a job" 2 "" 'flowfield: jobs:1: --csv opts: that is a file of arguments
flowfield: jobs: *' ""
put jobs 'map.pgm -g 1,1 @opts --csv a.csv' 'map.pgm -g 1,1 --csv opts'
try flowfield batch jobs -q
refused "nor by another one" 2 "jobs: line 2 would write what line 1 reads, and no order is kept: $PWD/opts"
put jobs 'map.pgm -g 1,1 @/dev/stdin --csv a.csv'
try bash -c 'cat opts | flowfield batch jobs -q'
expect "a job's are regular files" 2 "" 'flowfield: jobs:1: a job of a batch reads its @FILEs twice: name regular files
flowfield: jobs: *' ""

# A batch has the words of those jobs in memory that are at work.
perl -e 'print "--require 1,1\n" x 20000' >large
perl -e 'printf "map.pgm -g 1,1 \@large --csv large%d.csv\n", $_ for 1 .. 40' >./jobs
for options in '' '--shard 40/40'; do
	# shellcheck disable=SC2086 # words
	try bash -c 'ulimit -v 90000; exec "$@"' - flowfield batch jobs -q -j 1 $options
	same "many lines name a large file${options:+, and $options runs one of them}" "$status $(<"$err")" "0 "
	rm -f large*.csv
done
try flowfield map.pgm -g 1,1 @opts --csv opts.csv
expect "others are written" 0 "" "" "+opts.csv"

done_testing
