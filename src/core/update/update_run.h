/*
 * Shared by update.c and update_march.c: the cells that a repair works on.
 */
#ifndef FF_CORE_UPDATE_UPDATE_RUN_H
#define FF_CORE_UPDATE_UPDATE_RUN_H

#include <string.h>

#include "core/grid/queue.h"
#include "core/solve/sight.h"
#include "core/update/update.h"

/* The flags of a cell. */
enum {
	FF_UPDATE_RUN_SEED = 1 << 0,    /* a seed; kept between repairs */
	FF_UPDATE_RUN_TOUCHED = 1 << 1, /* in the list of touched cells */
	FF_UPDATE_RUN_EDITED = 1 << 2,  /* in the list of edits */
	FF_UPDATE_RUN_OWN = 1 << 3, /* this and higher bits belong to the engine, which clears them
				       on cells that are not touched */
};

/* A cell whose value may have changed, and the bits of its former value. */
struct ff_update_run_touched {
	uint64_t old;
	uint32_t cell;
};

/* A cell whose cost has changed, and its former cost. */
struct ff_update_run_edit {
	uint32_t cell;
	uint16_t old; /* as ff_cost_at() returned it */
};

/* The stages of a repair of integers. */
enum ff_update_run_stage {
	FF_UPDATE_RUN_ASK_EDITS,
	FF_UPDATE_RUN_ASK_STARTS,
	FF_UPDATE_RUN_RAISE,
	FF_UPDATE_RUN_OFFER_EDITS,
	FF_UPDATE_RUN_OFFER_STARTS,
	FF_UPDATE_RUN_OFFER_RAISED,
	FF_UPDATE_RUN_LOWER,
};

struct ff_update {
	const struct ff_model *model;
	struct ff_cost *cost; /* after the changes */
	struct ff_field *field;
	double limit;
	void *own;                      /* of update_march.c */
	enum ff_update_run_stage stage; /* of update.c, as 'at' */
	size_t at;                      /* next index in the stage's list */

	struct ff_seed
		*seeds; /* [seed_count]  current ones by cell: each once, with its least start */
	size_t seed_count;
	struct ff_seeds given; /* current ones, as they were given */
	bool moved;            /* they, or their order, differ from those before this repair */

	uint8_t *flags;              /* [w*h] */
	struct ff_queue_radix queue; /* empty when a repair begins */
	size_t visited, most;        /* of this repair */

	struct ff_update_run_edit *edits; /* [edit_count]  each cell once */
	size_t edit_count, edit_room;
	uint32_t *starts; /* [start_count]  cells whose start has changed or gone, by cell */
	size_t start_count, start_room;
	struct ff_update_run_touched *touched; /* [touched_count]  each cell once */
	size_t touched_count, touched_room;
	uint32_t *changed; /* [changed_all]  once done: see struct ff_update_figures */
	size_t changed_count, changed_all, changed_room;
	size_t wide; /* cells of a field of 64 bits with values that do not fit 32 */
	bool done;
};

/* Returns the least start of a seed's cell; INFINITY for other cells. */
static inline double ff_update_run_start_of(const struct ff_update *update, uint32_t cell)
{
	const struct ff_seed *seeds = update->seeds;
	size_t first = 0, count = update->seed_count;

	if (!(update->flags[cell] & FF_UPDATE_RUN_SEED))
		return FF_FIELD_NONEF;
	while (count > 1) {
		size_t half = count / 2;

		first += seeds[first + half].cell <= cell ? half : 0;
		count -= half;
	}
	return seeds[first].start;
}

/* Records that a cell's value is about to change: FF_OK or FF_E_NOMEM. */
static inline enum ff_status ff_update_run_touch(struct ff_update *update, uint32_t cell)
{
	const struct ff_field *field = update->field;

	if (update->flags[cell] & FF_UPDATE_RUN_TOUCHED)
		return FF_OK;
	if (!ff_memory_grow(&update->touched, &update->touched_room, update->touched_count + 1,
			    sizeof *update->touched))
		return FF_E_NOMEM;
	update->flags[cell] |= FF_UPDATE_RUN_TOUCHED;
	update->touched[update->touched_count++] = (struct ff_update_run_touched){
		field->type == FF_FIELD_U32 ? field->u32[cell] : field->u64[cell], cell};
	return FF_OK;
}

/* Repairs of fast marching: 'own' is made, or made anew, for a finished field, and may keep parts
 * of a run that has just begun.  A repair begins when 'edits' and 'starts' are set and nothing is
 * touched; a step counts 'visited', and sets 'done' when the field is finished. */
enum ff_status ff_update_march_reset(struct ff_update *update);
void ff_update_march_begun(struct ff_update *update, const struct ff_integrate *run);
void ff_update_march_close(struct ff_update *update);
enum ff_status ff_update_march_begin(struct ff_update *update);
enum ff_status ff_update_march_step(struct ff_update *update, size_t budget);

/* Returns the value that integrate_march.c would give a cell if all lower values around it are
 * right; INFINITY: none.  For tests. */
double ff_update_march_value(const struct ff_update *update, uint32_t cell);

#endif
