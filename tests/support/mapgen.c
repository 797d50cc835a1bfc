/*
 * A map is cells and a stream of random numbers; each kind is one fill_*
 * function that draws on it with boxes, discs and noise.  Drawing clips, so
 * that a map too small for its features loses them and nothing worse.
 */
#include "support/mapgen.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

enum {
	OPEN = 1,
	WALL = 255,
};

struct map {
	int32_t w, h;
	uint64_t seed;
	uint64_t state; /* of the stream of random numbers */
	uint8_t *cells;
};

/* ---- random numbers: SplitMix64 (Steele, Lea, Flood 2014) ---- */

static uint64_t mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static uint64_t next(struct map *map)
{
	map->state += UINT64_C(0x9e3779b97f4a7c15);
	return mix(map->state);
}

/* Returns a random number in 0..n-1. */
static int32_t below(struct map *map, int32_t n)
{
	return (int32_t)(((next(map) >> 32) * (uint64_t)n) >> 32);
}

/* Returns a random number in low..high. */
static int32_t between(struct map *map, int32_t low, int32_t high)
{
	return low + below(map, high - low + 1);
}

/* Returns a random number in low..high without the outer quarters. */
static int32_t middle(struct map *map, int32_t low, int32_t high)
{
	int32_t quarter = (high - low) / 4;

	return between(map, low + quarter, high - quarter);
}

/* ---- small sums ---- */

static int32_t least(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
	return most(low, least(value, high));
}

/* Returns 'whole' * a / b without overflow. */
static int32_t part(int32_t whole, int32_t a, int32_t b)
{
	return (int32_t)((int64_t)whole * a / b);
}

/* ---- drawing; everything clips ---- */

static uint8_t *at(struct map *map, int32_t x, int32_t y)
{
	return &map->cells[(size_t)y * (size_t)map->w + (size_t)x];
}

static bool inside(const struct map *map, int32_t x, int32_t y)
{
	return x >= 0 && y >= 0 && x < map->w && y < map->h;
}

static void put(struct map *map, int32_t x, int32_t y, uint8_t value)
{
	if (inside(map, x, y))
		*at(map, x, y) = value;
}

/* Fills a box, both corners included. */
static void box(struct map *map, int32_t x0, int32_t y0, int32_t x1, int32_t y1, uint8_t value)
{
	x0 = most(x0, 0);
	y0 = most(y0, 0);
	x1 = least(x1, map->w - 1);
	y1 = least(y1, map->h - 1);
	if (x0 > x1)
		return;
	for (int32_t y = y0; y <= y1; y++)
		memset(at(map, x0, y), value, (size_t)(x1 - x0 + 1));
}

/* Fills a disc; one 'radius' more than the square avoids four tips. */
static void disc(struct map *map, int32_t x, int32_t y, int32_t radius, uint8_t value)
{
	int32_t reach = radius;

	for (int32_t dy = 0; dy <= radius; dy++) {
		while (reach * reach + dy * dy > radius * radius + radius)
			reach--;
		box(map, x - reach, y - dy, x + reach, y - dy, value);
		box(map, x - reach, y + dy, x + reach, y + dy, value);
	}
}

static void fill(struct map *map, uint8_t value)
{
	memset(map->cells, value, (size_t)map->w * (size_t)map->h);
}

/* ---- value noise ---- */

enum {
	NOISE_BITS = 15,
	NOISE_ONE = 1 << NOISE_BITS, /* noise is 0..NOISE_ONE-1 */
};

/* Returns 3t^2 - 2t^3. */
static int32_t smooth(int32_t t)
{
	return (int32_t)((int64_t)t * t * (3 * NOISE_ONE - 2 * t) >> (2 * NOISE_BITS));
}

static int32_t lattice(uint64_t seed, int32_t x, int32_t y)
{
	uint64_t key = (uint64_t)(uint32_t)x << 32 | (uint32_t)y;

	return (int32_t)(mix(seed ^ mix(key)) >> (64 - NOISE_BITS));
}

/*
 * Row 'y' of a noise whose longest waves are 2^shift cells; each octave has
 * half the wave and half the height of the one before.
 */
