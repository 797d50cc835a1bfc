/*
 * The blocks of a map (core/solve/blocks.h) are dealt out to processes, for good.  Each process
 * works on the block with the least value that waits; what changes at a block's sides goes to the
 * owners of the blocks beside it as whole numbers.
 *
 * The end is found by counting: processes add up, again and again without waiting, what they have
 * sent and received, and the least value that waits.  Where two sums in a row are equal, as much
 * was received as sent, and nothing waited anywhere, nothing can happen any more (F. Mattern,
 * "Algorithms for distributed termination detection", 1987: four counters).
 *
 * No process has the whole map, except where a format cannot be read by parts.
 */
#include "cli/cluster.h"

#ifdef FF_MPI

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <mpi.h>

#include "cli/budget.h"
#include "cli/job.h"
#include "cli/outputs.h"
#include "core/solve/blocks.h"
#include "core/solve/descend.h"
#include "core/solve/seeds.h"
#include "io/cells.h"
#include "io/digest.h"

enum {
	PARCEL = 4096, /* offers in a message */
	TAG = 1,
	IDLE_NS = 20000, /* a look around when nothing waits */
	BAND = 1 << 22,  /* cells, about, that are digested at a time */
};

/* The processes. */
static struct {
	int rank, ranks;
	bool failed; /* all know */
	/* In the process that makes the files: the outputs, and the signals that end it. */
	struct ff_plan *plan;
	sigset_t ending;
} group;

/* A message; on its way until 'request' is done. */
struct parcel {
	MPI_Request request;
	struct parcel *next;
	size_t count;
	struct ff_blocks_offer offers[PARCEL];
};

struct cluster {
	struct ff_job job;
	struct ff_share share;
	struct parcel **filling;        /* owned; [ranks]  for each, or NULL */
	struct parcel *flying;          /* owned */
	uint64_t sent, received, bytes; /* messages; bytes sent */
	double idle;                    /* ms without work while solving */
	uint64_t largest;               /* value of all */
};

/* ---- one status for all ---- */

void ff_cluster_begin(int *argc, char ***argv)
{
	MPI_Init(argc, argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &group.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &group.ranks);
	/* Alone it is the plain program, in whose sandbox MPI could not end. */
	if (group.ranks == 1)
		MPI_Finalize();
	/* One of them speaks. */
	if (group.rank != 0) {
		int fd = open("/dev/null", O_WRONLY);

		(void)dup2(fd, STDOUT_FILENO);
		close(fd);
	}
}

bool ff_cluster_alone(void)
{
	return group.ranks <= 1;
}

/* Returns the status of the first process that failed, with its error; FF_OK if none did. */
static enum ff_status agree(enum ff_status st, struct ff_error *err)
{
	int mine = st != FF_OK ? group.rank : INT_MAX, first;

	MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	if (first == INT_MAX)
		return FF_OK;
	mine = (int)st;
	MPI_Bcast(&mine, 1, MPI_INT, first, MPI_COMM_WORLD);
	MPI_Bcast(err->text, sizeof err->text, MPI_CHAR, first, MPI_COMM_WORLD);
	group.failed = true;
	return (enum ff_status)mine;
}

enum ff_status ff_cluster_end(enum ff_status st, struct ff_error *err, bool *print)
{
	if (!ff_cluster_alone() && !group.failed)
		st = agree(st, err);
	if (!ff_cluster_alone())
		MPI_Finalize();
	*print = group.rank == 0;
	return st;
}

/* Returns FF_OK, or what MPI says about a file as an error of status 'st'. */
static enum ff_status check_file(int code, const char *name, enum ff_status st,
				 struct ff_error *err)
{
	char text[MPI_MAX_ERROR_STRING];
	const char *line, *why;
	int n;

	if (code == MPI_SUCCESS)
		return FF_OK;
	/* Behind a trace of functions comes the system's word. */
	MPI_Error_string(code, text, &n);
	line = strrchr(text, '\n') != NULL ? strrchr(text, '\n') + 1 : text;
	why = strstr(line, "): ") != NULL ? strstr(line, "): ") + 3 : line;
	return ff_status_fail(err, st, "%s: %s (process %d of %d)", name, why, group.rank,
			      group.ranks);
}

/* ---- signals ---- */

/* Removes the temporary files, before a signal ends this process: MPI would not let it go on. */
static void remove_files(int signal_number)
{
	for (size_t k = 0; group.plan != NULL && k < group.plan->count; k++)
		if (group.plan->items[k].output.temporary != NULL)
			(void)unlink(group.plan->items[k].output.temporary);
	(void)signal(signal_number, SIG_DFL);
	(void)raise(signal_number);
}

