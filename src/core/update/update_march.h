/*
 * The engine of update.c for fast marching.
 */
#ifndef FF_CORE_UPDATE_UPDATE_MARCH_H
#define FF_CORE_UPDATE_UPDATE_MARCH_H

#include "core/update/update_run.h"

/* As struct ff_update_engine wants them. */
bool ff_update_march_fits(const struct ff_model *model);
enum ff_status ff_update_march_renew(struct ff_update *update);
void ff_update_march_begun(struct ff_update *update, const struct ff_integrate *run);
void ff_update_march_close(struct ff_update *update);
enum ff_status ff_update_march_begin(struct ff_update *update);
enum ff_status ff_update_march_step(struct ff_update *update, size_t budget);

/* ff_update_march_value() is what integrate_march.c gives an open or closed cell if those with
 * less have what they have; INFINITY: no value.  For tests. */
double ff_update_march_value(const struct ff_update *update, uint32_t cell);

#endif
