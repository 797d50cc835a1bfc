/* All that stays is painted once.  For each frame the discs of the last one are covered with it,
 * and the new ones painted.  Discs have a dark rim where there is room, so that those that touch
 * can be told apart.
 */
#include "draw/draw.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "draw/picture.h"

enum { ROW = 160 }; /* characters of the counter */

/* The look of walkers of a single group, by their speed. */
enum pace { STANDING, SLOW, FAST, PACES = FF_PALETTE_PACES };

#define RIMMED   4.0 /* pixels: the least radius with a rim */
#define SMALLEST 1.1 /* pixels: the least radius... */
#define OVERVIEW 2.0 /* ...and where cells are smaller than pixels */

static const char *const pace_names[PACES] = {"standing", "slow", "fast"};

/* A walker in the last frame. */
struct disc {
	float x, y, radius; /* pixels of the page */
	struct ff_colour colour;
	bool shown;
};

struct ff_draw_crowd {
	const struct ff_groups *groups;
	struct ff_layout layout;
	struct ff_bitmap still;          /* the picture without walkers; its pixels are owned */
	struct ff_picture_labels labels; /* on it, which no walker hides */
	struct ff_bitmap frame;          /* the last one; its pixels are owned */
	struct ff_surface_pixels pixels; /* of it */
	struct ff_colour grounds[FF_BASE_ENTRIES + 1]; /* [ground_count]  of cells to walk on */
	int ground_count;
	struct disc *discs; /* [walkers->count] */
	double *x, *y;      /* [walkers->count]  the place of a walker with a disc, in cells */
	uint32_t *shown;    /* [shown_count]  the walkers with a disc, ascending */
	size_t shown_count;
	double time; /* of the last frame */
	char counter[ROW];
	bool begun;
	bool changed; /* the ground, since the last frame */
};

/* ---- what stays ---- */

/* Paints all that stays; sets the grounds. */
static enum ff_status paint_still(struct ff_draw_crowd *crowd, const struct ff_scene *scene,
				  const struct ff_style *style, const struct ff_machine *machine,
				  struct ff_bitmap *still, struct ff_layout *layout,
				  struct ff_error *err)
{
	struct ff_page page = {.machine = machine};
	struct ff_style counted = *style;
	struct ff_picture picture;
	struct ff_base base;
	enum ff_status st;

	counted.counter = "";
	counted.with &= ~(unsigned)FF_STYLE_PATHS; /* their starts look like walkers */
	ff_picture_begin(&picture, scene, &counted);
	crowd->labels.count = 0;
	picture.labels = &crowd->labels;
	if (ff_groups_coloured(crowd->groups))
		ff_legend_groups(&picture.legend, crowd->groups, FF_LEGEND_DOT);
	for (int p = 0; p < PACES && !ff_groups_coloured(crowd->groups); p++)
		ff_legend_add(&picture.legend, FF_LEGEND_DOT,
			      (struct ff_fill){.colour = ff_palette_paces[p]}, "%s", pace_names[p]);
	crowd->ground_count = ff_base_open(&base, &picture, 0);
	for (int i = 0; i < crowd->ground_count; i++)
		crowd->grounds[i] = picture.fills[i].colour;
	crowd->grounds[crowd->ground_count++] = picture.fills[FF_PALETTE_GOAL].colour;
	ff_picture_cells(&picture, ff_base_row, &base);
	ff_picture_list_classes(&picture);
	if ((st = ff_picture_paint(&picture, &page, err)) != FF_OK)
		return st;
	*still = page.bitmap;
	*layout = picture.layout;
	return FF_OK;
}

void ff_draw_crowd_close(struct ff_draw_crowd *crowd)
{
	if (crowd == NULL)
		return;
	free(crowd->still.pixels);
	free(crowd->frame.pixels);
	free(crowd->discs);
	free(crowd->x);
	free(crowd->y);
	free(crowd->shown);
	free(crowd);
}

