/*
 * Where things stand on a page: the map, its title and numbers, by what a surface records.
 */
#include "draw/layout.h"

#include "recorded.h"

#include <inttypes.h>
#include <stdio.h>

static const struct ff_legend empty;

/* Returns a legend with a bar and some items. */
static const struct ff_legend *full_legend(void)
{
	static struct ff_fill fills[FF_PALETTE_LEVELS];
	static struct ff_legend legend;

	legend = (struct ff_legend){.count = 0};
	ff_legend_title(&legend, "cost to reach the goal");
	ff_legend_scale(&legend, fills, FF_PALETTE_LEVELS, 0, 3000, 2345);
	ff_legend_add(&legend, FF_LEGEND_AREA, fills[0], "not computed");
	ff_legend_add(&legend, FF_LEGEND_LINE, fills[0], "equal cost, every 1000 (bold: 5000)");
	return &legend;
}

/* Lays out a map in the size that the program would choose. */
static struct ff_layout layout_of(int32_t w, int32_t h, struct ff_style style)
{
	struct ff_layout layout;

	ff_style_scale(&style, w, h, FF_STYLE_PICTURE, 4);
	ff_layout_set(&layout, w, h, &style, full_legend());
	return layout;
}

static void paint(const struct ff_layout *layout, const char *title, struct recorded *r)
{
	recorded_begin(r, layout);
	ff_layout_paint(layout, &r->surface, title);
	ff_legend_paint(full_legend(), &r->surface);
}

static const int32_t sides[] = {1,    2,    3,    5,    9,     10,    11,     25,
				26,   99,   100,  101,  320,   511,   999,    1000,
				1001, 1066, 1067, 1599, 1600,  1601,  2000,   2001,
				3200, 4096, 5000, 9999, 10001, 99999, 100000, 100001};
enum { SIDES = sizeof sides / sizeof *sides };

static void nothing_leaves_the_page_and_no_texts_overlap_at_any_size(void)
{
	for (int i = 0; i < SIDES; i++)
		for (int j = 0; j < SIDES; j++) {
			struct ff_layout layout =
				layout_of(sides[i], sides[j], (struct ff_style){0});
			struct recorded r;
			char what[60];

			if (layout.wide * layout.high > FF_IMAGE_PIXELS)
				continue;
			snprintf(what, sizeof what, "a map of %" PRId32 "x%" PRId32, sides[i],
				 sides[j]);
			paint(&layout, "a map of a name   goal 12,34   manhattan   flowfield 1.0",
			      &r);
			recorded_check(&r, what);
			recorded_free(&r);
		}
}

static void nothing_leaves_the_page_at_any_scale(void)
{
	for (int scale = 1; scale <= FF_STYLE_SCALE_MAX; scale += 1 + scale / 9)
		for (int32_t side = 1; side <= 5000 && side * scale < 20000; side += 1 + side / 2)
			for (int tall = 0; tall < 2; tall++) {
				struct ff_layout layout =
					layout_of(tall ? 7 : side, tall ? side : 3,
						  (struct ff_style){.scale = scale});
				struct recorded r;
				char what[60];

				snprintf(what, sizeof what, "%" PRId32 " cells, scale %d", side,
					 scale);
				paint(&layout, "title", &r);
				recorded_check(&r, what);
				recorded_free(&r);
			}
}

static void steps_are_round_and_as_small_as_numbers_allow(void)
{
	for (int32_t w = 1; w <= 5000; w += 1 + w / 5)
		for (int scale = 1; scale <= 64; scale++) {
			struct ff_layout layout =
				layout_of(w, 1 + w / 3, (struct ff_style){.scale = scale});
			int32_t step = (int32_t)layout.step, head = step;
			struct recorded r;
			double last = -1e9;

			while (head % 10 == 0)
				head /= 10;
			CHECK(head == 1 || head == 2 || head == 5,
			      "%" PRId32 ", scale %d: %" PRId32, w, scale, step);
			recorded_begin(&r, &layout);
			ff_layout_paint(&layout, &r.surface, NULL);
			for (size_t k = 0; k < r.count; k++)
				if (r.items[k].kind == RECORDED_TEXT &&
				    r.items[k].y1 <= (double)layout.y) {
					CHECK(r.items[k].x0 - last >= layout.type.w,
					      "%" PRId32 ", scale %d: %s", w, scale,
					      r.items[k].text);
					last = r.items[k].x1;
				}
			recorded_free(&r);
			/* Half of a step would be too narrow, for the numbers of the longer side.
			 */
			CHECK(step == 1 || step * scale <= 2.5 * 8 * layout.type.w,
			      "%" PRId32 ", scale %d: steps of %" PRId32, w, scale, step);
		}
}

