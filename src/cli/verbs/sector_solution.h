/*
 * What is found out about a problem where only sectors on the way are computed: the graph of their
 * portals, the routes, and the field.
 */
#ifndef FF_CLI_VERBS_SECTOR_SOLUTION_H
#define FF_CLI_VERBS_SECTOR_SOLUTION_H

#include "cli/options.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "core/base/machine.h"
#include "core/map/sectors.h"
#include "core/sectors/routing.h"

enum ff_sector_solution_phase {
	FF_SECTOR_SOLUTION_PORTALS,
	FF_SECTOR_SOLUTION_GRAPH, /* pricing it */
	FF_SECTOR_SOLUTION_LANDMARKS,
	FF_SECTOR_SOLUTION_LOAD, /* instead of pricing and landmarks */
	FF_SECTOR_SOLUTION_ROUTES,
	FF_SECTOR_SOLUTION_FIELDS,
	FF_SECTOR_SOLUTION_WIDEN,
	FF_SECTOR_SOLUTION_COMPARE, /* with the field of the whole map */
	FF_SECTOR_SOLUTION_PHASES,
};

struct ff_sector_options {
	struct ff_options common;
	int size; /* of a sector's side, in cells */
	bool exact;
	const char *load_graph; /* a path, or "-"; NULL: none */
};

/* All zero: none. */
struct ff_sector_solution {
	const struct ff_sector_options *options;
	struct ff_portal_graph graph; /* owned */
	struct ff_routes routes;      /* owned */
	struct ff_sector_cache_figures cache;
	uint64_t integrated;     /* sectors, repetitions counted */
	size_t priced;           /* sectors whose ways were priced, not loaded */
	uint64_t graph_bytes;    /* memory that the graph takes */
	size_t computed;         /* sectors that have values */
	uint64_t computed_cells; /* cells of these, walls too */
	size_t reached;          /* sources */
	double ms[FF_SECTOR_SOLUTION_PHASES];
};

/*
 * ff_sector_solution_find() finds routes from the problem's sources and the field of the sectors
 * that they lead through; with --exact, of as many as it takes.
 *
 *   solution  set; free it with ff_sector_solution_free() if FF_OK is returned.  Without --exact
 *             it is for the caller to find each route's 'least'
 *   field     set but for its zero; the caller owns field->cells and passes it to free()
 *
 * Returns FF_OK; FF_E_INPUT if --load-graph names no graph of this map and these options, or one
 * that cannot be read; FF_E_NOMEM.  On failure nothing is set.
 */
enum ff_status
ff_sector_solution_find(struct ff_sector_solution *solution, const struct ff_problem *problem,
			const struct ff_sector_options *options, const struct ff_machine *machine,
			struct ff_progress *progress, struct ff_field *field, struct ff_error *err);

/* ff_sector_solution_digest() is by what a file of a graph tells whose it is. */
uint64_t ff_sector_solution_digest(const struct ff_problem *problem);

/*
 * ff_sector_solution_ratio() is how many times the least cost following a route costs; 1 where
 * both are 0, 0 where one of them is not known.
 */
double ff_sector_solution_ratio(const struct ff_route *route);

void ff_sector_solution_free(struct ff_sector_solution *solution);

/* The object "sectors" and its part of the summary: how many sectors, how good the routes are, and
 * how long all phases took; and warnings about sources. */
extern const struct ff_report_verb ff_sector_report_verb;

#endif
