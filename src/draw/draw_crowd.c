/* All that stays is drawn once.  For each frame the discs of the last one are covered with it, and
 * the new ones drawn.  Discs have a dark rim where there is room, so that those that touch can be
 * told apart; all edges are mixed with the ground, in one palette for all frames.
 */
#include "draw/draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/picture.h"

enum {
	HUES = FF_PALETTE_GROUPS,
	RIM = FF_BASE_SHADES,
	HUE,
	FREE = HUE + HUES,

	ROW = 160,    /* characters of the line with the time */
	BLANK = 1000, /* characters kept free for it */
};

/* The look of walkers of a single group, by their speed. */
enum pace { STANDING, SLOW, WALKING, PACES = FF_PALETTE_PACES };

#define RIMMED   4.0 /* pixels: the least radius with a rim */
#define SMALLEST 1.1 /* pixels: the least radius */

static const char *const pace_names[PACES] = {"standing", "slow", "walking"};

/* A walker in the last frame. */
struct disc {
	float x, y, radius; /* pixels */
	uint8_t colour;     /* 0: it was not drawn */
};

struct ff_draw_crowd {
	const struct ff_walkers *walkers;
	int scale;
	bool by_pace;
	struct ff_groups groups;
	struct ff_image still; /* the picture without walkers; its pixels are owned */
	struct ff_image image; /* the last frame; its pixels are owned */
	struct ff_image map;   /* the part of it that discs are drawn on: the same pixels */
	struct ff_stroke rim, inner[HUES], plain[HUES];
	struct disc *discs; /* [walkers->count] */
	double *x, *y;      /* [walkers->count]  the place of a walker with a disc, in cells */
	uint32_t *shown;    /* [shown_count]  the walkers with a disc, ascending */
	size_t shown_count;
	double time; /* of the last frame */
	bool begun;
	const struct ff_canvas_font *font;
	int64_t text_x, text_y; /* of the line with the time; text_y < 0: there is none */
	char text[ROW + 1];
};

/* ---- what stays ---- */

/* The legend's texts. */
struct texts {
	struct ff_legend_swatch swatches[HUES + FF_BASE_SWATCHES];
	size_t count;
	char blank[BLANK + 1]; /* the place of the line with the time */
};

static void add_swatch(struct texts *texts, int colour, const char *label)
{
	texts->swatches[texts->count++] = (struct ff_legend_swatch){(uint8_t)colour, label};
}

/* Lists the colours of walkers. */
static void list_walkers(const struct ff_draw_crowd *crowd, struct texts *texts)
{
	for (int p = 0; p < PACES && crowd->by_pace; p++)
		add_swatch(texts, HUE + p, pace_names[p]);
	for (size_t i = 0; i < crowd->groups.listed && !crowd->by_pace; i++)
		add_swatch(texts, crowd->groups.swatches[i].colour,
			   crowd->groups.swatches[i].label);
}

/* The picture of all that stays. */
struct still {
	struct ff_base base;
	const struct ff_draw_crowd *crowd;
};

static void still_row(const void *context, int32_t y, uint8_t *colours)
{
	const struct still *still = context;

	ff_base_row(&still->base, y, colours);
}

static void set_palette(const struct ff_picture *picture, struct ff_image *image)
{
	const struct still *still = picture->context;

	ff_base_palette(image);
	image->palette[RIM] = ff_palette_walker_rim;
	ff_groups_fill(image, HUE);
	if (still->crowd->by_pace)
		memcpy(image->palette + HUE, ff_palette_paces, sizeof ff_palette_paces);
}

