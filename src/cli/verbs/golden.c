/*
 * Outputs are written under temporary names in the folder where they would be placed: that of
 * the goldens, or that of --out.  A list in the golden folder has the names of all goldens, so
 * that those that no job writes any more are known, and other files may lie there.
 */
#include "cli/verbs/golden.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/verbs/diff.h"
#include "io/input.h"
#include "io/output.h"
#include "io/strings.h"

const char *const ff_golden_states[FF_GOLDEN_STATES] = {
	[FF_GOLDEN_SAME] = "same",       [FF_GOLDEN_CHANGED] = "changed",
	[FF_GOLDEN_MISSING] = "missing", [FF_GOLDEN_DIFFERENT] = "different",
	[FF_GOLDEN_ADDED] = "added",     [FF_GOLDEN_REPLACED] = "replaced",
};

void ff_golden_free(struct ff_golden_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		free(files->items[i].path);
		free(files->items[i].text);
		free(files->items[i].actual);
		free(files->items[i].picture);
	}
	free(files->items);
	*files = (struct ff_golden_files){0};
}

const char *ff_golden_root(const struct ff_golden *golden)
{
	return golden->actual != NULL ? golden->actual : golden->folder;
}

/* Returns the name of an output below the folder in which it is written. */
static const char *name_of(const struct ff_golden *golden, const char *output)
{
	return output + strlen(ff_golden_root(golden)) + 1;
}

char *ff_golden_path(const struct ff_golden *golden, const char *output)
{
	return ff_folder_join(golden->folder, name_of(golden, output));
}

char *ff_golden_picture(const struct ff_golden *golden, const char *output)
{
	return ff_diff_picture_path(golden->actual, name_of(golden, output));
}

/* --- before the work --- */

/* Returns true if a name stays below the folder that it is joined to. */
static bool is_relative(const char *name)
{
	return *name != '/' && !ff_folder_climbs(name);
}

static enum ff_status check_output(const struct ff_golden *golden, const struct ff_plan_item *item,
				   struct ff_error *err)
{
	size_t root = strlen(ff_golden_root(golden)) + 1;
	enum ff_status st = FF_OK;
	struct stat file;
	char *path;

	if (item->direct || strcmp(item->path, "-") == 0)
		return ff_status_fail(err, FF_E_USAGE, "%s: is no file to compare", item->path);
	if (strlen(item->path) <= root || !is_relative(item->path + root))
		return ff_status_fail(err, FF_E_USAGE, "%s: leads out of the folder of --golden",
				      item->path);
	if ((path = ff_golden_path(golden, item->path)) == NULL)
		return ff_status_nomem(err, "file names");
	if (stat(path, &file) == 0 && !S_ISREG(file.st_mode))
		st = ff_status_fail(err, FF_E_USAGE, "%s: is no file to compare with", path);
	free(path);
	return st;
}

enum ff_status ff_golden_plan(struct ff_plan *plan, const struct ff_options *options,
			      const struct ff_golden *golden, struct ff_error *err)
{
	enum ff_status st = ff_plan_list(plan, options, err);

	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		st = check_output(golden, &plan->items[i], err);
	return st;
}

/* --- comparing --- */

/* Removes a file that an earlier run kept: FF_OK or FF_E_OUTPUT. */
static enum ff_status remove_kept(const char *path, struct ff_error *err)
{
	if (unlink(path) == 0 || errno == ENOENT)
		return FF_OK;
	return ff_status_fail(err, FF_E_OUTPUT, "%s: %s", path, strerror(errno));
}

/* Removes the picture of an output that an earlier run made. */
static enum ff_status drop_picture(const struct ff_golden *golden, const char *output,
				   struct ff_error *err)
{
	enum ff_status st;
	char *path;

	if ((path = ff_golden_picture(golden, output)) == NULL)
		return ff_status_nomem(err, "file names");
	st = remove_kept(path, err);
	free(path);
	return st;
}

/* Adds the picture of a difference, if there are cells or pixels of one size. */
static enum ff_status add_picture(const struct ff_golden *golden, struct ff_plan *plan,
				  const char *output, const struct ff_diff *diff,
				  struct ff_golden_file *file, struct ff_error *err)
{
	enum ff_status st;
	uint8_t *data;
	size_t size;

	if (!diff->compared)
		return drop_picture(golden, output, err);
	st = ff_diff_draw(diff, file->path, name_of(golden, output), NULL, false, &data, &size,
			  err);
	if (st != FF_OK ||
	    (st = ff_plan_add(plan, ff_golden_picture(golden, output), data, size, err)) != FF_OK)
		return st;
	file->picture = strdup(plan->items[plan->count - 1].path);
	return file->picture != NULL ? FF_OK : ff_status_nomem(err, "file names");
}

