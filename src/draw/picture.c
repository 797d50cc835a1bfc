#include "draw/picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/number.h"

/* ---- the base layer ---- */

enum {
	SHADES = 6,   /* of quiet ground */
	WALLS = 256,  /* bytes of the label of walls... */
	FARTHER = 48, /* ...and of cells beyond the limit */
};

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

/* Returns the map whose costs have colours: all frames of a film have the same. */
static const struct ff_cost *costs_of(const struct ff_scene *scene)
{
	return scene->costs != NULL ? scene->costs : scene->map;
}

/* Returns the kind of ground of a cost; NULL: it has no name. */
static const struct ff_ground *ground_of(const struct ff_scene *scene, int cost)
{
	for (size_t i = 0; scene->grounds != NULL && i < scene->grounds->count; i++)
		if (scene->grounds->items[i].cost == cost)
			return &scene->grounds->items[i];
	return NULL;
}

int ff_base_own(struct ff_base *base, struct ff_picture *picture, int first)
{
	bool there[256];

	if (base->scene->grounds == NULL || base->scene->grounds->count == 0 ||
	    find_costs(costs_of(base->scene), there) > FF_BASE_ENTRIES)
		return 0;
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

/* Returns the entry of a cost, in units. */
static uint8_t level_of(const struct ff_base *base, uint32_t units)
{
	uint64_t above = units - base->least;
	uint64_t levels = (uint64_t)(base->last - base->first);

	return (uint8_t)((uint64_t)base->first +
			 (base->span == 0 ? 0 : above * levels / base->span));
}

void ff_base_levels(struct ff_base *base, struct ff_cost_range costs, int first, int last)
{
	base->first = first;
	base->last = last;
	base->least = costs.least;
	base->span = costs.most - costs.least;
	for (uint32_t c = costs.least; c <= costs.most && base->scene->map->wide == NULL; c++)
		base->entries[c] = level_of(base, c);
}

static int set_shades(struct ff_base *base, struct ff_picture *picture, int first)
{
	const struct ff_scene *scene = base->scene;
	const struct ff_cost *given = costs_of(scene);
	struct ff_cost_range costs = ff_cost_range(given);

	for (int i = 0; i < SHADES; i++)
		picture->fills[first + i] =
			(struct ff_fill){.colour = ff_palette_ground(i, SHADES - 1)};
	/* To a round number, so that an edited cost seldom changes the ground of others. */
	ff_base_levels(base, ff_style_costs(given), first, first + SHADES - 1);
	if (base->span > 0) {
		ff_legend_add(&picture->legend, FF_LEGEND_AREA, picture->fills[first], "cost %g",
			      ff_scene_cost(scene, costs.least));
		ff_legend_add(&picture->legend, FF_LEGEND_AREA,
			      picture->fills[level_of(base, costs.most)], "cost %g",
			      ff_scene_cost(scene, costs.most));
	}
	return first + SHADES;
}

int ff_base_open(struct ff_base *base, struct ff_picture *picture, int first)
{
	int next;

	*base = (struct ff_base){.scene = picture->scene};
	next = ff_base_own(base, picture, first);
	return next > 0 ? next : set_shades(base, picture, first);
}

uint8_t ff_base_entry(const struct ff_base *base, size_t cell)
{
	const struct ff_scene *scene = base->scene;
	bool wall = scene->map->cells[cell] == FF_COST_WALL;
	uint8_t ground = scene->map->wide != NULL && !wall ? level_of(base, scene->map->wide[cell])
							   : base->entries[scene->map->cells[cell]];

	if (ff_scene_closed(scene, cell))
		return FF_PALETTE_CLOSED;
	if (base->all && !wall)
		return ground;
	return ff_palette_class(scene->classes->cells[cell], ground);
}

void ff_base_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct ff_base *base = context;
	size_t start = ff_cost_index(base->scene->map, 0, y);

	for (int32_t x = 0; x < base->scene->map->w; x++)
		entries[x] = ff_base_entry(base, start + (size_t)x);
}

