/*
 * The bytes of a file of scenarios or requests, for a map of 49 x 37 cells.
 */
#include "fuzz.h"

#include <stdio.h>

#include "io/movingai.h"

enum { W = 49, H = 37 };

static void check_entry(const struct ff_movingai_scen_entry *entry)
{
	assert(entry->line >= 1 && entry->start_x >= 0 && entry->start_x < W &&
	       entry->start_y >= 0 && entry->start_y < H);
	assert(entry->goal_x >= 0 && entry->goal_x < W && entry->goal_y >= 0 && entry->goal_y < H);
	assert(entry->length >= 0 && entry->length <= FF_MOVINGAI_LENGTH_MAX);
}

/* Requests, written as scenarios, read back the same. */
static void read_again(const struct ff_movingai_scen *scen)
{
	char text[300];
	const struct ff_movingai_scen_entry *a = &scen->items[scen->count - 1], *b;
	struct ff_movingai_scen once = {NULL, 0};
	int n = snprintf(text, sizeof text, "version 1\n7\ta b\t%d\t%d\t%d\t%d\t%d\t%d\t%.6f", W, H,
			 a->start_x, a->start_y, a->goal_x, a->goal_y, a->length);
	struct ff_error err;
	struct ff_input in = fuzz_input("scen", (const uint8_t *)text, (size_t)n);

	assert(ff_movingai_read_requests(&in, W, H, &once, &err) == FF_OK && once.count == 1);
	b = &once.items[0];
	assert(b->start_x == a->start_x && b->start_y == a->start_y && b->goal_x == a->goal_x &&
	       b->goal_y == a->goal_y);
	/* To the 6 decimals printed, and what 19 digits of a large number leave. */
	assert(b->length - a->length <= 1e-6 + a->length * 1e-15 &&
	       a->length - b->length <= 1e-6 + a->length * 1e-15);
	free(once.items);
	ff_input_close(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ff_input in = fuzz_input("scen", data, size);
	struct ff_movingai_scen scen = {NULL, 0};
	struct ff_error err = {""};
	enum ff_status st = ff_movingai_read_requests(&in, W, H, &scen, &err);

	if (st == FF_OK) {
		assert(scen.count >= 1);
		for (size_t i = 0; i < scen.count; i++) {
			check_entry(&scen.items[i]);
			assert(i == 0 || scen.items[i].line > scen.items[i - 1].line);
		}
		read_again(&scen);
	} else {
		fuzz_failed(st, &err, "scen");
		assert(scen.items == NULL && scen.count == 0);
	}
	free(scen.items);
	ff_input_close(&in);
	return 0;
}
