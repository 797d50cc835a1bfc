#include "draw/draw.h"

#include "surveyed.h"
#include "tap.h"

enum { CORNER = FF_PALETTE_PORTALS - 1 };

static const struct ff_model octile = {.metric = FF_METRIC_OCTILE};

static struct ff_bitmap draw(struct surveyed *s, int scale)
{
	return surveyed_pixels(s, ff_draw_portals, scale);
}

static bool says(struct surveyed *s, int scale, const char *what)
{
	return surveyed_says(s, ff_draw_portals, scale, what);
}

/* Ground with a few walls, in which no goal is drawn. */
static void scattered(struct surveyed *s, int32_t w, int32_t h, uint64_t seed)
{
	surveyed_new(s, w, h);
	s->goals.count = 0;
	s->classes.cells[0] = FF_REACHED;
	for (int32_t i = 0; i < w * h; i++)
		if (oracle_random(&seed) % 4 == 0)
			surveyed_set(s, i % w, i / w, FF_COST_WALL);
}

static bool is_corner(const struct ff_portal *portal)
{
	return portal->direction == FF_SE || portal->direction == FF_SW;
}

/* Returns the colour of windows in a cell of a picture; FF_PALETTE_PORTALS: there is none. */
static int band_in(const struct ff_bitmap *picture, int scale, uint32_t x, uint32_t y)
{
	int found = FF_PALETTE_PORTALS;

	for (int i = 0; i < scale * scale && found == FF_PALETTE_PORTALS; i++)
		found = surveyed_index(pictures_at(picture, (int64_t)x * scale + i % scale,
						   (int64_t)y * scale + i / scale),
				       ff_palette_portals, FF_PALETTE_PORTALS);
	return found;
}

/* Sets the colours that the cells of windows should have, which differ where portals touch;
 * negative ones: may have. */
static void set_wanted(const struct surveyed *s, int *wanted)
{
	uint32_t columns = (uint32_t)s->graph.sectors.columns;

	for (int32_t i = 0; i < s->map.w * s->map.h; i++)
		wanted[i] = FF_PALETTE_PORTALS;
	for (size_t p = 0; p < s->graph.portal_count; p++) {
		const struct ff_portal *portal = &s->graph.portals[p];
		uint32_t sector = portal->sectors[0];
		int colour = (int)(portal->direction == FF_E ? sector / columns % 2
							     : 2 + sector % columns % 2);

		for (int side = 0; side < 2; side++)
			for (int32_t k = 0; k < portal->length; k++) {
				bool inner = k > 0 && k + 1 < portal->length;
				int *cell =
					&wanted[ff_portal_graph_window(portal, side, k, s->map.w)];

				/* At a sector's corner a cell may be in three windows. */
				*cell = inner && *cell == FF_PALETTE_PORTALS ? colour : -1;
			}
	}
}

static void windows_and_nothing_else_have_bands_in_the_colour_of_their_portal(void)
{
	static const int scales[] = {3, 4, 5, 8, 13, 16, 32};

	for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
		const struct ff_model model = oracle_model((int)(i % ORACLE_MODELS), 0);
		int *wanted = oracle_cells(41 * 33, sizeof *wanted);
		struct ff_bitmap picture;
		struct surveyed s;

		scattered(&s, 41, 33, i);
		surveyed_cut(&s, &model, 8);
		set_wanted(&s, wanted);
		picture = draw(&s, scales[i]);
		for (uint32_t cell = 0; cell < 41 * 33; cell++) {
			int band = band_in(&picture, scales[i], cell % 41, cell / 41);

			CHECK(wanted[cell] < 0 || band == wanted[cell],
			      "scale %d, %" PRIu32 ",%" PRIu32 ": %d, not %d", scales[i], cell % 41,
			      cell / 41, band, wanted[cell]);
		}
		free(wanted);
		free(picture.pixels);
		surveyed_free(&s);
	}
}

