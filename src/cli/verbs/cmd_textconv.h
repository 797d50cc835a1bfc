/*
 * The command "textconv": any file of ours as text that can be compared line by line.
 */
#ifndef FF_CLI_VERBS_CMD_TEXTCONV_H
#define FF_CLI_VERBS_CMD_TEXTCONV_H

#include "cli/argv.h"
#include "core/base/status.h"

extern const struct ff_argv_table ff_cmd_textconv_table;

/*
 * ff_cmd_textconv() writes to standard output what the file says about itself, and then
 * its cells: 16 in a line, or 64 pixels, that begins with the first one's x,y.  The same file
 * gives the same text on every machine.  Returns FF_OK; FF_E_USAGE; FF_E_INPUT also for a
 * file that is of no kind that we know; FF_E_OUTPUT; FF_E_LIMIT; FF_E_NOMEM; FF_E_SIGNAL.
 */
enum ff_status ff_cmd_textconv(int argc, char *const *argv, struct ff_error *err);

#endif
