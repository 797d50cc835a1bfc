#include "cli/output_plan.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/memory.h"

enum { DIGITS = 5, OPEN = 128 /* files at a time */ };

static bool is_frame(const char *name)
{
	return strlen(name) == strlen("frame_.png") + DIGITS && strncmp(name, "frame_", 6) == 0 &&
	       strspn(name + 6, "0123456789") == DIGITS && strcmp(name + 6 + DIGITS, ".png") == 0;
}

/* Checks that files can be made in the folder, or that the folder can be made. */
static enum ff_status check_folder(struct ff_frames *frames, bool later, struct ff_error *err)
{
	struct stat file;
	char *parent;
	bool fits;

	if (stat(frames->folder, &file) == 0) {
		if (!S_ISDIR(file.st_mode))
			return ff_status_fail(err, FF_E_OUTPUT, "%s: is not a folder",
					      frames->folder);
		if (access(frames->folder, W_OK) == 0)
			return FF_OK;
		return ff_status_fail(err, FF_E_OUTPUT, "%s: %s", frames->folder, strerror(errno));
	}
	if (errno != ENOENT)
		return ff_status_fail(err, FF_E_OUTPUT, "%s: %s", frames->folder, strerror(errno));
	if (lstat(frames->folder, &file) == 0)
		return ff_status_fail(err, FF_E_OUTPUT, "%s: is a link that leads nowhere",
				      frames->folder);
	frames->missing = true;
	if (later)
		return FF_OK;
	if ((parent = ff_output_folder(frames->folder)) == NULL)
		return ff_status_nomem(err, "file names");
	fits = access(parent, W_OK) == 0;
	free(parent);
	return fits ? FF_OK
		    : ff_status_fail(err, FF_E_OUTPUT, "%s: %s", frames->folder, strerror(errno));
}

/* Returns the path of frame i; NULL if memory ran out. */
static char *path_of(const struct ff_frames *frames, size_t i)
{
	char *path;

	if (asprintf(&path, "%s/frame_%0*zu.png",
		     strcmp(frames->folder, "/") == 0 ? "" : frames->folder, DIGITS, i) < 0)
		return NULL;
	return path;
}

/* Records which names of frames are taken. */
static enum ff_status find_old(struct ff_frames *frames, struct ff_error *err)
{
	DIR *stream = opendir(frames->folder);
	enum ff_status st = FF_OK;
	struct dirent *entry;

	if (stream != NULL && (frames->old = calloc(FF_FRAMES_MAX, 1)) == NULL) {
		closedir(stream);
		return ff_status_nomem(err, "an animation");
	}
	while (stream != NULL && (errno = 0, entry = readdir(stream)) != NULL)
		if (is_frame(entry->d_name))
			frames->old[strtoul(entry->d_name + 6, NULL, 10)] = 1;
	if (errno != 0)
		st = ff_status_fail(err, FF_E_OUTPUT, "%s: %s", frames->folder, strerror(errno));
	if (stream != NULL)
		closedir(stream);
	return st;
}

/* Checks that a file with the name of a frame may be replaced or removed. */
static enum ff_status check_old(const char *path, enum ff_frames_replaced replaced,
				struct ff_error *err)
{
	struct stat file;

	if (replaced == FF_FRAMES_NEW)
		return ff_status_fail(err, FF_E_OUTPUT, "%s: is there already (--no-clobber)",
				      path);
	if (lstat(path, &file) != 0)
		return errno == ENOENT
			       ? FF_OK /* gone already */
			       : ff_status_fail(err, FF_E_OUTPUT, "%s: %s", path, strerror(errno));
	if (!S_ISREG(file.st_mode))
		return ff_status_fail(err, FF_E_OUTPUT, "%s: is no regular file", path);
	if ((file.st_mode & 0222) == 0 && replaced != FF_FRAMES_ANY)
		return ff_status_fail(err, FF_E_OUTPUT,
				      "%s: is write-protected: --force replaces it", path);
	return FF_OK;
}

enum ff_status ff_output_frames_plan(struct ff_frames *frames, char *folder,
				     enum ff_frames_replaced replaced, bool later,
				     struct ff_error *err)
{
	enum ff_status st;

	*frames = (struct ff_frames){.folder = folder};
	for (size_t n = strlen(folder); n > 1 && folder[n - 1] == '/'; n--)
		folder[n - 1] = '\0';
	if ((st = check_folder(frames, later, err)) != FF_OK || frames->missing)
		return st;
	st = find_old(frames, err);
	for (size_t i = 0; i < FF_FRAMES_MAX && st == FF_OK; i++) {
		char *path;

		if (!frames->old[i])
			continue;
		path = path_of(frames, i);
		st = path == NULL ? ff_status_nomem(err, "file names")
				  : check_old(path, replaced, err);
		free(path);
	}
	return st;
}

