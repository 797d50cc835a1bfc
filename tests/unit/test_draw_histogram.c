#include "draw/draw.h"

#include "glyphs.h"
#include "oracle.h"
#include "tap.h"

#include <math.h>

enum { WIDE = 800, HIGH = 400, BARS = 8 /* the colour of bars without groups */ };

struct made {
	char groups[12][FF_WALKERS_NAME];
	struct ff_walkers walkers;
	struct ff_arrival *arrivals;
	struct ff_image image;
};

/* Walkers that have not arrived, in turn of each group. */
static void made_new(struct made *m, size_t count, uint32_t groups)
{
	memset(m, 0, sizeof *m);
	m->walkers = (struct ff_walkers){.items = oracle_cells(count + 1, sizeof(struct ff_walker)),
					 .count = count,
					 .groups = m->groups,
					 .group_count = groups};
	m->arrivals = oracle_cells(count + 1, sizeof *m->arrivals);
	for (uint32_t g = 0; g < groups; g++)
		snprintf(m->groups[g], sizeof *m->groups, "team%c", (char)('a' + g));
	for (size_t i = 0; i < count; i++) {
		m->walkers.items[i] = (struct ff_walker){.id = i, .group = (uint32_t)(i % groups)};
		m->arrivals[i] = (struct ff_arrival){0, (double)INFINITY, false};
	}
}

static void made_draw(struct made *m)
{
	free(m->image.pixels);
	CHECK(ff_draw_histogram(&m->walkers, m->arrivals, &m->image, NULL) == FF_OK, "%s",
	      "status");
	CHECK(m->image.w == WIDE && m->image.h == HIGH, "%d x %d", m->image.w, m->image.h);
	for (int i = 0; i < WIDE * HIGH; i++)
		if (m->image.pixels[i] >= m->image.colours)
			CHECK(false, "pixel %d: %d", i, m->image.pixels[i]);
}

static void made_free(struct made *m)
{
	free(m->walkers.items);
	free(m->arrivals);
	free(m->image.pixels);
}

static bool says(const struct made *m, const char *text)
{
	int64_t x, y;

	return glyphs_find(&m->image, &ff_canvas_large, text, 0, &x, &y);
}

/* How many bars of a colour there are, and the height of the highest one. */
static int bars(const struct made *m, int colour, int *highest)
{
	int count = 0;
	bool before = false;

	*highest = 0;
	for (int x = 0; x < WIDE; x++) {
		int high = 0;

		for (int y = 0; y < HIGH; y++)
			high += m->image.pixels[y * WIDE + x] == colour;
		*highest = high > *highest ? high : *highest;
		count += high > 0 && !before;
		before = high > 0;
	}
	return count;
}

static void words_show_how_many_arrived_and_when(void)
{
	struct made m;

	made_new(&m, 1000, 1);
	for (size_t i = 0; i < 900; i++)
		m.arrivals[i].arrived = (double)(i + 1) / 10;
	m.arrivals[950].lost = m.arrivals[951].lost = true;
	made_draw(&m);
	CHECK(says(&m, "arrived: 900 of 1000 walkers (90.0 %), 98 not yet, 2 without a way"), "%s",
	      "the first line");
	CHECK(says(&m, "on average at 45.1 s, 90 % of them by 81.0 s"), "%s", "the second line");
	CHECK(says(&m, "bars: arrivals in 2 s, line: share of all walkers so far"), "%s",
	      "the third line");
	CHECK(says(&m, "mean") && says(&m, "seconds") && says(&m, "100%"), "%s", "the axes");
	made_free(&m);
}

static void shares_are_not_rounded_to_all_or_none(void)
{
	struct made m;

	made_new(&m, 100000, 1);
	m.arrivals[0].arrived = 1;
	made_draw(&m);
	CHECK(says(&m, "arrived: 1 of 100000 walkers (<0.1 %)"), "%s", "hardly any");
	for (size_t i = 1; i < 100000; i++)
		m.arrivals[i].arrived = 1;
	m.arrivals[7].arrived = (double)INFINITY;
	made_draw(&m);
	CHECK(says(&m, "arrived: 99999 of 100000 walkers (99.9 %), 1 not yet"), "%s", "most");
	made_free(&m);
}

static void bars_are_as_high_as_their_counts(void)
{
	struct made m;
	int first, highest;

	made_new(&m, 60, 1);
	for (size_t i = 0; i < 60; i++)
		m.arrivals[i].arrived = i < 40 ? 10.5 : i < 59 ? 50.5 : 90.5;
	made_draw(&m);
	CHECK(bars(&m, BARS, &highest) == 3, "%d bars", bars(&m, BARS, &first));
	/* The line and the marks may hide some of it. */
	CHECK(highest > 220 && highest < 260, "%d", highest);
	CHECK(says(&m, "40 ") && says(&m, " 90 "), "%s", "the axes");
	made_free(&m);
}

static void groups_are_stacked_and_named(void)
{
	static const uint32_t counts[] = {2, 8, 12};

	for (size_t k = 0; k < 3; k++) {
		uint32_t groups = counts[k];
		struct made m;
		int highest;

		made_new(&m, 240, groups);
		for (size_t i = 0; i < 240; i++)
			m.arrivals[i].arrived = 1 + (double)(i / groups % 10);
		made_draw(&m);
		for (uint32_t g = 0; g < groups && g < 8; g++) {
			const char *name = groups > 8 && g == 7 ? "5 more groups" : m.groups[g];

			CHECK(says(&m, name), "%u: %s", groups, name);
			CHECK(bars(&m, (int)g, &highest) >= 10, "%u: %s has %d", groups, name,
			      bars(&m, (int)g, &highest));
		}
		CHECK(bars(&m, BARS, &highest) == 0, "%u: bars of none", groups);
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

			if (counts[k] > 1000 && kind % 3 != 1)
				continue;
			made_new(&m, counts[k], 1 + (uint32_t)(kind % 2));
			for (size_t i = 0; i < counts[k]; i++) {
				double some = (double)(oracle_random(&dice) % 1000) / 1000;
				const double times[] = {(double)INFINITY, some * 100, 0, 123.4,
							5000 + some,      some * 1e14};

				m.arrivals[i].arrived = times[kind];
			}
			made_draw(&m);
			CHECK(says(&m, "arrived: "), "%zu, %d", counts[k], kind);
			CHECK(says(&m, "on average") == (counts[k] > 0 && kind > 0), "%zu, %d",
			      counts[k], kind);
			CHECK(counts[k] == 0 || kind < 1 || kind > 4 ||
				      (says(&m, "mean") && says(&m, "90 %")),
			      "%zu, %d: marks", counts[k], kind);
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
