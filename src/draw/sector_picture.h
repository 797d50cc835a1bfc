/*
 * What pictures of sectors have in common: the map they are drawn on, and the routes over it.
 */
#ifndef FF_DRAW_SECTOR_PICTURE_H
#define FF_DRAW_SECTOR_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/map/image.h"
#include "core/map/sectors.h"
#include "draw/legend.h"
#include "draw/pens.h"
#include "draw/scene.h"
#include "draw/style.h"

/* The palette's first colours; each picture has its own from FREE on. */
enum {
	FF_SECTOR_PICTURE_SHADES = 4, /* of the cost of cells */
	FF_SECTOR_PICTURE_GROUNDS,    /* open ground: of clear sectors, and the shades of others */
	FF_SECTOR_PICTURE_ROUTES = FF_PENS_HUES, /* different routes */

	FF_SECTOR_PICTURE_OPEN = 0, /* of sectors that are not computed */
	FF_SECTOR_PICTURE_COMPUTED = FF_SECTOR_PICTURE_OPEN + FF_SECTOR_PICTURE_GROUNDS,
	FF_SECTOR_PICTURE_WALL =
		FF_SECTOR_PICTURE_COMPUTED + FF_SECTOR_PICTURE_GROUNDS, /* ... in computed */
	FF_SECTOR_PICTURE_LINE,                                         /* between sectors */
	FF_SECTOR_PICTURE_WALL_LINE,                                    /* ... through walls */
	FF_SECTOR_PICTURE_ROUTE,
	FF_SECTOR_PICTURE_FREE = FF_SECTOR_PICTURE_ROUTE + FF_SECTOR_PICTURE_ROUTES,
};

/* All is borrowed, and of one map. */
struct ff_sector_picture {
	const struct ff_scene *scene;
	const struct ff_portal_graph *graph;
	const struct ff_routes *routes;
	uint8_t shades[256]; /* of each cost: 0..FF_SECTOR_PICTURE_SHADES - 1 */
	bool seen[256];      /* which colours cells have */
};

/* ff_sector_picture_set() looks at each cell once. */
void ff_sector_picture_set(struct ff_sector_picture *map, const struct ff_scene *scene,
			   const struct ff_portal_graph *graph, const struct ff_routes *routes);

/* What a legend says of all that; points into itself: not to be copied. */
enum { FF_SECTOR_PICTURE_SWATCHES = 4 + FF_LEGEND_FIXED + FF_SECTOR_PICTURE_ROUTES };
struct ff_sector_picture_legend {
	struct ff_legend_swatch swatches[FF_SECTOR_PICTURE_SWATCHES];
	size_t count;
	char routes[FF_SECTOR_PICTURE_ROUTES + 1][48];
};

/* ff_sector_picture_legend() lists what occurs and can be told apart in that look. */
void ff_sector_picture_legend(const struct ff_sector_picture *map, enum ff_palette_look look,
			      struct ff_sector_picture_legend *legend);

/*
 * ff_sector_picture_draw() sets the palette below FREE, and draws the cells and the lines between
 * sectors.  A line is ff_sector_picture_line() pixels wide and lies on the cells to the right of a
 * border or below it; where cells are pixels, windows lie on the line.
 */
void ff_sector_picture_draw(const struct ff_sector_picture *map, struct ff_image *image, int scale,
			    enum ff_palette_look look, const struct ff_machine *machine);
int ff_sector_picture_line(int scale);

/*
 * ff_sector_picture_pens() makes what routes are drawn with, after ff_sector_picture_draw().
 *
 *   grounds  [count]  colours from FREE on that routes may run over
 *   next     as ff_stroke_mix() has it
 */
void ff_sector_picture_pens(struct ff_pens *pens, struct ff_image *image, const uint8_t *grounds,
			    size_t count, int *next);

/*
 * ff_sector_picture_routes() draws the routes as the graph has them: straight from the centre of
 * the source over the nodes to the goal, walls or not, merged parts once;
 * ff_sector_picture_ends() dots where they begin and end, and marks where goals are.
 */
void ff_sector_picture_routes(const struct ff_sector_picture *map, struct ff_image *image,
			      int scale, const struct ff_pens *pens);
void ff_sector_picture_ends(const struct ff_sector_picture *map, struct ff_image *image, int scale,
			    const struct ff_pens *pens);

/*
 * ff_sector_picture_paths() draws what is walked instead: from the centre of each source from cell
 * to cell along the scene's directions.  Where paths meet they are one, which has the colour of the
 * first.
 *
 *   steps  ff_sector_picture_steps(): [routes], how many steps each path goes until it ends or
 *          comes to a cell of an earlier one; to be freed; NULL: no memory
 */
size_t *ff_sector_picture_steps(const struct ff_sector_picture *map);
void ff_sector_picture_paths(const struct ff_sector_picture *map, const size_t *steps,
			     struct ff_image *image, int scale, const struct ff_pens *pens);

/* ff_sector_picture_place() is the centre of a cell, in pixels: that of one of its pixels, so that
 * thin lines are sharp. */
void ff_sector_picture_place(const struct ff_sector_picture *map, int scale, uint32_t cell,
			     double at[2]);

/* ff_sector_picture_colour() is the colour of route 'i', and ff_sector_picture_pen() what it is
 * drawn with: routes that the legend does not name look the same. */
uint8_t ff_sector_picture_colour(const struct ff_sector_picture *map, size_t i);
const struct ff_stroke *ff_sector_picture_pen(const struct ff_sector_picture *map,
					      const struct ff_pens *pens, size_t i);

#endif
