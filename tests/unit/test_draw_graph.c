#include "draw/draw.h"

#include "surveyed.h"
#include "tap.h"

static struct ff_bitmap draw(struct surveyed *s, int scale)
{
	return surveyed_pixels(s, ff_draw_graph, scale);
}

static bool says(struct surveyed *s, int scale, const char *what)
{
	return surveyed_says(s, ff_draw_graph, scale, what);
}

/* A corridor of three sectors with four nodes, from 9 to 10 and from 19 to 20; 'cost' at 10. */
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

static void nodes_are_dots_joined_by_links_and_edges(void)
{
	for (int scale = 8; scale <= 40; scale++) {
		static const uint32_t nodes[] = {39, 40, 49, 50};
		struct ff_bitmap picture;
		struct ff_colour ground;
		struct surveyed s;

		corridor(&s, &manhattan, 1);
		picture = draw(&s, scale);
		for (int i = 0; i < 4; i++)
			CHECK(ff_image_same(surveyed_between(&s, &picture, scale, nodes[i],
							     nodes[i & ~1]),
					    ff_palette_node),
			      "scale %d, node or link %d", scale, i);
		/* A line may cover half of two pixels each. */
		ground = surveyed_between(&s, &picture, scale, 35, 35);
		CHECK(ff_image_same(ground, surveyed_between(&s, &picture, scale, 33, 33)),
		      "scale %d: an edge where there is none", scale);
		CHECK(!ff_image_same(ground, surveyed_between(&s, &picture, scale, 42, 42)),
		      "scale %d: no edge", scale);
		free(picture.pixels);
		surveyed_free(&s);
	}
}

/* Returns the part of an SVG file with the costs of edges; NULL: there are none. */
static char *costs_of(char *text)
{
	char *costs = strstr(text, "<g id=\"costs\""), *end;

	if (costs == NULL || (end = strstr(costs, "</g>")) == NULL)
		return NULL;
	*end = '\0';
	return costs;
}

/* Returns true if a cost is the only one. */
static bool has_only(struct surveyed *s, const char *cost)
{
	char *text = surveyed_text(s, ff_draw_graph, 20), *costs = costs_of(text);
	bool only =
		costs != NULL && pictures_says(costs, cost) && pictures_count(costs, "<text") == 1;

	CHECK(only, "not %s: %s", cost, costs != NULL ? costs : text);
	free(text);
	return only;
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
		struct surveyed s;

		corridor(&s, known[i].model, known[i].cost);
		has_only(&s, known[i].text);
		surveyed_free(&s);
	}
}

static int route_at(const struct surveyed *s, const struct ff_bitmap *picture, int scale,
		    uint32_t cell)
{
	return surveyed_index(surveyed_between(s, picture, scale, cell, cell), ff_palette_groups,
			      FF_PALETTE_GROUPS);
}

static void nodes_and_edges_of_routes_have_the_colour_of_the_route(void)
{
	for (int scale = 4; scale <= 40; scale += 4) {
		static const uint32_t nodes[] = {3, 2, 1, 0};
		struct ff_bitmap picture;
		struct surveyed s;

		corridor(&s, &manhattan, 1);
		surveyed_route(&s, 59, true, nodes, 4, 0);
		s.items[0].goal = 30;
		picture = draw(&s, scale);
		for (uint32_t x = 1; x < 29; x++)
			/* Costs stand in the middle of the edge, and a rim is around the source. */
			CHECK((x > 12 && x < 17) || x > 26 ||
				      route_at(&s, &picture, scale, 30 + x) == 0,
			      "scale %d, cell %" PRIu32, scale, x);
		CHECK(surveyed_count(&picture, ff_palette_node) == 0, "scale %d", scale);
		free(picture.pixels);
		surveyed_free(&s);
	}
}

