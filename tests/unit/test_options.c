#include "cli/options.h"

#include "marked.h"
#include "words.h"

#include "cli/verbs/sector_solution.h"
#include "core/map/sectors.h"

#include <inttypes.h>
#include <math.h>

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
	st = words_parse(line, &options, &err);
	CHECK(st == FF_E_USAGE && strcmp(err.text, message) == 0, "\"%s\": status %d, \"%s\"", line,
	      (int)st, err.text);
	CHECK(is_marked(&options, sizeof options), "\"%s\": something was set", line);
}

#define CELLS_OR_PERCENT "a whole number in 0..2147483647, or 0%..100% of the open cells"

static void a_map_and_a_goal_are_enough(void)
{
	struct ff_options o = words_right("map.png --goal 40,12");

	CHECK(o.verb == &ff_run_verb && strcmp(o.map, "map.png") == 0 && o.input_count == 0,
	      "\"%s\"", o.map);
	CHECK(o.goals.count == 1 && o.goals.items[0].x == 40 && o.goals.items[0].y == 12 &&
		      o.goals.mask == NULL && o.goal_file_count == 0,
	      "%zu goals", o.goals.count);
	CHECK(o.snap == 0 && isinf(o.max_cost) && o.required_count == 0 && o.max_unreached == -1 &&
		      o.flee == 0 && o.radius == 0 && !o.sight && !o.subdivide,
	      "what is asked of the answer");
	CHECK(o.model.metric == FF_METRIC_MANHATTAN && o.model.step == FF_STEP_CELL &&
		      o.model.corners == FF_CORNERS_STRICT && o.model.flow == FF_FLOW_LOWEST,
	      "the model");
	CHECK(o.levels.invert == 0 && o.levels.wall_from == 0 && o.levels.count == 0, "levels");
	for (int i = 0; i < FF_OPTIONS_OUTPUTS; i++)
		CHECK(o.outputs[i] == NULL, "output %d is \"%s\"", i, shown(o.outputs[i]));
	CHECK(o.encoding == FF_ENCODING_INDEX && o.out_dir == NULL && !o.force && !o.no_clobber,
	      "where to");
	CHECK(o.style.scale == 0 && o.style.range == 0 && o.style.contours == 0 &&
		      !o.style.values && o.style.colormap == FF_COLORMAP_VIRIDIS &&
		      o.style.legend == FF_STYLE_LEGEND_AUTO,
	      "the style");
	CHECK(o.verbosity == FF_OPTIONS_NORMAL && strcmp(shown(o.recorded), "--goal 40,12") == 0,
	      "\"%s\"", shown(o.recorded));
	ff_options_free(&o);
}

static void a_goal_is_a_place_or_an_area_with_or_without_a_cost(void)
{
	static const struct {
		const char *text;
		struct ff_goal goal;
	} cases[] = {
		{"1,2", {.x = 1, .y = 2, .w = 1, .h = 1}},
		{"-3,4", {.x = -3, .y = 4, .w = 1, .h = 1}},
		{"40.5,.25", {.x = 40.5, .y = 0.25, .w = 1, .h = 1}},
		{"1,2,3,4", {.x = 1, .y = 2, .w = 3, .h = 4}},
		{"1,2+9", {.x = 1, .y = 2, .w = 1, .h = 1, .start = 9}},
		{"-1.0,2,1,4+1000000000000",
		 {.x = -1, .y = 2, .w = 1, .h = 4, .start = FF_GOALS_START_MAX}},
		{"1073741824,-1073741824,1073741824,1",
		 {.x = 1073741824, .y = -1073741824, .w = 1073741824, .h = 1}},
		{"1.5,2+0", {.x = 1.5, .y = 2, .w = 1, .h = 1}},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct ff_goal *want = &cases[i].goal, *got;
		struct ff_options o;
		char line[80];

		snprintf(line, sizeof line, "map --goal=%s", cases[i].text);
		o = words_right(line);
		got = o.goals.items;
		if (CHECK(o.goals.count == 1, "%s: %zu goals", line, o.goals.count))
			CHECK(got->x == want->x && got->y == want->y && got->w == want->w &&
				      got->h == want->h && got->start == want->start &&
				      got->level == 0,
			      "%s: %g,%g,%" PRId32 ",%" PRId32 "+%" PRId64, line, got->x, got->y,
			      got->w, got->h, got->start);
		ff_options_free(&o);
	}
}

