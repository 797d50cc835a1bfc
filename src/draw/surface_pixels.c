/*
 * The back end of pixels.  A line covers a pixel by its distance from the line.  Where pieces of
 * one line overlap, the one that covers most of a pixel counts: joints are no darker.
 *
 * The numbers of a page are first the entries of the cells; marks have those that are left.
 *
 * Colours are mixed by + - * / only, and are the same on every machine.
 */
#include "draw/surface.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

static struct ff_surface_pixels *pixels_of(struct ff_surface *on)
{
	return (struct ff_surface_pixels *)on;
}

static double clamp(double least, double value, double most)
{
	return value < least ? least : value > most ? most : value;
}

static void begin_layer(struct ff_surface *on, const char *id, enum ff_surface_space space)
{
	struct ff_surface_pixels *pixels = pixels_of(on);
	const struct ff_layout *layout = on->layout;
	bool map = space == FF_SURFACE_MAP;

	(void)id;
	ff_surface_enter(on, space);
	pixels->x0 = map ? (int32_t)layout->x : 0;
	pixels->y0 = map ? (int32_t)layout->y : 0;
	pixels->x1 = map ? (int32_t)(layout->x + layout->w) : pixels->bitmap.w;
	pixels->y1 = map ? (int32_t)(layout->y + layout->h) : pixels->bitmap.h;
}

/* Returns the least integer that is not below a value of at least 0. */
static int32_t round_up(double value)
{
	int32_t below = (int32_t)value;

	return below + (below < value);
}

/* ---- numbers of colours ---- */

enum {
	COLOURS = 256,
	SLOTS = 1024,        /* of a hash table of colours */
	MIXERS = 256,        /* of the mixtures that are remembered */
	NO_NUMBER = COLOURS, /* there is no room for a colour */
	PAPER = COLOURS - 1, /* the number of paper: cells have lower entries */
	FAR = 300,           /* a lightness far from all */
};
/* The numbers of all colours mixed with part of one; 0: not known, else from 1 on. */
struct mixer {
	struct ff_colour colour;
	double part;
	bool exact;
	uint16_t numbers[COLOURS];
};

struct ff_surface_colours {
	struct ff_colour *palette; /* [COLOURS]  behind the page's numbers */
	bool taken[COLOURS];
	int count, next;       /* of those that are taken; all below 'next' are */
	int brush;             /* the number of the colour that was painted last */
	uint16_t slots[SLOTS]; /* number of a taken colour, from 1 on; 0: free */
	float l[COLOURS], a[COLOURS], b[COLOURS]; /* of those that are taken; l is FAR of others */
	double linear[256];                       /* light of a sample: 0..1 */
	struct mixer mixers[MIXERS];
};

static struct ff_lab lab_of(const struct ff_surface_colours *colours, struct ff_colour c)
{
	return ff_palette_lab(colours->linear[c.r], colours->linear[c.g], colours->linear[c.b]);
}

/* Returns the slot of a colour, or a free one. */
static uint16_t *slot_of(struct ff_surface_colours *colours, struct ff_colour colour)
{
	uint32_t rgb = (uint32_t)(colour.r << 16 | colour.g << 8 | colour.b);
	uint32_t slot = rgb * UINT32_C(2654435761) >> 22;

	while (colours->slots[slot] != 0 &&
	       !ff_image_same(colours->palette[colours->slots[slot] - 1], colour))
		slot = (slot + 1) % SLOTS;
	return &colours->slots[slot];
}

/* Gives a colour a number, unless it has one. */
static void take_number(struct ff_surface_colours *colours, int number, struct ff_colour colour)
{
	const struct ff_lab lab = lab_of(colours, colour);
	uint16_t *slot;

	colours->palette[number] = colour;
	colours->l[number] = lab.l;
	colours->a[number] = lab.a;
	colours->b[number] = lab.b;
	colours->count += !colours->taken[number];
	colours->taken[number] = true;
	slot = slot_of(colours, colour);
	*slot = *slot > 0 ? *slot : (uint16_t)(number + 1);
}

/* Returns the distance (CIE76) of colours that are one at the edge of a mark: nobody can tell them
 * apart there, unless hardly a number is left. */
static double alike(const struct ff_surface_colours *colours)
{
	return 3 + 240.0 / (COLOURS - colours->count + 16);
}

/* Returns the number of a colour, or of one that is alike if it is a mixture, or NO_NUMBER. */
static int number_of(struct ff_surface_colours *colours, struct ff_colour colour, bool mixture)
{
	int known = *slot_of(colours, colour), best = INT_MAX;

	if (known > 0)
		return known - 1;
	if (mixture) {
		const struct ff_lab lab = lab_of(colours, colour);

		/* Sixteenths of the square of a distance, and a number: compilers make vector code
		 * of that. */
		for (int i = 0; i < COLOURS; i++) {
			float l = colours->l[i] - lab.l, a = colours->a[i] - lab.a,
			      b = colours->b[i] - lab.b;
			int at = (int)((l * l + a * a + b * b) * 16) * COLOURS + i;

			best = at < best ? at : best;
		}
		if (best < 16 * COLOURS * alike(colours) * alike(colours))
			return best % COLOURS;
	}
	while (colours->next < COLOURS && colours->taken[colours->next])
		colours->next++;
	if (colours->next < COLOURS)
		take_number(colours, colours->next, colour);
	return colours->next;
}

bool ff_surface_pixels_expand(struct ff_surface_pixels *pixels)
{
	struct ff_bitmap *bitmap = &pixels->bitmap;
	size_t n = (size_t)bitmap->w * (size_t)bitmap->h;

	if (pixels->colours == NULL)
		return true;
	bitmap->pixels = ff_memory_cells(bitmap->w, bitmap->h, sizeof *bitmap->pixels);
	if (bitmap->pixels == NULL) {
		atomic_store(&pixels->failed, true);
		return false;
	}
	for (size_t i = 0; i < n; i++)
		bitmap->pixels[i] = bitmap->palette[bitmap->numbers[i]];
	free(bitmap->numbers);
	free(pixels->colours);
	bitmap->numbers = NULL;
	pixels->colours = NULL;
	return true;
}

static uint8_t mix_sample(uint8_t from, uint8_t to, double part)
{
	return (uint8_t)(from + (to - from) * part + 0.5);
}

