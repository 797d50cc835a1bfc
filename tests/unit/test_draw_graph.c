#include "draw/draw.h"
#include "draw/legend.h"
#include "draw/palette.h"

#include "glyphs.h"
#include "surveyed.h"
#include "tap.h"

#include <inttypes.h>

/* The colours of a picture of a graph, after those that all pictures of sectors have. */
enum { EDGE = SECTORS_OWN, NODE, LABEL };

static struct ff_image draw(const struct surveyed *s, int scale, enum ff_style_legend legend)
{
	const struct ff_style style = {.scale = scale, .legend = legend};
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	CHECK(ff_draw_graph(&s->scene, &s->graph, &s->routes, &style, &image, NULL, &err) == FF_OK,
	      "\"%s\"", err.text);
	return image;
}

static int at(const struct ff_image *image, int64_t x, int64_t y)
{
	return image->pixels[y * image->w + x];
}

static size_t count(const struct ff_image *image, int colour)
{
	size_t n = 0;

	for (int64_t i = 0; i < (int64_t)image->w * image->h; i++)
		n += image->pixels[i] == colour;
	return n;
}

/* A corridor of three sectors with four nodes, from 9 to 10 and from 19 to 20; 'cost' at 12. */
static void corridor(struct surveyed *s, const struct ff_model *model, uint8_t cost)
{
	surveyed_new(s, 30, 3);
	s->goals.count = 0;
	for (int32_t x = 0; x < 30; x++)
		for (int32_t y = 0; y < 3; y += 2)
			surveyed_set(s, x, y, FF_COST_WALL);
	surveyed_set(s, 10, 1, cost);
	surveyed_cut(s, model, 10);
	CHECK(s->graph.node_count == 4, "%zu", s->graph.node_count);
}

static void nodes_are_dots_and_links_join_them_at_any_scale(void)
{
	for (int scale = 1; scale <= 40; scale++) {
		static const int nodes[] = {9, 10, 19, 20};
		int64_t y = (int64_t)scale + scale / 2;
		struct ff_image image;
		struct surveyed s;

		corridor(&s, &manhattan, 1);
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		for (int i = 0; i < 4; i++)
			CHECK(at(&image, nodes[i] * (int64_t)scale + scale / 2, y) == NODE,
			      "scale %d, node %d: %d", scale, nodes[i],
			      at(&image, nodes[i] * (int64_t)scale + scale / 2, y));
		for (int i = 1; i < 4; i += 2)
			CHECK(at(&image, nodes[i - 1] * (int64_t)scale + scale / 2, y) == NODE &&
				      at(&image, nodes[i] * (int64_t)scale, y) == NODE,
			      "scale %d, link %d", scale, i);
		CHECK(at(&image, 5 * scale, y) < SECTORS_ROUTE, "scale %d: %d", scale,
		      at(&image, 5 * scale, y));
		free(image.pixels);
		surveyed_free(&s);
	}
}

static bool shows(const struct ff_image *image, const char *text)
{
	int64_t x, y;

	return glyphs_find(image, &ff_canvas_small, text, 0, &x, &y);
}

static void an_edge_is_one_line_with_the_costs_of_both_directions(void)
{
	static const struct ff_model octile = {.metric = FF_METRIC_OCTILE};
	static const struct ff_model mean = {.step = FF_STEP_MEAN};
	static const struct ff_model euclid = {.metric = FF_METRIC_EUCLID};
	const struct {
		const struct ff_model *model;
		uint8_t cost;
		const char *text;
	} known[] = {{&manhattan, 1, "9"},     {&manhattan, 7, "9/15"}, {&octile, 1, "9.0"},
		     {&octile, 3, "9.0/11.0"}, {&mean, 2, "9.5"},       {&euclid, 1, "9.0"}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct ff_image image;
		struct surveyed s;

		corridor(&s, known[i].model, known[i].cost);
		image = draw(&s, 20, FF_STYLE_LEGEND_NEVER);
		CHECK(shows(&image, known[i].text), "no %s", known[i].text);
		/* No other number, before or behind. */
		CHECK(count(&image, LABEL) + count(&image, FF_PALETTE_INK) ==
			      (strlen(known[i].text) * 5 + 1) * 8,
		      "%zu", count(&image, LABEL));
		CHECK(at(&image, 12 * 20, 30) == EDGE, "%d", at(&image, 12 * 20, 30));
		free(image.pixels);
		surveyed_free(&s);
	}
}

