/*
 * flowfield diff: prints what changed between two files, or two folders of them. Pictures and
 * the report are made in memory, so that all files appear together or not at all.
 */
#include "cli/verbs/diff.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/budget.h"
#include "cli/html.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/sandbox.h"
#include "cli/verb.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "io/folder.h"
#include "io/output.h"
#include "view/embed.h"

enum { NUMBER = 48 }; /* bytes of a number in print */

static const char *unit_of(const struct ff_diff *diff, uint64_t n)
{
	if (diff->kind == FF_DIFF_PICTURE)
		return n == 1 ? "pixel" : "pixels";
	return n == 1 ? "cell" : "cells";
}

static const char *print_number(char to[NUMBER], double value)
{
	if (isinf(value))
		return "none";
	if (fabs(value) < 0x1p53)
		to[ff_number_fixed(to, value)] = '\0';
	else
		snprintf(to, NUMBER, "%.17g", value);
	return to;
}

enum { PLACE = 160 };

/* "3,4 (7 -> none)" */
static const char *print_cell(char to[PLACE], enum ff_change kind,
			      const struct ff_compare_cell *cell)
{
	char old[NUMBER], new[NUMBER];
	bool turned = kind == FF_CHANGE_TURNED;

	if (isnan(cell->old))
		snprintf(to, PLACE, "%" PRId32 ",%" PRId32, cell->x, cell->y);
	else
		snprintf(to, PLACE, "%" PRId32 ",%" PRId32 " (%s -> %s)", cell->x, cell->y,
			 turned ? ff_flow_names[(int)cell->old] : print_number(old, cell->old),
			 turned ? ff_flow_names[(int)cell->new] : print_number(new, cell->new));
	return to;
}

static bool add_kinds(const struct ff_diff *diff, const char *prefix, struct ff_strings *lines)
{
	bool all = true;

	for (int k = 0; k < FF_CHANGE_KINDS; k++) {
		const struct ff_compare_tally *tally = &diff->result.kinds[k];
		enum ff_change kind = (enum ff_change)k;
		char first[PLACE], worst[PLACE];
		bool one = tally->worst.x == tally->first.x && tally->worst.y == tally->first.y;

		if (tally->cells == 0)
			continue;
		all &= ff_strings_print(lines, "%s%s: %" PRIu64 " %s, first %s%s%s", prefix,
					diff->names[k], tally->cells, unit_of(diff, tally->cells),
					print_cell(first, kind, &tally->first),
					one ? "" : ", worst ",
					one ? "" : print_cell(worst, kind, &tally->worst));
	}
	return all;
}

static bool add_extreme(const char *prefix, const char *name, double sign,
			const struct ff_compare_cell *cell, struct ff_strings *lines)
{
	char by[NUMBER], place[PLACE];

	return cell->x < 0 || ff_strings_print(lines, "%slargest %s: %s at %s", prefix, name,
					       print_number(by, sign * (cell->new - cell->old)),
					       print_cell(place, FF_CHANGE_RISEN, cell));
}

static bool add_areas(const struct ff_diff *diff, const char *prefix, uint32_t most,
		      struct ff_strings *lines)
{
	const struct ff_compare_result *result = &diff->result;
	uint32_t told = result->listed < most ? result->listed : most;
	bool all = true;

	for (uint32_t a = 0; a < told; a++) {
		const struct ff_change_area *area = &result->areas[a];

		all &= ff_strings_print(lines,
					"%sarea: %" PRIu64 " %s in %" PRId32 ",%" PRId32 ",%" PRId32
					",%" PRId32,
					prefix, area->cells, unit_of(diff, area->cells), area->x,
					area->y, area->w, area->h);
	}
	if (result->area_count > told)
		all &= ff_strings_print(lines, "%sareas: %" PRIu32 " more", prefix,
					result->area_count - told);
	return all;
}

static bool add_lines(const struct ff_diff *diff, const char *prefix, bool verbose, uint32_t areas,
		      struct ff_strings *lines)
{
	const struct ff_compare_result *result = &diff->result;
	char sentence[512];
	bool all = true;

