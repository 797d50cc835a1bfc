/*
 * libflowfield: the cost of reaching a goal from every cell of a map, the way there, and crowds
 * that follow it.
 *
 * A map is a grid of costs.  A world is a map with its goals, and everything computed from them:
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
 * When to use what:
 *
 *   worlds    Many walkers go to the same goals.  Call ff_world_new() and add goals, then
 *             ff_world_solve(), or ff_world_begin() and ff_world_step() to spread the work over
 *             frames.  Call ff_world_follow() for each walker in each frame.  Read single cells
 *             with ff_world_value() and the like, or whole layers with ff_world_copy().  When the
 *             map changes, call ff_world_edit() and solve again.
 *   routers   Few walkers go to many different goals, or the map is too large to solve as a whole.
 *             Call ff_router_new(), then ff_router_find() for each request.
 *   crowds    Walkers have a size, and must not overlap walls or each other.  Call
 *             ff_crowd_new(), add walkers that follow worlds, and call ff_crowd_step() in each
 *             frame.
 *
 * Coordinates.  (0,0) is the top left cell, x grows to the right and y downwards.  x,y is the
 * centre of a cell, so the corner that four cells share is 0.5,0.5.  Outside the map everything is
 * wall.  A buffer for w*h cells holds them row by row.
 *
 * Errors.  Functions that can fail return an enum ff_status.  FF_E_ARG means that the caller broke
 * the function's contract, for instance with a place out of range; nothing has changed then.
 * FF_E_NOMEM means that memory ran out.  ff_error() says in a line what was wrong.  Pointers must
 * not be NULL unless the description allows it.
 *
 * Threads.  There are no globals, and any thread may use any handle.  Several threads may use one
 * handle at the same time if all of them only read it: that is what functions with a const handle
 * do.  A handle that another one borrows, as crowds borrow worlds, must outlive it.
 *
 * Equal input gives equal cells on every machine, with any number of threads.
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

/* The version of this header. */
#define FF_VERSION_MAJOR 0
#define FF_VERSION_MINOR 25
#define FF_VERSION_PATCH 0

/* ---- results ---- */

enum ff_status {
	FF_OK = 0,
	FF_E_ARG = 1,    /* the caller broke a contract: sizes differ, NULL, out of range, ... */
	FF_E_INPUT = 3,  /* invalid input: a goal on a wall, no goal */
	FF_E_LIMIT = 5,  /* real costs, more than 10^8 cells: a value exceeds 2^53 units */
	FF_E_NOMEM = 6,  /* memory ran out */
	FF_E_ANSWER = 7, /* the function succeeded, and the answer is no */
};

/* Returns the version of the library, such as "1.2.3"; static. */
FF_API const char *ff_version(void);

/* Returns a short text for a status, such as "out of memory"; static. */
FF_API const char *ff_status_text(enum ff_status status);

/* Returns one line about the last call of this thread that failed, such as "ff_world_new:
 * rules.radius is -1; expected 0 to 1000000"; "" if none has.  FF_E_ANSWER is no failure.  Valid
 * until the thread's next failure. */
FF_API const char *ff_error(void);

/* ---- rules: steps and their prices ---- */

enum {
	FF_COST_MAX = 254,
	FF_COST_WALL = 255,
};

enum ff_metric {
	FF_METRIC_MANHATTAN, /* steps lead north, east, south and west */
	FF_METRIC_OCTILE,    /* also diagonally, at sqrt(2) times the price */
	FF_METRIC_EUCLID,    /* in any direction: exact where all open cells have one cost, else
				nearly; within either never less for a wall or a cost more */
	FF_METRICS,
};

enum ff_step {
	FF_STEP_CELL, /* a step costs as much as the cell that it leaves */
	FF_STEP_MEAN, /* a step costs the mean of both cells; not with euclid */
	FF_STEP_HOPS, /* a step costs 1, diagonal or not, whatever cells cost; not with euclid */
	FF_STEPS,
};

/* The rule for diagonal steps: which of the two cells beside the corner must be open. */
enum ff_corners {
	FF_CORNERS_STRICT,  /* both */
	FF_CORNERS_LENIENT, /* at least one */
	FF_CORNERS_CUT,     /* neither */
	FF_CORNERS,
};

