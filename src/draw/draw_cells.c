/* Pictures that show a number or a class of each cell. */
#include "draw/draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/picture.h"

/* ---- the cost to reach a goal ---- */

enum { STRETCH = 256 }; /* values that are read at a time */

static uint8_t colour_of(const struct ff_heatmap *map, double value)
{
	double level;

	if (map->band > 0)
		value = (floor(value / map->band) + 0.5) * map->band;
	if (map->kind != FF_SCALE_LINEAR)
		return (uint8_t)(ff_scale_part(&map->scale, value) * (FF_PALETTE_LEVELS - 1) /
				 (FF_SCALE_PARTS - 1));
	level = fmax(value - map->least, 0) * (FF_PALETTE_LEVELS - 1) / map->span;
	return (uint8_t)(level < FF_PALETTE_LEVELS - 1 ? level : FF_PALETTE_LEVELS - 1);
}

/* Sets the entries of whole numbers, where least is 0, without a division, as colour_of() does.
 * 'whole' is a little too large, so that a whole quotient is not missed; no other quotient is that
 * near to the next whole number.
 */
static void read_whole(const struct ff_heatmap *map, size_t start, int n, uint8_t *colours)
{
	const uint32_t *value = map->scene->field->u32 + start;
	double whole = map->whole;

	/* Cells without a value get another colour later. */
	for (int i = 0; i < n; i++) {
		double level = (double)(int32_t)value[i] * whole;

		level = level < FF_PALETTE_LEVELS - 1 ? level : FF_PALETTE_LEVELS - 1;
		colours[i] = (uint8_t)(int32_t)level;
	}
}

/* Gives n cells that are not reached the entry of their class. */
static void set_classes(const uint8_t *classes, int n, uint8_t *colours)
{
	uint8_t fixed[STRETCH];

	/* In two loops, so that compilers make vector code. */
	for (int i = 0; i < n; i++)
		fixed[i] = ff_palette_class(classes[i], 0);
	for (int i = 0; i < n; i++)
		colours[i] = classes[i] == FF_REACHED ? colours[i] : fixed[i];
}

static void heatmap_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_heatmap *map = context;
	double values[STRETCH];
	const struct ff_scene *scene = map->scene;
	const uint8_t *classes = scene->classes->cells + ff_cost_index(scene->cost, 0, y);

	for (int32_t x = 0; x < scene->field->w; x += STRETCH) {
		int n = scene->field->w - x < STRETCH ? scene->field->w - x : STRETCH;
		size_t start = ff_cost_index(scene->cost, x, y);

		if (map->whole > 0) {
			read_whole(map, start, n, colours + x);
		} else {
			ff_raster_values(&map->raster, start, (size_t)n, values);
			for (int i = 0; i < n; i++)
				colours[x + i] = colour_of(map, values[i]);
		}
		set_classes(classes + x, n, colours + x);
	}
	ff_picture_close(scene, y, colours);
}

/* Returns the levels a unit for read_whole(); 0: it does not fit this field. */
static double whole_of(const struct ff_heatmap *map)
{
	const struct ff_field *field = map->scene->field;

	if (field->type != FF_FIELD_U32 || field->unit != 1 || field->zero != 0 ||
	    map->least != 0 || map->band > 0 || map->kind != FF_SCALE_LINEAR ||
	    floor(map->span) != map->span || map->span > UINT32_MAX ||
	    map->scene->largest > INT32_MAX)
		return 0;
	return (FF_PALETTE_LEVELS - 1) / map->span * (1 + 0x1p-50);
}

/* Gives each level the colour of the band of its largest values: whole numbers lie on edges. */
static void set_bands(const struct ff_heatmap *map, struct ff_fill *fills)
{
	struct ff_fill even[FF_PALETTE_LEVELS];

	memcpy(even, fills, sizeof even);
	for (int i = 0; i < FF_PALETTE_LEVELS; i++) {
		double part = fmin((i + 0.999) / (FF_PALETTE_LEVELS - 1), 1);
		double value = map->least + map->span * part;

		if (map->kind != FF_SCALE_LINEAR)
			value = map->scale.edges[(int)(part * FF_SCALE_PARTS)];
		fills[i] = even[colour_of(map, value)];
	}
}

