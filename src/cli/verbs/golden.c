/*
 * Outputs are written under temporary names in the folder where they would be placed: that of
 * the goldens, or that of --actual. Files of the golden folder that no job writes are found by
 * their real paths, since a path can be spelled in many ways, and by their content, since other
 * files may lie there.
 */
#include "cli/verbs/golden.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/strings.h"
#include "cli/verbs/diff.h"
#include "io/csv.h"
#include "io/formats.h"
#include "io/input.h"
#include "io/output.h"
#include "io/texts.h"

const char *const ff_golden_states[FF_GOLDEN_STATES] = {
	[FF_GOLDEN_SAME] = "same",         [FF_GOLDEN_DIFFERENT] = "different",
	[FF_GOLDEN_MISSING] = "missing",   [FF_GOLDEN_ADDED] = "added",
	[FF_GOLDEN_REPLACED] = "replaced",
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
	return ff_diff_picture_path(golden->pictures, name_of(golden, output));
}

/* --- before the work --- */

/* Returns true if a name stays below the folder that it is joined to. */
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
	struct ff_plan all;
	enum ff_status st = ff_plan_list(&all, options, err);

	if (st != FF_OK)
		return st;
	for (size_t i = 0; i < all.count && st == FF_OK; i++)
		st = check_output(golden, &all.items[i], err);
	if (st == FF_OK)
		*plan = all;
	else
		ff_plan_free(&all);
	return st;
}

/* --- makers of files --- */

/* Returns true if a document begins as our reports do.  The rest is not read: it may be large, or
 * nested deeply. */
static bool is_report(struct ff_input *in)
{
	enum { HEAD = 256 };
	static const char begin[] = "{\"schema\":", tool[] = ",\"tool\":{\"name\":\"flowfield\"";
	char text[HEAD + 1] = "";
	struct ff_error ours;
	size_t n = 0;

	if (ff_input_fill(in, HEAD, &ours) != FF_OK)
		return false;
	for (size_t i = 0; i < in->size && i < HEAD; i++)
		if (strchr(" \t\r\n", in->data[i]) == NULL)
			text[n++] = (char)in->data[i];
	if (strncmp(text, begin, sizeof begin - 1) != 0)
		return false;
	n = sizeof begin - 1;
	n += strspn(text + n, "0123456789");
	return strncmp(text + n, tool, sizeof tool - 1) == 0;
}

/* Returns true if the texts of an image name this program. */
static bool names_us(struct ff_input *in)
{
	struct ff_texts texts = {0};
	struct ff_error ours;
	const char *software = NULL;
	bool is;

	if (ff_formats_texts(in, &texts, &ours) == FF_OK)
		software = ff_texts_find(&texts, "Software");
	is = software != NULL && strncmp(software, "flowfield ", 10) == 0;
	ff_texts_free(&texts);
	return is;
}

enum maker { OTHERS, UNKNOWN, OURS };

/* Returns the maker of a file, as far as its content shows it. */
static enum maker find_maker(const char *path)
{
	static const char *const anonymous[] = {"npy", "asc",
						"pfm"}; /* their formats have no texts */
	enum maker maker = OTHERS;
	const struct ff_format *format;
	struct ff_error ours;
	struct ff_input in;
	struct stat file;

	if (lstat(path, &file) != 0 || !S_ISREG(file.st_mode) ||
	    ff_input_open_file(&in, path, &ours) != FF_OK)
		return OTHERS;
	if (ff_formats_find(&in, FF_FORMATS_LAYER, &format, &ours) == FF_OK) {
		for (size_t i = 0; format != NULL && i < sizeof anonymous / sizeof *anonymous; i++)
			if (strcmp(format->name, anonymous[i]) == 0)
				maker = UNKNOWN;
		if (format == NULL && ff_formats_unread(path) != NULL)
			maker = UNKNOWN;
		if (maker == OTHERS && (ff_csv_is_table(&in) || is_report(&in) || names_us(&in)))
			maker = OURS;
	}
	ff_input_close(&in);
	return maker;
}

/* --- comparing --- */

/* Compares an output with its golden; a golden that is to be renewed may be broken. */
static enum ff_status compare_output(const char *path, const struct ff_plan_item *item, bool renew,
				     struct ff_diff_summary *summary, struct ff_error *err)
{
	enum ff_status st = ff_diff_files(path, item->output.temporary, summary, err);

