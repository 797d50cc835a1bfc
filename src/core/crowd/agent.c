/*
 * Steering (C. Reynolds, "Steering Behaviors For Autonomous Characters", 1999): a desired velocity
 * and a force with a limit, mass 1; with separation, alignment and cohesion (C. Reynolds, "Flocks,
 * Herds, and Schools", 1987).  Walkers avoid each other before they meet by a force that depends on
 * the time to collision, since that, not distance, governs pedestrians (I. Karamouzas, B. Skinner,
 * S. Guy, "Universal Power Law Governing Pedestrian Interactions", 2014); it grows as in S. Guy, I.
 * Karamouzas, "Guide to Anticipatory Collision Avoidance" (Game AI Pro 2, ch. 19, 2015), which
 * needs no exponential function.  They slow down behind others, according to the time that it would
 * take to catch up with them (A. Tordeux, M. Chraibi, A. Seyfried, "Collision-Free Speed Model for
 * Pedestrian Dynamics", 2016), but never stop: of two that converge each may be in front of the
 * other.
 *
 * Forces cannot part two crowds that come towards each other: they push walkers back.  So a walker
 * to which others come chooses the direction, of some on both sides of its own, in which a look
 * ahead ends nearest to where it wants to be, given the times to collision there (M. Moussaid, D.
 * Helbing, G. Theraulaz, "How simple rules determine pedestrian behavior and crowd disasters",
 * PNAS 2011).  It costs nothing to walk behind one that goes the same way: the crowds form lanes.
 * Of equal directions the right one is chosen, as people agree on one side (M. Moussaid et al.,
 * "Experimental study of the behavioural mechanisms underlying self-organization in human crowds",
 * 2009).
 *
 * The wanted step is then reduced to a safe one: it stays in the walker's buffered Voronoi cell (D.
 * Zhou, Z. Wang, S. Bandyopadhyay, M. Schwager, "Fast, On-line Collision Avoidance for Dynamic
 * Vehicles Using Buffered Voronoi Cells", 2017).  But the boundary between two walkers is not in
 * the middle: the one behind has more of the gap, so that queues stay close.  Both compute the
 * same shares.
 *
 * Walkers that only keep clear may block each other for ever.  So a walker that has made no
 * progress for a while claims right of way from all that are farther from their goals.  These step
 * aside or back off, and claim it on its behalf from walkers in their way (priority inheritance: K.
 * Okumura et al., "Priority Inheritance with Backtracking for Iterative Multi-agent Path Finding",
 * 2019).  Each time a claim is passed on it becomes weaker, so that it fades once the first walker
 * drops it.  But walkers in the way may have nowhere to go, so that the claimant would have to make
 * room: in a lasting jam each walker loses its right half of the time, at random.
 */
#include "core/crowd/agent.h"

#include <math.h>

#include "core/base/random.h"
#include "core/crowd/follow.h"

/* ---- half planes ---- */

/*
 * Incremental two-dimensional linear programming (M. de Berg et al., "Computational Geometry", ch.
 * 4), used in the same way by J. van den Berg et al., "Reciprocal n-body collision avoidance",
 * 2011: if the best step so far violates the next plane, the best one that does not lies on that
 * plane's line, within what the planes before leave of it.  Here the best step is the nearest one;
 * on a line it is the wanted step's foot, or the end nearest to that.
 */
/* The rounding error allowed: a step is < 1, and its products are exact to 2e-16. */
static const double rounding = 1e-15;

/* Returns the allowed step on the line of plane 'k' nearest to the wanted one; considers planes
 * before 'k'. */
static struct ff_half_planes_step nearest_on_line(const struct ff_half_planes *planes, int k,
						  struct ff_half_planes_step wanted)
{
	double nx = planes->nx[k], ny = planes->ny[k], most = planes->most[k];
	double along = nx * wanted.y - ny * wanted.x; /* of the foot, in direction -ny,nx */
	double first = -INFINITY, last = INFINITY;

	for (int i = 0; i < k; i++) {
		double across = nx * planes->ny[i] - ny * planes->nx[i];
		double left = planes->most[i] - most * (nx * planes->nx[i] + ny * planes->ny[i]);

		if (across > rounding)
			last = left / across < last ? left / across : last;
		else if (across < -rounding)
			first = left / across > first ? left / across : first;
	}
	along = along < first ? first : along;
	along = along > last ? last : along;
	return (struct ff_half_planes_step){most * nx - along * ny, most * ny + along * nx};
}

