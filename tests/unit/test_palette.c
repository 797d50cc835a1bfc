/*
 * Distances between the colours of pictures, and the shape of colour maps.
 *
 * A distance is CIE76: that of two colours in CIE 1976 L*a*b*, white point D65, from sRGB.  Eyes
 * without one kind of cones are simulated as by G. Machado, M. Oliveira and L. Fernandes, "A
 * physiologically-based model for simulation of color vision deficiency", 2009 (severity 1, in
 * linear RGB); grey print keeps the luminance.
 */
#include "draw/palette.h"

#include "tap.h"

#include <math.h>
#include <string.h>

enum { LAST = FF_PALETTE_LEVELS - 1 };

/* ---- distances ---- */

enum eyes { NORMAL, PROTAN, DEUTAN, TRITAN, GREY, EYES };

/* How many of the eyes see a difference. */
enum { COLOUR = GREY, ALL = EYES };

static const char *const eyes_names[EYES] = {"normal", "protan", "deutan", "tritan", "grey"};

static const double sights[EYES][3][3] = {
	[NORMAL] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	[PROTAN] = {{0.152286, 1.052583, -0.204868},
		    {0.114503, 0.786281, 0.099216},
		    {-0.003882, -0.048116, 1.051998}},
	[DEUTAN] = {{0.367322, 0.860646, -0.227968},
		    {0.280085, 0.672501, 0.047413},
		    {-0.011820, 0.042940, 0.968881}},
	[TRITAN] = {{1.255528, -0.076749, -0.178779},
		    {-0.078411, 0.930809, 0.147602},
		    {0.004733, 0.691367, 0.303900}},
	[GREY] = {{0.2126729, 0.7151522, 0.0721750},
		  {0.2126729, 0.7151522, 0.0721750},
		  {0.2126729, 0.7151522, 0.0721750}},
};

struct lab {
	double l, a, b;
};

static void multiply(const double matrix[3][3], const double in[3], double out[3])
{
	for (int i = 0; i < 3; i++)
		out[i] = matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2];
}