static void goals_and_their_files_are_kept_in_their_order(void)
{
	struct ff_options o =
		words_right("-g 1,2 - --goals b --goal=-3,4 -g1,2 --goals a/b.png --goals b");

	CHECK(strcmp(o.map, "-") == 0 && o.goals.count == 3, "%zu goals of \"%s\"", o.goals.count,
	      o.map);
	CHECK(o.goals.items[0].x == 1 && o.goals.items[1].x == -3 && o.goals.items[2].x == 1,
	      "another order");
	CHECK(o.goal_file_count == 3 && strcmp(o.goal_files[0], "b") == 0 &&
		      strcmp(o.goal_files[1], "a/b.png") == 0 && strcmp(o.goal_files[2], "b") == 0,
	      "%zu files, or others", o.goal_file_count);
	ff_options_free(&o);
	o = words_right("map --goals -"); /* no goal besides */
	CHECK(o.goals.count == 0 && o.goal_file_count == 1, "%zu", o.goal_file_count);
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
	if (!CHECK(ff_options_parse(&o, &ff_run_verb, MANY + 2, argv, NULL) == FF_OK, "refused"))
		return;
	CHECK(o.goals.count == MANY, "%zu goals", o.goals.count);
	for (int i = 0; i < MANY; i++)
		CHECK(o.goals.items[i].x == i && o.goals.items[i].y == 2 * i, "goal %d", i);
	ff_options_free(&o);
}

static void a_goal_that_is_none_is_refused(void)
{
	static const char *const wrong[] = {
		"1",       "1,",       ",1",      ",",         "1,2,3",     "1;2",   "a,b",
		"1,2x",    "+1,2",     "1,,2",    "0x1,2",     "--1,2",     "-,1",   "1.,2",
		"1e3,2",   "1,2,3,",   "1,2,0,4", "1,2,3,0",   "1,2,3,-4",  "1,2+",  "1,2+-1",
		"1,2+1.5", "1,2+1+1",  "+",       "1,2,3,4,5", "1.5,2,3,4", "inf,0", "1,2,3,4.5",
		"nan,1",   "1,2,.5,1", "1,2+x"};
	static const char *const far[] = {"1,2+1000000000001", "9223372036854775808,1",
					  "1,2,3,1073741825"};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char line[80], message[160];

		snprintf(line, sizeof line, "map --goal %s", wrong[i]);
		snprintf(message, sizeof message,
			 "--goal %s: wanted is X,Y or, with whole numbers, X,Y,W,H, or metres, "
			 "Xm,Ym; then perhaps "
			 "+COST",
			 wrong[i]);
		refused(line, message);
	}
	for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
		char line[80], message[160];

		snprintf(line, sizeof line, "map --goal %s", far[i]);
		snprintf(message, sizeof message,
			 "--goal %s: is out of range: wanted is X,Y or, with whole numbers, "
			 "X,Y,W,H, or metres, Xm,Ym; then perhaps +COST",
			 far[i]);
		refused(line, message);
	}
	refused("map --goal _",
		"--goal : wanted is X,Y or, with whole numbers, X,Y,W,H, or metres, Xm,Ym; then "
		"perhaps +COST");
	refused("map --goals _", "--goals needs a file's name");
}

static void the_model_is_set(void)
{
	static const char *const metrics[] = {"manhattan", "octile", "euclid"};
	static const char *const corners[] = {"strict", "lenient", "cut"};
	static const char *const flows[] = {"lowest", "path", "gradient"};

	for (int k = 0; k < 27; k++) {
		int metric = k / 9, corner = k / 3 % 3, flow = k % 3;
		struct ff_options o;
		char line[120];

		/* Whatever comes first. */
		snprintf(line, sizeof line, "m -g 0,0 --flow %s --corners=%s --metric %s",
			 flows[flow], corners[corner], metrics[metric]);
		o = words_right(line);
		CHECK((int)o.model.metric == metric && (int)o.model.corners == corner &&
			      (int)o.model.flow == flow && o.model.step == FF_STEP_CELL,
		      "%s", line);
		ff_options_free(&o);
		snprintf(line, sizeof line, "m -g 0,0 --metric %s --step %s", metrics[metric],
			 metric < 2 ? "mean" : "cell");
		o = words_right(line);
		CHECK((int)o.model.flow == metric &&
			      o.model.step == (metric < 2 ? FF_STEP_MEAN : FF_STEP_CELL),
		      "%s: flow %d, step %d", line, (int)o.model.flow, (int)o.model.step);
		ff_options_free(&o);
	}
	refused("m -g 0,0 --metric chess", "--metric chess: expected manhattan, octile or euclid");
	refused("m -g 0,0 --metric euclid --step mean",
		"--step mean is not for --metric euclid, which knows no steps");
}