struct ff_half_planes_step ff_half_planes_nearest(const struct ff_half_planes *planes,
						  struct ff_half_planes_step wanted)
{
	struct ff_half_planes_step step = wanted;
	double part = 1, length;

	for (int k = 0; k < planes->count; k++)
		if (planes->nx[k] * step.x + planes->ny[k] * step.y > planes->most[k])
			step = nearest_on_line(planes, k, wanted);
	/* Corrects rounding on nearly parallel lines: 0,0 is allowed. */
	for (int k = 0; k < planes->count; k++) {
		double toward = planes->nx[k] * step.x + planes->ny[k] * step.y;

		if (toward * part > planes->most[k] + rounding)
			part = (planes->most[k] + rounding) / toward;
	}
	length = sqrt(step.x * step.x + step.y * step.y);
	if (length * part > planes->farthest)
		part = planes->farthest / length;
	return (struct ff_half_planes_step){step.x * part, step.y * part};
}

/* ---- walls ---- */

/*
 * A wall cell limits a disc either by the side that faces its centre, or by a corner.  Sides count
 * only where they are exposed, and corners where they are convex: both cells beside it on the
 * disc's side are open.  Any other cell of a wall lies behind the half plane of one of these.
 *
 * Around a corner, the centre must stay out of a quadrant with a rounded corner.  Any half plane
 * that touches the quarter circle or one of the sides will do.  The one at the nearest point
 * obstructs discs that pass close by; so of three, that and the two sides, the one that leaves most
 * of the wanted step is used.
 */

/* The radius for keeping a centre off cells: 1e-9 away from the next one. */
static const double point_radius = 1e-9 + FF_WALLS_SLACK;

/* A disc and its wanted step. */
struct disc {
	double radius; /* minus the slack */
	struct ff_half_planes_step wanted;
	double length; /* of that step: farther limits do not matter */
	struct ff_half_planes *planes;
};

static void add_limit(const struct disc *disc, double nx, double ny, double most)
{
	if (most < disc->length)
		ff_half_planes_add(disc->planes, nx, ny, most > 0 ? most : 0);
}

/* Adds the limit of a corner ex,ey away (>= 0), on the side sx,sy (1 or -1). */
static void add_corner(const struct disc *disc, double ex, double ey, int sx, int sy)
{
	double wx = disc->wanted.x * sx, wy = disc->wanted.y * sy, radius = disc->radius;
	double away = sqrt(ex * ex + ey * ey);
	double nx = ex / away, ny = ey / away, most = away - radius;
	double least;

	if (most >= disc->length)
		return;
	if (!(away > 0)) {
		nx = 1;
		ny = 0;
	}
	most = most > 0 ? most : 0;
	least = nx * wx + ny * wy - most;
	if (ex >= radius && wx - (ex - radius) < least) {
		nx = 1;
		ny = 0;
		most = ex - radius;
		least = wx - most;
	}
	if (ey >= radius && wy - (ey - radius) < least) {
		nx = 0;
		ny = 1;
		most = ey - radius;
	}
	add_limit(disc, nx * sx, ny * sy, most);
}

/* Adds the limits of the 8 cells around the cell that contains the disc's centre, fx,fy from its
 * middle. */
static void add_beside(const struct disc *disc, double fx, double fy, unsigned bits)
{
	for (int d = 0; d < FF_DIRECTIONS; d += 2) {
		int sx = ff_flow_steps[d].dx, sy = ff_flow_steps[d].dy;

		if ((bits >> d & 1) != 0)
			add_limit(disc, sx, sy, 0.5 - (sx * fx + sy * fy) - disc->radius);
	}
	for (int d = 1; d < FF_DIRECTIONS; d += 2) {
		int sx = ff_flow_steps[d].dx, sy = ff_flow_steps[d].dy;
		unsigned three = (bits | bits << 8) >> (d - 1) &
				 7; /* bits of the cell and its two neighbours in the ring */

		if (three == 2)
			add_corner(disc, 0.5 - sx * fx, 0.5 - sy * fy, sx, sy);
	}
}

