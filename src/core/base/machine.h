/*
 * What a computation may use of the machine: vector instructions and threads.
 */
#ifndef FF_CORE_BASE_MACHINE_H
#define FF_CORE_BASE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/pool.h"

/* Sets of vector instructions for which there are kernels; a better one comes later. */
enum ff_cpu {
	FF_CPU_PLAIN, /* portable C, as the compiler makes it for the oldest machine */
	FF_CPU_NEON,
	FF_CPU_AVX2,
	FF_CPU_AVX512, /* F, BW, DQ and VL */
	FF_CPUS,
};

/* What each set is called, in lower case. */
extern const char *const ff_machine_cpus[FF_CPUS];

/*
 * No result depends on it: any kernel and any number of threads give the same
 * cells.  Functions that are lent one keep it only while they run, and NULL in
 * its place stands for {NULL, FF_CPU_PLAIN}; several threads may use the same one.
 */
struct ff_machine {
	struct ff_pool *pool; /* NULL: the calling thread alone */
	enum ff_cpu cpu;      /* kernels of this set or of a lesser one */
};

/* ff_machine_pool() and ff_machine_cpu() are what a machine, or NULL, has. */
static inline struct ff_pool *ff_machine_pool(const struct ff_machine *machine)
{
	return machine == NULL ? NULL : machine->pool;
}

static inline enum ff_cpu ff_machine_cpu(const struct ff_machine *machine)
{
	return machine == NULL ? FF_CPU_PLAIN : machine->cpu;
}

/* ff_machine_has() tells whether this machine can run kernels of that set; it always has plain. */
bool ff_machine_has(enum ff_cpu cpu);

/* ff_machine_best() is the best set that this machine has. */
enum ff_cpu ff_machine_best(void);

/* ff_machine_cores() is how many cores this process may use: 1 or more.  Any thread may ask. */
int ff_machine_cores(void);

#endif
