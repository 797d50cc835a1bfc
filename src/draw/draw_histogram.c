#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "draw/canvas.h"
#include "draw/legend.h"
#include "draw/style.h"

enum {
	WIDE = 800,
	HIGH = 400,
	MARGIN = 16,
	LINE = 20,          /* pixels of a line of text */
	BOTTOM = HIGH - 52, /* the row of the axis */
	RIGHT = WIDE - 56,  /* the column after the bars */
	HEAD = 12,          /* pixels above the highest bar */
	BINS = 48,          /* at most */
	LEAST = 20,         /* at least */
	TEXT = 160,         /* bytes of any text */

	HUE = 0,                          /* the palette */
	SINGLE = HUE + FF_PALETTE_GROUPS, /* of bars without groups */
	GRID,
	FREE,
};

struct histogram {
	const struct ff_walkers *walkers;
	const struct ff_arrival *arrivals;
	struct ff_groups groups;
	double *times; /* owned; [arrived]  ascending */
	size_t arrived, lost;
	double mean, ninety;
	double width, start; /* of a bin, and of the first one's beginning; seconds */
	size_t bins;
	size_t counts[BINS + 2][FF_PALETTE_GROUPS];
	size_t most; /* in a bin */
	double step; /* between two lines of the grid, in walkers */
	struct ff_image *image;
	int64_t left, top, w; /* of the bars; w pixels wide */
};

