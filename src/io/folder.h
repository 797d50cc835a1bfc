/*
 * The files in a folder, and in the folders in it.
 */
#ifndef FF_IO_FOLDER_H
#define FF_IO_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/status.h"

struct ff_folder {
	char **names; /* [count]  owned; relative to the folder, in the order of their bytes */
	size_t count, room;
};

/* Returns true if a path is a folder, or a link to one. */
bool ff_folder_is(const char *path);

/*
 * Lists all that is no folder in 'path' and below; free it with ff_folder_free().  Links are
 * listed, not followed.  Returns FF_OK; FF_E_INPUT where a folder cannot be read; FF_E_NOMEM.  On
 * failure nothing is set.
 */
enum ff_status ff_folder_list(const char *path, struct ff_folder *list, struct ff_error *err);

void ff_folder_free(struct ff_folder *list);

/* Returns the path of 'name' in a folder; free() it.  NULL if memory ran out. */
char *ff_folder_join(const char *folder, const char *name);

/*
 * Returns the part of 'path' that exists, "." if that is none of it; free() it. 'rest' is set to
 * the names in 'path' that follow it.  NULL if memory ran out.
 */
char *ff_folder_there(const char *path, const char **rest);

/*
 * Returns the real path of what exists of the folder 'path', and the other names behind it; free()
 * it.  NULL if memory ran out.
 */
char *ff_folder_real(const char *path);

/*
 * Makes the folders in which 'path' is to stand, as far as they are missing, and adds those that it
 * made to 'made', from the outermost on.  Another process may make them at the same time.  FF_OK;
 * FF_E_OUTPUT; FF_E_NOMEM.
 */
enum ff_status ff_folder_make(const char *path, struct ff_folder *made, struct ff_error *err);

/* Removes those folders again, if they are empty. */
void ff_folder_unmake(const struct ff_folder *made);

#endif