static void noise_row(uint64_t seed, int32_t y, int shift, int octaves, int32_t n, int32_t *row)
{
	int32_t height = 0;

	memset(row, 0, (size_t)n * sizeof *row);
	for (int o = 0; o < octaves && o <= shift; o++) {
		int s = shift - o;
		int32_t wave = INT32_C(1) << s;
		/* Lattices that do not line up hide that they are lattices. */
		uint64_t seed_o = mix(seed + (uint64_t)o + 1);
		int32_t shift_x = (int32_t)(seed_o & (uint64_t)(wave - 1));
		int32_t y_o = y + (int32_t)(seed_o >> 32 & (uint64_t)(wave - 1));
		int32_t ty = smooth((y_o & (wave - 1)) << (NOISE_BITS - s));

		for (int32_t x = 0; x < n;) {
			int32_t x_o = x + shift_x;
			int32_t i = x_o >> s, j = y_o >> s;
			int32_t last = least(n, x + wave - (x_o & (wave - 1)));
			int32_t nw = lattice(seed_o, i, j), ne = lattice(seed_o, i + 1, j);
			int32_t sw = lattice(seed_o, i, j + 1), se = lattice(seed_o, i + 1, j + 1);
			int32_t west = nw + (((sw - nw) * ty) >> NOISE_BITS);
			int32_t east = ne + (((se - ne) * ty) >> NOISE_BITS);

			for (; x < last; x++, x_o++) {
				int32_t tx = smooth((x_o & (wave - 1)) << (NOISE_BITS - s));

				row[x] += (west + (((east - west) * tx) >> NOISE_BITS)) >> o;
			}
		}
		height += NOISE_ONE >> o;
	}
	for (int32_t x = 0; x < n; x++)
		row[x] = part(row[x], NOISE_ONE, most(height, 1));
}

/* Returns the shift of the longest useful power of two of at most 'length' cells. */
static int wave_shift(int32_t length)
{
	int shift = 0;

	while (shift < 12 && length >> (shift + 1) > 0)
		shift++;
	return shift;
}

/* ---- open areas ---- */

struct spot {
	int32_t x, y;
};

struct spots {
	void *items; /* struct spot [room] */
	size_t count, room;
};

static bool push(struct spots *spots, int32_t x, int32_t y)
{
	if (!ff_memory_grow(&spots->items, &spots->room, spots->count + 1, sizeof(struct spot)))
		return false;
	((struct spot *)spots->items)[spots->count++] = (struct spot){x, y};
	return true;
}

/*
 * Turns the area of 'from' cells around x,y into 'to' cells and adds their
 * number to '*size'.  Works in whole spans, so that few spots wait.
 */
static bool flood(struct map *map, struct spots *spots, int32_t x, int32_t y, uint8_t from,
		  uint8_t to, int64_t *size)
{
	spots->count = 0;
	if (!push(spots, x, y))
		return false;
	while (spots->count > 0) {
		struct spot spot = ((struct spot *)spots->items)[--spots->count];
		int32_t x0 = spot.x, x1 = spot.x;

		if (*at(map, spot.x, spot.y) != from)
			continue;
		while (x0 > 0 && *at(map, x0 - 1, spot.y) == from)
			x0--;
		while (x1 < map->w - 1 && *at(map, x1 + 1, spot.y) == from)
			x1++;
		box(map, x0, spot.y, x1, spot.y, to);
		*size += x1 - x0 + 1;
		for (int32_t row = spot.y - 1; row <= spot.y + 1; row += 2)
			for (int32_t i = x0; i <= x1 && row >= 0 && row < map->h; i++)
				if (*at(map, i, row) == from &&
				    (i == x0 || *at(map, i - 1, row) != from) &&
				    !push(spots, i, row))
					return false;
	}
	return true;
}

/* ---- empty ---- */

static bool fill_empty(struct map *map)
{
	fill(map, OPEN);
	return true;
}

/* ---- terrain ---- */

/* Returns the first of 'wide' rows between y0 and y1 where the river is narrowest. */
static int32_t narrowest(const int32_t *width, int32_t y0, int32_t y1, int32_t wide)
{
	int32_t best = y0, best_width = INT32_MAX;

	for (int32_t y = y0; y <= y1 - wide; y++) {
		int32_t widest = 0;

		for (int32_t i = 0; i < wide; i++)
			widest = most(widest, width[y + i]);
		if (widest < best_width) {
			best_width = widest;
			best = y;
		}
	}
	return best;
}

/* Paves the river in these rows, and as much of each bank as the bridge is wide. */
static void bridge(struct map *map, int32_t y, int32_t wide)
{
	for (int32_t row = y; row < least(y + wide, map->h); row++) {
		int32_t x0 = map->w, x1 = -1;

		for (int32_t x = 0; x < map->w; x++)
			if (*at(map, x, row) == WALL) {
				x0 = least(x0, x);
				x1 = x;
			}
		box(map, x0 - wide, row, x1 + wide, row, OPEN);
	}
}

/*
 * Hills of cost 1..200.  A river meanders from the top to the bottom, right of
 * the centre, and has two bridges of cost 1 where it is narrowest.
 */
