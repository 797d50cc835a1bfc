/*
 * A growing list of lines of text.
 */
#ifndef FF_CLI_LINES_H
#define FF_CLI_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct ff_lines {
	char **items; /* [count]  owned, without newlines and other control characters */
	size_t count, room;
};

/* ff_lines_add() adds a line; false, and nothing is changed, if memory ran out. */
__attribute__((format(printf, 2, 3))) bool ff_lines_add(struct ff_lines *lines, const char *format,
							...);

void ff_lines_free(struct ff_lines *lines);

#endif
