#include "draw/picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/grid/regions.h"
#include "draw/contour.h"
#include "draw/draw.h"
#include "draw/streamlines.h"

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

int ff_base_own(struct ff_base *base, struct ff_picture *picture, int first)
{
	const struct ff_grounds *grounds = base->scene->grounds;
	bool there[256];

	if (grounds == NULL || grounds->count == 0 ||
	    find_costs(costs_of(base->scene), there) > FF_BASE_ENTRIES)
		return 0;
	for (int c = 0; c < FF_COST_WALL; c++) {
		const struct ff_ground *ground = NULL; /* the kind with a name */
		struct ff_colour colour;

		if (!there[c])
			continue;
		for (size_t i = 0; i < grounds->count && ground == NULL; i++)
			ground = grounds->items[i].cost == c ? &grounds->items[i] : NULL;
		colour = ground == NULL ? ff_palette_ground(c, FF_COST_WALL)
			 : base->all    ? ground->colour
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
	picture->value_colour = NULL;
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

/* Returns the colour of the marker of a goal of the scene: the picture's own, that of the only
 * group that walks there, or that of all goals. */
static struct ff_colour goal_colour(const struct ff_picture *picture, size_t which)
{
	const struct ff_scene *scene = picture->scene;
	uint8_t hue;

	if (picture->goal_colour != NULL)
		return picture->goal_colour(picture->context, which);
	if ((hue = goal_hue(scene, which)) != FF_GROUPS_NONE)
		return scene->groups->colours[hue];
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
				      (struct ff_fill){.colour = scene->groups->colours[hue]},
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
	bool marker =
		entry == FF_PALETTE_GOAL && !picture->scene->flee && is_marked(picture->scene);
	char share[FF_STYLE_PRINT], counted[64] = "";

	if (count == 0)
		return;
	if (picture->shares)
		snprintf(counted, sizeof counted, ": %" PRIu64 " (%s %%)", count,
			 ff_style_print_share(share, count, cells));
	ff_legend_add(&picture->legend, marker ? FF_LEGEND_GOAL : FF_LEGEND_AREA,
		      picture->fills[entry], "%s%s", name, counted);
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

/* ---- goals ---- */

enum {
	MARKER = 9, /* pixels of a marker's radius, for a thin line of one */
};

double ff_marks_goal_radius(const struct ff_layout *layout)
{
	return fmax(MARKER * layout->unit, layout->scale * 0.4);
}

void ff_marks_frame(struct ff_surface *on, double x, double y, double w, double h, double gap,
		    struct ff_colour colour)
{
	double unit = on->layout->unit;

	ff_surface_frame(on, x, y, w, h, gap, unit, ff_palette_colour(FF_PALETTE_PAPER));
	ff_surface_frame(on, x, y, w, h, gap + unit, 2 * unit, colour);
	ff_surface_frame(on, x, y, w, h, gap + 3 * unit, unit, ff_palette_colour(FF_PALETTE_PAPER));
}

enum ff_status ff_marks_borders(struct ff_surface *on, const struct ff_marks_border *border)
{
	double wide = border->thick / on->scale, half = wide / 2, block = on->layout->block;
	int32_t w = border->w, h = border->h, *from = ff_memory_cells(w, 1, sizeof *from);

	if (from == NULL)
		return FF_E_NOMEM;
	for (int32_t x = 0; x < w; x++)
		from[x] = -1;
	/* from[x]: where the border on the right of column x began; -1: there is none. */
	for (int32_t y = 0; y <= h; y++) {
		int32_t begun = -1;

		for (int32_t x = 0; x <= w; x++) {
			bool inside = x < w && y < h;
			bool right = inside && x + 1 < w &&
				     border->between(border->context, x, y, false);
			bool below =
				inside && y + 1 < h && border->between(border->context, x, y, true);

			if (below && begun < 0)
				begun = x;
			if (!below && begun >= 0) {
				on->box(on, begun * block - half, (y + 1) * block - half,
					(x - begun) * block + wide, wide, border->colour, 1);
				begun = -1;
			}
			if (x == w)
				continue;
			if (right && from[x] < 0)
				from[x] = y;
			if (!right && from[x] >= 0) {
				on->box(on, (x + 1) * block - half, from[x] * block - half, wide,
					(y - from[x]) * block + wide, border->colour, 1);
				from[x] = -1;
			}
		}
	}
	free(from);
	return FF_OK;
}

/* Returns the distance between an area of goals and its frame, in pixels. */
static double frame_gap(const struct ff_layout *layout, const struct ff_goal *goal)
{
	double side = fmin(goal->w, goal->h) * layout->scale;

	return fmax(MARKER * layout->unit - side / 2, layout->unit);
}

static bool overlap(const struct ff_picture_box *a, const struct ff_picture_box *b)
{
	return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

/* Returns the box of a goal's marker or frame, 'gap' units of width around it. */
static struct ff_picture_box marker_of(const struct ff_surface *on, const struct ff_goal *goal,
				       double gap)
{
	const struct ff_layout *layout = on->layout;
	bool place = goal->w <= 1 && goal->h <= 1;
	double frame = frame_gap(layout, goal) + 5 * layout->unit;
	double out =
		((place ? ff_marks_goal_radius(layout) : frame) + gap * layout->unit) / on->scale;
	double across = out + (place ? 0 : goal->w / 2.0), up = out + (place ? 0 : goal->h / 2.0);
	double x = goal->x + (place ? 0.5 : goal->w / 2.0),
	       y = goal->y + (place ? 0.5 : goal->h / 2.0);

	return (struct ff_picture_box){x - across, y - up, x + across, y + up};
}

void ff_marks_reserve(const struct ff_picture *picture, struct ff_picture_box box)
{
	struct ff_picture_labels *labels = picture->labels;

	if (labels->count < FF_PICTURE_LABELS)
		labels->items[labels->count++] = box;
}

void ff_marks_label(struct ff_surface *on, const struct ff_picture *picture,
		    struct ff_picture_box own, const char *text)
{
	static const double ways[][2] = {{1, -0.5}, {-1, -0.5}, {1, 0.5},
					 {-1, 0.5}, {0, -1.2},  {0, 1.2}};
	const struct ff_picture_labels *labels = picture->labels;
	const struct ff_goals *goals = picture->scene->goals;
	const struct ff_type *type = &on->layout->type;
	const double x = (own.x0 + own.x1) / 2, y = (own.y0 + own.y1) / 2;
	const double margin = on->layout->unit / on->scale, high = type->h / on->scale;
	const double wide = (double)ff_type_width(type, text) / on->scale + 2 * margin;

	for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
		double left = x + ways[k][0] * (own.x1 - own.x0 + wide) / 2 - wide / 2;
		double top = y + ways[k][1] * (own.y1 - own.y0) - high / 2;
		struct ff_picture_box box;
		bool free;

		top = fmin(fmax(top, 0), on->layout->rows - high);
		left = ways[k][0] == 0 ? fmin(fmax(left, 0), on->layout->columns - wide) : left;
		box = (struct ff_picture_box){left, top, left + wide, top + high};
		free = left >= 0 && top >= 0 && box.x1 <= on->layout->columns;
		for (size_t i = 0; i < labels->count && free; i++)
			free = !overlap(&box, &labels->items[i]);
		for (size_t i = 0; i < goals->count && free; i++) {
			const struct ff_picture_box other = marker_of(on, &goals->items[i], 0);

			free = goals->items[i].level != 0 || !overlap(&box, &other);
		}
		if (!free)
			continue;
		ff_surface_label(on, (struct ff_point){left + margin, top + high / 2},
				 FF_SURFACE_START, type, text);
		ff_marks_reserve(picture, box);
		return;
	}
}

/* Writes the coordinates of goals beside their markers, where there is room. */
static enum ff_status paint_names(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_goals *goals = picture->scene->goals;
	const struct ff_goals *given =
		picture->scene->given != NULL ? picture->scene->given : goals;

	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_picture_box own = marker_of(on, &goals->items[i], 3);
		char column[FF_STYLE_PRINT], row[FF_STYLE_PRINT], text[FF_GEOREFERENCE_NAME];

		ff_style_print_coordinate(column, given->items[i].x);
		ff_style_print_coordinate(row, given->items[i].y);
		snprintf(text, sizeof text, "%s,%s", column, row);
		if (picture->style->metres)
			ff_style_print_place(text, picture->style, picture->h,
					     (own.x0 + own.x1) / 2, (own.y0 + own.y1) / 2);
		if (goals->items[i].level == 0)
			ff_marks_label(on, picture, own, text);
	}
	return FF_OK;
}

static enum ff_status paint_goals(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_goals *goals = picture->scene->goals;

	for (size_t i = 0; i < goals->count && goals->count <= FF_PICTURE_MARKED; i++) {
		const struct ff_goal *goal = &goals->items[i];
		struct ff_colour colour = goal_colour(picture, i);

		if (goal->level != 0)
			continue;
		if (goal->w > 1 || goal->h > 1) {
			double gap = frame_gap(on->layout, goal), unit = on->layout->unit;

			ff_marks_frame(on, goal->x, goal->y, goal->w, goal->h, gap, colour);
			ff_surface_frame(on, goal->x, goal->y, goal->w, goal->h, gap + 4 * unit,
					 unit, ff_palette_colour(FF_PALETTE_INK));
		} else {
			ff_surface_goal(on, (struct ff_point){goal->x + 0.5, goal->y + 0.5},
					ff_marks_goal_radius(on->layout), colour);
		}
	}
	return FF_OK;
}

/* ---- the grid ---- */

/* Allocates room for read_row(); NULL if memory ran out. */
static uint8_t *new_row(const struct ff_picture *picture)
{
	return malloc((size_t)picture->w + (picture->by_pixel ? (size_t)picture->layout.w : 0));
}

/* Sets the entries of a row of cells; those of pixels, if row() sets these, stand behind them. */
static void read_row(const struct ff_picture *picture, int32_t y, uint8_t *entries)
{
	double scale = picture->layout.scale;
	uint8_t *pixels = entries + picture->w;

	if (!picture->by_pixel) {
		picture->row(picture->context, y, entries);
		return;
	}
	picture->row(picture->context, (int32_t)((y + 0.5) * scale), pixels);
	for (int32_t x = 0; x < picture->w; x++)
		entries[x] = pixels[(size_t)((x + 0.5) * scale)];
}

/* Reads the entries of all cells; NULL if memory ran out. */
static uint8_t *read_entries(const struct ff_picture *picture)
{
	const size_t w = (size_t)picture->w, h = (size_t)picture->h;
	uint8_t *row = new_row(picture), *entries = ff_memory_cells(picture->w, picture->h, 1);

	for (size_t y = 0; y < h && row != NULL && entries != NULL; y++) {
		read_row(picture, (int32_t)y, row);
		memcpy(entries + y * w, row, w);
	}
	if (row == NULL) {
		free(entries);
		entries = NULL;
	}
	free(row);
	return entries;
}

/* Returns the colour of lines at a point, by the entries of the cells. */
static struct ff_colour colour_on(const struct ff_picture *picture, const uint8_t *entries,
				  double x, double y)
{
	size_t column = (size_t)fmin(fmax(x, 0), picture->w - 1);
	size_t row = (size_t)fmin(fmax(y, 0), picture->h - 1);
	uint8_t entry = entries[row * (size_t)picture->w + column];

	return ff_palette_colour(ff_palette_ink(picture->fills[entry].colour));
}

/* Paints a line in ink or paper, whichever stands out from the cells with these entries; NULL: in
 * its own colour. */
static void put_line(struct ff_surface *on, const struct ff_picture *picture,
		     const uint8_t *entries, const struct ff_point *points, size_t count,
		     struct ff_stroke *stroke)
{
	size_t from = 0;

	for (size_t k = 0; k < count && entries != NULL; k++) {
		struct ff_colour next = colour_on(picture, entries, points[k].x, points[k].y);

		if (k > 0 && !ff_image_same(next, stroke->colour)) {
			on->line(on, points + from, k + 1 - from, stroke);
			from = k;
		}
		stroke->colour = next;
	}
	on->line(on, points + from, count - from, stroke);
}

/* Paints lines along the columns and rows of a grid, on each cell in ink or paper, whichever can be
 * seen on it. */
static enum ff_status paint_grid(struct ff_surface *on, const struct ff_picture *picture)
{
	const double unit = on->layout->unit / on->scale, opacity = 0.8;
	const int32_t w = picture->w;
	const int chosen = picture->style->numbers[FF_STYLE_NUMBER_GRID];
	const int32_t step = chosen > 0 ? chosen : ff_layout_cells(on->layout);
	/* Lines lie at ticks; rows of a world whose y points up are counted from below. */
	const int32_t top = on->layout->place.down || chosen > 0 ? 0 : picture->h % step;
	uint8_t *entries = new_row(picture), *lines = malloc((size_t)w);

	for (int32_t y = 0; y < picture->h && entries != NULL && lines != NULL; y++) {
		read_row(picture, y, entries);
		for (int32_t x = 0, from = 0; x < w; x++) {
			lines[x] = ff_palette_ink(picture->fills[entries[x]].colour);
			if (x > 0 && x % step == 0)
				on->box(on, x, y, unit, 1, ff_palette_colour(lines[x]), opacity);
			if (y == 0 || (y - top) % step != 0)
				continue;
			if (lines[x] != lines[from])
				from = x;
			if (x + 1 == w ||
			    ff_palette_ink(picture->fills[entries[x + 1]].colour) != lines[x])
				on->box(on, from, y, x + 1 - from, unit,
					ff_palette_colour(lines[x]), opacity);
		}
	}
	free(entries);
	free(lines);
	return entries != NULL && lines != NULL ? FF_OK : FF_E_NOMEM;
}

/* ---- contours ---- */

static const double SHADED = 0.15; /* the opacity of what shades a band */

double ff_picture_bands(const struct ff_scene *scene, const struct ff_style *style)
{
	double seconds = scene->seconds > 0 ? scene->seconds : 1;

	return ff_contour_interval(scene->least * seconds, scene->largest * seconds,
				   style->numbers[FF_STYLE_NUMBER_BANDS]) /
	       seconds;
}

/* Returns true if a picture's contours are the edges of its bands. */
static bool lie_between_bands(const struct ff_picture *picture)
{
	return (picture->style->with & FF_STYLE_CONTOURS) == 0;
}

/* Returns true if each fifth contour is bold: there are many, all at even steps. */
static bool has_main_lines(const struct ff_picture *picture)
{
	return picture->uneven == NULL &&
	       picture->style->numbers[FF_STYLE_NUMBER_CONTOURS] >= 2 * FF_CONTOUR_MAIN;
}

/* Returns the interval of a picture's contours; 0: there are none. */
static double contour_interval(const struct ff_picture *picture)
{
	if (lie_between_bands(picture))
		return ff_picture_bands(picture->scene, picture->style);
	return ff_contour_interval(picture->scene->least, picture->scene->largest,
				   picture->style->numbers[FF_STYLE_NUMBER_CONTOURS]);
}

/* Lines being painted, and the places of their labels. */
struct contours {
	struct ff_surface *on;
	const struct ff_picture *picture;
	struct ff_contour_labels labels;
	uint8_t *
		entries; /* owned; of the cells, from which lines stand out; NULL: by their level */
	bool named;      /* labels are painted: no values would lie over them */
	bool bands;      /* lines are edges of bands: all are main ones */
	double seconds;  /* a unit of cost; 0: levels are costs */
	bool failed;     /* memory ran out */
};

/* Prints a level, as seconds if these are known. */
static void print_level(char text[FF_STYLE_PRINT + 16], double level, double seconds)
{
	size_t n = (size_t)ff_number_fixed(text, seconds > 0 ? level * seconds : level);

	snprintf(text + n, FF_STYLE_PRINT + 16 - n, "%s", seconds > 0 ? " s" : "");
}

static void paint_contour(void *context, int64_t k, double level, const struct ff_point *points,
			  size_t count, bool closed)
{
	struct contours *contours = context;
	struct ff_surface *on = contours->on;
	double unit = on->layout->unit;
	const struct ff_picture *picture = contours->picture;
	bool is_main = contours->bands || (has_main_lines(picture) && ff_contour_is_main(k));
	struct ff_stroke stroke = {.colour = ff_palette_contour,
				   .width = (is_main ? 2 : 1) * unit,
				   .opacity = is_main ? 1 : 0.85,
				   .simple = true};
	const struct ff_point ends[] = {points[count - 1], points[0]};
	char text[FF_STYLE_PRINT + 16];

	if (picture->value_colour != NULL)
		stroke.colour = ff_palette_colour(
			ff_palette_ink(picture->value_colour(picture->context, level)));
	put_line(on, picture, contours->entries, points, count, &stroke);
	if (closed)
		on->line(on, ends, 2, &stroke);
	if (!contours->named)
		return;
	print_level(text, level, contours->seconds);
	contours->failed |= !ff_contour_labels_add(
		&contours->labels, level, points, count,
		((double)ff_type_width(&on->layout->type, text) + 4 * unit) / on->scale,
		on->layout->type.h / on->scale);
}

/* Keeps labels off the markers of goals; false if memory ran out. */
static bool keep_off_goals(const struct ff_surface *on, const struct ff_picture *picture,
			   struct ff_contour_labels *labels)
{
	const struct ff_goals *goals = picture->scene->goals;

	for (size_t i = 0; i < goals->count && goals->count <= FF_PICTURE_MARKED; i++) {
		const struct ff_picture_box box = marker_of(on, &goals->items[i], 0);

		if (goals->items[i].level != 0)
			continue;
		if (!ff_memory_grow(&labels->items, &labels->room, labels->count + 1,
				    sizeof *labels->items))
			return false;
		labels->items[labels->count++] =
			(struct ff_contour_label){.x = (box.x0 + box.x1) / 2,
						  .y = (box.y0 + box.y1) / 2,
						  .w = box.x1 - box.x0,
						  .h = box.y1 - box.y0};
	}
	return true;
}

static enum ff_status paint_contours(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_scene *scene = picture->scene;
	struct contours contours = {
		.on = on,
		.picture = picture,
		.named = picture->marks[FF_MARK_VALUES].paint == NULL,
		.bands = lie_between_bands(picture),
		.seconds = scene->seconds,
		.labels = {.w = picture->w,
			   .h = picture->h,
			   .gap = MARKER * on->layout->unit / on->scale},
	};
	struct ff_contour_labels *labels = &contours.labels;
	const int chosen = picture->style->numbers[FF_STYLE_NUMBER_CONTOURS];
	const bool even = picture->uneven == NULL || contours.bands;
	double interval = contour_interval(picture), level = 0;
	enum ff_status st = keep_off_goals(on, picture, labels) ? FF_OK : FF_E_NOMEM;
	size_t goals = labels->count;

	if (picture->value_colour == NULL && !picture->pale &&
	    (contours.entries = read_entries(picture)) == NULL)
		st = FF_E_NOMEM;
	if (st == FF_OK && even)
		st = ff_contour_lines(scene->field, interval, scene->least, scene->largest,
				      1 / on->scale, paint_contour, &contours);
	/* Each level is the only multiple of itself from half to one and a half of it. */
	for (int i = 1; i <= chosen && st == FF_OK && !even; i++) {
		interval = ff_style_round_away(
			picture->uneven->edges[i * FF_SCALE_PARTS / (chosen + 1)]);
		if (interval > level && interval < scene->largest)
			st = ff_contour_lines(scene->field, interval, interval / 2, interval * 1.5,
					      1 / on->scale, paint_contour, &contours);
		level = fmax(interval, level);
	}
	for (size_t i = goals; i < labels->count && st == FF_OK; i++) {
		const struct ff_contour_label *label = &labels->items[i];
		struct ff_type type = on->layout->type;
		char text[FF_STYLE_PRINT + 16];

		type.dx = label->dx;
		type.dy = label->dy;
		print_level(text, label->level, scene->seconds);
		ff_surface_label(on, (struct ff_point){label->x, label->y}, FF_SURFACE_MIDDLE,
				 &type, text);
		ff_marks_reserve(picture, (struct ff_picture_box){label->x - label->w / 2,
								  label->y - label->h / 2,
								  label->x + label->w / 2,
								  label->y + label->h / 2});
	}
	ff_contour_labels_free(labels);
	free(contours.entries);
	return st == FF_OK && contours.failed ? FF_E_NOMEM : st;
}

void ff_marks_add_contours(struct ff_picture *picture)
{
	struct ff_fill ink = {.colour = ff_palette_contour};
	double interval = contour_interval(picture);
	char every[FF_STYLE_PRINT + 16], fifth[FF_STYLE_PRINT + 16];

	if (interval == 0 || picture->marks[FF_MARK_CONTOURS].paint != NULL)
		return;
	ff_picture_mark(picture, FF_MARK_CONTOURS, "contours", paint_contours);
	print_level(every, interval, picture->scene->seconds);
	print_level(fifth, FF_CONTOUR_MAIN * interval, picture->scene->seconds);
	if (lie_between_bands(picture))
		ff_legend_add(&picture->legend, FF_LEGEND_LINE, ink, "bands of equal cost, %s each",
			      every);
	else if (picture->uneven != NULL)
		ff_legend_add(&picture->legend, FF_LEGEND_LINE, ink,
			      "equal cost, at equal steps of colour");
	else if (has_main_lines(picture))
		ff_legend_add(&picture->legend, FF_LEGEND_LINE, ink,
			      "equal cost, every %s (bold: %s)", every, fifth);
	else
		ff_legend_add(&picture->legend, FF_LEGEND_LINE, ink, "equal cost, every %s", every);
}

/* ---- bands ---- */

void ff_marks_tint(struct ff_surface *on, const struct ff_picture *picture,
		   double (*opacity)(const void *context, size_t cell), const void *context,
		   struct ff_colour colour)
{
	for (int32_t y = 0; y < picture->h; y++)
		for (int32_t x = 0, end; x < picture->w; x = end) {
			size_t row = ff_cost_index(picture->scene->map, 0, y);
			double own = opacity(context, row + (size_t)x);

			for (end = x + 1;
			     end < picture->w && opacity(context, row + (size_t)end) == own;)
				end++;
			if (own > 0)
				on->box(on, x, y, end - x, 1, colour, own);
		}
}

struct shade {
	const struct ff_field *field;
	double band; /* the interval */
};

static double shade_opacity(const void *context, size_t cell)
{
	const struct shade *shade = context;

	return ff_field_has(shade->field, cell) &&
			       fmod(floor(ff_field_value(shade->field, cell) / shade->band), 2) != 0
		       ? SHADED
		       : 0;
}

/* Shades every other band. */
static enum ff_status paint_bands(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct shade shade = {picture->scene->field,
				    ff_picture_bands(picture->scene, picture->style)};

	ff_marks_tint(on, picture, shade_opacity, &shade, ff_palette_colour(FF_PALETTE_INK));
	return FF_OK;
}

/* Adds the edges of bands, and shades every other one unless the cells have their colours. */
void ff_marks_add_bands(struct ff_picture *picture)
{
	ff_marks_add_contours(picture);
	if ((picture->shows & FF_STYLE_BANDS) == 0 && contour_interval(picture) > 0)
		ff_picture_mark(picture, FF_MARK_BANDS, "bands", paint_bands);
}

/* ---- the flow ---- */

enum {
	APART = 24,   /* pixels between streamlines, for a thin line of one */
	SINGLE = 12,  /* pixels of a cell that has room for an arrow */
	LARGEST = 48, /* pixels of an arrow's square, at most */
	OUTLINE = 7,  /* points of an arrow */
};
static const double stream_width = 1.5; /* pixels of a streamline, likewise */

/* Returns true if a style's arrows are streamlines: where they could not be read. */
static bool has_streamlines(const struct ff_style *style)
{
	return (style->with & FF_STYLE_STREAMLINES) != 0 || style->block > 1 ||
	       style->scale < SINGLE;
}

/* Where a cell has a value and an arrow, the value is in its upper half. */
static const double value_below = 0.26, arrow_below = 0.70; /* the cell's upper edge, in cells */
static const double arrow_part = 0.6;                       /* size of such an arrow, in cells */

/* Returns true if cells have a value and an arrow each. */
static bool shares_cells(const struct ff_picture *picture)
{
	return picture->marks[FF_MARK_VALUES].paint != NULL &&
	       picture->marks[FF_MARK_FLOW].paint != NULL && !has_streamlines(picture->style);
}

void ff_marks_arrow(struct ff_surface *on, struct ff_point middle, struct ff_flow_vector way,
		    double size, double rim, struct ff_colour colour)
{
	double tip = 0.4 * size, back = 0.02 * size;
	double slope = 0.24 * size / (tip - back); /* of the head's sides */
	/* At least a pixel and a bit wide. */
	double shaft = fmax(0.065 * size, 0.6 / on->scale) + rim;
	double end = tip + rim * sqrt(1 + slope * slope) / slope, base = back - rim;
	double head = slope * (end - base);
	struct ff_point points[OUTLINE] = {
		{-tip - rim, shaft}, {base, shaft},  {base, head},        {end, 0},
		{base, -head},       {base, -shaft}, {-tip - rim, -shaft}};

	for (int i = 0; i < OUTLINE; i++) {
		double along = points[i].x, across = points[i].y;

		points[i] = (struct ff_point){middle.x + along * way.dx - across * way.dy,
					      middle.y + along * way.dy + across * way.dx};
	}
	on->polygon(on, points, OUTLINE, colour);
}

/* Paints all arrows, or their rims. */
static void paint_arrows(struct ff_surface *on, const struct ff_picture *picture,
			 struct ff_colour colour, bool rims)
{
	const struct ff_flow *flow = picture->scene->flow;
	bool shared = shares_cells(picture);
	double size = fmin(shared ? arrow_part : 1, LARGEST / on->scale);

	for (int32_t y = 0; y < flow->h; y++)
		for (int32_t x = 0; x < flow->w; x++) {
			size_t cell = (size_t)y * (size_t)flow->w + (size_t)x;

			if (flow->cells[cell] != FF_NONE)
				ff_marks_arrow(on,
					       (struct ff_point){x + 0.5,
								 y + (shared ? arrow_below : 0.5)},
					       ff_flow_vector_at(flow, cell), size,
					       rims ? size / 25 : 0, colour);
		}
}

/* Paints all streamlines; 'head' is the length of a head, in cells, and 'entries' are those of the
 * cells, from which lines stand out; NULL: all are pale. */
static void paint_streamlines(struct ff_surface *on, const struct ff_picture *picture,
			      const struct ff_streamlines *lines, double head,
			      const uint8_t *entries)
{
	struct ff_stroke stroke = {.colour = ff_palette_arrow,
				   .width = stream_width * on->layout->unit,
				   .opacity = 1,
				   .simple = true};
	double half = head * 0.45;

	for (size_t i = 0; i < lines->count; i++)
		put_line(on, picture, entries, lines->points + lines->lines[i].first,
			 lines->lines[i].count, &stroke);
	for (size_t i = 0; i < lines->head_count; i++) {
		const struct ff_streamlines_head *at = &lines->heads[i];
		double x = at->x - head * at->dx, y = at->y - head * at->dy;
		const struct ff_point points[] = {{at->x, at->y},
						  {x - half * at->dy, y + half * at->dx},
						  {x + half * at->dy, y - half * at->dx}};

		if (entries != NULL)
			stroke.colour =
				colour_on(picture, entries, (x + at->x) / 2, (y + at->y) / 2);
		on->polygon(on, points, 3, stroke.colour);
	}
}

static enum ff_status paint_flow(struct ff_surface *on, const struct ff_picture *picture)
{
	const int across = picture->style->numbers[FF_STYLE_NUMBER_STREAMLINES];
	const double usual = fmax(APART * on->layout->unit / on->scale, 1);
	const double apart =
		across > 0 ? fmax(fmax(picture->w, picture->h) / (double)across, 1) : usual;
	struct ff_streamlines lines;
	uint8_t *entries = NULL;
	enum ff_status st;

	if (!has_streamlines(picture->style)) {
		if (!picture->pale)
			paint_arrows(on, picture, ff_palette_colour(FF_PALETTE_PAPER), true);
		paint_arrows(on, picture, ff_palette_arrow, false);
		return FF_OK;
	}
	st = ff_streamlines_trace(picture->scene, apart, &lines);
	if (st == FF_OK && !picture->pale && (entries = read_entries(picture)) == NULL) {
		ff_streamlines_free(&lines);
		st = FF_E_NOMEM;
	}
	if (st != FF_OK)
		return st;
	paint_streamlines(on, picture, &lines, FF_STREAMLINES_HEAD * fmin(apart, usual), entries);
	ff_streamlines_free(&lines);
	free(entries);
	return FF_OK;
}

/* Returns true if a wall is within 'reach' cells of an open cell, both ways along an axis. */
static bool is_narrow(const struct ff_cost *cost, int64_t x, int64_t y, int64_t dx, int64_t dy,
		      int64_t reach)
{
	bool before = false, after = false;

	for (int64_t i = 1; i <= reach; i++) {
		before |= !ff_cost_open(cost, x - i * dx, y - i * dy);
		after |= !ff_cost_open(cost, x + i * dx, y + i * dy);
	}
	return before && after;
}

/* Returns true if most ways, by a sample of cells, are only about two pixels wide: streamlines
 * would be crumbs. */
static bool has_no_room(const struct ff_picture *picture)
{
	enum { SIDE = 64 };
	const struct ff_cost *cost = picture->scene->cost;
	int32_t reach = picture->style->block;
	int open = 0, narrow = 0;

	for (int32_t i = 0; i < SIDE * SIDE && reach > 1; i++) {
		int32_t x = (int32_t)((i % SIDE + 0.5) * cost->w / SIDE);
		int32_t y = (int32_t)(((i - i % SIDE) / (double)SIDE + 0.5) * cost->h / SIDE);

		if (!ff_cost_open(cost, x, y))
			continue;
		open++;
		narrow += is_narrow(cost, x, y, 1, 0, reach) || is_narrow(cost, x, y, 0, 1, reach);
	}
	return narrow * 4 > open * 3;
}

/* Also arrows, where cells are large enough for them. */
void ff_marks_add_streamlines(struct ff_picture *picture)
{
	const bool lines = has_streamlines(picture->style);
	const struct ff_fill ink = {.colour = lines && !picture->pale
						      ? ff_palette_colour(FF_PALETTE_INK)
						      : ff_palette_arrow};
	const char *way = picture->scene->flee ? "way to flee" : "way to go";

	if (lines && has_no_room(picture)) {
		ff_legend_add(&picture->legend, FF_LEGEND_NONE, ink,
			      "ways too narrow here for streamlines: choose a larger --scale");
		return;
	}
	ff_picture_mark(picture, FF_MARK_FLOW, "flow", paint_flow);
	ff_legend_add(&picture->legend, FF_LEGEND_ARROW, ink, "%s: %s",
		      lines ? "streamlines" : "arrow for each cell", way);
}

/* ---- values ---- */

enum { SMALLEST = 9 }; /* pixels of the height that a value needs */

/* Writes a row of values; 'entries' are those of its cells. */
static void write_row(struct ff_surface *on, const struct ff_picture *picture, int32_t y,
		      const uint8_t *entries)
{
	const struct ff_field *field = picture->scene->field;
	int decimals = ff_style_decimals(field);
	bool shared = shares_cells(picture);
	double high = shared ? fmax(on->scale / 2, SMALLEST) : on->scale;
	/* All are as large as the longest can be, if there is room for that. */
	struct ff_type common =
		ff_type_within(on->scale, high, ff_style_characters(picture->scene));
	/* Where lines may strike them out, they stand on a box of the cell's colour. */
	bool boxed = picture->marks[FF_MARK_CONTOURS].paint != NULL ||
		     picture->marks[FF_MARK_PORTALS].paint != NULL ||
		     (picture->marks[FF_MARK_FLOW].paint != NULL && !shared);

	for (int32_t x = 0; x < picture->w; x++) {
		double value = ff_field_value(field, ff_cost_index(picture->scene->cost, x, y));
		struct ff_colour under = picture->fills[entries[x]].colour;
		struct ff_point at = {x + 0.5, y + (shared ? value_below : 0.5)};
		char text[FF_STYLE_PRINT];
		struct ff_type type = common;
		double w, h;
		int n;

		if (value == FF_FIELD_NONEF || entries[x] == FF_PALETTE_GOAL)
			continue;
		n = ff_style_print(text, value, decimals);
		if (type.w == 0)
			type = ff_type_within(on->scale, high, n);
		if (type.w == 0)
			continue;
		w = (double)ff_type_width(&type, text) / on->scale;
		h = type.h / on->scale;
		if (boxed)
			on->box(on, at.x - w / 2, at.y - h / 2, w, h, under, 1);
		on->text(on, at, FF_SURFACE_MIDDLE, &type, text,
			 ff_palette_colour(ff_palette_ink(under)));
	}
}

static enum ff_status paint_values(struct ff_surface *on, const struct ff_picture *picture)
{
	uint8_t *entries = new_row(picture);

	if (entries == NULL)
		return FF_E_NOMEM;
	for (int32_t y = 0; y < picture->h; y++) {
		read_row(picture, y, entries);
		write_row(on, picture, y, entries);
	}
	free(entries);
	return FF_OK;
}

/* ---- sight ---- */

enum {
	OUTLINED = 4, /* pixels of the smallest cell that has an outline */
	STRIPED = 18, /* pixels between two stripes along a row, for a thin line of one */
};

/* Returns true if the cell x,y is on the map and sees a goal. */
static bool sees_goal(const struct ff_labels *sight, int32_t x, int32_t y)
{
	return x >= 0 && x < sight->w && y >= 0 && y < sight->h &&
	       sight->cells[(size_t)y * (size_t)sight->w + (size_t)x] != FF_LABELS_NONE;
}

/* Paints the edges of a cell that sees a goal, towards those that do not. */
static void edge_sight(struct ff_surface *on, const struct ff_labels *sight, int32_t x, int32_t y)
{
	double wide = on->layout->unit / on->scale, far = 1 - wide;

	if (!sees_goal(sight, x - 1, y))
		on->box(on, x, y, wide, 1, ff_palette_sight_edge, 1);
	if (!sees_goal(sight, x + 1, y))
		on->box(on, x + far, y, wide, 1, ff_palette_sight_edge, 1);
	if (!sees_goal(sight, x, y - 1))
		on->box(on, x, y, 1, wide, ff_palette_sight_edge, 1);
	if (!sees_goal(sight, x, y + 1))
		on->box(on, x, y + far, 1, wide, ff_palette_sight_edge, 1);
}

/* Paints the pieces of the stripe through (x, x - down) that lie on cells that see a goal. */
static void stripe_sight(struct ff_surface *on, const struct ff_labels *sight, double down)
{
	double x = fmax(0, down), end = fmin(sight->w, sight->h + down), from = x;

	while (x < end) {
		/* To the next cell; sums are rounded, so that a step is never too small to count.
		 */
		double next = fmin(floor(x), floor(x - down) + down) + 1;
		double middle;

		next = fmin(fmax(next, x + 0x1p-20), end);
		middle = (x + next) / 2;
		if (!sees_goal(sight, (int32_t)floor(middle), (int32_t)floor(middle - down))) {
			if (x > from)
				ff_surface_stripe(on, (struct ff_point){from, from - down},
						  (struct ff_point){x, x - down});
			from = next;
		}
		x = next;
	}
	if (x > from)
		ff_surface_stripe(on, (struct ff_point){from, from - down},
				  (struct ff_point){x, x - down});
}

static enum ff_status paint_sight(struct ff_surface *on, const struct ff_picture *picture)
{
	const struct ff_labels *sight = picture->scene->sight;
	double step = STRIPED * on->layout->unit / on->scale;

	for (int32_t y = 0; y < sight->h; y++)
		for (int32_t x = 0, from; x < sight->w; x++) {
			for (from = x; sees_goal(sight, x, y);)
				x++;
			if (x > from)
				on->box(on, from, y, x - from, 1, ff_palette_sight,
					FF_PALETTE_TINT / 100.0);
			for (; from < x && on->scale >= OUTLINED; from++)
				edge_sight(on, sight, from, y);
		}
	for (int32_t i = -(int32_t)(sight->h / step) - 1; i * step < sight->w; i++)
		stripe_sight(on, sight, (i + 0.5) * step);
	return FF_OK;
}

/* ---- small areas without a way ---- */

enum { RING = 8 }; /* pixels of an area that needs a ring, for a thin line of one */

/* The largest of the small areas; 'radius' is in cells, of rings and of areas that need one. */
struct ringed {
	double radius;
	size_t count, listed;
	struct {
		uint64_t cells;
		struct ff_image_part box;
	} areas[FF_PICTURE_RINGS]; /* [listed]  the largest first */
};

static void add_ringed(void *context, const struct ff_region *area, const struct ff_image_part *box)
{
	struct ringed *ringed = context;
	size_t at;

	if (box->w > ringed->radius || box->h > ringed->radius)
		return;
	ringed->count++;
	ringed->listed += ringed->listed < FF_PICTURE_RINGS;
	for (at = ringed->listed; at > 0 && area->cells > ringed->areas[at - 1].cells; at--)
		if (at < ringed->listed)
			ringed->areas[at] = ringed->areas[at - 1];
	if (at < ringed->listed) {
		ringed->areas[at].cells = area->cells;
		ringed->areas[at].box = *box;
	}
}

/* Returns 'at', moved so that it is at least 'room' away from both ends of 0..size; not moved where
 * these are too near to each other. */
static double keep_within(double at, double room, double size)
{
	return size < 2 * room ? at : fmin(fmax(at, room), size - room);
}

/* Makes one ring around two that overlap, and removes the second; false if no two do. */
static bool join_rings(struct ff_picture_rings *rings)
{
	for (size_t i = 0; i < rings->count; i++)
		for (size_t k = i + 1; k < rings->count; k++) {
			struct ff_picture_ring *a = &rings->items[i], *b = &rings->items[k];
			double dx = b->middle.x - a->middle.x, dy = b->middle.y - a->middle.y;
			double apart = sqrt(dx * dx + dy * dy);
			double radius = (apart + a->radius + b->radius) / 2, part;

			if (apart >= a->radius + b->radius)
				continue;
			if (radius > a->radius && radius > b->radius) {
				part = (radius - a->radius) / apart;
				a->middle.x += part * dx;
				a->middle.y += part * dy;
				a->radius = radius;
			} else if (b->radius > a->radius) {
				*a = *b;
			}
			*b = rings->items[--rings->count];
			return true;
		}
	return false;
}

static enum ff_status paint_rings(struct ff_surface *on, const struct ff_picture *picture)
{
	const double unit = on->layout->unit;
	const struct ff_stroke rim = {
		.colour = ff_palette_colour(FF_PALETTE_PAPER), .width = 4 * unit, .opacity = 1};
	const struct ff_stroke line = {.colour = picture->fills[FF_PALETTE_UNREACHED].line,
				       .width = 2 * unit,
				       .opacity = 1};

	for (size_t i = 0; i < picture->rings.count; i++) {
		const struct ff_picture_ring *ring = &picture->rings.items[i];

		on->ring(on, ring->middle, ring->radius * on->scale, &rim);
		on->ring(on, ring->middle, ring->radius * on->scale, &line);
	}
	return FF_OK;
}

/* Finds the rings around small areas. */
static void add_rings(struct ff_picture *picture)
{
	const struct ff_classes *classes = picture->scene->classes;
	struct ff_fill line = {.colour = picture->fills[FF_PALETTE_UNREACHED].line};
	struct ringed ringed = {0};
	struct ff_layout layout;
	double room;

	ff_layout_set(&layout, picture->w, picture->h, picture->style, &picture->legend);
	ringed.radius = RING * layout.unit / layout.scale;
	room = ringed.radius + 2 * layout.unit / layout.scale;
	picture->failed |= ff_regions_find(classes->w, classes->h, classes->cells, FF_UNREACHED,
					   FF_UNREACHED, false, add_ringed, &ringed) != FF_OK;
	for (size_t i = 0; i < ringed.listed; i++) {
		const struct ff_image_part *box = &ringed.areas[i].box;

		picture->rings.items[picture->rings.count++] = (struct ff_picture_ring){
			{keep_within(box->x + box->w / 2.0, room, picture->w),
			 keep_within(box->y + box->h / 2.0, room, picture->h)},
			ringed.radius};
	}
	while (join_rings(&picture->rings))
		;
	if (ringed.count == 0)
		return;
	ff_picture_mark(picture, FF_MARK_RINGS, "rings", paint_rings);
	/* Legends of frames have the same lines. */
	if (picture->style->counter != NULL)
		return;
	if (ringed.count > ringed.listed)
		ff_legend_add(&picture->legend, FF_LEGEND_RING, line,
			      "the %zu largest small areas, and %zu more", ringed.listed,
			      ringed.count - ringed.listed);
	else
		ff_legend_add(&picture->legend, FF_LEGEND_RING, line, "small area%s",
			      ringed.count == 1 ? "" : "s");
}

/* ---- edits ---- */

/* Paints a ring around a small area, or else a line around it, 'gap' cells outside of it. */
static void paint_around(struct ff_surface *on, const struct ff_image_part *area, double gap,
			 const struct ff_stroke *stroke)
{
	double x0 = area->x - gap, x1 = area->x + area->w + gap;
	double y0 = area->y - gap, y1 = area->y + area->h + gap;
	const struct ff_point corners[] = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}};
	double radius = MARKER * on->layout->unit;

	if (fmax(area->w, area->h) * on->scale < 2 * radius)
		on->ring(on, (struct ff_point){area->x + area->w / 2.0, area->y + area->h / 2.0},
			 radius, stroke);
	else
		on->line(on, corners, sizeof corners / sizeof *corners, stroke);
}

