/*
 * Read, integrate, descend, draw, write: each phase knows only what stands in
 * struct job.
 *
 * Writing keeps to an order, so that all files appear together or not at all:
 * pictures are made in memory; what goes directly to a pipe or a device is
 * written first; then signals wait while every other output is written under a
 * temporary name; then comes the report, which tells how long all that took;
 * then everything is renamed and the names are told, and only then do the old
 * files go: whatever fails before brings them back.
 */
#include "cmd/job.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/machine.h"
#include "base/number.h"
#include "cmd/confine.h"
#include "cmd/estimate.h"
#include "cmd/plan.h"
#include "cmd/problem.h"
#include "cmd/progress.h"
#include "cmd/report.h"
#include "cmd/solution.h"
#include "draw/draw_arrows.h"
#include "draw/draw_heatmap.h"
#include "draw/draw_labels.h"
#include "draw/draw_mask.h"
#include "draw/draw_reach.h"
#include "draw/draw_terrain.h"
#include "format/write_csv.h"
#include "format/write_grid.h"
#include "format/write_png.h"
#include "solve/seeds.h"

enum { ALONE = 1 << 14 }; /* cells below which no thread is worth its start and memory */

struct job {
	const struct ff_options *options;
	struct ff_machine machine;
	struct ff_plan plan;
	struct ff_progress progress;
	struct ff_problem problem;
	struct ff_solution solution;
	struct ff_style style;
	struct ff_report report;
};

/* The names of files are told at the end: better to know before if nobody listens. */
static enum ff_status check_listener(const struct job *job, struct ff_error *err)
{
	if (job->plan.standard || job->options->verbosity == FF_OPTIONS_QUIET ||
	    (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY)
		return FF_OK;
	return ff_status_fail(err, FF_E_OUTPUT, "standard output: %s", strerror(EBADF));
}

static uint64_t digest_of(const struct ff_field *field)
{
	if (field->type == FF_FIELD_U32)
		return ff_digest_words(field->w, field->h, field->u32, FF_FIELD_NONE32);
	return ff_digest_longs(field->w, field->h, field->cells);
}

/* How pictures will look, and what is worth a warning. */
static void choose_style(struct job *job)
{
	const struct ff_scene *scene = &job->solution.scene;
	const struct ff_style *wanted = &job->options->style;
	size_t cells = (size_t)scene->cost->w * (size_t)scene->cost->h;
	int characters = wanted->values ? ff_style_characters(scene) : 1;
	uint64_t beyond = 0;

	job->style = *wanted;
	if (job->style.scale == 0)
		job->style.scale =
			ff_style_scale(scene->cost->w, scene->cost->h, wanted->values, characters);
	if (wanted->values && ff_style_values_font(job->style.scale, characters) == NULL)
		ff_report_warn(&job->report,
			       "--values: cells of %d pixels have no room for all numbers: choose "
			       "a larger --scale",
			       job->style.scale);
	if (wanted->range == 0 || wanted->range >= scene->largest)
		return;
	for (size_t i = 0; i < cells; i++)
		beyond += ff_field_has(scene->field, i) &&
			  ff_field_value(scene->field, i) > wanted->range;
	ff_report_warn(&job->report, "--range 0:%.15g: %" PRIu64 " cells cost more, up to %.15g",
		       wanted->range, beyond, scene->largest);
}

/* Goals that were moved, and those that nobody will walk to. */
static void warn_of_goals(struct job *job)
{
	enum { SHOWN = 4 };
	const struct ff_problem *problem = &job->problem;
	const struct ff_seeds *seeds = &problem->seeds;

	for (size_t i = 0; i < problem->note_count && i < SHOWN; i++)
		ff_report_warn(&job->report, "%s", problem->notes[i]);
	if (problem->note_count > SHOWN)
		ff_report_warn(&job->report, "%zu more goals were moved",
			       problem->note_count - SHOWN);
	for (size_t i = 0; i < seeds->count && job->options->flee == 0; i++) {
		char name[FF_SEEDS_NAME];

		if (job->solution.classes.cells[seeds->items[i].cell] == FF_GOAL)
			continue;
		ff_seeds_name(&problem->given.items[seeds->items[i].goal], name);
		ff_report_warn(&job->report,
			       ff_field_has(&job->solution.field, seeds->items[i].cell)
				       ? "goal %s or a part of it is dearer than walking on to "
					 "another: nobody stops there"
				       : "goal %s or a part of it is beyond --max-cost: nobody "
					 "walks there",
			       name);
		break;
	}
}

static void look_at_solution(struct job *job)
{
	struct ff_report *report = &job->report;
	const struct ff_problem *problem = &job->problem;

	report->problem = problem;
	report->machine = &job->machine;
	report->solution = &job->solution;
	report->cost_digest = ff_digest_bytes(problem->map.w, problem->map.h, problem->map.cells);
	if (job->options->outputs[FF_OPTIONS_JSON] != NULL)
		report->field_digest = digest_of(&job->solution.field);
	report->ms[FF_REPORT_INTEGRATE] = job->solution.integrate_ms;
	report->ms[FF_REPORT_FLOW] = job->solution.flow_ms;
	warn_of_goals(job);
	choose_style(job);
}

/* What the legend says of the first labels. */
static void name_label(const struct job *job, enum ff_options_output kind, uint32_t label,
		       char name[FF_SEEDS_NAME])
{
	if (kind == FF_OPTIONS_ALLOCATION)
		ff_seeds_name(&job->problem.given.items[label], name);
	else if (kind == FF_OPTIONS_REGIONS)
		snprintf(name, FF_SEEDS_NAME, "%" PRIu64, job->solution.areas[label].cells);
	else
		snprintf(name, FF_SEEDS_NAME, "%" PRIu32, label);
}

static enum ff_status draw_labels(const struct job *job, enum ff_options_output kind,
				  struct ff_image *image, struct ff_error *err)
{
	enum { NAMED = 12 };
	const struct ff_solution *s = &job->solution;
	const struct ff_draw_labels kinds[] = {
		[FF_OPTIONS_ALLOCATION] = {&s->allocation, "served by goal", NULL, 0, false, true},
		[FF_OPTIONS_REGIONS] = {&s->regions, "areas, in cells", NULL, 0, false, false},
		[FF_OPTIONS_TIES] = {&s->ties, "equally good ways", NULL, 0, true, false},
	};
	struct ff_draw_labels what = kinds[kind];
	char texts[NAMED][FF_SEEDS_NAME];
	const char *names[NAMED];

