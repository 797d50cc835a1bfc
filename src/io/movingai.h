/*
 * Maps and scenarios of the MovingAI benchmarks (N. R. Sturtevant, "Benchmarks for Grid-Based
 * Pathfinding", IEEE TCIAIG 4(2), 2012), and maps as rows of text.
 */
#ifndef FF_IO_MOVINGAI_H
#define FF_IO_MOVINGAI_H

#include "io/cells.h"

/* Returns true if an input looks like rows of text except for some bytes, for which
 * ff_movingai_rows_size() refuses it. */
bool ff_movingai_rows_nearly(const struct ff_input *in);

/* Requests: pairs of cells of a map, and for scenarios the length of the shortest path between
 * them. */

#define FF_MOVINGAI_LENGTH_MAX 1e12

struct ff_movingai_scen_entry {
	size_t line; /* of the file, from 1 */
	int32_t start_x, start_y, goal_x, goal_y;
	double length; /* of the shortest path, 0..FF_MOVINGAI_LENGTH_MAX; 0 without scenarios */
};

struct ff_movingai_scen {
	struct ff_movingai_scen_entry *items; /* [count]  owned, in the order of the file */
	size_t count;
};

/*
 * Reads the requests for a map of w * h cells.  Each line is
 *
 *   start x,start y,goal x,goal y
 *
 * where blanks may surround numbers and '#' starts a comment.  If the first line is "version 1" (or
 * 1.0), the others are scenarios, with fields separated by tabs or blanks:
 *
 *   bucket  map  width  height  start x  start y  goal x  goal y  length
 *
 * The map's name is skipped, since its folders differ from machine to machine.  It may hold blanks
 * if a tab comes before it, and ends at the next tab.  Empty lines are skipped; lines end in LF or
 * CRLF.
 *
 *   scen  set; the caller passes scen->items to free()
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column, if a line has another form, width and height
 * are not the map's or a cell is outside it, or there is no request; FF_E_LIMIT if the file is
 * larger than 64 MiB; FF_E_NOMEM.  On failure nothing is set.
 * Cells may be walls.
 */
enum ff_status ff_movingai_read_requests(struct ff_input *in, int32_t w, int32_t h,
					 struct ff_movingai_scen *scen, struct ff_error *err);

#endif
