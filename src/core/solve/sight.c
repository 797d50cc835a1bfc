/*
 * Shadow casting with exact slopes: Bjorn Bergstrom, "FOV using recursive shadowcasting"
 * (RogueBasin), as a loop over columns and without rounding.
 *
 * Each of eight octants is turned so that a cell is 'column' steps along an axis and 'row' across,
 * 0 <= row <= column.  A beam is an interval of slopes that are still in sight.  In each column,
 * rows upwards, the cells whose centre lies in a beam are seen, and those of another cost than the
 * viewpoint's are cut out of it.
 *
 * The ray of slope s crosses the inside of cell column,row if (2row-1)/(2column+1) < s <
 * (2row+1)/(2column-1); at either end it touches a corner.  A wall cuts out both ends as well, a
 * cell of another cost does not, so a beam can be a single slope.  Slopes are fractions of integers
 * below 2^30, and their comparison needs 64 bits.
 *
 * If there are few goals, each is cast to all cells that it sees.  Otherwise cells search for
 * goals.  A cell sees only goals to which a chain of neighbours of one cost connects it, so that
 * the others need not search.  Row by row, a distance transform (A. Meijster, J. Roerdink, W.
 * Hesselink, "A general algorithm for computing distance transforms in linear time", 2000) gives
 * the goal that would be nearest without walls.  If it is in sight, nothing is nearer; otherwise
 * the cell casts lines in growing discs.  If that takes too many steps, goals are cast after all:
 * in total at most about twice the time of casting every goal over the whole map.
 */
#include "core/solve/sight.h"

#include <math.h>
#include <stdlib.h>

/* Cells x0..x1 of rows y0..y1, inside the map. */
struct window {
	int32_t x0, y0, x1, y1;
};

struct slope {
	int32_t y, x;
};

/* The end of a beam: its slope, whether that is included, and the outermost row that it touches in
 * the last column. */
struct end {
	struct slope slope;
	int32_t row;
	bool in;
};

struct beam {
	struct end lo, hi;
};

/* Lines from a cell to those at most 'limit' away, squared, in the octants that meet a window. */
struct cast {
	int32_t x, y;
	int64_t limit;
	const struct window *window;
	bool cut; /* lines go on beyond the limit */
	/* Work under way: an octant, and its beams behind a column; 0: it is to begin. */
	int32_t octant, column;
	size_t beam_count;
};

struct octant {
	struct ff_flow_step along, across;
	int32_t columns; /* extent of the window from the viewpoint */
	int32_t rows;    /* extent of the map */
};

/* A goal that is nearest from column 'first' of a row on. */
struct interval {
	uint32_t goal;
	int32_t first;
};

struct ff_sight {
	const struct ff_cost *cost;
	const struct ff_field *field;
	struct ff_labels *nearest; /* labels; that of a goal's cell is its index in 'goals' */
	struct ff_seed *goals;     /* [count]  in the order in which ties prefer them */
	size_t count;
	struct window map, goal_box; /* all cells; bounding box of the goals */
	struct beam *beams, *spare;  /* [most_beams()]  of the cast under way */
	int32_t *above, *below;      /* [w]  row of each column's nearest goal; -1, h: none */
	struct interval *intervals;  /* [w]  of the row whose cells search */
	size_t interval_count, interval;
	struct cast cast; /* from goal 'next' or a cell... */
	bool casts;       /* ...if that of a goal has begun */
	uint32_t best;    /* nearest goal that the cast from a cell has met */
	enum stage { CLEAR, LABEL, SEARCH, CAST, END, DONE } stage;
	size_t next;          /* the first cell, or goal, that the stage has not had */
	uint32_t top;         /* of the stack of cells to label */
	uint64_t steps, most; /* of lines, so far; before goals are cast after all */
	size_t due;           /* what this step may still do, in cells and steps */
};

/* The label of a cell that searches for a goal. */
#define WAITS (FF_LABELS_NONE - 1)
/* The bottom of the stack of cells to label. */
#define BOTTOM (WAITS - 1)

static void spend(struct ff_sight *search, size_t work)
{
	search->due -= work < search->due ? work : search->due;
}

static int32_t column_of(const struct ff_sight *search, uint32_t cell)
{
	return (int32_t)(cell % (uint32_t)search->cost->w);
}

static int32_t row_of(const struct ff_sight *search, uint32_t cell)
{
	return (int32_t)(cell / (uint32_t)search->cost->w);
}

