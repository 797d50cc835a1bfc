/*
 * Values of options, by their kind: what the tables of options say of each is which one it is.
 */
#ifndef FF_CLI_OPTION_VALUES_H
#define FF_CLI_OPTION_VALUES_H

#include "cli/argv.h"
#include "cli/options.h"
#include "core/base/number.h"
#include "core/base/status.h"

/*
 * These take a value into 'target', a struct ff_options or what begins with one, as struct
 * ff_argv_option has it: 'which' of an option is one of the list in front.  FF_OK, FF_E_USAGE or
 * FF_E_NOMEM.
 */
typedef enum ff_status ff_option_values_set(void *target, const struct ff_argv_option *option,
					    const char *value, struct ff_error *err);

enum ff_option_values_flag {
	FF_OPTION_VALUES_SUBDIVIDE,
	FF_OPTION_VALUES_SIGHT,
	FF_OPTION_VALUES_INVERT,
	FF_OPTION_VALUES_VALUES,
	FF_OPTION_VALUES_DRY_RUN,
	FF_OPTION_VALUES_NO_SANDBOX,
	FF_OPTION_VALUES_EXACT,
	FF_OPTION_VALUES_DETOURS,
	FF_OPTION_VALUES_SLOW_BY_COST,
	FF_OPTION_VALUES_REQUIRE,
	FF_OPTION_VALUES_TRAFFIC_ALL,
	FF_OPTION_VALUES_VERIFY,
};
ff_option_values_set ff_option_values_flag;

/* A name of a list, whose place there goes to an enum. */
enum ff_option_values_choice {
	FF_OPTION_VALUES_METRIC,
	FF_OPTION_VALUES_STEP,
	FF_OPTION_VALUES_CORNERS,
	FF_OPTION_VALUES_FLOW,
	FF_OPTION_VALUES_ENCODING,
	FF_OPTION_VALUES_NONE,
	FF_OPTION_VALUES_COLORMAP,
	FF_OPTION_VALUES_LEGEND,
	FF_OPTION_VALUES_FOLLOW,
	FF_OPTION_VALUES_TRAFFIC_IN,
};
ff_option_values_set ff_option_values_choice;

/* ff_option_values_words() is that list [*count]. */
const char *const *ff_option_values_words(enum ff_option_values_choice which, size_t *count);

/* Whole numbers, of int and of int64_t. */
enum ff_option_values_int {
	FF_OPTION_VALUES_MAX_CELLS,
	FF_OPTION_VALUES_WALL_FROM,
	FF_OPTION_VALUES_UNKNOWN,
	FF_OPTION_VALUES_SCALE,
	FF_OPTION_VALUES_CONTOURS,
	FF_OPTION_VALUES_THREADS,
	FF_OPTION_VALUES_SECTOR_SIZE,
};
ff_option_values_set ff_option_values_int;

enum ff_option_values_long {
	FF_OPTION_VALUES_BATCH,
	FF_OPTION_VALUES_BUDGET,
	FF_OPTION_VALUES_SEED,
};
ff_option_values_set ff_option_values_long;

enum ff_option_values_real {
	FF_OPTION_VALUES_MAX_COST,
	FF_OPTION_VALUES_RADIUS,
	FF_OPTION_VALUES_SCALE_VALUES,
	FF_OPTION_VALUES_SNAP, /* this and the next may have no value */
	FF_OPTION_VALUES_FLEE,
	FF_OPTION_VALUES_FPS,
	FF_OPTION_VALUES_SPEED,
	FF_OPTION_VALUES_SIMULATE,
	FF_OPTION_VALUES_DT,
	FF_OPTION_VALUES_FORCE,
	FF_OPTION_VALUES_SEPARATION,
	FF_OPTION_VALUES_ALIGNMENT,
	FF_OPTION_VALUES_COHESION,
	FF_OPTION_VALUES_AVOIDANCE,
	FF_OPTION_VALUES_HEADWAY,
	FF_OPTION_VALUES_PACE,
};
ff_option_values_set ff_option_values_real;

/* A number of bytes, or of as many as K, M, G or T say. */
enum ff_option_values_size {
	FF_OPTION_VALUES_MAX_MEMORY,
	FF_OPTION_VALUES_MAX_ANIMATION,
};
ff_option_values_set ff_option_values_size;

/* ff_option_values_bytes() reads one: 1 or more. */
enum ff_status ff_option_values_bytes(const struct ff_argv_option *option, const char *value,
				      int64_t *bytes, struct ff_error *err);

/* The name of a file or a folder, but for outputs'. */
enum ff_option_values_path {
	FF_OPTION_VALUES_OUT_DIR, /* the last one counts; of the others there is one */
	FF_OPTION_VALUES_LOAD_GRAPH,
	FF_OPTION_VALUES_FROM_MAP,
	FF_OPTION_VALUES_EDITS,
	FF_OPTION_VALUES_AGENTS,
	FF_OPTION_VALUES_FRAMES,
	FF_OPTION_VALUES_DIFFERENCE,
};
ff_option_values_set ff_option_values_path;

/* enum ff_options_output; and the option of a row of output_rows.h */
ff_option_values_set ff_option_values_output;
#define FF_OPTION_VALUES_OUTPUT(id, name, argument, help, ...) \
	{0,                                                    \
	 name,                                                 \
	 argument,                                             \
	 help,                                                 \
	 FF_ARGV_REQUIRED,                                     \
	 false,                                                \
	 ff_option_values_output,                              \
	 FF_OPTIONS_##id},

/* ff_option_values_bad() is FF_E_USAGE: what is wanted instead of a value. */
enum ff_status ff_option_values_bad(const struct ff_argv_option *option, const char *value,
				    enum ff_number why, const char *wanted, struct ff_error *err);

/* ff_option_values_list() reads numbers [count] with commas between them, of 'n' bytes. */
enum ff_number ff_option_values_list(const char *text, size_t n, double *list, int count);

/* ff_option_values_goal() reads X,Y[,W,H][+COST] or Xm,Ym[+COST]. */
enum ff_number ff_option_values_goal(const char *value, struct ff_goal *goal);

/* What ff_option_values_goal() wants. */
extern const char ff_option_values_goals[];

/*
 * ff_option_values_place() adds X,Y or Xm,Ym to a list of 'room'; 'what' says what these are.
 *
 *   whole  X and Y must be
 */
enum ff_status ff_option_values_place(const struct ff_argv_option *option, const char *value,
				      bool whole, struct ff_options_place **places, size_t *count,
				      size_t *room, const char *what, struct ff_error *err);

#endif
