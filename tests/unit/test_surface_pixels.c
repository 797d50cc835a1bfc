/*
 * Marks and cells in pixels, compared with what 16 by 16 samples of each pixel say.
 */
#include "draw/surface.h"

#include "core/base/machine.h"
#include "draw/picture.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct ff_colour paper = {255, 255, 255}, black = {0, 0, 0}, red = {200, 30, 10};

enum { WIDE = 60, HIGH = 40 };

static struct ff_surface_pixels page;
static struct ff_surface *const on = &page.surface;

/* Opens a page of WIDE x HIGH pixels; its map is 10 x 6 cells of 4 pixels, from 8,9 on. */
static void open_page(void)
{
	static struct ff_layout layout;
	struct ff_error err = {""};

	layout = (struct ff_layout){.wide = WIDE,
				    .high = HIGH,
				    .columns = 10,
				    .rows = 6,
				    .x = 8,
				    .y = 9,
				    .w = 40,
				    .h = 24,
				    .scale = 4,
				    .block = 1,
				    .unit = 1,
				    .type = ff_type_for(100)};
	CHECK(ff_surface_pixels_open(&page, &layout, false, NULL, &err) == FF_OK, "%s", err.text);
}

static void close_page(void)
{
	struct ff_bitmap bitmap;
	struct ff_error err = {""};

	CHECK(ff_surface_pixels_close(&page, FF_OK, &bitmap, &err) == FF_OK, "%s", err.text);
	free(bitmap.pixels);
}

static struct ff_colour at(int x, int y)
{
	return page.bitmap.pixels[y * page.bitmap.w + x];
}

/* Returns how much of a pixel is black, on paper. */
static double darkness(int x, int y)
{
	return (255 - at(x, y).r) / 255.0;
}

static double between(uint64_t *dice, double from, double to)
{
	return from + (to - from) * (double)(oracle_random(dice) % 100001) / 100000;
}

/* ---- shapes ---- */

struct shape {
	bool (*has)(const struct shape *shape, double x, double y);
	struct ff_point points[12];
	size_t count;
	double radius, width;
};

static double distance(struct ff_point a, struct ff_point b, double x, double y)
{
	double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
	double t = square > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0;

	t = t < 0 ? 0 : t > 1 ? 1 : t;
	return hypot(x - a.x - t * dx, y - a.y - t * dy);
}

/* Returns true if a place lies in the first piece of a line. */
static bool in_line(const struct shape *shape, double x, double y)
{
	return distance(shape->points[0], shape->points[1], x, y) <= shape->width / 2;
}

static bool in_ring(const struct shape *shape, double x, double y)
{
	double off = hypot(x - shape->points[0].x, y - shape->points[0].y) - shape->radius;

	return fabs(off) <= shape->width / 2;
}

/* By the sign of each corner's angle: the sum of all is a full turn inside, 0 outside. */
static bool in_polygon(const struct shape *shape, double x, double y)
{
	double turn = 0;

	for (size_t i = 0; i < shape->count; i++) {
		struct ff_point a = shape->points[i], b = shape->points[(i + 1) % shape->count];
		double ax = a.x - x, ay = a.y - y, bx = b.x - x, by = b.y - y;

		turn += atan2(ax * by - ay * bx, ax * bx + ay * by);
	}
	return fabs(turn) > 3;
}

/* Returns the part of a pixel that lies in a shape; of the pieces of a line, in that one of which
 * it has most. */
static double part_of(const struct shape *shape, int x, int y)
{
	size_t pieces = shape->has == in_line ? shape->count - 1 : 1;
	int most = 0;

	for (size_t piece = 0; piece < pieces; piece++) {
		struct shape one = *shape;
		int count = 0;

		if (shape->has == in_line) {
			one.points[0] = shape->points[piece];
			one.points[1] = shape->points[piece + 1];
		}
		for (int i = 0; i < 256; i++) {
			int row = i / 16;

			count += one.has(&one, x + (i % 16 + 0.5) / 16, y + (row + 0.5) / 16);
		}
		most = count > most ? count : most;
	}
	return most / 256.0;
}

/* Checks all pixels of the page, painted black with an opacity. */
static void check_shape(const struct shape *shape, double opacity, double off, const char *what,
			int turn)
{
	for (int y = 0; y < HIGH; y++)
		for (int x = 0; x < WIDE; x++) {
			double wanted = part_of(shape, x, y) * opacity;

			CHECK(fabs(darkness(x, y) - wanted) <= off,
			      "%s %d, width %g: pixel %d,%d is %g, should be %g", what, turn,
			      shape->width, x, y, darkness(x, y), wanted);
		}
}