enum ff_flow_rule {
	/* the metric's: LOWEST with manhattan, PATH with octile, GRADIENT with euclid */
	FF_FLOW_OWN,
	FF_FLOW_LOWEST, /* to the neighbour with the lowest value, of the 8 that may be entered */
	FF_FLOW_PATH, /* to the neighbour that the cell's value comes from: along a cheapest path */
	FF_FLOW_GRADIENT, /* down the slope of the values, in any direction */
	FF_FLOW_SUM, /* as LOWEST, but to the lowest sum of the neighbour's value and its own cost,
		      * of those with a lower value than the cell's; with FF_STEP_HOPS also of those
		      * with a higher one, except where that leads in a circle */
	FF_FLOW_DIFFERENCES, /* (D(left) - D(right), D(up) - D(down)), normalised, and nothing else:
			      * for looking at, since it may be 0,0 or lead into a wall.  Crowds,
			      * routers, ff_world_path() and flee refuse it */
	FF_FLOWS,
};

enum {
	FF_THREADS_MAX = 256,
	FF_THREADS_ALL = -1, /* as many as the process may use cores */
};

/* All zero: the defaults.  For walkers in the open choose euclid: with manhattan many paths are
 * equally good, and walkers go in single file. */
struct ff_rules {
	enum ff_metric metric;
	enum ff_step step;
	enum ff_corners corners;
	enum ff_flow_rule flow;
	int32_t sight;   /* 1: a cell that sees a goal points straight at it; not with flee */
	double radius;   /* of walkers, in cells, 0..1e6: their centres stay that far from walls */
	double max_cost; /* > 0: cells from which a goal costs more have no value; 0: no limit */
	double flee; /* -5..-0.01: away from the goals, by values times this factor; 0: to them */
	int32_t threads; /* 1..FF_THREADS_MAX or FF_THREADS_ALL; 0: the calling thread alone */
	/* 1: while the world is stepped, cells settle in the order of their values, at most as many
	 * in a step as asked for, and the world answers by those: see ff_world_step(); not with
	 * flee */
	int32_t progressive;
	/* 1: costs are real: arrays of them are of floats above 0, and infinity or NaN is a wall.
	 * They are rounded to the nearest multiple of a unit, but not to 0: see cost_scale */
	int32_t real;
	/* The units of a real cost of 1, 1e-30..1e30; costs have at most 65534.  0: chosen by the
	 * largest cost of the map, as the largest power of two that permits it.  Only where it is
	 * the same is a cost on two maps rounded in the same way */
	double cost_scale;
};

/* ---- worlds ---- */

/* Ties are broken in this order. */
enum ff_direction {
	FF_N,
	FF_NE,
	FF_E,
	FF_SE,
	FF_S,
	FF_SW,
	FF_W,
	FF_NW,
	FF_NONE, /* goal, or a cell without a value */
	FF_DIRECTIONS = FF_NONE,
};

enum ff_class {
	FF_GOAL,
	FF_REACHED,
	FF_UNREACHED, /* open, but no goal can be reached */
	FF_WALL,
	FF_NOT_COMPUTED, /* open, but not asked for: it may be reached or not */
	FF_NOT_YET,      /* open, but not known when work ended: it may be reached */
	FF_FARTHER,      /* open: a goal can be reached, but only for more than max_cost */
	FF_CLASSES,
};

#define FF_GOALS_START_MAX INT64_C(1000000000000)

struct ff_world;

/*
 * Makes a world of a map, without goals.
 *
 *   w, h   >= 1, w*h <= INT32_MAX
 *   cost   [w*h]  copied: uint8_t of 1..FF_COST_MAX, or FF_COST_WALL; 0 is read as 1, so that the
 *          bytes of a grey picture with a black floor and white walls are a map.  With rules.real
 *          float; such a world takes twice the memory
 *   rules  copied; NULL: the defaults
 *   out    set; pass it to ff_world_free(), which allows NULL
 *
 * Values, max_cost and goals' starts are costs, not units.  Times the units of a cost of 1 a start
 * may be so large that solving fails with FF_E_INPUT.
 *
 * FF_OK; FF_E_ARG, also for a real cost that is not above 0 or has too many units; FF_E_NOMEM.  On
 * failure '*out' is NULL.
 */
