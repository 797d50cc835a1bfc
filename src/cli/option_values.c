#include "cli/option_values.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/outputs.h"
#include "core/base/memory.h"
#include "core/base/pool.h"
#include "core/map/sectors.h"

#define PLACE(member) offsetof(struct ff_options, member)

/* false and 0 become true and 1 */
static const size_t flags[] = {
	[FF_OPTION_VALUES_SUBDIVIDE] = PLACE(subdivide),
	[FF_OPTION_VALUES_SIGHT] = PLACE(sight),
	[FF_OPTION_VALUES_VALUES] = PLACE(style.values),
	[FF_OPTION_VALUES_DRY_RUN] = PLACE(dry_run),
	[FF_OPTION_VALUES_NO_SANDBOX] = PLACE(no_sandbox),
	[FF_OPTION_VALUES_EXACT] = PLACE(sectors.exact),
	[FF_OPTION_VALUES_DETOURS] = PLACE(detours),
	[FF_OPTION_VALUES_SLOW_BY_COST] = PLACE(walk.slow_by_cost),
	[FF_OPTION_VALUES_REQUIRE] = PLACE(walk.require),
	[FF_OPTION_VALUES_TRAFFIC_ALL] = PLACE(walk.traffic_all),
	[FF_OPTION_VALUES_VERIFY] = PLACE(update.verify),
};

static const char *const legends[] = {
	[FF_STYLE_LEGEND_AUTO] = "auto",
	[FF_STYLE_LEGEND_ALWAYS] = "always",
	[FF_STYLE_LEGEND_NEVER] = "never",
};

static const char *const traffics[FF_OPTIONS_TRAFFICS] = {
	[FF_OPTIONS_TRAFFIC_VISITS] = "visits",
	[FF_OPTIONS_TRAFFIC_SECONDS] = "seconds",
};

static const struct {
	const char *const *names; /* [count] */
	int count;
	size_t place;
} choices[] = {
	[FF_OPTION_VALUES_METRIC] = {ff_model_metrics, FF_METRICS, PLACE(model.metric)},
	[FF_OPTION_VALUES_STEP] = {ff_model_steps, FF_STEPS, PLACE(model.step)},
	[FF_OPTION_VALUES_CORNERS] = {ff_model_corners, FF_CORNERS, PLACE(model.corners)},
	[FF_OPTION_VALUES_FLOW] = {ff_model_flows, FF_FLOWS, PLACE(model.flow)},
	[FF_OPTION_VALUES_ENCODING] = {ff_encoding_names, FF_ENCODINGS, PLACE(encoding)},
	[FF_OPTION_VALUES_NONE] = {ff_write_raster_nones, FF_WRITE_RASTER_NONES, PLACE(none)},
	[FF_OPTION_VALUES_COLORMAP] = {ff_colormap_names, FF_COLORMAPS, PLACE(style.colormap)},
	[FF_OPTION_VALUES_LEGEND] = {legends, FF_STYLE_LEGEND_NEVER + 1, PLACE(style.legend)},
	[FF_OPTION_VALUES_FOLLOW] = {ff_trace_rules, FF_TRACE_RULES, PLACE(walk.follow)},
	[FF_OPTION_VALUES_TRAFFIC_IN] = {traffics, FF_OPTIONS_TRAFFICS, PLACE(walk.traffic_in)},
};

_Static_assert(sizeof(enum ff_metric) == sizeof(int), "enums are set as ints");

static const struct {
	int min, max;
	size_t place;
} ints[] = {
	[FF_OPTION_VALUES_MAX_CELLS] = {1, FF_COST_CELLS_MAX, PLACE(max_cells)},
	[FF_OPTION_VALUES_WALL_FROM] = {1, 255, PLACE(levels.wall_from)},
	[FF_OPTION_VALUES_UNKNOWN] = {1, FF_COST_MAX, PLACE(unknown)},
	[FF_OPTION_VALUES_SCALE] = {1, FF_STYLE_SCALE_MAX, PLACE(style.scale)},
	[FF_OPTION_VALUES_CONTOURS] = {1, FF_STYLE_CONTOURS_MAX, PLACE(style.contours)},
	[FF_OPTION_VALUES_THREADS] = {1, FF_POOL_THREADS, PLACE(threads)},
	[FF_OPTION_VALUES_SECTOR_SIZE] = {FF_SECTORS_SIZE_MIN, FF_SECTORS_SIZE_MAX,
					  PLACE(sectors.size)},
};

