/*
 * Memory that runs out at each allocation in turn, in runs that together use
 * every reader, solver and writer.  Whichever fails: the run ends with
 * FF_E_NOMEM or does all that it should, frees all memory, and changes no file
 * where it failed.
 *
 *	FULL=1    each allocation of long runs, not every seventh
 *
 * The linker's --wrap redirects every allocation of the program and of its
 * libraries; libdeflate and jansson take the allocator that they are given.
 */
#include <errno.h>
#include <jansson.h>
#include <libdeflate.h>
#include <pthread.h>

#include "cli/job.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "core/sectors/routing.h"
#include "core/solve/clearance.h"
#include "core/solve/integrate.h"
#include "support/mapgen.h"
#include "unit/field.h"
#include "unit/png.h"
#include "unit/sectors.h"
#include "unit/tap.h"
#include "unit/temp.h"

/* ---- allocations: counted, made to fail, and compared with what is freed ---- */

enum { LIVE = 1 << 14 };

static struct {
	pthread_mutex_t lock;
	bool on;
	long count, fails_at;    /* of the run; 0: none */
	const char *struck;      /* which function it was */
	size_t live;             /* blocks and streams that are not freed */
	const void *block[LIVE]; /* [live] */
	const char *from[LIVE];  /* [live]  which function they came from */
	long number[LIVE];       /* [live]  which allocation of the run that was */
} heap = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Returns true if the allocation that begins must fail. */
static bool fails(const char *function)
{
	bool strikes = false;

	pthread_mutex_lock(&heap.lock);
	if (heap.on && ++heap.count == heap.fails_at) {
		heap.struck = function;
		strikes = true;
	}
	pthread_mutex_unlock(&heap.lock);
	if (strikes)
		errno = ENOMEM;
	return strikes;
}

static void *taken(void *block, const char *function)
{
	pthread_mutex_lock(&heap.lock);
	if (heap.on && block != NULL) {
		temp_require(heap.live < LIVE, "too many blocks");
		heap.number[heap.live] = heap.count;
		heap.from[heap.live] = function;
		heap.block[heap.live++] = block;
	}
	pthread_mutex_unlock(&heap.lock);
	return block;
}

static void given_back(const void *block)
{
	pthread_mutex_lock(&heap.lock);
	for (size_t i = heap.live; i-- > 0;)
		if (heap.block[i] == block) {
			heap.live--;
			heap.block[i] = heap.block[heap.live];
			heap.from[i] = heap.from[heap.live];
			heap.number[i] = heap.number[heap.live];
			break;
		}
	pthread_mutex_unlock(&heap.lock);
}

/* Each function under the name that the program calls, and the linker's name of the real one.
 * NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl*): these names are the linker's. */
#define REPLACE(type, name, parameters) \
	type __real_##name parameters;  \
	type __wrap_##name parameters;  \
	type __wrap_##name parameters

#define ALLOCATOR(name, parameters, arguments)                                      \
	REPLACE(void *, name, parameters)                                           \
	{                                                                           \
		return fails(#name) ? NULL : taken(__real_##name arguments, #name); \
	}

ALLOCATOR(malloc, (size_t size), (size))
ALLOCATOR(calloc, (size_t n, size_t size), (n, size))
ALLOCATOR(aligned_alloc, (size_t alignment, size_t size), (alignment, size))
ALLOCATOR(strdup, (const char *text), (text))
ALLOCATOR(strndup, (const char *text, size_t n), (text, n))
ALLOCATOR(realpath, (const char *path, char *resolved), (path, resolved))
ALLOCATOR(fopen, (const char *path, const char *mode), (path, mode))

REPLACE(void *, realloc, (void *block, size_t size))
{
	void *grown;

	if (fails("realloc"))
		return NULL;
	/* Before it can be anybody else's. */
	given_back(block);
	grown = __real_realloc(block, size);
	return taken(grown != NULL ? grown : block, "realloc") == grown ? grown : NULL;
}

REPLACE(void, free, (void *block))
{
	given_back(block);
	__real_free(block);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* it is the program's */
static int print(char **text, const char *format, va_list args)
{
	int n = fails("asprintf") ? -1 : vasprintf(text, format, args);

	if (n >= 0)
		taken(*text, "asprintf");
	return n;
}
#pragma GCC diagnostic pop

REPLACE(int, asprintf, (char **text, const char *format, ...))
{
	va_list args;
	int n;

	va_start(args, format);
	n = print(text, format, args);
	va_end(args);
	return n;
}

/* Stands for asprintf() where the library checks for overflows. */
REPLACE(int, __asprintf_chk, (char **text, int flag, const char *format, ...))
{
	va_list args;
	int n;

	(void)flag;
	va_start(args, format);
	n = print(text, format, args);
	va_end(args);
	return n;
}

/* The stream is a block, and so is the text that grows behind it. */
static struct {
	FILE *stream;
	char **text;
} memory;

REPLACE(FILE *, open_memstream, (char **text, size_t *size))
{
	memory.stream = fails("open_memstream") ? NULL : __real_open_memstream(text, size);
	memory.text = text;
	return taken(memory.stream, "open_memstream");
}

REPLACE(int, fclose, (FILE * stream))
{
	bool ours = stream == memory.stream, full = ours && fails("growth of a stream");
	int status;

	given_back(stream);
	status = __real_fclose(stream);
	if (ours)
		taken(*memory.text, "open_memstream");
	return full ? EOF : status;
}

/* A thread has a stack. */
REPLACE(int, pthread_create,
	(pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *),
	 void *context))
{
	return fails("pthread_create") ? EAGAIN
				       : __real_pthread_create(thread, attributes, start, context);
}

/* Entering would be for good, and there are more runs to come. */
REPLACE(enum ff_status, ff_sandbox_enter, (const struct ff_sandbox *sandbox, struct ff_error *err))
{
	(void)sandbox, (void)err;
	return FF_OK;
}
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl*) */

/* ---- the files of a folder ---- */

struct files {
	size_t count;
	char *name[16];
	char *data[16];
	size_t size[16];
};

/* Returns a report without times and memory; takes 'text'. */
static char *timeless(char *text, size_t *size)
{
	json_t *report = json_loads(text, 0, NULL), *step, *crowd;
	size_t i;

	if (report == NULL)
		return text;
	free(text);
	json_object_del(report, "ms");
	json_object_del(json_object_get(report, "sectors"), "ms");
	json_object_del(json_object_get(report, "walk"), "ms");
	json_array_foreach(json_object_get(json_object_get(report, "update"), "steps"), i, step)
	{
		json_object_del(step, "ms");
	}
	crowd = json_object_get(json_object_get(report, "walk"), "crowd");
	json_array_foreach(json_object_get(crowd, "edits"), i, step)
	{
		json_object_del(step, "ms");
	}
	json_object_del(report, "peak_bytes");
	text = json_dumps(report, 0);
	json_decref(report);
	*size = strlen(text);
	return text;
}

