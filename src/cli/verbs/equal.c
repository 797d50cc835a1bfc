#include "cli/verbs/equal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A layer of both, as bytes: a cell has 'size' of them. */
struct layer {
	const char *name;
	const void *repaired, *fresh; /* NULL: not there */
	size_t size;
	void (*print)(const void *cell, char text[64]);
};

static void print_byte(const void *cell, char text[64])
{
	snprintf(text, 64, "%d", *(const uint8_t *)cell);
}

static void print_label(const void *cell, char text[64])
{
	uint32_t label;

	memcpy(&label, cell, sizeof label);
	snprintf(text, 64, label == FF_LABELS_NONE ? "none" : "%" PRIu32, label);
}

static void print_long(const void *cell, char text[64])
{
	uint64_t value;

	memcpy(&value, cell, sizeof value);
	snprintf(text, 64, value == FF_FIELD_NONE64 ? "none" : "%" PRIu64, value);
}

static void print_real(const void *cell, char text[64])
{
	double value;

	memcpy(&value, cell, sizeof value);
	snprintf(text, 64, isinf(value) ? "none" : "%.17g", value);
}

static void print_vector(const void *cell, char text[64])
{
	struct ff_flow_vector vector;

	memcpy(&vector, cell, sizeof vector);
	snprintf(text, 64, "%.9g,%.9g", (double)vector.dx, (double)vector.dy);
}

static enum ff_status compare(const struct layer *layer, int32_t w, int32_t h, const char *what,
			      struct ff_error *err)
{
	const uint8_t *a = layer->repaired, *b = layer->fresh;
	size_t cells = (size_t)w * (size_t)h, i = 0;
	char one[64], other[64];

	if (a == NULL || b == NULL || memcmp(a, b, cells * layer->size) == 0)
		return FF_OK;
	while (memcmp(a + i * layer->size, b + i * layer->size, layer->size) == 0)
		i++;
	layer->print(a + i * layer->size, one);
	layer->print(b + i * layer->size, other);
	return ff_status_fail(err, FF_E_ANSWER,
			      "%s: %s of cell %zu,%zu: repaired %s, solved afresh %s", what,
			      layer->name, i % (size_t)w, i / (size_t)w, one, other);
}

static enum ff_status compare_seeds(const struct ff_seeds *a, const struct ff_seeds *b, int32_t w,
				    const char *what, struct ff_error *err)
{
	size_t i = 0;

	if (a->count != b->count)
		return ff_status_fail(err, FF_E_ANSWER,
				      "%s: goals have %zu cells repaired, %zu found afresh", what,
				      a->count, b->count);
	while (i < a->count && a->items[i].cell == b->items[i].cell &&
	       a->items[i].goal == b->items[i].goal && a->items[i].start == b->items[i].start)
		i++;
	if (i == a->count)
		return FF_OK;
	return ff_status_fail(err, FF_E_ANSWER,
			      "%s: a goal's cell: repaired %" PRIu32 ",%" PRIu32
			      ", found afresh %" PRIu32 ",%" PRIu32,
			      what, a->items[i].cell % (uint32_t)w, a->items[i].cell / (uint32_t)w,
			      b->items[i].cell % (uint32_t)w, b->items[i].cell / (uint32_t)w);
}

enum ff_status ff_equal_check(const struct ff_problem *repaired, const struct ff_problem *fresh,
			      const struct ff_solution *a, const struct ff_solution *b,
			      const char *what, struct ff_error *err)
{
	const struct layer layers[] = {
		{"closed cost", repaired->closed.cells, fresh->closed.cells, 1, print_byte},
		{"value", a->field.cells, b->field.cells, ff_field_size(a->field.type),
		 a->field.type == FF_FIELD_U32   ? print_label
		 : a->field.type == FF_FIELD_U64 ? print_long
						 : print_real},
		{"class", a->classes.cells, b->classes.cells, 1, print_byte},
		{"direction", a->flow.cells, b->flow.cells, 1, print_byte},
		{"vector", a->flow.vectors, b->flow.vectors, sizeof *a->flow.vectors, print_vector},
		{"goal in sight", a->nearest.cells, b->nearest.cells, sizeof(uint32_t),
		 print_label},
		{"goal", a->allocation.cells, b->allocation.cells, sizeof(uint32_t), print_label},
		{"area", a->regions.cells, b->regions.cells, sizeof(uint32_t), print_label},
		{"number of ways", a->ties.cells, b->ties.cells, sizeof(uint32_t), print_label},
	};
	enum ff_status st = compare_seeds(&repaired->seeds, &fresh->seeds, a->field.w, what, err);

	if (st == FF_OK && a->field.type != b->field.type)
		return ff_status_fail(
			err, FF_E_ANSWER, "%s: values of %zu bits repaired, of %zu solved afresh",
			what, 8 * ff_field_size(a->field.type), 8 * ff_field_size(b->field.type));
	for (size_t i = 0; i < sizeof layers / sizeof *layers && st == FF_OK; i++)
		st = compare(&layers[i], a->field.w, a->field.h, what, err);
	for (int c = 0; c < FF_CLASSES && st == FF_OK; c++)
		if (a->classes.count[c] != b->classes.count[c])
			st = ff_status_fail(err, FF_E_ANSWER,
					    "%s: cells that are %s: repaired %" PRIu64
					    ", solved afresh %" PRIu64,
					    what, ff_classes_names[c], a->classes.count[c],
					    b->classes.count[c]);
	return st;
}
