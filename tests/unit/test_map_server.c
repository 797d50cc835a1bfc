#include "io/map_server.h"

#include "feed.h"
#include "tap.h"

#include <inttypes.h>

#define KEYS_WITHOUT_IMAGE           \
	"resolution: 0.05\n"         \
	"origin: [-10.0, -9.5, 0]\n" \
	"negate: 0\n"                \
	"occupied_thresh: 0.65\n"    \
	"free_thresh: 0.196\n"
#define KEYS "image: map.pgm\n" KEYS_WITHOUT_IMAGE

static enum ff_status read_text(const char *text, size_t n, struct ff_map_server *map,
				struct ff_error *err)
{
	struct ff_input in = feed_open("m.yaml", text, n);
	enum ff_status st;

	*map = (struct ff_map_server){.image = NULL};
	err->text[0] = '\0';
	st = ff_map_server_read(&in, map, err);
	ff_input_close(&in);
	return st;
}

/* Reads a text that must be valid; free image. */
static struct ff_map_server right(const char *text)
{
	struct ff_map_server map;
	struct ff_error err;

	CHECK(read_text(text, strlen(text), &map, &err) == FF_OK, "\"%s\": \"%s\"", text, err.text);
	CHECK(ff_map_server_matches((const uint8_t *)text, strlen(text)), "\"%s\"", text);
	return map;
}

static void refused(const char *text, const char *message)
{
	struct ff_map_server map;
	struct ff_error err;
	enum ff_status st = read_text(text, strlen(text), &map, &err);

	CHECK(st == FF_E_INPUT && strcmp(err.text, message) == 0, "\"%s\": status %d, \"%s\"", text,
	      (int)st, err.text);
	CHECK(map.image == NULL, "\"%s\": it was set", text);
	free(map.image);
}

/* Checks that a text with one wrong line is refused; WHERE is "8:4: is ..." */
static void line_refused(const char *line, const char *where)
{
	char text[600], message[300];

	snprintf(text, sizeof text, "%s%s\n", KEYS, line);
	snprintf(message, sizeof message, "m.yaml:%s", where);
	refused(text, message);
}

/* As that, of a line in place of one of the keys. */
static void instead_refused(const char *key, const char *line, const char *is)
{
	char text[600] = "", message[300];
	int row = 0, at = 0;

	for (const char *from = KEYS; *from != '\0';) {
		size_t n = strcspn(from, "\n") + 1;

		row++;
		if (strncmp(from, key, strlen(key)) == 0) {
			strcat(text, line);
			strcat(text, "\n");
			at = row;
		} else {
			strncat(text, from, n);
		}
		from += n;
	}
	snprintf(message, sizeof message, "m.yaml:%d:%s", at, is);
	refused(text, message);
}

static void a_text_as_map_saver_writes_it_is_read(void)
{
	struct ff_map_server map = right(KEYS);

	CHECK(map.image != NULL && strcmp(map.image, "map.pgm") == 0, "image");
	CHECK(map.place.resolution == 0.05 && map.place.x == -10 && map.place.y == -9.5,
	      "%g at %g,%g", map.place.resolution, map.place.x, map.place.y);
	CHECK(map.occupancy.occupied == 0.65 && map.occupancy.free == 0.196 &&
		      !map.occupancy.negate && !map.occupancy.scaled,
	      "%g %g", map.occupancy.occupied, map.occupancy.free);
	free(map.image);
}

static void keys_may_stand_in_any_order_and_style_and_others_beside_them(void)
{
	struct ff_map_server map = right(
		"%YAML 1.1\n---\n# a map\nlayers:\n  - {image: x, mode: [raw]}\n  - [[], {}]\n"
		"free_thresh: 1\r\noccupied_thresh: 1.0\nnegate: true\nmode: \"scale\"\n"
		"origin:\n  - 1.5e1\n  - -25E-1\n  - 0.0\nresolution: '.5'\n"
		"image: \"a \\u00e9 '.png\"\nnote: |\n  image: y\n...\n");

	CHECK(map.image != NULL && strcmp(map.image, "a \303\251 '.png") == 0, "%s", map.image);
	CHECK(map.place.resolution == 0.5 && map.place.x == 15 && map.place.y == -2.5,
	      "%g at %g,%g", map.place.resolution, map.place.x, map.place.y);
	CHECK(map.occupancy.free == 1 && map.occupancy.occupied == 1 && map.occupancy.negate &&
		      map.occupancy.scaled,
	      "thresholds");
	free(map.image);
	map = right("{\"image\": \"m.png\", \"resolution\": 1, \"origin\": [0,0,0], \"negate\": 1,"
		    " \"mode\": \"trinary\", \"occupied_thresh\": 0.5, \"free_thresh\": 0.5}");
	CHECK(map.occupancy.negate && !map.occupancy.scaled && map.occupancy.free == 0.5, "json");
	free(map.image);
}

