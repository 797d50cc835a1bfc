#include "io/edits.h"

#include "feed.h"
#include "tap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The form that is read. */
static bool timed;

static enum ff_status read_bytes(const char *text, size_t n, struct ff_edits *edits,
				 struct ff_error *err)
{
	struct ff_input in = feed_open("e.csv", text, n);
	enum ff_status st;

	*edits = (struct ff_edits){0};
	err->text[0] = '\0';
	st = ff_edits_read(&in, timed, 20, 10, 0, edits, err);
	ff_input_close(&in);
	return st;
}

static void accepted(const char *text, size_t count, const struct ff_edit *want)
{
	struct ff_edits edits;
	struct ff_error err;
	enum ff_status st = read_bytes(text, strlen(text), &edits, &err);

	if (CHECK(st == FF_OK && edits.count == count, "\"%s\": status %d, \"%s\", %zu edits", text,
		  (int)st, err.text, edits.count))
		for (size_t i = 0; i < count; i++) {
			const struct ff_edit *a = &edits.items[i], *b = &want[i];

			CHECK(a->when == b->when && a->x == b->x && a->y == b->y && a->w == b->w &&
				      a->h == b->h && a->kind == b->kind && a->cost == b->cost,
			      "\"%s\", edit %zu: at %g, %" PRId32 ",%" PRId32 ", kind %d, cost %d",
			      text, i, a->when, a->x, a->y, (int)a->kind, a->cost);
			CHECK(a->line == b->line && a->column == b->column,
			      "\"%s\", edit %zu: %zu:%zu", text, i, a->line, a->column);
		}
	free(edits.items);
}

