/*
 * The text of an SVG file.
 */
#ifndef FF_DRAW_SVG_H
#define FF_DRAW_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/image.h"

/* A line of a file's metadata: "keyword: text". */
struct ff_svg_note {
	const char *keyword, *text;
};

/* The description of a file, and the encoder of the image within it. */
struct ff_svg_about {
	const char *name; /* of the map: any bytes */
	const struct ff_svg_note *notes;
	size_t count;
	/* Sets *data, a PNG file that free() takes, and *size on FF_OK; else returns the error. */
	enum ff_status (*encode)(const struct ff_bitmap *bitmap, uint8_t **data, size_t *size,
				 struct ff_error *err);
};

/* {0} is no text yet.  Once memory has run out nothing more is added. */
struct ff_svg {
	char *text; /* owned; [size] */
	size_t size, room;
	bool failed;
};

/* Adds text as printf() does; no %f, which depends on the locale. */
__attribute__((format(printf, 2, 3))) void ff_svg_print(struct ff_svg *svg, const char *format,
							...);

/* Adds a number (of less than 2^53) with up to 6 decimals: 12, .5, -.25. */
void ff_svg_number(struct ff_svg *svg, double value);

/* Adds a command of a path and its two numbers: "m3-1", "l0 5". */
void ff_svg_step(struct ff_svg *svg, char command, int64_t dx, int64_t dy);

/* Adds #rrggbb, or #rgb where both are the same colour. */
void ff_svg_colour(struct ff_svg *svg, struct ff_colour colour);

/* Adds any text: markup is escaped, and all that is not UTF-8 or not a character of XML becomes
 * '?'. */
void ff_svg_escape(struct ff_svg *svg, const char *text);

/* Adds bytes in base64. */
void ff_svg_base64(struct ff_svg *svg, const uint8_t *data, size_t size);

/* Hands the text over: FF_OK, and the caller passes *text to free(); FF_E_NOMEM if memory ran out,
 * and nothing is set.  '*svg' is as new. */
enum ff_status ff_svg_take(struct ff_svg *svg, char **text, size_t *size, struct ff_error *err);

#endif
