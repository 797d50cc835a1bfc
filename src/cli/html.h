/*
 * The page of --html: one file with the map, the options, and the solver as WebAssembly.
 */
#ifndef FF_CLI_HTML_H
#define FF_CLI_HTML_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "cli/report.h"
#include "core/map/raster.h"
#include "io/output.h"

/* ff_html_check() returns FF_E_USAGE if the program was built without the solver for pages. */
enum ff_status ff_html_check(struct ff_error *err);

/* ff_html_write() writes the page of a job; as ff_output_write(). */
enum ff_status ff_html_write(struct ff_output *out, const struct ff_report *report,
			     struct ff_error *err);

/*
 * Pages are made of a JSON document.  A piece for which memory does not suffice is NULL.
 *
 *   ff_html_job()      returns that of a job; others have "w", "h" and "sides", each with a "name"
 *   ff_html_map()      returns a side: a map, and the digest of its values if that is not 0
 *   ff_html_layers()   returns a side without a solver: its values, and its classes [w*h]
 *   ff_html_picture()  returns a side that is a picture of w x h pixels [h][w][4]
 *   ff_html_make()     makes the file, [*size], of a document, which it takes over; free() it
 */
json_t *ff_html_job(const struct ff_report *report);
json_t *ff_html_map(const struct ff_raster *costs, double scale, uint64_t digest);
json_t *ff_html_layers(const struct ff_raster *values, uint8_t *classes);
json_t *ff_html_picture(int32_t w, int32_t h, const uint8_t *pixels);
enum ff_status ff_html_make(json_t *page, uint8_t **file, size_t *size, struct ff_error *err);

#endif
