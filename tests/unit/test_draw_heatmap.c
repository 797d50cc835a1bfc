#include "draw/draw.h"

#include "draw/legend.h"
#include "pictures.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

enum { LAST = FF_PALETTE_LEVELS - 1 };

static struct ff_bitmap draw(const struct scene *s, const struct ff_style *style)
{
	return pictures_pixels(ff_draw_heatmap(&s->all, style, pictures_page(), &pictures_err));
}

/* Returns the map alone, a pixel a cell. */
static struct ff_bitmap draw_cells(const struct scene *s, double range)
{
	const struct ff_style style = {.bare = true, .scale = 1, .range = range};

	return draw(s, &style);
}

static char *write_svg(const struct scene *s, const struct ff_style *style)
{
	return pictures_text(ff_draw_heatmap(&s->all, style, pictures_sheet(), &pictures_err));
}

/* Returns the first level of a colour; -1: it is none. */
static int level_of(struct ff_colour colour)
{
	for (int level = 0; level <= LAST; level++)
		if (ff_image_same(ff_palette_level(FF_COLORMAP_VIRIDIS, level), colour))
			return level;
	return -1;
}

static bool is_level(const struct ff_bitmap *picture, int32_t x, int level)
{
	return ff_image_same(pictures_at(picture, x, 0),
			     ff_palette_level(FF_COLORMAP_VIRIDIS, level));
}

/* Makes a row of reached cells of these values. */
static void row_of(struct scene *s, const uint32_t *values, int32_t n)
{
	scene_new(s, n, 1);
	for (int32_t i = 0; i < n; i++) {
		s->field.u32[i] = values[i];
		if (values[i] > s->all.largest)
			s->all.largest = values[i];
	}
}

static void cells_have_the_colour_of_their_class_or_a_level(void)
{
	static const int entries[FF_CLASSES] = {
		[FF_GOAL] = FF_PALETTE_GOAL,       [FF_UNREACHED] = FF_PALETTE_UNREACHED,
		[FF_WALL] = FF_PALETTE_WALL,       [FF_NOT_COMPUTED] = FF_PALETTE_NOT_COMPUTED,
		[FF_NOT_YET] = FF_PALETTE_NOT_YET, [FF_FARTHER] = FF_PALETTE_FARTHER,
	};

	for (int map = 0; map < FF_COLORMAPS; map++) {
		const struct ff_style style = {
			.bare = true, .scale = 1 + 3 * map, .colormap = (enum ff_colormap)map};
		struct ff_bitmap picture;
		struct scene s;

		scene_new(&s, FF_CLASSES + 1, 1);
		for (int x = 0; x < FF_CLASSES; x++)
			s.classes.cells[x] = (uint8_t)x;
		s.field.u32[FF_CLASSES] = 10;
		s.all.largest = 10;
		picture = draw(&s, &style);
		for (int x = 0; x <= FF_CLASSES; x++)
			pictures_expect(
				&picture, &style, x, 0,
				x == FF_CLASSES
					? pictures_plain(ff_palette_level(style.colormap, LAST))
				: x == FF_REACHED
					? pictures_plain(ff_palette_level(style.colormap, 0))
					: pictures_fill(entries[x]));
		free(picture.pixels);
		scene_free(&s);
	}
}

static void cells_closed_to_wide_walkers_are_no_walls(void)
{
	uint8_t open[4] = {1, 1, 9, FF_COST_WALL};
	const struct ff_style style = {.bare = true, .scale = 40}, framed = {.scale = 60};
	const struct ff_cost map = {.w = 4, .h = 1, .cells = open};
	struct ff_bitmap picture;
	struct scene s;
	char *text;

	scene_of(&s, "g.##/");
	s.all.map = &map;
	picture = draw(&s, &style);
	pictures_expect(&picture, &style, 2, 0, pictures_fill(FF_PALETTE_CLOSED));
	pictures_expect(&picture, &style, 3, 0, pictures_fill(FF_PALETTE_WALL));
	free(picture.pixels);
	text = write_svg(&s, &framed);
	CHECK(pictures_says(text, FF_LEGEND_CLOSED) && pictures_says(text, "wall"), "%s", text);
	free(text);
	scene_free(&s);
}

