#include "cli/problem.h"

#include "oracle.h"
#include "png.h"
#include "temp.h"
#include "words.h"

#include <inttypes.h>
#include <math.h>

/* The problem of a line that must be right. */
static struct ff_problem right(const char *line)
{
	struct ff_options options = words_right(line);
	struct ff_problem problem = {0};
	struct ff_error err;

	if (ff_problem_open(&problem, &options, &err) != FF_OK ||
	    ff_problem_read(&problem, &options, &err) != FF_OK) {
		printf("Bail out! \"%s\": %s\n", line, err.text);
		exit(1);
	}
	ff_options_free(&options);
	return problem;
}

static void refused(const char *line, enum ff_status status, const char *message)
{
	struct ff_options options = words_right(line);
	struct ff_error err = {""};
	struct ff_problem problem = {0};
	enum ff_status st;

	if ((st = ff_problem_open(&problem, &options, &err)) == FF_OK)
		st = ff_problem_read(&problem, &options, &err);
	CHECK(st == status && strcmp(err.text, message) == 0, "\"%s\": status %d, \"%s\"", line,
	      (int)st, err.text);
	ff_problem_free(&problem);
	ff_options_free(&options);
}

/* The seeds are these cells of the problem's map, each with its start. */
static void seeded(const char *line, size_t count, const struct ff_seed *want)
{
	struct ff_problem problem = right(line);

	CHECK(problem.seeds.count == count, "\"%s\": %zu seeds", line, problem.seeds.count);
	for (size_t i = 0; i < count && i < problem.seeds.count; i++) {
		const struct ff_seed *got = &problem.seeds.items[i];

		CHECK(got->cell == want[i].cell && got->goal == want[i].goal &&
			      got->start == want[i].start,
		      "\"%s\", seed %zu: cell %" PRIu32 " of goal %" PRIu32 " at %g", line, i,
		      got->cell, got->goal, got->start);
	}
	ff_problem_free(&problem);
}

/* 4 x 3 cells: a wall at 2,y, a 9 at 0,1, an 8 at 3,2. */
static const char map[] = "P2 4 3 255\n0 0 255 0\n9 0 255 0\n0 0 255 8\n";

static void the_map_is_read_and_its_greys_become_costs(void)
{
	struct ff_problem problem = right("m.pgm -g 0,0");
	static const uint8_t want[12] = {1, 1, 255, 1, 9, 1, 255, 1, 1, 1, 255, 8};

	CHECK(strcmp(problem.name, "m.pgm") == 0 && strcmp(problem.format->name, "pgm") == 0 &&
		      problem.size.w == 4 && problem.size.h == 3 && problem.map.w == 4 &&
		      problem.map.h == 3,
	      "%s, %s", problem.name, problem.format->name);
	CHECK(problem.map.cells != NULL && memcmp(problem.map.cells, want, 12) == 0, "other costs");
	CHECK(ff_problem_cost(&problem) == &problem.map && problem.closed.cells == NULL, "closed");
	CHECK(problem.unit == 1 && isinf(problem.limit) && problem.moved == 0,
	      "unit %" PRIu32 ", limit %g", problem.unit, problem.limit);
	ff_problem_free(&problem);
	CHECK(problem.map.cells == NULL, "still there");
	problem = right("m.pgm -g 2,0 --invert --remap 246=3 --wall-from 250");
	CHECK(memcmp(problem.map.cells, (uint8_t[]){255, 255, 1, 255, 3, 255, 1, 255}, 8) == 0,
	      "%d %d %d %d %d", problem.map.cells[0], problem.map.cells[1], problem.map.cells[2],
	      problem.map.cells[3], problem.map.cells[4]);
	ff_problem_free(&problem);
}

static void every_model_has_its_unit_and_the_limit_is_in_it(void)
{
	static const struct {
		const char *words;
		uint32_t unit;
	} cases[] = {{"--metric manhattan", 1},
		     {"--metric manhattan --step mean", 2},
		     {"--metric octile", 408},
		     {"--metric octile --step mean", 816},
		     {"--metric euclid", 1}};

	for (size_t k = 0; k < 2 * sizeof cases / sizeof *cases; k++) {
		uint32_t unit = cases[k / 2].unit * (k % 2 == 0 ? 1 : 2);
		struct ff_problem problem = {0};
		char line[120];

		snprintf(line, sizeof line, "m.pgm -g 0,0+5 --max-cost 2.5 %s%s",
			 cases[k / 2].words, k % 2 == 0 ? "" : " --subdivide");
		problem = right(line);
		CHECK(problem.unit == unit && problem.limit == 2.5 * unit &&
			      problem.seeds.items[0].start == 5 * unit,
		      "\"%s\": unit %" PRIu32 ", limit %g, start %g", line, problem.unit,
		      problem.limit, problem.seeds.items[0].start);
		ff_problem_free(&problem);
	}
}

