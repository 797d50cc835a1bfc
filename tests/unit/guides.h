/*
 * Guides through solved maps.
 */
#ifndef GUIDES_H
#define GUIDES_H

#include "core/map/walkers.h"
#include "nearest.h"
#include "scene.h"

#include <math.h>

/* Returns a guide that points to a scene. */
static inline struct ff_guide guides_of(const struct scene *s)
{
	return (struct ff_guide){.map = &s->cost,
				 .cost = &s->cost,
				 .field = &s->field,
				 .flow = &s->flow,
				 .classes = &s->classes,
				 .model = &s->model};
}

/* Rule "differences", the last one, leads nobody. */
enum { GUIDES_FLOWS = FF_FLOW_DIFFERENCES - FF_FLOW_LOWEST };
enum { GUIDES_MODELS = FF_METRICS * FF_CORNERS * GUIDES_FLOWS * FF_STEPS };

/* Returns the k-th of all other models. */
static inline struct ff_model guides_model(int k)
{
	struct ff_model model = {
		.metric = (enum ff_metric)(k % FF_METRICS),
		.corners = (enum ff_corners)(k / FF_METRICS % FF_CORNERS),
		.flow = (enum ff_flow_rule)(1 + k / (FF_METRICS * FF_CORNERS) % GUIDES_FLOWS),
		.step = (enum ff_step)(k / (FF_METRICS * FF_CORNERS * GUIDES_FLOWS)),
	};

	if (model.metric == FF_METRIC_EUCLID)
		model.step = FF_STEP_CELL;
	return model;
}

/* Draws a random map of a model and solves it. */
static inline void guides_scene(struct scene *s, const struct ff_model *model, int32_t w, int32_t h,
				int walls, int most, uint64_t *dice)
{
	int32_t goal = (int32_t)(oracle_random(dice) % (uint64_t)(w * h)), y = goal / w;

	scene_new(s, w, h);
	s->model = *model;
	for (int32_t i = 0; i < w * h; i++)
		s->cost.cells[i] =
			(uint8_t)(i != goal && oracle_random(dice) % 100 < (uint64_t)walls
					  ? FF_COST_WALL
					  : 1 + oracle_random(dice) % (uint64_t)most);
	scene_goal(s, goal % w, y);
	scene_solve(s);
}

/* Turns cells that see a goal towards it. */
static inline void guides_sight(struct scene *s)
{
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;
	struct ff_labels nearest = {s->cost.w, s->cost.h, oracle_cells(n, sizeof(uint32_t)), 0};

	if (s->flow.vectors == NULL) {
		s->flow.vectors = oracle_cells(n, sizeof *s->flow.vectors);
		for (size_t i = 0; i < n; i++)
			s->flow.vectors[i] = ff_flow_units[s->flow.cells[i]];
	}
	if (find_nearest_goals(&s->cost, &s->seeds, &s->field, &nearest, NULL) == FF_OK)
		ff_sight_turn(&s->cost, s->model.corners, &nearest, &s->flow, 0,
			      (size_t)s->cost.w * (size_t)s->cost.h);
	free(nearest.cells);
}

/* Returns a random number in [0, 1). */
static inline double guides_unit(uint64_t *dice)
{
	return (double)(oracle_random(dice) >> 11) * 0x1p-53;
}

#endif
