/*
 * Files of the same bytes are the same, whatever they hold; only others are looked
 * into.  What a file holds is told by its content, and what its numbers mean by its
 * "Layer"; where the file says nothing of it, bytes are codes, and other numbers
 * are values.
 */
#include "cmd/diff.h"

#include <fcntl.h>
#include <float.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/number.h"
#include "cmd/document.h"
#include "draw/draw_difference.h"
#include "format/read_raster.h"

enum {
	CELLS_MAX = 1 << 28,
	BYTES_MAX = 1 << 30, /* of a file that is not of cells */
};

/* What the numbers of a file are. */
enum role { VALUES, COSTS, CLASSES, DIRECTIONS, CODES, VECTORS };

/* A file, and what it says about the cells. */
struct side {
	struct ff_input in;
	struct ff_read_raster read;
	uint8_t *bytes;           /* owned; numbers as costs, classes or directions */
	struct ff_raster pixels;  /* of a picture */
	struct ff_raster vectors; /* of a table */
	struct ff_compare_side cells;
};

/* Two files under way. */
struct pair {
	struct side old, new;
	const struct ff_diff_rules *rules;
	uint32_t told;
	struct ff_diff diff;
	struct ff_error *err;
};

static const char *const value_names[FF_CHANGE_KINDS] = {
	[FF_CHANGE_LOST] = "value lost",       [FF_CHANGE_GAINED] = "value gained",
	[FF_CHANGE_RISEN] = "value risen",     [FF_CHANGE_FALLEN] = "value fallen",
	[FF_CHANGE_CHANGED] = "value changed", [FF_CHANGE_TURNED] = "direction changed",
};

static const char *const pixel_names[FF_CHANGE_KINDS] = {
	[FF_CHANGE_CHANGED] = "pixel changed",
};

/* What cells without a value may be is not known where there are only values. */
static const char *const valued_names[FF_CLASSES] = {
	[FF_GOAL] = "goal", [FF_REACHED] = "value",         [FF_UNREACHED] = "no value",
	[FF_WALL] = "wall", [FF_NOT_COMPUTED] = "no value", [FF_NOT_YET] = "no value"};

static const struct ff_diff_rules exact;

__attribute__((format(printf, 2, 3))) static enum ff_status note(struct pair *pair,
								 const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return ff_lines_add(&pair->diff.notes, "%s", text) ? FF_OK
							   : ff_status_nomem(pair->err, "notes");
}

/* A difference that no rule lets pass. */
#define APART(pair, ...) ((pair)->diff.apart = true, note(pair, __VA_ARGS__))

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

/* --- cells --- */

/* Whether all numbers are whole and in first..last, as bytes that mean something are. */
static bool is_within(const struct ff_raster *raster, double first, double last)
{
	for (size_t i = 0; i < (size_t)raster->w * (size_t)raster->h; i++) {
		double value = ff_raster_value(raster, i);

		if (!(value >= first && value <= last && value == floor(value)))
			return false;
	}
	return true;
}

static enum role role_of(const struct ff_raster *raster, const char *layer)
{
	if (raster->channels == 2)
		return VECTORS;
	if (layer == NULL)
		return raster->type == FF_RASTER_U8 ? CODES : VALUES;
	if (strcmp(layer, "integration") == 0)
		return VALUES;
	if (strcmp(layer, "cost") == 0 && is_within(raster, 1, FF_COST_WALL))
		return COSTS;
	if (strcmp(layer, "reach") == 0 && is_within(raster, 0, FF_CLASSES - 1))
		return CLASSES;
	if (strcmp(layer, "directions") == 0 && is_within(raster, 0, FF_NONE))
		return DIRECTIONS;
	return CODES;
}

static enum ff_status take_bytes(struct pair *pair, struct side *side, const uint8_t **to)
{
	const struct ff_raster *raster = &side->read.raster;

