#include "cli/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "core/base/status.h"

bool ff_lines_add(struct ff_lines *lines, const char *format, ...)
{
	void *items = lines->items;
	va_list args;
	char *text;
	int n;

	if (!ff_memory_grow(&items, &lines->room, lines->count + 1, sizeof *lines->items))
		return false;
	lines->items = items;
	va_start(args, format);
	n = vasprintf(&text, format, args);
	va_end(args);
	if (n < 0)
		return false;
	ff_status_clean(text);
	lines->items[lines->count++] = text;
	return true;
}

void ff_lines_free(struct ff_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		free(lines->items[i]);
	free(lines->items);
	*lines = (struct ff_lines){0};
}
