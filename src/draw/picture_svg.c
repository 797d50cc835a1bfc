/*
 * The back end of SVG 1.1 (W3C, 2011), without scripts, style sheets, or anything outside of the
 * file.  Its unit is a cell.  Cells are an image, embedded as a PNG file, of a few pixels each;
 * marks are paths and texts, a layer with an id for each kind.  Layers that are made of pixels
 * elsewhere (rings, numbers, the legend) keep those as their unit.
 */
#include "draw/picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/contour.h"

/* An SVG file being made. */
struct page {
	const struct ff_picture *picture;
	struct ff_image image; /* of the cells, 'grain' pixels each */
	int grain;
	struct ff_svg svg;
};

static void put_attribute(struct ff_svg *svg, const char *name, double value)
{
	ff_svg_print(svg, " %s=\"", name);
	ff_svg_number(svg, value);
	ff_svg_print(svg, "\"");
}

static void put_colour(struct ff_svg *svg, const char *name, struct ff_colour colour)
{
	ff_svg_print(svg, " %s=\"", name);
	ff_svg_colour(svg, colour);
	ff_svg_print(svg, "\"");
}

/* Adds an attribute that is the colour of an entry. */
static void put_entry(struct page *page, const char *name, uint8_t entry)
{
	put_colour(&page->svg, name, page->image.palette[entry]);
}

static void put_box(struct ff_svg *svg, double x, double y, double w, double h)
{
	ff_svg_print(svg, "<rect");
	put_attribute(svg, "x", x);
	put_attribute(svg, "y", y);
	put_attribute(svg, "width", w);
	put_attribute(svg, "height", h);
}

/* Starts the file with what it is about and its cells. */
static enum ff_status put_head(struct page *page, const struct ff_svg_about *about,
			       struct ff_error *err)
{
	const struct ff_picture *picture = page->picture;
	int32_t w = picture->w, h = picture->h;
	struct ff_svg *svg = &page->svg;
	int64_t wide, high;
	enum ff_status st;
	uint8_t *data;
	size_t size;

	if ((st = about->encode(&page->image, &data, &size, err)) != FF_OK)
		return st;
	ff_legend_size(w, h, picture->style, &picture->legend, &wide, &high);
	ff_svg_print(svg,
		     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		     "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		     "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"%" PRId64
		     "\" height=\"%" PRId64 "\" viewBox=\"0 0 ",
		     wide, high);
	ff_svg_number(svg, (double)wide / picture->style->scale);
	ff_svg_print(svg, " ");
	ff_svg_number(svg, (double)high / picture->style->scale);
	ff_svg_print(svg, "\">\n<title>");
	ff_svg_escape(svg, about->name);
	ff_svg_print(svg,
		     "</title>\n<desc>%s; %" PRId32 " by %" PRId32 " cells</desc>\n<metadata>\n",
		     picture->legend.title, w, h);
	for (size_t i = 0; i < about->count; i++) {
		ff_svg_print(svg, "%s: ", about->notes[i].keyword);
		ff_svg_escape(svg, about->notes[i].text);
		ff_svg_print(svg, "\n");
	}
	/* Pixels that stay sharp, in words of SVG 1.1 and of CSS. */
	ff_svg_print(svg,
		     "</metadata>\n<image id=\"%s\" width=\"%" PRId32 "\" height=\"%" PRId32
		     "\" preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" "
		     "style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,",
		     picture->id, w, h);
	ff_svg_base64(svg, data, size);
	ff_svg_print(svg, "\"/>\n");
	free(data);
	return FF_OK;
}

/* ---- outlines ---- */

/* A walk along the edges of the cells of an entry, with them on the right. */
struct walk {
	const struct ff_image *image;
	int grain;
	uint8_t colour;
	int64_t w, h;   /* cells */
	int64_t x, y;   /* the corner reached */
	int dx, dy;     /* direction */
	uint8_t *known; /* [w*h]  not 0 for cells whose upper edge was walked */
};

static bool is_in(const struct walk *walk, int64_t x, int64_t y)
{
	const struct ff_image *image = walk->image;

	return x >= 0 && y >= 0 && x < walk->w && y < walk->h &&
	       image->pixels[y * walk->grain * image->w + x * walk->grain] == walk->colour;
}

/* Returns true if the cell ahead of the corner, on the right or on the left, is in. */
static bool is_ahead(const struct walk *walk, bool right)
{
	int sx = right ? -walk->dy : walk->dy, sy = right ? walk->dx : -walk->dx;

	return is_in(walk, walk->x + (walk->dx + sx - 1) / 2, walk->y + (walk->dy + sy - 1) / 2);
}

