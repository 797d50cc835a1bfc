#include "cli/layer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/outputs.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/field.h"
#include "io/digest.h"

static struct ff_raster bytes(const struct ff_solution *s, void *cells)
{
	return (struct ff_raster){.w = s->field.w,
				  .h = s->field.h,
				  .channels = 1,
				  .type = FF_RASTER_U8,
				  .unit = 1,
				  .none = (double)NAN,
				  .cells = cells};
}

static struct ff_raster labels(const struct ff_solution *s, const struct ff_labels *labels)
{
	struct ff_raster raster = bytes(s, NULL);

	raster.type = FF_RASTER_U32;
	raster.none = FF_LABELS_NONE;
	raster.cells = labels->cells;
	return raster;
}

static struct ff_raster integration(const struct ff_solution *s)
{
	static const struct {
		enum ff_raster_type type;
		double none;
	} types[FF_FIELD_TYPES] = {
		[FF_FIELD_U32] = {FF_RASTER_U32, FF_FIELD_NONE32},
		[FF_FIELD_U64] = {FF_RASTER_U64, (double)FF_FIELD_NONE64},
		[FF_FIELD_F64] = {FF_RASTER_F64, FF_FIELD_NONEF},
	};
	struct ff_raster raster = bytes(s, s->field.cells);

	raster.type = types[s->field.type].type;
	raster.none = types[s->field.type].none;
	raster.unit = s->field.unit;
	raster.zero = s->field.zero;
	return raster;
}

static struct ff_raster directions(const struct ff_solution *s, enum ff_encoding encoding)
{
	struct ff_raster raster = bytes(s, s->flow.cells);

	if (encoding != FF_ENCODING_INDEX)
		raster.directions = ff_encoding_numbers[encoding];
	if (encoding == FF_ENCODING_DEGREES)
		raster.type = FF_RASTER_F32;
	return raster;
}

static struct ff_raster vectors(const struct ff_solution *s)
{
	struct ff_raster raster = bytes(s, s->flow.cells);

	raster.channels = 2;
	raster.type = FF_RASTER_F32;
	if (s->flow.vectors != NULL)
		raster.cells = s->flow.vectors;
	else
		raster.directions = &ff_flow_units[0].dx;
	return raster;
}

/* How many come through each cell, or how long they are there. */
static struct ff_raster traffic(const struct ff_solution *s, const struct ff_options *options)
{
	struct ff_raster raster = bytes(s, s->walk.tally.visits);

	if (options->walk.traffic_all)
		return labels(s, &s->walk.all);
	raster.type = FF_RASTER_U32;
	if (options->walk.traffic_in == FF_OPTIONS_TRAFFIC_SECONDS) {
		raster.type = FF_RASTER_F64;
		raster.cells = s->walk.tally.seconds;
	}
	return raster;
}

static struct ff_raster floats(const struct ff_solution *s, float *cells)
{
	struct ff_raster raster = bytes(s, NULL);

	raster.type = FF_RASTER_F32;
	raster.none = (double)INFINITY;
	raster.cells = cells;
	return raster;
}

struct ff_raster ff_layer_raster(enum ff_options_output kind, const struct ff_options *options,
				 const struct ff_solution *s)
{
	switch (kind) {
	case FF_OPTIONS_TRAFFIC:
		return traffic(s, options);
	case FF_OPTIONS_DENSITY:
		return floats(s, s->walk.tally.density);
	case FF_OPTIONS_SPEED_MAP:
		return floats(s, s->walk.speeds);
	case FF_OPTIONS_INTEGRATION:
		return integration(s);
	case FF_OPTIONS_COST:
		return bytes(s, s->scene.map->cells);
	case FF_OPTIONS_REACH:
		return bytes(s, s->classes.cells);
	case FF_OPTIONS_ALLOCATION:
		return labels(s, &s->allocation);
	case FF_OPTIONS_REGIONS:
		return labels(s, &s->regions);
	case FF_OPTIONS_TIES:
		return labels(s, &s->ties);
	case FF_OPTIONS_VECTORS:
		return vectors(s);
	default:
		return directions(s, options->encoding);
	}
}

/* Place, size, cost and level of each goal, as doubles; then the mask's digest, in halves, and
 * where the map lies. */
static enum ff_status digest_goals(const struct ff_problem *problem, uint64_t *out,
				   struct ff_error *err)
{
	enum { EACH = 6 };
	const struct ff_georeference *place = &problem->place;
	const struct ff_goals *goals = &problem->given;
	int32_t w = problem->size.w, h = problem->size.h;
	uint64_t mask = goals->mask == NULL ? 0 : ff_digest_bytes(w, h, goals->mask);
	double *numbers, *to;

