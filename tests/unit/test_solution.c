#include "cli/solution.h"

#include "field.h"
#include "temp.h"
#include "words.h"

#include <math.h>

/* A problem and what was found out about it. */
struct case_of {
	struct ff_options options;
	struct ff_problem problem;
	struct ff_solution solution;
};

/* Solves what a line asks for, which must be possible. */
static struct case_of solved(const char *line)
{
	struct case_of c = {.options = words_right(line)};
	struct ff_progress progress = {0};
	struct ff_error err;

	if (ff_problem_open(&c.problem, &c.options, &err) != FF_OK ||
	    ff_problem_read(&c.problem, &c.options, &err) != FF_OK ||
	    ff_solution_find(
		    &c.solution,
		    &(struct ff_solution_work){&c.problem, &c.options, NULL, &progress, NULL, NULL},
		    &err) != FF_OK) {
		printf("Bail out! \"%s\": %s\n", line, err.text);
		exit(1);
	}
	return c;
}

static void finish(struct case_of *c)
{
	ff_solution_free(&c->solution);
	ff_problem_free(&c->problem);
	ff_options_free(&c->options);
	CHECK(c->solution.field.cells == NULL && c->solution.areas == NULL, "still there");
}

/* A raw PGM whose grey levels are the costs. */
static void write_map(const char *path, const struct ff_cost *cost)
{
	size_t n = (size_t)cost->w * (size_t)cost->h;
	char *file = oracle_cells(n + 64, 1);
	int head = snprintf(file, 64, "P5\n%" PRId32 " %" PRId32 "\n255\n", cost->w, cost->h);

	memcpy(file + head, cost->cells, n);
	temp_write(path, file, (size_t)head + n);
	free(file);
}

/* The line that asks for what 'truth' is about, the map being "map.pgm". */
static void line_of(const struct oracle *truth, char *line, size_t size)
{
	const struct ff_model *model = &truth->model;
	int32_t w = truth->cost.w;
	int n = snprintf(line, size, "map.pgm --metric %s --step %s --corners %s --flow %s",
			 ff_model_metrics[model->metric], ff_model_steps[model->step],
			 ff_model_corners[model->corners], ff_model_flows[model->flow]);

	if (!isinf(truth->limit))
		n += snprintf(line + n, size - (size_t)n, " --max-cost %.9f",
			      truth->limit / (double)truth->unit);
	for (size_t i = 0; i < truth->seeds.count; i++) {
		const struct ff_seed *seed = &truth->seeds.items[i];

		n += snprintf(line + n, size - (size_t)n, " --goal %d,%d+%.0f", (int)seed->cell % w,
			      (int)seed->cell / w, seed->start / (double)truth->unit);
	}
}

static void check_truth(const struct oracle *truth)
{
	size_t n = (size_t)truth->cost.w * (size_t)truth->cost.h;
	uint64_t largest = 0;
	struct case_of c;
	const struct ff_solution *s = &c.solution;
	char line[400];

	for (size_t i = 0; i < truth->seeds.count; i++)
		if (fmod(truth->seeds.items[i].start, (double)truth->unit) != 0)
			return; /* which no option says */
	write_map("map.pgm", &truth->cost);
	line_of(truth, line, sizeof line);
	c = solved(line);
	field_is(&s->field, truth);
	CHECK(memcmp(s->flow.cells, truth->flow, n) == 0, "%s: other directions", truth->name);
	CHECK(memcmp(s->classes.cells, truth->classes, n) == 0 &&
		      memcmp(s->classes.count, truth->count, sizeof truth->count) == 0,
	      "%s: other classes", truth->name);
	for (size_t i = 0; i < n; i++)
		if (truth->field[i] != ORACLE_NONE && truth->field[i] > largest)
			largest = truth->field[i];
	CHECK(s->summary.largest == (double)largest / (double)truth->unit &&
		      s->scene.largest == s->summary.largest && s->scene.least == 0,
	      "%s: %g is the largest", truth->name, s->summary.largest);
	CHECK((s->unreached.cells > 0) == (truth->count[FF_UNREACHED] > 0) &&
		      s->unreached.cells <= truth->count[FF_UNREACHED] &&
		      (s->unreached.cells == 0 ||
		       truth->classes[s->unreached.first] == FF_UNREACHED),
	      "%s: an unreached area of %" PRIu64, truth->name, s->unreached.cells);
	finish(&c);
}

