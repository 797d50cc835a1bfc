/*
 * The map is cut into tiles of 64x64 cells.  A tile is taken from the queue when cells across its
 * border offer it better values; it is finished on its own, in the caches of one core; then the
 * changes on its border are offered to the tiles around it.  The tile with the least value on offer
 * comes first.
 *
 * Dijkstra's algorithm settles cells in order, so its frontier, a long thin line across the map,
 * touches a new cache line and a new page for each cell.  Here the order holds only roughly and
 * between tiles: a cell may get a value and later a better one.  That costs little (a tile is taken
 * up once on an open map, three or four times with random costs), and within a tile no order is
 * needed, so whole rows can be done at once (tile_sweep_lanes.h, tile_euclid_kernel.h).  Threads
 * work on different tiles at the same time.
 *
 * The answer does not depend on any order: values only fall, each is always that of some path, and
 * when no offer is left they are the least fixpoint, of which there is one.
 *
 * Invariants of a tile that is not being worked on, with integers:
 *   1. a cell's value is that of a path to a goal, and has been offered to all its neighbours, in
 *      its tile and across the border; except seeds, until their tile is first taken up;
 *   2. known[side][i] is that of a path, too.  Where it is less than the value of the border cell,
 *      offered[side] has bit i; a corner's offers may be on either of its sides;
 *   3. a tile with pending seeds or offers is in the queue, by a value that is at most the least of
 *      them, or is about to be: an offer is in its entry a moment before the tile is queued, and if
 *      the tile takes it up in between, it is queued for nothing.
 * With euclid a tile reads the values around it, and a tile whose surroundings have changed since
 * it was last taken up is in the queue, by a value that is at most the least of the new ones.
 */
#include <string.h>

#include "core/base/memory.h"
#include "core/map/model.h"
#include "core/solve/integrate.h"
#include "core/solve/tile.h"

enum { SIDE = FF_TILE_SIDE, LOCKS = 64, ALIGNMENT = _Alignof(struct ff_tile_sweep) };

enum side { NORTH, EAST, SOUTH, WEST, SIDES };

/* A tile between visits. */
struct entry {
	uint64_t key;   /* key in the queue: the least value on offer, or its bits with euclid */
	uint32_t place; /* index in the queue, or one of those below */
	bool seen;      /* its cells in the field are initialised */
	bool seeded;    /* it has pending seeds */
	bool narrow;    /* as in struct ff_tile */
	bool dear;
	bool changed; /* in this step, with integers */
};

/* Offers of other tiles to one, with integers; the least known value of each border cell follows,
 * as the field has it: [SIDES][SIDE], from west to east, or north to south. */
struct border {
	uint64_t offered[SIDES];
};

/* Values of 'place' for tiles outside the queue: idle, being worked on, and the same with new
 * offers since. */
#define OUT        UINT32_MAX
#define BUSY       (UINT32_MAX - 1)
#define BUSY_AGAIN (UINT32_MAX - 2)

enum { VIEW = SIDE + 2 };

/* A tile of kept values, and the costs in and around it, in rows. */
struct view {
	struct ff_cost cost;
	struct ff_field field;
	uint8_t cells[VIEW * VIEW];
	uint16_t wide[VIEW * VIEW];
	uint32_t values[VIEW * VIEW];
};

/* The memory of one thread, with integers. */
struct desk {
	struct view view;
	uint64_t queue[9 * FF_TILE_CELLS]; /* each cell is initially to do, and is offered a value
					      once by each neighbour */
	union {
		struct ff_tile_sweep sweep;
		struct ff_tile_sweep_dear dear; /* on wide maps only */
	};
};

/* The beginning of the scratch memory; entries, queue and the threads' memory follow. */
struct tiles {
	int32_t w, h; /* in tiles */
	uint64_t most;
	bool beyond; /* a value above 'most' was offered; integers */
	struct entry *entries;
	char *borders;    /* struct border and values, with integers */
	uint32_t *queue;  /* a heap of tiles by key */
	uint32_t waiting; /* length of the queue */
	char *desks; /* [count_workers()]  struct desk or, with euclid, struct ff_tile_euclid */
	bool euclid;
	bool big; /* integers of 64 bits */
	struct kernels {
		ff_tile_sweep_function *sweep, *dear;
		ff_tile_euclid_function *euclid;
	} kernels;
};

/* The data shared by the threads of one step. */
struct pass {
	struct ff_integrate *run;
	struct tiles *tiles;
	struct ff_pool_lock
		lock; /* of the queue and all fields below; signals a new tile, or the end */
	struct ff_pool_lock locks[LOCKS]; /* of the entries, by number modulo LOCKS */
	size_t done, budget;              /* cells */
	size_t settled;
	int busy;
};

static int32_t tiles_along(int32_t cells)
{
	return (int32_t)(((int64_t)cells + SIDE - 1) / SIDE);
}

/* Returns how many threads work: no more than there are tiles. */
static size_t count_workers(size_t tiles, int threads)
{
	return tiles < (size_t)threads ? tiles : (size_t)threads;
}

bool ff_integrate_tiles_fits(const struct ff_model *model, enum ff_field_type type, bool in_order)
{
	/* The metrics that have kernels.  The prices of a step are constants in tile_sweep_lanes.h,
	 * update.c and descend_rows_kernel.h. */
	return !in_order && (type == FF_FIELD_F64) == ff_model_is_continuous(model);
}

static size_t desk_size(const struct ff_model *model)
{
	if (ff_model_is_continuous(model))
		return sizeof(struct ff_tile_euclid);
	return ff_model_is_wide(model)
		       ? sizeof(struct desk)
		       : offsetof(struct desk, sweep) + sizeof(struct ff_tile_sweep);
}

static size_t border_size(enum ff_field_type type)
{
	return type == FF_FIELD_F64
		       ? 0
		       : sizeof(struct border) + (size_t)SIDES * SIDE * ff_field_size(type);
}

size_t ff_integrate_tiles_scratch(const struct ff_model *model, enum ff_field_type type, int32_t w,
				  int32_t h, int threads)
{
	size_t tiles = (size_t)tiles_along(w) * (size_t)tiles_along(h);

	return sizeof(struct tiles) + ALIGNMENT + count_workers(tiles, threads) * desk_size(model) +
	       tiles * (sizeof(struct entry) + border_size(type) + sizeof(uint32_t));
}

/* ---- the queue ---- */

static void place_entry(struct tiles *tiles, uint32_t at, uint32_t tile)
{
	tiles->queue[at] = tile;
	tiles->entries[tile].place = at;
}

static void raise_entry(struct tiles *tiles, uint32_t at, uint32_t tile)
{
	const struct entry *entries = tiles->entries;

	for (; at > 0 && entries[tiles->queue[(at - 1) / 2]].key > entries[tile].key;
	     at = (at - 1) / 2)
		place_entry(tiles, at, tiles->queue[(at - 1) / 2]);
	place_entry(tiles, at, tile);
}

