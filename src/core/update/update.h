/*
 * Repair of one field: after cells have changed cost, or goals have come and gone, it becomes bit
 * for bit what integrating afresh would give, and only cells related to the change are visited.
 *
 * G. Ramalingam, T. Reps, "An incremental algorithm for a generalization of the shortest-path
 * problem", Journal of Algorithms 21(2), 1996.
 */
#ifndef FF_CORE_UPDATE_UPDATE_H
#define FF_CORE_UPDATE_UPDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"
#include "core/solve/integrate.h"

/* The state of repairs of one field, one after the other. */
struct ff_update;

/*
 * Prepares for repairs of a finished field, in time that grows with the map.
 *
 *   cost   [w*h]  the field's map; changed by repairs, and by nobody else meanwhile
 *   seeds  the field's seeds; copied
 *   limit  the field's limit
 *   field  [w*h]  finished, of any engine and of a type for the model; written by repairs
 *
 * model, cost and field must outlive it.  The caller passes it to ff_update_close(), where NULL is
 * allowed.  FF_OK; FF_E_ARG if sizes differ; FF_E_NOMEM, and '*out' is NULL.
 */
enum ff_status ff_update_open(struct ff_update **out, const struct ff_model *model,
			      struct ff_cost *cost, const struct ff_seeds *seeds, double limit,
			      struct ff_field *field);
void ff_update_close(struct ff_update *update);

/*
 * Makes the changes on the map; ff_update_step() then visits up to 'budget' cells (>= 1) and sets
 * '*done' once the field is finished again.  ff_update() is begin and steps to the end.
 *
 *   changes  [count]  of equal cells the last one counts; unchanged costs are allowed
 *   seeds    [>= 1]  open cells on the changed map, ordered as in struct ff_seeds; copied.  NULL:
 *            as before, at no cost
 *   most     the most cells to visit: ff_update_most(), or SIZE_MAX
 *
 * A repair may begin when the last one is done, or, after FF_E_LIMIT, when ff_update_reset() has
 * been called.
 *
 * FF_OK.
 * FF_E_LIMIT if it would visit more than 'most' cells, or a value does not fit the field's type.
 * The field is then as before, but the map is changed: integrate afresh and call ff_update_reset().
 * FF_E_ARG if a cell is outside the map or would cost 0, a seed is not open, or there is none:
 * nothing has changed, and other repairs may begin.
 * FF_E_NOMEM: the field is undefined, and the state can only be closed.
 * No globals.
 */
enum ff_status ff_update_begin(struct ff_update *update, const struct ff_cost_change *changes,
			       size_t count, const struct ff_seeds *seeds, size_t most);
enum ff_status ff_update_step(struct ff_update *update, size_t budget, bool *done);
enum ff_status ff_update(struct ff_update *update, const struct ff_cost_change *changes,
			 size_t count, const struct ff_seeds *seeds, size_t most);

/* Notes that the field has been integrated afresh, from the seeds of the last repair; its type and
 * memory may have changed. */
void ff_update_reset(struct ff_update *update);

/*
 * Returns how many cells a repair may visit so that giving up and then integrating afresh is likely
 * to take at most a fifth longer than integrating at once.
 */
size_t ff_update_most(const struct ff_model *model, int32_t w, int32_t h);

/* Figures of the last repair; valid until the next one. */
struct ff_update_figures {
	size_t visited;        /* cells visited, repetitions counted */
	const uint32_t *cells; /* [count]  cells whose value has changed, in no order... */
	size_t count;
	size_t all; /* ...and, up to [all], cells whose cost or start has changed, with repetitions:
		       the input of ff_descend_around() */
	bool narrow; /* the field has 64 bits, and integrating afresh would give 32 */
};

struct ff_update_figures ff_update_figures_of(const struct ff_update *update);

#endif