/* Keeps an output that differs or has no golden, and a picture of the difference. */
static enum ff_status keep_output(const struct ff_golden *golden, struct ff_plan *plan, size_t i,
				  const struct ff_diff *diff, struct ff_golden_file *file,
				  struct ff_error *err)
{
	const char *path = plan->items[i].path;

	if (golden->actual == NULL) {
		ff_output_discard(&plan->items[i].output);
		return FF_OK;
	}
	if ((file->actual = strdup(path)) == NULL)
		return ff_status_nomem(err, "file names");
	return add_picture(golden, plan, path, diff, file, err);
}

/* Discards an output that is the same as its golden, and files that an earlier run kept of it. */
static enum ff_status drop_output(const struct ff_golden *golden, struct ff_plan_item *item,
				  struct ff_error *err)
{
	enum ff_status st;

	ff_output_discard(&item->output);
	if (golden->actual == NULL)
		return FF_OK;
	st = remove_kept(item->path, err);
	return st == FF_OK ? drop_picture(golden, item->path, err) : st;
}

/* Judges output i of a plan; 'diff' is set to its difference, also on failure. */
static enum ff_status judge_output(const struct ff_golden *golden,
				   const struct ff_diff_rules *rules, struct ff_plan *plan,
				   size_t i, const char *reason, struct ff_golden_file *file,
				   struct ff_diff *diff, struct ff_error *err)
{
	bool renew = golden->accept && (reason == NULL || golden->force);
	struct ff_plan_item *item = &plan->items[i];
	enum ff_status st = FF_OK;
	struct stat there = {.st_mode = S_IWUSR};
	char text[512] = "";
	bool missing;

	*diff = (struct ff_diff){.kind = FF_DIFF_BYTES};
	if ((file->path = ff_golden_path(golden, item->path)) == NULL)
		return ff_status_nomem(err, "file names");
	missing = stat(file->path, &there) != 0 && errno == ENOENT;
	if (missing) {
		snprintf(text, sizeof text, "is missing: %s",
			 reason == NULL ? "--accept would add it"
					: "only --accept --force adds a golden of a job whose "
					  "answer is no");
	} else {
		st = ff_diff_open(file->path, item->output.temporary, rules, FF_DIFF_AREAS, false,
				  diff, err);
		/* A golden that is to be renewed may be broken. */
		if (st != FF_OK && !(renew && st == FF_E_INPUT))
			return st;
		ff_diff_sentence(diff, true, text, sizeof text);
	}
	if (missing)
		file->state = renew ? FF_GOLDEN_ADDED : FF_GOLDEN_MISSING;
	else if (!diff->same || diff->map_changed)
		file->state = renew        ? FF_GOLDEN_REPLACED
			      : diff->same ? FF_GOLDEN_CHANGED
					   : FF_GOLDEN_DIFFERENT;
	if (file->state == FF_GOLDEN_REPLACED && (there.st_mode & 0222) == 0 && !golden->force)
		return ff_status_fail(err, FF_E_OUTPUT,
				      "%s: is write-protected: after chmod u+w --accept replaces "
				      "it",
				      file->path);
	if (file->state == FF_GOLDEN_SAME)
		return drop_output(golden, item, err);
	if (renew)
		return FF_OK;
	if (*text == '\0')
		snprintf(text, sizeof text, "%s",
			 diff->same ? "shows no difference, but the map has changed; accept again, "
				      "or keep data as goldens"
				    : "differs");
	if ((file->text = strdup(text)) == NULL)
		return ff_status_nomem(err, "a line");
	return file->state == FF_GOLDEN_CHANGED ? drop_output(golden, item, err)
						: keep_output(golden, plan, i, diff, file, err);
}

/* Reports in one line the first difference, and how many others there are. */
static enum ff_status report_difference(const struct ff_golden *golden, const char *reason,
					const struct ff_golden_files *files,
					const struct ff_golden_file *shown, struct ff_error *err)
{
	size_t count[FF_GOLDEN_STATES] = {0}, different, missing;
	enum ff_status status;
	char others[96] = "";

	for (size_t i = 0; i < files->count; i++)
		count[files->items[i].state]++;
	different = count[FF_GOLDEN_DIFFERENT];
	missing = count[FF_GOLDEN_MISSING];
	if (shown == NULL)
		return reason == NULL ? FF_OK : ff_status_fail(err, FF_E_ANSWER, "%s", reason);
	if (different > 0 && missing > 0)
		snprintf(others, sizeof others, " (%zu outputs differ, %zu are missing)", different,
			 missing);
	else if (different > 1)
		snprintf(others, sizeof others, " (%zu outputs differ)", different);
	status = shown->state != FF_GOLDEN_CHANGED || golden->strict || reason != NULL ? FF_E_ANSWER
										       : FF_OK;
	return ff_status_fail(err, status, "%s%s%s: %s%s%s", reason == NULL ? "" : reason,
			      reason == NULL ? "" : "; ", shown->path, shown->text, others,
			      reason != NULL && golden->accept && different > 0
				      ? "; --accept renews no golden of a job whose answer is no: "
					"--force does"
				      : "");
}

