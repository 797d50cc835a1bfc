/*
 * Integration: from costs and goals to the cost of reaching a goal.
 */
#ifndef FF_CORE_SOLVE_INTEGRATE_H
#define FF_CORE_SOLVE_INTEGRATE_H

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"

/*
 * Where a run of integers keeps its values while it works: in the order of tiles, so that one is in
 * few pages of a file.  They become the field's when the run is done.
 */
struct ff_integrate_kept {
	struct ff_cost cost; /* owned; for a copy in that order: [w*h] */
	uint32_t *values;    /* owned; [w*h] */
	/* The values are those that an earlier run of the same problem had kept, which were 0
	 * before, whenever it was stopped; the result is the same. */
	bool resumed;
	size_t found; /* cells that have such values, in tiles without seeds; set when the run
			 begins */
};

/* A run of an engine.  Filled by ff_integrate_begin(); callers may read 'settled' and 'done' and
 * set 'order'.  It may own memory until it is done, or ff_integrate_end() is called. */
struct ff_integrate {
	const struct ff_integrate_engine *engine;
	const struct ff_model *model;
	const struct ff_cost *cost;
	const struct ff_seeds *seeds;
	struct ff_field *field;
	const struct ff_machine *machine;
	struct ff_integrate_kept *kept; /* NULL: values are in the field all the time */
	double limit;                   /* cells beyond it get no value */
	void *scratch;                  /* the engine's state between steps */
	void *desks; /* in tiles: memory of a step, that runs may share whose steps do not overlap;
			NULL: part of 'scratch' */
	size_t settled;  /* settled cells, as far as the engine knows */
	uint64_t worked; /* cells of tiles, as often as these were worked on; in tiles only */
	/* [w*h]  lent by the caller after ff_integrate_begin(): engines that settle cells in order
	 * list them here, [settled]; NULL: not wanted */
	uint32_t *order;
	bool open; /* in tiles: the run is not done when no cell waits, for others may be offered
		      values */
	bool done;
};

/* An engine: a row in the table of integrate.c. */
struct ff_integrate_engine {
	const char *name;
	bool (*fits)(const struct ff_model *model, enum ff_field_type type, bool in_order);
	/* bytes to lend for a map of a size that ff_cost_fits() */
	size_t (*scratch)(const struct ff_model *model, enum ff_field_type type, int32_t w,
			  int32_t h, int threads);
	void (*begin)(struct ff_integrate *run);
	enum ff_status (*step)(struct ff_integrate *run, size_t budget);
	/* of a run that is not done; NULL: cells are not settled in order */
	double (*settled)(const struct ff_integrate *run, size_t cell);
	void (*stop)(struct ff_integrate *run);
	/* frees what a run that is not done owns; NULL: nothing */
	void (*end)(struct ff_integrate *run);
};

/* Returns the type of field to try first: FF_FIELD_F64 for euclid, else FF_FIELD_U32.  If
 * ff_integrate_step() returns FF_E_LIMIT with FF_FIELD_U32, which is rare except in wide maps whose
 * costs are large, begin again with FF_FIELD_U64. */
enum ff_field_type ff_integrate_type(const struct ff_model *model);

/* The type of fields whose cells are settled in order; with euclid it becomes FF_FIELD_F64 when the
 * run is done. */
#define FF_INTEGRATE_TYPE_IN_ORDER FF_FIELD_U64

/* Returns an engine for a model and a type of field; with euclid, the one in tiles for
 * FF_FIELD_F64, which runs leave for the one in order where that is faster. */
const struct ff_integrate_engine *ff_integrate_engine_for(const struct ff_model *model,
							  enum ff_field_type type, bool in_order);

/* Returns how many bytes of scratch memory a map of w * h cells needs; 0 if ff_cost_fits() would
 * refuse it. */
size_t ff_integrate_scratch(const struct ff_model *model, enum ff_field_type type, bool in_order,
			    int32_t w, int32_t h, const struct ff_machine *machine);