static void mix_pens(struct ff_draw_crowd *crowd)
{
	static const uint8_t rim = RIM;
	uint8_t common[FF_BASE_SHADES + 1];
	int next = FREE;

	/* Small discs, which are drawn over each other all the time, are rough on the others. */
	for (int i = 0; i < FF_BASE_SHADES; i++)
		common[i] = (uint8_t)i;
	common[FF_BASE_SHADES] = FF_PALETTE_GOAL;
	ff_stroke_mix(&crowd->rim, &crowd->still, RIM, ff_base_grounds, FF_BASE_GROUNDS, &next);
	for (int hue = 0; hue < HUES; hue++) {
		uint8_t colour = (uint8_t)(HUE + hue);

		ff_stroke_mix(&crowd->inner[hue], &crowd->still, colour, &rim, 1, &next);
		ff_stroke_mix(&crowd->plain[hue], &crowd->still, colour, common, sizeof common,
			      &next);
	}
}

/* Finds the place of the line with the time: the legend's first text. */
static void find_text(void *context, const struct ff_legend_mark *mark)
{
	struct ff_draw_crowd *crowd = context;

	if (mark->kind != FF_LEGEND_TEXT || crowd->text_y >= 0)
		return;
	crowd->text_x = mark->x;
	crowd->text_y = mark->y;
}

/* Draws all that stays; crowd->still is then set. */
static enum ff_status draw_still(struct ff_draw_crowd *crowd, const struct ff_scene *scene,
				 const struct ff_style *style, const struct ff_machine *machine,
				 struct ff_error *err)
{
	struct still still = {.crowd = crowd};
	struct texts texts = {.count = 0};
	struct ff_picture picture = {
		.w = scene->map->w,
		.h = scene->map->h,
		.style = style,
		.machine = machine,
		.scene = scene,
		.row = still_row,
		.palette = set_palette,
		.context = &still,
		.legend = {.swatches = texts.swatches},
	};
	int64_t wide, high, room;
	enum ff_status st;

	list_walkers(crowd, &texts);
	ff_base_set(&still.base, scene);
	texts.count += ff_base_legend(&still.base, texts.swatches + texts.count);
	ff_legend_size(picture.w, picture.h, style, &picture.legend, &wide, &high);
	crowd->font = ff_legend_font(wide);
	room = (wide - 2 * crowd->font->h) / crowd->font->w;
	memset(texts.blank, ' ', (size_t)(room < 0 ? 0 : room < BLANK ? room : BLANK));
	picture.legend.title = texts.blank;
	picture.legend.count = texts.count;
	ff_picture_add(&picture, FF_MARK_GOALS);
	if ((st = ff_picture_draw(&picture, &crowd->still, err)) != FF_OK)
		return st;
	crowd->text_y = -1;
	high = (int64_t)picture.h * style->scale;
	if (crowd->still.h > high)
		ff_legend_each(&picture.legend, crowd->still.w, high, find_text, crowd);
	mix_pens(crowd);
	return FF_OK;
}

void ff_draw_crowd_close(struct ff_draw_crowd *crowd)
{
	if (crowd == NULL)
		return;
	ff_groups_close(&crowd->groups);
	free(crowd->still.pixels);
	free(crowd->image.pixels);
	free(crowd->discs);
	free(crowd->x);
	free(crowd->y);
	free(crowd->shown);
	free(crowd);
}

static bool allocate_discs(struct ff_draw_crowd *crowd)
{
	const struct ff_walkers *walkers = crowd->walkers;
	size_t n = walkers->count + 1;

	crowd->discs = calloc(n, sizeof *crowd->discs);
	crowd->x = calloc(n, sizeof *crowd->x);
	crowd->y = calloc(n, sizeof *crowd->y);
	crowd->shown = calloc(n, sizeof *crowd->shown);
	if (!ff_groups_open(&crowd->groups, walkers, HUE))
		return false;
	crowd->by_pace = crowd->groups.count <= 1;
	return crowd->discs != NULL && crowd->x != NULL && crowd->y != NULL && crowd->shown != NULL;
}

