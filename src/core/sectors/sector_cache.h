/*
 * Integrated sectors, kept for whoever asks for the same again: the least recently used go first.
 */
#ifndef FF_CORE_SECTORS_SECTOR_CACHE_H
#define FF_CORE_SECTORS_SECTOR_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/goals.h"

struct ff_sector_cache;

struct ff_sector_cache_figures {
	uint64_t hits, misses, evicted;
	size_t entries, bytes; /* what it holds now */
};

/*
 * ff_sector_cache_open() makes a cache that holds no more than 'limit' bytes of them; with 0 it
 * keeps nothing.  One thread at a time may use it.  The caller passes it to
 * ff_sector_cache_close(), where NULL is allowed.  FF_OK, or FF_E_NOMEM and '*out' is NULL.
 */
enum ff_status ff_sector_cache_open(struct ff_sector_cache **out, size_t limit);
void ff_sector_cache_close(struct ff_sector_cache *cache);

/*
 * By what a field is known: the sector, the exit (any number that tells exits apart) and the
 * seeds that it was made of, whose starts count from the least of them.
 */
struct ff_sector_cache_key {
	uint32_t sector, exit;
	struct ff_seeds seeds; /* borrowed */
};

/*
 * ff_sector_cache_find() is the field kept for a key, or NULL; it stays valid until something is
 * put in.
 */
const struct ff_field *ff_sector_cache_find(struct ff_sector_cache *cache,
					    const struct ff_sector_cache_key *key);

/*
 * ff_sector_cache_put() keeps a copy of a field for a key that is not there, and lets
 * others go for it; one that is too large is not kept.  FF_OK, or FF_E_NOMEM and it is not there.
 */
enum ff_status ff_sector_cache_put(struct ff_sector_cache *cache,
				   const struct ff_sector_cache_key *key,
				   const struct ff_field *field);

/*
 * ff_sector_cache_forget() lets go of the fields of one sector, and of no other.  Whoever changes a
 * map has to forget the sectors that a changed cell is in, and no more: keys hold all that others
 * know of it.  But with euclid, whose waves look at cells on the other side of a border, those that
 * a changed cell is beside, too.  (ff_portals_renew() tells which these are.)
 */
void ff_sector_cache_forget(struct ff_sector_cache *cache, uint32_t sector);

void ff_sector_cache_look(const struct ff_sector_cache *cache,
			  struct ff_sector_cache_figures *figures);

#endif