static void colours_rise_with_the_value_from_the_first_level_to_the_last(void)
{
	static const uint32_t largest[] = {1, 2, 10, 238, 239, 240, 1000, 65536, 4294967294};
	enum { CELLS = 1000 };

	for (size_t k = 0; k < sizeof largest / sizeof *largest; k++) {
		struct ff_bitmap picture;
		uint32_t values[CELLS];
		struct scene s;

		for (uint64_t i = 0; i < CELLS; i++)
			values[i] = (uint32_t)(i * largest[k] / (CELLS - 1));
		row_of(&s, values, CELLS);
		picture = draw_cells(&s, largest[k]);
		CHECK(is_level(&picture, 0, 0) && is_level(&picture, CELLS - 1, LAST),
		      "0..%" PRIu32, largest[k]);
		for (int i = 1; i < CELLS; i++) {
			int before = level_of(pictures_at(&picture, i - 1, 0));
			int here = level_of(pictures_at(&picture, i, 0));

			CHECK(here >= before && before >= 0, "0..%" PRIu32 ": %d after %d",
			      largest[k], here, before);
			CHECK(largest[k] < 999 || here <= before + 3,
			      "0..%" PRIu32 ": a jump from %d to %d", largest[k], before, here);
		}
		free(picture.pixels);
		scene_free(&s);
	}
}

/* At, just below and between the values where the colour changes. */
static void whole_numbers_have_the_colour_that_a_division_gives(void)
{
	static const uint32_t spans[] = {1,    2,     238,     239,     240,        241,
					 1000, 65536, 4194303, 1 << 30, 2147483646, 2147483647};
	enum { COUNT = 3 * LAST };
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < 40; k++) {
		uint32_t values[COUNT];
		uint64_t span = k < 12 ? spans[k] : 1 + oracle_random(&dice) % 2147483647;
		struct ff_bitmap picture;
		struct scene s;

		for (uint64_t i = 0; i < COUNT; i++) {
			uint64_t value = i / 3 * span / LAST;

			values[i] = (uint32_t)(i % 3 == 0   ? value
					       : i % 3 == 1 ? (value + 1 < span ? value + 1 : span)
							    : oracle_random(&dice) % (span + 1));
		}
		values[COUNT - 1] = (uint32_t)span;
		row_of(&s, values, COUNT);
		picture = draw_cells(&s, (double)span);
		for (int32_t x = 0; x < COUNT; x++)
			CHECK(is_level(&picture, x, (int)((uint64_t)values[x] * LAST / span)),
			      "%" PRIu32 " of %" PRIu64, values[x], span);
		free(picture.pixels);
		scene_free(&s);
	}
}

static void the_scale_ends_at_a_round_number_or_the_range(void)
{
	static const struct {
		uint32_t largest;
		double range, last;
	} cases[] = {{1, 0, 1},     {10, 0, 10},   {100, 1000, 1000},
		     {100, 50, 50}, {100, 0, 100}, {4294967294, 4294967294, 4294967294}};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		const uint32_t values[] = {0, cases[k].largest / 2, cases[k].largest};
		struct ff_bitmap picture;
		struct scene s;

		row_of(&s, values, 3);
		picture = draw_cells(&s, cases[k].range);
		for (int x = 0; x < 3; x++) {
			double level = floor(values[x] * (double)LAST / cases[k].last);

			CHECK(is_level(&picture, x, (int)fmin(level, LAST)),
			      "%" PRIu32 " of %g is %d", values[x], cases[k].last,
			      level_of(pictures_at(&picture, x, 0)));
		}
		free(picture.pixels);
		scene_free(&s);
	}
}

static void a_value_that_stays_below_the_end_of_the_scale_recolours_nothing(void)
{
	static const uint32_t old[] = {0, 1, 700, 2001, 4100}, new[] = {0, 1, 700, 2001, 4900};
	struct ff_bitmap a, b;
	struct scene s, t;

	row_of(&s, old, 5);
	row_of(&t, new, 5);
	a = draw_cells(&s, 0);
	b = draw_cells(&t, 0);
	for (int x = 0; x < 4; x++)
		CHECK(ff_image_same(pictures_at(&a, x, 0), pictures_at(&b, x, 0)), "cell %d", x);
	free(a.pixels);
	free(b.pixels);
	scene_free(&s);
	scene_free(&t);
}