/* Walks one straight stretch; returns its length. */
static int64_t walk_straight(struct walk *walk)
{
	int64_t n = 0;

	do {
		if (walk->dx == 1)
			walk->known[walk->y * walk->w + walk->x] = 1;
		walk->x += walk->dx;
		walk->y += walk->dy;
		n++;
	} while (is_ahead(walk, true) && !is_ahead(walk, false));
	return n;
}

/* Turns right where the cell there has another entry: loops that touch at a corner stay two. */
static void turn(struct walk *walk)
{
	int dx = walk->dx, side = is_ahead(walk, true) ? -1 : 1;

	walk->dx = -side * walk->dy;
	walk->dy = side * dx;
}

/* Adds the loop from the upper left corner of a cell on, which is a corner of the loop. */
static void put_loop(struct ff_svg *svg, struct walk *walk, int64_t x, int64_t y)
{
	walk->x = x;
	walk->y = y;
	walk->dx = 1;
	walk->dy = 0;
	for (;;) {
		bool level = walk->dx != 0;
		int64_t n = walk_straight(walk) * (walk->dx + walk->dy);

		turn(walk);
		if (walk->x == x && walk->y == y && walk->dx == 1)
			break; /* z draws the last one */
		ff_svg_print(svg, "%c%" PRId64, level ? 'h' : 'v', n);
	}
	ff_svg_print(svg, "z");
}

enum ff_status ff_picture_put_outline(struct ff_svg *svg, const struct ff_image *image, int grain,
				      const char *id, uint8_t colour, struct ff_error *err)
{
	struct walk walk = {.image = image,
			    .grain = grain,
			    .colour = colour,
			    .w = image->w / grain,
			    .h = image->h / grain};
	int64_t last_x = 0, last_y = 0;

	if (memchr(image->pixels, colour, (size_t)image->w * (size_t)image->h) == NULL)
		return FF_OK;
	if ((walk.known = calloc((size_t)walk.w * (size_t)walk.h, 1)) == NULL)
		return ff_status_nomem(err, "a picture");
	ff_svg_print(svg, "<path");
	if (id != NULL)
		ff_svg_print(svg, " id=\"%s\"", id);
	put_colour(svg, "fill", image->palette[colour]);
	ff_svg_print(svg, " d=\"");
	/* The first corner of a loop that is met is the start of an upper edge. */
	for (int64_t y = 0; y < walk.h; y++)
		for (int64_t x = 0; x < walk.w; x++) {
			if (!is_in(&walk, x, y) || is_in(&walk, x, y - 1) ||
			    walk.known[y * walk.w + x] != 0)
				continue;
			ff_svg_step(svg, 'm', x - last_x, y - last_y);
			put_loop(svg, &walk, x, y);
			last_x = x;
			last_y = y;
		}
	ff_svg_print(svg, "\"/>\n");
	free(walk.known);
	return FF_OK;
}

static enum ff_status put_outlines(struct page *page, const struct ff_mark *mark,
				   struct ff_error *err)
{
	static const struct {
		const char *id;
		uint8_t colour;
	} layers[] = {
		{"walls", FF_PALETTE_WALL},      {"unreached", FF_PALETTE_UNREACHED},
		{"closed", FF_PALETTE_CLOSED},   {"not-computed", FF_PALETTE_NOT_COMPUTED},
		{"not-yet", FF_PALETTE_NOT_YET},
	};
	enum ff_status st = FF_OK;

	(void)mark;
	for (size_t i = 0; i < sizeof layers / sizeof *layers && st == FF_OK; i++)
		st = ff_picture_put_outline(&page->svg, &page->image, page->grain, layers[i].id,
					    layers[i].colour, err);
	return st;
}

/* ---- goals ---- */

/* Opens a layer whose unit is a pixel; </g> closes it. */
static void open_pixels(struct page *page, const char *id)
{
	ff_svg_print(&page->svg, "<g id=\"%s\"", id);
	if (page->picture->style->scale > 1) {
		ff_svg_print(&page->svg, " transform=\"scale(");
		ff_svg_number(&page->svg, 1.0 / page->picture->style->scale);
		ff_svg_print(&page->svg, ")\"");
	}
}

/* Adds the attributes that text as large as that of a font needs. */
static void put_font(struct page *page, const struct ff_canvas_font *font)
{
	/* Letters of a common face are on average at most 0.64 as wide as high. */
	ff_svg_print(&page->svg, " font-family=\"sans-serif\"");
	put_attribute(&page->svg, "font-size", (double)font->w * 1.5625);
}

