/*
 * What no single option can know: which of them do not go together, and what is missing.
 */
#ifndef FF_CLI_OPTION_CHECKS_H
#define FF_CLI_OPTION_CHECKS_H

#include "cli/options.h"

/*
 * ff_option_checks_all() looks at options that are parsed, before what was not given is settled:
 * FF_OK, or FF_E_USAGE and what is wrong in 'err'.
 */
enum ff_status ff_option_checks_all(const struct ff_options *options, struct ff_error *err);

/*
 * ff_option_checks_used() returns FF_E_USAGE, and says which outputs would use it, where one of the
 * words [count] is an option that only some pictures use and none of those is written.  Options
 * that come from the environment or a file of arguments are for many command lines, and not looked
 * at. Else FF_OK, or FF_E_NOMEM.
 *
 *   options  parsed, of these words among others
 */
enum ff_status ff_option_checks_used(const struct ff_options *options, size_t count,
				     char *const *words, struct ff_error *err);

#endif