static uint32_t take_tile(struct tiles *tiles)
{
	const struct entry *entries = tiles->entries;
	uint32_t top = tiles->queue[0], tile = tiles->queue[--tiles->waiting], at = 0;

	for (uint32_t child = 1; child < tiles->waiting; child = 2 * at + 1) {
		if (child + 1 < tiles->waiting &&
		    entries[tiles->queue[child + 1]].key < entries[tiles->queue[child]].key)
			child++;
		if (entries[tiles->queue[child]].key >= entries[tile].key)
			break;
		place_entry(tiles, at, tiles->queue[child]);
		at = child;
	}
	if (tiles->waiting > 0)
		place_entry(tiles, at, tile);
	tiles->entries[top].place = BUSY;
	return top;
}

/* Queues a tile, or raises it in the queue, for an offer of value 'key'. */
static void queue_tile(struct tiles *tiles, uint32_t tile, uint64_t key)
{
	struct entry *entry = &tiles->entries[tile];

	if (entry->place == BUSY || (entry->place != OUT && entry->key <= key)) {
		if (entry->place == BUSY) {
			entry->place = BUSY_AGAIN;
			entry->key = key;
		}
		return;
	}
	entry->key = key;
	if (entry->place == BUSY_AGAIN)
		return;
	raise_entry(tiles, entry->place == OUT ? tiles->waiting++ : entry->place, tile);
}

/*
 * ---- a queue within a tile ----
 *
 * Dijkstra's algorithm within a tile, with a binary heap that may hold a cell more than once: items
 * with an outdated value are skipped.  In the winding maps that this is for, few cells wait at a
 * time, and the cell that was offered a value last is often the next, so it is kept out of the
 * heap; with several corridors, for up to AHEAD steps out of order.
 */

#define INLINE static inline __attribute__((always_inline))

/* An item of the queue: a value above the queue's base, and in the low bits the cell's index in the
 * tile. */
enum { PLACE_BITS = 12 };

/* How far above the base values may start: what a tile's steps add still fits. */
#define ITEMS (UINT64_C(1) << 51)

_Static_assert(1 << PLACE_BITS == FF_TILE_CELLS, "a place is a cell of the tile");

struct tile_queue {
	uint64_t *items; /* a heap, least first */
	int count;
	uint64_t base;
};

static void push_item(struct tile_queue *queue, uint64_t item)
{
	int i = queue->count++;

	for (; i > 0 && queue->items[(i - 1) / 2] > item; i = (i - 1) / 2)
		queue->items[i] = queue->items[(i - 1) / 2];
	queue->items[i] = item;
}

static uint64_t pop_item(struct tile_queue *queue)
{
	uint64_t top = queue->items[0], item = queue->items[--queue->count];
	int i = 0;

	for (int child = 1; child < queue->count; child = 2 * i + 1) {
		if (child + 1 < queue->count && queue->items[child + 1] < queue->items[child])
			child++;
		if (queue->items[child] >= item)
			break;
		queue->items[i] = queue->items[child];
		i = child;
	}
	queue->items[i] = item;
	return top;
}

/* A cell taken from the queue. */
struct taken {
	uint64_t value;
	int32_t x, y; /* in the tile */
	size_t cell;
	bool open[3][3]; /* neighbours that are open; with diagonal steps */
	uint64_t least;  /* the least item among those its neighbours took; UINT64_MAX: none */
};

/* Offers one neighbour the cost of walking to the taken cell. */
INLINE void offer(struct ff_tile *tile, struct ff_model rule, bool big, struct tile_queue *queue,
		  struct taken *from, int dx, int dy)
{
	const struct ff_cost *cost = tile->cost;
	size_t to = from->cell + (size_t)((ptrdiff_t)dy * cost->w + dx);
	int32_t x = from->x + dx, y = from->y + dy;
	uint64_t value, item;

	if ((uint32_t)x >= (uint32_t)tile->w || (uint32_t)y >= (uint32_t)tile->h)
		return;
	if (ff_model_is_straight(&rule)
		    ? cost->cells[to] == FF_COST_WALL
		    : !ff_neighbours_lead(from->open, rule.metric, rule.corners, dx, dy))
		return;
	value = from->value +
		ff_model_price(&rule, dx != 0 && dy != 0,
			       rule.scale == 0 ? cost->cells[to] : ff_cost_at(cost, to),
			       rule.scale == 0 ? cost->cells[from->cell]
					       : ff_cost_at(cost, from->cell));
	if (value > tile->most) {
		tile->beyond = true;
		return;
	}
	if (value >= ff_tile_value(tile->field, to, big))
		return;
	ff_tile_set(tile->field, to, big, value);
	tile->changed[y] |= UINT64_C(1) << x;
	item = (value - queue->base) << PLACE_BITS | (uint64_t)(y * FF_TILE_SIDE + x);
	if (from->least == UINT64_MAX) {
		from->least = item;
		return;
	}
	push_item(queue, item < from->least ? from->least : item);
	from->least = item < from->least ? item : from->least;
}

/* Relaxes the neighbours of an item's cell and returns the next item if one of them has it;
 * UINT64_MAX: none. */
INLINE uint64_t relax(struct ff_tile *tile, struct ff_model rule, bool big,
		      struct tile_queue *queue, uint64_t item)
{
	struct taken from = {
		.value = queue->base + (item >> PLACE_BITS),
		.x = (int32_t)(item % FF_TILE_SIDE),
		.y = (int32_t)(item / FF_TILE_SIDE % FF_TILE_SIDE),
		.least = UINT64_MAX,
	};

	from.cell = ff_tile_row(tile, from.y) + (size_t)from.x;
	if (ff_tile_value(tile->field, from.cell, big) != from.value)
		return UINT64_MAX;
	if (!ff_model_is_straight(&rule))
		ff_neighbours_look(tile->cost, tile->x + from.x, tile->y + from.y, from.open);
	offer(tile, rule, big, queue, &from, 0, -1);
	offer(tile, rule, big, queue, &from, 1, 0);
	offer(tile, rule, big, queue, &from, 0, 1);
	offer(tile, rule, big, queue, &from, -1, 0);
	if (ff_model_is_straight(&rule))
		return from.least;
	offer(tile, rule, big, queue, &from, 1, -1);
	offer(tile, rule, big, queue, &from, 1, 1);
	offer(tile, rule, big, queue, &from, -1, 1);
	offer(tile, rule, big, queue, &from, -1, -1);
	return from.least;
}

INLINE void empty(struct ff_tile *tile, struct ff_model rule, bool big, struct tile_queue *queue)
{
	enum { AHEAD = 16 }; /* few of them are in vain in corridors */

	while (queue->count > 0) {
		uint64_t item = pop_item(queue);
		int ahead = 0;

		do {
			item = relax(tile, rule, big, queue, item);
		} while (item != UINT64_MAX &&
			 (queue->count == 0 || item <= queue->items[0] || ++ahead < AHEAD));
		if (item != UINT64_MAX)
			push_item(queue, item);
	}
}