/* Adds the limit of the cell i,j away from the centre's cell, if it is a wall. */
static void add_cell(const struct disc *disc, const struct ff_cost *map, int64_t x, int64_t y,
		     int i, int j, double fx, double fy)
{
	int sx = (i > 0) - (i < 0), sy = (j > 0) - (j < 0);
	double ex = sx * (i - fx) - 0.5, ey = sy * (j - fy) - 0.5;

	if (ff_cost_open(map, x + i, y + j) || (sx != 0 && !ff_cost_open(map, x + i - sx, y + j)) ||
	    (sy != 0 && !ff_cost_open(map, x + i, y + j - sy)))
		return;
	if (sx != 0 && sy != 0)
		add_corner(disc, ex, ey, sx, sy);
	else
		add_limit(disc, sx, sy, (sx != 0 ? ex : ey) - disc->radius);
}

/* Returns a bit for each of the 8 cells around x,y, in the order of directions, that is off the
 * grid or >= 'least'. */
static unsigned bits_around(const uint8_t *cells, int32_t w, int32_t h, int32_t x, int32_t y,
			    unsigned least)
{
	const uint8_t *own = cells + (size_t)y * (size_t)w + (size_t)x;
	unsigned bits = 0;

	if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
		const uint8_t *above = own - w, *below = own + w;

		/* Most cells are in the open: one test suffices. */
		if ((unsigned)(above[-1] | above[0] | above[1] | own[-1] | own[1] | below[-1] |
			       below[0] | below[1]) < least)
			return 0;
		return (unsigned)(above[0] >= least) | (unsigned)(above[1] >= least) << 1 |
		       (unsigned)(own[1] >= least) << 2 | (unsigned)(below[1] >= least) << 3 |
		       (unsigned)(below[0] >= least) << 4 | (unsigned)(below[-1] >= least) << 5 |
		       (unsigned)(own[-1] >= least) << 6 | (unsigned)(above[-1] >= least) << 7;
	}
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		int32_t dx = ff_flow_steps[d].dx, dy = ff_flow_steps[d].dy;

		if (x + dx < 0 || y + dy < 0 || x + dx >= w || y + dy >= h ||
		    own[(ptrdiff_t)dy * w + dx] >= least)
			bits |= 1U << d;
	}
	return bits;
}

_Static_assert(FF_GOAL < FF_REACHED && FF_REACHED == 1,
	       "from all other classes no goal is reached");

struct ff_walls ff_walls_around(const struct ff_guide *guide, int32_t x, int32_t y)
{
	const struct ff_cost *map = guide->map;
	const uint8_t *classes = guide->pending ? NULL : guide->classes->cells;
	unsigned beside, closed;

	if (!ff_cost_open(map, x, y))
		return (struct ff_walls){0, 0};
	beside = bits_around(map->cells, map->w, map->h, x, y, FF_COST_WALL);
	closed = beside;
	if (classes != NULL && classes[ff_cost_index(map, x, y)] <= FF_REACHED)
		closed = bits_around(classes, map->w, map->h, x, y, FF_REACHED + 1);
	return (struct ff_walls){(uint8_t)beside, (uint8_t)closed};
}

void ff_walls_limit(const struct ff_guide *guide, struct ff_walls around, double x, double y,
		    double radius, struct ff_half_planes_step wanted, struct ff_half_planes *planes)
{
	int32_t column = ff_sample_cell(x), row = ff_sample_cell(y);
	double fx = x - column, fy = y - row;
	struct disc disc = {radius - FF_WALLS_SLACK, wanted,
			    sqrt(wanted.x * wanted.x + wanted.y * wanted.y), planes};

	if (radius + disc.length <= 1) {
		if (around.beside != 0)
			add_beside(&disc, fx, fy, around.beside);
	} else if (ff_cost_open(guide->map, column, row)) {
		int reach = (int)ceil(radius + disc.length + 1) - 1;

		for (int b = -reach; b <= reach; b++)
			for (int a = -reach; a <= reach; a++)
				add_cell(&disc, guide->map, column, row, a, b, fx, fy);
	}
	if (around.closed != around.beside) {
		disc.radius = point_radius - FF_WALLS_SLACK;
		add_beside(&disc, fx, fy, around.closed);
	}
}

/* Returns the signed distance of a coordinate from a cell's nearer side; 0 inside the cell. */
static double beyond_side(double along, int32_t cell)
{
	double off = fabs(along - cell) - 0.5;

	return off <= 0 ? 0 : along > cell ? off : -off;
}

