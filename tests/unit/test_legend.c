#include "draw/legend.h"

#include "glyphs.h"
#include "oracle.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAP = 100, LEVELS = 240 };

static const struct ff_legend_swatch classes[] = {
	{241, "goal 1 (0.0 %)"},
	{242, "reached 268435456 (100.0 %)"},
	{243, "unreached 268435456 (100.0 %)"},
	{244, "wall 268435456 (100.0 %)"},
};

static const struct ff_legend_swatch directions[] = {
	{0, "N"}, {1, "NE"}, {2, "E"},      {3, "SE"},          {4, "S"},      {5, "SW"},
	{6, "W"}, {7, "NW"}, {245, "goal"}, {244, "unreached"}, {243, "wall"},
};

static const struct ff_legend swatches_only = {.swatches = classes, .count = 4};
static const struct ff_legend titled = {.title = "way to go", .swatches = directions, .count = 11};
static const struct ff_legend with_bar = {.title = "cost to reach the goal",
					  .swatches = directions + 8,
					  .count = 3,
					  .levels = LEVELS,
					  .stride = 1,
					  .last = 4294967294,
					  .more = true};

static const struct ff_legend *const legends[] = {&swatches_only, &titled, &with_bar};

/* A picture of w * h cells, each pixel of the map MAP, and its legend. */
static struct ff_image draw(int32_t w, int32_t h, int scale, enum ff_style_legend when,
			    const struct ff_legend *legend)
{
	const struct ff_style style = {.scale = scale, .legend = when};
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	if (CHECK(ff_legend_canvas(&image, w, h, &style, legend, &err) == FF_OK, "\"%s\"",
		  err.text)) {
		/* As if the drawing ran over the edges of the map. */
		memset(image.pixels, MAP, (size_t)image.w * (size_t)image.h);
		ff_legend_draw(&image, w, h, &style, legend);
	}
	return image;
}

static const struct ff_canvas_font *font_of(const struct ff_image *image)
{
	return image->w < 560 ? &ff_canvas_small : &ff_canvas_large;
}

static int at(const struct ff_image *image, int64_t x, int64_t y)
{
	return image->pixels[y * image->w + x];
}

static void pictures_have_a_legend_from_320_pixels_on(void)
{
	for (int scale = 1; scale <= 7; scale++)
		for (int32_t w = 300 / scale; w <= 340 / scale; w++) {
			struct ff_image image =
				draw(w, 3, scale, FF_STYLE_LEGEND_AUTO, &swatches_only);

			CHECK(image.w == w * scale, "%" PRId32 " became %" PRId32, w * scale,
			      image.w);
			CHECK((image.h > 3 * scale) == (w * scale >= 320), "%" PRId32 ": %" PRId32,
			      w * scale, image.h);
			free(image.pixels);
		}
}

static void never_is_never_and_always_makes_room(void)
{
	for (int32_t w = 1; w < 700; w += 33) {
		struct ff_image image = draw(w, 5, 2, FF_STYLE_LEGEND_NEVER, &with_bar);

		CHECK(image.w == 2 * w && image.h == 10, "%" PRId32 "x%" PRId32, image.w, image.h);
		free(image.pixels);
		image = draw(w, 5, 2, FF_STYLE_LEGEND_ALWAYS, &with_bar);
		CHECK(image.w == (2 * w < 320 ? 320 : 2 * w) && image.h > 10,
		      "%" PRId32 "x%" PRId32, image.w, image.h);
		free(image.pixels);
	}
}