static struct files files_in(const char *folder)
{
	struct dirent **entries = NULL;
	struct files files = {0};
	int n = scandir(folder, &entries, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		char path[600];
		size_t at = files.count;

		if (strcmp(entries[i]->d_name, ".") != 0 && strcmp(entries[i]->d_name, "..") != 0) {
			temp_require(at < 16, "too many files");
			snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
			files.name[at] = strdup(entries[i]->d_name);
			files.data[at] = temp_read(path, &files.size[at]);
			if (files.data[at][0] == '{')
				files.data[at] = timeless(files.data[at], &files.size[at]);
			files.count++;
		}
		free(entries[i]);
	}
	free(entries);
	return files;
}

static void forget(struct files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		free(files->name[i]);
		free(files->data[i]);
	}
}

/* Returns the first name at which two folders differ, or NULL. */
static const char *difference(const struct files *a, const struct files *b)
{
	for (size_t i = 0; i < a->count && i < b->count; i++)
		if (strcmp(a->name[i], b->name[i]) != 0 || a->size[i] != b->size[i] ||
		    memcmp(a->data[i], b->data[i], a->size[i]) != 0)
			return a->name[i];
	if (a->count != b->count)
		return a->count > b->count ? a->name[b->count] : b->name[a->count];
	return NULL;
}

/* ---- runs ---- */

enum { WORDS = 64 };

/* standard streams, redirected to files that are emptied for each run */
static struct {
	int standard[3], file[3], free; /* by number; the lowest that is free */
} streams;

/* Returns the lowest free descriptor, which must be the same before and after a run. */
static int free_descriptor(void)
{
	int fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);

	close(fd);
	return fd;
}