/* The only link of two sectors is a step across a corner, to the right or to the left. */
static void a_corner_portal_is_seen_on_both_sides(void)
{
	static const struct ff_model cut = {.metric = FF_METRIC_OCTILE, .corners = FF_CORNERS_CUT};

	for (int right = 0; right < 2; right++)
		for (int scale = 3; scale <= 32; scale++) {
			struct ff_bitmap picture;
			struct surveyed s;

			surveyed_new(&s, 16, 16);
			for (int32_t y = 0; y < 16; y++)
				for (int32_t x = 0; x < 16; x++)
					if ((x < 8) != ((y < 8) == (right == 1)))
						surveyed_set(&s, x, y, FF_COST_WALL);
			surveyed_cut(&s, &cut, 8);
			CHECK(s.graph.portal_count == 1 && is_corner(s.graph.portals), "%zu",
			      s.graph.portal_count);
			picture = draw(&s, scale);
			for (uint32_t i = 0; i < 4; i++) {
				bool there = (i % 2 == i / 2) == (right == 1);
				int band = band_in(&picture, scale, 7 + i % 2, 7 + i / 2);

				CHECK(band == (there ? CORNER : FF_PALETTE_PORTALS),
				      "scale %d, %" PRIu32 ": %d", scale, i, band);
			}
			free(picture.pixels);
			surveyed_free(&s);
		}
}

static size_t count_used(const struct ff_bitmap *picture)
{
	size_t count = 0;

	for (int i = 0; i < FF_PALETTE_PORTALS; i++)
		count += surveyed_count(picture, ff_palette_portals_used[i]);
	return count;
}

/* Adds a route that is planned through the portal in a direction whose first window has the cell
 * x,y. */
static void plan_through(struct surveyed *s, int32_t x, int32_t y, enum ff_direction direction)
{
	const struct ff_portal_graph *graph = &s->graph;
	const uint32_t cell = (uint32_t)(y * s->map.w + x);

	for (uint32_t node = 0; node < graph->node_count; node++)
		for (uint32_t l = graph->first_link[node]; l < graph->first_link[node + 1]; l++) {
			const struct ff_portal *portal = &graph->portals[graph->links[l].portal];
			const uint32_t nodes[] = {node, graph->links[l].node};

			for (int32_t k = 0; k < portal->length && portal->direction == direction;
			     k++)
				if (ff_portal_graph_window(portal, 0, k, s->map.w) == cell) {
					surveyed_route(s, cell, true, nodes, 2, 0);
					return;
				}
		}
	CHECK(false, "no portal has %" PRId32 ",%" PRId32, x, y);
}

/* A wall with two gaps of three cells: 3..5 and 10..12.  The flow leads through the other gap than
 * the route, or nowhere. */
static void windows_that_a_route_is_planned_through_are_darker_and_thicker(void)
{
	for (int step = 0; step < 2; step++) {
		struct ff_bitmap picture;
		struct surveyed s;
		size_t used, others;

		surveyed_new(&s, 32, 16);
		s.goals.count = 0;
		for (int32_t y = 0; y < 16; y++)
			if (y % 7 < 3 || y > 12)
				surveyed_set(&s, 15, y, FF_COST_WALL);
		surveyed_cut(&s, &octile, 16);
		picture = draw(&s, 16);
		CHECK(count_used(&picture) == 0, "%s", "nobody walks");
		free(picture.pixels);
		CHECK(says(&s, 16, "windows of 2 portals not in use") &&
			      !says(&s, 16, "windows of 0 portals in use"),
		      "%s", "legend");
		if (step == 1) {
			s.flow.cells[4 * 32 + 15] = FF_E;
			surveyed_route(&s, 4 * 32 + 15, true, NULL, 0, 0);
		}
		plan_through(&s, 15, 11, FF_E);
		picture = draw(&s, 16);
		used = count_used(&picture);
		others = surveyed_count(&picture, ff_palette_portals[0]);
		/* The route covers less than a third of its windows. */
		CHECK(others > 0 && used > others * 4 / 3, "step %d: %zu and %zu", step, used,
		      others);
		CHECK(band_in(&picture, 16, 15, 4) < CORNER, "step %d: the other gap", step);
		free(picture.pixels);
		CHECK(says(&s, 16, "windows of 1 portal not in use") &&
			      says(&s, 16, "windows of 1 portal in use"),
		      "%s", "legend");
		surveyed_free(&s);
	}
}

