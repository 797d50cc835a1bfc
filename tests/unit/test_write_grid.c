#include "format/write_grid.h"

#include "oracle.h"
#include "tap.h"
#include "temp.h"

#include <inttypes.h>

/* What stands in the grid; one of them. */
struct grid {
	const struct ff_labels *labels;
	const struct ff_flow *flow;
	int encoding; /* -1: vectors */
};

static enum ff_status write_to(struct ff_output *out, const struct grid *grid, struct ff_error *err)
{
	if (grid->labels != NULL)
		return ff_write_grid_labels(out, grid->labels, err);
	if (grid->encoding < 0)
		return ff_write_grid_vectors(out, grid->flow, err);
	return ff_write_grid_directions(out, grid->flow,
					(enum ff_write_grid_encoding)grid->encoding, err);
}

/* The grid as a file; free() it. */
static char *written(const struct grid *grid)
{
	struct ff_error err = {""};
	struct ff_output out;

	CHECK(ff_output_open(&out, "grid.csv", &err) == FF_OK &&
		      write_to(&out, grid, &err) == FF_OK && ff_output_close(&out, &err) == FF_OK &&
		      ff_output_place(&out, true, &err) == FF_OK,
	      "\"%s\"", err.text);
	ff_output_commit(&out);
	return temp_read("grid.csv", NULL);
}

static void written_as(const struct grid *grid, const char *want)
{
	char *text = written(grid);

	CHECK(strcmp(text, want) == 0, "\"%s\", not \"%s\"", text, want);
	free(text);
}

static void labels_are_numbers_and_none_is_minus_1(void)
{
	uint32_t cells[6] = {0, 7, FF_LABELS_NONE, FF_LABELS_NONE, UINT32_MAX - 1, 10};
	const struct ff_labels wide = {3, 2, cells, 11}, high = {1, 3, cells, 8},
			       one = {1, 1, cells, 1};

	written_as(&(struct grid){.labels = &wide}, "0,7,-1\n-1,4294967294,10\n");
	written_as(&(struct grid){.labels = &high}, "0\n7\n-1\n");
	written_as(&(struct grid){.labels = &one}, "0\n");
}

static void each_encoding_has_its_numbers(void)
{
	uint8_t cells[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
	const struct ff_flow flow = {9, 1, cells, NULL};
	static const struct {
		enum ff_write_grid_encoding encoding;
		const char *name, *line;
	} cases[] = {
		{FF_WRITE_GRID_INDEX, "index", "0,1,2,3,4,5,6,7,8\n"},
		{FF_WRITE_GRID_ESRI, "esri", "64,128,1,2,4,8,16,32,0\n"},
		{FF_WRITE_GRID_DEGREES, "degrees", "90,45,0,315,270,225,180,135,-1\n"},
		{FF_WRITE_GRID_BITS, "bits", "1,3,2,6,4,12,8,9,0\n"},
	};

	for (size_t k = 0; k < FF_WRITE_GRID_ENCODINGS; k++) {
		CHECK(strcmp(ff_write_grid_encodings[cases[k].encoding], cases[k].name) == 0, "%s",
		      cases[k].name);
		written_as(&(struct grid){.flow = &flow, .encoding = (int)cases[k].encoding},
			   cases[k].line);
	}
}

static void vectors_are_two_numbers_a_cell(void)
{
	uint8_t cells[4] = {FF_N, FF_SW, FF_E, FF_NONE};
	struct ff_flow_vector vectors[4] = {{0, -1}, {-0.6F, 0.8F}, {1, -0.0F}, {0, 0}};
	struct ff_flow flow = {2, 2, cells, vectors};

	written_as(&(struct grid){.flow = &flow, .encoding = -1}, "0,-1,-0.6,0.8\n1,0,0,0\n");
	flow.vectors = NULL;
	written_as(&(struct grid){.flow = &flow, .encoding = -1},
		   "0,-1,-0.707107,0.707107\n1,0,0,0\n");
}

/* Numbers of all lengths, so that each place of a cell meets the buffer's end. */
static void no_number_is_lost_where_a_buffer_ends(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int32_t w = 1; w < 200; w += 33) {
		int32_t h = 40000 / w;
		size_t n = (size_t)w * (size_t)h, i;
		struct ff_labels labels = {w, h, oracle_cells(n, sizeof *labels.cells), 0};
		struct ff_flow flow = {w, h, oracle_cells(n, 1),
				       oracle_cells(n, sizeof *flow.vectors)};
		char *text, *at;

		for (i = 0; i < n; i++) {
			labels.cells[i] =
				(uint32_t)(oracle_random(&dice) >> oracle_random(&dice) % 64);
			flow.vectors[i] = (struct ff_flow_vector){(float)(i % 8) / 8,
								  -(float)labels.cells[i] / 64};
		}
		at = text = written(&(struct grid){.labels = &labels});
		for (i = 0; i < n; i++) {
			int64_t want =
				labels.cells[i] == FF_LABELS_NONE ? -1 : (int64_t)labels.cells[i];

			if (!CHECK(strtoll(at, &at, 10) == want &&
					   *at++ == ((i + 1) % (size_t)w == 0 ? '\n' : ','),
				   "w %" PRId32 ": cell %zu is not %" PRId64, w, i, want))
				break;
		}
		CHECK(*at == '\0', "more follows");
		free(text);
		at = text = written(&(struct grid){.flow = &flow, .encoding = -1});
		for (i = 0; i < n; i++)
			if (!CHECK((float)strtod(at, &at) == flow.vectors[i].dx && *at++ == ',' &&
					   (float)strtod(at, &at) == flow.vectors[i].dy &&
					   *at++ == ((i + 1) % (size_t)w == 0 ? '\n' : ','),
				   "w %" PRId32 ": vector %zu", w, i))
				break;
		CHECK(*at == '\0', "more follows");
		free(text);
		free(labels.cells);
		free(flow.cells);
		free(flow.vectors);
	}
}

static void a_full_disk_is_passed_on(void)
{
	static uint32_t cells[300 * 300];
	const struct ff_labels sizes[] = {{1, 1, cells, 1}, {300, 300, cells, 1}};

	if (access("/dev/full", W_OK) != 0) {
		SKIP("there is no /dev/full");
		return;
	}
	for (size_t k = 0; k < 2; k++) {
		struct ff_error err = {""};
		struct ff_output out;

		CHECK(ff_output_open(&out, "/dev/full", &err) == FF_OK, "\"%s\"", err.text);
		CHECK(ff_write_grid_labels(&out, &sizes[k], &err) == FF_E_OUTPUT &&
			      strcmp(err.text, "/dev/full: No space left on device") == 0,
		      "\"%s\"", err.text);
		ff_output_discard(&out);
	}
}

int main(void)
{
	temp_enter();
	RUN(labels_are_numbers_and_none_is_minus_1);
	RUN(each_encoding_has_its_numbers);
	RUN(vectors_are_two_numbers_a_cell);
	RUN(no_number_is_lost_where_a_buffer_ends);
	RUN(a_full_disk_is_passed_on);
	return tap_done();
}
