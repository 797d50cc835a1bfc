/*
 * flowfield textconv: prints a file as text that git can compare line by line. A map's row is
 * too long for a line: a line is a piece of a row, which begins with its coordinates. Pieces
 * begin at the same columns in each row, so that a changed cell changes one line. Equal rows, as
 * in pictures of large cells, are printed once.
 */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sandbox.h"
#include "cli/verb.h"
#include "cli/verbs/diff.h"
#include "cli/verbs/document.h"
#include "core/base/number.h"
#include "core/base/status.h"
#include "core/map/image.h"
#include "io/digest.h"
#include "io/formats.h"
#include "io/input.h"
#include "io/movingai.h"
#include "io/output.h"

enum {
	TEXT_MAX = 1 << 28, /* bytes of an SVG, a JSON file or a map of text */
	BUFFER = 64 * 1024,
	CELL = 96, /* more than the longest piece of output, except texts */
	NUMBERS = 16,
	PIXELS = 64, /* per line */
};

static const struct ff_argv_table table = {
	"flowfield textconv",
	"usage: flowfield textconv FILE\n"
	"\n"
	"Prints a file of cells (NPY, PNG, PGM, PFM, ASC, CSV), a report (JSON), a\n"
	"picture (SVG) or a map of text as text that can be compared line by line, for\n"
	"git diff:\n"
	"\n"
	"  echo '*.npy diff=flowfield' >>.gitattributes\n"
	"  git config diff.flowfield.textconv 'flowfield textconv'\n",
	ff_argv_help_alone,
	FF_ARGV_HELP_ALONE,
	ff_argv_set_word,
	NULL,
	NULL,
	NULL};

/* Buffered output. */
struct writer {
	struct ff_output out;
	char buffer[BUFFER], *to;
	struct ff_error *err;
	enum ff_status status; /* the first failure: then nothing more is written */
};

static void flush_buffer(struct writer *writer)
{
	if (writer->status == FF_OK)
		writer->status =
			ff_output_write(&writer->out, writer->buffer,
					(size_t)(writer->to - writer->buffer), writer->err);
	writer->to = writer->buffer;
}

static void put_bytes(struct writer *writer, const char *text, size_t n)
{
	while (n > 0) {
		size_t room = (size_t)(writer->buffer + BUFFER - writer->to);
		size_t piece = n < room ? n : room;

		memcpy(writer->to, text, piece);
		writer->to += piece;
		text += piece;
		n -= piece;
		if (piece == room)
			flush_buffer(writer);
	}
}

__attribute__((format(printf, 2, 3))) static void put_line(struct writer *writer,
							   const char *format, ...)
{
	char line[256];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(line, sizeof line, format, args);
	va_end(args);
	put_bytes(writer, line, (size_t)n);
}

/* Prints a text of the file on one line. */
static void put_text(struct writer *writer, char *text)
{
	ff_status_clean(text);
	put_bytes(writer, text, strlen(text));
}

/* Prints one cell's numbers, or a pixel, at 'to'; returns the length. */
typedef size_t cell_text(char *to, const struct ff_cells_file *read, size_t cell);