static uint32_t cell_at(const struct ff_sight *search, int32_t x, int32_t y)
{
	return (uint32_t)y * (uint32_t)search->cost->w + (uint32_t)x;
}

/* Returns the square of the distance from x,y to a cell. */
static int64_t squared_distance(const struct ff_sight *search, uint32_t cell, int32_t x, int32_t y)
{
	int64_t dx = column_of(search, cell) - x, dy = row_of(search, cell) - y;

	return dx * dx + dy * dy;
}

static int by_goal_and_cell(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	if (a->goal != b->goal)
		return a->goal < b->goal ? -1 : 1;
	return (a->cell > b->cell) - (a->cell < b->cell);
}

static bool is_goal(const struct ff_sight *search, uint32_t cell)
{
	uint32_t label = search->nearest->cells[cell];

	return label < search->count && search->goals[label].cell == cell;
}

/* Returns true if x,y prefers the goal at 'a' to the one at 'b'. */
static bool prefers_goal(const struct ff_sight *search, int32_t x, int32_t y, uint32_t a,
			 uint32_t b)
{
	int64_t here = squared_distance(search, a, x, y), there = squared_distance(search, b, x, y);

	if (here != there)
		return here < there;
	return search->nearest->cells[a] < search->nearest->cells[b];
}

/* ---- lines from one cell ---- */

/*
 * Returns the largest number of beams.  Between two beams lies what some cell has cut out, and from
 * that cell's column on this is more than a row high.  Hence there are no more beams than columns
 * so far, nor than rows of the map.
 */
static size_t most_beams(const struct ff_cost *cost)
{
	return (size_t)(cost->w < cost->h ? cost->w : cost->h);
}

/* Returns a number < 0, 0 or > 0 as a < b, a = b, a > b. */
static int64_t slope_order(struct slope a, struct slope b)
{
	return (int64_t)a.y * b.x - (int64_t)b.y * a.x;
}

static bool is_within(int64_t order, bool in)
{
	return order > 0 || (order == 0 && in);
}

static struct end higher_end(struct end a, struct end b)
{
	return is_within(slope_order(a.slope, b.slope), !a.in) ? a : b;
}

static struct end lower_end(struct end a, struct end b)
{
	return is_within(slope_order(b.slope, a.slope), !a.in) ? a : b;
}

/* Appends a beam unless it is empty. */
static size_t keep_beam(struct end lo, struct end hi, struct beam *beams, size_t count)
{
	if (is_within(slope_order(hi.slope, lo.slope), lo.in && hi.in))
		beams[count++] = (struct beam){lo, hi};
	return count;
}

/* Offers the cell in sight, that far away, to the cast from a goal, or a goal in sight to the cast
 * from a cell. */
static void see_cell(struct ff_sight *search, uint32_t cell, int64_t squared)
{
	struct cast *cast = &search->cast;
	uint32_t *label = &search->nearest->cells[cell];

	if (squared > cast->limit) {
		cast->cut = true;
	} else if (search->stage == SEARCH) {
		if (is_goal(search, cell) &&
		    (search->best == FF_LABELS_NONE ||
		     prefers_goal(search, cast->x, cast->y, cell, search->best))) {
			search->best = cell;
			cast->limit = squared; /* farther ones are no better */
		}
	} else if (ff_field_has(search->field, cell) &&
		   (*label >= WAITS ||
		    squared < squared_distance(search, *label, column_of(search, cell),
					       row_of(search, cell)))) {
		*label = cell_at(search, cast->x, cast->y);
	}
}

