#include "io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/memory.h"
#include "io/folder.h"

enum {
	PIECE = 64 * 1024,
	MOST = 16 << 20, /* bytes read at once: no signal is handled before they are there */
};

/* Sets '*in'; or, if 'wrong' is not NULL, closes fd and fails with it. */
static enum ff_status set_input(struct ff_input *in, const char *name, int fd, const char *wrong,
				struct ff_error *err)
{
	if (wrong == NULL) {
		*in = (struct ff_input){.name = name, .fd = fd};
		return FF_OK;
	}
	if (fd > STDIN_FILENO)
		close(fd);
	return ff_status_fail(err, FF_E_INPUT, "%s: %s", name, wrong);
}

enum ff_status ff_input_open(struct ff_input *in, const char *path, struct ff_error *err)
{
	bool standard = strcmp(path, "-") == 0;
	const char *name = standard ? "standard input" : path;
	int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd < 0) {
		(void)ff_status_fail(err, FF_E_INPUT, "%s: %s", name, strerror(errno));
		(void)ff_folder_check(path, err); /* which may know more */
		return FF_E_INPUT;
	}
	return set_input(in, name, fd,
			 fstat(fd, &st) == 0 && S_ISDIR(st.st_mode) ? "is a directory" : NULL, err);
}

enum ff_status ff_input_open_file(struct ff_input *in, const char *path, struct ff_error *err)
{
	struct stat st;
	bool other = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
	/* O_NONBLOCK: a file that has become a pipe since is not waited for. */
	int fd = other ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	/* A pipe is not opened at all: its writer would begin, and end when it is closed. */
	if (fd < 0 && !other)
		return ff_status_fail(err, FF_E_INPUT, "%s: %s", path, strerror(errno));
	return set_input(
		in, path, fd,
		fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? NULL : "is no regular file",
		err);
}

/* Reads up to 'most' bytes, and sets '*n' to their number; 0: the input has ended. */
static enum ff_status read_piece(struct ff_input *in, void *to, size_t most, size_t *n,
				 struct ff_error *err)
{
	ssize_t got;

	do
		got = read(in->fd, to, most < MOST ? most : MOST);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: %s", in->name, strerror(errno));
	in->ended = got == 0;
	*n = (size_t)got;
	return FF_OK;
}

enum ff_status ff_input_fill(struct ff_input *in, size_t want, struct ff_error *err)
{
	while (in->size < want && !in->ended) {
		enum ff_status st;
		size_t n = 0;

		if (!ff_memory_grow(&in->data, &in->room, in->size + PIECE, 1))
			return ff_status_nomem(err, in->name);
		st = read_piece(in, in->data + in->size, in->room - in->size, &n, err);
		if (st != FF_OK)
			return st;
		in->size += n;
	}
	return FF_OK;
}

enum ff_status ff_input_take(struct ff_input *in, void *to, size_t n, struct ff_error *err)
{
	const size_t held = in->size - in->taken < n ? in->size - in->taken : n;
	enum ff_status st = FF_OK;
	size_t more = 0;

	memcpy(to, in->data + in->taken, held);
	in->taken += held;
	for (size_t at = held; at < n && st == FF_OK; at += more) {
		if (!in->ended)
			st = read_piece(in, (uint8_t *)to + at, n - at, &more, err);
		if (st == FF_OK && in->ended)
			st = ff_status_fail(err, FF_E_INPUT, "%s: is truncated", in->name);
	}
	return st;
}

uint64_t ff_input_expect(const struct ff_input *in)
{
	struct stat file;

	if (in->ended)
		return in->size;
	if (fstat(in->fd, &file) == 0 && S_ISREG(file.st_mode) && file.st_size > 0)
		return (uint64_t)file.st_size;
	return 0;
}

void ff_input_reserve(struct ff_input *in, size_t size)
{
	/* One more piece, to see the end. */
	if (size > in->size && size <= SIZE_MAX - PIECE)
		(void)ff_memory_grow(&in->data, &in->room, size + PIECE, 1);
}

enum ff_status ff_input_rest(struct ff_input *in, size_t cap, struct ff_error *err)
{
	uint64_t size = ff_input_expect(in);
	enum ff_status st;

	if (size <= cap)
		ff_input_reserve(in, (size_t)size);
	if ((st = ff_input_fill(in, cap + 1, err)) != FF_OK)
		return st;
	if (in->size > cap)
		return ff_status_fail(err, FF_E_LIMIT, "%s: is larger than %zu bytes", in->name,
				      cap);
	return FF_OK;
}

void ff_input_close(struct ff_input *in)
{
	free(in->data);
	if (in->fd != STDIN_FILENO)
		close(in->fd);
	*in = (struct ff_input){.fd = STDIN_FILENO};
}
