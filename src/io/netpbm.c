/*
 * Portable grey maps, P2 and P5 (https://netpbm.sourceforge.net/doc/pgm.html), and portable float
 * maps (PFM): Pf, and PF for vectors, whose third number is 0.  Headers of both are words between
 * white space and comments.
 */
#include <ctype.h>
#include <inttypes.h>
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
	HEADER = 64 * 1024, /* bytes of the longest header, comments included */
	CHUNK = 4096,       /* samples that are read or written at a time */
};

/* Adds a comment of n bytes if it is "# Keyword: text". */
static enum ff_status add_comment(const uint8_t *from, size_t n, struct ff_texts *texts)
{
	while (n > 0 && (*from == '#' || *from == ' ')) {
		from++;
		n--;
	}
	while (n > 0 && isspace(from[n - 1]))
		n--;
	return ff_texts_add_line(texts, (const char *)from, n);
}

/* Goes to the next word, and adds the comments on the way to 'texts' unless that is NULL. */
static enum ff_status skip_comments(struct ff_scan *scan, struct ff_texts *texts)
{
	enum ff_status st = FF_OK;

	for (int c; st == FF_OK && ((c = ff_scan_peek(scan)) == '#' || isspace(c));) {
		size_t from = scan->at;

		ff_scan_next(scan);
		while (c == '#' && ff_scan_peek(scan) >= 0 && ff_scan_next(scan) != '\n')
			;
		if (c == '#' && texts != NULL)
			st = add_comment(scan->in->data + from, scan->at - from, texts);
	}
	return st;
}

/* Fails if the word taken may go on in the part of the input that has not been read. */
static enum ff_status check_header_end(const struct ff_scan *scan, struct ff_error *err)
{
	if (scan->at < scan->in->size || scan->in->ended)
		return FF_OK;
	return ff_status_fail(err, FF_E_INPUT, "%s: the header is longer than %d bytes",
			      scan->in->name, HEADER);
}

/* Takes the next word, an integer in 1..max. */
static enum ff_status read_number(struct ff_scan *scan, struct ff_texts *texts, const char *what,
				  int64_t max, int32_t *out, struct ff_error *err)
{
	enum ff_status st = skip_comments(scan, texts);
	int64_t value;

	if (st != FF_OK)
		return ff_status_nomem(err, scan->in->name);
	if ((st = ff_scan_number(scan, what, 1, max, &value, err)) != FF_OK ||
	    (st = check_header_end(scan, err)) != FF_OK)
		return st;
	*out = (int32_t)value;
	return FF_OK;
}

/*
 * PGM.  In a map, sample v of a file with the largest value m is the grey v * 255 / m, which must
 * be an integer: samples of 16 bits are multiples of 257, and so on.  A layer's samples stay as
 * they are, of one byte or two.
 */

enum { SLACK = 1 << 24 };

/* Returns true if n bytes begin with P, one of two letters and a separator. */
static bool is_magic(const uint8_t *head, size_t n, const char letters[3])
{
	return n >= 3 && head[0] == 'P' && (head[1] == letters[0] || head[1] == letters[1]) &&
	       (isspace(head[2]) || head[2] == '#');
}

bool ff_netpbm_pgm_matches(const struct ff_input *in)
{
	return is_magic(in->data, in->size, "25");
}

struct pgm_header {
	int32_t w, h, most;
	bool plain;  /* the samples are text */
	size_t from; /* index of the first byte of the samples */
};

/* Returns the bytes of a sample that is no text. */
static size_t sample_size(const struct pgm_header *head)
{
	return head->most < 256 ? 1 : 2;
}

/* Takes the samples from 'first' on, at most CHUNK, and sets '*n' to their number; all must be
 * taken, in order. */