static void values_below_0_are_on_the_scale_and_in_print(void)
{
	static const uint32_t values[] = {0, 119, 119 + 50};
	const struct ff_style style = {.scale = 40, .with = FF_STYLE_VALUES};
	struct ff_bitmap picture;
	struct scene s;
	char *text;

	row_of(&s, values, 3);
	s.field.zero = 119;
	s.all.least = -119;
	s.all.largest = 50;
	picture = draw_cells(&s, 50);
	/* From a round number to 50. */
	CHECK(level_of(pictures_at(&picture, 0, 0)) > 0 &&
		      level_of(pictures_at(&picture, 1, 0)) > LAST / 2 &&
		      is_level(&picture, 2, LAST),
	      "%d", level_of(pictures_at(&picture, 0, 0)));
	free(picture.pixels);
	text = write_svg(&s, &style);
	CHECK(pictures_says(text, "-119") && pictures_says(text, "50"), "%s", text);
	free(text);
	scene_free(&s);
}

/* Puts in place of a scene's field one of another type that says the same. */
static void retype(struct scene *s, enum ff_field_type type, uint32_t unit, uint32_t zero)
{
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;
	struct ff_field field = s->field;

	field.type = type;
	field.unit = unit;
	field.zero = zero;
	field.cells = oracle_cells(n, ff_field_size(type));
	for (size_t i = 0; i < n; i++) {
		bool none = s->field.u32[i] == FF_FIELD_NONE32;
		uint64_t raw = (uint64_t)s->field.u32[i] * unit + zero;

		if (type == FF_FIELD_U32)
			field.u32[i] = none ? FF_FIELD_NONE32 : (uint32_t)raw;
		else if (type == FF_FIELD_U64)
			field.u64[i] = none ? FF_FIELD_NONE64 : raw;
		else
			field.f64[i] = none ? FF_FIELD_NONEF : (double)raw;
	}
	free(s->field.cells);
	s->field = field;
}

static void equal_values_of_any_type_unit_and_zero_give_equal_pictures(void)
{
	static const int32_t widths[] = {1, 5, 255, 256, 257, 511, 513};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 7 * 3; k++) {
		const struct ff_style style = {
			.bare = true, .scale = 2, .with = FF_STYLE_CONTOURS, .contours = 9};
		struct ff_bitmap want, picture;
		struct scene s;

		scene_random(&s, widths[k / 3], 9, 20, 9, &dice);
		want = draw(&s, &style);
		retype(&s, (enum ff_field_type)(k % 3), k % 2 ? 408 : 1, k % 5 ? 0 : 1000);
		picture = draw(&s, &style);
		CHECK(picture.w == want.w && picture.h == want.h &&
			      memcmp(picture.pixels, want.pixels,
				     (size_t)want.w * (size_t)want.h * sizeof *want.pixels) == 0,
		      "width %" PRId32 ", type %d", widths[k / 3], k % 3);
		free(want.pixels);
		free(picture.pixels);
		scene_free(&s);
	}
}

static void the_legend_has_the_scale_its_largest_value_and_the_classes_that_occur(void)
{
	static const uint32_t values[] = {0, 1, 3700};
	const struct ff_style plain = {.scale = 200}, wide = {.scale = 200, .range = 8000},
			      near = {.scale = 200, .range = 1000};
	struct scene s;
	char *text;

	row_of(&s, values, 3);
	text = write_svg(&s, &plain);
	CHECK(pictures_says(text, "cost to reach the goal") &&
		      pictures_says(text, "largest 3700") && pictures_says(text, "4000"),
	      "%s", text);
	CHECK(!pictures_says(text, "goal") && !pictures_says(text, "wall") &&
		      !pictures_says(text, "unreached") && !pictures_says(text, "not yet"),
	      "%s", "what does not occur");
	free(text);
	text = write_svg(&s, &wide);
	CHECK(pictures_says(text, "8000") && pictures_says(text, "largest 3700"), "%s", text);
	free(text);
	text = write_svg(&s, &near);
	CHECK(pictures_says(text, "1000+") && strstr(text, "largest") == NULL, "%s", text);
	free(text);
	s.classes.count[FF_GOAL] = s.classes.count[FF_NOT_YET] = s.classes.count[FF_FARTHER] = 1;
	s.all.limit = 3700;
	text = write_svg(&s, &plain);
	CHECK(pictures_says(text, "goal") && pictures_says(text, "not yet") &&
		      pictures_says(text, "farther than 3700"),
	      "%s", text);
	free(text);
	s.all.flee = true;
	text = write_svg(&s, &plain);
	CHECK(pictures_says(text, "cost to flee") && pictures_says(text, "danger") &&
		      pictures_says(text, "refuge") && !pictures_says(text, "goal"),
	      "%s", text);
	free(text);
	scene_free(&s);
	scene_of(&s, "g#/");
	text = write_svg(&s, &plain);
	CHECK(!pictures_says(text, "0,0 ") && strstr(text, "largest") == NULL,
	      "there is no scale: %s", text);
	free(text);
	scene_free(&s);
}

