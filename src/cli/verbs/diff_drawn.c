/*
 * A cell has the meaning of most of its pixels, if that is at least a quarter: marks, which are
 * drawn over cells, have colours of their own and are skipped.  Of other cells only the pixels are
 * compared.  The markers of goals have the colour of cells with a goal, but are larger where cells
 * are small: a goal is where the middle of its marker is.
 */
#include <math.h>
#include <string.h>

#include "cli/verbs/diff_pair.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "draw/draw.h"
#include "draw/layout.h"
#include "draw/marks.h"
#include "draw/palette.h"
#include "draw/style.h"

enum { UNKNOWN = FF_CLASSES, COLOURS = 256, HASHED = 4 };

enum { GOAL = 0 }; /* the index of this meaning */

static const char *const names[FF_CHANGE_KINDS] = {
	[FF_CHANGE_UNREACHABLE] = "reached -> unreached",
	[FF_CHANGE_WALL_ADDED] = "wall added",
	[FF_CHANGE_UNCOMPUTED] = "no longer computed",
	[FF_CHANGE_COMPUTED] = "newly computed",
	[FF_CHANGE_LOST] = "value lost",
	[FF_CHANGE_GOAL_REMOVED] = "goal removed",
	[FF_CHANGE_GOAL_ADDED] = "goal added",
	[FF_CHANGE_WALL_REMOVED] = "wall removed",
	[FF_CHANGE_REACHABLE] = "unreached -> reached",
	[FF_CHANGE_GAINED] = "value gained",
	[FF_CHANGE_RISEN] = "cost to goal risen",
	[FF_CHANGE_FALLEN] = "cost to goal fallen",
	[FF_CHANGE_CHANGED] = "cell changed",
};

static bool read_number(const char *text, int64_t most, int64_t *out)
{
	return text != NULL && ff_number_parse(text, strlen(text), 1, most, out) == FF_NUMBER_OK;
}

/* "96x64" */
static bool read_size(const char *text, int64_t size[2])
{
	const char *x = text == NULL ? NULL : strchr(text, 'x');

	return x != NULL &&
	       ff_number_parse(text, (size_t)(x - text), 1, INT32_MAX, &size[0]) == FF_NUMBER_OK &&
	       read_number(x + 1, INT32_MAX, &size[1]);
}

/* "40,48" */
static bool read_place(const char *text, struct ff_image_part *part)
{
	const char *comma = text == NULL ? NULL : strchr(text, ',');
	int64_t x, y;

	if (comma == NULL ||
	    ff_number_parse(text, (size_t)(comma - text), 0, INT32_MAX, &x) != FF_NUMBER_OK ||
	    ff_number_parse(comma + 1, strlen(comma + 1), 0, INT32_MAX, &y) != FF_NUMBER_OK)
		return false;
	part->x = (int32_t)x;
	part->y = (int32_t)y;
	return true;
}

/* "8", or "1/4": a block of that many cells a pixel */
static bool read_scale(const char *text, int64_t *scale, int64_t *block)
{
	*block = 1;
	if (text == NULL || strncmp(text, "1/", 2) != 0)
		return read_number(text, FF_STYLE_SCALE_MAX, scale);
	*scale = 1;
	return read_number(text + 2, FF_STYLE_BLOCK_MAX, block);
}

/* Returns the difference between the values of two neighbouring colours. */
static double step_of(const struct ff_diff_drawn *about)
{
	return (about->last > about->first ? about->last - about->first : 1) /
	       (FF_PALETTE_LEVELS - 1);
}

/* "viridis 0..20000" */
static bool read_colours(const char *text, struct ff_diff_drawn *about)
{
	const char *space = text == NULL ? NULL : strchr(text, ' ');
	const char *dots = space == NULL ? NULL : strstr(space, "..");

	if (dots == NULL)
		return false;
	about->map = FF_COLORMAPS;
	for (int map = 0; map < FF_COLORMAPS; map++)
		if (strlen(ff_colormap_names[map]) == (size_t)(space - text) &&
		    memcmp(ff_colormap_names[map], text, (size_t)(space - text)) == 0)
			about->map = (enum ff_colormap)map;
	return about->map != FF_COLORMAPS &&
	       ff_number_real(space + 1, (size_t)(dots - space - 1), &about->first) ==
		       FF_NUMBER_OK &&
	       ff_number_real(dots + 2, strlen(dots + 2), &about->last) == FF_NUMBER_OK &&
	       about->last >= about->first && isnormal(step_of(about));
}

