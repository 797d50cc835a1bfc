/*
 * NumPy's arrays, as numpy.save() writes them (numpy.lib.format): a header, which is a Python
 * dictionary with three keys, and the numbers after it.  Versions 1.0 to 3.0 are read, 1.0 is
 * written.  Shapes are (h, w), (h, w, 1) and (h, w, 2); types b1, u1 to u8, f4 and f8, which keep
 * their type, and i1 to i8, which become doubles.
 */
#include <inttypes.h>
#include <libdeflate.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
	CHUNK = 4096, /* numbers that are read or written at a time */
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
		*size = (struct ff_cells_size){
			.w = (int32_t)array.shape[1],
			.h = (int32_t)array.shape[0],
			.bytes_from = array.kind == 'u' && array.width == 1 && !array.fortran &&
						      array.sides == 2
					      ? array.from
					      : 0};
	return st;
}

static enum ff_raster_type type_of(const struct array *array)
{
	static const enum ff_raster_type whole[] = {
		[1] = FF_RASTER_U8, [2] = FF_RASTER_U16, [4] = FF_RASTER_U32, [8] = FF_RASTER_U64};

	if (array->kind == 'i' || (array->kind == 'f' && array->width == 8))
		return FF_RASTER_F64;
	return array->kind == 'f' ? FF_RASTER_F32 : whole[array->width];
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
	size_t sides[SIDES], count, width;
	uint8_t bytes[CHUNK * sizeof(double)];

