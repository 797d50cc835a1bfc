/*
 * Legends: whatever is in them can be read.
 */
#include "draw/legend.h"

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
static void add_bar(struct ff_legend *legend, double edges[FF_LEGEND_EDGES + 1], uint64_t *dice)
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
	for (int i = 0; i <= FF_LEGEND_EDGES; i++)
		edges[i] = legend->first + (legend->last - legend->first) * pow(i / 256.0, 3);
	legend->edges = edges;
}

static void nothing_leaves_the_page_and_no_texts_overlap(void)
{
	static const int32_t sizes[] = {1,    50,   150,  399,  400,  1000,
					1199, 1200, 1600, 3199, 3200, 9000};
	uint64_t dice = ORACLE_SEED;

	for (int turn = 0; turn < 3000; turn++) {
		double edges[FF_LEGEND_EDGES + 1];
		struct ff_legend legend = {.count = 0};
		struct ff_layout layout;
		struct recorded r;
		char what[40];

		add_items(&legend, &dice);
		if (turn % 2 == 0)
			add_bar(&legend, edges, &dice);
		snprintf(what, sizeof what, "legend %d", turn);
		paint(&legend, sizes[oracle_random(&dice) % 12], &layout, &r);
		recorded_check(&r, what);
		recorded_free(&r);
	}
}

static void each_label_stands_right_of_its_sign_in_order(void)
{
	static const enum recorded_kind kinds[] = {
		[FF_LEGEND_AREA] = RECORDED_FILL,   [FF_LEGEND_LINE] = RECORDED_LINE,
		[FF_LEGEND_DASHES] = RECORDED_LINE, [FF_LEGEND_ARROW] = RECORDED_POLYGON,
		[FF_LEGEND_DOT] = RECORDED_DISC,    [FF_LEGEND_CROSS] = RECORDED_LINE,
		[FF_LEGEND_RING] = RECORDED_RING,   [FF_LEGEND_GOAL] = RECORDED_DISC,
		[FF_LEGEND_MOST] = RECORDED_POLYGON};

	for (int32_t w = 1; w <= 2000; w += 97) {
		struct ff_legend legend = {.count = 0};
		struct ff_layout layout;
		struct recorded r;
		const struct recorded_item *last = NULL;

		for (int sign = 0; sign < FF_LEGEND_NONE; sign++)
			ff_legend_add(&legend, (enum ff_legend_sign)sign, fills[0], "label %d",
				      sign);
		paint(&legend, w, &layout, &r);
		for (int sign = 0; sign < FF_LEGEND_NONE; sign++) {
			const struct recorded_item *text, *mark;
			bool found = false;
			char label[20];

			snprintf(label, sizeof label, "label %d", sign);
			text = recorded_find(&r, label);
			if (!CHECK(text != NULL, "width %" PRId32 ": %s", w, label))
				continue;
			/* The sign is painted just before it. */
			for (mark = text; mark > r.items && mark[-1].kind != RECORDED_TEXT;
			     mark--) {
				CHECK(recorded_within(&mark[-1],
						      text->x0 - 3 * ff_type_w(&layout.type) - 1,
						      text->y0 - 1, text->x0, text->y1 + 1),
				      "width %" PRId32 ", %s: %g..%g", w, label, mark[-1].x0,
				      mark[-1].x1);
				found |= mark[-1].kind == kinds[sign];
			}
			CHECK(found, "width %" PRId32 ": the sign of %s", w, label);
			CHECK(last == NULL || text->y0 > last->y0 || text->x0 > last->x1,
			      "width %" PRId32 ": %s", w, label);
			last = text;
		}
		recorded_free(&r);
	}
}

static void a_narrow_page_has_several_rows_and_a_wide_one_has_one(void)
{
	struct ff_legend legend = {.count = 0};
	int64_t last = INT64_MAX;
	struct ff_type type = {&ff_font_sizes[1], 1};

	for (int i = 0; i < 12; i++)
		ff_legend_add(&legend, FF_LEGEND_AREA, fills[0], "kind number %d", i);
	for (int64_t wide = 100; wide < 2000; wide += 10) {
		int64_t high = ff_legend_height(&legend, &type, wide);

		CHECK(high <= last, "%" PRId64 ": %" PRId64, wide, high);
		last = high;
	}
	CHECK(ff_legend_height(&legend, &type, 110) > 5 * last, "%" PRId64, last);
	CHECK(last < 3 * ff_type_h(&type), "%" PRId64, last);
}

