#include "draw/legend.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "draw/canvas.h"

enum {
	SENSIBLE = 320, /* pixels: narrower pictures have no legend unless asked */
	WIDE = 560,     /* pixels: wider ones have large letters */
	BAR = 12,       /* height */
	BAR_WIDEST = 640,
};

const struct ff_legend_swatch ff_legend_fixed[FF_LEGEND_FIXED] = {
	{FF_PALETTE_GOAL, "goal"},
	{FF_PALETTE_UNREACHED, "unreached"},
	{FF_PALETTE_WALL, "wall"},
	{FF_PALETTE_CLOSED, FF_LEGEND_CLOSED},
	{FF_PALETTE_NOT_COMPUTED, "not computed"},
	{FF_PALETTE_NOT_YET, "not yet"},
};

const char *ff_legend_goal(const struct ff_scene *scene)
{
	return scene->flee ? "refuge" : "goal";
}

size_t ff_legend_scene(const struct ff_scene *scene,
		       struct ff_legend_swatch swatches[FF_LEGEND_FIXED])
{
	enum { UNREACHED = 1 }; /* its index */
	size_t count = FF_LEGEND_FIXED - 3;

	memcpy(swatches, ff_legend_fixed, sizeof ff_legend_fixed);
	swatches[0].label = ff_legend_goal(scene);
	if (ff_scene_count_closed(scene) > 0)
		count++;
	if (scene->classes->count[FF_NOT_COMPUTED] > 0)
		swatches[count++] = ff_legend_fixed[FF_LEGEND_FIXED - 2];
	if (scene->classes->count[FF_NOT_YET] > 0)
		swatches[scene->classes->count[FF_UNREACHED] == 0 ? UNREACHED : count++] =
			ff_legend_fixed[FF_LEGEND_FIXED - 1];
	return count;
}

/* Prints "mud 9"; a character that is not ASCII, for which there is no glyph, becomes one '?'. */
static void label_ground(char label[FF_LEGEND_LABEL], const struct ff_ground *ground)
{
	int n = 0;

	for (const char *c = ground->name; *c != '\0'; c++)
		if (((unsigned char)*c & 0xc0) != 0x80)
			label[n++] = *c;
	if (ground->cost == FF_COST_WALL)
		snprintf(label + n, (size_t)(FF_LEGEND_LABEL - n), " (wall)");
	else
		snprintf(label + n, (size_t)(FF_LEGEND_LABEL - n), " %d", ground->cost);
}

void ff_legend_grounds(const struct ff_scene *scene, const uint8_t colours[256],
		       struct ff_legend_grounds *out)
{
	const struct ff_grounds *grounds = scene->grounds;
	size_t cells = (size_t)scene->map->w * (size_t)scene->map->h, more = 0;
	bool there[256] = {false};

	out->count = 0;
	out->walls = out->others = false;
	if (grounds == NULL || grounds->count == 0)
		return;
	for (size_t i = 0; i < cells; i++)
		there[scene->map->cells[i]] = true;
	for (size_t i = 0; i < grounds->count; i++) {
		const struct ff_ground *ground = &grounds->items[i];
		char *label = out->labels[out->count];

		if (!there[ground->cost] || ground->name[0] == '\0')
			continue;
		if (out->count == FF_LEGEND_GROUNDS - 1) {
			snprintf(label, FF_LEGEND_LABEL, "and %zu more", ++more);
			out->swatches[out->count] =
				(struct ff_legend_swatch){FF_PALETTE_PAPER, label};
			continue;
		}
		label_ground(label, ground);
		out->walls |= ground->cost == FF_COST_WALL;
		out->others |= ground->cost != FF_COST_WALL;
		out->swatches[out->count++] =
			(struct ff_legend_swatch){colours[ground->cost], label};
	}
	out->count += more > 0;
}

