/*
 * Borders beside changed cells are scanned again.  Sectors at such a border may get other nodes:
 * those of old links whose portals are kept, plus those of the new crossings.  All other sectors
 * keep their nodes, renumbered, and their costs.
 *
 * Most edits change no node, and so no number: costs are then replaced in place.
 */
#include <stdlib.h>
#include <string.h>

#include "core/map/field.h"
#include "core/sectors/routing.h"

static const uint32_t gone = UINT32_MAX;

/* Marks of sectors, besides the masks that the caller gets. */
enum {
	CHANGED = 4, /* has a changed cell */
	SCANNED = 8, /* its borders to the right and below are scanned again */
	MERGED = 16, /* one of its borders is */
};

/* A link of the new graph whose nodes have no numbers yet. */
struct joint {
	uint32_t sector, cell, portal;
	uint32_t other; /* the cell across the border */
};

struct renewal {
	const struct ff_portal_graph *old;
	struct ff_portal_graph made;
	const struct ff_cost *cost;
	uint32_t sectors;
	uint8_t *marks; /* [sectors] */
	size_t scanned;
	struct ff_portals_scan look; /* its lists are owned, the portals by 'made' */
	uint32_t *portals;           /* owned; [portal_count of old]  new numbers, or gone */
	uint32_t *nodes;             /* owned; [node_count of old]  new numbers, or gone */
	struct joint *joints;        /* owned; [joint_count]  by sector, cell and portal */
	size_t joint_count;
	uint32_t *priced; /* owned; [priced_count]  sectors, ascending */
	size_t priced_count;
};

/* Marks the sector of cell x,y, if that is on the map. */
static void mark_sector(struct renewal *r, int32_t x, int32_t y, unsigned with)
{
	uint32_t sector;

	if (!ff_cost_inside(r->cost, x, y))
		return;
	sector = ff_sectors_of(&r->old->sectors, (uint32_t)ff_cost_index(r->cost, x, y));
	r->marks[sector] = (uint8_t)(r->marks[sector] | with);
}

/* Marks the sectors with a border at a changed cell, and those with the cell in their margin. */
static void mark_cell(struct renewal *r, uint32_t cell)
{
	const struct ff_sectors *sectors = &r->old->sectors;
	struct ff_sectors_area area = ff_sectors_area(sectors, ff_sectors_of(sectors, cell));
	int32_t x = (int32_t)(cell % (uint32_t)r->cost->w);
	int32_t y = (int32_t)(cell / (uint32_t)r->cost->w);
	bool left = x == area.x, right = x == area.x + area.w - 1;
	bool above = y == area.y, below = y == area.y + area.h - 1;

	mark_sector(r, x, y, CHANGED | FF_PORTALS_RENEW_FIELDS);
	if (right || below)
		mark_sector(r, x, y, SCANNED);
	if (left)
		mark_sector(r, x - 1, y, SCANNED);
	if (above)
		mark_sector(r, x, y - 1, SCANNED);
	/* Corner steps belong to the sector above and to the left. */
	if (left && above)
		mark_sector(r, x - 1, y - 1, SCANNED);
	if (!ff_model_is_continuous(&r->old->model))
		return;
	for (int d = 0; d < FF_DIRECTIONS; d++)
		mark_sector(r, x + ff_flow_steps[d].dx, y + ff_flow_steps[d].dy,
			    FF_PORTALS_RENEW_FIELDS);
}

/* Marks the sectors with nodes at a border that is scanned again. */
static void mark_neighbours(struct renewal *r)
{
	for (uint32_t s = 0; s < r->sectors; s++) {
		struct ff_sectors_area area;

		if ((r->marks[s] & SCANNED) == 0)
			continue;
		r->scanned++;
		area = ff_sectors_area(&r->old->sectors, s);
		mark_sector(r, area.x, area.y, MERGED);
		mark_sector(r, area.x + area.w, area.y, MERGED);
		mark_sector(r, area.x, area.y + area.h, MERGED);
		mark_sector(r, area.x + area.w, area.y + area.h, MERGED);
	}
}

/* Returns the sector whose scan finds a portal: that of its upper left cell, or of the cell between
 * its two. */
static uint32_t finder_of(const struct ff_portal_graph *graph, const struct ff_portal *portal)
{
	uint32_t w = (uint32_t)graph->sectors.w;

	return portal->direction == FF_SW ? ff_sectors_of(&graph->sectors, portal->first[1] - w)
					  : portal->sectors[0];
}

