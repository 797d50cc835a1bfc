#include "draw/draw.h"

#include "oracle.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

static void labels_are_white_and_their_lack_is_black(void)
{
	uint32_t cells[6] = {0, FF_LABELS_NONE, 7, FF_LABELS_NONE, FF_LABELS_NONE, 1};
	const struct ff_labels labels = {3, 2, cells, 8};
	struct ff_image image;

	CHECK(ff_draw_mask(&labels, &image, NULL) == FF_OK, "status");
	CHECK(image.w == 3 && image.h == 2 && image.colours <= 256, "%d x %d", image.w, image.h);
	for (int i = 0; i < 6; i++) {
		struct ff_colour c = image.palette[image.pixels[i]];
		uint8_t wanted = cells[i] == FF_LABELS_NONE ? 0 : 255;

		CHECK(c.r == wanted && c.g == wanted && c.b == wanted, "cell %d is %d", i, c.r);
	}
	free(image.pixels);
}

int main(void)
{
	RUN(labels_are_white_and_their_lack_is_black);
	return tap_done();
}
