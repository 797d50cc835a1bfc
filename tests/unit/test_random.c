#include "core/base/random.h"

#include "tap.h"

#include <inttypes.h>

/* What the authors' own programs print: SplitMix64 from seed 1234567, xoshiro256** from state
 * 1, 2, 3, 4. */
static void the_published_numbers_come_out(void)
{
	static const uint64_t seeded[4] = {
		UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
		UINT64_C(9817491932198370423), UINT64_C(4593380528125082431)};
	static const uint64_t wanted[10] = {11520,
					    0,
					    1509978240,
					    UINT64_C(1215971899390074240),
					    UINT64_C(1216172134540287360),
					    UINT64_C(607988272756665600),
					    UINT64_C(16172922978634559625),
					    UINT64_C(8476171486693032832),
					    UINT64_C(10595114339597558777),
					    UINT64_C(2904607092377533576)};
	struct ff_random random = ff_random_seed(1234567);

	CHECK(ff_random_mix(0) == 0 &&
		      ff_random_mix(UINT64_C(0x9e3779b97f4a7c15) + 1234567) == seeded[0],
	      "mix");
	for (int i = 0; i < 4; i++)
		CHECK(random.state[i] == seeded[i], "%d: %" PRIu64, i, random.state[i]);
	random = (struct ff_random){{1, 2, 3, 4}};
	for (int i = 0; i < 10; i++) {
		uint64_t got = ff_random_next(&random);

		CHECK(got == wanted[i], "%d: %" PRIu64, i, got);
	}
}

/* Of 3 * 2^62, a remainder alone would give the first third twice as often as the others. */
static void numbers_below_a_limit_are_equally_likely(void)
{
	enum { PARTS = 3, DRAWN = 30000 };
	static const uint64_t limits[] = {3, 6, 300, UINT64_C(3) << 62};
	struct ff_random random = ff_random_seed(5);

	for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
		int counts[PARTS] = {0};

		for (int i = 0; i < DRAWN; i++) {
			uint64_t got = ff_random_below(&random, limits[k]);

			if (CHECK(got < limits[k], "%" PRIu64, got))
				counts[got / (limits[k] / PARTS)]++;
		}
		for (int p = 0; p < PARTS; p++)
			CHECK(counts[p] > 9600 && counts[p] < 10400, "limit %" PRIu64 ": %d",
			      limits[k], counts[p]);
	}
	CHECK(ff_random_below(&random, 1) == 0, "%s", "none but 0");
}

static void fractions_fill_the_unit_and_never_reach_1(void)
{
	struct ff_random random = {{0, UINT64_MAX, 0, 0}};
	double least = 1, most = 0, sum = 0;

	for (int i = 0; i < 100000; i++) {
		double got = ff_random_unit(&random);

		CHECK(got >= 0 && got < 1, "%.17g", got);
		least = got < least ? got : least;
		most = got > most ? got : most;
		sum += got;
	}
	CHECK(least < 0.001 && most > 0.999 && sum > 49500 && sum < 50500, "%g..%g, %g", least,
	      most, sum);
}

static void equal_seeds_give_equal_numbers_and_others_do_not(void)
{
	for (uint64_t seed = 0; seed < 100; seed++) {
		struct ff_random a = ff_random_seed(seed), b = ff_random_seed(seed);
		struct ff_random c = ff_random_seed(seed + 1);
		int same = 0;

		for (int i = 0; i < 10; i++) {
			uint64_t got = ff_random_next(&a);

			CHECK(got == ff_random_next(&b), "seed %" PRIu64, seed);
			same += got == ff_random_next(&c);
		}
		CHECK(same == 0, "seed %" PRIu64 ": %d", seed, same);
	}
}

int main(void)
{
	RUN(the_published_numbers_come_out);
	RUN(numbers_below_a_limit_are_equally_likely);
	RUN(fractions_fill_the_unit_and_never_reach_1);
	RUN(equal_seeds_give_equal_numbers_and_others_do_not);
	return tap_done();
}