static int compare_times(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void sort_times(struct histogram *h)
{
	double sum = 0;

	for (size_t i = 0; i < h->walkers->count; i++) {
		const struct ff_arrival *arrival = &h->arrivals[i];

		if (ff_arrivals_reached(arrival))
			h->times[h->arrived++] = arrival->arrived;
		else
			h->lost += arrival->lost;
	}
	qsort(h->times, h->arrived, sizeof *h->times, compare_times);
	for (size_t i = 0; i < h->arrived; i++)
		sum += h->times[i];
	if (h->arrived == 0)
		return;
	h->mean = sum / (double)h->arrived;
	h->ninety = h->times[(h->arrived * 9 + 9) / 10 - 1];
}

/* Sets bins from 0 on, or from the first arrival if none is in the first half of the time, unless
 * all arrive at once. */
static void set_bins(struct histogram *h)
{
	double first = h->arrived > 0 ? h->times[0] : 0;
	double last = h->arrived > 0 ? h->times[h->arrived - 1] : 0;
	double from = first > last / 2 && last - first > last * 1e-6 ? first : 0;
	double span = last > 0 ? last - from : 1;

	h->width = ff_style_round_up(fmax(span, 1e-3) / (BINS - 1));
	h->start = floor(from / h->width) * h->width;
	for (size_t i = 0; i < h->walkers->count; i++) {
		double time = h->arrivals[i].arrived;
		size_t bin, all = 0;

		if (!ff_arrivals_reached(&h->arrivals[i]))
			continue;
		bin = (size_t)floor((time - h->start) / h->width);
		bin = bin > BINS ? BINS : bin;
		h->bins = bin >= h->bins ? bin + 1 : h->bins;
		h->counts[bin][h->groups.hues[h->walkers->items[i].group]]++;
		for (int hue = 0; hue < FF_PALETTE_GROUPS; hue++)
			all += h->counts[bin][hue];
		h->most = all > h->most ? all : h->most;
	}
	h->bins = h->bins < LEAST ? LEAST : h->bins;
	h->step = fmax(1, ff_style_round_up((double)h->most / 5));
}

static void put_text(struct histogram *h, int64_t x, int64_t y, const char *text)
{
	ff_canvas_text(h->image, &ff_canvas_large, x, y, text, FF_PALETTE_INK);
}

static int64_t text_width(const char *text)
{
	return (int64_t)strlen(text) * ff_canvas_large.w;
}

/* Prints a number and its sign so that it ends, or has its middle, at x. */
static void put_number(struct histogram *h, int64_t x, int64_t y, double value, const char *sign,
		       bool middle)
{
	char text[TEXT];

	size_t n = (size_t)ff_number_fixed(text, value);

	snprintf(text + n, sizeof text - n, "%s", sign);
	put_text(h, x - (middle ? text_width(text) / 2 : text_width(text)), y, text);
}

/* Returns the row of a part of the highest bar. */
static int64_t row_of(const struct histogram *h, double part)
{
	return BOTTOM - (int64_t)((double)(BOTTOM - h->top) * part + 0.5);
}

static double axis_end(const struct histogram *h)
{
	return h->step * fmax(1, ceil((double)h->most / h->step));
}

/* Returns the column of a moment. */
static double column_of(const struct histogram *h, double time)
{
	return (double)h->left + (time - h->start) / (h->width * (double)h->bins) * (double)h->w;
}

/* Returns a round distance between labels of the time at which a label as long as 'example' has
 * room. */
static double label_step(const struct histogram *h, double last, double example)
{
	char text[33];
	double room;

	text[ff_number_fixed(text, last)] = '\0';
	room = (double)text_width(text);
	text[ff_number_fixed(text, example)] = '\0';
	room = fmax(room, (double)text_width(text)) + 24;
	return fmax(ff_style_round_up((last - h->start) * room / (double)h->w), h->width);
}

static void draw_axes(struct histogram *h)
{
	double most = axis_end(h), last = h->start + h->width * (double)h->bins, step;

	for (int k = 0; k * h->step <= most; k++) {
		int64_t y = row_of(h, k * h->step / most);

		ff_canvas_rectangle(h->image, h->left, y, h->w, 1, GRID);
		put_number(h, h->left - 8, y - 8, k * h->step, "", false);
	}
	for (int percent = 0; percent <= 100; percent += 25) {
		int64_t y = row_of(h, percent / 100.0);

		ff_canvas_rectangle(h->image, h->left + h->w, y, 4, 1, FF_PALETTE_FRAME);
		put_number(h, WIDE - 8, y - 8, percent, "%", false);
	}
	step = label_step(h, last, last);
	step = label_step(h, last, step);
	for (int k = 0; k <= BINS; k++) {
		double time = (ceil(h->start / step) + k) * step;
		int64_t x = (int64_t)column_of(h, time);

		if (time > last * (1 + 1e-12))
			break;
		ff_canvas_rectangle(h->image, x, BOTTOM, 1, 5, FF_PALETTE_FRAME);
		put_number(h, x, BOTTOM + 8, time, "", true);
	}
	put_text(h, h->left + (h->w - text_width("seconds")) / 2, BOTTOM + 28, "seconds");
}

static void draw_bars(struct histogram *h)
{
	bool several = h->groups.count > 1;
	double most = axis_end(h);

	for (size_t bin = 0; bin < h->bins; bin++) {
		int64_t x = h->left + (int64_t)bin * h->w / (int64_t)h->bins;
		int64_t end = h->left + ((int64_t)bin + 1) * h->w / (int64_t)h->bins;
		size_t all = 0;
		int64_t below = BOTTOM;

		for (int hue = 0; hue < FF_PALETTE_GROUPS; hue++) {
			int64_t y;

			if (h->counts[bin][hue] == 0)
				continue;
			all += h->counts[bin][hue];
			/* A single walker is seen beside any number of others. */
			y = row_of(h, (double)all / most);
			y = y < below ? y : below - 1;
			ff_canvas_rectangle(h->image, x + 1, y, end - x - 2, below - y,
					    (uint8_t)(several ? HUE + hue : SINGLE));
			below = y;
		}
	}
	ff_canvas_rectangle(h->image, h->left, BOTTOM, h->w, 1, FF_PALETTE_FRAME);
}

/* Draws the share of all walkers that has arrived, column by column. */
static void draw_shares(struct histogram *h)
{
	const uint8_t grounds[] = {FF_PALETTE_PAPER, GRID,    SINGLE,  HUE,
				   HUE + 1,          HUE + 2, HUE + 3, HUE + 4,
				   HUE + 5,          HUE + 6, HUE + 7, FF_PALETTE_FRAME};
	double span = h->width * (double)h->bins, from[2] = {(double)h->left, BOTTOM + 0.5};
	struct ff_stroke stroke;
	int next = FREE;
	size_t done = 0;

	ff_stroke_mix(&stroke, h->image, FF_PALETTE_INK, grounds, sizeof grounds, &next);
	for (int64_t x = 1; x <= h->w; x++) {
		double time = h->start + span * (double)x / (double)h->w;
		double to[2] = {(double)(h->left + x), 0};

		while (done < h->arrived && h->times[done] <= time)
			done++;
		to[1] = BOTTOM + 0.5 -
			(double)(BOTTOM - h->top) * ((double)done / (double)h->walkers->count);
		ff_stroke_line(h->image, from, to, 0.9, &stroke);
		memcpy(from, to, sizeof from);
	}
}

/* Draws a dashed line at a moment; returns the best column for its name. */
static int64_t draw_mark(struct histogram *h, double time, const char *name)
{
	int64_t x = (int64_t)column_of(h, time), at = x - text_width(name) / 2;

	for (int64_t y = h->top - HEAD; y < BOTTOM; y += 6)
		ff_canvas_rectangle(h->image, x, y, 1, y + 3 < BOTTOM ? 3 : BOTTOM - y,
				    FF_PALETTE_INK);
	at = at < h->left ? h->left : at;
	return at + text_width(name) > h->left + h->w ? h->left + h->w - text_width(name) : at;
}

/* Draws both marks; the earlier one's name is to the left of the other. */
static void draw_marks(struct histogram *h)
{
	bool mean_first = h->mean <= h->ninety;
	const char *names[2] = {mean_first ? "mean" : "90 %", mean_first ? "90 %" : "mean"};
	int64_t gap = ff_canvas_large.w;
	int64_t first = draw_mark(h, fmin(h->mean, h->ninety), names[0]);
	int64_t second = draw_mark(h, fmax(h->mean, h->ninety), names[1]);

	if (first + text_width(names[0]) + gap > second)
		first = second - text_width(names[0]) - gap;
	first = first < h->left ? h->left : first;
	if (second < first + text_width(names[0]) + gap)
		second = first + text_width(names[0]) + gap;
	put_text(h, first, h->top - HEAD - 17, names[0]);
	put_text(h, second, h->top - HEAD - 17, names[1]);
}

static int print_share(char text[TEXT], size_t part, size_t all)
{
	char percent[FF_STYLE_PRINT];

	if (all == 0)
		return snprintf(text, TEXT, "arrived: 0 of 0 walkers");
	ff_style_print(percent, (double)part / (double)all * 100, 1);
	/* Less than all is not 100 %, and more than none is not 0 %. */
	if (part < all && strcmp(percent, "100.0") == 0)
		strcpy(percent, "99.9");
	if (part > 0 && strcmp(percent, "0.0") == 0)
		strcpy(percent, "<0.1");
	return snprintf(text, TEXT, "arrived: %zu of %zu walkers (%s %%)", part, all, percent);
}

static void put_title(struct histogram *h)
{
	size_t all = h->walkers->count, rest = all - h->arrived - h->lost;
	char text[TEXT], mean[FF_STYLE_PRINT], ninety[FF_STYLE_PRINT];
	int n = print_share(text, h->arrived, all);

	if (rest > 0)
		n += snprintf(text + n, TEXT - (size_t)n, ", %zu not yet", rest);
	if (h->lost > 0)
		snprintf(text + n, TEXT - (size_t)n, ", %zu without a way", h->lost);
	put_text(h, MARGIN, 10, text);
	if (h->arrived == 0)
		return;
	ff_style_print(mean, h->mean, 1);
	ff_style_print(ninety, h->ninety, 1);
	snprintf(text, sizeof text, "on average at %s s, 90 %% of them by %s s", mean, ninety);
	put_text(h, MARGIN, 10 + LINE, text);
}

/* Prints the meaning of bars, line and colours; returns the row below it. */
static int64_t put_legend(struct histogram *h)
{
	char width[33], text[TEXT];
	int64_t x = MARGIN, y = 10 + LINE;

	if (h->arrived == 0)
		return y;
	y += LINE;
	width[ff_number_fixed(width, h->width)] = '\0';
	snprintf(text, TEXT, "bars: arrivals in %s s, line: share of all walkers so far", width);
	put_text(h, MARGIN, y, text);
	y += LINE;
	for (size_t i = 0; i < h->groups.listed && h->groups.count > 1; i++) {
		const struct ff_legend_swatch *swatch = &h->groups.swatches[i];

		if (x > MARGIN && x + 20 + text_width(swatch->label) > WIDE - MARGIN) {
			x = MARGIN;
			y += LINE;
		}
		ff_canvas_rectangle(h->image, x, y + 1, 14, 14, swatch->colour);
		ff_canvas_frame(h->image, x, y + 1, 14, 14, FF_PALETTE_FRAME);
		put_text(h, x + 20, y, swatch->label);
		x += 20 + text_width(swatch->label) + 16;
	}
	return y + (x > MARGIN ? LINE : 0);
}

static void draw_all(struct histogram *h)
{
	char text[TEXT];

	ff_canvas_rectangle(h->image, 0, 0, WIDE, HIGH, FF_PALETTE_PAPER);
	ff_groups_fill(h->image, HUE);
	h->image->palette[SINGLE] = ff_palette_bar;
	h->image->palette[GRID] = ff_palette_grid;
	put_title(h);
	h->top = put_legend(h) + LINE + HEAD;
	text[ff_number_fixed(text, axis_end(h))] = '\0';
	h->left = MARGIN + text_width(text) + 8;
	h->left = h->left < 56 ? 56 : h->left;
	h->w = RIGHT - h->left;
	draw_axes(h);
	draw_bars(h);
	if (h->arrived == 0)
		return;
	draw_shares(h);
	draw_marks(h);
}

enum ff_status ff_draw_histogram(const struct ff_walkers *walkers,
				 const struct ff_arrival *arrivals, struct ff_image *image,
				 struct ff_error *err)
{
	struct histogram h = {.walkers = walkers, .arrivals = arrivals, .image = image};
	enum ff_status st = FF_OK;

	if ((h.times = malloc((walkers->count + 1) * sizeof *h.times)) == NULL)
		return ff_status_nomem(err, "a histogram");
	if (!ff_groups_open(&h.groups, walkers, HUE))
		st = ff_status_nomem(err, "a histogram");
	if (st == FF_OK)
		st = ff_canvas_new(image, WIDE, HIGH, err);
	if (st == FF_OK) {
		sort_times(&h);
		set_bins(&h);
		draw_all(&h);
	}
	free(h.times);
	ff_groups_close(&h.groups);
	return st;
}