static const struct {
	int64_t min, max;
	size_t place;
} longs[] = {
	[FF_OPTION_VALUES_BATCH] = {1, FF_COST_CELLS_MAX, PLACE(animation.batch)},
	[FF_OPTION_VALUES_BUDGET] = {1, FF_COST_CELLS_MAX, PLACE(animation.budget)},
	[FF_OPTION_VALUES_SEED] = {0, INT64_MAX, PLACE(walk.seed)},
};

static const struct {
	double min, max;
	size_t place;
	const char *wanted;
} reals[] = {
	[FF_OPTION_VALUES_MAX_COST] = {0, 1e15, PLACE(max_cost), "a number of 0 or more"},
	[FF_OPTION_VALUES_RADIUS] = {0, 1e6, PLACE(radius), "a number in 0..1000000"},
	[FF_OPTION_VALUES_SCALE_VALUES] = {1e-9, 1e9, PLACE(scale_values),
					   "a number in 0.000000001..1000000000"},
	[FF_OPTION_VALUES_SNAP] = {0.5, 1e9, PLACE(snap), "a number in 0.5..1000000000"},
	/* With the largest start cost on the largest map, values stay within 2^53. */
	[FF_OPTION_VALUES_FLEE] = {-5, -0.01, PLACE(flee), "a number in -5..-0.01"},
	[FF_OPTION_VALUES_FPS] = {0.1, 100, PLACE(animation.fps), "a number in 0.1..100"},
	[FF_OPTION_VALUES_SPEED] = {FF_WALKERS_SPEED_MIN, FF_WALKERS_SPEED_MAX, PLACE(walk.speed),
				    "a number in 0.001..1000"},
	[FF_OPTION_VALUES_SIMULATE] = {0.001, 1e6, PLACE(walk.simulate),
				       "a number of seconds in 0.001..1000000"},
	[FF_OPTION_VALUES_DT] = {0.0001, 1000, PLACE(walk.dt),
				 "a number of seconds in 0.0001..1000"},
	[FF_OPTION_VALUES_FORCE] = {0.001, 1e6, PLACE(walk.force), "a number in 0.001..1000000"},
	[FF_OPTION_VALUES_SEPARATION] = {0, 1e6, PLACE(walk.separation), "a number in 0..1000000"},
	[FF_OPTION_VALUES_ALIGNMENT] = {0, 1e6, PLACE(walk.alignment), "a number in 0..1000000"},
	[FF_OPTION_VALUES_COHESION] = {0, 1e6, PLACE(walk.cohesion), "a number in 0..1000000"},
	[FF_OPTION_VALUES_AVOIDANCE] = {0, 1e6, PLACE(walk.avoidance), "a number in 0..1000000"},
	[FF_OPTION_VALUES_HEADWAY] = {0, 1000, PLACE(walk.headway),
				      "a number of seconds in 0..1000"},
	[FF_OPTION_VALUES_PACE] = {0.001, 1e6, PLACE(walk.pace), "a number in 0.001..1000000"},
};

static const size_t sizes[] = {
	[FF_OPTION_VALUES_MAX_MEMORY] = PLACE(max_memory),
	[FF_OPTION_VALUES_MAX_ANIMATION] = PLACE(animation.max_bytes),
};

static const size_t paths[] = {
	[FF_OPTION_VALUES_OUT_DIR] = PLACE(out_dir),
	[FF_OPTION_VALUES_LOAD_GRAPH] = PLACE(sectors.load_graph),
	[FF_OPTION_VALUES_FROM_MAP] = PLACE(from_map),
	[FF_OPTION_VALUES_EDITS] = PLACE(update.edits),
	[FF_OPTION_VALUES_AGENTS] = PLACE(walk.agents),
	[FF_OPTION_VALUES_FRAMES] = PLACE(animation.frames),
	[FF_OPTION_VALUES_DIFFERENCE] = PLACE(difference),
};

enum ff_status ff_option_values_bad(const struct ff_argv_option *option, const char *value,
				    enum ff_number why, const char *wanted, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_USAGE, "--%s %s: %s%s", option->name, value,
			      why == FF_NUMBER_RANGE ? "is out of range: wanted is " : "wanted is ",
			      wanted);
}

