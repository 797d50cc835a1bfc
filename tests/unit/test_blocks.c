#include "core/solve/blocks.h"

#include "core/solve/descend.h"
#include "oracle.h"
#include "support/mapgen.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

enum { RANKS = 7, QUEUE = 4096 };

/* The ranks of a run, and the offers between them that are on their way, in any order. */
struct network {
	struct ff_share shares[RANKS];
	struct flight {
		int rank;
		struct ff_blocks_offer offer;
	} * flying;
	size_t count, room;
	uint64_t dice;
};

static bool add_flight(void *context, int rank, const struct ff_blocks_offer *offer)
{
	struct network *net = context;

	if (net->count == net->room) {
		net->room = 2 * net->room + 64;
		net->flying = realloc(net->flying, net->room * sizeof *net->flying);
		if (net->flying == NULL)
			return false;
	}
	net->flying[net->count++] = (struct flight){rank, *offer};
	return true;
}

/* Lets an offer arrive, or a rank work, by chance, until there is neither. */
static void work(struct network *net, int ranks)
{
	for (int idle = 0; net->count > 0 || idle < 3 * ranks;) {
		uint64_t dice = oracle_random(&net->dice);
		bool worked = false;

		if (net->count > 0 && (dice & 3) != 0) {
			size_t at = (size_t)(oracle_random(&net->dice) % net->count);
			struct flight flight = net->flying[at];

			net->flying[at] = net->flying[--net->count];
			ff_share_offer(&net->shares[flight.rank], &flight.offer);
			idle = 0;
			continue;
		}
		/* In turn while all are idle, so that none is left out. */
		CHECK(ff_share_work(&net->shares[idle > 0 ? idle % ranks
							  : (int)((dice >> 8) % (uint64_t)ranks)],
				    &worked) == FF_OK,
		      "a rank fails");
		idle = worked ? 0 : idle + 1;
	}
}

/* Gives the ranks their blocks of a map and its seeds. */
static void open_all(struct network *net, const struct ff_blocks *blocks,
		     const struct ff_model *model, const struct ff_cost *map,
		     const struct ff_seeds *seeds, double limit)
{
	for (int rank = 0; rank < blocks->ranks; rank++) {
		struct ff_share *share = &net->shares[rank];

		CHECK(ff_share_open(share, blocks, rank, model, map->wide != NULL, limit, NULL) ==
			      FF_OK,
		      "a share is not opened");
		share->send = add_flight;
		share->context = net;
		CHECK(ff_share_fill(share, map, seeds) == FF_OK, "no memory for seeds");
		ff_share_begin(share);
	}
}

/* Solves a map in blocks; compares values, and directions unless 'flow' is NULL. */
static void check_map(const char *name, struct network *net, const struct ff_blocks *blocks,
		      const struct ff_model *model, const struct ff_cost *map,
		      const struct ff_seeds *seeds, double limit, const uint64_t *field,
		      const uint8_t *flow)
{
	size_t wrong = 0, turned = 0, cells = 0;

	open_all(net, blocks, model, map, seeds, limit);
	work(net, blocks->ranks);
	for (int rank = 0; rank < blocks->ranks; rank++) {
		struct ff_share *share = &net->shares[rank];

		CHECK(ff_share_finish(share) == FF_OK, "%s: a rank does not finish", name);
		for (size_t i = 0; i < share->count; i++) {
			struct ff_block *block = &share->items[i];
			struct ff_flow ways = {.w = block->all.w, .h = block->all.h};

			ways.cells = oracle_cells((size_t)ways.w * (size_t)ways.h, 1);
			(void)ff_descend(model, &block->cost, &block->field, &block->seeds, &ways,
					 NULL, NULL);
			for (int32_t y = 0; y < block->own.h; y++)
				for (int32_t x = 0; x < block->own.w; x++, cells++) {
					size_t here = (size_t)(block->own.y + y - block->all.y) *
							      (size_t)block->all.w +
						      (size_t)(block->own.x + x - block->all.x);
					size_t there = (size_t)(block->own.y + y) * (size_t)map->w +
						       (size_t)(block->own.x + x);
					uint64_t value = block->field.u32[here] == FF_FIELD_NONE32
								 ? ORACLE_NONE
								 : block->field.u32[here];

					wrong += value != field[there];
					turned += flow != NULL && ways.cells[here] != flow[there];
				}
			free(ways.cells);
		}
		ff_share_close(share);
	}
	CHECK(wrong == 0 && turned == 0 && cells == (size_t)map->w * (size_t)map->h,
	      "%s, %d ranks, blocks of %d: %zu values and %zu directions of %zu cells are wrong",
	      name, blocks->ranks, (int)blocks->cut.size, wrong, turned, cells);
}

