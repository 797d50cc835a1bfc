/*
 * What changed between two looks at a map, over what the map is now, in pale colours.
 */
#ifndef FF_DRAW_DRAW_DIFFERENCE_H
#define FF_DRAW_DRAW_DIFFERENCE_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/image.h"
#include "draw/style.h"

/* All borrowed. */
struct ff_draw_difference {
	int32_t w, h;
	const uint8_t *cells;            /* [w*h]  see enum ff_change */
	uint64_t count[FF_CHANGE_KINDS]; /* cells of each kind */
	const char *const *names;        /* [FF_CHANGE_KINDS]  what the legend calls them */
	const uint8_t *strengths;        /* [w*h]  how much rose or fell, 255 most; NULL: as much */
	const struct ff_change_area *areas; /* [area_count]  those that may have a frame */
	uint32_t area_count;
	/* What lies below, [w*h] each; NULL: it is not known. */
	const uint8_t *classes;         /* enum ff_class */
	const char *const *class_names; /* [FF_CLASSES]  what the legend calls them */
	const uint8_t *greys;           /* or any picture: 0 black .. 255 white */
};

/*
 * ff_draw_difference() makes the picture; areas too small to be found at a
 * glance have a frame around them, unless there are many.  The caller owns
 * image->pixels and passes it to free().  Returns FF_OK; FF_E_LIMIT if the
 * picture is too large; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_draw_difference(const struct ff_draw_difference *what,
				  const struct ff_style *style, struct ff_image *image,
				  const struct ff_machine *machine, struct ff_error *err);

#endif
