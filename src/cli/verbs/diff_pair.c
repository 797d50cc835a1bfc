/*
 * Files of equal bytes are equal, whatever they hold; only others are read.  The kind of a file is
 * known by its content, and the meaning of its numbers by its "Layer"; in a file without one, bytes
 * are codes, and other numbers are values.
 */
#include "cli/verbs/diff.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/json.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/map/image.h"
#include "draw/draw.h"
#include "draw/style.h"
#include "io/cells.h"
#include "io/formats.h"
#include "io/input.h"
#include "io/png.h"
#include "view/embed.h"

/* A file and its cells. */
struct side {
	struct ff_input in;
	const struct ff_format *format; /* of cells; NULL: none, or an animation */
	enum ff_formats_use use;
	struct ff_cells_file read;
	uint8_t *bytes;           /* owned; numbers as costs, classes or directions */
	struct ff_raster pixels;  /* of a picture */
	struct ff_raster costs;   /* of a table or a map */
	struct ff_raster vectors; /* of a table */
	struct ff_compare_side cells;
};

/* A comparison under way. */
struct pair {
	struct side old, new;
	const struct ff_diff_rules *rules;
	uint32_t area_limit; /* areas to find, at most */
	bool page;           /* is asked for */
	struct ff_diff diff;
	struct ff_error *err;
};

enum { CELLS_MAX = 1 << 28 };

/* The format of maps that are no rasters, such as MovingAI's. */
static const char MAP[] = "map";

/* The meaning of a file's numbers. */
enum role { VALUES, COSTS, CLASSES, DIRECTIONS, CODES, VECTORS };

static const char *const value_names[FF_CHANGE_KINDS] = {
	[FF_CHANGE_LOST] = "value lost",       [FF_CHANGE_GAINED] = "value gained",
	[FF_CHANGE_RISEN] = "value risen",     [FF_CHANGE_FALLEN] = "value fallen",
	[FF_CHANGE_CHANGED] = "value changed", [FF_CHANGE_TURNED] = "direction changed",
};

/* Names of changes between two maps, which have no cost to a goal. */
static const char *const map_names[FF_CHANGE_KINDS] = {
	[FF_CHANGE_WALL_ADDED] = "wall added",
	[FF_CHANGE_WALL_REMOVED] = "wall removed",
	[FF_CHANGE_GROUND] = "cost changed",
};

static const char *const pixel_names[FF_CHANGE_KINDS] = {
	[FF_CHANGE_CHANGED] = "pixel changed",
};

/* Adds a line to the notes: FF_OK or FF_E_NOMEM.  APART() does so with a difference that no rule
 * allows. */
#define NOTE(pair, ...)                                     \
	(ff_strings_print(&(pair)->diff.notes, __VA_ARGS__) \
		 ? FF_OK                                    \
		 : ff_status_nomem((pair)->err, "notes"))
#define APART(pair, ...) ((pair)->diff.apart = true, NOTE(pair, __VA_ARGS__))

/* Returns true if all numbers are whole and in first..last. */
static bool is_within(const struct ff_raster *raster, double first, double last)
{
	for (size_t i = 0; i < (size_t)raster->w * (size_t)raster->h; i++) {
		double value = ff_raster_value(raster, i);

		if (!(value >= first && value <= last && value == floor(value)))
			return false;
	}
	return true;
}

/* Returns true if a run reads the file as a map: grey levels up to 255, or costs. */
static bool is_map(const struct ff_cells_file *read)
{
	return strcmp(read->format, MAP) == 0 ||
	       ((strcmp(read->format, "png") == 0 || strcmp(read->format, "pgm") == 0) &&
		read->raster.type == FF_RASTER_U8 && read->raster.none == FF_COST_WALL &&
		ff_cells_text(read, "Scale") == NULL);
}

static enum role role_of(const struct ff_cells_file *read, const char *layer)
{
	const struct ff_raster *raster = &read->raster;

	if (raster->channels == 2)
		return VECTORS;
	if (layer == NULL && is_map(read))
		return COSTS;
	if (layer == NULL)
		return raster->type == FF_RASTER_U8 ? CODES : VALUES;
	if (strcmp(layer, "integration") == 0)
		return VALUES;
	if (strcmp(layer, "cost") == 0 && is_within(raster, 1, FF_COST_WALL))
		return COSTS;
	if (strcmp(layer, "reach") == 0 && is_within(raster, 0, FF_CLASSES - 1))
		return CLASSES;
	if (strcmp(layer, "directions") == 0 && is_within(raster, 0, FF_NONE))
		return DIRECTIONS;
	return CODES;
}

/* Takes numbers as bytes; the byte of no number is that of a wall. */
static enum ff_status take_bytes(struct pair *pair, struct side *side, const uint8_t **to)
{
	const struct ff_raster *raster = &side->read.raster;

	if ((side->bytes = ff_memory_cells(raster->w, raster->h, 1)) == NULL)
		return ff_status_nomem(pair->err, "the comparison");
	for (size_t i = 0; i < (size_t)raster->w * (size_t)raster->h; i++) {
		double value = ff_raster_value(raster, i);

		side->bytes[i] = (uint8_t)(isfinite(value) ? value : FF_COST_WALL);
	}
	*to = side->bytes;
	return FF_OK;
}

static enum ff_status take_numbers(struct pair *pair, struct side *side, enum role role)
{
	struct ff_compare_side *cells = &side->cells;
	const uint8_t *bytes;
	enum ff_status st;

	switch (role) {
	case COSTS:
		st = take_bytes(pair, side, &bytes);
		/* As a byte 255 is a wall. */
		side->costs = ff_raster_of_values(side->read.w, side->read.h, 1, FF_RASTER_U8,
						  FF_COST_WALL, side->bytes);
		cells->costs = &side->costs;
		return st;
	case CLASSES:
		return take_bytes(pair, side, &cells->classes);
	case DIRECTIONS:
		return take_bytes(pair, side, &cells->directions);
	case VALUES:
		cells->values = &side->read.raster;
		return FF_OK;
	case CODES:
		cells->codes = &side->read.raster;
		return FF_OK;
	case VECTORS:
		cells->vectors = &side->read.raster;
		return FF_OK;
	}
	return FF_E_ARG;
}

