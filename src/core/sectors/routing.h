/*
 * Routes for many requests on one map, and fields only where they lead: struct ff_routing, at the
 * end, is all that a caller needs.  Before it are its parts, in the order of use: portals and their
 * graph, its renewal after edits, landmarks, a sector as a map of its own, the cache of integrated
 * sectors, routes over the graph, and the field along them.
 *
 * Every 'machine' below is used while a function runs; NULL: the calling thread without vector
 * instructions.  No result depends on it.
 *
 * Names: ff_landmarks.
 */
#ifndef FF_CORE_SECTORS_ROUTING_H
#define FF_CORE_SECTORS_ROUTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/sectors.h"

/* ---- portals: from a map to the graph of its portals ---- */

/*
 * Cuts the map into sectors and finds the portals, nodes and links: everything except the costs,
 * which stay NULL.  It reads the cells along borders, and all cells to find the clear sectors.
 *
 *   size   FF_SECTORS_SIZE_MIN..FF_SECTORS_SIZE_MAX
 *   graph  set; free it with ff_portal_graph_free() if FF_OK is returned
 *
 * Equal maps and models give equal graphs on any machine.  There are never more links than cells.
 * FF_OK, or FF_E_NOMEM, and nothing is set.
 */
enum ff_status ff_portals_find(struct ff_portal_graph *graph, const struct ff_model *model,
			       const struct ff_cost *cost, int32_t size,
			       const struct ff_machine *machine);

/*
 * Sets the costs between the nodes of each sector.
 *
 *   graph    as ff_portals_find() left it; gets its costs
 *   cost     the same map
 *   machine  its threads share the sectors
 *
 * FF_OK, or FF_E_NOMEM, and the graph has no costs.
 */
enum ff_status ff_portals_price(struct ff_portal_graph *graph, const struct ff_cost *cost,
				const struct ff_machine *machine);

/* ---- renewal: the graph after an edit, from the graph before it ---- */

/* Effects of an edit on a sector: a bit mask. */
enum {
	/* Its fields have changed, so call ff_sector_cache_invalidate(): one of its cells has
	 * changed, or, with euclid, one beside it. */
	FF_PORTALS_RENEW_FIELDS = 1,
	/* Its cells or nodes have changed, so its costs were priced again. */
	FF_PORTALS_RENEW_COSTS = 2,
};

/*
 * Turns the graph of a map into the graph of the edited map.  Every number becomes that of
 * ff_portals_find() and ff_portals_price(), except that the graph has no landmarks, which depend on
 * the whole map: searches are slower, and may choose another of several routes of equal cost, until
 * ff_landmarks_find() is called.
 *
 *   graph   has its costs; close searches of it first
 *   before  the graph's map
 *   cost    the edited map, of the same size
 *   marks   [sectors of the graph]  set to the masks above if FF_OK is returned; invalidate the
 *           sectors whose fields have changed in caches
 *
 * Portals are found again; sectors that keep their cells and nodes keep their costs.  FF_OK, or
 * FF_E_NOMEM, and the graph is unchanged.
 */
enum ff_status ff_portals_renew(struct ff_portal_graph *graph, const struct ff_cost *before,
				const struct ff_cost *cost, const struct ff_machine *machine,
				uint8_t *marks);

/* ---- landmarks: lower bounds of costs ---- */

/*
 * Chooses FF_PORTAL_GRAPH_LANDMARKS landmarks and sets the graph's bounds.  There are none with
 * euclid, whose costs do not add up, and without nodes.  It integrates the whole map once per
 * landmark, and once more to choose the first.
 *
 *   graph  as ff_portals_find() left it; costs are not read
 *   cost   the same map
 *
 * FF_OK, or FF_E_NOMEM, and the graph has no landmarks.
 */
enum ff_status ff_landmarks_find(struct ff_portal_graph *graph, const struct ff_cost *cost,
				 const struct ff_machine *machine);

/* ---- directions of some sectors ---- */

/*
 * Sets directions and classes of the sectors that have values, as ff_descend() sets them, and
 * counts those of all cells: others are walls, or not computed.
 *
 *   field    of the seeds
 *   flow     set; free it with ff_sector_flow_free(), whatever was returned
 *
 * FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_sector_flow_find(const struct ff_model *model, const struct ff_cost *cost,
				   const struct ff_seeds *seeds,
				   const struct ff_sector_field *field,
				   struct ff_sector_flow *flow);

/* ---- one sector as a map of its own ---- */

/* Known values around a sector: those of another area. */
struct ff_sector_values {
	struct ff_field field; /* borrowed; of the area's size plus a margin on all sides */
	struct ff_sectors_area area;
	double base; /* added to each value of the field */
};

