#include "draw/draw.h"
#include "draw/legend.h"
#include "draw/palette.h"

#include "glyphs.h"
#include "surveyed.h"
#include "tap.h"

#include <inttypes.h>

/* The colours of a picture of portals, after those that all pictures of sectors have. */
enum { UPRIGHT = SECTORS_OWN, LEVEL = UPRIGHT + 2, CORNER = LEVEL + 2, END };

static struct ff_image draw_as(const struct surveyed *s, const struct ff_style *style)
{
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	CHECK(ff_draw_portals(&s->scene, &s->graph, &s->routes, style, &image, NULL, &err) == FF_OK,
	      "\"%s\"", err.text);
	return image;
}

static struct ff_image draw(const struct surveyed *s, int scale, enum ff_style_legend legend)
{
	return draw_as(s, &(struct ff_style){.scale = scale, .legend = legend});
}

static int at(const struct ff_image *image, int64_t x, int64_t y)
{
	return image->pixels[y * image->w + x];
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

/* Where pixels are cells: which cells are in windows, or on the sides of corners. */
static void windows_and_nothing_else_are_coloured_where_cells_are_pixels(void)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		const struct ff_model model = oracle_model((int)(seed % ORACLE_MODELS), 0);
		struct ff_image image;
		struct surveyed s;
		uint8_t *wanted;

		scattered(&s, 37, 29, seed);
		surveyed_cut(&s, &model, 8 + (int32_t)seed % 5);
		wanted = oracle_cells(37 * 29, 1);
		memset(wanted, false, 37 * 29);
		for (size_t i = 0; i < s.graph.portal_count; i++)
			for (int32_t k = 0; k < s.graph.portals[i].length; k++)
				for (int side = 0; side < 2; side++)
					wanted[ff_portal_graph_window(&s.graph.portals[i], side, k,
								      37)] = true;
		image = draw(&s, 1, FF_STYLE_LEGEND_NEVER);
		for (int32_t i = 0; i < 37 * 29; i++)
			CHECK((image.pixels[i] >= UPRIGHT && image.pixels[i] < END) == wanted[i],
			      "map %" PRIu64 ", %" PRId32 ",%" PRId32 ": %d", seed, i % 37, i / 37,
			      image.pixels[i]);
		free(wanted);
		free(image.pixels);
		surveyed_free(&s);
	}
}

/* The colour of a band of a window in the middle of its k-th cell. */
static int band_of(const struct surveyed *s, const struct ff_image *image, int scale,
		   const struct ff_portal *portal, int side, int32_t k)
{
	uint32_t cell = ff_portal_graph_window(portal, side, k, s->map.w), w = (uint32_t)s->map.w;
	int64_t x = cell % w * (int64_t)scale, y = cell / w * (int64_t)scale;
	int64_t next = side == 0 ? scale - 1 : 1 + scale / 16;

	return portal->direction == FF_E ? at(image, x + next, y + scale / 2)
					 : at(image, x + scale / 2, y + next);
}

static void both_windows_of_a_portal_have_its_colour_at_any_scale(void)
{
	static const int scales[] = {2, 3, 4, 5, 8, 13, 16, 32};

	for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
		struct ff_image image;
		struct surveyed s;

		scattered(&s, 41, 33, i);
		surveyed_cut(&s, &manhattan, 8);
		image = draw(&s, scales[i], FF_STYLE_LEGEND_NEVER);
		for (size_t p = 0; p < s.graph.portal_count; p++) {
			const struct ff_portal *portal = &s.graph.portals[p];
			uint32_t columns = (uint32_t)s.graph.sectors.columns;
			uint32_t sector = portal->sectors[0];
			bool upright = portal->direction == FF_E;
			int wanted = (int)(upright ? UPRIGHT + sector / columns % 2
						   : LEVEL + sector % columns % 2);

			/* Portals of one cell at a sector's corner have other bands beside them. */
			for (int32_t k = 1; k + 1 < portal->length; k++)
				for (int side = 0; side < 2; side++)
					CHECK(band_of(&s, &image, scales[i], portal, side, k) ==
						      wanted,
					      "scale %d, portal %zu, side %d: %d, not %d",
					      scales[i], p, side,
					      band_of(&s, &image, scales[i], portal, side, k),
					      wanted);
		}
		free(image.pixels);
		surveyed_free(&s);
	}
}

