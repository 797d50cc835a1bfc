#!/bin/bash
# A report is JSON whatever the files are called.
. "$(dirname "$0")/../cli.sh"

named() { # NAME WANTED: the name as bytes, and as the report should have it
	new_folder
	pgm 2 1 1 >"$1"
	try flowfield "./$1" -g 0,0 --json "$work/report" --csv "./$1.csv" -q
	same "a map called ${2@Q}" "$status $(json "$work/report" map.path)" "0 ./$2"
	same "and its CSV" "$(json "$work/report" outputs.0)" "./$2.csv"
}
named 'two words' 'two words'
named '"quoted" \back' '"quoted" \back'
named $'tab\tand\nline' $'tab\tand\nline'
named $'\x01\x1b' $'\x01\x1b'
named 'zażółć 地図 🗺' 'zażółć 地図 🗺'
named $'latin1-\xe9' 'latin1-?'
named $'mixed-\xc3\xa9-\xff' 'mixed-??-?'

done_testing