/* Used by one thread at a time. */
struct ff_sector_map {
	const struct ff_portal_graph *graph;
	const struct ff_cost *whole;
	/* Extra cells on each side of the sector: 1 with euclid, where a value may come from two
	 * neighbours at once; they are walls unless they are seeds. */
	int32_t margin;
	struct ff_sectors_area area; /* of the current sector */
	struct ff_cost cost;         /* its costs, including the margin */
	struct ff_field field;       /* of the same size; its cells are owned */
	struct ff_seed *seeds;       /* owned; [seed_count]  cells are indices in 'cost' */
	size_t seed_count, seed_room;
	struct ff_cost own; /* its cells are owned: those of 'cost', except in clear sectors */
	void *scratch;      /* owned */
	struct ff_machine machine; /* the calling thread alone */
	size_t size;               /* of the scratch memory, in bytes */
};

/*
 * Allocates a map for the sectors of a graph, of which it reads sectors, model and clear;
 * ff_sector_map_close() frees it, whatever was returned.
 *
 *   type     of the fields to begin with: that of the model, or FF_FIELD_U64
 *   machine  only its instructions are used, not its threads
 *
 * FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_sector_map_open(struct ff_sector_map *map, const struct ff_portal_graph *graph,
				  const struct ff_cost *whole, enum ff_field_type type,
				  const struct ff_machine *machine);
void ff_sector_map_close(struct ff_sector_map *map);

/* Makes a sector the current one, without seeds. */
void ff_sector_map_take(struct ff_sector_map *map, uint32_t sector);

/* Returns the index in the sector's map of a cell of the whole map. */
uint32_t ff_sector_map_local(const struct ff_sector_map *map, uint32_t cell);

/*
 * Adds seeds in the sector, whose cells are indices in the whole map.  ff_sector_map_enter() adds a
 * seed for each border cell to which a permitted step leads from a value outside the sector: the
 * least such value plus the price of the step.  (With euclid the values themselves become seeds, in
 * the margin.)  FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_sector_map_start(struct ff_sector_map *map, const struct ff_seeds *seeds);
enum ff_status ff_sector_map_enter(struct ff_sector_map *map,
				   const struct ff_sector_values *values);

/* Sorts the seeds (at least one) by start, subtracts the least start from all, and returns it. */
double ff_sector_map_order(struct ff_sector_map *map);

/* Integrates the sector from its sorted seeds.  If 32 bits do not suffice, the field has 64 from
 * then on.  FF_OK or FF_E_NOMEM. */
enum ff_status ff_sector_map_integrate(struct ff_sector_map *map);

/* Returns true if the value of a cell, given its index in the sector's map, is the start of its own
 * seed. */
bool ff_sector_map_starts(const struct ff_sector_map *map, uint32_t place);

/* The goal's cells by sector. */
struct ff_sector_goals {
	struct ff_seed *seeds; /* owned; [seed_count]  by sector, then in the order given */
	size_t seed_count;
	uint32_t *sectors; /* owned; [count]  sectors with goals, ascending */
	size_t *first;     /* owned; [count + 1]  the first seed of each */
	size_t count;
};

/* Sorts seeds by sector; ff_sector_goals_free() frees the result.  FF_OK, or FF_E_NOMEM and nothing
 * is set. */
enum ff_status ff_sector_goals_make(struct ff_sector_goals *goals, const struct ff_seeds *seeds,
				    const struct ff_sectors *sectors);
void ff_sector_goals_free(struct ff_sector_goals *goals);

/* Returns the seeds of a sector; borrowed. */
struct ff_seeds ff_sector_goals_of(const struct ff_sector_goals *goals, uint32_t sector);

/* ---- cache of integrated sectors ---- */

/* Used by one thread at a time. */
struct ff_sector_cache;

struct ff_sector_cache_figures {
	uint64_t hits, misses, evicted;
	size_t entries, bytes; /* held now */
};

/*
 * Makes a cache of up to 'limit' bytes; with 0 it keeps nothing.  The least recently used fields
 * are dropped first.  The caller passes it to ff_sector_cache_close(), where NULL is allowed.
 * FF_OK, or FF_E_NOMEM and '*out' is NULL.
 */
enum ff_status ff_sector_cache_open(struct ff_sector_cache **out, size_t limit);
void ff_sector_cache_close(struct ff_sector_cache *cache);

/* Fields with equal keys are equal, as long as the map is the same around them. */
struct ff_sector_cache_key {
	uint32_t sector;
	uint32_t exit;         /* any number that identifies the exit */
	struct ff_seeds seeds; /* borrowed; starts are relative to the least of them */
};

/* Returns the cached field of a key, or NULL; valid until the next ff_sector_cache_put(). */
const struct ff_field *ff_sector_cache_find(struct ff_sector_cache *cache,
					    const struct ff_sector_cache_key *key);

/* Stores a copy of a field under a key that has none, and drops others to make room; a field larger
 * than the limit is not stored.  FF_OK, or FF_E_NOMEM and it is not stored. */
