/*
 * The bytes as a map that is a PGM image, where they begin like one.  What is
 * accepted is read once more, by the book: netpbm's pgm(5).
 */
#include "fuzz_map.h"

#include <ctype.h>

#include "io/cells.h"

struct text {
	const uint8_t *at, *end;
};

static void skip_blanks(struct text *text)
{
	while (text->at < text->end && (isspace(*text->at) || *text->at == '#')) {
		if (*text->at++ != '#')
			continue;
		while (text->at < text->end && *text->at++ != '\n')
			;
	}
}

static uint64_t number(struct text *text)
{
	uint64_t value = 0;

	skip_blanks(text);
	assert(text->at < text->end && isdigit(*text->at));
	for (; text->at < text->end && isdigit(*text->at); text->at++)
		value = value * 10 + (uint64_t)(*text->at - '0');
	return value;
}

static uint64_t raw(struct text *text, bool wide)
{
	uint64_t value;

	assert(text->end - text->at >= (wide ? 2 : 1));
	value = *text->at++;
	return wide ? value << 8 | *text->at++ : value;
}

static void check_pixels(const uint8_t *data, size_t size, const struct ff_cost *map)
{
	struct text text = {data + 2, data + size};
	bool plain = data[1] == '2';
	uint64_t w = number(&text), h = number(&text), most = number(&text);

	assert(w == (uint64_t)map->w && h == (uint64_t)map->h && most >= 1 && most <= 65535);
	if (!plain) {
		assert(text.at < text.end && isspace(*text.at));
		text.at++;
	}
	for (size_t i = 0; i < (size_t)map->w * (size_t)map->h; i++) {
		uint64_t value = plain ? number(&text) : raw(&text, most > 255);

		assert(value <= most && value * 255 == map->cells[i] * most);
	}
	if (plain)
		skip_blanks(&text);
	assert(text.at == text.end || *text.at == 'P');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_map got;

	if (!fuzz_map_is(ff_netpbm_pgm_matches, data, size))
		return 0;
	got = fuzz_map(data, size);
	if (got.status == FF_OK) {
		assert(strcmp(got.format->name, "pgm") == 0);
		check_pixels(data, size, &got.map);
	}
	free(got.map.cells);
	return 0;
}