static void numbers_are_set(void)
{
	struct ff_options o = words_right("m -g 0,0 --max-cost 12.5 --max-unreached 0 --radius .75 "
					  "--require 3,4 --require -1,0 --flee=-2.5 --snap "
					  "--subdivide");

	CHECK(o.max_cost == 12.5 && o.max_unreached == 0 && o.radius == 0.75 && o.flee == -2.5 &&
		      isinf(o.snap) && o.subdivide && !o.sight,
	      "%g %d %g %g", o.max_cost, o.max_unreached, o.radius, o.flee);
	CHECK(o.required_count == 2 && o.required[0].x == 3 && o.required[0].y == 4 &&
		      o.required[1].x == -1 && o.required[1].y == 0,
	      "%zu required", o.required_count);
	ff_options_free(&o);
	o = words_right("m -g 0,0 --flee");
	CHECK(o.flee == -1.2, "%g", o.flee);
	ff_options_free(&o);
	o = words_right("m -g 0,0 --sight --max-cost 0 --max-unreached 268435456");
	CHECK(o.sight && o.max_cost == 0 && o.max_unreached == 268435456, "%g", o.max_cost);
	CHECK(o.max_unreached_percent == -1, "%g %%", o.max_unreached_percent);
	ff_options_free(&o);
	o = words_right("m -g 0,0 --max-unreached 7 --max-unreached 12.5%");
	CHECK(o.max_unreached == 0 && o.max_unreached_percent == 12.5, "%d, %g %%", o.max_unreached,
	      o.max_unreached_percent);
	ff_options_free(&o);
	o = words_right("m -g 0,0 --max-unreached 12.5% --max-unreached 7");
	CHECK(o.max_unreached == 7 && o.max_unreached_percent == -1, "%d, %g %%", o.max_unreached,
	      o.max_unreached_percent);
	ff_options_free(&o);
}

static void a_number_that_is_none_is_refused(void)
{
	static const struct {
		const char *words, *wanted;
		bool range;
	} cases[] = {
		{"--max-cost -1", "a number of 0 or more", false},
		{"--max-cost x", "a number of 0 or more", false},
		{"--max-cost 1000000000000001", "a number of 0 or more", true},
		{"--max-unreached -1", CELLS_OR_PERCENT, false},
		{"--max-unreached 1.5", CELLS_OR_PERCENT, false},
		{"--max-unreached 2147483648", CELLS_OR_PERCENT, true},
		{"--max-unreached -1%", CELLS_OR_PERCENT, false},
		{"--max-unreached 100.1%", CELLS_OR_PERCENT, true},
		{"--max-unreached %", CELLS_OR_PERCENT, false},
		{"--max-unreached 5%%", CELLS_OR_PERCENT, false},
		{"--max-unreached 5%x", CELLS_OR_PERCENT, false},
		{"--radius -1", "a number in 0..1000000", false},
		{"--radius 1000000.5", "a number in 0..1000000", true},
		{"--radius 1e3", "a number in 0..1000000", false},
		{"--require 1", "X,Y, two whole numbers and a comma, or metres, Xm,Ym", false},
		{"--require 1,2,3", "X,Y, two whole numbers and a comma, or metres, Xm,Ym", false},
		{"--require 1.5,2", "X,Y, two whole numbers and a comma, or metres, Xm,Ym", false},
		{"--flee=0", "a number in -5..-0.01", true},
		{"--flee=1.2", "a number in -5..-0.01", true},
		{"--flee=-100.5", "a number in -5..-0.01", true},
		{"--flee=-", "a number in -5..-0.01", false},
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		size_t n = strcspn(cases[k].words, " =");
		char line[80], message[160];

		snprintf(line, sizeof line, "m -g 0,0 %s", cases[k].words);
		snprintf(message, sizeof message, "%.*s %s: %swanted is %s", (int)n, cases[k].words,
			 cases[k].words + n + 1, cases[k].range ? "is out of range: " : "",
			 cases[k].wanted);
		refused(line, message);
	}
}

static void what_does_not_go_together_is_refused(void)
{
	refused("m -g 0,0 --flee --sight",
		"--flee and --sight: who flees does not walk to what it sees");
	refused("m -g 0,0 --flee --range 0:9",
		"--flee and --range: a flee map's values are below 0");
	refused("m -g 0,0 --flee --allocation a.csv",
		"--flee and --allocation: in a flee map no goal serves a cell");
	refused("m -g 0,0 --encoding esri", "--encoding is for --directions");
	refused("m -g 0,0 --encoding=index --csv c", "--encoding is for --directions");
	refused("verify m f -g 0,0 --flee", "--flee is not for verify");
	refused("verify m f -g 0,0 --csv c", "--csv is not for verify");
	refused("verify m -g 0,0", "there is no field to verify: name a file, or -");
	refused("verify -g 0,0", "there is no map: name a file, or -");
	refused("verify m f", "there is no goal: give --goal X,Y");
	refused("verify m f g -g 0,0", "one field at a time: f or g?");
	refused("m verify -g 0,0", "one map at a time: did you mean flowfield verify m?");
}

static void a_field_is_verified_by_the_same_options(void)
{
	struct ff_options o = words_right("--metric octile verify -g 0,0 map - --sight");

	CHECK(o.verb == &ff_verify_verb && strcmp(o.map, "map") == 0 && o.input_count == 1 &&
		      strcmp(o.inputs[0].path, "-") == 0 && o.sight &&
		      o.model.metric == FF_METRIC_OCTILE,
	      "\"%s\", \"%s\"", o.verb->name, o.map);
	ff_options_free(&o);
	o = words_right("./verify -g 0,0"); /* a map of that name */
	CHECK(o.verb == &ff_run_verb && strcmp(o.map, "./verify") == 0, "\"%s\"", o.verb->name);
	ff_options_free(&o);
}