static void take_table(struct side *side)
{
	const struct ff_cells_table *table = &side->read.table;

	side->cells.values = &side->read.raster;
	if (table->costs != NULL) {
		side->costs = side->read.raster;
		side->costs.cells = table->costs;
		side->cells.costs = &side->costs;
	}
	side->cells.classes = table->classes;
	side->cells.directions = table->directions;
	if (table->vectors == NULL)
		return;
	side->vectors = ff_raster_of_values(side->read.w, side->read.h, 2, FF_RASTER_F32,
					    (double)NAN, table->vectors);
	side->cells.vectors = &side->vectors;
}

/* Takes the pixels of both for cells. */
static void take_pixels(struct pair *pair)
{
	struct side *sides[] = {&pair->old, &pair->new};

	pair->diff.kind = FF_DIFF_PICTURE;
	pair->diff.names = pixel_names;
	for (int i = 0; i < 2; i++) {
		sides[i]->pixels =
			ff_raster_of_values(sides[i]->read.w, sides[i]->read.h, 4, FF_RASTER_U8,
					    (double)NAN, sides[i]->read.pixels);
		sides[i]->cells.codes = &sides[i]->pixels;
	}
}

/* Takes the cells that a picture carries. */
static void take_shown(struct side *side, const char *layer)
{
	const struct ff_cells_shown *shown = &side->read.shown;
	struct ff_compare_side *cells = &side->cells;

	if (strcmp(layer, "terrain") == 0) {
		cells->costs = &shown->numbers;
		return;
	}
	cells->classes = shown->classes;
	if (strcmp(layer, "heatmap") == 0)
		cells->values = &shown->numbers;
	else if (strcmp(layer, "arrows") == 0)
		cells->directions = shown->directions;
	else if (strcmp(layer, "reach") != 0)
		cells->codes = &shown->numbers;
}

/* Reads two numbers, such as "96x64"; false if the text is missing or anything else. */
static bool read_numbers(const char *text, char between, int64_t least, int64_t to[2])
{
	const char *end = text == NULL ? NULL : strchr(text, between);

	return end != NULL &&
	       ff_number_parse(text, (size_t)(end - text), least, INT32_MAX, &to[0]) ==
		       FF_NUMBER_OK &&
	       ff_number_parse(end + 1, strlen(end + 1), least, INT32_MAX, &to[1]) == FF_NUMBER_OK;
}

/* Reads the number of pixels to a cell of a picture, pixel[0]/pixel[1]; false, and 1/1, if its text
 * is missing. */
static bool read_scale(const struct ff_cells_file *read, int64_t pixel[2])
{
	const char *scale = ff_cells_text(read, "Pixels per cell");

	pixel[0] = pixel[1] = 1;
	return scale != NULL && (read_numbers(scale, '/', 1, pixel) ||
				 ff_number_parse(scale, strlen(scale), 1, FF_STYLE_SCALE_MAX,
						 &pixel[0]) == FF_NUMBER_OK);
}

void ff_diff_crop(struct ff_cells_file *read)
{
	int64_t size[2], at[2], cell[2];
	const uint8_t *from;

	if (!read_scale(read, cell) ||
	    !read_numbers(ff_cells_text(read, "Map size"), 'x', 1, size) ||
	    !read_numbers(ff_cells_text(read, "Map at"), ',', 0, at))
		return;
	for (int i = 0; i < 2; i++)
		size[i] = ((size[i] - 1) / cell[1] + 1) * cell[0];
	if (size[0] > read->w - at[0] || size[1] > read->h - at[1])
		return;
	from = read->pixels + (at[1] * read->w + at[0]) * 4;
	for (int64_t y = 0; y < size[1]; y++)
		memmove(read->pixels + y * size[0] * 4, from + y * read->w * 4,
			(size_t)size[0] * 4);
	read->w = (int32_t)size[0];
	read->h = (int32_t)size[1];
}

/* Compares the layers that the files name; '*layer' is NULL if neither names one. */
static enum ff_status compare_layers(struct pair *pair, const char **layer)
{
	const char *old = ff_cells_text(&pair->old.read, "Layer");
	const char *new = ff_cells_text(&pair->new.read, "Layer");

	*layer = old != NULL ? old : new;
	if (old != NULL && new != NULL && strcmp(old, new) != 0)
		return APART(pair, "Layer: %s -> %s", old, new);
	if (pair->new.read.kind == FF_CELLS_NUMBERS && ff_cells_everywhere(*layer))
		pair->old.read.raster.none = pair->new.read.raster.none = (double)NAN;
	return FF_OK;
}

/* Returns true if a text decides how the files are compared, or is the name of the map's file:
 * neither is printed. */
static bool is_unprinted(const char *key)
{
	return strcmp(key, "Layer") == 0 || strncmp(key, "Map", 3) == 0;
}

/* Notes the texts that only one file has. */
static enum ff_status note_only(struct pair *pair, const struct ff_cells_file *with,
				const struct ff_cells_file *without, const char *name)
{
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < with->texts.count && st == FF_OK; i++) {
		const char *key = with->texts.items[i].keyword;

		if (!is_unprinted(key) && ff_cells_text(without, key) == NULL)
			st = NOTE(pair, "%s: only in %s", key, name);
	}
	return st;
}

/* Notes texts that only one file has, or that differ, which is no difference of cells. Many formats
 * have no texts. */
static enum ff_status compare_texts(struct pair *pair)
{
	const struct ff_cells_file *old = &pair->old.read, *new = &pair->new.read;
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < old->texts.count && st == FF_OK; i++) {
		const char *key = old->texts.items[i].keyword;
		const char *other = ff_cells_text(new, key);

		if (is_unprinted(key) || other == NULL ||
		    strcmp(ff_cells_text(old, key), other) == 0)
			continue;
		pair->diff.map_changed |= strcmp(key, "Cost digest") == 0;
		st = NOTE(pair, "%s: %s -> %s", key, ff_cells_text(old, key), other);
	}
	if (st != FF_OK || old->texts.count == 0 || new->texts.count == 0)
		return st;
	st = note_only(pair, old, new, "OLD");
	return st == FF_OK ? note_only(pair, new, old, "NEW") : st;
}

static const char *shape_of(const struct side *side)
{
	static const char *const shapes[FF_CELLS_KINDS] = {
		[FF_CELLS_TABLE] = "a table",
		[FF_CELLS_NUMBERS] = "numbers",
		[FF_CELLS_PICTURE] = "a picture",
	};

	if (side->read.kind == FF_CELLS_NUMBERS && is_map(&side->read) &&
	    ff_cells_text(&side->read, "Layer") == NULL)
		return "a map";
	return side->read.kind == FF_CELLS_NUMBERS && side->read.raster.channels == 2
		       ? "vectors"
		       : shapes[side->read.kind];
}

