#!/bin/bash
# The release build is hardened: it shows in the program, not only in the Makefile.
. "$(dirname "$0")/../support/tap.sh"

program=build/release/flowfield
read_program() { # OPTION PATTERN: a line of what readelf says has it
	grep -E -e "$2" <<<"$(readelf --wide "$1" "$program")"
}
passes "it can be loaded anywhere" read_program --file-header 'Type: +DYN'
passes "and is a program for all that" read_program --dynamic 'Flags:.* PIE'
passes "its tables are read-only once it is linked" read_program --program-headers ' GNU_RELRO '
passes "which is before it starts" read_program --dynamic 'Flags:.* NOW'
passes "no code runs on its stack" read_program --program-headers ' GNU_STACK .* RW +0x'
passes "the stack has canaries" read_program --symbols ' UND __stack_chk_fail'
passes "copies and texts are checked" read_program --symbols ' UND __(memcpy|snprintf)_chk'

# Hardening without a symbol shows in the code of a function with a large frame.
put "$work/frame.c" "void use(char *);" "int frame(void);" \
	"int frame(void) { char text[20000]; use(text); return text[0]; }"
read -ra command < <(sed -E 's/ -MMD -MP| -DFF_VERSION=[^ ]*| -pie| -Wl,[^ ]*//g' build/release/flags)
code() { # PATTERN: an instruction has it
	grep -E -e "$1" <<<"$("${command[@]}" -S -o - "$work/frame.c")"
}
if [[ $(uname -m) == x86_64 ]]; then
	passes "no page of the stack is jumped over" code '(subq|cmpq|leaq).*4096'
else
	skip "no page of the stack is jumped over" "this is no x86-64"
fi

done_testing
