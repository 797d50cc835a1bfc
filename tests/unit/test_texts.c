#include "io/texts.h"

#include "feed.h"
#include "io/formats.h"
#include "tap.h"

static void texts_are_found_by_their_keyword_the_first_one(void)
{
	struct ff_texts texts = {0};

	CHECK(ff_texts_find(&texts, "Layer") == NULL, "in none");
	CHECK(ff_texts_add(&texts, "Layer", 5, "costs", 4) == FF_OK, "add");
	CHECK(ff_texts_add(&texts, "Layer", 5, "reach", 5) == FF_OK, "add");
	CHECK(ff_texts_add(&texts, "Options", 7, "a\0b", 3) == FF_OK, "add");
	CHECK(texts.count == 3, "%zu", texts.count);
	CHECK(strcmp(ff_texts_find(&texts, "Layer"), "cost") == 0, "%s",
	      ff_texts_find(&texts, "Layer"));
	CHECK(strcmp(ff_texts_find(&texts, "Options"), "a") == 0, "a NUL");
	CHECK(ff_texts_find(&texts, "layer") == NULL, "case");
	ff_texts_free(&texts);
	CHECK(texts.items == NULL && texts.count == 0, "freed");
}

static void what_is_too_much_is_passed_over(void)
{
	static char large[FF_TEXTS_BYTES + 1];
	struct ff_texts texts = {0};

	memset(large, 'a', sizeof large);
	CHECK(ff_texts_add(&texts, "", 0, "x", 1) == FF_OK, "add");
	CHECK(ff_texts_add(&texts, "a\0b", 3, "x", 1) == FF_OK, "add");
	CHECK(ff_texts_add(&texts, large, 80, "x", 1) == FF_OK, "add");
	CHECK(ff_texts_add(&texts, "a", 1, large, sizeof large) == FF_OK, "add");
	CHECK(texts.count == 0, "%zu", texts.count);
	CHECK(ff_texts_add(&texts, "a", 1, large, sizeof large - 1) == FF_OK, "add");
	for (int i = 0; i < 2 * FF_TEXTS_MAX; i++)
		CHECK(ff_texts_add(&texts, large, 79, "", 0) == FF_OK, "add");
	CHECK(texts.count == FF_TEXTS_MAX, "%zu", texts.count);
	ff_texts_free(&texts);
}

enum { MOST = 1 << 20 }; /* bytes of a chunk that is looked at */

static uint8_t file[2 * MOST];

static size_t put(size_t at, const void *bytes, size_t n)
{
	memcpy(file + at, bytes, n);
	return at + n;
}

/* A chunk whose data are 'text', and then as many x as it takes to be of that size. */
static size_t put_chunk(size_t at, const char *type, const char *text, size_t length, size_t size)
{
	const uint8_t head[4] = {(uint8_t)(size >> 24), (uint8_t)(size >> 16), (uint8_t)(size >> 8),
				 (uint8_t)size};

	at = put(put(at, head, 4), type, 4);
	memset(file + at, 'x', size);
	put(at, text, length);
	return put(at + size, "\0\0\0\0", 4);
}

static size_t put_signature(void)
{
	return put(0, "\x89PNG\r\n\x1a\n", 8);
}

/* Reads the first 'n' bytes of 'file'. */
static void read_file(size_t n, struct ff_texts *texts)
{
	struct ff_input in = feed_open("file", file, n);
	struct ff_error err = {""};

	*texts = (struct ff_texts){0};
	CHECK(ff_formats_texts(&in, texts, &err) == FF_OK, "\"%s\"", err.text);
	ff_input_close(&in);
}

static bool says(const struct ff_texts *texts, const char *keyword, const char *text)
{
	const char *found = ff_texts_find(texts, keyword);

	return found == NULL ? text == NULL : text != NULL && strcmp(found, text) == 0;
}

static void texts_before_the_pixels_are_read(void)
{
	struct ff_texts texts;
	size_t n = put_signature();

	n = put_chunk(n, "tIME", "Layer\0no", 8, 8);
	n = put_chunk(n, "tEXt", "Layer\0cost", 10, 10);
	n = put_chunk(n, "IDAT", "", 0, 5);
	n = put_chunk(n, "tEXt", "Scale\0002", 7, 7);
	read_file(n, &texts);
	CHECK(texts.count == 1 && says(&texts, "Layer", "cost"), "%zu texts", texts.count);
	ff_texts_free(&texts);
}

static void a_chunk_of_more_than_a_mebibyte_ends_the_search(void)
{
	char keyword[80];

	/* The keyword is not what makes the block too long. */
	memset(keyword, 'k', 79);
	keyword[79] = '\0';
	for (size_t more = 0; more < 2; more++) {
		struct ff_texts texts;
		size_t n = put_signature();

		n = put_chunk(n, "tEXt", "Layer\0cost", 10, 10);
		n = put_chunk(n, "tEXt", keyword, 80, MOST + more);
		read_file(n, &texts);
		CHECK(says(&texts, "Layer", "cost"), "the first is gone");
		CHECK((ff_texts_find(&texts, keyword) != NULL) == (more == 0), "%zu more", more);
		ff_texts_free(&texts);
	}
}

static void a_text_is_what_follows_a_colon_and_a_blank(void)
{
	static const char pgm[] =
		"P5\n# Layer: cost\n#Scale: 2\n# Options:none\n# : no\n# Empty: \n"
		"# Two: a: b\n1 1\n# Late: x\n255\n";
	struct ff_texts texts;

	read_file(put(0, pgm, strlen(pgm)), &texts);
	CHECK(says(&texts, "Layer", "cost"), "Layer");
	CHECK(says(&texts, "Scale", "2"), "Scale");
	CHECK(says(&texts, "Options", NULL), "without a blank");
	CHECK(says(&texts, "Options:none", NULL), "without a blank");
	CHECK(says(&texts, "Two", "a: b"), "Two");
	CHECK(says(&texts, "Late", NULL), "behind the size");
	ff_texts_free(&texts);
}

static void other_files_say_nothing(void)
{
	struct ff_texts texts;

	read_file(put(0, "P2\n# Layer: cost\n", 17), &texts);
	CHECK(texts.count == 0, "%zu texts", texts.count);
	ff_texts_free(&texts);
	read_file(put(0, "P5", 2), &texts);
	CHECK(texts.count == 0, "%zu texts", texts.count);
	ff_texts_free(&texts);
}

int main(void)
{
	RUN(texts_are_found_by_their_keyword_the_first_one);
	RUN(what_is_too_much_is_passed_over);
	RUN(texts_before_the_pixels_are_read);
	RUN(a_chunk_of_more_than_a_mebibyte_ends_the_search);
	RUN(a_text_is_what_follows_a_colon_and_a_blank);
	RUN(other_files_say_nothing);
	return tap_done();
}