static struct ff_colour mix(struct ff_colour from, struct ff_colour to, double part)
{
	return (struct ff_colour){mix_sample(from.r, to.r, part), mix_sample(from.g, to.g, part),
				  mix_sample(from.b, to.b, part)};
}

/* Sets n pixels; 'i' is the index of the first. */
static void set_pixels(struct ff_surface_pixels *pixels, size_t i, size_t n,
		       struct ff_colour colour)
{
	struct ff_surface_colours *colours = pixels->colours;

	if (colours != NULL && (!colours->taken[colours->brush] ||
				!ff_image_same(colours->palette[colours->brush], colour)))
		colours->brush = number_of(colours, colour, false);
	if (colours != NULL && colours->brush != NO_NUMBER)
		for (; n > 0; n--)
			pixels->bitmap.numbers[i++] = (uint8_t)colours->brush;
	else if (ff_surface_pixels_expand(pixels))
		for (; n > 0; n--)
			pixels->bitmap.pixels[i++] = colour;
}

/* Returns the number of the mixture of a colour with the one that has number 'from'; 'exact': not
 * that of one that is alike. */
static int mix_number(struct ff_surface_colours *colours, uint8_t from, struct ff_colour colour,
		      double part, bool exact)
{
	unsigned hash = (unsigned)(part * 255) + colour.r * 3U + colour.g * 5U + colour.b * 7U;
	struct mixer *mixer = &colours->mixers[hash % MIXERS];
	int number;

	if (mixer->part != part || mixer->exact != exact || !ff_image_same(mixer->colour, colour))
		*mixer = (struct mixer){.colour = colour, .part = part, .exact = exact};
	if (mixer->numbers[from] > 0)
		return mixer->numbers[from] - 1;
	number = number_of(colours, mix(colours->palette[from], colour, part), !exact);
	mixer->numbers[from] = (uint16_t)(number + 1);
	return number;
}

/* Mixes a pixel with part of a colour, as mix_number() does. */
static void mix_pixel(struct ff_surface_pixels *pixels, size_t i, struct ff_colour colour,
		      double part, bool exact)
{
	if (part >= 1) {
		set_pixels(pixels, i, 1, colour);
		return;
	}
	if (pixels->colours != NULL) {
		uint8_t *pixel = &pixels->bitmap.numbers[i];
		int number = mix_number(pixels->colours, *pixel, colour, part, exact);

		if (number != NO_NUMBER) {
			*pixel = (uint8_t)number;
			return;
		}
	}
	if (ff_surface_pixels_expand(pixels))
		pixels->bitmap.pixels[i] = mix(pixels->bitmap.pixels[i], colour, part);
}

static size_t index_of(const struct ff_surface_pixels *pixels, int32_t x, int32_t y)
{
	return (size_t)y * (size_t)pixels->bitmap.w + (size_t)x;
}

/* ---- cells ---- */

/* Returns the colour of a pixel of a fill: patterns lie as the pixels of the page do. */
static struct ff_colour colour_at(const struct ff_surface_pixels *pixels,
				  const struct ff_fill *fill, int64_t x, int64_t y)
{
	/* The distance between two lines of a hatch along a row; each is a third as wide. */
	int64_t period = (int64_t)(6 * pixels->surface.layout->unit), line = period / 3;

	x += pixels->page_x;
	y += pixels->page_y;
	switch (fill->pattern) {
	case FF_PATTERN_STRIPES:
		return (x + y) % period < line ? fill->line : fill->colour;
	case FF_PATTERN_BACK_STRIPES:
		return (x + (period - 1) * y) % period < line ? fill->line : fill->colour;
	case FF_PATTERN_DOTS:
		return x % period < line && (y + (x / period % 2) * (period / 2)) % period < line
			       ? fill->line
			       : fill->colour;
	default:
		return fill->colour;
	}
}

/* The context of draw_rows() and shrink_rows(). */
struct cells {
	struct ff_surface_pixels *pixels;
	const struct ff_surface_cells *map;
	int scale;
	bool hatched[256]; /* [entry] */
	struct ff_colour colours[256];
	uint64_t sums[256];     /* see add_run() */
	uint8_t alike[256];     /* the first entry of the same colour */
	atomic_bool there[256]; /* the entries that cells have */
};

/* Draws a row of cells of which each pixel is as many bytes. */
static void draw_numbers(const struct cells *cells, const uint8_t *entries, int32_t y)
{
	const struct ff_layout *layout = cells->pixels->surface.layout;
	size_t scale = (size_t)cells->scale, w = (size_t)layout->columns;
	uint8_t *row = cells->pixels->bitmap.numbers +
		       index_of(cells->pixels, (int32_t)layout->x,
				(int32_t)(layout->y + (int64_t)y * cells->scale));
	uint8_t *to = row;

	for (size_t x = 0; x < w; x++) {
		uint8_t entry = cells->alike[entries[x]];

		for (size_t i = 0; i < scale; i++)
			*to++ = entry;
	}
	for (size_t i = 1; i < scale; i++)
		memcpy(row + i * (size_t)cells->pixels->bitmap.w, row, w * scale);
}

static void draw_row(const struct cells *cells, const uint8_t *entries, int32_t y)
{
	const struct ff_layout *layout = cells->pixels->surface.layout;
	size_t stride = (size_t)cells->pixels->bitmap.w, w = (size_t)layout->columns;
	size_t scale = (size_t)cells->scale, wide = w * scale;
	int64_t top = layout->y + (int64_t)y * cells->scale;
	struct ff_colour *row =
		cells->pixels->bitmap.pixels + (size_t)top * stride + (size_t)layout->x;
	struct ff_colour *to = row;
	bool hatched = false;

	for (size_t x = 0; x < w; x++) {
		struct ff_colour colour = cells->colours[entries[x]];

		hatched |= cells->hatched[entries[x]];
		for (size_t i = 0; i < scale; i++)
			*to++ = colour;
	}
	for (size_t i = 1; i < scale; i++)
		memcpy(row + i * stride, row, wide * sizeof *row);
	for (size_t x = 0; x < w && hatched; x++) {
		if (!cells->hatched[entries[x]])
			continue;
		for (size_t i = 0; i < scale * scale; i++) {
			size_t px = x * scale + i % scale, py = i / scale;

			row[py * stride + px] =
				colour_at(cells->pixels, &cells->map->fills[entries[x]],
					  layout->x + (int64_t)px, top + (int64_t)py);
		}
	}
}

