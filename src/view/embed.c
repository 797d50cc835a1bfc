/*
 * Texts cannot become markup in a page: JSON writes '<' as a number.  The map travels as a PNG file
 * of its costs, and the page computes the rest.
 */
#include "view/embed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/image.h"
#include "draw/palette.h"
#include "io/cells.h"
#include "io/png.h"

/* The template; "": there is none. */
extern const char ff_view_page[];

bool ff_embed_is_there(void)
{
	return ff_view_page[0] != '\0';
}

/* Returns bytes as text of base64 (RFC 4648). */
static json_t *base64(const uint8_t *bytes, size_t size)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const size_t length = (size + 2) / 3 * 4;
	char *text = malloc(length + 1);
	json_t *string;

	if (text == NULL)
		return NULL;
	for (size_t i = 0, n = 0; i < size; i += 3) {
		uint32_t three = (uint32_t)bytes[i] << 16;

		three |= i + 1 < size ? (uint32_t)bytes[i + 1] << 8 : 0;
		three |= i + 2 < size ? bytes[i + 2] : 0;
		for (int shift = 18; shift >= 0; shift -= 6)
			text[n++] = digits[three >> shift & 63];
	}
	memset(text + length - (3 - size % 3) % 3, '=', (3 - size % 3) % 3);
	string = json_stringn(text, length);
	free(text);
	return string;
}

/* Returns a file, which it frees, if it was made. */
static json_t *take_file(enum ff_status st, uint8_t *const *file, const size_t *size)
{
	json_t *text;

	if (st != FF_OK)
		return NULL;
	text = base64(*file, *size);
	free(*file);
	return text;
}

json_t *ff_embed_costs(const struct ff_raster *costs, double scale)
{
	struct ff_cells_data what = {.name = "map", .raster = *costs, .scale = scale};
	struct ff_error err;
	uint8_t *file;
	size_t size;

	if (costs->type == FF_RASTER_U8)
		what.raster.none = (double)NAN; /* walls are 255 */
	return take_file(ff_png_write8(&what, &file, &size, &err), &file, &size);
}

json_t *ff_embed_numbers(const struct ff_raster *numbers)
{
	const int32_t w = numbers->w, h = numbers->h;
	const int channels = numbers->channels;
	double *copy = ff_memory_cells(w, h, (size_t)channels * sizeof *copy);
	struct ff_cells_data what = {
		.name = "numbers",
		.raster = ff_raster_of_values(w, h, channels, FF_RASTER_F64, (double)NAN, copy)};
	json_t *text = NULL;
	struct ff_error err;
	uint8_t *file;
	size_t size;

	for (size_t i = 0; copy != NULL && i < ff_raster_numbers(numbers); i++)
		copy[i] = ff_raster_value(numbers, i);
	if (copy != NULL)
		text = take_file(ff_npy_zip_write(&what, &file, &size, &err), &file, &size);
	free(copy);
	return text;
}

json_t *ff_embed_picture(int32_t w, int32_t h, const uint8_t *pixels)
{
	struct ff_bitmap bitmap = {
		.w = w, .h = h, .pixels = ff_memory_cells(w, h, sizeof *bitmap.pixels)};
	json_t *text = NULL;
	struct ff_error err;
	uint8_t *file;
	size_t size;

	for (size_t i = 0; bitmap.pixels != NULL && i < (size_t)w * (size_t)h; i++, pixels += 4)
		bitmap.pixels[i] = ff_palette_mix(
			ff_palette_white, (struct ff_colour){pixels[0], pixels[1], pixels[2]},
			pixels[3], 255);
	if (bitmap.pixels != NULL)
		text = take_file(
			ff_png_write(&bitmap, &(struct ff_png_about){0}, &file, &size, &err), &file,
			&size);
	free(bitmap.pixels);
	return text;
}

enum ff_status ff_embed_page(json_t *document, uint8_t **file, size_t *size, struct ff_error *err)
{
	static const char mark[] = ">DATA<";
	const char *data = strstr(ff_view_page, mark) + 1;
	char *text =
		document == NULL ? NULL : json_dumps(document, JSON_ENSURE_ASCII | JSON_COMPACT);
	FILE *to = text == NULL ? NULL : open_memstream((char **)file, size);

	json_decref(document);
	if (to != NULL) {
		fwrite(ff_view_page, 1, (size_t)(data - ff_view_page), to);
		for (const char *from = text; *from != '\0';) {
			size_t n = strcspn(from, "<");

			fwrite(from, 1, n, to);
			from += n;
			if (*from == '<') {
				from++;
				fputs("\\u003c", to);
			}
		}
		fputs(data + strlen("DATA"), to);
	}
	free(text);
	return to != NULL && fclose(to) == 0 ? FF_OK : ff_status_nomem(err, "the page");
}