/* Adds all six layers, and over them two pairs: three lines. */
static void put_ring(void *context, const struct ff_mark_ring *m)
{
	static const int first[] = {0, 1, 3}, wide[] = {FF_MARK_LAYERS, 2, 2};
	struct page *page = context;
	struct ff_svg *svg = &page->svg;

	for (int i = 0; i < 3; i++) {
		double out = first[i] + wide[i] / 2.0 - 0.5; /* of the middle of the line */

		if (m->round) {
			ff_svg_print(svg, "<circle");
			put_attribute(svg, "cx", (double)m->x + 0.5);
			put_attribute(svg, "cy", (double)m->y + 0.5);
			put_attribute(svg, "r", m->radius + out);
		} else {
			put_box(svg, (double)m->x + 0.5 - out, (double)m->y + 0.5 - out,
				(double)m->w - 1 + 2 * out, (double)m->h - 1 + 2 * out);
		}
		put_colour(svg, "stroke", page->image.palette[ff_mark_layer(m, first[i])]);
		ff_svg_print(svg, " stroke-width=\"%d\"/>\n", wide[i]);
	}
}

static enum ff_status put_goals(struct page *page, const struct ff_mark *mark, struct ff_error *err)
{
	enum ff_status st;

	(void)mark;
	ff_svg_print(&page->svg, "<g id=\"goals\">\n");
	st = ff_picture_put_outline(&page->svg, &page->image, page->grain, NULL, FF_PALETTE_GOAL,
				    err);
	open_pixels(page, "marks");
	ff_svg_print(&page->svg, " fill=\"none\">\n");
	ff_mark_each_goal(page->picture->scene, page->picture->style->scale, put_ring, page);
	ff_svg_print(&page->svg, "</g>\n</g>\n");
	return st;
}

/* ---- contours and numbers ---- */

/* Returns the ink that is read best on level k of the contours. */
static struct ff_colour line_colour(const void *context, int k)
{
	const struct page *page = context;
	int64_t level = (int64_t)k * (FF_PALETTE_LEVELS - 1) / (page->picture->style->contours + 1);

	return page->image.palette[ff_palette_ink(page->image.palette[level])];
}

static enum ff_status put_contours(struct page *page, const struct ff_mark *mark,
				   struct ff_error *err)
{
	struct ff_svg *svg = &page->svg;
	enum ff_status st;

	ff_svg_print(svg, "<g id=\"contours\" fill=\"none\" transform=\"scale(");
	ff_svg_number(svg, 1.0 / FF_CONTOUR_PARTS);
	ff_svg_print(svg, ")\" stroke-width=\"");
	ff_svg_number(svg, (double)FF_CONTOUR_PARTS / page->picture->style->scale);
	ff_svg_print(svg, "\">\n");
	st = ff_contour_paths(svg, page->picture->scene->field, mark->contours.least,
			      mark->contours.most, page->picture->style->contours, line_colour,
			      page, err);
	ff_svg_print(svg, "</g>\n");
	return st;
}

/* The context of put_number(). */
struct numbering {
	struct page *page;
	const struct ff_canvas_font *font;
	uint8_t ink; /* numbers of other inks are left out */
};

static void put_number(void *context, const struct ff_mark_number *number)
{
	const struct numbering *numbering = context;
	const struct ff_colour *palette = numbering->page->image.palette;
	const struct ff_canvas_font *font = numbering->font;
	struct ff_svg *svg = &numbering->page->svg;
	int64_t scale = numbering->page->picture->style->scale, wide = number->length * font->w;

	if (ff_palette_ink(palette[number->under]) != numbering->ink)
		return;
	/* A box of the cell's colour keeps lines from striking it out. */
	if (numbering->page->picture->style->contours > 0) {
		ff_svg_print(svg, "<path fill=\"");
		ff_svg_colour(svg, palette[number->under]);
		ff_svg_print(svg, "\" d=\"");
		ff_svg_step(svg, 'M', number->x * scale + (scale - wide) / 2,
			    number->y * scale + (scale - font->h + 1) / 2);
		ff_svg_print(svg, "h%dv%dh-%dz\"/>", (int)wide, (int)font->h, (int)wide);
	}
	ff_svg_print(svg, "<text x=\"");
	ff_svg_number(svg, (double)(number->x * scale) + (double)scale / 2);
	ff_svg_print(svg, "\" y=\"");
	ff_svg_number(svg,
		      (double)(number->y * scale) + (double)scale / 2 + (double)font->w * 0.5625);
	ff_svg_print(svg, "\">%s</text>\n", number->text);
}