	if ((side->bytes = ff_memory_cells(raster->w, raster->h, 1)) == NULL)
		return ff_status_nomem(pair->err, side->in.name);
	for (size_t i = 0; i < (size_t)raster->w * (size_t)raster->h; i++)
		side->bytes[i] = (uint8_t)ff_raster_value(raster, i);
	*to = side->bytes;
	return FF_OK;
}

static enum ff_status take_numbers(struct pair *pair, struct side *side, enum role role)
{
	struct ff_compare_side *cells = &side->cells;

	switch (role) {
	case COSTS:
		return take_bytes(pair, side, &cells->costs);
	case CLASSES:
		return take_bytes(pair, side, &cells->classes);
	case DIRECTIONS:
		return take_bytes(pair, side, &cells->directions);
	case VALUES:
		cells->values = &side->read.raster;
		return FF_OK;
	case CODES:
		cells->codes = &side->read.raster;
		return FF_OK;
	case VECTORS:
		cells->vectors = &side->read.raster;
		return FF_OK;
	}
	return FF_E_ARG;
}

static void take_table(struct side *side)
{
	const struct ff_read_field *table = &side->read.table;

	side->cells.values = &side->read.raster;
	side->cells.costs = table->costs;
	side->cells.classes = table->classes;
	side->cells.directions = table->directions;
	if (table->vectors == NULL)
		return;
	side->vectors = (struct ff_raster){.w = side->read.w,
					   .h = side->read.h,
					   .channels = 2,
					   .type = FF_RASTER_F32,
					   .unit = 1,
					   .none = (double)NAN,
					   .cells = table->vectors};
	side->cells.vectors = &side->vectors;
}

static void take_picture(struct side *side)
{
	side->pixels = (struct ff_raster){.w = side->read.w,
					  .h = side->read.h,
					  .channels = 4,
					  .type = FF_RASTER_U8,
					  .unit = 1,
					  .none = (double)NAN,
					  .cells = side->read.pixels};
	side->cells.codes = &side->pixels;
}

/* A picture of nothing but greys is read as numbers: makes a picture of it again.  FF_OK,
 * whether or not it was one; FF_E_NOMEM. */
static enum ff_status make_picture(struct pair *pair, struct side *side)
{
	struct ff_read_raster *read = &side->read;
	const uint8_t *grey = read->raster.cells;
	uint8_t *to;

	if (read->kind != FF_READ_RASTER_NUMBERS || strcmp(read->format, "png") != 0 ||
	    read->raster.type != FF_RASTER_U8)
		return FF_OK;
	if ((to = ff_memory_cells(read->w, read->h, 4)) == NULL)
		return ff_status_nomem(pair->err, side->in.name);
	read->kind = FF_READ_RASTER_PICTURE;
	read->pixels = to;
	for (size_t i = 0; i < (size_t)read->w * (size_t)read->h; i++, to += 4) {
		memset(to, grey[i], 3);
		to[3] = 255;
	}
	return FF_OK;
}

/* Of these each cell has a value, whatever stands for none in arrays that do not say what they
 * are about. */
static bool is_everywhere(const char *layer)
{
	return strcmp(layer, "cost") == 0 || strcmp(layer, "reach") == 0 ||
	       strcmp(layer, "directions") == 0;
}

/* What the files say they are about, which must be the same; '*layer' is NULL if neither says
 * anything. */
static enum ff_status compare_layers(struct pair *pair, const char **layer)
{
	const char *old = ff_read_raster_said(&pair->old.read, "Layer");
	const char *new = ff_read_raster_said(&pair->new.read, "Layer");

	*layer = old != NULL ? old : new;
	if (old != NULL && new != NULL && strcmp(old, new) != 0)
		return APART(pair, "Layer: %s -> %s", old, new);
	if (*layer == NULL || !is_everywhere(*layer))
		return FF_OK;
	if (pair->old.read.kind == FF_READ_RASTER_NUMBERS)
		pair->old.read.raster.none = (double)NAN;
	if (pair->new.read.kind == FF_READ_RASTER_NUMBERS)
		pair->new.read.raster.none = (double)NAN;
	return FF_OK;
}