static struct ff_colour heatmap_colour(const void *context, double value)
{
	const struct ff_heatmap *map = context;

	return map->fills[colour_of(map, value)].colour;
}

enum ff_scale_kind ff_heatmap_scale(const struct ff_scene *scene, const struct ff_style *style)
{
	const size_t cells = (size_t)scene->field->w * (size_t)scene->field->h;
	size_t count = 0, low = 0;

	if (style->color_scale != FF_SCALE_AUTO)
		return scene->least < 0 ? FF_SCALE_LINEAR : style->color_scale;
	for (size_t i = 0; i < FF_SCALE_SAMPLE && i < cells && scene->field->cells != NULL; i++) {
		size_t cell = ff_scale_cell(i, cells);
		bool reached = scene->classes->cells[cell] == FF_REACHED;

		count += reached;
		low += reached && ff_field_value(scene->field, cell) < scene->largest / 10;
	}
	/* A range, or frames that are compared, would be read as even. */
	return style->range == 0 && style->edits == NULL && scene->least >= 0 && low > count / 2
		       ? FF_SCALE_RANK
		       : FF_SCALE_LINEAR;
}

/* Sets the scale of a heatmap; false if memory ran out. */
static bool set_uneven(struct ff_heatmap *map, enum ff_scale_kind kind, double last)
{
	enum { SPAN = 1000000 }; /* of ratios */
	const struct ff_scene *scene = map->scene;
	const size_t cells = (size_t)scene->field->w * (size_t)scene->field->h;
	double *values, least = (double)INFINITY;
	size_t count = 0;

	if (kind == FF_SCALE_LINEAR || !(last > 0))
		return true;
	if ((values = malloc(FF_SCALE_SAMPLE * sizeof *values)) == NULL)
		return false;
	for (size_t i = 0; i < FF_SCALE_SAMPLE && i < cells; i++) {
		size_t cell = ff_scale_cell(i, cells);

		values[count] = ff_field_value(scene->field, cell);
		if (scene->classes->cells[cell] == FF_REACHED && values[count] > 0)
			least = fmin(least, values[count++]);
	}
	map->kind = kind;
	if (kind == FF_SCALE_LOG) {
		map->least = fmin(ff_style_round_down(fmax(fmin(least, last), last / SPAN)), last);
		ff_scale_ratios(&map->scale, map->least, last);
	} else {
		ff_scale_ranks(&map->scale, values, count, map->least, last);
	}
	free(values);
	return true;
}

bool ff_heatmap_begin(struct ff_heatmap *map, const struct ff_scene *scene,
		      const struct ff_style *style)
{
	struct ff_style_range range = ff_style_range(style, scene);

	*map = (struct ff_heatmap){.scene = scene,
				   .raster = ff_raster_of_field(scene->field),
				   .kind = FF_SCALE_LINEAR,
				   .least = range.first,
				   .span = range.last > range.first ? range.last - range.first : 1};
	return set_uneven(map, ff_heatmap_scale(scene, style), range.last);
}

void ff_heatmap_open(struct ff_heatmap *map, struct ff_picture *picture, bool pale)
{
	const struct ff_scene *scene = picture->scene;
	const struct ff_style *style = picture->style;
	struct ff_style_range range = ff_style_range(style, scene);

	picture->failed |= !ff_heatmap_begin(map, scene, style);
	picture->shows = style->with & FF_STYLE_BANDS;
	map->band = picture->shows != 0 ? ff_picture_bands(scene, style) : 0;
	map->whole = whole_of(map);
	picture->pale = pale;
	ff_palette_levels(picture->fills, style->colormap);
	/* In shades of the colour of reached cells. */
	for (int i = 0; i < FF_PALETTE_LEVELS && picture->shares; i++)
		picture->fills[i].colour = ff_palette_mix(ff_palette_reached, ff_palette_white, i,
							  FF_PALETTE_LEVELS * 5 / 4);
	if (map->band > 0)
		set_bands(map, picture->fills);
	/* Without lines between bands nobody sees that their edges are those of levels. */
	if (picture->shares) {
		map->band = 0;
		map->whole = whole_of(map);
	}
	/* Every fourth is enough on pale cells, and leaves colours for the edges of marks. */
	for (int i = 0; i < FF_PALETTE_LEVELS && pale; i++)
		picture->fills[i].colour = ff_palette_pale(picture->fills[i | 3].colour);
	/* Every second leaves some for contours. */
	for (int i = 0; i < FF_PALETTE_LEVELS && (style->with & FF_STYLE_CONTOURS) != 0; i++)
		picture->fills[i].colour = picture->fills[i | 1].colour;
	ff_picture_cells(picture, heatmap_row, map);
	map->fills = picture->fills;
	if (!pale)
		picture->value_colour = heatmap_colour;
	ff_legend_title(&picture->legend, "%s%s",
			scene->flee ? "cost to flee" : "cost to reach the goal",
			map->kind == FF_SCALE_RANK ? ", colours by rank" : "");
	if (scene->classes->count[FF_REACHED] > 0)
		ff_legend_scale(&picture->legend, picture->fills, FF_PALETTE_LEVELS, map->least,
				range.last, scene->largest);
	if (map->kind != FF_SCALE_LINEAR) {
		picture->uneven = picture->legend.scale = &map->scale;
		picture->legend.less = map->least > 0;
	}
	ff_picture_list_classes(picture);
}