/* Two windows of 20 cells; a route is planned through the upper one. */
static void windows_in_use_are_thicker_where_cells_are_small_too(void)
{
	for (int scale = 2; scale <= 8; scale++) {
		struct ff_bitmap picture;
		struct surveyed s;
		size_t used, other;

		surveyed_new(&s, 40, 40);
		s.goals.count = 0;
		surveyed_cut(&s, &manhattan, 20);
		plan_through(&s, 19, 2, FF_E);
		picture = draw(&s, scale);
		used = surveyed_count(&picture, ff_palette_portals_used[0]);
		other = surveyed_count(&picture, ff_palette_portals[1]);
		CHECK(other > 0 && used > other * 5 / 4, "scale %d: %zu and %zu", scale, used,
		      other);
		CHECK(scale < 3 || used > 2 * other, "scale %d: %zu and %zu", scale, used, other);
		free(picture.pixels);
		surveyed_free(&s);
	}
}

static void a_route_through_a_corner_uses_no_other_window(void)
{
	struct ff_bitmap picture;
	struct surveyed s;

	surveyed_new(&s, 16, 16);
	s.goals.count = 0;
	surveyed_cut(&s, &octile, 8);
	plan_through(&s, 7, 7, FF_SE);
	picture = draw(&s, 40);
	CHECK(count_used(&picture) > 0, "%s", "none is used");
	CHECK(count_used(&picture) == surveyed_count(&picture, ff_palette_portals_used[CORNER]),
	      "%s", "others are used");
	CHECK(says(&s, 40, "corner windows of 1 portal in use") &&
		      !says(&s, 40, "windows of 1 portal in use"),
	      "%s", "legend");
	free(picture.pixels);
	surveyed_free(&s);
}

static void small_sectors_have_borders_only_and_tiny_ones_not_even_these(void)
{
	static const struct {
		int scale;
		bool borders, windows;
	} known[] = {{1, false, false}, {2, true, false}, {3, true, true}, {9, true, true}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct surveyed s;
		char *text;

		surveyed_new(&s, 30, 30);
		surveyed_cut(&s, &manhattan, 8);
		text = surveyed_text(&s, ff_draw_portals, known[i].scale);
		CHECK(pictures_has(text, "borders") == known[i].borders, "scale %d",
		      known[i].scale);
		CHECK(pictures_has(text, "portals") == known[i].windows &&
			      pictures_says(text, "windows of 24 portals not in use") ==
				      known[i].windows,
		      "scale %d", known[i].scale);
		free(text);
		surveyed_free(&s);
	}
}

static uint32_t next_of(const struct surveyed *s, uint32_t cell)
{
	struct ff_flow_step step = ff_flow_steps[s->flow.cells[cell]];

	return (uint32_t)((int32_t)cell + step.dy * s->map.w + step.dx);
}

/* Returns the first of the routes whose path comes through a cell; none: their number. */
static size_t first_through(const struct surveyed *s, uint32_t cell)
{
	for (size_t i = 0; i < s->routes.count; i++)
		for (uint32_t at = s->items[i].source;; at = next_of(s, at)) {
			if (at == cell)
				return i;
			if (s->flow.cells[at] == FF_NONE)
				break;
		}
	return s->routes.count;
}

static int route_at(const struct surveyed *s, const struct ff_bitmap *picture, int scale,
		    uint32_t a, uint32_t b)
{
	return surveyed_index(surveyed_between(s, picture, scale, a, b), ff_palette_groups,
			      FF_PALETTE_GROUPS);
}

