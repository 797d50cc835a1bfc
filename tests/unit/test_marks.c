/*
 * The marks that any picture may have, by what a surface records.
 */
#include "draw/marks.h"

#include "recorded.h"
#include "scene.h"

#include <inttypes.h>
#include <stdio.h>

/* The base of pictures: all cells have one entry, but goals. */
static void plain_row(const void *context, int32_t y, uint8_t *entries)
{
	const struct ff_scene *scene = context;

	for (int32_t x = 0; x < scene->cost->w; x++)
		entries[x] = ff_palette_class(
			scene->classes->cells[(size_t)y * (size_t)scene->cost->w + (size_t)x], 0);
}

static struct ff_picture picture;

/* Paints the marks of a scene. */
static void paint(const struct scene *s, const struct ff_style *style, struct recorded *r)
{
	struct ff_error err = {""};

	ff_picture_begin(&picture, &s->all, style);
	ff_picture_cells(&picture, plain_row, &s->all);
	ff_marks_add(&picture);
	ff_layout_set(&picture.layout, picture.w, picture.h, style, &picture.legend);
	recorded_begin(r, &picture.layout);
	for (int i = 0; i < FF_MARKS; i++) {
		enum ff_status st;

		if (picture.marks[i].paint == NULL)
			continue;
		r->surface.layer(&r->surface, picture.marks[i].id, picture.marks[i].space);
		st = picture.marks[i].paint(&r->surface, &picture, picture.marks[i].context, &err);
		CHECK(st == FF_OK, "status %d: %s", (int)st, err.text);
	}
}

/* Returns true if an item lies within the map. */
static bool on_map(const struct recorded_item *item)
{
	const struct ff_layout *l = &picture.layout;

	return recorded_within(item, (double)l->x, (double)l->y, (double)(l->x + l->w),
			       (double)(l->y + l->h));
}

/* Adds a goal of an area, and of a level. */
static void add_goal(struct scene *s, double x, double y, double w, double h, uint8_t level)
{
	struct ff_goal *goal;

	scene_goal(s, x, y);
	goal = &s->goals.items[s->goals.count - 1];
	goal->w = (int32_t)w;
	goal->h = (int32_t)h;
	goal->level = level;
}

/* ---- goals ---- */

static void every_place_has_a_marker_around_its_middle(void)
{
	for (int scale = 1; scale <= 64; scale += 7) {
		const struct ff_style style = {.scale = scale};
		struct recorded r;
		struct scene s;

		scene_new(&s, 30, 20);
		scene_goal(&s, 12, 7);
		scene_goal(&s, 3.5, 4.25);
		paint(&s, &style, &r);
		CHECK(recorded_count(&r, RECORDED_DISC, "goals") % 2 == 0 &&
			      recorded_count(&r, RECORDED_DISC, "goals") >= 4,
		      "discs");
		for (size_t i = 0; i < r.count; i++) {
			const struct recorded_item *item = &r.items[i];
			double x = ((item->x0 + item->x1) / 2 - (double)picture.layout.x) / scale;
			double y = ((item->y0 + item->y1) / 2 - (double)picture.layout.y) / scale;

			CHECK(item->kind != RECORDED_DISC ||
				      (fabs(x - 12.5) < 0.01 && fabs(y - 7.5) < 0.01) ||
				      (fabs(x - 4) < 0.01 && fabs(y - 4.75) < 0.01),
			      "scale %d: %g,%g", scale, x, y);
		}
		/* It is seen, and does not hide its neighbours where cells are large. */
		CHECK(r.items[0].x1 - r.items[0].x0 >= 18, "scale %d", scale);
		CHECK(scale < 23 || r.items[0].x1 - r.items[0].x0 <= scale, "scale %d", scale);
		recorded_free(&r);
		scene_free(&s);
	}
}

