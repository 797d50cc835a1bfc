#!/bin/bash
# Messages about words that are no option, no command and no map.
. "$(dirname "$0")/../cli.sh"

new_folder
pgm 3 1 2 255 1 255 4 >map.pgm
cp map.pgm more.pgm

# refuses NAME TEXT ARGUMENT...: an invalid command line
refuses() {
	try flowfield "${@:3}"
	refused "$1" 2 "$2"
}

for word in help version; do
	refuses "$word is an option" "no file or command '$word': did you mean --$word\?" $word
	cp map.pgm $word
	try flowfield $word -g 0,0 --csv -
	expect "a map may be called $word" 0 'x,y,*' "flowfield: $word: 3x2*" ""
	rm $word
done

# A first word that is no command and no file
near() { # TYPED MEANT
	refuses "$1 is nearly $2" "no file or command '$1': did you mean $2\?" "$1" map.pgm -g 0,0
}
near walks walk
near Walk walk
near wlak walk
near sector sectors
near sec sectors
near verfy verify
near updat update
near bacth batch
every="expected a map, or one of at, verify, sectors, walk, update, diff, *, completion"
refuses "a word that is near to none" "no file or command 'solve': $every" solve map.pgm -g 0,0
refuses "alone" "no file or command 'nosuch': $every" nosuch
refuses "whatever else is wrong" "no file or command 'walks': did you mean walk\?" walks map.pgm -g 0,0 --spawn 9
try flowfield nosuch -g 0,0
refused "where it could be a map it is one that is missing" 3 "no file or command 'nosuch': $every"
cp map.pgm walks
try flowfield walks -g 0,0 --csv -
expect "a file comes first" 0 'x,y,*' 'flowfield: walks: *' ""
refuses "and what is wrong with its options" 'unknown option --gaol: did you mean --goal\?' walks --gaol 0,0
rm walks

# A second word
refuses "a goal without its option" '2,1: expected one map: did you mean --goal 2,1\?' map.pgm 2,1
refuses "an area, too" '0,0,2,2+5: expected one map: did you mean --goal 0,0,2,2+5\?' map.pgm 0,0,2,2+5
refuses "of walkers" '2,1: expected one map: did you mean --goal 2,1\?' walk map.pgm 2,1 --from 0,0
refuses "a goal in two words" \
	'2: expected one map, and map.pgm is one (a goal is --goal X,Y in one word)' map.pgm 2 1
refuses "the value of an option that needs =" '--snap 1: did you mean --snap=1\?' map.pgm -g 2,1 --snap 1
refuses "a number after one that takes none" '--require takes no value: 5,5' walk map.pgm -g 2,1 --from 0,0 --require 5,5
refuses "a goal after a bare word" 'goal: expected one map: did you mean --goal\?' map.pgm goal 2,1
refuses "where batch does not help" 'more.pgm: expected one map, and map.pgm is one' sectors m*.pgm -g 2,1 --from 0,0
refuses "manifests of batch are no maps" \
	'one manifest at a time: map.pgm or more.pgm\? (each is a text with a command line on each line)' \
	batch m*.pgm
try flowfield batch map.pgm
refused "nor is one" 3 \
	'map.pgm: is a map; expected a text with a command line on each line, such as map.pgm --goal 40,12'

# Options of other commands
owned() { # OPTION OWNERS
	refuses "$1 is of $2" "unknown option $1: $2" map.pgm -g 0,0 "$1" 1,1
}
owned --spawn 'flowfield sectors and flowfield walk have it'
owned --agent 'a path from a cell is --from X,Y; walkers are flowfield walk --agents FILE'
owned --edits 'flowfield sectors, flowfield walk and flowfield update have it'
owned --shard 'flowfield batch has it'
owned --sectors 'did you mean the command flowfield sectors\?'
owned --walk 'did you mean the command flowfield walk\?'
refuses "--start of walkers" 'unknown option --start: did you mean --from\?' walk map.pgm -g 0,0 --start 1,1