static bool allocate_discs(struct ff_draw_crowd *crowd)
{
	size_t n = crowd->groups->walkers->count + 1;

	crowd->discs = calloc(n, sizeof *crowd->discs);
	crowd->x = calloc(n, sizeof *crowd->x);
	crowd->y = calloc(n, sizeof *crowd->y);
	crowd->shown = calloc(n, sizeof *crowd->shown);
	return crowd->discs != NULL && crowd->x != NULL && crowd->y != NULL && crowd->shown != NULL;
}

enum ff_status ff_draw_crowd_open(struct ff_draw_crowd **crowd, const struct ff_scene *scene,
				  const struct ff_style *style, const struct ff_machine *machine,
				  struct ff_error *err)
{
	struct ff_draw_crowd *c = calloc(1, sizeof *c);
	enum ff_status st = FF_OK;

	if (c == NULL)
		return ff_status_nomem(err, "pictures of a crowd");
	c->groups = scene->groups;
	if (!allocate_discs(c))
		st = ff_status_nomem(err, "pictures of a crowd");
	if (st == FF_OK)
		st = paint_still(c, scene, style, machine, &c->still, &c->layout, err);
	if (st == FF_OK) {
		c->frame = c->still;
		c->frame.pixels = ff_memory_cells(c->still.w, c->still.h, sizeof *c->frame.pixels);
		if (c->frame.pixels == NULL)
			st = ff_status_nomem(err, "pictures of a crowd");
	}
	if (st != FF_OK || c->frame.pixels == NULL) {
		ff_draw_crowd_close(c);
		return st;
	}
	memcpy(c->frame.pixels, c->still.pixels,
	       (size_t)c->still.w * (size_t)c->still.h * sizeof *c->still.pixels);
	ff_surface_pixels_over(&c->pixels, &c->layout, c->frame);
	*crowd = c;
	return FF_OK;
}

/* Covers the discs that lie on labels. */
static void cover_labels(const struct ff_draw_crowd *crowd)
{
	const struct ff_layout *layout = &crowd->layout;

	for (size_t i = 0; i < crowd->labels.count; i++) {
		const struct ff_picture_box *box = &crowd->labels.items[i];
		int32_t x0 = (int32_t)((double)layout->x + fmax(box->x0, 0) * layout->scale);
		int32_t y0 = (int32_t)((double)layout->y + fmax(box->y0, 0) * layout->scale);
		int32_t x1 = (int32_t)((double)layout->x +
				       fmin(box->x1, layout->columns) * layout->scale);
		int32_t y1 =
			(int32_t)((double)layout->y + fmin(box->y1, layout->rows) * layout->scale);

		ff_image_copy(&crowd->frame, &crowd->still,
			      (struct ff_image_part){x0, y0, x1 - x0, y1 - y0});
	}
}

enum ff_status ff_draw_crowd_change(struct ff_draw_crowd *crowd, const struct ff_scene *scene,
				    const struct ff_style *style, const struct ff_machine *machine,
				    struct ff_error *err)
{
	const struct ff_layout *to = &crowd->layout;
	struct ff_layout from;
	struct ff_bitmap still;
	enum ff_status st = paint_still(crowd, scene, style, machine, &still, &from, err);

	if (st != FF_OK)
		return st;
	assert(from.w == to->w && from.h == to->h);
	for (int32_t y = 0; y < to->h; y++) {
		size_t at = (size_t)(to->y + y) * (size_t)crowd->still.w + (size_t)to->x;
		const struct ff_colour *row =
			still.pixels + (size_t)(from.y + y) * (size_t)still.w + (size_t)from.x;

		memcpy(crowd->still.pixels + at, row, (size_t)to->w * sizeof *row);
	}
	free(still.pixels);
	ff_image_copy(&crowd->frame, &crowd->still, ff_layout_map(to));
	crowd->changed = true;
	return FF_OK;
}

/* ---- palettes ---- */

/* Colours that are chosen. */
struct choice {
	struct ff_colour *colours; /* [count]  each once */
	int count, most;
	bool failed; /* there are more than 'most' */
};

static void add_colour(struct choice *choice, struct ff_colour colour)
{
	for (int i = 0; i < choice->count; i++)
		if (ff_image_same(choice->colours[i], colour))
			return;
	if (choice->count == choice->most)
		choice->failed = true;
	else
		choice->colours[choice->count++] = colour;
}

