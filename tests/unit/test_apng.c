/*
 * Animations are taken apart here, chunk by chunk; each frame's rectangle becomes a PNG file of
 * its own, stb_image decodes that, and what it shows is laid over the frames before.
 */
#include "io/apng.h"

#include "io/stb.h"
#include "png.h"
#include "tap.h"

#include <inttypes.h>

static const struct ff_image_text texts[] = {{"Software", "flowfield"}, {"Empty", ""}};

enum { RATE = 12 };

/* A frame as it was given. */
struct given {
	struct ff_colour *pixels; /* [w*h] */
	uint32_t ticks;
};

struct film {
	struct ff_bitmap image; /* the last frame */
	uint32_t colours;       /* that pixels are drawn from */
	struct ff_colour palette[FF_APNG_COLOURS];
	int known;            /* colours of the palette; 0: none */
	struct given *frames; /* [count] */
	size_t count;
	struct png_file file;
};

/* The colour with a number; all are different. */
static struct ff_colour colour_of(uint32_t number)
{
	uint32_t rgb = number * 0x9e3779;

	return (struct ff_colour){(uint8_t)rgb, (uint8_t)(rgb >> 8), (uint8_t)(rgb >> 16)};
}

static struct film new_film(int32_t w, int32_t h, uint32_t colours, uint64_t *dice)
{
	size_t n = (size_t)w * (size_t)h;
	struct film film = {
		.image = {.w = w, .h = h, .pixels = oracle_cells(n, sizeof(struct ff_colour))},
		.colours = colours};

	for (size_t i = 0; i < n; i++)
		film.image.pixels[i] = colour_of((uint32_t)oracle_random(dice) % colours);
	return film;
}

static void free_film(struct film *film)
{
	for (size_t i = 0; i < film->count; i++)
		free(film->frames[i].pixels);
	free(film->frames);
	free(film->image.pixels);
	free(film->file.data);
}

static enum ff_status add(struct film *film, struct ff_apng *apng, struct ff_image_part changed,
			  uint32_t ticks, struct ff_error *err)
{
	size_t n = (size_t)film->image.w * (size_t)film->image.h;
	struct given *frames = oracle_cells(film->count + 1, sizeof *frames);

	if (film->count > 0)
		memcpy(frames, film->frames, film->count * sizeof *frames);
	free(film->frames);
	film->frames = frames;
	frames[film->count] = (struct given){oracle_cells(n, sizeof *frames->pixels), ticks};
	memcpy(frames[film->count++].pixels, film->image.pixels, n * sizeof *frames->pixels);
	return ff_apng_add(apng, &film->image, changed, ticks, err);
}

/* Changes pixels within a part, or none. */
static struct ff_image_part change(struct film *film, uint64_t *dice)
{
	struct ff_bitmap *image = &film->image;
	int32_t x = (int32_t)(oracle_random(dice) % (uint64_t)image->w);
	int32_t y = (int32_t)(oracle_random(dice) % (uint64_t)image->h);
	struct ff_image_part part = {x, y,
				     1 + (int32_t)(oracle_random(dice) % (uint64_t)(image->w - x)),
				     1 + (int32_t)(oracle_random(dice) % (uint64_t)(image->h - y))};
	uint64_t share = oracle_random(dice) % 4; /* 0: none */

	for (int32_t j = y; j < y + part.h; j++)
		for (int32_t i = x; i < x + part.w; i++)
			if (oracle_random(dice) % 4 < share)
				image->pixels[j * image->w + i] =
					colour_of((uint32_t)oracle_random(dice) % film->colours);
	return part;
}

struct reading {
	const struct film *film;
	const uint8_t *chunk, *end; /* the next one */
	uint32_t sequence, frames;
	const uint8_t *palette, *opacity; /* data of PLTE and tRNS; NULL: there are none */
	size_t palette_size, opacity_size;
	uint8_t *canvas; /* [h][w] of red, green, blue */
	size_t shown;    /* given frames that the file's frames so far have shown... */
	uint32_t left;   /* ...and the ticks for which one of them is still to be shown */
};

