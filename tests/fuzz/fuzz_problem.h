/*
 * A small map, its goals and a model, made of the bytes and read as the program
 * reads them:
 *
 *	w (2 bytes), h, model, flow and flags, budget (2), limit (2), radius, flee,
 *	goals, of each kind, x (2), y (2), w, h, start (2); costs...
 *
 * Numbers are brought into range; the costs are repeated until the map is full.
 */
#ifndef FUZZ_PROBLEM_H
#define FUZZ_PROBLEM_H

#include "fuzz.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/problem.h"
#include "core/base/machine.h"

enum {
	FUZZ_WIDEST = 600, /* more than a solver takes of a row at a time */
	FUZZ_CELLS = 1200, /* about as many in all: the oracle is slow */
	FUZZ_GOALS = 4,
};

struct fuzz_problem {
	struct ff_options options;
	struct ff_goal goals[FUZZ_GOALS];
	char map_path[32], mask_path[32]; /* files in memory */
	const char *goal_files[1];
	int map_fd, mask_fd;
	struct ff_problem problem;
	struct ff_pool *pool; /* 2..4 threads */
	size_t budget;
};

struct fuzz_bytes {
	const uint8_t *at, *end;
};

static inline uint32_t fuzz_take(struct fuzz_bytes *bytes)
{
	return bytes->at < bytes->end ? *bytes->at++ : 0;
}

static inline uint32_t fuzz_take2(struct fuzz_bytes *bytes)
{
	uint32_t low = fuzz_take(bytes);

	return low | fuzz_take(bytes) << 8;
}

/* Writes an image; returns its open file, and its path. */
static inline int fuzz_problem_image(char path[32], int32_t w, int32_t h, const uint8_t *levels)
{
	int fd = memfd_create("image", MFD_CLOEXEC);
	size_t cells = (size_t)w * (size_t)h;

	assert(fd >= 0 && dprintf(fd, "P5 %d %d 255\n", w, h) > 0);
	assert(write(fd, levels, cells) == (ssize_t)cells);
	snprintf(path, 32, "/proc/self/fd/%d", fd);
	return fd;
}

/* Reads a goal: a place in halves of a cell on the map, or an area. */
static inline struct ff_goal fuzz_problem_goal(struct fuzz_bytes *bytes, int32_t w, int32_t h)
{
	uint32_t kind = fuzz_take(bytes), start;
	struct ff_goal goal = {.w = 1, .h = 1};

	goal.x = fuzz_take2(bytes) % (2 * (uint32_t)w + 1) / 2.0 - 0.5;
	goal.y = fuzz_take2(bytes) % (2 * (uint32_t)h + 1) / 2.0 - 0.5;
	if (kind % 2 != 0) {
		goal.x = (int32_t)(goal.x + 0.25);
		goal.y = (int32_t)(goal.y + 0.25);
	}
	if (kind % 4 == 3) {
		goal.w = 1 + (int32_t)fuzz_take(bytes) % w;
		goal.h = 1 + (int32_t)fuzz_take(bytes) % h;
	}
	/* A number of 40 bits, made of 16. */
	if (kind % 8 >= 4) {
		start = fuzz_take2(bytes);
		goal.start = (int64_t)(start & 0xfff) << (start >> 12) * 2;
		if (goal.start > FF_GOALS_START_MAX)
			goal.start = FF_GOALS_START_MAX;
	}
	return goal;
}

