/*
 * The text of SVG pages: well-formed, with layers of known ids, and the outlines of cells.
 */
#include "draw/surface.h"

#include "oracle.h"
#include "pictures.h"
#include "tap.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 12 };

/* ---- a parser of XML ---- */

/* Returns the place after a reference such as "&lt;"; NULL: there is none. */
static const char *end_reference(const char *at)
{
	static const char *const names[] = {"&lt;", "&gt;", "&amp;", "&quot;"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(at, names[i], strlen(names[i])) == 0)
			return at + strlen(names[i]);
	return NULL;
}

/* Returns the place of the first 'stop' in a text without markup; NULL: there is markup, or a byte
 * that XML does not allow. */
static const char *end_text(const char *at, char stop)
{
	while (at != NULL && *at != stop) {
		unsigned char c = (unsigned char)*at;

		if (c == '<' || c == '>' || (c < ' ' && c != '\n') || c == 0x7f)
			return NULL;
		at = c == '&' ? end_reference(at) : at + 1;
	}
	return at;
}

static const char *end_name(const char *at)
{
	while (isalnum((unsigned char)*at) || *at == ':' || *at == '-')
		at++;
	return at;
}

struct tag {
	const char *name;
	size_t length;
};

/* Reads the attributes of a tag; returns the place after them. */
static const char *read_attributes(const char *at)
{
	struct tag names[24];
	int count = 0;

	while (at != NULL && *at == ' ') {
		const char *end = end_name(++at);

		for (int i = 0; i < count; i++)
			CHECK(names[i].length != (size_t)(end - at) ||
				      strncmp(names[i].name, at, names[i].length) != 0,
			      "an attribute twice: %.40s", at);
		names[count++ % 24] = (struct tag){at, (size_t)(end - at)};
		if (end == at || strncmp(end, "=\"", 2) != 0)
			return NULL;
		at = end_text(end + 2, '"');
		at += at != NULL;
	}
	return at;
}

/* Returns where a file is not well-formed; NULL: it is. */
static const char *find_fault(const char *text)
{
	static const char head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
	struct tag open[20];
	int depth = 0;
	const char *at = text;

	if (strncmp(text, head, strlen(head)) != 0)
		return text;
	at += strlen(head);
	do {
		const char *tag = at, *end;
		bool closes = at[0] == '<' && at[1] == '/';

		if (*at != '<')
			return at;
		at += 1 + closes;
		end = end_name(at);
		if (closes) {
			if (depth == 0 || open[--depth].length != (size_t)(end - at) ||
			    strncmp(open[depth].name, at, open[depth].length) != 0 || *end != '>')
				return tag;
			at = end + 1;
		} else {
			struct tag name = {at, (size_t)(end - at)};

			if ((at = read_attributes(end)) == NULL)
				return tag;
			if (strncmp(at, "/>", 2) == 0)
				at += 2;
			else if (*at == '>' && depth < 20) {
				open[depth++] = name;
				at++;
			} else {
				return tag;
			}
		}
		tag = at;
		while (*at != '<' && *at != '\0')
			if ((at = *at == '&' ? end_reference(at) : at + 1) == NULL)
				return tag;
	} while (*at != '\0' && depth > 0);
	return depth == 0 && strcmp(at, "") == 0 ? NULL : at;
}

static void the_parser_knows_what_is_well_formed(void)
{
#define HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	CHECK(find_fault(HEAD "<a b=\"c\"><d/>&amp;</a>\n") == NULL, "right");
	CHECK(find_fault("<a/>") != NULL, "no head");
	CHECK(find_fault(HEAD "<a>") != NULL && find_fault(HEAD "<a></b>") != NULL, "open");
	CHECK(find_fault(HEAD "<a b=\"<\"/>") != NULL && find_fault(HEAD "<a b=c/>") != NULL,
	      "attributes");
	CHECK(find_fault(HEAD "<a>&b</a>") != NULL && find_fault(HEAD "<a/><b/>") != NULL, "text");
}

/* ---- pages ---- */

static struct ff_surface_svg page;
static struct ff_surface *const on = &page.surface;

