/*
 * libflowfield: cost maps, the way to a goal from every cell, and crowds that walk it.
 *
 * A map is a grid of costs, a world is a map with its goals and all that is worked out of them:
 *
 *	#include <flowfield.h>
 *	#include <stdio.h>
 *
 *	int main(void)
 *	{
 *		static const uint8_t map[3 * 4] = {
 *			1, 1,   1, 1, // costs 1..254
 *			1, 255, 9, 1, // 255 is a wall
 *			1, 255, 1, 1,
 *		};
 *		struct ff_world *world;
 *		double dx, dy;
 *
 *		if (ff_world_new(4, 3, map, NULL, &world) != FF_OK)
 *			return 1;
 *		ff_world_add_goal(world, 3, 2, 0);
 *		if (ff_world_solve(world) != FF_OK)
 *			return 1;
 *		printf("from 0,2 a goal costs %g\n", ff_world_value(world, 0, 2));
 *		ff_world_follow(world, 0.3, 1.8, &dx, &dy); // a walker goes there
 *		printf("a walker at 0.3,1.8 goes to %+.2f,%+.2f\n", dx, dy);
 *
 *		ff_world_edit(world, 3, 0, 1, 1, FF_COST_WALL); // a door shuts
 *		ff_world_solve(world);                          // repairs what that touches
 *		printf("now it costs %g\n", ff_world_value(world, 0, 2));
 *		ff_world_free(world);
 *		return 0;
 *	}
 *
 * In the order in which they are needed:
 *
 *   worlds    ff_world_new() and goals; ff_world_solve() at once, or ff_world_begin() and steps
 *             with a budget; one cell with ff_world_value() and the like, or a whole layer with
 *             ff_world_copy(); ff_world_follow() for each walker and frame; ff_world_edit() and
 *             another ff_world_solve() when the map changes
 *   routers   ff_router_new(), where a map is too large for a field of all of it, or requests are
 *             many and short: ff_router_find() integrates only where their routes lead
 *   crowds    ff_crowd_new(): walkers that follow worlds, and keep off walls and off each other
 *
 * Cells are in rows, (0,0) top left, x right, y down.  x,y is the centre of a cell: the corner
 * that four cells share is 0.5,0.5.  Outside of the map is wall.  A buffer for w*h cells holds
 * them row after row.
 *
 * Functions that can fail return an enum ff_status.  FF_E_ARG is a broken contract, such as a place
 * outside of its range; nothing has changed then.  No pointer may be NULL unless it says so.
 * FF_E_NOMEM is memory that ran out.
 *
 * Equal input gives equal cells on every machine, with any number of threads.  There are no
 * globals: any thread may use any handle, and several may at once if all of them only read it,
 * which is what functions do whose handle is const.  Handles that others borrow, as crowds borrow
 * worlds, must outlive those.
 */
#ifndef FF_FLOWFIELD_H
#define FF_FLOWFIELD_H

#include <stddef.h>
#include <stdint.h>

#ifndef FF_API
#if defined(__GNUC__) || defined(__clang__)
#define FF_API __attribute__((visibility("default")))
#else
#define FF_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- results ---- */

enum ff_status {
	FF_OK = 0,
	FF_E_ARG,    /* the caller broke a contract: sizes differ, NULL, ... */
	FF_E_USAGE,  /* the command line asks for something impossible; never from the library */
	FF_E_INPUT,  /* an input does not say what it should: a goal on a wall, no goal */
	FF_E_OUTPUT, /* an output cannot be written; never from the library */
	FF_E_LIMIT,  /* larger than a stated limit */
	FF_E_NOMEM,  /* memory ran out */
	FF_E_ANSWER, /* all went well, but the answer to the question is no */
	FF_E_SIGNAL, /* a signal is waiting; never from the library */
};

/* Returns the version of the library, "1.2.3"; static. */
FF_API const char *ff_version(void);

/* Returns a few words for a status: "out of memory"; static. */
FF_API const char *ff_status_text(enum ff_status status);

/* ---- rules: how walkers move ---- */

enum {
	FF_COST_MAX = 254,
	FF_COST_WALL = 255,
};

