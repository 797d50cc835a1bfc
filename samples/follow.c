/*
 * A game's loop with libflowfield: walkers follow one field to a goal.  A door shuts before all of
 * them have passed; the field is repaired, and the others turn round and take another way.
 *
 *	cc follow.c -o follow $(pkg-config --cflags --libs flowfield) -lm
 *	./follow rooms.png
 */
#include <flowfield.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

enum { WALKERS = 24, SHUT_AT = 80, FRAMES = 2000, CELLS_A_FRAME = 1000 };

#define SPEED 0.125 /* cells a frame; longer steps could cross a corner (see ff_world_follow) */

struct walker {
	double x, y; /* cells; 3.0,4.0 is the centre of cell 3,4 */
};

/* Reads a grey picture as a map: black is the cheapest ground, white is wall. */
static struct ff_world *load_world(const char *path)
{
	struct ff_rules rules = {.metric = FF_METRIC_EUCLID}; /* in any direction */
	struct ff_world *world = NULL;
	int w, h;
	unsigned char *grey = stbi_load(path, &w, &h, NULL, 1);
	enum ff_status status;

	if (grey == NULL) {
		fprintf(stderr, "%s: %s\n", path, stbi_failure_reason());
		return NULL;
	}
	status = ff_world_new(w, h, grey, &rules, &world); /* copies the map */
	if (status != FF_OK)
		fprintf(stderr, "%s: %s\n", path, ff_status_text(status));
	stbi_image_free(grey);
	return world;
}

/* Solves the world a few cells a frame, so that a loading screen keeps moving. */
static enum ff_status solve_in_frames(struct ff_world *world, int *frames)
{
	enum ff_status status = ff_world_begin(world);
	int done = 0;

	for (*frames = 0; status == FF_OK && !done; ++*frames)
		status = ff_world_step(world, CELLS_A_FRAME, &done);
	return status;
}

/* Returns true if a walker is in a cell of the class. */
static bool is_in(const struct ff_world *world, const struct walker *walker, enum ff_class class)
{
	return ff_world_class(world, (int32_t)lround(walker->x), (int32_t)lround(walker->y)) ==
	       class;
}

/* Shuts the door, and moves the walkers in it back into the room. */
static enum ff_status shut_door(struct ff_world *world, struct walker *walkers)
{
	enum ff_status status = ff_world_edit(world, 33, 31, 1, 1, FF_COST_WALL);

	if (status == FF_OK)
		status = ff_world_solve(world); /* a repair: the map was solved before */
	for (int i = 0; status == FF_OK && i < WALKERS; i++)
		if (is_in(world, &walkers[i], FF_WALL))
			walkers[i].y = 32;
	return status;
}

/* Moves the walkers that have not arrived; returns the number of those that have. */
static int move_walkers(const struct ff_world *world, struct walker *walkers)
{
	int arrived = 0;

	for (int i = 0; i < WALKERS; i++) {
		double dx, dy;

		if (is_in(world, &walkers[i], FF_GOAL)) {
			arrived++;
			continue;
		}
		ff_world_follow(world, walkers[i].x, walkers[i].y, &dx, &dy);
		walkers[i].x += SPEED * dx;
		walkers[i].y += SPEED * dy;
	}
	return arrived;
}

/* Plays until all walkers have arrived. */
static enum ff_status play(struct ff_world *world)
{
	struct walker walkers[WALKERS];
	enum ff_status status;
	int frames, arrived = 0;

	if ((status = ff_world_add_goal(world, 48, 30, 0)) != FF_OK ||
	    (status = solve_in_frames(world, &frames)) != FF_OK)
		return status;
	printf("%d x %d cells solved in %d frames\n", (int)ff_world_width(world),
	       (int)ff_world_height(world), frames);

	for (int i = 0; i < WALKERS; i++) /* in a room with three doors */
		walkers[i] = (struct walker){24 + i % 6 * 2, 36 + i / 6 * 2};
	for (int frame = 0; frame < FRAMES && arrived < WALKERS; frame++) {
		if (frame == SHUT_AT) {
			if ((status = shut_door(world, walkers)) != FF_OK)
				return status;
			printf("frame %d: a door shuts, %llu cells change\n", frame,
			       (unsigned long long)ff_world_changed(world));
		}
		arrived = move_walkers(world, walkers);
		if (frame % 100 == 99 || arrived == WALKERS)
			printf("frame %d: %d of %d have arrived\n", frame + 1, arrived, WALKERS);
	}
	return FF_OK;
}

int main(int argc, char **argv)
{
	struct ff_world *world;
	enum ff_status status;

	if (argc != 2) {
		fprintf(stderr, "usage: follow rooms.png\n");
		return 2;
	}
	if ((world = load_world(argv[1])) == NULL)
		return 1;
	if ((status = play(world)) != FF_OK)
		fprintf(stderr, "%s: %s\n", ff_status_text(status), ff_world_error(world));
	ff_world_free(world);
	return status != FF_OK;
}
