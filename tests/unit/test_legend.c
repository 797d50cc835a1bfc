/*
 * Legends: whatever is in them can be read.
 */
#include "draw/layout.h"

#include "recorded.h"

#include <inttypes.h>
#include <stdio.h>

static struct ff_fill fills[FF_PALETTE_LEVELS];

/* Lays out a bare page with this legend below a map of w x 2 pixels, and paints the legend. */
static void paint(const struct ff_legend *legend, int32_t w, struct ff_layout *layout,
		  struct recorded *r)
{
	const struct ff_style style = {.scale = 1, .bare = true, .legend = FF_STYLE_LEGEND_ALWAYS};

	for (int i = 0; i < FF_PALETTE_LEVELS; i++)
		fills[i].colour = (struct ff_colour){(uint8_t)i, (uint8_t)(255 - i), 7};
	ff_layout_set(layout, w, 2, &style, legend);
	recorded_begin(r, layout);
	ff_legend_paint(legend, &r->surface);
}

static double between(uint64_t *dice, double from, double to)
{
	return from + (to - from) * (double)(oracle_random(dice) % 100001) / 100000;
}

/* Adds random items. */
static void add_items(struct ff_legend *legend, uint64_t *dice)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz 0123456789";
	size_t items = oracle_random(dice) % 25;

	if (oracle_random(dice) % 3 > 0)
		ff_legend_title(legend, "%.*s", (int)(1 + oracle_random(dice) % 30), letters);
	for (size_t i = 0; i < items; i++)
		ff_legend_add(
			legend, (enum ff_legend_sign)(oracle_random(dice) % (FF_LEGEND_NONE + 1)),
			fills[i], "%.*s", (int)(oracle_random(dice) % (i == 3 ? 37 : 15)), letters);
}

/* Sets a random bar. */
static void add_bar(struct ff_legend *legend, struct ff_scale *scale, uint64_t *dice)
{
	double first = (double)(oracle_random(dice) % 3) * -7.5, most;
	double last = first + pow(10, between(dice, -1, 12));

	most = between(dice, first, last * 1.2);
	ff_legend_scale(legend, fills, 1 + (int)(oracle_random(dice) % FF_PALETTE_LEVELS), first,
			last, most);
	legend->parts = oracle_random(dice) % 2 == 0;
	if (oracle_random(dice) % 3 > 0)
		return;
	legend->less = oracle_random(dice) % 2 == 0;
	legend->first = 0.01;
	legend->last = last < 1 ? 1 : last;
	for (int i = 0; i <= FF_SCALE_PARTS; i++)
		scale->edges[i] =
			legend->first + (legend->last - legend->first) * pow(i / 256.0, 3);
	legend->scale = scale;
}

static void nothing_leaves_the_page_and_no_texts_overlap(void)
{
	static const int32_t sizes[] = {1,    50,   150,  399,  400,  1000,
					1199, 1200, 1600, 3199, 3200, 9000};
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 3000; turn++) {
		struct ff_scale scale;
		struct ff_legend legend = {.count = 0};
		struct ff_layout layout;
		struct recorded r;
		char what[40];

		add_items(&legend, &dice);
		if (turn % 2 == 0)
			add_bar(&legend, &scale, &dice);
		snprintf(what, sizeof what, "legend %d", turn);
		paint(&legend, sizes[oracle_random(&dice) % 12], &layout, &r);
		recorded_check(&r, what);
		recorded_free(&r);
	}
}

static void a_narrow_page_has_several_rows_and_a_wide_one_has_one(void)
{
	struct ff_legend legend = {.count = 0};
	int64_t last = INT64_MAX;
	struct ff_type type = {.w = 6, .h = 12};

	for (int i = 0; i < 12; i++)
		ff_legend_add(&legend, FF_LEGEND_AREA, fills[0], "kind number %d", i);
	for (int64_t wide = 100; wide < 2000; wide += 10) {
		int64_t high = ff_legend_height(&legend, &type, wide);

		CHECK(high <= last, "%" PRId64 ": %" PRId64, wide, high);
		last = high;
	}
	CHECK(ff_legend_height(&legend, &type, 110) > 5 * last, "%" PRId64, last);
	CHECK(last < 3 * type.h, "%" PRId64, last);
}

/* Returns the value of a number below a bar: "12+", "<0.5". */
static double value_of(const char *text)
{
	return strtod(text + (text[0] == '<'), NULL);
}

static void numbers_below_a_bar_stand_at_their_values(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 500; turn++) {
		struct ff_legend legend = {.count = 0};
		double last = floor(pow(10, between(&dice, 0, 7))), left, right;
		struct ff_layout layout;
		const struct recorded_item *frame = NULL, *tick = NULL;
		int count = 0;
		struct recorded r;

		ff_legend_scale(&legend, fills, 200, 0, last, last);
		paint(&legend, 100 + turn * 3, &layout, &r);
		for (size_t i = 0; i < r.count; i++)
			if (frame == NULL &&
			    ff_image_same(r.items[i].colour, ff_palette_colour(FF_PALETTE_FRAME)))
				frame = &r.items[i]; /* its upper edge */
		if (!CHECK(frame != NULL, "a frame"))
			break;
		left = frame->x0 + floor(layout.unit + 0.5);
		right = frame->x1 - floor(layout.unit + 0.5);
		for (const struct recorded_item *item = frame; item < r.items + r.count; item++) {
			double value = value_of(item->text), at;

			if (item->kind == RECORDED_BOX)
				tick = item;
			if (item->kind != RECORDED_TEXT || tick == NULL)
				continue;
			at = left + value / last * (right - left);
			count++;
			CHECK(fabs(tick->x0 - fmin(at, right - layout.unit)) < 0.01,
			      "0..%g: %s at %g, should be %g", last, item->text, tick->x0, at);
			CHECK(item->x0 <= at + 0.01 && item->x1 >= at - 0.01 &&
				      item->y0 >= tick->y0,
			      "0..%g: %s at %g..%g", last, item->text, item->x0, item->x1);
		}
		CHECK(count >= 2, "0..%g: %d numbers", last, count);
		recorded_free(&r);
	}
}

static void steps_on_a_bar_are_even_and_round(void)
{
	for (int last = 2; last < 3000; last += 1 + last / 20) {
		struct ff_legend legend = {.count = 0};
		struct ff_layout layout;
		struct recorded r;
		double least = last, values[100];
		int count = 0;

		ff_legend_scale(&legend, fills, 200, 0, last, last);
		paint(&legend, 500, &layout, &r);
		for (size_t i = 0; i < r.count; i++)
			if (r.items[i].kind == RECORDED_TEXT && count < 100)
				values[count++] = value_of(r.items[i].text);
		for (int i = 0; i < count; i++)
			if (values[i] > 0)
				least = fmin(least, values[i]);
		while (fmod(least, 10) == 0)
			least /= 10;
		CHECK(least == 1 || least == 2 || least == 5 || count == 2, "0..%d: %g", last,
		      least);
		CHECK(count >= 3 || last < 3, "0..%d: %d numbers", last, count);
		recorded_free(&r);
	}
}

int main(void)
{
	RUN(nothing_leaves_the_page_and_no_texts_overlap);
	RUN(a_narrow_page_has_several_rows_and_a_wide_one_has_one);
	RUN(numbers_below_a_bar_stand_at_their_values);
	RUN(steps_on_a_bar_are_even_and_round);
	return tap_done();
}
