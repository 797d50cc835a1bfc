/*
 * flowfield batch: runs the jobs of a manifest, prints a line for each on standard output and what
 * failed on standard error, and writes reports.
 */
#include "cli/verbs/batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output_plan.h"
#include "cli/verb.h"
#include "cli/verbs/golden.h"
#include "core/base/number.h"
#include "core/base/pool.h"
#include "io/folder.h"
#include "io/output.h"

typedef enum ff_status set_function(void *, const struct ff_argv_option *, const char *,
				    struct ff_error *);
static set_function set_workers, set_shard, set_flag, set_folder, set_report, set_verbosity;

enum flag { RESUME, ACCEPT, FORCE, PRUNE, NO_SANDBOX };
enum folder { GOLDEN, ACTUAL, PICTURES };

struct parse {
	struct ff_batch_options options;
	enum ff_argv_help help;
};

/* clang-format off */
static const struct ff_argv_option option_list[] = {
	{.text = "Jobs"},
	{'j', "workers", "N", "number of jobs at a time (1..256; default: cores)", FF_ARGV_REQUIRED, false, set_workers, .which = 0, .screen = FF_ARGV_FIRST},
	{0, "shard", "I/N", "run only part I of N: 1/3, 2/3 and 3/3 are all", FF_ARGV_REQUIRED, false, set_shard, .which = 0, .screen = FF_ARGV_FIRST},
	{0, "resume", NULL, "skip jobs whose outputs are there already", FF_ARGV_NONE, false, set_flag, .which = RESUME, .screen = FF_ARGV_FIRST},
	{.text = "Goldens"},
	{0, "golden", "DIR", "compare outputs with those in DIR; write none", FF_ARGV_REQUIRED, false, set_folder, .which = GOLDEN, .screen = FF_ARGV_FIRST},
	{0, "actual", "DIR", "with --golden: keep outputs that differ", FF_ARGV_REQUIRED, false, set_folder, .which = ACTUAL, .screen = FF_ARGV_FIRST},
	{0, "diff-out", "DIR", "with --golden: keep pictures of what differs", FF_ARGV_REQUIRED, false, set_folder, .which = PICTURES, .screen = FF_ARGV_FIRST},
	{0, "accept", NULL, "with --golden: replace goldens that differ", FF_ARGV_NONE, false, set_flag, .which = ACCEPT, .screen = FF_ARGV_FIRST},
	{0, "force", NULL, "with --accept: also of jobs whose answer is no", FF_ARGV_NONE, false, set_flag, .which = FORCE},
	{0, "prune", NULL, "with --golden: remove goldens that no job writes", FF_ARGV_NONE, false, set_flag, .which = PRUNE},
	{.text = "Other"},
	{0, "report", "KIND[=FILE]", "junit=FILE, json=FILE or github; repeatable", FF_ARGV_REQUIRED, false, set_report, .which = 0, .screen = FF_ARGV_FIRST},
	{0, "no-sandbox", NULL, "keep all rights (see SECURITY in the manual)", FF_ARGV_NONE, false, set_flag, .which = NO_SANDBOX},
	{'v', "verbose", NULL, "report the result of each job", FF_ARGV_NONE, false, set_verbosity, .which = FF_OPTIONS_VERBOSE},
	{'q', "quiet", NULL, "print nothing but errors", FF_ARGV_NONE, false, set_verbosity, .which = FF_OPTIONS_QUIET, .screen = FF_ARGV_FIRST},
	FF_ARGV_HELP_ROWS(ff_argv_set_help, offsetof(struct parse, help), FF_ARGV_FIRST)
};
/* clang-format on */

static enum ff_status set_workers(void *target, const struct ff_argv_option *option,
				  const char *value, struct ff_error *err)
{
	int64_t number;

	if (ff_number_parse(value, strlen(value), 1, FF_THREADS_MAX, &number) != FF_NUMBER_OK)
		return ff_status_fail(err, FF_E_USAGE, "--%s %s: wanted is a whole number in 1..%d",
				      option->name, value, FF_THREADS_MAX);
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
		parse->options.golden.accept = true;
		break;
	case FORCE:
		parse->options.golden.force = true;
		break;
	case PRUNE:
		parse->options.golden.prune = true;
		break;
	case NO_SANDBOX:
		parse->options.no_sandbox = true;
		break;
	}
	return FF_OK;
}

