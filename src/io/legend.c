#include "io/legend.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/map/map.h"
#include "io/scan.h"

enum { TEXT_MAX = 1 << 20 };

static const char blanks[] = " \t";

/* Returns true if the rest of the line, after blanks at its start, is a comment. */
static bool is_comment(const struct ff_scan *scan)
{
	struct ff_scan ahead = *scan;
	int c;

	if (ff_scan_next(&ahead) != '#')
		return false;
	c = ff_scan_peek(&ahead);
	return c == '#' || c == ' ' || c == '\t' || ff_scan_ends_line(&ahead);
}

/* Refuses the word that stands where a colour is expected. */
static enum ff_status refuse_colour(const struct ff_scan *from, struct ff_error *err)
{
	enum { SHOWN = 40 };
	const char *word = (const char *)from->in->data + from->at;
	size_t left = from->in->size - from->at;
	int n = 0;

	while (n < SHOWN && (size_t)n < left && !isspace((unsigned char)word[n]))
		n++;
	return ff_status_fail(err, FF_E_INPUT, "%s:%zu:%zu: '%.*s' is no colour; expected #rrggbb",
			      from->in->name, from->line, ff_scan_column(from), n, word);
}

static enum ff_status read_colour(struct ff_scan *scan, struct ff_colour *colour,
				  struct ff_error *err)
{
	static const char digits[] = "0123456789abcdef";
	const struct ff_scan from = *scan;
	uint32_t value = 0;
	int c = ff_scan_next(scan);

	for (int i = 0; i < 6 && c >= 0; i++) {
		const char *digit;

		c = i == 0 && c != '#' ? -1 : ff_scan_next(scan);
		digit = c <= 0 ? NULL : strchr(digits, tolower(c));
		if (digit == NULL)
			c = -1;
		else
			value = value << 4 | (uint32_t)(digit - digits);
	}
	if (c < 0 || isalnum(ff_scan_peek(scan)))
		return refuse_colour(&from, err);
	*colour = (struct ff_colour){(uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value};
	return FF_OK;
}

static enum ff_status read_cost(struct ff_scan *scan, uint8_t *cost, struct ff_error *err)
{
	static const char wall[] = "wall";
	const size_t n = strlen(wall), left = scan->in->size - scan->at;
	struct ff_scan ahead = *scan;
	enum ff_status st;
	int64_t value;

	if (left >= n && memcmp(scan->in->data + scan->at, wall, n) == 0) {
		ahead.at += n;
		if (ff_scan_ends_line(&ahead) || ahead.at > scan->at + n ||
		    ff_scan_peek(&ahead) == '#') {
			*scan = ahead;
			*cost = FF_COST_WALL;
			return FF_OK;
		}
	}
	if (ff_scan_ends_line(scan) || !isdigit(ff_scan_peek(scan)))
		return ff_scan_expected(scan, "a cost, 1..254 or wall,", err);
	if ((st = ff_scan_number(scan, "the cost", 1, FF_COST_MAX, &value, err)) == FF_OK)
		*cost = (uint8_t)value;
	return st;
}

/* Takes the name that may follow the cost. */
static enum ff_status read_name(struct ff_scan *scan, char name[FF_GROUNDS_NAME],
				struct ff_error *err)
{
	size_t n = 0, last = 0;

	*name = '\0';
	if (ff_scan_ends_line(scan))
		return FF_OK;
	if (ff_scan_next(scan) != '#') {
		scan->at--;
		return ff_scan_expected(scan, "the end of the line, or # and a name,", err);
	}
	for (ff_scan_skip(scan, blanks); !ff_scan_ends_line(scan);) {
		/* ff_scan_ends_line() has taken blanks; they become one. */
		if (n > 0 && last != scan->at && n < FF_GROUNDS_NAME)
			name[n++] = ' ';
		if (ff_scan_peek(scan) < ' ' || ff_scan_peek(scan) == 127)
			return ff_scan_wrong(scan, "a name", "has no control characters", err);
		if (n >= FF_GROUNDS_NAME - 1)
			return ff_scan_wrong(scan, "a name", "has 63 bytes at most", err);
		name[n++] = (char)ff_scan_next(scan);
		last = scan->at;
	}
	name[n] = '\0';
	return FF_OK;
}

static enum ff_status append_ground(struct ff_scan *scan, struct ff_grounds *grounds, size_t *room,
				    struct ff_error *err)
{
	const struct ff_scan from = *scan;
	struct ff_ground ground = {0};
	enum ff_status st;

	if ((st = read_colour(scan, &ground.colour, err)) != FF_OK)
		return st;
	ff_scan_skip(scan, blanks);
	if ((st = read_cost(scan, &ground.cost, err)) != FF_OK ||
	    (st = read_name(scan, ground.name, err)) != FF_OK)
		return st;
	for (size_t i = 0; i < grounds->count; i++)
		if (ff_grounds_key(grounds->items[i].colour) == ff_grounds_key(ground.colour))
			return ff_scan_wrong(&from, "this colour", "is there twice", err);
	if (grounds->count == FF_LEGEND_READ_MAX)
		return ff_scan_wrong(&from, "there are", "more than 4096 colours", err);
	if (!ff_memory_grow(&grounds->items, room, grounds->count + 1, sizeof ground))
		return ff_status_nomem(err, scan->in->name);
	grounds->items[grounds->count++] = ground;
	return FF_OK;
}

enum ff_status ff_legend_read(struct ff_input *in, struct ff_grounds *grounds, struct ff_error *err)
{
	struct ff_scan scan = {.in = in, .line = 1, .stops = "#"};
	struct ff_grounds read = {NULL, 0};
	size_t room = 0;
	enum ff_status st = ff_input_rest(in, TEXT_MAX, err);

	if (st == FF_OK)
		ff_scan_mark(&scan);
	for (; st == FF_OK && ff_scan_peek(&scan) >= 0; ff_scan_skip_line(&scan))
		if (!ff_scan_ends_line(&scan) && !is_comment(&scan))
			st = append_ground(&scan, &read, &room, err);
	if (st == FF_OK && read.count == 0)
		st = ff_status_fail(err, FF_E_INPUT, "%s: has no colour", in->name);
	if (st != FF_OK) {
		free(read.items);
		return st;
	}
	*grounds = read;
	return FF_OK;
}
