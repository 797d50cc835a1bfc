#include "io/read_raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "core/map/map.h"
#include "io/cells.h"
#include "io/read_asc.h"
#include "io/read_grid.h"
#include "io/read_npy.h"
#include "io/read_pfm.h"
#include "io/read_pgm.h"
#include "io/read_picture.h"
#include "io/read_png.h"
#include "io/read_table.h"

static const struct ff_read_raster_format formats[] = {
	{"npy", ff_read_npy_matches, ff_read_npy_size, ff_read_npy},
	{"png", ff_read_png_matches, ff_read_picture_size, ff_read_picture},
	{"pgm", ff_read_pgm_matches, ff_read_pgm_raster_size, ff_read_pgm_raster},
	{"pfm", ff_read_pfm_matches, ff_read_pfm_size, ff_read_pfm},
	{"asc", ff_read_asc_matches, ff_read_asc_size, ff_read_asc},
	{"csv", ff_read_field_matches, ff_read_table_size, ff_read_table},
	{"csv", ff_read_grid_matches, ff_read_grid_size, ff_read_grid},
};

enum ff_status ff_read_raster_known(struct ff_input *in, const char **name, struct ff_error *err)
{
	enum ff_status st = ff_input_fill(in, FF_READ_RASTER_HEAD, err);
	const char *found = NULL;

	if (st != FF_OK)
		return st;
	for (size_t i = 0; i < sizeof formats / sizeof formats[0] && found == NULL; i++)
		if (formats[i].matches(in->data, in->size))
			found = formats[i].name;
	*name = found;
	return FF_OK;
}

enum ff_status ff_read_raster_size(struct ff_input *in, int64_t limit,
				   const struct ff_read_raster_format **format,
				   struct ff_read_raster_size *size, struct ff_error *err)
{
	struct ff_read_raster_size found;
	enum ff_status st;

	if ((st = ff_input_fill(in, FF_READ_RASTER_HEAD, err)) != FF_OK)
		return st;
	if (in->size == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: is empty", in->name);
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		if (!formats[i].matches(in->data, in->size))
			continue;
		st = formats[i].size(in, limit, &found, err);
		if (st == FF_OK)
			st = ff_cost_fits(found.w, found.h, limit, in->name, err);
		if (st != FF_OK)
			return st;
		*format = &formats[i];
		*size = found;
		return FF_OK;
	}
	return ff_status_fail(
		err, FF_E_INPUT,
		"%s: is no file of cells: NPY, PNG, PGM, PFM, ASC, a CSV grid, or CSV "
		"with columns x, y and integration expected",
		in->name);
}

enum ff_status ff_read_raster(struct ff_input *in, const struct ff_read_raster_format *format,
			      const struct ff_read_raster_size *size, struct ff_read_raster *read,
			      struct ff_error *err)
{
	struct ff_read_raster to = {
		.format = format->name, .w = size->w, .h = size->h, .georeference = {0, 0, 1}};
	enum ff_status st = format->read(in, &to, err);

	if (st != FF_OK)
		ff_read_raster_free(&to);
	else
		*read = to;
	return st;
}

void ff_read_raster_free(struct ff_read_raster *read)
{
	if (read->kind == FF_READ_RASTER_TABLE)
		ff_read_field_free(&read->table);
	else
		free(read->raster.cells);
	free(read->pixels);
	ff_texts_free(&read->texts);
	*read = (struct ff_read_raster){0};
}

/* Whether a layer has a number for every cell. */
static bool is_whole(const char *layer)
{
	static const char *const whole[] = {"cost", "directions", "reach"};

	for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
		if (layer != NULL && strcmp(layer, whole[i]) == 0)
			return true;
	return false;
}

enum ff_status ff_read_raster_samples(const struct ff_input *in, struct ff_read_raster *read,
				      int32_t most, struct ff_error *err)
{
	const char *scale = ff_read_raster_said(read, "Scale");
	struct ff_raster *raster = &read->raster;

	raster->unit = 1;
	read->most = most;
	raster->none = most == ff_cells_largest(raster->type) &&
				       !is_whole(ff_read_raster_said(read, "Layer"))
			       ? most
			       : (double)NAN;
	if (scale == NULL)
		return FF_OK;
	if (ff_number_decimal(scale, strlen(scale), 1e-9, 1e9, &raster->unit) != FF_NUMBER_OK)
		return ff_status_fail(err, FF_E_INPUT,
				      "%s: its Scale is not a number in 0.000000001..1000000000",
				      in->name);
	read->rounding = 0.5 / raster->unit;
	return FF_OK;
}

const char *ff_read_raster_said(const struct ff_read_raster *read, const char *keyword)
{
	return ff_texts_find(&read->texts, keyword);
}

bool ff_read_raster_pair(struct ff_read_raster *read)
{
	if (read->kind != FF_READ_RASTER_NUMBERS || read->raster.channels != 1 || read->w % 2 != 0)
		return false;
	read->w /= 2;
	read->raster.w /= 2;
	read->raster.channels = 2;
	return true;
}