static enum ff_status set_folder(void *target, const struct ff_argv_option *option,
				 const char *value, struct ff_error *err)
{
	struct ff_golden *golden = &((struct parse *)target)->options.golden;
	const char **const folders[] = {
		[GOLDEN] = &golden->folder,
		[ACTUAL] = &golden->actual,
		[PICTURES] = &golden->pictures,
	};

	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a folder's name", option->name);
	*folders[option->which] = value;
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
	NULL};

static enum ff_status check(const struct ff_batch_options *o, struct ff_error *err)
{
	const struct ff_golden *golden = &o->golden;
	const char *wrong = NULL;

	if (o->manifest == NULL || *o->manifest == '\0')
		wrong = "there is no manifest: name a file, or -";
	else if (golden->accept && golden->folder == NULL)
		wrong = "--accept is for --golden";
	else if (golden->force && !golden->accept)
		wrong = "--force is for --accept";
	else if (golden->prune && golden->folder == NULL)
		wrong = "--prune is for --golden";
	else if (golden->prune && o->shards > 1)
		wrong = "--prune and --shard: prune once, without --shard";
	else if ((golden->actual != NULL || golden->pictures != NULL) && golden->folder == NULL)
		wrong = "--actual and --diff-out are for --golden";
	else if ((golden->actual != NULL || golden->pictures != NULL) && golden->accept)
		wrong = "--actual or --diff-out and --accept: compare first, then accept";
	else if (o->resume && golden->folder != NULL)
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
				    const struct ff_batch_counts *counts,
				    const struct ff_golden_rest *rest, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (o->github)
		ff_batch_report_github(o, manifest, counts, rest, stdout);
	if (o->junit != NULL)
		st = write_report(o->junit, ff_batch_report_junit(o, manifest, counts), err);
	if (st == FF_OK && o->json != NULL)
		st = write_report(o->json, ff_batch_report_json(o, manifest, counts, rest), err);
	return st;
}

/* That a report cannot be written is better said before the work. */
static enum ff_status check_reports(const struct ff_batch_options *o, struct ff_error *err)
{
	enum ff_status st = o->junit == NULL ? FF_OK : ff_plan_room(o->junit, err);

	return st == FF_OK && o->json != NULL ? ff_plan_room(o->json, err) : st;
}

/* --- goldens --- */

/* Returns FF_OK if files can be made in a folder, or in that in which it is still to be made. */
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

/* Reports a folder that cannot be written once, and not for each job. */
static enum ff_status check_folders(const struct ff_golden *golden, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (golden->folder != NULL && golden->actual == NULL)
		st = check_writable("--golden", golden->folder,
				    golden->accept
					    ? ""
					    : ": outputs are made there to be compared, unless "
					      "--actual names a folder for them",
				    err);
	if (st == FF_OK && golden->actual != NULL)
		st = check_writable("--actual", golden->actual, "", err);
	if (st == FF_OK && golden->pictures != NULL)
		st = check_writable("--diff-out", golden->pictures, "", err);
	return st;
}

/* Returns the first job of which it is not known what it reads or writes; NULL: none. */
static const struct ff_manifest_job *find_unplanned(const struct ff_manifest *manifest)
{
	for (size_t i = 0; i < manifest->count; i++)
		if (!manifest->jobs[i].planned)
			return &manifest->jobs[i];
	return NULL;
}

/* Adds a path that may be NULL. */
static enum ff_status add_path(struct ff_strings *words, const char *path, struct ff_error *err)
{
	return path == NULL ? FF_OK : ff_strings_add(words, path, strlen(path), err);
}

/* Lists what a job writes, and what it reads: it may be an output of this program, too. */
static enum ff_status add_job(const struct ff_manifest_job *job, struct ff_strings *outputs,
			      struct ff_strings *used, struct ff_error *err)
{
	enum ff_status st = add_path(used, job->image, err);

	for (size_t i = 0; i < job->outputs.count && st == FF_OK; i++)
		st = add_path(outputs, job->outputs.items[i], err);
	for (size_t i = 0; i < job->files.count && st == FF_OK; i++)
		st = add_path(used, job->files.items[i], err);
	for (size_t i = 0; i < ff_plan_inputs(&job->options) && st == FF_OK; i++)
		st = add_path(used, ff_plan_input(&job->options, i, NULL), err);
	return st;
}

