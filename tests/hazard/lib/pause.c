/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Comes between the recorder and libc: pthread_create can be made to wait for
 * something just before it creates the thread, and before it returns.
 */
#include <dlfcn.h>
#include <pthread.h>

volatile int *pause_before, *pause_behind;

static void wait_for(volatile int *flag)
{
	while (flag && !*flag)
		;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr,
		   void *(*start)(void *), void *arg)
{
	static int (*real)(pthread_t *, const pthread_attr_t *,
			   void *(*)(void *), void *);
	int result;

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
	wait_for(pause_before);
	result = real(thread, attr, start, arg);
	wait_for(pause_behind);
	return result;
}
