/*
 * How pictures are drawn: sizes, ranges, and numbers in print.
 */
#ifndef FF_DRAW_STYLE_H
#define FF_DRAW_STYLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/palette.h"
#include "draw/scale.h"
#include "draw/scene.h"

enum ff_style_legend { FF_STYLE_LEGEND_AUTO, FF_STYLE_LEGEND_ALWAYS, FF_STYLE_LEGEND_NEVER };

/*
 * Layers of marks that --with draws over any picture of the map, a row each:
 *
 *	X(ID, name, word, most, usual)
 *
 *   ID     its bit is FF_STYLE_ID
 *   name   ff_marks_add_NAME() adds it to a picture
 *   word   of --with
 *   most   the largest N of NAME=N; 0: it has no number
 *   usual  N unless it is given
 */
#define FF_STYLE_LAYER_ROWS(X)                              \
	X(VALUES, values, "values", 0, 0)                   \
	X(ARROWS, arrows, "arrows", 0, 0)                   \
	X(STREAMLINES, streamlines, "streamlines", 1000, 0) \
	X(CONTOURS, contours, "contours", 1000, 10)         \
	X(BANDS, bands, "bands", 100, 8)                    \
	X(PATHS, paths, "paths", 0, 0)                      \
	X(PORTALS, portals, "portals", 0, 0)                \
	X(GRAPH_ALL, graph_all, "graph-all", 0, 0)          \
	X(SIGHT, sight, "sight", 0, 0)                      \
	X(DETOUR, detour, "detour", 0, 0)                   \
	X(CLEARANCE, clearance, "clearance", 0, 0)          \
	X(CHOKES, chokes, "chokes", 100, 10)                \
	X(RIDGES, ridges, "ridges", 0, 0)                   \
	X(GRID, grid, "grid", 10000, 0)

enum {
#define NUMBER(id, ...) FF_STYLE_NUMBER_##id,
	FF_STYLE_LAYER_ROWS(NUMBER)
#undef NUMBER
		FF_STYLE_LAYERS, /* number of layers */
};
enum ff_style_layer {
#define LAYER(id, ...) FF_STYLE_##id = 1 << FF_STYLE_NUMBER_##id,
	FF_STYLE_LAYER_ROWS(LAYER)
#undef LAYER
};

/* The layers of measures of all cells. */
enum {
	FF_STYLE_MEASURES =
		FF_STYLE_DETOUR | FF_STYLE_CLEARANCE | FF_STYLE_CHOKES | FF_STYLE_RIDGES,
};

/* The names of the layers, by the number of their bit. */
extern const char *const ff_style_layer_names[FF_STYLE_LAYERS];

/* The largest and the usual numbers of the layers. */
struct ff_style_layer_range {
	int most, usual;
};
extern const struct ff_style_layer_range ff_style_layer_ranges[FF_STYLE_LAYERS];

enum {
	FF_STYLE_SCALE_MAX = 256,
	FF_STYLE_BLOCK_MAX = 1024,
	FF_STYLE_EDITS = 300, /* areas of a step; more have no marks: they would hide the map */
};

/* A place of a map that is edited, in an animation. */
struct ff_style_edit {
	struct ff_image_part area; /* in cells */
	int age;                   /* steps since, 0..FF_STYLE_AGES-1: its mark fades */
};
enum { FF_STYLE_AGES = 3 };

/* The edits that a frame shows. */
struct ff_style_edits {
	const struct ff_style_edit *items; /* [count]  borrowed; later ones are seen above others */
	size_t count;
};

struct ff_style {
	enum ff_colormap colormap;
	enum ff_scale_kind color_scale;
	enum ff_style_legend legend;
	bool bare;    /* the map alone: no title, no ticks; a legend only if always */
	int scale;    /* pixels a cell's side; 1..FF_STYLE_SCALE_MAX; 0: not chosen */
	int block;    /* cells a pixel's side; 1, or more if scale is 1 */
	int overview; /* pixels that a map's longer side has at most; 0: any */
	/* of the map among cells of the file, the first one's centre at 0,0; or in the world, if
	 * it has a place there; a resolution of 0: one of a cell */
	struct ff_georeference place;
	bool metres;   /* 'place' is in the world */
	double range;  /* the value that has the last colour; 0: see ff_style_range() */
	unsigned with; /* marks over the picture: bits of enum ff_style_layer */
	/* of the layers: about that many contours, or bands, at round values; least percent of
	 * chokes; cells between lines of the grid, 0: as between ticks */
	int numbers[FF_STYLE_LAYERS];
	const char *title; /* line above the map; borrowed; NULL: none */
	/* line below the map that changes from frame to frame; "": kept free; borrowed; NULL: none
	 */
	const char *counter;
	const struct ff_style_edits *edits; /* borrowed; NULL: the picture is not about edits */
};

