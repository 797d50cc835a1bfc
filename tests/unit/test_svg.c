#include "draw/svg.h"

#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* Returns true if the text so far is 'wanted'; then clears it. */
static void check(struct ff_svg *svg, const char *wanted)
{
	struct ff_error err = {""};
	char *text;
	size_t size;

	if (svg->text == NULL && *wanted == '\0')
		return;
	if (ff_svg_take(svg, &text, &size, &err) != FF_OK) {
		CHECK(false, "\"%s\"", err.text);
		return;
	}
	CHECK(size == strlen(wanted) && memcmp(text, wanted, size) == 0,
	      "wanted \"%s\", got \"%.*s\"", wanted, (int)size, text);
	free(text);
}

static void a_byte_that_is_no_character_of_xml_becomes_a_question_mark(void)
{
	static const char *const cases[][2] = {
		{"a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"},
		{"]]>", "]]&gt;"},
		{"k\xc3\xa4se \xe2\x82\xac \xf0\x9f\x98\x80",
		 "k\xc3\xa4se \xe2\x82\xac \xf0\x9f\x98\x80"},
		{"\x1b[31m\t\n\x7f", "?[31m???"},
		{"\xff\xfe", "??"},
		{"\xc3(", "?("},              /* a second byte that is none */
		{"\xc0\xaf", "??"},           /* longer than it has to be */
		{"\xed\xa0\x80", "???"},      /* a surrogate */
		{"\xef\xbf\xbf", "???"},      /* U+FFFF */
		{"\xf4\x90\x80\x80", "????"}, /* beyond U+10FFFF */
		{"\xc2\x9b", "??"},           /* a control character of 8 bits */
		{"\xe2\x82", "??"},           /* cut off */
		{"\x80", "?"},
		{"", ""},
	};
	struct ff_svg svg = {NULL, 0, 0, false};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		ff_svg_escape(&svg, cases[i][0]);
		check(&svg, cases[i][1]);
	}
}

/* The test vectors of RFC 4648. */
static void base64_is_that_of_rfc_4648(void)
{
	static const char *const cases[][2] = {{"f", "Zg=="},           {"fo", "Zm8="},
					       {"foo", "Zm9v"},         {"foob", "Zm9vYg=="},
					       {"fooba", "Zm9vYmE="},   {"foobar", "Zm9vYmFy"},
					       {"\xfb\xff\xbf", "+/+/"}};
	struct ff_svg svg = {NULL, 0, 0, false};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		ff_svg_base64(&svg, (const uint8_t *)cases[i][0], strlen(cases[i][0]));
		check(&svg, cases[i][1]);
	}
}

int main(void)
{
	RUN(a_byte_that_is_no_character_of_xml_becomes_a_question_mark);
	RUN(base64_is_that_of_rfc_4648);
	return tap_done();
}