FF_API enum ff_status ff_world_new(int32_t w, int32_t h, const void *cost,
				   const struct ff_rules *rules, struct ff_world **out);

FF_API void ff_world_free(struct ff_world *world);

/*
 * Add a goal, starting with the next solve; goals are numbered from 0.  ff_world_add_goal() adds a
 * place: with a fraction of 0.5 it stands for the two, or four, cells beside it.
 * ff_world_add_goal_area() adds all open cells of a rectangle.  ff_world_clear_goals() removes all
 * goals.  Setting the same ones again, as a horde does that chases a player, changes nothing.  A
 * world has one set of goals: three sides are three worlds.
 *
 *   x, y   a place nearest to a cell of the map; a rectangle inside the map, w and h >= 1
 *   start  a cost that is added for this goal: 0..FF_GOALS_START_MAX
 *
 * FF_OK; FF_E_ARG; FF_E_NOMEM.
 */
FF_API enum ff_status ff_world_add_goal(struct ff_world *world, double x, double y, int64_t start);
FF_API enum ff_status ff_world_add_goal_area(struct ff_world *world, int32_t x, int32_t y,
					     int32_t w, int32_t h, int64_t start);
FF_API void ff_world_clear_goals(struct ff_world *world);

/*
 * Change the costs of a rectangle of cells, starting with the next solve: to a single cost, or to
 * cost[w*h], which is copied.  Later edits win.  Costs are those of ff_world_new(), and keep the
 * world's unit.
 *
 * Walls bind at once, also while the world is stepped: from the edit on, no walker of a crowd and
 * no step of ff_world_follow() enters them.  All answers for cells are those of the last solve.
 *
 * FF_OK; FF_E_ARG if the rectangle is empty or not inside the map, or a cost does not fit;
 * FF_E_NOMEM.
 */
FF_API enum ff_status ff_world_edit(struct ff_world *world, int32_t x, int32_t y, int32_t w,
				    int32_t h, double cost);
FF_API enum ff_status ff_world_edit_cells(struct ff_world *world, int32_t x, int32_t y, int32_t w,
					  int32_t h, const void *cost);

/*
 * Solves the world with its current edits and goals.  The first time this takes the whole map.
 * Later it repairs what the edits touch, with the same result, cell for cell, as solving afresh;
 * where a repair would take longer, it solves the whole map again.  Without edits and other goals
 * it does nothing.  Without goals the world is solved, too: no cell is reached, and walkers of
 * crowds are free.
 *
 * FF_OK; FF_E_INPUT if a goal has no open cell; FF_E_NOMEM.  After a failure the edits have been
 * made, and the world is not solved: change its edits and goals, and solve it again.
 */
FF_API enum ff_status ff_world_solve(struct ff_world *world);

/*
 * Do the same in steps, for programs that draw in between.  Each step settles about 'cells' cells
 * (>= 1; with manhattan and octile whole tiles of 64x64 cells, at least one), or sets as many
 * directions, or copies more, and sets '*done' to 1 when it was the last one, else to 0.  Edits and
 * goals that are added meanwhile wait for the next solve.  Another ff_world_begin() abandons the
 * work so far.
 *
 * A world that was solved answers by a copy of its former solution until the last step, and one
 * that was not as if it were not solved.  With rules.progressive it answers by the new solution
 * alone, from the second step on: cells that are settled have their final value and class, all
 * others are FF_NOT_YET, or, once all cells are settled, FF_FARTHER.  Directions are final, too,
 * except that cells at the edge may turn with FF_FLOW_DIFFERENCES and with FF_FLOW_GRADIENT of
 * integers, the latter always to a lower value, and that once all cells are settled those of
 * FF_FLOW_SUM with FF_STEP_HOPS turn, and those that see a goal by rules.sight.  Each further step
 * settles exactly 'cells' cells, if there are as many.
 *
 * As ff_world_solve(); ff_world_step() also FF_E_ARG without a begin.
 */
