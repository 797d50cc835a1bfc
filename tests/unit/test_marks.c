/*
 * The marks that any picture may have, by what a surface records.
 */
#include "draw/picture.h"

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
static struct ff_picture_labels placed;

/* Paints the marks of a scene. */
static void paint(const struct scene *s, const struct ff_style *style, struct recorded *r)
{
	ff_picture_begin(&picture, &s->all, style);
	ff_picture_cells(&picture, plain_row, &s->all);
	ff_marks_add(&picture);
	ff_layout_set(&picture.layout, picture.w, picture.h, style, &picture.legend);
	recorded_begin(r, &picture.layout);
	placed.count = 0;
	picture.labels = &placed;
	for (int i = 0; i < FF_MARKS; i++) {
		enum ff_status st;

		if (picture.marks[i].paint == NULL)
			continue;
		r->surface.layer(&r->surface, picture.marks[i].id, FF_SURFACE_MAP);
		st = picture.marks[i].paint(&r->surface, &picture);
		CHECK(st == FF_OK, "status %d", (int)st);
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

static void coordinates_of_goals_cover_no_marker_and_no_others(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 200; turn++) {
		const struct ff_style style = {.scale = 12 + turn % 30};
		struct recorded r;
		struct scene s;
		size_t names = 0;

		scene_new(&s, 40, 30);
		for (int i = 0; i < 1 + turn % 12; i++)
			add_goal(&s, (double)(oracle_random(&dice) % (turn % 2 == 0 ? 40 : 8)),
				 (double)(oracle_random(&dice) % 30), 1, 1, 0);
		paint(&s, &style, &r);
		for (size_t i = 0; i < r.count; i++) {
			if (r.items[i].kind != RECORDED_TEXT ||
			    strcmp(r.items[i].layer, "names") != 0)
				continue;
			names++;
			for (size_t k = 0; k < r.count; k++)
				CHECK(k == i || k + 1 == i ||
					      !recorded_overlap(&r.items[i], &r.items[k]) ||
					      (strcmp(r.items[k].layer, "names") != 0 &&
					       strcmp(r.items[k].layer, "goals") != 0),
				      "turn %d: %s is over item %zu", turn, r.items[i].text, k);
		}
		CHECK(names > 0, "turn %d: no names", turn);
		recorded_free(&r);
		scene_free(&s);
	}
}

/* ---- contours ---- */

static void lines_and_labels_of_contours_stay_on_the_map(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 30; turn++) {
		const struct ff_style style = {.scale = 4 + turn,
					       .numbers = {[FF_STYLE_NUMBER_CONTOURS] = 10},
					       .with = FF_STYLE_CONTOURS};
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
					      &r.items[i], (double)picture.layout.x - 5,
					      (double)picture.layout.y - 5,
					      (double)(picture.layout.x + picture.layout.w) + 5,
					      (double)(picture.layout.y + picture.layout.h) + 5),
			      "turn %d, line %zu", turn, i);
		}
		CHECK(labels || turn < 6, "turn %d: no labels", turn);
		recorded_free(&r);
		scene_free(&s);
	}
}

/* ---- sight ---- */

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

/* Returns true if the middle of a box is within the square around a ring. */
static bool has_ring(const struct recorded *r, const struct ff_image_part *box, double scale)
{
	double x = (double)picture.layout.x + (box->x + box->w / 2.0) * scale;
	double y = (double)picture.layout.y + (box->y + box->h / 2.0) * scale;

	for (size_t i = 0; i < r->count; i++) {
		const struct recorded_item *item = &r->items[i];

		if (item->kind == RECORDED_RING && item->x0 < x && x < item->x1 && item->y0 < y &&
		    y < item->y1)
			return true;
	}
	return false;
}

/* Returns true if no two rings overlap: each is a rim and a line. */
static bool are_apart(const struct recorded *r)
{
	for (size_t i = 0; i < r->count; i++)
		for (size_t k = i + 2; k < r->count; k++) {
			const struct recorded_item *a = &r->items[i], *b = &r->items[k];

			if (a->kind == RECORDED_RING && b->kind == RECORDED_RING &&
			    a->x1 - a->x0 == b->x1 - b->x0 && a->x0 == b->x0 && a->y0 == b->y0)
				return false;
		}
	return true;
}

static void small_areas_without_a_way_have_rings(void)
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
		/* Near areas share theirs. */
		CHECK(recorded_count(&r, RECORDED_RING, "rings") <= 2 * areas && are_apart(&r),
		      "turn %d: %zu rings of two lines, %zu areas", turn,
		      recorded_count(&r, RECORDED_RING, "rings"), areas);
		recorded_free(&r);
		scene_free(&s);
	}
}

int main(void)
{
	RUN(coordinates_of_goals_stay_on_the_map_beside_their_markers);
	RUN(coordinates_of_goals_cover_no_marker_and_no_others);
	RUN(lines_and_labels_of_contours_stay_on_the_map);
	RUN(stripes_lie_just_on_the_cells_that_see_a_goal);
	RUN(small_areas_without_a_way_have_rings);
	return tap_done();
}
