/*
 * Animations as APNGs of RGB pixels or of a palette, in memory: PNG files that play in browsers,
 * and show their last frame in programs without animation.
 */
#ifndef FF_IO_APNG_H
#define FF_IO_APNG_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/image.h"
#include "io/png.h"

enum {
	FF_APNG_COLOURS = 252, /* of a palette */
	FF_APNG_CACHE = 16384, /* colours whose index is known */
};

/* An animation that is being made; ff_apng_free() takes it, or one that is all 0. */
struct ff_apng {
	int32_t w, h;
	int rate;      /* ticks per second: 1..65535 */
	size_t frames; /* added, including those merged with others */
	/* private: */
	uint8_t *file; /* [size] */
	size_t size, room;
	struct ff_colour *shown; /* [w*h]  the picture after the last frame */
	uint8_t *pixels;         /* [h][w][4]  pixels stored for it, with opacity; or [h][w] */
	struct ff_colour palette[FF_APNG_COLOURS]; /* [colours] */
	int colours;                               /* 0: pixels are RGB */
	struct {
		struct ff_colour colour;
		uint8_t index, known;
	} cache[FF_APNG_CACHE];
	size_t start;    /* index in the file of the first frame's control chunk... */
	size_t last;     /* ...and of the last one's */
	uint32_t ticks;  /* duration of that frame */
	uint32_t stored; /* frames in the file */
	uint32_t sequence;
};

/*
 * Chooses the palette of an animation whose frames will have the colours of some pictures.  Returns
 * the number of colours; or 0 if a palette would not do: more than one pixel in a thousand would
 * get another colour, the nearest one.
 *
 *   pages    [count]
 *   palette  set
 */
int ff_apng_palette(const struct ff_bitmap *pages, size_t count,
		    struct ff_colour palette[FF_APNG_COLOURS]);

/*
 * Starts an animation.
 *
 *   w, h     size of all frames, in pixels
 *   palette  [colours]  the colours that pixels get: files are a few times smaller then
 *   colours  0..FF_APNG_COLOURS; 0: pixels keep their colours
 *   texts    [count]  as in ff_png_write()
 *
 * Returns FF_OK; FF_E_LIMIT if the picture is larger than FF_IMAGE_PIXELS; FF_E_NOMEM.  On failure
 * '*apng' is all 0.
 */
enum ff_status ff_apng_open(struct ff_apng *apng, int32_t w, int32_t h,
			    const struct ff_colour *palette, int colours,
			    const struct ff_image_text *texts, size_t count, int rate,
			    struct ff_error *err);

/*
 * Adds a frame.
 *
 *   bitmap   the picture; [w*h] as in ff_apng_open()
 *   changed  outside it the picture equals the frame before; ignored for the first frame
 *   ticks    1..65535: duration
 *
 * A frame equal to the one before prolongs that one.  Returns FF_OK or FF_E_NOMEM.  After a failure
 * only ff_apng_free() may be called.
 */
enum ff_status ff_apng_add(struct ff_apng *apng, const struct ff_bitmap *bitmap,
			   struct ff_image_part changed, uint32_t ticks, struct ff_error *err);

/*
 * Makes the file, of at least one frame, which repeats forever, and frees the rest, also on
 * failure.
 *
 *   data  set; [*size]  the caller passes it to free()
 *
 * Equal input gives equal bytes with the same libdeflate.  FF_OK or FF_E_NOMEM, and nothing is set.
 */
enum ff_status ff_apng_end(struct ff_apng *apng, uint8_t **data, size_t *size,
			   struct ff_error *err);

void ff_apng_free(struct ff_apng *apng);

#endif
