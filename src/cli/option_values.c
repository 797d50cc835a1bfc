#include "cli/option_values.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cli/outputs.h"
#include "core/base/memory.h"
#include "core/base/pool.h"
#include "core/map/sectors.h"

_Static_assert(sizeof(enum ff_metric) == sizeof(int), "enums are set as ints");

/* Sets what the row's place in the target is. */
static void put(void *target, const struct ff_argv_option *option, const void *value, size_t size)
{
	memcpy((char *)target + option->place, value, size);
}

enum ff_status ff_option_values_bad(const struct ff_argv_option *option, const char *value,
				    enum ff_number why, const char *wanted, struct ff_error *err)
{
	return ff_status_fail(err, FF_E_USAGE, "--%s %s: %s%s", option->name, value,
			      why == FF_NUMBER_RANGE ? "is out of range: wanted is " : "wanted is ",
			      wanted);
}

enum ff_status ff_option_values_flag(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	(void)value, (void)err;
	put(target, option, &(bool){true}, sizeof(bool));
	return FF_OK;
}

enum ff_status ff_option_values_choice(void *target, const struct ff_argv_option *option,
				       const char *value, struct ff_error *err)
{
	int i = 0;

	while (i < (int)option->word_count && strcmp(value, option->words[i]) != 0)
		i++;
	if (i == (int)option->word_count)
		return ff_status_fail(err, FF_E_USAGE, "--%s %s: there is %s", option->name, value,
				      option->text);
	put(target, option, &i, sizeof i);
	return FF_OK;
}

/* Reads a whole number in the row's range. */
static enum ff_status read_whole(const struct ff_argv_option *option, const char *value,
				 int64_t *number, struct ff_error *err)
{
	enum ff_number why =
		ff_number_parse(value, strlen(value), option->min, option->max, number);
	char range[80];

	if (why == FF_NUMBER_OK)
		return FF_OK;
	snprintf(range, sizeof range, "a whole number in %" PRId64 "..%" PRId64, option->min,
		 option->max);
	return ff_option_values_bad(option, value, why, range, err);
}

enum ff_status ff_option_values_int(void *target, const struct ff_argv_option *option,
				    const char *value, struct ff_error *err)
{
	int64_t number = 0;
	enum ff_status st = read_whole(option, value, &number, err);

	if (st == FF_OK)
		put(target, option, &(int){(int)number}, sizeof(int));
	return st;
}

enum ff_status ff_option_values_long(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	int64_t number = 0;
	enum ff_status st = read_whole(option, value, &number, err);

	if (st == FF_OK)
		put(target, option, &number, sizeof number);
	return st;
}

enum ff_status ff_option_values_real(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	double number = option->bare;
	enum ff_number why = FF_NUMBER_OK;

	if (value != NULL)
		why = ff_number_decimal(value, strlen(value), option->least, option->most, &number);
	if (why != FF_NUMBER_OK)
		return ff_option_values_bad(option, value, why, option->wanted, err);
	put(target, option, &number, sizeof number);
	return FF_OK;
}

enum ff_status ff_option_values_bytes(const struct ff_argv_option *option, const char *value,
				      int64_t *bytes, struct ff_error *err)
{
	static const char units[] = "KMGT";
	size_t n = strlen(value);
	const char *unit = n == 0 ? NULL : strchr(units, toupper((unsigned char)value[n - 1]));
	int shift = unit == NULL ? 0 : 10 * (int)(unit - units + 1);
	enum ff_number why;
	int64_t number;

	why = ff_number_parse(value, unit == NULL ? n : n - 1, 1, INT64_MAX >> shift, &number);
	if (why != FF_NUMBER_OK)
		return ff_option_values_bad(
			option, value, why,
			"a number of bytes of 1 or more, or one with K, M, G or T", err);
	*bytes = number << shift;
	return FF_OK;
}

enum ff_status ff_option_values_size(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	int64_t bytes = 0;
	enum ff_status st = ff_option_values_bytes(option, value, &bytes, err);

	if (st == FF_OK)
		put(target, option, &bytes, sizeof bytes);
	return st;
}

enum ff_status ff_option_values_path(void *target, const struct ff_argv_option *option,
				     const char *value, struct ff_error *err)
{
	bool folder = strcmp(option->value_name, "DIR") == 0;
	const char *before;

	if (*value == '\0')
		return ff_status_fail(err, FF_E_USAGE, "--%s needs a %s's name", option->name,
				      folder ? "folder" : "file");
	memcpy(&before, (char *)target + option->place, sizeof before);
	if (before != NULL && option->which == 0)
		return ff_status_fail(err, FF_E_USAGE, "--%s is given twice", option->name);
	put(target, option, &value, sizeof value);
	return FF_OK;
}