static struct network net;

static void check_oracle(const struct oracle *truth)
{
	struct ff_blocks blocks = ff_blocks_cut(truth->cost.w, truth->cost.h, 1);

	net.dice = truth->dice;
	blocks.ranks = 1 + (int)(oracle_random(&net.dice) % RANKS);
	blocks.cut = ff_sectors_cut(truth->cost.w, truth->cost.h,
				    1 + (int32_t)(oracle_random(&net.dice) % 12));
	check_map(truth->name, &net, &blocks, &truth->model, &truth->cost, &truth->seeds,
		  truth->limit, truth->field, truth->flow);
}

static void blocks_of_any_size_and_owner_have_the_values_of_the_whole_map(void)
{
	for (int k = 0; k < ORACLE_MODELS; k++) {
		struct ff_model model = oracle_model(k, FF_FLOW_LOWEST);

		oracle_random_maps(&model, 20, check_oracle);
	}
}

static void large_maps_in_several_tiles_a_block(void)
{
	static const char *const kinds[] = {"terrain", "caves", "maze", "serpentine", "random"};
	const struct ff_model model = {.metric = FF_METRIC_OCTILE, .flow = FF_FLOW_LOWEST};

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (int ranks = 2 + (int)k; ranks <= RANKS; ranks += 5) {
			struct oracle truth;
			struct ff_blocks blocks = ff_blocks_cut(300, 260, ranks);

			oracle_new(&truth, &model, 300, 260, 1);
			CHECK(mapgen_fill(kinds[k], 300, 260, k + 1, truth.cost.cells), "no map");
			truth.seeds.items[0].cell = 130 * 300 + 150;
			oracle_solve(&truth);
			net.dice = k;
			check_map(kinds[k], &net, &blocks, &model, &truth.cost, &truth.seeds,
				  (double)INFINITY, truth.field, truth.flow);
			oracle_free(&truth);
		}
}

static void every_block_has_one_owner_and_ranks_have_about_as_many(void)
{
	for (int ranks = 1; ranks <= 64; ranks++) {
		const struct ff_blocks blocks = ff_blocks_cut(5000, 3000, ranks);
		const uint32_t count = ff_sectors_count(&blocks.cut);
		uint32_t least = count, most = 0;

		for (int rank = 0; rank < ranks; rank++) {
			uint32_t own = 0;

			for (uint32_t number = 0; number < count; number++)
				own += ff_blocks_owner(&blocks, number) == rank;
			least = own < least ? own : least;
			most = own > most ? own : most;
		}
		CHECK(least > 0 && most <= 2 * least,
		      "%d ranks: %" PRIu32 " to %" PRIu32 " of %" PRIu32, ranks, least, most,
		      count);
	}
}

int main(void)
{
	RUN(every_block_has_one_owner_and_ranks_have_about_as_many);
	RUN(blocks_of_any_size_and_owner_have_the_values_of_the_whole_map);
	RUN(large_maps_in_several_tiles_a_block);
	free(net.flying);
	return tap_done();
}
