/*
 * Maps of ROS (packages map_server and nav2_map_server): a YAML text next to an image, with the
 * meaning of its greys and its place.
 */
#ifndef FF_IO_MAP_SERVER_H
#define FF_IO_MAP_SERVER_H

#include "core/map/map.h"
#include "io/input.h"

enum { FF_MAP_SERVER_MAX = 1 << 16 }; /* most bytes of a text */

struct ff_map_server {
	char *image; /* owned; as in the text, whose folder relative names start from */
	struct ff_levels_occupancy occupancy;
	struct ff_georeference place;
};

/* Returns true if the first FF_MAP_SERVER_MAX bytes of a text, or all, have the key "image". */
bool ff_map_server_matches(const uint8_t *text, size_t n);

/*
 * Reads a text to its end: one mapping with these keys, each once; only mode may be missing, which
 * is trinary by default.
 *
 *   image            a name, not empty
 *   mode             trinary or scale; raw is refused, since its values are no costs
 *   resolution       metres a cell, 1e-6..1e6
 *   origin           [x, y, yaw]  |x|, |y| <= 1e9 metres; a yaw other than 0 is refused
 *   negate           0 or 1, or one of YAML 1.1's words: true, No, ON, ...
 *   occupied_thresh  0..1
 *   free_thresh      0..occupied_thresh
 *
 * Other keys are skipped.  Numbers may have a sign, an exponent, and no digit on one side of the
 * point. Anchors, aliases and deep nesting are refused.
 *
 *   out  set; the caller passes out->image to free()
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column, if the text has another form; FF_E_LIMIT if
 * it is longer than FF_MAP_SERVER_MAX; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_map_server_read(struct ff_input *in, struct ff_map_server *out,
				  struct ff_error *err);

#endif
