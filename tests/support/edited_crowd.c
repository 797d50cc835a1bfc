/*
 * A crowd on a map that is edited, made with flowfield.h alone: what walk --edits must equal.
 *
 *	edited_crowd METRIC SIGHT SLOW SECONDS AGENTS EDITS GOALS [BATCH] <map
 *
 * With BATCH fields grow: BATCH cells settle before each step, as with walk --batch.
 *
 * The map is plain PGM whose greys are costs.  Tables have a header and all their columns:
 * id,group,x,y,radius,speed,start and time,x,y,w,h,what; of the goals, group,x,y.  Prints
 * t,id,x,y for each walker on the map at each step.
 */
#include <flowfield.h>

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT 0.1

enum { MOST = 1000, WORLDS = 8, LINE = 200 };

struct agent {
	uint64_t name, id;
	char group[32];
	double x, y, radius, speed, start;
	int world;
};
struct edit {
	double time;
	int x, y, w, h;
	char what[32];
};
struct place {
	char group[32];
	double x, y;
};
struct world {
	struct ff_world *world;
	char group[32];
	double radius;
	struct place places[MOST];
	size_t places_count;
	bool due, grows; /* anew; now */
};

static struct agent agents[MOST];
static struct edit edits[MOST];
static struct place goals[MOST];
static struct world worlds[WORLDS];
static size_t agent_count, edit_count, goal_count;
static int world_count, width, height, batch;
static uint8_t *map;

static void die(const char *what)
{
	fprintf(stderr, "edited_crowd: %s\n", what);
	exit(1);
}

/* Reads the lines after the header of a table. */
static size_t read_table(const char *path, bool (*take)(const char *line, size_t i))
{
	FILE *file = fopen(path, "r");
	char line[LINE];
	size_t count = 0;

	if (file == NULL || fgets(line, sizeof line, file) == NULL)
		die(path);
	while (fgets(line, sizeof line, file) != NULL && count < MOST)
		if (!take(line, count++))
			die(line);
	fclose(file);
	return count;
}

/* NOLINTBEGIN(cert-err34-c) the test writes what is read here */

static bool take_agent(const char *line, size_t i)
{
	struct agent *a = &agents[i];
	const char *group = strchr(line, ',') + 1;

	a->name = strtoull(line, NULL, 10);
	snprintf(a->group, sizeof a->group, "%.*s", (int)strcspn(group, ","), group);
	return sscanf(strchr(group, ','), ",%lf,%lf,%lf,%lf,%lf", &a->x, &a->y, &a->radius,
		      &a->speed, &a->start) == 5;
}

static bool take_edit(const char *line, size_t i)
{
	struct edit *e = &edits[i];

	return sscanf(line, "%lf,%d,%d,%d,%d,%31s", &e->time, &e->x, &e->y, &e->w, &e->h,
		      e->what) == 6;
}

static bool take_goal(const char *line, size_t i)
{
	struct place *g = &goals[i];

	snprintf(g->group, sizeof g->group, "%.*s", (int)strcspn(line, ","), line);
	return sscanf(strchr(line, ','), ",%lf,%lf", &g->x, &g->y) == 2;
}

static void read_map(void)
{
	int most;

	if (scanf("P2 %d %d %d", &width, &height, &most) != 3 || most != 255)
		die("no plain PGM");
	map = malloc((size_t)width * (size_t)height);
	if (map == NULL)
		die("no memory");
	for (int i = 0; i < width * height; i++) {
		int grey;

		if (scanf("%d", &grey) != 1)
			die("no grey");
		map[i] = (uint8_t)grey;
	}
}

static bool has_goals(const char *group)
{
	for (size_t i = 0; i < goal_count; i++)
		if (strcmp(goals[i].group, group) == 0)
			return true;
	return false;
}

