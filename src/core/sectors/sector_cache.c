/*
 * A hash table whose entries are also in a list, the one that was used last at its head, and in
 * another table, by their sectors alone.
 */
#include "core/sectors/sector_cache.h"

#include <stdlib.h>
#include <string.h>

/* A seed as keys have it; what else seeds say makes no difference. */
struct start {
	double value;
	uint32_t cell;
};

struct entry {
	struct entry *next;          /* of the same slot */
	struct entry *newer, *older; /* by use */
	struct entry *beside;        /* the next of the same place in 'sectors', */
	struct entry **beside_at;    /* and where it is pointed to from */
	uint64_t hash;
	uint32_t sector, exit;
	size_t bytes; /* of all of it */
	size_t start_count;
	struct ff_field field; /* its cells are behind the starts */
	struct start starts[]; /* [start_count] */
};

struct ff_sector_cache {
	size_t limit;
	struct entry **slots;   /* owned; [slot_count], a power of two */
	struct entry **sectors; /* owned; [slot_count] */
	size_t slot_count;
	struct entry *newest, *oldest;
	struct ff_sector_cache_figures figures;
};

enum ff_status ff_sector_cache_open(struct ff_sector_cache **out, size_t limit)
{
	enum { SLOTS = 1024 };
	struct ff_sector_cache *cache = calloc(1, sizeof *cache);

	*out = NULL;
	if (cache == NULL)
		return FF_E_NOMEM;
	cache->limit = limit;
	cache->slot_count = SLOTS;
	cache->slots = calloc(SLOTS, sizeof(struct entry *));
	cache->sectors = calloc(SLOTS, sizeof(struct entry *));
	if (cache->slots == NULL || cache->sectors == NULL) {
		ff_sector_cache_close(cache);
		return FF_E_NOMEM;
	}
	*out = cache;
	return FF_OK;
}

void ff_sector_cache_close(struct ff_sector_cache *cache)
{
	if (cache == NULL)
		return;
	for (struct entry *entry = cache->newest, *older; entry != NULL; entry = older) {
		older = entry->older;
		free(entry);
	}
	free(cache->slots);
	free(cache->sectors);
	free(cache);
}

