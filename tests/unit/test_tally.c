#include "core/crowd/tally.h"

#include "guides.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

enum { W = 14, H = 9, CELLS = W * H, COUNT = 40, STEPS = 60 };
#define DT 0.25

/* A crowd whose walkers the test moves. */
struct made {
	struct ff_crowd crowd;
	struct ff_walkers walkers;
	struct ff_walker items[COUNT];
	uint8_t state[COUNT];
	double x[COUNT], y[COUNT], from_x[COUNT], from_y[COUNT], since[COUNT], until[COUNT];
	struct ff_cost map;
	uint8_t cells[CELLS];
};

static void made_new(struct made *m, size_t count)
{
	memset(m, 0, sizeof *m);
	memset(m->cells, 1, sizeof m->cells);
	m->map = (struct ff_cost){.w = W, .h = H, .cells = m->cells};
	m->walkers = (struct ff_walkers){.items = m->items, .count = count};
	m->crowd = (struct ff_crowd){.walkers = m->items,
				     .count = count,
				     .state = m->state,
				     .x = m->x,
				     .y = m->y,
				     .from_x = m->from_x,
				     .from_y = m->from_y,
				     .since = m->since,
				     .until = m->until};
	for (size_t i = 0; i < count; i++) {
		m->items[i] = (struct ff_walker){.radius = 0.3, .speed = 1};
		m->until[i] = (double)INFINITY;
	}
}

static void made_put(struct made *m, size_t i, double x, double y)
{
	m->state[i] = FF_CROWD_WALKING;
	m->x[i] = m->from_x[i] = x;
	m->y[i] = m->from_y[i] = y;
}

/* Moves one walker in the current step. */
static void made_move(struct made *m, size_t i, double dx, double dy)
{
	m->x[i] = m->from_x[i] + dx;
	m->y[i] = m->from_y[i] + dy;
}

static void made_step(struct made *m)
{
	m->crowd.step++;
	memcpy(m->from_x, m->x, sizeof m->x);
	memcpy(m->from_y, m->y, sizeof m->y);
}

static size_t cell_at(double x, double y)
{
	return (size_t)floor(y + 0.5) * W + (size_t)floor(x + 0.5);
}

static const unsigned everything =
	FF_TALLY_VISITS | FF_TALLY_SECONDS | FF_TALLY_SPEED | FF_TALLY_STILL | FF_TALLY_DENSITY;

/* The expected tally. */
struct truth {
	double visits[CELLS], seconds[CELLS], moving[CELLS], length[CELLS], still[CELLS],
		first[CELLS], last[CELLS], density[CELLS];
};

/* Updates the highest density of each cell by counting all walkers. */
static void truly_dense(struct truth *truth, const struct made *m)
{
	for (int c = 0; c < CELLS; c++) {
		int open = 0, there = 0;

		for (int k = 0; k < 9; k++)
			open += ff_cost_open(&m->map, c % W + k % 3 - 1, c / W + k / 3 - 1);
		for (size_t i = 0; i < m->crowd.count; i++)
			there += m->state[i] == FF_CROWD_WALKING &&
				 abs((int)floor(m->x[i] + 0.5) - c % W) <= 1 &&
				 abs((int)floor(m->y[i] + 0.5) - c / W) <= 1;
		if (m->cells[c] != FF_COST_WALL)
			truth->density[c] =
				fmax(truth->density[c], (double)((float)there / (float)open));
	}
}

static void compare_tally(const struct ff_tally *tally, const struct truth *truth, const char *when)
{
	for (int c = 0; c < CELLS; c++) {
		CHECK(tally->visits[c] == truth->visits[c], "%s, %d: %u", when, c,
		      tally->visits[c]);
		CHECK(tally->seconds[c] == truth->seconds[c], "%s, %d: %g", when, c,
		      tally->seconds[c]);
		CHECK(tally->moving[c] == truth->moving[c] &&
			      fabs(tally->length[c] - truth->length[c]) < 1e-9,
		      "%s, %d: %g cells in %g s", when, c, tally->length[c], tally->moving[c]);
		CHECK(tally->still[c] == truth->still[c], "%s, %d: %g, not %g", when, c,
		      tally->still[c], truth->still[c]);
		CHECK(tally->first[c] == truth->first[c] && tally->last[c] == truth->last[c],
		      "%s, %d: %g..%g, not %g..%g", when, c, tally->first[c], tally->last[c],
		      truth->first[c], truth->last[c]);
		CHECK((double)tally->density[c] == truth->density[c], "%s, %d: %g, not %g", when, c,
		      (double)tally->density[c], truth->density[c]);
	}
}