static void the_map_stays_and_all_that_ran_over_its_edge_is_covered(void)
{
	for (size_t k = 0; k < 3; k++)
		for (int32_t w = 1; w < 200; w += 17) {
			/* A bar has all levels, MAP too: only its row is exempt. */
			struct ff_image image = draw(w, 9, 4, FF_STYLE_LEGEND_ALWAYS, legends[k]);
			int32_t bar = legends[k]->levels > 0 ? 40 : 0;

			for (int32_t y = 0; y < image.h - bar; y++)
				for (int32_t x = 0; x < image.w; x++) {
					bool map = x < 4 * w && y < 36;

					CHECK((at(&image, x, y) == MAP) == map,
					      "legend %zu, pixel %" PRId32 ",%" PRId32 ": %d", k, x,
					      y, at(&image, x, y));
					/* All is paper except the line at the map's edge. */
					CHECK(x < 4 * w || y >= 36 ||
						      at(&image, x, y) ==
							      (x == 4 * w ? FF_PALETTE_FRAME
									  : FF_PALETTE_PAPER),
					      "right of the map: %d", at(&image, x, y));
					CHECK(y != 36 || x >= 4 * w ||
						      at(&image, x, y) == FF_PALETTE_FRAME,
					      "below the map: %d", at(&image, x, y));
				}
			free(image.pixels);
		}
}

static void nothing_is_cut_off_at_any_width(void)
{
	for (size_t k = 0; k < 3; k++)
		for (int32_t w = 320; w < 1400; w += w < 700 ? 1 : 37) {
			struct ff_image image = draw(w, 2, 1, FF_STYLE_LEGEND_AUTO, legends[k]);
			const struct ff_canvas_font *font = font_of(&image);

			/* The first row is the map's edge. */
			for (int32_t y = 3; y < image.h; y++) {
				for (int64_t x = w - font->w; x < w; x++)
					CHECK(at(&image, x, y) == FF_PALETTE_PAPER,
					      "legend %zu, width %" PRId32 ": something at the "
					      "right edge",
					      k, w);
				CHECK(at(&image, 0, y) == FF_PALETTE_PAPER,
				      "legend %zu, width %" PRId32 ": something at the left edge",
				      k, w);
			}
			for (int32_t x = 0; x < w; x++)
				CHECK(at(&image, x, image.h - 1) == FF_PALETTE_PAPER,
				      "legend %zu, width %" PRId32 ": something at the bottom", k,
				      w);
			free(image.pixels);
		}
}

/* Returns true if a framed square of that colour and side stands at x,y. */
static bool is_square(const struct ff_image *image, int64_t x, int64_t y, int64_t side, int colour)
{
	for (int64_t row = 0; row < side && x >= 0; row++)
		for (int64_t column = 0; column < side; column++) {
			bool edge = row % (side - 1) == 0 || column % (side - 1) == 0;

			if (at(image, x + column, y + row) != (edge ? FF_PALETTE_FRAME : colour))
				return false;
		}
	return x >= 0;
}

static void check_swatch(const struct ff_image *image, const struct ff_legend_swatch *swatch)
{
	const struct ff_canvas_font *font = font_of(image);
	char label[64];

	snprintf(label, sizeof label, " %s ", swatch->label); /* NE is not the end of N E */
	for (int64_t y = 2; y < image->h; y++)
		for (int64_t x = 0; x < image->w; x++)
			if (glyphs_are(image, font, x, y, label) &&
			    is_square(image, x - font->h, y, font->h, swatch->colour))
				return;
	CHECK(false, "width %" PRId32 ": no square with \"%s\" beside it", image->w, swatch->label);
}

static void every_label_can_be_read_beside_its_colour(void)
{
	static const int32_t widths[] = {320, 321, 337, 350, 400, 413, 480,
					 559, 560, 561, 600, 700, 777, 1024};

	for (size_t k = 0; k < 3; k++)
		for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
			struct ff_image image =
				draw(widths[i], 2, 1, FF_STYLE_LEGEND_AUTO, legends[k]);
			int64_t x, y;

			for (size_t j = 0; j < legends[k]->count; j++)
				check_swatch(&image, &legends[k]->swatches[j]);
			CHECK(legends[k]->title == NULL ||
				      glyphs_find(&image, font_of(&image), legends[k]->title, 2, &x,
						  &y),
			      "width %" PRId32 ": no title", widths[i]);
			free(image.pixels);
		}
}

/* The bar of a picture: its first and last column and its first row; right < left: no bar. */
struct bar {
	int64_t left, right, top;
};

/* The upper edge of its frame; the lower one is broken by ticks. */
static struct bar find_bar(const struct ff_image *image)
{
	int64_t margin = font_of(image)->h;