FF_API enum ff_status ff_world_begin(struct ff_world *world);
FF_API enum ff_status ff_world_step(struct ff_world *world, uint64_t cells, int *done);

/* Returns how many cells have changed their value with the last solve; after the first one, and one
 * that was progressive, how many have a value. */
FF_API uint64_t ff_world_changed(const struct ff_world *world);

/*
 * Return the result for one cell.  Outside the map is wall.  A cell without a value has INFINITY,
 * one without a direction FF_NONE and 0,0.  Vectors have length 1.  Until the world is solved, open
 * cells have class FF_NOT_YET.
 */
FF_API double ff_world_value(const struct ff_world *world, int32_t x, int32_t y);
FF_API enum ff_direction ff_world_direction(const struct ff_world *world, int32_t x, int32_t y);
FF_API enum ff_class ff_world_class(const struct ff_world *world, int32_t x, int32_t y);
FF_API void ff_world_vector(const struct ff_world *world, int32_t x, int32_t y, double *dx,
			    double *dy);

/* Layers of a world: one or two numbers per cell. */
enum ff_layer {
	FF_LAYER_COST,       /* uint8_t, of real costs float: the map as last solved */
	FF_LAYER_VALUES,     /* double: the cost of reaching a goal; INFINITY: none */
	FF_LAYER_DIRECTIONS, /* uint8_t: enum ff_direction */
	FF_LAYER_VECTORS,    /* float [2]: dx, dy; 0,0: none */
	FF_LAYER_CLASSES,    /* uint8_t: enum ff_class */
	FF_LAYER_ALLOCATION, /* int32_t: the goal at which its directions end (with differences
			      * those of rule PATH); -1: none.  Computed on request */
	FF_LAYER_SIGHT,      /* int64_t: y*w+x of the nearest goal in sight; -1: none.  Likewise */
	FF_LAYER_EXACT, /* uint64_t: the values as they are computed, to compare two machines by:
			 * whole numbers of the smallest unit, all bits one: none; with euclid the
			 * bits of doubles */
	FF_LAYERS,
};

/* Returns the bytes of a layer; 0 if there is no such layer. */
FF_API size_t ff_world_size(const struct ff_world *world, enum ff_layer layer);

/*
 * Copies a layer into a buffer.  Allocation, and sight if the rules do without it, are computed by
 * their first copy after each solve that changes something.
 *
 *   buffer  [bytes]  written; bytes == ff_world_size()
 *
 * FF_OK; FF_E_ARG, also before the world is solved, except for costs, and for allocation and sight
 * with flee; FF_E_NOMEM.
 */
FF_API enum ff_status ff_world_copy(struct ff_world *world, enum ff_layer layer, void *buffer,
				    size_t bytes);

/*
 * Sets dx,dy to the unit vector in which a walker at x,y should go: the weighted mean of the four
 * nearest cells' vectors, kept off walls.  A step of up to 1/8 cell that way stays in open cells.
 * 0,0 at goals, in walls, where no goal is reached, outside the map, and before the world is
 * solved.
 */
FF_API void ff_world_follow(const struct ff_world *world, double x, double y, double *dx,
			    double *dy);

/*
 * Moves a walker at x,y by a distance in cells, or as far as it gets, along ff_world_follow(), in
 * steps that are short enough never to enter a wall.  Returns the distance walked: less at a goal,
 * which it enters and stops in, and where ff_world_follow() gives 0,0.
 */
FF_API double ff_world_walk(const struct ff_world *world, double *x, double *y, double distance);

/*
 * Finds the path of a walker from x,y to a goal.  With euclid on even ground it is the shortest
 * from the cell's centre, and has a point at each corner at which it turns.
 *
 *   points  [room][2]  written: x and y of the first 'room' points, the start first; NULL if room
 *           is 0
 *   count   set: the number of points, even if that is more than 'room'
 *
 * FF_OK; FF_E_ANSWER, and no points, if no goal is reached from there; FF_E_ARG, also before the
 * world is solved; FF_E_NOMEM.
 */
FF_API enum ff_status ff_world_path(const struct ff_world *world, double x, double y,
				    double *points, size_t room, size_t *count);

