#include "io/read_cost.h"

#include <ctype.h>
#include <string.h>

#include "io/read_movingai.h"
#include "io/read_pgm.h"
#include "io/read_png.h"

static const struct ff_read_cost_format formats[] = {
	{"png", true, ff_read_png_matches, ff_read_png_size, ff_read_png, ff_read_png_colours},
	{"pgm", true, ff_read_pgm_matches, ff_read_pgm_size, ff_read_pgm, NULL},
	{"movingai", false, ff_read_movingai_matches, ff_read_movingai_size, ff_read_movingai,
	 NULL},
	{"text", false, ff_read_movingai_rows_matches, ff_read_movingai_rows_size,
	 ff_read_movingai_rows, NULL},
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

static bool begins(const struct ff_input *in, const struct foreign *kind)
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
static enum ff_status refuse(const char *name, const struct foreign *kind, struct ff_error *err)
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

enum ff_status ff_read_cost_foreign(const struct ff_input *in, struct ff_error *err)
{
	for (size_t i = 0; i < sizeof foreigners / sizeof *foreigners; i++)
		if (begins(in, &foreigners[i]))
			return refuse(in->name, &foreigners[i], err);
	return FF_OK;
}

/* The line that matches; NULL: none. */
static enum ff_status find(struct ff_input *in, const struct ff_read_cost_format **format,
			   struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, FF_READ_COST_HEAD, err);

	*format = NULL;
	for (size_t i = 0; i < sizeof formats / sizeof formats[0] && st == FF_OK; i++)
		if (*format == NULL && formats[i].matches(in->data, in->size))
			*format = &formats[i];
	return st;
}

enum ff_status ff_read_cost_known(struct ff_input *in, bool *known, struct ff_error *err)
{
	const struct ff_read_cost_format *found;
	enum ff_status st = find(in, &found, err);

	*known = found != NULL;
	return st;
}

enum ff_status ff_read_cost_size(struct ff_input *in, const struct ff_read_cost_format **format,
				 struct ff_read_cost_size *size, struct ff_error *err)
{
	const struct ff_read_cost_format *found;
	enum ff_status st;

	if ((st = find(in, &found, err)) != FF_OK)
		return st;
	if (in->size == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: is empty", in->name);
	if (found == NULL && (st = ff_read_cost_foreign(in, err)) != FF_OK)
		return st;
	/* Finds the letter for which it is none. */
	if (found == NULL && ff_read_movingai_rows_nearly(in->data, in->size))
		return ff_read_movingai_rows_size(in, size, err);
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