/* With all models except those that cut corners, and so touch walls there. */
static void paths_go_where_the_flow_does_and_never_into_a_wall(void)
{
	static const struct ff_model models[] = {
		{.metric = FF_METRIC_MANHATTAN},
		{.metric = FF_METRIC_OCTILE, .flow = FF_FLOW_PATH},
		{.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_PATH},
	};

	for (int scale = 16; scale <= 26; scale += 2) {
		const struct ff_model *model = &models[scale / 2 % 3];
		uint64_t seed = (uint64_t)scale;
		struct ff_bitmap picture;
		struct surveyed s;

		scattered(&s, 40, 30, seed);
		for (int32_t x = 0; x < 40; x++) {
			surveyed_set(&s, x, 0, 1);
			s.classes.cells[x] = FF_REACHED;
		}
		surveyed_cut(&s, model, 10);
		surveyed_aim(&s, model);
		for (int k = 0; k < FF_PALETTE_GROUPS; k++) {
			uint32_t cell = (uint32_t)(oracle_random(&seed) % (40 * 30));

			if (s.flow.cells[cell] != FF_NONE)
				surveyed_route(&s, cell, true, NULL, 0, 0);
		}
		CHECK(s.routes.count > 0, "%s", "no cell has a way");
		picture = draw(&s, scale);
		for (uint32_t cell = 1; cell < 40 * 30; cell++) {
			size_t first = first_through(&s, cell);
			int route = route_at(&s, &picture, scale, cell, cell);

			CHECK((first < s.routes.count) == (route < FF_PALETTE_GROUPS),
			      "scale %d, cell %" PRIu32 ": %d", scale, cell, route);
			CHECK(first == s.routes.count ||
				      route_at(&s, &picture, scale, cell, next_of(&s, cell)) <
					      FF_PALETTE_GROUPS,
			      "scale %d, from cell %" PRIu32, scale, cell);
		}
		for (int64_t y = 0; y < picture.h; y++)
			for (int64_t x = 0; x < picture.w; x++)
				if (s.cost.cells[y / scale * 40 + x / scale] == FF_COST_WALL &&
				    surveyed_index(pictures_at(&picture, x, y), ff_palette_groups,
						   FF_PALETTE_GROUPS) < FF_PALETTE_GROUPS)
					CHECK(false, "scale %d, pixel %" PRId64 ",%" PRId64, scale,
					      x, y);
		free(picture.pixels);
		surveyed_free(&s);
	}
}

/* Where paths meet they go on as one, in the colour of the first. */
static void paths_that_meet_are_the_first_from_there_on(void)
{
	for (int scale = 10; scale <= 32; scale += 3) {
		struct ff_bitmap picture;
		struct surveyed s;

		surveyed_new(&s, 48, 16);
		s.goals.count = 0;
		surveyed_cut(&s, &manhattan, 16);
		memset(s.flow.cells, FF_W, 48 * 16);
		for (uint32_t y = 0; y < 16; y++)
			s.flow.cells[y * 48 + 20] = y > 8 ? FF_N : FF_S;
		memset(s.flow.cells + 8 * 48, FF_W, 48);
		s.flow.cells[8 * 48] = FF_NONE;
		surveyed_route(&s, 15 * 48 + 20, true, NULL, 0, 0);
		surveyed_route(&s, 20, true, NULL, 0, 0);
		surveyed_route(&s, 8 * 48 + 40, true, NULL, 0, 0);
		picture = draw(&s, scale);
		for (uint32_t y = 0; y < 16; y++) {
			uint32_t cell = y * 48 + 20;
			int wanted = y < 7 ? 1 : 0;

			CHECK(y == 7 || route_at(&s, &picture, scale, cell, cell) == wanted,
			      "scale %d, row %" PRIu32, scale, y);
		}
		for (uint32_t x = 1; x < 40; x++) {
			uint32_t cell = 8 * 48 + x;
			int wanted = x <= 20 ? 0 : 2;

			CHECK(x == 21 || route_at(&s, &picture, scale, cell, cell) == wanted,
			      "scale %d, column %" PRIu32, scale, x);
		}
		free(picture.pixels);
		surveyed_free(&s);
	}
}

/* Nobody's flow does that; but that of a scene may be anything. */
static void a_flow_that_goes_in_a_circle_is_drawn_once(void)
{
	struct ff_bitmap picture;
	struct surveyed s;

	surveyed_new(&s, 9, 9);
	surveyed_cut(&s, &manhattan, 9);
	s.flow.cells[40] = FF_E;
	s.flow.cells[41] = FF_W;
	surveyed_route(&s, 40, true, NULL, 0, 0);
	picture = draw(&s, 20);
	CHECK(route_at(&s, &picture, 20, 40, 41) == 0, "%s", "it is not drawn");
	free(picture.pixels);
	surveyed_free(&s);
}

