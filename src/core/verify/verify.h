/*
 * Proof that a field is right, without solving anything: every cell is
 * held against its neighbours.
 */
#ifndef FF_CORE_VERIFY_VERIFY_H
#define FF_CORE_VERIFY_VERIFY_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"

/* The question that the field should answer. */
struct ff_verify_question {
	const struct ff_model *model;
	const struct ff_cost *cost;
	const struct ff_seeds *seeds;
	uint32_t unit; /* of the seeds' starts and of 'limit' */
	double limit;  /* INFINITY: none */
	bool sight;    /* cells that see a goal point straight at it */
	bool detours;  /* values may be above the least */
};

/* The answer to check.  All grids [w*h] have the size of the cost map. */
struct ff_verify_claim {
	const struct ff_field *field;         /* FF_FIELD_F64, in units of cost: unit 1, zero 0 */
	const uint8_t *classes;               /* enum ff_class; NULL: nothing is said */
	const uint8_t *directions;            /* enum ff_direction; NULL: nothing is said */
	const struct ff_flow_vector *vectors; /* NULL: nothing is said */
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
	uint64_t wrong[FF_VERIFY_KINDS]; /* cells */
	bool any;                        /* is wrong */
	enum ff_verify_kind kind;        /* what is, in ... */
	int32_t x, y;                    /* the first such cell, FF_VERIFY_ROUTE counting last */
	uint64_t looks; /* how often a cell was compared with a seed, with euclid or sight */
	char what[160]; /* "integration is 30, should be 29" */
};

/*
 * Checks that
 *
 * - every value is the least over its seed's start and over its neighbours'
 *   values and the prices of the steps to them.  All prices being above 0, there
 *   is only one such field.  Whole-number metrics: to 0.001 of a unit.  Euclid:
 *   no farther from the first-order upwind solution of the eikonal equation on
 *   its eight neighbours than 0.36 of the cell's cost, which is what a solution of
 *   second order is below it in the worst place (and an exact distance off by 0.3,
 *   beside its goal); 0.05 where one neighbour alone counts, and 0.1 on the mean; or
 *   the length of the straight line to a seed in sight, which may be lower and does
 *   not count to the mean: with more than 16 seeds to one that is as near as makes the discs around
 *   all of them 64 times as large as the map;
 *   Where the question has 'detours', and where the claim has cells that were not computed, which
 *   must have no value, the others may have detours: then no value is below that least, so that
 *   what follows the field pays no more than it says, which need not be the least that there
 *   is.  Not with euclid, where that could not be told from a fault: values must be those of a
 *   field that ends somewhere;
 *   Where the claim has cells that were not known yet, which must have no value, none of them
 *   would have less than the largest value that is claimed, as far as their neighbours tell
 *   (with euclid to 0.36 of their cost);
 * - every class follows from that; and where some cells were not computed or not known yet and
 *   there is no limit, no cell is unreached from which walkers get to a goal;
 * - every direction is permitted and as good as the flow rule wants it; every
 *   vector has unit length and is that of its direction; with rule "gradient" it
 *   enters a cell with a value, is nearest to its direction or enters the cell that
 *   it leads to, and is that of the slope or of a cheapest path (with euclid: no step falls
 *   much more steeply); with 'sight' both
 * point at the nearest goal in sight;
 * - following the directions ends at a goal.
 *
 *   result  set
 *
 * Returns FF_OK, also where much is wrong; FF_E_ARG if sizes differ; FF_E_NOMEM.
 * No globals.
 */
enum ff_status ff_verify(const struct ff_verify_question *question,
			 const struct ff_verify_claim *claim, struct ff_verify_result *result);

#endif