enum ff_metric {
	FF_METRIC_MANHATTAN, /* steps lead north, east, south and west */
	FF_METRIC_OCTILE,    /* diagonals too, sqrt(2) times as long */
	FF_METRIC_EUCLID,    /* any direction: the eikonal equation |grad D| = cost */
	FF_METRICS,
};

enum ff_step {
	FF_STEP_CELL, /* a step pays the cost of the cell that it leaves */
	FF_STEP_MEAN, /* half of the costs of both its cells; not with euclid */
	FF_STEPS,
};

/* The two cells at the corner of a diagonal step: how many must be open. */
enum ff_corners {
	FF_CORNERS_STRICT,  /* both open */
	FF_CORNERS_LENIENT, /* at least one open */
	FF_CORNERS_CUT,     /* nothing */
	FF_CORNERS,
};

enum ff_flow_rule {
	FF_FLOW_LOWEST,   /* to the permitted one of 8 neighbours with the lowest value */
	FF_FLOW_PATH,     /* to the neighbour that the cell's value came from */
	FF_FLOW_GRADIENT, /* down the slope of the values, in any direction */
	FF_FLOWS,
};

enum {
	FF_THREADS_MAX = 256,
	FF_THREADS_ALL = -1, /* as many as the process may use cores */
};

/* All zero: the defaults.  Walkers are best sent by euclid: on the ties of manhattan they go in
 * file. */
struct ff_rules {
	enum ff_metric metric;
	enum ff_step step;
	enum ff_corners corners;
	/* 0: the flow rule is the metric's own: lowest, path or gradient; 1: it is 'flow' */
	int32_t own_flow;
	enum ff_flow_rule flow;
	int32_t sight;   /* 1: a cell that sees a goal points straight at it; not when fleeing */
	double radius;   /* of walkers, 0..1e6 cells: their centres keep that far from walls */
	double max_cost; /* > 0: cells beyond it are unreached; 0: no limit */
	double flee;     /* -5..-0.01: away from the goals, by values times this; 0: to them */
	int32_t threads; /* 1..FF_THREADS_MAX or FF_THREADS_ALL; 0: the calling thread alone */
};

/* ---- worlds ---- */

/* Also the order in which ties are broken. */
enum ff_direction {
	FF_N,
	FF_NE,
	FF_E,
	FF_SE,
	FF_S,
	FF_SW,
	FF_W,
	FF_NW,
	FF_NONE, /* goal, wall, unreached, not computed or not yet */
	FF_DIRECTIONS = FF_NONE,
};

enum ff_class {
	FF_GOAL,
	FF_REACHED,
	FF_UNREACHED, /* open, but no goal can be reached, or only beyond max_cost */
	FF_WALL,
	FF_NOT_COMPUTED, /* open, but not asked for: it may be reached or not */
	FF_NOT_YET,      /* open, but work ended before its value was known; it may be reached */
	FF_CLASSES,
};

#define FF_GOALS_START_MAX INT64_C(1000000000000)

struct ff_world;

/*
 * Makes a world of a map, without goals.
 *
 *   w, h   >= 1, w*h <= INT32_MAX
 *   cost   [w*h]  copied: 1..FF_COST_MAX, or FF_COST_WALL; 0 is read as 1, so that the bytes of a
 *          grey picture with a black floor and white walls are a map
 *   rules  copied; NULL: the defaults
 *   out    set; the caller passes it to ff_world_free(), where NULL is allowed
 *
 * FF_OK; FF_E_ARG; FF_E_NOMEM.  On failure '*out' is NULL.
 */
FF_API enum ff_status ff_world_new(int32_t w, int32_t h, const uint8_t *cost,
				   const struct ff_rules *rules, struct ff_world **out);
FF_API void ff_world_free(struct ff_world *world);

/* Return the size of the map, in cells. */
FF_API int32_t ff_world_width(const struct ff_world *world);
FF_API int32_t ff_world_height(const struct ff_world *world);