	for (size_t i = 0; i < diff->notes.count; i++)
		all &= ff_strings_print(lines, "%s%s", prefix, diff->notes.items[i]);
	ff_diff_sentence(diff, false, sentence, sizeof sentence);
	if (diff->differing > 0)
		all &= ff_strings_print(lines, "%stotal: %s%s", prefix, sentence,
					diff->same ? ", which is allowed" : "");
	else if (verbose && diff->same)
		all &= ff_strings_print(lines, "%ssame%s", prefix, diff->equal ? " bytes" : "");
	for (size_t i = 0; i < diff->changes.count; i++)
		all &= ff_strings_print(lines, "%s%s", prefix, diff->changes.items[i]);
	if (diff->kind == FF_DIFF_DOCUMENT && diff->differing > diff->changes.count)
		all &= ff_strings_print(lines, "%svalues: %" PRIu64 " more", prefix,
					diff->differing - diff->changes.count);
	if (!diff->compared || diff->differing == 0)
		return all;
	all &= add_kinds(diff, prefix, lines);
	all &= add_extreme(prefix, "rise", 1, &result->rise, lines);
	all &= add_extreme(prefix, "fall", -1, &result->fall, lines);
	if (result->turned > result->kinds[FF_CHANGE_TURNED].cells)
		all &= ff_strings_print(lines, "%sdirections: %" PRIu64 " changed in all", prefix,
					result->turned);
	return all & add_areas(diff, prefix, areas, lines);
}

/* --- JSON --- */

static json_t *cell_json(const struct ff_compare_cell *c)
{
	return json_pack("{s:i, s:i, s:o, s:o}", "x", (int)c->x, "y", (int)c->y, "old",
			 ff_json_number(c->old), "new", ff_json_number(c->new));
}

static json_t *kinds_json(const struct ff_diff *diff)
{
	json_t *list = json_array();

	for (int k = 0; k < FF_CHANGE_KINDS; k++) {
		const struct ff_compare_tally *tally = &diff->result.kinds[k];

		if (tally->cells > 0)
			ff_json_append(&list,
				       json_pack("{s:s, s:I, s:o, s:o}", "kind", diff->names[k],
						 "cells", (json_int_t)tally->cells, "first",
						 cell_json(&tally->first), "worst",
						 cell_json(&tally->worst)));
	}
	return list;
}

static json_t *ignored_json(const struct ff_diff_rules *rules)
{
	const struct ff_image_part *part = rules->ignored;
	json_t *list = json_array();

	for (size_t i = 0; i < rules->ignored_count; i++, part++)
		ff_json_append(&list,
			       json_sprintf("%d,%d,%d,%d", part->x, part->y, part->w, part->h));
	return list;
}

static json_t *areas_json(const struct ff_compare_result *result)
{
	json_t *list = json_array();

	for (uint32_t a = 0; a < result->listed; a++)
		ff_json_append(&list,
			       json_pack("{s:I, s:i, s:i, s:i, s:i}", "cells",
					 (json_int_t)result->areas[a].cells, "x",
					 (int)result->areas[a].x, "y", (int)result->areas[a].y, "w",
					 (int)result->areas[a].w, "h", (int)result->areas[a].h));
	return list;
}

static json_t *pair_json(const struct ff_diff *diff, const char *name)
{
	const struct ff_compare_result *result = &diff->result;
	json_t *object =
		json_pack("{s:o, s:s, s:b, s:b, s:o}", "name", ff_json_string(name), "compared",
			  ff_diff_units[diff->kind], "same", diff->same, "equal_bytes", diff->equal,
			  "notes", ff_json_strings(&diff->notes));

	if (diff->kind == FF_DIFF_BYTES)
		return object;
	ff_json_set(&object, "total", json_integer((json_int_t)diff->total));
	ff_json_set(&object, "differing", json_integer((json_int_t)diff->differing));
	if (diff->kind == FF_DIFF_DOCUMENT)
		ff_json_set(&object, "changes", ff_json_strings(&diff->changes));
	if (!diff->compared)
		return object;
	ff_json_set(&object, "width", json_integer(diff->w));
	ff_json_set(&object, "height", json_integer(diff->h));
	ff_json_set(&object, "kinds", kinds_json(diff));
	ff_json_set(&object, "turned", json_integer((json_int_t)result->turned));
	ff_json_set(&object, "rise", result->rise.x < 0 ? json_null() : cell_json(&result->rise));
	ff_json_set(&object, "fall", result->fall.x < 0 ? json_null() : cell_json(&result->fall));
	ff_json_set(&object, "area_count", json_integer(result->area_count));
	ff_json_set(&object, "areas", areas_json(result));
	return object;
}

