#include "core/base/machine.h"
#include "core/base/memory.h"
#include "core/base/random.h"
#include "core/base/status.h"
#include "tap.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

static void a_product_is_exact_or_refused(void)
{
	static const size_t half = SIZE_MAX / 2;
	static const struct {
		size_t a, b;
		bool fits;
		size_t product;
	} cases[] = {
		{0, 0, true, 0},
		{0, SIZE_MAX, true, 0},
		{SIZE_MAX, 0, true, 0},
		{3, 5, true, 15},
		{1, SIZE_MAX, true, SIZE_MAX},
		{SIZE_MAX, 1, true, SIZE_MAX},
		{half, 2, true, SIZE_MAX - 1},
		{half + 1, 2, false, 0},
		{2, half + 1, false, 0},
		{SIZE_MAX, 2, false, 0},
		{SIZE_MAX, SIZE_MAX, false, 0}, /* wraps to 1 */
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t product = 77;
		bool fits = ff_memory_product(cases[i].a, cases[i].b, &product);

		CHECK(fits == cases[i].fits && product == (fits ? cases[i].product : 77),
		      "%zu * %zu: %d, %zu", cases[i].a, cases[i].b, fits, product);
	}
}

static void a_side_below_1_or_a_size_that_wraps_gives_no_cells(void)
{
	CHECK(ff_memory_cells(0, 5, 1) == NULL, "0 x 5");
	CHECK(ff_memory_cells(5, 0, 1) == NULL, "5 x 0");
	CHECK(ff_memory_cells(-1, 5, 1) == NULL, "-1 x 5");
	CHECK(ff_memory_cells(-2, -2, 1) == NULL, "-2 x -2");
	CHECK(ff_memory_cells(INT32_MIN, 1, 1) == NULL, "INT32_MIN x 1");
	CHECK(ff_memory_cells(INT32_MAX, INT32_MAX, 8) == NULL, "the product wraps");
	CHECK(ff_memory_cells(1, 2, SIZE_MAX) == NULL, "the product wraps");
}

static void a_block_grows_and_keeps_its_content(void)
{
	void *block = NULL;
	size_t room = 0, moves = 0;

	for (uint32_t i = 0; i < 5000; i++) {
		size_t before = room;

		if (!CHECK(ff_memory_grow(&block, &room, i + 1, sizeof i) && room > i,
			   "room %zu for %u", room, i + 1))
			break;
		moves += room != before;
		((uint32_t *)block)[i] = i;
	}
	CHECK(moves <= 14, "%zu moves for 5000 elements", moves);
	for (uint32_t i = 0; i < 5000 && i < room; i++)
		if (!CHECK(((uint32_t *)block)[i] == i, "element %u", i))
			break;
	free(block);
}

static void room_that_is_there_is_left_alone(void)
{
	uint64_t own[4];
	void *block = own;
	size_t room = 4;

	CHECK(ff_memory_grow(&block, &room, 4, sizeof *own) && block == own && room == 4,
	      "room %zu", room);
	CHECK(ff_memory_grow(&block, &room, 0, sizeof *own) && block == own && room == 4,
	      "room %zu", room);
}

static void growth_that_wraps_is_refused_and_changes_nothing(void)
{
	void *block = malloc(8), *before = block;
	size_t room = 1;

	CHECK(!ff_memory_grow(&block, &room, SIZE_MAX / 4, 8), "SIZE_MAX / 4 elements of 8");
	CHECK(block == before && room == 1, "room %zu", room);
	free(block);
}

/* ---- sets of instructions ---- */

static void the_best_set_is_the_last_that_there_is(void)
{
	enum ff_cpu best = ff_machine_best();

	CHECK(best < FF_CPUS && ff_machine_has(best), "%d", best);
	for (enum ff_cpu cpu = best + 1; cpu < FF_CPUS; cpu++)
		CHECK(!ff_machine_has(cpu), "%s", ff_machine_cpus[cpu]);
}

/* ---- statuses ---- */

enum { ROOM = sizeof(((struct ff_error *)NULL)->text) };

