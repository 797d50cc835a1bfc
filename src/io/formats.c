#include "io/formats.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/map/map.h"
#include "io/cells.h"
#include "io/movingai.h"
#include "io/png.h"

/* clang-format off */
const struct ff_format ff_formats[FF_FORMATS] = {
#define ROW(id, ...) [FF_FORMATS_##id] = {__VA_ARGS__},
	FF_FORMAT_ROWS(ROW)
#undef ROW
};
/* clang-format on */

static const char CONVERT[] = "convert";
static const char NUMPY[] = "python3 -c 'import sys, numpy, PIL.Image as p; "
			    "p.fromarray(numpy.load(sys.argv[1])).save(sys.argv[2])'";
static const char GDAL[] = "gdal_translate -of PNG -ot Byte";

/* Files that are no maps: the bytes they start with ('?' is any, ' ' any white space), and the
 * command that makes a PNG from one. */
static const struct foreign {
	const char *name, *extension;
	size_t size;
	const char *start, *command;
	bool lossy;
} convertible[] = {
	{"a JPEG image", ".jpg", 3, "\xff\xd8\xff", CONVERT, true},
	{"a GIF image", ".gif", 4, "GIF8", CONVERT, false},
	{"a WebP image", ".webp", 12, "RIFF????WEBP", CONVERT, true},
	{"a TIFF image", ".tif", 4, "II*\0", CONVERT, false},
	{"a TIFF image", ".tif", 4, "MM\0*", CONVERT, false},
	{"a TIFF image", ".tif", 4, "II+\0", CONVERT, false},
	{"a TIFF image", ".tif", 4, "MM\0+", CONVERT, false},
	{"a BMP image", ".bmp", 10, "BM????\0\0\0\0", CONVERT, false},
	{"a PBM image", ".pbm", 3, "P1 ", CONVERT, false},
	{"a PBM image", ".pbm", 3, "P4 ", CONVERT, false},
	{"a PPM image", ".ppm", 3, "P3 ", CONVERT, false},
	{"a PPM image", ".ppm", 3, "P6 ", CONVERT, false},
	{"a NumPy array", ".npy", 6, "\x93NUMPY", NUMPY, false},
	{"an ESRI ASCII grid", ".asc", 6, "ncols ", GDAL, false},
	{"an ESRI ASCII grid", ".asc", 6, "NCOLS ", GDAL, false},
};

static bool begins_like(const struct ff_input *in, const struct foreign *kind)
{
	if (in->size < kind->size)
		return false;
	for (size_t i = 0; i < kind->size; i++)
		if (kind->start[i] != '?' && in->data[i] != (uint8_t)kind->start[i] &&
		    !(kind->start[i] == ' ' && isspace(in->data[i])))
			return false;
	return true;
}

/* Refuses a file with its kind and the command that makes a PNG from it. */
static enum ff_status refuse_convertible(const char *name, const struct foreign *kind,
					 struct ff_error *err)
{
	const char *slash = strrchr(name, '/'), *dot = strrchr(slash == NULL ? name : slash, '.');
	const char *why = kind->lossy ? " (its greys are not exact: see --wall-from)" : "";
	bool same = dot != NULL && strcmp(dot, ".png") == 0;

	if (*name == '-' || !ff_status_is_plain(name))
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: is %s; expected PNG or PGM: %s IN%s OUT.png%s", name,
				      kind->name, kind->command, kind->extension, why);
	return ff_status_fail(err, FF_E_INPUT, "%s: is %s; expected PNG or PGM: %s %s %.*s%s.png%s",
			      name, kind->name, kind->command, name,
			      (int)(dot == NULL ? strlen(name) : (size_t)(dot - name)), name,
			      same ? "-1" : "", why);
}

enum ff_status ff_formats_foreign(const struct ff_input *in, struct ff_error *err)
{
	for (size_t i = 0; i < sizeof convertible / sizeof *convertible; i++)
		if (begins_like(in, &convertible[i]))
			return refuse_convertible(in->name, &convertible[i], err);
	return FF_OK;
}

/* Returns true if a format is read for that use. */
static bool is_read_as(const struct ff_format *format, enum ff_formats_use use)
{
	return use == FF_FORMATS_LAYER
		       ? format->read_layer != NULL
		       : format->read_map != NULL || (use == FF_FORMATS_COSTS && format->costs);
}

enum ff_status ff_formats_find(struct ff_input *in, enum ff_formats_use use,
			       const struct ff_format **format, struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, FF_CELLS_HEAD, err);

	if (st != FF_OK)
		return st;
	*format = NULL;
	for (int i = 0; i < FF_FORMATS && *format == NULL; i++)
		if (is_read_as(&ff_formats[i], use) && ff_formats[i].matches(in))
			*format = &ff_formats[i];
	return FF_OK;
}

