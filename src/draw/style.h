/*
 * How pictures are drawn: sizes, ranges, and numbers in print.
 */
#ifndef FF_DRAW_STYLE_H
#define FF_DRAW_STYLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/canvas.h"
#include "draw/palette.h"
#include "draw/scene.h"

enum ff_style_legend { FF_STYLE_LEGEND_AUTO, FF_STYLE_LEGEND_ALWAYS, FF_STYLE_LEGEND_NEVER };

enum {
	FF_STYLE_SCALE_MAX = 256,
	FF_STYLE_CONTOURS_MAX = 1000,
	FF_STYLE_EDITS = 300, /* rectangles; more edits have no marks: they would hide the map */
};

/* A step of a map that changes. */
struct ff_style_step {
	const char *name;                  /* ASCII, first in the legend */
	const struct ff_image_part *edits; /* [count]  edited areas, in cells of the map */
	size_t count;
};

struct ff_style {
	enum ff_colormap colormap;
	enum ff_style_legend legend;
	int scale;    /* pixels a cell's side; 1..FF_STYLE_SCALE_MAX */
	double range; /* the value that has the last colour; 0: see ff_style_range() */
	bool values;  /* print each cell's value in the heatmap, where it fits */
	int contours; /* lines of equal cost in the heatmap */
	const struct ff_style_step *step; /* shown by the heatmap; NULL: none, as in vectors */
};

/*
 * Returns the values that have a heatmap's first and last colour.  Without a range in the style
 * both are round numbers (1, 2 or 5 times a power of ten, or 0) around all values of the scene: a
 * cell that becomes a little farther does not recolour the others.
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

/* Returns the decimals (0 or 1) of a field's values in print. */
int ff_style_decimals(const struct ff_field *field);

/* Returns the length of a scene's longest value in print. */
int ff_style_characters(const struct ff_scene *scene);

/*
 * Returns a scale, in pixels a cell, at which a w x h map is easy to see, at most 32: the largest
 * that keeps its longer side within 640 pixels, or 1024 while cells are below 10.  With 'marks',
 * such as arrows, the largest within 1024 pixels, or 1600 while cells are below 16.  Where 'values'
 * are printed, cells get room for that many characters unless a side exceeds 4096 pixels then.
 */
int ff_style_scale(int32_t w, int32_t h, bool marks, bool values, int characters);

/* Returns the larger font in which that many characters fit into a cell; NULL: none does. */
const struct ff_canvas_font *ff_style_values_font(int scale, int characters);

/* Returns the font of all values of a scene. */
const struct ff_canvas_font *ff_style_font(const struct ff_scene *scene, int scale);

/* Returns half the width of a line, and the radius of a dot, in pixels, in a picture of w x h
 * cells: both are seen where the whole of a large picture is on a screen. */
double ff_style_line(int32_t w, int32_t h, int scale);
double ff_style_dot(int32_t w, int32_t h, int scale);

/* The width of a line's rim, in pixels. */
#define FF_STYLE_RIM 1.25

/*
 * Returns the pixels of a cell's side in the image within an SVG file, where cells are drawn
 * 'scale' pixels large: as few as show where a cell ends even if a viewer smooths images.
 */
int ff_style_grain(int scale);

/* Round numbers: 1, 2 and 5 times the powers of ten. */
enum { FF_STYLE_ROUNDS = 3 * 25 };

/* Returns the k-th round number, 0 <= k < FF_STYLE_ROUNDS, ascending: 1e-6, 2e-6, ..., 5e18. */
double ff_style_round(int k);

/* Returns the largest round number <= value, or the first if all are larger. */
double ff_style_round_down(double value);

/* Returns the least round number >= value, or the last if all are less. */
double ff_style_round_up(double value);

#endif
