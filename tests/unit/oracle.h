/*
 * The right answers: slow truth written from the contract, maps to test, and the
 * tables of other systems.  It shares no code with src/core/solve, only the plain
 * structs of src/core/map.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "core/map/field.h"
#include "core/map/goals.h"
#include "core/map/map.h"
#include "core/map/model.h"

#define ORACLE_NONE UINT64_MAX /* no value: a wall, unreached or beyond the limit */
#define ORACLE_SEED UINT64_C(20250131)

/* The default model. */
static const struct ff_model manhattan = {.metric = FF_METRIC_MANHATTAN, .flow = FF_FLOW_LOWEST};

/* Returns the k-th integer model: both metrics, all rules of steps and corners. */
enum { ORACLE_MODELS = 18 };
struct ff_model oracle_model(int k, enum ff_flow_rule flow);

/* A map, its goals and the truth about them. */
struct oracle {
	char name[160]; /* for diagnostics; the model and a random map's number are in it */
	uint64_t dice;  /* a random state for the test */
	struct ff_model model;
	struct ff_cost cost;
	struct ff_seeds seeds;
	double limit;     /* no cell beyond has a value; INFINITY */
	uint64_t unit;    /* the value of a cost of 1 */
	uint8_t *ways;    /* [w*h]  bit d: the corner rule permits a step in direction d */
	uint64_t *field;  /* [w*h]  the cost to reach a goal in units, or ORACLE_NONE */
	uint8_t *flow;    /* [w*h]  rule "lowest" or, else, "path": 0..7 clockwise from N, 8 none */
	uint8_t *ties;    /* [w*h]  the number of directions as good as that one; 0: none */
	uint8_t *classes; /* [w*h]  enum ff_class */
	uint64_t count[FF_CLASSES];
};

/* Checks one map.  Each block of 'truth' has its exact size. */
typedef void oracle_check(const struct oracle *truth);

/* Checks every wall pattern on a map of w * h cells (16 at most), from every open
 * cell as the goal, with costs of 1 or different ones in turn; for the default
 * model both. */
void oracle_small_maps(const struct ff_model *model, int32_t w, int32_t h, oracle_check *check);

/* Checks 'count' maps of 1..24 * 1..24 cells, costs up to 254, 0..60 % walls, 1..4
 * goals (the same cell now and then), some with start costs, some with a limit.
 * They are the same in every run and for every model. */
void oracle_random_maps(const struct ff_model *model, int count, oracle_check *check);

/* Checks long rows and columns, around the widths at which solvers cut rows. */
void oracle_long_maps(const struct ff_model *model, oracle_check *check);

/* oracle_new() sets up w * h cells of cost 1 and seeds at 0,0, without start costs and limit; the
 * test changes them, and oracle_solve() computes the answers. */
void oracle_new(struct oracle *truth, const struct ff_model *model, int32_t w, int32_t h,
		size_t seeds);
void oracle_solve(struct oracle *truth);
void oracle_free(struct oracle *truth);

/* Returns the price of the step from cell 'from' in direction 0..7, in units. */
uint64_t oracle_price(const struct oracle *truth, size_t from, int direction);

/* Returns the true field in one of the solver's types; the caller frees its cells. */
struct ff_field oracle_field(const struct oracle *truth, enum ff_field_type type);

/* Returns true if a walker at x,y may step in direction 0..7: the cell there is open, and as many
 * sides of a diagonal as the corner rule needs. */
bool oracle_permitted(const struct ff_cost *cost, enum ff_corners corners, int32_t x, int32_t y,
		      int direction);

/* Returns the index of the cell in a direction (8: x,y itself). */
size_t oracle_towards(const struct ff_cost *cost, int32_t x, int32_t y, int direction);

/* Returns the next number of a random sequence. */
uint64_t oracle_random(uint64_t *state);

/* Allocates n elements of 'size' bytes; ends the test if memory ran out. */
void *oracle_cells(size_t n, size_t size);

/* The answers of another system on a map of its own. */
struct oracle_table {
	const char *name;
	const char *misfit; /* NULL, or why no model has the same numbers (no cells then) */
	double tolerance;
	double *field;       /* [w*h]  NAN where the table is silent, INFINITY: no value */
	uint8_t *flow;       /* [w*h]  0..7, or 8: none or silent; NULL if the table has none */
	struct oracle truth; /* the map, the table's model and our answers */
};

/* Checks each table in oracle_shared("oracles") in order of names; returns false if there is no
 * such folder. */
bool oracle_tables(void (*check)(const struct oracle_table *table));

/* Returns true if 'ours' is the table's number, by its tolerance and ours. */
bool oracle_near(const struct oracle_table *table, double ours, double wanted);

/* The largest relative error of octile values, where sqrt(2) is 577 / 408. */
#define ORACLE_OCTILE_ERROR 1.51e-6

/* Returns the path of a folder of shared files, in $FLOWFIELD_SHARED or ../shared; valid until the
 * next call. */
const char *oracle_shared(const char *folder);

#endif
