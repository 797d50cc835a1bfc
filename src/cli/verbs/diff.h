/*
 * The differences between two files.
 */
#ifndef FF_CLI_VERBS_DIFF_H
#define FF_CLI_VERBS_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "cli/options.h"
#include "core/base/status.h"
#include "core/verify/compare.h"
#include "io/formats.h"
#include "io/input.h"
#include "io/strings.h"

/* The differences that are allowed; all 0: none. */
struct ff_diff_rules {
	/* tolerances of costs to a goal: absolute, and as a share of the old one; each >= 0; other
	 * numbers are exact */
	double abs, rel;
	struct ff_options_share max_changed; /* cells that may differ */
	struct ff_image_part *ignored;       /* owned; [ignored_count]  in cells; not compared */
	size_t ignored_count, ignored_room;
};

/* clang-format off */
/* The options of rules, which are at an offset in the target. */
#define FF_DIFF_AT(at, member) .offset = (at) + offsetof(struct ff_diff_rules, member)
#define FF_DIFF_ROWS(at) \
	{.text = "Tolerances"}, \
	{0, "abs", "N", "accept costs to a goal that change by at most N", FF_ARGV_REQUIRED, false, ff_options_set_real, FF_DIFF_AT(at, abs), .most = 0x1p53 - 1, .screen = FF_ARGV_FIRST}, \
	{0, "rel", "N", "accept changes of at most N times the old cost", FF_ARGV_REQUIRED, false, ff_options_set_real, FF_DIFF_AT(at, rel), .most = 0x1p53 - 1}, \
	{0, "max-changed", "N[%]", "accept files with at most N (or N%) changed cells", FF_ARGV_REQUIRED, false, ff_options_set_share, FF_DIFF_AT(at, max_changed), .max = INT64_C(1) << 53, .screen = FF_ARGV_FIRST}, \
	{0, "ignore", "X,Y,W,H", "do not compare these cells; repeatable", FF_ARGV_REQUIRED, false, ff_diff_set_ignored, .offset = (at)},
/* clang-format on */

/* Takes X,Y,W,H into the struct ff_diff_rules at the option's place. */
ff_options_set ff_diff_set_ignored;

enum ff_diff_kind {
	FF_DIFF_CELLS,    /* numbers for cells, or pictures that carry them */
	FF_DIFF_PICTURE,  /* colours for pixels */
	FF_DIFF_DOCUMENT, /* JSON */
	FF_DIFF_BYTES,    /* anything else, or two files of different kinds */
};

/* The names of what is compared: "cells", "pixels", "values", "bytes". */
extern const char *const ff_diff_units[];

enum { FF_DIFF_AREAS = 100 }; /* the most areas to find for reports and pictures */

/* The differences between two files. */
struct ff_diff {
	enum ff_diff_kind kind;
	bool same;        /* within the rules */
	bool equal;       /* byte for byte: nothing else was compared */
	bool apart;       /* they differ in more than single cells, which no rule allows */
	bool map_changed; /* their texts name other digests of the map's costs */
	/* lines about sizes, options and the like, which may be no difference */
	struct ff_strings notes;
	struct ff_strings changes; /* of documents: the first values that differ */
	uint64_t total, differing; /* cells, pixels or values: all, and those that differ */
	int32_t w, h;              /* of cells and pixels */
	bool compared;             /* there are cells or pixels of one size: 'result' is set */
	struct ff_compare_result result;
	const char *const *names; /* [FF_CHANGE_KINDS] names of the kinds */
	/* owned; the background of the changes in pictures, and the names of classes there */
	uint8_t *classes, *greys;
	uint8_t *strengths; /* owned; see struct ff_draw_difference */
	const char *const *class_names;
	json_t *page; /* owned; for ff_embed_page(), if one was asked for; else NULL */
};