/* Notes the columns that only one of two tables has. */
static enum ff_status compare_columns(struct pair *pair)
{
	const struct ff_cells_table *old = &pair->old.read.table, *new = &pair->new.read.table;
	const struct {
		const char *name;
		bool old, new;
	} columns[] = {
		{"cost", old->costs != NULL, new->costs != NULL},
		{"class", old->classes != NULL, new->classes != NULL},
		{"direction", old->directions != NULL, new->directions != NULL},
		{"dx, dy", old->vectors != NULL, new->vectors != NULL},
	};
	enum ff_status st = FF_OK;

	for (size_t i = 0; i < sizeof columns / sizeof columns[0] && st == FF_OK; i++)
		if (columns[i].old != columns[i].new)
			st = APART(pair, "only in %s: column %s", columns[i].old ? "OLD" : "NEW",
				   columns[i].name);
	return st;
}

/* Chooses what of both files is compared. */
static enum ff_status take_cells(struct pair *pair, const char *layer)
{
	struct side *old = &pair->old, *new = &pair->new;
	enum role role = VALUES, other;
	enum ff_status st;

	if (old->read.kind == FF_CELLS_TABLE) {
		take_table(old);
		take_table(new);
		return compare_columns(pair);
	}
	role = role_of(&old->read, layer);
	other = role_of(&new->read, layer);
	if (role != other && (role == VECTORS || other == VECTORS))
		return APART(pair, "kind: %s -> %s", shape_of(old), shape_of(new));
	if (role != other)
		role = VALUES;
	pair->diff.names = role == COSTS && layer == NULL ? map_names
			   : role == VALUES && (layer == NULL || strcmp(layer, "integration") != 0)
				   ? value_names
				   : ff_change_names;
	/* In maps 255 is a wall, and not "none". */
	if (role == COSTS)
		old->read.raster.none = new->read.raster.none = (double)NAN;
	if ((st = take_numbers(pair, old, role)) != FF_OK)
		return st;
	return take_numbers(pair, new, role);
}

/* The names of classes where only values are known. */
static const char *const valued_names[FF_CLASSES] = {
	[FF_GOAL] = "goal",       [FF_REACHED] = "value",         [FF_UNREACHED] = "no value",
	[FF_WALL] = "wall",       [FF_NOT_COMPUTED] = "no value", [FF_NOT_YET] = "no value",
	[FF_FARTHER] = "no value"};

static enum ff_class class_at(const struct ff_compare_side *cells, size_t i)
{
	const struct ff_raster *values = cells->values != NULL ? cells->values : cells->codes;

	if (cells->classes != NULL)
		return (enum ff_class)cells->classes[i];
	if (cells->costs != NULL && !isfinite(ff_raster_value(cells->costs, i)))
		return FF_WALL;
	return values == NULL || isfinite(ff_raster_value(values, i)) ? FF_REACHED : FF_UNREACHED;
}

/* Keeps the classes of the new map, as far as they are known. */
static enum ff_status keep_classes(struct pair *pair)
{
	const struct ff_compare_side *new = &pair->new.cells, *old = &pair->old.cells;
	const struct ff_compare_side known = {.classes = new->classes != NULL ? new->classes
									      : old->classes,
					      .costs = new->costs != NULL ? new->costs : old->costs,
					      .values = new->values};
	struct ff_diff *diff = &pair->diff;

	diff->class_names = known.classes == NULL && known.costs == NULL && known.values != NULL
				    ? valued_names
				    : ff_classes_names;
	if (known.classes == NULL && known.costs == NULL && known.values == NULL)
		return FF_OK;
	if ((diff->classes = ff_memory_cells(diff->w, diff->h, 1)) == NULL)
		return ff_status_nomem(pair->err, "a picture");
	for (size_t i = 0; i < (size_t)diff->total; i++)
		diff->classes[i] = (uint8_t)class_at(&known, i);
	return FF_OK;
}

/* Keeps the picture in greys, on white. */
static enum ff_status keep_greys(struct pair *pair)
{
	struct ff_diff *diff = &pair->diff;
	const uint8_t *pixel = pair->new.read.pixels;

	if ((diff->greys = ff_memory_cells(diff->w, diff->h, 1)) == NULL)
		return ff_status_nomem(pair->err, "a picture");
	for (size_t i = 0; i < (size_t)diff->total; i++, pixel += 4) {
		int grey = (pixel[0] * 299 + pixel[1] * 587 + pixel[2] * 114) / 1000;

		diff->greys[i] = (uint8_t)(255 - (255 - grey) * pixel[3] / 255);
	}
	return FF_OK;
}

static double change_of(const struct ff_compare_tally *tally)
{
	return tally->cells > 0 ? fabs(tally->worst.new - tally->worst.old) : 0;
}

/* Keeps how much each cell's cost to a goal rose or fell, as a share of the largest change. */
static enum ff_status keep_strengths(struct pair *pair)
{
	const struct ff_raster *old = pair->old.cells.values, *new = pair->new.cells.values;
	struct ff_diff *diff = &pair->diff;
	double rise = change_of(&diff->result.kinds[FF_CHANGE_RISEN]);
	double fall = change_of(&diff->result.kinds[FF_CHANGE_FALLEN]);
	double most = rise > fall ? rise : fall;

	if (most == 0)
		return FF_OK;
	if ((diff->strengths = ff_memory_cells(diff->w, diff->h, 1)) == NULL)
		return ff_status_nomem(pair->err, "a picture");
	for (size_t i = 0; i < (size_t)diff->total; i++) {
		double by = fabs(ff_raster_value(new, i) - ff_raster_value(old, i));

		diff->strengths[i] = (uint8_t)(by <= most ? by / most * 255 : 255);
	}
	return FF_OK;
}

/* Returns true if a run reads these costs as a map of bytes. */
static bool are_bytes(const struct ff_raster *costs)
{
	for (size_t i = 0; i < (size_t)costs->w * (size_t)costs->h; i++) {
		double cost = ff_raster_value(costs, i);

		if (isfinite(cost) && !(cost >= 0 && cost <= FF_COST_MAX && cost == floor(cost)))
			return false;
	}
	return true;
}

/* Adds what is known of cells that are not solved in the page: numbers and their meaning unless
 * they are costs to a goal, and vectors. */
