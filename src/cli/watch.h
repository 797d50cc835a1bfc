/*
 * Waiting until a file changes, whoever changes it and however: written in place, replaced by
 * another that is given its name, removed and made again, or reached by a link that comes to lead
 * elsewhere.
 *
 * Linux only, where the system tells of it (inotify); elsewhere ff_watch_open() says that it
 * cannot be done.  What other machines change on a shared filesystem, what is written into memory
 * that is mapped from a file, or through another name of it in another folder, is not told.
 */
#ifndef FF_CLI_WATCH_H
#define FF_CLI_WATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/status.h"

/* One thread at a time uses a watch. */
struct ff_watch;

/*
 * ff_watch_open() makes a watch over nothing so far; close it with ff_watch_close(), where NULL is
 * allowed.  FF_OK; FF_E_USAGE where this system does not tell; FF_E_LIMIT where it cannot tell any
 * more; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status ff_watch_open(struct ff_watch **out, struct ff_error *err);
void ff_watch_close(struct ff_watch *watch);

/*
 * ff_watch_files() watches these files, and links on the way to them, from now on, and no others;
 * whether they are there or not, but the folders must be in which they stand; links may lead
 * nowhere.  Files that are opened after that are as they are, or ff_watch_wait() returns.  To be
 * called before each time that they are read, since links may lead elsewhere then.
 *
 *   paths  [count]  not needed any more afterwards
 *
 * Returns FF_OK; FF_E_INPUT where a folder is missing, or may not be read; FF_E_LIMIT where the
 * system watches no more folders; FF_E_NOMEM.  After a failure those of before are watched.
 */
enum ff_status ff_watch_files(struct ff_watch *watch, const char *const *paths, size_t count,
			      struct ff_error *err);

/*
 * ff_watch_wait() waits until one of the files has changed, or its folder has gone, since
 * ff_watch_files() was first told of it, and then for 50 ms without any change, but for a second
 * at most: many changes in quick succession are one.  It may return without a change.  Signals do
 * what they always do meanwhile.
 *
 *   told  [count]  set to which files these are
 *
 * FF_OK; FF_E_INPUT if the system fails to tell.
 */
enum ff_status ff_watch_wait(struct ff_watch *watch, bool *told, struct ff_error *err);

#endif
