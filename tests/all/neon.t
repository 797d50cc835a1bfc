#!/bin/bash
# The kernels for NEON: compiled for ARM, and run under emulation.
. "$(dirname "$0")/../support/tap.sh"

compiler=aarch64-linux-gnu-gcc
emulator=qemu-aarch64
tests=(integrate_tiles euclid)
for name in "${tests[@]}"; do
	if ! command -v $compiler >/dev/null || ! command -v $emulator >/dev/null; then
		skip "test_$name passes on ARM" "there is no $compiler or $emulator here"
		continue
	fi
	# The linker drops functions that nobody calls, and with them the need for other libraries.
	passes "test_$name compiles for ARM" \
		$compiler -std=c11 -D_GNU_SOURCE -O2 -ffp-contract=off -pthread '-DFF_VERSION="none"' -Wall -Wextra -Werror \
		-ffunction-sections -Wl,--gc-sections -static -Isrc -Itests -o "$work/test_$name" \
		"tests/unit/test_$name.c" tests/unit/oracle.c tests/support/mapgen.c \
		src/core/{base,map,grid,solve,update,sectors,verify}/*.c -lm
	passes "test_$name passes on ARM" $emulator "$work/test_$name"
done

done_testing