static void goals_come_from_options_and_then_from_files(void)
{
	seeded("m.pgm -g 3,0", 1, (struct ff_seed[]){{3, 0, 0}});
	seeded("m.pgm --goals g.csv -g 3,0+2", 4,
	       (struct ff_seed[]){{0, 1, 0}, {4, 1, 0}, {3, 0, 2}, {11, 2, 7}});
	/* A cell has one seed, of the goal given first. */
	seeded("m.pgm --goals g.csv --goals g.csv", 3,
	       (struct ff_seed[]){{0, 0, 0}, {4, 0, 0}, {11, 1, 7}});
	seeded("m.pgm --goals mask.pgm -g 1,1", 4,
	       (struct ff_seed[]){{5, 0, 0}, {0, 1, 0}, {1, 1, 0}, {7, 2, 0}});
	seeded("m.pgm -g .5,.5", 4, (struct ff_seed[]){{0, 0, 0}, {1, 0, 0}, {4, 0, 0}, {5, 0, 0}});
	seeded("m.pgm -g 1.5,0", 1, (struct ff_seed[]){{1, 0, 0}});
	seeded("m.pgm -g 1,1,3,2", 4,
	       (struct ff_seed[]){{5, 0, 0}, {7, 0, 0}, {9, 0, 0}, {11, 0, 0}});
}

static void goals_on_no_open_cell_are_moved_only_if_asked(void)
{
	struct ff_problem problem = {0};

	refused("m.pgm -g 2,1", FF_E_INPUT,
		"m.pgm: goal 2,1 is on a wall (see --snap); the nearest open cell is 1,1");
	problem = right("m.pgm -g 2,1 -g 0,0 -g 2,0,1,3+4 --snap");
	if (CHECK(problem.moved == 2, "%zu notes", problem.moved)) {
		CHECK(strcmp(problem.notes[0], "goal 2,1 is on no open cell: moved to 1,1") == 0,
		      "\"%s\"", problem.notes[0]);
		CHECK(strcmp(problem.notes[1],
			     "goal 2,0,1,3+4 is on no open cell: moved to 1,1+4") == 0,
		      "\"%s\"", problem.notes[1]);
	}
	CHECK(problem.seeds.count == 2 && problem.seeds.items[0].cell == 5 &&
		      problem.seeds.items[1].cell == 0,
	      "other seeds");
	CHECK(problem.given.items[0].x == 1 && problem.goals.items[0].x == 1, "elsewhere");
	ff_problem_free(&problem);
	refused("m.pgm -g 2,1 -g 9,9 --snap", FF_E_INPUT,
		"m.pgm: goal 9,9 is outside the map (x 0..3, y 0..2)");
}

static void wide_walkers_find_cells_closed(void)
{
	struct ff_problem problem = right("big.pgm -g 2,2 --radius 1");
	const struct ff_cost *cost = ff_problem_cost(&problem);

	/* 5 x 5 open cells: what touches the edge is too near. */
	CHECK(cost == &problem.closed && cost->w == 5 && cost->h == 5, "nothing is closed");
	for (int i = 0; i < 25; i++) {
		bool edge = i % 5 == 0 || i % 5 == 4 || i / 5 == 0 || i / 5 == 4;

		CHECK(problem.map.cells[i] == 1 && cost->cells[i] == (edge ? FF_COST_WALL : 1),
		      "cell %d has %d", i, cost->cells[i]);
	}
	ff_problem_free(&problem);
	refused("big.pgm -g 0,2 --radius 1", FF_E_INPUT,
		"big.pgm: goal 0,2 is too near a wall for --radius (see --snap); the nearest open "
		"cell is 1,2");
	seeded("big.pgm -g 0,2 --radius 1 --snap", 1, (struct ff_seed[]){{11, 0, 0}});
	seeded("big.pgm -g 0,0 --radius 0.5", 1, (struct ff_seed[]){{0, 0, 0}});
}