enum { SCHEMA = 2 };

/* the most areas to find, and to list without --verbose */
enum { AREAS = FF_DIFF_AREAS, FEW = 5 };

enum { OUT, JSON, HTML, OUTPUTS };

struct options {
	const char *paths[2]; /* OLD and NEW */
	const char *question; /* as in struct ff_diff_outputs */
	int path_count;
	struct ff_diff_rules rules;
	const char *outputs[OUTPUTS]; /* NULL: not asked for */
	int64_t max_memory;           /* bytes */
	enum ff_argv_help help;
	bool quiet, verbose, no_sandbox;
};

struct run {
	const struct options *options;
	bool folders;
	struct ff_strings lines; /* for standard output */
	struct ff_plan plan;     /* the report and pictures; without a file: to be removed */
	json_t *files, *only[2]; /* for the report */
	size_t same, different, missing[2]; /* files; missing[0]: only in OLD */
	size_t failed;                      /* files that could not be compared */
	char sentence[512];                 /* the result in a line */
	enum ff_status worst;               /* of those that failed */
	struct ff_error *err;
};

/* --- the command line --- */

enum ff_status ff_diff_set_ignored(void *target, const struct ff_argv_option *option,
				   const char *value, struct ff_error *err)
{
	struct ff_diff_rules *rules = (void *)((char *)target + option->offset);
	enum ff_number why = FF_NUMBER_OK;
	const char *at = value;
	int64_t part[4];

	for (int i = 0; i < 4 && why == FF_NUMBER_OK; i++) {
		size_t n = strcspn(at, ",");

		why = (at[n] == ',') == (i < 3)
			      ? ff_number_parse(at, n, i < 2 ? 0 : 1, INT32_MAX, &part[i])
			      : FF_NUMBER_NOT;
		at += n + 1;
	}
	if (why != FF_NUMBER_OK)
		return ff_options_refuse(option, value, why,
					 "integers X,Y,W,H with X and Y from 0, W and H from 1",
					 err);
	if (!ff_memory_grow(&rules->ignored, &rules->ignored_room, rules->ignored_count + 1,
			    sizeof *rules->ignored))
		return ff_status_nomem(err, "the command line");
	rules->ignored[rules->ignored_count++] = (struct ff_image_part){
		(int32_t)part[0], (int32_t)part[1], (int32_t)part[2], (int32_t)part[3]};
	return FF_OK;
}

static enum ff_status set_path(void *target, const char *word, struct ff_error *err)
{
	struct options *options = target;

	if (options->path_count == 2)
		return ff_status_fail(err, FF_E_USAGE, "%s: two files are compared, or two folders",
				      word);
	options->paths[options->path_count++] = word;
	return FF_OK;
}

#define AT(member) .offset = offsetof(struct options, member)

/* clang-format off */
static const struct ff_argv_option option_list[] = {
	FF_DIFF_ROWS(offsetof(struct options, rules))
	{.text = "Outputs"},
	{0, "out", "FILE", "picture of what changed (of folders: a folder)", FF_ARGV_REQUIRED, false, ff_options_set_path, AT(outputs[OUT]), .which = 1, .screen = FF_ARGV_FIRST},
	{0, "html", "FILE.html", "page of both, with the solver if they are maps", FF_ARGV_REQUIRED, false, ff_options_set_path, AT(outputs[HTML]), .which = 1, .screen = FF_ARGV_FIRST},
	{0, "json", "FILE", "report with all figures", FF_ARGV_REQUIRED, false, ff_options_set_path, AT(outputs[JSON]), .which = 1, .screen = FF_ARGV_FIRST},
	{.text = "Other"},
	{0, "max-memory", "SIZE", "use at most SIZE bytes (512M, 2G)", FF_ARGV_REQUIRED, false, ff_options_set_size, AT(max_memory)},
	{0, "no-sandbox", NULL, "keep all rights (see SECURITY in the manual)", FF_ARGV_NONE, false, ff_options_set_flag, AT(no_sandbox)},
	{'v', "verbose", NULL, "list all areas, and files that are the same", FF_ARGV_NONE, false, ff_options_set_flag, AT(verbose), .screen = FF_ARGV_FIRST},
	{'q', "quiet", NULL, "print only the last line", FF_ARGV_NONE, false, ff_options_set_flag, AT(quiet), .screen = FF_ARGV_FIRST},
	FF_ARGV_HELP_ROW(offsetof(struct options, help))
};
/* clang-format on */