static void random_maps_have_the_field_flow_and_classes_of_the_oracle(void)
{
	for (int k = 0; k < 2 * ORACLE_MODELS; k++) {
		const struct ff_model model =
			oracle_model(k / 2, k % 2 == 0 ? FF_FLOW_LOWEST : FF_FLOW_PATH);

		oracle_random_maps(&model, 10, check_truth);
	}
}

static void only_what_is_asked_for_is_there(void)
{
	static const char *const outputs[] = {"--ties t.csv", "--allocation a.csv",
					      "--regions r.csv", "--sight-mask s.png",
					      "--csv c.csv"};

	temp_text("map.pgm", "P2 4 1 255 0 0 255 0");
	for (size_t k = 0; k < 5; k++) {
		struct case_of c;
		char line[80];

		snprintf(line, sizeof line, "map.pgm -g 0,0 %s", outputs[k]);
		c = solved(line);
		CHECK((c.solution.ties.cells != NULL) == (k == 0), "%s: ties", line);
		CHECK((c.solution.allocation.cells != NULL) == (k == 1), "%s: allocation", line);
		CHECK((c.solution.regions.cells != NULL) == (k == 2) &&
			      (c.solution.areas != NULL) == (k == 2),
		      "%s: regions", line);
		CHECK((c.solution.nearest.cells != NULL) == (k == 3), "%s: sight", line);
		CHECK(c.solution.flow.vectors == NULL, "%s: vectors", line);
		finish(&c);
	}
}