static void open_page(const struct ff_layout *layout, const struct ff_svg_about *about,
		      const char *title)
{
	ff_surface_svg_open(&page, layout, about, title);
}

/* Returns the text of the page; the caller frees it. */
static char *close_page(void)
{
	struct ff_page made = {0};

	pictures_made = made;
	return pictures_text(ff_surface_svg_close(&page, FF_OK, &pictures_made.text,
						  &pictures_made.size, &pictures_err));
}

static const struct ff_layout layout_of_page = {.wide = 90,
						.high = 70,
						.columns = 10,
						.rows = 6,
						.x = 8,
						.y = 9,
						.w = 40,
						.h = 24,
						.scale = 4,
						.block = 1,
						.unit = 1.5,
						.type = {&ff_font_sizes[1], 1}};

static double between(uint64_t *dice, double from, double to)
{
	return from + (to - from) * (double)(oracle_random(dice) % 100001) / 100000;
}

/* Paints a mark of each kind. */
static void paint_all(uint64_t *dice)
{
	static const char *const texts[] = {"12.5", "a<b", "\"&'>", "\x01\xff", "\xc3\xa4 "};
	struct ff_point points[5], middle = {between(dice, -5, 15), between(dice, -9, 11)};
	struct ff_colour colour = {(uint8_t)oracle_random(dice), 34, 51};
	struct ff_stroke stroke = {colour, between(dice, 0, 5), between(dice, 0, 1),
				   "id=\"path-3\"", true};

	for (int i = 0; i < 5; i++)
		points[i] = (struct ff_point){between(dice, -9, 99), between(dice, -9, 99)};
	stroke.tag = oracle_random(dice) % 2 == 0 ? NULL : "class=\"x\"";
	stroke.dashed = oracle_random(dice) % 2 == 0;
	for (int i = 0; i < 20; i++)
		switch (oracle_random(dice) % 9) {
		case 0:
			on->line(on, points, oracle_random(dice) % 6, &stroke);
			break;
		case 1:
		case 2:
			on->polygon(on, points, 3 + oracle_random(dice) % 3, colour);
			break;
		case 3:
			on->disc(on, middle, 3, colour);
			break;
		case 4:
			on->ring(on, middle, 3.75, &stroke);
			break;
		case 5:
			on->box(on, middle.x, middle.y, 3, 4, colour, stroke.opacity);
			break;
		case 6:
			on->frame(on, middle.x, middle.y, 3, 4, 1.5, 1.5, colour);
			break;
		case 7:
			on->fill(on, middle.x, middle.y, 3, 4,
				 &(struct ff_fill){colour, colour,
						   (enum ff_pattern)(oracle_random(dice) %
								     (FF_PATTERN_DOTS + 1))});
			break;
		default:
			on->text(on, middle, (enum ff_surface_align)(oracle_random(dice) % 3),
				 &layout_of_page.type, texts[oracle_random(dice) % 5], colour);
		}
}

static char *random_page(uint64_t dice)
{
	static const char *const ids[] = {"one", "two", "three"};

	open_page(&layout_of_page, &pictures_about, "of <everything> & more");
	for (size_t i = 0; i < 3; i++) {
		on->layer(on, ids[i], i == 1 ? FF_SURFACE_PAGE : FF_SURFACE_MAP);
		paint_all(&dice);
	}
	return close_page();
}

static void pages_of_all_marks_are_well_formed(void)
{
	for (uint64_t turn = 0; turn < 300; turn++) {
		char *text = random_page(turn);
		const char *fault = find_fault(text);

		CHECK(fault == NULL, "turn %d: %.200s", (int)turn, fault);
		free(text);
	}
}

static void a_page_painted_twice_has_the_same_bytes(void)
{
	for (uint64_t turn = 0; turn < 20; turn++) {
		char *text = random_page(turn), *again = random_page(turn);

		CHECK(strcmp(text, again) == 0, "turn %d", (int)turn);
		free(text);
		free(again);
	}
}

