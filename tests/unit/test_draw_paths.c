#include "draw/draw.h"
#include "draw/legend.h"

#include "core/crowd/follow.h"
#include "draw/palette.h"
#include "draw/scene.h"
#include "glyphs.h"
#include "guides.h"
#include "sheets.h"
#include "tap.h"

#include <inttypes.h>

enum { HUE = 6 };

/* A scene and its walkers. */
struct walked {
	struct scene s;
	struct ff_walkers walkers;
	struct ff_paths paths;
	char groups[10][FF_WALKERS_NAME];
};

static void walked_of(struct walked *w, const char *rows)
{
	memset(w, 0, sizeof *w);
	scene_of(&w->s, rows);
	w->walkers.groups = w->groups;
	w->walkers.group_count = 1;
}

/* One more, with the next number from 1, of a group. */
static void walked_add(struct walked *w, double x, double y, uint32_t group,
		       enum ff_trace_rule rule)
{
	const struct ff_guide guide = guides_of(&w->s);
	size_t n = w->paths.count;
	struct ff_walker *walker;

	w->walkers.items = realloc(w->walkers.items, (n + 1) * sizeof *w->walkers.items);
	w->paths.items = realloc(w->paths.items, (n + 1) * sizeof *w->paths.items);
	if (w->walkers.items == NULL || w->paths.items == NULL)
		exit(1);
	walker = &w->walkers.items[n];
	*walker = (struct ff_walker){
		.id = n + 1, .group = group, .x = x, .y = y, .radius = 0.3, .speed = 1};
	CHECK(ff_trace(&guide, rule, walker, false, &w->paths.items[n]) == FF_OK, "%zu", n);
	w->walkers.count = w->paths.count = n + 1;
}

static void walked_free(struct walked *w)
{
	free(w->walkers.items);
	ff_paths_free(&w->paths);
	scene_free(&w->s);
}

static struct ff_image draw(const struct walked *w, int scale, enum ff_style_legend legend)
{
	const struct ff_style style = {.scale = scale, .legend = legend};
	struct ff_image image = {.w = 0};
	struct ff_error err = {""};

	CHECK(ff_draw_paths(&w->s.all, &w->paths, &w->walkers, &style, &image, NULL, &err) == FF_OK,
	      "\"%s\"", err.text);
	return image;
}

static char *draw_svg(const struct walked *w, int scale)
{
	const struct ff_style style = {.scale = scale};
	struct ff_error err = {""};
	char *text = NULL;
	size_t size = 0;
	enum ff_status st = ff_draw_paths_svg(&w->s.all, &w->paths, &w->walkers, &style,
					      &sheets_about, &text, &size, NULL, &err);

	return sheets_end(st, text, size, &err);
}

/* The colour at a place of the map. */
static int at(const struct ff_image *image, int scale, double x, double y)
{
	return image->pixels[(int64_t)floor((y + 0.5) * scale) * image->w +
			     (int64_t)floor((x + 0.5) * scale)];
}

static bool is_hue(int colour)
{
	return colour >= HUE && colour < HUE + FF_PALETTE_ROUTES;
}

/* The colour of the swatch before a label; -1: there is no such label. */
static int swatch_of(const struct walked *w, const char *label)
{
	struct ff_image image = draw(w, 40, FF_STYLE_LEGEND_ALWAYS);
	const struct ff_canvas_font *font = ff_legend_font(image.w);
	int64_t x, y;
	int colour = -1;

	if (glyphs_find(&image, font, label, (int64_t)w->s.cost.h * 40, &x, &y)) {
		x = x > font->w + font->h / 2 ? x - font->w - font->h / 2 : 0;
		colour = image.pixels[(y + font->h / 2) * image.w + x];
	}
	free(image.pixels);
	return colour;
}

static const char open_ground[] = "............../............../............../............../"
				  "............../.............g/............../............../";

static void paths_are_lines_from_their_start_to_the_goal(void)
{
	for (int scale = 1; scale <= 32; scale++)
		for (enum ff_trace_rule rule = FF_TRACE_SMOOTH; rule < FF_TRACE_RULES; rule++) {
			const struct ff_path *path;
			struct ff_image image;
			struct walked w;

			walked_of(&w, open_ground);
			walked_add(&w, 1, 1, 0, rule);
			path = w.paths.items;
			image = draw(&w, scale, FF_STYLE_LEGEND_NEVER);
			CHECK(image.w == 14 * scale && image.h == 8 * scale, "scale %d", scale);
			for (size_t i = 1; i < path->count; i++) {
				double x = (path->points[i - 1].x + path->points[i].x) / 2;
				double y = (path->points[i - 1].y + path->points[i].y) / 2;

				/* Not where the mark of the goal is, in small pictures; and
				 * the middle of a line may be between two pixels. */
				if (scale < 12)
					continue;
				CHECK(at(&image, scale, x, y) == HUE ||
					      at(&image, scale, x, y) == FF_PALETTE_GOAL,
				      "scale %d: %g,%g: %d", scale, x, y, at(&image, scale, x, y));
			}
			CHECK(at(&image, scale, 1, 1) == HUE, "scale %d", scale);
			CHECK(scale < 12 || at(&image, scale, 2, 7) == 0, "scale %d: %d", scale,
			      at(&image, scale, 2, 7));
			free(image.pixels);
			walked_free(&w);
		}
}