static void add_numbers(json_t **side, const struct ff_compare_side *cells)
{
	const struct ff_raster *numbers = cells->values != NULL  ? cells->values
					  : cells->codes != NULL ? cells->codes
								 : cells->costs;

	if (numbers != NULL)
		ff_json_set(side, "values", ff_embed_numbers(numbers));
	if (numbers != cells->values)
		ff_json_set(side, "meaning",
			    ff_json_string(numbers == cells->costs ? "cost of a cell" : "number"));
	if (cells->vectors != NULL)
		ff_json_set(side, "vectors", ff_embed_numbers(cells->vectors));
}

/* Returns a file as a side of a page: a map to be solved there, numbers, or a picture. */
static json_t *side_json(const struct pair *pair, const struct side *side, bool maps)
{
	const int32_t w = pair->diff.w, h = pair->diff.h;
	const struct ff_flow flow = {.w = w, .h = h, .cells = (void *)side->cells.directions};
	const struct ff_raster units = ff_raster_of_flow(&flow);
	struct ff_compare_side cells = side->cells;
	uint8_t *bytes = ff_memory_cells(w, h, 1);
	const struct ff_raster grid =
		ff_raster_of_values(w, h, 1, FF_RASTER_U8, (double)NAN, bytes);
	json_t *json = bytes != NULL ? json_object() : NULL;

	if (cells.vectors == NULL && cells.directions != NULL)
		cells.vectors = &units;
	if (pair->diff.kind == FF_DIFF_PICTURE) {
		ff_json_set(&json, "picture", ff_embed_picture(w, h, side->read.pixels));
	} else if (bytes != NULL) {
		for (size_t i = 0; i < (size_t)pair->diff.total; i++) {
			double cost = maps ? ff_raster_value(cells.costs, i)
					   : (double)class_at(&cells, i);

			if (maps)
				cost = isfinite(cost) ? fmax(cost, 1) : FF_COST_WALL;
			bytes[i] = (uint8_t)cost;
		}
		ff_json_set(&json, maps ? "cells" : "classes", ff_embed_costs(&grid, 0));
		if (!maps)
			add_numbers(&json, &cells);
	}
	free(bytes);
	return json;
}

/* Keeps for a page what both files hold.  Costs alone are maps. */
static enum ff_status keep_page(struct pair *pair)
{
	const struct ff_compare_side *old = &pair->old.cells, *new = &pair->new.cells;
	const bool maps = old->costs != NULL && old->values == NULL && are_bytes(old->costs) &&
			  are_bytes(new->costs);
	const char *options = ff_cells_text(&pair->new.read, "Options");
	json_t *sides = json_array(), *page = json_object();

	ff_json_append(&sides, side_json(pair, &pair->old, maps));
	ff_json_append(&sides, side_json(pair, &pair->new, maps));
	ff_json_set(&page, "sides", sides);
	if (options != NULL)
		ff_json_set(&page, "options", ff_json_string(options));
	pair->diff.page = page;
	return page != NULL ? FF_OK : ff_status_nomem(pair->err, "the page");
}

static enum ff_status compare_cells(struct pair *pair)
{
	const struct ff_cells_file *old = &pair->old.read, *new = &pair->new.read;
	struct ff_compare_question question = {
		.w = pair->diff.w,
		.h = pair->diff.h,
		.old = pair->old.cells,
		.new = pair->new.cells,
		.abs = pair->rules->abs,
		.rel = pair->rules->rel,
		.area_limit = pair->area_limit,
		.ignored = pair->rules->ignored,
		.ignored_count = pair->rules->ignored_count,
		.pixels = {1, 1},
	};
	struct ff_diff *diff = &pair->diff;

	if (diff->kind == FF_DIFF_PICTURE)
		read_scale(new, question.pixels);

	/* Two files of one format round in the same way. */
	if (strcmp(old->format, new->format) != 0 || old->raster.type != new->raster.type ||
	    old->raster.unit != new->raster.unit) {
		question.rounding = old->rounding + new->rounding;
		question.relative = old->relative + new->relative;
	}
	if (ff_compare(&question, &diff->result) != FF_OK)
		return ff_status_nomem(pair->err, "the comparison");
	diff->compared = true;
	diff->differing = diff->result.differing;
	if (diff->differing == 0)
		return FF_OK;
	if (pair->page && keep_page(pair) != FF_OK)
		return FF_E_NOMEM;
	if (diff->kind == FF_DIFF_PICTURE)
		return keep_greys(pair);
	return keep_classes(pair) == FF_OK ? keep_strengths(pair) : FF_E_NOMEM;
}

/* Reads the cells of a file that has some. */
static enum ff_status read_side(struct pair *pair, struct side *side)
{
	struct ff_cells_size size;
	struct ff_cells_file *read = &side->read;
	struct ff_cost map = {0};
	enum ff_status st =
		ff_formats_size(&side->in, side->use, CELLS_MAX, &side->format, &size, pair->err);

	if (st == FF_OK && side->use == FF_FORMATS_LAYER)
		st = ff_formats_read(&side->in, side->format, &size, read, pair->err);
	else if (st == FF_OK)
		st = side->format->read_map(&side->in, &map, pair->err);
	ff_input_close(&side->in);
	if (st != FF_OK || side->use == FF_FORMATS_LAYER)
		return st;
	*read = (struct ff_cells_file){
		.kind = FF_CELLS_NUMBERS, .format = MAP, .w = map.w, .h = map.h};
	read->raster = ff_raster_of_values(map.w, map.h, 1, FF_RASTER_U8, (double)NAN, map.cells);
	return FF_OK;
}

/* Returns true if two pictures carry the cells that they show.  If not, leaves only the pixels of
 * their maps: titles change with the version. */
static bool find_shown(struct ff_cells_file *old, struct ff_cells_file *new)
{
	struct ff_cells_file *sides[] = {old, new};
	bool shown = true;

	for (int i = 0; i < 2; i++)
		shown &= sides[i]->shown.numbers.cells != NULL &&
			 ff_cells_text(sides[i], "Layer") != NULL;
	for (int i = 0; i < 2; i++) {
		if (!shown) {
			ff_diff_crop(sides[i]);
			continue;
		}
		sides[i]->w = sides[i]->shown.numbers.w;
		sides[i]->h = sides[i]->shown.numbers.h;
		free(sides[i]->pixels);
		sides[i]->pixels = NULL;
	}
	return shown;
}

