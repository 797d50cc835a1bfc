#include "draw/draw.h"

#include "draw/groups.h"
#include "oracle.h"
#include "pictures.h"
#include "scene.h"
#include "tap.h"

#include <inttypes.h>
#include <math.h>

enum { W = 40, H = 12, COUNT = 30 };

/* A crowd on an open map with a wall and a goal. */
struct made {
	struct scene s;
	struct ff_walker items[COUNT];
	char names[12][FF_WALKERS_NAME];
	struct ff_walkers walkers;
	struct ff_groups groups;
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
		snprintf(m->names[g], sizeof *m->names, "team%c", (char)('a' + g));
	for (uint32_t i = 0; i < COUNT; i++) {
		m->items[i] =
			(struct ff_walker){.id = i, .group = i % groups, .radius = 0.3, .speed = 1};
		m->who[i] = i;
		m->places[i].x = 2 + i % 10 * 3;
		m->places[i].y = 2 + (int)(i / 10) * 3;
	}
	m->walkers = (struct ff_walkers){
		.items = m->items, .count = COUNT, .groups = m->names, .group_count = groups};
	m->moment = (struct ff_trajectories_moment){0, m->who, m->places, COUNT};
	m->s.all.groups = &m->groups;
}

static void made_open(struct made *m, int scale, bool bare)
{
	const struct ff_style style = {.scale = scale, .bare = bare};

	if (!ff_groups_open(&m->groups, &m->walkers) ||
	    ff_draw_crowd_open(&m->crowd, &m->s.all, &style, NULL, &pictures_err) != FF_OK) {
		printf("Bail out! %s\n", pictures_err.text);
		exit(1);
	}
}

static void made_close(struct made *m)
{
	ff_draw_crowd_close(m->crowd);
	ff_groups_close(&m->groups);
	m->crowd = NULL;
}

static void made_free(struct made *m)
{
	made_close(m);
	scene_free(&m->s);
}

static const struct ff_bitmap *frame(struct made *m, double time, struct ff_image_part *area)
{
	m->moment.time = time;
	return ff_draw_crowd_frame(m->crowd, &m->moment, &m->counts, area);
}

/* Returns true if a bare frame has a colour at a place of the map. */
static bool is(const struct ff_bitmap *image, double x, double y, int scale,
	       struct ff_colour colour)
{
	return ff_image_same(pictures_at(image, (int64_t)floor((x + 0.5) * scale),
					 (int64_t)floor((y + 0.5) * scale)),
			     colour);
}

static void discs_have_the_walkers_size_at_any_scale(void)
{
	static const int scales[] = {1, 2, 3, 8, 16, 30};

	for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
		struct ff_colour ground = ff_palette_ground(0, 1);
		const struct ff_bitmap *image;
		struct ff_image_part area;
		int scale = scales[k], covered = 0;
		double wanted;
		struct made m;

		made_new(&m, 2);
		made_open(&m, scale, true);
		image = frame(&m, 0, &area);
		CHECK(image->w == W * scale && image->h == H * scale, "%d x %d", image->w,
		      image->h);
		for (int y = 0; y < 3 * scale; y++)
			for (int x = 0; x < 3 * scale; x++)
				covered += !ff_image_same(pictures_at(image, x + scale, y + scale),
							  ground) &&
					   y > 0;
		wanted = fmax(0.3 * scale, 1.1);
		CHECK(covered >= 3.14 * wanted * wanted * 0.8 &&
			      covered <= 3.15 * (wanted + 1) * (wanted + 1),
		      "scale %d: %d pixels", scale, covered);
		made_free(&m);
	}
}

static void groups_have_the_colours_that_they_have_in_all_pictures(void)
{
	static const uint32_t counts[] = {2, 8, 11};

	for (size_t k = 0; k < 3; k++) {
		const struct ff_bitmap *image;
		struct ff_image_part area;
		struct made m;

		made_new(&m, counts[k]);
		made_open(&m, 20, true);
		image = frame(&m, 0, &area);
		for (uint32_t g = 0; g < counts[k]; g++)
			CHECK(is(image, m.places[g].x, m.places[g].y, 20,
				 ff_groups_colour(&m.groups, g)),
			      "%u of %u", g, counts[k]);
		made_free(&m);
	}
}

