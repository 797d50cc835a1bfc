/*
 * flowfield at: what the field says about single cells.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/job.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/problem.h"
#include "cli/render.h"
#include "cli/verb.h"
#include "core/base/number.h"
#include "core/crowd/follow.h"
#include "core/solve/seeds.h"
#include "core/solve/solve.h"
#include "draw/draw.h"

struct at {
	struct ff_options common;
	struct ff_options_place *places; /* owned; [count] */
	size_t count, room;
};

/* The findings, for the report. */
struct findings {
	const struct at *asked;
	struct ff_problem_cell *cells; /* owned; [asked->count] */
	struct ff_solution_way *ways;  /* owned; [asked->count]  INFINITY: to no goal */
};

/* Follows the field from each cell. */
static enum ff_status find_ways(const struct ff_job *job, struct findings *found,
				struct ff_error *err)
{
	const struct ff_guide *guide = &job->solution.guide;
	const enum ff_trace_rule rule =
		job->solution.flow.vectors != NULL ? FF_TRACE_SMOOTH : FF_TRACE_CELLS;
	const size_t count = found->asked->count;
	enum ff_status st = FF_OK;

	if ((found->ways = calloc(count, sizeof *found->ways)) == NULL)
		return ff_status_nomem(err, "the cells");
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		const struct ff_walker walker = {
			.x = found->cells[i].x, .y = found->cells[i].y, .speed = 1};
		struct ff_path path = {0};

		found->ways[i] = (struct ff_solution_way){INFINITY, INFINITY, INFINITY};
		/* Rule "differences" leads nobody to the end. */
		if (guide->model->flow == FF_FLOW_DIFFERENCES ||
		    !ff_cost_open(guide->cost, found->cells[i].x, found->cells[i].y))
			continue;
		if ((st = ff_trace(guide, rule, &walker, false, true, NULL, &path)) == FF_OK &&
		    path.reached)
			found->ways[i] = ff_solution_way(&walker, &path, 1);
		free(path.points);
	}
	return st == FF_OK ? st : ff_status_nomem(err, "the paths");
}

/* ---- a cell ---- */

/* Sets 'next' to the cell that a cell's direction leads to; false if there is none.  Rule
 * "differences" may lead off the map. */
static bool find_next(const struct ff_solution *s, struct ff_problem_cell at,
		      struct ff_problem_cell *next)
{
	const size_t w = (size_t)s->flow.w;
	const uint8_t direction = s->flow.cells[(size_t)at.y * w + (size_t)at.x];

	*next = (struct ff_problem_cell){at.x + ff_flow_steps[direction].dx,
					 at.y + ff_flow_steps[direction].dy};
	return direction != FF_NONE && next->x >= 0 && next->y >= 0 && next->x < s->flow.w &&
	       next->y < s->flow.h;
}

/* Follows the directions, as long as values fall; returns the last cell. */
static struct ff_problem_cell find_end(const struct ff_solution *s, struct ff_problem_cell at)
{
	const size_t w = (size_t)s->flow.w;
	struct ff_problem_cell next;

	while (find_next(s, at, &next) &&
	       ff_field_raw(&s->field, (size_t)next.y * w + (size_t)next.x) <
		       ff_field_raw(&s->field, (size_t)at.y * w + (size_t)at.x))
		at = next;
	return at;
}

/* Returns a cost as tables have it: walls 255, or INFINITY in wide maps. */
static double cost_of(const struct ff_cost *map, double scale, size_t cell)
{
	if (map->wide == NULL)
		return map->cells[cell];
	return map->wide[cell] == FF_COST_WIDE_WALL ? (double)INFINITY
						    : (double)map->wide[cell] / scale;
}

static json_t *place_json(struct ff_problem_cell at)
{
	return json_pack("{s:i, s:i}", "x", (int)at.x, "y", (int)at.y);
}