/* Adds a colour, and 'steps' between it and each of others. */
static void add_edges(struct choice *choice, struct ff_colour colour,
		      const struct ff_colour *others, int count, int steps)
{
	add_colour(choice, colour);
	for (int i = 0; i < count; i++)
		for (int k = 1; k <= steps; k++)
			add_colour(choice, ff_palette_mix(others[i], colour, k, steps + 1));
}

int ff_draw_crowd_palette(const struct ff_draw_crowd *crowd, struct ff_colour *palette, int most)
{
	bool grouped = ff_groups_coloured(crowd->groups);
	const struct ff_colour *colours = grouped ? crowd->groups->colours : ff_palette_paces;
	int count = grouped ? FF_PALETTE_GROUPS : PACES;
	const struct ff_colour *pixels = crowd->still.pixels;
	size_t all_pixels = (size_t)crowd->still.w * (size_t)crowd->still.h;
	struct choice still = {.colours = palette, .most = most};

	for (size_t i = 0; i < all_pixels && !still.failed; i++)
		if (i == 0 || !ff_image_same(pixels[i], pixels[i - 1]))
			add_colour(&still, pixels[i]);
	for (int steps = 3; steps > 0 && !still.failed; steps--) {
		struct choice all = still;

		add_edges(&all, ff_palette_walker_rim, crowd->grounds, crowd->ground_count, steps);
		for (int i = 0; i < count; i++) {
			if (grouped && memchr(crowd->groups->hues, i,
					      crowd->groups->walkers->group_count) == NULL)
				continue;
			add_edges(&all, colours[i], crowd->grounds, crowd->ground_count, steps);
			add_edges(&all, colours[i], &ff_palette_walker_rim, 1, steps);
		}
		if (!all.failed)
			return all.count;
	}
	return 0;
}

/* ---- what moves ---- */

static int32_t clamp(double least, double value, double most)
{
	return (int32_t)(value < least ? least : value > most ? most : value);
}

/* Returns the pixels of the map that a disc may have touched. */
static struct ff_image_part area_of(const struct ff_draw_crowd *crowd, const struct disc *disc)
{
	double left = (double)crowd->layout.x, right = left + (double)crowd->layout.w;
	double top = (double)crowd->layout.y, bottom = top + (double)crowd->layout.h;
	double x = (double)disc->x, y = (double)disc->y, reach = (double)disc->radius + 1;
	int32_t x0 = clamp(left, floor(x - reach), right);
	int32_t y0 = clamp(top, floor(y - reach), bottom);

	return (struct ff_image_part){x0, y0, clamp(left, ceil(x + reach), right) - x0,
				      clamp(top, ceil(y + reach), bottom) - y0};
}

static void paint_disc(struct ff_draw_crowd *crowd, const struct disc *disc)
{
	struct ff_surface *on = &crowd->pixels.surface;
	struct ff_point at = {((double)disc->x - on->x) / on->scale,
			      ((double)disc->y - on->y) / on->scale};
	double radius = (double)disc->radius;

	if (radius >= RIMMED) {
		on->disc(on, at, radius, ff_palette_walker_rim);
		radius -= fmax(1, radius / 8);
	}
	on->disc(on, at, radius, disc->colour);
}

/* Returns the colour of a walker that has walked 'length' cells in 'seconds'. */
static struct ff_colour colour_of(const struct ff_draw_crowd *crowd, uint32_t who, double length,
				  double seconds)
{
	double full = crowd->groups->walkers->items[who].speed * seconds;

	if (ff_groups_coloured(crowd->groups))
		return ff_groups_colour(crowd->groups, who);
	return ff_palette_paces[length < 0.1 * full ? STANDING : length < 0.5 * full ? SLOW : FAST];
}

/* Returns a walker's disc. */
static struct disc disc_at(const struct ff_draw_crowd *crowd, uint32_t who, double x, double y,
			   double time)
{
	const struct ff_layout *layout = &crowd->layout;
	double dx = x - crowd->x[who], dy = y - crowd->y[who];
	double length = crowd->discs[who].shown ? sqrt(dx * dx + dy * dy) : (double)INFINITY;
	double radius = crowd->groups->walkers->items[who].radius * layout->scale;
	double least = (layout->block > 1 ? OVERVIEW : SMALLEST) * layout->unit;

	return (struct disc){(float)((double)layout->x + (x + 0.5) * layout->scale),
			     (float)((double)layout->y + (y + 0.5) * layout->scale),
			     (float)fmax(radius, least),
			     colour_of(crowd, who, length, time - crowd->time), true};
}

