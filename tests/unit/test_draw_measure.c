#include "draw/draw.h"

#include "pictures.h"
#include "scene.h"
#include "tap.h"

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

static struct ff_bitmap draw_cells(const struct made *m, enum ff_colormap map)
{
	const struct ff_style style = {.bare = true, .scale = 1, .colormap = map};

	return pictures_pixels(
		ff_draw_measure(&m->s.all, &m->what, &style, pictures_page(), &pictures_err));
}

static bool says(const struct made *m, double range, const char *what)
{
	const struct ff_style style = {.scale = 12, .range = range};
	char *text = pictures_text(
		ff_draw_measure(&m->s.all, &m->what, &style, pictures_sheet(), &pictures_err));
	bool said = pictures_says(text, what);

	free(text);
	return said;
}

static int darkness(struct ff_colour c)
{
	return 255 * 3 - c.r - c.g - c.b;
}

static void cells_without_a_value_show_their_class_or_ground(void)
{
	for (int small = 0; small < 2; small++) {
		struct ff_bitmap picture;
		struct ff_colour ground;
		struct made m;

		made_new(&m, true, small == 1);
		m.s.classes.cells[0] = FF_GOAL;
		m.s.classes.cells[1] = FF_WALL;
		m.s.classes.cells[2] = FF_UNREACHED;
		m.values[0] = m.values[5] = 3;
		m.values[4] = 0;
		m.values[6] = NAN;
		picture = draw_cells(&m, FF_COLORMAP_VIRIDIS);
		CHECK(picture.w == W && picture.h == H, "%d x %d", picture.w, picture.h);
		ground = pictures_at(&picture, 3, 0);
		CHECK(pictures_is(pictures_at(&picture, 0, 0), pictures_fill(FF_PALETTE_GOAL)) &&
			      pictures_is(pictures_at(&picture, 1, 0),
					  pictures_fill(FF_PALETTE_WALL)) &&
			      pictures_is(pictures_at(&picture, 2, 0),
					  pictures_fill(FF_PALETTE_UNREACHED)),
		      "%d: classes", small);
		CHECK(ff_image_same(pictures_at(&picture, 6, 0), ground), "%d: no number", small);
		CHECK(!ff_image_same(pictures_at(&picture, 5, 0), ground), "%d: 3", small);
		CHECK(ff_image_same(pictures_at(&picture, 4, 0), ground) == (small == 0), "%d: 0",
		      small);
		free(picture.pixels);
		scene_free(&m.s);
	}
}

static void what_stands_out_is_darker(void)
{
	for (int map = 0; map < FF_COLORMAPS; map++)
		for (int kind = 0; kind < 4; kind++) {
			bool ratios = kind / 2 == 1, small = kind % 2 == 1;
			struct ff_bitmap picture;
			struct made m;
			int first, last;

			made_new(&m, ratios, small);
			for (int i = 1; i <= 50; i++)
				m.values[i] = i;
			picture = draw_cells(&m, (enum ff_colormap)map);
			first = darkness(pictures_at(&picture, 1, 0));
			last = darkness(pictures_at(&picture, 50, 0));
			CHECK(small ? first > last + 200 : last > first + 200, "%s, %d: %d and %d",
			      ff_colormap_names[map], kind, first, last);
			for (int i = 2; i <= 50 && map == FF_COLORMAP_GRAY; i++) {
				int step = darkness(pictures_at(&picture, i, 0)) -
					   darkness(pictures_at(&picture, i - 1, 0));

				CHECK(small ? step <= 0 : step >= 0, "%d: %d at %d", kind, step, i);
			}
			free(picture.pixels);
			scene_free(&m.s);
		}
}