uint8_t ff_heatmap_level(const struct ff_heatmap *map, size_t cell)
{
	return colour_of(map, ff_raster_value(&map->raster, cell));
}

/* Returns the value of the cell at x,y, or NAN if it has none. */
static double value_at(const struct ff_scene *scene, int32_t x, int32_t y)
{
	const struct ff_field *field = scene->field;
	bool inside = x >= 0 && x < field->w && y >= 0 && y < field->h;
	size_t cell = inside ? ff_cost_index(scene->cost, x, y) : 0;

	return inside && ff_field_has(field, cell) ? ff_field_value(field, cell) : (double)NAN;
}

/* Returns true if all cells within 'reach' of x,y along an axis have a value; sets '*steady' if
 * these values rise or fall all the way. */
static bool has_room(const struct ff_scene *scene, int32_t x, int32_t y, int dx, int dy, int reach,
		     bool *steady)
{
	double before = value_at(scene, x - reach * dx, y - reach * dy), way = 0;
	bool bent = false;

	for (int i = 1 - reach; i <= reach && !isnan(before); i++) {
		double value = value_at(scene, x + i * dx, y + i * dy), rise = value - before;

		bent |= rise * way < 0;
		way = rise;
		before = value;
	}
	*steady |= !bent;
	return !isnan(before);
}

/* Returns true if contours would say something, by a sample of cells: if many have room for a line
 * around them, which walls leave in few of a maze, and costs do not go up and down as on noise. */
static bool suits_contours(const struct ff_scene *scene, const struct ff_style *style)
{
	enum { SIDE = 32, ROOM = 32 }; /* cells of the sample beside each other; pixels of room */
	int reach = style->scale < ROOM / 2 ? ROOM / style->scale : 2;
	int open = 0, roomy = 0, even = 0;

	for (int i = 0; i < SIDE * SIDE; i++) {
		int32_t x = (int32_t)((i % SIDE + 0.5) * scene->field->w / SIDE);
		int32_t y =
			(int32_t)(((i - i % SIDE) / (double)SIDE + 0.5) * scene->field->h / SIDE);
		bool steady = false, room = has_room(scene, x, y, 1, 0, reach, &steady) &&
					    has_room(scene, x, y, 0, 1, reach, &steady);

		open += !isnan(value_at(scene, x, y));
		roomy += room;
		even += room && steady;
	}
	return roomy * 4 > open && even * 4 > roomy * 3;
}

struct ff_style ff_heatmap_style(const struct ff_scene *scene, const struct ff_style *style)
{
	enum { FEW = 6 };
	struct ff_style own = *style;

	/* Lines would jump from frame to frame after edits. */
	if ((style->with & ~(unsigned)FF_STYLE_PATHS) == 0 && !style->bare && style->block == 1 &&
	    style->edits == NULL && suits_contours(scene, style)) {
		own.with |= FF_STYLE_CONTOURS;
		own.numbers[FF_STYLE_NUMBER_CONTOURS] = FEW;
	}
	return own;
}

