/*
 * The goals of a problem: from options and files to the seeds that they are on the map.
 */
#ifndef FF_CLI_AIM_H
#define FF_CLI_AIM_H

#include "cli/options.h"
#include "cli/problem.h"
#include "core/base/status.h"

/* ff_aim_read() reads the goals of a problem whose map is open: it sets 'given', where metres are
 * metres still.  FF_OK, FF_E_USAGE, FF_E_INPUT, FF_E_LIMIT or FF_E_NOMEM. */
enum ff_status ff_aim_read(struct ff_problem *problem, const struct ff_options *options,
			   struct ff_error *err);

/* ff_aim_copy() makes 'to', whose items it frees, a copy that shares the mask: FF_OK or
 * FF_E_NOMEM.  The items may be NULL. */
enum ff_status ff_aim_copy(struct ff_goals *to, const struct ff_goals *from, struct ff_error *err);

/* ff_aim_asked() is where the goals are in the map of the file before --snap: 'wanted', or 'given'.
 */
struct ff_goals *ff_aim_asked(struct ff_problem *problem);

/*
 * ff_aim() moves the goals with --snap, from where they were wanted, checks them where they are in
 * the map of the file, and makes seeds of them on 'map', which is split and closed already: once
 * it has been read, and after it or the goals (ff_aim_asked()) have changed.  It sets given,
 * wanted, goals, seeds and notes.  With --subdivide that takes time for each cell of the map, as
 * --snap may, too.  FF_OK; FF_E_INPUT if there is no goal, or one has no open cell;
 * FF_E_NOMEM.  After a failure the problem has no seeds.
 */
enum ff_status ff_aim(struct ff_problem *problem, const struct ff_options *options,
		      struct ff_error *err);

/*
 * ff_aim_afresh() makes 'fresh' the problem with everything that follows from the map and the goals
 * as they were asked for made anew: the closed map, given, wanted, goals, seeds and notes.  It
 * borrows all else.  As ff_aim(); whatever it returns, free it with ff_aim_forget().
 */
enum ff_status ff_aim_afresh(struct ff_problem *fresh, const struct ff_problem *problem,
			     const struct ff_options *options, struct ff_error *err);
void ff_aim_forget(struct ff_problem *fresh);

#endif
