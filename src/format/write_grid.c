#include "format/write_grid.h"

#include "base/number.h"

enum {
	BUFFER = 64 * 1024,
	CELL = 64, /* longer than any */
};

const char *const ff_write_grid_encodings[FF_WRITE_GRID_ENCODINGS] = {
	[FF_WRITE_GRID_INDEX] = "index",
	[FF_WRITE_GRID_ESRI] = "esri",
	[FF_WRITE_GRID_DEGREES] = "degrees",
	[FF_WRITE_GRID_BITS] = "bits",
};

static const int16_t codes[FF_WRITE_GRID_ENCODINGS][FF_DIRECTIONS + 1] = {
	[FF_WRITE_GRID_INDEX] = {0, 1, 2, 3, 4, 5, 6, 7, 8},
	[FF_WRITE_GRID_ESRI] = {64, 128, 1, 2, 4, 8, 16, 32, 0},
	[FF_WRITE_GRID_DEGREES] = {90, 45, 0, 315, 270, 225, 180, 135, -1},
	[FF_WRITE_GRID_BITS] = {1, 3, 2, 6, 4, 12, 8, 9, 0},
};

/* What is written, one of them. */
struct grid {
	int32_t w, h;
	const struct ff_labels *labels;
	const struct ff_flow *flow; /* its directions, if there are codes; else its vectors */
	const int16_t *codes;
};

static char *put_cell(char *to, const struct grid *grid, size_t i)
{
	struct ff_flow_vector v;

	if (grid->labels != NULL && grid->labels->cells[i] == FF_LABELS_NONE)
		return to + ff_number_fixed(to, -1);
	if (grid->labels != NULL)
		return to + ff_number_print(to, grid->labels->cells[i]);
	if (grid->codes != NULL)
		return to + ff_number_fixed(to, grid->codes[grid->flow->cells[i]]);
	v = ff_flow_vector_at(grid->flow, i);
	to += ff_number_fixed(to, v.dx);
	*to++ = ',';
	return to + ff_number_fixed(to, v.dy);
}

static enum ff_status write_grid(struct ff_output *out, const struct grid *grid,
				 struct ff_error *err)
{
	char buffer[BUFFER], *to = buffer;
	size_t i = 0;

	for (int32_t y = 0; y < grid->h; y++)
		for (int32_t x = 0; x < grid->w; x++, i++) {
			to = put_cell(to, grid, i);
			*to++ = x + 1 < grid->w ? ',' : '\n';
			if (to - buffer > BUFFER - CELL) {
				enum ff_status st =
					ff_output_write(out, buffer, (size_t)(to - buffer), err);

				if (st != FF_OK)
					return st;
				to = buffer;
			}
		}
	return ff_output_write(out, buffer, (size_t)(to - buffer), err);
}

enum ff_status ff_write_grid_labels(struct ff_output *out, const struct ff_labels *labels,
				    struct ff_error *err)
{
	return write_grid(out, &(struct grid){.w = labels->w, .h = labels->h, .labels = labels},
			  err);
}

enum ff_status ff_write_grid_directions(struct ff_output *out, const struct ff_flow *flow,
					enum ff_write_grid_encoding encoding, struct ff_error *err)
{
	return write_grid(
		out,
		&(struct grid){.w = flow->w, .h = flow->h, .flow = flow, .codes = codes[encoding]},
		err);
}

enum ff_status ff_write_grid_vectors(struct ff_output *out, const struct ff_flow *flow,
				     struct ff_error *err)
{
	return write_grid(out, &(struct grid){.w = flow->w, .h = flow->h, .flow = flow}, err);
}
