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

#include "draw/palette.h"
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

struct ff_view {
	struct ff_world *world; /* borrowed; NULL: the layers were set */
	int32_t w, h;
	void *layers[FF_LAYERS]; /* owned; NULL: not asked for */
	bool fresh[FF_LAYERS];   /* it is that of the last solve */
	bool wide;
	struct ff_fill fills[256], terrain[LEVELS], ground[LEVELS];
	/* How it is painted. */
	enum base base;
	double first, last; /* values of the first and the last colour */
	double least, most; /* costs of the first and the last colour */
	int opacity;        /* percent, of what fills the cells over the ground */
	bool sight;         /* cells that see a goal are tinted */
	bool ready;         /* all layers that these need are there */
	uint8_t pixels[TILE][TILE][4];
};

static const size_t layer_sizes[FF_LAYERS] = {
	[FF_LAYER_COST] = 1,    [FF_LAYER_VALUES] = 8,  [FF_LAYER_DIRECTIONS] = 1,
	[FF_LAYER_VECTORS] = 8, [FF_LAYER_CLASSES] = 1, [FF_LAYER_ALLOCATION] = 4,
	[FF_LAYER_SIGHT] = 4,   [FF_LAYER_EXACT] = 8,
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

/* Makes a view of a world, or of layers that are set; NULL without memory. */
struct ff_view *EXPORT(ff_view_new)(struct ff_world *world, int32_t w, int32_t h, int wide)
{
	struct ff_view *view = calloc(1, sizeof *view);

	if (view == NULL)
		return NULL;
	view->world = world;
	view->w = w;
	view->h = h;
	view->wide = wide != 0;
	for (int i = 0; i < LEVELS; i++) {
		view->terrain[i].colour = ff_palette_terrain(i, LEVELS - 1);
		view->ground[i].colour = ff_palette_ground(i, LEVELS - 1);
	}
	ff_palette_fills(view->fills);
	return view;
}

void EXPORT(ff_view_free)(struct ff_view *view)
{
	for (int i = 0; i < FF_LAYERS; i++)
		free(view->layers[i]);
	free(view);
}

/* Returns the buffer of a layer, for JavaScript to fill; NULL without memory. */
void *EXPORT(ff_view_buffer)(struct ff_view *view, enum ff_layer layer)
{
	size_t size = layer_sizes[layer] << (layer == FF_LAYER_COST && view->wide);

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

/* Sets how the next tiles are painted; returns 0 without memory. */
int EXPORT(ff_view_style)(struct ff_view *view, int base, int colormap, double first, double last,
			  double least, double most, int opacity, int sight)
{
	ff_palette_levels(view->fills, (enum ff_colormap)colormap);
	view->base = (enum base)base;
	view->first = first;
	view->last = last;
	view->least = least;
	view->most = most;
	view->opacity = opacity;
	view->sight = sight && ff_view_layer(view, FF_LAYER_SIGHT) != NULL;
	return ff_view_layer(view, FF_LAYER_COST) != NULL &&
	       ff_view_layer(view, FF_LAYER_VALUES) != NULL &&
	       ff_view_layer(view, FF_LAYER_CLASSES) != NULL &&
	       (view->base != ALLOCATION || ff_view_layer(view, FF_LAYER_ALLOCATION) != NULL);
}

static int level_of(double value, double first, double last)
{
	double part = last > first ? (value - first) / (last - first) * (LEVELS - 1) : 0;

	return !(part > 0) ? 0 : part < LEVELS - 1 ? (int)(part + 0.5) : LEVELS - 1;
}

static struct ff_colour pattern_at(const struct ff_fill *fill, int32_t x, int32_t y)
{
	bool line = false;

	switch (fill->pattern) {
	case FF_PATTERN_PLAIN:
		break;
	case FF_PATTERN_STRIPES:
		line = ((x + y) & 3) == 0;
		break;
	case FF_PATTERN_BACK_STRIPES:
		line = ((x - y) & 3) == 0;
		break;
	case FF_PATTERN_DOTS:
		line = (x & 1) == 0 && (y & 1) == 0;
		break;
	}
	return line ? fill->line : fill->colour;
}

static double cost_at(const struct ff_view *view, size_t cell)
{
	const void *costs = view->layers[FF_LAYER_COST];

	return view->wide ? ((const uint16_t *)costs)[cell] : ((const uint8_t *)costs)[cell];
}

static struct ff_colour colour_at(const struct ff_view *view, int32_t x, int32_t y)
{
	const size_t cell = (size_t)y * (size_t)view->w + (size_t)x;
	const uint8_t class = ((const uint8_t *)view->layers[FF_LAYER_CLASSES])[cell];
	const int32_t *goals = view->layers[FF_LAYER_ALLOCATION];
	const int32_t *seen = view->layers[FF_LAYER_SIGHT];
	struct ff_colour colour, ground;
	int level;

	if (class == FF_WALL)
		return view->fills[FF_PALETTE_WALL].colour;
	level = level_of(cost_at(view, cell), view->least, view->most);
	ground = view->ground[level].colour;
	colour = pattern_at(&view->fills[ff_palette_class(class, 0)], x, y);
	if (view->base == TERRAIN)
		colour = view->terrain[level].colour;
	else if (class == FF_REACHED && view->base == HEATMAP)
		colour = view->fills[level_of(((double *)view->layers[FF_LAYER_VALUES])[cell],
					      view->first, view->last)]
				 .colour;
	else if (class == FF_REACHED && view->base == REACH)
		colour = ff_palette_reached;
	else if (class == FF_REACHED)
		colour = goals[cell] < 0 ? ground : ff_palette_hues[goals[cell] % FF_PALETTE_HUES];
	if (view->opacity < 100)
		colour = ff_palette_mix(ground, colour, view->opacity, 100);
	if (view->sight && seen[cell] >= 0)
		colour = ff_palette_mix(colour, ff_palette_sight, ((x + y) & 3) < 2 ? 75 : 20, 100);
	return colour;
}

/* Paints the cells from x,y on, 'step' of them a pixel, which has the mean of four; pixels outside
 * the map are clear.  Returns [TILE][TILE][4]. */
const uint8_t *EXPORT(ff_view_paint)(struct ff_view *view, int32_t x, int32_t y, int32_t step)
{
	memset(view->pixels, 0, sizeof view->pixels);
	for (int32_t i = 0; i < TILE && y + i * step < view->h; i++)
		for (int32_t k = 0; k < TILE && x + k * step < view->w; k++) {
			uint8_t *pixel = view->pixels[i][k];
			int sums[3] = {0}, parts = step > 1 ? 4 : 1;

			for (int part = 0; part < parts; part++) {
				int32_t cx = x + k * step + part % 2 * (step / 2);
				int32_t cy = y + i * step + part / 2 * (step / 2);
				struct ff_colour colour =
					colour_at(view, cx < view->w ? cx : view->w - 1,
						  cy < view->h ? cy : view->h - 1);

				sums[0] += colour.r;
				sums[1] += colour.g;
				sums[2] += colour.b;
			}
			for (int c = 0; c < 3; c++)
				pixel[c] = (uint8_t)(sums[c] / parts);
			pixel[3] = 255;
		}
	return &view->pixels[0][0][0];
}

/* Writes value, dx, dy and class of every step-th cell, nx * ny of them from x,y on; those outside
 * the map are walls. */
void EXPORT(ff_view_sample)(struct ff_view *view, int32_t x, int32_t y, int32_t step, int32_t nx,
			    int32_t ny, double *to)
{
	const double *values = view->layers[FF_LAYER_VALUES];
	const uint8_t *classes = view->layers[FF_LAYER_CLASSES];

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
		if (view->world != NULL)
			ff_world_vector(view->world, cx, cy, &to[1], &to[2]);
	}
}

/* Returns a colour as 0xRRGGBB: an entry of the heatmap's palette, that of reached cells, the
 * terrain's or a goal's area; or from LINES on the line of a palette entry's pattern. */
uint32_t EXPORT(ff_view_colour)(const struct ff_view *view, int base, int entry)
{
	enum { LINES = ALLOCATION + 1 };
	struct ff_colour colour = base == TERRAIN      ? view->terrain[entry].colour
				  : base == ALLOCATION ? ff_palette_hues[entry % FF_PALETTE_HUES]
				  : base == REACH      ? ff_palette_reached
				  : base == LINES      ? view->fills[entry].line
						       : view->fills[entry].colour;

	return (uint32_t)colour.r << 16 | (uint32_t)colour.g << 8 | colour.b;
}