/* Returns true if the options of a run set the end of the scale: only then are there values beyond.
 * */
static bool ranges(const char *options)
{
	return options != NULL && strstr(options, "--range ") != NULL;
}

bool ff_diff_drawn_about(const struct ff_cells_file *read, struct ff_diff_drawn *about)
{
	struct ff_image_part *part = &about->part;
	int64_t size[2], scale, block;

	*about = (struct ff_diff_drawn){0};
	if (ff_cells_text(read, "Layer") == NULL ||
	    !read_size(ff_cells_text(read, "Map size"), size) ||
	    !read_scale(ff_cells_text(read, "Pixels per cell"), &scale, &block) ||
	    !read_place(ff_cells_text(read, "Map at"), part))
		return false;
	about->w = (int32_t)size[0];
	about->h = (int32_t)size[1];
	about->scale = block > 1 ? 0 : (int)scale;
	for (int i = 0; i < 2; i++)
		size[i] = block > 1 ? (size[i] - 1) / block + 1 : size[i] * scale;
	if (size[0] > read->w - part->x || size[1] > read->h - part->y)
		return false;
	part->w = (int32_t)size[0];
	part->h = (int32_t)size[1];
	about->valued = read_colours(ff_cells_text(read, "Colours"), about);
	about->ranged = ranges(ff_cells_text(read, "Options"));
	return true;
}

static const uint8_t *row_at(const struct ff_cells_file *read, int32_t x, int32_t y)
{
	return read->pixels + ((size_t)y * (size_t)read->w + (size_t)x) * 4;
}

/* Returns true if two pictures differ outside of their maps. */
static bool differ_around(const struct ff_cells_file *old, const struct ff_image_part *part,
			  const struct ff_cells_file *new, const struct ff_image_part *other)
{
	int32_t right = part->x + part->w;

	if (old->w != new->w || old->h != new->h || memcmp(part, other, sizeof *part) != 0)
		return true;
	for (int32_t y = 0; y < old->h; y++) {
		bool beside = y >= part->y && y < part->y + part->h;
		int32_t left = beside ? part->x : old->w;

		if (memcmp(row_at(old, 0, y), row_at(new, 0, y), (size_t)left * 4) != 0 ||
		    (beside && memcmp(row_at(old, right, y), row_at(new, right, y),
				      (size_t)(old->w - right) * 4) != 0))
			return true;
	}
	return false;
}

bool ff_diff_drawn_around(const struct ff_diff_pair *pair)
{
	return differ_around(&pair->old.read, &pair->old.drawn.part, &pair->new.read,
			     &pair->new.drawn.part);
}

void ff_diff_drawn_crop(struct ff_cells_file *read, const struct ff_diff_drawn *about)
{
	const struct ff_image_part *part = &about->part;
	size_t row = (size_t)part->w * 4;

	for (int32_t y = 0; y < part->h; y++)
		memmove(read->pixels + (size_t)y * row, row_at(read, part->x, part->y + y), row);
	read->w = part->w;
	read->h = part->h;
}

/* The meaning of a colour. */
struct meaning {
	struct ff_colour colour;
	uint8_t class;
	double value;
	int between; /* of a hatch's lines: the meaning of the colour between them; else -1 */
};

/* The colours of a layer: a hash table with open addressing. */
enum { SLOTS = 1024 };
struct meanings {
	struct meaning items[COLOURS];
	int count;
	int16_t slots[SLOTS]; /* items + 1; 0: free */
};

static size_t slot_of(uint8_t r, uint8_t g, uint8_t b)
{
	return (size_t)((r * 65536u + g * 256u + b) * 2654435761u >> 22);
}