enum ff_status ff_option_values_input(void *target, const struct ff_argv_option *option,
				      const char *value, struct ff_error *err)
{
	enum ff_status st = ff_option_values_path(target, option, value, err);

	return st == FF_OK ? ff_options_add_input(target, option->wanted, value, err) : st;
}

enum ff_status ff_option_values_output(void *target, const struct ff_argv_option *option,
				       const char *value, struct ff_error *err)
{
	const char **output = &((struct ff_options *)target)->outputs[option->which], *path;
	int format;

	if (*output != NULL)
		return ff_status_fail(err, FF_E_USAGE, "--%s is given twice", option->name);
	*output = value;
	return ff_outputs_find((enum ff_options_output)option->which, value, &format, &path, err);
}

enum ff_number ff_option_values_list(const char *text, size_t n, double *list, int count)
{
	static const double side = FF_GOALS_PLACE_MAX;
	enum ff_number worst = FF_NUMBER_OK;

	for (int i = 0; i < count; i++) {
		const char *comma = memchr(text, ',', n);
		size_t length = comma == NULL ? n : (size_t)(comma - text);

		enum ff_number why = ff_number_decimal(text, length, -side, side, &list[i]);

		if ((comma == NULL) != (i == count - 1) || why == FF_NUMBER_NOT)
			return FF_NUMBER_NOT;
		worst = why == FF_NUMBER_OK ? worst : why;
		text += length + 1;
		n -= length + (comma == NULL ? 0 : 1);
	}
	return worst;
}

/* Xm,Ym */
static enum ff_number parse_metres(const char *text, size_t n, double place[2])
{
	const char *comma = memchr(text, ',', n);
	size_t x = comma == NULL ? 0 : (size_t)(comma - text), y = n - x - 1;
	static const double side = FF_GOALS_PLACE_MAX;
	enum ff_number why[2];

	if (x == 0 || y == 0 || text[x - 1] != 'm' || text[n - 1] != 'm')
		return FF_NUMBER_NOT;
	why[0] = ff_number_decimal(text, x - 1, -side, side, &place[0]);
	why[1] = ff_number_decimal(comma + 1, y - 1, -side, side, &place[1]);
	return why[0] > why[1] ? why[0] : why[1];
}

static bool is_whole(double number)
{
	return floor(number) == number;
}

const char ff_option_values_goals[] =
	"X,Y or, with whole numbers, X,Y,W,H, or metres, Xm,Ym; then perhaps +COST";

enum ff_number ff_option_values_goal(const char *value, struct ff_goal *goal)
{
	size_t n = strcspn(value, "+");
	double place[4] = {0, 0, 1, 1};
	enum ff_number why = ff_option_values_list(value, n, place, 2);

	*goal = (struct ff_goal){0};
	if (why == FF_NUMBER_NOT && n > 0 && value[n - 1] == 'm') {
		why = parse_metres(value, n, place);
		goal->metres = true;
	} else if (why == FF_NUMBER_NOT) {
		why = ff_option_values_list(value, n, place, 4);
		for (int i = 0; i < 4 && why == FF_NUMBER_OK; i++)
			if (!is_whole(place[i]) || (i >= 2 && place[i] < 1))
				why = FF_NUMBER_NOT;
			else if (i >= 2 && place[i] > FF_GOALS_SIDE_MAX)
				why = FF_NUMBER_RANGE;
	}
	if (why != FF_NUMBER_OK)
		return why;
	goal->x = place[0];
	goal->y = place[1];
	goal->w = (int32_t)place[2];
	goal->h = (int32_t)place[3];
	if (value[n] == '\0')
		return FF_NUMBER_OK;
	return ff_number_parse(value + n + 1, strlen(value + n + 1), 0, FF_GOALS_START_MAX,
			       &goal->start);
}

enum ff_status ff_option_values_place(const struct ff_argv_option *option, const char *value,
				      bool whole, struct ff_options_place **places, size_t *count,
				      size_t *room, const char *what, struct ff_error *err)
{
	void *items = *places;
	size_t n = strlen(value);
	double place[2];
	bool metres = parse_metres(value, n, place) == FF_NUMBER_OK;

	if (!metres && (ff_option_values_list(value, n, place, 2) != FF_NUMBER_OK ||
			(whole && (!is_whole(place[0]) || !is_whole(place[1])))))
		return ff_option_values_bad(
			option, value, FF_NUMBER_NOT,
			whole ? "X,Y, two whole numbers and a comma, or metres, Xm,Ym"
			      : "X,Y, two numbers and a comma, or metres, Xm,Ym",
			err);
	if (!ff_memory_grow(&items, room, *count + 1, sizeof **places))
		return ff_status_nomem(err, what);
	*places = items;
	(*places)[(*count)++] = (struct ff_options_place){place[0], place[1], metres};
	return FF_OK;
}
