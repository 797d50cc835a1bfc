/*
 * JUnit's XML is what CI systems have agreed to read, without a standard: this keeps to
 * testsuites, testsuite, testcase, failure, error and skipped, with the attributes that
 * all of them know.  A job whose answer is no is a failure, one that could not be done
 * an error.  A test case is called by its command, since tools tell by the name which one has
 * failed before: a name with the line's number would change with each line inserted above.
 */
#include "cli/verbs/batch.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "cli/arguments.h"
#include "cli/json.h"

/* The jobs of a shard in their order: the one after 'job', or the first for NULL; NULL: no more. */
static const struct ff_manifest_job *next_job(const struct ff_batch_options *options,
					      const struct ff_manifest *manifest,
					      const struct ff_manifest_job *job)
{
	size_t i = job == NULL ? (size_t)options->shard - 1
			       : (size_t)(job - manifest->jobs) + (size_t)options->shards;

	return i < manifest->count ? &manifest->jobs[i] : NULL;
}

static const char *error_of(const struct ff_manifest_job *job)
{
	return job->error == NULL ? "out of memory" : job->error;
}

/* A text as the value of an attribute; what XML cannot hold at all becomes '?'. */
static void put_xml(FILE *to, const char *text)
{
	json_t *valid = ff_json_string(text);

	for (text = json_string_value(valid); text != NULL && *text != '\0'; text++)
		switch (*text) {
		case '&':
			fputs("&amp;", to);
			break;
		case '<':
			fputs("&lt;", to);
			break;
		case '>':
			fputs("&gt;", to);
			break;
		case '"':
			fputs("&quot;", to);
			break;
		case '\t':
			fputc(' ', to);
			break;
		default: {
			/* U+FFFE and U+FFFF are characters of UTF-8, but not of XML. */
			bool none = strncmp(text, "\xef\xbf\xbe", 3) == 0 ||
				    strncmp(text, "\xef\xbf\xbf", 3) == 0;

			fputc(none || (*text >= 0 && *text < ' ') ? '?' : *text, to);
			text += none ? 2 : 0;
		}
		}
	json_decref(valid);
}

/* The name of a job, the same on whichever line it stands. */
struct name {
	char *text;    /* owned; its words, without comments */
	size_t job;    /* its place in the manifest */
	size_t number; /* from 1, among jobs of the same text */
};

/* Returns the words of a job with a blank between them, or its line where that has no words;
 * free() it.  NULL if memory ran out. */
static char *text_of(const struct ff_manifest_job *job)
{
	struct ff_strings words = {0};
	struct ff_error ours;
	enum ff_status st =
		ff_arguments_split(&words, job->text, job->length, "", job->line, &ours);
	char *text = NULL, *to;

	if (st == FF_E_USAGE)
		text = strdup(job->text);
	else if (st == FF_OK && (text = to = calloc(job->length + 1, 1)) != NULL)
		for (size_t i = 0; i < words.count; i++)
			to += sprintf(to, "%s%s", i == 0 ? "" : " ", words.items[i]);
	ff_strings_free(&words);
	return text;
}

static int by_text(const void *left, const void *right)
{
	const struct name *a = left, *b = right;
	int order = strcmp(a->text, b->text);

	return order != 0 ? order : (a->job > b->job) - (a->job < b->job);
}

static int by_job(const void *left, const void *right)
{
	const struct name *a = left, *b = right;

	return (a->job > b->job) - (a->job < b->job);
}

static void free_names(struct name *names, size_t count)
{
	for (size_t i = 0; names != NULL && i < count; i++)
		free(names[i].text);
	free(names);
}

/* Returns the names of all jobs of a manifest, in its order; NULL if memory ran out. */
static struct name *name_jobs(const struct ff_manifest *manifest)
{
	struct name *names = calloc(manifest->count + 1, sizeof *names);

	for (size_t i = 0; names != NULL && i < manifest->count; i++) {
		names[i] = (struct name){.text = text_of(&manifest->jobs[i]), .job = i};
		if (names[i].text == NULL) {
			free_names(names, i);
			return NULL;
		}
	}
	if (names == NULL)
		return NULL;
	qsort(names, manifest->count, sizeof *names, by_text);
	for (size_t i = 0; i < manifest->count; i++)
		names[i].number = i > 0 && strcmp(names[i].text, names[i - 1].text) == 0
					  ? names[i - 1].number + 1
					  : 1;
	qsort(names, manifest->count, sizeof *names, by_job);
	return names;
}

