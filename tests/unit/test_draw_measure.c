#include "draw/draw.h"

#include "draw/legend.h"
#include "glyphs.h"
#include "marked.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

enum { W = 60, H = 10, N = W * H };

/* A map with values of its own. */
struct made {
	struct scene s;
	double values[N];
	struct ff_raster raster;
	struct ff_draw_measure what;
};

static void made_new(struct made *m, bool ratios, bool small)
{
	scene_new(&m->s, W, H);
	for (int i = 0; i < N; i++)
		m->values[i] = (double)INFINITY;
	m->raster = (struct ff_raster){.w = W,
				       .h = H,
				       .channels = 1,
				       .type = FF_RASTER_F64,
				       .unit = 1,
				       .none = (double)INFINITY,
				       .cells = m->values};
	m->what = (struct ff_draw_measure){&m->raster, "visits", ratios, small};
}

static struct ff_image draw(const struct made *m, int scale, double range,
			    enum ff_style_legend legend)
{
	const struct ff_style style = {.scale = scale, .range = range, .legend = legend};
	struct ff_error err = {""};
	struct ff_image image = {.w = 0};

	CHECK(ff_draw_measure(&m->s.all, &m->what, &style, &image, NULL, &err) == FF_OK, "\"%s\"",
	      err.text);
	return image;
}

static bool says(const struct made *m, double range, const char *text)
{
	struct ff_image image = draw(m, 12, range, FF_STYLE_LEGEND_ALWAYS);
	int64_t x, y;
	bool found = glyphs_find(&image, ff_legend_font(image.w), text, (int64_t)H * 12, &x, &y);

	free(image.pixels);
	return found;
}

static void cells_without_a_value_show_their_class(void)
{
	struct ff_image image;
	struct made m;

	for (int small = 0; small < 2; small++) {
		made_new(&m, true, small == 1);
		m.s.classes.cells[0] = FF_GOAL;
		m.s.classes.cells[1] = FF_WALL;
		m.s.classes.cells[2] = FF_UNREACHED;
		m.values[0] = m.values[5] = 3;
		m.values[4] = 0;
		m.values[6] = NAN;
		image = draw(&m, 1, 0, FF_STYLE_LEGEND_NEVER);
		CHECK(image.w == W && image.h == H, "%d x %d", image.w, image.h);
		CHECK(image.pixels[0] == FF_PALETTE_GOAL && image.pixels[1] == FF_PALETTE_WALL &&
			      image.pixels[2] == FF_PALETTE_UNREACHED &&
			      image.pixels[3] == FF_PALETTE_PAPER &&
			      image.pixels[6] == FF_PALETTE_PAPER,
		      "%d %d %d %d", image.pixels[0], image.pixels[1], image.pixels[2],
		      image.pixels[3]);
		CHECK(image.pixels[5] < FF_PALETTE_LEVELS, "%d", image.pixels[5]);
		CHECK((image.pixels[4] == FF_PALETTE_PAPER) == (small == 0), "%d: 0 is %d", small,
		      image.pixels[4]);
		free(image.pixels);
		scene_free(&m.s);
	}
}

static void larger_values_have_later_colours_and_equal_ratios_equal_steps(void)
{
	struct ff_image image;
	struct made m;

	for (int ratios = 0; ratios < 2; ratios++) {
		made_new(&m, ratios == 1, false);
		for (int i = 0; i < 11; i++)
			m.values[i] = ratios ? (double)(1 << i) : (double)i;
		image = draw(&m, 1, 0, FF_STYLE_LEGEND_NEVER);
		for (int i = 1; i < 11; i++) {
			int wanted = i * (FF_PALETTE_LEVELS - 1) / 10;

			CHECK(abs(image.pixels[i] - wanted) <= 1, "%d, %d: level %d, not %d",
			      ratios, i, image.pixels[i], wanted);
		}
		CHECK(image.pixels[0] == (ratios ? 0 : FF_PALETTE_PAPER), "%d", image.pixels[0]);
		free(image.pixels);
		scene_free(&m.s);
	}
}

static int darkness(struct ff_colour c)
{
	return 255 * 3 - c.r - c.g - c.b;
}