static void walls_have_the_names_of_kinds_of_ground(void)
{
	static struct ff_ground items[] = {{{1, 2, 3}, FF_COST_WALL, "water"},
					   {{1, 2, 4}, 9, "grass"},
					   {{1, 2, 5}, FF_COST_WALL, ""},
					   {{1, 2, 6}, FF_COST_WALL, "cliff"}};
	const struct ff_grounds grounds = {items, 4};
	const struct ff_style style = {.scale = 200};
	struct scene s;
	char *text;

	scene_of(&s, "g.#/");
	s.classes.count[FF_WALL] = 1;
	s.all.grounds = &grounds;
	text = write_svg(&s, &style);
	CHECK(pictures_says(text, "wall (water, cliff)"), "%s", text);
	free(text);
	scene_free(&s);
}

/* Everybody walks along it, on both sides; only heads may hide parts of it, and the turn around its
 * end. */
static void a_wall_one_cell_thick_is_seen_beside_streamlines(void)
{
	enum { SIDE = 600, WALL = 300, END = 550 };
	uint64_t dice = ORACLE_SEED;

	for (int block = 1; block <= 5; block++)
		for (int flow = 0; flow < 2; flow++) {
			const struct ff_style plain = {.bare = true, .scale = 1, .block = block};
			struct ff_style style = plain;
			struct ff_bitmap with, without;
			int hidden = 0, changed = 0;
			struct scene s;

			scene_new(&s, SIDE, SIDE);
			s.model.metric = flow == 0 ? s.model.metric : FF_METRIC_OCTILE;
			for (int y = 0; y < END; y++)
				s.cost.cells[y * SIDE + WALL] = FF_COST_WALL;
			scene_goal(&s, (int)(oracle_random(&dice) % 100), 40);
			scene_solve(&s);
			style.with = FF_STYLE_STREAMLINES;
			without = draw(&s, &plain);
			with = draw(&s, &style);
			for (int y = 0; y < END / block - 12; y++)
				hidden += !ff_image_same(pictures_at(&with, WALL / block, y),
							 pictures_at(&without, WALL / block, y));
			for (int i = 0; i < with.w * with.h; i++)
				changed += !ff_image_same(with.pixels[i], without.pixels[i]);
			CHECK(hidden <= 12 + END / block / 20,
			      "block %d: %d of %d pixels are hidden", block, hidden, END / block);
			CHECK(changed > with.w, "block %d: no streamlines", block);
			free(with.pixels);
			free(without.pixels);
			scene_free(&s);
		}
}

int main(void)
{
	RUN(cells_have_the_colour_of_their_class_or_a_level);
	RUN(cells_closed_to_wide_walkers_are_no_walls);
	RUN(colours_rise_with_the_value_from_the_first_level_to_the_last);
	RUN(whole_numbers_have_the_colour_that_a_division_gives);
	RUN(the_scale_ends_at_a_round_number_or_the_range);
	RUN(a_value_that_stays_below_the_end_of_the_scale_recolours_nothing);
	RUN(values_below_0_are_on_the_scale_and_in_print);
	RUN(equal_values_of_any_type_unit_and_zero_give_equal_pictures);
	RUN(the_legend_has_the_scale_its_largest_value_and_the_classes_that_occur);
	RUN(walls_have_the_names_of_kinds_of_ground);
	RUN(a_wall_one_cell_thick_is_seen_beside_streamlines);
	return tap_done();
}
