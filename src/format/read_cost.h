/*
 * A map file of any kind that we know, told apart by its content.
 */
#ifndef FF_FORMAT_READ_COST_H
#define FF_FORMAT_READ_COST_H

#include "base/input.h"
#include "grid/cost.h"

/* A line in the table of readers. */
struct ff_read_cost_format {
	const char *name;
	/* false: the cells are costs already, and grey levels do not come into it */
	bool grey;
	/* [n >= 16, or the whole file]  is it one of these? */
	bool (*matches)(const uint8_t *head, size_t n);
	enum ff_status (*read)(struct ff_input *in, struct ff_cost *map, struct ff_error *err);
};

/*
 * ff_read_cost() reads a map from 'in'.
 *
 *   map     set; the caller owns map->cells and passes it to free().  Where
 *           (*format)->grey the cells are grey levels 0..255 as the file has them
 *           (ff_levels_apply makes costs of them)
 *   format  set to the line of the table that matched
 *
 * Returns FF_OK; FF_E_INPUT with one line that names the file and, where it
 * can, the pixel or the line and column; FF_E_LIMIT if there are more than
 * FF_COST_CELLS cells; FF_E_NOMEM.  On failure nothing is set.  The readers in
 * the table keep to the same contract.
 */
enum ff_status ff_read_cost(struct ff_input *in, struct ff_cost *map,
			    const struct ff_read_cost_format **format, struct ff_error *err);

#endif