/* Faults found by ff_world_verify(). */
struct ff_fault {
	uint64_t cells; /* faulty cells; 0: none */
	int32_t x, y;   /* the first one */
	char text[160]; /* its fault: "integration is 30, should be 29" */
};

/*
 * Proves a solved world right without the solver: each value from its neighbours' values, each
 * class, direction and vector from the values, and that every way ends at a goal.
 *
 * FF_OK; FF_E_ANSWER if there is a fault; FF_E_ARG before the world is solved, and with flee;
 * FF_E_NOMEM.  'fault' is set on FF_OK and FF_E_ANSWER.
 */
FF_API enum ff_status ff_world_verify(const struct ff_world *world, struct ff_fault *fault);

/* Result of ff_world_compare(). */
struct ff_difference {
	uint64_t cells;    /* that differ in cost, class, value, direction or vector */
	uint64_t turned;   /* that differ in direction or vector */
	int32_t x, y;      /* the first cell that differs; -1,-1: none */
	double rise, fall; /* the largest rise and fall of a value that both have, >= 0 */
};

/*
 * Compares two solved worlds of the same size, cell by cell.
 *
 * FF_OK; FF_E_ARG if sizes differ or one is not solved; FF_E_NOMEM.  'difference' is set on FF_OK.
 */
FF_API enum ff_status ff_world_compare(const struct ff_world *before, const struct ff_world *after,
				       struct ff_difference *difference);

/* ---- routers: sectors and routes, for many requests ---- */

/*
 * A router answers requests: the cost of walking from some cells to a goal, and the way.  It cuts
 * the map into square sectors, knows the costs between the portals at their borders, searches the
 * graph of those, and computes values only in the sectors along the routes.  It suits large maps
 * and goals that differ from request to request; where many walkers share a goal, one world serves
 * them all.
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
 * Without 'exact' a cost is never below the least one, usually within a few per cent of it, and
 * following the path costs no more than that.  With 'exact' it is the least, and the request may
 * take as long as solving a world.  With euclid the least one is that of uneven ground on all
 * maps.  Answers do not depend on earlier requests and edits.
 */
struct ff_router;

enum {
	FF_SECTORS_SIZE_MIN = 8,
	FF_SECTORS_SIZE_MAX = 1024,
};

/*
 * Makes a router of a map, without goals.  The first request computes its graph.
 *
 *   w, h, cost, rules  as for ff_world_new(); max_cost and flee must be 0
 *   sector_size  side of a sector in cells: FF_SECTORS_SIZE_MIN..FF_SECTORS_SIZE_MAX, or 0 for one
 *                that suits the map, 10 to 64.  Larger sectors take longer to prepare, and make
 *                searches faster and detours rarer
 *   out          set; pass it to ff_router_free(), which allows NULL
 *
 * FF_OK; FF_E_ARG; FF_E_NOMEM.  On failure '*out' is NULL.
 */
FF_API enum ff_status ff_router_new(int32_t w, int32_t h, const void *cost,
				    const struct ff_rules *rules, int32_t sector_size,
				    struct ff_router **out);
FF_API void ff_router_free(struct ff_router *router);

/*
 * Change the costs of a rectangle of cells, as ff_world_edit() and ff_world_edit_cells() do.  The
 * next request finds the portals again, which reads the whole map once, and prices the sectors
 * whose cells or portals have changed since the last one; the others keep their costs.  Until then
 * the last answer remains.
 *
 * FF_OK; FF_E_ARG; FF_E_NOMEM, and nothing has changed.
 */
FF_API enum ff_status ff_router_edit(struct ff_router *router, int32_t x, int32_t y, int32_t w,
				     int32_t h, double cost);
FF_API enum ff_status ff_router_edit_cells(struct ff_router *router, int32_t x, int32_t y,
					   int32_t w, int32_t h, const void *cost);

/*
 * Does now what the next request would do first: computes the graph, or brings it up to date after
 * edits, and then the last answer is gone.
 *
 *   landmarks  1: also chooses landmarks, which make searches of a large map faster until the next
 *              edit; takes as long as solving 17 worlds.  Of routes of equal cost, searches may
 *              then find another one.  Not with euclid
 *
 * FF_OK; FF_E_NOMEM.
 */
