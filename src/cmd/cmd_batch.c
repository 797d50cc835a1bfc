#include "cmd/cmd_batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/output.h"
#include "base/pool.h"
#include "cmd/batch.h"
#include "cmd/batch_report.h"
#include "cmd/plan.h"

typedef enum ff_status set_function(void *, const struct ff_argv_option *, const char *,
				    struct ff_error *);
static set_function set_workers, set_shard, set_flag, set_golden, set_report, set_verbosity;

enum flag { RESUME, ACCEPT, NO_SANDBOX, HELP };

struct parse {
	struct ff_batch_options options;
	bool help;
};

/* clang-format off */
static const struct ff_argv_option option_list[] = {
	{0, NULL, NULL, "Which jobs", FF_ARGV_NONE, false, NULL, 0},
	{'j', "workers", "N", "run N jobs (1..256) at a time (default: as many as cores)", FF_ARGV_REQUIRED, false, set_workers, 0},
	{0, "shard", "I/N", "only part I of N of the jobs: 1/3, 2/3 and 3/3 are all", FF_ARGV_REQUIRED, false, set_shard, 0},
	{0, "resume", NULL, "skip jobs whose outputs are there already", FF_ARGV_NONE, false, set_flag, RESUME},
	{0, NULL, NULL, "What becomes of outputs", FF_ARGV_NONE, false, NULL, 0},
	{0, "golden", "DIR", "compare them with the files in DIR; write nothing", FF_ARGV_REQUIRED, false, set_golden, 0},
	{0, "accept", NULL, "with --golden: renew files in DIR that differ", FF_ARGV_NONE, false, set_flag, ACCEPT},
	{0, NULL, NULL, "Other", FF_ARGV_NONE, false, NULL, 0},
	{0, "report", "KIND[=FILE]", "junit=FILE, json=FILE or github; repeatable", FF_ARGV_REQUIRED, false, set_report, 0},
	{0, "no-sandbox", NULL, "keep the right to open any file, and more", FF_ARGV_NONE, false, set_flag, NO_SANDBOX},
	{'v', "verbose", NULL, "say what each job found", FF_ARGV_NONE, false, set_verbosity, FF_OPTIONS_VERBOSE},
	{'q', "quiet", NULL, "say nothing but errors", FF_ARGV_NONE, false, set_verbosity, FF_OPTIONS_QUIET},
	{'h', "help", NULL, "print this help", FF_ARGV_NONE, false, set_flag, HELP},
};
/* clang-format on */

static enum ff_status set_workers(void *target, const struct ff_argv_option *option,
				  const char *value, struct ff_error *err)
{
	int64_t number;

	if (ff_number_parse(value, strlen(value), 1, FF_POOL_THREADS, &number) != FF_NUMBER_OK)
		return ff_status_fail(err, FF_E_USAGE, "--%s %s: wanted is a whole number in 1..%d",
				      option->name, value, FF_POOL_THREADS);
	((struct parse *)target)->options.workers = (int)number;
	return FF_OK;
}

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
		return ff_status_fail(err, FF_E_USAGE, "--%s %s: wanted is I/N with 1 <= I <= N",
				      option->name, value);
	o->shard = (int)shard;
	o->shards = (int)shards;
	return FF_OK;
}

static enum ff_status set_flag(void *target, const struct ff_argv_option *option, const char *value,
			       struct ff_error *err)
{
	struct parse *parse = target;

	(void)value, (void)err;
	switch ((enum flag)option->which) {
	case RESUME:
		parse->options.resume = true;
		break;
	case ACCEPT:
		parse->options.accept = true;
		break;
	case NO_SANDBOX:
		parse->options.no_sandbox = true;
		break;
	case HELP:
		parse->help = true;
		break;
	}
	return FF_OK;
}

static enum ff_status set_golden(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a folder's name", option->name);
	((struct parse *)target)->options.golden = value;
	return FF_OK;
}

static enum ff_status set_report(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct ff_batch_options *o = &((struct parse *)target)->options;
	const char **file = strncmp(value, "junit=", 6) == 0  ? &o->junit
			    : strncmp(value, "json=", 5) == 0 ? &o->json
							      : NULL;

	if (strcmp(value, "github") == 0) {
		o->github = true;
		return FF_OK;
	}
	if (file == NULL || strchr(value, '=')[1] == '\0')
		return ff_status_fail(err, FF_E_USAGE,
				      "--%s %s: there is junit=FILE, json=FILE and github",
				      option->name, value);
	if (*file != NULL)
		return ff_status_fail(err, FF_E_USAGE, "--%s %.*s is given twice", option->name,
				      (int)strcspn(value, "="), value);
	*file = strchr(value, '=') + 1;
	return FF_OK;
}

static enum ff_status set_verbosity(void *target, const struct ff_argv_option *option,
				    const char *value, struct ff_error *err)
{
	(void)value, (void)err;
	((struct parse *)target)->options.verbosity = (enum ff_options_verbosity)option->which;
	return FF_OK;
}

static enum ff_status set_operand(void *target, const char *word, struct ff_error *err)
{
	const char **manifest = &((struct parse *)target)->options.manifest;