static enum ff_status paint_edits(struct ff_surface *on, const struct ff_picture *picture)
{
	static const struct {
		double width, opacity;
	} looks[FF_STYLE_AGES] = {{4, 1}, {3, 0.6}, {2, 0.35}};
	const struct ff_style_edits *edits = picture->style->edits;

	for (size_t i = 0; i < edits->count; i++) {
		const struct ff_style_edit *edit = &edits->items[i];
		const struct ff_stroke stroke = {.colour = ff_palette_colour(FF_PALETTE_EDITED),
						 .width = looks[edit->age].width * on->layout->unit,
						 .opacity = looks[edit->age].opacity};

		const struct ff_stroke rim = {.colour = ff_palette_colour(FF_PALETTE_PAPER),
					      .width = stroke.width + 2 * on->layout->unit,
					      .opacity = stroke.opacity};

		paint_around(on, &edit->area, stroke.width / 2 / on->scale, &rim);
		paint_around(on, &edit->area, stroke.width / 2 / on->scale, &stroke);
	}
	return FF_OK;
}

/* ---- all ---- */

void ff_marks_add_values(struct ff_picture *picture)
{
	ff_picture_mark(picture, FF_MARK_VALUES, "values", paint_values);
}

void ff_marks_add_arrows(struct ff_picture *picture)
{
	if ((picture->style->with & FF_STYLE_STREAMLINES) == 0)
		ff_marks_add_streamlines(picture);
}

