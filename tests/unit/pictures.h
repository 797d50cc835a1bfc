/* Tests that all pictures of a scene share.
 */
#ifndef PICTURES_H
#define PICTURES_H

#include "core/base/machine.h"
#include "core/map/image.h"
#include "draw/style.h"
#include "marked.h"
#include "scene.h"
#include "tap.h"

#include <string.h>

typedef enum ff_status pictures_draw(const struct ff_scene *scene, const struct ff_style *style,
				     struct ff_image *image, const struct ff_machine *machine,
				     struct ff_error *err);

/* pictures_refuse() asks for one that is too large. */
static inline void pictures_refuse(pictures_draw *draw)
{
	const struct ff_style style = {.scale = 256, .legend = FF_STYLE_LEGEND_NEVER};
	struct ff_image image;
	struct ff_error err = {""};
	struct scene s;

	mark(&image, sizeof image);
	scene_new(&s, 129, 128);
	CHECK(draw(&s.all, &style, &image, NULL, &err) == FF_E_LIMIT, "it was drawn");
	CHECK(strcmp(err.text, "a picture of 33024x32768 is too large: choose a smaller --scale") ==
		      0,
	      "\"%s\"", err.text);
	CHECK(is_marked(&image, sizeof image), "the image was set");
	scene_free(&s);
}

#endif