static void throw_points(struct shape *shape, size_t count, uint64_t *dice)
{
	shape->count = count;
	for (size_t i = 0; i < count; i++)
		shape->points[i] =
			(struct ff_point){between(dice, 6, WIDE - 6), between(dice, 6, HIGH - 6)};
}

static void a_line_covers_what_lies_within_half_its_width(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 60; turn++) {
		struct shape shape = {in_line, .width = between(&dice, 2, 9)};
		double opacity = turn % 2 == 0 ? 1 : 0.5;
		struct ff_stroke stroke = {black, shape.width, opacity, NULL, false};

		throw_points(&shape, turn % 3 == 0 ? 2 : 7, &dice);
		open_page();
		on->line(on, shape.points, shape.count, &stroke);
		check_shape(&shape, opacity, 0.13, "line", turn);
		close_page();
	}
}

static void a_level_line_covers_just_its_width(void)
{
	for (int tenths = 1; tenths <= 50; tenths++) {
		const struct ff_point points[] = {{5, 20.5}, {50, 20.5}};
		struct ff_stroke stroke = {black, tenths / 10.0, 1, NULL, false};
		double sum = 0;

		open_page();
		on->line(on, points, 2, &stroke);
		for (int y = 0; y < HIGH; y++)
			sum += darkness(30, y);
		CHECK(fabs(sum - tenths / 10.0) < 0.02, "width %g: %g", tenths / 10.0, sum);
		close_page();
	}
}

static void joints_and_crossings_are_no_darker_than_the_line(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 40; turn++) {
		struct shape shape = {in_line, .width = 3};
		struct ff_stroke stroke = {black, 3, 0.5, NULL, false};

		throw_points(&shape, 12, &dice);
		open_page();
		on->line(on, shape.points, shape.count, &stroke);
		for (int i = 0; i < WIDE * HIGH; i++)
			CHECK(darkness(i % WIDE, i / WIDE) <= 0.51, "turn %d: %g", turn,
			      darkness(i % WIDE, i / WIDE));
		close_page();
	}
}

static void many_short_pieces_look_like_one_long_piece(void)
{
	const struct ff_point ends[] = {{5, 7}, {50, 31}};
	struct ff_stroke stroke = {black, 3, 1, NULL, false};
	static struct ff_colour whole[WIDE * HIGH];
	struct ff_point points[301];

	for (int i = 0; i <= 300; i++)
		points[i] = (struct ff_point){5 + 45 * i / 300.0, 7 + 24 * i / 300.0};
	open_page();
	on->line(on, ends, 2, &stroke);
	memcpy(whole, page.bitmap.pixels, sizeof whole);
	close_page();
	open_page();
	on->line(on, points, 301, &stroke);
	for (int i = 0; i < WIDE * HIGH; i++)
		CHECK(abs(whole[i].r - page.bitmap.pixels[i].r) <= 2, "pixel %d: %d, not %d", i,
		      page.bitmap.pixels[i].r, whole[i].r);
	close_page();
}

static void a_line_that_is_known_to_be_simple_looks_like_any_other(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 40; turn++) {
		const double width = between(&dice, 1, 4), opacity = turn % 2 == 0 ? 1 : 0.5;
		struct ff_stroke stroke = {black, width, opacity, NULL, false};
		static struct ff_colour any[WIDE * HIGH];
		struct ff_point points[12] = {{4, between(&dice, 10, HIGH - 10)}};

		/* To the right, up or down by at most 40 degrees. */
		for (int i = 1; i < 12; i++)
			points[i] = (struct ff_point){points[i - 1].x + 4,
						      points[i - 1].y + between(&dice, -3.3, 3.3)};
		for (int k = 0; k < 2; k++, stroke.simple = true) {
			open_page();
			on->line(on, points, 12, &stroke);
			for (int i = 0; i < WIDE * HIGH && k == 1; i++)
				CHECK(abs(any[i].r - page.bitmap.pixels[i].r) <= 26,
				      "turn %d, pixel %d: %d, not %d", turn, i,
				      page.bitmap.pixels[i].r, any[i].r);
			memcpy(any, page.bitmap.pixels, sizeof any);
			close_page();
		}
	}
}

