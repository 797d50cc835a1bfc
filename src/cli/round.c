/*
 * Writing keeps to an order, so that all files appear together or not at all:
 * pictures are made in memory; what goes directly to a pipe or a device is
 * written first; then signals wait while every other output is written under a
 * temporary name; then comes the report, which tells how long all that took;
 * then everything is renamed and the names are told, and only then do the old
 * files go: whatever fails before brings them back.
 */
#include "cli/round.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/outputs.h"
#include "cli/progress.h"
#include "io/digest.h"

uint64_t ff_round_digest(const struct ff_field *field)
{
	if (field->type == FF_FIELD_U32)
		return ff_digest_words(field->w, field->h, field->u32, FF_FIELD_NONE32);
	return ff_digest_longs(field->w, field->h, field->cells);
}

/* Chooses how pictures will look. */
static void choose_style(struct ff_round *round)
{
	const struct ff_scene *scene = &round->report.solution->scene;
	const struct ff_style *wanted = &round->report.options->style;
	int characters = wanted->values ? ff_style_characters(scene) : 1;

	round->style = *wanted;
	if (round->style.scale == 0)
		round->style.scale =
			ff_style_scale(scene->cost->w, scene->cost->h, ff_plan_marks(&round->plan),
				       wanted->values, characters);
}

enum ff_status ff_round_look(struct ff_round *round, struct ff_error *err)
{
	struct ff_report *report = &round->report;
	enum ff_status st;

	report->plan = &round->plan;
	if ((st = ff_render_digest(report->problem, report->options, &round->digests, err)) !=
	    FF_OK)
		return st;
	report->cost_digest = round->digests.cost;
	if (report->options->outputs[FF_OPTIONS_JSON] != NULL)
		report->field_digest = ff_round_digest(&report->solution->field);
	report->ms[FF_REPORT_INTEGRATE] = report->solution->integrate_ms;
	report->ms[FF_REPORT_FLOW] = report->solution->flow_ms;
	choose_style(round);
	report->style = &round->style;
	ff_report_look(report);
	return FF_OK;
}

/* Closes what is written by this process alone, which waits for the disk; of many jobs the caller
 * closes all files together. */
static enum ff_status close_alone(const struct ff_round *round, struct ff_plan_item *item,
				  struct ff_error *err)
{
	free(item->file);
	item->file = NULL;
	return round->alone || item->direct ? ff_output_close(&item->output, err) : FF_OK;
}

static enum ff_status write_item(struct ff_round *round, struct ff_plan_item *item,
				 struct ff_error *err)
{
	double started = ff_clock_ms();
	enum ff_status st;

	if ((st = ff_output_open(&item->output, item->path, err)) != FF_OK)
		return st;
	if (ff_outputs_made(item->format))
		st = ff_output_write(&item->output, item->file, item->size, err);
	else
		st = ff_render_write(&round->report, &round->digests, item, err);
	if (st == FF_OK)
		st = close_alone(round, item, err);
	round->report.ms[FF_REPORT_WRITE] += ff_clock_ms() - started;
	return st;
}

static enum ff_status write_report(struct ff_round *round, struct ff_plan_item *item,
				   struct ff_error *err)
{
	enum ff_status st = FF_OK;
	char *text;

	if (item->output.fd < 0)
		st = ff_output_open(&item->output, item->path, err);
	if (st != FF_OK)
		return st;
	if ((text = ff_report_json(&round->report)) == NULL)
		return ff_status_nomem(err, "the report");
	st = ff_output_write(&item->output, text, strlen(text), err);
	free(text);
	return st == FF_OK ? close_alone(round, item, err) : st;
}

/* Lists the paths written, one a line: as they are for programs, and on a terminal without what
 * could steer it; free() it.  NULL if memory ran out. */
static char *list_paths(const struct ff_report *report)
{
	bool terminal = isatty(STDOUT_FILENO) == 1;
	size_t size = 1;
	char *list, *to;

	for (size_t i = 0; i < report->output_count; i++)
		size += strlen(report->outputs[i]) + 1;
	if ((list = to = malloc(size)) == NULL)
		return NULL;
	for (size_t i = 0; i < report->output_count; i++) {
		memcpy(to, report->outputs[i], strlen(report->outputs[i]) + 1);
		if (terminal)
			ff_status_clean(to);
		to += strlen(to);
		*to++ = '\n';
	}
	*to = '\0';
	return list;
}