static bool fill_terrain(struct map *map)
{
	int32_t w = map->w, h = map->h;
	int32_t radius = clamp(least(w, h) / 40, 0, 24);
	int32_t wide = 1 + radius;
	int32_t bank = w / 2 + w / 20 + radius + 1; /* as far left as the river comes */
	int32_t *row = ff_memory_cells(w, 1, sizeof *row);
	int32_t *river = ff_memory_cells(h, 1, sizeof *river);
	bool done = row != NULL && river != NULL;

	if (!done)
		goto out;
	noise_row(mix(map->seed ^ 1), 0, wave_shift(h / 2), 3, h, river);
	for (int32_t y = 0; y < h; y++) {
		int32_t bend = clamp((river[y] - NOISE_ONE / 4) * 2, 0, NOISE_ONE);

		river[y] =
			bank + part(bend, most(part(w, 19, 20) - radius - 2 - bank, 0), NOISE_ONE);
	}
	for (int32_t y = 0; y < h; y++) {
		noise_row(map->seed, y, wave_shift(most(w, h) / 4), 6, w, row);
		for (int32_t x = 0; x < w; x++) {
			int32_t height = clamp((row[x] - NOISE_ONE / 4) * 9 / 4, 0, NOISE_ONE);

			*at(map, x, y) = (uint8_t)(1 + part(height, 199, NOISE_ONE));
		}
	}
	for (int32_t y = 0; y < h; y++) {
		int32_t to = river[y < h - 1 ? y + 1 : y];

		disc(map, river[y], y, radius, WALL);
		for (int32_t x = river[y]; x != to; x += to > x ? 1 : -1)
			disc(map, x, y, radius, WALL);
	}
	for (int32_t y = 0; y < h; y++) {
		river[y] = 0;
		for (int32_t x = 0; x < w; x++)
			river[y] += *at(map, x, y) == WALL;
	}
	bridge(map, narrowest(river, h / 10, part(h, 4, 10), wide), wide);
	bridge(map, narrowest(river, part(h, 6, 10), part(h, 9, 10), wide), wide);
out:
	free(row);
	free(river);
	return done;
}

/* ---- trap ---- */

static bool fill_trap(struct map *map)
{
	int32_t w = map->w, h = map->h;
	int32_t thick = most(least(w, h) / 32, 1);
	int32_t x0 = part(w, 5, 16), x1 = part(w, 11, 16);
	int32_t y0 = part(h, 3, 16), y1 = part(h, 13, 16);

	fill(map, OPEN);
	box(map, x0, y0, x1, y0 + thick - 1, WALL);
	box(map, x0, y1 - thick + 1, x1, y1, WALL);
	box(map, x1 - thick + 1, y0, x1, y1, WALL);
	return true;
}

/* ---- caves ---- */

/*
 * One step of the automaton: a cell becomes rock if at least five of the nine
 * cells around it and itself are.  Outside the map is rock.  'sums' [2*w + 2]
 * holds how much rock stands above, in and below each cell of the row, and the
 * row above as it was.
 */
static void erode(struct map *map, uint8_t *sums)
{
	int32_t w = map->w, h = map->h;
	uint8_t *above = sums + w + 2;

	memset(above, 1, (size_t)w);
	sums[0] = sums[w + 1] = 3;
	for (int32_t y = 0; y < h; y++) {
		uint8_t *row = at(map, 0, y);
		const uint8_t *under = y < h - 1 ? row + w : NULL;

		for (int32_t x = 0; x < w; x++) {
			uint8_t rock = row[x] == WALL;
			uint8_t rock_under = under == NULL || under[x] == WALL;

			sums[x + 1] = (uint8_t)(above[x] + rock + rock_under);
			above[x] = rock;
		}
		for (int32_t x = 0; x < w; x++)
			row[x] = sums[x] + sums[x + 1] + sums[x + 2] >= 5 ? WALL : OPEN;
	}
}

enum {
	CAVE_UNSEEN = OPEN,
	CAVE_JOINED,
	CAVE_NEW,
	CAVE_LEAST = 24, /* smaller caves are filled in */
};

/* Digs from a new cave towards the centre until a joined one is met, and joins all it meets. */
static bool dig(struct map *map, struct spots *spots, int32_t x, int32_t y)
{
	int32_t from_x = x, from_y = y;
	int64_t size = 0;

	while (*at(map, x, y) != CAVE_JOINED) {
		int32_t dx = map->w / 2 - x, dy = map->h / 2 - y;

		if (*at(map, x, y) == CAVE_UNSEEN &&
		    !flood(map, spots, x, y, CAVE_UNSEEN, CAVE_NEW, &size))
			return false;
		*at(map, x, y) = CAVE_NEW;
		if (below(map, abs(dx) + abs(dy)) < abs(dx))
			x += dx > 0 ? 1 : -1;
		else
			y += dy > 0 ? 1 : -1;
	}
	return flood(map, spots, from_x, from_y, CAVE_NEW, CAVE_JOINED, &size);
}