static void coordinates_of_goals_stay_on_the_map_beside_their_markers(void)
{
	static const double sizes[][2] = {{1, 1}, {2, 1}, {3, 5}, {9, 2}};

	for (int scale = 1; scale <= 64; scale = scale * 2 + 1)
		for (int x = 0; x < 40; x += 3)
			for (int y = 0; y < 30; y++)
				for (size_t k = 0; k < 4; k++) {
					const struct ff_style style = {.scale = scale};
					const struct recorded_item *text = NULL, *sign;
					struct recorded r;
					struct scene s;
					char wanted[20];

					scene_new(&s, 40, 30);
					add_goal(&s, x, y, sizes[k][0], sizes[k][1], 0);
					paint(&s, &style, &r);
					snprintf(wanted, sizeof wanted, "%d,%d", x, y);
					text = recorded_find(&r, wanted);
					if (text == NULL) {
						CHECK(scale < 7, "scale %d: %s", scale, wanted);
					} else {
						CHECK(on_map(text) && on_map(text - 1),
						      "scale %d: %s at %g,%g", scale, wanted,
						      text->x0, text->y0);
						for (sign = r.items; sign < text - 1; sign++)
							CHECK(scale < 7 ||
								      !recorded_overlap(sign, text),
							      "scale %d, %s: %g..%g is over %g..%g",
							      scale, wanted, sign->x0, sign->x1,
							      text->x0, text->x1);
					}
					recorded_free(&r);
					scene_free(&s);
				}
}

static void coordinates_that_are_no_whole_numbers_have_a_decimal(void)
{
	const struct ff_style style = {.scale = 30};
	struct recorded r;
	struct scene s;

	scene_new(&s, 30, 20);
	scene_goal(&s, 12.5, 7);
	paint(&s, &style, &r);
	CHECK(recorded_find(&r, "12.5,7") != NULL, "12.5,7");
	recorded_free(&r);
	scene_free(&s);
}

/* Returns the number of items of a kind that goals in that number have. */
static size_t count_of(int goals, enum recorded_kind kind, bool bare, unsigned with)
{
	const struct ff_style style = {.scale = 8, .bare = bare, .with = with};
	struct recorded r;
	struct scene s;
	size_t count;

	scene_new(&s, 200, 100);
	for (int i = 0; i < goals; i++) {
		int row = i / 13;

		scene_goal(&s, 3 + 15 * (i % 13), 5 + 7 * row);
	}
	paint(&s, &style, &r);
	count = recorded_count(&r, kind, "goals");
	recorded_free(&r);
	scene_free(&s);
	return count;
}

static void many_goals_have_no_coordinates_and_very_many_no_markers(void)
{
	CHECK(count_of(12, RECORDED_TEXT, false, 0) == 12, "12 goals");
	CHECK(count_of(13, RECORDED_TEXT, false, 0) == 0, "13 goals");
	CHECK(count_of(100, RECORDED_DISC, false, 0) == 100 * count_of(1, RECORDED_DISC, false, 0),
	      "100 goals");
	CHECK(count_of(101, RECORDED_DISC, false, 0) == 0, "101 goals");
	CHECK(count_of(3, RECORDED_TEXT, true, 0) == 0 && count_of(3, RECORDED_DISC, true, 0) > 0,
	      "the map alone");
	CHECK(count_of(3, RECORDED_TEXT, false, FF_STYLE_VALUES) == 0, "beside values");
}

static void an_area_has_a_frame_and_no_disc(void)
{
	for (int scale = 1; scale <= 40; scale += 3) {
		const struct ff_style style = {.scale = scale};
		double x0, y0, x1, y1;
		struct recorded r;
		struct scene s;

		scene_new(&s, 60, 50);
		add_goal(&s, 20, 15, 7, 4, 0);
		paint(&s, &style, &r);
		x0 = (double)picture.layout.x + 20 * scale;
		y0 = (double)picture.layout.y + 15 * scale;
		x1 = x0 + 7 * scale;
		y1 = y0 + 4 * scale;
		CHECK(recorded_count(&r, RECORDED_FRAME, "goals") >= 3 &&
			      recorded_count(&r, RECORDED_DISC, "goals") == 0,
		      "scale %d", scale);
		for (size_t i = 0; i < r.count; i++)
			CHECK(r.items[i].kind != RECORDED_FRAME ||
				      (r.items[i].x0 < x0 && r.items[i].y0 < y0 &&
				       r.items[i].x1 > x1 && r.items[i].y1 > y1),
			      "scale %d: a frame lies on its area", scale);
		recorded_free(&r);
		scene_free(&s);
	}
}

