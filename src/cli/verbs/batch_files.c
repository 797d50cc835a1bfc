#include "cli/verbs/batch_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/memory.h"
#include "io/folder.h"
#include "io/output.h"

/* Where the folder of 'path' is, which is often that of the last path; NULL if memory ran out. */
static const char *folder_of(struct ff_batch_files *places, const char *path)
{
	char *folder = ff_output_folder(path);

	if (folder == NULL)
		return NULL;
	if (places->real != NULL && strcmp(places->folder, folder) == 0) {
		free(folder);
		return places->real;
	}
	free(places->folder);
	free(places->real);
	places->folder = folder;
	places->real = ff_folder_real(folder);
	return places->real;
}

static char *place_of(struct ff_batch_files *places, const char *path, bool *link)
{
	const char *slash = strrchr(path, '/'), *folder;
	char *place;
	struct stat file;

	*link = lstat(path, &file) == 0 && S_ISLNK(file.st_mode);
	if (*link && (place = realpath(path, NULL)) != NULL) {
		*link = false;
		return place;
	}
	if ((folder = folder_of(places, path)) == NULL ||
	    asprintf(&place, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder,
		     slash == NULL ? path : slash + 1) < 0)
		return NULL;
	return place;
}

enum ff_status ff_batch_files_add(struct ff_batch_files *places, const char *path, size_t line,
				  bool written, struct ff_error *err)
{
	struct ff_batch_file item = {.line = line, .written = written};
	void *items = places->items;

	if ((item.place = place_of(places, path, &item.link)) == NULL ||
	    !ff_memory_grow(&items, &places->room, places->count + 1, sizeof item)) {
		free(item.place);
		return ff_status_nomem(err, "file names");
	}
	places->items = items;
	places->items[places->count++] = item;
	return FF_OK;
}

/* By place; who writes comes first, then by line. */
static int compare(const void *left, const void *right)
{
	const struct ff_batch_file *a = left, *b = right;
	int order = strcmp(a->place, b->place);

	if (order != 0)
		return order;
	if (a->written != b->written)
		return a->written ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static enum ff_status conflict(const struct ff_batch_file *a, const struct ff_batch_file *b,
			       size_t more, const char *name, struct ff_error *err)
{
	char where[2][48] = {"the batch itself", "the batch itself"}, others[64] = "";

	if (a->line > 0)
		snprintf(where[0], sizeof where[0], "line %zu", a->line);
	if (b->line > 0)
		snprintf(where[1], sizeof where[1], "line %zu", b->line);
	if (more > 0)
		snprintf(others, sizeof others, " (and %zu more such)", more);
	return ff_status_fail(err, FF_E_USAGE,
			      b->written
				      ? "%s: %s and %s would both write %s%s"
				      : "%s: %s would write what %s reads, and no order is kept: "
					"%s%s",
			      name, where[0], where[1], a->place, others);
}

enum ff_status ff_batch_files_check(struct ff_batch_files *places, const char *name,
				    struct ff_error *err)
{
	const struct ff_batch_file *writer = NULL, *first[2] = {NULL, NULL};
	size_t count = 0;

	if (places->count > 0)
		qsort(places->items, places->count, sizeof *places->items, compare);
	for (size_t i = 0; i < places->count; i++) {
		const struct ff_batch_file *item = &places->items[i];

		if (writer == NULL || strcmp(writer->place, item->place) != 0) {
			writer = item->written ? item : NULL;
			continue;
		}
		/* What one job does to itself is its own mistake. */
		if (item->line == writer->line && item->line > 0)
			continue;
		if (count++ == 0 || item->line < first[1]->line) {
			first[0] = writer;
			first[1] = item;
		}
	}
	return count == 0 ? FF_OK : conflict(first[0], first[1], count - 1, name, err);
}

enum ff_status ff_batch_files_allow(const struct ff_batch_files *places, struct ff_sandbox *sandbox,
				    unsigned what, struct ff_error *err)
{
	char *last = NULL;

	for (size_t i = 0; i < places->count; i++) {
		const struct ff_batch_file *item = &places->items[i];
		char *folder;

		if (!item->written) {
			if (i == 0 || strcmp(item->place, places->items[i - 1].place) != 0)
				ff_sandbox_read(sandbox, item->place);
			continue;
		}
		ff_sandbox_preserve(sandbox, item->place);
		if ((folder = ff_output_folder(item->place)) == NULL) {
			free(last);
			return ff_status_nomem(err, "the sandbox");
		}
		if (item->link)
			ff_sandbox_replace(sandbox, folder, what | FF_SANDBOX_LINKS);
		else if (last == NULL || strcmp(last, folder) != 0)
			ff_sandbox_replace(sandbox, folder, what);
		free(last);
		last = folder;
	}
	free(last);
	return FF_OK;
}

void ff_batch_files_free(struct ff_batch_files *places)
{
	for (size_t i = 0; i < places->count; i++)
		free(places->items[i].place);
	free(places->items);
	free(places->folder);
	free(places->real);
	*places = (struct ff_batch_files){0};
}