	what.names = names;
	what.named = what.labels->count < NAMED ? what.labels->count : NAMED;
	for (uint32_t label = 0; label < what.named; label++) {
		name_label(job, kind, label, texts[label]);
		names[label] = texts[label];
	}
	return ff_draw_labels(&s->scene, &what, &job->style, image, &job->machine, err);
}

static enum ff_status draw(const struct job *job, enum ff_options_output kind,
			   struct ff_image *image, struct ff_error *err)
{
	const struct ff_solution *s = &job->solution;

	switch (kind) {
	case FF_OPTIONS_HEATMAP:
		return ff_draw_heatmap(&s->scene, &job->style, image, &job->machine, err);
	case FF_OPTIONS_ARROWS:
		return ff_draw_arrows(&s->scene, &job->style, image, &job->machine, err);
	case FF_OPTIONS_REACH:
		return ff_draw_reach(&s->scene, &job->style, image, &job->machine, err);
	case FF_OPTIONS_ALLOCATION:
	case FF_OPTIONS_REGIONS:
	case FF_OPTIONS_TIES:
		return draw_labels(job, kind, image, err);
	case FF_OPTIONS_SIGHT_MASK:
		return ff_draw_mask(&s->nearest, image, err);
	default:
		return ff_draw_terrain(&s->scene, &job->style, image, &job->machine, err);
	}
}

/* A picture in the making, by whichever thread. */
struct picture {
	const struct job *job;
	struct ff_plan_item *item;
	enum ff_status st;
	double draw_ms, write_ms;
	struct ff_error err;
};

static void make_picture(void *context, size_t part)
{
	struct picture *picture = (struct picture *)context + part;
	const struct job *job = picture->job;
	struct ff_plan_item *item = picture->item;
	char digest[32];
	const struct ff_write_png_text texts[] = {
		{"Software", "flowfield " FF_VERSION},
		{"Options", job->options->recorded},
		{"Cost digest", digest},
	};
	double started = ff_clock_ms();
	struct ff_image image;

	snprintf(digest, sizeof digest, "%016" PRIx64, job->report.cost_digest);
	picture->st = draw(job, item->kind, &image, &picture->err);
	picture->draw_ms = ff_clock_ms() - started;
	if (picture->st != FF_OK)
		return;
	picture->st = ff_write_png(&image, texts, sizeof texts / sizeof texts[0], &item->file,
				   &item->size, &picture->err);
	free(image.pixels);
	picture->write_ms = ff_clock_ms() - started - picture->draw_ms;
}

/* Side by side, as many at a time as there are threads; of errors the first in the plan. */
static enum ff_status make_pictures(struct job *job, struct ff_error *err)
{
	struct picture *pictures = calloc(FF_OPTIONS_OUTPUTS, sizeof *pictures);
	enum ff_status st = FF_OK;
	double *ms = job->report.ms, started = ff_clock_ms(), spent, draw_ms = 0, write_ms = 0;
	size_t count = 0;

