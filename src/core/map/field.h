/*
 * The layers of a solved map: costs to a goal, classes, directions, labels, and changes between two
 * states.
 *
 * Names: ff_classes, ff_flow, ff_labels, ff_ridges, ff_change.
 */
#ifndef FF_CORE_MAP_FIELD_H
#define FF_CORE_MAP_FIELD_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "flowfield.h"

/*
 * The integration field: the cost to reach a goal from every cell.
 *
 * Cells hold integers of 32 or 64 bits, or, with euclid, doubles.  All are exact as doubles: none
 * exceeds 2^53.
 */

enum ff_field_type {
	FF_FIELD_U32,
	FF_FIELD_U64,
	FF_FIELD_F64,
	FF_FIELD_TYPES,
};

/* Cells without a value: walls, unreached, not computed or not yet. */
#define FF_FIELD_NONE32 UINT32_MAX
#define FF_FIELD_NONE64 UINT64_MAX
#define FF_FIELD_NONEF  ((double)INFINITY)

struct ff_roots;

struct ff_field {
	int32_t w, h;
	enum ff_field_type type;
	double unit; /* a cost of 1 in the cells */
	double zero; /* a cost of 0 in the cells: 0, except in flee maps */
	union {      /* [w*h, row-major]  >= 0, or NONE */
		void *cells;
		uint32_t *u32;
		uint64_t *u64;
		double *f64;
	};
	struct ff_roots *roots; /* owned; NULL: the field is not exact in any direction */
};

/* Returns the bytes per cell. */
static inline size_t ff_field_size(enum ff_field_type type)
{
	return type == FF_FIELD_U32 ? sizeof(uint32_t) : sizeof(uint64_t);
}

/* Returns the content of cell 'i', exactly; FF_FIELD_NONEF where there is no value. */
static inline double ff_field_raw(const struct ff_field *field, size_t i)
{
	switch (field->type) {
	case FF_FIELD_U32:
		return field->u32[i] == FF_FIELD_NONE32 ? FF_FIELD_NONEF : field->u32[i];
	case FF_FIELD_U64:
		return field->u64[i] == FF_FIELD_NONE64 ? FF_FIELD_NONEF : (double)field->u64[i];
	default:
		return field->f64[i];
	}
}

/* Returns true if cell 'i' has a value. */
static inline bool ff_field_has(const struct ff_field *field, size_t i)
{
	return ff_field_raw(field, i) < FF_FIELD_NONEF;
}

/* Converts a cell's content to units of cost; NONEF stays. */
static inline double ff_field_cost(const struct ff_field *field, double raw)
{
	return (raw - field->zero) / field->unit;
}

/* Sets the content of cell 'i'; returns false, and leaves it as it is, if 'raw' does not fit the
 * type.  ff_field_clear() removes the values of 'count' cells from 'first' on. */
bool ff_field_set(struct ff_field *field, size_t i, double raw);
void ff_field_clear(struct ff_field *field, size_t first, size_t count);

/* Frees cells and roots. */
void ff_field_free(struct ff_field *field);

/* Returns the cost to reach a goal from cell 'i'; FF_FIELD_NONEF where there is none. */
static inline double ff_field_value(const struct ff_field *field, size_t i)
{
	return ff_field_cost(field, ff_field_raw(field, i));
}

struct ff_classes {
	int32_t w, h;
	uint8_t *cells;             /* [w*h, row-major]  enum ff_class */
	uint64_t count[FF_CLASSES]; /* cells of each class; their sum is w*h */
};

/* Moves all cells of class 'from' to class 'to', which has none; updates the counts. */
void ff_classes_replace(struct ff_classes *classes, enum ff_class from, enum ff_class to);

/* The names of classes in every output. */
extern const char *const ff_classes_names[FF_CLASSES];

/* A unit vector, y down; 0,0 where there is no direction. */
struct ff_flow_vector {
	float dx, dy;
};

struct ff_flow {
	int32_t w, h;
	uint8_t *cells;                 /* [w*h, row-major]  enum ff_direction */
	struct ff_flow_vector *vectors; /* [w*h]  NULL: the unit vectors of the directions */
};