	if (*manifest != NULL)
		return ff_status_fail(err, FF_E_USAGE, "one manifest at a time: %s or %s?",
				      *manifest, word);
	*manifest = word;
	return FF_OK;
}

const struct ff_argv_table ff_cmd_batch_table = {
	"flowfield batch",
	"usage: flowfield batch MANIFEST [options]\n"
	"\n"
	"Runs many jobs in one process.  Each line of MANIFEST (- is standard input) is\n"
	"a job: a command line without the program's name, with quotes and # comments as\n"
	"in a shell.  A job that fails does not stop the others; the worst exit status of\n"
	"all is that of the batch.\n",
	option_list,
	sizeof option_list / sizeof option_list[0],
	set_operand,
	NULL,
	NULL,
	NULL,
	NULL};

static enum ff_status check(const struct ff_batch_options *o, struct ff_error *err)
{
	const char *wrong = NULL;

	if (o->manifest == NULL || *o->manifest == '\0')
		wrong = "there is no manifest: name a file, or -";
	else if (o->accept && o->golden == NULL)
		wrong = "--accept is for --golden";
	else if (o->resume && o->golden != NULL)
		wrong = "--resume and --golden: nothing is written that could be there already";
	return wrong == NULL ? FF_OK : ff_status_fail(err, FF_E_USAGE, "%s", wrong);
}

/* Writes a report, whose text is freed; NULL: memory ran out. */
static enum ff_status write_report(const char *path, char *text, struct ff_error *err)
{
	struct ff_output out;
	enum ff_status st;
	sigset_t before;

	if (text == NULL)
		return ff_status_nomem(err, path);
	ff_output_hold(&before);
	if ((st = ff_output_open(&out, path, err)) == FF_OK) {
		if ((st = ff_output_write(&out, text, strlen(text), err)) == FF_OK &&
		    (st = ff_output_close(&out, err)) == FF_OK &&
		    (st = ff_output_place(&out, true, err)) == FF_OK)
			ff_output_commit(&out);
		ff_output_discard(&out);
	}
	ff_output_release(&before);
	free(text);
	return st;
}

static enum ff_status write_reports(const struct ff_batch_options *o,
				    const struct ff_manifest *manifest,
				    const struct ff_batch_counts *counts, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (o->github)
		ff_batch_report_github(o, manifest, counts, stdout);
	if (o->junit != NULL)
		st = write_report(o->junit, ff_batch_report_junit(o, manifest, counts), err);
	if (st == FF_OK && o->json != NULL)
		st = write_report(o->json, ff_batch_report_json(o, manifest, counts), err);
	return st;
}

/* That a report cannot be written is better said before the work. */
static enum ff_status check_reports(const struct ff_batch_options *o, struct ff_error *err)
{
	enum ff_status st = o->junit == NULL ? FF_OK : ff_plan_room(o->junit, err);

	return st == FF_OK && o->json != NULL ? ff_plan_room(o->json, err) : st;
}

/* How it went in a line, and the reports on it: what is wrong with them comes after that line. */
static enum ff_status report(const struct ff_batch_options *options,
			     const struct ff_manifest *manifest,
			     const struct ff_batch_counts *counts, struct ff_error *err)
{
	struct ff_error said;
	enum ff_status st = write_reports(options, manifest, counts, err);

	ff_status_fail(&said, FF_OK, "%s: %s%zu passed, %zu failed, %zu skipped; %.0f ms",
		       manifest->name, manifest->count == 0 ? "there are no jobs: " : "",
		       counts->passed, counts->failed, counts->skipped, counts->ms);
	if (st == FF_OK && counts->worst != FF_OK) {
		*err = said;
		return counts->worst;
	}
	if (options->verbosity != FF_OPTIONS_QUIET || counts->worst != FF_OK)
		fprintf(stderr, "flowfield: %s\n", said.text);
	return st;
}

/* The jobs of a manifest, and what is told of all of them. */
static enum ff_status run(const struct ff_batch_options *options, struct ff_error *err)
{
	struct ff_batch_counts counts;
	struct ff_manifest manifest;
	enum ff_status st = ff_manifest_read(&manifest, options->manifest, err);

	if (st == FF_OK && (st = check_reports(options, err)) == FF_OK &&
	    (st = ff_batch_run(options, &manifest, &counts, err)) == FF_OK)
		st = report(options, &manifest, &counts, err);
	ff_manifest_free(&manifest);
	return st;
}

enum ff_status ff_cmd_batch(int argc, char *const *argv, struct ff_error *err)
{
	struct parse parse = {.options = {.shard = 1, .shards = 1, .verbosity = FF_OPTIONS_NORMAL}};
	char *record = NULL;
	enum ff_status st = ff_argv_parse(&ff_cmd_batch_table, argc, argv, &parse, &record, err);

	free(record);
	if (st == FF_OK && parse.help) {
		ff_argv_help(&ff_cmd_batch_table, stdout);
		return FF_OK;
	}
	if (st == FF_OK && (st = check(&parse.options, err)) == FF_OK)
		st = run(&parse.options, err);
	return st;
}
