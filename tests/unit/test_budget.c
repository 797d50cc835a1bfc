/*
 * The budget counts what the program allocates, refuses what is more, and forgets nothing: after a
 * run as many bytes are in use as before.  main.o is linked with another name for main().
 */
#include "cli/budget.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/wait.h>

#include "unit/tap.h"
#include "unit/temp.h"

int program(int argc, char **argv);

enum { WORDS = 40, LEFT = 100 };

/* Runs a command line, its words parted by spaces, in a process of its own and without output.
 * Returns its exit status, or LEFT if it left other memory in use than it found. */
static int run(const char *line)
{
	char text[1000], *words[WORDS + 1] = {"flowfield"};
	int count = 1, status;
	pid_t child;

	snprintf(text, sizeof text, "%s", line);
	for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " "))
		words[count++] = word;
	fflush(stdout);
	temp_require((child = fork()) >= 0, "fork");
	if (child == 0) {
		int to = open("/dev/null", O_WRONLY);
		int64_t before = ff_budget_used();

		dup2(to, STDOUT_FILENO);
		dup2(to, STDERR_FILENO);
		status = program(count, words);
		_exit(ff_budget_used() == before ? status : LEFT);
	}
	temp_require(waitpid(child, &status, 0) == child, "waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void write_inputs(void)
{
	char map[16 + 48 * 32 * 4] = "P2 48 32 255\n", *to = map + strlen(map);

	for (int i = 0; i < 48 * 32; i++)
		to += sprintf(to, "%d\n", i % 7 == 0 && i / 48 % 5 != 0 ? 255 : i % 3 + 1);
	temp_text("map.pgm", map);
	map[strlen("P2 48 32 255\n")] = '4';
	temp_text("other.pgm", map);
	temp_text("edits.csv", "1,3,3,4,4,wall\n2,9,9,2,2,1\n2,20,20,2,2,goal\n");
	temp_text("agents.csv", "x,y,group\n5,5,a\n6,5,b\n");
	temp_text("jobs", "map.pgm -g 1,1 --snap --csv a.csv\nmap.pgm -g 2,1 --snap --json b.json\n"
			  "map.pgm -g 3,1 --snap --csv c.csv --max-memory 20K\nno.pgm -g 1,1\n");
	temp_require(mkdir("old", 0700) == 0 && mkdir("new", 0700) == 0, "folders");
}

static void after_a_run_as_much_is_in_use_as_before(void)
{
	static const struct {
		const char *line;
		int status;
	} runs[] = {
		{"--help", 0},
		{"walk --help", 0},
		{"completion bash", 0},
		{"map.pgm -g 1,1 --snap", 0},
		{"map.pgm -g 1,1 --snap --metric euclid --heatmap a.svg --with contours=5 --json "
		 "a.json",
		 0},
		{"map.pgm -g 1,1 --snap --csv old/a.csv --json old/a.json --heatmap old/a.png", 0},
		{"map.pgm -g 4,1 --snap --csv new/a.csv --json new/a.json --heatmap new/a.png", 0},
		{"map.pgm -g 1m,1m --cell-size 0.1 --snap --animate a.png", 0},
		{"map.pgm -g 1,1 --snap --out-dir made/folder --regions r.csv --ties t.npy --bands "
		 "b.csv",
		 0},
		{"map.pgm -g 1,1 --snap --csv a.csv --max-memory 100K", 5},
		{"map.pgm -g 1,1 --snap --csv none/a.csv", 4},
		{"map.pgm -g 1,1 --snap --max-memory", 2},
		{"none.pgm -g 1,1", 3},
		{"sectors map.pgm -g 1,1 --from 40,30 --snap --graph g.csv --portals p.png", 0},
		{"walk map.pgm -g 1,1 --snap --agents agents.csv --spawn 20 --simulate 3 --density "
		 "d.npy",
		 0},
		{"walk map.pgm -g 1,1 --snap --spawn 20 --paths p.svg --max-memory 120K", 5},
		{"update map.pgm -g 1,1 --snap --edits edits.csv --csv {step}.csv --json u.json",
		 0},
		{"verify map.pgm old/a.csv -g 1,1 --snap", 0},
		{"diff old new --json a.json --out pictures", 1},
		{"diff old new --max-memory 80K", 5},
		{"textconv old/a.json", 0},
		{"compare map.pgm other.pgm -g 1,1 --snap", 1},
		{"batch jobs --report json=a.json --report junit=a.xml", 5},
		{"batch jobs --workers 3 --golden golden --accept --out-dir x", 2},
		{"batch jobs --golden golden --accept", 5},
	};

	write_inputs();
	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
		int status = run(runs[i].line);

		CHECK(status == runs[i].status, "%s: status %d", runs[i].line, status);
	}
}

