#include "draw/draw.h"

#include "draw/legend.h"
#include "pictures.h"
#include "scene.h"
#include "tap.h"

#include <math.h>

typedef enum ff_status draw_picture(const struct ff_scene *scene, const struct ff_style *style,
				    struct ff_page *page, struct ff_error *err);

static struct ff_bitmap draw(draw_picture *picture, const struct scene *s,
			     const struct ff_style *style)
{
	return pictures_pixels(picture(&s->all, style, pictures_page(), &pictures_err));
}

static char *text_of(draw_picture *picture, const struct scene *s, const struct ff_style *style)
{
	return pictures_text(picture(&s->all, style, pictures_sheet(), &pictures_err));
}

/* Makes a random map without goals, whose markers would lie over arrows. */
static void make_scene(struct scene *s, int32_t w, int32_t h, int walls, uint64_t *dice)
{
	scene_random(s, w, h, walls, 5, dice);
	s->goals.count = 0;
	s->classes.count[FF_UNREACHED] = 0; /* no rings */
}

/* ---- arrows ---- */

/* Returns how much ink a cell has, and sets where its middle is, from the cell's middle; ink is
 * what differs from the cell's corner. */
static int ink_of(const struct ff_bitmap *picture, int scale, int32_t x, int32_t y, double *dx,
		  double *dy)
{
	int32_t left = x * scale, top = y * scale;
	struct ff_colour ground = pictures_at(picture, left, top);
	int ink = 0;

	*dx = *dy = 0;
	for (int i = 0; i < scale * scale; i++) {
		int column = i % scale, row = i / scale;
		struct ff_colour c = pictures_at(picture, left + column, top + row);
		int part = abs(c.r - ground.r);

		ink += part;
		*dx += part * (column + 0.5 - scale / 2.0);
		*dy += part * (row + 0.5 - scale / 2.0);
	}
	*dx /= ink > 0 ? ink : 1;
	*dy /= ink > 0 ? ink : 1;
	return ink;
}

static void a_cell_with_a_direction_has_an_arrow_that_points_there(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 40; k++) {
		const struct ff_style style = {.bare = true, .scale = 12 + 2 * k};
		struct ff_bitmap picture;
		struct scene s;

		make_scene(&s, 8, 6, k, &dice);
		picture = draw(ff_draw_arrows, &s, &style);
		CHECK(picture.w == 8 * style.scale && picture.h == 6 * style.scale, "%dx%d",
		      picture.w, picture.h);
		for (int32_t i = 0; i < 8 * 6; i++) {
			struct ff_flow_vector way = ff_flow_units[s.flow.cells[i]];
			double dx, dy;
			int ink = s.classes.cells[i] == FF_UNREACHED
					  ? 0
					  : ink_of(&picture, style.scale, i % 8, i / 8, &dx, &dy);

			CHECK((ink > 0) == (s.flow.cells[i] != FF_NONE), "scale %d, cell %d: %d",
			      style.scale, i, ink);
			if (ink > 0)
				CHECK(dx * way.dx + dy * way.dy > 0.01 * style.scale &&
					      fabs(dx * way.dy - dy * way.dx) < 0.1,
				      "scale %d, cell %d, direction %d: %g,%g", style.scale, i,
				      s.flow.cells[i], dx, dy);
		}
		free(picture.pixels);
		scene_free(&s);
	}
}