static void directions_have_an_encoding(void)
{
	static const char *const names[] = {"index", "esri", "degrees", "bits"};

	for (int k = 0; k < FF_ENCODINGS; k++) {
		struct ff_options o;
		char line[80];

		snprintf(line, sizeof line, "m -g 0,0 --encoding %s --directions -", names[k]);
		o = words_right(line);
		CHECK((int)o.encoding == k, "%s is %d", names[k], (int)o.encoding);
		ff_options_free(&o);
	}
}

static void levels_are_set(void)
{
	struct ff_options o =
		words_right("m -g 0,0 --invert --wall-from 200 --remap 0=wall,10-20=7 "
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
	struct ff_options o =
		words_right("m -g 0,0 --heatmap h.png --arrows a.PNG --reach - --terrain t "
			    "--allocation a.csv --regions r.CSV --ties - --sight-mask s "
			    "--integration npy:- --cost c.asc --csv c.png --directions d --vectors "
			    "v.csv --json d/j");
	static const char *const want[] = {"h.png", "a.PNG", "-",     "t",     "a.csv",
					   "r.CSV", "-",     "s",     "npy:-", "c.asc",
					   "c.png", "d",     "v.csv", "d/j"};

	for (int i = 0; i <= FF_OPTIONS_JSON; i++) {
		CHECK(strcmp(shown(o.outputs[i]), want[i]) == 0, "%s: \"%s\"",
		      ff_options_output_names[i], shown(o.outputs[i]));
	}
	ff_options_free(&o);
}

static void an_output_that_cannot_be_is_refused(void)
{
	refused("m -g 0,0 --heatmap a.jpg", "--heatmap a.jpg: name it .png or .svg");
	refused("m -g 0,0 --heatmap a.csv", "--heatmap a.csv: name it .png or .svg");
	refused("m -g 0,0 --terrain a.png/b.gif", "--terrain a.png/b.gif: name it .png");
	refused("m -g 0,0 --vectors d.png", "--vectors d.png: name it .csv, .npy or .pfm");
	refused("m -g 0,0 --ties t", "--ties t: name it .png, .csv, .npy, .pgm, .pfm or .asc");
	refused("m -g 0,0 --cost r.txt",
		"--cost r.txt: name it .csv, .npy, .pgm, .pfm, .asc or .png");
	refused("m -g 0,0 --csv a --csv b", "--csv is given twice");
	refused("m -g 0,0 --reach a.png --reach=a.png", "--reach is given twice");
	refused("m -g 0,0 --json _", "--json needs a file's name");
	refused("m -g 0,0 --out-dir _", "--out-dir needs a folder's name");
}

static void values_are_scaled_only_for_grey_images(void)
{
	static const char wrong[] = "--scale-values is for --integration as .pgm or .png";
	struct ff_options o = words_right("m -g 0,0 --integration i.png --scale-values 0.125");

	CHECK(o.scale_values == 0.125 && strstr(o.recorded, "--scale-values 0.125") != NULL,
	      "%g, %s", o.scale_values, o.recorded);
	ff_options_free(&o);
	o = words_right("m -g 0,0 --integration pgm:- --scale-values 1000000000");
	CHECK(o.scale_values == 1e9, "%g", o.scale_values);
	ff_options_free(&o);
	refused("m -g 0,0 --scale-values 2", wrong);
	refused("m -g 0,0 --integration i.npy --scale-values 2", wrong);
	refused("m -g 0,0 --cost i.png --scale-values 2", wrong);
	refused("m -g 0,0 --integration i.png --scale-values 0",
		"--scale-values 0: is out of range: wanted is a number in 0.000000001..1000000000");
	refused("m -g 0,0 --integration i.png --scale-values 1e3",
		"--scale-values 1e3: wanted is a number in 0.000000001..1000000000");
}

static void of_force_and_no_clobber_the_last_one_counts(void)
{
	struct ff_options o = words_right("m -g 0,0 --no-clobber -f --out-dir d");

	CHECK(o.force && !o.no_clobber && strcmp(o.out_dir, "d") == 0, "force");
	ff_options_free(&o);
	o = words_right("m -g 0,0 --force --no-clobber");
	CHECK(!o.force && o.no_clobber, "no-clobber");
	ff_options_free(&o);
}

static void the_style_is_set(void)
{
	struct ff_options o =
		words_right("m -g 0,0 --colormap gray --range 0:4294967294.5 --scale 256 "
			    "--legend always --values --contours 1000");

	CHECK(o.style.colormap == FF_COLORMAP_GRAY && o.style.range == 4294967294.5 &&
		      o.style.scale == 256 && o.style.legend == FF_STYLE_LEGEND_ALWAYS &&
		      o.style.values && o.style.contours == 1000,
	      "%d, %g, %d, %d, %d", (int)o.style.colormap, o.style.range, o.style.scale,
	      (int)o.style.legend, o.style.contours);
	ff_options_free(&o);
	for (int map = 0; map < FF_COLORMAPS; map++) {
		char line[80];

		snprintf(line, sizeof line, "m -g 0,0 --colormap=%s", ff_colormap_names[map]);
		o = words_right(line);
		CHECK((int)o.style.colormap == map, "%s is %d", ff_colormap_names[map],
		      (int)o.style.colormap);
		ff_options_free(&o);
	}
	o = words_right("m -g 0,0 --legend always --legend=never");
	CHECK(o.style.legend == FF_STYLE_LEGEND_NEVER, "%d", (int)o.style.legend);
	ff_options_free(&o);
	o = words_right("m -g 0,0 --legend=always --legend=auto");
	CHECK(o.style.legend == FF_STYLE_LEGEND_AUTO, "%d", (int)o.style.legend);
	ff_options_free(&o);
}

static void a_style_that_cannot_be_is_refused(void)
{
	static const char *const ranges[] = {
		"0:0", "0:1000000000000001", "100", "1:100", "0:", "0:x"};

	refused("m -g 0,0 --colormap jet",
		"--colormap jet: expected viridis, cividis, turbo or gray");
	refused("m -g 0,0 --legend=maybe --legend never --legend often",
		"one legend at a time: maybe or often?  (else there is auto, always or never)");
	refused("m -g 0,0 --legend _", "--legend needs a file's name");
	refused("m -g 0,0 --legend", "--legend needs a value: FILE|WHEN");
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
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		char line[80], message[160];

		snprintf(line, sizeof line, "m -g 0,0 --range %s", ranges[i]);
		snprintf(message, sizeof message,
			 "--range %s: %swanted is 0:MAX with a MAX above 0, up to "
			 "1000000000000000",
			 ranges[i], i < 2 ? "is out of range: " : "");
		refused(line, message);
	}
}