/* A line each: why the answer is no, and every golden that differs. */
static void put_details(FILE *to, const struct ff_manifest_job *job)
{
	const char *const breaks[] = {"", "\n"};
	bool any = false;

	if (job->reason != NULL) {
		put_xml(to, job->reason);
		any = true;
	}
	for (size_t i = 0; i < job->goldens.count; i++) {
		const struct ff_golden_file *file = &job->goldens.items[i];

		if (file->text == NULL)
			continue;
		fputs(breaks[any], to);
		put_xml(to, file->path);
		fputs(": ", to);
		put_xml(to, file->text);
		any = true;
	}
}

static void put_case(FILE *to, const struct ff_manifest *manifest,
		     const struct ff_manifest_job *job, const struct name *name)
{
	const char *kind = job->status == FF_E_ANSWER ? "failure" : "error";

	fprintf(to, "    <testcase classname=\"");
	put_xml(to, manifest->name);
	fprintf(to, "\" name=\"");
	put_xml(to, name->text);
	if (name->number > 1)
		fprintf(to, " (%zu)", name->number);
	fprintf(to, "\" file=\"");
	put_xml(to, manifest->name);
	fprintf(to, "\" line=\"%zu\" time=\"%.6f\"", job->line, job->ms / 1000);
	switch (job->outcome) {
	case FF_MANIFEST_FAILED:
		fprintf(to, ">\n      <%s type=\"status %d\" message=\"", kind,
			ff_status_exit(job->status));
		put_xml(to, error_of(job));
		fprintf(to, "\">");
		put_details(to, job);
		fprintf(to, "</%s>\n    </testcase>\n", kind);
		break;
	case FF_MANIFEST_SKIPPED:
		fprintf(to, ">\n      <skipped/>\n    </testcase>\n");
		break;
	default:
		fprintf(to, "/>\n");
	}
}

char *ff_batch_report_junit(const struct ff_batch_options *options,
			    const struct ff_manifest *manifest,
			    const struct ff_batch_counts *counts)
{
	char *text = NULL, figures[160];
	size_t size, answers = 0;
	struct name *names = name_jobs(manifest);
	FILE *to = names == NULL ? NULL : open_memstream(&text, &size);

	if (to == NULL) {
		free_names(names, manifest->count);
		return NULL;
	}
	for (const struct ff_manifest_job *job = NULL;
	     (job = next_job(options, manifest, job)) != NULL;)
		answers += job->outcome == FF_MANIFEST_FAILED && job->status == FF_E_ANSWER;
	snprintf(figures, sizeof figures,
		 "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.6f\"",
		 counts->passed + counts->failed + counts->skipped, answers,
		 counts->failed - answers, counts->skipped, counts->ms / 1000);
	fprintf(to,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flowfield\" %s>\n"
		"  <testsuite name=\"",
		figures);
	put_xml(to, manifest->name);
	fprintf(to, "\" %s>\n", figures);
	for (const struct ff_manifest_job *job = NULL;
	     (job = next_job(options, manifest, job)) != NULL;)
		put_case(to, manifest, job, &names[job - manifest->jobs]);
	fprintf(to, "  </testsuite>\n</testsuites>\n");
	free_names(names, manifest->count);
	if (fclose(to) == 0)
		return text;
	free(text);
	return NULL;
}

static json_t *digest_of(uint64_t digest)
{
	return digest == 0 ? json_null() : json_sprintf("%016" PRIx64, digest);
}

static json_t *text_or_null(const char *text)
{
	return text == NULL ? json_null() : ff_json_string(text);
}

static json_t *goldens_of(const struct ff_manifest_job *job)
{
	json_t *list = json_array();

	for (size_t i = 0; i < job->goldens.count; i++) {
		const struct ff_golden_file *file = &job->goldens.items[i];

		ff_json_append(&list, json_pack("{s:o, s:s, s:o, s:o, s:o}", "path",
						ff_json_string(file->path), "state",
						ff_golden_states[file->state], "difference",
						text_or_null(file->text), "actual",
						text_or_null(file->actual), "picture",
						text_or_null(file->picture)));
	}
	return list;
}

/* Returns the counts of goldens by result, or null without --golden. */
static json_t *golden_of(const struct ff_batch_options *options,
			 const struct ff_batch_counts *counts, const struct ff_golden_rest *rest)
{
	json_t *object = options->golden.folder == NULL ? json_null() : json_object();
	json_t *names, *removed;

	if (options->golden.folder == NULL)
		return object;
	names = json_array();
	removed = json_array();
	ff_json_set(&object, "folder", ff_json_string(options->golden.folder));
	for (size_t i = 0; i < FF_GOLDEN_STATES; i++)
		ff_json_set(&object, ff_golden_states[i],
			    json_integer((json_int_t)counts->goldens[i]));
	for (size_t i = 0; i < rest->count; i++) {
		ff_json_append(&names, ff_json_string(rest->items[i].name));
		if (rest->items[i].removed)
			ff_json_append(&removed, ff_json_string(rest->items[i].name));
	}
	ff_json_set(&object, "unwritten", names);
	ff_json_set(&object, "removed", removed);
	ff_json_set(&object, "pruned", json_boolean(options->golden.prune));
	return object;
}