/*
 * Returns the values that have a heatmap's first and last colour.  Without a range in the style
 * both are those of ff_style_round_away() around all values of the scene: a cell that becomes a
 * little farther seldom recolours the others.
 */
struct ff_style_range {
	double first, last;
};
struct ff_style_range ff_style_range(const struct ff_style *style, const struct ff_scene *scene);

/*
 * Returns the costs that have the first and the last colour of the ground: the least on the map,
 * and the next round number from the largest on, at most 254, so that an edited cost seldom changes
 * the colours of others.  Both are equal where all costs are.
 */
struct ff_cost_range ff_style_costs(const struct ff_cost *cost);

/* Prints a value with that many decimals (0 or 1), a '-' where it is below 0, and a NUL; returns
 * its length.  The same on every machine. */
enum { FF_STYLE_PRINT = 24 };
int ff_style_print(char to[FF_STYLE_PRINT], double value, int decimals);

/* Prints a coordinate, with a decimal only where it has one: 12, 12.5.  Returns 'to'. */
const char *ff_style_print_coordinate(char to[FF_STYLE_PRINT], double value);

/* Prints a point of a picture of h rows, in cells, cell 0 covering 0..1, in the coordinates of its
 * ticks: "12.5,3", or in a world "1.5m,-2m". */
void ff_style_print_place(char to[FF_GEOREFERENCE_NAME], const struct ff_style *style, int32_t h,
			  double x, double y);

/* Prints how many percent of 'all', at least 1, a part is: 69.9; of a part that is neither 0 nor
 * all never 0.0 or 100.0, but <0.1 or 99.9.  Returns 'to'. */
const char *ff_style_print_share(char to[FF_STYLE_PRINT], uint64_t part, uint64_t all);

/* Returns the decimals (0 or 1) of a field's values in print. */
int ff_style_decimals(const struct ff_field *field);

/* Returns the length of a scene's longest value in print. */
int ff_style_characters(const struct ff_scene *scene);

/* The pixels of the longer side of a picture, and of an animation, whose files would become large.
 */
enum { FF_STYLE_PICTURE = 1600, FF_STYLE_ANIMATION = 800 };

/*
 * Chooses scale and block for a map of w x h cells, unless the style has a scale; by the overview
 * if it has one.
 *
 *   side        the longer side is about that many pixels: FF_STYLE_PICTURE or FF_STYLE_ANIMATION
 *   characters  of the longest value, for FF_STYLE_VALUES; else any
 *
 * The scale is the largest up to 64 that keeps the longer side within 'side'; it is larger where
 * values need room, unless a side would exceed 4096 pixels.  A map that is longer than 5/4 of
 * 'side' in cells is drawn smaller: a pixel then stands for the least block of cells that brings
 * the longer side within these 5/4.
 */
void ff_style_scale(struct ff_style *style, int32_t w, int32_t h, int side, int characters);

/* Prints the pixels a cell, such as "8" or "1/4", and a NUL. */
void ff_style_print_scale(char to[FF_STYLE_PRINT], const struct ff_style *style);

/* Round numbers: 1, 2 and 5 times the powers of ten. */
enum { FF_STYLE_ROUNDS = 3 * 25 };

/* Returns the k-th round number, 0 <= k < FF_STYLE_ROUNDS, ascending: 1e-6, 2e-6, ..., 5e18. */
double ff_style_round(int k);

/* Returns the largest round number <= value, or the first if all are larger. */
double ff_style_round_down(double value);

/* Returns the least round number >= value, or the last if all are less. */
double ff_style_round_up(double value);

/* Returns the next number away from 0 that is easy to read, at most a tenth more: the end of a
 * scale.
 */
double ff_style_round_away(double value);

#endif
