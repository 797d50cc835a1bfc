#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <jansson.h>
#include <libdeflate.h>

#include "cli/argv.h"
#include "cli/budget.h"
#include "cli/cluster.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/store.h"
#include "cli/verb.h"
#include "io/folder.h"

/*
 * Opens /dev/null for each standard stream that was closed before the program started, so that none
 * of its files gets the stream's number.  It can be neither read nor written the way the stream is.
 */
static void guard_streams(void)
{
	static const int mode[] = {O_WRONLY, O_RDONLY, O_RDWR};

	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)open("/dev/null", mode[fd]);
}

/* Refuses a stack on which a run could end in the middle: messages of 8 KiB and the parser of JSON
 * are its largest users. */
static enum ff_status check_stack(struct ff_error *err)
{
	enum { LEAST = 1 << 20 };
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= LEAST)
		return FF_OK;
	return ff_status_fail(err, FF_E_LIMIT,
			      "the stack may have %ju KiB; expected at least %d (ulimit -s)",
			      (uintmax_t)limit.rlim_cur / 1024, LEAST / 1024);
}

static int print_error(enum ff_status st, const struct ff_error *err)
{
	const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
	int colour = isatty(STDERR_FILENO) == 1 && (no_color == NULL || *no_color == '\0') &&
		     terminal != NULL && strcmp(terminal, "dumb") != 0;

	fprintf(stderr, colour ? "\033[1;31mflowfield:\033[0m %s\n" : "flowfield: %s\n", err->text);
	return ff_status_exit(st);
}

/*
 * Makes malloc keep freed memory for the pictures of the next small map: otherwise the system
 * clears it each time, a fifth of such a run.
 */
static void keep_memory(void)
{
#if defined M_MMAP_THRESHOLD && defined M_TRIM_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 4 << 20);
	mallopt(M_TRIM_THRESHOLD, 16 << 20);
#endif
}

/* Flushes standard output, which may be closed or full. */
static int finish_text(void)
{
	struct ff_error err;

	if (fflush(stdout) == 0 && ferror(stdout) == 0)
		return 0;
	return print_error(
		ff_status_fail(&err, FF_E_OUTPUT, "standard output: %s", strerror(errno)), &err);
}

/* Runs a verb with a map; 'all' begins with its name or the program's. */
static enum ff_status do_job(const struct ff_verb *verb, const struct ff_strings *all,
			     const struct ff_strings *files, struct ff_error *err)
{
	struct ff_options *options = malloc(verb->size);
	enum ff_status st;

	if (options == NULL)
		return ff_status_nomem(err, "the command line");
	if ((st = ff_options_parse(options, verb, (int)all->count, all->items, err)) != FF_OK) {
		free(options);
		return st;
	}
	options->words = all;
	options->arguments = files;
	ff_budget_limit(options->max_memory);
	/* The words were read before the limit was known. */
	st = ff_budget_check((uint64_t)(ff_budget_peak() - ff_budget_used()), "the command line",
			     err);
	if (st != FF_OK)
		goto out;
	if (options->help) {
		ff_verb_help(verb->table, options->help);
	} else if (options->version) {
		ff_verb_version();
	} else {
		/* Misspelt names are found before the sandbox, which lists no folder. */
		for (size_t i = options->map == NULL; i < ff_plan_inputs(options) && st == FF_OK;
		     i++)
			st = ff_folder_check(ff_plan_input(options, i, NULL), err);
		if (st == FF_OK)
			st = ff_cluster_alone() ? verb->job(options, err)
						: ff_cluster_run(options, err);
	}
out:
	st = ff_budget_explain(ff_store_explain(st, err), options->map, err);
	ff_options_free(options);
	free(options);
	return st;
}

/* Sets the limit that the command line itself gives, before files add words to it. */
static void limit_words(int argc, char *const *argv)
{
	static const char name[] = "--max-memory";
	const size_t n = sizeof name - 1;
	const struct ff_argv_option *option = ff_argv_find(&ff_options_table, name + 2, n - 2);
	struct ff_options options = {.max_memory = INT64_MAX};
	struct ff_error refusal; /* the parser's is printed */

	for (int i = 1; i < argc; i++)
		if (strncmp(argv[i], name, n) == 0 && (argv[i][n] == '=' || i + 1 < argc))
			(void)option->set(&options, option,
					  argv[i][n] == '=' ? argv[i] + n + 1 : argv[i + 1],
					  &refusal);
	ff_budget_limit(options.max_memory);
}

/* Runs the command line, with what files and the environment add to it. */
static enum ff_status dispatch(int argc, char *const *argv, struct ff_error *err)
{
	struct ff_strings line = {0}, all = {0}, files = {0};
	const struct ff_verb *verb;
	const char *name;
	struct ff_error hint;
	enum ff_status st;
	bool unknown, alone;

	limit_words(argc, argv);
	if ((st = ff_arguments_add(&line, &files, argv + 1, (size_t)argc - 1, err)) != FF_OK)
		goto out;
	verb = line.count == 0 ? NULL : ff_verb_find(line.items[0]);
	if (verb != NULL && !ff_cluster_alone()) {
		st = ff_status_fail(err, FF_E_USAGE, "%s: not with several processes (MPI)",
				    verb->name);
		goto out;
	}
	name = verb == NULL ? argv[0] : line.items[0];
	unknown = line.count > 0 &&
		  ff_verb_hint_command(line.items[0], line.count > 1 ? line.items[1] : NULL, &hint);
	if (verb != NULL && verb->run != NULL) {
		st = verb->run((int)line.count, line.items, err);
		goto out;
	}
	alone = line.count == 1;
	if ((st = ff_strings_add(&all, name, strlen(name), err)) == FF_OK)
		st = ff_arguments_environment(&all, &files, err);
	if (verb != NULL) { /* its name is the first word already */
		free(line.items[0]);
		memmove(line.items, line.items + 1, --line.count * sizeof *line.items);
	}
	if (st == FF_OK)
		st = ff_strings_append(&all, &line, err);
	if (st == FF_OK &&
	    (st = do_job(verb != NULL ? verb : &ff_run_verb, &all, &files, err)) == FF_E_USAGE)
		ff_arguments_add_origin(&files, true, err);
	/* Whatever else is wrong: the command is misspelt, or the map is missing. */
	if (unknown && (st == FF_E_USAGE || st == FF_E_INPUT)) {
		*err = hint;
		if (alone) /* no map without a goal */
			st = FF_E_USAGE;
	}
out:
	ff_strings_free(&line);
	ff_strings_free(&all);
	ff_strings_free(&files);
	return ff_budget_explain(st, NULL, err);
}

int main(int argc, char **argv)
{
	struct ff_error err = {"something went wrong"};
	bool print = true;
	enum ff_status st;

	guard_streams();
	if ((st = check_stack(&err)) != FF_OK)
		return print_error(st, &err);
	keep_memory();
	/* The budget counts the blocks of these libraries, too. */
	json_set_alloc_funcs(malloc, free);
	libdeflate_set_memory_allocator(malloc, free);
	(void)signal(SIGXFSZ, SIG_IGN); /* a file too large is an error like a full disk */
	if (argc < 2) {
		ff_options_usage(stderr);
		return ff_status_exit(FF_E_USAGE);
	}
	ff_cluster_begin(&argc, &argv);
	st = dispatch(argc, argv, &err);
	ff_budget_limit(INT64_MAX); /* no limit for code that runs at exit */
	st = ff_cluster_end(st, &err, &print);
	if (st == FF_OK)
		return finish_text();
	return print ? print_error(st, &err) : ff_status_exit(st);
}
