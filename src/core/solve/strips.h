/*
 * Exact fields on even ground: where all open cells have one cost, the field is that cost times the
 * length of the shortest way in any direction, a taut string around corners of walls.
 */
#ifndef FF_CORE_SOLVE_STRIPS_H
#define FF_CORE_SOLVE_STRIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"

struct ff_strips;

/* Returns the cost of all open cells of a map, in units; 0 if they have several, 1 if all cells are
 * walls. */
uint32_t ff_strips_cost(const struct ff_cost *cost);

/*
 * Begins a field; ff_strips_step() then works on about 'budget' cells (>= 1) and sets '*done' once
 * the field is finished.
 *
 *   cost    [w*h]  even: ff_strips_cost() > 0; read until done
 *   seeds   [>= 1]  open cells, ordered as in struct ff_seeds; read until done
 *   limit   >= 0  in the field's units; cells beyond it get no value.  INFINITY: none
 *   field   [w*h]  written; of type FF_FIELD_F64.  Between steps it has upper bounds
 *   roots   [w*h]  written; its labels have cells, its items are NULL and the caller's to free()
 *
 * A string may touch the sides and corners of walls, but not pass between two walls that meet at a
 * corner.  The cost of each segment is rounded up to a multiple of a power of two, about 2^-24 of
 * the cell's cost, and sums are exact: so a wall that is added never lowers a value, and equal ways
 * tie.  The field is the least fixpoint of that, the same in any order.
 *
 * FF_OK; FF_E_ARG if sizes differ, the map is not even, or a seed is not an open cell; FF_E_NOMEM.
 * The caller passes '*out', NULL after a failure, to ff_strips_close().  No globals.
 */
enum ff_status ff_strips_open(struct ff_strips **out, const struct ff_cost *cost,
			      const struct ff_seeds *seeds, double limit, struct ff_field *field,
			      struct ff_roots *roots);
enum ff_status ff_strips_step(struct ff_strips *run, size_t budget, bool *done);

/* Returns a bound: between steps, values below it are final, and so are their ways to a seed. */
double ff_strips_final(const struct ff_strips *run);

/* Returns how many cells have been worked on. */
size_t ff_strips_work(const struct ff_strips *run);
void ff_strips_close(struct ff_strips *run);

#endif