static void nodes_and_edges_of_routes_have_the_colour_of_the_route(void)
{
	for (int scale = 1; scale <= 40; scale++) {
		static const uint32_t nodes[] = {3, 2, 1, 0};
		int64_t y = (int64_t)scale + scale / 2;
		struct ff_image image;
		struct surveyed s;

		corridor(&s, &manhattan, 1);
		s.classes.cells[30] = FF_GOAL;
		surveyed_route(&s, 59, true, nodes, 4, 0);
		s.items[0].goal = 30;
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		for (int64_t x = 9; x <= 20; x++)
			if (x != 14 && x != 15) /* there the costs are */
				CHECK(at(&image, x * scale + scale / 2, y) == SECTORS_ROUTE,
				      "scale %d, cell %" PRId64 ": %d", scale, x,
				      at(&image, x * scale + scale / 2, y));
		CHECK(count(&image, NODE) == 0, "scale %d: %zu", scale, count(&image, NODE));
		CHECK(scale < 20 || shows(&image, "9"), "scale %d", scale);
		free(image.pixels);
		surveyed_free(&s);
	}
}

/* No map has such ways, but a file may. */
static void an_edge_without_a_way_back_has_one_cost(void)
{
	struct ff_image image;
	struct surveyed s;

	corridor(&s, &manhattan, 7);
	s.graph.u32[s.graph.first_cost[1] + 1] = FF_FIELD_NONE32;
	image = draw(&s, 20, FF_STYLE_LEGEND_NEVER);
	CHECK(shows(&image, "9") != shows(&image, "15"), "%s", "none, or both");
	CHECK(!shows(&image, "/"), "%s", "two costs");
	free(image.pixels);
	surveyed_free(&s);
}

/* The later one ends at the first node that both have; here the rest of it would be seen. */
static void a_route_that_merges_is_drawn_up_to_the_other_one(void)
{
	static const uint32_t nodes[] = {3, 2, 1, 0};
	struct ff_image image;
	struct surveyed s;

	corridor(&s, &manhattan, 1);
	surveyed_route(&s, 30 + 15, true, nodes + 2, 2, 0);
	surveyed_route(&s, 59, true, nodes, 4, 2);
	s.items[0].goal = 30 + 6;
	s.items[1].goal = 30;
	image = draw(&s, 20, FF_STYLE_LEGEND_NEVER);
	for (int64_t x = 1; x < 29; x++) {
		int colour = at(&image, x * 20 + 10, 30);

		if (x > 16)
			CHECK(colour == SECTORS_ROUTE + 1, "%" PRId64 ": %d", x, colour);
		else if (x >= 7 && x < 14)
			CHECK(colour == SECTORS_ROUTE, "%" PRId64 ": %d", x, colour);
		else if (x < 6)
			CHECK(colour < SECTORS_ROUTE, "%" PRId64 ": %d", x, colour);
	}
	free(image.pixels);
	surveyed_free(&s);
}

static void no_line_between_sectors_runs_over_a_goal(void)
{
	for (int scale = 2; scale <= 40; scale++) {
		struct ff_image image;
		struct surveyed s;

		surveyed_new(&s, 20, 20);
		s.goals.count = 0; /* their rings */
		s.classes.cells[3 * 20 + 10] = s.classes.cells[10 * 20 + 2] = FF_GOAL;
		surveyed_cut(&s, &manhattan, 10);
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		CHECK(at(&image, 10 * scale, 3 * scale + scale / 2) == FF_PALETTE_GOAL &&
			      at(&image, 2 * scale + scale / 2, 10 * scale) == FF_PALETTE_GOAL,
		      "scale %d", scale);
		CHECK(count(&image, SECTORS_LINE) > 0, "scale %d: no lines", scale);
		free(image.pixels);
		surveyed_free(&s);
	}
}

