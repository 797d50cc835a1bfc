/*
 * The fixed colours are far from every level of every colour map: the maps have no magenta, no
 * violet and no pink, and gray stops short of black and white.
 *
 * Hues with names are those of M. Okabe and K. Ito, "Color universal design", 2008: they differ for
 * every kind of colour vision, and in lightness, too.
 */
#include "draw/palette.h"

#include <stddef.h>

enum { GRAY_FIRST = 24, GRAY_LAST = 184 };

/* clang-format off */
#define ORANGE     {230, 159, 0}
#define SKY        {86, 180, 233}
#define GREEN      {0, 158, 115}
#define YELLOW     {240, 228, 66}
#define BLUE       {0, 114, 178}
#define VERMILLION {213, 94, 0}
#define ROSE       {204, 121, 167}

/* Colours of several things. */
#define WHITE      {255, 255, 255}
#define MAGENTA    {255, 0, 144}
#define PLUM       {144, 60, 144}
#define CHARCOAL   {52, 56, 64}
#define SLATE      {84, 88, 96}
#define CLAY       {140, 124, 104}
#define SILVER     {196, 200, 206}
#define MIST       {244, 245, 247}

static const struct ff_colour fixed[FF_PALETTE_END - FF_PALETTE_LEVELS] = {
	[FF_PALETTE_PAPER - FF_PALETTE_LEVELS]        = WHITE,
	[FF_PALETTE_INK - FF_PALETTE_LEVELS]          = {20, 22, 26},
	[FF_PALETTE_FRAME - FF_PALETTE_LEVELS]        = {148, 152, 160},
	[FF_PALETTE_WALL - FF_PALETTE_LEVELS]         = {235, 231, 222},
	[FF_PALETTE_UNREACHED - FF_PALETTE_LEVELS]    = {246, 164, 188},
	[FF_PALETTE_GOAL - FF_PALETTE_LEVELS]         = MAGENTA,
	[FF_PALETTE_CLOSED - FF_PALETTE_LEVELS]       = {214, 196, 164},
	[FF_PALETTE_NOT_COMPUTED - FF_PALETTE_LEVELS] = {200, 212, 236},
	[FF_PALETTE_NOT_YET - FF_PALETTE_LEVELS]      = {178, 216, 196},
	[FF_PALETTE_EDITED - FF_PALETTE_LEVELS]       = {160, 0, 255},
};

/* Entries that differ from 'fixed'. */
static const struct {
	uint8_t look, entry;
	struct ff_colour colour;
} differing[] = {
	{FF_PALETTE_ARROWS,          FF_PALETTE_WALL,         SLATE},
	{FF_PALETTE_ARROWS,          FF_PALETTE_CLOSED,       CLAY},
	/* Neither like a cost, beside greys, nor like a direction. */
	{FF_PALETTE_ARROWS,          FF_PALETTE_NOT_COMPUTED, {240, 218, 180}},
	{FF_PALETTE_ARROWS,          FF_PALETTE_NOT_YET,      {180, 232, 180}},
	{FF_PALETTE_DIRECTIONS,      FF_PALETTE_WALL,         SLATE},
	{FF_PALETTE_DIRECTIONS,      FF_PALETTE_CLOSED,       CLAY},
	{FF_PALETTE_DIRECTIONS,      FF_PALETTE_UNREACHED,    {186, 188, 192}},
	{FF_PALETTE_DIRECTIONS,      FF_PALETTE_NOT_COMPUTED, {246, 246, 244}},
	{FF_PALETTE_DIRECTIONS,      FF_PALETTE_NOT_YET,      {220, 240, 226}},
	{FF_PALETTE_WALKS,           FF_PALETTE_WALL,         SLATE},
	{FF_PALETTE_WALKS,           FF_PALETTE_CLOSED,       CLAY},
	{FF_PALETTE_REACH,           FF_PALETTE_GOAL,         YELLOW},
	{FF_PALETTE_REACH,           FF_PALETTE_UNREACHED,    VERMILLION},
	{FF_PALETTE_REACH,           FF_PALETTE_WALL,         CHARCOAL},
	{FF_PALETTE_REACH,           FF_PALETTE_CLOSED,       {150, 150, 150}},
	{FF_PALETTE_REACH,           FF_PALETTE_NOT_COMPUTED, {240, 240, 236}},
	{FF_PALETTE_REACH,           FF_PALETTE_NOT_YET,      {190, 226, 200}},
	/* Faint against the paper. */
	{FF_PALETTE_MEASURE,         FF_PALETTE_WALL,         {176, 176, 176}},
	/* Paler than any change. */
	{FF_PALETTE_DIFFERENCE,      FF_PALETTE_GOAL,         {255, 178, 220}},
	{FF_PALETTE_DIFFERENCE,      FF_PALETTE_UNREACHED,    {252, 226, 234}},
	{FF_PALETTE_DIFFERENCE,      FF_PALETTE_NOT_YET,      {210, 234, 220}},
	{FF_PALETTE_SECTORS,         FF_PALETTE_WALL,         SLATE},
	{FF_PALETTE_SECTORS,         FF_PALETTE_CLOSED,       CLAY},
	{FF_PALETTE_SECTORS_CROWDED, FF_PALETTE_WALL,         SLATE},
	{FF_PALETTE_SECTORS_CROWDED, FF_PALETTE_CLOSED,       CLAY},
	{FF_PALETTE_SECTORS_FAINT,   FF_PALETTE_WALL,         {206, 209, 214}},
	{FF_PALETTE_SECTORS_FAINT,   FF_PALETTE_CLOSED,       {222, 212, 196}},
};

