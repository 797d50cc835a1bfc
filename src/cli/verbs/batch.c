/*
 * flowfield batch: runs the jobs of a manifest, prints a line for each on standard output and
 * errors on standard error, and writes reports.
 */
#include "cli/verbs/batch.h"

#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/html.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/verb.h"
#include "cli/verbs/golden.h"
#include "core/base/machine.h"
#include "core/base/number.h"
#include "io/folder.h"
#include "io/output.h"
#include "io/png.h"
#include "view/embed.h"

static ff_options_set set_shard, set_report;

/* by enum ff_batch_report, except for the sheet, and one that has no file */
static const char *const report_words[] = {"junit=", "json=",  "markdown",
					   "html=",  "sheet=", "github"};

/* the most jobs with a workflow command of their own, of which GitHub shows ten for a step, and in
 * a table, which may have 1 MiB there */
enum { GITHUB_SHOWN = 9, MARKDOWN_ROWS = 500, MARKDOWN_SIZE = 900 * 1024 };

struct parse {
	struct ff_batch_options options;
	enum ff_argv_help help;
};

#define AT(member) .offset = offsetof(struct parse, options.member)

/* clang-format off */
static const struct ff_argv_option option_list[] = {
	{.text = "Jobs"},
	{'j', "threads", "N", "number of jobs at a time (1..256; default: cores)", FF_ARGV_REQUIRED, false, ff_options_set_int, AT(workers), .min = 1, .max = FF_THREADS_MAX, .screen = FF_ARGV_FIRST},
	{0, "only", "PATTERN", "run only the jobs that a pattern names: 'city*'", FF_ARGV_REQUIRED, false, ff_options_set_path, AT(only), .screen = FF_ARGV_FIRST},
	{'n', "dry-run", NULL, "print the jobs that would run, and run none", FF_ARGV_NONE, false, ff_options_set_flag, AT(dry_run)},
	{0, "shard", "I/N", "run only part I of N: 1/3, 2/3 and 3/3 are all", FF_ARGV_REQUIRED, false, set_shard, .screen = FF_ARGV_FIRST},
	{.text = "Goldens"},
	{0, "golden", "DIR", "compare outputs with those in DIR; write none", FF_ARGV_REQUIRED, false, ff_options_set_path, AT(golden.folder), .which = 1, .screen = FF_ARGV_FIRST},
	{0, "out", "DIR", "with --golden: keep what differs, with pictures", FF_ARGV_REQUIRED, false, ff_options_set_path, AT(golden.actual), .which = 1, .screen = FF_ARGV_FIRST},
	{0, "accept", NULL, "with --golden: replace goldens that differ", FF_ARGV_NONE, false, ff_options_set_flag, AT(golden.accept), .screen = FF_ARGV_FIRST},
	{0, "force", NULL, "with --accept: also where a job's answer is no", FF_ARGV_NONE, false, ff_options_set_flag, AT(golden.force)},
	{0, "strict", NULL, "with --golden: fail where a map changed, too", FF_ARGV_NONE, false, ff_options_set_flag, AT(golden.strict)},
	{0, "prune", NULL, "with --golden: remove goldens that no job writes", FF_ARGV_NONE, false, ff_options_set_flag, AT(golden.prune)},
	FF_DIFF_ROWS(offsetof(struct parse, options.rules))
	{.text = "Other"},
	{0, "report", "KIND[=FILE]", "markdown, html=DIR, junit=, json=, sheet=, github", FF_ARGV_REQUIRED, false, set_report, .words = report_words, .word_count = FF_BATCH_REPORTS + 1, .screen = FF_ARGV_FIRST},
	{0, "no-sandbox", NULL, "trust the manifest: all rights, write anywhere", FF_ARGV_NONE, false, ff_options_set_flag, AT(no_sandbox)},
	{'v', "verbose", NULL, "report the result of each job", FF_ARGV_NONE, false, ff_options_set_which, AT(verbosity), .which = FF_OPTIONS_VERBOSE},
	{'q', "quiet", NULL, "print nothing but errors", FF_ARGV_NONE, false, ff_options_set_which, AT(verbosity), .which = FF_OPTIONS_QUIET, .screen = FF_ARGV_FIRST},
	FF_ARGV_HELP_ROW(offsetof(struct parse, help))
};
/* clang-format on */

static enum ff_status set_shard(void *target, const struct ff_argv_option *option,
				const char *value, struct ff_error *err)
{
	enum { MOST = 1000000 };
	struct ff_batch_options *o = &((struct parse *)target)->options;
	size_t n = strcspn(value, "/");
	int64_t shard, shards;

	if (value[n] == '\0' ||
	    ff_number_parse(value + n + 1, strlen(value + n + 1), 1, MOST, &shards) !=
		    FF_NUMBER_OK ||
	    ff_number_parse(value, n, 1, shards, &shard) != FF_NUMBER_OK)
		return ff_status_fail(err, FF_E_USAGE, "--%s %s: expected I/N with 1 <= I <= N",
				      option->name, value);
	o->shard = (int)shard;
	o->shards = (int)shards;
	return FF_OK;
}

