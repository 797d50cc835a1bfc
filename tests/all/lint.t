#!/bin/bash
# The analyzers of "make lint" are content with every source; tests/house/lint.t has the rest.
. "$(dirname "$0")/../support/tap.sh"

passes "clang-tidy is content" scripts/lint tidy
passes "cppcheck is content" scripts/lint cppcheck
passes "gcc's analyzer is content" scripts/lint analyzer
passes "so is clang's" scripts/lint scan

done_testing