/* Four sectors of open ground meet at one point: no two colours there are the same. */
static void portals_that_touch_have_different_colours(void)
{
	static const int scales[] = {2, 4, 12, 32};

	for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
		int scale = scales[i], thick = scale < 4 ? 1 : scale * 3 / 8;
		int64_t border = 8 * (int64_t)scale, off = thick + 1 + scale / 16 + 1;
		int colours[4];
		struct ff_image image;
		struct surveyed s;

		surveyed_new(&s, 16, 16);
		surveyed_cut(&s, &manhattan, 8);
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		colours[0] = at(&image, border - 1, border - off);
		colours[1] = at(&image, border - 1, border + off);
		colours[2] = at(&image, border - off, border - 1);
		colours[3] = at(&image, border + off, border - 1);
		for (int a = 0; a < 4; a++) {
			CHECK(colours[a] >= UPRIGHT && colours[a] < CORNER, "scale %d: %d", scale,
			      colours[a]);
			for (int b = 0; b < a; b++)
				CHECK(colours[a] != colours[b], "scale %d: %d", scale, colours[a]);
		}
		free(image.pixels);
		surveyed_free(&s);
	}
}

/* The only link of two sectors is a step across a corner, to the right or to the left. */
static void a_corner_portal_is_seen_on_both_sides_at_any_scale(void)
{
	static const struct ff_model model = {.metric = FF_METRIC_OCTILE,
					      .corners = FF_CORNERS_CUT};

	for (int right = 0; right < 2; right++)
		for (int scale = 1; scale <= 32; scale++) {
			int64_t line = scale == 1 ? 0 : 1 + scale / 16;
			int64_t border = 8 * (int64_t)scale, before = border - 1;
			int64_t after = border + line;
			struct ff_image image;
			struct surveyed s;

			surveyed_new(&s, 16, 16);
			s.goals.count = 0;
			for (int32_t y = 0; y < 16; y++)
				for (int32_t x = 0; x < 16; x++)
					if ((x < 8) != ((y < 8) == (right == 1)))
						surveyed_set(&s, x, y, FF_COST_WALL);
			surveyed_cut(&s, &model, 8);
			CHECK(s.graph.portal_count == 1 && is_corner(s.graph.portals), "%zu",
			      s.graph.portal_count);
			image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
			CHECK(at(&image, right ? before : after, before) == CORNER, "scale %d: %d",
			      scale, at(&image, right ? before : after, before));
			CHECK(at(&image, right ? after : before, after) == CORNER, "scale %d: %d",
			      scale, at(&image, right ? after : before, after));
			CHECK(at(&image, right ? after : before, before) != CORNER, "scale %d",
			      scale);
			free(image.pixels);
			surveyed_free(&s);
		}
}

