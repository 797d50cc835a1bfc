/*
 * Cells closed to wide walkers, in pictures.
 */
#ifndef FF_DRAW_CLOSED_H
#define FF_DRAW_CLOSED_H

#include "draw/scene.h"

/* ff_closed_count() is how many cells of the scene are closed. */
uint64_t ff_closed_count(const struct ff_scene *scene);

/* What a legend calls them; pictures without such cells do not speak of them. */
#define FF_CLOSED_LABEL "too near a wall"

#endif