static void values_that_stand_out_are_darker_than_others(void)
{
	for (int map = 0; map < FF_COLORMAPS; map++)
		for (int small = 0; small < 2; small++) {
			const struct ff_style style = {.scale = 1,
						       .colormap = (enum ff_colormap)map,
						       .legend = FF_STYLE_LEGEND_NEVER};
			struct ff_image image;
			struct made m;
			int first, last;

			made_new(&m, false, small == 1);
			CHECK(ff_draw_measure(&m.s.all, &m.what, &style, &image, NULL, NULL) ==
				      FF_OK,
			      "%d", map);
			first = darkness(image.palette[0]);
			last = darkness(image.palette[FF_PALETTE_LEVELS - 1]);
			CHECK(small ? first > last + 200 : last > first + 200, "%s, %d: %d and %d",
			      ff_colormap_names[map], small, first, last);
			free(image.pixels);
			scene_free(&m.s);
		}
}

static void the_legend_shows_the_scale(void)
{
	struct made m;

	made_new(&m, true, false);
	m.values[3] = 1;
	m.values[4] = 1000;
	CHECK(says(&m, 0, "visits") && says(&m, 0, "1 ") && says(&m, 0, " 10 ") &&
		      says(&m, 0, " 100 ") && says(&m, 0, "1000"),
	      "%s", "of ratios");
	m.s.classes.count[FF_GOAL] = 1;
	CHECK(says(&m, 0, "goal") && !says(&m, 0, "unreached") && !says(&m, 0, "wall"), "%s",
	      "colours that occur");
	CHECK(says(&m, 100, "100+") && !says(&m, 100, "1000"), "%s", "a range");
	m.values[3] = 0.03;
	CHECK(says(&m, 0, "0.02 ") && says(&m, 0, " 0.1 ") && !says(&m, 0, "<"), "%s",
	      "less than one");
	m.values[3] = 1e-9;
	CHECK(says(&m, 0, "<0.001 "), "%s", "hardly anything");
	m.values[3] = m.values[4] = 7;
	CHECK(says(&m, 0, "5 ") && says(&m, 0, "7"), "%s", "one value");
	m.values[3] = m.values[4] = 5;
	CHECK(says(&m, 0, "5"), "%s", "one round value");
	m.values[3] = m.values[4] = 0;
	CHECK(says(&m, 0, "visits") && !says(&m, 0, "0"), "%s", "nothing");
	m.what.small = true;
	m.what.ratios = false;
	CHECK(says(&m, 0, "0"), "%s", "all stand");
	m.values[3] = 1.32;
	CHECK(says(&m, 0, "0.0 ") && says(&m, 0, "1.4"), "%s", "differences");
	m.values[3] = 1;
	CHECK(says(&m, 0, " 0.4 "), "%s", "differences between whole numbers");
	scene_free(&m.s);
}

/* The ticks of uneven bars stand where the bar has that value's colour. */
static void ticks_stand_at_their_colours(void)
{
	static const char *const texts[] = {"10 ", "100 ", "1000 "};
	struct ff_image image;
	struct made m;

	made_new(&m, true, false);
	m.values[0] = 1;
	m.values[1] = 10;
	m.values[2] = 100;
	m.values[3] = 1000;
	m.values[4] = 31000;
	image = draw(&m, 12, 0, FF_STYLE_LEGEND_ALWAYS);
	for (int i = 0; i < 3; i++) {
		int64_t x = 0, y = 0;
		int level, wanted = image.pixels[12 * (i + 1)];

		CHECK(glyphs_find(&image, ff_legend_font(image.w), texts[i], (int64_t)H * 12, &x,
				  &y),
		      "%s", texts[i]);
		level = image.pixels[(y - 8) * image.w + x];
		CHECK(abs(level - wanted) <= 2, "%s: level %d, not %d", texts[i], level, wanted);
	}
	free(image.pixels);
	scene_free(&m.s);
}

int main(void)
{
	RUN(cells_without_a_value_show_their_class);
	RUN(larger_values_have_later_colours_and_equal_ratios_equal_steps);
	RUN(values_that_stand_out_are_darker_than_others);
	RUN(the_legend_shows_the_scale);
	RUN(ticks_stand_at_their_colours);
	return tap_done();
}
