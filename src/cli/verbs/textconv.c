/*
 * flowfield textconv: prints a file as text that git can compare line by line. A map's row is
 * too long for a line: a line is a piece of a row, which begins with its coordinates. Pieces
 * begin at the same columns in each row, so that a changed cell changes one line. Equal rows, as
 * in pictures of large cells, are printed once.  A moved goal changes all cells: of larger maps
 * there are few lines, each about some rows.
 */
#include <inttypes.h>
#include <math.h>
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

enum {
	TEXT_MAX = 1 << 28, /* bytes of a text, at most */
	NUMBER = 48,        /* bytes of a number, at most */
	RGBA = 4,           /* channels of a pixel */
	NUMBERS = 16,       /* per line */
	PIXELS = 64,        /* per line */
	SHOWN = 4096,       /* cells of a map whose cells are printed, at most */
	BANDS = 32,         /* lines for a larger one, at most */
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

/* Prints a text of the file on one line. */
static void put_text(char *text)
{
	ff_status_clean(text);
	fputs(text, stdout);
}

static void put_number(const char *before, double value)
{
	char text[NUMBER] = "-";

	if (fabs(value) < 0x1p53)
		text[ff_number_fixed(text, value)] = '\0';
	else if (!isinf(value))
		snprintf(text, sizeof text, "%.0f", value);
	printf("%s%s", before, text);
}

/* Prints one cell's numbers, or a pixel. */
static void put_cell(const struct ff_raster *raster, size_t cell)
{
	size_t channels = (size_t)raster->channels;
	const uint8_t *rgba = (const uint8_t *)raster->cells + channels * cell;

	if (channels == RGBA) {
		printf(" #%02x%02x%02x", rgba[0], rgba[1], rgba[2]);
		if (rgba[3] < 255)
			printf("%02x", rgba[3]);
		return;
	}
	for (size_t c = 0; c < channels; c++)
		put_number(c == 0 ? " " : ",", ff_raster_value(raster, cell * channels + c));
}

static bool are_equal(const struct ff_raster *raster, size_t a, size_t b, size_t count)
{
	size_t size = ff_raster_size(raster->type) * (size_t)raster->channels;
	const uint8_t *cells = raster->cells;

	return memcmp(cells + a * size, cells + b * size, count * size) == 0;
}

/* Prints "16,3: 7 8 9*14": cells x..end-1 of a row, a run of equal ones as one. */
static void put_piece(const struct ff_raster *raster, int32_t x, int32_t end, int32_t y)
{
	size_t row = (size_t)y * (size_t)raster->w;

	printf("%" PRId32 ",%" PRId32 ":", x, y);
	while (x < end) {
		int32_t from = x++;

		while (x < end && are_equal(raster, row + (size_t)from, row + (size_t)x, 1))
			x++;
		put_cell(raster, row + (size_t)from);
		if (x - from > 1)
			printf("*%" PRId32, x - from);
	}
	putchar('\n');
}

static void put_rows(const struct ff_raster *raster)
{
	int32_t side = raster->channels == RGBA ? PIXELS : NUMBERS, y = 0;
	size_t w = (size_t)raster->w;

	while (y < raster->h && !ferror(stdout)) {
		int32_t first = y++;

		for (int32_t x = 0; x < raster->w; x += side)
			put_piece(raster, x, raster->w - x < side ? raster->w : x + side, first);
		while (y < raster->h && are_equal(raster, (size_t)first * w, (size_t)y * w, w))
			y++;
		if (y - first > 1)
			printf("rows %" PRId32 "..%" PRId32 ": as row %" PRId32 "\n", first + 1,
			       y - 1, first);
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

static void add_layer(struct layers *layers, enum ff_raster_type type, int channels, void *cells)
{
	const struct ff_raster *first = layers->items;

	if (cells != NULL)
		layers->items[layers->count++] =
			ff_raster_of_values(first->w, first->h, channels, type, (double)NAN, cells);
}

static struct layers layers_of(const struct ff_cells_file *read, const struct ff_raster *printed)
{
	const struct ff_cells_table *columns = &read->table;
	const struct ff_cells_shown *shown = &read->shown;
	bool cells = shown->numbers.cells != NULL;
	struct layers layers = {.items = {cells ? shown->numbers : *printed},
				.count = 1,
				.classes = cells ? shown->classes : columns->classes};

	add_layer(&layers, FF_RASTER_F64, 1, columns->costs);
	add_layer(&layers, FF_RASTER_U8, 1, (void *)layers.classes);
	add_layer(&layers, FF_RASTER_U8, 1,
		  cells ? (void *)shown->directions : columns->directions);
	add_layer(&layers, FF_RASTER_F32, 2, columns->vectors);
	return layers;
}

/* Prints the digest of all grids in some rows, since six decimals do not show all changes, and the
 * range of the first one's values. */
static void put_range(const struct layers *layers, int32_t y, int32_t rows)
{
	double least = (double)INFINITY, largest = -(double)INFINITY, sum = 0;
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
	printf("digest: %016" PRIx64, digest);
	if (values > 0 && layers->items[0].channels != RGBA) {
		printf(", values: %" PRIu64, values);
		put_number(", least ", least);
		put_number(", mean ", sum / (double)values);
		put_number(", largest ", largest);
	}
	putchar('\n');
}

static void put_head(const struct ff_cells_file *read, const struct layers *layers)
{
	size_t cells = (size_t)layers->items[0].w * (size_t)layers->items[0].h;
	uint64_t count[FF_CLASSES] = {0};
	const char *before = "cells: ";
	const struct ff_georeference *place = &read->georeference;

	for (size_t i = 0; i < read->texts.count; i++) {
		put_text(read->texts.items[i].keyword);
		fputs(": ", stdout);
		put_text(read->texts.items[i].text);
		putchar('\n');
	}
	if (place->x != 0 || place->y != 0 || place->resolution != 1)
		printf("corner: %.17g,%.17g\ncell: %.17g\n", place->x, place->y, place->resolution);
	for (size_t i = 0; i < cells && layers->classes != NULL; i++)
		count[layers->classes[i]]++;
	for (int k = 0; k < FF_CLASSES; k++)
		if (count[k] > 0) {
			printf("%s%" PRIu64 " %s", before, count[k], ff_classes_names[k]);
			before = ", ";
		}
	fputs(*before == ',' ? "\n" : "", stdout);
}

/* Prints a long text with its line ends, without other control characters. */
static void put_long(const char *text, size_t n)
{
	const char *end = text + n;

	while (text < end && !ferror(stdout)) {
		size_t size = ff_status_character(text, (size_t)(end - text));

		if (size > 0)
			fwrite(text, 1, size, stdout);
		else if (*text == '\n' || *text == '\t')
			putchar(*text);
		else if (*text != '\r' || end - text < 2 || text[1] != '\n')
			putchar('?');
		text += size == 0 ? 1 : size;
	}
}

static void put_cells(struct ff_cells_file *read, const struct ff_input *in, bool full)
{
	static const char *const types[FF_RASTER_TYPES] = {
		[FF_RASTER_U8] = "u1",  [FF_RASTER_U16] = "u2", [FF_RASTER_U32] = "u4",
		[FF_RASTER_U64] = "u8", [FF_RASTER_F32] = "f4", [FF_RASTER_F64] = "f8",
	};
	struct ff_raster raster = read->raster;
	struct layers layers;
	int32_t h, rows;

	printf("format: %s\nsize: %" PRId32 "x%" PRId32 "\n", read->format, read->w, read->h);
	if (read->kind == FF_CELLS_PICTURE) {
		/* Title and legend change with the version. */
		ff_diff_crop(read);
		raster = ff_raster_of_values(read->w, read->h, RGBA, FF_RASTER_U8, (double)NAN,
					     read->pixels);
	}
	layers = layers_of(read, &raster);
	h = layers.items[0].h;
	rows = (h + BANDS - 1) / BANDS;
	put_head(read, &layers);
	if (read->kind == FF_CELLS_NUMBERS)
		printf("numbers: %d a cell, %s\n", raster.channels, types[raster.type]);
	put_range(&layers, 0, h);
	putchar('\n');
	if (!full && (int64_t)layers.items[0].w * h > SHOWN)
		for (int32_t y = 0; y < h && !ferror(stdout); y += rows) {
			rows = h - y < rows ? h - y : rows;
			printf("rows %" PRId32 "..%" PRId32 ": ", y, y + rows - 1);
			put_range(&layers, y, rows);
		}
	else if (read->kind == FF_CELLS_TABLE)
		put_long((const char *)in->data, in->size);
	else
		put_rows(&raster);
}

static enum ff_status convert(struct ff_input *in, bool full, struct ff_error *err)
{
	const struct ff_format *format;
	struct ff_cells_size size;
	struct ff_cells_file read;
	enum ff_status st = ff_formats_find(in, FF_FORMATS_LAYER, &format, err);
	char *json;
	bool text;

	if (st == FF_OK && format == NULL)
		st = ff_input_rest(in, TEXT_MAX, err);
	text = st == FF_OK && format == NULL &&
	       (in->size == 0 || memchr(in->data, '\0', in->size) == NULL);
	if (text && !ff_diff_is_document(in)) {
		put_long((const char *)in->data, in->size);
		return FF_OK;
	}
	/* JSON without what differs from run to run. */
	if (text) {
		if ((st = ff_diff_print_document(in, &json, err)) != FF_OK)
			return st;
		put_long(json, strlen(json));
		free(json);
		return FF_OK;
	}
	/* Bytes of no format are refused with the reason. */
	if (st == FF_OK)
		st = ff_formats_size(in, FF_FORMATS_LAYER, FF_IMAGE_PIXELS, &format, &size, err);
	if (st == FF_OK)
		st = ff_formats_read(in, format, &size, &read, err);
	if (st != FF_OK)
		return st;
	put_cells(&read, in, full);
	ff_cells_free(&read);
	return FF_OK;
}

static enum ff_status convert_file(const char *path, bool full, struct ff_error *err)
{
	struct ff_sandbox sandbox = {0};
	struct ff_input in = {.fd = STDIN_FILENO};
	enum ff_status st;

	if ((st = ff_sandbox_add(&sandbox, FF_SANDBOX_READ, path, err)) == FF_OK)
		st = ff_sandbox_enter(&sandbox, err);
	ff_sandbox_free(&sandbox);
	if (st != FF_OK)
		return st;
	if ((st = ff_input_open(&in, path, err)) == FF_OK)
		st = convert(&in, full, err);
	ff_input_close(&in);
	return st;
}

static enum ff_status run_textconv(int argc, char *const *argv, struct ff_error *err)
{
	struct given given = {0};
	enum ff_status st = ff_argv_parse(&table, argc, argv, &given, NULL, NULL, err);

	if (st != FF_OK)
		return st;
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