/* Applies the 4-5 rule to 48 % rock five times, then joins all caves. */
static bool fill_caves(struct map *map)
{
	int32_t w = map->w, h = map->h;
	size_t n = (size_t)w * (size_t)h;
	uint8_t *sums = malloc(2 * (size_t)w + 2);
	struct spots spots = {0};
	int64_t size = 0;
	bool done = sums != NULL;

	for (size_t i = 0; i < n; i++)
		map->cells[i] = below(map, 100) < 48 ? WALL : OPEN;
	for (int i = 0; i < 5 && done; i++)
		erode(map, sums);
	disc(map, w / 2, h / 2, 2, CAVE_UNSEEN);
	done = done && flood(map, &spots, w / 2, h / 2, CAVE_UNSEEN, CAVE_JOINED, &size);
	for (int32_t y = 0; y < h && done; y++)
		for (int32_t x = 0; x < w && done; x++) {
			if (*at(map, x, y) != CAVE_UNSEEN)
				continue;
			size = 0;
			done = flood(map, &spots, x, y, CAVE_UNSEEN, CAVE_NEW, &size);
			if (done && size < CAVE_LEAST)
				done = flood(map, &spots, x, y, CAVE_NEW, WALL, &size);
			else
				done = done && dig(map, &spots, x, y);
		}
	for (size_t i = 0; i < n; i++)
		map->cells[i] = map->cells[i] == WALL ? WALL : OPEN;
	free(spots.items);
	free(sums);
	return done;
}

/* ---- maze ---- */

/*
 * A perfect maze by random depth-first search.  Corridors run on every second
 * row and column, those of the centre among them.  While the search lasts, an
 * open cell holds the way back instead of a cost: the map is its own stack.
 */
static bool fill_maze(struct map *map)
{
	static const int8_t dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
	int32_t x = map->w / 2, y = map->h / 2;
	size_t n = (size_t)map->w * (size_t)map->h;

	fill(map, WALL);
	*at(map, x, y) = 4; /* back from here: nowhere */
	for (;;) {
		int ways[4], count = 0, way;

		for (int i = 0; i < 4; i++)
			if (inside(map, x + 2 * dx[i], y + 2 * dy[i]) &&
			    *at(map, x + 2 * dx[i], y + 2 * dy[i]) == WALL)
				ways[count++] = i;
		if (count > 0) {
			way = ways[below(map, count)];
			*at(map, x + dx[way], y + dy[way]) = OPEN;
			*at(map, x + 2 * dx[way], y + 2 * dy[way]) = (uint8_t)((way + 2) % 4);
		} else {
			way = *at(map, x, y);
			if (way == 4)
				break;
		}
		x += 2 * dx[way];
		y += 2 * dy[way];
	}
	for (size_t i = 0; i < n; i++)
		if (map->cells[i] != WALL)
			map->cells[i] = OPEN;
	return true;
}

/* ---- city ---- */

enum {
	CITY_AVENUE = 10,
	CITY_PLAZA = 20,
	CITY_STREET = 30,
	CITY_PATH = 40, /* through a park */
	CITY_ALLEY = 80,
	CITY_LOT = 100,
	CITY_GRASS = 140,

	CITY_PERIOD = 6, /* blocks from one avenue to the next */
};

/* The first and the last cell of a block along one side of the map. */
struct block {
	int32_t from, to;
	bool avenue; /* and not a street comes after it */
};

/* Cuts 'n' cells into blocks of shortest..longest and what lies between them; NULL if no memory. */
static struct block *cut_blocks(struct map *map, int32_t n, int32_t shortest, int32_t longest,
				int32_t *count)
{
	struct block *blocks = ff_memory_cells(n / shortest + 2, 1, sizeof *blocks);
	int32_t from = -below(map, shortest - 2);
	int32_t phase = between(map, 1, CITY_PERIOD / 2);

	*count = 0;
	while (blocks != NULL && from < n) {
		int32_t to = from + between(map, shortest, longest) - 1;
		bool avenue = (*count + phase) % CITY_PERIOD == 0;

		blocks[(*count)++] = (struct block){from, to, avenue};
		from = to + (avenue ? 4 : 3);
	}
	return blocks;
}