static void goals_of_a_mask_have_no_mark(void)
{
	const struct ff_style style = {.scale = 8};
	struct recorded r;
	struct scene s;

	scene_new(&s, 30, 20);
	add_goal(&s, 3, 4, 1, 1, 1);
	add_goal(&s, 9, 4, 5, 1, 1);
	paint(&s, &style, &r);
	CHECK(r.count == 0, "%zu marks", r.count);
	recorded_free(&r);
	scene_free(&s);
}

static void refuges_have_another_colour_than_goals(void)
{
	const struct ff_style style = {.scale = 8};
	struct ff_colour goal = ff_palette_colour(FF_PALETTE_GOAL);

	for (int flee = 0; flee < 2; flee++) {
		struct recorded r;
		struct scene s;
		int count = 0;

		scene_new(&s, 30, 20);
		scene_goal(&s, 3, 4);
		s.all.flee = flee == 1;
		paint(&s, &style, &r);
		for (size_t i = 0; i < r.count; i++)
			count += ff_image_same(r.items[i].colour, goal);
		CHECK((count > 0) == (flee == 0), "flee %d: %d", flee, count);
		recorded_free(&r);
		scene_free(&s);
	}
}

/* From the outside: ink, paper, and the goal's colour, each wide enough to be seen on any map. */
static void a_marker_stands_out_from_any_map_by_its_rims(void)
{
	for (int scale = 1; scale <= 64; scale += 7) {
		const struct ff_colour wanted[] = {ff_palette_colour(FF_PALETTE_INK),
						   ff_palette_colour(FF_PALETTE_PAPER),
						   ff_palette_colour(FF_PALETTE_GOAL)};
		const struct ff_style style = {.scale = scale};
		struct recorded r;
		struct scene s;

		scene_new(&s, 30, 20);
		scene_goal(&s, 12, 7);
		paint(&s, &style, &r);
		for (size_t i = 0; i < 3; i++) {
			CHECK(r.items[i].kind == RECORDED_DISC &&
				      ff_image_same(r.items[i].colour, wanted[i]),
			      "scale %d: disc %zu", scale, i);
			CHECK(i == 0 || r.items[i].x0 - r.items[i - 1].x0 >= 1,
			      "scale %d: rim %zu is %g pixels wide", scale, i,
			      r.items[i].x0 - r.items[i - 1].x0);
		}
		recorded_free(&r);
		scene_free(&s);
	}
}

/* ---- the grid ---- */

static void lines_of_a_grid_lie_between_cells(void)
{
	for (int grid = 1; grid <= 12; grid++)
		for (int scale = 3; scale <= 40; scale += 9) {
			const struct ff_style style = {
				.scale = scale, .grid = grid, .with = FF_STYLE_GRID};
			size_t wanted = (size_t)(29 / grid + 19 / grid);
			struct recorded r;
			struct scene s;

			scene_new(&s, 30, 20);
			paint(&s, &style, &r);
			CHECK(recorded_count(&r, RECORDED_BOX, "grid") == wanted,
			      "every %d cells: %zu, not %zu", grid, r.count, wanted);
			for (size_t i = 0; i < r.count; i++) {
				const struct recorded_item *item = &r.items[i];
				double x = (item->x0 - (double)picture.layout.x) / scale / grid;
				double y = (item->y0 - (double)picture.layout.y) / scale / grid;
				double w = item->x1 - item->x0, h = item->y1 - item->y0;

				CHECK(on_map(item) && fabs(x - floor(x + 0.5)) < 1e-9 &&
					      fabs(y - floor(y + 0.5)) < 1e-9,
				      "every %d cells: %g,%g", grid, x, y);
				CHECK(item->opacity >= 0.2 && item->opacity <= 0.5,
				      "the map is hidden: %g", item->opacity);
				CHECK((x > 0) != (y > 0) &&
					      fabs(fmin(w, h) - picture.layout.unit) < 0.01 &&
					      fmax(w, h) >= 20 * scale,
				      "every %d cells: %g x %g", grid, w, h);
			}
			recorded_free(&r);
			scene_free(&s);
		}
}

