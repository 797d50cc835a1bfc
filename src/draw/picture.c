#include "draw/picture.h"

#include <math.h>

/* ---- the base layer ---- */

const uint8_t ff_base_grounds[FF_BASE_GROUNDS] = {
	0, 1, 2, 3, 4, 5, FF_PALETTE_WALL, FF_PALETTE_CLOSED, FF_PALETTE_UNREACHED, FF_PALETTE_GOAL,
};

void ff_base_levels(const struct ff_cost *cost, int count, uint8_t levels[256])
{
	struct ff_cost_range costs = ff_cost_range(cost);
	int span = costs.most - costs.least;

	for (int c = costs.least; c <= costs.most; c++)
		levels[c] = (uint8_t)(span == 0 ? 0 : (c - costs.least) * (count - 1) / span);
}

static uint8_t ground_of(const struct ff_base *base, size_t i)
{
	const struct ff_scene *scene = base->scene;

	if (ff_scene_closed(scene, i))
		return FF_PALETTE_CLOSED;
	switch ((enum ff_class)scene->classes->cells[i]) {
	case FF_WALL:
		return FF_PALETTE_WALL;
	case FF_UNREACHED:
		return FF_PALETTE_UNREACHED;
	case FF_GOAL:
		return FF_PALETTE_GOAL;
	default:
		return base->shades[scene->map->cells[i]];
	}
}

void ff_base_set(struct ff_base *base, const struct ff_scene *scene)
{
	size_t count = (size_t)scene->map->w * (size_t)scene->map->h;

	*base = (struct ff_base){.scene = scene};
	ff_base_levels(scene->map, FF_BASE_SHADES, base->shades);
	for (size_t i = 0; i < count; i++)
		base->seen[ground_of(base, i)] = true;
}

void ff_base_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct ff_base *base = context;
	size_t start = ff_cost_index(base->scene->map, 0, y);

	for (int32_t x = 0; x < base->scene->map->w; x++)
		colours[x] = ground_of(base, start + (size_t)x);
}

void ff_base_palette(struct ff_image *image)
{
	ff_palette_set_look(image, FF_PALETTE_WALKS);
	ff_palette_fill_ramp(image->palette, FF_BASE_SHADES, &ff_palette_walks_ground);
}

size_t ff_base_legend(const struct ff_base *base,
		      struct ff_legend_swatch swatches[FF_BASE_SWATCHES])
{
	struct ff_legend_swatch fixed[FF_LEGEND_FIXED];
	size_t others = ff_legend_scene(base->scene, fixed), count = 0;
	int least = FF_BASE_SHADES, most = -1;

	for (int i = 0; i < FF_BASE_SHADES; i++)
		if (base->seen[i]) {
			least = i < least ? i : least;
			most = i;
		}
	if (most > least) {
		swatches[count++] = (struct ff_legend_swatch){(uint8_t)least, "cheap"};
		swatches[count++] = (struct ff_legend_swatch){(uint8_t)most, "costly"};
	}
	for (size_t i = 0; i < others; i++)
		if (base->seen[fixed[i].colour])
			swatches[count++] = fixed[i];
	return count;
}

/* ---- goals ---- */

enum {
	EASY = 12,    /* pixels of cells that need no mark */
	MANY = 100,   /* goals */
	SMALLEST = 8, /* pixels from a mark's middle to its inside, at least */
};

uint8_t ff_mark_layer(const struct ff_mark_ring *ring, int layer)
{
	const uint8_t layers[FF_MARK_LAYERS] = {FF_PALETTE_INK, FF_PALETTE_PAPER, FF_PALETTE_PAPER,
						ring->colour,   ring->colour,     FF_PALETTE_INK};

	return layers[layer];
}

static struct ff_mark_ring ring_around(const struct ff_goal *goal, int scale)
{
	bool single = floor(goal->x) == goal->x && floor(goal->y) == goal->y;
	/* The circle around a cell, or around up to four that share the place, and a pixel. */
	int around = scale * 3 / (single ? 4 : 2) + 1;

	return (struct ff_mark_ring){.round = true,
				     .x = (int64_t)floor((goal->x + 0.5) * scale),
				     .y = (int64_t)floor((goal->y + 0.5) * scale),
				     .radius = around > SMALLEST ? around : SMALLEST};
}

/* Returns the pixels between an area's edge and its frame. */
static int64_t gap_of(int64_t side)
{
	return side / 2 < SMALLEST ? SMALLEST - side / 2 : 1;
}

