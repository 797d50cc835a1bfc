/*
 * Distances between colours are CIE76, after the simulation of G. Machado, M. Oliveira and
 * L. Fernandes, "A physiologically-based model for simulation of color vision deficiency", 2009.
 *
 * Walls are the darkest thing but ink.  All else that fills cells has a lightness (CIE 1976) of at
 * least 33, and grounds one of at least 80: hues, which lie between, differ from both in grey, too.
 * On the colour maps, which have every lightness, no plain colour stands out everywhere; cells
 * without a level are therefore hatched in two colours at least 40 apart in lightness, one of which
 * is always far enough from a level, and goals have rims of ink and paper.
 *
 * The series were found by simulated annealing: the largest least distance to eyes with all cones
 * and without red, green or blue ones, within bounds of lightness and of hue.
 */
#include "draw/palette.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* clang-format off */
#define WHITE   {255, 255, 255}
#define INK     {20, 22, 26}
#define SLATE   {30, 34, 42}
#define MAGENTA {255, 0, 144}
#define VIOLET  {150, 0, 230}
#define RED     {180, 20, 20}
#define GREEN   {0, 156, 104}

/* The colours of groups, without the grey. */
#define SERIES \
	{104, 53, 250}, {207, 112, 6}, {31, 165, 102}, {218, 65, 65}, \
	{193, 79, 215}, {9, 93, 144},  {89, 80, 13}
/* Their names, and those of CSS that can be told from walls and ground, with the colours there. */
static const char *const names[] = {
	"violet", "orange", "green", "red", "purple", "blue", "olive", "aqua", "brown", "chocolate",
	"coral", "crimson", "cyan", "deeppink", "fuchsia", "gold", "hotpink", "indigo", "khaki",
	"lime", "magenta", "maroon", "navy", "orchid", "pink", "plum", "salmon", "sienna", "skyblue",
	"steelblue", "tan", "teal", "tomato", "turquoise", "yellow",
};
static const struct ff_colour named[] = {
	SERIES, {0, 255, 255}, {165, 42, 42}, {210, 105, 30}, {255, 127, 80}, {220, 20, 60},
	{0, 255, 255}, {255, 20, 147}, {255, 0, 255}, {255, 215, 0}, {255, 105, 180}, {75, 0, 130},
	{240, 230, 140}, {0, 255, 0}, {255, 0, 255}, {128, 0, 0}, {0, 0, 128}, {218, 112, 214},
	{255, 192, 203}, {221, 160, 221}, {250, 128, 114}, {160, 82, 45}, {135, 206, 235},
	{70, 130, 180}, {210, 180, 140}, {0, 128, 128}, {255, 99, 71}, {64, 224, 208}, {255, 255, 0},
};
enum { NAMES = sizeof names / sizeof *names };
_Static_assert(NAMES == sizeof named / sizeof *named, "each name has a colour");

#define PLAIN(...) {.colour = __VA_ARGS__, .line = __VA_ARGS__}

static const struct ff_fill fixed[FF_PALETTE_END - FF_PALETTE_LEVELS] = {
	[FF_PALETTE_PAPER - FF_PALETTE_LEVELS]        = PLAIN(WHITE),
	[FF_PALETTE_INK - FF_PALETTE_LEVELS]          = PLAIN(INK),
	[FF_PALETTE_FRAME - FF_PALETTE_LEVELS]        = PLAIN({148, 152, 160}),
	[FF_PALETTE_WALL - FF_PALETTE_LEVELS]         = PLAIN(SLATE),
	[FF_PALETTE_UNREACHED - FF_PALETTE_LEVELS]    = {{240, 222, 218}, {150, 56, 52}, FF_PATTERN_STRIPES},
	[FF_PALETTE_GOAL - FF_PALETTE_LEVELS]         = PLAIN(MAGENTA),
	[FF_PALETTE_CLOSED - FF_PALETTE_LEVELS]       = {{124, 128, 136}, SLATE, FF_PATTERN_DOTS},
	[FF_PALETTE_NOT_COMPUTED - FF_PALETTE_LEVELS] = {{243, 245, 249}, {118, 128, 150}, FF_PATTERN_DOTS},
	[FF_PALETTE_NOT_YET - FF_PALETTE_LEVELS]      = {{240, 247, 242}, {112, 136, 118}, FF_PATTERN_BACK_STRIPES},
	[FF_PALETTE_FARTHER - FF_PALETTE_LEVELS]      = {{248, 242, 228}, {150, 124, 84}, FF_PATTERN_DOTS},
	[FF_PALETTE_FRONT - FF_PALETTE_LEVELS]        = {INK, WHITE, FF_PATTERN_STRIPES},
	[FF_PALETTE_EDITED - FF_PALETTE_LEVELS]       = PLAIN(VIOLET),
};