static enum ff_status compare_read(struct pair *pair)
{
	struct ff_cells_file *old = &pair->old.read, *new = &pair->new.read;
	struct ff_diff *diff = &pair->diff;
	const char *layer = NULL;
	bool pictures, shown;
	enum ff_status st = FF_OK;

	if (old->kind != new->kind)
		return APART(pair, "kind: %s -> %s", shape_of(&pair->old), shape_of(&pair->new));
	pictures = new->kind == FF_CELLS_PICTURE;
	shown = pictures && find_shown(old, new);
	diff->kind = FF_DIFF_CELLS;
	diff->names = ff_change_names;
	diff->w = new->w;
	diff->h = new->h;
	diff->total = (uint64_t) new->w *(uint64_t) new->h;
	if (old->w != new->w || old->h != new->h)
		st = APART(pair, "size: %" PRId32 "x%" PRId32 " -> %" PRId32 "x%" PRId32, old->w,
			   old->h, new->w, new->h);
	if (st == FF_OK)
		st = compare_layers(pair, &layer);
	if (st == FF_OK)
		st = compare_texts(pair);
	if (st != FF_OK || diff->apart)
		return st;
	if (shown) {
		take_shown(&pair->old, layer);
		take_shown(&pair->new, layer);
	} else if (pictures) {
		take_pixels(pair);
	} else if ((st = take_cells(pair, layer)) != FF_OK || diff->apart) {
		return st;
	}
	return compare_cells(pair);
}

enum { BYTES_MAX = 1 << 30 }; /* the largest file that has no cells */

/* Returns true if two regular files have equal bytes: opening a pipe would use it up. */
static bool are_equal_files(const char *old, const char *new)
{
	enum { PIECE = 32 * 1024 };
	struct ff_input a = {.fd = STDIN_FILENO}, b = a;
	struct ff_error ignored;
	bool equal = ff_input_open_file(&a, old, &ignored) == FF_OK &&
		     ff_input_open_file(&b, new, &ignored) == FF_OK &&
		     ff_input_expect(&a) == ff_input_expect(&b);

	while (equal && !(a.ended && b.ended)) {
		a.size = b.size = 0;
		equal = ff_input_fill(&a, PIECE, &ignored) == FF_OK &&
			ff_input_fill(&b, PIECE, &ignored) == FF_OK && a.size == b.size &&
			memcmp(a.data, b.data, a.size) == 0;
	}
	ff_input_close(&a);
	ff_input_close(&b);
	return equal;
}

/* Finds the first byte that differs. */
static enum ff_status compare_bytes(struct pair *pair)
{
	const struct ff_input *old = &pair->old.in, *new = &pair->new.in;
	size_t n = old->size < new->size ? old->size : new->size, i = 0, line = 1, count = 0;

	pair->diff.kind = FF_DIFF_BYTES;
	pair->diff.total = new->size;
	for (; i < n && old->data[i] == new->data[i]; i++)
		line += new->data[i] == '\n';
	if (i == n && old->size == new->size)
		return FF_OK;
	pair->diff.apart = true;
	if (old->size != new->size)
		return NOTE(pair, "bytes: %zu -> %zu, different from byte %zu, line %zu on",
			    old->size, new->size, i + 1, line);
	for (size_t k = i; k < n; k++)
		count += old->data[k] != new->data[k];
	return NOTE(pair, "bytes: %zu of %zu differ, from byte %zu, line %zu on", count, n, i + 1,
		    line);
}

/* ---- JSON documents ---- */

enum {
	SHOWN = 60,  /* bytes of a value, at most */
	PATH = 160,  /* bytes of a path, at most */
	KEPT = 1000, /* changes with a line of their own */
};

/* A comparison under way. */
struct walk {
	char *path; /* [n] of the value: "cells.wall" */
	size_t n, room;
	struct ff_diff *diff;
	bool failed; /* memory ran out */
};

bool ff_diff_is_document(const struct ff_input *in)
{
	for (size_t i = 0; i < in->size; i++)
		if (strchr(" \t\r\n", in->data[i]) == NULL || in->data[i] == '\0')
			return in->data[i] == '{' || in->data[i] == '[';
	return false;
}

/* Returns true if what a key of our reports stands for differs between two equal runs; 'depth' is 1
 * for the keys of the report itself. */
static bool is_changing(const char *key, size_t depth)
{
	static const char *const changing[] = {"peak_bytes", "threads", "cpu"};
	size_t n = strlen(key);

	if (n >= 2 && memcmp(key + n - 2, "ms", 2) == 0 && (n == 2 || key[n - 3] == '_'))
		return true;
	for (size_t i = 0; i < sizeof changing / sizeof *changing && depth == 1; i++)
		if (strcmp(key, changing[i]) == 0)
			return true;
	return false;
}

/* Adds a key to the path. */
static void enter_key(struct walk *walk, const char *key)
{
	size_t size = strlen(key);

	if (!ff_memory_grow(&walk->path, &walk->room, walk->n + size + 2, 1)) {
		walk->failed = true;
		return;
	}
	if (walk->n > 0)
		walk->path[walk->n++] = '.';
	memcpy(walk->path + walk->n, key, size + 1);
	walk->n += size;
}

/* Returns the beginning of the character that holds byte 'at' of a text. */
static size_t character_at(const char *text, size_t at)
{
	while (at > 0 && ((unsigned char)text[at] & 0xc0) == 0x80)
		at--;
	return at;
}

/* Prints a value, cut if it is long; false if memory ran out. */
static bool print_value(char to[SHOWN + 1], const json_t *value)
{
	char *text = value == NULL
			     ? strdup("none")
			     : json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY |
							 JSON_REAL_PRECISION(17) | JSON_SORT_KEYS);

	if (text == NULL)
		return false;
	snprintf(to, SHOWN + 1, "%s", text);
	if (strlen(text) > SHOWN)
		memcpy(to + character_at(text, SHOWN - 3), "...", 4);
	free(text);
	return true;
}

/* Prints the path, of a long one both ends. */
static void print_path(char to[PATH + 1], const struct walk *walk)
{
	enum { HALF = PATH / 2 - 2 };
	size_t head = HALF, tail = walk->n - HALF;

	if (walk->n <= PATH) {
		snprintf(to, PATH + 1, "%s", walk->n > 0 ? walk->path : "all of it");
		return;
	}
	head = character_at(walk->path, head);
	while (((unsigned char)walk->path[tail] & 0xc0) == 0x80)
		tail++;
	snprintf(to, PATH + 1, "%.*s...%s", (int)head, walk->path, walk->path + tail);
}