static enum ff_status put_numbers(struct page *page, const struct ff_mark *mark,
				  struct ff_error *err)
{
	static const uint8_t inks[] = {FF_PALETTE_INK, FF_PALETTE_PAPER};
	const struct ff_picture *picture = page->picture;
	struct numbering numbering = {.page = page,
				      .font = ff_style_font(picture->scene, picture->style->scale)};
	struct ff_svg *svg = &page->svg;

	(void)err;
	open_pixels(page, "values");
	put_font(page, numbering.font);
	ff_svg_print(svg, " text-anchor=\"middle\">\n");
	for (int i = 0; i < 2; i++) {
		numbering.ink = inks[i];
		ff_svg_print(svg, "<g");
		put_entry(page, "fill", inks[i]);
		ff_svg_print(svg, ">\n");
		ff_mark_each_number(picture, mark, put_number, &numbering);
		ff_svg_print(svg, "</g>\n");
	}
	ff_svg_print(svg, "</g>\n");
	return FF_OK;
}

/* ---- arrows ---- */

/* All arrows, by their number. */
struct sorted {
	struct ff_arrow_place *items;             /* owned; NULL while they are counted */
	size_t first[FF_ARROW_LAYOUT_ARROWS + 1]; /* [number]  the index of its first arrow */
};

static void count_arrow(void *context, const struct ff_arrow_place *place)
{
	struct sorted *all = context;

	all->first[place->number + 1]++;
}

static void keep_arrow(void *context, const struct ff_arrow_place *place)
{
	struct sorted *all = context;

	all->items[all->first[place->number]++] = *place;
}

/* Sorts all arrows; false if memory ran out. */
static bool sort_arrows(struct sorted *all, const struct ff_arrow_layout *layout,
			const struct ff_scene *scene)
{
	size_t size;

	*all = (struct sorted){.items = NULL};
	ff_arrow_layout_each(layout, scene, count_arrow, all);
	for (int n = 0; n < FF_ARROW_LAYOUT_ARROWS; n++)
		all->first[n + 1] += all->first[n];
	if (!ff_memory_product(all->first[FF_ARROW_LAYOUT_ARROWS] + 1, sizeof *all->items, &size) ||
	    (all->items = malloc(size)) == NULL)
		return false;
	ff_arrow_layout_each(layout, scene, keep_arrow, all);
	for (int n = FF_ARROW_LAYOUT_ARROWS; n > 0; n--)
		all->first[n] = all->first[n - 1];
	all->first[0] = 0;
	return true;
}

/* Returns the angle of a vector other than 0,0, clockwise from the x axis, in degrees.  By L.
 * Euler's series, so that it is the same on every machine. */
static double degrees_of(double dx, double dy)
{
	bool upright = fabs(dy) > fabs(dx);
	double slope = upright ? -dx / dy : dy / dx, part = slope * slope / (1 + slope * slope);
	double term = slope / (1 + slope * slope), sum = 0;

	for (int n = 1; n <= 30; n++) { /* each is at most half of the one before */
		sum += term;
		term *= part * (2 * n) / (2 * n + 1);
	}
	sum *= 180 / 3.14159265358979323846;
	if (upright)
		return dy > 0 ? sum + 90 : sum - 90;
	return dx > 0 ? sum : sum + 180;
}

/* Adds a number with three decimals. */
static void put_part(struct ff_svg *svg, double value, const char *before)
{
	double rounded = floor(value * 1000 + 0.5) / 1000;

	ff_svg_print(svg, "%s", rounded < 0 ? "" : before);
	ff_svg_number(svg, rounded);
}

/* Adds all arrows of a kind, as markers on the corners of one invisible line through their cells:
 * about three bytes each.
 */
static void put_kind(struct ff_svg *svg, const struct ff_arrow_layout *layout,
		     const struct ff_arrow_place *first, size_t n)
{
	double dx, dy;

	ff_arrow_layout_vector(layout, first->number, &dx, &dy);
	ff_svg_print(svg, "<marker id=\"a%d\" overflow=\"visible\" orient=\"", first->number);
	ff_svg_number(svg, floor(degrees_of(dx, dy) * 100 + 0.5) / 100);
	ff_svg_print(svg,
		     "\"><use xlink:href=\"#arrow\"/></marker>\n"
		     "<path style=\"marker:url(#a%d)\" d=\"M",
		     first->number);
	ff_svg_number(svg, first->x + 0.5);
	ff_svg_print(svg, " ");
	ff_svg_number(svg, first->y + 0.5);
	if (n == 1)
		ff_svg_print(svg, "h0"); /* a point alone is no line */
	for (size_t i = 1; i < n; i++)
		if (first[i].y == first[i - 1].y)
			ff_svg_print(svg, "h%" PRId32, first[i].x - first[i - 1].x);
		else
			ff_svg_step(svg, 'l', first[i].x - first[i - 1].x,
				    first[i].y - first[i - 1].y);
	ff_svg_print(svg, "\"/>\n");
}

