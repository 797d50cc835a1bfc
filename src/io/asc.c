/*
 * ESRI's ASCII grids, after the ASCII raster format in Esri's ArcGIS documentation.  As in ESRI's
 * and GDAL's readers, keywords may come in any order and case, and lines of cells may have any
 * length.
 */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "io/cells.h"
#include "io/csv.h"
#include "io/scan.h"

enum {
	HEADER = 4096,
	CELL = 64, /* bytes of a cell, at most, on average */
	SLACK = 1 << 16,
};

enum keyword { NCOLS, NROWS, XCORNER, XCENTRE, YCORNER, YCENTRE, SIDE, NODATA, KEYWORDS };

static const char *const names[KEYWORDS] = {
	"ncols",     "nrows",     "xllcorner", "xllcenter",
	"yllcorner", "yllcenter", "cellsize",  "nodata_value",
};

struct header {
	bool seen[KEYWORDS];
	double values[KEYWORDS];
};

static struct ff_scan begin_scan(const struct ff_input *in)
{
	struct ff_scan scan = {.in = in, .line = 1};

	ff_scan_mark(&scan);
	return scan;
}

/* Goes to the next word; returns its length. */
static size_t find_word(struct ff_scan *scan)
{
	size_t n = 0;

	while (isspace(ff_scan_peek(scan)))
		ff_scan_next(scan);
	while (scan->at + n < scan->in->size && !isspace(scan->in->data[scan->at + n]))
		n++;
	return n;
}

static const char *word_at(const struct ff_scan *scan)
{
	return (const char *)scan->in->data + scan->at;
}

/* Returns the keyword that comes next, and its length; KEYWORDS if it is none. */
static enum keyword find_keyword(struct ff_scan *scan, size_t *n)
{
	*n = find_word(scan);
	for (int k = 0; k < KEYWORDS; k++)
		if (*n == strlen(names[k]) && strncasecmp(word_at(scan), names[k], *n) == 0)
			return (enum keyword)k;
	return KEYWORDS;
}

bool ff_asc_matches(const struct ff_input *in)
{
	struct ff_scan scan = begin_scan(in);
	size_t n;

	return find_keyword(&scan, &n) != KEYWORDS;
}

static enum ff_status read_value(struct ff_scan *scan, enum keyword k, double *value,
				 struct ff_error *err)
{
	size_t n = find_word(scan);
	const char *word = word_at(scan);
	int64_t side;

	if (k == NCOLS || k == NROWS) {
		if (ff_number_parse(word, n, 1, INT32_MAX, &side) != FF_NUMBER_OK)
			return ff_scan_expected(scan, "an integer from 1 to 2147483647", err);
		*value = (double)side;
	} else if (n == 0 || !ff_cells_number(word, n, value) || (k != NODATA && isinf(*value)) ||
		   (k == SIDE && *value <= 0)) {
		return ff_scan_expected(scan, k == SIDE ? "a number above 0" : "a number", err);
	}
	scan->at += n;
	return FF_OK;
}

static enum ff_status read_header(struct ff_input *in, struct ff_scan *scan, struct header *head,
				  struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, HEADER, err);
	enum keyword k;
	size_t n;

	*scan = begin_scan(in);
	*head = (struct header){.values = {[SIDE] = 1, [NODATA] = -9999}}; /* ESRI's defaults */
	while (st == FF_OK && (k = find_keyword(scan, &n)) != KEYWORDS) {
		if (head->seen[k] || (k == XCENTRE && head->seen[XCORNER]) ||
		    (k == XCORNER && head->seen[XCENTRE]) ||
		    (k == YCENTRE && head->seen[YCORNER]) || (k == YCORNER && head->seen[YCENTRE]))
			return ff_scan_expected(scan, "another keyword, or the cells,", err);
		scan->at += n;
		head->seen[k] = true;
		st = read_value(scan, k, &head->values[k], err);
	}
	if (st != FF_OK)
		return st;
	if (!head->seen[NCOLS] || !head->seen[NROWS])
		return ff_scan_expected(scan, head->seen[NCOLS] ? "nrows" : "ncols", err);
	if (scan->at == in->size && !in->ended)
		return ff_status_fail(err, FF_E_INPUT, "%s: the header is longer than %d bytes",
				      in->name, HEADER);
	return FF_OK;
}

