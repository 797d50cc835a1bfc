/*
 * A picture before it is painted: cells, and a list of marks over them.  Two back ends paint it, as
 * pixels and as SVG.
 *
 * A file draw_*.c fills a struct ff_picture: how cells look, which marks lie over them, and what
 * the legend says.  Marks of a kind are one entry of the list, however many they are: they are
 * generated while they are painted.
 *
 * Names: ff_picture, ff_base, ff_mark.
 */
#ifndef FF_DRAW_PICTURE_H
#define FF_DRAW_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/machine.h"
#include "core/base/status.h"
#include "core/map/image.h"
#include "core/map/walkers.h"
#include "draw/arrow_layout.h"
#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/palette.h"
#include "draw/scene.h"
#include "draw/style.h"
#include "draw/svg.h"

/* ---- the base layer ---- */

/* Entries from 0 on are the ground's, by its cost; what lies on it has the rest. */
enum { FF_BASE_SHADES = 6 };

/* Sets the level of each cost of a map: 0 of the cheapest .. count-1. */
void ff_base_levels(const struct ff_cost *cost, int count, uint8_t levels[256]);

/* A quiet base layer: open ground is the darker the more it costs. */
struct ff_base {
	const struct ff_scene *scene; /* borrowed */
	uint8_t shades[256];          /* of each cost */
	bool seen[256];               /* entries that cells have */
};

/* Fills a base layer; it reads each cell once. */
void ff_base_set(struct ff_base *base, const struct ff_scene *scene);

/* Sets a row of cells; 'context' is a base.  For ff_canvas_cells(). */
void ff_base_row(const void *context, int32_t y, uint8_t *colours);

/* Sets the entries of cells. */
void ff_base_palette(struct ff_image *image);

/* Lists the entries that occur; returns their number. */
enum { FF_BASE_SWATCHES = 2 + FF_LEGEND_FIXED, FF_BASE_GROUNDS = FF_BASE_SHADES + 4 };
size_t ff_base_legend(const struct ff_base *base,
		      struct ff_legend_swatch swatches[FF_BASE_SWATCHES]);

/* All entries that cells of a base layer may have. */
extern const uint8_t ff_base_grounds[FF_BASE_GROUNDS];

/* ---- marks ---- */

struct ff_picture;
struct ff_picture_pixels;

enum ff_mark_kind {
	FF_MARK_OUTLINES, /* cells without a value, over marks that ran into them */
	FF_MARK_CONTOURS, /* lines of equal value: style->contours of them */
	FF_MARK_NUMBERS,  /* the cells' values, where they fit */
	FF_MARK_ARROWS,
	FF_MARK_WHEEL, /* a legend of directions in a corner of the map */
	FF_MARK_LINES, /* polylines on a pale rim */
	FF_MARK_DOTS,  /* and crosses */
	FF_MARK_GOALS, /* rings and frames around goals */
	FF_MARK_EDITS, /* lines around edited cells: those of style->step */
	FF_MARK_OWN,   /* painted by the picture itself; pixels only */
	FF_MARK_KINDS,
};

struct ff_mark_line {
	const struct ff_path_point *points; /* [count] */
	size_t count;
	uint8_t colour; /* one of the picture's routes, or FF_PALETTE_UNREACHED */
	uint64_t id;    /* SVG: "path-" and this... */
	uint32_t group; /* ... of class "group-" and this */
};

struct ff_mark_dot {
	double x, y;    /* in cells */
	uint8_t colour; /* as of lines, or FF_PALETTE_GOAL */
	bool cross;     /* of ink */
};

/* Earlier lines lie above later ones, and all lie on the rims of all: where many meet they are one
 * broad way.  Lengths are in pixels. */
struct ff_mark {
	enum ff_mark_kind kind;
	union {
		struct {
			double least, most; /* values of the first and the last level */
		} contours;
		struct {
			/* Returns the entry of a cell that has a value. */
			uint8_t (*under)(const void *context, size_t cell);
		} numbers;
		const struct ff_arrow_layout *arrows;
		struct {
			size_t count;
			/* Sets line 'i'; false: there is none. */
			bool (*line)(const void *context, size_t i, struct ff_mark_line *line);
			double radius, rim; /* half a line's width; how much wider its rim is */
			bool outside_goals; /* lines end at the edges of goals */
		} lines;
		struct {
			size_t count;
			/* Sets dot 'i'; false: there is none. */
			bool (*dot)(const void *context, size_t i, struct ff_mark_dot *dot);
			double radius, rim;
			double line; /* half the width of a cross's lines */
		} dots;
		void (*own)(const void *context, struct ff_picture_pixels *pixels);
	};
};

/* A ring or frame around a goal: six layers of one pixel, from its inside outwards, to be seen on
 * any background. */
enum { FF_MARK_LAYERS = 6 };

/* The innermost layer; each further one is a pixel farther out. */
struct ff_mark_ring {
	bool round;
	int64_t x, y; /* pixels: the ring's middle, or the frame's top left corner */
	int radius;   /* of a ring */
	int64_t w, h; /* of a frame */
	uint8_t colour;
};

/* Returns the entry of layer 0..FF_MARK_LAYERS-1. */
uint8_t ff_mark_layer(const struct ff_mark_ring *ring, int layer);

