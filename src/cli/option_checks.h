/*
 * The options that cannot be given together.
 */
#ifndef FF_CLI_OPTION_CHECKS_H
#define FF_CLI_OPTION_CHECKS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options.h"
#include "core/base/status.h"

/* Options by their names, with single spaces between them. */
struct ff_option_rule {
	const char *options; /* any of them ... */
	enum { FF_OPTION_NEVER, FF_OPTION_WITHOUT, FF_OPTION_NEEDS } rule;
	const char *others; /* ... is refused always, with one of these, or without all of these */
	const char *why;    /* the message */
};

/* ff_option_checks_rules() returns FF_E_USAGE with the message of the first rule of [count] that is
 * broken; else FF_OK. */
enum ff_status ff_option_checks_rules(const struct ff_options *options,
				      const struct ff_option_rule *rules, size_t count,
				      struct ff_error *err);

/* ff_option_checks_given() returns true if one of those options was given. */
bool ff_option_checks_given(const struct ff_options *options, const char *names);

/* ff_option_checks_goal() returns FF_E_USAGE if there is no goal; else FF_OK. */
enum ff_status ff_option_checks_goal(const struct ff_options *options, struct ff_error *err);

/* ff_option_checks_shared() looks at what does not go together for any verb: FF_OK or
 * FF_E_USAGE. */
enum ff_status ff_option_checks_shared(const struct ff_options *options, struct ff_error *err);

/*
 * ff_option_checks_used() returns FF_E_USAGE where one of 'words' [count], as they were typed, is
 * an option for pictures none of which is written: those that come from files or the environment
 * may be for other runs.  Else FF_OK, FF_E_NOMEM, or what ff_plan_list() returns.
 */
enum ff_status ff_option_checks_used(const struct ff_options *options, size_t count,
				     char *const *words, struct ff_error *err);

#endif
