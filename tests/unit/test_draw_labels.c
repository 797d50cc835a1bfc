#include "draw/draw.h"

#include "draw/legend.h"
#include "pictures.h"
#include "scene.h"
#include "tap.h"

enum { HUES = 24, ALL = 72 };

static const char *const names[FF_DRAW_NAMES] = {"ant", "bee", "cat",  "dog", "eel", "fox",
						 "gnu", "hen", "ibis", "jay", "kea", "lynx"};

/* A map whose cells have labels. */
struct labelled {
	struct scene s;
	struct ff_labels labels;
};

/* Makes w * h reached cells of label 0, one of 'count' labels. */
static void labelled_new(struct labelled *l, int32_t w, int32_t h, uint32_t count)
{
	scene_new(&l->s, w, h);
	l->labels = (struct ff_labels){w, h, oracle_cells((size_t)w * (size_t)h, 4), count};
	memset(l->labels.cells, 0, (size_t)w * (size_t)h * 4);
}

static void labelled_free(struct labelled *l)
{
	free(l->labels.cells);
	scene_free(&l->s);
}

static void set_class(struct labelled *l, size_t i, enum ff_class class)
{
	l->s.classes.cells[i] = (uint8_t) class;
	l->s.classes.count[class]++;
	l->labels.cells[i] = FF_LABELS_NONE;
	if (class == FF_WALL)
		l->s.cost.cells[i] = FF_COST_WALL;
}

static struct ff_bitmap draw(const struct labelled *l, const struct ff_style *style, bool goals)
{
	struct ff_page *page = pictures_page();

	return pictures_pixels(
		goals ? ff_draw_allocation(&l->s.all, &l->labels, names, style, page, &pictures_err)
		      : ff_draw_regions(&l->s.all, &l->labels, style, page, &pictures_err));
}

static char *write_svg(const struct labelled *l, int scale, bool goals)
{
	const struct ff_style style = {.scale = scale};
	struct ff_page *page = pictures_sheet();

	return pictures_text(
		goals ? ff_draw_allocation(&l->s.all, &l->labels, names, &style, page,
					   &pictures_err)
		      : ff_draw_regions(&l->s.all, &l->labels, &style, page, &pictures_err));
}

/* Row 0 has labels 0, 1, 2, ...; row 1 what has none. */
static void mixed(struct labelled *l, int32_t w, uint32_t count)
{
	labelled_new(l, w, 2, count);
	for (int32_t x = 0; x < w; x++)
		l->labels.cells[x] = (uint32_t)x % count;
	set_class(l, (size_t)w, FF_WALL);
	set_class(l, (size_t)w + 1, FF_UNREACHED);
	set_class(l, (size_t)w + 2, FF_NOT_COMPUTED);
	l->s.classes.count[FF_UNREACHED] = 0; /* without rings */
}

static void cells_have_the_hue_of_their_label_or_the_colour_of_their_class(void)
{
	static const int fixed[] = {FF_PALETTE_WALL, FF_PALETTE_UNREACHED, FF_PALETTE_NOT_COMPUTED};
	const struct ff_style style = {.bare = true, .scale = 1};

	for (int goals = 0; goals < 2; goals++) {
		struct ff_bitmap picture;
		struct labelled l;

		mixed(&l, 200, 200);
		picture = draw(&l, &style, goals == 1);
		CHECK(picture.w == 200 && picture.h == 2, "%d x %d", picture.w, picture.h);
		for (int x = 0; x < 200; x++) {
			if (x < HUES)
				pictures_expect(&picture, &style, x, 0,
						pictures_plain(ff_palette_hues[x]));
			for (int before = 0; before < x; before++)
				CHECK(ff_image_same(pictures_at(&picture, x, 0),
						    pictures_at(&picture, before, 0)) ==
					      (x % ALL == before % ALL),
				      "labels %d and %d", before, x);
		}
		for (int x = 0; x < 3; x++)
			pictures_expect(&picture, &style, x, 1, pictures_fill(fixed[x]));
		free(picture.pixels);
		labelled_free(&l);
	}
}

/*
 *   0 0 1      Lines are between 0 and 1, not at the wall.
 *   0 # 1
 *   1 1 1
 */
static void lines_lie_where_areas_of_two_goals_meet(void)
{
	struct labelled l;

	labelled_new(&l, 3, 3, 2);
	l.labels.cells[2] = l.labels.cells[5] = 1;
	l.labels.cells[6] = l.labels.cells[7] = l.labels.cells[8] = 1;
	set_class(&l, 4, FF_WALL);
	for (int scale = 1; scale <= 40; scale++) {
		const struct ff_style style = {.bare = true, .scale = scale};
		struct ff_bitmap picture = draw(&l, &style, true);
		struct ff_colour ink = ff_palette_colour(FF_PALETTE_INK);
		int half = scale / 2;

		for (int i = 0; i < 9; i++) {
			int64_t x = i % 3 * scale, y = i / 3 * scale;
			int64_t end = scale - (scale > 15); /* wide lines begin before it */

			if (i % 3 < 2)
				CHECK(ff_image_same(pictures_at(&picture, x + end, y + half),
						    ink) == (i == 1 && scale >= 4),
				      "scale %d: right of cell %d", scale, i);
			if (i / 3 < 2)
				CHECK(ff_image_same(pictures_at(&picture, x + half, y + end),
						    ink) == (i == 3 && scale >= 4),
				      "scale %d: below cell %d", scale, i);
		}
		free(picture.pixels);
	}
	labelled_free(&l);
}

