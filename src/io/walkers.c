#include "io/walkers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/goals.h"
#include "io/csv.h"
#include "io/output.h"
#include "io/scan.h"

enum { TEXT_MAX = 1 << 30 }; /* bytes */

enum column { ID, GROUP, X, Y, RADIUS, SPEED, START, COLUMNS };

static const char *const names[COLUMNS] = {"id", "group", "x", "y", "radius", "speed", "start"};

/* The columns of a file, in its order. */
struct header {
	enum column columns[COLUMNS]; /* [count] */
	int count;
};

struct identity {
	uint64_t id;
	size_t line, column;
};

struct reading {
	struct ff_scan scan;
	struct header header;
	double radius, speed;
	struct ff_walkers *walkers;
	bool placed;                 /* one coordinate of this walker has been read */
	struct identity *identities; /* [count]  owned; of the walkers in this file */
	size_t count, room;
};

static enum ff_status read_name(struct ff_scan *scan, struct header *header, struct ff_error *err)
{
	struct ff_scan from = *scan;
	int i = ff_scan_name(scan, names, COLUMNS);

	if (i == COLUMNS)
		return ff_scan_expected(
			&from, "a column's name (id, group, x, y, radius, speed or start)", err);
	for (int k = 0; k < header->count; k++)
		if ((int)header->columns[k] == i)
			return ff_scan_wrong(&from, names[i], "is there twice", err);
	header->columns[header->count++] = (enum column)i;
	return FF_OK;
}

static enum ff_status read_header(struct ff_scan *scan, struct header *header, struct ff_error *err)
{
	bool x = false, y = false;
	enum ff_status st;

	while (ff_scan_ends(scan) && ff_scan_peek(scan) >= 0)
		ff_scan_skip_line(scan);
	if (ff_scan_peek(scan) < 0)
		return ff_status_fail(err, FF_E_INPUT, "%s: has no walker", scan->in->name);
	st = read_name(scan, header, err);
	while (st == FF_OK && !ff_scan_ends(scan))
		if ((st = ff_scan_comma(scan, "a column's name", err)) == FF_OK)
			st = read_name(scan, header, err);
	for (int i = 0; i < header->count; i++) {
		x |= header->columns[i] == X;
		y |= header->columns[i] == Y;
	}
	if (st == FF_OK && (!x || !y))
		st = ff_scan_wrong(scan, !x ? "the column x" : "the column y", "is missing", err);
	if (st == FF_OK)
		ff_scan_skip_line(scan);
	return st;
}

static enum ff_status read_group(struct ff_scan *scan, struct ff_walkers *walkers, uint32_t *group,
				 struct ff_error *err)
{
	struct ff_scan from = *scan;
	const char *text = (const char *)scan->in->data + from.at;
	size_t n;
	int c;

	while ((c = ff_scan_peek(scan)) >= 0 && c != ',' && (c != '#' || scan->at == from.at) &&
	       c != '\n' && c != '\r')
		ff_scan_next(scan);
	n = scan->at - from.at;
	while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'))
		n--;
	if (!ff_walkers_name_fits(text, n))
		return ff_scan_expected(
			&from, "a group's name of 1 to 31 bytes, none of = : \" among them", err);
	return ff_walkers_group(walkers, text, n, group) == FF_OK
		       ? FF_OK
		       : ff_status_nomem(err, scan->in->name);
}

static enum ff_status read_id(struct reading *reading, struct identity *identity,
			      struct ff_error *err)
{
	enum ff_status st;
	int64_t id = 0;

	identity->column = ff_scan_column(&reading->scan);
	st = ff_scan_number(&reading->scan, "id", 0, INT64_MAX, &id, err);
	identity->id = (uint64_t)id;
	return st;
}

/* Reads x or y, in cells or metres; the second of them must be in the unit of the first. */
static enum ff_status read_place(struct reading *reading, enum column column,
				 struct ff_walker *walker, struct ff_error *err)
{
	static const double side = FF_GOALS_SIDE_MAX;
	struct ff_scan *scan = &reading->scan, from = *scan;
	double *to = column == X ? &walker->x : &walker->y;
	enum ff_status st = ff_scan_decimal(scan, names[column], -side, side, to, err);
	bool metres = ff_scan_peek(scan) == 'm', second = reading->placed;

	if (st != FF_OK)
		return st;
	if (metres)
		ff_scan_next(scan);
	if (second && metres != walker->metres)
		return ff_scan_wrong(&from, names[column],
				     metres ? "is in metres, the other coordinate is not"
					    : "is not in metres, as the other coordinate is",
				     err);
	walker->metres = metres;
	reading->placed = true;
	return FF_OK;
}

