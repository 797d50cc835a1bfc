/*
 * Steering as C. Reynolds describes it ("Steering Behaviors For Autonomous Characters", 1999): a
 * desired velocity, a force that grows with its limit, mass 1; with his separation, alignment and
 * cohesion ("Flocks, Herds, and Schools", 1987).  Walkers avoid each other before they meet by a
 * force that depends on the time to collision, for that, not distance, is what people go by (I.
 * Karamouzas, B. Skinner, S. Guy, "Universal Power Law Governing Pedestrian Interactions", 2014);
 * it grows as in S. Guy and I. Karamouzas, "Guide to Anticipatory Collision Avoidance" (Game AI Pro
 * 2, ch. 19, 2015), which needs no exponential function.  Those who come towards each other both
 * keep right, as people agree on one side (M. Moussaid et al., "Experimental study of the
 * behavioural mechanisms underlying self-organization in human crowds", 2009): that makes lanes of
 * two crowds. They are slower the nearer those are whom they follow, by the time that it would take
 * to come up to them (A. Tordeux, M. Chraibi, A. Seyfried, "Collision-Free Speed Model for
 * Pedestrian Dynamics", 2016), but they do not stop for that: of two who come together each may be
 * in front of the other.
 *
 * What they then want is cut down to what is safe: a step stays in the walker's buffered Voronoi
 * cell (D. Zhou, Z. Wang, S. Bandyopadhyay, M. Schwager, "Fast, On-line Collision Avoidance for
 * Dynamic Vehicles Using Buffered Voronoi Cells", 2017).  But the line between two is not in the
 * middle: who goes after the other has more of the gap, so that queues keep close.  Both work out
 * the same shares.
 *
 * Who only keeps clear may stand in each other's way for ever.  So who has not come on for a while
 * claims right of way from all that are farther from their goals; they step aside or back off, and
 * claim it in his name from those who are in their way (after the inheritance of priorities of
 * K. Okumura et al., "Priority Inheritance with Backtracking for Iterative Multi-agent Path
 * Finding", 2019).  Each time a name is handed on it loses a little, so that it fades when nobody
 * claims it any more.  But those in the way may have nowhere to go, so that he would have to make
 * room for them: in a jam that lasts each one loses his right for half of the time, by lot.
 */
#include "core/crowd/agent.h"

#include <math.h>
#include <stdbool.h>

#include "core/base/random.h"

/* Discs keep so far apart, for the rounding of steps.  It is less than walls give way
 * (FF_WALLS_SLACK): two between two walls that they just fit between would else be stuck. */
static const double apart = 1e-11;

static const double relaxation =
	0.5;                        /* seconds in which FF_AGENT_FORCE would put a velocity right */
static const double hurry = 0.2;    /* seconds: the same, of who makes room */
static const double horizon = 2;    /* seconds: collisions later than that are no matter yet */
static const double soonest = 0.1;  /* seconds: the force of avoidance grows no more */
static const double creeping = 0.2; /* of his speed: what he keeps of it close behind others */
static const double patience = 0.5; /* seconds: who is later claims right of way */
static const double wandering = 10; /* radii to walk: who is later, and first, tries other ways */
static const double lots = 200;     /* radii to walk: who is later draws, and holds for so long */
static const double behind = 1e12;  /* who has none is farther than all who have */
static const double backing = 0.3;  /* how much of his way who makes room goes back on */
static const double fading = 1;     /* radii: of a claim, by whom it is handed on */

struct vector {
	double x, y;
};

/* What an agent gathers from those around him. */
struct seen {
	struct vector apart, collisions, velocity, place, aside;
	double company; /* how many of his group */
	double lent;
	bool second;  /* somebody is ahead who has right of way */
	double ahead; /* the gap to the nearest of those whom he follows */
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

static void sum(struct vector *v, struct vector to, double times)
{
	v->x += to.x * times;
	v->y += to.y * times;
}

static struct vector limited(struct vector v, double most)
{
	double length = sqrt(dot(v, v));

