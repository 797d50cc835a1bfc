/* Three ways, by the size of cells: an arrow in each cell; an arrow for a block of cells; or a
 * colour for each direction, where there are too many cells for arrows, or too many walls.
 *
 * Arrows lie over a quiet picture of the cost.  The palette has room for SHADES greys, each mixed
 * with the arrow's ink in as many steps as an arrow's edge has.
 *
 * An arrow for a block stands on one of its cells and has that cell's direction.  It is longer than
 * a cell, so it is drawn only where every cell below it is reached and no corner is cut: it never
 * seems to cross a wall.
 */
#include "draw/draw.h"

#include <string.h>

#include "draw/picture.h"

#include "draw/scene.h"

enum {
	SHADES = FF_PALETTE_LEVELS / FF_ARROW_COVERAGE,
};

/* Cells as shades of their cost. */
struct quiet_cells {
	const struct ff_scene *scene;
	uint8_t shades[256]; /* of each cost: an entry without ink on it */
};

static void quiet_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct quiet_cells *cells = context;
	const struct ff_scene *scene = cells->scene;
	size_t start = ff_cost_index(scene->cost, 0, y);

	for (int32_t x = 0; x < scene->cost->w; x++) {
		size_t i = start + (size_t)x;

		colours[x] = ff_scene_closed(scene, i)
				     ? FF_PALETTE_CLOSED
				     : ff_palette_class(scene->classes->cells[i],
							cells->shades[scene->cost->cells[i]]);
	}
}

static void hue_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_scene *scene = context;
	bool has_closed = scene->cost != scene->map;
	size_t start = ff_cost_index(scene->cost, 0, y);
	const uint8_t *direction = scene->flow->cells + start;
	const uint8_t *class = scene->classes->cells + start;

	for (int32_t x = 0; x < scene->cost->w; x++)
		colours[x] = direction[x] != FF_NONE ? direction[x] : ff_palette_class(class[x], 0);
	for (int32_t x = 0; x < scene->cost->w && has_closed; x++)
		if (direction[x] == FF_NONE && ff_scene_closed(scene, start + (size_t)x))
			colours[x] = FF_PALETTE_CLOSED;
}

/* A quiet picture of the cost, and its legend. */
struct quiet {
	struct quiet_cells cells;
	struct ff_legend_swatch swatches[FF_LEGEND_FIXED + FF_LEGEND_GROUNDS];
	struct ff_legend_grounds grounds;
	struct ff_legend legend;
};

static void set_quiet(struct quiet *quiet, const struct ff_scene *scene)
{
	struct ff_cost_range costs = ff_style_costs(scene->cost);
	int span = costs.most - costs.least;

	*quiet = (struct quiet){.cells.scene = scene};
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
	quiet->cells.shades[FF_COST_WALL] = FF_PALETTE_WALL;
	for (int c = costs.least; c <= costs.most; c++)
		quiet->cells.shades[c] =
			(uint8_t)((span == 0 ? 0 : (c - costs.least) * (SHADES - 1) / span) *
				  FF_ARROW_COVERAGE);
	ff_legend_grounds(scene, quiet->cells.shades, &quiet->grounds);
	ff_legend_add_grounds(&quiet->legend, quiet->swatches, &quiet->grounds);
}

static void set_quiet_palette(const struct ff_picture *picture, struct ff_image *image)
{
	struct ff_colour shades[SHADES];

	(void)picture;
	ff_palette_set_look(image, FF_PALETTE_ARROWS);
	ff_palette_fill_ramp(shades, SHADES, &ff_palette_arrows_ground);
	for (int shade = 0; shade < SHADES; shade++)
		for (int part = 0; part < FF_ARROW_COVERAGE; part++)
			image->palette[shade * FF_ARROW_COVERAGE + part] = ff_palette_mix(
				shades[shade], ff_palette_arrow, part, FF_ARROW_COVERAGE - 1);
}

/* A legend with a colour for each direction. */
enum { HUE_SWATCHES = FF_DIRECTIONS + FF_LEGEND_FIXED };
struct hue {
	struct ff_legend_swatch swatches[HUE_SWATCHES];
	struct ff_legend legend;
};

static void set_hue(struct hue *hue, const struct ff_scene *scene)
{
	static const char *const names[FF_DIRECTIONS] = {"N", "NE", "E", "SE",
							 "S", "SW", "W", "NW"};

	for (int d = 0; d < FF_DIRECTIONS; d++)
		hue->swatches[d] = (struct ff_legend_swatch){(uint8_t)d, names[d]};
	hue->legend = (struct ff_legend){
		.title = scene->flee ? "way to flee from the rings" : "way to go",
		.swatches = hue->swatches,
		.count = FF_DIRECTIONS + ff_legend_scene(scene, hue->swatches + FF_DIRECTIONS),
	};
}

static void set_hue_palette(const struct ff_picture *picture, struct ff_image *image)
{
	(void)picture;
	ff_palette_set_look(image, FF_PALETTE_DIRECTIONS);
	memcpy(image->palette, ff_palette_directions, sizeof ff_palette_directions);
}

/* The parts that a picture points to; either 'quiet' or 'hue' is set. */
struct parts {
	struct ff_arrow_layout layout;
	struct quiet quiet;
	struct hue hue;
};

/* Fills a picture; false if memory ran out.  The caller frees the layout in either case. */
static bool fill_picture(struct ff_picture *picture, struct parts *parts,
			 const struct ff_scene *scene, const struct ff_style *style,
			 const struct ff_machine *machine)
{
	*picture = (struct ff_picture){
		.w = scene->cost->w,
		.h = scene->cost->h,
		.style = style,
		.machine = machine,
		.scene = scene,
	};
	if (!ff_arrow_layout_open(&parts->layout, style->scale))
		return false;
	ff_picture_add(picture, FF_MARK_OUTLINES);
	if (ff_arrow_layout_worth(&parts->layout, scene)) {
		set_quiet(&parts->quiet, scene);
		picture->id = "cost";
		picture->row = quiet_row;
		picture->palette = set_quiet_palette;
		picture->context = &parts->quiet.cells;
		picture->legend = parts->quiet.legend;
		ff_picture_add(picture, FF_MARK_ARROWS)->arrows = &parts->layout;
	} else {
		set_hue(&parts->hue, scene);
		picture->id = "directions";
		picture->row = hue_row;
		picture->palette = set_hue_palette;
		picture->context = scene;
		picture->legend = parts->hue.legend;
		ff_picture_add(picture, FF_MARK_WHEEL);
	}
	ff_picture_add(picture, FF_MARK_GOALS);
	return true;
}

enum ff_status ff_draw_arrows(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_image *image, const struct ff_machine *machine,
			      struct ff_error *err)
{
	struct ff_picture picture;
	struct parts parts;
	enum ff_status st = fill_picture(&picture, &parts, scene, style, machine)
				    ? ff_picture_draw(&picture, image, err)
				    : ff_status_nomem(err, "arrows");

	ff_arrow_layout_free(&parts.layout);
	return st;
}

enum ff_status ff_draw_arrows_svg(const struct ff_scene *scene, const struct ff_style *style,
				  const struct ff_svg_about *about, char **text, size_t *size,
				  const struct ff_machine *machine, struct ff_error *err)
{
	struct ff_picture picture;
	struct parts parts;
	enum ff_status st = fill_picture(&picture, &parts, scene, style, machine)
				    ? ff_picture_put(&picture, about, text, size, err)
				    : ff_status_nomem(err, "arrows");

	ff_arrow_layout_free(&parts.layout);
	return st;
}