/* Texts that only one has. */
static enum ff_status note_only(struct pair *pair, const struct ff_read_raster *with,
				const struct ff_read_raster *without, const char *name)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < with->texts.count && st == FF_OK; i++) {
		const char *key = with->texts.items[i].keyword;

		if (strcmp(key, "Layer") != 0 && ff_read_raster_said(without, key) == NULL)
			st = note(pair, "%s: only in %s", key, name);
	}
	return st;
}

/* Texts that only one has, or that differ, are worth a line, and that is all: it is the cells
 * that count.  Many formats have no room for any. */
static enum ff_status compare_texts(struct pair *pair)
{
	const struct ff_read_raster *old = &pair->old.read, *new = &pair->new.read;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < old->texts.count && st == FF_OK; i++) {
		const char *key = old->texts.items[i].keyword;
		const char *other = ff_read_raster_said(new, key);

		if (strcmp(key, "Layer") != 0 && other != NULL &&
		    strcmp(ff_read_raster_said(old, key), other) != 0)
			st = note(pair, "%s: %s -> %s", key, ff_read_raster_said(old, key), other);
	}
	if (st != FF_OK || old->texts.count == 0 || new->texts.count == 0)
		return st;
	st = note_only(pair, old, new, "OLD");
	return st == FF_OK ? note_only(pair, new, old, "NEW") : st;
}

static const char *shape_of(const struct side *side)
{
	static const char *const shapes[FF_READ_RASTER_KINDS] = {
		[FF_READ_RASTER_TABLE] = "a table",
		[FF_READ_RASTER_NUMBERS] = "numbers",
		[FF_READ_RASTER_PICTURE] = "a picture",
	};

	return side->read.kind == FF_READ_RASTER_NUMBERS && side->read.raster.channels == 2
		       ? "vectors"
		       : shapes[side->read.kind];
}

/* Columns that only one of two tables has. */
static enum ff_status compare_columns(struct pair *pair)
{
	const struct ff_read_field *old = &pair->old.read.table, *new = &pair->new.read.table;
	const struct {
		const char *name;
		bool old, new;
	} columns[] = {
		{"cost", old->costs != NULL, new->costs != NULL},
		{"class", old->classes != NULL, new->classes != NULL},
		{"direction", old->directions != NULL, new->directions != NULL},
		{"dx, dy", old->vectors != NULL, new->vectors != NULL},
	};
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < sizeof columns / sizeof columns[0] && st == FF_OK; i++)
		if (columns[i].old != columns[i].new)
			st = APART(pair, "only in %s: column %s", columns[i].old ? "OLD" : "NEW",
				   columns[i].name);
	return st;
}

/* Finds out what of both files can be compared with what. */
static enum ff_status take_cells(struct pair *pair, const char *layer)
{
	struct side *old = &pair->old, *new = &pair->new, *only = NULL;
	enum role role = VALUES, other;
	enum ff_status st;

	if (old->read.kind == FF_READ_RASTER_TABLE)
		take_table(old);
	if (new->read.kind == FF_READ_RASTER_TABLE)
		take_table(new);
	if (old->read.kind == FF_READ_RASTER_TABLE && new->read.kind == FF_READ_RASTER_TABLE)
		return compare_columns(pair);
	if (old->read.kind == FF_READ_RASTER_TABLE || new->read.kind == FF_READ_RASTER_TABLE) {
		only = old->read.kind == FF_READ_RASTER_TABLE ? new : old;
		if (layer != NULL || only->read.raster.channels == 2)
			role = role_of(&only->read.raster, layer);
		return take_numbers(pair, only, role);
	}
	role = role_of(&old->read.raster, layer);
	other = role_of(&new->read.raster, layer);
	if (role != other && (role == VECTORS || other == VECTORS))
		return APART(pair, "kind: %s -> %s", shape_of(old), shape_of(new));
	if (role != other)
		role = VALUES;
	pair->diff.names = role == VALUES && (layer == NULL || strcmp(layer, "integration") != 0)
				   ? value_names
				   : ff_change_names;
	if ((st = take_numbers(pair, old, role)) != FF_OK)
		return st;
	return take_numbers(pair, new, role);
}

