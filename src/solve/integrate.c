/*
 * The engine table, and the one loop around an engine.  A new metric or a
 * faster engine is a file integrate_*.c and a line here.
 */
#include "solve/integrate.h"

#include "base/memory.h"
#include "solve/integrate_dial.h"

/* The first line that fits a model is its engine. */
static const struct ff_integrate_engine engines[] = {
	{"dial", FF_METRIC_MANHATTAN, FF_INTEGRATE_DIAL_SCRATCH, FF_INTEGRATE_DIAL_EXTRA,
	 ff_integrate_dial_begin, ff_integrate_dial_step},
};

const struct ff_integrate_engine *ff_integrate_engine_for(const struct ff_model *model)
{
	const struct ff_integrate_engine *engine = engines;

	while (engine->metric != model->metric)
		engine++;
	return engine;
}

size_t ff_integrate_scratch(const struct ff_model *model, int32_t w, int32_t h)
{
	const struct ff_integrate_engine *engine = ff_integrate_engine_for(model);
	size_t cells, bytes;

	if (!ff_memory_product((size_t)w, (size_t)h, &cells) ||
	    !ff_memory_product(cells, engine->scratch, &bytes) || bytes > SIZE_MAX - engine->extra)
		return 0;
	return bytes + engine->extra;
}

enum ff_status ff_integrate_begin(struct ff_integrate *run, const struct ff_model *model,
				  const struct ff_cost *cost, const struct ff_goals *goals,
				  struct ff_field *field, void *scratch, size_t size)
{
	size_t need = ff_integrate_scratch(model, cost->w, cost->h);

	if (cost->w != field->w || cost->h != field->h ||
	    ff_cost_fits(cost->w, cost->h, "", NULL) != FF_OK ||
	    ff_goals_check(goals, cost, "", NULL) != FF_OK)
		return FF_E_ARG;
	if (need == 0 || size < need)
		return FF_E_NOMEM;
	*run = (struct ff_integrate){
		.engine = ff_integrate_engine_for(model),
		.model = model,
		.cost = cost,
		.field = field,
		.scratch = scratch,
	};
	run->engine->begin(run, goals);
	return FF_OK;
}

enum ff_status ff_integrate_step(struct ff_integrate *run, size_t budget)
{
	return run->done ? FF_OK : run->engine->step(run, budget);
}

enum ff_status ff_integrate(const struct ff_model *model, const struct ff_cost *cost,
			    const struct ff_goals *goals, struct ff_field *field, void *scratch,
			    size_t size)
{
	struct ff_integrate run;
	enum ff_status st;

	st = ff_integrate_begin(&run, model, cost, goals, field, scratch, size);
	while (st == FF_OK && !run.done)
		st = ff_integrate_step(&run, SIZE_MAX);
	return st;
}