static void a_line_that_lacks_or_has_too_much_is_refused(void)
{
	refused("--goal 1,2", "there is no map: name a file, or -");
	refused("map.png", "there is no goal: give --goal X,Y");
	refused("a.png b.png --goal 1,2",
		"one map at a time: a.png or b.png? (flowfield batch runs many)");
	refused("map.png --goal", "--goal needs a value: X,Y[,W,H][+COST]");
	refused("map.png --gaol 1,2", "unknown option --gaol: is it --goal?");
	refused("map.png -g 1,2 --heat-map x.png", "unknown option --heat-map: is it --heatmap?");
	refused("map.png -g 1,2 --colourmap gray", "unknown option --colourmap: is it --colormap?");
	refused("map.png -g 1,2 --walls-from 9", "unknown option --walls-from: is it --wall-from?");
	refused("map.png -g 1,2 --quite", "unknown option --quite: is it --quiet?");
	refused("map.png -g 1,2 --cores 4", "unknown option --cores: see flowfield --help");
	refused("map.png -g 1,2 -j 0",
		"--threads 0: is out of range: wanted is a whole number in 1..256");
	refused("map.png -g 1,2 --threads two",
		"--threads two: wanted is a whole number in 1..256");
	refused("map.png -g 1,2 --values=3", "--values takes no value");
}

static void of_help_and_version_the_first_one_counts_and_needs_nothing_else(void)
{
	static const struct {
		const char *line;
		bool help;
	} cases[] = {
		{"--help", true},
		{"-h", true},
		{"--version", false},
		{"-V", false},
		{"-hV", true},
		{"-V -h", false},
		{"map.png --help", true},
		{"-q --version map.png", false},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ff_options o = words_right(cases[i].line);

		CHECK(o.help == cases[i].help && o.version == !o.help, "\"%s\": %d", cases[i].line,
		      o.help);
		ff_options_free(&o);
	}
}

static void the_last_word_on_verbosity_counts(void)
{
	struct ff_options o = words_right("m -g 0,0 -v -q");

	CHECK(o.verbosity == FF_OPTIONS_QUIET, "%d", (int)o.verbosity);
	ff_options_free(&o);
	o = words_right("m -g 0,0 -qv");
	CHECK(o.verbosity == FF_OPTIONS_VERBOSE, "%d", (int)o.verbosity);
	ff_options_free(&o);
}