/* Covers the discs of the last frame; adds those of walkers that are gone to 'changed'. */
static void clear_discs(struct ff_draw_crowd *crowd, const struct ff_trajectories_moment *moment,
			struct ff_image_part *changed)
{
	size_t next = 0;

	for (size_t i = 0; i < crowd->shown_count; i++) {
		uint32_t who = crowd->shown[i];
		struct ff_image_part area = area_of(crowd, &crowd->discs[who]);

		ff_image_copy(&crowd->frame, &crowd->still, area);
		while (next < moment->count && moment->walkers[next] < who)
			next++;
		if (next < moment->count && moment->walkers[next] == who)
			continue;
		ff_image_join(changed, area);
		crowd->discs[who].shown = false;
	}
}

/* Prints "12.5 s   walking 120   arrived 40": what an animation never has is left out. */
static void paint_counter(struct ff_draw_crowd *crowd, const struct ff_trajectories_moment *moment,
			  const struct ff_draw_crowd_counts *counts, struct ff_image_part *changed)
{
	char text[ROW], time[FF_STYLE_PRINT];
	int digits = snprintf(NULL, 0, "%zu", crowd->groups->walkers->count), n;

	ff_style_print(time, moment->time, 1);
	n = snprintf(text, sizeof text, "%6s s   walking %*zu   arrived %*zu", time, digits,
		     moment->count, digits, counts->arrived);
	if (counts->waiting > 0)
		n += snprintf(text + n, sizeof text - (size_t)n, "   waiting %*zu", digits,
			      counts->waiting);
	if (counts->lost > 0)
		n += snprintf(text + n, sizeof text - (size_t)n, "   no way %zu", counts->lost);
	if (counts->edits > 0)
		snprintf(text + n, sizeof text - (size_t)n, "   edits %zu", counts->edits);
	if (strcmp(text, crowd->counter) == 0)
		return;
	memcpy(crowd->counter, text, sizeof text);
	ff_image_join(changed,
		      ff_layout_paint_counter(&crowd->layout, &crowd->pixels.surface, text));
}

const struct ff_bitmap *ff_draw_crowd_frame(struct ff_draw_crowd *crowd,
					    const struct ff_trajectories_moment *moment,
					    const struct ff_draw_crowd_counts *counts,
					    struct ff_image_part *changed)
{
	struct ff_surface *on = &crowd->pixels.surface;

	*changed = (struct ff_image_part){0};
	clear_discs(crowd, moment, changed);
	on->layer(on, "walkers", FF_SURFACE_MAP);
	for (size_t i = 0; i < moment->count; i++) {
		uint32_t who = moment->walkers[i];
		double x = moment->places[i].x, y = moment->places[i].y;
		struct disc disc = disc_at(crowd, who, x, y, moment->time);
		const struct disc *before = &crowd->discs[who];

		if (disc.x != before->x || disc.y != before->y || !before->shown ||
		    !ff_image_same(disc.colour, before->colour)) {
			if (before->shown)
				ff_image_join(changed, area_of(crowd, before));
			ff_image_join(changed, area_of(crowd, &disc));
		}
		paint_disc(crowd, &disc);
		crowd->discs[who] = disc;
		crowd->x[who] = x;
		crowd->y[who] = y;
		crowd->shown[i] = who;
	}
	cover_labels(crowd);
	crowd->shown_count = moment->count;
	crowd->time = moment->time;
	paint_counter(crowd, moment, counts, changed);
	if (crowd->changed)
		ff_image_join(changed, ff_layout_map(&crowd->layout));
	if (!crowd->begun)
		*changed = (struct ff_image_part){0, 0, crowd->still.w, crowd->still.h};
	crowd->begun = true;
	crowd->changed = false;
	return atomic_load(&crowd->pixels.failed) ? NULL : &crowd->frame;
}
