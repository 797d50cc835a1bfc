#include "core/map/image.h"

void ff_image_join(struct ff_image_part *all, struct ff_image_part part)
{
	int32_t right = all->x + all->w, bottom = all->y + all->h;

	if (part.w == 0 || part.h == 0)
		return;
	if (all->w == 0 || all->h == 0) {
		*all = part;
		return;
	}
	right = part.x + part.w > right ? part.x + part.w : right;
	bottom = part.y + part.h > bottom ? part.y + part.h : bottom;
	all->x = part.x < all->x ? part.x : all->x;
	all->y = part.y < all->y ? part.y : all->y;
	all->w = right - all->x;
	all->h = bottom - all->y;
}
