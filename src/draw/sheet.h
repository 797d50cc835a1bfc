/*
 * A vector picture of a map: an SVG file of layers, each with an id.
 *
 * Its unit is a cell.  Cells are an image, embedded as a PNG file, of a few pixels each;
 * what is drawn upon them is made of paths and texts.  Layers that are made of pixels elsewhere
 * (marks, numbers, the legend) keep those as their unit.
 *
 * SVG 1.1 (W3C, 2011), without scripts, style sheets, or anything outside of the file.
 *
 * Names: ff_sheet, ff_svg.
 */
#ifndef FF_DRAW_SHEET_H
#define FF_DRAW_SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "core/map/image.h"
#include "draw/legend.h"
#include "draw/scene.h"
#include "draw/style.h"
#include "draw/svg.h"

/* A line of the file's metadata: "keyword: text". */
struct ff_svg_note {
	const char *keyword, *text;
};

/* What a file says of itself, and who makes a PNG file of an image. */
struct ff_svg_about {
	const char *name; /* of the map: any bytes */
	const struct ff_svg_note *notes;
	size_t count;
	/* Sets *data, which free() takes, and *size on FF_OK; else returns the error. */
	enum ff_status (*encode)(const struct ff_image *image, uint8_t **data, size_t *size,
				 struct ff_error *err);
};

/*
 * ff_svg_grain() is how many pixels of the image are a cell's side, where cells are drawn
 * 'scale' pixels large: as few as show where one cell ends even if whoever shows the file
 * smooths images, asked not to or not.
 */
int ff_svg_grain(int scale);

/* A file in the making, all borrowed but the text. */
struct ff_sheet {
	const struct ff_scene *scene;
	const struct ff_style *style;
	const struct ff_legend *legend;
	const struct ff_image *image; /* of the cells, 'grain' pixels each: ff_canvas_cells() */
	int grain;
	struct ff_svg svg;
};

/*
 * ff_sheet_begin() starts the file, with what it is and with its cells as layer 'id';
 * all but sheet->svg is set by the caller.  Returns FF_OK, or what
 * 'encode' returns.  After that come the layers, in the order in which they lie, and
 * ff_sheet_end(), which also frees after a failure.
 */
enum ff_status ff_sheet_begin(struct ff_sheet *sheet, const struct ff_svg_about *about,
			      const char *id, struct ff_error *err);

/* ff_sheet_walls() adds the cells that no value is for, as outlines: layers "walls",
 * "unreached", "closed", "not-computed" and "not-yet", where there are any. FF_E_NOMEM or FF_OK. */
enum ff_status ff_sheet_walls(struct ff_sheet *sheet, struct ff_error *err);

/* ff_sheet_goals() adds layer "goals": their cells, and marks around them. */
enum ff_status ff_sheet_goals(struct ff_sheet *sheet, struct ff_error *err);

/* ff_sheet_pixels() opens a layer whose unit is a pixel; close it with </g>. */
void ff_sheet_pixels(struct ff_sheet *sheet, const char *id);

/* ff_sheet_font() adds the attributes that text as large as that of 'font' needs. */
void ff_sheet_font(struct ff_sheet *sheet, const struct ff_canvas_font *font);

/* ff_sheet_end() adds layer "legend", where there is one, and ends the file, if 'st' is
 * FF_OK; frees and returns 'st' if it is not.  As ff_svg_take(). */
enum ff_status ff_sheet_end(struct ff_sheet *sheet, enum ff_status st, char **text, size_t *size,
			    struct ff_error *err);

#endif