/* Returns true if a difference is more informative than an earlier one: of cells, and of more of
 * them. Tables come after pictures, and show more of the same cells. */
static bool is_more_informative(const struct ff_golden_file *file, const struct ff_diff *diff,
				const struct ff_golden_file *before, const struct ff_diff *first)
{
	if (file->state != before->state)
		return file->state > before->state;
	if (diff->kind != first->kind)
		return diff->kind < first->kind;
	return file->state == FF_GOLDEN_DIFFERENT && diff->differing >= first->differing;
}

enum ff_status ff_golden_judge(const struct ff_golden *golden, const struct ff_diff_rules *rules,
			       struct ff_plan *plan, const char *reason,
			       struct ff_golden_files *files, struct ff_error *err)
{
	const struct ff_golden_file *shown = NULL;
	struct ff_diff diff, first = {0}; /* of that, its kind and number of cells */
	size_t count = plan->count;
	enum ff_status st = FF_OK;
	struct ff_error ours;

	if ((files->items = calloc(count + 1, sizeof *files->items)) == NULL)
		return ff_status_nomem(err, "the outputs");
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		struct ff_golden_file *file = &files->items[files->count++];

		st = judge_output(golden, rules, plan, i, reason, file, &diff, &ours);
		if (st == FF_OK && file->text != NULL &&
		    (shown == NULL || is_more_informative(file, &diff, shown, &first))) {
			shown = file;
			files->worst = file->state;
			first = (struct ff_diff){.kind = diff.kind, .differing = diff.differing};
		}
		ff_diff_free(&diff);
	}
	if (st == FF_OK)
		return report_difference(golden, reason, files, shown, err);
	ff_golden_free(files);
	return ff_status_fail(err, st, "%s%s%s", reason == NULL ? "" : reason,
			      reason == NULL ? "" : "; ", ours.text);
}

/* --- the list of goldens --- */

/* Cuts "." and slashes that are too many out of names, so that each file has one, and sorts them,
 * each once. */
static void sort_names(struct ff_strings *names)
{
	size_t count = 0;

	for (size_t i = 0; i < names->count; i++) {
		char *start = names->items[i], *to = start;

		for (const char *at = start + strspn(start, "/"); *at != '\0';) {
			size_t n = strcspn(at, "/");

			if (n != 1 || *at != '.') {
				if (to > start)
					*to++ = '/';
				memmove(to, at, n);
				to += n;
			}
			at += n + strspn(at + n, "/");
		}
		*to = '\0';
	}
	ff_strings_sort(names);
	for (size_t i = 0; i < names->count; i++) {
		char *name = names->items[i];

		if (*name == '\0' || (count > 0 && strcmp(name, names->items[count - 1]) == 0))
			free(name);
		else
			names->items[count++] = name;
	}
	names->count = count;
}

/* Reads the names of a list, if it is there, except those that lead out of the folder. */
static enum ff_status read_list(const char *path, struct ff_strings *names, struct ff_error *err)
{
	enum { MOST = 1 << 28 }; /* bytes */
	struct ff_input in;
	struct stat file;
	enum ff_status st;

	if (lstat(path, &file) != 0) {
		if (errno == ENOENT)
			return FF_OK;
	} else if (!S_ISREG(file.st_mode)) {
		return ff_status_fail(err, FF_E_INPUT, "%s: is no regular file", path);
	}
	if ((st = ff_input_open_file(&in, path, err)) != FF_OK)
		return st;
	st = ff_input_rest(&in, MOST, err);
	for (size_t at = 0, n; st == FF_OK && at < in.size; at += n + 1) {
		const char *name = (const char *)in.data + at, *end;

		end = memchr(name, '\n', in.size - at);
		n = end == NULL ? in.size - at : (size_t)(end - name);
		st = ff_strings_add(names, name, n, err);
		if (st == FF_OK && !is_relative(names->items[names->count - 1]))
			free(names->items[--names->count]);
	}
	ff_input_close(&in);
	return st;
}

static enum ff_status write_list(const char *path, const struct ff_strings *names,
				 struct ff_error *err)
{
	struct ff_plan plan = {0};
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);
	enum ff_status st;

	for (size_t i = 0; to != NULL && i < names->count; i++)
		fprintf(to, "%s\n", names->items[i]);
	if (to == NULL || fclose(to) != 0) {
		free(text);
		return ff_status_nomem(err, path);
	}
	if ((st = ff_plan_add(&plan, strdup(path), (uint8_t *)text, size, err)) == FF_OK)
		st = ff_plan_publish(&plan, NULL, err);
	ff_plan_free(&plan);
	return st;
}