/* Makes signals that end this process remove its temporary files. */
static void guard_files(struct ff_plan *plan)
{
	const struct sigaction action = {.sa_handler = remove_files};

	if (group.rank != 0)
		return;
	group.plan = plan;
	ff_output_ending(&group.ending);
	for (int i = 1; i < NSIG; i++)
		if (sigismember(&group.ending, i) == 1)
			(void)sigaction(i, &action, NULL);
}

/* Lets those signals wait while names of files change (SIG_BLOCK), or come (SIG_UNBLOCK). */
static void hold_signals(int how)
{
	(void)pthread_sigmask(how, &group.ending, NULL);
}

/* ---- what can be shared out ---- */

/* Refuses what has no distributed form. */
static enum ff_status check_options(const struct ff_options *o, const struct ff_plan *plan,
				    struct ff_error *err)
{
	static const char names[] =
		"goal goals metric corners step flow max-cost cost-scale invert wall-from remap "
		"legend "
		"subdivide coarsen radius snap cell-size origin integration directions reach "
		"out-dir quiet verbose force no-clobber max-cells max-memory no-sandbox";

	for (const char **given = o->given; *given != NULL; given++)
		if (!ff_strings_has(names, *given, strlen(*given)))
			return ff_status_fail(err, FF_E_USAGE,
					      "--%s: not with several processes (MPI)", *given);
	for (size_t i = 0; i < ff_plan_inputs(o); i++) {
		const char *input = ff_plan_input(o, i, NULL);

		if (input != NULL && strcmp(input, "-") == 0)
			return ff_status_fail(err, FF_E_USAGE,
					      "standard input: not with several processes (MPI)");
	}
	if (o->model.metric == FF_METRIC_EUCLID)
		return ff_status_fail(err, FF_E_USAGE,
				      "--metric euclid: not with several processes (MPI); expected "
				      "manhattan or octile");
	if (o->model.flow != FF_FLOW_LOWEST && o->model.flow != FF_FLOW_PATH)
		return ff_status_fail(err, FF_E_USAGE,
				      "--flow %s: not with several processes (MPI); expected "
				      "lowest or path",
				      ff_model_flows[o->model.flow]);
	for (size_t i = 0; i < plan->count; i++) {
		const struct ff_plan_item *item = &plan->items[i];

		if (item->format != (int)FF_FORMATS_NPY || item->direct)
			return ff_status_fail(err, FF_E_USAGE,
					      "%s: several processes (MPI) write files of .npy "
					      "only: --integration, --directions, --reach",
					      item->path);
	}
	return FF_OK;
}

/* ---- reading ---- */

/* Returns true if the map that is open can be read by parts: bytes row by row. */
static bool has_parts(const struct ff_problem *problem, const struct ff_options *o)
{
	const uint64_t cells = (uint64_t)problem->size.w * (uint64_t)problem->size.h;
	struct stat file;

	return problem->size.bytes_from > 0 && o->goal_file_count == 0 &&
	       !ff_options_given(o, "cost-scale legend subdivide coarsen radius snap") &&
	       stat(o->map, &file) == 0 &&
	       (uint64_t)file.st_size == problem->size.bytes_from + cells;
}

/* Makes costs of a row's bytes, as ff_problem_load() does: grey levels, or integers, of which 0 is
 * read as 1. */
static void convert_row(const struct cluster *run, uint8_t *row, size_t w)
{
	uint8_t costs[256] = {1};

	for (int v = 1; v < 256; v++)
		costs[v] = (uint8_t)v;
	if (!run->job.problem.format->costs)
		ff_levels_fill(&run->job.options->levels, costs);
	ff_levels_apply(costs, row, w);
}

/* Opens a file together; its name may begin like those of file systems, "nfs:". */
static int open_together(const char *name, int mode, MPI_File *file)
{
	char plain[PATH_MAX + 8];

	snprintf(plain, sizeof plain, "%s%s", strchr(name, ':') != NULL ? "ufs:" : "", name);
	return MPI_File_open(MPI_COMM_WORLD, plain, mode, MPI_INFO_NULL, file);
}

/* Refuses a map of which processes have found different sizes: it changed meanwhile. */
static enum ff_status check_map(const struct cluster *run, bool parts, struct ff_error *err)
{
	const struct ff_problem *problem = &run->job.problem;
	const int64_t w = problem->map.w, h = problem->map.h;
	const int64_t from = parts ? (int64_t)problem->size.bytes_from : 0;
	/* The largest of -w is minus the least w: where both are equal, all are. */
	int64_t sizes[] = {w, -w, h, -h, from, -from};
	enum ff_status st = FF_OK;