	for (int64_t y = image->h - 1; y > 12; y--) {
		int64_t x = margin - 1;

		while (x < image->w && at(image, x, y) == FF_PALETTE_FRAME)
			x++;
		if (x >= margin + 20)
			return (struct bar){margin, x - 2, y + 1};
	}
	CHECK(false, "width %" PRId32 ": no bar", image->w);
	return (struct bar){0, -1, 0};
}

/* The state of a reader of the labels below a bar, from left to right. */
struct axis {
	const struct ff_image *image;
	const struct ff_legend *legend;
	struct bar bar;
	char name[80];
	struct ff_image again; /* the labels' rows, with what was read */
	int64_t tenths[100];   /* [ticks] */
	int ticks;
	int64_t end; /* of the label before, and a blank */
};

static bool is_whole(double value)
{
	return llround(value * 10) % 10 == 0;
}

/* An end's label: a decimal where there is one, or where all labels have one. */
static bool is_end(const char *text, double value, const char *sign)
{
	char plain[32], exact[32];

	snprintf(plain, sizeof plain, "%.0f%s", value, sign);
	snprintf(exact, sizeof exact, "%.1f%s", value, sign);
	return strcmp(text, exact) == 0 || (is_whole(value) && strcmp(text, plain) == 0);
}

/* How long the longer end is, without a decimal that it could do without. */
static int64_t length_of(const struct ff_legend *legend)
{
	char text[32];
	int first = snprintf(text, sizeof text, "%.*f", !is_whole(legend->first), legend->first);
	int last = snprintf(text, sizeof text, "%.*f", !is_whole(legend->last), legend->last);

	return first > last + legend->more ? first : last + legend->more;
}

/* The tick at column x has the label of its place, and that touches no other. */
static void check_tick(struct axis *axis, int64_t x)
{
	const struct ff_canvas_font *font = font_of(axis->image);
	const struct ff_legend *legend = axis->legend;
	double span = legend->last - legend->first, off;
	bool first = x == axis->bar.left, last = x == axis->bar.right;
	int64_t from = x, n = 0;
	char text[24];

	/* The last label ends at its tick: it begins after the last blank. */
	if (last) {
		from = x + 1 - font->w;
		while (from >= axis->end &&
		       glyphs_number(axis->image, font, from, axis->bar.top + 16, text) > 0)
			from -= font->w;
		from += font->w;
	}
	n = glyphs_number(axis->image, font, from, axis->bar.top + 16, text);
	CHECK(n > 0, "%s: no label at %" PRId64, axis->name, x - axis->bar.left);
	off = (strtod(text, NULL) - legend->first) / span *
		      (double)(axis->bar.right - axis->bar.left) -
	      (double)(x - axis->bar.left);
	CHECK(first || last || (off > -1 && off < 1), "%s: \"%s\" is %g pixels off", axis->name,
	      text, off);
	CHECK(!last || is_end(text, legend->last, legend->more ? "+" : ""),
	      "%s: \"%s\" is the last", axis->name, text);
	CHECK(!first || is_end(text, legend->first, ""), "%s: \"%s\" is the first", axis->name,
	      text);
	CHECK(from >= axis->end, "%s: \"%s\" touches the label before", axis->name, text);
	axis->end = from + (n + 1) * font->w;
	if (axis->ticks < 100)
		axis->tenths[axis->ticks++] = llround(strtod(text, NULL) * 10);
	ff_canvas_text(&axis->again, font, from, 0, text, FF_PALETTE_INK);
}

/* Between the ends there are multiples of 1, 2 or 5 tens, hundreds, ..., as many as have room;
 * of tenths only where an end has a decimal. */
