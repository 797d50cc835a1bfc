/* One cell and its neighbours, large: what each costs, and why the arrow points where it does. */
#include "draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/number.h"
#include "core/map/model.h"
#include "draw/picture.h"

enum { AROUND = 3, LARGE = 200, LINE = 20, TEXT = 160 }; /* cells; pixels a cell; pixels a line */

struct around {
	const struct ff_scene *scene;
	const struct ff_model *model;
	int32_t x, y; /* the cell in the middle */
	struct ff_heatmap map;
};

static bool is_inside(const struct around *around, int32_t x, int32_t y, size_t *cell)
{
	if (!ff_cost_inside(around->scene->cost, around->x - 1 + x, around->y - 1 + y))
		return false;
	*cell = ff_cost_index(around->scene->cost, around->x - 1 + x, around->y - 1 + y);
	return true;
}

static void around_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct around *around = context;
	size_t cell;

	for (int32_t x = 0; x < AROUND; x++)
		entries[x] = !is_inside(around, x, y, &cell) ? FF_PALETTE_WALL
			     : ff_scene_closed(around->scene, cell)
				     ? FF_PALETTE_CLOSED
				     : ff_palette_class(around->scene->classes->cells[cell],
							ff_heatmap_level(&around->map, cell));
}

static const char *print_number(char to[FF_STYLE_PRINT + 16], double value)
{
	if (value == FF_FIELD_NONEF)
		return "none";
	to[ff_number_fixed(to, round(value * 1e6) / 1e6)] = '\0';
	return to;
}

/* Returns what a step from the middle costs, in units of cost; INFINITY: it is not permitted, or
 * not one by which values come about. */
static double price_to(const struct around *around, enum ff_direction d, size_t to)
{
	const struct ff_model *model = around->model;
	const struct ff_cost *cost = around->scene->cost;
	bool diagonal = ff_neighbours_diagonal(d);

	if (!ff_cost_open(cost, around->x, around->y) ||
	    !ff_neighbours_permit(cost, model->corners, around->x, around->y, d) ||
	    (diagonal && !ff_model_is_diagonal(model)) || ff_model_is_continuous(model))
		return INFINITY;
	return ff_field_cost(
		around->scene->field,
		around->scene->field->zero +
			ff_model_price(model, diagonal,
				       ff_cost_at(cost, ff_cost_index(cost, around->x, around->y)),
				       ff_cost_at(cost, to)));
}

/* Returns true if the corner rule keeps walkers from a neighbour that is open. */
static bool is_cornered(const struct around *around, enum ff_direction d, size_t to)
{
	return ff_neighbours_diagonal(d) && around->scene->cost->cells[to] != FF_COST_WALL &&
	       !ff_neighbours_permit(around->scene->cost, around->model->corners, around->x,
				     around->y, d);
}

static void write_line(struct ff_surface *on, int32_t x, int32_t y, int line,
		       const struct ff_fill *under, const char *text)
{
	struct ff_type type = ff_type_within(LARGE, LINE, 22);

	on->text(on, (struct ff_point){x + 0.5, y + 0.14 + line * 1.2 * LINE / LARGE},
		 FF_SURFACE_MIDDLE, &type, text, ff_palette_colour(ff_palette_ink(under->colour)));
}

static enum ff_status paint_texts(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct around *around = picture->context;
	const struct ff_scene *scene = around->scene;
	uint8_t entries[AROUND];

	for (int32_t y = 0; y < AROUND; y++) {
		around_row(around, y, entries);
		for (int32_t x = 0; x < AROUND; x++) {
			const struct ff_fill *fill = &picture->fills[entries[x]];
			char text[TEXT], one[FF_STYLE_PRINT + 16], other[FF_STYLE_PRINT + 16];
			double value, price = INFINITY;
			size_t cell;
			int line = 0;

			if (!is_inside(around, x, y, &cell)) {
				write_line(on, x, y, line, fill, "off the map");
				continue;
			}
			value = ff_field_value(scene->field, cell);
			snprintf(text, sizeof text, "%d,%d", (int)(around->x - 1 + x),
				 (int)(around->y - 1 + y));
			write_line(on, x, y, line++, fill, text);
			if (scene->map->cells[cell] == FF_COST_WALL) {
				write_line(on, x, y, line, fill, "wall");
				continue;
			}
			snprintf(text, sizeof text, "cost %s",
				 print_number(one,
					      ff_scene_cost(scene, ff_cost_at(scene->map, cell))));
			write_line(on, x, y, line++, fill, text);
			snprintf(text, sizeof text, "to goal %s", print_number(one, value));
			write_line(on, x, y, line++, fill, text);
			for (int d = 0; d < FF_DIRECTIONS; d++) {
				if (ff_flow_steps[d].dx != x - 1 || ff_flow_steps[d].dy != y - 1)
					continue;
				price = price_to(around, (enum ff_direction)d, cell);
				if (is_cornered(around, (enum ff_direction)d, cell))
					write_line(on, x, y, line++, fill, "behind a corner");
			}
			if (price == (double)INFINITY || value == FF_FIELD_NONEF)
				continue;
			snprintf(text, sizeof text, "+ step %s", print_number(one, price));
			write_line(on, x, y, line++, fill, text);
			snprintf(text, sizeof text, "= %s", print_number(other, value + price));
			write_line(on, x, y, line, fill, text);
		}
	}
	return FF_OK;
}

