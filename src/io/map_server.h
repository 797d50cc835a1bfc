/*
 * Maps of ROS: a YAML text, beside an image, that tells what the image's greys
 * mean and where it lies (the map_server and nav2_map_server packages).
 */
#ifndef FF_IO_MAP_SERVER_H
#define FF_IO_MAP_SERVER_H

#include "core/map/map.h"
#include "io/input.h"

enum { FF_MAP_SERVER_MAX = 1 << 16 }; /* bytes of such a text */

struct ff_map_server {
	char *image; /* owned; as it stands there: relative names are meant from the text's folder
		      */
	struct ff_levels_occupancy occupancy;
	struct ff_georeference place;
};

/* Returns true if a whole text, or as much of it as may be, has the key "image". */
bool ff_map_server_matches(const uint8_t *text, size_t n);

/*
 * Reads all of such a text: one mapping, in which each of these keys stands once; all but mode,
 * which is trinary by default, must be there.
 *
 *   image            a name, not empty
 *   mode             trinary or scale; raw is refused: its values are no costs
 *   resolution       metres a cell, 1e-6..1e6
 *   origin           [x, y, yaw]  |x|, |y| <= 1e9 metres; a yaw other than 0 is refused
 *   negate           0 or 1, or one of YAML 1.1's words: true, No, ON, ...
 *   occupied_thresh  0..1
 *   free_thresh      0..occupied_thresh
 *
 * Other keys are skipped, whatever they hold.  Numbers may have a sign, an exponent, and no digit
 * on one side of the point. Anchors, and so aliases, are refused, as is what is nested deeply.
 *
 *   out  set; the caller passes out->image to free()
 *
 * Returns FF_OK; FF_E_INPUT, with the line and column, if something else stands there; FF_E_LIMIT
 * if the text is longer than FF_MAP_SERVER_MAX; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_map_server_read(struct ff_input *in, struct ff_map_server *out,
				  struct ff_error *err);

#endif