static void check_values(const struct axis *axis)
{
	const struct ff_canvas_font *font = font_of(axis->image);
	const struct ff_legend *legend = axis->legend;
	bool whole = is_whole(legend->first) && is_whole(legend->last);
	double span = (legend->last - legend->first) * (whole ? 1 : 10);
	int64_t room = (axis->bar.right - axis->bar.left + 1) / ((length_of(legend) + 3) * font->w);
	int64_t step;

	CHECK((axis->ticks + !whole) * 5 >= (span < (double)room ? span : (double)room) * 2,
	      "%s: %d labels have room for %" PRId64, axis->name, axis->ticks, room);
	if (axis->ticks < 4)
		return;
	step = axis->tenths[2] - axis->tenths[1];
	CHECK(!whole || step % 10 == 0, "%s: steps of %" PRId64 " tenths", axis->name, step);
	for (int i = 1; i + 1 < axis->ticks; i++)
		CHECK(step > 0 && axis->tenths[i] % step == 0,
		      "%s: %" PRId64 " tenths in steps of %" PRId64, axis->name, axis->tenths[i],
		      step);
	while (step > 0 && step % 10 == 0)
		step /= 10;
	CHECK(step == 1 || step == 2 || step == 5, "%s: steps of %" PRId64, axis->name, step);
}

static void check_axis(const struct ff_image *image, const struct ff_legend *legend)
{
	const struct ff_canvas_font *font = font_of(image);
	struct axis axis = {.image = image, .legend = legend, .bar = find_bar(image)};
	size_t size = (size_t)image->w * (size_t)font->h;
	const uint8_t *labels = image->pixels + (axis.bar.top + 16) * image->w;

	if (axis.bar.right < axis.bar.left)
		return;
	snprintf(axis.name, sizeof axis.name, "%g..%g, width %" PRId32, legend->first, legend->last,
		 image->w);
	axis.again = *image;
	axis.again.h = (int32_t)font->h;
	axis.again.pixels = oracle_cells(size, 1);
	memset(axis.again.pixels, FF_PALETTE_PAPER, size);
	for (int64_t x = axis.bar.left; x <= axis.bar.right; x++)
		if (at(image, x, axis.bar.top + 14) == FF_PALETTE_INK)
			check_tick(&axis, x);
	CHECK(axis.ticks >= 2 && at(image, axis.bar.left, axis.bar.top + 14) == FF_PALETTE_INK,
	      "%s: %d labels", axis.name, axis.ticks);
	check_values(&axis);
	CHECK(memcmp(axis.again.pixels, labels, size) == 0, "%s: something besides the labels",
	      axis.name);
	free(axis.again.pixels);
}

static void an_axis_has_round_labels_that_do_not_touch(void)
{
	static const double ends[][2] = {
		{0, 1},
		{0, 2},
		{0, 3},
		{0, 7},
		{0, 9},
		{0, 10},
		{0, 99},
		{0, 101},
		{0, 9000},
		{0, 8900},
		{0, 9999},
		{0, 12345},
		{0, 99999},
		{0, 100000},
		{0, 1000000},
		{0, 123456789},
		{0, 4294967294},
		{1, 2},
		{1, 254},
		{7, 200},
		{100, 104},
		{253, 254},
		{9, 10},
		{1, 99999999},
		{0, 12.7},
		{0, 0.3},
		{0, 362.04},
		{0, 345.6},
		{0, 9.96},
		{-119, 0},
		{-57.6, 31.2},
		{-1, 1},
		{-1, 0},
		{3.3, 3.9},
		{-0.4, 0.4},
		{-4294967294, -7},
		{-12.5, 8},
		{0, 1000000000.5},
		{0, 9007199254740992},
	};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		for (int32_t w = 320; w < 1000; w += w < 330 || (w > 550 && w < 570) ? 1 : 61)
			for (int more = 0; more < 2; more++) {
				const struct ff_legend legend = {.title = "cost",
								 .levels = LEVELS,
								 .stride = 1,
								 .first = ends[i][0],
								 .last = ends[i][1],
								 .more = more == 1};
				struct ff_image image =
					draw(w, 2, 1, FF_STYLE_LEGEND_AUTO, &legend);

				check_axis(&image, &legend);
				free(image.pixels);
			}
}

