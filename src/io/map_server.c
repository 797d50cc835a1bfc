/*
 * libyaml turns the text into a flat list of events.  Other keys are dropped, and anchors and deep
 * nesting refused, so that a short text never takes much memory.
 */
#include "io/map_server.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "core/base/number.h"

enum { DEEPEST = 16 }; /* levels of nesting */

enum key { IMAGE, MODE, RESOLUTION, ORIGIN, NEGATE, OCCUPIED, FREE, KEYS };

static const char *const key_names[KEYS] = {
	[IMAGE] = "image",      [MODE] = "mode",     [RESOLUTION] = "resolution",
	[ORIGIN] = "origin",    [NEGATE] = "negate", [OCCUPIED] = "occupied_thresh",
	[FREE] = "free_thresh",
};

struct reader {
	const struct ff_input *in;
	yaml_parser_t parser;
	yaml_event_t event; /* the last event taken */
	bool given[KEYS];
	yaml_mark_t free_mark; /* place of its value */
	struct ff_map_server map;
	struct ff_error *err;
};

static enum ff_status refuse(const struct reader *reader, const yaml_mark_t *at, const char *what,
			     const char *is)
{
	return ff_status_fail(reader->err, FF_E_INPUT, "%s:%zu:%zu: %s %s", reader->in->name,
			      at->line + 1, at->column + 1, what, is);
}

static enum ff_status not_yaml(const struct reader *reader)
{
	const yaml_parser_t *parser = &reader->parser;
	const char *problem = parser->problem == NULL ? "invalid" : parser->problem;
	yaml_mark_t at = parser->problem_mark;

	if (parser->error == YAML_MEMORY_ERROR)
		return ff_status_nomem(reader->err, reader->in->name);
	/* For bytes that are no characters libyaml has only an offset. */
	if (parser->error == YAML_READER_ERROR) {
		at = (yaml_mark_t){0};
		for (size_t i = 0; i < parser->problem_offset && i < reader->in->size; i++) {
			at.column = reader->in->data[i] == '\n' ? 0 : at.column + 1;
			at.line += reader->in->data[i] == '\n';
		}
	}
	return refuse(reader, &at, "is not YAML:", problem);
}

/* Takes the next event. */
static enum ff_status next_event(struct reader *reader)
{
	yaml_event_t *event = &reader->event;
	const yaml_char_t *anchor = NULL;

	yaml_event_delete(event);
	if (yaml_parser_parse(&reader->parser, event) == 0)
		return not_yaml(reader);
	if (event->type == YAML_SCALAR_EVENT)
		anchor = event->data.scalar.anchor;
	else if (event->type == YAML_SEQUENCE_START_EVENT)
		anchor = event->data.sequence_start.anchor;
	else if (event->type == YAML_MAPPING_START_EVENT)
		anchor = event->data.mapping_start.anchor;
	if (event->type == YAML_ALIAS_EVENT || anchor != NULL)
		return refuse(reader, &event->start_mark, "anchors and aliases",
			      "are not for such a map");
	return FF_OK;
}

/* Skips a value whose first event has been taken. */
static enum ff_status skip_value(struct reader *reader)
{
	enum ff_status st = FF_OK;
	int depth = 0;

	do {
		switch (reader->event.type) {
		case YAML_SEQUENCE_START_EVENT:
		case YAML_MAPPING_START_EVENT:
			depth++;
			break;
		case YAML_SEQUENCE_END_EVENT:
		case YAML_MAPPING_END_EVENT:
			depth--;
			break;
		default:
			break;
		}
		if (depth > DEEPEST)
			return refuse(reader, &reader->event.start_mark, "this",
				      "is nested too deeply");
		if (depth > 0)
			st = next_event(reader);
	} while (depth > 0 && st == FF_OK);
	return st;
}

/* Returns true if an event is a scalar equal to a text. */
static bool is_text(const yaml_event_t *event, const char *text)
{
	return event->type == YAML_SCALAR_EVENT && event->data.scalar.length == strlen(text) &&
	       memcmp(event->data.scalar.value, text, strlen(text)) == 0;
}