enum ff_status ff_sector_cache_put(struct ff_sector_cache *cache,
				   const struct ff_sector_cache_key *key,
				   const struct ff_field *field);

/*
 * Drops the fields of one sector.  After an edit, invalidate the sectors that have a changed cell,
 * and no others: keys hold everything else that fields depend on.  With euclid, which reads cells
 * across a border, also those beside a changed cell.  (ff_portals_renew() lists them.)
 */
void ff_sector_cache_invalidate(struct ff_sector_cache *cache, uint32_t sector);

void ff_sector_cache_figures_of(const struct ff_sector_cache *cache,
				struct ff_sector_cache_figures *figures);

/* ---- routes over the graph of portals, from sources to the goal ---- */

/* The memory of searches of one graph, one after the other. */
struct ff_route_search;

/*
 * Allocates a search of a graph that has its costs; graph and cost must outlive it.  Of the machine
 * only the instructions are used.  The caller passes the search to ff_route_close(), where NULL is
 * allowed.  FF_OK, or FF_E_NOMEM and '*out' is NULL.  One thread at a time may use a search;
 * several searches may share a graph.
 */
enum ff_status ff_route_open(struct ff_route_search **out, const struct ff_portal_graph *graph,
			     const struct ff_cost *cost, const struct ff_machine *machine);
void ff_route_close(struct ff_route_search *search);

/*
 * Finds the cheapest route over the graph from each source, in order; a route that meets a node of
 * an earlier one follows it from there on.
 *
 *   seeds    the goal's cells, as for ff_integrate(); without any no goal is reached
 *   sources  [count]  cells; no goal is reached from a wall
 *   routes   set; free it with ff_routes_free() if FF_OK is returned.  'cost', 'least' and
 *            'computed' are not known yet
 *
 * FF_OK, or FF_E_NOMEM, and nothing is set.
 */
enum ff_status ff_route_find(struct ff_route_search *search, const struct ff_seeds *seeds,
			     const uint32_t *sources, size_t count, struct ff_routes *routes);

/* ---- corridors: the field in the sectors along routes, and nowhere else ---- */

/*
 * Integrates the sectors on the routes, from the goal's outward: each once for each neighbour to
 * which a route leaves it, from the values in the neighbour's windows plus the price of the step
 * across.  A cell of a sector with several exits has the least of its values.
 *
 *   seeds    those of the routes
 *   routes   gets 'computed' and each route's cost
 *   cache    fields are taken from it and stored in it
 *   field    of the graph's sectors, without values; the cells of the computed sectors get theirs
 *   machine  only its instructions are used, not its threads
 *
 * With integers no cell is below its value in the field of the whole map, and above it only by the
 * detours of the routes; a cell with a value has a neighbour from which it comes, so following the
 * field never costs more than the field says.  FF_OK; FF_E_LIMIT if a value does not fit the
 * field's type (use FF_FIELD_U64); FF_E_NOMEM.  After a failure ff_corridor_clear() empties the
 * field.
 *
 * Threads may fill different fields of one graph at once, each with a cache of its own.
 */
enum ff_status ff_corridor_fill(const struct ff_portal_graph *graph, const struct ff_cost *cost,
				const struct ff_seeds *seeds, struct ff_routes *routes,
				struct ff_sector_cache *cache, struct ff_sector_field *field,
				const struct ff_machine *machine);

/*
 * Sets the least cost of each route, of all ways there are.  Unless a straight way over the map's
 * cheapest ground costs no less than the routes, it integrates the whole map up to the dearest
 * source, which takes the memory of the whole field.
 *
 *   routes  with costs; gets 'least' and, with 'field', these as costs
 *   field   of the routes; becomes that of the whole map up to the dearest source.  NULL: none
 *
 * Returns as ff_corridor_fill(); without 'field' not FF_E_LIMIT.
 */
enum ff_status ff_corridor_widen(const struct ff_portal_graph *graph, const struct ff_cost *cost,
				 const struct ff_seeds *seeds, struct ff_routes *routes,
				 struct ff_sector_field *field, const struct ff_machine *machine);

/* Removes the values from the computed sectors, and sets 'computed' to 0. */
void ff_corridor_clear(const struct ff_portal_graph *graph, struct ff_routes *routes,
		       struct ff_sector_field *field);

/*
 * Corrects the classes that ff_descend() gives to the field of a corridor: cells without a value
 * become not computed, except the areas of sources that reach no goal, which stay unreached.
 * FF_OK, or FF_E_NOMEM, and the latter are not computed, too.
 */
enum ff_status ff_corridor_classify(const struct ff_routes *routes, const struct ff_model *model,
				    struct ff_classes *classes);

/* ---- routing ---- */

