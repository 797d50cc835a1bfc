/*
 * Three ways, by how large cells are drawn: an arrow in each cell; an arrow
 * for a block of cells; or, where even those would say little about so many
 * cells, or would not fit between the walls, a colour for each direction.
 *
 * Arrows lie over a quiet picture of the cost.  A palette has room for all of
 * it: SHADES greys for the cost, each mixed with the arrow's ink in as many
 * steps as an arrow's edge has.
 *
 * An arrow for a block stands on one of its cells and has that cell's
 * direction.  It is longer than a cell, so it is drawn only where every cell
 * below it is reached and no corner is cut: it never seems to cross a wall.
 */
#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/arrow_layout.h"
#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/marker.h"
#include "draw/scene.h"

enum {
	SHADES = FF_PALETTE_LEVELS / FF_ARROW_COVERAGE,
};

/* What both kinds of picture know about the map. */
struct picture {
	const struct ff_scene *scene;
	uint8_t shades[256]; /* of each cost: a palette entry without ink on it */
};

static uint8_t colour_of(const struct picture *picture, size_t i)
{
	if (ff_scene_closed(picture->scene, i))
		return FF_PALETTE_CLOSED;
	switch (picture->scene->classes->cells[i]) {
	case FF_GOAL:
		return FF_PALETTE_GOAL;
	case FF_UNREACHED:
		return FF_PALETTE_UNREACHED;
	case FF_WALL:
		return FF_PALETTE_WALL;
	case FF_NOT_COMPUTED:
		return FF_PALETTE_NOT_COMPUTED;
	case FF_NOT_YET:
		return FF_PALETTE_NOT_YET;
	default:
		return picture->shades[picture->scene->cost->cells[i]];
	}
}

static void quiet_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct picture *picture = context;
	size_t start = ff_cost_index(picture->scene->cost, 0, y);

	for (int32_t x = 0; x < picture->scene->cost->w; x++)
		colours[x] = colour_of(picture, start + (size_t)x);
}

static void hue_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct picture *picture = context;
	bool has_closed = picture->scene->cost != picture->scene->map;
	size_t start = ff_cost_index(picture->scene->cost, 0, y);
	const uint8_t *direction = picture->scene->flow->cells + start;
	const uint8_t *class = picture->scene->classes->cells + start;

	/* Classes as colour_of() has them, but without a branch. */
	for (int32_t x = 0; x < picture->scene->cost->w; x++) {
		uint8_t other = class[x] == FF_WALL           ? FF_PALETTE_WALL
				: class[x] == FF_UNREACHED    ? FF_PALETTE_UNREACHED
				: class[x] == FF_NOT_COMPUTED ? FF_PALETTE_NOT_COMPUTED
				: class[x] == FF_NOT_YET      ? FF_PALETTE_NOT_YET
				: class[x] == FF_GOAL         ? FF_PALETTE_GOAL
							      : 0;

		colours[x] = direction[x] != FF_NONE ? direction[x] : other;
	}
	for (int32_t x = 0; x < picture->scene->cost->w && has_closed; x++)
		if (direction[x] == FF_NONE && ff_scene_closed(picture->scene, start + (size_t)x))
			colours[x] = FF_PALETTE_CLOSED;
}

/* Inks pixels; where neighbouring arrows touch, the darker ink stays. */
static void ink_row(uint8_t *restrict pixels, const uint8_t *restrict mask, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		uint8_t has = pixels[i] % FF_ARROW_COVERAGE;

		pixels[i] = (uint8_t)(pixels[i] + (mask[i] > has ? mask[i] - has : 0));
	}
}

/* What draw_arrow() knows. */
struct inking {
	struct ff_image *image;
	const struct ff_arrow_layout *spots;
};