/* Specialises empty() for constant rules. */
INLINE void empty_by_step(struct ff_tile *tile, struct ff_model rule, bool big,
			  struct tile_queue *queue)
{
	switch (tile->model->step) {
	case FF_STEP_MEAN:
		rule.step = FF_STEP_MEAN;
		empty(tile, rule, big, queue);
		break;
	case FF_STEP_HOPS:
		rule.step = FF_STEP_HOPS;
		empty(tile, rule, big, queue);
		break;
	default:
		empty(tile, rule, big, queue);
	}
}

/* Puts the cells to do, of the least values, in an empty queue; returns false if there are none. */
INLINE bool begin_queue(struct ff_tile *tile, bool big, struct tile_queue *queue)
{
	queue->base = UINT64_MAX;
	for (int32_t y = 0; y < tile->h && big; y++)
		for (uint64_t bits = tile->todo[y]; bits != 0; bits &= bits - 1) {
			size_t cell = ff_tile_row(tile, y) + (size_t)__builtin_ctzll(bits);
			uint64_t value = ff_tile_value(tile->field, cell, big);

			queue->base = value < queue->base ? value : queue->base;
		}
	queue->base = big ? queue->base : 0;
	for (int32_t y = 0; y < tile->h; y++)
		for (uint64_t bits = tile->todo[y]; bits != 0; bits &= bits - 1) {
			int x = __builtin_ctzll(bits);
			uint64_t value =
				ff_tile_value(tile->field, ff_tile_row(tile, y) + (size_t)x, big) -
				queue->base;

			if (value >= ITEMS)
				continue;
			push_item(queue, value << PLACE_BITS | (uint64_t)(y * FF_TILE_SIDE + x));
			tile->todo[y] &= ~(UINT64_C(1) << x);
		}
	return queue->count > 0;
}

/* As finish_by_queue(); 'scale' is the model's, a constant where that is 0, and so is 'big'. */
INLINE void finish_with(struct ff_tile *tile, uint64_t *items, uint32_t scale, bool big)
{
	struct tile_queue queue = {0};

	queue.items = items;
	while (begin_queue(tile, big, &queue)) {
		/* Made anew, so that compilers see constants. */
		struct ff_model rule = {
			.metric = FF_METRIC_OCTILE, .corners = FF_CORNERS_STRICT, .scale = scale};

		if (ff_model_is_straight(tile->model)) {
			rule.metric = FF_METRIC_MANHATTAN;
			empty_by_step(tile, rule, big, &queue);
			continue;
		}
		switch (tile->model->corners) {
		case FF_CORNERS_LENIENT:
			rule.corners = FF_CORNERS_LENIENT;
			empty_by_step(tile, rule, big, &queue);
			break;
		case FF_CORNERS_CUT:
			rule.corners = FF_CORNERS_CUT;
			empty_by_step(tile, rule, big, &queue);
			break;
		default:
			empty_by_step(tile, rule, big, &queue);
		}
	}
}

/*
 * Finishes a tile with a queue: afterwards nothing is to do, and each cell has the least value that
 * follows from the values within the tile.  Only changed cells and their neighbours are read.
 *
 *   tile   todo, changed, beyond: read and written; field: the tile's cells
 *   items  lent; struct desk has them
 *
 * Threads may finish different tiles of a field at once.
 */
static void finish_by_queue(struct ff_tile *tile, uint64_t *items)
{
	if (tile->field->type == FF_FIELD_U64)
		finish_with(tile, items, tile->model->scale, true);
	else if (ff_model_is_wide(tile->model))
		finish_with(tile, items, tile->model->scale, false);
	else
		finish_with(tile, items, 0, false);
}

/* ---- a tile's beginning ---- */

static struct ff_tile tile_at(const struct ff_integrate *run, uint32_t number)
{
	const struct tiles *tiles = run->scratch;
	int32_t x = (int32_t)(number % (uint32_t)tiles->w) * SIDE;
	int32_t y = (int32_t)(number / (uint32_t)tiles->w) * SIDE;

	return (struct ff_tile){
		.model = run->model,
		.cost = run->cost,
		.field = run->field,
		.x = x,
		.y = y,
		.w = run->cost->w - x < SIDE ? run->cost->w - x : SIDE,
		.h = run->cost->h - y < SIDE ? run->cost->h - y : SIDE,
		.most = tiles->most,
		.least = UINT64_MAX,
	};
}

/*
 * ---- kept values ----
 *
 * A row of tiles has the bytes of its rows of cells, in both orders; so has a tile at the edge.
 */

/* Returns the index of a tile's first cell where values are kept; those of its rows follow. */
static size_t kept_tile(const struct ff_integrate *run, const struct ff_tile *tile)
{
	return (size_t)tile->y * (size_t)run->cost->w + (size_t)tile->x * (size_t)tile->h;
}

/* Returns the index of a cell of the map where values are kept. */
static size_t kept_cell(const struct ff_integrate *run, int32_t x, int32_t y)
{
	const struct tiles *tiles = run->scratch;
	const struct ff_tile tile =
		tile_at(run, (uint32_t)(y / SIDE) * (uint32_t)tiles->w + (uint32_t)(x / SIDE));

	return kept_tile(run, &tile) + (size_t)(y - tile.y) * (size_t)tile.w + (size_t)(x - tile.x);
}

/* Copies the costs of a row of tiles to where values are kept. */
static void keep_costs(void *context, size_t row)
{
	const struct ff_integrate *run = context;
	const struct tiles *tiles = run->scratch;
	struct ff_cost *to = &run->kept->cost;

	for (int32_t x = 0; x < tiles->w; x++) {
		const struct ff_tile tile =
			tile_at(run, (uint32_t)row * (uint32_t)tiles->w + (uint32_t)x);
		size_t at = kept_tile(run, &tile), n = (size_t)tile.w;

		for (int32_t y = 0; y < tile.h; y++, at += n) {
			const size_t from = ff_tile_row(&tile, y);

			memcpy(to->cells + at, run->cost->cells + from, n);
			if (to->wide != NULL)
				memcpy(to->wide + at, run->cost->wide + from, n * sizeof *to->wide);
		}
	}
}

/* Moves the values of a row of tiles to the field. */
static void unfold_values(void *context, size_t row)
{
	const struct ff_integrate *run = context;
	const struct tiles *tiles = run->scratch;
	const struct ff_tile first = tile_at(run, (uint32_t)row * (uint32_t)tiles->w);

	ff_memory_fetch(run->kept->values + kept_tile(run, &first),
			(size_t)first.h * (size_t)run->cost->w * sizeof *run->kept->values);
	for (int32_t x = 0; x < tiles->w; x++) {
		const struct ff_tile tile =
			tile_at(run, (uint32_t)row * (uint32_t)tiles->w + (uint32_t)x);
		const uint32_t *from = run->kept->values + kept_tile(run, &tile);

		for (int32_t y = 0; y < tile.h; y++, from += tile.w)
			memcpy(run->field->u32 + ff_tile_row(&tile, y), from,
			       (size_t)tile.w * sizeof *from);
	}
}

