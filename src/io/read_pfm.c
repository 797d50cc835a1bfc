/*
 * Rows stand from bottom to top.  The last number of the header tells the order of
 * bytes by its sign; its size is a unit of light, and multiplies nothing.
 */
#include "io/read_pfm.h"

#include <ctype.h>
#include <math.h>

#include "io/cells.h"
#include "io/netpbm.h"

static const size_t width = 4; /* bytes of a number */

/* What a header tells. */
struct header {
	int32_t w, h;
	size_t numbers; /* a cell: 1 or 3 */
	bool big;
	size_t from;
};

bool ff_read_pfm_matches(const uint8_t *head, size_t n)
{
	return n >= 3 && head[0] == 'P' && (head[1] == 'f' || head[1] == 'F') &&
	       (isspace(head[2]) || head[2] == '#');
}

static enum ff_status read_header(struct ff_input *in, struct header *head, struct ff_texts *texts,
				  struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .at = 2, .line = 1};
	enum ff_status st = ff_input_fill(in, FF_NETPBM_HEADER, err);
	double order;

	if (st != FF_OK ||
	    (st = ff_netpbm_number(&scan, texts, "the width", INT32_MAX, &head->w, err)) != FF_OK ||
	    (st = ff_netpbm_number(&scan, texts, "the height", INT32_MAX, &head->h, err)) != FF_OK)
		return st;
	if (ff_netpbm_skip(&scan, texts) != FF_OK)
		return ff_status_nomem(err, in->name);
	if ((st = ff_scan_decimal(&scan, "the order of bytes", -1e9, 1e9, &order, err)) != FF_OK ||
	    (st = ff_netpbm_whole(&scan, err)) != FF_OK)
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

enum ff_status ff_read_pfm_size(struct ff_input *in, int64_t limit,
				struct ff_read_raster_size *size, struct ff_error *err)
{
	struct header head;
	enum ff_status st = read_header(in, &head, NULL, err);
	uint64_t cells;

	(void)limit;
	if (st != FF_OK)
		return st;
	cells = (uint64_t)head.w * (uint64_t)head.h;
	*size = (struct ff_read_raster_size){head.w, head.h, UINT64_MAX};
	if (cells < UINT64_MAX / 32)
		size->bytes = head.from + cells * (head.numbers == 1 ? 2 : 5) * width;
	return FF_OK;
}

enum ff_status ff_read_pfm(struct ff_input *in, struct ff_read_raster *read, struct ff_error *err)
{
	struct ff_raster *raster = &read->raster;
	struct header head;
	enum ff_status st = read_header(in, &head, &read->texts, err);
	const uint8_t *from;
	size_t channels;

	if (st != FF_OK)
		return st;
	*raster = (struct ff_raster){.w = head.w,
				     .h = head.h,
				     .channels = head.numbers == 1 ? 1 : 2,
				     .type = FF_RASTER_F32,
				     .unit = 1,
				     .none = INFINITY};
	if ((st = ff_cells_take(in, head.from, raster, head.numbers * width, err)) != FF_OK)
		return st;
	read->kind = FF_READ_RASTER_NUMBERS;
	read->relative = 0x1p-24;
	channels = (size_t)raster->channels;
	from = in->data + head.from;
	for (int32_t y = head.h - 1; y >= 0; y--)
		for (int32_t x = 0; x < head.w; x++, from += head.numbers * width) {
			size_t cell = (size_t)y * (size_t)head.w + (size_t)x;

			for (size_t c = 0; c < channels; c++)
				ff_cells_put(raster, cell * channels + c,
					     ff_cells_get(from + c * width, (int)width, head.big));
			/* Minus 0 is 0, too. */
			if (head.numbers == 3 &&
			    ff_cells_get(from + 2 * width, (int)width, head.big) << 33 != 0)
				return ff_status_fail(err, FF_E_INPUT,
						      "%s: the third number of cell %d,%d is not "
						      "0: only vectors are read from PF",
						      in->name, x, y);
		}
	return ff_cells_check(in, raster, err);
}
