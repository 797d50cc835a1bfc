#!/bin/bash
# textconv drives git diff and git log: what changed in a file of cells, as lines.
. "$(dirname "$0")/../cli.sh"

if ! command -v git >/dev/null; then
	skip "textconv in git" "git is not installed"
	done_testing
	exit
fi
new_folder
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_DATE='2001-01-01 00:00Z' GIT_COMMITTER_DATE='2001-01-01 00:00Z'
git init -q .
git config user.name somebody
git config user.email somebody@example.com
readme_sets_up_git
printf '*.%s diff=flowfield\n' png pgm pfm asc csv json svg >>.gitattributes
# Forty cells of cost 1; then one of them is 9.
row() { pgm 40 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "$1" 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1; }
write() {
	local format
	row "$1" >map.pgm
	for format in npy png16 pgm pfm asc csv; do
		flowfield map.pgm -g 0,0 -qf --cost "$format:cost.${format%16}"
	done
	flowfield map.pgm -g 0,0 -qf --json report.json --terrain terrain.png --scale 1 --legend=never
}
write 1
git add .
git commit -qm one
write 9

changed() { git diff -U0 "$@" | grep '^[-+][^-+]'; }
cells=$'-16,0: 1*16\n+16,0: 1*2 9 1*13'
for file in cost.npy cost.pfm cost.asc cost.csv; do
	same "$file: the one piece of a row, and the digest" "$(changed "$file" | grep -v 'digest:')" "$cells"
done
for file in cost.png cost.pgm; do
	same "$file: its digest of the map, too" "$(changed "$file" | grep -v '[^ ]digest:')" \
		"$(changed "$file" | grep 'Cost digest')"$'\n'"$cells"
done
same "a picture: the pixels" "$(changed terrain.png | grep -c '0,0: #')" 2
passes "a report: only figures of the result" test "$(changed report.json | grep -c 'digest')" -ge 2
same "and none of the run" "$(changed report.json | grep -E '"(ms|total|peak_bytes|threads|cpu)"')" ""
git commit -qam two
same "git log -p tells it, too" "$(git log -1 -p -U0 --format= cost.npy | grep '^[-+][0-9]')" "$cells"
git diff HEAD~ --stat >/dev/null
same "an unchanged file shows nothing" "$(git diff HEAD -- cost.npy)" ""
for file in cost.*; do
	flowfield textconv "$file" | sed '1,/^$/d' >"$work/text"
	same "$file: a line for each sixteen cells" "$(<"$work/text")" $'0,0: 1*16\n16,0: 1*2 9 1*13\n32,0: 1*8'
done
# A goal that has moved changes all cells.
make_map caves 96 64 1 >caves.png
for goal in 48,32 50,32; do
	flowfield caves.png -g $goal --snap -qf --csv moved.csv --integration moved.npy --heatmap moved.png
	[[ $goal != 48,32 ]] || git add moved.*
done
git diff moved.* >moved.txt
passes "a moved goal is less than 250 lines for a table, an array and a picture" test "$(wc -l <moved.txt)" -lt 250
same "in which each file says how much" "$(grep -c '^+digest: .*, mean' moved.txt)" 3
same "and all of it with --full" "$(flowfield textconv moved.csv --full | sed '1,/^$/d' | cmp - moved.csv)" ""
done_testing