/* Sets a cell of a view to that cell of the map; outside is wall. */
static void view_cost(const struct ff_integrate *run, struct view *view, int32_t x, int32_t y,
		      size_t at)
{
	const struct ff_cost *from = &run->kept->cost;
	const bool inside = ff_cost_inside(run->cost, x, y);
	const size_t cell = inside ? kept_cell(run, x, y) : 0;

	view->cells[at] = inside ? from->cells[cell] : FF_COST_WALL;
	if (from->wide != NULL)
		view->wide[at] = inside ? from->wide[cell] : FF_COST_WIDE_WALL;
}

/* Makes the view of a tile, which is then one of the view. */
static void view_tile(const struct ff_integrate *run, struct ff_tile *tile, struct view *view)
{
	const struct ff_cost *from = &run->kept->cost;
	const int32_t left = tile->x - 1, top = tile->y - 1, right = tile->w + 1;
	const int32_t bottom = tile->h + 1;
	const size_t w = (size_t)tile->w;
	size_t at = kept_tile(run, tile);

	view->cost = (struct ff_cost){.w = VIEW,
				      .h = VIEW,
				      .cells = view->cells,
				      .wide = from->wide != NULL ? view->wide : NULL};
	view->field = (struct ff_field){.w = VIEW, .h = VIEW, .u32 = view->values};
	for (int32_t x = 0; x <= right; x++) {
		view_cost(run, view, left + x, top, (size_t)x);
		view_cost(run, view, left + x, top + bottom, (size_t)bottom * VIEW + (size_t)x);
	}
	for (int32_t y = 1; y < bottom; y++, at += w) {
		const size_t to = (size_t)y * VIEW + 1;

		view_cost(run, view, left, top + y, to - 1);
		view_cost(run, view, left + right, top + y, to + w);
		memcpy(view->cells + to, from->cells + at, w);
		if (from->wide != NULL)
			memcpy(view->wide + to, from->wide + at, w * sizeof *from->wide);
		memcpy(view->values + to, run->kept->values + at, w * sizeof *view->values);
	}
	tile->cost = &view->cost;
	tile->field = &view->field;
	tile->x = tile->y = 1;
}

/* Keeps the rows of a view's tile that have changed, or all. */
static void keep_tile(const struct ff_integrate *run, uint32_t number, const struct ff_tile *tile,
		      bool all)
{
	const struct ff_tile whole = tile_at(run, number);
	uint32_t *to = run->kept->values + kept_tile(run, &whole);

	for (int32_t y = 0; y < tile->h; y++, to += tile->w)
		if (all || tile->changed[y] != 0)
			memcpy(to, tile->field->u32 + ff_tile_row(tile, y),
			       (size_t)tile->w * sizeof *to);
}

/* Sets x,y to the i-th cell of a side. */
static void border_cell(const struct ff_tile *tile, enum side side, int i, int32_t *x, int32_t *y)
{
	*x = side == WEST ? 0 : side == EAST ? tile->w - 1 : i;
	*y = side == NORTH ? 0 : side == SOUTH ? tile->h - 1 : i;
}

/* Return and set the least known value of a border cell. */
static uint64_t known_at(const struct border *border, bool big, int side, int i)
{
	const void *known = border + 1;
	int at = side * SIDE + i;

	return big ? ((const uint64_t *)known)[at] : ((const uint32_t *)known)[at];
}

static void set_known(struct border *border, bool big, int side, int i, uint64_t value)
{
	void *known = border + 1;
	int at = side * SIDE + i;

	if (big)
		((uint64_t *)known)[at] = value;
	else
		((uint32_t *)known)[at] = (uint32_t)value;
}

static struct border *border_at(const struct tiles *tiles, uint32_t number)
{
	size_t size = border_size(tiles->big ? FF_FIELD_U64 : FF_FIELD_U32);

	return (struct border *)(tiles->borders + number * size);
}

static void mark_cell(struct ff_tile *tile, int32_t x, int32_t y, uint64_t value)
{
	tile->todo[y] |= UINT64_C(1) << x;
	tile->changed[y] |= UINT64_C(1) << x;
	tile->least = value < tile->least ? value : tile->least;
}

/* Gives the border cells the offers that are lower than their values. */
static void accept_offers(struct pass *pass, uint32_t number, struct ff_tile *tile)
{
	const bool big = pass->tiles->big;
	struct border *border = border_at(pass->tiles, number);
	struct ff_pool_lock *lock = &pass->locks[number % LOCKS];

	ff_pool_lock(lock);
	if (pass->run->kept != NULL)
		ff_memory_touch(border, sizeof *border);
	for (int side = 0; side < SIDES; side++) {
		for (uint64_t bits = border->offered[side]; bits != 0; bits &= bits - 1) {
			int i = __builtin_ctzll(bits);
			uint64_t value = known_at(border, big, side, i);
			int32_t x, y;
			size_t cell;

			border_cell(tile, (enum side)side, i, &x, &y);
			cell = ff_tile_row(tile, y) + (size_t)x;
			if (value >= ff_tile_value(tile->field, cell, big))
				continue;
			ff_tile_set(tile->field, cell, big, value);
			mark_cell(tile, x, y, value);
		}
		border->offered[side] = 0;
	}
	ff_pool_unlock(lock);
}

/* Marks the tile's seeds, whose values are already in the field. */
static void accept_seeds(struct ff_tile *tile, bool big)
{
	for (int32_t y = 0; y < tile->h; y++)
		for (int32_t x = 0; x < tile->w; x++) {
			size_t cell = ff_tile_row(tile, y) + (size_t)x;
			uint64_t value = ff_tile_value(tile->field, cell, big);

			if (value != ff_tile_none(big))
				mark_cell(tile, x, y, value);
		}
}

/* ---- a tile's end ---- */

/* Sets a bit for each cell of a side that has changed. */
static void find_changes(const struct ff_tile *tile, uint64_t changed[SIDES])
{
	int east = tile->w - 1;

	changed[NORTH] = tile->changed[0];
	changed[SOUTH] = tile->changed[tile->h - 1];
	changed[WEST] = changed[EAST] = 0;
	for (int32_t y = 0; y < tile->h; y++) {
		changed[WEST] |= (tile->changed[y] & 1) << y;
		changed[EAST] |= (tile->changed[y] >> east & 1) << y;
	}
}

/* Writes the values of border cells to the tile's own border. */
static void publish_borders(struct pass *pass, uint32_t number, const struct ff_tile *tile,
			    const uint64_t changed[SIDES])
{
	const bool big = pass->tiles->big;
	struct border *border = border_at(pass->tiles, number);
	struct ff_pool_lock *lock = &pass->locks[number % LOCKS];

	ff_pool_lock(lock);
	for (int side = 0; side < SIDES; side++)
		for (uint64_t bits = changed[side]; bits != 0; bits &= bits - 1) {
			int i = __builtin_ctzll(bits);
			uint64_t value;
			int32_t x, y;

			border_cell(tile, (enum side)side, i, &x, &y);
			value = ff_tile_value(tile->field, ff_tile_row(tile, y) + (size_t)x, big);
			if (value < known_at(border, big, side, i))
				set_known(border, big, side, i, value);
		}
	ff_pool_unlock(lock);
}

