#include "io/texts.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

enum { KEYWORD = 79 }; /* most bytes of a keyword in PNG */

enum ff_status ff_texts_add(struct ff_texts *texts, const void *keyword, size_t keyword_size,
			    const void *text, size_t size)
{
	struct ff_text *to;
	char *block;

	if (texts->count == FF_TEXTS_MAX || keyword_size == 0 || keyword_size > KEYWORD ||
	    size > FF_TEXTS_BYTES || memchr(keyword, 0, keyword_size) != NULL)
		return FF_OK;
	if (!ff_memory_grow(&texts->items, &texts->room, texts->count + 1, sizeof *texts->items))
		return FF_E_NOMEM;
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
		free(texts->items[i].keyword); /* one block with the text */
	free(texts->items);
	*texts = (struct ff_texts){0};
}

enum ff_status ff_texts_add_line(struct ff_texts *texts, const char *line, size_t n)
{
	const char *colon = n > 0 ? memchr(line, ':', n) : NULL, *end = line + n;

	if (colon == NULL || colon + 1 >= end || colon[1] != ' ')
		return FF_OK;
	return ff_texts_add(texts, line, (size_t)(colon - line), colon + 2,
			    (size_t)(end - colon) - 2);
}

/* Decodes the entities in n bytes, in place; returns how many bytes are left. */
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

enum ff_status ff_texts_read_svg(struct ff_input *in, struct ff_texts *texts, struct ff_error *err)
{
	enum { HEADER = 64 * 1024 }; /* bytes that are searched for metadata */
	static const char start[] = "<metadata>\n";
	enum ff_status st = ff_input_fill(in, HEADER, err);
	size_t size = in->size < HEADER ? in->size : HEADER;
	char *at, *end;

	if (st != FF_OK || (at = memmem(in->data, size, start, strlen(start))) == NULL)
		return st;
	at += strlen(start);
	while ((end = memchr(at, '\n', size - (size_t)(at - (char *)in->data))) != NULL &&
	       *at != '<') {
		if (ff_texts_add_line(texts, at, unescape(at, (size_t)(end - at))) != FF_OK)
			return ff_status_nomem(err, in->name);
		at = end + 1;
	}
	return FF_OK;
}
