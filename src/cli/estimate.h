/*
 * How much memory a run is going to need.
 */
#ifndef FF_CLI_ESTIMATE_H
#define FF_CLI_ESTIMATE_H

#include "cli/options.h"
#include "cli/plan.h"
#include "cli/problem.h"
#include "cli/verbs/sector_solution.h"
#include "core/base/machine.h"

/*
 * These tell about how many bytes a run will hold at most, of a problem that is
 * open: ff_estimate_bytes() with the outputs that are planned, if values are of
 * that type (ff_estimate_type() is what the starts of goals tell of it);
 * ff_estimate_drawing() once it is known how much the contours of an SVG file take, and of sectors
 * the graph of portals and the routes; ff_estimate_sectors() once the graph is known, or the
 * routes, too (their items are NULL before);
 * ff_estimate_verify() with a field of 'text' bytes; ff_estimate_scen() with so
 * many bytes of scenarios, threads, and fields of that type.  They allocate nothing.
 */
uint64_t ff_estimate_bytes(const struct ff_problem *problem, const struct ff_options *options,
			   const struct ff_plan *plan, const struct ff_machine *machine,
			   enum ff_field_type type);
uint64_t ff_estimate_drawing(const struct ff_problem *problem, const struct ff_options *options,
			     const struct ff_plan *plan, const struct ff_machine *machine,
			     enum ff_field_type type, uint64_t contours,
			     const struct ff_sector_solution *sectors);
uint64_t ff_estimate_sectors(const struct ff_problem *problem, const struct ff_options *options,
			     const struct ff_plan *plan, const struct ff_machine *machine,
			     enum ff_field_type type, const struct ff_sector_solution *sectors);
enum ff_field_type ff_estimate_type(const struct ff_problem *problem,
				    const struct ff_options *options);
uint64_t ff_estimate_verify(const struct ff_problem *problem, const struct ff_options *options,
			    uint64_t text);
uint64_t ff_estimate_scen(const struct ff_problem *problem, const struct ff_options *options,
			  enum ff_field_type type, int threads, uint64_t text);

/* ff_estimate_cache() is how many bytes of integrated sectors are kept: of all that the routes come
 * through, and no more than --cache-mib. */
uint64_t ff_estimate_cache(const struct ff_problem *problem, const struct ff_options *options,
			   enum ff_field_type type, const struct ff_sector_solution *sectors);

/* ff_estimate_areas() is how many bytes a list of 'count' areas takes beyond what the others take
 * it to: --regions of a map whose every second cell is an area of its own takes most. */
uint64_t ff_estimate_areas(const struct ff_problem *problem, uint64_t count);

/*
 * These can only be guessed.  ff_estimate_recorded() is how many bytes it takes to know where
 * everybody was, if that is asked for: as if all walked for as long as the map's two sides take
 * them, or as --simulate allows.  ff_estimate_points() is of how many points all paths are: as if
 * they were half as long as these.  ff_estimate_paths() is how many bytes so many points take, if
 * there are to be paths.
 */
uint64_t ff_estimate_points(const struct ff_problem *problem, const struct ff_options *options);
uint64_t ff_estimate_paths(const struct ff_options *options, const struct ff_plan *plan,
			   uint64_t points);
uint64_t ff_estimate_recorded(const struct ff_problem *problem, const struct ff_options *options);

/*
 * ff_estimate_frames() is how many bytes of packed frames are counted for --animate and --frames,
 * as the map, the walkers and the number of frames let it be guessed.
 */
uint64_t ff_estimate_frames(const struct ff_problem *problem, const struct ff_options *options,
			    const struct ff_plan *plan);

/*
 * ff_estimate_fits() returns FF_OK if 'bytes' are within --max-memory; else
 * FF_E_LIMIT with a line about the problem in 'err'.
 */
enum ff_status ff_estimate_fits(uint64_t bytes, const struct ff_problem *problem,
				const struct ff_options *options, struct ff_error *err);

/* ff_estimate_print() prints what --dry-run says of both, a "key: value" a line. */
void ff_estimate_print(uint64_t bytes, const struct ff_problem *problem);

#endif
