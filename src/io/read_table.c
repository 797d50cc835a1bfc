#include "io/read_table.h"

#include <math.h>

enum ff_status ff_read_table_size(struct ff_input *in, int64_t limit,
				  struct ff_read_raster_size *size, struct ff_error *err)
{
	/* Marks and all columns. */
	enum { CELL = 4 + sizeof(double) + sizeof(struct ff_flow_vector) };
	int32_t w, h;
	enum ff_status st = ff_read_field_size(in, limit, &w, &h, err);

	if (st == FF_OK)
		*size = (struct ff_read_raster_size){w, h,
						     in->size + (uint64_t)w * (uint64_t)h * CELL};
	return st;
}

enum ff_status ff_read_table(struct ff_input *in, struct ff_read_raster *read, struct ff_error *err)
{
	enum ff_status st = ff_read_field(in, read->w, read->h, &read->table, err);

	if (st != FF_OK)
		return st;
	read->kind = FF_READ_RASTER_TABLE;
	read->raster = (struct ff_raster){.w = read->w,
					  .h = read->h,
					  .channels = 1,
					  .type = FF_RASTER_F64,
					  .unit = 1,
					  .none = INFINITY,
					  .cells = read->table.field.cells};
	read->rounding = 0.5e-6;
	return FF_OK;
}
