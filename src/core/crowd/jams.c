#include "core/crowd/jams.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"

struct search {
	const struct ff_tally *tally;
	double least;
	uint8_t *seen;  /* a bit for each cell */
	uint32_t *open; /* [count]  cells that are part of the jam, and whose neighbours are not
			 * looked at yet */
	size_t count, room;
};

/* Adds a cell, if it is one of a jam and is not seen yet; false if memory ran out. */
static bool add_cell(struct search *search, size_t cell)
{
	double still = search->tally->still[cell];
	void *open = search->open;

	if (still <= 0 || still < search->least || (search->seen[cell / 8] >> cell % 8 & 1) != 0)
		return true;
	if (!ff_memory_grow(&open, &search->room, search->count + 1, sizeof *search->open))
		return false;
	search->open = open;
	search->open[search->count++] = (uint32_t)cell;
	search->seen[cell / 8] |= (uint8_t)(1 << cell % 8);
	return true;
}

static bool add_neighbours(struct search *search, size_t cell)
{
	int32_t w = search->tally->w, h = search->tally->h;
	int32_t x = (int32_t)(cell % (size_t)w), y = (int32_t)(cell / (size_t)w);

	for (int k = 0; k < 9; k++) {
		int64_t nx = (int64_t)x + k % 3 - 1, ny = (int64_t)y + k / 3 - 1;

		if (nx >= 0 && ny >= 0 && nx < w && ny < h &&
		    !add_cell(search, (size_t)(ny * w + nx)))
			return false;
	}
	return true;
}

/* The jam of the cells that are open. */
static bool follow(struct search *search, struct ff_jam *jam)
{
	const struct ff_tally *tally = search->tally;
	size_t worst = search->open[0];

	*jam = (struct ff_jam){.first = (double)INFINITY};
	while (search->count > 0) {
		size_t cell = search->open[--search->count];
		double still = tally->still[cell];

		if (still > tally->still[worst] || (still == tally->still[worst] && cell < worst))
			worst = cell;
		jam->cells++;
		jam->seconds += still;
		jam->first = fmin(jam->first, tally->first[cell]);
		jam->last = fmax(jam->last, tally->last[cell]);
		if (!add_neighbours(search, cell))
			return false;
	}
	jam->x = (int32_t)(worst % (size_t)tally->w);
	jam->y = (int32_t)(worst / (size_t)tally->w);
	return true;
}

/* Puts a jam where it belongs in a list that has room for so many, if it does. */
static void list(struct ff_jam *jams, size_t room, size_t *count, const struct ff_jam *jam)
{
	size_t at = *count;

	while (at > 0 && jams[at - 1].seconds < jam->seconds)
		at--;
	if (at == room)
		return;
	*count += *count < room;
	for (size_t i = *count - 1; i > at; i--)
		jams[i] = jams[i - 1];
	jams[at] = *jam;
}

enum ff_status ff_jams_find(const struct ff_tally *tally, double least, struct ff_jam *jams,
			    size_t room, size_t *count, size_t *all)
{
	size_t cells = (size_t)tally->w * (size_t)tally->h, listed = 0, found = 0;
	struct search search = {.tally = tally, .least = least, .seen = calloc(cells / 8 + 1, 1)};
	bool ok = search.seen != NULL;
	struct ff_jam jam;

	for (size_t i = 0; i < cells && ok; i++) {
		ok = add_cell(&search, i);
		if (!ok || search.count == 0)
			continue;
		ok = follow(&search, &jam);
		list(jams, room, &listed, &jam);
		found++;
	}
	free(search.seen);
	free(search.open);
	if (!ok)
		return FF_E_NOMEM;
	*count = listed;
	*all = found;
	return FF_OK;
}