/* Lists the goldens that no job of any shard uses, and removes them with --prune, now that all jobs
 * have ended.  Of several shards the first one does so. */
static enum ff_status find_rest(const struct ff_batch_options *o,
				const struct ff_manifest *manifest, struct ff_golden_rest *rest,
				struct ff_error *err)
{
	const struct ff_manifest_job *unplanned = find_unplanned(manifest);
	const char *const own[] = {o->manifest, o->junit, o->json};
	struct ff_strings outputs = {0}, used = {0};
	enum ff_status st = FF_OK;
	struct ff_error why;

	if (o->golden.folder == NULL || o->shard > 1)
		return FF_OK;
	if (unplanned != NULL) {
		ff_status_fail(&why, FF_OK,
			       "%s: nothing is pruned, since what line %zu reads and writes is not "
			       "known",
			       manifest->name, unplanned->line);
		if (o->golden.prune)
			fprintf(stderr, "flowfield: %s\n", why.text);
		return FF_OK;
	}
	for (size_t i = 0; i < sizeof own / sizeof *own && st == FF_OK; i++)
		st = add_path(&used, own[i], err);
	for (size_t i = 0; i < manifest->count && st == FF_OK; i++)
		st = add_job(&manifest->jobs[i], &outputs, &used, err);
	if (st == FF_OK)
		st = ff_golden_find(&o->golden, &outputs, &used, rest, err);
	ff_strings_free(&outputs);
	ff_strings_free(&used);
	return st == FF_OK && o->golden.prune ? ff_golden_prune(&o->golden, rest, err) : st;
}

/* Adds a name to a list in a line, unless that has too many. */
static void add_name(struct ff_error *line, const char *name, size_t *listed)
{
	enum { SHOWN = 8 };
	size_t n = strlen(line->text);

	if (*listed <= SHOWN)
		snprintf(line->text + n, sizeof line->text - n, "%s%s", *listed == 0 ? "" : ", ",
			 *listed == SHOWN ? "..." : name);
	++*listed;
}

/* Prints how many goldens are in a state, and the first of their names. */
static void print_state(const struct ff_batch_options *o, const struct ff_manifest *manifest,
			enum ff_golden_state state, size_t count)
{
	struct ff_error names = {""};
	size_t listed = 0;

	fprintf(stderr, ", %zu %s", count, ff_golden_states[state]);
	for (size_t i = 0; i < manifest->count && count > 0; i++)
		for (size_t j = 0; j < manifest->jobs[i].goldens.count; j++) {
			const struct ff_golden_file *file = &manifest->jobs[i].goldens.items[j];

			const char *name = file->path + strlen(o->golden.folder);

			if (file->state == state)
				add_name(&names, name + strspn(name, "/"), &listed);
		}
	if (listed == 0)
		return;
	ff_status_clean(names.text);
	fprintf(stderr, " (%s)", names.text);
}

/* Says what --accept did, if any output was compared. */
static void say_accepted(const struct ff_batch_options *o, const struct ff_manifest *manifest,
			 const struct ff_batch_counts *counts)
{
	const size_t *goldens = counts->goldens;
	struct ff_error clean;
	size_t compared = 0;

	for (size_t i = 0; i < FF_GOLDEN_STATES; i++)
		compared += goldens[i];
	if (compared == 0)
		return;
	ff_status_fail(&clean, FF_OK, "%s", o->golden.folder);
	fprintf(stderr, "flowfield: %s: %zu same", clean.text, goldens[FF_GOLDEN_SAME]);
	print_state(o, manifest, FF_GOLDEN_ADDED, goldens[FF_GOLDEN_ADDED]);
	print_state(o, manifest, FF_GOLDEN_REPLACED, goldens[FF_GOLDEN_REPLACED]);
	if (goldens[FF_GOLDEN_DIFFERENT] > 0)
		print_state(o, manifest, FF_GOLDEN_DIFFERENT, goldens[FF_GOLDEN_DIFFERENT]);
	if (goldens[FF_GOLDEN_MISSING] > 0)
		print_state(o, manifest, FF_GOLDEN_MISSING, goldens[FF_GOLDEN_MISSING]);
	fputc('\n', stderr);
}