/* Sends a beam through the cast's column and appends what remains of it. */
static size_t pass_column(struct ff_sight *search, const struct octant *octant, struct beam beam,
			  size_t count)
{
	const struct ff_cost *cost = search->cost;
	const struct cast *cast = &search->cast;
	int32_t column = cast->column, near = 2 * column - 1, far = 2 * column + 1;
	ptrdiff_t across = octant->across.dy * (ptrdiff_t)cost->w + octant->across.dx;
	ptrdiff_t along = octant->along.dy * (ptrdiff_t)cost->w + octant->along.dx;
	ptrdiff_t first = (ptrdiff_t)cell_at(search, cast->x, cast->y) + column * along;
	uint32_t own = ff_cost_at(cost, cell_at(search, cast->x, cast->y));
	struct end lo = beam.lo, hi = beam.hi;

	/* At most one row more per column: slopes are at most 1. */
	lo.row += slope_order((struct slope){2 * lo.row + 1, near}, lo.slope) < 0;
	hi.row += is_within(slope_order(hi.slope, (struct slope){2 * hi.row + 1, far}), hi.in);
	search->steps += (uint64_t)(hi.row - lo.row) + 1;
	spend(search, (size_t)(hi.row - lo.row) + 1);
	for (int32_t row = lo.row, last = hi.row; row <= last; row++) {
		const struct slope centre = {row, column};
		size_t cell = (size_t)(first + row * across);
		bool inside = row <= octant->rows;

		if (!inside || ff_cost_at(cost, cell) != own) {
			bool touch = inside && cost->cells[cell] != FF_COST_WALL;
			struct end under = {{2 * row - 1, far}, row, touch};
			struct end over = {{2 * row + 1, near}, row, touch};

			count = keep_beam(lo, lower_end(hi, under), search->spare, count);
			lo = higher_end(lo, over);
		} else if (is_within(slope_order(centre, lo.slope), lo.in) &&
			   is_within(slope_order(hi.slope, centre), hi.in)) {
			see_cell(search, (uint32_t)cell,
				 (int64_t)column * column + (int64_t)row * row);
		}
	}
	return keep_beam(lo, hi, search->spare, count);
}

/* Returns the number of steps from x,y to the edge of a window; negative: it lies behind. */
static int32_t steps_to_edge(const struct window *window, int32_t x, int32_t y,
			     struct ff_flow_step step)
{
	if (step.dx != 0)
		return step.dx > 0 ? window->x1 - x : x - window->x0;
	return step.dy > 0 ? window->y1 - y : y - window->y0;
}

/* Goes on with a cast, 'whole' or until this step's work is done; returns true if it has ended. */
static bool cast_lines(struct ff_sight *search, bool whole)
{
	struct cast *cast = &search->cast;
	const struct window *window = cast->window;
	int32_t x = cast->x, y = cast->y;

	for (; cast->octant < FF_DIRECTIONS; cast->octant++, cast->column = 0) {
		/* N and W, N and E, E and N, E and S, ... */
		int32_t a = cast->octant & 6, b = (a + (cast->octant % 2 == 0 ? 6 : 2)) & 7;
		struct octant octant = {ff_flow_steps[a], ff_flow_steps[b],
					steps_to_edge(window, x, y, ff_flow_steps[a]),
					steps_to_edge(&search->map, x, y, ff_flow_steps[b])};
		int32_t highest = steps_to_edge(window, x, y, ff_flow_steps[b]);

		if (octant.columns < 0 || highest < 0)
			continue;
		if (cast->column == 0) {
			/* All lines through the window; the diagonal touches the cell across. */
			int32_t nearest = -steps_to_edge(window, x, y, ff_flow_steps[a ^ 4]);
			int32_t lowest = -steps_to_edge(window, x, y, ff_flow_steps[b ^ 4]);
			bool open = ff_cost_open(search->cost, x + octant.across.dx,
						 y + octant.across.dy);
			struct end lo = {{0, 1}, 0, true}, hi = {{1, 1}, open, open};

			if (lowest > 0)
				lo.slope = (struct slope){2 * lowest - 1, 2 * octant.columns + 1};
			if (nearest > highest + 1)
				hi = (struct end){{2 * highest + 1, 2 * nearest - 1}, 0, true};
			cast->beam_count = keep_beam(lo, hi, search->beams, 0);
			cast->column = 1;
		}
		for (; cast->column <= octant.columns && cast->beam_count > 0; cast->column++) {
			struct beam *beams = search->beams;
			size_t kept = 0;

			if ((int64_t)cast->column * cast->column > cast->limit) {
				cast->cut = true;
				break;
			}
			if (search->due == 0 && !whole)
				return false;
			for (size_t i = 0; i < cast->beam_count; i++)
				kept = pass_column(search, &octant, beams[i], kept);
			search->beams = search->spare;
			search->spare = beams;
			cast->beam_count = kept;
		}
	}
	return true;
}

/* Begins to cast lines from x,y. */
static void begin_cast(struct ff_sight *search, int32_t x, int32_t y, int64_t limit,
		       const struct window *window)
{
	search->cast = (struct cast){.x = x, .y = y, .limit = limit, .window = window};
}

