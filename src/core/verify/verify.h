/*
 * Verification: proof that a field is right without solving anything, by comparing every cell with
 * its neighbours.
 */
#ifndef FF_CORE_VERIFY_VERIFY_H
#define FF_CORE_VERIFY_VERIFY_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"

/* Returns the number of units of which all values of a field are multiples; 0 if there is none,
 * with euclid on even ground. */
double ff_verify_quantum(const struct ff_model *model, const struct ff_cost *cost);

/* The question that the field answers. */
struct ff_verify_question {
	const struct ff_model *model;
	const struct ff_cost *cost;
	const struct ff_seeds *seeds;
	double unit;  /* of the seeds' starts and of 'limit' */
	double limit; /* INFINITY: none */
	bool sight;   /* cells that see a goal point straight towards it */
};

/* The answer to check.  All layers [w*h] have the size of the cost map. */
struct ff_verify_claim {
	const struct ff_field *field;         /* FF_FIELD_F64, in units of cost: unit 1, zero 0 */
	const uint8_t *classes;               /* enum ff_class; NULL: not claimed */
	const uint8_t *directions;            /* enum ff_direction; NULL: not claimed */
	const struct ff_flow_vector *vectors; /* NULL: not claimed */
};

enum ff_verify_kind {
	FF_VERIFY_VALUE,
	FF_VERIFY_CLASS,
	FF_VERIFY_DIRECTION,
	FF_VERIFY_VECTOR,
	FF_VERIFY_ROUTE, /* following the directions does not end at a goal */
	FF_VERIFY_KINDS,
};

extern const char *const ff_verify_names[FF_VERIFY_KINDS];

struct ff_verify_result {
	uint64_t wrong[FF_VERIFY_KINDS]; /* faulty cells of each kind */
	bool any;                        /* there is a fault; else the fields below are undefined */
	enum ff_verify_kind kind;        /* kind of the first one */
	int32_t x, y;                    /* its cell; FF_VERIFY_ROUTE counts last */
	uint64_t looks;                  /* comparisons of a cell with a seed, with sight */
	char what[160];                  /* "integration is 30, should be 29" */
};

/*
 * Checks that
 *
 * - every value is the least of its seed's start and of what the cells around it give: a
 *   neighbour's value plus the price of the step to it; with euclid on uneven ground, bends and
 *   jumps.  Each is more than the values that it comes from, so there is only one such field.
 *   Values are first rounded to multiples of ff_verify_quantum(), integers within 0.001 only.
 *
 *   With euclid on even ground, every value is the length of the shortest way.
 *
 *   Where some cells were not computed (they must have no value), values may be above that least,
 *   but not below, so that following the field never costs more than it says.
 *
 *   Cells that are not yet known must have no value, and as far as the cells around them show, none
 *   would have less than the largest claimed value;
 * - every class follows from the values; where some cells were not computed or not yet known and
 *   there is no limit, no unreached cell has a way to a goal;
 * - every direction is permitted and optimal for the flow rule; every vector has unit length and
 *   matches its direction.  With rule "gradient" it enters a cell with a value, is nearest to its
 *   direction or enters the cell that this leads to, and is that of the slope or of a cheapest path
 *   (with euclid: no step falls much more steeply).  With 'sight' both point at the nearest goal in
 *   sight;
 * - following the directions ends at a goal.
 *
 *   result  set
 *
 * FF_OK, also if there are faults; FF_E_ARG if sizes differ; FF_E_NOMEM.  No globals.
 */
enum ff_status ff_verify(const struct ff_verify_question *question,
			 const struct ff_verify_claim *claim, struct ff_verify_result *result);

#endif
