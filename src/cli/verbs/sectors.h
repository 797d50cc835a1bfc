/*
 * flowfield sectors: its options, and what it finds: the graph of portals and the routes.
 *
 * Names: ff_sector.
 */
#ifndef FF_CLI_VERBS_SECTORS_H
#define FF_CLI_VERBS_SECTORS_H

#include "cli/options.h"
#include "cli/report.h"
#include "cli/starts.h"
#include "cli/verbs/repair.h"
#include "core/sectors/routing.h"

enum ff_sector_solution_phase {
	FF_SECTOR_SOLUTION_PORTALS,
	FF_SECTOR_SOLUTION_GRAPH, /* pricing it */
	FF_SECTOR_SOLUTION_ROUTES,
	FF_SECTOR_SOLUTION_FIELDS,
	FF_SECTOR_SOLUTION_WIDEN,
	FF_SECTOR_SOLUTION_COMPARE, /* with the field of the whole map */
	FF_SECTOR_SOLUTION_PHASES,
};

struct ff_sector_options {
	struct ff_options common;
	int size; /* a sector's side, in cells; 0: by the map's size */
	bool exact;
	const char *edits;       /* a path, or "-"; NULL: none */
	const char *requests;    /* likewise */
	struct ff_starts starts; /* owned; sources besides those of --from */
};

/* A step of --edits. */
struct ff_sector_step {
	int32_t number;
	size_t edits; /* lines of the file */
	struct ff_repair_figures figures;
	size_t reached; /* sources */
};

/* All zero: none. */
struct ff_sector_solution {
	const struct ff_sector_options *options;
	struct ff_sector_field field; /* owned */
	struct ff_portal_graph graph; /* owned */
	struct ff_routes routes;      /* owned */
	struct ff_edits edits;        /* owned */
	struct ff_sector_step *steps; /* owned; [step_count]  of the edits */
	size_t step_count;
	uint8_t *renewed; /* owned; see struct ff_routing */
	struct ff_sector_cache_figures cache;
	uint64_t integrated;          /* sectors, repetitions counted */
	size_t priced;                /* sectors whose edges were priced */
	uint64_t graph_bytes;         /* memory of the graph */
	size_t computed;              /* sectors that have values */
	uint64_t computed_cells;      /* cells of these, walls too */
	size_t reached;               /* sources */
	struct ff_starts_notes notes; /* owned; walkers that --snap has moved */
	double ms[FF_SECTOR_SOLUTION_PHASES];
};

/* Returns the side of a sector: the user's, or one that suits the map. */
int32_t ff_sector_size(const struct ff_sector_options *options, const struct ff_problem *problem);

/* Answers --requests, and prints the table and the summary: FF_OK, or any other status and one line
 * in 'err'. */
enum ff_status ff_sector_requests(const struct ff_sector_options *asked, struct ff_error *err);

/* The object "sectors" and its part of the summary: how many sectors, how good the routes are, and
 * how long all phases took; and warnings about sources. */
extern const struct ff_report_verb ff_sector_report_verb;

#endif