bool ff_walls_clear(const struct ff_cost *map, double x, double y, double radius)
{
	int32_t x0, x1, y0, y1;

	radius -= FF_WALLS_SLACK;
	if (x + 0.5 < radius || y + 0.5 < radius || map->w - 0.5 - x < radius ||
	    map->h - 0.5 - y < radius || !ff_cost_open(map, ff_sample_cell(x), ff_sample_cell(y)))
		return false;
	x0 = ff_sample_cell(x - radius);
	x1 = ff_sample_cell(x + radius);
	y0 = ff_sample_cell(y - radius);
	y1 = ff_sample_cell(y + radius);
	for (int32_t cy = y0; cy <= y1; cy++)
		for (int32_t cx = x0; cx <= x1; cx++) {
			double dx = beyond_side(x, cx), dy = beyond_side(y, cy);

			if (ff_cost_inside(map, cx, cy) && !ff_cost_open(map, cx, cy) &&
			    dx * dx + dy * dy < radius * radius)
				return false;
		}
	return true;
}

static struct ff_half_planes_step unit_step(double x, double y)
{
	double length = sqrt(x * x + y * y);

	return length > 0 ? (struct ff_half_planes_step){x / length, y / length}
			  : (struct ff_half_planes_step){0, 0};
}

/* Returns the vector to the centre of the open cell nearest to a place in a wall; of several, the
 * first in reading order.  Searches rings of cells until none can hold a nearer one. */
static struct ff_half_planes_step to_open_cell(const struct ff_cost *map, double x, double y)
{
	int32_t column = ff_sample_cell(x), row = ff_sample_cell(y);
	int32_t rings = map->w > map->h ? map->w : map->h;
	double best = (double)INFINITY, best_x = 0, best_y = 0;

	for (int32_t ring = 1; ring < rings && (ring - 0.5) * (ring - 0.5) < best; ring++)
		for (int32_t b = -ring; b <= ring; b++)
			for (int32_t a = -ring; a <= ring;
			     a += b == -ring || b == ring ? 1 : 2 * ring) {
				double dx = column + a - x, dy = row + b - y;

				if (!ff_cost_open(map, (int64_t)column + a, (int64_t)row + b) ||
				    dx * dx + dy * dy >= best)
					continue;
				best = dx * dx + dy * dy;
				best_x = dx;
				best_y = dy;
			}
	return unit_step(best_x, best_y);
}

struct ff_half_planes_step ff_walls_escape(const struct ff_cost *map, double x, double y,
					   double radius)
{
	int32_t column = ff_sample_cell(x), row = ff_sample_cell(y);
	int32_t reach = (int32_t)(radius + 1);
	double sum_x = 0, sum_y = 0;

	if (!ff_cost_open(map, column, row))
		return to_open_cell(map, x, y);
	for (int32_t cy = row - reach; cy <= row + reach; cy++)
		for (int32_t cx = column - reach; cx <= column + reach; cx++) {
			double dx = beyond_side(x, cx), dy = beyond_side(y, cy);
			double away = sqrt(dx * dx + dy * dy);

			if (ff_cost_open(map, cx, cy) || away >= radius || !(away > 0))
				continue;
			sum_x += dx / away * (radius - away);
			sum_y += dy / away * (radius - away);
		}
	return unit_step(sum_x, sum_y);
}

/* ---- agents ---- */

/* Gap between discs, in cells, for the rounding of steps.  Less than FF_WALLS_SLACK: otherwise two
 * discs that just fit between two walls would be stuck. */
static const double disc_slack = 1e-11;

/* part of its velocity that a walker for which no force is given corrects in a second, and in the
 * time in which it walks a cell; the larger counts */
static const double default_part = 2;
static const double weight_unit = 0.5;        /* speeds that a force of weight 1 asks for */
static const double yield_weight = 2.5;       /* of the way of a walker that makes room */
static const double max_collision_time = 2;   /* seconds: later collisions are ignored */
static const double min_collision_time = 0.1; /* seconds: for sooner ones avoidance does not grow */
static const double creep_speed =
	0.2; /* part of its speed that a walker keeps close behind others */
static const double stall_time =
	0.5; /* seconds: from then on a stalled walker claims right of way */
static const double wander_radii =
	10; /* radii to walk: stalled for longer, the first of a queue tries other directions */
static const double lottery_radii =
	200; /* radii to walk: stalled for longer, a walker's right is drawn by lot, for as long */