static struct ff_mark_ring frame_around(const struct ff_goal *goal, int scale)
{
	int64_t w = (int64_t)goal->w * scale, h = (int64_t)goal->h * scale;
	int64_t right = gap_of(w) + 1, down = gap_of(h) + 1;

	return (struct ff_mark_ring){.x = (int64_t)goal->x * scale - right,
				     .y = (int64_t)goal->y * scale - down,
				     .w = w + 2 * right,
				     .h = h + 2 * down};
}

void ff_mark_each_goal(const struct ff_scene *scene, int scale,
		       void (*put)(void *context, const struct ff_mark_ring *ring), void *context)
{
	const struct ff_goals *goals = scene->goals;

	/* Large cells of goals are easy to see, if they are shown at all. */
	if ((scale >= EASY && !scene->flee) || goals->count > MANY)
		return;
	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_goal *goal = &goals->items[i];
		struct ff_mark_ring ring = goal->w > 1 || goal->h > 1 ? frame_around(goal, scale)
								      : ring_around(goal, scale);

		ring.colour = scene->flee ? FF_PALETTE_INK : FF_PALETTE_GOAL;
		if (goal->level == 0)
			put(context, &ring);
	}
}

/* ---- numbers ---- */

void ff_mark_each_number(const struct ff_picture *picture, const struct ff_mark *mark,
			 void (*put)(void *context, const struct ff_mark_number *number),
			 void *context)
{
	const struct ff_field *field = picture->scene->field;
	int decimals = ff_style_decimals(field);

	for (int32_t y = 0; y < field->h; y++)
		for (int32_t x = 0; x < field->w; x++) {
			size_t i = ff_cost_index(picture->scene->cost, x, y);
			double value = ff_field_value(field, i);
			struct ff_mark_number number = {.x = x, .y = y};

			if (value == FF_FIELD_NONEF)
				continue;
			number.length = ff_style_print(number.text, value, decimals);
			number.under = mark->numbers.under(picture->context, i);
			if (ff_style_values_font(picture->style->scale, number.length) != NULL)
				put(context, &number);
		}
}

/* ---- the wheel ---- */

const struct ff_mark_letter ff_mark_letters[FF_MARK_LETTERS] = {
	{"N", -2, -FF_MARK_WHEEL_RADIUS - 12},
	{"S", -2, FF_MARK_WHEEL_RADIUS + 5},
	{"W", -FF_MARK_WHEEL_RADIUS - 10, -4},
	{"E", FF_MARK_WHEEL_RADIUS + 6, -4},
};

/* Returns the weight of a square of cells: of its directions and, above all, goals. */
static int64_t weigh_square(const struct ff_scene *scene, int64_t x, int64_t y, int64_t side)
{
	enum { GOAL = 1 << 20 };
	int64_t weight = 0;

	for (int64_t row = y; row < y + side; row++)
		for (int64_t column = x; column < x + side; column++) {
			int64_t i = row * scene->cost->w + column;
			bool inside = ff_cost_inside(scene->cost, column, row);

			if (inside && scene->classes->cells[i] == FF_GOAL)
				weight += GOAL;
			else if (inside && (scene->flow->cells[i] != FF_NONE ||
					    scene->classes->cells[i] == FF_UNREACHED))
				weight++;
		}
	return weight;
}

bool ff_mark_place_wheel(const struct ff_scene *scene, int scale, int64_t *x, int64_t *y)
{
	const int64_t side = FF_MARK_WHEEL_SIDE;
	int64_t w = (int64_t)scene->cost->w * scale, h = (int64_t)scene->cost->h * scale;
	int64_t corners[4][2] = {{w - side, 0}, {0, 0}, {w - side, h - side}, {0, h - side}};
	int64_t least = INT64_MAX;

	*x = *y = 0;
	if (w < 3 * side || h < 3 * side)
		return false;
	for (int i = 0; i < 4; i++) {
		int64_t weight = weigh_square(scene, corners[i][0] / scale, corners[i][1] / scale,
					      side / scale + 1);

		if (weight < least) {
			least = weight;
			*x = corners[i][0];
			*y = corners[i][1];
		}
	}
	return true;
}

/* ---- pictures ---- */

struct ff_mark *ff_picture_add(struct ff_picture *picture, enum ff_mark_kind kind)
{
	struct ff_mark *mark = &picture->marks[picture->mark_count++];

	*mark = (struct ff_mark){.kind = kind};
	return mark;
}
