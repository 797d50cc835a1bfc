#!/bin/bash
# The public header: its example compiles and runs, compilers of C++ and of C without extensions
# accept it, and the tests of this folder call all of it.
. "$(dirname "$0")/../support/tap.sh"

# The lines of the opening comment from the first #include to the end of main().
sed -n '/^ \*\/$/q; s/^ \*\t//p' src/flowfield.h | sed -n '/^#include/,/^}$/p' >"$work/example.c"
passes "its example compiles, with the library alone" \
	cc -std=c11 -Wall -Wextra -Werror -Isrc -o "$work/example" "$work/example.c" \
	build/release/libflowfield.a -lm -pthread
says() {
	diff - <("$work/example") <<-END
		from 0,2 a goal costs 7
		a walker at 0.3,1.8 goes to +0.00,-1.00
		now it costs 15
	END
}
passes "and does what it says" says

echo '#include "flowfield.h"' >"$work/alone.c"
for compiler in g++ clang++; do
	if command -v $compiler >/dev/null; then
		silent "$compiler takes it" $compiler -std=c++11 -Wall -Wextra -Wpedantic -Werror \
			-Isrc -x c++ -c -o "$work/alone.o" "$work/alone.c"
	else
		tap_line ok "$compiler takes it # SKIP there is no $compiler"
	fi
done
silent "and a strict compiler of C99" cc -std=c99 -Wall -Wextra -Wpedantic -Werror -Isrc -c \
	-o "$work/alone.o" "$work/alone.c"
functions() { # all that the header declares
	grep '^FF_API' src/flowfield.h | grep -o '\bff_[a-z_]*(' | tr -d '(' | sort
}
defined() { # all that the library defines for others
	nm --defined-only --extern-only build/release/libflowfield.a | awk 'NF == 3 { print $3 }' | sort
}
missing() {
	comm -23 <(functions) <(defined)
}
silent "the library has all that it declares" missing

# The functions that no test calls, and the documented statuses that no test expects: those of the
# comment before a group of functions, from one of the group; FF_OK from each.  FF_E_NOMEM is
# expected of what the last section of a file, "memory", calls.
untested() {
	perl -0777 - src/flowfield.h tests/api/test_*.c <<-'END'
		local $/;
		my ($header, @sources) = map { open my $file, '<', $_ or die; <$file> } @ARGV;
		my $tests = join "\n", @sources;
		my $memory = join "\n", map { m{/\* ---- memory(.*)}s } @sources;
		my %body = $tests =~ /^(?:static )[^;{}]*?\b(\w+)\([^;{}]*\)\n(\{.*?^\})/gms;
		for (my $grown = 1; $grown;) {
			my @called = grep { $memory =~ /\b$_\(/ } keys %body;
			$memory .= delete $body{$_} for @called;
			$grown = @called;
		}
		my @statements = split /;\n/, $tests;
		while ($header =~ m{/\*((?:(?!\*/).)*)\*/\n((?:FF_API [^;]*;\n)+)}gs) {
			my ($comment, $group) = ($1, $2);
			my @names = $group =~ /\b(ff_\w+)\(/g;
			my %status = map { $_ => 1 } $comment =~ /\b(FF_OK|FF_E_\w+)/g;
			for my $name (@names) {
				print "$name() is not called\n" if $tests !~ /\b$name\(/;
				print "$name(): no test expects FF_OK\n"
					if $group =~ /enum ff_status\s+$name\(/
					&& !grep { /\b$name\(/ && /\bFF_OK\b/ } @statements;
			}
			for my $status (grep { $_ ne 'FF_OK' } sort keys %status) {
				# No caller can make a world wrong: tests/unit/test_verify.
				next if "$status @names" eq 'FF_E_ANSWER ff_world_verify';
				print "@names: no test expects $status\n" if !grep {
					my $name = $_;
					$status eq 'FF_E_NOMEM' ? $memory =~ /\b$name\(/
						: grep { /\b$name\(/ && /\b$status\b/ } @statements
				} @names;
			}
		}
	END
}
silent "the tests call each function and expect each status" untested
done_testing
