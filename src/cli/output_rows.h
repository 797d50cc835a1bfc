/*
 * The outputs, a row each: the option that asks for one, its files, what it needs, and its maker.
 * A new output is a row in one of these groups, and its maker.
 *
 *	X(ID, name, argument, help, formats, standard, bare, needs, uses, maker)
 *
 *   ID              its number is FF_OPTIONS_ID
 *   name            of the option, of files named after the map, and of the layer in a file's texts
 *   argument, help  of the option
 *   formats         a set of those in outputs.h; 0: it has but one, of its own
 *   standard, bare  the formats of standard output, and of a name without an extension
 *   needs           a set of enum ff_outputs_need
 *   uses            a set of enum ff_outputs_use
 *   maker           MADE(initialisers of struct ff_output_maker in render.c)
 *
 * Each file that expands rows defines the short names of the columns that it reads.
 */
#ifndef FF_CLI_OUTPUT_ROWS_H
#define FF_CLI_OUTPUT_ROWS_H

/* clang-format off */

/* In the order of --help and of reports. */
#define FF_OUTPUT_PICTURES(X) \
	X(HEATMAP, "heatmap", "FILE", "how far all is from the goal (.png or .svg)", PNG | SVG, PNG, PNG, 0, VALUES, MADE(.draw = ff_draw_heatmap, .svg = ff_draw_heatmap_svg, .ranged = true)) \
	X(ARROWS, "arrows", "FILE", "which way to go (.png or .svg)", PNG | SVG, PNG, PNG, 0, PLAIN | MARKS, MADE(.draw = ff_draw_arrows, .svg = ff_draw_arrows_svg)) \
	X(REACH, "reach", "FILE", "what can be reached, and what not (or data)", PNG | DATA, PNG, PNG, 0, PLAIN, MADE(.draw = ff_draw_reach, .layer = classes_layer)) \
	X(TERRAIN, "terrain", "FILE.png", "what each cell costs", PNG, PNG, PNG, 0, COLOURED, MADE(.draw = ff_draw_terrain)) \
	X(ALLOCATION, "allocation", "FILE", "which goal serves each cell (or data)", PNG | DATA, CSV, UNNAMED, ALLOCATION, PLAIN, MADE(.paint = paint_allocation, .layer = allocation_layer)) \
	X(REGIONS, "regions", "FILE", "connected open areas (or data)", PNG | DATA, CSV, UNNAMED, REGIONS, PLAIN, MADE(.paint = paint_regions, .layer = regions_layer)) \
	X(TIES, "ties", "FILE", "how many ways are equally good (or data)", PNG | DATA, CSV, UNNAMED, TIES, COLOURED, MADE(.paint = paint_ties, .layer = ties_layer)) \
	X(SIGHT_MASK, "sight-mask", "FILE.png", "which cells see a goal: 255, others 0", PNG, PNG, PNG, SIGHT, 0, MADE(.paint = paint_sight, .mapless = true))

#define FF_OUTPUT_DATA(X) \
	X(INTEGRATION, "integration", "FILE", "cost to the goal: .npy .csv .pgm .pfm .png .asc", DATA, CSV, UNNAMED, 0, 0, MADE(.layer = integration_layer, .measures = true)) \
	X(COST, "cost", "FILE", "what each cell costs: data as --integration", DATA | PNG8, CSV, UNNAMED, 0, 0, MADE(.layer = cost_layer)) \
	X(CSV, "csv", "FILE", "every cell as a line of text", 0, OWN, OWN, 0, 0, MADE(.write = write_table)) \
	X(DIRECTIONS, "directions", "FILE", "a direction a cell: data as --integration", DATA, CSV, CSV, 0, 0, MADE(.layer = directions_layer)) \
	X(VECTORS, "vectors", "FILE", "dx,dy a cell: data as .npy, .csv or .pfm", PAIRS, CSV, CSV, 0, 0, MADE(.layer = vectors_layer))

#define FF_OUTPUT_REPORT(X) \
	X(JSON, "json", "FILE", "all figures about the run", 0, OWN, OWN, FIGURES, 0, MADE(.draw = NULL))

#define FF_OUTPUT_FILM(X) \
	X(ANIMATE, "animate", "FILE.png", "what happens, as a PNG that moves", APNG, APNG, APNG, 0, VALUES | MARKS, MADE(.draw = NULL))

#define FF_OUTPUT_SECTORS(X) \
	X(PORTALS, "portals", "FILE.png", "sectors, windows, portals, paths", PNG, PNG, PNG, 0, PLAIN | MARKS, MADE(.paint = ff_sector_report_portals)) \
	X(GRAPH, "graph", "FILE", "nodes and edges with their costs (.png or .csv)", PNG | TABLE, TABLE, UNNAMED, 0, PLAIN | MARKS, MADE(.paint = ff_sector_report_graph, .write = ff_sector_report_graph_csv))

#define FF_OUTPUT_STORED(X) \
	X(SAVE_GRAPH, "save-graph", "FILE", "keep the graph of portals in a file", 0, GRAPH, GRAPH, 0, 0, MADE(.write = ff_sector_report_graph_file))

#define FF_OUTPUT_WALKS(X) \
	X(PATHS, "paths", "FILE", "the way of each alone (.png, .svg or .csv)", PNG | SVG | TABLE, TABLE, UNNAMED, PATHS, PLAIN | MARKS, MADE(.paint = ff_walk_output_paths, .paint_svg = ff_walk_output_paths_svg, .write = ff_walk_output_paths_csv)) \
	X(TRAFFIC, "traffic", "FILE", "how many come through each cell (or data)", PNG | DATA, CSV, UNNAMED, TRAFFIC, RANGED, MADE(.paint = ff_walk_output_traffic, .layer = ff_walk_output_traffic_layer))

#define FF_OUTPUT_CROWDS(X) \
	X(DENSITY, "density", "FILE", "the most walkers at a time (or data)", PNG | DATA, CSV, UNNAMED, DENSITY, RANGED, MADE(.paint = ff_walk_output_density, .layer = ff_walk_output_density_layer)) \
	X(SPEED_MAP, "speed-map", "FILE", "how fast they are in each cell (or data)", PNG | DATA, CSV, UNNAMED, SPEEDS, RANGED, MADE(.paint = ff_walk_output_speeds, .layer = ff_walk_output_speeds_layer)) \
	X(ARRIVALS, "arrivals", "FILE.csv", "when each comes to a goal", TABLE, TABLE, TABLE, 0, 0, MADE(.write = ff_walk_output_arrivals)) \
	X(HISTOGRAM, "histogram", "FILE.png", "the same, as a picture", PNG, PNG, PNG, 0, 0, MADE(.paint = ff_walk_output_histogram, .mapless = true)) \
	X(TRAJECTORIES, "trajectories", "FILE.csv", "where everybody is after each step", TABLE, TABLE, TABLE, TRAJECTORIES, 0, MADE(.write = ff_walk_output_trajectories))

/* clang-format on */

#define FF_OUTPUT_ROWS(X)     \
	FF_OUTPUT_PICTURES(X) \
	FF_OUTPUT_DATA(X)     \
	FF_OUTPUT_REPORT(X)   \
	FF_OUTPUT_FILM(X)     \
	FF_OUTPUT_SECTORS(X)  \
	FF_OUTPUT_STORED(X)   \
	FF_OUTPUT_WALKS(X)    \
	FF_OUTPUT_CROWDS(X)

#endif
