#include "cmd/options.h"

#include "marked.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 48 };

/* The line's words, which the options point into: until the next call. */
static enum ff_status parse(const char *line, struct ff_options *options, struct ff_error *err)
{
	static char text[600];
	static char *argv[WORDS];
	char *at = text;
	int argc = 0;

	snprintf(text, sizeof text, "flowfield %s", line);
	for (char *word; argc < WORDS && (word = strsep(&at, " ")) != NULL;)
		if (*word != '\0')
			argv[argc++] = strcmp(word, "_") == 0 ? word + 1 : word;
	err->text[0] = '\0';
	return ff_options_parse(options, argc, argv, err);
}

/* The options of a line that must be right; all 0 if it is not. */
static struct ff_options right(const char *line)
{
	struct ff_options options = {.map = ""};
	struct ff_error err;

	CHECK(parse(line, &options, &err) == FF_OK, "\"%s\": \"%s\"", line, err.text);
	return options;
}

static const char *shown(const char *text)
{
	return text == NULL ? "(nothing)" : text;
}

static void refused(const char *line, const char *message)
{
	struct ff_options options;
	struct ff_error err;
	enum ff_status st;

	mark(&options, sizeof options);
	st = parse(line, &options, &err);
	CHECK(st == FF_E_USAGE && strcmp(err.text, message) == 0, "\"%s\": status %d, \"%s\"", line,
	      (int)st, err.text);
	CHECK(is_marked(&options, sizeof options), "\"%s\": something was set", line);
}

static void a_map_and_a_goal_are_enough(void)
{
	struct ff_options o = right("map.png --goal 40,12");

	CHECK(o.action == FF_OPTIONS_RUN && strcmp(o.map, "map.png") == 0, "\"%s\"", o.map);
	CHECK(o.goals.count == 1 && o.goals.items[0].x == 40 && o.goals.items[0].y == 12,
	      "%zu goals", o.goals.count);
	CHECK(o.model.metric == FF_METRIC_MANHATTAN && o.model.flow == FF_FLOW_LOWEST, "the model");
	CHECK(o.levels.invert == 0 && o.levels.wall_from == 0 && o.levels.count == 0, "levels");
	for (int i = 0; i < FF_OPTIONS_OUTPUTS; i++)
		CHECK(o.outputs[i] == NULL, "output %d is \"%s\"", i, shown(o.outputs[i]));
	CHECK(o.out_dir == NULL && !o.force && !o.no_clobber, "where to");
	CHECK(o.style.scale == 0 && o.style.range == 0 && o.style.contours == 0 &&
		      !o.style.values && o.style.colormap == FF_COLORMAP_VIRIDIS &&
		      o.style.legend == FF_STYLE_LEGEND_AUTO,
	      "the style");
	CHECK(o.verbosity == FF_OPTIONS_NORMAL && strcmp(shown(o.recorded), "--goal 40,12") == 0,
	      "\"%s\"", shown(o.recorded));
	ff_options_free(&o);
}

static void goals_are_kept_in_their_order(void)
{
	struct ff_options o = right("-g 1,2 - --goal=-3,4 -g1,2 "
				    "--goal 9223372036854775807,-9223372036854775808");

	CHECK(strcmp(o.map, "-") == 0 && o.goals.count == 4, "%zu goals of \"%s\"", o.goals.count,
	      o.map);
	CHECK(o.goals.items[0].x == 1 && o.goals.items[0].y == 2 && o.goals.items[1].x == -3 &&
		      o.goals.items[1].y == 4 && o.goals.items[2].x == 1 &&
		      o.goals.items[3].x == INT64_MAX,
	      "another order");
	ff_options_free(&o);
}

