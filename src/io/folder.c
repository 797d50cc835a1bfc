#include "io/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/memory.h"

bool ff_folder_is(const char *path)
{
	struct stat file;

	return stat(path, &file) == 0 && S_ISDIR(file.st_mode);
}

char *ff_folder_join(const char *folder, const char *name)
{
	size_t n = strlen(folder);
	char *path;

	if (asprintf(&path, "%s%s%s", folder, n == 0 || folder[n - 1] == '/' ? "" : "/", name) < 0)
		return NULL;
	return path;
}

/* Adds the path of 'name' in a folder ("": 'name' itself); false if memory ran out. */
static bool add_path(struct ff_strings *list, const char *folder, const char *name)
{
	char *path;

	if (!ff_memory_grow(&list->items, &list->room, list->count + 1, sizeof(char *)) ||
	    (path = ff_folder_join(folder, name)) == NULL)
		return false;
	list->items[list->count++] = path;
	return true;
}

/* Adds the entries of folder 'inner' of 'path' ("": 'path' itself) to the two lists. */
static enum ff_status list_one(const char *path, const char *inner, struct ff_strings *files,
			       struct ff_strings *folders, struct ff_error *err)
{
	char *whole = *inner == '\0' ? strdup(path) : ff_folder_join(path, inner);
	DIR *stream = whole == NULL ? NULL : opendir(whole);
	enum ff_status st = FF_OK;
	struct dirent *entry;

	if (whole == NULL || (stream == NULL && errno == ENOMEM))
		st = ff_status_nomem(err, path);
	else if (stream == NULL)
		st = ff_status_fail(err, FF_E_INPUT, "%s: %s", whole, strerror(errno));
	while (stream != NULL && st == FF_OK && (errno = 0, entry = readdir(stream)) != NULL) {
		struct stat file;

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		if (fstatat(dirfd(stream), entry->d_name, &file, AT_SYMLINK_NOFOLLOW) != 0) {
			if (errno != ENOENT) /* removed meanwhile */
				st = ff_status_fail(err, FF_E_INPUT, "%s: %s", whole,
						    strerror(errno));
			continue;
		}
		if (!add_path(S_ISDIR(file.st_mode) ? folders : files, inner, entry->d_name))
			st = ff_status_nomem(err, path);
	}
	if (st == FF_OK && errno != 0)
		st = ff_status_fail(err, FF_E_INPUT, "%s: %s", whole, strerror(errno));
	if (stream != NULL)
		closedir(stream);
	free(whole);
	return st;
}

enum ff_status ff_folder_list(const char *path, struct ff_strings *list, struct ff_error *err)
{
	struct ff_strings files = {0}, folders = {0};
	enum ff_status st = list_one(path, "", &files, &folders, err);

	for (size_t i = 0; i < folders.count && st == FF_OK; i++)
		st = list_one(path, folders.items[i], &files, &folders, err);
	ff_strings_free(&folders);
	if (st != FF_OK) {
		ff_strings_free(&files);
		return st;
	}
	ff_strings_sort(&files);
	*list = files;
	return FF_OK;
}

/* Cuts off the last name and the slashes around it; returns the bytes that are left. */
static size_t cut_name(char *path, size_t n)
{
	while (n > 0 && path[n - 1] != '/')
		n--;
	while (n > 1 && path[n - 1] == '/')
		n--;
	path[n] = '\0';
	return n;
}

bool ff_folder_climbs(const char *path)
{
	for (size_t n; *path != '\0'; path += n + strspn(path + n, "/")) {
		n = strcspn(path, "/");
		if (n == 2 && path[0] == '.' && path[1] == '.')
			return true;
	}
	return false;
}

bool ff_folder_holds(const char *folder, const char *path)
{
	size_t n = strcmp(folder, "/") == 0 ? 0 : strlen(folder);

	return strncmp(path, folder, n) == 0 && path[n] == '/';
}

char *ff_folder_there(const char *path, const char **rest)
{
	char *there = strdup(path);
	struct stat file;
	size_t n;

	if (there == NULL)
		return NULL;
	for (n = strlen(there); n > 1 && there[n - 1] == '/'; n--)
		there[n - 1] = '\0';
	while (n > 0 && stat(there, &file) != 0)
		n = cut_name(there, n);
	*rest = path + n + strspn(path + n, "/");
	if (n == 0)
		memcpy(there, ".", 2);
	return there;
}

char *ff_folder_real(const char *path)
{
	const char *rest;
	char *there = ff_folder_there(path, &rest), *real, *whole;

	if (there == NULL)
		return NULL;
	if ((real = realpath(there, NULL)) == NULL && errno != ENOMEM) {
		real = realpath(".", NULL);
		rest = path;
	}
	free(there);
	for (size_t n; real != NULL && *rest != '\0'; rest += n + strspn(rest + n, "/")) {
		n = strcspn(rest, "/");
		if (n == 0 || (n == 1 && *rest == '.'))
			continue;
		if (asprintf(&whole, "%s/%.*s", strcmp(real, "/") == 0 ? "" : real, (int)n, rest) <
		    0)
			whole = NULL;
		free(real);
		real = whole;
	}
	return real;
}

enum ff_status ff_folder_make(const char *path, struct ff_strings *made, struct ff_error *err)
{
	char *part = strdup(path);
	enum ff_status st = FF_OK;

	if (part == NULL)
		return ff_status_nomem(err, path);
	for (char *slash = strchr(part + 1, '/'); slash != NULL && st == FF_OK;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (ff_folder_is(part)) {
			*slash = '/';
			continue;
		}
		/* The name first, so that a folder that was made is never forgotten. */
		if (!add_path(made, "", part)) {
			st = ff_status_nomem(err, path);
		} else if (mkdir(part, 0777) != 0) {
			int number = errno;

			free(made->items[--made->count]);
			if (number != EEXIST || !ff_folder_is(part))
				st = ff_status_fail(err, FF_E_OUTPUT, "%s: %s", part,
						    strerror(number));
		}
		*slash = '/';
	}
	free(part);
	return st;
}

void ff_folder_unmake(const struct ff_strings *made)
{
	for (size_t i = made->count; i-- > 0;)
		(void)rmdir(made->items[i]);
}

enum ff_status ff_folder_check(const char *path, struct ff_error *err)
{
	enum { FEW = 4096 }; /* names that are looked at */
	const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
	size_t n = strlen(name), before = (size_t)(name - path), stem = strcspn(name, ".");
	int limit = (int)stem / 3 + 1;
	char folder[PATH_MAX];
	DIR *stream = NULL;
	struct dirent *entry;
	enum ff_status st = FF_OK;

	/* Short names are always near. */
	if (access(path, F_OK) != 0 && errno == ENOENT && stem > 2 &&
	    snprintf(folder, sizeof folder, "%.*s.", (int)before, path) < PATH_MAX)
		stream = opendir(folder);
	for (int i = 0; stream != NULL && i < FEW && (entry = readdir(stream)) != NULL; i++) {
		const char *other = entry->d_name;
		int distance = ff_strings_distance(name, n, other);

		/* A name without its extension is 0 away, as is any other beginning. */
		if (entry->d_type == DT_DIR || distance >= limit ||
		    (distance == 0 && strrchr(other, '.') != other + n))
			continue;
		st = ff_status_fail(err, FF_E_INPUT, "%s: %s; did you mean %.*s%s?", path,
				    strerror(ENOENT), (int)before, path, other);
		limit = distance;
	}
	if (stream != NULL)
		closedir(stream);
	return st;
}