	if (st != FF_OK)
		return st;
	read->kind = FF_CELLS_NUMBERS;
	for (int i = 0; i < SIDES; i++)
		sides[i] = (size_t)array.shape[i];
	*raster = ff_raster_of_values(read->w, read->h, (int)array.shape[2], type_of(&array),
				      array.kind == 'b' ? NAN : INFINITY, NULL);
	width = (size_t)array.width;
	if ((st = ff_cells_take(in, array.from, raster, width * (size_t)raster->channels,
				array.fortran, err)) != FF_OK)
		return st;
	count = sides[0] * sides[1] * sides[2];
	for (size_t n = 0; n < count; n++) {
		const uint8_t *from = bytes + n % CHUNK * width;

		if (n % CHUNK == 0 && !array.fortran &&
		    (st = ff_input_take(in, bytes, (count - n < CHUNK ? count - n : CHUNK) * width,
					err)) != FF_OK)
			return st;
		if (array.fortran)
			from = in->data + array.from +
			       ((n % sides[2] * sides[1] + n / sides[2] % sides[1]) * sides[0] +
				n / sides[2] / sides[1]) *
				       width;
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

/* The writer. */

enum { WRITTEN = FF_NPY_HEAD };

static const char *const names[FF_RASTER_TYPES] = {
	[FF_RASTER_U8] = "|u1",  [FF_RASTER_U16] = "<u2", [FF_RASTER_U32] = "<u4",
	[FF_RASTER_U64] = "<u8", [FF_RASTER_F32] = "<f4", [FF_RASTER_F64] = "<f8",
};

void ff_npy_head(const struct ff_raster *raster, enum ff_raster_type type, uint8_t to[FF_NPY_HEAD])
{
	enum { BEFORE = 10 }; /* bytes before the dictionary */
	char *text = (char *)to + BEFORE;
	int n;

	memcpy(to, "\x93NUMPY\1\0", 8);
	ff_bytes_put_least(to + 8, WRITTEN - BEFORE, 2);
	n = snprintf(text, WRITTEN - BEFORE,
		     "{'descr': '%s', 'fortran_order': False, 'shape': (%" PRId32 ", %" PRId32
		     "%s), }",
		     names[type], raster->h, raster->w, raster->channels == 2 ? ", 2" : "");
	memset(text + n, ' ', (size_t)(WRITTEN - BEFORE - n));
	text[WRITTEN - BEFORE - 1] = '\n';
}

enum ff_status ff_npy_write(struct ff_output *out, const struct ff_cells_data *what,
			    struct ff_error *err)
{
	const struct ff_raster *raster = &what->raster;
	const enum ff_raster_type type = ff_cells_type(raster, NULL);
	const size_t all = ff_raster_numbers(raster);
	struct ff_buffer buffer = {.out = out, .err = err, .used = WRITTEN};

	ff_npy_head(raster, type, (uint8_t *)buffer.bytes);
	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;
		char *to = ff_buffer_room(&buffer, CHUNK * sizeof(double));

		if (to == NULL)
			break;
		ff_cells_numbers(raster, first, n, type, (uint8_t *)to);
		buffer.used += n * ff_raster_size(type);
	}
	return ff_buffer_flush(&buffer);
}

/*
 * NumPy's archives, as numpy.savez_compressed() writes them: a ZIP file (PKWARE's APPNOTE) with one
 * array.  Once it is unpacked it is an NPY file, and read as such.
 *
 * This packed format takes the least code of those that other programs read without help: a GeoTIFF
 * of differences is half as large, and took 590 lines.
 */

enum {
	LOCAL = 30,      /* bytes of the head before a member, without its name; */
	CENTRAL = 46,    /* of its entry in the list of members; */
	END = 22,        /* and of what comes last */
	DEFLATED = 8,    /* method; 0: as it stands */
	RATIO = 1032,    /* most bytes that a byte of Deflate stands for */
	EACH = 16,       /* most bytes of a cell, */
	SLACK = 1 << 17, /* and of everything else */
	LEVEL = 6,
};

bool ff_npy_zip_matches(const struct ff_input *in)
{
	return in->size >= LOCAL && memcmp(in->data, "PK\3\4", 4) == 0;
}

static uint64_t get_least(const uint8_t *from, int n)
{
	return ff_bytes_get(from, n, false);
}

static enum ff_status refuse(const struct ff_input *in, const char *why, struct ff_error *err)
{
	(void)ff_status_fail(err, FF_E_INPUT, "%s: %s", in->name, why);
	return FF_E_INPUT;
}

/* Finds the bytes of the only member, and its entry in the list. */
static enum ff_status find_member(const struct ff_input *in, const uint8_t **entry,
				  const uint8_t **packed, struct ff_error *err)
{
	const uint8_t *end = in->data + in->size - END;
	uint64_t at, from;

	if (in->size < LOCAL + CENTRAL + END || memcmp(end, "PK\5\6", 4) != 0)
		return refuse(in, "is truncated, or no plain archive", err);
	if (get_least(end + 10, 2) != 1)
		return refuse(in, "holds more arrays than one, or none", err);
	at = get_least(end + 16, 4);
	if (at > in->size - CENTRAL - END || memcmp(in->data + at, "PK\1\2", 4) != 0)
		return refuse(in, "has no list of its arrays", err);
	*entry = in->data + at;
	at = get_least(*entry + 42, 4);
	if (at > in->size - LOCAL || memcmp(in->data + at, "PK\3\4", 4) != 0)
		return refuse(in, "has no array where its list says", err);
	from = at + LOCAL + get_least(in->data + at + 26, 2) + get_least(in->data + at + 28, 2);
	if (from > in->size || get_least(*entry + 20, 4) > in->size - from)
		return refuse(in, "is truncated", err);
	*packed = in->data + from;
	return FF_OK;
}

enum ff_status ff_npy_zip_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			       struct ff_error *err)
{
	const uint8_t *entry = NULL, *packed = NULL;
	uint64_t method, n, all;
	struct libdeflate_decompressor *unpacker;
	enum ff_status st;
	uint8_t *bytes;