	if (renew && st == FF_E_INPUT) {
		*summary = (struct ff_diff_summary){.kind = FF_DIFF_BYTES};
		st = FF_OK;
	}
	if (st == FF_OK && !summary->same && *summary->text == '\0')
		snprintf(summary->text, sizeof summary->text, "differs");
	return st;
}

/* Removes a file that an earlier run kept, if it is an output of this program: FF_OK or
 * FF_E_OUTPUT. */
static enum ff_status remove_kept(const char *path, struct ff_error *err)
{
	if (find_maker(path) == OTHERS || unlink(path) == 0 || errno == ENOENT)
		return FF_OK;
	return ff_status_fail(err, FF_E_OUTPUT, "%s: %s", path, strerror(errno));
}

/* Removes the picture of an output that an earlier run made. */
static enum ff_status drop_picture(const struct ff_golden *golden, const char *output,
				   struct ff_error *err)
{
	enum ff_status st;
	char *path;

	if (golden->pictures == NULL)
		return FF_OK;
	if ((path = ff_golden_picture(golden, output)) == NULL)
		return ff_status_nomem(err, "file names");
	st = remove_kept(path, err);
	free(path);
	return st;
}

/* Writes the picture of a difference, if there are cells or pixels of one size. */
static enum ff_status add_picture(const struct ff_golden *golden, struct ff_plan *plan,
				  const char *output, const struct ff_diff *diff,
				  struct ff_golden_file *file, struct ff_error *err)
{
	struct ff_plan_item *item;
	enum ff_status st;
	uint8_t *data;
	size_t size;
	char *path;

	if (!diff->compared)
		return drop_picture(golden, output, err);
	st = ff_diff_draw(diff, file->path, name_of(golden, output), false, &data, &size, err);
	if (st != FF_OK)
		return st;
	if ((path = ff_golden_picture(golden, output)) == NULL) {
		free(data);
		return ff_status_nomem(err, "file names");
	}
	item = &plan->items[plan->count++];
	*item = (struct ff_plan_item){.path = path, .file = data, .size = size, .output.fd = -1};
	if ((file->picture = strdup(path)) == NULL)
		st = ff_status_nomem(err, "file names");
	if (st == FF_OK)
		st = ff_output_put(&item->output, path, item->file, item->size, err);
	free(item->file);
	item->file = NULL;
	return st;
}

/* Keeps an output that differs or has no golden, and a picture of the difference. */
static enum ff_status keep_output(const struct ff_golden *golden, struct ff_plan *plan, size_t i,
				  struct ff_golden_file *file, struct ff_error *err)
{
	struct ff_plan_item *item = &plan->items[i];
	enum ff_status st = FF_OK;
	struct ff_diff diff;

	if (golden->actual != NULL && (file->actual = strdup(item->path)) == NULL)
		return ff_status_nomem(err, "file names");
	if (golden->pictures != NULL && file->state == FF_GOLDEN_MISSING) {
		st = drop_picture(golden, item->path, err);
	} else if (golden->pictures != NULL) {
		st = ff_diff_open(file->path, item->output.temporary, NULL, FF_DIFF_AREAS, &diff,
				  err);
		if (st == FF_OK) {
			st = add_picture(golden, plan, item->path, &diff, file, err);
			ff_diff_free(&diff);
		}
	}
	if (golden->actual == NULL)
		ff_output_discard(&item->output);
	return st;
}

/* Discards an output that is the same as its golden, and files that an earlier run kept of it. */
static enum ff_status drop_output(const struct ff_golden *golden, struct ff_plan_item *item,
				  struct ff_error *err)
{
	enum ff_status st = FF_OK;

	ff_output_discard(&item->output);
	if (golden->actual != NULL)
		st = remove_kept(item->path, err);
	return st == FF_OK ? drop_picture(golden, item->path, err) : st;
}

/* Judges output i of a plan. */
static enum ff_status judge_output(const struct ff_golden *golden, struct ff_plan *plan, size_t i,
				   const char *reason, struct ff_golden_file *file,
				   struct ff_diff_summary *summary, struct ff_error *err)
{
	bool renew = golden->accept && (reason == NULL || golden->force);
	const char *output = plan->items[i].path;
	enum ff_status st = FF_OK;
	struct stat there = {.st_mode = S_IWUSR};