/* What the new map is, as far as that is known. */
static enum ff_status keep_classes(struct pair *pair)
{
	const struct ff_compare_side *new = &pair->new.cells, *old = &pair->old.cells;
	const uint8_t *classes = new->classes != NULL ? new->classes : old->classes;
	const uint8_t *costs = new->costs != NULL ? new->costs : old->costs;
	const struct ff_raster *values = new->values;
	struct ff_diff *diff = &pair->diff;

	diff->class_names = ff_classes_names;
	if (classes == NULL && costs == NULL && values == NULL)
		return FF_OK;
	if (classes == NULL && costs == NULL)
		diff->class_names = valued_names;
	if ((diff->classes = ff_memory_cells(diff->w, diff->h, 1)) == NULL)
		return ff_status_nomem(pair->err, "a picture");
	for (size_t i = 0; i < (size_t)diff->total; i++) {
		if (classes != NULL)
			diff->classes[i] = classes[i];
		else if (costs != NULL && costs[i] == FF_COST_WALL)
			diff->classes[i] = FF_WALL;
		else
			diff->classes[i] = values == NULL || isfinite(ff_raster_value(values, i))
						   ? FF_REACHED
						   : FF_UNREACHED;
	}
	return FF_OK;
}

/* The picture in greys, on white. */
static enum ff_status keep_greys(struct pair *pair)
{
	struct ff_diff *diff = &pair->diff;
	const uint8_t *pixel = pair->new.read.pixels;

	if ((diff->greys = ff_memory_cells(diff->w, diff->h, 1)) == NULL)
		return ff_status_nomem(pair->err, "a picture");
	for (size_t i = 0; i < (size_t)diff->total; i++, pixel += 4) {
		int grey = (pixel[0] * 299 + pixel[1] * 587 + pixel[2] * 114) / 1000;

		diff->greys[i] = (uint8_t)(255 - (255 - grey) * pixel[3] / 255);
	}
	return FF_OK;
}

static double change_of(const struct ff_compare_tally *tally)
{
	return tally->cells > 0 ? fabs(tally->worst.new - tally->worst.old) : 0;
}

/* How much of the most that a cost to a goal rose or fell each cell's is. */
static enum ff_status keep_strengths(struct pair *pair)
{
	const struct ff_raster *old = pair->old.cells.values, *new = pair->new.cells.values;
	struct ff_diff *diff = &pair->diff;
	double rise = change_of(&diff->result.kinds[FF_CHANGE_RISEN]);
	double fall = change_of(&diff->result.kinds[FF_CHANGE_FALLEN]);
	double most = rise > fall ? rise : fall;

	if (most == 0)
		return FF_OK;
	if ((diff->strengths = ff_memory_cells(diff->w, diff->h, 1)) == NULL)
		return ff_status_nomem(pair->err, "a picture");
	for (size_t i = 0; i < (size_t)diff->total; i++) {
		double by = fabs(ff_raster_value(new, i) - ff_raster_value(old, i));

		diff->strengths[i] = (uint8_t)(by <= most ? by / most * 255 : 255);
	}
	return FF_OK;
}

static enum ff_status compare_cells(struct pair *pair)
{
	const struct ff_read_raster *old = &pair->old.read, *new = &pair->new.read;
	struct ff_compare_question question = {
		.w = new->w,
		.h = new->h,
		.old = pair->old.cells,
		.new = pair->new.cells,
		.abs = pair->rules->abs,
		.rel = pair->rules->rel,
		.told = pair->told,
	};
	struct ff_diff *diff = &pair->diff;