static void a_crowd_is_counted_as_by_hand(void)
{
	uint64_t dice = ORACLE_SEED;
	static struct made m;
	static struct truth truth;
	struct ff_tally tally;
	double walked = 0, spent = 0, visits = 0, all = 0, length = 0, seconds = 0;
	/* Where and when each walker last moved far enough. */
	double at_x[COUNT], at_y[COUNT], since[COUNT] = {0};
	bool started[COUNT] = {false};
	size_t still = 0;

	made_new(&m, COUNT);
	memset(&truth, 0, sizeof truth);
	for (int c = 0; c < CELLS; c++) {
		if (c % 7 == 3)
			m.cells[c] = FF_COST_WALL;
		truth.first[c] = truth.last[c] = (double)INFINITY;
	}
	for (size_t i = 0; i < COUNT; i++) {
		double x = (double)(oracle_random(&dice) % (10 * (W - 1))) / 10;
		double y = (double)(oracle_random(&dice) % (10 * (H - 1))) / 10;

		made_put(&m, i, x, y);
		at_x[i] = x;
		at_y[i] = y;
		m.items[i].speed = (double)(1 + i % 3);
		if (i % 4 == 1)
			m.state[i] = FF_CROWD_WAITING;
		else if (i % 13 == 12)
			m.state[i] = FF_CROWD_LOST;
		else
			truth.visits[cell_at(x, y)]++;
	}
	CHECK(ff_tally_open(&tally, &m.map, everything) == FF_OK, "%s", "memory");
	CHECK(ff_tally_begin(&tally, &m.crowd) == FF_OK, "%s", "memory");
	truly_dense(&truth, &m);
	compare_tally(&tally, &truth, "at first");
	for (int s = 1; s <= STEPS; s++) {
		made_step(&m);
		for (size_t i = 0; i < COUNT; i++) {
			double angle = (double)(oracle_random(&dice) % 628) / 100;
			double far = (double)(oracle_random(&dice) % 50) / 101;
			size_t c = cell_at(m.x[i], m.y[i]);

			if (m.state[i] == FF_CROWD_WAITING && oracle_random(&dice) % 20 == 0) {
				m.state[i] = FF_CROWD_WALKING;
				since[i] = m.since[i] = s * DT;
				truth.visits[c]++;
				continue;
			}
			if (m.state[i] != FF_CROWD_WALKING)
				continue;
			/* Some of them only tremble. */
			if (oracle_random(&dice) % 5 == 0 || (s / 10 + (int)i) % 3 == 0)
				far /= 50;
			made_move(&m, i, cos(angle) * far, sin(angle) * far);
			if (m.x[i] < 0 || m.y[i] < 0 || m.x[i] > W - 1 || m.y[i] > H - 1)
				made_move(&m, i, far = 0, 0);
			truth.seconds[c] += DT;
			spent += DT;
			started[i] |= far / DT >= 0.9 * m.items[i].speed || s * DT - m.since[i] > 2;
			if (started[i]) {
				truth.moving[c] += DT;
				truth.length[c] += far;
				walked += far;
			}
			if (hypot(m.x[i] - at_x[i], m.y[i] - at_y[i]) >= 0.1 * m.items[i].speed) {
				at_x[i] = m.x[i];
				at_y[i] = m.y[i];
				since[i] = s * DT;
			} else if (s * DT - since[i] >= 1) {
				truth.still[c] +=
					(s - 1) * DT - since[i] < 1 ? s * DT - since[i] : DT;
				truth.first[c] = fmin(truth.first[c], since[i]);
				truth.last[c] = s * DT;
				still++;
			}
			truth.visits[cell_at(m.x[i], m.y[i])] += c != cell_at(m.x[i], m.y[i]);
			if (oracle_random(&dice) % 50 == 0) {
				m.state[i] = FF_CROWD_ARRIVED;
				m.until[i] = s * DT;
			}
		}
		ff_tally_step(&tally, &m.crowd, DT);
		truly_dense(&truth, &m);
		compare_tally(&tally, &truth, "later");
	}
	for (int c = 0; c < CELLS; c++) {
		visits += tally.visits[c];
		all += truth.visits[c];
		length += tally.length[c];
		seconds += tally.seconds[c];
	}
	CHECK(visits == all && visits > 100, "%g", visits);
	CHECK(fabs(length - walked) < 1e-6 && seconds == spent && still > 50, "%g, %g", length,
	      seconds);
	ff_tally_free(&tally);
	CHECK(tally.visits == NULL && tally.open == NULL, "%s", "freed");
}