/* The later one ends at the first node that both have; here the rest of it would be seen. */
static void a_route_that_merges_is_drawn_up_to_the_other_one(void)
{
	static const uint32_t nodes[] = {3, 2, 1, 0};
	struct ff_bitmap picture;
	struct surveyed s;

	corridor(&s, &manhattan, 1);
	surveyed_route(&s, 30 + 15, true, nodes + 2, 2, 0);
	surveyed_route(&s, 59, true, nodes, 4, 2);
	s.items[0].goal = 30 + 6;
	s.items[1].goal = 30;
	picture = draw(&s, 20);
	for (uint32_t x = 1; x < 29; x++) {
		int wanted = x > 16 ? 1 : x > 6 ? 0 : FF_PALETTE_GROUPS;

		/* The costs, and the ends. */
		if ((x < 12 || x > 16) && x != 6)
			CHECK(route_at(&s, &picture, 20, 30 + x) == wanted, "%" PRIu32 ": %d", x,
			      route_at(&s, &picture, 20, 30 + x));
	}
	free(picture.pixels);
	surveyed_free(&s);
}

struct box {
	double x, y, w, h;
};

/* Sets the number of an attribute of an element; false: it has none. */
static bool svg_number(const char *element, const char *name, double *number)
{
	const char *end = strchr(element, '>');
	char attribute[16], *stop;
	const char *at;

	snprintf(attribute, sizeof attribute, " %s=\"", name);
	at = strstr(element, attribute);
	if (at == NULL || end == NULL || at > end)
		return false;
	at += strlen(attribute);
	*number = strtod(at, &stop);
	return stop > at && *stop == '"';
}

/* Sets the boxes that costs stand on; returns their number. */
static int find_boxes(const char *costs, struct box *boxes, int most)
{
	int count = 0;

	for (; costs != NULL && (costs = strstr(costs, "<rect")) != NULL; costs++) {
		struct box *box = &boxes[count];

		if (count < most && svg_number(costs, "x", &box->x) &&
		    svg_number(costs, "y", &box->y) && svg_number(costs, "width", &box->w) &&
		    svg_number(costs, "height", &box->h))
			count++;
	}
	return count;
}

static bool touches(const struct box *a, const struct box *b)
{
	return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h;
}

static void costs_hide_no_node_and_no_other_costs(void)
{
	enum { MOST = 1000 };
	static struct box boxes[MOST];
	static const struct ff_model octile = {.metric = FF_METRIC_OCTILE};

	for (int scale = 24; scale <= 40; scale += 4) {
		const struct ff_style style = {.bare = true, .scale = scale};
		struct surveyed s;
		char *text;
		int count;

		surveyed_new(&s, 31, 27);
		s.goals.count = 0;
		surveyed_cut(&s, &octile, 12);
		text = pictures_text(
			ff_draw_graph(surveyed_scene(&s), &style, pictures_sheet(), &pictures_err));
		count = find_boxes(costs_of(text), boxes, MOST);
		CHECK(count > 0, "scale %d: no costs", scale);
		for (int i = 0; i < count; i++) {
			for (int k = 0; k < i; k++)
				CHECK(!touches(&boxes[i], &boxes[k]), "scale %d: %d, %d", scale, i,
				      k);
			for (size_t n = 0; n < s.graph.node_count; n++) {
				uint32_t x = s.graph.cells[n] % 31, y = s.graph.cells[n] / 31;
				const struct box node = {(x + 0.5) * scale - 1,
							 (y + 0.5) * scale - 1, 2, 2};

				CHECK(!touches(&boxes[i], &node), "scale %d: node %zu", scale, n);
			}
		}
		free(text);
		surveyed_free(&s);
	}
}

/* Three nodes in a row have three edges, but only those of neighbours lie alone. */
static void an_edge_over_another_node_has_no_cost(void)
{
	struct surveyed s;
	char *text, *costs;

	surveyed_new(&s, 32, 16);
	s.goals.count = 0;
	for (int32_t y = 0; y < 16; y++)
		if (y % 5 != 2)
			surveyed_set(&s, 16, y, FF_COST_WALL);
	surveyed_cut(&s, &manhattan, 16);
	text = surveyed_text(&s, ff_draw_graph, 20);
	costs = costs_of(text);
	CHECK(costs != NULL && pictures_count(costs, ">5<") == 2 &&
		      pictures_count(costs, "<text") == 4,
	      "%s", text);
	free(text);
	surveyed_free(&s);
}

