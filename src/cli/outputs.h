/*
 * The outputs as their rows describe them: their formats, and the layers that they need; and the
 * plan of a job, which lists the files that it will write.  Every name is known, and every refusal
 * made, before any work.
 *
 * Names: ff_outputs, ff_plan.
 */
#ifndef FF_CLI_OUTPUTS_H
#define FF_CLI_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/options.h"
#include "cli/sandbox.h"
#include "io/folder.h"
#include "io/formats.h"
#include "io/output.h"
#include "io/strings.h"

/* ---- formats ---- */

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
	FF_OUTPUTS_JAMS = 1 << 10,  /* places where a crowd stands still */
	FF_OUTPUTS_BANDS = 1 << 11, /* band of each cell */
	FF_OUTPUTS_DETOUR = 1 << 12,
	FF_OUTPUTS_CLEARANCE = 1 << 13,
	FF_OUTPUTS_CHOKES = 1 << 14,
	FF_OUTPUTS_RIDGES = 1 << 15,
	FF_OUTPUTS_GAIN = 1 << 16,
};

/* ff_outputs_needs() returns what the outputs that are asked for and their layers (--with) need, as
 * bits of enum ff_outputs_need. */
unsigned ff_outputs_needs(const struct ff_options *options);

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

/* ---- plans ---- */

struct ff_plan_item {
	enum ff_options_output kind;
	int format;   /* of ff_outputs_find() */
	char *path;   /* owned; "-": standard output, also if it was asked for as /dev/stdout */
	bool direct;  /* written in place, not renamed into it */
	bool derived; /* the name is made from the map's, not chosen by the user */
	char *map;    /* owned; if derived, the map's name for the picture; NULL: standard input */
	struct ff_output output;
	uint8_t *file; /* owned; [size]  content made in memory, until it is written */
	size_t size;
};

/* All zero: nothing is written. */
struct ff_plan {
	struct ff_plan_item *items; /* owned; [count] */
	size_t count, room;
	bool no_clobber;        /* also applies to files that appear during the run */
	bool standard;          /* one of them is standard output */
	char *folder;           /* owned; folder to make first, ending with a slash; NULL: none */
	struct ff_strings made; /* folders made for the files */
	/* owned; the inputs of the options, and the files; verbs may add others */
	struct ff_sandbox sandbox;
};

/*
 * ff_plan_make() lists the outputs that the options ask for, or the default pictures; free it with
 * ff_plan_free(), whatever is returned: FF_OK; FF_E_USAGE if two outputs are one file or standard
 * output, or one is an input, or a picture would go to a terminal; FF_E_OUTPUT if a file may not be
 * replaced or its folder is missing; FF_E_NOMEM.
 *
 * A file with a derived name is replaced only if it is empty or a picture that this program made of
 * a map of the same name: default pictures contain the name of their map, and that of its folder if
 * one was given; one without a name is replaced.
 */
enum ff_status ff_plan_make(struct ff_plan *plan, const struct ff_options *options,
			    struct ff_error *err);

/*
 * ff_plan_input() returns input i < ff_plan_inputs() of the options: a path, "-", or NULL.  If it
 * is not NULL, 'what' (may be NULL) is set to a description for messages.
 */
size_t ff_plan_inputs(const struct ff_options *options);
const char *ff_plan_input(const struct ff_options *options, size_t i, const char **what);

/*
 * ff_outputs_check_input() returns FF_E_USAGE if the output 'path' of the option 'name' is the file
 * 'input' (or, if that is "-", the file on standard input), which 'what' describes;
 * ff_outputs_check_inputs() does so for all inputs of the options.  Else FF_OK, or FF_E_NOMEM.
 */
enum ff_status ff_outputs_check_input(const char *name, const char *path, const char *input,
				      const char *what, struct ff_error *err);
enum ff_status ff_outputs_check_inputs(const char *name, const char *path,
				       const struct ff_options *options, struct ff_error *err);

/*
 * ff_plan_list() only lists the outputs and their paths, without a look at the file system, in the
 * same way: FF_OK, FF_E_USAGE or FF_E_NOMEM.
 */
enum ff_status ff_plan_list(struct ff_plan *plan, const struct ff_options *options,
			    struct ff_error *err);

/* ff_plan_check_writable() checks that a file may be written there, as far as its folder shows:
 * FF_OK, FF_E_OUTPUT or FF_E_NOMEM. */
enum ff_status ff_plan_check_writable(const char *path, struct ff_error *err);

/* ff_plan_derives() returns true if outputs get names made from the map's. */
bool ff_plan_derives(const struct ff_options *options);

/* ff_plan_add() adds a file [size] that is made, or NULL, and takes it and 'path' over, whatever it
 * returns: FF_OK, or FF_E_NOMEM, also if 'path' is NULL. */
enum ff_status ff_plan_add(struct ff_plan *plan, char *path, uint8_t *file, size_t size,
			   struct ff_error *err);

/* ff_plan_folder() makes the missing folders of a file, if the plan's sandbox has a folder to make
 * them in: FF_OK, FF_E_OUTPUT or FF_E_NOMEM. */
enum ff_status ff_plan_folder(struct ff_plan *plan, const char *path, struct ff_error *err);

/*
 * ff_plan_write() writes the files that are made in memory: either those that are written directly,
 * or the others, under temporary names.  FF_OK or as ff_output_put().  ff_plan_commit() renames all
 * outputs, written and closed, into place: FF_OK, FF_E_OUTPUT or FF_E_NOMEM, and then some may be
 * in place already.
 */
enum ff_status ff_plan_write(struct ff_plan *plan, bool direct, struct ff_error *err);
enum ff_status ff_plan_commit(struct ff_plan *plan, struct ff_error *err);

/*
 * ff_plan_publish() does all that, with signals held, and then prints 'lines' on standard output,
 * unless one of the outputs goes there or 'lines' is NULL.  FF_OK, FF_E_OUTPUT, FF_E_SIGNAL or
 * FF_E_NOMEM: then no file has been changed unless a rename failed or the lines could not be
 * printed, and the plan is freed.
 */
enum ff_status ff_plan_publish(struct ff_plan *plan, const struct ff_strings *lines,
			       struct ff_error *err);

/*
 * ff_plan_free() also discards every output that is not committed, and removes the empty folders
 * that were made for them.
 */
void ff_plan_free(struct ff_plan *plan);

/* ff_plan_needs() returns what the outputs need, as bits of enum ff_outputs_need. */
unsigned ff_plan_needs(const struct ff_plan *plan);

/* ff_plan_has() returns true if an output is to be written. */
bool ff_plan_has(const struct ff_plan *plan, enum ff_options_output kind);

/* ff_plan_real_path() returns the real path of a file that is there or not, so that two names of
 * one file are equal; free() it.  NULL if memory ran out. */
char *ff_plan_real_path(const char *path);

#endif
