#include "io/texts.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

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
