#include "cli/verbs/diff.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/json.h"
#include "core/base/number.h"
#include "core/map/field.h"

enum { NUMBER = 48 }; /* bytes of a number in print */

static const char *unit_of(const struct ff_diff *diff, uint64_t n)
{
	if (diff->kind == FF_DIFF_PICTURE)
		return n == 1 ? "pixel" : "pixels";
	return n == 1 ? "cell" : "cells";
}

/* Prints a number: "~14" if it is estimated, which that of a goal, 0, never is. */
static const char *print(const struct ff_diff *diff, char to[NUMBER], double value)
{
	char *digits = to;

	if (isinf(value))
		return "none";
	if (diff->estimated && value != 0)
		*digits++ = '~';
	if (fabs(value) < 0x1p53)
		digits[ff_number_fixed(digits, value)] = '\0';
	else
		snprintf(digits, NUMBER - 1, "%.17g", value);
	return to;
}

static const char *print_direction(double code)
{
	static const char *const names[] = {"N", "NE", "E", "SE", "S", "SW", "W", "NW", "none"};

	return names[(int)code];
}

enum { PLACE = 160 };

/* "3,4 (7 -> none)" */
static const char *print_cell(const struct ff_diff *diff, char to[PLACE], enum ff_change kind,
			      const struct ff_compare_cell *cell)
{
	char old[NUMBER], new[NUMBER];
	bool turned = kind == FF_CHANGE_TURNED;

	if (isnan(cell->old))
		snprintf(to, PLACE, "%" PRId32 ",%" PRId32, cell->x, cell->y);
	else
		snprintf(to, PLACE, "%" PRId32 ",%" PRId32 " (%s -> %s)", cell->x, cell->y,
			 turned ? print_direction(cell->old) : print(diff, old, cell->old),
			 turned ? print_direction(cell->new) : print(diff, new, cell->new));
	return to;
}

static bool add_kinds(const struct ff_diff *diff, const char *prefix, struct ff_strings *lines)
{
	bool all = true;

	for (int k = 0; k < FF_CHANGE_KINDS; k++) {
		const struct ff_compare_tally *tally = &diff->result.kinds[k];
		enum ff_change kind = (enum ff_change)k;
		char first[PLACE], worst[PLACE];
		bool one = tally->worst.x == tally->first.x && tally->worst.y == tally->first.y;

		if (tally->cells == 0)
			continue;
		all &= ff_strings_print(lines, "%s%s: %" PRIu64 " %s, first %s%s%s", prefix,
					diff->names[k], tally->cells, unit_of(diff, tally->cells),
					print_cell(diff, first, kind, &tally->first),
					one ? "" : ", worst ",
					one ? "" : print_cell(diff, worst, kind, &tally->worst));
	}
	return all;
}

static bool add_extreme(const struct ff_diff *diff, const char *prefix, const char *name,
			double sign, const struct ff_compare_cell *cell, struct ff_strings *lines)
{
	char by[NUMBER], place[PLACE];

	return cell->x < 0 || ff_strings_print(lines, "%slargest %s: %s at %s", prefix, name,
					       print(diff, by, sign * (cell->new - cell->old)),
					       print_cell(diff, place, FF_CHANGE_RISEN, cell));
}

static bool add_areas(const struct ff_diff *diff, const char *prefix, uint32_t most,
		      struct ff_strings *lines)
{
	const struct ff_compare_result *result = &diff->result;
	uint32_t told = result->listed < most ? result->listed : most;
	bool all = true;

	for (uint32_t a = 0; a < told; a++) {
		const struct ff_change_area *area = &result->areas[a];

		all &= ff_strings_print(lines,
					"%sarea: %" PRIu64 " %s in %" PRId32 ",%" PRId32 ",%" PRId32
					",%" PRId32,
					prefix, area->cells, unit_of(diff, area->cells), area->x,
					area->y, area->w, area->h);
	}
	if (result->area_count > told)
		all &= ff_strings_print(lines, "%sareas: %" PRIu32 " more", prefix,
					result->area_count - told);
	return all;
}