	if (pictures == NULL)
		return ff_status_nomem(err, "pictures");
	for (size_t i = 0; i < job->plan.count; i++)
		if (job->plan.items[i].picture) {
			pictures[count].job = job;
			pictures[count].item = &job->plan.items[i];
			count++;
		}
	if (count > 0)
		ff_progress_show(&job->progress, "drawing", 0, 0);
	ff_pool_run(job->machine.pool, count, make_picture, pictures);
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		if ((st = pictures[i].st) != FF_OK)
			*err = pictures[i].err;
		draw_ms += pictures[i].draw_ms;
		write_ms += pictures[i].write_ms;
	}
	free(pictures);
	/* What passed, not what the threads spent in all. */
	spent = ff_clock_ms() - started;
	if (draw_ms + write_ms > 0) {
		ms[FF_REPORT_DRAW] += spent * draw_ms / (draw_ms + write_ms);
		ms[FF_REPORT_WRITE] += spent * write_ms / (draw_ms + write_ms);
	}
	return st;
}

static enum ff_status write_cells(const struct job *job, struct ff_plan_item *item,
				  struct ff_error *err)
{
	const struct ff_solution *s = &job->solution;
	struct ff_output *out = &item->output;

	switch (item->kind) {
	case FF_OPTIONS_ALLOCATION:
		return ff_write_grid_labels(out, &s->allocation, err);
	case FF_OPTIONS_REGIONS:
		return ff_write_grid_labels(out, &s->regions, err);
	case FF_OPTIONS_TIES:
		return ff_write_grid_labels(out, &s->ties, err);
	case FF_OPTIONS_DIRECTIONS:
		return ff_write_grid_directions(out, &s->flow, job->options->encoding, err);
	case FF_OPTIONS_VECTORS:
		return ff_write_grid_vectors(out, &s->flow, err);
	default:
		return ff_write_csv(out, &job->problem.map, &s->classes, &s->field, &s->flow, err);
	}
}

static enum ff_status write_item(struct job *job, struct ff_plan_item *item, struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st;

	if ((st = ff_output_open(&item->output, item->path, err)) != FF_OK)
		return st;
	if (item->picture)
		st = ff_output_write(&item->output, item->file, item->size, err);
	else
		st = write_cells(job, item, err);
	if (st == FF_OK)
		st = ff_output_close(&item->output, err);
	job->report.ms[FF_REPORT_WRITE] += ff_clock_ms() - started;
	return st;
}

static enum ff_status write_report(struct job *job, struct ff_plan_item *item, struct ff_error *err)
{
	enum ff_status st = FF_OK;
	char *text;

	if (item->output.fd < 0)
		st = ff_output_open(&item->output, item->path, err);
	if (st != FF_OK)
		return st;
	if ((text = ff_report_json(&job->report)) == NULL)
		return ff_status_nomem(err, "the report");
	st = ff_output_write(&item->output, text, strlen(text), err);
	free(text);
	return st == FF_OK ? ff_output_close(&item->output, err) : st;
}

