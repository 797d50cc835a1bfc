/*
 * A folder with a picture for each frame of an animation.
 *
 * The pictures are files like other outputs, and appear together or not at all.  Names
 * like theirs belong to them: those of frames that the animation no longer has go.  Other
 * files in the folder stay.
 */
#ifndef FF_CLI_FRAMES_H
#define FF_CLI_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"
#include "io/output.h"

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

#endif
