/*
 * Pictures pack best and fastest unfiltered, at libdeflate's first level, even RGB ones of
 * gradients.  But it looks at every byte, even of rows that it has seen.  Here a row that is the
 * one above is compared at once, and places are remembered only where a copy or a byte begins:
 * pictures of large cells take an eighth of the time, which was most of the run on a small map.
 *
 * The codes of a block (RFC 1951, section 3.2.7) are Huffman's; weights have a floor, so that no
 * code is longer than the format allows.
 */
#include "io/deflate.h"

#include <libdeflate.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "io/bytes.h"

enum {
	END = 256,        /* the symbol after the last one */
	SYMBOLS = 286,    /* bytes, the end, lengths */
	DISTANCES = 30,   /* symbols of distances */
	PRECODES = 19,    /* lengths of codes; those that repeat others are not used */
	LEAST = 3,        /* bytes of a copy */
	MOST = 258,       /* likewise */
	FAR = 32768,      /* bytes from a copy to what it repeats, at most */
	LONG = 32,        /* bytes of a copy from above that is not compared with others */
	TOKENS = 1 << 15, /* of a block */
	SLOT_BITS = 12,   /* of the number of a remembered place */
	PATIENCE = 5,     /* after 2^PATIENCE bytes without a copy, every other one is tried */
};

/* A copy; or, if the length is 0, a byte. */
struct token {
	uint16_t length, distance;
};

struct writer {
	uint8_t *at, *end;
	bool full;     /* there was no room for all */
	uint64_t held; /* bits that are not written yet, the first lowest */
	unsigned count;
};

struct packing {
	struct token tokens[TOKENS]; /* [count]  of this block */
	size_t count;
	uint32_t symbols[SYMBOLS], distances[DISTANCES]; /* how often each occurs */
	uint32_t slots[1 << SLOT_BITS]; /* index after the last place of eight such bytes */
	struct writer to;
};

struct code {
	uint8_t bits[SYMBOLS];
	uint16_t words[SYMBOLS]; /* the first bit lowest */
};

/* A length or distance: its symbol, and the bits that follow. */
struct part {
	unsigned symbol, extra, value;
};

/* Splits a number into one of the symbols, of which 2^bits have the same number of extra bits. */
static inline struct part split(unsigned number, unsigned bits)
{
	unsigned extra =
		number >> (bits + 1) == 0 ? 0 : 31 - (unsigned)__builtin_clz(number) - bits;

	return (struct part){(extra << bits) + (number >> extra), extra,
			     number & ((1U << extra) - 1)};
}

static inline struct part split_length(unsigned length)
{
	struct part part = split(length - LEAST, 2);

	part.symbol += END + 1;
	return length == MOST ? (struct part){SYMBOLS - 1, 0, 0} : part;
}

static inline struct part split_distance(unsigned distance)
{
	return split(distance - 1, 1);
}

/* Writes at most 28 bits: the longest code, and those behind that of a distance. */
static inline void put_bits(struct writer *to, uint64_t value, unsigned bits)
{
	to->held |= value << to->count;
	for (to->count += bits; to->count >= 32; to->count -= 32, to->held >>= 32)
		if (to->end - to->at >= 4)
			to->at = ff_bytes_put_least(to->at, to->held, 4);
		else
			to->full = true;
}

static inline void put_part(struct writer *to, const struct code *code, struct part part)
{
	unsigned bits = code->bits[part.symbol];

	put_bits(to, code->words[part.symbol] | (uint64_t)part.value << bits, bits + part.extra);
}

/* Sets the lengths of the codes of n symbols, 0 of those that do not occur. */
static void choose_lengths(const uint32_t *counts, int n, int longest, uint8_t *bits)
{
	uint32_t weights[2 * SYMBOLS], floor = 1;
	int parents[2 * SYMBOLS] = {0}, nodes[SYMBOLS], count = 0, end = n;

	for (int s = 0; s < n; s++)
		floor += counts[s] >> (longest - 4);
	for (int s = 0; s < n; s++) {
		weights[s] = counts[s] + floor;
		bits[s] = counts[s] > 0;
		if (counts[s] > 0)
			nodes[count++] = s;
	}
	/* Joins the two lightest nodes, those at the end of the list. */
	for (; count > 1; count--, end++) {
		for (int k = 1; k <= 2; k++)
			for (int i = 0; i < count - k; i++)
				if (weights[nodes[i]] < weights[nodes[count - k]]) {
					int light = nodes[i];

					nodes[i] = nodes[count - k];
					nodes[count - k] = light;
				}
		weights[end] = weights[nodes[count - 1]] + weights[nodes[count - 2]];
		parents[nodes[count - 1]] = parents[nodes[count - 2]] = end;
		nodes[count - 2] = end;
	}
	for (int s = 0; s < n && end > n; s++)
		for (int node = s; counts[s] > 0 && parents[node] != end - 1; node = parents[node])
			bits[s]++;
}