static double curve(double t)
{
	return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

static struct lab lab_of(struct ff_colour c, enum eyes eyes)
{
	static const double xyz_of_rgb[3][3] = {{0.4124564, 0.3575761, 0.1804375},
						{0.2126729, 0.7151522, 0.0721750},
						{0.0193339, 0.1191920, 0.9503041}};
	double rgb[3] = {c.r / 255.0, c.g / 255.0, c.b / 255.0}, seen[3], xyz[3];
	double x, y, z;

	for (int i = 0; i < 3; i++)
		rgb[i] = rgb[i] <= 0.04045 ? rgb[i] / 12.92 : pow((rgb[i] + 0.055) / 1.055, 2.4);
	multiply(sights[eyes], rgb, seen);
	for (int i = 0; i < 3; i++)
		seen[i] = fmin(fmax(seen[i], 0), 1);
	multiply(xyz_of_rgb, seen, xyz);
	x = curve(xyz[0] / 0.95047);
	y = curve(xyz[1]);
	z = curve(xyz[2] / 1.08883);
	return (struct lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

static double apart(struct ff_colour a, struct ff_colour b, enum eyes eyes)
{
	struct lab p = lab_of(a, eyes), q = lab_of(b, eyes);

	return sqrt((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) +
		    (p.b - q.b) * (p.b - q.b));
}

/* Returns the distance of fills.  A plain one differs from a pattern by what it differs from either
 * of its colours; two patterns differ as such. */
static double fills_apart(const struct ff_fill *a, const struct ff_fill *b, enum eyes eyes)
{
	double colour = apart(a->colour, b->colour, eyes);

	if (a->pattern == b->pattern)
		return a->pattern == FF_PATTERN_PLAIN ? colour
						      : fmax(colour, apart(a->line, b->line, eyes));
	if (a->pattern == FF_PATTERN_PLAIN)
		return fmax(colour, apart(a->colour, b->line, eyes));
	if (b->pattern == FF_PATTERN_PLAIN)
		return fmax(colour, apart(a->line, b->colour, eyes));
	return (double)INFINITY;
}

static void distances_are_as_published(void)
{
	struct lab red = lab_of((struct ff_colour){255, 0, 0}, NORMAL);

	/* B. Lindbloom's calculator, D65 without adaptation. */
	CHECK(fabs(red.l - 53.24) < 0.01 && fabs(red.a - 80.09) < 0.01 &&
		      fabs(red.b - 67.20) < 0.01,
	      "red is %g %g %g", red.l, red.a, red.b);
	for (int e = 0; e < EYES; e++)
		for (int v = 0; v < 256; v += 51) {
			struct ff_colour grey = {(uint8_t)v, (uint8_t)v, (uint8_t)v};

			CHECK(apart(grey, grey, (enum eyes)e) == 0 &&
				      fabs(lab_of(grey, (enum eyes)e).l - lab_of(grey, NORMAL).l) <
					      0.01,
			      "%s: grey %d is another one", eyes_names[e], v);
		}
}

/* ---- what may touch ---- */

enum set {
	PAPER,
	INK,
	WALL,
	GOAL,
	CLOSED,
	UNREACHED,
	NOT_COMPUTED,
	NOT_YET,
	FARTHER,
	FRONT,
	EDITED,
	LEVELS,
	GRAY,
	PALES,
	GROUND,
	TERRAIN,
	MUTED,
	GROUPS,
	PACES,
	HUES,
	PORTALS,
	PORTALS_USED,
	CHANGES,
	REACHED,
	SEEN,
	SIGHT,
	ARROW,
	CONTOUR,
	ACCENT,
	BAR,
	EDGE,
	NODE,
	SETS,
};

static struct {
	const char *name;
	struct ff_fill fills[4 * FF_COLORMAPS * FF_PALETTE_LEVELS];
	int count;
} sets[SETS];

static void add_fills(enum set set, const char *name, const struct ff_fill *fills, int count)
{
	sets[set].name = name;
	memcpy(sets[set].fills + sets[set].count, fills, (size_t)count * sizeof *fills);
	sets[set].count += count;
}

static void add_colours(enum set set, const char *name, const struct ff_colour *colours, int count)
{
	for (int i = 0; i < count; i++)
		add_fills(set, name, &(struct ff_fill){.colour = colours[i], .line = colours[i]},
			  1);
}

static void add_colour(enum set set, const char *name, struct ff_colour colour)
{
	add_colours(set, name, &colour, 1);
}

/* Adds a grid of all colours that a designer may choose. */
static void add_muted(void)
{
	for (int r = 0; r < 256; r += 51)
		for (int g = 0; g < 256; g += 51)
			for (int b = 0; b < 256; b += 51)
				add_colour(MUTED, "muted",
					   ff_palette_muted((struct ff_colour){
						   (uint8_t)r, (uint8_t)g, (uint8_t)b}));
}

/* Returns true if a set is of cells that may see a goal. */
static bool has_sight(enum set set)
{
	return set == LEVELS || set == PALES || set == GROUND || set == TERRAIN || set == MUTED ||
	       set == HUES || set == REACHED;
}

static void make_sets(void)
{
	static const struct {
		enum set set;
		int entry;
		const char *name;
	} fixed[] = {
		{PAPER, FF_PALETTE_PAPER, "paper"},
		{INK, FF_PALETTE_INK, "ink"},
		{WALL, FF_PALETTE_WALL, "wall"},
		{GOAL, FF_PALETTE_GOAL, "goal"},
		{CLOSED, FF_PALETTE_CLOSED, "closed"},
		{UNREACHED, FF_PALETTE_UNREACHED, "unreached"},
		{NOT_COMPUTED, FF_PALETTE_NOT_COMPUTED, "not computed"},
		{NOT_YET, FF_PALETTE_NOT_YET, "not yet"},
		{FARTHER, FF_PALETTE_FARTHER, "farther"},
		{FRONT, FF_PALETTE_FRONT, "front"},
		{EDITED, FF_PALETTE_EDITED, "edited"},
	};
	enum { PARTS = 64 };
	struct ff_fill fills[256];

	ff_palette_fills(fills);
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		add_fills(fixed[i].set, fixed[i].name, &fills[fixed[i].entry], 1);
	for (int map = 0; map < FF_COLORMAPS; map++) {
		ff_palette_levels(fills, (enum ff_colormap)map);
		add_fills(LEVELS, "level", fills, FF_PALETTE_LEVELS);
		if (map == FF_COLORMAP_GRAY)
			add_fills(GRAY, "gray", fills, FF_PALETTE_LEVELS);
		for (int i = 0; i < FF_PALETTE_LEVELS; i++)
			add_colour(PALES, "pale level", ff_palette_pale(fills[i].colour));
	}
	for (int i = 0; i <= PARTS; i++) {
		add_colour(GROUND, "ground", ff_palette_ground(i, PARTS));
		add_colour(TERRAIN, "terrain", ff_palette_terrain(i, PARTS));
	}
	add_muted();
	add_colours(GROUPS, "group", ff_palette_groups, FF_PALETTE_GROUPS);
	add_colours(PACES, "pace", ff_palette_paces, FF_PALETTE_PACES);
	add_colours(HUES, "hue", ff_palette_hues, FF_PALETTE_HUES);
	add_colours(PORTALS, "portal", &ff_palette_portal, 1);
	add_colours(PORTALS_USED, "used portal", ff_palette_portals_used, FF_PALETTE_PORTALS);
	add_fills(CHANGES, "change", ff_palette_change_fills, FF_CHANGE_KINDS);
	add_colour(REACHED, "reached", ff_palette_reached);
	for (int set = 0; set < SETS; set++)
		for (int i = 0; has_sight((enum set)set) && i < sets[set].count; i++)
			add_colour(SEEN, "seen",
				   ff_palette_mix(sets[set].fills[i].colour, ff_palette_sight,
						  FF_PALETTE_TINT, 100));
	add_fills(SIGHT, "sight",
		  &(struct ff_fill){ff_palette_sight, ff_palette_sight_edge, FF_PATTERN_STRIPES},
		  1);
	add_colour(ARROW, "arrow", ff_palette_arrow);
	add_colour(CONTOUR, "contour", ff_palette_contour);
	add_colour(ACCENT, "accent", ff_palette_accent);
	add_colour(BAR, "bar", ff_palette_bar);
	add_colour(EDGE, "edge", ff_palette_edge);
	add_colour(NODE, "node", ff_palette_node);
}

/*
 * A pair of one set twice is of all its members.  'eyes' is COLOUR where grey print cannot hold the
 * distance: eight colours between walls and grounds, which are 67 apart in grey, are less than 10
 * apart.  There the members of a series have rims, borders, numbers or places in a legend.
 */
static const struct {
	enum set a, b;
	int eyes;
	const char *reason;
} pairs[] = {
	{WALL, LEVELS, ALL, "a heatmap's cells beside walls"},
	{WALL, PALES, ALL, "cells below arrows beside walls"},
	{WALL, GROUND, ALL, "open cells beside walls"},
	{WALL, TERRAIN, ALL, "open cells beside walls"},
	{WALL, MUTED, ALL, "kinds of ground beside walls"},
	{WALL, HUES, ALL, "areas of labels end at walls"},
	{WALL, REACHED, ALL, "reached cells beside walls"},
	{WALL, CHANGES, ALL, "changed cells beside walls"},
	{WALL, CLOSED, ALL, "closed cells are beside walls"},
	{WALL, UNREACHED, ALL, "walls enclose unreached cells"},
	{WALL, NOT_COMPUTED, ALL, "neither is known to be walked"},
	{WALL, NOT_YET, ALL, "a front stops at walls"},
	{WALL, GOAL, ALL, "a goal of one pixel has no rim"},
	{WALL, PAPER, ALL, "the rim of what is drawn over walls"},
	{WALL, GROUPS, ALL, "routes pass by walls"},
	{WALL, PACES, ALL, "walkers pass by walls"},
	{WALL, PORTALS, ALL, "windows end at walls"},
	{WALL, PORTALS_USED, ALL, "windows end at walls"},
	{WALL, EDGE, ALL, "edges run over walls"},
	{WALL, NODE, ALL, "nodes lie beside walls"},
	{WALL, ACCENT, ALL, "the largest value may be beside a wall"},
	{WALL, EDITED, ALL, "edited cells are often walls"},

	{GOAL, PAPER, ALL, "a goal's inner rim"},
	{GOAL, INK, ALL, "a goal's outer rim"},
	{GOAL, GROUND, ALL, "a goal of one pixel has no rim"},
	{PAPER, INK, ALL, "rims, text"},
	{INK, LEVELS, ALL, "rims, numbers"},
	{INK, PALES, ALL, "rims, numbers"},
	{INK, GROUND, ALL, "rims, numbers"},
	{INK, TERRAIN, ALL, "rims, numbers"},
	{INK, MUTED, ALL, "rims, numbers"},
	{INK, HUES, ALL, "the line between areas"},
	{INK, REACHED, ALL, "rims of goals"},
	{INK, CLOSED, ALL, "rims of goals"},
	{INK, UNREACHED, ALL, "rims of goals"},
	{INK, NOT_COMPUTED, ALL, "rims of goals"},
	{INK, NOT_YET, ALL, "rims of goals"},
	{FRONT, LEVELS, ALL, "known cells"},
	{FRONT, NOT_YET, ALL, "unknown cells"},
	{FRONT, WALL, ALL, "a front ends at walls"},
	{FRONT, CLOSED, ALL, "or at closed cells"},
	{FRONT, GOAL, ALL, "it begins at goals"},
	{INK, GROUPS, ALL, "rims of walkers"},
	{INK, PACES, ALL, "rims of walkers"},
	{INK, ACCENT, ALL, "rims"},
	{PAPER, GROUPS, ALL, "rims of routes"},
	{PAPER, ACCENT, ALL, "rims"},
	{PAPER, EDITED, ALL, "rims"},
	{PAPER, BAR, ALL, "bars of a histogram"},
	{PAPER, GRAY, ALL, "the other maps end in a yellow or a red"},

	{CLOSED, LEVELS, ALL, "what wide walkers reach ends at closed cells"},
	{CLOSED, PALES, ALL, "likewise"},
	{CLOSED, GROUND, ALL, "likewise"},
	{CLOSED, TERRAIN, ALL, "likewise"},
	{CLOSED, MUTED, ALL, "likewise"},
	{CLOSED, HUES, ALL, "likewise"},
	{CLOSED, REACHED, ALL, "likewise"},
	{CLOSED, CHANGES, ALL, "likewise"},
	{CLOSED, UNREACHED, ALL, "a gap too narrow for wide walkers"},
	{CLOSED, NOT_COMPUTED, ALL, "beside walls that no field reached"},
	{CLOSED, NOT_YET, ALL, "beside walls that no front reached"},
	{UNREACHED, LEVELS, ALL, "an obstacle that is no wall, such as a step down"},
	{UNREACHED, PALES, ALL, "likewise"},
	{UNREACHED, GROUND, ALL, "likewise"},
	{UNREACHED, TERRAIN, ALL, "likewise"},
	{UNREACHED, MUTED, ALL, "likewise"},
	{UNREACHED, HUES, ALL, "likewise"},
	{UNREACHED, REACHED, ALL, "likewise"},
	{UNREACHED, CHANGES, ALL, "likewise"},
	{UNREACHED, NOT_COMPUTED, ALL, "of two sectors only one was computed"},
	{UNREACHED, NOT_YET, ALL, "a budget ended"},
	{NOT_COMPUTED, LEVELS, ALL, "the edge of a computed sector"},
	{NOT_COMPUTED, PALES, ALL, "likewise"},
	{NOT_COMPUTED, GROUND, ALL, "likewise"},
	{NOT_COMPUTED, MUTED, ALL, "likewise"},
	{NOT_COMPUTED, HUES, ALL, "likewise"},
	{NOT_COMPUTED, REACHED, ALL, "likewise"},
	{NOT_COMPUTED, CHANGES, ALL, "likewise"},
	{NOT_COMPUTED, NOT_YET, ALL, "a budget ended in a sector"},
	{NOT_YET, LEVELS, ALL, "a front"},
	{NOT_YET, PALES, ALL, "likewise"},
	{NOT_YET, GROUND, ALL, "likewise"},
	{NOT_YET, MUTED, ALL, "likewise"},
	{NOT_YET, HUES, ALL, "likewise"},
	{NOT_YET, REACHED, ALL, "likewise"},
	{NOT_YET, CHANGES, ALL, "likewise"},
	{FARTHER, LEVELS, ALL, "the limit"},
	{FARTHER, PALES, ALL, "likewise"},
	{FARTHER, GROUND, ALL, "likewise"},
	{FARTHER, MUTED, ALL, "likewise"},
	{FARTHER, HUES, ALL, "likewise"},
	{FARTHER, REACHED, ALL, "likewise"},
	{FARTHER, CHANGES, ALL, "an edit near the limit"},
	{FARTHER, CLOSED, ALL, "beside walls that are far from a goal"},
	{FARTHER, WALL, ALL, "likewise"},
	{FARTHER, INK, ALL, "rims of goals"},
	{FARTHER, UNREACHED, ALL, "an area that is cut off"},
	{FARTHER, NOT_YET, ALL, "a front"},
	{FARTHER, NOT_COMPUTED, COLOUR, "in no picture together, but one meaning each"},

	{SIGHT, SEEN, ALL, "stripes over cells that see a goal"},
	{SIGHT, CLOSED, ALL, "what sees a goal ends at closed cells"},
	{SIGHT, WALL, ALL, "or at walls"},
	{ARROW, PALES, ALL, "arrows and streamlines over a heatmap"},
	{ARROW, GROUND, ALL, "arrows over the map"},
	{CONTOUR, LEVELS, ALL, "contours over a heatmap"},
	{CONTOUR, PALES, ALL, "contours and arrows over a heatmap"},
	{CONTOUR, GROUND, ALL, "contours over the map"},
	{ACCENT, GROUND, ALL, "a mark of the largest value"},
	{EDGE, GROUND, ALL, "a graph over the map"},
	{NODE, GROUND, ALL, "a graph over the map"},
	{EDGE, NODE, ALL, "edges end at nodes"},

	{GROUPS, GROUND, ALL, "walkers and routes on the map"},
	{GROUPS, GROUPS, COLOUR, "routes cross, walkers mix"},
	{PACES, PACES, ALL, "the slow and the fast mix"},
	{PACES, GROUND, COLOUR, "walkers, which have rims of ink, on the map"},
	{PORTALS, GROUND, ALL, "windows on the map"},
	{PORTALS_USED, GROUND, ALL, "windows on the map"},
	{PORTALS, PORTALS_USED, ALL, "windows that a route uses stand out"},
	{PORTALS_USED, PORTALS_USED, COLOUR, "windows meet at the corners of sectors"},
	{CHANGES, GROUND, ALL, "changed cells on the map"},
	{CHANGES, CHANGES, COLOUR, "changed cells of several kinds"},
};

enum { ENOUGH = 20 };

/* Sets the least distance of a pair of sets to some eyes, and the members. */
static double least_apart(enum set a, enum set b, enum eyes eyes, int *at_a, int *at_b)
{
	double least = (double)INFINITY;

	for (int i = 0; i < sets[a].count; i++)
		for (int j = a == b ? i + 1 : 0; j < sets[b].count; j++) {
			double here = fills_apart(&sets[a].fills[i], &sets[b].fills[j], eyes);

			if (here < least) {
				least = here;
				*at_a = i;
				*at_b = j;
			}
		}
	return least;
}

static void what_may_touch_differs_to_all_eyes(void)
{
	for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
		double least[EYES];

		for (int e = 0; e < EYES; e++) {
			int i = 0, j = 0;

			least[e] = least_apart(pairs[p].a, pairs[p].b, (enum eyes)e, &i, &j);
			CHECK(e >= pairs[p].eyes || least[e] >= ENOUGH,
			      "%s %d and %s %d (%s), %s: %.1f apart", sets[pairs[p].a].name, i,
			      sets[pairs[p].b].name, j, pairs[p].reason, eyes_names[e], least[e]);
		}
		NOTE("%-12s %-12s %6.1f %6.1f %6.1f %6.1f %6.1f", sets[pairs[p].a].name,
		     sets[pairs[p].b].name, least[NORMAL], least[PROTAN], least[DEUTAN],
		     least[TRITAN], least[GREY]);
	}
}

static void patterns_are_seen(void)
{
	static const enum set hatched[] = {CLOSED, UNREACHED, NOT_COMPUTED, NOT_YET, FARTHER};

	for (int e = 0; e < EYES; e++) {
		for (size_t i = 0; i < sizeof hatched / sizeof *hatched; i++) {
			const struct ff_fill *fill = sets[hatched[i]].fills;

			CHECK(fill->pattern != FF_PATTERN_PLAIN &&
				      apart(fill->colour, fill->line, (enum eyes)e) >= ENOUGH,
			      "%s, %s", sets[hatched[i]].name, eyes_names[e]);
		}
		for (int i = 0; i < FF_CHANGE_KINDS; i++) {
			const struct ff_fill *fill = &ff_palette_change_fills[i];

			CHECK(fill->pattern == FF_PATTERN_PLAIN ||
				      apart(fill->colour, fill->line, (enum eyes)e) >= ENOUGH,
			      "%s, %s", ff_change_names[i], eyes_names[e]);
		}
	}
}

static void unreached_not_computed_and_not_yet_have_patterns_of_their_own(void)
{
	enum ff_pattern unreached = sets[UNREACHED].fills->pattern;
	enum ff_pattern not_computed = sets[NOT_COMPUTED].fills->pattern;
	enum ff_pattern not_yet = sets[NOT_YET].fills->pattern;

	CHECK(unreached != not_computed && unreached != not_yet && not_computed != not_yet,
	      "%d, %d, %d", unreached, not_computed, not_yet);
}

/*
 * No 24 colours are 20 apart to all eyes, and in grey print some of these are equal: there, the
 * line of ink between areas and their numbers remain.
 */
static void the_first_hues_differ_to_all_eyes_and_all_hues_a_little(void)
{
	enum { FIRST = 12, LITTLE = 13 };

	for (int e = 0; e < COLOUR; e++)
		for (int i = 0; i < FF_PALETTE_HUES; i++)
			for (int j = 0; j < i; j++) {
				double here =
					apart(ff_palette_hues[i], ff_palette_hues[j], (enum eyes)e);

				CHECK(here >= (i < FIRST ? ENOUGH : LITTLE),
				      "%d and %d, %s: %.1f apart", i, j, eyes_names[e], here);
			}
}

/* ---- ramps ---- */

static void viridis_cividis_and_gray_get_lighter_in_even_steps(void)
{
	static const enum ff_colormap maps[] = {FF_COLORMAP_VIRIDIS, FF_COLORMAP_CIVIDIS,
						FF_COLORMAP_GRAY};
	enum { STEP = 16 };

	for (int k = 0; k < 3; k++) {
		double first = lab_of(ff_palette_level(maps[k], 0), NORMAL).l;
		double mean =
			(lab_of(ff_palette_level(maps[k], LAST), NORMAL).l - first) / LAST * STEP;

		CHECK(mean > 3, "%s: %g a step", ff_colormap_names[maps[k]], mean);
		for (int level = 0; level + STEP <= LAST; level++) {
			double here = lab_of(ff_palette_level(maps[k], level), NORMAL).l;
			double step =
				lab_of(ff_palette_level(maps[k], level + STEP), NORMAL).l - here;

			CHECK(step > mean * 0.5 && step < mean * 1.5,
			      "%s %d: a step of %g, the mean is %g", ff_colormap_names[maps[k]],
			      level, step, mean);
		}
	}
}

static void what_costs_more_is_darker(void)
{
	for (int i = 1; i < sets[TERRAIN].count; i++)
		for (int e = 0; e < EYES; e++) {
			enum eyes eyes = (enum eyes)e;

			CHECK(lab_of(sets[TERRAIN].fills[i].colour, eyes).l <
				      lab_of(sets[TERRAIN].fills[i - 1].colour, eyes).l,
			      "terrain %d, %s", i, eyes_names[e]);
			CHECK(lab_of(sets[GROUND].fills[i].colour, eyes).l <=
				      lab_of(sets[GROUND].fills[i - 1].colour, eyes).l,
			      "ground %d, %s", i, eyes_names[e]);
		}
}

int main(void)
{
	make_sets();
	RUN(distances_are_as_published);
	RUN(what_may_touch_differs_to_all_eyes);
	RUN(patterns_are_seen);
	RUN(unreached_not_computed_and_not_yet_have_patterns_of_their_own);
	RUN(the_first_hues_differ_to_all_eyes_and_all_hues_a_little);
	RUN(viridis_cividis_and_gray_get_lighter_in_even_steps);
	RUN(what_costs_more_is_darker);
	return tap_done();
}