static enum ff_status take_samples(struct ff_input *in, struct ff_scan *scan,
				   const struct pgm_header *head, size_t first, uint32_t to[CHUNK],
				   size_t *n, struct ff_error *err)
{
	const size_t w = (size_t)head->w, size = sample_size(head),
		     left = w * (size_t)head->h - first;
	enum ff_status st = FF_OK;
	uint8_t raw[2 * CHUNK];
	int64_t number = 0;

	*n = left < CHUNK ? left : CHUNK;
	if (!head->plain && (st = ff_input_take(in, raw, *n * size, err)) != FF_OK)
		return st;
	for (size_t i = 0; i < *n; i++) {
		if (head->plain) {
			skip_comments(scan, NULL);
			st = ff_scan_number(scan, "a pixel", 0, UINT16_MAX, &number, err);
			if (st != FF_OK)
				return st;
			to[i] = (uint32_t)number;
		} else {
			to[i] = (uint32_t)ff_bytes_get(raw + i * size, (int)size, true);
		}
		if (to[i] > (uint32_t)head->most)
			return ff_status_fail(
				err, FF_E_INPUT,
				"%s: pixel %zu,%zu is %" PRIu32 ", but the largest is %" PRIi32,
				in->name, (first + i) % w, (first + i) / w, to[i], head->most);
	}
	return FF_OK;
}

/* Refuses bytes after the samples, which mean that the header was misread, unless they are another
 * image. */
static enum ff_status check_end(const struct ff_scan *scan, const struct pgm_header *head,
				struct ff_error *err)
{
	size_t rest = scan->in->size - scan->at;

	if (rest == 0 || is_magic(scan->in->data + scan->at, rest, "25"))
		return FF_OK;
	if (head->plain)
		return ff_status_fail(
			err, FF_E_INPUT,
			"%s:%zu:%zu: more than the %" PRId32 " x %" PRId32 " pixels of its header",
			scan->in->name, scan->line, ff_scan_column(scan), head->w, head->h);
	return ff_status_fail(
		err, FF_E_INPUT,
		"%s: has %zu bytes too many after its pixels (lines that end with CR LF?)",
		scan->in->name, rest);
}

static enum ff_status read_pgm_header(struct ff_input *in, struct ff_scan *scan,
				      struct pgm_header *head, struct ff_texts *texts,
				      struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, HEADER, err);

	*scan = (struct ff_scan){.in = in, .at = 2, .line = 1};
	*head = (struct pgm_header){.plain = in->size > 1 && in->data[1] == '2', .most = 1};
	if (st == FF_OK)
		st = read_number(scan, texts, "the width", INT32_MAX, &head->w, err);
	if (st == FF_OK)
		st = read_number(scan, texts, "the height", INT32_MAX, &head->h, err);
	if (st == FF_OK)
		st = read_number(scan, texts, "the largest value", UINT16_MAX, &head->most, err);
	head->from = scan->at + 1;
	return st;
}

/* Checks that the pixels are there before memory is taken for them: reads the rest, unless it is a
 * file of just these pixels. */
static enum ff_status read_file(struct ff_input *in, const struct pgm_header *head,
				struct ff_error *err)
{
	enum { PIXEL = 12 }; /* bytes: "65535 ", and as many of comments */
	size_t count = (size_t)head->w * (size_t)head->h, least;
	enum ff_status st;

	in->taken = head->from;
	if (!head->plain && ff_input_expect(in) == head->from + count * sample_size(head))
		return FF_OK;
	if ((st = ff_cells_rest(in, count, PIXEL, SLACK, err)) != FF_OK)
		return st;
	least = head->plain ? 2 * count : count * sample_size(head) + 1;
	if (in->size - (head->from - 1) < least)
		return ff_status_fail(err, FF_E_INPUT, "%s: is truncated", in->name);
	return FF_OK;
}

/* Goes to the end of the samples, and checks the bytes after them. */
static enum ff_status leave_samples(struct ff_scan *scan, const struct pgm_header *head,
				    struct ff_error *err)
{
	if (head->plain)
		skip_comments(scan, NULL);
	else
		scan->at = scan->in->taken;
	return check_end(scan, head, err);
}

enum ff_status ff_netpbm_pgm_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				  struct ff_error *err)
{
	struct ff_scan scan;
	struct pgm_header head;
	enum ff_status st = read_pgm_header(in, &scan, &head, NULL, err);

	(void)limit;
	if (st == FF_OK)
		*size = (struct ff_cells_size){head.w, head.h, head.most > UINT8_MAX,
					       !head.plain && head.most == UINT8_MAX ? head.from
										     : 0};
	return st;
}