/* Makes a code, whose words of equal length are numbered as their symbols are. */
static void make_code(const uint32_t *counts, int n, int longest, struct code *code)
{
	unsigned next = 0;

	choose_lengths(counts, n, longest, code->bits);
	for (int length = 1; length <= longest; length++, next <<= 1)
		for (int s = 0; s < n; s++) {
			unsigned word = 0;

			if (code->bits[s] != length)
				continue;
			for (int bit = 0; bit < length; bit++)
				word |= (next >> bit & 1) << (length - 1 - bit);
			code->words[s] = (uint16_t)word;
			next++;
		}
}

/* Writes the lengths of both codes, with a code of their own. */
static void put_codes(struct writer *to, const struct code *symbols, const struct code *distances)
{
	static const uint8_t order[PRECODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
						11, 4,  12, 3, 13, 2, 14, 1, 15};
	uint32_t counts[PRECODES] = {0};
	struct code code;

	for (int s = 0; s < SYMBOLS; s++)
		counts[symbols->bits[s]]++;
	for (int d = 0; d < DISTANCES; d++)
		counts[distances->bits[d]]++;
	make_code(counts, PRECODES, 7, &code);
	put_bits(to, SYMBOLS - 257, 5);
	put_bits(to, DISTANCES - 1, 5);
	put_bits(to, PRECODES - 4, 4);
	for (int i = 0; i < PRECODES; i++)
		put_bits(to, code.bits[order[i]], 3);
	for (int s = 0; s < SYMBOLS + DISTANCES; s++)
		put_part(
			to, &code,
			(struct part){s < SYMBOLS ? symbols->bits[s] : distances->bits[s - SYMBOLS],
				      0, 0});
}

/* Writes the block of the tokens, and begins another one. */
static void put_block(struct packing *p, bool last)
{
	struct code symbols, distances;

	p->symbols[END] = 1;
	make_code(p->symbols, SYMBOLS, 15, &symbols);
	make_code(p->distances, DISTANCES, 15, &distances);
	put_bits(&p->to, last ? 5 : 4, 3);
	put_codes(&p->to, &symbols, &distances);
	for (const struct token *token = p->tokens; token < p->tokens + p->count; token++)
		if (token->length == 0) {
			put_part(&p->to, &symbols, (struct part){token->distance, 0, 0});
		} else {
			put_part(&p->to, &symbols, split_length(token->length));
			put_part(&p->to, &distances, split_distance(token->distance));
		}
	put_part(&p->to, &symbols, (struct part){END, 0, 0});
	p->count = 0;
	memset(p->symbols, 0, sizeof p->symbols);
	memset(p->distances, 0, sizeof p->distances);
}

static inline void add_token(struct packing *p, size_t length, size_t distance)
{
	if (p->count == TOKENS)
		put_block(p, false);
	p->tokens[p->count++] = (struct token){(uint16_t)length, (uint16_t)distance};
	if (length > 0)
		p->distances[split_distance((unsigned)distance).symbol]++;
	p->symbols[length > 0 ? split_length((unsigned)length).symbol : distance]++;
}

/* Adds copies of n bytes: 0, or at least LEAST. */
static void add_copies(struct packing *p, size_t n, size_t distance)
{
	for (size_t piece; n > 0; n -= piece) {
		piece = n <= MOST ? n : n < MOST + LEAST ? n - LEAST : MOST;
		add_token(p, piece, distance);
	}
}

/* Returns the little-endian number of eight bytes, for which compilers see one load. */
static inline uint64_t load(const uint8_t *from)
{
	uint64_t number;

	memcpy(&number, from, sizeof number);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	number = __builtin_bswap64(number);
#endif
	return number;
}