/* As if the map had been drawn twice as large, for walkers twice as wide. */
static void subdivided_all_grids_are_twice_as_wide_and_high(void)
{
	struct ff_problem problem = right("m.pgm -g 0,0 -g 0.5,0 --goals mask.pgm --subdivide");
	static const uint32_t first[] = {0, 1, 8, 9}, second[] = {2, 10};

	CHECK(problem.size.w == 4 && problem.size.h == 3 && problem.map.w == 8 &&
		      problem.map.h == 6,
	      "%" PRId32 "x%" PRId32, problem.map.w, problem.map.h);
	for (int i = 0; i < 48; i++)
		CHECK((problem.map.cells[i] == FF_COST_WALL) == (i % 8 / 2 == 2), "cell %d", i);
	for (size_t i = 0; i < 4; i++)
		CHECK(problem.seeds.count == 12 && problem.seeds.items[i].cell == first[i] &&
			      problem.seeds.items[4 + i % 2].cell == second[i % 2],
		      "%zu seeds, or other cells", problem.seeds.count);
	CHECK(problem.given.items[1].x == 0.5 && problem.goals.items[1].x == 1.5, "places");
	ff_problem_free(&problem);
	problem = right("big.pgm -g 2,2 --radius 1.25 --subdivide");
	for (int i = 0; i < 100; i++) { /* 2.5 of the small cells */
		bool inside = i % 10 >= 2 && i % 10 < 8 && i / 10 >= 2 && i / 10 < 8;

		CHECK((problem.closed.cells[i] != FF_COST_WALL) == inside, "cell %d", i);
	}
	ff_problem_free(&problem);
}

/* Only the quarters of its cell are too near. */
static void a_goal_is_named_as_it_was_given_when_subdivided_too(void)
{
	refused("row.pgm -g 1,0 --radius 0.5 --subdivide", FF_E_INPUT,
		"row.pgm: goal 1,0 is too near a wall for --radius, split by --subdivide");
}

static void what_cannot_be_is_told(void)
{
	refused("none.pgm -g 0,0", FF_E_INPUT, "none.pgm: No such file or directory");
	refused("m.pgm --goals none.csv", FF_E_INPUT, "none.csv: No such file or directory");
	refused("m.pgm --goals bad.csv", FF_E_INPUT, "bad.csv:2:1: x is not a number");
	refused("m.pgm --goals big.pgm", FF_E_INPUT, "big.pgm: is 5x5, the map 4x3");
	refused("m.pgm -g 0,0 --require 4,0", FF_E_INPUT,
		"m.pgm: --require 4,0 is outside the map (x 0..3, y 0..2)");
	refused("m.pgm -g 0,0 --require 0,0 --require 0,-1", FF_E_INPUT,
		"m.pgm: --require 0,-1 is outside the map (x 0..3, y 0..2)");
	refused("m.map -g 0,0 --invert", FF_E_USAGE,
		"m.map: --invert, --wall-from and --remap are for grey images");
	refused("m.map -g 0,0 --remap 1=2", FF_E_USAGE,
		"m.map: --invert, --wall-from and --remap are for grey images");
	refused("m.pgm -g 0,0 -g 2,0,1,3", FF_E_INPUT,
		"m.pgm: goal 2,0,1,3 has no open cell (see --snap); the nearest open cell is 1,1");
}

static void a_map_of_another_format_has_that_name(void)
{
	struct ff_problem problem = right("m.map -g 0,0");

	CHECK(strcmp(problem.format->name, "movingai") == 0, "%s", problem.format->name);
	ff_problem_free(&problem);
}

/* All cells of a problem, as digits would be too short. */
static void costs_are(const char *line, const uint8_t *want, size_t count)
{
	struct ff_problem problem = right(line);

	CHECK((size_t)problem.map.w * (size_t)problem.map.h == count, "\"%s\": %zu", line, count);
	for (size_t i = 0; i < count; i++)
		CHECK(problem.map.cells[i] == want[i], "\"%s\", cell %zu: %d, not %d", line, i,
		      problem.map.cells[i], want[i]);
	ff_problem_free(&problem);
}