/* Offers cells of a side to their neighbours in another tile; returns the least value that improves
 * one. */
static uint64_t offer_side(struct border *border, bool big, struct ff_tile *tile, enum side side,
			   uint64_t bits, enum ff_direction direction)
{
	const struct ff_cost *cost = tile->cost;
	int dx = ff_flow_steps[direction].dx, dy = ff_flow_steps[direction].dy;
	enum side theirs = (enum side)((side + 2) % SIDES);
	uint64_t least = UINT64_MAX;

	for (; bits != 0; bits &= bits - 1) {
		size_t from, to;
		uint64_t value;
		int32_t x, y;
		int i;

		border_cell(tile, side, __builtin_ctzll(bits), &x, &y);
		if (!ff_neighbours_permit(cost, tile->model->corners, tile->x + x, tile->y + y,
					  direction))
			continue;
		i = (SIDE + (side == NORTH || side == SOUTH ? x + dx : y + dy)) % SIDE;
		from = ff_tile_row(tile, y) + (size_t)x;
		to = from + (size_t)((ptrdiff_t)dy * cost->w + dx);
		value = ff_tile_value(tile->field, from, big) +
			ff_model_price(tile->model, dx != 0 && dy != 0, ff_cost_at(cost, to),
				       ff_cost_at(cost, from));
		if (value > tile->most)
			tile->beyond = true;
		if (value > tile->most || value >= known_at(border, big, (int)theirs, i))
			continue;
		set_known(border, big, (int)theirs, i, value);
		border->offered[theirs] |= UINT64_C(1) << i;
		least = value < least ? value : least;
	}
	return least;
}

/* Offers cells of a side of tile 'from' to the one dx,dy from it; bits[d] are those that step in
 * direction d. */
static void offer_tile(struct pass *pass, uint32_t from, struct ff_tile *tile, enum side side,
		       int dx, int dy, const uint64_t bits[FF_DIRECTIONS])
{
	struct tiles *tiles = pass->tiles;
	int32_t x = (int32_t)(from % (uint32_t)tiles->w) + dx;
	int32_t y = (int32_t)(from / (uint32_t)tiles->w) + dy;
	uint64_t any = 0, least = UINT64_MAX;
	uint32_t number;

	for (int d = 0; d < FF_DIRECTIONS; d++)
		any |= bits[d];
	if (any == 0 || x < 0 || x >= tiles->w || y < 0 || y >= tiles->h)
		return;
	number = (uint32_t)y * (uint32_t)tiles->w + (uint32_t)x;
	ff_pool_lock(&pass->locks[number % LOCKS]);
	if (pass->run->kept != NULL)
		ff_memory_touch(&tiles->borders[number], sizeof *tiles->borders);
	for (int d = 0; d < FF_DIRECTIONS; d++) {
		uint64_t value = offer_side(border_at(tiles, number), tiles->big, tile, side,
					    bits[d], (enum ff_direction)d);

		least = value < least ? value : least;
	}
	ff_pool_unlock(&pass->locks[number % LOCKS]);
	if (least == UINT64_MAX)
		return;
	ff_pool_lock(&pass->lock);
	queue_tile(tiles, number, least);
	ff_pool_wake(&pass->lock);
	ff_pool_unlock(&pass->lock);
}

/* Directions across each side: to a lower index along it, straight, to a higher one. */
static const enum ff_direction ways[SIDES][3] = {
	[NORTH] = {FF_NW, FF_N, FF_NE},
	[EAST] = {FF_NE, FF_E, FF_SE},
	[SOUTH] = {FF_SW, FF_S, FF_SE},
	[WEST] = {FF_NW, FF_W, FF_SW},
};

/* Offers straight steps and, with octile, diagonal ones; then the ends of a side also lead to the
 * tiles at the corners. */
static void offer_all(struct pass *pass, uint32_t number, struct ff_tile *tile,
		      const uint64_t changed[SIDES])
{
	bool octile = ff_model_is_diagonal(tile->model);

	for (int s = 0; s < SIDES; s++) {
		enum side side = (enum side)s;
		bool along_x = side == NORTH || side == SOUTH;
		const enum ff_direction *way = ways[side];
		struct ff_flow_step to = ff_flow_steps[way[1]];
		uint64_t bits = changed[side], low = bits & 1;
		uint64_t high = bits & UINT64_C(1) << ((along_x ? tile->w : tile->h) - 1);
		uint64_t across[FF_DIRECTIONS] = {0}, first[FF_DIRECTIONS] = {0};
		uint64_t last[FF_DIRECTIONS] = {0};

		across[way[1]] = bits;
		if (octile) {
			across[way[0]] = bits & ~low;
			across[way[2]] = bits & ~high;
		}
		offer_tile(pass, number, tile, side, to.dx, to.dy, across);
		if (!octile || !along_x)
			continue;
		first[way[0]] = low;
		offer_tile(pass, number, tile, side, -1, to.dy, first);
		last[way[2]] = high;
		offer_tile(pass, number, tile, side, 1, to.dy, last);
	}
}

/* Returns true if no square of four cells is open: among corridors one cell wide the queue is
 * faster than sweeps. */
static bool is_all_corridors(const struct ff_tile *tile)
{
	uint64_t above = 0;

	for (int32_t y = 0; y < tile->h; y++) {
		const uint8_t *cells = tile->cost->cells + ff_tile_row(tile, y);
		uint64_t open = 0;

		for (int32_t x = 0; x < tile->w; x++)
			open |= (uint64_t)(cells[x] != FF_COST_WALL) << x;
		open &= open >> 1;
		if ((open & above) != 0)
			return false;
		above = open;
	}
	return true;
}

/* Initialises a tile's cells in the field, unless it has been seen. */
static void fill_tile(const struct ff_tile *tile, struct entry *entry)
{
	for (int32_t y = 0; y < tile->h && !entry->seen; y++)
		ff_field_clear(tile->field, ff_tile_row(tile, y), (size_t)tile->w);
	entry->seen = true;
}

/* Does so in the run, wherever its values are. */
static void clear_tile(const struct ff_integrate *run, uint32_t number)
{
	const struct ff_tile tile = tile_at(run, number);
	struct entry *entry = &((struct tiles *)run->scratch)->entries[number];

	if (run->kept == NULL)
		fill_tile(&tile, entry);
	else if (!entry->seen)
		memset(run->kept->values + kept_tile(run, &tile), 0xff, /* FF_FIELD_NONE32 */
		       (size_t)tile.w * (size_t)tile.h * sizeof *run->kept->values);
	entry->seen = true;
}

