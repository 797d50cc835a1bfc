#include "core/map/walkers.h"

#include "tap.h"

#include <stdio.h>
#include <string.h>

/* So many that looking at one after the other would take minutes. */
static void groups_are_told_by_their_names_however_many(void)
{
	enum { MANY = 300000 };
	struct ff_walkers walkers = {0};
	char name[FF_WALKERS_NAME];
	uint32_t group = 1, wrong = 0;

	CHECK(ff_walkers_group(&walkers, "", 0, &group) == FF_OK && group == 0, "no name is one");
	for (int round = 0; round < 2; round++)
		for (uint32_t i = 1; i <= MANY; i++) {
			int n = snprintf(name, sizeof name, "group %u", (unsigned)i);

			wrong += ff_walkers_group(&walkers, name, (size_t)n, &group) != FF_OK ||
				 group != i;
		}
	CHECK(wrong == 0 && walkers.group_count == MANY + 1, "%u are wrong", (unsigned)wrong);
	CHECK(strcmp(walkers.groups[MANY], "group 300000") == 0, "%s", walkers.groups[MANY]);
	ff_walkers_free(&walkers);
}

static void a_name_is_not_what_begins_like_it(void)
{
	struct ff_walkers walkers = {0};
	uint32_t one, two, three;

	CHECK(ff_walkers_group(&walkers, "redder", 6, &one) == FF_OK &&
		      ff_walkers_group(&walkers, "redder", 3, &two) == FF_OK &&
		      ff_walkers_group(&walkers, "red", 3, &three) == FF_OK,
	      "status");
	CHECK(one == 0 && two == 1 && three == 1 && strcmp(walkers.groups[1], "red") == 0, "%s",
	      walkers.groups[1]);
	ff_walkers_free(&walkers);
}

int main(void)
{
	RUN(groups_are_told_by_their_names_however_many);
	RUN(a_name_is_not_what_begins_like_it);
	return tap_done();
}
