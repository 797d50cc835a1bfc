#include "io/goals.h"

#include "feed.h"
#include "png.h"
#include "tap.h"

#include <inttypes.h>
#include <stdio.h>

/* The goals read since clear(). */
static struct ff_goals goals;
static size_t room;

static void clear(void)
{
	free(goals.items);
	free((void *)goals.mask);
	goals = (struct ff_goals){NULL, 0, NULL};
	room = 0;
}

/* Reads for a map of 3 x 2 cells. */
static enum ff_status read_bytes(const void *bytes, size_t n, struct ff_error *err)
{
	struct ff_input in = feed_open("goals.csv", bytes, n);
	enum ff_status st;

	err->text[0] = '\0';
	st = ff_goals_read(&in, 3, 2, &goals, &room, err);
	ff_input_close(&in);
	CHECK(goals.count <= room, "%zu goals, room for %zu", goals.count, room);
	return st;
}

static void check_goal(const char *text, const struct ff_goal *got, const struct ff_goal *want)
{
	CHECK(got->x == want->x && got->y == want->y && got->w == want->w && got->h == want->h &&
		      got->start == want->start && got->level == want->level &&
		      got->metres == want->metres,
	      "\"%s\": %g,%g,%" PRId32 ",%" PRId32 "+%" PRId64 " level %d", text, got->x, got->y,
	      got->w, got->h, got->start, got->level);
}

/* The text is a list of just these goals. */
static void accepted(const char *text, size_t count, const struct ff_goal *want)
{
	struct ff_error err;
	enum ff_status st = read_bytes(text, strlen(text), &err);

	CHECK(st == FF_OK && goals.count == count && goals.mask == NULL,
	      "\"%s\": \"%s\", %zu goals", text, err.text, goals.count);
	for (size_t i = 0; i < goals.count && i < count; i++)
		check_goal(text, &goals.items[i], &want[i]);
	clear();
}

/* Checks that bytes are refused with a message, and that the goals before stay. */
static void refused_bytes(const void *bytes, size_t n, const char *message)
{
	struct ff_error err;
	enum ff_status st;

	CHECK(read_bytes("7,8\n9,9", 7, &err) == FF_OK, "\"%s\"", err.text);
	st = read_bytes(bytes, n, &err);
	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "status %d, \"%s\", not \"%s\"",
	      (int)st, err.text, message);
	CHECK(goals.count == 2 && goals.items[0].x == 7 && goals.items[1].x == 9 &&
		      goals.mask == NULL,
	      "\"%s\": the goals changed", message);
	clear();
}

static void refused(const char *text, const char *message)
{
	refused_bytes(text, strlen(text), message);
}

static void a_line_is_a_place_or_an_area_with_or_without_a_cost(void)
{
	accepted("40,12\n", 1, (struct ff_goal[]){{.x = 40, .y = 12, .w = 1, .h = 1}});
	accepted("40.5,-.25\n", 1, (struct ff_goal[]){{.x = 40.5, .y = -.25, .w = 1, .h = 1}});
	accepted("3,4,10,2\n", 1, (struct ff_goal[]){{.x = 3, .y = 4, .w = 10, .h = 2}});
	accepted("3,4,10,2,50\n", 1,
		 (struct ff_goal[]){{.x = 3, .y = 4, .w = 10, .h = 2, .start = 50}});
	accepted("3.5,4.5,1,1,50\n", 1,
		 (struct ff_goal[]){{.x = 3.5, .y = 4.5, .w = 1, .h = 1, .start = 50}});
	accepted("3.0,4,2,1\n", 1, (struct ff_goal[]){{.x = 3, .y = 4, .w = 2, .h = 1}});
	accepted("-1073741824,1073741824,1073741824,1073741824,1000000000000\n", 1,
		 (struct ff_goal[]){{-FF_GOALS_SIDE_MAX, FF_GOALS_SIDE_MAX, FF_GOALS_SIDE_MAX,
				     FF_GOALS_SIDE_MAX, FF_GOALS_START_MAX, 0, false}});
}

