/*
 * The map: the cost of leaving each cell, its place in the world, the meaning of greys and colours,
 * and edits.
 *
 * Names: ff_cost, ff_georeference, ff_levels, ff_grounds, ff_edits.
 */
#ifndef FF_CORE_MAP_MAP_H
#define FF_CORE_MAP_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/image.h"
#include "flowfield.h"

enum {
	FF_COST_CELLS = 1 << 28, /* the largest map, in cells, unless the user sets another limit */
	FF_COST_CELLS_LISTED = INT32_MAX, /* the largest whose cells are listed by their index */
	FF_COST_WIDE_MAX = 65534,         /* of wide maps, in units */
	FF_COST_WIDE_WALL = 65535,
};

#define FF_COST_CELLS_MAX (INT64_C(1) << 40) /* the largest map that there may be, in cells */

/* (0,0) is the top left cell, x grows to the right, y down; outside is wall. */
struct ff_cost {
	int32_t w, h;
	uint8_t *cells; /* [w*h, row-major]  1..254, or FF_COST_WALL */
	/* NULL, or the costs of a wide map, in the block of 'cells': [w*h]  1..FF_COST_WIDE_MAX
	 * units, or FF_COST_WIDE_WALL.  'cells' is then FF_COST_WALL where that is a wall, and 1
	 * elsewhere.  A wide map has a model with a scale, other maps have none. */
	uint16_t *wide;
};

/* Allocates a map, wide or not; returns false, and 'cells' is NULL, if memory ran out.  The caller
 * passes 'cells' to free(). */
bool ff_cost_new(struct ff_cost *cost, int32_t w, int32_t h, bool wide);

/* Returns the cost of leaving a cell, in units; on walls ff_cost_wall(). */
static inline uint32_t ff_cost_at(const struct ff_cost *cost, size_t i)
{
	return cost->wide != NULL ? cost->wide[i] : cost->cells[i];
}

/* Returns what stands for a wall in a map's costs. */
static inline uint32_t ff_cost_wall(const struct ff_cost *cost)
{
	return cost->wide != NULL ? FF_COST_WIDE_WALL : FF_COST_WALL;
}

/* Sets the cost of a cell: 1..FF_COST_MAX, in wide maps 1..FF_COST_WIDE_MAX, or ff_cost_wall(). */
static inline void ff_cost_set(struct ff_cost *cost, size_t i, uint32_t units)
{
	if (cost->wide != NULL) {
		cost->wide[i] = (uint16_t)units;
		units = units == FF_COST_WIDE_WALL ? FF_COST_WALL : 1;
	}
	cost->cells[i] = (uint8_t)units;
}

/* Returns how many units make a cost of 1 on a map of this largest cost (>= 0): the most, a power
 * of two up to 2^116, with which it has at most FF_COST_WIDE_MAX of them. */
double ff_cost_one(double largest);

/* Returns the nearest number of units, of which 'one' make a cost of 1, to a cost, at least 1; 0 if
 * the cost is not above 0, or more than FF_COST_WIDE_MAX units. */
static inline uint32_t ff_cost_units(double cost, double one)
{
	double units = cost * one + 0.5;

	if (!(cost > 0 && units < FF_COST_WIDE_WALL))
		return 0;
	return units < 1 ? 1 : (uint32_t)units;
}

/* A cell and its new cost, as for ff_cost_set(). */
struct ff_cost_change {
	uint32_t cell;
	uint16_t cost;
};

/* Returns the index of cell x,y, which must be inside. */
static inline size_t ff_cost_index(const struct ff_cost *cost, int32_t x, int32_t y)
{
	return (size_t)y * (size_t)cost->w + (size_t)x;
}

/* Returns true if x,y is a cell of the map. */
static inline bool ff_cost_inside(const struct ff_cost *cost, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < cost->w && y < cost->h;
}

/* Returns true if x,y is inside and not a wall. */
static inline bool ff_cost_open(const struct ff_cost *cost, int64_t x, int64_t y)
{
	return ff_cost_inside(cost, x, y) &&
	       cost->cells[ff_cost_index(cost, (int32_t)x, (int32_t)y)] != FF_COST_WALL;
}

/* Copies a part of a map, which has the size of 'to', into its cells; left,top is its first cell.
 */
void ff_cost_copy(const struct ff_cost *from, int32_t left, int32_t top, struct ff_cost *to);

/* Returns FF_OK if a map of w * h cells (each >= 1) has at most 'limit' (>= 1) cells; else
 * FF_E_LIMIT, with 'name' and the size in 'err'. */
enum ff_status ff_cost_fits(int64_t w, int64_t h, int64_t limit, const char *name,
			    struct ff_error *err);

/* The least and the largest cost of the open cells; 1 and 1 if there are none. */
struct ff_cost_range {
	uint32_t least, most; /* units */
};

struct ff_cost_range ff_cost_range(const struct ff_cost *cost);

