/*
 * A watch of a file ends with the file, and editors replace files.  So the folder is watched, for
 * the file's name.  Each link on the way is a name in a folder, too.
 */
#include "cli/verbs/watch_files.h"

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
enum { LINKS = 40 };                 /* links followed on the way to a file, as by the system */
enum { TEXT = 4096 };                /* bytes of a link */

enum {
	FOLDER = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED,
	CHANGES = IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM |
		  IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF,
};

/* A watched name in a folder, on the way to a file. */
struct watched {
	int folder; /* the system's number of the watch */
	char *name; /* owned */
	size_t file;
};

struct watched_list {
	struct watched *items; /* owned; [count] */
	size_t count, room;
};

struct ff_watch {
	int fd;
	struct watched_list names;
	size_t count; /* of files */
};

static void free_list(struct watched_list *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->items[i].name);
	free(names->items);
	*names = (struct watched_list){0};
}

static enum ff_status fail(const char *what, struct ff_error *err)
{
	switch (errno) {
	case ENOMEM:
		return ff_status_nomem(err, what);
	case EMFILE: /* each watch is a descriptor, too */
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
	free_list(&watch->names);
	free(watch);
}

/* Watches a name of 'n' bytes in a folder, which is "" for the working directory. */
static enum ff_status watch_name(const struct ff_watch *watch, struct watched_list *names,
				 const char *folder, const char *name, size_t n,
				 struct ff_error *err)
{
	const char *path = *folder == '\0' ? "." : folder;
	void *items = names->items;
	struct watched entry;
	struct stat file;

	if (!ff_memory_grow(&items, &names->room, names->count + 1, sizeof entry))
		return ff_status_nomem(err, path);
	names->items = items;
	if ((entry.folder = inotify_add_watch(watch->fd, path, CHANGES | IN_ONLYDIR)) < 0)
		return fail(path, err);
	/* The working directory may have been removed. */
	if (stat(path, &file) == 0 && file.st_nlink == 0) {
		errno = ENOENT;
		return fail(path, err);
	}
	if ((entry.name = strndup(name, n)) == NULL)
		return ff_status_nomem(err, path);
	names->items[names->count++] = entry;
	return FF_OK;
}

/* A path being followed. */
struct path_walk {
	char *folder; /* owned; the part followed, without links: "", or with a slash at its end */
	char *rest;   /* owned */
	int links;    /* links followed so far */
};

/* Moves 'n' bytes of the rest, a folder, to the part followed, or replaces them by 'link'; returns
 * false if memory ran out. */
static bool advance(struct path_walk *walk, size_t n, const char *link)
{
	const char *after = walk->rest + n;
	char *folder, *rest;
	bool fine;

	if (link == NULL)
		fine = asprintf(&folder, "%s%.*s/", walk->folder, (int)n, walk->rest) >= 0;
	else
		fine = (folder = strdup(*link == '/' ? "/" : walk->folder)) != NULL;
	if (!fine)
		return false;
	if (asprintf(&rest, "%s%s", link == NULL ? "" : link, after) < 0) {
		free(folder);
		return false;
	}
	free(walk->folder);
	free(walk->rest);
	walk->folder = folder;
	walk->rest = rest;
	return true;
}

/* Ends the path: nothing beyond it can be seen until what is watched changes. */
static enum ff_status end_path(struct path_walk *walk)
{
	*walk->rest = '\0';
	return FF_OK;
}

/*
 * Follows the next part of a path, which ends where 'rest' is empty.  A dangling link is watched
 * itself, in case it is repaired, and so is the first missing name behind it.
 */
static enum ff_status follow_part(const struct ff_watch *watch, struct watched_list *names,
				  struct path_walk *walk, struct ff_error *err)
{
	size_t slashes = strspn(walk->rest, "/"), n;
	char link[TEXT], *path;
	enum ff_status st = FF_OK;
	struct stat file;
	bool last, linked, missing;
	ssize_t size;