/* The paths written, one a line; free() it.  NULL if memory ran out. */
static char *list_of(const struct ff_report *report)
{
	size_t size = 1;
	char *list, *to;

	for (size_t i = 0; i < report->output_count; i++)
		size += strlen(report->outputs[i]) + 1;
	if ((list = to = malloc(size)) == NULL)
		return NULL;
	for (size_t i = 0; i < report->output_count; i++)
		to += sprintf(to, "%s\n", report->outputs[i]);
	*to = '\0';
	return list;
}

/* All in one piece, so that whoever reads only the first line gets the others, too. */
static enum ff_status tell(const char *list, struct ff_error *err)
{
	struct ff_output out;
	enum ff_status st = ff_output_open(&out, "-", err);

	if (st == FF_OK)
		st = ff_output_write(&out, list, strlen(list), err);
	return st == FF_OK ? ff_output_close(&out, err) : st;
}

static enum ff_status write_renamed(struct job *job, double started, struct ff_error *err)
{
	struct ff_plan *plan = &job->plan;
	struct ff_plan_item *report = NULL;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		if (plan->items[i].kind == FF_OPTIONS_JSON)
			report = &plan->items[i];
		else if (!plan->items[i].direct)
			st = write_item(job, &plan->items[i], err);
	job->report.ms[FF_REPORT_TOTAL] = ff_clock_ms() - started;
	job->report.peak_bytes = ff_report_peak();
	if (st == FF_OK && report != NULL)
		st = write_report(job, report, err);
	return st == FF_OK ? ff_plan_place(plan, err) : st;
}

static enum ff_status write_all(struct job *job, double started, struct ff_error *err)
{
	struct ff_plan *plan = &job->plan;
	enum ff_status st;
	char *list = NULL;
	sigset_t before;

	for (size_t i = 0; i < plan->count; i++)
		if (strcmp(plan->items[i].path, "-") != 0)
			job->report.outputs[job->report.output_count++] = plan->items[i].path;
	st = make_pictures(job, err);
	ff_progress_show(&job->progress, "writing", 0, 0);
	for (size_t i = 0; i < plan->count && st == FF_OK; i++) {
		struct ff_plan_item *item = &plan->items[i];

		if (!item->direct)
			continue;
		/* The report comes last, but opening a pipe may wait for its reader. */
		st = item->kind == FF_OPTIONS_JSON ? ff_output_open(&item->output, item->path, err)
						   : write_item(job, item, err);
	}
	if (st == FF_OK && (list = list_of(&job->report)) == NULL)
		st = ff_status_nomem(err, "the names of the files");
	if (list == NULL)
		return st;
	ff_output_hold(&before);
	if ((st = ff_plan_folder(plan, err)) == FF_OK)
		st = write_renamed(job, started, err);
	ff_progress_end(&job->progress);
	if (st == FF_OK && !plan->standard && job->options->verbosity != FF_OPTIONS_QUIET)
		st = tell(list, err);
	if (st == FF_OK)
		ff_plan_commit(plan);
	else
		ff_plan_free(plan);
	ff_output_release(&before);
	free(list);
	return st;
}

/* The largest area that no goal reaches, for the summary; "" if there is none. */
static void name_unreached(const struct job *job, char text[128])
{
	const struct ff_region *area = &job->solution.unreached;
	uint32_t w = (uint32_t)job->problem.map.w;

	*text = '\0';
	if (area->cells > 0)
		snprintf(text, 128, " (largest area %" PRIu64 " at %" PRIu32 ",%" PRIu32 ")",
			 area->cells, area->first % w, area->first / w);
}