static const struct ff_argv_table table = {
	"flowfield diff",
	"usage: flowfield diff OLD NEW [options]\n"
	"\n"
	"Shows what changed between two files that flowfield wrote, or two folders of\n"
	"them.  - is standard input.  Exit status 0: the same, 1: not.\n",
	option_list,
	sizeof option_list / sizeof option_list[0],
	set_path,
	NULL,
	NULL,
	ff_verb_hint};

static bool is_standard(const char *path)
{
	return path != NULL && strcmp(path, "-") == 0;
}

/* Returns true if a file exists in the folder or below it. */
static bool is_below(const char *path, const char *folder)
{
	char *file = realpath(path, NULL), *real = realpath(folder, NULL);
	bool below = file != NULL && real != NULL && ff_folder_holds(real, file);

	free(file);
	free(real);
	return below;
}

/* Checks that an output is not one of what is compared. */
static enum ff_status check_output(const struct options *o, int which, struct ff_error *err)
{
	static const char *const names[] = {[OUT] = "out", [JSON] = "json", [HTML] = "html"};
	const char *path = o->outputs[which];
	enum ff_status st = FF_OK;

	for (int i = 0; i < 2 && path != NULL && st == FF_OK; i++) {
		st = ff_outputs_check_input(names[which], path, o->paths[i],
					    "one of the files that are compared", err);
		if (st == FF_OK && !is_standard(o->paths[i]) && ff_folder_is(o->paths[i]) &&
		    is_below(path, o->paths[i]))
			st = ff_status_fail(err, FF_E_USAGE,
					    "--%s %s: is in a folder that is compared",
					    names[which], path);
	}
	return st;
}

static bool is_svg(const char *path)
{
	return strcasecmp(ff_outputs_extension(path), ".svg") == 0;
}

enum ff_status ff_diff_check_outputs(const char *out, const char *json, bool folders,
				     struct ff_error *err)
{
	const char *extension = out == NULL ? "" : ff_outputs_extension(out);

	if (is_standard(out) && isatty(STDOUT_FILENO) == 1)
		return ff_status_fail(err, FF_E_USAGE,
				      "--out -: a picture is not for a terminal: send it to a file "
				      "or a pipe");
	if (!folders && *extension != '\0' && strcasecmp(extension, ".png") != 0 && !is_svg(out))
		return ff_status_fail(err, FF_E_USAGE, "--out %s: name it .png or .svg", out);
	if (out != NULL && json != NULL && strcmp(out, json) == 0)
		return ff_status_fail(err, FF_E_USAGE, "--out and --json would both write %s", out);
	return out == NULL || json == NULL || is_standard(out)
		       ? FF_OK
		       : ff_outputs_check_input("json", json, out, "what --out writes", err);
}

static enum ff_status check_arguments(struct run *run)
{
	const struct options *o = run->options;
	struct ff_error *err = run->err;
	struct stat file;
	bool folders[2];
	enum ff_status st;