/* Casts each goal to all cells that it sees. */
static bool cast_goals(struct ff_sight *search)
{
	for (; search->next < search->count && search->due > 0; search->next++) {
		uint32_t cell = (uint32_t)search->goals[search->next].cell;

		if (!search->casts)
			begin_cast(search, column_of(search, cell), row_of(search, cell), INT64_MAX,
				   &search->map);
		search->casts = !cast_lines(search, false);
		if (search->casts)
			return false;
	}
	return search->next == search->count;
}

/* ---- cells that search ---- */

/* Finds the nearest goal that x,y sees; 'goal' would be the nearest of all. */
static uint32_t search_discs(struct ff_sight *search, int32_t x, int32_t y, uint32_t goal)
{
	int64_t limit = squared_distance(search, goal, x, y);

	search->best = FF_LABELS_NONE;
	do {
		limit *= 2;
		begin_cast(search, x, y, limit, &search->goal_box);
		(void)cast_lines(search, true);
	} while (search->best == FF_LABELS_NONE && search->cast.cut);
	return search->best;
}

/* Returns true if the segment between the centres of x,y and a goal is clear, on its
 * cost. */
static bool sees_goal(struct ff_sight *search, int32_t x, int32_t y, uint32_t goal)
{
	const struct ff_cost *cost = search->cost;
	int64_t w = abs(column_of(search, goal) - x), h = abs(row_of(search, goal) - y);
	int32_t right = column_of(search, goal) > x ? 1 : -1,
		down = row_of(search, goal) > y ? 1 : -1;
	uint32_t own = ff_cost_at(cost, goal);

	for (int64_t i = 0, j = 0; i < w || j < h;) {
		/* Negative: the line leaves the cell through its side; 0: through its corner. */
		int64_t side = (2 * i + 1) * h - (2 * j + 1) * w;

		search->steps++;
		spend(search, 1);
		if (ff_cost_at(cost, ff_cost_index(cost, x, y)) != own)
			return false;
		if (side == 0 &&
		    !(ff_cost_open(cost, x + right, y) && ff_cost_open(cost, x, y + down)))
			return false;
		if (side <= 0) {
			x += right;
			i++;
		}
		if (side >= 0) {
			y += down;
			j++;
		}
	}
	return true;
}

/* Updates each column's nearest goals from the row above; linear in cells for all rows together. */
static void find_column_goals(struct ff_sight *search, int32_t y)
{
	int32_t w = search->cost->w, h = search->cost->h;

	for (int32_t x = 0; x < w; x++) {
		if (is_goal(search, cell_at(search, x, y)))
			search->above[x] = y;
		if (search->below[x] >= y)
			continue;
		search->below[x] = y;
		while (search->below[x] < h &&
		       !is_goal(search, cell_at(search, x, search->below[x])))
			search->below[x]++;
	}
}

/* Returns the goal in column x that x,y prefers; FF_LABELS_NONE: none. */
static uint32_t column_goal(const struct ff_sight *search, int32_t x, int32_t y)
{
	int32_t above = search->above[x], below = search->below[x];
	uint32_t upper, lower;

	if (above < 0)
		return below < search->cost->h ? cell_at(search, x, below) : FF_LABELS_NONE;
	upper = cell_at(search, x, above);
	if (below >= search->cost->h)
		return upper;
	lower = cell_at(search, x, below);
	return prefers_goal(search, x, y, lower, upper) ? lower : upper;
}

/* Returns the first column of a row that prefers the goal at 'b' to the one at 'a', which is in an
 * earlier column. */
static int64_t first_column(const struct ff_sight *search, int32_t y, uint32_t a, uint32_t b)
{
	int64_t ax = column_of(search, a), ay = row_of(search, a) - y;
	int64_t bx = column_of(search, b), by = row_of(search, b) - y;
	int64_t x = (bx * bx + by * by - ax * ax - ay * ay) / (2 * (bx - ax));

	return x + (x >= search->cost->w || !prefers_goal(search, (int32_t)x, y, b, a));
}

/* Divides a row into intervals by the goals that its cells prefer; returns how many there are. */
static size_t divide_row(struct ff_sight *search, int32_t y)
{
	struct interval *intervals = search->intervals;
	size_t count = 0;

	for (int32_t x = 0; x < search->cost->w; x++) {
		uint32_t goal = column_goal(search, x, y);
		int64_t first = 0;

		if (goal == FF_LABELS_NONE)
			continue;
		/* From that column on a later goal is preferred everywhere. */
		while (count > 0 && prefers_goal(search, intervals[count - 1].first, y, goal,
						 intervals[count - 1].goal))
			count--;
		if (count > 0)
			first = first_column(search, y, intervals[count - 1].goal, goal);
		if (first < search->cost->w)
			intervals[count++] = (struct interval){goal, (int32_t)first};
	}
	return count;
}