static void draw_rows(void *context, int first, int end)
{
	struct cells *cells = context;
	uint8_t *entries = malloc((size_t)cells->map->w);
	bool there[256] = {false};

	if (entries == NULL)
		atomic_store(&cells->pixels->failed, true);
	for (int y = first; y < end && entries != NULL; y++) {
		cells->map->row(cells->map->context, y, entries);
		if (cells->pixels->colours == NULL) {
			draw_row(cells, entries, y);
			continue;
		}
		for (int32_t x = 0; x < cells->map->w; x++)
			there[cells->alike[entries[x]]] = true;
		draw_numbers(cells, entries, y);
	}
	for (int i = 0; i < 256; i++)
		if (there[i])
			atomic_store(&cells->there[i], true);
	free(entries);
}

/* The cells of a pixel. */
struct block {
	uint32_t r, g, b; /* sums over cells that are no walls */
	uint32_t count, walls;
	uint8_t entry, rank; /* of the cell of the highest rank */
	uint8_t hatch;       /* an entry with a pattern... */
	uint32_t hatched;    /* ...and the number of cells that have it; 0: none was found */
};

/* The sums of up to RUN cells, in one word: of their colours in fields of 16 bits, of their number
 * and of those that have a rank in fields of 8 bits.  Walls add nothing. */
enum { RUN = 255, COUNT = 48, RANKED = 56 };

/* Counts the cells of a pattern, if the first cell has one: a block of nothing else has it, too. */
static void count_hatched(const bool *hatched, const uint8_t *entries, size_t w, int rows, int n,
			  struct block *block)
{
	if (!hatched[*entries])
		return;
	if (block->hatched == 0)
		block->hatch = *entries;
	for (; rows > 0; rows--, entries += w)
		for (int i = 0; i < n; i++)
			block->hatched += entries[i] == block->hatch;
}

/* Returns the sums of n cells of each of 'rows' rows that are w cells apart. */
static inline uint64_t sum_cells(const struct cells *cells, const uint8_t *entries, size_t w,
				 int rows, int n)
{
	uint64_t sum = 0;

	for (; rows > 0; rows--, entries += w)
		for (int i = 0; i < n; i++)
			sum += cells->sums[entries[i]];
	return sum;
}

/* Adds n cells of each of 'rows' rows to a block: at most RUN cells. */
static void add_cells(const struct cells *cells, const uint8_t *entries, int rows, int n,
		      struct block *block)
{
	size_t w = (size_t)cells->map->w;
	/* The same three times: compilers unroll what they know the size of. */
	uint64_t sum = n == 2   ? sum_cells(cells, entries, w, rows, 2)
		       : n == 3 ? sum_cells(cells, entries, w, rows, 3)
				: sum_cells(cells, entries, w, rows, n);
	uint32_t count = (uint8_t)(sum >> COUNT);

	block->r += (uint16_t)sum;
	block->g += (uint16_t)(sum >> 16);
	block->b += (uint16_t)(sum >> 32);
	block->count += count;
	block->walls += (uint32_t)(n * rows) - count;
	count_hatched(cells->hatched, entries, w, rows, n, block);
	for (; rows > 0 && sum >> RANKED > 0; rows--, entries += w)
		for (int i = 0; i < n; i++)
			if (cells->map->rank[entries[i]] > block->rank) {
				block->rank = cells->map->rank[entries[i]];
				block->entry = entries[i];
			}
}

/* Adds rows of cells, at most RUN of a column of a block or one row, to blocks. */
static void add_rows(const struct cells *cells, const uint8_t *entries, int rows,
		     struct block *blocks)
{
	int32_t w = cells->map->w, size = cells->pixels->surface.layout->block;

	for (int32_t x = 0; x < w; blocks++)
		for (int32_t end = w - x < size ? w : x + size, n; x < end; x += n) {
			n = end - x < RUN ? end - x : RUN;
			add_cells(cells, entries + x, rows, n, blocks);
		}
}

static bool is_same(const struct block *a, const struct block *b)
{
	return a->r == b->r && a->g == b->g && a->b == b->b && a->count == b->count &&
	       a->walls == b->walls && a->rank == b->rank && a->hatched == b->hatched;
}

/* A cell with a rank and a wall are seen however small they are; all others are mixed, unless all
 * have one pattern.  '*plain' is set to whether the colour would be the same elsewhere. */
static struct ff_colour mix_block(const struct cells *cells, const struct block *block, int64_t x,
				  int64_t y, bool *plain)
{
	const struct ff_fill *fills = cells->map->fills;
	uint32_t all = block->count + block->walls, n = block->count;
	struct ff_colour mean;
	double part;

	*plain = block->rank == 0 && block->hatched < all;
	if (block->rank > 0)
		return colour_at(cells->pixels, &fills[block->entry], x, y);
	if (!*plain)
		return colour_at(cells->pixels, &fills[block->hatch], x, y);
	if (n == 0)
		return fills[FF_PALETTE_WALL].colour;
	/* One division for three, of a little more than 1 so that whole quotients are not missed.
	 */
	part = (1 + 0x1p-50) / n;
	mean = (struct ff_colour){(uint8_t)(block->r * part), (uint8_t)(block->g * part),
				  (uint8_t)(block->b * part)};
	if (block->walls == 0)
		return mean;
	return ff_palette_mix(mean, fills[FF_PALETTE_WALL].colour,
			      (int)(2 * block->walls > all ? block->walls : (all + 1) / 2),
			      (int)all);
}

