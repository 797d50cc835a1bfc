/*
 * Numbers as a game takes them: bytes alone, little-endian, row by row, and the same as an array of
 * C.  Both are only written.
 */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/number.h"
#include "io/bytes.h"
#include "io/cells.h"

enum { CHUNK = 1024 }; /* numbers, of at most ROOM bytes each as text */

/* Returns the type that both have: FF_RASTER_F32 for amounts and for all that is not whole, in
 * values, so that nobody needs a unit; else the raster's own.  A cell without a value is the
 * largest number of an integer type, or infinity. */
static enum ff_raster_type type_of(const struct ff_cells_data *data)
{
	const struct ff_raster *raster = &data->raster;

	return data->measures || !ff_raster_whole(raster) || raster->unit != 1 || raster->zero != 0
		       ? FF_RASTER_F32
		       : raster->type;
}

/* Returns an integer of a raster whose numbers are its values. */
static uint64_t whole_number(double value)
{
	return value == (double)INFINITY ? UINT64_MAX : (uint64_t)value;
}

enum ff_status ff_raw_write(struct ff_output *out, const struct ff_cells_data *data,
			    struct ff_error *err)
{
	const struct ff_raster *raster = &data->raster;
	const enum ff_raster_type type = type_of(data);
	size_t all = ff_raster_numbers(raster), size = ff_raster_size(type);
	struct ff_buffer buffer = {.out = out, .err = err};
	double values[CHUNK];

	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;
		uint8_t *to = (uint8_t *)ff_buffer_room(&buffer, CHUNK * sizeof(double));

		if (to == NULL)
			break;
		ff_raster_values(raster, first, n, values);
		for (size_t i = 0; i < n; i++)
			to = type == FF_RASTER_F32
				     ? ff_bytes_put_float(to, (float)values[i])
				     : ff_bytes_put_least(to, whole_number(values[i]), size);
		buffer.used += n * size;
	}
	return ff_buffer_flush(&buffer);
}

/*
 * The header of C, with the size as constants and data->texts and data->codes in a comment.  Names
 * and comments are made of file names and options, which may hold anything: letters, digits and '_'
 * of ASCII make a name, and nothing ends a comment early.
 */

enum {
	NAME = 256,  /* bytes of an identifier, its NUL included */
	ROOM = 24,   /* bytes of a number as text, with what parts it from the next */
	TEXT = 1000, /* bytes of a line of comment */
};

_Static_assert((int)CHUNK *(int)ROOM <= (int)FF_BUFFER_SIZE, "a chunk fits");

static const struct {
	const char *name, *none;
} c_types[FF_RASTER_TYPES] = {
	[FF_RASTER_U8] = {"uint8_t", "UINT8_MAX"},    [FF_RASTER_U16] = {"uint16_t", "UINT16_MAX"},
	[FF_RASTER_U32] = {"uint32_t", "UINT32_MAX"}, [FF_RASTER_U64] = {"uint64_t", "UINT64_MAX"},
	[FF_RASTER_F32] = {"float", "INFINITY"},      [FF_RASTER_F64] = {"double", "INFINITY"},
};

/* Appends n bytes to an identifier, with '_' for what cannot stand there. */
static void append_name(char name[NAME], const char *text, size_t n)
{
	size_t at = strlen(name);

	for (size_t i = 0; i < n && at < NAME - 1; i++)
		name[at++] = (char)(isalnum((unsigned char)text[i]) ? text[i] : '_');
	name[at] = '\0';
}

/*
 * Makes the array's name: that of the file, and that of the layer behind it unless it is there.  So
 * it is no word of C, and no function's name.
 */
static void make_name(const char *path, const char *layer, char name[NAME])
{
	enum { STEM = 200 };
	const char *slash = strrchr(path, '/'), *file = slash == NULL ? path : slash + 1;
	const char *dot = strrchr(file, '.');
	size_t n = dot == NULL ? strlen(file) : (size_t)(dot - file);
	char last[NAME] = "";

	*name = '\0';
	append_name(last, layer, strlen(layer));
	if (!isalpha((unsigned char)*file))
		append_name(name, "map_", 4);
	append_name(name, file, n < STEM ? n : STEM);
	if (strcmp(name, "map__") == 0) /* standard output */
		*name = '\0';
	n = strlen(name);
	if (n >= strlen(last) && strcmp(name + n - strlen(last), last) == 0)
		return;
	append_name(name, "_", n > 0);
	append_name(name, last, strlen(last));
}

static void put_text(struct ff_buffer *buffer, const char *text)
{
	char *room = ff_buffer_room(buffer, strlen(text));

	if (room != NULL)
		buffer->used += (size_t)(ff_buffer_text(room, text) - room);
}

