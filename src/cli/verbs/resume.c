/*
 * What costs least comes first: the names, then what stands before the pixels of
 * pictures, and the map, whose digest has to be worked out, last.
 */
#include "cli/verbs/resume.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <jansson.h>

#include "cli/outputs.h"
#include "cli/problem.h"
#include "cli/render.h"
#include "cli/verbs/document.h"
#include "io/digest.h"
#include "io/formats.h"
#include "io/input.h"
#include "io/texts.h"

/* What is asked of every output. */
struct question {
	const struct ff_options *options;
	const struct ff_render_digests *digests; /* NULL: not known yet, and any will do */
	size_t told;                             /* how many outputs could say, and said yes */
	struct ff_error *err;
};

static bool is_digest(const char *keyword)
{
	return strcmp(keyword, "Cost digest") == 0 || strcmp(keyword, "Goals digest") == 0;
}

static enum ff_status ask_image(struct question *question, const struct ff_plan_item *item,
				struct ff_input *in, bool *fits)
{
	struct ff_render_digests any = {0};
	struct ff_texts texts = {0};
	struct ff_render_texts wanted;
	enum ff_status st = ff_texts_read(in, &texts, question->err);

	ff_render_texts(&wanted, item, question->options,
			question->digests == NULL ? &any : question->digests);
	for (size_t i = 0; i < wanted.count && st == FF_OK; i++) {
		const char *text = ff_texts_find(&texts, wanted.items[i].keyword);

		*fits = *fits && text != NULL &&
			((question->digests == NULL && is_digest(wanted.items[i].keyword)) ||
			 strcmp(text, wanted.items[i].text) == 0);
	}
	ff_texts_free(&texts);
	question->told++;
	return st;
}

static enum ff_status ask_report(struct question *question, struct ff_input *in, bool *fits)
{
	enum { MOST = 64 << 20 };
	const char *version = "", *options = "", *digest = "";
	enum ff_status st = ff_input_rest(in, MOST, question->err);
	char wanted[17];
	json_t *report;

	if (st != FF_OK)
		return st;
	if ((st = ff_document_parse(in, &report, question->err)) != FF_OK)
		return st;
	if (report == NULL ||
	    json_unpack(report, "{s:{s:s}, s:s, s:{s:s}}", "tool", "version", &version, "options",
			&options, "map", "digest", &digest) != 0)
		*fits = false;
	snprintf(wanted, sizeof wanted, "%016" PRIx64,
		 question->digests == NULL ? 0 : question->digests->cost);
	*fits = *fits && strcmp(version, FF_VERSION) == 0 &&
		strcmp(options, question->options->recorded) == 0 &&
		(question->digests == NULL || strcmp(digest, wanted) == 0);
	json_decref(report);
	question->told++;
	return FF_OK;
}

/* Whether a file of that format says of what it was made. */
static bool can_say(const struct question *question, const struct ff_plan_item *item)
{
	const struct ff_format *data = ff_outputs_data(item->format);

	return item->format == FF_OUTPUTS_PNG || item->format == FF_OUTPUTS_SVG ||
	       (data != NULL && data->texts) ||
	       (item->kind == FF_OPTIONS_JSON && question->options->goal_file_count == 0 &&
		!ff_problem_may_describe(question->options));
}

/* A file that says nothing has at least to be of its format. */
static enum ff_status ask_format(struct question *question, const struct ff_plan_item *item,
				 struct ff_input *in, bool *fits)
{
	const char *wanted = ff_outputs_name(item->kind, item->format);
	const struct ff_format *format;
	enum ff_status st = ff_formats_find(in, FF_FORMATS_LAYER, &format, question->err);

	if (st == FF_OK && item->kind == FF_OPTIONS_JSON)
		*fits = ff_document_matches(in->data, in->size);
	else if (st == FF_OK)
		*fits = in->size > 0 && format != NULL && strcmp(format->name, wanted) == 0;
	return st;
}

static enum ff_status ask(struct question *question, const struct ff_plan_item *item, bool *fits)
{
	struct stat file;
	struct ff_input in;
	enum ff_status st;

	if (item->direct || stat(item->path, &file) != 0 || !S_ISREG(file.st_mode)) {
		*fits = false;
		return FF_OK;
	}
	if ((st = ff_input_open(&in, item->path, question->err)) == FF_OK) {
		if (!can_say(question, item))
			st = ask_format(question, item, &in, fits);
		else if (item->kind == FF_OPTIONS_JSON)
			st = ask_report(question, &in, fits);
		else
			st = ask_image(question, item, &in, fits);
		ff_input_close(&in);
	}
	if (st == FF_OK || st == FF_E_NOMEM)
		return st;
	*fits = false;
	return FF_OK;
}

static enum ff_status ask_all(struct question *question, const struct ff_plan *plan, bool *fits)
{
	enum ff_status st = FF_OK;

	question->told = 0;
	for (size_t i = 0; i < plan->count && *fits && st == FF_OK; i++)
		st = ask(question, &plan->items[i], fits);
	*fits = *fits && question->told > 0;
	return st;
}

static enum ff_status find_digests(const struct ff_options *options, struct ff_render_digests *out,
				   struct ff_error *err)
{
	struct ff_problem problem = {0};
	enum ff_status st;

	if ((st = ff_problem_open(&problem, options, err)) == FF_OK &&
	    (st = ff_problem_read(&problem, options, err)) == FF_OK)
		st = ff_render_digest(&problem, options, out, err);
	ff_problem_free(&problem);
	return st;
}

enum ff_status ff_resume_fits(const struct ff_options *options, const struct ff_plan *plan,
			      bool *fits, uint64_t *digest, struct ff_error *err)
{
	struct question question = {.options = options, .err = err};
	struct ff_render_digests digests;
	enum ff_status st;

	*fits = options->required_count == 0 && options->max_unreached < 0 &&
		options->legend == NULL;
	if (!*fits)
		return FF_OK;
	if ((st = ask_all(&question, plan, fits)) != FF_OK || !*fits)
		return st;
	if ((st = find_digests(options, &digests, err)) != FF_OK) {
		*fits = false;
		return st == FF_E_NOMEM ? st : FF_OK;
	}
	question.digests = &digests;
	st = ask_all(&question, plan, fits);
	*digest = digests.cost;
	return st;
}