/* Removes the empty folders below 'root' of a path that was removed; changes the path. */
static void remove_folders(const char *root, char *path)
{
	char *slash;

	while ((slash = strrchr(path, '/')) != NULL && slash > path + strlen(root)) {
		*slash = '\0';
		if (rmdir(path) != 0)
			return;
	}
}

/* Returns true if a golden is not among the real paths that are needed.  A list may come from
 * somebody else: only regular files in the folder itself, whose real path is 'root', are unused. */
static bool is_unused(const char *root, const char *path, const char *real,
		      const struct ff_strings *needed)
{
	struct stat file;

	return lstat(path, &file) == 0 && S_ISREG(file.st_mode) && !ff_output_is_own(path) &&
	       ff_folder_holds(root, real) && !ff_strings_find(needed, real);
}

/* Notes a golden that nothing needs, and removes it with --prune; others stay in the list, except
 * with --prune those that are gone. */
static enum ff_status settle_name(const struct ff_golden *golden, const char *root,
				  const char *name, const struct ff_strings *needed,
				  struct ff_strings *list, struct ff_golden_rest *rest,
				  struct ff_error *err)
{
	char *path = ff_folder_join(golden->folder, name);
	char *real = path == NULL ? NULL : realpath(path, NULL);
	enum ff_status st = FF_OK;
	bool removed = false;

	if (path == NULL || (real == NULL && errno == ENOMEM)) {
		st = ff_status_nomem(err, "file names");
	} else if (real == NULL && errno == ENOENT && needed != NULL && golden->prune) {
		free(path);
		return FF_OK;
	} else if (real != NULL && needed != NULL && is_unused(root, path, real, needed)) {
		char *copy = strdup(name);

		if (copy == NULL)
			st = ff_status_nomem(err, "file names");
		else if (golden->prune && unlink(real) != 0)
			st = ff_status_fail(err, FF_E_OUTPUT, "%s: %s", path, strerror(errno));
		else if (golden->prune)
			removed = true;
		if (copy != NULL)
			rest->items[rest->count++] = (struct ff_golden_unused){copy, removed};
		if (removed)
			remove_folders(root, real);
	}
	if (!removed && st != FF_E_NOMEM)
		st = ff_strings_add(list, name, strlen(name), err) == FF_OK ? st : FF_E_NOMEM;
	free(path);
	free(real);
	return st;
}

static bool are_same(const struct ff_strings *a, const struct ff_strings *b)
{
	bool same = a->count == b->count;

	for (size_t i = 0; i < a->count && same; i++)
		same = strcmp(a->items[i], b->items[i]) == 0;
	return same;
}

enum ff_status ff_golden_settle(const struct ff_golden *golden, struct ff_strings *accepted,
				struct ff_strings *needed, struct ff_golden_rest *rest,
				struct ff_error *err)
{
	char *path = ff_folder_join(golden->folder, ".flowfield");
	char *root = realpath(golden->folder, NULL);
	struct ff_strings names = {0}, list = {0};
	enum ff_status st = FF_OK, wrote = FF_OK;
	struct ff_error ours;

	if (path == NULL || (root == NULL && errno == ENOMEM))
		st = ff_status_nomem(err, "file names");
	else if (root != NULL)
		st = read_list(path, &names, err);
	if (st == FF_OK && (rest->items = calloc(names.count + 1, sizeof *rest->items)) == NULL) {
		(void)ff_status_nomem(err, "file names");
		st = FF_E_NOMEM;
	}
	sort_names(&names);
	if (needed != NULL)
		ff_strings_sort(needed);
	/* A golden that cannot be removed does not keep the list from being written. */
	for (size_t i = 0; i < names.count && (st == FF_OK || st == FF_E_OUTPUT); i++) {
		enum ff_status one =
			settle_name(golden, root, names.items[i], needed, &list, rest, &ours);

		if (one != FF_OK)
			*err = ours;
		st = one != FF_OK ? one : st;
	}
	if (st == FF_OK || st == FF_E_OUTPUT)
		wrote = ff_strings_append(&list, accepted, &ours);
	sort_names(&list);
	if ((st == FF_OK || st == FF_E_OUTPUT) && wrote == FF_OK &&
	    (golden->accept || golden->prune) && !are_same(&list, &names))
		wrote = write_list(path, &list, &ours);
	if (wrote != FF_OK) {
		st = wrote;
		*err = ours;
	}
	ff_strings_free(&names);
	ff_strings_free(&list);
	free(path);
	free(root);
	return st;
}

void ff_golden_rest_free(struct ff_golden_rest *rest)
{
	for (size_t i = 0; i < rest->count; i++)
		free(rest->items[i].name);
	free(rest->items);
	*rest = (struct ff_golden_rest){0};
}
