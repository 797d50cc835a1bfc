#include "cli/verbs/update_outputs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output_plan.h"
#include "cli/strings.h"

static bool is_numbered(const char *name)
{
	return name != NULL && strstr(name, FF_UPDATE_STEP) != NULL;
}

bool ff_update_outputs_once(const char *output)
{
	return output != NULL && !is_numbered(output);
}

bool ff_update_outputs_any(const struct ff_options *options)
{
	bool any = false;

	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		any |= is_numbered(options->outputs[kind]);
	return any;
}

/* A name with the step's number wherever that is to be; NULL if memory ran out. */
static char *name_for(const char *name, int32_t step)
{
	enum { WORD = sizeof FF_UPDATE_STEP - 1 };
	size_t size = 1;
	char number[16], *made, *to;
	int digits = snprintf(number, sizeof number, "%" PRId32, step);

	for (const char *at = name; *at != '\0'; at++)
		size += strncmp(at, FF_UPDATE_STEP, WORD) == 0 ? (size_t)digits : 1;
	if ((made = to = malloc(size)) == NULL)
		return NULL;
	while (*name != '\0')
		if (strncmp(name, FF_UPDATE_STEP, WORD) == 0) {
			memcpy(to, number, (size_t)digits);
			to += digits;
			name += WORD;
		} else {
			*to++ = *name++;
		}
	*to = '\0';
	return made;
}

enum ff_status ff_update_outputs_make(struct ff_update_outputs *names,
				      const struct ff_options *options, int32_t step, bool last,
				      struct ff_error *err)
{
	bool named = options->animation.frames != NULL;

	*names = (struct ff_update_outputs){.options = *options};
	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++) {
		const char *name = options->outputs[kind];

		named |= name != NULL;
		if (is_numbered(name)) {
			if ((names->names[kind] = name_for(name, step)) == NULL) {
				ff_update_outputs_free(names);
				return ff_status_nomem(err, "file names");
			}
			names->options.outputs[kind] = names->names[kind];
		} else if (!last) {
			names->options.outputs[kind] = NULL;
		}
		names->any |= names->options.outputs[kind] != NULL;
	}
	if (!last)
		names->options.animation.frames = NULL;
	names->any |= names->options.animation.frames != NULL || (last && !named);
	return FF_OK;
}

void ff_update_outputs_free(struct ff_update_outputs *names)
{
	for (int kind = 0; kind < FF_OPTIONS_OUTPUTS; kind++)
		free(names->names[kind]);
	*names = (struct ff_update_outputs){0};
}

static enum ff_status note_places(const struct ff_plan *plan, const struct ff_options *options,
				  struct ff_strings *places, struct ff_error *err)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < plan->count && st == FF_OK; i++) {
		char *place;

		if (!is_numbered(options->outputs[plan->items[i].kind]))
			continue;
		place = ff_plan_where(plan->items[i].path);
		st = place == NULL ? ff_status_nomem(err, "file names")
				   : ff_strings_add(places, place, strlen(place), err);
		free(place);
	}
	return st;
}

static int compare(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

/* No step writes what another one has written. */
static enum ff_status check_places(struct ff_strings *places, struct ff_error *err)
{
	qsort(places->items, places->count, sizeof *places->items, compare);
	for (size_t i = 1; i < places->count; i++)
		if (strcmp(places->items[i], places->items[i - 1]) == 0)
			return ff_status_fail(err, FF_E_USAGE, "two steps would both write %s",
					      places->items[i]);
	return FF_OK;
}

enum ff_status ff_update_outputs_check(const struct ff_options *options, const int32_t *steps,
				       size_t count, struct ff_error *err)
{
	struct ff_strings places = {0};
	enum ff_status st = FF_OK;

	if (!ff_update_outputs_any(options))
		return FF_OK;
	for (size_t i = 0; i < count && st == FF_OK; i++) {
		struct ff_update_outputs names;
		struct ff_plan plan;

		/* What is written only once must not be what a step writes, either. */
		if ((st = ff_update_outputs_make(&names, options, steps[i], true, err)) != FF_OK)
			break;
		if ((st = ff_plan_make(&plan, &names.options, err)) == FF_OK) {
			st = note_places(&plan, options, &places, err);
			ff_plan_free(&plan);
		}
		ff_update_outputs_free(&names);
	}
	if (st == FF_OK && places.count > 1)
		st = check_places(&places, err);
	ff_strings_free(&places);
	return st;
}