/* Adds a colour; the value of a colour that neighbouring values share is their mean. */
static void add_meaning(struct meanings *to, struct ff_colour c, uint8_t class, double value,
			int between)
{
	size_t slot = slot_of(c.r, c.g, c.b);

	for (; to->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
		struct meaning *other = &to->items[to->slots[slot] - 1];

		if (other->colour.r == c.r && other->colour.g == c.g && other->colour.b == c.b) {
			other->value = (other->value + value) / 2;
			return;
		}
	}
	to->items[to->count] = (struct meaning){c, class, value, between};
	to->slots[slot] = (int16_t)++to->count;
}

/* Returns the index of a pixel's meaning; -1: none. */
static int find_meaning(const struct meanings *meanings, const uint8_t *pixel)
{
	for (size_t slot = slot_of(pixel[0], pixel[1], pixel[2]); meanings->slots[slot] != 0;
	     slot = (slot + 1) % SLOTS) {
		int i = meanings->slots[slot] - 1;
		const struct ff_colour *c = &meanings->items[i].colour;

		if (c->r == pixel[0] && c->g == pixel[1] && c->b == pixel[2] && pixel[3] == 255)
			return i;
	}
	return -1;
}

/* Returns the largest power of ten below a step: values are rounded to it. */
static double grain_of(double step)
{
	double grain = 1;

	while (grain >= step)
		grain /= 10;
	while (grain * 10 < step)
		grain *= 10;
	return grain;
}

/* Lists the colours of classes, without that of reached cells; hatches have two. */
static void list_classes(struct meanings *to)
{
	static const struct {
		uint8_t entry, class;
	} fixed[] = {
		{FF_PALETTE_GOAL, FF_GOAL},
		{FF_PALETTE_UNREACHED, FF_UNREACHED},
		{FF_PALETTE_WALL, FF_WALL},
		{FF_PALETTE_CLOSED, FF_WALL},
		{FF_PALETTE_NOT_COMPUTED, FF_NOT_COMPUTED},
		{FF_PALETTE_NOT_YET, FF_NOT_YET},
		{FF_PALETTE_FARTHER, FF_FARTHER},
	};
	struct ff_fill fills[256];

	ff_palette_fills(fills);
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
		const struct ff_fill *fill = &fills[fixed[i].entry];
		double value = fixed[i].class == FF_GOAL ? 0 : (double)INFINITY;

		add_meaning(to, fill->colour, fixed[i].class, value, -1);
		if (fill->pattern != FF_PATTERN_PLAIN)
			add_meaning(to, fill->line, fixed[i].class, value, to->count - 1);
	}
}

/* Lists a heatmap's colours; returns the largest error of a cell's value. */
static double list_heatmap(const struct ff_diff_drawn *about, struct meanings *to)
{
	double step = step_of(about), grain = grain_of(step);
	int classes;
	bool shared; /* two steps have one colour */

	list_classes(to);
	classes = to->count;
	for (int level = 0; level < FF_PALETTE_LEVELS - 1; level++)
		add_meaning(to, ff_palette_level(about->map, level), FF_REACHED,
			    about->first + step * (level + 0.5), -1);
	for (int i = classes; i < to->count; i++)
		to->items[i].value = floor(to->items[i].value / grain + 0.5) * grain;
	shared = to->count < classes + FF_PALETTE_LEVELS - 1;
	/* The last colour stands for one value, the others for a step each. */
	add_meaning(to, ff_palette_level(about->map, FF_PALETTE_LEVELS - 1), FF_REACHED,
		    about->last, -1);
	return (shared ? step : step / 2) + grain / 2;
}

/* A picture being read. */
struct reading {
	const struct ff_diff_side *side;
	double marker; /* pixels of the radius of a goal's marker... */
	int line;      /* ...and of a hatch's line along a row or a column */
	struct meanings meanings;
	int counts[COLOURS]; /* of a cell's pixels with each meaning */
};

/* Returns a line of the pixels of a cell. */
static const uint8_t *line_of(const struct ff_diff_side *side, size_t cell, int line)
{
	size_t w = (size_t)side->drawn.w, scale = (size_t)side->drawn.scale;

	return row_at(&side->read, (int32_t)(cell % w * scale),
		      (int32_t)(cell / w * scale + (size_t)line));
}

