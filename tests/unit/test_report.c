#include "cli/report.h"

#include "oracle.h"
#include "temp.h"
#include "words.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>

/* A report on a small map; free what it is made of with finish(). */
struct job {
	struct ff_options options;
	struct ff_problem problem;
	struct ff_solution solution;
	struct ff_report report;
};

static const struct ff_plan no_plan = {.count = 0};
static const struct ff_style style = {.scale = 16};
static const struct ff_machine plain = {NULL, FF_CPU_PLAIN};

/* Reports on "map.pgm" as if it were in 'path', solved with these options. */
static void start(struct job *job, const char *path, const char *words)
{
	struct ff_progress progress = {0};
	struct ff_error err;
	char line[300];

	snprintf(line, sizeof line, "map.pgm %s", words);
	*job = (struct job){.options = words_right(line)};
	if (ff_problem_open(&job->problem, &job->options, &err) != FF_OK ||
	    ff_problem_read(&job->problem, &job->options, &err) != FF_OK ||
	    ff_solution_find(&job->solution,
			     &(struct ff_solution_work){&job->problem, &job->options, NULL,
							&progress, NULL, NULL},
			     &err) != FF_OK) {
		printf("Bail out! \"%s\": %s\n", line, err.text);
		exit(1);
	}
	job->options.map = path;
	job->report = (struct ff_report){
		.verb = &ff_report_run,
		.options = &job->options,
		.problem = &job->problem,
		.solution = &job->solution,
		.machine = &plain,
		.plan = &no_plan,
		.style = &style,
		.cost_digest = 0x0123456789abcdef,
		.field_digest = 0xf,
		.ms = {1.5, 0.0004, 0.0006, 123456.789, 0, 1234567.8912},
		.peak_bytes = UINT64_C(5000000000),
		.estimated_bytes = UINT64_C(5000000001),
		.outputs = {"map.heatmap.png", "a \"quoted\"\nname"},
		.output_count = 2,
	};
}

static const char goals[] = "--goal 0,0 --goal 5,3";

/* The report as JSON, read back; json_decref() it.  NULL if it is none. */
static json_t *document_of(const struct ff_report *report)
{
	char *text = ff_report_json(report);
	json_error_t error = {.text = "no text"};
	json_t *document = text == NULL ? NULL : json_loads(text, JSON_REJECT_DUPLICATES, &error);

	CHECK(document != NULL, "%s", error.text);
	CHECK(text != NULL && text[0] == '{' && strcmp(text + strlen(text) - 2, "}\n") == 0,
	      "it ends in no newline");
	free(text);
	return document;
}

static void finish(struct job *job, json_t *document)
{
	json_decref(document);
	ff_solution_free(&job->solution);
	ff_problem_free(&job->problem);
	ff_options_free(&job->options);
}

/* "a.b" is b in a. */
static const json_t *at(const json_t *document, const char *path)
{
	size_t n = strcspn(path, ".");
	char name[40];

	if (path[n] == '.') {
		snprintf(name, sizeof name, "%.*s", (int)n, path);
		document = json_object_get(document, name);
		path += n + 1;
	}
	return json_object_get(document, path);
}

static void text_is(const json_t *document, const char *path, const char *want)
{
	const char *got = json_string_value(at(document, path));

	CHECK(got != NULL && strcmp(got, want) == 0, "%s is \"%s\"", path, got == NULL ? "" : got);
}

static void number_is(const json_t *document, const char *path, double want)
{
	CHECK(json_is_number(at(document, path)) && json_number_value(at(document, path)) == want,
	      "%s is %.17g", path, json_number_value(at(document, path)));
}

static void every_figure_is_in_its_place(void)
{
	struct job job;
	json_t *document;

	start(&job, "maps/map.png", goals);
	document = document_of(&job.report);
	number_is(document, "schema", 1);
	text_is(document, "tool.name", "flowfield");
	text_is(document, "tool.version", FF_VERSION);
	text_is(document, "map.path", "maps/map.png");
	text_is(document, "map.format", "pgm");
	number_is(document, "map.width", 6);
	number_is(document, "map.height", 5);
	text_is(document, "map.digest", "0123456789abcdef");
	text_is(document, "model.metric", "manhattan");
	text_is(document, "model.step", "cell");
	text_is(document, "model.corners", "strict");
	text_is(document, "model.flow", "lowest");
	text_is(document, "options", goals);
	number_is(document, "cells.goal", 2);
	number_is(document, "cells.reached", 18);
	number_is(document, "cells.unreached", 1);
	number_is(document, "cells.wall", 9);
	number_is(document, "integration.largest", 262);
	text_is(document, "integration.digest", "000000000000000f");
	number_is(document, "peak_bytes", 5000000000);
	finish(&job, document);
}

