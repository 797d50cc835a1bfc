/*
 * The bytes as a command line, an argument a line.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/options.h"

enum { WORDS = 64 };

static void check_options(const struct ff_options *o)
{
	assert(o->action <= FF_OPTIONS_VERSION && o->recorded != NULL);
	if (o->action != FF_OPTIONS_RUN)
		return;
	assert(o->map != NULL && o->goals.count >= 1 && o->goals.items != NULL);
	assert(o->model.metric < FF_METRICS && o->model.flow < FF_FLOWS);
	assert(o->levels.wall_from >= 0 && o->levels.wall_from <= 255);
	for (size_t i = 0; i < o->levels.count; i++)
		assert(o->levels.remaps[i].first <= o->levels.remaps[i].last &&
		       o->levels.remaps[i].cost >= 1);
	for (int i = 0; i < FF_OPTIONS_OUTPUTS; i++)
		assert(o->outputs[i] == NULL || *o->outputs[i] != '\0');
	assert(!o->force || !o->no_clobber);
	assert(o->style.colormap < FF_COLORMAPS && o->style.legend <= FF_STYLE_LEGEND_NEVER);
	assert(o->style.scale >= 0 && o->style.scale <= FF_STYLE_SCALE_MAX);
	assert(o->style.contours >= 0 && o->style.contours <= FF_STYLE_CONTOURS_MAX);
}

/* A line in a block of its exact size; the caller frees it. */
static char *word(const uint8_t *from, size_t n)
{
	char *copy = malloc(n + 1);

	assert(copy != NULL);
	memcpy(copy, from, n);
	copy[n] = '\0';
	return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *end = data + size;
	char *argv[WORDS + 1] = {word((const uint8_t *)"flowfield", 9)};
	struct ff_options options;
	struct ff_error err = {""};
	enum ff_status st;
	int argc = 1;

	while (data < end && argc < WORDS) {
		const uint8_t *line = memchr(data, '\n', (size_t)(end - data));
		size_t n = (size_t)((line == NULL ? end : line) - data);

		argv[argc++] = word(data, n);
		data += line == NULL ? n : n + 1;
	}
	st = ff_options_parse(&options, argc, argv, &err);
	if (st == FF_OK) {
		check_options(&options);
		ff_options_free(&options);
	} else {
		assert(st == FF_E_USAGE && err.text[0] != '\0');
	}
	for (int i = 0; i < argc; i++)
		free(argv[i]);
	return 0;
}
