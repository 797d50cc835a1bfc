/*
 * The header is a dictionary in Python's words, of which three keys are asked for;
 * behind it stand the numbers, and nothing else.
 */
#include "io/read_npy.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/cells.h"
#include "io/scan.h"

enum {
	MAGIC = 6,
	HEADER = 64 * 1024, /* the longest header */
	SIDES = 3,
};

/* What a header tells. */
struct array {
	char kind; /* 'b', 'u', 'i' or 'f' */
	int width; /* bytes a number: 1, 2, 4 or 8 */
	bool big, fortran;
	int64_t shape[SIDES]; /* [sides] */
	int sides;
	size_t from; /* where the numbers start */
};

bool ff_read_npy_matches(const uint8_t *head, size_t n)
{
	return n >= MAGIC && memcmp(head, "\x93NUMPY", MAGIC) == 0;
}

static const char blanks[] = " \t\n\v\f\r";

/* Takes one byte, and blanks before it; false where there is another. */
static bool take(struct ff_scan *scan, int c)
{
	ff_scan_skip(scan, blanks);
	if (ff_scan_peek(scan) != c)
		return false;
	ff_scan_next(scan);
	return true;
}

/* Takes what stands in quotes, of no more than 'most' bytes; its length, or -1. */
static int take_quoted(struct ff_scan *scan, char *text, int most)
{
	struct ff_scan from = *scan;
	int quote, n = 0;

	ff_scan_skip(scan, blanks);
	quote = ff_scan_next(scan);
	if (quote == '\'' || quote == '"')
		for (int c; (c = ff_scan_next(scan)) >= ' ' && n <= most; n++) {
			if (c == quote) {
				text[n] = '\0';
				return n;
			}
			if (n < most)
				text[n] = (char)c;
		}
	*scan = from;
	return -1;
}

static enum ff_status read_type(struct ff_scan *scan, struct array *array, struct ff_error *err)
{
	static const char *const types[] = {"b1", "u1", "u2", "u4", "u8", "i1",
					    "i2", "i4", "i8", "f4", "f8"};
	struct ff_scan from;
	char text[4];

	ff_scan_skip(scan, blanks);
	from = *scan;
	if (take_quoted(scan, text, 3) == 3 && strchr("<>|", text[0]) != NULL)
		for (size_t i = 0; i < sizeof types / sizeof *types; i++)
			if (strcmp(text + 1, types[i]) == 0) {
				array->kind = text[1];
				array->width = text[2] - '0';
				array->big = text[0] == '>';
				return FF_OK;
			}
	return ff_scan_expected(&from, "a type of b1, u1, u2, u4, u8, i1, i2, i4, i8, f4 or f8",
				err);
}

static enum ff_status read_order(struct ff_scan *scan, struct array *array, struct ff_error *err)
{
	static const char *const words[] = {"False", "True"};

	ff_scan_skip(scan, blanks);
	for (int i = 0; i < 2; i++) {
		size_t n = strlen(words[i]);

		if (scan->in->size - scan->at >= n &&
		    memcmp(scan->in->data + scan->at, words[i], n) == 0) {
			scan->at += n;
			array->fortran = i == 1;
			return FF_OK;
		}
	}
	return ff_scan_expected(scan, "True or False", err);
}

static enum ff_status read_shape(struct ff_scan *scan, struct array *array, struct ff_error *err)
{
	struct ff_scan from;
	enum ff_status st;