# Words for outputs
every=': each output has an option and a file, whose name says the format: --heatmap, --arrows, --reach, *--csv, *--json, *'
for option in -o --output --out --reachability --flow-arrows --format --png --svg; do
	refuses "$option is none" "unknown option $option$every" map.pgm -g 0,0 "$option" a.png
done
refuses "--out=FILE" "unknown option --out$every" map.pgm -g 0,0 --out=a.png
refuses "walkers have outputs of their own" "unknown option --output*: --traffic, *--heatmap, *--paths, *" \
	walk map.pgm -g 0,0 --from 1,0 --output a.png
passes "every output is listed" test "$(flowfield map.pgm -g 0,0 -o a 2>&1 | grep -o -- ' --[a-z-]*' | wc -l)" = 23

# Other words
meant() { # TYPED MEANT
	refuses "$1 is $2" "unknown option $1: did you mean $2\?" map.pgm "$1" 1
}
meant --target --goal
meant --path --paths
meant --route --paths
meant --start --from
meant --source --from
meant --to --goal
meant --euclid '--metric euclid'
meant --diagonal '--metric octile'
meant --threshold --wall-from
meant --black --invert
meant -\? --help
meant --los --sight
meant --Line_Of_Sight --sight
meant -brushfire --integration
refuses "a word of crowds" 'unknown option --boids: flowfield walk has --simulate' map.pgm --boids 9
try flowfield walk map.pgm -g 0,0 --boids 9
refused "which walk itself has" 2 'unknown option --boids: did you mean --simulate\?'
try flowfield map.pgm -g 0,0 --sigh_t
expect "only words are forgiving" 2 "" 'flowfield: unknown option --sigh_t: did you mean --sight\?' ""

# The manual's table of such words: WORDS, a tab, OPTIONS
glossary() {
	sed '1,/^[.]Ss Words of tutorials/d' "$root/man/flowfield.1" | awk '
		/^[.]It / { print words "\t" options; words = substr($0, 5); options = "" }
		/^[.]Fl -/ { options = options (options == "" ? "" : " ") "-" $2 }
		END { print words "\t" options }' | sed 1d
}
passes "the manual has a table of words" test "$(glossary | wc -l)" -ge 20
for command in "" walk sectors; do
	flowfield ${command:+$command} --help=all
done | grep -oE '^ .{5}--[a-z-]+' | cut -c 7- | sort -u >"$work/options"
same "whose options exist" "$(glossary | cut -f 2 | grep -oE -- '--[a-z-]+' | grep -vxFf "$work/options")" ""
# Prints the words that are no option and suggest none of the row's.
unanswered() {
	local words options word
	while IFS=$'\t' read -r words options; do
		tr , '\n' <<<"$words" | sed 's/^ //; s/ /-/g; s/^/--/' | grep -vxFf "$work/options" | while read -r word; do
			flowfield map.pgm -g 0,0 "$word" 1 2>"$err" || grep -qE -- " (${options// /|})\b" "$err" || echo "$word"
		done
	done < <(glossary)
}
same "and are suggested for their words" "$(unanswered)" ""
refuses "an option that is gone" 'unknown option --encoding: directions are 0 N, 1 NE, ... 7 NW, 8 none' \
	map.pgm -g 0,0 --encoding esri
refuses "one that moved" 'unknown option --max-animation: did you mean --max-memory\?' map.pgm -g 0,0 --max-animation 2M
refuses "an option for the map" \
	'unknown option --map: the map is a word without an option: flowfield MAP --goal X,Y' --map map.pgm -g 0,0
refuses "with one dash" 'unknown option -map: the map is a word *' -map map.pgm -g 0,0

# --goals of a goal
refuses "--goals is for files" '--goals 1,0: no such file; did you mean --goal 1,0\?' map.pgm --goals 1,0
printf '0,0\n' >1,0
try flowfield map.pgm --goals 1,0 -q --csv -
expect "unless there is such a file" 0 'x,y,*' "" ""

done_testing