/* Returns the place of a number in an SVG file, in pixels; false if it is not there. */
static bool find_number(const char *text, const char *number, double *x, double *y)
{
	char element[64];
	const char *at = strstr(text, "<g id=\"numbers\""), *end, *from;

	snprintf(element, sizeof element, ">%s</text>", number);
	if (at == NULL || (end = strstr(at, "</g>")) == NULL ||
	    (at = strstr(at, element)) == NULL || at > end)
		return false;
	for (from = at; *from != '<'; from--)
		;
	if ((from = strstr(from, " x=\"")) == NULL)
		return false;
	*x = strtod(from + 4, NULL);
	if ((from = strstr(from, " y=\"")) == NULL || from > at)
		return false;
	*y = strtod(from + 4, NULL);
	return true;
}

/* Two areas, beside each other, of 20 x 20 cells and of 4 x 20 cells, and one of a cell. */
static void numbers_stand_in_the_areas_where_there_is_room(void)
{
	double x = 0, y = 0, right = 0;
	struct labelled l;
	char *text;

	labelled_new(&l, 25, 20, 3);
	for (int i = 0; i < 500; i++)
		l.labels.cells[i] = i % 25 >= 21 ? 1 : 0;
	l.labels.cells[0] = 2;
	set_class(&l, 1, FF_WALL);
	set_class(&l, 25, FF_WALL);
	text = write_svg(&l, 6, true);
	CHECK(find_number(text, "0", &x, &y) && find_number(text, "1", &right, &y), "%s", text);
	/* The middles of the areas are about 12 cells apart. */
	CHECK(right > x + 10 * 6 && right < x + 14 * 6, "%g and %g", x, right);
	CHECK(!find_number(text, "2", &x, &y), "%g,%g", x, y);
	free(text);
	text = write_svg(&l, 10, false);
	CHECK(find_number(text, "417", &x, &y) && find_number(text, "80", &x, &y), "sizes: %s",
	      text);
	free(text);
	labelled_free(&l);
}

static void goals_have_the_colour_of_their_area_and_keep_its_number_away(void)
{
	double x = 0, y = 0;
	struct labelled l;
	char hue[16];
	char *text;

	labelled_new(&l, 21, 21, 2);
	for (int i = 0; i < 441; i++)
		l.labels.cells[i] = i % 21 == 0;
	scene_goal(&l.s, 10, 10);
	scene_goal(&l.s, 0, 3);
	l.s.classes.cells[10 * 21 + 10] = l.s.classes.cells[3 * 21] = FF_GOAL;
	l.s.classes.count[FF_GOAL] = 2;
	text = write_svg(&l, 20, true);
	for (int i = 0; i < 2; i++) {
		struct ff_colour c = ff_palette_hues[i];

		snprintf(hue, sizeof hue, "\"#%02x%02x%02x\"", c.r, c.g, c.b);
		CHECK(pictures_count(text, hue) == 2, "%s: a marker, and the legend's: %s", hue,
		      text);
	}
	CHECK(pictures_says(text, "0: ant") && !pictures_says(text, "goal"), "%s", text);
	CHECK(find_number(text, "0", &x, &y) && (x < 210 || x > 250 || y < 230 || y > 290), "%g,%g",
	      x, y);
	free(text);
	labelled_free(&l);
}

static void goals_too_many_for_markers_are_cells_of_one_colour(void)
{
	const struct ff_style style = {.bare = true, .scale = 1};
	struct ff_bitmap picture;
	struct labelled l;
	char *text;

	labelled_new(&l, 101, 1, 101);
	for (int x = 0; x < 101; x++) {
		l.labels.cells[x] = (uint32_t)x;
		scene_goal(&l.s, x, 0);
	}
	l.s.classes.cells[7] = FF_GOAL;
	l.s.classes.count[FF_GOAL] = 1;
	picture = draw(&l, &style, true);
	pictures_expect(&picture, &style, 7, 0, pictures_fill(FF_PALETTE_GOAL));
	free(picture.pixels);
	text = write_svg(&l, 4, true);
	CHECK(pictures_says(text, "goal"), "%s", text);
	free(text);
	labelled_free(&l);
}

