/*
 * Pictures that this program drew, read back as the cells of the map that they show.
 */
#ifndef FF_CLI_VERBS_DIFF_DRAWN_H
#define FF_CLI_VERBS_DIFF_DRAWN_H

#include "cli/verbs/diff_pair.h"

/*
 * ff_diff_drawn_about() reads what a picture says of the map that it shows: its size, the pixels
 * of a cell, and the scale of its colours.
 *
 *   about  set
 *
 * Returns false if it does not say enough, or more than its pixels can hold.
 */
bool ff_diff_drawn_about(const struct ff_read_raster *read, struct ff_diff_drawn *about);

/*
 * ff_diff_drawn_take() finds out what each cell of two pictures is by its colour, the legend aside:
 * of heatmaps its class and about its integration, of reach its class, of others whether its
 * pixels are the same.  Both pictures have a map of one size and one layer.
 *
 *   pair  of the sides 'cells' and 'drawn' are set; of 'diff' the kind, the size and the names;
 *         a difference of scales is noted
 *
 * Returns FF_OK; FF_E_NOMEM.
 */
enum ff_status ff_diff_drawn_take(struct ff_diff_pair *pair, const char *layer);

#endif