	if (o->path_count < 2)
		return ff_status_fail(err, FF_E_USAGE,
				      "expected two files or folders; see flowfield diff --help");
	if (is_standard(o->paths[0]) && is_standard(o->paths[1]))
		return ff_status_fail(err, FF_E_USAGE, "only one of two can be standard input");
	for (int i = 0; i < 2; i++) {
		if ((st = ff_folder_check(o->paths[i], err)) != FF_OK)
			return st;
		if (!is_standard(o->paths[i]) && stat(o->paths[i], &file) != 0)
			return ff_status_fail(err, FF_E_INPUT, "%s: %s", o->paths[i],
					      strerror(errno));
	}
	for (int i = 0; i < 2; i++)
		folders[i] = !is_standard(o->paths[i]) && ff_folder_is(o->paths[i]);
	if (folders[0] != folders[1])
		return ff_status_fail(err, FF_E_USAGE,
				      "%s is a folder, and %s is not: compare two of a kind",
				      o->paths[folders[0] ? 0 : 1], o->paths[folders[0] ? 1 : 0]);
	run->folders = folders[0];
	for (int i = 0; i < OUTPUTS; i++)
		if ((st = check_output(o, i, err)) != FF_OK)
			return st;
	if (o->outputs[HTML] != NULL && (st = ff_html_check(err)) != FF_OK)
		return st;
	if (run->folders && o->outputs[HTML] != NULL)
		return ff_status_fail(err, FF_E_USAGE, "--html is for two files, not for folders");
	if (run->folders && is_standard(o->outputs[OUT]))
		return ff_status_fail(err, FF_E_USAGE,
				      "--out -: the pictures of two folders go to a folder");
	st = ff_diff_check_outputs(o->outputs[OUT], o->outputs[JSON], run->folders, err);
	/* A comparison of folders makes the missing folders of its outputs. */
	for (int i = 0; i < OUTPUTS && st == FF_OK && !run->folders; i++)
		if (o->outputs[i] != NULL)
			st = ff_plan_check_writable(o->outputs[i], err);
	return st;
}

/* --- the sandbox --- */

/* Allows reading the targets of the symbolic links in a folder. */
static enum ff_status allow_links(struct ff_sandbox *sandbox, const char *folder,
				  struct ff_error *err)
{
	struct ff_strings list = {0};
	enum ff_status st = ff_folder_list(folder, &list, err);
	struct stat file;

	for (size_t i = 0; i < list.count && st == FF_OK; i++) {
		char *path = ff_folder_join(folder, list.items[i]);

		if (path == NULL)
			st = ff_status_nomem(err, "file names");
		else if (lstat(path, &file) == 0 && S_ISLNK(file.st_mode))
			st = ff_sandbox_add(sandbox, FF_SANDBOX_READ, path, err);
		free(path);
	}
	ff_strings_free(&list);
	return st;
}

static enum ff_status enter_sandbox(struct run *run)
{
	const struct options *o = run->options;
	/* git difftool -d: one of the folders has links to the files in the work tree. */
	bool linked = run->folders && getenv("GIT_DIFFTOOL_DIRDIFF") != NULL;
	struct ff_sandbox *sandbox = &run->plan.sandbox;
	char *above = NULL;
	enum ff_status st = FF_OK;

	sandbox->off = o->no_sandbox;
	sandbox->verbose = o->verbose;
	for (int i = 0; i < 2 && st == FF_OK; i++) {
		st = ff_sandbox_add(sandbox, run->folders ? FF_SANDBOX_BELOW : FF_SANDBOX_READ,
				    o->paths[i], run->err);
		if (st == FF_OK && linked && !o->no_sandbox)
			st = allow_links(sandbox, o->paths[i], run->err);
	}
	for (int i = 0; i < OUTPUTS && st == FF_OK; i++)
		st = ff_sandbox_add(
			sandbox, i == OUT && run->folders ? FF_SANDBOX_FOLDER : FF_SANDBOX_REPLACE,
			o->outputs[i], run->err);
	/* A comparison of folders makes the missing folders of its report. */
	if (st == FF_OK && run->folders && o->outputs[JSON] != NULL) {
		if ((above = ff_output_folder(o->outputs[JSON])) == NULL)
			st = ff_status_nomem(run->err, "file names");
		else if (!ff_folder_is(above))
			st = ff_sandbox_add(sandbox, FF_SANDBOX_FOLDER, above, run->err);
		free(above);
	}
	return st == FF_OK ? ff_sandbox_enter(sandbox, run->err) : st;
}

/* --- outputs --- */

/* Adds the picture of a pair, or that an old one is to be removed; 'diff' is NULL if one of the
 * pair is missing. */
