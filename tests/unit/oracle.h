/*
 * What the right answers are: slow truth written from the contract, the maps
 * that the tests ask it about, and the tables of other systems.  It shares no
 * code with src/core/solve: only the plain structs of src/core/map.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"

#define ORACLE_NONE UINT64_MAX /* no value: a wall, unreached or beyond the limit */
#define ORACLE_SEED UINT64_C(20250131)

/* The model of those who choose none. */
static const struct ff_model manhattan = {.metric = FF_METRIC_MANHATTAN};

/* oracle_model() is the k-th model of whole numbers: both metrics, both steps, all corner rules. */
enum { ORACLE_MODELS = 12 };
struct ff_model oracle_model(int k, enum ff_flow_rule flow);

/* A map, its goals and the truth about them. */
struct oracle {
	char name[160]; /* for diagnostics; the model and a random map's number are in it */
	uint64_t dice;  /* for a test that draws numbers of its own with oracle_random() */
	struct ff_model model;
	struct ff_cost cost;
	struct ff_seeds seeds;
	double limit;     /* no cell beyond has a value; INFINITY */
	uint64_t unit;    /* what a cost of 1 is */
	uint8_t *ways;    /* [w*h]  bit d: the corner rule permits a step in direction d */
	uint64_t *field;  /* [w*h]  the cost to reach a goal in units, or ORACLE_NONE */
	uint8_t *flow;    /* [w*h]  rule "lowest" or, else, "path": 0..7 clockwise from N, 8 none */
	uint8_t *ties;    /* [w*h]  how many ways are as good as that one; 0 where there is none */
	uint8_t *classes; /* [w*h]  enum ff_class */
	uint64_t count[FF_CLASSES];
};

/* What a test does with one map.  Each block of 'truth' has its exact size. */
typedef void oracle_check(const struct oracle *truth);

/* Every wall pattern on a map of w * h cells (16 at most), from every open
 * cell as the goal, with costs of 1 or with costs that differ, in turn; for the
 * default model both. */
void oracle_small_maps(const struct ff_model *model, int32_t w, int32_t h, oracle_check *check);

/* 'count' maps of 1..24 * 1..24 cells, costs up to 254, 0..60 % walls, 1..4
 * goals (the same cell now and then), some with start costs, some with a limit.
 * The same ones in every run and for every model. */
void oracle_random_maps(const struct ff_model *model, int count, oracle_check *check);

/* Long rows and columns, around the widths at which solvers cut rows apart. */
void oracle_long_maps(const struct ff_model *model, oracle_check *check);

/* oracle_new() sets up w * h cells of cost 1 and so many seeds at 0,0, without start costs and
 * limit; oracle_solve() works out the answers for what a test has made of that. */
void oracle_new(struct oracle *truth, const struct ff_model *model, int32_t w, int32_t h,
		size_t seeds);
void oracle_solve(struct oracle *truth);
void oracle_free(struct oracle *truth);

/* oracle_price() is what the step from cell 'from' in direction 0..7 costs, in units. */
uint64_t oracle_price(const struct oracle *truth, size_t from, int direction);

/* oracle_field() is the true field in one of the solver's types; the caller frees its cells. */
struct ff_field oracle_field(const struct oracle *truth, enum ff_field_type type);

/* oracle_permitted() tells whether a walker at x,y may step in direction 0..7: the cell there is
 * open, and of both sides of a diagonal as many as the corner rule says. */
bool oracle_permitted(const struct ff_cost *cost, enum ff_corners corners, int32_t x, int32_t y,
		      int direction);

/* oracle_towards() is the index of the cell in that direction (8: x,y itself). */
size_t oracle_towards(const struct ff_cost *cost, int32_t x, int32_t y, int direction);

/* oracle_random() is the next number of the sequence that '*state' stands in. */
uint64_t oracle_random(uint64_t *state);

/* oracle_cells() is malloc() of n elements of 'size' bytes; it ends the test if memory ran out. */
void *oracle_cells(size_t n, size_t size);

/* What another system says about a map of its own. */
struct oracle_table {
	const char *name;
	const char *misfit; /* NULL, or why no model says the same numbers (then no cells here) */
	double tolerance;
	double *field;       /* [w*h]  NAN where the table is silent, INFINITY: no value */
	uint8_t *flow;       /* [w*h]  0..7, or 8: none or silent; NULL if the table has none */
	struct oracle truth; /* the map, the table's model and what we say about it */
};

/* oracle_tables() reads each table in oracle_shared("oracles") in order of names; false if there
 * is no such folder. */
bool oracle_tables(void (*check)(const struct oracle_table *table));

/* oracle_near() tells whether 'ours' is what the table says, by its tolerance and ours. */
bool oracle_near(const struct oracle_table *table, double ours, double wanted);

/* sqrt(2) is 577 / 408 here: octile values are that much too large at most. */
#define ORACLE_OCTILE_ERROR 1.51e-6

/* oracle_shared() is where a folder of shared files is: in $FLOWFIELD_SHARED, or ../shared; valid
 * until it is called again. */
const char *oracle_shared(const char *folder);

#endif