void ff_legend_add_grounds(struct ff_legend *legend, struct ff_legend_swatch *swatches,
			   const struct ff_legend_grounds *grounds)
{
	size_t kept = 0;

	for (size_t i = 0; i < legend->count; i++)
		if (!grounds->walls || swatches[i].colour != FF_PALETTE_WALL)
			swatches[kept++] = swatches[i];
	memcpy(swatches + kept, grounds->swatches, grounds->count * sizeof *swatches);
	legend->count = kept + grounds->count;
	if (grounds->others && legend->first == legend->last)
		legend->levels = 0;
}

/* A number below an axis. */
struct label {
	char text[FF_STYLE_PRINT + 1];
	int length;
};

static struct label label_of(double value, bool decimals, bool more)
{
	struct label label;

	label.length = ff_style_print(label.text, value, decimals);
	if (more)
		label.text[label.length++] = '+';
	label.text[label.length] = '\0';
	return label;
}

/* Returns true if a value needs no decimal. */
static bool is_whole(double value)
{
	return fmod(floor(fabs(value) * 10 + 0.5), 10) == 0;
}

/* Returns the least of 'step', 2 * step, 5 * step, 10 * step, ... that puts at most 'count' steps
 * into 'span'; all of them in tenths. */
static int64_t nice_step(int64_t step, double span, int64_t count)
{
	for (int i = 0; floor(span / (double)step) > (double)count; i++)
		step = i % 3 == 1 ? step / 2 * 5 : step * 2;
	return step;
}

/* The place of the next part, and the receiver of parts. */
struct pen {
	void (*put)(void *context, const struct ff_legend_mark *mark); /* NULL: only measure */
	void *context;
	const struct ff_canvas_font *font;
	int64_t margin, width, line;
	int64_t x, y;
};

static void put_mark(const struct pen *pen, struct ff_legend_mark mark)
{
	if (pen->put != NULL)
		pen->put(pen->context, &mark);
}

static void put_bar(const struct pen *pen, const struct ff_legend *legend, int64_t w)
{
	double first = legend->first, span = legend->last - first, value = first;
	bool parts = !is_whole(first), last_parts = !is_whole(legend->last);
	struct label start = label_of(first, parts, false);
	struct label last = label_of(legend->last, last_parts, legend->more);
	int longest = start.length > last.length ? start.length : last.length;
	/* Steps below 1 only where an end is no whole number. */
	int64_t step = nice_step(parts || last_parts || legend->parts ? 1 : 10, span * 10,
				 w / ((longest + 3) * pen->font->w));
	int64_t x = pen->x, y = pen->y + BAR, below = y + 4, next = 0;
	int64_t k = (int64_t)floor(first * 10 / (double)step);
	bool fine = step < 10;

	put_mark(pen, (struct ff_legend_mark){FF_LEGEND_BAR, x, pen->y, w, BAR, 0, NULL});
	last = label_of(legend->last, fine || last_parts, legend->more);
	/* The first value, the multiples of a round step, and the last value. */
	while (value < legend->last) {
		int64_t at = (int64_t)((value - first) / span * (double)(w - 1));
		struct label label = label_of(value, fine || (parts && value == first), false);

		value = (double)(++k * step) / 10;
		if (at < next || at + (label.length + 1 + last.length) * pen->font->w > w)
			continue;
		next = at + (label.length + 1) * pen->font->w;
		put_mark(pen, (struct ff_legend_mark){FF_LEGEND_TICK, x + at, y, 1, 3, 0, NULL});
		put_mark(pen, (struct ff_legend_mark){FF_LEGEND_TEXT, x + at, below, 0, 0, 0,
						      label.text});
	}
	put_mark(pen, (struct ff_legend_mark){FF_LEGEND_TICK, x + w - 1, y, 1, 3, 0, NULL});
	put_mark(pen, (struct ff_legend_mark){FF_LEGEND_END, x + w, below, 0, 0, 0, last.text});
}