enum ff_status ff_output_frames_add(struct ff_frames *frames, uint8_t *file, size_t size,
				    struct ff_error *err)
{
	struct ff_frames_item item = {.file = file, .size = size, .output.fd = -1};
	void *items = frames->items;

	if (frames->count == FF_FRAMES_MAX) {
		free(file);
		return ff_status_fail(err, FF_E_LIMIT, "%s: more than %d frames", frames->folder,
				      FF_FRAMES_MAX);
	}
	if (!ff_memory_grow(&items, &frames->room, frames->count + 1, sizeof item)) {
		free(file);
		return ff_status_nomem(err, "an animation");
	}
	frames->items = items;
	if ((item.path = path_of(frames, frames->count)) == NULL) {
		free(file);
		return ff_status_nomem(err, "an animation");
	}
	frames->items[frames->count++] = item;
	frames->bytes += size;
	return FF_OK;
}

/* Writes some frames, and then waits for the disk once for all of them. */
static enum ff_status write_some(struct ff_frames *frames, size_t first, size_t end,
				 struct ff_error *err)
{
	struct ff_output *open[OPEN] = {NULL};
	enum ff_status st = FF_OK;

	for (size_t i = first; i < end && st == FF_OK; i++) {
		struct ff_frames_item *item = &frames->items[i];

		open[i - first] = &item->output;
		st = ff_output_open_nth(&item->output, item->path, (int)i, err);
		if (st == FF_OK)
			st = ff_output_write(&item->output, item->file, item->size, err);
		free(item->file);
		item->file = NULL;
	}
	if (st == FF_OK)
		ff_output_settle(open, end - first);
	for (size_t i = first; i < end && st == FF_OK; i++)
		st = ff_output_close(&frames->items[i].output, err);
	return st;
}

/* Adds items that remove files of frames that the animation no longer has. */
static enum ff_status remove_old(struct ff_frames *frames, struct ff_error *err)
{
	size_t first = frames->count, more = 0;
	void *items = frames->items;

	for (size_t i = first; frames->old != NULL && i < FF_FRAMES_MAX; i++)
		more += frames->old[i];
	if (!ff_memory_grow(&items, &frames->room, first + more, sizeof *frames->items))
		return ff_status_nomem(err, "an animation");
	frames->items = items;
	for (size_t i = first; more > 0; i++) {
		struct ff_frames_item item = {.output.fd = -1};
		enum ff_status st;

		if (!frames->old[i])
			continue;
		more--;
		if ((item.path = path_of(frames, i)) == NULL)
			return ff_status_nomem(err, "an animation");
		st = ff_output_remove(&item.output, item.path, (int)frames->count, err);
		frames->items[frames->count++] = item;
		if (st != FF_OK)
			return st;
	}
	return FF_OK;
}

enum ff_status ff_output_frames_write(struct ff_frames *frames, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	if (frames->missing) {
		frames->made = mkdir(frames->folder, 0777) == 0;
		if (!frames->made && errno != EEXIST)
			return ff_status_fail(err, FF_E_OUTPUT, "%s: %s", frames->folder,
					      strerror(errno));
	}
	for (size_t i = 0, end; i < frames->count && st == FF_OK; i = end) {
		end = frames->count - i < OPEN ? frames->count : i + OPEN;
		st = write_some(frames, i, end, err);
	}
	return st == FF_OK ? remove_old(frames, err) : st;
}

enum ff_status ff_output_frames_place(struct ff_frames *frames, bool replace, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < frames->count && st == FF_OK; i++)
		st = ff_output_place(&frames->items[i].output, replace, err);
	return st;
}

void ff_output_frames_commit(struct ff_frames *frames)
{
	for (size_t i = 0; i < frames->count; i++)
		ff_output_commit(&frames->items[i].output);
	frames->made = false;
}

void ff_output_frames_free(struct ff_frames *frames)
{
	for (size_t i = frames->count; i-- > 0;) {
		ff_output_discard(&frames->items[i].output);
		free(frames->items[i].file);
		free(frames->items[i].path);
	}
	if (frames->made)
		rmdir(frames->folder);
	free(frames->items);
	free(frames->folder);
	free(frames->old);
	*frames = (struct ff_frames){0};
}