static void say(const struct job *job)
{
	const struct ff_report *report = &job->report;
	const uint64_t *count = job->solution.classes.count;
	const double *ms = report->ms;
	bool flee = job->options->flee < 0;
	struct ff_error name;
	char unreached[128], farthest[32];

	for (size_t i = 0; i < report->warning_count; i++)
		fprintf(stderr, "flowfield: warning: %s\n", report->warnings[i]);
	snprintf(name.text, sizeof name.text, "%s", job->problem.name);
	ff_status_clean(name.text);
	name_unreached(job, unreached);
	farthest[ff_number_fixed(farthest, flee ? job->solution.summary.least
						: job->solution.summary.largest)] = '\0';
	fprintf(stderr,
		"flowfield: %s: %" PRId32 "x%" PRId32 ": %" PRIu64 " %s%s, %" PRIu64
		" reached, %" PRIu64 " unreached%s, %" PRIu64 " wall; %s %s; %.0f ms\n",
		name.text, job->problem.map.w, job->problem.map.h, count[FF_GOAL],
		flee ? "refuge" : "goal", count[FF_GOAL] == 1 ? "" : "s", count[FF_REACHED],
		count[FF_UNREACHED], unreached, count[FF_WALL], flee ? "safest" : "farthest",
		farthest, ms[FF_REPORT_TOTAL]);
	if (job->options->verbosity == FF_OPTIONS_VERBOSE)
		fprintf(stderr,
			"flowfield: read %.1f, integrate %.1f, flow %.1f, draw %.1f, write %.1f "
			"ms; "
			"peak memory %.1f MiB, estimated %.1f MiB; -j %d, %s\n",
			ms[FF_REPORT_READ], ms[FF_REPORT_INTEGRATE], ms[FF_REPORT_FLOW],
			ms[FF_REPORT_DRAW], ms[FF_REPORT_WRITE],
			(double)report->peak_bytes / (1 << 20),
			(double)report->estimated_bytes / (1 << 20),
			ff_pool_threads(job->machine.pool), ff_machine_cpus[job->machine.cpu]);
}

/* Whether a cell of the map in the file is reached, with all that it was split into. */
static enum ff_class class_of(const struct job *job, struct ff_options_cell cell)
{
	int64_t parts = job->options->subdivide ? 2 : 1;
	enum ff_class worst = FF_GOAL;

	for (int64_t y = cell.y * parts; y < (cell.y + 1) * parts; y++)
		for (int64_t x = cell.x * parts; x < (cell.x + 1) * parts; x++) {
			size_t i = ff_cost_index(&job->problem.map, (int32_t)x, (int32_t)y);
			enum ff_class class = job->solution.classes.cells[i];

			worst = class > worst ? class : worst;
		}
	return worst;
}

/* Whether only --radius makes a wall of it, or of a part of it. */
static bool is_closed(const struct job *job, struct ff_options_cell cell)
{
	int64_t parts = job->options->subdivide ? 2 : 1;
	const struct ff_problem *problem = &job->problem;
	size_t i =
		ff_cost_index(&problem->map, (int32_t)(cell.x * parts), (int32_t)(cell.y * parts));

	return problem->closed.cells != NULL && problem->map.cells[i] != FF_COST_WALL &&
	       class_of(job, cell) == FF_WALL;
}

/* --require and --max-unreached: FF_E_ANSWER, and all that fails in one line. */
static enum ff_status answer(const struct job *job, struct ff_error *err)
{
	enum { SHOWN = 20 };
	const struct ff_options *o = job->options;
	uint64_t parts = o->subdivide ? 4 : 1; /* of a cell */
	uint64_t unreached = (job->solution.classes.count[FF_UNREACHED] + parts - 1) / parts;
	bool many = o->max_unreached >= 0 && unreached > (uint64_t)o->max_unreached;
	char list[SHOWN * 64] = "";
	size_t n = 0, failed = 0;

	for (size_t i = 0; i < o->required_count; i++) {
		enum ff_class class = class_of(job, o->required[i]);

		if (class <= FF_REACHED || ++failed > SHOWN)
			continue;
		n += (size_t)snprintf(list + n, sizeof list - n, "%s%" PRId64 ",%" PRId64 " (%s)",
				      failed > 1 ? ", " : "", o->required[i].x, o->required[i].y,
				      is_closed(job, o->required[i]) ? "too near a wall"
								     : ff_classes_names[class]);
	}
	if (failed == 0 && !many)
		return FF_OK;
	if (!many)
		return ff_status_fail(err, FF_E_ANSWER, "%s: not reached: %s%s", job->problem.name,
				      list, failed > SHOWN ? ", ..." : "");
	return ff_status_fail(
		err, FF_E_ANSWER, "%s: %s%s%s%s%" PRIu64 " cells are not reached, %d may be",
		job->problem.name, failed > 0 ? "not reached: " : "", list,
		failed > SHOWN ? ", ..." : "", failed > 0 ? "; " : "", unreached, o->max_unreached);
}