static enum ff_status put_arrows(struct page *page, const struct ff_mark *mark,
				 struct ff_error *err)
{
	const struct ff_arrow_layout *layout = mark->arrows;
	double cells = (double)layout->size / layout->scale;
	struct ff_svg *svg = &page->svg;
	struct ff_arrow_shape shape = ff_arrow_shape(layout->size);
	struct sorted all;
	double corners[][2] = {{-FF_ARROW_REACH, -shape.shaft}, {shape.back, -shape.shaft},
			       {shape.back, -shape.head},       {FF_ARROW_REACH, 0},
			       {shape.back, shape.head},        {shape.back, shape.shaft},
			       {-FF_ARROW_REACH, shape.shaft}};
	bool sorted = sort_arrows(&all, layout, page->picture->scene);

	ff_svg_print(svg, "<g id=\"arrows\" fill=\"none\">\n<defs><path id=\"arrow\"");
	put_colour(svg, "fill", ff_palette_arrow);
	ff_svg_print(svg, " d=\"M");
	for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++) {
		put_part(svg, corners[i][0] * cells, i == 0 ? "" : " ");
		put_part(svg, corners[i][1] * cells, " ");
	}
	ff_svg_print(svg, "z\"/></defs>\n");
	for (int n = 0; n < FF_ARROW_LAYOUT_ARROWS && sorted; n++)
		if (all.first[n] < all.first[n + 1])
			put_kind(svg, layout, all.items + all.first[n],
				 all.first[n + 1] - all.first[n]);
	ff_svg_print(svg, "</g>\n");
	free(all.items);
	return sorted ? FF_OK : ff_status_nomem(err, "arrows");
}

static enum ff_status put_wheel(struct page *page, const struct ff_mark *mark, struct ff_error *err)
{
	enum { RADIUS = FF_MARK_WHEEL_RADIUS, HUB = FF_MARK_WHEEL_HUB, WHEEL = FF_MARK_WHEEL_SIDE };
	/* The corners of the sectors: the cosines of 22.5 and 67.5 degrees, each twice. */
	static const double far = 0.92387953, near = 0.38268343;
	const double ends[FF_DIRECTIONS + 1][2] = {{-near, -far}, {near, -far},  {far, -near},
						   {far, near},   {near, far},   {-near, far},
						   {-far, near},  {-far, -near}, {-near, -far}};
	struct ff_svg *svg = &page->svg;
	int64_t x, y;

	(void)mark;
	(void)err;
	if (!ff_mark_place_wheel(page->picture->scene, page->picture->style->scale, &x, &y))
		return FF_OK;
	open_pixels(page, "wheel");
	put_font(page, &ff_canvas_small);
	put_entry(page, "fill", FF_PALETTE_INK);
	ff_svg_print(svg, "><g transform=\"translate(%" PRId64 " %" PRId64 ")\">\n<path",
		     x + WHEEL / 2, y + WHEEL / 2);
	put_entry(page, "fill", FF_PALETTE_PAPER);
	put_entry(page, "stroke", FF_PALETTE_INK);
	ff_svg_print(svg, " d=\"M-%d.5-%d.5h%dv%dh-%dz\"/>\n", WHEEL / 2 - 1, WHEEL / 2 - 1,
		     WHEEL - 1, WHEEL - 1, WHEEL - 1);
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		ff_svg_print(svg, "<path");
		put_entry(page, "fill", (uint8_t)d);
		ff_svg_print(svg, " d=\"M0 0L");
		put_part(svg, ends[d][0] * RADIUS, "");
		put_part(svg, ends[d][1] * RADIUS, " ");
		ff_svg_print(svg, "A%d %d 0 0 1 ", RADIUS, RADIUS);
		put_part(svg, ends[d + 1][0] * RADIUS, "");
		put_part(svg, ends[d + 1][1] * RADIUS, " ");
		ff_svg_print(svg, "z\"/>\n");
	}
	ff_svg_print(svg, "<circle r=\"%d\"", HUB);
	put_entry(page, "fill", FF_PALETTE_PAPER);
	ff_svg_print(svg, "/>\n");
	for (int i = 0; i < FF_MARK_LETTERS; i++)
		ff_svg_print(svg, "<text x=\"%d\" y=\"%d\">%s</text>\n", ff_mark_letters[i].x,
			     ff_mark_letters[i].y + (int)ff_canvas_small.h * 3 / 4,
			     ff_mark_letters[i].text);
	ff_svg_print(svg, "</g></g>\n");
	return FF_OK;
}

