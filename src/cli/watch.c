/*
 * A watch on a file ends with the file, and editors replace files: so it is the
 * folder that is watched, for that name.  Each link on the way is a name in a
 * folder, too.
 */
#include "cli/watch.h"

#if defined __linux__ && __has_include(<sys/inotify.h>)

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/progress.h"
#include "core/base/memory.h"

enum { QUIET = 50, LONGEST = 1000 }; /* ms */
enum { LINKS = 40 };                 /* on the way to a file, as many as the system follows */
enum { TEXT = 4096 };                /* bytes of a link */

enum {
	FOLDER = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED,
	CHANGES = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
		  IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF,
};

/* A name in a folder, on the way to a file. */
struct place {
	int folder; /* as the system numbers what it watches */
	char *name; /* owned */
	size_t file;
};

struct places {
	struct place *items; /* owned; [count] */
	size_t count, room;
};

struct ff_watch {
	int fd;
	struct places places;
	size_t count; /* of files */
};

static void free_places(struct places *places)
{
	for (size_t i = 0; i < places->count; i++)
		free(places->items[i].name);
	free(places->items);
	*places = (struct places){0};
}

static enum ff_status fail(const char *what, struct ff_error *err)
{
	switch (errno) {
	case ENOMEM:
		return ff_status_nomem(err, what);
	case EMFILE: /* of which each watch is one, too */
		return ff_status_fail(err, FF_E_LIMIT,
				      "%s: %s, or more watches than "
				      "/proc/sys/fs/inotify/max_user_instances",
				      what, strerror(errno));
	case ENFILE:
		return ff_status_fail(err, FF_E_LIMIT, "%s: %s", what, strerror(errno));
	case ENOSPC:
		return ff_status_fail(err, FF_E_LIMIT,
				      "%s: no more folders can be watched than "
				      "/proc/sys/fs/inotify/max_user_watches",
				      what);
	case ENOSYS:
		return ff_status_fail(err, FF_E_USAGE,
				      "%s: this system does not report changes of files", what);
	default:
		return ff_status_fail(err, FF_E_INPUT, "%s: %s: cannot be watched", what,
				      strerror(errno));
	}
}

enum ff_status ff_watch_open(struct ff_watch **out, struct ff_error *err)
{
	struct ff_watch *watch = calloc(1, sizeof *watch);
	enum ff_status st;

	if (watch == NULL)
		return ff_status_nomem(err, "watching files");
	if ((watch->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) < 0) {
		st = fail("watching files", err);
		free(watch);
		return st;
	}
	*out = watch;
	return FF_OK;
}

void ff_watch_close(struct ff_watch *watch)
{
	if (watch == NULL)
		return;
	close(watch->fd);
	free_places(&watch->places);
	free(watch);
}

/* Watches for a name of 'n' bytes in a folder, which is "" for the one that we are in. */
static enum ff_status add(const struct ff_watch *watch, struct places *places, const char *folder,
			  const char *name, size_t n, struct ff_error *err)
{
	const char *path = *folder == '\0' ? "." : folder;
	void *items = places->items;
	struct place place;
	struct stat file;

	if (!ff_memory_grow(&items, &places->room, places->count + 1, sizeof place))
		return ff_status_nomem(err, path);
	places->items = items;
	if ((place.folder = inotify_add_watch(watch->fd, path, CHANGES | IN_ONLYDIR)) < 0)
		return fail(path, err);
	/* One can be in a folder that is no more. */
	if (stat(path, &file) == 0 && file.st_nlink == 0) {
		errno = ENOENT;
		return fail(path, err);
	}
	if ((place.name = strndup(name, n)) == NULL)
		return ff_status_nomem(err, path);
	places->items[places->count++] = place;
	return FF_OK;
}

/* What a path still has in front of it. */
struct way {
	char *folder; /* owned; that far without a link: "", or with a slash at its end */
	char *rest;   /* owned */
	int links;    /* that were followed */
};

/* Goes into 'n' bytes of the rest, a folder, or starts again from 'link' in their stead; false if
 * memory ran out. */
static bool go(struct way *way, size_t n, const char *link)
{
	const char *after = way->rest + n;
	char *folder, *rest;
	bool fine;

	if (link == NULL)
		fine = asprintf(&folder, "%s%.*s/", way->folder, (int)n, way->rest) >= 0;
	else
		fine = (folder = strdup(*link == '/' ? "/" : way->folder)) != NULL;
	if (!fine)
		return false;
	if (asprintf(&rest, "%s%s", link == NULL ? "" : link, after) < 0) {
		free(folder);
		return false;
	}
	free(way->folder);
	free(way->rest);
	way->folder = folder;
	way->rest = rest;
	return true;
}

/* Ends the way, since nothing can be seen beyond what is watched by now. */
static enum ff_status stop(struct way *way)
{
	*way->rest = '\0';
	return FF_OK;
}

/*
 * The next step on the way, which ends where 'rest' is empty.  A link that leads nowhere is to be
 * watched itself, for whoever mends it, and so is the first name behind it that is not there.
 */
static enum ff_status step(const struct ff_watch *watch, struct places *places, struct way *way,
			   struct ff_error *err)
{
	size_t slashes = strspn(way->rest, "/"), n;
	char link[TEXT], *path;
	enum ff_status st = FF_OK;
	struct stat file;
	bool last, linked, missing;
	ssize_t size;

