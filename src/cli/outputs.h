/*
 * The outputs as their rows have them: formats, and which of them a name asks for; what they need,
 * and what they use.
 */
#ifndef FF_CLI_OUTPUTS_H
#define FF_CLI_OUTPUTS_H

#include <stdbool.h>

#include "cli/options.h"
#include "io/formats.h"

/* Data files come first: enum ff_formats_id. */
enum ff_outputs_format {
	FF_OUTPUTS_PNG = FF_FORMATS, /* a picture; so far what is made in memory */
	FF_OUTPUTS_APNG,             /* one that moves */
	FF_OUTPUTS_SVG,
	FF_OUTPUTS_TABLE, /* lines of text, but not one a cell */
	FF_OUTPUTS_GRAPH, /* what --load-graph reads */
	FF_OUTPUTS_OWN,   /* what has no other: --csv and --json */
};

/* Layers of a solution, besides field, directions and classes. */
enum ff_outputs_need {
	FF_OUTPUTS_SIGHT = 1 << 0,      /* which goal each cell sees */
	FF_OUTPUTS_ALLOCATION = 1 << 1, /* which goal serves each cell */
	FF_OUTPUTS_AREAS = 1 << 2,      /* how many connected open areas there are */
	FF_OUTPUTS_REGIONS = 1 << 3,    /* and in which each cell is */
	FF_OUTPUTS_TIES = 1 << 4,       /* how many ways are equally good */
	FF_OUTPUTS_PATHS = 1 << 5,      /* of walkers alone */
	FF_OUTPUTS_TRAFFIC = 1 << 6,    /* how many come through each cell */
	FF_OUTPUTS_DENSITY = 1 << 7,    /* how many there are at most */
	FF_OUTPUTS_SPEEDS = 1 << 8,     /* how fast they are */
	FF_OUTPUTS_TRAJECTORIES = 1 << 9,
	FF_OUTPUTS_JAMS = 1 << 10, /* where a crowd stands still */
};

/* Options about pictures that an output heeds, and what it has for them. */
enum ff_outputs_use {
	FF_OUTPUTS_COLORMAP = 1 << 0,
	FF_OUTPUTS_RANGE = 1 << 1,
	FF_OUTPUTS_SCALE = 1 << 2,
	FF_OUTPUTS_LEGEND = 1 << 3,
	FF_OUTPUTS_VALUES = 1 << 4,
	FF_OUTPUTS_CONTOURS = 1 << 5,
	FF_OUTPUTS_MARKS = 1 << 6, /* marks in cells, which need room: arrows, paths */
	FF_OUTPUTS_MAP = FF_OUTPUTS_SCALE | FF_OUTPUTS_LEGEND, /* what every map heeds */
};

/* ff_outputs_uses() returns what an output heeds, as bits of enum ff_outputs_use. */
unsigned ff_outputs_uses(enum ff_options_output kind);

/* ff_outputs_needs() returns what the outputs that are not NULL need, as bits of enum
 * ff_outputs_need; ff_outputs_need() what one does. */
unsigned ff_outputs_needs(const char *const outputs[FF_OPTIONS_OUTPUTS]);
unsigned ff_outputs_need(enum ff_options_output kind);

/*
 * ff_outputs_find() takes an output's value apart: FORMAT:FILE, or FILE, whose extension tells.
 *
 *   format  set to an enum ff_outputs_format or ff_formats_id
 *   path    set to FILE, which is "-" or a path; in 'value'
 *
 * Returns FF_OK; FF_E_USAGE if that output has no such format, and nothing is set.
 */
enum ff_status ff_outputs_find(enum ff_options_output kind, const char *value, int *format,
			       const char **path, struct ff_error *err);

/* ff_outputs_extension() returns the extension of a file's name, with its dot; "" if it has none.
 */
const char *ff_outputs_extension(const char *path);

/* ff_outputs_name() returns the name of an output's format; of one that has no other, the output's.
 */
const char *ff_outputs_name(enum ff_options_output kind, int format);

/* ff_outputs_data() returns the row of a format of data files; NULL for pictures, and for formats
 * of one output. */
const struct ff_format *ff_outputs_data(int format);

/* ff_outputs_made() returns true if such a file is made in memory before anything is written. */
bool ff_outputs_made(int format);

/* ff_outputs_text() returns true if people can read it. */
bool ff_outputs_text(int format);

#endif