static const double lost_rank = 1e12; /* added to the rank of a walker that has lost its right */
/* radii of its members, times the root of their number, that a dense group has around its middle */
static const double group_room = 2;
static const double group_pull = 0.5; /* part of its speed that each force of a group asks for */
static const double back_off = 0.3;   /* part of its wish that a yielding walker goes back */
static const double rank_loss =
	1; /* rank lost when passed on, in radii of the one that passes it on */

struct vector {
	double x, y;
};

/* Turns from its own direction that a walker chooses from, to the right first: cosine and sine of
 * 0, 25, 50 and 75 degrees. */
enum { TURNS = 7 };
static const struct vector turns[TURNS] = {
	{1, 0},
	{0.9063077870366499, 0.42261826174069944},
	{0.9063077870366499, -0.42261826174069944},
	{0.6427876096865394, 0.766044443118978},
	{0.6427876096865394, -0.766044443118978},
	{0.25881904510252074, 0.9659258262890683},
	{0.25881904510252074, -0.9659258262890683},
};

static const double look_ahead = 4; /* seconds for which a direction is judged */
static const double wall_ahead = 1; /* cells beyond its disc where a turning walker sees walls */
/* Cosine of two ways, below which their walkers come towards each other.  Crowds that cross at
 * right angles get on better by forces alone. */
static const double oncoming_cosine = -0.25;
static const double oncoming_separation = 0.5; /* the part of the force that acts on them */

/* The surroundings of an agent. */
struct seen {
	struct vector separation, collisions, velocity, place, aside;
	double company; /* number of group members */
	double yielded;
	bool second;         /* a walker with right of way is ahead */
	double ahead;        /* gap to the nearest walker that it follows */
	bool opposed;        /* a walker comes towards it: then 'clear' is set */
	double clear[TURNS]; /* seconds until it would collide with those */
};

static double dot(struct vector a, struct vector b)
{
	return a.x * b.x + a.y * b.y;
}

static struct vector unit(struct vector v)
{
	double length = sqrt(dot(v, v));

	return length > 0 ? (struct vector){v.x / length, v.y / length} : (struct vector){0, 0};
}

static void add_scaled(struct vector *v, struct vector to, double times)
{
	v->x += to.x * times;
	v->y += to.y * times;
}

static struct vector limited(struct vector v, double most)
{
	double length = sqrt(dot(v, v));

	return length > most ? (struct vector){v.x / length * most, v.y / length * most} : v;
}

/* Returns a hash of two numbers. */
static uint64_t mix(uint64_t a, uint64_t b)
{
	return ff_random_mix(a * 0x9e3779b97f4a7c15U + b);
}

/* Returns how long an agent has been stalled, in radii that it could have walked. */
static double stalled_radii(const struct ff_agents *all, size_t i)
{
	return all->stalled[i] * all->speed[i] / all->radius[i];
}

double ff_agent_rank(const struct ff_agents *agents, size_t i, double left)
{
	double late = stalled_radii(agents, i);

	if (late < lottery_radii ||
	    (mix(agents->walker[i], (uint64_t)(late / lottery_radii)) & 1) == 0)
		return left;
	return left + lost_rank;
}

/* Returns the share of i in the gap between agents i and j; n points from i to j. */
static double share_of_gap(const struct ff_agents *all, size_t i, size_t j, struct vector n)
{
	double mine = all->want_x[i] * n.x + all->want_y[i] * n.y;
	double other = -(all->want_x[j] * n.x + all->want_y[j] * n.y);
	double least = 0.1 * (all->speed[i] + all->speed[j]);

	mine = (mine > 0 ? mine : 0) + least;
	other = (other > 0 ? other : 0) + least;
	return mine / (mine + other);
}

/* Adds the force that keeps i from colliding with j, which is at 'to' from it. */
static void add_avoidance(const struct ff_agents *all, size_t i, size_t j, struct vector to,
			  double radii, struct seen *seen)
{
	struct vector v = {all->vx[i] - all->vx[j], all->vy[i] - all->vy[j]};
	double a = dot(v, v), b = dot(to, v), c = dot(to, to) - radii * radii;
	double under = b * b - a * c, time;
	struct vector away;

	if (b <= 0 || under <= 0 || c <= 0)
		return;
	time = c / (b + sqrt(under));
	if (time >= max_collision_time)
		return;
	away = unit((struct vector){v.x * time - to.x, v.y * time - to.y});
	add_scaled(&seen->collisions, away,
		   (max_collision_time - time) /
			   (time < min_collision_time ? min_collision_time : time));
}