static bool is(const struct reading *r, const char *type)
{
	return r->end - r->chunk >= PNG_FRAME && memcmp(r->chunk + 4, type, 4) == 0;
}

/* Takes the next chunk, which must be sound and of that type; its data, or NULL. */
static const uint8_t *take(struct reading *r, const char *type, size_t *n)
{
	const uint8_t *chunk = r->chunk;

	if (!CHECK(r->end - chunk >= PNG_FRAME &&
			   png_get32(chunk) <= (size_t)(r->end - chunk) - PNG_FRAME,
		   "no %s: the file ends", type))
		return NULL;
	*n = png_get32(chunk);
	if (!CHECK(memcmp(chunk + 4, type, 4) == 0, "%s expected, not %.4s", type, chunk + 4) ||
	    !CHECK(png_get32(chunk + 8 + *n) == png_crc(chunk + 4, *n + 4), "checksum of %s", type))
		return NULL;
	r->chunk += PNG_FRAME + *n;
	return chunk + 8;
}

/* Decodes a frame's rectangle and lays it over the canvas. */
static void lay_over(struct reading *r, const uint8_t *control, const uint8_t *data, size_t n)
{
	uint32_t w = png_get32(control + 4), h = png_get32(control + 8);
	uint32_t x = png_get32(control + 12), y = png_get32(control + 16);
	bool indexed = r->palette != NULL;
	struct png_file file = png_begin(w, h, 8, indexed ? PNG_INDEXED : PNG_RGB_ALPHA, false);
	size_t inflated = h * ((indexed ? 1 : 4) * (size_t)w + 1);
	struct ff_stb_file what = {.inflated = inflated, .inflated_most = inflated};
	struct ff_stb_image image;
	const char *why;
	enum ff_status st;

	if (indexed) {
		png_chunk(&file, "PLTE", r->palette, r->palette_size);
		png_chunk(&file, "tRNS", r->opacity, r->opacity_size);
	}
	png_chunk(&file, "IDAT", data, n);
	png_end(&file);
	what.data = file.data;
	what.size = file.size;
	st = ff_stb_decode(&what, 1 << 24, &image, &why);
	free(file.data);
	if (!CHECK(st == FF_OK && image.adler == png_get32(data + n - 4),
		   "frame %" PRIu32 ": status %d", r->frames, (int)st))
		return;
	for (uint32_t j = 0; j < h; j++)
		for (uint32_t i = 0; i < w; i++) {
			const uint8_t *from =
				(uint8_t *)image.samples + (j * w + i) * (size_t)image.channels;
			size_t to = (size_t)(y + j) * (size_t)r->film->image.w + x + i;

			if (from[3] == 255)
				memcpy(r->canvas + 3 * to, from, 3);
			else
				CHECK(control[25] == 1 && from[3] == 0, "opacity %d", from[3]);
		}
	free(image.samples);
}

/* The canvas is what the given frames are for which the control chunk has the ticks. */
static void compare(struct reading *r, uint32_t ticks)
{
	const struct film *film = r->film;
	size_t n = (size_t)film->image.w * (size_t)film->image.h;

	while (ticks > 0 && CHECK(r->shown < film->count, "the file has more than was given")) {
		const struct given *given = &film->frames[r->shown];
		uint32_t part;
		size_t bad = 0;

		for (size_t i = 0; i < n; i++)
			bad += memcmp(&given->pixels[i], r->canvas + 3 * i, 3) != 0;
		CHECK(bad == 0, "frame %zu of %zu: %zu of %zu pixels differ", r->shown, film->count,
		      bad, n);
		r->left = r->left == 0 ? given->ticks : r->left;
		part = ticks < r->left ? ticks : r->left;
		r->left -= part;
		ticks -= part;
		r->shown += r->left == 0;
	}
}