static void a_walker_slowed_by_the_ground_does_not_stand_still(void)
{
	static struct made m;

	for (int slow = 0; slow < 2; slow++) {
		struct ff_tally tally;

		made_new(&m, 1);
		memset(m.cells, 20, sizeof m.cells);
		made_put(&m, 0, 3, 3);
		CHECK(ff_tally_open(&tally, &m.map, FF_TALLY_STILL) == FF_OK, "%s", "memory");
		CHECK(tally.visits == NULL && tally.seconds == NULL && tally.density == NULL, "%s",
		      "not wanted");
		tally.slow = slow ? &m.map : NULL;
		tally.model = &(const struct ff_model){.metric = FF_METRIC_EUCLID};
		CHECK(ff_tally_begin(&tally, &m.crowd) == FF_OK, "%s", "memory");
		for (int s = 0; s < 1 / DT; s++) {
			made_step(&m);
			made_move(&m, 0, DT / 20, 0);
			ff_tally_step(&tally, &m.crowd, DT);
		}
		CHECK(tally.still[cell_at(3, 3)] == (slow ? 0 : 1), "%d: %g", slow,
		      tally.still[cell_at(3, 3)]);
		ff_tally_free(&tally);
	}
}

/* Paths of random points, some on borders and corners of cells, are cut into very small parts. */
static void a_path_is_counted_cell_by_cell(void)
{
	enum { POINTS = 12, PARTS = 20000 };
	uint64_t dice = ORACLE_SEED;
	static struct made m;

	made_new(&m, 0);
	for (int k = 0; k < 30; k++) {
		struct ff_path_point points[POINTS];
		struct ff_path path = {.points = points, .count = POINTS};
		static double seconds[CELLS], length[CELLS];
		double visits = 1, counted = 0, all_seconds = 0, all_length = 0;
		struct ff_tally tally;
		size_t at = 0;

		memset(seconds, 0, sizeof seconds);
		memset(length, 0, sizeof length);
		for (int p = 0; p < POINTS; p++) {
			struct ff_path_point *point = &points[p], *old = &points[p - (p > 0)];
			int fine = k % 2 == 0 ? 2 : 100;

			*point = (struct ff_path_point){
				.x = (double)(oracle_random(&dice) % (uint64_t)(fine * (W - 1))) /
				     fine,
				.y = (double)(oracle_random(&dice) % (uint64_t)(fine * (H - 1))) /
				     fine};
			if (p == 0) {
				at = cell_at(point->x, point->y);
				continue;
			}
			point->length = old->length + hypot(point->x - old->x, point->y - old->y);
			point->time = old->time + 1 + p;
			for (int i = 0; i < PARTS; i++) {
				double t = (i + 0.5) / PARTS;
				size_t c = cell_at(old->x + t * (point->x - old->x),
						   old->y + t * (point->y - old->y));

				visits += c != at;
				at = c;
				seconds[c] += (point->time - old->time) / PARTS;
				length[c] += (point->length - old->length) / PARTS;
			}
			visits += at != cell_at(point->x, point->y);
			at = cell_at(point->x, point->y);
		}
		CHECK(ff_tally_open(&tally, &m.map, everything) == FF_OK, "%s", "memory");
		ff_tally_path(&tally, &path);
		for (int c = 0; c < CELLS; c++) {
			CHECK(fabs(tally.seconds[c] - seconds[c]) < 0.01, "%d, %d: %g, not %g", k,
			      c, tally.seconds[c], seconds[c]);
			CHECK(fabs(tally.length[c] - length[c]) < 0.01, "%d, %d: %g, not %g", k, c,
			      tally.length[c], length[c]);
			counted += tally.visits[c];
			all_seconds += tally.seconds[c];
			all_length += tally.length[c];
		}
		/* The parts may miss a cell of which the path crosses a corner only. */
		CHECK(counted >= visits && counted <= visits + 1, "%d: %g, not %g", k, counted,
		      visits);
		CHECK(fabs(all_seconds - points[POINTS - 1].time) < 1e-9 &&
			      fabs(all_length - points[POINTS - 1].length) < 1e-9,
		      "%d: %g, %g", k, all_seconds, all_length);
		ff_tally_free(&tally);
	}
}