/* OKLCH (B. Ottosson, 2020): hues 45 degrees apart, chroma 0.11, lightness 0.84 and, for
 * eyes that tell fewer hues, 0.64 on the diagonals. */
const struct ff_colour ff_palette_directions[FF_DIRECTIONS] = {
	[FF_N] = {139, 210, 255}, [FF_NE] = {139, 128, 202},
	[FF_E] = {248, 175, 231}, [FF_SE] = {198, 111, 112},
	[FF_S] = {252, 188, 124}, [FF_SW] = {144, 146, 59},
	[FF_W] = {142, 224, 171}, [FF_NW] = {0, 160, 166},
};

const struct ff_colour ff_palette_routes[FF_PALETTE_ROUTES] = {
	{200, 30, 40}, {20, 70, 200},  {0, 110, 60},   {130, 40, 160},
	{90, 50, 20},  {20, 130, 180}, {220, 70, 160}, {60, 60, 70},
};

/* To be seen on white and on grey, and as different as eight colours can be to eyes without red or
 * green cones. */
const struct ff_colour ff_palette_groups[FF_PALETTE_GROUPS] = {
	{0, 104, 190}, {226, 96, 0},   {0, 150, 90},  {140, 50, 170},
	{214, 150, 0}, {60, 170, 226}, {130, 74, 30}, {110, 114, 122},
};

const struct ff_colour ff_palette_paces[FF_PALETTE_PACES] = {
	{214, 32, 32}, {240, 160, 20}, {30, 110, 190},
};

/*
 * After the first seven each hue was chosen as by C. Glasbey, G. van der Heijden, V. Toh and
 * A. Gray, "Colour displays for categorical images", 2007: as far as can be from all before it and
 * from the fixed colours, to eyes with all cones, without red or without green ones, whichever see
 * them nearest (in B. Ottosson's Oklab, of lightness 0.5..0.9 and chroma 0.06..0.19).
 */
const struct ff_colour ff_palette_hues[FF_PALETTE_HUES] = {
	SKY, ORANGE, GREEN, ROSE, YELLOW, BLUE, VERMILLION,
	{180, 24, 84},   {132, 120, 252}, {144, 180, 120}, {132, 252, 156}, {180, 204, 252},
	{144, 84, 0},    {96, 216, 108},  {60, 120, 120},  {252, 132, 228}, {36, 144, 0},
	{72, 84, 204},   {96, 132, 204},  {180, 84, 84},   PLUM,            {252, 192, 24},
	{156, 132, 84},  {72, 156, 180},
};

/* Warm for what got worse, cold for what got better. */
const struct ff_colour ff_palette_changes[FF_CHANGE_KINDS] = {
	[FF_CHANGE_UNREACHABLE] = {200, 70, 0},  [FF_CHANGE_WALL_ADDED] = CHARCOAL,
	[FF_CHANGE_LOST] = {144, 52, 0},         [FF_CHANGE_GOAL_REMOVED] = {128, 32, 84},
	[FF_CHANGE_GOAL_ADDED] = MAGENTA,        [FF_CHANGE_WALL_REMOVED] = SKY,
	[FF_CHANGE_REACHABLE] = GREEN,           [FF_CHANGE_GAINED] = {0, 92, 68},
	[FF_CHANGE_GROUND] = {216, 140, 184},    [FF_CHANGE_RISEN] = ORANGE,
	[FF_CHANGE_FALLEN] = BLUE,               [FF_CHANGE_CHANGED] = PLUM,
	[FF_CHANGE_TURNED] = YELLOW,             [FF_CHANGE_UNCOMPUTED] = {108, 108, 96},
	[FF_CHANGE_COMPUTED] = {168, 120, 252},
};

const struct ff_colour ff_palette_portals[FF_PALETTE_PORTALS] = {
	{245, 166, 35}, {214, 120, 10}, {46, 184, 168}, {12, 140, 128}, {140, 72, 216},
};