/* Returns the world of a group's walkers of a radius, which it makes if there is none. */
static int find_world(const struct ff_rules *rules, const char *group, double radius)
{
	struct world *w = &worlds[world_count];

	group = has_goals(group) ? group : "";
	radius = radius > 0.5 ? radius : 0;
	for (int i = 0; i < world_count; i++)
		if (strcmp(worlds[i].group, group) == 0 && worlds[i].radius == radius)
			return i;
	if (world_count == WORLDS)
		die("too many worlds");
	*w = (struct world){.radius = radius, .due = batch > 0};
	snprintf(w->group, sizeof w->group, "%s", group);
	if (ff_world_new(width, height, map,
			 &(struct ff_rules){.metric = rules->metric,
					    .sight = rules->sight,
					    .radius = radius,
					    .progressive = batch > 0},
			 &w->world) != FF_OK)
		die("no world");
	for (size_t i = 0; i < goal_count; i++)
		if (strcmp(goals[i].group, group) == 0) {
			w->places[w->places_count++] = goals[i];
			ff_world_add_goal(w->world, goals[i].x, goals[i].y, 0);
		}
	if (ff_world_solve(w->world) != FF_OK)
		die(ff_error());
	return world_count++;
}

static bool inside(const struct edit *e, const struct place *p)
{
	return p->x >= e->x && p->y >= e->y && p->x < e->x + e->w && p->y < e->y + e->h;
}

static void set_goals(struct world *w, const struct edit *e)
{
	size_t kept = 0;

	if (w->group[0] != '\0')
		return;
	if (strcmp(e->what, "goal") == 0) {
		w->places[w->places_count++] = (struct place){.x = e->x, .y = e->y};
		ff_world_add_goal(w->world, e->x, e->y, 0);
		return;
	}
	ff_world_clear_goals(w->world);
	for (size_t i = 0; i < w->places_count; i++)
		if (!inside(e, &w->places[i]))
			w->places[kept++] = w->places[i];
	w->places_count = kept;
	for (size_t i = 0; i < kept; i++)
		ff_world_add_goal(w->world, w->places[i].x, w->places[i].y, 0);
}

static void make_edit(const struct edit *e)
{
	for (int i = 0; i < world_count; i++) {
		struct world *w = &worlds[i];

		w->due |= batch > 0 && (strstr(e->what, "goal") == NULL || w->group[0] == '\0');
		if (strstr(e->what, "goal") != NULL) {
			set_goals(w, e);
			continue;
		}
		for (int y = e->y; y < e->y + e->h; y++)
			for (int x = e->x; x < e->x + e->w; x++) {
				uint8_t was = map[y * width + x], cost;

				cost = strcmp(e->what, "wall") == 0   ? FF_COST_WALL
				       : strcmp(e->what, "open") == 0 ? was == 255 ? 1 : was
								      : (uint8_t)atoi(e->what);
				ff_world_edit(w->world, x, y, 1, 1, cost);
			}
	}
}

/* Makes a solved world grow anew, by an edit that is taken back; no cell is settled. */
static void grow(struct world *w)
{
	size_t cells = (size_t)width * (size_t)height, i = 0;
	uint8_t *costs = malloc(cells);
	int done;

	if (costs == NULL || ff_world_copy(w->world, FF_LAYER_COST, costs, cells) != FF_OK)
		die("no costs");
	while (costs[i] > 253)
		i++;
	ff_world_edit(w->world, (int32_t)i % width, (int32_t)i / width, 1, 1, costs[i] + 1);
	if (ff_world_solve(w->world) != FF_OK)
		die(ff_error());
	ff_world_edit(w->world, (int32_t)i % width, (int32_t)i / width, 1, 1, costs[i]);
	free(costs);
	if (ff_world_begin(w->world) != FF_OK || ff_world_step(w->world, 1, &done) != FF_OK ||
	    ff_world_step(w->world, 1, &done) != FF_OK || done)
		die("a world that does not grow");
	w->due = false;
	w->grows = true;
}

/* Settles a batch of cells of all worlds that grow. */
static void grow_all(void)
{
	for (int i = 0; i < world_count; i++) {
		int done = 0;

		if (worlds[i].grows &&
		    ff_world_step(worlds[i].world, (uint64_t)batch, &done) != FF_OK)
			die(ff_error());
		worlds[i].grows &= !done;
	}
}

/* Returns a coordinate in 10000ths, rounded. */
static double rounded(double value)
{
	return value < 0 ? -floor(-value * 10000 + 0.5) / 10000 + 0
			 : floor(value * 10000 + 0.5) / 10000;
}

