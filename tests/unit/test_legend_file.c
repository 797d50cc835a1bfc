#include "io/legend.h"

#include "feed.h"
#include "tap.h"

#include <inttypes.h>

static enum ff_status read_text(const char *text, size_t n, struct ff_grounds *grounds,
				struct ff_error *err)
{
	struct ff_input in = feed_open("l.txt", text, n);
	enum ff_status st;

	*grounds = (struct ff_grounds){NULL, 0};
	err->text[0] = '\0';
	st = ff_legend_read(&in, grounds, err);
	ff_input_close(&in);
	return st;
}

/* One line is one ground. */
static void accepted(const char *text, uint32_t key, int cost, const char *name)
{
	struct ff_grounds grounds;
	struct ff_error err;
	enum ff_status st = read_text(text, strlen(text), &grounds, &err);

	CHECK(st == FF_OK && grounds.count == 1, "\"%s\": \"%s\", %zu", text, err.text,
	      grounds.count);
	if (st == FF_OK)
		CHECK(ff_grounds_key(grounds.items[0].colour) == key &&
			      grounds.items[0].cost == cost &&
			      strcmp(grounds.items[0].name, name) == 0,
		      "\"%s\": #%06" PRIx32 " %d \"%s\"", text,
		      ff_grounds_key(grounds.items[0].colour), grounds.items[0].cost,
		      grounds.items[0].name);
	free(grounds.items);
}

static void refused(const char *text, const char *message)
{
	struct ff_grounds grounds;
	struct ff_error err;
	enum ff_status st = read_text(text, strlen(text), &grounds, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "\"%s\": status %d, \"%s\"", text,
	      (int)st, err.text);
	CHECK(grounds.items == NULL, "\"%s\": it was set", text);
	free(grounds.items);
}

static void a_line_is_a_colour_its_cost_and_perhaps_a_name(void)
{
	accepted("#0a1b2c 1\n", 0x0a1b2c, 1, "");
	accepted("#0A1B2C 254 # mud", 0x0a1b2c, 254, "mud");
	accepted("#ffffff wall\n", 0xffffff, 255, "");
	accepted("#000000\twall#house", 0, 255, "house");
	accepted("  #010203   wall \t #  a house  of   two floors \t\n", 0x010203, 255,
		 "a house of two floors");
	accepted("#010203 7#\n", 0x010203, 7, "");
	accepted("#010203 7 # # 7\n", 0x010203, 7, "# 7");
	accepted("#010203 7 # gra\303\237\n", 0x010203, 7, "gra\303\237");
	accepted("#010203 7 # 012345678901234567890123456789012345678901234567890123456789xyz",
		 0x010203, 7, "012345678901234567890123456789012345678901234567890123456789xyz");
}

static void comments_empty_lines_and_crlf_are_nothing(void)
{
	accepted("\xef\xbb\xbf# grounds\r\n\r\n  \t\r\n#\r\n##c0ffee 9\r\n #\ttab\r\n"
		 "#c0ffee 9 # coffee\r\n# #c0ffee 9",
		 0xc0ffee, 9, "coffee");
}

static void they_come_in_the_order_of_the_file(void)
{
	static const char text[] = "#030000 3\n#010000 1\n#020000 wall\n";
	struct ff_grounds grounds;
	struct ff_error err;

	CHECK(read_text(text, strlen(text), &grounds, &err) == FF_OK && grounds.count == 3 &&
		      grounds.items[0].cost == 3 && grounds.items[1].cost == 1 &&
		      grounds.items[2].cost == 255,
	      "%s", err.text);
	free(grounds.items);
}

static void what_is_wrong_is_named_with_its_place(void)
{
	static const char *const no_colours[] = {"#12345 1", "#1234567 1", "#12345g 1",
						 "123456 1", "#comment",   "x",
						 "red 1",    "#123456x 1"};
	static const char *const no_costs[] = {"",   " wal", " walls", " Wall",  " -1",
					       " x", " # 4", "#4",     "\twall2"};

	for (size_t i = 0; i < sizeof no_colours / sizeof *no_colours; i++) {
		char text[80], message[100];

		snprintf(text, sizeof text, "#000000 1\n %s\n", no_colours[i]);
		snprintf(message, sizeof message,
			 "l.txt:2:2: '%.*s' is no colour; expected #rrggbb",
			 (int)strcspn(no_colours[i], " "), no_colours[i]);
		refused(text, message);
	}
	for (size_t i = 0; i < sizeof no_costs / sizeof *no_costs; i++) {
		char text[80], message[100];

		snprintf(text, sizeof text, "#123456%s\n", no_costs[i]);
		snprintf(message, sizeof message, "l.txt:1:%d: a cost, 1..254 or wall, expected",
			 no_costs[i][0] == ' ' || no_costs[i][0] == '\t' ? 9 : 8);
		refused(text, message);
	}
	refused("#123456 0", "l.txt:1:9: the cost is not in 1..254");
	refused("#123456 255", "l.txt:1:9: the cost is not in 1..254");
	refused("#123456 1.5", "l.txt:1:9: the cost is not a whole number");
	refused("#123456 4 grass", "l.txt:1:11: the end of the line, or # and a name, expected");
	refused("#123456 wall grass", "l.txt:1:14: the end of the line, or # and a name, expected");
	refused("#123456 4 # a\tb\a", "l.txt:1:16: a name has no control characters");
	refused("#123456 7 # 012345678901234567890123456789012345678901234567890123456789xyz+",
		"l.txt:1:76: a name has 63 bytes at most");
	refused("#abcdef 1\n# \n#ABCDEF wall", "l.txt:3:1: this colour is there twice");
	refused("", "l.txt: has no colour");
	refused("# nothing\n\n", "l.txt: has no colour");
}

static void there_may_be_4096_colours(void)
{
	enum { ROOM = (FF_LEGEND_READ_MAX + 1) * 16 };
	char *text = oracle_cells(ROOM, 1);
	struct ff_grounds grounds;
	struct ff_error err;
	size_t n = 0, whole = 0;

	for (int i = 0; i <= FF_LEGEND_READ_MAX; i++) {
		whole = n;
		n += (size_t)snprintf(text + n, ROOM - n, "#%06x 1\n", i * 4001);
	}
	CHECK(read_text(text, whole, &grounds, &err) == FF_OK &&
		      grounds.count == FF_LEGEND_READ_MAX,
	      "%s", err.text);
	free(grounds.items);
	text[n - 1] = '\0';
	refused(text, "l.txt:4097:1: there are more than 4096 colours");
	free(text);
}

int main(void)
{
	RUN(a_line_is_a_colour_its_cost_and_perhaps_a_name);
	RUN(comments_empty_lines_and_crlf_are_nothing);
	RUN(they_come_in_the_order_of_the_file);
	RUN(what_is_wrong_is_named_with_its_place);
	RUN(there_may_be_4096_colours);
	return tap_done();
}