FF_API enum ff_status ff_router_prepare(struct ff_router *router, int32_t landmarks);

/*
 * Add a place to the goal of later requests, or remove all places, as ff_world_add_goal() and
 * ff_world_clear_goals() do.  A request goes to the cheapest place.  FF_OK; FF_E_ARG; FF_E_NOMEM.
 */
FF_API enum ff_status ff_router_add_goal(struct ff_router *router, double x, double y,
					 int64_t start);
FF_API void ff_router_clear_goals(struct ff_router *router);

/*
 * Finds routes from some cells to the goal, and the field of the sectors that they pass.  Ask for
 * all sources of one goal at once: their routes join, and share sectors.
 *
 *   sources  [count][2]  x,y of cells of the map
 *   exact    1: computes the field up to the dearest source, so that each cost is the least
 *   costs    [count]  set to the cost from each source; INFINITY if it is in a wall or no goal is
 *            reached from there.  NULL: not wanted
 *
 * FF_OK; FF_E_ARG; FF_E_INPUT if there is no goal, or one has no open cell; FF_E_NOMEM.  After a
 * failure there is no answer.
 */
FF_API enum ff_status ff_router_find(struct ff_router *router, const int32_t *sources, size_t count,
				     int32_t exact, double *costs);

/*
 * Finds the path from a source of the last request, cell by cell.
 *
 *   source  its number in that request
 *   points  [room][2]  written: x and y of the first 'room' cells, the source first; NULL if room
 *           is 0
 *   count   set: the number of cells, even if that is more than 'room'
 *
 * FF_OK; FF_E_ANSWER, and no points, if no goal is reached from there; FF_E_ARG, also without an
 * answer.
 */
FF_API enum ff_status ff_router_path(const struct ff_router *router, size_t source, double *points,
				     size_t room, size_t *count);

/*
 * A portal: pairs of open cells that face each other across the border of two sectors, or a step
 * across a corner.  The first pair is x,y and the cell at dx,dy from there; the others follow below
 * it where dy is 0, and to its right where dx is 0.
 */
struct ff_router_portal {
	int32_t x, y;
	int32_t dx, dy; /* 1,0 or 0,1; across a corner 1,1 or -1,1 */
	int32_t length; /* pairs */
	int32_t used;   /* 1: a route of the last answer was planned through it */
};

/*
 * Lists the portals in which the routes of the last answer were searched.
 *
 *   portals  [room]  written: the first 'room' portals; NULL if room is 0
 *   count    set: the number of portals, even if that is more than 'room'
 *
 * FF_OK; FF_E_ARG, also without an answer.
 */
FF_API enum ff_status ff_router_portals(const struct ff_router *router,
					struct ff_router_portal *portals, size_t room,
					size_t *count);

/*
 * Copies a layer of the last answer into a buffer, as ff_world_copy() does; neither allocation nor
 * exact values.  Cells without a value, and those outside the computed sectors, are of class
 * FF_NOT_COMPUTED, and see no goal.  Directions, vectors, classes and sight are computed by their
 * first copy, in time that grows with the map.
 *
 *   bytes  ff_router_size() of the layer, which is 0 if there is no such layer
 *
 * FF_OK; FF_E_ARG, also without an answer; FF_E_NOMEM.
 */
FF_API size_t ff_router_size(const struct ff_router *router, enum ff_layer layer);
FF_API enum ff_status ff_router_copy(struct ff_router *router, enum ff_layer layer, void *buffer,
				     size_t bytes);

/*
 * Makes a solved world of the last answer, for a crowd or for walkers of your own: a copy, which
 * the router does not change later.  Its map and rules are the router's; cells are of the classes
 * that ff_router_copy() gives them.  Crowds keep off cells of class FF_NOT_COMPUTED.  So the
 * sectors beside corners that routes cross are computed first, for discs to get through; they
 * belong to the answer from then on.  Start all walkers from sources of the request, and make the
 * router without rules.sight, with which a walker in sight of a goal stops where its straight way
 * leaves the computed sectors.
 *
 * A solve, with edits or without, solves the whole map, for the goal of the router's later
 * requests.  Until then the world has no allocation, and cannot be verified: FF_E_ARG.
 *
 *   out  set to the world, to be freed with ff_world_free(); NULL after a failure
 *
 * FF_OK; FF_E_ARG, also without an answer, and after an edit since; FF_E_NOMEM.
 */