static void layers_are_groups_and_those_of_the_map_are_cut_off_at_its_edge(void)
{
	char *text = random_page(7);

	CHECK(strstr(text, "<clipPath id=\"map\"><path d=\"M8 9h40v24h-40z\"/></clipPath>") != NULL,
	      "%s", text);
	CHECK(strstr(text, "<g id=\"one\" clip-path=\"url(#map)\">") != NULL &&
		      strstr(text, "<g id=\"two\">") != NULL &&
		      strstr(text, "<g id=\"three\" clip-path=\"url(#map)\">") != NULL,
	      "%s", text);
	CHECK(strstr(text, "width=\"90\" height=\"70\" viewBox=\"0 0 90 70\"") != NULL, "%s", text);
	free(text);
}

static void each_hatch_is_a_pattern_of_its_own(void)
{
	for (uint64_t turn = 0; turn < 100; turn++) {
		char *text = random_page(turn), id[40], use[40];
		int count = pictures_count(text, "<pattern ");

		for (int i = 1; i <= count; i++) {
			snprintf(id, sizeof id, " id=\"hatch-%d\"", i);
			snprintf(use, sizeof use, "url(#hatch-%d)", i);
			CHECK(pictures_count(text, id) == 1 && pictures_count(text, use) == 1,
			      "turn %d, pattern %d of %d", (int)turn, i, count);
		}
		CHECK(pictures_count(text, "url(#hatch-") == count, "turn %d", (int)turn);
		free(text);
	}
}

static void polygons_of_one_colour_are_one_path(void)
{
	const struct ff_point points[] = {{1, 1}, {2, 1}, {1, 3}};
	const struct ff_colour red = {255, 0, 0}, blue = {0, 0, 255};
	char *text;

	open_page(&layout_of_page, &pictures_about, "");
	on->layer(on, "flow", FF_SURFACE_PAGE);
	on->polygon(on, points, 3, red);
	on->polygon(on, points, 3, red);
	on->polygon(on, points, 3, blue);
	on->disc(on, points[0], 1, red);
	on->polygon(on, points, 3, blue);
	text = close_page();
	CHECK(strstr(text, "<path fill=\"#f00\" d=\"M1 1L2 1L1 3zM1 1L2 1L1 3z\"/>\n"
			   "<path fill=\"#00f\" d=\"M1 1L2 1L1 3z\"/>\n<circle ") != NULL,
	      "%s", text);
	CHECK(pictures_count(text, "#00f") == 2, "%s", text);
	free(text);
}

static void a_page_describes_itself_whatever_the_maps_name(void)
{
	char *text = random_page(3);

	CHECK(strstr(text, "<title>a&lt;b&gt;?.png</title>") != NULL, "%s", text);
	CHECK(strstr(text, "<desc>of &lt;everything&gt; &amp; more; 10 by 6 cells</desc>") != NULL,
	      "%s", text);
	CHECK(strstr(text, "<metadata>\nOptions: --goal 0,0\nCost digest: &amp;\n</metadata>") !=
		      NULL,
	      "%s", text);
	free(text);
}

static void points_on_a_straight_line_are_left_out_and_others_stay(void)
{
	struct ff_stroke stroke = {{0, 0, 0}, 1, 1, NULL, false};
	struct ff_point points[40];
	char *text;

	for (int i = 0; i < 40; i++)
		points[i] = (struct ff_point){i < 20 ? i : 20, i < 20 ? i : 2 * i - 20};
	open_page(&layout_of_page, &pictures_about, "");
	on->layer(on, "paths", FF_SURFACE_PAGE);
	on->line(on, points, 40, &stroke);
	text = close_page();
	CHECK(strstr(text, " d=\"M0 0L20 20L20 58\"/>") != NULL, "%s", text);
	free(text);
}

/* ---- cells ---- */

static const uint8_t kinds[] = {0, FF_PALETTE_WALL, FF_PALETTE_UNREACHED, FF_PALETTE_CLOSED,
				FF_PALETTE_NOT_COMPUTED};
static const char *const ids[] = {NULL, "walls", "unreached", "closed", "not-computed"};
static uint8_t entries[SIDE * SIDE];

