/*
 * Shadow casting with exact slopes: Bjorn Bergstrom, "FOV using recursive shadowcasting"
 * (RogueBasin), as a loop over columns and without rounding.
 *
 * The four axes and the four diagonals are walked.  Between them lie eight octants, each turned so
 * that a cell is 'row' steps across and 'column' along, 0 < row < column.  A beam is an interval of
 * slopes that are still in sight.  In each column, the cells whose centre lies in a beam are seen,
 * and then those of another cost than the viewpoint's are cut out of it.  In that range a segment
 * to a cell's centre meets no other cell of the same column.
 *
 * The ray of slope s crosses the inside of cell column,row if (2row-1)/(2column+1) < s <
 * (2row+1)/(2column-1); at either end it touches a corner.  A wall cuts out both ends as well, a
 * cell of another cost does not, so a beam can be a single slope.  Slopes are fractions of integers
 * below 2^30, and their comparison needs 64 bits.
 */
#include "core/solve/sight.h"

#include <math.h>
#include <stdlib.h>

#include "core/map/model.h"

/* Cells x0..x1 of rows y0..y1, inside the map. */
struct window {
	int32_t x0, y0, x1, y1;
};

/* A callback for every cell in sight, except the viewpoint. */
typedef void cell_seen(void *context, int32_t x, int32_t y);

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

struct cast {
	const struct ff_cost *cost;
	int32_t x, y;
	uint32_t own;
	int64_t limit; /* limit of squared distances */
	size_t left;   /* remaining budget of steps */
	bool over;     /* the budget is exceeded */
	cell_seen *seen;
	void *context;
	const struct window *window;
	/* Work under way: an octant, its axis or diagonal, and its beams behind a column. */
	int32_t octant, column;
	bool axis;                  /* its axis is under way */
	struct beam *beams, *spare; /* [beam_count], and as much room again */
	size_t beam_count;
};

/* The part of the map that lines must pass, as the viewpoint sees it: columns x0..x1, rows y0..y1,
 * some possibly behind it. */
struct octant {
	struct cast *cast;
	struct ff_flow_step along, across;
	int32_t columns, rows; /* extent of the map from the viewpoint */
	struct window window;
};

/*
 * Returns the largest number of beams.  Between two beams lies what some cell has cut out, and from
 * that cell's column on this is more than a row high.  Hence there are no more beams than columns
 * so far, nor than rows of the map.
 */