/* Powers of two are as far apart as equal differences are. */
static void equal_ratios_are_equal_steps(void)
{
	struct ff_bitmap ratios, differences;
	struct made m;

	made_new(&m, true, false);
	m.values[0] = 1;
	m.values[1] = sqrt(10);
	m.values[2] = 10;
	ratios = draw_cells(&m, FF_COLORMAP_GRAY);
	m.what.ratios = false;
	m.values[1] = 5;
	differences = draw_cells(&m, FF_COLORMAP_GRAY);
	CHECK(abs(pictures_at(&ratios, 1, 0).r - pictures_at(&differences, 1, 0).r) <= 3 &&
		      ff_image_same(pictures_at(&ratios, 2, 0), pictures_at(&differences, 2, 0)),
	      "%d and %d", pictures_at(&ratios, 1, 0).r, pictures_at(&differences, 1, 0).r);
	free(ratios.pixels);
	free(differences.pixels);
	scene_free(&m.s);
}

static void the_ground_has_the_designers_colours_and_names(void)
{
	static struct ff_ground items[] = {{{30, 200, 40}, 1, "grass"}, {{9, 9, 9}, 2, "tar"}};
	const struct ff_grounds grounds = {items, 2};
	struct ff_bitmap picture;
	const struct ff_style style = {.scale = 12};
	struct ff_colour ground;
	char swatch[40], *text;
	struct made m;

	made_new(&m, true, false);
	m.values[3] = 1;
	m.s.all.grounds = &grounds;
	picture = draw_cells(&m, FF_COLORMAP_VIRIDIS);
	ground = pictures_at(&picture, 4, 0);
	CHECK(ground.g > ground.r + 10 && ground.g > ground.b + 10, "%d %d %d", ground.r, ground.g,
	      ground.b);
	CHECK(says(&m, 0, "grass 1") && !says(&m, 0, "tar 2"), "names");
	text = pictures_text(
		ff_draw_measure(&m.s.all, &m.what, &style, pictures_sheet(), &pictures_err));
	snprintf(swatch, sizeof swatch, " fill=\"#%02x%02x%02x\"", ground.r, ground.g, ground.b);
	CHECK(strstr(text, swatch) != NULL, "the legend does not have the cells' colour %s",
	      swatch);
	free(text);
	free(picture.pixels);
	scene_free(&m.s);
}

static void the_legend_shows_the_scale(void)
{
	struct made m;

	made_new(&m, true, false);
	m.values[3] = 1;
	m.values[4] = 700;
	CHECK(says(&m, 0, "visits") && says(&m, 0, "1") && says(&m, 0, "10") &&
		      says(&m, 0, "100") && says(&m, 0, "1000") && says(&m, 0, "largest 700"),
	      "of ratios");
	m.s.classes.count[FF_GOAL] = 1;
	CHECK(says(&m, 0, "goal") && !says(&m, 0, "unreached") && !says(&m, 0, "wall"),
	      "colours that occur");
	CHECK(says(&m, 100, "100+") && !says(&m, 100, "1000"), "a range");
	m.values[3] = 0.03;
	CHECK(says(&m, 0, "0.02") && says(&m, 0, "0.1"), "less than one");
	m.values[3] = 1e-9;
	CHECK(says(&m, 0, "&lt;0.001"), "hardly anything");
	m.values[3] = m.values[4] = 500;
	CHECK(says(&m, 0, "500") && !says(&m, 0, "1000"), "one round value");
	m.values[3] = m.values[4] = 0;
	CHECK(says(&m, 0, "visits") && !says(&m, 0, "0.1"), "nothing");
	m.what.small = true;
	m.what.ratios = false;
	m.values[3] = 1.32;
	CHECK(says(&m, 0, "0.0") && says(&m, 0, "1.5") && says(&m, 0, "largest 1.3"),
	      "differences");
	m.values[3] = m.values[4] = 0.32;
	CHECK(says(&m, 0, "0.4") && !says(&m, 0, "0.5"), "differences below one");
	m.values[3] = 1;
	CHECK(says(&m, 0, "0.4"), "differences between whole numbers");
	scene_free(&m.s);
}

int main(void)
{
	RUN(cells_without_a_value_show_their_class_or_ground);
	RUN(what_stands_out_is_darker);
	RUN(equal_ratios_are_equal_steps);
	RUN(the_ground_has_the_designers_colours_and_names);
	RUN(the_legend_shows_the_scale);
	return tap_done();
}