/* The best instructions, unless told otherwise. */
static enum ff_status choose_cpu(struct job *job, struct ff_error *err)
{
	const char *name = getenv("FLOWFIELD_CPU");
	enum ff_cpu cpu = ff_machine_best();

	if (name != NULL && *name != '\0') {
		cpu = FF_CPU_PLAIN;
		while (cpu < FF_CPUS && strcmp(name, ff_machine_cpus[cpu]) != 0)
			cpu++;
		if (cpu == FF_CPUS || !ff_machine_has(cpu))
			return ff_status_fail(err, FF_E_USAGE, "FLOWFIELD_CPU=%s: %s", name,
					      cpu < FF_CPUS
						      ? "this machine has no such instructions"
						      : "there is plain, neon, avx2 and avx512");
	}
	job->machine.cpu = cpu;
	return FF_OK;
}

/* As many threads as asked for, or as there are cores, but for small maps. */
static enum ff_status open_pool(struct job *job, int cores, struct ff_error *err)
{
	int threads = job->options->threads;

	if (threads == 0)
		threads = cores;
	if ((int64_t)job->problem.map.w * job->problem.map.h < ALONE)
		threads = 1;
	if (ff_pool_open(threads < FF_POOL_THREADS ? threads : FF_POOL_THREADS,
			 &job->machine.pool) != FF_OK)
		return ff_status_nomem(err, "threads");
	return FF_OK;
}

static enum ff_status estimate(struct job *job, struct ff_error *err)
{
	job->report.estimated_bytes =
		ff_estimate_bytes(&job->problem, job->options, &job->plan, &job->machine,
				  ff_estimate_type(&job->problem, job->options));
	return ff_estimate_fits(job->report.estimated_bytes, &job->problem, job->options, err);
}

/* What --dry-run prints. */
static void promise(const struct job *job)
{
	ff_estimate_print(job->report.estimated_bytes, &job->problem);
	for (size_t i = 0; i < job->plan.count; i++)
		printf("output: %s\n", job->plan.items[i].path);
}

/* What is left to say when all is written. */
static enum ff_status conclude(const struct job *job, struct ff_error *err)
{
	if (job->options->verbosity != FF_OPTIONS_QUIET)
		say(job);
	return answer(job, err);
}

enum ff_status ff_job_run(const struct ff_options *options, struct ff_error *err)
{
	struct job job = {.options = options, .report.options = options};
	double started = ff_clock_ms();
	int cores = ff_machine_cores(); /* asked of a file */
	enum ff_status st;

	if ((st = choose_cpu(&job, err)) != FF_OK ||
	    (st = ff_plan_make(&job.plan, options, err)) != FF_OK)
		return st;
	job.progress = ff_progress_begin(options->verbosity != FF_OPTIONS_QUIET);
	ff_progress_show(&job.progress, "reading", 0, 0);
	if ((st = ff_confine(options, &job.plan, err)) != FF_OK ||
	    (st = ff_problem_open(&job.problem, options, err)) != FF_OK ||
	    (st = open_pool(&job, cores, err)) != FF_OK || (st = estimate(&job, err)) != FF_OK ||
	    options->dry_run || (st = ff_problem_read(&job.problem, options, err)) != FF_OK)
		goto out;
	job.report.ms[FF_REPORT_READ] = ff_clock_ms() - started;
	if ((st = check_listener(&job, err)) != FF_OK ||
	    (st = ff_solution_find(&job.solution, &job.problem, options, &job.plan, &job.machine,
				   &job.progress, err)) != FF_OK)
		goto out;
	look_at_solution(&job);
	st = write_all(&job, started, err);
out:
	ff_progress_end(&job.progress);
	if (st == FF_OK && options->dry_run)
		promise(&job);
	else if (st == FF_OK)
		st = conclude(&job, err);
	ff_plan_free(&job.plan);
	ff_solution_free(&job.solution);
	ff_problem_free(&job.problem);
	ff_pool_close(job.machine.pool);
	return st;
}