/* A step in a direction, in cells; y grows down.  FF_NONE leads nowhere. */
struct ff_flow_step {
	int8_t dx, dy;
};

extern const struct ff_flow_step ff_flow_steps[FF_DIRECTIONS + 1];

/* The names of directions: "N", ... "none". */
extern const char *const ff_flow_names[FF_DIRECTIONS + 1];

/* The unit vectors of the directions. */
extern const struct ff_flow_vector ff_flow_units[FF_DIRECTIONS + 1];

/* Returns the vector of cell 'i'. */
static inline struct ff_flow_vector ff_flow_vector_at(const struct ff_flow *flow, size_t i)
{
	return flow->vectors != NULL ? flow->vectors[i] : ff_flow_units[flow->cells[i]];
}

/* Returns the direction nearest to a vector other than 0,0. */
enum ff_direction ff_flow_nearest(double dx, double dy);

#define FF_LABELS_NONE UINT32_MAX

/* A number for each cell: its area, the goal that serves it, ... */
struct ff_labels {
	int32_t w, h;
	uint32_t *cells; /* [w*h, row-major]  0..count-1, or FF_LABELS_NONE */
	uint32_t count;
};

/* Allocates labels, not set; the caller passes the cells to free().  False if memory ran out. */
bool ff_labels_new(struct ff_labels *labels, int32_t w, int32_t h);

/* Bits of a cell: its way parts from that of the cell on the right; of the one below. */
enum { FF_RIDGES_RIGHT = 1, FF_RIDGES_BELOW = 2, FF_RIDGES_NONE = 255 };

/* A point where shortest ways turn or end, in half cells: the centre of cell x,y is 2x+1,2y+1, and
 * its upper left corner 2x,2y. */
struct ff_root {
	int32_t x, y;
	uint32_t next; /* the root that its own way leads to; FF_LABELS_NONE: it is a goal's cell */
};

/* The roots of a field. */
struct ff_roots {
	struct ff_labels of;   /* the root that each cell's way leads to; NONE without a value */
	struct ff_root *items; /* owned; [of.count]  the seeds' cells first, in their order */
};

/*
 * Kinds of change of a cell between two states of a map.  If several apply, the first counts;
 * TURNED means that nothing else changed.  Kinds that need classes or costs occur only where both
 * states have them; without, the change is LOST, GAINED, ...
 */
enum ff_change {
	FF_CHANGE_UNREACHABLE, /* open in both, reached only before */
	FF_CHANGE_WALL_ADDED,
	FF_CHANGE_UNCOMPUTED, /* open in both, computed only before */
	FF_CHANGE_COMPUTED,   /* open in both, computed only now */
	FF_CHANGE_LOST,       /* had a value, and has none */
	FF_CHANGE_GOAL_REMOVED,
	FF_CHANGE_GOAL_ADDED,
	FF_CHANGE_WALL_REMOVED,
	FF_CHANGE_REACHABLE,
	FF_CHANGE_GAINED,
	FF_CHANGE_GROUND, /* the cost of leaving it */
	FF_CHANGE_RISEN,
	FF_CHANGE_FALLEN,
	FF_CHANGE_CHANGED, /* another code, or another reason for having no value */
	FF_CHANGE_TURNED,  /* direction or vector */
	FF_CHANGE_KINDS,
};

/* A cell of a grid of kinds is 0 where nothing changed, else the kind + 1, with this flag set if
 * the direction or vector changed as well. */
enum { FF_CHANGE_FLAG = 0x80 };

/* Returns the kind of a cell other than 0. */
static inline enum ff_change ff_change_of(uint8_t cell)
{
	return (enum ff_change)((cell & ~FF_CHANGE_FLAG) - 1);
}

/* An 8-connected area of changed cells. */
struct ff_change_area {
	uint64_t cells;
	int32_t x, y, w, h; /* bounding box */
};

/* The names of kinds in every output where values are costs to a goal. */
extern const char *const ff_change_names[FF_CHANGE_KINDS];

#endif
