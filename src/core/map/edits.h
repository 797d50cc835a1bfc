/*
 * Edits: what happens to a map and its goals, step by step.
 */
#ifndef FF_CORE_MAP_EDITS_H
#define FF_CORE_MAP_EDITS_H

#include <stddef.h>
#include <stdint.h>

enum { FF_EDITS_STEP_MAX = 999999 }; /* steps are numbered 0..FF_EDITS_STEP_MAX */

enum ff_edits_kind {
	FF_EDITS_COST,   /* its cells cost 'cost' from now on */
	FF_EDITS_WALL,   /* they are walls */
	FF_EDITS_OPEN,   /* they cost what they did in the beginning, or 1 where a wall was */
	FF_EDITS_GOAL,   /* they are a goal, in addition to those that there are */
	FF_EDITS_NOGOAL, /* the goals that have all their cells among them are none any more */
	FF_EDITS_KINDS,
};

/* An edit of a rectangle of cells. */
struct ff_edit {
	int32_t step;
	int32_t x, y, w, h; /* w and h >= 1 */
	enum ff_edits_kind kind;
	uint8_t cost;        /* 1..FF_COST_MAX, of FF_EDITS_COST */
	size_t line, column; /* of the file, for messages: where the rectangle begins */
};

struct ff_edits {
	struct ff_edit *items; /* owned; [count]  by step, in the order in which they are made */
	size_t count;
};

/* What the kinds are called in files; FF_EDITS_COST is a number there. */
extern const char *const ff_edits_names[FF_EDITS_KINDS];

#endif