static void goals_stay_whole_and_walls_are_kept_off(void)
{
	struct ff_image image;
	struct walked w;

	walked_of(&w, "..#......../.##.#####../..#...g.#../..#####.#../.........../");
	walked_add(&w, 0, 0, 0, FF_TRACE_CELLS);
	walked_add(&w, 9, 4, 0, FF_TRACE_CELLS);
	for (int scale = 12; scale <= 32; scale++) {
		image = draw(&w, scale, FF_STYLE_LEGEND_NEVER);
		for (int64_t y = 0; y < image.h; y++)
			for (int64_t x = 0; x < image.w; x++) {
				size_t cell = (size_t)(y / scale * 11 + x / scale);
				int colour = image.pixels[y * image.w + x];

				if (w.s.classes.cells[cell] == FF_GOAL)
					CHECK(colour == FF_PALETTE_GOAL, "scale %d: %d", scale,
					      colour);
				if (w.s.classes.cells[cell] == FF_WALL)
					CHECK(!is_hue(colour), "scale %d: %d", scale, colour);
			}
		free(image.pixels);
	}
	walked_free(&w);
}

static void walkers_without_a_way_are_crosses_that_the_legend_counts(void)
{
	struct ff_image image;
	struct walked w;

	walked_of(&w, "......#...../......#...../..g...#...../......#...../......#...../");
	walked_add(&w, 5, 4, 0, FF_TRACE_SMOOTH);
	CHECK(swatch_of(&w, "no way") == -1, "%s", "nobody is lost");
	walked_add(&w, 9, 2, 0, FF_TRACE_SMOOTH);
	walked_add(&w, 11, 4, 0, FF_TRACE_SMOOTH);
	for (int scale = 4; scale <= 32; scale++) {
		image = draw(&w, scale, FF_STYLE_LEGEND_NEVER);
		CHECK(at(&image, scale, 9, 2) == FF_PALETTE_INK, "scale %d: %d", scale,
		      at(&image, scale, 9, 2));
		CHECK(at(&image, scale, 5, 4) == HUE, "scale %d: %d", scale,
		      at(&image, scale, 5, 4));
		free(image.pixels);
	}
	CHECK(swatch_of(&w, "no way (2)") == FF_PALETTE_INK, "%d", swatch_of(&w, "no way (2)"));
	CHECK(swatch_of(&w, "from 5,4") == HUE, "%d", swatch_of(&w, "from 5,4"));
	CHECK(swatch_of(&w, "from 9,2") == -1, "%s", "it has no path");
	CHECK(swatch_of(&w, "unreached") == FF_PALETTE_UNREACHED, "%s", "no unreached");
	walked_free(&w);
}

static void each_of_a_few_paths_has_a_colour_and_is_named(void)
{
	struct walked w;

	walked_of(&w, open_ground);
	for (int i = 0; i < FF_PALETTE_ROUTES; i++) {
		char label[32];

		walked_add(&w, 0.5, i * 0.75, 0, FF_TRACE_SMOOTH);
		snprintf(label, sizeof label, "from 0.5,%g", i * 0.75);
		if (floor(i * 0.75 * 10) == i * 0.75 * 10)
			CHECK(swatch_of(&w, label) == HUE + i, "%s: %d", label,
			      swatch_of(&w, label));
	}
	walked_add(&w, 3, 3, 0, FF_TRACE_SMOOTH);
	CHECK(swatch_of(&w, "from 0.5,0") == -1, "%s", "nine are named");
	walked_free(&w);
}

