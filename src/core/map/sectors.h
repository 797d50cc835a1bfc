/*
 * Sectors of a map, the graph of portals between them, and routes through it.
 *
 * Names: ff_portal_graph, ff_routes, ff_sector_field, ff_sector_flow.
 */
#ifndef FF_CORE_MAP_SECTORS_H
#define FF_CORE_MAP_SECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/model.h"

/* A map cut into squares, numbered row by row from the top left; those of the last column and row
 * may be smaller. */
struct ff_sectors {
	int32_t w, h; /* of the map, in cells; >= 1 */
	int32_t size; /* side of a sector in cells; FF_SECTORS_SIZE_MIN..FF_SECTORS_SIZE_MAX */
	int32_t columns, rows; /* of sectors */
};

/* A sector's rectangle on the map, in cells. */
struct ff_sectors_area {
	int32_t x, y, w, h;
};

/* Returns the default side of a map's sectors, in cells.  It grows with the map, so that the graph
 * stays small and searches stay fast. */
static inline int32_t ff_sectors_size(int32_t w, int32_t h)
{
	int64_t cells = (int64_t)w * h;

	return cells <= 1 << 15 ? 10 : cells <= 1 << 22 ? 48 : 64;
}

static inline struct ff_sectors ff_sectors_cut(int32_t w, int32_t h, int32_t size)
{
	return (struct ff_sectors){w, h, size, (w - 1) / size + 1, (h - 1) / size + 1};
}

static inline uint32_t ff_sectors_count(const struct ff_sectors *sectors)
{
	return (uint32_t)sectors->columns * (uint32_t)sectors->rows;
}

/* Returns the sector of a cell, given its index. */
static inline uint32_t ff_sectors_of(const struct ff_sectors *sectors, uint32_t cell)
{
	uint32_t w = (uint32_t)sectors->w, size = (uint32_t)sectors->size;

	return cell / w / size * (uint32_t)sectors->columns + cell % w / size;
}

static inline struct ff_sectors_area ff_sectors_area(const struct ff_sectors *sectors,
						     uint32_t sector)
{
	int32_t x = (int32_t)(sector % (uint32_t)sectors->columns) * sectors->size;
	int32_t y = (int32_t)(sector / (uint32_t)sectors->columns) * sectors->size;
	int32_t w = sectors->w - x, h = sectors->h - y;

	return (struct ff_sectors_area){x, y, w < sectors->size ? w : sectors->size,
					h < sectors->size ? h : sectors->size};
}

/*
 * The graph in which routes are searched.
 *
 * A portal is a maximal run of pairs of open cells that face each other across a border between two
 * sectors; its two windows are the cells on either side.  A permitted corner step whose cells are
 * not in the windows of one such run is a portal of its own, with one cell on either side: between
 * sectors that meet at a corner and, where corners may be cut, between others.
 *
 * Nodes are cells of windows.  Links are the steps between them across a border.  Between the nodes
 * of a sector the graph knows the cost of walking without leaving the sector.
 */

enum { FF_PORTAL_GRAPH_LANDMARKS = 16 }; /* at most */

struct ff_portal {
	uint32_t sectors[2];
	uint32_t first[2]; /* the first cell of each window; the others are below or to the right */
	int32_t length;    /* cells in each window */
	uint8_t direction; /* from the first window to the second: FF_E or FF_S; of a corner step
			      FF_SE or FF_SW */
};

/* The costs between the nodes of a sector: those of ways that exist, in one direction if the other
 * one costs the same, with as few bytes as hold each of them exactly. */
struct ff_portal_costs;

/* A step from a node to one of another sector. */
struct ff_portal_link {
	uint32_t node, portal;
};

/* Owns all its arrays; freed with ff_portal_graph_free(). */
struct ff_portal_graph {
	struct ff_sectors sectors;
	struct ff_model model; /* except its flow */
	uint32_t least;        /* the least cost of the map, in units */
	uint8_t *clear;        /* [sectors]  1: every cell costs 1; never in wide maps */
	uint8_t *clear_cost;   /* [size*size]  the costs of clear sectors: all 1 */
	size_t clear_count;
	struct ff_portal *portals; /* [portal_count] */
	size_t portal_count;
	uint32_t *cells;              /* [node_count]  by sector, then by cell */
	uint32_t *first_node;         /* [sectors + 1] */
	struct ff_portal_link *links; /* [link_count]  by the node they start at */
	uint32_t *first_link;         /* [node_count + 1] */
	size_t node_count, link_count;
	/* The costs between the nodes of each sector; NULL: not priced yet.  An item is NULL where
	 * they follow from the places of the nodes. */
	struct ff_portal_costs **costs; /* [sectors] */
	/*
	 * Landmarks are cells far apart in the largest area.  For each landmark, row s of 'near'
	 * has the least cost of walking to it from the cells of sector s in that area, and row s of
	 * 'far' the largest, 'near' rounded down and 'far' up; INFINITY and 0 where the sector has
	 * no such cell.  Row n of 'between' places node n between near and far, in 255ths, rounded
	 * down.
	 */
	uint32_t landmark_count; /* 0..FF_PORTAL_GRAPH_LANDMARKS; 0 with euclid */
	float *near, *far;       /* [sectors][landmark_count] */
	uint8_t *between;        /* [node_count][landmark_count] */
	uint8_t *joined;         /* [node_count]  1: in the landmarks' area */
};