const struct ff_colour ff_palette_groups[FF_PALETTE_GROUPS] = {SERIES, {106, 113, 122}};

/* One lighter than the other in grey, too. */
const struct ff_colour ff_palette_paces[FF_PALETTE_PACES] = {
	{160, 20, 30}, {246, 190, 56}, {62, 134, 219},
};

/*
 * After the first seven each hue was chosen as by C. Glasbey, G. van der Heijden, V. Toh and
 * A. Gray, "Colour displays for categorical images", 2007: as far as can be from all before it, to
 * eyes with all cones, without red, green or blue ones, whichever see them nearest.
 */
const struct ff_colour ff_palette_hues[FF_PALETTE_HUES] = {
	SERIES,
	{248, 208, 8},   {80, 248, 144},  {160, 176, 208}, {152, 64, 96},   {136, 216, 176},
	{192, 200, 80},  {128, 120, 152}, {224, 144, 248}, {120, 32, 176},  {104, 152, 136},
	{160, 48, 64},   {80, 104, 248},  {176, 112, 192}, {248, 208, 248}, {72, 208, 128},
	{184, 0, 24},    {192, 160, 80},
};

/* The windows that a route uses are at least 20 darker than all others. */
const struct ff_colour ff_palette_portals_used[FF_PALETTE_PORTALS] = {
	{148, 70, 5}, {111, 70, 42}, {22, 103, 92}, {74, 77, 117}, {128, 42, 185},
};

/* Red and ochre for what got worse, black for new walls, blue and green for what got better.  What
 * began or ceased to have a value is hatched in the colours of what began or ceased to be
 * reached; changed costs of ground have the colours of terrain. */
const struct ff_fill ff_palette_change_fills[FF_CHANGE_KINDS] = {
	[FF_CHANGE_UNREACHABLE]  = PLAIN(RED),
	[FF_CHANGE_WALL_ADDED]   = {INK, {244, 120, 60}, FF_PATTERN_STRIPES},
	[FF_CHANGE_UNCOMPUTED]   = {{198, 206, 222}, {36, 44, 70}, FF_PATTERN_DOTS},
	[FF_CHANGE_COMPUTED]     = {{218, 202, 252}, {88, 20, 180}, FF_PATTERN_DOTS},
	[FF_CHANGE_LOST]         = {RED, WHITE, FF_PATTERN_STRIPES},
	[FF_CHANGE_GOAL_REMOVED] = {MAGENTA, WHITE, FF_PATTERN_BACK_STRIPES},
	[FF_CHANGE_GOAL_ADDED]   = {MAGENTA, INK, FF_PATTERN_STRIPES},
	[FF_CHANGE_WALL_REMOVED] = {{206, 230, 250}, {12, 60, 150}, FF_PATTERN_BACK_STRIPES},
	[FF_CHANGE_REACHABLE]    = PLAIN(GREEN),
	[FF_CHANGE_GAINED]       = {GREEN, WHITE, FF_PATTERN_STRIPES},
	[FF_CHANGE_GROUND]       = {{222, 168, 116}, {60, 30, 20}, FF_PATTERN_STRIPES},
	[FF_CHANGE_RISEN]        = PLAIN({196, 126, 0}),
	[FF_CHANGE_FALLEN]       = PLAIN({20, 100, 190}),
	[FF_CHANGE_CHANGED]      = PLAIN({150, 56, 128}),
	[FF_CHANGE_TURNED]       = {{236, 232, 214}, {74, 60, 24}, FF_PATTERN_BACK_STRIPES},
};