static void shrink_rows(void *context, int first, int end)
{
	const struct cells *cells = context;
	const struct ff_surface_cells *map = cells->map;
	struct ff_surface_pixels *pixels = cells->pixels;
	const struct ff_layout *layout = pixels->surface.layout;
	/* Rows that are added at a time. */
	int32_t most = layout->block < RUN ? RUN / layout->block : 1;
	struct block *blocks = calloc((size_t)layout->w, sizeof *blocks);
	uint8_t *entries;

	most = most < layout->block ? most : layout->block;
	entries = ff_memory_cells(map->w, most, 1);
	if (blocks == NULL || entries == NULL)
		atomic_store(&pixels->failed, true);
	for (int row = first; row < end && blocks != NULL && entries != NULL; row++) {
		int32_t y = row * layout->block, below = y + layout->block, rows;
		struct ff_colour *to = pixels->bitmap.pixels +
				       (size_t)(layout->y + row) * (size_t)pixels->bitmap.w +
				       layout->x;
		bool plain = false;

		below = below < map->h ? below : map->h;
		memset(blocks, 0, (size_t)layout->w * sizeof *blocks);
		for (; y < below; y += rows) {
			rows = below - y < most ? below - y : most;
			for (int32_t i = 0; i < rows; i++)
				map->row(map->context, y + i, entries + (size_t)i * (size_t)map->w);
			add_rows(cells, entries, rows, blocks);
		}
		for (int64_t x = 0; x < layout->w; x++)
			if (plain && x > 0 && is_same(&blocks[x], &blocks[x - 1]))
				to[x] = to[x - 1];
			else
				to[x] = mix_block(cells, &blocks[x], layout->x + x, layout->y + row,
						  &plain);
	}
	free(blocks);
	free(entries);
}

/* Draws the patterns of cells, whose pixels are still their entries. */
static void hatch_rows(void *context, int first, int end)
{
	const struct cells *cells = context;
	struct ff_surface_pixels *pixels = cells->pixels;
	const struct ff_layout *layout = pixels->surface.layout;
	int scale = cells->scale;

	for (int y = first; y < end; y++)
		for (int x = 0; x < layout->columns; x++) {
			int32_t left = (int32_t)layout->x + x * scale,
				top = (int32_t)layout->y + y * scale;
			uint8_t entry = pixels->bitmap.numbers[index_of(pixels, left, top)];
			const struct ff_fill *fill = &cells->map->fills[entry];

			for (int i = 0; i < scale * scale && cells->hatched[entry]; i++) {
				int32_t px = left + i % scale, py = top + i / scale;

				pixels->bitmap.numbers[index_of(pixels, px, py)] =
					(uint8_t)number_of(pixels->colours,
							   colour_at(pixels, fill, px, py), false);
			}
		}
}

/* Gives the colours of all entries that cells have numbers, and draws their patterns; false if
 * there are too many. */
static bool number_entries(struct cells *cells)
{
	struct ff_surface_pixels *pixels = cells->pixels;
	bool hatched = false, fit = !atomic_load(&cells->there[PAPER]);

	/* All levels are in the legend, if not in the map. */
	for (int i = 0; i < PAPER; i++)
		if (atomic_load(&cells->there[i]) ||
		    (i < FF_PALETTE_LEVELS && cells->alike[i] == i))
			take_number(pixels->colours, i, cells->colours[i]);
	for (int i = 0; i < PAPER; i++)
		if (atomic_load(&cells->there[i]) && cells->hatched[i]) {
			hatched = true;
			fit &= number_of(pixels->colours, cells->map->fills[i].line, false) !=
			       NO_NUMBER;
		}
	if (hatched && fit)
		ff_pool_rows(ff_machine_pool(pixels->machine), cells->map->w, cells->map->h,
			     hatch_rows, cells);
	return fit;
}

static enum ff_status draw_cells(struct ff_surface *on, const struct ff_surface_cells *map,
				 struct ff_error *err)
{
	struct ff_surface_pixels *pixels = pixels_of(on);
	const struct ff_layout *layout = on->layout;
	struct cells cells = {.pixels = pixels, .map = map, .scale = (int)layout->scale};
	struct ff_pool *pool = ff_machine_pool(pixels->machine);

	for (int i = 0; i < 256; i++) {
		const struct ff_colour colour = map->fills[i].colour;

		cells.colours[i] = colour;
		cells.hatched[i] = map->fills[i].pattern != FF_PATTERN_PLAIN;
		cells.alike[i] = (uint8_t)i;
		for (int k = 0; k < i && cells.alike[i] == i && !cells.hatched[i]; k++)
			if (!cells.hatched[k] && ff_image_same(cells.colours[k], colour))
				cells.alike[i] = (uint8_t)k;
		if (i != FF_PALETTE_WALL)
			cells.sums[i] = (uint64_t)colour.r | (uint64_t)colour.g << 16 |
					(uint64_t)colour.b << 32 | UINT64_C(1) << COUNT;
		cells.sums[i] += (uint64_t)(map->rank[i] > 0) << RANKED;
	}
	ff_pool_rows(pool, map->w, (int32_t)(layout->block > 1 ? layout->h : map->h),
		     layout->block > 1 ? shrink_rows : draw_rows, &cells);
	if (pixels->colours != NULL && !number_entries(&cells) && ff_surface_pixels_expand(pixels))
		ff_pool_rows(pool, map->w, map->h, draw_rows, &cells);
	return atomic_load(&pixels->failed) ? ff_status_nomem(err, "a picture") : FF_OK;
}

/* ---- marks ---- */

enum { COVERED = 255 }; /* a pixel that is wholly covered */

/* A line across the page, where x * px + y * py + c is 0. */
struct border {
	double x, y, c;
};

/* A line being drawn: its start on the page, the way to its end, and the half of its width.  Its
 * pixels are not below 'from', but below 'to'. */
struct segment {
	double x, y, dx, dy, square, radius;
	struct border from, to;
};
static const struct border no_start = {0, 0, 0}, no_end = {0, 0, -1};

static inline double beyond(const struct border *border, int32_t x, int32_t y)
{
	return border->x * (x + 0.5) + border->y * (y + 0.5) + border->c;
}

/* Parts two pieces of a line at their joint, unless it turns back there: to each the pixels that
 * it covers more. */
static void part_pieces(struct segment *a, struct segment *b)
{
	double along = sqrt(b->square / a->square);
	double x = a->dx * along + b->dx, y = a->dy * along + b->dy;

	if (a->dx * b->dx + a->dy * b->dy > 0)
		a->to = b->from = (struct border){x, y, -x * b->x - y * b->y};
}