static enum ff_status set_report(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct ff_batch_options *o = &((struct parse *)target)->options;
	size_t n = strcspn(value, "="), i = 0;
	const char *file;

	if (strcmp(value, "github") == 0) {
		o->github = true;
		return FF_OK;
	}
	while (i < FF_BATCH_REPORTS &&
	       (strcspn(report_words[i], "=") != n || memcmp(value, report_words[i], n) != 0))
		i++;
	file = value[n] == '=' ? value + n + 1 : i == FF_BATCH_MARKDOWN ? "-" : "";
	if (i == FF_BATCH_REPORTS || *file == '\0')
		return ff_status_fail(err, FF_E_USAGE,
				      "--%s %s: expected markdown, markdown=FILE, html=DIR, "
				      "junit=FILE, json=FILE, sheet=FILE.png or github",
				      option->name, value);
	if (o->reports[i] != NULL)
		return ff_status_fail(err, FF_E_USAGE, "--%s %.*s is given twice", option->name,
				      (int)n, value);
	o->reports[i] = file;
	if (i != FF_BATCH_HTML)
		return FF_OK;
	if ((o->pages = strdup(file)) == NULL ||
	    (o->reports[i] = o->index = ff_folder_join(file, "index.html")) == NULL)
		return ff_status_nomem(err, "file names");
	return ff_html_check(err);
}

static enum ff_status set_operand(void *target, const char *word, struct ff_error *err)
{
	const char **manifest = &((struct parse *)target)->options.manifest;

	if (*manifest != NULL)
		return ff_status_fail(err, FF_E_USAGE,
				      "one manifest at a time: %s or %s? (each is a text with a "
				      "command line on each line)",
				      *manifest, word);
	*manifest = word;
	return FF_OK;
}

static const struct ff_argv_table table = {
	"flowfield batch",
	"usage: flowfield batch MANIFEST [options]\n"
	"\n"
	"Runs many jobs in one process.  Each line of MANIFEST (- is standard input) is a\n"
	"job: a command line without the program's name, with quotes and # comments as in\n"
	"a shell.  A job that fails does not stop the others; the exit status is the\n"
	"largest of all.\n",
	option_list,
	sizeof option_list / sizeof option_list[0],
	set_operand,
	NULL,
	NULL,
	ff_verb_hint};

static enum ff_status check_options(const struct ff_batch_options *o, struct ff_error *err)
{
	const struct ff_golden *golden = &o->golden;
	const struct ff_diff_rules *rules = &o->rules;
	const char *given = golden->accept           ? "--accept is"
			    : golden->strict         ? "--strict is"
			    : golden->prune          ? "--prune is"
			    : golden->actual != NULL ? "--out is"
			    : rules->abs + rules->rel > 0 || rules->max_changed.percent > 0 ||
					    rules->max_changed.cells > 0 || rules->ignored_count > 0
				    ? "--abs, --rel, --max-changed and --ignore are"
				    : NULL;
	const char *wrong = NULL;

	if (o->reports[FF_BATCH_SHEET] != NULL && strcmp(o->reports[FF_BATCH_SHEET], "-") != 0 &&
	    strcasecmp(ff_outputs_extension(o->reports[FF_BATCH_SHEET]), ".png") != 0)
		return ff_status_fail(err, FF_E_USAGE, "--report sheet=%s: name it .png",
				      o->reports[FF_BATCH_SHEET]);
	if (o->manifest == NULL || *o->manifest == '\0')
		wrong = "there is no manifest: name a file, or -";
	else if (golden->force && !golden->accept)
		wrong = "--force is for --accept";
	else if (golden->folder == NULL && given != NULL)
		return ff_status_fail(err, FF_E_USAGE, "%s for --golden", given);
	else if (golden->prune &&
		 (o->only != NULL || o->shards > 1 || strcmp(o->manifest, "-") == 0))
		wrong = "--prune would remove the goldens of jobs that --only, --shard or a "
			"manifest from - leaves out: prune once, with all jobs of a file";
	else if (golden->actual != NULL && golden->accept)
		wrong = "--out and --accept: compare first, then accept";
	return wrong == NULL ? FF_OK : ff_status_fail(err, FF_E_USAGE, "%s", wrong);
}

/* The results of a batch, for its reports. */
struct results {
	const struct ff_batch_options *options;
	const struct ff_manifest *manifest;
	const struct ff_batch_counts *counts;
	const struct ff_golden_rest *rest;
};

/*
 * JUnit's XML has no standard: this keeps to testsuites, testsuite, testcase, failure and error,
 * with the attributes that all CI systems read. A job whose answer is no is a failure,
 * one that could not be done an error. The name of a test case is its line of the manifest, since
 * tools compare runs by name: the line's number would change with each line inserted above.
 */