/* One frame of the file; false after what is no frame. */
static bool read_frame(struct reading *r)
{
	const struct ff_bitmap *image = &r->film->image;
	bool first = r->frames == 0;
	size_t n = 0;
	const uint8_t *control = take(r, "fcTL", &n), *data;
	uint64_t right, bottom;

	if (control == NULL || !CHECK(n == 26, "fcTL of %zu bytes", n))
		return false;
	right = (uint64_t)png_get32(control + 12) + png_get32(control + 4);
	bottom = (uint64_t)png_get32(control + 16) + png_get32(control + 8);
	CHECK(png_get32(control) == r->sequence, "fcTL %" PRIu32 ", should be %" PRIu32,
	      png_get32(control), r->sequence);
	r->sequence++;
	if (!CHECK(png_get32(control + 4) > 0 && png_get32(control + 8) > 0 &&
			   right <= (uint64_t)image->w && bottom <= (uint64_t)image->h,
		   "a frame ends at %" PRIu64 ",%" PRIu64, right, bottom))
		return false;
	CHECK(!first || (right == (uint64_t)image->w && bottom == (uint64_t)image->h &&
			 png_get32(control + 12) == 0 && png_get32(control + 16) == 0),
	      "the first frame is not the picture");
	CHECK((control[22] << 8 | control[23]) == RATE, "delays are parts of %d",
	      control[22] << 8 | control[23]);
	CHECK(control[24] == 0 && control[25] == !first, "dispose %d, blend %d", control[24],
	      control[25]);
	if ((data = take(r, "fdAT", &n)) == NULL)
		return false;
	CHECK(n > 4 && png_get32(data) == r->sequence, "fdAT %" PRIu32, png_get32(data));
	r->sequence++;
	lay_over(r, control, data + 4, n - 4);
	compare(r, (uint32_t)(control[20] << 8 | control[21]));
	r->frames++;
	return true;
}

/* The picture for programs without animation is the last frame. */
static void check_still(struct reading *r, const uint8_t *data, size_t n)
{
	const struct ff_bitmap *image = &r->film->image;
	const size_t size = (size_t)image->w * (size_t)image->h * 3;
	uint8_t control[26] = {0}, *last = oracle_cells(size, 1);

	for (int i = 0; i < 4; i++) {
		control[4 + i] = (uint8_t)(image->w >> (24 - 8 * i));
		control[8 + i] = (uint8_t)(image->h >> (24 - 8 * i));
	}
	memcpy(last, r->canvas, size);
	memset(r->canvas, 0, size);
	lay_over(r, control, data, n);
	CHECK(memcmp(r->canvas, last, size) == 0, "the still picture is another one");
	free(last);
}

/* The file shows what was given; returns how many frames it has. */
static uint32_t check_file(const struct film *film)
{
	const struct ff_bitmap *image = &film->image;
	struct reading r = {.film = film,
			    .chunk = film->file.data + 8,
			    .end = film->file.data + film->file.size};
	uint32_t wanted = 0;
	const uint8_t *data, *still;
	size_t n = 0, still_size = 0;

	r.canvas = oracle_cells((size_t)image->w * (size_t)image->h, 3);
	CHECK(film->file.size > 8 && memcmp(film->file.data, "\x89PNG\r\n\x1a\n", 8) == 0,
	      "signature");
	if ((data = take(&r, "IHDR", &n)) != NULL)
		CHECK(png_get32(data) == (uint32_t)image->w &&
			      png_get32(data + 4) == (uint32_t)image->h &&
			      memcmp(data + 8, film->known > 0 ? "\10\3\0\0\0" : "\10\6\0\0\0",
				     5) == 0,
		      "the header");
	if ((data = take(&r, "acTL", &n)) != NULL) {
		CHECK(n == 8 && png_get32(data + 4) == 0, "acTL: it does not go on for ever");
		wanted = png_get32(data);
	}
	if (film->known > 0) {
		r.palette = take(&r, "PLTE", &r.palette_size);
		r.opacity = take(&r, "tRNS", &r.opacity_size);
	}
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if ((data = take(&r, "tEXt", &n)) != NULL)
			CHECK(n == strlen(texts[i].keyword) + 1 + strlen(texts[i].text) &&
				      strcmp((const char *)data, texts[i].keyword) == 0,
			      "text %zu", i);
	still = take(&r, "IDAT", &still_size);
	while (is(&r, "fcTL") && read_frame(&r))
		;
	if (still != NULL)
		check_still(&r, still, still_size);
	CHECK(take(&r, "IEND", &n) != NULL && n == 0 && r.chunk == r.end, "the end");
	CHECK(r.frames == wanted, "%" PRIu32 " frames, acTL says %" PRIu32, r.frames, wanted);
	CHECK(r.shown == film->count, "%zu of %zu given frames are shown", r.shown, film->count);
	free(r.canvas);
	return r.frames;
}

