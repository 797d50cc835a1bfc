#include "io/strings.h"

#include <limits.h>
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

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void ff_strings_sort(struct ff_strings *strings)
{
	if (strings->count > 0)
		qsort(strings->items, strings->count, sizeof *strings->items, by_bytes);
}

bool ff_strings_find(const struct ff_strings *sorted, const char *text)
{
	return sorted->count > 0 && bsearch(&text, sorted->items, sorted->count,
					    sizeof *sorted->items, by_bytes) != NULL;
}

int ff_strings_distance(const char *a, size_t n, const char *b)
{
	enum { LONGEST = 32 };
	int rows[3][LONGEST + 1];
	int m = (int)strlen(b);

	if (n > 1 && strncmp(a, b, n) == 0)
		return 0;
	if (n > LONGEST || m > LONGEST)
		return INT_MAX;
	for (int j = 0; j <= m; j++)
		rows[0][j] = j;
	for (int i = 1; i <= (int)n; i++) {
		int *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

		row[0] = i;
		for (int j = 1; j <= m; j++) {
			int least = last[j - 1] + (a[i - 1] != b[j - 1]);

			least = last[j] + 1 < least ? last[j] + 1 : least;
			least = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    before[j - 2] + 1 < least)
				least = before[j - 2] + 1;
			row[j] = least;
		}
	}
	return rows[n % 3][m];
}

const char *ff_strings_nearer(const char *word, size_t n, const char *best, const char *other)
{
	int limit =
		best == NULL ? (n < 3 ? 1 : (int)n / 3) + 1 : ff_strings_distance(word, n, best);

	return ff_strings_distance(word, n, other) < limit ? other : best;
}

void ff_strings_free(struct ff_strings *strings)
{
	for (size_t i = 0; i < strings->count; i++)
		free(strings->items[i]);
	free(strings->items);
	*strings = (struct ff_strings){0};
}