/* Returns the next job chosen, the first one for NULL; NULL: there are no more. */
static const struct ff_manifest_job *next_job(const struct ff_manifest *manifest,
					      const struct ff_manifest_job *job)
{
	const struct ff_manifest_job *end = manifest->jobs + manifest->count;

	job = job == NULL ? manifest->jobs : job + 1;
	while (job < end && !job->chosen)
		job++;
	return job < end ? job : NULL;
}

static const char *error_of(const struct ff_manifest_job *job)
{
	return job->error == NULL ? "out of memory" : job->error;
}

/* Prints a text as the value of an attribute; a character that XML cannot hold becomes '?'. */
static void put_xml(FILE *to, const char *text)
{
	static const char *const names[] = {
		['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
	char *clean = strdup(text);

	for (char *at = clean; at != NULL && *at != '\0'; at++)
		if (*at == '\t')
			*at = ' ';
	if (clean != NULL)
		ff_status_clean(clean);
	for (const char *at = clean; at != NULL && *at != '\0'; at++) {
		unsigned char c = (unsigned char)*at;

		if (c < sizeof names / sizeof *names && names[c] != NULL)
			fputs(names[c], to);
		else
			fputc(c, to);
	}
	free(clean);
}

/* Prints a line each: why the answer is no, and every golden that differs. */
static void put_details(FILE *to, const struct ff_manifest_job *job)
{
	const char *before = "";

	if (job->reason != NULL) {
		put_xml(to, job->reason);
		before = "\n";
	}
	for (size_t i = 0; i < job->goldens.count; i++) {
		const struct ff_golden_file *file = &job->goldens.items[i];

		if (file->text == NULL)
			continue;
		fputs(before, to);
		put_xml(to, file->path);
		fputs(": ", to);
		put_xml(to, file->text);
		before = "\n";
	}
}

/* Names the files kept of a job, as GitLab and a plugin of Jenkins show them beside it, except
 * those whose names would end the mark; GitLab takes the first. */
static void put_attachments(FILE *to, const struct ff_manifest_job *job)
{
	const char *before = "      <system-out>";
	const struct ff_golden_files *goldens = &job->goldens;

	for (size_t i = 0; i < 2 * goldens->count; i++) {
		const struct ff_golden_file *file = &goldens->items[i % goldens->count];
		const char *path = i < goldens->count ? file->picture : file->actual;

		if (path == NULL || strstr(path, "]]") != NULL)
			continue;
		fprintf(to, "%s[[ATTACHMENT|", before);
		put_xml(to, path);
		fputs("]]", to);
		before = "\n";
	}
	if (*before == '\n')
		fputs("</system-out>\n", to);
}

static void put_case(FILE *to, const struct ff_manifest *manifest,
		     const struct ff_manifest_job *job)
{
	const char *kind = job->status == FF_E_ANSWER ? "failure" : "error";

	fprintf(to, "    <testcase classname=\"");
	put_xml(to, manifest->name);
	fprintf(to, "\" name=\"");
	put_xml(to, job->text + strspn(job->text, " \t\r"));
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
		fprintf(to, "</%s>\n", kind);
		put_attachments(to, job);
		fprintf(to, "    </testcase>\n");
		break;
	case FF_MANIFEST_CHANGED:
		fprintf(to, ">\n      <system-out>changed: ");
		put_xml(to, error_of(job));
		fprintf(to, "</system-out>\n    </testcase>\n");
		break;
	default:
		fprintf(to, "/>\n");
	}
}

static void put_junit(FILE *to, const struct results *all)
{
	const struct ff_manifest *manifest = all->manifest;
	const struct ff_batch_counts *counts = all->counts;
	char figures[160];
	size_t answers = 0;

	for (const struct ff_manifest_job *job = NULL; (job = next_job(manifest, job)) != NULL;)
		answers += job->outcome == FF_MANIFEST_FAILED && job->status == FF_E_ANSWER;
	snprintf(figures, sizeof figures,
		 "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.6f\"",
		 counts->passed + counts->changed + counts->failed, answers,
		 counts->failed - answers, counts->ms / 1000);
	fprintf(to,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"flowfield\" %s>\n"
		"  <testsuite name=\"",
		figures);
	put_xml(to, manifest->name);
	fprintf(to, "\" %s>\n", figures);
	for (const struct ff_manifest_job *job = NULL; (job = next_job(manifest, job)) != NULL;)
		put_case(to, manifest, job);
	fprintf(to, "  </testsuite>\n</testsuites>\n");
}

static json_t *goldens_of(const struct ff_manifest_job *job)
{
	json_t *list = json_array();

	for (size_t i = 0; i < job->goldens.count; i++) {
		const struct ff_golden_file *file = &job->goldens.items[i];

		ff_json_append(&list, json_pack("{s:o, s:s, s:o, s:o, s:o}", "path",
						ff_json_string(file->path), "state",
						ff_golden_states[file->state], "difference",
						ff_json_string(file->text), "actual",
						ff_json_string(file->actual), "picture",
						ff_json_string(file->picture)));
	}
	return list;
}

/* Returns the counts of goldens by result, or null without --golden. */
static json_t *golden_of(const struct results *all)
{
	const struct ff_golden *golden = &all->options->golden;
	const struct ff_golden_rest *rest = all->rest;
	json_t *object, *names, *removed;

	if (golden->folder == NULL)
		return json_null();
	object = json_object();
	names = json_array();
	removed = json_array();
	ff_json_set(&object, "folder", ff_json_string(golden->folder));
	for (size_t i = 0; i < FF_GOLDEN_STATES; i++)
		ff_json_set(&object, ff_golden_states[i],
			    json_integer((json_int_t)all->counts->goldens[i]));
	for (size_t i = 0; i < rest->count; i++) {
		ff_json_append(&names, ff_json_string(rest->items[i].name));
		if (rest->items[i].removed)
			ff_json_append(&removed, ff_json_string(rest->items[i].name));
	}
	ff_json_set(&object, "unwritten", names);
	ff_json_set(&object, "removed", removed);
	ff_json_set(&object, "pruned", json_boolean(golden->prune));
	return object;
}

static json_t *document_of(const struct ff_manifest_job *job)
{
	bool failed = job->outcome == FF_MANIFEST_FAILED;

	return json_pack("{s:I, s:o, s:s, s:i, s:o, s:o, s:o, s:o, s:f, s:{s:o, s:o}}", "line",
			 (json_int_t)job->line, "command", ff_json_string(job->text), "outcome",
			 ff_manifest_outcomes[job->outcome], "status", ff_status_exit(job->status),
			 "error", ff_json_string(failed ? error_of(job) : NULL), "answer",
			 ff_json_string(job->reason), "goldens", goldens_of(job), "outputs",
			 ff_json_strings(&job->outputs), "ms", job->ms, "digests", "cost",
			 ff_json_digest(job->cost_digest), "field",
			 ff_json_digest(job->field_digest));
}

static void put_json(FILE *to, const struct results *all)
{
	const struct ff_batch_counts *counts = all->counts;
	json_t *jobs = json_array(), *document;
	char *text;

	for (const struct ff_manifest_job *job = NULL;
	     (job = next_job(all->manifest, job)) != NULL;)
		ff_json_append(&jobs, document_of(job));
	document = json_pack(
		"{s:i, s:{s:s, s:s}, s:o, s:{s:i, s:i}, s:I, s:I, s:I, s:i, s:f, s:o, s:o}",
		"schema", 1, "tool", "name", "flowfield", "version", FF_VERSION, "manifest",
		ff_json_string(all->manifest->name), "shard", "index", all->options->shard, "count",
		all->options->shards, "passed", (json_int_t)counts->passed, "changed",
		(json_int_t)counts->changed, "failed", (json_int_t)counts->failed, "status",
		ff_status_exit(counts->worst), "ms", counts->ms, "golden", golden_of(all), "jobs",
		jobs);
	text = ff_json_lines(document);
	json_decref(document);
	fputs(text == NULL ? "" : text, to);
	free(text);
}

/* Prints a text on one line, with some of its characters escaped: as %XX, as GitHub's own toolkit
 * does (a property also ends at : and ,), or by a backslash. */
static void put_escaped(FILE *to, const char *text, const char *special, bool percent)
{
	struct ff_error clean;

	ff_status_fail(&clean, FF_OK, "%s", text);
	for (const char *at = clean.text; *at != '\0'; at++)
		if (strchr(special, *at) == NULL)
			fputc(*at, to);
		else
			fprintf(to, percent ? "%%%02X" : "\\%c", (unsigned char)*at);
}

/* Annotates the lines of the first jobs with an outcome, and counts the others. */
static void annotate(const struct ff_manifest *manifest, enum ff_manifest_outcome outcome,
		     size_t count, const char *command, FILE *to)
{
	size_t shown = 0;

	for (const struct ff_manifest_job *job = NULL;
	     shown < GITHUB_SHOWN && (job = next_job(manifest, job)) != NULL;) {
		if (job->outcome != outcome)
			continue;
		fprintf(to, "::%s file=", command);
		put_escaped(to, manifest->name, "%\r\n:,", true);
		fprintf(to, ",line=%zu,title=", job->line);
		put_escaped(to, job->inputs.count > 0 ? job->inputs.items[0] : "flowfield",
			    "%\r\n:,", true);
		fprintf(to, " (status %d)::", ff_status_exit(job->status));
		put_escaped(to, error_of(job), "%\r\n", true);
		fputc('\n', to);
		shown++;
	}
	if (count > shown)
		fprintf(to, "::%s title=flowfield::and %zu more\n", command, count - shown);
}

static void put_github(FILE *to, const struct results *all)
{
	const struct ff_golden_rest *rest = all->rest;
	const char *first = NULL;
	size_t left = 0;

	annotate(all->manifest, FF_MANIFEST_FAILED, all->counts->failed, "error", to);
	annotate(all->manifest, FF_MANIFEST_CHANGED, all->counts->changed, "warning", to);
	for (size_t i = 0; i < rest->count; i++)
		if (!rest->items[i].removed && left++ == 0)
			first = rest->items[i].name;
	if (left > 0) {
		fputs("::warning title=", to);
		put_escaped(to, all->options->golden.folder, "%\r\n:,", true);
		fprintf(to, "::files that no job writes: %zu, first ", left);
		put_escaped(to, first, "%\r\n", true);
		fputc('\n', to);
	}
}

/* Prints a text in which no character has a meaning in Markdown. */
static void put_plain(FILE *to, const char *text)
{
	put_escaped(to, text, "\\`*_~[]<>|&#$", false);
}

/* Prints a link to a file that was kept. */
static void put_link(FILE *to, const char *path)
{
	if (path == NULL)
		return;
	fputs(" [", to);
	put_plain(to, path);
	fputs("](", to);
	put_escaped(to, path, "% ()<>[]\\`|*_~&#?$", true);
	fputc(')', to);
}

static void put_row(FILE *to, const struct ff_manifest_job *job)
{
	bool passed = job->outcome == FF_MANIFEST_PASSED;

	fprintf(to, "| %s | %zu | ", ff_manifest_outcomes[job->outcome], job->line);
	put_plain(to, job->inputs.count > 0 ? job->inputs.items[0] : "-");
	fputs(" | ", to);
	put_plain(to, passed ? "" : error_of(job));
	fputs(" |", to);
	for (size_t i = 0; i < job->goldens.count; i++) {
		put_link(to, job->goldens.items[i].actual);
		put_link(to, job->goldens.items[i].picture);
	}
	fputs(" |\n", to);
}

/* Prints a picture of a job with a link to its page. */
static void put_tile(FILE *to, const struct ff_manifest_job *job)
{
	const char *outcome = ff_manifest_outcomes[job->outcome];
	json_t *thumbnail = job->tile.entries != NULL ? ff_html_thumbnail(&job->tile) : NULL;

	fprintf(to, "<li class=\"%s\">", outcome);
	if (thumbnail != NULL)
		fprintf(to, "<a href=\"%zu.html\"><img alt=\"\" src=\"data:image/png;base64,%s\">",
			job->line, json_string_value(thumbnail));
	fprintf(to, "<b>%s</b> %zu: <bdi>", outcome, job->line);
	put_xml(to, job->inputs.count > 0 ? job->inputs.items[0] : "-");
	fprintf(to, "</bdi>%s<p>", thumbnail != NULL ? "</a>" : "");
	json_decref(thumbnail);
	put_xml(to, job->outcome == FF_MANIFEST_PASSED ? job->text : error_of(job));
	fputs("</p></li>\n", to);
}

enum { SUMS = 80 };

static const char *print_sums(const struct ff_batch_counts *counts, char to[SUMS])
{
	int n = snprintf(to, SUMS, "%zu passed", counts->passed);

	if (counts->changed > 0)
		n += snprintf(to + n, SUMS - (size_t)n, ", %zu changed", counts->changed);
	snprintf(to + n, SUMS - (size_t)n, ", %zu failed", counts->failed);
	return to;
}

/* The order of outcomes for people. */
static const enum ff_manifest_outcome order[] = {FF_MANIFEST_FAILED, FF_MANIFEST_CHANGED,
						 FF_MANIFEST_PASSED};

/* Prints the page of all jobs, without a script. */
static void put_html(FILE *to, const struct results *all)
{
	char sums[SUMS];

	fputs(ff_embed_index, to);
	put_xml(to, all->manifest->name);
	fprintf(to, ": %s</h1>\n<ul>\n", print_sums(all->counts, sums));
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		for (const struct ff_manifest_job *job = NULL;
		     (job = next_job(all->manifest, job)) != NULL;)
			if (job->outcome == order[i])
				put_tile(to, job);
	fputs("</ul></main></html>\n", to);
}

/* Writes a contact sheet of all jobs, or of the first of very many. */
static void put_sheet(FILE *to, const struct results *all)
{
	enum { MOST = 1500 }; /* tiles: a picture of 5300 by 10000 pixels */
	const struct ff_batch_counts *counts = all->counts;
	size_t jobs = counts->passed + counts->changed + counts->failed, count = 0, size, named;
	struct ff_draw_tile *tiles = calloc(MOST, sizeof *tiles);
	struct ff_page page = {0};
	char sums[SUMS], title[SUMS + 80];
	struct ff_error err;
	uint8_t *file = NULL;

	for (size_t i = 0; tiles != NULL && i < sizeof order / sizeof *order; i++)
		for (const struct ff_manifest_job *job = NULL;
		     count < MOST && (job = next_job(all->manifest, job)) != NULL;) {
			if (job->outcome != order[i])
				continue;
			tiles[count] = job->tile;
			tiles[count].name = job->inputs.count > 0 ? job->inputs.items[0] : "-";
			tiles[count].note = job->outcome == FF_MANIFEST_PASSED ? "" : error_of(job);
			/* The name stands there already. */
			named = strlen(tiles[count].name);
			if (strncmp(tiles[count].note, tiles[count].name, named) == 0)
				tiles[count].note +=
					named + strspn(tiles[count].note + named, ": ");
			tiles[count++].frame =
				job->outcome == FF_MANIFEST_FAILED    ? FF_DRAW_FRAME_FAILED
				: job->outcome == FF_MANIFEST_CHANGED ? FF_DRAW_FRAME_CHANGED
								      : FF_DRAW_FRAME_NONE;
		}
	snprintf(title, sizeof title, "%s%s", print_sums(counts, sums),
		 count < jobs ? ", the first of them" : "");
	if (tiles != NULL && ff_draw_sheet(tiles, count, title, &page, &err) == FF_OK &&
	    ff_png_write(&page.bitmap, &(struct ff_png_about){0}, &file, &size, &err) == FF_OK)
		fwrite(file, 1, size, to);
	free(file);
	free(page.bitmap.pixels);
	free(tiles);
}

/* Prints a table for people, with the jobs that failed first. */
static void put_markdown(FILE *to, const struct results *all)
{
	const struct ff_batch_counts *counts = all->counts;
	size_t rows = 0, jobs = counts->passed + counts->changed + counts->failed;
	char sums[SUMS];

	fputs("### ", to);
	put_plain(to, all->manifest->name);
	fprintf(to,
		": %s\n\n"
		"| Result | Line | Map | Reason | Kept |\n| --- | ---: | --- | --- | --- |\n",
		print_sums(counts, sums));
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		for (const struct ff_manifest_job *job = NULL;
		     rows < MARKDOWN_ROWS && ftell(to) < MARKDOWN_SIZE &&
		     (job = next_job(all->manifest, job)) != NULL;)
			if (job->outcome == order[i]) {
				put_row(to, job);
				rows++;
			}
	if (rows < jobs)
		fprintf(to, "\nand %zu more\n", jobs - rows);
}

static enum ff_status write_reports(const struct results *all, struct ff_error *err)
{
	static void (*const put[FF_BATCH_REPORTS])(FILE *, const struct results *) = {
		[FF_BATCH_JUNIT] = put_junit,       [FF_BATCH_JSON] = put_json,
		[FF_BATCH_MARKDOWN] = put_markdown, [FF_BATCH_HTML] = put_html,
		[FF_BATCH_SHEET] = put_sheet,
	};
	struct ff_plan plan = {0};
	enum ff_status st = FF_OK;

	if (all->options->github)
		put_github(stdout, all);
	if (fflush(stdout) != 0)
		return ff_status_fail(err, FF_E_OUTPUT, "standard output: %s", strerror(errno));
	for (size_t i = 0; i < FF_BATCH_REPORTS && st == FF_OK; i++) {
		const char *path = all->options->reports[i];
		char *text = NULL;
		size_t size = 0;
		FILE *to;

		if (path == NULL)
			continue;
		if ((to = open_memstream(&text, &size)) != NULL)
			put[i](to, all);
		if (to == NULL || fclose(to) != 0 || size == 0) {
			free(text);
			st = ff_status_nomem(err, path);
		} else {
			st = ff_plan_add(&plan, strdup(path), (uint8_t *)text, size, err);
		}
	}
	if (st == FF_OK)
		st = ff_plan_publish(&plan, NULL, err);
	ff_plan_free(&plan);
	return st;
}

/* Reports before the work that a report cannot be written. */
static enum ff_status check_reports(const struct ff_batch_options *o, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (o->pages != NULL && mkdir(o->pages, 0777) != 0 && errno != EEXIST)
		return ff_status_fail(err, FF_E_OUTPUT, "%s: %s", o->pages, strerror(errno));
	for (size_t i = 0; i < FF_BATCH_REPORTS && st == FF_OK; i++)
		if (o->reports[i] != NULL)
			st = ff_plan_check_writable(o->reports[i], err);
	return st;
}

/* --- goldens --- */

/* Returns FF_OK if files can be made in a folder, or in the nearest existing one above it. */
static enum ff_status check_writable(const char *option, const char *folder, const char *cure,
				     struct ff_error *err)
{
	const char *rest;
	char *there = ff_folder_there(folder, &rest);
	enum ff_status st = FF_OK;

	if (there == NULL)
		return ff_status_nomem(err, "file names");
	if (access(there, W_OK) != 0)
		st = ff_status_fail(err, FF_E_OUTPUT, "%s %s: %s%s", option, folder,
				    strerror(errno), cure);
	free(there);
	return st;
}

/* Reports a folder without write permission once, and not for each job. */
static enum ff_status check_folders(const struct ff_golden *golden, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (golden->folder != NULL && golden->actual == NULL)
		st = check_writable("--golden", golden->folder,
				    golden->accept
					    ? ""
					    : ": outputs are made there to be compared, unless "
					      "--out names a folder for them",
				    err);
	if (st == FF_OK && golden->actual != NULL)
		st = check_writable("--out", golden->actual, "", err);
	return st;
}

/* Adds the real path of a file, if it is there. */
static enum ff_status add_real(struct ff_strings *places, const char *path, struct ff_error *err)
{
	char *real = path == NULL ? NULL : realpath(path, NULL);
	enum ff_status st = FF_OK;

	if (real != NULL)
		st = ff_strings_add(places, real, strlen(real), err);
	free(real);
	return st;
}

/* Lists the goldens that a job has accepted, and the real paths of those that it writes and of the
 * files that it reads. */
static enum ff_status add_job(const struct ff_golden *golden, const struct ff_manifest_job *job,
			      struct ff_strings *accepted, struct ff_strings *needed,
			      struct ff_error *err)
{
	size_t n = strlen(golden->folder);
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < job->goldens.count && st == FF_OK && golden->accept; i++)
		if (job->goldens.items[i].text == NULL)
			st = ff_strings_add(accepted, job->goldens.items[i].path + n,
					    strlen(job->goldens.items[i].path + n), err);
	for (size_t i = 0; i < job->outputs.count && st == FF_OK; i++) {
		char *path = ff_golden_path(golden, job->outputs.items[i]);

		st = path == NULL ? ff_status_nomem(err, "file names")
				  : add_real(needed, path, err);
		free(path);
	}
	for (size_t i = 0; i < job->inputs.count && st == FF_OK; i++)
		st = add_real(needed, job->inputs.items[i], err);
	return st;
}

