/*
 * A gate that threads pass for a while, until it is shut for good.
 */
#ifndef FF_CLI_VERBS_BATCH_GATE_H
#define FF_CLI_VERBS_BATCH_GATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct ff_batch_gate {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	size_t inside;
	bool shut;
};

/* ff_batch_gate_open() makes an open gate; any thread may then enter, leave or shut it. */
void ff_batch_gate_open(struct ff_batch_gate *gate);

/* ff_batch_gate_enter() enters, or waits for ever once the gate is shut; ff_batch_gate_leave()
 * leaves. */
void ff_batch_gate_enter(struct ff_batch_gate *gate);
void ff_batch_gate_leave(struct ff_batch_gate *gate);

/* ff_batch_gate_shut() keeps all others out for good, and returns when nobody is inside. */
void ff_batch_gate_shut(struct ff_batch_gate *gate);

/* ff_batch_gate_close() frees a gate that no thread is inside of or waits for. */
void ff_batch_gate_close(struct ff_batch_gate *gate);

#endif
