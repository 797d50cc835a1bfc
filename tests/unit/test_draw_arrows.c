/*
 * Three kinds of pictures: an arrow a cell from 8 pixels on, an arrow a block
 * below that, a colour a direction at scale 1 or on large maps.
 */
#include "draw/draw.h"

#include "draw/arrow_layout.h"
#include "draw/canvas.h"
#include "glyphs.h"
#include "pictures.h"
#include "scene.h"
#include "sheets.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

enum { SINGLE = 8, PARTS = FF_ARROW_COVERAGE };

#define PI 3.14159265358979323846

static struct ff_image draw(const struct scene *s, int scale, enum ff_style_legend legend)
{
	const struct ff_style style = {.scale = scale, .legend = legend};
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	CHECK(ff_draw_arrows(&s->all, &style, &image, NULL, &err) == FF_OK, "\"%s\"", err.text);
	return image;
}

static int at(const struct ff_image *image, int64_t x, int64_t y)
{
	return image->pixels[y * image->w + x];
}

/* Returns true if a pixel of the map has ink of an arrow on it. */
static bool inked(const struct ff_image *image, int64_t x, int64_t y)
{
	int colour = at(image, x, y);

	return colour < FF_PALETTE_LEVELS && colour % PARTS != 0;
}

/* How many pixels of a cell are inked. */
static int ink_of(const struct ff_image *image, int32_t x, int32_t y, int scale)
{
	int count = 0;

	for (int i = 0; i < scale * scale; i++)
		count += inked(image, (int64_t)x * scale + i % scale,
			       (int64_t)y * scale + i / scale);
	return count;
}

/* ---- an arrow a cell ---- */

/* A cell of a reached map holds just the mask of its direction, in its middle. */
static void check_cell(const struct scene *s, const struct ff_image *image, int32_t i, int scale)
{
	static uint8_t mask[FF_ARROW_SIZE_MAX * FF_ARROW_SIZE_MAX];
	int32_t x = i % s->cost.w, y = i / s->cost.w;
	struct ff_flow_step step = ff_flow_steps[s->flow.cells[i]];
	double length = step.dx != 0 && step.dy != 0 ? sqrt(0.5) : 1;
	int size = scale < FF_ARROW_SIZE_MAX ? scale : FF_ARROW_SIZE_MAX;
	int from = scale / 2 - size / 2;

	memset(mask, 0, sizeof mask);
	if (s->flow.cells[i] != FF_NONE)
		ff_arrow_mask(size, step.dx * length, step.dy * length, mask);
	for (int p = 0; p < scale * scale; p++) {
		int mx = p % scale - from, my = p / scale - from;
		bool in = mx >= 0 && my >= 0 && mx < size && my < size;
		int colour =
			at(image, (int64_t)x * scale + p % scale, (int64_t)y * scale + p / scale);

		if (s->classes.cells[i] != FF_REACHED)
			CHECK(colour == (s->classes.cells[i] == FF_GOAL ? FF_PALETTE_GOAL
					 : s->classes.cells[i] == FF_UNREACHED
						 ? FF_PALETTE_UNREACHED
						 : FF_PALETTE_WALL),
			      "scale %d: a pixel of the %s %" PRId32 ",%" PRId32 " has colour %d",
			      scale, ff_classes_names[s->classes.cells[i]], x, y, colour);
		else
			CHECK(colour < FF_PALETTE_LEVELS &&
				      colour % PARTS == (in ? mask[my * size + mx] : 0),
			      "scale %d, %" PRId32 ",%" PRId32 ", direction %d, pixel %d,%d: %d",
			      scale, x, y, s->flow.cells[i], p % scale, p / scale, colour);
	}
}

static void every_cell_has_the_arrow_of_its_direction_and_no_other_ink(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 60; k++) {
		int scale = SINGLE + k;
		struct ff_image image;
		struct scene s;

		scene_random(&s, 6, 5, k % 50, 1 + k * 4, &dice);
		s.goals.count = 0; /* no rings */
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		CHECK(image.w == 6 * scale && image.h == 5 * scale, "%" PRId32 "x%" PRId32, image.w,
		      image.h);
		for (int32_t i = 0; i < 30; i++)
			check_cell(&s, &image, i, scale);
		free(image.pixels);
		scene_free(&s);
	}
}

static void the_cost_is_a_quiet_grey_below_the_arrow(void)
{
	struct ff_image image;
	struct scene s;
	int before = -1;

	scene_new(&s, 254, 1);
	for (int i = 0; i < 254; i++)
		s.cost.cells[i] = (uint8_t)(1 + i);
	image = draw(&s, SINGLE, FF_STYLE_LEGEND_NEVER);
	CHECK(at(&image, 0, 0) == 0, "the cheapest: %d", at(&image, 0, 0));
	CHECK(at(&image, image.w - 1, 0) == FF_PALETTE_LEVELS - PARTS, "the dearest: %d",
	      at(&image, image.w - 1, 0));
	for (int i = 0; i < 254; i++) {
		int here = at(&image, (int64_t)i * SINGLE, 0);
		struct ff_colour c = image.palette[here];

		CHECK(here % PARTS == 0 && here >= before, "cost %d: %d after %d", i + 1, here,
		      before);
		CHECK(c.r >= 140 && c.g >= 140 && c.b >= 140, "cost %d: %d,%d,%d is not quiet",
		      i + 1, c.r, c.g, c.b);
		before = here;
	}
	free(image.pixels);
	scene_free(&s);
}

