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
#include "cli/options.h"
#include "cli/outputs.h"
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
			     struct ff_error *err)
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
	ff_budget_limit(options->max_memory);
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
			st = verb->job(options, err);
	}
	st = ff_budget_explain(st, options->map, err);
	ff_options_free(options);
	free(options);
	return st;
}

/* Runs the command line, with what the environment adds to it. */
static enum ff_status dispatch(int argc, char *const *argv, struct ff_error *err)
{
	const struct ff_verb *verb = ff_verb_find(argv[1]);
	struct ff_strings all = {0};
	struct ff_error hint;
	const bool unknown = ff_verb_hint_command(argv[1], argv[2], &hint);
	enum ff_status st;

	if (verb != NULL && verb->run != NULL)
		return ff_budget_explain(verb->run(argc - 1, argv + 1, err), NULL, err);
	argv += verb != NULL;
	if ((st = ff_strings_add(&all, argv[0], strlen(argv[0]), err)) == FF_OK)
		st = ff_arguments_environment(&all, err);
	for (char *const *word = argv + 1; *word != NULL && st == FF_OK; word++)
		st = ff_strings_add(&all, *word, strlen(*word), err);
	if (st == FF_OK &&
	    (st = do_job(verb != NULL ? verb : &ff_run_verb, &all, err)) == FF_E_USAGE)
		ff_arguments_add_origin(err);
	/* Whatever else is wrong: the command is misspelt, or the map is missing. */
	if (unknown && (st == FF_E_USAGE || st == FF_E_INPUT)) {
		*err = hint;
		if (argc == 2) /* no map without a goal */
			st = FF_E_USAGE;
	}
	ff_strings_free(&all);
	return ff_budget_explain(st, NULL, err);
}

int main(int argc, char **argv)
{
	struct ff_error err = {"something went wrong"};
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
	st = dispatch(argc, argv, &err);
	ff_budget_limit(INT64_MAX); /* no limit for code that runs at exit */
	return st == FF_OK ? finish_text() : print_error(st, &err);
}