	MPI_Allreduce(MPI_IN_PLACE, sizes, sizeof sizes / sizeof *sizes, MPI_INT64_T, MPI_MAX,
		      MPI_COMM_WORLD);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i += 2)
		if (sizes[i] != -sizes[i + 1])
			st = ff_status_fail(err, FF_E_INPUT, "%s: has changed while it was read",
					    problem->name);
	return agree(st, err);
}

/* Reads the blocks' costs by parts. */
static enum ff_status read_blocks(struct cluster *run, struct ff_error *err)
{
	const struct ff_problem *problem = &run->job.problem;
	const struct ff_blocks *blocks = &run->share.blocks;
	enum ff_status st;
	MPI_File file;

	st = check_file(open_together(problem->name, MPI_MODE_RDONLY, &file), problem->name,
			FF_E_INPUT, err);
	if ((st = agree(st, err)) != FF_OK)
		return st;
	for (size_t i = 0; i < run->share.count; i++) {
		const struct ff_block *block = &run->share.items[i];
		const size_t w = (size_t)block->all.w;

		for (int32_t y = 0; y < block->all.h && st == FF_OK; y++) {
			uint8_t *row = block->cost.cells + (size_t)y * w;
			uint64_t at = problem->size.bytes_from +
				      (uint64_t)(block->all.y + y) * (uint64_t)blocks->cut.w +
				      (uint64_t)block->all.x;
			MPI_Status status;
			int n = 0;

			st = check_file(MPI_File_read_at(file, (MPI_Offset)at, row, (int)w,
							 MPI_BYTE, &status),
					problem->name, FF_E_INPUT, err);
			if (st == FF_OK)
				MPI_Get_count(&status, MPI_BYTE, &n);
			if (st == FF_OK && n != (int)w)
				st = ff_status_fail(err, FF_E_INPUT, "%s: is truncated",
						    problem->name);
			if (st == FF_OK)
				convert_row(run, row, w);
		}
	}
	MPI_File_close(&file);
	return agree(st, err);
}

/* Makes the seeds of a goal from the part of the file around it. */
static enum ff_status seed_goal(struct cluster *run, int fd, struct ff_goal goal,
				struct ff_error *err)
{
	const struct ff_problem *problem = &run->job.problem;
	const struct ff_goals one = {&goal, 1, NULL};
	const int32_t left = (int32_t)goal.x, top = (int32_t)goal.y;
	const struct ff_cost whole = {.w = problem->size.w, .h = problem->size.h};
	struct ff_cost part = {.w = goal.w + 1, .h = goal.h + 1};
	struct ff_seeds seeds = {0};
	enum ff_status st = FF_OK;
	char name[FF_SEEDS_NAME];

	/* Its message needs no cells. */
	if (!ff_seeds_is_inside(&goal, &one, whole.w, whole.h))
		return ff_seeds_make(&seeds, &one, &whole, &whole, problem->unit, problem->name,
				     err);
	part.w = part.w < whole.w - left ? part.w : whole.w - left;
	part.h = part.h < whole.h - top ? part.h : whole.h - top;
	ff_seeds_name(&goal, name);
	goal.x -= left;
	goal.y -= top;
	if (!ff_cost_new(&part, part.w, part.h, false))
		return ff_status_nomem(err, "goals");
	for (int32_t y = 0; y < part.h && st == FF_OK; y++) {
		uint8_t *row = part.cells + (size_t)y * (size_t)part.w;
		uint64_t at = problem->size.bytes_from +
			      (uint64_t)(top + y) * (uint64_t)problem->size.w + (uint64_t)left;

		if (pread(fd, row, (size_t)part.w, (off_t)at) != part.w)
			st = ff_status_fail(err, FF_E_INPUT, "%s: is truncated", problem->name);
		convert_row(run, row, (size_t)part.w);
	}
	if (st == FF_OK && (st = ff_seeds_make(&seeds, &one, &part, &part, problem->unit,
					       problem->name, err)) == FF_E_INPUT)
		ff_status_fail(err, st, "%s: goal %s is on no open cell", problem->name, name);
	for (size_t i = 0; i < seeds.count && st == FF_OK; i++) {
		const size_t cell = seeds.items[i].cell, w = (size_t)part.w;

		st = ff_share_seed(&run->share, left + (int32_t)(cell % w),
				   top + (int32_t)(cell / w), &seeds.items[i]);
		if (st != FF_OK)
			ff_status_nomem(err, "goals");
	}
	free(seeds.items);
	free(part.cells);
	return st;
}

/* Reads costs and goals by parts. */
static enum ff_status read_parts(struct cluster *run, struct ff_error *err)
{
	struct ff_problem *problem = &run->job.problem;
	enum ff_status st = read_blocks(run, err);
	int fd;