static void a_point_alone_and_a_disc_are_round(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 30; turn++) {
		struct shape shape = {in_line, .width = between(&dice, 3, 15), .count = 2};
		struct ff_stroke stroke = {black, shape.width, 1, NULL, false};

		throw_points(&shape, 1, &dice);
		shape.points[1] = shape.points[0];
		shape.count = 2;
		open_page();
		if (turn % 2 == 0)
			on->disc(on, shape.points[0], shape.width / 2, black);
		else
			on->line(on, shape.points, 1, &stroke);
		check_shape(&shape, 1, 0.13, "disc", turn);
		close_page();
	}
}

static void a_ring_lies_around_its_circle(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 30; turn++) {
		struct shape shape = {in_ring, .radius = between(&dice, 5, 14),
				      .width = between(&dice, 2, 5)};
		double opacity = turn % 2 == 0 ? 1 : 0.4;
		struct ff_stroke stroke = {black, shape.width, opacity, NULL, false};

		throw_points(&shape, 1, &dice);
		open_page();
		on->ring(on, shape.points[0], shape.radius, &stroke);
		check_shape(&shape, opacity, 0.13, "ring", turn);
		close_page();
	}
}

static void a_polygon_covers_its_inside(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 20; turn++) {
		struct shape shape = {in_polygon, .count = 3 + (size_t)turn % 10};

		/* Corners around a middle: it does not cross itself, and may be hollow. */
		for (size_t i = 0; i < shape.count; i++) {
			double angle = 6.28318 * (double)i / (double)shape.count;
			double far = between(&dice, 4, 17);

			shape.points[i] =
				(struct ff_point){30 + far * cos(angle), 20 + far * sin(angle)};
		}
		open_page();
		on->polygon(on, shape.points, shape.count, black);
		check_shape(&shape, 1, 1 / 14.0, "polygon", turn);
		close_page();
	}
}

/* ---- boxes ---- */

/* Checks that just the pixels of some rectangle are of a colour, except those of a hole in it. */
static void check_box(struct ff_colour colour, int x0, int y0, int x1, int y1, int border)
{
	for (int y = 0; y < HIGH; y++)
		for (int x = 0; x < WIDE; x++) {
			bool in = x >= x0 && y >= y0 && x < x1 && y < y1;
			bool hole = x >= x0 + border && y >= y0 + border && x < x1 - border &&
				    y < y1 - border;
			struct ff_colour wanted = in && !hole ? colour : paper;

			CHECK(ff_image_same(at(x, y), wanted), "%d,%d..%d,%d: pixel %d,%d is %d",
			      x0, y0, x1, y1, x, y, at(x, y).r);
		}
}

/* ---- text ---- */

/* Writes a text on an empty page. */
static void write_text(const struct ff_type *type, const char *text, struct ff_colour *pixels)
{
	open_page();
	on->text(on, (struct ff_point){1, 20}, FF_SURFACE_START, type, text, black);
	memcpy(pixels, page.bitmap.pixels, WIDE * HIGH * sizeof *pixels);
	close_page();
}

static void latin_letters_are_written_and_others_become_question_marks(void)
{
	static struct ff_colour wanted[WIDE * HIGH], got[WIDE * HIGH];
	const struct ff_type type = {.w = 5, .h = 8};

	write_text(&type, "a?b?c", wanted);
	write_text(&type,
		   "a\xe6\x97\xa5"
		   "b\xff"
		   "c",
		   got); /* a character of Japanese, and none */
	CHECK(memcmp(wanted, got, sizeof wanted) == 0, "question marks");
	CHECK(ff_type_width(&type, "\xe6\x97\xa5?") == ff_type_width(&type, "??"), "width");
	write_text(&type,
		   "a\xc3\xa4"
		   "b\xc5\x82"
		   "c",
		   got);
	CHECK(memcmp(wanted, got, sizeof wanted) != 0, "letters");
	write_text(&type,
		   "aab\xc5\x82"
		   "c",
		   wanted);
	CHECK(memcmp(wanted, got, sizeof wanted) != 0, "an accent");
}

static void digits_are_as_wide_as_the_type_says(void)
{
	for (int64_t pixels = 100; pixels < 20000; pixels *= 2) {
		const struct ff_type type = ff_type_for(pixels);
		int64_t wide = ff_type_width(&type, "0123456789");

		CHECK(wide >= 9 * (int64_t)type.w && wide <= 10 * (int64_t)type.w, "%d: %d", type.w,
		      (int)wide);
	}
}

/* ---- what lies outside ---- */

