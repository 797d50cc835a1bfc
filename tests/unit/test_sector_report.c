#include "cli/verbs/sector_solution.h"

#include "graphs.h"
#include "words.h"

enum { UNIT = 408, SOURCES = 3 }; /* of octile */

/* A solution over the graph made by hand, filled in; finish() it. */
struct job {
	struct ff_sector_options options;
	struct ff_route items[SOURCES];
	struct ff_sector_solution solution;
};

/* Two sources that are reached, at 1.2 and 1.5 times the least cost, around one that is lost. */
static void start(struct job *job, enum ff_metric metric)
{
	*job = (struct job){
		.options = {.common = words_right("sectors map.pgm -g 0,0 --from 1,1")},
		.items = {{.source = 3 * GRAPHS_WIDTH + 7,
			   .reached = true,
			   .planned = 15 * UNIT,
			   .cost = 12 * UNIT,
			   .least = 10 * UNIT,
			   .node_count = 2,
			   .expanded = 100},
			  {.source = 5,
			   .planned = FF_FIELD_NONEF,
			   .cost = FF_FIELD_NONEF,
			   .least = FF_FIELD_NONEF,
			   .expanded = 20},
			  {.source = GRAPHS_WIDTH * GRAPHS_HEIGHT - 1,
			   .reached = true,
			   .planned = 9.5 * UNIT,
			   .cost = 9 * UNIT,
			   .least = 6 * UNIT,
			   .node_count = 5,
			   .merged = 4,
			   .expanded = 3}},
		.solution = {.graph = graphs_priced(metric, FF_FIELD_U32),
			     .routes = {.count = SOURCES},
			     .cache = {.hits = 31, .misses = 32, .evicted = 33, .bytes = 34},
			     .integrated = 21,
			     .graph_bytes = UINT64_C(5000000000),
			     .computed = 2,
			     .computed_cells = 128,
			     .reached = 2,
			     .ms = {1.5, 2.25, 3.125, 4.0625, 0.0004, 0.0006, 123456.789, 8}},
	};
}

static void finish(struct job *job)
{
	ff_portal_graph_free(&job->solution.graph);
	ff_options_free(&job->options.common);
}

/* The object that is reported; json_decref() it. */
static json_t *report_of(struct job *job)
{
	json_t *report;

	job->solution.routes.items = job->items;
	job->solution.options = &job->options;
	report = ff_sector_report_verb.json(
		&(struct ff_report){.solution = &(struct ff_solution){.own = &job->solution},
				    .options = &job->options.common});
	CHECK(report != NULL, "there is none");
	return report;
}

static void is(const json_t *object, const char *key, const char *want)
{
	json_t *wanted = json_loads(want, JSON_DECODE_ANY, NULL);
	char *got = json_dumps(json_object_get(object, key), JSON_ENCODE_ANY);

	CHECK(wanted != NULL && json_equal(json_object_get(object, key), wanted), "%s is %s", key,
	      got);
	free(got);
	json_decref(wanted);
}

static void number_is(const json_t *object, const char *key, double want)
{
	double got = json_number_value(json_object_get(object, key));

	CHECK(json_is_number(json_object_get(object, key)) && got == want, "%s is %.17g", key, got);
}

static void every_figure_is_in_its_place(void)
{
	static const struct {
		const char *key;
		double figure;
	} wanted[] = {{"size", 8},
		      {"total", 3},
		      {"clear", 1},
		      {"computed", 2},
		      {"integrated", 21},
		      {"cells_computed", 128},
		      {"share_computed", 128 / 192.0},
		      {"portals", 3},
		      {"nodes", 7},
		      {"edges", 6 + 2 + 6}, /* links, and within the first two sectors */
		      {"graph_bytes", 5000000000},
		      {"nodes_expanded", 123},
		      {"reached", 2},
		      {"merged", 1}};
	struct job job;
	json_t *report;

	start(&job, FF_METRIC_OCTILE);
	report = report_of(&job);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		number_is(report, wanted[i].key, wanted[i].figure);
	/* Three nodes in the one clear sector. */
	is(report, "saved", "{\"costs\": 9, \"bytes\": 36}");
	is(report, "cache", "{\"hits\": 31, \"misses\": 32, \"evicted\": 33, \"bytes\": 34}");
	is(report, "exact", "false");
	json_decref(report);
	job.options.exact = true;
	report = report_of(&job);
	is(report, "exact", "true");
	json_decref(report);
	finish(&job);
	start(&job, FF_METRIC_EUCLID);
	report = report_of(&job);
	is(report, "saved", "{\"costs\": 0, \"bytes\": 0}");
	json_decref(report);
	finish(&job);
}