	ff_scan_skip(scan, blanks);
	from = *scan;
	scan->stops = ",)";
	array->sides = 0;
	if (!take(scan, '('))
		return ff_scan_expected(&from, "a shape", err);
	while (!take(scan, ')')) {
		if (array->sides == SIDES)
			return ff_scan_expected(&from, "a shape of (h, w) or (h, w, 2)", err);
		st = ff_scan_number(scan, "a side", 1, INT32_MAX, &array->shape[array->sides++],
				    err);
		if (st != FF_OK)
			return st;
		if (!take(scan, ',')) {
			if (!take(scan, ')'))
				return ff_scan_expected(scan, "\",\" or \")\"", err);
			break;
		}
	}
	if (array->sides == 2)
		array->shape[array->sides++] = 1;
	if (array->sides != SIDES || array->shape[2] > 2)
		return ff_scan_expected(&from, "a shape of (h, w) or (h, w, 2)", err);
	return FF_OK;
}

static enum ff_status read_dictionary(struct ff_scan *scan, struct array *array,
				      struct ff_error *err)
{
	static const struct {
		const char *name;
		enum ff_status (*read)(struct ff_scan *, struct array *, struct ff_error *);
	} keys[] = {{"descr", read_type}, {"fortran_order", read_order}, {"shape", read_shape}};
	enum { KEYS = sizeof keys / sizeof *keys };
	bool seen[KEYS] = {false};

	if (!take(scan, '{'))
		return ff_scan_expected(scan, "\"{\"", err);
	for (int count = 0; count < KEYS; count++) {
		struct ff_scan from;
		enum ff_status st;
		char key[14];
		size_t i = 0;

		ff_scan_skip(scan, blanks);
		from = *scan;
		if (take_quoted(scan, key, sizeof key - 1) >= 0)
			while (i < KEYS && strcmp(key, keys[i].name) != 0)
				i++;
		else
			i = KEYS;
		if (i == KEYS || seen[i])
			return ff_scan_expected(
				&from, "'descr', 'fortran_order' and 'shape', each once,", err);
		seen[i] = true;
		if (!take(scan, ':'))
			return ff_scan_expected(scan, "\":\"", err);
		if ((st = keys[i].read(scan, array, err)) != FF_OK)
			return st;
		if (!take(scan, ',') && count + 1 < KEYS)
			return ff_scan_expected(scan, "\",\"", err);
	}
	if (!take(scan, '}'))
		return ff_scan_expected(scan, "\"}\"", err);
	ff_scan_skip(scan, blanks);
	return ff_scan_peek(scan) < 0 ? FF_OK
				      : ff_scan_expected(scan, "the end of the header", err);
}

static enum ff_status read_header(struct ff_input *in, struct array *array, struct ff_error *err)
{
	enum { FIXED = 12 }; /* the longest beginning: magic, version and length */
	enum ff_status st = ff_input_fill(in, FIXED, err);
	struct ff_scan scan = {.line = 1};
	struct ff_input head;
	size_t length;

	if (st != FF_OK)
		return st;
	if (in->size < FIXED)
		return ff_status_fail(err, FF_E_INPUT, "%s: is truncated", in->name);
	if (in->data[MAGIC] < 1 || in->data[MAGIC] > 3 || in->data[MAGIC + 1] != 0)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: is of version %d.%d: 1.0, 2.0 or 3.0 expected", in->name,
				      in->data[MAGIC], in->data[MAGIC + 1]);
	scan.at = in->data[MAGIC] == 1 ? 10 : 12;
	length = (size_t)ff_cells_get(in->data + 8, scan.at == 10 ? 2 : 4, false);
	if (length > HEADER)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: has a header of %zu bytes, more than %d", in->name,
				      length, HEADER);
	array->from = scan.at + length;
	if ((st = ff_input_fill(in, array->from, err)) != FF_OK)
		return st;
	if (in->size < array->from)
		return ff_status_fail(err, FF_E_INPUT, "%s: is truncated", in->name);
	head = *in;
	head.size = array->from;
	scan.in = &head;
	return read_dictionary(&scan, array, err);
}

enum ff_status ff_read_npy_size(struct ff_input *in, int64_t limit,
				struct ff_read_raster_size *size, struct ff_error *err)
{
	struct array array = {0};
	enum ff_status st = read_header(in, &array, err);
	uint64_t cells;

