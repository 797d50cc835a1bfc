/*
 * quality [--tsv] [--subdivide]: compare the paths of walkers that follow the flow
 * with the shortest in any direction.  One walker starts from each reached cell of
 * ten maps.  Prints the mean and the worst ratio by metric and flow rule, without
 * and with line of sight.  --tsv also prints where the worst path begins;
 * --subdivide splits each cell in 2x2, and the goal is one of its cell's parts.
 * Exit status 1 if a walker does not arrive.
 *
 * With the rules of eight directions walkers step from centre to centre.  With
 * gradients they can be anywhere, and go as ff_sample_way() leads them.  With line
 * of sight, a walker that sees the goal, both from its cell's centre and from where
 * it is, walks straight to it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/anyangle.h"
#include "core/crowd/follow.h"
#include "core/solve/solve.h"
#include "support/mapgen.h"

enum { SIDE = 64, CELLS = SIDE * SIDE, WALL = FF_COST_WALL };
enum { CELLS_MAX = 4 * CELLS }; /* subdivided */

static const double step_length = 1.0 / 16;

/* ---- the maps ---- */

static void box(struct ff_cost *map, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
	for (int32_t y = y0; y <= y1; y++)
		memset(map->cells + ff_cost_index(map, x0, y), WALL, (size_t)(x1 - x0 + 1));
}

static void draw_block(struct ff_cost *map)
{
	box(map, 20, 24, 43, 39);
}

static void draw_pillars(struct ff_cost *map)
{
	for (int32_t y = 3; y < SIDE - 4; y += 8)
		for (int32_t x = 5; x < SIDE - 4; x += 7)
			box(map, x, y, x + 1, y + 1);
}

static void draw_zigzag(struct ff_cost *map)
{
	for (int32_t y = 5; y < SIDE; y += 12) {
		box(map, 0, y, SIDE - 5, y);
		if (y + 6 < SIDE)
			box(map, 4, y + 6, SIDE - 1, y + 6);
	}
}

static const struct map_kind {
	const char *name;
	void (*draw)(struct ff_cost *map); /* NULL: a kind of mapgen's, its walls only */
	int32_t x, y;                      /* the goal */
} kinds[] = {
	{"empty", NULL, 20, 27},
	{"block", draw_block, 30, 12},
	{"pillars", draw_pillars, 32, 31},
	{"zigzag", draw_zigzag, 60, 62},
	{"trap", NULL, 32, 32},
	{"caves", NULL, 32, 32},
	{"maze", NULL, 32, 32},
	{"rooms", NULL, 32, 32},
	{"city", NULL, 32, 32},
	{"random", NULL, 32, 32}, /* a fifth of the cells are walls */
};

static bool make_small_map(const struct map_kind *kind, struct ff_cost *map)
{
	memset(map->cells, 1, CELLS);
	if (kind->draw != NULL) {
		kind->draw(map);
		return true;
	}
	if (!mapgen_fill(kind->name, SIDE, SIDE, 1, map->cells))
		return false;
	for (size_t i = 0; i < CELLS; i++)
		if (map->cells[i] != WALL)
			map->cells[i] = 1;
	return true;
}

/* Fills a map of SIDE * SIDE cells, or of twice that many a side. */
static bool make_map(const struct map_kind *kind, struct ff_cost *map)
{
	static uint8_t cells[CELLS];
	struct ff_cost small = {.w = SIDE, .h = SIDE, .cells = cells};
	int32_t parts = map->w / SIDE;

	if (!make_small_map(kind, &small))
		return false;
	for (int32_t i = 0; i < map->w * map->h; i++)
		map->cells[i] = cells[i / map->w / parts * SIDE + i % map->w / parts];
	return true;
}

/* ---- walkers ---- */

struct place {
	double x, y;
};

/* the data that a walker follows */
struct guide {
	struct ff_guide grids;
	const struct ff_labels *nearest; /* NULL: without sight */
	struct place goal;
};