static void vectors_of_the_eight_directions_change_nothing(void)
{
	static const int scales[] = {1, 3, 7, 12, 30};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 10; k++) {
		const struct ff_style style = {.bare = true,
					       .scale = scales[k / 2],
					       .flow = k % 2 == 0 ? FF_STYLE_FLOW_AUTO
								  : FF_STYLE_FLOW_ARROWS};
		struct ff_bitmap with, without;
		struct scene s;

		make_scene(&s, 40, 30, 2 * k, &dice);
		without = draw(ff_draw_arrows, &s, &style);
		s.flow.vectors = oracle_cells(40 * 30, sizeof *s.flow.vectors);
		for (int i = 0; i < 40 * 30; i++)
			s.flow.vectors[i] = ff_flow_units[s.flow.cells[i]];
		with = draw(ff_draw_arrows, &s, &style);
		CHECK(memcmp(with.pixels, without.pixels,
			     (size_t)with.w * (size_t)with.h * sizeof *with.pixels) == 0,
		      "scale %d", style.scale);
		free(with.pixels);
		free(without.pixels);
		scene_free(&s);
	}
}

static void the_cells_below_are_those_of_a_heatmap_but_pale(void)
{
	const struct ff_style style = {.bare = true, .scale = 16};
	uint64_t dice = ORACLE_SEED;
	struct ff_bitmap arrows, heatmap;
	struct scene s;

	make_scene(&s, 20, 15, 30, &dice);
	arrows = draw(ff_draw_arrows, &s, &style);
	heatmap = draw(ff_draw_heatmap, &s, &style);
	for (int32_t i = 0; i < 20 * 15; i++) {
		struct ff_colour full = pictures_at(&heatmap, i % 20 * 16, i / 20 * 16);
		struct ff_colour below = pictures_at(&arrows, i % 20 * 16, i / 20 * 16);

		CHECK(ff_image_same(below, s.classes.cells[i] == FF_REACHED ? ff_palette_pale(full)
									    : full),
		      "cell %d, %s", i, ff_classes_names[s.classes.cells[i]]);
	}
	free(arrows.pixels);
	free(heatmap.pixels);
	scene_free(&s);
}

/* Returns the number of outlines of a colour in the flow's layer of a file. */
static int count_outlines(const char *text, struct ff_colour colour)
{
	const char *at = strstr(text, "<g id=\"flow\"");
	const char *end = at != NULL ? strstr(at, "</g>") : NULL;
	char fill[32];
	int count = 0;

	if (ff_image_same(colour, ff_palette_white))
		snprintf(fill, sizeof fill, "fill=\"#fff\"");
	else
		snprintf(fill, sizeof fill, "fill=\"#%02x%02x%02x\"", colour.r, colour.g, colour.b);
	if (at == NULL || end == NULL)
		return 0;
	while ((at = strstr(at, fill)) != NULL && at < end) {
		const char *close = strchr(at, '>');

		for (; at < close; at++)
			count += *at == 'z';
	}
	return count;
}

static void a_file_has_as_many_arrows_as_cells_with_directions(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 50; k++) {
		const struct ff_style style = {.scale = 12 + k};
		struct scene s;
		int wanted = 0;
		char *text;

		make_scene(&s, 1 + k % 7, 1 + k / 7, k, &dice);
		for (int32_t i = 0; i < s.cost.w * s.cost.h; i++)
			wanted += s.flow.cells[i] != FF_NONE;
		text = text_of(ff_draw_arrows, &s, &style);
		CHECK(count_outlines(text, ff_palette_arrow) == wanted, "%d arrows, wanted %d",
		      count_outlines(text, ff_palette_arrow), wanted);
		free(text);
		scene_free(&s);
	}
}

/* ---- streamlines ---- */

static bool is_arrow(const struct ff_bitmap *picture, int64_t x, int64_t y)
{
	return ff_image_same(pictures_at(picture, x, y), ff_palette_arrow);
}

