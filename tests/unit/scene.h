/*
 * A map and all that is known about it: solved, or made up by the test.
 */
#ifndef SCENE_H
#define SCENE_H

#include "core/solve/descend.h"
#include "core/solve/integrate.h"
#include "core/solve/reach.h"
#include "core/solve/seeds.h"
#include "draw/scene.h"
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scene {
	struct ff_model model; /* what scene_solve() solves; manhattan unless a test changes it */
	struct ff_cost cost;
	struct ff_goals goals;
	struct ff_seeds seeds; /* once solved */
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_scene all; /* what is drawn: points to the above */
};

/* scene_new() is w * h reached cells of cost 1, value 0, no direction, and no goal. */
static inline void scene_new(struct scene *s, int32_t w, int32_t h)
{
	size_t n = (size_t)w * (size_t)h;

	*s = (struct scene){
		.model = {.flow = FF_FLOW_LOWEST},
		.cost = {.w = w, .h = h, .cells = oracle_cells(n, 1)},
		.field = {.w = w, .h = h, .unit = 1, .cells = oracle_cells(n, sizeof(uint32_t))},
		.flow = {w, h, oracle_cells(n, 1), NULL},
		.classes = {.w = w, .h = h, .cells = oracle_cells(n, 1)}};
	memset(s->cost.cells, 1, n);
	memset(s->field.cells, 0, n * sizeof *s->field.u32);
	memset(s->flow.cells, FF_NONE, n);
	memset(s->classes.cells, FF_REACHED, n);
	s->classes.count[FF_REACHED] = n;
	s->all = (struct ff_scene){.map = &s->cost,
				   .cost = &s->cost,
				   .goals = &s->goals,
				   .field = &s->field,
				   .flow = &s->flow,
				   .classes = &s->classes};
}

static inline void scene_free(struct scene *s)
{
	free(s->cost.cells);
	free(s->goals.items);
	free(s->seeds.items);
	free(s->field.cells);
	free(s->flow.cells);
	free(s->flow.vectors);
	free(s->classes.cells);
}

/* scene_goal() adds a place as a goal. */
static inline void scene_goal(struct scene *s, double x, double y)
{
	struct ff_goal *items = oracle_cells(s->goals.count + 1, sizeof *items);

	if (s->goals.count > 0)
		memcpy(items, s->goals.items, s->goals.count * sizeof *items);
	items[s->goals.count++] = (struct ff_goal){.x = x, .y = y, .w = 1, .h = 1};
	free(s->goals.items);
	s->goals.items = items;
}

/* Solves the field in a given type. */
static inline enum ff_status scene_integrate(struct scene *s, enum ff_field_type type)
{
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;
	size_t size = ff_integrate_scratch(&s->model, type, type == FF_FIELD_U64, s->cost.w,
					   s->cost.h, NULL);
	void *scratch = oracle_cells(size, 1);
	enum ff_status st;

	free(s->field.cells);
	s->field.type = type;
	s->field.unit = ff_model_unit(&s->model);
	s->field.cells = oracle_cells(n, ff_field_size(type));
	st = ff_integrate(&s->model, &s->cost, &s->seeds, FF_FIELD_NONEF, &s->field,
			  s->field.type == FF_FIELD_U64, scratch, size, NULL);
	free(scratch);
	return st;
}

/* scene_solve() works out everything from the model, the costs and the goals. */
static inline void scene_solve(struct scene *s)
{
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;
	struct ff_reach_summary summary;
	struct ff_error err = {""};
	enum ff_status st;

	free(s->seeds.items);
	s->seeds = (struct ff_seeds){0};
	if (s->model.flow == FF_FLOW_GRADIENT && s->flow.vectors == NULL)
		s->flow.vectors = oracle_cells(n, sizeof *s->flow.vectors);
	st = ff_seeds_make(&s->seeds, &s->goals, &s->cost, &s->cost, ff_model_unit(&s->model),
			   "the map", &err);
	if (st == FF_OK)
		st = scene_integrate(s, ff_integrate_type(&s->model));
	if (st == FF_E_LIMIT)
		st = scene_integrate(s, FF_FIELD_U64);
	if (st == FF_OK)
		st = ff_descend(&s->model, &s->cost, &s->field, &s->seeds, &s->flow, &s->classes,
				NULL);
	if (st != FF_OK) {
		printf("Bail out! the map cannot be solved: status %d %s\n", (int)st, err.text);
		exit(1);
	}
	summary = ff_reach_summarise(&s->field);
	s->all.least = summary.least;
	s->all.largest = summary.largest;
}

/*
 * scene_of() is the map of these rows, each ended by '/', and solved: '#' wall,
 * '.' cost 1, '1' to '9' that cost, 'M' cost 254, 'g' a goal of cost 1.
 */
static inline void scene_of(struct scene *s, const char *rows)
{
	int32_t w = (int32_t)strcspn(rows, "/"), h = (int32_t)(strlen(rows) / (size_t)(w + 1));

	scene_new(s, w, h);
	for (int32_t i = 0; i < w * h; i++) {
		int32_t y = i / w;
		char c = rows[y * (w + 1) + i % w];

		s->cost.cells[i] = (uint8_t)(c == '#'               ? FF_COST_WALL
					     : c == 'M'             ? FF_COST_MAX
					     : c >= '1' && c <= '9' ? c - '0'
								    : 1);
		if (c == 'g')
			scene_goal(s, i % w, y);
	}
	scene_solve(s);
}

/* Makes a map with 'walls' per cent of walls, costs up to 'most' and one goal, and solves it. */
static inline void scene_random(struct scene *s, int32_t w, int32_t h, int walls, int most,
				uint64_t *dice)
{
	int32_t goal = (int32_t)(oracle_random(dice) % (uint64_t)(w * h)), y = goal / w;

	scene_new(s, w, h);
	for (int32_t i = 0; i < w * h; i++)
		s->cost.cells[i] =
			(uint8_t)(i != goal && oracle_random(dice) % 100 < (uint64_t)walls
					  ? FF_COST_WALL
					  : 1 + oracle_random(dice) % (uint64_t)most);
	scene_goal(s, goal % w, y);
	scene_solve(s);
}

#endif
