#include "io/input.h"

#include "marked.h"
#include "oracle.h"
#include "tap.h"
#include "temp.h"

#include <inttypes.h>

enum { LONG = 200000 }; /* several pieces */

static uint8_t bytes[LONG];

static void fill_bytes(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < LONG; i++)
		bytes[i] = (uint8_t)oracle_random(&dice);
}

static void a_file_is_read_whole_and_no_further_than_asked(void)
{
	struct ff_error err = {""};
	struct ff_input in;

	temp_write("long", bytes, LONG);
	if (!CHECK(ff_input_open(&in, "long", &err) == FF_OK, "\"%s\"", err.text))
		return;
	CHECK(in.size == 0 && !in.ended && strcmp(in.name, "long") == 0, "\"%s\"", in.name);
	for (size_t want = 1; want < LONG; want *= 7) {
		CHECK(ff_input_fill(&in, want, &err) == FF_OK, "%zu bytes: \"%s\"", want, err.text);
		CHECK(in.size >= want && in.size <= LONG && memcmp(in.data, bytes, in.size) == 0,
		      "%zu bytes: %zu came", want, in.size);
		CHECK(in.size < LONG || want > LONG / 4, "%zu bytes: it read on to the end", want);
	}
	CHECK(ff_input_rest(&in, LONG, &err) == FF_OK, "\"%s\"", err.text);
	CHECK(in.ended && in.size == LONG && memcmp(in.data, bytes, LONG) == 0, "%zu bytes",
	      in.size);
	CHECK(ff_input_fill(&in, SIZE_MAX / 2, &err) == FF_OK && in.size == LONG,
	      "there is no more: %zu bytes", in.size);
	ff_input_close(&in);
}

/* Reads the first 'before' bytes of 'long', and then the rest with a cap. */
static enum ff_status rest(size_t before, size_t cap, struct ff_error *err)
{
	struct ff_input in;
	enum ff_status st = ff_input_open(&in, "long", err);

	if (st != FF_OK)
		return st;
	st = ff_input_fill(&in, before, err);
	if (st == FF_OK)
		st = ff_input_rest(&in, cap, err);
	CHECK((st == FF_OK) == (in.size == LONG && cap >= LONG), "cap %zu: %zu bytes", cap,
	      in.size);
	ff_input_close(&in);
	return st;
}

static void more_than_the_cap_is_a_limit(void)
{
	static const size_t before[] = {0, 1, 70000, LONG};
	struct ff_error err = {""};

	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		CHECK(rest(before[i], LONG, &err) == FF_OK, "%zu before: \"%s\"", before[i],
		      err.text);
		CHECK(rest(before[i], LONG - 1, &err) == FF_E_LIMIT, "%zu before", before[i]);
		CHECK(strcmp(err.text, "long: is larger than 199999 bytes") == 0, "\"%s\"",
		      err.text);
		CHECK(rest(before[i], 0, &err) == FF_E_LIMIT, "%zu before, nothing wanted",
		      before[i]);
		CHECK(rest(before[i], SIZE_MAX - 1, &err) == FF_OK, "%zu before: \"%s\"", before[i],
		      err.text);
	}
}

static void only_a_regular_file_is_opened_as_one(void)
{
	static const char *const others[] = {"lonely", "/dev/null", "."};
	struct ff_error err = {""};
	struct ff_input in;

	temp_require(mkfifo("lonely", 0600) == 0, "lonely");
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		mark(&in, sizeof in);
		CHECK(ff_input_open_file(&in, others[i], &err) == FF_E_INPUT, "%s was opened",
		      others[i]);
		CHECK(strstr(err.text, ": is no regular file") != NULL, "\"%s\"", err.text);
		CHECK(is_marked(&in, sizeof in), "%s: the input was touched", others[i]);
	}
	CHECK(ff_input_open_file(&in, "-", &err) == FF_E_INPUT, "a dash was opened");
	temp_text("-", "x");
	if (!CHECK(ff_input_open_file(&in, "-", &err) == FF_OK, "\"%s\"", err.text))
		return;
	CHECK(ff_input_rest(&in, 9, &err) == FF_OK && in.size == 1, "%zu bytes", in.size);
	ff_input_close(&in);
}

int main(void)
{
	fill_bytes();
	temp_enter();
	RUN(a_file_is_read_whole_and_no_further_than_asked);
	RUN(more_than_the_cap_is_a_limit);
	RUN(only_a_regular_file_is_opened_as_one);
	return tap_done();
}