static void groups_share_a_colour_and_those_beyond_the_colours_the_last(void)
{
	struct ff_image image;
	struct walked w;

	walked_of(&w, open_ground);
	w.walkers.group_count = 10;
	for (uint32_t i = 0; i < 10; i++) {
		snprintf(w.groups[i], FF_WALKERS_NAME, "%s%" PRIu32, i == 2 ? "\xc3\xa4" : "g", i);
		walked_add(&w, i, 1, i, FF_TRACE_SMOOTH);
		walked_add(&w, i, 7, i, FF_TRACE_SMOOTH);
	}
	w.groups[0][0] = '\0';
	image = draw(&w, 40, FF_STYLE_LEGEND_NEVER);
	for (int i = 0; i < 10; i++)
		for (int y = 1; y <= 7; y += 6)
			CHECK(at(&image, 40, i, y) ==
				      HUE + (i < FF_PALETTE_ROUTES ? i : FF_PALETTE_ROUTES - 1),
			      "group %d: %d", i, at(&image, 40, i, y));
	free(image.pixels);
	CHECK(swatch_of(&w, "no group") == HUE, "%d", swatch_of(&w, "no group"));
	CHECK(swatch_of(&w, "g1") == HUE + 1, "%d", swatch_of(&w, "g1"));
	CHECK(swatch_of(&w, "?2") == HUE + 2, "%d", swatch_of(&w, "?2"));
	CHECK(swatch_of(&w, "and 3 more") == HUE + 7, "%d", swatch_of(&w, "and 3 more"));
	CHECK(swatch_of(&w, "20 paths to the goal") != -1, "%s", "no title");
	walked_free(&w);
}

/* How many pixels differ from the map's. */
static int64_t covered(const struct walked *w, int scale)
{
	struct ff_image image = draw(w, scale, FF_STYLE_LEGEND_NEVER);
	int64_t count = 0;

	for (int64_t i = 0; i < (int64_t)image.w * image.h; i++)
		count += image.pixels[i] != 0;
	free(image.pixels);
	return count;
}

static void the_more_there_are_the_thinner_they_are(void)
{
	struct walked w;
	int64_t few, many;

	walked_of(&w, open_ground);
	walked_add(&w, 1, 1, 0, FF_TRACE_SMOOTH);
	few = covered(&w, 16);
	for (int i = 0; i < 999; i++)
		walked_add(&w, 1, 1, 0, FF_TRACE_SMOOTH);
	many = covered(&w, 16);
	CHECK(many < few * 2 / 3 && many > few / 4, "%" PRId64 " and %" PRId64, few, many);
	walked_free(&w);
}

static void costs_are_shades_that_the_legend_names(void)
{
	struct ff_image image;
	struct walked w;

	walked_of(&w, "..9.......g/..5......../");
	image = draw(&w, 40, FF_STYLE_LEGEND_NEVER);
	CHECK(at(&image, 40, 1, 0) == 0 && at(&image, 40, 2, 0) == 6 - 1, "%d",
	      at(&image, 40, 2, 0));
	CHECK(at(&image, 40, 2, 1) > 0 && at(&image, 40, 2, 1) < 6 - 1, "%d", at(&image, 40, 2, 1));
	CHECK(image.palette[0].r > image.palette[6 - 1].r, "%d", image.palette[0].r);
	free(image.pixels);
	CHECK(swatch_of(&w, "cheap") == 0 && swatch_of(&w, "costly") == 6 - 1, "%d",
	      swatch_of(&w, "costly"));
	walked_free(&w);
	walked_of(&w, open_ground);
	CHECK(swatch_of(&w, "cheap") == -1 && swatch_of(&w, "0 paths to the goal") != -1, "%s",
	      "all cost the same");
	walked_free(&w);
}

/* ---- as vectors ---- */

static void a_vector_picture_has_a_polyline_for_each_path(void)
{
	const char *points;
	struct walked w;
	char *text;

	walked_of(&w, ".......#../.......#../...g...#../.......#../");
	walked_add(&w, 0, 2, 0, FF_TRACE_SMOOTH);
	walked_add(&w, 6, 0, 1, FF_TRACE_CELLS);
	walked_add(&w, 9, 0, 1, FF_TRACE_CELLS);
	text = draw_svg(&w, 40);
	CHECK(sheets_count(text, "<polyline ") == 2 && sheets_count(text, "<circle cx") == 2, "%s",
	      text);
	CHECK(sheets_count(text, "<g id=\"paths\"") == 1 &&
		      sheets_count(text, "<g id=\"starts\"") == 1 &&
		      sheets_count(text, "<image id=\"map\"") == 1 &&
		      sheets_count(text, "<g id=\"goals\"") == 1 &&
		      sheets_count(text, "<g id=\"stranded\"") == 1,
	      "%s", text);
	points = strstr(text, "<polyline id=\"path-1\" class=\"group-0\" stroke=\"");
	CHECK(points != NULL && (points = strstr(points, "points=\"")) != NULL &&
		      strncmp(points, "points=\".5,2.5 ", 15) == 0,
	      "%s", text);
	points = strstr(text, "<polyline id=\"path-2\" class=\"group-1\" stroke=\"");
	CHECK(points != NULL && (points = strstr(points, "points=\"")) != NULL &&
		      (strncmp(points, "points=\"6.5,.5 ", 15) == 0) &&
		      strstr(points, " 3.5,2.5\"/>") != NULL,
	      "%s", text);
	CHECK(strstr(text, "id=\"path-3\"") == NULL, "%s", "who has no way has a line");
	free(text);
	w.paths.items[2].reached = true; /* a line of one point */
	text = draw_svg(&w, 40);
	CHECK(sheets_count(text, "<g id=\"stranded\"") == 0, "%s", text);
	free(text);
	walked_free(&w);
}

