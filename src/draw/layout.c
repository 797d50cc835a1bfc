#include "draw/layout.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/number.h"

/* ---- the legend ---- */

enum { BAR_NARROWEST = 34, BAR_WIDEST = 80 }; /* characters */

void ff_legend_title(struct ff_legend *legend, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(legend->title, sizeof legend->title, format, args);
	va_end(args);
}

void ff_legend_add(struct ff_legend *legend, enum ff_legend_sign sign, struct ff_fill fill,
		   const char *format, ...)
{
	char *to = legend->text + legend->used;
	size_t room = sizeof legend->text - legend->used;
	va_list args;

	if (legend->count == FF_LEGEND_ITEMS || room < 2)
		return;
	va_start(args, format);
	vsnprintf(to, room, format, args);
	va_end(args);
	legend->items[legend->count++] = (struct ff_legend_item){sign, fill, legend->used};
	legend->used += strlen(to) + 1;
}

void ff_legend_groups(struct ff_legend *legend, const struct ff_groups *groups,
		      enum ff_legend_sign sign)
{
	uint32_t named = ff_groups_named(groups), next = 0;

	for (uint32_t i = 0; i < groups->walkers->group_count && next < named; i++) {
		const char *name = groups->walkers->groups[i];

		if (groups->hues[i] == FF_GROUPS_NONE)
			continue;
		next++;
		ff_legend_add(legend, sign,
			      (struct ff_fill){.colour = groups->colours[groups->hues[i]]}, "%s",
			      name[0] == '\0' ? "no group" : name);
	}
	if (named < groups->count)
		ff_legend_add(legend, sign,
			      (struct ff_fill){.colour = groups->colours[FF_PALETTE_GROUPS - 1]},
			      "%" PRIu32 " more groups", groups->count - named);
}

void ff_legend_add_span(struct ff_legend *legend, int32_t w, const struct ff_style *style)
{
	double cell = style->place.resolution, most = fmax(w / 5.0, 1) * cell;
	double length = ff_style_round_down(most);
	char text[FF_STYLE_PRINT + 16];

	if (!style->metres)
		return;
	legend->span = length / cell * style->scale / (style->block > 1 ? style->block : 1);
	text[ff_number_fixed(text, length)] = '\0';
	ff_legend_add(legend, FF_LEGEND_SPAN,
		      (struct ff_fill){.colour = ff_palette_colour(FF_PALETTE_INK)}, "%s m", text);
}

/* Returns true if a value needs no decimal. */
static bool is_whole(double value)
{
	return fmod(floor(fabs(value) * 10 + 0.5), 10) == 0;
}

void ff_legend_scale(struct ff_legend *legend, const struct ff_fill *fills, int levels,
		     double first, double last, double most)
{
	char text[32];

	legend->fills = fills;
	legend->first = first;
	legend->last = last;
	legend->most = most;
	legend->more = most > last * (1 + 1e-6); /* floats are rounded */
	legend->levels = first < last ? levels : 0;
	if (most > 0 && most < 1) {
		double digits = ff_style_round_down(most / 100);

		text[ff_number_fixed(text, floor(most / digits + 0.5) * digits)] = '\0';
	} else {
		ff_style_print(text, most, !is_whole(most));
	}
	if (first == last)
		ff_legend_add(legend, FF_LEGEND_AREA, fills[0], "%s", text);
	else if (most > first && most < last)
		ff_legend_add(legend, FF_LEGEND_MOST, fills[0], "largest %s", text);
}

/* ---- the bar of the legend ---- */

/* The place of the next item, and the surface; NULL: it is only measured. */
struct pen {
	struct ff_surface *on;
	const struct ff_type *type;
	double margin, width, line; /* 'line': the height of a row */
	double span;                /* the legend's */
	double x, y;
};

static double height_of(const struct pen *pen)
{
	return pen->type->h;
}

static double width_of(const struct pen *pen, const char *text)
{
	return (double)ff_type_width(pen->type, text);
}

/* A number below a bar. */
struct label {
	char text[FF_STYLE_PRINT + 16];
};

static struct label label_of(double value, bool more)
{
	struct label label;
	size_t n = ff_number_fixed(label.text, value);