/* One step of splitmix64 (S. Vigna). */
static uint64_t mix(uint64_t hash, uint64_t number)
{
	uint64_t z = (hash ^ number) + 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static uint64_t hash_of(const struct ff_sector_cache_key *key)
{
	uint64_t hash = mix(key->sector, key->exit);

	for (size_t i = 0; i < key->seeds.count; i++) {
		uint64_t bits;

		memcpy(&bits, &key->seeds.items[i].start, sizeof bits);
		hash = mix(mix(hash, bits), key->seeds.items[i].cell);
	}
	return hash;
}

static bool is_for(const struct entry *entry, const struct ff_sector_cache_key *key, uint64_t hash)
{
	if (entry->hash != hash || entry->sector != key->sector || entry->exit != key->exit ||
	    entry->start_count != key->seeds.count)
		return false;
	for (size_t i = 0; i < entry->start_count; i++)
		if (entry->starts[i].cell != key->seeds.items[i].cell ||
		    entry->starts[i].value != key->seeds.items[i].start)
			return false;
	return true;
}

static struct entry **slot_of(struct ff_sector_cache *cache, uint64_t hash)
{
	return &cache->slots[hash & (cache->slot_count - 1)];
}

static void unlink_use(struct ff_sector_cache *cache, struct entry *entry)
{
	if (entry->newer == NULL)
		cache->newest = entry->older;
	else
		entry->newer->older = entry->older;
	if (entry->older == NULL)
		cache->oldest = entry->newer;
	else
		entry->older->newer = entry->newer;
}

static void link_use(struct ff_sector_cache *cache, struct entry *entry)
{
	entry->newer = NULL;
	entry->older = cache->newest;
	*(cache->newest == NULL ? &cache->oldest : &cache->newest->newer) = entry;
	cache->newest = entry;
}

const struct ff_field *ff_sector_cache_find(struct ff_sector_cache *cache,
					    const struct ff_sector_cache_key *key)
{
	uint64_t hash = hash_of(key);
	struct entry *entry = *slot_of(cache, hash);

	while (entry != NULL && !is_for(entry, key, hash))
		entry = entry->next;
	if (entry == NULL) {
		cache->figures.misses++;
		return NULL;
	}
	cache->figures.hits++;
	unlink_use(cache, entry);
	link_use(cache, entry);
	return &entry->field;
}

/* The entries of a sector, and of others; numbers of sectors near each other differ in their last
 * bits. */
static struct entry **sector_of(struct ff_sector_cache *cache, uint32_t sector)
{
	return &cache->sectors[sector & (cache->slot_count - 1)];
}

static void link_sector(struct ff_sector_cache *cache, struct entry *entry)
{
	struct entry **first = sector_of(cache, entry->sector);

	entry->beside = *first;
	entry->beside_at = first;
	if (*first != NULL)
		(*first)->beside_at = &entry->beside;
	*first = entry;
}

static void drop(struct ff_sector_cache *cache, struct entry *entry)
{
	struct entry **at = slot_of(cache, entry->hash);

	while (*at != entry)
		at = &(*at)->next;
	*at = entry->next;
	*entry->beside_at = entry->beside;
	if (entry->beside != NULL)
		entry->beside->beside_at = entry->beside_at;
	unlink_use(cache, entry);
	cache->figures.entries--;
	cache->figures.bytes -= entry->bytes;
	free(entry);
}

void ff_sector_cache_forget(struct ff_sector_cache *cache, uint32_t sector)
{
	struct entry *entry = *sector_of(cache, sector);

	while (entry != NULL) {
		struct entry *beside = entry->beside;

		if (entry->sector == sector)
			drop(cache, entry);
		entry = beside;
	}
}

/* Without memory for more slots it only becomes slower. */
static void add_slots(struct ff_sector_cache *cache)
{
	size_t count = 2 * cache->slot_count;
	struct entry **slots = calloc(count, sizeof(struct entry *));
	struct entry **sectors = calloc(count, sizeof(struct entry *));

	if (slots == NULL || sectors == NULL) {
		free(slots);
		free(sectors);
		return;
	}
	free(cache->slots);
	free(cache->sectors);
	cache->slots = slots;
	cache->sectors = sectors;
	cache->slot_count = count;
	for (struct entry *entry = cache->newest; entry != NULL; entry = entry->older) {
		struct entry **slot = slot_of(cache, entry->hash);

		entry->next = *slot;
		*slot = entry;
		link_sector(cache, entry);
	}
}

enum ff_status ff_sector_cache_put(struct ff_sector_cache *cache,
				   const struct ff_sector_cache_key *key,
				   const struct ff_field *field)
{
	size_t count = key->seeds.count;
	size_t cells = (size_t)field->w * (size_t)field->h * ff_field_size(field->type);
	size_t bytes = sizeof(struct entry) + count * sizeof(struct start) + cells;
	struct entry *entry, **slot;

	if (bytes > cache->limit)
		return FF_OK;
	if ((entry = malloc(bytes)) == NULL)
		return FF_E_NOMEM;
	for (struct entry *oldest = cache->oldest, *newer;
	     cache->figures.bytes > cache->limit - bytes; oldest = newer) {
		newer = oldest->newer;
		drop(cache, oldest);
		cache->figures.evicted++;
	}
	*entry = (struct entry){.hash = hash_of(key),
				.sector = key->sector,
				.exit = key->exit,
				.bytes = bytes,
				.start_count = count,
				.field = *field};
	for (size_t i = 0; i < count; i++)
		entry->starts[i] =
			(struct start){key->seeds.items[i].start, key->seeds.items[i].cell};
	entry->field.cells = &entry->starts[count];
	memcpy(entry->field.cells, field->cells, cells);
	if (cache->figures.entries >= cache->slot_count)
		add_slots(cache);
	slot = slot_of(cache, entry->hash);
	entry->next = *slot;
	*slot = entry;
	link_sector(cache, entry);
	link_use(cache, entry);
	cache->figures.entries++;
	cache->figures.bytes += bytes;
	return FF_OK;
}

void ff_sector_cache_look(const struct ff_sector_cache *cache,
			  struct ff_sector_cache_figures *figures)
{
	*figures = cache->figures;
}