/* ---- lines and dots ---- */

enum { RUN = 64 }; /* points that a segment stands for, at most */

static void put_place(struct ff_svg *svg, double along)
{
	ff_svg_number(svg, floor((along + 0.5) * 1000 + 0.5) / 1000);
}

/* Returns true if all points between two lie within 1/100 of a cell of their segment. */
static bool is_straight(const struct ff_path_point *from, const struct ff_path_point *to)
{
	static const double precise = 0.01;
	double dx = to->x - from->x, dy = to->y - from->y, length = sqrt(dx * dx + dy * dy);

	for (const struct ff_path_point *p = from + 1; p < to; p++)
		if (fabs((p->x - from->x) * dy - (p->y - from->y) * dx) > precise * length)
			return false;
	return true;
}

static void put_points(struct ff_svg *svg, const struct ff_mark_line *path)
{
	for (size_t i = 0, next; i < path->count; i = next) {
		ff_svg_print(svg, i == 0 ? "" : " ");
		put_place(svg, path->points[i].x);
		ff_svg_print(svg, ",");
		put_place(svg, path->points[i].y);
		next = i + 1;
		while (next + 1 < path->count && next - i < RUN &&
		       is_straight(&path->points[i], &path->points[next + 1]))
			next++;
	}
}

static void put_line(struct page *page, const struct ff_mark_line *line)
{
	struct ff_svg *svg = &page->svg;

	ff_svg_print(svg, "<polyline id=\"path-%" PRIu64 "\" class=\"group-%" PRIu32 "\"", line->id,
		     line->group);
	put_entry(page, "stroke", line->colour);
	ff_svg_print(svg, " points=\"");
	put_points(svg, line);
	ff_svg_print(svg, "\"/>\n");
}

static enum ff_status put_lines(struct page *page, const struct ff_mark *mark, struct ff_error *err)
{
	struct ff_mark_line line = {.count = 0};
	struct ff_svg *svg = &page->svg;

	(void)err;
	ff_svg_print(svg, "<g id=\"paths\" fill=\"none\" stroke-linejoin=\"round\" "
			  "stroke-linecap=\"round\"");
	put_attribute(svg, "stroke-width", 2 * mark->lines.radius / page->picture->style->scale);
	ff_svg_print(svg, ">\n");
	for (size_t i = mark->lines.count; i-- > 0;)
		if (mark->lines.line(page->picture->context, i, &line))
			put_line(page, &line);
	ff_svg_print(svg, "</g>\n");
	return FF_OK;
}

/* Calls 'put' for each dot, or each cross, the last one first; returns their number. */
static size_t each_dot(struct page *page, const struct ff_mark *mark, bool crosses,
		       void (*put)(struct page *page, const struct ff_mark *mark,
				   const struct ff_mark_dot *dot))
{
	struct ff_mark_dot dot = {.cross = false};
	size_t count = 0;

	for (size_t i = mark->dots.count; i-- > 0;)
		if (mark->dots.dot(page->picture->context, i, &dot) && dot.cross == crosses) {
			count++;
			if (put != NULL)
				put(page, mark, &dot);
		}
	return count;
}

static void put_dot(struct page *page, const struct ff_mark *mark, const struct ff_mark_dot *dot)
{
	struct ff_svg *svg = &page->svg;

	ff_svg_print(svg, "<circle cx=\"");
	put_place(svg, dot->x);
	ff_svg_print(svg, "\" cy=\"");
	put_place(svg, dot->y);
	ff_svg_print(svg, "\"");
	put_attribute(svg, "r", mark->dots.radius / page->picture->style->scale);
	put_entry(page, "fill", dot->colour);
	ff_svg_print(svg, "/>\n");
}