enum ff_status ff_draw_crowd_open(struct ff_draw_crowd **crowd, const struct ff_scene *scene,
				  const struct ff_walkers *walkers, const struct ff_style *style,
				  const struct ff_machine *machine, struct ff_error *err)
{
	struct ff_draw_crowd *c = calloc(1, sizeof *c);
	enum ff_status st = FF_OK;
	size_t pixels;

	if (c == NULL)
		return ff_status_nomem(err, "pictures of a crowd");
	c->walkers = walkers;
	c->scale = style->scale;
	if (!allocate_discs(c))
		st = ff_status_nomem(err, "pictures of a crowd");
	if (st == FF_OK)
		st = draw_still(c, scene, style, machine, err);
	if (st == FF_OK) {
		pixels = (size_t)c->still.w * (size_t)c->still.h;
		c->image = c->still;
		if ((c->image.pixels = malloc(pixels)) == NULL)
			st = ff_status_nomem(err, "pictures of a crowd");
		else
			memcpy(c->image.pixels, c->still.pixels, pixels);
	}
	if (st != FF_OK) {
		ff_draw_crowd_close(c);
		return st;
	}
	c->map = c->image;
	c->map.h = scene->map->h * style->scale;
	*crowd = c;
	return FF_OK;
}

/* ---- what moves ---- */

static int32_t clamp(double value, int32_t end)
{
	return value < 0 ? 0 : value > end ? end : (int32_t)value;
}

/* Returns the pixels that a disc may have touched. */
static struct ff_image_part area_of(const struct ff_draw_crowd *crowd, const struct disc *disc)
{
	double x = (double)disc->x, y = (double)disc->y, reach = (double)disc->radius + 1;
	int32_t x0 = clamp(floor(x - reach), crowd->map.w);
	int32_t y0 = clamp(floor(y - reach), crowd->map.h);

	return (struct ff_image_part){x0, y0, clamp(ceil(x + reach), crowd->map.w) - x0,
				      clamp(ceil(y + reach), crowd->map.h) - y0};
}

static void cover_discs(const struct ff_draw_crowd *crowd, struct ff_image_part area)
{
	for (int32_t y = area.y; y < area.y + area.h; y++) {
		size_t at = (size_t)y * (size_t)crowd->image.w + (size_t)area.x;

		memcpy(crowd->image.pixels + at, crowd->still.pixels + at, (size_t)area.w);
	}
}

static void draw_disc(struct ff_draw_crowd *crowd, const struct disc *disc)
{
	double at[2] = {(double)disc->x, (double)disc->y}, radius = (double)disc->radius;
	int hue = disc->colour - HUE;

	if (radius < RIMMED) {
		ff_stroke_line(&crowd->map, at, at, radius, &crowd->plain[hue]);
		return;
	}
	ff_stroke_line(&crowd->map, at, at, radius, &crowd->rim);
	ff_stroke_line(&crowd->map, at, at, radius - fmax(1, radius / 8), &crowd->inner[hue]);
}

/* Returns the colour of a walker that has walked 'length' cells in 'seconds'. */
static uint8_t colour_of(const struct ff_draw_crowd *crowd, uint32_t who, double length,
			 double seconds)
{
	const struct ff_walker *walker = &crowd->walkers->items[who];
	double full = walker->speed * seconds;

	if (!crowd->by_pace)
		return (uint8_t)(HUE + crowd->groups.hues[walker->group]);
	return (uint8_t)(HUE + (length < 0.1 * full   ? STANDING
				: length < 0.5 * full ? SLOW
						      : WALKING));
}

static bool is_same(const struct disc *a, const struct disc *b)
{
	return a->x == b->x && a->y == b->y && a->colour == b->colour;
}

/* Returns a walker's disc. */
static struct disc disc_at(const struct ff_draw_crowd *crowd, uint32_t who, double x, double y,
			   double time)
{
	double dx = x - crowd->x[who], dy = y - crowd->y[who];
	double length = crowd->discs[who].colour == 0 ? (double)INFINITY : sqrt(dx * dx + dy * dy);
	double radius = crowd->walkers->items[who].radius * crowd->scale;

	return (struct disc){(float)((x + 0.5) * crowd->scale), (float)((y + 0.5) * crowd->scale),
			     (float)fmax(radius, SMALLEST),
			     colour_of(crowd, who, length, time - crowd->time)};
}

