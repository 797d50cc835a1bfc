#!/bin/bash
# The bench runs, small, and writes each figure in the line that it documents.
# The figures themselves are not tested.
. "$(dirname "$0")/../support/tap.sh"

export DIR=$work SIZE=32 SIZES="16 64" RUNS=1 KINDS="terrain maze" METRICS="manhattan octile" THREADS="1 2" \
	SEEDS=2 LANES=10:30 EDITS=16 STARTS=2 JOBS=20 FOLDERS=$work WALKERS=50 WALKER_KINDS=caves WALKER_SIZE=48
figures=$work/bench.tsv
has() { # WHAT METRIC KIND SIZE THREADS FIGURE UNIT
	grep -qP "^$1\t$2\t$3\t$4\t$5\t$6\t[0-9]+[.][0-9]+\t$7\$" "$figures"
}

passes "all parts run" tests/bench/bench
passes "the first line names the columns" \
	test "$(head -n 1 "$figures")" = $'what\tmetric\tkind\tsize\tthreads\tfigure\tvalue\tunit'
same_columns() {
	test "$(awk -F '\t' '{print NF}' "$figures" | sort -u)" = 8
}
passes "which all lines have" same_columns
passes "the limit" has limit - - - 2 warm ns/cell
passes "integration by metric, kind, size and threads" has metrics octile maze 32 2 integrate ns/cell
passes "the speed-up" has metrics octile terrain 32 2 speedup times
passes "the yardstick" has metrics manhattan maze 32 1 heap ns/cell
passes "exact euclid" has exact euclid maze 32 1 integrate ns/cell
passes "growth" has growth manhattan maze 64 1 growth times
passes "the worst cases" has worst manhattan serpentine 32 1 integrate ns/cell
passes "the sizes of a tutorial" has tutorial manhattan terrain 100 1 flow ns/cell
passes "a whole run" has whole manhattan terrain 32 2 total ns/cell
passes "its peak memory" has whole manhattan terrain 32 2 bytes bytes
passes "a small run" has small manhattan terrain 64 1 process ms
passes "a request of sectors" has "sectors of 16" manhattan terrain 32 2 cold_ms ms
passes "the memory of one" has "memory of sectors of 16" manhattan terrain 32 2 bytes bytes
passes "a step of a crowd" has walkers manhattan caves 50 2 step ns/walker
passes "a batch" has batch manhattan terrain 64 2 "rate $work" 1/s
wide() {
	tests/bench/bench metrics worst | grep -E '.{101}'
}
fails "no table is too wide for a page" 1 "" wide
fails "a part that there is not is refused" 2 "gowth: expected one of limit metrics exact growth worst tutorial whole small batch sectors walkers lanes update view scale" \
	tests/bench/bench gowth

# bench-peers on a machine that has none of the others and cannot install them.
mkdir "$work/bin"
for command in bash cat dirname env; do
	ln -s "$(command -v $command)" "$work/bin"
done
peers() {
	env PATH="$work/bin" scripts/bench-peers 16
}
if [[ -x /usr/bin/python3 ]]; then
	fails "a program that apt-get cannot install is left out, aloud" 1 \
		"grass: left out, because it cannot be installed" peers
	fails "and none is left" 1 "bench-peers: no program to compare with" peers
else
	skip "bench-peers" "python3 is not installed"
fi

done_testing