/* Brings the list of goldens up to date after all jobs, and finds those that no job of any shard
 * uses, which --prune removes.  Only the first of several shards does that, and none with a
 * manifest from "-", which may be a part. */
static enum ff_status find_rest(const struct ff_batch_options *o,
				const struct ff_manifest *manifest, struct ff_golden_rest *rest,
				struct ff_error *err)
{
	struct ff_strings accepted = {0}, needed = {0};
	enum ff_status st = FF_OK;
	struct ff_error why;
	size_t planned = 0;
	bool known;

	if (o->golden.folder == NULL)
		return FF_OK;
	while (planned < manifest->count && manifest->jobs[planned].planned)
		planned++;
	known = planned == manifest->count && o->shard == 1 && strcmp(o->manifest, "-") != 0;
	if (planned < manifest->count && o->golden.prune) {
		ff_status_fail(&why, FF_OK,
			       "%s: nothing is pruned, since the files of line %zu are not known",
			       manifest->name, manifest->jobs[planned].line);
		fprintf(stderr, "flowfield: %s\n", why.text);
	}
	st = add_real(&needed, o->manifest, err);
	for (size_t i = 0; i < FF_BATCH_REPORTS && st == FF_OK; i++)
		st = add_real(&needed, o->reports[i], err);
	for (size_t i = 0; i < manifest->count && st == FF_OK; i++)
		st = add_job(&o->golden, &manifest->jobs[i], &accepted, &needed, err);
	if (st == FF_OK)
		st = ff_golden_settle(&o->golden, &accepted, known ? &needed : NULL, rest, err);
	ff_strings_free(&accepted);
	ff_strings_free(&needed);
	return st;
}

