#include "core/map/trajectories.h"

#include <stdlib.h>

#include "core/base/memory.h"

struct ff_trajectories_moment *ff_trajectories_add(struct ff_trajectories *all, double time,
						   size_t count)
{
	struct ff_trajectories_moment moment = {.time = time, .count = count};
	void *moments = all->moments;

	if (!ff_memory_grow(&moments, &all->room, all->count + 1, sizeof moment))
		return NULL;
	all->moments = moments;
	/* One more of each, so that none of nothing is no failure. */
	moment.who = calloc(count + 1, sizeof *moment.who);
	moment.places = calloc(count + 1, sizeof *moment.places);
	if (moment.who == NULL || moment.places == NULL) {
		free(moment.who);
		free(moment.places);
		return NULL;
	}
	all->bytes += sizeof moment + (count + 1) * (sizeof *moment.who + sizeof *moment.places);
	all->moments[all->count] = moment;
	return &all->moments[all->count++];
}

void ff_trajectories_free(struct ff_trajectories *all)
{
	for (size_t i = 0; i < all->count; i++) {
		free(all->moments[i].who);
		free(all->moments[i].places);
	}
	free(all->moments);
	*all = (struct ff_trajectories){0};
}