static void the_scene_points_to_everything(void)
{
	struct case_of c;
	const struct ff_scene *scene = &c.solution.scene;

	temp_text("map.pgm", "P2 5 3 255 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
	c = solved("map.pgm -g 2,1 --radius 1");
	CHECK(scene->map->cells == c.problem.map.cells &&
		      scene->cost->cells == c.problem.closed.cells &&
		      scene->goals->items == c.problem.goals.items &&
		      scene->field->cells == c.solution.field.cells &&
		      scene->flow->cells == c.solution.flow.cells &&
		      scene->classes->cells == c.solution.classes.cells && !scene->flee,
	      "elsewhere");
	CHECK(ff_scene_closed(scene, 0) && !ff_scene_closed(scene, 6), "closed cells");
	CHECK(c.solution.classes.count[FF_WALL] == 12 && c.solution.classes.count[FF_REACHED] == 2,
	      "%" PRIu64 " walls", c.solution.classes.count[FF_WALL]);
	finish(&c);
}

/* 1 1 | 1 1 1 | 1: the second area is the largest without a goal, and there are three. */
static void areas_are_told_the_largest_first(void)
{
	struct case_of c;

	temp_text("map.pgm", "P2 8 1 255 0 0 255 0 0 0 255 0");
	c = solved("map.pgm -g 1,0 -g 0,0+9 --regions r.csv --allocation a.csv");
	CHECK(c.solution.unreached.cells == 3 && c.solution.unreached.first == 3,
	      "%" PRIu64 " cells at %" PRIu32, c.solution.unreached.cells,
	      c.solution.unreached.first);
	CHECK(c.solution.regions.count == 3 && c.solution.areas[0].cells == 3 &&
		      c.solution.areas[1].cells == 2 && c.solution.areas[2].cells == 1 &&
		      c.solution.areas[2].first == 7,
	      "%" PRIu32 " areas", c.solution.regions.count);
	CHECK(c.solution.allocation.count == 2 && c.solution.allocation.cells[0] == 0 &&
		      c.solution.allocation.cells[3] == FF_LABELS_NONE,
	      "allocation");
	finish(&c);
	c = solved("map.pgm -g 0,0,8,1");
	CHECK(c.solution.unreached.cells == 0, "%" PRIu64, c.solution.unreached.cells);
	finish(&c);
}

/* Two cells that meet at a corner are one area to those who cut it. */
static void an_area_is_what_can_be_walked(void)
{
	static const struct {
		const char *words;
		uint32_t areas;
		uint64_t reached;
	} cases[] = {{"", 2, 0},
		     {"--metric octile", 2, 0},
		     {"--metric octile --corners lenient", 2, 0},
		     {"--metric octile --corners cut", 1, 1},
		     {"--corners cut", 2, 0}};

	temp_text("map.pgm", "P2 2 2 255 0 255 255 0");
	for (size_t k = 0; k < 5; k++) {
		struct case_of c;
		char line[80];

		snprintf(line, sizeof line, "map.pgm -g 0,0 --json - %s", cases[k].words);
		c = solved(line);
		CHECK(c.solution.area_count == cases[k].areas &&
			      c.solution.classes.count[FF_REACHED] == cases[k].reached,
		      "%s: %" PRIu32 " areas", line, c.solution.regions.count);
		finish(&c);
	}
}

static void what_32_bits_do_not_hold_takes_64(void)
{
	struct case_of c, late;

	temp_text("map.pgm", "P2 6 2 255 0 0 9 0 7 0 0 255 0 3 0 0");
	for (int k = 0; k < ORACLE_MODELS; k++) {
		const struct ff_model model = oracle_model(k, FF_FLOW_PATH);
		struct ff_field field;
		char words[120], line[240];

		snprintf(words, sizeof words, "map.pgm --metric %s --step %s --corners %s",
			 ff_model_metrics[model.metric], ff_model_steps[model.step],
			 ff_model_corners[model.corners]);
		snprintf(line, sizeof line, "%s -g 0,0", words);
		c = solved(line);
		snprintf(line, sizeof line, "%s -g 0,0+1000000000000", words);
		late = solved(line);
		CHECK(c.solution.field.type == FF_FIELD_U32 &&
			      late.solution.field.type == FF_FIELD_U64,
		      "model %d", k);
		field = field_of("64 bits", &late.options.model, &late.problem.map,
				 &late.problem.seeds, FF_FIELD_NONEF, FF_FIELD_U64);
		CHECK(memcmp(late.solution.field.cells, field.cells, 12 * sizeof(uint64_t)) == 0,
		      "model %d: another field", k);
		CHECK(memcmp(late.solution.flow.cells, c.solution.flow.cells, 12) == 0 &&
			      memcmp(late.solution.classes.cells, c.solution.classes.cells, 12) ==
				      0,
		      "model %d: other directions or classes", k);
		for (size_t i = 0; i < 12; i++)
			CHECK(ff_field_raw(&late.solution.field, i) ==
				      ff_field_raw(&c.solution.field, i) +
					      1e12 * ff_model_unit(&model),
			      "model %d: cell %zu has %.17g", k, i,
			      ff_field_raw(&late.solution.field, i));
		free(field.cells);
		finish(&late);
		finish(&c);
	}
}

static void nothing_beyond_the_limit_has_a_value(void)
{
	struct case_of c;

	temp_text("map.pgm", "P2 7 1 255 0 0 0 0 0 0 0");
	c = solved("map.pgm -g 0,0 --max-cost 3.5");
	CHECK(c.solution.classes.count[FF_REACHED] == 3 &&
		      c.solution.classes.count[FF_UNREACHED] == 3 &&
		      c.solution.unreached.cells == 3 && c.solution.unreached.first == 4 &&
		      c.solution.summary.largest == 3,
	      "%" PRIu64 " reached", c.solution.classes.count[FF_REACHED]);
	finish(&c);
	c = solved("map.pgm -g 0,0+5 --max-cost 4"); /* below every start */
	CHECK(c.solution.classes.count[FF_UNREACHED] == 7 && c.solution.summary.cells == 0,
	      "%" PRIu64 " unreached", c.solution.classes.count[FF_UNREACHED]);
	finish(&c);
	c = solved("map.pgm -g 0,0+5 --max-cost 4 --flee");
	CHECK(c.solution.classes.count[FF_UNREACHED] == 7 && c.solution.summary.cells == 0,
	      "fleeing: %" PRIu64 " unreached", c.solution.classes.count[FF_UNREACHED]);
	finish(&c);
}

/* A pillar in front of the goal, which 3,0 and 3,2 would pass at its corners, and a cell of another
 * cost. */
static void who_sees_a_goal_is_counted_and_points_at_it(void)
{
	static const char seeing[] = "sss..ss...sss..";
	struct case_of c, mask;

	temp_text("map.pgm", "P2 5 3 255 0 0 0 0 0 0 0 255 0 0 0 0 0 0 5");
	c = solved("map.pgm -g 0,1 --sight");
	for (size_t i = 0; i < 15; i++) {
		bool sees = c.solution.nearest.cells[i] == 5;
		size_t y = i / 5;
		double dx = -(double)(i % 5), dy = 1 - (double)y, far = sqrt(dx * dx + dy * dy);
		struct ff_flow_vector v = c.solution.flow.vectors[i];

		CHECK(sees == (seeing[i] == 's'), "cell %zu: %d", i, sees);
		if (sees && far > 0)
			CHECK(fabs(v.dx - dx / far) < 1e-6 && fabs(v.dy - dy / far) < 1e-6,
			      "cell %zu: %g,%g", i, (double)v.dx, (double)v.dy);
	}
	mask = solved("map.pgm -g 0,1 --sight-mask m.png");
	CHECK(memcmp(mask.solution.nearest.cells, c.solution.nearest.cells,
		     15 * sizeof(uint32_t)) == 0 &&
		      mask.solution.sighted == c.solution.sighted &&
		      mask.solution.flow.vectors == NULL,
	      "the mask alone differs");
	for (size_t i = 0; i < 15; i++)
		c.solution.sighted -= c.solution.nearest.cells[i] != FF_LABELS_NONE;
	CHECK(c.solution.sighted == 0, "%" PRId64 " too many", (int64_t)c.solution.sighted);
	finish(&c);
	finish(&mask);
}

/* The map drawn at double size, its goals areas of four cells that start twice as late. */
static void check_subdivided(const struct oracle *truth)
{
	int32_t w = truth->cost.w, h = truth->cost.h;
	size_t cells = 4 * (size_t)w * (size_t)h, bytes;
	struct ff_cost wide = {2 * w, 2 * h, oracle_cells(cells, 1)};
	struct case_of split, drawn;
	char line[700];
	int n;

	for (size_t i = 0; i < truth->seeds.count; i++)
		if (fmod(truth->seeds.items[i].start, (double)truth->unit) != 0)
			goto out;
	for (int32_t i = 0; i < 4 * w * h; i++)
		wide.cells[i] = truth->cost.cells[i / (2 * w) / 2 * w + i % (2 * w) / 2];
	write_map("map.pgm", &truth->cost);
	line_of(truth, line, sizeof line);
	strcat(line, " --subdivide");
	split = solved(line);
	write_map("wide.pgm", &wide);
	n = snprintf(line, sizeof line, "wide.pgm --metric %s --step %s --corners %s --flow %s",
		     ff_model_metrics[truth->model.metric], ff_model_steps[truth->model.step],
		     ff_model_corners[truth->model.corners], ff_model_flows[truth->model.flow]);
	if (!isinf(truth->limit))
		n += snprintf(line + n, sizeof line - (size_t)n, " --max-cost %.9f",
			      2 * truth->limit / (double)truth->unit);
	for (size_t i = 0; i < truth->seeds.count; i++) {
		const struct ff_seed *seed = &truth->seeds.items[i];

		n += snprintf(line + n, sizeof line - (size_t)n, " --goal %d,%d,2,2+%.0f",
			      2 * ((int)seed->cell % w), 2 * ((int)seed->cell / w),
			      2 * seed->start / (double)truth->unit);
	}
	drawn = solved(line);
	bytes = cells * ff_field_size(drawn.solution.field.type);
	CHECK(split.solution.field.type == drawn.solution.field.type &&
		      memcmp(split.solution.field.cells, drawn.solution.field.cells, bytes) == 0,
	      "%s: another field", truth->name);
	CHECK(split.solution.field.unit == 2 * drawn.solution.field.unit &&
		      split.solution.summary.largest * 2 == drawn.solution.summary.largest,
	      "%s: %g and %g", truth->name, split.solution.summary.largest,
	      drawn.solution.summary.largest);
	CHECK(memcmp(split.solution.flow.cells, drawn.solution.flow.cells, cells) == 0 &&
		      memcmp(split.solution.classes.cells, drawn.solution.classes.cells, cells) ==
			      0,
	      "%s: other directions or classes", truth->name);
	finish(&split);
	finish(&drawn);
out:
	free(wide.cells);
}

static void subdivided_maps_are_as_if_drawn_twice_as_large_at_half_the_cost(void)
{
	for (int k = 0; k < 2 * ORACLE_MODELS; k++) {
		const struct ff_model model =
			oracle_model(k / 2, k % 2 == 0 ? FF_FLOW_LOWEST : FF_FLOW_PATH);

		oracle_random_maps(&model, 6, check_subdivided);
	}
}

/* Values fall from 0 at the goal; every flight leads down and ends at a cell of class goal. */
static void check_flight(const struct oracle *truth)
{
	int32_t w = truth->cost.w, n = w * truth->cost.h;
	struct case_of c;
	char line[400];

	for (size_t i = 0; i < truth->seeds.count; i++)
		if (fmod(truth->seeds.items[i].start, (double)truth->unit) != 0)
			return;
	write_map("map.pgm", &truth->cost);
	line_of(truth, line, sizeof line);
	strcat(line, " --flee");
	c = solved(line);
	for (int32_t i = 0; i < n; i++) {
		const struct ff_solution *s = &c.solution;
		double own = ff_field_value(&s->field, (size_t)i);
		int d = s->flow.cells[i];
		bool lower = false;

		CHECK((truth->field[i] == ORACLE_NONE) == (own == FF_FIELD_NONEF), "%s: %d,%d",
		      truth->name, i % w, i / w);
		if (own == FF_FIELD_NONEF)
			continue;
		CHECK(own <= -1.2 * (double)truth->field[i] / (double)truth->unit +
				      0.5 / (double)truth->unit,
		      "%s: %d,%d is %g", truth->name, i % w, i / w, own);
		for (int other = 0; other < 8; other++)
			lower |= (truth->ways[i] >> other & 1) != 0 &&
				 ff_field_value(&s->field, oracle_towards(&truth->cost, i % w,
									  i / w, other)) < own;
		CHECK(lower == (d != FF_NONE) &&
			      s->classes.cells[i] == (lower ? FF_REACHED : FF_GOAL),
		      "%s: %d,%d has direction %d", truth->name, i % w, i / w, d);
		if (d != FF_NONE)
			CHECK(ff_field_value(&s->field,
					     oracle_towards(&truth->cost, i % w, i / w, d)) < own,
			      "%s: %d,%d leads up", truth->name, i % w, i / w);
	}
	CHECK(c.solution.scene.flee && c.solution.scene.least == c.solution.summary.least &&
		      c.solution.scene.least <= 0,
	      "%s: least %g", truth->name, c.solution.scene.least);
	finish(&c);
}

static void flights_lead_down_to_true_dead_ends(void)
{
	for (int k = 0; k < 2 * ORACLE_MODELS; k++) {
		const struct ff_model model =
			oracle_model(k / 2, k % 2 == 0 ? FF_FLOW_LOWEST : FF_FLOW_PATH);

		oracle_random_maps(&model, 10, check_flight);
	}
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	temp_enter();
	RUN(random_maps_have_the_field_flow_and_classes_of_the_oracle);
	RUN(only_what_is_asked_for_is_there);
	RUN(the_scene_points_to_everything);
	RUN(areas_are_told_the_largest_first);
	RUN(an_area_is_what_can_be_walked);
	RUN(what_32_bits_do_not_hold_takes_64);
	RUN(nothing_beyond_the_limit_has_a_value);
	RUN(who_sees_a_goal_is_counted_and_points_at_it);
	RUN(subdivided_maps_are_as_if_drawn_twice_as_large_at_half_the_cost);
	RUN(flights_lead_down_to_true_dead_ends);
	return tap_done();
}
