#include "draw/pictures.h"

#include "core/base/memory.h"

enum ff_status ff_draw_mask(const struct ff_labels *labels, struct ff_image *image,
			    struct ff_error *err)
{
	uint8_t *pixels = ff_memory_cells(labels->w, labels->h, 1);

	if (pixels == NULL)
		return ff_status_nomem(err, "a mask");
	*image = (struct ff_image){
		.w = labels->w, .h = labels->h, .colours = 256, .numbers = true, .pixels = pixels};
	/* So that those who read only the pixels find the same numbers. */
	for (int i = 0; i < 256; i++)
		image->palette[i] = (struct ff_colour){(uint8_t)i, (uint8_t)i, (uint8_t)i};
	for (size_t i = 0; i < (size_t)labels->w * (size_t)labels->h; i++)
		pixels[i] = labels->cells[i] == FF_LABELS_NONE ? 0 : 255;
	return FF_OK;
}
