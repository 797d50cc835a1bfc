/*
 * The engine for every metric of whole numbers of 32 bits: tiles that fit the
 * caches, finished one at a time by each thread.  Between steps the field is not
 * to be read.
 */
#ifndef FF_CORE_SOLVE_INTEGRATE_TILES_H
#define FF_CORE_SOLVE_INTEGRATE_TILES_H

#include "core/solve/integrate.h"

/* As struct ff_integrate_engine wants them; arguments are checked by ff_integrate_begin(). */
bool ff_integrate_tiles_fits(const struct ff_model *model, enum ff_field_type type);
size_t ff_integrate_tiles_scratch(int32_t w, int32_t h, int threads);
void ff_integrate_tiles_begin(struct ff_integrate *run);
enum ff_status ff_integrate_tiles_step(struct ff_integrate *run, size_t budget);

#endif
