/*
 * The formats of outputs: which there are, and which a name asks for.
 */
#ifndef FF_CLI_OUTPUTS_H
#define FF_CLI_OUTPUTS_H

#include <stdbool.h>

#include "cli/options.h"
#include "io/write_raster.h"

/* Data files come first: enum ff_write_raster_kind. */
enum ff_outputs_format {
	FF_OUTPUTS_PNG = FF_WRITE_RASTER_KINDS, /* a picture; so far what is made in memory */
	FF_OUTPUTS_APNG,                        /* one that moves */
	FF_OUTPUTS_SVG,
	FF_OUTPUTS_TABLE, /* lines of text, but not one a cell */
	FF_OUTPUTS_GRAPH, /* what --load-graph reads */
	FF_OUTPUTS_OWN,   /* what has no other: --csv and --json */
};

/*
 * ff_outputs_find() takes an output's value apart: FORMAT:FILE, or FILE, whose extension tells.
 *
 *   format  set to an enum ff_outputs_format or ff_write_raster_kind
 *   path    set to FILE, which is "-" or a path; in 'value'
 *
 * Returns FF_OK; FF_E_USAGE if that output has no such format, and nothing is set.
 */
enum ff_status ff_outputs_find(enum ff_options_output kind, const char *value, int *format,
			       const char **path, struct ff_error *err);

/* ff_outputs_extension() is the extension of a file's name, with its dot; "" if it has none. */
const char *ff_outputs_extension(const char *path);

/* ff_outputs_name() is what an output's format is called; of one that has no other, the output. */
const char *ff_outputs_name(enum ff_options_output kind, int format);

/* ff_outputs_data() is what data files of that format are; NULL: it is for pictures or has no
 * other. */
const struct ff_write_raster_format *ff_outputs_data(int format);

/* ff_outputs_made() tells whether such a file is made in memory before anything is written. */
bool ff_outputs_made(int format);

/* ff_outputs_text() tells whether people can read it. */
bool ff_outputs_text(int format);

#endif