static void put_cross(struct page *page, const struct ff_mark *mark, const struct ff_mark_dot *dot)
{
	double size = fmax(mark->dots.radius * 0.8, 2) / page->picture->style->scale;
	struct ff_svg *svg = &page->svg;

	for (int side = -1; side <= 1; side += 2) {
		ff_svg_print(svg, "M");
		put_place(svg, dot->x - size);
		ff_svg_print(svg, " ");
		put_place(svg, dot->y - size * side);
		ff_svg_print(svg, "L");
		put_place(svg, dot->x + size);
		ff_svg_print(svg, " ");
		put_place(svg, dot->y + size * side);
	}
}

/* Adds all crosses twice, as a rim and upon it. */
static void put_crosses(struct page *page, const struct ff_mark *mark)
{
	static const uint8_t colours[2] = {FF_PALETTE_PAPER, FF_PALETTE_INK};
	struct ff_svg *svg = &page->svg;

	ff_svg_print(svg, "<g id=\"stranded\" fill=\"none\" stroke-linecap=\"round\">\n");
	for (int pass = 0; pass < 2; pass++) {
		ff_svg_print(svg, "<path");
		put_entry(page, "stroke", colours[pass]);
		put_attribute(svg, "stroke-width",
			      2 * (mark->dots.line + (pass == 0 ? FF_STYLE_RIM : 0)) /
				      page->picture->style->scale);
		ff_svg_print(svg, " d=\"");
		each_dot(page, mark, true, put_cross);
		ff_svg_print(svg, "\"/>\n");
	}
	ff_svg_print(svg, "</g>\n");
}

static enum ff_status put_dots(struct page *page, const struct ff_mark *mark, struct ff_error *err)
{
	struct ff_svg *svg = &page->svg;

	(void)err;
	ff_svg_print(svg, "<g id=\"starts\"");
	put_entry(page, "stroke", FF_PALETTE_PAPER);
	put_attribute(svg, "stroke-width", mark->dots.radius / page->picture->style->scale / 3);
	ff_svg_print(svg, ">\n");
	each_dot(page, mark, false, put_dot);
	ff_svg_print(svg, "</g>\n");
	if (each_dot(page, mark, true, NULL) > 0)
		put_crosses(page, mark);
	return FF_OK;
}

/* ---- the legend ---- */

static int off_by(int a, int b)
{
	return a < b ? b - a : a - b;
}

/* Returns true if all levels between two lie on the way from one to the other, to a step. */
static bool is_even(const struct ff_colour *palette, size_t stride, size_t from, size_t to)
{
	struct ff_colour a = palette[from * stride], b = palette[to * stride];

	for (size_t i = from + 1; i < to; i++) {
		struct ff_colour c = palette[i * stride];
		int part = (int)(i - from), whole = (int)(to - from);

		if (off_by(c.r, a.r + (b.r - a.r) * part / whole) > 2 ||
		    off_by(c.g, a.g + (b.g - a.g) * part / whole) > 2 ||
		    off_by(c.b, a.b + (b.b - a.b) * part / whole) > 2)
			return false;
	}
	return true;
}

/* Adds the colours of the bar, with as few stops as show them. */
static void put_gradient(struct page *page)
{
	const struct ff_legend *legend = &page->picture->legend;
	struct ff_svg *svg = &page->svg;
	size_t levels = (size_t)legend->levels, stride = (size_t)legend->stride, level = 0;

	ff_svg_print(svg, "<linearGradient id=\"colours\">\n");
	for (;;) {
		size_t next = level + 1;

		ff_svg_print(svg, "<stop");
		put_attribute(svg, "offset",
			      floor((double)(2 * level + 1) * 5000 / (double)levels) / 10000);
		put_colour(svg, "stop-color", page->image.palette[level * stride]);
		ff_svg_print(svg, "/>\n");
		if (next >= levels)
			break;
		while (next + 1 < levels && is_even(page->image.palette, stride, level, next + 1))
			next++;
		level = next;
	}
	ff_svg_print(svg, "</linearGradient>\n");
}

static void put_legend_text(struct page *page, const struct ff_legend_mark *mark,
			    const struct ff_canvas_font *font)
{
	struct ff_svg *svg = &page->svg;

	ff_svg_print(svg, "<text");
	put_attribute(svg, "x", (double)mark->x);
	put_attribute(svg, "y", (double)mark->y + (double)font->h * 0.75);
	ff_svg_print(svg, "%s>", mark->kind == FF_LEGEND_END ? " text-anchor=\"end\"" : "");
	ff_svg_escape(svg, mark->text);
	ff_svg_print(svg, "</text>\n");
}

/* The context of put_legend_mark(). */
struct writing {
	struct page *page;
	const struct ff_canvas_font *font;
};