/* As many as a walker's curve needs, and no path is far off. */
static void a_polyline_is_a_hundredth_of_a_cell_off_at_most(void)
{
	const struct ff_model model = {.metric = FF_METRIC_EUCLID, .flow = FF_FLOW_GRADIENT};
	uint64_t dice = ORACLE_SEED;

	for (int k = 0; k < 40; k++) {
		const struct ff_path *path;
		double known[2000][2];
		size_t count = 0;
		struct walked w;
		char *text, *to;

		walked_of(&w, "g/");
		scene_free(&w.s);
		guides_scene(&w.s, &model, 40, 30, 15, k % 2 == 0 ? 1 : 9, &dice);
		walked_add(&w, (double)(oracle_random(&dice) % 40),
			   (double)(oracle_random(&dice) % 30), 0, FF_TRACE_SMOOTH);
		path = w.paths.items;
		text = draw_svg(&w, 16);
		to = strstr(text, "points=\"");
		if (to == NULL) {
			CHECK(!path->reached, "map %d", k);
			free(text);
			walked_free(&w);
			continue;
		}
		for (to += 8; *to != '"' && count < 2000; count++, to += *to == ' ') {
			known[count][0] = strtod(to, &to) - 0.5;
			known[count][1] = strtod(to + 1, &to) - 0.5;
		}
		for (size_t i = 0; i < path->count; i++) {
			double least = (double)INFINITY;

			for (size_t n = 0; n + 1 < count; n++) {
				double dx = known[n + 1][0] - known[n][0];
				double dy = known[n + 1][1] - known[n][1];
				double x = path->points[i].x - known[n][0];
				double y = path->points[i].y - known[n][1];
				double along =
					fmin(fmax((x * dx + y * dy) / (dx * dx + dy * dy), 0), 1);

				least = fmin(least, hypot(x - along * dx, y - along * dy));
			}
			CHECK(count < 2 || least < 0.0115, "map %d, point %zu: %g", k, i, least);
		}
		CHECK(count <= path->count, "%zu of %zu", count, path->count);
		free(text);
		walked_free(&w);
	}
}

static void a_failure_leaves_nothing(void)
{
	const struct ff_style style = {.scale = 10}, large = {.scale = 256};
	struct ff_error err = {""};
	struct ff_image image = {.w = -1};
	struct walked w;
	char *text = NULL;
	size_t size = 7;

	walked_of(&w, open_ground);
	CHECK(ff_draw_paths_svg(&w.s.all, &w.paths, &w.walkers, &style, &sheets_failing, &text,
				&size, NULL, &err) == FF_E_LIMIT &&
		      text == NULL && size == 7,
	      "%zu", size);
	walked_free(&w);
	walked_of(&w, "g/");
	scene_free(&w.s);
	scene_new(&w.s, 400, 100);
	CHECK(ff_draw_paths(&w.s.all, &w.paths, &w.walkers, &large, &image, NULL, &err) ==
			      FF_E_LIMIT &&
		      image.w == -1,
	      "%d", (int)image.w);
	walked_free(&w);
}

int main(void)
{
	RUN(paths_are_lines_from_their_start_to_the_goal);
	RUN(goals_stay_whole_and_walls_are_kept_off);
	RUN(walkers_without_a_way_are_crosses_that_the_legend_counts);
	RUN(each_of_a_few_paths_has_a_colour_and_is_named);
	RUN(groups_share_a_colour_and_those_beyond_the_colours_the_last);
	RUN(the_more_there_are_the_thinner_they_are);
	RUN(costs_are_shades_that_the_legend_names);
	RUN(a_vector_picture_has_a_polyline_for_each_path);
	RUN(a_polyline_is_a_hundredth_of_a_cell_off_at_most);
	RUN(a_failure_leaves_nothing);
	return tap_done();
}