static void walkers_of_one_group_show_how_fast_they_are(void)
{
	const struct ff_bitmap *image;
	struct ff_image_part area;
	struct made m;

	made_new(&m, 1);
	made_open(&m, 20, true);
	image = frame(&m, 0, &area);
	for (int i = 0; i < 3; i++)
		CHECK(is(image, m.places[i].x, m.places[i].y, 20, ff_palette_paces[2]),
		      "%d at first", i);
	m.places[1].x += 0.15;
	m.places[2].y += 0.4;
	m.items[3].speed = 0.1;
	m.places[3].x += 0.05;
	image = frame(&m, 0.5, &area);
	for (int i = 0; i < 4; i++)
		CHECK(is(image, m.places[i].x, m.places[i].y, 20, ff_palette_paces[i < 2 ? i : 2]),
		      "%d", i);
	made_free(&m);
}

/* Counts pixels of ink on the line of the counter, below the map. */
static int count_ink(const struct ff_bitmap *image, const struct ff_image_part *area)
{
	int count = 0;

	for (int32_t y = area->y; y < area->y + area->h; y++)
		for (int32_t x = area->x; x < area->x + area->w; x++)
			count += ff_image_same(pictures_at(image, x, y),
					       ff_palette_colour(FF_PALETTE_INK));
	return count;
}

static void the_counter_changes_and_nothing_else(void)
{
	const struct ff_bitmap *image;
	struct ff_image_part area, line;
	struct made m;
	int ink;

	made_new(&m, 2);
	made_open(&m, 20, false);
	m.counts = (struct ff_draw_crowd_counts){7, 0, 0, 0};
	frame(&m, 1234.56, &area);
	image = frame(&m, 1234.6, &area);
	CHECK(area.w == 0 && area.h == 0, "the same time in print");
	image = frame(&m, 1235, &line);
	CHECK(line.y > H * 20 && line.h < 40, "%d, %d", line.y, line.h);
	ink = count_ink(image, &line);
	m.counts = (struct ff_draw_crowd_counts){7, 3, 2, 0};
	image = frame(&m, 1235, &area);
	CHECK(count_ink(image, &line) > ink, "neither waiting nor lost walkers");
	m.counts = (struct ff_draw_crowd_counts){7, 0, 0, 0};
	image = frame(&m, 1235, &area);
	CHECK(count_ink(image, &line) == ink, "%d, not %d", count_ink(image, &line), ink);
	made_free(&m);
}

/* A frame after the ground has changed is as if that had been there from the beginning, except for
 * the legend, and all of the map is said to have changed. */
static void the_ground_may_change_between_frames(void)
{
	const struct ff_style style = {.scale = 8, .bare = true};
	const struct ff_bitmap *image;
	struct ff_image_part area;
	struct ff_bitmap later;
	struct made m;

	made_new(&m, 2);
	made_open(&m, 8, true);
	frame(&m, 0, &area);
	m.s.classes.cells[40] = FF_WALL;
	m.s.cost.cells[40] = FF_COST_WALL;
	CHECK(ff_draw_crowd_change(m.crowd, &m.s.all, &style, NULL, &pictures_err) == FF_OK, "%s",
	      pictures_err.text);
	image = frame(&m, 1, &area);
	CHECK(area.x == 0 && area.y == 0 && area.w == W * 8 && area.h == H * 8, "%d,%d %dx%d",
	      area.x, area.y, area.w, area.h);
	later = *image;
	later.pixels = malloc((size_t)image->w * (size_t)image->h * sizeof *image->pixels);
	if (later.pixels != NULL)
		memcpy(later.pixels, image->pixels,
		       (size_t)image->w * (size_t)image->h * sizeof *image->pixels);
	frame(&m, 2, &area);
	CHECK(area.w == 0 && area.h == 0, "%dx%d", area.w, area.h);
	made_close(&m);
	made_open(&m, 8, true);
	frame(&m, 0, &area);
	image = frame(&m, 1, &area);
	CHECK(later.pixels != NULL &&
		      memcmp(later.pixels, image->pixels,
			     (size_t)image->w * (size_t)image->h * sizeof *image->pixels) == 0,
	      "another picture");
	free(later.pixels);
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
		struct ff_image_part area;
		const struct ff_bitmap *image;
		struct ff_colour *old;
		struct made m, fresh;
		size_t n;

		made_new(&m, 3);
		made_new(&fresh, 3);
		made_open(&m, scale, false);
		image = frame(&m, 0, &area);
		n = (size_t)image->w * (size_t)image->h;
		old = oracle_cells(n, sizeof *old);
		CHECK(area.x == 0 && area.y == 0 && area.w == image->w && area.h == image->h,
		      "%d x %d", area.w, area.h);
		for (int f = 1; f < 40; f++) {
			const struct ff_bitmap *alone;
			struct ff_image_part all;

			memcpy(old, image->pixels, n * sizeof *old);
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

				if (!inside && !ff_image_same(image->pixels[p], old[p]))
					CHECK(false, "scale %d, frame %d: %d,%d", scale, f, x, y);
			}
			made_open(&fresh, scale, false);
			alone = ff_draw_crowd_frame(fresh.crowd, &m.moment, &m.counts, &all);
			CHECK(memcmp(alone->pixels, image->pixels, n * sizeof *old) == 0,
			      "scale %d, frame %d is another", scale, f);
			made_close(&fresh);
		}
		free(old);
		made_free(&m);
		made_free(&fresh);
	}
}

