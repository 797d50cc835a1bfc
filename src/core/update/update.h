/*
 * Repair: a finished field becomes what integrating afresh would give, after some cells have come
 * to cost another amount, or goals have come and gone; and no cell is visited that has nothing to
 * do with it.
 *
 * G. Ramalingam and T. Reps, "An incremental algorithm for a generalization of the shortest-path
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

/* Repairs of one field, one after the other. */
struct ff_update;

/*
 * Prepares for repairs of a finished field, in time that grows with the map.
 *
 *   cost   [w*h]  the map that it was made of; written by repairs, and by nothing else meanwhile
 *   seeds  what it was made with; not needed any more afterwards
 *   limit  likewise
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
 * Makes the changes on the map; ff_update_step() then visits up to 'budget'
 * cells (>= 1) and sets '*done' once the field is finished again.  ff_update() is begin and steps
 * to the end.
 *
 *   changes  [count]  of equal cells the last one counts; a cell may cost what it did
 *   seeds    [>= 1]  open cells on the changed map, ordered as in struct ff_seeds; not needed any
 *            more afterwards.  NULL: the same ones as before, which takes no time
 *   most     how many cells it may visit: ff_update_most(), or SIZE_MAX
 *
 * A repair begins when the last one is done; after FF_E_LIMIT, when ff_update_reset() has been
 * called.
 *
 * Return FF_OK; FF_E_LIMIT if it would visit more cells than 'most', or a value does not fit the
 * field's type, and with euclid, whatever 'most' is, also if seeds are others than before or in
 * another order, if it matters to their straight lines what costs are around one, or if they have
 * different starts and such lines come or go beside one: the field is as it was then, the map is
 * changed, and the caller has to integrate that afresh and call ff_update_reset(); FF_E_ARG if a
 * cell is outside of the map or would cost 0, or a seed is not open, or there is none: all is as it
 * was, and good for other repairs; FF_E_NOMEM, after which the field is undefined, and repairs can
 * only be closed.  No globals.
 */
enum ff_status ff_update_begin(struct ff_update *update, const struct ff_cost_change *changes,
			       size_t count, const struct ff_seeds *seeds, size_t most);
enum ff_status ff_update_step(struct ff_update *update, size_t budget, bool *done);
enum ff_status ff_update(struct ff_update *update, const struct ff_cost_change *changes,
			 size_t count, const struct ff_seeds *seeds, size_t most);

/*
 * Takes note that the field has been integrated afresh, from the seeds of the
 * last repair; its type and memory may be others.  FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_update_reset(struct ff_update *update);

/*
 * ff_update_begun() may be called before that, with the integration afresh between
 * ff_integrate_begin() and its first step: what both would work out is then taken from it, and the
 * time of ff_update_reset() is not worth mentioning beside that of the integration.
 */
void ff_update_begun(struct ff_update *update, const struct ff_integrate *run);

/* Returns how many cells a repair may visit so that giving up, and integrating afresh
 * then, is likely to take no more than a fifth longer than integrating at once.  For euclid that
 * wants ff_update_begun(). */
size_t ff_update_most(const struct ff_model *model, int32_t w, int32_t h);

/* The figures of the last repair; valid until the next one. */
struct ff_update_figures {
	size_t visited;        /* cells taken up, each time counted */
	const uint32_t *cells; /* [count]  whose value is another one now, in no order... */
	size_t count;
	size_t all; /* ...and, up to [all], those that cost another amount or are seeds with another
		     * start or none, again: what ff_descend_around() wants to know */
	bool narrow; /* the field is of 64 bits, and integrating afresh would give one of 32 */
};

struct ff_update_figures ff_update_figures_of(const struct ff_update *update);

#endif
