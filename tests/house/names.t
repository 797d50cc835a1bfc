#!/bin/bash
# The names in src, and that a breach of the rules for them would be seen.
. "$(dirname "$0")/../support/tap.sh"

names() { # the script, on the tree in $work
	scripts/check_names "$work"
}
header() { # the header src/core/map/cost.h, of these lines
	rm -rf "$work/src"
	put "$work/src/core/map/cost.h" "$@"
}

silent "the names in src keep to the rules, seen from anywhere" env -C / "$PWD/scripts/check_names"

good=("/*" " * The map." " */" "#ifndef FF_CORE_MAP_COST_H" "#define FF_CORE_MAP_COST_H" "" "#endif")
header "${good[@]}"
put "$work/src/core/map/cost.c" "int x;"
silent "a source and its header are a pair" names
put "$work/src/core/solve/cost.c" "int x;"
silent "another folder may have a file of that name" names

header "${good[@]:3}"
fails "a header opens with a comment" 1 \
	"src/core/map/cost.h:1: a header opens with a comment that says what it is for" names
header "/*" " *" " */" "${good[@]:3}"
fails "the comment says something" 1 "src/core/map/cost.h:1: the first comment says nothing" names
header "/* The map. */" "#pragma once"
fails "a header has a guard" 1 \
	"src/core/map/cost.h:1: there is no include guard FF_CORE_MAP_COST_H" names
header "/* The map. */" "#ifndef COST_H" "#define COST_H" "#endif"
fails "the guard is named after folder and file" 1 \
	"src/core/map/cost.h:2: expected #ifndef FF_CORE_MAP_COST_H" names
header "/* The map. */" "#ifndef FF_CORE_MAP_COST_H" "#define FF_CORE_MAP_COST" "#endif"
fails "and defined as it is asked for" 1 \
	"src/core/map/cost.h:3: expected #define FF_CORE_MAP_COST_H" names

inline=("static inline int ff_cost_open(int x)" "static inline int ff_cost(int x)")
header "${good[@]:0:5}" "${inline[@]}"
silent "an inline function is named after its family" names
header "${good[@]:0:5}" "static inline int ff_costly(int x)"
fails "or else it is seen" 1 "src/core/map/cost.h:6: ff_costly is not named ff_cost..." names
header "/*" " * The map." " * Names: ff_ground, ff_costly." "${good[@]:2:3}" "${inline[@]}" \
	"static inline int ff_costly_most(int x)" "static inline int ff_ground(int x)"
silent "or has a prefix that its header names" names
header "${good[@]:0:5}" "/*" " * Names: ff_costly." " */" "static inline int ff_costly(int x)"
fails "in the first comment alone" 1 "src/core/map/cost.h:9: ff_costly is not named ff_cost..." names

header "/*" " * The map." " * Names: ff_ground." "${good[@]:2}"
put "$work/src/core/map/cost_least.h" "/*" " * The least cost." " */" "#ifndef FF_CORE_MAP_COST_LEAST_H" \
	"#define FF_CORE_MAP_COST_LEAST_H" "${inline[@]}" "static inline int ff_ground(int x)"
silent "a file of a family has the prefixes of the family's header" names
printed() {
	[[ $(scripts/check_names "$work" src/core/map/cost_least.c) == "src/core/map/cost_least.c ff_cost ff_ground" ]]
}
passes "the prefixes of a file are printed" printed

done_testing
