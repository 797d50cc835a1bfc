/*
 * The front of a run growing: shows the cells of a solution in the order in which they became
 * known, a number of them more in each frame.
 */
#ifndef FF_CLI_FRONT_FILM_H
#define FF_CLI_FRONT_FILM_H

#include "cli/animation.h"
#include "cli/options.h"
#include "cli/solution.h"
#include "core/base/machine.h"
#include "draw/draw_front.h"

/* Filled by ff_front_film_open(), and stays where it is. */
struct ff_front_film {
	struct ff_draw_front picture;
	const uint32_t *order; /* of the solution */
	size_t batch, shown;   /* cells a frame, and in all frames so far */
	struct ff_animation_film film;
	struct ff_style_range colours;
};

/*
 * ff_front_film_open() prepares a film of how a solution became known: it must outlive the film.
 * With --batch, or as many frames as --fps makes of FF_ANIMATION_SECONDS. Returns FF_OK; FF_E_LIMIT
 * if the picture is too large; FF_E_NOMEM.  On failure nothing is left.
 */
enum ff_status ff_front_film_open(struct ff_front_film *front, const struct ff_options *options,
				  const struct ff_solution *solution, const struct ff_style *style,
				  const struct ff_machine *machine, struct ff_error *err);

void ff_front_film_free(struct ff_front_film *front);

#endif