static void ink_gets_darker_by_its_part_on_every_grey(void)
{
	struct ff_image image;
	struct scene s;

	scene_of(&s, "g./");
	image = draw(&s, SINGLE, FF_STYLE_LEGEND_NEVER);
	for (int i = 0; i + 1 < FF_PALETTE_LEVELS; i++) {
		struct ff_colour here = image.palette[i], next = image.palette[i + 1];

		CHECK(i % PARTS == PARTS - 1 || (next.r < here.r && next.g < here.g),
		      "entry %d is %d,%d,%d and the next %d,%d,%d", i, here.r, here.g, here.b,
		      next.r, next.g, next.b);
	}
	CHECK(memcmp(&image.palette[PARTS - 1], &image.palette[FF_PALETTE_LEVELS - 1],
		     sizeof image.palette[0]) == 0,
	      "full ink is not the same on all greys");
	free(image.pixels);
	scene_free(&s);
}

/* Gives each cell a vector at a random angle, and the code that is nearest to it. */
static void turn_at_random(struct scene *s, uint64_t *dice)
{
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;

	s->flow.vectors = oracle_cells(n, sizeof *s->flow.vectors);
	for (size_t i = 0; i < n; i++) {
		double angle = (double)(oracle_random(dice) % 100000) / 100000 * 2 * PI;

		s->flow.vectors[i] = (struct ff_flow_vector){0, 0};
		if (s->flow.cells[i] == FF_NONE)
			continue;
		s->flow.vectors[i] = (struct ff_flow_vector){(float)cos(angle), (float)sin(angle)};
		s->flow.cells[i] = (uint8_t)ff_flow_nearest(cos(angle), sin(angle));
	}
}

/* Returns the angle of an arrow in the middle of a picture: of its longest axis, towards its larger
 * half. */
static double angle_of(const struct ff_image *image)
{
	double x = 0, y = 0, xx = 0, xy = 0, yy = 0, axis;

	for (int i = 0; i < image->w * image->h; i++) {
		double part = image->pixels[i] % PARTS;
		int row = i / image->w;
		double dx = i % image->w + 0.5 - image->w / 2.0;
		double dy = row + 0.5 - image->h / 2.0;

		x += part * dx;
		y += part * dy;
		xx += part * dx * dx;
		xy += part * dx * dy;
		yy += part * dy * dy;
	}
	axis = atan2(2 * xy, xx - yy) / 2;
	return x * cos(axis) + y * sin(axis) > 0 ? axis : axis + PI;
}

static void a_vector_has_an_arrow_at_its_angle(void)
{
	enum { TURNS = 719 };

	for (int k = 0; k < TURNS; k++) {
		double angle = k * 2 * PI / TURNS, off;
		struct ff_image image;
		struct scene s;

		scene_new(&s, 1, 1);
		s.flow.cells[0] = FF_N; /* the code does not matter */
		s.flow.vectors = oracle_cells(1, sizeof *s.flow.vectors);
		*s.flow.vectors = (struct ff_flow_vector){(float)cos(angle), (float)sin(angle)};
		image = draw(&s, FF_ARROW_SIZE_MAX, FF_STYLE_LEGEND_NEVER);
		off = remainder(angle_of(&image) - angle, 2 * PI) * 180 / PI;
		CHECK(fabs(off) < 0.75, "%g degrees: the arrow is off by %g", angle * 180 / PI,
		      off);
		free(image.pixels);
		scene_free(&s);
	}
}

static void vectors_of_the_eight_directions_change_nothing(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int scale = 1; scale <= 50; scale++) {
		struct ff_image with, without;
		struct scene s;

		scene_random(&s, 40, 30, scale % 20, 9, &dice);
		without = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		s.flow.vectors = oracle_cells(40 * 30, sizeof *s.flow.vectors);
		for (int i = 0; i < 40 * 30; i++)
			s.flow.vectors[i] = ff_flow_units[s.flow.cells[i]];
		with = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		CHECK(memcmp(with.pixels, without.pixels, (size_t)with.w * (size_t)with.h) == 0,
		      "scale %d", scale);
		free(with.pixels);
		free(without.pixels);
		scene_free(&s);
	}
}

/* ---- an arrow a block ---- */

static int side_of_block(int scale)
{
	return (14 + scale - 1) / scale;
}

