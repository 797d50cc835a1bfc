/*
 * The page of --html: one file with the map, the options, and the solver as WebAssembly.
 */
#ifndef FF_CLI_HTML_H
#define FF_CLI_HTML_H

#include <jansson.h>

#include "cli/report.h"
#include "draw/draw.h"
#include "io/output.h"

/* ff_html_check() returns FF_E_USAGE if the program was built without the solver for pages. */
enum ff_status ff_html_check(struct ff_error *err);

/* ff_html_document() returns the document of the page of a job: ff_embed_page() takes it.
 * ff_html_side() returns the map in it, one of "sides".  NULL if memory ran out. */
json_t *ff_html_document(const struct ff_report *report);
json_t *ff_html_side(const struct ff_report *report);

/* ff_html_tile() makes a small picture of the values of a job, whose entries the caller passes to
 * free(); false if memory ran out.  ff_html_thumbnail() returns one as a PNG file in base64. */
bool ff_html_tile(const struct ff_report *report, struct ff_draw_tile *tile);
json_t *ff_html_thumbnail(const struct ff_draw_tile *tile);

/* ff_html_write() writes the page of a job; as ff_output_write(). */
enum ff_status ff_html_write(struct ff_output *out, const struct ff_report *report,
			     struct ff_error *err);

#endif
