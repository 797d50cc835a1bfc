/*
 * The part of the machine that a computation may use: vector instructions and threads.
 */
#ifndef FF_CORE_BASE_MACHINE_H
#define FF_CORE_BASE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/pool.h"

/* Sets of vector instructions for which there are kernels, from worst to best. */
enum ff_cpu {
	FF_CPU_PLAIN, /* portable C, compiled for the oldest machine */
	FF_CPU_NEON,
	FF_CPU_AVX2,
	FF_CPU_AVX512, /* F, BW, DQ and VL */
	FF_CPUS,
};

/* Names of the sets, in lower case. */
extern const char *const ff_machine_cpus[FF_CPUS];

/*
 * Functions borrow it only while they run; NULL in its place means {NULL, FF_CPU_PLAIN}.  Several
 * threads may use the same one.  No result depends on it: every kernel and any number of threads
 * give the same cells.
 */
struct ff_machine {
	struct ff_pool *pool; /* NULL: the calling thread alone */
	enum ff_cpu cpu;      /* kernels of this set, or of a worse one where it has none */
};

/* Return the pool and the instruction set of a machine, or of NULL. */
static inline struct ff_pool *ff_machine_pool(const struct ff_machine *machine)
{
	return machine == NULL ? NULL : machine->pool;
}

static inline enum ff_cpu ff_machine_cpu(const struct ff_machine *machine)
{
	return machine == NULL ? FF_CPU_PLAIN : machine->cpu;
}

/* Returns true if this machine can run kernels of that set; always true for plain. */
bool ff_machine_has(enum ff_cpu cpu);

/* Returns the best set that this machine can run. */
enum ff_cpu ff_machine_best(void);

/*
 * Opens a machine with the best set and 'threads' threads, as struct ff_rules counts them.  The
 * caller passes its pool to ff_pool_close().  FF_OK; FF_E_ARG if 'threads' is out of range;
 * FF_E_NOMEM.
 */
enum ff_status ff_machine_open(struct ff_machine *machine, int32_t threads);

#endif