/* Marks the inked pixels of the map that hang together with the first one; how many others. */
static int loose_ink(const struct ff_image *image)
{
	int n = image->w * image->h, top = 0, all = 0, joined = 0;
	int32_t *stack = oracle_cells((size_t)n + 1, sizeof *stack);
	uint8_t *seen = oracle_cells((size_t)n, 1);

	for (int i = 0; i < n; i++) {
		seen[i] = !inked(image, i % image->w, i / image->w);
		if (!seen[i] && all++ == 0)
			stack[top++] = i;
	}
	if (top > 0)
		seen[stack[0]] = 1;
	while (top > 0) {
		int32_t i = stack[--top];

		joined++;
		for (int k = 0; k < 9; k++) {
			int32_t x = i % image->w + k % 3 - 1, y = i / image->w + k / 3 - 1;

			if (x < 0 || y < 0 || x >= image->w || y >= image->h ||
			    seen[y * image->w + x])
				continue;
			seen[y * image->w + x] = 1;
			stack[top++] = y * image->w + x;
		}
	}
	free(stack);
	free(seen);
	return all - joined;
}

/* Cells with ink that cannot be reached from the first one by steps between inked cells that
 * share a side. */
static int loose_cells(const struct scene *s, const struct ff_image *image, int scale)
{
	int32_t w = s->cost.w, n = w * s->cost.h;
	uint8_t state[21 * 21] = {0}; /* 1: inked, 2: joined */
	bool moved = true, first = true;
	int loose = 0;

	for (int32_t i = 0; i < n; i++) {
		state[i] = ink_of(image, i % w, i / w, scale) > 0;
		if (state[i] == 1 && first) {
			state[i] = 2;
			first = false;
		}
	}
	while (moved) {
		moved = false;
		for (int32_t i = 0; i < n; i++)
			if (state[i] == 1 &&
			    ((i % w > 0 && state[i - 1] == 2) ||
			     (i % w < w - 1 && state[i + 1] == 2) ||
			     (i >= w && state[i - w] == 2) || (i + w < n && state[i + w] == 2))) {
				state[i] = 2;
				moved = true;
			}
	}
	for (int32_t i = 0; i < n; i++)
		loose += state[i] == 1;
	return loose;
}

/* Returns true if the picture shows directions as colours: the first one is blue, not a grey. */
static bool in_colours(const struct ff_image *image)
{
	return image->palette[FF_N].r < 150 && image->palette[FF_N].b > 200;
}

static void corridors_too_narrow_for_arrows_have_colours(void)
{
	for (int32_t wide = 1; wide <= 9; wide += 8) {
		struct ff_image image;
		struct scene s;

		scene_new(&s, 40, 40);
		for (int32_t i = 0; i < 40 * 40; i++)
			if (i / 40 % (wide + 1) == wide) {
				s.cost.cells[i] = FF_COST_WALL;
				s.classes.cells[i] = FF_WALL;
				s.flow.cells[i] = FF_NONE;
			} else {
				s.flow.cells[i] = FF_E;
			}
		image = draw(&s, 3, FF_STYLE_LEGEND_NEVER);
		CHECK(in_colours(&image) == (wide == 1), "corridors of %" PRId32 " cells", wide);
		free(image.pixels);
		scene_free(&s);
	}
}

/* Directions in the middle block alone: one arrow at most, and what is inked must be whole. */
static void an_arrow_for_a_block_hangs_together_and_crosses_no_corner(void)
{
	uint64_t dice = ORACLE_SEED;
	int arrows[SINGLE] = {0};

	for (int k = 0; k < 6000; k++) {
		int scale = 2 + k % 6, side = side_of_block(scale), ink = 0;
		struct ff_image image;
		struct scene s;

		scene_random(&s, 3 * side, 3 * side, (int)(oracle_random(&dice) % 50), 3, &dice);
		s.goals.count = 0;
		for (int32_t i = 0; i < 9 * side * side; i++)
			if (i % (3 * side) / side != 1 || i / (3 * side) / side != 1)
				s.flow.cells[i] = FF_NONE;
		if (k / 6 % 2 == 1)
			turn_at_random(&s, &dice);
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		if (in_colours(&image)) {
			free(image.pixels);
			scene_free(&s);
			continue;
		}
		for (int32_t i = 0; i < 9 * side * side; i++) {
			int here = ink_of(&image, i % (3 * side), i / (3 * side), scale);

			ink += here;
			CHECK(here == 0 || s.classes.cells[i] == FF_REACHED,
			      "map %d, scale %d: ink on a %s cell", k, scale,
			      ff_classes_names[s.classes.cells[i]]);
		}
		arrows[scale] += ink > 0;
		CHECK(loose_ink(&image) == 0, "map %d, scale %d: the arrow is in pieces", k, scale);
		CHECK(loose_cells(&s, &image, scale) == 0,
		      "map %d, scale %d: the arrow crosses a corner", k, scale);
		free(image.pixels);
		scene_free(&s);
	}
	for (int scale = 2; scale < SINGLE; scale++)
		CHECK(arrows[scale] > 50, "scale %d: %d arrows on 1000 maps", scale, arrows[scale]);
}