enum ff_status ff_draw_heatmap(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err)
{
	const struct ff_style own = ff_heatmap_style(scene, style);
	struct ff_heatmap map;
	struct ff_picture picture;

	ff_picture_begin(&picture, scene, &own);
	ff_heatmap_open(&map, &picture, false);
	return ff_picture_paint(&picture, page, err);
}

enum ff_status ff_draw_bands(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err)
{
	struct ff_style own = *style;

	own.with |= FF_STYLE_BANDS;
	return ff_draw_heatmap(scene, &own, page, err);
}

enum ff_status ff_draw_arrows(const struct ff_scene *scene, const struct ff_style *style,
			      struct ff_page *page, struct ff_error *err)
{
	struct ff_style own = *style;
	struct ff_heatmap map;
	struct ff_picture picture;

	if ((own.with & FF_STYLE_STREAMLINES) == 0)
		own.with |= FF_STYLE_ARROWS;
	ff_picture_begin(&picture, scene, &own);
	ff_heatmap_open(&map, &picture, true);
	return ff_picture_paint(&picture, page, err);
}

/* ---- directions ---- */

enum { QUARTER = FF_PALETTE_LEVELS / 4 };

/* The vectors between the levels of a quarter, [k] half a level before level k, down from the
 * right.
 */
struct wheel {
	const struct ff_scene *scene;
	double dx[QUARTER + 1], dy[QUARTER + 1];
};

static void open_wheel(struct wheel *wheel, const struct ff_scene *scene)
{
	/* Sums and products alone are the same on all machines. */
	static const double half[2] = {0.999914327574007, -0.013089595571344441};
	static const double whole[2] = {0.9996573249755573, 0.026176948307873153};
	double x = half[0], y = half[1];

	wheel->scene = scene;
	for (int k = 0; k <= QUARTER; k++) {
		double next = x * whole[0] - y * whole[1];

		wheel->dx[k] = x;
		wheel->dy[k] = y;
		y = x * whole[1] + y * whole[0];
		x = next;
	}
}

static uint8_t wheel_level(const struct wheel *wheel, struct ff_flow_vector way)
{
	double x = way.dx, y = way.dy, swap;
	int quarter = 0, low = 0, high = QUARTER + 1;

	while (!(x > 0 && y >= 0)) {
		swap = x;
		x = y;
		y = -swap;
		quarter++;
	}
	while (high - low > 1) {
		int k = (low + high) / 2;

		if (wheel->dx[k] * y - wheel->dy[k] * x >= 0)
			low = k;
		else
			high = k;
	}
	return (uint8_t)((quarter * QUARTER + low) % FF_PALETTE_LEVELS);
}

static void wheel_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct wheel *wheel = context;
	const struct ff_scene *scene = wheel->scene;

	for (int32_t x = 0; x < scene->map->w; x++) {
		size_t cell = ff_cost_index(scene->map, x, y);
		struct ff_flow_vector way = ff_flow_vector_at(scene->flow, cell);

		entries[x] = ff_palette_class(scene->classes->cells[cell],
					      way.dx != 0 || way.dy != 0 ? wheel_level(wheel, way)
									 : FF_PALETTE_PAPER);
	}
	ff_picture_close(scene, y, entries);
}

enum ff_status ff_draw_directions(const struct ff_scene *scene, const struct ff_style *style,
				  struct ff_page *page, struct ff_error *err)
{
	struct ff_picture picture;
	struct wheel wheel;

	open_wheel(&wheel, scene);
	ff_picture_begin(&picture, scene, style);
	ff_palette_wheel(picture.fills);
	ff_picture_cells(&picture, wheel_row, &wheel);
	ff_legend_title(&picture.legend, scene->flee ? "way to flee" : "way to go");
	picture.legend.wheel = picture.fills;
	ff_picture_list_classes(&picture);
	return ff_picture_paint(&picture, page, err);
}

/* ---- classes ---- */

static void reach_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct ff_scene *scene = context;
	const uint8_t *class = scene->classes->cells + ff_cost_index(scene->cost, 0, y);

	for (int32_t x = 0; x < scene->cost->w; x++)
		entries[x] = ff_palette_class(class[x], 0);
	ff_picture_close(scene, y, entries);
}

