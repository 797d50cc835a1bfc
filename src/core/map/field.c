#include "core/map/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

bool ff_field_set(struct ff_field *field, size_t i, double raw)
{
	switch (field->type) {
	case FF_FIELD_U32:
		if (raw >= FF_FIELD_NONE32)
			return false;
		field->u32[i] = (uint32_t)raw;
		return true;
	case FF_FIELD_U64:
		field->u64[i] = (uint64_t)raw;
		return true;
	default:
		field->f64[i] = raw;
		return true;
	}
}

void ff_field_clear(struct ff_field *field, size_t first, size_t count)
{
	size_t size = ff_field_size(field->type);

	/* In integer types NONE has all bits set. */
	if (field->type != FF_FIELD_F64)
		memset((uint8_t *)field->cells + first * size, 0xff, count * size);
	else
		for (size_t i = first; i < first + count; i++)
			field->f64[i] = FF_FIELD_NONEF;
}

void ff_field_free(struct ff_field *field)
{
	free(field->cells);
	field->cells = NULL;
	if (field->roots == NULL)
		return;
	free(field->roots->of.cells);
	free(field->roots->items);
	free(field->roots);
	field->roots = NULL;
}

const char *const ff_classes_names[FF_CLASSES] = {
	[FF_GOAL] = "goal",       [FF_REACHED] = "reached",           [FF_UNREACHED] = "unreached",
	[FF_WALL] = "wall",       [FF_NOT_COMPUTED] = "not computed", [FF_NOT_YET] = "not yet",
	[FF_FARTHER] = "farther",
};

void ff_classes_replace(struct ff_classes *classes, enum ff_class from, enum ff_class to)
{
	size_t cells = (size_t)classes->w * (size_t)classes->h;

	for (size_t i = 0; i < cells; i++)
		if (classes->cells[i] == from)
			classes->cells[i] = (uint8_t)to;
	classes->count[to] = classes->count[from];
	classes->count[from] = 0;
}

bool ff_labels_new(struct ff_labels *labels, int32_t w, int32_t h)
{
	*labels = (struct ff_labels){w, h, ff_memory_cells(w, h, sizeof *labels->cells), 0};
	return labels->cells != NULL;
}

const struct ff_flow_step ff_flow_steps[FF_DIRECTIONS + 1] = {
	[FF_N] = {0, -1}, [FF_NE] = {1, -1},  [FF_E] = {1, 0},
	[FF_SE] = {1, 1}, [FF_S] = {0, 1},    [FF_SW] = {-1, 1},
	[FF_W] = {-1, 0}, [FF_NW] = {-1, -1}, [FF_NONE] = {0, 0},
};

#define HALF 0.70710678118654752440F

const char *const ff_flow_names[FF_DIRECTIONS + 1] = {"N",  "NE", "E",  "SE",  "S",
						      "SW", "W",  "NW", "none"};

const struct ff_flow_vector ff_flow_units[FF_DIRECTIONS + 1] = {
	[FF_N] = {0, -1},       [FF_NE] = {HALF, -HALF},  [FF_E] = {1, 0},
	[FF_SE] = {HALF, HALF}, [FF_S] = {0, 1},          [FF_SW] = {-HALF, HALF},
	[FF_W] = {-1, 0},       [FF_NW] = {-HALF, -HALF}, [FF_NONE] = {0, 0},
};

enum ff_direction ff_flow_nearest(double dx, double dy)
{
	static const double tangent = 0.41421356237309504880; /* of 22.5 degrees */
	double w = fabs(dx), h = fabs(dy);

	if (h < w * tangent)
		return dx > 0 ? FF_E : FF_W;
	if (w < h * tangent)
		return dy > 0 ? FF_S : FF_N;
	return dx > 0 ? (dy > 0 ? FF_SE : FF_NE) : (dy > 0 ? FF_SW : FF_NW);
}

const char *const ff_change_names[FF_CHANGE_KINDS] = {
	[FF_CHANGE_UNREACHABLE] = "newly unreachable", [FF_CHANGE_WALL_ADDED] = "wall added",
	[FF_CHANGE_UNCOMPUTED] = "no longer computed", [FF_CHANGE_LOST] = "value lost",
	[FF_CHANGE_GOAL_REMOVED] = "goal removed",     [FF_CHANGE_GOAL_ADDED] = "goal added",
	[FF_CHANGE_WALL_REMOVED] = "wall removed",     [FF_CHANGE_REACHABLE] = "newly reachable",
	[FF_CHANGE_COMPUTED] = "newly computed",       [FF_CHANGE_GAINED] = "value gained",
	[FF_CHANGE_GROUND] = "ground cost changed",    [FF_CHANGE_RISEN] = "cost to goal risen",
	[FF_CHANGE_FALLEN] = "cost to goal fallen",    [FF_CHANGE_CHANGED] = "value changed",
	[FF_CHANGE_TURNED] = "direction changed",
};