static void ink_lies_on_reached_cells_only_at_every_scale(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 120; k++) {
		int scale = 2 + k % 6;
		struct ff_image image;
		struct scene s;

		scene_random(&s, 40, 30, k % 45, 5, &dice);
		s.goals.count = 0;
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		for (int32_t i = 0; i < 40 * 30; i++) {
			int fixed = s.classes.cells[i] == FF_WALL        ? FF_PALETTE_WALL
				    : s.classes.cells[i] == FF_UNREACHED ? FF_PALETTE_UNREACHED
									 : FF_PALETTE_GOAL;

			for (int p = 0; p < scale * scale; p++) {
				int colour = at(&image, i % 40 * scale + p % scale,
						i / 40 * scale + p / scale);

				CHECK(s.classes.cells[i] == FF_REACHED ? colour < FF_PALETTE_LEVELS
								       : colour == fixed,
				      "scale %d, cell %" PRId32 ",%" PRId32 " (%s): colour %d",
				      scale, i % 40, i / 40, ff_classes_names[s.classes.cells[i]],
				      colour);
			}
		}
		free(image.pixels);
		scene_free(&s);
	}
}

static void an_open_plain_has_one_arrow_a_block_all_alike(void)
{
	for (int scale = 2; scale < SINGLE; scale++)
		for (int d = 0; d < FF_DIRECTIONS; d++) {
			int side = side_of_block(scale), size = side * scale;
			struct ff_image image;
			struct scene s;
			int ink = 0;

			scene_new(&s, 7 * side, 7 * side);
			memset(s.flow.cells, d, (size_t)(7 * side * 7 * side));
			image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
			for (int p = 0; p < size * size; p++) {
				int x = p % size, y = p / size;

				ink += inked(&image, 2 * size + x, 2 * size + y);
				CHECK(at(&image, 2 * size + x, 2 * size + y) ==
					      at(&image, 4 * size + x, 3 * size + y),
				      "scale %d, direction %d: blocks differ", scale, d);
			}
			CHECK(ink > size, "scale %d, direction %d: %d pixels of ink a block", scale,
			      d, ink);
			free(image.pixels);
			scene_free(&s);
		}
}

static void the_arrow_of_a_block_is_that_of_a_cell_in_it(void)
{
	static uint8_t mask[FF_ARROW_SIZE_MAX * FF_ARROW_SIZE_MAX];

	for (int scale = 2; scale < SINGLE; scale++)
		for (int d = 0; d < FF_DIRECTIONS; d++) {
			int side = side_of_block(scale), size = side * scale, fits = 0;
			struct ff_flow_step step = ff_flow_steps[d];
			double length = step.dx != 0 && step.dy != 0 ? sqrt(0.5) : 1;
			struct ff_image image;
			struct scene s;

			scene_new(&s, 3 * side, 3 * side);
			for (int32_t i = 0; i < side * side; i++)
				s.flow.cells[(side + i / side) * 3 * side + side + i % side] =
					(uint8_t)d;
			image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
			ff_arrow_mask(size, step.dx * length, step.dy * length, mask);
			for (int32_t i = 0; i < size * size; i++) {
				int left = size / 2 + i % size, top = size / 2 + i / size;
				bool same = true;

				for (int p = 0; p < size * size && same; p++)
					same = at(&image, left + p % size, top + p / size) ==
					       mask[p];
				fits += same;
			}
			CHECK(fits == 1, "scale %d, direction %d: the mask fits at %d places",
			      scale, d, fits);
			free(image.pixels);
			scene_free(&s);
		}
}

/* How long the line through 0,0 at an angle is inside the cell x,y, grown by 'grown' on all
 * sides, as far as it lies at most 'reach' off 0,0 along the axis that it is nearer to. */
static double inside(double angle, double reach, int x, int y, double grown)
{
	const double way[2] = {cos(angle), sin(angle)}, middle[2] = {x, y};
	double end = reach / fmax(fabs(way[0]), fabs(way[1])), from = -end, to = end;

	for (int axis = 0; axis < 2; axis++) {
		double a = (middle[axis] - 0.5 - grown) / way[axis];
		double b = (middle[axis] + 0.5 + grown) / way[axis];

		from = fmax(from, fmin(a, b));
		to = fmin(to, fmax(a, b));
	}
	return to - from;
}

/* At scale 2 a block is 7 cells wide, a line reaches over 3 cells, both ways, and a head over
 * 1.7 cells, to both sides. */