void ff_marks_add_sight(struct ff_picture *picture)
{
	const struct ff_scene *scene = picture->scene;
	size_t cells = (size_t)picture->w * (size_t)picture->h, seen = 0;

	for (size_t i = 0; scene->sight != NULL && i < cells; i++)
		seen += scene->sight->cells[i] != FF_LABELS_NONE &&
			scene->classes->cells[i] != FF_GOAL;
	if (seen == 0)
		return;
	ff_picture_mark(picture, FF_MARK_SIGHT, "sight", paint_sight);
	ff_legend_add(&picture->legend, FF_LEGEND_SEEN, picture->fills[FF_PALETTE_PAPER],
		      "sees a goal");
}

void ff_marks_add_grid(struct ff_picture *picture)
{
	ff_picture_mark(picture, FF_MARK_GRID, "grid", paint_grid);
}

void ff_marks_add(struct ff_picture *picture)
{
	static void (*const add[FF_STYLE_LAYERS])(struct ff_picture *) = {
#define ADD(id, name, ...) ff_marks_add_##name,
		FF_STYLE_LAYER_ROWS(ADD)
#undef ADD
	};

	ff_picture_mark(picture, FF_MARK_GOALS, "goals", paint_goals);
	if (picture->scene->goals->count <= FF_MARKS_NAMED && !picture->style->bare &&
	    (picture->style->with & FF_STYLE_VALUES) == 0)
		ff_picture_mark(picture, FF_MARK_NAMES, "names", paint_names);
	for (int k = 0; k < FF_STYLE_LAYERS; k++)
		if ((picture->style->with >> k & 1) != 0)
			add[k](picture);
	if (picture->scene->classes->count[FF_UNREACHED] > 0 && !picture->hides_classes)
		add_rings(picture);
	if (picture->style->edits != NULL) {
		ff_picture_mark(picture, FF_MARK_EDITS, "edits", paint_edits);
		ff_legend_add(&picture->legend, FF_LEGEND_RING, picture->fills[FF_PALETTE_EDITED],
			      "edited");
	}
}