/* Returns the least cost of the edited map, usually the old one. */
static uint32_t least_of(const struct renewal *r, const uint32_t *cells, size_t count)
{
	uint32_t least = r->old->least;

	for (size_t i = 0; i < count; i++)
		if (ff_cost_at(r->cost, cells[i]) < least)
			least = ff_cost_at(r->cost, cells[i]);
	if (r->cost->wide != NULL ||
	    memchr(r->cost->cells, (int)least, (size_t)r->cost->w * (size_t)r->cost->h) == NULL)
		least = ff_cost_range(r->cost).least;
	return least;
}

static void find_clear(const struct renewal *r, struct ff_portal_graph *graph)
{
	for (uint32_t s = 0; s < r->sectors; s++)
		if ((r->marks[s] & CHANGED) != 0) {
			graph->clear_count -= graph->clear[s];
			graph->clear[s] = ff_portals_is_clear(graph, r->cost, s);
			graph->clear_count += graph->clear[s];
		}
}

static enum ff_status renew_clear(struct renewal *r)
{
	struct ff_portal_graph *made = &r->made;
	size_t side = (size_t)made->sectors.size;

	made->clear = malloc(r->sectors);
	made->clear_cost = malloc(side * side);
	if (made->clear == NULL || made->clear_cost == NULL)
		return FF_E_NOMEM;
	memcpy(made->clear, r->old->clear, r->sectors);
	memcpy(made->clear_cost, r->old->clear_cost, side * side);
	made->clear_count = r->old->clear_count;
	find_clear(r, made);
	return FF_OK;
}

/* Allocates lists for all portals, kept and new. */
static enum ff_status open_lists(struct renewal *r)
{
	const struct ff_portal_graph *old = r->old;
	struct ff_portals_scan *look = &r->look;
	size_t links = old->link_count;

	for (uint32_t s = 0; s < r->sectors; s++)
		if ((r->marks[s] & SCANNED) != 0)
			ff_portals_scan_sector(look, s);
	look->portals =
		malloc((old->portal_count + look->portal_count + 1) * sizeof *look->portals);
	look->crossings = malloc((look->crossing_count + 1) * sizeof *look->crossings);
	r->made.portals = look->portals;
	r->portals = malloc((old->portal_count + 1) * sizeof *r->portals);
	r->nodes = malloc((old->node_count + 1) * sizeof *r->nodes);
	links += look->crossing_count;
	r->made.cells = malloc((links + 1) * sizeof *r->made.cells);
	r->made.links = malloc((links + 1) * sizeof *r->made.links);
	r->made.first_link = malloc((links + 1) * sizeof *r->made.first_link);
	r->made.first_node = malloc(((size_t)r->sectors + 1) * sizeof *r->made.first_node);
	look->portal_count = look->crossing_count = 0;
	return look->portals == NULL || look->crossings == NULL || r->portals == NULL ||
			       r->nodes == NULL || r->made.cells == NULL || r->made.links == NULL ||
			       r->made.first_link == NULL || r->made.first_node == NULL
		       ? FF_E_NOMEM
		       : FF_OK;
}

static void renew_portals(struct renewal *r)
{
	const struct ff_portal_graph *old = r->old;
	struct ff_portals_scan *look = &r->look;
	size_t p = 0;

	for (uint32_t s = 0; s < r->sectors; s++) {
		bool scanned = (r->marks[s] & SCANNED) != 0;

		for (; p < old->portal_count && finder_of(old, &old->portals[p]) == s; p++) {
			r->portals[p] = scanned ? gone : (uint32_t)look->portal_count;
			if (!scanned)
				look->portals[look->portal_count++] = old->portals[p];
		}
		if (scanned)
			ff_portals_scan_sector(look, s);
	}
	r->made.portal_count = look->portal_count;
}

static int compare_joints(const void *a, const void *b)
{
	const struct joint *left = a, *right = b;

	if (left->sector != right->sector)
		return left->sector < right->sector ? -1 : 1;
	if (left->cell != right->cell)
		return left->cell < right->cell ? -1 : 1;
	return (left->portal > right->portal) - (left->portal < right->portal);
}