/*
 * Add a goal, which counts from the next solve on; the first has number 0.  ff_world_add_goal()
 * adds a place: a fraction of 0.5 stands for the two, or four, cells beside it.
 * ff_world_add_goal_area() adds all open cells of a rectangle.  ff_world_clear_goals() removes
 * all of them.
 *
 *   x, y   a place is nearest to a cell of the map; a rectangle is inside of it, w and h >= 1
 *   start  what being there costs already: 0..FF_GOALS_START_MAX
 *
 * FF_OK; FF_E_ARG; FF_E_NOMEM.
 */
FF_API enum ff_status ff_world_add_goal(struct ff_world *world, double x, double y, int64_t start);
FF_API enum ff_status ff_world_add_goal_area(struct ff_world *world, int32_t x, int32_t y,
					     int32_t w, int32_t h, int64_t start);
FF_API void ff_world_clear_goals(struct ff_world *world);

/*
 * Change the costs of a rectangle's cells, from the next solve on: to one cost, or to those of
 * cost[w*h], which is copied; in the order of the calls.  Costs are those of ff_world_new().
 *
 * FF_OK; FF_E_ARG if the rectangle is empty or not inside of the map; FF_E_NOMEM.
 */
FF_API enum ff_status ff_world_edit(struct ff_world *world, int32_t x, int32_t y, int32_t w,
				    int32_t h, uint8_t cost);
FF_API enum ff_status ff_world_edit_cells(struct ff_world *world, int32_t x, int32_t y, int32_t w,
					  int32_t h, const uint8_t *cost);

/*
 * Solves the world as its edits and goals are now.  The first time works on the whole map.  Later
 * a repair visits only what the edits touch, and gives, cell for cell, what solving afresh would;
 * where that would take longer, it solves afresh.
 *
 * FF_OK; FF_E_INPUT if there is no goal, or one has no open cell; FF_E_NOMEM.  After a failure the
 * edits have been made, and the world is as one that has not been solved: it may get other edits
 * and goals, and be solved again.
 */
FF_API enum ff_status ff_world_solve(struct ff_world *world);

/*
 * The same in steps, for programs that draw between them: each step works at about 'cells' cells
 * (>= 1; but with manhattan and octile at tiles of 64x64 cells, one at least) and sets '*done' to 1
 * with the last one, else to 0.  The last step is longer: it chooses all directions that must be
 * chosen.  Until it is done the world answers as one that has not been
 * solved; edits and goals of meanwhile count from the next solve on.  A program whose walkers must
 * not wait has two worlds, and steps one while they follow the other.  Another begin gives up what
 * is under way.
 *
 * As ff_world_solve(); FF_E_ARG also for a step without a begin.
 */
FF_API enum ff_status ff_world_begin(struct ff_world *world);
FF_API enum ff_status ff_world_step(struct ff_world *world, uint64_t cells, int *done);

/* Returns how many cells have another value since the last solve but one: of the first, all that
 * have one. */
FF_API uint64_t ff_world_changed(const struct ff_world *world);

/* Returns one line about the last failure of a function of this world, such as which goal is on a
 * wall; "" if there was none.  Valid until the next call with this world. */
FF_API const char *ff_world_error(const struct ff_world *world);

/*
 * Return what one cell has; x,y outside of the map is a wall.  Where there is no value, it is
 * INFINITY; where there is no direction, FF_NONE and 0,0.  Vectors have length 1.  A world that has
 * not been solved has open cells of class FF_NOT_YET.
 */
FF_API double ff_world_value(const struct ff_world *world, int32_t x, int32_t y);
FF_API enum ff_direction ff_world_direction(const struct ff_world *world, int32_t x, int32_t y);
FF_API enum ff_class ff_world_class(const struct ff_world *world, int32_t x, int32_t y);
FF_API void ff_world_vector(const struct ff_world *world, int32_t x, int32_t y, double *dx,
			    double *dy);