static void many_goals_have_room(void)
{
	enum { MANY = 3000 };
	static char text[MANY][24];
	static char *argv[MANY + 3] = {"flowfield", "map"};
	struct ff_options o;

	for (int i = 0; i < MANY; i++) {
		snprintf(text[i], sizeof text[i], "--goal=%d,%d", i, 2 * i);
		argv[i + 2] = text[i];
	}
	if (!CHECK(ff_options_parse(&o, MANY + 2, argv, NULL) == FF_OK, "refused"))
		return;
	CHECK(o.goals.count == MANY, "%zu goals", o.goals.count);
	for (int i = 0; i < MANY; i++)
		CHECK(o.goals.items[i].x == i && o.goals.items[i].y == 2 * i, "goal %d", i);
	ff_options_free(&o);
}

static void a_goal_that_is_none_is_refused(void)
{
	static const char *const wrong[] = {"1",    "1,",    ",1",    ",",    "1,2,3",
					    "1;2",  "1.5,2", "a,b",   "1,2x", "+1,2",
					    "1,,2", "0x1,2", "--1,2", "-,1"};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char line[80], message[160];

		snprintf(line, sizeof line, "map --goal %s", wrong[i]);
		snprintf(message, sizeof message,
			 "--goal %s: wanted is X,Y, two whole numbers and a comma", wrong[i]);
		refused(line, message);
	}
	refused("map --goal _", "--goal : wanted is X,Y, two whole numbers and a comma");
	refused("map --goal 9223372036854775808,1",
		"--goal 9223372036854775808,1: is out of range: wanted is X,Y, two whole numbers "
		"and a comma");
}

static void levels_are_set(void)
{
	struct ff_options o = right("m -g 0,0 --invert --wall-from 200 --remap 0=wall,10-20=7 "
				    "--remap=255-255=254");
	static const struct ff_levels_remap want[] = {{0, 0, 255}, {10, 20, 7}, {255, 255, 254}};

	CHECK(o.levels.invert == 1 && o.levels.wall_from == 200 && o.levels.count == 3,
	      "%d, %d, %zu", o.levels.invert, o.levels.wall_from, o.levels.count);
	CHECK(o.levels.count == 3 && memcmp(o.levels.remaps, want, sizeof want) == 0,
	      "other remaps");
	ff_options_free(&o);
}

static void a_remap_that_is_none_is_refused(void)
{
	static const char *const wrong[] = {
		"5",    "=5",    "5=",   "5=0",    "5=255",   "256=1",   "1-=2",
		"-1=2", "2-1=5", "1=2=", "1=Wall", "1=walls", "1-2-3=4", "1:2"};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char line[80], message[160];

		snprintf(line, sizeof line, "map -g 0,0 --remap %s", wrong[i]);
		snprintf(message, sizeof message,
			 "--remap %s: \"%s\" is not A=C or A-B=C with greys 0..255 and a cost "
			 "1..254 or wall",
			 wrong[i], wrong[i]);
		refused(line, message);
	}
	refused("map -g 0,0 --remap 1=2,", "--remap 1=2,: \"\" is not A=C or A-B=C with greys "
					   "0..255 and a cost 1..254 or wall");
	refused("map -g 0,0 --remap 1=2,x,3=4", "--remap 1=2,x,3=4: \"x\" is not A=C or A-B=C with "
						"greys 0..255 and a cost 1..254 or wall");
}

static void a_grey_with_two_costs_is_refused(void)
{
	refused("map -g 0,0 --remap 1=2,1=3", "--remap 1=2,1=3: grey 1 has two costs");
	refused("map -g 0,0 --remap 10-20=2,20-30=3",
		"--remap 10-20=2,20-30=3: grey 20 has two costs");
	refused("map -g 0,0 --remap 10-20=2,5-15=3",
		"--remap 10-20=2,5-15=3: grey 10 has two costs");
	refused("map -g 0,0 --remap 10-20=2 --remap 15=9", "--remap 15=9: grey 15 has two costs");
	refused("map -g 0,0 --remap 15=2 --remap 0-255=9",
		"--remap 0-255=9: grey 15 has two costs");
}