/* The values of a segment that cover_of() needs, computed once. */
struct cover {
	double x, y, dx, dy;
	double part_x, part_y; /* parts of the segment that a pixel's side is along it */
	double outer;          /* distance from which on nothing is covered, and its square */
	double far, near;      /* square of the distance up to which 'most' is covered */
	double most;           /* a line that is narrower than a pixel covers its width */
};

static struct cover cover_begin(const struct segment *s)
{
	double most = 2 * s->radius < 1 ? 2 * s->radius : 1, outer = s->radius + 0.5;
	double inner = outer - most, scale = s->square > 0 ? 1 / s->square : 0;

	return (struct cover){s->x,          s->y,  s->dx,         s->dy,         s->dx * scale,
			      s->dy * scale, outer, outer * outer, inner * inner, most};
}

/* Rounds a cover to a multiple of 1/n.  So few mixtures at the rims of marks leave most pictures
 * with 256 colours, which a palette holds. */
static inline double in_parts(double cover, int n)
{
	return (double)(int)(cover * n + 0.5) / n;
}
enum { EIGHTHS = 8, SIXTEENTHS = 16 };

/* Returns how much of a pixel a segment covers: 0..1. */
static inline double cover_of(const struct cover *s, int32_t x, int32_t y)
{
	double px = x + 0.5 - s->x, py = y + 0.5 - s->y;
	double t = clamp(0, px * s->part_x + py * s->part_y, 1);
	double ox = px - t * s->dx, oy = py - t * s->dy, square = ox * ox + oy * oy;

	/* Most pixels need no root. */
	return square >= s->far ? 0 : square <= s->near ? s->most : s->outer - sqrt(square);
}

/* Covers part of a pixel with a line of several pieces: only what they have not covered yet. */
static void cover_pixel(struct ff_surface_pixels *pixels, size_t i, const struct ff_stroke *stroke,
			double cover)
{
	uint32_t now = (uint32_t)(cover * COVERED + 0.5), had = pixels->covers[i];
	double before, after;

	/* Other lines' covers are less. */
	if (pixels->line + now <= had)
		return;
	pixels->covers[i] = pixels->line + now;
	after = now / (double)COVERED * stroke->opacity;
	if (had > pixels->line) {
		before = (had - pixels->line) / (double)COVERED * stroke->opacity;
		after = (after - before) / (1 - before);
	}
	mix_pixel(pixels, i, stroke->colour, after, false);
}

/* Draws a piece of a line; 'alone': no other covers its pixels. */
static void draw_segment(struct ff_surface_pixels *pixels, const struct segment *s,
			 const struct ff_stroke *stroke, bool alone)
{
	const struct cover covered = cover_begin(s);
	/* Pixels whose middles are farther away are not covered. */
	double reach = s->radius + 0.5;
	double top = (s->dy < 0 ? s->y + s->dy : s->y) - reach;
	double bottom = (s->dy < 0 ? s->y : s->y + s->dy) + reach;
	double steep = s->dy != 0 ? 1 / s->dy : 0, near = s->dy < 0 ? -reach : reach;
	int32_t end = (int32_t)clamp(pixels->y0, bottom + 0.5, pixels->y1);

	for (int32_t y = round_up(clamp(pixels->y0, top - 0.5, pixels->y1)); y < end; y++) {
		/* The part of the line near enough to the row. */
		double a = 0, b = 1, middle = y + 0.5;

		if (s->dy != 0) {
			a = clamp(0, (middle - s->y - near) * steep, 1);
			b = clamp(0, (middle - s->y + near) * steep, 1);
		}
		double xa = s->x + a * s->dx, xb = s->x + b * s->dx;
		int32_t x =
			round_up(clamp(pixels->x0, (xa < xb ? xa : xb) - reach - 0.5, pixels->x1));
		int32_t last =
			(int32_t)clamp(pixels->x0, (xa < xb ? xb : xa) + reach + 0.5, pixels->x1);

		for (; x < last; x++) {
			double cover = cover_of(&covered, x, y);

			if (cover == 0 || beyond(&s->from, x, y) < 0 || beyond(&s->to, x, y) >= 0)
				continue;
			if (s->square == 0 || pixels->colours != NULL)
				cover = in_parts(cover, s->square == 0 ? EIGHTHS : SIXTEENTHS);
			if (alone)
				mix_pixel(pixels, index_of(pixels, x, y), stroke->colour,
					  cover * stroke->opacity, false);
			else
				cover_pixel(pixels, index_of(pixels, x, y), stroke, cover);
		}
	}
}

/* Makes room to remember what a line covers; false if memory ran out. */
static bool begin_covers(struct ff_surface_pixels *pixels)
{
	size_t n = (size_t)pixels->bitmap.w * (size_t)pixels->bitmap.h;

	if (pixels->covers == NULL) {
		pixels->covers = calloc(n, sizeof *pixels->covers);
		if (pixels->covers == NULL) {
			atomic_store(&pixels->failed, true);
			return false;
		}
	}
	/* After the last number of a line, the first one. */
	if (pixels->line == UINT32_MAX - COVERED) {
		memset(pixels->covers + (size_t)pixels->top * (size_t)pixels->bitmap.w, 0,
		       (size_t)(pixels->bottom - pixels->top) * (size_t)pixels->bitmap.w *
			       sizeof *pixels->covers);
		pixels->line = 0;
	}
	pixels->line += COVERED + 1;
	return true;
}

/* Extends a piece of a line that ends at points[i] over those after it that lie straight ahead:
 * pieces would cover most of their pixels twice.  Returns the index of its end. */
static size_t extend_piece(const struct ff_surface *on, const struct ff_point *points, size_t i,
			   size_t count, struct segment *s)
{
	static const double aside = 1.0 / 16; /* pixels */
	double dx = s->dx, dy = s->dy, most = aside * aside * (dx * dx + dy * dy);

	for (; i + 1 < count; i++) {
		double x = ff_surface_x(on, points[i + 1].x) - s->x;
		double y = ff_surface_y(on, points[i + 1].y) - s->y;
		double across = dx * y - dy * x;

		if (across * across > most || x * dx + y * dy < s->dx * dx + s->dy * dy)
			break;
		s->dx = x;
		s->dy = y;
	}
	return i;
}

