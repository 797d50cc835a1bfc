#include "cli/verbs/diff_pair.h"

#include <stdarg.h>
#include <stdio.h>

enum ff_status ff_diff_pair_note(struct ff_diff_pair *pair, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return ff_lines_add(&pair->diff.notes, "%s", text) ? FF_OK
							   : ff_status_nomem(pair->err, "notes");
}