	return length > most ? (struct vector){v.x / length * most, v.y / length * most} : v;
}

/* A number that depends on nothing but these. */
static uint64_t mix(uint64_t a, uint64_t b)
{
	return ff_random_mix(a * 0x9e3779b97f4a7c15U + b);
}

/* How late he is, as the radii that he could have walked since. */
static double late_radii(const struct ff_agents *all, size_t i)
{
	return all->late[i] * all->speed[i] / all->radius[i];
}

double ff_agent_claim(const struct ff_agents *agents, size_t i, double left)
{
	double late = late_radii(agents, i);

	if (late < lots || (mix(agents->who[i], (uint64_t)(late / lots)) & 1) == 0)
		return left;
	return left + behind;
}

/* Of the gap between agents i and j, n from i to j, what i may use. */
static double share(const struct ff_agents *all, size_t i, size_t j, struct vector n)
{
	double mine = all->want_x[i] * n.x + all->want_y[i] * n.y;
	double other = -(all->want_x[j] * n.x + all->want_y[j] * n.y);
	double least = 0.1 * (all->speed[i] + all->speed[j]);

	mine = (mine > 0 ? mine : 0) + least;
	other = (other > 0 ? other : 0) + least;
	return mine / (mine + other);
}

/* The force that keeps i from a collision with j, who is at 'to' from him.  Who comes towards him
 * is passed on the right. */
static void foresee(const struct ff_agents *all, size_t i, size_t j, struct vector to, double radii,
		    struct seen *seen)
{
	struct vector v = {all->vx[i] - all->vx[j], all->vy[i] - all->vy[j]};
	double a = dot(v, v), b = dot(to, v), c = dot(to, to) - radii * radii;
	double under = b * b - a * c, time;
	struct vector away;

	if (b <= 0 || under <= 0 || c <= 0)
		return;
	time = c / (b + sqrt(under));
	if (time >= horizon)
		return;
	away = unit((struct vector){v.x * time - to.x, v.y * time - to.y});
	if (all->way_x[i] * all->way_x[j] + all->way_y[i] * all->way_y[j] < 0)
		sum(&away, (struct vector){-all->way_y[i], all->way_x[i]}, 1);
	sum(&seen->collisions, away, (horizon - time) / (time < soonest ? soonest : time));
}

/* Whether j, who has waited, claims i's place, and where i goes to make room. */
static void give_way(const struct ff_agents *all, size_t i, size_t j, struct vector n, double gap,
		     struct seen *seen)
{
	struct vector want = unit((struct vector){all->want_x[j], all->want_y[j]});
	double toward = -dot(want, n), side;

	if (gap > all->radius[i] ||
	    !(all->claim[j] < all->claim[i] ||
	      (!(all->claim[i] < all->claim[j]) && all->who[j] < all->who[i])))
		return;
	if (n.x * all->way_x[i] + n.y * all->way_y[i] > 0.5)
		seen->second = true;
	if (all->late[j] < patience || (toward < -0.5 && late_radii(all, j) < wandering))
		return;
	side = want.x * -n.y - want.y * -n.x; /* > 0: i is to the right of where j goes */
	side = side >= 0 ? 1 : -1;
	sum(&seen->aside, n, -1);
	sum(&seen->aside, (struct vector){-want.y * side, want.x * side}, 1);
	if (all->claim[j] + all->radius[j] * fading < seen->lent)
		seen->lent = all->claim[j] + all->radius[j] * fading;
}

/* Whether i follows j, who is at 'to' from him: goes where j is, and j does not come towards him.
 */
static bool follows(const struct ff_agents *all, size_t i, size_t j, struct vector to, double radii)
{
	struct vector way = {all->way_x[i], all->way_y[i]};
	struct vector other = {all->way_x[j], all->way_y[j]};

	return dot(way, to) > 0 && fabs(way.x * to.y - way.y * to.x) < radii && dot(way, other) > 0;
}

/* As fast as somebody walks who keeps behind others, but never slower than he creeps. */
static double kept_speed(const struct ff_agent_rules *rules, double speed, double ahead)
{
	double kept = ahead < speed * rules->headway ? ahead / rules->headway : speed;

	return kept < creeping * speed ? creeping * speed : kept;
}

static void see(const struct ff_agent_rules *rules, const struct ff_agents *all, size_t i, size_t j,
		struct ff_half_planes *planes, struct seen *seen)
{
	struct vector to = {all->x[j] - all->x[i], all->y[j] - all->y[i]}, n;
	double square = dot(to, to), radii = all->radius[i] + all->radius[j];
	double reach = radii + rules->sees, away, gap;