static void open_film(const struct film *film, struct ff_apng *apng)
{
	struct ff_error err = {""};
	enum ff_status st =
		ff_apng_open(apng, film->image.w, film->image.h, film->palette, film->known, texts,
			     sizeof texts / sizeof *texts, RATE, &err);

	CHECK(st == FF_OK, "\"%s\"", err.text);
}

static void end_film(struct film *film, struct ff_apng *apng)
{
	CHECK(ff_apng_end(apng, &film->file.data, &film->file.size, NULL) == FF_OK, "no memory");
}

static void add_well(struct film *film, struct ff_apng *apng, struct ff_image_part part,
		     uint32_t ticks)
{
	struct ff_error err = {""};

	CHECK(add(film, apng, part, ticks, &err) == FF_OK, "\"%s\"", err.text);
}

/* Gives a film a palette of all its colours. */
static void know_colours(struct film *film)
{
	struct ff_bitmap page = {.w = (int32_t)film->colours,
				 .h = 1,
				 .pixels = oracle_cells(film->colours, sizeof(struct ff_colour))};

	for (uint32_t i = 0; i < film->colours; i++)
		page.pixels[i] = colour_of(i);
	film->known = ff_apng_palette(&page, 1, film->palette);
	CHECK(film->known == (film->colours <= FF_APNG_COLOURS ? (int)film->colours : 0),
	      "a palette of %d for %" PRIu32 " colours", film->known, film->colours);
	free(page.pixels);
}

static void every_frame_shows_the_pixels_that_were_given(void)
{
	static const uint32_t colours[] = {1, 2, 16, 252, 253, 5000, 1 << 24};
	uint64_t dice = ORACLE_SEED;

	for (int i = 0; i < 210; i++) {
		struct film film =
			new_film(1 + (int32_t)(oracle_random(&dice) % 40),
				 1 + (int32_t)(oracle_random(&dice) % 40), colours[i % 7], &dice);
		struct ff_image_part part = {0, 0, 0, 0};
		struct ff_apng apng;
		int frames = 1 + (int)(oracle_random(&dice) % 12);

		if (i % 2 == 0 && film.colours <= 5000)
			know_colours(&film);
		open_film(&film, &apng);
		for (int k = 0; k < frames; k++) {
			add_well(&film, &apng, part, 1 + (uint32_t)(oracle_random(&dice) % 5));
			part = change(&film, &dice);
		}
		end_film(&film, &apng);
		check_file(&film);
		free_film(&film);
	}
}