static enum ff_status add_picture(struct run *run, const struct ff_diff *diff, const char *name)
{
	const struct options *o = run->options;
	const char *out = o->outputs[OUT];
	enum ff_status st;
	uint8_t *file = NULL;
	size_t size = 0;
	char *path;

	if (out == NULL)
		return FF_OK;
	if (diff != NULL && diff->compared && !diff->same) {
		st = ff_diff_draw(diff, name != NULL ? name : o->paths[0],
				  name != NULL ? "NEW" : o->paths[1], o->question,
				  !run->folders && is_svg(out), &file, &size, run->err);
		if (st != FF_OK)
			return st;
	}
	path = run->folders ? ff_diff_picture_path(out, name) : strdup(out);
	return ff_plan_add(&run->plan, path, file, size, run->err);
}

/* Adds the page of a pair, or that an old one is to be removed. */
static enum ff_status add_page(struct run *run, const struct ff_diff *diff)
{
	const struct ff_diff_rules *rules = &run->options->rules;
	const char *path = run->options->outputs[HTML];
	json_t *page = diff->same ? NULL : json_incref(diff->page);
	enum ff_status st = FF_OK;
	uint8_t *file = NULL;
	size_t size = 0;

	if (path == NULL)
		return FF_OK;
	if (page != NULL) {
		for (size_t i = 0; i < 2; i++) {
			json_t *side = json_array_get(json_object_get(page, "sides"), i);

			if (json_object_set_new(side, "name",
						ff_json_string(run->options->paths[i])) != 0)
				st = ff_status_nomem(run->err, "the page");
		}
		ff_json_set(&page, "w", json_integer(diff->w));
		ff_json_set(&page, "h", json_integer(diff->h));
		ff_json_set(&page, "summary", ff_json_string(run->sentence));
		ff_json_set(&page, "areas", areas_json(&diff->result));
		ff_json_set(&page, "count", json_integer(diff->result.area_count));
		ff_json_set(&page, "within",
			    json_pack("{s:f, s:f, s:o}", "abs", rules->abs, "rel", rules->rel,
				      "ignored", ignored_json(rules)));
		if (st == FF_OK)
			st = ff_embed_page(page, &file, &size, run->err);
		else
			json_decref(page);
	}
	if (st != FF_OK)
		return st;
	return ff_plan_add(&run->plan, strdup(path), file, size, run->err);
}

static enum ff_status add_report(struct run *run)
{
	const struct options *o = run->options;
	json_t *document;
	char *text;

	if (o->outputs[JSON] == NULL)
		return FF_OK;
	/* The document takes over the lists, also on failure. */
	document = json_pack(
		"{s:i, s:{s:s, s:s}, s:o, s:o, s:b, s:{s:o, s:o, s:I, s:o, s:o}, s:o, s:o, s:o}",
		"schema", SCHEMA, "tool", "name", "flowfield", "version", FF_VERSION, "old",
		ff_json_string(o->paths[0]), "new", ff_json_string(o->paths[1]), "same",
		run->different + run->missing[0] + run->missing[1] == 0, "rules", "abs",
		ff_json_number(o->rules.abs), "rel", ff_json_number(o->rules.rel), "max_changed",
		(json_int_t)o->rules.max_changed.cells, "max_percent",
		ff_json_number(fmax(o->rules.max_changed.percent, 0)), "ignore",
		ignored_json(&o->rules), "files", run->files, "only_in_old", run->only[0],
		"only_in_new", run->only[1]);
	run->files = run->only[0] = run->only[1] = NULL;
	text = ff_json_lines(document);
	json_decref(document);
	if (text == NULL)
		return ff_status_nomem(run->err, "the report");
	return ff_plan_add(&run->plan, strdup(o->outputs[JSON]), (uint8_t *)text, strlen(text),
			   run->err);
}

/* --- comparing --- */

/* Adds the result of a pair to lists and counts; 'name' is NULL for a single pair. */
static enum ff_status add_pair(struct run *run, const struct ff_diff *diff, const char *name)
{
	const struct options *o = run->options;
	char *prefix;
	bool all;