/* Prints a name behind others: the first 'most' of them are printed. */
static void print_name(const char *name, size_t number, size_t most, const char *first)
{
	struct ff_error clean;

	ff_status_fail(&clean, FF_OK, "%s", number < most ? name : "...");
	if (number <= most)
		fprintf(stderr, "%s%s", number == 0 ? first : ", ", clean.text);
}

enum { NAMED = 8 }; /* files, at most, by their names */

/* Prints how many goldens are in a state, and the first names. */
static void print_state(const struct results *all, enum ff_golden_state state)
{
	const struct ff_manifest *manifest = all->manifest;
	size_t named = 0;

	fprintf(stderr, ", %zu %s", all->counts->goldens[state], ff_golden_states[state]);
	for (size_t i = 0; i < manifest->count; i++)
		for (size_t j = 0; j < manifest->jobs[i].goldens.count; j++) {
			const struct ff_golden_file *file = &manifest->jobs[i].goldens.items[j];
			const char *name = file->path + strlen(all->options->golden.folder);

			if (file->state == state)
				print_name(name + strspn(name, "/"), named++, NAMED, " (");
		}
	fputs(named > 0 ? ")" : "", stderr);
}

/* Prints what --accept did, if any output was compared. */
static void print_accepted(const struct results *all)
{
	const size_t *goldens = all->counts->goldens;
	struct ff_error clean;
	size_t compared = 0;

	for (size_t i = 0; i < FF_GOLDEN_STATES; i++)
		compared += goldens[i];
	if (compared == 0)
		return;
	ff_status_fail(&clean, FF_OK, "%s", all->options->golden.folder);
	fprintf(stderr, "flowfield: %s: %zu same", clean.text, goldens[FF_GOLDEN_SAME]);
	print_state(all, FF_GOLDEN_ADDED);
	print_state(all, FF_GOLDEN_REPLACED);
	for (int i = FF_GOLDEN_DIFFERENT; i > FF_GOLDEN_SAME; i--)
		if (goldens[i] > 0)
			print_state(all, (enum ff_golden_state)i);
	fputc('\n', stderr);
}