static void a_text_that_is_too_long_ends_in_dots(void)
{
	char text[ROOM + 100];
	struct ff_error err;

	memset(text, 'x', sizeof text);
	for (int n = ROOM - 2; n <= ROOM + 99; n++) {
		bool fits = n < ROOM;

		ff_status_fail(&err, FF_E_INPUT, "%.*s", n, text);
		if (!CHECK(memchr(err.text, '\0', ROOM) != NULL, "%d bytes: no NUL", n))
			return;
		CHECK(strlen(err.text) == (size_t)(fits ? n : ROOM - 1), "%d bytes became %zu", n,
		      strlen(err.text));
		CHECK(memcmp(err.text, text, ROOM - 4) == 0, "%d bytes: the beginning", n);
		CHECK((strstr(err.text, "...") == err.text + ROOM - 4) == !fits,
		      "%d bytes end in \"%s\"", n, err.text + ROOM - 8);
	}
}

static void control_characters_become_question_marks(void)
{
	struct ff_error err;

	for (int c = 1; c < 256; c++) {
		bool control = c < 32 || c >= 127;

		ff_status_fail(&err, FF_E_INPUT, "<%c>", c);
		CHECK(err.text[0] == '<' && err.text[1] == (char)(control ? '?' : c) &&
			      strcmp(err.text + 2, ">") == 0,
		      "byte %d became %d", c, err.text[1]);
	}
	ff_status_fail(&err, FF_E_INPUT, "%s", "\33[31mred.png\n\tr\303\266t");
	CHECK(strcmp(err.text, "?[31mred.png??r\303\266t") == 0, "\"%s\"", err.text);
	ff_status_fail(&err, FF_E_INPUT, "%s", "\302\23331mX \302\240\342\202\254 \23331m\303");
	CHECK(strcmp(err.text, "??31mX \302\240\342\202\254 ?31m?") == 0, "\"%s\"", err.text);
}

static size_t size_of(const char *text)
{
	return ff_status_character(text, SIZE_MAX);
}

/* Writes a code point >= U+0080 as UTF-8. */
static void encode(char text[5], uint32_t code)
{
	int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const int lead[] = {0, 0xc0, 0xe0, 0xf0};

	memset(text, 0, 5);
	text[0] = (char)(lead[more] | (int)(code >> 6 * more));
	for (int i = 1; i <= more; i++)
		text[i] = (char)(0x80 | (code >> 6 * (more - i) & 0x3f));
}

static void a_character_that_nobody_sees_is_none(void)
{
	/* soft hyphen, joiners, fillers, vowels and selectors, zero widths, marks of direction,
	 * braille without dots, annotations, controls of hieroglyphs, shorthand and notes, tags */
	static const uint32_t unseen[] = {
		0xad,    0x34f,   0x61c,   0x115f,  0x1160,  0x17b4,  0x17b5,  0x180b,  0x180e,
		0x180f,  0x200b,  0x200c,  0x200d,  0x200e,  0x200f,  0x2028,  0x2029,  0x202a,
		0x202b,  0x202c,  0x202d,  0x202e,  0x2060,  0x2061,  0x2064,  0x2065,  0x2066,
		0x2069,  0x206a,  0x206f,  0x2800,  0x3164,  0xfe00,  0xfe0f,  0xfeff,  0xffa0,
		0xfff0,  0xfff9,  0xfffb,  0x13430, 0x1bca0, 0x1bca3, 0x1d159, 0x1d173, 0x1d17a,
		0xe0001, 0xe0020, 0xe007f, 0xe0100, 0xe01ef, 0xe0fff};
	static const uint32_t seen[] = {
		0xa1,   0xac,   0xae,   0x350,   0x61b,   0x61d,   0x115e,  0x1161, 0x17b3,
		0x17b6, 0x180a, 0x1810, 0x2010,  0x2027,  0x2030,  0x205f,  0x2070, 0x27ff,
		0x2801, 0x3163, 0x3165, 0xfdff,  0xfe10,  0xfefe,  0xff00,  0xff9f, 0xffa1,
		0xffef, 0xfffc, 0xfffd, 0x1342f, 0x1bca4, 0x1d158, 0x1d15a, 0x1f600};
	char text[5];

	for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
		encode(text, unseen[i]);
		CHECK(size_of(text) == 0, "U+%04X", (unsigned)unseen[i]);
	}
	for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
		encode(text, seen[i]);
		CHECK(size_of(text) == strlen(text), "U+%04X", (unsigned)seen[i]);
	}
}