	if (st != FF_OK)
		return st;
	if ((fd = open(problem->name, O_RDONLY | O_CLOEXEC)) < 0)
		st = ff_status_fail(err, FF_E_INPUT, "%s: is gone", problem->name);
	for (size_t i = 0; i < problem->given.count && st == FF_OK; i++)
		st = seed_goal(run, fd, problem->given.items[i], err);
	if (fd >= 0)
		close(fd);
	return agree(st, err);
}

/* Copies costs and goals from a map that was read as a whole, and frees that. */
static enum ff_status share_out(struct cluster *run, struct ff_error *err)
{
	struct ff_problem *problem = &run->job.problem;
	enum ff_status st = ff_share_fill(&run->share, ff_problem_cost(problem), &problem->seeds);

	free(problem->map.cells);
	free(problem->closed.cells);
	problem->map.cells = problem->closed.cells = NULL;
	problem->map.wide = problem->closed.wide = NULL;
	return st == FF_OK ? st : ff_status_nomem(err, "goals");
}

/* ---- solving ---- */

static void send_parcel(struct cluster *run, int rank)
{
	struct parcel *parcel = run->filling[rank];

	run->filling[rank] = NULL;
	if (parcel == NULL)
		return;
	parcel->next = run->flying;
	run->flying = parcel;
	run->sent++;
	run->bytes += parcel->count * sizeof parcel->offers[0];
	MPI_Isend(parcel->offers, (int)(parcel->count * sizeof parcel->offers[0]), MPI_BYTE, rank,
		  TAG, MPI_COMM_WORLD, &parcel->request);
}

/* Adds an offer to a parcel for its rank; ff_share_send. */
static bool send_offer(void *context, int rank, const struct ff_blocks_offer *offer)
{
	struct cluster *run = context;
	struct parcel *parcel = run->filling[rank];

	if (parcel == NULL) {
		if ((parcel = malloc(sizeof *parcel)) == NULL)
			return false;
		parcel->count = 0;
		run->filling[rank] = parcel;
	}
	parcel->offers[parcel->count++] = *offer;
	if (parcel->count == PARCEL)
		send_parcel(run, rank);
	return true;
}

/* Sends what is open, takes what has come, and frees what has arrived. */
static void exchange(struct cluster *run)
{
	struct ff_blocks_offer offers[PARCEL];
	struct parcel **at = &run->flying;
	MPI_Status status;
	int there, n;

	for (int rank = 0; rank < group.ranks; rank++)
		send_parcel(run, rank);
	while (MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status) == MPI_SUCCESS &&
	       there) {
		MPI_Recv(offers, sizeof offers, MPI_BYTE, status.MPI_SOURCE, TAG, MPI_COMM_WORLD,
			 &status);
		MPI_Get_count(&status, MPI_BYTE, &n);
		for (size_t i = 0; i < (size_t)n / sizeof *offers; i++)
			ff_share_offer(&run->share, &offers[i]);
		run->received++;
	}
	while (*at != NULL) {
		struct parcel *parcel = *at;

		MPI_Test(&parcel->request, &there, MPI_STATUS_IGNORE);
		if (there) {
			*at = parcel->next;
			free(parcel);
		} else {
			at = &parcel->next;
		}
	}
}

/* The counters that all processes sum up repeatedly. */
struct sum {
	uint64_t sent, received, failed, waiting;
};

enum { SUM = sizeof(struct sum) / sizeof(uint64_t) };

/* Works until nothing waits anywhere. */
static enum ff_status solve(struct cluster *run, struct ff_error *err)
{
	struct sum mine, sum, before = {0};
	MPI_Request request = MPI_REQUEST_NULL;
	enum ff_status st = FF_OK;
	bool quiet = false, stopped = false;

	for (;;) {
		bool worked = false;
		int done;

		exchange(run);
		if (st == FF_OK && !stopped)
			st = ff_share_work(&run->share, &worked);
		if (request == MPI_REQUEST_NULL) {
			mine = (struct sum){run->sent, run->received, st != FF_OK,
					    ff_share_least(&run->share) != UINT64_MAX};
			for (int rank = 0; rank < group.ranks; rank++)
				mine.waiting += run->filling[rank] != NULL;
			MPI_Iallreduce(&mine, &sum, SUM, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD,
				       &request);
		}
		MPI_Test(&request, &done, MPI_STATUS_IGNORE);
		if (done) {
			bool still = sum.waiting == 0 && sum.sent == sum.received;

			/* After a failure no process goes on, but every message is received. */
			stopped |= sum.failed > 0;
			still = stopped ? sum.sent == sum.received : still;
			if (still && quiet && sum.sent == before.sent)
				break;
			quiet = still;
			before = sum;
		}
		if (!worked) {
			const double began = ff_clock_ms();

			nanosleep(&(struct timespec){.tv_nsec = IDLE_NS}, NULL);
			run->idle += ff_clock_ms() - began;
		}
	}
	if (st == FF_OK)
		st = ff_share_finish(&run->share);
	if (st == FF_E_LIMIT)
		ff_status_fail(err, st,
			       "%s: values exceed 32 bits, which several processes (MPI) have",
			       run->job.problem.name);
	else if (st != FF_OK)
		ff_status_nomem(err, "solving");
	return agree(st, err);
}

