/*
 * The only file that compiles the packaged image libraries.
 *
 * stb_image inflates data of any length, and leaks blocks on some failures; so its blocks come from
 * a budget, which frees those that are left.  It ignores the Adler-32 of the inflated data; the
 * budget keeps that block, and we compute the checksum.
 *
 * It turns inflated rows into rows of samples, one after the other, each from the one before.  An
 * inflated row is longer by the byte of its filter, so that samples that begin a row before the
 * inflated data never reach a row that is still to be read: where samples are bytes or words, both
 * share a block, which halves the memory.
 *
 * stb_image_write calls our hook to pack the rows with libdeflate: its own compressor is slow, and
 * crashes when memory runs out.
 */
#include "io/stb.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "io/deflate.h"

struct held {
	void *block;
	size_t size;
};

struct budget {
	size_t left;
	bool nomem;          /* memory ran out, not the budget */
	struct held held[8]; /* stb_image holds four at a time */
	/* the block for the inflated data, which is the first one allocated; it may grow to
	 * 'inflated_most' bytes */
	struct held *inflated;
	size_t inflated_most;
	bool longer; /* stb_image asked for more than inflated_most */
	bool pixels; /* another block was allocated after it */
	/* samples replace the inflated data: these begin that many bytes after the block; 0: they
	 * do not */
	size_t lead;
	size_t needed;  /* bytes of the inflated data... */
	uint32_t adler; /* ...and their checksum, once samples replace them */
};

/* The budget of this thread's decoder; hooks have no parameter for it. */
static _Thread_local struct budget *budget;

/* Returns the entry of a block, or a free one for NULL; NULL if there is none. */
static struct held *entry_of(const void *block)
{
	for (size_t i = 0; i < sizeof budget->held / sizeof *budget->held; i++)
		if (budget->held[i].block == block)
			return &budget->held[i];
	return NULL;
}

static void *resize(void *block, size_t size)
{
	struct held *entry = entry_of(block);
	void *resized;

	if (block != NULL && entry == budget->inflated &&
	    size > budget->inflated_most + budget->lead)
		budget->longer = true;
	/* A block that grows counts once: the system moves large ones without a copy. */
	if (entry == NULL || budget->longer || size > budget->left + entry->size)
		return NULL;
	if ((resized = realloc(block, size)) == NULL) {
		budget->nomem = true;
		return NULL;
	}
	budget->left += entry->size - size;
	*entry = (struct held){resized, size};
	return resized;
}

/* Returns the first byte of the inflated data. */
static uint8_t *inflated_data(void)
{
	return (uint8_t *)budget->inflated->block + budget->lead;
}

static void *allocate(size_t size)
{
	bool samples = budget->inflated != NULL && budget->inflated->block != NULL;
	uint8_t *block;

	if (!samples) {
		block = resize(NULL, size + budget->lead);
		budget->inflated = entry_of(block);
		return block == NULL ? NULL : block + budget->lead;
	}
	samples = !budget->pixels;
	budget->pixels = true;
	if (!samples || budget->lead == 0 || size > budget->inflated->size)
		return resize(NULL, size);
	/* The checksum of the inflated data is computed before samples replace them. */
	if (budget->inflated->size - budget->lead >= budget->needed)
		budget->adler = libdeflate_adler32(1, inflated_data(), budget->needed);
	return budget->inflated->block;
}

/* Resizes a block, also that of the inflated data. */
static void *reallocate(void *block, size_t size)
{
	uint8_t *resized;

	if (block == NULL || budget->inflated == NULL || block != (void *)inflated_data())
		return resize(block, size);
	resized = resize(budget->inflated->block, size + budget->lead);
	return resized == NULL ? NULL : resized + budget->lead;
}

/* Removes a block from the budget; returns false if it is not there: freed before, or NULL. */
static bool release(const void *block)
{
	struct held *entry = block == NULL ? NULL : entry_of(block);

	if (entry == NULL)
		return false;
	budget->left += entry->size;
	*entry = (struct held){NULL, 0};
	return true;
}

/* Frees a block, except the inflated data, whose checksum is still needed. */
static void free_checked(void *block)
{
	bool kept = block != NULL && budget->inflated != NULL &&
		    (entry_of(block) == budget->inflated || block == (void *)inflated_data());

	if (!kept && release(block))
		free(block);
}

#define STBI_MALLOC(size)         allocate(size)
#define STBI_REALLOC(block, size) reallocate(block, size)
#define STBI_FREE(block)          free_checked(block)
#define STBI_MAX_DIMENSIONS       (1 << 30) /* its limit of samples matters */
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

/* The picture that this thread encodes; hooks have no parameter for it. */
static _Thread_local struct {
	size_t stride; /* bytes per row, with its filter byte */
	bool smooth;
	void *packed; /* NULL once it has been freed */
} encoding;

