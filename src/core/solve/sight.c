/*
 * Shadow casting with exact slopes: Bjorn Bergstrom, "FOV using recursive
 * shadowcasting" (RogueBasin), as a loop over columns and without rounding.
 *
 * The four axes and the four diagonals are walked.  Between them lie eight
 * octants, each turned so that a cell is 'row' steps across and 'column' along,
 * 0 < row < column.  A beam is an interval of slopes that are still in sight;
 * column by column, the cells whose centre a beam meets are seen, and then
 * those that are not of the viewpoint's cost are cut out of it.  In that range
 * a segment to a cell's centre meets no other cell of the same column.
 *
 * The ray of slope s crosses the inside of cell column,row if
 * (2row-1)/(2column+1) < s < (2row+1)/(2column-1), and at either end it touches
 * a corner.  A wall cuts both ends out as well, a cell of another cost does
 * not, so a beam can be a single slope.  Slopes are fractions of whole numbers
 * below 2^30, and their comparison needs 64 bits.
 */
#include "core/solve/sight.h"

#include "core/map/model.h"

#include <math.h>
#include <stdlib.h>

struct slope {
	int32_t y, x;
};

/* Where a beam ends, whether it includes that slope, and the outermost row that it touches in the
 * last column. */
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
	uint8_t own;
	int64_t limit; /* of squared distances */
	size_t left;   /* steps that may be taken */
	bool over;     /* it would have been more */
	ff_sight_seen *seen;
	void *context;
};

/* The part of the map that lines are to pass, seen from the viewpoint: columns x0..x1, rows
 * y0..y1, of which some may be behind it. */
struct octant {
	struct cast *cast;
	struct ff_flow_step along, across;
	int32_t columns, rows; /* how far the map goes on */
	struct ff_sight_window window;
};

/*
 * Between two beams lies all that some cell has cut out, and in every column from
 * that cell's on this is more than a row high.  Hence there are no more beams
 * than columns so far, nor than rows in the map.
 */
static size_t most_beams(int32_t w, int32_t h)
{
	return (size_t)(w < h ? w : h);
}

size_t ff_sight_scratch(int32_t w, int32_t h)
{
	return 2 * most_beams(w, h) * sizeof(struct beam);
}

/* Negative, 0 or positive as a < b, a = b, a > b. */
static int64_t compare(struct slope a, struct slope b)
{
	return (int64_t)a.y * b.x - (int64_t)b.y * a.x;
}

static bool is_within(int64_t order, bool in)
{
	return order > 0 || (order == 0 && in);
}

static struct end higher(struct end a, struct end b)
{
	return is_within(compare(a.slope, b.slope), !a.in) ? a : b;
}

static struct end lower(struct end a, struct end b)
{
	return is_within(compare(b.slope, a.slope), !a.in) ? a : b;
}

/* Appends a beam unless it is empty. */
static size_t keep(struct end lo, struct end hi, struct beam *beams, size_t count)
{
	if (is_within(compare(hi.slope, lo.slope), lo.in && hi.in))
		beams[count++] = (struct beam){lo, hi};
	return count;
}

static bool spend(struct cast *cast, size_t steps)
{
	cast->over |= cast->left < steps;
	cast->left -= cast->over ? 0 : steps;
	return !cast->over;
}

static void report(const struct octant *octant, int32_t column, int32_t row)
{
	struct cast *cast = octant->cast;

	/* A line does not pass what lies beyond its end. */
	if (column >= octant->window.x0 && row >= octant->window.y0 &&
	    (int64_t)column * column + (int64_t)row * row <= cast->limit)
		cast->seen(cast->context,
			   cast->x + column * octant->along.dx + row * octant->across.dx,
			   cast->y + column * octant->along.dy + row * octant->across.dy);
}

/* Sends a beam through a column and appends what is left of it. */
static size_t pass(const struct octant *octant, int32_t column, const struct beam *beam,
		   struct beam *beams, size_t count)
{
	const struct ff_cost *cost = octant->cast->cost;
	int32_t near = 2 * column - 1, far = 2 * column + 1;
	ptrdiff_t across = octant->across.dy * (ptrdiff_t)cost->w + octant->across.dx;
	const uint8_t *cells =
		cost->cells + ff_cost_index(cost, octant->cast->x + column * octant->along.dx,
					    octant->cast->y + column * octant->along.dy);
	struct end lo = beam->lo, hi = beam->hi;
	int32_t seen_first, seen_last;