/* Returns the format, written but never read, that a file's name has the extension of; NULL for any
 * other name. */
static const struct ff_format *unread_format(const char *name)
{
	const char *slash = strrchr(name, '/'), *dot = strrchr(slash == NULL ? name : slash, '.');

	for (int i = 0; i < FF_FORMATS && dot != NULL; i++)
		if (ff_formats[i].write != NULL && ff_formats[i].matches == NULL &&
		    strcasecmp(dot, ff_formats[i].extension) == 0)
			return &ff_formats[i];
	return NULL;
}

/* Refuses an input of no format, with a list of those that are read for that use. */
static enum ff_status refuse_unknown(const struct ff_input *in, enum ff_formats_use use,
				     struct ff_error *err)
{
	const struct ff_format *unread = unread_format(in->name);
	const char *extension = strrchr(in->name, '.');
	const char *titles[FF_FORMATS];
	char list[256];
	size_t count = 0, n = 0;

	for (int i = 0; i < FF_FORMATS; i++)
		if (is_read_as(&ff_formats[i], use))
			titles[count++] = ff_formats[i].title;
	for (size_t i = 0; i < count; i++)
		n += (size_t)snprintf(list + n, sizeof list - n, "%s%s",
				      i == 0           ? ""
				      : i + 1 == count ? " or "
						       : ", ",
				      titles[i]);
	if (unread != NULL)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: %s files are for games and are not read back: nothing "
				      "says what they hold; expected %s",
				      in->name, unread->extension, list);
	return ff_status_fail(err, FF_E_INPUT, "%s: unknown format; expected %s%s", in->name, list,
			      extension != NULL && strcasecmp(extension, ".yaml") == 0
				      ? ", such as the image that a map of ROS names"
				      : "");
}

enum ff_status ff_formats_size(struct ff_input *in, enum ff_formats_use use, int64_t limit,
			       const struct ff_format **format, struct ff_cells_size *size,
			       struct ff_error *err)
{
	const struct ff_format *found;
	struct ff_cells_size read;
	enum ff_status st = ff_formats_find(in, use, &found, err);

	if (st != FF_OK)
		return st;
	if (in->size == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: is empty", in->name);
	if (found == NULL && use != FF_FORMATS_LAYER) {
		if ((st = ff_formats_foreign(in, err)) != FF_OK)
			return st;
		/* Refuses the first letter that is no cell. */
		if (ff_movingai_rows_nearly(in))
			return ff_movingai_rows_size(in, limit, size, err);
	}
	if (found == NULL)
		return refuse_unknown(in, use, err);
	if ((st = found->size(in, limit, &read, err)) != FF_OK ||
	    (st = ff_cost_fits(read.w, read.h, limit, in->name, err)) != FF_OK)
		return st;
	*format = found;
	*size = read;
	return FF_OK;
}

enum ff_status ff_formats_read(struct ff_input *in, const struct ff_format *format,
			       const struct ff_cells_size *size, struct ff_cells_file *file,
			       struct ff_error *err)
{
	struct ff_cells_file read = {
		.format = format->name, .w = size->w, .h = size->h, .georeference.resolution = 1};
	enum ff_status st = format->read_layer(in, &read, err);

	if (st != FF_OK)
		ff_cells_free(&read);
	else
		*file = read;
	return st;
}

enum ff_status ff_formats_texts(struct ff_input *in, struct ff_texts *texts, struct ff_error *err)
{
	enum { HEAD = 8 }; /* bytes by which images are told apart */
	enum ff_status st = ff_input_fill(in, HEAD, err);

	if (st != FF_OK || in->size < HEAD)
		return st;
	for (int i = 0; i < FF_FORMATS; i++)
		if (ff_formats[i].read_texts != NULL && ff_formats[i].matches(in))
			return ff_formats[i].read_texts(in, texts, err);
	return memcmp(in->data, "<?xml", 5) == 0 ? ff_texts_read_svg(in, texts, err) : FF_OK;
}

bool ff_formats_writes(const struct ff_format *format)
{
	return format->write != NULL || format->make != NULL;
}

enum ff_status ff_formats_check(const struct ff_format *format, const struct ff_cells_data *data,
				bool *rounded, struct ff_error *err)
{
	struct ff_raster_range range;

	*rounded = false;
	if (format->single && (data->measures || !format->typed)) {
		range = ff_raster_range(&data->raster);
		*rounded = !ff_raster_fits_float(&data->raster, &range);
	}
	return format->most > 0 ? ff_cells_check_samples(data, err) : FF_OK;
}
