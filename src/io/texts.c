#include "io/texts.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "io/bytes.h"

enum { KEYWORD = 79 }; /* as PNG has it */

enum ff_status ff_texts_add(struct ff_texts *texts, const void *keyword, size_t keyword_size,
			    const void *text, size_t size)
{
	void *items = texts->items;
	struct ff_text *to;
	char *block;

	if (texts->count == FF_TEXTS_MAX || keyword_size == 0 || keyword_size > KEYWORD ||
	    size > FF_TEXTS_BYTES || memchr(keyword, 0, keyword_size) != NULL)
		return FF_OK;
	if (!ff_memory_grow(&items, &texts->room, texts->count + 1, sizeof *texts->items))
		return FF_E_NOMEM;
	texts->items = items;
	if ((block = malloc(keyword_size + 1 + size + 1)) == NULL)
		return FF_E_NOMEM;
	memcpy(block, keyword, keyword_size);
	block[keyword_size] = '\0';
	if (size > 0)
		memcpy(block + keyword_size + 1, text, size);
	block[keyword_size + 1 + size] = '\0';
	to = &texts->items[texts->count++];
	to->keyword = block;
	to->text = block + keyword_size + 1;
	return FF_OK;
}

const char *ff_texts_find(const struct ff_texts *texts, const char *keyword)
{
	for (size_t i = 0; i < texts->count; i++)
		if (strcmp(texts->items[i].keyword, keyword) == 0)
			return texts->items[i].text;
	return NULL;
}

void ff_texts_free(struct ff_texts *texts)
{
	for (size_t i = 0; i < texts->count; i++)
		free(texts->items[i].keyword); /* and the text behind it */
	free(texts->items);
	*texts = (struct ff_texts){0};
}

enum {
	MOST = 1 << 20,
	HEADER = 64 * 1024, /* in which texts are looked for */
};

static enum ff_status read_png(struct ff_input *in, struct ff_texts *texts, struct ff_error *err)
{
	enum { SIGNATURE = 8, FRAME = 12 }; /* bytes; the latter are length, type and checksum */
	enum ff_status st = FF_OK;
	size_t at = SIGNATURE;

	while (st == FF_OK && at < MOST) {
		const uint8_t *chunk, *data, *end;
		size_t size;

		if ((st = ff_input_fill(in, at + FRAME, err)) != FF_OK || in->size < at + FRAME)
			break;
		size = ff_bytes_get32(in->data + at);
		if (memcmp(in->data + at + 4, "IDAT", 4) == 0 || size > MOST)
			break;
		if ((st = ff_input_fill(in, at + FRAME + size, err)) != FF_OK ||
		    in->size < at + FRAME + size)
			break;
		chunk = in->data + at;
		data = chunk + 8;
		end = memcmp(chunk + 4, "tEXt", 4) == 0 ? memchr(data, 0, size) : NULL;
		if (end != NULL && ff_texts_add(texts, data, (size_t)(end - data), end + 1,
						size - (size_t)(end - data) - 1) != FF_OK)
			st = ff_status_nomem(err, in->name);
		at += FRAME + size;
	}
	return st;
}

/* Adds "Keyword: text", if it is that. */
static enum ff_status add_line(struct ff_texts *texts, const char *line, size_t n,
			       const struct ff_input *in, struct ff_error *err)
{
	const char *colon = memchr(line, ':', n), *end = line + n;

	if (colon == NULL || colon + 1 >= end || colon[1] != ' ' ||
	    ff_texts_add(texts, line, (size_t)(colon - line), colon + 2,
			 (size_t)(end - colon) - 2) == FF_OK)
		return FF_OK;
	return ff_status_nomem(err, in->name);
}

static enum ff_status read_pgm(struct ff_input *in, struct ff_texts *texts, struct ff_error *err)
{
	const char *at, *end;
	enum ff_status st;

	if ((st = ff_input_fill(in, HEADER, err)) != FF_OK)
		return st;
	at = (const char *)in->data + 2;
	end = (const char *)in->data + (in->size < HEADER ? in->size : HEADER);
	for (; at < end && st == FF_OK && strchr("# \t\r\n", *at) != NULL && *at != '\0'; at++) {
		const char *line;

		if (*at != '#')
			continue;
		if ((line = memchr(at, '\n', (size_t)(end - at))) == NULL)
			break;
		at += at + 1 < line && at[1] == ' ' ? 2 : 1;
		st = add_line(texts, at, (size_t)(line - at), in, err);
		at = line;
	}
	return st;
}

/* Takes back what stands for markup in 'n' bytes; returns how many are left. */
static size_t unescape(char *text, size_t n)
{
	static const struct {
		const char *name;
		char is;
	} names[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
	size_t to = 0;

	for (size_t at = 0; at < n; to++) {
		size_t length = 1;

		text[to] = text[at];
		for (size_t i = 0; i < sizeof names / sizeof *names; i++)
			if (n - at >= strlen(names[i].name) &&
			    memcmp(text + at, names[i].name, strlen(names[i].name)) == 0) {
				text[to] = names[i].is;
				length = strlen(names[i].name);
				break;
			}
		at += length;
	}
	return to;
}

/* Reads the lines of an SVG's metadata, as ours have them; they are changed in 'in'. */
static enum ff_status read_svg(struct ff_input *in, struct ff_texts *texts, struct ff_error *err)
{
	static const char start[] = "<metadata>\n";
	enum ff_status st = ff_input_fill(in, HEADER, err);
	size_t size = in->size < HEADER ? in->size : HEADER;
	char *at, *end;

	if (st != FF_OK || (at = memmem(in->data, size, start, strlen(start))) == NULL)
		return st;
	at += strlen(start);
	while (st == FF_OK &&
	       (end = memchr(at, '\n', size - (size_t)(at - (char *)in->data))) != NULL &&
	       *at != '<') {
		st = add_line(texts, at, unescape(at, (size_t)(end - at)), in, err);
		at = end + 1;
	}
	return st;
}

enum ff_status ff_texts_read(struct ff_input *in, struct ff_texts *texts, struct ff_error *err)
{
	static const uint8_t png[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	enum ff_status st = ff_input_fill(in, sizeof png, err);

	if (st != FF_OK || in->size < sizeof png)
		return st;
	if (memcmp(in->data, png, sizeof png) == 0)
		return read_png(in, texts, err);
	if (memcmp(in->data, "P5", 2) == 0)
		return read_pgm(in, texts, err);
	return memcmp(in->data, "<?xml", 5) == 0 ? read_svg(in, texts, err) : FF_OK;
}