enum ff_status ff_option_values_flag(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	struct ff_options *o = target;

	(void)value, (void)err;
	if (option->which == FF_OPTION_VALUES_INVERT)
		o->levels.invert = 1;
	else
		memcpy((char *)target + flags[option->which], &(bool){true}, sizeof(bool));
	return FF_OK;
}

enum ff_status ff_option_values_choice(void *target, const struct ff_argv_option *option,
				       const char *value, struct ff_error *err)
{
	const char *const *names = choices[option->which].names;
	int i = 0;

	while (i < choices[option->which].count && strcmp(value, names[i]) != 0)
		i++;
	if (i == choices[option->which].count)
		return ff_status_fail(err, FF_E_USAGE, "--%s %s: there is %s", option->name, value,
				      option->text);
	memcpy((char *)target + choices[option->which].place, &i, sizeof i);
	return FF_OK;
}

const char *const *ff_option_values_words(enum ff_option_values_choice which, size_t *count)
{
	*count = (size_t)choices[which].count;
	return choices[which].names;
}

enum ff_status ff_option_values_int(void *target, const struct ff_argv_option *option,
				    const char *value, struct ff_error *err)
{
	int min = ints[option->which].min, max = ints[option->which].max;
	enum ff_number why;
	int64_t number;
	char range[64];

	why = ff_number_parse(value, strlen(value), min, max, &number);
	if (why == FF_NUMBER_OK) {
		memcpy((char *)target + ints[option->which].place, &(int){(int)number},
		       sizeof(int));
		return FF_OK;
	}
	snprintf(range, sizeof range, "a whole number in %d..%d", min, max);
	return ff_option_values_bad(option, value, why, range, err);
}

enum ff_status ff_option_values_long(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	int64_t min = longs[option->which].min, max = longs[option->which].max, number;
	enum ff_number why = ff_number_parse(value, strlen(value), min, max, &number);
	char range[80];

	if (why == FF_NUMBER_OK) {
		memcpy((char *)target + longs[option->which].place, &number, sizeof number);
		return FF_OK;
	}
	snprintf(range, sizeof range, "a whole number in %" PRId64 "..%" PRId64, min, max);
	return ff_option_values_bad(option, value, why, range, err);
}

enum ff_status ff_option_values_real(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	int which = option->which;
	double number = which == FF_OPTION_VALUES_SNAP ? (double)INFINITY : -1.2; /* no value */
	enum ff_number why = FF_NUMBER_OK;

	if (value != NULL)
		why = ff_number_decimal(value, strlen(value), reals[which].min, reals[which].max,
					&number);
	if (why != FF_NUMBER_OK)
		return ff_option_values_bad(option, value, why, reals[which].wanted, err);
	memcpy((char *)target + reals[which].place, &number, sizeof number);
	return FF_OK;
}

enum ff_status ff_option_values_bytes(const struct ff_argv_option *option, const char *value,
				      int64_t *bytes, struct ff_error *err)
{
	static const char units[] = "KMGT";
	size_t n = strlen(value);
	const char *unit = n == 0 ? NULL : strchr(units, toupper((unsigned char)value[n - 1]));
	int shift = unit == NULL ? 0 : 10 * (int)(unit - units + 1);
	enum ff_number why;
	int64_t number;

	why = ff_number_parse(value, unit == NULL ? n : n - 1, 1, INT64_MAX >> shift, &number);
	if (why != FF_NUMBER_OK)
		return ff_option_values_bad(
			option, value, why,
			"a number of bytes of 1 or more, or one with K, M, G or T", err);
	*bytes = number << shift;
	return FF_OK;
}

enum ff_status ff_option_values_size(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	int64_t bytes = 0;
	enum ff_status st = ff_option_values_bytes(option, value, &bytes, err);

	if (st == FF_OK)
		memcpy((char *)target + sizes[option->which], &bytes, sizeof bytes);
	return st;
}

enum ff_status ff_option_values_path(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	bool folder = strcmp(option->value_name, "DIR") == 0;
	const char *before;

	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a %s's name", option->name,
				      folder ? "folder" : "file");
	memcpy(&before, (char *)target + paths[option->which], sizeof before);
	if (before != NULL && option->which != FF_OPTION_VALUES_OUT_DIR)
		return ff_status_fail(err, FF_E_USAGE, "--%s is given twice", option->name);
	memcpy((char *)target + paths[option->which], &value, sizeof value);
	return FF_OK;
}