/* Makes cells search row by row; returns true if all have, or it takes too many steps. */
static bool search_goals(struct ff_sight *search)
{
	size_t cells = (size_t)search->cost->w * (size_t)search->cost->h;

	for (; search->next < cells && search->due > 0; search->next++) {
		uint32_t cell = (uint32_t)search->next;
		uint32_t *label = &search->nearest->cells[cell], goal;
		int32_t x = column_of(search, cell), y = row_of(search, cell);

		if (x == 0) {
			find_column_goals(search, y);
			search->interval_count = divide_row(search, y);
			search->interval = 0;
		}
		spend(search, 1);
		while (search->interval + 1 < search->interval_count &&
		       search->intervals[search->interval + 1].first <= x)
			search->interval++;
		if (*label != WAITS || !ff_field_has(search->field, cell))
			continue;
		goal = search->intervals[search->interval].goal;
		*label = sees_goal(search, x, y, goal) ? goal : search_discs(search, x, y, goal);
		if (search->steps > search->most)
			return true;
	}
	return search->next == cells;
}

/* Labels cells that may see a goal with WAITS.  Cells whose neighbours are still to be looked at
 * are a stack: the label of each is the one below it. */
static bool label_cells(struct ff_sight *search)
{
	uint32_t *labels = search->nearest->cells;

	for (; search->top != BOTTOM && search->due > 0; spend(search, 1)) {
		uint32_t cell = search->top;

		search->top = labels[cell];
		labels[cell] = WAITS;
		for (int d = 0; d < FF_DIRECTIONS; d++) {
			int32_t x = column_of(search, cell) + ff_flow_steps[d].dx;
			int32_t y = row_of(search, cell) + ff_flow_steps[d].dy;
			uint32_t to = cell_at(search, x, y);

			if (!ff_cost_inside(search->cost, x, y) || labels[to] != FF_LABELS_NONE ||
			    ff_cost_at(search->cost, to) != ff_cost_at(search->cost, cell))
				continue;
			labels[to] = search->top;
			search->top = to;
		}
	}
	return search->top == BOTTOM;
}

/* ---- stages ---- */

/* Removes labels: all, or those that still wait. */
static bool clear_labels(struct ff_sight *search)
{
	size_t cells = (size_t)search->cost->w * (size_t)search->cost->h;
	uint32_t *labels = search->nearest->cells;

	for (; search->next < cells && search->due > 0; search->next++, spend(search, 1))
		if (search->stage == CLEAR || labels[search->next] == WAITS)
			labels[search->next] = FF_LABELS_NONE;
	return search->next == cells;
}

/* Does part of a stage; returns true if it is over. */
static bool work_on(struct ff_sight *search)
{
	switch (search->stage) {
	case LABEL:
		return label_cells(search);
	case SEARCH:
		return search_goals(search);
	case CAST:
		return cast_goals(search);
	default:
		return clear_labels(search);
	}
}

static void begin_stage(struct ff_sight *search, enum stage stage)
{
	uint32_t *labels = search->nearest->cells;

	for (size_t i = 0; i < search->count; i++) {
		uint32_t cell = (uint32_t)search->goals[i].cell;

		labels[cell] = stage == LABEL ? search->top : stage == DONE ? cell : (uint32_t)i;
		search->top = cell;
	}
	search->stage = stage;
	search->next = 0;
}

static enum stage stage_after(const struct ff_sight *search)
{
	enum { FEW = 16 };
	size_t cells = (size_t)search->cost->w * (size_t)search->cost->h;

	switch (search->stage) {
	case CLEAR:
		return search->count <= FEW ? CAST : LABEL;
	case SEARCH: /* the steps may not have sufficed */
		return search->next < cells ? CAST : END;
	case CAST: /* if no cell has searched, none waits */
		return search->count <= FEW ? DONE : END;
	default:
		return search->stage + 1;
	}
}

bool ff_sight_step(struct ff_sight *search, size_t *budget)
{
	search->due = *budget;
	while (search->stage < DONE && search->due > 0)
		if (work_on(search))
			begin_stage(search, stage_after(search));
	*budget = search->due;
	return search->stage == DONE;
}