/* Returns true if the pixel at a place relative to a cell's middle has a colour. */
static bool has_colour(const struct ff_diff_side *side, size_t cell, double dx, double dy,
		       int entry)
{
	struct ff_colour colour = ff_palette_colour(entry);
	size_t w = (size_t)side->drawn.w, column = cell % w, row = cell / w;
	double x = ((double)column + 0.5) * side->drawn.scale + dx;
	double y = ((double)row + 0.5) * side->drawn.scale + dy;
	const uint8_t *pixel;

	/* Places beyond the map contradict nothing. */
	if (x < 0 || y < 0 || x >= side->read.w || y >= side->read.h)
		return true;
	pixel = row_at(&side->read, (int32_t)x, (int32_t)y);
	return ff_image_same(colour, (struct ff_colour){pixel[0], pixel[1], pixel[2]});
}

/* Returns true if the four places at a distance from a cell's middle have a colour. */
static bool have_colour(const struct ff_diff_side *side, size_t cell, double off, int entry)
{
	return has_colour(side, cell, off, 0, entry) && has_colour(side, cell, -off, 0, entry) &&
	       has_colour(side, cell, 0, off, entry) && has_colour(side, cell, 0, -off, entry);
}

/* Returns true if the middle of a goal's marker, a dot of paper in the goal's colour, is the middle
 * of a cell. */
static bool is_marked(const struct reading *r, size_t cell)
{
	double dot = fmax(r->marker / 7, 1);
	/* The last whole pixel of the dot: the middle is that of a pixel, or a corner. */
	double last = fmax(floor(dot - (r->side->drawn.scale % 2 == 1 ? 0.5 : 1.1)), 0);

	return have_colour(r->side, cell, last, FF_PALETTE_PAPER) &&
	       have_colour(r->side, cell, r->marker * 0.4, FF_PALETTE_GOAL);
}

/* Returns true if a colour is near a cell, in its row or its column. */
static bool is_near(const struct reading *r, size_t cell, int meaning)
{
	static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
	const struct ff_cells_file *read = &r->side->read;
	int scale = r->side->drawn.scale, w = r->side->drawn.w;
	int32_t x = (int32_t)(cell % (size_t)w) * scale, y = (int32_t)(cell / (size_t)w) * scale;

	for (int i = 0; i < 4; i++)
		for (int k = 1; k < r->line + scale; k++) {
			int32_t px = x + k * steps[i][0], py = y + k * steps[i][1];

			if (px < 0 || py < 0 || px >= read->w || py >= read->h)
				break;
			if (find_meaning(&r->meanings, row_at(read, px, py)) == meaning)
				return true;
		}
	return false;
}

/* Returns the index of the meaning that at least a quarter of a cell's pixels have, and most of
 * them; -1: it is hidden. */
static int best_of(const struct reading *r, size_t cell)
{
	int scale = r->side->drawn.scale, least = (scale * scale + 3) / 4, best = -1;

	for (int i = GOAL + 1; i < r->meanings.count; i++)
		if (r->counts[i] >= least && r->meanings.items[i].between < 0 &&
		    r->counts[i] > (best < 0 ? 0 : r->counts[best]))
			best = i;
	/* Rings have the colours of a hatch's lines, but without that between lines. */
	for (int i = GOAL + 1; i < r->meanings.count && best < 0; i++)
		if (r->counts[i] >= least && is_near(r, cell, r->meanings.items[i].between))
			best = i;
	return best;
}

/* Returns the index of a cell's meaning; -1: it is hidden. */
static int meaning_of(struct reading *r, size_t cell)
{
	int found = -1, scale = r->side->drawn.scale;

	if (r->meanings.count == 0)
		return -1;
	if (is_marked(r, cell))
		return GOAL;
	memset(r->counts, 0, sizeof r->counts);
	for (int line = 0; line < scale; line++) {
		const uint8_t *pixel = line_of(r->side, cell, line);

		for (int x = 0; x < scale; x++, pixel += 4) {
			/* Runs of one colour are looked up once. */
			if (x == 0 || memcmp(pixel, pixel - 4, 4) != 0)
				found = find_meaning(&r->meanings, pixel);
			if (found >= 0)
				r->counts[found]++;
		}
	}
	/* A goal without a marker of its own, where no marker is as large as a cell. */
	if (r->counts[GOAL] == scale * scale && scale >= r->marker)
		return GOAL;
	return best_of(r, cell);
}