/* Reads a field; only x, y and id must not be empty. */
static enum ff_status read_field(struct reading *reading, enum column column,
				 struct ff_walker *walker, struct identity *identity,
				 struct ff_error *err)
{
	enum { COLOUR = 7 }; /* bytes of #rrggbb */
	struct ff_scan *scan = &reading->scan;

	/* A group's name that begins like a comment is a colour. */
	if ((ff_scan_ends(scan) || ff_scan_peek(scan) == ',') &&
	    !(column == GROUP && ff_scan_peek(scan) == '#' && scan->in->size - scan->at >= COLOUR &&
	      ff_walkers_name_fits((const char *)scan->in->data + scan->at, COLOUR)))
		return column == X || column == Y || column == ID
			       ? ff_scan_wrong(scan, names[column], "is missing", err)
			       : FF_OK;
	switch (column) {
	case ID:
		return read_id(reading, identity, err);
	case GROUP:
		return read_group(scan, reading->walkers, &walker->group, err);
	case X:
	case Y:
		return read_place(reading, column, walker, err);
	case RADIUS:
		return ff_scan_decimal(scan, "radius", FF_WALKERS_RADIUS_MIN, FF_WALKERS_RADIUS_MAX,
				       &walker->radius, err);
	case SPEED:
		return ff_scan_decimal(scan, "speed", FF_WALKERS_SPEED_MIN, FF_WALKERS_SPEED_MAX,
				       &walker->speed, err);
	default:
		return ff_scan_decimal(scan, "start", 0, FF_WALKERS_START_MAX, &walker->start, err);
	}
}

static enum ff_status read_walker(struct reading *reading, struct ff_error *err)
{
	struct ff_scan *scan = &reading->scan;
	const struct header *header = &reading->header;
	struct identity identity = {reading->count + 1, scan->line, ff_scan_column(scan)};
	struct ff_walker walker = {
		.radius = reading->radius, .speed = reading->speed, .line = scan->line};
	struct ff_walker *added;
	enum ff_status st = FF_OK;

	if (reading->count == FF_WALKERS_READ_MAX)
		return ff_status_fail(err, FF_E_LIMIT, "%s:%zu: more than %d walkers",
				      scan->in->name, scan->line, FF_WALKERS_READ_MAX);
	reading->placed = false;
	for (int i = 0; i < header->count && st == FF_OK; i++) {
		if (i > 0 && !ff_scan_ends(scan)) {
			if (ff_scan_peek(scan) != ',')
				return ff_scan_wrong(scan, "a comma", "expected", err);
			ff_scan_next(scan);
		}
		st = read_field(reading, header->columns[i], &walker, &identity, err);
	}
	if (st == FF_OK && !ff_scan_ends(scan))
		st = ff_scan_wrong(scan, "the end of the line", "expected", err);
	if (st != FF_OK)
		return st;
	walker.id = identity.id;
	if (!ff_memory_grow(&reading->identities, &reading->room, reading->count + 1,
			    sizeof identity))
		return ff_status_nomem(err, scan->in->name);
	reading->identities[reading->count++] = identity;
	if ((added = ff_walkers_add(reading->walkers, 1)) == NULL)
		return ff_status_nomem(err, scan->in->name);
	*added = walker;
	return FF_OK;
}

static int compare_identities(const void *left, const void *right)
{
	const struct identity *a = left, *b = right;

	if (a->id != b->id)
		return a->id > b->id ? 1 : -1;
	return (a->line > b->line) - (a->line < b->line);
}

/* Refuses an id that comes twice. */
static enum ff_status check_identities(struct reading *reading, struct ff_error *err)
{
	struct identity *all = reading->identities;
	size_t first = 0;

	qsort(all, reading->count, sizeof *all, compare_identities);
	for (size_t i = 1; i < reading->count; i++)
		if (all[i].id == all[i - 1].id && (first == 0 || all[i].line < all[first].line))
			first = i;
	if (first == 0)
		return FF_OK;
	return ff_status_fail(err, FF_E_INPUT,
			      "%s:%zu:%zu: id %" PRIu64 " is that of line %zu, too",
			      reading->scan.in->name, all[first].line, all[first].column,
			      all[first].id, all[first - 1].line);
}

static enum ff_status read_all(struct reading *reading, struct ff_error *err)
{
	struct ff_scan *scan = &reading->scan;
	enum ff_status st;
	uint32_t none;