/* Finishes a tile of integers; false if it had no offers. */
static bool finish_integers(struct pass *pass, struct desk *desk, uint32_t number)
{
	struct ff_tile tile = tile_at(pass->run, number);
	struct entry *entry = &pass->tiles->entries[number];
	const bool kept = pass->run->kept != NULL, first = !entry->seen;
	uint64_t changed[SIDES];

	if (kept) {
		ff_memory_touch(pass->run->kept->values + kept_tile(pass->run, &tile),
				(size_t)tile.w * (size_t)tile.h * sizeof(uint32_t));
		view_tile(pass->run, &tile, &desk->view);
	}
	if (first)
		entry->narrow = is_all_corridors(&tile);
	fill_tile(&tile, entry);
	if (entry->seeded)
		accept_seeds(&tile, pass->tiles->big);
	accept_offers(pass, number, &tile);
	if (tile.least == UINT64_MAX) {
		if (kept && first)
			keep_tile(pass->run, number, &tile, true);
		return false;
	}
	tile.dear = entry->dear;
	if (!entry->narrow && !tile.dear)
		pass->tiles->kernels.sweep(&tile, &desk->sweep);
	entry->dear = tile.dear;
	if (!entry->narrow && tile.dear)
		pass->tiles->kernels.dear(&tile, &desk->dear);
	entry->narrow |= tile.narrow;
	finish_by_queue(&tile, desk->queue);
	if (kept)
		keep_tile(pass->run, number, &tile, first);
	entry->changed = true;
	find_changes(&tile, changed);
	publish_borders(pass, number, &tile, changed);
	offer_all(pass, number, &tile, changed);
	if (tile.beyond) {
		ff_pool_lock(&pass->lock);
		pass->tiles->beyond = true;
		ff_pool_unlock(&pass->lock);
	}
	return true;
}

/*
 * ---- euclid ----
 *
 * A cell depends on others up to four cells away, so a tile is worked on in a copy that includes
 * those around it.  A tile's cells in the field are written and read under its lock.
 */

/* Copies the cells that the tile dx,dy tiles from this one has in or beside it, if it has any. */
static void copy_values(struct pass *pass, const struct ff_tile *tile, int dx, int dy,
			struct ff_tile_euclid *desk)
{
	const struct tiles *tiles = pass->tiles;
	int32_t x = tile->x / SIDE + dx, y = tile->y / SIDE + dy;
	int32_t left = dx < 0 ? -FF_EUCLID_REACH : dx * SIDE;
	int32_t right = dx < 0 ? 0 : dx == 0 ? SIDE : SIDE + FF_EUCLID_REACH;
	int32_t top = dy < 0 ? -FF_EUCLID_REACH : dy * SIDE;
	int32_t bottom = dy < 0 ? 0 : dy == 0 ? SIDE : SIDE + FF_EUCLID_REACH;
	uint32_t number = (uint32_t)y * (uint32_t)tiles->w + (uint32_t)x;

	if (x < 0 || x >= tiles->w || y < 0 || y >= tiles->h)
		return;
	right = right < tile->cost->w - tile->x ? right : tile->cost->w - tile->x;
	bottom = bottom < tile->cost->h - tile->y ? bottom : tile->cost->h - tile->y;
	ff_pool_lock(&pass->locks[number % LOCKS]);
	for (int32_t j = top; j < bottom && tiles->entries[number].seen; j++)
		memcpy(&desk->value[j + FF_EUCLID_REACH][left + FF_TILE_EUCLID_FIRST],
		       tile->field->f64 + ff_cost_index(tile->cost, tile->x + left, tile->y + j),
		       (size_t)(right - left) * sizeof(double));
	ff_pool_unlock(&pass->locks[number % LOCKS]);
}

/* Writes the changed rows of a tile to the field; all rows of one that is new there. */
static void store_tile(struct pass *pass, const struct ff_tile *tile, uint32_t number,
		       const struct ff_tile_euclid *desk)
{
	struct entry *entry = &pass->tiles->entries[number];

	ff_pool_lock(&pass->locks[number % LOCKS]);
	for (int32_t y = 0; y < tile->h; y++)
		if (desk->changed[y] != 0 || !entry->seen)
			memcpy(tile->field->f64 + ff_tile_row(tile, y),
			       &desk->value[y + FF_EUCLID_REACH][FF_TILE_EUCLID_FIRST],
			       (size_t)tile->w * sizeof(double));
	entry->seen = true;
	ff_pool_unlock(&pass->locks[number % LOCKS]);
}

/* Queues the tiles around one whose values depend on cells that have changed. */
static void offer_around(struct pass *pass, const struct ff_tile *tile,
			 const struct ff_tile_euclid *desk)
{
	struct tiles *tiles = pass->tiles;
	const int reach = FF_EUCLID_REACH;
	const uint64_t low = (UINT64_C(1) << reach) - 1, high = low << (SIDE - reach);
	double least[3][3];

	for (int i = 0; i < 9; i++)
		least[i / 3][i % 3] = FF_FIELD_NONEF;
	for (int y = 0; y < SIDE; y++) {
		int down = y < reach ? 0 : y < SIDE - reach ? 1 : 2;
		uint64_t bits = desk->changed[y] & (down == 1 ? low | high : UINT64_MAX);

		for (; bits != 0; bits &= bits - 1) {
			int x = __builtin_ctzll(bits);
			int along = x < reach ? 0 : x < SIDE - reach ? 1 : 2;
			double value = desk->value[y + reach][x + FF_TILE_EUCLID_FIRST];

			least[down][along] = fmin(least[down][along], value);
			least[down][1] = fmin(least[down][1], value);
			least[1][along] = fmin(least[1][along], value);
		}
	}
	for (int i = 0; i < 9; i++) {
		int32_t x = tile->x / SIDE + i % 3 - 1, y = tile->y / SIDE + i / 3 - 1;

		if (i == 4 || least[i / 3][i % 3] == FF_FIELD_NONEF || x < 0 || x >= tiles->w ||
		    y < 0 || y >= tiles->h)
			continue;
		ff_pool_lock(&pass->lock);
		queue_tile(tiles, (uint32_t)y * (uint32_t)tiles->w + (uint32_t)x,
			   ff_euclid_bits(least[i / 3][i % 3]));
		ff_pool_wake(&pass->lock);
		ff_pool_unlock(&pass->lock);
	}
}

/* Finishes a tile of euclid, to which values of at least 'key' around it are new. */
static void finish_euclid(struct pass *pass, struct ff_tile_euclid *desk, uint32_t number,
			  uint64_t key)
{
	struct ff_tile tile = tile_at(pass->run, number);
	struct entry *entry = &pass->tiles->entries[number];

	for (int y = 0; y < FF_TILE_EUCLID_ROWS; y++)
		for (int x = 0; x < FF_TILE_EUCLID_COLUMNS; x++)
			desk->value[y][x] = FF_FIELD_NONEF;
	for (int i = 0; i < 9; i++)
		copy_values(pass, &tile, i % 3 - 1, i / 3 - 1, desk);
	desk->since = ff_euclid_value(key);
	desk->most = pass->run->limit;
	pass->tiles->kernels.euclid(&tile, desk, entry->seeded);
	store_tile(pass, &tile, number, desk);
	offer_around(pass, &tile, desk);
}