static void an_axis_of_any_length_has_labels_that_do_not_touch(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 1500; k++) {
		struct ff_legend legend = {.levels = LEVELS, .stride = 1};
		int32_t w = 320 + (int32_t)(oracle_random(&dice) % 600);
		struct ff_image image;

		legend.first = (double)(oracle_random(&dice) % 255);
		legend.last =
			legend.first + 1 +
			(double)(oracle_random(&dice) % 4294967000 >> oracle_random(&dice) % 32);
		if (k % 3 == 0)
			legend.last += ((double)(oracle_random(&dice) % 1000) + 0.3) / 1000;
		if (k % 5 == 0)
			legend.first -= ((double)(oracle_random(&dice) % 100000) + 0.3) / 100;
		legend.more = k % 2 == 0;
		image = draw(w, 2, 1, FF_STYLE_LEGEND_AUTO, &legend);
		check_axis(&image, &legend);
		free(image.pixels);
	}
}

static void the_bar_goes_through_all_colours_in_order(void)
{
	for (int stride = 1; stride <= 8; stride += 7)
		for (int32_t w = 320; w < 1000; w += 29) {
			const struct ff_legend legend = {
				.levels = LEVELS / stride, .stride = stride, .last = 9};
			struct ff_image image = draw(w, 2, 1, FF_STYLE_LEGEND_AUTO, &legend);
			struct bar bar = find_bar(&image);
			int before = 0;

			CHECK(at(&image, bar.left, bar.top) == 0 &&
				      at(&image, bar.right, bar.top) == LEVELS - stride,
			      "width %" PRId32 ": %d to %d", w, at(&image, bar.left, bar.top),
			      at(&image, bar.right, bar.top));
			for (int64_t x = bar.left; x <= bar.right; x++) {
				int colour = at(&image, x, bar.top);

				CHECK(colour % stride == 0 &&
					      (colour == before || colour == before + stride),
				      "width %" PRId32 ": %d after %d", w, colour, before);
				for (int64_t y = 0; y < 12; y++)
					CHECK(at(&image, x, bar.top + y) == colour,
					      "column %" PRId64, x);
				before = colour;
			}
			free(image.pixels);
		}
}

static void labels_have_a_decimal_only_where_it_is_not_0(void)
{
	static const struct {
		double first, last;
		const char *says, *not ;
	} cases[] = {
		{0, 362.04, "100 ", "362.0"},  {0, 345.6, " 345.6 ", "100.0"},
		{0, 2.8, "0.0 ", "2.8+"},      {-57.6, 31.2, "-57.6 ", "0.0 "},
		{-119, 0, "-119 ", "-119.0 "}, {0, 1, "0 ", "0.5"},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct ff_legend legend = {.levels = LEVELS,
						 .stride = 1,
						 .first = cases[i].first,
						 .last = cases[i].last};
		struct ff_image image = draw(400, 2, 1, FF_STYLE_LEGEND_AUTO, &legend);
		int64_t x, y;

		CHECK(glyphs_find(&image, &ff_canvas_small, cases[i].says, 2, &x, &y),
		      "%g..%g: no \"%s\"", cases[i].first, cases[i].last, cases[i].says);
		CHECK(!glyphs_find(&image, &ff_canvas_small, cases[i].not, 2, &x, &y),
		      "%g..%g: \"%s\"", cases[i].first, cases[i].last, cases[i].not );
		free(image.pixels);
	}
}

static void one_value_is_a_swatch_and_no_bar(void)
{
	static const struct ff_legend_swatch want = {0, "7"};
	const struct ff_legend legend = {
		.title = "cost", .levels = LEVELS, .stride = 1, .first = 7, .last = 7};
	const struct ff_legend range = {.levels = LEVELS, .stride = 1, .first = 7, .last = 8};
	struct ff_image image = draw(400, 2, 1, FF_STYLE_LEGEND_AUTO, &legend);
	struct ff_image other = draw(400, 2, 1, FF_STYLE_LEGEND_AUTO, &range);

	check_swatch(&image, &want);
	for (int32_t i = 2 * 400; i < image.w * image.h; i++)
		CHECK(image.pixels[i] == 0 || image.pixels[i] >= LEVELS, "a pixel of level %d",
		      image.pixels[i]);
	CHECK(image.h < other.h, "%" PRId32 " rows, a bar takes %" PRId32, image.h, other.h);
	free(image.pixels);
	free(other.pixels);
}