/* Returns true if i and j want to walk towards each other's side. */
static bool is_oncoming(const struct ff_agents *all, size_t i, size_t j)
{
	return all->way_x[i] * all->way_x[j] + all->way_y[i] * all->way_y[j] < oncoming_cosine;
}

static struct vector turned(struct vector v, int turn)
{
	struct vector by = turns[turn];

	return (struct vector){v.x * by.x - v.y * by.y, v.x * by.y + v.y * by.x};
}

/* Notes when i would collide with j, which is at 'to' from it and comes towards it, in each
 * direction.  One that is pushed aside or held up is expected to resume its way. */
static void see_oncoming(const struct ff_agents *all, size_t i, size_t j, struct vector to,
			 double radii, struct seen *seen)
{
	struct vector way = {all->way_x[i], all->way_y[i]};
	struct vector other = {(all->vx[j] + all->way_x[j] * all->speed[j]) / 2,
			       (all->vy[j] + all->way_y[j] * all->speed[j]) / 2};
	double c = dot(to, to) - radii * radii;

	c = c > 0 ? c : 0;
	for (int k = 0; k < TURNS && !seen->opposed; k++)
		seen->clear[k] = look_ahead;
	seen->opposed = true;
	for (int k = 0; k < TURNS; k++) {
		struct vector v = turned(way, k);
		double a, b, under, time;

		v = (struct vector){v.x * all->speed[i] - other.x, v.y * all->speed[i] - other.y};
		a = dot(v, v);
		b = dot(to, v);
		under = b * b - a * c;
		if (b <= 0 || under <= 0)
			continue;
		time = c / (b + sqrt(under));
		if (time < seen->clear[k])
			seen->clear[k] = time;
	}
}

/* Returns the distance that i's centre can walk in a direction before its disc is near a wall, up
 * to 'most'. */
static double clear_of_walls(const struct ff_agents *all, size_t i, struct vector way, double most)
{
	const struct ff_cost *cost = all->guide[i]->cost;

	for (int halves = 1; halves * 0.5 < most && halves * 0.5 <= wall_ahead; halves++) {
		const double ahead = halves * 0.5;
		double x = all->x[i] + way.x * (all->radius[i] + ahead);
		double y = all->y[i] + way.y * (all->radius[i] + ahead);

		if (!ff_cost_open(cost, ff_sample_cell(x), ff_sample_cell(y)))
			return ahead - 0.5;
	}
	return most;
}

/* Returns the direction in which i gets nearest to where it would be after look_ahead if nobody
 * came towards it.  Its own follows the field around walls. */
static struct vector best_direction(const struct ff_agents *all, size_t i, const struct seen *seen)
{
	struct vector way = {all->way_x[i], all->way_y[i]}, best = way;
	double least = INFINITY;

	for (int k = 0; k < TURNS; k++) {
		struct vector to = turned(way, k);
		double straight = look_ahead * turns[k].x, time = seen->clear[k], square;

		if (-straight * straight >= least)
			continue;
		if (k > 0)
			time = clear_of_walls(all, i, to, time * all->speed[i]) / all->speed[i];
		/* of the distance, in seconds of walking, less look_ahead's square */
		square = time * time - 2 * straight * time;
		if (square < least) {
			least = square;
			best = to;
		}
	}
	return best;
}

/* Makes i yield if j, which is stalled, claims its place. */
static void add_yielding(const struct ff_agents *all, size_t i, size_t j, struct vector n,
			 double gap, struct seen *seen)
{
	struct vector want = unit((struct vector){all->want_x[j], all->want_y[j]});
	double toward = -dot(want, n), side;

	if (gap > all->radius[i] ||
	    !(all->rank[j] < all->rank[i] ||
	      (!(all->rank[i] < all->rank[j]) && all->walker[j] < all->walker[i])))
		return;
	if (n.x * all->way_x[i] + n.y * all->way_y[i] > 0.5)
		seen->second = true;
	if (all->stalled[j] < stall_time || (toward < -0.5 && stalled_radii(all, j) < wander_radii))
		return;
	side = want.x * -n.y - want.y * -n.x; /* > 0: i is to the right of j's path */
	side = side >= 0 ? 1 : -1;
	add_scaled(&seen->aside, n, -1);
	add_scaled(&seen->aside, (struct vector){-want.y * side, want.x * side}, 1);
	if (all->rank[j] + all->radius[j] * rank_loss < seen->yielded)
		seen->yielded = all->rank[j] + all->radius[j] * rank_loss;
}

