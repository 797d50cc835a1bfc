#include "core/crowd/follow.h"

#include "guides.h"
#include "tap.h"

#include <inttypes.h>

static bool is(struct ff_sample way, double dx, double dy)
{
	return fabs(way.dx - dx) < 1e-7 && fabs(way.dy - dy) < 1e-7;
}

#define WAY(way, wanted_x, wanted_y)                                                       \
	CHECK(is(way, wanted_x, wanted_y), "%.9g,%.9g, not %.9g,%.9g", (way).dx, (way).dy, \
	      (double)(wanted_x), (double)(wanted_y))

static void a_coordinate_is_in_the_cell_whose_centre_is_nearest(void)
{
	static const struct {
		double along;
		int32_t cell;
	} known[] = {{0, 0},      {0.49, 0},  {0.5, 1},    {-0.5, 0},
		     {-0.51, -1}, {-1.5, -1}, {-1.51, -2}, {1234567.5, 1234568}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		CHECK(ff_sample_cell(known[i].along) == known[i].cell, "%g: %" PRId32,
		      known[i].along, ff_sample_cell(known[i].along));
}

/* A vector of any grid; 0,0 outside. */
static struct ff_sample vector_at(const struct ff_guide *guide, int32_t x, int32_t y)
{
	struct ff_flow_vector vector = {0, 0};

	if (x >= 0 && y >= 0 && x < guide->cost->w && y < guide->cost->h)
		vector = ff_flow_vector_at(guide->flow, ff_cost_index(guide->cost, x, y));
	return (struct ff_sample){(double)vector.dx, (double)vector.dy};
}

/* The mean of all cells less than one cell away whose vectors do not point away, once more. */
static struct ff_sample mean_at(const struct ff_guide *guide, double x, double y)
{
	struct ff_sample own = vector_at(guide, (int32_t)floor(x + 0.5), (int32_t)floor(y + 0.5));
	struct ff_sample sum = {0, 0};
	double length;

	for (int32_t v = 0; v < guide->cost->h; v++)
		for (int32_t u = 0; u < guide->cost->w; u++) {
			double weight = fmax(0, 1 - fabs(x - u)) * fmax(0, 1 - fabs(y - v));
			struct ff_sample way = vector_at(guide, u, v);

			if ((float)(way.dx * own.dx + way.dy * own.dy) < 0)
				continue;
			sum.dx += weight * way.dx;
			sum.dy += weight * way.dy;
		}
	length = sqrt(sum.dx * sum.dx + sum.dy * sum.dy);
	return length > 0 ? (struct ff_sample){sum.dx / length, sum.dy / length} : sum;
}

static void who_stands_between_cells_goes_the_mean_of_the_ways_that_agree_with_his(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int round = 0; round < 200; round++) {
		struct ff_guide guide;
		struct scene s;

		scene_new(&s, 5, 4);
		guide = guides_of(&s);
		for (int i = 0; i < 20; i++)
			s.flow.cells[i] = (uint8_t)(oracle_random(&dice) % 8);
		for (int k = 0; k < 20; k++) {
			/* Too far from the cell's sides for a step to leave it. */
			double x =
				(double)(oracle_random(&dice) % 5) - 0.4 + 0.8 * guides_unit(&dice);
			double y =
				(double)(oracle_random(&dice) % 4) - 0.4 + 0.8 * guides_unit(&dice);
			struct ff_sample way = mean_at(&guide, x, y);

			if (way.dx != 0 || way.dy != 0)
				WAY(ff_sample_way(&guide, x, y, 0.09), way.dx, way.dy);
		}
		scene_free(&s);
	}
}

static void at_a_centre_it_is_the_cells_own_way(void)
{
	struct ff_guide guide;
	struct scene s;

	scene_new(&s, 3, 3);
	guide = guides_of(&s);
	for (int d = 0; d < 8; d++) {
		s.flow.cells[4] = (uint8_t)d;
		WAY(ff_sample_way(&guide, 1, 1, 1), ff_flow_units[d].dx, ff_flow_units[d].dy);
	}
	scene_free(&s);
}

static void nobody_is_led_anywhere_in_walls_in_goals_and_off_the_map(void)
{
	static const double places[][2] = {
		{0, 0},     {2, 0},      {-0.6, 1}, {1, -0.51},       {2.5, 1},         {1, 1.5},
		{1e300, 0}, {-1e300, 0}, {0, 1e30}, {(double)NAN, 0}, {0, (double)NAN}, {-0.5, 9}};
	struct ff_guide guide;
	struct scene s;

	scene_of(&s, "#.g/.../");
	guide = guides_of(&s);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		WAY(ff_sample_way(&guide, places[i][0], places[i][1], 0.5), 0, 0);
	scene_free(&s);
}

/* Whether a dense row of points on the segment is in open cells. */
static bool looks_free(const struct ff_cost *cost, const double from[2], const double to[2])
{
	enum { POINTS = 1000 };

	for (int i = 0; i <= POINTS; i++) {
		double along = (double)i / POINTS;
		double x = from[0] + (to[0] - from[0]) * along + 0.5;
		double y = from[1] + (to[1] - from[1]) * along + 0.5;

		if (x < 0 || y < 0 || x >= cost->w || y >= cost->h ||
		    cost->cells[(int)y * cost->w + (int)x] == FF_COST_WALL)
			return false;
	}
	return true;
}