/* Covers the discs of the last frame; adds those of walkers that are gone to 'changed'. */
static void clear_discs(struct ff_draw_crowd *crowd, const struct ff_trajectories_moment *moment,
			struct ff_image_part *changed)
{
	size_t next = 0;

	for (size_t i = 0; i < crowd->shown_count; i++) {
		uint32_t who = crowd->shown[i];
		struct ff_image_part area = area_of(crowd, &crowd->discs[who]);

		cover_discs(crowd, area);
		while (next < moment->count && moment->walkers[next] < who)
			next++;
		if (next < moment->count && moment->walkers[next] == who)
			continue;
		ff_image_join(changed, area);
		crowd->discs[who].colour = 0;
	}
}

static void draw_text(struct ff_draw_crowd *crowd, const struct ff_trajectories_moment *moment,
		      const struct ff_draw_crowd_counts *counts, struct ff_image_part *changed)
{
	char text[ROW + 1], time[FF_STYLE_PRINT];
	int digits = snprintf(NULL, 0, "%zu", crowd->walkers->count);
	struct ff_image_part area = {(int32_t)crowd->text_x, (int32_t)crowd->text_y, 0,
				     (int32_t)crowd->font->h};
	int n;

	ff_style_print(time, moment->time, 1);
	n = snprintf(text, sizeof text, "t = %5s s   walking %*zu   arrived %*zu", time, digits,
		     moment->count, digits, counts->arrived);
	if (counts->waiting > 0)
		n += snprintf(text + n, sizeof text - (size_t)n, "   waiting %zu", counts->waiting);
	if (counts->lost > 0)
		snprintf(text + n, sizeof text - (size_t)n, "   lost %zu", counts->lost);
	if (crowd->text_y < 0 || strcmp(text, crowd->text) == 0)
		return;
	n = (int)(strlen(text) > strlen(crowd->text) ? strlen(text) : strlen(crowd->text));
	area.w = clamp(n * (double)crowd->font->w, crowd->image.w - area.x);
	cover_discs(crowd, area);
	ff_canvas_text(&crowd->image, crowd->font, area.x, area.y, text, FF_PALETTE_INK);
	memcpy(crowd->text, text, sizeof text);
	ff_image_join(changed, area);
}

const struct ff_image *ff_draw_crowd_frame(struct ff_draw_crowd *crowd,
					   const struct ff_trajectories_moment *moment,
					   const struct ff_draw_crowd_counts *counts,
					   struct ff_image_part *changed)
{
	*changed = (struct ff_image_part){0};
	clear_discs(crowd, moment, changed);
	for (size_t i = 0; i < moment->count; i++) {
		uint32_t who = moment->walkers[i];
		double x = moment->places[i].x, y = moment->places[i].y;
		struct disc disc = disc_at(crowd, who, x, y, moment->time);

		if (!is_same(&disc, &crowd->discs[who])) {
			if (crowd->discs[who].colour != 0)
				ff_image_join(changed, area_of(crowd, &crowd->discs[who]));
			ff_image_join(changed, area_of(crowd, &disc));
		}
		draw_disc(crowd, &disc);
		crowd->discs[who] = disc;
		crowd->x[who] = x;
		crowd->y[who] = y;
		crowd->shown[i] = who;
	}
	crowd->shown_count = moment->count;
	crowd->time = moment->time;
	draw_text(crowd, moment, counts, changed);
	if (!crowd->begun)
		*changed = (struct ff_image_part){0, 0, crowd->image.w, crowd->image.h};
	crowd->begun = true;
	return &crowd->image;
}