static void numbers_with_exponents_are_those_without(void)
{
	static const struct {
		const char *text;
		double number;
	} cases[] = {{"5e-2", 0.05},  {"0.5E-1", 0.05},       {"50e-3", 0.05},
		     {".05e0", 0.05}, {"1.25e+2", 125},       {"1e6", 1e6},
		     {"1e-6", 1e-6},  {"123456e-5", 1.23456}, {"0.000125E+4", 1.25}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ff_map_server map;
		char text[300];

		snprintf(text, sizeof text,
			 "image: m\nresolution: %s\norigin: [-%s, 0, 0]\nnegate: 0\n"
			 "occupied_thresh: 1\nfree_thresh: 0\n",
			 cases[i].text, cases[i].text);
		map = right(text);
		CHECK(map.place.resolution == cases[i].number && map.place.x == -cases[i].number,
		      "%s: %.17g and %.17g", cases[i].text, map.place.resolution, map.place.x);
		free(map.image);
	}
	{
		/* Sums of rounded steps, as C++ prints them. */
		struct ff_map_server map =
			right("image: m\nresolution: 0.05000000074505806\n"
			      "origin: [-1.3877787807814457e-17, 0, -0.0e0]\nnegate: 0\n"
			      "occupied_thresh: 1\nfree_thresh: 0\n");

		CHECK(map.place.x < 0 && map.place.x > -1.4e-17, "%g", map.place.x);
		free(map.image);
	}
}

static void numbers_may_have_a_plus_and_end_in_a_point(void)
{
	struct ff_map_server map =
		right("image: m\nresolution: +0.05\norigin: [0., -12., -0.]\nnegate: 0\n"
		      "occupied_thresh: +1.\nfree_thresh: 5.e-1\n");

	CHECK(map.place.resolution == 0.05 && map.place.x == 0 && map.place.y == -12, "%g: %g,%g",
	      map.place.resolution, map.place.x, map.place.y);
	CHECK(map.occupancy.occupied == 1 && map.occupancy.free == 0.5, "%g %g",
	      map.occupancy.occupied, map.occupancy.free);
	free(map.image);
}

static void negate_may_be_any_word_for_yes_or_no(void)
{
	static const char *const no[] = {"0",  "false", "False", "FALSE", "no",  "No",
					 "NO", "n",     "N",     "off",   "Off", "OFF"};
	static const char *const yes[] = {"1",   "true", "True", "TRUE", "yes", "Yes",
					  "YES", "y",    "Y",    "on",   "On",  "ON"};

	for (size_t i = 0; i < 2 * sizeof no / sizeof *no; i++) {
		struct ff_map_server map;
		char text[300];

		snprintf(text, sizeof text,
			 "image: m\nresolution: 1\norigin: [0, 0, 0]\nnegate: %s\n"
			 "occupied_thresh: 1\nfree_thresh: 0\n",
			 i % 2 ? yes[i / 2] : no[i / 2]);
		map = right(text);
		CHECK(map.occupancy.negate == (i % 2 == 1), "%s", text);
		free(map.image);
	}
}

static void what_is_missing_or_twice_is_named(void)
{
	static const char *const keys[] = {"image",  "resolution",      "origin",
					   "negate", "occupied_thresh", "free_thresh"};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		char text[400] = "", message[200];

		for (const char *from = "x: 1\n" KEYS; *from != '\0'; from = strchr(from, '\n') + 1)
			if (strncmp(from, keys[i], strlen(keys[i])) != 0)
				strncat(text, from, strcspn(from, "\n") + 1);
		snprintf(message, sizeof message, "m.yaml:1:1: %s is missing", keys[i]);
		refused(text, message);
	}
	line_refused("negate: 0", "7:1: negate is there twice");
	line_refused("  # a comment\nmode: scale\nmode: scale", "9:1: mode is there twice");
}

