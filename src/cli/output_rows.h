/*
 * The outputs, a row each: the option that asks for one, its files, what it needs, and its maker.
 * A new output is a row in one of these groups, and its maker.
 *
 *	X(ID, name, argument, help, screen, formats, standard, bare, needs, maker)
 *
 *   ID              its number is FF_OPTIONS_ID
 *   name            of the option, of files named after the map, and of the layer in a file's texts
 *   argument, help  of the option
 *   screen          FIRST: --help shows the option; LATER: only --help=all does
 *   formats         a set of those in outputs.h; 0: it has but one, of its own
 *   standard, bare  the formats of standard output, and of a name without an extension
 *   needs           a set of enum ff_outputs_need
 *   maker           MADE(initialisers of struct ff_output_maker in render.c)
 *
 * Each file that expands rows defines the short names of the columns that it reads.
 */
#ifndef FF_CLI_OUTPUT_ROWS_H
#define FF_CLI_OUTPUT_ROWS_H

/* clang-format off */

/* In the order of --help and of reports. */
#define FF_OUTPUT_PICTURES(X) \
	X(HEATMAP, "heatmap", "FILE", "picture of the cost to the goal (.png or .svg)", FIRST, PNG | SVG, PNG, PNG, 0, MADE(.draw = ff_draw_heatmap, .layer = integration_layer, .ranged = true)) \
	X(ARROWS, "arrows", "FILE", "picture of the directions (.png or .svg)", FIRST, PNG | SVG, PNG, PNG, 0, MADE(.draw = ff_draw_arrows)) \
	X(REACH, "reach", "FILE", "what is reached, by class (.png, .svg or data)", LATER, PNG | SVG | DATA, PNG, PNG, 0, MADE(.draw = ff_draw_reach, .layer = classes_layer, .describe = describe_classes)) \
	X(TERRAIN, "terrain", "FILE", "picture of the cost of each cell (.png or .svg)", LATER, PNG | SVG, PNG, PNG, 0, MADE(.draw = ff_draw_terrain, .layer = terrain_layer)) \
	X(ALLOCATION, "allocation", "FILE", "goal that serves each cell (.png, .svg or data)", LATER, PNG | SVG | DATA, CSV, UNNAMED, ALLOCATION, MADE(.paint = paint_allocation, .layer = allocation_layer)) \
	X(REGIONS, "regions", "FILE", "connected open areas (.png, .svg or data)", LATER, PNG | SVG | DATA, CSV, UNNAMED, REGIONS, MADE(.paint = paint_regions, .layer = regions_layer)) \
	X(TIES, "ties", "FILE", "number of equally good steps (.png, .svg or data)", LATER, PNG | SVG | DATA, CSV, UNNAMED, TIES, MADE(.paint = paint_ties, .layer = ties_layer)) \
	X(SIGHT_MASK, "sight-mask", "FILE.png", "mask of the cells that see a goal", LATER, PNG8, PNG8, PNG8, SIGHT, MADE(.layer = sight_layer)) \
	X(PATHS, "paths", "FILE", "path of each source or walker (.png .svg .csv)", ALWAYS, PNG | SVG | TABLE, TABLE, UNNAMED, PATHS, MADE(.paint = paint_paths, .write = write_paths))

#define FF_OUTPUT_DATA(X) \
	X(INTEGRATION, "integration", "FILE", "cost to the goal (.npy .csv .png .raw .h ...)", FIRST, DATA, CSV, UNNAMED, 0, MADE(.layer = integration_layer, .describe = describe_values, .measures = true)) \
	X(COST, "cost", "FILE", "cost of each cell (data, as --integration)", LATER, DATA | PNG8, CSV, UNNAMED, 0, MADE(.layer = cost_layer, .describe = describe_costs)) \
	X(CSV, "csv", "FILE", "table of all cells, a line each", FIRST, 0, OWN, OWN, 0, MADE(.write = write_table)) \
	X(DIRECTIONS, "directions", "FILE", "direction of each cell (data, as --integration)", FIRST, DATA, CSV, CSV, 0, MADE(.layer = directions_layer, .describe = describe_directions)) \
	X(VECTORS, "vectors", "FILE", "vectors (.npy .csv .pfm .raw .h), flow map (.png)", LATER, PAIRS | FLOWMAP, CSV, CSV, 0, MADE(.layer = vectors_layer, .describe = describe_vectors))

#define FF_OUTPUT_REPORT(X) \
	X(JSON, "json", "FILE", "report with all figures", ALWAYS, 0, OWN, OWN, FIGURES, MADE(.draw = NULL))

#define FF_OUTPUT_ANIMATION(X) \
	X(ANIMATE, "animate", "FILE.png", "animation of the field or the crowd (APNG)", LATER, APNG, APNG, APNG, 0, MADE(.draw = NULL))

#define FF_OUTPUT_SECTORS(X) \
	X(PORTALS, "portals", "FILE", "sectors and portals (.png, .svg or .csv)", FIRST, PNG | SVG | TABLE, PNG, PNG, 0, MADE(.draw = ff_draw_portals, .write = ff_sectors_portals)) \
	X(GRAPH, "graph", "FILE", "graph: nodes, edges, costs (.png, .svg or .csv)", FIRST, PNG | SVG | TABLE, TABLE, UNNAMED, 0, MADE(.draw = ff_draw_graph, .write = ff_sectors_graph))

#define FF_OUTPUT_WALKS(X) \
	X(TRAFFIC, "traffic", "FILE", "walkers through each cell (.png, .svg or data)", FIRST, PNG | SVG | DATA, CSV, UNNAMED, TRAFFIC, MADE(.paint = ff_walk_output_traffic, .layer = ff_walk_output_traffic_layer))

#define FF_OUTPUT_CROWDS(X) \
	X(DENSITY, "density", "FILE", "highest density of walkers (.png, .svg or data)", FIRST, PNG | SVG | DATA, CSV, UNNAMED, DENSITY, MADE(.paint = ff_walk_output_density, .layer = ff_walk_output_density_layer)) \
	X(SPEED_MAP, "speed-map", "FILE", "speed of walkers, by cell (.png, .svg or data)", LATER, PNG | SVG | DATA, CSV, UNNAMED, SPEEDS, MADE(.paint = ff_walk_output_speeds, .layer = ff_walk_output_speeds_layer)) \
	X(ARRIVALS, "arrivals", "FILE.csv", "table of start, arrival and time, a line each", FIRST, TABLE, TABLE, TABLE, 0, MADE(.write = ff_walk_output_arrivals)) \
	X(HISTOGRAM, "histogram", "FILE", "picture of arrivals over time (.png or .svg)", FIRST, PNG | SVG, PNG, PNG, 0, MADE(.paint = ff_walk_output_histogram, .mapless = true)) \
	X(TRAJECTORIES, "trajectories", "FILE.csv", "table of positions after each step", LATER, TABLE, TABLE, TABLE, TRAJECTORIES, MADE(.write = ff_walk_output_trajectories))

/* clang-format on */

#define FF_OUTPUT_ROWS(X)      \
	FF_OUTPUT_PICTURES(X)  \
	FF_OUTPUT_DATA(X)      \
	FF_OUTPUT_REPORT(X)    \
	FF_OUTPUT_ANIMATION(X) \
	FF_OUTPUT_SECTORS(X)   \
	FF_OUTPUT_WALKS(X)     \
	FF_OUTPUT_CROWDS(X)

#endif
