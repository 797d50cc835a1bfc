#include "cli/verbs/manifest.h"

#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/options.h"
#include "cli/verb.h"
#include "core/base/memory.h"
#include "io/formats.h"
#include "io/input.h"

const char *const ff_manifest_outcomes[] = {
	[FF_MANIFEST_WAITING] = "not run",
	[FF_MANIFEST_PASSED] = "pass",
	[FF_MANIFEST_FAILED] = "fail",
	[FF_MANIFEST_SKIPPED] = "skip",
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Returns the length of a line without the blanks at its end.  A blank behind a backslash is part
 * of a word, as in a shell, unless another backslash makes that one plain. */
static size_t trim(const char *text, size_t n)
{
	size_t end = n, slashes = 0;

	while (end > 0 && is_blank(text[end - 1]))
		end--;
	while (slashes < end && text[end - 1 - slashes] == '\\')
		slashes++;
	return end < n && text[end] != '\r' && slashes % 2 == 1 ? end + 1 : end;
}

/* Adds a line as a job, if there is more on it than blanks and a comment. */
static enum ff_status add_line(struct ff_manifest *manifest, const char *text, size_t n,
			       size_t line, struct ff_error *err)
{
	void *jobs = manifest->jobs;
	size_t first = 0;
	char *copy;

	while (first < n && is_blank(text[first]))
		first++;
	n = trim(text, n);
	if (first >= n || text[first] == '#')
		return FF_OK;
	if (!ff_memory_grow(&jobs, &manifest->room, manifest->count + 1, sizeof *manifest->jobs))
		return ff_status_nomem(err, manifest->name);
	manifest->jobs = jobs;
	if ((copy = malloc(n + 1)) == NULL)
		return ff_status_nomem(err, manifest->name);
	/* From its start, so that columns are right. */
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
	if ((st = ff_formats_find(&in, FF_FORMATS_MAP, &map, err)) == FF_OK && map != NULL)
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

/* What makes sense alone only. */
static enum ff_status check(const struct ff_options *options, struct ff_error *err)
{
	const char *wrong = NULL;

	if (options->help || options->version)
		wrong = "a job of a batch runs a map, and does nothing else";
	else if (options->dry_run)
		wrong = "--dry-run is not for a job of a batch";
	else if (strcmp(options->map, "-") == 0)
		wrong = "a job of a batch cannot read its map from standard input";
	for (size_t i = 0; i < options->goal_file_count; i++)
		if (strcmp(options->goal_files[i], "-") == 0)
			wrong = "a job of a batch cannot read goals from standard input";
	return wrong == NULL ? FF_OK : ff_status_fail(err, FF_E_USAGE, "%s", wrong);
}

enum ff_status ff_manifest_parse(const struct ff_manifest *manifest, struct ff_manifest_job *job,
				 const struct ff_strings *first, struct ff_error *err)
{
	struct ff_strings words = {0};
	enum ff_status st;
	int argc;

	st = ff_arguments_split(&words, job->text, job->length, manifest->name, job->line, err);
	if (st == FF_OK && (st = ff_strings_add(&job->words, "flowfield", 9, err)) == FF_OK &&
	    (st = ff_arguments_add(&job->words, NULL, first->items, first->count, err)) == FF_OK)
		st = ff_arguments_add(&job->words, &job->files, words.items, words.count, err);
	if (st == FF_OK && words.count > 0 && ff_verb_find(words.items[0]) != NULL)
		st = ff_status_fail(err, FF_E_USAGE,
				    "%s: a job of a batch runs a map, and does nothing else",
				    words.items[0]);
	argc = (int)job->words.count;
	if (st == FF_OK && ff_verb_take(&argc, job->words.items) != &ff_run_verb)
		st = ff_status_fail(err, FF_E_USAGE,
				    "a job of a batch runs a map, and does nothing else");
	if (st == FF_OK)
		st = ff_options_parse(&job->options, &ff_run_verb, argc, job->words.items, err);
	if (st == FF_E_USAGE)
		ff_arguments_add_origin(&job->files, first->count > 0, err);
	job->parsed = st == FF_OK;
	if (job->parsed)
		job->options.arguments = &job->files;
	if (st == FF_OK && (st = check(&job->options, err)) == FF_OK)
		st = ff_options_check_used(&job->options, words.count, words.items, err);
	ff_strings_free(&words);
	return st;
}

void ff_manifest_settle(struct ff_manifest_job *job, enum ff_manifest_outcome outcome,
			enum ff_status status, const struct ff_error *err)
{
	job->outcome = outcome;
	job->status = status;
	if (err != NULL)
		job->error = strdup(err->text);
}

const char *ff_manifest_error(const struct ff_manifest *manifest, const struct ff_manifest_job *job,
			      struct ff_error *text)
{
	const char *error = job->error == NULL ? "out of memory" : job->error;

	ff_status_fail(text, FF_OK, "%s:%zu:", manifest->name, job->line);
	/* What is wrong with the line itself says where. */
	if (strncmp(error, text->text, strlen(text->text)) == 0)
		ff_status_fail(text, FF_OK, "%s", error);
	else
		ff_status_fail(text, FF_OK, "%s:%zu: %s", manifest->name, job->line, error);
	return text->text;
}

void ff_manifest_free(struct ff_manifest *manifest)
{
	for (size_t i = 0; i < manifest->count; i++) {
		struct ff_manifest_job *job = &manifest->jobs[i];

		if (job->parsed)
			ff_options_free(&job->options);
		ff_strings_free(&job->words);
		ff_strings_free(&job->files);
		ff_strings_free(&job->outputs);
		free(job->text);
		free(job->image);
		free(job->error);
		free(job->reason);
		ff_golden_free(&job->goldens);
		free(job->said);
	}
	free(manifest->jobs);
	*manifest = (struct ff_manifest){0};
}