/* Inks what an arrow covers.  Its square may run over the edge, but it does not. */
static void draw_arrow(void *context, const struct ff_arrow_place *spot)
{
	const struct inking *inking = context;
	const struct ff_arrow_layout *spots = inking->spots;
	struct ff_image *image = inking->image;
	const uint8_t *mask = ff_arrow_layout_mask(spots, spot->number);
	int64_t left = (int64_t)spot->x * spots->scale + spots->scale / 2 - spots->size / 2;
	int64_t top = (int64_t)spot->y * spots->scale + spots->scale / 2 - spots->size / 2;
	int64_t from = left < 0 ? -left : 0, size = spots->size;
	int64_t to = image->w - left < size ? image->w - left : size;

	for (int64_t row = 0; row < size; row++)
		if (top + row >= 0 && top + row < image->h)
			ink_row(image->pixels + (top + row) * image->w + left + from,
				mask + row * size + from, to - from);
}

/* A quiet picture of the cost, and its legend. */
struct quiet {
	struct picture picture;
	struct ff_legend_swatch swatches[FF_LEGEND_FIXED + FF_LEGEND_GROUNDS];
	struct ff_legend_grounds grounds;
	struct ff_legend legend;
};

static void set_quiet(struct quiet *quiet, const struct ff_scene *scene)
{
	struct ff_cost_range costs = ff_style_costs(scene->cost);
	int span = costs.most - costs.least;

	*quiet = (struct quiet){.picture.scene = scene};
	quiet->legend = (struct ff_legend){
		.title = scene->flee ? "arrow: way to flee from the rings   grey: cost of a cell"
				     : "arrow: way to go   grey: cost of a cell",
		.swatches = quiet->swatches,
		.count = ff_legend_scene(scene, quiet->swatches),
		.levels = SHADES,
		.stride = FF_ARROW_COVERAGE,
		.first = costs.least,
		.last = costs.most,
	};
	quiet->picture.shades[FF_COST_WALL] = FF_PALETTE_WALL;
	for (int c = costs.least; c <= costs.most; c++)
		quiet->picture.shades[c] =
			(uint8_t)((span == 0 ? 0 : (c - costs.least) * (SHADES - 1) / span) *
				  FF_ARROW_COVERAGE);
	ff_legend_grounds(scene, quiet->picture.shades, &quiet->grounds);
	ff_legend_add_grounds(&quiet->legend, quiet->swatches, &quiet->grounds);
}

/* Draws the cells alone. */
static void draw_costs(const struct quiet *quiet, struct ff_image *image, int scale,
		       const struct ff_machine *machine)
{
	struct ff_colour shades[SHADES];
	const struct ff_cost *cost = quiet->picture.scene->cost;

	ff_palette_set_look(image, FF_PALETTE_ARROWS);
	ff_palette_fill_ramp(shades, SHADES, &ff_palette_arrows_ground);
	for (int shade = 0; shade < SHADES; shade++)
		for (int part = 0; part < FF_ARROW_COVERAGE; part++)
			image->palette[shade * FF_ARROW_COVERAGE + part] = ff_palette_mix(
				shades[shade], ff_palette_arrow, part, FF_ARROW_COVERAGE - 1);
	ff_canvas_cells(image, cost->w, cost->h, scale, quiet_row, &quiet->picture, machine);
}

static enum ff_status draw_quiet(const struct ff_scene *scene, const struct ff_style *style,
				 const struct ff_arrow_layout *spots, struct ff_image *image,
				 const struct ff_machine *machine, struct ff_error *err)
{
	struct quiet quiet;
	enum ff_status st;

	set_quiet(&quiet, scene);
	st = ff_legend_canvas(image, scene->cost->w, scene->cost->h, style, &quiet.legend, err);
	if (st != FF_OK)
		return st;
	draw_costs(&quiet, image, style->scale, machine);
	ff_arrow_layout_each(spots, scene, draw_arrow, &(struct inking){image, spots});
	ff_marker_goals(image, scene, style->scale, FF_PALETTE_GOAL);
	ff_legend_draw(image, scene->cost->w, scene->cost->h, style, &quiet.legend);
	return FF_OK;
}

