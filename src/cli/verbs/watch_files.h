/*
 * Waits until one of some files changes, by whatever program and in whatever way: written in place,
 * replaced by another file, removed and made again, or reached through a link that has changed.
 *
 * Linux only (inotify); elsewhere ff_watch_open() fails.  Changes by other machines on a shared
 * filesystem, through mapped memory, or through another name of the file in another folder are not
 * noticed.
 */
#ifndef FF_CLI_VERBS_WATCH_FILES_H
#define FF_CLI_VERBS_WATCH_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/status.h"

struct ff_watch;

/*
 * ff_watch_open() makes a watch of no files; close it with ff_watch_close(), which accepts NULL. It
 * is used by one thread at a time.
 *
 * FF_OK; FF_E_USAGE if this system has no inotify; FF_E_LIMIT if it has no more; FF_E_NOMEM.  On
 * failure nothing is set.
 */
enum ff_status ff_watch_open(struct ff_watch **out, struct ff_error *err);
void ff_watch_close(struct ff_watch *watch);

/*
 * ff_watch_files() watches these files, and the links on the way to them, in place of those before.
 * They need not exist, but their folders must; links may be dangling.  A file that is opened after
 * that is current, or ff_watch_wait() returns.  Call it before each reading, since links may have
 * changed.
 *
 *   paths  [count]  not needed afterwards
 *
 * Returns FF_OK; FF_E_INPUT if a folder is missing or cannot be read; FF_E_LIMIT if the system
 * watches no more folders; FF_E_NOMEM.  After a failure the files of before are watched.
 */
enum ff_status ff_watch_files(struct ff_watch *watch, const char *const *paths, size_t count,
			      struct ff_error *err);

/*
 * ff_watch_wait() waits until one of the files has changed, or its folder has gone, since
 * ff_watch_files() was first called with it; then until 50 ms pass without a change, for at most a
 * second, so that changes in quick succession are one.  It may return without a change.  Signals
 * work as always.
 *
 *   changed  [count]  set to true for each file that changed
 *
 * FF_OK; FF_E_INPUT if the system fails to report.
 */
enum ff_status ff_watch_wait(struct ff_watch *watch, bool *changed, struct ff_error *err);

#endif