static void a_grid_without_a_distance_is_that_of_the_numbers(void)
{
	const struct ff_style style = {.scale = 5, .with = FF_STYLE_GRID};
	struct recorded r;
	struct scene s;
	int32_t step;

	scene_new(&s, 100, 80);
	paint(&s, &style, &r);
	step = ff_layout_step(&picture.layout);
	CHECK(step > 1 &&
		      recorded_count(&r, RECORDED_BOX, "grid") == (size_t)(99 / step + 79 / step),
	      "%" PRId32, step);
	recorded_free(&r);
	scene_free(&s);
}

/* ---- values ---- */

static void values_stand_in_their_cells_where_they_fit(void)
{
	for (int scale = 1; scale <= 80; scale += 3) {
		const struct ff_style style = {.scale = scale, .with = FF_STYLE_VALUES};
		struct recorded r;
		struct scene s;
		size_t count = 0;

		scene_of(&s, "g...9/#M..M/.##../");
		paint(&s, &style, &r);
		for (size_t i = 0; i < r.count; i++) {
			const struct recorded_item *item = &r.items[i];
			double x = ((item->x0 + item->x1) / 2 - (double)picture.layout.x) / scale;
			double y = ((item->y0 + item->y1) / 2 - (double)picture.layout.y) / scale;
			int32_t cell = (int32_t)y * 5 + (int32_t)x;

			if (item->kind != RECORDED_TEXT)
				continue;
			count++;
			CHECK(fabs(x - floor(x) - 0.5) < 0.01 && fabs(y - floor(y) - 0.5) < 0.01,
			      "scale %d: %s at %g,%g", scale, item->text, x, y);
			CHECK(item->x1 - item->x0 < scale && item->y1 - item->y0 < scale,
			      "scale %d: %s is too large", scale, item->text);
			CHECK(strtod(item->text, NULL) == s.field.u32[cell],
			      "scale %d, cell %d: %s", scale, cell, item->text);
		}
		CHECK(scale < 8 ? count == 0 : scale < 30 || count == 10, "scale %d: %zu values",
		      scale, count);
		recorded_free(&r);
		scene_free(&s);
	}
}

static void values_are_of_one_size_where_all_fit(void)
{
	const struct ff_style style = {.scale = 40, .with = FF_STYLE_VALUES};
	const struct recorded_item *first = NULL;
	struct recorded r;
	struct scene s;

	scene_of(&s, "g...9M..../");
	paint(&s, &style, &r);
	for (size_t i = 0; i < r.count; i++) {
		const struct recorded_item *item = &r.items[i];

		if (item->kind != RECORDED_TEXT)
			continue;
		first = first == NULL ? item : first;
		CHECK(item->y1 - item->y0 == first->y1 - first->y0, "%s", item->text);
	}
	CHECK(first != NULL, "no values");
	recorded_free(&r);
	scene_free(&s);
}

/* ---- contours ---- */

static void lines_and_labels_of_contours_stay_on_the_map(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 30; turn++) {
		const struct ff_style style = {
			.scale = 4 + turn, .contours = 10, .with = FF_STYLE_CONTOURS};
		struct recorded r;
		struct scene s;
		bool labels = false;

		scene_random(&s, 70, 50, 10, 1, &dice);
		paint(&s, &style, &r);
		CHECK(recorded_count(&r, RECORDED_LINE, "contours") >= 5, "turn %d: %zu lines",
		      turn, r.count);
		for (size_t i = 0; i < r.count; i++) {
			if (r.items[i].kind == RECORDED_TEXT) {
				labels |= strcmp(r.items[i].layer, "contours") == 0;
				CHECK(on_map(&r.items[i]), "turn %d: %s", turn, r.items[i].text);
			}
			CHECK(r.items[i].kind != RECORDED_LINE ||
				      recorded_within(
					      &r.items[i], (double)picture.layout.x - 3,
					      (double)picture.layout.y - 3,
					      (double)(picture.layout.x + picture.layout.w) + 3,
					      (double)(picture.layout.y + picture.layout.h) + 3),
			      "turn %d, line %zu", turn, i);
		}
		CHECK(labels || turn < 6, "turn %d: no labels", turn);
		recorded_free(&r);
		scene_free(&s);
	}
}

