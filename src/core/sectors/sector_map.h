/*
 * One sector as a map of its own: seeded by goals and by what is known beyond its borders, and
 * integrated.
 */
#ifndef FF_CORE_SECTORS_SECTOR_MAP_H
#define FF_CORE_SECTORS_SECTOR_MAP_H

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/cost.h"
#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/portal_graph.h"
#include "core/sectors/sector_values.h"

/* Used by one thread at a time. */
struct ff_sector_map {
	const struct ff_portal_graph *graph;
	const struct ff_cost *whole;
	/* Around the sector's cells there are so many more on each side: 1 with euclid, where a
	 * cell's value may come from two neighbours at a time; they are walls but for seeds. */
	int32_t margin;
	struct ff_sectors_area area; /* of the sector that was taken */
	struct ff_cost cost;         /* its costs, with the margin */
	struct ff_field field; /* what was integrated, of the same size; its cells are owned */
	struct ff_seed *seeds; /* owned; [seed_count]  where they stand in 'cost' */
	size_t seed_count, seed_room;
	uint8_t *cells;            /* owned; what 'cost' points to, but in clear sectors */
	void *scratch;             /* owned */
	struct ff_machine machine; /* the calling thread alone */
	size_t size;               /* of the scratch memory, in bytes */
};

/*
 * ff_sector_map_open() makes room for the sectors of a graph, of which sectors, model and
 * clear are looked at; ff_sector_map_close() frees it, whatever was returned.
 *
 *   type     of the fields to begin with: that of the model, or FF_FIELD_U64
 *   machine  whose instructions are used, but not its threads; or NULL
 *
 * FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_sector_map_open(struct ff_sector_map *map, const struct ff_portal_graph *graph,
				  const struct ff_cost *whole, enum ff_field_type type,
				  const struct ff_machine *machine);
void ff_sector_map_close(struct ff_sector_map *map);

/* ff_sector_map_take() makes it the map of that sector, without seeds. */
void ff_sector_map_take(struct ff_sector_map *map, uint32_t sector);

/* ff_sector_map_local() is where a cell of the sector, by its place in grids of the whole map,
 * stands in the sector's. */
uint32_t ff_sector_map_local(const struct ff_sector_map *map, uint32_t cell);

/*
 * ff_sector_map_start() adds seeds: cells of the sector by their places on the whole map.
 * ff_sector_map_enter() adds what values outside of the sector let its cells start with: the
 * least of those that a permitted step leads to and the price of the step.  (With euclid
 * those values themselves, in the margin.)  FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_sector_map_start(struct ff_sector_map *map, const struct ff_seeds *seeds);
enum ff_status ff_sector_map_enter(struct ff_sector_map *map,
				   const struct ff_sector_values *values);

/*
 * ff_sector_map_order() orders the seeds, of which there are some, by their starts, counts
 * those from the least, and returns that.
 */
double ff_sector_map_order(struct ff_sector_map *map);

/*
 * ff_sector_map_integrate() integrates the sector from its seeds, which are ordered.  The field
 * is one of 64 bits from then on if 32 do not suffice.  FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_sector_map_integrate(struct ff_sector_map *map);

/* ff_sector_map_starts() tells whether a cell, by its place in the sector's map, has been
 * integrated to the start of a seed of its own. */
bool ff_sector_map_starts(const struct ff_sector_map *map, uint32_t place);

#endif
