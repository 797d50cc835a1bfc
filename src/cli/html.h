/*
 * The page of --html: one file with the map, the options, and the solver as WebAssembly.
 */
#ifndef FF_CLI_HTML_H
#define FF_CLI_HTML_H

#include "cli/report.h"
#include "io/output.h"

/* ff_html_check() returns FF_E_USAGE if the program was built without the solver for pages. */
enum ff_status ff_html_check(struct ff_error *err);

/* ff_html_write() writes the page of a job; as ff_output_write(). */
enum ff_status ff_html_write(struct ff_output *out, const struct ff_report *report,
			     struct ff_error *err);

#endif