static void costs_hide_no_node_and_no_other_costs(void)
{
	for (int scale = 6; scale <= 40; scale += 2) {
		static const struct ff_model octile = {.metric = FF_METRIC_OCTILE};
		struct ff_image image;
		struct surveyed s;
		size_t labels;

		surveyed_new(&s, 31, 27);
		s.goals.count = 0;
		surveyed_cut(&s, &octile, 12);
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		for (size_t i = 0; i < s.graph.node_count; i++) {
			int64_t x = s.graph.cells[i] % 31 * (int64_t)scale + scale / 2;
			int64_t y = s.graph.cells[i] / 31 * (int64_t)scale + scale / 2;

			CHECK(at(&image, x, y) == NODE && at(&image, x - 1, y) == NODE,
			      "scale %d, node %zu", scale, i);
		}
		labels = count(&image, LABEL) + count(&image, FF_PALETTE_INK);
		/* All are of 3 or 4 characters, and whole: 16 or 21 pixels by 8. */
		CHECK(labels % 8 == 0, "scale %d: %zu", scale, labels);
		free(image.pixels);
		surveyed_free(&s);
	}
}

static bool says(const struct surveyed *s, int scale, const char *text)
{
	struct ff_image image = draw(s, scale, FF_STYLE_LEGEND_ALWAYS);
	const struct ff_canvas_font *font = ff_legend_font(image.w);
	int64_t x, y;
	bool found = glyphs_find(&image, font, text, (int64_t)s->map.h * scale, &x, &y);

	free(image.pixels);
	return found;
}

static void edges_that_would_cover_the_map_are_left_out_and_the_legend_says_so(void)
{
	struct ff_image image;
	struct surveyed s;

	surveyed_new(&s, 80, 80);
	surveyed_cut(&s, &manhattan, 8);
	CHECK(says(&s, 2, "(not drawn)") && !says(&s, 2, "edges in sectors"), "%s", "scale 2");
	image = draw(&s, 2, FF_STYLE_LEGEND_NEVER);
	CHECK(count(&image, EDGE) == 0 && count(&image, LABEL) == 0, "%zu", count(&image, EDGE));
	CHECK(count(&image, NODE) > 0, "%s", "no nodes");
	free(image.pixels);
	CHECK(!says(&s, 30, "(not drawn)") && says(&s, 30, "edges in sectors"), "%s", "scale 30");
	surveyed_free(&s);
}

static void the_legend_lists_what_occurs_and_nothing_else(void)
{
	struct surveyed s;

	surveyed_new(&s, 30, 30);
	surveyed_cut(&s, &manhattan, 30);
	CHECK(says(&s, 30, "portal graph: 0 nodes, 0 edges"), "%s", "title");
	CHECK(!says(&s, 30, "nodes and links") && !says(&s, 30, "edges in") &&
		      !says(&s, 30, "not drawn") && !says(&s, 30, "wall") && !says(&s, 30, "from"),
	      "%s", "what is not");
	surveyed_free(&s);
	corridor(&s, &manhattan, 1);
	CHECK(says(&s, 30, "portal graph: 4 nodes, 6 edges"), "%s", "title");
	CHECK(says(&s, 30, "nodes and links") && says(&s, 30, "edges in sectors") &&
		      says(&s, 30, "wall"),
	      "%s", "what is there");
	surveyed_free(&s);

	surveyed_new(&s, 20, 20);
	surveyed_set(&s, 4, 3, 9);
	surveyed_cut(&s, &manhattan, 10);
	CHECK(!says(&s, 30, "clear"), "%s", "two tints that nobody can tell apart");
	for (int32_t i = 0; i < 100; i++)
		surveyed_set(&s, i % 10, i / 10, 9);
	CHECK(says(&s, 30, "clear"), "%s", "two that everybody can");
	surveyed_free(&s);
}

static void maps_of_any_shape_have_pictures_of_their_size(void)
{
	surveyed_shapes(ff_draw_graph);
}

int main(void)
{
	RUN(nodes_are_dots_and_links_join_them_at_any_scale);
	RUN(an_edge_is_one_line_with_the_costs_of_both_directions);
	RUN(nodes_and_edges_of_routes_have_the_colour_of_the_route);
	RUN(an_edge_without_a_way_back_has_one_cost);
	RUN(a_route_that_merges_is_drawn_up_to_the_other_one);
	RUN(no_line_between_sectors_runs_over_a_goal);
	RUN(costs_hide_no_node_and_no_other_costs);
	RUN(edges_that_would_cover_the_map_are_left_out_and_the_legend_says_so);
	RUN(the_legend_lists_what_occurs_and_nothing_else);
	RUN(maps_of_any_shape_have_pictures_of_their_size);
	return tap_done();
}
