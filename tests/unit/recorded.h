/*
 * A surface that remembers what is painted on it, in pixels of the page.
 *
 *   struct recorded r;
 *   recorded_begin(&r, &layout);
 *   ff_legend_paint(&legend, &r.surface);
 *   for (size_t i = 0; i < r.count; i++) ... r.items[i] ...
 *   recorded_free(&r);
 */
#ifndef RECORDED_H
#define RECORDED_H

#include "draw/layout.h"
#include "draw/picture.h"
#include "oracle.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum recorded_kind {
	RECORDED_LINE,
	RECORDED_POLYGON,
	RECORDED_DISC,
	RECORDED_RING,
	RECORDED_BOX,
	RECORDED_FILL,
	RECORDED_TEXT,
};

struct recorded_item {
	enum recorded_kind kind;
	const char *layer;     /* its id */
	double x0, y0, x1, y1; /* what it takes */
	char text[200];        /* that of RECORDED_TEXT */
	struct ff_colour colour;
	double opacity, width; /* of a line; 1 and 0 where a mark has none */
};

struct recorded {
	struct ff_surface surface;
	const char *layer;
	struct recorded_item *items; /* [count] */
	size_t count;
};

/* Adds an item whose corners are in the units of the layer, 'out' pixels larger on each side. */
static inline struct recorded_item *recorded_add(struct ff_surface *on, enum recorded_kind kind,
						 double x0, double y0, double x1, double y1,
						 double out, struct ff_colour colour)
{
	struct recorded *r = (struct recorded *)on;
	struct recorded_item *item;

	if (r->count % 64 == 0 &&
	    (r->items = realloc(r->items, (r->count + 64) * sizeof *r->items)) == NULL)
		abort();
	item = &r->items[r->count++];
	*item = (struct recorded_item){.kind = kind,
				       .layer = r->layer,
				       .x0 = ff_surface_x(on, x0) - out,
				       .y0 = ff_surface_y(on, y0) - out,
				       .x1 = ff_surface_x(on, x1) + out,
				       .y1 = ff_surface_y(on, y1) + out,
				       .colour = colour,
				       .opacity = 1};
	return item;
}

static inline void recorded_layer(struct ff_surface *on, const char *id,
				  enum ff_surface_space space)
{
	((struct recorded *)on)->layer = id;
	ff_surface_enter(on, space);
}

static inline enum ff_status
recorded_cells(struct ff_surface *on, const struct ff_surface_cells *cells, struct ff_error *err)
{
	(void)on;
	(void)cells;
	(void)err;
	return FF_OK;
}

static inline struct recorded_item *recorded_points(struct ff_surface *on, enum recorded_kind kind,
						    const struct ff_point *points, size_t count,
						    double out, struct ff_colour colour)
{
	struct ff_point a = points[0], b = a;

	for (size_t i = 1; i < count; i++) {
		a = (struct ff_point){fmin(a.x, points[i].x), fmin(a.y, points[i].y)};
		b = (struct ff_point){fmax(b.x, points[i].x), fmax(b.y, points[i].y)};
	}
	return recorded_add(on, kind, a.x, a.y, b.x, b.y, out, colour);
}

static inline void recorded_line(struct ff_surface *on, const struct ff_point *points, size_t count,
				 const struct ff_stroke *stroke)
{
	struct recorded_item *item = recorded_points(on, RECORDED_LINE, points, count,
						     stroke->width / 2, stroke->colour);

	item->opacity = stroke->opacity;
	item->width = stroke->width;
}

static inline void recorded_polygon(struct ff_surface *on, const struct ff_point *points,
				    size_t count, struct ff_colour colour)
{
	recorded_points(on, RECORDED_POLYGON, points, count, 0, colour);
}

static inline void recorded_disc(struct ff_surface *on, struct ff_point middle, double radius,
				 struct ff_colour colour)
{
	recorded_add(on, RECORDED_DISC, middle.x, middle.y, middle.x, middle.y, radius, colour);
}

static inline void recorded_ring(struct ff_surface *on, struct ff_point middle, double radius,
				 const struct ff_stroke *stroke)
{
	recorded_add(on, RECORDED_RING, middle.x, middle.y, middle.x, middle.y,
		     radius + stroke->width / 2, stroke->colour);
}

