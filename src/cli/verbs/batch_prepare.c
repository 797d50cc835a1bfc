#include "cli/verbs/batch.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/argv.h"
#include "cli/job.h"
#include "cli/options.h"
#include "cli/problem.h"
#include "cli/report.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "cli/verbs/golden.h"
#include "core/base/memory.h"
#include "io/folder.h"
#include "io/formats.h"
#include "io/input.h"
#include "io/output.h"

const char *const ff_manifest_outcomes[] = {
	[FF_MANIFEST_WAITING] = "not run",
	[FF_MANIFEST_PASSED] = "pass",
	[FF_MANIFEST_CHANGED] = "changed",
	[FF_MANIFEST_FAILED] = "fail",
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Returns the length of a line without the blanks at its end. A blank behind a backslash is part of
 * a word, as in a shell, unless another backslash escapes that backslash. */
static size_t trim(const char *text, size_t n)
{
	size_t end = n, slashes = 0;

	while (end > 0 && is_blank(text[end - 1]))
		end--;
	while (slashes < end && text[end - 1 - slashes] == '\\')
		slashes++;
	return end < n && text[end] != '\r' && slashes % 2 == 1 ? end + 1 : end;
}

/* Adds a line as a job, unless it is blank or a comment. */
static enum ff_status add_line(struct ff_manifest *manifest, const char *text, size_t n,
			       size_t line, struct ff_error *err)
{
	size_t first = 0;
	char *copy;

	while (first < n && is_blank(text[first]))
		first++;
	n = trim(text, n);
	if (first >= n || text[first] == '#')
		return FF_OK;
	if (!ff_memory_grow(&manifest->jobs, &manifest->room, manifest->count + 1,
			    sizeof *manifest->jobs))
		return ff_status_nomem(err, manifest->name);
	if ((copy = malloc(n + 1)) == NULL)
		return ff_status_nomem(err, manifest->name);
	/* With the blanks in front, so that columns are right. */
	memcpy(copy, text, n);
	copy[n] = '\0';
	manifest->jobs[manifest->count] = (struct ff_manifest_job){.line = line, .length = n};
	manifest->jobs[manifest->count++].text = copy;
	return FF_OK;
}

enum ff_status ff_manifest_read(struct ff_manifest *manifest, const char *path,
				struct ff_error *err)
{
	enum { MOST = 1 << 30 };
	struct ff_input in;
	enum ff_status st;
	size_t line = 1, at = 0;
	const struct ff_format *map;

	*manifest = (struct ff_manifest){.name = path};
	if ((st = ff_input_open(&in, path, err)) != FF_OK)
		return st;
	manifest->name = in.name;
	if ((st = ff_formats_find(&in, FF_FORMATS_COSTS, &map, err)) == FF_OK && map != NULL)
		st = ff_status_fail(err, FF_E_INPUT,
				    "%s: is a map; expected a text with a command line on each "
				    "line, such as %s --goal 40,12",
				    in.name, in.name);
	if (st == FF_OK)
		st = ff_input_rest(&in, MOST, err);
	if (st == FF_OK)
		at = ff_arguments_bom((const char *)in.data, in.size);
	for (; st == FF_OK && at < in.size; line++) {
		const char *text = (const char *)in.data + at;
		const char *end = memchr(text, '\n', in.size - at);
		size_t n = end == NULL ? in.size - at : (size_t)(end - text);

		st = add_line(manifest, text, n, line, err);
		at += n + 1;
	}
	if (st == FF_OK && manifest->count == 0)
		st = ff_status_fail(err, FF_E_INPUT,
				    "%s: there are no jobs; expected a command line on each line",
				    in.name);
	ff_input_close(&in);
	return st;
}

/* Refuses what makes sense outside a batch only, or is not for a manifest to decide. */
static enum ff_status check_job(const struct ff_batch *batch, const struct ff_manifest_job *job,
				struct ff_error *err)
{
	const struct ff_options *options = &job->command.options;
	const char *wrong = NULL;
	struct stat file;

	if (options->help || options->version)
		wrong = "a job of a batch runs a map, and does nothing else";
	else if (options->no_sandbox && batch->here != NULL)
		wrong = "--no-sandbox is for flowfield batch, not for its manifest";
	else if (options->dry_run)
		wrong = "--dry-run is not for a job of a batch";
	else if (strcmp(options->map, "-") == 0)
		wrong = "a job of a batch cannot read its map from standard input";
	for (size_t i = 0; i < options->goal_file_count; i++)
		if (strcmp(options->goal_files[i], "-") == 0)
			wrong = "a job of a batch cannot read goals from standard input";
	for (size_t i = 0; i < job->files.count; i++)
		if (stat(job->files.items[i], &file) != 0 || !S_ISREG(file.st_mode))
			wrong = "a job of a batch reads its @FILEs twice: name regular files";
	return wrong == NULL ? ff_options_check_goal(options, err)
			     : ff_status_fail(err, FF_E_USAGE, "%s", wrong);
}

static const struct ff_argv_option job_rows[] = {
	FF_DIFF_ROWS(offsetof(struct ff_manifest_command, rules))};

static const struct ff_argv_table job_table = {
	.name = "flowfield",
	.options = job_rows,
	.count = sizeof job_rows / sizeof *job_rows,
	.base = &ff_options_table,
};

static void free_command(struct ff_options *options)
{
	free(((struct ff_manifest_command *)options)->rules.ignored);
}

enum ff_status ff_batch_parse(const struct ff_batch *batch, struct ff_manifest_job *job,
			      struct ff_error *err)
{
	const struct ff_golden *golden = &batch->options->golden;
	const struct ff_strings *first = &batch->first;
	struct ff_strings words = {0};
	enum ff_status st;

	st = ff_arguments_split(&words, job->text, job->length, batch->manifest->name, job->line,
				err);
	if (st == FF_OK && (st = ff_strings_add(&job->words, "flowfield", 9, err)) == FF_OK &&
	    (st = ff_arguments_add(&job->words, NULL, first->items, first->count, err)) == FF_OK)
		st = ff_arguments_add(&job->words, &job->files, words.items, words.count, err);
	if (st == FF_OK && words.count > 0 && ff_verb_find(words.items[0]) != NULL)
		st = ff_status_fail(err, FF_E_USAGE,
				    "%s: a job of a batch runs a map, and does nothing else",
				    words.items[0]);
	if (st == FF_OK)
		st = ff_options_parse(&job->command.options, &batch->verb, (int)job->words.count,
				      job->words.items, err);
	if (st == FF_E_USAGE)
		ff_arguments_add_origin(&job->files, first->count > 0, err);
	job->parsed = st == FF_OK;
	if (job->parsed)
		job->command.options.arguments = &job->files;
	if (st == FF_OK)
		st = check_job(batch, job, err);
	ff_strings_free(&words);
	if (st == FF_OK && golden->folder != NULL) {
		job->command.options.root = ff_golden_root(golden);
		/* Equal outputs replace nothing: see ff_golden_judge(). */
		job->command.options.force = true;
		job->command.options.no_clobber = false;
	}
	return st;
}

void ff_batch_forget(struct ff_manifest_job *job)
{
	if (job->parsed)
		ff_options_free(&job->command.options);
	job->parsed = false;
	ff_strings_free(&job->words);
	ff_strings_free(&job->files);
}

void ff_manifest_settle(struct ff_manifest_job *job, enum ff_manifest_outcome outcome,
			enum ff_status status, const struct ff_error *err)
{
	job->outcome = outcome;
	job->status = status;
	if (err != NULL)
		job->error = strdup(err->text);
}

void ff_manifest_free(struct ff_manifest *manifest)
{
	for (size_t i = 0; i < manifest->count; i++) {
		struct ff_manifest_job *job = &manifest->jobs[i];

		free(job->tile.entries);
		ff_strings_free(&job->inputs);
		ff_strings_free(&job->outputs);
		free(job->text);
		free(job->error);
		free(job->reason);
		ff_golden_free(&job->goldens);
		free(job->summary);
	}
	free(manifest->jobs);
	*manifest = (struct ff_manifest){0};
}

static enum ff_status add_place(struct ff_batch_files *files, const char *path, size_t line,
				bool written, struct ff_error *err)
{
	struct ff_batch_file item = {.line = line, .written = written};

	if ((item.place = ff_plan_real_path(path)) == NULL ||
	    !ff_memory_grow(&files->items, &files->room, files->count + 1, sizeof item)) {
		free(item.place);
		return ff_status_nomem(err, "file names");
	}
	files->items[files->count++] = item;
	return FF_OK;
}

/* Orders by place, then writers first, then by line. */
static int compare_files(const void *left, const void *right)
{
	const struct ff_batch_file *a = left, *b = right;
	int order = strcmp(a->place, b->place);

	if (order != 0)
		return order;
	if (a->written != b->written)
		return a->written ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static enum ff_status report_conflict(const struct ff_batch_file *a, const struct ff_batch_file *b,
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

static enum ff_status check_files(struct ff_batch_files *files, const char *name,
				  struct ff_error *err)
{
	const struct ff_batch_file *writer = NULL, *first[2] = {NULL, NULL};
	size_t count = 0;

	if (files->count > 0)
		qsort(files->items, files->count, sizeof *files->items, compare_files);
	for (size_t i = 0; i < files->count; i++) {
		const struct ff_batch_file *item = &files->items[i];

		if (writer == NULL || strcmp(writer->place, item->place) != 0) {
			writer = item->written ? item : NULL;
			continue;
		}
		/* A job may read and write the same file. */
		if (item->line == writer->line && item->line > 0 && !item->written)
			continue;
		if (count++ == 0 || item->line < first[1]->line) {
			first[0] = writer;
			first[1] = item;
		}
	}
	return count == 0 ? FF_OK : report_conflict(first[0], first[1], count - 1, name, err);
}

static void free_files(struct ff_batch_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		free(files->items[i].place);
	free(files->items);
	*files = (struct ff_batch_files){0};
}

/* Adds a path to a list of all jobs, unless it is the last one there. */
static enum ff_status share_path(struct ff_batch *batch, struct ff_strings *words, const char *path,
				 struct ff_error *err)
{
	enum ff_status st = FF_OK;

	pthread_mutex_lock(&batch->lock);
	if (words->count == 0 || strcmp(words->items[words->count - 1], path) != 0)
		st = ff_strings_add(words, path, strlen(path), err);
	pthread_mutex_unlock(&batch->lock);
	return st;
}

/* Lists the folders on the way to 'path' that are missing, the outermost first. */
static enum ff_status note_folders(struct ff_batch *batch, const char *path, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (const char *slash = strchr(path + 1, '/'); slash != NULL && st == FF_OK;
	     slash = strchr(slash + 1, '/')) {
		char *folder = strndup(path, (size_t)(slash - path));
		struct stat file;

		if (folder == NULL)
			return ff_status_nomem(err, "file names");
		if (stat(folder, &file) != 0)
			st = share_path(batch, &batch->folders, folder, err);
		free(folder);
	}
	return st;
}

/* Returns true if a path matches a pattern, as a whole or what follows a slash in it, also without
 * extension. */
static bool is_like(const char *path, const char *pattern)
{
	char stem[4096];
	bool like = false;

	snprintf(stem, sizeof stem, "%s.*", pattern);
	for (size_t slash = 0; path != NULL && !like; path = strchr(path, '/'), slash = 1) {
		path += slash;
		like = fnmatch(pattern, path, 0) == 0 || fnmatch(stem, path, 0) == 0;
	}
	return like;
}

/* Returns true if --only names a job: its line, or a file that it reads or writes; where these are
 * not known, since the line is wrong, any of its words. */
static bool is_named(const struct ff_manifest_job *job, const char *only)
{
	bool named = only == NULL || fnmatch(only, job->text + strspn(job->text, " \t\r"), 0) == 0;
	char word[4096];

	for (size_t i = 0; i < job->inputs.count && !named; i++)
		named = is_like(job->inputs.items[i], only);
	for (size_t i = 0; i < job->outputs.count && !named; i++)
		named = is_like(job->outputs.items[i], only);
	for (const char *at = job->text; *at != '\0' && !job->planned && !named;) {
		size_t n = strcspn(at, " \t=");

		snprintf(word, sizeof word, "%.*s", (int)(n < sizeof word ? n : 0), at);
		named = is_like(word, only);
		at += n + (at[n] != '\0');
	}
	return named;
}

/* Lists the missing folders of an output that is to be compared, and of the picture of a
 * difference. */
static enum ff_status note_golden(struct ff_batch *batch, const char *output, struct ff_error *err)
{
	const struct ff_golden *golden = &batch->options->golden;
	enum ff_status st = note_folders(batch, output, err);
	char *picture;

	if (st != FF_OK || golden->actual == NULL)
		return st;
	if ((picture = ff_golden_picture(golden, output)) == NULL)
		return ff_status_nomem(err, "file names");
	st = note_folders(batch, picture, err);
	free(picture);
	return st;
}

/* Refuses an output that is not in the folder where the batch runs, or that a link leads out of it.
 */
static enum ff_status check_output(const struct ff_batch *batch, const char *path,
				   struct ff_error *err)
{
	char *real;
	bool fine;

	if (batch->here == NULL || batch->options->golden.folder != NULL ||
	    strcmp(path, "/dev/null") == 0)
		return FF_OK;
	if ((real = ff_plan_real_path(path)) == NULL)
		return ff_status_nomem(err, "file names");
	fine = ff_folder_holds(batch->here, real);
	free(real);
	return fine ? FF_OK
		    : ff_status_fail(err, FF_E_USAGE,
				     "%s: is outside of %s, where flowfield batch runs (see its "
				     "--no-sandbox)",
				     path, batch->here);
}

/* Lists the files that a job writes, and the folders to make for it. */
static enum ff_status note_outputs(struct ff_batch *batch, struct ff_manifest_job *job,
				   const struct ff_plan *plan, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (plan->standard)
		return ff_status_fail(err, FF_E_USAGE,
				      "a job of a batch cannot write to standard output");
	for (size_t i = 0; i < plan->count && st == FF_OK; i++) {
		const char *path = plan->items[i].path;

		if ((st = check_output(batch, path, err)) != FF_OK)
			break;
		st = plan->items[i].direct
			     ? share_path(batch, &batch->sandbox.files[FF_SANDBOX_REPLACE], path,
					  err)
			     : ff_strings_add(&job->outputs, path, strlen(path), err);
	}
	if (st == FF_OK && plan->folder != NULL)
		st = note_folders(batch, plan->folder, err);
	return st;
}

/* Lists the files that a job reads, and notes what is to be known of its command line. */
static enum ff_status note_inputs(struct ff_manifest_job *job, struct ff_error *err)
{
	const struct ff_options *options = &job->command.options;
	enum ff_status st = FF_OK;

	if (options->map == NULL)
		return FF_OK;
	for (size_t i = 0; i < ff_plan_inputs(options) && st == FF_OK; i++) {
		const char *path = ff_plan_input(options, i, NULL);

		if (path != NULL)
			st = ff_strings_add(&job->inputs, path, strlen(path), err);
	}
	job->max_memory = options->max_memory;
	return st == FF_OK ? ff_strings_append(&job->inputs, &job->files, err) : st;
}

/* Parses a line and plans its outputs: errors are known before any work. */
static void prepare_job(void *context, size_t part)
{
	struct ff_batch *batch = context;
	struct ff_manifest_job *job = &batch->manifest->jobs[part];
	const struct ff_golden *golden = &batch->options->golden;
	struct ff_error err = {""};
	struct ff_plan plan = {0};
	enum ff_status st = ff_batch_parse(batch, job, &err);

	if (st == FF_OK && golden->folder != NULL)
		st = ff_golden_plan(&plan, &job->command.options, golden, &err);
	else if (st == FF_OK)
		st = ff_plan_make(&plan, &job->command.options, &err);
	if (st == FF_OK)
		st = note_outputs(batch, job, &plan, &err);
	if (job->parsed) {
		enum ff_status noted = note_inputs(job, st == FF_OK ? &err : NULL);

		st = st == FF_OK ? noted : st;
	}
	ff_batch_forget(job);
	job->planned = st == FF_OK;
	/* Out of memory, its files may not be known: it fails, and is not left out. */
	job->chosen = st == FF_E_NOMEM || is_named(job, batch->options->only);
	ff_plan_free(&plan);
	if (st != FF_OK)
		ff_manifest_settle(job, FF_MANIFEST_FAILED, st, &err);
}

/* Chooses the jobs to run, and lists the folders that their goldens need. */
static enum ff_status choose_jobs(struct ff_batch *batch, struct ff_error *err)
{
	const struct ff_batch_options *o = batch->options;
	struct ff_manifest *manifest = batch->manifest;
	enum ff_status st = FF_OK;
	size_t named = 0;

	batch->todo = malloc((manifest->count + 1) * sizeof(struct ff_manifest_job *));
	if (batch->todo == NULL)
		return ff_status_nomem(err, "the jobs");
	for (size_t i = 0; i < manifest->count; i++) {
		struct ff_manifest_job *job = &manifest->jobs[i];

		job->chosen = job->chosen && (int)(named++ % (size_t)o->shards) == o->shard - 1;
		if (!job->chosen)
			continue;
		batch->todo[batch->count++] = job;
		for (size_t k = 0; k < job->outputs.count && st == FF_OK && o->golden.folder; k++)
			st = note_golden(batch, job->outputs.items[k], err);
	}
	return named > 0
		       ? st
		       : ff_status_fail(err, FF_E_USAGE,
					"--only %s: %s has no such job; expected a pattern of its "
					"line or of a file's name, such as '*city*'",
					o->only, manifest->name);
}

static enum ff_status prepare_all(struct ff_batch *batch, struct ff_error *err)
{
	struct ff_pool *pool;
	enum ff_status st;

	if (ff_pool_open(batch->workers, &pool) != FF_OK)
		return ff_status_nomem(err, "threads");
	pthread_mutex_init(&batch->lock, NULL);
	ff_pool_run(pool, batch->manifest->count, prepare_job, batch);
	st = choose_jobs(batch, err);
	pthread_mutex_destroy(&batch->lock);
	ff_pool_close(pool);
	return st;
}

/* The real paths of the folders of --golden and --out. */
struct roots {
	char *golden, *actual; /* owned; NULL: there is none */
};

/* Finds the real paths; no folder may contain the other, since files are removed in them. */
static enum ff_status find_roots(const struct ff_golden *golden, struct roots *roots,
				 struct ff_error *err)
{
	if ((golden->folder != NULL && (roots->golden = ff_folder_real(golden->folder)) == NULL) ||
	    (golden->actual != NULL && (roots->actual = ff_folder_real(golden->actual)) == NULL))
		return ff_status_nomem(err, "file names");
	/* check_options() in batch.c refuses the other without --golden. */
	if (roots->actual == NULL || roots->golden == NULL ||
	    (strcmp(roots->actual, roots->golden) != 0 &&
	     !ff_folder_holds(roots->golden, roots->actual) &&
	     !ff_folder_holds(roots->actual, roots->golden)))
		return FF_OK;
	return ff_status_fail(err, FF_E_USAGE,
			      "--out %s: name a folder that neither is nor holds that of "
			      "--golden, nor is in it",
			      golden->actual);
}

/* Adds a file; the job fails if its path leads out of the folder 'root', whose real path is 'real'.
 * */
static enum ff_status add_below(struct ff_batch_files *places, const char *root, const char *real,
				const char *path, bool written, struct ff_manifest_job *job,
				struct ff_error *err)
{
	enum ff_status st = add_place(places, path, job->line, written, err);
	struct ff_error ours;

	if (st != FF_OK || ff_folder_holds(real, places->items[places->count - 1].place))
		return st;
	free(places->items[--places->count].place);
	ff_status_fail(&ours, FF_E_USAGE, "%s: a symbolic link leads out of %s", path, root);
	if (job->outcome == FF_MANIFEST_WAITING)
		ff_manifest_settle(job, FF_MANIFEST_FAILED, FF_E_USAGE, &ours);
	return FF_OK;
}

/* Adds the files of an output: itself, its golden, and the picture of a difference. */
static enum ff_status add_golden(struct ff_batch_files *places, const struct ff_golden *golden,
				 const struct roots *roots, const char *output,
				 struct ff_manifest_job *job, struct ff_error *err)
{
	char *path = ff_golden_path(golden, output);
	char *picture = golden->actual == NULL ? NULL : ff_golden_picture(golden, output);
	enum ff_status st;

	if (path == NULL || (picture == NULL && golden->actual != NULL))
		st = ff_status_nomem(err, "file names");
	else
		st = add_below(places, golden->folder, roots->golden, path, golden->actual == NULL,
			       job, err);
	if (st == FF_OK && golden->actual != NULL)
		st = add_below(places, golden->actual, roots->actual, output, true, job, err);
	if (st == FF_OK && picture != NULL)
		st = add_below(places, golden->actual, roots->actual, picture, true, job, err);
	free(path);
	free(picture);
	return st;
}

/* Adds the files that a job reads and writes. */
static enum ff_status add_job(struct ff_batch_files *places, const struct ff_golden *golden,
			      const struct roots *roots, struct ff_manifest_job *job,
			      struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < job->inputs.count && st == FF_OK; i++)
		if (strcmp(job->inputs.items[i], "-") != 0)
			st = add_place(places, job->inputs.items[i], job->line, false, err);
	for (size_t i = 0; i < job->outputs.count && st == FF_OK; i++)
		st = golden->folder == NULL
			     ? add_place(places, job->outputs.items[i], job->line, true, err)
			     : add_golden(places, golden, roots, job->outputs.items[i], job, err);
	return st;
}

static enum ff_status find_files(struct ff_batch *batch, struct ff_error *err)
{
	const struct ff_batch_options *o = batch->options;
	struct ff_batch_files *files = &batch->files;
	struct roots roots = {NULL, NULL};
	enum ff_status st = find_roots(&o->golden, &roots, err);

	if (st == FF_OK && strcmp(o->manifest, "-") != 0)
		st = add_place(files, o->manifest, 0, false, err);
	for (size_t i = 0; i < FF_BATCH_REPORTS && st == FF_OK; i++)
		if (o->reports[i] != NULL && strcmp(o->reports[i], "-") != 0)
			st = add_place(files, o->reports[i], 0, true, err);
	for (size_t i = 0; i < batch->manifest->count && st == FF_OK; i++)
		st = add_job(files, &o->golden, &roots, &batch->manifest->jobs[i], err);
	free(roots.golden);
	free(roots.actual);
	return st == FF_OK ? check_files(files, batch->manifest->name, err) : st;
}

enum ff_status ff_batch_prepare(struct ff_batch *batch, struct ff_error *err)
{
	const struct ff_diff_rules *rules = &batch->options->rules;
	bool guarded = !batch->options->no_sandbox; /* the environment is trusted, too */
	enum ff_status st;
	enum ff_cpu cpu;

	batch->defaults.rules = (struct ff_diff_rules){
		.abs = rules->abs, .rel = rules->rel, .max_changed = rules->max_changed};
	batch->verb = (struct ff_verb){.name = "",
				       .table = &job_table,
				       .size = sizeof batch->defaults,
				       .defaults = &batch->defaults,
				       .check = ff_run_verb.check,
				       .free = free_command};
	if ((st = ff_job_cpu(&cpu, err)) != FF_OK ||
	    (st = ff_arguments_environment(&batch->first, NULL, err)) != FF_OK)
		return st;
	for (size_t i = 0; i < batch->first.count; i++)
		guarded &= strcmp(batch->first.items[i], "--no-sandbox") != 0;
	if (guarded && (batch->here = realpath(".", NULL)) == NULL)
		return errno == ENOMEM ? ff_status_nomem(err, "file names")
				       : ff_status_fail(err, FF_E_OUTPUT, "the current folder: %s",
							strerror(errno));
	st = prepare_all(batch, err);
	return st == FF_OK ? find_files(batch, err) : st;
}

/* Makes the missing folders; if one cannot be made, its job reports that. */
static void make_folders(struct ff_batch *batch)
{
	size_t made = 0;

	for (size_t i = 0; i < batch->folders.count; i++) {
		char *folder = batch->folders.items[i];

		if (mkdir(folder, 0777) == 0)
			batch->folders.items[made++] = folder;
		else
			free(folder);
	}
	batch->folders.count = made;
}

/* Lists the files that jobs touch, except devices, which are there already. */
static enum ff_status list_touched(struct ff_batch *batch, struct ff_error *err)
{
	const struct ff_golden *golden = &batch->options->golden;
	const struct ff_batch_files *files = &batch->files;
	/* Folders that another batch removes meanwhile are made again. */
	const char *const made[] = {golden->actual == NULL || golden->prune ? golden->folder : NULL,
				    golden->actual};
	const char *const read[] = {golden->folder, golden->actual};
	struct ff_sandbox *sandbox = &batch->sandbox;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < files->count && st == FF_OK; i++)
		st = ff_sandbox_add(sandbox,
				    files->items[i].written ? FF_SANDBOX_REPLACE : FF_SANDBOX_READ,
				    files->items[i].place, err);
	for (size_t i = 0; i < 2 && st == FF_OK; i++)
		if ((st = ff_sandbox_add(sandbox, FF_SANDBOX_BELOW, read[i], err)) == FF_OK)
			st = ff_sandbox_add(sandbox, FF_SANDBOX_FOLDER, made[i], err);
	if (st == FF_OK)
		st = ff_sandbox_add(sandbox, FF_SANDBOX_FOLDER, batch->options->pages, err);
	for (size_t i = 0; i < batch->folders.count && st == FF_OK; i++) {
		char *parent = ff_output_folder(batch->folders.items[i]);

		st = parent == NULL ? ff_status_nomem(err, "the sandbox")
				    : ff_sandbox_add(sandbox, FF_SANDBOX_FOLDER, parent, err);
		free(parent);
	}
	return st;
}

enum ff_status ff_batch_secure(struct ff_batch *batch, struct ff_error *err)
{
	enum ff_status st;

	make_folders(batch);
	batch->sandbox.off = batch->here == NULL;
	batch->sandbox.verbose = batch->options->verbosity == FF_OPTIONS_VERBOSE;
	if ((st = list_touched(batch, err)) == FF_OK)
		st = ff_sandbox_enter(&batch->sandbox, err);
	free_files(&batch->files);
	ff_sandbox_free(&batch->sandbox);
	return st;
}

void ff_batch_free(struct ff_batch *batch)
{
	free_files(&batch->files);
	ff_strings_free(&batch->first);
	ff_strings_free(&batch->folders);
	ff_sandbox_free(&batch->sandbox);
	free(batch->here);
	free(batch->todo);
}
