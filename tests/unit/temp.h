/*
 * A folder of the test's own to work in, removed when the test ends.
 */
#ifndef TEMP_H
#define TEMP_H

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static inline void temp_require(int ok, const char *what)
{
	if (ok)
		return;
	printf("Bail out! %s: ", what);
	fflush(stdout);
	perror(NULL);
	_exit(1);
}

static inline const char *temp_folder(void)
{
	static char folder[4096];

	if (folder[0] == '\0') {
		const char *where = getenv("TMPDIR");
		char name[4096];

		snprintf(name, sizeof name, "%s/flowfield-test-XXXXXX",
			 where == NULL ? "/tmp" : where);
		temp_require(mkdtemp(name) != NULL && realpath(name, folder) != NULL, name);
	}
	return folder;
}

static inline int temp_remove_one(const char *path, const struct stat *st, int kind,
				  struct FTW *place)
{
	(void)st, (void)kind, (void)place;
	return remove(path);
}

static inline void temp_remove(void)
{
	(void)nftw(temp_folder(), temp_remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* temp_enter() makes the folder and works there: plain names are files in it. */
static inline void temp_enter(void)
{
	temp_require(chdir(temp_folder()) == 0, temp_folder());
	temp_require(atexit(temp_remove) == 0, "atexit");
}

/* temp_empty() removes all that is in the folder. */
static inline void temp_empty(void)
{
	temp_remove();
	temp_require(mkdir(temp_folder(), 0700) == 0 && chdir(temp_folder()) == 0, temp_folder());
}

/* temp_write() makes a file of 'n' bytes. */
static inline void temp_write(const char *path, const void *data, size_t n)
{
	FILE *to = fopen(path, "wb");

	temp_require(to != NULL && fwrite(data, 1, n, to) == n && fclose(to) == 0, path);
}

static inline void temp_text(const char *path, const char *text)
{
	temp_write(path, text, strlen(text));
}

/*
 * temp_read() is what a file holds, with a NUL after it, and sets '*n' if that
 * is not NULL; free() it.  NULL if there is no such file.
 */
static inline char *temp_read(const char *path, size_t *n)
{
	FILE *from = fopen(path, "rb");
	char *text = NULL;
	size_t size = 0;
	FILE *to;
	int c;

	if (from == NULL)
		return NULL;
	to = open_memstream(&text, &size);
	temp_require(to != NULL, "memory");
	while ((c = getc(from)) != EOF)
		putc(c, to);
	fclose(from);
	temp_require(fclose(to) == 0, "memory");
	if (n != NULL)
		*n = size;
	return text;
}

/* temp_holds() tells whether a file is there and holds just that text. */
static inline int temp_holds(const char *path, const char *text)
{
	char *got = temp_read(path, NULL);
	int same = got != NULL && strcmp(got, text) == 0;

	free(got);
	return same;
}

/* temp_count() is how many files and folders stand in a folder. */
static inline int temp_count(const char *path)
{
	DIR *folder = opendir(path);
	int count = 0;

	temp_require(folder != NULL, path);
	for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(folder);
	return count;
}

#endif