static void what_is_wrong_with_a_value_is_named_with_its_place(void)
{
	instead_refused("image", "image: ''", "8: image is not a file's name");
	instead_refused("image", "image: \"a\\0b\"", "8: image is not a file's name");
	instead_refused("image", "image: [a]", "8: image is not a file's name");
	instead_refused("resolution", "resolution: 0",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution: .inf",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution: 1e",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution: 1e31",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution: e5",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution: 1.2.",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution: .",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution: +-5",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution: +.",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution: 5 cm",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution:", "12: resolution is not a number in 1e-6..1e6");
	instead_refused("resolution", "resolution: {}",
			"13: resolution is not a number in 1e-6..1e6");
	instead_refused("origin", "origin: 5", "9: origin is not [x, y, yaw]");
	instead_refused("origin", "origin: [5, 6]", "14: origin is not [x, y, yaw]");
	instead_refused("origin", "origin: [5, 6, 0, 1]", "19: origin is not [x, y, yaw]");
	instead_refused("origin", "origin: [5, [6], 0]", "13: origin is not [x, y, yaw]");
	instead_refused("origin", "origin: [5, 1e10, 0]",
			"13: this of the origin is not a number in -1e9..1e9");
	instead_refused("origin", "origin: [5, 6, 1.57]",
			"16: yaw is not 0: maps that are turned are not read");
	instead_refused("negate", "negate: 2", "9: negate is neither 0 nor 1");
	instead_refused("negate", "negate: nO", "9: negate is neither 0 nor 1");
	instead_refused("negate", "negate: [1]", "9: negate is neither 0 nor 1");
	instead_refused("occupied", "occupied_thresh: 1.1",
			"18: occupied_thresh is not a number from 0 to 1");
	instead_refused("free", "free_thresh: -0.1", "14: free_thresh is not a number from 0 to 1");
	instead_refused("free", "free_thresh: 0.66", "14: free_thresh is above occupied_thresh");
	line_refused("mode: raw",
		     "7:7: mode raw does not say what a cell costs: name the image itself as the "
		     "map");
	line_refused("mode: Trinary", "7:7: mode is neither trinary nor scale");
}

static void what_is_no_yaml_or_more_than_such_a_map_needs_is_refused(void)
{
	char text[400];

	line_refused("x: [", "8:1: is not YAML: did not find expected node content");
	line_refused("x: 'y", "8:1: is not YAML: found unexpected end of stream");
	line_refused("\tx: 1", "7:1: is not YAML: found a tab character that violates indentation");
	line_refused("---\nx: 1", "7:1: the end of the file expected");
	line_refused("? [x]\n: 1", "7:3: a key expected");
	line_refused("x: &a [1]", "7:4: anchors and aliases are not for such a map");
	line_refused("x: *a", "7:4: anchors and aliases are not for such a map");
	line_refused("&a x: 1", "7:1: anchors and aliases are not for such a map");
	refused("- image: x\n", "m.yaml:1:1: \"key: value\" expected");
	refused("image: a\n\xff", "m.yaml:2:1: is not YAML: invalid leading UTF-8 octet");
	refused("", "m.yaml:1:1: \"key: value\" expected");
	snprintf(text, sizeof text, "x: %.17s", "[[[[[[[[[[[[[[[[[");
	line_refused(text, "7:20: this is nested too deeply");
	snprintf(text, sizeof text, "x: %.16s%.16s", "[[[[[[[[[[[[[[[[[", "]]]]]]]]]]]]]]]]]");
	{
		char whole[600];

		snprintf(whole, sizeof whole, KEYS "%s\n", text);
		free(right(whole).image);
	}
}

static void a_long_text_is_refused_before_it_is_looked_at(void)
{
	char *text = oracle_cells(FF_MAP_SERVER_MAX + 1, 1);
	struct ff_map_server map;
	struct ff_error err;
	enum ff_status st;

	memset(text, '#', FF_MAP_SERVER_MAX + 1);
	memcpy(text, KEYS, strlen(KEYS));
	st = read_text(text, FF_MAP_SERVER_MAX + 1, &map, &err);
	CHECK(st == FF_E_LIMIT && strcmp(err.text, "m.yaml: is larger than 65536 bytes") == 0,
	      "%d: %s", (int)st, err.text);
	CHECK(read_text(text, FF_MAP_SERVER_MAX, &map, &err) == FF_OK, "%s", err.text);
	free(map.image);
	free(text);
}

static void a_text_is_told_by_its_key_image(void)
{
	static const char *const others[] = {"", "image", "images: x", "im: age", "# no\nimage\n:"};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		CHECK(!ff_map_server_matches((const uint8_t *)others[i], strlen(others[i])),
		      "\"%s\"", others[i]);
	CHECK(ff_map_server_matches((const uint8_t *)"images\nimage \t: x", 17), "blanks");
	CHECK(ff_map_server_matches((const uint8_t *)"{'image': 1", 11), "quotes");
}

int main(void)
{
	RUN(a_text_as_map_saver_writes_it_is_read);
	RUN(keys_may_stand_in_any_order_and_style_and_others_beside_them);
	RUN(numbers_with_exponents_are_those_without);
	RUN(numbers_may_have_a_plus_and_end_in_a_point);
	RUN(negate_may_be_any_word_for_yes_or_no);
	RUN(what_is_missing_or_twice_is_named);
	RUN(what_is_wrong_with_a_value_is_named_with_its_place);
	RUN(what_is_no_yaml_or_more_than_such_a_map_needs_is_refused);
	RUN(a_long_text_is_refused_before_it_is_looked_at);
	RUN(a_text_is_told_by_its_key_image);
	return tap_done();
}
