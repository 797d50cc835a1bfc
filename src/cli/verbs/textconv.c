/*
 * flowfield textconv: prints a file as text that git can compare line by line. A map's row is
 * too long for a line: a line is a piece of a row, which begins with its coordinates. Pieces
 * begin at the same columns in each row, so that a changed cell changes one line. Equal rows, as
 * in pictures of large cells, are printed once.  A moved goal changes all cells: of larger maps
 * there are few lines, each about some rows.
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "cli/verbs/diff.h"
#include "core/base/number.h"
#include "core/base/status.h"
#include "core/map/image.h"
#include "io/digest.h"
#include "io/formats.h"
#include "io/input.h"
#include "io/output.h"

enum {
	TEXT_MAX = 1 << 28, /* bytes of a text, at most */
	CELL = 96,          /* bytes of a cell, at most */
	LINE = 256,         /* bytes of a line without texts, at most */
	NUMBERS = 16,
	PIXELS = 64,  /* per line */
	SHOWN = 4096, /* cells of a map whose cells are printed, at most */
	BANDS = 32,   /* lines for a larger one, at most */
};

struct given {
	struct ff_argv_word file;
	bool full;
};

static const struct ff_argv_option option_list[] = {
	{0, "full", NULL, "print all cells, also of more than 4096", FF_ARGV_NONE, false,
	 ff_options_set_flag, .offset = offsetof(struct given, full), .screen = FF_ARGV_FIRST},
	FF_ARGV_HELP_ROW(offsetof(struct given, file.help))};

static const struct ff_argv_table table = {
	"flowfield textconv",
	"usage: flowfield textconv FILE [options]\n"
	"\n"
	"Prints a file of cells (NPY, NPZ, PNG, ...) or a report (JSON) as text\n"
	"that can be compared line by line, and any other text as it is, for git diff.\n"
	"Of more than 4096 cells it prints what some rows together have:\n"
	"\n"
	"  echo '*.npy diff=flowfield' >>.gitattributes\n"
	"  git config diff.flowfield.textconv 'flowfield textconv'\n",
	option_list,
	sizeof option_list / sizeof option_list[0],
	ff_argv_set_word,
	NULL,
	NULL,
	NULL};

static void put_bytes(struct ff_buffer *to, const char *text, size_t n)
{
	for (size_t piece; n > 0; text += piece, n -= piece) {
		char *room = ff_buffer_room(to, CELL);

		if (room == NULL)
			return;
		piece = FF_BUFFER_SIZE - to->used < n ? FF_BUFFER_SIZE - to->used : n;
		memcpy(room, text, piece);
		to->used += piece;
	}
}

__attribute__((format(printf, 2, 3))) static void put_line(struct ff_buffer *to, const char *format,
							   ...)
{
	char *room = ff_buffer_room(to, LINE);
	va_list args;

	if (room == NULL)
		return;
	va_start(args, format);
	to->used += (size_t)vsnprintf(room, LINE, format, args);
	va_end(args);
}

/* Prints a text of the file on one line. */
static void put_text(struct ff_buffer *to, char *text)
{
	ff_status_clean(text);
	put_bytes(to, text, strlen(text));
}

static size_t put_number(char *to, double value)
{
	if (isinf(value))
		return (size_t)sprintf(to, "-");
	return fabs(value) < 0x1p53 ? ff_number_fixed(to, value)
				    : (size_t)sprintf(to, "%.0f", value);
}

/* Prints one cell's numbers, or a pixel, at 'to'; returns the length. */
typedef size_t cell_text(char *to, const struct ff_cells_file *read, size_t cell);

static size_t put_numbers(char *to, const struct ff_cells_file *read, size_t cell)
{
	const struct ff_raster *raster = &read->raster;
	size_t n = 0;

	for (int c = 0; c < raster->channels; c++) {
		if (c > 0)
			to[n++] = ',';
		n += put_number(to + n, ff_raster_value(raster, cell * (size_t)raster->channels +
									(size_t)c));
	}
	return n;
}

static size_t put_pixel(char *to, const struct ff_cells_file *read, size_t cell)
{
	static const char digits[] = "0123456789abcdef";
	const uint8_t *rgba = read->pixels + 4 * cell;
	int channels = rgba[3] == 255 ? 3 : 4;
	size_t n = 0;

	to[n++] = '#';
	for (int c = 0; c < channels; c++) {
		to[n++] = digits[rgba[c] >> 4];
		to[n++] = digits[rgba[c] & 15];
	}
	return n;
}