static void an_image_with_a_text_of_map_server_means_what_that_says(void)
{
	struct ff_problem problem = right("d/ros.yaml -g 0,0");

	CHECK(strcmp(problem.name, "d/ros.yaml") == 0 && strcmp(problem.kind, "map_server") == 0 &&
		      problem.described && strcmp(problem.image, "d/i.pgm") == 0,
	      "%s, %s, %s", problem.name, problem.kind, problem.image);
	CHECK(problem.place.x == -1 && problem.place.y == 2 && problem.place.resolution == 0.5,
	      "place");
	ff_problem_free(&problem);
	costs_are("d/ros.yaml -g 0,0", (uint8_t[]){1, 1, 255, 1, 255, 1}, 6);
	costs_are("d/ros.yaml -g 0,0 --unknown 7", (uint8_t[]){1, 1, 7, 1, 255, 1}, 6);
	costs_are("d/absolute.yml -g 0,0 --unknown 254", (uint8_t[]){1, 1, 254, 1, 255, 1}, 6);
	costs_are("scaled.yaml -g 0,0", (uint8_t[]){1, 50, 51, 2, 254, 1}, 6);
	problem = right("m.pgm -g 0,0");
	CHECK(!problem.described && problem.image == NULL && problem.place.x == 0 &&
		      problem.place.y == 0 && problem.place.resolution == 1 &&
		      strcmp(problem.kind, "pgm") == 0,
	      "a map of its own");
	ff_problem_free(&problem);
}

static void points_are_the_cells_that_they_lie_in(void)
{
	seeded("d/ros.yaml -g -1m,2m", 1, (struct ff_seed[]){{3, 0, 0}});
	seeded("d/ros.yaml -g 0.49m,2.99m+5 -g 0,0 --unknown 3", 2,
	       (struct ff_seed[]){{0, 1, 0}, {2, 0, 5}});
	seeded("d/ros.yaml --goals points.csv", 2, (struct ff_seed[]){{3, 0, 0}, {5, 1, 9}});
	refused("d/ros.yaml -g 0.5m,2m", FF_E_INPUT,
		"d/ros.yaml: goal 0.5m,2m is outside the map (from -1m,2m to 0.5m,3m)");
	refused("d/ros.yaml -g 0,0 --require -1.1m,2m", FF_E_INPUT,
		"d/ros.yaml: --require -1.1m,2m is outside the map (from -1m,2m to 0.5m,3m)");
	refused("m.pgm -g 1m,2m", FF_E_USAGE,
		"m.pgm: goal 1m,2m: metres are for maps that say where they lie, as the .yaml of "
		"map_server does");
	refused("m.map -g 0,0 --require 1m,2m", FF_E_USAGE,
		"m.map: --require 1m,2m: metres are for maps that say where they lie, as the .yaml "
		"of map_server does");
	{
		struct ff_problem problem =
			right("d/ros.yaml -g 0,0 --require 0.25m,2.25m --require 1,0");

		CHECK(problem.required[0].x == 2 && problem.required[0].y == 1 &&
			      problem.required[1].x == 1 && problem.required[1].y == 0,
		      "other cells");
		ff_problem_free(&problem);
	}
}

static void what_such_a_map_cannot_be_asked_is_told(void)
{
	refused("d/ros.yaml -g 0,0 --invert", FF_E_USAGE,
		"d/ros.yaml: --invert, --wall-from and --remap are for images without a .yaml");
	refused("d/ros.yaml -g 0,0 --legend l.txt", FF_E_USAGE,
		"d/ros.yaml: --legend FILE is for PNG images, which have colours");
	refused("m.pgm -g 0,0 --legend l.txt", FF_E_USAGE,
		"m.pgm: --legend FILE is for PNG images, which have colours");
	refused("m.pgm -g 0,0 --unknown 3", FF_E_USAGE,
		"m.pgm: --unknown is for maps of map_server: in others no cell is unknown");
	refused("scaled.yaml -g 0,0 --unknown 3", FF_E_USAGE,
		"scaled.yaml: --unknown: in mode scale no cell is unknown");
	refused("ros.txt -g 0,0", FF_E_INPUT,
		"ros.txt: has the key image, as texts of map_server do: name it .yaml");
	refused("to_map.yaml -g 0,0", FF_E_INPUT, "m.map: is no image");
	refused("to_itself.yaml -g 0,0", FF_E_INPUT,
		"to_itself.yaml: is neither a PNG nor a PGM image, nor a MovingAI map, nor rows "
		"of text (. and #), nor a .yaml with the key image");
	refused("to_nothing.yaml -g 0,0", FF_E_INPUT, "./-: No such file or directory");
}