static enum ff_status read_levels(struct ff_input *in, struct ff_scan *scan,
				  const struct pgm_header *head, uint8_t *cells,
				  struct ff_error *err)
{
	const uint32_t most = (uint32_t)head->most;
	const size_t w = (size_t)head->w, count = w * (size_t)head->h;
	uint32_t values[CHUNK];

	for (size_t first = 0, n; first < count; first += n) {
		enum ff_status st = take_samples(in, scan, head, first, values, &n, err);

		if (st != FF_OK)
			return st;
		for (size_t i = 0; i < n; i++) {
			const uint32_t value = values[i];

			if (most != 255 && value * 255 % most != 0)
				return ff_status_fail(
					err, FF_E_INPUT,
					"%s: pixel %zu,%zu is %" PRIu32 " of %" PRIu32
					", which no 8-bit grey equals (%s)",
					in->name, (first + i) % w, (first + i) / w, value, most,
					most < 256 ? "write 255 as the largest value if the "
						     "numbers are greys of 0..255"
						   : "convert IN.pgm -depth 8 OUT.pgm rounds it");
			cells[first + i] = (uint8_t)(most == 255 ? value : value * 255 / most);
		}
	}
	return leave_samples(scan, head, err);
}

enum ff_status ff_netpbm_pgm_read_map(struct ff_input *in, struct ff_cost *map,
				      struct ff_error *err)
{
	struct ff_scan scan;
	struct pgm_header head;
	enum ff_status st = read_pgm_header(in, &scan, &head, NULL, err);
	uint8_t *cells;

	if (st != FF_OK || (st = read_file(in, &head, err)) != FF_OK)
		return st;
	if ((cells = ff_memory_cells(head.w, head.h, 1)) == NULL)
		return ff_status_nomem(err, in->name);
	if ((st = read_levels(in, &scan, &head, cells, err)) == FF_OK)
		*map = (struct ff_cost){.w = head.w, .h = head.h, .cells = cells};
	else
		free(cells);
	return st;
}

enum ff_status ff_netpbm_pgm_read_layer(struct ff_input *in, struct ff_cells_file *read,
					struct ff_error *err)
{
	struct ff_raster *raster = &read->raster;
	struct ff_scan scan;
	struct pgm_header head;
	enum ff_status st = read_pgm_header(in, &scan, &head, &read->texts, err);
	uint32_t values[CHUNK] = {0};
	size_t count;

	if (st != FF_OK || (st = read_file(in, &head, err)) != FF_OK)
		return st;
	*raster = (struct ff_raster){.w = head.w,
				     .h = head.h,
				     .channels = 1,
				     .type = head.most < 256 ? FF_RASTER_U8 : FF_RASTER_U16};
	if ((st = ff_cells_allocate(in, raster, err)) != FF_OK)
		return st;
	read->kind = FF_CELLS_NUMBERS;
	count = (size_t)head.w * (size_t)head.h;
	for (size_t first = 0, n; first < count; first += n) {
		if ((st = take_samples(in, &scan, &head, first, values, &n, err)) != FF_OK)
			return st;
		for (size_t i = 0; i < n; i++)
			ff_cells_put(raster, first + i, values[i]);
	}
	if ((st = leave_samples(&scan, &head, err)) != FF_OK)
		return st;
	return ff_cells_scale(in, read, head.most, err);
}

enum ff_status ff_netpbm_pgm_read_texts(struct ff_input *in, struct ff_texts *texts,
					struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, HEADER, err);
	struct ff_scan scan = {.in = in, .at = 2, .line = 1};

	/* Files with texts of ours are P5. */
	if (st == FF_OK && in->data[1] == '5' && skip_comments(&scan, texts) != FF_OK)
		st = ff_status_nomem(err, in->name);
	return st;
}

/*
 * PFM, after P. Debevec's Portable Float Map.  Rows come from bottom to top.  The last number of
 * the header is negative for little-endian; its size is a unit of light, and multiplies nothing.
 */

static const size_t pfm_width = 4; /* bytes per number */

struct pfm_header {
	int32_t w, h;
	size_t numbers; /* per cell: 1 or 3 */
	bool big;
	size_t from;
};

bool ff_netpbm_pfm_matches(const struct ff_input *in)
{
	return is_magic(in->data, in->size, "fF");
}

