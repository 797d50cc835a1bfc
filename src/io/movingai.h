/*
 * MovingAI's maps and scenarios, and maps as rows of text.
 */
#ifndef FF_IO_MOVINGAI_H
#define FF_IO_MOVINGAI_H

#include "io/cells.h"
#include "io/input.h"

/*
 * Maps of the MovingAI benchmarks (N. R. Sturtevant, "Benchmarks for Grid-Based
 * Pathfinding", IEEE TCIAIG 4(2), 2012).
 */

/* As struct ff_format has them. */
bool ff_movingai_matches(const struct ff_input *in);
enum ff_status ff_movingai_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				struct ff_error *err);
enum ff_status ff_movingai_read(struct ff_input *in, struct ff_cost *map, struct ff_error *err);

/* The same for rows of text without that header, of the same letters: rows of one length, and
 * perhaps empty lines behind them.  ff_movingai_rows_nearly() tells whether a text looks like
 * such rows except for some bytes, for which ff_movingai_rows_size() refuses it. */
bool ff_movingai_rows_matches(const struct ff_input *in);
bool ff_movingai_rows_nearly(const struct ff_input *in);
enum ff_status ff_movingai_rows_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				     struct ff_error *err);
enum ff_status ff_movingai_rows_read(struct ff_input *in, struct ff_cost *map,
				     struct ff_error *err);

/*
 * Scenarios of the MovingAI benchmarks: paths on a map, and how long the shortest
 * ones are (N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG
 * 4(2), 2012).
 */

#define FF_MOVINGAI_LENGTH_MAX 1e12

/* A path, from cell to cell. */
struct ff_movingai_scen_entry {
	size_t line;    /* of the file, from 1 */
	int32_t bucket; /* >= 0  entries of about the same length */
	int32_t start_x, start_y, goal_x, goal_y;
	double length; /* of the shortest path, 0..FF_MOVINGAI_LENGTH_MAX */
	size_t at, n;  /* where that stands in the input, and how many bytes it takes: 1..64 */
	double slack;  /* how far it may be off: half of the last place that is printed; zeros may
			* have been cut off, but not the first two decimals */
};

struct ff_movingai_scen {
	struct ff_movingai_scen_entry *items; /* [count]  owned, in the order of the file */
	size_t count;
};

/*
 * Reads the scenarios of a map of w * h cells.  The first line is "version 1" (or 1.0), then each
 * has, with tabs or blanks between,
 *
 *   bucket  map  width  height  start x  start y  goal x  goal y  length
 *
 * The map's name may be any and is skipped: files name it by folders of their own.  It may hold
 * blanks where a tab is in front of it, and ends at the next one.  Empty lines are skipped; lines
 * end in LF or CRLF.
 *
 *   scen  set; the caller passes scen->items to free()
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column, if something else stands there, a length has
 * more than 64 digits, width and height are not the map's or a cell is outside of it, or there is
 * no scenario at all; FF_E_LIMIT if the file is larger than 64 MiB; FF_E_NOMEM.  On failure nothing
 * is set.  No cell is checked for walls.
 */
enum ff_status ff_movingai_read_scen(struct ff_input *in, int32_t w, int32_t h,
				     struct ff_movingai_scen *scen, struct ff_error *err);

#endif
