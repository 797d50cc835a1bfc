/*
 * A mask: white where a cell has a label, black elsewhere.
 */
#ifndef FF_DRAW_DRAW_MASK_H
#define FF_DRAW_DRAW_MASK_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/image.h"

/*
 * ff_draw_mask() makes a picture for other programs, one pixel a cell, in greys
 * of 0 and 255.  The caller owns image->pixels and passes it to free().  Returns
 * FF_OK, or FF_E_NOMEM (nothing is set).
 */
enum ff_status ff_draw_mask(const struct ff_labels *labels, struct ff_image *image,
			    struct ff_error *err);

#endif