/* The place of a map in the world, and the length of a cell's side.  Files without it: 0, 0, 1. */
struct ff_georeference {
	double x, y;       /* its bottom left corner, or with 'down' its top left one */
	double resolution; /* > 0 */
	bool down;         /* y points down in the world, as in the map; false: up */
};

/*
 * Finds the cell of a map of w * h cells that contains the point x,y of the world; returns false if
 * there is none.  A point within a billionth of a cell of an edge belongs to the cell to the right,
 * and to the one with the larger y.
 */
bool ff_georeference_cell(const struct ff_georeference *place, int32_t w, int32_t h, double x,
			  double y, int32_t *column, int32_t *row);

struct ff_georeference_point {
	double x, y;
};

/* Converts a point of a map of h rows, 0,0 being the centre of the first cell, to one of the world.
 */
struct ff_georeference_point ff_georeference_to_world(const struct ff_georeference *place,
						      int32_t h, double x, double y);

/* Converts a point of the world to one of the map, inside or not. */
struct ff_georeference_point ff_georeference_to_map(const struct ff_georeference *place, int32_t h,
						    double x, double y);

/* Prints a point of the world as in options: "1.5m,-2m". */
enum { FF_GEOREFERENCE_NAME = 64 };
void ff_georeference_print(double x, double y, char to[FF_GEOREFERENCE_NAME]);

/* Grey levels first..last (0..255) get 'cost' (1..254 or FF_COST_WALL). */
struct ff_levels_remap {
	uint8_t first, last, cost;
};

struct ff_levels_rules {
	bool invert;   /* reads level v as 255 - v, before everything else */
	int wall_from; /* 1..255: this level and above are walls, the rest cost 1; 0: the default */
	const struct ff_levels_remap
		*remaps; /* [count]  override all above; ranges do not overlap */
	size_t count;
};

/* Sets cost[v] for each grey level v.  By default level 0 costs 1, 1..254 cost their level and 255
 * is wall.  'wall_from' and 'remaps' name levels after 'invert'. */
void ff_levels_fill(const struct ff_levels_rules *rules, uint8_t cost[256]);

/* Replaces each of the 'n' grey levels at 'cells' with its cost. */
void ff_levels_apply(const uint8_t cost[256], uint8_t *cells, size_t n);

enum { FF_GROUNDS_NAME = 64 }; /* bytes of a name, including its NUL */

/* A kind of ground, identified by its colour. */
struct ff_ground {
	struct ff_colour colour;
	uint8_t cost;               /* 1..254, or FF_COST_WALL */
	char name[FF_GROUNDS_NAME]; /* without control characters; "": no name */
};

struct ff_grounds {
	struct ff_ground *items; /* [count]  colours are unique */
	size_t count;
};

/* Returns a colour as 0xrrggbb. */
static inline uint32_t ff_grounds_key(struct ff_colour colour)
{
	return (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
}

enum { FF_EDITS_STEP_MAX = 999999 }; /* steps are 0..FF_EDITS_STEP_MAX */
#define FF_EDITS_TIME_MAX 1e6        /* times are 0..FF_EDITS_TIME_MAX */

enum ff_edits_kind {
	FF_EDITS_COST,   /* sets the cells' cost to 'cost' */
	FF_EDITS_WALL,   /* makes them walls */
	FF_EDITS_OPEN,   /* restores their original cost; 1 where a wall was */
	FF_EDITS_GOAL,   /* adds them as a goal */
	FF_EDITS_NOGOAL, /* removes the goals that lie entirely within them */
	FF_EDITS_KINDS,
};

/* An edit of a rectangle of cells. */
struct ff_edit {
	double when;        /* number of its step, or seconds */
	int32_t x, y, w, h; /* w and h >= 1 */
	enum ff_edits_kind kind;
	uint16_t cost;       /* units; FF_EDITS_COST only */
	size_t line, column; /* position of the rectangle in the file, for messages */
};

struct ff_edits {
	struct ff_edit *items; /* owned; [count]  by time, in the order of application */
	size_t count;
};

/* The names of kinds in files; FF_EDITS_COST is written as a number. */
extern const char *const ff_edits_names[FF_EDITS_KINDS];

/* Sets a cell as the edit says; FF_OK, or what ends the edits. */
typedef enum ff_status ff_edits_set(void *context, const struct ff_edit *edit, size_t cell);

/*
 * Calls 'set' for the cells of the edits [count] that change costs, so that the last edit of a cell
 * is its last call.  Where the rectangles have more cells together than the map of w x h cells,
 * each cell has one call only: time grows with the map and the rectangles' rows, not their areas.
 *
 *   times  cells of the map to a cell of a rectangle, along each axis
 *
 * FF_OK, what 'set' returned, or FF_E_NOMEM.
 */
enum ff_status ff_edits_cells(const struct ff_edit *edits, size_t count, int32_t w, int32_t h,
			      int32_t times, ff_edits_set *set, void *context);

/* Returns the first cell at or after 'cell' that is not taken, of a union-find over cells in a row:
 * skip[i] is i where cell i is free, and a later cell where it is taken. */
int32_t ff_cost_next_free(int32_t *skip, int32_t cell);

#endif
