#include "cmd/golden.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/diff.h"

/* Whether a name has a file below any folder. */
static bool is_relative(const char *name)
{
	const char *at = name;

	if (*name == '/')
		return false;
	while (at != NULL) {
		at += *at == '/';
		if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0'))
			return false;
		at = strchr(at, '/');
	}
	return true;
}

static enum ff_status check(const struct ff_plan_item *item, size_t root, bool accept,
			    struct ff_error *err)
{
	struct stat file;

	if (item->direct || strcmp(item->path, "-") == 0)
		return ff_status_fail(err, FF_E_USAGE, "%s: is no file to compare", item->path);
	if (strlen(item->path) <= root || !is_relative(item->path + root))
		return ff_status_fail(err, FF_E_USAGE, "%s: leads out of the folder of --golden",
				      item->path);
	if (accept || stat(item->path, &file) == 0)
		return FF_OK;
	return ff_status_fail(err, FF_E_ANSWER, "%s: %s: --accept would add it", item->path,
			      errno == ENOENT ? "is missing" : strerror(errno));
}

enum ff_status ff_golden_plan(struct ff_plan *plan, const struct ff_options *options, bool accept,
			      struct ff_error *err)
{
	size_t root = strlen(options->root) + 1;
	struct ff_plan all;
	enum ff_status st = ff_plan_list(&all, options, err);

	if (st != FF_OK)
		return st;
	for (size_t i = 0; i < all.count && st == FF_OK; i++)
		st = check(&all.items[i], root, accept, err);
	if (st == FF_OK)
		*plan = all;
	else
		ff_plan_free(&all);
	return st;
}

/* Compares one output with what has its name. */
static enum ff_status compare(const struct ff_plan_item *item, bool accept,
			      struct ff_diff_summary *summary, struct ff_error *err)
{
	enum ff_status st = ff_diff_files(item->path, item->output.temporary,
					  &(struct ff_diff_rules){0}, summary, err);

	if (accept && st == FF_E_INPUT) {
		*summary = (struct ff_diff_summary){.kind = FF_DIFF_BYTES};
		st = FF_OK;
	}
	if (st == FF_OK && !summary->same && *summary->text == '\0')
		snprintf(summary->text, sizeof summary->text, "differs");
	return st;
}

/* What differs is told of one output: of one whose cells can be compared, if there is any. */
enum ff_status ff_golden_judge(struct ff_plan *plan, bool accept, struct ff_error *err)
{
	struct ff_diff_summary summary, told = {.same = true};
	const char *path = NULL;
	size_t count = 0;

	for (size_t i = 0; i < plan->count; i++) {
		struct ff_plan_item *item = &plan->items[i];
		enum ff_status st = compare(item, accept, &summary, err);

		if (st != FF_OK)
			return st;
		if (summary.same) {
			ff_output_discard(&item->output);
			continue;
		}
		count++;
		if (path == NULL || summary.kind < told.kind) {
			path = item->path;
			told = summary;
		}
	}
	if (count == 0 || accept)
		return FF_OK;
	if (count == 1)
		return ff_status_fail(err, FF_E_ANSWER, "%s: %s", path, told.text);
	return ff_status_fail(err, FF_E_ANSWER, "%s: %s (%zu outputs differ)", path, told.text,
			      count);
}
