/*
 * The bytes of a file of edits.
 */
#include "fuzz.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/map/map.h"
#include "io/edits.h"

enum { W = 40, H = 30 };

static void check_edit(const struct ff_edit *edit, bool timed)
{
	assert(timed || (floor(edit->when) >= edit->when && edit->when <= FF_EDITS_STEP_MAX));
	assert(edit->when >= 0 && edit->when <= FF_EDITS_TIME_MAX && edit->kind < FF_EDITS_KINDS);
	assert(edit->x >= 0 && edit->w >= 1 && edit->w <= W - edit->x);
	assert(edit->y >= 0 && edit->h >= 1 && edit->h <= H - edit->y);
	assert((edit->kind == FF_EDITS_COST) == (edit->cost != 0) && edit->cost <= FF_COST_MAX);
	assert(edit->line >= 1 && edit->column >= 3);
}

/* The last one, written in plain form, is read as the same again. */
static void read_again(const struct ff_edit *a)
{
	struct ff_edits once;
	struct ff_error err;
	struct ff_input in;
	char text[200];
	int n = snprintf(text, sizeof text,
			 "%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32 ",",
			 (int32_t)a->when, a->x, a->y, a->w, a->h);

	if (a->kind == FF_EDITS_COST)
		n += snprintf(text + n, sizeof text - (size_t)n, "%d", a->cost);
	else
		n += snprintf(text + n, sizeof text - (size_t)n, "%s", ff_edits_names[a->kind]);
	in = fuzz_input("edits", (const uint8_t *)text, (size_t)n);
	assert(ff_edits_read(&in, false, W, H, 0, &once, &err) == FF_OK && once.count == 1);
	assert(once.items->when == a->when && once.items->x == a->x && once.items->y == a->y);
	assert(once.items->kind == a->kind && once.items->cost == a->cost);
	free(once.items);
	ff_input_close(&in);
}

static void read_form(const uint8_t *data, size_t size, bool timed)
{
	struct ff_input in = fuzz_input("edits", data, size);
	struct ff_edits edits = {0};
	struct ff_error err = {""};
	enum ff_status st = ff_edits_read(&in, timed, W, H, 0, &edits, &err);

	if (st == FF_OK) {
		assert(edits.count >= 1);
		for (size_t i = 0; i < edits.count; i++) {
			check_edit(&edits.items[i], timed);
			assert(i == 0 || (edits.items[i].when >= edits.items[i - 1].when &&
					  edits.items[i].line > edits.items[i - 1].line));
		}
		if (!timed)
			read_again(&edits.items[edits.count - 1]);
	} else {
		fuzz_failed(st, &err, "edits");
	}
	free(edits.items);
	ff_input_close(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_form(data, size, false);
	read_form(data, size, true);
	return 0;
}