/* How much the wheel would hide there: colours that say something, and goals above all. */
static int64_t hidden(const struct ff_scene *scene, int64_t x, int64_t y, int64_t side)
{
	enum { GOAL = 1 << 20 };
	int64_t count = 0;

	for (int64_t row = y; row < y + side; row++)
		for (int64_t column = x; column < x + side; column++) {
			int64_t i = row * scene->cost->w + column;
			bool inside = ff_cost_inside(scene->cost, column, row);

			if (inside && scene->classes->cells[i] == FF_GOAL)
				count += GOAL;
			else if (inside && (scene->flow->cells[i] != FF_NONE ||
					    scene->classes->cells[i] == FF_UNREACHED))
				count++;
		}
	return count;
}

enum { RADIUS = 44, HUB = 10, MARGIN = 16, WHEEL = 2 * (RADIUS + MARGIN) };

/* The wheel that says which colour is which way stands in the corner where it hides
 * least; false where the picture is too small for it. */
static bool place_wheel(const struct ff_scene *scene, int scale, int64_t *x, int64_t *y)
{
	int64_t w = (int64_t)scene->cost->w * scale, h = (int64_t)scene->cost->h * scale;
	int64_t corners[4][2] = {{w - WHEEL, 0}, {0, 0}, {w - WHEEL, h - WHEEL}, {0, h - WHEEL}};
	int64_t least = INT64_MAX;

	*x = *y = 0;
	if (w < INT64_C(3) * WHEEL || h < INT64_C(3) * WHEEL)
		return false;
	for (int i = 0; i < 4; i++) {
		int64_t count = hidden(scene, corners[i][0] / scale, corners[i][1] / scale,
				       WHEEL / scale + 1);

		if (count < least) {
			least = count;
			*x = corners[i][0];
			*y = corners[i][1];
		}
	}
	return true;
}

/* What is written around it: where each letter's top left corner is, from the middle. */
static const struct {
	const char *text;
	int x, y;
} letters[] = {{"N", -2, -RADIUS - 12},
	       {"S", -2, RADIUS + 5},
	       {"W", -RADIUS - 10, -4},
	       {"E", RADIUS + 6, -4}};
enum { LETTERS = sizeof letters / sizeof letters[0] };

static void draw_wheel(struct ff_image *image, const struct ff_scene *scene, int scale)
{
	int64_t x, y;

	if (!place_wheel(scene, scale, &x, &y))
		return;
	ff_canvas_rectangle(image, x, y, WHEEL, WHEEL, FF_PALETTE_PAPER);
	ff_canvas_frame(image, x, y, WHEEL, WHEEL, FF_PALETTE_INK);
	x += WHEEL / 2;
	y += WHEEL / 2;
	for (int dy = -RADIUS; dy <= RADIUS; dy++)
		for (int dx = -RADIUS; dx <= RADIUS; dx++)
			if (dx * dx + dy * dy <= RADIUS * RADIUS && dx * dx + dy * dy >= HUB * HUB)
				ff_canvas_rectangle(image, x + dx, y + dy, 1, 1,
						    (uint8_t)ff_flow_nearest(dx, dy));
	for (int i = 0; i < LETTERS; i++)
		ff_canvas_text(image, &ff_canvas_small, x + letters[i].x, y + letters[i].y,
			       letters[i].text, FF_PALETTE_INK);
}

/* A colour for each direction, and the legend that says which. */
enum { HUE_SWATCHES = FF_DIRECTIONS + FF_LEGEND_FIXED };
struct hue {
	struct picture picture;
	struct ff_legend_swatch swatches[HUE_SWATCHES];
	struct ff_legend legend;
};

