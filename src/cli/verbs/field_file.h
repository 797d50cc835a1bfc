/*
 * A field that was saved, by this program or another: a table of cells, or integrations in any
 * format of data files.
 */
#ifndef FF_CLI_VERBS_FIELD_FILE_H
#define FF_CLI_VERBS_FIELD_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/options.h"
#include "cli/problem.h"
#include "io/cells.h"
#include "io/input.h"

/*
 * ff_field_file_read() reads a field of a problem whose map has been read.
 *
 *   exact  refuse values that are rounded too much to restore whole units, or to solve euclid's
 *          equation
 *   read   set, integrations in units of cost; free it with ff_cells_table_free()
 *
 * FF_OK; FF_E_INPUT if it is no field, or has another size than the map; FF_E_LIMIT; FF_E_NOMEM.
 * On failure nothing is set.
 */
enum ff_status ff_field_file_read(const struct ff_problem *problem,
				  const struct ff_options *options, struct ff_input *in, bool exact,
				  struct ff_cells_table *read, struct ff_error *err);

/* ff_field_file_check() returns FF_E_ANSWER with the first cell whose cost in a table is not that
 * of the map, which has that scale if it is wide; else FF_OK. */
enum ff_status ff_field_file_check(const struct ff_cost *map, uint32_t scale,
				   const struct ff_cells_table *read, const char *name,
				   struct ff_error *err);

#endif