FF_API enum ff_status ff_router_world(struct ff_router *router, struct ff_world **out);

/* Size and work of a router. */
struct ff_router_figures {
	uint64_t sectors, portals, nodes;
	uint64_t graph_bytes; /* memory of the graph */
	uint64_t cache_bytes; /* memory of sectors kept for later requests */
	uint64_t cache_hits, cache_misses;
	uint64_t priced; /* sectors whose portals were priced, at first and after edits */
	/* The last answer: */
	uint64_t expanded;   /* nodes that the searches expanded */
	uint64_t computed;   /* sectors with values */
	uint64_t integrated; /* how often a sector was integrated; kept ones do not count */
	uint64_t kept;       /* of the computed sectors, those that kept all their values */
};

/* Sets 'figures'; all zero before the first request. */
FF_API void ff_router_figures(const struct ff_router *router, struct ff_router_figures *figures);

/* ---- crowds: walkers that keep off walls and each other ---- */

/*
 * How the walkers of a crowd steer.  A rule of 0 means its default, in brackets; so all zero is a
 * good beginning.  A negative weight or headway switches that force off.  All are at most 10^6.
 */
struct ff_crowd_rules {
	double dt; /* [0.1]  length of a step in seconds */
	/*
	 * The largest acceleration, in cells per second squared.  A walker of speed v starts, stops
	 * and turns in about v / force seconds, in curves of about v * v / force cells.  [fits each
	 * walker's speed: 2 * v, or 2 * v * v if that is more]
	 */
	double force;
	double separation; /* [2]  weights of forces, as the others.  Away from others */
	double alignment;  /* [0.1]  towards the velocity of the group */
	double cohesion;   /* [none]  towards the centre of the group, unless that is dense */
	double avoidance;  /* [0.5]  away from predicted collisions */
	/*
	 * [0.5]  seconds that walkers keep behind those ahead.  The default lets as many pass a
	 * door as were counted with people; off is livelier, as a game may want it: 60 walkers of
	 * speed 2 pass a door of one cell in 47 seconds instead of 73
	 */
	double headway;
	/* Cells, from centre to centre, within which the members of its group count for alignment
	 * and cohesion.  [as far as walkers see each other: 1.5 seconds of walking, but at most 6
	 * radii, between discs] */
	double neighbourhood;
	int32_t slow_by_cost; /* 1: in a cell of cost c walkers are at most 1/c as fast */
	int32_t threads;      /* 1..FF_THREADS_MAX or FF_THREADS_ALL; 0: the calling thread alone */
};

enum ff_crowd_state {
	FF_CROWD_WAITING,  /* not on the map yet: its time has not come, or its start is occupied */
	FF_CROWD_WALKING,  /* on the map */
	FF_CROWD_ARRIVED,  /* at a goal, and no longer on the map */
	FF_CROWD_LOST,     /* no goal can be reached from its start: it never enters */
	FF_CROWD_STRANDED, /* on the map, but no goal can be reached: it stands until one can */
};

struct ff_crowd;

/*
 * Makes an empty crowd.
 *
 *   rules  copied; NULL: the defaults
 *   out    set; pass it to ff_crowd_free(), which allows NULL
 *
 * FF_OK; FF_E_ARG if a rule is out of range; FF_E_NOMEM.  On failure '*out' is NULL.
 */
FF_API enum ff_status ff_crowd_new(const struct ff_crowd_rules *rules, struct ff_crowd **out);
FF_API void ff_crowd_free(struct ff_crowd *crowd);