static void computed_sectors_are_tinted_and_clear_ones_told_apart(void)
{
	struct ff_image image;
	struct surveyed s;

	surveyed_new(&s, 32, 8);
	surveyed_set(&s, 12, 4, FF_COST_WALL);
	surveyed_set(&s, 28, 4, FF_COST_WALL);
	surveyed_set(&s, 29, 4, 200);
	surveyed_cut(&s, &manhattan, 8);
	s.routes.computed[0] = s.routes.computed[1] = 1;
	s.map.cells[30] = FF_COST_WALL - 1; /* closed to wide walkers only */
	s.cost.cells[30] = FF_COST_WALL;
	s.classes.cells[30] = FF_WALL;
	s.classes.cells[2 * 32 + 5] = FF_NOT_COMPUTED; /* no way into the sector leads there */
	for (int scale = 1; scale <= 10; scale += 3) {
		static const struct {
			int x, y, colour;
		} known[] = {{3, 3, SECTORS_COMPUTED},
			     {5, 2, SECTORS_OPEN},
			     {11, 3, SECTORS_COMPUTED + 1},
			     {12, 4, SECTORS_WALL},
			     {20, 3, SECTORS_OPEN},
			     {26, 3, SECTORS_OPEN + 1},
			     {29, 4, SECTORS_OPEN + SECTORS_SHADES},
			     {28, 4, FF_PALETTE_WALL},
			     {30, 0, FF_PALETTE_CLOSED},
			     {0, 0, FF_PALETTE_GOAL}};

		s.goals.count = 0;
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			CHECK(at(&image, known[i].x * scale + scale / 2,
				 known[i].y * scale + scale / 2) == known[i].colour,
			      "scale %d, cell %d,%d", scale, known[i].x, known[i].y);
		free(image.pixels);
	}
	surveyed_free(&s);
}

/* The colour of the pixel in the middle between two cells. */
static int between(const struct surveyed *s, const struct ff_image *image, int scale, uint32_t a,
		   uint32_t b)
{
	uint32_t w = (uint32_t)s->map.w;

	return at(image, ((int64_t)(a % w) + b % w + 1) * scale / 2,
		  ((int64_t)(a / w) + b / w + 1) * scale / 2);
}

/* Ground in which every fourth cell below the first row is a wall, and paths from a few cells to
 * 0,0. */
static void wooded(struct surveyed *s, const struct ff_model *model, uint64_t seed)
{
	scattered(s, 40, 30, seed);
	for (int32_t x = 0; x < 40; x++) {
		surveyed_set(s, x, 0, 1);
		s->classes.cells[x] = FF_REACHED;
	}
	surveyed_cut(s, model, 10);
	surveyed_aim(s, model);
	for (uint32_t k = 0; k < SURVEYED_ROUTES; k++) {
		uint32_t cell = (uint32_t)(oracle_random(&seed) % (40 * 30));

		if (s->flow.cells[cell] != FF_NONE)
			surveyed_route(s, cell, true, NULL, 0, 0);
	}
	CHECK(s->routes.count > 0, "%s", "no cell has a way");
}

static uint32_t next_of(const struct surveyed *s, uint32_t cell)
{
	struct ff_flow_step step = ff_flow_steps[s->flow.cells[cell]];

	return (uint32_t)((int32_t)cell + step.dy * s->map.w + step.dx);
}

/* The first of the routes whose path comes through a cell; none: their number. */
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

static bool is_route(int colour)
{
	return colour >= SECTORS_ROUTE && colour < SECTORS_OWN;
}

/* With all models but those that cut corners, and so touch walls there. */
static void paths_go_where_the_flow_does_and_never_into_a_wall(void)
{
	static const struct ff_model models[] = {
		{.metric = FF_METRIC_MANHATTAN},
		{.metric = FF_METRIC_OCTILE, .flow = FF_FLOW_PATH},
		{.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_PATH},
	};

	for (int scale = 12; scale <= 32; scale++) {
		const struct ff_model *model = &models[scale % 3];
		struct ff_image image;
		struct surveyed s;

		wooded(&s, model, (uint64_t)scale);
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		for (uint32_t cell = 1; cell < 40 * 30; cell++) {
			size_t first = first_through(&s, cell);
			int colour = between(&s, &image, scale, cell, cell);

			if (first < s.routes.count)
				CHECK(is_route(colour) && is_route(between(&s, &image, scale, cell,
									   next_of(&s, cell))),
				      "scale %d, cell %" PRIu32, scale, cell);
			else
				CHECK(!is_route(colour), "scale %d, cell %" PRIu32, scale, cell);
		}
		for (int64_t y = 0; y < image.h; y++)
			for (int64_t x = 0; x < image.w; x++)
				if (is_route(at(&image, x, y)) &&
				    s.cost.cells[y / scale * 40 + x / scale] == FF_COST_WALL)
					CHECK(false, "scale %d, pixel %" PRId64 ",%" PRId64, scale,
					      x, y);
		free(image.pixels);
		surveyed_free(&s);
	}
}