static void outputs_are_named(void)
{
	struct ff_options o = right("m -g 0,0 --heatmap h.png --arrows a.PNG --reach - --terrain t "
				    "--csv c.png --json d/j");
	static const char *const want[] = {"h.png", "a.PNG", "-", "t", "c.png", "d/j"};

	for (int i = 0; i < FF_OPTIONS_OUTPUTS; i++)
		CHECK(strcmp(shown(o.outputs[i]), want[i]) == 0, "%s: \"%s\"",
		      ff_options_output_names[i], shown(o.outputs[i]));
	ff_options_free(&o);
	o = right("m -g 0,0 --heatmap /dev/fd/3 --reach x.d/reach --arrows .png");
	ff_options_free(&o);
}

static void an_output_that_cannot_be_is_refused(void)
{
	refused("m -g 0,0 --heatmap a.jpg",
		"--heatmap a.jpg: pictures are PNG files: name it .png");
	refused("m -g 0,0 --terrain a.png/b.gif",
		"--terrain a.png/b.gif: pictures are PNG files: name it .png");
	refused("m -g 0,0 --csv a --csv b", "--csv is given twice");
	refused("m -g 0,0 --reach a.png --reach=a.png", "--reach is given twice");
	refused("m -g 0,0 --json _", "--json needs a file's name");
	refused("m -g 0,0 --out-dir _", "--out-dir needs a folder's name");
}

static void of_force_and_no_clobber_the_last_one_counts(void)
{
	struct ff_options o = right("m -g 0,0 --no-clobber -f --out-dir d");

	CHECK(o.force && !o.no_clobber && strcmp(o.out_dir, "d") == 0, "force");
	ff_options_free(&o);
	o = right("m -g 0,0 --force --no-clobber");
	CHECK(!o.force && o.no_clobber, "no-clobber");
	ff_options_free(&o);
}

static void the_style_is_set(void)
{
	struct ff_options o = right("m -g 0,0 --colormap gray --range 0:4294967294 --scale 256 "
				    "--legend --values --contours 1000");

	CHECK(o.style.colormap == FF_COLORMAP_GRAY && o.style.range == 4294967294 &&
		      o.style.scale == 256 && o.style.legend == FF_STYLE_LEGEND_ALWAYS &&
		      o.style.values && o.style.contours == 1000,
	      "%d, %" PRIu32 ", %d, %d, %d", (int)o.style.colormap, o.style.range, o.style.scale,
	      (int)o.style.legend, o.style.contours);
	ff_options_free(&o);
	for (int map = 0; map < FF_COLORMAPS; map++) {
		char line[80];

		snprintf(line, sizeof line, "m -g 0,0 --colormap=%s", ff_colormap_names[map]);
		o = right(line);
		CHECK((int)o.style.colormap == map, "%s is %d", ff_colormap_names[map],
		      (int)o.style.colormap);
		ff_options_free(&o);
	}
	o = right("m -g 0,0 --legend --legend=never");
	CHECK(o.style.legend == FF_STYLE_LEGEND_NEVER, "%d", (int)o.style.legend);
	ff_options_free(&o);
	o = right("m -g 0,0 --legend=always --legend=auto");
	CHECK(o.style.legend == FF_STYLE_LEGEND_AUTO, "%d", (int)o.style.legend);
	ff_options_free(&o);
}