/*
 * Add a walker that follows a world, which is borrowed until the walker is removed or sent to
 * another world.  ff_crowd_add() puts it on the map at once.  ff_crowd_add_later() makes it wait
 * for its time, and then until its start is free; if no goal can be reached from there it is lost.
 * A walker that starts at a goal has arrived.
 *
 *   world   solved.  All worlds of a crowd must have one map, or at least one size: each walker
 *           keeps off the walls of its own world
 *   x, y    in an open cell, the disc off all walls
 *   radius  0.001..1000 cells; above 0.5 at most the rules.radius of its world, whose ways are too
 *           narrow for a larger one
 *   speed   0.001..1000 cells per second: in a step of dt seconds it must get no farther than its
 *           radius, nor than half a cell
 *   start   seconds, >= 0: when it enters
 *   id      set: > 0, valid until the walker is removed; NULL is allowed
 *
 * FF_OK; FF_E_ARG if an argument is out of range; FF_E_INPUT if x,y is in a wall, or the disc
 * touches one; FF_E_ANSWER, from ff_crowd_add() only, if it would overlap another walker: try again
 * later; FF_E_NOMEM.  On failure nothing has changed.
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
 * FF_OK; FF_E_ARG if there is no such walker, or ff_crowd_add() would refuse the world for it.
 */
FF_API enum ff_status ff_crowd_send(struct ff_crowd *crowd, uint64_t id,
				    const struct ff_world *world);

/* A walker: where it is, or will start, or has arrived; its size and speed, as ff_crowd_add() takes
 * them; and its group, with which it aligns and stays together: all begin in group 0. */
struct ff_crowd_walker {
	double x, y, radius, speed;
	uint32_t group;
};

/*
 * Get and set all numbers of a walker: get it first to change one.  One that is set elsewhere
 * starts there from rest; if it has arrived or was lost it comes back there, as soon as there is
 * room.
 *
 * FF_OK; FF_E_ARG if there is no such walker; ff_crowd_set() also fails as ff_crowd_add() does.
 */
FF_API enum ff_status ff_crowd_get(const struct ff_crowd *crowd, uint64_t id,
				   struct ff_crowd_walker *walker);
FF_API enum ff_status ff_crowd_set(struct ff_crowd *crowd, uint64_t id,
				   const struct ff_crowd_walker *walker);

/* Removes a walker in any state; its id is never used again.  FF_OK; FF_E_ARG if there is no such
 * walker. */
FF_API enum ff_status ff_crowd_remove(struct ff_crowd *crowd, uint64_t id);

/*
 * Moves all walkers by one step, each from where all were before, by the worlds as they are now.
 * No walker enters a wall, and no two come to overlap.  Equal calls give equal numbers with any
 * number of threads, on any machine.  Allocates nothing.
 *
 * A world that was solved after an edit counts from the next step on.  A walker on which an edit
 * put a wall leaves it by the shortest way.  While a world is not solved, its walkers stand still.
 * In a world that is solved without a goal they are free: they walk on, and keep clear, aligned and
 * together by the rules alone, until there is a goal again.
 */
FF_API void ff_crowd_step(struct ff_crowd *crowd);

/* Returns the seconds simulated so far. */
FF_API double ff_crowd_time(const struct ff_crowd *crowd);

/* Returns the number of walkers in all states. */
FF_API size_t ff_crowd_count(const struct ff_crowd *crowd);

/* Layers of all walkers, all in the same order, which only adding and removing changes. */
enum ff_crowd_layer {
	FF_CROWD_IDS,        /* uint64_t */
	FF_CROWD_STATES,     /* uint8_t: enum ff_crowd_state */
	FF_CROWD_POSITIONS,  /* double [2]: x, y; off the map: where it starts or ended */
	FF_CROWD_VELOCITIES, /* double [2]: cells per second in the last step; 0,0 off the map */
	FF_CROWD_STALLED,    /* double: seconds without progress on the way; 0 off the map */
	FF_CROWD_LAYERS,
};

/*
 * Copies a layer of all walkers into a buffer.
 *
 *   buffer  [bytes]  written; bytes == ff_crowd_count() times the size of the layer's type
 *
 * FF_OK; FF_E_ARG.
 */
FF_API enum ff_status ff_crowd_copy(const struct ff_crowd *crowd, enum ff_crowd_layer layer,
				    void *buffer, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