/* Where paths meet they go on as one: in the colour of the first, with no trace of the others. */
static void paths_that_meet_are_the_first_from_there_on(void)
{
	for (int scale = 1; scale <= 32; scale++) {
		struct ff_image all, alone;
		struct surveyed s;
		uint32_t cell;

		surveyed_new(&s, 48, 16);
		s.goals.count = 0; /* their rings would cover parts of paths */
		surveyed_cut(&s, &manhattan, 16);
		memset(s.flow.cells, FF_W, 48 * 16);
		for (uint32_t y = 0; y < 16; y++)
			s.flow.cells[y * 48 + 20] = y > 8 ? FF_N : FF_S;
		memset(s.flow.cells + 8 * 48, FF_W, 48);
		s.flow.cells[8 * 48] = FF_NONE;
		surveyed_route(&s, 15 * 48 + 20, true, NULL, 0, 0);
		s.routes.count = 1;
		alone = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		surveyed_route(&s, 47, true, NULL, 0, 0);
		surveyed_route(&s, 8 * 48 + 40, true, NULL, 0, 0);
		s.items[1].goal = s.items[2].goal = 0;
		all = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		for (int64_t y = 3 * scale; y < all.h; y++)
			CHECK(memcmp(all.pixels + y * all.w, alone.pixels + y * all.w,
				     (size_t)scale * 17) == 0,
			      "scale %d, row %" PRId64 ": what they share is drawn twice", scale,
			      y);
		for (cell = 48 + 20; cell < 5 * 48; cell += 48)
			CHECK(between(&s, &all, scale, cell, cell) == SECTORS_ROUTE + 1,
			      "scale %d, cell %" PRIu32, scale, cell);
		for (cell = 8 * 48 + 24; cell < 8 * 48 + 30; cell++)
			CHECK(between(&s, &all, scale, cell, cell) == SECTORS_ROUTE + 2,
			      "scale %d, cell %" PRIu32, scale, cell);
		for (cell = 8 * 48 + 10; cell <= 8 * 48 + 20; cell++)
			CHECK(between(&s, &all, scale, cell, cell) == SECTORS_ROUTE,
			      "scale %d, cell %" PRIu32 ": the later ones lie above", scale, cell);
		free(alone.pixels);
		free(all.pixels);
		surveyed_free(&s);
	}
}

/* Nobody's flow does that; but that of a scene may be anything. */
static void a_flow_that_goes_in_a_circle_is_drawn_once(void)
{
	struct ff_image image;
	struct surveyed s;

	surveyed_new(&s, 9, 9);
	surveyed_cut(&s, &manhattan, 9);
	s.flow.cells[40] = FF_E;
	s.flow.cells[41] = FF_W;
	surveyed_route(&s, 40, true, NULL, 0, 0);
	image = draw(&s, 20, FF_STYLE_LEGEND_NEVER);
	CHECK(is_route(between(&s, &image, 20, 40, 41)), "%s", "it is not drawn");
	free(image.pixels);
	surveyed_free(&s);
}

static void a_source_without_a_way_is_marked_and_has_no_route(void)
{
	for (int scale = 1; scale <= 32; scale++) {
		struct ff_image image;
		struct surveyed s;

		surveyed_new(&s, 20, 12);
		surveyed_cut(&s, &manhattan, 10);
		surveyed_route(&s, 8 * 20 + 14, false, NULL, 0, 0);
		image = draw(&s, scale, FF_STYLE_LEGEND_NEVER);
		CHECK(between(&s, &image, scale, 8 * 20 + 14, 8 * 20 + 14) == FF_PALETTE_UNREACHED,
		      "scale %d", scale);
		for (int32_t i = 0; i < image.w * image.h; i++)
			CHECK(image.pixels[i] < SECTORS_ROUTE || image.pixels[i] >= SECTORS_OWN,
			      "scale %d, pixel %" PRId32 ": %d", scale, i, image.pixels[i]);
		free(image.pixels);
		surveyed_free(&s);
	}
}