const struct ff_colour
	ff_palette_white      = WHITE,
	ff_palette_reached    = SKY,
	ff_palette_arrow      = {0, 52, 156},
	ff_palette_walker_rim = {28, 30, 36},
	ff_palette_bar        = {86, 150, 214},
	ff_palette_grid       = {226, 228, 232},
	ff_palette_edge       = {136, 156, 190},
	ff_palette_node       = {36, 52, 100};

const struct ff_palette_ramp
	ff_palette_walks_ground  = {{252, 252, 253}, SILVER},
	ff_palette_arrows_ground = {{252, 252, 250}, {150, 164, 176}};

static const struct ff_palette_sectors sectors[] = {
	{
		.clear = {WHITE, {206, 229, 255}},
		.ground = {{MIST, SILVER}, {{188, 214, 247}, {134, 172, 218}}},
		.wall = {64, 84, 116},
		.line = {176, 182, 192},
		.wall_line = {112, 118, 128},
	},
	{
		.clear = {WHITE, {152, 196, 255}},
		.ground = {{MIST, SILVER}, {{136, 182, 246}, {98, 142, 208}}},
		.wall = {50, 80, 134},
		.line = {196, 201, 209},
		.wall_line = {102, 107, 117},
	},
	{
		.clear = {WHITE, {228, 240, 255}},
		.ground = {{{250, 250, 251}, {226, 229, 233}}, {{220, 234, 253}, {186, 209, 238}}},
		.wall = {192, 203, 220},
		.line = {198, 202, 210},
		.wall_line = {178, 183, 192},
	},
};
/* clang-format on */

static const struct ff_colour *const maps[FF_COLORMAPS] = {
	[FF_COLORMAP_VIRIDIS] = ff_palette_viridis,
	[FF_COLORMAP_CIVIDIS] = ff_palette_cividis,
	[FF_COLORMAP_TURBO] = ff_palette_turbo,
	[FF_COLORMAP_GRAY] = NULL, /* computed */
};

const char *const ff_colormap_names[FF_COLORMAPS] = {
	[FF_COLORMAP_VIRIDIS] = "viridis",
	[FF_COLORMAP_CIVIDIS] = "cividis",
	[FF_COLORMAP_TURBO] = "turbo",
	[FF_COLORMAP_GRAY] = "gray",
};

void ff_palette_set(struct ff_image *image)
{
	for (int i = FF_PALETTE_LEVELS; i < FF_PALETTE_END; i++)
		image->palette[i] = fixed[i - FF_PALETTE_LEVELS];
	image->colours = FF_PALETTE_NOT_COMPUTED;
}

void ff_palette_set_look(struct ff_image *image, enum ff_palette_look look)
{
	for (size_t i = 0; i < sizeof differing / sizeof *differing; i++)
		if (differing[i].look == look)
			image->palette[differing[i].entry] = differing[i].colour;
}

struct ff_colour ff_palette_level(enum ff_colormap map, int level)
{
	int most = FF_PALETTE_LEVELS - 1;

	if (maps[map] == NULL) {
		uint8_t v = (uint8_t)(GRAY_FIRST +
				      (level * (GRAY_LAST - GRAY_FIRST) + most / 2) / most);

		return (struct ff_colour){v, v, v};
	}
	return maps[map][(level * 255 + most / 2) / most];
}

void ff_palette_fill(struct ff_image *image, enum ff_colormap map)
{
	for (int level = 0; level < FF_PALETTE_LEVELS; level++)
		image->palette[level] = ff_palette_level(map, level);
}

/* By the luminance of WCAG 2 (its curve taken as a square), whose middle is 0.18. */
uint8_t ff_palette_ink(struct ff_colour c)
{
	double r = c.r / 255.0, g = c.g / 255.0, b = c.b / 255.0;

	return 0.2126 * r * r + 0.7152 * g * g + 0.0722 * b * b > 0.18 ? FF_PALETTE_INK
								       : FF_PALETTE_PAPER;
}

struct ff_colour ff_palette_mix(struct ff_colour from, struct ff_colour to, int part, int whole)
{
	return (struct ff_colour){(uint8_t)(from.r + (to.r - from.r) * part / whole),
				  (uint8_t)(from.g + (to.g - from.g) * part / whole),
				  (uint8_t)(from.b + (to.b - from.b) * part / whole)};
}

void ff_palette_fill_ramp(struct ff_colour *colours, int count, const struct ff_palette_ramp *ramp)
{
	for (int i = 0; i < count; i++)
		colours[i] = ff_palette_mix(ramp->light, ramp->dark, i, count - 1);
}

const struct ff_palette_sectors *ff_palette_sectors(enum ff_palette_look look)
{
	return &sectors[look - FF_PALETTE_SECTORS];
}