static size_t put_numbers(char *to, const struct ff_cells_file *read, size_t cell)
{
	const struct ff_raster *raster = &read->raster;
	size_t n = 0;

	for (int c = 0; c < raster->channels; c++) {
		double value = ff_raster_value(raster, cell * (size_t)raster->channels + (size_t)c);

		if (c > 0)
			to[n++] = ',';
		if (isinf(value))
			to[n++] = '-';
		else if (fabs(value) < 0x1p53)
			n += ff_number_fixed(to + n, value);
		else
			n += (size_t)sprintf(to + n, "%.0f", value);
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
static void put_piece(struct writer *writer, const struct ff_cells_file *read,
		      const struct held *held, cell_text *text_of_cell, int32_t x, int32_t end,
		      int32_t y)
{
	size_t row = (size_t)y * (size_t)read->w;
	char cell[CELL];

	put_line(writer, "%" PRId32 ",%" PRId32 ":", x, y);
	while (x < end) {
		int32_t from = x++;

		while (x < end && are_equal(held, row + (size_t)from, row + (size_t)x, 1))
			x++;
		cell[0] = ' ';
		put_bytes(writer, cell, 1 + text_of_cell(cell + 1, read, row + (size_t)from));
		if (x - from > 1)
			put_line(writer, "*%" PRId32, x - from);
	}
	put_bytes(writer, "\n", 1);
}

static void put_rows(struct writer *writer, const struct ff_cells_file *read,
		     const struct held *held, cell_text *text_of_cell, int32_t side)
{
	size_t w = (size_t)read->w;
	int32_t y = 0;

	while (y < read->h && writer->status == FF_OK) {
		int32_t first = y++;

		for (int32_t x = 0; x < read->w; x += side)
			put_piece(writer, read, held, text_of_cell, x,
				  read->w - x < side ? read->w : x + side, first);
		while (y < read->h && are_equal(held, (size_t)first * w, (size_t)y * w, w))
			y++;
		if (y - first > 1)
			put_line(writer, "rows %" PRId32 "..%" PRId32 ": as row %" PRId32 "\n",
				 first + 1, y - 1, first);
	}
}

static double value_of(const void *context, size_t n)
{
	return ff_raster_value(context, n);
}

/* Prints the digest of the exact values: six decimals do not show all changes. */
static void put_digest(struct writer *writer, const struct ff_cells_file *read)
{
	put_line(writer, "digest: %016" PRIx64 "\n",
		 ff_digest_values(read->w * read->raster.channels, read->h, value_of,
				  &read->raster));
}

static void put_head(struct writer *writer, const struct ff_cells_file *read)
{
	const struct ff_georeference *place = &read->georeference;

	put_line(writer, "format: %s\nsize: %" PRId32 "x%" PRId32 "\n", read->format, read->w,
		 read->h);
	for (size_t i = 0; i < read->texts.count; i++) {
		put_text(writer, read->texts.items[i].keyword);
		put_bytes(writer, ": ", 2);
		put_text(writer, read->texts.items[i].text);
		put_bytes(writer, "\n", 1);
	}
	if (place->x != 0 || place->y != 0 || place->resolution != 1)
		put_line(writer, "corner: %.17g,%.17g\ncell: %.17g\n", place->x, place->y,
			 place->resolution);
}

static enum ff_status put_cells(struct writer *writer, struct ff_cells_file *read)
{
	static const char *const types[FF_RASTER_TYPES] = {
		[FF_RASTER_U8] = "u1",  [FF_RASTER_U16] = "u2", [FF_RASTER_U32] = "u4",
		[FF_RASTER_U64] = "u8", [FF_RASTER_F32] = "f4", [FF_RASTER_F64] = "f8",
	};
	static const size_t sizes[FF_RASTER_TYPES] = {1, 2, 4, 8, 4, 8};
	struct held held = {read->pixels, 4};

	put_head(writer, read);
	if (read->kind == FF_CELLS_PICTURE) {
		/* Title and legend change with the version. */
		ff_diff_crop(read);
		put_bytes(writer, "\n", 1);
		put_rows(writer, read, &held, put_pixel, PIXELS);
		return writer->status;
	}
	put_line(writer, "numbers: %d a cell, %s\n", read->raster.channels,
		 types[read->raster.type]);
	put_digest(writer, read);
	put_bytes(writer, "\n", 1);
	held = (struct held){read->raster.cells,
			     sizes[read->raster.type] * (size_t)read->raster.channels};
	put_rows(writer, read, &held, put_numbers, NUMBERS);
	return writer->status;
}

/* The kind of a text file. */
enum text { TEXT_NONE, TEXT_SVG, TEXT_JSON, TEXT_MAP };

static enum text text_of(const struct ff_input *in)
{
	static const char *const starts[] = {"<svg", "<?xml"};
	size_t at = 0;

	while (at < in->size && strchr(" \t\r\n", in->data[at]) != NULL && in->data[at] != 0)
		at++;
	if (at < in->size && in->data[at] == '{')
		return TEXT_JSON;
	for (int i = 0; i < 2; i++)
		if (in->size - at >= strlen(starts[i]) &&
		    memcmp(in->data + at, starts[i], strlen(starts[i])) == 0)
			return TEXT_SVG;
	return ff_movingai_matches(in) || ff_movingai_rows_matches(in) ? TEXT_MAP : TEXT_NONE;
}

/* Prints a long text with its line ends, without other control characters. */
static void put_long(struct writer *writer, const char *text, size_t n)
{
	const char *end = text + n;

	while (text < end && writer->status == FF_OK) {
		size_t size = ff_status_character(text, (size_t)(end - text));

		if (size > 0)
			put_bytes(writer, text, size);
		else if (*text == '\n' || *text == '\t')
			put_bytes(writer, text, 1);
		else if (*text != '\r' || end - text < 2 || text[1] != '\n')
			put_bytes(writer, "?", 1);
		text += size == 0 ? 1 : size;
	}
}

static enum ff_status convert_text(struct writer *writer, struct ff_input *in, enum text text)
{
	enum ff_status st = ff_input_rest(in, TEXT_MAX, writer->err);
	char *json;

	if (st != FF_OK)
		return st;
	if (text != TEXT_JSON) {
		put_long(writer, (const char *)in->data, in->size);
		return writer->status;
	}
	if ((st = ff_document_print(in, &json, writer->err)) != FF_OK)
		return st;
	put_long(writer, json, strlen(json));
	free(json);
	return writer->status;
}

static enum ff_status convert(struct writer *writer, struct ff_input *in)
{
	const struct ff_format *format;
	struct ff_cells_size size;
	struct ff_cells_file read;
	enum ff_status st = ff_input_fill(in, FF_CELLS_HEAD, writer->err);
	enum text text;

	if (st != FF_OK)
		return st;
	if ((text = text_of(in)) != TEXT_NONE)
		return convert_text(writer, in, text);
	st = ff_formats_size(in, FF_FORMATS_LAYER, FF_IMAGE_PIXELS, &format, &size, writer->err);
	if (st == FF_OK)
		st = ff_formats_read(in, format, &size, &read, writer->err);
	if (st != FF_OK)
		return st;
	/* A table is text already, with more columns than the numbers. */
	if (read.kind == FF_CELLS_TABLE)
		put_long(writer, (const char *)in->data, in->size);
	else
		st = put_cells(writer, &read);
	ff_cells_free(&read);
	return st != FF_OK ? st : writer->status;
}

static enum ff_status convert_file(const char *path, struct ff_error *err)
{
	struct ff_sandbox sandbox = ff_sandbox_begin();
	struct writer *writer = malloc(sizeof *writer);
	struct ff_input in = {.fd = 0};
	enum ff_status st;
	sigset_t before;

	if (strcmp(path, "-") != 0)
		ff_sandbox_read(&sandbox, path);
	if ((st = ff_sandbox_enter(&sandbox, err)) != FF_OK) {
		free(writer);
		return st;
	}
	if (writer == NULL)
		return ff_status_nomem(err, "the text");
	writer->to = writer->buffer;
	writer->err = err;
	writer->status = FF_OK;
	if ((st = ff_input_open(&in, path, err)) != FF_OK) {
		free(writer);
		return st;
	}
	ff_output_hold(&before);
	if ((st = ff_output_open(&writer->out, "-", err)) == FF_OK) {
		if ((st = convert(writer, &in)) == FF_OK) {
			flush_buffer(writer);
			st = writer->status;
		}
		if (st == FF_OK)
			st = ff_output_close(&writer->out, err);
		ff_output_discard(&writer->out);
	}
	ff_output_release(&before);
	ff_input_close(&in);
	free(writer);
	return st;
}

static enum ff_status run_textconv(int argc, char *const *argv, struct ff_error *err)
{
	struct ff_argv_word given = {0};
	char *record;
	enum ff_status st = ff_argv_parse(&table, argc, argv, &given, &record, NULL, err);

	if (st != FF_OK)
		return st;
	free(record);
	if (given.help) {
		ff_argv_help(&table, given.help, stdout);
		return FF_OK;
	}
	if (given.word == NULL)
		return ff_status_fail(err, FF_E_USAGE, "no file: flowfield textconv FILE");
	return convert_file(given.word, err);
}

const struct ff_verb ff_textconv_verb = {
	.name = "textconv",
	.text = "print a file as text, for git diff",
	.table = &table,
	.run = run_textconv,
};
