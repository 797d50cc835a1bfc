/*
 * Which files a job will write: every name known, and every refusal made,
 * before any work.
 *
 * Names: ff_plan, ff_frames.
 */
#ifndef FF_CLI_OUTPUT_PLAN_H
#define FF_CLI_OUTPUT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/options.h"
#include "io/folder.h"
#include "io/output.h"

/* ---- a folder with a picture for each frame of an animation: output_frames.c ---- */

/*
 * The pictures are files like other outputs, and appear together or not at all.  Files with names
 * of frames belong to the animation: those of frames that it no longer has are removed.  Other
 * files in the folder stay.
 */
enum { FF_FRAMES_MAX = 100000 }; /* as many as names have digits for */

struct ff_frames_item {
	char *path;    /* owned */
	uint8_t *file; /* owned; [size]  until it is written */
	size_t size;
	struct ff_output output;
};

/* All zero: none. */
struct ff_frames {
	char *folder;       /* owned; NULL: none is wanted */
	bool missing, made; /* it is to be made; and it has been */
	uint8_t *old;       /* owned; [FF_FRAMES_MAX]  1: there is a file of that name already */
	struct ff_frames_item *items;
	size_t count, room;
	size_t bytes; /* of all pictures */
};

/* Which files with names of frames may be replaced. */
enum ff_frames_replaced {
	FF_FRAMES_NEW, /* none: there may be no such files */
	FF_FRAMES_WRITABLE,
	FF_FRAMES_ANY,
};

/*
 * ff_frames_plan() looks at the folder, which 'frames' takes over (free()) in any case.
 *
 *   later  the folder in which it is to stand is still to be made
 *
 * FF_OK; FF_E_OUTPUT where no files can be written there, or where one with the name of a frame
 * may not be replaced or is no regular file (nothing is ever written through a link); FF_E_NOMEM.
 */
enum ff_status ff_frames_plan(struct ff_frames *frames, char *folder,
			      enum ff_frames_replaced replaced, bool later, struct ff_error *err);

/* ff_frames_add() adds a picture, which it takes over in any case: FF_OK; FF_E_LIMIT; FF_E_NOMEM.
 */
enum ff_status ff_frames_add(struct ff_frames *frames, uint8_t *file, size_t size,
			     struct ff_error *err);

/*
 * ff_frames_write() writes all of them under temporary names, and none is open then; with
 * signals held.  ff_frames_place() gives them their names, and removes files that are no longer
 * frames.  FF_OK; FF_E_OUTPUT; FF_E_SIGNAL; FF_E_NOMEM; then ff_frames_free() takes back what
 * was done.  ff_frames_commit() makes it final.
 */
enum ff_status ff_frames_write(struct ff_frames *frames, struct ff_error *err);
enum ff_status ff_frames_place(struct ff_frames *frames, bool replace, struct ff_error *err);
void ff_frames_commit(struct ff_frames *frames);

void ff_frames_free(struct ff_frames *frames);

/* ---- the plan ---- */

struct ff_plan_item {
	enum ff_options_output kind;
	int format;   /* of ff_outputs_find() */
	char *path;   /* owned; "-" is standard output, by whatever name it was asked for */
	bool direct;  /* written at once, not renamed into place */
	bool derived; /* the name is made from the map's, nobody chose it */
	char *map;    /* owned; if derived, which map it is made from: see ff_plan_same_map(); NULL:
			 standard input */
	bool foreign; /* if derived, a file is there that is no picture of ours */
	char *other;  /* owned; another map, which the file that is there was made from; NULL: none
		       */
	char digest[17]; /* of the costs of 'other' */
	struct ff_output output;
	uint8_t *file; /* owned; [size]  what is made in memory, until it is written */
	size_t size;
};

/* Outputs, and in a batch a picture of what differs in each. */
enum { FF_PLAN_ITEMS = 2 * FF_OPTIONS_OUTPUTS };

struct ff_plan {
	struct ff_plan_item items[FF_PLAN_ITEMS]; /* [count] */
	size_t count;
	struct ff_frames frames; /* of --frames */
	bool no_clobber;         /* files that appear meanwhile are not replaced, either */
	bool standard;           /* one of them is standard output */
	char *folder;            /* owned; to be made first, ends with a slash; NULL: none */
	struct ff_folder made;   /* folders made for it */
};

