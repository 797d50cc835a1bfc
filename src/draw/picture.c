#include "draw/picture.h"

#include <string.h>

#include "draw/layers.h"

/* ---- the base layer ---- */

enum { SHADES = 6 }; /* of quiet ground */

/* Sets the costs that occur; returns the number of those that are no walls. */
static int find_costs(const struct ff_cost *map, bool there[256])
{
	size_t cells = (size_t)map->w * (size_t)map->h;
	int count = 0;

	memset(there, false, 256 * sizeof *there);
	for (size_t i = 0; i < cells; i++)
		there[map->cells[i]] = true;
	for (int c = 0; c < FF_COST_WALL; c++)
		count += there[c];
	return count;
}

/* Returns the kind of ground of a cost; NULL: it has no name. */
static const struct ff_ground *ground_of(const struct ff_scene *scene, int cost)
{
	for (size_t i = 0; scene->grounds != NULL && i < scene->grounds->count; i++)
		if (scene->grounds->items[i].cost == cost)
			return &scene->grounds->items[i];
	return NULL;
}

/* Gives each cost that occurs the colour that it has on the map, muted. */
static int set_own(struct ff_base *base, struct ff_picture *picture, int first,
		   const bool there[256])
{
	for (int c = 0; c < FF_COST_WALL; c++) {
		const struct ff_ground *ground = there[c] ? ground_of(base->scene, c) : NULL;
		struct ff_colour colour;

		if (!there[c])
			continue;
		colour = ground == NULL ? ff_palette_ground(c, FF_COST_WALL)
					: ff_palette_muted(ground->colour);
		base->entries[c] = (uint8_t)first;
		picture->fills[first] = (struct ff_fill){.colour = colour};
		ff_legend_add(&picture->legend, FF_LEGEND_AREA, picture->fills[first],
			      ground != NULL && ground->name[0] != '\0' ? "%s %d" : "%scost %d",
			      ground != NULL ? ground->name : "", c);
		first++;
	}
	return first;
}

static int set_shades(struct ff_base *base, struct ff_picture *picture, int first)
{
	struct ff_cost_range costs = ff_cost_range(base->scene->map);
	int span = costs.most - costs.least;

	for (int i = 0; i < SHADES; i++)
		picture->fills[first + i] =
			(struct ff_fill){.colour = ff_palette_ground(i, SHADES - 1)};
	for (int c = costs.least; c <= costs.most; c++)
		base->entries[c] =
			(uint8_t)(first + (span == 0 ? 0 : (c - costs.least) * (SHADES - 1) / span));
	if (span > 0) {
		ff_legend_add(&picture->legend, FF_LEGEND_AREA, picture->fills[first], "cost %d",
			      costs.least);
		ff_legend_add(&picture->legend, FF_LEGEND_AREA,
			      picture->fills[first + SHADES - 1], "cost %d", costs.most);
	}
	return first + SHADES;
}

int ff_base_open(struct ff_base *base, struct ff_picture *picture, int first)
{
	const struct ff_scene *scene = picture->scene;
	bool there[256];

	*base = (struct ff_base){.scene = scene};
	if (find_costs(scene->map, there) <= FF_BASE_ENTRIES && scene->grounds != NULL &&
	    scene->grounds->count > 0)
		return set_own(base, picture, first, there);
	return set_shades(base, picture, first);
}

uint8_t ff_base_entry(const struct ff_base *base, size_t cell)
{
	const struct ff_scene *scene = base->scene;

	if (ff_scene_closed(scene, cell))
		return FF_PALETTE_CLOSED;
	return ff_palette_class(scene->classes->cells[cell],
				base->entries[scene->map->cells[cell]]);
}

void ff_base_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct ff_base *base = context;
	size_t start = ff_cost_index(base->scene->map, 0, y);

	for (int32_t x = 0; x < base->scene->map->w; x++)
		entries[x] = ff_base_entry(base, start + (size_t)x);
}

/* ---- pictures ---- */

void ff_picture_begin(struct ff_picture *picture, const struct ff_scene *scene,
		      const struct ff_style *style)
{
	*picture = (struct ff_picture){
		.w = scene->map->w, .h = scene->map->h, .scene = scene, .style = style};
	ff_palette_fills(picture->fills);
}

void ff_picture_cells(struct ff_picture *picture,
		      void (*row)(const void *context, int32_t y, uint8_t *entries),
		      const void *context)
{
	picture->row = row;
	picture->context = context;
}

void ff_picture_layer(struct ff_picture *picture, enum ff_layer layer, const char *id,
		      enum ff_surface_space space, ff_layer_paint *paint, const void *context)
{
	picture->layers[layer].id = id;
	picture->layers[layer].space = space;
	picture->layers[layer].paint = paint;
	picture->layers[layer].context = context;
}

static void list_class(struct ff_picture *picture, uint8_t entry, uint64_t count, const char *name)
{
	if (count > 0)
		ff_legend_add(&picture->legend,
			      entry == FF_PALETTE_GOAL ? FF_LEGEND_GOAL : FF_LEGEND_AREA,
			      picture->fills[entry], "%s", name);
}

void ff_picture_list_classes(struct ff_picture *picture)
{
	const struct ff_scene *scene = picture->scene;
	const uint64_t *count = scene->classes->count;
	uint64_t closed = ff_scene_count_closed(scene);

	list_class(picture, FF_PALETTE_GOAL, count[FF_GOAL], scene->flee ? "refuge" : "goal");
	list_class(picture, FF_PALETTE_WALL, count[FF_WALL] - closed, "wall");
	list_class(picture, FF_PALETTE_CLOSED, closed, "too near a wall");
	list_class(picture, FF_PALETTE_UNREACHED, count[FF_UNREACHED], "unreached");
	list_class(picture, FF_PALETTE_NOT_COMPUTED, count[FF_NOT_COMPUTED], "not computed");
	list_class(picture, FF_PALETTE_NOT_YET, count[FF_NOT_YET], "not yet");
}

static enum ff_status paint_picture(struct ff_surface *on, const void *context,
				    struct ff_error *err)
{
	const struct ff_picture *picture = context;
	enum ff_status st = on->cells(on, picture, err);

	for (int i = 0; i < FF_LAYERS && st == FF_OK; i++) {
		if (picture->layers[i].paint == NULL)
			continue;
		on->layer(on, picture->layers[i].id, picture->layers[i].space);
		st = picture->layers[i].paint(on, picture, picture->layers[i].context, err);
	}
	if (st != FF_OK)
		return st;
	ff_layout_paint(&picture->layout, on, picture->style->title);
	ff_legend_paint(&picture->legend, on);
	return FF_OK;
}

enum ff_status ff_picture_paint(struct ff_picture *picture, struct ff_page *page,
				struct ff_error *err)
{
	if (picture->scene != NULL)
		ff_layers_add(picture);
	ff_layout_set(&picture->layout, picture->w, picture->h, picture->style, &picture->legend);
	return ff_page_paint(page, &picture->layout, picture->legend.title, paint_picture, picture,
			     err);
}
