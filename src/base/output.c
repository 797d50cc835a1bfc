#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What ends a program from outside; not what its own mistakes raise. */
static const int ending[] = {SIGHUP,  SIGINT,  SIGQUIT,   SIGPIPE, SIGALRM, SIGTERM,
			     SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU};

enum { ENDING = sizeof ending / sizeof ending[0] };

static bool interrupted(void)
{
	sigset_t waiting, held;

	if (sigpending(&waiting) != 0 || pthread_sigmask(SIG_BLOCK, NULL, &held) != 0)
		return false;
	for (int i = 0; i < ENDING; i++)
		if (sigismember(&held, ending[i]) == 1 && sigismember(&waiting, ending[i]) == 1)
			return true;
	return false;
}

void ff_output_hold(sigset_t *before)
{
	sigset_t hold;

	sigemptyset(&hold);
	for (int i = 0; i < ENDING; i++) {
		struct sigaction action;

		/* A signal that is ignored must not look as if it waited. */
		if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL)
			sigaddset(&hold, ending[i]);
	}
	pthread_sigmask(SIG_BLOCK, &hold, before);
}

void ff_output_release(const sigset_t *before)
{
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

static enum ff_status fail(const char *name, struct ff_error *err)
{
	if (errno == ENOMEM)
		return ff_status_nomem(err, name);
	return ff_status_fail(err, FF_E_OUTPUT, "%s: %s", name, strerror(errno));
}

bool ff_output_direct(const char *path)
{
	struct stat file;

	return strcmp(path, "-") == 0 || (stat(path, &file) == 0 && !S_ISREG(file.st_mode));
}

/* A name in the folder of 'path' for the n-th try; NULL if memory ran out. */
static char *temporary_for(const char *path, int n)
{
	const char *slash = strrchr(path, '/');
	int folder = slash == NULL ? 0 : (int)(slash - path) + 1;
	char *name;

	if (asprintf(&name, "%.*s.flowfield-%ld-%d.tmp", folder, path, (long)getpid(), n) < 0)
		return NULL;
	return name;
}

enum ff_status ff_output_open(struct ff_output *out, const char *path, struct ff_error *err)
{
	enum { TRIES = 1000 };
	bool standard = strcmp(path, "-") == 0;
	struct stat file;
	bool exists;

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
		out->fd = open(path, O_WRONLY | O_CLOEXEC);
		return out->fd < 0 ? fail(out->name, err) : FF_OK;
	}
	/* A link to nothing has no real path: then the link itself is replaced. */
	if ((out->path = exists ? realpath(path, NULL) : strdup(path)) == NULL)
		return fail(out->name, err);
	for (int n = 0; n < TRIES && out->fd < 0; n++) {
		free(out->temporary);
		if ((out->temporary = temporary_for(out->path, n)) == NULL) {
			ff_output_discard(out);
			return ff_status_nomem(err, "a file name");
		}
		out->fd = open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
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
	if (exists)
		(void)fchmod(out->fd, file.st_mode & 0777);
	return FF_OK;
}

enum ff_status ff_output_write(struct ff_output *out, const void *data, size_t size,
			       struct ff_error *err)
{
	enum { PIECE = 1 << 20 }; /* how long a signal waits at most */
	const char *from = data;

	while (size > 0) {
		ssize_t n = write(out->fd, from, size < PIECE ? size : PIECE);

		if (interrupted())
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
		/* Kept open, but a descriptor's late errors come with closing: close a twin. */
		fd = dup(fd);
	}
	return fd < 0 || close(fd) != 0 ? fail(out->name, err) : FF_OK;
}

enum ff_status ff_output_commit(struct ff_output *out, struct ff_error *err)
{
	if (out->path != NULL && rename(out->temporary, out->path) != 0)
		return fail(out->name, err);
	free(out->temporary);
	out->temporary = NULL;
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