static void a_wall_on_the_line_of_a_block_leaves_no_room_for_its_arrow(void)
{
	enum { SIDE = 21, MIDDLE = 10, REACH = 3, FAR = 6, TURNS = 32 };

	for (int k = 0; k < TURNS * (2 * FAR + 1) * (2 * FAR + 1); k++) {
		int turn = k % TURNS, cell = k / TURNS;
		int x = cell % (2 * FAR + 1) - FAR, y = cell / (2 * FAR + 1) - FAR;
		/* Diagonals are exact, so corners count; those of others need not be. */
		bool exact = turn % 8 == 4;
		double angle = (turn + (turn % 4 == 0 ? 0 : 0.3)) * 2 * PI / TURNS;
		struct ff_flow_vector v = {(float)cos(angle), (float)sin(angle)};
		struct ff_image image;
		struct scene s;

		if (x == 0 && y == 0)
			continue;
		scene_new(&s, SIDE, SIDE);
		s.flow.vectors = oracle_cells(SIDE * SIDE, sizeof *s.flow.vectors);
		s.flow.vectors[MIDDLE * SIDE + MIDDLE] = v;
		s.flow.cells[MIDDLE * SIDE + MIDDLE] = (uint8_t)ff_flow_nearest(v.dx, v.dy);
		s.cost.cells[(MIDDLE + y) * SIDE + MIDDLE + x] = FF_COST_WALL;
		s.classes.cells[(MIDDLE + y) * SIDE + MIDDLE + x] = FF_WALL;
		image = draw(&s, 2, FF_STYLE_LEGEND_NEVER);
		if (inside(angle, REACH, x, y, exact ? 0.01 : -0.05) > 0)
			CHECK(in_colours(&image), "turn %d: it crosses the wall at %d,%d", turn, x,
			      y);
		else if (inside(angle, REACH, x, y, 1.8) <= 0)
			CHECK(!in_colours(&image), "turn %d: no arrow for a wall at %d,%d", turn, x,
			      y);
		free(image.pixels);
		scene_free(&s);
	}
}

/* ---- a colour a direction ---- */

static void at_scale_1_a_direction_is_its_colour(void)
{
	uint64_t dice = ORACLE_SEED;
	struct ff_image image;
	struct scene s;

	scene_random(&s, 90, 70, 25, 5, &dice);
	s.goals.count = 0;
	turn_at_random(&s, &dice);
	image = draw(&s, 1, FF_STYLE_LEGEND_NEVER);
	for (int32_t i = 0; i < 90 * 70; i++) {
		int want = s.classes.cells[i] == FF_REACHED     ? s.flow.cells[i]
			   : s.classes.cells[i] == FF_GOAL      ? FF_PALETTE_GOAL
			   : s.classes.cells[i] == FF_UNREACHED ? FF_PALETTE_UNREACHED
								: FF_PALETTE_WALL;

		CHECK(image.pixels[i] == want, "cell %" PRId32 ",%" PRId32 ": %d, not %d", i % 90,
		      i / 90, image.pixels[i], want);
	}
	free(image.pixels);
	scene_free(&s);
}

static void the_colours_of_directions_differ_from_each_other_and_all_else(void)
{
	struct ff_image image;
	struct scene s;

	scene_of(&s, "g./");
	image = draw(&s, 1, FF_STYLE_LEGEND_NEVER);
	for (int a = 0; a < FF_DIRECTIONS; a++)
		for (int b = 0; b < FF_PALETTE_END; b++) {
			struct ff_colour p = image.palette[a], q = image.palette[b];
			int off = abs(p.r - q.r) + abs(p.g - q.g) + abs(p.b - q.b);

			CHECK(a == b || (b >= FF_DIRECTIONS && b < FF_PALETTE_LEVELS) || off >= 40,
			      "%d and %d are %d apart", a, b, off);
		}
	free(image.pixels);
	scene_free(&s);
}

static void large_maps_have_colours_below_8_pixels_and_arrows_from_there(void)
{
	static const struct {
		int32_t w;
		int scale;
		bool arrows;
	} cases[] = {{512, 2, true}, {513, 2, false}, {513, 7, false},
		     {513, 8, true}, {20, 2, true},   {20, 1, false}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int tall = 0; tall < 2; tall++) {
			int32_t w = tall ? 9 : cases[i].w, h = tall ? cases[i].w : 9, ink = 0;
			struct ff_image image;
			struct scene s;

			scene_new(&s, w, h);
			memset(s.flow.cells, FF_SE, (size_t)(w * h));
			image = draw(&s, cases[i].scale, FF_STYLE_LEGEND_NEVER);
			for (int32_t p = 0; p < image.w * image.h; p++)
				ink += image.pixels[p] != FF_SE;
			CHECK((ink > 0) == cases[i].arrows,
			      "%" PRId32 "x%" PRId32 ", scale %d: %" PRId32 " pixels of no colour",
			      w, h, cases[i].scale, ink);
			free(image.pixels);
			scene_free(&s);
		}
}

/* ---- the wheel ---- */

enum { WHEEL = 120 };

/* Where the wheel's frame stands: 0..3 for top left, top right, bottom left, bottom right, or -1.
 */
static int corner_of(const struct ff_image *image)
{
	int found = -1;

	for (int corner = 0; corner < 4; corner++) {
		int32_t left = corner % 2 ? image->w - WHEEL : 0,
			top = corner / 2 ? image->h - WHEEL : 0;
		bool framed = left >= 0 && top >= 0;

		for (int i = 0; i < WHEEL && framed; i++)
			framed = at(image, left + i, top) == FF_PALETTE_INK &&
				 at(image, left + i, top + WHEEL - 1) == FF_PALETTE_INK &&
				 at(image, left, top + i) == FF_PALETTE_INK &&
				 at(image, left + WHEEL - 1, top + i) == FF_PALETTE_INK;
		if (framed)
			found = corner;
	}
	return found;
}