void ff_sight_close(struct ff_sight *search)
{
	if (search == NULL)
		return;
	free(search->goals);
	free(search->beams);
	free(search->spare);
	free(search->above);
	free(search->below);
	free(search->intervals);
	free(search);
}

enum ff_status ff_sight_open(struct ff_sight **out, const struct ff_cost *cost,
			     const struct ff_seeds *seeds, const struct ff_field *field,
			     struct ff_labels *nearest)
{
	const struct window map = {0, 0, cost->w - 1, cost->h - 1};
	size_t w = (size_t)cost->w, cells = w * (size_t)cost->h;
	struct ff_sight *search;
	struct window *box;

	*out = NULL;
	if (field->w != cost->w || field->h != cost->h || nearest->w != cost->w ||
	    nearest->h != cost->h)
		return FF_E_ARG;
	if ((search = calloc(1, sizeof *search)) == NULL)
		return FF_E_NOMEM;
	*search = (struct ff_sight){
		.cost = cost, .field = field, .nearest = nearest, .map = map, .top = BOTTOM};
	search->goals =
		calloc(seeds->count + 1, sizeof *search->goals); /* calloc(0) may return NULL */
	search->beams = calloc(most_beams(cost), sizeof *search->beams);
	search->spare = calloc(most_beams(cost), sizeof *search->spare);
	search->above = calloc(w, sizeof *search->above);
	search->below = calloc(w, sizeof *search->below);
	search->intervals = calloc(w, sizeof *search->intervals);
	if (search->goals == NULL || search->beams == NULL || search->spare == NULL ||
	    search->above == NULL || search->below == NULL || search->intervals == NULL) {
		ff_sight_close(search);
		return FF_E_NOMEM;
	}
	for (size_t x = 0; x < w; x++)
		search->above[x] = search->below[x] = -1;
	box = &search->goal_box;
	*box = (struct window){map.x1, map.y1, 0, 0};
	for (size_t i = 0; i < seeds->count; i++) {
		uint32_t cell = (uint32_t)seeds->items[i].cell;
		int32_t x = column_of(search, cell), y = row_of(search, cell);

		if (ff_field_raw(field, cell) != seeds->items[i].start)
			continue;
		search->goals[search->count++] = seeds->items[i];
		box->x0 = x < box->x0 ? x : box->x0;
		box->y0 = y < box->y0 ? y : box->y0;
		box->x1 = x > box->x1 ? x : box->x1;
		box->y1 = y > box->y1 ? y : box->y1;
	}
	qsort(search->goals, search->count, sizeof *search->goals, by_goal_and_cell);
	search->most = (uint64_t)search->count * cells;
	*out = search;
	return FF_OK;
}

/* ---- directions ---- */

/* Returns the permitted step nearest to a line of sight dx,dy from x,y: where the diagonal is not
 * permitted, the straight step into the cell that the line crosses. */
static enum ff_direction nearest_step(const struct ff_cost *cost, enum ff_corners corners,
				      int32_t x, int32_t y, int32_t dx, int32_t dy)
{
	enum ff_direction direction = ff_flow_nearest(dx, dy);

	if (ff_neighbours_permit(cost, corners, x, y, direction))
		return direction;
	return abs(dx) > abs(dy) ? ff_flow_nearest(dx, 0) : ff_flow_nearest(0, dy);
}

static void turn_cell(const struct ff_cost *cost, enum ff_corners corners,
		      const struct ff_labels *nearest, struct ff_flow *flow, size_t i)
{
	uint32_t w = (uint32_t)cost->w, goal = nearest->cells[i];
	int32_t x = (int32_t)(i % w), y = (int32_t)(i / w), dx, dy;
	double length;

	if (goal == FF_LABELS_NONE || goal == i)
		return;
	dx = (int32_t)(goal % w) - x;
	dy = (int32_t)(goal / w) - y;
	length = sqrt((double)dx * dx + (double)dy * dy);
	flow->vectors[i] = (struct ff_flow_vector){(float)(dx / length), (float)(dy / length)};
	flow->cells[i] = (uint8_t)nearest_step(cost, corners, x, y, dx, dy);
}

void ff_sight_turn(const struct ff_cost *cost, enum ff_corners corners,
		   const struct ff_labels *nearest, struct ff_flow *flow, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		turn_cell(cost, corners, nearest, flow, i);
}