	snprintf(label.text + n, sizeof label.text - n, "%s", more ? "+" : "");
	return label;
}

/* Labels that have a place below a bar. */
struct row {
	double x, y, w; /* of the bar's lower edge */
	struct {
		double from, to;
	} taken[64];
	size_t count;
};

/* Adds a tick and its label where there is room for it: two characters between labels. */
static void put_tick(const struct pen *pen, struct row *row, double part, const char *text)
{
	double at = row->x + part * row->w, wide = width_of(pen, text);
	double gap = 2 * pen->type->w, unit = pen->on->layout->unit;
	double high = height_of(pen), from = at - wide / 2;

	from = fmax(fmin(from, pen->width - gap / 4 - wide), gap / 4);
	if (row->count == sizeof row->taken / sizeof *row->taken)
		return;
	for (size_t i = 0; i < row->count; i++)
		if (from < row->taken[i].to + gap && row->taken[i].from < from + wide + gap)
			return;
	row->taken[row->count].from = from;
	row->taken[row->count++].to = from + wide;
	pen->on->box(pen->on, fmin(at, row->x + row->w - unit), row->y, unit, high / 4,
		     ff_palette_colour(FF_PALETTE_INK), 1);
	pen->on->text(pen->on, (struct ff_point){from, row->y + 0.8 * high}, FF_SURFACE_START,
		      pen->type, text, ff_palette_colour(FF_PALETTE_INK));
}

/* Adds the ends and the multiples of a round step between them. */
static void put_even_ticks(const struct pen *pen, const struct ff_legend *legend, struct row *row)
{
	double first = legend->first, span = legend->last - first;
	bool parts = !is_whole(first) || !is_whole(legend->last) || legend->parts;
	struct label start = label_of(first, false), last = label_of(legend->last, legend->more);
	double ends = fmax(width_of(pen, start.text), width_of(pen, last.text)), longest, step;
	int k = -1;

	/* Steps below 1 only where an end is no whole number. */
	do {
		step = ff_style_round(++k);
		longest = fmax(ends, width_of(pen, label_of(step, false).text));
	} while (k < FF_STYLE_ROUNDS - 1 &&
		 ((step < 1 && !parts) || row->w * step / span < longest + 3 * pen->type->w));
	put_tick(pen, row, 0, start.text);
	put_tick(pen, row, 1, last.text);
	for (int64_t n = (int64_t)floor(first / step) + 1; (double)n * step < legend->last; n++) {
		double value = (double)n * step;

		put_tick(pen, row, (value - first) / span, label_of(value, false).text);
	}
}

/* Returns the part of the bar before a value. */
static double part_before(const struct ff_legend *legend, double value)
{
	if (legend->scale != NULL)
		return ff_scale_share(legend->scale, value);
	return (value - legend->first) / (legend->last - legend->first);
}

/* Adds the ends, then powers of ten, and five and two times these, where they fit. */
static void put_uneven_ticks(const struct pen *pen, const struct ff_legend *legend, struct row *row)
{
	static const int order[] = {0, 2, 1};
	struct label last = label_of(legend->last, legend->more);
	char text[32] = "<";

	text[1 + ff_number_fixed(text + 1, legend->first)] = '\0';
	put_tick(pen, row, 0, legend->less ? text : text + 1);
	put_tick(pen, row, 1, last.text);
	for (size_t o = 0; o < sizeof order / sizeof *order; o++)
		for (int k = order[o]; k < FF_STYLE_ROUNDS; k += 3) {
			double value = ff_style_round(k);

			if (value <= legend->first || value >= legend->last)
				continue;
			text[ff_number_fixed(text, value)] = '\0';
			put_tick(pen, row, part_before(legend, value), text);
		}
}

/* Paints the mark of the largest value: a triangle whose tip is at x,y. */
static void put_most(const struct pen *pen, double x, double y, double size)
{
	const struct ff_point points[] = {
		{x, y}, {x - size / 2, y - size}, {x + size / 2, y - size}};

	pen->on->polygon(pen->on, points, 3, ff_palette_accent);
}