/* Counts a value that differs; the first KEPT ones get a line. */
static void note_change(struct walk *walk, const json_t *old, const json_t *new)
{
	char path[PATH + 1], before[SHOWN + 1], after[SHOWN + 1];

	if (walk->diff->differing++ >= KEPT)
		return;
	print_path(path, walk);
	if (!print_value(before, old) || !print_value(after, new) ||
	    !ff_strings_print(&walk->diff->changes, "%s: %s -> %s", path, before, after))
		walk->failed = true;
}

static bool same_value(const json_t *old, const json_t *new)
{
	if (json_is_integer(old) != json_is_integer(new) && json_is_number(old) &&
	    json_is_number(new))
		return json_number_value(old) == json_number_value(new);
	return json_equal(old, new) == 1;
}

/* NOLINTBEGIN(misc-no-recursion): Jansson parses 2048 levels at most */

static void compare_values(struct walk *walk, json_t *old, json_t *new);

static void compare_member(struct walk *walk, const char *key, json_t *old, json_t *new)
{
	size_t n = walk->n;

	enter_key(walk, key);
	compare_values(walk, old, new);
	walk->n = n;
}

static void compare_objects(struct walk *walk, json_t *old, json_t *new)
{
	void *at;

	for (at = json_object_iter(old); at != NULL; at = json_object_iter_next(old, at)) {
		const char *key = json_object_iter_key(at);

		compare_member(walk, key, json_object_iter_value(at), json_object_get(new, key));
	}
	for (at = json_object_iter(new); at != NULL; at = json_object_iter_next(new, at)) {
		const char *key = json_object_iter_key(at);

		if (json_object_get(old, key) == NULL)
			compare_member(walk, key, NULL, json_object_iter_value(at));
	}
}

/* Compares two values; NULL: only the other document has one. */
static void compare_values(struct walk *walk, json_t *old, json_t *new)
{
	char index[24];

	if (walk->failed)
		return;
	if (json_is_array(old) && json_is_array(new)) {
		for (size_t i = 0; i < json_array_size(old) || i < json_array_size(new); i++) {
			snprintf(index, sizeof index, "%zu", i);
			compare_member(walk, index, json_array_get(old, i), json_array_get(new, i));
		}
	} else if (json_is_object(old) && json_is_object(new)) {
		compare_objects(walk, old, new);
	} else {
		walk->diff->total++;
		if (old == NULL || new == NULL || !same_value(old, new))
			note_change(walk, old, new);
	}
}

/* Removes the members of a value that is_changing(). */
static void remove_changing(json_t *value, size_t depth)
{
	void *at = json_object_iter(value);

	while (at != NULL) {
		const char *key = json_object_iter_key(at);
		json_t *member = json_object_iter_value(at);

		at = json_object_iter_next(value, at);
		if (is_changing(key, depth))
			json_object_del(value, key);
		else
			remove_changing(member, depth + 1);
	}
	for (size_t i = 0; i < json_array_size(value); i++)
		remove_changing(json_array_get(value, i), depth + 1);
}

/* NOLINTEND(misc-no-recursion) */

/* Takes the version and the names of files out of a report of this program; NULL: it is none. */
static json_t *take_version(json_t *document)
{
	json_t *tool = json_object_get(document, "tool"), *version;
	json_t *files = json_object_get(document, "files");
	const char *name = json_string_value(json_object_get(tool, "name"));

	if (name == NULL || strcmp(name, "flowfield") != 0)
		return NULL;
	json_object_del(document, "outputs");
	for (size_t i = 0; i < json_array_size(files); i++)
		json_object_del(json_array_get(files, i), "path");
	version = json_incref(json_object_get(tool, "version"));
	json_object_del(tool, "version");
	return version;
}

/* Notes a difference between versions; of two reports of this program only results are left. */
static void compare_versions(struct walk *walk, json_t *old, json_t *new)
{
	json_t *versions[] = {take_version(old), take_version(new)};
	const char *before = json_string_value(versions[0]);
	const char *after = json_string_value(versions[1]);

	if (versions[0] != NULL && versions[1] != NULL) {
		remove_changing(old, 1);
		remove_changing(new, 1);
	}
	if (before != NULL && after != NULL && strcmp(before, after) != 0 &&
	    !ff_strings_print(&walk->diff->notes, "tool.version: %s -> %s", before, after))
		walk->failed = true;
	json_decref(versions[0]);
	json_decref(versions[1]);
}

/* Parses a document; '*document' is NULL if it is no JSON, and 'why' is set. */
static enum ff_status parse_document(const struct ff_input *in, json_t **document,
				     json_error_t *why, struct ff_error *err)
{
	errno = 0;
	*document = json_loadb((const char *)in->data, in->size, JSON_REJECT_DUPLICATES, why);
	return *document == NULL && errno == ENOMEM ? ff_status_nomem(err, in->name) : FF_OK;
}

enum ff_status ff_diff_print_document(const struct ff_input *in, char **text, struct ff_error *err)
{
	json_t *document = NULL;
	json_error_t why = {.line = 0};
	enum ff_status st = parse_document(in, &document, &why, err);

	if (st != FF_OK)
		return st;
	if (document == NULL)
		return ff_status_fail(err, FF_E_INPUT, "%s:%d:%d: %s", in->name, why.line,
				      why.column, why.text);
	remove_changing(document, 1);
	*text = ff_json_lines(document);
	json_decref(document);
	return *text == NULL ? ff_status_nomem(err, in->name) : FF_OK;
}

/* Compares two documents that have been read, value by value.  In our own reports it ignores what
 * ff_diff_print_document() does, and the names of the files written (outputs, the path of each of
 * files).  Sets '*valid' if both are JSON; else nothing was compared. */
static enum ff_status compare_documents(struct pair *pair, bool *valid)
{
	struct walk walk = {.diff = &pair->diff};
	json_t *old = NULL, *new = NULL;
	json_error_t ignored;
	enum ff_status st;

	if ((st = parse_document(&pair->old.in, &old, &ignored, pair->err)) == FF_OK)
		st = parse_document(&pair->new.in, &new, &ignored, pair->err);
	*valid = old != NULL && new != NULL;
	if (st == FF_OK && *valid) {
		compare_versions(&walk, old, new);
		compare_values(&walk, old, new);
		pair->diff.kind = FF_DIFF_DOCUMENT;
		pair->diff.apart = pair->diff.differing > 0;
	}
	json_decref(old);
	json_decref(new);
	free(walk.path);
	return walk.failed ? ff_status_nomem(pair->err, "a document") : st;
}