static void streamlines_are_where_there_is_a_way(void)
{
	for (int scale = 1; scale <= 11; scale += 5) {
		const struct ff_style style = {.bare = true, .scale = scale};
		struct ff_bitmap picture;
		int ink[2] = {0};
		struct scene s;

		scene_new(&s, 120, 60);
		for (int i = 0; i < 120 * 60; i++) {
			s.field.u32[i] = (uint32_t)(i % 120);
			s.flow.cells[i] = i % 120 > 0 && i % 120 < 60 ? FF_W : FF_NONE;
		}
		s.all.largest = 119;
		picture = draw(ff_draw_arrows, &s, &style);
		for (int64_t i = 0; i < (int64_t)picture.w * picture.h; i++)
			ink[i % picture.w >= 60 * (int64_t)scale + 6] +=
				is_arrow(&picture, i % picture.w, i / picture.w);
		CHECK(ink[0] > 50 * scale && ink[1] == 0, "scale %d: %d and %d pixels", scale,
		      ink[0], ink[1]);
		free(picture.pixels);
		scene_free(&s);
	}
}

/* ---- the legend, and the choice of a style ---- */

static void the_legend_says_what_an_arrow_or_a_line_stands_for(void)
{
	static const char each[] = "arrow for each cell: way to go",
			  lines[] = "streamlines: way to go",
			  of_4[] = "arrow for 4x4 cells: way to go",
			  of_48[] = "arrow for 48x48 cells: way to go";
	static const struct {
		draw_picture *draw;
		int scale, block;
		unsigned with;
		enum ff_style_flow flow;
		const char *says;
	} cases[] = {
		{ff_draw_arrows, 12, 1, 0, FF_STYLE_FLOW_AUTO, each},
		{ff_draw_arrows, 11, 1, 0, FF_STYLE_FLOW_AUTO, lines},
		{ff_draw_arrows, 1, 3, 0, FF_STYLE_FLOW_AUTO, lines},
		{ff_draw_arrows, 4, 1, 0, FF_STYLE_FLOW_ARROWS, of_4},
		{ff_draw_arrows, 1, 3, 0, FF_STYLE_FLOW_ARROWS, of_48},
		{ff_draw_arrows, 20, 1, 0, FF_STYLE_FLOW_ARROWS, each},
		{ff_draw_arrows, 20, 1, 0, FF_STYLE_FLOW_STREAMLINES, lines},
		{ff_draw_arrows, 20, 1, FF_STYLE_STREAMLINES, FF_STYLE_FLOW_AUTO, lines},
		{ff_draw_heatmap, 12, 1, FF_STYLE_ARROWS, FF_STYLE_FLOW_AUTO, each},
		{ff_draw_heatmap, 11, 1, FF_STYLE_ARROWS, FF_STYLE_FLOW_AUTO, lines},
		{ff_draw_terrain, 4, 1, FF_STYLE_ARROWS, FF_STYLE_FLOW_ARROWS, of_4},
		{ff_draw_reach, 12, 1, FF_STYLE_STREAMLINES, FF_STYLE_FLOW_AUTO, lines},
		{ff_draw_heatmap, 12, 1, 0, FF_STYLE_FLOW_AUTO, NULL},
	};
	static const char *const all[] = {each, lines, of_4, of_48};
	uint64_t dice = ORACLE_SEED;
	struct scene s;

	make_scene(&s, 60, 50, 0, &dice);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct ff_style style = {.scale = cases[i].scale,
					       .block = cases[i].block,
					       .with = cases[i].with,
					       .flow = cases[i].flow};
		char *text = text_of(cases[i].draw, &s, &style);

		for (size_t k = 0; k < sizeof all / sizeof *all; k++)
			CHECK(pictures_says(text, all[k]) == (cases[i].says == all[k]),
			      "case %zu: \"%s\"", i, all[k]);
		CHECK(pictures_has(text, "flow") == (cases[i].says != NULL), "case %zu", i);
		free(text);
	}
	scene_free(&s);
}

static void ways_of_flee_maps_are_ways_to_flee(void)
{
	for (int scale = 1; scale <= 13; scale += 12) {
		const struct ff_style style = {.scale = scale};
		struct scene s;
		char *text;

		scene_of(&s, "g...../....../");
		s.all.flee = true;
		text = text_of(ff_draw_arrows, &s, &style);
		CHECK(strstr(text, "way to flee") != NULL && strstr(text, "way to go") == NULL,
		      "%s", text);
		free(text);
		scene_free(&s);
	}
}