static void a_path_through_a_corner_enters_the_cells_on_its_line_only(void)
{
	struct ff_path_point points[2] = {{.x = 1, .y = 1}, {3, 3, sqrt(8), 0, 4}};
	struct ff_path path = {.points = points, .count = 2};
	static struct made m;
	struct ff_tally tally;

	made_new(&m, 0);
	CHECK(ff_tally_open(&tally, &m.map, everything) == FF_OK, "%s", "memory");
	ff_tally_path(&tally, &path);
	for (int c = 0; c < CELLS; c++) {
		bool on = c == W + 1 || c == 2 * W + 2 || c == 3 * W + 3;

		CHECK(tally.visits[c] == on, "%d: %u", c, tally.visits[c]);
		CHECK(fabs(tally.seconds[c] - (!on              ? 0
					       : c == 2 * W + 2 ? 2
								: 1)) < 1e-12,
		      "%d: %g", c, tally.seconds[c]);
	}
	ff_tally_free(&tally);
}

/* ---- visits along a flow ---- */

static enum ff_status accumulate(const struct scene *s, struct ff_labels *visits)
{
	size_t n = (size_t)s->cost.w * (size_t)s->cost.h;

	*visits =
		(struct ff_labels){s->cost.w, s->cost.h, oracle_cells(n, sizeof *visits->cells), 0};
	memset(visits->cells, 0x5a, n * sizeof *visits->cells);
	return ff_accumulate(&s->flow, visits);
}

/* Counts visits by walking from each cell. */
static uint32_t *walk_all(const struct scene *s)
{
	int32_t n = s->cost.w * s->cost.h;
	uint32_t *visits = calloc((size_t)n, sizeof *visits);

	for (int32_t i = 0; i < n && visits != NULL; i++) {
		int32_t at = i;

		while (s->flow.cells[at] != FF_NONE) {
			struct ff_flow_step step = ff_flow_steps[s->flow.cells[at]];

			visits[at]++;
			at += step.dy * s->cost.w + step.dx;
		}
		visits[at] += at != i;
	}
	return visits;
}

static void check_visits(const struct scene *s, const char *name)
{
	int32_t n = s->cost.w * s->cost.h;
	uint32_t *truth = walk_all(s), largest = 0;
	uint64_t arrived = 0, started = 0;
	struct ff_labels visits;
	enum ff_status st = accumulate(s, &visits);

	CHECK(st == FF_OK, "%s: status %d", name, (int)st);
	for (int32_t i = 0; i < n; i++) {
		uint32_t wanted = truth[i] == 0 ? FF_LABELS_NONE : truth[i];

		CHECK(visits.cells[i] == wanted,
		      "%s: %" PRId32 ",%" PRId32 ": %" PRIu32 ", not %" PRIu32, name, i % s->cost.w,
		      i / s->cost.w, visits.cells[i], wanted);
		largest = truth[i] > largest ? truth[i] : largest;
		started += s->flow.cells[i] != FF_NONE;
		if (s->flow.cells[i] == FF_NONE && visits.cells[i] != FF_LABELS_NONE)
			arrived += visits.cells[i];
	}
	CHECK(arrived == started, "%s: %" PRIu64 " started, %" PRIu64 " arrived", name, started,
	      arrived);
	CHECK(visits.count == largest + 1, "%s: %" PRIu32, name, visits.count);
	free(truth);
	free(visits.cells);
}

static void each_cell_counts_all_walkers_that_pass_it_and_all_arrive(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 6 * GUIDES_MODELS; k++) {
		const struct ff_model model = guides_model(k % GUIDES_MODELS);
		struct scene s;
		char name[32];

		guides_scene(&s, &model, 1 + (int32_t)(oracle_random(&dice) % 24),
			     1 + (int32_t)(oracle_random(&dice) % 24),
			     (int)(oracle_random(&dice) % 60), k % 2 == 0 ? 1 : 254, &dice);
		snprintf(name, sizeof name, "map %d", k);
		check_visits(&s, name);
		scene_free(&s);
	}
}