const struct ff_colour
	ff_palette_white      = WHITE,
	ff_palette_accent     = VIOLET,
	ff_palette_portal     = {138, 143, 155},
	ff_palette_arrow      = {0, 52, 156},
	ff_palette_contour    = INK,
	ff_palette_sight      = {255, 246, 150},
	ff_palette_sight_edge = {150, 104, 0},
	ff_palette_reached    = {112, 198, 246},
	ff_palette_walker_rim = INK,
	ff_palette_bar        = {86, 150, 214},
	ff_palette_grid       = {226, 228, 232},
	ff_palette_edge       = {108, 138, 194},
	ff_palette_node       = {44, 80, 160};

/* The quiet ground; of what costs more, no darker than hues stand out on. */
static const struct ff_colour ground_light = {252, 252, 253}, ground_dark = {197, 200, 206};

/* Sand to earth: no colour map but turbo, a rainbow, passes by its darker half. */
static const struct ff_colour terrain[] = {
	{250, 243, 226}, {224, 172, 124}, {172, 102, 64}, {118, 70, 52},
};

/* The entries of the colour maps, whose sources palette_maps.c names, that are at least 20 from
 * walls: viridis begins at lightness 34, after its violets.  Of gray, values. */
static const struct {
	const struct ff_colour *colours;
	int first, last;
} maps[FF_COLORMAPS] = {
	[FF_COLORMAP_VIRIDIS] = {ff_palette_viridis, 58, 255},
	[FF_COLORMAP_CIVIDIS] = {ff_palette_cividis, 65, 255},
	[FF_COLORMAP_TURBO]   = {ff_palette_turbo, 17, 243},
	[FF_COLORMAP_GRAY]    = {NULL, 79, 198}, /* 20 from paper, too */
};
/* clang-format on */

const char *const ff_colormap_names[FF_COLORMAPS] = {
	[FF_COLORMAP_VIRIDIS] = "viridis",
	[FF_COLORMAP_CIVIDIS] = "cividis",
	[FF_COLORMAP_TURBO] = "turbo",
	[FF_COLORMAP_GRAY] = "gray",
};

void ff_palette_fills(struct ff_fill fills[256])
{
	for (int i = FF_PALETTE_LEVELS; i < FF_PALETTE_END; i++)
		fills[i] = fixed[i - FF_PALETTE_LEVELS];
}

struct ff_colour ff_palette_colour(int entry)
{
	return fixed[entry - FF_PALETTE_LEVELS].colour;
}

struct ff_colour ff_palette_level(enum ff_colormap map, int level)
{
	int most = FF_PALETTE_LEVELS - 1, first = maps[map].first;
	int i = first + (level * (maps[map].last - first) + most / 2) / most;

	if (maps[map].colours == NULL)
		return (struct ff_colour){(uint8_t)i, (uint8_t)i, (uint8_t)i};
	return maps[map].colours[i];
}

void ff_palette_levels(struct ff_fill fills[256], enum ff_colormap map)
{
	for (int level = 0; level < FF_PALETTE_LEVELS; level++) {
		struct ff_colour colour = ff_palette_level(map, level);

		fills[level] = (struct ff_fill){.colour = colour, .line = colour};
	}
}

/* The wheel that shows optical flow (S. Baker et al., "A database and evaluation methodology for
 * optical flow", 2011), in which hues that look alike have fewer steps; lightened, off walls. */
void ff_palette_wheel(struct ff_fill fills[256])
{
	static const struct {
		struct ff_colour colour;
		int steps; /* to the next one; 55 in all */
	} hues[] = {{{255, 0, 0}, 15}, {{255, 255, 0}, 6}, {{0, 255, 0}, 4}, {{0, 255, 255}, 11},
		    {{0, 0, 255}, 13}, {{255, 0, 255}, 6}, {{255, 0, 0}, 0}};
	enum { STEPS = 55 };

	for (int i = 0, hue = 0, from = 0; i < FF_PALETTE_LEVELS; i++) {
		int at = i * STEPS;

		while (at >= (from + hues[hue].steps) * FF_PALETTE_LEVELS)
			from += hues[hue++].steps;
		fills[i] = (struct ff_fill){
			.colour = ff_palette_mix(
				ff_palette_mix(hues[hue].colour, hues[hue + 1].colour,
					       at - from * FF_PALETTE_LEVELS,
					       hues[hue].steps * FF_PALETTE_LEVELS),
				ff_palette_white, 1, 5)};
	}
}