static void main_contours_are_wider_and_stronger_than_the_others(void)
{
	const struct ff_style style = {.scale = 10, .contours = 20, .with = FF_STYLE_CONTOURS};
	size_t wide = 0, narrow = 0;
	double weakest = 1, strongest = 0;
	struct recorded r;
	struct scene s;

	scene_of(&s, "g......................................../"
		     "........................................./");
	paint(&s, &style, &r);
	for (size_t i = 0; i < r.count; i++) {
		const struct recorded_item *item = &r.items[i];

		if (item->kind != RECORDED_LINE)
			continue;
		if (item->width >= 2 * picture.layout.unit) {
			wide++;
			weakest = fmin(weakest, item->opacity);
		} else {
			narrow++;
			strongest = fmax(strongest, item->opacity);
		}
	}
	CHECK(wide > 0 && narrow > 2 * wide, "%zu wide lines, %zu others", wide, narrow);
	CHECK(weakest >= strongest + 0.1, "%g and %g", weakest, strongest);
	recorded_free(&r);
	scene_free(&s);
}

/* ---- sight ---- */

static void just_the_cells_that_see_a_goal_have_a_tint(void)
{
	enum { W = 23, H = 9 };
	const struct ff_style style = {.scale = 3, .with = FF_STYLE_SIGHT};
	uint64_t dice = ORACLE_SEED;
	uint32_t cells[W * H];
	struct ff_labels sight = {.w = W, .h = H, .cells = cells};

	for (int turn = 0; turn < 50; turn++) {
		int tinted[W * H] = {0};
		struct recorded r;
		struct scene s;

		scene_new(&s, W, H);
		for (int i = 0; i < W * H; i++)
			cells[i] = oracle_random(&dice) % 3 > 0 ? FF_LABELS_NONE : (uint32_t)i % 4;
		s.all.sight = &sight;
		paint(&s, &style, &r);
		for (size_t i = 0; i < r.count; i++) {
			const struct recorded_item *item = &r.items[i];

			for (int c = 0; c < W * H; c++) {
				double x = (double)picture.layout.x + (c % W + 0.5) * 3;
				int row = c / W;
				double y = (double)picture.layout.y + (row + 0.5) * 3;

				tinted[c] += item->kind == RECORDED_BOX && x > item->x0 &&
					     x < item->x1 && y > item->y0 && y < item->y1;
			}
		}
		for (int c = 0; c < W * H; c++)
			CHECK(tinted[c] == (cells[c] != FF_LABELS_NONE), "turn %d, cell %d: %d",
			      turn, c, tinted[c]);
		recorded_free(&r);
		scene_free(&s);
	}
}

static void the_tint_has_an_edge_just_where_it_ends(void)
{
	enum { W = 6, H = 5, SCALE = 8 };
	static const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};
	const struct ff_style style = {.scale = SCALE, .with = FF_STYLE_SIGHT};
	uint64_t dice = ORACLE_SEED;
	uint32_t cells[W * H];
	struct ff_labels sight = {.w = W, .h = H, .cells = cells};
	struct recorded r;
	struct scene s;

	scene_new(&s, W, H);
	for (int i = 0; i < W * H; i++)
		cells[i] = oracle_random(&dice) % 2 > 0 ? FF_LABELS_NONE : 0;
	s.all.sight = &sight;
	paint(&s, &style, &r);
	for (int i = 0; i < 4 * W * H; i++) {
		int side = i % 4, cell = i / 4, column = cell % W, row = cell / W;
		int other_x = column + dx[side], other_y = row + dy[side], painted = 0;
		bool inside = other_x >= 0 && other_x < W && other_y >= 0 && other_y < H;
		bool seen = cells[cell] != FF_LABELS_NONE;
		bool ends = seen && (!inside || cells[other_y * W + other_x] == FF_LABELS_NONE);
		double x = (double)picture.layout.x + (column + 0.5) * SCALE + dx[side] * 3.7;
		double y = (double)picture.layout.y + (row + 0.5) * SCALE + dy[side] * 3.7;

		for (size_t k = 0; k < r.count; k++)
			painted += r.items[k].kind == RECORDED_BOX &&
				   strcmp(r.items[k].layer, "sight") == 0 && r.items[k].x0 < x &&
				   x < r.items[k].x1 && r.items[k].y0 < y && y < r.items[k].y1;
		CHECK(painted == seen + ends, "cell %d, side %d: %d", cell, side, painted);
	}
	recorded_free(&r);
	scene_free(&s);
}

