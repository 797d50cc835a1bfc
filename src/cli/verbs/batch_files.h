/*
 * Where files lie, whatever they are called: what jobs read and write, held against each other.
 */
#ifndef FF_CLI_VERBS_BATCH_FILES_H
#define FF_CLI_VERBS_BATCH_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/sandbox.h"
#include "core/base/status.h"

struct ff_batch_file {
	char *place;  /* owned; a real path, but for what is still to be made */
	size_t line;  /* of the manifest; 0: the batch itself */
	bool written; /* else read */
	bool link;    /* a symbolic link that leads nowhere, and is replaced */
};

/* All zero: none. */
struct ff_batch_files {
	struct ff_batch_file *items; /* owned; [count] */
	size_t count, room;
	char *folder, *real; /* owned; the one looked up last, as named and as it is */
};

/* ff_batch_files_add() looks where 'path' leads: FF_OK or FF_E_NOMEM. */
enum ff_status ff_batch_files_add(struct ff_batch_files *places, const char *path, size_t line,
				  bool written, struct ff_error *err);

/*
 * ff_batch_files_check() sorts the items.  FF_OK; FF_E_USAGE and a line about the first conflict
 * in 'err' if any two lines would write one place, or one would read what another writes.
 *
 *   name  of the manifest
 */
enum ff_status ff_batch_files_check(struct ff_batch_files *places, const char *name,
				    struct ff_error *err);

/*
 * ff_batch_files_allow() allows in a sandbox what a checked list says: to read what is
 * read, and to replace files in the folders of what is written, each of them once.
 *
 *   what  FF_SANDBOX_... that is allowed in these folders, too
 *
 * FF_OK or FF_E_NOMEM.
 */
enum ff_status ff_batch_files_allow(const struct ff_batch_files *places, struct ff_sandbox *sandbox,
				    unsigned what, struct ff_error *err);

void ff_batch_files_free(struct ff_batch_files *places);

#endif
