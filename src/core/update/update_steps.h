/*
 * The engine of update.c for whole numbers.
 */
#ifndef FF_CORE_UPDATE_UPDATE_STEPS_H
#define FF_CORE_UPDATE_UPDATE_STEPS_H

#include "core/update/update_run.h"

/* As struct ff_update_engine wants them. */
bool ff_update_steps_fits(const struct ff_model *model);
enum ff_status ff_update_steps_begin(struct ff_update *update);
enum ff_status ff_update_steps_step(struct ff_update *update, size_t budget);

#endif
