/*
 * The verb "diff": what changed between two files, or two folders of them?
 */
#ifndef FF_CLI_VERBS_CMD_DIFF_H
#define FF_CLI_VERBS_CMD_DIFF_H

#include "cli/argv.h"
#include "cli/verbs/diff.h"
#include "core/base/status.h"

extern const struct ff_argv_table ff_cmd_diff_table;

/*
 * ff_cmd_diff() does what its command line asks for: argv[0] is "diff".  FF_OK if all is the
 * same; FF_E_ANSWER with a line in 'err' if not; or any other status, and then no
 * file has been changed.
 */
enum ff_status ff_cmd_diff(int argc, char *const *argv, struct ff_error *err);

enum { FF_CMD_DIFF_AREAS = 100 }; /* that ff_diff_open() is to find, at most */

/* ff_cmd_diff_is_other() tells whether the name of a picture says that it is no PNG. */
bool ff_cmd_diff_is_other(const char *path);

/* How two things are told apart, by whatever they have been compared. */
struct ff_cmd_diff_telling {
	const char *old, *new;  /* what they are called */
	const char *out, *json; /* paths of a picture and a report, or "-"; NULL: none */
	bool quiet, verbose;
};

/* ff_cmd_diff_tell() writes what "diff" would write of a pair, and returns what it would. */
enum ff_status ff_cmd_diff_tell(const struct ff_diff *diff, const struct ff_cmd_diff_telling *how,
				struct ff_error *err);

#endif