/* Counts the kept links of a sector, or lists them. */
static void keep_joints(struct renewal *r, uint32_t sector)
{
	const struct ff_portal_graph *old = r->old;

	for (uint32_t n = old->first_node[sector]; n < old->first_node[sector + 1]; n++)
		for (uint32_t i = old->first_link[n]; i < old->first_link[n + 1]; i++) {
			const struct ff_portal_link *link = &old->links[i];

			if (r->portals[link->portal] == gone)
				continue;
			if (r->joints != NULL)
				r->joints[r->joint_count] = (struct joint){sector, old->cells[n],
									   r->portals[link->portal],
									   old->cells[link->node]};
			r->joint_count++;
		}
}

/* Lists the links of sectors that may have other nodes. */
static enum ff_status list_joints(struct renewal *r)
{
	const struct ff_portals_crossing *crossings = r->look.crossings;

	for (uint32_t s = 0; s < r->sectors; s++)
		if ((r->marks[s] & MERGED) != 0)
			keep_joints(r, s);
	r->joints = malloc((r->joint_count + r->look.crossing_count + 1) * sizeof *r->joints);
	if (r->joints == NULL)
		return FF_E_NOMEM;
	r->joint_count = 0;
	for (uint32_t s = 0; s < r->sectors; s++)
		if ((r->marks[s] & MERGED) != 0)
			keep_joints(r, s);
	for (size_t i = 0; i < r->look.crossing_count; i++)
		r->joints[r->joint_count++] = (struct joint){
			ff_sectors_of(&r->look.graph->sectors, crossings[i].cell),
			crossings[i].cell, crossings[i].portal, crossings[i ^ 1].cell};
	qsort(r->joints, r->joint_count, sizeof *r->joints, compare_joints);
	return FF_OK;
}

/* Numbers the nodes of a sector whose joints begin at *k. */
static void merge_nodes(struct renewal *r, uint32_t sector, size_t *k)
{
	const struct ff_portal_graph *old = r->old;
	struct ff_portal_graph *made = &r->made;
	uint32_t first = (uint32_t)made->node_count, n = old->first_node[sector];
	bool same;

	for (; *k < r->joint_count && r->joints[*k].sector == sector; ++*k) {
		if (made->node_count == first ||
		    made->cells[made->node_count - 1] != r->joints[*k].cell) {
			made->first_link[made->node_count] = (uint32_t)made->link_count;
			made->cells[made->node_count++] = r->joints[*k].cell;
		}
		made->link_count++;
	}
	same = made->node_count - first == old->first_node[sector + 1] - n;
	for (uint32_t at = first; n < old->first_node[sector + 1]; n++) {
		while (at < made->node_count && made->cells[at] < old->cells[n])
			at++;
		r->nodes[n] = at < made->node_count && made->cells[at] == old->cells[n] ? at : gone;
		same &= r->nodes[n] != gone;
	}
	if (!same)
		r->marks[sector] |= FF_PORTALS_RENEW_COSTS;
}

static void keep_nodes(struct renewal *r, uint32_t sector)
{
	const struct ff_portal_graph *old = r->old;
	struct ff_portal_graph *made = &r->made;
	uint32_t first = old->first_node[sector], end = old->first_node[sector + 1];
	uint32_t before = (uint32_t)made->link_count - old->first_link[first];

	for (uint32_t n = first; n < end; n++) {
		r->nodes[n] = (uint32_t)made->node_count;
		made->first_link[made->node_count] = old->first_link[n] + before;
		made->cells[made->node_count++] = old->cells[n];
	}
	made->link_count += old->first_link[end] - old->first_link[first];
}

static void renew_nodes(struct renewal *r)
{
	size_t k = 0;

	for (uint32_t s = 0; s < r->sectors; s++) {
		r->made.first_node[s] = (uint32_t)r->made.node_count;
		if ((r->marks[s] & MERGED) != 0)
			merge_nodes(r, s, &k);
		else
			keep_nodes(r, s);
	}
	r->made.first_node[r->sectors] = (uint32_t)r->made.node_count;
	r->made.first_link[r->made.node_count] = (uint32_t)r->made.link_count;
}

/* Returns the node on a cell that has one. */
static uint32_t node_at(const struct ff_portal_graph *graph, uint32_t cell)
{
	uint32_t sector = ff_sectors_of(&graph->sectors, cell);
	uint32_t node = graph->first_node[sector];

	while (graph->cells[node] != cell)
		node++;
	return node;
}

