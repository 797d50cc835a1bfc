/*
 * The bytes of a legend; what was read, written in plain form, is read as the same again.
 */
#include "fuzz.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/map/map.h"
#include "io/legend.h"

static enum ff_status read_bytes(const uint8_t *data, size_t size, struct ff_grounds *grounds,
				 struct ff_error *err)
{
	struct ff_input in = fuzz_input("legend", data, size);
	enum ff_status st = ff_legend_read(&in, grounds, err);

	ff_input_close(&in);
	return st;
}

static void check(const struct ff_grounds *grounds)
{
	assert(grounds->count >= 1 && grounds->count <= FF_LEGEND_READ_MAX);
	for (size_t i = 0; i < grounds->count; i++) {
		const struct ff_ground *ground = &grounds->items[i];

		assert(ground->cost >= 1);
		assert(memchr(ground->name, '\0', sizeof ground->name) != NULL);
		for (const char *c = ground->name; *c != '\0'; c++)
			assert((unsigned char)*c >= ' ' && *c != 127);
		for (size_t j = 0; j < i; j++)
			assert(ff_grounds_key(ground->colour) !=
			       ff_grounds_key(grounds->items[j].colour));
	}
}

static void read_again(const struct ff_grounds *grounds)
{
	struct ff_grounds again = {NULL, 0};
	struct ff_error err;
	size_t size = 0;
	char *text = NULL;
	FILE *to = open_memstream(&text, &size);

	assert(to != NULL);
	for (size_t i = 0; i < grounds->count; i++) {
		const struct ff_ground *ground = &grounds->items[i];

		fprintf(to, "#%06" PRIx32, ff_grounds_key(ground->colour));
		if (ground->cost == FF_COST_WALL)
			fprintf(to, " wall # %s\n", ground->name);
		else
			fprintf(to, " %d # %s\n", ground->cost, ground->name);
	}
	assert(fclose(to) == 0);
	assert(read_bytes((const uint8_t *)text, size, &again, &err) == FF_OK);
	assert(again.count == grounds->count);
	for (size_t i = 0; i < again.count; i++)
		assert(memcmp(&again.items[i].colour, &grounds->items[i].colour, 3) == 0 &&
		       again.items[i].cost == grounds->items[i].cost &&
		       strcmp(again.items[i].name, grounds->items[i].name) == 0);
	free(again.items);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ff_grounds grounds = {NULL, 0};
	struct ff_error err = {""};
	enum ff_status st = read_bytes(data, size, &grounds, &err);

	if (st != FF_OK) {
		fuzz_failed(st, &err, "legend");
		assert(grounds.items == NULL && grounds.count == 0);
		return 0;
	}
	check(&grounds);
	read_again(&grounds);
	free(grounds.items);
	return 0;
}
