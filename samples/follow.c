/*
 * A game's loop with libflowfield: walkers follow one field to a goal.  A door shuts before all of
 * them have passed; the field is repaired, and the others turn round and take another way.
 *
 *	cc follow.c -o follow $(pkg-config --cflags --libs flowfield) -lm
 *	./follow rooms.png
 *
 * And a game without the library, which reads files that were made before:
 *
 *	flowfield rooms.png --goal 48,30 --directions d.raw --vectors flow.png
 *	./follow d.raw flow.png
 */
#include <flowfield.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

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
	printf("solved in %d frames\n", frames);

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

/* ---- files alone ---- */

struct baked {
	int w, h;
	unsigned char *directions; /* [h][w]  of d.raw: 0 N, 1 NE, ... 7 NW, 8 none */
	unsigned char *texels;     /* [h][w][3]  of flow.png: dx and dy, 128 is 0; class */
};

/* Reads both files, of which only the picture knows its size. */
static bool load_baked(struct baked *baked, const char *raw, const char *texture)
{
	size_t cells, n = 0;
	FILE *in;

	if ((baked->texels = stbi_load(texture, &baked->w, &baked->h, NULL, 3)) == NULL) {
		fprintf(stderr, "%s: %s\n", texture, stbi_failure_reason());
		return false;
	}
	if ((in = fopen(raw, "rb")) == NULL) {
		fprintf(stderr, "%s: cannot be read\n", raw);
		return false;
	}
	cells = (size_t)baked->w * (size_t)baked->h;
	if ((baked->directions = malloc(cells + 1)) != NULL)
		n = fread(baked->directions, 1, cells + 1, in);
	fclose(in);
	if (n != cells)
		fprintf(stderr, "%s: expected a byte for each of %d x %d cells\n", raw, baked->w,
			baked->h);
	return n == cells;
}

static bool is_inside(const struct baked *baked, int x, int y)
{
	return x >= 0 && y >= 0 && x < baked->w && y < baked->h;
}

/* Returns the class at a place, as a shader would. */
static enum ff_class class_at(const struct baked *baked, double x, double y)
{
	int cell_x = (int)lround(x), cell_y = (int)lround(y);

	if (!is_inside(baked, cell_x, cell_y))
		return FF_WALL;
	return (enum ff_class)baked->texels[3 * (cell_y * baked->w + cell_x) + 2];
}

/* Walks from cell to cell by directions. */
static void walk_cells(const struct baked *baked, int x, int y)
{
	static const int dx[8] = {0, 1, 1, 1, 0, -1, -1, -1}, dy[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
	int steps = 0;

	printf("d.raw: from %d,%d", x, y);
	while (is_inside(baked, x, y) && steps < baked->w * baked->h) {
		int direction = baked->directions[y * baked->w + x];

		if (direction >= 8)
			break;
		x += dx[direction];
		y += dy[direction];
		steps++;
	}
	printf(" %d steps to %d,%d\n", steps, x, y);
}

/* Walks in frames by vectors, and along walls that are in the way. */
static void walk_vectors(const struct baked *baked, double x, double y)
{
	int frame = 0;

	printf("flow.png: from %g,%g", x, y);
	for (; frame < FRAMES && class_at(baked, x, y) == FF_REACHED; frame++) {
		const unsigned char *texel = baked->texels + 3 * (lround(y) * baked->w + lround(x));
		double dx = SPEED * (texel[0] - 128) / 127, dy = SPEED * (texel[1] - 128) / 127;

		if (class_at(baked, x + dx, y) != FF_WALL)
			x += dx;
		if (class_at(baked, x, y + dy) != FF_WALL)
			y += dy;
	}
	printf(" %d frames to %.1f,%.1f, %s\n", frame, x, y,
	       class_at(baked, x, y) == FF_GOAL ? "the goal" : "which is no goal");
}

static int play_baked(const char *raw, const char *texture)
{
	struct baked baked = {0};
	bool loaded = load_baked(&baked, raw, texture);

	if (loaded) {
		walk_cells(&baked, 24, 36);
		walk_vectors(&baked, 24, 36);
	}
	free(baked.directions);
	stbi_image_free(baked.texels);
	return loaded ? 0 : 1;
}

int main(int argc, char **argv)
{
	struct ff_world *world;
	enum ff_status status;

	if (argc == 3)
		return play_baked(argv[1], argv[2]);
	if (argc != 2) {
		fprintf(stderr, "usage: follow rooms.png | follow d.raw flow.png\n");
		return 2;
	}
	if ((world = load_world(argv[1])) == NULL)
		return 1;
	if ((status = play(world)) != FF_OK)
		fprintf(stderr, "%s: %s\n", ff_status_text(status), ff_error());
	ff_world_free(world);
	return status != FF_OK;
}
