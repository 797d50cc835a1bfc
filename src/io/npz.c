/*
 * NumPy's archives, as numpy.savez_compressed() writes them: a ZIP file (PKWARE's APPNOTE) with one
 * array.  Once it is unpacked it is an NPY file, and read as such.
 *
 * Of the packed formats that other programs read without help this one takes the least of ours.  A
 * GeoTIFF of differences is half as large, and took 590 lines.
 */
#include <inttypes.h>
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/bytes.h"
#include "io/cells.h"

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

bool ff_npz_matches(const struct ff_input *in)
{
	return in->size >= LOCAL && memcmp(in->data, "PK\3\4", 4) == 0;
}

static uint64_t get(const uint8_t *from, int n)
{
	return ff_bytes_get(from, n, false);
}

static enum ff_status refuse(const struct ff_input *in, const char *why, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_INPUT, "%s: %s", in->name, why);
}

/* Finds the bytes of the only member, and its entry in the list. */
static enum ff_status find_member(const struct ff_input *in, const uint8_t **entry,
				  const uint8_t **packed, struct ff_error *err)
{
	const uint8_t *end = in->data + in->size - END;
	uint64_t at, from;

	if (in->size < LOCAL + CENTRAL + END || memcmp(end, "PK\5\6", 4) != 0)
		return refuse(in, "is truncated", err);
	if (get(end + 10, 2) != 1)
		return refuse(in, "holds more arrays than one, or none", err);
	at = get(end + 16, 4);
	if (at > in->size - CENTRAL - END || memcmp(in->data + at, "PK\1\2", 4) != 0)
		return refuse(in, "has no list of its arrays", err);
	*entry = in->data + at;
	at = get(*entry + 42, 4);
	if (at > in->size - LOCAL || memcmp(in->data + at, "PK\3\4", 4) != 0)
		return refuse(in, "has no array where its list says", err);
	from = at + LOCAL + get(in->data + at + 26, 2) + get(in->data + at + 28, 2);
	if (from > in->size || get(*entry + 20, 4) > in->size - from)
		return refuse(in, "is truncated", err);
	*packed = in->data + from;
	return FF_OK;
}

enum ff_status ff_npz_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
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
	method = get(entry + 10, 2);
	n = get(entry + 20, 4);
	all = get(entry + 24, 4);
	if ((get(entry + 8, 2) & 1) != 0 || (method != 0 && method != DEFLATED))
		return refuse(in, "is encrypted, or packed by something else than Deflate", err);
	if (all / RATIO > n || (method == 0 && all != n))
		return refuse(in, "is truncated", err);
	if (all > (uint64_t)limit * EACH + SLACK)
		return ff_status_fail(err, FF_E_LIMIT,
				      "%s: is larger than %" PRIu64 " bytes, unpacked", in->name,
				      (uint64_t)limit * EACH + SLACK);
	unpacker = libdeflate_alloc_decompressor();
	bytes = malloc(all + 1);
	if (unpacker == NULL || bytes == NULL)
		st = ff_status_nomem(err, in->name);
	else if (method == 0)
		memcpy(bytes, packed, all);
	else if (libdeflate_deflate_decompress(unpacker, packed, n, bytes, all, NULL) !=
		 LIBDEFLATE_SUCCESS)
		st = refuse(in, "is broken: it cannot be unpacked", err);
	libdeflate_free_decompressor(unpacker);
	if (st == FF_OK && libdeflate_crc32(0, bytes, all) != get(entry + 16, 4))
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

/* Returns the name of the layer. */
static const char *layer_of(const struct ff_cells_data *what)
{
	for (size_t i = 0; i < what->text_count; i++)
		if (strcmp(what->texts[i].keyword, "Layer") == 0)
			return what->texts[i].text;
	return "cells";
}

enum ff_status ff_npz_write(const struct ff_cells_data *what, uint8_t **bytes, size_t *size,
			    struct ff_error *err)
{
	enum { SHARED = 26 }; /* bytes that a member's head and its entry have in common */
	const struct ff_raster *raster = &what->raster;
	const enum ff_raster_type type = ff_cells_type(raster);
	const size_t numbers = ff_raster_numbers(raster);
	const size_t all = FF_NPY_HEAD + numbers * ff_raster_size(type);
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
	length = (size_t)snprintf(name, sizeof name, "%.50s.npy", layer_of(what));
	if (packer != NULL && array != NULL)
		file = malloc(LOCAL + CENTRAL + END + 2 * length + room);
	if (file != NULL) {
		ff_npy_put_head(raster, array);
		ff_cells_numbers(raster, 0, numbers, type, array + FF_NPY_HEAD);
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