static double distance(struct place a, struct place b)
{
	return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

static size_t index_of(const struct guide *guide, struct place at)
{
	return ff_cost_index(guide->grids.cost, ff_sample_cell(at.x), ff_sample_cell(at.y));
}

static struct place ahead(struct place at, struct place way, double length)
{
	return (struct place){at.x + way.x * length, at.y + way.y * length};
}

static bool sees(const struct guide *guide, struct place at)
{
	double whole = distance(at, guide->goal);
	struct place way, next;

	if (guide->nearest == NULL || guide->nearest->cells[index_of(guide, at)] == FF_LABELS_NONE)
		return false;
	way = (struct place){(guide->goal.x - at.x) / whole, (guide->goal.y - at.y) / whole};
	for (; whole > 0; whole -= step_length, at = next) {
		next = ahead(at, way, fmin(whole, step_length));
		if (!ff_sample_free(&guide->grids, at.x, at.y, next.x, next.y))
			return false;
	}
	return true;
}

/* Returns the end of a walker's next step; 'at' if it cannot move. */
static struct place step_from(const struct guide *guide, struct place at)
{
	struct ff_sample way = ff_sample_way(&guide->grids, at.x, at.y, step_length);

	return ahead(at, (struct place){way.dx, way.dy}, step_length);
}

/* Steps from the centre of a cell to that of the next. */
static struct place hop_from(const struct guide *guide, struct place at)
{
	struct ff_flow_step step = ff_flow_steps[guide->grids.flow->cells[index_of(guide, at)]];

	return (struct place){at.x + step.dx, at.y + step.dy};
}

/* Returns the length of a walk to the goal; INFINITY if it does not end there within 'most'. */
static double walk(const struct guide *guide, struct place at, double most,
		   struct place (*next_from)(const struct guide *guide, struct place at))
{
	size_t goal = index_of(guide, guide->goal);
	double length = 0;

	while (index_of(guide, at) != goal && !sees(guide, at)) {
		struct place next = next_from(guide, at);
		double step = distance(at, next);

		length += step;
		if (length > most || step == 0)
			return INFINITY;
		at = next;
	}
	return length + distance(at, guide->goal);
}

/* ---- solving ---- */

static const struct ff_model models[] = {
	{FF_METRIC_MANHATTAN, FF_STEP_CELL, FF_CORNERS_STRICT, FF_FLOW_LOWEST, 0},
	{FF_METRIC_OCTILE, FF_STEP_CELL, FF_CORNERS_STRICT, FF_FLOW_PATH, 0},
	{FF_METRIC_OCTILE, FF_STEP_CELL, FF_CORNERS_STRICT, FF_FLOW_GRADIENT, 0},
	{FF_METRIC_EUCLID, FF_STEP_CELL, FF_CORNERS_STRICT, FF_FLOW_GRADIENT, 0},
};

enum { MODELS = sizeof models / sizeof *models };

/* a map and its results */
struct grids {
	struct ff_cost cost;
	struct ff_field field;
	struct ff_flow flow;
	struct ff_classes classes;
	struct ff_labels nearest;
	double *shortest; /* lengths of the shortest paths */
};

static void free_solution(struct grids *grids)
{
	ff_field_free(&grids->field);
	free(grids->flow.cells);
	free(grids->flow.vectors);
	free(grids->classes.cells);
	ff_solve_drop(&grids->nearest);
	grids->flow = (struct ff_flow){0};
	grids->classes = (struct ff_classes){0};
}

static bool solve(const struct ff_model *model, int32_t x, int32_t y, bool sight,
		  struct grids *grids)
{
	struct ff_seed seed = {(uint32_t)ff_cost_index(&grids->cost, x, y), 0, 0};
	struct ff_seeds seeds = {&seed, 1};
	struct ff_labels allocation = {0};
	struct ff_solve solve = {.model = model,
				 .cost = &grids->cost,
				 .seeds = &seeds,
				 .goals = 1,
				 .unit = ff_model_unit(model),
				 .limit = INFINITY,
				 .sight = sight,
				 .most = SIZE_MAX,
				 .field = &grids->field,
				 .flow = &grids->flow,
				 .classes = &grids->classes,
				 .nearest = &grids->nearest,
				 .allocation = &allocation};
	bool done = false;

	free_solution(grids);
	ff_solve_begin(&solve);
	while (!done)
		if (ff_solve_step(&solve, SIZE_MAX, &done) != FF_OK)
			return false;
	return ff_solve_flow(&solve) == FF_OK && ff_solve_sight(&solve) == FF_OK;
}

/* ---- the report ---- */

struct result {
	double sum, worst; /* of ratios */
	int32_t x, y;      /* start of the worst path */
	int walks, lost;
};

static struct result measure(const struct ff_model *model, const struct guide *guide,
			     const double *shortest)
{
	struct result result = {0};

	for (int32_t y = 0; y < guide->grids.cost->h; y++) {
		for (int32_t x = 0; x < guide->grids.cost->w; x++) {
			double best = shortest[ff_cost_index(guide->grids.cost, x, y)], ratio;
			struct place from = {x, y};

			if (best == 0 || best == INFINITY)
				continue;
			ratio = walk(guide, from, 3 * best + guide->grids.cost->w,
				     model->flow == FF_FLOW_GRADIENT ? step_from : hop_from) /
				best;
			result.walks++;
			if (ratio == INFINITY) {
				result.lost++;
				continue;
			}
			result.sum += ratio;
			if (ratio > result.worst) {
				result.worst = ratio;
				result.x = x;
				result.y = y;
			}
		}
	}
	return result;
}

static void add(struct result *all, const struct result *one)
{
	all->sum += one->sum;
	all->worst = fmax(all->worst, one->worst);
	all->walks += one->walks;
	all->lost += one->lost;
}

static double mean(const struct result *result)
{
	return result->sum / (result->walks - result->lost);
}

/* Prints a line: without sight, and with. */
static void print(bool tsv, const char *name, const struct ff_model *model,
		  const struct result results[2])
{
	const char *metric = ff_model_metrics[model->metric], *flow = ff_model_flows[model->flow];

	for (int sight = 0; sight < 2 && tsv; sight++)
		printf("%s\t%s/%s\t%s\t%.6f\t%.6f\t%d,%d\t%d\t%d\n", name, metric, flow,
		       sight ? "yes" : "no", mean(&results[sight]), results[sight].worst,
		       results[sight].x, results[sight].y, results[sight].walks,
		       results[sight].lost);
	if (!tsv)
		printf("%-8s %9s/%-8s %9.4f %7.4f %9.4f %7.4f %7d %5d\n", name, metric, flow,
		       mean(&results[0]), results[0].worst, mean(&results[1]), results[1].worst,
		       results[0].walks, results[0].lost + results[1].lost);
	fflush(stdout);
}

static bool measure_map(const struct map_kind *kind, struct grids *grids, bool tsv,
			struct result all[MODELS][2])
{
	int32_t parts = grids->cost.w / SIDE, x = kind->x * parts, y = kind->y * parts;
	struct guide guide = {{.map = &grids->cost,
			       .cost = &grids->cost,
			       .field = &grids->field,
			       .flow = &grids->flow},
			      NULL,
			      {x, y}};

	if (!make_map(kind, &grids->cost) || !anyangle_lengths(&grids->cost, x, y, grids->shortest))
		return false;
	for (size_t m = 0; m < MODELS; m++) {
		struct result results[2];

		guide.grids.model = &models[m];
		for (int sight = 0; sight < 2; sight++) {
			if (!solve(&models[m], x, y, sight, grids))
				return false;
			guide.nearest = sight ? &grids->nearest : NULL;
			results[sight] = measure(&models[m], &guide, grids->shortest);
		}
		print(tsv, kind->name, &models[m], results);
		add(&all[m][0], &results[0]);
		add(&all[m][1], &results[1]);
	}
	return true;
}

int main(int argc, char **argv)
{
	static uint8_t cells[CELLS_MAX];
	static double shortest[CELLS_MAX];
	struct result all[MODELS][2] = {0};
	bool tsv = false, split = false;
	struct grids grids;
	int32_t side;
	int lost = 0;

	for (int i = 1; i < argc; i++) {
		tsv |= strcmp(argv[i], "--tsv") == 0;
		split |= strcmp(argv[i], "--subdivide") == 0;
	}
	if (argc != 1 + tsv + split) {
		fputs("usage: quality [--tsv] [--subdivide]\n", stderr);
		return 2;
	}
	side = split ? 2 * SIDE : SIDE;
	grids = (struct grids){.cost = {side, side, cells}, .shortest = shortest};
	if (tsv)
		puts("map\trule\tsight\tmean\tworst\tfrom\twalks\tlost");
	else
		puts("map                  rule           mean   worst     sight   worst   walks  "
		     "lost");
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (!measure_map(&kinds[i], &grids, tsv, all)) {
			fprintf(stderr, "quality: %s fails\n", kinds[i].name);
			return 1;
		}
	}
	for (size_t m = 0; m < MODELS; m++) {
		if (!tsv)
			print(tsv, "all", &models[m], all[m]);
		lost += all[m][0].lost + all[m][1].lost;
	}
	free_solution(&grids);
	return lost > 0;
}