/* Cells in memory. */
struct held {
	const uint8_t *cells;
	size_t size; /* bytes per cell */
};

static bool are_equal(const struct held *held, size_t a, size_t b, size_t count)
{
	return memcmp(held->cells + a * held->size, held->cells + b * held->size,
		      count * held->size) == 0;
}

/* Prints "16,3: 7 8 9*14": cells x..end-1 of a row, a run of equal ones as one. */
static void put_piece(struct ff_buffer *to, const struct ff_cells_file *read,
		      const struct held *held, cell_text *text_of_cell, int32_t x, int32_t end,
		      int32_t y)
{
	size_t row = (size_t)y * (size_t)read->w;

	put_line(to, "%" PRId32 ",%" PRId32 ":", x, y);
	while (x < end) {
		char *room = ff_buffer_room(to, CELL);
		int32_t from = x++;

		while (x < end && are_equal(held, row + (size_t)from, row + (size_t)x, 1))
			x++;
		if (room == NULL)
			return;
		*room = ' ';
		to->used += 1 + text_of_cell(room + 1, read, row + (size_t)from);
		if (x - from > 1)
			put_line(to, "*%" PRId32, x - from);
	}
	put_bytes(to, "\n", 1);
}

static void put_rows(struct ff_buffer *to, const struct ff_cells_file *read,
		     const struct held *held, cell_text *text_of_cell, int32_t side)
{
	size_t w = (size_t)read->w;
	int32_t y = 0;

	while (y < read->h && to->st == FF_OK) {
		int32_t first = y++;

		for (int32_t x = 0; x < read->w; x += side)
			put_piece(to, read, held, text_of_cell, x,
				  read->w - x < side ? read->w : x + side, first);
		while (y < read->h && are_equal(held, (size_t)first * w, (size_t)y * w, w))
			y++;
		if (y - first > 1)
			put_line(to, "rows %" PRId32 "..%" PRId32 ": as row %" PRId32 "\n",
				 first + 1, y - 1, first);
	}
}

static void fill_values(void *context, int32_t x, int32_t y, int32_t n, uint64_t *to)
{
	const struct ff_raster *raster = context;
	size_t first = (size_t)y * (size_t)raster->w * (size_t)raster->channels + (size_t)x;

	for (int32_t i = 0; i < n; i++) {
		double value = ff_raster_value(raster, first + (size_t)i);

		memcpy(&to[i], &value, sizeof value);
	}
}

/* The grids of a file: its numbers or pixels first, then the other columns of a table, or the other
 * cells that a picture carries. */
struct layers {
	struct ff_raster items[5]; /* [count]  of one size */
	size_t count;
	const uint8_t *classes; /* NULL: not known */
};

static void add_layer(struct layers *layers, enum ff_raster_type type, int channels,
		      const void *cells)
{
	struct ff_raster *first = layers->items;

	if (cells != NULL)
		first[layers->count++] = (struct ff_raster){.w = first->w,
							    .h = first->h,
							    .channels = channels,
							    .type = type,
							    .unit = 1,
							    .none = (double)NAN,
							    .cells = (void *)cells};
}

static struct layers layers_of(const struct ff_cells_file *read)
{
	const struct ff_cells_table *columns = &read->table;
	const struct ff_cells_shown *shown = &read->shown;
	bool cells = shown->numbers.cells != NULL;
	struct layers layers = {.items = {cells ? shown->numbers : read->raster},
				.count = 1,
				.classes = cells ? shown->classes : columns->classes};

	if (layers.items[0].cells == NULL) {
		layers = (struct layers){.items = {{.w = read->w, .h = read->h}}};
		add_layer(&layers, FF_RASTER_U8, 4, read->pixels);
	}
	add_layer(&layers, FF_RASTER_F64, 1, columns->costs);
	add_layer(&layers, FF_RASTER_U8, 1, layers.classes);
	add_layer(&layers, FF_RASTER_U8, 1, cells ? shown->directions : columns->directions);
	add_layer(&layers, FF_RASTER_F32, 2, columns->vectors);
	return layers;
}

/* Prints the digest of all grids in some rows, since six decimals do not show all changes, and the
 * range of the first one's values. */
