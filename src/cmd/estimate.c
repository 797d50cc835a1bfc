/*
 * Grids a cell, phase by phase, as src/cmd/solution.c and job.c hold them; what
 * takes no room that grows with the map is the program itself.
 */
#include "cmd/estimate.h"

#include "draw/style.h"
#include "grid/labels.h"
#include "solve/integrate.h"

/* What a small map needs: the program, its libraries, stacks. */
enum { PROGRAM = 3 << 20 };

enum { LEGEND = 72 }; /* rows of a picture */

/* What integration holds besides the map; a flee map is made of a field whose every cell is a seed.
 */
static uint64_t while_integrating(const struct ff_problem *problem,
				  const struct ff_options *options,
				  const struct ff_machine *machine)
{
	uint64_t cells = (uint64_t)problem->map.w * (uint64_t)problem->map.h;
	enum ff_field_type type = ff_integrate_type(&options->model);
	uint64_t bytes = cells * ff_field_size(type);

	bytes += ff_integrate_scratch(&options->model, type, problem->map.w, problem->map.h,
				      machine);
	if (options->flee < 0)
		bytes += cells * (1 + ff_field_size(type) + sizeof(struct ff_seed));
	return bytes;
}

/* The answers: a field, directions and classes, and what is asked for. */
static uint64_t answers(const struct ff_problem *problem, const struct ff_options *options)
{
	static const enum ff_options_output labels[] = {FF_OPTIONS_ALLOCATION, FF_OPTIONS_REGIONS,
							FF_OPTIONS_TIES};
	const char *const *outputs = options->outputs;
	uint64_t each = ff_field_size(ff_integrate_type(&options->model)) + 2;

	if (options->model.flow == FF_FLOW_GRADIENT || options->sight)
		each += sizeof(struct ff_flow_vector);
	if (options->sight || outputs[FF_OPTIONS_SIGHT_MASK] != NULL)
		each += sizeof *(struct ff_labels){0}.cells;
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		if (outputs[labels[i]] != NULL)
			each += sizeof *(struct ff_labels){0}.cells;
	return each * (uint64_t)problem->map.w * (uint64_t)problem->map.h;
}

/* As many pictures as there are threads, each a byte a pixel and as much again while it is packed.
 */
static uint64_t pictures(const struct ff_problem *problem, const struct ff_options *options,
			 const struct ff_plan *plan, const struct ff_machine *machine)
{
	int32_t w = problem->map.w, h = problem->map.h;
	uint64_t scale = (uint64_t)(options->style.scale > 0 ? options->style.scale
							     : ff_style_scale(w, h, false, 1));
	int count = 0, threads = ff_pool_threads(machine->pool);

	for (size_t i = 0; i < plan->count; i++)
		count += plan->items[i].picture;
	return (uint64_t)(count < threads ? count : threads) * 2 * scale * (uint64_t)w *
	       (scale * (uint64_t)h + LEGEND);
}

uint64_t ff_estimate_bytes(const struct ff_problem *problem, const struct ff_options *options,
			   const struct ff_plan *plan, const struct ff_machine *machine)
{
	uint64_t cells = (uint64_t)problem->map.w * (uint64_t)problem->map.h;
	uint64_t goals = (problem->given.count + problem->goals.count) * sizeof(struct ff_goal) +
			 problem->seeds.count * sizeof(struct ff_seed);
	uint64_t solving = while_integrating(problem, options, machine);
	uint64_t showing = answers(problem, options) + pictures(problem, options, plan, machine);

	return PROGRAM + goals + cells * (problem->closed.cells != NULL ? 2 : 1) +
	       (solving > showing ? solving : showing);
}