/* Layers of a world: a number, or two, for each cell. */
enum ff_layer {
	FF_LAYER_COST,       /* uint8_t: the map as it was when it was solved last */
	FF_LAYER_VALUES,     /* double: the cost to reach a goal; INFINITY: none */
	FF_LAYER_DIRECTIONS, /* uint8_t: enum ff_direction */
	FF_LAYER_VECTORS,    /* float [2]: dx, dy; 0,0: none */
	FF_LAYER_CLASSES,    /* uint8_t: enum ff_class */
	FF_LAYER_ALLOCATION, /* int32_t: which goal serves it; -1: none.  Worked out when asked */
	FF_LAYER_SIGHT,      /* int32_t: y*w+x of the nearest goal in sight; -1: none.  Likewise */
	FF_LAYERS,
};

/* Returns how many bytes a layer takes; 0 if there is no such layer. */
FF_API size_t ff_world_size(const struct ff_world *world, enum ff_layer layer);

/*
 * Copies a layer out.  The first copy of allocation, or of sight where the rules do without, works
 * it out; later ones, and repairs, keep it.
 *
 *   buffer  [bytes]  written; bytes == ff_world_size()
 *
 * FF_OK; FF_E_ARG, also for all but costs before the world is solved, and for allocation and sight
 * where walkers flee; FF_E_NOMEM.
 */
FF_API enum ff_status ff_world_copy(struct ff_world *world, enum ff_layer layer, void *buffer,
				    size_t bytes);

/*
 * Sets dx,dy to the unit vector in which a walker at x,y should go: the mean of the four nearest
 * cells' vectors, weighted and kept off walls; 0,0 at goals, in walls, where no goal is reached,
 * outside of the map, and before the world is solved.  A step of up to 1/8 cell that way stays in
 * open cells.
 */
FF_API void ff_world_follow(const struct ff_world *world, double x, double y, double *dx,
			    double *dy);

/*
 * Finds the path on which a walker at x,y gets to a goal.
 *
 *   points  [room][2]  written: x and y of the first 'room' points, from where it starts on; NULL
 *           where room is 0
 *   count   set: how many points there are, also where that is more than 'room'
 *
 * FF_OK; FF_E_ANSWER, and no points, where no goal is reached from there; FF_E_ARG, also before
 * the world is solved; FF_E_NOMEM.
 */
FF_API enum ff_status ff_world_path(const struct ff_world *world, double x, double y,
				    double *points, size_t room, size_t *count);

/* Faults that ff_world_verify() finds. */
struct ff_fault {
	uint64_t cells; /* how many; 0: none */
	int32_t x, y;   /* the first of them */
	char text[160]; /* what is wrong with it: "integration is 30, should be 29" */
};

/*
 * Proves a solved world right without the solver: each value by its neighbours' ones, each class,
 * direction and vector by the values, and that all ways end at a goal.
 *
 * FF_OK; FF_E_ANSWER if something is wrong; FF_E_ARG before the world is solved, and where walkers
 * flee; FF_E_NOMEM.  'fault' is set on FF_OK and FF_E_ANSWER.
 */
FF_API enum ff_status ff_world_verify(const struct ff_world *world, struct ff_fault *fault);

/* The result of ff_world_compare(). */
struct ff_difference {
	uint64_t cells;    /* that differ: in cost, class, value, direction or vector */
	uint64_t turned;   /* of all cells, those whose direction or vector differs */
	int32_t x, y;      /* the first that differs; -1,-1: none */
	double rise, fall; /* the largest of values that both have, >= 0 */
};

/*
 * Compares two solved worlds of one size, cell by cell.
 *
 * FF_OK; FF_E_ARG if sizes differ or one is not solved; FF_E_NOMEM.  'difference' is set on FF_OK.
 */
FF_API enum ff_status ff_world_compare(const struct ff_world *before, const struct ff_world *after,
				       struct ff_difference *difference);

/* ---- routers: sectors and routes, for many requests ---- */

/*
 * A router answers requests: what does it cost to walk from these cells to this goal, and which
 * way?  It cuts the map into square sectors, knows what it costs to walk between the portals at
 * their borders, searches the graph of those, and works out values only in the sectors along the
 * routes.  Where many walkers share one goal, a world serves all of them with one field; a router
 * is for large maps, goals that change from request to request, and few walkers each.
 *
 *	double from_a, points[2 * 100];
 *	int32_t a[2] = {0, 2};
 *	size_t count;
 *
 *	ff_router_new(w, h, map, NULL, 0, &router);
 *	ff_router_add_goal(router, 40, 12, 0);
 *	ff_router_find(router, a, 1, 0, &from_a);
 *	ff_router_path(router, 0, points, 100, &count);
 *
 * Without 'exact' a cost is never below the least (euclid: hardly), mostly within some per cent of
 * it, and following the path costs no more than that.  With it, a long route may take longer than
 * solving a world.  An answer does not depend on the requests and edits before it.
 */
