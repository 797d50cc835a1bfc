/*
 * Worlds in steps, seen from inside: the work of each step, and what crowds have to look at again.
 */
#include <inttypes.h>

#include "core/handle.h"
#include "core/map/walkers.h"
#include "unit/oracle.h"
#include "unit/tap.h"

enum { W = 192, H = 160, STEPS = 1 << 16 };

static int by_size(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

	return (a > b) - (a < b);
}

/* Returns a world with some walls and a goal, on ground of costs up to 'most'. */
static struct ff_world *new_world(const struct ff_rules *rules, uint64_t most, uint64_t *dice)
{
	uint8_t *map = oracle_cells(W * H, 1);
	struct ff_world *world = NULL;

	for (int i = 0; i < W * H; i++)
		map[i] = oracle_random(dice) % 8 == 0 ? 255
						      : (uint8_t)(1 + oracle_random(dice) % most);
	map[0] = 1;
	if (!CHECK(ff_world_new(W, H, map, rules, &world) == FF_OK, "%s", ff_error()))
		exit(1);
	ff_world_add_goal(world, 0, 0, 0);
	free(map);
	return world;
}

/* Steps to the end; no step does more than twice the work of the median one of those that work, and
 * together they do at least 'least'. */
static void step_evenly(struct ff_world *world, uint64_t cells, uint64_t least, const char *name)
{
	uint64_t *work = oracle_cells(STEPS, sizeof *work), first = ff_world_effort(world);
	uint64_t before = first;
	int done = 0, steps = 0, count = 0;

	CHECK(ff_world_begin(world) == FF_OK && ff_world_effort(world) == before,
	      "%s: to begin is no work", name);
	while (!done && steps++ < STEPS &&
	       CHECK(ff_world_step(world, cells, &done) == FF_OK, "%s", ff_error())) {
		if (ff_world_effort(world) > before)
			work[count++] = ff_world_effort(world) - before;
		before = ff_world_effort(world);
	}
	qsort(work, (size_t)count, sizeof *work, by_size);
	CHECK(count > 3 && work[count - 1] <= 2 * work[count / 2],
	      "%s: %d steps, the median one %" PRIu64 ", the largest %" PRIu64, name, count,
	      work[count / 2], work[count - 1]);
	CHECK(before - first >= least, "%s: %" PRIu64 " cells of work, not %" PRIu64, name,
	      before - first, least);
	free(work);
}

static void no_step_does_more_than_twice_the_work_of_the_median_one(void)
{
	static const char *const names[] = {"manhattan", "octile", "euclid"};
	enum { TURNED = 1, LIMITED = 2, GROWS = 4, EVEN = 8, SEES = 16, KINDS = 32 };
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < FF_METRICS * KINDS; k++) {
		struct ff_rules rules = {.metric = (enum ff_metric)(k / KINDS)};
		bool turned = (k & TURNED) != 0 && rules.metric != FF_METRIC_EUCLID;
		bool limited = (k & LIMITED) != 0, grows = (k & GROWS) != 0;
		bool even = (k & EVEN) != 0, exact = even && rules.metric == FF_METRIC_EUCLID;
		uint64_t budget = grows ? (exact ? 1000 : 100) : 4096;
		/* All cells are looked at once more, and turned, or made farther, one by one. */
		bool spreads = turned || limited;
		uint64_t least = spreads ? W * H * 3 / 2 : 0;
		struct ff_world *world;
		char name[64];

		rules.progressive = grows;
		rules.sight = (k & SEES) != 0;
		rules.max_cost = limited ? 60 : 0;
		rules.step = turned ? FF_STEP_HOPS : FF_STEP_CELL;
		rules.flow = turned ? FF_FLOW_SUM : FF_FLOW_OWN;
		world = new_world(&rules, even ? 1 : 3, &dice);
		for (int round = 0; round < 2 + spreads; round++) {
			snprintf(name, sizeof name, "%s, kind %d, round %d", names[rules.metric],
				 k % KINDS, round);
			/* By the last round an edit has made even ground uneven. */
			step_evenly(world, round == 2 && !grows ? 4096 : budget, least, name);
			if (round == 0)
				ff_world_edit(world, 40, 0, 3, H - 20, FF_COST_WALL);
			else
				ff_world_edit(world, 2, 2, 1, 1, 9);
		}
		ff_world_free(world);
	}
}

static void a_version_changes_with_walls_and_solutions_alone(void)
{
	uint64_t dice = ORACLE_SEED, version, effort;
	struct ff_world *world = new_world(NULL, 3, &dice);

	CHECK(world->guide.pending && !world->guide.aimless, "not solved");
	CHECK(ff_world_solve(world) == FF_OK && !world->guide.pending, "%s", ff_error());
	version = world->guide.version;
	effort = ff_world_effort(world);
	ff_world_clear_goals(world);
	ff_world_add_goal(world, 0, 0, 0);
	CHECK(ff_world_solve(world) == FF_OK && world->guide.version == version &&
		      ff_world_effort(world) == effort,
	      "the same goal");
	ff_world_edit(world, 0, 0, 1, 1, 9);
	CHECK(world->guide.version == version, "ground counts from the solve on");
	ff_world_edit(world, 0, 0, 1, 1, 1);
	CHECK(ff_world_solve(world) == FF_OK && world->guide.version == version, "and back");
	ff_world_edit(world, 5, 5, 2, 2, FF_COST_WALL);
	CHECK(world->guide.version == version + 1, "walls count at once");
	CHECK(ff_world_solve(world) == FF_OK && world->guide.version > version + 1, "solved");
	ff_world_clear_goals(world);
	CHECK(ff_world_solve(world) == FF_OK && world->guide.aimless && !world->guide.pending,
	      "without goals");
	ff_world_free(world);
}

int main(void)
{
	RUN(no_step_does_more_than_twice_the_work_of_the_median_one);
	RUN(a_version_changes_with_walls_and_solutions_alone);
	return tap_done();
}
