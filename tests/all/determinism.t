#!/bin/bash
# Either compiler, optimising more or less, with the sanitizers or without, makes
# programs that make the same of the samples: tests/golden/digests.
#
#	FULL=1    all twelve builds, else the two that differ most
. "$(dirname "$0")/../support/tap.sh"

# FF_SANDBOX_OPEN lets the sanitizers make the calls that the sandbox refuses.
asan="-DFF_SANDBOX_OPEN='\"/proc\"' -fsanitize=address,undefined,float-cast-overflow"
asan+=" -fno-sanitize-recover=all"
same_outputs() { # BUILD COMPILER FLAGS: each has a folder of its own, which is kept
	make --silent --jobs="$(nproc)" VARIANT="$1" CC="$2" CFLAGS="$3" "build/$1/flowfield" &&
		diff tests/golden/digests <(tests/support/sample_digests "build/$1/flowfield")
}
builds=(gcc-O0-asan clang-O3-release)
if [[ -n ${FULL:-} ]]; then
	builds=({gcc,clang}-{O0,O2,O3}-{release,asan})
fi
make --silent build/release/tools/show_png >&2
for build in "${builds[@]}"; do
	IFS=- read -r compiler level kind <<<"$build"
	if ! command -v "$compiler" >/dev/null; then
		skip "$build makes the same of the samples" "there is no $compiler here"
		continue
	fi
	flags=-$level
	[[ $kind == release ]] || flags+=" $asan"
	silent "$build makes the same of the samples" same_outputs "same-$build" "$compiler" "$flags"
done

done_testing
