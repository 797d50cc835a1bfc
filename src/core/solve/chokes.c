/*
 * Dominators of a graph without circles: in the order of values, a cell's immediate dominator is
 * the lowest common ancestor, in the tree of the cells so far, of those to which its steps lead.
 * Ancestors are found by jump pointers (E. W. Myers, "An applicative random-access stack", 1983),
 * in a number of steps that grows with the logarithm of the depth.
 */
#include "core/solve/measures.h"

#include <math.h>
#include <stdlib.h>

#include "core/grid/order.h"

/* A node of the tree.  The root, where all ways end, is node 0, and cell i is node i + 1. */
struct node {
	uint32_t parent, jump, depth;
};

static uint32_t common_ancestor(const struct node *nodes, uint32_t a, uint32_t b)
{
	while (a != b) {
		const struct node *low = &nodes[a], *high = &nodes[b];

		if (low->depth < high->depth) {
			uint32_t swap = a;

			a = b;
			b = swap;
		} else if (low->depth > high->depth) {
			a = nodes[low->jump].depth >= high->depth ? low->jump : low->parent;
		} else {
			bool apart = low->jump != high->jump;

			a = apart ? low->jump : low->parent;
			b = apart ? high->jump : high->parent;
		}
	}
	return a;
}

static void add_node(struct node *nodes, uint32_t node, uint32_t parent)
{
	const struct node *above = &nodes[parent], *jump = &nodes[above->jump];
	bool even = above->depth - jump->depth == jump->depth - nodes[jump->jump].depth;

	nodes[node] = (struct node){
		.parent = parent, .jump = even ? jump->jump : parent, .depth = above->depth + 1};
}

enum ff_status ff_chokes_find(const struct ff_solve *solve, float *shares)
{
	const struct ff_field *field = solve->field;
	const size_t cells = (size_t)field->w * (size_t)field->h;
	struct node *nodes = calloc(cells + 1, sizeof *nodes);
	uint32_t *order;
	size_t count;

	if (nodes == NULL || ff_order_cells(field, &order, &count) != FF_OK) {
		free(nodes);
		return FF_E_NOMEM;
	}
	for (size_t i = 0; i < cells; i++)
		shares[i] = INFINITY;
	/* Ways may end at these, even if others go on. */
	for (size_t i = 0; i < solve->seeds->count && !(solve->flee < 0); i++)
		if (solve->seeds->items[i].start ==
		    ff_field_raw(field, solve->seeds->items[i].cell))
			shares[solve->seeds->items[i].cell] = 0;
	for (size_t i = 0; i < count; i++) {
		struct ff_ways ways = ff_ways_all(solve, order[i]);
		bool ends = ways.count == 0 || shares[order[i]] == 0;
		uint32_t parent = ends ? 0 : ways.cells[0] + 1;

		for (int k = 1; k < ways.count && parent != 0; k++)
			parent = common_ancestor(nodes, parent, ways.cells[k] + 1);
		add_node(nodes, order[i] + 1, parent);
		shares[order[i]] = ends ? 0 : INFINITY;
	}
	/* From here on 'depth' is the number of cells below a node. */
	for (size_t i = 0; i < count; i++)
		nodes[order[i] + 1].depth = 0;
	for (size_t i = count; i-- > 0;) {
		const struct node *node = &nodes[order[i] + 1];

		if (shares[order[i]] != 0)
			shares[order[i]] = (float)(100.0 * node->depth / (double)(count - 1));
		nodes[node->parent].depth += node->depth + 1;
	}
	free(order);
	free(nodes);
	return FF_OK;
}