/* Returns cell k of a portal's window on a side; w is the map's width. */
static inline uint32_t ff_portal_graph_window(const struct ff_portal *portal, int side, int32_t k,
					      int32_t w)
{
	return portal->first[side] + (uint32_t)(portal->direction == FF_E ? k * w : k);
}

/* Returns true if a sector's costs follow from the places of its nodes. */
static inline bool ff_portal_graph_implied(const struct ff_portal_graph *graph, uint32_t sector)
{
	return graph->clear[sector] && !ff_model_is_continuous(&graph->model);
}

/* Returns the cost, in the model's units, of walking from node 'from' to node 'to' without leaving
 * their sector; FF_FIELD_NONEF: there is no way. */
double ff_portal_graph_cost(const struct ff_portal_graph *graph, uint32_t sector, uint32_t from,
			    uint32_t to);

/* Returns the price, in the model's units, of the step of a link from node 'from' to node 'to'. */
static inline double ff_portal_graph_step(const struct ff_portal_graph *graph,
					  const struct ff_cost *cost, uint32_t from, uint32_t to)
{
	uint32_t a = graph->cells[from], b = graph->cells[to], w = (uint32_t)cost->w;
	bool diagonal = a % w != b % w && a / w != b / w;

	/* There are no corner steps with euclid. */
	if (ff_model_is_continuous(&graph->model))
		return ff_cost_at(cost, a);
	return ff_model_price(&graph->model, diagonal, ff_cost_at(cost, a), ff_cost_at(cost, b));
}

/* Returns the cost of walking from a node to another one of its sector, or across a border to one
 * that a link leads to; as ff_portal_graph_cost(). */
double ff_portal_graph_price(const struct ff_portal_graph *graph, const struct ff_cost *cost,
			     uint32_t from, uint32_t to);

/* Returns the portal through which a route steps from a node to the next; FF_PORTAL_GRAPH_NONE:
 * they are in one sector. */
#define FF_PORTAL_GRAPH_NONE UINT32_MAX
uint32_t ff_portal_graph_crossed(const struct ff_portal_graph *graph, uint32_t from, uint32_t to);

/*
 * Stores the costs within a sector in place of earlier ones, in a graph whose list of costs exists.
 *
 *   costs  [n][n]  n: its number of nodes; row i has the costs from its i-th node, where
 *          FF_FIELD_NONEF means that there is no way.  Where there is one there is one back, and
 *          two ways that meet are one.
 *
 * Equal costs take equally many bytes.  FF_OK, or FF_E_NOMEM and nothing is changed.
 */
enum ff_status ff_portal_graph_set(struct ff_portal_graph *graph, uint32_t sector,
				   const double *costs);

/* Sets row[j] to ff_portal_graph_cost() from node 'from' to the j-th node of its sector, for every
 * node j. */
void ff_portal_graph_row(const struct ff_portal_graph *graph, uint32_t sector, uint32_t from,
			 double *row);

/* Return the least and the largest cost of walking to landmark k from a joined node of a sector. */
static inline double ff_portal_graph_near(const struct ff_portal_graph *graph, uint32_t sector,
					  uint32_t node, uint32_t k)
{
	size_t at = (size_t)sector * graph->landmark_count + k;
	double near = graph->near[at], far = graph->far[at];
	uint8_t between = graph->between[(size_t)node * graph->landmark_count + k];

	return near + (far - near) * between / 255;
}

static inline double ff_portal_graph_far(const struct ff_portal_graph *graph, uint32_t sector,
					 uint32_t node, uint32_t k)
{
	size_t at = (size_t)sector * graph->landmark_count + k;
	double near = graph->near[at], far = graph->far[at];
	uint8_t between = graph->between[(size_t)node * graph->landmark_count + k];

	return between == 255 ? far : near + (far - near) * (between + 1) / 255;
}

/* Returns the number of pairs of nodes that are connected within a sector, plus the number of
 * links. */
uint64_t ff_portal_graph_edges(const struct ff_portal_graph *graph);

/* Returns the graph's memory in bytes. */
uint64_t ff_portal_graph_bytes(const struct ff_portal_graph *graph);

/* Frees all but the nodes: portals, links and costs. */
void ff_portal_graph_forget(struct ff_portal_graph *graph);
void ff_portal_graph_free(struct ff_portal_graph *graph);

