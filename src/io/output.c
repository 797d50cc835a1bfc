#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The signals that end a program from outside, not those of its own faults. */
static const int ending[] = {
	SIGHUP,    SIGINT,  SIGQUIT,   SIGPIPE, SIGALRM, SIGTERM,
	SIGUSR1,   SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL,
#ifdef SIGPWR
	SIGPWR,
#endif
#ifdef SIGSTKFLT
	SIGSTKFLT,
#endif
};

enum { ENDING = sizeof ending / sizeof ending[0] };

static bool is_interrupted(void)
{
	sigset_t waiting, held;

	if (sigpending(&waiting) != 0 || pthread_sigmask(SIG_BLOCK, NULL, &held) != 0)
		return false;
	for (int i = 0; i < ENDING; i++)
		if (sigismember(&held, ending[i]) == 1 && sigismember(&waiting, ending[i]) == 1)
			return true;
	return false;
}

/* Returns true if signals are held, so that no call may wait long. */
static bool is_holding(void)
{
	sigset_t held;
	bool any = false;

	if (pthread_sigmask(SIG_BLOCK, NULL, &held) != 0)
		return false;
	for (int i = 0; i < ENDING; i++)
		any |= sigismember(&held, ending[i]) == 1;
	return any;
}

void ff_output_ending(sigset_t *set)
{
	sigemptyset(set);
	for (int i = 0; i < ENDING; i++) {
		struct sigaction action;

		/* An ignored signal must not look pending. */
		if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL)
			sigaddset(set, ending[i]);
	}
}

void ff_output_hold(sigset_t *before)
{
	sigset_t hold;

	ff_output_ending(&hold);
	pthread_sigmask(SIG_BLOCK, &hold, before);
}

void ff_output_release(const sigset_t *before)
{
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

static enum ff_status fail(const char *name, struct ff_error *err)
{
	int number = errno;
	enum ff_status st = number == ENOMEM ? ff_status_nomem(err, name)
					     : ff_status_fail(err, FF_E_OUTPUT, "%s: %s", name,
							      strerror(number));

	errno = number;
	return st;
}

bool ff_output_direct(const char *path)
{
	struct stat file;

	return strcmp(path, "-") == 0 || (stat(path, &file) == 0 && !S_ISREG(file.st_mode));
}

char *ff_output_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
}

bool ff_output_is_own(const char *path)
{
	const char *slash = strrchr(path, '/');

	const char *name = slash == NULL ? path : slash + 1;

	return strcmp(name, ".flowfield") == 0 || strncmp(name, ".flowfield-", 11) == 0;
}

enum ff_status ff_output_open(struct ff_output *out, const char *path, struct ff_error *err)
{
	enum { TRIES = 1000 };
	bool standard = strcmp(path, "-") == 0;
	const char *slash;
	struct stat file;
	mode_t mode;
	bool exists;
	int folder;

	*out = (struct ff_output){.name = standard ? "standard output" : path, .fd = -1};
	if (standard) {
		out->fd = STDOUT_FILENO;
		return fcntl(out->fd, F_GETFD) < 0 ? fail(out->name, err) : FF_OK;
	}
	exists = stat(path, &file) == 0;
	if (!exists && errno != ENOENT)
		return fail(out->name, err);
	if (exists && S_ISDIR(file.st_mode))
		return ff_status_fail(err, FF_E_OUTPUT, "%s: is a directory", path);
	if (exists && !S_ISREG(file.st_mode)) {
		out->fd = open(path, O_WRONLY | O_CLOEXEC | (is_holding() ? O_NONBLOCK : 0));
		return out->fd < 0 || fcntl(out->fd, F_SETFL, O_WRONLY) != 0 ? fail(out->name, err)
									     : FF_OK;
	}
	/* A dangling link has no real path: the link itself is replaced. */
	if ((out->path = exists ? realpath(path, NULL) : strdup(path)) == NULL)
		return fail(out->name, err);
	slash = strrchr(out->path, '/');
	folder = slash == NULL ? 0 : (int)(slash - out->path) + 1;
	mode = exists ? file.st_mode & 0777 : 0666;
	for (int n = 0; n < TRIES && out->fd < 0; n++) {
		free(out->temporary);
		if (asprintf(&out->temporary, "%.*s.flowfield-%ld-%d.tmp", folder, out->path,
			     (long)getpid(), n) < 0) {
			out->temporary = NULL;
			ff_output_discard(out);
			return ff_status_nomem(err, "a file name");
		}
		out->fd = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (out->fd < 0 && errno != EEXIST)
			break;
	}
	if (out->fd < 0) {
		enum ff_status st = fail(out->name, err);

		free(out->temporary);
		out->temporary = NULL; /* not ours */
		ff_output_discard(out);
		return st;
	}
	if (exists && fstat(out->fd, &file) == 0 && (file.st_mode & 0777) != mode)
		(void)fchmod(out->fd, mode);
	return FF_OK;
}

