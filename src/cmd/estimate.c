/*
 * Grids a cell, phase by phase, as src/cmd/solution.c and job.c hold them; what
 * takes no room that grows with the map is the program itself.
 */
#include "cmd/estimate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cmd/outputs.h"
#include "draw/sheet.h"
#include "draw/style.h"
#include "grid/labels.h"
#include "solve/integrate.h"

/* What a small map needs: the program, its libraries, stacks. */
enum { PROGRAM = 4 << 20 };

enum { KEPT = 16 }; /* of so many bytes one more, in blocks that were given back and are kept */

enum { LEGEND = 72 }; /* rows of a picture */

enum { REPORTED = 512 }; /* bytes of a goal in the report, while that is made */

static uint64_t cells_of(const struct ff_problem *problem)
{
	return (uint64_t)problem->map.w * (uint64_t)problem->map.h;
}

static double overlap(double from, double side, int32_t most)
{
	double first = fmax(floor(from), 0), last = fmin(ceil(from) + side - 1, most - 1);

	return fmax(last - first + 1, 0);
}

/* The goals, and the cells that start from them, twice: they are sorted; there may be as many as
 * the areas have. */
static uint64_t goals(const struct ff_problem *problem, const struct ff_options *options)
{
	const struct ff_goals *given = &problem->given;
	uint64_t marked = 0;
	double seeds = 0;

	for (size_t i = 0; i < given->count; i++)
		seeds += overlap(given->items[i].x, given->items[i].w, problem->size.w) *
			 overlap(given->items[i].y, given->items[i].h, problem->size.h);
	if (given->mask != NULL)
		for (size_t i = 0; i < (size_t)problem->size.w * (size_t)problem->size.h; i++)
			marked += given->mask[i] != 0;
	seeds = (seeds + (double)marked) * (options->subdivide ? 4 : 1) * 2 *
		sizeof(struct ff_seed);
	return (uint64_t)fmin(seeds, 1e18) + 2 * given->count * sizeof(struct ff_goal) +
	       (options->outputs[FF_OPTIONS_JSON] != NULL ? REPORTED * given->count : 0) +
	       (given->mask != NULL ? cells_of(problem) : 0);
}

/* The map as it is and, with --radius, as walkers find it. */
static uint64_t maps(const struct ff_problem *problem, const struct ff_options *options)
{
	return cells_of(problem) * (options->radius > 0 ? 2 : 1);
}

/* What integration holds besides the map; a flee map is made of a field whose every cell is a seed.
 */
static uint64_t while_integrating(const struct ff_problem *problem,
				  const struct ff_options *options,
				  const struct ff_machine *machine, enum ff_field_type type)
{
	uint64_t cells = cells_of(problem), bytes = cells * ff_field_size(type);

	bytes += ff_integrate_scratch(&options->model, type, problem->map.w, problem->map.h,
				      machine);
	if (options->flee < 0)
		bytes += cells * (1 + ff_field_size(type) + sizeof(struct ff_seed));
	return bytes;
}

/* The answers: a field, directions and classes, and what is asked for. */
static uint64_t answers(const struct ff_problem *problem, const struct ff_options *options,
			enum ff_field_type type)
{
	static const enum ff_options_output labels[] = {FF_OPTIONS_ALLOCATION, FF_OPTIONS_REGIONS,
							FF_OPTIONS_TIES};
	const char *const *outputs = options->outputs;
	uint64_t each = ff_field_size(type) + 2;

	if (options->model.flow == FF_FLOW_GRADIENT || options->sight)
		each += sizeof(struct ff_flow_vector);
	if (options->sight || outputs[FF_OPTIONS_SIGHT_MASK] != NULL)
		each += sizeof *(struct ff_labels){0}.cells;
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		if (outputs[labels[i]] != NULL)
			each += sizeof *(struct ff_labels){0}.cells;
	return each * cells_of(problem);
}

/* The most that it can be: how long the values are is not known yet. */
static int likely_scale(int32_t w, int32_t h, bool values)
{
	int scale = ff_style_scale(w, h, false, 1);

	for (int characters = 1; values && characters < FF_STYLE_PRINT; characters++) {
		int more = ff_style_scale(w, h, true, characters);

		scale = more > scale ? more : scale;
	}
	return scale;
}

/* What lines of equal cost take, before there is a field to look at: most of them are about as long
 * as the map's sides. */
static uint64_t likely_contours(const struct ff_problem *problem, const struct ff_options *options)
{
	enum { JOINED = 8 }; /* bytes for joining them, a cell and a line's cell */
	uint64_t w = (uint64_t)problem->map.w, h = (uint64_t)problem->map.h;

	return JOINED * (w * h + (uint64_t)options->style.contours * (w + h));
}

/* An SVG file: the image in it, and that again while it is packed; or then the text. */
static uint64_t sheet(const struct ff_problem *problem, const struct ff_options *options,
		      enum ff_options_output kind, int scale, uint64_t contours)
{
	enum { VALUE = 44, BOXED = 93 }; /* bytes of a number, and on what hides the lines */
	uint64_t grain = (uint64_t)ff_sheet_grain(scale);
	uint64_t image = grain * grain * cells_of(problem), text = 0;

