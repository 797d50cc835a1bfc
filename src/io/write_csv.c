#include "io/write_csv.h"

#include "core/base/number.h"
#include "io/buffer.h"

/* The 17 digits that sqrt(1/2) needs as a double, at most. */
#define HALF "0.7071067811865476"

/* A direction and its vector, for a flow without others. */
static const char *const directions[FF_DIRECTIONS + 1] = {
	[FF_N] = "0,0,-1\n",   [FF_NE] = "1," HALF ",-" HALF "\n",
	[FF_E] = "2,1,0\n",    [FF_SE] = "3," HALF "," HALF "\n",
	[FF_S] = "4,0,1\n",    [FF_SW] = "5,-" HALF "," HALF "\n",
	[FF_W] = "6,-1,0\n",   [FF_NW] = "7,-" HALF ",-" HALF "\n",
	[FF_NONE] = "8,0,0\n",
};

enum { LINE = 128 }; /* longer than any */

size_t ff_write_csv_value(char *to, const struct ff_field *field, size_t i)
{
	double raw = ff_field_raw(field, i);

	if (raw == FF_FIELD_NONEF)
		return 0;
	if (field->type == FF_FIELD_F64)
		return ff_number_fixed(to, ff_field_cost(field, raw));
	return ff_number_ratio(to, (int64_t)(raw - field->zero), field->unit);
}

static char *put_flow(char *to, const struct ff_flow *flow, size_t i)
{
	if (flow->vectors == NULL)
		return ff_buffer_text(to, directions[flow->cells[i]]);
	to = ff_buffer_number(to, flow->cells[i]);
	to += ff_number_fixed(to, flow->vectors[i].dx);
	*to++ = ',';
	to += ff_number_fixed(to, flow->vectors[i].dy);
	*to++ = '\n';
	return to;
}

enum ff_status ff_write_csv(struct ff_output *out, const struct ff_cost *cost,
			    const struct ff_classes *classes, const struct ff_field *field,
			    const struct ff_flow *flow, struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};
	char *to = buffer.bytes;

	to = ff_buffer_text(to, "x,y,cost,class,integration,direction,dx,dy\n");
	buffer.used = (size_t)(to - buffer.bytes);
	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x++) {
			size_t i = ff_cost_index(cost, x, y);

			if ((to = ff_buffer_room(&buffer, LINE)) == NULL)
				return buffer.st;
			to = ff_buffer_number(to, (uint64_t)x);
			to = ff_buffer_number(to, (uint64_t)y);
			to = ff_buffer_number(to, cost->cells[i]);
			to = ff_buffer_text(to, ff_classes_names[classes->cells[i]]);
			*to++ = ',';
			to += ff_write_csv_value(to, field, i);
			*to++ = ',';
			to = put_flow(to, flow, i);
			buffer.used = (size_t)(to - buffer.bytes);
		}
	return ff_buffer_flush(&buffer);
}
