/*
 * Two files, and what differs between them.
 */
#ifndef FF_CLI_VERBS_DIFF_H
#define FF_CLI_VERBS_DIFF_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/strings.h"
#include "core/base/status.h"
#include "core/map/image.h"
#include "core/verify/compare.h"
#include "io/formats.h"

/* How far two files may be from each other and still be the same; all 0: not at all. */
struct ff_diff_rules {
	/* A cost to a goal is the same within 'abs', or within 'rel' times the old one:
	 * each >= 0; other numbers are exact. */
	double abs, rel;
	/* So many cells may differ, or so many percent of them: whichever is more. */
	uint64_t max_cells;
	double max_percent; /* 0..100 */
};

enum ff_diff_kind {
	FF_DIFF_CELLS,    /* numbers for cells */
	FF_DIFF_DRAWN,    /* cells as pictures of ours show them */
	FF_DIFF_PICTURE,  /* colours for pixels */
	FF_DIFF_DOCUMENT, /* JSON */
	FF_DIFF_BYTES,    /* anything else, or two files of different kinds */
};

struct ff_diff_summary {
	enum ff_diff_kind kind;
	bool same;      /* within the rules */
	uint64_t cells; /* how many differ, whether or not they may */
	/* one line about that, without names of files: how many, and the first kinds of change with
	 * the first cell of each; "" where nothing differs */
	char text[512];
};

/*
 * Compares two files of any kind: tables and grids of numbers cell by cell, pictures by their
 * pixels, JSON documents by their values except what differs from run to run, and others by their
 * bytes.
 *
 *   rules    NULL: all are 0
 *   summary  set
 *
 * Returns FF_OK, whether they differ or not; FF_E_INPUT with one line that names the file at fault;
 * FF_E_LIMIT; FF_E_NOMEM.  On failure nothing is set.  No globals: any thread may call it.
 */
enum ff_status ff_diff_files(const char *old, const char *new, const struct ff_diff_rules *rules,
			     struct ff_diff_summary *summary, struct ff_error *err);

/* All that is known of two files. */
struct ff_diff {
	enum ff_diff_kind kind;
	bool same;  /* within the rules */
	bool equal; /* byte for byte: nothing else was looked at */
	bool apart; /* they differ in more than single cells, and no rule lets that pass */
	/* What to say first, whether or not it counts as a difference: sizes, options, ... */
	struct ff_strings notes;
	struct ff_strings changes; /* of documents: the first values that differ */
	uint64_t total, differing; /* cells, pixels or values, in all; those that differ */
	int32_t w, h;              /* of cells and pixels */
	bool estimated;            /* values are read from colours */
	bool compared;             /* there are cells or pixels, and of one size: 'result' is set */
	struct ff_compare_result result;
	const char *const *names; /* [FF_CHANGE_KINDS]  what the kinds are called here */
	/* What lies below the changes in pictures, and what classes are called there; owned. */
	uint8_t *classes, *greys;
	uint8_t *strengths; /* owned; see struct ff_draw_difference */
	const char *const *class_names;
};

/*
 * Does what ff_diff_files() does, and keeps more of it.
 *
 *   old, new  paths; one of them may be "-"
 *   told      areas to find, at most
 *   diff      set; free it with ff_diff_free()
 */
enum ff_status ff_diff_open(const char *old, const char *new, const struct ff_diff_rules *rules,
			    uint32_t told, struct ff_diff *diff, struct ff_error *err);

/*
 * Does the same with two tables that are there, as ff_formats_read() reads them, with all columns.
 *
 *   old, new  it frees them, whatever it returns
 *
 * FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_diff_tables(struct ff_cells_file *old, struct ff_cells_file *new, uint32_t told,
			      struct ff_diff *diff, struct ff_error *err);

void ff_diff_free(struct ff_diff *diff);

/* Writes how many percent of the total differ: "12.5 %"; returns 'to'. */
enum { FF_DIFF_PERCENT = 48 };
const char *ff_diff_percent(const struct ff_diff *diff, char to[FF_DIFF_PERCENT]);

/* Writes a line about a diff where anything differs, else "". */
void ff_diff_sentence(const struct ff_diff *diff, char to[], size_t size);

/* Returns the path of the picture of what differs in the file 'name', in a folder of such pictures:
 * "folder/name.diff.png"; free() it.  NULL if memory ran out. */
char *ff_diff_picture_path(const char *folder, const char *name);

/*
 * Makes the picture of a diff that has 'compared'.  Returns as ff_draw_difference().
 */
enum ff_status ff_diff_draw(const struct ff_diff *diff, struct ff_image *image,
			    struct ff_error *err);

/* For the verb compare, too. */
enum { FF_DIFF_AREAS = 100 }; /* that ff_diff_open() is to find, at most */

/* ff_diff_is_other() tells whether the name of a picture says that it is no PNG. */
bool ff_diff_is_other(const char *path);

/* How two things are told apart, by whatever they have been compared. */
struct ff_diff_telling {
	const char *old, *new;  /* what they are called */
	const char *out, *json; /* paths of a picture and a report, or "-"; NULL: none */
	bool quiet, verbose;
};

/* ff_diff_tell() writes what "diff" would write of a pair, and returns what it would. */
enum ff_status ff_diff_tell(const struct ff_diff *diff, const struct ff_diff_telling *how,
			    struct ff_error *err);

/* ---- what is told of a comparison: diff_report.c ---- */

/*
 * ff_diff_report_lines() adds all that there is to say about a diff, each line behind
 * 'prefix'; 'verbose' also that there is nothing; no more than 'areas' are listed.  False if memory
 * ran out.
 */
bool ff_diff_report_lines(const struct ff_diff *diff, const char *prefix, bool verbose,
			  uint32_t areas, struct ff_strings *lines);

/* ff_diff_report_json() is the same as an object; NULL if memory ran out. */
json_t *ff_diff_report_json(const struct ff_diff *diff, const char *name);

#endif