static void draw_line(struct ff_surface *on, const struct ff_point *points, size_t count,
		      const struct ff_stroke *stroke)
{
	static const double fine = 0.75; /* pixels: shorter pieces are drawn with the next one */
	struct ff_surface_pixels *pixels = pixels_of(on);
	struct segment s = {.radius = stroke->width / 2, .from = no_start, .to = no_end};
	bool alone = count <= 2 || stroke->simple;
	struct segment next = s;

	if (count == 0 || (!alone && !begin_covers(pixels)))
		return;
	next.x = ff_surface_x(on, points->x);
	next.y = ff_surface_y(on, points->y);
	if (count == 1)
		draw_segment(pixels, &next, stroke, alone);
	for (size_t i = 1; i < count; i++) {
		next.dx = ff_surface_x(on, points[i].x) - next.x;
		next.dy = ff_surface_y(on, points[i].y) - next.y;
		if (i + 1 < count && fabs(next.dx) < fine && fabs(next.dy) < fine)
			continue;
		if (pixels->colours != NULL)
			i = extend_piece(on, points, i, count, &next);
		next.square = next.dx * next.dx + next.dy * next.dy;
		if (s.square > 0 && stroke->simple)
			part_pieces(&s, &next);
		if (s.square > 0)
			draw_segment(pixels, &s, stroke, alone);
		s = next;
		next.x += s.dx;
		next.y += s.dy;
		next.from = no_start;
	}
	if (count > 1)
		draw_segment(pixels, &s, stroke, alone);
}

/* The context of paint_band(). */
struct bands {
	struct ff_surface_pixels *pixels;
	int32_t count;
	bool (*paint)(struct ff_surface *on, const void *context);
	const void *context;
	atomic_bool failed;
	_Atomic uint32_t line; /* as that of any band at its end: all paint the same lines */
};

static void paint_band(void *context, size_t part)
{
	struct bands *bands = context;
	struct ff_surface_pixels band = *bands->pixels;
	int32_t i = (int32_t)part, rows = band.y1 - band.y0;

	band.y1 = band.y0 + (int32_t)((int64_t)rows * (i + 1) / bands->count);
	band.y0 += (int32_t)((int64_t)rows * i / bands->count);
	/* The first and the last band also own what lies above and below the layer. */
	band.top = i == 0 ? band.top : band.y0;
	band.bottom = i + 1 == bands->count ? band.bottom : band.y1;
	if (!bands->paint(&band.surface, bands->context))
		atomic_store(&bands->failed, true);
	atomic_store(&bands->line, band.line);
}

static bool draw_bands(struct ff_surface *on,
		       bool (*paint)(struct ff_surface *on, const void *context),
		       const void *context)
{
	struct ff_surface_pixels *pixels = pixels_of(on);
	struct ff_pool *pool = ff_machine_pool(pixels->machine);
	int threads = ff_pool_threads(pool);
	/* Twice as many as threads, since lines gather in some of them; each walks along all. */
	struct bands bands = {.pixels = pixels,
			      .count = threads > 1 ? 2 * threads : 1,
			      .paint = paint,
			      .context = context};

	/* Threads share no numbers. */
	if (!ff_surface_pixels_expand(pixels) || !begin_covers(pixels))
		return false;
	bands.pixels = pixels;
	ff_pool_run(pool, (size_t)bands.count, paint_band, &bands);
	pixels->line = atomic_load(&bands.line);
	return !atomic_load(&bands.failed);
}

static void draw_disc(struct ff_surface *on, struct ff_point middle, double radius,
		      struct ff_colour colour)
{
	const struct ff_stroke stroke = {.colour = colour, .width = 2 * radius, .opacity = 1};

	draw_line(on, &middle, 1, &stroke);
}

static void draw_ring(struct ff_surface *on, struct ff_point middle, double radius,
		      const struct ff_stroke *stroke)
{
	struct ff_surface_pixels *pixels = pixels_of(on);
	double x = ff_surface_x(on, middle.x), y = ff_surface_y(on, middle.y);
	double reach = radius + stroke->width / 2 + 1;
	int32_t bottom = (int32_t)clamp(pixels->y0, ceil(y + reach), pixels->y1);
	int32_t right = (int32_t)clamp(pixels->x0, ceil(x + reach), pixels->x1);

	for (int32_t py = (int32_t)clamp(pixels->y0, floor(y - reach), pixels->y1); py < bottom;
	     py++)
		for (int32_t px = (int32_t)clamp(pixels->x0, floor(x - reach), pixels->x1);
		     px < right; px++) {
			double ox = px + 0.5 - x, oy = py + 0.5 - y;
			double off = fabs(sqrt(ox * ox + oy * oy) - radius);
			double cover =
				in_parts(clamp(0, stroke->width / 2 + 0.5 - off, 1), EIGHTHS);

			mix_pixel(pixels, index_of(pixels, px, py), stroke->colour,
				  cover * stroke->opacity, false);
		}
}

/* The pixels of a rectangle, cut off. */
struct area {
	int32_t x0, y0, x1, y1;
};

static struct area area_of(const struct ff_surface *on, const struct ff_surface_pixels *pixels,
			   double x, double y, double w, double h)
{
	return (struct area){
		(int32_t)clamp(pixels->x0, floor(ff_surface_x(on, x) + 0.5), pixels->x1),
		(int32_t)clamp(pixels->y0, floor(ff_surface_y(on, y) + 0.5), pixels->y1),
		(int32_t)clamp(pixels->x0, floor(ff_surface_x(on, x + w) + 0.5), pixels->x1),
		(int32_t)clamp(pixels->y0, floor(ff_surface_y(on, y + h) + 0.5), pixels->y1),
	};
}

static void draw_box(struct ff_surface *on, double x, double y, double w, double h,
		     struct ff_colour colour, double opacity)
{
	struct ff_surface_pixels *pixels = pixels_of(on);
	struct area area = area_of(on, pixels, x, y, w, h);

	for (int32_t py = area.y0; py < area.y1 && area.x1 > area.x0; py++)
		if (opacity >= 1)
			set_pixels(pixels, index_of(pixels, area.x0, py),
				   (size_t)(area.x1 - area.x0), colour);
		else
			for (int32_t px = area.x0; px < area.x1; px++)
				/* More can be seen in an area than at an edge. */
				mix_pixel(pixels, index_of(pixels, px, py), colour, opacity, true);
}