/*
 * Calls 'put' for the mark of each goal: a ring around each place, and a frame around each area,
 * where cells are too small to be found at a glance, unless there are too many goals for that.  The
 * goals of a mask have none.  In flee maps, whose goals are not drawn as cells, they are always
 * there, and black.
 */
void ff_mark_each_goal(const struct ff_scene *scene, int scale,
		       void (*put)(void *context, const struct ff_mark_ring *ring), void *context);

/* A cell's value in print. */
struct ff_mark_number {
	char text[FF_STYLE_PRINT];
	int length;
	int64_t x, y;  /* the cell */
	uint8_t under; /* its entry */
};

/* Calls 'put' for the value of each cell with room for it. */
void ff_mark_each_number(const struct ff_picture *picture, const struct ff_mark *mark,
			 void (*put)(void *context, const struct ff_mark_number *number),
			 void *context);

/* The wheel: its radius, its hub's, and the side of its box, in pixels. */
enum { FF_MARK_WHEEL_RADIUS = 44, FF_MARK_WHEEL_HUB = 10, FF_MARK_WHEEL_SIDE = 120 };

/* Sets x,y to the box's place: the corner of the map where it hides least.  False where the picture
 * is too small for it. */
bool ff_mark_place_wheel(const struct ff_scene *scene, int scale, int64_t *x, int64_t *y);

/* The letters around the wheel; x,y is a letter's top left corner, from the middle. */
enum { FF_MARK_LETTERS = 4 };
struct ff_mark_letter {
	const char *text;
	int x, y;
};
extern const struct ff_mark_letter ff_mark_letters[FF_MARK_LETTERS];

/* ---- pictures ---- */

enum { FF_PICTURE_MARKS = 8 };

struct ff_picture {
	int32_t w, h; /* cells */
	const struct ff_style *style;
	const struct ff_machine *machine;
	const struct ff_scene *scene; /* NULL: there are only cells and OWN marks */
	const char *id;               /* SVG: of the layer of the cells */

	/* The cells: sets the entries of row 'y'; may be called for several rows at a time. */
	void (*row)(const void *context, int32_t y, uint8_t *colours);
	/* Sets the picture's own entries, and changes fixed ones. */
	void (*palette)(const struct ff_picture *picture, struct ff_image *image);
	const void *context; /* of all functions of the picture and its marks */

	struct ff_mark marks[FF_PICTURE_MARKS]; /* [mark_count]  from below to above */
	size_t mark_count;

	/* For LINES and DOTS: the first of FF_PALETTE_ROUTES entries for their hues; entries that
	 * their edges are mixed with; and the first entry for mixtures. */
	int routes;
	const uint8_t *grounds;
	size_t ground_count;
	int free;

	struct ff_legend legend;
};

/* Adds a mark above all others; returns it. */
struct ff_mark *ff_picture_add(struct ff_picture *picture, enum ff_mark_kind kind);

/*
 * Paints a picture as pixels.  The caller owns image->pixels and passes it to free().  Returns
 * FF_OK; FF_E_LIMIT if the picture is too large; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_picture_draw(const struct ff_picture *picture, struct ff_image *image,
			       struct ff_error *err);

/* Paints a picture as the text of an SVG file: see ff_draw_heatmap_svg(). */
enum ff_status ff_picture_put(const struct ff_picture *picture, const struct ff_svg_about *about,
			      char **text, size_t *size, struct ff_error *err);

/* The strokes of lines and dots. */
struct ff_picture_pens {
	struct ff_stroke routes[FF_PALETTE_ROUTES];
	struct ff_stroke rim, unreached, goal, ink;
};

/* A picture being painted as pixels. */
struct ff_picture_pixels {
	const struct ff_picture *picture;
	struct ff_image *image;
	int scale;
	int free;   /* the first entry for mixtures */
	bool mixed; /* 'pens' are set */
	struct ff_picture_pens pens;
};

/* Mixes the pens if they are not yet. */
void ff_picture_mix(struct ff_picture_pixels *pixels);

/* Returns the pen of an entry: see struct ff_mark_line and ff_mark_dot. */
const struct ff_stroke *ff_picture_pen(const struct ff_picture_pixels *pixels, uint8_t colour);

/* Sets 'at' to the pixel of a point of the map, so that lines through centres are sharp. */
void ff_picture_place(int scale, double x, double y, double at[2]);

/* Draws the marks of goals. */
void ff_picture_draw_goals(struct ff_image *image, const struct ff_scene *scene, int scale);

/* Draws a line, which is seen on any background, around all that is in one of 'items' [count],
 * rectangles in cells; none if they are more than FF_STYLE_EDITS. */
void ff_picture_draw_edits(struct ff_image *image, int scale, const struct ff_image_part *items,
			   size_t count);

/* SVG: adds the outlines of all cells of an entry of the image of cells, 'grain' pixels each, as
 * one path, with an id unless NULL; nothing if there are none.  FF_OK or FF_E_NOMEM. */
enum ff_status ff_picture_put_outline(struct ff_svg *svg, const struct ff_image *image, int grain,
				      const char *id, uint8_t colour, struct ff_error *err);

#endif
