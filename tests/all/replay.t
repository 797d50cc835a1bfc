#!/bin/bash
# Every input of the corpus again, with checkers of memory and of undefined behaviour looking on.
. "$(dirname "$0")/../support/tap.sh"

checked=-fsanitize=address,undefined
targets=(tests/fuzz/corpus/*/)
targets=("${targets[@]#tests/fuzz/corpus/}")
targets=("${targets[@]%/}")
if ! echo 'int main(void) { return 0; }' | cc "$checked" -o "$work/asan" -x c - 2>/dev/null ||
	! "$work/asan"; then
	skip "no input breaks a target" "there is no address sanitizer here"
else
	passes "the targets compile with it" \
		make --silent --jobs="$(nproc)" VARIANT=asan "${targets[@]/#/build/asan/fuzz/}"
	for target in "${targets[@]}"; do
		passes "no $target input breaks anything" \
			"build/asan/fuzz/$target" "tests/fuzz/corpus/$target"
	done
fi

done_testing
