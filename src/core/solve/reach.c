#include "core/solve/reach.h"

#include <stddef.h>

void ff_reach_goals(const struct ff_seeds *seeds, const struct ff_field *field,
		    struct ff_classes *classes)
{
	for (size_t i = 0; i < seeds->count; i++) {
		const struct ff_seed *seed = &seeds->items[i];

		if (classes->cells[seed->cell] != FF_REACHED ||
		    ff_field_raw(field, seed->cell) < seed->start)
			continue;
		classes->count[FF_REACHED]--;
		classes->count[FF_GOAL]++;
		classes->cells[seed->cell] = FF_GOAL;
	}
}

/* A map's rows in so many parts, each summed up by itself. */
enum { PARTS = 64 };

struct part {
	uint64_t count, sum;
	uint32_t least, largest;
};

struct sums {
	const struct ff_field *field;
	struct part parts[PARTS];
};

/* Integers are summed as such: exactly, in any order, and fast; without a branch. */
static void sum_part(void *context, size_t number)
{
	struct sums *sums = context;
	size_t cells = (size_t)sums->field->w * (size_t)sums->field->h;
	size_t first = cells / PARTS * number;
	size_t end = number == PARTS - 1 ? cells : first + cells / PARTS;
	const uint32_t *values = sums->field->u32;
	uint32_t least = FF_FIELD_NONE32, most = 0;
	uint64_t empty = 0, sum = 0;

	/* NONE is the largest number: one more is 0, also where none is to be counted. */
	for (size_t i = first; i < end; i++) {
		uint32_t next = values[i] + 1;

		empty += next == 0;
		sum += next;
		most = next > most ? next : most;
		least = values[i] < least ? values[i] : least;
	}
	sums->parts[number] = (struct part){
		.count = end - first - empty,
		.sum = sum - (end - first - empty),
		.least = least,
		.largest = most == 0 ? 0 : most - 1,
	};
}

static struct ff_reach_summary summarise_u32(const struct ff_field *field, struct ff_pool *pool)
{
	struct sums sums = {.field = field};
	struct part all = {.least = FF_FIELD_NONE32};

	ff_pool_run(pool, PARTS, sum_part, &sums);
	for (size_t k = 0; k < PARTS; k++) {
		const struct part *part = &sums.parts[k];

		all.count += part->count;
		all.sum += part->sum;
		all.least = part->least < all.least ? part->least : all.least;
		all.largest = part->largest > all.largest ? part->largest : all.largest;
	}
	return (struct ff_reach_summary){all.count, all.least, all.largest,
					 all.count == 0 ? 0 : (double)all.sum / (double)all.count};
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

struct ff_reach_summary ff_reach_summarise(const struct ff_field *field,
					   const struct ff_machine *machine)
{
	struct ff_reach_summary all = field->type == FF_FIELD_U32
					      ? summarise_u32(field, ff_machine_pool(machine))
					      : summarise_wide(field);

	if (all.cells == 0)
		return (struct ff_reach_summary){0};
	all.least = ff_field_cost(field, all.least);
	all.largest = ff_field_cost(field, all.largest);
	all.mean = ff_field_cost(field, all.mean);
	return all;
}
