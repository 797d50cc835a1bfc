#include "io/formats.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "core/map/map.h"
#include "io/asc.h"
#include "io/cells.h"
#include "io/csv.h"
#include "io/movingai.h"
#include "io/netpbm.h"
#include "io/npy.h"
#include "io/png.h"

static const struct ff_format_map map_formats[] = {
	{"png", true, ff_png_matches, ff_png_size, ff_png_read_map, ff_png_read_colours},
	{"pgm", true, ff_netpbm_pgm_matches, ff_netpbm_pgm_size, ff_netpbm_pgm_read_map, NULL},
	{"movingai", false, ff_movingai_matches, ff_movingai_size, ff_movingai_read, NULL},
	{"text", false, ff_movingai_rows_matches, ff_movingai_rows_size, ff_movingai_rows_read,
	 NULL},
};

static const char CONVERT[] = "convert";
static const char NUMPY[] = "python3 -c 'import sys, numpy, PIL.Image as p; "
			    "p.fromarray(numpy.load(sys.argv[1])).save(sys.argv[2])'";
static const char GDAL[] = "gdal_translate -of PNG -ot Byte";

/* Files of other kinds: 'size' bytes at the start, of which '?' is any and ' ' any white space; and
 * the command that makes a PNG of one. */
static const struct foreign {
	const char *name, *extension;
	size_t size;
	const char *start, *command;
	bool lossy;
} foreigners[] = {
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

/* Returns true if a shell takes a name as it is. */
static bool is_plain(const char *name)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789._/+-";

	return *name != '-' && name[strspn(name, plain)] == '\0';
}

/* Says what the file is, and the line that makes a PNG of it. */
static enum ff_status refuse_foreign(const char *name, const struct foreign *kind,
				     struct ff_error *err)
{
	const char *slash = strrchr(name, '/'), *dot = strrchr(slash == NULL ? name : slash, '.');
	const char *why = kind->lossy ? " (its greys are not exact: see --wall-from)" : "";
	bool same = dot != NULL && strcmp(dot, ".png") == 0;

	if (!is_plain(name))
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
	for (size_t i = 0; i < sizeof foreigners / sizeof *foreigners; i++)
		if (begins_like(in, &foreigners[i]))
			return refuse_foreign(in->name, &foreigners[i], err);
	return FF_OK;
}

/* The line that matches; NULL: none. */
static enum ff_status find_format(struct ff_input *in, const struct ff_format_map **format,
				  struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, FF_CELLS_HEAD, err);

	*format = NULL;
	for (size_t i = 0; i < sizeof map_formats / sizeof map_formats[0] && st == FF_OK; i++)
		if (*format == NULL && map_formats[i].matches(in->data, in->size))
			*format = &map_formats[i];
	return st;
}

enum ff_status ff_formats_is_map(struct ff_input *in, bool *known, struct ff_error *err)
{
	const struct ff_format_map *found;
	enum ff_status st = find_format(in, &found, err);

	*known = found != NULL;
	return st;
}

enum ff_status ff_formats_map(struct ff_input *in, const struct ff_format_map **format,
			      struct ff_cells_size *size, struct ff_error *err)
{
	const struct ff_format_map *found;
	enum ff_status st;

	if ((st = find_format(in, &found, err)) != FF_OK)
		return st;
	if (in->size == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: is empty", in->name);
	if (found == NULL && (st = ff_formats_foreign(in, err)) != FF_OK)
		return st;
	/* Finds the letter for which it is none. */
	if (found == NULL && ff_movingai_rows_nearly(in->data, in->size))
		return ff_movingai_rows_size(in, size, err);
	if (found == NULL)
		return ff_status_fail(
			err, FF_E_INPUT,
			"%s: is neither a PNG nor a PGM image, nor a MovingAI map, nor rows of "
			"text (. and #), nor a .yaml with the key image",
			in->name);
	if ((st = found->size(in, size, err)) == FF_OK)
		*format = found;
	return st;
}

static const struct ff_format_layer cell_formats[] = {
	{"npy", ff_npy_matches, ff_npy_size, ff_npy_read},
	{"png", ff_png_matches, ff_png_layer_size, ff_png_read_layer},
	{"pgm", ff_netpbm_pgm_matches, ff_netpbm_pgm_layer_size, ff_netpbm_pgm_read_layer},
	{"pfm", ff_netpbm_pfm_matches, ff_netpbm_pfm_size, ff_netpbm_pfm_read},
	{"asc", ff_asc_matches, ff_asc_size, ff_asc_read},
	{"csv", ff_csv_is_table, ff_csv_table_size, ff_csv_read_layer},
	{"csv", ff_csv_grid_matches, ff_csv_grid_size, ff_csv_read_grid},
};

enum ff_status ff_formats_is_layer(struct ff_input *in, const char **name, struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, FF_CELLS_HEAD, err);
	const char *found = NULL;