static void stripes_lie_just_on_the_cells_that_see_a_goal(void)
{
	enum { W = 40, H = 30 };
	uint64_t dice = ORACLE_SEED;
	uint32_t cells[W * H];
	struct ff_labels sight = {.w = W, .h = H, .cells = cells};

	for (int scale = 1; scale <= 40; scale += 3) {
		const struct ff_style style = {.scale = scale, .with = FF_STYLE_SIGHT};
		bool striped[W * H] = {false};
		struct recorded r;
		struct scene s;
		int few = 0;
		double ends;

		scene_new(&s, W, H);
		for (int i = 0; i < W * H; i++)
			cells[i] = oracle_random(&dice) % 2 > 0 ? FF_LABELS_NONE : 0;
		s.all.sight = &sight;
		paint(&s, &style, &r);
		ends = 1.3 * picture.layout.unit;
		for (size_t i = 0; i < r.count; i++) {
			const struct recorded_item *item = &r.items[i];

			if (item->kind != RECORDED_LINE || strcmp(item->layer, "sight") != 0)
				continue;
			/* A line down to the right goes from corner to corner; its ends are round.
			 */
			for (int k = 0; k <= 400; k++) {
				double x = item->x0 + (item->x1 - item->x0) * k / 400;
				double y = item->y0 + (item->y1 - item->y0) * k / 400;
				double over = (x - (double)picture.layout.x) / scale;
				double down = (y - (double)picture.layout.y) / scale;
				int column = (int)over, row = (int)down;

				if (x - item->x0 < ends || item->x1 - x < ends ||
				    fabs(over - round(over)) < 0.001 ||
				    fabs(down - round(down)) < 0.001)
					continue;
				CHECK(cells[row * W + column] != FF_LABELS_NONE,
				      "scale %d: %d,%d sees no goal", scale, column, row);
				striped[row * W + column] = true;
			}
		}
		for (int i = 0; i < W * H; i++)
			few += cells[i] != FF_LABELS_NONE && !striped[i];
		CHECK(scale < 22 || few < W * H / 20, "scale %d: %d without a stripe", scale, few);
		recorded_free(&r);
		scene_free(&s);
	}
}

static void the_legend_shows_sight_on_the_ground_of_the_picture(void)
{
	const struct ff_style style = {.scale = 8, .with = FF_STYLE_SIGHT};
	uint32_t cells[4] = {0, 0, FF_LABELS_NONE, FF_LABELS_NONE};
	struct ff_labels sight = {.w = 4, .h = 1, .cells = cells};
	struct recorded r;
	struct scene s;
	uint8_t entries[4];

	scene_new(&s, 4, 1);
	s.classes.cells[0] = FF_GOAL;
	s.all.sight = &sight;
	paint(&s, &style, &r);
	picture.row(picture.context, 0, entries);
	CHECK(picture.legend.count > 0 && picture.legend.items[0].sign == FF_LEGEND_SEEN &&
		      ff_image_same(picture.legend.items[0].fill.colour,
				    picture.fills[entries[1]].colour),
	      "%zu items", picture.legend.count);
	recorded_free(&r);
	scene_free(&s);
}

static void sight_of_goals_by_themselves_is_not_shown(void)
{
	const struct ff_style style = {.scale = 8, .with = FF_STYLE_SIGHT};
	uint32_t cells[4] = {0, FF_LABELS_NONE, FF_LABELS_NONE, FF_LABELS_NONE};
	struct ff_labels sight = {.w = 4, .h = 1, .cells = cells};

	for (int seen = 0; seen < 2; seen++) {
		struct recorded r;
		struct scene s;

		scene_new(&s, 4, 1);
		s.classes.cells[0] = FF_GOAL;
		cells[1] = seen ? 0 : FF_LABELS_NONE;
		s.all.sight = &sight;
		paint(&s, &style, &r);
		CHECK((recorded_count(&r, RECORDED_BOX, "sight") > 0) == seen, "%d", seen);
		CHECK((picture.legend.count > 0) == seen, "legend, %d", seen);
		recorded_free(&r);
		scene_free(&s);
	}
}

