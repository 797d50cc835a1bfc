/*
 * Arrows, and where a map has room for them: one in each cell, or one for a block of cells, by how
 * large cells are drawn.
 *
 * Names: ff_arrow.
 */
#ifndef FF_DRAW_ARROW_LAYOUT_H
#define FF_DRAW_ARROW_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/map/field.h"
#include "draw/scene.h"
#include "draw/surface.h"

enum {
	FF_ARROW_SINGLE = 12, /* pixels of a cell that has room for an arrow */
	FF_ARROW_POINTS = 7,  /* of an outline */
};

/* Half an arrow's length, in sides of its square. */
#define FF_ARROW_REACH 0.40

/* The sizes of the arrows of a picture. */
struct ff_arrow_layout {
	int32_t side; /* of the block that an arrow stands for, in cells */
	double size;  /* of an arrow's square, in cells: <= side */
	double pixel; /* the width of a pixel, in cells */
};

/* An arrow in the middle of a cell. */
struct ff_arrow {
	struct ff_point middle; /* in cells */
	double dx, dy;          /* unit vector, y down */
};

/* Returns the layout for cells of 'scale' pixels a side. */
struct ff_arrow_layout ff_arrow_layout_of(double scale);

/*
 * Finds the arrow of the block whose first cell is left,top.  It has the direction of the cell that
 * it stands on, and lies on reached cells only.  False: no arrow fits.
 */
bool ff_arrow_find(const struct ff_arrow_layout *layout, const struct ff_scene *scene, int32_t left,
		   int32_t top, struct ff_arrow *arrow);

/* Sets the outline of an arrow, 'rim' cells larger on all sides: around the shaft and the head,
 * whose tip is the fourth point. */
void ff_arrow_outline(const struct ff_arrow_layout *layout, const struct ff_arrow *arrow,
		      double rim, struct ff_point points[FF_ARROW_POINTS]);

#endif
