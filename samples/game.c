/*
 * A game by libflowfield alone: three sides of walkers cross a map of 4 x 4 rooms in one crowd,
 * each to the room of another.  Doors shut and open each second, a cell of wall is painted each
 * frame, and no frame solves more than its share.
 *
 *	cc game.c -o game $(pkg-config --cflags --libs flowfield) -lm
 *	./game euclid
 */
#include <flowfield.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	MAP = 256, /* cells across, as the next two */
	ROOM = 64, /* with one wall */
	DOOR = 10,
	DOORS = 2, /* of a wall between two rooms */
	WALLS = 2 * (MAP / ROOM) * (MAP / ROOM - 1),
	SIDES = 3,
	WALKERS = 2000,
	FPS = 60,
	FRAMES = 300 * FPS, /* at most */
	BUDGET = 8192,      /* cells that a world settles in a frame */
};

/* The rooms, across and down, where each side begins and where it goes. */
static const int from[SIDES][2] = {{0, 0}, {3, 3}, {3, 0}}, to[SIDES][2] = {{3, 3}, {0, 0}, {0, 3}};

struct game {
	struct ff_world *worlds[SIDES]; /* one for each side, for a world has one set of goals */
	int solved[SIDES];              /* 0 while a solve in steps is under way */
	struct ff_crowd *crowd;
	int walkers, frame;
	uint32_t random;
};

/* Changes a rectangle of the map, which the worlds have in common. */
static enum ff_status edit(struct game *game, int x, int y, int w, int h, uint8_t cost)
{
	enum ff_status status = FF_OK;

	for (int k = 0; k < SIDES && status == FF_OK; k++)
		status = ff_world_edit(game->worlds[k], x, y, w, h, cost);
	return status;
}

/* Shuts one door of each wall, or none, and opens the others: by chance, for doors that take turns
 * would send walkers between them back and forth for ever. */
static enum ff_status move_doors(struct game *game)
{
	enum ff_status status = FF_OK;

	for (int wall = 0; wall < WALLS; wall++) {
		int across = (wall / 2 % (MAP / ROOM - 1) + 1) * ROOM;
		int along = wall / 2 / (MAP / ROOM - 1) * ROOM;
		int shut = (int)(game->random >> 16) % (DOORS + 1);

		game->random = game->random * 1664525 + 1013904223;
		for (int door = 0; door < DOORS && status == FF_OK; door++) {
			int at = along + (2 * door + 1) * ROOM / (2 * DOORS);
			uint8_t cost = door == shut ? FF_COST_WALL : 1;

			status = wall % 2 == 0 ? edit(game, at, across, DOOR, 1, cost)
					       : edit(game, across, at, 1, DOOR, cost);
		}
	}
	return status;
}

/* Sets a cell of the brush's way round a square in one room. */
static enum ff_status paint(struct game *game, int frame, uint8_t cost)
{
	enum { SIDE = 40, LEFT = 2 * ROOM + 12, TOP = ROOM + 12 };
	int part = frame % SIDE, edge = frame / SIDE % 4;
	int x[4] = {part, SIDE, SIDE - part, 0}, y[4] = {0, part, SIDE, SIDE - part};

	return frame < 0 ? FF_OK : edit(game, LEFT + x[edge], TOP + y[edge], 1, 1, cost);
}

/* Goes on with the solves, and begins the next where one has ended, but no two in one frame. */
static enum ff_status solve(struct game *game)
{
	enum ff_status status = FF_OK;

	for (int k = 0; k < SIDES && status == FF_OK; k++) {
		if (game->solved[k] && game->frame / 4 % SIDES != k)
			continue;
		if (game->solved[k])
			status = ff_world_begin(game->worlds[k]); /* takes the edits so far */
		if (status == FF_OK)
			status = ff_world_step(game->worlds[k], BUDGET, &game->solved[k]);
	}
	return status;
}

/* Plays a frame.  Walkers mind walls at once, and know the ways of each world's last solve. */
static enum ff_status play(struct game *game)
{
	enum ff_status status = game->frame % FPS == 0 ? move_doors(game) : FF_OK;

	if (status == FF_OK)
		status = paint(game, game->frame - FPS, 1);
	if (status == FF_OK)
		status = paint(game, game->frame, FF_COST_WALL);
	if (status == FF_OK)
		status = solve(game);
	ff_crowd_step(game->crowd);
	game->frame++;
	return status;
}

