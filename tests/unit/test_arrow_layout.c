#include "draw/arrow_layout.h"

#include "oracle.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

#define PI 3.14159265358979323846

enum { TURNS = 719 };

static struct ff_arrow arrow_at(double x, double y, double angle)
{
	return (struct ff_arrow){{x, y}, cos(angle), sin(angle)};
}

static void an_outline_lies_along_its_vector_and_is_alike_on_both_sides(void)
{
	for (int k = 0; k < TURNS; k++) {
		struct ff_arrow_layout layout = ff_arrow_layout_of(1 + k % 64);
		struct ff_arrow arrow = arrow_at(7.5, 3.5, k * 2 * PI / TURNS);
		struct ff_point points[FF_ARROW_POINTS];
		double reach = FF_ARROW_REACH * layout.size;

		ff_arrow_outline(&layout, &arrow, 0, points);
		CHECK(fabs(points[3].x - arrow.middle.x - reach * arrow.dx) < 1e-9 &&
			      fabs(points[3].y - arrow.middle.y - reach * arrow.dy) < 1e-9,
		      "turn %d: the tip is at %g,%g", k, points[3].x, points[3].y);
		for (int i = 0; i < FF_ARROW_POINTS; i++) {
			struct ff_point a = points[i], b = points[FF_ARROW_POINTS - 1 - i];
			double ax = a.x - arrow.middle.x, ay = a.y - arrow.middle.y;
			double bx = b.x - arrow.middle.x, by = b.y - arrow.middle.y;
			double along = ax * arrow.dx + ay * arrow.dy;

			CHECK(fabs(along - bx * arrow.dx - by * arrow.dy) < 1e-9 &&
				      fabs((ax + bx) * arrow.dy - (ay + by) * arrow.dx) < 1e-9,
			      "turn %d: points %d and %d", k, i, FF_ARROW_POINTS - 1 - i);
			CHECK(fabs(along) < reach + 1e-9, "turn %d, point %d: %g along", k, i,
			      along);
		}
	}
}

static void a_rim_is_equally_wide_on_all_sides(void)
{
	for (int k = 0; k < TURNS; k++) {
		struct ff_arrow_layout layout = ff_arrow_layout_of(1 + k % 64);
		struct ff_arrow arrow = arrow_at(7.5, 3.5, k * 2 * PI / TURNS);
		struct ff_point own[FF_ARROW_POINTS], grown[FF_ARROW_POINTS];

		ff_arrow_outline(&layout, &arrow, 0, own);
		ff_arrow_outline(&layout, &arrow, 0.07, grown);
		for (int i = 0; i < 2 * FF_ARROW_POINTS; i++) {
			struct ff_point a = own[i / 2], b = own[(i / 2 + 1) % FF_ARROW_POINTS];
			struct ff_point p = grown[(i / 2 + i % 2) % FF_ARROW_POINTS];
			double dx = b.x - a.x, dy = b.y - a.y;
			double off = ((p.x - a.x) * dy - (p.y - a.y) * dx) / hypot(dx, dy);

			CHECK(fabs(fabs(off) - 0.07) < 1e-9, "turn %d, point %d: %g off edge %d", k,
			      i, off, i / 2);
		}
	}
}

/* ---- where arrows are ---- */

static bool is_reached(const struct scene *s, double x, double y)
{
	return x >= 0 && y >= 0 && x < s->cost.w && y < s->cost.h &&
	       s->classes.cells[(int)y * s->cost.w + (int)x] == FF_REACHED;
}

/* Returns true if all points of a fine grid inside an arrow, with a rim, are on reached cells. */
static bool lies_on_reached(const struct scene *s, const struct ff_arrow_layout *layout,
			    const struct ff_arrow *arrow, double rim)
{
	enum { FINE = 60 };
	struct ff_point p[FF_ARROW_POINTS];

	ff_arrow_outline(layout, arrow, rim, p);
	for (int i = 0; i <= FINE * FINE + 2 * FINE; i++) {
		double a = (double)(i % (FINE + 1)) / FINE;
		int row = i / (FINE + 1);
		double b = (double)row / FINE;
		/* A point of the shaft, and one of the head. */
		double x = p[0].x + a * (p[1].x - p[0].x) + b * (p[6].x - p[0].x);
		double y = p[0].y + a * (p[1].y - p[0].y) + b * (p[6].y - p[0].y);
		double u = p[3].x + a * (p[2].x + b * (p[4].x - p[2].x) - p[3].x);
		double v = p[3].y + a * (p[2].y + b * (p[4].y - p[2].y) - p[3].y);

		if (!is_reached(s, x, y) || !is_reached(s, u, v))
			return false;
	}
	return true;
}

