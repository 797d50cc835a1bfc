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
static bool add_path(struct ff_folder *list, const char *folder, const char *name)
{
	char *path;

	if (!ff_memory_grow(&list->names, &list->room, list->count + 1, sizeof(char *)))
		return false;
	if ((path = ff_folder_join(folder, name)) == NULL)
		return false;
	list->names[list->count++] = path;
	return true;
}

/* Adds the entries of folder 'inner' of 'path' ("": 'path' itself) to the two lists. */
static enum ff_status list_one(const char *path, const char *inner, struct ff_folder *files,
			       struct ff_folder *folders, struct ff_error *err)
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

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

enum ff_status ff_folder_list(const char *path, struct ff_folder *list, struct ff_error *err)
{
	struct ff_folder files = {0}, folders = {0};
	enum ff_status st = list_one(path, "", &files, &folders, err);

	for (size_t i = 0; i < folders.count && st == FF_OK; i++)
		st = list_one(path, folders.names[i], &files, &folders, err);
	ff_folder_free(&folders);
	if (st != FF_OK) {
		ff_folder_free(&files);
		return st;
	}
	if (files.count > 0)
		qsort(files.names, files.count, sizeof(char *), by_bytes);
	*list = files;
	return FF_OK;
}

void ff_folder_free(struct ff_folder *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->names[i]);
	free(list->names);
	*list = (struct ff_folder){0};
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

enum ff_status ff_folder_make(const char *path, struct ff_folder *made, struct ff_error *err)
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

			free(made->names[--made->count]);
			if (number != EEXIST || !ff_folder_is(part))
				st = ff_status_fail(err, FF_E_OUTPUT, "%s: %s", part,
						    strerror(number));
		}
		*slash = '/';
	}
	free(part);
	return st;
}

void ff_folder_unmake(const struct ff_folder *made)
{
	for (size_t i = made->count; i-- > 0;)
		(void)rmdir(made->names[i]);
}

/* Returns the number of letters to insert, delete, change or swap with the next to make 'b' of 'a'
 * (F. J. Damerau, 1964), 0 if it begins with 'a'.  Names are short. */
static int edit_distance(const char *a, size_t n, const char *b)
{
	enum { LONGEST = 32 };
	int rows[3][LONGEST + 1];
	int m = (int)strlen(b);

	if (n > 1 && strncmp(a, b, n) == 0)
		return 0;
	if (n > LONGEST || m > LONGEST)
		return INT_MAX;
	for (int j = 0; j <= m; j++)
		rows[0][j] = j;
	for (int i = 1; i <= (int)n; i++) {
		int *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

		row[0] = i;
		for (int j = 1; j <= m; j++) {
			int least = last[j - 1] + (a[i - 1] != b[j - 1]);

			least = last[j] + 1 < least ? last[j] + 1 : least;
			least = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    before[j - 2] + 1 < least)
				least = before[j - 2] + 1;
			row[j] = least;
		}
	}
	return rows[n % 3][m];
}

const char *ff_folder_nearer(const char *word, size_t n, const char *best, const char *other)
{
	int limit = best == NULL ? (n < 3 ? 1 : (int)n / 3) + 1 : edit_distance(word, n, best);

	return edit_distance(word, n, other) < limit ? other : best;
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
		int distance = edit_distance(name, n, other);

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