/* The colour of the swatch before a text of the legend; -1: it does not say that. */
static int swatch_of(const struct surveyed *s, int scale, const char *text)
{
	struct ff_image image = draw(s, scale, FF_STYLE_LEGEND_ALWAYS);
	const struct ff_canvas_font *font = ff_legend_font(image.w);
	int64_t x, y;
	int colour = -1;

	if (glyphs_find(&image, font, text, (int64_t)s->map.h * scale, &x, &y))
		colour = at(&image, x - font->w - font->h / 2, y + font->h / 2);
	free(image.pixels);
	return colour;
}

static bool says(const struct surveyed *s, const char *text)
{
	return swatch_of(s, 40, text) >= 0;
}

static void the_legend_lists_what_occurs_and_nothing_else(void)
{
	static const struct ff_model octile = {.metric = FF_METRIC_OCTILE};
	struct surveyed s;

	surveyed_new(&s, 20, 20);
	surveyed_cut(&s, &manhattan, 20);
	CHECK(says(&s, "sectors of 20x20 cells, 0 of 1 computed"), "%s", "title");
	CHECK(says(&s, "not computed") && says(&s, "goal"), "%s", "what is there");
	CHECK(!says(&s, "windows") && !says(&s, "corner") && !says(&s, "clear") &&
		      !says(&s, "wall") && !says(&s, "from") && !says(&s, "no way") &&
		      !says(&s, "costlier") && !says(&s, "closed"),
	      "%s", "what is not");
	surveyed_free(&s);

	surveyed_new(&s, 20, 20);
	surveyed_set(&s, 3, 3, FF_COST_WALL);
	surveyed_set(&s, 4, 3, 9);
	surveyed_cut(&s, &octile, 10);
	s.routes.computed[3] = 1;
	surveyed_route(&s, 7, true, NULL, 0, 0);
	surveyed_route(&s, 27, false, NULL, 0, 0);
	CHECK(says(&s, "sectors of 10x10 cells, 1 of 4 computed"), "%s", "title");
	CHECK(says(&s, "windows") && says(&s, "corner windows") && says(&s, "clear") &&
		      says(&s, "wall") && says(&s, "costlier") && says(&s, "not computed"),
	      "%s", "what is there");
	CHECK(says(&s, "from 7,0") && says(&s, "no way from 7,1"), "%s", "routes");
	CHECK(!says(&s, "unreached") && !says(&s, "more"), "%s", "what is not");
	for (uint32_t i = 2; i < SECTORS_ROUTES; i++)
		surveyed_route(&s, 40 + i, true, NULL, 0, 0);
	CHECK(says(&s, "from 7,2") && !says(&s, "more"), "%s", "eight routes");
	surveyed_route(&s, 60, true, NULL, 0, 0);
	CHECK(says(&s, "from 6,2") && !says(&s, "from 7,2") && says(&s, "and 2 more"), "%s",
	      "nine routes");
	surveyed_free(&s);
}

static void clear_ground_is_named_whatever_is_computed(void)
{
	for (int computed = 0; computed < 2; computed++) {
		struct surveyed s;
		int ground = computed ? SECTORS_COMPUTED : SECTORS_OPEN;

		surveyed_new(&s, 20, 20);
		surveyed_set(&s, 4, 3, 9);
		surveyed_cut(&s, &manhattan, 10);
		memset(s.routes.computed, computed, 4);
		CHECK(swatch_of(&s, 40, "clear") == ground, "%d: %d", computed,
		      swatch_of(&s, 40, "clear"));
		CHECK(computed || swatch_of(&s, 40, "not computed") == ground + 1, "%d",
		      swatch_of(&s, 40, "not computed"));
		CHECK(swatch_of(&s, 40, "costlier") == ground + SECTORS_SHADES, "%d", computed);
		/* Where much is drawn over it, both tints are as good as white. */
		CHECK(swatch_of(&s, 3, "clear") == -1 && swatch_of(&s, 3, "costlier") >= 0,
		      "%d: small", computed);
		for (int32_t i = 0; i < 100; i++)
			surveyed_set(&s, i % 10, i / 10, 9);
		CHECK(swatch_of(&s, 3, "clear") == ground, "%d: small, beside a dark one: %d",
		      computed, swatch_of(&s, 3, "clear"));
		surveyed_free(&s);
	}
}