struct ff_router;

enum {
	FF_SECTORS_SIZE_MIN = 8,
	FF_SECTORS_SIZE_MAX = 1024,
};

/*
 * Makes a router of a map, without goals.  The first request works out its graph.
 *
 *   w, h, cost, rules  as of ff_world_new(); sight, max_cost and flee are 0
 *   sector_size        of a sector's side, in cells: FF_SECTORS_SIZE_MIN..FF_SECTORS_SIZE_MAX, or
 *                      0 for one that suits the map, 10 to 32.  Larger ones take longer to price,
 *                      and make searches faster and detours rarer
 *   out                set; the caller passes it to ff_router_free(), where NULL is allowed
 *
 * FF_OK; FF_E_ARG; FF_E_NOMEM.  On failure '*out' is NULL.
 */
FF_API enum ff_status ff_router_new(int32_t w, int32_t h, const uint8_t *cost,
				    const struct ff_rules *rules, int32_t sector_size,
				    struct ff_router **out);
FF_API void ff_router_free(struct ff_router *router);

/*
 * Change the costs of a rectangle's cells, as ff_world_edit() and ff_world_edit_cells() do.  The
 * next request works out again what the edits since the last one touch, and nothing else.  Until
 * then the last answer stays.
 *
 * FF_OK; FF_E_ARG; FF_E_NOMEM, and nothing has changed.
 */
FF_API enum ff_status ff_router_edit(struct ff_router *router, int32_t x, int32_t y, int32_t w,
				     int32_t h, uint8_t cost);
FF_API enum ff_status ff_router_edit_cells(struct ff_router *router, int32_t x, int32_t y,
					   int32_t w, int32_t h, const uint8_t *cost);

/*
 * Does now what the next request would do first: works out the graph, or what edits touch of it.
 * The last answer is gone if there were edits.
 *
 *   landmarks  1: also looks for landmarks, for faster searches of a large map that seldom
 *              changes: it takes as long as solving 17 worlds, and lasts until the next edit.
 *              Among routes of equal cost, searches may then choose another.  Not with euclid
 *
 * FF_OK; FF_E_NOMEM.
 */
FF_API enum ff_status ff_router_prepare(struct ff_router *router, int32_t landmarks);

/* Add a place to the goal of the requests that follow, or remove all, as ff_world_add_goal() and
 * ff_world_clear_goals() do: the cheapest place is walked to.  FF_OK; FF_E_ARG; FF_E_NOMEM. */
FF_API enum ff_status ff_router_add_goal(struct ff_router *router, double x, double y,
					 int64_t start);
FF_API void ff_router_clear_goals(struct ff_router *router);

/*
 * Finds routes from cells to the goal, and the field of the sectors that they lead through.  All
 * sources of one goal are best asked for at once: routes join, and share sectors.
 *
 *   sources  [count][2]  x,y of cells of the map
 *   exact    1: works out more sectors until each cost is proved to be the least
 *   costs    [count]  set to the cost from each source; INFINITY: no goal is reached from there, or
 *            it is in a wall.  NULL: not asked for
 *
 * FF_OK; FF_E_ARG; FF_E_INPUT if there is no goal, or one has no open cell; FF_E_NOMEM.  On failure
 * there is no answer.
 */
FF_API enum ff_status ff_router_find(struct ff_router *router, const int32_t *sources, size_t count,
				     int32_t exact, double *costs);

/* Returns one line about the last failure, as ff_world_error() does. */
FF_API const char *ff_router_error(const struct ff_router *router);