/* ---- results ---- */

/* The layers of a block that are written. */
struct layers {
	struct ff_flow flow;
	struct ff_classes classes;
};

/* Returns the grid of an output, of one block with its frame. */
static struct ff_raster raster_of(const struct ff_block *block, const struct layers *layers,
				  enum ff_options_output kind)
{
	if (kind == FF_OPTIONS_INTEGRATION)
		return ff_raster_of_field(&block->field);
	return ff_raster_of_values(block->all.w, block->all.h, 1, FF_RASTER_U8, (double)NAN,
				   kind == FF_OPTIONS_DIRECTIONS ? layers->flow.cells
								 : layers->classes.cells);
}

/* Returns the index of the first own cell of a block's row y among its cells with the frame. */
static size_t own_row(const struct ff_block *block, int32_t y)
{
	return (size_t)(block->own.y - block->all.y + y) * (size_t)block->all.w +
	       (size_t)(block->own.x - block->all.x);
}

/* Takes the values beyond --max-cost away.  They were needed: a cell that has one reaches a goal.
 */
static void drop_farther(const struct cluster *run, const struct ff_block *block,
			 struct layers *layers)
{
	const size_t cells = (size_t)block->all.w * (size_t)block->all.h;

	for (size_t i = 0; i < cells; i++) {
		if (block->field.u32[i] == FF_FIELD_NONE32 ||
		    block->field.u32[i] <= run->job.problem.limit)
			continue;
		block->field.u32[i] = FF_FIELD_NONE32;
		layers->flow.cells[i] = FF_NONE;
		layers->classes.cells[i] = FF_FARTHER;
	}
}

/* Makes directions and classes of a block, and adds up its own cells. */
static enum ff_status descend(struct cluster *run, const struct ff_block *block,
			      struct layers *layers)
{
	struct ff_classes *counted = &run->job.solution.classes;
	const size_t cells = (size_t)block->all.w * (size_t)block->all.h;
	enum ff_status st;

	*layers = (struct layers){{.w = block->all.w, .h = block->all.h, .cells = malloc(cells)},
				  {.w = block->all.w, .h = block->all.h, .cells = malloc(cells)}};
	if (layers->flow.cells == NULL || layers->classes.cells == NULL)
		return FF_E_NOMEM;
	st = ff_descend(&run->job.problem.model, &block->cost, &block->field, &block->seeds,
			&layers->flow, &layers->classes, &run->job.machine);
	if (st == FF_OK)
		drop_farther(run, block, layers);
	for (int32_t y = 0; y < block->own.h && st == FF_OK; y++)
		for (size_t i = own_row(block, y), x = 0; x < (size_t)block->own.w; x++, i++)
			counted->count[layers->classes.cells[i]]++;
	return st;
}

/* An output that all processes write. */
struct file {
	MPI_File file;
	enum ff_raster_type type;
	size_t size; /* of a cell */
};

/* Opens an output under its temporary name, which one process chooses. */
static enum ff_status open_file(struct ff_plan *plan, struct ff_plan_item *item, struct file *to,
				struct ff_error *err)
{
	char name[PATH_MAX] = "";
	enum ff_status st = FF_OK;

	hold_signals(SIG_BLOCK);
	if (group.rank == 0 && (st = ff_plan_folder(plan, item->path, err)) == FF_OK &&
	    (st = ff_output_open(&item->output, item->path, err)) == FF_OK)
		snprintf(name, sizeof name, "%s", item->output.temporary);
	hold_signals(SIG_UNBLOCK);
	if ((st = agree(st, err)) != FF_OK)
		return st;
	MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
	st = check_file(open_together(name, MPI_MODE_WRONLY, &to->file), item->path, FF_E_OUTPUT,
			err);
	return agree(st, err);
}