/* Makes a map whose directions or, 'turned', vectors are random. */
static void make_scene(struct scene *s, int32_t side, int walls, bool turned, uint64_t *dice)
{
	size_t n = (size_t)side * (size_t)side;

	scene_random(s, side, side, walls, 3, dice);
	if (turned)
		s->flow.vectors = oracle_cells(n, sizeof *s->flow.vectors);
	for (size_t i = 0; i < n; i++) {
		double angle = (double)(oracle_random(dice) % 100000) / 100000 * 2 * PI;

		if (s->flow.cells[i] == FF_NONE)
			continue;
		s->flow.cells[i] = (uint8_t)(oracle_random(dice) % FF_DIRECTIONS);
		if (turned)
			s->flow.vectors[i] =
				(struct ff_flow_vector){(float)cos(angle), (float)sin(angle)};
	}
}

static struct ff_arrow arrow_of(const struct scene *s, int32_t x, int32_t y)
{
	struct ff_flow_vector way =
		ff_flow_vector_at(&s->flow, (size_t)y * (size_t)s->cost.w + (size_t)x);

	return (struct ff_arrow){{x + 0.5, y + 0.5}, way.dx, way.dy};
}

/* Checks the block from left,top on; returns true if it has an arrow. */
static bool check_block(const struct scene *s, const struct ff_arrow_layout *layout, int32_t left,
			int32_t top)
{
	struct ff_arrow arrow = {.dx = 0};
	bool found = ff_arrow_find(layout, &s->all, left, top, &arrow);
	int32_t x = (int32_t)arrow.middle.x, y = (int32_t)arrow.middle.y;

	if (found) {
		struct ff_arrow own = arrow_of(s, x, y);

		CHECK(x >= left && y >= top && x < left + layout->side && y < top + layout->side,
		      "it stands on %" PRId32 ",%" PRId32, x, y);
		CHECK(own.dx == arrow.dx && own.dy == arrow.dy, "it is not that of its cell");
		CHECK(lies_on_reached(s, layout, &arrow, -1e-3), "side %" PRId32 ": %g,%g",
		      layout->side, arrow.middle.x, arrow.middle.y);
	}
	for (int32_t i = 0; i < layout->side * layout->side && !found && layout->side <= 7; i++) {
		x = left + i % layout->side;
		y = top + i / layout->side;
		if (x >= s->cost.w || y >= s->cost.h || s->flow.cells[y * s->cost.w + x] == FF_NONE)
			continue;
		arrow = arrow_of(s, x, y);
		CHECK(!lies_on_reached(s, layout, &arrow, 0.03),
		      "side %" PRId32 ": one fits at %" PRId32 ",%" PRId32, layout->side, x, y);
	}
	return found;
}

static void an_arrow_for_a_block_touches_reached_cells_only_and_is_there_if_one_fits(void)
{
	static const double scales[] = {11, 7, 5, 4, 3, 2, 1, 0.5};
	uint64_t dice = ORACLE_SEED;
	int arrows[2] = {0};

	for (int k = 0; k < 400; k++) {
		struct ff_arrow_layout layout = ff_arrow_layout_of(scales[k % 8]);
		struct scene s;

		make_scene(&s, 2 * layout.side + 1, k / 8 % 40, k % 16 < 8, &dice);
		for (int32_t y = 0; y < s.cost.h; y += layout.side)
			for (int32_t x = 0; x < s.cost.w; x += layout.side)
				arrows[check_block(&s, &layout, x, y)]++;
		scene_free(&s);
	}
	CHECK(arrows[true] > 300 && arrows[false] > 300, "%d of %d", arrows[true],
	      arrows[true] + arrows[false]);
}

int main(void)
{
	RUN(an_outline_lies_along_its_vector_and_is_alike_on_both_sides);
	RUN(a_rim_is_equally_wide_on_all_sides);
	RUN(an_arrow_for_a_block_touches_reached_cells_only_and_is_there_if_one_fits);
	return tap_done();
}
