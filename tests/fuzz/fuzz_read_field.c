/*
 * The bytes of a field as CSV, for a map of 3 x 2 cells: what can be read can be
 * judged, and is read as the same once it has been written again.
 */
#include "fuzz.h"

#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/verify/verify.h"
#include "io/csv.h"

enum { W = 3, H = 2, CELLS = W * H };

static void check_field(const struct ff_cells_table *read)
{
	assert(read->field.w == W && read->field.h == H && read->field.type == FF_FIELD_F64);
	assert(read->field.unit == 1 && read->field.zero == 0);
	for (int i = 0; i < CELLS; i++) {
		double value = read->field.f64[i];

		assert(value == FF_FIELD_NONEF || fabs(value) <= 0x1p53);
		assert(read->costs == NULL || read->costs[i] >= 1);
		assert(read->classes == NULL || read->classes[i] < FF_CLASSES);
		assert(read->directions == NULL || read->directions[i] <= FF_NONE);
		if (read->vectors != NULL)
			assert(fabsf(read->vectors[i].dx) <= 1e9F &&
			       fabsf(read->vectors[i].dy) <= 1e9F);
	}
}

/* Any claim gets a verdict, whatever the question. */
static void judge(const struct ff_cells_table *read)
{
	static const uint8_t costs[CELLS] = {1, 1, 7, 1, FF_COST_WALL, 254};
	struct ff_cost map = {.w = W, .h = H, .cells = fuzz_block(CELLS, 1)};
	struct ff_seed seed = {.cell = 2};
	const struct ff_seeds seeds = {&seed, 1};
	const struct ff_verify_claim claim = {&read->field, read->classes, read->directions,
					      read->vectors};

	memcpy(map.cells, costs, CELLS);
	for (int k = 0; k < FF_METRICS * (FF_FLOWS - 1) * 2; k++) {
		const struct ff_model model = {
			.metric = (enum ff_metric)(k % FF_METRICS),
			.flow = (enum ff_flow_rule)(1 + k / FF_METRICS % (FF_FLOWS - 1))};
		const struct ff_verify_question question = {.model = &model,
							    .cost = &map,
							    .seeds = &seeds,
							    .unit = ff_model_unit(&model),
							    .limit = FF_FIELD_NONEF,
							    .sight = k % 2 != 0};
		struct ff_verify_result result;

		assert(ff_verify(&question, &claim, &result) == FF_OK);
		assert(!result.any || (result.x >= 0 && result.x < W && result.y >= 0 &&
				       result.y < H && result.what[0] != '\0'));
	}
	free(map.cells);
}

/* Where all columns are there and all values can be written. */
static void read_again(const struct ff_cells_table *read)
{
	struct ff_output out = {.name = "csv", .fd = memfd_create("csv", MFD_CLOEXEC)};
	uint8_t bytes[CELLS];
	struct ff_cost cost = {.w = W, .h = H, .cells = bytes};
	struct ff_classes classes = {.w = W, .h = H, .cells = read->classes};
	struct ff_flow flow = {W, H, read->directions, read->vectors};
	struct ff_input in = {.name = "csv"};
	struct ff_cells_table again;
	struct ff_error err;

	if (read->costs == NULL || read->classes == NULL || read->directions == NULL) {
		close(out.fd);
		return;
	}
	for (int i = 0; i < CELLS; i++) {
		bytes[i] =
			isinf(read->costs[i]) ? FF_COST_WALL : (uint8_t)fmin(read->costs[i], 254);
		if (!isinf(read->costs[i]) && read->costs[i] != bytes[i]) {
			close(out.fd);
			return;
		}
	}
	assert(ff_csv_write_table(&out, &cost, 0, &classes, &read->field, &flow, NULL, &err) ==
	       FF_OK);
	assert(lseek(out.fd, 0, SEEK_SET) == 0);
	in.fd = out.fd;
	assert(ff_csv_read_table(&in, W, H, &again, &err) == FF_OK);
	ff_input_close(&in);
	for (int i = 0; i < CELLS; i++)
		assert(again.costs[i] == read->costs[i]);
	assert(memcmp(again.classes, read->classes, CELLS) == 0);
	assert(memcmp(again.directions, read->directions, CELLS) == 0);
	for (int i = 0; i < CELLS; i++)
		assert(again.field.f64[i] == read->field.f64[i] ||
		       fabs(again.field.f64[i] - read->field.f64[i]) <= 1e-6);
	ff_cells_table_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ff_input in = fuzz_input("field", data, size);
	struct ff_cells_table read = {0};
	struct ff_error err = {""};
	enum ff_status st = ff_csv_read_table(&in, W, H, &read, &err);

	if (st == FF_OK) {
		check_field(&read);
		judge(&read);
		read_again(&read);
	} else {
		fuzz_failed(st, &err, "field");
		assert(read.field.cells == NULL && read.costs == NULL && read.classes == NULL &&
		       read.directions == NULL && read.vectors == NULL);
	}
	ff_cells_table_free(&read);
	ff_input_close(&in);
	return 0;
}
