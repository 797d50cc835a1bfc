#include "draw/draw.h"

#include "draw/legend.h"
#include "draw/scene.h"

#include "glyphs.h"
#include "marked.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HUES = 24, ALL = 72 };

/* The input; every block has its exact size. */
struct picture {
	struct ff_cost map, cost;
	struct ff_classes classes;
	struct ff_goals goals;
	struct ff_labels labels;
	struct ff_scene scene;
	struct ff_draw_labels what;
};

/* w * h reached cells of label 0, one of 'count' labels. */
static void picture_new(struct picture *p, int32_t w, int32_t h, uint32_t count)
{
	size_t n = (size_t)(w * h);

	*p = (struct picture){.map = {w, h, oracle_cells(n, 1)},
			      .cost = {w, h, oracle_cells(n, 1)},
			      .classes = {.w = w, .h = h, .cells = oracle_cells(n, 1)},
			      .labels = {w, h, oracle_cells(n, 4), count}};
	memset(p->map.cells, 1, n);
	memset(p->cost.cells, 1, n);
	memset(p->classes.cells, FF_REACHED, n);
	memset(p->labels.cells, 0, n * 4);
	p->scene = (struct ff_scene){
		.map = &p->map, .cost = &p->cost, .goals = &p->goals, .classes = &p->classes};
	p->what.labels = &p->labels;
}

static void picture_free(struct picture *p)
{
	free(p->map.cells);
	free(p->cost.cells);
	free(p->classes.cells);
	free(p->labels.cells);
}

/* Takes the label of cell 'i' away. */
static void set_class(struct picture *p, size_t i, enum ff_class class)
{
	p->classes.cells[i] = (uint8_t) class;
	p->labels.cells[i] = FF_LABELS_NONE;
	if (class == FF_WALL)
		p->map.cells[i] = p->cost.cells[i] = FF_COST_WALL;
}

static struct ff_image draw(const struct picture *p, int scale, enum ff_style_legend legend)
{
	const struct ff_style style = {.scale = scale, .legend = legend};
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	CHECK(ff_draw_labels(&p->scene, &p->what, &style, &image, NULL, &err) == FF_OK, "\"%s\"",
	      err.text);
	return image;
}

static int at(const struct ff_image *image, int64_t x, int64_t y)
{
	return image->pixels[y * image->w + x];
}

/* Row 0 has labels 0, 1, 2, ...; row 1 what has none, or does not show it. */
static void mixed(struct picture *p, int32_t w, uint32_t count)
{
	picture_new(p, w, 2, count);
	for (int32_t x = 0; x < w; x++)
		p->labels.cells[x] = (uint32_t)x % count;
	set_class(p, (size_t)w, FF_WALL);
	set_class(p, (size_t)w + 1, FF_UNREACHED);
	p->classes.cells[w + 2] = FF_GOAL; /* and keeps its label */
	set_class(p, (size_t)w + 3, FF_WALL);
	p->map.cells[w + 3] = 1; /* closed to wide walkers only */
	set_class(p, (size_t)w + 4, FF_NOT_COMPUTED);
	p->classes.count[FF_NOT_COMPUTED] = 1;
}

static void cells_have_the_hue_of_their_label_or_the_colour_of_their_class(void)
{
	static const int fixed[5] = {FF_PALETTE_WALL, FF_PALETTE_UNREACHED, FF_PALETTE_GOAL,
				     FF_PALETTE_CLOSED, FF_PALETTE_NOT_COMPUTED};
	struct picture p;

	mixed(&p, 200, 200);
	for (int scale = 1; scale <= 13; scale += 4) {
		struct ff_image image = draw(&p, scale, FF_STYLE_LEGEND_NEVER);

		CHECK(image.w == 200 * scale && image.h == 2 * scale, "%" PRId32 "x%" PRId32,
		      image.w, image.h);
		for (int32_t i = 0; i < image.w * image.h; i++) {
			int32_t x = i % image.w / scale, y = i / image.w / scale;
			int wanted = y == 0 ? x % ALL : x < 5 ? fixed[x] : 0;

			CHECK(image.pixels[i] == wanted,
			      "scale %d, cell %" PRId32 ",%" PRId32 ": %d, should be %d", scale, x,
			      y, image.pixels[i], wanted);
		}
		free(image.pixels);
	}
	picture_free(&p);
}