static void draw_fill(struct ff_surface *on, double x, double y, double w, double h,
		      const struct ff_fill *fill)
{
	struct ff_surface_pixels *pixels = pixels_of(on);
	struct area area = area_of(on, pixels, x, y, w, h);

	for (int32_t py = area.y0; py < area.y1; py++)
		for (int32_t px = area.x0; px < area.x1; px++)
			set_pixels(pixels, index_of(pixels, px, py), 1,
				   colour_at(pixels, fill, px, py));
}

/* Paints a glyph with the pen at pixel x,y; few shades leave room in a palette. */
static void draw_glyph(struct ff_surface_pixels *pixels, double x, double y,
		       const struct ff_glyph *glyph, struct ff_colour colour)
{
	enum { SHADES = 15 };

	const uint8_t *cover = glyph->covers;

	for (int row = 0; row < glyph->h; row++)
		for (int column = 0; column < glyph->w; column++) {
			double px = x + glyph->x + column, py = y + glyph->y + row;
			int shade = (*cover++ * SHADES + 127) / 255;

			if (shade > 0 && px >= pixels->x0 && py >= pixels->y0 && px < pixels->x1 &&
			    py < pixels->y1)
				mix_pixel(pixels, index_of(pixels, (int32_t)px, (int32_t)py),
					  colour, (double)shade / SHADES, false);
		}
}

static void draw_text(struct ff_surface *on, struct ff_point at, enum ff_surface_align align,
		      const struct ff_type *type, const char *text, struct ff_colour colour)
{
	const bool turned = type->dx != 0 || type->dy != 0;
	const double dx = turned ? type->dx : 1, dy = type->dy, base = ff_type_base(type);
	const double back = (double)ff_type_width(type, text) * (int)align / 2;
	double x = ff_surface_x(on, at.x) - back * dx - base * dy;
	double y = ff_surface_y(on, at.y) - back * dy + base * dx;

	if (!turned) {
		x = floor(x + 0.5);
		y = floor(y + 0.5);
	}
	while (*text != '\0') {
		struct ff_glyph glyph;

		if (!ff_type_draw(type, &text, x - floor(x), y - floor(y), &glyph)) {
			atomic_store(&pixels_of(on)->failed, true);
			return;
		}
		if (glyph.covers != NULL)
			draw_glyph(pixels_of(on), floor(x), floor(y), &glyph, colour);
		free(glyph.covers);
		x += glyph.advance * dx;
		y += glyph.advance * dy;
	}
}

/* ---- polygons ---- */

enum { WIDE = 512 };

/* A side of a polygon, on the page, from above to below. */
struct side {
	double x, y, end; /* its upper end, and the row of the lower one */
	double slope;     /* pixels to the right for each one down */
	double sign;      /* 1 or -1: whether the polygon goes down along it */
};

/* A stretch of a row of pixels. */
struct stretch {
	double steps[WIDE +
		     2]; /* [n + 1]  of the cover from the pixel before; 0 except from..end-1 */
	int n, from, end;
};

/* Sets the sides that are not level; returns their number. */
static int find_sides(const struct ff_surface *on, const struct ff_point *points, size_t count,
		      struct side sides[FF_SURFACE_CORNERS])
{
	int n = 0;

	for (size_t i = 0; i < count && n < FF_SURFACE_CORNERS; i++) {
		struct ff_point a = points[i], b = points[(i + 1) % count];
		double xa = ff_surface_x(on, a.x), xb = ff_surface_x(on, b.x);
		double ya = ff_surface_y(on, a.y), yb = ff_surface_y(on, b.y);

		if (ya == yb)
			continue;
		sides[n++] = (struct side){ya < yb ? xa : xb, ya < yb ? ya : yb, ya < yb ? yb : ya,
					   (xb - xa) / (yb - ya), ya < yb ? 1 : -1};
	}
	return n;
}

/* Adds the area to the right of a side in the row of pixels from x,y on. */
static void add_side(struct stretch *row, const struct side *side, double x, double y)
{
	double top = side->y > y ? side->y : y, bottom = side->end < y + 1 ? side->end : y + 1;
	double a, b, left, right, high, wide;

	a = clamp(0, side->x + (top - side->y) * side->slope - x, row->n);
	b = clamp(0, side->x + (bottom - side->y) * side->slope - x, row->n);
	left = a < b ? a : b;
	right = a < b ? b : a;
	high = (bottom - top) * side->sign;
	wide = right - left;
	row->from = (int)left < row->from ? (int)left : row->from;
	for (int i = (int)left; i <= right; i++) {
		double in = left > i ? left - i : 0, out = right < i + 1 ? right - i : 1;
		double step = wide > 0 ? high * (out - in) / wide : high, mean = (in + out) / 2;

		row->steps[i] += step * (1 - mean);
		row->steps[i + 1] += step * mean;
		row->end = i + 2 > row->end ? i + 2 : row->end;
	}
}

/* Mixes a colour with the pixels of a stretch, of which 'first' is the index, and clears it. */
static void mix_stretch(struct ff_surface_pixels *pixels, struct stretch *row, size_t first,
			struct ff_colour colour)
{
	static const double whole = 0.999;
	double cover = 0;

	for (int i = row->from, next; i < row->end && i < row->n; i = next) {
		cover += row->steps[i];
		for (next = i + 1; next < row->n && row->steps[next] == 0; next++)
			;
		if (fabs(cover) > whole)
			set_pixels(pixels, first + (size_t)i, (size_t)(next - i), colour);
		for (; fabs(cover) <= whole && fabs(cover) > 1 - whole && i < next; i++)
			mix_pixel(pixels, first + (size_t)i, colour,
				  pixels->colours != NULL ? in_parts(fabs(cover), SIXTEENTHS)
							  : fabs(cover),
				  false);
	}
	memset(row->steps + row->from, 0, (size_t)(row->end - row->from) * sizeof *row->steps);
	row->from = row->n;
	row->end = 0;
}

static void draw_polygon(struct ff_surface *on, const struct ff_point *points, size_t count,
			 struct ff_colour colour)
{
	struct ff_surface_pixels *pixels = pixels_of(on);
	double x0 = HUGE_VAL, y0 = HUGE_VAL, x1 = -HUGE_VAL, y1 = -HUGE_VAL;
	struct side sides[FF_SURFACE_CORNERS];
	int sides_count = find_sides(on, points, count, sides);
	struct stretch row;
	int32_t end, left, right;

