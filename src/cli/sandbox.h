/*
 * The sandbox: a run gives up the rights that it does not need before it reads what strangers
 * wrote. Then a mistake in a decoder cannot be made to read other files, to change them, to start
 * programs or to speak to the network.
 *
 * Linux only, and there as far as the kernel can: Landlock (5.13 and later) guards the files, and
 * seccomp the rest, if its library was there at build time.  Elsewhere nothing is guarded.
 */
#ifndef FF_CLI_SANDBOX_H
#define FF_CLI_SANDBOX_H

#include <stdbool.h>

#include "core/base/status.h"
#include "io/strings.h"

/* Uses of a file by a run. */
enum ff_sandbox_use {
	FF_SANDBOX_READ,    /* read it */
	FF_SANDBOX_BELOW,   /* read this folder and all files below */
	FF_SANDBOX_REPLACE, /* replace it; write it, if it is a pipe or a device */
	FF_SANDBOX_FOLDER,  /* make, replace and remove files and folders below this one, which may
			     * be missing */
	FF_SANDBOX_USES,
};

/* The file that every run may read: ff_report_peak() does. */
#define FF_SANDBOX_STATUS "/proc/self/status"

/* The files that a run touches; all zero: none. */
struct ff_sandbox {
	struct ff_strings files[FF_SANDBOX_USES];
	bool off;     /* ff_sandbox_enter() does nothing */
	bool verbose; /* standard error hears in one line what the system lacks */
};

/* ff_sandbox_add() adds a file, unless the path is NULL or "-": FF_OK or FF_E_NOMEM. */
enum ff_status ff_sandbox_add(struct ff_sandbox *sandbox, enum ff_sandbox_use use, const char *path,
			      struct ff_error *err);

/*
 * ff_sandbox_enter() gives up all other rights for good, for the calling thread and those that it
 * starts later.  Open files stay open.  Paths that do not exist are ignored.  A file that is
 * replaced keeps its permissions.
 *
 * Returns FF_OK, also where the kernel cannot guard; FF_E_LIMIT or FF_E_NOMEM if it could, but
 * descriptors or memory do not suffice: some rights may be gone, and no input may be read.
 */
enum ff_status ff_sandbox_enter(const struct ff_sandbox *sandbox, struct ff_error *err);

void ff_sandbox_free(struct ff_sandbox *sandbox);

#endif
