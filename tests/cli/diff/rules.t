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
judged "--tolerance holds up to its edge" "10,20" "11,19" 0 --tolerance 1
judged "and no further" "10,20" "11,18.999999" 1 --tolerance 1
judged "though 10.3 - 10.2 in binary is more than 0.1" "10.2" "10.3" 0 --tolerance 0.1
judged "a relative one holds up to its edge" "10,100" "11,90" 0 --tolerance 0,0.1
judged "and no further up" "10,100" "11.000001,90" 1 --tolerance 0,0.1
judged "or down" "10,100" "11,89.999999" 1 --tolerance 0,0.1
judged "and is a share of the old one" "9" "10" 1 --tolerance 0,0.1
judged "of the two the wider one holds" "10,1000" "15,1010" 0 --tolerance 5,0.01
judged "wherever that is" "10,1000" "16,1010" 1 --tolerance 5,0.01
judged "a value lost is not within anything" "1,2" "1,inf" 1 --tolerance 9000000000000000,9000000000000000
judged "nor is one gained" "1,inf" "1,2" 1 --tolerance 9000000000000000
judged "no value is no value, however it is written" "1,inf,,nan" "1,nan,inf," 0
judged "--max-cells holds up to its edge" "1,2,3,4" "1,2,5,6" 0 --max-cells 2
judged "and no further" "1,2,3,4" "1,7,5,6" 1 --max-cells 2
judged "--max-cells P% holds up to its edge" "1,2,3,4" "1,2,3,5" 0 --max-cells 25%
judged "and no further" "1,2,3,4" "1,2,3,5" 1 --max-cells 24.999%
judged "of the two the wider one holds, too" "1,2,3,4" "1,2,3,5" 0 --max-cells 25% --max-cells 0
judged "which may be the other" "1,2,3,4" "1,2,3,5" 0 --max-cells 0.1% --max-cells 1
judged "another size is not within anything" "1,2" "1,2,3" 1 --max-cells 100% --tolerance 100

echo 1,2,3,4 >a.csv
echo 1,2,3,9 >b.csv
flowfield diff a.csv b.csv --out diff.png >/dev/null 2>&1 || true
try flowfield diff a.csv b.csv --max-cells 1 --out diff.png
expect "what is allowed is told all the same, but has no picture" 0 "\
total: 1 of 4 cells differ (25 %), which is allowed
value risen: 1 cell, first 3,0 (4 -> 9)
largest rise: 5 at 3,0 (4 -> 9)
area: 1 cell in 3,0,1,1" "" "-diff.png"
try flowfield diff a.csv b.csv --tolerance 5 -v
expect "what is within --tolerance is not" 0 same "" ""
echo 1,2,3,4,5,6,7,8,9,10,11,12,13 >a.csv
echo 0,2,0,4,0,6,0,8,0,10,0,12,0 >b.csv
try flowfield diff a.csv b.csv
expect "of many areas five are told" 1 "*
area: 1 cell in 8,0,1,1
areas: 2 more" "*" ""
try flowfield diff a.csv b.csv -v
expect "and all with -v" 1 "*
area: 1 cell in 12,0,1,1" "*" ""

# usage NAME MESSAGE ARGUMENT...
usage() {
	try flowfield diff "${@:3}"
	refused "$1" 2 "$2"
}
usage "two files, please" "expected two files or folders; see flowfield diff --help"
usage "one is not enough" "expected two files or folders; see flowfield diff --help" a.csv
usage "and three are too many" "c.csv: two files are compared, or two folders" a.csv b.csv c.csv
usage "standard input can be one of them" "only one of two can be standard input" - -
usage "a tolerance is not below 0" "--tolerance -1: expected ABS or ABS,REL with numbers from 0 to 9007199254740991" a.csv b.csv --tolerance -1
usage "it is a number" "--tolerance 0,1%: expected ABS or ABS,REL with numbers from 0 to 9007199254740991" a.csv b.csv --tolerance 0,1%
usage "nor without end" "--tolerance inf: *" a.csv b.csv --tolerance inf
usage "cells are whole" "--max-cells 1.5: expected an integer from 0 to 9007199254740992, or 0% to 100%" a.csv b.csv --max-cells 1.5
usage "an old name is known" "unknown option --abs: did you mean --tolerance ABS?" a.csv b.csv --abs 1
usage "percents are no more than 100" "--max-cells 101%: out of range; expected an integer from 0 to 9007199254740992, or 0% to 100%" a.csv b.csv --max-cells 101%
usage "a % is no number" "--max-cells %: expected *" a.csv b.csv --max-cells %
usage "nor are two" "--max-cells 5%%: expected *" a.csv b.csv --max-cells 5%%
usage "costs have none" "--tolerance 5%: expected ABS *" a.csv b.csv --tolerance 5%
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
usage "a mistyped option is recognised" "unknown option --max-cell: did you mean --max-cells?" a.csv b.csv --max-cell 1
mkdir folder
usage "a file is not compared with a folder" "folder is a folder, and a.csv is not: compare two of a kind" a.csv folder
try flowfield diff --help
expect "--help has its own options" 0 "usage: flowfield diff OLD NEW*--max-cells N*" "" ""
done_testing