static void a_byte_of_ascii_is_a_sequence_unless_it_is_a_control(void)
{
	for (int c = 0; c < 128; c++) {
		char text[] = {(char)c, '\0'};

		CHECK(size_of(text) == (c >= 32 && c < 127), "byte %d: %zu", c, size_of(text));
	}
}

static void longer_sequences_are_known_to_their_ends(void)
{
	static const struct {
		const char *text;
		size_t size;
	} cases[] = {
		{"\xc2\x9f", 0},
		{"\xd8\x9b", 2},
		{"\xd8\x9c", 0}, /* U+061C and the next ones change the direction of writing */
		{"\xd8\x9d", 2},
		{"\xe2\x80\x8a", 3}, /* the last of the spaces */
		{"\xe2\x80\x8e", 0},
		{"\xe2\x80\x8f", 0},
		{"\xe2\x80\x90", 3},
		{"\xe2\x80\xa7", 3},
		{"\xe2\x80\xa8", 0}, /* U+2028 ends a line */
		/* NOLINTBEGIN(misc-misleading-bidirectional): that is what they are for */
		{"\xe2\x80\xaa", 0},
		{"\xe2\x80\xae", 0},
		{"\xe2\x80\xaf", 3},
		{"\xe2\x81\xa6", 0},
		{"\xe2\x81\xa9", 0},
		/* NOLINTEND(misc-misleading-bidirectional) */
		{"\xe2\x81\xb0", 3},
		{"\xc2\xa0", 2},
		{"\xc3\xb6t", 2},
		{"\xdf\xbf", 2},
		{"\xe0\xa0\x80", 3},
		{"\xed\x9f\xbf", 3},
		{"\xee\x80\x80", 3},
		{"\xef\xbf\xbd", 3},
		{"\xf0\x90\x80\x80", 4},
		{"\xf4\x8f\xbf\xbd", 4},
		{"\xf4\x90\x80\x80", 0}, /* beyond U+10FFFF */
		{"\xed\xa0\x80", 0},     /* half of a pair */
		{"\xef\xbf\xbe", 0},
		{"\xc1\xbf", 0},
		{"\xe0\x9f\xbf", 0},
		{"\xf0\x8f\xbf\xbf", 0},
		{"\x80", 0},
		{"\x9b", 0},
		{"\xc3", 0},
		{"\xc3(", 0},
		{"\xe2\x82", 0},
		{"\xff", 0},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		CHECK(size_of(cases[i].text) == cases[i].size, "case %zu: %zu bytes", i,
		      size_of(cases[i].text));
}

static void no_sequence_is_read_past_the_end(void)
{
	static const char text[] = {'\xf0', '\x9f', '\x98', '\x80'};

	for (size_t n = 0; n <= sizeof text; n++)
		CHECK(ff_status_character(text, n) == (n == 4 ? 4 : 0), "of %zu bytes: %zu", n,
		      ff_status_character(text, n));
}

/* ---- random numbers ---- */

/* The output of the authors' own programs: SplitMix64 from seed 1234567, xoshiro256** from state
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

/* Below 3 * 2^62, a remainder alone would give the first third twice as often as the others. */
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

int main(void)
{
	RUN(a_product_is_exact_or_refused);
	RUN(a_side_below_1_or_a_size_that_wraps_gives_no_cells);
	RUN(a_block_grows_and_keeps_its_content);
	RUN(room_that_is_there_is_left_alone);
	RUN(growth_that_wraps_is_refused_and_changes_nothing);
	RUN(the_best_set_is_the_last_that_there_is);
	RUN(a_text_that_is_too_long_ends_in_dots);
	RUN(control_characters_become_question_marks);
	RUN(a_byte_of_ascii_is_a_sequence_unless_it_is_a_control);
	RUN(a_character_that_nobody_sees_is_none);
	RUN(longer_sequences_are_known_to_their_ends);
	RUN(no_sequence_is_read_past_the_end);
	RUN(the_published_numbers_come_out);
	RUN(numbers_below_a_limit_are_equally_likely);
	return tap_done();
}