/* Hashes a cell's pixels with FNV-1a. */
static void hash_cell(const struct ff_diff_side *side, size_t cell, uint8_t to[HASHED])
{
	uint32_t hash = 2166136261u;

	for (int line = 0; line < side->drawn.scale; line++) {
		const uint8_t *row = line_of(side, cell, line);

		for (int i = 0; i < side->drawn.scale * 4; i++)
			hash = (hash ^ row[i]) * 16777619u;
	}
	memcpy(to, &hash, HASHED);
}

static enum ff_status read_cells(struct ff_diff_pair *pair, struct ff_diff_side *side, bool reach)
{
	struct ff_diff_drawn *about = &side->drawn;
	const struct ff_style style = {
		.scale = about->scale, .bare = true, .legend = FF_STYLE_LEGEND_NEVER};
	struct reading r = {.side = side};
	size_t cells = (size_t)about->w * (size_t)about->h;
	struct ff_layout layout;

	ff_layout_set(&layout, about->w, about->h, &style, NULL);
	r.marker = ff_marks_goal_radius(&layout);
	r.line = (int)ceil(2 * layout.unit);
	if (reach) {
		list_classes(&r.meanings);
		add_meaning(&r.meanings, ff_palette_reached, FF_REACHED, 0, -1);
	} else if (about->valued) {
		side->read.rounding = list_heatmap(about, &r.meanings);
	}
	side->bytes = ff_memory_cells(about->w, about->h, 1);
	about->values = ff_memory_cells(about->w, about->h, sizeof *about->values);
	about->codes = ff_memory_cells(about->w, about->h, HASHED);
	if (side->bytes == NULL || about->values == NULL || about->codes == NULL)
		return ff_status_nomem(pair->err, side->in.name);
	for (size_t i = 0; i < cells; i++) {
		int found = meaning_of(&r, i);

		side->bytes[i] = found < 0 ? UNKNOWN : r.meanings.items[found].class;
		about->values[i] = found < 0 ? (double)INFINITY : r.meanings.items[found].value;
		memset(about->codes + i * HASHED, 0, HASHED);
		if (found < 0)
			hash_cell(side, i, about->codes + i * HASHED);
	}
	return FF_OK;
}

/* Leaves only hashes of pixels to compare in cells whose meaning one picture hides, and not even
 * these if equal cells may have other pixels there. */
static void join_unknown(struct ff_diff_pair *pair)
{
	struct ff_diff_side *sides[] = {&pair->old, &pair->new};

	pair->comparable = !pair->rescaled && pair->old.drawn.scale == pair->new.drawn.scale;
	for (size_t i = 0; i < (size_t)pair->diff.total; i++) {
		if (pair->old.bytes[i] != UNKNOWN && pair->new.bytes[i] != UNKNOWN)
			continue;
		pair->hidden++;
		for (int k = 0; k < 2; k++) {
			struct ff_diff_drawn *about = &sides[k]->drawn;

			sides[k]->bytes[i] = FF_REACHED;
			about->values[i] = (double)NAN;
			if (pair->comparable)
				hash_cell(sides[k], i, about->codes + i * HASHED);
			else
				memset(about->codes + i * HASHED, 0, HASHED);
		}
	}
}

/* Limits values to the end of the other scale if --range set it and the other cell has the last
 * colour, which then stands for all values beyond. */
static void limit_values(struct ff_diff_pair *pair)
{
	struct ff_diff_drawn *both[] = {&pair->old.drawn, &pair->new.drawn};

	for (int k = 0; k < 2; k++) {
		const double *values = both[k]->values;
		double *others = both[1 - k]->values;

		for (size_t i = 0; both[k]->ranged && i < (size_t)pair->diff.total; i++)
			if (values[i] == both[k]->last && isfinite(others[i]) &&
			    others[i] > values[i])
				others[i] = values[i];
	}
}

