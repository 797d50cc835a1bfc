/*
 * A reader that checks checksums turns away nearly all that a fuzzer makes of a
 * PNG.  So one chunk's content is mutated rather than the file, mostly, and the
 * checksums are put right again, mostly.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <libdeflate.h>

/* libFuzzer's own; it calls LLVMFuzzerCustomMutator(). */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

enum {
	SIGNATURE = 8,
	FRAME = 12,         /* a chunk's length, type and checksum */
	LARGEST = 1 << 16,  /* content that is mutated */
	INFLATED = 1 << 22, /* data whose checksum is put right */
	CHUNKS = 64,
};

struct chunk {
	size_t at, n; /* where its frame begins; bytes of content */
};

static uint32_t get32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void put32(uint8_t *p, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> (24 - 8 * i));
}

/* Lists the whole chunks; returns their number. */
static size_t list(const uint8_t *data, size_t size, struct chunk chunks[CHUNKS])
{
	size_t count = 0, at = SIGNATURE;

	if (size < SIGNATURE || memcmp(data, "\x89PNG\r\n\x1a\n", SIGNATURE) != 0)
		return 0;
	while (count < CHUNKS && size - at >= FRAME && get32(data + at) <= size - at - FRAME) {
		chunks[count] = (struct chunk){at, get32(data + at)};
		at += FRAME + chunks[count++].n;
	}
	return count;
}

static size_t mutate_chunk(uint8_t *data, size_t size, size_t max_size, const struct chunk *chunk)
{
	static uint8_t content[LARGEST];
	size_t from = chunk->at + 8, tail = size - from - chunk->n, room = max_size - from - tail;
	size_t n;

	if (chunk->n > LARGEST || room == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	memcpy(content, data + from, chunk->n);
	n = LLVMFuzzerMutate(content, chunk->n, room < LARGEST ? room : LARGEST);
	memmove(data + from + n, data + from + chunk->n, tail);
	memcpy(data + from, content, n);
	put32(data + chunk->at, (uint32_t)n);
	return from + n + tail;
}

/* Corrects the Adler-32 of the data if they can be inflated. */
static void mend_data(uint8_t *data, const struct chunk *chunks, size_t count)
{
	static uint8_t zlib[LARGEST], bytes[INFLATED];
	struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
	size_t n = 0, out, last = count;

	for (size_t i = 0; i < count; i++) {
		if (memcmp(data + chunks[i].at + 4, "IDAT", 4) != 0)
			continue;
		if (chunks[i].n > LARGEST - n)
			break;
		memcpy(zlib + n, data + chunks[i].at + 8, chunks[i].n);
		n += chunks[i].n;
		last = i;
	}
	if (n > 6 && chunks[last].n >= 4 && inflater != NULL &&
	    libdeflate_deflate_decompress(inflater, zlib + 2, n - 6, bytes, INFLATED, &out) ==
		    LIBDEFLATE_SUCCESS)
		put32(data + chunks[last].at + 8 + chunks[last].n - 4,
		      libdeflate_adler32(1, bytes, out));
	libdeflate_free_decompressor(inflater);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	struct chunk chunks[CHUNKS];
	size_t count = list(data, size, chunks);

	if (count == 0 || seed % 8 == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	if (seed % 4 == 0)
		size = LLVMFuzzerMutate(data, size, max_size);
	else
		size = mutate_chunk(data, size, max_size, &chunks[seed / 8 % count]);
	count = list(data, size, chunks);
	if (seed % 8 == 1)
		return size;
	mend_data(data, chunks, count);
	for (size_t i = 0; i < count; i++)
		put32(data + chunks[i].at + 8 + chunks[i].n,
		      libdeflate_crc32(0, data + chunks[i].at + 4, chunks[i].n + 4));
	return size;
}