	/* At most one row more per column: no slope is above 1.  Of the rows touched, only the
	 * outermost two may not be met at their centres. */
	lo.row += compare((struct slope){2 * lo.row + 1, near}, lo.slope) < 0;
	hi.row += compare((struct slope){2 * hi.row + 1, far}, hi.slope) <= 0;
	seen_first = lo.row + !is_within(compare((struct slope){lo.row, column}, lo.slope), lo.in);
	seen_last = hi.row - !is_within(compare(hi.slope, (struct slope){hi.row, column}), hi.in);
	if (!spend(octant->cast, (size_t)(hi.row - lo.row) + 1))
		return count;
	for (int32_t row = lo.row, last = hi.row; row <= last; row++) {
		uint8_t here = row <= octant->rows ? cells[row * across] : FF_COST_WALL;
		bool touch = here != FF_COST_WALL;

		if (here != octant->cast->own) {
			struct end under = {{2 * row - 1, far}, row, touch};
			struct end over = {{2 * row + 1, near}, row, touch};

			count = keep(lo, lower(hi, under), beams, count);
			lo = higher(lo, over);
		} else if (row >= seen_first && row <= seen_last) {
			report(octant, column, row);
		}
	}
	return keep(lo, hi, beams, count);
}

/* The beam that has all lines through the window. */
static size_t first_beam(const struct ff_sight_window *window, struct beam *beams)
{
	struct end lo = {{0, 1}, 0, false}, hi = {{1, 1}, 0, false};

	if (window->x1 < 0 || window->y1 < 0)
		return 0;
	if (window->y0 > 0)
		lo = (struct end){{2 * window->y0 - 1, 2 * window->x1 + 1}, 0, true};
	if (window->x0 > 0)
		hi = lower(hi, (struct end){{2 * window->y1 + 1, 2 * window->x0 - 1}, 0, true});
	return keep(lo, hi, beams, 0);
}

static void cast_octant(const struct octant *octant, struct beam *beams, struct beam *left)
{
	size_t count = first_beam(&octant->window, beams);

	for (int32_t column = 1; column <= octant->columns && count > 0 && !octant->cast->over &&
				 (int64_t)column * column <= octant->cast->limit;
	     column++) {
		struct beam *swap = beams;
		size_t kept = 0;

		for (size_t i = 0; i < count; i++)
			kept = pass(octant, column, &beams[i], left, kept);
		beams = left;
		left = swap;
		count = kept;
	}
}

static void walk(const struct octant *octant, enum ff_direction direction)
{
	struct cast *cast = octant->cast;
	const struct ff_sight_window *window = &octant->window;
	const struct ff_cost *cost = cast->cost;
	int32_t x = cast->x, y = cast->y;
	bool diagonal = direction % 2 != 0;

	if (window->x1 < 0 || window->y1 < 0 ||
	    (diagonal ? window->x0 > window->y1 + 1 || window->y0 > window->x1 + 1
		      : window->y0 > 0))
		return;
	for (int32_t k = 1; ff_neighbours_permit(cost, FF_CORNERS_STRICT, x, y, direction); k++) {
		int64_t dx, dy;

		x += ff_flow_steps[direction].dx;
		y += ff_flow_steps[direction].dy;
		dx = x - cast->x;
		dy = y - cast->y;
		if (cost->cells[ff_cost_index(cost, x, y)] != cast->own ||
		    dx * dx + dy * dy > cast->limit || !spend(cast, 1))
			break;
		if (k >= window->x0 && (!diagonal || k >= window->y0))
			cast->seen(cast->context, x, y);
	}
}

/* How many steps lead from x,y to the map's edge. */
static int32_t room(const struct cast *cast, struct ff_flow_step step)
{
	if (step.dx != 0)
		return step.dx > 0 ? cast->cost->w - 1 - cast->x : cast->x;
	return step.dy > 0 ? cast->cost->h - 1 - cast->y : cast->y;
}

/* How far a cell of the window lies from the viewpoint. */
static int32_t part(const struct cast *cast, struct ff_flow_step step, int32_t x, int32_t y)
{
	return (x - cast->x) * step.dx + (y - cast->y) * step.dy;
}

/* The window in columns and rows of an octant. */
static struct ff_sight_window turned(const struct cast *cast, struct ff_flow_step along,
				     struct ff_flow_step across,
				     const struct ff_sight_window *window)
{
	int32_t a = part(cast, along, window->x0, window->y0);
	int32_t b = part(cast, along, window->x1, window->y1);
	int32_t c = part(cast, across, window->x0, window->y0);
	int32_t d = part(cast, across, window->x1, window->y1);

	return (struct ff_sight_window){a < b ? a : b, c < d ? c : d, a < b ? b : a, c < d ? d : c};
}

