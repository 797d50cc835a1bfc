/*
 * Sectors of a map, the graph of the portals between them, and routes through it.
 *
 * Names: ff_portal_graph, ff_routes.
 */
#ifndef FF_CORE_MAP_SECTORS_H
#define FF_CORE_MAP_SECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/map/field.h"
#include "core/map/map.h"
#include "core/map/model.h"

enum { FF_SECTORS_SIZE = 10 }; /* the program's default */

/* A map cut into squares of cells, row by row from the top left on; those of the last column and
 * row may be smaller. */
struct ff_sectors {
	int32_t w, h;          /* of the map, in cells; >= 1 */
	int32_t size;          /* of a sector's side; FF_SECTORS_SIZE_MIN..FF_SECTORS_SIZE_MAX */
	int32_t columns, rows; /* of sectors */
};

/* A sector's rectangle on the map, in cells. */
struct ff_sectors_area {
	int32_t x, y, w, h;
};

static inline struct ff_sectors ff_sectors_cut(int32_t w, int32_t h, int32_t size)
{
	return (struct ff_sectors){w, h, size, (w - 1) / size + 1, (h - 1) / size + 1};
}

static inline uint32_t ff_sectors_count(const struct ff_sectors *sectors)
{
	return (uint32_t)sectors->columns * (uint32_t)sectors->rows;
}

/* Returns the sector of a cell, by its place in any grid of the map. */
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
 * The portals between sectors, and the graph that they make: what routes are found in.
 *
 * A portal is a maximal run of pairs of open cells that face each other across the border of two
 * sectors; its two windows are the cells on either side.  A corner step that is permitted and whose
 * cells are not in the windows of one such run is a portal of its own, one cell on either side:
 * between sectors that meet at a corner, and, where steps may cut corners, between others.
 *
 * Nodes are cells of windows, linked to the nodes that a step across the border leads to.  Between
 * the nodes of a sector the graph knows what it costs to walk without leaving the sector.
 */

/*
 * The version of graphs in files, which hold costs and landmarks alone: raise it with every change
 * to which cells of a map are nodes, in which order they and the costs stand, what costs and
 * landmarks mean, or how files are laid out.  Programs that differ in it refuse each other's files.
 */
enum { FF_PORTAL_GRAPH_VERSION = 1 };

enum { FF_PORTAL_GRAPH_LANDMARKS = 16 }; /* at most */

struct ff_portal {
	uint32_t sectors[2];
	uint32_t first[2]; /* the first cell of each window; they go on downwards or to the right */
	int32_t length;    /* cells in each window */
	uint8_t direction; /* from the first window to the second: FF_E or FF_S; of one corner
			    * step FF_SE or FF_SW */
};

/* A step from a node to one of another sector. */
struct ff_portal_link {
	uint32_t node, portal;
};

/* All arrays are owned by what made the graph, and freed with ff_portal_graph_free(). */
struct ff_portal_graph {
	struct ff_sectors sectors;
	struct ff_model model; /* except its flow */
	uint8_t least;         /* of the costs of the map */
	uint8_t *clear;        /* [sectors]  1: every cell costs 1 */
	uint8_t *clear_cost;   /* [size*size]  the costs that all those share: 1 everywhere */
	size_t clear_count;
	struct ff_portal *portals; /* [portal_count] */
	size_t portal_count;
	uint32_t *cells;              /* [node_count]  by sector, then cell */
	uint32_t *first_node;         /* [sectors + 1] */
	struct ff_portal_link *links; /* [link_count]  by the node that they leave */
	uint32_t *first_link;         /* [node_count + 1] */
	size_t node_count, link_count;
	/*
	 * What it costs to walk within sector s from its node i to its node j, both counted from 0
	 * in the sector, is number first_cost[s] + i * n + j, n being how many it has; NONE: there
	 * is no way.  Clear sectors have none of these: there it follows from where the nodes are,
	 * but with euclid.
	 */
	size_t *first_cost; /* [sectors + 1] */
	enum ff_field_type type;
	union {
		void *costs; /* NULL: not known yet */
		uint32_t *u32;
		uint64_t *u64;
		double *f64;
	};
	/*
	 * Landmarks: cells far apart in the largest area.  Row s of 'near' has, for each of them,
	 * the least, and of 'far' the most, that walking to it costs from any cell of sector s and
	 * that area, rounded to the safe side: INFINITY and 0 where the sector has none.  Row n of
	 * 'between' says where from near to far a node of that area is, in 255ths, rounded down.
	 */
	uint32_t landmark_count; /* 0..FF_PORTAL_GRAPH_LANDMARKS; 0 with euclid */
	float *near, *far;       /* [sectors][landmark_count] */
	uint8_t *between;        /* [node_count][landmark_count] */
	uint8_t *joined;         /* [node_count]  1: in that area */
};