	/* Two files of one format round in the same way. */
	if (strcmp(old->format, new->format) != 0 || old->kind != new->kind ||
	    old->raster.type != new->raster.type || old->raster.unit != new->raster.unit) {
		question.rounding = old->rounding + new->rounding;
		question.relative = old->relative + new->relative;
	}
	if (ff_compare(&question, &diff->result) != FF_OK)
		return ff_status_nomem(pair->err, "the comparison");
	diff->compared = true;
	diff->differing = diff->result.differing;
	if (diff->differing == 0)
		return FF_OK;
	if (diff->kind == FF_DIFF_PICTURE)
		return keep_greys(pair);
	return keep_classes(pair) == FF_OK ? keep_strengths(pair) : FF_E_NOMEM;
}

static enum ff_status read_side(struct pair *pair, struct side *side)
{
	const struct ff_read_raster_format *format;
	struct ff_read_raster_size size;
	enum ff_status st = ff_read_raster_size(&side->in, CELLS_MAX, &format, &size, pair->err);

	if (st == FF_OK)
		st = ff_read_raster(&side->in, format, &size, &side->read, pair->err);
	return st;
}

/* Two files of cells. */
static enum ff_status compare_rasters(struct pair *pair)
{
	struct ff_read_raster *old = &pair->old.read, *new = &pair->new.read;
	struct ff_diff *diff = &pair->diff;
	const char *layer = NULL;
	enum ff_status st;

	if ((st = read_side(pair, &pair->old)) != FF_OK ||
	    (st = read_side(pair, &pair->new)) != FF_OK)
		return st;
	if (old->kind == FF_READ_RASTER_PICTURE)
		st = make_picture(pair, &pair->new);
	else if (new->kind == FF_READ_RASTER_PICTURE)
		st = make_picture(pair, &pair->old);
	if (st != FF_OK)
		return st;
	diff->kind = FF_DIFF_CELLS;
	diff->names = ff_change_names;
	diff->w = new->w;
	diff->h = new->h;
	diff->total = (uint64_t) new->w *(uint64_t) new->h;
	if ((old->kind == FF_READ_RASTER_PICTURE) != (new->kind == FF_READ_RASTER_PICTURE))
		return APART(pair, "kind: %s -> %s", shape_of(&pair->old), shape_of(&pair->new));
	if (old->w != new->w || old->h != new->h)
		st = APART(pair, "size: %" PRId32 "x%" PRId32 " -> %" PRId32 "x%" PRId32, old->w,
			   old->h, new->w, new->h);
	if (st == FF_OK)
		st = compare_layers(pair, &layer);
	if (st == FF_OK)
		st = compare_texts(pair);
	if (st != FF_OK || diff->apart)
		return st;
	if (new->kind == FF_READ_RASTER_PICTURE) {
		diff->kind = FF_DIFF_PICTURE;
		diff->names = pixel_names;
		take_picture(&pair->old);
		take_picture(&pair->new);
		return compare_cells(pair);
	}
	if ((st = take_cells(pair, layer)) != FF_OK)
		return st;
	return compare_cells(pair);
}

/* --- other files --- */

/* The first byte that differs. */
static enum ff_status compare_bytes(struct pair *pair)
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
		return note(pair, "bytes: %zu -> %zu, different from byte %zu, line %zu on",
			    old->size, new->size, i + 1, line);
	return note(pair, "bytes: different from byte %zu, line %zu on", i + 1, line);
}

static enum ff_status compare_others(struct pair *pair)
{
	struct ff_input *old = &pair->old.in, *new = &pair->new.in;
	struct ff_diff *diff = &pair->diff;
	enum ff_status st;
	bool valid = false;