static void print_walkers(const struct ff_crowd *crowd, uint64_t step)
{
	size_t count = ff_crowd_count(crowd);
	uint64_t *ids = calloc(count, sizeof *ids);
	uint8_t *states = calloc(count, 1);
	double(*at)[2] = calloc(count, sizeof *at);

	if (ids == NULL || states == NULL || at == NULL)
		die("memory");
	ff_crowd_copy(crowd, FF_CROWD_IDS, ids, count * sizeof *ids);
	ff_crowd_copy(crowd, FF_CROWD_STATES, states, count);
	ff_crowd_copy(crowd, FF_CROWD_POSITIONS, at, count * sizeof *at);
	for (size_t i = 0; i < count; i++)
		for (size_t a = 0; a < agent_count; a++)
			if (agents[a].id == ids[i] &&
			    (states[i] == FF_CROWD_WALKING || states[i] == FF_CROWD_STRANDED))
				printf("%.10g,%" PRIu64 ",%.4f,%.4f\n", (double)step * DT,
				       agents[a].name, rounded(at[i][0]), rounded(at[i][1]));
	free(ids);
	free(states);
	free(at);
}

/* Sends walkers that were lost once more. */
static void send_lost(struct ff_crowd *crowd)
{
	size_t count = ff_crowd_count(crowd);
	uint8_t *states = calloc(count, 1);

	if (states == NULL)
		die("memory");
	ff_crowd_copy(crowd, FF_CROWD_STATES, states, count);
	for (size_t a = 0; a < agent_count; a++)
		if (states[a] == FF_CROWD_LOST)
			ff_crowd_send(crowd, agents[a].id, worlds[agents[a].world].world);
	free(states);
}

int main(int argc, char **argv)
{
	struct ff_rules rules = {0};
	struct ff_crowd_rules steers = {0};
	struct ff_crowd *crowd;
	uint64_t steps;
	size_t made = 0;

	if (argc != 8 && argc != 9)
		die("METRIC SIGHT SLOW SECONDS AGENTS EDITS GOALS [BATCH]");
	batch = argc == 9 ? atoi(argv[8]) : 0;
	rules.metric = (enum ff_metric)atoi(argv[1]);
	rules.sight = atoi(argv[2]);
	read_map();
	agent_count = read_table(argv[5], take_agent);
	edit_count = read_table(argv[6], take_edit);
	goal_count = read_table(argv[7], take_goal);
	steers.dt = DT;
	steers.slow_by_cost = atoi(argv[3]);
	steps = (uint64_t)(atof(argv[4]) / DT + 0.5);
	if (ff_crowd_new(&steers, &crowd) != FF_OK)
		die("no crowd");
	for (size_t i = 0; i < agent_count; i++) {
		struct agent *a = &agents[i];
		struct ff_crowd_walker walker;
		const struct ff_world *world;
		enum ff_class class;

		a->world = find_world(&rules, a->group, a->radius);
		world = worlds[a->world].world;
		class = ff_world_class(world, (int32_t)floor(a->x + 0.5),
				       (int32_t)floor(a->y + 0.5));
		if ((a->start > 0 || class > FF_REACHED
			     ? ff_crowd_add_later(crowd, world, a->x, a->y, a->radius, a->speed,
						  a->start, &a->id)
			     : ff_crowd_add(crowd, world, a->x, a->y, a->radius, a->speed,
					    &a->id)) != FF_OK)
			die("no walker");
		/* Groups are numbered as they come. */
		ff_crowd_get(crowd, a->id, &walker);
		while (strcmp(agents[walker.group].group, a->group) != 0)
			walker.group++;
		ff_crowd_set(crowd, a->id, &walker);
	}
	print_walkers(crowd, 0);
	for (uint64_t step = 0; step < steps; step++) {
		bool any = false;

		for (; made < edit_count && edits[made].time <= (double)step * DT + 1e-9; made++) {
			make_edit(&edits[made]);
			any = true;
		}
		for (int i = 0; i < world_count && any; i++)
			if ((worlds[i].due || batch == 0) &&
			    ff_world_solve(worlds[i].world) != FF_OK)
				die(ff_error());
		if (any)
			send_lost(crowd);
		for (int i = 0; i < world_count; i++)
			if (worlds[i].due)
				grow(&worlds[i]);
		grow_all();
		ff_crowd_step(crowd);
		print_walkers(crowd, step + 1);
	}
	ff_crowd_free(crowd);
	for (int i = 0; i < world_count; i++)
		ff_world_free(worlds[i].world);
	free(map);
	return 0;
}

/* NOLINTEND(cert-err34-c) */
