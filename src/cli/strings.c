#include "cli/strings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

enum ff_status ff_strings_add(struct ff_strings *strings, const char *text, size_t n,
			      struct ff_error *err)
{
	char *copy = malloc(n + 1);

	if (copy == NULL || !ff_memory_grow(&strings->items, &strings->room, strings->count + 1,
					    sizeof *strings->items)) {
		free(copy);
		return ff_status_nomem(err, "words");
	}
	memcpy(copy, text, n);
	copy[n] = '\0';
	strings->items[strings->count++] = copy;
	return FF_OK;
}

bool ff_strings_print(struct ff_strings *strings, const char *format, ...)
{
	va_list args;
	char *text;
	int n;

	if (!ff_memory_grow(&strings->items, &strings->room, strings->count + 1,
			    sizeof *strings->items))
		return false;
	va_start(args, format);
	n = vasprintf(&text, format, args);
	va_end(args);
	if (n < 0)
		return false;
	ff_status_clean(text);
	strings->items[strings->count++] = text;
	return true;
}

enum ff_status ff_strings_append(struct ff_strings *strings, struct ff_strings *more,
				 struct ff_error *err)
{
	if (more->count == 0)
		return FF_OK;
	if (!ff_memory_grow(&strings->items, &strings->room, strings->count + more->count,
			    sizeof *strings->items))
		return ff_status_nomem(err, "words");
	memcpy(strings->items + strings->count, more->items, more->count * sizeof *more->items);
	strings->count += more->count;
	more->count = 0;
	return FF_OK;
}

void ff_strings_join(char *to, size_t room, const char *prefix, const char *const *items,
		     size_t count, const char *last)
{
	size_t used = 0;

	*to = '\0';
	for (size_t i = 0; i < count && used < room; i++)
		used += (size_t)snprintf(to + used, room - used, "%s%s%s",
					 i == 0           ? ""
					 : i == count - 1 ? last
							  : ", ",
					 prefix, items[i]);
}

bool ff_strings_has(const char *list, const char *word, size_t n)
{
	for (size_t length; *list != '\0'; list += length + (list[length] == ' ')) {
		length = strcspn(list, " ");
		if (length == n && memcmp(list, word, n) == 0)
			return true;
	}
	return false;
}

void ff_strings_free(struct ff_strings *strings)
{
	for (size_t i = 0; i < strings->count; i++)
		free(strings->items[i]);
	free(strings->items);
	*strings = (struct ff_strings){0};
}