/* ---- over any picture ---- */

static void arrows_leave_the_colours_of_cells_as_they_are(void)
{
	static draw_picture *const all[] = {ff_draw_heatmap, ff_draw_terrain, ff_draw_reach};
	const struct ff_style plain = {.bare = true, .scale = 24};
	struct ff_style style = plain;
	uint64_t dice = ORACLE_SEED;
	struct scene s;

	style.with = FF_STYLE_ARROWS;
	make_scene(&s, 12, 9, 30, &dice);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct ff_bitmap with = draw(all[i], &s, &style);
		struct ff_bitmap without = draw(all[i], &s, &plain);

		for (int64_t p = 0; p < (int64_t)with.w * with.h; p++) {
			int x = (int)(p % with.w), y = (int)(p / with.w);
			bool corner = abs(x % 24 * 2 - 23) > 17 && abs(y % 24 * 2 - 23) > 17;

			if (corner || s.flow.cells[y / 24 * 12 + x / 24] == FF_NONE)
				CHECK(ff_image_same(pictures_at(&with, x, y),
						    pictures_at(&without, x, y)),
				      "picture %zu: pixel %d,%d", i, x, y);
		}
		free(with.pixels);
		free(without.pixels);
	}
	scene_free(&s);
}

static void arrows_over_dark_cells_have_a_pale_rim(void)
{
	const struct ff_style style = {.scale = 24, .with = FF_STYLE_ARROWS};
	struct scene s;

	scene_of(&s, "g.../..../");
	for (int pale = 0; pale < 2; pale++) {
		char *text = text_of(pale ? ff_draw_arrows : ff_draw_heatmap, &s, &style);
		int rims = count_outlines(text, ff_palette_colour(FF_PALETTE_PAPER));

		CHECK(count_outlines(text, ff_palette_arrow) == 7 && rims == (pale ? 0 : 7),
		      "%d rims", rims);
		free(text);
	}
	scene_free(&s);
}

static void values_stand_above_the_arrows_of_their_cells(void)
{
	for (int scale = 24; scale <= 64; scale += 8) {
		const struct ff_style style = {
			.bare = true, .scale = scale, .with = FF_STYLE_VALUES | FF_STYLE_ARROWS};
		struct ff_colour ink = ff_palette_colour(FF_PALETTE_INK);
		int value_end = 0, arrow_from = scale, arrow_end = 0;
		struct ff_bitmap picture;
		struct scene s;

		scene_of(&s, "g12/");
		picture = draw(ff_draw_reach, &s, &style);
		for (int i = 0; i < scale * scale; i++) {
			int y = i / scale;

			if (ff_image_same(pictures_at(&picture, 2 * scale + i % scale, y), ink))
				value_end = y + 1;
			if (is_arrow(&picture, 2 * scale + i % scale, y)) {
				arrow_end = y + 1;
				arrow_from = y < arrow_from ? y : arrow_from;
			}
		}
		CHECK(value_end > 0 && arrow_end > arrow_from, "scale %d: no ink", scale);
		CHECK(value_end <= arrow_from, "scale %d: a value to %d, an arrow from %d", scale,
		      value_end, arrow_from);
		free(picture.pixels);
		scene_free(&s);
	}
}

/* ---- a colour for each direction ---- */

static void each_direction_has_its_colour(void)
{
	for (int scale = 1; scale <= 21; scale += 10) {
		const struct ff_style style = {
			.bare = true, .scale = scale, .flow = FF_STYLE_FLOW_COLOURS};
		uint64_t dice = ORACLE_SEED;
		struct ff_bitmap picture;
		struct scene s;

		make_scene(&s, 30, 20, 25, &dice);
		picture = draw(ff_draw_arrows, &s, &style);
		for (int32_t i = 0; i < 30 * 20; i++)
			pictures_expect(
				&picture, &style, i % 30, i / 30,
				s.flow.cells[i] != FF_NONE
					? pictures_plain(ff_palette_directions[s.flow.cells[i]])
					: pictures_fill(ff_palette_class(s.classes.cells[i], 0)));
		free(picture.pixels);
		scene_free(&s);
	}
}