/* Phases of work, in this order; those that are not needed are skipped. */
enum ff_routing_phase {
	FF_ROUTING_PORTALS,   /* finding portals */
	FF_ROUTING_PRICES,    /* pricing sectors; after an edit: renewal */
	FF_ROUTING_LANDMARKS, /* choosing landmarks */
	FF_ROUTING_ROUTES,    /* searching */
	FF_ROUTING_FIELDS,    /* integrating the sectors on the routes */
	FF_ROUTING_WIDENING,  /* computing the field up to the dearest source */
	FF_ROUTING_LEAST,     /* finding the least costs only */
};

/* How to make a struct ff_routing. */
struct ff_routing_setup {
	const struct ff_model *model;
	const struct ff_cost *cost;       /* borrowed until ff_routing_close() */
	int32_t size;                     /* FF_SECTORS_SIZE_MIN..FF_SECTORS_SIZE_MAX */
	bool landmarks;                   /* look for them before the first search */
	bool once;                        /* for one source: nothing is kept for later ones */
	const struct ff_machine *machine; /* its threads and instructions; borrowed likewise */
	/* Called by the calling thread when a phase begins; may be NULL. */
	void (*enter)(void *context, enum ff_routing_phase phase);
	void *context;
};

/* Used by one thread at a time.  A failed ff_routing_open() may be retried after
 * ff_routing_close(). */
struct ff_routing {
	struct ff_routing_setup setup;
	struct ff_portal_graph graph;   /* owned */
	struct ff_cost known;           /* owned; its map before edits; cells NULL: not kept */
	struct ff_sector_cache *cache;  /* of a size that suits the map */
	struct ff_route_search *search; /* of this graph; NULL: none yet */
	size_t priced;                  /* sectors that were priced */
	uint8_t *
		renewed; /* owned; [sectors]  1: priced by the last renewal; NULL: there was none */
	/* The answer to the last request; owned. */
	struct ff_routes routes;
	struct ff_sector_field field; /* of the computed sectors; blocks NULL: none */
	uint64_t integrated;          /* sectors integrated, repetitions counted */
};

/* Finds the portals of a map.  Pass the routing to ff_routing_close(), whatever was returned.
 * FF_OK or FF_E_NOMEM. */
enum ff_status ff_routing_open(struct ff_routing *routing, const struct ff_routing_setup *setup);
void ff_routing_close(struct ff_routing *routing);

/* Sets the graph's costs and landmarks unless they exist; otherwise the first request does that.
 * FF_OK or FF_E_NOMEM. */
enum ff_status ff_routing_prepare(struct ff_routing *routing);

/*
 * Finds a route from each source to the goal, and the field of the sectors that the routes lead
 * through.  Replaces the last answer.
 *
 *   seeds    the goal's cells, as for ff_integrate(); without any no goal is reached
 *   sources  [count]  cells; no goal is reached from a wall
 *   exact    compute the field up to the dearest source, so that each cost is the least
 *
 * Goals without a start cost have their value in the field even if no route leads to them.  FF_OK,
 * or FF_E_NOMEM, and there is no answer.
 */
enum ff_status ff_routing_find(struct ff_routing *routing, const struct ff_seeds *seeds,
			       const uint32_t *sources, size_t count, bool exact);

/*
 * Computes, for walkers that have a size, the sectors beside the corners that routes cross: where
 * only the two that meet at a corner are open, no disc gets through.  Replaces the last answer,
 * which is that of the same seeds and 'exact', by one that has more sources, after the others.
 * FF_OK, or FF_E_NOMEM, and there is an answer with fewer.
 */
enum ff_status ff_routing_widen_corners(struct ff_routing *routing, const struct ff_seeds *seeds,
					bool exact);

/* Sectors and sources of an answer. */
struct ff_routing_count {
	size_t total, computed; /* sectors, and those that have values */
	size_t kept;            /* computed sectors whose values were all in the cache */
	size_t reached;         /* sources */
	uint64_t cells;         /* in computed sectors, walls too */
};

/* Counts those of the last answer. */
struct ff_routing_count ff_routing_counts(const struct ff_routing *routing);

/* Sets the least cost of each route of the answer, as ff_corridor_widen() does, for the same goal.
 * FF_OK, or FF_E_NOMEM, and the answer has none. */
enum ff_status ff_routing_least(struct ff_routing *routing, const struct ff_seeds *seeds);

/* Copies the map, unless it is kept already, so that it may be edited from now on.  Answers go on
 * to be those for the copy.  FF_OK, or FF_E_NOMEM. */
enum ff_status ff_routing_keep(struct ff_routing *routing);

/* Brings the routing up to date with a map that was edited after ff_routing_keep(); there is no
 * answer afterwards.  Requests are then answered as by a new routing.  FF_OK, or FF_E_NOMEM: call
 * it again before anything else. */
enum ff_status ff_routing_renew(struct ff_routing *routing);

#endif