	if (ff_walkers_group(reading->walkers, "", 0, &none) != FF_OK)
		return ff_status_nomem(err, scan->in->name);
	ff_scan_mark(scan);
	st = read_header(scan, &reading->header, err);
	for (; st == FF_OK && ff_scan_peek(scan) >= 0; ff_scan_skip_line(scan))
		if (!ff_scan_ends(scan))
			st = read_walker(reading, err);
	if (st == FF_OK && reading->count == 0)
		st = ff_status_fail(err, FF_E_INPUT, "%s: has no walker", scan->in->name);
	return st == FF_OK ? check_identities(reading, err) : st;
}

enum ff_status ff_walkers_read(struct ff_input *in, double radius, double speed,
			       struct ff_walkers *walkers, struct ff_error *err)
{
	struct reading reading = {.scan = {.in = in, .line = 1, .stops = ",#m"},
				  .radius = radius,
				  .speed = speed,
				  .walkers = walkers};
	enum ff_status st = ff_input_rest(in, TEXT_MAX, err);

	if (st == FF_OK)
		st = read_all(&reading, err);
	free(reading.identities);
	return st;
}

enum { PATH_LINE = 320 }; /* most bytes of a line */

/* Prints a number and a comma. */
static char *put_number(char *to, double value)
{
	to += ff_number_fixed(to, value);
	*to++ = ',';
	return to;
}

/* Returns a coordinate in whole cells, which have 'parts' cells of the map along a side. */
static double join_parts(double along, int32_t parts)
{
	return (along - (parts - 1) / 2.0) / parts;
}

/* Prints a coordinate and a comma; rounding never takes it into the next cell, which may be a wall.
 */
static char *put_place(char *to, double along, int32_t cell, int32_t parts)
{
	return put_number(to, join_parts(fmin(along, cell + 0.499999), parts));
}

static char *put_point(char *to, const struct ff_path *path, size_t step,
		       const struct ff_guide *guide, int32_t parts,
		       const struct ff_georeference *place)
{
	const struct ff_path_point *point = &path->points[step];
	int32_t x = (int32_t)floor(point->x + 0.5), y = (int32_t)floor(point->y + 0.5);

	to = ff_buffer_number(ff_buffer_number(to, path->id), step);
	to = put_place(put_place(to, point->x, x, parts), point->y, y, parts);
	if (path->reached)
		to = put_number(put_number(put_number(to, point->length), point->cost),
				point->time);
	else
		to = ff_buffer_text(to, ",,,");
	to = ff_buffer_text(
		to, ff_classes_names[ff_guide_class(guide, ff_cost_index(guide->cost, x, y))]);
	to = ff_csv_put_world(to, place, guide->cost->h, point->x, point->y);
	*to++ = '\n';
	return to;
}

/* Writes the points of a path; returns false if that failed. */
static bool write_path(struct ff_buffer *buffer, const struct ff_path *path,
		       const struct ff_guide *guide, int32_t parts,
		       const struct ff_georeference *place)
{
	for (size_t step = 0; step < path->count; step++) {
		char *to = ff_buffer_room(buffer, PATH_LINE);

		if (to == NULL)
			return false;
		to = put_point(to, path, step, guide, parts, place);
		buffer->used = (size_t)(to - buffer->bytes);
	}
	return true;
}

enum ff_status ff_walkers_write_paths(struct ff_output *out, const struct ff_paths *paths,
				      const struct ff_walkers *walkers,
				      const struct ff_guide *guides, int32_t parts,
				      const struct ff_georeference *place, struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};
	struct ff_paths some = {0};
	bool written = true;

	ff_csv_begin(&buffer, "id,step,x,y,length,cost,time,class", place);
	for (size_t first = 0; first < paths->count && written; first += some.count) {
		if (!ff_paths_enter(paths, first, &some)) {
			buffer.st = ff_status_nomem(err, "paths");
			break;
		}
		for (size_t i = 0; i < some.count && written; i++)
			written =
				write_path(&buffer, &some.items[i],
					   &guides[walkers->items[first + i].guide], parts, place);
	}
	ff_paths_leave(paths, &some);
	return ff_buffer_flush(&buffer);
}

enum {
	MOMENT_LINE = 32 + 21 + 4 * 22 + 64, /* most bytes of a line */
	PARTS = 10000,                       /* parts of 1 in 4 decimals */
};

/* Prints a number with 4 decimals, and then 'end'. */
static char *put_fixed(char *to, double value, char end)
{
	uint64_t parts = (uint64_t)((value < 0 ? -value : value) * PARTS + 0.5);
	uint32_t decimals = (uint32_t)(parts % PARTS);

	if (value < 0 && parts > 0)
		*to++ = '-';
	to += ff_number_print(to, parts / PARTS);
	to[0] = '.';
	for (int i = 4; i > 0; i--, decimals /= 10)
		to[i] = (char)('0' + decimals % 10);
	to[5] = end;
	return to + 6;
}

