/*
 * The bytes as a command line, an argument a line.
 */
#include "fuzz.h"

#include <math.h>

#include "cli/verb.h"
#include "cli/verbs/walk.h"
#include "core/base/machine.h"
#include "core/map/map.h"
#include "core/map/sectors.h"

enum { WORDS = 64 };

static void check_goals(const struct ff_options *o)
{
	assert(o->goals.count + o->goal_file_count >= 1 || o->verb == &ff_run_verb);
	assert(o->goals.mask == NULL);
	for (size_t i = 0; i < o->goals.count; i++) {
		const struct ff_goal *goal = &o->goals.items[i];

		assert(fabs(goal->x) <= FF_GOALS_PLACE_MAX && fabs(goal->y) <= FF_GOALS_PLACE_MAX);
		assert(goal->w >= 1 && goal->w <= FF_GOALS_SIDE_MAX);
		assert(goal->h >= 1 && goal->h <= FF_GOALS_SIDE_MAX);
		assert(goal->start >= 0 && goal->start <= FF_GOALS_START_MAX && goal->level == 0);
		if (goal->w > 1 || goal->h > 1)
			assert(goal->x == floor(goal->x) && goal->y == floor(goal->y));
	}
	for (size_t i = 0; i < o->goal_file_count; i++)
		assert(*o->goal_files[i] != '\0');
	for (size_t i = 0; i < o->required_count; i++)
		assert(fabs(o->required[i].x) <= FF_GOALS_PLACE_MAX &&
		       fabs(o->required[i].y) <= FF_GOALS_PLACE_MAX);
}

static void check_walk(const struct ff_options *o)
{
	const struct ff_walk_options *walk = (const struct ff_walk_options *)o;

	for (size_t i = 0; i < walk->starts.spawn_count; i++) {
		const struct ff_starts_spawn *spawn = &walk->starts.spawns[i];

		assert(spawn->count >= 1 && spawn->count <= FF_STARTS_WALKERS);
		assert(spawn->x >= 0 && spawn->y >= 0 && (spawn->w >= 1) == (spawn->h >= 1));
		assert(spawn->w >= 1 || (spawn->x == 0 && spawn->y == 0));
		assert(memchr(spawn->group, '\0', sizeof spawn->group) != NULL);
	}
	for (size_t i = 0; i < walk->group_count; i++)
		assert(walk->groups[i].goals.count >= 1);
	assert(walk->starts.seed >= 0 && walk->speed > 0 && walk->crowd.dt >= 0 &&
	       walk->simulate >= 0);
	assert(walk->traffic_in < FF_WALK_OPTIONS_TRAFFICS);
	assert(o->radius > 0);
}

static void check_question(const struct ff_options *o)
{
	assert(o->max_cost >= 0 && o->max_unreached.cells >= -1 &&
	       o->max_unreached.cells <= FF_COST_CELLS_MAX);
	assert(o->max_unreached.percent == -1 ||
	       (o->max_unreached.cells == 0 && o->max_unreached.percent >= 0 &&
		o->max_unreached.percent <= 100));
	assert(o->radius >= 0 && o->radius <= 1e6);
	assert(o->coarsen.side == 0 || (o->coarsen.side >= 2 && !o->subdivide));
	assert(o->coarsen.rule < FF_COARSEN_RULES);
	assert(o->cell_size == 0 || (o->cell_size >= 0.001 && o->cell_size <= 1e6));
	assert(fabs(o->origin.x) <= 1e9 && fabs(o->origin.y) <= 1e9);
	assert(o->flee == 0 || (o->flee >= -5 && o->flee <= -0.01 && !o->sight));
	assert(o->model.metric < FF_METRICS && o->model.step < FF_STEPS);
	assert(o->model.corners < FF_CORNERS);
	assert(o->model.flow > FF_FLOW_OWN && o->model.flow < FF_FLOWS);
	assert(o->model.metric != FF_METRIC_EUCLID || o->model.step == FF_STEP_CELL);
	assert(o->levels.wall_from >= 0 && o->levels.wall_from <= 255);
	for (size_t i = 0; i < o->levels.count; i++)
		assert(o->levels.remaps[i].first <= o->levels.remaps[i].last &&
		       o->levels.remaps[i].cost >= 1);
}