static void set_hue(struct hue *hue, const struct ff_scene *scene)
{
	static const char *const names[FF_DIRECTIONS] = {"N", "NE", "E", "SE",
							 "S", "SW", "W", "NW"};

	*hue = (struct hue){.picture.scene = scene};
	for (int d = 0; d < FF_DIRECTIONS; d++)
		hue->swatches[d] = (struct ff_legend_swatch){(uint8_t)d, names[d]};
	hue->legend = (struct ff_legend){
		.title = scene->flee ? "way to flee from the rings" : "way to go",
		.swatches = hue->swatches,
		.count = FF_DIRECTIONS + ff_legend_scene(scene, hue->swatches + FF_DIRECTIONS),
	};
}

/* Draws the cells alone. */
static void draw_directions(const struct hue *hue, struct ff_image *image, int scale,
			    const struct ff_machine *machine)
{
	const struct ff_cost *cost = hue->picture.scene->cost;

	ff_palette_set_look(image, FF_PALETTE_DIRECTIONS);
	memcpy(image->palette, ff_palette_directions, sizeof ff_palette_directions);
	ff_canvas_cells(image, cost->w, cost->h, scale, hue_row, &hue->picture, machine);
}

static enum ff_status draw_hues(const struct ff_scene *scene, const struct ff_style *style,
				struct ff_image *image, const struct ff_machine *machine,
				struct ff_error *err)
{
	struct hue hue;
	enum ff_status st;

	set_hue(&hue, scene);
	st = ff_legend_canvas(image, scene->cost->w, scene->cost->h, style, &hue.legend, err);
	if (st != FF_OK)
		return st;
	draw_directions(&hue, image, style->scale, machine);
	draw_wheel(image, scene, style->scale);
	ff_marker_goals(image, scene, style->scale, FF_PALETTE_GOAL);
	ff_legend_draw(image, scene->cost->w, scene->cost->h, style, &hue.legend);
	return FF_OK;
}

enum ff_status ff_draw_arrows(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_image *image, const struct ff_machine *machine,
			      struct ff_error *err)
{
	struct ff_arrow_layout spots;
	enum ff_status st;

	if (!ff_arrow_layout_open(&spots, style->scale))
		st = ff_status_nomem(err, "arrows");
	else if (ff_arrow_layout_worth(&spots, scene))
		st = draw_quiet(scene, style, &spots, image, machine, err);
	else
		st = draw_hues(scene, style, image, machine, err);
	ff_arrow_layout_free(&spots);
	return st;
}

/* ---- as vectors ---- */

/* All arrows, by which one they are. */
struct all_spots {
	struct ff_arrow_place *items;             /* owned; NULL while they are counted */
	size_t first[FF_ARROW_LAYOUT_ARROWS + 1]; /* where each kind begins */
};

static void count_spot(void *context, const struct ff_arrow_place *spot)
{
	struct all_spots *all = context;

	all->first[spot->number + 1]++;
}

static void keep_spot(void *context, const struct ff_arrow_place *spot)
{
	struct all_spots *all = context;

	all->items[all->first[spot->number]++] = *spot;
}

/* False if memory ran out. */
static bool sort_spots(struct all_spots *all, const struct ff_arrow_layout *spots,
		       const struct ff_scene *scene)
{
	size_t size;

	*all = (struct all_spots){.items = NULL};
	ff_arrow_layout_each(spots, scene, count_spot, all);
	for (int n = 0; n < FF_ARROW_LAYOUT_ARROWS; n++)
		all->first[n + 1] += all->first[n];
	if (!ff_memory_product(all->first[FF_ARROW_LAYOUT_ARROWS] + 1, sizeof *all->items, &size) ||
	    (all->items = malloc(size)) == NULL)
		return false;
	ff_arrow_layout_each(spots, scene, keep_spot, all);
	for (int n = FF_ARROW_LAYOUT_ARROWS; n > 0; n--)
		all->first[n] = all->first[n - 1];
	all->first[0] = 0;
	return true;
}

/* The angle of a vector other than 0,0, clockwise from the x axis, in degrees.  By L. Euler's
 * series, so that it is the same on every machine. */
