#include "draw/draw.h"

#include "draw/groups.h"
#include "oracle.h"
#include "pictures.h"
#include "tap.h"

#include <math.h>

enum { WIDE = 1600, HIGH = 800 };

struct made {
	char names[12][FF_WALKERS_NAME];
	struct ff_walkers walkers;
	struct ff_arrival *arrivals;
	struct ff_groups groups;
};

static const struct ff_style style = {.title = "a title"};

/* Makes walkers that have not arrived, in turn of each group. */
static void made_new(struct made *m, size_t count, uint32_t groups)
{
	memset(m, 0, sizeof *m);
	m->walkers = (struct ff_walkers){.items = oracle_cells(count + 1, sizeof(struct ff_walker)),
					 .count = count,
					 .groups = m->names,
					 .group_count = groups};
	m->arrivals = oracle_cells(count + 1, sizeof *m->arrivals);
	for (uint32_t g = 0; g < groups; g++)
		snprintf(m->names[g], sizeof *m->names, "team%c", (char)('a' + g));
	for (size_t i = 0; i < count; i++) {
		m->walkers.items[i] = (struct ff_walker){.id = i, .group = (uint32_t)(i % groups)};
		m->arrivals[i] = (struct ff_arrival){.arrived = (double)INFINITY};
	}
	if (!ff_groups_open(&m->groups, &m->walkers))
		exit(1);
}

static struct ff_bitmap made_pixels(const struct made *m)
{
	struct ff_bitmap picture = pictures_pixels(
		ff_draw_histogram(&m->groups, m->arrivals, &style, pictures_page(), &pictures_err));

	CHECK(picture.w == WIDE && picture.h == HIGH, "%d x %d", picture.w, picture.h);
	return picture;
}

static char *made_text(const struct made *m)
{
	return pictures_text(ff_draw_histogram(&m->groups, m->arrivals, &style, pictures_sheet(),
					       &pictures_err));
}

static void made_free(struct made *m)
{
	ff_groups_close(&m->groups);
	free(m->walkers.items);
	free(m->arrivals);
}

/* Returns the number of bars of a colour, and sets the height of the highest one. */
static int count_bars(const struct made *m, struct ff_colour colour, int *highest)
{
	struct ff_bitmap picture = made_pixels(m);
	int count = 0;
	bool before = false;

	*highest = 0;
	for (int x = 0; x < WIDE; x++) {
		int high = 0;

		/* The legend has squares of the colour. */
		for (int y = 0; y < HIGH * 7 / 8; y++)
			high += ff_image_same(pictures_at(&picture, x, y), colour);
		*highest = high > *highest ? high : *highest;
		count += high > 0 && !before;
		before = high > 0;
	}
	free(picture.pixels);
	return count;
}

static void words_show_how_many_arrived_and_when(void)
{
	struct made m;
	char *text;

	made_new(&m, 1000, 1);
	for (size_t i = 0; i < 900; i++)
		m.arrivals[i].arrived = (double)(i + 1) / 10;
	m.arrivals[950].lost = m.arrivals[951].lost = true;
	text = made_text(&m);
	CHECK(pictures_says(text,
			    "arrived: 900 of 1000 walkers (90.0 %), 98 not yet, 2 without a way") &&
		      pictures_says(text, "mean 45.1 s") && pictures_says(text, "90 % by 81.0 s") &&
		      pictures_says(text, "bars: arrivals in 2 s") &&
		      pictures_says(text, "share of all walkers so far") &&
		      pictures_says(text, "seconds") && pictures_says(text, "100 %") &&
		      pictures_says(text, "a title"),
	      "%s", text);
	free(text);
	made_free(&m);
}

