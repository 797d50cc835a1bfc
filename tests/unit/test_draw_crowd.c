#include "draw/draw.h"

#include "draw/legend.h"
#include "glyphs.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

enum { W = 40, H = 12, COUNT = 30 };

/* A crowd on an open map with a wall and a goal. */
struct made {
	struct scene s;
	struct ff_walker items[COUNT];
	char groups[12][FF_WALKERS_NAME];
	struct ff_walkers walkers;
	uint32_t who[COUNT];
	struct ff_trajectories_place places[COUNT];
	struct ff_trajectories_moment moment;
	struct ff_draw_crowd_counts counts;
	struct ff_draw_crowd *crowd;
};

static void made_new(struct made *m, uint32_t groups)
{
	memset(m, 0, sizeof *m);
	scene_new(&m->s, W, H);
	m->s.classes.cells[3] = FF_WALL;
	m->s.cost.cells[3] = FF_COST_WALL;
	m->s.classes.cells[W * H - 1] = FF_GOAL;
	for (uint32_t g = 0; g < groups; g++)
		snprintf(m->groups[g], sizeof *m->groups, "team%c", (char)('a' + g));
	for (uint32_t i = 0; i < COUNT; i++) {
		m->items[i] =
			(struct ff_walker){.id = i, .group = i % groups, .radius = 0.3, .speed = 1};
		m->who[i] = i;
		m->places[i].x = 2 + i % 10 * 3;
		m->places[i].y = 2 + (int)(i / 10) * 3;
	}
	m->walkers = (struct ff_walkers){
		.items = m->items, .count = COUNT, .groups = m->groups, .group_count = groups};
	m->moment = (struct ff_trajectories_moment){0, m->who, m->places, COUNT};
}

static void made_open(struct made *m, int scale, enum ff_style_legend legend)
{
	const struct ff_style style = {.scale = scale, .legend = legend};
	struct ff_error err = {""};

	if (ff_draw_crowd_open(&m->crowd, &m->s.all, &m->walkers, &style, NULL, &err) != FF_OK) {
		printf("Bail out! %s\n", err.text);
		exit(1);
	}
}

static void made_free(struct made *m)
{
	ff_draw_crowd_close(m->crowd);
	scene_free(&m->s);
}

static const struct ff_image *frame(struct made *m, double time, struct ff_image_part *area)
{
	m->moment.time = time;
	return ff_draw_crowd_frame(m->crowd, &m->moment, &m->counts, area);
}

static int pixel(const struct ff_image *image, double x, double y, int scale)
{
	return image->pixels[(int64_t)floor((y + 0.5) * scale) * image->w +
			     (int64_t)floor((x + 0.5) * scale)];
}

/* The colour of the swatch before a text of the legend, below its first line; -1: it does not say
 * that. */
static int swatch_of(const struct ff_image *image, const char *text, int scale)
{
	const struct ff_canvas_font *font = ff_legend_font(image->w);
	int64_t x, y;

	if (!glyphs_find(image, font, text, (int64_t)H * scale + 2 * font->h - 4, &x, &y))
		return -1;
	return image->pixels[(y + font->h / 2) * image->w + x - font->w - font->h / 2];
}

static bool says(const struct ff_image *image, const char *text, int scale)
{
	int64_t x, y;

	return glyphs_find(image, ff_legend_font(image->w), text, (int64_t)H * scale, &x, &y);
}

static void discs_have_the_walkers_size_at_any_scale(void)
{
	static const int scales[] = {1, 2, 3, 8, 16, 30};

	for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
		int scale = scales[k];
		const struct ff_image *image;
		struct ff_image_part area;
		double covered = 0, wanted;
		struct made m;

		made_new(&m, 2);
		made_open(&m, scale, FF_STYLE_LEGEND_NEVER);
		image = frame(&m, 0, &area);
		CHECK(image->w == W * scale && image->h == H * scale, "%d x %d", image->w,
		      image->h);
		for (int y = 0; y < 3 * scale; y++)
			for (int x = 0; x < 3 * scale; x++) {
				int p = image->pixels[(y + scale) * image->w + x + scale];

				covered += p != 0 && p != FF_PALETTE_WALL;
			}
		wanted = fmax(0.3 * scale, 1.1);
		CHECK(covered >= 3.14 * wanted * wanted * 0.8 &&
			      covered <= 3.15 * (wanted + 1) * (wanted + 1),
		      "scale %d: %g pixels", scale, covered);
		for (int64_t p = 0; p < (int64_t)image->w * image->h; p++)
			if (image->pixels[p] >= image->colours)
				CHECK(false, "pixel %" PRId64 ": %d", p, image->pixels[p]);
		made_free(&m);
	}
}

