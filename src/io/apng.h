/*
 * Animations as palette APNGs, in memory: a file of PNG that plays in browsers, and shows its
 * first frame where nothing is known of animations.
 */
#ifndef FF_IO_APNG_H
#define FF_IO_APNG_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/image.h"
#include "io/png.h"

/* An animation in the making; ff_apng_free() takes it, or what is all 0. */
struct ff_apng {
	int32_t w, h;
	int rate;      /* ticks a second: 1..65535 */
	size_t limit;  /* bytes of the file */
	size_t frames; /* given, also those that are merged with others */
	/* Its own. */
	uint8_t *file; /* [size] */
	size_t size, room;
	uint8_t *shown, *pixels; /* [w*h] what the frames so far show; what is stored of one */
	struct ff_colour palette[256];
	int colours;
	size_t last;     /* where the last frame's control chunk is in the file */
	uint32_t ticks;  /* how long that is shown */
	uint32_t stored; /* frames in the file */
	uint32_t sequence;
};

/*
 * Starts an animation.
 *
 *   image  the first frame's size and its palette, which is that of all frames; pixels are
 *          not looked at.  With less than 256 colours frames are smaller
 *   texts  [count]  as in ff_png_write()
 *   limit  of the file, in bytes
 *
 * Returns FF_OK; FF_E_LIMIT if the picture is larger than FF_IMAGE_PIXELS; FF_E_NOMEM.  On failure
 * '*apng' is all 0.
 */
enum ff_status ff_apng_open(struct ff_apng *apng, const struct ff_image *image,
			    const struct ff_texts_line *texts, size_t count, int rate, size_t limit,
			    struct ff_error *err);

/*
 * Adds a frame.
 *
 *   image    of the size of the first
 *   changed  outside of it the image is what the frame before was; of the first frame
 *            not looked at
 *   ticks    1..65535: how long it is shown
 *
 * A frame that shows what the one before did makes that last longer.  Returns FF_OK; FF_E_LIMIT if
 * the file became larger than its limit with this frame; FF_E_NOMEM.  After a failure it is only
 * good for ff_apng_free().
 */
enum ff_status ff_apng_add(struct ff_apng *apng, const struct ff_image *image,
			   struct ff_image_part changed, uint32_t ticks, struct ff_error *err);

/*
 * Makes a file of at least one frame, which plays again and again, and frees the rest.
 *
 *   data  set; [*size]  the caller owns it and passes it to free()
 *
 * Equal input gives equal bytes with the same libdeflate.  Cannot fail.
 */
void ff_apng_end(struct ff_apng *apng, uint8_t **data, size_t *size);

void ff_apng_free(struct ff_apng *apng);

#endif