static void lines_may_end_in_lf_or_crlf_and_the_last_in_nothing(void)
{
	static const struct ff_goal want[] = {{.x = 1, .y = 2, .w = 1, .h = 1},
					      {.x = 3, .y = 4, .w = 5, .h = 6, .start = 7}};

	accepted("1,2\n3,4,5,6,7\n", 2, want);
	accepted("1,2\r\n3,4,5,6,7\r\n", 2, want);
	accepted("1,2\n3,4,5,6,7", 2, want);
	accepted("\n\r\n1,2\n\n \t\n3,4,5,6,7\n\n", 2, want);
}

static void comments_and_blanks_may_stand_around_numbers(void)
{
	static const struct ff_goal want[] = {{.x = 1, .y = 2, .w = 1, .h = 1},
					      {.x = 3, .y = 4, .w = 5, .h = 6, .start = 7}};

	accepted("# x,y\n1,2\n#3,3\n3,4,5,6,7 # the door\n#", 2, want);
	accepted("x,y,w,h,cost # names\n1,2\n3,4,5,6,7\n", 2, want);
	accepted("1,2#here\n 3 ,\t4 , 5,6\t, 7 \r\n", 2, want);
	accepted("\t1 , 2 # a # b, c\r\n  # \xff\r\n3,4,5,6,7#", 2, want);
}

static void places_may_be_metres(void)
{
	static const struct ff_goal want[] = {
		{.x = 1.5, .y = -2, .w = 1, .h = 1, .metres = true},
		{.x = -.25, .y = 0, .w = 1, .h = 1, .start = 7, .metres = true},
		{.x = 1, .y = 2, .w = 1, .h = 1}};

	accepted("1.5m,-2m\n -.25m , 0m ,1,1,7 # m\n1,2\n", 3, want);
}

static void what_is_wrong_with_a_line_is_named_with_its_place(void)
{
	refused("1,2\nx,3\n", "goals.csv:2:1: x is 'x', not a number; expected x,y[,w,h[,cost]]");
	refused("xy\n1,2\n", "goals.csv:1:1: x,y, x,y,w,h or x,y,w,h,cost, or a number expected");
	refused("1,2\nx,y\n", "goals.csv:2:1: x is 'x', not a number; expected x,y[,w,h[,cost]]");
	refused(",3\n", "goals.csv:1:1: x is not a number");
	refused("1e3,2", "goals.csv:1:1: x is '1e3', not a number; expected x,y[,w,h[,cost]]");
	refused("1,2\n\n# three\n  3, 4y\n",
		"goals.csv:4:6: y is '4y', not a number; expected x,y[,w,h[,cost]]");
	refused("3\n", "goals.csv:1:2: y is missing");
	refused("3", "goals.csv:1:2: y is missing");
	refused("3,", "goals.csv:1:3: y is missing");
	refused("3, # none\r\n", "goals.csv:1:4: y is missing");
	refused("3,4,\n", "goals.csv:1:5: w is missing");
	refused("3,4,5\n", "goals.csv:1:6: h is missing");
	refused("3,4,5,\r\n", "goals.csv:1:7: h is missing");
	refused("3,4,,,50\n", "goals.csv:1:5: w is not a whole number");
	refused("3,4,1,1,\n", "goals.csv:1:9: cost is missing");
	refused("3,4,1,1,5,6\n", "goals.csv:1:10: the end of the line expected");
	refused("3,4,1,1,5,\n", "goals.csv:1:10: the end of the line expected");
	refused("3 4\n", "goals.csv:1:3: a comma expected");
	refused("3,4;5\n", "goals.csv:1:3: y is '4;5', not a number; expected x,y[,w,h[,cost]]");
	refused("3,4\r5,6\n", "goals.csv:1:4: a comma expected");
	refused("3,4\r", "goals.csv:1:4: a comma expected");
	refused("1m,2\n", "goals.csv:1:4: y is not in metres, as x is");
	refused("1,2m\n", "goals.csv:1:3: y is in metres, x is not");
	refused("1mm,2m\n", "goals.csv:1:3: a comma expected");
	refused("m,2m\n", "goals.csv:1:1: x is not a number");
	refused("1m,2m,2,1\n", "goals.csv:1:6: an area is not for metres");
	refused("1,2,3m,1\n", "goals.csv:1:6: a comma expected");
	refused_bytes("3,4\0\n", 5,
		      "goals.csv:1:3: y is '4', not a number; expected x,y[,w,h[,cost]]");
}

