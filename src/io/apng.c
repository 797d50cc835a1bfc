/*
 * PNG, third edition (W3C, 2025), section 11.3.6: the chunks acTL, fcTL and fdAT.  Programs that do
 * not know them show the data before, which are the last frame once more: it says what came out.
 *
 * Each frame but the first holds only the rectangle that changed, and pixels in it that did not are
 * transparent: where a front grows around a large area, a thin line is all that changes.
 *
 * The colours of later frames are unknown when the header is written, and anti-aliased marks have
 * thousands: unless a caller knows them, pixels are RGB.  They have opacity because some programs
 * ignore a transparent colour in frames of RGB.  With a palette the indices after its colours are
 * transparent.
 */
#include "io/apng.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/bytes.h"
#include "io/png.h"

enum {
	ACTL = 8,   /* bytes of data of a chunk acTL */
	FCTL = 26,  /* bytes of data of a chunk fcTL */
	TICKS = 20, /* index of the duration in it */
	MOST_TICKS = 65535,
	CHANNELS = 4, /* red, green, blue, opacity */
	CLEARS = 4,   /* transparent indices, in turn: as many as CHANNELS */
	STRETCH = 16, /* pixels that are compared at a time */
	SLOTS = 2048, /* of a hash table of colours... */
	MOST = 1024,  /* ...and most of them */
	RARE = 1000,  /* pixels for each one that may get another colour */
	ACTL_AT = FF_PNG_CHUNKS_START,
};

/* The transparent pixel.  libdeflate packs runs of equal bytes at half the speed of these, and of
 * indices in turn. */
static const uint8_t clear[CHANNELS] = {1, 2, 3, 0};

/* Makes room for n more bytes in the file; returns NULL if memory ran out. */
static uint8_t *make_room(struct ff_apng *apng, size_t n)
{
	if (!ff_memory_grow(&apng->file, &apng->room, apng->size + n, 1))
		return NULL;
	return apng->file + apng->size;
}

static uint8_t *put_animation(uint8_t *to, uint32_t frames)
{
	ff_bytes_put32(ff_bytes_put32(to + FF_PNG_CHUNKS_HEAD, frames), 0); /* repeats forever */
	return ff_png_chunks_frame(to, "acTL", ACTL);
}

/* ---- palettes ---- */

struct tally {
	struct ff_colour colour;
	uint64_t pixels;
};

static uint32_t rgb_of(struct ff_colour colour)
{
	return (uint32_t)(colour.r << 16 | colour.g << 8 | colour.b);
}

static uint32_t hash_of(struct ff_colour colour)
{
	return rgb_of(colour) * UINT32_C(2654435761);
}

