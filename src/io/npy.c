/*
 * NumPy's arrays, as numpy.save() writes them (numpy.lib.format): a header, which is a Python
 * dictionary with three keys, and the numbers after it.  Versions 1.0 to 3.0 are read, 1.0 is
 * written.  Shapes are (h, w), (h, w, 1) and (h, w, 2); types b1, u1 to u8, f4 and f8, which keep
 * their type, and i1 to i8, which become doubles.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/bytes.h"
#include "io/cells.h"
#include "io/output.h"
#include "io/scan.h"

enum {
	MAGIC = 6,
	HEADER = 64 * 1024, /* the longest header */
	SIDES = 3,
};

struct array {
	char kind; /* 'b', 'u', 'i' or 'f' */
	int width; /* bytes per number: 1, 2, 4 or 8 */
	bool big, fortran;
	int64_t shape[SIDES]; /* [sides] */
	int sides;
	size_t from; /* index of the first byte of the numbers */
};

bool ff_npy_matches(const struct ff_input *in)
{
	return in->size >= MAGIC && memcmp(in->data, "\x93NUMPY", MAGIC) == 0;
}

static const char blanks[] = " \t\n\v\f\r";

/* Takes blanks and then byte c; false if another byte comes. */
static bool take_char(struct ff_scan *scan, int c)
{
	ff_scan_skip(scan, blanks);
	if (ff_scan_peek(scan) != c)
		return false;
	ff_scan_next(scan);
	return true;
}

/* Takes a text in quotes of at most 'most' bytes; returns its length, or -1. */
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
	if (!take_char(scan, '('))
		return ff_scan_expected(&from, "a shape", err);
	while (!take_char(scan, ')')) {
		if (array->sides == SIDES)
			return ff_scan_expected(&from, "a shape of (h, w) or (h, w, 2)", err);
		st = ff_scan_number(scan, "a side", 1, INT32_MAX, &array->shape[array->sides++],
				    err);
		if (st != FF_OK)
			return st;
		if (!take_char(scan, ',')) {
			if (!take_char(scan, ')'))
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

	if (!take_char(scan, '{'))
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
		if (!take_char(scan, ':'))
			return ff_scan_expected(scan, "\":\"", err);
		if ((st = keys[i].read(scan, array, err)) != FF_OK)
			return st;
		if (!take_char(scan, ',') && count + 1 < KEYS)
			return ff_scan_expected(scan, "\",\"", err);
	}
	if (!take_char(scan, '}'))
		return ff_scan_expected(scan, "\"}\"", err);
	ff_scan_skip(scan, blanks);
	return ff_scan_peek(scan) < 0 ? FF_OK
				      : ff_scan_expected(scan, "the end of the header", err);
}

static enum ff_status read_header(struct ff_input *in, struct array *array, struct ff_error *err)
{
	enum { FIXED = 12 }; /* most bytes of magic, version and length */
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
				      "%s: is of version %d.%d; expected 1.0, 2.0 or 3.0", in->name,
				      in->data[MAGIC], in->data[MAGIC + 1]);
	scan.at = in->data[MAGIC] == 1 ? 10 : 12;
	length = (size_t)ff_bytes_get(in->data + 8, scan.at == 10 ? 2 : 4, false);
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

enum ff_status ff_npy_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			   struct ff_error *err)
{
	struct array array = {0};
	enum ff_status st = read_header(in, &array, err);
	(void)limit;
	if (st == FF_OK)
		*size = (struct ff_cells_size){.w = (int32_t)array.shape[1],
					       .h = (int32_t)array.shape[0]};
	return st;
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

/* Returns a signed number; INFINITY for the largest one, which means none. */
static double read_signed(const uint8_t *from, const struct array *array)
{
	const int unused = 64 - 8 * array->width;
	uint64_t bits = ff_bytes_get(from, array->width, array->big) << unused;
	bool negative = bits >> 63 != 0;
	uint64_t size = (negative ? -bits : bits) >> unused;

	if (!negative && size == (UINT64_C(1) << (8 * array->width - 1)) - 1)
		return INFINITY;
	return negative ? -(double)size : (double)size;
}

/* Replaces -1 with none, unless there are other negative numbers. */
static void replace_minus_one(const struct ff_raster *raster, size_t count)
{
	double *cells = raster->cells;

	for (size_t i = 0; i < count; i++)
		if (cells[i] < 0 && cells[i] != -1)
			return;
	for (size_t i = 0; i < count; i++)
		if (cells[i] < 0)
			cells[i] = (double)INFINITY;
}

enum ff_status ff_npy_read(struct ff_input *in, struct ff_cells_file *read, struct ff_error *err)
{
	struct array array = {0};
	struct ff_raster *raster = &read->raster;
	enum ff_status st = read_header(in, &array, err);
	size_t sides[SIDES], count;

