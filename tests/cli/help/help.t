#!/bin/bash
# --help, --version and a bare run.
. "$(dirname "$0")/../cli.sh"

new_folder
make_map empty 64 48 >map.png

try flowfield
expect "a bare run says how it is used, and exits 2" 2 "" '*usage: flowfield MAP --goal X,Y*' ""
cp "$err" "$work/usage"
mapfile -t examples < <(grep -oE 'flowfield [^ ]+ --goal [0-9].*' "$work/usage")
same "in five lines and two examples" "$(wc -l <"$work/usage") ${#examples[@]}" "7 2"
same "none too wide for a terminal" "$(grep -E '.{81}' "$work/usage")" ""
try sh -c "${examples[0]}"
expect "the first example works" 0 '*map.heatmap.png*' 'flowfield: map.png: *' \
	"+map.arrows.png +map.heatmap.png +map.reach.png"
try sh -c "${examples[1]}"
expect "the second one, too" 0 'x,y,cost,*' 'flowfield: standard input: *' ""

for option in --help -h; do
	try flowfield $option
	expect "$option prints the help on stdout" 0 'usage: flowfield MAP --goal X,Y *' "" ""
done
commands=$(flowfield --help | sed '1,/^Commands/d; s/^ *\([a-z]*\) .*/\1/')
passes "it lists the commands" test "$(wc -w <<<"$commands")" -ge 10
for command in "" $commands; do
	name="flowfield${command:+ $command}"
	# shellcheck disable=SC2086 # no word, or one
	try flowfield $command --help
	expect "$name --help begins with the usage" 0 "usage: $name*" "" ""
	passes "it has one screen" test "$(wc -l <"$out")" -le 40
	same "of 80 columns" "$(grep -E '.{81}' "$out")" ""
	cp "$out" "$work/first"
	# shellcheck disable=SC2086
	try flowfield $command --help=all
	expect "$name --help=all, too" 0 "usage: $name*" "" ""
	same "of 80 columns" "$(grep -E '.{81}' "$out")" ""
	same "and it has every option of the first screen" \
		"$(grep '^  .*--' "$work/first" | grep -vxFf "$out")" ""
done
options() { # COMMAND...: how many options the help lists
	flowfield "$@" | grep -c '^  .*--'
}
passes "flowfield --help=all has more options" test "$(options --help=all)" -gt 50
passes "flowfield walk --help=all has more, too" test "$(options walk --help=all)" -gt "$(options --help=all)"

for option in --version -V; do
	try flowfield $option
	expect "$option prints the version, and what decodes and encodes pictures" 0 \
		$'flowfield [0-9]*.[0-9]*\nPNG decoder: stb_image [0-9]*.[0-9]*\nPNG encoder: stb_image_write [0-9]*.[0-9]*, libdeflate [0-9]*.[0-9]*' "" ""
done

try flowfield map.png -g 9,9 --help
expect "--help beside other options prints the help, and nothing is done" 0 'usage: *' "" ""
try flowfield --version --help
expect "of --help and --version the help counts" 0 'usage: *' "" ""
try flowfield --help --bogus
refused "a bad option is still one" 2 'unknown option --bogus: *'

done_testing
