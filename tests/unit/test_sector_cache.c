#include "core/sectors/routing.h"

#include "sectored.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SEEDS = 4, CELLS = 64, KEPT = 8192 };

/* What a cache should have: a plain list, the one used last at the end. */
struct kept {
	uint32_t sector, exit;
	struct ff_seed seeds[SEEDS];
	size_t seed_count, bytes;
	enum ff_field_type type;
	int32_t w, h;
	uint8_t cells[CELLS * 8];
};

static struct {
	struct kept *items; /* [count] */
	size_t count, bytes;
	uint64_t hits, misses, evicted;
} list;

static struct ff_sector_cache *cache;
static size_t limit;

static bool is_same(const struct kept *a, const struct kept *b)
{
	bool same = a->sector == b->sector && a->exit == b->exit && a->seed_count == b->seed_count;

	for (size_t i = 0; i < a->seed_count && same; i++)
		same = a->seeds[i].cell == b->seeds[i].cell &&
		       a->seeds[i].start == b->seeds[i].start;
	return same;
}

static void drop(size_t i)
{
	list.bytes -= list.items[i].bytes;
	memmove(&list.items[i], &list.items[i + 1], (--list.count - i) * sizeof *list.items);
}

static void begin(size_t bytes)
{
	list.items = oracle_cells(KEPT, sizeof *list.items);
	list.count = list.bytes = 0;
	list.hits = list.misses = list.evicted = 0;
	limit = bytes;
	CHECK(ff_sector_cache_open(&cache, limit) == FF_OK, "open");
}

static void end(void)
{
	ff_sector_cache_close(cache);
	free(list.items);
}

/* What the cache holds of a field besides its cells and starts depends on the machine: it is
 * learned from the first entry. */
static size_t overhead(void)
{
	struct ff_sector_cache_figures figures;
	uint32_t cell = 0;
	struct ff_field field = {.w = 1, .h = 1, .type = FF_FIELD_U32, .u32 = &cell};
	struct ff_seed seed = {0};

	CHECK(ff_sector_cache_open(&cache, SIZE_MAX) == FF_OK, "open");
	CHECK(ff_sector_cache_put(cache, &(struct ff_sector_cache_key){.seeds = {&seed, 0}},
				  &field) == FF_OK,
	      "put");
	ff_sector_cache_figures_of(cache, &figures);
	ff_sector_cache_close(cache);
	return figures.bytes - sizeof cell;
}

static void look(void)
{
	struct ff_sector_cache_figures figures;

	ff_sector_cache_figures_of(cache, &figures);
	CHECK(figures.hits == list.hits && figures.misses == list.misses &&
		      figures.evicted == list.evicted,
	      "%" PRIu64 " hits, %" PRIu64 " misses, %" PRIu64 " evicted, not %" PRIu64 ", %" PRIu64
	      " and %" PRIu64,
	      figures.hits, figures.misses, figures.evicted, list.hits, list.misses, list.evicted);
	CHECK(figures.entries == list.count && figures.bytes == list.bytes,
	      "%zu entries of %zu bytes, "
	      "not %zu of %zu",
	      figures.entries, figures.bytes, list.count, list.bytes);
	CHECK(figures.bytes <= limit, "%zu bytes, no more than %zu", figures.bytes, limit);
}

/* Asks for a field; the list says whether it is there. */
static bool find(struct kept *wanted)
{
	struct ff_sector_cache_key key = {
		wanted->sector, wanted->exit, {wanted->seeds, wanted->seed_count}};
	const struct ff_field *field = ff_sector_cache_find(cache, &key);
	size_t i = 0;

	while (i < list.count && !is_same(&list.items[i], wanted))
		i++;
	if (!CHECK((field != NULL) == (i < list.count), "sector %" PRIu32 " is%s there",
		   wanted->sector, field == NULL ? " not" : ""))
		return field != NULL;
	if (field == NULL) {
		list.misses++;
		return false;
	}
	list.hits++;
	*wanted = list.items[i];
	CHECK(field->w == wanted->w && field->h == wanted->h && field->type == wanted->type &&
		      field->unit == 7 &&
		      memcmp(field->cells, wanted->cells,
			     (size_t)(field->w * field->h) * ff_field_size(field->type)) == 0,
	      "sector %" PRIu32 " comes back changed", wanted->sector);
	drop(i);
	list.bytes += wanted->bytes;
	list.items[list.count++] = *wanted;
	return true;
}

static void put(struct kept *item, size_t over)
{
	struct ff_sector_cache_key key = {
		item->sector, item->exit, {item->seeds, item->seed_count}};
	struct ff_field field = {
		.w = item->w, .h = item->h, .type = item->type, .unit = 7, .cells = item->cells};

	item->bytes = over + 16 * item->seed_count +
		      (size_t)(item->w * item->h) * ff_field_size(item->type);
	CHECK(ff_sector_cache_put(cache, &key, &field) == FF_OK, "put");
	if (item->bytes > limit)
		return;
	while (list.bytes + item->bytes > limit) {
		drop(0);
		list.evicted++;
	}
	list.bytes += item->bytes;
	list.items[list.count++] = *item;
}