static void edges_and_nodes_that_would_cover_the_map_are_left_out_and_the_legend_says_so(void)
{
	struct ff_bitmap picture;
	struct surveyed s;
	char nodes[40], edges[40], no_nodes[60], no_edges[60];

	surveyed_new(&s, 80, 80);
	surveyed_cut(&s, &manhattan, 8);
	snprintf(nodes, sizeof nodes, "%zu nodes", s.graph.node_count);
	snprintf(edges, sizeof edges, "%" PRIu64 " edges", ff_portal_graph_edges(&s.graph));
	snprintf(no_nodes, sizeof no_nodes, "%s (not drawn)", nodes);
	snprintf(no_edges, sizeof no_edges, "%s (not drawn)", edges);
	CHECK(says(&s, 30, nodes) && says(&s, 30, edges), "%s", "scale 30");
	CHECK(says(&s, 4, nodes) && says(&s, 4, no_edges), "%s", "scale 4");
	CHECK(says(&s, 1, no_nodes) && says(&s, 1, no_edges), "%s", "scale 1");
	picture = draw(&s, 4);
	CHECK(surveyed_count(&picture, ff_palette_edge) == 0 &&
		      surveyed_count(&picture, ff_palette_node) > 0,
	      "%s", "scale 4");
	free(picture.pixels);
	picture = draw(&s, 1);
	CHECK(surveyed_count(&picture, ff_palette_node) == 0, "%s", "scale 1");
	free(picture.pixels);
	surveyed_free(&s);
}

/* Nothing tells cells that are not computed from others, since edges are everywhere. */
static void the_legend_lists_what_occurs_and_nothing_else(void)
{
	struct surveyed s;
	char *text;

	surveyed_new(&s, 30, 30);
	s.classes.cells[899] = FF_NOT_COMPUTED;
	surveyed_cut(&s, &manhattan, 30);
	text = surveyed_text(&s, ff_draw_graph, 30);
	CHECK(pictures_says(text, "portal graph") && pictures_says(text, "0 nodes") &&
		      pictures_says(text, "0 edges") && pictures_says(text, "goal"),
	      "%s", text);
	CHECK(strstr(text, "not drawn") == NULL && strstr(text, "wall<") == NULL &&
		      strstr(text, "from") == NULL && strstr(text, "not computed") == NULL,
	      "%s", text);
	free(text);
	surveyed_free(&s);
	corridor(&s, &manhattan, 1);
	text = surveyed_text(&s, ff_draw_graph, 30);
	CHECK(pictures_says(text, "4 nodes") && pictures_says(text, "6 edges") &&
		      pictures_says(text, "wall"),
	      "%s", text);
	free(text);
	surveyed_free(&s);
}

static void maps_of_any_shape_have_pictures_of_their_size(void)
{
	surveyed_shapes(ff_draw_graph);
}

int main(void)
{
	RUN(nodes_are_dots_joined_by_links_and_edges);
	RUN(an_edge_is_one_line_with_the_costs_of_both_directions);
	RUN(nodes_and_edges_of_routes_have_the_colour_of_the_route);
	RUN(a_route_that_merges_is_drawn_up_to_the_other_one);
	RUN(costs_hide_no_node_and_no_other_costs);
	RUN(an_edge_over_another_node_has_no_cost);
	RUN(edges_and_nodes_that_would_cover_the_map_are_left_out_and_the_legend_says_so);
	RUN(the_legend_lists_what_occurs_and_nothing_else);
	RUN(maps_of_any_shape_have_pictures_of_their_size);
	return tap_done();
}
