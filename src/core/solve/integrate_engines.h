/*
 * The engine of integration in a file of its own: its functions for struct ff_integrate_engine.
 */
#ifndef FF_CORE_SOLVE_INTEGRATE_ENGINES_H
#define FF_CORE_SOLVE_INTEGRATE_ENGINES_H

#include "core/solve/integrate.h"

/* Integers of 32 bits, and euclid: tiles that fit the caches, each finished by one thread at a
 * time. Between steps the field must not be read. */

bool ff_integrate_tiles_fits(const struct ff_model *model, enum ff_field_type type);
size_t ff_integrate_tiles_scratch(const struct ff_model *model, int32_t w, int32_t h, int threads);
void ff_integrate_tiles_begin(struct ff_integrate *run);
enum ff_status ff_integrate_tiles_step(struct ff_integrate *run, size_t budget);

#endif
