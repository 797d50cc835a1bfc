#include "format/read_cost.h"

#include "format/read_movingai.h"
#include "format/read_pgm.h"
#include "format/read_png.h"

static const struct ff_read_cost_format formats[] = {
	{"png", true, ff_read_png_matches, ff_read_png_size, ff_read_png},
	{"pgm", true, ff_read_pgm_matches, ff_read_pgm_size, ff_read_pgm},
	{"movingai", false, ff_read_movingai_matches, ff_read_movingai_size, ff_read_movingai},
};

enum ff_status ff_read_cost_size(struct ff_input *in, const struct ff_read_cost_format **format,
				 struct ff_read_cost_size *size, struct ff_error *err)
{
	enum { HEAD = 16 };
	enum ff_status st;

	if ((st = ff_input_fill(in, HEAD, err)) != FF_OK)
		return st;
	if (in->size == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: is empty", in->name);
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		if (!formats[i].matches(in->data, in->size))
			continue;
		if ((st = formats[i].size(in, size, err)) == FF_OK)
			*format = &formats[i];
		return st;
	}
	return ff_status_fail(err, FF_E_INPUT,
			      "%s: is neither a PNG nor a PGM image nor a MovingAI map", in->name);
}
