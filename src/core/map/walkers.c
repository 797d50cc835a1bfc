#include "core/map/walkers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

/* Returns true for #rrggbb. */
static bool is_colour(const char *text, size_t n)
{
	size_t i = 1;

	while (i < n && isxdigit((unsigned char)text[i]))
		i++;
	return n == 7 && text[0] == '#' && i == n;
}

bool ff_walkers_name_fits(const char *text, size_t n)
{
	if (n == 0 || n >= FF_WALKERS_NAME || text[0] == ' ' || text[n - 1] == ' ')
		return false;
	for (size_t i = is_colour(text, n); i < n; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 127 ||
		    strchr(",=:\"#", text[i]) != NULL)
			return false;
	return true;
}

/* Returns the slot of a name, or the free one for it: FNV-1a with linear probing. */
static size_t slot_of(const struct ff_walkers *walkers, const char *name, size_t n)
{
	uint32_t hash = 2166136261U;
	size_t slot;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ (unsigned char)name[i]) * 16777619U;
	for (slot = hash % walkers->slot_count; walkers->slots[slot] > 0;
	     slot = (slot + 1) % walkers->slot_count) {
		const char *other = walkers->groups[walkers->slots[slot] - 1];

		if (memcmp(other, name, n) == 0 && other[n] == '\0')
			break;
	}
	return slot;
}

/* Makes room for one more group, so that half of the slots stay free; false if memory ran out. */
static bool grow_slots(struct ff_walkers *walkers)
{
	enum { LEAST = 16 };
	size_t count = walkers->slot_count == 0 ? LEAST : walkers->slot_count;
	uint32_t *slots;

	if (count / 2 <= walkers->group_count)
		count *= 2;
	if (count == walkers->slot_count)
		return true;
	if ((slots = calloc(count, sizeof *slots)) == NULL)
		return false;
	free(walkers->slots);
	walkers->slots = slots;
	walkers->slot_count = count;
	for (uint32_t i = 0; i < walkers->group_count; i++)
		slots[slot_of(walkers, walkers->groups[i], strlen(walkers->groups[i]))] = i + 1;
	return true;
}

uint32_t ff_walkers_find(const struct ff_walkers *walkers, const char *name)
{
	return walkers->group_count == 0 ? 0 : walkers->slots[slot_of(walkers, name, strlen(name))];
}

enum ff_status ff_walkers_group(struct ff_walkers *walkers, const char *name, size_t n,
				uint32_t *group)
{
	uint32_t i = walkers->group_count;
	size_t slot;

	if (!grow_slots(walkers))
		return FF_E_NOMEM;
	slot = slot_of(walkers, name, n);
	if (walkers->slots[slot] > 0) {
		*group = walkers->slots[slot] - 1;
		return FF_OK;
	}
	if (!ff_memory_grow(&walkers->groups, &walkers->group_room, (size_t)i + 1, FF_WALKERS_NAME))
		return FF_E_NOMEM;
	memset(walkers->groups[i], 0, FF_WALKERS_NAME);
	memcpy(walkers->groups[i], name, n);
	walkers->slots[slot] = ++walkers->group_count;
	*group = i;
	return FF_OK;
}

struct ff_walker *ff_walkers_add(struct ff_walkers *walkers, size_t count)
{
	struct ff_walker *first;

	if (count > SIZE_MAX - walkers->count ||
	    !ff_memory_grow(&walkers->items, &walkers->room, walkers->count + count, sizeof *first))
		return NULL;
	first = &walkers->items[walkers->count];
	memset(first, 0, count * sizeof *first);
	walkers->count += count;
	return first;
}

void ff_walkers_free(struct ff_walkers *walkers)
{
	free(walkers->items);
	free(walkers->groups);
	free(walkers->slots);
	*walkers = (struct ff_walkers){0};
}

void ff_path_trim(struct ff_path *path, size_t first)
{
	size_t count = path->count - first;
	/* A copy: what a large block that shrinks leaves is too small for the next path. */
	struct ff_path_point *points = malloc(count * sizeof *points);

	if (points == NULL)
		return;
	memcpy(points, path->points + first, count * sizeof *points);
	free(path->points);
	path->points = points;
	path->count = count;
}

void ff_paths_free(struct ff_paths *paths)
{
	for (size_t i = 0; i < paths->count; i++) {
		free(paths->items[i].points);
		free(paths->items[i].joints);
	}
	free(paths->items);
	*paths = (struct ff_paths){0};
}

void ff_paths_leave(const struct ff_paths *paths, struct ff_paths *some)
{
	if (paths->follow != NULL)
		ff_paths_free(some);
}

bool ff_paths_enter(const struct ff_paths *paths, size_t first, struct ff_paths *some)
{
	ff_paths_leave(paths, some);
	if (paths->follow != NULL)
		return paths->follow(paths->context, first, some);
	*some = (struct ff_paths){.items = paths->items + first, .count = paths->count - first};
	return true;
}

struct ff_trajectories_moment *ff_trajectories_add(struct ff_trajectories *all, double time,
						   size_t count)
{
	struct ff_trajectories_moment moment = {.time = time, .count = count};

	if (!ff_memory_grow(&all->moments, &all->room, all->count + 1, sizeof moment))
		return NULL;
	/* calloc(0) may return NULL, which is no failure here. */
	moment.walkers = calloc(count + 1, sizeof *moment.walkers);
	moment.places = calloc(count + 1, sizeof *moment.places);
	if (moment.walkers == NULL || moment.places == NULL) {
		free(moment.walkers);
		free(moment.places);
		return NULL;
	}
	all->moments[all->count] = moment;
	return &all->moments[all->count++];
}

void ff_trajectories_free(struct ff_trajectories *all)
{
	for (size_t i = 0; i < all->count; i++) {
		free(all->moments[i].walkers);
		free(all->moments[i].places);
	}
	free(all->moments);
	*all = (struct ff_trajectories){0};
}