/* Draws a block of houses.  Yards open towards the map's centre. */
static void draw_houses(struct map *map, const struct block *bx, const struct block *by)
{
	int32_t x0 = bx->from, x1 = bx->to, y0 = by->from, y1 = by->to;
	int32_t mid_x = between(map, x0 + 3, x1 - 3), mid_y = between(map, y0 + 2, y1 - 2);
	int32_t near_x = mid_x < map->w / 2 ? x1 : x0, near_y = mid_y < map->h / 2 ? y1 : y0;

	box(map, x0, y0, x1, y1, WALL);
	switch (below(map, 8)) {
	case 0: /* a courtyard and its gateway, unless the edge of the map may cut that off */
	case 1:
		if (!inside(map, x0, y0) || !inside(map, x1, y1))
			break;
		box(map, x0 + 2, y0 + 2, x1 - 2, y1 - 2, CITY_ALLEY);
		box(map, least(mid_x, near_x), mid_y, most(mid_x, near_x), mid_y, CITY_ALLEY);
		break;
	case 2: /* an alley across */
	case 3:
		box(map, mid_x, y0, mid_x, y1, CITY_ALLEY);
		break;
	case 4:
		box(map, x0, mid_y, x1, mid_y, CITY_ALLEY);
		break;
	case 5: /* a parking lot at the corner */
		box(map, least(mid_x, near_x), least(mid_y, near_y), most(mid_x, near_x),
		    most(mid_y, near_y), CITY_LOT);
		break;
	default:
		break;
	}
}

static void draw_plaza(struct map *map, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
	int32_t x = x0 + (x1 - x0) / 2, y = y0 + (y1 - y0) / 2;

	box(map, x0, y0, x1, y1, CITY_PLAZA);
	box(map, x, y, x + 1, y + 1, WALL); /* the monument */
}

/* Draws grass with trees, a pond if there is room, and two paths that cross. */
static void draw_park(struct map *map, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
	int32_t mid_x = middle(map, x0, x1);
	int32_t mid_y = middle(map, y0, y1);
	int32_t pond_x = mid_x - x0 > x1 - mid_x ? (x0 + mid_x) / 2 : (mid_x + x1) / 2;
	int32_t pond_y = mid_y - y0 > y1 - mid_y ? (y0 + mid_y) / 2 : (mid_y + y1) / 2;

	box(map, x0, y0, x1, y1, CITY_GRASS);
	for (int32_t y = y0 + 1; y < y1; y += 2)
		for (int32_t x = x0 + 1; x < x1; x += 2)
			if (below(map, 4) == 0)
				put(map, x, y, WALL);
	if (x1 - x0 >= 16 && y1 - y0 >= 12) {
		box(map, pond_x - 4, pond_y - 3, pond_x + 4, pond_y + 3, CITY_GRASS);
		disc(map, pond_x - 1, pond_y, 2, WALL);
		disc(map, pond_x + 1, pond_y, 2, WALL);
	}
	box(map, x0, mid_y, x1, mid_y, CITY_PATH);
	box(map, mid_x, y0, mid_x, y1, CITY_PATH);
}

/* Draws diagonal avenues, two cells across for each one down; one meets the centre. */
static void draw_diagonals(struct map *map)
{
	const int32_t apart = 640;

	for (int32_t y = 0; y < map->h; y++) {
		int32_t x = (map->w / 2 + 2 * (map->h / 2 - y)) % apart;

		for (x -= apart; x < map->w + apart; x += apart)
			box(map, x - 3, y, x + 3, y, CITY_AVENUE);
	}
}

static bool fill_city(struct map *map)
{
	int32_t nx = 0, ny = 0;
	struct block *bx = cut_blocks(map, map->w, 9, 15, &nx);
	struct block *by = cut_blocks(map, map->h, 7, 11, &ny);
	bool done = bx != NULL && by != NULL;

	fill(map, CITY_STREET);
	for (int32_t i = 0; i < nx && done; i++)
		if (bx[i].avenue)
			box(map, bx[i].to + 1, 0, bx[i].to + 3, map->h - 1, CITY_AVENUE);
	for (int32_t j = 0; j < ny && done; j++)
		if (by[j].avenue)
			box(map, 0, by[j].to + 1, map->w - 1, by[j].to + 3, CITY_AVENUE);
	for (int32_t j = 0; j < ny && done; j++)
		for (int32_t i = 0; i < nx; i++)
			draw_houses(map, &bx[i], &by[j]);
	/* Each district has a plaza, and a park as large as two blocks by two. */
	for (int32_t j = 0; j < ny && done; j += CITY_PERIOD)
		for (int32_t i = 0; i < nx; i += CITY_PERIOD) {
			int32_t px = i + between(map, 1, 3), py = j + between(map, 1, 3);
			int32_t qx = i + between(map, 1, 4), qy = j + between(map, 1, 4);

			if (qx < nx && qy < ny)
				draw_plaza(map, bx[qx].from, by[qy].from, bx[qx].to, by[qy].to);
			if (px + 1 < nx && py + 1 < ny)
				draw_park(map, bx[px].from, by[py].from,
					  least(bx[px + 1].to, map->w - 1),
					  least(by[py + 1].to, map->h - 1));
		}
	draw_diagonals(map);
	disc(map, map->w / 2, map->h / 2, 4, CITY_PLAZA);
	free(bx);
	free(by);
	return done;
}

/* ---- rooms ---- */

enum {
	HALL = 10,
	ROOM = 20, /* and up */
	DOOR = 90,

