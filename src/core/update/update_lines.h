/*
 * The straight lines of fast marching, kept from repair to repair: what seeds offer the cells that
 * see them (straights.h).
 */
#ifndef FF_CORE_UPDATE_UPDATE_LINES_H
#define FF_CORE_UPDATE_UPDATE_LINES_H

#include "core/solve/sight.h"
#include "core/solve/wave.h"
#include "core/update/update_run.h"

/* What a seed's lines may go through: a bit per cost that there is around it, of cells that are no
 * seeds themselves in the last place. */
struct ff_update_lines_survey {
	uint64_t costs[4];
	bool spreads;
};

/* All zero: none.  To be closed once it has been opened, whatever that returned. */
struct ff_update_lines {
	bool good; /* what follows goes with the map and the seeds */
	bool even; /* all seeds have the same start */
	struct ff_straights_layout layout;
	size_t cells;      /* in all bands */
	double *lines;     /* owned; [cells]  the starts of seeds and what straight lines offer */
	void *scratch;     /* owned; for ff_sight_cast() */
	enum ff_status st; /* of functions that are called back */

	/* All of these are owned. */
	struct ff_straights_source *sources; /* [source_count] */
	size_t source_count, source_room;
	uint32_t *renewed; /* [renewed_count]  cells with other lines, maybe; some twice */
	size_t renewed_count, renewed_room;
	struct ff_sight_window *windows; /* [window_count]  where the edits of this repair are */
	size_t window_count, window_room;
	struct ff_update_lines_survey *surveys; /* [survey_room]  of seeds that edits are next to */
	size_t survey_room;
	size_t left; /* steps that the casts of this repair may still take */
};

/* ff_update_lines_open() makes room for the lines of a map, which are not known yet: FF_OK or
 * FF_E_NOMEM. */
enum ff_status ff_update_lines_open(struct ff_update_lines *own, const struct ff_cost *cost);
void ff_update_lines_close(struct ff_update_lines *own);

/*
 * ff_update_lines_take() takes the lines from a run of the marching engine that has just begun, of
 * the repairs' map and seeds.  ff_update_lines_renew() casts all of them anew unless they are
 * known: FF_OK or FF_E_NOMEM.
 */
void ff_update_lines_take(struct ff_update_lines *own, const struct ff_update *update,
			  const struct ff_integrate *run);
enum ff_status ff_update_lines_renew(struct ff_update_lines *own, const struct ff_update *update);

/*
 * ff_update_lines_follow() renews the lines that pass the edits of a repair, and lists their cells
 * in 'renewed'; the map is another one only meanwhile.  FF_OK; FF_E_LIMIT where that takes too
 * long, or other seeds may offer lines than before; FF_E_NOMEM.  The lines are not known then.
 */
enum ff_status ff_update_lines_follow(struct ff_update_lines *own, struct ff_update *update);

/* ff_update_lines_place() is where the line of a cell is in 'lines'. */
static inline size_t ff_update_lines_place(const struct ff_update_lines *own,
					   const struct ff_cost *cost, uint32_t cell)
{
	uint32_t w = (uint32_t)cost->w;

	return ff_straights_place(own->layout, (int32_t)(cell % w), (int32_t)(cell / w));
}

#endif