/* Marks the largest cells of the longer of two automatic scales as changed if their colours alone
 * do not show it: the shorter scale has no value that large. */
static void mark_largest(struct ff_diff_pair *pair)
{
	bool rises = pair->new.drawn.last > pair->old.drawn.last;
	struct ff_diff_drawn *longer = rises ? &pair->new.drawn : &pair->old.drawn;
	const struct ff_diff_drawn *shorter = rises ? &pair->old.drawn : &pair->new.drawn;
	double rounding = pair->old.read.rounding + pair->new.read.rounding;
	double largest = -(double)INFINITY;
	size_t total = (size_t)pair->diff.total;

	if (longer->last == shorter->last || longer->ranged || shorter->ranged ||
	    pair->rules->abs > 0 || pair->rules->rel > 0)
		return;
	for (size_t i = 0; i < total; i++) {
		if (isnan(longer->values[i]))
			return; /* the largest value may be hidden */
		if (isfinite(longer->values[i]))
			largest = fmax(largest, longer->values[i]);
	}
	for (size_t i = 0; i < total; i++)
		if (longer->values[i] == largest && !(largest - shorter->values[i] <= rounding))
			return; /* the colours show it */
	for (size_t i = 0; i < total; i++)
		if (longer->values[i] == largest)
			longer->codes[i * HASHED] = 1;
}

static enum ff_status compare_scales(struct ff_diff_pair *pair)
{
	const struct ff_diff_drawn *old = &pair->old.drawn, *new = &pair->new.drawn;
	enum ff_status st = FF_OK;
	bool scaled;

	if (old->scale != new->scale)
		st = ff_diff_pair_note(pair, "pixels per cell: %d -> %d", old->scale, new->scale);
	if (st == FF_OK && old->valued && new->valued && old->map != new->map)
		st = ff_diff_pair_note(pair, "colours: %s -> %s", ff_colormap_names[old->map],
				       ff_colormap_names[new->map]);
	scaled = old->first != new->first || old->last != new->last;
	if (!old->valued || !new->valued || (!scaled && old->map == new->map) || st != FF_OK)
		return st;
	pair->rescaled = true;
	return !scaled ? FF_OK
		       : ff_diff_pair_note(pair, "scale: %.15g..%.15g -> %.15g..%.15g", old->first,
					   old->last, new->first, new->last);
}

enum ff_status ff_diff_drawn_take(struct ff_diff_pair *pair, const char *layer)
{
	struct ff_diff_side *sides[] = {&pair->old, &pair->new};
	bool reach = strcmp(layer, "reach") == 0;
	bool valued = pair->old.drawn.valued && pair->new.drawn.valued;
	struct ff_diff *diff = &pair->diff;
	enum ff_status st = compare_scales(pair);

	diff->kind = FF_DIFF_DRAWN;
	diff->estimated = valued;
	diff->names = names;
	diff->w = pair->new.drawn.w;
	diff->h = pair->new.drawn.h;
	diff->total = (uint64_t)diff->w * (uint64_t)diff->h;
	for (int k = 0; k < 2 && st == FF_OK; k++) {
		sides[k]->drawn.valued = valued;
		st = read_cells(pair, sides[k], reach);
	}
	if (st != FF_OK)
		return st;
	if (reach || valued)
		join_unknown(pair);
	if (pair->rescaled) {
		limit_values(pair);
		mark_largest(pair);
	}
	for (int k = 0; k < 2; k++) {
		struct ff_diff_side *side = sides[k];
		struct ff_raster raster = {.w = diff->w, .h = diff->h, .unit = 1};

		if (reach || valued)
			side->cells.classes = side->bytes;
		raster.type = FF_RASTER_U8;
		raster.channels = HASHED;
		raster.none = (double)NAN;
		raster.cells = side->drawn.codes;
		side->pixels = raster;
		side->cells.codes = &side->pixels;
		if (!valued)
			continue;
		raster.type = FF_RASTER_F64;
		raster.channels = 1;
		raster.none = (double)INFINITY;
		raster.cells = side->drawn.values;
		side->vectors = raster;
		side->cells.values = &side->vectors;
	}
	return FF_OK;
}
