/*
 * Portable grey maps, P2 and P5 (https://netpbm.sourceforge.net/doc/pgm.html), and portable float
 * maps (PFM): Pf, and PF for vectors, whose third number is 0.
 */
#ifndef FF_IO_NETPBM_H
#define FF_IO_NETPBM_H

#include "io/cells.h"
#include "io/texts.h"

/* As struct ff_format has them.  A layer's samples stay as they are, of one byte or two. */
bool ff_netpbm_pgm_matches(const struct ff_input *in);
enum ff_status ff_netpbm_pgm_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				  struct ff_error *err);
enum ff_status ff_netpbm_pgm_read_map(struct ff_input *in, struct ff_cost *map,
				      struct ff_error *err);
enum ff_status ff_netpbm_pgm_read_layer(struct ff_input *in, struct ff_cells_file *read,
					struct ff_error *err);

/* Reads the texts of comments "# Keyword: text" in front of the width of a P5. */
enum ff_status ff_netpbm_pgm_read_texts(struct ff_input *in, struct ff_texts *texts,
					struct ff_error *err);

/*
 * Writes samples (ff_cells_samples()) as a binary PGM.  It has 8 bits if they are at most 254, with
 * 255 for cells without a value, or at most 255 and every cell has a value; else 16 bits.  Each
 * text is a line "# KEYWORD: TEXT" of the header.  Returns as ff_output_write().
 */
enum ff_status ff_netpbm_pgm_write(struct ff_output *out, const struct ff_cells_data *what,
				   struct ff_error *err);

/* As struct ff_format has them. */
bool ff_netpbm_pfm_matches(const struct ff_input *in);
enum ff_status ff_netpbm_pfm_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				  struct ff_error *err);
enum ff_status ff_netpbm_pfm_read(struct ff_input *in, struct ff_cells_file *read,
				  struct ff_error *err);

/*
 * Writes "Pf", or "PF" with 0 as the third number for two channels, little-endian, with inf for
 * cells without a value.  Returns as ff_output_write().
 */
enum ff_status ff_netpbm_pfm_write(struct ff_output *out, const struct ff_cells_data *what,
				   struct ff_error *err);

#endif