static void cells_not_computed_are_counted_where_not_the_whole_map_is(void)
{
	struct job job;
	json_t *document;

	start(&job, "map.png", goals);
	document = document_of(&job.report);
	CHECK(at(document, "cells.not_computed") == NULL, "of the whole map");
	json_decref(document);
	job.solution.partial = true;
	document = document_of(&job.report);
	number_is(document, "cells.not_computed", 0);
	finish(&job, document);
}

static void times_are_in_1024ths_of_a_millisecond(void)
{
	struct job job;
	json_t *document;

	start(&job, "map.png", goals);
	document = document_of(&job.report);
	number_is(document, "ms.read", 1.5);
	number_is(document, "ms.integrate", 0);
	number_is(document, "ms.flow", 1 / 1024.0);
	number_is(document, "ms.draw", 123456.7890625);
	number_is(document, "ms.write", 0);
	number_is(document, "ms.total", 1234567.8916015625);
	finish(&job, document);
}

static void the_mean_is_that_of_the_field(void)
{
	double sum = 0, count = 0, mean;
	struct job job;
	json_t *document;

	start(&job, "map.png", goals);
	document = document_of(&job.report);
	for (size_t i = 0; i < 30; i++)
		if (ff_field_has(&job.solution.field, i)) {
			sum += ff_field_value(&job.solution.field, i);
			count++;
		}
	mean = json_number_value(at(document, "integration.mean"));
	CHECK(fabs(mean - sum / count) < 1e-12 * mean, "%.17g, not %.17g", mean, sum / count);
	finish(&job, document);
}

/* The goals of these options are these, as JSON. */
static void goals_are(const char *words, const char *want)
{
	struct job job;
	json_t *document, *wanted = json_loads(want, 0, NULL);

	start(&job, "map.png", words);
	document = document_of(&job.report);
	CHECK(wanted != NULL && json_equal(at(document, "goals"), wanted), "%s: not %s", words,
	      want);
	json_decref(wanted);
	finish(&job, document);
}

static void goals_are_told_as_they_were_given(void)
{
	goals_are("--goal 0,0 --goal 5,3", "[{\"x\": 0, \"y\": 0}, {\"x\": 5, \"y\": 3}]");
	goals_are("--goal 0.5,0+12 --subdivide", "[{\"x\": 0.5, \"y\": 0, \"cost\": 12}]");
	goals_are("--goal 0,0,1,2 --goal 5,3,1,1+1000000000000",
		  "[{\"x\": 0, \"y\": 0, \"w\": 1, \"h\": 2},"
		  " {\"x\": 5, \"y\": 3, \"cost\": 1000000000000}]");
	goals_are("--goals mask.pgm --goal 5,3",
		  "[{\"x\": 5, \"y\": 3}, {\"level\": 7}, {\"level\": 200}]");
	goals_are("--goal 3,0 --snap", "[{\"x\": 2, \"y\": 0}]");
}

static void modifiers_are_told_if_they_are_there(void)
{
	static const struct {
		const char *words, *want;
	} cases[] = {
		{"", "{\"subdivide\": false, \"sight\": false}"},
		{"--max-cost 2.5 --sight",
		 "{\"max_cost\": 2.5, \"subdivide\": false, \"sight\": true}"},
		{"--radius 0.25 --subdivide",
		 "{\"radius\": 0.25, \"subdivide\": true, \"sight\": false}"},
		{"--flee", "{\"flee\": -1.2, \"subdivide\": false, \"sight\": false}"},
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		json_t *document, *wanted = json_loads(cases[k].want, 0, NULL);
		struct job job;
		char line[100];

		snprintf(line, sizeof line, "%s %s", goals, cases[k].words);
		start(&job, "map.png", line);
		document = document_of(&job.report);
		CHECK(json_equal(at(document, "modifiers"), wanted), "%s", line);
		json_decref(wanted);
		finish(&job, document);
	}
}

static void areas_sight_and_bits_are_told(void)
{
	struct job job;
	json_t *document;

	start(&job, "map.png", "--goal 0,0+1000000000000 --json - --metric octile --step mean");
	document = document_of(&job.report);
	CHECK(json_is_null(at(document, "in_sight")), "in sight");
	number_is(document, "largest_unreached.cells", 1);
	number_is(document, "largest_unreached.x", 0);
	number_is(document, "largest_unreached.y", 4);
	number_is(document, "regions.count", 2);
	CHECK(json_integer_value(json_object_get(at(document, "regions.largest"), "cells")) == 20,
	      "the largest area");
	number_is(document, "integration.unit", 816);
	number_is(document, "integration.bits", 64);
	finish(&job, document);
	start(&job, "map.png", "--goal 0,0,6,5 --sight --subdivide");
	document = document_of(&job.report);
	CHECK(json_is_null(at(document, "largest_unreached")), "unreached");
	number_is(document, "in_sight", 4 * 21);
	number_is(document, "integration.unit", 2);
	number_is(document, "integration.bits", 32);
	finish(&job, document);
}