	if (goals->count >= INT32_MAX ||
	    (numbers = to = ff_memory_cells((int32_t)goals->count + 1, EACH, sizeof *numbers)) ==
		    NULL)
		return ff_status_nomem(err, "goals");
	for (size_t i = 0; i < goals->count; i++) {
		const struct ff_goal *goal = &goals->items[i];
		const double each[EACH] = {
			goal->x, goal->y, goal->w, goal->h, (double)goal->start, goal->level};

		memcpy(to, each, sizeof each);
		to += EACH;
	}
	memcpy(to,
	       (const double[EACH]){(double)(mask >> 32), (double)(uint32_t)mask, place->x,
				    place->y, place->resolution},
	       EACH * sizeof *to);
	*out = ff_digest_longs(EACH, (int32_t)goals->count + 1, numbers);
	free(numbers);
	return FF_OK;
}

enum ff_status ff_layer_digest(const struct ff_problem *problem, const struct ff_options *options,
			       struct ff_layer_digests *out, struct ff_error *err)
{
	*out = (struct ff_layer_digests){
		.cost = ff_digest_bytes(problem->map.w, problem->map.h, problem->map.cells)};
	return options->goal_file_count == 0 && !problem->described
		       ? FF_OK
		       : digest_goals(problem, &out->goals, err);
}

/* As few decimals as read back to the same number: readers want no exponent. */
static void print_scale(char *to, size_t size, double scale)
{
	enum { PLACES = 27 }; /* that ff_number_decimal() reads */
	double again;
	int n;

	for (int places = 0; places <= PLACES; places++) {
		n = snprintf(to, size, "%.*f", places, scale);
		if (ff_number_decimal(to, (size_t)n, 0, 1e9, &again) == FF_NUMBER_OK &&
		    again >= scale && again <= scale)
			return;
	}
}

void ff_layer_texts(struct ff_layer_texts *texts, const struct ff_plan_item *item,
		    const struct ff_options *options, const struct ff_layer_digests *digests)
{
	struct ff_write_png_text *to = texts->items;

	snprintf(texts->digest, sizeof texts->digest, "%016" PRIx64, digests->cost);
	snprintf(texts->goals, sizeof texts->goals, "%016" PRIx64, digests->goals);
	print_scale(texts->scale, sizeof texts->scale, options->scale_values);
	*to++ = (struct ff_write_png_text){"Software", "flowfield " FF_VERSION};
	*to++ = (struct ff_write_png_text){"Options", options->recorded};
	*to++ = (struct ff_write_png_text){"Cost digest", texts->digest};
	if (options->goal_file_count > 0 || digests->goals != 0)
		*to++ = (struct ff_write_png_text){"Goals digest", texts->goals};
	*to++ = (struct ff_write_png_text){"Layer", ff_options_output_names[item->kind]};
	if (ff_outputs_data(item->format) != NULL && item->kind == FF_OPTIONS_INTEGRATION &&
	    options->scale_values > 0)
		*to++ = (struct ff_write_png_text){"Scale", texts->scale};
	if (item->map != NULL)
		*to++ = (struct ff_write_png_text){"Map", item->map};
	texts->count = (size_t)(to - texts->items);
}

void ff_layer_picture_texts(struct ff_layer_texts *texts, const struct ff_style *style,
			    const struct ff_scene *scene, const struct ff_style_range *colours)
{
	struct ff_write_png_text *to = texts->items + texts->count;

	snprintf(texts->map, sizeof texts->map, "%" PRId32 "x%" PRId32, scene->cost->w,
		 scene->cost->h);
	snprintf(texts->cell, sizeof texts->cell, "%d", style->scale);
	*to++ = (struct ff_write_png_text){"Map size", texts->map};
	*to++ = (struct ff_write_png_text){"Pixels per cell", texts->cell};
	if (colours != NULL) {
		snprintf(texts->colours, sizeof texts->colours, "%s %.15g..%.15g",
			 ff_colormap_names[style->colormap], colours->first, colours->last);
		*to++ = (struct ff_write_png_text){"Colours", texts->colours};
	}
	texts->count = (size_t)(to - texts->items);
}

struct ff_write_raster ff_layer_data(const struct ff_plan_item *item,
				     const struct ff_options *options,
				     const struct ff_problem *problem,
				     const struct ff_solution *solution,
				     const struct ff_layer_texts *texts)
{
	struct ff_georeference place = problem->place;
	bool measures = item->kind == FF_OPTIONS_INTEGRATION;

	if (options->subdivide)
		place.resolution /= 2;
	return (struct ff_write_raster){
		.name = item->path,
		.raster = ff_layer_raster(item->kind, options, solution),
		.none = measures ? "inf" : "-1",
		.npy_none = measures ? options->none : FF_WRITE_RASTER_NONES,
		.measures = measures,
		.scale = measures ? options->scale_values : 0,
		.place = place,
		.texts = texts->items,
		.text_count = texts->count,
	};
}