static void put_bar(const struct pen *pen, const struct ff_legend *legend)
{
	double w = fmin(pen->width - 2 * pen->margin, BAR_WIDEST * pen->type->w);
	double high = floor(height_of(pen) * 0.75);
	struct row row = {.x = pen->margin, .y = pen->y + high, .w = w};

	for (int i = 0; i < legend->levels; i++) {
		double from = floor(w * i / legend->levels),
		       to = floor(w * (i + 1) / legend->levels);

		pen->on->box(pen->on, pen->margin + from, pen->y, to - from, high,
			     legend->fills[i].colour, 1);
	}
	ff_surface_frame(pen->on, pen->margin, pen->y, w, high, 0, pen->on->layout->unit,
			 ff_palette_colour(FF_PALETTE_FRAME));
	if (legend->most > legend->first && legend->most < legend->last)
		put_most(pen, pen->margin + part_before(legend, legend->most) * w,
			 pen->y - pen->on->layout->unit, high * 0.7);
	if (legend->scale != NULL)
		put_uneven_ticks(pen, legend, &row);
	else
		put_even_ticks(pen, legend, &row);
}

enum { WHEEL = 6 }; /* lines of height */

/* Paints a compass rose in the colours of directions, with the names of four. */
static void put_wheel(const struct pen *pen, const struct ff_legend *legend)
{
	enum { STEP = 4, CORNERS = FF_PALETTE_LEVELS / STEP };
	static const char *const names[] = {"E", "S", "W", "N"};
	static const double whole[2] = {0.9945218953682733, 0.10452846326765347}; /* a step's */
	double radius = (WHEEL / 2.0 - 1.2) * height_of(pen), x = 1, y = 0;
	struct ff_point middle = {pen->margin + WHEEL * height_of(pen) / 2,
				  pen->y + WHEEL * height_of(pen) / 2};

	for (int i = 0; i < CORNERS; i++) {
		double next_x = x * whole[0] - y * whole[1], next_y = x * whole[1] + y * whole[0];
		const struct ff_point points[] = {
			middle,
			{middle.x + radius * x, middle.y + radius * y},
			{middle.x + radius * next_x, middle.y + radius * next_y}};
		struct ff_point at = {middle.x + (radius + 0.6 * height_of(pen)) * x,
				      middle.y + (radius + 0.6 * height_of(pen)) * y};

		pen->on->polygon(pen->on, points, 3, legend->wheel[i * STEP + STEP / 2].colour);
		if (i % (CORNERS / 4) == 0)
			pen->on->text(pen->on, at, FF_SURFACE_MIDDLE, pen->type,
				      names[i / (CORNERS / 4)], ff_palette_colour(FF_PALETTE_INK));
		x = next_x;
		y = next_y;
	}
}

/* ---- its items ---- */

static void put_arrow(struct ff_surface *on, double x, double y, double size,
		      struct ff_colour colour)
{
	const struct ff_stroke shaft = {.colour = colour, .width = size / 6, .opacity = 1};
	const struct ff_point line[] = {{x + shaft.width / 2, y + size / 2},
					{x + size * 0.6, y + size / 2}};
	const struct ff_point head[] = {{x + size * 0.5, y + size * 0.2},
					{x + size, y + size / 2},
					{x + size * 0.5, y + size * 0.8}};

	on->line(on, line, 2, &shaft);
	on->polygon(on, head, 3, colour);
}

