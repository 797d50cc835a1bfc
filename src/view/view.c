/*
 * The functions that JavaScript calls besides those of flowfield.h, in pages and in the npm
 * package: it has no structs, and colours cells more slowly.  Compiled for WebAssembly only.
 *
 * A view is a world with copies of its layers, which are made again when they are asked for after a
 * solve.  It is painted in tiles of TILE * TILE pixels.  Without a world it shows layers that were
 * computed elsewhere.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/verify/compare.h"
#include "draw/palette.h"
#include "draw/scale.h"
#include "flowfield.h"
#include "io/digest.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name))) name
#else /* for checkers */
#define EXPORT(name) name
#endif

enum { TILE = 256, LEVELS = FF_PALETTE_LEVELS };

/* Layers that fill the cells. */
enum base { HEATMAP, REACH, TERRAIN, ALLOCATION };

/* The numbers of LEVELS colours. */
struct ramp {
	double first, steps; /* the number of the first colour; colours a unit */
};

struct ff_view {
	struct ff_world *world; /* borrowed; NULL: the layers were set */
	int32_t w, h;
	void *layers[FF_LAYERS]; /* owned; NULL: not asked for */
	bool fresh[FF_LAYERS];   /* it is that of the last solve */
	bool real;               /* costs are floats */
	struct ff_fill fills[256];
	/* How it is painted; colours are pixels of a canvas. */
	enum base base;
	struct ramp range, costs;
	bool ranked; /* colours of values go by rank: by 'scale', in place of 'range' */
	struct ff_scale scale;
	uint32_t *numbers; /* owned; those of the goals, which number the hues of their areas */
	uint32_t opacity;  /* of 256: of what fills the cells over the ground */
	bool sight;        /* cells that see a goal are tinted */
	uint32_t heat[LEVELS], terrain[LEVELS], ground[LEVELS];
	uint32_t classes[FF_CLASSES][2]; /* colour, and that of the pattern's lines */
	enum ff_pattern patterns[FF_CLASSES];
	uint32_t pixels[TILE][TILE];
};

static const size_t layer_sizes[FF_LAYERS] = {
	[FF_LAYER_COST] = 1,    [FF_LAYER_VALUES] = 8,  [FF_LAYER_DIRECTIONS] = 1,
	[FF_LAYER_VECTORS] = 8, [FF_LAYER_CLASSES] = 1, [FF_LAYER_ALLOCATION] = 4,
	[FF_LAYER_SIGHT] = 8,   [FF_LAYER_EXACT] = 8,
};

/* Returns the digest of a solved world's values, that of the program's reports; 0 without memory.
 */
uint64_t EXPORT(ff_view_digest)(struct ff_world *world, int32_t w, int32_t h)
{
	size_t bytes = ff_world_size(world, FF_LAYER_EXACT);
	void *exact = malloc(bytes);
	uint64_t digest = 0;

	if (exact != NULL && ff_world_copy(world, FF_LAYER_EXACT, exact, bytes) == FF_OK)
		digest = ff_digest_longs(w, h, exact);
	free(exact);
	return digest;
}

/* Returns a colour as the pixel of a canvas. */
static uint32_t pixel_of(struct ff_colour colour)
{
	return 0xff000000 | (uint32_t)colour.b << 16 | (uint32_t)colour.g << 8 | colour.r;
}

/* Makes a view of a world, or of layers that are set; NULL without memory. */
struct ff_view *EXPORT(ff_view_new)(struct ff_world *world, int32_t w, int32_t h, int real)
{
	struct ff_view *view = calloc(1, sizeof *view);

	if (view == NULL)
		return NULL;
	view->world = world;
	view->w = w;
	view->h = h;
	view->real = real != 0;
	ff_palette_fills(view->fills);
	for (int i = 0; i < LEVELS; i++) {
		view->terrain[i] = pixel_of(ff_palette_terrain(i, LEVELS - 1));
		view->ground[i] = pixel_of(ff_palette_ground(i, LEVELS - 1));
	}
	for (int class = 0; class < FF_CLASSES; class ++) {
		const struct ff_fill *fill = &view->fills[ff_palette_class((uint8_t) class, 0)];

		view->classes[class][0] = pixel_of(fill->colour);
		view->classes[class][1] = pixel_of(fill->line);
		view->patterns[class] = fill->pattern;
	}
	return view;
}