static enum ff_status read_pfm_header(struct ff_input *in, struct pfm_header *head,
				      struct ff_texts *texts, struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .at = 2, .line = 1};
	enum ff_status st = ff_input_fill(in, HEADER, err);
	double order;

	*head = (struct pfm_header){0};
	if (st != FF_OK ||
	    (st = read_number(&scan, texts, "the width", INT32_MAX, &head->w, err)) != FF_OK ||
	    (st = read_number(&scan, texts, "the height", INT32_MAX, &head->h, err)) != FF_OK)
		return st;
	if (skip_comments(&scan, texts) != FF_OK)
		return ff_status_nomem(err, in->name);
	if ((st = ff_scan_decimal(&scan, "the order of bytes", -1e9, 1e9, &order, err)) != FF_OK ||
	    (st = check_header_end(&scan, err)) != FF_OK)
		return st;
	if (order == 0)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s:%zu: the order of bytes is neither above nor below 0",
				      in->name, scan.line);
	head->big = order > 0;
	head->numbers = in->data[1] == 'F' ? 3 : 1;
	head->from = scan.at + 1;
	return FF_OK;
}

enum ff_status ff_netpbm_pfm_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				  struct ff_error *err)
{
	struct pfm_header head;
	enum ff_status st = read_pfm_header(in, &head, NULL, err);
	(void)limit;
	if (st == FF_OK)
		*size = (struct ff_cells_size){.w = head.w, .h = head.h};
	return st;
}

enum ff_status ff_netpbm_pfm_read(struct ff_input *in, struct ff_cells_file *read,
				  struct ff_error *err)
{
	struct ff_raster *raster = &read->raster;
	struct pfm_header head;
	enum ff_status st = read_pfm_header(in, &head, &read->texts, err);
	const uint8_t *from;
	size_t channels;

	if (st != FF_OK)
		return st;
	*raster = ff_raster_of_values(head.w, head.h, head.numbers == 1 ? 1 : 2, FF_RASTER_F32,
				      (double)INFINITY, NULL);
	if ((st = ff_cells_take(in, head.from, raster, head.numbers * pfm_width, true, err)) !=
	    FF_OK)
		return st;
	read->kind = FF_CELLS_NUMBERS;
	read->relative = 0x1p-24;
	channels = (size_t)raster->channels;
	from = in->data + head.from;
	for (int32_t y = head.h - 1; y >= 0; y--)
		for (int32_t x = 0; x < head.w; x++, from += head.numbers * pfm_width) {
			size_t cell = (size_t)y * (size_t)head.w + (size_t)x;

			for (size_t c = 0; c < channels; c++)
				ff_cells_put(raster, cell * channels + c,
					     ff_bytes_get(from + c * pfm_width, (int)pfm_width,
							  head.big));
			/* Without the sign: -0 is 0. */
			if (head.numbers == 3 &&
			    ff_bytes_get(from + 2 * pfm_width, (int)pfm_width, head.big) << 33 != 0)
				return ff_status_fail(err, FF_E_INPUT,
						      "%s: the third number of cell %d,%d is not "
						      "0: only vectors are read from PF",
						      in->name, x, y);
		}
	return ff_cells_check(in, raster, err);
}

/* The writer of PGM: of 8 bits if the samples are at most 254, with 255 for cells without a value,
 * or at most 255 and every cell has a value; else of 16.  Comments come before the size, where all
 * readers accept them. */

enum { BYTE = 255 };

/* Writes a text of any length; a control character, which could end a comment, becomes '?'. */
static void put_text(struct ff_buffer *buffer, const char *text)
{
	for (char *to; *text != '\0' && (to = ff_buffer_room(buffer, 1)) != NULL; text++) {
		*to = *text;
		if ((unsigned char)*text < ' ' || *text == 127)
			*to = '?';
		buffer->used++;
	}
}

static void put_line(struct ff_buffer *buffer, const char *head, const char *keyword,
		     const char *text)
{
	char *to;

	put_text(buffer, head);
	put_text(buffer, keyword);
	put_text(buffer, text);
	if ((to = ff_buffer_room(buffer, 1)) != NULL) {
		*to = '\n';
		buffer->used++;
	}
}