static void the_wheel_lies_in_the_corner_where_it_hides_least(void)
{
	for (int corner = 0; corner < 4; corner++)
		for (int kind = 0; kind < 2; kind++) {
			struct ff_image image;
			struct scene s;

			/* Two corners have no directions, one of them except in a single cell. */
			scene_new(&s, 400, 380);
			for (int32_t i = 0; i < 400 * 380; i++) {
				bool right = i % 400 >= 200, low = i / 400 >= 190;

				s.flow.cells[i] =
					low * 2 + right == corner ||
							(low * 2 + right == 3 - corner && kind == 0)
						? FF_NONE
						: FF_E;
			}
			s.flow.cells[(corner < 2 ? 375 : 5) * 400 + (corner % 2 ? 5 : 395)] = FF_N;
			image = draw(&s, 1, FF_STYLE_LEGEND_NEVER);
			CHECK(corner_of(&image) == corner, "it lies in %d, not %d",
			      corner_of(&image), corner);
			free(image.pixels);
			scene_free(&s);
		}
}

static void a_map_of_directions_has_a_wheel_from_three_times_its_size_on(void)
{
	static const int32_t sizes[][3] = {{360, 360, 1},  {359, 400, 0}, {400, 359, 0},
					   {361, 1000, 1}, {100, 100, 0}, {5, 4000, 0}};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct ff_image image;
		struct scene s;

		scene_new(&s, sizes[i][0], sizes[i][1]);
		memset(s.flow.cells, FF_W, (size_t)(sizes[i][0] * sizes[i][1]));
		image = draw(&s, 1, FF_STYLE_LEGEND_NEVER);
		CHECK((corner_of(&image) >= 0) == (sizes[i][2] == 1),
		      "%" PRId32 "x%" PRId32 ": corner %d", sizes[i][0], sizes[i][1],
		      corner_of(&image));
		free(image.pixels);
		scene_free(&s);
	}
}

static void the_wheel_shows_each_direction_in_its_place(void)
{
	struct ff_image image;
	struct scene s;

	scene_new(&s, 400, 400);
	memset(s.flow.cells + 200 * 400, FF_E, 200 * 400);
	image = draw(&s, 1, FF_STYLE_LEGEND_NEVER);
	if (CHECK(corner_of(&image) == 0 || corner_of(&image) == 1, "corner %d",
		  corner_of(&image))) {
		int64_t x = corner_of(&image) == 1 ? 400 - WHEEL / 2 : WHEEL / 2, y = WHEEL / 2;

		for (int d = 0; d < FF_DIRECTIONS; d++)
			for (int r = 12; r <= 40; r++) {
				struct ff_flow_step step = ff_flow_steps[d];
				double part = step.dx != 0 && step.dy != 0 ? sqrt(0.5) : 1;

				CHECK(at(&image, x + lround(r * part * step.dx),
					 y + lround(r * part * step.dy)) == d,
				      "direction %d, radius %d: %d", d, r,
				      at(&image, x + lround(r * part * step.dx),
					 y + lround(r * part * step.dy)));
			}
		for (int dy = -44; dy <= 44; dy++)
			for (int dx = -44; dx <= 44; dx++) {
				int square = dx * dx + dy * dy, here = at(&image, x + dx, y + dy);
				bool ring = square >= 10 * 10 && square <= 44 * 44;

				CHECK(here == FF_PALETTE_INK || (ring ? here < FF_DIRECTIONS
								      : here == FF_PALETTE_PAPER),
				      "pixel %d,%d of the wheel: %d", dx, dy, here);
			}
		CHECK(glyphs_match(&image, &ff_canvas_small, x - 2, y - 56, 'N') &&
			      glyphs_match(&image, &ff_canvas_small, x - 2, y + 49, 'S') &&
			      glyphs_match(&image, &ff_canvas_small, x - 54, y - 4, 'W') &&
			      glyphs_match(&image, &ff_canvas_small, x + 50, y - 4, 'E'),
		      "a letter is not where it should be");
	}
	free(image.pixels);
	scene_free(&s);
}

/* ---- all kinds ---- */

static void the_legend_is_that_of_the_picture(void)
{
	int64_t x, y;
	struct scene s;

	scene_random(&s, 400, 10, 10, 254, &(uint64_t){ORACLE_SEED});
	for (int scale = 1; scale <= 8; scale += 7) {
		struct ff_image image = draw(&s, scale, FF_STYLE_LEGEND_AUTO);
		const struct ff_canvas_font *font =
			image.w < 560 ? &ff_canvas_small : &ff_canvas_large;

		CHECK(image.h > 10 * scale, "scale %d: no legend", scale);
		CHECK(glyphs_find(&image, font, "way to go", 10 * scale, &x, &y) &&
			      glyphs_find(&image, font, "unreached", 10 * scale, &x, &y),
		      "scale %d: no words", scale);
		CHECK(glyphs_find(&image, font, "NW", 10 * scale, &x, &y) == (scale == 1),
		      "scale %d: names of directions", scale);
		CHECK(glyphs_find(&image, font, "254", 10 * scale, &x, &y) == (scale == 8),
		      "scale %d: the dearest cost", scale);
		free(image.pixels);
	}
	scene_free(&s);
}