/* Describes cell i. */
static json_t *cell_json(const struct ff_report *report, size_t i)
{
	const struct ff_solution *s = report->solution;
	const struct findings *found = s->own;
	const struct ff_cost *map = &report->problem->map;
	const struct ff_problem_cell at = found->cells[i], end = find_end(s, at);
	const struct ff_solution_way *way = &found->ways[i];
	const size_t cell = ff_cost_index(map, at.x, at.y);
	const enum ff_direction direction = (enum ff_direction)s->flow.cells[cell];
	const struct ff_flow_vector vector = ff_flow_vector_at(&s->flow, cell);
	uint32_t number = s->allocation.cells == NULL ? FF_LABELS_NONE : s->allocation.cells[cell];
	char goal[FF_SEEDS_NAME] = "";
	struct ff_problem_cell next;
	json_t *object = place_json(at);

	if (number != FF_LABELS_NONE)
		ff_seeds_name(&report->problem->given.items[number], goal);
	else if (s->classes.cells[ff_cost_index(map, end.x, end.y)] == FF_GOAL)
		snprintf(goal, sizeof goal, "%" PRId32 ",%" PRId32, end.x, end.y);
	ff_json_set(&object, "cost",
		    ff_json_number(cost_of(map, report->problem->costs.one, cell)));
	ff_json_set(&object, "class", json_string(ff_classes_names[s->classes.cells[cell]]));
	ff_json_set(&object, "integration", ff_json_number(ff_field_value(&s->field, cell)));
	ff_json_set(&object, "length", ff_json_number(way->length));
	ff_json_set(&object, "straight", ff_json_number(way->straight));
	ff_json_set(&object, "ratio", ff_json_number(way->ratio));
	ff_json_set(&object, "direction",
		    direction != FF_NONE ? json_string(ff_flow_names[direction]) : json_null());
	ff_json_set(&object, "dx", ff_json_number((double)vector.dx));
	ff_json_set(&object, "dy", ff_json_number((double)vector.dy));
	ff_json_set(&object, "next", find_next(s, at, &next) ? place_json(next) : json_null());
	ff_json_set(&object, "goal", number == FF_LABELS_NONE ? json_null() : json_integer(number));
	ff_json_set(&object, "place", *goal == '\0' ? json_null() : json_string(goal));
	return object;
}

static json_t *at_json(const struct ff_report *report)
{
	const struct findings *found = report->solution->own;
	json_t *list = json_array();

	for (size_t i = 0; i < found->asked->count; i++)
		ff_json_append(&list, cell_json(report, i));
	return list;
}

static const struct ff_report_verb report_verb = {.key = "at", .json = at_json};

/* ---- the table ---- */

enum { COLUMNS = 13, PLACE = COLUMNS - 1 };

static const struct {
	const char *title;   /* and the key of the report */
	bool rounded, aimed; /* only if there is a direction */
} columns[COLUMNS] = {
	{"cell", false, false},  {"cost", false, false},
	{"class", false, false}, {"integration", false, false},
	{"length", true, false}, {"straight", true, false},
	{"ratio", true, false},  {"direction", false, false},
	{"dx", true, true},      {"dy", true, true},
	{"next", false, false},  {"goal", false, false},
	{"place", false, false},
};

/* A line of the table: a text without a blank for each column, except the last. */
struct line {
	char text[COLUMNS][FF_SEEDS_NAME];
};

/* Prints column k of a cell. */
static void print_value(char text[FF_SEEDS_NAME], const json_t *cell, int k)
{
	const json_t *value = k == 0 ? cell : json_object_get(cell, columns[k].title);
	double number = json_number_value(value);

	if (columns[k].rounded)
		number = round(number * 1e4) / 1e4;
	memcpy(text, "-", 2);
	if (json_is_object(value))
		snprintf(text, FF_SEEDS_NAME, "%" JSON_INTEGER_FORMAT ",%" JSON_INTEGER_FORMAT,
			 json_integer_value(json_object_get(value, "x")),
			 json_integer_value(json_object_get(value, "y")));
	else if (json_is_string(value))
		snprintf(text, FF_SEEDS_NAME, "%s", json_string_value(value));
	else if (json_is_number(value) &&
		 !(columns[k].aimed && json_is_null(json_object_get(cell, "direction"))))
		text[ff_number_short(text, number)] = '\0';
	for (char *blank = text; k < PLACE && (blank = strchr(blank, ' ')) != NULL;)
		*blank = '-';
}

/* Prints lines [count] with each column as wide as its longest text. */
static char *print_lines(const struct line *lines, size_t count)
{
	int width[COLUMNS] = {0};
	size_t size = 1, n = 0;
	char *text;

	for (size_t i = 0; i < count; i++)
		for (int k = 0; k < COLUMNS; k++) {
			int length = (int)strlen(lines[i].text[k]);

			width[k] = length > width[k] ? length : width[k];
		}
	width[PLACE] = 0; /* no blanks at the end */
	size += count * COLUMNS * (FF_SEEDS_NAME + 2);
	if ((text = malloc(size)) == NULL)
		return NULL;
	for (size_t i = 0; i < count; i++)
		for (int k = 0; k < COLUMNS; k++)
			n += (size_t)snprintf(text + n, size - n, "%*s%s", width[k],
					      lines[i].text[k], k == PLACE ? "\n" : "  ");
	return text;
}

/* Prints the table of the cells. */
static enum ff_status print_table(const struct ff_report *report, char **text, struct ff_error *err)
{
	json_t *cells = at_json(report);
	const size_t count = json_array_size(cells);
	struct line *lines = calloc(count + 1, sizeof *lines);