/* Prints the list in one piece, so that a reader of its first line alone gets the others, too. */
static enum ff_status print_list(const char *list, struct ff_error *err)
{
	struct ff_output out;
	enum ff_status st = ff_output_open(&out, "-", err);

	if (st == FF_OK)
		st = ff_output_write(&out, list, strlen(list), err);
	return st == FF_OK ? ff_output_close(&out, err) : st;
}

/* Writes what goes directly to a pipe or a device, and notes the names of all files, as they were
 * asked for. */
static enum ff_status write_direct(struct ff_round *round, struct ff_error *err)
{
	size_t root =
		round->report.options->root == NULL ? 0 : strlen(round->report.options->root) + 1;
	struct ff_plan *plan = &round->plan;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count; i++)
		if (strcmp(plan->items[i].path, "-") != 0)
			round->report.outputs[round->report.output_count++] =
				plan->items[i].path + root;
	if (plan->frames.folder != NULL)
		round->report.outputs[round->report.output_count++] = plan->frames.folder + root;
	ff_progress_show(round->progress, "writing", 0, 0);
	for (size_t i = 0; i < plan->count && st == FF_OK; i++) {
		struct ff_plan_item *item = &plan->items[i];

		if (!item->direct)
			continue;
		/* The report comes last, but opening a pipe may wait for its reader. */
		st = item->kind == FF_OPTIONS_JSON ? ff_output_open(&item->output, item->path, err)
						   : write_item(round, item, err);
	}
	return st;
}

static struct ff_render render_of(struct ff_round *round)
{
	return (struct ff_render){&round->report, &round->plan, &round->digests, round->progress};
}

void ff_round_film(struct ff_round *round, struct ff_render_film *film,
		   const struct ff_style_range *colours)
{
	const struct ff_render render = render_of(round);

	ff_render_film_begin(film, &render, colours);
	round->filmed = true;
}

enum ff_status ff_round_draw(struct ff_round *round, struct ff_error *err)
{
	const struct ff_render render = render_of(round);
	enum ff_status st;

	if ((st = ff_render_check(&round->report, err)) == FF_OK &&
	    (st = ff_render_pictures(&render, err)) == FF_OK && !round->filmed)
		st = ff_render_film(&render, err);
	return st == FF_OK ? write_direct(round, err) : st;
}

enum ff_status ff_round_make(struct ff_round *round, struct ff_error *err)
{
	enum ff_status st = ff_round_look(round, err);

	return st == FF_OK ? ff_round_draw(round, err) : st;
}

enum ff_status ff_round_write(struct ff_round *round, struct ff_error *err)
{
	struct ff_plan *plan = &round->plan;
	struct ff_plan_item *report = NULL;
	enum ff_status st = ff_plan_folder(plan, err);

	for (size_t i = 0; i < plan->count && st == FF_OK; i++)
		if (plan->items[i].kind == FF_OPTIONS_JSON)
			report = &plan->items[i];
		else if (!plan->items[i].direct)
			st = write_item(round, &plan->items[i], err);
	if (st == FF_OK)
		st = ff_frames_write(&plan->frames, err);
	round->report.ms[FF_REPORT_TOTAL] = ff_clock_ms() - round->started;
	if (report != NULL || round->report.options->verbosity == FF_OPTIONS_VERBOSE)
		round->report.peak_bytes = ff_report_peak();
	if (st == FF_OK && report != NULL)
		st = write_report(round, report, err);
	return st;
}

enum ff_status ff_round_finish(struct ff_round *round, struct ff_error *err)
{
	struct ff_plan *plan = &round->plan;
	char *list = list_paths(&round->report);
	enum ff_status st;
	sigset_t before;

	if (list == NULL)
		return ff_status_nomem(err, "the names of the files");
	ff_output_hold(&before);
	if ((st = ff_round_write(round, err)) == FF_OK)
		st = ff_plan_place(plan, err);
	ff_progress_end(round->progress);
	if (st == FF_OK && !plan->standard && round->report.options->verbosity != FF_OPTIONS_QUIET)
		st = print_list(list, err);
	if (st == FF_OK)
		ff_plan_commit(plan);
	else
		ff_plan_free(plan);
	ff_output_release(&before);
	free(list);
	return st;
}