static void paint_all(struct ff_point middle, double size)
{
	const struct ff_point points[] = {{middle.x - size, middle.y - size},
					  {middle.x + size, middle.y},
					  {middle.x, middle.y + size},
					  {middle.x - size, middle.y}};
	const struct ff_fill fill = {red, black, FF_PATTERN_STRIPES};
	const struct ff_type type = ff_type_for(3000);

	for (int opacity = 1; opacity <= 2; opacity++) {
		const struct ff_stroke stroke = {red, size, opacity / 2.0, NULL, false};

		on->line(on, points, 1, &stroke);
		on->line(on, points, 2, &stroke);
		on->line(on, points, 4, &stroke);
		on->ring(on, middle, size, &stroke);
	}
	on->polygon(on, points, 4, red);
	on->disc(on, middle, size, red);
	on->box(on, middle.x, middle.y, size, size, red, 0.5);
	on->fill(on, middle.x - size, middle.y - size, 2 * size, size, &fill);
	ff_surface_frame(on, middle.x, middle.y, size, size, size, size, red);
	on->text(on, middle, FF_SURFACE_MIDDLE, &type, "flow field", red);
}

static void marks_on_the_map_are_cut_off_at_its_edge(void)
{
	uint64_t dice = ORACLE_SEED;

	open_page();
	on->layer(on, "marks", FF_SURFACE_MAP);
	for (int turn = 0; turn < 400; turn++)
		paint_all((struct ff_point){between(&dice, -5, 15), between(&dice, -5, 11)},
			  between(&dice, 0, 9));
	for (int y = 0; y < HIGH; y++)
		for (int x = 0; x < WIDE; x++)
			if (x < 8 || y < 9 || x >= 48 || y >= 33)
				CHECK(ff_image_same(at(x, y), paper), "pixel %d,%d", x, y);
	CHECK(!ff_image_same(at(8, 9), paper) && !ff_image_same(at(47, 32), paper), "corners");
	close_page();
}

static void marks_far_away_are_not_seen(void)
{
	static const double far[] = {1e3, 1e6, 1e9, 1e10, 1e12, 1e18};

	open_page();
	for (int space = 0; space < 2; space++) {
		on->layer(on, "marks", (enum ff_surface_space)space);
		for (size_t i = 0; i < sizeof far / sizeof *far; i++)
			for (int d = -1; d <= 1; d += 2)
				for (int e = -1; e <= 1; e++) {
					paint_all((struct ff_point){d * far[i], e * far[i]},
						  far[i] / 10);
					paint_all((struct ff_point){e * far[i], d * far[i]},
						  far[i] / 10);
				}
	}
	check_box(paper, 0, 0, 0, 0, 0);
	close_page();
}

static void marks_larger_than_the_page_cover_it(void)
{
	const struct ff_point points[] = {{-1e9, 20}, {1e9, 20}};
	const struct ff_point corners[] = {{-1e9, -1e9}, {1e9, -1e9}, {0, 1e9}};
	const struct ff_stroke stroke = {red, 1000, 1, NULL, false};

	for (int kind = 0; kind < 4; kind++) {
		open_page();
		if (kind == 0)
			on->line(on, points, 2, &stroke);
		else if (kind == 1)
			on->disc(on, (struct ff_point){30, 20}, 1e9, red);
		else if (kind == 2)
			on->box(on, -1e12, -1e12, 2e12, 2e12, red, 1);
		else
			on->polygon(on, corners, 3, red);
		check_box(red, 0, 0, WIDE, HIGH, 100);
		close_page();
	}
}

static void a_page_too_large_is_refused_with_what_to_do(void)
{
	static const struct ff_layout layouts[] = {{.wide = FF_IMAGE_SIDE + 1, .high = 1},
						   {.wide = 1, .high = FF_IMAGE_SIDE + 1},
						   {.wide = 40000, .high = 40000}};

	for (size_t i = 0; i < 3; i++) {
		struct ff_error err = {""};

		CHECK(ff_surface_pixels_open(&page, &layouts[i], false, NULL, &err) == FF_E_LIMIT,
		      "%zu", i);
		CHECK(strstr(err.text, "--scale") != NULL, "%s", err.text);
	}
}

/* ---- hatches ---- */