/* Returns true if i follows j, which is at 'to' from it: it heads for j, and j does not come
 * towards it. */
static bool follows(const struct ff_agents *all, size_t i, size_t j, struct vector to, double radii)
{
	struct vector way = {all->way_x[i], all->way_y[i]};
	struct vector other = {all->way_x[j], all->way_y[j]};

	return dot(way, to) > 0 && fabs(way.x * to.y - way.y * to.x) < radii && dot(way, other) > 0;
}

/* Returns the speed of a walker behind others, at least creep_speed. */
static double following_speed(const struct ff_agent_rules *rules, double speed, double ahead)
{
	double kept = ahead < speed * rules->headway ? ahead / rules->headway : speed;

	return kept < creep_speed * speed ? creep_speed * speed : kept;
}

/* Counts j, which is at 'to' from i, if it is of i's group. */
static void see_member(const struct ff_agents *all, size_t i, size_t j, struct vector to,
		       struct seen *seen)
{
	if (all->group[i] != all->group[j])
		return;
	seen->company += 1;
	add_scaled(&seen->velocity, (struct vector){all->vx[j], all->vy[j]}, 1);
	add_scaled(&seen->place, to, 1);
}

/* Counts the members of i's group anew: those in the neighbourhood that the rules ask for. */
static void see_neighbourhood(const struct ff_agent_rules *rules, const struct ff_agents *all,
			      size_t i, const struct ff_hash_grid_runs *near, struct seen *seen)
{
	seen->company = 0;
	seen->velocity = seen->place = (struct vector){0, 0};
	for (int r = 0; r < near->count; r++)
		for (size_t j = near->first[r]; j < near->end[r]; j++) {
			struct vector to = {all->x[j] - all->x[i], all->y[j] - all->y[i]};

			if (i != j && dot(to, to) < rules->neighbourhood * rules->neighbourhood)
				see_member(all, i, j, to, seen);
		}
}

static void see_other(const struct ff_agent_rules *rules, const struct ff_agents *all, size_t i,
		      size_t j, struct ff_half_planes *planes, struct seen *seen)
{
	struct vector to = {all->x[j] - all->x[i], all->y[j] - all->y[i]}, n;
	double square = dot(to, to), radii = all->radius[i] + all->radius[j];
	double reach = radii + rules->sees, away, gap;
	bool oncoming;

	if (square >= reach * reach || i == j)
		return;
	away = sqrt(square);
	n = (struct vector){to.x / away, to.y / away};
	gap = away - radii;
	if (gap - disc_slack < (all->speed[i] + all->speed[j]) * rules->dt) {
		double most = (gap - disc_slack) * share_of_gap(all, i, j, n);

		ff_half_planes_add(planes, n.x, n.y, most > 0 ? most : 0);
	}
	oncoming = rules->avoidance > 0 && is_oncoming(all, i, j);
	if (gap < all->radius[i] && all->stalled[i] < stall_time)
		add_scaled(&seen->separation, n,
			   (gap / all->radius[i] - 1) * (oncoming ? oncoming_separation : 1));
	if (gap < seen->ahead && follows(all, i, j, to, radii))
		seen->ahead = gap;
	if (oncoming)
		see_oncoming(all, i, j, to, radii, seen);
	else if (all->stalled[i] < stall_time) /* in a jam it would only hinder those that yield */
		add_avoidance(all, i, j, to, radii, seen);
	add_yielding(all, i, j, n, gap, seen);
	see_member(all, i, j, to, seen);
}

/* Returns what part of a force of that size acts, of which group_pull is the most. */
static double part_of_pull(double force, double speed)
{
	return force > group_pull * speed ? group_pull * speed / force : 1;
}

/* Adds the forces of a group.  Each is less than the walker's own: whatever their weights, it gets
 * on.  A group that is dense already is not drawn together, for walkers that press inwards block
 * each other. */