static void finish_tile(struct pass *pass, char *desk, uint32_t number, uint64_t key)
{
	struct entry *entry = &pass->tiles->entries[number];
	struct ff_tile tile = tile_at(pass->run, number);
	size_t cells = (size_t)tile.w * (size_t)tile.h;
	bool first = !entry->seen || entry->seeded;
	bool done = true;

	if (pass->tiles->euclid)
		finish_euclid(pass, (void *)desk, number, key);
	else
		done = finish_integers(pass, (void *)desk, number);
	entry->seeded = false;
	if (!done)
		return;
	ff_pool_lock(&pass->lock);
	pass->settled += first ? cells : 0;
	pass->done += cells;
	ff_pool_unlock(&pass->lock);
}

/* Runs a thread until the budget is used up, or no tile waits and none is being worked on. */
static void run_worker(void *context, size_t part)
{
	struct pass *pass = context;
	struct tiles *tiles = pass->tiles;

	ff_pool_lock(&pass->lock);
	while (pass->done < pass->budget && (tiles->waiting > 0 || pass->busy > 0)) {
		uint32_t number;
		struct entry *entry;
		uint64_t key;

		if (tiles->waiting == 0) {
			ff_pool_wait(&pass->lock);
			continue;
		}
		number = take_tile(tiles);
		entry = &tiles->entries[number];
		key = entry->key;
		pass->busy++;
		ff_pool_unlock(&pass->lock);
		finish_tile(pass, tiles->desks + part * desk_size(pass->run->model), number, key);
		ff_pool_lock(&pass->lock);
		pass->busy--;
		if (entry->place == BUSY_AGAIN) {
			entry->place = OUT;
			queue_tile(tiles, number, entry->key);
		} else {
			entry->place = OUT;
		}
		if (pass->busy == 0)
			ff_pool_wake_all(&pass->lock);
	}
	ff_pool_unlock(&pass->lock);
}

/* ---- the engine ---- */

static struct kernels kernels_for(const struct ff_machine *machine)
{
	switch (ff_machine_cpu(machine)) {
#if defined __x86_64__
	case FF_CPU_AVX512:
		return (struct kernels){ff_tile_sweep_avx512, ff_tile_dear_avx512,
					ff_tile_euclid_avx512};
	case FF_CPU_AVX2:
		return (struct kernels){ff_tile_sweep_avx2, ff_tile_dear_avx2, ff_tile_euclid_avx2};
#elif defined __aarch64__
	case FF_CPU_NEON:
		return (struct kernels){ff_tile_sweep_neon, ff_tile_dear_plain,
					ff_tile_euclid_plain};
#elif defined __wasm_simd128__
	case FF_CPU_SIMD128:
		return (struct kernels){ff_tile_sweep_simd128, ff_tile_dear_plain,
					ff_tile_euclid_plain};
#endif
	default:
		return (struct kernels){ff_tile_sweep_plain, ff_tile_dear_plain,
					ff_tile_euclid_plain};
	}
}

/* Writes a start to the field if it is lower; returns the key of its tile, or UINT64_MAX. */
static uint64_t place_seed(const struct ff_integrate *run, size_t cell, double start)
{
	const size_t w = (size_t)run->cost->w;
	struct ff_field kept = *run->field, *field = run->kept != NULL ? &kept : run->field;

	if (run->kept != NULL) {
		kept.u32 = run->kept->values;
		cell = kept_cell(run, (int32_t)(cell % w), (int32_t)(cell / w));
	}
	if (start >= ff_field_raw(field, cell))
		return UINT64_MAX;
	ff_field_set(field, cell, start);
	return field->type == FF_FIELD_F64 ? ff_euclid_bits(start) : (uint64_t)start;
}

/* Writes the seeds to the field; those above the limit are left for the end. */
static void place_seeds(struct ff_integrate *run, struct tiles *tiles)
{
	const struct ff_cost *cost = run->cost;
	const bool euclid = tiles->euclid;
	const double most = euclid ? run->limit : (double)tiles->most;
	const double quantum = euclid ? ff_euclid_quantum(run->model) : 1;

	for (size_t i = 0; i < run->seeds->count; i++) {
		const struct ff_seed *seed = &run->seeds->items[i];
		const double start = ff_euclid_start(seed->start, quantum);
		const size_t w = (size_t)cost->w;
		uint32_t number = (uint32_t)(seed->cell / w / SIDE * (size_t)tiles->w +
					     seed->cell % w / SIDE);
		struct entry *entry = &tiles->entries[number];
		uint64_t key;

		if (start > most) {
			tiles->beyond |= !euclid;
			continue;
		}
		if (!entry->seeded) {
			clear_tile(run, number);
			entry->seeded = true;
		}
		key = place_seed(run, seed->cell, start);
		if (key != UINT64_MAX)
			queue_tile(tiles, number, key);
	}
}

/* Initialises the entries of a row of tiles. */
static void clear_row(void *context, size_t row)
{
	const struct tiles *tiles = context;
	struct entry *entry = tiles->entries + row * (size_t)tiles->w;
	struct border *border;

	for (int32_t x = 0; x < tiles->w; x++, entry++) {
		entry->place = OUT;
		entry->seen = entry->seeded = entry->narrow = false;
		entry->dear = entry->changed = false;
		if (tiles->euclid)
			continue;
		border = border_at(tiles, (uint32_t)(entry - tiles->entries));
		memset(border, 0xff, border_size(tiles->big ? FF_FIELD_U64 : FF_FIELD_U32));
		*border = (struct border){{0}};
	}
}

/* Queues the tiles of a row that have values of an earlier run: each is that of a path, and what
 * remains to be offered follows from them.  Where nothing was written is 0, which only goals have,
 * and these are seeds again. */
static void resume_row(struct ff_integrate *run, int32_t row)
{
	struct tiles *tiles = run->scratch;

	for (int32_t x = 0; x < tiles->w; x++) {
		const uint32_t number = (uint32_t)row * (uint32_t)tiles->w + (uint32_t)x;
		const struct ff_tile tile = tile_at(run, number);
		const size_t count = (size_t)tile.w * (size_t)tile.h;
		struct entry *entry = &tiles->entries[number];
		uint32_t *values = run->kept->values + kept_tile(run, &tile);
		uint32_t least = FF_FIELD_NONE32;

		for (size_t i = 0; i < count && !entry->seeded; i++)
			least = values[i] != 0 && values[i] < least ? values[i] : least;
		if (least == FF_FIELD_NONE32)
			continue;
		for (size_t i = 0; i < count; i++) {
			values[i] = values[i] == 0 ? FF_FIELD_NONE32 : values[i];
			run->kept->found += values[i] != FF_FIELD_NONE32;
		}
		entry->narrow = is_all_corridors(&tile);
		entry->seen = entry->seeded = true;
		queue_tile(tiles, number, least);
	}
}