static void the_record_is_the_same_whatever_the_order(void)
{
	static const char want[] =
		"--goal 1,2 --goal 3,4+5 --goals g --snap --max-cost 9 --metric octile --step mean "
		"--corners cut --flow lowest --sight --radius 1 --subdivide --invert --wall-from 9 "
		"--remap 1=2 --legend never --colormap turbo --range 0:5 --scale 3 --values "
		"--contours 6";
	static const char *const lines[] = {
		"map.png --goal 1,2 --goal 3,4+5 --goals g --snap --max-cost 9 --metric octile "
		"--step mean --corners cut --flow lowest --sight --radius 1 --subdivide --invert "
		"--wall-from 9 --remap 1=2 --colormap turbo --range 0:5 --scale 3 --legend=never "
		"--values --contours 6",
		"--contours=6 --values --legend=never --scale=3 --range=0:5 --colormap=turbo "
		"--remap=1=2 --wall-from=9 --invert --subdivide --radius=1 --sight --flow=lowest "
		"--corners=cut --step=mean --metric=octile --max-cost=9 --snap --goals=g -g1,2 "
		"-g 3,4+5 -",
		"-v -g 1,2 --values -q --invert -g 3,4+5 --json - --contours 6 --wall-from 9 -f "
		"--scale 3 --remap 1=2 a/b --legend=never --range 0:5 --colormap turbo --goals g "
		"--require 0,0 --max-unreached 7 --snap --max-cost 9 --metric octile --step mean "
		"--corners cut --flow lowest --sight --radius 1 --subdivide --directions d",
	};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct ff_options o = words_right(lines[i]);

		CHECK(strcmp(shown(o.recorded), want) == 0, "\"%s\"", shown(o.recorded));
		ff_options_free(&o);
	}
}