enum ff_status ff_draw_reach(const struct ff_scene *scene, const struct ff_style *style,
			     struct ff_page *page, struct ff_error *err)
{
	const uint64_t *count = scene->classes->count;
	struct ff_style own = *style;
	struct ff_picture picture;
	struct ff_heatmap map;

	/* Bare pictures are for programs, which look classes up by their colours. */
	if (!style->bare && count[FF_REACHED] > 0 &&
	    count[FF_GOAL] + count[FF_REACHED] + count[FF_WALL] ==
		    (uint64_t)scene->map->w * (uint64_t)scene->map->h) {
		own.with |= FF_STYLE_BANDS;
		ff_picture_begin(&picture, scene, &own);
		picture.shares = true;
		ff_heatmap_open(&map, &picture, false);
		ff_legend_title(&picture.legend, "every open cell is reached, at this cost");
		picture.style = style; /* shades need no lines between them */
		return ff_picture_paint(&picture, page, err);
	}
	ff_picture_begin(&picture, scene, style);
	picture.fills[0] = (struct ff_fill){.colour = ff_palette_reached};
	picture.shares = true;
	ff_picture_cells(&picture, reach_row, scene);
	ff_picture_list_classes(&picture);
	return ff_picture_paint(&picture, page, err);
}

/* ---- costs of cells ---- */

/* Sets the entries of costs to levels of an uneven scale, unless an even one suits them; false if
 * memory ran out. */
static bool set_uneven_costs(struct ff_base *base, struct ff_picture *picture,
			     struct ff_cost_range costs, struct ff_scale *scale)
{
	const struct ff_cost *map = picture->scene->map;
	const size_t cells = (size_t)map->w * (size_t)map->h;
	enum ff_scale_kind kind = picture->style->color_scale;
	double *values = malloc(FF_SCALE_SAMPLE * sizeof *values);
	size_t count = 0, low = 0;

	if (values == NULL)
		return false;
	for (size_t i = 0; i < FF_SCALE_SAMPLE && i < cells; i++) {
		values[count] = map->cells[ff_scale_cell(i, cells)];
		low += values[count] * 10 < costs.most;
		count += values[count] < FF_COST_WALL;
	}
	if (kind == FF_SCALE_AUTO)
		kind = low > count / 2 ? FF_SCALE_RANK : FF_SCALE_LINEAR;
	if (kind == FF_SCALE_RANK)
		ff_scale_ranks(scale, values, count, costs.least, costs.most);
	else
		ff_scale_ratios(scale, costs.least, costs.most);
	free(values);
	if (kind == FF_SCALE_LINEAR)
		return true;
	for (uint32_t c = costs.least; c <= costs.most; c++)
		base->entries[c] = (uint8_t)(ff_scale_part(scale, c) * (FF_PALETTE_LEVELS - 1) /
					     (FF_SCALE_PARTS - 1));
	picture->legend.scale = scale;
	if (kind == FF_SCALE_RANK)
		ff_legend_title(&picture->legend, "cost of a cell, colours by rank");
	return true;
}

/* Sets the entries of all costs to levels of a scale, with a bar in the legend. */
static void set_levels(struct ff_base *base, struct ff_picture *picture, struct ff_scale *scale)
{
	const struct ff_scene *scene = picture->scene;
	struct ff_cost_range costs = ff_style_costs(scene->map), real = ff_cost_range(scene->map);
	int last = FF_PALETTE_LEVELS - 1;

	for (int i = 0; i < FF_PALETTE_LEVELS; i++)
		picture->fills[i] = (struct ff_fill){.colour = ff_palette_terrain(i, last)};
	ff_base_levels(base, costs, 0, last);
	if (scene->map->wide == NULL)
		picture->failed |= !set_uneven_costs(base, picture, costs, scale);
	ff_legend_scale(&picture->legend, picture->fills, FF_PALETTE_LEVELS,
			ff_scene_cost(scene, costs.least), ff_scene_cost(scene, costs.most),
			ff_scene_cost(scene, real.most));
}

enum ff_status ff_draw_terrain(const struct ff_scene *scene, const struct ff_style *style,
			       struct ff_page *page, struct ff_error *err)
{
	struct ff_picture picture;
	struct ff_base base = {.scene = scene, .all = true};
	struct ff_scale scale;