static void the_bar_shows_the_greys_without_ink(void)
{
	bool seen[256] = {false};
	struct ff_image image;
	struct scene s;

	scene_new(&s, 60, 1);
	s.cost.cells[0] = 99;
	image = draw(&s, SINGLE, FF_STYLE_LEGEND_AUTO);
	for (int32_t i = SINGLE * image.w; i < image.w * image.h; i++)
		seen[image.pixels[i]] = true;
	for (int i = 0; i < FF_PALETTE_LEVELS; i++)
		CHECK(seen[i] == (i % PARTS == 0), "entry %d", i);
	free(image.pixels);
	scene_free(&s);
}

static void cells_closed_to_wide_walkers_are_no_walls(void)
{
	uint8_t open[400];
	const struct ff_cost map = {400, 1, open};
	struct scene s;
	int64_t x, y;

	memset(open, 1, sizeof open);
	open[3] = FF_COST_WALL;
	scene_new(&s, 400, 1);
	memset(s.cost.cells + 2, FF_COST_WALL, 2);
	memset(s.classes.cells + 2, FF_WALL, 2);
	for (int scale = 1; scale <= 8; scale += 7)
		for (int closed = 0; closed < 2; closed++) {
			const struct ff_canvas_font *font =
				scale == 1 ? &ff_canvas_small : &ff_canvas_large;
			struct ff_image image;

			s.all.map = closed ? &map : &s.cost;
			image = draw(&s, scale, FF_STYLE_LEGEND_AUTO);
			CHECK(at(&image, 2 * scale, 0) ==
					      (closed ? FF_PALETTE_CLOSED : FF_PALETTE_WALL) &&
				      at(&image, 3 * scale, 0) == FF_PALETTE_WALL,
			      "scale %d: %d and %d", scale, at(&image, 2 * scale, 0),
			      at(&image, 3 * scale, 0));
			CHECK(glyphs_find(&image, font, "too near a wall", scale, &x, &y) == closed,
			      "scale %d: the legend", scale);
			free(image.pixels);
		}
	scene_free(&s);
}

static void check_unknown(enum ff_class unknown, int colour, const char *name)
{
	for (int scale = 1; scale <= 8; scale += 7)
		for (int forgotten = 0; forgotten < 2; forgotten++) {
			const struct ff_canvas_font *font =
				scale == 1 ? &ff_canvas_small : &ff_canvas_large;
			struct ff_image image;
			struct scene s;
			int64_t x, y;

			scene_new(&s, 400, 1);
			scene_forget(&s, 2, forgotten, unknown);
			image = draw(&s, scale, FF_STYLE_LEGEND_AUTO);
			CHECK((at(&image, 2 * scale, 0) == colour) == forgotten &&
				      at(&image, 3 * scale, 0) != colour,
			      "scale %d: %d and %d", scale, at(&image, 2 * scale, 0),
			      at(&image, 3 * scale, 0));
			for (int i = 0; i < FF_PALETTE_LEVELS && scale == 8;
			     i += FF_ARROW_COVERAGE) {
				struct ff_colour a = image.palette[i];
				struct ff_colour b = image.palette[colour];
				int off = abs(a.r - b.r) + abs(a.g - b.g) + abs(a.b - b.b);

				CHECK(off >= 60, "as grey %d: %d apart", i, off);
			}
			CHECK(glyphs_find(&image, font, name, scale, &x, &y) == forgotten,
			      "scale %d: the legend", scale);
			free(image.pixels);
			scene_free(&s);
		}
}

static void cells_not_computed_or_not_yet_look_like_no_cost_and_no_direction(void)
{
	check_unknown(FF_NOT_COMPUTED, FF_PALETTE_NOT_COMPUTED, "not computed");
	check_unknown(FF_NOT_YET, FF_PALETTE_NOT_YET, "not yet");
}

/* ---- as vectors ---- */

/* How many corners the lines have whose corners are arrows. */
static int arrows_in(const char *text)
{
	int count = 0;

	while ((text = strstr(text, "<path style=\"marker:url(#a")) != NULL) {
		text = strstr(text, " d=\"M") + 5;
		for (count++; *text != '"'; text++)
			count += *text == 'l' || (*text == 'h' && strncmp(text, "h0\"", 3) != 0);
	}
	return count;
}

static void a_file_has_as_many_arrows_as_cells_with_directions(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 100; k++) {
		const struct ff_style style = {.scale = SINGLE + k,
					       .legend = FF_STYLE_LEGEND_ALWAYS};
		struct scene s;
		int wanted = 0;
		char *text;

		scene_random(&s, 1 + k % 7, 1 + k / 7, k % 50, 9, &dice);
		if (k % 2 == 1)
			turn_at_random(&s, &dice);
		for (int32_t i = 0; i < s.cost.w * s.cost.h; i++)
			wanted += s.flow.cells[i] != FF_NONE;
		text = sheets_arrows(&s.all, &style);
		CHECK(arrows_in(text) == wanted, "%d arrows, wanted %d", arrows_in(text), wanted);
		CHECK(sheets_count(text, "<marker ") == sheets_count(text, "marker:url("),
		      "a line without a mark");
		for (const char *const *id =
			     (const char *const[]){"cost", "arrows", "goals", "legend", NULL};
		     *id != NULL; id++)
			CHECK(sheets_count(text, *id) > 0, "no layer %s", *id);
		CHECK(sheets_count(text, "id=\"wheel\"") == 0, "a wheel");
		free(text);
		scene_free(&s);
	}
}