	for (size_t i = 0; i <= count && lines != NULL; i++)
		for (int k = 0; k < COLUMNS; k++)
			if (i == 0)
				snprintf(lines[i].text[k], FF_SEEDS_NAME, "%s", columns[k].title);
			else
				print_value(lines[i].text[k], json_array_get(cells, i - 1), k);
	*text = cells == NULL || lines == NULL ? NULL : print_lines(lines, count + 1);
	json_decref(cells);
	free(lines);
	return *text == NULL ? ff_status_nomem(err, "the cells") : FF_OK;
}

/* ---- the picture ---- */

enum ff_status ff_at_output_picture(const struct ff_report *report, struct ff_page *page,
				    struct ff_error *err)
{
	const struct findings *found = report->solution->own;

	return ff_draw_at(&report->solution->scene, &report->options->model, found->cells[0].x,
			  found->cells[0].y, report->style, page, err);
}

/* ---- the command ---- */

static enum ff_status show_cells(const struct ff_options *options, struct ff_error *err)
{
	const struct at *asked = (const struct at *)options;
	struct findings found = {asked, NULL, NULL};
	struct ff_solve solve;
	struct ff_job job;
	enum ff_status st;

	if ((st = ff_job_plan(&job, options, true, err)) != FF_OK ||
	    (st = ff_sandbox_enter(&job.plan.sandbox, err)) != FF_OK ||
	    (st = ff_problem_open(&job.problem, options, err)) != FF_OK ||
	    (st = ff_problem_find_places(&job.problem, "cell", asked->places, asked->count,
					 &found.cells, err)) != FF_OK ||
	    options->dry_run || (st = ff_problem_read(&job.problem, options, err)) != FF_OK ||
	    (st = ff_job_ready(&job, err)) != FF_OK ||
	    (st = ff_solution_find(&job.solution, &job.work, err)) != FF_OK)
		goto out;
	solve = ff_solution_solve(&job.solution, &job.work);
	if (!(options->flee < 0) && (st = ff_solve_allocate(&solve)) != FF_OK)
		st = ff_status_nomem(err, "the goals");
	if (st != FF_OK || (st = find_ways(&job, &found, err)) != FF_OK)
		goto out;
	job.solution.own = &found;
	/* Unless the report stands there. */
	if (!job.plan.standard && (st = print_table(&job.report, &job.listing, err)) != FF_OK)
		goto out;
	ff_job_examine(&job);
	st = ff_job_publish(&job, err);
out:
	st = ff_job_end(&job, st, err);
	free(found.ways);
	free(found.cells);
	return st;
}

/* Takes the map, and then cells. */
static enum ff_status set_operand(void *target, const char *word, struct ff_error *err)
{
	struct at *asked = target;

	if (asked->common.map == NULL) {
		asked->common.map = word;
		return FF_OK;
	}
	return ff_options_add_place(NULL, word, true, &asked->places, &asked->count, &asked->room,
				    "cells", err);
}

/* clang-format off */
static const struct ff_argv_option rows[] = {
	{.text = "Cells"},
	FF_OUTPUT_CELLS(FF_OPTIONS_OUTPUT_ROW)
};
/* clang-format on */

static const struct ff_argv_table table = {
	"flowfield at",
	"usage: flowfield at MAP --goal X,Y X,Y [X,Y ...] [options]\n"
	"\n"
	"Prints what the field says about single cells, a line each: cost, class,\n"
	"integration, the length of the way and the straight distance, direction,\n"
	"the next cell, and the goal that it leads to.\n",
	rows,
	sizeof rows / sizeof *rows,
	set_operand,
	&ff_options_table,
	"from subdivide coarsen Outputs Pictures Animation work-dir",
	NULL};

static enum ff_status check_options(struct ff_options *o, struct ff_error *err)
{
	const struct at *asked = (const struct at *)o;
	enum ff_status st;

	ff_options_choose(o, FF_METRIC_MANHATTAN, 0);
	o->default_count = 0;
	if (asked->count == 0)
		return ff_status_fail(err, FF_E_USAGE, "there is no cell: give X,Y behind the map");
	if (asked->count > 1 && o->outputs[FF_OPTIONS_PICTURE] != NULL)
		return ff_status_fail(err, FF_E_USAGE, "--picture shows one cell: %zu are given",
				      asked->count);
	st = ff_options_check_goal(o, err);
	return st == FF_OK ? ff_options_check_shared(o, err) : st;
}

static void free_options(struct ff_options *options)
{
	free(((struct at *)options)->places);
}

const struct ff_verb ff_at_verb = {
	.name = "at",
	.text = "print what the field says about single cells",
	.table = &table,
	.size = sizeof(struct at),
	.check = check_options,
	.free = free_options,
	.report = &report_verb,
	.job = show_cells,
};