	HALL_FROM = 48, /* an area this long is cut by a hall */
	ROOM_LEAST = 4,
	ROOM_TO = 13, /* an area this long or less may stay a room */
};

/* An area without the walls around it; both corners belong to it. */
struct area {
	int32_t x0, y0, x1, y1;
};

static bool is(struct map *map, int32_t x, int32_t y, uint8_t value)
{
	return inside(map, x, y) && *at(map, x, y) == value;
}

/* Opens doors at random in the sides of the area that border a hall. */
static void open_to_halls(struct map *map, struct area a, int percent)
{
	for (int side = 0; side < 4; side++) {
		int32_t x = middle(map, a.x0, a.x1);
		int32_t y = middle(map, a.y0, a.y1);
		int32_t dx = 0, dy = 0;

		switch (side) {
		case 0:
			y = a.y0 - 1, dy = -1;
			break;
		case 1:
			x = a.x1 + 1, dx = 1;
			break;
		case 2:
			y = a.y1 + 1, dy = 1;
			break;
		default:
			x = a.x0 - 1, dx = -1;
			break;
		}
		if (is(map, x + dx, y + dy, HALL) && below(map, 100) < percent)
			put(map, x, y, DOOR);
	}
}

/*
 * Where a wall can cut 'from'..'to' so that a room fits on both sides and
 * neither end, on the lines 'end0' and 'end1', meets a door; -1 if nowhere.
 */
static int32_t place_wall(struct map *map, bool upright, int32_t from, int32_t to, int32_t end0,
			  int32_t end1)
{
	int32_t low = from + ROOM_LEAST, n = to - ROOM_LEAST - low + 1;
	int32_t start = n > 0 ? below(map, n) : 0;

	for (int32_t i = 0; i < n; i++) {
		int32_t p = low + (start + i) % n;

		if (upright ? is(map, p, end0, WALL) && is(map, p, end1, WALL)
			    : is(map, end0, p, WALL) && is(map, end1, p, WALL))
			return p;
	}
	return -1;
}

/* Draws a room's floor; large rooms have pillars. */
static void draw_room(struct map *map, struct area a)
{
	int32_t w = a.x1 - a.x0 + 1, h = a.y1 - a.y0 + 1;

	box(map, a.x0, a.y0, a.x1, a.y1, (uint8_t)(ROOM + 20 * below(map, 3)));
	if (w >= 9 && h >= 9)
		for (int i = 0; i < 4; i++)
			put(map, i % 2 ? a.x1 - 2 : a.x0 + 2, i / 2 ? a.y1 - 2 : a.y0 + 2, WALL);
	open_to_halls(map, a, 35);
}

enum {
	AREAS = 128, /* waiting at once: one for each time that an area was cut */
};

/* Cuts an area by walls with a door each until only rooms are left. */
static void draw_rooms(struct map *map, struct area whole)
{
	struct area stack[AREAS];
	int count = 0;

	box(map, whole.x0, whole.y0, whole.x1, whole.y1, ROOM);
	open_to_halls(map, whole, 100);
	stack[count++] = whole;
	while (count > 0) {
		struct area a = stack[--count], b = a;
		int32_t w = a.x1 - a.x0 + 1, h = a.y1 - a.y0 + 1;
		bool upright = w > h;
		int32_t p = -1;

		if (most(w, h) > ROOM_TO || (most(w, h) > 2 * ROOM_LEAST && below(map, 3) == 0))
			p = upright ? place_wall(map, true, a.x0, a.x1, a.y0 - 1, a.y1 + 1)
				    : place_wall(map, false, a.y0, a.y1, a.x0 - 1, a.x1 + 1);
		if (p < 0 || count + 2 > AREAS) {
			draw_room(map, a);
			continue;
		}
		if (upright) {
			box(map, p, a.y0, p, a.y1, WALL);
			put(map, p, middle(map, a.y0, a.y1), DOOR);
			a.x1 = p - 1;
			b.x0 = p + 1;
		} else {
			box(map, a.x0, p, a.x1, p, WALL);
			put(map, middle(map, a.x0, a.x1), p, DOOR);
			a.y1 = p - 1;
			b.y0 = p + 1;
		}
		stack[count++] = a;
		stack[count++] = b;
	}
}

/*
 * Halls cut the map, and what they leave is cut by halls again until it is
 * small; then come the rooms.  The first hall runs through the centre.  A hall
 * that ends at another opens into it, and every side of a group of rooms that
 * faces a hall has a door, so that all is joined.
 */