	(void)limit;
	if (st != FF_OK)
		return st;
	cells = (uint64_t)array.shape[0] * (uint64_t)array.shape[1] * (uint64_t)array.shape[2];
	*size = (struct ff_read_raster_size){(int32_t)array.shape[1], (int32_t)array.shape[0],
					     UINT64_MAX};
	if (cells < UINT64_MAX / 32)
		size->bytes = array.from + cells * (uint64_t)array.width +
			      cells * (array.kind == 'i' ? sizeof(double) : (uint64_t)array.width);
	return FF_OK;
}

static enum ff_raster_type type_of(const struct array *array)
{
	if (array->kind == 'i' || (array->kind == 'f' && array->width == 8))
		return FF_RASTER_F64;
	if (array->kind == 'f')
		return FF_RASTER_F32;
	switch (array->width) {
	case 1:
		return FF_RASTER_U8;
	case 2:
		return FF_RASTER_U16;
	case 4:
		return FF_RASTER_U32;
	default:
		return FF_RASTER_U64;
	}
}

/* A number, sign and all; the largest is none. */
static double signed_number(const uint8_t *from, const struct array *array)
{
	const int unused = 64 - 8 * array->width;
	uint64_t bits = ff_cells_get(from, array->width, array->big) << unused;
	bool negative = bits >> 63 != 0;
	uint64_t size = (negative ? -bits : bits) >> unused;

	if (!negative && size == (UINT64_C(1) << (8 * array->width - 1)) - 1)
		return INFINITY;
	return negative ? -(double)size : (double)size;
}

static void read_number(const uint8_t *from, const struct array *array,
			const struct ff_raster *raster, size_t n)
{
	if (array->kind == 'i')
		((double *)raster->cells)[n] = signed_number(from, array);
	else
		ff_cells_put(raster, n, ff_cells_get(from, array->width, array->big));
}

/* Makes none of each -1, if no other number is below 0. */
static void take_minus_for_none(const struct ff_raster *raster, size_t count)
{
	double *cells = raster->cells;

	for (size_t i = 0; i < count; i++)
		if (cells[i] < 0 && cells[i] != -1)
			return;
	for (size_t i = 0; i < count; i++)
		if (cells[i] < 0)
			cells[i] = (double)INFINITY;
}

enum ff_status ff_read_npy(struct ff_input *in, struct ff_read_raster *read, struct ff_error *err)
{
	struct array array = {0};
	struct ff_raster *raster = &read->raster;
	enum ff_status st = read_header(in, &array, err);
	size_t sides[SIDES], count;

	if (st != FF_OK)
		return st;
	read->kind = FF_READ_RASTER_NUMBERS;
	for (int i = 0; i < SIDES; i++)
		sides[i] = (size_t)array.shape[i];
	*raster = (struct ff_raster){.w = read->w,
				     .h = read->h,
				     .channels = (int)array.shape[2],
				     .type = type_of(&array),
				     .unit = 1,
				     .none = array.kind == 'b' ? NAN : INFINITY};
	if ((st = ff_cells_take(in, array.from, raster,
				(size_t)array.width * (size_t)raster->channels, err)) != FF_OK)
		return st;
	count = sides[0] * sides[1] * sides[2];
	for (size_t n = 0; n < count; n++) {
		size_t at = n;

		if (array.fortran)
			at = (n % sides[2] * sides[1] + n / sides[2] % sides[1]) * sides[0] +
			     n / sides[2] / sides[1];
		read_number(in->data + array.from + at * (size_t)array.width, &array, raster, n);
	}
	if (array.kind == 'u')
		raster->none = ff_cells_largest(raster->type);
	else if (array.kind == 'i' && raster->channels == 1)
		take_minus_for_none(raster, count);
	if (raster->type == FF_RASTER_F32)
		read->relative = 0x1p-24;
	return ff_cells_check(in, raster, err);
}