static void a_picture_too_large_is_refused(void)
{
	const struct ff_style style = {.scale = 256, .legend = FF_STYLE_LEGEND_AUTO};
	struct ff_error err = {""};
	struct ff_image image;

	CHECK(ff_legend_canvas(&image, 4096, 4096, &style, &with_bar, &err) == FF_E_LIMIT,
	      "it was made");
	CHECK(strstr(err.text, "--scale") != NULL, "\"%s\"", err.text);
	CHECK(ff_legend_canvas(&image, 268435456, 1, &style, &with_bar, &err) == FF_E_LIMIT,
	      "it was made");
}

static void named_grounds_replace_the_plain_wall_and_a_bar_of_one_cost(void)
{
	struct ff_legend_swatch swatches[3 + FF_LEGEND_GROUNDS] = {
		{FF_PALETTE_GOAL, "goal"}, {FF_PALETTE_WALL, "wall"}, {7, "other"}};
	static struct ff_legend_grounds grounds = {
		.swatches = {{1, "mud 9"}}, .count = 1, .others = true};
	struct ff_legend legend = {
		.swatches = swatches, .count = 3, .levels = LEVELS, .first = 1, .last = 9};

	ff_legend_add_grounds(&legend, swatches, &grounds);
	CHECK(legend.count == 4 && legend.levels == LEVELS, "%zu", legend.count);
	CHECK(strcmp(swatches[1].label, "wall") == 0 && strcmp(swatches[3].label, "mud 9") == 0,
	      "%s, %s", swatches[1].label, swatches[3].label);
	legend.count = 3;
	legend.last = 1;
	grounds.walls = true;
	ff_legend_add_grounds(&legend, swatches, &grounds);
	CHECK(legend.count == 3 && legend.levels == 0, "%zu", legend.count);
	CHECK(strcmp(swatches[1].label, "other") == 0 && strcmp(swatches[2].label, "mud 9") == 0,
	      "%s, %s", swatches[1].label, swatches[2].label);
}

static void cells_that_are_not_yet_are_not_called_unreached(void)
{
	static uint8_t cells[4] = {1, 1, 1, 1};
	const struct ff_cost map = {2, 2, cells};
	struct ff_legend_swatch swatches[FF_LEGEND_FIXED];

	for (uint64_t unreached = 0; unreached < 2; unreached++)
		for (uint64_t later = 0; later < 2; later++) {
			const struct ff_classes of = {
				.w = 2,
				.h = 2,
				.count = {[FF_UNREACHED] = unreached, [FF_NOT_YET] = later}};
			const struct ff_scene scene = {.map = &map, .cost = &map, .classes = &of};
			size_t count = ff_legend_scene(&scene, swatches);

			CHECK(count == (unreached != 0 && later != 0 ? 4U : 3U), "%zu swatches",
			      count);
			CHECK(strcmp(swatches[1].label,
				     unreached == 0 && later != 0 ? "not yet" : "unreached") == 0,
			      "%s", swatches[1].label);
		}
}

int main(void)
{
	RUN(pictures_have_a_legend_from_320_pixels_on);
	RUN(never_is_never_and_always_makes_room);
	RUN(the_map_stays_and_all_that_ran_over_its_edge_is_covered);
	RUN(nothing_is_cut_off_at_any_width);
	RUN(every_label_can_be_read_beside_its_colour);
	RUN(an_axis_has_round_labels_that_do_not_touch);
	RUN(an_axis_of_any_length_has_labels_that_do_not_touch);
	RUN(the_bar_goes_through_all_colours_in_order);
	RUN(labels_have_a_decimal_only_where_it_is_not_0);
	RUN(one_value_is_a_swatch_and_no_bar);
	RUN(a_picture_too_large_is_refused);
	RUN(named_grounds_replace_the_plain_wall_and_a_bar_of_one_cost);
	RUN(cells_that_are_not_yet_are_not_called_unreached);
	return tap_done();
}