/* A key of few, so that the same come again, and keys that differ in one thing only are many. */
static struct kept throw(uint64_t * dice, int32_t sectors)
{
	struct kept item = {.sector = (uint32_t)sectored_below(dice, sectors),
			    .exit = (uint32_t)sectored_below(dice, 2),
			    .seed_count = (size_t)sectored_below(dice, SEEDS + 1),
			    .type = (enum ff_field_type)sectored_below(dice, FF_FIELD_TYPES),
			    .w = 1 + sectored_below(dice, 8),
			    .h = 1 + sectored_below(dice, 8)};

	for (size_t i = 0; i < SEEDS; i++)
		item.seeds[i] = (struct ff_seed){
			i < item.seed_count ? (uint32_t)sectored_below(dice, 2) : 0,
			/* of no account */
			(uint32_t)sectored_below(dice, 9),
			i == 0 || i >= item.seed_count ? 0 : sectored_below(dice, 2) * 0.5};
	for (size_t i = 0; i < sizeof item.cells; i++)
		item.cells[i] = (uint8_t)oracle_random(dice);
	return item;
}

static void forget(uint32_t sector)
{
	ff_sector_cache_invalidate(cache, sector);
	for (size_t i = list.count; i-- > 0;)
		if (list.items[i].sector == sector)
			drop(i);
}

/* With 'forgets' a sector is forgotten in one of so many turns; 0: none is. */
static void play(size_t bytes, int32_t sectors, int turns, int32_t forgets)
{
	size_t over = overhead();
	uint64_t dice = ORACLE_SEED + bytes;

	begin(bytes);
	for (int k = 0; k < turns; k++) {
		struct kept item = throw(&dice, sectors);

		if (!find(&item))
			put(&item, over);
		if (forgets > 0 && sectored_below(&dice, forgets) == 0)
			forget((uint32_t)sectored_below(&dice, sectors));
		look();
	}
	end();
}

static void a_cache_has_what_a_plain_list_has_and_lets_the_least_recently_used_go(void)
{
	play(4000, 4, 3000, 0);
	play(20000, 4, 3000, 0);
	play(1000, 1, 3000, 0);
}

static void fields_larger_than_the_limit_are_not_kept_and_nothing_goes_for_them(void)
{
	play(300, 2, 2000, 0);
	play(0, 2, 100, 0);
	play(1, 2, 100, 0);
}

static void it_grows_and_forgets_nothing_without_a_limit(void)
{
	size_t over = overhead();

	begin(SIZE_MAX);
	for (uint32_t pass = 0; pass < 2; pass++)
		for (uint32_t s = 0; s < 5000; s++) {
			struct kept item = {.sector = s, .w = 1, .h = 1, .type = FF_FIELD_U32};

			memcpy(item.cells, &s, sizeof s);
			if (pass == 0)
				put(&item, over);
			else {
				/* the list, from its front, is as good as in order of use */
				const struct ff_field *field = ff_sector_cache_find(
					cache, &(struct ff_sector_cache_key){.sector = s});

				list.hits++;
				CHECK(field != NULL && field->u32[0] == s, "sector %" PRIu32, s);
			}
		}
	look();
	end();
}

static void a_sector_is_forgotten_with_all_its_exits_and_seeds_and_no_other(void)
{
	play(4000, 4, 3000, 5);
	play(60000, 9, 3000, 20);
	play(0, 2, 50, 2);
}

/* Some that share a place with others, before and after it has grown. */
static void a_large_cache_forgets_sectors_too(void)
{
	size_t over = overhead();

	begin(SIZE_MAX);
	for (uint32_t s = 0; s < 5000; s++) {
		struct kept item = {.sector = s * 512, .w = 1, .h = 1, .type = FF_FIELD_U32};

		put(&item, over);
		if (s % 900 == 0)
			forget(s / 9 * 3 * 512);
	}
	for (uint32_t s = 0; s < 5000; s += 3)
		forget(s * 512);
	look();
	for (uint32_t s = 0; s < 5000; s++) {
		bool there = ff_sector_cache_find(cache, &(struct ff_sector_cache_key){
								 .sector = s * 512}) != NULL;

		CHECK(there == (s % 3 != 0), "sector %" PRIu32 " is%s there", s * 512,
		      there ? "" : " not");
	}
	end();
}

/* A field that just fits is kept alone. */
static void a_field_as_large_as_the_limit_is_kept_and_one_byte_more_is_not(void)
{
	size_t over = overhead();
	struct kept item = {.sector = 1, .w = 8, .h = 8, .type = FF_FIELD_F64, .seed_count = 2};

	begin(over + 32 + 512);
	put(&item, over);
	look();
	CHECK(list.count == 1 && find(&item), "it is not there");
	item.sector = 2;
	put(&item, over);
	look();
	end();
	begin(over + 32 + 511);
	put(&item, over);
	look();
	CHECK(!find(&item), "it is there");
	end();
}

int main(void)
{
	RUN(a_cache_has_what_a_plain_list_has_and_lets_the_least_recently_used_go);
	RUN(fields_larger_than_the_limit_are_not_kept_and_nothing_goes_for_them);
	RUN(it_grows_and_forgets_nothing_without_a_limit);
	RUN(a_sector_is_forgotten_with_all_its_exits_and_seeds_and_no_other);
	RUN(a_large_cache_forgets_sectors_too);
	RUN(a_field_as_large_as_the_limit_is_kept_and_one_byte_more_is_not);
	return tap_done();
}