static void outputs_are_listed_in_their_order(void)
{
	struct job job;
	json_t *document;
	const json_t *list;

	start(&job, "map.png", goals);
	document = document_of(&job.report);
	list = at(document, "outputs");
	CHECK(json_array_size(list) == 2 &&
		      strcmp(json_string_value(json_array_get(list, 0)), "map.heatmap.png") == 0 &&
		      strcmp(json_string_value(json_array_get(list, 1)), "a \"quoted\"\nname") == 0,
	      "%zu outputs, or others", json_array_size(list));
	CHECK(json_is_array(at(document, "warnings")) &&
		      json_array_size(at(document, "warnings")) == 0,
	      "warnings");
	finish(&job, document);
}

static void warnings_are_told_up_to_their_room(void)
{
	struct job job;
	json_t *document;
	const json_t *list;

	start(&job, "map.png", goals);
	for (int i = 0; i < FF_REPORT_WARNINGS + 3; i++)
		ff_report_warn(&job.report, "warning %d of \"%s\"", i, "map.png");
	ff_report_warn(&job.report, "%0500d", 7);
	CHECK(job.report.warning_count == FF_REPORT_WARNINGS, "%zu", job.report.warning_count);
	document = document_of(&job.report);
	list = at(document, "warnings");
	CHECK(json_array_size(list) == FF_REPORT_WARNINGS, "%zu warnings", json_array_size(list));
	for (size_t i = 0; i < json_array_size(list); i++) {
		char want[60];

		snprintf(want, sizeof want, "warning %zu of \"map.png\"", i);
		CHECK(strcmp(json_string_value(json_array_get(list, i)), want) == 0, "\"%s\"",
		      json_string_value(json_array_get(list, i)));
	}
	finish(&job, document);
}

static void a_long_warning_is_cut(void)
{
	struct job job;

	start(&job, "map.png", goals);
	ff_report_warn(&job.report, "%0500d", 7);
	CHECK(job.report.warning_count == 1 &&
		      strlen(job.report.warnings[0]) == sizeof job.report.warnings[0] - 1,
	      "%zu bytes", strlen(job.report.warnings[0]));
	finish(&job, NULL);
}

static void a_path_that_is_no_utf8_is_still_json(void)
{
	static const char *const paths[][2] = {{"m\303\266w.png", "m\303\266w.png"},
					       {"m\366w.png", "m?w.png"},
					       {"\303\266 and \377", "?? and ?"},
					       {"", ""}};

	for (size_t i = 0; i < 4; i++) {
		struct job job;
		json_t *document;

		start(&job, paths[i][0], goals);
		document = document_of(&job.report);
		text_is(document, "map.path", paths[i][1]);
		finish(&job, document);
	}
}

static void the_peak_is_at_least_what_was_just_used(void)
{
	enum { SIZE = 80 << 20 };
	uint64_t before = ff_report_peak(), after;
	volatile uint8_t *block = oracle_cells(SIZE, 1);

	for (int i = 0; i < SIZE; i += 1024)
		block[i] = 1;
	after = ff_report_peak();
	free((void *)block);
	CHECK(before > 0 && after >= SIZE && after >= before, "%" PRIu64 ", then %" PRIu64, before,
	      after);
}

/* As tests/golden/classes.csv: "g12#1." ".#3#.#" "1.4..9" "##M#2g" "1#.#..". */
static const char map[] = "P2 6 5 255 1 1 2 255 1 1 1 255 3 255 1 255 1 1 4 1 1 9 "
			  "255 255 254 255 2 1 1 255 1 255 1 1";

int main(void)
{
	temp_enter();
	temp_text("map.pgm", map);
	temp_text("mask.pgm", "P2 6 5 255 7 0 0 0 0 0 200 0 0 0 0 0 0 0 0 0 0 0 "
			      "0 0 0 0 0 0 0 0 0 0 0 0");
	RUN(every_figure_is_in_its_place);
	RUN(cells_not_computed_are_counted_where_not_the_whole_map_is);
	RUN(times_are_in_1024ths_of_a_millisecond);
	RUN(the_mean_is_that_of_the_field);
	RUN(goals_are_told_as_they_were_given);
	RUN(modifiers_are_told_if_they_are_there);
	RUN(areas_sight_and_bits_are_told);
	RUN(outputs_are_listed_in_their_order);
	RUN(warnings_are_told_up_to_their_room);
	RUN(a_long_warning_is_cut);
	RUN(a_path_that_is_no_utf8_is_still_json);
	RUN(the_peak_is_at_least_what_was_just_used);
	return tap_done();
}