/* Names every file that was removed: nothing else tells of it any more. */
static void print_removed(const struct ff_golden *golden, const struct ff_golden_rest *rest)
{
	struct ff_error clean;
	size_t removed = 0, named = 0;

	for (size_t i = 0; i < rest->count; i++)
		removed += rest->items[i].removed;
	if (removed == 0)
		return;
	ff_status_fail(&clean, FF_OK, "%s", golden->folder);
	fprintf(stderr, "flowfield: %s: %zu %s that no job writes removed: ", clean.text, removed,
		removed == 1 ? "file" : "files");
	for (size_t i = 0; i < rest->count; i++)
		if (rest->items[i].removed) {
			ff_status_fail(&clean, FF_OK, "%s", rest->items[i].name);
			fprintf(stderr, "%s%s", named++ == 0 ? "" : ", ", clean.text);
		}
	fputc('\n', stderr);
}

/* Prints a warning with the first names of those files that are left, mute ones or others. */
static void print_left(const struct ff_golden *golden, const struct ff_golden_rest *rest, bool mute)
{
	struct ff_error names = {""}, line;
	size_t left = 0;

	for (size_t i = 0; i < rest->count; i++)
		if (!rest->items[i].removed && rest->items[i].mute == mute)
			add_name(&names, rest->items[i].name, &left);
	if (left == 0)
		return;
	ff_status_fail(&line, FF_OK, "warning: %s: %zu %s that no job writes%s: %s%s",
		       golden->folder, left, left == 1 ? "file" : "files",
		       mute ? " not removed, since NPY, ASC and PFM do not say that flowfield made "
			      "them"
			    : "",
		       names.text, golden->prune || mute ? "" : " (--prune removes them)");
	fprintf(stderr, "flowfield: %s\n", line.text);
}

/* How it went in a line, and the reports on it: what is wrong with them comes after that line. */
static enum ff_status report(const struct ff_batch_options *options,
			     const struct ff_manifest *manifest,
			     const struct ff_batch_counts *counts, struct ff_error *err)
{
	bool quiet = options->verbosity == FF_OPTIONS_QUIET;
	struct ff_golden_rest rest = {0};
	struct ff_error said;
	enum ff_status st = find_rest(options, manifest, &rest, err), written;

	if (options->golden.accept && !quiet)
		say_accepted(options, manifest, counts);
	print_removed(&options->golden, &rest);
	if (st == FF_OK && !quiet) {
		print_left(&options->golden, &rest, false);
		print_left(&options->golden, &rest, true);
	}
	written = write_reports(options, manifest, counts, &rest, &said);
	ff_golden_rest_free(&rest);
	if (st == FF_OK && written != FF_OK) {
		st = written;
		*err = said;
	}
	ff_status_fail(&said, FF_OK, "%s: %zu passed, %zu failed, %zu skipped; %.0f ms",
		       manifest->name, counts->passed, counts->failed, counts->skipped, counts->ms);
	if (st == FF_OK && counts->worst != FF_OK) {
		*err = said;
		return counts->worst;
	}
	if (!quiet || counts->worst != FF_OK)
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
	    (st = check_folders(&options->golden, err)) == FF_OK &&
	    (st = ff_batch_run(options, &manifest, &counts, err)) == FF_OK)
		st = report(options, &manifest, &counts, err);
	ff_manifest_free(&manifest);
	return st;
}

/* Returns the worst status of a job, with a line that counts them in 'err' unless that is FF_OK; or
 * another status where the batch itself cannot be done, and then, except for FF_E_OUTPUT, no job
 * has been begun. */
static enum ff_status run_batch(int argc, char *const *argv, struct ff_error *err)
{
	struct parse parse = {.options = {.shard = 1, .shards = 1, .verbosity = FF_OPTIONS_NORMAL}};
	char *record = NULL;
	enum ff_status st = ff_argv_parse(&table, argc, argv, &parse, &record, NULL, err);

	free(record);
	if (st == FF_OK && parse.help) {
		ff_argv_help(&table, parse.help, stdout);
		return FF_OK;
	}
	if (st == FF_OK && (st = check(&parse.options, err)) == FF_OK)
		st = run(&parse.options, err);
	return st;
}

const struct ff_verb ff_batch_verb = {
	.name = "batch",
	.text = "run many jobs in one process",
	.table = &table,
	.run = run_batch,
};