/* Dark colours stand out from the ground: maps that begin with them are reversed.  The last
 * colours of turbo warn. */
void ff_palette_strengths(struct ff_fill *fills, int count, enum ff_colormap map)
{
	enum { PALE = FF_PALETTE_LEVELS / 2 }; /* levels that are mixed with white */
	int most = FF_PALETTE_LEVELS - 1;

	for (int i = 0; i < count; i++) {
		int level = i * most / (count - 1),
		    faint = level < PALE ? (PALE - level) * 3 / 4 : 0;
		struct ff_colour colour =
			ff_palette_level(map, map == FF_COLORMAP_TURBO ? level : most - level);

		fills[i] = (struct ff_fill){
			.colour = ff_palette_mix(colour, ff_palette_white, faint, PALE)};
	}
}

/* By the luminance of WCAG 2 (its curve taken as a square): where ink and paper contrast alike. */
uint8_t ff_palette_ink(struct ff_colour c)
{
	double r = c.r / 255.0, g = c.g / 255.0, b = c.b / 255.0;

	return 0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b > 0.23 ? FF_PALETTE_INK
								       : FF_PALETTE_PAPER;
}

struct ff_colour ff_palette_mix(struct ff_colour from, struct ff_colour to, int part, int whole)
{
	return (struct ff_colour){(uint8_t)(from.r + (to.r - from.r) * part / whole),
				  (uint8_t)(from.g + (to.g - from.g) * part / whole),
				  (uint8_t)(from.b + (to.b - from.b) * part / whole)};
}

struct ff_colour ff_palette_pale(struct ff_colour colour)
{
	return ff_palette_mix(colour, ff_palette_white, 11, 20);
}

struct ff_colour ff_palette_terrain(int part, int whole)
{
	enum { RAMPS = sizeof terrain / sizeof *terrain - 1 };
	int at = part * RAMPS, i = at / whole;

	if (i >= RAMPS)
		return terrain[RAMPS];
	return ff_palette_mix(terrain[i], terrain[i + 1], at - i * whole, whole);
}

struct ff_colour ff_palette_ground(int part, int whole)
{
	return ff_palette_mix(ground_light, ground_dark, part, whole);
}

struct ff_colour ff_palette_muted(struct ff_colour colour)
{
	return ff_palette_mix(colour, (struct ff_colour){226, 227, 230}, 1, 2);
}

/* ---- differences ---- */

/* Returns the n-th root of 0.0088..1, to a few millionths, by Newton's method. */
static double root_of(double x, int n)
{
	double root = 0.3 + 0.7 * x;

	for (int i = 0; i < 5; i++) {
		double power = root;

		for (int k = 2; k < n; k++)
			power *= root;
		root -= (root - x / power) / n;
	}
	return root;
}

/* Returns the function of CIE 1976, from light to lightness. */
static double lightness_of(double light)
{
	return light > 216.0 / 24389 ? root_of(light, 3) : (24389.0 / 27 * light + 16) / 116;
}

struct ff_lab ff_palette_lab(double red, double green, double blue)
{
	double x = lightness_of(0.4339 * red + 0.3762 * green + 0.1899 * blue);
	double y = lightness_of(0.2127 * red + 0.7152 * green + 0.0721 * blue);
	double z = lightness_of(0.0178 * red + 0.1095 * green + 0.8727 * blue);

	return (struct ff_lab){(float)(116 * y), (float)(500 * (x - y)), (float)(200 * (y - z))};
}

double ff_palette_light(int sample)
{
	double root = sample > 10 ? root_of((sample / 255.0 + 0.055) / 1.055, 5) : 0;
	double square = root * root;

	return sample > 10 ? square * square * square * square * square * square
			   : sample / 255.0 / 12.92;
}

/* Returns the square of the distance of two colours (CIE76). */
static double distance(struct ff_colour one, struct ff_colour other)
{
	const struct ff_lab p = ff_palette_lab(ff_palette_light(one.r), ff_palette_light(one.g),
					       ff_palette_light(one.b));
	const struct ff_lab q = ff_palette_lab(ff_palette_light(other.r), ff_palette_light(other.g),
					       ff_palette_light(other.b));
	double l = (double)(p.l - q.l), a = (double)(p.a - q.a), b = (double)(p.b - q.b);

	return l * l + a * a + b * b;
}