static void hatches_have_both_colours_everywhere_and_repeat(void)
{
	for (int pattern = 1; pattern <= FF_PATTERN_DOTS; pattern++)
		for (int unit = 1; unit <= 3; unit++) {
			const struct ff_fill fill = {red, black, (enum ff_pattern)pattern};
			struct ff_layout layout = {.wide = 120, .high = 120, .unit = unit};
			int period = 6 * unit;
			struct ff_error err = {""};

			CHECK(ff_surface_pixels_open(&page, &layout, false, NULL, &err) == FF_OK,
			      "page");
			/* In pieces: they join. */
			for (int y = 0; y < 120; y += 30)
				for (int x = 0; x < 120; x += 30)
					on->fill(on, x, y, 30, 30, &fill);
			for (int y = 0; y + 2 * period < 120; y++)
				for (int x = 0; x + 2 * period < 120; x++) {
					int lines = 0;

					for (int i = 0; i < period * period; i++)
						lines += ff_image_same(
							at(x + i % period, y + i / period), black);
					CHECK(lines > 0 && lines < period * period,
					      "pattern %d, unit %d, %d,%d: %d", pattern, unit, x, y,
					      lines);
					CHECK(ff_image_same(at(x, y), at(x, y + period)) &&
						      ff_image_same(at(x, y),
								    at(x + 2 * period, y)),
					      "pattern %d, unit %d, %d,%d", pattern, unit, x, y);
				}
			close_page();
		}
}

/* ---- cells ---- */

enum { SIDE = 13, KINDS = 6 };
static const uint8_t kinds[KINDS] = {
	0, 1, 2, FF_PALETTE_WALL, FF_PALETTE_UNREACHED, FF_PALETTE_GOAL};
static uint8_t entries[SIDE * SIDE];

static void some_row(const void *context, int32_t y, uint8_t *to)
{
	const struct ff_picture *picture = context;

	memcpy(to, entries + (size_t)y * (size_t)picture->w, (size_t)picture->w);
}

static void set_picture(struct ff_picture *picture, int32_t w, int32_t h)
{
	const struct ff_cost map = {.w = w, .h = h};
	const struct ff_scene scene = {.map = &map};

	ff_picture_begin(picture, &scene, NULL);
	ff_picture_cells(picture, some_row, picture);
	picture->fills[0].colour = (struct ff_colour){10, 200, 90};
	picture->fills[1].colour = (struct ff_colour){250, 20, 130};
	picture->fills[2].colour = (struct ff_colour){0, 0, 0};
}

/* Opens a page that shows a picture alone, from x,y on. */
static void open_cells(struct ff_layout *layout, const struct ff_picture *picture, int scale,
		       int block, int x, int y, const struct ff_machine *machine)
{
	const struct ff_surface_cells cells = {picture->w,       picture->h,     picture->row,
					       picture->context, picture->fills, picture->rank};
	struct ff_error err = {""};

	*layout = (struct ff_layout){
		.columns = picture->w,
		.rows = picture->h,
		.x = x,
		.y = y,
		.w = block > 1 ? (picture->w + block - 1) / block : picture->w * scale,
		.h = block > 1 ? (picture->h + block - 1) / block : picture->h * scale,
		.scale = block > 1 ? 1.0 / block : scale,
		.block = block,
		.unit = 1};
	layout->wide = layout->w + 2 * x;
	layout->high = layout->h + 2 * y;
	CHECK(ff_surface_pixels_open(&page, layout, false, machine, &err) == FF_OK, "page");
	CHECK(on->cells(on, &cells, &err) == FF_OK, "%s", err.text);
}

static void a_cell_covers_just_its_own_square(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int scale = 1; scale <= 9; scale++) {
		struct ff_picture picture;
		struct ff_layout layout;

		set_picture(&picture, SIDE - scale % 3, SIDE - scale % 4);
		for (int i = 0; i < SIDE * SIDE; i++)
			entries[i] = kinds[oracle_random(&dice) % KINDS];
		open_cells(&layout, &picture, scale, 1, 3, 2, NULL);
		for (int64_t y = 0; y < layout.high; y++)
			for (int64_t x = 0; x < layout.wide; x++) {
				bool in = x >= 3 && y >= 2 && x < 3 + layout.w && y < 2 + layout.h;
				struct ff_fill fill = {.colour = paper};
				struct ff_colour is = at((int)x, (int)y);

				if (in)
					fill = picture.fills[entries[(y - 2) / scale * picture.w +
								     (x - 3) / scale]];
				CHECK(ff_image_same(is, fill.colour) ||
					      (fill.pattern != FF_PATTERN_PLAIN &&
					       ff_image_same(is, fill.line)),
				      "scale %d, pixel %" PRId64 ",%" PRId64, scale, x, y);
			}
		close_page();
	}
}

