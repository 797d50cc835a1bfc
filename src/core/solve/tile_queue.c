/*
 * Dijkstra's algorithm within a tile, with a binary heap that may hold a cell more than once: items
 * with an outdated value are skipped.  In the winding maps that this is for, few cells wait at a
 * time, and the cell that was offered a value last is often the next, so it is kept out of the
 * heap.
 */
#include "core/map/model.h"
#include "core/solve/tile.h"

#define INLINE static inline __attribute__((always_inline))

/* An item of the queue: a value, and in the low bits the cell's index in the tile. */
enum { PLACE_BITS = 12 };

_Static_assert(1 << PLACE_BITS == FF_TILE_CELLS, "a place is a cell of the tile");

struct queue {
	uint64_t *items; /* a heap, least first */
	int count;
};

static void push(struct queue *queue, uint64_t item)
{
	int i = queue->count++;

	for (; i > 0 && queue->items[(i - 1) / 2] > item; i = (i - 1) / 2)
		queue->items[i] = queue->items[(i - 1) / 2];
	queue->items[i] = item;
}

static uint64_t pop(struct queue *queue)
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
	bool open[3][3]; /* neighbours that are open */
	uint64_t least;  /* the least item among those its neighbours took; UINT64_MAX: none */
};

/* Offers one neighbour the cost of walking to the taken cell. */
INLINE void offer(struct ff_tile *tile, struct ff_model rule, struct queue *queue,
		  struct taken *from, int dx, int dy)
{
	const uint8_t *costs = tile->cost->cells;
	size_t to = from->cell + (size_t)((ptrdiff_t)dy * tile->cost->w + dx);
	int32_t x = from->x + dx, y = from->y + dy;
	uint64_t value, item;

	if (x < 0 || x >= tile->w || y < 0 || y >= tile->h ||
	    !ff_neighbours_lead(from->open, rule.metric, rule.corners, dx, dy))
		return;
	value = from->value +
		ff_model_price(&rule, dx != 0 && dy != 0, costs[to], costs[from->cell]);
	if (value > tile->most) {
		tile->beyond = true;
		return;
	}
	if (value >= tile->field->u32[to])
		return;
	tile->field->u32[to] = (uint32_t)value;
	tile->changed[y] |= UINT64_C(1) << x;
	item = value << PLACE_BITS | (uint64_t)(y * FF_TILE_SIDE + x);
	if (from->least == UINT64_MAX) {
		from->least = item;
		return;
	}
	push(queue, item < from->least ? from->least : item);
	from->least = item < from->least ? item : from->least;
}

/* Relaxes the neighbours of an item's cell and returns the next item if one of them has it;
 * UINT64_MAX: none. */
INLINE uint64_t relax(struct ff_tile *tile, struct ff_model rule, struct queue *queue,
		      uint64_t item)
{
	struct taken from = {
		.value = item >> PLACE_BITS,
		.x = (int32_t)(item % FF_TILE_SIDE),
		.y = (int32_t)(item / FF_TILE_SIDE % FF_TILE_SIDE),
		.least = UINT64_MAX,
	};

	from.cell = ff_tile_row(tile, from.y) + (size_t)from.x;
	if (tile->field->u32[from.cell] != from.value)
		return UINT64_MAX;
	ff_neighbours_look(tile->cost, tile->x + from.x, tile->y + from.y, from.open);
	offer(tile, rule, queue, &from, 0, -1);
	offer(tile, rule, queue, &from, 1, 0);
	offer(tile, rule, queue, &from, 0, 1);
	offer(tile, rule, queue, &from, -1, 0);
	if (ff_model_is_straight(&rule))
		return from.least;
	offer(tile, rule, queue, &from, 1, -1);
	offer(tile, rule, queue, &from, 1, 1);
	offer(tile, rule, queue, &from, -1, 1);
	offer(tile, rule, queue, &from, -1, -1);
	return from.least;
}

INLINE void empty(struct ff_tile *tile, struct ff_model rule, struct queue *queue)
{
	while (queue->count > 0) {
		uint64_t item = pop(queue);

		do {
			item = relax(tile, rule, queue, item);
		} while (item != UINT64_MAX && (queue->count == 0 || item <= queue->items[0]));
		if (item != UINT64_MAX)
			push(queue, item);
	}
}

/* Specialises empty() for constant rules. */
INLINE void empty_by_step(struct ff_tile *tile, struct ff_model rule, struct queue *queue)
{
	switch (tile->model->step) {
	case FF_STEP_MEAN:
		rule.step = FF_STEP_MEAN;
		empty(tile, rule, queue);
		break;
	case FF_STEP_HOPS:
		rule.step = FF_STEP_HOPS;
		empty(tile, rule, queue);
		break;
	default:
		empty(tile, rule, queue);
	}
}

void ff_tile_queue(struct ff_tile *tile, uint64_t *items)
{
	struct queue queue;
	struct ff_model rule = {.metric = FF_METRIC_OCTILE, .corners = FF_CORNERS_STRICT};

	queue.items = items;
	queue.count = 0;
	for (int32_t y = 0; y < tile->h; y++)
		for (uint64_t bits = tile->todo[y]; bits != 0; bits &= bits - 1) {
			int x = __builtin_ctzll(bits);
			uint64_t value = tile->field->u32[ff_tile_row(tile, y) + (size_t)x];

			push(&queue, value << PLACE_BITS | (uint64_t)(y * FF_TILE_SIDE + x));
			tile->todo[y] &= ~(UINT64_C(1) << x);
		}
	if (ff_model_is_straight(tile->model)) {
		rule.metric = FF_METRIC_MANHATTAN;
		empty_by_step(tile, rule, &queue);
		return;
	}
	switch (tile->model->corners) {
	case FF_CORNERS_LENIENT:
		rule.corners = FF_CORNERS_LENIENT;
		empty_by_step(tile, rule, &queue);
		break;
	case FF_CORNERS_CUT:
		rule.corners = FF_CORNERS_CUT;
		empty_by_step(tile, rule, &queue);
		break;
	default:
		empty_by_step(tile, rule, &queue);
	}
}