/* Returns the part of the bar before a value. */
static double part_before(const double *edges, double value)
{
	int i = 0;

	while (i < FF_LEGEND_EDGES - 1 && edges[i + 1] <= value)
		i++;
	return (i + (value - edges[i]) / (edges[i + 1] - edges[i])) / FF_LEGEND_EDGES;
}

/* Labels that have a place below a bar. */
struct row {
	int64_t x, y, w; /* of the bar's lower edge */
	struct {
		int64_t from, to;
	} taken[64];
	size_t count;
};

static void put_tick(const struct pen *pen, struct row *row, int64_t at, const char *text, bool end)
{
	int64_t wide = (int64_t)strlen(text) * pen->font->w, gap = pen->font->w;
	int64_t from = end ? at + 1 - wide : at, to = from + wide;

	if (row->count == sizeof row->taken / sizeof *row->taken || from < 0 || to > row->w)
		return;
	for (size_t i = 0; i < row->count; i++)
		if (from < row->taken[i].to + gap && row->taken[i].from < to + gap)
			return;
	row->taken[row->count].from = from;
	row->taken[row->count++].to = to;
	put_mark(pen, (struct ff_legend_mark){FF_LEGEND_TICK, row->x + at, row->y, 1, 3, 0, NULL});
	put_mark(pen,
		 (struct ff_legend_mark){FF_LEGEND_TEXT, row->x + from, row->y + 4, 0, 0, 0, text});
}

/* Adds a tick at a round number, without the zeros at its end. */
static void put_round(const struct pen *pen, const struct ff_legend *legend, struct row *row,
		      double value)
{
	char text[32];

	if (value <= legend->first || value >= legend->last)
		return;
	text[ff_number_fixed(text, value)] = '\0';
	put_tick(pen, row, (int64_t)(part_before(legend->edges, value) * (double)(row->w - 1)),
		 text, false);
}

/* Adds a bar with its ends, then with powers of ten, and five and two times these, where they fit.
 */
static void put_uneven_bar(const struct pen *pen, const struct ff_legend *legend, int64_t w)
{
	static const int order[] = {0, 2, 1};
	struct row row = {.x = pen->x, .y = pen->y + BAR, .w = w};
	struct label last = label_of(legend->last, !is_whole(legend->last), legend->more);
	char first[32] = "<";

	put_mark(pen, (struct ff_legend_mark){FF_LEGEND_BAR, pen->x, pen->y, w, BAR, 0, NULL});
	first[1 + ff_number_fixed(first + 1, legend->first)] = '\0';
	put_tick(pen, &row, 0, legend->less ? first : first + 1, false);
	put_tick(pen, &row, w - 1, last.text, true);
	for (size_t o = 0; o < sizeof order / sizeof *order; o++)
		for (int k = order[o]; k < FF_STYLE_ROUNDS; k += 3)
			put_round(pen, legend, &row, ff_style_round(k));
}

static void put_swatch(struct pen *pen, uint8_t colour, const char *label)
{
	const struct ff_canvas_font *font = pen->font;
	int64_t text = pen->x + font->h + font->w, end = text + (int64_t)strlen(label) * font->w;

	if (pen->x > pen->margin && end > pen->width - pen->margin) {
		text -= pen->x - pen->margin;
		end -= pen->x - pen->margin;
		pen->x = pen->margin;
		pen->y += pen->line;
	}
	put_mark(pen, (struct ff_legend_mark){FF_LEGEND_SWATCH, pen->x, pen->y, font->h, font->h,
					      colour, NULL});
	put_mark(pen, (struct ff_legend_mark){FF_LEGEND_TEXT, text, pen->y, 0, 0, 0, label});
	pen->x = end + 2 * font->w;
}

const struct ff_canvas_font *ff_legend_font(int64_t wide)
{
	return wide < WIDE ? &ff_canvas_small : &ff_canvas_large;
}