/* Paints a sign in a square from x,y on. */
static void put_sign(const struct pen *pen, const struct ff_legend_item *item, double size)
{
	struct ff_surface *on = pen->on;
	double x = pen->x, y = pen->y, unit = on->layout->unit;
	struct ff_point middle = {x + size / 2, y + size / 2};
	struct ff_stroke stroke = {
		.colour = item->fill.colour, .width = fmax(size / 6, 2), .opacity = 1};
	/* Its ends are round. */
	const struct ff_point line[] = {{x + stroke.width / 2, middle.y},
					{x + size - stroke.width / 2, middle.y}};
	const struct ff_point cross[2][2] = {
		{{x + size * 0.2, y + size * 0.2}, {x + size * 0.8, y + size * 0.8}},
		{{x + size * 0.2, y + size * 0.8}, {x + size * 0.8, y + size * 0.2}}};

	switch (item->sign) {
	case FF_LEGEND_AREA:
		on->fill(on, x, y, size, size, &item->fill);
		ff_surface_frame(on, x, y, size, size, -unit, unit,
				 ff_palette_colour(FF_PALETTE_FRAME));
		break;
	case FF_LEGEND_SEEN:
		on->fill(on, x, y, size, size, &item->fill);
		on->box(on, x, y, size, size, ff_palette_sight, FF_PALETTE_TINT / 100.0);
		/* Its ends are round. */
		ff_surface_stripe(on, (struct ff_point){x + 2 * unit, y + 2 * unit},
				  (struct ff_point){x + size - 2 * unit, y + size - 2 * unit});
		ff_surface_frame(on, x, y, size, size, -unit, unit, ff_palette_sight_edge);
		break;
	case FF_LEGEND_LINE:
		on->line(on, line, 2, &stroke);
		break;
	case FF_LEGEND_ARROW:
		put_arrow(on, x, y, size, item->fill.colour);
		break;
	case FF_LEGEND_DOT:
		on->disc(on, middle, size * 0.4, item->fill.colour);
		break;
	case FF_LEGEND_CROSS:
		on->line(on, cross[0], 2, &stroke);
		on->line(on, cross[1], 2, &stroke);
		break;
	case FF_LEGEND_RING:
		on->ring(on, middle, size * 0.4, &stroke);
		break;
	case FF_LEGEND_FRAME:
		ff_surface_frame(on, x, y, size, size, -2 * unit, 2 * unit, item->fill.colour);
		break;
	case FF_LEGEND_GOAL:
		ff_surface_goal(on, middle, size * 0.5, item->fill.colour);
		break;
	case FF_LEGEND_MOST:
		put_most(pen, middle.x, y + size * 0.8, size * 0.7);
		break;
	case FF_LEGEND_SPAN:
		on->box(on, x, middle.y - unit / 2, pen->span, unit, item->fill.colour, 1);
		on->box(on, x, y + size / 4, unit, size / 2, item->fill.colour, 1);
		on->box(on, x + pen->span - unit, y + size / 4, unit, size / 2, item->fill.colour,
			1);
		break;
	case FF_LEGEND_NONE:
		break;
	}
}

/* Returns the width of an item's sign and of the gap after it. */
static double sign_width(const struct pen *pen, const struct ff_legend *legend,
			 const struct ff_legend_item *item)
{
	bool labelled = legend->text[item->label] != '\0';

	if (item->sign == FF_LEGEND_NONE)
		return 0;
	return (item->sign == FF_LEGEND_SPAN ? legend->span : height_of(pen)) +
	       (labelled ? pen->type->w : 0);
}

/* Returns the width of the items from the first one to the next that has a label: signs stand
 * beside what they share. */
static double shared_width(const struct pen *pen, const struct ff_legend *legend, size_t first)
{
	double wide = 0;

	for (size_t i = first; i < legend->count; i++) {
		const struct ff_legend_item *item = &legend->items[i];
		const char *label = legend->text + item->label;

		wide += sign_width(pen, legend, item) + width_of(pen, label);
		if (label[0] != '\0')
			break;
		wide += pen->type->w / 2.0;
	}
	return wide;
}

static void put_item(struct pen *pen, const struct ff_legend *legend, size_t which)
{
	const struct ff_legend_item *item = &legend->items[which];
	const char *label = legend->text + item->label;
	double size = height_of(pen), gap = pen->type->w;
	double sign = sign_width(pen, legend, item), wide = sign + width_of(pen, label);

	if (pen->x > pen->margin &&
	    pen->x + shared_width(pen, legend, which) > pen->width - pen->margin) {
		pen->x = pen->margin;
		pen->y += pen->line;
	}
	if (pen->on != NULL) {
		put_sign(pen, item, size);
		pen->on->text(pen->on, (struct ff_point){pen->x + sign, pen->y + size / 2},
			      FF_SURFACE_START, pen->type, label,
			      ff_palette_colour(FF_PALETTE_INK));
	}
	pen->x += wide + (label[0] == '\0' ? gap / 2 : 2 * gap);
}