void EXPORT(ff_view_free)(struct ff_view *view)
{
	for (int i = 0; i < FF_LAYERS; i++)
		free(view->layers[i]);
	free(view->numbers);
	free(view);
}

/* Takes the numbers of the goals: the cells of a mask are goals of one number. */
void EXPORT(ff_view_number)(struct ff_view *view, uint32_t *numbers)
{
	free(view->numbers);
	view->numbers = numbers;
}

/* Returns the buffer of a layer, for JavaScript to fill; NULL without memory. */
void *EXPORT(ff_view_buffer)(struct ff_view *view, enum ff_layer layer)
{
	size_t size = layer == FF_LAYER_COST && view->real ? sizeof(float) : layer_sizes[layer];

	if (view->layers[layer] == NULL)
		view->layers[layer] = malloc(size * (size_t)view->w * (size_t)view->h);
	return view->layers[layer];
}

/* Returns a layer of the last solve; NULL if there is none. */
const void *EXPORT(ff_view_layer)(struct ff_view *view, enum ff_layer layer)
{
	if (view->world == NULL || view->fresh[layer])
		return view->layers[layer];
	if (ff_view_buffer(view, layer) == NULL ||
	    ff_world_copy(view->world, layer, view->layers[layer],
			  ff_world_size(view->world, layer)) != FF_OK)
		return NULL;
	view->fresh[layer] = true;
	return view->layers[layer];
}

/* Solves the world; all layers are old then. */
enum ff_status EXPORT(ff_view_solve)(struct ff_view *view)
{
	memset(view->fresh, 0, sizeof view->fresh);
	return ff_world_solve(view->world);
}

/* Returns the value that is farthest from 0, the end of a scale; NAN if there is none. */
double EXPORT(ff_view_most)(struct ff_view *view)
{
	const double *values = ff_view_layer(view, FF_LAYER_VALUES);
	size_t count = (size_t)view->w * (size_t)view->h;
	double least = 0, most = 0;

	for (size_t i = 0; values != NULL && i < count; i++) {
		if (values[i] > most && values[i] < (double)INFINITY)
			most = values[i];
		if (values[i] < least)
			least = values[i];
	}
	return most > -least ? most : least;
}

static struct ramp ramp_of(double from, double to)
{
	return (struct ramp){from, to > from ? (LEVELS - 1) / (to - from) : 0};
}

/* Finds the ranks of values, as the program's heatmaps do; false, and nothing, if at most half of
 * them are below a tenth of the largest, or without memory. */
static bool find_ranks(struct ff_view *view, double first, double last, double largest)
{
	const size_t cells = (size_t)view->w * (size_t)view->h;
	const double *values = view->layers[FF_LAYER_VALUES];
	const uint8_t *classes = view->layers[FF_LAYER_CLASSES];
	double *sample = malloc(FF_SCALE_SAMPLE * sizeof *sample);
	size_t reached = 0, low = 0, count = 0;
	bool ranked;

	for (size_t i = 0; sample != NULL && i < FF_SCALE_SAMPLE && i < cells; i++) {
		const size_t cell = ff_scale_cell(i, cells);

		if (classes[cell] != FF_REACHED)
			continue;
		reached++;
		low += values[cell] < largest / 10;
		if (values[cell] > 0)
			sample[count++] = values[cell];
	}
	ranked = low > reached / 2;
	if (ranked)
		ff_scale_ranks(&view->scale, sample, count, first, last);
	free(sample);
	return ranked;
}

/* Sets how the next tiles are painted: values from 'first' to 'last' have the colours of a map, by
 * rank where most are far below 'largest', unless that is 0; costs from 'least' to 'most' have
 * those of the ground; opacity in percent.  Returns 0 without memory, 2 if colours go by rank. */