static void what_is_out_of_range_is_named_with_its_place(void)
{
	refused("1073741824.5,0\n", "goals.csv:1:1: x is not in -1073741824..1073741824");
	refused("0,-1073741825\n", "goals.csv:1:3: y is not in -1073741824..1073741824");
	refused("0,0,0,1\n", "goals.csv:1:5: w is not in 1..1073741824");
	refused("0,0,1,1073741825\n", "goals.csv:1:7: h is not in 1..1073741824");
	refused("0,0,1.5,1\n", "goals.csv:1:5: w is not a whole number");
	refused("0,0,1,1,1000000000001\n", "goals.csv:1:9: cost is not in 0..1000000000000");
	refused("0,0,1,1,-1\n", "goals.csv:1:9: cost is not in 0..1000000000000");
	refused("0,0,1,1,2.5\n", "goals.csv:1:9: cost is not a whole number");
	refused(" 0.5,0,2,1\n", "goals.csv:1:2: x of an area is not a whole number");
	refused("0,0\n0, 0.5,1,2\n", "goals.csv:2:4: y of an area is not a whole number");
}

static void a_file_without_a_goal_is_refused(void)
{
	refused("", "goals.csv: has no goal");
	refused("\n\r\n", "goals.csv: has no goal");
	refused("# 1,2", "goals.csv: has no goal");
}

static void goals_are_added_to_those_that_are_there(void)
{
	struct ff_error err;

	CHECK(read_bytes("1,2", 3, &err) == FF_OK && read_bytes("3,4\n5,6", 7, &err) == FF_OK,
	      "\"%s\"", err.text);
	CHECK(goals.count == 3 && goals.items[0].x == 1 && goals.items[1].x == 3 &&
		      goals.items[2].x == 5,
	      "%zu goals", goals.count);
	clear();
}

static void a_list_of_more_than_64_mebibytes_is_refused(void)
{
	size_t n = (1 << 26) + 1;
	char *text = malloc(n);
	struct ff_error err = {""};
	struct ff_input in = {
		.name = "goals.csv", .data = (uint8_t *)text, .size = n, .room = n, .ended = true};

	if (text == NULL) {
		SKIP("there is not enough memory");
		return;
	}
	memset(text, '\n', n);
	memcpy(text, "1,2", 3);
	CHECK(ff_goals_read(&in, 3, 2, &goals, &room, &err) == FF_E_LIMIT, "it was read");
	CHECK(strcmp(err.text, "goals.csv: is larger than 67108864 bytes") == 0, "\"%s\"",
	      err.text);
	CHECK(goals.count == 0, "%zu goals", goals.count);
	free(text);
	clear();
}

/* 3 x 2 pixels of the levels 0, 200, 7, 255 and 1; then anything is refused as a second mask. */
static void masked(const void *bytes, size_t n)
{
	static const uint8_t want[6] = {0, 200, 7, 255, 7, 1}, levels[4] = {1, 7, 200, 255};
	struct ff_error err;

	CHECK(read_bytes("9,9", 3, &err) == FF_OK, "\"%s\"", err.text);
	if (CHECK(read_bytes(bytes, n, &err) == FF_OK && goals.count == 5, "\"%s\", %zu goals",
		  err.text, goals.count))
		CHECK(memcmp(goals.mask, want, 6) == 0, "other pixels");
	for (size_t i = 1; i < goals.count; i++)
		check_goal("a mask", &goals.items[i],
			   &(struct ff_goal){.w = 1, .h = 1, .level = levels[i - 1]});
	CHECK(read_bytes(bytes, n, &err) == FF_E_INPUT, "a second mask was read");
	CHECK(strcmp(err.text, "goals.csv: is a second mask") == 0, "\"%s\"", err.text);
	CHECK(goals.count == 5 && goals.mask != NULL, "%zu goals", goals.count);
	CHECK(read_bytes("1,1", 3, &err) == FF_OK && goals.count == 6, "\"%s\"", err.text);
	clear();
}

