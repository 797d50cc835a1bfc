/*
 * The function that a fuzzer feeds: each fuzz_*.c defines it, libFuzzer or driver.c calls it.
 * And helpers that targets share.
 */
#ifndef FUZZ_H
#define FUZZ_H

/* A broken promise ends the program by assert(). */
#undef NDEBUG
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/input.h"

/* Returns 0; keeps nothing from one call to the next. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns a block of exactly that size, so that a checker sees accesses past its end. */
static inline void *fuzz_block(size_t n, size_t size)
{
	void *block = malloc(n * size > 0 ? n * size : 1);

	assert(block != NULL);
	return block;
}

/* Returns an input that has been read to its end; ff_input_close() frees it. */
static inline struct ff_input fuzz_input(const char *name, const uint8_t *data, size_t size)
{
	struct ff_input in = {.name = name, .size = size, .room = size, .fd = -1, .ended = true};

	in.data = fuzz_block(size, 1);
	if (size > 0)
		memcpy(in.data, data, size);
	return in;
}

/* Checks that a reader failed as it may: with a line of printable text that begins
 * with the input's name, unless memory ran out. */
static inline void fuzz_failed(enum ff_status st, const struct ff_error *err, const char *name)
{
	assert(st == FF_E_INPUT || st == FF_E_LIMIT || st == FF_E_NOMEM);
	assert(st == FF_E_NOMEM || strncmp(err->text, name, strlen(name)) == 0);
	for (const char *c = err->text; *c != '\0'; c++)
		assert((unsigned char)*c >= ' ' && *c != 127);
}

#endif