static void a_pixel_in_a_thousand_may_get_the_nearest_colour_of_the_palette(void)
{
	enum { W = 1000, H = 10, RARE = W * H / 1000 };
	struct film film = {
		.image = {.w = W,
			  .h = H,
			  .pixels = oracle_cells((size_t)W * H, sizeof(struct ff_colour))}};
	struct ff_colour *pixels = film.image.pixels;
	struct ff_apng apng;

	/* Greys and reds that fill the palette, and others near the lightest grey. */
	for (int i = 0; i < W * H; i++)
		memset(&pixels[i], 4 + 2 * (i % 126), sizeof *pixels);
	for (int i = 0; i < 126; i++)
		pixels[i] = pixels[W + i] = (struct ff_colour){(uint8_t)(4 + 2 * i), 0, 0};
	for (int i = 0; i < RARE; i++)
		pixels[500 + i] =
			(struct ff_colour){(uint8_t)(255 - i / 3), 255, (uint8_t)(254 - i % 3)};
	film.known = ff_apng_palette(&film.image, 1, film.palette);
	CHECK(film.known == FF_APNG_COLOURS, "%d colours", film.known);
	open_film(&film, &apng);
	add_well(&film, &apng, (struct ff_image_part){0, 0, W, H}, 1);
	end_film(&film, &apng);
	for (int i = 0; i < RARE; i++)
		film.frames[0].pixels[500 + i] = (struct ff_colour){254, 254, 254};
	check_file(&film);
	pixels[600] = (struct ff_colour){0, 0, 255};
	CHECK(ff_apng_palette(&film.image, 1, film.palette) == 0, "one more, and still a palette");
	free_film(&film);
}

static void a_frame_that_shows_nothing_new_makes_the_last_one_longer(void)
{
	uint64_t dice = ORACLE_SEED;
	struct film film = new_film(9, 7, 20, &dice);
	struct ff_apng apng;
	uint32_t frames;

	open_film(&film, &apng);
	for (int k = 0; k < 10; k++)
		add_well(&film, &apng, (struct ff_image_part){0, 0, 9, 7}, 3);
	end_film(&film, &apng);
	frames = check_file(&film);
	CHECK(frames == 1, "%" PRIu32 " frames", frames);
	free_film(&film);
}

static void what_is_shown_for_longer_than_a_frame_can_be_is_stored_again_as_a_pixel(void)
{
	uint64_t dice = ORACLE_SEED;
	struct film film = new_film(9, 7, 300, &dice);
	struct ff_apng apng;
	uint32_t frames;

	open_film(&film, &apng);
	for (int k = 0; k < 3; k++)
		add_well(&film, &apng, (struct ff_image_part){2, 2, 2, 2}, 65535);
	end_film(&film, &apng);
	frames = check_file(&film);
	CHECK(frames == 3, "%" PRIu32 " frames", frames);
	free_film(&film);
}

/* A front that grows through a large picture. */
static void what_does_not_change_takes_next_to_no_room(void)
{
	enum { SIDE = 256 };
	uint64_t dice = ORACLE_SEED;
	struct film film = new_film(SIDE, SIDE, 240, &dice);
	struct ff_apng apng;
	size_t first = 0;

	open_film(&film, &apng);
	for (int32_t k = 0; k < SIDE / 2; k++) {
		for (int32_t i = -k; i <= k; i++)
			for (int32_t j = -k; j <= k; j += i == -k || i == k || k == 0 ? 1 : 2 * k)
				film.image.pixels[(SIDE / 2 + j) * SIDE + SIDE / 2 + i] =
					colour_of(7);
		add_well(&film, &apng, (struct ff_image_part){0, 0, SIDE, SIDE}, 1);
		first = k == 0 ? apng.size : first;
	}
	CHECK(apng.size < first + SIDE / 2 * 500, "%zu bytes after the first frame of %zu",
	      apng.size - first, first);
	end_film(&film, &apng);
	check_file(&film);
	free_film(&film);
}

int main(void)
{
	NOTE("seed %" PRIu64, ORACLE_SEED);
	RUN(every_frame_shows_the_pixels_that_were_given);
	RUN(a_pixel_in_a_thousand_may_get_the_nearest_colour_of_the_palette);
	RUN(a_frame_that_shows_nothing_new_makes_the_last_one_longer);
	RUN(what_is_shown_for_longer_than_a_frame_can_be_is_stored_again_as_a_pixel);
	RUN(what_does_not_change_takes_next_to_no_room);
	return tap_done();
}
