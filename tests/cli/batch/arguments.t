#!/bin/bash
# Words of a manifest's lines, and FLOWFIELD_OPTS for options in front of those of a run.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map --pgm terrain 16 8 >map.pgm
cp map.pgm @map.pgm

export FLOWFIELD_OPTS="--metric octile '--goal' 3,4 # as always"
try flowfield map.pgm -g 1,1 -q --json -
same "FLOWFIELD_OPTS comes first" "$(json "$out" model.metric goals.0.x)" $'octile\n3'
try flowfield map.pgm -g 1,1 -q --json - --metric euclid
same "what is on the command line counts then" "$(json "$out" model.metric)" euclid
flowfield map.pgm -g 1,1 -q --csv f.csv
try flowfield verify map.pgm f.csv -g 1,1 -q
expect "verify takes it" 0 "" "" ""
FLOWFIELD_OPTS='--goal "3,4' try flowfield map.pgm -g 1,1 -q
refused "what is wrong in it is told by column" 2 \
	'FLOWFIELD_OPTS:1:8: the quote " is not closed on its line'
FLOWFIELD_OPTS='--nonsense' try flowfield map.pgm -g 1,1
refused "what is wrong with a command line may have come from there" 2 \
	'unknown option --nonsense: see flowfield --help (FLOWFIELD_OPTS is "--nonsense")'
FLOWFIELD_OPTS='--nonsense' try flowfield completion bash
expect "other commands have other options" 0 "*" "" ""
FLOWFIELD_OPTS='--metric octile -g 3,4' try flowfield
expect "it alone is no command line" 2 "" "flowfield: which way*" ""
unset FLOWFIELD_OPTS
try flowfield @map.pgm -g 1,1 -q --csv -
expect "a map may have any name" 0 "x,y,*" "" ""

perl -e 'print "x " x (1 << 20), "x\n"' >many
try flowfield batch many -q
expect "a line has not too many words" 5 "" \
	$'flowfield: many:1: a command line of more than 1048576 words\nflowfield: many: *' ""
# A batch has the words of those jobs in memory that are at work.
perl -e 'printf "map.pgm -g 1,1 %s --csv large%d.csv\n", "--require 1,1 " x 2000, $_ for 1 .. 400' >./jobs
for options in '' '--shard 400/400'; do
	# shellcheck disable=SC2086 # words
	try bash -c 'ulimit -v 90000; exec "$@"' - flowfield batch jobs -q -j 1 $options
	same "many lines are long${options:+, and $options runs one of them}" "$status $(<"$err")" "0 "
	rm -f large*.csv
done

done_testing