static void each_group_has_a_colour_and_the_legend_names_it(void)
{
	static const uint32_t counts[] = {2, 8, 11};

	for (size_t k = 0; k < 3; k++) {
		const struct ff_image *image;
		struct ff_image_part area;
		uint32_t groups = counts[k];
		struct made m;

		made_new(&m, groups);
		made_open(&m, 20, FF_STYLE_LEGEND_ALWAYS);
		image = frame(&m, 0, &area);
		for (uint32_t g = 0; g < groups; g++) {
			int colour = pixel(image, m.places[g].x, m.places[g].y, 20);
			const char *text = groups > 8 && g >= 7 ? "4 more groups" : m.groups[g];

			CHECK(swatch_of(image, text, 20) == colour, "%s: %d, not %d", text,
			      swatch_of(image, text, 20), colour);
			CHECK(g == 0 || groups > 8 ||
				      colour != pixel(image, m.places[g - 1].x, m.places[g - 1].y,
						      20),
			      "%s", text);
		}
		CHECK(!says(image, "standing", 20) && says(image, "wall", 20) &&
			      says(image, "goal", 20) && !says(image, "unreached", 20) &&
			      !says(image, "costlier", 20),
		      "%s", "the rest");
		made_free(&m);
	}
}

static void walkers_of_one_group_show_how_fast_they_are(void)
{
	const struct ff_image *image;
	struct ff_image_part area;
	struct made m;

	made_new(&m, 1);
	made_open(&m, 20, FF_STYLE_LEGEND_ALWAYS);
	image = frame(&m, 0, &area);
	for (int i = 0; i < 3; i++)
		CHECK(pixel(image, m.places[i].x, m.places[i].y, 20) ==
			      swatch_of(image, "walking", 20),
		      "%d at first", i);
	m.places[1].x += 0.15;
	m.places[2].y += 0.4;
	m.items[3].speed = 0.1;
	m.places[3].x += 0.05;
	image = frame(&m, 0.5, &area);
	CHECK(pixel(image, m.places[0].x, m.places[0].y, 20) == swatch_of(image, "standing", 20),
	      "%s", "standing");
	CHECK(pixel(image, m.places[1].x, m.places[1].y, 20) == swatch_of(image, "slow", 20), "%s",
	      "slow");
	for (int i = 2; i < 4; i++)
		CHECK(pixel(image, m.places[i].x, m.places[i].y, 20) ==
			      swatch_of(image, "walking", 20),
		      "%d", i);
	made_free(&m);
}

static void the_line_shows_the_time_and_the_counts(void)
{
	const struct ff_image *image;
	struct ff_image_part area;
	struct made m;

	made_new(&m, 1);
	made_open(&m, 20, FF_STYLE_LEGEND_ALWAYS);
	m.counts = (struct ff_draw_crowd_counts){7, 0, 0};
	image = frame(&m, 1234.56, &area);
	CHECK(says(image, "t = 1234.6 s   walking 30   arrived  7 ", 20) &&
		      !says(image, "waiting", 20) && !says(image, "lost", 20),
	      "%s", "first");
	m.counts = (struct ff_draw_crowd_counts){8, 3, 2};
	image = frame(&m, 1235, &area);
	CHECK(says(image, "t = 1235.0 s   walking 30   arrived  8   waiting 3   lost 2 ", 20), "%s",
	      "second");
	m.counts = (struct ff_draw_crowd_counts){8, 0, 0};
	m.moment.count = 3;
	image = frame(&m, 1236, &area);
	CHECK(says(image, "t = 1236.0 s   walking  3   arrived  8 ", 20) &&
		      !says(image, "waiting", 20) && !says(image, "lost", 20),
	      "%s", "third");
	made_free(&m);
}

/* A frame after others is the same as if it were the only one, and nothing changes outside of what
 * is said to have. */