static void routes_beyond_those_that_are_named_share_one_colour(void)
{
	enum { NAMED = SECTORS_ROUTES - 1, LAST = SECTORS_ROUTE + NAMED };
	struct ff_image image;
	struct surveyed s;

	surveyed_new(&s, 20, 20);
	surveyed_cut(&s, &manhattan, 10);
	for (uint32_t i = 0; i < SURVEYED_ROUTES; i++) {
		surveyed_route(&s, 2 * 20 + i, i != NAMED, NULL, 0, 0);
		if (i != NAMED)
			s.flow.cells[2 * 20 + i] = s.flow.cells[3 * 20 + i] = FF_S;
	}
	image = draw(&s, 40, FF_STYLE_LEGEND_NEVER);
	for (uint32_t i = 0; i < SURVEYED_ROUTES; i++) {
		int wanted = i < NAMED    ? SECTORS_ROUTE + (int)i
			     : i == NAMED ? FF_PALETTE_UNREACHED
					  : LAST;

		CHECK(at(&image, i * 40 + 20, 2 * 40 + 20) == wanted, "%" PRIu32 ": %d", i,
		      at(&image, i * 40 + 20, 2 * 40 + 20));
		CHECK(i == NAMED || at(&image, i * 40 + 20, 4 * 40) == wanted,
		      "%" PRIu32 ", its path: %d", i, at(&image, i * 40 + 20, 4 * 40));
	}
	free(image.pixels);
	CHECK(swatch_of(&s, 40, "from 6,2") == LAST - 1, "%s", "the last that is named");
	CHECK(swatch_of(&s, 40, "and 5 more") == LAST, "%d", swatch_of(&s, 40, "and 5 more"));
	for (uint32_t i = NAMED; i < SURVEYED_ROUTES; i++)
		s.items[i].reached = false;
	CHECK(swatch_of(&s, 40, "and 5 more") == FF_PALETTE_UNREACHED, "%s", "none has a way");
	surveyed_free(&s);
}

static void maps_of_any_shape_have_pictures_of_their_size(void)
{
	surveyed_shapes(ff_draw_portals);
}

static void a_picture_that_is_too_large_is_refused_and_nothing_is_set(void)
{
	surveyed_refuse(ff_draw_portals);
}

int main(void)
{
	RUN(windows_and_nothing_else_are_coloured_where_cells_are_pixels);
	RUN(both_windows_of_a_portal_have_its_colour_at_any_scale);
	RUN(portals_that_touch_have_different_colours);
	RUN(a_corner_portal_is_seen_on_both_sides_at_any_scale);
	RUN(computed_sectors_are_tinted_and_clear_ones_told_apart);
	RUN(paths_go_where_the_flow_does_and_never_into_a_wall);
	RUN(paths_that_meet_are_the_first_from_there_on);
	RUN(a_flow_that_goes_in_a_circle_is_drawn_once);
	RUN(a_source_without_a_way_is_marked_and_has_no_route);
	RUN(the_legend_lists_what_occurs_and_nothing_else);
	RUN(clear_ground_is_named_whatever_is_computed);
	RUN(routes_beyond_those_that_are_named_share_one_colour);
	RUN(maps_of_any_shape_have_pictures_of_their_size);
	RUN(a_picture_that_is_too_large_is_refused_and_nothing_is_set);
	return tap_done();
}
