/*
 * Fields as ff_write_csv() or others write them.
 */
#ifndef FF_IO_READ_FIELD_H
#define FF_IO_READ_FIELD_H

#include <stdbool.h>

#include "core/map/field.h"
#include "core/map/map.h"
#include "io/input.h"

/* All grids are owned and [w*h]; what the file says nothing about is NULL. */
struct ff_read_field {
	struct ff_field field;          /* FF_FIELD_F64, in units of cost */
	uint8_t *costs;                 /* 1..255 */
	uint8_t *classes;               /* enum ff_class */
	uint8_t *directions;            /* enum ff_direction */
	struct ff_flow_vector *vectors; /* any numbers */
};

/*
 * ff_read_field() reads a line for each cell of a w * h map, in any order.  The
 * first line names the columns: x, y and integration, and any of cost, class,
 * direction, dx and dy; others are skipped.
 *
 *   to  set; free it with ff_read_field_free()
 *
 * Returns FF_OK; FF_E_INPUT with "NAME:LINE: ..." or the first cell that is
 * missing; FF_E_LIMIT if the file is far larger than such a map's can be;
 * FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_read_field(struct ff_input *in, int32_t w, int32_t h, struct ff_read_field *to,
			     struct ff_error *err);

/* ff_read_field_matches() tells whether a text [n] begins with such a line of names. */
bool ff_read_field_matches(const uint8_t *head, size_t n);

/*
 * ff_read_field_size() reads all of 'in', and tells how large the map is if the file has every
 * cell of it.  Returns FF_OK; FF_E_INPUT with "NAME:LINE: ...", also if cells are missing by
 * far; FF_E_LIMIT if the file is far larger than one of 'limit' (>= 1) cells can be;
 * FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_read_field_size(struct ff_input *in, int64_t limit, int32_t *w, int32_t *h,
				  struct ff_error *err);

void ff_read_field_free(struct ff_read_field *field);

#endif