	memmove(walk->rest, walk->rest + slashes, strlen(walk->rest + slashes) + 1);
	n = strcspn(walk->rest, "/");
	last = walk->rest[n + strspn(walk->rest + n, "/")] == '\0';
	if (asprintf(&path, "%s%.*s", walk->folder, (int)n, walk->rest) < 0)
		return ff_status_nomem(err, walk->rest);
	missing = lstat(path, &file) != 0;
	linked = !missing && S_ISLNK(file.st_mode);
	missing = missing && walk->links > 0;
	if (last || linked || missing)
		st = watch_name(watch, names, walk->folder, walk->rest, n, err);
	if (st == FF_E_INPUT && walk->links > 0)
		missing = true;
	else if (st != FF_OK)
		goto out;
	if (missing) {
		st = end_path(walk);
		goto out;
	}
	/* Read the link only after the watch, so that no change is missed. */
	size = last || linked ? readlink(path, link, sizeof link) : -1;
	if (size >= 0 && (size == TEXT || walk->links++ == LINKS)) {
		st = end_path(walk);
		goto out;
	}
	if (size >= 0)
		link[size] = '\0';
	else if (last)
		walk->rest[n = 0] = '\0';
	if (*walk->rest != '\0' && !advance(walk, n, size >= 0 ? link : NULL))
		st = ff_status_nomem(err, path);
out:
	free(path);
	return st;
}

static enum ff_status watch_path(const struct ff_watch *watch, struct watched_list *names,
				 const char *path, struct ff_error *err)
{
	struct path_walk walk = {strdup(*path == '/' ? "/" : ""), strdup(path), 0};
	bool fits = walk.folder != NULL && walk.rest != NULL;
	enum ff_status st = FF_OK;

	while (fits && st == FF_OK && *walk.rest != '\0')
		st = follow_part(watch, names, &walk, err);
	free(walk.folder);
	free(walk.rest);
	return fits ? st : ff_status_nomem(err, path);
}

static bool has_folder(const struct watched_list *names, int folder)
{
	for (size_t i = 0; i < names->count; i++)
		if (names->items[i].folder == folder)
			return true;
	return false;
}

enum ff_status ff_watch_files(struct ff_watch *watch, const char *const *paths, size_t count,
			      struct ff_error *err)
{
	struct watched_list other = {0};
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < count && st == FF_OK; i++) {
		size_t k = other.count;

		st = watch_path(watch, &other, paths[i], err);
		for (; k < other.count; k++)
			other.items[k].file = i;
	}
	if (st == FF_OK) {
		struct watched_list before = watch->names;

		watch->names = other;
		watch->count = count;
		other = before;
	}
	for (size_t i = 0; i < other.count; i++)
		if (!has_folder(&watch->names, other.items[i].folder))
			(void)inotify_rm_watch(watch->fd, other.items[i].folder);
	free_list(&other);
	return st;
}

/* Returns true if an event is about a watched name, or its folder. */
static bool is_about(const struct watched *entry, const struct inotify_event *event)
{
	if ((event->mask & IN_Q_OVERFLOW) != 0) /* events were lost: it may be */
		return true;
	return entry->folder == event->wd &&
	       ((event->mask & FOLDER) != 0 ||
		(event->len > 0 && strcmp(entry->name, event->name) == 0));
}

/* Reads the system's events; sets 'changed' for the files concerned, and 'any' if there are some.
 */
static enum ff_status read_events(const struct ff_watch *watch, bool *changed, bool *any,
				  struct ff_error *err)
{
	_Alignas(struct inotify_event) char events[16 * 1024];
	ssize_t size = read(watch->fd, events, sizeof events);

	if (size < 0 && errno != EAGAIN && errno != EINTR)
		return fail("watching files", err);
	for (ssize_t at = 0; at < size;) {
		const struct inotify_event *event =
			(const struct inotify_event *)(const void *)(events + at);

		for (size_t i = 0; i < watch->names.count; i++)
			if (is_about(&watch->names.items[i], event))
				*any = changed[watch->names.items[i].file] = true;
		at += (ssize_t)(sizeof *event + event->len);
	}
	return FF_OK;
}

enum ff_status ff_watch_wait(struct ff_watch *watch, bool *changed, struct ff_error *err)
{
	struct pollfd from = {.fd = watch->fd, .events = POLLIN};
	double first = 0, last = 0, now = 0;
	bool any = false;

	memset(changed, 0, watch->count * sizeof *changed);
	while (!any || (now - last < QUIET && now - first < LONGEST)) {
		bool some = false;
		enum ff_status st;

		if (poll(&from, 1, any ? QUIET : -1) < 0 && errno != EINTR)
			return fail("watching files", err);
		now = ff_clock_ms();
		if ((st = read_events(watch, changed, &some, err)) != FF_OK)
			return st;
		if (some && !any)
			first = now;
		if (some)
			last = now;
		any |= some;
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

enum ff_status ff_watch_wait(struct ff_watch *watch, bool *changed, struct ff_error *err)
{
	(void)watch, (void)changed, (void)err;
	return FF_E_ARG;
}

#endif
