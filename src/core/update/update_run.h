/*
 * Shared by update.c and its engines: the cells that a repair works on, and the engines.
 */
#ifndef FF_CORE_UPDATE_UPDATE_RUN_H
#define FF_CORE_UPDATE_UPDATE_RUN_H

#include <string.h>

#include "core/solve/queue.h"
#include "core/solve/sight.h"
#include "core/update/update.h"

/* The flags of a cell. */
enum {
	FF_UPDATE_RUN_SEED = 1 << 0,    /* it is one, between repairs, too */
	FF_UPDATE_RUN_TOUCHED = 1 << 1, /* it is in the list of those */
	FF_UPDATE_RUN_EDITED = 1 << 2,  /* likewise */
	FF_UPDATE_RUN_OWN = 1 << 3,     /* this and those above are an engine's, who takes those of
					 * cells that are not touched away itself */
};

/* A cell whose value may be another one now, and the bits of what the field had before. */
struct ff_update_run_touched {
	uint64_t old;
	uint32_t cell;
};

/* A cell that costs another amount now, and what it did. */
struct ff_update_run_edit {
	uint32_t cell;
	uint8_t old;
};

/* The stage of update_steps.c. */
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
	const struct ff_update_engine *engine;
	const struct ff_model *model;
	struct ff_cost *cost; /* as changed */
	struct ff_field *field;
	double limit;
	void *own; /* the engine's, and so are 'stage' and 'at' */
	enum ff_update_run_stage stage;
	size_t at; /* what is next of its list */

	struct ff_seed
		*seeds; /* [seed_count]  as changed, by cell: each once, with its least start */
	size_t seed_count;
	struct ff_seeds given; /* as changed, and as they were given */
	bool moved;            /* they are others than before this repair, or in another order */

	uint8_t *flags;              /* [w*h] */
	struct ff_queue_radix queue; /* empty at the beginning of a repair */
	size_t visited, most;        /* of this repair */

	struct ff_update_run_edit *edits; /* [edit_count]  each cell once */
	size_t edit_count, edit_room;
	uint32_t *
		starts; /* [start_count]  cells with another start now, or none any more; by cell */
	size_t start_count, start_room;
	struct ff_update_run_touched *touched; /* [touched_count]  each cell once */
	size_t touched_count, touched_room;
	uint32_t *changed; /* [changed_all]  once done: the cells of struct ff_update_figures */
	size_t changed_count, changed_all, changed_room;
	size_t wide; /* cells of a field of 64 bits with values that 32 cannot hold */
	bool done;
};

/* An engine: a line in the table of update.c. */
struct ff_update_engine {
	bool (*fits)(const struct ff_model *model);
	/* makes 'own' for a finished field, which may have been another one before; NULL: nothing
	 * to do.  FF_OK or FF_E_NOMEM */
	enum ff_status (*renew)(struct ff_update *update);
	/* may take note of what a run has that has just begun, for renew; NULL: nothing to take */
	void (*begun)(struct ff_update *update, const struct ff_integrate *run);
	void (*close)(struct ff_update *update); /* NULL: nothing to do */
	/* 'edits' and 'starts' are made, and nothing is touched */
	enum ff_status (*begin)(struct ff_update *update);
	/* counts 'visited', and sets 'done' when the field is finished */
	enum ff_status (*step)(struct ff_update *update, size_t budget);
};

/* Returns the least start of a seed's cell; INFINITY for others. */
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

/* Returns the window of one cell. */
static inline struct ff_sight_window ff_update_run_at(const struct ff_update *update, uint32_t cell)
{
	int32_t x = (int32_t)(cell % (uint32_t)update->cost->w);
	int32_t y = (int32_t)(cell / (uint32_t)update->cost->w);

	return (struct ff_sight_window){x, y, x, y};
}

/* Notes that a cell's value is about to change: FF_OK or FF_E_NOMEM. */
static inline enum ff_status ff_update_run_touch(struct ff_update *update, uint32_t cell)
{
	const struct ff_field *field = update->field;
	void *block = update->touched;

	if (update->flags[cell] & FF_UPDATE_RUN_TOUCHED)
		return FF_OK;
	if (!ff_memory_grow(&block, &update->touched_room, update->touched_count + 1,
			    sizeof *update->touched))
		return FF_E_NOMEM;
	update->touched = block;
	update->flags[cell] |= FF_UPDATE_RUN_TOUCHED;
	update->touched[update->touched_count++] = (struct ff_update_run_touched){
		field->type == FF_FIELD_U32 ? field->u32[cell] : field->u64[cell], cell};
	return FF_OK;
}

/* Returns the bits of a value >= 0 that is no whole number, which have the order of the values. */
static inline uint64_t ff_update_run_key(double value)
{
	uint64_t key;

	memcpy(&key, &value, sizeof key);
	return key;
}

/* The engine for whole numbers, as struct ff_update_engine wants it. */
bool ff_update_steps_fits(const struct ff_model *model);
enum ff_status ff_update_steps_begin(struct ff_update *update);
enum ff_status ff_update_steps_step(struct ff_update *update, size_t budget);

/* The engine for fast marching, likewise. */
bool ff_update_march_fits(const struct ff_model *model);
enum ff_status ff_update_march_reset(struct ff_update *update);
void ff_update_march_begun(struct ff_update *update, const struct ff_integrate *run);
void ff_update_march_close(struct ff_update *update);
enum ff_status ff_update_march_begin(struct ff_update *update);
enum ff_status ff_update_march_step(struct ff_update *update, size_t budget);

/* Returns the value that integrate_march.c gives an open or closed cell if those with less keep
 * theirs; INFINITY: no value.  For tests. */
double ff_update_march_value(const struct ff_update *update, uint32_t cell);

#endif
