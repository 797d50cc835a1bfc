/*
 * Values of options, by their kind: a row of a table says where the value goes, and its range.
 */
#ifndef FF_CLI_OPTION_VALUES_H
#define FF_CLI_OPTION_VALUES_H

#include "cli/argv.h"
#include "cli/options.h"
#include "core/base/number.h"
#include "core/base/status.h"

/*
 * These take a value into 'target', a struct that begins with a struct ff_options, as struct
 * ff_argv_option has it.  FF_OK, FF_E_USAGE or FF_E_NOMEM.
 *
 *   flag    a bool becomes true
 *   choice  an enum becomes the value's place in 'words'
 *   int     an int, in min..max; 'long' an int64_t
 *   real    a double, in least..most; 'bare' without a value
 *   size    an int64_t: bytes, or as many as K, M, G or T say
 *   path    the name of a file or folder, given once; where 'which' is 1, the last one counts
 *   input   the path of a file that is read, listed with the inputs as what 'wanted' says
 *   output  'which' is an enum ff_options_output
 */
typedef enum ff_status ff_option_values_set(void *target, const struct ff_argv_option *option,
					    const char *value, struct ff_error *err);
ff_option_values_set ff_option_values_flag, ff_option_values_choice, ff_option_values_int,
	ff_option_values_long, ff_option_values_real, ff_option_values_size, ff_option_values_path,
	ff_option_values_input, ff_option_values_output;

/* ff_option_values_bytes() reads what a size is: 1 or more. */
enum ff_status ff_option_values_bytes(const struct ff_argv_option *option, const char *value,
				      int64_t *bytes, struct ff_error *err);

/* The option of a row of output_rows.h. */
#define FF_OPTION_VALUES_OUTPUT(id, name, argument, help, ...) \
	{0,                                                    \
	 name,                                                 \
	 argument,                                             \
	 help,                                                 \
	 FF_ARGV_REQUIRED,                                     \
	 false,                                                \
	 ff_option_values_output,                              \
	 .which = FF_OPTIONS_##id},

/* ff_option_values_bad() is FF_E_USAGE: what is wanted instead of a value. */
enum ff_status ff_option_values_bad(const struct ff_argv_option *option, const char *value,
				    enum ff_number why, const char *wanted, struct ff_error *err);

/* ff_option_values_list() reads numbers [count] with commas between them, of 'n' bytes. */
enum ff_number ff_option_values_list(const char *text, size_t n, double *list, int count);

/* ff_option_values_goal() reads X,Y[,W,H][+COST] or Xm,Ym[+COST]. */
enum ff_number ff_option_values_goal(const char *value, struct ff_goal *goal);

/* The text that ff_option_values_goal() expects, for messages. */
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