static void refused(const char *text, const char *message)
{
	struct ff_edits edits;
	struct ff_error err;
	enum ff_status st = read_bytes(text, strlen(text), &edits, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	CHECK(edits.items == NULL, "\"%s\": something is set", text);
}

static void every_kind_is_an_edit(void)
{
	const struct ff_edit want[] = {
		{0, 1, 2, 3, 4, FF_EDITS_COST, 9, 1, 3},
		{0, 0, 0, 1, 1, FF_EDITS_WALL, 0, 2, 3},
		{7, 19, 9, 1, 1, FF_EDITS_OPEN, 0, 3, 3},
		{7, 5, 5, 1, 1, FF_EDITS_GOAL, 0, 4, 3},
		{999999, 0, 0, 20, 10, FF_EDITS_NOGOAL, 0, 5, 8},
	};

	accepted("0,1,2,3,4,9\n0,0,0,1,1,wall\n7,19,9,1,1,open\n7,5,5,1,1,goal\n"
		 "999999,0,0,20,10,nogoal",
		 5, want);
}

static void header_comments_and_blanks_are_passed_over(void)
{
	const struct ff_edit want[] = {
		{2, 3, 4, 1, 2, FF_EDITS_WALL, 0, 4, 6},
		{2, 3, 4, 1, 2, FF_EDITS_COST, 254, 6, 3},
	};

	accepted("\xef\xbb\xbf# a door\r\nstep , x, y,w,h,what # so\r\n\r\n"
		 " 2 , 3 , 4 , 1 , 2 , wall # shut\r\n\t\r\n2,3,4,1,2,254\r\n",
		 2, want);
}

static void mistakes_are_named_with_their_place(void)
{
	refused("", "e.csv: has no edit");
	refused("step,x,y,w,h,what\n# 1\n", "e.csv: has no edit");
	refused("step,x,y,w,h\n", "e.csv:1:13: what is missing");
	refused("step,x,y,h,w,what\n", "e.csv:1:10: step,x,y,w,h,what, or a number expected");
	refused("what,x\n", "e.csv:1:1: step,x,y,w,h,what, or a number expected");
	refused("0,0,0,1,1,1\nstep,x,y,w,h,what\n", "e.csv:2:1: step is not a whole number");
	refused("0,0,0,1,1,1\n1\n", "e.csv:2:2: x is missing");
	refused("0 0,0,1,1,1\n", "e.csv:1:3: a comma expected");
	refused("-1,0,0,1,1,1\n", "e.csv:1:1: step is not in 0..999999");
	refused("1000000,0,0,1,1,1\n", "e.csv:1:1: step is not in 0..999999");
	refused("3,0,0,1,1,1\n\n 2,0,0,1,1,1\n", "e.csv:3:2: step is below the one before");
	refused("0,0,0,0,1,1\n", "e.csv:1:7: w is not in 1..2147483647");
	refused("0,0,0,1,1.5,1\n", "e.csv:1:9: h is not a whole number");
	refused("0, 19,0,2,1,1\n",
		"e.csv:1:9: rectangle 19,0,2,1 is not inside the map (x 0..19, y 0..9)");
	refused("0,0,9,1,2,1\n",
		"e.csv:1:9: rectangle 0,9,1,2 is not inside the map (x 0..19, y 0..9)");
	refused("0,0,10,30,2,1\n",
		"e.csv:1:5: rectangle 0,10,30,2 is not inside the map (x 0..19, y 0..9)");
	refused("0,2147483647,0,2147483647,1,1\n", "e.csv:1:3: rectangle 2147483647,0,2147483647,1 "
						   "is not inside the map (x 0..19, y 0..9)");
	refused("0,0,0,1,1,0\n",
		"e.csv:1:11: a cost in 1..254, wall (or 255), open, goal or nogoal expected");
	refused("0,0,0,1,1,256\n",
		"e.csv:1:11: a cost in 1..254, wall (or 255), open, goal or nogoal expected");
	refused("0,0,0,1,1,walls\n",
		"e.csv:1:11: a cost in 1..254, wall (or 255), open, goal or nogoal expected");
	refused("0,0,0,1,1,cost\n",
		"e.csv:1:11: a cost in 1..254, wall (or 255), open, goal or nogoal expected");
	refused("0,0,0,1,1\n", "e.csv:1:10: what is missing");
	refused("0,0,0,1,1,wall 2\n", "e.csv:1:16: the end of the line expected");
}

static void times_stand_where_steps_do(void)
{
	const struct ff_edit want[] = {
		{0, 1, 2, 3, 4, FF_EDITS_WALL, 0, 2, 3},
		{2.5, 1, 2, 3, 4, FF_EDITS_OPEN, 0, 3, 5},
		{1000000, 1, 2, 3, 4, FF_EDITS_GOAL, 0, 4, 9},
	};

	timed = true;
	accepted("time,x,y,w,h,what\n0,1,2,3,4,wall\n2.5,1,2,3,4,open\n1000000,1,2,3,4,goal\n", 3,
		 want);
	refused("step,x,y,w,h,what\n", "e.csv:1:1: time,x,y,w,h,what, or a number expected");
	refused("2.5,0,0,1,1,1\n2.4,0,0,1,1,1\n", "e.csv:2:1: time is below the one before");
	refused("-1,0,0,1,1,1\n", "e.csv:1:1: time is not a number from 0 to 1000000");
	refused("1000001,0,0,1,1,1\n", "e.csv:1:1: time is not in 0..1000000");
	refused("x,0,0,1,1,1\n", "e.csv:1:1: time,x,y,w,h,what, or a number expected");
	timed = false;
	refused("time,x,y,w,h,what\n", "e.csv:1:1: step,x,y,w,h,what, or a number expected");
	refused("2.5,0,0,1,1,1\n", "e.csv:1:1: step is not a whole number");
}

static void no_byte_too_much_is_read(void)
{
	static const char text[] = "step,x,y,w,h,what\n1,2,3,4,5,60\n";

	for (size_t n = 0; n < sizeof text; n++) {
		struct ff_edits edits;
		struct ff_error err;
		enum ff_status st = read_bytes(text, n, &edits, &err);

		/* A number that is cut is one, too. */
		CHECK((st == FF_OK) == (n >= 29) && (st == FF_OK || st == FF_E_INPUT),
		      "%zu bytes: status %d, \"%s\"", n, (int)st, err.text);
		free(edits.items);
	}
}

int main(void)
{
	RUN(every_kind_is_an_edit);
	RUN(header_comments_and_blanks_are_passed_over);
	RUN(mistakes_are_named_with_their_place);
	RUN(times_stand_where_steps_do);
	RUN(no_byte_too_much_is_read);
	return tap_done();
}
