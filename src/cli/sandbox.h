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

/* The files that may still be opened; closed by ff_sandbox_enter() or ff_sandbox_leave(). */
struct ff_sandbox {
	int rules;    /* a descriptor; -1 where files cannot be guarded */
	int error;    /* errno of the first rule that could not be made; 0: none */
	bool modes;   /* permissions of open files may be set */
	bool verbose; /* standard error hears in one line what the system lacks; set by callers */
};

/* ff_sandbox_begin() returns a sandbox that allows nothing yet, and changes nothing yet. */
struct ff_sandbox ff_sandbox_begin(void);

/*
 * These allow
 *
 *   ff_sandbox_read()        to read the file 'path'
 *   ff_sandbox_read_below()  to read the folder 'path' and all files below
 *   ff_sandbox_write()       to write 'path', if it is no folder
 *   ff_sandbox_replace()     to make, write, replace and remove files in the folder 'path' and
 *                            below; with 'folders' also to make and remove folders there
 *
 * A path that does not exist is ignored.  If descriptors or memory do not suffice,
 * ff_sandbox_enter() fails.
 */
void ff_sandbox_read(struct ff_sandbox *sandbox, const char *path);
void ff_sandbox_read_below(struct ff_sandbox *sandbox, const char *path);
void ff_sandbox_write(struct ff_sandbox *sandbox, const char *path);
void ff_sandbox_replace(struct ff_sandbox *sandbox, const char *path, bool folders);

/*
 * ff_sandbox_preserve() allows to give the permissions of 'path' to the file that replaces it, if
 * the umask would not: then those of any open file can be set.  Files in a folder 'path' may need
 * that, too.
 */
void ff_sandbox_preserve(struct ff_sandbox *sandbox, const char *path);

/*
 * ff_sandbox_enter() gives up all other rights for good, for the calling thread and those that it
 * starts later.  Open files stay open.
 *
 * Returns FF_OK, also where the kernel cannot guard; FF_E_LIMIT or FF_E_NOMEM if it could, but
 * descriptors or memory do not suffice: some rights may be gone, and no input may be read.
 */
enum ff_status ff_sandbox_enter(struct ff_sandbox *sandbox, struct ff_error *err);

/* ff_sandbox_leave() closes the sandbox without giving up anything. */
void ff_sandbox_leave(struct ff_sandbox *sandbox);

/* ---- the sandbox of a run: sandbox_files.c ---- */

struct ff_options;
struct ff_plan;

/*
 * ff_sandbox_confine() allows only reading the inputs that the options name and writing the outputs
 * of 'plan' (NULL: none), and enters the sandbox; with --no-sandbox it does nothing.
 *
 * Returns FF_OK; what ff_sandbox_enter() returns; FF_E_NOMEM.
 */
enum ff_status ff_sandbox_confine(const struct ff_options *options, const struct ff_plan *plan,
				  struct ff_error *err);

/* ff_sandbox_replace_file() allows to replace 'path', or the file that it links to; returns false
 * if memory ran out. */
bool ff_sandbox_replace_file(struct ff_sandbox *sandbox, const char *path);

#endif