static void the_legend_names_eight_directions(void)
{
	static const char *const names[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
	const struct ff_style style = {.scale = 40, .flow = FF_STYLE_FLOW_COLOURS};
	struct scene s;
	char *text;

	scene_of(&s, "g.#./");
	text = text_of(ff_draw_arrows, &s, &style);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		CHECK(pictures_says(text, names[i]), "%s: %s", names[i], text);
	CHECK(pictures_says(text, "way to go") && pictures_says(text, "wall") &&
		      pictures_says(text, "unreached") && !pictures_has(text, "flow"),
	      "%s", text);
	free(text);
	scene_free(&s);
}

/* ---- cells without a direction ---- */

static void cells_without_a_direction_look_as_in_all_pictures(void)
{
	static const enum ff_style_flow flows[] = {FF_STYLE_FLOW_ARROWS, FF_STYLE_FLOW_STREAMLINES,
						   FF_STYLE_FLOW_COLOURS};
	uint8_t open[16];
	const struct ff_cost map = {.w = 16, .h = 1, .cells = open};

	memset(open, 1, sizeof open);
	open[3] = FF_COST_WALL;
	for (size_t i = 0; i < sizeof flows / sizeof *flows; i++) {
		const struct ff_style style = {.bare = true, .scale = 15, .flow = flows[i]};
		struct ff_bitmap picture;
		struct scene s;
		char *text;

		scene_of(&s, "......g...##...#/");
		s.all.map = &map;
		open[15] = FF_COST_WALL;
		scene_forget(&s, 0, 1, FF_NOT_COMPUTED);
		scene_forget(&s, 1, 1, FF_NOT_YET);
		s.goals.count = 0;
		s.classes.count[FF_UNREACHED] = 0;
		picture = draw(ff_draw_arrows, &s, &style);
		pictures_expect(&picture, &style, 0, 0, pictures_fill(FF_PALETTE_NOT_COMPUTED));
		pictures_expect(&picture, &style, 1, 0, pictures_fill(FF_PALETTE_NOT_YET));
		pictures_expect(&picture, &style, 10, 0, pictures_fill(FF_PALETTE_CLOSED));
		pictures_expect(&picture, &style, 13, 0, pictures_fill(FF_PALETTE_UNREACHED));
		pictures_expect(&picture, &style, 15, 0, pictures_fill(FF_PALETTE_WALL));
		free(picture.pixels);
		text = text_of(ff_draw_arrows, &s, &style);
		CHECK(pictures_has(text, "closed"), "%s", text);
		free(text);
		scene_free(&s);
	}
}

int main(void)
{
	RUN(a_cell_with_a_direction_has_an_arrow_that_points_there);
	RUN(vectors_of_the_eight_directions_change_nothing);
	RUN(the_cells_below_are_those_of_a_heatmap_but_pale);
	RUN(a_file_has_as_many_arrows_as_cells_with_directions);
	RUN(streamlines_are_where_there_is_a_way);
	RUN(the_legend_says_what_an_arrow_or_a_line_stands_for);
	RUN(ways_of_flee_maps_are_ways_to_flee);
	RUN(arrows_leave_the_colours_of_cells_as_they_are);
	RUN(arrows_over_dark_cells_have_a_pale_rim);
	RUN(values_stand_above_the_arrows_of_their_cells);
	RUN(each_direction_has_its_colour);
	RUN(the_legend_names_eight_directions);
	RUN(cells_without_a_direction_look_as_in_all_pictures);
	return tap_done();
}