static bool fill_rooms(struct map *map)
{
	struct area stack[AREAS];
	int count = 0;
	bool first = true;

	fill(map, WALL);
	stack[count++] = (struct area){1, 1, map->w - 2, map->h - 2};
	while (count > 0) {
		struct area a = stack[--count], b = a;
		int32_t w = a.x1 - a.x0 + 1, h = a.y1 - a.y0 + 1;
		int32_t length = most(w, h);
		int32_t half = length > 2 * HALL_FROM ? 2 : 1;
		bool upright = w > h;

		if (w < 1 || h < 1)
			continue;
		if (length < (first ? 2 * ROOM_LEAST + 1 : HALL_FROM) || count + 2 > AREAS) {
			draw_rooms(map, a);
			continue;
		}
		if (upright) {
			int32_t p =
				first ? map->w / 2
				      : between(map, a.x0 + part(w, 2, 5), a.x1 - part(w, 2, 5));

			box(map, p - half, a.y0 - (is(map, p, a.y0 - 2, HALL) ? 1 : 0), p + half,
			    a.y1 + (is(map, p, a.y1 + 2, HALL) ? 1 : 0), HALL);
			a.x1 = p - half - 2;
			b.x0 = p + half + 2;
		} else {
			int32_t p =
				first ? map->h / 2
				      : between(map, a.y0 + part(h, 2, 5), a.y1 - part(h, 2, 5));

			box(map, a.x0 - (is(map, a.x0 - 2, p, HALL) ? 1 : 0), p - half,
			    a.x1 + (is(map, a.x1 + 2, p, HALL) ? 1 : 0), p + half, HALL);
			a.y1 = p - half - 2;
			b.y0 = p + half + 2;
		}
		first = false;
		stack[count++] = a;
		stack[count++] = b;
	}
	return true;
}

/* ---- island ---- */

/* Draws a walled yard with a keep, and with or without a gate towards the bottom. */
static void draw_castle(struct map *map, int32_t x, int32_t y, int32_t half, bool gate)
{
	int32_t thick = most(half / 4, 1);

	box(map, x - half, y - half, x + half, y + half, WALL);
	for (int i = 0; i < 4; i++) /* the towers */
		disc(map, i % 2 ? x + half : x - half, i / 2 ? y + half : y - half, thick, WALL);
	box(map, x - half + thick, y - half + thick, x + half - thick, y + half - thick, OPEN);
	box(map, x - half / 3, y - half / 3, x + half / 3, y + half / 4, WALL);
	if (gate)
		box(map, x - half / 5, y + half - thick, x + half / 5, y + half, OPEN);
}

/*
 * Meadows of cost 10..120.  To the right a lake with an island in it; to the left
 * two castles, the upper one with its gate shut.
 */
static bool fill_island(struct map *map)
{
	int32_t w = map->w, h = map->h;
	int32_t lake_x = part(w, 11, 15), lake_y = h / 2;
	int32_t across = most(part(w, 3, 16), 1), down = most(part(h, 3, 8), 1);
	int32_t half = least(w, h) / 8;
	int32_t *row = ff_memory_cells(w, 1, sizeof *row);
	int32_t *shore = ff_memory_cells(w, 1, sizeof *shore);
	bool done = row != NULL && shore != NULL;

	for (int32_t y = 0; y < h && done; y++) {
		int64_t v = (int64_t)(y - lake_y) * 256 / down;

		noise_row(map->seed, y, wave_shift(most(w, h) / 4), 4, w, row);
		noise_row(mix(map->seed ^ 1), y, wave_shift(most(w, h) / 6), 3, w, shore);
		for (int32_t x = 0; x < w; x++) {
			int64_t u = (int64_t)(x - lake_x) * 256 / across;
			/* 65536 on the ellipse; the noise makes a shore of it */
			int64_t r = u * u + v * v + 2 * (shore[x] - NOISE_ONE / 2);
			int32_t height = clamp((row[x] - NOISE_ONE / 4) * 2, 0, NOISE_ONE);

			*at(map, x, y) = (uint8_t)(10 + part(height, 110, NOISE_ONE));
			if (x > w / 2 + 1 && r < 60000 && r > 16000)
				*at(map, x, y) = WALL;
		}
	}
	if (done && half >= 3) {
		draw_castle(map, part(w, 1, 4), part(h, 1, 4), half, false);
		draw_castle(map, part(w, 1, 4), part(h, 3, 4), half, true);
	}
	free(row);
	free(shore);
	return done;
}

/* ---- random ---- */

static bool fill_random(struct map *map)
{
	size_t n = (size_t)map->w * (size_t)map->h;

	for (size_t i = 0; i < n; i++)
		map->cells[i] = below(map, 5) == 0 ? WALL : (uint8_t)between(map, 1, 254);
	for (int32_t y = map->h / 2 - 1; y <= map->h / 2 + 1; y++)
		for (int32_t x = map->w / 2 - 1; x <= map->w / 2 + 1; x++)
			if (is(map, x, y, WALL))
				put(map, x, y, (uint8_t)between(map, 1, 254));
	return true;
}