	if ((file->path = ff_golden_path(golden, output)) == NULL)
		return ff_status_nomem(err, "file names");
	*summary = (struct ff_diff_summary){.kind = FF_DIFF_BYTES};
	if (stat(file->path, &there) != 0 && errno == ENOENT) {
		file->state = renew ? FF_GOLDEN_ADDED : FF_GOLDEN_MISSING;
		snprintf(summary->text, sizeof summary->text, "is missing: %s",
			 reason == NULL ? "--accept would add it"
					: "only --accept --force adds a golden of a job whose "
					  "answer is no");
	} else if ((st = compare_output(file->path, &plan->items[i], renew, summary, err)) !=
		   FF_OK) {
		return st;
	} else if (!summary->same) {
		file->state = renew ? FF_GOLDEN_REPLACED : FF_GOLDEN_DIFFERENT;
	}
	if (file->state == FF_GOLDEN_REPLACED && (there.st_mode & 0222) == 0 && !golden->force)
		return ff_status_fail(err, FF_E_OUTPUT,
				      "%s: is write-protected: after chmod u+w --accept replaces "
				      "it",
				      file->path);
	if (file->state == FF_GOLDEN_SAME)
		return drop_output(golden, &plan->items[i], err);
	if (renew)
		return FF_OK;
	if ((file->text = strdup(summary->text)) == NULL)
		return ff_status_nomem(err, "a line");
	return keep_output(golden, plan, i, file, err);
}

/* Reports in one line the first difference, and how many others there are. */
static enum ff_status report_difference(const struct ff_golden *golden, const char *reason,
					const struct ff_golden_files *files,
					const struct ff_golden_file *shown, struct ff_error *err)
{
	size_t count[FF_GOLDEN_STATES] = {0}, different, missing;
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
	return ff_status_fail(err, FF_E_ANSWER, "%s%s%s: %s%s%s", reason == NULL ? "" : reason,
			      reason == NULL ? "" : "; ", shown->path, shown->text, others,
			      reason != NULL && golden->accept && different > 0
				      ? "; --accept renews no golden of a job whose answer is no: "
					"--force does"
				      : "");
}

/* Returns true if a difference is more informative than an earlier one: of cells, and of more of
 * them. Tables come after pictures, and show more of the same cells. */
static bool is_more_informative(const struct ff_golden_file *file,
				const struct ff_diff_summary *summary,
				const struct ff_golden_file *before,
				const struct ff_diff_summary *first)
{
	if (file->state != before->state)
		return file->state == FF_GOLDEN_DIFFERENT;
	if (summary->kind != first->kind)
		return summary->kind < first->kind;
	return file->state == FF_GOLDEN_DIFFERENT && summary->cells >= first->cells;
}

enum ff_status ff_golden_judge(const struct ff_golden *golden, struct ff_plan *plan,
			       const char *reason, struct ff_golden_files *files,
			       struct ff_error *err)
{
	const struct ff_golden_file *shown = NULL;
	struct ff_diff_summary summary, first = {.same = true};
	size_t count = plan->count;
	enum ff_status st = FF_OK;
	struct ff_error ours;

	if ((files->items = calloc(count + 1, sizeof *files->items)) == NULL)
		return ff_status_nomem(err, "the outputs");
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		struct ff_golden_file *file = &files->items[files->count++];

		summary = (struct ff_diff_summary){.same = true};
		st = judge_output(golden, plan, i, reason, file, &summary, &ours);
		if (st != FF_OK || file->text == NULL)
			continue;
		if (shown == NULL || is_more_informative(file, &summary, shown, &first)) {
			shown = file;
			first = summary;
		}
	}
	if (st == FF_OK)
		return report_difference(golden, reason, files, shown, err);
	ff_golden_free(files);
	return ff_status_fail(err, st, "%s%s%s", reason == NULL ? "" : reason,
			      reason == NULL ? "" : "; ", ours.text);
}

/* --- files that no job uses --- */

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the real path of a file, unless it is missing. */
static enum ff_status add_real(struct ff_strings *places, const char *path, struct ff_error *err)
{
	char *real = path == NULL ? NULL : realpath(path, NULL);
	enum ff_status st = FF_OK;

