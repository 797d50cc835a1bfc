/*
 * Maps of the MovingAI benchmarks and their scenarios, where they are there.
 */
#ifndef REALMAPS_H
#define REALMAPS_H

#include "io/movingai.h"
#include "oracle.h"
#include "tap.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { REALMAPS = 10, REALMAPS_PATH = 5000 };

/* Reads a map; the caller frees its cells. */
static inline bool realmaps_read(const char *path, struct ff_cost *map)
{
	struct ff_error err = {""};
	struct ff_input in;
	enum ff_status st = ff_input_open(&in, path, &err);

	if (st == FF_OK) {
		st = ff_movingai_read(&in, map, &err);
		ff_input_close(&in);
	}
	return CHECK(st == FF_OK, "%s", err.text);
}

/* Reads the scenarios of a map; the caller frees their items. */
static inline bool realmaps_scen(const char *path, const struct ff_cost *map,
				 struct ff_movingai_scen *scen)
{
	struct ff_error err = {""};
	char name[REALMAPS_PATH + 5];
	struct ff_input in;
	enum ff_status st;

	snprintf(name, sizeof name, "%s.scen", path);
	if ((st = ff_input_open(&in, name, &err)) == FF_OK) {
		st = ff_movingai_read_requests(&in, map->w, map->h, scen, &err);
		ff_input_close(&in);
	}
	return CHECK(st == FF_OK, "%s", err.text);
}

static inline int realmaps_is(const struct dirent *entry)
{
	size_t n = strlen(entry->d_name);

	return n > 4 && strcmp(entry->d_name + n - 4, ".map") == 0;
}

/* Calls look() with the path of each map, by name; without maps the test is
 * skipped. */
static inline void realmaps_each(void (*look)(const char *path, void *context), void *context)
{
	struct dirent **found;
	int n = scandir(oracle_shared("maps"), &found, realmaps_is, alphasort);

	if (n < 0) {
		SKIP("%s is not there", oracle_shared("maps"));
		return;
	}
	CHECK(n == REALMAPS, "%d maps", n);
	for (int i = 0; i < n; i++) {
		char path[REALMAPS_PATH];

		snprintf(path, sizeof path, "%s/%s", oracle_shared("maps"), found[i]->d_name);
		look(path, context);
		free(found[i]);
	}
	free(found);
}

#endif
