#include "core/solve/descend.h"

#include "altered.h"
#include "tap.h"

#include <inttypes.h>

/* Room for flow and classes in blocks of their exact sizes. */
struct layers {
	struct ff_flow flow;
	struct ff_classes classes;
};

static struct layers new_layers(const struct altered *altered, bool vectors)
{
	int32_t w = altered->cost.w, h = altered->cost.h;
	size_t n = (size_t)w * (size_t)h;
	struct layers layers = {{w, h, oracle_cells(n, 1), NULL}, {.w = w, .h = h}};

	layers.classes.cells = oracle_cells(n, 1);
	if (vectors)
		layers.flow.vectors = oracle_cells(n, sizeof *layers.flow.vectors);
	return layers;
}

static void descend(const struct altered *altered, struct layers *layers)
{
	CHECK(ff_descend(&altered->model, &altered->cost, &altered->field, &altered->seeds,
			 &layers->flow, &layers->classes, NULL) == FF_OK,
	      "refused");
}

static void free_layers(struct layers *layers)
{
	free(layers->flow.cells);
	free(layers->flow.vectors);
	free(layers->classes.cells);
}

static bool is_same(const struct layers *layers, const struct layers *wanted, size_t i)
{
	const struct ff_flow_vector *vectors = layers->flow.vectors, *others = wanted->flow.vectors;

	return layers->flow.cells[i] == wanted->flow.cells[i] &&
	       layers->classes.cells[i] == wanted->classes.cells[i] &&
	       (vectors == NULL ||
		(vectors[i].dx == others[i].dx && vectors[i].dy == others[i].dy));
}

static void compare(const struct altered *altered, const struct layers *layers,
		    const struct layers *wanted)
{
	size_t n = (size_t)altered->cost.w * (size_t)altered->cost.h;

	for (size_t i = 0; i < n; i++)
		if (!CHECK(is_same(layers, wanted, i),
			   "metric %d, rule %d, %" PRId32 "x%" PRId32
			   ": cell %zu has direction %d, class %d, not %d, %d",
			   (int)altered->model.metric, (int)altered->model.flow, altered->cost.w,
			   altered->cost.h, i, layers->flow.cells[i], layers->classes.cells[i],
			   wanted->flow.cells[i], wanted->classes.cells[i]))
			break;
	for (int class = 0; class < FF_CLASSES; class ++)
		CHECK(layers->classes.count[class] == wanted->classes.count[class],
		      "class %d: %" PRIu64 " cells, not %" PRIu64, class,
		      layers->classes.count[class], wanted->classes.count[class]);
}

static void check_changes(struct altered *altered)
{
	bool vectors = altered->model.flow == FF_FLOW_GRADIENT || altered_below(altered, 2) == 0;
	struct layers layers = new_layers(altered, vectors), wanted = new_layers(altered, vectors);
	int steps = altered_steps();

	descend(altered, &layers);
	for (int step = 0; step < steps; step++) {
		altered_change(altered);
		CHECK(ff_descend_around(&altered->model, &altered->cost, &altered->field,
					&altered->seeds, altered->cells, altered->count,
					&layers.flow, &layers.classes, field_machine()) == FF_OK,
		      "refused");
		descend(altered, &wanted);
		compare(altered, &layers, &wanted);
	}
	free_layers(&layers);
	free_layers(&wanted);
}

static void after_changes_directions_vectors_and_classes_are_those_of_the_whole_map_anew(void)
{
	altered_all(check_changes);
}

/* Nothing but the cells around those in the list is written. */
static void other_cells_stay_as_they_are(void)
{
	struct altered altered;
	struct layers layers, wanted;
	const uint32_t cells[3] = {0, 4 * 40 + 20, 4 * 40 + 21};

	altered_new(&altered, &manhattan, FF_FIELD_U32, 40, 9, 1);
	layers = new_layers(&altered, true);
	wanted = new_layers(&altered, true);
	descend(&altered, &wanted);
	descend(&altered, &layers);
	for (int32_t i = 0; i < 40 * 9; i++) {
		layers.flow.cells[i] = FF_DIRECTIONS + 7;
		layers.flow.vectors[i] = (struct ff_flow_vector){7, 7};
	}
	CHECK(ff_descend_around(&altered.model, &altered.cost, &altered.field, &altered.seeds,
				cells, 3, &layers.flow, &layers.classes, NULL) == FF_OK,
	      "refused");
	for (int32_t i = 0; i < 40 * 9; i++) {
		int32_t x = i % 40, y = i / 40;
		bool around = (x < 2 && y < 2) || (x >= 19 && x <= 22 && y >= 3 && y <= 5);

		CHECK(around ? is_same(&layers, &wanted, (size_t)i)
			     : layers.flow.cells[i] == FF_DIRECTIONS + 7 &&
				       layers.flow.vectors[i].dx == 7,
		      "cell %" PRId32 ",%" PRId32, x, y);
	}
	free_layers(&layers);
	free_layers(&wanted);
	altered_free(&altered);
}

static void no_seed_at_all_and_sizes_that_differ_are_refused_and_nothing_is_written(void)
{
	struct altered altered;
	struct layers layers;
	const struct ff_seeds none = {altered.items, 0};
	const uint32_t cell = 5;

	altered_new(&altered, &manhattan, FF_FIELD_U32, 4, 3, 1);
	layers = new_layers(&altered, false);
	memset(layers.flow.cells, 77, 12);
	CHECK(ff_descend_around(&altered.model, &altered.cost, &altered.field, &none, &cell, 1,
				&layers.flow, &layers.classes, NULL) == FF_E_ARG,
	      "no seed");
	layers.classes.w = 3;
	CHECK(ff_descend_around(&altered.model, &altered.cost, &altered.field, &altered.seeds,
				&cell, 1, &layers.flow, &layers.classes, NULL) == FF_E_ARG,
	      "classes");
	for (int i = 0; i < 12; i++)
		CHECK(layers.flow.cells[i] == 77, "cell %d", i);
	free_layers(&layers);
	altered_free(&altered);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(after_changes_directions_vectors_and_classes_are_those_of_the_whole_map_anew);
	RUN(other_cells_stay_as_they_are);
	RUN(no_seed_at_all_and_sizes_that_differ_are_refused_and_nothing_is_written);
	return tap_done();
}
