/*
 * The table of engines, and the loop around an engine.  A new metric or a faster engine is a file
 * integrate_*.c and a row here.
 */
#include "core/solve/integrate.h"

#include "core/map/model.h"
#include "core/solve/euclid.h"
#include "core/solve/seeds.h"

/* The first row that fits is used. */
static const struct ff_integrate_engine engines[] = {
	{"tiles", ff_integrate_tiles_fits, ff_integrate_tiles_scratch, ff_integrate_tiles_begin,
	 ff_integrate_tiles_step, NULL, NULL, NULL},
	{"order", ff_integrate_order_fits, ff_integrate_order_scratch, ff_integrate_order_begin,
	 ff_integrate_order_step, ff_integrate_order_settled, ff_integrate_order_stop,
	 ff_integrate_order_end},
};

enum ff_field_type ff_integrate_type(const struct ff_model *model)
{
	return ff_model_is_continuous(model) ? FF_FIELD_F64 : FF_FIELD_U32;
}

const struct ff_integrate_engine *ff_integrate_engine_for(const struct ff_model *model,
							  enum ff_field_type type, bool in_order)
{
	const struct ff_integrate_engine *engine = engines;

	while (!engine->fits(model, type, in_order))
		engine++;
	return engine;
}

/* Returns true if one thread, in order, is faster with euclid than that many in tiles: where costs
 * change by more than a quarter from a cell to the next, values wind in a tile, which then takes
 * many passes. */
static bool is_rough(const struct ff_cost *cost, int threads)
{
	enum { STEP = 16 }; /* rows from one that is looked at to the next */
	size_t pairs = 0, rough = 0;

	for (int32_t y = cost->h / 2 % STEP; y < cost->h; y += STEP)
		for (int32_t x = 1; x < cost->w; x++) {
			size_t i = ff_cost_index(cost, x, y);
			uint32_t one = ff_cost_at(cost, i - 1), two = ff_cost_at(cost, i);
			uint32_t less = one < two ? one : two, more = one < two ? two : one;

			if (more == ff_cost_wall(cost))
				continue;
			pairs++;
			rough += more - less > less / 4;
		}
	return rough * 100 > pairs * (size_t)threads;
}

size_t ff_integrate_scratch(const struct ff_model *model, enum ff_field_type type, bool in_order,
			    int32_t w, int32_t h, const struct ff_machine *machine)
{
	int threads = ff_pool_threads(ff_machine_pool(machine));
	size_t size, rough;

	if (ff_cost_fits(w, h, FF_COST_CELLS_MAX, "", NULL) != FF_OK)
		return 0;
	size = ff_integrate_engine_for(model, type, in_order)->scratch(model, type, w, h, threads);
	if (type != FF_FIELD_F64)
		return size;
	rough = ff_integrate_order_scratch(model, type, w, h, threads);
	return rough > size ? rough : size;
}

enum ff_status ff_integrate_begin(struct ff_integrate *run, const struct ff_model *model,
				  const struct ff_cost *cost, const struct ff_seeds *seeds,
				  double limit, struct ff_field *field, bool in_order,
				  void *scratch, size_t size, const struct ff_machine *machine)
{
	return ff_integrate_begin_kept(run, model, cost, seeds, limit, field, in_order, scratch,
				       size, machine, NULL);
}

enum ff_status ff_integrate_begin_kept(struct ff_integrate *run, const struct ff_model *model,
				       const struct ff_cost *cost, const struct ff_seeds *seeds,
				       double limit, struct ff_field *field, bool in_order,
				       void *scratch, size_t size, const struct ff_machine *machine,
				       struct ff_integrate_kept *kept)
{
	size_t need;

	if (cost->w != field->w || cost->h != field->h ||
	    ff_cost_fits(cost->w, cost->h, FF_COST_CELLS_MAX, "", NULL) != FF_OK ||
	    !ff_seeds_are_open(seeds, cost) || (cost->wide != NULL) != ff_model_is_wide(model) ||
	    (in_order ? field->type != FF_INTEGRATE_TYPE_IN_ORDER
		      : (field->type == FF_FIELD_F64) != ff_model_is_continuous(model)) ||
	    (kept != NULL && field->type != FF_FIELD_U32))
		return FF_E_ARG;
	need = ff_integrate_scratch(model, field->type, in_order, cost->w, cost->h, machine);
	if (need == 0 || size < need)
		return FF_E_NOMEM;
	*run = (struct ff_integrate){
		.engine = ff_integrate_engine_for(model, field->type, in_order),
		.model = model,
		.cost = cost,
		.seeds = seeds,
		.machine = machine,
		.kept = kept,
		.limit = limit,
		.field = field,
		.scratch = scratch,
	};
	if (field->type == FF_FIELD_F64 &&
	    is_rough(cost, ff_pool_threads(ff_machine_pool(machine))))
		run->engine = ff_integrate_engine_for(model, field->type, true);
	run->engine->begin(run);
	return FF_OK;
}

enum ff_status ff_integrate_step(struct ff_integrate *run, size_t budget)
{
	return run->done ? FF_OK : run->engine->step(run, budget);
}

double ff_integrate_settled(const struct ff_integrate *run, size_t cell)
{
	return run->done ? ff_field_raw(run->field, cell) : run->engine->settled(run, cell);
}

void ff_integrate_stop(struct ff_integrate *run)
{
	if (!run->done)
		run->engine->stop(run);
	run->done = true;
}

void ff_integrate_end(struct ff_integrate *run)
{
	if (!run->done && run->engine != NULL && run->engine->end != NULL)
		run->engine->end(run);
	run->done = true;
}

enum ff_status ff_integrate(const struct ff_model *model, const struct ff_cost *cost,
			    const struct ff_seeds *seeds, double limit, struct ff_field *field,
			    bool in_order, void *scratch, size_t size,
			    const struct ff_machine *machine)
{
	struct ff_integrate run;
	enum ff_status st;

	st = ff_integrate_begin(&run, model, cost, seeds, limit, field, in_order, scratch, size,
				machine);
	while (st == FF_OK && !run.done)
		st = ff_integrate_step(&run, SIZE_MAX);
	return st;
}