static void a_segment_is_free_if_it_comes_into_no_wall(void)
{
	uint64_t dice = ORACLE_SEED;
	int wrong = 0, blocked = 0;

	for (int i = 0; i < 20000; i++) {
		uint8_t cells[9];
		const struct ff_cost cost = {3, 3, cells};
		const struct ff_guide guide = {.cost = &cost, .model = &manhattan};
		double from[2], to[2], angle = guides_unit(&dice) * 2 - 1;
		double length = guides_unit(&dice);

		for (int k = 0; k < 9; k++)
			cells[k] = oracle_random(&dice) % 3 == 0 ? FF_COST_WALL : 1;
		for (int k = 0; k < 2; k++)
			from[k] = guides_unit(&dice) * 3 - 0.5;
		to[0] = from[0] + length * angle;
		to[1] = from[1] + length * sqrt(1 - angle * angle) * (i % 2 == 0 ? 1 : -1);
		if (!looks_free(&cost, from, from))
			continue;
		/* A corner may be cut between two points. */
		if (ff_sample_free(&guide, from[0], from[1], to[0], to[1]) !=
		    looks_free(&cost, from, to))
			wrong++;
		blocked += !looks_free(&cost, from, to);
	}
	CHECK(wrong <= 5 && blocked > 1000, "%d differ, %d are blocked", wrong, blocked);
}

static void through_a_corner_the_rule_of_corners_decides(void)
{
	static const bool free[FF_CORNERS][3] = {
		[FF_CORNERS_STRICT] = {true, false, false},
		[FF_CORNERS_LENIENT] = {true, true, false},
		[FF_CORNERS_CUT] = {true, true, true},
	};

	for (enum ff_corners corners = FF_CORNERS_STRICT; corners < FF_CORNERS; corners++)
		for (int walls = 0; walls < 3; walls++)
			for (int side = 0; side < 2; side++)
				for (int d = 1; d < 8; d += 2) {
					const struct ff_model model = {.corners = corners};
					struct ff_flow_step step = ff_flow_steps[d];
					uint8_t cells[9];
					const struct ff_cost cost = {3, 3, cells};
					const struct ff_guide guide = {.cost = &cost,
								       .model = &model};
					double part = 0.25;

					memset(cells, 1, 9);
					if (walls > side)
						cells[3 + 1 + step.dx] = FF_COST_WALL;
					if (walls > 1 - side)
						cells[3 * (1 + step.dy) + 1] = FF_COST_WALL;
					CHECK(ff_sample_free(
						      &guide, 1 + 0.5 * step.dx * part,
						      1 + 0.5 * step.dy * part, 1 + 0.75 * step.dx,
						      1 + 0.75 * step.dy) == free[corners][walls],
					      "corners %d, %d walls, direction %d", corners, walls,
					      d);
					cells[3 * (1 + step.dy) + 1 + step.dx] = FF_COST_WALL;
					CHECK(!ff_sample_free(&guide, 1, 1, 1 + 0.75 * step.dx,
							      1 + 0.75 * step.dy),
					      "corners %d, %d walls, direction %d", corners, walls,
					      d);
				}
}

/* Wherever in a reached cell somebody was pushed. */
static void from_anywhere_in_a_reached_cell_a_free_step_leads_on_and_never_back(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < GUIDES_MODELS * 8; k++) {
		const struct ff_model model = guides_model(k % GUIDES_MODELS);
		struct ff_guide guide;
		struct scene s;

		guides_scene(&s, &model, 9, 7, 10 + 5 * (k % 7), k % 2 == 0 ? 1 : 254, &dice);
		if (k / GUIDES_MODELS % 2 == 1)
			guides_sight(&s);
		guide = guides_of(&s);
		for (int i = 0; i < 300; i++) {
			double x = guides_unit(&dice) * 9 - 0.5, y = guides_unit(&dice) * 7 - 0.5;
			double step = 1 - guides_unit(&dice);
			struct ff_sample way = ff_sample_way(&guide, x, y, step);
			size_t cell = (size_t)(y + 0.5) * 9 + (size_t)(x + 0.5);
			struct ff_sample own;
			int32_t dx, dy;

			if (s.flow.cells[cell] == FF_NONE) {
				WAY(way, 0, 0);
				continue;
			}
			if (model.corners == FF_CORNERS_CUT && way.dx == 0 && way.dy == 0)
				continue;
			own = vector_at(&guide, (int32_t)cell % 9, (int32_t)cell / 9);
			dx = ff_sample_cell(x + way.dx * step) - (int32_t)cell % 9;
			dy = ff_sample_cell(y + way.dy * step) - (int32_t)cell / 9;
			CHECK((dx == 0 || dx * own.dx > 0) && (dy == 0 || dy * own.dy > 0),
			      "model %d, %g,%g: %g,%g leads back", k, x, y, way.dx, way.dy);
			CHECK(fabs(way.dx * way.dx + way.dy * way.dy - 1) < 1e-12,
			      "model %d, %g,%g: %g,%g", k, x, y, way.dx, way.dy);
			CHECK(ff_sample_free(&guide, x, y, x + way.dx * step, y + way.dy * step),
			      "model %d, %g,%g: %g,%g", k, x, y, way.dx, way.dy);
		}
		scene_free(&s);
	}
}

int main(void)
{
	RUN(a_coordinate_is_in_the_cell_whose_centre_is_nearest);
	RUN(at_a_centre_it_is_the_cells_own_way);
	RUN(who_stands_between_cells_goes_the_mean_of_the_ways_that_agree_with_his);
	RUN(nobody_is_led_anywhere_in_walls_in_goals_and_off_the_map);
	RUN(a_segment_is_free_if_it_comes_into_no_wall);
	RUN(through_a_corner_the_rule_of_corners_decides);
	RUN(from_anywhere_in_a_reached_cell_a_free_step_leads_on_and_never_back);
	return tap_done();
}