	*(diff->same ? &run->same : &run->different) += 1;
	ff_diff_sentence(diff, false, run->sentence, sizeof run->sentence);
	if (asprintf(&prefix, "%s%s", name == NULL ? "" : name, name == NULL ? "" : ": ") < 0)
		return ff_status_nomem(run->err, "the text");
	all = add_lines(diff, prefix, o->verbose, o->verbose ? AREAS : FEW, &run->lines);
	free(prefix);
	if (!all)
		return ff_status_nomem(run->err, "the text");
	if (o->outputs[JSON] != NULL)
		ff_json_append(&run->files, pair_json(diff, name == NULL ? o->paths[1] : name));
	return add_page(run, diff) == FF_OK ? add_picture(run, diff, name) : FF_E_NOMEM;
}

static enum ff_status compare_pair(struct run *run, const char *old, const char *new,
				   const char *name)
{
	const struct options *o = run->options;
	struct ff_diff diff;
	enum ff_status st =
		ff_diff_open(old, new, &o->rules, AREAS, o->outputs[HTML] != NULL, &diff, run->err);

	if (st != FF_OK)
		return st;
	st = add_pair(run, &diff, name);
	ff_diff_free(&diff);
	return st;
}

/* Refuses pipes in a folder, which would never end. */
static enum ff_status check_regular(const char *path, struct ff_error *err)
{
	struct stat file;

	if (stat(path, &file) != 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: %s", path, strerror(errno));
	return S_ISREG(file.st_mode) ? FF_OK
				     : ff_status_fail(err, FF_E_INPUT, "%s: is no file", path);
}

/* Compares one pair of two folders; reports a pair that cannot be compared, and goes on. */
static enum ff_status compare_named(struct run *run, const char *name)
{
	char *old = ff_folder_join(run->options->paths[0], name);
	char *new = ff_folder_join(run->options->paths[1], name);
	enum ff_status st;

	if (old == NULL || new == NULL)
		st = ff_status_nomem(run->err, "file names");
	else if ((st = check_regular(old, run->err)) == FF_OK)
		st = check_regular(new, run->err);
	if (st == FF_OK)
		st = ff_budget_explain(compare_pair(run, old, new, name), name, run->err);
	free(old);
	free(new);
	if (st != FF_E_INPUT && st != FF_E_LIMIT)
		return st;
	fprintf(stderr, "flowfield: %s\n", run->err->text);
	run->failed++;
	if (run->worst != FF_E_LIMIT)
		run->worst = st;
	return FF_OK;
}

/* Adds a file that only one folder has. */
static enum ff_status note_missing(struct run *run, int which, const char *name)
{
	run->missing[which]++;
	if (run->options->outputs[JSON] != NULL)
		ff_json_append(&run->only[which], ff_json_string(name));
	if (!ff_strings_print(&run->lines, "%s: only in %s", name, which == 0 ? "OLD" : "NEW"))
		return ff_status_nomem(run->err, "the text");
	return add_picture(run, NULL, name);
}

static enum ff_status compare_lists(struct run *run, const struct ff_strings *old,
				    const struct ff_strings *new)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0, j = 0; (i < old->count || j < new->count) && st == FF_OK;) {
		int order = i == old->count   ? 1
			    : j == new->count ? -1
					      : strcmp(old->items[i], new->items[j]);

		if (order < 0)
			st = note_missing(run, 0, old->items[i++]);
		else if (order > 0)
			st = note_missing(run, 1, new->items[j++]);
		else {
			st = compare_named(run, old->items[i++]);
			j++;
		}
	}
	return st;
}

/* Lists the files of a folder, except those of this program. */
static enum ff_status list_files(const char *path, struct ff_strings *list, struct ff_error *err)
{
	enum ff_status st = ff_folder_list(path, list, err);
	size_t left = 0;

	for (size_t i = 0; i < list->count; i++) {
		if (ff_output_is_own(list->items[i]))
			free(list->items[i]);
		else
			list->items[left++] = list->items[i];
	}
	list->count = left;
	return st;
}

static enum ff_status compare_folders(struct run *run)
{
	struct ff_strings old = {0}, new = {0};
	enum ff_status st = list_files(run->options->paths[0], &old, run->err);