static void hatched_cells_are_one_hatched_area(void)
{
	static const uint8_t hatched[] = {FF_PALETTE_UNREACHED, FF_PALETTE_CLOSED,
					  FF_PALETTE_NOT_COMPUTED, FF_PALETTE_NOT_YET};

	for (size_t i = 0; i < sizeof hatched; i++)
		for (int scale = 1; scale <= 7; scale += 2) {
			struct ff_colour wanted[SIDE * SIDE * 49];
			struct ff_picture picture;
			struct ff_layout layout;
			size_t pixels;

			set_picture(&picture, SIDE, SIDE);
			memset(entries, hatched[i], sizeof entries);
			open_cells(&layout, &picture, scale, 1, 0, 0, NULL);
			pixels = (size_t)(layout.wide * layout.high);
			memcpy(wanted, page.bitmap.pixels, pixels * sizeof *wanted);
			on->fill(on, 0, 0, (double)layout.wide, (double)layout.high,
				 &picture.fills[hatched[i]]);
			CHECK(memcmp(wanted, page.bitmap.pixels, pixels * sizeof *wanted) == 0,
			      "entry %d, scale %d", hatched[i], scale);
			close_page();
		}
}

/* Returns the difference of two colours in the part where they differ most. */
static int difference(struct ff_colour a, struct ff_colour b)
{
	int r = abs(a.r - b.r), g = abs(a.g - b.g), b_ = abs(a.b - b.b);

	return r > g ? (r > b_ ? r : b_) : (g > b_ ? g : b_);
}

static void what_is_small_is_seen_where_a_pixel_is_a_block_of_cells(void)
{
	for (int block = 2; block <= 5; block++)
		for (int cell = 0; cell < SIDE * SIDE; cell++)
			for (int kind = 3; kind < KINDS; kind++) {
				struct ff_picture picture;
				struct ff_layout layout;
				struct ff_fill fill;
				struct ff_colour is;

				set_picture(&picture, SIDE, SIDE);
				memset(entries, 0, sizeof entries);
				entries[cell] = kinds[kind];
				fill = picture.fills[kinds[kind]];
				open_cells(&layout, &picture, 1, block, 1, 1, NULL);
				is = at(1 + cell % SIDE / block, 1 + cell / SIDE / block);
				if (kinds[kind] == FF_PALETTE_WALL)
					CHECK(difference(is, picture.fills[0].colour) >= 50,
					      "block %d, cell %d: a wall is not seen", block, cell);
				else
					CHECK(ff_image_same(is, fill.colour) ||
						      ff_image_same(is, fill.line),
					      "block %d, cell %d, kind %d", block, cell, kind);
				close_page();
			}
}

static void other_cells_are_mixed_in_equal_parts(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 40; turn++) {
		int block = 2 + turn % 6, w = 1 + turn % SIDE, h = 1 + turn * 7 % SIDE;
		struct ff_picture picture;
		struct ff_layout layout;

		set_picture(&picture, w, h);
		for (int i = 0; i < w * h; i++)
			entries[i] = (uint8_t)(oracle_random(&dice) % 3);
		open_cells(&layout, &picture, 1, block, 0, 0, NULL);
		for (int y = 0; y < layout.h; y++)
			for (int x = 0; x < layout.w; x++) {
				double r = 0, g = 0, b = 0;
				int n = 0;

				for (int i = 0; i < w * h; i++)
					if (i % w / block == x && i / w / block == y) {
						r += picture.fills[entries[i]].colour.r;
						g += picture.fills[entries[i]].colour.g;
						b += picture.fills[entries[i]].colour.b;
						n++;
					}
				CHECK(fabs(at(x, y).r - r / n) <= 1 &&
					      fabs(at(x, y).g - g / n) <= 1 &&
					      fabs(at(x, y).b - b / n) <= 1,
				      "turn %d, %dx%d, block %d: %d,%d", turn, w, h, block, x, y);
			}
		close_page();
	}
}

/* Entry 1 has the colour of cells that are closed: only what all cells of a block are says which
 * pattern it has. */