static void a_style_that_cannot_be_is_refused(void)
{
	refused("m -g 0,0 --colormap jet",
		"--colormap jet: there is viridis (default), cividis, turbo or gray");
	refused("m -g 0,0 --legend=maybe",
		"--legend=maybe: there is auto (default), always (--legend alone) or never");
	refused("m -g 0,0 --scale 0",
		"--scale 0: is out of range: wanted is a whole number in 1..256");
	refused("m -g 0,0 --scale 257",
		"--scale 257: is out of range: wanted is a whole number in 1..256");
	refused("m -g 0,0 --scale 2x", "--scale 2x: wanted is a whole number in 1..256");
	refused("m -g 0,0 --contours 0",
		"--contours 0: is out of range: wanted is a whole number in 1..1000");
	refused("m -g 0,0 --contours 1001",
		"--contours 1001: is out of range: wanted is a whole number in 1..1000");
	refused("m -g 0,0 --wall-from 256",
		"--wall-from 256: is out of range: wanted is a whole number in 1..255");
	refused("m -g 0,0 --wall-from 0",
		"--wall-from 0: is out of range: wanted is a whole number in 1..255");
	refused("m -g 0,0 --range 100", "--range 100: wanted is 0:MAX with a MAX of 1..4294967294");
	refused("m -g 0,0 --range 1:100",
		"--range 1:100: wanted is 0:MAX with a MAX of 1..4294967294");
	refused("m -g 0,0 --range 0:", "--range 0:: wanted is 0:MAX with a MAX of 1..4294967294");
	refused("m -g 0,0 --range 0:0",
		"--range 0:0: is out of range: wanted is 0:MAX with a MAX of 1..4294967294");
	refused("m -g 0,0 --range 0:4294967295",
		"--range 0:4294967295: is out of range: wanted is 0:MAX with a MAX of "
		"1..4294967294");
}

static void a_line_that_lacks_or_has_too_much_is_refused(void)
{
	refused("--goal 1,2", "there is no map: name a file, or -");
	refused("map.png", "there is no goal: give --goal X,Y");
	refused("a.png b.png --goal 1,2", "one map at a time: a.png or b.png?");
	refused("map.png --goal", "--goal needs a value: X,Y");
	refused("map.png --gaol 1,2", "unknown option --gaol: is it --goal?");
	refused("map.png -g 1,2 --heat-map x.png", "unknown option --heat-map: is it --heatmap?");
	refused("map.png -g 1,2 --colourmap gray", "unknown option --colourmap: is it --colormap?");
	refused("map.png -g 1,2 --walls-from 9", "unknown option --walls-from: is it --wall-from?");
	refused("map.png -g 1,2 --quite", "unknown option --quite: is it --quiet?");
	refused("map.png -g 1,2 --metric octile", "unknown option --metric: see flowfield --help");
	refused("map.png -g 1,2 --values=3", "--values takes no value");
}

static void the_action_is_the_first_one_asked_for_and_needs_nothing_else(void)
{
	static const struct {
		const char *line;
		enum ff_options_action action;
	} cases[] = {
		{"", FF_OPTIONS_USAGE},
		{"--help", FF_OPTIONS_HELP},
		{"-h", FF_OPTIONS_HELP},
		{"--version", FF_OPTIONS_VERSION},
		{"-V", FF_OPTIONS_VERSION},
		{"-hV", FF_OPTIONS_HELP},
		{"-V -h", FF_OPTIONS_VERSION},
		{"map.png --help", FF_OPTIONS_HELP},
		{"-q --version map.png", FF_OPTIONS_VERSION},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ff_options o = right(cases[i].line);

		CHECK(o.action == cases[i].action, "\"%s\": %d", cases[i].line, (int)o.action);
		ff_options_free(&o);
	}
}

static void the_last_word_on_verbosity_counts(void)
{
	struct ff_options o = right("m -g 0,0 -v -q");

	CHECK(o.verbosity == FF_OPTIONS_QUIET, "%d", (int)o.verbosity);
	ff_options_free(&o);
	o = right("m -g 0,0 -qv");
	CHECK(o.verbosity == FF_OPTIONS_VERBOSE, "%d", (int)o.verbosity);
	ff_options_free(&o);
}