enum ff_status ff_option_values_output(void *target, const struct ff_argv_option *option,
				       const char *value, struct ff_error *err)
{
	const char **output = &((struct ff_options *)target)->outputs[option->which], *path;
	int format;

	if (*output != NULL)
		return ff_status_fail(err, FF_E_USAGE, "--%s is given twice", option->name);
	*output = value;
	return ff_outputs_find((enum ff_options_output)option->which, value, &format, &path, err);
}

enum ff_number ff_option_values_list(const char *text, size_t n, double *list, int count)
{
	static const double side = FF_GOALS_PLACE_MAX;
	enum ff_number worst = FF_NUMBER_OK;

	for (int i = 0; i < count; i++) {
		const char *comma = memchr(text, ',', n);
		size_t length = comma == NULL ? n : (size_t)(comma - text);

		enum ff_number why = ff_number_decimal(text, length, -side, side, &list[i]);

		if ((comma == NULL) != (i == count - 1) || why == FF_NUMBER_NOT)
			return FF_NUMBER_NOT;
		worst = why == FF_NUMBER_OK ? worst : why;
		text += length + 1;
		n -= length + (comma == NULL ? 0 : 1);
	}
	return worst;
}

/* Xm,Ym */
static enum ff_number parse_metres(const char *text, size_t n, double place[2])
{
	const char *comma = memchr(text, ',', n);
	size_t x = comma == NULL ? 0 : (size_t)(comma - text), y = n - x - 1;
	static const double side = FF_GOALS_PLACE_MAX;
	enum ff_number why[2];

	if (x == 0 || y == 0 || text[x - 1] != 'm' || text[n - 1] != 'm')
		return FF_NUMBER_NOT;
	why[0] = ff_number_decimal(text, x - 1, -side, side, &place[0]);
	why[1] = ff_number_decimal(comma + 1, y - 1, -side, side, &place[1]);
	return why[0] > why[1] ? why[0] : why[1];
}

static bool is_whole(double number)
{
	return floor(number) == number;
}

const char ff_option_values_goals[] =
	"X,Y or, with whole numbers, X,Y,W,H, or metres, Xm,Ym; then perhaps +COST";

enum ff_number ff_option_values_goal(const char *value, struct ff_goal *goal)
{
	size_t n = strcspn(value, "+");
	double place[4] = {0, 0, 1, 1};
	enum ff_number why = ff_option_values_list(value, n, place, 2);

	*goal = (struct ff_goal){0};
	if (why == FF_NUMBER_NOT && n > 0 && value[n - 1] == 'm') {
		why = parse_metres(value, n, place);
		goal->metres = true;
	} else if (why == FF_NUMBER_NOT) {
		why = ff_option_values_list(value, n, place, 4);
		for (int i = 0; i < 4 && why == FF_NUMBER_OK; i++)
			if (!is_whole(place[i]) || (i >= 2 && place[i] < 1))
				why = FF_NUMBER_NOT;
			else if (i >= 2 && place[i] > FF_GOALS_SIDE_MAX)
				why = FF_NUMBER_RANGE;
	}
	if (why != FF_NUMBER_OK)
		return why;
	goal->x = place[0];
	goal->y = place[1];
	goal->w = (int32_t)place[2];
	goal->h = (int32_t)place[3];
	if (value[n] == '\0')
		return FF_NUMBER_OK;
	return ff_number_parse(value + n + 1, strlen(value + n + 1), 0, FF_GOALS_START_MAX,
			       &goal->start);
}

enum ff_status ff_option_values_place(const struct ff_argv_option *option, const char *value,
				      bool whole, struct ff_options_place **places, size_t *count,
				      size_t *room, const char *what, struct ff_error *err)
{
	void *items = *places;
	size_t n = strlen(value);
	double place[2];
	bool metres = parse_metres(value, n, place) == FF_NUMBER_OK;

	if (!metres && (ff_option_values_list(value, n, place, 2) != FF_NUMBER_OK ||
			(whole && (!is_whole(place[0]) || !is_whole(place[1])))))
		return ff_option_values_bad(
			option, value, FF_NUMBER_NOT,
			whole ? "X,Y, two whole numbers and a comma, or metres, Xm,Ym"
			      : "X,Y, two numbers and a comma, or metres, Xm,Ym",
			err);
	if (!ff_memory_grow(&items, room, *count + 1, sizeof **places))
		return ff_status_nomem(err, what);
	*places = items;
	(*places)[(*count)++] = (struct ff_options_place){place[0], place[1], metres};
	return FF_OK;
}