enum ff_status ff_asc_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
			   struct ff_error *err)
{
	struct ff_scan scan;
	struct header head;
	enum ff_status st = read_header(in, &scan, &head, err);
	(void)limit;
	if (st == FF_OK)
		*size = (struct ff_cells_size){.w = (int32_t)head.values[NCOLS],
					       .h = (int32_t)head.values[NROWS]};
	return st;
}

static enum ff_status read_cells(struct ff_scan *scan, double nodata,
				 const struct ff_raster *raster, struct ff_error *err)
{
	size_t count = (size_t)raster->w * (size_t)raster->h, n;
	double *cells = raster->cells;

	for (size_t i = 0; i < count; i++) {
		n = find_word(scan);
		if (n == 0)
			return ff_status_fail(err, FF_E_INPUT,
					      "%s:%zu:%zu: is truncated: %zu cells expected, not "
					      "%zu",
					      scan->in->name, scan->line, ff_scan_column(scan),
					      count, i);
		if (!ff_cells_number(word_at(scan), n, &cells[i]))
			return ff_scan_expected(scan, "a number", err);
		/* The lowest float is written with various numbers of digits. */
		if (cells[i] == nodata ||
		    (fabs(nodata) >= 0x1p53 && (float)cells[i] == (float)nodata))
			cells[i] = INFINITY;
		else if (fabs(cells[i]) >= 0x1p53 && (cells[i] < 0 || isfinite(cells[i])))
			return ff_scan_expected(
				scan, cells[i] < 0 ? "a number above -2^53" : "a number below 2^53",
				err);
		scan->at += n;
	}
	return find_word(scan) == 0 ? FF_OK : ff_scan_expected(scan, "the end", err);
}

enum ff_status ff_asc_read(struct ff_input *in, struct ff_cells_file *read, struct ff_error *err)
{
	struct ff_raster *raster = &read->raster;
	struct ff_georeference *place = &read->georeference;
	struct ff_scan scan;
	struct header head;
	enum ff_status st = read_header(in, &scan, &head, err);
	size_t count;

	if (st != FF_OK)
		return st;
	count = (size_t)head.values[NCOLS] * (size_t)head.values[NROWS];
	if ((st = ff_cells_rest(in, count, CELL, SLACK, err)) != FF_OK)
		return st;
	/* No memory is taken for cells that are not there. */
	if (in->size - scan.at < 2 * count - 1)
		return ff_status_fail(err, FF_E_INPUT, "%s: is truncated", in->name);
	*raster = ff_raster_of_values((int32_t)head.values[NCOLS], (int32_t)head.values[NROWS], 1,
				      FF_RASTER_F64, (double)INFINITY, NULL);
	if ((st = ff_cells_allocate(in, raster, err)) != FF_OK)
		return st;
	read->kind = FF_CELLS_NUMBERS;
	read->rounding = 0.5e-6;
	*place = (struct ff_georeference){
		.x = head.values[XCORNER] + head.values[XCENTRE],
		.y = head.values[YCORNER] + head.values[YCENTRE],
		.resolution = head.values[SIDE],
	};
	if (head.seen[XCENTRE])
		place->x -= place->resolution / 2;
	if (head.seen[YCENTRE])
		place->y -= place->resolution / 2;
	return read_cells(&scan, head.values[NODATA], raster, err);
}

/* NODATA_value has a decimal if some value has one or takes more than 31 bits, since readers guess
 * the type from it. */
enum ff_status ff_asc_write(struct ff_output *out, const struct ff_cells_data *what,
			    struct ff_error *err)
{
	const struct ff_raster *raster = &what->raster;
	const struct ff_raster_range range = ff_raster_range(raster);
	const struct ff_georeference *place = &what->place;
	/* y of these grids points up. */
	double bottom = place->down ? 0 - (place->y + raster->h * place->resolution) : place->y;
	bool whole = range.whole && range.most <= INT32_MAX * raster->unit &&
		     range.least >= INT32_MIN * raster->unit;
	/* Values of flee maps are negative. */
	const char *none = raster->zero > 0 ? "9999" : "-9999";
	struct ff_buffer buffer = {.out = out, .err = err};

	buffer.used = (size_t)snprintf(buffer.bytes, FF_BUFFER_SIZE,
				       "ncols %" PRId32 "\nnrows %" PRId32
				       "\nxllcorner %.15g\nyllcorner %.15g\ncellsize %.15g\n"
				       "NODATA_value %s%s\n",
				       raster->w, raster->h, place->x, bottom, place->resolution,
				       none, whole ? "" : ".0");
	return ff_csv_write_rows(&buffer, raster, ' ', none);
}
