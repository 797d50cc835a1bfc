#!/bin/bash
# diff: what counts as the same.
. "$(dirname "$0")/../cli.sh"

new_folder
# judged NAME OLD NEW STATUS OPTION...: two rows of numbers.
judged() {
	echo "$2" >a.csv
	echo "$3" >b.csv
	try flowfield diff a.csv b.csv "${@:5}" -q
	expect "$1" "$4" "" "*" ""
}
judged "numbers are compared exactly" "1,2" "1,2.000001" 1
judged "--abs holds up to its edge" "10,20" "11,19" 0 --abs 1
judged "and no further" "10,20" "11,18.999999" 1 --abs 1
judged "though 10.3 - 10.2 in binary is more than 0.1" "10.2" "10.3" 0 --abs 0.1
judged "a relative one holds up to its edge" "10,100" "11,90" 0 --rel 0.1
judged "and no further up" "10,100" "11.000001,90" 1 --rel 0.1
judged "or down" "10,100" "11,89.999999" 1 --rel 0.1
judged "and is a share of the old one" "9" "10" 1 --rel 0.1
judged "of the two the wider one holds" "10,1000" "15,1010" 0 --abs 5 --rel 0.01
judged "wherever that is" "10,1000" "16,1010" 1 --abs 5 --rel 0.01
judged "a value lost is not within anything" "1,2" "1,inf" 1 --abs 9000000000000000 --rel 9000000000000000
judged "nor is one gained" "1,inf" "1,2" 1 --abs 9000000000000000
judged "no value is no value, however it is written" "1,inf,,nan" "1,nan,inf," 0
judged "--max-changed holds up to its edge" "1,2,3,4" "1,2,5,6" 0 --max-changed 2
judged "and no further" "1,2,3,4" "1,7,5,6" 1 --max-changed 2
judged "so does its share up to its edge" "1,2,3,4" "1,2,3,5" 0 --max-changed 25%
judged "and no further" "1,2,3,4" "1,2,3,5" 1 --max-changed 24.999%
judged "of the two the last one holds" "1,2,3,4" "1,2,3,5" 1 --max-changed 25% --max-changed 0
judged "which may be the other" "1,2,3,4" "1,2,3,5" 0 --max-changed 0.1% --max-changed 1
judged "--ignore leaves out cells" $'1,2,3\n4,5,6' $'1,9,9\n4,9,9' 0 --ignore 1,0,2,9
judged "of several rectangles" $'1,2,3\n4,5,6' $'9,2,3\n4,5,9' 0 --ignore 0,0,1,1 --ignore 2,1,2147483647,1
judged "and no others" $'1,2,3\n4,5,6' $'1,9,9\n4,9,9' 1 --ignore 1,0,1,2
judged "another size is not within anything" "1,2" "1,2,3" 1 --max-changed 100% --abs 100

echo 1,2,3,4 >a.csv
echo 1,2,3,9 >b.csv
flowfield diff a.csv b.csv --out diff.png >/dev/null 2>&1 || true
try flowfield diff a.csv b.csv --max-changed 1 --out diff.png
expect "what is allowed is told all the same, but has no picture" 0 "\
total: 1 of 4 cells differ (25 %), which is allowed
value risen: 1 cell, first 3,0 (4 -> 9)
largest rise: 5 at 3,0 (4 -> 9)
area: 1 cell in 3,0,1,1" "" "-diff.png"
try flowfield diff a.csv b.csv --abs 5 -v
expect "what is within --abs is not" 0 same "" ""
echo 1,2,3,4,5,6,7,8,9,10,11,12,13 >a.csv
echo 0,2,0,4,0,6,0,8,0,10,0,12,0 >b.csv
try flowfield diff a.csv b.csv
expect "of many areas five are told" 1 "*
area: 1 cell in 8,0,1,1
areas: 2 more" "*" ""
try flowfield diff a.csv b.csv -v
expect "and all with -v" 1 "*
area: 1 cell in 12,0,1,1" "*" ""

# Pictures that are compared by their pixels: smaller ones, and larger ones.
printf '%s\n' 'type octile' 'height 32' 'width 32' map >old.map
printf '%.0s................................\n' {1..32} >>old.map
sed '7,8s/^..../..@@/' old.map >new.map
for options in '--scale 1/2 --terrain' '--scale 8 --from 31,0 --paths'; do
	# shellcheck disable=SC2086 # words
	for map in old new; do flowfield $map.map -g 31,31 -q $options $map.png; done
	try flowfield diff old.png new.png --ignore 2,2,2,2 -q
	expect "pixels are those of cells: $options" 0 "" "" ""
	for part in 4,3,2,1 0,3,2,1 0,0,6,2; do
		try flowfield diff old.png new.png --ignore $part -q
		expect "and no others: $options --ignore $part" 1 "" "*" ""
	done
done

# usage NAME MESSAGE ARGUMENT...
usage() {
	try flowfield diff "${@:3}"
	refused "$1" 2 "$2"
}
usage "two files, please" "expected two files or folders; see flowfield diff --help"
usage "one is not enough" "expected two files or folders; see flowfield diff --help" a.csv
usage "and three are too many" "c.csv: two files are compared, or two folders" a.csv b.csv c.csv
usage "standard input can be one of them" "only one of two can be standard input" - -
usage "a tolerance is not below 0" "--abs -1: expected a number from 0 to 9007199254740991" a.csv b.csv --abs -1
usage "it is a number" "--rel 1%: expected a number *" a.csv b.csv --rel 1%
usage "cells are whole" "--max-changed 1.5: expected an integer from 0 to 9007199254740992, or 0% to 100% of the cells" a.csv b.csv --max-changed 1.5
usage "percents are no more than 100" "--max-changed 101%: *expected an integer *, or 0% to 100% of the cells" a.csv b.csv --max-changed 101%
for part in 1,2,3 1,2,0,1 -1,0,1,1 1,2,3,4,5 1,2,3,x ''; do
	usage "a rectangle has four numbers, and cells" "--ignore $part: *expected integers X,Y,W,H with X and Y from 0, W and H from 1" \
		a.csv b.csv --ignore "$part"
done
usage "old names are known" "unknown option --tolerance: did you mean --abs ABS --rel REL?" a.csv b.csv --tolerance 1
usage "--max-cells, too" "unknown option --max-cells: did you mean --max-changed N?" a.csv b.csv --max-cells 1
usage "an input is not replaced" "--out ./a.csv: that is one of the files that are compared" a.csv b.csv --out ./a.csv
usage "by anything" "--json b.csv: that is one of the files that are compared" a.csv b.csv --json b.csv
usage "two outputs are two files" "--out and --json would both write x" a.csv b.csv --out x --json x
touch x
ln -s x y
usage "whatever they are called" "--json y: that is what --out writes" a.csv b.csv --out x --json y
rm x y
# shellcheck disable=SC2094 # that is the point
try sh -c 'flowfield diff a.csv - --json b.csv <b.csv'
refused "an input that comes through stdin is not replaced" 2 "--json b.csv: that is one of the files that are compared"
usage "a name cannot be empty" "--out needs a file's name" a.csv b.csv --out ''
usage "a mistyped option is recognised" "unknown option --max-change: did you mean --max-changed?" a.csv b.csv --max-change 1
mkdir folder
usage "a file is not compared with a folder" "folder is a folder, and a.csv is not: compare two of a kind" a.csv folder
try flowfield diff --help
expect "--help has its own options" 0 "usage: flowfield diff OLD NEW*--max-changed N*" "" ""
done_testing
