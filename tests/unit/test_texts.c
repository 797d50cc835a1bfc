#include "io/texts.h"

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

int main(void)
{
	RUN(texts_are_found_by_their_keyword_the_first_one);
	RUN(what_is_too_much_is_passed_over);
	return tap_done();
}