/* ---- rings around small areas ---- */

/* Marks the area of a cell, four ways; returns its bounding box. */
static struct ff_image_part flood(const struct scene *s, int32_t start, uint8_t *known)
{
	int32_t w = s->cost.w, n = w * s->cost.h, x0 = w, y0 = n, x1 = 0, y1 = 0;
	bool more = true;

	known[start] = 2;
	while (more) {
		more = false;
		for (int32_t i = 0; i < n; i++) {
			bool beside = (i % w > 0 && known[i - 1] == 2) ||
				      (i % w < w - 1 && known[i + 1] == 2) ||
				      (i >= w && known[i - w] == 2) ||
				      (i + w < n && known[i + w] == 2);

			if (known[i] != 0 || !beside || s->classes.cells[i] != FF_UNREACHED)
				continue;
			known[i] = 2;
			more = true;
		}
	}
	for (int32_t i = 0; i < n; i++) {
		if (known[i] != 2)
			continue;
		known[i] = 1;
		x0 = i % w < x0 ? i % w : x0;
		x1 = i % w > x1 ? i % w : x1;
		y0 = i / w < y0 ? i / w : y0;
		y1 = i / w > y1 ? i / w : y1;
	}
	return (struct ff_image_part){x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

/* Returns true if a ring lies around a box, and around its middle unless it touches an edge of
 * the map. */
static bool has_ring(const struct recorded *r, const struct ff_image_part *box, double scale)
{
	double left = (double)picture.layout.x, top = (double)picture.layout.y;
	double right = left + (double)picture.layout.w, bottom = top + (double)picture.layout.h;
	double x = left + (box->x + box->w / 2.0) * scale;
	double y = top + (box->y + box->h / 2.0) * scale;

	for (size_t i = 0; i < r->count; i++) {
		const struct recorded_item *item = &r->items[i];
		bool beside = item->x0 < left + 1.01 || item->x1 > right - 1.01;
		bool below = item->y0 < top + 1.01 || item->y1 > bottom - 1.01;

		if (item->kind == RECORDED_RING &&
		    recorded_within(item, left, top, right, bottom) &&
		    (beside || fabs(item->x0 + item->x1 - 2 * x) < 0.01) &&
		    (below || fabs(item->y0 + item->y1 - 2 * y) < 0.01) && item->x0 < x &&
		    x < item->x1 && item->y0 < y && y < item->y1)
			return true;
	}
	return false;
}

static void small_areas_without_a_way_have_rings_and_no_others(void)
{
	enum { W = 40, H = 30 };
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 60; turn++) {
		int scale = 1 + turn % 4;
		const struct ff_style style = {.scale = scale};
		uint8_t known[W * H] = {0};
		struct recorded r;
		struct scene s;
		size_t areas = 0;

		scene_new(&s, W, H);
		for (int k = 0; k < 12; k++) {
			int32_t start = (int32_t)(oracle_random(&dice) % (W * H));

			for (int step = 0; step < (k % 3 == 0 ? 60 : 3); step++) {
				static const int32_t ways[] = {1, -1, W, -W};
				int32_t next = start + ways[oracle_random(&dice) % 4];

				s.classes.cells[start] = FF_UNREACHED;
				start = next >= 0 && next < W * H ? next : start;
			}
		}
		s.classes.count[FF_UNREACHED] = 1; /* there are some */
		paint(&s, &style, &r);
		for (int32_t i = 0; i < W * H; i++) {
			struct ff_image_part box;
			bool small;

			if (s.classes.cells[i] != FF_UNREACHED || known[i] != 0)
				continue;
			box = flood(&s, i, known);
			small = box.w * scale <= 8 && box.h * scale <= 8;
			areas += small;
			CHECK(!small || has_ring(&r, &box, scale), "turn %d: %d,%d has no ring",
			      turn, box.x, box.y);
		}
		CHECK(recorded_count(&r, RECORDED_RING, "rings") == 2 * areas,
		      "turn %d: %zu rings of two lines, %zu areas", turn,
		      recorded_count(&r, RECORDED_RING, "rings"), areas);
		recorded_free(&r);
		scene_free(&s);
	}
}

static void very_many_small_areas_have_no_rings(void)
{
	const struct ff_style style = {.scale = 1};

	for (int count = 40; count <= 41; count++) {
		struct recorded r;
		struct scene s;

		scene_new(&s, 100, 1);
		for (int i = 0; i < count; i++)
			s.classes.cells[2 * i] = FF_UNREACHED;
		s.classes.count[FF_UNREACHED] = (uint64_t)count;
		paint(&s, &style, &r);
		CHECK(recorded_count(&r, RECORDED_RING, NULL) == (count > 40 ? 0 : 80), "%d areas",
		      count);
		recorded_free(&r);
		scene_free(&s);
	}
}

/* A ring or a line is painted twice: its rim, and itself. */
static void edits_have_a_ring_or_a_line_around_them_that_gets_thinner_with_age(void)
{
	for (int side = 1; side <= 9; side += 8) {
		double last = 1e9;

		for (int age = 0; age < FF_STYLE_AGES; age++) {
			const struct ff_style_edit edit = {{10, 9, side, 1}, age};
			const struct ff_style_edits edits = {&edit, 1};
			const struct ff_style style = {.scale = 8, .edits = &edits};
			const struct recorded_item *line;
			struct recorded r;
			struct scene s;

			scene_new(&s, 30, 20);
			paint(&s, &style, &r);
			CHECK(recorded_count(&r, side == 1 ? RECORDED_RING : RECORDED_LINE,
					     "edits") == 2 &&
				      r.count == 2,
			      "%d cells: %zu marks", side, r.count);
			line = &r.items[1];
			CHECK(line->x0 < (double)picture.layout.x + 80 &&
				      line->x1 > (double)picture.layout.x + 80 + 8 * side &&
				      line->y0 < (double)picture.layout.y + 72 &&
				      line->y1 > (double)picture.layout.y + 80,
			      "%d cells: the mark hides them", side);
			CHECK(line->x1 - line->x0 < last, "%d cells, age %d: %g pixels after %g",
			      side, age, line->x1 - line->x0, last);
			last = line->x1 - line->x0;
			recorded_free(&r);
			scene_free(&s);
		}
	}
}

static void a_picture_without_all_that_has_no_marks(void)
{
	const struct ff_style style = {.scale = 8};
	struct recorded r;
	struct scene s;

	scene_new(&s, 30, 20);
	paint(&s, &style, &r);
	CHECK(r.count == 0, "%zu marks", r.count);
	recorded_free(&r);
	scene_free(&s);
}

int main(void)
{
	RUN(every_place_has_a_marker_around_its_middle);
	RUN(coordinates_of_goals_stay_on_the_map_beside_their_markers);
	RUN(coordinates_that_are_no_whole_numbers_have_a_decimal);
	RUN(many_goals_have_no_coordinates_and_very_many_no_markers);
	RUN(an_area_has_a_frame_and_no_disc);
	RUN(goals_of_a_mask_have_no_mark);
	RUN(refuges_have_another_colour_than_goals);
	RUN(a_marker_stands_out_from_any_map_by_its_rims);
	RUN(lines_of_a_grid_lie_between_cells);
	RUN(a_grid_without_a_distance_is_that_of_the_numbers);
	RUN(values_stand_in_their_cells_where_they_fit);
	RUN(values_are_of_one_size_where_all_fit);
	RUN(lines_and_labels_of_contours_stay_on_the_map);
	RUN(main_contours_are_wider_and_stronger_than_the_others);
	RUN(just_the_cells_that_see_a_goal_have_a_tint);
	RUN(the_tint_has_an_edge_just_where_it_ends);
	RUN(stripes_lie_just_on_the_cells_that_see_a_goal);
	RUN(the_legend_shows_sight_on_the_ground_of_the_picture);
	RUN(sight_of_goals_by_themselves_is_not_shown);
	RUN(small_areas_without_a_way_have_rings_and_no_others);
	RUN(very_many_small_areas_have_no_rings);
	RUN(edits_have_a_ring_or_a_line_around_them_that_gets_thinner_with_age);
	RUN(a_picture_without_all_that_has_no_marks);
	return tap_done();
}