/* gcc 12 mistakes two live blocks for one. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC diagnostic ignored "-Wanalyzer-double-free"
#endif

static void free_block(void *block)
{
	if (block == encoding.packed)
		encoding.packed = NULL;
	free(block);
}

/* Subtracts from each byte of unfiltered rows the byte above, from the last row up. */
static void filter_up(uint8_t *rows, size_t n, size_t stride)
{
	for (size_t at = n - stride; at > 0; at -= stride) {
		uint8_t *restrict row = rows + at;
		const uint8_t *restrict above = row - stride;

		row[0] = 2;
		for (size_t i = 1; i < stride; i++)
			row[i] = (uint8_t)(row[i] - above[i]);
	}
}

/* Packs rows; for numbers that grow from row to row, differences make the file 3 to 10 times
 * smaller. */
static uint8_t *pack(uint8_t *rows, int n, int *size, int level)
{
	const size_t room = libdeflate_zlib_compress_bound(NULL, (size_t)n);

	(void)level;
	if ((encoding.packed = malloc(room)) == NULL)
		return NULL;
	if (encoding.smooth)
		filter_up(rows, (size_t)n, encoding.stride);
	*size = (int)ff_deflate_rows(rows, encoding.stride, (size_t)n / encoding.stride,
				     encoding.smooth ? 2 : 1, encoding.packed, room);
	return *size > 0 ? encoding.packed : NULL;
}

#define STBIW_MALLOC(size)         malloc(size)
#define STBIW_REALLOC(block, size) realloc(block, size)
#define STBIW_FREE(block)          free_block(block)
#define STBIW_CRC32(bytes, n)      libdeflate_crc32(0, bytes, (size_t)(n))
#define STBIW_ZLIB_COMPRESS        pack
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

/* Returns the error in the data. */
static const char *find_error(const struct budget *own)
{
	if (own->longer)
		return "it has more data than pixels";
	if (own->pixels)
		/* The latter also for an unknown filter. */
		return strcmp(stbi_failure_reason(), "not enough pixels") == 0
			       ? "it has less data than pixels"
			       : "its data make no sense";
	return "its data are damaged";
}

enum ff_status ff_stb_decode(const struct ff_stb_file *file, size_t most,
			     struct ff_stb_image *image, const char **why)
{
	struct budget own = {.left = most,
			     .inflated_most = file->inflated_most,
			     .lead = file->in_place,
			     .needed = file->inflated};
	struct ff_stb_image all = {0};
	const int n = (int)file->size;

	budget = &own;
	*why = NULL;
	all.samples = file->wide ? (void *)stbi_load_16_from_memory(file->data, n, &all.w, &all.h,
								    &all.channels, 0)
				 : (void *)stbi_load_from_memory(file->data, n, &all.w, &all.h,
								 &all.channels, 0);
	/* Pixels mean that all data were there. */
	if (all.samples == NULL)
		*why = find_error(&own);
	else if (own.inflated == NULL || own.inflated->size < file->inflated + own.lead)
		*why = "its data make no sense";
	else if (all.samples == own.inflated->block)
		all.adler = own.adler;
	else
		all.adler = libdeflate_adler32(1, inflated_data(), file->inflated);
	(void)release(all.samples);
	for (size_t i = 0; i < sizeof own.held / sizeof *own.held; i++)
		free(own.held[i].block);
	budget = NULL;
	if (*why != NULL) {
		free(all.samples);
		return own.nomem ? FF_E_NOMEM : FF_E_INPUT;
	}
	*image = all;
	return FF_OK;
}

bool ff_stb_fits(int32_t w, int32_t h, int channels)
{
	const int64_t stride = (int64_t)w * channels + 1;

	return stride <= INT_MAX && stride * h <= INT_MAX &&
	       libdeflate_zlib_compress_bound(NULL, (size_t)(stride * h)) <= INT_MAX - FF_STB_ROOM;
}

/* Makes rows reach our hook unfiltered. */
static void set_up(void)
{
	stbi_write_force_png_filter = 0;
}

enum ff_status ff_stb_encode(const uint8_t *samples, int32_t w, int32_t h, int channels,
			     bool smooth, uint8_t **file, size_t *size)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	uint8_t *made;
	int n;

	if (pthread_once(&once, set_up) != 0)
		return FF_E_NOMEM;
	encoding.stride = (size_t)w * (size_t)channels + 1;
	encoding.smooth = smooth;
	encoding.packed = NULL;
	made = stbi_write_png_to_mem(samples, 0, w, h, channels, &n);
	/* The library leaks this block if it has no memory for the file. */
	free(encoding.packed);
	encoding.packed = NULL;
	if (made == NULL)
		return FF_E_NOMEM;
	*file = made;
	*size = (size_t)n;
	return FF_OK;
}