/* Puts all parts; returns the height. */
static double lay_out_legend(struct pen *pen, const struct ff_legend *legend)
{
	double top = pen->y;

	pen->span = legend->span;
	pen->margin = pen->x = pen->type->w;
	pen->line = ceil(height_of(pen) * 1.5);
	pen->y += floor(height_of(pen) / 2);
	if (legend->title[0] != '\0') {
		if (pen->on != NULL)
			pen->on->text(pen->on,
				      (struct ff_point){pen->x, pen->y + height_of(pen) / 2},
				      FF_SURFACE_START, pen->type, legend->title,
				      ff_palette_colour(FF_PALETTE_INK));
		pen->x += width_of(pen, legend->title) + 3 * pen->type->w;
	}
	for (size_t i = 0; i < legend->count; i++)
		put_item(pen, legend, i);
	if (pen->x > pen->margin)
		pen->y += pen->line;
	if (legend->levels > 0) {
		pen->y += floor(height_of(pen) / 4);
		if (pen->on != NULL)
			put_bar(pen, legend);
		pen->y += ceil(height_of(pen) * 0.75) + pen->line;
	}
	if (legend->wheel != NULL) {
		if (pen->on != NULL)
			put_wheel(pen, legend);
		pen->y += WHEEL * height_of(pen);
	}
	return pen->y - top;
}

/* Returns the width in pixels of the narrowest page for a legend. */
static int64_t least_width(const struct ff_legend *legend, const struct ff_type *type)
{
	const struct pen pen = {.type = type};
	double widest = width_of(&pen, legend->title);

	for (size_t i = 0; i < legend->count; i++)
		widest = fmax(widest, shared_width(&pen, legend, i));
	if (legend->levels > 0)
		widest = fmax(widest, BAR_NARROWEST * type->w);
	return (int64_t)ceil(widest) + 2 * (int64_t)type->w;
}

int64_t ff_legend_height(const struct ff_legend *legend, const struct ff_type *type, int64_t wide)
{
	struct pen pen = {.type = type, .width = (double)wide};

	return (int64_t)lay_out_legend(&pen, legend);
}

void ff_legend_paint(const struct ff_legend *legend, struct ff_surface *on)
{
	struct pen pen = {.on = on,
			  .type = &on->layout->type,
			  .width = (double)on->layout->wide,
			  .y = (double)on->layout->legend};

	if (on->layout->legend < 0)
		return;
	on->layer(on, "legend", FF_SURFACE_PAGE);
	lay_out_legend(&pen, legend);
}

/* ---- the page ---- */

enum {
	TICK = 4,       /* pixels of a tick, for a thin line of one */
	NARROWEST = 36, /* characters of a framed page... */
	TITLE = 90,     /* ...which is wider for a longer title, up to this; then that is cut */
	LINE_BYTES = 1024,
	DESIGNED = 1066, /* pixels of the largest picture whose thin lines are one pixel wide */
};

/* Returns the value of tick i along an edge of 'cells' cells, from the start of the page on: NAN if
 * there are fewer.  Sets '*at' to its place, in cells. */
static double tick_of(const struct ff_layout *layout, bool upright, int i, double *at)
{
	const struct ff_georeference *place = &layout->place;
	int32_t cells = upright ? layout->rows : layout->columns;
	bool up = upright && !place->down;
	double first = upright ? place->y : place->x, value;

	value = (ceil(first / layout->step) + i) * layout->step;
	*at = (value - first) / place->resolution;
	if (!(*at <= cells + 1e-6))
		return NAN;
	*at = up ? cells - *at : *at;
	return value;
}

static int print_tick(char text[FF_STYLE_PRINT + 16], double value)
{
	size_t n = ff_number_fixed(text, value);

	text[n] = '\0';
	return (int)n;
}

/* Returns the characters of the longest number along an edge, at least 1. */
static int longest_tick(const struct ff_layout *layout, bool upright)
{
	char text[FF_STYLE_PRINT + 16];
	int most = 1, n;
	double value, at;

	for (int i = 0; value = tick_of(layout, upright, i, &at), !isnan(value); i++)
		most = (n = print_tick(text, value)) > most ? n : most;
	return most;
}