/* Returns the number of equal bytes, of n. */
static inline size_t count_equal(const uint8_t *a, const uint8_t *b, size_t n)
{
	size_t i = 0;

	for (uint64_t differ; i + 8 <= n; i += 8) {
		differ = load(a + i) ^ load(b + i);
		if (differ != 0)
			return i + (size_t)__builtin_ctzll(differ) / 8;
	}
	while (i < n && a[i] == b[i])
		i++;
	return i;
}

/* Finds the tokens of bytes from 'at' to 'end', which repeat others mostly at 'stride'. */
static void tokenise(struct packing *p, const uint8_t *bytes, size_t at, size_t end, size_t stride)
{
	unsigned missed = 0;

	while (at < end) {
		const uint8_t *here = bytes + at;
		size_t left = end - at, length = 0, distance = stride, n;
		uint32_t *slot;

		if (at >= stride && *here == *(here - stride))
			length = count_equal(here, here - stride, left);
		if (length < LONG && at > 0 && *here == here[-1] &&
		    (n = count_equal(here, here - 1, left)) + 2 > length) {
			length = n;
			distance = 1;
		}
		if (length < LONG && left >= 8) {
			slot = &p->slots[load(here) * UINT64_C(0x9e3779b97f4a7c15) >>
					 (64 - SLOT_BITS)];
			if (*slot > 0 && at + 1 - *slot <= FAR &&
			    (n = count_equal(here, bytes + *slot - 1, left)) > length + 3) {
				length = n;
				distance = at + 1 - *slot;
			}
			*slot = (uint32_t)at + 1;
		}
		if (length >= LEAST) {
			add_copies(p, length, distance);
			at += length;
			missed = 0;
			continue;
		}
		missed++;
		for (n = at + 1 + (missed >> PATIENCE); at < n && at < end; at++)
			add_token(p, 0, bytes[at]);
	}
}

/* Returns true if many rows mostly repeat those above, by a sample. */
static bool repeats(const uint8_t *bytes, size_t stride, size_t rows)
{
	/* In fewer bytes libdeflate finds more, and no time is lost; rows from one to the next. */
	enum { MANY = 1 << 18, SAMPLED = 13 };
	size_t equal = 0, compared = 0;

	for (size_t row = 1; row < rows && rows * stride >= MANY; row += SAMPLED)
		for (size_t i = row * stride; i < (row + 1) * stride; i++, compared++)
			equal += bytes[i] == bytes[i - stride];
	return equal * 3 > compared * 2;
}

/* Packs rows that repeat; returns 0 if they do not fit. */
static size_t pack_rows(struct packing *p, const uint8_t *bytes, size_t stride, size_t rows,
			uint8_t *to, size_t room)
{
	enum { HEAD = 2, TAIL = 8 };
	size_t from = 0;

	p->to = (struct writer){.at = to + HEAD, .end = to + room - TAIL};
	memcpy(to, "\x78\x01", HEAD); /* deflate, packed fast */
	for (size_t row = 0, same; row < rows; row += same + (same == 0)) {
		const uint8_t *here = bytes + row * stride;

		same = 0;
		while (row > 0 && row + same < rows &&
		       memcmp(here + same * stride, here + same * stride - stride, stride) == 0)
			same++;
		if (same * stride < LEAST)
			continue;
		tokenise(p, bytes, from, row * stride, stride);
		add_copies(p, same * stride, stride);
		from = (row + same) * stride;
	}
	tokenise(p, bytes, from, stride * rows, stride);
	put_block(p, true);
	if (p->to.full)
		return 0;
	p->to.at = ff_bytes_put_least(p->to.at, p->to.held, (p->to.count + 7) / 8);
	return (size_t)(ff_bytes_put32(p->to.at, libdeflate_adler32(1, bytes, stride * rows)) - to);
}

size_t ff_deflate_rows(const uint8_t *bytes, size_t stride, size_t rows, int level, uint8_t *to,
		       size_t room)
{
	const size_t size = stride * rows;
	struct libdeflate_compressor *packer;
	struct packing *own;
	size_t packed = 0;

	if (stride <= FAR && size <= UINT32_MAX / 2 && repeats(bytes, stride, rows)) {
		if ((own = calloc(1, sizeof *own)) == NULL)
			return 0;
		packed = pack_rows(own, bytes, stride, rows, to, room);
		free(own);
	}
	if (packed == 0 && (packer = libdeflate_alloc_compressor(level)) != NULL) {
		packed = libdeflate_zlib_compress(packer, bytes, size, to, room);
		libdeflate_free_compressor(packer);
	}
	return packed;
}