static void an_arrow_in_a_file_has_the_angle_of_its_vector(void)
{
	enum { TURNS = 719 };
	const struct ff_style style = {.scale = 32, .legend = FF_STYLE_LEGEND_NEVER};

	for (int k = 0; k < TURNS; k++) {
		double angle = k * 2 * PI / TURNS, off;
		struct scene s;
		char *text;

		scene_new(&s, 1, 1);
		s.flow.cells[0] = FF_N;
		s.flow.vectors = oracle_cells(1, sizeof *s.flow.vectors);
		*s.flow.vectors = (struct ff_flow_vector){(float)cos(angle), (float)sin(angle)};
		text = sheets_arrows(&s.all, &style);
		off = strtod(strstr(text, "orient=\"") + 8, NULL) - angle * 180 / PI;
		CHECK(fabs(remainder(off, 360)) < 0.5, "%g degrees: off by %g", angle * 180 / PI,
		      off);
		free(text);
		scene_free(&s);
	}
}

static void the_eight_directions_have_round_angles_in_a_file(void)
{
	static const char *const angles[FF_DIRECTIONS] = {"-90", "-45", "0",   "45",
							  "90",  "135", "180", "225"};
	const struct ff_style style = {.scale = 32, .legend = FF_STYLE_LEGEND_NEVER};

	for (int d = 0; d < FF_DIRECTIONS; d++) {
		char wanted[32];
		struct scene s;
		char *text;

		scene_new(&s, 1, 1);
		s.flow.cells[0] = (uint8_t)d;
		text = sheets_arrows(&s.all, &style);
		snprintf(wanted, sizeof wanted, "orient=\"%s\"", angles[d]);
		CHECK(strstr(text, wanted) != NULL, "%s: %s", wanted, text);
		free(text);
		scene_free(&s);
	}
}

static void a_file_has_blocks_and_colours_where_the_picture_has_them(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int scale = 1; scale < SINGLE; scale++) {
		const struct ff_style style = {.scale = scale};
		struct scene s;
		char *text;

		scene_random(&s, 400, 366, 0, 9, &dice);
		text = sheets_arrows(&s.all, &style);
		CHECK((arrows_in(text) > 0) == (scale > 1), "scale %d: %d arrows", scale,
		      arrows_in(text));
		CHECK((strstr(text, "id=\"directions\"") != NULL) == (scale == 1) &&
			      (strstr(text, "id=\"wheel\"") != NULL) == (scale == 1),
		      "scale %d", scale);
		free(text);
		scene_free(&s);
	}
}

int main(void)
{
	RUN(every_cell_has_the_arrow_of_its_direction_and_no_other_ink);
	RUN(the_cost_is_a_quiet_grey_below_the_arrow);
	RUN(ink_gets_darker_by_its_part_on_every_grey);
	RUN(corridors_too_narrow_for_arrows_have_colours);
	RUN(an_arrow_for_a_block_hangs_together_and_crosses_no_corner);
	RUN(ink_lies_on_reached_cells_only_at_every_scale);
	RUN(an_open_plain_has_one_arrow_a_block_all_alike);
	RUN(the_arrow_of_a_block_is_that_of_a_cell_in_it);
	RUN(at_scale_1_a_direction_is_its_colour);
	RUN(the_colours_of_directions_differ_from_each_other_and_all_else);
	RUN(large_maps_have_colours_below_8_pixels_and_arrows_from_there);
	RUN(the_wheel_lies_in_the_corner_where_it_hides_least);
	RUN(a_map_of_directions_has_a_wheel_from_three_times_its_size_on);
	RUN(the_wheel_shows_each_direction_in_its_place);
	RUN(the_legend_is_that_of_the_picture);
	RUN(the_bar_shows_the_greys_without_ink);
	RUN(cells_not_computed_or_not_yet_look_like_no_cost_and_no_direction);
	RUN(a_vector_has_an_arrow_at_its_angle);
	RUN(vectors_of_the_eight_directions_change_nothing);
	RUN(cells_closed_to_wide_walkers_are_no_walls);
	RUN(a_wall_on_the_line_of_a_block_leaves_no_room_for_its_arrow);
	RUN(a_file_has_as_many_arrows_as_cells_with_directions);
	RUN(an_arrow_in_a_file_has_the_angle_of_its_vector);
	RUN(the_eight_directions_have_round_angles_in_a_file);
	RUN(a_file_has_blocks_and_colours_where_the_picture_has_them);
	return tap_done();
}
