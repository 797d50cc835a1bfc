/*
 * Folders: the files in them, and making them.
 */
#ifndef FF_IO_FOLDER_H
#define FF_IO_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/status.h"
#include "io/strings.h"

/* Returns true if a path is a folder or a link to one. */
bool ff_folder_is(const char *path);

/*
 * Lists all files in 'path' and in folders below it, relative to it and sorted by bytes.  Links
 * are listed, not followed.  Returns FF_OK; FF_E_INPUT if a folder cannot be read; FF_E_NOMEM.  On
 * failure nothing is set.
 */
enum ff_status ff_folder_list(const char *path, struct ff_strings *list, struct ff_error *err);

/* Returns the path of 'name' in a folder; free() it.  NULL if memory ran out. */
char *ff_folder_join(const char *folder, const char *name);

/* Returns true if ".." is one of the names in a path. */
bool ff_folder_climbs(const char *path);

/* Returns true if a real path is below a folder, whose path is real, too. */
bool ff_folder_holds(const char *folder, const char *path);

/*
 * Returns the part of 'path' that exists, "." if none does; free() it.  Sets 'rest' to the names in
 * 'path' after it.  NULL if memory ran out.
 */
char *ff_folder_there(const char *path, const char **rest);

/*
 * Returns the real path of the part of the folder 'path' that exists, followed by the other names;
 * free() it.  NULL if memory ran out.
 */
char *ff_folder_real(const char *path);

/*
 * Makes the missing folders of 'path' except its last name, and adds them to 'made', outermost
 * first. Another process may make them at the same time.  FF_OK; FF_E_OUTPUT; FF_E_NOMEM.
 */
enum ff_status ff_folder_make(const char *path, struct ff_strings *made, struct ff_error *err);

/* Removes these folders if they are empty. */
void ff_folder_unmake(const struct ff_strings *made);

/*
 * Returns FF_E_INPUT if 'path' does not exist and 'err' can name a file in its folder of which it
 * may be a misspelling; else FF_OK.  In the sandbox, which lists no folder, none is found.
 */
enum ff_status ff_folder_check(const char *path, struct ff_error *err);

#endif