/* Prints the names of the files that no job writes: of every removed one, since there is no other
 * record of it, or of the first that are left. */
static void print_rest(const struct results *all, bool removed)
{
	const struct ff_golden_rest *rest = all->rest;
	struct ff_error clean;
	size_t count = 0, named = 0;

	for (size_t i = 0; i < rest->count; i++)
		count += rest->items[i].removed == removed;
	if (count == 0)
		return;
	ff_status_fail(&clean, FF_OK, "%s", all->options->golden.folder);
	fprintf(stderr, "flowfield: %s%s: %zu %s that no job writes%s",
		removed ? "" : "warning: ", clean.text, count, count == 1 ? "file" : "files",
		removed ? " removed" : "");
	for (size_t i = 0; i < rest->count; i++)
		if (rest->items[i].removed == removed)
			print_name(rest->items[i].name, named++, removed ? count : NAMED, ": ");
	fputs(removed ? "\n" : " (--prune removes them)\n", stderr);
}

static void list_jobs(const struct ff_manifest *manifest)
{
	for (const struct ff_manifest_job *job = NULL; (job = next_job(manifest, job)) != NULL;) {
		for (char *tab = job->text; (tab = strchr(tab, '\t')) != NULL;)
			*tab = ' ';
		ff_status_clean(job->text);
		printf("%zu\t%s\n", job->line, job->text + strspn(job->text, " "));
	}
}