static void some_row(const void *context, int32_t y, uint8_t *to)
{
	const struct ff_picture *picture = context;

	memcpy(to, entries + (size_t)y * (size_t)picture->w, (size_t)picture->w);
}

/* Returns the page of the cells alone. */
static char *cells_page(int32_t w, int32_t h, int scale, int block)
{
	const struct ff_cost map = {.w = w, .h = h};
	const struct ff_scene scene = {.map = &map};
	const struct ff_style style = {.bare = true, .scale = scale, .block = block};
	struct ff_picture picture;

	ff_picture_begin(&picture, &scene, &style);
	picture.scene = NULL;
	ff_picture_cells(&picture, some_row, &picture);
	return pictures_text(ff_page_picture(&picture, pictures_sheet(), &pictures_err));
}

/* Returns the data of the path of an id; NULL: there is none. */
static const char *path_of(const char *text, const char *id)
{
	char attribute[60];
	const char *at;

	snprintf(attribute, sizeof attribute, "<path id=\"%s\"", id);
	at = strstr(text, attribute);
	return at == NULL ? NULL : strstr(at, " d=\"") + 4;
}

/* Fills what a path of m, h, v and z encloses: by the vertical edges left of each cell. */
static void fill(const char *d, int32_t w, int32_t h, uint8_t *filled)
{
	static int edges[SIDE + 1][SIDE + 1];
	int x = 0, y = 0, left = 0, top = 0;

	memset(edges, 0, sizeof edges);
	while (*d != '"') {
		char command = *d++;
		int n = command == 'z' ? 0 : (int)strtol(d, (char **)&d, 10);
		int to = command == 'v' ? y + n : command == 'z' ? top : y;

		for (int row = y < to ? y : to; row < (y < to ? to : y); row++)
			edges[row][x] ^= 1;
		if (command == 'm') {
			x = left += n;
			y = top += (int)strtol(d, (char **)&d, 10);
			continue;
		}
		CHECK(command != 'z' || x == left || y == top, "z is no straight line");
		x = command == 'h' ? x + n : command == 'z' ? left : x;
		y = to;
		CHECK(x >= 0 && y >= 0 && x <= w && y <= h, "%d,%d is not on the map", x, y);
	}
	for (int row = 0; row < h; row++)
		for (int column = 0, in = 0; column < w; column++) {
			in ^= edges[row][column];
			filled[row * w + column] = (uint8_t)in;
		}
}

static void an_outline_encloses_just_the_cells_of_its_kind(void)
{
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 400; k++) {
		int32_t w = 1 + (int32_t)(oracle_random(&dice) % SIDE);
		int32_t h = 1 + (int32_t)(oracle_random(&dice) % SIDE);
		uint8_t filled[SIDE * SIDE];
		char *text;

		for (int i = 0; i < w * h; i++)
			entries[i] = kinds[oracle_random(&dice) % (k % 2 == 0 ? 5 : 2)];
		text = cells_page(w, h, 1 + k % 3, 1);
		for (int kind = 1; kind < 5; kind++) {
			const char *path = path_of(text, ids[kind]);
			bool any = memchr(entries, kinds[kind], (size_t)(w * h)) != NULL;

			CHECK((path != NULL) == any, "%d: any is %d", kind, any);
			if (path == NULL)
				continue;
			fill(path, w, h, filled);
			for (int i = 0; i < w * h; i++)
				CHECK(filled[i] == (entries[i] == kinds[kind]),
				      "%" PRId32 "x%" PRId32 ", %d: cell %d", w, h, kind, i);
		}
		CHECK(find_fault(text) == NULL, "%.200s", find_fault(text));
		free(text);
	}
}

static void a_rectangle_has_four_corners(void)
{
	char *text;

	memset(entries, 0, sizeof entries);
	for (int y = 1; y < 3; y++)
		memset(entries + y * 5 + 1, FF_PALETTE_WALL, 3);
	text = cells_page(5, 4, 1, 1);
	CHECK(strstr(text, "d=\"m1 1h3v2h-3z\"") != NULL, "%s", text);
	free(text);
}