/* Parses 12, +.5, 12. or -1.25e-3. */
static bool parse_number(const char *text, size_t n, double *out)
{
	enum { LONGEST = 64 };
	char digits[LONGEST];
	size_t mantissa = 0;

	if (n > LONGEST)
		return false;
	memcpy(digits, text, n);
	while (mantissa < n && digits[mantissa] != 'e' && digits[mantissa] != 'E')
		mantissa++;
	/* A point after digits may be the last character. */
	if (mantissa > 1 && isdigit((unsigned char)digits[mantissa - 2]) &&
	    memchr(digits, '.', mantissa) == digits + mantissa - 1) {
		memmove(digits + mantissa - 1, digits + mantissa, n - mantissa);
		n--;
	}
	return ff_number_real(digits, n, out) == FF_NUMBER_OK;
}

/* Takes the event's value, a number in min..max; 'range' is the end of the message if it is not. */
static enum ff_status take_number(struct reader *reader, const char *what, double min, double max,
				  const char *range, double *out)
{
	const yaml_event_t *event = &reader->event;
	double number;

	if (event->type != YAML_SCALAR_EVENT ||
	    !parse_number((const char *)event->data.scalar.value, event->data.scalar.length,
			  &number) ||
	    number < min || number > max)
		return refuse(reader, &event->start_mark, what, range);
	*out = number;
	return FF_OK;
}

static enum ff_status take_image(struct reader *reader)
{
	const yaml_event_t *event = &reader->event;

	if (event->type != YAML_SCALAR_EVENT || event->data.scalar.length == 0 ||
	    memchr(event->data.scalar.value, '\0', event->data.scalar.length) != NULL)
		return refuse(reader, &event->start_mark, "image", "is not a file's name");
	reader->map.image = strdup((const char *)event->data.scalar.value);
	return reader->map.image == NULL ? ff_status_nomem(reader->err, reader->in->name) : FF_OK;
}

static enum ff_status take_mode(struct reader *reader)
{
	const yaml_event_t *event = &reader->event;

	reader->map.occupancy.scaled = is_text(event, "scale");
	if (reader->map.occupancy.scaled || is_text(event, "trinary"))
		return FF_OK;
	if (is_text(event, "raw"))
		return refuse(
			reader, &event->start_mark, "mode",
			"raw does not say what a cell costs: name the image itself as the map");
	return refuse(reader, &event->start_mark, "mode", "is neither trinary nor scale");
}

static enum ff_status take_negate(struct reader *reader)
{
	/* Numbers, and YAML 1.1's words for no and yes. */
	static const char *const words[][2] = {
		{"0", "1"},    {"false", "true"}, {"False", "True"}, {"FALSE", "TRUE"},
		{"no", "yes"}, {"No", "Yes"},     {"NO", "YES"},     {"n", "y"},
		{"N", "Y"},    {"off", "on"},     {"Off", "On"},     {"OFF", "ON"},
	};
	const yaml_event_t *event = &reader->event;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		for (int is = 0; is < 2; is++)
			if (is_text(event, words[i][is])) {
				reader->map.occupancy.negate = is;
				return FF_OK;
			}
	return refuse(reader, &event->start_mark, "negate", "is neither 0 nor 1");
}

static enum ff_status take_origin(struct reader *reader)
{
	static const char form[] = "is not [x, y, yaw]";
	double numbers[3];
	enum ff_status st;

	if (reader->event.type != YAML_SEQUENCE_START_EVENT)
		return refuse(reader, &reader->event.start_mark, "origin", form);
	for (int i = 0; i < 3; i++) {
		if ((st = next_event(reader)) != FF_OK)
			return st;
		if (reader->event.type != YAML_SCALAR_EVENT)
			return refuse(reader, &reader->event.start_mark, "origin", form);
		if ((st = take_number(reader, "this of the origin", -1e9, 1e9,
				      "is not a number in -1e9..1e9", &numbers[i])) != FF_OK)
			return st;
	}
	if (numbers[2] != 0)
		return refuse(reader, &reader->event.start_mark, "yaw",
			      "is not 0: maps that are turned are not read");
	if ((st = next_event(reader)) != FF_OK)
		return st;
	if (reader->event.type != YAML_SEQUENCE_END_EVENT)
		return refuse(reader, &reader->event.start_mark, "origin", form);
	reader->map.place.x = numbers[0];
	reader->map.place.y = numbers[1];
	return FF_OK;
}

/* Takes the value of a key, whose first event has been taken. */
static enum ff_status take_value(struct reader *reader, enum key key)
{
	static const char share[] = "is not a number from 0 to 1";
	struct ff_levels_occupancy *occupancy = &reader->map.occupancy;