bool ff_diff_report_lines(const struct ff_diff *diff, const char *prefix, bool verbose,
			  uint32_t areas, struct ff_strings *lines)
{
	const struct ff_compare_result *result = &diff->result;
	char sentence[512];
	bool all = true;

	for (size_t i = 0; i < diff->notes.count; i++)
		all &= ff_strings_print(lines, "%s%s", prefix, diff->notes.items[i]);
	ff_diff_sentence(diff, sentence, sizeof sentence);
	if (diff->differing > 0)
		all &= ff_strings_print(lines, "%stotal: %s%s", prefix, sentence,
					diff->same ? ", which is allowed" : "");
	else if (verbose && diff->same)
		all &= ff_strings_print(lines, "%ssame%s", prefix, diff->equal ? " bytes" : "");
	for (size_t i = 0; i < diff->changes.count; i++)
		all &= ff_strings_print(lines, "%s%s", prefix, diff->changes.items[i]);
	if (diff->kind == FF_DIFF_DOCUMENT && diff->differing > diff->changes.count)
		all &= ff_strings_print(lines, "%svalues: %" PRIu64 " more", prefix,
					diff->differing - diff->changes.count);
	if (!diff->compared || diff->differing == 0)
		return all;
	all &= add_kinds(diff, prefix, lines);
	all &= add_extreme(diff, prefix, "rise", 1, &result->rise, lines);
	all &= add_extreme(diff, prefix, "fall", -1, &result->fall, lines);
	if (result->turned > result->kinds[FF_CHANGE_TURNED].cells)
		all &= ff_strings_print(lines, "%sdirections: %" PRIu64 " changed in all", prefix,
					result->turned);
	return all & add_areas(diff, prefix, areas, lines);
}

/* --- JSON --- */

/* null: none, or not known. */
static json_t *value(double number)
{
	return isfinite(number) ? ff_json_number(number) : json_null();
}

static json_t *cell(const struct ff_compare_cell *c)
{
	return json_pack("{s:i, s:i, s:o, s:o}", "x", (int)c->x, "y", (int)c->y, "old",
			 value(c->old), "new", value(c->new));
}

static json_t *kinds(const struct ff_diff *diff)
{
	json_t *list = json_array();

	for (int k = 0; k < FF_CHANGE_KINDS; k++) {
		const struct ff_compare_tally *tally = &diff->result.kinds[k];

		if (tally->cells > 0)
			ff_json_append(&list,
				       json_pack("{s:s, s:I, s:o, s:o}", "kind", diff->names[k],
						 "cells", (json_int_t)tally->cells, "first",
						 cell(&tally->first), "worst",
						 cell(&tally->worst)));
	}
	return list;
}

static json_t *boxes(const struct ff_compare_result *result)
{
	json_t *list = json_array();

	for (uint32_t a = 0; a < result->listed; a++)
		ff_json_append(&list,
			       json_pack("{s:I, s:i, s:i, s:i, s:i}", "cells",
					 (json_int_t)result->areas[a].cells, "x",
					 (int)result->areas[a].x, "y", (int)result->areas[a].y, "w",
					 (int)result->areas[a].w, "h", (int)result->areas[a].h));
	return list;
}

static json_t *texts(const struct ff_strings *lines)
{
	json_t *list = json_array();

	for (size_t i = 0; i < lines->count; i++)
		ff_json_append(&list, ff_json_string(lines->items[i]));
	return list;
}

json_t *ff_diff_report_json(const struct ff_diff *diff, const char *name)
{
	static const char *const compared[] = {
		[FF_DIFF_CELLS] = "cells",    [FF_DIFF_DRAWN] = "cells",
		[FF_DIFF_PICTURE] = "pixels", [FF_DIFF_DOCUMENT] = "values",
		[FF_DIFF_BYTES] = "bytes",
	};
	const struct ff_compare_result *result = &diff->result;
	json_t *object = json_pack("{s:o, s:s, s:b, s:b, s:o}", "name", ff_json_string(name),
				   "compared", compared[diff->kind], "same", diff->same,
				   "equal_bytes", diff->equal, "notes", texts(&diff->notes));

	if (diff->kind == FF_DIFF_BYTES)
		return object;
	ff_json_set(&object, "total", json_integer((json_int_t)diff->total));
	ff_json_set(&object, "differing", json_integer((json_int_t)diff->differing));
	if (diff->kind == FF_DIFF_DOCUMENT)
		ff_json_set(&object, "changes", texts(&diff->changes));
	if (!diff->compared)
		return object;
	ff_json_set(&object, "width", json_integer(diff->w));
	ff_json_set(&object, "height", json_integer(diff->h));
	ff_json_set(&object, "kinds", kinds(diff));
	ff_json_set(&object, "turned", json_integer((json_int_t)result->turned));
	ff_json_set(&object, "rise", result->rise.x < 0 ? json_null() : cell(&result->rise));
	ff_json_set(&object, "fall", result->fall.x < 0 ? json_null() : cell(&result->fall));
	ff_json_set(&object, "area_count", json_integer(result->area_count));
	ff_json_set(&object, "areas", boxes(result));
	return object;
}