static double degrees(double dx, double dy)
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

/* To three decimals. */
static void put_part(struct ff_svg *svg, double value, const char *before)
{
	double rounded = floor(value * 1000 + 0.5) / 1000;

	ff_svg_print(svg, "%s", rounded < 0 ? "" : before);
	ff_svg_number(svg, rounded);
}

/*
 * All arrows of a kind are marks on the corners of one line, which is not drawn itself
 * and runs through the cells that have them: some three bytes each.
 */
static void put_kind(struct ff_svg *svg, const struct ff_arrow_layout *spots,
		     const struct ff_arrow_place *first, size_t n)
{
	double dx, dy;

	ff_arrow_layout_vector(spots, first->number, &dx, &dy);
	ff_svg_print(svg, "<marker id=\"a%d\" overflow=\"visible\" orient=\"", first->number);
	ff_svg_number(svg, floor(degrees(dx, dy) * 100 + 0.5) / 100);
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

static enum ff_status put_arrows(struct ff_sheet *sheet, const struct ff_arrow_layout *spots,
				 struct ff_error *err)
{
	double cells = (double)spots->size / spots->scale;
	struct ff_svg *svg = &sheet->svg;
	struct ff_arrow_shape shape = ff_arrow_shape(spots->size);
	struct all_spots all;
	double corners[][2] = {{-FF_ARROW_REACH, -shape.shaft}, {shape.back, -shape.shaft},
			       {shape.back, -shape.head},       {FF_ARROW_REACH, 0},
			       {shape.back, shape.head},        {shape.back, shape.shaft},
			       {-FF_ARROW_REACH, shape.shaft}};
	bool sorted = sort_spots(&all, spots, sheet->scene);

	ff_svg_print(svg, "<g id=\"arrows\" fill=\"none\">\n<defs><path id=\"arrow\" fill=\"");
	ff_svg_colour(svg, ff_palette_arrow);
	ff_svg_print(svg, "\" d=\"M");
	for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++) {
		put_part(svg, corners[i][0] * cells, i == 0 ? "" : " ");
		put_part(svg, corners[i][1] * cells, " ");
	}
	ff_svg_print(svg, "z\"/></defs>\n");
	for (int n = 0; n < FF_ARROW_LAYOUT_ARROWS && sorted; n++)
		if (all.first[n] < all.first[n + 1])
			put_kind(svg, spots, all.items + all.first[n],
				 all.first[n + 1] - all.first[n]);
	ff_svg_print(svg, "</g>\n");
	free(all.items);
	return sorted ? FF_OK : ff_status_nomem(err, "arrows");
}