static void the_record_is_the_same_whatever_the_order(void)
{
	static const char want[] = "--goal 1,2 --goal 3,4 --invert --wall-from 9 --remap 1=2 "
				   "--colormap turbo --range 0:5 --scale 3 --legend=never "
				   "--values --contours 6";
	static const char *const lines[] = {
		"map.png --goal 1,2 --goal 3,4 --invert --wall-from 9 --remap 1=2 --colormap turbo "
		"--range 0:5 --scale 3 --legend=never --values --contours 6",
		"--contours=6 --values --legend=never --scale=3 --range=0:5 --colormap=turbo "
		"--remap=1=2 --wall-from=9 --invert -g1,2 -g 3,4 -",
		"-v -g 1,2 --values -q --invert -g 3,4 --json - --contours 6 --wall-from 9 -f "
		"--scale 3 --remap 1=2 a/b --legend=never --range 0:5 --colormap turbo",
	};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct ff_options o = right(lines[i]);

		CHECK(strcmp(shown(o.recorded), want) == 0, "\"%s\"", shown(o.recorded));
		ff_options_free(&o);
	}
}

static void the_record_is_a_command_line_with_the_same_record(void)
{
	struct ff_options o = right("m --values -g 1,2 --legend --scale 4 --remap 3-4=wall,5=6");
	struct ff_options again;
	char line[300];

	snprintf(line, sizeof line, "m %s", o.recorded);
	again = right(line);
	CHECK(strcmp(shown(o.recorded), shown(again.recorded)) == 0, "\"%s\" and \"%s\"",
	      shown(o.recorded), shown(again.recorded));
	ff_options_free(&o);
	ff_options_free(&again);
}

/* What 'write' prints; free() it. */
static char *printed(void (*write)(FILE *to))
{
	char *text = NULL;
	size_t n = 0;
	FILE *to = open_memstream(&text, &n);

	if (CHECK(to != NULL, "no memory")) {
		write(to);
		fclose(to);
	}
	return text;
}

static void the_short_usage_is_short_and_has_two_examples(void)
{
	char *text = printed(ff_options_usage);
	int lines = 0;

	for (const char *c = text; *c != '\0'; c++)
		lines += *c == '\n';
	CHECK(lines == 7, "%d lines", lines);
	CHECK(strstr(text, "usage: flowfield MAP --goal X,Y") != NULL, "%s", text);
	CHECK(strstr(text, "flowfield map.png --goal 40,12\n") != NULL &&
		      strstr(text, "flowfield - --goal 40,12 --csv - < map.png\n") != NULL,
	      "%s", text);
	free(text);
}

static void the_help_names_every_output_and_colour_map(void)
{
	char *text = printed(ff_options_help);

	CHECK(strncmp(text, "usage: flowfield MAP --goal X,Y", 31) == 0, "%.40s", text);
	for (int i = 0; i < FF_OPTIONS_OUTPUTS; i++) {
		char name[40];

		snprintf(name, sizeof name, "      --%s FILE", ff_options_output_names[i]);
		CHECK(strstr(text, name) != NULL, "no \"%s\"", name);
	}
	for (int i = 0; i < FF_COLORMAPS; i++)
		CHECK(strstr(text, ff_colormap_names[i]) != NULL, "no %s", ff_colormap_names[i]);
	free(text);
}

int main(void)
{
	RUN(a_map_and_a_goal_are_enough);
	RUN(goals_are_kept_in_their_order);
	RUN(many_goals_have_room);
	RUN(a_goal_that_is_none_is_refused);
	RUN(levels_are_set);
	RUN(a_remap_that_is_none_is_refused);
	RUN(a_grey_with_two_costs_is_refused);
	RUN(outputs_are_named);
	RUN(an_output_that_cannot_be_is_refused);
	RUN(of_force_and_no_clobber_the_last_one_counts);
	RUN(the_style_is_set);
	RUN(a_style_that_cannot_be_is_refused);
	RUN(a_line_that_lacks_or_has_too_much_is_refused);
	RUN(the_action_is_the_first_one_asked_for_and_needs_nothing_else);
	RUN(the_last_word_on_verbosity_counts);
	RUN(the_record_is_the_same_whatever_the_order);
	RUN(the_record_is_a_command_line_with_the_same_record);
	RUN(the_short_usage_is_short_and_has_two_examples);
	RUN(the_help_names_every_output_and_colour_map);
	return tap_done();
}