/* The most frequent one first. */
static int compare_tallies(const void *left, const void *right)
{
	const struct tally *a = left, *b = right;
	uint32_t x = rgb_of(a->colour), y = rgb_of(b->colour);

	if (a->pixels != b->pixels)
		return a->pixels > b->pixels ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Counts the pixels of each colour; returns false if there are too many colours. */
static bool tally_page(struct tally tallies[SLOTS], int *colours, const struct ff_bitmap *page)
{
	size_t pixels = (size_t)page->w * (size_t)page->h;

	for (size_t i = 0, end; i < pixels; i = end) {
		struct ff_colour colour = page->pixels[i];
		uint32_t slot = hash_of(colour) % SLOTS;

		for (end = i + 1; end < pixels && ff_image_same(page->pixels[end], colour);)
			end++;
		while (tallies[slot].pixels > 0 && !ff_image_same(tallies[slot].colour, colour))
			slot = (slot + 1) % SLOTS;
		*colours += tallies[slot].pixels == 0;
		if (*colours > MOST)
			return false;
		tallies[slot].colour = colour;
		tallies[slot].pixels += end - i;
	}
	return true;
}

int ff_apng_palette(const struct ff_bitmap *pages, size_t count,
		    struct ff_colour palette[FF_APNG_COLOURS])
{
	struct tally tallies[SLOTS] = {{{0}, 0}};
	uint64_t all = 0, rare = 0;
	int colours = 0;

	for (size_t i = 0; i < count; i++)
		if (!tally_page(tallies, &colours, &pages[i]))
			return 0;
	qsort(tallies, SLOTS, sizeof *tallies, compare_tallies);
	for (int i = 0; i < colours; i++) {
		all += tallies[i].pixels;
		if (i < FF_APNG_COLOURS)
			palette[i] = tallies[i].colour;
		else
			rare += tallies[i].pixels;
	}
	if (rare > all / RARE)
		return 0;
	return colours < FF_APNG_COLOURS ? colours : FF_APNG_COLOURS;
}

static int distance_of(struct ff_colour a, struct ff_colour b)
{
	int r = a.r - b.r, g = a.g - b.g, blue = a.b - b.b;

	return r * r + g * g + blue * blue;
}

/* Returns the index of the colour of the palette that is nearest. */
static uint8_t index_of(struct ff_apng *apng, struct ff_colour colour)
{
	uint32_t slot = hash_of(colour) >> 18;
	int best = 0;

	if (apng->cache[slot].known && ff_image_same(apng->cache[slot].colour, colour))
		return apng->cache[slot].index;
	for (int i = 1; i < apng->colours; i++)
		if (distance_of(apng->palette[i], colour) <
		    distance_of(apng->palette[best], colour))
			best = i;
	apng->cache[slot].colour = colour;
	apng->cache[slot].index = (uint8_t)best;
	apng->cache[slot].known = true;
	return (uint8_t)best;
}

/* ---- the file ---- */

static uint8_t *put_palette(uint8_t *to, const struct ff_apng *apng)
{
	struct ff_colour palette[FF_APNG_COLOURS + CLEARS] = {{0}};
	size_t colours = (size_t)apng->colours;

	memcpy(palette, apng->palette, colours * sizeof *palette);
	to = ff_png_chunks_palette(to, palette, apng->colours + CLEARS);
	memset(to + FF_PNG_CHUNKS_HEAD, 255, colours);
	memset(to + FF_PNG_CHUNKS_HEAD + colours, 0, CLEARS);
	return ff_png_chunks_frame(to, "tRNS", colours + CLEARS);
}

static enum ff_png_type type_of(const struct ff_apng *apng)
{
	return apng->colours > 0 ? FF_PNG_INDEXED : FF_PNG_RGB_ALPHA;
}

/* Writes all chunks before the first frame. */
static enum ff_status put_start(struct ff_apng *apng, const struct ff_image_text *texts,
				size_t count)
{
	size_t size = FF_PNG_CHUNKS_START + (size_t)3 * FF_PNG_CHUNKS_FRAME + ACTL +
		      (size_t)4 * (FF_APNG_COLOURS + CLEARS);
	uint8_t *to;

	for (size_t i = 0; i < count; i++)
		size += FF_PNG_CHUNKS_FRAME + strlen(texts[i].keyword) + 1 + strlen(texts[i].text);
	if ((to = make_room(apng, size)) == NULL)
		return FF_E_NOMEM;
	to = ff_png_chunks_start(to, apng->w, apng->h, 8, type_of(apng));
	to = put_animation(to, 0);
	if (apng->colours > 0)
		to = put_palette(to, apng);
	for (size_t i = 0; i < count; i++)
		to = ff_png_chunks_text(to, texts[i].keyword, texts[i].text);
	apng->size = apng->start = (size_t)(to - apng->file);
	return FF_OK;
}

enum ff_status ff_apng_open(struct ff_apng *apng, int32_t w, int32_t h,
			    const struct ff_colour *palette, int colours,
			    const struct ff_image_text *texts, size_t count, int rate,
			    struct ff_error *err)
{
	enum ff_status st = ff_png_fits(w, h, FF_PNG_RGB_ALPHA, 8, err);

	*apng = (struct ff_apng){0};
	if (st != FF_OK)
		return st;
	apng->w = w;
	apng->h = h;
	apng->rate = rate;
	apng->colours = colours;
	if (colours > 0)
		memcpy(apng->palette, palette, (size_t)colours * sizeof *palette);
	apng->shown = ff_memory_cells(w, h, sizeof *apng->shown);
	apng->pixels = ff_memory_cells(w, h, colours > 0 ? 1 : CHANNELS);
	if (apng->shown == NULL || apng->pixels == NULL || put_start(apng, texts, count) != FF_OK) {
		ff_apng_free(apng);
		return ff_status_nomem(err, "an animation");
	}
	return FF_OK;
}

/* Returns the smallest part of a part that holds all its changed pixels. */
static struct ff_image_part shrink_frame(const struct ff_apng *apng, const struct ff_bitmap *bitmap,
					 struct ff_image_part part)
{
	int32_t top = part.y + part.h, bottom = part.y, left = part.x + part.w, right = part.x;

	for (int32_t y = part.y; y < part.y + part.h; y++) {
		const struct ff_colour *now = bitmap->pixels + (size_t)y * (size_t)apng->w;
		const struct ff_colour *before = apng->shown + (size_t)y * (size_t)apng->w;
		int32_t first = part.x, last = part.x + part.w;

		if (memcmp(now + first, before + first, (size_t)part.w * sizeof *now) == 0)
			continue;
		while (first < left && ff_image_same(now[first], before[first]))
			first++;
		while (last > right && ff_image_same(now[last - 1], before[last - 1]))
			last--;
		left = first < left ? first : left;
		right = last > right ? last : right;
		top = y < top ? y : top;
		bottom = y + 1;
	}
	if (top >= bottom)
		return (struct ff_image_part){0, 0, 0, 0};
	return (struct ff_image_part){left, top, right - left, bottom - top};
}

/* Makes n pixels transparent. */
static void clear_pixels(const struct ff_apng *apng, uint8_t *to, size_t n)
{
	size_t size = apng->colours > 0 ? n : n * CHANNELS;
	uint8_t bytes[CLEARS];

	for (int i = 0; i < CLEARS; i++)
		bytes[i] = apng->colours > 0 ? (uint8_t)(apng->colours + i) : clear[i];
	memcpy(to, bytes, size < CLEARS ? size : CLEARS);
	/* The bytes so far are copied behind themselves, twice as many each time. */
	for (size_t done = CLEARS; done < size; done *= 2)
		memcpy(to + done, to, size - done < done ? size - done : done);
}

static void put_pixel(struct ff_apng *apng, uint8_t *to, struct ff_colour colour)
{
	if (apng->colours > 0) {
		*to = index_of(apng, colour);
		return;
	}
	to[0] = colour.r;
	to[1] = colour.g;
	to[2] = colour.b;
	to[3] = 255;
}

/* Sets 'pixels' to the stored pixels of a part, and updates the picture shown; returns how many are
 * transparent. */
static size_t take_frame(struct ff_apng *apng, const struct ff_bitmap *bitmap,
			 struct ff_image_part part)
{
	size_t n = (size_t)part.w, size = apng->colours > 0 ? 1 : CHANNELS, put = 0;
	bool first = apng->frames == 0;
	uint8_t *to = apng->pixels;

	for (int32_t y = part.y; y < part.y + part.h; y++, to += n * size) {
		size_t start = (size_t)y * (size_t)apng->w + (size_t)part.x, stretch;
		const struct ff_colour *now = bitmap->pixels + start;
		struct ff_colour *before = apng->shown + start;

		if (!first)
			clear_pixels(apng, to, n);
		if (!first && memcmp(now, before, n * sizeof *now) == 0)
			continue;
		for (size_t i = 0; i < n; i += stretch) {
			stretch = n - i < STRETCH ? n - i : STRETCH;
			if (!first && memcmp(now + i, before + i, stretch * sizeof *now) == 0)
				continue;
			for (size_t j = i; j < i + stretch; j++) {
				if (!first && ff_image_same(now[j], before[j]))
					continue;
				put_pixel(apng, to + j * size, now[j]);
				put++;
			}
			memcpy(before + i, now + i, stretch * sizeof *now);
		}
	}
	return n * (size_t)part.h - put;
}

static uint8_t *put_control(uint8_t *to, const struct ff_apng *apng, struct ff_image_part part)
{
	uint8_t *data = to + FF_PNG_CHUNKS_HEAD;

	data = ff_bytes_put32(data, apng->sequence);
	data = ff_bytes_put32(data, (uint32_t)part.w);
	data = ff_bytes_put32(data, (uint32_t)part.h);
	data = ff_bytes_put32(data, (uint32_t)part.x);
	data = ff_bytes_put32(data, (uint32_t)part.y);
	ff_bytes_put32(data, apng->ticks << 16 | (uint32_t)apng->rate);
	data[4] = 0;                /* dispose_op: none */
	data[5] = apng->stored > 0; /* blend_op: source, then over */
	return ff_png_chunks_frame(to, "fcTL", FCTL);
}

/* Stores a part, whose pixels are in 'pixels': FF_OK or FF_E_NOMEM. */
static enum ff_status put_frame(struct ff_apng *apng, struct ff_image_part part, size_t cleared)
{
	/* Marks on transparent ground repeat each other, but not their rows. */
	bool smooth = cleared < (size_t)part.w * (size_t)part.h / 2;
	enum { NUMBER = 4 }; /* bytes of a frame's number, before its data */
	size_t n;
	const uint8_t *chunk;
	uint8_t *encoded, *to;

	if (ff_png_write_data(apng->pixels, part.w, part.h, type_of(apng), smooth, &encoded, &chunk,
			      &n) != FF_OK)
		return FF_E_NOMEM;
	if ((to = make_room(apng, FCTL + (size_t)2 * FF_PNG_CHUNKS_FRAME + NUMBER + n)) == NULL) {
		free(encoded);
		return FF_E_NOMEM;
	}
	apng->last = apng->size;
	to = put_control(to, apng, part);
	apng->sequence++;
	memcpy(to + FF_PNG_CHUNKS_HEAD + NUMBER, chunk + FF_PNG_CHUNKS_HEAD, n);
	free(encoded);
	ff_bytes_put32(to + FF_PNG_CHUNKS_HEAD, apng->sequence++);
	to = ff_png_chunks_frame(to, "fdAT", NUMBER + n);
	apng->size = (size_t)(to - apng->file);
	apng->stored++;
	return FF_OK;
}

/* Prolongs the last frame as far as it can last; returns the ticks that are left. */
static uint32_t prolong_frame(struct ff_apng *apng, uint32_t ticks)
{
	uint32_t more = MOST_TICKS - apng->ticks < ticks ? MOST_TICKS - apng->ticks : ticks;
	uint8_t *chunk = apng->file + apng->last;

	apng->ticks += more;
	ff_bytes_put32(chunk + FF_PNG_CHUNKS_HEAD + TICKS,
		       apng->ticks << 16 | (uint32_t)apng->rate);
	ff_png_chunks_frame(chunk, "fcTL", FCTL);
	return ticks - more;
}

enum ff_status ff_apng_add(struct ff_apng *apng, const struct ff_bitmap *bitmap,
			   struct ff_image_part changed, uint32_t ticks, struct ff_error *err)
{
	struct ff_image_part part = {0, 0, apng->w, apng->h};

	if (apng->frames > 0) {
		part = shrink_frame(apng, bitmap, changed);
		if (part.w == 0)
			ticks = prolong_frame(apng, ticks);
		if (part.w == 0 && ticks > 0)
			part.w = part.h = 1;
	}
	if (part.w > 0) {
		size_t cleared = take_frame(apng, bitmap, part);

		apng->ticks = ticks;
		if (put_frame(apng, part, cleared) != FF_OK)
			return ff_status_nomem(err, "an animation");
	}
	apng->frames++;
	return FF_OK;
}

/* Puts the picture after the last frame before the first one, and the end: FF_OK or FF_E_NOMEM. */
static enum ff_status put_still(struct ff_apng *apng)
{
	const size_t pixels = (size_t)apng->w * (size_t)apng->h;
	const uint8_t *chunk;
	uint8_t *encoded;
	size_t n;
	enum ff_status st = FF_E_NOMEM;

	for (size_t i = 0; i < pixels; i++)
		put_pixel(apng, apng->pixels + i * (apng->colours > 0 ? 1 : CHANNELS),
			  apng->shown[i]);
	if (ff_png_write_data(apng->pixels, apng->w, apng->h, type_of(apng), true, &encoded, &chunk,
			      &n) != FF_OK)
		return FF_E_NOMEM;
	n += FF_PNG_CHUNKS_FRAME;
	if (make_room(apng, n + FF_PNG_CHUNKS_FRAME) != NULL) {
		uint8_t *to = apng->file + apng->start;

		memmove(to + n, to, apng->size - apng->start);
		memcpy(to, chunk, n);
		apng->size += n;
		ff_png_chunks_frame(apng->file + apng->size, "IEND", 0);
		apng->size += FF_PNG_CHUNKS_FRAME;
		put_animation(apng->file + ACTL_AT, apng->stored);
		st = FF_OK;
	}
	free(encoded);
	return st;
}

enum ff_status ff_apng_end(struct ff_apng *apng, uint8_t **data, size_t *size, struct ff_error *err)
{
	enum ff_status st = put_still(apng);
	uint8_t *fitted;

	if (st == FF_OK) {
		fitted = realloc(apng->file, apng->size);
		*data = fitted != NULL ? fitted : apng->file;
		*size = apng->size;
		apng->file = NULL;
	}
	ff_apng_free(apng);
	return st == FF_OK ? FF_OK : ff_status_nomem(err, "an animation");
}

void ff_apng_free(struct ff_apng *apng)
{
	free(apng->file);
	free(apng->shown);
	free(apng->pixels);
	*apng = (struct ff_apng){0};
}
