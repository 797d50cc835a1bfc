/*
 * The requirements that make the answer yes or no: --require and --max-unreached.
 */
#ifndef FF_CLI_REQUIREMENTS_H
#define FF_CLI_REQUIREMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"
#include "cli/problem.h"
#include "cli/solution.h"

struct ff_requirement {
	const char *option; /* "require" or "max-unreached" */
	char value[64];     /* of the option: "40,12", "684", "10%"; "": it has none */
	char found[96];     /* "reached", "wall", "20 of 3957 cells (0.505 %)" */
	bool met;
};

/* ff_requirements_count() returns how many requirements the options state. */
size_t ff_requirements_count(const struct ff_options *options);

/* ff_requirements_look() sets 'out' to requirement i < ff_requirements_count(), and to what became
 * of it in a solution. */
void ff_requirements_look(const struct ff_options *options, const struct ff_problem *problem,
			  const struct ff_solution *solution, size_t i, struct ff_requirement *out);

#endif