/* Puts all parts; returns the number of rows. */
static int64_t lay_out_legend(struct pen *pen, const struct ff_legend *legend, int64_t width,
			      int64_t y)
{
	const struct ff_canvas_font *font = ff_legend_font(width);

	pen->font = font;
	pen->width = width;
	pen->margin = pen->x = font->h;
	pen->line = font->h + font->h / 2;
	pen->y = y + font->h / 2;
	if (legend->title != NULL) {
		put_mark(pen, (struct ff_legend_mark){FF_LEGEND_TEXT, pen->x, pen->y, 0, 0, 0,
						      legend->title});
		pen->x += ((int64_t)strlen(legend->title) + 3) * font->w;
	}
	/* A single value is no bar. */
	if (legend->levels > 0 && legend->first == legend->last)
		put_swatch(pen, 0,
			   label_of(legend->last, !is_whole(legend->last), legend->more).text);
	for (size_t i = 0; i < legend->count; i++)
		put_swatch(pen, legend->swatches[i].colour, legend->swatches[i].label);
	pen->y += pen->line;
	if (legend->levels > 0 && legend->first != legend->last) {
		int64_t bar = width - 2 * pen->margin;

		pen->x = pen->margin;
		bar = bar > BAR_WIDEST ? BAR_WIDEST : bar;
		if (legend->edges != NULL)
			put_uneven_bar(pen, legend, bar);
		else
			put_bar(pen, legend, bar);
		pen->y += BAR + 4 + pen->line;
	}
	return pen->y - y;
}

void ff_legend_each(const struct ff_legend *legend, int64_t wide, int64_t y,
		    void (*put)(void *context, const struct ff_legend_mark *mark), void *context)
{
	struct pen pen = {.put = put, .context = context};

	lay_out_legend(&pen, legend, wide, y);
}

bool ff_legend_size(int32_t w, int32_t h, const struct ff_style *style,
		    const struct ff_legend *legend, int64_t *wide, int64_t *high)
{
	struct pen pen = {.put = NULL};

	*wide = (int64_t)w * style->scale;
	*high = (int64_t)h * style->scale;
	if (style->legend == FF_STYLE_LEGEND_NEVER ||
	    (style->legend == FF_STYLE_LEGEND_AUTO && *wide < SENSIBLE))
		return false;
	*wide = *wide < SENSIBLE ? SENSIBLE : *wide;
	*high += lay_out_legend(&pen, legend, *wide, *high);
	return true;
}

/* The context of draw_part(). */
struct pixels {
	struct ff_image *image;
	const struct ff_legend *legend;
	const struct ff_canvas_font *font;
};

static void draw_part(void *context, const struct ff_legend_mark *mark)
{
	const struct pixels *pixels = context;
	const struct ff_legend *legend = pixels->legend;
	struct ff_image *image = pixels->image;
	int64_t x = mark->x, y = mark->y, w = mark->w, h = mark->h;

	switch (mark->kind) {
	case FF_LEGEND_END:
		x -= (int64_t)strlen(mark->text) * pixels->font->w;
		ff_canvas_text(image, pixels->font, x, y, mark->text, FF_PALETTE_INK);
		break;
	case FF_LEGEND_TEXT:
		ff_canvas_text(image, pixels->font, x, y, mark->text, FF_PALETTE_INK);
		break;
	case FF_LEGEND_SWATCH:
		ff_canvas_rectangle(image, x, y, w, h, mark->colour);
		ff_canvas_frame(image, x, y, w, h, FF_PALETTE_FRAME);
		break;
	case FF_LEGEND_BAR:
		for (int64_t i = 0; i < w; i++)
			ff_canvas_rectangle(image, x + i, y, 1, h,
					    (uint8_t)(i * legend->levels / w * legend->stride));
		ff_canvas_frame(image, x - 1, y - 1, w + 2, h + 2, FF_PALETTE_FRAME);
		break;
	case FF_LEGEND_TICK:
		ff_canvas_rectangle(image, x, y, w, h, FF_PALETTE_INK);
		break;
	}
}

