/*
 * Walkers, as they start.
 */
#ifndef FF_CORE_MAP_WALKERS_H
#define FF_CORE_MAP_WALKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"

enum { FF_WALKERS_NAME = 32 }; /* bytes of a group's name, with its NUL */

#define FF_WALKERS_RADIUS_MIN 0.001
#define FF_WALKERS_RADIUS_MAX 1000
#define FF_WALKERS_SPEED_MIN  0.001
#define FF_WALKERS_SPEED_MAX  1000
#define FF_WALKERS_START_MAX  1000000

struct ff_walker {
	uint64_t id;    /* each has another */
	uint32_t group; /* of struct ff_walkers */
	uint32_t guide; /* which one of the guides he goes by */
	double x, y;    /* in cells: 0,0 is the centre of the first cell */
	double radius;  /* in cells, > 0 */
	double speed;   /* cells a second, > 0: as fast as he can walk */
	double start;   /* seconds, >= 0: when he comes */
	size_t line;    /* of the file that tells of him, from 1; 0: of none */
};

/* Freed with ff_walkers_free(). */
struct ff_walkers {
	struct ff_walker *items; /* [count]  owned, in the order in which they were given */
	size_t count, room;
	char (*groups)[FF_WALKERS_NAME]; /* owned; [group_count]  their names; the first may be ""
					  */
	uint32_t group_count;
	size_t group_room;
	uint32_t *slots; /* owned; [slot_count]  groups by their names: 1 + group, or 0 */
	size_t slot_count;
};

/*
 * ff_walkers_named() tells whether 'n' bytes may name a group: 1 to FF_WALKERS_NAME - 1, none of
 * them a control character or one of , = : " #, and no blank at an end.
 */
bool ff_walkers_named(const char *text, size_t n);

/* ff_walkers_group() sets 'group' to the group of that name, of 'n' < FF_WALKERS_NAME bytes, which
 * is added if there is none: FF_OK or FF_E_NOMEM. */
enum ff_status ff_walkers_group(struct ff_walkers *walkers, const char *name, size_t n,
				uint32_t *group);

/* ff_walkers_add() appends 'count' walkers, all zero: the first of them; NULL if memory ran out. */
struct ff_walker *ff_walkers_add(struct ff_walkers *walkers, size_t count);

void ff_walkers_free(struct ff_walkers *walkers);

#endif