	for (size_t i = 0; i < count; i++) {
		double x = ff_surface_x(on, points[i].x), y = ff_surface_y(on, points[i].y);

		x0 = x < x0 ? x : x0;
		x1 = x > x1 ? x : x1;
		y0 = y < y0 ? y : y0;
		y1 = y > y1 ? y : y1;
	}
	end = (int32_t)clamp(pixels->y0, ceil(y1), pixels->y1);
	left = (int32_t)clamp(pixels->x0, floor(x0), pixels->x1);
	right = (int32_t)clamp(pixels->x0, ceil(x1), pixels->x1);
	memset(row.steps, 0,
	       (size_t)(right - left < WIDE ? right - left + 2 : WIDE + 2) * sizeof *row.steps);
	row.end = 0;
	for (int32_t y = (int32_t)clamp(pixels->y0, floor(y0), pixels->y1); y < end; y++)
		for (int32_t x = left; x < right; x += WIDE) {
			row.n = row.from = right - x < WIDE ? right - x : WIDE;
			for (const struct side *side = sides; side < sides + sides_count; side++)
				if (side->y < y + 1 && side->end > y)
					add_side(&row, side, x, y);
			if (row.from < row.end)
				mix_stretch(pixels, &row, index_of(pixels, x, y), colour);
		}
}

/* ---- the page ---- */

void ff_surface_pixels_over(struct ff_surface_pixels *pixels, const struct ff_layout *layout,
			    struct ff_bitmap bitmap)
{
	*pixels = (struct ff_surface_pixels){
		.surface =
			{
				.layout = layout,
				.layer = begin_layer,
				.cells = draw_cells,
				.line = draw_line,
				.bands = draw_bands,
				.polygon = draw_polygon,
				.disc = draw_disc,
				.ring = draw_ring,
				.box = draw_box,
				.fill = draw_fill,
				.text = draw_text,
			},
		.bitmap = bitmap,
		.bottom = bitmap.h,
	};
	begin_layer(&pixels->surface, NULL, FF_SURFACE_PAGE);
}

/* Makes a page of numbers, all of paper; false if memory ran out. */
static bool open_numbers(struct ff_surface_pixels *pixels)
{
	struct ff_bitmap *bitmap = &pixels->bitmap;
	size_t n = (size_t)bitmap->w * (size_t)bitmap->h;
	struct ff_surface_colours *colours = calloc(1, sizeof *colours);

	bitmap->numbers = malloc(n + COLOURS * sizeof *bitmap->palette);
	if (colours == NULL || bitmap->numbers == NULL) {
		free(colours);
		free(bitmap->numbers);
		return false;
	}
	memset(bitmap->numbers, PAPER, n);
	bitmap->palette = colours->palette = (struct ff_colour *)(bitmap->numbers + n);
	memset(bitmap->palette, 0, COLOURS * sizeof *bitmap->palette);
	for (int i = 0; i < 256; i++) {
		colours->l[i] = FAR;
		colours->linear[i] = ff_palette_light(i);
	}
	pixels->colours = colours;
	take_number(colours, PAPER, ff_palette_colour(FF_PALETTE_PAPER));
	return true;
}

enum ff_status ff_surface_pixels_open(struct ff_surface_pixels *pixels,
				      const struct ff_layout *layout, bool numbered,
				      const struct ff_machine *machine, struct ff_error *err)
{
	if (layout->wide > FF_IMAGE_SIDE || layout->high > FF_IMAGE_SIDE ||
	    layout->wide * layout->high > FF_IMAGE_PIXELS)
		return ff_status_fail(err, FF_E_LIMIT,
				      "a picture of %" PRId64 "x%" PRId64
				      " is too large: choose a smaller --scale",
				      layout->wide, layout->high);
	ff_surface_pixels_over(
		pixels, layout,
		(struct ff_bitmap){.w = (int32_t)layout->wide, .h = (int32_t)layout->high});
	pixels->machine = machine;
	if (numbered && layout->block == 1)
		return open_numbers(pixels) ? FF_OK : ff_status_nomem(err, "a picture");
	pixels->bitmap.pixels =
		ff_memory_cells(pixels->bitmap.w, pixels->bitmap.h, sizeof *pixels->bitmap.pixels);
	if (pixels->bitmap.pixels == NULL)
		return ff_status_nomem(err, "a picture");
	memset(pixels->bitmap.pixels, 255,
	       (size_t)layout->wide * (size_t)layout->high * sizeof *pixels->bitmap.pixels);
	return FF_OK;
}

/* Counts the colours of a page of numbers, and gives up to FEW of them the first numbers. */
static void close_numbers(struct ff_surface_pixels *pixels)
{
	enum { FEW = 16 }; /* files have half a byte for each pixel then */
	struct ff_bitmap *bitmap = &pixels->bitmap;
	struct ff_surface_colours *colours = pixels->colours;
	size_t n = (size_t)bitmap->w * (size_t)bitmap->h;
	uint8_t numbers[COLOURS] = {0};

	bitmap->colours = COLOURS;
	if (colours->count > FEW)
		return;
	bitmap->colours = 0;
	for (int i = 0; i < COLOURS; i++)
		if (colours->taken[i]) {
			numbers[i] = (uint8_t)bitmap->colours;
			bitmap->palette[bitmap->colours++] = bitmap->palette[i];
		}
	for (size_t i = 0; i < n; i++)
		bitmap->numbers[i] = numbers[bitmap->numbers[i]];
}

enum ff_status ff_surface_pixels_close(struct ff_surface_pixels *pixels, enum ff_status st,
				       struct ff_bitmap *bitmap, struct ff_error *err)
{
	free(pixels->covers);
	if (st == FF_OK && atomic_load(&pixels->failed))
		st = ff_status_nomem(err, "a picture");
	if (st == FF_OK && pixels->colours != NULL)
		close_numbers(pixels);
	free(pixels->colours);
	if (st == FF_OK) {
		*bitmap = pixels->bitmap;
	} else {
		free(pixels->bitmap.pixels);
		free(pixels->bitmap.numbers);
	}
	return st;
}