static json_t *document_of(const struct ff_manifest_job *job)
{
	bool failed = job->outcome == FF_MANIFEST_FAILED;
	json_t *outputs = json_array();

	for (size_t i = 0; i < job->outputs.count; i++)
		ff_json_append(&outputs, ff_json_string(job->outputs.items[i]));
	return json_pack("{s:I, s:o, s:s, s:i, s:o, s:o, s:o, s:o, s:f, s:{s:o, s:o}}", "line",
			 (json_int_t)job->line, "command", ff_json_string(job->text), "outcome",
			 ff_manifest_outcomes[job->outcome], "status", ff_status_exit(job->status),
			 "error", failed ? ff_json_string(error_of(job)) : json_null(), "answer",
			 text_or_null(job->reason), "goldens", goldens_of(job), "outputs", outputs,
			 "ms", job->ms, "digests", "cost", digest_of(job->cost_digest), "field",
			 digest_of(job->field_digest));
}

char *ff_batch_report_json(const struct ff_batch_options *options,
			   const struct ff_manifest *manifest, const struct ff_batch_counts *counts,
			   const struct ff_golden_rest *rest)
{
	json_t *jobs = json_array(), *document;
	char *text;

	for (const struct ff_manifest_job *job = NULL;
	     (job = next_job(options, manifest, job)) != NULL;)
		ff_json_append(&jobs, document_of(job));
	document = json_pack(
		"{s:i, s:{s:s, s:s}, s:o, s:{s:i, s:i}, s:I, s:I, s:I, s:i, s:f, s:o, s:o}",
		"schema", 1, "tool", "name", "flowfield", "version", FF_VERSION, "manifest",
		ff_json_string(manifest->name), "shard", "index", options->shard, "count",
		options->shards, "passed", (json_int_t)counts->passed, "failed",
		(json_int_t)counts->failed, "skipped", (json_int_t)counts->skipped, "status",
		ff_status_exit(counts->worst), "ms", counts->ms, "golden",
		golden_of(options, counts, rest), "jobs", jobs);
	text = ff_json_lines(document);
	json_decref(document);
	return text;
}

/* As GitHub's own toolkit escapes them: a property also ends at : and , */
static void put_github(FILE *to, const char *text, const char *special)
{
	struct ff_error clean;

	ff_status_fail(&clean, FF_OK, "%s", text);
	for (const char *at = clean.text; *at != '\0'; at++)
		if (strchr(special, *at) != NULL)
			fprintf(to, "%%%02X", (unsigned)(unsigned char)*at);
		else
			fputc(*at, to);
}

void ff_batch_report_github(const struct ff_batch_options *options,
			    const struct ff_manifest *manifest,
			    const struct ff_batch_counts *counts, const struct ff_golden_rest *rest,
			    FILE *to)
{
	const char *first = NULL;
	size_t shown = 0, left = 0;

	for (const struct ff_manifest_job *job = NULL;
	     shown < FF_BATCH_REPORT_SHOWN && (job = next_job(options, manifest, job)) != NULL;) {
		if (job->outcome != FF_MANIFEST_FAILED)
			continue;
		fputs("::error file=", to);
		put_github(to, manifest->name, "%\r\n:,");
		fprintf(to, ",line=%zu,title=", job->line);
		put_github(to,
			   job->parsed && job->options.map != NULL ? job->options.map : "flowfield",
			   "%\r\n:,");
		fprintf(to, " (status %d)::", ff_status_exit(job->status));
		put_github(to, error_of(job), "%\r\n");
		fputc('\n', to);
		shown++;
	}
	if (counts->failed > shown)
		fprintf(to, "::error title=flowfield::and %zu more\n", counts->failed - shown);
	for (size_t i = 0; i < rest->count; i++) {
		if (rest->items[i].removed)
			continue;
		first = left++ == 0 ? rest->items[i].name : first;
	}
	if (left > 0) {
		fputs("::warning title=", to);
		put_github(to, options->golden.folder, "%\r\n:,");
		fprintf(to, "::files that no job writes: %zu, first ", left);
		put_github(to, first, "%\r\n");
		fputc('\n', to);
	}
}