static void divert(void)
{
	fflush(stdout);
	for (int fd = 1; fd <= 2; fd++) {
		streams.standard[fd] = fcntl(fd, F_DUPFD_CLOEXEC, 10);
		streams.file[fd] = open(fd == 1 ? "out/stdout" : "stderr",
					O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
		temp_require(streams.standard[fd] >= 0 && dup2(streams.file[fd], fd) == fd,
			     "streams");
	}
	streams.free = free_descriptor();
}

static void restore(void)
{
	for (int fd = 1; fd <= 2; fd++) {
		temp_require(dup2(streams.standard[fd], fd) == fd, "streams");
		close(streams.standard[fd]);
		close(streams.file[fd]);
	}
}

enum { ROOM = 64 }; /* of a command line */

/* Runs a command line as main() does. */
static enum ff_status run(int argc, char *const *argv, struct ff_error *err)
{
	const struct ff_verb *verb = ff_verb_find(argv[1]);
	struct ff_options *options;
	enum ff_status st;

	if (verb != NULL && verb->run != NULL)
		return verb->run(argc - 1, argv + 1, err);
	if (verb != NULL) {
		argc--;
		argv++;
	} else {
		verb = &ff_run_verb;
	}
	if ((options = malloc(verb->size)) == NULL)
		return ff_status_nomem(err, "the command line");
	if ((st = ff_options_parse(options, verb, argc, argv, err)) == FF_OK) {
		st = verb->job(options, err);
		ff_options_free(options);
	}
	free(options);
	return st;
}

/* Fills 'out' before a run: an old file of each name that does not begin with "new". */
static void lay_out(const struct files *made)
{
	struct files there = files_in("out");

	for (size_t i = 0; i < there.count; i++)
		if (strcmp(there.name[i], "stdout") != 0) {
			char path[600];

			snprintf(path, sizeof path, "out/%s", there.name[i]);
			(void)nftw(path, temp_remove_one, 8, FTW_DEPTH | FTW_PHYS);
		}
	forget(&there);
	for (size_t i = 0; i < made->count; i++)
		if (strcmp(made->name[i], "stdout") != 0 && strncmp(made->name[i], "new", 3) != 0) {
			char path[600];

			snprintf(path, sizeof path, "out/%s", made->name[i]);
			temp_text(path, "old");
		}
	temp_require(ftruncate(STDOUT_FILENO, 0) == 0 && ftruncate(STDERR_FILENO, 0) == 0,
		     "streams");
}

/* Runs a command line; the allocation of number 'at' fails (0: none). */
static enum ff_status run_failing(int argc, char *const *argv, long at, struct ff_error *err)
{
	enum ff_status st;

	heap.count = 0;
	heap.live = 0;
	heap.fails_at = at;
	heap.struck = NULL;
	heap.on = true;
	st = run(argc, argv, err);
	fflush(stdout);
	heap.on = false;
	return st;
}

/* Writes what is wrong with a run that ended with 'st', or "". */
static void judge(enum ff_status st, enum ff_status wanted, const struct files *old,
		  const struct files *new, const struct ff_error *err, char wrong[400])
{
	struct files now;
	struct stat said;
	const char *other;

	if (st != wanted)
		temp_require(ftruncate(STDOUT_FILENO, 0) == 0,
			     "streams"); /* may have gone before */
	now = files_in("out");
	*wrong = '\0';
	if (st != wanted && st != FF_E_NOMEM)
		snprintf(wrong, 400, "status %d: %.200s", (int)st, err->text);
	else if (heap.live > 0)
		snprintf(wrong, 400, "%zu blocks are left, one by %s, allocation %ld", heap.live,
			 heap.from[0], heap.number[0]);
	else if (free_descriptor() != streams.free)
		snprintf(wrong, 400, "descriptor %d is not closed", streams.free);
	else if (st == wanted && (other = difference(&now, new)) != NULL)
		snprintf(wrong, 400, "as without, but %.100s is missing or another", other);
	else if (st != wanted && (other = difference(&now, old)) != NULL)
		snprintf(wrong, 400, "failure, but %.100s has changed", other);
	else if (st != wanted && strncmp(err->text, "out of memory for ", 18) != 0)
		snprintf(wrong, 400, "it says %.200s", err->text);
	else if (st != wanted && fstat(STDERR_FILENO, &said) == 0 && said.st_size > 0)
		snprintf(wrong, 400, "it printed something itself");
	forget(&now);
}

/* Returns the distance between the allocations that fail, of a run that makes 'count'. */
static long stride(long count)
{
	return getenv("FULL") == NULL && count > 100 ? 7 : 1;
}

/* Fails allocations of a command line in turn. */
static void survives(const char *line, enum ff_status wanted)
{
	char words[1000], *argv[WORDS + 1] = {"flowfield"}, wrong[400], *rest = words;
	struct files old, new;
	struct ff_error err = {""};
	enum ff_status st;
	long at, step, failed = 0;
	int argc = 1;

	snprintf(words, sizeof words, "%s", line);
	while (argc < WORDS && (argv[argc] = strtok_r(rest, " ", &rest)) != NULL)
		argc++;
	argv[argc] = NULL;
	divert();
	st = run_failing(argc, argv, 0, &err);
	step = stride(heap.count);
	new = files_in("out");
	lay_out(&new);
	old = files_in("out");
	for (at = 1; st == wanted; at += step) {
		lay_out(&new);
		st = run_failing(argc, argv, at, &err);
		judge(st, wanted, &old, &new, &err, wrong);
		if (heap.struck == NULL)
			break;
		if (wrong[0] != '\0') {
			restore();
			CHECK(false, "allocation %ld (%s): %s", at, heap.struck, wrong);
			divert();
		}
		failed += st != wanted;
		st = wanted;
	}
	lay_out(&(struct files){0});
	restore();
	CHECK(st == wanted, "without a failure: status %d, \"%s\"", (int)st, err.text);
	CHECK(wrong[0] == '\0', "without a failure: %s", wrong);
	CHECK(failed > 3, "only %ld of %ld were fatal", failed, heap.count);
	NOTE("%ld allocations", heap.count);
	forget(&old);
	forget(&new);
}

/* ---- inputs ---- */

enum { W = 24, H = 16 };

static void save(const char *path, struct png_file file)
{
	temp_write(path, file.data, file.size);
	free(file.data);
}

/* Returns a PNG of the cells, each as 'n' bytes, in rows without a filter. */
static struct png_file png_of(const uint8_t *cells, int depth, int type, size_t n)
{
	struct png_file file = png_begin(W, H, depth, type, false);
	uint8_t raw[H * (1 + W * 8)];
	size_t size = 0;

	for (int i = 0; i < W * H; i++) {
		if (i % W == 0)
			raw[size++] = 0;
		memset(raw + size, cells[i], n);
		size += n;
	}
	png_data(&file, raw, size);
	png_end(&file);
	return file;
}

/* Returns an interlaced PNG: Adam7 (PNG specification, 8.2). */
static struct png_file png_interlaced(const uint8_t *cells)
{
	static const int passes[7][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
					 {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
	struct png_file file = png_begin(W, H, 8, PNG_GREY, true);
	uint8_t raw[2 * W * H];
	size_t size = 0;

	for (int p = 0; p < 7; p++)
		for (int y = passes[p][1]; y < H; y += passes[p][3]) {
			raw[size++] = 0;
			for (int x = passes[p][0]; x < W; x += passes[p][2])
				raw[size++] = cells[y * W + x];
		}
	png_data(&file, raw, size);
	png_end(&file);
	return file;
}

static struct png_file png_palette(const uint8_t *cells)
{
	struct png_file file = png_begin(W, H, 8, PNG_INDEXED, false);
	uint8_t raw[H * (1 + W)], palette[768];

	for (int i = 0; i < 768; i++)
		palette[i] = (uint8_t)(i / 3);
	for (int y = 0; y < H; y++) {
		raw[y * (W + 1)] = 0;
		memcpy(raw + y * (W + 1) + 1, cells + y * W, W);
	}
	png_chunk(&file, "PLTE", palette, sizeof palette);
	png_data(&file, raw, sizeof raw);
	png_end(&file);
	return file;
}

static void save_text(const char *path, const char *head, const uint8_t *cells, bool movingai)
{
	FILE *to = fopen(path, "w");

	temp_require(to != NULL, path);
	fputs(head, to);
	for (int i = 0; i < W * H; i++) {
		if (movingai)
			putc(cells[i] == 255 ? '@' : '.', to);
		else
			fprintf(to, "%d", cells[i]);
		if ((i + 1) % W == 0 || !movingai)
			putc((i + 1) % W == 0 ? '\n' : ' ', to);
	}
	temp_require(fclose(to) == 0, path);
}

/* Writes a legend: the costs of a map's greys as colours. */
static void make_legend(const uint8_t cells[W * H])
{
	FILE *to = fopen("legend.txt", "w");
	bool there[256] = {false};

	temp_require(to != NULL, "legend.txt");
	for (int i = 0; i < W * H; i++)
		there[cells[i]] = true;
	for (int v = 0; v < 255; v++)
		if (there[v])
			fprintf(to, "#%02x%02x%02x %d # ground %d\n", v, v, v, v / 2 + 1, v);
	if (there[255])
		fputs("#ffffff wall\n", to);
	temp_require(fclose(to) == 0, "legend.txt");
}

static void make_inputs(void)
{
	enum { LARGE_W = 160, LARGE_H = 128 };
	static uint8_t cells[LARGE_W * LARGE_H], mask[W * H];
	FILE *large;

	temp_require(mapgen_fill("caves", LARGE_W, LARGE_H, 1, cells), "map");
	large = fopen("large.pgm", "w");
	temp_require(large != NULL, "large.pgm");
	fprintf(large, "P5\n%d %d\n255\n", LARGE_W, LARGE_H);
	fwrite(cells, 1, sizeof cells, large);
	temp_require(fclose(large) == 0, "large.pgm");
	temp_require(mapgen_fill("island", W, H, 1, cells), "map");
	save("grey.png", png_grey(W, H, cells));
	save("rgb.png", png_of(cells, 8, PNG_RGB, 3));
	save("broken.png", png_of(cells, 8, PNG_RGB, 2));
	save("deep.png", png_of(cells, 16, PNG_GREY, 2));
	save("interlaced.png", png_interlaced(cells));
	save("palette.png", png_palette(cells));
	save_text("plain.pgm", "P2 24 16 255\n", cells, false);
	save_text("map.map", "type octile\nheight 16\nwidth 24\nmap\n", cells, true);
	mask[H / 2 * W + W / 2] = 1;
	mask[H / 2 * W + W / 2 + 1] = 2;
	save("mask.png", png_grey(W, H, mask));
	temp_text("goals.csv", "12,8\n# the second\n12.5,8,1,1,30\n");
	make_legend(cells);
	temp_require(mkdir("out", 0700) == 0, "out");
}

/* ---- the runs ---- */

static void a_coloured_map_with_a_legend(void)
{
	survives("rgb.png -g 12,8 --legend legend.txt --legend always --terrain out/a.png"
		 " --arrows out/new.png --scale 4 -q",
		 FF_OK);
}

static void a_grey_png_to_the_three_pictures_in_a_new_folder(void)
{
	survives("grey.png -g 12,8 --out-dir out/new --scale 4 -q", FF_OK);
	survives("grey.png -g 12,8 --out-dir out/new/er/still --scale 4 -q", FF_OK);
}

static void pictures_of_another_map_are_in_the_way(void)
{
	char *const make[] = {"flowfield", "link/grey.png", "-g",         "12,8", "--wall-from",
			      "100",       "--out-dir",     "of/another", "-q",   NULL};

	temp_require(symlink(".", "link") == 0 && run(9, make, NULL) == FF_OK, "another");
	survives("grey.png -g 12,8 --out-dir of/another --scale 4 -q", FF_E_OUTPUT);
	survives("link/grey.png -g 12,8 --out-dir of/another --scale 4 -q", FF_OK);
	temp_text("of/another/grey.reach.png", "mine");
	survives("grey.png -g 12,8 --out-dir of/another --scale 4 -q", FF_E_OUTPUT);
}

static void names_are_told_of_all_kinds_of_pictures(void)
{
	survives("grey.png -g 12,8 --step mean --heatmap out/a.png --with values --with contours=3 "
		 "--scale 12"
		 " --arrows out/b.png --reach out/c.png --terrain out/new.png",
		 FF_OK);
}

static void vector_pictures_with_everything_in_them(void)
{
	survives("grey.png -g 12,8 --heatmap out/a.svg --with values --with contours=3 --scale 36"
		 " --arrows out/new.svg --radius 0.6 -q",
		 FF_OK);
}

static void plain_pgm_and_octile_to_text_of_all_kinds(void)
{
	survives(
		"plain.pgm --goals goals.csv --metric octile --csv out/a.csv --directions out/b.csv"
		" --vectors out/c.csv --json out/new.json --require 12,9 --require "
		"12,8"
		" --remap 10-20=9,30=8 --remap 40=wall -q",
		FF_OK);
}

static void rgb_and_euclid_with_sight_and_a_radius(void)
{
	survives("rgb.png -g 11,8 -g 12,8 --metric euclid --sight --radius 0.6 --snap --subdivide"
		 " --arrows out/a.png --json out/c.json --scale 2 -v",
		 FF_OK);
}

static void sixteen_bits_and_a_flee_map(void)
{
	survives("deep.png -g 12,8 --metric octile --flee --heatmap out/a.png --csv out/new.csv "
		 "--scale 2",
		 FF_OK);
}

static void an_interlaced_png_to_labels(void)
{
	survives("interlaced.png --goals mask.png --allocation out/a.png --regions out/b.png"
		 " --ties out/c.png --bands out/d.png --scale 4 -q",
		 FF_OK);
}

static void measures_as_pictures_and_data(void)
{
	survives("interlaced.png --goals mask.png --detour out/a.png --clearance out/b.npy"
		 " --chokes out/c.png --ridges out/d.svg --with clearance,detour --scale 4 -q",
		 FF_OK);
}

static void gain_and_relief(void)
{
	survives("grey.png -g 12,8 --snap --gain out/a.png --relief out/b.svg --scale 2 -q", FF_OK);
}

static void a_cell_large(void)
{
	survives("at grey.png -g 12,8 --snap 3,3 --picture out/a.png -q", FF_OK);
}

static void a_palette_to_labels_as_text_and_a_report_on_stdout(void)
{
	survives("palette.png --goals mask.png -g 13,9+5 --allocation out/a.csv --regions "
		 "out/new.csv"
		 " --ties out/c.csv --json - --max-cost 900",
		 FF_OK);
}

static void movingai_in_64_bits(void)
{
	survives("map.map -g 12,8+1000000000000 --csv - --json out/a.json", FF_OK);
}

static void blocks_in_a_world(void)
{
	char mask[20 + 2 * W * H] = "P2 24 16 255";

	for (int i = 0; i < W * H; i++)
		strcat(mask, i < W ? " 7" : " 0");
	temp_text("line.pgm", mask);
	survives("grey.png -g 12,8 --goals line.pgm --from 1,1 --snap --coarsen 3,most --radius 2 "
		 "--cell-size 2 --csv out/new.csv --paths out/a.csv --cost out/b.asc -q",
		 FF_OK);
}

static void changes_step_by_step(void)
{
	temp_text("edits.csv", "1,5,5,3,3,wall\n1,3,12,2,1,goal\n4,0,0,24,2,9\n4,3,12,2,1,nogoal\n"
			       "5,5,5,3,3,open\n");
	survives("update grey.png -g 12,8 --snap --edits edits.csv --json out/a.json "
		 "--csv out/new.csv --allocation out/b.csv --regions out/c.npy --ties out/d.npy "
		 "--animate out/new.png --scale 2 --bare --sight --radius 0.6",
		 FF_OK);
	survives("update map.map -g 12,8 --edits edits.csv --metric euclid --subdivide "
		 "--vectors out/a.npy -q",
		 FF_OK);
	survives("update map.map -g 12,8 --edits edits.csv --flee -q --csv out/a.csv", FF_OK);
}

static void walkers_of_several_groups_alone(void)
{
	temp_text("agents.csv", "x,y,group,radius\n3,12,red,.3\n3.2,12,,0.7\n0,0,blue,.3\n");
	survives("walk grey.png -g 12,8 --agents agents.csv --from 3,10 --spawn 3:red "
		 "--goal red=3,12,2,2 --goal blue=0,0 --snap --paths out/new.svg "
		 "--arrivals out/c.csv --json out/d.json --traffic out/a.png --scale 2",
		 FF_OK);
	survives("walk map.map -g 12,8 --traffic-in all --traffic out/new.npy --from 3,12 --snap "
		 "--paths out/c.csv --metric octile -q",
		 FF_OK);
}

static void a_crowd_with_everything_that_is_seen_of_it(void)
{
	survives("walk grey.png -g 12,8 --spawn 4 --from 3,12 --snap --simulate 2 --radius 0.6 "
		 "--paths out/a.png --traffic out/b.npy --density out/c.csv "
		 "--speed-map out/new.pfm --arrivals out/new.csv "
		 "--trajectories out/new --json out/d.json --scale 2",
		 FF_OK);
	survives("walk map.map -g 12,8 --spawn 4 --simulate 1 --animate out/a.png --fps 2,1 "
		 "--arrivals out/b.png --scale 2 -q",
		 FF_OK);
}

static void doors_in_front_of_a_crowd(void)
{
	temp_text("doors.csv", "0,5,5,3,3,wall\n0.3,3,12,2,1,goal\n0.3,0,0,24,2,9\n"
			       "0.7,3,12,2,1,nogoal\n0.7,5,5,3,3,open\n");
	survives("walk grey.png -g 12,8 --spawn 4 --snap --simulate 1 --edits doors.csv --sight "
		 "--paths out/a.png --trajectories out/new --json out/d.json --scale 2",
		 FF_OK);
	survives("walk map.map -g 12,8 --goal red=3,12 --spawn 2:red --spawn 2 --simulate 1 "
		 "--edits doors.csv --subdivide --batch 400 --fps 2,0.3 --animate out/new.png "
		 "--scale 2 --bare -q",
		 FF_OK);
}

static void costs_of_16_bits(void)
{
	char rows[8 * W * H] = "";

	for (int i = 0; i < W * H; i++)
		sprintf(rows + strlen(rows), "%d.%d%s", 1 + i % 300, i % 4 * 25,
			i % W == W - 1 ? "\n" : ",");
	temp_text("wide.csv", rows);
	survives("update wide.csv -g 12,8 --cost-scale 4 --edits edits.csv --flow sum "
		 "--cost out/new.pfm --csv out/a.csv --heatmap out/b.png --scale 2 -q",
		 FF_OK);
	survives("wide.csv -g 12,8 --cost-scale 4 --metric euclid --subdivide --radius 1 "
		 "--cost out/new.png --integration out/a.npy -q",
		 FF_OK);
	survives("wide.csv -g 12,8 --metric octile --coarsen 2 --from 1,1 "
		 "--paths out/new.csv -q",
		 FF_OK);
}

static void sectors_with_everything_that_is_made_of_them(void)
{
	survives("sectors grey.png -g 12,8 --from 3,12 --from 2,12 --from 0,0 --snap --sectors 8 "
		 "--metric octile --heatmap out/a.png --portals out/b.png --graph out/new.csv "
		 "--csv out/c.csv --json out/d.json --scale 4",
		 FF_OK);
}

static void sectors_with_walkers_as_sources(void)
{
	survives("sectors grey.png -g 12,8 --from 3,12 --agents agents.csv --spawn 2 --snap "
		 "--sectors "
		 "8 "
		 "--portals out/new.csv --paths out/a.svg --json out/d.json -q",
		 FF_OK);
}

static void sectors_with_proof(void)
{
	survives("sectors grey.png -g 12,8 --from 3,12 --snap --sectors 8 --exact "
		 "--graph out/a.png --integration out/new.npy --scale 4 -q",
		 FF_OK);
}

static void sectors_for_many_requests(void)
{
	temp_text("requests.csv", "3,12,12,8\n2,12,12,8\n12,8,0,0\n");
	survives("sectors grey.png --requests requests.csv --sectors 8 --metric octile -q", FF_OK);
}

static void sectors_with_euclid_and_in_64_bits(void)
{
	survives("sectors grey.png -g 12,8 --from 3,12 --snap --sectors 8 --metric euclid "
		 "--csv out/a.csv",
		 FF_OK);
	survives("sectors map.map -g 12,8+1000000000000 --from 3,12 --snap --sectors 8 --exact "
		 "--csv - -q",
		 FF_OK);
}

static void sectors_with_a_source_that_reaches_no_goal(void)
{
	temp_text("parted.pgm", "P2 10 1 255 1 1 1 1 255 1 1 1 1 1\n");
	survives("sectors parted.pgm -g 0,0 --from 9,0 --from 2,0 --sectors 8 --csv - -q", FF_OK);
}

static void many_threads(void)
{
	survives("large.pgm -g 80,64 -j 4 --heatmap out/a.png --arrows out/b.png --csv out/c.csv"
		 " --scale 1 -q",
		 FF_OK);
}

static void many_threads_with_euclid(void)
{
	survives("large.pgm -g 80,64 -j 3 --metric euclid --sight --reach out/a.png --vectors "
		 "out/b.csv"
		 " --scale 1 -q",
		 FF_OK);
}

static void layers_as_data_of_all_kinds(void)
{
	survives("plain.pgm --goals goals.csv --metric octile --integration out/a.npy --cost "
		 "out/b.pgm --reach png16:out/new.png --directions asc:out/c --vectors out/d.pfm "
		 "--regions out/e.npy -q",
		 FF_OK);
	survives("plain.pgm --goals goals.csv --metric octile --integration out/a.raw --cost "
		 "out/b.h "
		 "--reach raw:out/c --directions h:out/new.h --vectors out/e.png -q",
		 FF_OK);
}

static void layers_as_grey_images_one_of_them_to_stdout(void)
{
	survives("rgb.png -g 12,8 --integration out/a.png "
		 "--directions png:- --cost out/new.png -q",
		 FF_OK);
}

static void costs_that_no_grey_image_can_hold(void)
{
	survives("plain.pgm -g 12,8 --metric octile --integration out/a.png --csv out/b.csv -q",
		 FF_E_LIMIT);
}

static void an_answer_that_is_no(void)
{
	survives("map.map -g 12,8 --max-cost 3 --require 0,0 --max-unreached 5 --csv out/a.csv"
		 " --json out/\303\244.json -q",
		 FF_E_ANSWER);
}

static void two_names_of_one_file(void)
{
	survives("plain.pgm -g 12,8 --csv out/a.csv --vectors out/../out/a.csv", FF_E_USAGE);
}

static void maps_that_are_broken(void)
{
	survives("broken.png -g 12,8 -q", FF_E_INPUT);
}

static void verifying_a_field(void)
{
	static char *const make[] = {"flowfield", "grey.png", "-g",        "12,8",
				     "-q",        "--csv",    "field.csv", NULL};
	struct ff_error err = {""};

	CHECK(run(7, make, &err) == FF_OK, "\"%s\"", err.text);
	survives("verify grey.png field.csv -g 12,8", FF_OK);
}

static void a_field_that_is_wrong(void)
{
	survives("verify grey.png field.csv -g 13,8", FF_E_ANSWER);
}

static void files_of_cells_in_every_format_verified_and_as_text(void)
{
	static const char *const formats[] = {"npy", "npz", "csv", "pgm", "pfm", "png16", "asc"};

	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		char file[64];
		char *const make[] = {"flowfield", "grey.png",      "-g", "12,8",
				      "-q",        "--integration", file, NULL};
		struct ff_error err = {""};

		snprintf(file, sizeof file, "%s:cells", formats[i]);
		CHECK(run(7, make, &err) == FF_OK, "\"%s\"", err.text);
		survives("verify grey.png cells -g 12,8", FF_OK);
		survives("textconv cells", FF_OK);
	}
}

static void a_picture_a_report_and_what_is_none_as_text(void)
{
	survives("textconv palette.png", FF_OK);
	temp_text("table.csv", "x,y,integration\n0,0,1\n");
	survives("textconv table.csv", FF_OK);
	temp_text("report.json", "{\"ms\": 1, \"a\": [1, 2.5, {\"b\": \"c\"}]}");
	survives("textconv report.json", FF_OK);
	temp_text("drawing.svg", "<svg/>");
	survives("textconv drawing.svg", FF_OK);
	survives("textconv broken.png", FF_E_INPUT);
}

/* Makes a table and a picture of a map. */
static void make_two(char *goal, char *table, char *picture)
{
	char *const make[] = {"flowfield", "grey.png",  "-g",    goal,      "-q", "--csv",
			      table,       "--heatmap", picture, "--scale", "1",  NULL};
	struct ff_error err = {""};

	CHECK(run(11, make, &err) == FF_OK, "\"%s\"", err.text);
}

static void two_fields_that_differ(void)
{
	make_two("12,8", "one.csv", "one.png");
	make_two("11,8", "two.csv", "two.png");
	survives("diff one.csv two.csv --json out/new.json", FF_E_ANSWER);
	survives("diff one.csv two.csv --abs 1000000 --ignore 0,0,1,1 --max-changed 400 -v --json "
		 "out/a.json",
		 FF_OK);
}

static void two_maps_that_differ(void)
{
	temp_text("one.pgm", "P2 4 2 255 1 1 1 1 1 255 1 1 ");
	temp_text("two.pgm", "P2 4 2 255 1 255 1 1 1 1 7 1 ");
	survives("compare one.pgm two.pgm -g 0,0 --out out/a.png --json out/new.json", FF_E_ANSWER);
	survives("compare one.pgm two.pgm -g 0,0 --metric euclid -q", FF_E_ANSWER);
	survives("compare one.pgm one.pgm -g 0,0 -v", FF_OK);
	survives("diff one.pgm two.pgm --out out/a.png", FF_E_ANSWER);
}

static void grids_that_differ_with_a_picture(void)
{
	temp_text("one.grid", "1,2,inf\n4,5,6\n");
	temp_text("two.grid", "1,inf,3\n4,9,2\n");
	survives("diff one.grid two.grid --out out/a.png --json out/new.json", FF_E_ANSWER);
}

static void pictures_documents_and_others_that_differ(void)
{
	make_two("12,8", "one.csv", "one.png");
	make_two("11,8", "two.csv", "two.png");
	survives("diff one.png two.png --out out/new.png", FF_E_ANSWER);
	survives("diff one.png palette.png", FF_E_ANSWER);
	temp_text("one.json",
		  "{\"tool\": {\"name\": \"flowfield\", \"version\": \"1\"}, \"a\": [1]}");
	temp_text("two.json",
		  "{\"tool\": {\"name\": \"flowfield\", \"version\": \"2\"}, \"a\": [2, {}]}");
	survives("diff one.json two.json", FF_E_ANSWER);
	survives("diff one.json goals.csv", FF_E_ANSWER);
}

static void two_folders_that_differ(void)
{
	temp_require(mkdir("one", 0700) == 0 && mkdir("one/deep", 0700) == 0 &&
			     mkdir("two", 0700) == 0 && mkdir("two/deep", 0700) == 0,
		     "folders");
	temp_text("one/deep/a.csv", "1,2\n");
	temp_text("two/deep/a.csv", "1,3\n");
	temp_text("one/b.txt", "b\n");
	temp_text("two/c.txt", "c\n");
	survives("diff one two --out out/new --json out/a.json", FF_E_ANSWER);
}

/* Returns true if every line of a list of goldens is one of the old or the whole list: the others
 * are of jobs that failed. */
static bool is_part(const struct files *now, size_t i, const struct files *new, size_t j)
{
	const char *at = (const char *)now->data[i], *end = at + now->size[i];

	while (at < end) {
		const char *next = memchr(at, '\n', (size_t)(end - at));

		if (next == NULL ||
		    (memmem(new->data[j], new->size[j], at, (size_t)(next + 1 - at)) == NULL &&
		     strncmp(at, "old\n", 4) != 0))
			return false;
		at = next + 1;
	}
	return true;
}

/* Writes what is wrong with a batch that ended with 'st', or "". */
static void judge_batch(enum ff_status st, enum ff_status wanted, const struct files *new,
			const struct ff_error *err, char wrong[400])
{
	struct files now;

	temp_require(ftruncate(STDOUT_FILENO, 0) == 0, "streams");
	now = files_in("out");
	*wrong = '\0';
	if (st != wanted && st != FF_E_NOMEM)
		snprintf(wrong, 400, "status %d: %.200s", (int)st, err->text);
	else if (heap.live > 0)
		snprintf(wrong, 400, "%zu blocks are left, one by %s, allocation %ld", heap.live,
			 heap.from[0], heap.number[0]);
	else if (free_descriptor() != streams.free)
		snprintf(wrong, 400, "descriptor %d is not closed", streams.free);
	else if (st == wanted && difference(&now, new) != NULL)
		snprintf(wrong, 400, "as without, but %.100s is missing or another",
			 difference(&now, new));
	for (size_t i = 0; i < now.count && *wrong == '\0'; i++) {
		bool known = false;

		for (size_t j = 0; j < new->count; j++)
			if (strcmp(now.name[i], new->name[j]) == 0)
				known = (now.size[i] == new->size[j] &&
					 memcmp(now.data[i], new->data[j], now.size[i]) == 0) ||
					(now.size[i] == 3 && memcmp(now.data[i], "old", 3) == 0) ||
					(strcmp(now.name[i], ".flowfield") == 0 &&
					 is_part(&now, i, new, j));
		if (!known)
			snprintf(wrong, 400, "%.100s is neither old nor new", now.name[i]);
	}
	forget(&now);
}

/* Fails allocations of a batch in turn: its jobs fail, and every file is whole. */
static void batch_survives(const char *manifest, const char *options, enum ff_status wanted)
{
	char words[200], *argv[WORDS + 1] = {"flowfield", "batch", "jobs"}, wrong[400] = "",
				       *rest = words;
	struct ff_error err = {""};
	struct files new;
	long at, step, failed = 0;
	int argc = 3;

	temp_text("jobs", manifest);
	snprintf(words, sizeof words, "%s", options);
	while (argc < WORDS && (argv[argc] = strtok_r(rest, " ", &rest)) != NULL)
		argc++;
	divert();
	temp_require(run_failing(argc, argv, 0, &err) == wanted, err.text);
	step = stride(heap.count);
	temp_require(ftruncate(STDOUT_FILENO, 0) == 0, "streams");
	new = files_in("out");
	for (at = 1; *wrong == '\0'; at += step) {
		enum ff_status st;

		lay_out(&new);
		st = run_failing(argc, argv, at, &err);
		judge_batch(st, wanted, &new, &err, wrong);
		if (heap.struck == NULL)
			break;
		failed += st != wanted;
	}
	lay_out(&(struct files){0});
	restore();
	CHECK(wrong[0] == '\0', "allocation %ld (%s): %s", at,
	      heap.struck == NULL ? "none" : heap.struck, wrong);
	CHECK(failed > 10, "only %ld of %ld were fatal", failed, heap.count);
	NOTE("%ld allocations", heap.count);
	forget(&new);
}

static void a_batch_of_all_kinds_of_jobs(void)
{
	batch_survives("grey.png -g 12,8 --heatmap out/a.png --scale 2 --csv out/b.csv\n"
		       "plain.pgm --goals goals.csv --integration out/c.pgm --json out/d.json -v\n"
		       "'map.map' -g \"12,8\" --csv out/newer.csv # the last\n",
		       "-j 1 --report junit=junit.xml --report json=report.json --report github "
		       "--report sheet=sheet.png -q",
		       FF_OK);
}

static void a_batch_against_golden_files(void)
{
	batch_survives("grey.png -g 12,8 --csv a.csv\nmap.map -g 12,8 --csv new.csv\n",
		       "-j 1 --golden out --accept --prune --ignore 0,0,1,1", FF_OK);
	batch_survives("grey.png -g 12,8 --csv a.csv --ignore 1,1,2,2\nmap.map\n",
		       "-j 1 --golden out --only grey", FF_E_ANSWER);
}

static void a_batch_that_keeps_what_differs(void)
{
	static char *const first[] = {"flowfield", "batch", "jobs",     "--golden",
				      "golden",    "-q",    "--accept", NULL};
	struct ff_error err = {""};

	temp_text("jobs", "grey.png -g 12,8 --csv a.csv\ngrey.png -g 12,8 --csv gone.csv\n");
	CHECK(run(7, first, &err) == FF_OK, "\"%s\"", err.text);
	batch_survives("map.map -g 12,8 --csv a.csv --require 0,0 --max-unreached 0\n"
		       "map.map -g 12,8 --csv new.csv\n",
		       "-j 1 --golden golden --out out --report junit=junit.xml "
		       "--report json=report.json --report github",
		       FF_E_ANSWER);
}

/* Makes a request through sectors: routes from two sources, fields, widening. */
static enum ff_status request(const struct trip *trip)
{
	struct ff_route_search *search = (struct ff_route_search *)trip;
	struct ff_sector_cache *cache = (struct ff_sector_cache *)trip;
	struct ff_sector_field field = {.blocks = NULL};
	struct ff_sector_flow ways = {.blocks = NULL};
	struct ff_routes routes = {.count = 77};
	enum ff_status st = ff_route_open(&search, &trip->graph, &trip->map.cost, NULL);

	if (st != FF_OK && search != NULL)
		return FF_E_ARG;
	if (st == FF_OK) {
		st = ff_route_find(search, &trip->map.seeds, trip->sources, trip->count, &routes);
		if (st != FF_OK && (routes.count != 77 || routes.items != NULL))
			return FF_E_ARG;
	}
	if (st == FF_OK && (st = ff_sector_cache_open(&cache, 5000)) == FF_OK) {
		st = ff_sector_field_open(&field, &trip->graph.sectors, &trip->map.model,
					  ff_integrate_type(&trip->map.model));
		if (st == FF_OK)
			st = ff_corridor_fill(&trip->graph, &trip->map.cost, &trip->map.seeds,
					      &routes, cache, &field, NULL);
		if (st == FF_OK)
			st = ff_corridor_widen(&trip->graph, &trip->map.cost, &trip->map.seeds,
					       &routes, NULL, NULL);
		if (st == FF_OK)
			st = ff_corridor_widen(&trip->graph, &trip->map.cost, &trip->map.seeds,
					       &routes, &field, NULL);
		if (st == FF_OK)
			st = ff_sector_flow_find(&trip->map.model, &trip->map.cost,
						 &trip->map.seeds, &field, &ways);
		ff_sector_flow_free(&ways);
		ff_sector_field_close(&field);
		ff_sector_cache_close(cache);
	} else if (search != NULL && cache == NULL && st == FF_OK)
		st = FF_E_ARG;
	if (routes.items != NULL)
		ff_routes_free(&routes);
	ff_route_close(search);
	return st;
}

/* Starts a section in which the allocation of number 'at' fails. */
static void begin_to_fail(long at)
{
	heap.count = 0;
	heap.live = 0;
	heap.fails_at = at;
	heap.struck = NULL;
	heap.on = true;
}

/* Ends it: nothing may be left, and the status must show whether it failed. */
static void end_failing(long at, enum ff_status st)
{
	heap.on = false;
	CHECK(heap.live == 0, "allocation %ld: %zu blocks are left, one by %s", at, heap.live,
	      heap.from[0]);
	CHECK(st == (heap.struck == NULL ? FF_OK : FF_E_NOMEM), "allocation %ld (%s): status %d",
	      at, heap.struck == NULL ? "none" : heap.struck, (int)st);
}

/* Fails each allocation of a request in turn. */
static void request_survives(const struct ff_model *model)
{
	struct trip trip = trip_new(model, 50, 40, 2);
	enum ff_status st = FF_E_NOMEM;
	long at = 0;

	trip_fill(&trip, 10, 5, 1, 35, FF_COST_WALL);
	trip_fill(&trip, 30, 0, 1, 35, FF_COST_WALL);
	trip_fill(&trip, 12, 12, 9, 9, 7);
	trip.map.seeds.items[1].start = 9;
	trip.sources[trip.count++] = 49;
	trip.sources[trip.count++] = 20 * 50 + 45;
	trip_cut(&trip, 8, true);
	while (st == FF_E_NOMEM) {
		begin_to_fail(++at);
		st = request(&trip);
		end_failing(at, st);
	}
	CHECK(at > 20, "%ld allocations", at);
	NOTE("%ld allocations", at);
	trip_free(&trip);
}

static void requests_through_sectors(void)
{
	const struct ff_model octile = {.metric = FF_METRIC_OCTILE, .flow = FF_FLOW_LOWEST};

	request_survives(&octile);
	request_survives(&trip_euclid);
}

/* Fails each allocation in turn while a graph follows an edit of one cell; a failure leaves it as
 * it was.  Returns how many were fatal. */
static long renewal_survives(const struct ff_model *model, uint32_t cell)
{
	long at = 0, failed = 0;

	do {
		struct trip trip = trip_new(model, 50, 40, 1);
		uint8_t marks[64]; /* at least a sector each */
		struct ff_cost map;
		struct ff_portal_graph before;
		enum ff_status st;
		size_t bytes;
		void *costs;

		trip_fill(&trip, 3, 3, 1, 1, 2);
		trip_cut(&trip, 8, true);
		map = trip.map.cost;
		map.cells = memcpy(oracle_cells(50 * 40, 1), map.cells, 50 * 40);
		trip.map.cost.cells[cell] = FF_COST_WALL;
		before = trip.graph;
		bytes = ff_sectors_count(&before.sectors) * sizeof(void *);
		costs = memcpy(oracle_cells(bytes, 1), before.costs, bytes);
		begin_to_fail(++at);
		st = ff_portals_renew(&trip.graph, &map, &trip.map.cost, NULL, marks);
		if (st == FF_OK)
			ff_portal_graph_free(&trip.graph);
		heap.on = false;
		CHECK(heap.live == 0, "allocation %ld: %zu blocks are left, one by %s", at,
		      heap.live, heap.from[0]);
		CHECK(st == FF_OK ||
			      (heap.struck != NULL && st == FF_E_NOMEM &&
			       trip.graph.cells == before.cells &&
			       trip.graph.portals == before.portals &&
			       trip.graph.near == before.near && trip.graph.least == before.least &&
			       trip.graph.clear_count == before.clear_count &&
			       memcmp(trip.graph.costs, costs, bytes) == 0),
		      "allocation %ld: status %d, or the graph is another", at, (int)st);
		failed += st != FF_OK;
		free(costs);
		free(map.cells);
		trip_free(&trip);
	} while (heap.struck != NULL);
	return failed;
}

static void graphs_that_follow_edits(void)
{
	const struct ff_model octile = {.metric = FF_METRIC_OCTILE, .flow = FF_FLOW_LOWEST};

	/* Within a sector that was not clear, and at a border. */
	CHECK(renewal_survives(&octile, 4 * 50 + 4) > 15, "few allocations");
	CHECK(renewal_survives(&octile, 4 * 50 + 7) > 15, "few allocations");
	CHECK(renewal_survives(&trip_euclid, 4 * 50 + 4) > 15, "few allocations");
	CHECK(renewal_survives(&trip_euclid, 4 * 50 + 8) > 15, "few allocations");
}

/* Fails each allocation in turn of the closing of cells after the corner became a wall. */
static void closings_that_follow_edits(void)
{
	enum { WIDE = 30, HIGH = 20 };
	const uint32_t corner = 0;
	struct ff_cost map = {WIDE, HIGH, oracle_cells(WIDE * HIGH, 1), NULL};
	struct ff_cost closed = {WIDE, HIGH, oracle_cells(WIDE * HIGH, 1), NULL};
	enum ff_status st = FF_E_NOMEM;
	long at = 0;

	memset(map.cells, 1, WIDE * HIGH);
	map.cells[corner] = FF_COST_WALL;
	while (st == FF_E_NOMEM) {
		struct ff_cost_change *changes = NULL; /* and so it must stay */
		size_t count;

		memset(closed.cells, 1, WIDE * HIGH);
		begin_to_fail(++at);
		st = ff_clearance_renew(&map, 1.5, &corner, 1, &closed, &changes, &count);
		free(changes);
		end_failing(at, st);
	}
	CHECK(at > 2, "%ld allocations", at);
	free(map.cells);
	free(closed.cells);
}

/* Solves a world of the public header with two threads, edits it, and solves it again. */
static enum ff_status use_world(const uint8_t *map, int32_t w, int32_t h)
{
	static const struct ff_rules rules = {.radius = 0.75, .threads = 2};
	struct ff_world *world;
	enum ff_status st = ff_world_new(w, h, map, &rules, &world);

	if (st == FF_OK && (st = ff_world_add_goal(world, 5, 5, 0)) == FF_OK &&
	    (st = ff_world_solve(world)) == FF_OK &&
	    (st = ff_world_edit(world, 9, 9, 2, 2, FF_COST_WALL)) == FF_OK)
		st = ff_world_solve(world);
	ff_world_free(world);
	return st;
}

/* Fails each allocation of a large world in turn: blocks for its field, and threads, which it
 * does not need. */
static void a_large_world(void)
{
	enum { WIDE = 1100, HIGH = 1000 };
	uint8_t *map = oracle_cells((size_t)WIDE * HIGH, 1);
	long at = 0, failed = 0;

	memset(map, 1, (size_t)WIDE * HIGH);
	do {
		enum ff_status st;

		begin_to_fail(++at);
		st = use_world(map, WIDE, HIGH);
		heap.on = false;
		CHECK(heap.live == 0, "allocation %ld: %zu blocks are left, one by %s", at,
		      heap.live, heap.from[0]);
		CHECK(st == FF_OK || (heap.struck != NULL && st == FF_E_NOMEM),
		      "allocation %ld: status %d", at, (int)st);
		failed += st != FF_OK;
	} while (heap.struck != NULL);
	CHECK(failed > 20, "only %ld of %ld were fatal", failed, at);
	NOTE("%ld allocations", at);
	free(map);
}

int main(void)
{
	temp_enter();
	make_inputs();
	libdeflate_set_memory_allocator(malloc, free);
	json_set_alloc_funcs(malloc, free);
	RUN(a_grey_png_to_the_three_pictures_in_a_new_folder);
	RUN(pictures_of_another_map_are_in_the_way);
	RUN(names_are_told_of_all_kinds_of_pictures);
	RUN(vector_pictures_with_everything_in_them);
	RUN(plain_pgm_and_octile_to_text_of_all_kinds);
	RUN(rgb_and_euclid_with_sight_and_a_radius);
	RUN(sixteen_bits_and_a_flee_map);
	RUN(an_interlaced_png_to_labels);
	RUN(measures_as_pictures_and_data);
	RUN(gain_and_relief);
	RUN(a_cell_large);
	RUN(a_palette_to_labels_as_text_and_a_report_on_stdout);
	RUN(movingai_in_64_bits);
	RUN(blocks_in_a_world);
	RUN(changes_step_by_step);
	RUN(walkers_of_several_groups_alone);
	RUN(a_crowd_with_everything_that_is_seen_of_it);
	RUN(doors_in_front_of_a_crowd);
	RUN(costs_of_16_bits);
	RUN(sectors_with_everything_that_is_made_of_them);
	RUN(sectors_with_walkers_as_sources);
	RUN(sectors_with_proof);
	RUN(sectors_for_many_requests);
	RUN(sectors_with_euclid_and_in_64_bits);
	RUN(sectors_with_a_source_that_reaches_no_goal);
	RUN(many_threads);
	RUN(many_threads_with_euclid);
	RUN(layers_as_data_of_all_kinds);
	RUN(layers_as_grey_images_one_of_them_to_stdout);
	RUN(costs_that_no_grey_image_can_hold);
	RUN(an_answer_that_is_no);
	RUN(two_names_of_one_file);
	RUN(verifying_a_field);
	RUN(a_field_that_is_wrong);
	RUN(maps_that_are_broken);
	RUN(files_of_cells_in_every_format_verified_and_as_text);
	RUN(a_picture_a_report_and_what_is_none_as_text);
	RUN(two_fields_that_differ);
	RUN(two_maps_that_differ);
	RUN(grids_that_differ_with_a_picture);
	RUN(pictures_documents_and_others_that_differ);
	RUN(two_folders_that_differ);
	RUN(a_coloured_map_with_a_legend);
	RUN(a_batch_of_all_kinds_of_jobs);
	RUN(a_batch_against_golden_files);
	RUN(a_batch_that_keeps_what_differs);
	RUN(requests_through_sectors);
	RUN(closings_that_follow_edits);
	RUN(graphs_that_follow_edits);
	RUN(a_large_world);
	return tap_done();
}