	if ((st = ff_cells_rest(in, (uint64_t)limit, EACH, SLACK, err)) != FF_OK ||
	    (st = find_member(in, &entry, &packed, err)) != FF_OK)
		return st;
	method = get_least(entry + 10, 2);
	n = get_least(entry + 20, 4);
	all = get_least(entry + 24, 4);
	if ((get_least(entry + 8, 2) & 1) != 0 || (method != 0 && method != DEFLATED))
		return refuse(in, "is encrypted, or packed by something else than Deflate", err);
	if (all / RATIO > n || (method == 0 && all != n))
		return refuse(in, "is truncated", err);
	if (all > (uint64_t)limit * EACH + SLACK)
		return ff_status_fail(err, FF_E_LIMIT,
				      "%s: is larger than %" PRIu64 " bytes, unpacked", in->name,
				      (uint64_t)limit * EACH + SLACK);
	unpacker = libdeflate_alloc_decompressor();
	bytes = malloc(all + 1);
	if (unpacker == NULL || bytes == NULL) {
		libdeflate_free_decompressor(unpacker);
		free(bytes);
		return ff_status_nomem(err, in->name);
	}
	if (method == 0)
		memcpy(bytes, packed, all);
	else if (libdeflate_deflate_decompress(unpacker, packed, n, bytes, all, NULL) !=
		 LIBDEFLATE_SUCCESS)
		st = refuse(in, "is broken: it cannot be unpacked", err);
	libdeflate_free_decompressor(unpacker);
	if (st == FF_OK && libdeflate_crc32(0, bytes, all) != get_least(entry + 16, 4))
		st = refuse(in, "is broken: its checksum is wrong", err);
	if (st != FF_OK) {
		free(bytes);
		return st;
	}
	free(in->data);
	in->data = bytes;
	in->size = all;
	in->room = all + 1;
	if (!ff_npy_matches(in))
		return refuse(in, "holds no array", err);
	return ff_npy_size(in, limit, size, err);
}

enum ff_status ff_npy_zip_write(const struct ff_cells_data *what, uint8_t **bytes, size_t *size,
				struct ff_error *err)
{
	enum { SHARED = 26 }; /* bytes that a member's head and its entry have in common */
	const struct ff_raster *raster = &what->raster;
	const enum ff_raster_type type = ff_cells_type(raster, NULL);
	const size_t numbers = ff_raster_numbers(raster);
	const size_t all = WRITTEN + numbers * ff_raster_size(type);
	struct libdeflate_compressor *packer;
	uint8_t shared[SHARED] = {20, 0, 0, 0, DEFLATED, 0, 0, 0, 0x21}; /* 2.0; 1980-01-01 */
	uint8_t *array, *file = NULL, *to;
	size_t room, length, n;
	char name[64];

	if (all > UINT32_MAX)
		return ff_status_fail(err, FF_E_LIMIT,
				      "%s: takes more than 4 GiB unpacked; .npy holds it",
				      what->name);
	array = malloc(all);
	packer = libdeflate_alloc_compressor(LEVEL);
	room = libdeflate_deflate_compress_bound(packer, all);
	length = (size_t)snprintf(name, sizeof name, "%.50s.npy", ff_cells_layer(what));
	if (packer != NULL && array != NULL)
		file = malloc(LOCAL + CENTRAL + END + 2 * length + room);
	if (file != NULL) {
		ff_npy_head(raster, type, array);
		ff_cells_numbers(raster, 0, numbers, type, array + WRITTEN);
		to = file + LOCAL + length;
		n = libdeflate_deflate_compress(packer, array, all, to, room);
		ff_bytes_put_least(shared + 10, libdeflate_crc32(0, array, all), 4);
		ff_bytes_put_least(shared + 14, n, 4);
		ff_bytes_put_least(shared + 18, all, 4);
		ff_bytes_put_least(shared + 22, length, 2);
		memcpy(file, "PK\3\4", 4);
		memcpy(file + 4, shared, SHARED);
		memcpy(file + LOCAL, name, length);
		to += n;
		memset(to, 0, CENTRAL + length + END);
		memcpy(to, "PK\1\2\24", 5);
		memcpy(to + 6, shared, SHARED);
		memcpy(to + CENTRAL, name, length);
		to += CENTRAL + length;
		memcpy(to, "PK\5\6\0\0\0\0\1\0\1", 11);
		ff_bytes_put_least(to + 12, CENTRAL + length, 4);
		ff_bytes_put_least(to + 16, LOCAL + length + n, 4);
		*bytes = file;
		*size = (size_t)(to + END - file);
	}
	libdeflate_free_compressor(packer);
	free(array);
	return file != NULL ? FF_OK : ff_status_nomem(err, what->name);
}
