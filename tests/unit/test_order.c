#include "core/grid/order.h"

#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A field whose cells wait for their values. */
static struct ff_field new_field(enum ff_field_type type, int32_t w, int32_t h)
{
	struct ff_field field = {.w = w, .h = h, .type = type, .unit = 1};

	field.cells = oracle_cells((size_t)(w * h), type == FF_FIELD_U32 ? 4 : 8);
	return field;
}

/* Values that a field of the type can have: small, large, equal or none. */
static void set_random(struct ff_field *field, size_t i, int kind, uint64_t *dice)
{
	uint64_t bits = oracle_random(dice), most = kind == 0 ? 4 : kind == 1 ? 70000 : UINT32_MAX;
	bool none = oracle_random(dice) % 5 == 0;

	switch (field->type) {
	case FF_FIELD_U32:
		field->u32[i] = none ? FF_FIELD_NONE32 : (uint32_t)(bits % most);
		break;
	case FF_FIELD_U64:
		if (kind == 3)
			most = UINT64_C(1) << 53;
		field->u64[i] = none ? FF_FIELD_NONE64 : bits % most;
		break;
	default:
		field->f64[i] = none ? FF_FIELD_NONEF : (double)(bits % most);
		if (kind == 3 && !none)
			field->f64[i] = (double)(bits >> 11) / (double)(UINT64_C(1) << bits % 60);
		break;
	}
}

/* Each cell that has a value is listed once, and after those that shall come before it. */
static void check_order(const struct ff_field *field)
{
	size_t n = (size_t)(field->w * field->h), count = n + 1, wanted = 0;
	uint32_t *order = NULL;
	bool *seen = oracle_cells(n, sizeof *seen);

	memset(seen, 0, n);
	for (size_t i = 0; i < n; i++)
		wanted += ff_field_has(field, i);
	if (!CHECK(ff_order_cells(field, &order, &count) == FF_OK, "refused"))
		return;
	CHECK(count == wanted, "%zu cells listed, %zu have a value", count, wanted);
	for (size_t k = 0; k < count && count == wanted; k++) {
		double now, before;

		if (!CHECK(order[k] < n && !seen[order[k]] && ff_field_has(field, order[k]),
			   "type %d: place %zu has cell %" PRIu32, (int)field->type, k, order[k]))
			break;
		seen[order[k]] = true;
		if (k == 0)
			continue;
		now = ff_field_raw(field, order[k]);
		before = ff_field_raw(field, order[k - 1]);
		CHECK(before < now || (before == now && order[k - 1] < order[k]),
		      "type %d, place %zu: cell %" PRIu32 " of %.17g comes after %" PRIu32
		      " of %.17g",
		      (int)field->type, k, order[k], now, order[k - 1], before);
	}
	free(seen);
	free(order);
}

static void check_random(int32_t w, int32_t h, uint64_t *dice)
{
	for (int type = 0; type < FF_FIELD_TYPES; type++)
		for (int kind = 0; kind < 4; kind++) {
			struct ff_field field = new_field((enum ff_field_type)type, w, h);

			for (size_t i = 0; i < (size_t)(w * h); i++)
				set_random(&field, i, kind, dice);
			check_order(&field);
			free(field.cells);
		}
}

static void small_fields_of_every_type_are_listed_by_value_and_equals_in_reading_order(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 400; k++)
		check_random(1 + (int32_t)(oracle_random(&dice) % 20),
			     1 + (int32_t)(oracle_random(&dice) % 20), &dice);
}

/* Around the size at which digits become wide. */
static void large_fields_of_every_type_are_listed_by_value_and_equals_in_reading_order(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int32_t side = 127; side <= 129; side++)
		check_random(side, 128, &dice);
	check_random(1, 50000, &dice);
	check_random(50000, 1, &dice);
}

static void a_field_of_one_value_is_listed_in_reading_order(void)
{
	for (int type = 0; type < FF_FIELD_TYPES; type++) {
		struct ff_field field = new_field((enum ff_field_type)type, 30, 20);

		memset(field.cells, 0, 600 * ff_field_size(field.type));
		check_order(&field);
		free(field.cells);
	}
}

static void a_field_without_values_is_an_empty_list(void)
{
	for (int type = 0; type < FF_FIELD_TYPES; type++) {
		struct ff_field field = new_field((enum ff_field_type)type, 3, 2);

		memset(field.cells, 0xff, 6 * ff_field_size(field.type));
		for (int i = 0; i < 6 && type == FF_FIELD_F64; i++)
			field.f64[i] = FF_FIELD_NONEF;
		check_order(&field);
		free(field.cells);
	}
}

static void minus_nothing_is_nothing(void)
{
	struct ff_field field = new_field(FF_FIELD_F64, 4, 1);
	const double values[4] = {1, 0.0, -0.0, 0.0};

	memcpy(field.f64, values, sizeof values);
	check_order(&field);
	free(field.cells);
}

int main(void)
{
	RUN(small_fields_of_every_type_are_listed_by_value_and_equals_in_reading_order);
	RUN(large_fields_of_every_type_are_listed_by_value_and_equals_in_reading_order);
	RUN(a_field_of_one_value_is_listed_in_reading_order);
	RUN(a_field_without_values_is_an_empty_list);
	RUN(minus_nothing_is_nothing);
	return tap_done();
}