static void along_vectors_all_arrive_and_none_is_in_a_wall(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 60; k++) {
		const struct ff_model model = {.metric = (enum ff_metric)(k % FF_METRICS),
					       .corners = (enum ff_corners)(k / 3 % FF_CORNERS),
					       .flow = FF_FLOW_GRADIENT};
		double started = 0, arrived = 0, *visits;
		struct ff_guide guide;
		struct scene s;
		size_t n;

		guides_scene(&s, &model, 1 + (int32_t)(oracle_random(&dice) % 40),
			     1 + (int32_t)(oracle_random(&dice) % 40),
			     (int)(oracle_random(&dice) % 50), k % 2 == 0 ? 1 : 254, &dice);
		guide = guides_of(&s);
		n = (size_t)s.cost.w * (size_t)s.cost.h;
		visits = oracle_cells(n, sizeof *visits);
		CHECK(ff_accumulate_vectors(&guide, visits) == FF_OK, "%s", "memory");
		for (size_t i = 0; i < n; i++) {
			started += s.flow.cells[i] != FF_NONE;
			arrived += s.classes.cells[i] == FF_GOAL ? visits[i] : 0;
			CHECK(s.flow.cells[i] != FF_NONE
				      ? visits[i] >= 1
				      : s.classes.cells[i] == FF_GOAL || visits[i] == 0,
			      "map %d: %g in cell %zu", k, visits[i], i);
		}
		CHECK(fabs(arrived - started) < 1e-6, "map %d: %g started, %g arrived", k, started,
		      arrived);
		free(visits);
		scene_free(&s);
	}
}

static void cycles_and_other_sizes_are_refused(void)
{
	struct ff_labels visits;
	struct scene s;

	scene_of(&s, ".....g/");
	s.flow.cells[1] = FF_W;
	CHECK(accumulate(&s, &visits) == FF_E_ARG, "%s", "a circle is accepted");
	s.flow.cells[1] = FF_E;
	visits.w = 5;
	CHECK(ff_accumulate(&s.flow, &visits) == FF_E_ARG, "%s", "sizes differ");
	visits.w = 6;
	CHECK(ff_accumulate(&s.flow, &visits) == FF_OK, "%s", "refused");
	free(visits.cells);
	scene_free(&s);
}

/* ---- jams ---- */

enum { ROOM = 400 };

/* Makes a tally of seconds of standing still, given as digits in rows of 'w'. */
static struct ff_tally tally_of(int32_t w, const char *digits)
{
	size_t n = strlen(digits);
	struct ff_tally tally = {.w = w, .h = (int32_t)(n / (size_t)w)};

	tally.still = oracle_cells(n, sizeof(double));
	tally.first = oracle_cells(n, sizeof(double));
	tally.last = oracle_cells(n, sizeof(double));
	for (size_t i = 0; i < n; i++) {
		tally.still[i] = digits[i] - '0';
		tally.first[i] = tally.still[i] > 0 ? 100 - (double)i : (double)INFINITY;
		tally.last[i] = tally.still[i] > 0 ? 200 + (double)i : (double)INFINITY;
	}
	return tally;
}

static void a_short_list_has_the_worst_jams_with_ties_in_reading_order(void)
{
	struct ff_tally tally = tally_of(9, "201030405"
					    "000000000"
					    "305010305");
	static const int32_t wanted[][2] = {{8, 0}, {2, 2}, {8, 2}, {6, 0}, {4, 0}};
	struct ff_jam jams[6];
	size_t count = 0, all = 0;

	for (size_t room = 0; room <= 5; room++) {
		memset(jams, 0, sizeof jams);
		CHECK(ff_jams_find(&tally, 0, jams, room, &count, &all) == FF_OK && count == room &&
			      all == 10,
		      "%zu of %zu", count, all);
		for (size_t i = 0; i < room; i++)
			CHECK(jams[i].x == wanted[i][0] && jams[i].y == wanted[i][1],
			      "%zu of %zu: %d,%d", i, room, jams[i].x, jams[i].y);
		CHECK(jams[room].cells == 0, "%zu: beyond the end", room);
	}
	ff_tally_free(&tally);
}