/* Writes the head of a file: the same in all processes, written by one. */
static enum ff_status write_head(const struct cluster *run, const struct ff_plan_item *item,
				 struct file *to, struct ff_error *err)
{
	const struct ff_blocks *blocks = &run->share.blocks;
	const struct ff_field field = {.w = blocks->cut.w,
				       .h = blocks->cut.h,
				       .type = FF_FIELD_U32,
				       .unit = run->job.problem.unit};
	struct ff_raster raster = ff_raster_of_field(&field);
	struct ff_raster_range range = {0, (double)run->largest, false};
	uint8_t head[FF_NPY_HEAD];
	enum ff_status st = FF_OK;
	MPI_Status status;

	if (item->kind != FF_OPTIONS_INTEGRATION)
		raster = ff_raster_of_values(blocks->cut.w, blocks->cut.h, 1, FF_RASTER_U8,
					     (double)NAN, NULL);
	to->type = ff_cells_type(&raster, &range);
	to->size = ff_raster_size(to->type);
	ff_npy_head(&raster, to->type, head);
	if (group.rank == 0)
		st = check_file(
			MPI_File_write_at(to->file, 0, head, sizeof head, MPI_BYTE, &status),
			item->path, FF_E_OUTPUT, err);
	return st;
}

/* Writes a block's own cells, row by row. */
static enum ff_status write_block(const struct cluster *run, const struct ff_plan_item *item,
				  const struct file *to, const struct ff_block *block,
				  const struct layers *layers, struct ff_error *err)
{
	const struct ff_raster raster = raster_of(block, layers, item->kind);
	const size_t w = (size_t)block->own.w, size = w * to->size;
	uint8_t *bytes = malloc(size);
	enum ff_status st = bytes != NULL ? FF_OK : ff_status_nomem(err, item->path);

	for (int32_t y = 0; y < block->own.h && st == FF_OK; y++) {
		uint64_t cell = (uint64_t)(block->own.y + y) * (uint64_t)run->share.blocks.cut.w +
				(uint64_t)block->own.x;
		MPI_Status status;
		int code, n = 0;

		ff_cells_numbers(&raster, own_row(block, y), w, to->type, bytes);
		code = MPI_File_write_at(to->file, (MPI_Offset)(FF_NPY_HEAD + cell * to->size),
					 bytes, (int)size, MPI_BYTE, &status);
		MPI_Get_count(&status, MPI_BYTE, &n);
		st = check_file(code, item->path, FF_E_OUTPUT, err);
		if (st == FF_OK && n != (int)size)
			st = ff_status_fail(err, FF_E_OUTPUT, "%s: cannot be written whole",
					    item->path);
	}
	free(bytes);
	return st;
}

/* Adds up the numbers of all processes. */
static void add_up(struct cluster *run)
{
	struct ff_classes *classes = &run->job.solution.classes;

	MPI_Allreduce(MPI_IN_PLACE, classes->count, FF_CLASSES, MPI_UINT64_T, MPI_SUM,
		      MPI_COMM_WORLD);
	run->job.solution.summary.largest = (double)run->largest / run->job.problem.unit;
}