static void a_block_counts_whoever_made_it(void)
{
	int64_t before = ff_budget_used();
	void *blocks[8] = {malloc(5000),   calloc(50, 100),     aligned_alloc(64, 4096),
			   strdup("text"), strndup("texts", 4), realpath(".", NULL)};
	char *text = NULL, *stream = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&stream, &size);

	CHECK(ff_budget_used() - before >= 14096, "%lld", (long long)(ff_budget_used() - before));
	temp_require(asprintf(&text, "%d words", 7) == 7 && to != NULL, "texts");
	for (int i = 0; i < 3000; i++)
		fprintf(to, "line %d\n", i);
	CHECK(fclose(to) == 0 && size == 28890 && strncmp(stream, "line 0\nline 1\n", 14) == 0 &&
		      strcmp(stream + size - 10, "line 2999\n") == 0,
	      "%zu bytes", size);
	CHECK(strcmp(text, "7 words") == 0 && strcmp(blocks[4], "text") == 0, "%s", text);
	blocks[6] = text;
	blocks[7] = stream;
	blocks[0] = realloc(blocks[0], 100000);
	blocks[1] = realloc(blocks[1], 10);
	CHECK(ff_budget_used() - before >= 100000 + 28890, "%lld",
	      (long long)(ff_budget_used() - before));
	for (int i = 0; i < 8; i++)
		free(blocks[i]);
	CHECK(ff_budget_used() == before, "%lld", (long long)(ff_budget_used() - before));
}

static void what_is_more_than_the_limit_is_refused(void)
{
	struct ff_error err;
	void *blocks[3];
	int64_t before = ff_budget_used();

	ff_budget_limit(before + 100000);
	errno = 0;
	blocks[0] = malloc(100001);
	CHECK(blocks[0] == NULL && errno == ENOMEM, "errno %d", errno);
	blocks[1] = calloc(1001, 100);
	CHECK(blocks[1] == NULL, "as many parts");
	CHECK(ff_budget_used() == before, "a refusal takes nothing");
	ff_status_nomem(&err, "a test");
	CHECK(ff_budget_explain(FF_E_NOMEM, "map", &err) == FF_E_LIMIT &&
		      strncmp(err.text, "map: out of memory for a test: 97.75 KiB needed, ", 49) ==
			      0,
	      "%s", err.text);
	CHECK(ff_budget_check(100000, "a test", &err) == FF_OK, "%s", err.text);
	CHECK(ff_budget_check(100001, "a test", &err) == FF_E_NOMEM, "%s", err.text);
	blocks[2] = malloc(90000);
	CHECK(blocks[2] != NULL, "no more than may be");
	for (int i = 0; i < 3; i++)
		free(blocks[i]);
	ff_budget_limit(INT64_MAX);
	/* As if the system had refused it. */
	CHECK(ff_budget_take(PTRDIFF_MAX), "no limit");
	ff_budget_fail(PTRDIFF_MAX);
	CHECK(ff_budget_used() == before, "%lld", (long long)ff_budget_used());
	ff_status_nomem(&err, "a test");
	CHECK(ff_budget_explain(FF_E_NOMEM, "map", &err) == FF_E_NOMEM &&
		      strcmp(err.text, "out of memory for a test") == 0,
	      "%s", err.text);
	CHECK(ff_budget_explain(FF_E_INPUT, "map", &err) == FF_E_INPUT, "%s", err.text);
}

