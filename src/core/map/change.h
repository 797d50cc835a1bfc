/*
 * What can happen to a cell between two looks at a map.
 */
#ifndef FF_CORE_MAP_CHANGE_H
#define FF_CORE_MAP_CHANGE_H

#include <stdint.h>

/*
 * What happened to a cell.  One that several of these are true of counts as the
 * first; a cell that only turned is of kind TURNED.  Where classes and costs are
 * not known, no cell is of the kinds that need them, but of LOST, GAINED, ...
 */
enum ff_change {
	FF_CHANGE_UNREACHABLE, /* open both times, and no goal is reached any more */
	FF_CHANGE_WALL_ADDED,
	FF_CHANGE_UNCOMPUTED, /* open both times, and is not computed any more, or not yet */
	FF_CHANGE_COMPUTED,   /* open both times, and was not computed, or not yet */
	FF_CHANGE_LOST,       /* has no value any more */
	FF_CHANGE_GOAL_REMOVED,
	FF_CHANGE_GOAL_ADDED,
	FF_CHANGE_WALL_REMOVED,
	FF_CHANGE_REACHABLE,
	FF_CHANGE_GAINED,
	FF_CHANGE_GROUND, /* costs another amount to leave */
	FF_CHANGE_RISEN,
	FF_CHANGE_FALLEN,
	FF_CHANGE_CHANGED, /* a code, or one lack of a value for another */
	FF_CHANGE_TURNED,  /* another direction or vector */
	FF_CHANGE_KINDS,
};

/* What holds such a kind, cell by cell: 0 where nothing changed, else the kind + 1, and the
 * flag if the direction or vector changed, too. */
enum { FF_CHANGE_FLAG = 0x80 };

/* ff_change_of() is the kind of a cell that is not 0. */
static inline enum ff_change ff_change_of(uint8_t cell)
{
	return (enum ff_change)((cell & ~FF_CHANGE_FLAG) - 1);
}

/* Cells that changed and touch at a side or a corner. */
struct ff_change_area {
	uint64_t cells;
	int32_t x, y, w, h; /* the smallest rectangle around them */
};

/* What kinds are called in every output, where values are costs to a goal. */
extern const char *const ff_change_names[FF_CHANGE_KINDS];

#endif