/* Puts a line of comment: no control characters, nothing but ASCII, and no end of the comment. */
static void put_comment(struct ff_buffer *buffer, const char *keyword, const char *text)
{
	char *room = ff_buffer_room(buffer, 2 * TEXT + 100), *to = room;
	char before = ' ';

	if (room == NULL)
		return;
	to = ff_buffer_text(to, " * ");
	to = ff_buffer_text(to, keyword);
	for (size_t i = 0; i < TEXT && text[i] != '\0'; i++) {
		char next = '?';

		if (text[i] >= ' ' && text[i] <= '~')
			next = text[i];
		if ((before == '*' && next == '/') || (before == '/' && next == '*') ||
		    (before == '?' && next == '?'))
			*to++ = ' ';
		*to++ = before = next;
	}
	*to++ = '\n';
	buffer->used += (size_t)(to - room);
}

static void put_head(struct ff_buffer *buffer, const struct ff_cells_data *data, const char *name,
		     enum ff_raster_type type)
{
	const struct ff_raster *raster = &data->raster;
	enum { HEAD = 8 * NAME };
	char *room;

	put_text(buffer, "/*\n");
	for (size_t i = 0; i < data->text_count; i++) {
		char keyword[100];

		snprintf(keyword, sizeof keyword, "%.80s: ", data->texts[i].keyword);
		put_comment(buffer, keyword, data->texts[i].text);
	}
	put_text(buffer, " *\n");
	put_comment(buffer, "", "Rows from the top, cells from the left: [y][x].");
	if (data->codes != NULL)
		put_comment(buffer, "", data->codes);
	if (!isnan(raster->none))
		put_comment(buffer, "No value: ", c_types[type].none);
	if ((room = ff_buffer_room(buffer, HEAD)) == NULL)
		return;
	buffer->used +=
		(size_t)snprintf(room, HEAD,
				 " */\n#ifndef %s_h\n#define %s_h\n\n#include <%s.h>\n\n"
				 "enum { %s_width = %" PRId32 ", %s_height = %" PRId32 " };\n\n"
				 "static const %s %s[%s_height][%s_width]%s = {\n",
				 name, name, type == FF_RASTER_F32 ? "math" : "stdint", name,
				 raster->w, name, raster->h, c_types[type].name, name, name, name,
				 raster->channels == 2 ? "[2]" : "");
}

/* Prints a float so that it reads back as the same one. */
static char *put_float(char *to, float value)
{
	char *end;

	if (isinf(value))
		return ff_buffer_text(to, value > 0 ? "INFINITY" : "-INFINITY");
	end = to + sprintf(to, "%.9g", (double)value);
	*end = '\0';
	if (strpbrk(to, ".e") == NULL)
		end = ff_buffer_text(end, ".0");
	*end++ = 'F';
	return end;
}

/* Puts the numbers of a row; those of a pair in braces. */
static void put_row(struct ff_buffer *buffer, const struct ff_raster *raster,
		    enum ff_raster_type type, int32_t y)
{
	size_t channels = (size_t)raster->channels, row = (size_t)raster->w * channels;
	double values[CHUNK];
	char *room;

	for (size_t first = 0; first < row; first += CHUNK) {
		size_t n = row - first < CHUNK ? row - first : CHUNK;
		char *to;

		if ((room = ff_buffer_room(buffer, (size_t)CHUNK * ROOM)) == NULL)
			return;
		to = room;
		ff_raster_values(raster, (size_t)y * row + first, n, values);
		for (size_t i = 0; i < n; i++) {
			if (first + i == 0)
				to = ff_buffer_text(to, "\t{");
			if (channels == 2 && i % 2 == 0)
				*to++ = '{';
			if (type == FF_RASTER_F32)
				to = put_float(to, (float)values[i]);
			else if (values[i] == (double)INFINITY)
				to = ff_buffer_text(to, c_types[type].none);
			else
				to += ff_number_print(to, whole_number(values[i]));
			if (channels == 2 && i % 2 == 1)
				*to++ = '}';
			to = ff_buffer_text(to, first + i + 1 < row ? "," : "},\n");
		}
		buffer->used += (size_t)(to - room);
	}
}

enum ff_status ff_raw_write_c(struct ff_output *out, const struct ff_cells_data *data,
			      struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};
	const enum ff_raster_type type = type_of(data);
	char name[NAME];

	make_name(data->name, ff_cells_layer(data), name);
	put_head(&buffer, data, name, type);
	for (int32_t y = 0; y < data->raster.h && buffer.st == FF_OK; y++)
		put_row(&buffer, &data->raster, type, y);
	put_text(&buffer, "};\n\n#endif\n");
	return ff_buffer_flush(&buffer);
}