static void nothing_changes_if_nobody_moves(void)
{
	struct ff_image_part area;
	struct made m;

	made_new(&m, 2);
	made_open(&m, 8, true);
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
	struct made m;

	made_new(&m, 1);
	m.walkers.count = m.walkers.group_count = 0;
	m.moment.count = 0;
	made_open(&m, 20, false);
	CHECK(frame(&m, 0, &area)->w > W * 20, "no frame");
	made_free(&m);
	ff_draw_crowd_close(NULL);
}

/* Returns the largest difference of a sample between a colour and the nearest one of a palette. */
static int distance(struct ff_colour colour, const struct ff_colour *palette, int count)
{
	int least = 256;

	for (int i = 0; i < count; i++) {
		int r = abs(colour.r - palette[i].r), g = abs(colour.g - palette[i].g),
		    b = abs(colour.b - palette[i].b), most = r > g ? r : g;

		most = b > most ? b : most;
		least = most < least ? most : least;
	}
	return least;
}

static void a_palette_has_all_colours_or_near_ones(void)
{
	static const int scales[] = {3, 8, 20};
	static const uint32_t groups[] = {1, 2, 8};

	for (int k = 0; k < 9; k++) {
		struct ff_colour palette[252];
		const struct ff_bitmap *image;
		struct ff_image_part area;
		struct made m;
		int count, most = 0, hues = 0;

		made_new(&m, groups[k / 3]);
		made_open(&m, scales[k % 3], false);
		count = ff_draw_crowd_palette(m.crowd, palette, 252);
		CHECK(count > 0 && count <= 252, "%d colours", count);
		CHECK(ff_draw_crowd_palette(m.crowd, (struct ff_colour[20]){{0}}, 20) == 0,
		      "20 will do");
		image = frame(&m, 0, &area);
		for (int32_t i = 0; i < image->w * image->h; i++) {
			int off = distance(image->pixels[i], palette, count);

			most = off > most ? off : most;
		}
		CHECK(most < 64, "scale %d: %d", scales[k % 3], most);
		for (int p = 0; p < FF_PALETTE_PACES; p++)
			hues += distance(ff_palette_paces[p], palette, count) == 0;
		CHECK(k / 3 > 0 || hues == FF_PALETTE_PACES, "%d paces", hues);
		made_free(&m);
	}
}

static void a_picture_that_is_too_large_is_refused(void)
{
	const struct ff_style style = {.scale = FF_STYLE_SCALE_MAX};
	struct ff_draw_crowd *crowd = NULL;
	struct made m;

	made_new(&m, 1);
	scene_free(&m.s);
	scene_new(&m.s, 300, 300);
	m.s.all.groups = &m.groups;
	CHECK(ff_groups_open(&m.groups, &m.walkers), "memory");
	CHECK(ff_draw_crowd_open(&crowd, &m.s.all, &style, NULL, &pictures_err) == FF_E_LIMIT &&
		      crowd == NULL,
	      "\"%s\"", pictures_err.text);
	made_free(&m);
}

int main(void)
{
	RUN(the_ground_may_change_between_frames);
	RUN(discs_have_the_walkers_size_at_any_scale);
	RUN(groups_have_the_colours_that_they_have_in_all_pictures);
	RUN(walkers_of_one_group_show_how_fast_they_are);
	RUN(the_counter_changes_and_nothing_else);
	RUN(nothing_changes_outside_of_the_changed_part);
	RUN(nothing_changes_if_nobody_moves);
	RUN(no_walkers_at_all_are_a_picture_too);
	RUN(a_palette_has_all_colours_or_near_ones);
	RUN(a_picture_that_is_too_large_is_refused);
	return tap_done();
}
