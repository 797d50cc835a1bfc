#!/bin/bash
# Threads touch nothing that another may be writing: the compiler's checker of races looks on.
. "$(dirname "$0")/../support/tap.sh"

# Each with what its tests about threads have in their names; "_" is in all.
tests=(pool=_ integrate_tiles=_ euclid=engines descend=threads surface_pixels=threads)
if ! echo 'int main(void) { return 0; }' | cc -fsanitize=thread -o "$work/tsan" -x c - 2>/dev/null ||
	! "$work/tsan"; then
	skip "no races" "there is no thread sanitizer here"
else
	programs=("${tests[@]%=*}")
	passes "the tests of what has threads compile with it" \
		make --silent --jobs="$(nproc)" VARIANT=tsan "${programs[@]/#/build/tsan/unit/test_}"
	for name in "${tests[@]}"; do
		passes "test_${name%=*} finds no race" \
			env TAP_ONLY="${name#*=}" "build/tsan/unit/test_${name%=*}"
	done

	# Jobs of all kinds side by side, and what they share.
	make --silent tools
	passes "the program compiles with it" \
		make --silent --jobs="$(nproc)" VARIANT=tsan build/tsan/flowfield
	export TSAN_OPTIONS=exitcode=66
	for test in batch golden; do
		passes "$test.t finds no race" env FLOWFIELD_DIR=build/tsan "tests/cli/batch/$test.t"
	done
	mkdir "$work/out"
	for n in {1..60}; do
		echo "$PWD/samples/caves.png -g 48,32 --snap --scale 2 --heatmap out/$n.png --csv out/$n.csv"
		echo "$PWD/samples/rooms.png -g 48,32 --snap --metric euclid --sight --reach out/$n-reach.png --json out/$n.json"
		echo "$PWD/samples/city.png -g $n,32 --snap --metric octile --integration out/$n.npy --allocation out/$n-all.csv"
	done >"$work/jobs"
	passes "a batch of 180 jobs has no race" env -C "$work" "$PWD/build/tsan/flowfield" batch jobs -j 4 -q \
		--report "junit=$work/junit.xml" --report "json=$work/report.json"
fi

done_testing