static size_t most_beams(int32_t w, int32_t h)
{
	return (size_t)(w < h ? w : h);
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

static bool spend_steps(struct cast *cast, size_t steps)
{
	cast->over |= cast->left < steps;
	cast->left -= cast->over ? 0 : steps;
	return !cast->over;
}

static void report_cell(const struct octant *octant, int32_t column, int32_t row)
{
	struct cast *cast = octant->cast;

	/* Cells before the window and beyond the limit do not count. */
	if (column >= octant->window.x0 && row >= octant->window.y0 &&
	    (int64_t)column * column + (int64_t)row * row <= cast->limit)
		cast->seen(cast->context,
			   cast->x + column * octant->along.dx + row * octant->across.dx,
			   cast->y + column * octant->along.dy + row * octant->across.dy);
}

/* Sends a beam through a column and appends what remains of it.  'wide' is a constant. */
static inline __attribute__((always_inline)) size_t
pass_column(const struct octant *octant, int32_t column, const struct beam *beam,
	    struct beam *beams, size_t count, bool wide)
{
	const struct ff_cost *cost = octant->cast->cost;
	int32_t near = 2 * column - 1, far = 2 * column + 1;
	ptrdiff_t across = octant->across.dy * (ptrdiff_t)cost->w + octant->across.dx;
	size_t first = ff_cost_index(cost, octant->cast->x + column * octant->along.dx,
				     octant->cast->y + column * octant->along.dy);
	const uint16_t *units = wide ? cost->wide + first : NULL;
	const uint8_t *cells = cost->cells + first;
	struct end lo = beam->lo, hi = beam->hi;
	int32_t seen_first, seen_last;

	/* At most one row more per column: slopes are at most 1.  Of the rows touched, only the
	 * centres of the outermost two may be outside. */
	lo.row += slope_order((struct slope){2 * lo.row + 1, near}, lo.slope) < 0;
	hi.row += slope_order((struct slope){2 * hi.row + 1, far}, hi.slope) <= 0;
	seen_first =
		lo.row + !is_within(slope_order((struct slope){lo.row, column}, lo.slope), lo.in);
	seen_last =
		hi.row - !is_within(slope_order(hi.slope, (struct slope){hi.row, column}), hi.in);
	if (!spend_steps(octant->cast, (size_t)(hi.row - lo.row) + 1))
		return count;
	for (int32_t row = lo.row, last = hi.row; row <= last; row++) {
		uint8_t here = row <= octant->rows ? cells[row * across] : FF_COST_WALL;
		bool touch = here != FF_COST_WALL;

		if (wide ? !touch || units[row * across] != octant->cast->own
			 : here != octant->cast->own) {
			struct end under = {{2 * row - 1, far}, row, touch};
			struct end over = {{2 * row + 1, near}, row, touch};

			count = keep_beam(lo, lower_end(hi, under), beams, count);
			lo = higher_end(lo, over);
		} else if (row >= seen_first && row <= seen_last) {
			report_cell(octant, column, row);
		}
	}
	return keep_beam(lo, hi, beams, count);
}

/* Returns the beam of all lines through the window. */
static size_t first_beam(const struct window *window, struct beam *beams)
{
	struct end lo = {{0, 1}, 0, false}, hi = {{1, 1}, 0, false};

	if (window->x1 < 0 || window->y1 < 0)
		return 0;
	if (window->y0 > 0)
		lo = (struct end){{2 * window->y0 - 1, 2 * window->x1 + 1}, 0, true};
	if (window->x0 > 0)
		hi = lower_end(hi, (struct end){{2 * window->y1 + 1, 2 * window->x0 - 1}, 0, true});
	return keep_beam(lo, hi, beams, 0);
}

/* Goes on with the beams of an octant until fewer than 'stop' steps are left; returns false if they
 * go on. */
static bool cast_octant(const struct octant *octant, size_t stop)
{
	struct cast *cast = octant->cast;
	bool wide = cast->cost->wide != NULL;

	for (; cast->column <= octant->columns && cast->beam_count > 0 && !cast->over &&
	       (int64_t)cast->column * cast->column <= cast->limit;
	     cast->column++) {
		struct beam *swap = cast->beams;
		size_t kept = 0;

		if (cast->left < stop)
			return false;
		for (size_t i = 0; i < cast->beam_count; i++)
			kept = wide ? pass_column(octant, cast->column, &swap[i], cast->spare, kept,
						  true)
				    : pass_column(octant, cast->column, &swap[i], cast->spare, kept,
						  false);
		cast->beams = cast->spare;
		cast->spare = swap;
		cast->beam_count = kept;
	}
	return true;
}

/* Does the same with its axis or diagonal. */
static bool walk_octant(const struct octant *octant, enum ff_direction direction, size_t stop)
{
	struct cast *cast = octant->cast;
	const struct window *window = &octant->window;
	const struct ff_cost *cost = cast->cost;
	const struct ff_flow_step step = ff_flow_steps[direction];
	bool diagonal = direction % 2 != 0;

	if (window->x1 < 0 || window->y1 < 0 ||
	    (diagonal ? window->x0 > window->y1 + 1 || window->y0 > window->x1 + 1
		      : window->y0 > 0))
		return true;
	for (;; cast->column++) {
		int32_t k = cast->column, x = cast->x + (k - 1) * step.dx,
			y = cast->y + (k - 1) * step.dy;
		int64_t dx = (int64_t)k * step.dx, dy = (int64_t)k * step.dy;

		if (cast->left < stop)
			return false;
		if (!ff_neighbours_permit(cost, FF_CORNERS_STRICT, x, y, direction))
			return true;
		x += step.dx;
		y += step.dy;
		if (ff_cost_at(cost, ff_cost_index(cost, x, y)) != cast->own ||
		    dx * dx + dy * dy > cast->limit || !spend_steps(cast, 1))
			return true;
		if (k >= window->x0 && (!diagonal || k >= window->y0))
			cast->seen(cast->context, x, y);
	}
}

/* Returns the number of steps from x,y to the map's edge. */
static int32_t steps_to_edge(const struct cast *cast, struct ff_flow_step step)
{
	if (step.dx != 0)
		return step.dx > 0 ? cast->cost->w - 1 - cast->x : cast->x;
	return step.dy > 0 ? cast->cost->h - 1 - cast->y : cast->y;
}

/* Returns the coordinate of a cell of the window along a step from the viewpoint. */
static int32_t part_of_window(const struct cast *cast, struct ff_flow_step step, int32_t x,
			      int32_t y)
{
	return (x - cast->x) * step.dx + (y - cast->y) * step.dy;
}

/* Converts the window to columns and rows of an octant. */
static struct window turned_window(const struct cast *cast, struct ff_flow_step along,
				   struct ff_flow_step across, const struct window *window)
{
	int32_t a = part_of_window(cast, along, window->x0, window->y0);
	int32_t b = part_of_window(cast, along, window->x1, window->y1);
	int32_t c = part_of_window(cast, across, window->x0, window->y0);
	int32_t d = part_of_window(cast, across, window->x1, window->y1);

	return (struct window){a < b ? a : b, c < d ? c : d, a < b ? b : a, c < d ? d : c};
}

/*
 * Begins to cast lines from x,y to the cells at most 'reach' away whose segment meets the window or
 * its edge, and possibly some others, nearer columns and rows first.
 *
 *   left     the most steps of lines from cell to cell
 *   scratch  lent; [2*most_beams()]
 */
static struct cast begin_cast(const struct ff_cost *cost, int32_t x, int32_t y, double reach,
			      const struct window *window, size_t left, struct beam *scratch,
			      cell_seen *seen, void *context)
{
	double square = reach * reach;

	return (struct cast){
		.cost = cost,
		.x = x,
		.y = y,
		.own = ff_cost_at(cost, ff_cost_index(cost, x, y)),
		.limit = square < (double)(INT64_C(1) << 62) ? (int64_t)square : INT64_MAX,
		.left = left,
		.seen = seen,
		.context = context,
		.window = window,
		.column = 1,
		.axis = true,
		.beams = scratch,
		.spare = scratch + most_beams(cost->w, cost->h),
	};
}

/* Goes on until fewer than 'stop' steps are left; returns false if lines go on. */
static bool go_on(struct cast *cast, size_t stop)
{
	for (; cast->octant < FF_DIRECTIONS; cast->octant++) {
		/* N and W, N and E, E and N, E and S, ... */
		int32_t d = cast->octant;
		struct ff_flow_step along = ff_flow_steps[d & 6];
		struct ff_flow_step across = ff_flow_steps[((d & 6) + (d % 2 == 0 ? 6 : 2)) & 7];
		struct octant octant = {cast,
					along,
					across,
					steps_to_edge(cast, along),
					steps_to_edge(cast, across),
					turned_window(cast, along, across, cast->window)};

		if (cast->axis) {
			if (!walk_octant(&octant, (enum ff_direction)d, stop))
				return false;
			cast->axis = false;
			cast->column = 1;
			cast->beam_count = first_beam(&octant.window, cast->beams);
		}
		if (!cast_octant(&octant, stop))
			return false;
		cast->axis = true;
		cast->column = 1;
	}
	return true;
}

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

/*
 * Nearest goals in sight.  If there are few goals, each is cast in turn.  Otherwise cells search
 * for goals, in three rounds:
 *
 *   1. A cell sees only goals to which a chain of neighbours of one cost connects it: a cell
 * without any sees none.
 *   2. A cell casts lines within a budget of a few steps.
 *   3. Row by row, a distance transform (A. Meijster, J. Roerdink, W. Hesselink, "A general
 * algorithm for computing distance transforms in linear time", 2000) gives the goal of the cell's
 * cost that would be nearest without walls.  If it is in sight, nothing is nearer; otherwise the
 * cell casts lines, no farther than the goal of a cell beside it if it sees that, too.
 *
 * If that takes too many steps, goals are cast after all: in total at most about twice the time of
 * casting every goal over the whole map.
 */

/* The label of a cell that searches for a goal. */
#define WAITS (FF_LABELS_NONE - 1)

/* A goal that is nearest from column 'first' of a row on. */
struct interval {
	uint32_t goal;
	int32_t first;
};

struct ff_sight {
	const struct ff_cost *cost;
	const struct ff_field *field;
	struct ff_labels *nearest; /* labels; a goal's own cell has its own index */
	struct ff_seed *goals;     /* [count] */
	size_t count;
	struct beam *scratch; /* for begin_cast() */
	int32_t *above,
		*below; /* [w]  row of each column's nearest goal above and below; -1, h: none */
	struct interval *intervals; /* [w] */
	struct window whole;        /* the map */
	struct window goal_box;     /* bounding box of the goals of the current cost */
	bool *waits;                /* [ff_cost_wall()]  the costs of which cells still search */
	size_t left;                /* remaining budget of steps */
	uint32_t cell, best;        /* the cell that searches, and the goal that it has found */
	/* Work under way. */
	enum stage { CLEAR, LABEL, KEEP, NEAR, FAR, CAST, END, DONE } stage;
	size_t next;  /* the first cell, or goal, that the stage has not had */
	uint32_t top; /* of the stack of cells to label */
	uint32_t own; /* the cost of the cells that search in rows... */
	int32_t x, y; /* ...the next of them; -1: the row, or cost, is to begin */
	size_t interval_count, interval;
	struct cast cast; /* from goal 'next'... */
	bool casts;       /* ...if that has begun */
	size_t due;       /* what this step may still do, in cells and steps */
	uint64_t steps;   /* of lines, so far */
};

/* Counts work on cells, or 'steps' of lines. */
static void spend(struct ff_sight *search, size_t cells, size_t steps)
{
	size_t work = cells + steps;

	search->due -= work < search->due ? work : search->due;
	search->steps += steps;
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

static uint32_t cost_at(const struct ff_sight *search, uint32_t cell)
{
	return ff_cost_at(search->cost, cell);
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

static int by_cell(const void *left, const void *right)
{
	const struct ff_seed *a = left, *b = right;

	return (a->cell > b->cell) - (a->cell < b->cell);
}

/* Returns which goal a cell belongs to; the goals are sorted by cell. */
static uint32_t goal_number(const struct ff_sight *search, uint32_t cell)
{
	const struct ff_seed key = {.cell = cell};
	const struct ff_seed *goal =
		bsearch(&key, search->goals, search->count, sizeof key, by_cell);

	return goal->goal;
}

/* Returns true if x,y prefers the goal at 'a' to the one at 'b'. */
static bool prefers_goal(const struct ff_sight *search, int32_t x, int32_t y, uint32_t a,
			 uint32_t b)
{
	int64_t here = squared_distance(search, a, x, y), there = squared_distance(search, b, x, y);
	uint32_t first, second;

	if (here != there || a == b)
		return here < there;
	first = goal_number(search, a);
	second = goal_number(search, b);
	return first != second ? first < second : a < b;
}

static void take_goal(void *context, int32_t x, int32_t y)
{
	struct ff_sight *search = context;
	uint32_t cell = cell_at(search, x, y);

	if (search->nearest->cells[cell] == cell &&
	    (search->best == FF_LABELS_NONE ||
	     prefers_goal(search, column_of(search, search->cell), row_of(search, search->cell),
			  cell, search->best)))
		search->best = cell;
}

/* Finds the nearest goal that a cell sees through the window, in growing discs; returns false if
 * the budget runs out. */
static bool cast_cell(struct ff_sight *search, double reach, const struct window *window,
		      size_t *left)
{
	int32_t x = column_of(search, search->cell), y = row_of(search, search->cell);
	double most = (double)search->cost->w + search->cost->h;
	size_t last = SIZE_MAX;

	search->best = FF_LABELS_NONE;
	for (;;) {
		struct cast cast = begin_cast(search->cost, x, y, reach, window, *left,
					      search->scratch, take_goal, search);
		size_t before = *left;

		(void)go_on(&cast, 0);
		*left = cast.left;
		if (cast.over)
			return false;
		/* If a larger disc took no more steps, no line was cut off. */
		if (search->best != FF_LABELS_NONE || reach > most || before - *left == last)
			return true;
		last = before - *left;
		reach *= 1.5;
	}
}

/* Returns true if the segment between the centres of x,y and a goal of its cost is clear. */
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

		search->left -= search->left > 0;
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

/* Lowers 'reach' to the distance of the goal of a neighbouring cell, if x,y sees that goal. */
static void limit_reach(struct ff_sight *search, int32_t x, int32_t y, int32_t dx, int32_t dy,
			double *reach)
{
	const struct ff_cost *cost = search->cost;
	uint32_t goal;
	double far;

	if (!ff_cost_inside(cost, x + dx, y + dy))
		return;
	goal = search->nearest->cells[cell_at(search, x + dx, y + dy)];
	if (goal >= WAITS || cost_at(search, goal) != cost_at(search, cell_at(search, x, y)))
		return;
	far = sqrt((double)squared_distance(search, goal, x, y)) + 0.5;
	if (far < *reach && sees_goal(search, x, y, goal))
		*reach = far;
}

/* Finds the goal for a cell that does not see 'goal', the nearest of its cost. */
static bool search_past(struct ff_sight *search, int32_t x, int32_t y, uint32_t goal)
{
	double reach = (double)INFINITY,
	       least = sqrt((double)squared_distance(search, goal, x, y)) + 0.5;

	limit_reach(search, x, y, -1, 0, &reach);
	limit_reach(search, x, y, 0, -1, &reach);
	limit_reach(search, x, y, -1, -1, &reach);
	limit_reach(search, x, y, 1, -1, &reach);
	search->cell = cell_at(search, x, y);
	return cast_cell(search, isinf(reach) ? least * 1.5 : reach, &search->goal_box,
			 &search->left);
}

static bool is_goal(const struct ff_sight *search, int32_t x, int32_t y, uint32_t own)
{
	uint32_t cell = cell_at(search, x, y);

	return search->nearest->cells[cell] == cell && cost_at(search, cell) == own;
}

/* Updates each column's nearest goals from the row above; linear in cells for all rows together. */
static void find_column_goals(struct ff_sight *search, int32_t y, uint32_t own)
{
	int32_t w = search->cost->w, h = search->cost->h;

	for (int32_t x = 0; x < w; x++) {
		if (is_goal(search, x, y, own))
			search->above[x] = y;
		if (search->below[x] >= y)
			continue;
		search->below[x] = y;
		while (search->below[x] < h && !is_goal(search, x, search->below[x], own))
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

/* Finds the goals for the cells of a row; returns false if they are not all found yet, or the
 * budget runs out: then no steps are left. */
static bool search_row(struct ff_sight *search)
{
	int32_t y = search->y;

	for (; search->x < search->cost->w; search->x++) {
		uint32_t cell = cell_at(search, search->x, y), goal;
		size_t before = search->left;
		bool found = true;

		while (search->interval + 1 < search->interval_count &&
		       search->intervals[search->interval + 1].first <= search->x)
			search->interval++;
		if (search->nearest->cells[cell] != WAITS || cost_at(search, cell) != search->own)
			continue;
		if (search->due == 0)
			return false;
		goal = search->intervals[search->interval].goal;
		if (!sees_goal(search, search->x, y, goal)) {
			found = search_past(search, search->x, y, goal);
			goal = search->best;
		}
		spend(search, 1, before - search->left);
		if (!found || search->left == 0) {
			search->left = 0;
			return false;
		}
		search->nearest->cells[cell] = goal;
	}
	search->x = -1;
	return true;
}

static void find_goal_box(struct ff_sight *search, uint32_t own)
{
	struct window *box = &search->goal_box;

	*box = (struct window){INT32_MAX, INT32_MAX, 0, 0};
	for (size_t i = 0; i < search->count; i++) {
		int32_t x = column_of(search, search->goals[i].cell);
		int32_t y = row_of(search, search->goals[i].cell);

		if (cost_at(search, search->goals[i].cell) != own)
			continue;
		box->x0 = x < box->x0 ? x : box->x0;
		box->y0 = y < box->y0 ? y : box->y0;
		box->x1 = x > box->x1 ? x : box->x1;
		box->y1 = y > box->y1 ? y : box->y1;
	}
}

/* Begins a row; returns true if cells of it search. */
static bool begin_row(struct ff_sight *search)
{
	int32_t y = search->y;
	bool waits = false;

	find_column_goals(search, y, search->own);
	spend(search, (size_t)search->cost->w, 0);
	for (int32_t x = 0; x < search->cost->w && !waits; x++)
		waits = search->nearest->cells[cell_at(search, x, y)] == WAITS &&
			cost_at(search, cell_at(search, x, y)) == search->own;
	search->interval_count = waits ? divide_row(search, y) : 0;
	search->interval = 0;
	return waits;
}

/* Makes cells search row by row, for one cost after the other; returns false if they are not done.
 */
static bool search_far(struct ff_sight *search)
{
	for (; search->own < ff_cost_wall(search->cost); search->own++, search->y = -1) {
		if (!search->waits[search->own])
			continue;
		if (search->y < 0) {
			search->y = 0;
			find_goal_box(search, search->own);
			for (int32_t x = 0; x < search->cost->w; x++)
				search->above[x] = search->below[x] = -1;
		}
		for (; search->y < search->cost->h; search->y++) {
			if (search->due == 0)
				return false;
			if (search->x < 0 && !begin_row(search))
				continue;
			search->x = search->x < 0 ? 0 : search->x;
			if (!search_row(search))
				return search->left == 0;
		}
	}
	return true;
}

/*
 * Labels goals with their own index, and cells that may see one with WAITS: those to which a chain
 * of neighbours of one cost leads from a goal.  Cells whose neighbours are still to be looked at
 * are a stack: the label of each is the one below it.
 */
#define BOTTOM (WAITS - 1)

static bool label_cells(struct ff_sight *search)
{
	uint32_t *labels = search->nearest->cells;

	for (; search->top != BOTTOM && search->due > 0; spend(search, 1, 0)) {
		uint32_t cell = search->top;

		search->top = labels[cell];
		labels[cell] = WAITS;
		for (int d = 0; d < FF_DIRECTIONS; d++) {
			int32_t x = column_of(search, cell) + ff_flow_steps[d].dx;
			int32_t y = row_of(search, cell) + ff_flow_steps[d].dy;
			uint32_t to = cell_at(search, x, y);

			if (!ff_cost_inside(search->cost, x, y) || labels[to] != FF_LABELS_NONE ||
			    cost_at(search, to) != cost_at(search, cell))
				continue;
			labels[to] = search->top;
			search->top = to;
		}
	}
	return search->top == BOTTOM;
}

/* Makes cells search within a budget of a few steps. */
static bool search_near(struct ff_sight *search)
{
	enum { FEW_STEPS = 64 };
	size_t cells = (size_t)search->cost->w * (size_t)search->cost->h;

	for (; search->next < cells && search->due > 0; search->next++) {
		size_t left = FEW_STEPS;

		search->cell = (uint32_t)search->next;
		if (search->nearest->cells[search->cell] == WAITS) {
			if (cast_cell(search, 2, &search->whole, &left))
				search->nearest->cells[search->cell] = search->best;
			else
				search->waits[cost_at(search, search->cell)] = true;
		}
		spend(search, 1, FEW_STEPS - left);
	}
	return search->next == cells;
}

static void offer_goal(void *context, int32_t x, int32_t y)
{
	const struct ff_sight *search = context;
	uint32_t *label = &search->nearest->cells[cell_at(search, x, y)];

	if (ff_field_has(search->field, cell_at(search, x, y)) &&
	    (*label >= WAITS ||
	     squared_distance(search, search->cell, x, y) < squared_distance(search, *label, x, y)))
		*label = search->cell;
}

/* Casts each goal to all cells that it sees. */
static bool cast_goals(struct ff_sight *search)
{
	for (; search->next < search->count && search->due > 0; search->next++) {
		struct cast *cast = &search->cast;
		size_t before;

		search->cell = search->goals[search->next].cell;
		if (!search->casts)
			*cast = begin_cast(search->cost, column_of(search, search->cell),
					   row_of(search, search->cell), (double)INFINITY,
					   &search->whole, SIZE_MAX, search->scratch, offer_goal,
					   search);
		before = cast->left;
		search->casts = !go_on(cast, before > search->due ? before - search->due : 0);
		spend(search, 0, before - cast->left);
		if (search->casts)
			return false;
	}
	return search->next == search->count;
}

/* Removes labels: all of them, those of cells without a value, or those that still wait. */
static bool clear_labels(struct ff_sight *search)
{
	size_t left = (size_t)search->cost->w * (size_t)search->cost->h - search->next;
	size_t count = left < search->due ? left : search->due, end = search->next + count;
	uint32_t *labels = search->nearest->cells;

	spend(search, count, 0);
	for (size_t i = search->next; i < end; i++)
		if (search->stage == CLEAR ||
		    (search->stage == KEEP ? !ff_field_has(search->field, i) : labels[i] == WAITS))
			labels[i] = FF_LABELS_NONE;
	search->next = end;
	return count == left;
}

/* Does part of a stage; returns true if it is over. */
static bool work_on(struct ff_sight *search)
{
	switch (search->stage) {
	case LABEL:
		return label_cells(search);
	case NEAR:
		return search_near(search);
	case FAR:
		return search_far(search);
	case CAST:
		return cast_goals(search);
	default:
		return clear_labels(search);
	}
}

/* Returns the stage after one that is over.  Few goals are cast at once, and then no cell waits. */
static enum stage stage_after(const struct ff_sight *search)
{
	enum { FEW = 16 };
	const bool few = search->count <= FEW;

	switch (search->stage) {
	case CLEAR:
		return few ? CAST : LABEL;
	case FAR: /* unless the steps did not suffice, none needs to be cast */
		return search->own < ff_cost_wall(search->cost) ? CAST : END;
	case CAST:
		return few ? DONE : END;
	default:
		return search->stage + 1;
	}
}

static void begin_stage(struct ff_sight *search, enum stage stage)
{
	const bool cleared = search->stage == CLEAR || search->stage == KEEP;
	uint32_t *labels = search->nearest->cells;

	if (stage == CAST)
		qsort(search->goals, search->count, sizeof *search->goals, by_goal_and_cell);
	else if (stage == LABEL)
		qsort(search->goals, search->count, sizeof *search->goals, by_cell);
	for (size_t i = 0; i < search->count && cleared; i++) {
		uint32_t cell = search->goals[i].cell;

		labels[cell] = stage == LABEL ? search->top : cell;
		search->top = cell;
	}
	search->stage = stage;
	search->next = 0;
}

void ff_sight_close(struct ff_sight *search)
{
	if (search == NULL)
		return;
	free(search->goals);
	free(search->scratch);
	free(search->above);
	free(search->intervals);
	free(search->waits);
	free(search);
}

enum ff_status ff_sight_open(struct ff_sight **out, const struct ff_cost *cost,
			     const struct ff_seeds *seeds, const struct ff_field *field,
			     struct ff_labels *nearest)
{
	size_t w = (size_t)cost->w, cells = w * (size_t)cost->h;
	struct ff_sight *search;

	*out = NULL;
	if (field->w != cost->w || field->h != cost->h || nearest->w != cost->w ||
	    nearest->h != cost->h)
		return FF_E_ARG;
	if ((search = calloc(1, sizeof *search)) == NULL)
		return FF_E_NOMEM;
	*search = (struct ff_sight){.cost = cost,
				    .field = field,
				    .nearest = nearest,
				    .whole = {0, 0, cost->w - 1, cost->h - 1},
				    .top = BOTTOM,
				    .own = 1,
				    .x = -1,
				    .y = -1};
	search->goals =
		calloc(seeds->count + 1, sizeof *search->goals); /* calloc(0) may return NULL */
	search->scratch = calloc(most_beams(cost->w, cost->h), 2 * sizeof(struct beam));
	search->above = calloc(w, 2 * sizeof *search->above);
	search->intervals = calloc(w, sizeof *search->intervals);
	search->waits = calloc(ff_cost_wall(cost), sizeof *search->waits);
	if (search->goals == NULL || search->scratch == NULL || search->above == NULL ||
	    search->intervals == NULL || search->waits == NULL) {
		ff_sight_close(search);
		return FF_E_NOMEM;
	}
	search->below = search->above + w;
	for (size_t i = 0; i < seeds->count; i++)
		if (ff_field_raw(field, seeds->items[i].cell) == seeds->items[i].start)
			search->goals[search->count++] = seeds->items[i];
	search->left = search->count < SIZE_MAX / cells ? search->count * cells : SIZE_MAX;
	*out = search;
	return FF_OK;
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

enum ff_status ff_sight_nearest(const struct ff_cost *cost, const struct ff_seeds *seeds,
				const struct ff_field *field, struct ff_labels *nearest,
				uint64_t *steps)
{
	struct ff_sight *search;
	enum ff_status st = ff_sight_open(&search, cost, seeds, field, nearest);
	size_t budget = SIZE_MAX;

	if (st != FF_OK)
		return st;
	while (!ff_sight_step(search, &budget))
		budget = SIZE_MAX;
	if (steps != NULL)
		*steps = search->steps;
	ff_sight_close(search);
	return FF_OK;
}