/* Writes the reports and prints the last line, and errors of reports after it. */
static enum ff_status conclude(const struct ff_batch_options *options,
			       const struct ff_manifest *manifest,
			       const struct ff_batch_counts *counts, struct ff_error *err)
{
	bool quiet = options->verbosity == FF_OPTIONS_QUIET;
	struct ff_golden_rest rest = {0};
	const struct results all = {options, manifest, counts, &rest};
	struct ff_error said;
	char sums[SUMS];
	enum ff_status st = find_rest(options, manifest, &rest, err), written;

	if (options->golden.accept && !quiet)
		print_accepted(&all);
	print_rest(&all, true);
	if (st == FF_OK && !quiet)
		print_rest(&all, false);
	written = write_reports(&all, &said);
	ff_golden_rest_free(&rest);
	if (st == FF_OK && written != FF_OK) {
		st = written;
		*err = said;
	}
	ff_status_fail(&said, FF_OK, "%s: %s; %.0f ms", manifest->name, print_sums(counts, sums),
		       counts->ms);
	if (st == FF_OK && counts->worst != FF_OK) {
		*err = said;
		return counts->worst;
	}
	if (!quiet || counts->worst != FF_OK)
		fprintf(stderr, "flowfield: %s\n", said.text);
	return st;
}

