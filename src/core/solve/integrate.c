/*
 * The table of engines, and the loop around an engine.  A new metric or a faster engine is a file
 * integrate_*.c and a row here.
 */
#include "core/solve/integrate.h"

#include "core/solve/integrate_engines.h"
#include "core/solve/seeds.h"

/* The first row that fits is used. */
static const struct ff_integrate_engine engines[] = {
	{"tiles", ff_integrate_tiles_fits, ff_integrate_tiles_scratch, ff_integrate_tiles_begin,
	 ff_integrate_tiles_step, NULL, NULL},
	{"heap", ff_integrate_heap_fits, ff_integrate_heap_scratch, ff_integrate_heap_begin,
	 ff_integrate_heap_step, ff_integrate_heap_settled, ff_integrate_heap_stop},
	{"march", ff_integrate_march_fits, ff_integrate_march_scratch, ff_integrate_march_begin,
	 ff_integrate_march_step, ff_integrate_march_settled, ff_integrate_march_stop},
	{"wide march", ff_integrate_march_wide_fits, ff_integrate_march_wide_scratch,
	 ff_integrate_march_wide_begin, ff_integrate_march_wide_step,
	 ff_integrate_march_wide_settled, ff_integrate_march_wide_stop},
};

enum ff_field_type ff_integrate_type(const struct ff_model *model)
{
	if (ff_model_is_continuous(model))
		return FF_FIELD_F64;
	return ff_integrate_tiles_fits(model, FF_FIELD_U32) ? FF_FIELD_U32 : FF_FIELD_U64;
}

enum ff_field_type ff_integrate_type_in_order(const struct ff_model *model)
{
	return ff_model_is_continuous(model) ? FF_FIELD_F64 : FF_FIELD_U64;
}

const struct ff_integrate_engine *ff_integrate_engine_for(const struct ff_model *model,
							  enum ff_field_type type)
{
	const struct ff_integrate_engine *engine = engines;

	while (!engine->fits(model, type))
		engine++;
	return engine;
}

size_t ff_integrate_scratch(const struct ff_model *model, enum ff_field_type type, int32_t w,
			    int32_t h, const struct ff_machine *machine)
{
	int threads = ff_pool_threads(ff_machine_pool(machine));

	if (ff_cost_fits(w, h, FF_COST_CELLS_MAX, "", NULL) != FF_OK)
		return 0;
	return ff_integrate_engine_for(model, type)->scratch(w, h, threads);
}

enum ff_status ff_integrate_begin(struct ff_integrate *run, const struct ff_model *model,
				  const struct ff_cost *cost, const struct ff_seeds *seeds,
				  double limit, struct ff_field *field, void *scratch, size_t size,
				  const struct ff_machine *machine)
{
	size_t need;

	if (cost->w != field->w || cost->h != field->h ||
	    ff_cost_fits(cost->w, cost->h, FF_COST_CELLS_MAX, "", NULL) != FF_OK ||
	    !ff_seeds_are_open(seeds, cost) || (cost->wide != NULL) != ff_model_is_wide(model) ||
	    (cost->wide != NULL && field->type == FF_FIELD_U32) ||
	    (field->type == FF_FIELD_F64) != (ff_model_is_continuous(model)))
		return FF_E_ARG;
	need = ff_integrate_scratch(model, field->type, cost->w, cost->h, machine);
	if (need == 0 || size < need)
		return FF_E_NOMEM;
	*run = (struct ff_integrate){
		.engine = ff_integrate_engine_for(model, field->type),
		.model = model,
		.cost = cost,
		.seeds = seeds,
		.machine = machine,
		.limit = limit,
		.field = field,
		.scratch = scratch,
	};
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

enum ff_status ff_integrate(const struct ff_model *model, const struct ff_cost *cost,
			    const struct ff_seeds *seeds, double limit, struct ff_field *field,
			    void *scratch, size_t size, const struct ff_machine *machine)
{
	struct ff_integrate run;
	enum ff_status st;

	st = ff_integrate_begin(&run, model, cost, seeds, limit, field, scratch, size, machine);
	while (st == FF_OK && !run.done)
		st = ff_integrate_step(&run, SIZE_MAX);
	return st;
}