/* Returns the place of a walker at the moment before; NULL if it was not there.  Calls come in
 * ascending order of walkers, and 'next' moves on through that moment. */
static const struct ff_trajectories_place *place_before(const struct ff_trajectories_moment *before,
							size_t *next, uint32_t who)
{
	if (before == NULL)
		return NULL;
	while (*next < before->count && before->walkers[*next] < who)
		++*next;
	return *next < before->count && before->walkers[*next] == who ? &before->places[*next]
								      : NULL;
}

/* Writes the lines of a moment; returns false if that failed. */
static bool put_moment(struct ff_buffer *buffer, const struct ff_walkers *walkers,
		       const struct ff_trajectories_moment *before,
		       const struct ff_trajectories_moment *now, int32_t parts,
		       const struct ff_georeference *world, int32_t h)
{
	double span = before == NULL ? 1 : now->time - before->time;
	char time[33], *to;
	size_t next = 0, n = ff_number_fixed(time, now->time);

	time[n++] = ',';
	for (size_t i = 0; i < now->count; i++) {
		const struct ff_trajectories_place *place = &now->places[i];
		const struct ff_trajectories_place *from =
			place_before(before, &next, now->walkers[i]);

		if (from == NULL)
			from = place;
		if ((to = ff_buffer_room(buffer, MOMENT_LINE)) == NULL)
			return false;
		memcpy(to, time, n);
		to = ff_buffer_number(to + n, walkers->items[now->walkers[i]].id);
		to = put_fixed(to, join_parts(place->x, parts), ',');
		to = put_fixed(to, join_parts(place->y, parts), ',');
		to = put_fixed(to, (place->x - from->x) / span / parts, ',');
		to = put_fixed(to, (place->y - from->y) / span / parts, '\0') - 1;
		to = ff_csv_put_world(to, world, h, place->x, place->y);
		*to++ = '\n';
		buffer->used = (size_t)(to - buffer->bytes);
	}
	return true;
}

enum ff_status ff_walkers_write_trajectories(struct ff_output *out,
					     const struct ff_walkers *walkers,
					     const struct ff_trajectories *all, int32_t parts,
					     const struct ff_georeference *place, int32_t h,
					     struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};

	ff_csv_begin(&buffer, "t,id,x,y,vx,vy", place);
	for (size_t m = 0; m < all->count; m++)
		if (!put_moment(&buffer, walkers, m == 0 ? NULL : &all->moments[m - 1],
				&all->moments[m], parts, place, h))
			return buffer.st;
	return ff_buffer_flush(&buffer);
}

enum { ARRIVAL_LINE = 5 * 32 + FF_WALKERS_NAME + 80 }; /* most bytes of a line */

/* Prints a time and a comma; only the comma if there is none. */
static char *put_time(char *to, double seconds)
{
	if (seconds < (double)INFINITY)
		to += ff_number_fixed(to, seconds);
	*to++ = ',';
	return to;
}

enum ff_status ff_walkers_write_arrivals(struct ff_output *out, const struct ff_walkers *walkers,
					 const struct ff_arrival *arrivals,
					 const struct ff_georeference *place, int32_t h,
					 struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};
	char *to;

	ff_csv_begin(&buffer, "id,group,start,came,arrived,seconds,state", place);
	for (size_t i = 0; i < walkers->count; i++) {
		const struct ff_walker *walker = &walkers->items[i];
		const struct ff_arrival *arrival = &arrivals[i];
		const bool reached = ff_arrivals_reached(arrival);

		if ((to = ff_buffer_room(&buffer, ARRIVAL_LINE)) == NULL)
			return buffer.st;
		to = ff_buffer_number(to, walker->id);
		to = ff_buffer_text(to, walkers->groups[walker->group]);
		*to++ = ',';
		to = put_time(to, walker->start);
		to = put_time(to, arrival->entered);
		to = put_time(to, arrival->arrived);
		to = put_time(to, reached ? arrival->arrived - arrival->entered : (double)INFINITY);
		to = ff_buffer_text(to, reached                               ? "arrived"
					: arrival->lost                       ? "lost"
					: arrival->entered < (double)INFINITY ? "walking"
									      : "waiting");
		to = ff_csv_put_world(to, place, h, arrival->x, arrival->y);
		*to++ = '\n';
		buffer.used = (size_t)(to - buffer.bytes);
	}
	return ff_buffer_flush(&buffer);
}
