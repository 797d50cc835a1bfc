/*
 * The work folder of --work-dir: memory in files.
 *
 * Blocks of the heap from FF_STORE_LEAST bytes on are then files of that folder, mapped into
 * memory: the system writes and reads their pages as it needs, and all that works on layers works
 * as for small maps.  The files have names only while they are made, and are gone with their
 * blocks, however the program ends; except the one with the values of a field under way, with which
 * a run that is started again goes on.
 *
 * One run at a time may use a folder.  ff_store_take(), ff_store_size() and ff_store_free() may be
 * called from any thread.
 */
#ifndef FF_CLI_STORE_H
#define FF_CLI_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/status.h"

enum { FF_STORE_LEAST = 256 << 10 };

/*
 * Opens the folder, and makes it if it is missing, before the sandbox is entered.  While the
 * process has more than 'limit' bytes of memory, pages are taken from it, and stay in the system's
 * cache until they are written; INT64_MAX: the system decides.
 *
 * FF_OK; FF_E_OUTPUT if it cannot be used or another run uses it.
 */
enum ff_status ff_store_open(const char *folder, int64_t limit, struct ff_error *err);

/* Lets the calling thread, a new one, keep to that limit, too. */
void ff_store_join(void);

/*
 * Begins the work that 'text' describes: lines of which the first word says what they describe.
 * FF_OK; FF_E_OUTPUT if the folder holds other work, with the line that differs in 'err', or cannot
 * be written.
 */
enum ff_status ff_store_begin(const char *text, struct ff_error *err);

/* Returns the block that the field's values are kept in, of 'bytes' bytes, for free(); NULL if the
 * disk or memory does not suffice.  Sets '*resumed' if it has what an earlier run wrote; else it is
 * 0. */
void *ff_store_field(size_t bytes, bool *resumed);

/* Ends the use of the folder; if the work is done, nothing is left there. */
void ff_store_end(bool done);

/*
 * For the allocator: a new block, all 0, or NULL if there is no folder, the block is small or the
 * disk is full; the size of one, or 0 if that is no block of this kind; and its end.
 */
void *ff_store_take(size_t bytes);
size_t ff_store_size(const void *block);
void ff_store_free(void *block);

/* Returns true if blocks of that size are in files. */
bool ff_store_takes(size_t bytes);

/* Returns FF_E_OUTPUT in place of FF_E_NOMEM if the disk refused a block, with its reason in 'err';
 * any other status unchanged. */
enum ff_status ff_store_explain(enum ff_status st, struct ff_error *err);

#endif