/* Draws paper around the map. */
static void clear_rest(struct ff_image *image, int64_t wide, int64_t high)
{
	ff_canvas_rectangle(image, wide, 0, image->w - wide, high, FF_PALETTE_PAPER);
	ff_canvas_rectangle(image, 0, high, image->w, image->h - high, FF_PALETTE_PAPER);
}

void ff_legend_palette(struct ff_image *image, const struct ff_legend *legend)
{
	for (size_t i = 0; i < legend->count; i++)
		if (legend->swatches[i].colour >= image->colours)
			image->colours = legend->swatches[i].colour + 1;
}

enum ff_status ff_legend_canvas(struct ff_image *image, int32_t w, int32_t h,
				const struct ff_style *style, const struct ff_legend *legend,
				struct ff_error *err)
{
	int64_t wide, high;
	enum ff_status st;

	ff_legend_size(w, h, style, legend, &wide, &high);
	if ((st = ff_canvas_new(image, wide, high, err)) != FF_OK)
		return st;
	clear_rest(image, (int64_t)w * style->scale, (int64_t)h * style->scale);
	ff_legend_palette(image, legend);
	return FF_OK;
}

void ff_legend_draw(struct ff_image *image, int32_t w, int32_t h, const struct ff_style *style,
		    const struct ff_legend *legend)
{
	int64_t wide = (int64_t)w * style->scale, high = (int64_t)h * style->scale;

	clear_rest(image, wide, high);
	if (image->h == high)
		return;
	ff_legend_each(legend, image->w, high, draw_part,
		       &(struct pixels){image, legend, ff_legend_font(image->w)});
	/* Marks the map's edge, which may be as white as the paper. */
	ff_canvas_rectangle(image, 0, high, wide, 1, FF_PALETTE_FRAME);
	ff_canvas_rectangle(image, wide, 0, 1, high + 1, FF_PALETTE_FRAME);
}

enum { OTHERS = FF_PALETTE_GROUPS - 1 };

static void name_group(struct ff_groups *groups, uint32_t hue, int first, const char *name)
{
	char *to = groups->names[hue];

	/* Fonts have ASCII only. */
	snprintf(to, sizeof *groups->names, "%s", name[0] == '\0' ? "no group" : name);
	for (char *c = to; *c != '\0'; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	groups->swatches[groups->listed++] =
		(struct ff_legend_swatch){(uint8_t)(first + (int)hue), to};
}

bool ff_groups_open(struct ff_groups *groups, const struct ff_walkers *walkers, int first)
{
	uint32_t named, next = 0;

	groups->count = 0;
	groups->listed = 0;
	if ((groups->hues = calloc((size_t)walkers->group_count + 1, 1)) == NULL)
		return false;
	for (size_t i = 0; i < walkers->count; i++)
		groups->hues[walkers->items[i].group] = 1;
	for (uint32_t g = 0; g < walkers->group_count; g++)
		groups->count += groups->hues[g];
	named = groups->count > FF_PALETTE_GROUPS ? OTHERS : groups->count;
	for (uint32_t g = 0; g < walkers->group_count; g++) {
		if (groups->hues[g] == 0)
			continue;
		groups->hues[g] = (uint8_t)(next < named ? next : OTHERS);
		if (next < named)
			name_group(groups, next, first, walkers->groups[g]);
		next++;
	}
	if (next == named)
		return true;
	snprintf(groups->names[OTHERS], sizeof *groups->names, "%" PRIu32 " more groups",
		 next - named);
	groups->swatches[groups->listed++] =
		(struct ff_legend_swatch){(uint8_t)(first + OTHERS), groups->names[OTHERS]};
	return true;
}

void ff_groups_close(struct ff_groups *groups)
{
	free(groups->hues);
	groups->hues = NULL;
}

void ff_groups_fill(struct ff_image *image, int first)
{
	memcpy(image->palette + first, ff_palette_groups, sizeof ff_palette_groups);
}