static void put_range(struct ff_buffer *to, const struct layers *layers, int32_t y, int32_t rows)
{
	double least = (double)INFINITY, largest = -(double)INFINITY, sum = 0;
	char text[3][CELL] = {""};
	uint64_t digest = 0, values = 0;

	for (size_t k = 0; k < layers->count; k++) {
		struct ff_raster part = layers->items[k];
		size_t row = (size_t)part.w * (size_t)part.channels;

		part.cells = (uint8_t *)part.cells + (size_t)y * row * ff_raster_size(part.type);
		part.h = rows;
		digest = digest * UINT64_C(0x9e3779b97f4a7c15) +
			 ff_digest_numbers((int32_t)row, rows, fill_values, &part);
		for (size_t i = 0; i < row * (size_t)rows && k == 0; i++) {
			double value = ff_raster_value(&part, i);

			if (!isfinite(value))
				continue;
			values++;
			sum += value;
			least = value < least ? value : least;
			largest = value > largest ? value : largest;
		}
	}
	put_line(to, "digest: %016" PRIx64, digest);
	if (values > 0 && layers->items[0].channels < 4) {
		text[0][put_number(text[0], least)] = '\0';
		text[1][put_number(text[1], sum / (double)values)] = '\0';
		text[2][put_number(text[2], largest)] = '\0';
		put_line(to, ", values: %" PRIu64 ", least %s, mean %s, largest %s", values,
			 text[0], text[1], text[2]);
	}
	put_bytes(to, "\n", 1);
}

static void put_head(struct ff_buffer *to, const struct ff_cells_file *read,
		     const struct layers *layers)
{
	size_t cells = (size_t)layers->items[0].w * (size_t)layers->items[0].h;
	uint64_t count[FF_CLASSES] = {0};
	const char *before = "cells: ";
	const struct ff_georeference *place = &read->georeference;

	for (size_t i = 0; i < read->texts.count; i++) {
		put_text(to, read->texts.items[i].keyword);
		put_bytes(to, ": ", 2);
		put_text(to, read->texts.items[i].text);
		put_bytes(to, "\n", 1);
	}
	if (place->x != 0 || place->y != 0 || place->resolution != 1)
		put_line(to, "corner: %.17g,%.17g\ncell: %.17g\n", place->x, place->y,
			 place->resolution);
	for (size_t i = 0; i < cells && layers->classes != NULL; i++)
		count[layers->classes[i]]++;
	for (int k = 0; k < FF_CLASSES; k++)
		if (count[k] > 0) {
			put_line(to, "%s%" PRIu64 " %s", before, count[k], ff_classes_names[k]);
			before = ", ";
		}
	put_bytes(to, "\n", *before == ',');
}

/* Prints a long text with its line ends, without other control characters. */
static void put_long(struct ff_buffer *to, const char *text, size_t n)
{
	const char *end = text + n;

	while (text < end && to->st == FF_OK) {
		size_t size = ff_status_character(text, (size_t)(end - text));

		if (size > 0)
			put_bytes(to, text, size);
		else if (*text == '\n' || *text == '\t')
			put_bytes(to, text, 1);
		else if (*text != '\r' || end - text < 2 || text[1] != '\n')
			put_bytes(to, "?", 1);
		text += size == 0 ? 1 : size;
	}
}

static void put_cells(struct ff_buffer *to, struct ff_cells_file *read, const struct ff_input *in,
		      bool full)
{
	static const char *const types[FF_RASTER_TYPES] = {
		[FF_RASTER_U8] = "u1",  [FF_RASTER_U16] = "u2", [FF_RASTER_U32] = "u4",
		[FF_RASTER_U64] = "u8", [FF_RASTER_F32] = "f4", [FF_RASTER_F64] = "f8",
	};
	const struct ff_raster *raster = &read->raster;
	const struct held numbers = {raster->cells,
				     ff_raster_size(raster->type) * (size_t)raster->channels};
	struct layers layers;
	int32_t h, rows;

	put_line(to, "format: %s\nsize: %" PRId32 "x%" PRId32 "\n", read->format, read->w, read->h);
	/* Title and legend change with the version. */
	if (read->kind == FF_CELLS_PICTURE)
		ff_diff_crop(read);
	layers = layers_of(read);
	h = layers.items[0].h;
	rows = (h + BANDS - 1) / BANDS;
	put_head(to, read, &layers);
	if (read->kind == FF_CELLS_NUMBERS)
		put_line(to, "numbers: %d a cell, %s\n", raster->channels, types[raster->type]);
	put_range(to, &layers, 0, h);
	put_bytes(to, "\n", 1);
	if (!full && (int64_t)layers.items[0].w * h > SHOWN)
		for (int32_t y = 0; y < h && to->st == FF_OK; y += rows) {
			rows = h - y < rows ? h - y : rows;
			put_line(to, "rows %" PRId32 "..%" PRId32 ": ", y, y + rows - 1);
			put_range(to, &layers, y, rows);
		}
	else if (read->kind == FF_CELLS_TABLE)
		put_long(to, (const char *)in->data, in->size);
	else if (read->kind == FF_CELLS_PICTURE)
		put_rows(to, read, &(struct held){read->pixels, 4}, put_pixel, PIXELS);
	else
		put_rows(to, read, &numbers, put_numbers, NUMBERS);
}

