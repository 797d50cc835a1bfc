#include "draw/draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/number.h"
#include "draw/layout.h"
#include "draw/surface.h"

enum {
	WIDE = 1600,
	HIGH = 800,
	TICK = 6,   /* pixels */
	BINS = 48,  /* at most */
	LEAST = 20, /* at least */
	TEXT = 160, /* bytes of any text */
};

struct histogram {
	const struct ff_groups *groups;
	const struct ff_arrival *arrivals;
	const char *heading;
	double *times; /* owned; [arrived]  ascending */
	size_t arrived, lost;
	double mean, ninety;
	double width, start; /* of a bin, and of the first one's beginning; seconds */
	size_t bins;
	size_t counts[BINS + 2][FF_PALETTE_GROUPS];
	size_t most; /* in a bin */
	double step; /* between two lines of the grid, in walkers */
	struct ff_legend legend;
	struct ff_layout layout;
	double left, top, w, h; /* of the bars */
};

/* ---- what is drawn ---- */

static int compare_times(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void sort_times(struct histogram *h)
{
	double sum = 0;

	for (size_t i = 0; i < h->groups->walkers->count; i++) {
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
	for (size_t i = 0; i < h->groups->walkers->count; i++) {
		double time = h->arrivals[i].arrived;
		size_t bin, all = 0;

		if (!ff_arrivals_reached(&h->arrivals[i]))
			continue;
		bin = (size_t)floor((time - h->start) / h->width);
		bin = bin > BINS ? BINS : bin;
		h->bins = bin >= h->bins ? bin + 1 : h->bins;
		h->counts[bin][h->groups->hues[h->groups->walkers->items[i].group]]++;
		for (int hue = 0; hue < FF_PALETTE_GROUPS; hue++)
			all += h->counts[bin][hue];
		h->most = all > h->most ? all : h->most;
	}
	h->bins = h->bins < LEAST ? LEAST : h->bins;
	h->step = fmax(1, ff_style_round_up((double)h->most / 5));
}

/* Sets the heading, "arrived: 40 of 50 walkers (80.0 %), 7 not yet, 3 without a way", and the
 * items. */
static void set_legend(struct histogram *h)
{
	const struct ff_fill ink = {.colour = ff_palette_colour(FF_PALETTE_INK)};
	size_t all = h->groups->walkers->count, rest = all - h->arrived - h->lost;
	bool several = ff_groups_coloured(h->groups);
	char text[TEXT], share[FF_STYLE_PRINT], width[33], mean[FF_STYLE_PRINT];
	int n = snprintf(text, TEXT, "arrived: %zu of %zu walkers", h->arrived, all);

	if (all > 0)
		n += snprintf(text + n, TEXT - (size_t)n, " (%s %%)",
			      ff_style_print_share(share, h->arrived, all));
	if (rest > 0)
		n += snprintf(text + n, TEXT - (size_t)n, ", %zu not yet", rest);
	if (h->lost > 0)
		snprintf(text + n, TEXT - (size_t)n, ", %zu without a way", h->lost);
	ff_legend_title(&h->legend, "%s", text);
	if (h->arrived == 0)
		return;
	width[ff_number_fixed(width, h->width)] = '\0';
	ff_legend_add(&h->legend, several ? FF_LEGEND_NONE : FF_LEGEND_AREA,
		      (struct ff_fill){.colour = ff_palette_bar}, "bars: arrivals in %s s", width);
	if (several)
		ff_legend_groups(&h->legend, h->groups, FF_LEGEND_AREA);
	ff_legend_add(&h->legend, FF_LEGEND_LINE, ink, "share of all walkers so far");
	ff_style_print(mean, h->mean, 1);
	ff_style_print(share, h->ninety, 1);
	ff_legend_add(&h->legend, FF_LEGEND_NONE, ink, "dashes: mean %s s, 90 %% by %s s", mean,
		      share);
}

/* ---- places ---- */

static double axis_end(const struct histogram *h)
{
	return h->step * fmax(1, ceil((double)h->most / h->step));
}

static void lay_out(struct histogram *h, const struct ff_style *style)
{
	struct ff_layout *layout = &h->layout;
	double wide, high;
	char text[33];

	*layout = (struct ff_layout){.wide = WIDE,
				     .high = HIGH,
				     .w = WIDE,
				     .h = HIGH,
				     .scale = 1,
				     .block = 1,
				     .unit = 1,
				     .type = ff_type_for(WIDE),
				     .framed = !style->bare};
	wide = layout->type.w;
	high = layout->type.h;
	layout->legend = HIGH - ff_legend_height(&h->legend, &layout->type, WIDE);
	text[ff_number_fixed(text, axis_end(h))] = '\0';
	h->left = fmax((double)ff_type_width(&layout->type, text), 3 * wide) + 2 * wide;
	h->w = WIDE - 7 * wide - h->left;
	h->top = (style->bare ? 1 : 2.5) * high;
	/* The numbers below, and what they are. */
	h->h = (double)layout->legend - 3 * high - TICK - h->top;
}

/* Returns the row of a part of the axis. */
static double row_of(const struct histogram *h, double part)
{
	return floor(h->top + h->h * (1 - part) + 0.5);
}

/* Returns the column of a moment. */
static double column_of(const struct histogram *h, double time)
{
	return h->left + (time - h->start) / (h->width * (double)h->bins) * h->w;
}

/* ---- painting ---- */

static void put_text(const struct histogram *h, struct ff_surface *on, double x, double y,
		     enum ff_surface_align align, const char *text)
{
	on->text(on, (struct ff_point){x, y}, align, &h->layout.type, text,
		 ff_palette_colour(FF_PALETTE_INK));
}

static void put_number(const struct histogram *h, struct ff_surface *on, double x, double y,
		       enum ff_surface_align align, double value, const char *sign)
{
	char text[TEXT];
	size_t n = (size_t)ff_number_fixed(text, value);

	snprintf(text + n, sizeof text - n, "%s", sign);
	put_text(h, on, x, y, align, text);
}

static void paint_axes(const struct histogram *h, struct ff_surface *on)
{
	struct ff_colour frame = ff_palette_colour(FF_PALETTE_FRAME);
	double most = axis_end(h), last = h->start + h->width * (double)h->bins, step;
	double bottom = h->top + h->h, right = h->left + h->w;
	double gap = h->layout.type.w, half = h->layout.type.h / 2.0;
	char text[33];

	for (int k = 0; k * h->step <= most; k++) {
		double y = row_of(h, k * h->step / most);

		on->box(on, h->left, y, h->w, 1, ff_palette_grid, 1);
		put_number(h, on, h->left - gap, y, FF_SURFACE_END, k * h->step, "");
	}
	for (int percent = 0; percent <= 100; percent += 25) {
		double y = row_of(h, percent / 100.0);

		on->box(on, right, y, TICK, 1, frame, 1);
		put_number(h, on, right + 6 * gap, y, FF_SURFACE_END, percent, " %");
	}
	text[ff_number_fixed(text, last)] = '\0';
	/* Times between may have a digit more. */
	step = (double)ff_type_width(&h->layout.type, text) + 4 * gap;
	step = fmax(ff_style_round_up((last - h->start) * step / h->w), h->width);
	for (int k = 0; k <= BINS; k++) {
		double time = (ceil(h->start / step) + k) * step, x = column_of(h, time);

		if (time > last * (1 + 1e-12))
			break;
		on->box(on, x, bottom, 1, TICK, frame, 1);
		put_number(h, on, x, bottom + TICK + 1.2 * half, FF_SURFACE_MIDDLE, time, "");
	}
	put_text(h, on, h->left + h->w / 2, bottom + TICK + 3.6 * half, FF_SURFACE_MIDDLE,
		 "seconds");
}

static void paint_bars(const struct histogram *h, struct ff_surface *on)
{
	bool several = ff_groups_coloured(h->groups);
	double most = axis_end(h), bottom = h->top + h->h;

	for (size_t bin = 0; bin < h->bins; bin++) {
		double x = floor(h->left + (double)bin * h->w / (double)h->bins);
		double end = floor(h->left + (double)(bin + 1) * h->w / (double)h->bins);
		double below = floor(bottom + 0.5);
		size_t all = 0;

		for (int hue = 0; hue < FF_PALETTE_GROUPS; hue++) {
			double y;

			if (h->counts[bin][hue] == 0)
				continue;
			all += h->counts[bin][hue];
			/* A single walker is seen beside any number of others. */
			y = fmin(row_of(h, (double)all / most), below - 2);
			on->box(on, x + 1, y, end - x - 2, below - y,
				several ? h->groups->colours[hue] : ff_palette_bar, 1);
			below = y;
		}
	}
	on->box(on, h->left, floor(bottom + 0.5), h->w, 1, ff_palette_colour(FF_PALETTE_FRAME), 1);
}

/* Paints the share of all walkers that has arrived, column by column. */
static void paint_shares(const struct histogram *h, struct ff_surface *on)
{
	const struct ff_stroke rim = {ff_palette_colour(FF_PALETTE_PAPER), 5, 1, NULL, false};
	const struct ff_stroke ink = {ff_palette_colour(FF_PALETTE_INK), 2, 1, NULL, false};
	double span = h->width * (double)h->bins, all = (double)h->groups->walkers->count;
	struct ff_point points[WIDE];
	size_t done = 0, count = 0;

	for (int x = 0; x <= h->w && count < WIDE; x++) {
		double time = h->start + span * x / h->w;

		while (x > 0 && done < h->arrived && h->times[done] <= time)
			done++;
		points[count++] =
			(struct ff_point){h->left + x, h->top + h->h * (1 - (double)done / all)};
	}
	on->line(on, points, count, &rim);
	on->line(on, points, count, &ink);
}

static enum ff_status paint_histogram(struct ff_surface *on, const void *context,
				      struct ff_error *err)
{
	const struct histogram *h = context;

	(void)err;
	ff_layout_paint(&h->layout, on, h->heading);
	on->layer(on, "axes", FF_SURFACE_PAGE);
	paint_axes(h, on);
	on->layer(on, "bars", FF_SURFACE_PAGE);
	paint_bars(h, on);
	if (h->arrived > 0) {
		on->layer(on, "shares", FF_SURFACE_PAGE);
		paint_shares(h, on);
		on->layer(on, "marks", FF_SURFACE_PAGE);
		/* Dashed lines at the mean time, and when nine of ten have arrived. */
		for (int i = 0; i < 2; i++)
			for (int y = 0; y < h->h; y += 12)
				on->box(on, column_of(h, i == 0 ? h->mean : h->ninety), h->top + y,
					2, fmin(6, h->h - y), ff_palette_colour(FF_PALETTE_INK), 1);
	}
	ff_legend_paint(&h->legend, on);
	return FF_OK;
}

enum ff_status ff_draw_histogram(const struct ff_groups *groups, const struct ff_arrival *arrivals,
				 const struct ff_style *style, struct ff_page *page,
				 struct ff_error *err)
{
	struct histogram h = {.groups = groups, .arrivals = arrivals, .heading = style->title};
	enum ff_status st;

	if ((h.times = malloc((groups->walkers->count + 1) * sizeof *h.times)) == NULL)
		return ff_status_nomem(err, "a histogram");
	sort_times(&h);
	set_bins(&h);
	set_legend(&h);
	lay_out(&h, style);
	st = ff_page_paint(page, &h.layout, h.legend.title, paint_histogram, &h, err);
	free(h.times);
	return st;
}
