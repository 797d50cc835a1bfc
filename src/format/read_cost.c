#include "format/read_cost.h"

#include "format/read_movingai.h"
#include "format/read_pgm.h"
#include "format/read_png.h"

static const struct ff_read_cost_format formats[] = {
	{"png", true, ff_read_png_matches, ff_read_png_size, ff_read_png, ff_read_png_colours},
	{"pgm", true, ff_read_pgm_matches, ff_read_pgm_size, ff_read_pgm, NULL},
	{"movingai", false, ff_read_movingai_matches, ff_read_movingai_size, ff_read_movingai,
	 NULL},
};

/* The line that matches; NULL: none. */
static enum ff_status find(struct ff_input *in, const struct ff_read_cost_format **format,
			   struct ff_error *err)
{
	enum { HEAD = 16 };
	enum ff_status st = ff_input_fill(in, HEAD, err);

	*format = NULL;
	for (size_t i = 0; i < sizeof formats / sizeof formats[0] && st == FF_OK; i++)
		if (*format == NULL && formats[i].matches(in->data, in->size))
			*format = &formats[i];
	return st;
}

enum ff_status ff_read_cost_known(struct ff_input *in, bool *known, struct ff_error *err)
{
	const struct ff_read_cost_format *found;
	enum ff_status st = find(in, &found, err);

	*known = found != NULL;
	return st;
}

enum ff_status ff_read_cost_size(struct ff_input *in, const struct ff_read_cost_format **format,
				 struct ff_read_cost_size *size, struct ff_error *err)
{
	const struct ff_read_cost_format *found;
	enum ff_status st;

	if ((st = find(in, &found, err)) != FF_OK)
		return st;
	if (in->size == 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: is empty", in->name);
	if (found == NULL)
		return ff_status_fail(
			err, FF_E_INPUT,
			"%s: is neither a PNG nor a PGM image, nor a MovingAI map, nor "
			"a .yaml with the key image",
			in->name);
	if ((st = found->size(in, size, err)) == FF_OK)
		*format = found;
	return st;
}
