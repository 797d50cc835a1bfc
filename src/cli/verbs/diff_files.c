/*
 * Files of the same bytes are the same, whatever they hold; only others are looked
 * into.
 */
#include "cli/verbs/diff.h"

#include <fcntl.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/verbs/diff_pair.h"
#include "cli/verbs/document.h"
#include "core/base/number.h"
#include "draw/draw.h"

enum { BYTES_MAX = 1 << 30 }; /* of a file that is not of cells */

static const struct ff_diff_rules exact;

/* -1 where it is no regular file: to open a pipe is to use it up. */
static int open_regular(const char *path, off_t *size)
{
	struct stat file;
	int fd;

	if (stat(path, &file) != 0 || !S_ISREG(file.st_mode) ||
	    (fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
		return -1;
	*size = file.st_size;
	return fd;
}

/* Fills a buffer as far as the file goes; how many bytes, or -1. */
static ssize_t fill(int fd, char *buffer, size_t size)
{
	size_t n = 0;

	while (n < size) {
		ssize_t got = read(fd, buffer + n, size - n);

		if (got < 0)
			return -1;
		if (got == 0)
			break;
		n += (size_t)got;
	}
	return (ssize_t)n;
}

/* Whether two files have the same bytes; not, if that cannot be known without using them up. */
static bool same_bytes(const char *old, const char *new)
{
	enum { PIECE = 32 * 1024 };
	char a[PIECE], b[PIECE];
	off_t sizes[2] = {0, 1};
	ssize_t n = 0, m = -1;
	int fa = open_regular(old, &sizes[0]), fb = open_regular(new, &sizes[1]);

	if (fa >= 0 && fb >= 0 && sizes[0] == sizes[1])
		do {
			n = fill(fa, a, PIECE);
			m = fill(fb, b, PIECE);
		} while (n > 0 && n == m && memcmp(a, b, (size_t)n) == 0);
	if (fa >= 0)
		close(fa);
	if (fb >= 0)
		close(fb);
	return n == 0 && m == 0;
}

/* The first byte that differs. */
static enum ff_status compare_bytes(struct ff_diff_pair *pair)
{
	const struct ff_input *old = &pair->old.in, *new = &pair->new.in;
	size_t n = old->size < new->size ? old->size : new->size, i = 0, line = 1;

	pair->diff.kind = FF_DIFF_BYTES;
	pair->diff.total = new->size;
	for (; i < n && old->data[i] == new->data[i]; i++)
		line += new->data[i] == '\n';
	if (i == n && old->size == new->size)
		return FF_OK;
	pair->diff.apart = true;
	if (old->size != new->size)
		return ff_diff_pair_note(pair,
					 "bytes: %zu -> %zu, different from byte %zu, line %zu on",
					 old->size, new->size, i + 1, line);
	return ff_diff_pair_note(pair, "bytes: different from byte %zu, line %zu on", i + 1, line);
}

static enum ff_status compare_others(struct ff_diff_pair *pair)
{
	struct ff_input *old = &pair->old.in, *new = &pair->new.in;
	struct ff_diff *diff = &pair->diff;
	struct ff_document_difference found = {0};
	enum ff_status st;

	if ((st = ff_input_rest(old, BYTES_MAX, pair->err)) != FF_OK ||
	    (st = ff_input_rest(new, BYTES_MAX, pair->err)) != FF_OK)
		return st;
	if (ff_document_matches(old->data, old->size) && ff_document_matches(new->data, new->size))
		st = ff_document_compare(old, new, &found, pair->err);
	if (st != FF_OK)
		return st;
	if (!found.valid)
		return compare_bytes(pair);
	diff->kind = FF_DIFF_DOCUMENT;
	diff->notes = found.notes;
	diff->changes = found.changes;
	diff->total = found.values;
	diff->differing = found.differing;
	diff->apart = diff->differing > 0;
	return FF_OK;
}

/* Whether so many cells may differ. */
static bool may_differ(const struct ff_diff_pair *pair)
{
	const struct ff_diff *diff = &pair->diff;
	/* Decimals such as 0.1 are a little off in binary. */
	double most = pair->rules->max_percent * (double)diff->total * (1 + DBL_EPSILON);

	return diff->differing <= pair->rules->max_cells || (double)diff->differing * 100 <= most;
}

/* Whether a PNG file moves, as ours do: then its first picture is not all there is to it. */
static enum ff_status look_for_frames(struct ff_input *in, bool *moves, struct ff_error *err)
{
	enum { TYPE = 37, END = 41 }; /* of the chunk after the header */
	enum ff_status st = ff_input_fill(in, END, err);

	*moves = st == FF_OK && in->size >= END && memcmp(in->data + TYPE, "acTL", 4) == 0;
	return st;
}

static enum ff_status compare(struct ff_diff_pair *pair, const char *old, const char *new)
{
	bool known[2];
	bool moves[2] = {false, false};
	enum ff_status st;

	if (strcmp(old, "-") != 0 && strcmp(new, "-") != 0 && same_bytes(old, new)) {
		pair->diff.kind = FF_DIFF_BYTES;
		pair->diff.equal = pair->diff.same = true;
		return FF_OK;
	}
	if ((st = ff_input_open(&pair->old.in, old, pair->err)) != FF_OK ||
	    (st = ff_input_open(&pair->new.in, new, pair->err)) != FF_OK ||
	    (st = ff_diff_cells_known(&pair->old.in, &known[0], pair->err)) != FF_OK ||
	    (st = ff_diff_cells_known(&pair->new.in, &known[1], pair->err)) != FF_OK ||
	    (st = look_for_frames(&pair->old.in, &moves[0], pair->err)) != FF_OK ||
	    (st = look_for_frames(&pair->new.in, &moves[1], pair->err)) != FF_OK)
		return st;
	st = known[0] && known[1] && !moves[0] && !moves[1] ? ff_diff_cells(pair)
							    : compare_others(pair);
	pair->diff.same = !pair->diff.apart && may_differ(pair);
	return st;
}

/* Frees a pair, and hands its diff over if all went well. */
static enum ff_status finish(struct ff_diff_pair *pair, enum ff_status st, struct ff_diff *diff)
{
	struct ff_diff_side *sides[] = {&pair->old, &pair->new};

	for (int i = 0; i < 2; i++) {
		ff_input_close(&sides[i]->in);
		ff_cells_free(&sides[i]->read);
		free(sides[i]->bytes);
		free(sides[i]->drawn.values);
		free(sides[i]->drawn.codes);
	}
	if (st != FF_OK)
		ff_diff_free(&pair->diff);
	else
		*diff = pair->diff;
	return st;
}

enum ff_status ff_diff_open(const char *old, const char *new, const struct ff_diff_rules *rules,
			    uint32_t told, struct ff_diff *diff, struct ff_error *err)
{
	struct ff_diff_pair pair = {
		.old.in.fd = STDIN_FILENO,
		.new.in.fd = STDIN_FILENO,
		.rules = rules != NULL ? rules : &exact,
		.told = told,
		.err = err,
	};

	return finish(&pair, compare(&pair, old, new), diff);
}

/* Returns true if two tables would be the same bytes as CSV. */
static bool same_tables(const struct ff_cells_file *a, const struct ff_cells_file *b)
{
	size_t n = (size_t)a->w * (size_t)a->h;

	return a->w == b->w && a->h == b->h &&
	       memcmp(a->table.field.cells, b->table.field.cells, n * sizeof(double)) == 0 &&
	       memcmp(a->table.costs, b->table.costs, n) == 0 &&
	       memcmp(a->table.classes, b->table.classes, n) == 0 &&
	       memcmp(a->table.directions, b->table.directions, n) == 0 &&
	       memcmp(a->table.vectors, b->table.vectors, n * sizeof *a->table.vectors) == 0;
}

enum ff_status ff_diff_tables(struct ff_cells_file *old, struct ff_cells_file *new, uint32_t told,
			      struct ff_diff *diff, struct ff_error *err)
{
	struct ff_diff_pair pair = {
		.old = {.in.fd = STDIN_FILENO, .read = *old},
		.new = {.in.fd = STDIN_FILENO, .read = *new},
		.rules = &exact,
		.told = told,
		.err = err,
	};
	enum ff_status st = FF_OK;

	*old = *new = (struct ff_cells_file){0};
	if (same_tables(&pair.old.read, &pair.new.read)) {
		pair.diff.kind = FF_DIFF_BYTES;
		pair.diff.equal = pair.diff.same = true;
		return finish(&pair, FF_OK, diff);
	}
	if ((st = ff_diff_cells_read(&pair)) == FF_OK)
		pair.diff.same = !pair.diff.apart && may_differ(&pair);
	return finish(&pair, st, diff);
}

void ff_diff_free(struct ff_diff *diff)
{
	ff_strings_free(&diff->notes);
	ff_strings_free(&diff->changes);
	ff_compare_free(&diff->result);
	free(diff->classes);
	free(diff->greys);
	free(diff->strengths);
	*diff = (struct ff_diff){0};
}

const char *ff_diff_percent(const struct ff_diff *diff, char to[FF_DIFF_PERCENT])
{
	double percent = (double)diff->differing * 100 / (double)diff->total;
	size_t n;

	if (percent < 0.001) {
		snprintf(to, FF_DIFF_PERCENT, "<0.001 %%");
		return to;
	}
	n = ff_number_fixed(to, floor(percent * 1000 + 0.5) / 1000);
	memcpy(to + n, " %", 3);
	return to;
}

void ff_diff_sentence(const struct ff_diff *diff, char to[], size_t size)
{
	static const char *const units[] = {
		[FF_DIFF_CELLS] = "cells",    [FF_DIFF_DRAWN] = "cells",
		[FF_DIFF_PICTURE] = "pixels", [FF_DIFF_DOCUMENT] = "values",
		[FF_DIFF_BYTES] = "bytes",
	};
	char percent[FF_DIFF_PERCENT];

	to[0] = '\0';
	if (diff->differing > 0)
		snprintf(to, size, "%" PRIu64 " of %" PRIu64 " %s differ (%s)", diff->differing,
			 diff->total, units[diff->kind], ff_diff_percent(diff, percent));
	else if (diff->apart && diff->notes.count > 0)
		snprintf(to, size, "%s", diff->notes.items[0]);
}

/* Adds what happened to the first of a line. */
static void add_kinds(const struct ff_diff *diff, char text[], size_t size)
{
	enum { TOLD = 4 };
	size_t n = strlen(text);
	int told = 0;

	for (int k = 0; k < FF_CHANGE_KINDS && told < TOLD && n < size; k++) {
		const struct ff_compare_tally *tally = &diff->result.kinds[k];

		if (tally->cells == 0)
			continue;
		n += (size_t)snprintf(text + n, size - n,
				      "%s %s %" PRIu64 ", first %" PRId32 ",%" PRId32,
				      told++ == 0 ? ":" : ";", diff->names[k], tally->cells,
				      tally->first.x, tally->first.y);
	}
}

enum ff_status ff_diff_files(const char *old, const char *new, const struct ff_diff_rules *rules,
			     struct ff_diff_summary *summary, struct ff_error *err)
{
	struct ff_diff diff;
	enum ff_status st = ff_diff_open(old, new, rules, 0, &diff, err);

	if (st != FF_OK)
		return st;
	*summary = (struct ff_diff_summary){
		.kind = diff.kind, .same = diff.same, .cells = diff.differing};
	ff_diff_sentence(&diff, summary->text, sizeof summary->text);
	if (diff.kind <= FF_DIFF_DRAWN && diff.compared && diff.differing > 0)
		add_kinds(&diff, summary->text, sizeof summary->text);
	ff_diff_free(&diff);
	return FF_OK;
}

char *ff_diff_picture_path(const char *folder, const char *name)
{
	size_t n = strlen(folder);
	char *path;

	if (asprintf(&path, "%s%s%s.diff.png", folder, n == 0 || folder[n - 1] == '/' ? "" : "/",
		     name) < 0)
		return NULL;
	return path;
}

enum ff_status ff_diff_draw(const struct ff_diff *diff, struct ff_image *image,
			    struct ff_error *err)
{
	struct ff_draw_difference what = {
		.w = diff->w,
		.h = diff->h,
		.cells = diff->result.cells,
		.names = diff->names,
		.classes = diff->classes,
		.class_names = diff->class_names,
		.greys = diff->greys,
		.strengths = diff->strengths,
	};
	const struct ff_style style = {
		.legend = FF_STYLE_LEGEND_ALWAYS, /* what its colours mean is nowhere else */
		.scale = diff->kind == FF_DIFF_PICTURE
				 ? 1
				 : ff_style_scale(diff->w, diff->h, true, false, 1),
	};

	for (int k = 0; k < FF_CHANGE_KINDS; k++)
		what.count[k] = diff->result.kinds[k].cells;
	if (diff->result.listed == diff->result.area_count) {
		what.areas = diff->result.areas;
		what.area_count = diff->result.listed;
	}
	return ff_draw_difference(&what, &style, image, NULL, err);
}