/* ---- pictures ---- */

void ff_picture_close(const struct ff_scene *scene, int32_t y, uint8_t *entries)
{
	const uint8_t *solved = scene->cost->cells + ff_cost_index(scene->cost, 0, y);
	const uint8_t *given = scene->map->cells + ff_cost_index(scene->map, 0, y);

	for (int32_t x = 0; x < scene->map->w && solved != given; x++)
		entries[x] = solved[x] != given[x] ? FF_PALETTE_CLOSED : entries[x];
}

void ff_picture_begin(struct ff_picture *picture, const struct ff_scene *scene,
		      const struct ff_style *style)
{
	*picture = (struct ff_picture){
		.w = scene->map->w, .h = scene->map->h, .scene = scene, .style = style};
	ff_palette_fills(picture->fills);
	picture->rank[FF_PALETTE_UNREACHED] = 1;
	picture->rank[FF_PALETTE_GOAL] = 2;
}

void ff_picture_cells(struct ff_picture *picture,
		      void (*row)(const void *context, int32_t y, uint8_t *entries),
		      const void *context)
{
	picture->row = row;
	picture->context = context;
}

void ff_picture_mark(struct ff_picture *picture, enum ff_mark kind, const char *id,
		     ff_mark_paint *paint)
{
	if (picture->marks[kind].paint == NULL) {
		picture->marks[kind].id = id;
		picture->marks[kind].paint = paint;
	}
}

/* Returns the hue of the group of a goal, or FF_GROUPS_NONE: another one walks to the same place.
 */
static uint8_t goal_hue(const struct ff_scene *scene, size_t which)
{
	const struct ff_goal *goals = scene->goals->items, *goal = &goals[which];
	uint8_t hue = ff_groups_coloured(scene->groups) && scene->goal_hues != NULL
			      ? scene->goal_hues[which]
			      : FF_GROUPS_NONE;

	for (size_t i = 0; i < scene->goals->count && hue != FF_GROUPS_NONE; i++)
		if (goals[i].x == goal->x && goals[i].y == goal->y && goals[i].w == goal->w &&
		    goals[i].h == goal->h && scene->goal_hues[i] != hue)
			hue = FF_GROUPS_NONE;
	return hue;
}

struct ff_colour ff_picture_goal_colour(const struct ff_picture *picture, size_t which)
{
	const struct ff_scene *scene = picture->scene;
	uint8_t hue;

	if (picture->goal_colour != NULL)
		return picture->goal_colour(picture->context, which);
	if ((hue = goal_hue(scene, which)) != FF_GROUPS_NONE)
		return ff_palette_groups[hue];
	return ff_palette_colour(scene->flee ? FF_PALETTE_INK : FF_PALETTE_GOAL);
}

/* Lists the goals of groups of walkers, in their colours; returns true if there are others. */
static bool list_goals(struct ff_picture *picture)
{
	const struct ff_scene *scene = picture->scene;
	bool there[FF_PALETTE_GROUPS] = {false}, rest = false;

	if (!ff_groups_coloured(scene->groups) || scene->goals->count > FF_PICTURE_MARKED)
		return true;
	for (size_t i = 0; i < scene->goals->count; i++) {
		uint8_t hue =
			scene->goals->items[i].level == 0 ? goal_hue(scene, i) : FF_GROUPS_NONE;

		if (hue == FF_GROUPS_NONE)
			rest = true;
		else
			there[hue] = true;
	}
	for (int hue = 0; hue < FF_PALETTE_GROUPS; hue++) {
		const char *name = there[hue] ? ff_groups_name(scene->groups, (uint8_t)hue) : NULL;

		if (there[hue])
			ff_legend_add(&picture->legend, FF_LEGEND_GOAL,
				      (struct ff_fill){.colour = ff_palette_groups[hue]},
				      "goal%s%s", name == NULL || name[0] != '\0' ? " of " : "",
				      name == NULL ? "other groups" : name);
	}
	return rest;
}