static enum ff_status compare_others(struct pair *pair)
{
	struct ff_input *old = &pair->old.in, *new = &pair->new.in;
	bool documents = false;
	enum ff_status st;

	if ((st = ff_input_rest(old, BYTES_MAX, pair->err)) != FF_OK ||
	    (st = ff_input_rest(new, BYTES_MAX, pair->err)) != FF_OK)
		return st;
	if (ff_diff_is_document(old) && ff_diff_is_document(new))
		st = compare_documents(pair, &documents);
	return st != FF_OK || documents ? st : compare_bytes(pair);
}

/* Returns true if the rules allow that many cells to differ. */
static bool is_allowed(const struct pair *pair)
{
	const struct ff_diff *diff = &pair->diff;
	/* The margin is for decimals such as 0.1, which are a little off in binary. */
	double most = pair->rules->max_changed.percent * (double)diff->total * (1 + DBL_EPSILON);

	return diff->differing <= (uint64_t)pair->rules->max_changed.cells ||
	       (double)diff->differing * 100 <= most;
}

/* Opens a file, and finds its format. */
static enum ff_status open_side(struct pair *pair, struct side *side, const char *path)
{
	enum { TYPE = 37, END = 41 }; /* of the chunk after the header of a PNG file */
	struct ff_input *in = &side->in;
	enum ff_status st = ff_input_open(in, path, pair->err);

	side->use = FF_FORMATS_LAYER;
	if (st == FF_OK)
		st = ff_formats_find(in, side->use, &side->format, pair->err);
	if (st == FF_OK && side->format == NULL) {
		side->use = FF_FORMATS_MAP;
		st = ff_formats_find(in, side->use, &side->format, pair->err);
	}
	if (st == FF_OK && (st = ff_input_fill(in, END, pair->err)) == FF_OK && in->size >= END &&
	    memcmp(in->data + TYPE, "acTL", 4) == 0)
		side->format = NULL; /* the first picture of an animation is not all of it */
	return st;
}

static enum ff_status compare_files(struct pair *pair, const char *old, const char *new)
{
	enum ff_status st;

	if (strcmp(old, "-") != 0 && strcmp(new, "-") != 0 && are_equal_files(old, new)) {
		pair->diff.kind = FF_DIFF_BYTES;
		pair->diff.equal = pair->diff.same = true;
		return FF_OK;
	}
	if ((st = open_side(pair, &pair->old, old)) != FF_OK ||
	    (st = open_side(pair, &pair->new, new)) != FF_OK)
		return st;
	if (pair->old.format == NULL || pair->new.format == NULL)
		st = compare_others(pair);
	else if ((st = read_side(pair, &pair->old)) == FF_OK &&
		 (st = read_side(pair, &pair->new)) == FF_OK)
		st = compare_read(pair);
	pair->diff.same = !pair->diff.apart && is_allowed(pair);
	return st;
}

/* Frees a pair, and on success moves its diff to 'diff'. */
static enum ff_status finish_pair(struct pair *pair, enum ff_status st, struct ff_diff *diff)
{
	struct side *sides[] = {&pair->old, &pair->new};

	for (int i = 0; i < 2; i++) {
		ff_input_close(&sides[i]->in);
		ff_cells_free(&sides[i]->read);
		free(sides[i]->bytes);
	}
	if (st != FF_OK)
		ff_diff_free(&pair->diff);
	else
		*diff = pair->diff;
	return st;
}

enum ff_status ff_diff_open(const char *old, const char *new, const struct ff_diff_rules *rules,
			    uint32_t areas, bool page, struct ff_diff *diff, struct ff_error *err)
{
	struct pair pair = {
		.old.in.fd = STDIN_FILENO,
		.new.in.fd = STDIN_FILENO,
		.rules = rules,
		.area_limit = areas,
		.page = page,
		.err = err,
	};

	return finish_pair(&pair, compare_files(&pair, old, new), diff);
}

/* Returns true if two tables would be equal bytes as CSV. */
static bool are_equal_tables(const struct ff_cells_file *a, const struct ff_cells_file *b)
{
	size_t n = (size_t)a->w * (size_t)a->h;

	return a->w == b->w && a->h == b->h &&
	       memcmp(a->table.field.cells, b->table.field.cells, n * sizeof(double)) == 0 &&
	       memcmp(a->table.costs, b->table.costs, n * sizeof *a->table.costs) == 0 &&
	       memcmp(a->table.classes, b->table.classes, n) == 0 &&
	       memcmp(a->table.directions, b->table.directions, n) == 0 &&
	       memcmp(a->table.vectors, b->table.vectors, n * sizeof *a->table.vectors) == 0;
}

enum ff_status ff_diff_tables(struct ff_cells_file *old, struct ff_cells_file *new,
			      const struct ff_diff_rules *rules, struct ff_diff *diff,
			      struct ff_error *err)
{
	struct pair pair = {
		.old = {.in.fd = STDIN_FILENO, .read = *old},
		.new = {.in.fd = STDIN_FILENO, .read = *new},
		.rules = rules,
		.area_limit = FF_DIFF_AREAS,
		.err = err,
	};
	enum ff_status st = FF_OK;

	*old = *new = (struct ff_cells_file){0};
	if (are_equal_tables(&pair.old.read, &pair.new.read)) {
		pair.diff.kind = FF_DIFF_BYTES;
		pair.diff.equal = pair.diff.same = true;
		return finish_pair(&pair, FF_OK, diff);
	}
	if ((st = compare_read(&pair)) == FF_OK)
		pair.diff.same = !pair.diff.apart && is_allowed(&pair);
	return finish_pair(&pair, st, diff);
}

void ff_diff_free(struct ff_diff *diff)
{
	ff_strings_free(&diff->notes);
	ff_strings_free(&diff->changes);
	ff_compare_free(&diff->result);
	free(diff->classes);
	free(diff->greys);
	free(diff->strengths);
	json_decref(diff->page);
	*diff = (struct ff_diff){0};
}

enum { PERCENT = 48 };