/* Its image and its outlines are as large as its cells, also where the last block is cut off. */
static void cells_of_a_smaller_map_lie_where_they_are(void)
{
	char *text;

	memset(entries, FF_PALETTE_UNREACHED, sizeof entries);
	text = cells_page(10, 7, 1, 4);
	CHECK(strstr(text, "<image id=\"cells\" x=\"0\" y=\"0\" width=\"2.5\" height=\"1.75\"") !=
		      NULL,
	      "%s", text);
	CHECK(strstr(text, " transform=\"translate(0 0) scale(.25)\" d=\"m0 0h10v7h-10z\"") != NULL,
	      "%s", text);
	CHECK(strstr(text, "patternTransform=\"scale(4) ") != NULL, "%s", text);
	CHECK(strstr(text, "width=\"3\" height=\"2\" viewBox") != NULL, "%s", text);
	free(text);
}

/* As those of boxes do, and all in pixels. */
static void hatches_of_cells_begin_in_the_corner_of_the_page(void)
{
	const struct ff_style style = {.scale = 8};
	double x, y, back_x, back_y;
	const char *path, *pattern;
	struct scene s;
	char *text;

	scene_of(&s, "g.#./..#./");
	text = pictures_text(ff_draw_heatmap(&s.all, &style, pictures_sheet(), &pictures_err));
	pattern = strstr(text, "patternTransform=\"scale(.125) translate(");
	path = strstr(text, "<path id=\"unreached\"");
	CHECK(pattern != NULL && path != NULL && pattern < path, "%s", text);
	if (pattern != NULL && path != NULL) {
		char *end;

		back_x = strtod(strstr(pattern, "translate(") + 10, &end);
		back_y = strtod(end, NULL);
		path = strstr(path, "translate(");
		x = strtod(path + 10, &end);
		y = strtod(end, NULL);
		CHECK(x > 0 && y > 0 && x + back_x == 0 && y + back_y == 0, "%g,%g and %g,%g", x, y,
		      back_x, back_y);
	}
	free(text);
	scene_free(&s);
}

static enum ff_status fail(const struct ff_bitmap *bitmap, uint8_t **data, size_t *size,
			   struct ff_error *err)
{
	(void)bitmap;
	*data = NULL; /* not owned by anyone */
	*size = 0;
	return ff_status_fail(err, FF_E_LIMIT, "too large");
}

static void the_status_of_a_failing_encoder_is_returned(void)
{
	static const struct ff_svg_about failing = {"map", NULL, 0, fail};
	const struct ff_style style = {.scale = 8};
	struct ff_page sheet = {.about = &failing};
	struct ff_error err = {""};
	struct scene s;

	scene_of(&s, "g./");
	CHECK(ff_draw_heatmap(&s.all, &style, &sheet, &err) == FF_E_LIMIT, "a status");
	CHECK(strcmp(err.text, "too large") == 0 && sheet.text == NULL && sheet.size == 0 &&
		      sheet.layout.wide == 0,
	      "\"%s\"", err.text);
	scene_free(&s);
}

int main(void)
{
	RUN(the_parser_knows_what_is_well_formed);
	RUN(pages_of_all_marks_are_well_formed);
	RUN(a_page_painted_twice_has_the_same_bytes);
	RUN(layers_are_groups_and_those_of_the_map_are_cut_off_at_its_edge);
	RUN(each_hatch_is_a_pattern_of_its_own);
	RUN(polygons_of_one_colour_are_one_path);
	RUN(a_page_describes_itself_whatever_the_maps_name);
	RUN(points_on_a_straight_line_are_left_out_and_others_stay);
	RUN(an_outline_encloses_just_the_cells_of_its_kind);
	RUN(a_rectangle_has_four_corners);
	RUN(cells_of_a_smaller_map_lie_where_they_are);
	RUN(hatches_of_cells_begin_in_the_corner_of_the_page);
	RUN(the_status_of_a_failing_encoder_is_returned);
	return tap_done();
}
