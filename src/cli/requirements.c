#include "cli/requirements.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/base/number.h"
#include "core/map/field.h"

size_t ff_requirements_count(const struct ff_options *options)
{
	if (options->action == FF_OPTIONS_WALK)
		return options->walk.require ? 1 : 0;
	return options->required_count + (options->max_unreached >= 0 ? 1 : 0);
}

/* Returns the worst class of the cells into which a cell of the map in the file was split. */
static enum ff_class class_of(const struct ff_options *options, const struct ff_problem *problem,
			      const struct ff_solution *solution, struct ff_problem_cell cell)
{
	int64_t parts = options->subdivide ? 2 : 1;
	enum ff_class worst = FF_GOAL;

	for (int64_t y = cell.y * parts; y < (cell.y + 1) * parts; y++)
		for (int64_t x = cell.x * parts; x < (cell.x + 1) * parts; x++) {
			size_t i = ff_cost_index(&problem->map, (int32_t)x, (int32_t)y);
			enum ff_class class = solution->classes.cells[i];

			worst = class > worst ? class : worst;
		}
	return worst;
}

/* Returns true if only --radius makes a wall of a cell, or of a part of it. */
static bool is_closed(const struct ff_options *options, const struct ff_problem *problem,
		      struct ff_problem_cell cell, enum ff_class class)
{
	int64_t parts = options->subdivide ? 2 : 1;
	size_t i =
		ff_cost_index(&problem->map, (int32_t)(cell.x * parts), (int32_t)(cell.y * parts));

	return class == FF_WALL && problem->closed.cells != NULL &&
	       problem->map.cells[i] != FF_COST_WALL;
}

static void look_at_cell(const struct ff_options *options, const struct ff_problem *problem,
			 const struct ff_solution *solution, size_t i, struct ff_requirement *out)
{
	struct ff_problem_cell cell = problem->required[i];
	enum ff_class class = class_of(options, problem, solution, cell);

	snprintf(out->value, sizeof out->value, "%" PRId32 ",%" PRId32, cell.x, cell.y);
	snprintf(out->found, sizeof out->found, "%s",
		 is_closed(options, problem, cell, class) ? "too near a wall"
		 : class == FF_NOT_COMPUTED               ? "not computed: see --from"
		 : class == FF_NOT_YET                    ? "not yet known: see --budget"
							  : ff_classes_names[class]);
	out->met = class <= FF_REACHED;
}

/* Writes a number with up to three decimals. */
static void put_percent(char to[32], double percent)
{
	to[ff_number_fixed(to, floor(percent * 1000 + 0.5) / 1000)] = '\0';
}

/* A cell that --subdivide has split counts as one, and in part as a whole one. */
static void look_at_unreached(const struct ff_options *options, const struct ff_solution *solution,
			      struct ff_requirement *out)
{
	const uint64_t *count = solution->classes.count;
	uint64_t parts = options->subdivide ? 4 : 1; /* of a cell */
	uint64_t open = count[FF_GOAL] + count[FF_REACHED] + count[FF_UNREACHED];
	uint64_t unreached = (count[FF_UNREACHED] + parts - 1) / parts;
	double most = options->max_unreached_percent;
	char percent[32];

	if (most < 0) {
		snprintf(out->value, sizeof out->value, "%d", options->max_unreached);
		snprintf(out->found, sizeof out->found, "%" PRIu64 " cells", unreached);
		out->met = unreached <= (uint64_t)options->max_unreached;
		return;
	}
	percent[ff_number_fixed(percent, most)] = '\0';
	snprintf(out->value, sizeof out->value, "%s%%", percent);
	put_percent(percent, open == 0 ? 0 : (double)count[FF_UNREACHED] * 100 / (double)open);
	snprintf(out->found, sizeof out->found, "%" PRIu64 " of %" PRIu64 " cells (%s %%)",
		 unreached, (open + parts - 1) / parts, percent);
	/* Decimals such as 0.1 are a little off in binary. */
	out->met = (double)count[FF_UNREACHED] * 100 <= most * (double)open * (1 + DBL_EPSILON);
}

static void look_at_walkers(const struct ff_walk_solution *walk, struct ff_requirement *out)
{
	snprintf(out->found, sizeof out->found, "%zu of %zu walkers", walk->arrived,
		 walk->walkers.count);
	out->met = walk->arrived == walk->walkers.count;
}

void ff_requirements_look(const struct ff_options *options, const struct ff_problem *problem,
			  const struct ff_solution *solution, size_t i, struct ff_requirement *out)
{
	*out = (struct ff_requirement){.option = "require"};
	if (options->action == FF_OPTIONS_WALK) {
		look_at_walkers(&solution->walk, out);
	} else if (i < options->required_count) {
		look_at_cell(options, problem, solution, i, out);
	} else {
		out->option = "max-unreached";
		look_at_unreached(options, solution, out);
	}
}