/* Prints the percentage that differs: "12.5 %"; returns 'to'. */
static const char *print_percent(const struct ff_diff *diff, char to[PERCENT])
{
	double percent = (double)diff->differing * 100 / (double)diff->total;
	size_t n;

	if (percent < 0.001) {
		snprintf(to, PERCENT, "<0.001 %%");
		return to;
	}
	n = ff_number_fixed(to, floor(percent * 1000 + 0.5) / 1000);
	memcpy(to + n, " %", 3);
	return to;
}

enum { TOLD = 4 }; /* changes in a line */

/* Adds the first kinds of change to a line. */
static void add_kinds(const struct ff_diff *diff, char text[], size_t size)
{
	size_t n = strlen(text);
	int told = 0;

	for (int k = 0; k < FF_CHANGE_KINDS && told < TOLD && n < size; k++) {
		const struct ff_compare_tally *tally = &diff->result.kinds[k];

		if (tally->cells == 0)
			continue;
		n += (size_t)snprintf(text + n, size - n,
				      "%s %s %" PRIu64 ", first %" PRId32 ",%" PRId32,
				      told++ == 0 ? ":" : ";", diff->names[k], tally->cells,
				      tally->first.x, tally->first.y);
	}
}

/* Returns the place of a document's change in a line: digests change whenever others do. */
static int rank_of(const char *change)
{
	return strncmp(change, "cells.wall:", 11) == 0 ? 0
	       : strncmp(change, "cells.", 6) == 0     ? 1
	       : strstr(change, "digest: ") == NULL    ? 2
						       : 3;
}

/* Adds the first changes of a document to a line: "cells.wall 3 -> 4". */
static void add_changes(const struct ff_diff *diff, char text[], size_t size)
{
	size_t n = strlen(text);
	int told = 0;

	for (int rank = 0; rank <= 3; rank++)
		for (size_t i = 0; i < diff->changes.count && told < TOLD && n < size; i++) {
			const char *change = diff->changes.items[i], *values = strstr(change, ": ");

			if (rank_of(change) != rank)
				continue;
			n += (size_t)snprintf(text + n, size - n, "%s %.*s%s",
					      told++ == 0 ? ":" : ";", (int)(values - change),
					      change, values + 1);
		}
}

/* Adds to a line about colours that another version has chosen them, where nothing says that the
 * map or the options changed. */
static void add_version(const struct ff_diff *diff, char text[], size_t size)
{
	char version[32] = "";
	size_t n = strlen(text);

	for (size_t i = 0; i < diff->notes.count; i++) {
		const char *note = diff->notes.items[i];

		if (strncmp(note, "Cost digest:", 12) == 0 || strncmp(note, "Options:", 8) == 0)
			return;
		(void)sscanf(note, "Software: flowfield %31s", version);
	}
	if (*version != '\0')
		snprintf(text + n, size - n,
			 ": drawn by %s with other colours; accept again, or keep data as goldens",
			 version);
}

const char *const ff_diff_units[] = {
	[FF_DIFF_CELLS] = "cells",
	[FF_DIFF_PICTURE] = "pixels",
	[FF_DIFF_DOCUMENT] = "values",
	[FF_DIFF_BYTES] = "bytes",
};

void ff_diff_sentence(const struct ff_diff *diff, bool kinds, char to[], size_t size)
{
	char percent[PERCENT];

	to[0] = '\0';
	if (diff->differing > 0)
		snprintf(to, size, "%" PRIu64 " of %" PRIu64 " %s differ (%s)", diff->differing,
			 diff->total, ff_diff_units[diff->kind], print_percent(diff, percent));
	else if (diff->apart && diff->notes.count > 0)
		snprintf(to, size, "%s", diff->notes.items[0]);
	if (!kinds || diff->differing == 0)
		return;
	if (diff->kind == FF_DIFF_CELLS && diff->compared)
		add_kinds(diff, to, size);
	else if (diff->kind == FF_DIFF_DOCUMENT)
		add_changes(diff, to, size);
	else if (diff->kind == FF_DIFF_PICTURE)
		add_version(diff, to, size);
}

char *ff_diff_picture_path(const char *folder, const char *name)
{
	size_t n = strlen(folder);
	char *path;

	if (asprintf(&path, "%s%s%s.diff.png", folder, n == 0 || folder[n - 1] == '/' ? "" : "/",
		     name) < 0)
		return NULL;
	return path;
}

enum ff_status ff_diff_draw(const struct ff_diff *diff, const char *old, const char *new,
			    const char *question, bool svg, uint8_t **file, size_t *size,
			    struct ff_error *err)
{
	struct ff_draw_difference what = {
		.w = diff->w,
		.h = diff->h,
		.cells = diff->result.cells,
		.names = diff->names,
		.classes = diff->classes,
		.class_names = diff->class_names,
		.greys = diff->greys,
		.strengths = diff->strengths,
	};
	static const struct ff_image_text software = {"Software", "flowfield " FF_VERSION};
	char title[1024];
	struct ff_style style = {.scale = diff->kind == FF_DIFF_PICTURE ? 1 : 0, .title = title};
	const struct ff_svg_about about = {title, &software, 1, ff_png_encode};
	const struct ff_png_about texts = {.texts = &software, .count = 1};
	struct ff_page page = {.about = svg ? &about : NULL};
	enum ff_status st;

	snprintf(title, sizeof title, "%.200s -> %.200s%s%s   flowfield " FF_VERSION, old, new,
		 question != NULL ? "   " : "", question != NULL ? question : "");
	ff_style_scale(&style, diff->w, diff->h, FF_STYLE_PICTURE, 0);
	if (diff->result.rise.x >= 0)
		what.rise = (struct ff_draw_worst){diff->result.rise.x, diff->result.rise.y,
						   diff->result.rise.new - diff->result.rise.old};
	if (diff->result.fall.x >= 0)
		what.fall = (struct ff_draw_worst){diff->result.fall.x, diff->result.fall.y,
						   diff->result.fall.old - diff->result.fall.new};
	for (int k = 0; k < FF_CHANGE_KINDS; k++)
		what.count[k] = diff->result.kinds[k].cells;
	if (diff->result.listed == diff->result.area_count) {
		what.areas = diff->result.areas;
		what.area_count = diff->result.listed;
	}
	if ((st = ff_draw_difference(&what, &style, &page, err)) != FF_OK)
		return st;
	if (svg) {
		*file = (uint8_t *)page.text;
		*size = page.size;
		return FF_OK;
	}
	st = ff_png_write(&page.bitmap, &texts, file, size, err);
	free(page.bitmap.pixels);
	return st;
}