static void short_stops_are_no_part_of_a_jam(void)
{
	struct ff_tally tally = tally_of(6, "513150");
	struct ff_jam jams[ROOM];
	size_t count = 0, all = 0;

	CHECK(ff_jams_find(&tally, 3, jams, ROOM, &count, &all) == FF_OK && all == 3, "%zu", all);
	CHECK(jams[0].x == 0 && jams[0].cells == 1 && jams[1].x == 4 && jams[2].x == 2, "%d, %d",
	      jams[0].x, jams[1].x);
	ff_tally_free(&tally);
	tally = tally_of(3, "000");
	CHECK(ff_jams_find(&tally, 0, jams, ROOM, &count, &all) == FF_OK && all == 0 && count == 0,
	      "%zu where nobody stood still", all);
	ff_tally_free(&tally);
}

/* Labels spread until nothing changes: each cell has that of the first one connected to it. */
static void jams_of_random_maps_agree_with_labels(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int m = 0; m < 40; m++) {
		enum { WIDE = 23, N = WIDE * 17 };
		char digits[N + 1] = {0};
		size_t label[N], count = 0, all = 0, wanted = 0;
		struct ff_jam jams[ROOM];
		struct ff_tally tally;
		bool changed = true;

		for (int i = 0; i < N; i++) {
			digits[i] = "0123456789"[oracle_random(&dice) % 100 < (uint64_t)m
							 ? 1 + oracle_random(&dice) % 9
							 : 0];
			label[i] = (size_t)i;
		}
		while (changed) {
			changed = false;
			for (int a = 0; a < N; a++)
				for (int b = 0; b < N; b++)
					if (digits[a] > '0' && digits[b] > '0' &&
					    abs(a % WIDE - b % WIDE) <= 1 &&
					    abs(a / WIDE - b / WIDE) <= 1 && label[b] < label[a]) {
						label[a] = label[b];
						changed = true;
					}
		}
		tally = tally_of(WIDE, digits);
		CHECK(ff_jams_find(&tally, 0, jams, ROOM, &count, &all) == FF_OK, "%s", "memory");
		for (size_t i = 0; i < N; i++)
			wanted += digits[i] > '0' && label[i] == i;
		CHECK(all == wanted && count == all, "map %d: %zu, not %zu", m, all, wanted);
		for (size_t j = 0; j < count; j++) {
			size_t worst = (size_t)(jams[j].y * WIDE + jams[j].x), cells = 0;
			double seconds = 0, first = (double)INFINITY, last = 0;
			char most = digits[worst];

			for (size_t i = 0; i < N; i++)
				if (digits[i] > '0' && label[i] == label[worst]) {
					cells++;
					seconds += digits[i] - '0';
					first = fmin(first, tally.first[i]);
					last = fmax(last, tally.last[i]);
					CHECK(i < worst ? digits[i] < most : digits[i] <= most,
					      "map %d: %zu", m, i);
				}
			CHECK(jams[j].first == first && jams[j].last == last,
			      "map %d: from %g to %g", m, jams[j].first, jams[j].last);
			CHECK(jams[j].cells == cells && jams[j].seconds == seconds,
			      "map %d: %zu cells, %g s", m, cells, seconds);
			CHECK(j == 0 || jams[j - 1].seconds >= jams[j].seconds, "map %d: %zu", m,
			      j);
		}
		ff_tally_free(&tally);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(a_crowd_is_counted_as_by_hand);
	RUN(a_walker_slowed_by_the_ground_does_not_stand_still);
	RUN(a_path_is_counted_cell_by_cell);
	RUN(a_path_through_a_corner_enters_the_cells_on_its_line_only);
	RUN(each_cell_counts_all_walkers_that_pass_it_and_all_arrive);
	RUN(along_vectors_all_arrive_and_none_is_in_a_wall);
	RUN(cycles_and_other_sizes_are_refused);
	RUN(a_short_list_has_the_worst_jams_with_ties_in_reading_order);
	RUN(short_stops_are_no_part_of_a_jam);
	RUN(jams_of_random_maps_agree_with_labels);
	return tap_done();
}