static void check_options(const struct ff_options *o)
{
	assert(o->recorded != NULL && o->given != NULL);
	if (o->help || o->version)
		return;
	assert(o->map != NULL && *o->map != '\0');
	assert(o->animation.fps > 0 && o->animation.batch >= 0 && o->animation.budget >= 1);
	assert(o->source_count == 0 || ff_argv_find(o->verb->table, "from", 4) != NULL);
	assert(o->verb == &ff_walk_verb || o->verb == &ff_sectors_verb ||
	       o->outputs[FF_OPTIONS_PATHS] == NULL || o->source_count > 0);
	check_goals(o);
	check_question(o);
	if (o->verb == &ff_walk_verb)
		check_walk(o);
	for (int i = 0; i < FF_OPTIONS_OUTPUTS; i++)
		assert(o->outputs[i] == NULL ||
		       (*o->outputs[i] != '\0' && o->verb != &ff_verify_verb));
	assert(o->outputs[FF_OPTIONS_PICTURE] == NULL || o->verb == &ff_at_verb);
	for (int i = FF_OPTIONS_PORTALS; i < FF_OPTIONS_OUTPUTS; i++)
		assert(o->outputs[i] == NULL ||
		       o->verb == (i < FF_OPTIONS_TRAFFIC ? &ff_sectors_verb : &ff_walk_verb));
	assert(o->legend == NULL || *o->legend != '\0');
	assert(!o->force || !o->no_clobber);
	assert(o->threads >= 0 && o->threads <= FF_THREADS_MAX);
	assert(o->style.colormap < FF_COLORMAPS && o->style.legend <= FF_STYLE_LEGEND_NEVER);
	assert(o->style.range >= 0 && o->style.range <= 1e15);
	assert(o->style.scale >= 0 && o->style.scale <= FF_STYLE_SCALE_MAX);
	assert(o->style.block >= 0 && o->style.block <= FF_STYLE_BLOCK_MAX);
	assert(o->style.block <= 1 || o->style.scale == 1);
	assert(o->style.with >> FF_STYLE_LAYERS == 0);
	for (int k = 0; k < FF_STYLE_LAYERS; k++)
		assert(o->style.numbers[k] >= 0 &&
		       o->style.numbers[k] <= ff_style_layer_ranges[k].most);
}

/* Copies a line into a block of its exact size; the caller frees it. */
static char *word(const uint8_t *from, size_t n)
{
	char *copy = fuzz_block(n + 1, 1);

	memcpy(copy, from, n);
	copy[n] = '\0';
	return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size;
	char *argv[WORDS + 1] = {word((const uint8_t *)"flowfield", 9)};
	const struct ff_verb *verb;
	struct ff_options *options;
	struct ff_error err = {""};
	enum ff_status st;
	int argc = 1, first;

	while (data < end && argc < WORDS) {
		const uint8_t *line = memchr(data, '\n', (size_t)(end - data));
		size_t n = (size_t)((line == NULL ? end : line) - data);

		argv[argc++] = word(data, n);
		data += line == NULL ? n : n + 1;
	}
	verb = argc > 1 ? ff_verb_find(argv[1]) : NULL;
	first = verb != NULL && verb->run == NULL;
	if (!first)
		verb = &ff_run_verb;
	options = fuzz_block(verb->size, 1);
	st = ff_options_parse(options, verb, argc - first, argv + first, &err);
	if (st == FF_OK) {
		check_options(options);
		ff_options_free(options);
	} else {
		assert(st == FF_E_USAGE && err.text[0] != '\0');
	}
	free(options);
	for (int i = 0; i < argc; i++)
		free(argv[i]);
	return 0;
}
