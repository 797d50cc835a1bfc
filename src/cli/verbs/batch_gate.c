#include "cli/verbs/batch_gate.h"

void ff_batch_gate_open(struct ff_batch_gate *gate)
{
	*gate = (struct ff_batch_gate){.inside = 0};
	pthread_mutex_init(&gate->lock, NULL);
	pthread_cond_init(&gate->changed, NULL);
}

void ff_batch_gate_enter(struct ff_batch_gate *gate)
{
	pthread_mutex_lock(&gate->lock);
	while (gate->shut)
		pthread_cond_wait(&gate->changed, &gate->lock);
	gate->inside++;
	pthread_mutex_unlock(&gate->lock);
}

void ff_batch_gate_leave(struct ff_batch_gate *gate)
{
	pthread_mutex_lock(&gate->lock);
	gate->inside--;
	pthread_cond_broadcast(&gate->changed);
	pthread_mutex_unlock(&gate->lock);
}

void ff_batch_gate_shut(struct ff_batch_gate *gate)
{
	pthread_mutex_lock(&gate->lock);
	gate->shut = true;
	while (gate->inside > 0)
		pthread_cond_wait(&gate->changed, &gate->lock);
	pthread_mutex_unlock(&gate->lock);
}

void ff_batch_gate_close(struct ff_batch_gate *gate)
{
	pthread_cond_destroy(&gate->changed);
	pthread_mutex_destroy(&gate->lock);
}