static void colours_cost_what_the_legend_says(void)
{
	costs_are("c.png -g 0,0 --legend l.txt", (uint8_t[]){1, 254, 9, 255}, 4);
	refused("c.png -g 0,0 --legend short.txt", FF_E_INPUT,
		"c.png: pixel 1,1 is #0000ff, which is not in short.txt");
	refused("c.png -g 0,0 --legend none.txt", FF_E_INPUT,
		"none.txt: No such file or directory");
	refused("c.png -g 0,0 --legend g.csv", FF_E_INPUT,
		"g.csv:2:1: a colour, #rrggbb, expected");
	{
		struct ff_problem problem = right("c.png -g 0,0 --legend l.txt");

		CHECK(problem.grounds.count == 5 && strcmp(problem.grounds.items[1].name, "b") == 0,
		      "%zu", problem.grounds.count);
		ff_problem_free(&problem);
	}
}

static void make_described(void)
{
	static const uint8_t rgb[] = {0, 255, 0, 0, 0, 0, 255, 255, 255, 0, 0, 255};
	static const char keys[] = "resolution: 0.5\norigin: [-1, 2, 0]\nnegate: 0\n"
				   "occupied_thresh: 0.65\nfree_thresh: 0.196\n";
	struct png_file file = png_begin(2, 2, 8, PNG_RGB, false);
	uint8_t raw[14] = {0};
	char text[5000];

	memcpy(raw + 1, rgb, 6);
	memcpy(raw + 8, rgb + 6, 6);
	png_data(&file, raw, sizeof raw);
	png_end(&file);
	temp_write("c.png", file.data, file.size);
	free(file.data);
	temp_text("l.txt", "#00ff00 1 # a\n#000000 254 # b\n#ffffff 9\n#0000ff wall\n#ff0000 3\n");
	temp_text("short.txt", "#00ff00 1 # a\n#000000 254 # b\n#ffffff 9\n");
	temp_require(mkdir("d", 0700) == 0, "d");
	temp_text("d/i.pgm", "P2 3 2 255\n255 206 205\n254 0 255\n");
	snprintf(text, sizeof text, "image: i.pgm\n%s", keys);
	temp_text("d/ros.yaml", text);
	temp_text("ros.txt", text);
	snprintf(text, sizeof text, "image: %s/d/i.pgm\nmode: trinary\n%s", temp_folder(), keys);
	temp_text("d/absolute.yml", text);
	temp_text("points.csv", "-1m,2m\n0.4m,2.1m,1,1,9\n");
	temp_text("scaled.yaml", "image: d/i.pgm\nmode: scale\nresolution: 1\norigin: [0, 0, 0]\n"
				 "negate: 0\noccupied_thresh: 1\nfree_thresh: 0.0\n");
	snprintf(text, sizeof text, "image: m.map\n%s", keys);
	temp_text("to_map.yaml", text);
	snprintf(text, sizeof text, "image: to_itself.yaml\n%s", keys);
	temp_text("to_itself.yaml", text);
	snprintf(text, sizeof text, "image: '-'\n%s", keys);
	temp_text("to_nothing.yaml", text);
}

int main(void)
{
	temp_enter();
	temp_text("m.pgm", map);
	temp_text("big.pgm", "P2 5 5 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
	temp_text("mask.pgm", "P2 4 3 255\n9 9 9 0\n0 0 0 200\n0 0 0 0\n");
	temp_text("row.pgm", "P2 3 1 1 0 0 0");
	temp_text("g.csv", "# goals\n0,0,1,2\n3,2,1,1,7\n");
	temp_text("bad.csv", "0,0\nx\n");
	temp_text("m.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
	make_described();
	RUN(the_map_is_read_and_its_greys_become_costs);
	RUN(every_model_has_its_unit_and_the_limit_is_in_it);
	RUN(goals_come_from_options_and_then_from_files);
	RUN(goals_on_no_open_cell_are_moved_only_if_asked);
	RUN(wide_walkers_find_cells_closed);
	RUN(subdivided_all_grids_are_twice_as_wide_and_high);
	RUN(a_goal_is_named_as_it_was_given_when_subdivided_too);
	RUN(what_cannot_be_is_told);
	RUN(a_map_of_another_format_has_that_name);
	RUN(an_image_with_a_text_of_map_server_means_what_that_says);
	RUN(points_are_the_cells_that_they_lie_in);
	RUN(what_such_a_map_cannot_be_asked_is_told);
	RUN(colours_cost_what_the_legend_says);
	return tap_done();
}
