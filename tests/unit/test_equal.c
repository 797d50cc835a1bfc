#include "cli/verbs/repair.h"

#include "cli/options.h"
#include "cli/problem.h"
#include "cli/verb.h"

#include "field.h"
#include "temp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A problem, and its solution twice. */
struct twins {
	struct ff_options options;
	struct ff_problem problem;
	struct ff_solution one, other;
};

/* Solves what a line of words asks for; the options point into it. */
static struct twins solved(char *line)
{
	char *argv[16] = {"flowfield"};
	int argc = 1;
	struct twins t = {0};
	struct ff_progress progress = {0};
	const struct ff_solution_work work = {
		.problem = &t.problem, .options = &t.options, .progress = &progress};
	struct ff_error err;

	for (char *word; argc < 16 && (word = strsep(&line, " ")) != NULL;)
		argv[argc++] = word;
	if (ff_options_parse(&t.options, &ff_run_verb, argc, argv, &err) != FF_OK ||
	    ff_problem_open(&t.problem, &t.options, &err) != FF_OK ||
	    ff_problem_read(&t.problem, &t.options, &err) != FF_OK ||
	    ff_solution_find(&t.one, &work, &err) != FF_OK ||
	    ff_solution_find(&t.other, &work, &err) != FF_OK) {
		printf("Bail out! %s\n", err.text);
		exit(1);
	}
	return t;
}

static void finish(struct twins *t)
{
	ff_solution_free(&t->one);
	ff_solution_free(&t->other);
	ff_problem_free(&t->problem);
	ff_options_free(&t->options);
}

static void is(struct twins *t, const char *want)
{
	struct ff_error err = {""};
	struct ff_problem fresh;
	enum ff_status st = ff_problem_resolve_afresh(&fresh, &t->problem, &t->options, &err);

	if (st == FF_OK)
		st = ff_repair_compare(&t->problem, &fresh, &t->one, &t->other, "m: step 3", &err);
	ff_problem_free_resolved(&fresh);

	CHECK(st == (*want == '\0' ? FF_OK : FF_E_ANSWER) && strcmp(err.text, want) == 0,
	      "status %d, \"%s\", not \"%s\"", (int)st, err.text, want);
}

/* Changes a byte of the first solution, compares, and restores it. */
static void differs(struct twins *t, void *cells, size_t byte, uint8_t value, const char *want)
{
	uint8_t *at = (uint8_t *)cells + byte, was = *at;

	*at = value;
	is(t, want);
	*at = was;
}

static void every_layer_is_compared(void)
{
	char line[] = "map.pgm --goal 1,1 --sight --radius 0.6 --allocation a.csv --regions r.csv "
		      "--ties t.csv";
	struct twins t = solved(line);

	is(&t, "");
	differs(&t, t.one.field.cells, 4 * 8, 9,
		"m: step 3: value of cell 2,1: repaired 9, solved afresh 1");
	differs(&t, t.one.classes.cells, 8, FF_WALL,
		"m: step 3: class of cell 2,1: repaired 3, solved afresh 1");
	differs(&t, t.one.flow.cells, 9, 0,
		"m: step 3: direction of cell 3,1: repaired 0, solved afresh 6");
	differs(&t, t.one.flow.vectors, 13 * sizeof(struct ff_flow_vector) + 3, 0x40,
		"m: step 3: vector of cell 1,2: repaired 2, solved afresh 0");
	differs(&t, t.one.nearest.cells, 4 * 8, 9,
		"m: step 3: goal in sight of cell 2,1: repaired 9, solved afresh 7");
	differs(&t, t.one.allocation.cells, 4 * 8, 2,
		"m: step 3: goal of cell 2,1: repaired 2, solved afresh 0");
	differs(&t, t.one.regions.cells, 4 * 8, 2,
		"m: step 3: area of cell 2,1: repaired 2, solved afresh 0");
	differs(&t, t.one.ties.cells, 4 * 8, 7,
		"m: step 3: number of ways of cell 2,1: repaired 7, solved afresh 1");
	differs(&t, t.problem.closed.cells, 8, 9,
		"m: step 3: closed cost of cell 2,1: repaired 9, solved afresh 1");
	t.problem.seeds.items[0].cell = 8;
	is(&t, "m: step 3: the cells of goals are not those found afresh");
	t.problem.seeds.items[0].cell = 7;
	t.problem.seeds.count = 0;
	is(&t, "m: step 3: the cells of goals are not those found afresh");
	t.problem.seeds.count = 1;
	t.one.classes.count[FF_GOAL]++;
	is(&t, "m: step 3: cells that are goal: repaired 2, solved afresh 1");
	finish(&t);
}

static void types_are_compared_and_none_is_a_value(void)
{
	char line[] = "map.pgm --goal 1,1 --metric euclid";
	struct twins t = solved(line);

	t.one.field.f64[8] = FF_FIELD_NONEF;
	is(&t, "m: step 3: value of cell 2,1: repaired inf, solved afresh 1");
	t.one.field.type = FF_FIELD_U32;
	is(&t, "m: step 3: values of 32 bits repaired, of 64 solved afresh");
	t.one.field.type = FF_FIELD_F64;
	finish(&t);
}

int main(void)
{
	temp_enter();
	temp_text("map.pgm", "P2 6 4 255\n1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
	RUN(every_layer_is_compared);
	RUN(types_are_compared_and_none_is_a_value);
	return tap_done();
}
