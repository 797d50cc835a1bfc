/*
 * PGM and PFM files.
 */
#ifndef FF_IO_NETPBM_H
#define FF_IO_NETPBM_H

#include "io/cells.h"
#include "io/scan.h"
#include "io/texts.h"

/*
 * Headers of the Netpbm family (PGM, PFM): words between white space and comments.
 */

enum { FF_NETPBM_HEADER = 64 * 1024 }; /* bytes; more than any, long comments and all */

/*
 * Goes to the next word.  Of comments on the way "# Keyword: text" are added to 'texts' (NULL: none
 * are).  FF_OK, or FF_E_NOMEM.
 */
enum ff_status ff_netpbm_skip(struct ff_scan *scan, struct ff_texts *texts);

/*
 * Takes the next word of a header of FF_NETPBM_HEADER bytes at most, a whole number in 1..max; or
 * fails as ff_scan_number() does.
 */
enum ff_status ff_netpbm_number(struct ff_scan *scan, struct ff_texts *texts, const char *what,
				int64_t max, int32_t *out, struct ff_error *err);

/* Fails with FF_E_INPUT if what was taken may go on in the part of the input that has not been
 * read. */
enum ff_status ff_netpbm_whole(const struct ff_scan *scan, struct ff_error *err);

/*
 * Portable grey maps: P2 and P5 (https://netpbm.sourceforge.net/doc/pgm.html).
 */

/* As struct ff_format has them. */
bool ff_netpbm_pgm_matches(const struct ff_input *in);
enum ff_status ff_netpbm_pgm_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				  struct ff_error *err);
enum ff_status ff_netpbm_pgm_read_map(struct ff_input *in, struct ff_cost *map,
				      struct ff_error *err);

/* As struct ff_format has them: samples as they are, of one byte or two. */
enum ff_status ff_netpbm_pgm_read_layer(struct ff_input *in, struct ff_cells_file *read,
					struct ff_error *err);

/* As struct ff_format has it: comments "# Keyword: text" in front of the width. */
enum ff_status ff_netpbm_pgm_read_texts(struct ff_input *in, struct ff_texts *texts,
					struct ff_error *err);

/*
 * Portable float maps (PFM): Pf, and PF for vectors, whose third number is 0.
 */

/* As struct ff_format has them. */
bool ff_netpbm_pfm_matches(const struct ff_input *in);
enum ff_status ff_netpbm_pfm_size(struct ff_input *in, int64_t limit, struct ff_cells_size *size,
				  struct ff_error *err);
enum ff_status ff_netpbm_pfm_read(struct ff_input *in, struct ff_cells_file *read,
				  struct ff_error *err);

/*
 * A grey image of 8 or 16 bits, with texts as comments.
 */

/*
 * Writes samples (ff_cells_samples()) as a binary PGM: of 8 bits where they are at most 254, and
 * then with 255 for cells without a value, or at most 255 and there is no such cell; else of 16
 * bits.  Each text is a line "# KEYWORD: TEXT" of its header.  Returns as ff_output_write().
 */
enum ff_status ff_netpbm_pgm_write(struct ff_output *out, const struct ff_cells_data *what,
				   struct ff_error *err);

/*
 * Floats of 32 bits, the rows from the bottom up.
 */

/*
 * Writes "Pf", or, of two channels, "PF" with 0 as the third number, little-endian.  No value is
 * inf.  Returns as ff_output_write().
 */
enum ff_status ff_netpbm_pfm_write(struct ff_output *out, const struct ff_cells_data *what,
				   struct ff_error *err);

#endif