static inline void recorded_box(struct ff_surface *on, double x, double y, double w, double h,
				struct ff_colour colour, double opacity)
{
	recorded_add(on, RECORDED_BOX, x, y, x + w, y + h, 0, colour)->opacity = opacity;
}

static inline void recorded_fill(struct ff_surface *on, double x, double y, double w, double h,
				 const struct ff_fill *fill)
{
	recorded_add(on, RECORDED_FILL, x, y, x + w, y + h, 0, fill->colour);
}

static inline void recorded_text(struct ff_surface *on, struct ff_point at,
				 enum ff_surface_align align, const struct ff_type *type,
				 const char *text, struct ff_colour colour)
{
	struct recorded_item *item =
		recorded_add(on, RECORDED_TEXT, at.x, at.y, at.x, at.y, 0, colour);
	double wide = (double)ff_type_width(type, text);

	item->x0 -= align == FF_SURFACE_END ? wide : align == FF_SURFACE_MIDDLE ? wide / 2 : 0;
	item->x1 = item->x0 + wide;
	item->y0 -= type->h / 2.0;
	item->y1 += type->h / 2.0;
	snprintf(item->text, sizeof item->text, "%s", text);
}

static inline void recorded_begin(struct recorded *r, const struct ff_layout *layout)
{
	*r = (struct recorded){.surface = {.layout = layout,
					   .scale = 1,
					   .layer = recorded_layer,
					   .cells = recorded_cells,
					   .line = recorded_line,
					   .polygon = recorded_polygon,
					   .disc = recorded_disc,
					   .ring = recorded_ring,
					   .box = recorded_box,
					   .fill = recorded_fill,
					   .text = recorded_text}};
}

static inline void recorded_free(struct recorded *r)
{
	free(r->items);
}

/* Returns true if two items share pixels, more than a hundredth of one. */
static inline bool recorded_overlap(const struct recorded_item *a, const struct recorded_item *b)
{
	return a->x0 + 0.01 < b->x1 && b->x0 + 0.01 < a->x1 && a->y0 + 0.01 < b->y1 &&
	       b->y0 + 0.01 < a->y1;
}

/* Returns true if an item lies within a rectangle. */
static inline bool recorded_within(const struct recorded_item *a, double x0, double y0, double x1,
				   double y1)
{
	return a->x0 >= x0 - 0.01 && a->y0 >= y0 - 0.01 && a->x1 <= x1 + 0.01 && a->y1 <= y1 + 0.01;
}

/* Checks that all items lie on the page, and no two texts overlap. */
static inline void recorded_check(const struct recorded *r, const char *what)
{
	const struct ff_layout *layout = r->surface.layout;

	for (size_t i = 0; i < r->count; i++) {
		const struct recorded_item *a = &r->items[i];

		CHECK(recorded_within(a, 0, 0, (double)layout->wide, (double)layout->high),
		      "%s: kind %d '%s' at %g,%g..%g,%g leaves a page of %gx%g", what, (int)a->kind,
		      a->text, a->x0, a->y0, a->x1, a->y1, (double)layout->wide,
		      (double)layout->high);
		for (size_t j = 0; j < i && a->kind == RECORDED_TEXT; j++)
			CHECK(r->items[j].kind != RECORDED_TEXT ||
				      !recorded_overlap(a, &r->items[j]),
			      "%s: '%s' lies over '%s'", what, a->text, r->items[j].text);
	}
}

/* Returns how many items of a kind a layer has; NULL: all layers. */
static inline size_t recorded_count(const struct recorded *r, enum recorded_kind kind,
				    const char *layer)
{
	size_t count = 0;

	for (size_t i = 0; i < r->count; i++)
		count += r->items[i].kind == kind &&
			 (layer == NULL || strcmp(r->items[i].layer, layer) == 0);
	return count;
}

/* Returns the first item with a text; NULL: there is none. */
static inline const struct recorded_item *recorded_find(const struct recorded *r, const char *text)
{
	for (size_t i = 0; i < r->count; i++)
		if (r->items[i].kind == RECORDED_TEXT && strcmp(r->items[i].text, text) == 0)
			return &r->items[i];
	return NULL;
}

#endif