static void shares_are_not_rounded_to_all_or_none(void)
{
	struct made m;
	char *text;

	made_new(&m, 100000, 1);
	m.arrivals[0].arrived = 1;
	text = made_text(&m);
	CHECK(pictures_says(text, "arrived: 1 of 100000 walkers (&lt;0.1 %), 99999 not yet"), "%s",
	      text);
	free(text);
	for (size_t i = 1; i < 100000; i++)
		m.arrivals[i].arrived = 1;
	m.arrivals[7].arrived = (double)INFINITY;
	text = made_text(&m);
	CHECK(pictures_says(text, "arrived: 99999 of 100000 walkers (99.9 %), 1 not yet"), "%s",
	      text);
	free(text);
	made_free(&m);
}

static void bars_are_as_high_as_their_counts(void)
{
	struct made m;
	int all, some, bars;

	made_new(&m, 60, 1);
	for (size_t i = 0; i < 60; i++)
		m.arrivals[i].arrived = i < 40 ? 10.5 : i < 59 ? 50.5 : 90.5;
	bars = count_bars(&m, ff_palette_bar, &all);
	CHECK(bars == 3, "%d bars", bars);
	for (size_t i = 0; i < 40; i++)
		m.arrivals[i].arrived = i < 20 ? 10.5 : 30.5;
	m.arrivals[40].arrived = 50.5;
	bars = count_bars(&m, ff_palette_bar, &some);
	CHECK(bars == 4, "%d bars", bars);
	/* 40 and 20 of an axis that ends at 40 and at 20; a line may hide a few. */
	CHECK(abs(all - some) < 8 && all > HIGH / 2, "%d and %d", all, some);
	made_free(&m);
}

static void groups_are_stacked_and_named(void)
{
	static const uint32_t counts[] = {2, 8, 12};

	for (size_t k = 0; k < 3; k++) {
		uint32_t groups = counts[k];
		struct made m;
		int highest;
		char *text;

		made_new(&m, 240, groups);
		for (size_t i = 0; i < 240; i++)
			m.arrivals[i].arrived = 1 + (double)(i / groups % 10);
		text = made_text(&m);
		for (uint32_t g = 0; g < groups && g < 8; g++) {
			const char *name = groups > 8 && g == 7 ? "5 more groups" : m.names[g];

			CHECK(pictures_says(text, name), "%u: %s", groups, name);
			CHECK(count_bars(&m, ff_palette_groups[g], &highest) >= 10, "%u: %s",
			      groups, name);
		}
		CHECK(count_bars(&m, ff_palette_bar, &highest) == 0, "%u: bars of none", groups);
		free(text);
		made_free(&m);
	}
}

static void any_number_at_any_moments_is_a_picture(void)
{
	static const size_t counts[] = {0, 1, 2, 1000, 1000000};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
		for (int kind = 0; kind < 6; kind++) {
			struct made m;
			char *text;

			if (counts[k] > 1000 && kind % 3 != 1)
				continue;
			made_new(&m, counts[k], 1 + (uint32_t)(kind % 2));
			for (size_t i = 0; i < counts[k]; i++) {
				double some = (double)(oracle_random(&dice) % 1000) / 1000;
				const double times[] = {(double)INFINITY, some * 100, 0, 123.4,
							5000 + some,      some * 1e14};

				m.arrivals[i].arrived = times[kind];
			}
			free(made_pixels(&m).pixels);
			text = made_text(&m);
			CHECK(strstr(text, "arrived: ") != NULL, "%zu, %d", counts[k], kind);
			CHECK((strstr(text, ">mean ") != NULL) == (counts[k] > 0 && kind > 0) &&
				      (strstr(text, ">90 % by ") != NULL) ==
					      (counts[k] > 0 && kind > 0),
			      "%zu, %d", counts[k], kind);
			free(text);
			made_free(&m);
		}
}

int main(void)
{
	RUN(words_show_how_many_arrived_and_when);
	RUN(shares_are_not_rounded_to_all_or_none);
	RUN(bars_are_as_high_as_their_counts);
	RUN(groups_are_stacked_and_named);
	RUN(any_number_at_any_moments_is_a_picture);
	return tap_done();
}