static void a_source_without_a_way_is_a_cross_and_has_no_route(void)
{
	for (int scale = 4; scale <= 32; scale += 4) {
		struct ff_bitmap picture;
		struct surveyed s;
		uint32_t cell = 8 * 20 + 14;

		surveyed_new(&s, 20, 12);
		surveyed_cut(&s, &manhattan, 10);
		surveyed_route(&s, cell, false, NULL, 0, 0);
		picture = draw(&s, scale);
		CHECK(ff_image_same(surveyed_between(&s, &picture, scale, cell, cell),
				    ff_palette_colour(FF_PALETTE_INK)),
		      "scale %d", scale);
		for (int i = 0; i < FF_PALETTE_GROUPS; i++)
			CHECK(surveyed_count(&picture, ff_palette_groups[i]) == 0, "scale %d",
			      scale);
		free(picture.pixels);
		surveyed_free(&s);
	}
}

static void the_legend_lists_what_occurs_and_nothing_else(void)
{
	struct surveyed s;
	char *text;

	surveyed_new(&s, 20, 20);
	surveyed_cut(&s, &manhattan, 20);
	text = surveyed_text(&s, ff_draw_portals, 40);
	CHECK(pictures_says(text, "sectors of 20x20 cells") &&
		      pictures_says(text, "0 of 1 computed") && pictures_says(text, "goal"),
	      "%s", text);
	CHECK(strstr(text, "windows") == NULL && strstr(text, ">cost") == NULL &&
		      strstr(text, "wall<") == NULL && strstr(text, "from") == NULL &&
		      strstr(text, "not computed") == NULL && strstr(text, "unreached<") == NULL,
	      "%s", text);
	free(text);
	surveyed_free(&s);

	surveyed_new(&s, 20, 20);
	surveyed_set(&s, 3, 3, FF_COST_WALL);
	surveyed_set(&s, 4, 3, 9);
	s.classes.cells[399] = FF_NOT_COMPUTED;
	surveyed_cut(&s, &octile, 10);
	s.routes.computed[3] = 1;
	surveyed_route(&s, 7, true, NULL, 0, 0);
	surveyed_route(&s, 27, false, NULL, 0, 0);
	text = surveyed_text(&s, ff_draw_portals, 40);
	CHECK(pictures_says(text, "1 of 4 computed") &&
		      pictures_says(text, "windows of 4 portals not in use") &&
		      pictures_says(text, "corner windows of 2 portals not in use") &&
		      pictures_says(text, "wall") && pictures_says(text, "cost 1") &&
		      pictures_says(text, "cost 9") && pictures_says(text, "not computed") &&
		      pictures_says(text, "from 7,0") && pictures_says(text, "no way from 7,1"),
	      "%s", text);
	CHECK(strstr(text, "l in use") == NULL && strstr(text, "more<") == NULL, "%s", text);
	free(text);
	surveyed_free(&s);
}

static void routes_beyond_those_that_are_named_share_one_colour(void)
{
	enum { NAMED = FF_PALETTE_GROUPS - 1 };
	struct ff_bitmap picture;
	struct surveyed s;

	surveyed_new(&s, 20, 20);
	surveyed_cut(&s, &manhattan, 10);
	for (uint32_t i = 0; i < SURVEYED_ROUTES; i++) {
		surveyed_route(&s, 2 * 20 + i, i != NAMED, NULL, 0, 0);
		s.flow.cells[2 * 20 + i] = s.flow.cells[3 * 20 + i] = FF_S;
		CHECK(i >= FF_PALETTE_GROUPS || !says(&s, 40, "and 1 more"), "%" PRIu32, i);
	}
	picture = draw(&s, 40);
	for (uint32_t i = 0; i < SURVEYED_ROUTES; i++)
		if (i != NAMED)
			CHECK(route_at(&s, &picture, 40, 3 * 20 + i, 3 * 20 + i) ==
				      (int)(i < NAMED ? i : NAMED),
			      "%" PRIu32, i);
	free(picture.pixels);
	CHECK(says(&s, 40, "from 6,2") && !says(&s, 40, "no way from 7,2") &&
		      says(&s, 40, "and 5 more"),
	      "%s", "legend");
	surveyed_free(&s);
}