/* ---- groups ---- */

enum { OTHERS = FF_PALETTE_GROUPS - 1 };

uint32_t ff_groups_named(const struct ff_groups *groups)
{
	return groups->count > FF_PALETTE_GROUPS ? OTHERS : groups->count;
}

/* Finds the colour that a group is named by; false if that is none. */
static bool find_colour(const char *name, struct ff_colour *colour)
{
	char *end;
	unsigned long rgb = strtoul(name + (name[0] == '#'), &end, 16);

	*colour = (struct ff_colour){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb};
	for (int i = 0; i < NAMES && name[0] != '#'; i++)
		if (strcasecmp(name, names[i]) == 0) {
			*colour = named[i];
			return true;
		}
	return name[0] == '#' && end == name + 7 && *end == '\0';
}

/* Returns the free hue nearest to a colour; OTHERS if the colour can hardly be told from walls,
 * ground or other hues. */
static uint8_t find_hue(const struct ff_groups *groups, const bool *taken, struct ff_colour colour)
{
	const struct ff_colour under[] = {SLATE, ground_light, ground_dark};
	const double least = 20 * 20;
	double nearest = HUGE_VAL;
	uint8_t best = OTHERS;

	for (int hue = 0; hue < OTHERS; hue++)
		if (!taken[hue] && distance(colour, groups->colours[hue]) < nearest) {
			nearest = distance(colour, groups->colours[hue]);
			best = (uint8_t)hue;
		}
	for (int i = 0; i < 3 + FF_PALETTE_GROUPS; i++)
		if (i != 3 + best &&
		    distance(colour, i < 3 ? under[i] : groups->colours[i - 3]) < least)
			return OTHERS;
	return best;
}

bool ff_groups_open(struct ff_groups *groups, const struct ff_walkers *walkers)
{
	struct ff_groups g = {.walkers = walkers};
	bool taken[FF_PALETTE_GROUPS] = {false};
	uint32_t first = 0, left;

	if ((g.hues = malloc((size_t)walkers->group_count + 1)) == NULL)
		return false;
	memset(g.hues, FF_GROUPS_NONE, walkers->group_count);
	for (size_t i = 0; i < walkers->count; i++)
		g.hues[walkers->items[i].group] = OTHERS;
	for (uint32_t i = 0; i < walkers->group_count; i++)
		g.count += g.hues[i] != FF_GROUPS_NONE;
	memcpy(g.colours, ff_palette_groups, sizeof g.colours);
	/* The first groups have hues of their own. */
	for (left = ff_groups_named(&g); first < walkers->group_count && left > 0; first++) {
		struct ff_colour colour;
		uint8_t hue;

		left -= g.hues[first] != FF_GROUPS_NONE;
		if (g.hues[first] != OTHERS || !find_colour(walkers->groups[first], &colour) ||
		    (hue = find_hue(&g, taken, colour)) == OTHERS)
			continue;
		g.hues[first] = hue;
		g.colours[hue] = colour;
		taken[hue] = true;
	}
	for (uint32_t i = 0; i < first; i++) {
		uint8_t hue = 0;

		if (g.hues[i] != OTHERS)
			continue;
		while (taken[hue])
			hue++;
		g.hues[i] = hue;
		taken[hue] = true;
	}
	*groups = g;
	return true;
}

void ff_groups_close(struct ff_groups *groups)
{
	free(groups->hues);
	*groups = (struct ff_groups){0};
}

struct ff_colour ff_groups_colour(const struct ff_groups *groups, size_t walker)
{
	return groups->colours[groups->hues[groups->walkers->items[walker].group]];
}

const char *ff_groups_name(const struct ff_groups *groups, uint8_t hue)
{
	const char *name = NULL;

	for (uint32_t i = 0; i < groups->walkers->group_count; i++) {
		if (groups->hues[i] == hue && name != NULL)
			return NULL;
		if (groups->hues[i] == hue)
			name = groups->walkers->groups[i];
	}
	return name;
}