static void each_level_of_a_mask_but_0_is_a_goal(void)
{
	struct png_file png = png_grey(3, 2, (const uint8_t *)"\0\310\7\377\7\1");

	masked(png.data, png.size);
	masked("P2 3 2 255 0 200 7 255 7 1", 26);
	masked("P5 3 2 255\n\0\310\7\377\7\1", 17);
	free(png.data);
}

static void a_mask_that_does_not_fit_or_marks_nothing_is_refused(void)
{
	struct png_file png = png_grey(2, 3, (const uint8_t *)"\0\0\0\0\0\1");

	refused_bytes(png.data, png.size, "goals.csv: is 2x3, the map 3x2");
	refused("P2 3 1 255 1 1 1", "goals.csv: is 3x1, the map 3x2");
	refused("P2 3 2 255 0 0 0 0 0 0", "goals.csv: has no goal: all its pixels are 0");
	/* The header alone will do. */
	refused_bytes(png.data, 33, "goals.csv: is 2x3, the map 3x2");
	refused("P5 2147483647 2147483647 255 ",
		"goals.csv: is 2147483647x2147483647, the map 3x2");
	refused("P2 3 2 255 0 0 0 0 0 x", "goals.csv:1:22: a pixel is not a whole number");
	free(png.data);
	png = png_grey(3, 2, (const uint8_t *)"\0\0\0\0\0\1");
	refused_bytes(png.data, 40, "goals.csv: is truncated");
	free(png.data);
}

static void a_map_or_another_image_is_no_list(void)
{
	refused("type octile\nheight 2\nwidth 3\nmap\n...\n...\n",
		"goals.csv:1:1: x is 'type', not a number; expected x,y[,w,h[,cost]]");
	refused("GIF89a, or what",
		"goals.csv: is a GIF image; expected PNG or PGM: convert goals.csv goals.png");
	refused("GIF, or what",
		"goals.csv:1:1: x is 'GIF', not a number; expected x,y[,w,h[,cost]]");
}

static void an_error_while_reading_is_passed_on(void)
{
	struct ff_input in = {.name = "odd.csv", .fd = -1};
	struct ff_error err = {""};

	CHECK(ff_goals_read(&in, 3, 2, &goals, &room, &err) == FF_E_INPUT, "it was read");
	CHECK(strcmp(err.text, "odd.csv: Bad file descriptor") == 0, "\"%s\"", err.text);
	ff_input_close(&in);
	clear();
}

int main(void)
{
	RUN(a_line_is_a_place_or_an_area_with_or_without_a_cost);
	RUN(lines_may_end_in_lf_or_crlf_and_the_last_in_nothing);
	RUN(comments_and_blanks_may_stand_around_numbers);
	RUN(places_may_be_metres);
	RUN(what_is_wrong_with_a_line_is_named_with_its_place);
	RUN(what_is_out_of_range_is_named_with_its_place);
	RUN(a_file_without_a_goal_is_refused);
	RUN(goals_are_added_to_those_that_are_there);
	RUN(a_list_of_more_than_64_mebibytes_is_refused);
	RUN(each_level_of_a_mask_but_0_is_a_goal);
	RUN(a_mask_that_does_not_fit_or_marks_nothing_is_refused);
	RUN(a_map_or_another_image_is_no_list);
	RUN(an_error_while_reading_is_passed_on);
	return tap_done();
}