	ff_picture_begin(&picture, scene, style);
	picture.hides_classes = true;
	ff_legend_title(&picture.legend, "cost of a cell");
	if (!ff_base_own(&base, &picture, 0))
		set_levels(&base, &picture, &scale);
	ff_picture_cells(&picture, ff_base_row, &base);
	ff_picture_list_classes(&picture);
	return ff_picture_paint(&picture, page, err);
}

/* ---- equally good ways ---- */

enum {
	WAYS = FF_DIRECTIONS,
	STRONGEST = 4, /* ways that have the strongest colour, at least */
};

static void tie_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct ff_scene *scene = context;
	size_t start = ff_cost_index(scene->map, 0, y);

	for (int32_t x = 0; x < scene->map->w; x++) {
		size_t i = start + (size_t)x;
		uint32_t ways = scene->ties->cells[i];
		uint8_t class = scene->classes->cells[i];

		if (class == FF_GOAL || ways == FF_LABELS_NONE)
			entries[x] = ff_palette_class(class, FF_PALETTE_PAPER);
		else
			entries[x] = (uint8_t)ways;
	}
	ff_picture_close(scene, y, entries);
}

/* Sets the colours of the numbers of ways that occur, and lists them. */
static void set_ways(struct ff_picture *picture)
{
	const uint32_t *ties = picture->scene->ties->cells;
	size_t cells = (size_t)picture->w * (size_t)picture->h;
	bool occurs[WAYS + 1] = {false};
	struct ff_fill fills[WAYS + 1];
	int most = STRONGEST;

	for (size_t i = 0; i < cells; i++)
		if (ties[i] != FF_LABELS_NONE)
			occurs[ties[i]] = true;
	for (int ways = STRONGEST; ways <= WAYS; ways++)
		most = occurs[ways] ? ways : most;
	ff_palette_strengths(fills, most, picture->style->colormap);
	for (int ways = 1; ways <= most; ways++) {
		picture->fills[ways] = fills[ways - 1];
		if (occurs[ways])
			ff_legend_add(&picture->legend, FF_LEGEND_AREA, fills[ways - 1], "%d",
				      ways);
	}
}

enum ff_status ff_draw_ties(const struct ff_scene *scene, const struct ff_style *style,
			    struct ff_page *page, struct ff_error *err)
{
	struct ff_picture picture;

	ff_picture_begin(&picture, scene, style);
	ff_picture_cells(&picture, tie_row, scene);
	ff_legend_title(&picture.legend, "equally good ways");
	set_ways(&picture);
	ff_picture_list_classes(&picture);
	return ff_picture_paint(&picture, page, err);
}

/* ---- measures ---- */

enum { LEVELS = FF_PALETTE_LEVELS - FF_BASE_ENTRIES };

struct measured {
	const struct ff_scene *scene;
	const struct ff_draw_measure *what;
	struct ff_base base;
	struct ff_scale scale;
};

/* Returns true if a value is drawn; false for NAN. */
static double measured(const struct ff_draw_measure *what, size_t cell)
{
	return ff_raster_value(what->raster,
			       cell * (size_t)what->raster->channels + (size_t)what->channel);
}

static bool is_measured(const struct ff_draw_measure *what, double value)
{
	return value < (double)INFINITY && value >= what->least &&
	       (what->small ? value >= 0 : value > 0);
}

static void measure_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct measured *map = context;
	const struct ff_scene *scene = map->scene;
	size_t start = ff_cost_index(scene->map, 0, y);

	for (int32_t x = 0; x < scene->map->w; x++) {
		size_t i = start + (size_t)x;
		double value = measured(map->what, i);

		if (scene->classes->cells[i] != FF_GOAL && !ff_scene_closed(scene, i) &&
		    is_measured(map->what, value))
			entries[x] = (uint8_t)(ff_scale_part(&map->scale, value) * (LEVELS - 1) /
					       (FF_SCALE_PARTS - 1));
		else
			entries[x] = ff_base_entry(&map->base, i);
	}
}