/*
 * Finds the path from a source of the last request, cell by cell.
 *
 *   source  its number in that request
 *   points  [room][2]  written: x and y of the first 'room' cells, the source first; NULL where
 *           room is 0
 *   count   set: how many cells there are, also where that is more than 'room'
 *
 * FF_OK; FF_E_ANSWER, and no points, where no goal is reached from there; FF_E_ARG, also without an
 * answer.
 */
FF_API enum ff_status ff_router_path(const struct ff_router *router, size_t source, double *points,
				     size_t room, size_t *count);

/*
 * Copies a layer of the last answer out, as ff_world_copy() does; not allocation and sight.  Cells
 * outside of the sectors that were computed are of class FF_NOT_COMPUTED and without a value, and
 * so are those without a value within.  The first copy of directions, vectors or classes works
 * them out, in time that grows with the map.
 *
 *   bytes  ff_router_size() of that layer, which is 0 where there is no such layer
 *
 * FF_OK; FF_E_ARG, also without an answer; FF_E_NOMEM.
 */
FF_API size_t ff_router_size(const struct ff_router *router, enum ff_layer layer);
FF_API enum ff_status ff_router_copy(struct ff_router *router, enum ff_layer layer, void *buffer,
				     size_t bytes);

/* Parts and work of a router. */
struct ff_router_figures {
	uint64_t sectors, portals, nodes;
	uint64_t graph_bytes; /* memory of the graph */
	uint64_t cache_bytes; /* memory of integrated sectors kept for requests to come */
	uint64_t cache_hits, cache_misses;
	uint64_t priced; /* sectors whose portals were priced: the first time, and after edits */
	/* The last answer: */
	uint64_t expanded;   /* nodes that the searches looked at */
	uint64_t computed;   /* sectors with values */
	uint64_t integrated; /* how often a sector was integrated; less than computed: kept ones */
};

/* Sets figures; all zero before the first request. */
FF_API void ff_router_figures(const struct ff_router *router, struct ff_router_figures *figures);

/* ---- crowds: walkers that keep off walls and off each other ---- */

/* How walkers steer: all of a crowd alike.  ff_crowd_defaults() sets what stands in brackets. */
struct ff_crowd_rules {
	double dt; /* [0.1]  seconds that a step takes, > 0 */
	/* [10]  > 0: the largest change of velocity, in cells a second, each second: all forces are
	 * as many times as strong as by default */
	double force;
	double separation; /* [2]  >= 0, as the others: weights of forces */
	double alignment;  /* [0.1]  how strongly walkers match the velocity of their group */
	double cohesion;   /* [0]  how strongly they stay with it */
	double avoidance;  /* [0.5]  how strongly they look ahead for others */
	double headway;    /* [0.5]  >= 0: seconds that walkers keep behind those ahead of them */
	int32_t slow_by_cost; /* [0]  1: in a cell of cost c they are at most 1/c as fast */
	int32_t threads; /* [0]  1..FF_THREADS_MAX or FF_THREADS_ALL; 0: the calling thread alone */
};

enum ff_crowd_state {
	FF_CROWD_WAITING,  /* not on the map yet: for its time, or for room where it starts */
	FF_CROWD_WALKING,  /* on the map */
	FF_CROWD_ARRIVED,  /* at a goal, and off the map */
	FF_CROWD_LOST,     /* no goal could be reached from its start: it never came */
	FF_CROWD_STRANDED, /* on the map, where no goal can be reached: it stands until one can */
};

struct ff_crowd;

/* Sets all rules to their defaults. */
FF_API void ff_crowd_defaults(struct ff_crowd_rules *rules);

/*
 * Makes an empty crowd.
 *
 *   rules  copied; NULL: the defaults
 *   out    set; the caller passes it to ff_crowd_free(), where NULL is allowed
 *
 * FF_OK; FF_E_ARG if a rule is out of its range; FF_E_NOMEM.  On failure '*out' is NULL.
 */
FF_API enum ff_status ff_crowd_new(const struct ff_crowd_rules *rules, struct ff_crowd **out);
FF_API void ff_crowd_free(struct ff_crowd *crowd);

/* Makes room for so many walkers in all, so that adding them allocates nothing.  Steps never do.
 * FF_OK; FF_E_NOMEM. */
