/*
 * The outputs as their rows (output_rows.h) describe them: the formats, and which of them a name
 * asks for; the layers that they need, and the options that they use.
 */
#ifndef FF_CLI_OUTPUTS_H
#define FF_CLI_OUTPUTS_H

#include <stdbool.h>

#include "cli/options.h"
#include "io/formats.h"

/* Data files come first: enum ff_formats_id. */
enum ff_outputs_format {
	FF_OUTPUTS_PNG = FF_FORMATS, /* a picture; formats up to here are made in memory */
	FF_OUTPUTS_APNG,             /* an animated picture */
	FF_OUTPUTS_SVG,
	FF_OUTPUTS_TABLE, /* lines of text, not one a cell */
	FF_OUTPUTS_OWN,   /* the only format of --csv and --json */
};

/* Layers of a solution that outputs need, besides field, directions and classes. */
enum ff_outputs_need {
	FF_OUTPUTS_SIGHT = 1 << 0,      /* nearest goal in sight of each cell */
	FF_OUTPUTS_ALLOCATION = 1 << 1, /* goal that serves each cell */
	FF_OUTPUTS_AREAS = 1 << 2,      /* number of connected open areas */
	FF_OUTPUTS_REGIONS = 1 << 3,    /* area of each cell */
	FF_OUTPUTS_TIES = 1 << 4,       /* number of equally good ways */
	FF_OUTPUTS_PATHS = 1 << 5,      /* paths of single walkers */
	FF_OUTPUTS_TRAFFIC = 1 << 6,    /* visits of each cell */
	FF_OUTPUTS_DENSITY = 1 << 7,    /* largest number of walkers at a time */
	FF_OUTPUTS_SPEEDS = 1 << 8,     /* speed of walkers */
	FF_OUTPUTS_TRAJECTORIES = 1 << 9,
	FF_OUTPUTS_JAMS = 1 << 10, /* places where a crowd stands still */
};

/* ff_outputs_needs() returns what the outputs that are asked for and their layers (--with) need, as
 * bits of enum ff_outputs_need; ff_outputs_need() returns what one output needs. */
unsigned ff_outputs_needs(const struct ff_options *options);
unsigned ff_outputs_need(enum ff_options_output kind);

/*
 * ff_outputs_find() parses an output's value: FORMAT:FILE, or FILE, whose extension selects the
 * format.
 *
 *   format  set to an enum ff_outputs_format or ff_formats_id
 *   path    set to FILE, which is "-" or a path; in 'value'
 *
 * Returns FF_OK; FF_E_USAGE if the output has no such format, and nothing is set.
 */
enum ff_status ff_outputs_find(enum ff_options_output kind, const char *value, int *format,
			       const char **path, struct ff_error *err);

/* ff_outputs_extension() returns the extension of a file's name, with its dot; "" if it has none.
 */
const char *ff_outputs_extension(const char *path);

/* ff_outputs_name() returns the name of an output's format; for FF_OUTPUTS_OWN that of the output.
 */
const char *ff_outputs_name(enum ff_options_output kind, int format);

/* ff_outputs_data() returns the row of a format of data files; NULL for pictures, and for formats
 * of one output. */
const struct ff_format *ff_outputs_data(int format);

/* ff_outputs_made() returns true if such a file is made in memory before it is written. */
bool ff_outputs_made(int format);

/* ff_outputs_text() returns true if the format is text for people. */
bool ff_outputs_text(int format);

#endif