/* Sets the distance between two numbers along an edge: round, and whole for cells. */
static void set_step(struct ff_layout *layout)
{
	int32_t cells = layout->columns > layout->rows ? layout->columns : layout->rows;
	double pixels = layout->scale / layout->place.resolution, least = layout->metres ? 0 : 1;

	for (int k = 0; k < FF_STYLE_ROUNDS; k++) {
		int across, down;

		layout->step = ff_style_round(k);
		/* Numbers of more than one character each. */
		if (layout->step < least || layout->step * pixels < 3 * layout->type.w)
			continue;
		across = longest_tick(layout, false);
		down = longest_tick(layout, true);
		if (layout->step * pixels >=
			    ((across > down ? across : down) + 2) * layout->type.w ||
		    layout->step * pixels >= cells * layout->scale)
			return;
	}
}

/* Returns the width of the narrowest page for the title of a style. */
static int64_t title_width(const struct ff_style *style, const struct ff_type *type)
{
	int64_t character = type->w, wide = NARROWEST * character;

	if (style->title != NULL && ff_type_width(type, style->title) > wide - 2 * character)
		wide = ff_type_width(type, style->title) + 2 * character;
	return wide < TITLE * character ? wide : TITLE * character;
}

void ff_layout_set(struct ff_layout *layout, int32_t w, int32_t h, const struct ff_style *style,
		   const struct ff_legend *legend)
{
	int32_t block = style->block > 1 ? style->block : 1;
	int64_t longer, type, character;

	*layout = (struct ff_layout){
		.columns = w,
		.rows = h,
		.block = block,
		.scale = block > 1 ? 1.0 / block : style->scale,
		.w = block > 1 ? (w + block - 1) / block : (int64_t)w * style->scale,
		.h = block > 1 ? (h + block - 1) / block : (int64_t)h * style->scale,
		.place = style->place,
		.metres = style->metres,
		.framed = !style->bare,
		.counter = -1,
		.legend = -1,
	};
	longer = layout->w > layout->h ? layout->w : layout->h;
	layout->unit = longer > DESIGNED ? (double)longer / DESIGNED : 1;
	layout->type = ff_type_for(longer);
	if (!(layout->place.resolution > 0))
		layout->place = (struct ff_georeference){-0.5, -0.5, 1, true};
	set_step(layout);
	type = layout->type.h;
	character = layout->type.w;
	layout->wide = layout->w;
	layout->high = layout->h;
	if (layout->framed) {
		int64_t tick = (int64_t)(TICK * layout->unit);
		int64_t half = longest_tick(layout, false) / 2 + 1; /* of the last number */

		layout->x = (longest_tick(layout, true) + 1) * character + tick;
		layout->y = 3 * type + tick;
		layout->wide = layout->x + layout->w + (half > 2 ? half : 2) * character;
		layout->high = layout->y + layout->h + type / 2;
		if (layout->wide < title_width(style, &layout->type))
			layout->wide = title_width(style, &layout->type);
	}
	if (layout->framed && style->counter != NULL) {
		layout->counter = layout->high;
		layout->high += type * 3 / 2;
	}
	if (style->legend != FF_STYLE_LEGEND_NEVER &&
	    (layout->framed || style->legend == FF_STYLE_LEGEND_ALWAYS)) {
		int64_t least = least_width(legend, &layout->type);

		layout->wide = layout->wide > least ? layout->wide : least;
		layout->legend = layout->high;
		layout->high += ff_legend_height(legend, &layout->type, layout->wide);
	}
}

/* Returns the bytes of the first n characters of a text, or of all. */
static size_t bytes_of(const char *text, int64_t n)
{
	size_t end = 0;

	while (text[end] != '\0' && (ff_type_continues(text[end]) || n-- > 0))
		end++;
	return end;
}

/* Shortens a line to that many characters: its first part, before three spaces, in the middle, as
 * far as it stays recognisable, and else the end. */