static inline void fuzz_problem_options(struct fuzz_problem *made, struct fuzz_bytes *bytes)
{
	struct ff_options *o = &made->options;
	uint32_t model = fuzz_take(bytes), flags = fuzz_take(bytes), number;

	*o = (struct ff_options){
		.map = made->map_path,
		.max_cost = FF_FIELD_NONEF,
		.max_unreached = {-1, -1},
		.max_cells = FF_COST_CELLS,
		.max_memory = INT64_MAX,
		.goal_files = made->goal_files,
		.animation.budget = INT64_MAX,
		.model = {.metric = (enum ff_metric)(model % FF_METRICS),
			  .step = (enum ff_step)(model / 3 % FF_STEPS),
			  .corners = (enum ff_corners)(model / 6 % FF_CORNERS),
			  .flow = (enum ff_flow_rule)(1 + model / 18 % (FF_FLOWS - 1))},
		.verbosity = FF_OPTIONS_QUIET,
	};
	if (o->model.metric == FF_METRIC_EUCLID)
		o->model.step = FF_STEP_CELL;
	o->snap = (flags & 1) == 0 ? (double)INFINITY : 0;
	o->sight = (flags & 2) != 0;
	o->subdivide = (flags & 4) != 0;
	o->goal_file_count = (flags & 8) != 0;
	made->budget = 1 + fuzz_take2(bytes);
	if ((number = fuzz_take2(bytes)) > 0)
		o->max_cost = (number - 1) / 4.0;
	o->radius = fuzz_take(bytes) % 32 / 8.0;
	number = fuzz_take(bytes);
	if (!o->sight && number > 0)
		o->flee = -(double)number / 51; /* down to -5 */
}

/* Frees a problem. */
static inline void fuzz_problem_free(struct fuzz_problem *made)
{
	ff_problem_free(&made->problem);
	ff_pool_close(made->pool);
	close(made->map_fd);
	close(made->mask_fd);
}

/* Makes a problem of the bytes; returns false, with nothing to free, if its goals are refused. */
static inline bool fuzz_problem_read(struct fuzz_problem *made, const uint8_t *data, size_t size)
{
	struct fuzz_bytes bytes = {data, data + size};
	int32_t w = 1 + (int32_t)(fuzz_take2(&bytes) % FUZZ_WIDEST);
	int32_t h = 1 + (int32_t)fuzz_take(&bytes) % (1 + FUZZ_CELLS / w);
	size_t cells = (size_t)w * (size_t)h, left;
	uint8_t *levels = fuzz_block(cells, 1);
	struct ff_error err = {""};
	enum ff_status st;

	*made = (struct fuzz_problem){.goal_files = {NULL}};
	fuzz_problem_options(made, &bytes);
	made->goal_files[0] = made->mask_path;
	made->options.goals =
		(struct ff_goals){made->goals, 1 + fuzz_take(&bytes) % FUZZ_GOALS, NULL};
	for (size_t i = 0; i < made->options.goals.count; i++)
		made->goals[i] = fuzz_problem_goal(&bytes, w, h);
	left = (size_t)(bytes.end - bytes.at);
	for (size_t i = 0; i < cells; i++)
		levels[i] = left > 0 ? bytes.at[i % left] : 0;
	made->map_fd = fuzz_problem_image(made->map_path, w, h, levels);
	/* Few cells belong to the mask's levels. */
	for (size_t i = 0; i < cells; i++)
		levels[i] = levels[i] % 32 == 3 ? levels[i] / 64 : 0;
	made->mask_fd = fuzz_problem_image(made->mask_path, w, h, levels);
	free(levels);
	if ((st = ff_problem_open(&made->problem, &made->options, &err)) == FF_OK)
		st = ff_problem_read(&made->problem, &made->options, &err);
	if (st == FF_OK) {
		assert(ff_pool_open(2 + (int)(made->budget % 3), &made->pool) == FF_OK);
		return true;
	}
	fuzz_failed(st, &err, "/proc/self/fd/");
	fuzz_problem_free(made);
	return false;
}

/* The machines that results must not depend on. */
enum { FUZZ_MACHINES = 2 * FF_CPUS };

/* Sets the k-th machine, alone or with a pool; returns false if this computer lacks it. */
static inline bool fuzz_machine(int k, struct ff_pool *pool, struct ff_machine *machine)
{
	*machine = (struct ff_machine){k % 2 == 0 ? NULL : pool, (enum ff_cpu)(k / 2)};
	return ff_machine_has(machine->cpu);
}

#endif