static void put_pgm_header(struct ff_buffer *buffer, const struct ff_cells_data *what, int most)
{
	char size[64], last[16];

	put_line(buffer, "P5", "", "");
	for (size_t i = 0; i < what->text_count; i++) {
		put_text(buffer, "# ");
		put_line(buffer, what->texts[i].keyword, ": ", what->texts[i].text);
	}
	snprintf(size, sizeof size, "%" PRId32 " %" PRId32, what->raster.w, what->raster.h);
	snprintf(last, sizeof last, "%d", most);
	put_line(buffer, size, "", "");
	put_line(buffer, last, "", "");
}

/* Returns true if all samples are bytes, and 255 is free if there are cells without a value. */
static bool are_bytes(const struct ff_cells_data *what)
{
	size_t all = ff_raster_numbers(&what->raster);
	uint16_t samples[CHUNK];
	bool none = false, last = false;

	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;

		ff_cells_samples(what, first, n, samples);
		for (size_t i = 0; i < n; i++) {
			if (samples[i] > BYTE && samples[i] != FF_CELLS_SAMPLE_NONE)
				return false;
			none |= samples[i] == FF_CELLS_SAMPLE_NONE;
			last |= samples[i] == BYTE;
		}
	}
	return !none || !last;
}

enum ff_status ff_netpbm_pgm_write(struct ff_output *out, const struct ff_cells_data *what,
				   struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};
	size_t all = ff_raster_numbers(&what->raster);
	bool bytes = are_bytes(what);
	uint16_t samples[CHUNK];

	put_pgm_header(&buffer, what, bytes ? BYTE : FF_CELLS_SAMPLE_NONE);
	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;
		char *to = ff_buffer_room(&buffer, CHUNK * sizeof *samples);

		if (to == NULL)
			break;
		ff_cells_samples(what, first, n, samples);
		for (size_t i = 0; i < n; i++) {
			if (!bytes)
				*to++ = (char)(samples[i] >> 8);
			*to++ = (char)samples[i]; /* 65535, for no value, becomes 255 */
		}
		buffer.used = (size_t)(to - buffer.bytes);
	}
	return ff_buffer_flush(&buffer);
}

/* The writer of PFM: little-endian, with inf for cells without a value. */

enum {
	PFM_CHUNK = 2048,          /* cells */
	PFM_ROOM = PFM_CHUNK * 12, /* bytes of a chunk of vectors */
};

_Static_assert((int)PFM_ROOM <= (int)FF_BUFFER_SIZE, "a chunk fits");

static enum ff_status write_pfm_row(struct ff_buffer *buffer, const struct ff_raster *raster,
				    int32_t y)
{
	size_t channels = (size_t)raster->channels, w = (size_t)raster->w;
	double units[PFM_CHUNK * 2];

	for (size_t x = 0; x < w; x += PFM_CHUNK) {
		size_t n = (w - x < PFM_CHUNK ? w - x : PFM_CHUNK) * channels;
		char *room = ff_buffer_room(buffer, PFM_ROOM);
		uint8_t *to = (uint8_t *)room;

		if (room == NULL)
			break;
		ff_raster_units(raster, ((size_t)y * w + x) * channels, n, units);
		for (size_t i = 0; i < n; i++) {
			to = ff_bytes_put_float(to, (float)(units[i] / raster->unit));
			if (i % 2 == 1 && channels == 2)
				to = ff_bytes_put_float(to, 0);
		}
		buffer->used += (size_t)((char *)to - room);
	}
	return buffer->st;
}

enum ff_status ff_netpbm_pfm_write(struct ff_output *out, const struct ff_cells_data *what,
				   struct ff_error *err)
{
	const struct ff_raster *raster = &what->raster;
	struct ff_buffer buffer = {.out = out, .err = err};

	buffer.used = (size_t)snprintf(buffer.bytes, FF_BUFFER_SIZE,
				       "%s\n%" PRId32 " %" PRId32 "\n-1.0\n",
				       raster->channels == 2 ? "PF" : "Pf", raster->w, raster->h);
	for (int32_t y = raster->h; y-- > 0;)
		if (write_pfm_row(&buffer, raster, y) != FF_OK)
			break;
	return ff_buffer_flush(&buffer);
}