static enum ff_status paint_way(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct around *around = picture->context;
	size_t cell = ff_cost_index(around->scene->cost, around->x, around->y);
	struct ff_flow_vector way = ff_flow_vector_at(around->scene->flow, cell);
	const struct ff_point at = {1.5, 1.7};

	for (int i = 1; i < AROUND; i++) {
		on->box(on, i, 0, 1 / on->scale, AROUND, ff_palette_colour(FF_PALETTE_INK), 0.5);
		on->box(on, 0, i, AROUND, 1 / on->scale, ff_palette_colour(FF_PALETTE_INK), 0.5);
	}
	ff_surface_frame(on, 1, 1, 1, 1, 0, 3 * on->layout->unit,
			 ff_palette_colour(FF_PALETTE_INK));
	if (way.dx == 0 && way.dy == 0)
		return FF_OK;
	ff_marks_arrow(on, at, way, 0.5, 0.02, ff_palette_colour(FF_PALETTE_PAPER));
	ff_marks_arrow(on, at, way, 0.5, 0, ff_palette_arrow);
	return FF_OK;
}

/* Lists why the arrow points where it does. */
static void explain(const struct around *around, struct ff_legend *legend,
		    const struct ff_fill *fill)
{
	static const char *const reasons[FF_FLOWS] = {
		[FF_FLOW_LOWEST] = "to the neighbour with the lowest cost to the goal",
		[FF_FLOW_PATH] = "to the neighbour with the least sum: a cheapest way",
		[FF_FLOW_GRADIENT] = "down the steepest slope between neighbours",
		[FF_FLOW_SUM] =
			"to the lower neighbour with the least cost to the goal and own cost",
		[FF_FLOW_DIFFERENCES] = "down the differences of opposite neighbours",
	};
	const struct ff_scene *scene = around->scene;
	size_t cell = ff_cost_index(scene->cost, around->x, around->y);
	enum ff_direction d = (enum ff_direction)scene->flow->cells[cell];
	enum ff_class class = (enum ff_class)scene->classes->cells[cell];

	if (scene->sight != NULL && d != FF_NONE && scene->sight->cells[cell] != FF_LABELS_NONE)
		ff_legend_add(legend, FF_LEGEND_ARROW, *fill, "%s: straight at a goal in sight",
			      ff_flow_names[d]);
	else if (d != FF_NONE)
		ff_legend_add(legend, FF_LEGEND_ARROW, *fill, "%s (rule %s): %s", ff_flow_names[d],
			      ff_model_flows[around->model->flow], reasons[around->model->flow]);
	else
		ff_legend_add(legend, FF_LEGEND_NONE, *fill, "no direction: %s%s",
			      ff_classes_names[class],
			      class == FF_REACHED ? ", and no neighbour is lower" : "");
}

enum ff_status ff_draw_at(const struct ff_scene *scene, const struct ff_model *model, int32_t x,
			  int32_t y, const struct ff_style *style, struct ff_page *page,
			  struct ff_error *err)
{
	const struct ff_fill fill = {.colour = ff_palette_arrow};
	struct around around = {.scene = scene, .model = model, .x = x, .y = y};
	struct ff_style own = {.colormap = style->colormap,
			       .legend = FF_STYLE_LEGEND_ALWAYS,
			       .bare = true,
			       .scale = LARGE,
			       .block = 1,
			       .range = style->range};
	struct ff_picture picture;

	ff_picture_begin(&picture, scene, &own);
	ff_heatmap_open(&around.map, &picture, true);
	picture.scene = NULL;
	picture.w = picture.h = AROUND;
	ff_picture_cells(&picture, around_row, &around);
	memset(&picture.legend, 0, sizeof picture.legend);
	ff_legend_title(&picture.legend, "%s", style->title);
	explain(&around, &picture.legend, &fill);
	ff_picture_mark(&picture, FF_MARK_NUMBERS, "texts", paint_texts);
	ff_picture_mark(&picture, FF_MARK_EDITS, "way", paint_way);
	return ff_picture_paint(&picture, page, err);
}