static void a_title_is_cut_to_the_page(void)
{
	static const char title[] =
		"a-map-with-a-name-that-is-a-good-deal-longer-than-the-page.png";
	static const char odd[] = "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6"
				  "\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4"
				  "\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc"
				  "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6"
				  "\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc";
	const struct ff_style style = {.scale = 1, .legend = FF_STYLE_LEGEND_NEVER};
	struct ff_layout layout;
	struct recorded r;
	size_t kept;

	for (int32_t w = 1; w < 500; w++) {
		const struct recorded_item *item;
		int64_t room;

		ff_layout_set(&layout, w, 3, &style, &empty);
		room = layout.wide - 2 * layout.type.w;
		recorded_begin(&r, &layout);
		ff_layout_paint(&layout, &r.surface, title);
		item = &r.items[0];
		CHECK(item->kind == RECORDED_TEXT, "the title comes first");
		CHECK(ff_type_width(&layout.type, item->text) <= room, "%" PRId32 ": %s", w,
		      item->text);
		if (ff_type_width(&layout.type, title) <= room) {
			CHECK(strcmp(item->text, title) == 0, "%" PRId32 ": %s", w, item->text);
		} else {
			kept = strlen(item->text) - 3;
			CHECK(strncmp(item->text, title, kept) == 0 &&
				      strcmp(item->text + kept, "...") == 0 &&
				      ff_type_width(&layout.type, item->text) > room * 3 / 4,
			      "%" PRId32 ": %s", w, item->text);
		}
		recorded_free(&r);
	}
	/* Not within a character. */
	ff_layout_set(&layout, 1, 3, &style, &empty);
	recorded_begin(&r, &layout);
	ff_layout_paint(&layout, &r.surface, odd);
	kept = strlen(r.items[0].text) - 3;
	CHECK(kept > 40 && kept % 2 == 0 && strncmp(r.items[0].text, odd, kept) == 0 &&
		      strcmp(r.items[0].text + kept, "...") == 0,
	      "%s", r.items[0].text);
	recorded_free(&r);
}

static void a_page_is_as_wide_as_a_title_of_common_length(void)
{
	static const char title[] = "a map   goals 12,34 56,78 90,12 and 3 more   manhattan   1.0";

	for (int i = 0; i < SIDES; i++) {
		const struct ff_style style = {.title = title};
		struct ff_layout layout = layout_of(1, sides[i], style);
		struct recorded r;

		paint(&layout, title, &r);
		CHECK(r.count > 0 && strcmp(r.items[0].text, title) == 0, "%" PRId32 ": %s",
		      sides[i], r.items[0].text);
		recorded_free(&r);
	}
	for (size_t n = 1; n < 300; n++) {
		char text[300];
		struct ff_layout layout;

		memset(text, 'a', n);
		text[n] = '\0';
		layout = layout_of(1, 300, (struct ff_style){.title = text});
		CHECK(layout.wide <= 100 * layout.type.w, "%zu: %" PRId64, n, layout.wide);
	}
}

static void every_cell_lies_on_the_map_and_the_map_on_the_page(void)
{
	for (int i = 0; i < SIDES; i++)
		for (int bare = 0; bare < 2; bare++) {
			struct ff_layout layout =
				layout_of(sides[i], 100000, (struct ff_style){.bare = bare == 1});

			CHECK((double)layout.w >= sides[i] * layout.scale &&
				      (double)layout.w < sides[i] * layout.scale + 1,
			      "%" PRId32 ": %" PRId64, sides[i], layout.w);
			CHECK((double)layout.h >= 100000 * layout.scale &&
				      (double)layout.h < 100000 * layout.scale + 1,
			      "%" PRId32 ": %" PRId64, sides[i], layout.h);
			CHECK(layout.x >= 0 && layout.y >= 0 &&
				      layout.x + layout.w <= layout.wide &&
				      layout.y + layout.h <= layout.high,
			      "%" PRId32, sides[i]);
		}
}

static void type_and_thin_lines_grow_with_the_picture(void)
{
	double unit = 0;
	int type = 0;

	for (int32_t w = 1; w <= 20000; w += 7) {
		struct ff_layout layout = layout_of(w, 1, (struct ff_style){.scale = 1});

		CHECK(layout.unit >= unit && layout.type.h >= type, "%" PRId32, w);
		unit = layout.unit;
		type = layout.type.h;
		CHECK(layout.unit >= 1 && type >= 12, "%" PRId32, w);
		/* Legible where the whole picture is 1000 pixels wide. */
		CHECK(type * 1000.0 / fmax(w, 1000) >= 7, "%" PRId32 ": %d", w, type);
	}
}

int main(void)
{
	RUN(nothing_leaves_the_page_and_no_texts_overlap_at_any_size);
	RUN(nothing_leaves_the_page_at_any_scale);
	RUN(steps_are_round_and_as_small_as_numbers_allow);
	RUN(a_title_is_cut_to_the_page);
	RUN(a_page_is_as_wide_as_a_title_of_common_length);
	RUN(every_cell_lies_on_the_map_and_the_map_on_the_page);
	RUN(type_and_thin_lines_grow_with_the_picture);
	return tap_done();
}
