/* SPDX-License-Identifier: MIT */
/*
 * Sizes of libc's values that only the kernel knows (`measure` in gen/API.md).
 */
#include "ids_libc.h"

#include <sys/sem.h>

#include "writer/engine.h"
#include "writer/sys.h"

/* Of a set of semaphores; 0: unknown, such as one that we may not query. */
static int64_t n_semaphores(int64_t set)
{
	struct semid_ds about;

	if (fxw_engine.no_system_calls ||
	    sys_failed(sys_semctl((int)set, 0, IPC_STAT, &about)))
		return 0;
	return (int64_t)about.sem_nsems;
}

int64_t fxp_libc_measure(unsigned what, const int64_t *args)
{
	return what == FXG_MEASURE_SEMAPHORES ? n_semaphores(args[0]) : 0;
}