	if (st == FF_OK)
		st = list_files(run->options->paths[1], &new, run->err);
	if (st == FF_OK)
		st = compare_lists(run, &old, &new);
	ff_strings_free(&old);
	ff_strings_free(&new);
	if (st != FF_OK)
		return st;
	snprintf(run->sentence, sizeof run->sentence,
		 "%zu same, %zu different, %zu only in OLD, %zu only in NEW, %zu not compared",
		 run->same, run->different, run->missing[0], run->missing[1], run->failed);
	return ff_strings_print(&run->lines, "files: %s", run->sentence)
		       ? FF_OK
		       : ff_status_nomem(run->err, "the text");
}

/* Returns the answer, with the last line in 'err'. */
static enum ff_status answer(const struct run *run)
{
	const char *const *paths = run->options->paths;

	if (run->failed > 0)
		return ff_status_fail(run->err, run->worst, "%s, %s: %zu %s not compared", paths[0],
				      paths[1], run->failed,
				      run->failed == 1 ? "file was" : "files were");
	if (run->different + run->missing[0] + run->missing[1] == 0)
		return FF_OK;
	return ff_status_fail(run->err, FF_E_ANSWER, "%s, %s: %s", paths[0], paths[1],
			      run->sentence);
}

static struct run begin_run(const struct options *options, struct ff_error *err)
{
	return (struct run){.options = options,
			    .err = err,
			    .files = json_array(),
			    .only = {json_array(), json_array()}};
}

static void free_run(struct run *run)
{
	ff_plan_free(&run->plan);
	ff_strings_free(&run->lines);
	json_decref(run->files);
	json_decref(run->only[0]);
	json_decref(run->only[1]);
}

/* Prints and writes the results, and returns the answer. */
static enum ff_status conclude(struct run *run, enum ff_status st)
{
	if (st == FF_OK)
		st = add_report(run);
	if (run->failed > 0)
		ff_plan_free(&run->plan);
	if (st == FF_OK)
		st = ff_plan_publish(&run->plan, run->options->quiet ? NULL : &run->lines,
				     run->err);
	/* Pictures of an earlier run, where nothing differs now. */
	for (size_t i = 0; i < run->plan.count && st == FF_OK; i++) {
		const struct ff_plan_item *item = &run->plan.items[i];
		struct stat file;

		if (item->size == 0 && strcmp(item->path, "-") != 0 &&
		    lstat(item->path, &file) == 0 && S_ISREG(file.st_mode))
			(void)unlink(item->path);
	}
	return st == FF_OK ? answer(run) : st;
}

enum ff_status ff_diff_output(const struct ff_diff *diff, const struct ff_diff_outputs *how,
			      struct ff_error *err)
{
	const struct options options = {
		.paths = {how->old, how->new},
		.question = how->question,
		.path_count = 2,
		.rules = *how->rules,
		.outputs = {[OUT] = how->out, [JSON] = how->json, [HTML] = how->html},
		.quiet = how->quiet,
		.verbose = how->verbose,
	};
	struct run run = begin_run(&options, err);
	enum ff_status st = conclude(&run, add_pair(&run, diff, NULL));

	free_run(&run);
	return st;
}

static enum ff_status run_diff(int argc, char *const *argv, struct ff_error *err)
{
	struct options options = {.max_memory = INT64_MAX};
	struct run run = begin_run(&options, err);
	enum ff_status st = ff_argv_parse(&table, argc, argv, &options, NULL, NULL, err);

	if (st == FF_OK && options.help)
		ff_argv_help(&table, options.help, stdout);
	if (st != FF_OK || options.help)
		goto out;
	ff_budget_limit(options.max_memory);
	if ((st = check_arguments(&run)) != FF_OK || (st = enter_sandbox(&run)) != FF_OK)
		goto out;
	if (run.folders)
		st = compare_folders(&run);
	else
		st = compare_pair(&run, options.paths[0], options.paths[1], NULL);
	st = conclude(&run, st);
out:
	free_run(&run);
	free(options.rules.ignored);
	return ff_budget_explain(st, NULL, err);
}

const struct ff_verb ff_diff_verb = {
	.name = "diff",
	.text = "show what changed between two files or folders",
	.table = &table,
	.run = run_diff,
};