static void the_record_is_a_command_line_with_the_same_record(void)
{
	struct ff_options o = words_right(
		"m --values -g 1,2 --legend always --scale 4 --flee --remap 3-4=wall,5=6");
	struct ff_options again;
	char line[300];

	snprintf(line, sizeof line, "m %s", o.recorded);
	again = words_right(line);
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

static void help(FILE *to)
{
	ff_argv_help(ff_sectors_verb.table, FF_ARGV_HELP_ALL, to);
}

static void walk_help(FILE *to)
{
	ff_argv_help(ff_walk_verb.table, FF_ARGV_HELP_ALL, to);
}

static void the_help_names_every_output_and_colour_map(void)
{
	char *sectors = printed(help), *walk = printed(walk_help);

	CHECK(strncmp(sectors, "usage: flowfield sectors MAP --goal X,Y", 39) == 0, "%.40s",
	      sectors);
	CHECK(strncmp(walk, "usage: flowfield walk MAP --goal X,Y", 36) == 0, "%.40s", walk);
	for (int i = 0; i < FF_OPTIONS_OUTPUTS; i++) {
		char name[40];

		snprintf(name, sizeof name, "      --%s FILE", ff_options_output_names[i]);
		CHECK((strstr(sectors, name) != NULL) ==
			      (i != FF_OPTIONS_ALLOCATION && i != FF_OPTIONS_TIES &&
			       i != FF_OPTIONS_SIGHT_MASK && i != FF_OPTIONS_ANIMATE &&
			       i < FF_OPTIONS_PATHS),
		      "\"%s\" is there, or is not", name);
		CHECK((strstr(walk, name) != NULL) ==
			      (i != FF_OPTIONS_ALLOCATION && i != FF_OPTIONS_TIES &&
			       i != FF_OPTIONS_SIGHT_MASK &&
			       (i < FF_OPTIONS_PORTALS || i >= FF_OPTIONS_PATHS)),
		      "\"%s\" is there, or is not, with walk", name);
	}
	CHECK(strstr(sectors, "\nOutputs:\n") != NULL, "%s", sectors);
	for (int i = 0; i < FF_COLORMAPS; i++)
		CHECK(strstr(sectors, ff_colormap_names[i]) != NULL, "no %s", ff_colormap_names[i]);
	free(sectors);
	free(walk);
}

static void points_in_metres_are_goals_and_required(void)
{
	struct ff_options o = words_right("m.yaml -g 1.5m,-2m -g -.5m,0m+7 -g 1,2 --require 1m,2m "
					  "--require 3,4 --unknown 254");

	CHECK(o.goals.count == 3 && o.goals.items[0].metres && o.goals.items[0].x == 1.5 &&
		      o.goals.items[0].y == -2 && o.goals.items[0].w == 1 &&
		      o.goals.items[1].metres && o.goals.items[1].x == -.5 &&
		      o.goals.items[1].start == 7 && !o.goals.items[2].metres,
	      "%zu goals", o.goals.count);
	CHECK(o.required_count == 2 && o.required[0].metres && o.required[0].y == 2 &&
		      !o.required[1].metres && o.required[1].x == 3,
	      "%zu required", o.required_count);
	CHECK(o.unknown == 254, "%d", o.unknown);
	ff_options_free(&o);
	for (const char *const *wrong =
		     (const char *const[]){"1m,2", "1,2m", "m,m", "1m,2m,3m", "1m,2m,1,1", "1m",
					   "1m,", ",1m", "1mm,2m", "1e1m,2m", NULL};
	     *wrong != NULL; wrong++) {
		char line[80], message[160];

		snprintf(line, sizeof line, "m -g %s", *wrong);
		snprintf(message, sizeof message,
			 "--goal %s: wanted is X,Y or, with whole numbers, X,Y,W,H, or metres, "
			 "Xm,Ym; then perhaps +COST",
			 *wrong);
		refused(line, message);
	}
	refused("m -g 0,0 --unknown 0",
		"--unknown 0: is out of range: wanted is a whole number in 1..254");
	refused("m -g 0,0 --unknown 255",
		"--unknown 255: is out of range: wanted is a whole number in 1..254");
}

static void a_legend_is_drawn_or_read(void)
{
	struct ff_options o = words_right("m -g 0,0 --legend never --legend ./never --legend auto");

	CHECK(o.style.legend == FF_STYLE_LEGEND_AUTO && strcmp(o.legend, "./never") == 0, "%s",
	      shown(o.legend));
	ff_options_free(&o);
	for (const char *const *word =
		     (const char *const[]){"--invert", "--wall-from 9", "--remap 1=2", NULL};
	     *word != NULL; word++) {
		char line[80];

		snprintf(line, sizeof line, "m -g 0,0 --legend l.txt %s", *word);
		refused(line, "--invert, --wall-from and --remap are for greys, --legend FILE for "
			      "colours");
	}
	refused("- -g 0,0 --legend -", "standard input can be read only once");
}

static void scen_needs_scenarios_and_has_their_goals(void)
{
	static const char steps[] =
		"scen compares lengths of paths of steps: --metric octile or manhattan";
	struct ff_options o = words_right("scen m.map s.scen");

	CHECK(o.verb == &ff_scen_verb && strcmp(o.map, "m.map") == 0 && o.input_count == 1 &&
		      strcmp(o.inputs[0].path, "s.scen") == 0 && o.model.metric == FF_METRIC_OCTILE,
	      "%d", o.help);
	ff_options_free(&o);
	o = words_right("--metric manhattan scen - s --corners cut --step mean --radius 2 -j 3 -n");
	CHECK(o.verb == &ff_scen_verb && o.model.metric == FF_METRIC_MANHATTAN, "%d", o.help);
	ff_options_free(&o);
	refused("scen m", "there are no scenarios: name a .scen file, or -");
	refused("scen", "there is no map: name a file, or -");
	refused("scen m s t", "one file of scenarios at a time: s or t?");
	refused("scen - -", "standard input can be read only once");
	refused("scen m s -g 1,2", "--goal is not for scen");
	refused("scen m s --goals g", "--goals is not for scen");
	refused("scen m s --snap", "--snap is not for scen");
	refused("scen m s --metric euclid", steps);
	refused("scen m s --flee", "--flee is not for scen");
	refused("scen m s --sight", "--sight is not for scen");
	refused("scen m s --subdivide", "--subdivide is not for scen");
	refused("scen m s --max-cost 5", "--max-cost is not for scen");
	refused("scen m s --csv c", "--csv is not for scen");
	refused("scen m s --require 1,2", "--require is not for scen");
	refused("scen m s --out-dir o", "--out-dir is not for scen");
}

static void verify_has_an_option_of_its_own(void)
{
	struct ff_options o = words_right("verify map f -g 0,0 --detours --metric octile");

	CHECK(ff_options_given(&o, "detours"), "\"%s\"", o.verb->name);
	ff_options_free(&o);
	refused("map -g 0,0 --detours", "unknown option --detours: flowfield verify has it");
	refused("verify map f -g 0,0 --metric euclid --detours",
		"--detours is not for --metric euclid, where they cannot be told from faults");
}

static void sectors_have_options_of_their_own_and_those_of_runs(void)
{
	const struct ff_sector_options *own = words_own();
	struct ff_options o = words_right("sectors map -g 5,5 --from 1,2 --metric octile --from "
					  "-1.5m,2m --size 1024 --exact "
					  "--load-graph g --save-graph h --portals p.png "
					  "--graph g.csv --csv c.csv");

	CHECK(o.verb == &ff_sectors_verb && strcmp(o.map, "map") == 0, "%d", o.help);
	CHECK(o.source_count == 2 && o.sources[0].y == 2 && !o.sources[0].metres &&
		      o.sources[1].x == -1.5 && o.sources[1].metres,
	      "%zu sources", o.source_count);
	CHECK(own->size == 1024 && own->exact && strcmp(own->load_graph, "g") == 0, "%d",
	      own->size);
	CHECK(strcmp(shown(o.outputs[FF_OPTIONS_SAVE_GRAPH]), "h") == 0 &&
		      strcmp(shown(o.outputs[FF_OPTIONS_PORTALS]), "p.png") == 0 &&
		      strcmp(shown(o.outputs[FF_OPTIONS_GRAPH]), "g.csv") == 0 &&
		      strcmp(shown(o.outputs[FF_OPTIONS_CSV]), "c.csv") == 0,
	      "outputs are missing");
	/* What changes cells, and not where they are kept. */
	CHECK(strcmp(o.recorded, "--from 1,2 --from -1.5m,2m --size 1024 --exact --goal 5,5 "
				 "--metric octile") == 0,
	      "%s", o.recorded);
	ff_options_free(&o);
	o = words_right("-q sectors map -g 5,5 --from 1,2");
	CHECK(own->size == FF_SECTORS_SIZE && !own->exact && own->load_graph == NULL, "%d",
	      own->size);
	ff_options_free(&o);
	o = words_right("sectors --help");
	CHECK(o.help && o.verb == &ff_sectors_verb, "%d", o.help);
	ff_options_free(&o);
	refused("map -g 0,0 --from 1,2",
		"unknown option --from: flowfield sectors and flowfield walk have it");
	refused("verify map f -g 0,0 --exact", "unknown option --exact: flowfield sectors has it");
	refused("--from 1,2 sectors map -g 0,0",
		"unknown option --from: flowfield sectors and flowfield walk have it");
	refused("sectors map -g 0,0 --form 1,2", "unknown option --form: is it --from?");
	refused("sectors map -g 0,0 --metrik octile", "unknown option --metrik: is it --metric?");
	refused("sectors map -g 0,0 --qqqqq",
		"unknown option --qqqqq: see flowfield sectors --help");
}

static void what_sectors_need_and_do_not_know_is_said(void)
{
	static const char *const not_for[] = {"flee",
					      "sight",
					      "subdivide",
					      "max-cost 5",
					      "max-unreached 0",
					      "sight-mask s.png",
					      "allocation a.csv",
					      "ties t.csv"};

	refused("sectors map --from 1,2", "there is no goal: give --goal X,Y");
	refused("sectors map -g 0,0", "there is no source: give --from X,Y");
	refused("sectors --from 1,2 -g 0,0", "there is no map: name a file, or -");
	refused("sectors a b --from 1,2 -g 0,0", "one map at a time: a or b?");
	refused("sectors map -g 0,0 --from 1.5,2",
		"--from 1.5,2: wanted is X,Y, two whole numbers and a comma, or metres, Xm,Ym");
	refused("sectors map -g 0,0 --size 7",
		"--size 7: is out of range: wanted is a whole number in 8..1024");
	refused("sectors map -g 0,0 --size 1025",
		"--size 1025: is out of range: wanted is a whole number in 8..1024");
	refused("sectors map -g 0,0 --load-graph _", "--load-graph needs a file's name");
	refused("sectors map -g 0,0 --load-graph a --load-graph b", "--load-graph is given twice");
	refused("sectors - -g 0,0 --from 1,1 --load-graph -",
		"standard input can be read only once");
	refused("--flee sectors m -g 0,0 --from 1,1", "--flee is not for sectors");
	for (size_t i = 0; i < sizeof not_for / sizeof *not_for; i++) {
		char line[80], message[80];
		int n = (int)strcspn(not_for[i], " ");

		snprintf(line, sizeof line, "sectors m -g 0,0 --from 1,1 --%s", not_for[i]);
		snprintf(message, sizeof message, "--%.*s is not for sectors", n, not_for[i]);
		refused(line, message);
	}
}

int main(void)
{
	RUN(a_map_and_a_goal_are_enough);
	RUN(a_goal_is_a_place_or_an_area_with_or_without_a_cost);
	RUN(goals_and_their_files_are_kept_in_their_order);
	RUN(many_goals_have_room);
	RUN(a_goal_that_is_none_is_refused);
	RUN(the_model_is_set);
	RUN(numbers_are_set);
	RUN(a_number_that_is_none_is_refused);
	RUN(what_does_not_go_together_is_refused);
	RUN(a_field_is_verified_by_the_same_options);
	RUN(directions_have_an_encoding);
	RUN(levels_are_set);
	RUN(a_remap_that_is_none_is_refused);
	RUN(a_grey_with_two_costs_is_refused);
	RUN(outputs_are_named);
	RUN(an_output_that_cannot_be_is_refused);
	RUN(values_are_scaled_only_for_grey_images);
	RUN(of_force_and_no_clobber_the_last_one_counts);
	RUN(the_style_is_set);
	RUN(a_style_that_cannot_be_is_refused);
	RUN(a_line_that_lacks_or_has_too_much_is_refused);
	RUN(of_help_and_version_the_first_one_counts_and_needs_nothing_else);
	RUN(the_last_word_on_verbosity_counts);
	RUN(the_record_is_the_same_whatever_the_order);
	RUN(the_record_is_a_command_line_with_the_same_record);
	RUN(the_short_usage_is_short_and_has_two_examples);
	RUN(the_help_names_every_output_and_colour_map);
	RUN(points_in_metres_are_goals_and_required);
	RUN(a_legend_is_drawn_or_read);
	RUN(verify_has_an_option_of_its_own);
	RUN(scen_needs_scenarios_and_has_their_goals);
	RUN(sectors_have_options_of_their_own_and_those_of_runs);
	RUN(what_sectors_need_and_do_not_know_is_said);
	return tap_done();
}