FF_API enum ff_status ff_crowd_reserve(struct ff_crowd *crowd, size_t count);

/*
 * Add a walker that follows a world, which is borrowed until the walker is removed or sent to
 * another.  ff_crowd_add() puts it on the map at once.  ff_crowd_add_later() lets it wait for its
 * time, and then until nobody is in its way; if no goal can be reached from there it is lost.  One
 * that starts at a goal has arrived.
 *
 *   world   solved.  All worlds of a crowd are of one map: each walker keeps off its world's walls
 *   x, y    in an open cell, the disc off all walls
 *   radius  0.001..1000 cells
 *   speed   0.001..1000 cells a second: in a step of dt seconds it may get no farther than the
 *           radius, nor than half a cell
 *   start   seconds, >= 0: the time to come
 *   id      set: > 0, valid until the walker is removed; NULL is allowed
 *
 * FF_OK; FF_E_ARG if something is out of its range; FF_E_INPUT if x,y is on a wall, or a wall in
 * the disc's way; FF_E_ANSWER, from ff_crowd_add() only, if it would overlap another walker: there
 * may be room later; FF_E_NOMEM.  On failure nothing has changed.
 */
FF_API enum ff_status ff_crowd_add(struct ff_crowd *crowd, const struct ff_world *world, double x,
				   double y, double radius, double speed, uint64_t *id);
FF_API enum ff_status ff_crowd_add_later(struct ff_crowd *crowd, const struct ff_world *world,
					 double x, double y, double radius, double speed,
					 double start, uint64_t *id);

/*
 * Sends a walker to the goals of another world, from the next step on.  One that has arrived or was
 * lost comes back where it was, as soon as there is room.
 *
 * FF_OK; FF_E_ARG if there is no such walker, the world is not solved, or the walker is not on its
 * map.
 */
FF_API enum ff_status ff_crowd_send(struct ff_crowd *crowd, uint64_t id,
				    const struct ff_world *world);

/* Puts a walker into a group, which it aligns itself to and keeps to: all begin in group 0.  FF_OK;
 * FF_E_ARG if there is no such walker. */
FF_API enum ff_status ff_crowd_group(struct ff_crowd *crowd, uint64_t id, uint32_t group);

/* Takes a walker out of the crowd, wherever it is; its id is never given again.  FF_OK; FF_E_ARG if
 * there is no such walker. */
FF_API enum ff_status ff_crowd_remove(struct ff_crowd *crowd, uint64_t id);

/*
 * Moves all walkers at once, each from where all stood before, by the worlds as they are now.  No
 * walker comes into a wall, and no two come to overlap.  Equal calls give equal numbers with any
 * number of threads, compiler and machine.  Allocates nothing.
 *
 * A world that was solved after an edit counts at the next step.  A walker that an edit put a wall
 * on gets off it by the shortest way.  While a world is not solved its walkers stand still.
 */
FF_API void ff_crowd_step(struct ff_crowd *crowd);

/* Returns the seconds that all steps have taken. */
FF_API double ff_crowd_time(const struct ff_crowd *crowd);

/* Returns how many walkers there are, whatever their states. */
FF_API size_t ff_crowd_count(const struct ff_crowd *crowd);

/* Layers of all walkers.  All come in the same order, which only adding and removing
 * changes. */
enum ff_crowd_layer {
	FF_CROWD_IDS,        /* uint64_t */
	FF_CROWD_STATES,     /* uint8_t: enum ff_crowd_state */
	FF_CROWD_POSITIONS,  /* double [2]: x, y; of those off the map, where they start or ended */
	FF_CROWD_VELOCITIES, /* double [2]: cells a second, in the last step; 0,0 off the map */
	FF_CROWD_LAYERS,
};

/*
 * Copies a layer of all walkers out.
 *
 *   buffer  [bytes]  written; bytes == ff_crowd_count() times what the layer has for each
 *
 * FF_OK; FF_E_ARG.
 */
FF_API enum ff_status ff_crowd_copy(const struct ff_crowd *crowd, enum ff_crowd_layer layer,
				    void *buffer, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
