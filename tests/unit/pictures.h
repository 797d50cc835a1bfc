/*
 * Pictures made by tests, and what is in them.
 *
 *   const struct ff_style style = {.bare = true, .scale = 5};
 *   struct ff_bitmap picture = pictures_pixels(
 *           ff_draw_reach(&s.all, &style, pictures_page(), &pictures_err));
 *   pictures_expect(&picture, &style, 3, 0, pictures_fill(FF_PALETTE_WALL));
 *   free(picture.pixels);
 *
 *   char *text = pictures_text(
 *           ff_draw_reach(&s.all, &style, pictures_sheet(), &pictures_err));
 *   CHECK(pictures_says(text, "wall"), "%s", text);
 *   free(text);
 */
#ifndef PICTURES_H
#define PICTURES_H

#include "draw/draw.h"
#include "oracle.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct ff_page pictures_made;
static struct ff_error pictures_err;

static inline enum ff_status pictures_encode(const struct ff_bitmap *bitmap, uint8_t **data,
					     size_t *size, struct ff_error *err)
{
	(void)bitmap;
	(void)err;
	*data = oracle_cells(3, 1);
	memcpy(*data, "PNG", 3);
	*size = 3;
	return FF_OK;
}

static const struct ff_svg_note pictures_notes[] = {{"Options", "--goal 0,0"},
						    {"Cost digest", "&"}};
static const struct ff_svg_about pictures_about = {"a<b>\x1b.png", pictures_notes, 2,
						   pictures_encode};

/* Returns a page for pixels. */
static inline struct ff_page *pictures_page(void)
{
	pictures_made = (struct ff_page){.machine = NULL};
	return &pictures_made;
}

/* Returns a page for an SVG file. */
static inline struct ff_page *pictures_sheet(void)
{
	pictures_made = (struct ff_page){.about = &pictures_about};
	return &pictures_made;
}

/* Returns the pixels on the page, if its picture was drawn; the caller frees them. */
static inline struct ff_bitmap pictures_pixels(enum ff_status st)
{
	if (st != FF_OK) {
		printf("Bail out! no picture: status %d %s\n", (int)st, pictures_err.text);
		exit(1);
	}
	return pictures_made.bitmap;
}

/* Returns the text of the SVG file on the page, with a NUL at its end; the caller frees it. */
static inline char *pictures_text(enum ff_status st)
{
	char *text;

	if (st != FF_OK || (text = realloc(pictures_made.text, pictures_made.size + 1)) == NULL) {
		printf("Bail out! no picture: status %d %s\n", (int)st, pictures_err.text);
		exit(1);
	}
	text[pictures_made.size] = '\0';
	return text;
}

/* Returns the colour of a pixel. */
static inline struct ff_colour pictures_at(const struct ff_bitmap *picture, int64_t x, int64_t y)
{
	return picture->pixels[y * picture->w + x];
}

/* Returns the fill of a fixed entry. */
static inline struct ff_fill pictures_fill(int entry)
{
	struct ff_fill fills[256] = {0};

	ff_palette_fills(fills);
	return fills[entry];
}

static inline struct ff_fill pictures_plain(struct ff_colour colour)
{
	return (struct ff_fill){.colour = colour};
}

/* Returns true if a pixel may be one of a fill: of its colour or, where hatched, of its lines'. */
static inline bool pictures_is(struct ff_colour pixel, struct ff_fill fill)
{
	return ff_image_same(pixel, fill.colour) ||
	       (fill.pattern != FF_PATTERN_PLAIN && ff_image_same(pixel, fill.line));
}

/* Checks that all pixels of a cell of a bare picture are of a fill. */
static inline void pictures_expect(const struct ff_bitmap *picture, const struct ff_style *style,
				   int32_t x, int32_t y, struct ff_fill wanted)
{
	int scale = style->scale;

	for (int i = 0; i < scale * scale; i++) {
		struct ff_colour c = pictures_at(picture, (int64_t)x * scale + i % scale,
						 (int64_t)y * scale + i / scale);

		CHECK(pictures_is(c, wanted),
		      "scale %d, cell %" PRId32 ",%" PRId32 ", pixel %d,%d: %d %d %d, should be "
		      "%d %d %d",
		      scale, x, y, i % scale, i / scale, c.r, c.g, c.b, wanted.colour.r,
		      wanted.colour.g, wanted.colour.b);
	}
}

/* Returns how often 'what' is in a text. */
static inline int pictures_count(const char *text, const char *what)
{
	int count = 0;

	for (; (text = strstr(text, what)) != NULL; text++)
		count++;
	return count;
}

/* Returns true if 'what' is written somewhere in an SVG file, as a text of its own. */
static inline bool pictures_says(const char *text, const char *what)
{
	char element[300];

	snprintf(element, sizeof element, ">%s</text>", what);
	return strstr(text, element) != NULL;
}

/* Returns true if an SVG file has a layer or a path of that id. */
static inline bool pictures_has(const char *text, const char *id)
{
	char attribute[80];

	snprintf(attribute, sizeof attribute, " id=\"%s\"", id);
	return strstr(text, attribute) != NULL;
}

#endif
