#include "solve/reach.h"

#include <stddef.h>

/* One bit: whether a cell lacks a value.  A type a loop, so that it has no branch. */
static void mark_empty(const struct ff_field *field, uint8_t *empty)
{
	size_t cells = (size_t)field->w * (size_t)field->h;

	switch (field->type) {
	case FF_FIELD_U32:
		for (size_t i = 0; i < cells; i++)
			empty[i] = field->u32[i] == FF_FIELD_NONE32;
		break;
	case FF_FIELD_U64:
		for (size_t i = 0; i < cells; i++)
			empty[i] = field->u64[i] == FF_FIELD_NONE64;
		break;
	default:
		for (size_t i = 0; i < cells; i++)
			empty[i] = field->f64[i] == FF_FIELD_NONEF;
	}
}

enum ff_status ff_reach(const struct ff_cost *cost, const struct ff_seeds *seeds,
			const struct ff_field *field, struct ff_classes *classes)
{
	size_t cells = (size_t)cost->w * (size_t)cost->h;
	uint64_t empty = 0, walls = 0;

	if (cost->w != field->w || cost->h != field->h || cost->w != classes->w ||
	    cost->h != classes->h)
		return FF_E_ARG;
	mark_empty(field, classes->cells);
	/* A wall has no value: the sum of two tests is the class, without a branch. */
	for (size_t i = 0; i < cells; i++) {
		uint8_t none = classes->cells[i];
		uint8_t wall = cost->cells[i] == FF_COST_WALL;

		classes->cells[i] = (uint8_t)(FF_REACHED + none + wall);
		empty += none;
		walls += wall;
	}
	classes->count[FF_GOAL] = 0;
	classes->count[FF_REACHED] = cells - empty;
	classes->count[FF_UNREACHED] = empty - walls;
	classes->count[FF_WALL] = walls;
	for (size_t i = 0; i < seeds->count; i++) {
		const struct ff_seed *seed = &seeds->items[i];

		if (classes->cells[seed->cell] != FF_REACHED ||
		    ff_field_raw(field, seed->cell) < seed->start)
			continue;
		classes->count[FF_REACHED]--;
		classes->count[FF_GOAL]++;
		classes->cells[seed->cell] = FF_GOAL;
	}
	return FF_OK;
}

/* Integers are summed as such: exactly, and fast. */
static struct ff_reach_summary summarise_u32(const struct ff_field *field)
{
	size_t cells = (size_t)field->w * (size_t)field->h;
	uint64_t count = 0, sum = 0;
	uint32_t least = FF_FIELD_NONE32, largest = 0;

	for (size_t i = 0; i < cells; i++) {
		uint32_t value = field->u32[i];

		if (value == FF_FIELD_NONE32)
			continue;
		count++;
		sum += value;
		least = value < least ? value : least;
		largest = value > largest ? value : largest;
	}
	return (struct ff_reach_summary){count, least, largest,
					 count == 0 ? 0 : (double)sum / (double)count};
}

static struct ff_reach_summary summarise_wide(const struct ff_field *field)
{
	size_t cells = (size_t)field->w * (size_t)field->h;
	struct ff_reach_summary all = {.least = FF_FIELD_NONEF};
	double sum = 0;

	for (size_t i = 0; i < cells; i++) {
		double value = ff_field_raw(field, i);

		if (value == FF_FIELD_NONEF)
			continue;
		all.cells++;
		sum += value;
		all.least = value < all.least ? value : all.least;
		all.largest = value > all.largest ? value : all.largest;
	}
	all.mean = all.cells == 0 ? 0 : sum / (double)all.cells;
	return all;
}

struct ff_reach_summary ff_reach_summarise(const struct ff_field *field)
{
	struct ff_reach_summary all =
		field->type == FF_FIELD_U32 ? summarise_u32(field) : summarise_wide(field);

	if (all.cells == 0)
		return (struct ff_reach_summary){0};
	all.least = ff_field_cost(field, all.least);
	all.largest = ff_field_cost(field, all.largest);
	all.mean = ff_field_cost(field, all.mean);
	return all;
}