/* As draw_wheel(). */
static void put_wheel(struct ff_sheet *sheet)
{
	/* Where the sectors end: the cosines of 22.5 and 67.5 degrees, twice the radius. */
	static const double far = 0.92387953, near = 0.38268343;
	const double ends[FF_DIRECTIONS + 1][2] = {{-near, -far}, {near, -far},  {far, -near},
						   {far, near},   {near, far},   {-near, far},
						   {-far, near},  {-far, -near}, {-near, -far}};
	const struct ff_colour *palette = sheet->image->palette;
	struct ff_svg *svg = &sheet->svg;
	int64_t x, y;

	if (!place_wheel(sheet->scene, sheet->style->scale, &x, &y))
		return;
	ff_sheet_pixels(sheet, "wheel");
	ff_sheet_font(sheet, &ff_canvas_small);
	ff_svg_print(svg, " fill=\"");
	ff_svg_colour(svg, palette[FF_PALETTE_INK]);
	ff_svg_print(svg, "\"><g transform=\"translate(%" PRId64 " %" PRId64 ")\">\n<path fill=\"",
		     x + WHEEL / 2, y + WHEEL / 2);
	ff_svg_colour(svg, palette[FF_PALETTE_PAPER]);
	ff_svg_print(svg, "\" stroke=\"");
	ff_svg_colour(svg, palette[FF_PALETTE_INK]);
	ff_svg_print(svg, "\" d=\"M-%d.5-%d.5h%dv%dh-%dz\"/>\n", WHEEL / 2 - 1, WHEEL / 2 - 1,
		     WHEEL - 1, WHEEL - 1, WHEEL - 1);
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		ff_svg_print(svg, "<path fill=\"");
		ff_svg_colour(svg, ff_palette_directions[d]);
		ff_svg_print(svg, "\" d=\"M0 0L");
		put_part(svg, ends[d][0] * RADIUS, "");
		put_part(svg, ends[d][1] * RADIUS, " ");
		ff_svg_print(svg, "A%d %d 0 0 1 ", RADIUS, RADIUS);
		put_part(svg, ends[d + 1][0] * RADIUS, "");
		put_part(svg, ends[d + 1][1] * RADIUS, " ");
		ff_svg_print(svg, "z\"/>\n");
	}
	ff_svg_print(svg, "<circle r=\"%d\" fill=\"", HUB);
	ff_svg_colour(svg, palette[FF_PALETTE_PAPER]);
	ff_svg_print(svg, "\"/>\n");
	for (int i = 0; i < LETTERS; i++)
		ff_svg_print(svg, "<text x=\"%d\" y=\"%d\">%s</text>\n", letters[i].x,
			     letters[i].y + (int)ff_canvas_small.h * 3 / 4, letters[i].text);
	ff_svg_print(svg, "</g></g>\n");
}

/* The layers of either kind of picture: without spots there are no arrows but a wheel. */
static enum ff_status put_layers(struct ff_sheet *sheet, const struct ff_svg_about *about,
				 const struct ff_arrow_layout *spots, struct ff_error *err)
{
	enum ff_status st =
		ff_sheet_begin(sheet, about, spots != NULL ? "cost" : "directions", err);

	if (st == FF_OK)
		st = ff_sheet_walls(sheet, err);
	if (st == FF_OK && spots != NULL)
		st = put_arrows(sheet, spots, err);
	else if (st == FF_OK)
		put_wheel(sheet);
	return st == FF_OK ? ff_sheet_goals(sheet, err) : st;
}

enum ff_status ff_draw_arrows_svg(const struct ff_scene *scene, const struct ff_style *style,
				  const struct ff_svg_about *about, char **text, size_t *size,
				  const struct ff_machine *machine, struct ff_error *err)
{
	struct quiet quiet;
	struct hue hue;
	struct ff_image image = {.pixels = NULL};
	struct ff_sheet sheet = {.scene = scene,
				 .style = style,
				 .image = &image,
				 .grain = ff_svg_grain(style->scale)};
	struct ff_arrow_layout spots;
	enum ff_status st;
	bool worth;

	if (!ff_arrow_layout_open(&spots, style->scale)) {
		st = ff_status_nomem(err, "arrows");
		goto out;
	}
	st = ff_canvas_new(&image, (int64_t)scene->cost->w * sheet.grain,
			   (int64_t)scene->cost->h * sheet.grain, err);
	if (st != FF_OK)
		goto out;
	worth = ff_arrow_layout_worth(&spots, scene);
	if (worth) {
		set_quiet(&quiet, scene);
		sheet.legend = &quiet.legend;
		ff_legend_palette(&image, &quiet.legend);
		draw_costs(&quiet, &image, sheet.grain, machine);
	} else {
		set_hue(&hue, scene);
		sheet.legend = &hue.legend;
		ff_legend_palette(&image, &hue.legend);
		draw_directions(&hue, &image, sheet.grain, machine);
	}
	st = put_layers(&sheet, about, worth ? &spots : NULL, err);
	st = ff_sheet_end(&sheet, st, text, size, err);
out:
	free(image.pixels);
	ff_arrow_layout_free(&spots);
	return st;
}
