#include "core/crowd/tally.h"

#include "oracle.h"
#include "tap.h"

#include <math.h>

enum { ROOM = 400 };

/* Seconds of standing still, written as digits, in rows of 'w'; the times follow from the cell. */
static struct ff_tally tally_of(int32_t w, const char *digits)
{
	size_t n = strlen(digits);
	struct ff_tally tally = {.w = w, .h = (int32_t)(n / (size_t)w)};

	tally.still = oracle_cells(n, sizeof(double));
	tally.first = oracle_cells(n, sizeof(double));
	tally.last = oracle_cells(n, sizeof(double));
	for (size_t i = 0; i < n; i++) {
		tally.still[i] = digits[i] - '0';
		tally.first[i] = tally.still[i] > 0 ? 100 - (double)i : (double)INFINITY;
		tally.last[i] = tally.still[i] > 0 ? 200 + (double)i : (double)INFINITY;
	}
	return tally;
}

static void a_jam_is_what_touches_at_sides_and_corners(void)
{
	struct ff_tally tally = tally_of(6, "110003"
					    "002004"
					    "000000"
					    "900000");
	struct ff_jam jams[ROOM];
	size_t count = 0, all = 0;

	CHECK(ff_jams_find(&tally, 0, jams, ROOM, &count, &all) == FF_OK && count == 3 && all == 3,
	      "%zu of %zu", count, all);
	CHECK(jams[0].x == 0 && jams[0].y == 3 && jams[0].cells == 1 && jams[0].seconds == 9,
	      "%d,%d", jams[0].x, jams[0].y);
	CHECK(jams[1].x == 5 && jams[1].y == 1 && jams[1].cells == 2 && jams[1].seconds == 7 &&
		      jams[1].first == 89 && jams[1].last == 211,
	      "%d,%d: %g..%g", jams[1].x, jams[1].y, jams[1].first, jams[1].last);
	CHECK(jams[2].x == 2 && jams[2].y == 1 && jams[2].cells == 3 && jams[2].seconds == 4,
	      "%d,%d", jams[2].x, jams[2].y);
	ff_tally_free(&tally);
}

static void a_list_that_is_too_short_has_the_worst_and_ties_in_reading_order(void)
{
	struct ff_tally tally = tally_of(9, "201030405"
					    "000000000"
					    "305010305");
	static const int32_t wanted[][2] = {{8, 0}, {2, 2}, {8, 2}, {6, 0}, {4, 0}};
	struct ff_jam jams[6];
	size_t count = 0, all = 0;

	for (size_t room = 0; room <= 5; room++) {
		memset(jams, 0, sizeof jams);
		CHECK(ff_jams_find(&tally, 0, jams, room, &count, &all) == FF_OK && count == room &&
			      all == 10,
		      "%zu of %zu", count, all);
		for (size_t i = 0; i < room; i++)
			CHECK(jams[i].x == wanted[i][0] && jams[i].y == wanted[i][1],
			      "%zu of %zu: %d,%d", i, room, jams[i].x, jams[i].y);
		CHECK(jams[room].cells == 0, "%zu: beyond the end", room);
	}
	ff_tally_free(&tally);
}

static void short_stops_are_no_part_of_a_jam(void)
{
	struct ff_tally tally = tally_of(6, "513150");
	struct ff_jam jams[ROOM];
	size_t count = 0, all = 0;

	CHECK(ff_jams_find(&tally, 3, jams, ROOM, &count, &all) == FF_OK && all == 3, "%zu", all);
	CHECK(jams[0].x == 0 && jams[0].cells == 1 && jams[1].x == 4 && jams[2].x == 2, "%d, %d",
	      jams[0].x, jams[1].x);
	ff_tally_free(&tally);
	tally = tally_of(3, "000");
	CHECK(ff_jams_find(&tally, 0, jams, ROOM, &count, &all) == FF_OK && all == 0 && count == 0,
	      "%zu where nobody stood still", all);
	ff_tally_free(&tally);
}

/* Each cell has the number of the first one that it is connected to, once nothing changes any
 * more. */
static void jams_of_random_maps_are_those_that_labels_say(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int m = 0; m < 40; m++) {
		enum { W = 23, H = 17, N = W * H };
		char digits[N + 1] = {0};
		size_t label[N], count = 0, all = 0, wanted = 0;
		struct ff_jam jams[ROOM];
		struct ff_tally tally;
		bool changed = true;

		for (int i = 0; i < N; i++) {
			digits[i] = "0123456789"[oracle_random(&dice) % 100 < (uint64_t)m
							 ? 1 + oracle_random(&dice) % 9
							 : 0];
			label[i] = (size_t)i;
		}
		while (changed) {
			changed = false;
			for (int a = 0; a < N; a++)
				for (int b = 0; b < N; b++)
					if (digits[a] > '0' && digits[b] > '0' &&
					    abs(a % W - b % W) <= 1 && abs(a / W - b / W) <= 1 &&
					    label[b] < label[a]) {
						label[a] = label[b];
						changed = true;
					}
		}
		tally = tally_of(W, digits);
		CHECK(ff_jams_find(&tally, 0, jams, ROOM, &count, &all) == FF_OK, "%s", "memory");
		for (size_t i = 0; i < N; i++)
			wanted += digits[i] > '0' && label[i] == i;
		CHECK(all == wanted && count == all, "map %d: %zu, not %zu", m, all, wanted);
		for (size_t j = 0; j < count; j++) {
			size_t worst = (size_t)(jams[j].y * W + jams[j].x), cells = 0;
			double seconds = 0;
			char most = digits[worst];

			for (size_t i = 0; i < N; i++)
				if (digits[i] > '0' && label[i] == label[worst]) {
					cells++;
					seconds += digits[i] - '0';
					CHECK(i < worst ? digits[i] < most : digits[i] <= most,
					      "map %d: %zu", m, i);
				}
			CHECK(jams[j].cells == cells && jams[j].seconds == seconds,
			      "map %d: %zu cells, %g s", m, cells, seconds);
			CHECK(j == 0 || jams[j - 1].seconds >= jams[j].seconds, "map %d: %zu", m,
			      j);
		}
		ff_tally_free(&tally);
	}
}

int main(void)
{
	RUN(a_jam_is_what_touches_at_sides_and_corners);
	RUN(a_list_that_is_too_short_has_the_worst_and_ties_in_reading_order);
	RUN(short_stops_are_no_part_of_a_jam);
	RUN(jams_of_random_maps_are_those_that_labels_say);
	return tap_done();
}