static void a_block_of_cells_has_their_pattern_and_none_that_only_looks_like_it(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 60; turn++) {
		int block = turn < 30 ? 2 + turn % 6 : 1 + (int)(oracle_random(&dice) % SIDE);
		struct ff_picture picture;
		struct ff_layout layout;

		block = block < 2 ? 2 : block;
		set_picture(&picture, SIDE, SIDE);
		picture.fills[1].colour = picture.fills[FF_PALETTE_CLOSED].colour;
		memset(entries, turn % 2 == 0 ? 1 : FF_PALETTE_CLOSED, sizeof entries);
		for (int i = 0; i < turn / 6; i++)
			entries[oracle_random(&dice) % (SIDE * SIDE)] =
				turn % 2 == 0 ? FF_PALETTE_CLOSED : 1;
		open_cells(&layout, &picture, 1, block, 0, 0, NULL);
		for (int y = 0; y < layout.h; y++)
			for (int x = 0; x < layout.w; x++) {
				struct ff_fill fill = picture.fills[FF_PALETTE_CLOSED];
				struct ff_colour is = at(x, y);

				for (int i = 0; i < SIDE * SIDE; i++)
					if (i % SIDE / block == x && i / SIDE / block == y &&
					    entries[i] == 1)
						fill.pattern = FF_PATTERN_PLAIN;
				on->fill(on, x, y, 1, 1, &fill);
				CHECK(ff_image_same(is, at(x, y)), "turn %d, block %d: %d,%d", turn,
				      block, x, y);
			}
		close_page();
	}
}

static void threads_draw_the_same_cells(void)
{
	struct ff_machine machine = {0};
	struct ff_pool *pool = NULL;
	uint64_t dice = ORACLE_SEED;

	CHECK(ff_pool_open(3, &pool) == FF_OK, "pool");
	machine.pool = pool;
	for (int i = 0; i < SIDE * SIDE; i++)
		entries[i] = kinds[oracle_random(&dice) % KINDS];
	for (int turn = 0; turn < 8; turn++) {
		int scale = turn < 4 ? 1 + turn : 1, block = turn < 4 ? 1 : turn - 2;
		struct ff_picture picture;
		struct ff_layout layout;
		struct ff_colour *alone;
		size_t size;

		set_picture(&picture, SIDE, SIDE);
		open_cells(&layout, &picture, scale, block, 0, 0, NULL);
		alone = page.bitmap.pixels;
		size = (size_t)(layout.wide * layout.high) * sizeof *alone;
		open_cells(&layout, &picture, scale, block, 0, 0, &machine);
		CHECK(memcmp(alone, page.bitmap.pixels, size) == 0, "turn %d", turn);
		free(alone);
		close_page();
	}
	ff_pool_close(pool);
}

/* Paints a thousand lines, half transparent, all over the page and beyond. */
static bool paint_lines(struct ff_surface *to, const void *context)
{
	const struct ff_stroke stroke = {red, 2, 0.5, NULL, false};
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < 1000; i++) {
		struct ff_point points[5];

		for (int k = 0; k < 5; k++)
			points[k] =
				(struct ff_point){between(&dice, -20, 80), between(&dice, -20, 60)};
		to->line(to, points, 5, &stroke);
	}
	return context == NULL;
}

static void bands_of_lines_are_the_lines_and_one_that_fails_is_told(void)
{
	static struct ff_colour whole[WIDE * HIGH];
	struct ff_machine machine = {0};

	CHECK(ff_pool_open(5, &machine.pool) == FF_OK, "pool");
	open_page();
	paint_lines(on, NULL);
	memcpy(whole, page.bitmap.pixels, sizeof whole);
	close_page();
	for (int turn = 0; turn < 2; turn++) {
		open_page();
		page.machine = turn == 0 ? NULL : &machine;
		/* In the second turn lines are counted from 0 again in the middle. */
		page.line = turn == 0 ? 0 : UINT32_MAX - 255 - 256 * 500;
		CHECK(on->bands(on, paint_lines, NULL), "turn %d", turn);
		CHECK(memcmp(whole, page.bitmap.pixels, sizeof whole) == 0, "turn %d", turn);
		CHECK(page.line == 256 * (turn == 0 ? 1001 : 501), "turn %d: %" PRIu32, turn,
		      page.line);
		CHECK(!on->bands(on, paint_lines, &machine), "turn %d", turn);
		close_page();
	}
	ff_pool_close(machine.pool);
}

/* Returns a colour that no other number below 65536 has. */
static struct ff_colour colour_of(int i)
{
	return (struct ff_colour){(uint8_t)(i * 7), (uint8_t)(i / 256 + 100), (uint8_t)(i * 3)};
}