/* ---- the worst cases for solvers ---- */

enum {
	DEAR = 254,
};

/* Fills the map with one corridor of the greatest cost, to and fro. */
static bool fill_serpentine(struct map *map)
{
	int32_t first = map->h / 2 % 2;

	fill(map, WALL);
	for (int32_t y = first; y < map->h; y += 2) {
		box(map, 0, y, map->w - 1, y, DEAR);
		if (y + 2 < map->h)
			put(map, (y - first) % 4 == 0 ? map->w - 1 : 0, y + 1, DEAR);
	}
	return true;
}

static bool fill_checkers(struct map *map)
{
	for (int32_t y = 0; y < map->h; y++)
		for (int32_t x = 0; x < map->w; x++)
			*at(map, x, y) = (x + y) % 2 == 0 ? OPEN : DEAR;
	return true;
}

/*
 * One corridor clockwise around the centre until it would leave the map.  It
 * starts as a line that is as long as the map is longer than wide, so that it
 * comes near all four sides.
 */
static bool fill_spiral(struct map *map)
{
	int32_t longer = (map->w - map->h) / 2;
	int32_t x = map->w / 2, y = map->h / 2;
	int32_t half_x = most(longer, 0), half_y = most(-longer, 0);

	fill(map, WALL);
	box(map, x - half_x, y - half_y, x + half_x, y + half_y, OPEN);
	for (int32_t away = 2;; away += 2) {
		int32_t x0 = x - half_x - away, x1 = x + half_x + away;
		int32_t y0 = y - half_y - away, y1 = y + half_y + away;

		box(map, x1 - 2, y0 + 2, x1 - 2, y1, OPEN);
		if (x1 - 2 >= map->w || y1 >= map->h)
			break;
		box(map, x0, y1, x1 - 2, y1, OPEN);
		if (x0 < 0)
			break;
		box(map, x0, y0, x0, y1, OPEN);
		if (y0 < 0)
			break;
		box(map, x0, y0, x1, y0, OPEN);
	}
	return true;
}

/* Fills the map with a corridor from side to side and dead ends up and down. */
static bool fill_comb(struct map *map)
{
	fill(map, WALL);
	box(map, 0, map->h / 2, map->w - 1, map->h / 2, OPEN);
	for (int32_t y = 0; y < map->h; y++)
		for (int32_t x = map->w / 2 % 2; x < map->w; x += 2)
			*at(map, x, y) = OPEN;
	return true;
}

/* Makes about one cell in 24 a wall, no two of which touch, not even at a corner. */
static bool fill_holes(struct map *map)
{
	fill(map, OPEN);
	for (int32_t y = 0; y < map->h; y++)
		for (int32_t x = 0; x < map->w; x++)
			if (below(map, 20) == 0 && !is(map, x - 1, y, WALL) &&
			    !is(map, x - 1, y - 1, WALL) && !is(map, x, y - 1, WALL) &&
			    !is(map, x + 1, y - 1, WALL) && (x != map->w / 2 || y != map->h / 2))
				*at(map, x, y) = WALL;
	return true;
}

/* ---- the kinds ---- */

const struct mapgen_kind mapgen_kinds[] = {
	{"empty", "cost 1 everywhere, no walls", fill_empty},
	{"terrain", "hills of cost 1..200, a river, two bridges", fill_terrain},
	{"trap", "a U of walls, open to the left", fill_trap},
	{"caves", "winding caves, all of them joined", fill_caves},
	{"maze", "a perfect maze with corridors one cell wide", fill_maze},
	{"city", "blocks of houses, streets of several costs, parks, plazas", fill_city},
	{"rooms", "rooms of all sizes, doors, halls", fill_rooms},
	{"island", "an island in a lake, a castle with its gate shut and one with it open",
	 fill_island},
	{"random", "costs 1..254 at random, a fifth of the cells walls", fill_random},
	{"serpentine", "one corridor of cost 254, one cell wide, to and fro", fill_serpentine},
	{"checkers", "costs 1 and 254 by turns", fill_checkers},
	{"spiral", "one corridor around the centre, one cell wide", fill_spiral},
	{"comb", "a corridor and its dead ends, all one cell wide", fill_comb},
	{"holes", "cost 1, walls of a single cell at random", fill_holes},
	{NULL, NULL, NULL},
};

bool mapgen_fill(const char *kind, int32_t w, int32_t h, uint64_t seed, uint8_t *cells)
{
	struct map map = {.w = w, .h = h, .seed = mix(seed), .state = mix(seed)};

	map.cells = cells;
	for (const struct mapgen_kind *k = mapgen_kinds; k->name != NULL; k++)
		if (strcmp(kind, k->name) == 0)
			return k->fill(&map);
	return false;
}
