#!/bin/bash
# diff: as git's difftool, with the lines that the README shows.
. "$(dirname "$0")/../cli.sh"

if [[ -z $(type -P git) ]]; then
	skip "git difftool" "there is no git"
	done_testing
	exit
fi
new_folder
export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a \
	GIT_COMMITTER_EMAIL=a
unset GIT_DIR GIT_WORK_TREE
git init -q golden
cd golden || exit
readme_sets_up_git
printf '1,2,3\n4,5,6\n' >a.csv
printf '1,2\n' >b.csv
git add . && git commit -qm golden
try git difftool -y -t flowfield
expect "git has nothing to say where nothing changed" 0 "" "" ""
printf '1,2,3\n4,5,9\n' >a.csv
try git difftool -y -t flowfield
expect "difftool says what changed in the world" 0 "\
total: 1 of 6 cells differ (16.667 %)
value risen: 1 cell, first 2,1 (6 -> 9)
largest rise: 3 at 2,1 (6 -> 9)
area: 1 cell in 2,1,1,1" "flowfield: */*a.csv, a.csv: 1 of 6 cells differ (16.667 %)" ""
try git difftool -y -t flowfield --trust-exit-code
differ "and with --trust-exit-code that something did" "$status" 0
# One of the two folders has links to the files of the work tree, unless git is told not to.
for links in --symlinks --no-symlinks; do
	try git difftool -y -d $links -t flowfield
	expect "or of all files at once, $links" 0 "\
a.csv: total: 1 of 6 cells differ (16.667 %)
*
files: 0 same, 1 different, 0 only in OLD, 0 only in NEW, 0 not compared" "*" ""
done
done_testing