	if (st != FF_OK)
		return st;
	for (size_t i = 0; i < sizeof cell_formats / sizeof cell_formats[0] && found == NULL; i++)
		if (cell_formats[i].matches(in->data, in->size))
			found = cell_formats[i].name;
	*name = found;
	return FF_OK;
}

enum ff_status ff_formats_layer(struct ff_input *in, int64_t limit,
				const struct ff_format_layer **format, struct ff_cells_size *size,
				struct ff_error *err)
{
	struct ff_cells_size found;
	enum ff_status st;

	if ((st = ff_input_fill(in, FF_CELLS_HEAD, err)) != FF_OK)
		return st;
	if (in->size == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: is empty", in->name);
	for (size_t i = 0; i < sizeof cell_formats / sizeof cell_formats[0]; i++) {
		if (!cell_formats[i].matches(in->data, in->size))
			continue;
		st = cell_formats[i].size(in, limit, &found, err);
		if (st == FF_OK)
			st = ff_cost_fits(found.w, found.h, limit, in->name, err);
		if (st != FF_OK)
			return st;
		*format = &cell_formats[i];
		*size = found;
		return FF_OK;
	}
	return ff_status_fail(
		err, FF_E_INPUT,
		"%s: is no file of cells: NPY, PNG, PGM, PFM, ASC, a CSV grid, or CSV "
		"with columns x, y and integration expected",
		in->name);
}

enum ff_status ff_formats_read(struct ff_input *in, const struct ff_format_layer *format,
			       const struct ff_cells_size *size, struct ff_cells_file *read,
			       struct ff_error *err)
{
	struct ff_cells_file to = {
		.format = format->name, .w = size->w, .h = size->h, .georeference = {0, 0, 1}};
	enum ff_status st = format->read(in, &to, err);

	if (st != FF_OK)
		ff_cells_free(&to);
	else
		*read = to;
	return st;
}

/* clang-format off */
const struct ff_format_written ff_formats_written[FF_FORMATS] = {
	[FF_FORMATS_CSV] = {"csv", ".csv", 2, .text = true, .write = ff_csv_write},
	[FF_FORMATS_NPY] = {"npy", ".npy", 2, .write = ff_npy_write},
	[FF_FORMATS_PGM] = {"pgm", ".pgm", 1, .samples = true, .write = ff_netpbm_pgm_write},
	[FF_FORMATS_PFM] = {"pfm", ".pfm", 2, .single = true, .write = ff_netpbm_pfm_write},
	[FF_FORMATS_PNG16] = {"png16", ".png", 1, .samples = true, .make = ff_png_write16},
	[FF_FORMATS_PNG8] = {"png8", ".png", 1, .samples = true, .make = ff_png_write8},
	[FF_FORMATS_ASC] = {"asc", ".asc", 1, .text = true, .write = ff_asc_write},
};
/* clang-format on */

enum ff_status ff_formats_check(const struct ff_format_written *format,
				const struct ff_cells_data *what, bool *rounded,
				struct ff_error *err)
{
	struct ff_raster_range range;

	*rounded = false;
	if (format->single) {
		range = ff_raster_range(&what->raster);
		*rounded = !ff_raster_fits_float(&what->raster, &range);
	}
	return format->samples ? ff_cells_check_samples(what, err) : FF_OK;
}
