#include "core/base/machine.h"

const char *const ff_machine_cpus[FF_CPUS] = {
	[FF_CPU_PLAIN] = "plain",
	[FF_CPU_NEON] = "neon",
	[FF_CPU_AVX2] = "avx2",
	[FF_CPU_AVX512] = "avx512",
};

bool ff_machine_has(enum ff_cpu cpu)
{
	switch (cpu) {
	case FF_CPU_PLAIN:
		return true;
#if defined __x86_64__
	case FF_CPU_AVX2:
		return __builtin_cpu_supports("avx2");
	case FF_CPU_AVX512:
		return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
		       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#elif defined __aarch64__
	case FF_CPU_NEON:
		return true;
#endif
	default:
		return false;
	}
}

enum ff_cpu ff_machine_best(void)
{
	enum ff_cpu cpu = FF_CPU_AVX512;

	while (!ff_machine_has(cpu))
		cpu--;
	return cpu;
}

enum ff_status ff_machine_open(struct ff_machine *machine, int32_t threads)
{
	*machine = (struct ff_machine){.pool = NULL, .cpu = ff_machine_best()};
	if (threads < FF_THREADS_ALL || threads > FF_THREADS_MAX)
		return FF_E_ARG;
	if (threads == FF_THREADS_ALL)
		threads = ff_pool_cores();
	if (threads > FF_THREADS_MAX)
		threads = FF_THREADS_MAX;
	return threads > 1 ? ff_pool_open(threads, &machine->pool) : FF_OK;
}