int EXPORT(ff_view_style)(struct ff_view *view, int base, int colormap, double first, double last,
			  double largest, double least, double most, int opacity, int sight)
{
	ff_palette_levels(view->fills, (enum ff_colormap)colormap);
	for (int i = 0; i < LEVELS; i++)
		view->heat[i] = pixel_of(view->fills[i].colour);
	view->base = (enum base)base;
	view->range = ramp_of(first, last);
	view->costs = ramp_of(least, most);
	view->opacity = (uint32_t)opacity * 256 / 100;
	view->sight = sight && ff_view_layer(view, FF_LAYER_SIGHT) != NULL;
	if (ff_view_layer(view, FF_LAYER_COST) == NULL ||
	    ff_view_layer(view, FF_LAYER_VALUES) == NULL ||
	    ff_view_layer(view, FF_LAYER_CLASSES) == NULL ||
	    (view->base == ALLOCATION && ff_view_layer(view, FF_LAYER_ALLOCATION) == NULL))
		return 0;
	view->ranked = largest > 0 && find_ranks(view, first, last, largest);
	return view->ranked ? 2 : 1;
}

static double cost_at(const struct ff_view *view, size_t cell)
{
	const void *costs = view->layers[FF_LAYER_COST];

	return view->real ? (double)((const float *)costs)[cell] : ((const uint8_t *)costs)[cell];
}

static int level_of(double value, struct ramp ramp)
{
	double part = (value - ramp.first) * ramp.steps;

	return !(part > 0) ? 0 : part < LEVELS - 1 ? (int)(part + 0.5) : LEVELS - 1;
}

static bool is_line(enum ff_pattern pattern, int32_t x, int32_t y)
{
	switch (pattern) {
	case FF_PATTERN_PLAIN:
		break;
	case FF_PATTERN_STRIPES:
		return ((x + y) & 3) == 0;
	case FF_PATTERN_BACK_STRIPES:
		return ((x - y) & 3) == 0;
	case FF_PATTERN_DOTS:
		return ((x | y) & 1) == 0;
	}
	return false;
}

/* Returns 'to' over 'from', with 'part' of 256. */
static uint32_t mix(uint32_t from, uint32_t to, uint32_t part)
{
	const uint32_t odd = 0x00ff00ff;
	uint32_t low = (from & odd) * (256 - part) + (to & odd) * part;
	uint32_t high = (from >> 8 & odd) * (256 - part) + (to >> 8 & odd) * part;

	return (low >> 8 & odd) | (high & ~odd);
}

static inline uint32_t pixel_at(const struct ff_view *view, int32_t x, int32_t y)
{
	const size_t cell = (size_t)y * (size_t)view->w + (size_t)x;
	const uint8_t class = ((const uint8_t *)view->layers[FF_LAYER_CLASSES])[cell];
	const double *values = view->layers[FF_LAYER_VALUES];
	const int32_t *labels = view->layers[FF_LAYER_ALLOCATION];
	uint32_t pixel, ground;
	int level;

	if (class == FF_WALL)
		return view->classes[FF_WALL][0];
	level = level_of(cost_at(view, cell), view->costs);
	ground = view->ground[level];
	if (view->base == TERRAIN)
		pixel = view->terrain[level];
	else if (class != FF_REACHED)
		pixel = view->classes[class][is_line(view->patterns[class], x, y)];
	else if (view->base == HEATMAP)
		pixel = view->heat[view->ranked ? ff_scale_part(&view->scale, values[cell]) *
							  (LEVELS - 1) / (FF_SCALE_PARTS - 1)
						: level_of(values[cell], view->range)];
	else if (view->base == REACH)
		pixel = pixel_of(ff_palette_reached);
	else
		pixel = labels[cell] < 0 ? ground
					 : pixel_of(ff_palette_hues[view->numbers[labels[cell]] %
								    FF_PALETTE_HUES]);
	pixel = mix(ground, pixel, view->opacity);
	if (view->sight && ((const int64_t *)view->layers[FF_LAYER_SIGHT])[cell] >= 0)
		pixel = mix(pixel, pixel_of(ff_palette_sight), ((x + y) & 3) < 2 ? 192 : 51);
	return pixel;
}