/* How far a number is from an interval. */
static int32_t gap(int32_t a, int32_t first, int32_t last)
{
	return a < first ? first - a : a > last ? a - last : 0;
}

size_t ff_sight_window_add(struct ff_sight_window *windows, size_t count, int32_t x, int32_t y)
{
	struct ff_sight_window *last = windows + count - 1;

	if (count == 0 || gap(x, last->x0, last->x1) > 1 || gap(y, last->y0, last->y1) > 1) {
		windows[count] = (struct ff_sight_window){x, y, x, y};
		return count + 1;
	}
	last->x0 = x < last->x0 ? x : last->x0;
	last->y0 = y < last->y0 ? y : last->y0;
	last->x1 = x > last->x1 ? x : last->x1;
	last->y1 = y > last->y1 ? y : last->y1;
	return count;
}

bool ff_sight_cast_through(const struct ff_cost *cost, int32_t x, int32_t y, uint8_t own,
			   double reach, const struct ff_sight_window *window, size_t *left,
			   void *scratch, ff_sight_seen *seen, void *context)
{
	double square = reach * reach;
	struct cast cast = {
		.cost = cost,
		.x = x,
		.y = y,
		.own = own,
		.limit = square < (double)(INT64_C(1) << 62) ? (int64_t)square : INT64_MAX,
		.left = *left,
		.seen = seen,
		.context = context,
	};
	struct beam *beams = scratch;

	for (int d = 0; d < FF_DIRECTIONS; d++) {
		/* N and W, N and E, E and N, E and S, ... */
		struct ff_flow_step along = ff_flow_steps[d & 6];
		struct ff_flow_step across = ff_flow_steps[((d & 6) + (d % 2 == 0 ? 6 : 2)) & 7];
		struct octant octant = {&cast,
					along,
					across,
					room(&cast, along),
					room(&cast, across),
					turned(&cast, along, across, window)};

		walk(&octant, (enum ff_direction)d);
		cast_octant(&octant, beams, beams + most_beams(cost->w, cost->h));
	}
	*left = cast.left;
	return !cast.over;
}

void ff_sight_cast(const struct ff_cost *cost, int32_t x, int32_t y, uint8_t own, double reach,
		   void *scratch, ff_sight_seen *seen, void *context)
{
	struct ff_sight_window all = {0, 0, cost->w - 1, cost->h - 1};
	size_t left = SIZE_MAX;

	(void)ff_sight_cast_through(cost, x, y, own, reach, &all, &left, scratch, seen, context);
}

/* The permitted step nearest to a line of sight dx,dy from x,y: where the diagonal is not
 * permitted, the straight one into the cell through which the line goes. */
static enum ff_direction nearest_step(const struct ff_cost *cost, enum ff_corners corners,
				      int32_t x, int32_t y, int32_t dx, int32_t dy)
{
	enum ff_direction direction = ff_flow_nearest(dx, dy);

	if (ff_neighbours_permit(cost, corners, x, y, direction))
		return direction;
	return abs(dx) > abs(dy) ? ff_flow_nearest(dx, 0) : ff_flow_nearest(0, dy);
}

static void turn_cell(const struct ff_cost *cost, enum ff_corners corners,
		      const struct ff_labels *nearest, struct ff_flow *flow, int32_t x, int32_t y)
{
	size_t i = ff_cost_index(cost, x, y);
	uint32_t w = (uint32_t)cost->w, goal = nearest->cells[i];
	int32_t dx, dy;
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
		   const struct ff_labels *nearest, struct ff_flow *flow)
{
	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x++)
			turn_cell(cost, corners, nearest, flow, x, y);
}

void ff_sight_turn_around(const struct ff_cost *cost, enum ff_corners corners,
			  const struct ff_labels *nearest, const uint32_t *cells, size_t count,
			  struct ff_flow *flow)
{
	for (size_t i = 0; i < count; i++) {
		int32_t x = (int32_t)(cells[i] % (uint32_t)cost->w);
		int32_t y = (int32_t)(cells[i] / (uint32_t)cost->w);

		for (int32_t to_y = y - 1; to_y <= y + 1; to_y++)
			for (int32_t to_x = x - 1; to_x <= x + 1; to_x++)
				if (ff_cost_inside(cost, to_x, to_y))
					turn_cell(cost, corners, nearest, flow, to_x, to_y);
	}
}
