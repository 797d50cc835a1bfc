/*
 * After the description of PGM in Netpbm.  Comments stand before the size, where all readers
 * expect them.
 */
#include "io/write_pgm.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/buffer.h"
#include "io/write_samples.h"

enum {
	CHUNK = 4096,
	BYTE = 255,
};

/* A text may be of any length; a control character would end the comment. */
static void put_text(struct ff_buffer *buffer, const char *text)
{
	for (char *to; *text != '\0' && (to = ff_buffer_room(buffer, 1)) != NULL; text++) {
		*to = *text;
		if ((unsigned char)*text < ' ' || *text == 127)
			*to = '?';
		buffer->used++;
	}
}

static void put_line(struct ff_buffer *buffer, const char *head, const char *keyword,
		     const char *text)
{
	char *to;

	put_text(buffer, head);
	put_text(buffer, keyword);
	put_text(buffer, text);
	if ((to = ff_buffer_room(buffer, 1)) != NULL) {
		*to = '\n';
		buffer->used++;
	}
}

static void put_header(struct ff_buffer *buffer, const struct ff_write_raster *what, int most)
{
	char size[64], last[16];

	put_line(buffer, "P5", "", "");
	for (size_t i = 0; i < what->text_count; i++) {
		put_text(buffer, "# ");
		put_line(buffer, what->texts[i].keyword, ": ", what->texts[i].text);
	}
	snprintf(size, sizeof size, "%" PRId32 " %" PRId32, what->raster.w, what->raster.h);
	snprintf(last, sizeof last, "%d", most);
	put_line(buffer, size, "", "");
	put_line(buffer, last, "", "");
}

/* Whether all samples are bytes, of which one is left for cells without a value if there are any.
 */
static bool are_bytes(const struct ff_write_raster *what)
{
	size_t all = ff_raster_numbers(&what->raster);
	uint16_t samples[CHUNK];
	bool none = false, last = false;

	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;

		ff_write_samples(what, first, n, samples);
		for (size_t i = 0; i < n; i++) {
			if (samples[i] > BYTE && samples[i] != FF_WRITE_SAMPLES_NONE)
				return false;
			none |= samples[i] == FF_WRITE_SAMPLES_NONE;
			last |= samples[i] == BYTE;
		}
	}
	return !none || !last;
}

enum ff_status ff_write_pgm(struct ff_output *out, const struct ff_write_raster *what,
			    struct ff_error *err)
{
	struct ff_buffer buffer = {.out = out, .err = err};
	size_t all = ff_raster_numbers(&what->raster);
	bool bytes = are_bytes(what);
	uint16_t samples[CHUNK];

	put_header(&buffer, what, bytes ? BYTE : FF_WRITE_SAMPLES_NONE);
	for (size_t first = 0; first < all; first += CHUNK) {
		size_t n = all - first < CHUNK ? all - first : CHUNK;
		char *to = ff_buffer_room(&buffer, CHUNK * sizeof *samples);

		if (to == NULL)
			break;
		ff_write_samples(what, first, n, samples);
		for (size_t i = 0; i < n; i++) {
			if (!bytes)
				*to++ = (char)(samples[i] >> 8);
			*to++ = (char)samples[i]; /* of 65535, too, 255 */
		}
		buffer.used = (size_t)(to - buffer.bytes);
	}
	return ff_buffer_flush(&buffer);
}
