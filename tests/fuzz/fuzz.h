/*
 * What a fuzzer feeds: each fuzz_*.c defines it, libFuzzer or driver.c calls it.
 */
#ifndef FUZZ_H
#define FUZZ_H

/* A broken promise ends the program by assert(). */
#undef NDEBUG
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/* Returns 0; keeps nothing from one call to the next. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