/* Returns the largest value that a field of integers may have. */
static uint64_t top_of(const struct ff_field *field)
{
	return field->type == FF_FIELD_U64 ? FF_TILE_MOST64 : FF_FIELD_NONE32 - 1;
}

void ff_integrate_tiles_begin(struct ff_integrate *run)
{
	struct tiles *tiles = run->scratch;
	int32_t w = tiles_along(run->cost->w), h = tiles_along(run->cost->h);
	size_t count = (size_t)w * (size_t)h;
	char *desks;

	*tiles = (struct tiles){
		.w = w,
		.h = h,
		.euclid = ff_model_is_continuous(run->model),
		.big = run->field->type == FF_FIELD_U64,
		.kernels = kernels_for(run->machine),
	};
	tiles->most =
		run->limit < (double)top_of(run->field) ? (uint64_t)run->limit : top_of(run->field);
	tiles->entries = (struct entry *)(tiles + 1);
	tiles->borders = (char *)(tiles->entries + count);
	tiles->queue = (uint32_t *)(tiles->borders + count * border_size(run->field->type));
	desks = run->desks != NULL ? run->desks : (char *)(tiles->queue + count);
	tiles->desks = desks + (ALIGNMENT - (uintptr_t)desks % ALIGNMENT) % ALIGNMENT;
	ff_pool_run(ff_machine_pool(run->machine), (size_t)h, clear_row, tiles);
	if (run->kept != NULL)
		ff_pool_run(ff_machine_pool(run->machine), (size_t)h, keep_costs, run);
	place_seeds(run, tiles);
	for (int32_t row = 0; row < h && run->kept != NULL && run->kept->resumed; row++)
		resume_row(run, row);
}

/* Returns true if a cell without a value had an offer within the caller's limit. */
static bool had_offer(const struct ff_integrate *run, int32_t x, int32_t y)
{
	const struct ff_cost *cost = run->cost;
	uint32_t here = ff_cost_at(cost, ff_cost_index(cost, x, y));
	const bool big = run->field->type == FF_FIELD_U64;

	for (int d = 0; d < FF_DIRECTIONS; d += ff_model_is_straight(run->model) ? 2 : 1) {
		enum ff_direction direction = (enum ff_direction)d;
		uint64_t value;
		size_t to;

		if (!ff_neighbours_permit(cost, run->model->corners, x, y, direction))
			continue;
		to = ff_neighbours_index(cost, x, y, direction);
		value = ff_tile_value(run->field, to, big);
		if (value != ff_tile_none(big) &&
		    (double)(value + ff_model_price(run->model, ff_neighbours_diagonal(direction),
						    here, ff_cost_at(cost, to))) <= run->limit)
			return true;
	}
	return false;
}

/* Returns true if a cell lacks a value only because it would not fit the field. */
static bool is_too_small(const struct ff_integrate *run)
{
	const bool big = run->field->type == FF_FIELD_U64;
	const struct ff_cost *cost = run->cost;

	for (size_t i = 0; i < run->seeds->count; i++) {
		size_t cell = run->seeds->items[i].cell;

		if (ff_tile_value(run->field, cell, big) == ff_tile_none(big) &&
		    run->seeds->items[i].start <= run->limit)
			return true;
	}
	for (int32_t y = 0; y < cost->h; y++)
		for (int32_t x = 0; x < cost->w; x++) {
			size_t cell = ff_cost_index(cost, x, y);

			if (ff_cost_open(cost, x, y) &&
			    ff_tile_value(run->field, cell, big) == ff_tile_none(big) &&
			    had_offer(run, x, y))
				return true;
		}
	return false;
}

/* Removes the values of cells in tiles that no path reached. */
static void fill_unseen(void *context, size_t row)
{
	const struct ff_integrate *run = context;
	const struct tiles *tiles = run->scratch;

	for (int32_t x = 0; x < tiles->w; x++)
		clear_tile(run, (uint32_t)row * (uint32_t)tiles->w + (uint32_t)x);
}

enum ff_status ff_integrate_tiles_step(struct ff_integrate *run, size_t budget)
{
	struct tiles *tiles = run->scratch;
	struct ff_pool *pool = ff_machine_pool(run->machine);
	struct pass pass = {.run = run, .tiles = tiles, .budget = budget};
	size_t count = (size_t)tiles->w * (size_t)tiles->h;
	size_t locks = count < LOCKS ? count : LOCKS;

	for (size_t i = 0; i < count && run->open; i++)
		tiles->entries[i].changed = false;
	ff_pool_lock_open(&pass.lock);
	for (size_t i = 0; i < locks; i++)
		ff_pool_lock_open(&pass.locks[i]);
	ff_pool_run(pool, count_workers(count, ff_pool_threads(pool)), run_worker, &pass);
	for (size_t i = 0; i < locks; i++)
		ff_pool_lock_close(&pass.locks[i]);
	ff_pool_lock_close(&pass.lock);
	run->settled += pass.settled;
	run->worked += pass.done;
	run->done = tiles->waiting == 0 && !run->open;
	return run->done ? ff_integrate_tiles_finish(run) : FF_OK;
}

enum ff_status ff_integrate_tiles_finish(struct ff_integrate *run)
{
	const struct tiles *tiles = run->scratch;
	struct ff_pool *pool = ff_machine_pool(run->machine);

	ff_pool_run(pool, (size_t)tiles->h, fill_unseen, run);
	if (run->kept != NULL)
		ff_pool_run(pool, (size_t)tiles->h, unfold_values, run);
	return tiles->beyond && run->limit > (double)top_of(run->field) && is_too_small(run)
		       ? FF_E_LIMIT
		       : FF_OK;
}

bool ff_integrate_tiles_changed(const struct ff_integrate *run, int32_t x, int32_t y)
{
	const struct tiles *tiles = run->scratch;

	return tiles->entries[(uint32_t)(y / SIDE) * (uint32_t)tiles->w + (uint32_t)(x / SIDE)]
		.changed;
}

uint64_t ff_integrate_tiles_least(const struct ff_integrate *run)
{
	const struct tiles *tiles = run->scratch;

	return tiles->waiting > 0 ? tiles->entries[tiles->queue[0]].key : UINT64_MAX;
}

void ff_integrate_tiles_offer(struct ff_integrate *run, int32_t x, int32_t y, uint64_t value)
{
	struct tiles *tiles = run->scratch;
	uint32_t number = (uint32_t)(y / SIDE) * (uint32_t)tiles->w + (uint32_t)(x / SIDE);
	struct border *border = border_at(tiles, number);
	enum side side = y == 0 ? NORTH : y == run->cost->h - 1 ? SOUTH : x == 0 ? WEST : EAST;
	int i = (side == NORTH || side == SOUTH ? x : y) % SIDE;

	if (value > tiles->most) {
		tiles->beyond = true;
	} else if (value < known_at(border, tiles->big, (int)side, i)) {
		set_known(border, tiles->big, (int)side, i, value);
		border->offered[side] |= UINT64_C(1) << i;
		queue_tile(tiles, number, value);
	}
}
