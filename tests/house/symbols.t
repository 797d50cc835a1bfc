#!/bin/bash
# The objects define and use only what the rules allow, and a breach is noticed.
. "$(dirname "$0")/../support/tap.sh"

silent "the objects keep to the rules, seen from anywhere" env -C / "$PWD/scripts/check_symbols"

symbols() { # SOURCE LINE...: the script, on a tree of this file alone
	local source=$1 object
	object=$work/objects/${source#src/}
	rm -rf "$work/src" "$work/objects"
	put "$work/$source" "${@:2}"
	mkdir -p "$(dirname "$object")"
	cc -O2 -c -o "${object%.c}.o" "$work/$source"
	scripts/check_symbols "$work" objects
}

silent "a function may be named as its family" symbols src/core/map/cost.c \
	"int ff_cost(void) { return 1; }" "int ff_cost_open(void) { return 1; }" \
	"static int open_to(int x) { return x; }" "int ff_cost_to(int x) { return open_to(x); }"
silent "so may one of another file of the family" symbols src/core/map/cost_least.c \
	"int ff_cost_most(void) { return 1; }"
fails "a function of another family's name is seen" 1 \
	"src/core/map/cost.c: ff_flow_open is not named ff_cost..." \
	symbols src/core/map/cost.c "int ff_flow_open(void) { return 1; }"
put "$work/src/core/map/cost.h" "/*" " * The map." " * Names: ff_flow." " */"
silent "unless its header names that prefix" scripts/check_symbols "$work" objects
fails "one without the prefix is seen" 1 "src/core/map/cost.c: cost_open is not named ff_cost..." \
	symbols src/core/map/cost.c "int cost_open(void) { return 1; }"
fails "a name that only starts like the file's is seen" 1 \
	"src/core/map/cost.c: ff_costly is not named ff_cost..." \
	symbols src/core/map/cost.c "int ff_costly(void) { return 1; }"
fails "a table's name counts too" 1 "src/core/map/cost.c: table is not named ff_cost..." \
	symbols src/core/map/cost.c "const int table[2] = {1, 2};"
silent "main() is main.c's" symbols src/cli/main.c "int main(void) { return 0; }"
fails "and no other's" 1 "src/cli/job.c: main is not named ff_job..." \
	symbols src/cli/job.c "int main(void) { return 0; }"

fails "printing below cli is seen" 1 "src/core/solve/reach.c: only src/cli may use puts" \
	symbols src/core/solve/reach.c "#include <stdio.h>" 'void ff_reach(void) { puts("here"); }'
fails "so is a message" 1 "src/core/solve/reach.c: only src/cli may use stderr" \
	symbols src/core/solve/reach.c "#include <stdio.h>" \
	"void ff_reach(int n) { fprintf(stderr, \"%d\", n); }"
fails "so is an exit" 1 "src/core/base/memory.c: only src/cli may use exit" \
	symbols src/core/base/memory.c "#include <stdlib.h>" "void ff_memory(void) { exit(1); }"
silent "cli may do all three" symbols src/cli/job.c "#include <stdio.h>" "#include <stdlib.h>" \
	'void ff_job(int n) { puts("here"); fprintf(stderr, "%d", n); exit(1); }'
fails "drawing opens no file" 1 "src/draw/canvas.c: src/draw may not use fopen" \
	symbols src/draw/canvas.c "#include <stdio.h>" \
	'void *ff_canvas(void) { return fopen("x", "r"); }'
silent "io may" symbols src/io/input.c "#include <stdio.h>" \
	'void *ff_input(void) { return fopen("x", "r"); }'

fails "a global that can change is seen" 1 \
	"src/core/map/flow.c: only src/cli may have data that can change: ff_flow_last" \
	symbols src/core/map/flow.c "int ff_flow_last;"
fails "so is one that starts with a value" 1 \
	"src/core/map/flow.c: only src/cli may have data that can change: ff_flow_last" \
	symbols src/core/map/flow.c "int ff_flow_last = 3;"
fails "so is a static one" 1 \
	"src/core/map/flow.c: only src/cli may have data that can change: last" \
	symbols src/core/map/flow.c "static int last;" "int ff_flow(int n) { return last += n; }"
silent "a table of pointers to text is constant" symbols src/core/map/flow.c \
	'const char *const ff_flow_names[2] = {"north", "east"};'
silent "cli may have data that can change" symbols src/cli/job.c "int ff_job_stopped;"

rm -rf "$work/objects"
fails "an object that is missing is named" 1 \
	"src/cli/job.c: objects/cli/job.o is not built: run make first" \
	scripts/check_symbols "$work" objects

for source in src/io/stb.c src/cli/verbs/diff.c; do
	fails "inflating without stb_image is seen: $source" 1 \
		"$source: only stb_image, the packer of rows, NPZ and the cells of pictures may use libdeflate_zlib_decompress" \
		symbols $source "int libdeflate_zlib_decompress(void);" \
		"static int inflate(void) { return libdeflate_zlib_decompress(); }" \
		"int ff_$(basename $source .c)(void) { return inflate(); }"
done
deflates=("int libdeflate_zlib_compress(void);" "int ff_deflate(void) { return libdeflate_zlib_compress(); }")
silent "rows are packed" symbols src/io/deflate.c "${deflates[@]}"
fails "others do not" 1 "src/io/write_png.c: only stb_image, the packer of rows, NPZ and the cells of pictures may use libdeflate_zlib_compress" \
	symbols src/io/write_png.c "${deflates[@]/ff_deflate/ff_png_write}"
done_testing