/* Makes the worlds, solves them while nobody plays yet, and adds the walkers. */
static enum ff_status begin(struct game *game, enum ff_metric metric)
{
	enum { GOAL = 32, MARGIN = (ROOM - GOAL) / 2, ROW = (ROOM - 2) / 2 };
	static uint8_t map[MAP][MAP]; /* 0 is read as 1 */
	const struct ff_rules rules = {.metric = metric};
	const struct ff_crowd_rules crowd_rules = {.dt = 1.0 / FPS};
	enum ff_status status = ff_crowd_new(&crowd_rules, &game->crowd);

	for (int i = 0; i < MAP; i++)
		for (int j = 0; j < MAP; j += ROOM)
			map[i][j] = map[j][i] = FF_COST_WALL;
	for (int k = 0; k < SIDES && status == FF_OK; k++) {
		status = ff_world_new(MAP, MAP, map[0], &rules, &game->worlds[k]);
		if (status == FF_OK)
			status = ff_world_add_goal_area(game->worlds[k], to[k][0] * ROOM + MARGIN,
							to[k][1] * ROOM + MARGIN, GOAL, GOAL, 0);
	}
	if (status == FF_OK)
		status = move_doors(game);
	for (int k = 0; k < SIDES && status == FF_OK; k++)
		status = ff_world_solve(game->worlds[k]);
	for (int i = 0; i < game->walkers && status == FF_OK; i++) {
		int k = i % SIDES, place = i / SIDES; /* in rows, two cells apart */
		int x = from[k][0] * ROOM + 2 + place % ROW * 2;
		int y = from[k][1] * ROOM + 2 + place / ROW * 2;

		status = ff_crowd_add(game->crowd, game->worlds[k], x, y, 0.35, 12, NULL);
	}
	return status;
}

/* Counts the walkers of each side that have arrived: the crowd takes them off the map. */
static void count(const struct game *game, int arrived[SIDES])
{
	uint8_t states[WALKERS];

	ff_crowd_copy(game->crowd, FF_CROWD_STATES, states, (size_t)game->walkers);
	for (int i = 0; i < game->walkers; i++)
		arrived[i % SIDES] += states[i] == FF_CROWD_ARRIVED;
}

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

int main(int argc, char **argv)
{
	static const char *const metrics[FF_METRICS] = {"manhattan", "octile", "euclid"};
	static int us[FRAMES]; /* microseconds of the processor */
	struct game game = {.solved = {1, 1, 1},
			    .walkers = argc > 2 ? (int)strtol(argv[2], NULL, 10) : WALKERS};
	int metric = 0, left = game.walkers;
	enum ff_status status;

	while (argc > 1 && metric < FF_METRICS && strcmp(argv[1], metrics[metric]) != 0)
		metric++;
	if (argc < 2 || metric == FF_METRICS || left < 1 || left > WALKERS) {
		fprintf(stderr, "usage: game manhattan|octile|euclid [1..%d walkers]\n", WALKERS);
		return 2;
	}
	status = begin(&game, (enum ff_metric)metric);
	while (status == FF_OK && left > 0 && game.frame < FRAMES) {
		clock_t before = clock();
		int arrived[SIDES] = {0};

		status = play(&game);
		us[game.frame - 1] = (int)((clock() - before) * 1000000 / CLOCKS_PER_SEC);
		count(&game, arrived);
		left = game.walkers - arrived[0] - arrived[1] - arrived[2];
		if (game.frame % (30 * FPS) == 0 || left == 0)
			printf("%.1f s: %d, %d and %d have arrived, %d are left\n",
			       ff_crowd_time(game.crowd), arrived[0], arrived[1], arrived[2], left);
	}
	qsort(us, (size_t)game.frame, sizeof *us, compare);
	if (status != FF_OK)
		fprintf(stderr, "%s\n", ff_error());
	else
		printf("%d frames: median %.2f ms, 99 %% up to %.2f ms, worst %.2f ms\n",
		       game.frame, us[game.frame / 2] / 1e3, us[game.frame * 99 / 100] / 1e3,
		       us[game.frame - 1] / 1e3);
	ff_crowd_free(game.crowd);
	for (int k = 0; k < SIDES; k++)
		ff_world_free(game.worlds[k]);
	return status != FF_OK || left > 0;
}
