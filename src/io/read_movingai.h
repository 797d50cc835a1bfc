/*
 * Maps of the MovingAI benchmarks (N. R. Sturtevant, "Benchmarks for Grid-Based
 * Pathfinding", IEEE TCIAIG 4(2), 2012).
 */
#ifndef FF_IO_READ_MOVINGAI_H
#define FF_IO_READ_MOVINGAI_H

#include "io/read_cost.h"

/* As struct ff_read_cost_format wants them. */
bool ff_read_movingai_matches(const uint8_t *head, size_t n);
enum ff_status ff_read_movingai_size(struct ff_input *in, struct ff_read_cost_size *size,
				     struct ff_error *err);
enum ff_status ff_read_movingai(struct ff_input *in, struct ff_cost *map, struct ff_error *err);

/* The same for rows of text without that header, of the same letters: rows of one length, and
 * perhaps empty lines behind them.  ff_read_movingai_rows_nearly() tells whether a text looks like
 * such rows except for some bytes, for which ff_read_movingai_rows_size() refuses it. */
bool ff_read_movingai_rows_matches(const uint8_t *head, size_t n);
bool ff_read_movingai_rows_nearly(const uint8_t *head, size_t n);
enum ff_status ff_read_movingai_rows_size(struct ff_input *in, struct ff_read_cost_size *size,
					  struct ff_error *err);
enum ff_status ff_read_movingai_rows(struct ff_input *in, struct ff_cost *map,
				     struct ff_error *err);

#endif
