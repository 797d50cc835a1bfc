#include "cli/verbs/diff_picture.h"

#include <math.h>

#include "core/base/memory.h"

/* What cells without a value may be is not known where there are only values. */
static const char *const valued_names[FF_CLASSES] = {
	[FF_GOAL] = "goal", [FF_REACHED] = "value",         [FF_UNREACHED] = "no value",
	[FF_WALL] = "wall", [FF_NOT_COMPUTED] = "no value", [FF_NOT_YET] = "no value"};

/* What the new map is, as far as that is known. */
static enum ff_status keep_classes(struct ff_diff_pair *pair)
{
	const struct ff_compare_side *new = &pair->new.cells, *old = &pair->old.cells;
	const uint8_t *classes = new->classes != NULL ? new->classes : old->classes;
	const uint8_t *costs = new->costs != NULL ? new->costs : old->costs;
	const struct ff_raster *values = new->values;
	struct ff_diff *diff = &pair->diff;

	diff->class_names = ff_classes_names;
	if (classes == NULL && costs == NULL && values == NULL)
		return FF_OK;
	if (classes == NULL && costs == NULL)
		diff->class_names = valued_names;
	if ((diff->classes = ff_memory_cells(diff->w, diff->h, 1)) == NULL)
		return ff_status_nomem(pair->err, "a picture");
	for (size_t i = 0; i < (size_t)diff->total; i++) {
		if (classes != NULL)
			diff->classes[i] = classes[i];
		else if (costs != NULL && costs[i] == FF_COST_WALL)
			diff->classes[i] = FF_WALL;
		else
			diff->classes[i] = values == NULL || isfinite(ff_raster_value(values, i))
						   ? FF_REACHED
						   : FF_UNREACHED;
	}
	return FF_OK;
}

/* The picture in greys, on white. */
static enum ff_status keep_greys(struct ff_diff_pair *pair)
{
	struct ff_diff *diff = &pair->diff;
	const uint8_t *pixel = pair->new.read.pixels;

	if ((diff->greys = ff_memory_cells(diff->w, diff->h, 1)) == NULL)
		return ff_status_nomem(pair->err, "a picture");
	for (size_t i = 0; i < (size_t)diff->total; i++, pixel += 4) {
		int grey = (pixel[0] * 299 + pixel[1] * 587 + pixel[2] * 114) / 1000;

		diff->greys[i] = (uint8_t)(255 - (255 - grey) * pixel[3] / 255);
	}
	return FF_OK;
}

static double change_of(const struct ff_compare_tally *tally)
{
	return tally->cells > 0 ? fabs(tally->worst.new - tally->worst.old) : 0;
}

/* How much of the most that a cost to a goal rose or fell each cell's is. */
static enum ff_status keep_strengths(struct ff_diff_pair *pair)
{
	const struct ff_raster *old = pair->old.cells.values, *new = pair->new.cells.values;
	struct ff_diff *diff = &pair->diff;
	double rise = change_of(&diff->result.kinds[FF_CHANGE_RISEN]);
	double fall = change_of(&diff->result.kinds[FF_CHANGE_FALLEN]);
	double most = rise > fall ? rise : fall;

	if (most == 0)
		return FF_OK;
	if ((diff->strengths = ff_memory_cells(diff->w, diff->h, 1)) == NULL)
		return ff_status_nomem(pair->err, "a picture");
	for (size_t i = 0; i < (size_t)diff->total; i++) {
		double by = fabs(ff_raster_value(new, i) - ff_raster_value(old, i));

		diff->strengths[i] = (uint8_t)(by <= most ? by / most * 255 : 255);
	}
	return FF_OK;
}

enum ff_status ff_diff_picture_keep(struct ff_diff_pair *pair)
{
	if (pair->diff.kind == FF_DIFF_PICTURE)
		return keep_greys(pair);
	return keep_classes(pair) == FF_OK ? keep_strengths(pair) : FF_E_NOMEM;
}
