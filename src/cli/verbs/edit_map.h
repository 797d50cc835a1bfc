/*
 * A problem's map and goals as edits change them, and what has changed.
 */
#ifndef FF_CLI_VERBS_EDIT_MAP_H
#define FF_CLI_VERBS_EDIT_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/problem.h"
#include "cli/progress.h"
#include "core/base/status.h"
#include "core/map/map.h"
#include "core/update/update.h"

/* Filled by ff_edit_map_open(); a caller reads what the last edits did. */
struct ff_edit_map {
	struct ff_problem *problem;
	bool subdivide;
	uint8_t *original;            /* owned; [w*h]  what the map cost in the beginning */
	uint8_t *last;                /* owned; [w*h]  before the last edits */
	struct ff_goals asked;        /* owned, but for the mask; those of the beginning */
	size_t most;                  /* how many cells are listed */
	struct ff_progress *progress; /* on which edits are shown */
	/* owned; [count]  cells that cost something else now, and what they cost before */
	struct ff_cost_change *changes;
	size_t count, room;
	bool whole;      /* there are more of them, and none are listed */
	size_t edited;   /* how many there are */
	bool goals;      /* goals have come or gone */
	bool renumbered; /* and others have their numbers now */
};

/*
 * ff_edit_map_open() prepares for edits of a problem that has been read.  FF_OK; FF_E_NOMEM;
 * whatever it returns, ff_edit_map_close() frees what is there.
 *
 *   most      >= 0  of longer lists of changes it is only told that there are so many
 *   progress  must outlive it
 */
enum ff_status ff_edit_map_open(struct ff_edit_map *edit, struct ff_problem *problem,
				bool subdivide, size_t most, struct ff_progress *progress,
				struct ff_error *err);
void ff_edit_map_close(struct ff_edit_map *edit);

/*
 * ff_edit_map_apply() makes edits of the map's cells and of the goals as they were asked for:
 * ff_aim() is for the caller.  ff_edit_map_replace() has another map in place of the problem's,
 * ff_edit_map_reset() map and goals of the beginning.
 *
 *   edits  [count >= 1]  rectangles inside the map of the file
 *   name   of the file of edits, for messages
 *   map    [w*h]  as large as that of the problem
 *
 * Return FF_OK; FF_E_INPUT if FF_EDITS_NOGOAL names no goal, or a part of one; FF_E_NOMEM.  After a
 * failure it is only good for ff_edit_map_close().
 */
enum ff_status ff_edit_map_apply(struct ff_edit_map *edit, const struct ff_edit *edits,
				 size_t count, const char *name, struct ff_error *err);
enum ff_status ff_edit_map_replace(struct ff_edit_map *edit, const struct ff_cost *map,
				   struct ff_error *err);
enum ff_status ff_edit_map_reset(struct ff_edit_map *edit, struct ff_error *err);

/* ff_edit_map_blame() puts in front of an error about the goals after edits the place of the last
 * one that may have been to blame. */
void ff_edit_map_blame(const struct ff_edit *edits, size_t count, const char *name,
		       struct ff_error *err);

#endif
