#include "core/base/machine.h"

#include "tap.h"

#include <string.h>

static void plain_instructions_are_always_there(void)
{
	CHECK(ff_machine_has(FF_CPU_PLAIN), "%s", ff_machine_cpus[FF_CPU_PLAIN]);
}

static void the_best_set_is_the_last_that_there_is(void)
{
	enum ff_cpu best = ff_machine_best();

	CHECK(best < FF_CPUS && ff_machine_has(best), "%d", best);
	for (enum ff_cpu cpu = best + 1; cpu < FF_CPUS; cpu++)
		CHECK(!ff_machine_has(cpu), "%s", ff_machine_cpus[cpu]);
}

static void sets_have_names_of_their_own(void)
{
	for (int a = 0; a < FF_CPUS; a++)
		for (int b = 0; b < a; b++)
			CHECK(strcmp(ff_machine_cpus[a], ff_machine_cpus[b]) != 0, "%d %d", a, b);
}

int main(void)
{
	RUN(plain_instructions_are_always_there);
	RUN(the_best_set_is_the_last_that_there_is);
	RUN(sets_have_names_of_their_own);
	return tap_done();
}