/*
 * ff_plan_make() lists the outputs that the options ask for, or the default
 * pictures; free it with ff_plan_free() if FF_OK is returned.  FF_E_USAGE where
 * two outputs are one file or standard output, or one is the map itself, or a
 * picture would go to a terminal; FF_E_OUTPUT where a file may not be replaced or its folder is
 * missing; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_plan_make(struct ff_plan *plan, const struct ff_options *options,
			    struct ff_error *err);

/*
 * ff_plan_input() is input i < ff_plan_inputs() of those that the options name: a path, "-", or
 * NULL.  Of one that is there, 'what' (NULL: not asked for) is set to what it is, for messages.
 */
size_t ff_plan_inputs(const struct ff_options *options);
const char *ff_plan_input(const struct ff_options *options, size_t i, const char **what);

/*
 * ff_plan_spare() returns FF_E_USAGE where an output is the file 'input' or, if that is "-", what
 * standard input comes from, or where that file is in the folder of --frames; 'what' says what it
 * is.  Else FF_OK, or FF_E_NOMEM.
 */
enum ff_status ff_plan_spare(const struct ff_plan *plan, const char *input, const char *what,
			     struct ff_error *err);

/*
 * ff_plan_list() does as much of it as needs no look at what is there: the outputs and where they
 * go.  FF_OK, FF_E_USAGE or FF_E_NOMEM.
 */
enum ff_status ff_plan_list(struct ff_plan *plan, const struct ff_options *options,
			    struct ff_error *err);

/* ff_plan_room() looks whether a file may be written there, as far as its folder tells: FF_OK,
 * FF_E_OUTPUT or FF_E_NOMEM. */
enum ff_status ff_plan_room(const char *path, struct ff_error *err);

/*
 * ff_plan_same_map() refuses to replace files under names that nobody chose, unless they are empty
 * or pictures of ours and of the same map.  Pictures say which map they were made from: the name
 * that was given, and that of the folder if one was given with it.  A map of the same name is the
 * same map, edited or not; so is one with the same costs, and of standard input only such a one.
 * ff_plan_doubts() returns true if there is any doubt.
 *
 *   digest  of the map's costs
 *
 * FF_OK or FF_E_OUTPUT.
 */
bool ff_plan_doubts(const struct ff_plan *plan);
enum ff_status ff_plan_same_map(const struct ff_plan *plan, uint64_t digest, struct ff_error *err);

/* ff_plan_derives() returns true if outputs get names made from the map's. */
bool ff_plan_derives(const struct ff_options *options);

/* ff_plan_folder() makes the folder for outputs, and those above it, where they are missing: FF_OK,
 * FF_E_OUTPUT or FF_E_NOMEM. */
enum ff_status ff_plan_folder(struct ff_plan *plan, struct ff_error *err);

/* ff_plan_close() closes all outputs that are open: FF_OK, FF_E_OUTPUT or FF_E_NOMEM. */
enum ff_status ff_plan_close(struct ff_plan *plan, struct ff_error *err);

/*
 * ff_plan_place() gives all outputs, written and closed, their names: FF_OK; FF_E_OUTPUT or
 * FF_E_NOMEM, and then ff_plan_free() takes back what it did.
 */
enum ff_status ff_plan_place(struct ff_plan *plan, struct ff_error *err);

/* ff_plan_commit() makes final what was placed. */
void ff_plan_commit(struct ff_plan *plan);

/*
 * ff_plan_free() also discards every output that is not committed, so that old files are where
 * they were, and removes folders made for them.
 */
void ff_plan_free(struct ff_plan *plan);

/* ff_plan_marks() returns true if a picture or film draws marks in cells: arrows, paths, walkers.
 */
bool ff_plan_marks(const struct ff_plan *plan);

/* ff_plan_needs() returns what the outputs need, as bits of enum ff_outputs_need. */
unsigned ff_plan_needs(const struct ff_plan *plan);

/* ff_plan_has() returns true if an output is to be written. */
bool ff_plan_has(const struct ff_plan *plan, enum ff_options_output kind);

/* ff_plan_where() is where a file is or would be, so that two names of one file are equal; NULL if
 * memory ran out.  free() it. */
char *ff_plan_where(const char *path);

#endif