static void renew_links(struct renewal *r)
{
	const struct ff_portal_graph *old = r->old;
	struct ff_portal_graph *made = &r->made;
	size_t i = 0, k = 0;

	for (uint32_t s = 0; s < r->sectors; s++) {
		uint32_t first = old->first_link[old->first_node[s]];
		uint32_t end = old->first_link[old->first_node[s + 1]];

		for (; (r->marks[s] & MERGED) == 0 && first < end; first++)
			made->links[i++] =
				(struct ff_portal_link){r->nodes[old->links[first].node],
							r->portals[old->links[first].portal]};
		for (; k < r->joint_count && r->joints[k].sector == s; k++)
			made->links[i++] = (struct ff_portal_link){
				node_at(made, r->joints[k].other), r->joints[k].portal};
	}
}

/* Lists the sectors to price: those with costs whose cells or nodes have changed. */
static void choose_priced(struct renewal *r, const struct ff_portal_graph *graph)
{
	r->priced_count = 0;
	for (uint32_t s = 0; s < r->sectors; s++) {
		if ((r->marks[s] & CHANGED) != 0)
			r->marks[s] |= FF_PORTALS_RENEW_COSTS;
		if ((r->marks[s] & FF_PORTALS_RENEW_COSTS) != 0 &&
		    !ff_portal_graph_implied(graph, s))
			r->priced[r->priced_count++] = s;
	}
}

/* Prices the changed sectors of the new graph, and then takes the other costs from the old one. */
static enum ff_status renew_costs(struct renewal *r, const struct ff_machine *machine)
{
	enum ff_status st;

	choose_priced(r, &r->made);
	if ((r->made.costs = calloc(r->sectors, sizeof(void *))) == NULL)
		return FF_E_NOMEM;
	st = ff_portals_price_some(&r->made, r->cost, r->priced, r->priced_count, machine);
	for (uint32_t s = 0; s < r->sectors && st == FF_OK; s++)
		if ((r->marks[s] & FF_PORTALS_RENEW_COSTS) == 0) {
			r->made.costs[s] = r->old->costs[s];
			r->old->costs[s] = NULL;
		}
	return st;
}

static enum ff_status rebuild_graph(struct renewal *r, const struct ff_machine *machine)
{
	enum ff_status st;

	if ((st = renew_clear(r)) != FF_OK || (st = open_lists(r)) != FF_OK)
		return st;
	renew_portals(r);
	if ((st = list_joints(r)) != FF_OK)
		return st;
	renew_nodes(r);
	renew_links(r);
	return renew_costs(r, machine);
}