static void the_legend_has_a_dozen_names_how_many_more_and_the_classes_that_occur(void)
{
	struct labelled l;
	char *text;

	mixed(&l, 400, 20);
	l.labels.cells[3] = l.labels.cells[23] = 4; /* so that... */
	for (int x = 3; x < 400; x += 20)
		l.labels.cells[x] = 4; /* ...there is no 3 */
	text = write_svg(&l, 1, true);
	CHECK(pictures_says(text, "served by goal"), "%s", text);
	for (int i = 0; i < FF_DRAW_NAMES; i++) {
		char label[16];

		snprintf(label, sizeof label, "%d: %s", i, names[i]);
		CHECK(pictures_says(text, label) == (i != 3), "%s", label);
	}
	CHECK(pictures_says(text, "and 8 more") && pictures_says(text, "wall") &&
		      pictures_says(text, "not computed") && !pictures_says(text, "goal") &&
		      !pictures_says(text, "unreached") && !pictures_says(text, "not yet") &&
		      !pictures_says(text, FF_LEGEND_CLOSED),
	      "%s", text);
	free(text);
	labelled_free(&l);
}

/* Areas of regions are shown whether they are reached or not. */
static void the_legend_of_regions_has_sizes_and_no_unreached_cells(void)
{
	struct labelled l;
	char *text;

	labelled_new(&l, 100, 3, 2);
	for (int i = 0; i < 77; i++) {
		l.labels.cells[i] = 1;
		l.s.classes.cells[i] = FF_UNREACHED;
	}
	l.s.classes.count[FF_UNREACHED] = 77;
	text = write_svg(&l, 4, false);
	CHECK(pictures_says(text, "areas, in cells") && pictures_says(text, "223") &&
		      pictures_says(text, "77") && !pictures_says(text, "unreached") &&
		      !pictures_has(text, "rings"),
	      "%s", text);
	free(text);
	labelled_free(&l);
}

static void a_map_without_any_label_is_drawn(void)
{
	const struct ff_style style = {.scale = 20};

	for (int goals = 0; goals < 2; goals++) {
		struct ff_bitmap picture;
		struct labelled l;

		labelled_new(&l, 3, 1, 0);
		for (size_t i = 0; i < 3; i++)
			set_class(&l, i, FF_WALL);
		picture = draw(&l, &style, goals == 1);
		CHECK(picture.w > 60, "%d", picture.w);
		free(picture.pixels);
		labelled_free(&l);
	}
}

static struct ff_bitmap draw_ties(const struct labelled *l, enum ff_colormap map)
{
	const struct ff_style style = {.bare = true, .scale = 1, .colormap = map};

	return pictures_pixels(
		ff_draw_ties(&l->s.all, &l->labels, &style, pictures_page(), &pictures_err));
}

static void one_way_is_pale_and_more_are_stronger(void)
{
	for (int map = 0; map < FF_COLORMAPS; map++) {
		struct ff_bitmap picture;
		struct labelled l;
		int last = 255 * 3;

		labelled_new(&l, 9, 1, 9);
		for (uint32_t x = 0; x < 8; x++)
			l.labels.cells[x] = x + 1;
		set_class(&l, 8, FF_WALL);
		picture = draw_ties(&l, (enum ff_colormap)map);
		for (int x = 0; x < 8; x++) {
			struct ff_colour c = pictures_at(&picture, x, 0);
			int light = c.r + c.g + c.b;

			CHECK(x > 0 || light > 600, "%s: %d", ff_colormap_names[map], light);
			/* Only turbo, whose last colours warn, is not darker and darker. */
			CHECK(light < last || map == FF_COLORMAP_TURBO, "%s, %d ways: %d after %d",
			      ff_colormap_names[map], x + 1, light, last);
			last = light;
		}
		CHECK(ff_image_same(pictures_at(&picture, 8, 0),
				    ff_palette_colour(FF_PALETTE_WALL)),
		      "the wall");
		free(picture.pixels);
		labelled_free(&l);
	}
}

static void the_legend_of_ties_has_the_numbers_of_ways_that_occur(void)
{
	const struct ff_style style = {.scale = 100};
	struct labelled l;
	char *text, *legend;

	labelled_new(&l, 2, 1, 9);
	l.labels.cells[0] = 1;
	l.labels.cells[1] = 3;
	text = pictures_text(
		ff_draw_ties(&l.s.all, &l.labels, &style, pictures_sheet(), &pictures_err));
	legend = strstr(text, "id=\"legend\"");
	CHECK(legend != NULL && pictures_says(legend, "equally good ways") &&
		      pictures_says(legend, "1") && pictures_says(legend, "3") &&
		      !pictures_says(legend, "2") && !pictures_says(legend, "4") &&
		      !pictures_says(legend, "wall"),
	      "%s", text);
	free(text);
	labelled_free(&l);
}

int main(void)
{
	RUN(cells_have_the_hue_of_their_label_or_the_colour_of_their_class);
	RUN(lines_lie_where_areas_of_two_goals_meet);
	RUN(numbers_stand_in_the_areas_where_there_is_room);
	RUN(goals_have_the_colour_of_their_area_and_keep_its_number_away);
	RUN(goals_too_many_for_markers_are_cells_of_one_colour);
	RUN(the_legend_has_a_dozen_names_how_many_more_and_the_classes_that_occur);
	RUN(the_legend_of_regions_has_sizes_and_no_unreached_cells);
	RUN(a_map_without_any_label_is_drawn);
	RUN(one_way_is_pale_and_more_are_stronger);
	RUN(the_legend_of_ties_has_the_numbers_of_ways_that_occur);
	return tap_done();
}