	if (st != FF_OK)
		return st;
	read->kind = FF_CELLS_NUMBERS;
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
		const uint8_t *from;
		size_t at = n;

		if (array.fortran)
			at = (n % sides[2] * sides[1] + n / sides[2] % sides[1]) * sides[0] +
			     n / sides[2] / sides[1];
		from = in->data + array.from + at * (size_t)array.width;
		if (array.kind == 'i')
			((double *)raster->cells)[n] = read_signed(from, &array);
		else
			ff_cells_put(raster, n, ff_bytes_get(from, array.width, array.big));
	}
	if (array.kind == 'u')
		raster->none = ff_cells_largest(raster->type);
	else if (array.kind == 'i' && raster->channels == 1)
		replace_minus_one(raster, count);
	read->integers = array.kind != 'f';
	if (raster->type == FF_RASTER_F32)
		read->relative = 0x1p-24;
	return ff_cells_check(in, raster, err);
}

/* The writer.  Numbers that are the same in memory and in the file are written at once. */

enum { CHUNK = 4096 };

static const char *const names[FF_RASTER_TYPES] = {
	[FF_RASTER_U8] = "|u1",  [FF_RASTER_U16] = "<u2", [FF_RASTER_U32] = "<u4",
	[FF_RASTER_U64] = "<u8", [FF_RASTER_F32] = "<f4", [FF_RASTER_F64] = "<f8",
};

void ff_npy_put_head(const struct ff_raster *raster, uint8_t to[FF_NPY_HEAD])
{
	enum { BEFORE = 10 }; /* bytes before the dictionary */
	char *text = (char *)to + BEFORE;
	int n;

	memcpy(to, "\x93NUMPY\1\0", 8);
	ff_bytes_put_least(to + 8, FF_NPY_HEAD - BEFORE, 2);
	n = snprintf(text, FF_NPY_HEAD - BEFORE,
		     "{'descr': '%s', 'fortran_order': False, 'shape': (%" PRId32 ", %" PRId32
		     "%s), }",
		     names[ff_cells_type(raster)], raster->h, raster->w,
		     raster->channels == 2 ? ", 2" : "");
	memset(text + n, ' ', (size_t)(FF_NPY_HEAD - BEFORE - n));
	text[FF_NPY_HEAD - BEFORE - 1] = '\n';
}

static enum ff_status convert_numbers(struct ff_buffer *buffer, const struct ff_raster *raster,
				      enum ff_raster_type type)
{
	size_t all = ff_raster_numbers(raster);

	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;
		char *to = ff_buffer_room(buffer, CHUNK * sizeof(double));

		if (to == NULL)
			break;
		ff_cells_numbers(raster, first, n, type, (uint8_t *)to);
		buffer->used += n * ff_raster_size(type);
	}
	return ff_buffer_flush(buffer);
}

enum ff_status ff_npy_write(struct ff_output *out, const struct ff_cells_data *what,
			    struct ff_error *err)
{
	const struct ff_raster *raster = &what->raster;
	const enum ff_raster_type type = ff_cells_type(raster);
	const bool little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
	struct ff_buffer buffer = {.out = out, .err = err};
	enum ff_status st;

	ff_npy_put_head(raster, (uint8_t *)buffer.bytes);
	buffer.used = FF_NPY_HEAD;
	if (type != raster->type || raster->unit != 1 || raster->zero != 0 ||
	    raster->directions != NULL || !little)
		return convert_numbers(&buffer, raster, type);
	st = ff_buffer_flush(&buffer);
	return st != FF_OK ? st
			   : ff_output_write(out, raster->cells,
					     ff_raster_numbers(raster) * ff_raster_size(type), err);
}