	if (real != NULL)
		st = ff_strings_add(places, real, strlen(real), err);
	else if (path == NULL || errno == ENOMEM)
		st = ff_status_nomem(err, "file names");
	free(real);
	return st;
}

/* Lists the real paths of the goldens of outputs and of other used files, sorted by bytes, unless
 * they are missing. Paths and not inodes, since another batch may replace the files meanwhile. */
static enum ff_status find_used(const struct ff_golden *golden, const struct ff_strings *outputs,
				const struct ff_strings *used, struct ff_strings *places,
				struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < outputs->count && st == FF_OK; i++) {
		char *path = ff_golden_path(golden, outputs->items[i]);

		st = add_real(places, path, err);
		free(path);
	}
	for (size_t i = 0; i < used->count && st == FF_OK; i++)
		st = add_real(places, used->items[i], err);
	if (st == FF_OK && places->count > 0)
		qsort(places->items, places->count, sizeof *places->items, by_bytes);
	return st;
}

/* Moves from a list of files in the folder 'real' those that are unused and may be made by this
 * program. */
static enum ff_status take_unused(struct ff_folder *list, const char *real,
				  const struct ff_strings *places, struct ff_golden_rest *rest,
				  struct ff_error *err)
{
	if ((rest->items = calloc(list->count + 1, sizeof *rest->items)) == NULL)
		return ff_status_nomem(err, "file names");
	for (size_t i = 0; i < list->count; i++) {
		char *path = ff_folder_join(real, list->names[i]);
		enum maker maker = OTHERS;

		if (path == NULL)
			return ff_status_nomem(err, "file names");
		if ((places->count == 0 ||
		     bsearch(&path, places->items, places->count, sizeof path, by_bytes) == NULL) &&
		    !ff_output_is_temporary(path))
			maker = find_maker(path);
		free(path);
		if (maker == OTHERS)
			continue;
		rest->items[rest->count++] = (struct ff_golden_unused){
			.name = list->names[i], .anonymous = maker == UNKNOWN};
		list->names[i] = NULL;
	}
	return FF_OK;
}

enum ff_status ff_golden_find(const struct ff_golden *golden, const struct ff_strings *outputs,
			      const struct ff_strings *used, struct ff_golden_rest *rest,
			      struct ff_error *err)
{
	struct ff_strings places = {0};
	struct ff_folder list = {0};
	enum ff_status st;
	char *real;

	*rest = (struct ff_golden_rest){0};
	if (!ff_folder_is(golden->folder))
		return FF_OK;
	if ((real = realpath(golden->folder, NULL)) == NULL)
		return ff_status_nomem(err, "file names");
	/* The list comes first: files that another batch adds later are not in it. */
	if ((st = ff_folder_list(golden->folder, &list, err)) == FF_OK &&
	    (st = find_used(golden, outputs, used, &places, err)) == FF_OK)
		st = take_unused(&list, real, &places, rest, err);
	ff_strings_free(&places);
	ff_folder_free(&list);
	free(real);
	if (st != FF_OK)
		ff_golden_rest_free(rest);
	return st;
}

/* Removes the empty folders above a path that was removed; changes the path. */
static void remove_folders(const struct ff_golden *golden, char *path)
{
	size_t root = strlen(golden->folder);
	char *slash;

	while ((slash = strrchr(path, '/')) != NULL && (size_t)(slash - path) > root) {
		*slash = '\0';
		if (rmdir(path) != 0)
			return;
	}
}

enum ff_status ff_golden_prune(const struct ff_golden *golden, struct ff_golden_rest *rest,
			       struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < rest->count && st == FF_OK; i++) {
		struct ff_golden_unused *file = &rest->items[i];
		char *path = file->anonymous ? NULL : ff_folder_join(golden->folder, file->name);

		if (file->anonymous)
			continue;
		if (path == NULL)
			return ff_status_nomem(err, "file names");
		file->removed = unlink(path) == 0;
		if (!file->removed && errno != ENOENT)
			st = ff_status_fail(err, FF_E_OUTPUT, "%s: %s", path, strerror(errno));
		else
			remove_folders(golden, path);
		free(path);
	}
	return st;
}

void ff_golden_rest_free(struct ff_golden_rest *rest)
{
	for (size_t i = 0; i < rest->count; i++)
		free(rest->items[i].name);
	free(rest->items);
	*rest = (struct ff_golden_rest){0};
}
