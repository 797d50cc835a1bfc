/*
 * A gate that threads pass for a while, until it is shut for good.
 */
#ifndef FF_CORE_BASE_GATE_H
#define FF_CORE_BASE_GATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct ff_gate {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	size_t inside;
	bool shut;
};

/* ff_gate_open() makes a gate that is open; any thread may then use the other two. */
void ff_gate_open(struct ff_gate *gate);

/* ff_gate_enter() goes in, or waits for ever where the gate is shut; ff_gate_leave() goes out. */
void ff_gate_enter(struct ff_gate *gate);
void ff_gate_leave(struct ff_gate *gate);

/* ff_gate_shut() lets nobody in any more, and returns when nobody is inside. */
void ff_gate_shut(struct ff_gate *gate);

/* ff_gate_close() frees a gate at which nobody is or waits. */
void ff_gate_close(struct ff_gate *gate);

#endif