/* Waits until a descriptor can be written; returns false if a signal came before. */
static bool wait_for_room(int fd)
{
	enum { PAUSE = 50 }; /* ms */
	struct pollfd room = {.fd = fd, .events = POLLOUT};

	while (poll(&room, 1, PAUSE) == 0)
		if (is_interrupted())
			return false;
	return true;
}

enum ff_status ff_output_write(struct ff_output *out, const void *data, size_t size,
			       struct ff_error *err)
{
	enum { PIECE = 1 << 20 }; /* most bytes that a signal waits for */
	bool waits = out->path == NULL && is_holding();
	size_t most = waits ? PIPE_BUF : PIECE; /* a pipe with room takes PIPE_BUF at once */
	const char *from = data;

	while (size > 0) {
		bool free_to = !waits || wait_for_room(out->fd);
		ssize_t n = free_to ? write(out->fd, from, size < most ? size : most) : 0;

		if (is_interrupted())
			return ff_status_fail(err, FF_E_SIGNAL, "%s: interrupted", out->name);
		if (n < 0 && errno != EINTR)
			return fail(out->name, err);
		if (n > 0) {
			from += n;
			size -= (size_t)n;
		}
	}
	return FF_OK;
}

enum ff_status ff_output_close(struct ff_output *out, struct ff_error *err)
{
	int fd = out->fd;

	out->fd = -1;
	if (fd == STDOUT_FILENO) {
		/* Closing shows late errors, but this one must stay open: close a duplicate. */
		fd = dup(fd);
	}
	return fd < 0 || close(fd) != 0 ? fail(out->name, err) : FF_OK;
}

enum ff_status ff_output_put(struct ff_output *out, const char *path, const void *data, size_t size,
			     struct ff_error *err)
{
	enum ff_status st = ff_output_open(out, path, err);

	if (st == FF_OK)
		st = ff_output_write(out, data, size, err);
	return st == FF_OK ? ff_output_close(out, err) : st;
}

/* Renames the temporary file unless its new name is taken, in one step. */
static bool rename_new(const struct ff_output *out)
{
#ifdef RENAME_NOREPLACE
	if (renameat2(AT_FDCWD, out->temporary, AT_FDCWD, out->path, RENAME_NOREPLACE) == 0)
		return true;
	if (errno != ENOSYS && errno != EINVAL)
		return false;
#endif
	/* Filesystems without that flag (NFS) have links. */
	if (link(out->temporary, out->path) != 0)
		return false;
	(void)unlink(out->temporary);
	return true;
}

enum ff_status ff_output_commit(struct ff_output *out, bool replace, struct ff_error *err)
{
	if (out->path != NULL &&
	    !(replace ? rename(out->temporary, out->path) == 0 : rename_new(out)))
		return fail(out->name, err);
	free(out->temporary);
	free(out->path);
	*out = (struct ff_output){.fd = -1};
	return FF_OK;
}

void ff_output_discard(struct ff_output *out)
{
	if (out->fd >= 0 && out->fd != STDOUT_FILENO)
		close(out->fd);
	if (out->temporary != NULL)
		unlink(out->temporary);
	free(out->temporary);
	free(out->path);
	*out = (struct ff_output){.fd = -1};
}

enum ff_status ff_buffer_flush(struct ff_buffer *buffer)
{
	if (buffer->st == FF_OK)
		buffer->st = ff_output_write(buffer->out, buffer->bytes, buffer->used, buffer->err);
	buffer->used = 0;
	return buffer->st;
}