/*
 * Prepares '*run'; ff_integrate_step() then works on 'budget' cells (>= 1), or all that are left,
 * and sets 'run->done' once the field is finished.  Engines may take more, in units of their own.
 * ff_integrate() is begin and steps to the end.
 *
 *   model    read until done
 *   cost     [w*h <= FF_COST_CELLS_MAX]  wide if the model is for wide maps; read until done
 *   seeds    [>= 1]  open cells, ordered as in struct ff_seeds; read until done
 *   limit    >= 0  in the field's units; cells beyond it get no value.  INFINITY: none
 *   field    [w*h]  written; of a type for the model; its unit and zero are not read.  Before
 *            'done' it is readable only if the engine's description permits it
 *   in_order cells are settled in ascending order of values, and in a step exactly as many as asked
 *            for; then the field has the type FF_INTEGRATE_TYPE_IN_ORDER
 *   scratch  lent until done; >= ff_integrate_scratch() bytes, aligned as malloc's
 *   machine  threads and instructions to use, until done; or NULL
 *
 * Integer fields are the unique least fixpoint: a seed has at most its start, any other cell the
 * least over its neighbours m of m's value plus the price of the step.  Equal input gives equal
 * cells on any machine, whatever the budgets.
 *
 * FF_OK; FF_E_ARG if sizes differ or are too large, a seed is not an open cell, or there is none
 * (the field is untouched); FF_E_NOMEM if 'size' is too small (likewise); FF_E_LIMIT if a value
 * within 'limit' does not fit the field's type (the field is then undefined; with FF_FIELD_U64, as
 * long as starts are goals', only on wide maps of more than 10^8 cells).  No globals: threads may
 * integrate different fields at once.
 */
enum ff_status ff_integrate_begin(struct ff_integrate *run, const struct ff_model *model,
				  const struct ff_cost *cost, const struct ff_seeds *seeds,
				  double limit, struct ff_field *field, bool in_order,
				  void *scratch, size_t size, const struct ff_machine *machine);
/* The same with values kept in files; 'kept' is lent until done.  The field has 32 bits. */
enum ff_status ff_integrate_begin_kept(struct ff_integrate *run, const struct ff_model *model,
				       const struct ff_cost *cost, const struct ff_seeds *seeds,
				       double limit, struct ff_field *field, bool in_order,
				       void *scratch, size_t size, const struct ff_machine *machine,
				       struct ff_integrate_kept *kept);
enum ff_status ff_integrate_step(struct ff_integrate *run, size_t budget);
enum ff_status ff_integrate(const struct ff_model *model, const struct ff_cost *cost,
			    const struct ff_seeds *seeds, double limit, struct ff_field *field,
			    bool in_order, void *scratch, size_t size,
			    const struct ff_machine *machine);

/*
 * For runs in order, between steps.
 * ff_integrate_settled() returns the value of a settled cell, and FF_FIELD_NONEF for all others,
 * which will get no less than any settled cell, if anything.  ff_integrate_stop() ends the run
 * early: the field then has the values of the settled cells, and no others.
 */
double ff_integrate_settled(const struct ff_integrate *run, size_t cell);
void ff_integrate_stop(struct ff_integrate *run);

/* Gives a run up that may not be done, or may be all zero; its field is undefined then. */
void ff_integrate_end(struct ff_integrate *run);

/*
 * The engines: functions for struct ff_integrate_engine.  In tiles, between steps the field
 * must not be read.
 */
bool ff_integrate_tiles_fits(const struct ff_model *model, enum ff_field_type type, bool in_order);
size_t ff_integrate_tiles_scratch(const struct ff_model *model, enum ff_field_type type, int32_t w,
				  int32_t h, int threads);
void ff_integrate_tiles_begin(struct ff_integrate *run);
enum ff_status ff_integrate_tiles_step(struct ff_integrate *run, size_t budget);

/*
 * For runs in tiles of integers that are 'open', between steps: they solve a part of a map.
 *
 *   offer    gives a cell of the map's outermost rows and columns a value that is a path's, if it
 *            is less than its own
 *   changed  returns true if the last step may have changed the tile of a cell; the field is
 *            readable there
 *   least    returns the least value that waits, or less; UINT64_MAX: none waits
 *   finish   makes the field readable once no value waits anywhere: FF_OK, or FF_E_LIMIT as
 *            ff_integrate_step()
 */
void ff_integrate_tiles_offer(struct ff_integrate *run, int32_t x, int32_t y, uint64_t value);
bool ff_integrate_tiles_changed(const struct ff_integrate *run, int32_t x, int32_t y);
uint64_t ff_integrate_tiles_least(const struct ff_integrate *run);
enum ff_status ff_integrate_tiles_finish(struct ff_integrate *run);

bool ff_integrate_order_fits(const struct ff_model *model, enum ff_field_type type, bool in_order);
size_t ff_integrate_order_scratch(const struct ff_model *model, enum ff_field_type type, int32_t w,
				  int32_t h, int threads);
void ff_integrate_order_begin(struct ff_integrate *run);
enum ff_status ff_integrate_order_step(struct ff_integrate *run, size_t budget);
double ff_integrate_order_settled(const struct ff_integrate *run, size_t cell);
void ff_integrate_order_stop(struct ff_integrate *run);
void ff_integrate_order_end(struct ff_integrate *run);

#endif