/* Paints the cells, or the pixels of the map as if they were cells. */
static enum ff_status paint_cells(struct ff_surface *on, const struct ff_picture *picture,
				  struct ff_error *err)
{
	const struct ff_layout *layout = on->layout;
	struct ff_surface_cells cells = {.w = picture->w,
					 .h = picture->h,
					 .row = picture->row,
					 .context = picture->context,
					 .fills = picture->fills,
					 .rank = picture->rank};
	struct ff_layout pixels = *layout;
	enum ff_status st;

	if (picture->by_pixel) {
		cells.w = pixels.columns = (int32_t)layout->w;
		cells.h = pixels.rows = (int32_t)layout->h;
		pixels.scale = pixels.block = 1;
	}
	on->layout = &pixels;
	st = on->cells(on, &cells, err);
	on->layout = layout;
	return st;
}

static enum ff_status paint_picture(struct ff_surface *on, const void *context,
				    struct ff_error *err)
{
	const struct ff_picture *picture = context;
	enum ff_status st = paint_cells(on, picture, err);

	for (int i = 0; i < FF_MARKS && st == FF_OK; i++) {
		if (picture->marks[i].paint == NULL)
			continue;
		on->layer(on, picture->marks[i].id,
			  i == FF_MARK_GOALS ? FF_SURFACE_OVER : FF_SURFACE_MAP);
		st = picture->marks[i].paint(on, picture) == FF_OK
			     ? FF_OK
			     : ff_status_nomem(err, "a picture");
	}
	if (st != FF_OK)
		return st;
	ff_layout_paint(&picture->layout, on, picture->style->title);
	if (picture->style->counter != NULL)
		ff_layout_paint_counter(&picture->layout, on, picture->style->counter);
	ff_legend_paint(&picture->legend, on);
	return FF_OK;
}

enum ff_status ff_picture_paint(struct ff_picture *picture, struct ff_page *page,
				struct ff_error *err)
{
	struct ff_picture_labels labels = {.count = 0};
	enum ff_status st;

	if (picture->scene != NULL)
		ff_marks_add(picture);
	if (picture->failed)
		return ff_status_nomem(err, "a picture");
	ff_legend_add_span(&picture->legend, picture->w, picture->style);
	ff_layout_set(&picture->layout, picture->w, picture->h, picture->style, &picture->legend);
	if (picture->labels == NULL)
		picture->labels = &labels;
	st = ff_page_paint(page, &picture->layout, picture->legend.title, paint_picture, picture,
			   err);
	picture->labels = picture->labels == &labels ? NULL : picture->labels;
	return st;
}