/* Returns cell k of a portal's window on a side; w is the map's width. */
static inline uint32_t ff_portal_graph_window(const struct ff_portal *portal, int side, int32_t k,
					      int32_t w)
{
	return portal->first[side] + (uint32_t)(portal->direction == FF_E ? k * w : k);
}

/* Returns true if a sector's costs follow from where its nodes are. */
static inline bool ff_portal_graph_implied(const struct ff_portal_graph *graph, uint32_t sector)
{
	return graph->clear[sector] && !ff_model_is_continuous(&graph->model);
}

/*
 * Returns what it costs, in the model's units, to walk from node 'from' to node
 * 'to' without leaving their sector; FF_FIELD_NONEF: there is no way.
 */
double ff_portal_graph_cost(const struct ff_portal_graph *graph, uint32_t sector, uint32_t from,
			    uint32_t to);

/*
 * Returns what the step of a link costs, in the model's units, from the cell of
 * node 'from' to that of node 'to'.
 */
static inline double ff_portal_graph_step(const struct ff_portal_graph *graph,
					  const struct ff_cost *cost, uint32_t from, uint32_t to)
{
	uint32_t a = graph->cells[from], b = graph->cells[to], w = (uint32_t)cost->w;
	bool diagonal = a % w != b % w && a / w != b / w;

	/* There are no corner steps with euclid. */
	if (ff_model_is_continuous(&graph->model))
		return cost->cells[a];
	return ff_model_price(&graph->model, diagonal, cost->cells[a], cost->cells[b]);
}

/*
 * Sets row[j] to what it costs to walk from node 'from' to node j of its
 * sector, for all of them: ff_portal_graph_cost() for each.
 */
void ff_portal_graph_row(const struct ff_portal_graph *graph, uint32_t sector, uint32_t from,
			 double *row);

/* ff_portal_graph_near() and ff_portal_graph_far() are what walking from a node of a sector, one
 * that is joined to the landmarks, to landmark k costs at least and at most. */
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

/* Counts the ways from a node to another within a sector, and the links. */
uint64_t ff_portal_graph_edges(const struct ff_portal_graph *graph);

/* Returns what the graph takes in memory; costs that are not known yet count as
 * those of its type. */
uint64_t ff_portal_graph_bytes(const struct ff_portal_graph *graph);

void ff_portal_graph_free(struct ff_portal_graph *graph);

/* The way of a source of a request to a goal through the portals.  All costs are in the model's
 * units; FF_FIELD_NONEF: there is none, or it is not known. */
struct ff_route {
	uint32_t source; /* a cell */
	bool reached;    /* else no goal can be reached, and there are no nodes */
	double planned;  /* what the route costs over its nodes, to the goal and with its start */
	double cost;     /* the field's at the source: what following it costs at most */
	double least;    /* what the cheapest of all ways costs */
	uint32_t *nodes; /* owned; [node_count]  of the graph, from the source on: none where it
			  * is in the goal's sector and the way does not leave that */
	size_t node_count;
	size_t merged;     /* how many of the nodes, the last ones, are those of an earlier route */
	uint32_t goal;     /* the cell where it ends; of merged routes too */
	uint64_t expanded; /* nodes that the search took up */
};

/* The routes of a request, and the sectors computed for them; freed with ff_routes_free(). */
struct ff_routes {
	struct ff_route *items; /* [count]  in the order of the sources */
	size_t count;
	uint8_t *computed; /* [sectors]  1: its cells have values */
};

void ff_routes_free(struct ff_routes *routes);

#endif