static void ordered_labels_span_the_colour_map(void)
{
	for (uint32_t count = 1; count <= 9; count++) {
		struct ff_image image;
		struct picture p;

		mixed(&p, 18, count);
		p.what.ordered = true;
		image = draw(&p, 1, FF_STYLE_LEGEND_NEVER);
		for (int32_t x = 0; x < 18; x++) {
			int last = (int)count - 1, label = x % (int)count;
			int wanted = last == 0 ? 0 : label * (FF_PALETTE_LEVELS - 1) / last;
			struct ff_colour c = image.palette[image.pixels[x]];
			struct ff_colour level = ff_palette_level(FF_COLORMAP_VIRIDIS, wanted);

			CHECK(image.pixels[x] == wanted, "label %d of %d: %d", label, last,
			      image.pixels[x]);
			CHECK(c.r == level.r && c.g == level.g && c.b == level.b, "level %d",
			      wanted);
		}
		free(image.pixels);
		picture_free(&p);
	}
}

static double linear(uint8_t v)
{
	return v <= 10 ? v / 255.0 / 12.92 : pow((v / 255.0 + 0.055) / 1.055, 2.4);
}

/* How bright, and how blue, a colour is without one kind of cones (Vienot, Brettel and
 * Mollon, 1999); cube roots stand for the eye's sense of brightness. */
static void without_cones(struct ff_colour c, bool red, double seen[2])
{
	double r = linear(c.r), g = linear(c.g), b = linear(c.b);

	seen[0] = cbrt(red ? 0.11238 * r + 0.88762 * g : 0.29275 * r + 0.70725 * g);
	seen[1] = cbrt(red ? 0.00401 * r - 0.00401 * g + b : -0.02234 * r + 0.02234 * g + b);
}

static double distance_without_cones(struct ff_colour a, struct ff_colour b, bool red)
{
	double p[2], q[2];

	without_cones(a, red, p);
	without_cones(b, red, q);
	return fabs(p[0] - q[0]) + fabs(p[1] - q[1]);
}

static void check_hues(const struct ff_colour *palette, int a, int b)
{
	for (int red = 0; red < 2; red++) {
		double distance = distance_without_cones(palette[a], palette[b], red);

		CHECK(distance > 0.06, "%d and %d without %s cones: %g", a, b,
		      red ? "red" : "green", distance);
	}
}

static void hues_differ_from_each_other_and_from_fixed_colours_to_all_eyes(void)
{
	struct ff_image image;
	struct picture p;

	picture_new(&p, 1, 1, 1);
	image = draw(&p, 1, FF_STYLE_LEGEND_NEVER);
	for (int a = 0; a < HUES; a++) {
		for (int b = 0; b < a; b++)
			check_hues(image.palette, a, b);
		for (int b = FF_PALETTE_PAPER; b < FF_PALETTE_END; b++)
			if (b != FF_PALETTE_FRAME) /* only in the legend */
				check_hues(image.palette, a, b);
	}
	for (int a = 0; a < ALL; a++)
		for (int b = 0; b < a; b++)
			CHECK(memcmp(&image.palette[a], &image.palette[b], 3) != 0, "%d and %d", a,
			      b);
	free(image.pixels);
	picture_free(&p);
}

/*
 *   0 0 1      Lines are between 0 and 1, not at the wall.
 *   0 # 1
 *   1 1 1
 */
static void lines_lie_where_cells_of_two_labels_meet(void)
{
	struct picture p;

	picture_new(&p, 3, 3, 2);
	p.labels.cells[2] = p.labels.cells[5] = 1;
	p.labels.cells[6] = p.labels.cells[7] = p.labels.cells[8] = 1;
	set_class(&p, 4, FF_WALL);
	for (int scale = 1; scale <= 64; scale++) {
		struct ff_image image;
		int thick = scale < 4 ? 0 : 1 + scale / 8;
		int first = 2 * scale - thick / 2;

		p.what.borders = true;
		image = draw(&p, scale, FF_STYLE_LEGEND_NEVER);
		for (int32_t i = 0; i < image.w * image.h; i++) {
			int32_t x = i % image.w, y = i / image.w;
			uint32_t label = p.labels.cells[y / scale * 3 + x / scale];
			bool line = (y < scale && x >= first && x < first + thick) ||
				    (x < scale && y >= first && y < first + thick);
			int wanted = line                      ? FF_PALETTE_INK
				     : label == FF_LABELS_NONE ? FF_PALETTE_WALL
							       : (int)label;

			CHECK(image.pixels[i] == wanted,
			      "scale %d, pixel %" PRId32 ",%" PRId32 ": %d, should be %d", scale, x,
			      y, image.pixels[i], wanted);
		}
		free(image.pixels);
	}
	picture_free(&p);
}

/* Finds a label of the legend and the colour beside it; -1 if it is not there. */
static int swatch_of(const struct ff_image *image, int64_t top, const char *label)
{
	const struct ff_canvas_font *font = image->w < 560 ? &ff_canvas_small : &ff_canvas_large;
	int64_t x = 0, y = 0;

	if (!glyphs_find(image, font, label, top, &x, &y))
		return -1;
	return at(image, x - font->w - font->h / 2, y + font->h / 2);
}