	if ((st = ff_input_rest(old, BYTES_MAX, pair->err)) != FF_OK ||
	    (st = ff_input_rest(new, BYTES_MAX, pair->err)) != FF_OK)
		return st;
	if (ff_document_matches(old->data, old->size) && ff_document_matches(new->data, new->size))
		st = ff_document_compare(old, new, &valid, &diff->notes, &diff->changes,
					 &diff->total, pair->err);
	if (st != FF_OK)
		return st;
	if (!valid)
		return compare_bytes(pair);
	diff->kind = FF_DIFF_DOCUMENT;
	diff->differing = diff->changes.count;
	diff->apart = diff->differing > 0;
	return FF_OK;
}

/* Whether so many cells may differ. */
static bool may_differ(const struct pair *pair)
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

static enum ff_status compare(struct pair *pair, const char *old, const char *new)
{
	const char *known[2];
	bool moves[2] = {false, false};
	enum ff_status st;

	if (strcmp(old, "-") != 0 && strcmp(new, "-") != 0 && same_bytes(old, new)) {
		pair->diff.kind = FF_DIFF_BYTES;
		pair->diff.equal = pair->diff.same = true;
		return FF_OK;
	}
	if ((st = ff_input_open(&pair->old.in, old, pair->err)) != FF_OK ||
	    (st = ff_input_open(&pair->new.in, new, pair->err)) != FF_OK ||
	    (st = ff_read_raster_known(&pair->old.in, &known[0], pair->err)) != FF_OK ||
	    (st = ff_read_raster_known(&pair->new.in, &known[1], pair->err)) != FF_OK ||
	    (st = look_for_frames(&pair->old.in, &moves[0], pair->err)) != FF_OK ||
	    (st = look_for_frames(&pair->new.in, &moves[1], pair->err)) != FF_OK)
		return st;
	st = known[0] != NULL && known[1] != NULL && !moves[0] && !moves[1] ? compare_rasters(pair)
									    : compare_others(pair);
	pair->diff.same = !pair->diff.apart && may_differ(pair);
	return st;
}

enum ff_status ff_diff_open(const char *old, const char *new, const struct ff_diff_rules *rules,
			    uint32_t told, struct ff_diff *diff, struct ff_error *err)
{
	struct pair pair = {
		.old.in.fd = STDIN_FILENO,
		.new.in.fd = STDIN_FILENO,
		.rules = rules != NULL ? rules : &exact,
		.told = told,
		.err = err,
	};
	enum ff_status st = compare(&pair, old, new);
	struct side *sides[] = {&pair.old, &pair.new};

	for (int i = 0; i < 2; i++) {
		ff_input_close(&sides[i]->in);
		ff_read_raster_free(&sides[i]->read);
		free(sides[i]->bytes);
	}
	if (st != FF_OK)
		ff_diff_free(&pair.diff);
	else
		*diff = pair.diff;
	return st;
}

void ff_diff_free(struct ff_diff *diff)
{
	ff_lines_free(&diff->notes);
	ff_lines_free(&diff->changes);
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
		[FF_DIFF_CELLS] = "cells",
		[FF_DIFF_PICTURE] = "pixels",
		[FF_DIFF_DOCUMENT] = "values",
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
	if (diff.kind == FF_DIFF_CELLS && diff.compared && diff.differing > 0)
		add_kinds(&diff, summary->text, sizeof summary->text);
	ff_diff_free(&diff);
	return FF_OK;
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
		.scale = diff->kind == FF_DIFF_PICTURE ? 1
						       : ff_style_scale(diff->w, diff->h, false, 1),
	};

	for (int k = 0; k < FF_CHANGE_KINDS; k++)
		what.count[k] = diff->result.kinds[k].cells;
	if (diff->result.told == diff->result.area_count) {
		what.areas = diff->result.areas;
		what.area_count = diff->result.told;
	}
	return ff_draw_difference(&what, &style, image, NULL, err);
}