static enum ff_status run_manifest(const struct ff_batch_options *options, struct ff_error *err)
{
	struct ff_batch_counts counts;
	struct ff_manifest manifest;
	enum ff_status st = ff_manifest_read(&manifest, options->manifest, err);

	if (st == FF_OK && (st = check_reports(options, err)) == FF_OK &&
	    (st = check_folders(&options->golden, err)) == FF_OK &&
	    (st = ff_batch_run(options, &manifest, &counts, err)) == FF_OK) {
		if (options->dry_run)
			list_jobs(&manifest);
		else
			st = conclude(options, &manifest, &counts, err);
	}
	ff_manifest_free(&manifest);
	return st;
}

/* Returns the worst status of a job, with a line that counts them in 'err' unless that is FF_OK; or
 * another status if the batch itself cannot run, and then, except for FF_E_OUTPUT, no job has
 * begun. */
static enum ff_status run_batch(int argc, char *const *argv, struct ff_error *err)
{
	struct parse parse = {.options = {.shard = 1, .shards = 1, .verbosity = FF_OPTIONS_NORMAL}};
	enum ff_status st = ff_argv_parse(&table, argc, argv, &parse, NULL, NULL, err);

	if (st == FF_OK && parse.help)
		ff_argv_help(&table, parse.help, stdout);
	else if (st == FF_OK && (st = check_options(&parse.options, err)) == FF_OK)
		st = run_manifest(&parse.options, err);
	free(parse.options.rules.ignored);
	free(parse.options.index);
	free(parse.options.pages);
	return st;
}

const struct ff_verb ff_batch_verb = {
	.name = "batch",
	.text = "run many jobs in one process",
	.table = &table,
	.run = run_batch,
};