static void routes_beyond_a_few_are_thinner_lines(void)
{
	size_t pixels[2];

	for (uint32_t more = 0; more < 2; more++) {
		struct ff_bitmap picture;
		struct surveyed s;

		surveyed_new(&s, 20, 20);
		surveyed_cut(&s, &manhattan, 10);
		for (uint32_t i = 0; i < FF_PALETTE_GROUPS + more; i++) {
			surveyed_route(&s, 2 * 20 + 2 * i, true, NULL, 0, 0);
			for (uint32_t y = 2; y < 9; y++)
				s.flow.cells[y * 20 + 2 * i] = FF_S;
		}
		picture = draw(&s, 40);
		pixels[more] = surveyed_count(&picture, ff_palette_groups[0]);
		free(picture.pixels);
		surveyed_free(&s);
	}
	CHECK(pixels[1] > 0 && 5 * pixels[1] < 4 * pixels[0], "%zu and %zu pixels", pixels[0],
	      pixels[1]);
}

static void routes_from_one_source_are_listed_once(void)
{
	const char *first;
	struct surveyed s;
	char *text;

	surveyed_new(&s, 20, 20);
	surveyed_cut(&s, &manhattan, 10);
	for (int i = 0; i < 2; i++)
		surveyed_route(&s, 7, true, NULL, 0, 0);
	text = surveyed_text(&s, ff_draw_portals, 40);
	first = strstr(text, ">from 7,0<");
	CHECK(first != NULL && strstr(first + 1, ">from 7,0<") == NULL, "%s", text);
	free(text);
	surveyed_free(&s);
}

static void other_pictures_have_portals_and_routes_if_asked(void)
{
	struct ff_style style = {.scale = 20, .with = FF_STYLE_PORTALS | FF_STYLE_PATHS};
	struct surveyed s;

	surveyed_new(&s, 20, 20);
	surveyed_cut(&s, &manhattan, 10);
	surveyed_route(&s, 7, true, NULL, 0, 0);
	for (int asked = 0; asked < 2; asked++) {
		char *text;

		style.with = asked ? FF_STYLE_PORTALS | FF_STYLE_PATHS : 0;
		text = pictures_text(ff_draw_terrain(surveyed_scene(&s), &style, pictures_sheet(),
						     &pictures_err));
		CHECK(pictures_has(text, "borders") == asked &&
			      pictures_has(text, "portals") == asked &&
			      pictures_has(text, "routes") == asked &&
			      pictures_has(text, "sources") == asked &&
			      (strstr(text, "windows of ") != NULL) == asked &&
			      pictures_says(text, "from 7,0") == asked,
		      "%d: %s", asked, text);
		free(text);
	}
	surveyed_free(&s);
}

static void maps_of_any_shape_have_pictures_of_their_size(void)
{
	surveyed_shapes(ff_draw_portals);
}

int main(void)
{
	RUN(windows_and_nothing_else_have_bands_in_the_colour_of_their_portal);
	RUN(a_corner_portal_is_seen_on_both_sides);
	RUN(windows_that_a_route_is_planned_through_are_darker_and_thicker);
	RUN(windows_in_use_are_thicker_where_cells_are_small_too);
	RUN(a_route_through_a_corner_uses_no_other_window);
	RUN(small_sectors_have_borders_only_and_tiny_ones_not_even_these);
	RUN(paths_go_where_the_flow_does_and_never_into_a_wall);
	RUN(paths_that_meet_are_the_first_from_there_on);
	RUN(a_flow_that_goes_in_a_circle_is_drawn_once);
	RUN(a_source_without_a_way_is_a_cross_and_has_no_route);
	RUN(the_legend_lists_what_occurs_and_nothing_else);
	RUN(routes_beyond_those_that_are_named_share_one_colour);
	RUN(routes_beyond_a_few_are_thinner_lines);
	RUN(routes_from_one_source_are_listed_once);
	RUN(other_pictures_have_portals_and_routes_if_asked);
	RUN(maps_of_any_shape_have_pictures_of_their_size);
	return tap_done();
}