static void add_group(const struct ff_agent_rules *rules, const struct ff_agents *all, size_t i,
		      const struct seen *seen, struct vector *change)
{
	struct vector velocity = {all->vx[i], all->vy[i]}, other = seen->velocity;
	struct vector differs = {other.x / seen->company - velocity.x,
				 other.y / seen->company - velocity.y};
	double alignment = rules->alignment * weight_unit, away, cohesion;

	alignment *= part_of_pull(alignment * sqrt(dot(differs, differs)), all->speed[i]);
	add_scaled(change, other, alignment / seen->company);
	add_scaled(change, velocity, -alignment);
	if (!(rules->cohesion > 0))
		return;
	away = sqrt(dot(seen->place, seen->place)) / seen->company;
	cohesion = rules->cohesion * weight_unit *
		   (away - group_room * all->radius[i] * sqrt(seen->company + 1));
	if (cohesion > 0)
		add_scaled(change, unit(seen->place),
			   all->speed[i] * cohesion * part_of_pull(cohesion, 1));
}

/* Returns a direction for each walker, changing now and then while it is stalled. */
static struct vector random_direction(uint64_t walker, double late)
{
	uint64_t bits = mix(walker, (uint64_t)late);

	return unit((struct vector){(double)(bits & 0xffff) - 32767.5,
				    (double)(bits >> 16 & 0xffff) - 32767.5});
}

/*
 * Returns the velocity wanted after the step.  Steering asks for a change of velocity, of which
 * force / speed is made in a second: at most the force, at the speed's own size (as C. Reynolds's
 * vehicles, and as in the tutorial of flow fields at howtorts.github.io).
 */
static struct vector wanted_velocity(const struct ff_agent_rules *rules,
				     const struct ff_agents *all, size_t i, const struct seen *seen)
{
	struct vector velocity = {all->vx[i], all->vy[i]}, way = {all->way_x[i], all->way_y[i]};
	bool pulled = !all->guide[i]->aimless || dot(way, way) > 0; /* to a goal, or off a wall */
	double speed = all->speed[i], late = stalled_radii(all, i), weight = pulled;
	double kept = following_speed(rules, speed, seen->ahead), unit_force = speed * weight_unit;
	double usual = default_part * (speed > 1 ? speed : 1);
	double part = (rules->force > 0 ? rules->force / speed : usual) * rules->dt;
	struct vector change = {0, 0};

	if (seen->yielded < INFINITY) {
		way = unit((struct vector){seen->aside.x - back_off * way.x,
					   seen->aside.y - back_off * way.y});
		kept = speed;
		weight = yield_weight;
	} else if (late > wander_radii && !seen->second) {
		double much = (late - wander_radii) / (3 * wander_radii);

		add_scaled(&way, random_direction(all->walker[i], late / 3), much < 1 ? much : 1);
		way = unit(way);
	} else if (seen->opposed) {
		way = best_direction(all, i, seen);
	}
	add_scaled(&change, way, kept * weight);
	add_scaled(&change, velocity, -weight);
	add_scaled(&change, seen->separation, rules->separation * unit_force);
	add_scaled(&change, seen->collisions, rules->avoidance * unit_force);
	if (seen->company > 0)
		add_group(rules, all, i, seen, &change);
	add_scaled(&velocity, limited(change, speed), part < 1 ? part : 1);
	return limited(velocity, speed);
}

struct ff_agent_move ff_agent_move(const struct ff_agent_rules *rules,
				   const struct ff_agents *agents, size_t i,
				   const struct ff_hash_grid_runs *near)
{
	struct ff_half_planes planes;
	struct seen seen = {.yielded = INFINITY, .ahead = INFINITY};
	struct ff_half_planes_step step;
	struct vector want;

	planes.count = 0;
	planes.farthest = INFINITY;
	for (int r = 0; r < near->count; r++)
		for (size_t j = near->first[r]; j < near->end[r]; j++)
			see_other(rules, agents, i, j, &planes, &seen);
	if (rules->neighbourhood > 0)
		see_neighbourhood(rules, agents, i, near, &seen);
	want = wanted_velocity(rules, agents, i, &seen);
	step = (struct ff_half_planes_step){want.x * rules->dt, want.y * rules->dt};
	ff_walls_limit(agents->guide[i], agents->around[i], agents->x[i], agents->y[i],
		       agents->radius[i], step, &planes);
	step = ff_half_planes_nearest(&planes, step);
	return (struct ff_agent_move){step, want.x, want.y, seen.yielded};
}