/* Prints what holds no numbers or pixels: JSON without what differs from run to run, and any other
 * text as it is. */
static enum ff_status convert_text(struct ff_buffer *to, struct ff_input *in)
{
	enum ff_status st = FF_OK;
	char *json;

	if (!ff_diff_is_document(in)) {
		put_long(to, (const char *)in->data, in->size);
	} else if ((st = ff_diff_print_document(in, &json, to->err)) == FF_OK) {
		put_long(to, json, strlen(json));
		free(json);
	}
	return st;
}

static enum ff_status convert(struct ff_buffer *to, struct ff_input *in, bool full)
{
	const struct ff_format *format;
	struct ff_cells_size size;
	struct ff_cells_file read;
	enum ff_status st = ff_formats_find(in, FF_FORMATS_LAYER, &format, to->err);

	if (st == FF_OK && format == NULL)
		st = ff_input_rest(in, TEXT_MAX, to->err);
	if (st == FF_OK && format == NULL &&
	    (in->size == 0 || memchr(in->data, '\0', in->size) == NULL))
		return convert_text(to, in);
	/* Bytes of no format are refused with the reason. */
	if (st == FF_OK)
		st = ff_formats_size(in, FF_FORMATS_LAYER, FF_IMAGE_PIXELS, &format, &size,
				     to->err);
	if (st == FF_OK)
		st = ff_formats_read(in, format, &size, &read, to->err);
	if (st != FF_OK)
		return st;
	put_cells(to, &read, in, full);
	ff_cells_free(&read);
	return FF_OK;
}

static enum ff_status convert_file(const char *path, bool full, struct ff_error *err)
{
	struct ff_sandbox sandbox = {0};
	struct ff_input in = {.fd = STDIN_FILENO};
	struct ff_buffer *to = NULL;
	struct ff_output out;
	enum ff_status st;

	if ((st = ff_sandbox_add(&sandbox, FF_SANDBOX_READ, path, err)) == FF_OK)
		st = ff_sandbox_enter(&sandbox, err);
	ff_sandbox_free(&sandbox);
	if (st != FF_OK)
		return st;
	if ((to = calloc(1, sizeof *to)) == NULL)
		return ff_status_nomem(err, "the text");
	to->out = &out;
	to->err = err;
	if ((st = ff_input_open(&in, path, err)) == FF_OK &&
	    (st = ff_output_open(&out, "-", err)) == FF_OK &&
	    (st = convert(to, &in, full)) == FF_OK && (st = ff_buffer_flush(to)) == FF_OK)
		st = ff_output_close(&out, err);
	ff_input_close(&in);
	free(to);
	return st;
}

static enum ff_status run_textconv(int argc, char *const *argv, struct ff_error *err)
{
	struct given given = {0};
	char *record;
	enum ff_status st = ff_argv_parse(&table, argc, argv, &given, &record, NULL, err);

	if (st != FF_OK)
		return st;
	free(record);
	if (given.file.help) {
		ff_argv_help(&table, given.file.help, stdout);
		return FF_OK;
	}
	if (given.file.word == NULL)
		return ff_status_fail(err, FF_E_USAGE, "no file: flowfield textconv FILE");
	return convert_file(given.file.word, given.full, err);
}

const struct ff_verb ff_textconv_verb = {
	.name = "textconv",
	.text = "print a file as text, for git diff",
	.table = &table,
	.run = run_textconv,
};