static void every_source_is_told_in_its_order_and_in_units_of_cost(void)
{
	struct job job;
	json_t *report;

	start(&job, FF_METRIC_OCTILE);
	report = report_of(&job);
	is(report, "sources",
	   "[{\"x\": 7, \"y\": 3, \"reached\": true, \"cost\": 12, \"planned\": 15,"
	   "  \"least\": 10, \"ratio\": 1.2, \"nodes\": 2, \"merged\": 0, \"expanded\": 100},"
	   " {\"x\": 5, \"y\": 0, \"reached\": false, \"cost\": null, \"planned\": null,"
	   "  \"least\": null, \"ratio\": null, \"nodes\": 0, \"merged\": 0, \"expanded\": 20},"
	   " {\"x\": 23, \"y\": 7, \"reached\": true, \"cost\": 9, \"planned\": 9.5,"
	   "  \"least\": 6, \"ratio\": 1.5, \"nodes\": 5, \"merged\": 4, \"expanded\": 3}]");
	json_decref(report);
	finish(&job);
}

static void the_ratio_is_of_the_sources_that_are_reached(void)
{
	struct job job;
	json_t *report;

	start(&job, FF_METRIC_OCTILE);
	report = report_of(&job);
	is(report, "ratio", "{\"mean\": 1.35, \"worst\": 1.5}");
	json_decref(report);
	for (int i = 0; i < SOURCES; i++)
		job.items[i].least = FF_FIELD_NONEF;
	report = report_of(&job);
	is(report, "ratio", "{\"mean\": null, \"worst\": null}");
	json_decref(report);
	finish(&job);
}

static void each_phase_is_timed_in_1024ths_of_a_millisecond(void)
{
	struct job job;
	json_t *report;

	start(&job, FF_METRIC_OCTILE);
	report = report_of(&job);
	is(report, "ms",
	   "{\"portals\": 1.5, \"graph\": 2.25, \"landmarks\": 3.125, \"load\": 4.0625,"
	   " \"routes\": 0.0, \"fields\": 0.0009765625, \"widen\": 123456.7890625,"
	   " \"compare\": 8.0}");
	json_decref(report);
	finish(&job);
}

/* What a part of the summary says of a solution. */
static void says(struct job *job, void (*say)(const struct ff_report *report, FILE *to),
		 const char *want)
{
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);

	temp_require(to != NULL, "no memory");
	job->solution.routes.items = job->items;
	job->solution.options = &job->options;
	say(&(struct ff_report){.solution = &(struct ff_solution){.own = &job->solution}}, to);
	fclose(to);
	CHECK(strcmp(text, want) == 0, "\"%s\"", text);
	free(text);
}

static void the_summary_tells_how_many_are_reached_and_the_worst_of_them(void)
{
	struct job job;

	start(&job, FF_METRIC_OCTILE);
	says(&job, ff_sector_report_verb.say,
	     "2 of 3 sectors computed, 2 of 3 sources reached at 1.5000 times the least cost or "
	     "less");
	job.items[2].cost = job.items[2].least;
	says(&job, ff_sector_report_verb.say,
	     "2 of 3 sectors computed, 2 of 3 sources reached at 1.2000 times the least cost or "
	     "less");
	/* Never less than it is. */
	job.items[0].cost = job.items[0].least * 1.00001;
	says(&job, ff_sector_report_verb.say,
	     "2 of 3 sectors computed, 2 of 3 sources reached at 1.0001 times the least cost or "
	     "less");
	job.items[0].cost = job.items[0].least;
	says(&job, ff_sector_report_verb.say,
	     "2 of 3 sectors computed, 2 of 3 sources reached at the least cost");
	/* With euclid, whose least cost is that of a wave: no way costs less than the least. */
	job.items[0].cost = job.items[0].least * 0.75;
	job.items[2].cost = job.items[2].least * 0.5;
	says(&job, ff_sector_report_verb.say,
	     "2 of 3 sectors computed, 2 of 3 sources reached at 1.0000 times the least cost or "
	     "less");
	job.items[2].cost = job.items[2].least;
	/* From a goal. */
	job.items[0].cost = job.items[0].least = 0;
	says(&job, ff_sector_report_verb.say,
	     "2 of 3 sectors computed, 2 of 3 sources reached at the least cost");
	job.items[0].least = job.items[2].least = FF_FIELD_NONEF;
	says(&job, ff_sector_report_verb.say, "2 of 3 sectors computed, 2 of 3 sources reached");
	job.items[0].reached = job.items[2].reached = false;
	job.solution.reached = 0;
	says(&job, ff_sector_report_verb.say, "2 of 3 sectors computed, 0 of 3 sources reached");
	finish(&job);
}

static void the_summary_names_each_phase(void)
{
	struct job job;

	start(&job, FF_METRIC_OCTILE);
	says(&job, ff_sector_report_verb.say_integrating,
	     " (portals 1.5, graph 2.2, landmarks 3.1, load 4.1, routes 0.0, fields 0.0, "
	     "widen 123456.8, compare 8.0)");
	finish(&job);
}

int main(void)
{
	RUN(every_figure_is_in_its_place);
	RUN(every_source_is_told_in_its_order_and_in_units_of_cost);
	RUN(the_ratio_is_of_the_sources_that_are_reached);
	RUN(each_phase_is_timed_in_1024ths_of_a_millisecond);
	RUN(the_summary_tells_how_many_are_reached_and_the_worst_of_them);
	RUN(the_summary_names_each_phase);
	return tap_done();
}