/* Finds the largest value of all. */
static void find_largest(struct cluster *run)
{
	for (size_t i = 0; i < run->share.count; i++) {
		const struct ff_block *block = &run->share.items[i];

		for (int32_t y = 0; y < block->own.h; y++)
			for (size_t k = own_row(block, y), x = 0; x < (size_t)block->own.w;
			     x++, k++) {
				uint32_t value = block->field.u32[k];

				if (value != FF_FIELD_NONE32 && value > run->largest &&
				    value <= run->job.problem.limit)
					run->largest = value;
			}
	}
	MPI_Allreduce(MPI_IN_PLACE, &run->largest, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
}

/* Writes all outputs under temporary names. */
static enum ff_status write_files(struct cluster *run, struct ff_error *err)
{
	struct ff_plan *plan = &run->job.plan;
	struct file files[FF_OPTIONS_OUTPUTS] = {0};
	enum ff_status st = FF_OK, wrote = FF_OK;

	for (size_t k = 0; k < plan->count; k++)
		if ((st = open_file(plan, &plan->items[k], &files[k], err)) != FF_OK)
			return st;
	for (size_t k = 0; k < plan->count && wrote == FF_OK; k++)
		wrote = write_head(run, &plan->items[k], &files[k], err);
	for (size_t i = 0; i < run->share.count && wrote == FF_OK; i++) {
		const struct ff_block *block = &run->share.items[i];
		struct layers layers;

		if ((wrote = descend(run, block, &layers)) != FF_OK)
			ff_status_nomem(err, "directions");
		for (size_t k = 0; k < plan->count && wrote == FF_OK; k++)
			wrote = write_block(run, &plan->items[k], &files[k], block, &layers, err);
		free(layers.flow.cells);
		free(layers.classes.cells);
	}
	for (size_t k = 0; k < plan->count; k++) {
		int code = MPI_File_close(&files[k].file);

		if (wrote == FF_OK)
			wrote = check_file(code, plan->items[k].path, FF_E_OUTPUT, err);
	}
	return agree(wrote, err);
}

/* Rows of the field that are digested together. */
struct band {
	const struct cluster *run;
	int32_t height;
	uint32_t *cells; /* [height][w] */
};

/* Brings the rows from 'first' on together in one process: the others have 0 there, each cell in
 * all processes but one. */
static void gather_band(const struct band *band, int32_t first)
{
	const struct ff_share *share = &band->run->share;
	const size_t w = (size_t)share->blocks.cut.w, cells = w * (size_t)band->height;

	memset(band->cells, 0, cells * sizeof *band->cells);
	for (size_t i = 0; i < share->count; i++) {
		const struct ff_block *block = &share->items[i];
		const struct ff_sectors_area *own = &block->own;

		for (int32_t y = own->y > first ? own->y : first;
		     y < own->y + own->h && y < first + band->height; y++)
			memcpy(band->cells + (size_t)(y - first) * w + (size_t)own->x,
			       block->field.u32 + own_row(block, y - own->y),
			       (size_t)own->w * sizeof *band->cells);
	}
	MPI_Reduce(group.rank == 0 ? MPI_IN_PLACE : band->cells, band->cells, (int)cells,
		   MPI_UINT32_T, MPI_BOR, 0, MPI_COMM_WORLD);
}

/* Sets numbers of a row, ff_digest_fill: brings its band together first. */
static void fill_numbers(void *context, int32_t x, int32_t y, int32_t n, uint64_t *to)
{
	const struct band *band = context;
	const uint32_t *from = band->cells +
			       (size_t)(y % band->height) * (size_t)band->run->share.blocks.cut.w +
			       (size_t)x;

	if (x == 0 && y % band->height == 0)
		gather_band(band, y);
	for (int32_t i = 0; i < n; i++)
		to[i] = from[i] == FF_FIELD_NONE32 ? UINT64_MAX : from[i];
}

/* Finds the digest of the field, without having more than a band of it in one place. */
static enum ff_status find_digest(const struct cluster *run, uint64_t *digest, struct ff_error *err)
{
	const struct ff_sectors *cut = &run->share.blocks.cut;
	struct band band = {run, 1 + (BAND - 1) / cut->w, NULL};
	enum ff_status st = FF_OK;

	band.cells = malloc((size_t)cut->w * (size_t)band.height * sizeof *band.cells);
	if (band.cells == NULL)
		st = ff_status_nomem(err, "the digest");
	st = agree(st, err);
	if (st == FF_OK && band.cells != NULL && group.rank == 0)
		*digest = ff_digest_numbers(cut->w, cut->h, fill_numbers, &band);
	else if (st == FF_OK && band.cells != NULL)
		for (int32_t y = 0; y < cut->h; y += band.height)
			gather_band(&band, y);
	free(band.cells);
	return st;
}

/* Prints the work of all processes, and the digest of what they have found. */
static void print_work(const struct cluster *run, uint64_t digest)
{
	const struct ff_sectors *cut = &run->share.blocks.cut;
	const double cells = (double)cut->w * cut->h;
	double sums[] = {0, (double)run->sent, (double)run->bytes,
			 run->idle / (run->job.report.ms[FF_REPORT_INTEGRATE] + 1e-9)};

	for (size_t i = 0; i < run->share.count; i++)
		sums[0] += (double)run->share.items[i].run.worked;
	MPI_Allreduce(MPI_IN_PLACE, sums, sizeof sums / sizeof *sums, MPI_DOUBLE, MPI_SUM,
		      MPI_COMM_WORLD);
	if (group.rank == 0)
		fprintf(stderr,
			"flowfield: %d processes, no sandbox; blocks of %" PRId32
			" cells; %.2f visits a cell, %.3f messages and %.0f bytes a thousand "
			"cells, %.0f %% idle; digest %016" PRIx64 "\n",
			group.ranks, cut->size, sums[0] / cells, 1e3 * sums[1] / cells,
			1e3 * sums[2] / cells, 1e2 * sums[3] / group.ranks, digest);
}

/* Gives the files their names, and prints them and the summary; one process does. */
static enum ff_status publish(struct cluster *run, struct ff_error *err)
{
	struct ff_job *job = &run->job;
	enum ff_status st = FF_OK;

	hold_signals(SIG_BLOCK);
	if (group.rank == 0) {
		for (size_t k = 0; k < job->plan.count && st == FF_OK; k++)
			st = ff_output_close(&job->plan.items[k].output, err);
		if (st == FF_OK)
			st = ff_plan_commit(&job->plan, err);
		for (size_t k = 0; k < job->plan.count && st == FF_OK; k++)
			if (job->options->verbosity != FF_OPTIONS_QUIET)
				puts(job->plan.items[k].path);
	}
	hold_signals(SIG_UNBLOCK);
	return agree(st, err);
}

/* Returns the milliseconds since '*started', which becomes now. */
static double since(double *started)
{
	double before = *started;

	*started = ff_clock_ms();
	return *started - before;
}

enum ff_status ff_cluster_run(const struct ff_options *options, struct ff_error *err)
{
	struct cluster run = {.filling = calloc((size_t)group.ranks, sizeof(struct parcel *))};
	struct ff_job *job = &run.job;
	struct ff_blocks blocks;
	bool parts = false;
	uint64_t digest = 0;
	double started = ff_clock_ms(), *ms = job->report.ms;
	enum ff_status st;

	if ((st = ff_job_plan(job, options, false, err)) == FF_OK && run.filling == NULL)
		st = ff_status_nomem(err, "messages");
	guard_files(&job->plan);
	/* No process needs memory for the whole map, which is checked there. */
	ff_budget_limit(INT64_MAX);
	if (st == FF_OK && (st = check_options(options, &job->plan, err)) == FF_OK &&
	    (st = ff_options_check_goal(options, err)) == FF_OK &&
	    (st = ff_problem_open(&job->problem, options, err)) == FF_OK) {
		ff_budget_limit(options->max_memory);
		parts = has_parts(&job->problem, options);
		if (!parts)
			st = ff_problem_read(&job->problem, options, err);
		else
			job->problem.unit = ff_model_unit(&job->problem.model);
		job->problem.limit = options->max_cost * job->problem.unit;
	}
	if ((st = agree(st, err)) != FF_OK || (st = check_map(&run, parts, err)) != FF_OK)
		goto out;
	blocks = ff_blocks_cut(job->problem.map.w, job->problem.map.h, group.ranks);
	st = ff_share_open(&run.share, &blocks, group.rank, &job->problem.model,
			   job->problem.map.wide != NULL, (double)INFINITY, &job->machine);
	for (size_t i = 0; i < run.share.count && st == FF_OK; i++)
		run.share.items[i].field.unit = job->problem.unit;
	run.share.send = send_offer;
	run.share.context = &run;
	if (st != FF_OK)
		ff_status_nomem(err, "the map");
	if ((st = agree(st, err)) != FF_OK)
		goto out;
	st = parts ? read_parts(&run, err) : agree(share_out(&run, err), err);
	if (st != FF_OK)
		goto out;
	ms[FF_REPORT_READ] = since(&started);
	ff_share_begin(&run.share);
	if ((st = solve(&run, err)) != FF_OK)
		goto out;
	ms[FF_REPORT_INTEGRATE] = since(&started);
	find_largest(&run);
	if ((st = write_files(&run, err)) != FF_OK)
		goto out;
	ms[FF_REPORT_WRITE] = since(&started);
	add_up(&run);
	if (options->verbosity == FF_OPTIONS_VERBOSE &&
	    (st = find_digest(&run, &digest, err)) != FF_OK)
		goto out;
	st = publish(&run, err);
	if (st == FF_OK && group.rank == 0 && options->verbosity != FF_OPTIONS_QUIET) {
		job->report.ms[FF_REPORT_TOTAL] = ff_clock_ms() - job->started;
		job->report.peak_bytes = ff_report_peak();
		job->report.heap_bytes = (uint64_t)ff_budget_peak();
		for (size_t i = 0; i < job->problem.moved && i < FF_PROBLEM_NOTES; i++)
			fprintf(stderr, "flowfield: warning: %s\n", job->problem.notes[i]);
		ff_report_print_summary(&job->report, "flowfield", stderr);
	}
	if (st == FF_OK && options->verbosity == FF_OPTIONS_VERBOSE)
		print_work(&run, digest);
out:
	ff_share_close(&run.share);
	for (int rank = 0; run.filling != NULL && rank < group.ranks; rank++)
		free(run.filling[rank]);
	while (run.flying != NULL) {
		struct parcel *parcel = run.flying;

		run.flying = parcel->next;
		MPI_Wait(&parcel->request, MPI_STATUS_IGNORE);
		free(parcel);
	}
	free(run.filling);
	hold_signals(SIG_BLOCK);
	group.plan = NULL;
	ff_job_free(job);
	hold_signals(SIG_UNBLOCK);
	return st;
}

#endif
