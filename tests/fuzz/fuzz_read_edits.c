/*
 * The bytes of a file of edits.
 */
#include "fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/map/map.h"
#include "io/edits.h"

enum { W = 40, H = 30 };

static void check_edit(const struct ff_edit *edit)
{
	assert(edit->step >= 0 && edit->step <= FF_EDITS_STEP_MAX && edit->kind < FF_EDITS_KINDS);
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
			 "%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32 ",%" PRId32 ",", a->step,
			 a->x, a->y, a->w, a->h);

	if (a->kind == FF_EDITS_COST)
		n += snprintf(text + n, sizeof text - (size_t)n, "%d", a->cost);
	else
		n += snprintf(text + n, sizeof text - (size_t)n, "%s", ff_edits_names[a->kind]);
	in = fuzz_input("edits", (const uint8_t *)text, (size_t)n);
	assert(ff_edits_read(&in, W, H, &once, &err) == FF_OK && once.count == 1);
	assert(once.items->step == a->step && once.items->x == a->x && once.items->y == a->y);
	assert(once.items->kind == a->kind && once.items->cost == a->cost);
	free(once.items);
	ff_input_close(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ff_input in = fuzz_input("edits", data, size);
	struct ff_edits edits = {0};
	struct ff_error err = {""};
	enum ff_status st = ff_edits_read(&in, W, H, &edits, &err);

	if (st == FF_OK) {
		assert(edits.count >= 1);
		for (size_t i = 0; i < edits.count; i++) {
			check_edit(&edits.items[i]);
			assert(i == 0 || (edits.items[i].step >= edits.items[i - 1].step &&
					  edits.items[i].line > edits.items[i - 1].line));
		}
		read_again(&edits.items[edits.count - 1]);
	} else {
		fuzz_failed(st, &err, "edits");
	}
	free(edits.items);
	ff_input_close(&in);
	return 0;
}
