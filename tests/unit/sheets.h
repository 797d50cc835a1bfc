/*
 * Vector pictures made by tests, and what is in them.
 */
#ifndef SHEETS_H
#define SHEETS_H

#include "draw/draw.h"
#include "oracle.h"
#include "scene.h"
#include "tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline enum ff_status sheets_encode(const struct ff_image *image, uint8_t **data,
					   size_t *size, struct ff_error *err)
{
	(void)err;
	for (size_t i = 0; i < (size_t)image->w * (size_t)image->h; i++)
		CHECK(image->pixels[i] < image->colours, "colour %d of %d", image->pixels[i],
		      image->colours);
	*data = oracle_cells(3, 1);
	memcpy(*data, "PNG", 3);
	*size = 3;
	return FF_OK;
}

static inline enum ff_status sheets_fail(const struct ff_image *image, uint8_t **data, size_t *size,
					 struct ff_error *err)
{
	(void)image;
	*data = NULL; /* what failed sets is nobody's */
	*size = 0;
	return ff_status_fail(err, FF_E_LIMIT, "too large");
}

static const struct ff_svg_note sheets_notes[] = {{"Options", "--goal 0,0"}, {"Cost digest", "&"}};
static const struct ff_svg_about sheets_about = {"a<b>\x1b.png", sheets_notes, 2, sheets_encode};
static const struct ff_svg_about sheets_failing = {"map", NULL, 0, sheets_fail};

/* The text of a picture, with a NUL at its end; free() it. */
static inline char *sheets_end(enum ff_status st, char *text, size_t size,
			       const struct ff_error *err)
{
	if (st != FF_OK || (text = realloc(text, size + 1)) == NULL) {
		printf("Bail out! no picture: status %d %s\n", (int)st, err->text);
		exit(1);
	}
	text[size] = '\0';
	return text;
}

static inline char *sheets_heatmap(const struct ff_scene *scene, const struct ff_style *style)
{
	struct ff_error err = {""};
	char *text = NULL;
	size_t size = 0;
	enum ff_status st =
		ff_draw_heatmap_svg(scene, style, &sheets_about, &text, &size, NULL, &err);

	return sheets_end(st, text, size, &err);
}

static inline char *sheets_arrows(const struct ff_scene *scene, const struct ff_style *style)
{
	struct ff_error err = {""};
	char *text = NULL;
	size_t size = 0;
	enum ff_status st =
		ff_draw_arrows_svg(scene, style, &sheets_about, &text, &size, NULL, &err);

	return sheets_end(st, text, size, &err);
}

/* Returns the text after d=" of the element with that id; NULL: there is none. */
static inline const char *sheets_path(const char *text, const char *id)
{
	char attribute[64];
	const char *at;

	snprintf(attribute, sizeof attribute, " id=\"%s\"", id);
	at = strstr(text, attribute);
	return at == NULL || (at = strstr(at, " d=\"")) == NULL ? NULL : at + 4;
}

/* How often 'what' is in a text. */
static inline int sheets_count(const char *text, const char *what)
{
	int count = 0;

	for (; (text = strstr(text, what)) != NULL; text++)
		count++;
	return count;
}

/* sheets_unknown() looks for the layer 'id' of such cells, and their 'name', where there are some
 * and where there are none. */
static inline void sheets_unknown(char *(*draw)(const struct ff_scene *, const struct ff_style *),
				  enum ff_class unknown, const char *name, const char *id)
{
	for (int scale = 1; scale <= 16; scale += 15)
		for (int forgotten = 0; forgotten < 2; forgotten++) {
			const struct ff_style style = {.scale = scale,
						       .legend = FF_STYLE_LEGEND_ALWAYS};
			struct scene s;
			char *text;

			scene_of(&s, "g....#./");
			scene_forget(&s, 3, 2 * forgotten, unknown);
			text = draw(&s.all, &style);
			CHECK((sheets_path(text, id) != NULL) == forgotten &&
				      sheets_count(text, name) == forgotten,
			      "%d forgotten: %s", forgotten, text);
			free(text);
			scene_free(&s);
		}
}

#endif
