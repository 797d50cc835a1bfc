#!/bin/bash
# Memory that runs out, with every access to memory watched.
. "$(dirname "$0")/../support/tap.sh"

make -s VARIANT=asan build/asan/faults/test_memory >&2
build/asan/faults/test_memory
