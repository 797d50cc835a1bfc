/*
 * driver FILE|FOLDER...: a fuzz target without a fuzzer.  Feeds it each file,
 * and each file in each folder, and prints the name first: the last one printed
 * is the culprit if the target ends the program.
 */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *path)
{
	fprintf(stderr, "%s: %s\n", path, strerror(errno));
	exit(1);
}

static void feed_file(const char *path)
{
	enum { LARGEST = 1 << 20 };
	uint8_t *data = malloc(LARGEST), *exact;
	FILE *file = fopen(path, "rb");
	size_t size;

	if (file == NULL || data == NULL)
		fail(path);
	size = fread(data, 1, LARGEST, file);
	if (ferror(file))
		fail(path);
	fclose(file);
	/* A block of just that size, so that a checker sees what reads past it. */
	if ((exact = malloc(size > 0 ? size : 1)) == NULL)
		fail(path);
	memcpy(exact, data, size);
	free(data);
	puts(path);
	fflush(stdout);
	LLVMFuzzerTestOneInput(exact, size);
	free(exact);
}

static int visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Feeds the files of a folder; returns false if it is no folder. */
static bool feed_folder(const char *path)
{
	struct dirent **entries;
	int n = scandir(path, &entries, visible, alphasort);

	for (int i = 0; i < n; i++) {
		char *file;

		if (asprintf(&file, "%s/%s", path, entries[i]->d_name) < 0)
			fail(path);
		feed_file(file);
		free(file);
		free(entries[i]);
	}
	if (n < 0)
		return false;
	free(entries);
	return true;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!feed_folder(argv[i]))
			feed_file(argv[i]);
	return argc < 2;
}