/* Returns the first portal found by the scan of that sector or a later one. */
static size_t first_portal(const struct ff_portal_graph *graph, uint32_t sector)
{
	size_t low = 0, high = graph->portal_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (finder_of(graph, &graph->portals[middle]) < sector)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool has_link(const struct ff_portal_graph *graph, const struct ff_portals_crossing *from,
		     uint32_t to, size_t portal)
{
	uint32_t sector = ff_sectors_of(&graph->sectors, from->cell);

	for (uint32_t n = graph->first_node[sector]; n < graph->first_node[sector + 1]; n++)
		for (uint32_t i = graph->first_link[n];
		     graph->cells[n] == from->cell && i < graph->first_link[n + 1]; i++)
			if (graph->links[i].portal == portal &&
			    graph->cells[graph->links[i].node] == to)
				return true;
	return false;
}

/* Returns true if the borders of a sector have their old portals and links; reuses the lists. */
static bool has_same_borders(struct renewal *r, uint32_t sector)
{
	const struct ff_portal_graph *old = r->old;
	struct ff_portals_scan *look = &r->look;
	size_t first = first_portal(old, sector), n = first_portal(old, sector + 1) - first;
	bool same;

	look->portal_count = look->crossing_count = 0;
	ff_portals_scan_sector(look, sector);
	same = look->portal_count == n;
	for (size_t i = 0; i < n && same; i++) {
		const struct ff_portal *a = &look->portals[i], *b = &old->portals[first + i];

		same = a->first[0] == b->first[0] && a->first[1] == b->first[1] &&
		       a->length == b->length && a->direction == b->direction;
	}
	for (size_t i = 0; i < look->crossing_count && same; i++)
		same = has_link(old, &look->crossings[i], look->crossings[i ^ 1].cell,
				first + look->crossings[i].portal);
	return same;
}

static bool is_same(struct renewal *r)
{
	bool same = true, euclid = ff_model_is_continuous(&r->old->model);

	for (uint32_t s = 0; s < r->sectors && same; s++) {
		if ((r->marks[s] & SCANNED) != 0)
			same = has_same_borders(r, s);
		if ((r->marks[s] & CHANGED) != 0 && !euclid)
			same &= ff_portals_is_clear(r->old, r->cost, s) == (r->old->clear[s] != 0);
	}
	return same;
}

/* Sets '*same' if only costs have changed, and none of them moves. */
static enum ff_status compare_borders(struct renewal *r, bool *same)
{
	/* A border has at most as many nodes as pairs, and two corner steps between pairs. */
	size_t room = 6 * (size_t)r->old->sectors.size + 2;
	struct ff_portals_scan *look = &r->look;
	enum ff_status st = FF_E_NOMEM;

	look->portals = malloc(room * sizeof *look->portals);
	look->crossings = malloc(2 * room * sizeof *look->crossings);
	if (look->portals != NULL && look->crossings != NULL) {
		*same = is_same(r);
		st = FF_OK;
	}
	free(look->portals);
	free(look->crossings);
	*look = (struct ff_portals_scan){.graph = r->old, .cost = r->cost};
	return st;
}

/* Prices the changed sectors in place if nothing else has changed, and sets '*done'.  Otherwise,
 * and after a failure, the graph is unchanged. */
static enum ff_status renew_in_place(struct renewal *r, struct ff_portal_graph *graph,
				     const struct ff_machine *machine, bool *done)
{
	struct ff_portal_costs **before;
	enum ff_status st;

	if ((st = compare_borders(r, done)) != FF_OK || !*done)
		return st;
	choose_priced(r, graph);
	if ((before = malloc(r->sectors * sizeof(void *))) == NULL)
		return FF_E_NOMEM;
	for (size_t i = 0; i < r->priced_count; i++) {
		before[i] = graph->costs[r->priced[i]];
		graph->costs[r->priced[i]] = NULL;
	}
	st = ff_portals_price_some(graph, r->cost, r->priced, r->priced_count, machine);
	for (size_t i = 0; i < r->priced_count; i++) {
		free(st == FF_OK ? before[i] : graph->costs[r->priced[i]]);
		if (st != FF_OK)
			graph->costs[r->priced[i]] = before[i];
	}
	free(before);
	if (st == FF_OK) {
		graph->least = r->made.least;
		find_clear(r, graph);
		ff_landmarks_forget(graph);
	}
	return st;
}

/* Renews the graph in place, and sets '*same', or makes a new one. */
static enum ff_status renew_graph(struct renewal *r, struct ff_portal_graph *graph,
				  const uint32_t *cells, size_t count,
				  const struct ff_machine *machine, bool *same)
{
	enum ff_status st;

	for (size_t i = 0; i < count; i++)
		mark_cell(r, cells[i]);
	mark_neighbours(r);
	r->made.least = least_of(r, cells, count);
	st = renew_in_place(r, graph, machine, same);
	return st == FF_OK && !*same ? rebuild_graph(r, machine) : st;
}

enum ff_status ff_portals_renew(struct ff_portal_graph *graph, const struct ff_cost *cost,
				const uint32_t *cells, size_t count,
				const struct ff_machine *machine,
				struct ff_portals_renewed *renewed)
{
	struct renewal r = {.old = graph,
			    .made = {.sectors = graph->sectors, .model = graph->model},
			    .cost = cost,
			    .sectors = ff_sectors_count(&graph->sectors)};
	enum ff_status st = FF_E_NOMEM;
	bool same = false;

	r.look = (struct ff_portals_scan){.graph = graph, .cost = cost};
	r.marks = calloc(r.sectors, 1);
	r.priced = malloc(r.sectors * sizeof *r.priced);
	if (r.marks != NULL && r.priced != NULL)
		st = renew_graph(&r, graph, cells, count, machine, &same);
	free(r.look.crossings);
	free(r.portals);
	free(r.nodes);
	free(r.joints);
	free(r.priced);
	if (st != FF_OK) {
		ff_portal_graph_free(&r.made);
		free(r.marks);
		return st;
	}
	if (!same) {
		ff_portal_graph_free(graph);
		*graph = r.made;
	}
	for (uint32_t s = 0; s < r.sectors; s++)
		r.marks[s] &= FF_PORTALS_RENEW_FIELDS | FF_PORTALS_RENEW_COSTS;
	if (renewed != NULL)
		*renewed = (struct ff_portals_renewed){r.marks, r.scanned, r.priced_count};
	else
		free(r.marks);
	return FF_OK;
}