static void signs_of_one_label_stand_beside_it(void)
{
	for (int32_t w = 1; w <= 1000; w += 13) {
		struct ff_legend legend = {.count = 0};
		struct ff_layout layout;
		struct recorded r;
		double y = -1;

		for (int i = 0; i < 40; i++)
			ff_legend_add(&legend, FF_LEGEND_AREA, fills[0], i % 4 < 3 ? "" : "four");
		paint(&legend, w, &layout, &r);
		for (size_t i = 0; i < r.count; i++) {
			const struct recorded_item *item = &r.items[i];
			double middle = (item->y0 + item->y1) / 2;

			if (item->kind == RECORDED_FILL && y < 0)
				y = middle;
			CHECK(item->kind != RECORDED_FILL || fabs(middle - y) < 0.01,
			      "width %" PRId32 ", item %zu", w, i);
			if (item->kind == RECORDED_TEXT && strcmp(item->text, "four") == 0)
				y = -1;
		}
		recorded_free(&r);
	}
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
			if (r.items[i].kind == RECORDED_FRAME)
				frame = &r.items[i];
		if (!CHECK(frame != NULL, "a frame"))
			break;
		left = frame->x0 + layout.unit;
		right = frame->x1 - layout.unit;
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

static void the_bar_goes_through_all_colours_in_order_without_gaps(void)
{
	for (int levels = 1; levels <= FF_PALETTE_LEVELS; levels += 17) {
		struct ff_legend legend = {.count = 0};
		struct ff_layout layout;
		struct recorded r;
		double at = -1;
		int level = 0;

		ff_legend_scale(&legend, fills, levels, 0, 100, 100);
		paint(&legend, 640, &layout, &r);
		for (size_t i = 0; i < r.count && r.items[i].kind == RECORDED_BOX; i++) {
			CHECK(at < 0 || r.items[i].x0 == at, "%d levels, %d: %g", levels, level,
			      r.items[i].x0);
			at = r.items[i].x1;
			CHECK(ff_image_same(r.items[i].colour, fills[level].colour),
			      "%d levels, %d", levels, level);
			level++;
		}
		CHECK(level == levels, "%d of %d", level, levels);
		recorded_free(&r);
	}
}

static void the_largest_value_is_marked_and_named(void)
{
	for (int most = 1; most <= 100; most++) {
		struct ff_legend legend = {.count = 0};
		struct ff_layout layout;
		struct recorded r;
		char label[30];
		double tip = -1, left = 0, right = 0;

		ff_legend_scale(&legend, fills, 200, 0, 100, most);
		paint(&legend, 640, &layout, &r);
		for (size_t i = 0; i < r.count; i++) {
			if (r.items[i].kind == RECORDED_POLYGON)
				tip = (r.items[i].x0 + r.items[i].x1) / 2;
			if (r.items[i].kind != RECORDED_FRAME)
				continue;
			left = r.items[i].x0 + layout.unit;
			right = r.items[i].x1 - layout.unit;
		}
		/* At the end of the bar there is nothing to tell. */
		CHECK(most == 100 ? tip < 0
				  : fabs(tip - left - most / 100.0 * (right - left)) < 0.01,
		      "%d at %g", most, tip);
		snprintf(label, sizeof label, "largest %d", most);
		CHECK((recorded_find(&r, label) != NULL) == (most < 100), "%d", most);
		recorded_free(&r);
	}
}

static void values_beyond_the_scale_are_told_by_a_plus(void)
{
	struct ff_legend legend = {.count = 0};
	struct ff_layout layout;
	struct recorded r;

	ff_legend_scale(&legend, fills, 200, 0, 100, 101);
	paint(&legend, 640, &layout, &r);
	CHECK(recorded_find(&r, "100+") != NULL && recorded_find(&r, "0") != NULL, "100+");
	CHECK(recorded_count(&r, RECORDED_POLYGON, NULL) == 0, "a mark beyond the bar");
	recorded_free(&r);
}

static void one_value_is_an_item_and_no_bar(void)
{
	struct ff_legend legend = {.count = 0};
	struct ff_layout layout;
	struct recorded r;

	ff_legend_scale(&legend, fills, 200, 7, 7, 7);
	paint(&legend, 640, &layout, &r);
	CHECK(recorded_find(&r, "7") != NULL && recorded_count(&r, RECORDED_FILL, NULL) == 1,
	      "an item");
	CHECK(recorded_count(&r, RECORDED_TEXT, NULL) == 1, "alone");
	recorded_free(&r);
}

static void items_beyond_what_a_legend_holds_are_left_out(void)
{
	struct ff_legend legend = {.count = 0};

	for (int i = 0; i < 2 * FF_LEGEND_ITEMS; i++)
		ff_legend_add(&legend, FF_LEGEND_DOT, fills[0], "%0100d", i);
	CHECK(legend.count <= FF_LEGEND_ITEMS && legend.used <= FF_LEGEND_TEXT, "%zu, %zu",
	      legend.count, legend.used);
	CHECK(strtol(legend.text + legend.items[30].label, NULL, 10) == 30, "%s",
	      legend.text + legend.items[30].label);
}

int main(void)
{
	RUN(nothing_leaves_the_page_and_no_texts_overlap);
	RUN(each_label_stands_right_of_its_sign_in_order);
	RUN(a_narrow_page_has_several_rows_and_a_wide_one_has_one);
	RUN(signs_of_one_label_stand_beside_it);
	RUN(numbers_below_a_bar_stand_at_their_values);
	RUN(steps_on_a_bar_are_even_and_round);
	RUN(the_bar_goes_through_all_colours_in_order_without_gaps);
	RUN(the_largest_value_is_marked_and_named);
	RUN(values_beyond_the_scale_are_told_by_a_plus);
	RUN(one_value_is_an_item_and_no_bar);
	RUN(items_beyond_what_a_legend_holds_are_left_out);
	return tap_done();
}