/* The route from a source of a request to the goal.  Costs are in the model's units;
 * FF_FIELD_NONEF: there is none, or it is not known. */
struct ff_route {
	uint32_t source; /* a cell */
	bool reached;    /* false: no goal can be reached, and there are no nodes */
	double planned;  /* the cost over its nodes, including the goal's start */
	double cost;     /* the field's value at the source: following it costs at most that */
	double least;    /* the cost of the cheapest way */
	uint32_t *nodes; /* owned; [node_count]  from the source on; none if the source is in the
			    goal's sector and the way stays there */
	size_t node_count;
	double rest;       /* the part of 'planned' that its last node has to pay */
	size_t merged;     /* how many of the last nodes belong to earlier routes */
	uint32_t joins;    /* if there are any, the route to which the first of them belongs */
	uint32_t goal;     /* the cell where it ends, also of merged routes */
	uint64_t expanded; /* nodes that the search expanded */
};

/* The routes of a request and the sectors computed for them; freed with ff_routes_free(). */
struct ff_routes {
	struct ff_route *items; /* [count]  in the order of the sources */
	size_t count;
	uint8_t *computed; /* [sectors]  a mask of these: */
};

enum {
	FF_ROUTES_COMPUTED = 1,   /* the sector's cells have values... */
	FF_ROUTES_INTEGRATED = 2, /* ...of which some are new; else all were in the cache */
};

void ff_routes_free(struct ff_routes *routes);

/* The field of a map of which only sectors with a value take memory. */
struct ff_sector_field {
	struct ff_sectors sectors;
	enum ff_field_type type;
	double unit;   /* a cost of 1 in the cells */
	void **blocks; /* owned; [sectors]  the cells of each; NULL: none has a value */
};

/* Makes a field without values; ff_sector_field_close() frees it, whatever was returned.  FF_OK or
 * FF_E_NOMEM. */
enum ff_status ff_sector_field_open(struct ff_sector_field *field, const struct ff_sectors *sectors,
				    const struct ff_model *model, enum ff_field_type type);
void ff_sector_field_close(struct ff_sector_field *field);

/* Removes all values, and frees the sectors. */
void ff_sector_field_clear(struct ff_sector_field *field);

/* Returns the content of cell x,y of the map; FF_FIELD_NONEF where there is no value. */
double ff_sector_field_raw(const struct ff_sector_field *field, int32_t x, int32_t y);

/* Sets the content of cell x,y.  FF_OK; FF_E_LIMIT, and the cell keeps its content, if 'raw' does
 * not fit the type; FF_E_NOMEM. */
enum ff_status ff_sector_field_set(struct ff_sector_field *field, int32_t x, int32_t y, double raw);

/* Sets 'block' to the cells of a sector, borrowed, which are allocated unless they exist: FF_OK or
 * FF_E_NOMEM. */
enum ff_status ff_sector_field_add(struct ff_sector_field *field, uint32_t sector,
				   struct ff_field *block);

/* Copies a part of the map into a field of the same type, and of the part's size; left,top is its
 * first cell. */
void ff_sector_field_copy(const struct ff_sector_field *field, int32_t left, int32_t top,
			  struct ff_field *to);

/* Copies the values of a part of the map, likewise.  Returns as ff_sector_field_set(). */
enum ff_status ff_sector_field_take(struct ff_sector_field *field, int32_t left, int32_t top,
				    const struct ff_field *from);

/* Directions and classes of the sectors of a map that have values.  All zero: none. */
struct ff_sector_flow {
	struct ff_sectors sectors;
	bool vectors;     /* each cell has its own; else the unit vectors of the directions */
	uint8_t **blocks; /* owned; [sectors]  vectors, if any, directions and classes of each;
			     NULL: it has no values */
	uint64_t directions[FF_DIRECTIONS + 1],
		classes[FF_CLASSES]; /* numbers of cells of the map */
};

/* Makes an empty one; FF_OK or FF_E_NOMEM.  ff_sector_flow_add() allocates the grids of a sector,
 * of its size, for the caller to fill: FF_OK or FF_E_NOMEM. */
enum ff_status ff_sector_flow_open(struct ff_sector_flow *flow, const struct ff_sectors *sectors,
				   bool vectors);
enum ff_status ff_sector_flow_add(struct ff_sector_flow *flow, uint32_t sector,
				  struct ff_flow *grid, struct ff_classes *classes);
void ff_sector_flow_free(struct ff_sector_flow *flow);

/* Returns what is known of a cell, given its index on the map; of a sector without values FF_NONE,
 * 0,0 and FF_NOT_COMPUTED. */
struct ff_sector_flow_cell {
	enum ff_direction direction;
	struct ff_flow_vector vector;
	enum ff_class class;
};
struct ff_sector_flow_cell ff_sector_flow_at(const struct ff_sector_flow *flow, uint32_t cell);

#endif