/*
 * ff_diff_open() compares two files of any kind: tables, grids of numbers and pictures that carry
 * their cells cell by cell, other pictures by their pixels, JSON documents by their values except
 * those that differ from run to run, and others by their bytes.
 *
 *   old, new  paths; one of them may be "-"
 *   areas     to find, at most
 *   page      sets diff->page, where cells or pixels differ
 *   diff      set; free it with ff_diff_free()
 *
 * Returns FF_OK, also if they differ; FF_E_INPUT with one line that names the broken file;
 * FF_E_LIMIT; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_diff_open(const char *old, const char *new, const struct ff_diff_rules *rules,
			    uint32_t areas, bool page, struct ff_diff *diff, struct ff_error *err);

/*
 * ff_diff_tables() compares two tables with all columns, as ff_formats_read() reads them.
 *
 *   old, new  freed, whatever is returned
 *
 * FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_diff_tables(struct ff_cells_file *old, struct ff_cells_file *new,
			      const struct ff_diff_rules *rules, struct ff_diff *diff,
			      struct ff_error *err);

void ff_diff_free(struct ff_diff *diff);

/* ff_diff_is_document() returns true if a file begins as an object or a list of JSON does. */
bool ff_diff_is_document(const struct ff_input *in);

/*
 * ff_diff_print_document() prints a JSON document, a key or a value a line, without what differs
 * between two equal runs of this program: times in milliseconds anywhere ("ms", and "fresh_ms" of
 * older ones), and memory, threads and instructions.
 *
 *   text  set; free() it
 *
 * FF_OK; FF_E_INPUT if it is no JSON; FF_E_NOMEM.
 */
enum ff_status ff_diff_print_document(const struct ff_input *in, char **text, struct ff_error *err);

/* ff_diff_crop() leaves only the pixels of the map in a picture, if its texts say where it is. */
void ff_diff_crop(struct ff_cells_file *read);

/* ff_diff_sentence() prints a line about a diff if anything differs, else "".  With 'kinds' it ends
 * in the first kinds of change of cells, each with its first cell, in the first values of a
 * document, or in the version that drew other colours. */
void ff_diff_sentence(const struct ff_diff *diff, bool kinds, char to[], size_t size);

/* ff_diff_picture_path() returns the path of the picture of differences of the file 'name' in a
 * folder of such pictures: "folder/name.diff.png"; free() it. NULL if memory ran out. */
char *ff_diff_picture_path(const char *folder, const char *name);

/*
 * ff_diff_draw() draws a diff that has 'compared' as a PNG or an SVG file.
 *
 *   old, new  names of the two
 *   question  of which they are answers, for the title; NULL: not known
 *   file      set: free() it
 *
 * Returns as ff_draw_difference().
 */
enum ff_status ff_diff_draw(const struct ff_diff *diff, const char *old, const char *new,
			    const char *question, bool svg, uint8_t **file, size_t *size,
			    struct ff_error *err);

/*
 * ff_diff_check_outputs() returns FF_E_USAGE if a picture would go to a terminal, or has another
 * extension than .png and .svg and is no folder of 'folders', or is the report; either name may be
 * NULL.  Else FF_OK, or FF_E_NOMEM.
 */
enum ff_status ff_diff_check_outputs(const char *out, const char *json, bool folders,
				     struct ff_error *err);

/* The outputs of a comparison. */
struct ff_diff_outputs {
	const char *old, *new;  /* names of the two */
	const char *question;   /* of which they are answers, in a title; NULL: not known */
	const char *out, *json; /* paths of a picture and a report, or "-"; NULL: none */
	const char *html;       /* the path of a page; likewise */
	const struct ff_diff_rules *rules;
	bool quiet, verbose;
};

/* ff_diff_output() prints and writes the results of a pair, and returns the answer, as the verb
 * diff does. */
enum ff_status ff_diff_output(const struct ff_diff *diff, const struct ff_diff_outputs *how,
			      struct ff_error *err);

#endif
