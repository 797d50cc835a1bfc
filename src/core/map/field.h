/*
 * The integration field: the cost to reach a goal from every cell.
 *
 * Cells hold whole numbers of 32 or 64 bits, or, with euclid, doubles.  All of
 * them are exact as doubles: no cell is ever beyond 2^53.
 */
#ifndef FF_CORE_MAP_FIELD_H
#define FF_CORE_MAP_FIELD_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ff_field_type {
	FF_FIELD_U32,
	FF_FIELD_U64,
	FF_FIELD_F64,
	FF_FIELD_TYPES,
};

/* What a cell without a value holds: a wall, unreached, not computed or not yet. */
#define FF_FIELD_NONE32 UINT32_MAX
#define FF_FIELD_NONE64 UINT64_MAX
#define FF_FIELD_NONEF  ((double)INFINITY)

struct ff_field {
	int32_t w, h;
	enum ff_field_type type;
	uint32_t unit; /* what a cost of 1 is in the cells */
	double zero;   /* what a cost of 0 is in the cells: 0, but in flee maps */
	union {        /* [w*h, row-major]  >= 0, or NONE */
		void *cells;
		uint32_t *u32;
		uint64_t *u64;
		double *f64;
	};
};

/* ff_field_size() is how many bytes a cell takes. */
static inline size_t ff_field_size(enum ff_field_type type)
{
	return type == FF_FIELD_U32 ? sizeof(uint32_t) : sizeof(uint64_t);
}

/* ff_field_raw() is what cell 'i' holds, exactly; FF_FIELD_NONEF where there is no value. */
static inline double ff_field_raw(const struct ff_field *field, size_t i)
{
	switch (field->type) {
	case FF_FIELD_U32:
		return field->u32[i] == FF_FIELD_NONE32 ? FF_FIELD_NONEF : field->u32[i];
	case FF_FIELD_U64:
		return field->u64[i] == FF_FIELD_NONE64 ? FF_FIELD_NONEF : (double)field->u64[i];
	default:
		return field->f64[i];
	}
}

/* ff_field_has() tells whether cell 'i' has a value. */
static inline bool ff_field_has(const struct ff_field *field, size_t i)
{
	return ff_field_raw(field, i) < FF_FIELD_NONEF;
}

/* ff_field_cost() is what a cell that holds 'raw' stands for, in units of cost; NONEF stays. */
static inline double ff_field_cost(const struct ff_field *field, double raw)
{
	return (raw - field->zero) / field->unit;
}

/*
 * ff_field_set() sets what cell 'i' holds; false, and it is as it was, if that does not fit the
 * type.  ff_field_forget() takes the values from 'count' cells from 'first' on.
 */
bool ff_field_set(struct ff_field *field, size_t i, double raw);
void ff_field_forget(struct ff_field *field, size_t first, size_t count);

/* ff_field_value() is the cost to reach a goal from cell 'i'; FF_FIELD_NONEF where there is none.
 */
static inline double ff_field_value(const struct ff_field *field, size_t i)
{
	return ff_field_cost(field, ff_field_raw(field, i));
}

#endif