static void a_page_of_numbers_has_all_colours_or_becomes_pixels(void)
{
	const struct ff_layout layout = {
		.wide = WIDE, .high = HIGH, .scale = 1, .block = 1, .unit = 1};
	struct ff_error err = {""};

	for (int count = 200; count <= 400; count += 200) {
		CHECK(ff_surface_pixels_open(&page, &layout, true, NULL, &err) == FF_OK, "page");
		for (int i = 0; i < count; i++)
			on->box(on, i % WIDE, floor((double)i / WIDE), 1, 1, colour_of(i), 1);
		CHECK((page.colours != NULL) == (count == 200), "%d colours", count);
		CHECK(ff_surface_pixels_expand(&page), "memory");
		for (int i = 0; i < WIDE * HIGH; i++)
			CHECK(ff_image_same(at(i % WIDE, i / WIDE),
					    i < count ? colour_of(i) : paper),
			      "pixel %d", i);
		close_page();
	}
}

static void edges_on_a_page_of_numbers_can_hardly_be_told_from_mixtures(void)
{
	static struct ff_colour plain[WIDE * HIGH];
	const struct ff_layout layout = {
		.wide = WIDE, .high = HIGH, .scale = 1, .block = 1, .unit = 1};
	const struct ff_point points[] = {{3.3, 4.1}, {WIDE - 3.2, HIGH - 7.7}, {9.6, HIGH - 2.4}};
	struct ff_error err = {""};

	for (int numbered = 0; numbered < 2; numbered++) {
		CHECK(ff_surface_pixels_open(&page, &layout, numbered == 1, NULL, &err) == FF_OK,
		      "page");
		for (int i = 0; i < WIDE; i++)
			on->box(on, i, 0, 1, HIGH,
				(struct ff_colour){(uint8_t)(180 + i % 60), 220,
						   (uint8_t)(250 - i % 60)},
				1);
		on->line(on, points, 3, &(struct ff_stroke){.width = 2.5, .opacity = 1});
		on->polygon(on, points, 3, (struct ff_colour){0, 52, 156});
		CHECK((page.colours != NULL) == (numbered == 1), "numbers");
		CHECK(ff_surface_pixels_expand(&page), "memory");
		for (int i = 0; i < WIDE * HIGH; i++) {
			struct ff_colour is = at(i % WIDE, i / WIDE), was = plain[i];

			CHECK(numbered == 0 || (abs(is.r - was.r) <= 24 &&
						abs(is.g - was.g) <= 24 && abs(is.b - was.b) <= 24),
			      "pixel %d,%d: %d,%d,%d for %d,%d,%d", i % WIDE, i / WIDE, is.r, is.g,
			      is.b, was.r, was.g, was.b);
			plain[i] = is;
		}
		close_page();
	}
}

int main(void)
{
	RUN(a_line_covers_what_lies_within_half_its_width);
	RUN(a_level_line_covers_just_its_width);
	RUN(joints_and_crossings_are_no_darker_than_the_line);
	RUN(many_short_pieces_look_like_one_long_piece);
	RUN(a_line_that_is_known_to_be_simple_looks_like_any_other);
	RUN(a_point_alone_and_a_disc_are_round);
	RUN(a_ring_lies_around_its_circle);
	RUN(a_polygon_covers_its_inside);
	RUN(latin_letters_are_written_and_others_become_question_marks);
	RUN(digits_are_as_wide_as_the_type_says);
	RUN(marks_on_the_map_are_cut_off_at_its_edge);
	RUN(marks_far_away_are_not_seen);
	RUN(marks_larger_than_the_page_cover_it);
	RUN(a_page_too_large_is_refused_with_what_to_do);
	RUN(hatches_have_both_colours_everywhere_and_repeat);
	RUN(a_cell_covers_just_its_own_square);
	RUN(hatched_cells_are_one_hatched_area);
	RUN(what_is_small_is_seen_where_a_pixel_is_a_block_of_cells);
	RUN(other_cells_are_mixed_in_equal_parts);
	RUN(a_block_of_cells_has_their_pattern_and_none_that_only_looks_like_it);
	RUN(threads_draw_the_same_cells);
	RUN(bands_of_lines_are_the_lines_and_one_that_fails_is_told);
	RUN(a_page_of_numbers_has_all_colours_or_becomes_pixels);
	RUN(edges_on_a_page_of_numbers_can_hardly_be_told_from_mixtures);
	return tap_done();
}
