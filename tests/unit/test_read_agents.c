#include "io/walkers.h"

#include "feed.h"
#include "tap.h"

#include <inttypes.h>
#include <stdio.h>

static enum ff_status read_bytes(const char *text, size_t n, struct ff_walkers *walkers,
				 struct ff_error *err)
{
	struct ff_input in = feed_open("a.csv", text, n);
	enum ff_status st;

	*walkers = (struct ff_walkers){0};
	err->text[0] = '\0';
	st = ff_walkers_read(&in, 0.25, 1.5, walkers, err);
	ff_input_close(&in);
	return st;
}

static void accepted(const char *text, size_t count, const struct ff_walker *want)
{
	struct ff_walkers walkers;
	struct ff_error err;
	enum ff_status st = read_bytes(text, strlen(text), &walkers, &err);

	if (CHECK(st == FF_OK && walkers.count == count, "\"%s\": status %d, \"%s\", %zu walkers",
		  text, (int)st, err.text, walkers.count))
		for (size_t i = 0; i < count; i++) {
			const struct ff_walker *a = &walkers.items[i], *b = &want[i];

			CHECK(a->id == b->id && a->group == b->group && a->guide == 0 &&
				      a->line == b->line,
			      "\"%s\", walker %zu: id %" PRIu64 ", group %" PRIu32 ", line %zu",
			      text, i, a->id, a->group, a->line);
			CHECK(a->x == b->x && a->y == b->y && a->radius == b->radius &&
				      a->speed == b->speed && a->start == b->start,
			      "\"%s\", walker %zu: %g,%g, radius %g, speed %g, start %g", text, i,
			      a->x, a->y, a->radius, a->speed, a->start);
		}
	ff_walkers_free(&walkers);
}

static void refused(const char *text, const char *message)
{
	struct ff_walkers walkers;
	struct ff_error err;
	enum ff_status st = read_bytes(text, strlen(text), &walkers, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	ff_walkers_free(&walkers);
}

static void columns_may_be_in_any_order(void)
{
	const struct ff_walker want[] = {
		{.id = 7,
		 .group = 1,
		 .x = 1.5,
		 .y = 2,
		 .radius = 0.5,
		 .speed = 2,
		 .start = 3,
		 .line = 2},
		{.id = 0, .group = 2, .x = -1, .y = 4, .radius = 0.25, .speed = 1.5, .line = 3},
	};

	accepted("id,group,x,y,radius,speed,start\n7,red,1.5,2,.5,2,3\n0,blue,-1,4,,,\n", 2, want);
	accepted("start,speed,radius,y,x,group,id\n3,2,.5,2,1.5,red,7\n,,,4,-1,blue,0", 2, want);
}

static void all_but_places_have_defaults(void)
{
	const struct ff_walker want[] = {
		{.id = 1, .x = 1, .y = 2, .radius = 0.25, .speed = 1.5, .line = 2},
		{.id = 2, .x = 3, .y = 4, .radius = 0.25, .speed = 1.5, .line = 5},
	};

	accepted("x,y\n1,2\n\n# nobody\n 3 , 4 # him\n", 2, want);
	accepted("\xef\xbb\xbfx,y\r\n1,2\r\n\r\n#\r\n3,4\r\n", 2, want);
}

static void walkers_are_added_to_those_that_are_there(void)
{
	struct ff_walkers walkers = {0};
	struct ff_error err = {""};

	for (int i = 0; i < 2; i++) {
		struct ff_input in = feed_open("a.csv", "x,y,group\n1,2,red\n", 18);

		CHECK(ff_walkers_read(&in, 1, 1, &walkers, &err) == FF_OK, "\"%s\"", err.text);
		ff_input_close(&in);
	}
	CHECK(walkers.count == 2 && walkers.group_count == 2 && walkers.items[1].group == 1 &&
		      strcmp(walkers.groups[0], "") == 0 && strcmp(walkers.groups[1], "red") == 0,
	      "%zu walkers, %" PRIu32 " groups", walkers.count, walkers.group_count);
	ff_walkers_free(&walkers);
}

static void mistakes_are_named_with_their_place(void)
{
	refused("", "a.csv: has no walker");
	refused("# 1\n\n", "a.csv: has no walker");
	refused("x,y\n", "a.csv: has no walker");
	refused("x,y\n1,2\n3\n", "a.csv:3:2: y is missing");
	refused("x,y\n1,2,3\n", "a.csv:2:4: the end of the line expected");
	refused("x y\n1,2\n", "a.csv:1:3: a comma expected");
	refused("x,y\n1 2\n", "a.csv:2:3: a comma expected");
	refused("x,y\n0x1,2\n", "a.csv:2:1: x is not a number");
	refused("y,x,y\n1,2,3\n", "a.csv:1:5: y is there twice");
	refused("x,y,id\n1,2,5\n1,3,4\n1,4,5\n1,5,4\n", "a.csv:4:5: id 5 is that of line 2, too");
	refused("x,y,radius\n1,2,1000.5\n", "a.csv:2:5: radius is not in 0.001..1000");
	refused("x,y,speed\n1,2,0.0009\n", "a.csv:2:5: speed is not in 0.001..1000");
	refused("x,y,start\n1,2,1000001\n", "a.csv:2:5: start is not in 0..1000000");
	refused("x,y,group\n1,2,a=b\n",
		"a.csv:2:5: a group's name of 1 to 31 bytes, none of = : \" among them expected");
}

static void no_byte_too_much_is_read(void)
{
	static const char text[] = "id,x,y,group\n1,2,3,red\n";

	for (size_t n = 0; n < sizeof text; n++) {
		struct ff_walkers walkers;
		struct ff_error err;
		enum ff_status st = read_bytes(text, n, &walkers, &err);

		/* A name that is cut is one, too. */
		CHECK((st == FF_OK) == (n >= 18) && (st == FF_OK || st == FF_E_INPUT),
		      "%zu bytes: status %d, \"%s\"", n, (int)st, err.text);
		ff_walkers_free(&walkers);
	}
}

static void names_of_groups_are_short_and_plain(void)
{
	CHECK(ff_walkers_name_fits("red", 3) && ff_walkers_name_fits("a b", 3) &&
		      ff_walkers_name_fits("\xc3\xa9t\xc3\xa9", 5) &&
		      ff_walkers_name_fits("0123456789012345678901234567890", 31),
	      "names");
	CHECK(!ff_walkers_name_fits("", 0) && !ff_walkers_name_fits(" a", 2) &&
		      !ff_walkers_name_fits("a ", 2) &&
		      !ff_walkers_name_fits("01234567890123456789012345678901", 32) &&
		      !ff_walkers_name_fits("a,b", 3) && !ff_walkers_name_fits("a:b", 3) &&
		      !ff_walkers_name_fits("a=b", 3) && !ff_walkers_name_fits("a\"b", 3) &&
		      !ff_walkers_name_fits("a#b", 3) && !ff_walkers_name_fits("a\tb", 3) &&
		      !ff_walkers_name_fits("a\0b", 3) && !ff_walkers_name_fits("a\x7f", 2),
	      "no names");
}

int main(void)
{
	RUN(columns_may_be_in_any_order);
	RUN(all_but_places_have_defaults);
	RUN(walkers_are_added_to_those_that_are_there);
	RUN(mistakes_are_named_with_their_place);
	RUN(no_byte_too_much_is_read);
	RUN(names_of_groups_are_short_and_plain);
	return tap_done();
}