/* Paints a tile of the heatmap alone, the most common, faster. */
static void paint_values(struct ff_view *view, int32_t x, int32_t y)
{
	const int32_t w = view->w - x < TILE ? view->w - x : TILE;
	const struct ramp range = view->range;

	for (int32_t i = 0; i < TILE && y + i < view->h; i++) {
		const size_t row = (size_t)(y + i) * (size_t)view->w + (size_t)x;
		const uint8_t *classes = (const uint8_t *)view->layers[FF_LAYER_CLASSES] + row;
		const double *values = (const double *)view->layers[FF_LAYER_VALUES] + row;
		uint32_t *restrict pixels = view->pixels[i];

		for (int32_t k = 0; k < w; k++)
			pixels[k] = classes[k] == FF_REACHED
					    ? view->heat[level_of(values[k], range)]
					    : view->classes[classes[k]][is_line(
						      view->patterns[classes[k]], x + k, y + i)];
	}
}

/* Paints the cells from x,y on, 'step' of them a pixel, which has the mean of four; pixels outside
 * the map are clear.  Returns [TILE][TILE]. */
const uint32_t *EXPORT(ff_view_paint)(struct ff_view *view, int32_t x, int32_t y, int32_t step)
{
	const int32_t half = step / 2, right = view->w - 1, bottom = view->h - 1;

	memset(view->pixels, 0, sizeof view->pixels);
	if (step == 1 && view->base == HEATMAP && view->opacity == 256 && !view->sight &&
	    !view->ranked) {
		paint_values(view, x, y);
		return view->pixels[0];
	}
	for (int32_t i = 0; i < TILE && y + i * step <= bottom; i++)
		for (int32_t k = 0; k < TILE && x + k * step <= right; k++) {
			int32_t x0 = x + k * step, y0 = y + i * step;
			int32_t x1 = x0 + half < right ? x0 + half : right;
			int32_t y1 = y0 + half < bottom ? y0 + half : bottom;
			uint32_t pixel = pixel_at(view, x0, y0);

			if (step > 1)
				pixel = mix(
					mix(pixel, pixel_at(view, x1, y0), 128),
					mix(pixel_at(view, x0, y1), pixel_at(view, x1, y1), 128),
					128);
			view->pixels[i][k] = pixel;
		}
	return view->pixels[0];
}

/* Returns a hash of the tile painted last, by which JavaScript finds out whether it changed. */
double EXPORT(ff_view_mark)(const struct ff_view *view)
{
	uint64_t mark = 0;

	for (int i = 0; i < TILE; i++)
		for (int k = 0; k < TILE; k++)
			mark = (mark ^ view->pixels[i][k]) * UINT64_C(0x9e3779b97f4a7c15);
	return (double)(mark >> 11);
}

/* Writes value, dx, dy and class of every step-th cell, nx * ny of them from x,y on; those outside
 * the map are walls. */
void EXPORT(ff_view_sample)(struct ff_view *view, int32_t x, int32_t y, int32_t step, int32_t nx,
			    int32_t ny, double *to)
{
	const double *values = view->layers[FF_LAYER_VALUES];
	const uint8_t *classes = view->layers[FF_LAYER_CLASSES];
	const float *vectors = view->layers[FF_LAYER_VECTORS];

	for (int32_t i = 0; i < nx * ny; i++, to += 4) {
		int32_t cx = x + i % nx * step, cy = y + i / nx * step;
		size_t cell = (size_t)cy * (size_t)view->w + (size_t)cx;

		to[0] = (double)INFINITY;
		to[1] = to[2] = 0;
		to[3] = FF_WALL;
		if (cx < 0 || cy < 0 || cx >= view->w || cy >= view->h)
			continue;
		to[0] = values[cell];
		to[3] = classes[cell];
		if (view->world != NULL) {
			ff_world_vector(view->world, cx, cy, &to[1], &to[2]);
		} else if (vectors != NULL) {
			to[1] = (double)vectors[2 * cell];
			to[2] = (double)vectors[2 * cell + 1];
		}
	}
}