	if (kind == FF_OPTIONS_HEATMAP && options->style.values)
		text += (options->style.contours > 0 ? BOXED : VALUE) * cells_of(problem);
	if (kind == FF_OPTIONS_HEATMAP && options->style.contours > 0)
		text += contours;
	return image + (text > image ? text : image);
}

/* As many pictures as there are threads, each a byte a pixel and as much again while it is packed;
 * the samples of grey images, and those again when packed; and SVG files. */
static uint64_t pictures(const struct ff_problem *problem, const struct ff_options *options,
			 const struct ff_plan *plan, const struct ff_machine *machine,
			 uint64_t contours)
{
	int32_t w = problem->map.w, h = problem->map.h;
	int scale = options->style.scale > 0 ? options->style.scale
					     : likely_scale(w, h, options->style.values);
	uint64_t wide = (uint64_t)scale * (uint64_t)w, high = (uint64_t)scale * (uint64_t)h;
	int count = 0, threads = ff_pool_threads(ff_machine_pool(machine));
	uint64_t samples = 0;

	for (size_t i = 0; i < plan->count; i++) {
		const struct ff_plan_item *item = &plan->items[i];

		count += item->format == FF_OUTPUTS_PNG;
		if (item->format == FF_WRITE_RASTER_PNG16)
			samples += 2 * sizeof(uint16_t) * cells_of(problem);
		if (item->format == FF_OUTPUTS_SVG)
			samples += sheet(problem, options, item->kind, scale, contours);
	}
	return samples + (uint64_t)(count < threads ? count : threads) * 2 * wide * (high + LEGEND);
}

/* Reading comes before everything else, and gives back what it took. */
static uint64_t total(const struct ff_problem *problem, const struct ff_options *options,
		      uint64_t work)
{
	uint64_t held = maps(problem, options) + work, reading = problem->size.bytes;

	if (reading < problem->goal_bytes)
		reading = problem->goal_bytes;
	held = goals(problem, options) + (held > reading ? held : reading);
	return PROGRAM + held + held / KEPT;
}

enum ff_field_type ff_estimate_type(const struct ff_problem *problem,
				    const struct ff_options *options)
{
	enum ff_field_type type = ff_integrate_type(&options->model);

	for (size_t i = 0; i < problem->given.count; i++)
		if (type == FF_FIELD_U32 &&
		    (double)problem->given.items[i].start * problem->unit >= FF_FIELD_NONE32)
			type = FF_FIELD_U64;
	return type;
}

uint64_t ff_estimate_drawing(const struct ff_problem *problem, const struct ff_options *options,
			     const struct ff_plan *plan, const struct ff_machine *machine,
			     enum ff_field_type type, uint64_t contours)
{
	uint64_t solving = while_integrating(problem, options, machine, type);
	uint64_t showing = answers(problem, options, type) +
			   pictures(problem, options, plan, machine, contours);

	return total(problem, options, solving > showing ? solving : showing);
}

uint64_t ff_estimate_bytes(const struct ff_problem *problem, const struct ff_options *options,
			   const struct ff_plan *plan, const struct ff_machine *machine,
			   enum ff_field_type type)
{
	return ff_estimate_drawing(problem, options, plan, machine, type,
				   likely_contours(problem, options));
}

/* Values, marks, costs, classes, directions and vectors; then what verifying adds to each cell. */
uint64_t ff_estimate_verify(const struct ff_problem *problem, const struct ff_options *options,
			    uint64_t text)
{
	uint64_t read = sizeof(double) + 4 + sizeof(struct ff_flow_vector);
	uint64_t checks = sizeof(double) + sizeof(int64_t) + 1;

	if (text < cells_of(problem) * checks)
		text = cells_of(problem) * checks;
	return total(problem, options, cells_of(problem) * read + text);
}

/* A field for each thread, and of each line what was read, what is found, and where goals begin. */
uint64_t ff_estimate_scen(const struct ff_problem *problem, const struct ff_options *options,
			  enum ff_field_type type, int threads, uint64_t text)
{
	enum { LINE = 32, HELD = 192 }; /* bytes of text; of blocks that double as they grow */
	uint64_t each =
		cells_of(problem) * ff_field_size(type) +
		ff_integrate_scratch(&options->model, type, problem->map.w, problem->map.h, NULL);

	return total(problem, options, (uint64_t)threads * each + text + text / LINE * HELD);
}

enum ff_status ff_estimate_fits(uint64_t bytes, const struct ff_problem *problem,
				const struct ff_options *options, struct ff_error *err)
{
	if (bytes <= (uint64_t)options->max_memory)
		return FF_OK;
	return ff_status_fail(err, FF_E_LIMIT,
			      "%s: takes about %.4g MiB of memory, more than %.4g (--max-memory)",
			      problem->name, (double)bytes / (1 << 20),
			      (double)options->max_memory / (1 << 20));
}

void ff_estimate_print(uint64_t bytes, const struct ff_problem *problem)
{
	printf("map: %s, %s, %" PRId32 "x%" PRId32 "\nmemory: %" PRIu64 " bytes, %.1f MiB\n",
	       problem->name, problem->kind, problem->size.w, problem->size.h, bytes,
	       (double)bytes / (1 << 20));
}