static void nothing_changes_outside_of_the_changed_part(void)
{
	static const int scales[] = {1, 7, 20};
	uint64_t dice = ORACLE_SEED;

	for (size_t k = 0; k < 3; k++) {
		int scale = scales[k];
		static uint8_t old[40 * 40 * W * H];
		struct ff_image_part area;
		const struct ff_image *image;
		struct made m, fresh;
		size_t n;

		made_new(&m, 3);
		made_new(&fresh, 3);
		made_open(&m, scale, FF_STYLE_LEGEND_ALWAYS);
		image = frame(&m, 0, &area);
		n = (size_t)image->w * (size_t)image->h;
		CHECK(n <= sizeof old && area.x == 0 && area.y == 0 && area.w == image->w &&
			      area.h == image->h,
		      "%d x %d", area.w, area.h);
		for (int f = 1; f < 40; f++) {
			const struct ff_image *alone;
			struct ff_image_part all;

			memcpy(old, image->pixels, n);
			m.moment.count = 0;
			for (uint32_t i = 0; i < COUNT; i++) {
				if (f % 5 == 0 && oracle_random(&dice) % 4 == 0)
					continue;
				m.who[m.moment.count] = i;
				m.places[m.moment.count].x =
					(double)(oracle_random(&dice) % (10 * (W - 1))) / 10;
				m.places[m.moment.count++].y =
					(double)(oracle_random(&dice) % (10 * (H - 1))) / 10;
				if (f % 3 == 0 && i > 2)
					break;
			}
			image = frame(&m, f, &area);
			for (int32_t p = 0; p < (int32_t)n; p++) {
				int32_t x = p % image->w, y = p / image->w;
				bool inside = x >= area.x && y >= area.y && x < area.x + area.w &&
					      y < area.y + area.h;

				if (!inside && image->pixels[p] != old[p])
					CHECK(false, "scale %d, frame %d: %d,%d", scale, f, x, y);
			}
			made_open(&fresh, scale, FF_STYLE_LEGEND_ALWAYS);
			m.moment.time = f;
			alone = ff_draw_crowd_frame(fresh.crowd, &m.moment, &m.counts, &all);
			CHECK(memcmp(alone->pixels, image->pixels, n) == 0,
			      "scale %d, frame %d is another", scale, f);
			CHECK(memcmp(alone->palette, image->palette, sizeof image->palette) == 0 &&
				      alone->colours == image->colours,
			      "scale %d: palettes", scale);
			ff_draw_crowd_close(fresh.crowd);
			fresh.crowd = NULL;
		}
		made_free(&m);
		made_free(&fresh);
	}
}

static void nothing_changes_if_nobody_moves(void)
{
	struct ff_image_part area;
	struct made m;

	made_new(&m, 2);
	made_open(&m, 8, FF_STYLE_LEGEND_NEVER);
	frame(&m, 0, &area);
	frame(&m, 1, &area);
	CHECK(area.w == 0 && area.h == 0, "%d x %d", area.w, area.h);
	m.places[4].x += 0.5;
	frame(&m, 2, &area);
	CHECK(area.w > 5 && area.w < 16 && area.h > 5 && area.h < 10, "%d,%d: %d x %d", area.x,
	      area.y, area.w, area.h);
	made_free(&m);
}

static void no_walkers_at_all_are_a_picture_too(void)
{
	struct ff_image_part area;
	const struct ff_image *image;
	struct made m;

	made_new(&m, 1);
	m.walkers.count = m.walkers.group_count = 0;
	m.moment.count = 0;
	made_open(&m, 20, FF_STYLE_LEGEND_AUTO);
	image = frame(&m, 0, &area);
	CHECK(says(image, "walking 0   arrived 0", 20), "%s", "the line");
	made_free(&m);
	ff_draw_crowd_close(NULL);
}

static void a_picture_that_is_too_large_is_refused(void)
{
	const struct ff_style style = {.scale = FF_STYLE_SCALE_MAX};
	struct ff_draw_crowd *crowd = NULL;
	struct ff_error err = {""};
	struct made m;

	made_new(&m, 1);
	scene_free(&m.s);
	scene_new(&m.s, 300, 300);
	CHECK(ff_draw_crowd_open(&crowd, &m.s.all, &m.walkers, &style, NULL, &err) == FF_E_LIMIT &&
		      crowd == NULL,
	      "\"%s\"", err.text);
	made_free(&m);
}

int main(void)
{
	RUN(discs_have_the_walkers_size_at_any_scale);
	RUN(each_group_has_a_colour_and_the_legend_names_it);
	RUN(walkers_of_one_group_show_how_fast_they_are);
	RUN(the_line_shows_the_time_and_the_counts);
	RUN(nothing_changes_outside_of_the_changed_part);
	RUN(nothing_changes_if_nobody_moves);
	RUN(no_walkers_at_all_are_a_picture_too);
	RUN(a_picture_that_is_too_large_is_refused);
	return tap_done();
}
