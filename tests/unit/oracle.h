/*
 * What the right answers are: slow truth written from the contract, the maps
 * that the tests ask it about, and the tables of other systems.  It shares no
 * code with src/solve: only the plain structs of src/grid.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "grid/cost.h"
#include "grid/field.h"
#include "grid/goals.h"
#include "grid/model.h"

#define ORACLE_NONE UINT64_MAX /* no value: a wall, or no goal can be reached */
#define ORACLE_SEED UINT64_C(20250131)

/* The model that the truth is about. */
static const struct ff_model manhattan = {.metric = FF_METRIC_MANHATTAN};

/* A map, its goals and the truth about them. */
struct oracle {
	char name[80]; /* for diagnostics; a random map's number is in it */
	uint64_t dice; /* for a test that draws numbers of its own with oracle_random() */
	struct ff_cost cost;
	struct ff_goals goals;
	uint64_t *field;  /* [w*h]  the cost to reach a goal, or ORACLE_NONE */
	uint8_t *flow;    /* [w*h]  rule "lowest": 0..7 clockwise from N, 8 none */
	uint8_t *classes; /* [w*h]  0 goal, 1 reached, 2 unreached, 3 wall */
	uint64_t count[4];
};

/* What a test does with one map.  Each block of 'truth' has its exact size. */
typedef void oracle_check(const struct oracle *truth);

/* Every wall pattern on a map of w * h cells (16 at most), from every open
 * cell as the goal, with costs of 1 and again with costs that differ. */
void oracle_small_maps(int32_t w, int32_t h, oracle_check *check);

/* 'count' maps of 1..24 * 1..24 cells, costs up to 254, 0..60 % walls, 1..4
 * goals (the same cell now and then).  The same ones in every run. */
void oracle_random_maps(int count, oracle_check *check);

/* Long rows and columns, around the widths at which solvers cut rows apart. */
void oracle_long_maps(oracle_check *check);

/* oracle_field() is the true field in the solver's type; the caller frees its cells. */
struct ff_field oracle_field(const struct oracle *truth);

/* oracle_permitted() tells whether a walker at the open cell x,y may step in
 * direction 0..7: the cell there is open, and so are both sides of a diagonal. */
bool oracle_permitted(const struct ff_cost *cost, int32_t x, int32_t y, int direction);

/* oracle_towards() is the index of the cell in that direction (8: x,y itself). */
size_t oracle_towards(const struct ff_cost *cost, int32_t x, int32_t y, int direction);

/* oracle_random() is the next number of the sequence that '*state' stands in. */
uint64_t oracle_random(uint64_t *state);

/* oracle_cells() is malloc() of n elements of 'size' bytes; it ends the test if memory ran out. */
void *oracle_cells(size_t n, size_t size);

/* What another system says about a map of its own. */
struct oracle_table {
	const char *name;
	const char *misfit; /* NULL, or why this metric says other numbers (then no cells here) */
	double tolerance;
	double *field;       /* [w*h]  NAN where the table is silent, INFINITY: no value */
	uint8_t *flow;       /* [w*h]  0..7, or 8: none or silent; NULL if the table has none */
	struct oracle truth; /* the map, and what we say about it */
};

/* oracle_tables() reads each table in oracle_folder() in order of names; false if there is no such
 * folder ($FLOWFIELD_SHARED/oracles, or ../shared/oracles). */
bool oracle_tables(void (*check)(const struct oracle_table *table));
const char *oracle_folder(void);

#endif