static void check_swatch(const struct ff_image *image, int64_t top, const char *label, int wanted)
{
	int found = swatch_of(image, top, label);

	CHECK(found == wanted, "the colour beside \"%s\" is %d, should be %d", label, found,
	      wanted);
}

static void the_legend_has_a_dozen_names_and_how_many_more_and_the_fixed_colours(void)
{
	static const char *const names[14] = {"ant", "bee",  "cat", "dog", "eel",  "fox",  "gnu",
					      "hen", "ibis", "jay", "kea", "lynx", "mole", "newt"};
	struct ff_image image;
	struct picture p;

	mixed(&p, 400, 20);
	p.what.title = "who lives where";
	p.what.names = names;
	p.what.named = 14;
	image = draw(&p, 1, FF_STYLE_LEGEND_AUTO);
	CHECK(glyphs_find(&image, &ff_canvas_small, p.what.title, 2, &(int64_t){0}, &(int64_t){0}),
	      "no title");
	for (int i = 0; i < 14; i++)
		check_swatch(&image, 2, names[i], i < 12 ? i : -1);
	check_swatch(&image, 2, "and 8 more", FF_PALETTE_PAPER);
	check_swatch(&image, 2, "goal", FF_PALETTE_GOAL);
	check_swatch(&image, 2, "unreached", FF_PALETTE_UNREACHED);
	check_swatch(&image, 2, "wall", FF_PALETTE_WALL);
	check_swatch(&image, 2, FF_LEGEND_CLOSED, FF_PALETTE_CLOSED);
	check_swatch(&image, 2, "not computed", FF_PALETTE_NOT_COMPUTED);
	free(image.pixels);
	picture_free(&p);
}

static void the_legend_is_silent_about_what_does_not_occur(void)
{
	static const char *const names[3] = {"one", "two", "three"};
	static const char *const absent[] = {"three",     "more", "goal",
					     "unreached", "wall", "not computed"};
	struct ff_image image;
	struct picture p;

	picture_new(&p, 400, 2, 3);
	p.labels.cells[1] = 1;
	p.what.names = names;
	p.what.named = 3;
	p.what.ordered = true;
	image = draw(&p, 1, FF_STYLE_LEGEND_AUTO);
	check_swatch(&image, 2, "one", 0);
	check_swatch(&image, 2, "two", (FF_PALETTE_LEVELS - 1) / 2);
	for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
		check_swatch(&image, 2, absent[i], -1);
	free(image.pixels);
	/* Without names there is nothing to be more than. */
	p.what.named = 0;
	image = draw(&p, 1, FF_STYLE_LEGEND_AUTO);
	check_swatch(&image, 2, "more", -1);
	free(image.pixels);
	picture_free(&p);
}

static void a_map_without_any_label_is_drawn(void)
{
	struct ff_image image;
	struct picture p;

	picture_new(&p, 3, 1, 0);
	for (size_t i = 0; i < 3; i++)
		set_class(&p, i, FF_WALL);
	for (int ordered = 0; ordered < 2; ordered++) {
		p.what.ordered = ordered != 0;
		image = draw(&p, 1, FF_STYLE_LEGEND_ALWAYS);
		CHECK(at(&image, 2, 0) == FF_PALETTE_WALL, "%d", at(&image, 2, 0));
		free(image.pixels);
	}
	picture_free(&p);
}

static void labels_are_white_and_their_lack_is_black(void)
{
	uint32_t cells[6] = {0, FF_LABELS_NONE, 7, FF_LABELS_NONE, FF_LABELS_NONE, 1};
	const struct ff_labels labels = {3, 2, cells, 8};
	struct ff_image image;

	CHECK(ff_draw_mask(&labels, &image, NULL) == FF_OK, "status");
	CHECK(image.w == 3 && image.h == 2 && image.colours <= 256, "%d x %d", image.w, image.h);
	for (int i = 0; i < 6; i++) {
		struct ff_colour c = image.palette[image.pixels[i]];
		uint8_t wanted = cells[i] == FF_LABELS_NONE ? 0 : 255;

		CHECK(c.r == wanted && c.g == wanted && c.b == wanted, "cell %d is %d", i, c.r);
	}
	free(image.pixels);
}

int main(void)
{
	RUN(cells_have_the_hue_of_their_label_or_the_colour_of_their_class);
	RUN(ordered_labels_span_the_colour_map);
	RUN(hues_differ_from_each_other_and_from_fixed_colours_to_all_eyes);
	RUN(lines_lie_where_cells_of_two_labels_meet);
	RUN(the_legend_has_a_dozen_names_and_how_many_more_and_the_fixed_colours);
	RUN(the_legend_is_silent_about_what_does_not_occur);
	RUN(a_map_without_any_label_is_drawn);
	RUN(labels_are_white_and_their_lack_is_black);
	return tap_done();
}