	if (square >= reach * reach || i == j)
		return;
	away = sqrt(square);
	n = (struct vector){to.x / away, to.y / away};
	gap = away - radii;
	if (gap - apart < (all->speed[i] + all->speed[j]) * rules->dt) {
		double most = (gap - apart) * share(all, i, j, n);

		ff_half_planes_add(planes, n.x, n.y, most > 0 ? most : 0);
	}
	if (gap < all->radius[i] && all->late[i] < patience)
		sum(&seen->apart, n, gap / all->radius[i] - 1);
	if (gap < seen->ahead && follows(all, i, j, to, radii))
		seen->ahead = gap;
	if (all->late[i] < patience) /* in a jam he would only keep off those who make room */
		foresee(all, i, j, to, radii, seen);
	give_way(all, i, j, n, gap, seen);
	if (all->group[i] == all->group[j]) {
		seen->company += 1;
		sum(&seen->velocity, (struct vector){all->vx[j], all->vy[j]}, 1);
		sum(&seen->place, to, 1);
	}
}

/* Another direction for each walker, and now and then while he is late. */
static struct vector at_random(uint64_t who, double late)
{
	uint64_t bits = mix(who, (uint64_t)late);

	return unit((struct vector){(double)(bits & 0xffff) - 32767.5,
				    (double)(bits >> 16 & 0xffff) - 32767.5});
}

static struct vector wanted(const struct ff_agent_rules *rules, const struct ff_agents *all,
			    size_t i, const struct seen *seen)
{
	struct vector velocity = {all->vx[i], all->vy[i]}, way = {all->way_x[i], all->way_y[i]};
	double speed = all->speed[i], late = late_radii(all, i);
	double kept = kept_speed(rules, speed, seen->ahead), soon = relaxation;
	struct vector force = {0, 0};
	double times = rules->force / FF_AGENT_FORCE;

	if (seen->lent < INFINITY) {
		way = unit((struct vector){seen->aside.x - backing * way.x,
					   seen->aside.y - backing * way.y});
		kept = speed;
		soon = hurry;
	} else if (late > wandering && !seen->second) {
		double much = (late - wandering) / (3 * wandering);

		sum(&way, at_random(all->who[i], late / 3), much < 1 ? much : 1);
		way = unit(way);
	}
	soon = rules->dt > soon ? rules->dt : soon;
	sum(&force, way, kept / soon);
	sum(&force, velocity, -1 / soon);
	sum(&force, seen->apart, rules->separation);
	sum(&force, seen->collisions, rules->avoidance);
	if (seen->company > 0) {
		sum(&force, seen->velocity, rules->alignment / seen->company);
		sum(&force, velocity, -rules->alignment);
		sum(&force, seen->place, rules->cohesion / seen->company);
	}
	/* A force that would do more than put the velocity right in one step would overshoot. */
	times = times < soon / rules->dt ? times : soon / rules->dt;
	force = limited(force, FF_AGENT_FORCE);
	sum(&velocity, force, rules->dt * times);
	return limited(velocity, speed);
}

struct ff_agent_move ff_agent_move(const struct ff_agent_rules *rules,
				   const struct ff_agents *agents, size_t i,
				   const struct ff_hash_grid_runs *near,
				   const struct ff_walls *walls)
{
	struct ff_half_planes planes;
	struct seen seen = {.lent = INFINITY, .ahead = INFINITY};
	struct ff_half_planes_step step;
	struct vector want;

	planes.count = 0;
	planes.farthest = INFINITY;
	for (int r = 0; r < near->count; r++)
		for (size_t j = near->first[r]; j < near->end[r]; j++)
			see(rules, agents, i, j, &planes, &seen);
	want = wanted(rules, agents, i, &seen);
	step = (struct ff_half_planes_step){want.x * rules->dt, want.y * rules->dt};
	ff_walls_limit(walls, agents->guide[i], agents->x[i], agents->y[i], agents->radius[i], step,
		       &planes);
	step = ff_half_planes_nearest(&planes, step);
	return (struct ff_agent_move){step, want.x, want.y, seen.lent};
}