static void what_a_thread_held_before_is_not_of_its_budget(void)
{
	void *held = malloc(90000), *block, *more;

	for (int i = 0; i < 2; i++) {
		ff_budget_begin(100000);
		block = malloc(90000);
		more = malloc(90000);
		CHECK(block != NULL && more == NULL, "budget %d", i);
		ff_budget_end();
		free(block);
		free(more);
	}
	free(held);
}

enum { THREADS = 4, BLOCKS = 64, TURNS = 20000 };

struct churn {
	unsigned seed; /* even: it has a budget of its own */
	bool refused;  /* set; a block was */
};

/* Allocates and frees at random. */
static void *churn(void *context)
{
	struct churn *churn = context;
	unsigned seed = churn->seed;
	void *blocks[BLOCKS] = {NULL};

	if (churn->seed % 2 == 0)
		ff_budget_begin(1 << 15);
	for (int i = 0; i < TURNS; i++) {
		int k = (int)(rand_r(&seed) % BLOCKS);
		size_t size = (size_t)rand_r(&seed) % 4096 + 1;

		if (blocks[k] != NULL && size % 2 == 0) {
			void *moved = realloc(blocks[k], size);

			blocks[k] = moved != NULL ? moved : blocks[k];
		} else {
			free(blocks[k]);
			blocks[k] = malloc(size);
		}
		churn->refused |= blocks[k] == NULL;
	}
	for (int k = 0; k < BLOCKS; k++)
		free(blocks[k]);
	ff_budget_end();
	return NULL;
}

static void threads_share_a_budget_and_may_have_their_own(void)
{
	struct churn churns[THREADS] = {{0, false}, {1, false}, {2, false}, {3, false}};
	pthread_t threads[THREADS];
	int64_t before = ff_budget_used();

	for (size_t i = 0; i < THREADS; i++)
		temp_require(pthread_create(&threads[i], NULL, churn, &churns[i]) == 0, "threads");
	for (size_t i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		CHECK(churns[i].refused == (i % 2 == 0), "thread %zu", i);
	}
	CHECK(ff_budget_used() == before, "%lld", (long long)(ff_budget_used() - before));
}

/* Returns the bytes of memory that the process holds. */
static long held(void)
{
	char line[256];
	FILE *file = fopen("/proc/self/statm", "r");

	temp_require(file != NULL && fgets(line, sizeof line, file) != NULL, "statm");
	fclose(file);
	return strtol(strchr(line, ' '), NULL, 10) * sysconf(_SC_PAGESIZE);
}

/* Sanitizers keep what is freed. */
static void under_a_limit_the_system_gets_what_is_freed(void)
{
	enum { COUNT = 8, EACH = 1 << 20 };
	char *blocks[COUNT];
	long before, after;

	mallopt(M_MMAP_THRESHOLD, 4 << 20); /* as the program does */
	mallopt(M_TRIM_THRESHOLD, 16 << 20);
	ff_budget_limit(INT64_C(1) << 30);
	before = held();
	for (int i = 0; i < COUNT; i++) {
		temp_require((blocks[i] = malloc(EACH)) != NULL, "memory");
		memset(blocks[i], 1, EACH);
	}
	for (int i = 0; i < COUNT; i++)
		free(blocks[i]);
	after = held();
	ff_budget_limit(INT64_MAX);
	CHECK(after < before + EACH, "%ld KiB more", (after - before) / 1024);
}

int main(void)
{
	temp_enter();
	RUN(a_block_counts_whoever_made_it);
	RUN(what_is_more_than_the_limit_is_refused);
	RUN(what_a_thread_held_before_is_not_of_its_budget);
	RUN(threads_share_a_budget_and_may_have_their_own);
#ifndef __SANITIZE_ADDRESS__
	RUN(under_a_limit_the_system_gets_what_is_freed);
#endif
	RUN(after_a_run_as_much_is_in_use_as_before);
	return tap_done();
}