/* Returns true if a goal has a marker. */
static bool is_marked(const struct ff_scene *scene)
{
	bool marked = false;

	for (size_t i = 0; i < scene->goals->count && scene->goals->count <= FF_PICTURE_MARKED; i++)
		marked |= scene->goals->items[i].level == 0;
	return marked;
}

/* Lists a class: "reached", or "reached: 699 (69.9 %)"; nothing if there are no such cells. */
static void list_class(struct ff_picture *picture, uint8_t entry, uint64_t count, const char *name)
{
	uint64_t cells = (uint64_t)picture->w * (uint64_t)picture->h;
	uint64_t permille = (count * 1000 + cells / 2) / cells;
	bool marker =
		entry == FF_PALETTE_GOAL && !picture->scene->flee && is_marked(picture->scene);
	char share[64] = "";

	if (count == 0)
		return;
	if (picture->shares && permille == 0)
		snprintf(share, sizeof share, ": %" PRIu64 " (<0.1 %%)", count);
	else if (picture->shares)
		snprintf(share, sizeof share, ": %" PRIu64 " (%" PRIu64 ".%" PRIu64 " %%)", count,
			 permille / 10, permille % 10);
	ff_legend_add(&picture->legend, marker ? FF_LEGEND_GOAL : FF_LEGEND_AREA,
		      picture->fills[entry], "%s%s", name, share);
}

/* Prints the label of walls: "wall", and in brackets the names of the kinds of ground that are
 * walls. */
static void print_walls(char to[WALLS], const struct ff_scene *scene)
{
	size_t n = (size_t)snprintf(to, WALLS, "wall"), start = n;

	for (size_t i = 0; scene->grounds != NULL && i < scene->grounds->count; i++) {
		const struct ff_ground *ground = &scene->grounds->items[i];
		size_t room = WALLS - n, length = strlen(ground->name);

		if (ground->cost == FF_COST_WALL && length > 0 && length + sizeof " ()" <= room)
			n += (size_t)snprintf(to + n, room, "%s%s", n == start ? " (" : ", ",
					      ground->name);
	}
	if (n > start)
		snprintf(to + n, WALLS - n, ")");
}

void ff_picture_list_classes(struct ff_picture *picture)
{
	const struct ff_scene *scene = picture->scene;
	const uint64_t *count = scene->classes->count;
	uint64_t closed = ff_scene_count_closed(scene);
	char walls[WALLS], farther[FARTHER], limit[32] = "";

	if (scene->flee && scene->goals->count <= FF_PICTURE_MARKED)
		ff_legend_add(&picture->legend, FF_LEGEND_GOAL, picture->fills[FF_PALETTE_INK],
			      "danger");
	if (picture->goal_colour == NULL &&
	    (!picture->hides_classes || (!scene->flee && is_marked(scene))) &&
	    (picture->shares || list_goals(picture)))
		list_class(picture, FF_PALETTE_GOAL, count[FF_GOAL],
			   scene->flee ? "refuge" : "goal");
	if (picture->shares)
		list_class(picture, 0, count[FF_REACHED], ff_classes_names[FF_REACHED]);
	print_walls(walls, scene);
	list_class(picture, FF_PALETTE_WALL, count[FF_WALL] - closed, walls);
	list_class(picture, FF_PALETTE_CLOSED, closed, "too near a wall");
	if (picture->hides_classes)
		return;
	if (isfinite(scene->limit))
		limit[ff_number_fixed(limit, scene->limit)] = '\0';
	snprintf(farther, sizeof farther, "farther than %s", limit);
	list_class(picture, FF_PALETTE_FARTHER, count[FF_FARTHER], farther);
	list_class(picture, FF_PALETTE_UNREACHED, count[FF_UNREACHED],
		   ff_classes_names[FF_UNREACHED]);
	list_class(picture, FF_PALETTE_NOT_COMPUTED, count[FF_NOT_COMPUTED],
		   ff_classes_names[FF_NOT_COMPUTED]);
	list_class(picture, FF_PALETTE_NOT_YET, count[FF_NOT_YET], ff_classes_names[FF_NOT_YET]);
}