/* Returns the layers of a view to compare, which all are borrowed; rasters[] is set. */
static struct ff_compare_side side_of(struct ff_view *view, struct ff_raster rasters[3])
{
	rasters[0] =
		ff_raster_of_values(view->w, view->h, 1, view->real ? FF_RASTER_F32 : FF_RASTER_U8,
				    view->real ? (double)INFINITY : FF_COST_WALL,
				    (void *)ff_view_layer(view, FF_LAYER_COST));
	rasters[1] = ff_raster_of_values(view->w, view->h, 1, FF_RASTER_F64, (double)INFINITY,
					 (void *)ff_view_layer(view, FF_LAYER_VALUES));
	rasters[2] = ff_raster_of_values(view->w, view->h, 2, FF_RASTER_F32, (double)NAN,
					 (void *)ff_view_layer(view, FF_LAYER_VECTORS));
	return (struct ff_compare_side){
		.classes = ff_view_layer(view, FF_LAYER_CLASSES),
		.directions = ff_view_layer(view, FF_LAYER_DIRECTIONS),
		.costs = rasters[0].cells != NULL ? &rasters[0] : NULL,
		.values = rasters[1].cells != NULL ? &rasters[1] : NULL,
		.vectors = rasters[2].cells != NULL ? &rasters[2] : NULL,
	};
}

/* Compares two views as the program compares their maps: values within 'abs', or 'rel' times the
 * old one, are equal, and cells in 'parts' are not compared.  Writes the numbers of cells that
 * differ, of their areas, and of those that follow, at most 'most': x, y, w, h and cells of each.
 * Returns 0 without memory. */
int EXPORT(ff_view_compare)(struct ff_view *old, struct ff_view *new, double abs, double rel,
			    const struct ff_image_part *parts, uint32_t count, uint32_t most,
			    double *to)
{
	struct ff_raster rasters[2][3];
	const struct ff_compare_question question = {
		.w = old->w,
		.h = old->h,
		.old = side_of(old, rasters[0]),
		.new = side_of(new, rasters[1]),
		.abs = abs,
		.rel = rel,
		.rounding = 0.5e-6, /* that of tables */
		.area_limit = most,
		.ignored = parts,
		.ignored_count = count,
		.pixels = {1, 1},
	};
	struct ff_compare_result result;

	if (ff_compare(&question, &result) != FF_OK)
		return 0;
	*to++ = (double)result.differing;
	*to++ = result.area_count;
	*to++ = result.listed;
	for (uint32_t i = 0; i < result.listed; i++, to += 5) {
		const struct ff_change_area *area = &result.areas[i];

		memcpy(to,
		       (const double[]){area->x, area->y, area->w, area->h, (double)area->cells},
		       5 * sizeof *to);
	}
	ff_compare_free(&result);
	return 1;
}

/* Returns a colour as 0xRRGGBB: an entry of the heatmap's palette, that of reached cells or
 * (1) of those that see a goal, the terrain's or a goal's area; or from LINES on the line of a
 * palette entry's pattern. */
uint32_t EXPORT(ff_view_colour)(const struct ff_view *view, int base, int entry)
{
	enum { LINES = ALLOCATION + 1 };
	struct ff_colour colour = base == TERRAIN      ? ff_palette_terrain(entry, LEVELS - 1)
				  : base == ALLOCATION ? ff_palette_hues[entry % FF_PALETTE_HUES]
				  : base == LINES      ? view->fills[entry].line
				  : base == HEATMAP    ? view->fills[entry].colour
				  : entry > 0          ? ff_palette_sight
						       : ff_palette_reached;

	return (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
}
