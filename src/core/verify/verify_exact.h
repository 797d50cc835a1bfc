/*
 * Proof of a field that claims to be exact in any direction, on ground of one cost.
 */
#ifndef FF_CORE_VERIFY_VERIFY_EXACT_H
#define FF_CORE_VERIFY_VERIFY_EXACT_H

#include "core/base/status.h"
#include "core/map/field.h"
#include "core/map/map.h"

struct ff_verify_exact {
	const struct ff_cost *cost; /* its open cells have one cost */
	const double *start;        /* [w*h]  of the cheapest seed there; INFINITY: none */
	const double *claimed;      /* [w*h]  values; INFINITY: none */
	const struct ff_flow_vector *vectors; /* [w*h]  NULL: not claimed */
	double most;                          /* values beyond it are not wanted */
	double unit;
	/* Written: */
	double *least;  /* [w*h]  the value that the claim should have; INFINITY: none */
	uint8_t *aimed; /* [w*h]  1: the vector points along a shortest way */
};

/* Returns how far a value may be off: 6 decimals, and rounding. */
double ff_verify_exact_loose(const struct ff_verify_exact *proof, double value);

/*
 * Finds what the values should be, as far as the claim is right: 'least' equals 'claimed', to
 * ff_verify_exact_loose(), in all cells if and only if it does in truth.
 *
 * FF_OK or FF_E_NOMEM.  No globals.
 */
enum ff_status ff_verify_exact(const struct ff_verify_exact *proof);

#endif