/* Sets the least and the largest value that are drawn: INFINITY and 0 if there are none. */
static void find_range(const struct measured *map, double *least, double *most)
{
	const struct ff_raster *raster = map->what->raster;
	size_t n = (size_t)raster->w * (size_t)raster->h;

	*least = (double)INFINITY;
	*most = 0;
	for (size_t i = 0; i < n; i++) {
		double value = measured(map->what, i);

		if (map->scene->classes->cells[i] == FF_GOAL || !is_measured(map->what, value))
			continue;
		*least = fmin(*least, value);
		*most = fmax(*most, value);
	}
}

/* Sets parts of equally many cells; false if memory ran out. */
static bool set_ranks(struct measured *map, double last)
{
	const struct ff_raster *raster = map->what->raster;
	const size_t cells = (size_t)raster->w * (size_t)raster->h;
	double *values = malloc(FF_SCALE_SAMPLE * sizeof *values);
	size_t count = 0;

	if (values == NULL)
		return false;
	for (size_t i = 0; i < FF_SCALE_SAMPLE && i < cells; i++) {
		size_t cell = ff_scale_cell(i, cells);

		values[count] = measured(map->what, cell);
		count += map->scene->classes->cells[cell] != FF_GOAL &&
			 is_measured(map->what, values[count]);
	}
	ff_scale_ranks(&map->scale, values, count, 0, last);
	free(values);
	return true;
}

/* Sets the scale, and the bar of the legend unless nothing is drawn. */
static void set_scale(struct measured *map, struct ff_picture *picture)
{
	enum { SPAN = 1000000 }; /* of ratios: smaller values are shown as the least one */
	struct ff_legend *legend = &picture->legend;
	enum ff_scale_kind kind = picture->style->color_scale;
	double least, most, first = 0, last;

	find_range(map, &least, &most);
	if (least > most)
		return;
	if (kind == FF_SCALE_AUTO)
		kind = map->what->ratios ? FF_SCALE_LOG : FF_SCALE_LINEAR;
	last = picture->style->range != 0 ? picture->style->range : ff_style_round_away(most);
	if (kind == FF_SCALE_LOG) {
		first = ff_style_round_down(fmin(fmax(least, last / SPAN), last));
		last = fmax(last, first);
		ff_scale_ratios(&map->scale, first, last);
		legend->less = least < first;
	} else if (kind == FF_SCALE_RANK) {
		picture->failed |= !set_ranks(map, last);
	} else {
		ff_scale_differences(&map->scale, 0, last);
	}
	if (kind != FF_SCALE_LINEAR)
		legend->scale = &map->scale;
	legend->parts = kind == FF_SCALE_LINEAR;
	ff_legend_scale(legend, picture->fills, LEVELS, first, last, most);
}

/* Opens the ground, paler than elsewhere: its colours lie beside those of the measure. */
static void open_ground(struct measured *map, struct ff_picture *picture)
{
	size_t first = picture->legend.count;
	int end = ff_base_open(&map->base, picture, LEVELS);

	for (int i = LEVELS; i < end; i++)
		picture->fills[i].colour = ff_palette_pale(picture->fills[i].colour);
	for (size_t i = first; i < picture->legend.count; i++)
		picture->legend.items[i].fill.colour =
			ff_palette_pale(picture->legend.items[i].fill.colour);
}

enum ff_status ff_draw_measure(const struct ff_scene *scene, const struct ff_draw_measure *what,
			       const struct ff_style *style, struct ff_page *page,
			       struct ff_error *err)
{
	struct measured map = {.scene = scene, .what = what};
	struct ff_picture picture;

	ff_picture_begin(&picture, scene, style);
	ff_palette_strengths(picture.fills, LEVELS, style->colormap);
	/* Colours that do not stand out fade into the ground. */
	for (int low = 0, high = LEVELS - 1; what->small && low < high; low++, high--) {
		struct ff_fill fill = picture.fills[low];

		picture.fills[low] = picture.fills[high];
		picture.fills[high] = fill;
	}
	picture.shows = what->layer;
	if (what->notes != NULL)
		ff_picture_mark(&picture, FF_MARK_NUMBERS, "notes", what->notes);
	ff_picture_cells(&picture, measure_row, &map);
	ff_legend_title(&picture.legend, "%s", what->title);
	set_scale(&map, &picture);
	ff_picture_list_classes(&picture);
	open_ground(&map, &picture);
	return ff_picture_paint(&picture, page, err);
}