static void put_legend_mark(void *context, const struct ff_legend_mark *mark)
{
	const struct writing *writing = context;
	struct page *page = writing->page;
	struct ff_svg *svg = &page->svg;
	double x = (double)mark->x, y = (double)mark->y, w = (double)mark->w, h = (double)mark->h;

	switch (mark->kind) {
	case FF_LEGEND_TEXT:
	case FF_LEGEND_END:
		put_legend_text(page, mark, writing->font);
		return;
	case FF_LEGEND_SWATCH:
		put_box(svg, x + 0.5, y + 0.5, w - 1, h - 1);
		put_colour(svg, "fill", page->image.palette[mark->colour]);
		break;
	case FF_LEGEND_BAR:
		put_gradient(page);
		put_box(svg, x - 0.5, y - 0.5, w + 1, h + 1);
		ff_svg_print(svg, " fill=\"url(#colours)\"");
		break;
	case FF_LEGEND_TICK:
		put_box(svg, x, y, w, h);
		ff_svg_print(svg, "/>\n");
		return;
	}
	put_colour(svg, "stroke", page->image.palette[FF_PALETTE_FRAME]);
	ff_svg_print(svg, "/>\n");
}

static void put_legend(struct page *page)
{
	const struct ff_colour *palette = page->image.palette;
	int64_t wide = (int64_t)page->picture->w * page->picture->style->scale, width, height;
	int64_t high = (int64_t)page->picture->h * page->picture->style->scale;
	struct ff_svg *svg = &page->svg;
	struct writing writing = {.page = page};

	if (!ff_legend_size(page->picture->w, page->picture->h, page->picture->style,
			    &page->picture->legend, &width, &height))
		return;
	writing.font = ff_legend_font(width);
	open_pixels(page, "legend");
	put_font(page, writing.font);
	put_colour(svg, "fill", palette[FF_PALETTE_INK]);
	ff_svg_print(svg, " xml:space=\"preserve\"");
	/* Paper around the map, over all that ran over its edge, and a line at that edge. */
	ff_svg_print(svg, ">\n<path");
	put_colour(svg, "fill", palette[FF_PALETTE_PAPER]);
	ff_svg_print(svg,
		     " d=\"M%" PRId64 " 0H%" PRId64 "V%" PRId64 "H0V%" PRId64 "H%" PRId64
		     "z\"/>\n<path fill=\"none\"",
		     wide, width, height, high, wide);
	put_colour(svg, "stroke", palette[FF_PALETTE_FRAME]);
	ff_svg_print(svg, " d=\"M0 %" PRId64 ".5H%" PRId64 "%s\"/>\n", high, wide,
		     width > wide ? ".5V0" : "");
	ff_legend_each(&page->picture->legend, width, high, put_legend_mark, &writing);
	ff_svg_print(svg, "</g>\n");
}

enum ff_status ff_picture_put(const struct ff_picture *picture, const struct ff_svg_about *about,
			      char **text, size_t *size, struct ff_error *err)
{
	/* EDITS and OWN are for pixels only. */
	static enum ff_status (*const put[FF_MARK_KINDS])(struct page *, const struct ff_mark *,
							  struct ff_error *) = {
		[FF_MARK_OUTLINES] = put_outlines, [FF_MARK_CONTOURS] = put_contours,
		[FF_MARK_NUMBERS] = put_numbers,   [FF_MARK_ARROWS] = put_arrows,
		[FF_MARK_WHEEL] = put_wheel,       [FF_MARK_LINES] = put_lines,
		[FF_MARK_DOTS] = put_dots,         [FF_MARK_GOALS] = put_goals,
	};
	struct page page = {.picture = picture, .grain = ff_style_grain(picture->style->scale)};
	enum ff_status st = ff_canvas_new(&page.image, (int64_t)picture->w * page.grain,
					  (int64_t)picture->h * page.grain, err);

	if (st != FF_OK)
		return st;
	ff_legend_palette(&page.image, &picture->legend);
	picture->palette(picture, &page.image);
	ff_canvas_cells(&page.image, picture->w, picture->h, page.grain, picture->row,
			picture->context, picture->machine);
	st = put_head(&page, about, err);
	for (size_t i = 0; i < picture->mark_count && st == FF_OK; i++)
		if (put[picture->marks[i].kind] != NULL)
			st = put[picture->marks[i].kind](&page, &picture->marks[i], err);
	free(page.image.pixels);
	if (st != FF_OK) {
		free(page.svg.text);
		return st;
	}
	put_legend(&page);
	ff_svg_print(&page.svg, "</svg>\n");
	return ff_svg_take(&page.svg, text, size, err);
}
