/*
 * The one place where the packaged image library becomes code.  It inflates
 * whatever there is, however long, and on some failures forgets its blocks: so it
 * gets them from a budget, which knows each one and frees what is left.
 */
#include "format/stb.h"

#include <stdlib.h>

struct budget {
	size_t left;
	bool nomem; /* it was not the budget that ran out */
	struct {
		void *block;
		size_t size;
	} held[8]; /* stb_image has four at a time */
};

/* Whose blocks they are that the library asks for: a hook has no parameter to tell. */
static _Thread_local struct budget *budget;

/* The budget's entry of that block; of NULL, a free one.  -1 if there is none. */
static int entry_of(const void *block)
{
	for (int i = 0; i < (int)(sizeof budget->held / sizeof *budget->held); i++)
		if (budget->held[i].block == block)
			return i;
	return -1;
}

static void *resize(void *block, size_t size)
{
	int i = entry_of(block);
	void *resized;

	/* A block that grows counts once: large ones are moved without a copy. */
	if (i < 0 || size > budget->left + budget->held[i].size)
		return NULL;
	if ((resized = realloc(block, size)) == NULL) {
		budget->nomem = true;
		return NULL;
	}
	budget->left += budget->held[i].size - size;
	budget->held[i].block = resized;
	budget->held[i].size = size;
	return resized;
}

/* Takes a block out of the budget; false if it is not there: freed before, or NULL. */
static bool release(const void *block)
{
	int i = block == NULL ? -1 : entry_of(block);

	if (i < 0)
		return false;
	budget->left += budget->held[i].size;
	budget->held[i].block = NULL;
	budget->held[i].size = 0;
	return true;
}

static void give_back(void *block)
{
	if (release(block))
		free(block);
}

#define STBI_MALLOC(size)         resize(NULL, size)
#define STBI_REALLOC(block, size) resize(block, size)
#define STBI_FREE(block)          give_back(block)
#define STBI_MAX_DIMENSIONS       (1 << 30) /* its limit of samples counts */
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_FAILURE_STRINGS /* they may hold bytes of the file */
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

enum ff_status ff_stb_decode(const uint8_t *file, size_t n, bool wide, size_t most,
			     struct ff_stb_image *image)
{
	struct budget own = {.left = most};
	struct ff_stb_image all = {0};

	budget = &own;
	all.samples = wide ? (void *)stbi_load_16_from_memory(file, (int)n, &all.w, &all.h,
							      &all.channels, 0)
			   : (void *)stbi_load_from_memory(file, (int)n, &all.w, &all.h,
							   &all.channels, 0);
	(void)release(all.samples);
	for (size_t i = 0; i < sizeof own.held / sizeof *own.held; i++)
		free(own.held[i].block);
	budget = NULL;
	if (all.samples == NULL)
		return own.nomem ? FF_E_NOMEM : FF_E_INPUT;
	*image = all;
	return FF_OK;
}