static void shorten_line(char text[LINE_BYTES], const char *line, int64_t most)
{
	enum { LEAST = 16 }; /* characters of the first part */
	const char *rest = strstr(line, "   ");
	int64_t count = 0, first = 0, kept;
	size_t head;

	for (const char *at = line; *at != '\0'; at++) {
		count += !ff_type_continues(*at);
		first += rest != NULL && at < rest && !ff_type_continues(*at);
	}
	kept = first - (count - most);
	kept = kept < LEAST ? (first < LEAST ? first : LEAST) : kept;
	if (rest != NULL && kept < first) {
		head = bytes_of(line, (kept - 3) / 2);
		snprintf(text, LINE_BYTES, "%.*s...%s", (int)head, line,
			 line + bytes_of(line, first - (kept - 3 - (kept - 3) / 2)));
		count -= first - kept;
	} else {
		snprintf(text, LINE_BYTES, "%s", line);
	}
	if (count > most && (head = bytes_of(text, most - 3)) < LINE_BYTES - sizeof "...")
		memcpy(text + head, "...", sizeof "...");
}

/* Writes a line half way up at 'y', shortened if it is longer than the page. */
static void write_line(const struct ff_layout *layout, struct ff_surface *on, double y,
		       const char *whole)
{
	const struct ff_type *type = &layout->type;
	int64_t room = layout->wide - 2 * (int64_t)type->w;
	int64_t most = room * 5 / 4 / type->w; /* letters are a fifth narrower than digits */
	char text[LINE_BYTES];
	const char *line = whole;

	for (; ff_type_width(type, line) > room && most > 3; most--) {
		shorten_line(text, whole, most);
		line = text;
	}
	on->text(on, (struct ff_point){type->w, y}, FF_SURFACE_START, type, line,
		 ff_palette_colour(FF_PALETTE_INK));
}

/* Writes the numbers along an edge. */
static void write_numbers(const struct ff_layout *layout, struct ff_surface *on, bool upright)
{
	double tick = TICK * layout->unit, wide = layout->unit, half = layout->type.h / 2.0;
	double left = (double)layout->x, top = (double)layout->y, value, at;
	struct ff_colour ink = ff_palette_colour(FF_PALETTE_INK);
	char text[FF_STYLE_PRINT + 16];

	for (int i = 0; value = tick_of(layout, upright, i, &at), !isnan(value); i++) {
		double x = left + at * layout->scale, y = top + at * layout->scale;

		print_tick(text, value);
		if (upright) {
			on->box(on, left - tick, y - wide / 2, tick, wide, ink, 1);
			on->text(on, (struct ff_point){left - tick - layout->type.w / 2.0, y},
				 FF_SURFACE_END, &layout->type, text, ink);
		} else {
			on->box(on, x - wide / 2, top - tick, wide, tick, ink, 1);
			on->text(on, (struct ff_point){x, top - tick - half}, FF_SURFACE_MIDDLE,
				 &layout->type, text, ink);
		}
	}
}

void ff_layout_paint(const struct ff_layout *layout, struct ff_surface *on, const char *title)
{
	if (!layout->framed)
		return;
	on->layer(on, "frame", FF_SURFACE_PAGE);
	if (title != NULL)
		write_line(layout, on, layout->type.h * 0.9, title);
	if (layout->columns == 0)
		return;
	ff_surface_frame(on, (double)layout->x, (double)layout->y, (double)layout->w,
			 (double)layout->h, 0, 1, ff_palette_colour(FF_PALETTE_FRAME));
	write_numbers(layout, on, false);
	write_numbers(layout, on, true);
}

struct ff_image_part ff_layout_paint_counter(const struct ff_layout *layout, struct ff_surface *on,
					     const char *counter)
{
	int32_t high = layout->type.h * 3 / 2;

	if (layout->counter < 0)
		return (struct ff_image_part){0};
	on->layer(on, "counter", FF_SURFACE_PAGE);
	on->box(on, 0, (double)layout->counter, (double)layout->wide, high,
		ff_palette_colour(FF_PALETTE_PAPER), 1);
	write_line(layout, on, (double)layout->counter + high / 2.0, counter);
	return (struct ff_image_part){0, (int32_t)layout->counter, (int32_t)layout->wide, high};
}
