/*
 * Worlds for tests of the public header: all that one answers, copied out and compared.
 */
#ifndef WORLDS_H
#define WORLDS_H

#include <inttypes.h>
#include <math.h>

#include "flowfield.h"
#include "unit/oracle.h"
#include "unit/tap.h"

static const char *const worlds_layers[FF_LAYERS] = {
	[FF_LAYER_COST] = "cost",
	[FF_LAYER_VALUES] = "values",
	[FF_LAYER_DIRECTIONS] = "directions",
	[FF_LAYER_VECTORS] = "vectors",
	[FF_LAYER_CLASSES] = "classes",
	[FF_LAYER_ALLOCATION] = "allocation",
	[FF_LAYER_SIGHT] = "sight",
	[FF_LAYER_EXACT] = "exact",
};

/* worlds_new() is a world, or the end of the test. */
static inline struct ff_world *worlds_new(int32_t w, int32_t h, const uint8_t *cost,
					  const struct ff_rules *rules)
{
	struct ff_world *world = NULL;
	enum ff_status st = ff_world_new(w, h, cost, rules, &world);

	if (!CHECK(st == FF_OK && world != NULL, "%s", ff_status_text(st)))
		exit(1);
	return world;
}

/* worlds_layer() is a whole layer; the caller frees it. */
static inline void *worlds_layer(struct ff_world *world, enum ff_layer layer)
{
	size_t bytes = ff_world_size(world, layer);
	void *cells = oracle_cells(bytes, 1);
	enum ff_status st = ff_world_copy(world, layer, cells, bytes);

	CHECK(st == FF_OK, "%s: %s", worlds_layers[layer], ff_status_text(st));
	return cells;
}

/* worlds_same() compares all layers of two worlds; goals are allocated and seen unless fleeing. */
static inline bool worlds_same(struct ff_world *a, struct ff_world *b, bool flees, const char *name)
{
	bool same = true;

	for (int i = 0; i < (flees ? FF_LAYER_ALLOCATION : FF_LAYERS) && same; i++) {
		enum ff_layer layer = (enum ff_layer)i;
		size_t bytes = ff_world_size(a, layer);
		void *one = worlds_layer(a, layer), *other = worlds_layer(b, layer);

		same = CHECK(memcmp(one, other, bytes) == 0, "%s: other %s", name,
			     worlds_layers[layer]);
		free(one);
		free(other);
	}
	return same;
}

/* worlds_solve() solves in steps of that many cells; 0: at once. */
static inline enum ff_status worlds_solve(struct ff_world *world, uint64_t cells)
{
	enum ff_status st = cells == 0 ? ff_world_solve(world) : ff_world_begin(world);
	int done = 0;

	while (st == FF_OK && cells > 0 && !done)
		st = ff_world_step(world, cells, &done);
	return st;
}

/* worlds_rules() is the k-th of different rules: metrics, steps, corners, flow, sight, radius. */
enum { WORLDS_RULES = 48 };
static inline struct ff_rules worlds_rules(int k)
{
	static const double radii[] = {0, 0, 1, 1.6};
	struct ff_rules rules = {
		.metric = (enum ff_metric)(k % FF_METRICS),
		.corners = (enum ff_corners)(k / 3 % FF_CORNERS),
		.sight = k / 2 % 2,
		.radius = radii[k / 5 % 4],
		.flow = k % 5 == 4 ? (enum ff_flow_rule)(1 + k / 7 % (FF_FLOWS - 1)) : FF_FLOW_OWN,
	};

	if (rules.metric != FF_METRIC_EUCLID)
		rules.step = (enum ff_step)(k / 4 % FF_STEPS);
	if (k % 11 == 10)
		rules.max_cost = 40.5;
	if (k % 13 == 12) {
		rules.flee = -1.2;
		if (rules.flow == FF_FLOW_DIFFERENCES)
			rules.flow = FF_FLOW_OWN;
		rules.sight = 0;
	}
	return rules;
}

#endif