	switch (key) {
	case IMAGE:
		return take_image(reader);
	case MODE:
		return take_mode(reader);
	case RESOLUTION:
		return take_number(reader, "resolution", 1e-6, 1e6, "is not a number in 1e-6..1e6",
				   &reader->map.place.resolution);
	case ORIGIN:
		return take_origin(reader);
	case NEGATE:
		return take_negate(reader);
	case OCCUPIED:
		return take_number(reader, "occupied_thresh", 0, 1, share, &occupancy->occupied);
	case FREE:
		reader->free_mark = reader->event.start_mark;
		return take_number(reader, "free_thresh", 0, 1, share, &occupancy->free);
	default:
		return skip_value(reader);
	}
}

/* Takes a key and its value. */
static enum ff_status take_pair(struct reader *reader)
{
	enum key key = IMAGE;
	enum ff_status st;

	while (key < KEYS && !is_text(&reader->event, key_names[key]))
		key++;
	if (reader->event.type != YAML_SCALAR_EVENT)
		return refuse(reader, &reader->event.start_mark, "a key", "expected");
	if (key < KEYS && reader->given[key])
		return refuse(reader, &reader->event.start_mark, key_names[key], "is there twice");
	if ((st = next_event(reader)) != FF_OK)
		return st;
	if (key < KEYS)
		reader->given[key] = true;
	return take_value(reader, key);
}

/* Takes an event, which must be of a given type. */
static enum ff_status expect(struct reader *reader, yaml_event_type_t type, const char *what)
{
	enum ff_status st = next_event(reader);

	if (st == FF_OK && reader->event.type != type)
		st = refuse(reader, &reader->event.start_mark, what, "expected");
	return st;
}

static enum ff_status read_all(struct reader *reader)
{
	static const char mapping[] = "\"key: value\"", end[] = "the end of the file";
	yaml_mark_t start;
	enum ff_status st;

	if ((st = expect(reader, YAML_STREAM_START_EVENT, mapping)) != FF_OK ||
	    (st = expect(reader, YAML_DOCUMENT_START_EVENT, mapping)) != FF_OK ||
	    (st = expect(reader, YAML_MAPPING_START_EVENT, mapping)) != FF_OK)
		return st;
	start = reader->event.start_mark;
	while ((st = next_event(reader)) == FF_OK && reader->event.type != YAML_MAPPING_END_EVENT)
		if ((st = take_pair(reader)) != FF_OK)
			return st;
	if (st != FF_OK || (st = expect(reader, YAML_DOCUMENT_END_EVENT, end)) != FF_OK ||
	    (st = expect(reader, YAML_STREAM_END_EVENT, end)) != FF_OK)
		return st;
	for (enum key key = IMAGE; key < KEYS; key++)
		if (!reader->given[key] && key != MODE)
			return refuse(reader, &start, key_names[key], "is missing");
	if (reader->map.occupancy.free > reader->map.occupancy.occupied)
		return refuse(reader, &reader->free_mark, "free_thresh",
			      "is above occupied_thresh");
	return FF_OK;
}

bool ff_map_server_matches(const uint8_t *text, size_t n)
{
	static const char key[] = "image";
	const uint8_t *end = text + n;

	while ((text = memmem(text, (size_t)(end - text), key, strlen(key))) != NULL) {
		text += strlen(key);
		if (text < end && (*text == '"' || *text == '\''))
			text++;
		while (text < end && (*text == ' ' || *text == '\t'))
			text++;
		if (text < end && *text == ':')
			return true;
	}
	return false;
}

enum ff_status ff_map_server_read(struct ff_input *in, struct ff_map_server *out,
				  struct ff_error *err)
{
	struct reader reader = {.in = in, .err = err};
	enum ff_status st;

	if ((st = ff_input_rest(in, FF_MAP_SERVER_MAX, err)) != FF_OK)
		return st;
	if (yaml_parser_initialize(&reader.parser) == 0)
		return ff_status_nomem(err, in->name);
	yaml_parser_set_input_string(&reader.parser, in->data, in->size);
	st = read_all(&reader);
	yaml_event_delete(&reader.event);
	yaml_parser_delete(&reader.parser);
	if (st != FF_OK) {
		free(reader.map.image);
		return st;
	}
	*out = reader.map;
	return FF_OK;
}