	memmove(way->rest, way->rest + slashes, strlen(way->rest + slashes) + 1);
	n = strcspn(way->rest, "/");
	last = way->rest[n + strspn(way->rest + n, "/")] == '\0';
	if (asprintf(&path, "%s%.*s", way->folder, (int)n, way->rest) < 0)
		return ff_status_nomem(err, way->rest);
	missing = lstat(path, &file) != 0;
	linked = !missing && S_ISLNK(file.st_mode);
	missing = missing && way->links > 0;
	if (last || linked || missing)
		st = add(watch, places, way->folder, way->rest, n, err);
	if (st == FF_E_INPUT && way->links > 0)
		missing = true;
	else if (st != FF_OK)
		goto out;
	if (missing) {
		st = stop(way);
		goto out;
	}
	/* Now that it cannot come to lead elsewhere unseen, where does it lead? */
	size = last || linked ? readlink(path, link, sizeof link) : -1;
	if (size >= 0 && (size == TEXT || way->links++ == LINKS)) {
		st = stop(way);
		goto out;
	}
	if (size >= 0)
		link[size] = '\0';
	else if (last)
		way->rest[n = 0] = '\0';
	if (*way->rest != '\0' && !go(way, n, size >= 0 ? link : NULL))
		st = ff_status_nomem(err, path);
out:
	free(path);
	return st;
}

static enum ff_status follow(const struct ff_watch *watch, struct places *places, const char *path,
			     struct ff_error *err)
{
	struct way way = {strdup(*path == '/' ? "/" : ""), strdup(path), 0};
	bool fits = way.folder != NULL && way.rest != NULL;
	enum ff_status st = FF_OK;

	while (fits && st == FF_OK && *way.rest != '\0')
		st = step(watch, places, &way, err);
	free(way.folder);
	free(way.rest);
	return fits ? st : ff_status_nomem(err, path);
}

static bool has_folder(const struct places *places, int folder)
{
	for (size_t i = 0; i < places->count; i++)
		if (places->items[i].folder == folder)
			return true;
	return false;
}

enum ff_status ff_watch_files(struct ff_watch *watch, const char *const *paths, size_t count,
			      struct ff_error *err)
{
	struct places other = {0};
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < count && st == FF_OK; i++) {
		size_t k = other.count;

		st = follow(watch, &other, paths[i], err);
		for (; k < other.count; k++)
			other.items[k].file = i;
	}
	if (st == FF_OK) {
		struct places before = watch->places;

		watch->places = other;
		watch->count = count;
		other = before;
	}
	for (size_t i = 0; i < other.count; i++)
		if (!has_folder(&watch->places, other.items[i].folder))
			(void)inotify_rm_watch(watch->fd, other.items[i].folder);
	free_places(&other);
	return st;
}

/* Whether an event concerns a place: that is its name, or its folder is another one now. */
static bool concerns(const struct place *place, const struct inotify_event *event)
{
	if ((event->mask & IN_Q_OVERFLOW) != 0) /* it may */
		return true;
	return place->folder == event->wd &&
	       ((event->mask & FOLDER) != 0 ||
		(event->len > 0 && strcmp(place->name, event->name) == 0));
}

/* Takes what the system has to tell; sets 'changed' if some of it concerns the files, and those of
 * them in 'told'. */
static enum ff_status take(const struct ff_watch *watch, bool *told, bool *changed,
			   struct ff_error *err)
{
	_Alignas(struct inotify_event) char events[16 * 1024];
	ssize_t size = read(watch->fd, events, sizeof events);

	if (size < 0 && errno != EAGAIN && errno != EINTR)
		return fail("watching files", err);
	for (ssize_t at = 0; at < size;) {
		const struct inotify_event *event =
			(const struct inotify_event *)(const void *)(events + at);

		for (size_t i = 0; i < watch->places.count; i++)
			if (concerns(&watch->places.items[i], event))
				*changed = told[watch->places.items[i].file] = true;
		at += (ssize_t)(sizeof *event + event->len);
	}
	return FF_OK;
}

enum ff_status ff_watch_wait(struct ff_watch *watch, bool *told, struct ff_error *err)
{
	struct pollfd from = {.fd = watch->fd, .events = POLLIN};
	double first = 0, last = 0, now = 0;
	bool any = false;

	memset(told, 0, watch->count * sizeof *told);
	while (!any || (now - last < QUIET && now - first < LONGEST)) {
		bool changed = false;
		enum ff_status st;

		if (poll(&from, 1, any ? QUIET : -1) < 0 && errno != EINTR)
			return fail("watching files", err);
		now = ff_clock_ms();
		if ((st = take(watch, told, &changed, err)) != FF_OK)
			return st;
		if (changed && !any)
			first = now;
		if (changed)
			last = now;
		any |= changed;
	}
	return FF_OK;
}

#else

enum ff_status ff_watch_open(struct ff_watch **out, struct ff_error *err)
{
	(void)out;
	return ff_status_fail(err, FF_E_USAGE,
			      "watching files: this system does not report changes of files");
}

void ff_watch_close(struct ff_watch *watch)
{
	(void)watch;
}

enum ff_status ff_watch_files(struct ff_watch *watch, const char *const *paths, size_t count,
			      struct ff_error *err)
{
	(void)watch, (void)paths, (void)count, (void)err;
	return FF_E_ARG;
}

enum ff_status ff_watch_wait(struct ff_watch *watch, bool *told, struct ff_error *err)
{
	(void)watch, (void)told, (void)err;
	return FF_E_ARG;
}

#endif
