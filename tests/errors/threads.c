/* SPDX-License-Identifier: MIT */
/*
 * Functions of threads. They return what errno would be.
 */
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "tests/errors/try.h"

static pthread_barrier_t barrier;
static pthread_key_t key;
static pthread_t thread, waiting;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t timed = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static cpu_set_t cpus;
static struct sched_param param;
static struct timespec past, odd_time = {.tv_nsec = -1};

static void *wait_for_cancel(void *arg)
{
	read((int)(intptr_t)arg, buffer, 1);
	return NULL;
}

/* It waits for nothing that ever comes. */
static pthread_t a_thread(void)
{
	int ends[2];

	if (!waiting && !pipe(ends))
		pthread_create(&waiting, NULL, wait_for_cancel,
			       (void *)(intptr_t)ends[0]);
	return waiting;
}

static pthread_mutex_t *locked(void)
{
	pthread_mutex_trylock(&timed);
	return &timed;
}

static pthread_rwlock_t *write_locked(void)
{
	pthread_rwlock_trywrlock(&lock);
	return &lock;
}

static void *nothing(void *arg)
{
	return arg;
}

RETURNS(pthread_barrier_init, pthread_barrier_init(&barrier, NULL, 0))
RETURNS(pthread_barrier_init, pthread_barrier_init(&barrier, NULL, 1))
RETURNS(pthread_barrier_destroy, pthread_barrier_destroy(&barrier))
RETURNS(pthread_create, pthread_create(&thread, NULL, nothing, NULL))
RETURNS(pthread_join, pthread_join(thread, NULL))
RETURNS(pthread_join, pthread_join(pthread_self(), NULL))
RETURNS(pthread_tryjoin_np, pthread_tryjoin_np(a_thread(), NULL))
RETURNS(pthread_timedjoin_np, pthread_timedjoin_np(a_thread(), NULL, &past))
RETURNS(pthread_clockjoin_np,
	pthread_clockjoin_np(a_thread(), NULL, CLOCK_MONOTONIC, &past))
RETURNS(pthread_getaffinity_np,
	pthread_getaffinity_np(pthread_self(), 0, &cpus))
RETURNS(pthread_getaffinity_np,
	pthread_getaffinity_np(pthread_self(), sizeof(cpus), &cpus))
RETURNS(pthread_setaffinity_np,
	pthread_setaffinity_np(pthread_self(), sizeof(cpus), &cpus))
RETURNS(pthread_setaffinity_np,
	pthread_setaffinity_np(pthread_self(), sizeof(cpus), BAD))
RETURNS(pthread_getname_np, pthread_getname_np(pthread_self(), buffer, 1))
RETURNS(pthread_getname_np, pthread_getname_np(pthread_self(), buffer, 16))
RETURNS(pthread_setname_np,
	pthread_setname_np(pthread_self(), "longer than 16 bytes"))
RETURNS(pthread_setname_np, pthread_setname_np(pthread_self(), "short"))
RETURNS(pthread_getschedparam,
	pthread_getschedparam(pthread_self(), (int *)buffer, &param))
RETURNS(pthread_setschedparam,
	pthread_setschedparam(pthread_self(), 99, &param))
RETURNS(pthread_setschedparam,
	pthread_setschedparam(pthread_self(), SCHED_OTHER, &param))
RETURNS(pthread_setschedprio, pthread_setschedprio(pthread_self(), 99))
RETURNS(pthread_setschedprio, pthread_setschedprio(pthread_self(), 0))
RETURNS(pthread_getcpuclockid,
	pthread_getcpuclockid(pthread_self(), (clockid_t *)buffer))
RETURNS(pthread_setconcurrency, pthread_setconcurrency(-1))
RETURNS(pthread_setconcurrency, pthread_setconcurrency(0))
RETURNS(pthread_key_create, pthread_key_create(&key, NULL))
RETURNS(pthread_key_delete, pthread_key_delete(key))
RETURNS(pthread_key_delete, pthread_key_delete(9999))
RETURNS(pthread_mutex_clocklock,
	pthread_mutex_clocklock(locked(), CLOCK_MONOTONIC, &past))
RETURNS(pthread_mutex_timedlock, pthread_mutex_timedlock(locked(), &past))
RETURNS(pthread_mutex_consistent, pthread_mutex_consistent(&mutex))
RETURNS(pthread_mutex_getprioceiling,
	pthread_mutex_getprioceiling(&mutex, (int *)buffer))
RETURNS(pthread_mutex_setprioceiling,
	pthread_mutex_setprioceiling(&mutex, 1, (int *)buffer))
RETURNS(pthread_rwlock_clockrdlock,
	pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &odd_time))
RETURNS(pthread_rwlock_clockwrlock,
	pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &odd_time))
RETURNS(pthread_rwlock_timedrdlock,
	pthread_rwlock_timedrdlock(write_locked(), &past))
RETURNS(pthread_rwlock_timedwrlock,
	pthread_rwlock_timedwrlock(write_locked(), &past))
RETURNS(pthread_cond_timedwait,
	pthread_cond_timedwait(&condition, locked(), &past))
RETURNS(pthread_cond_clockwait,
	pthread_cond_clockwait(&condition, locked(), CLOCK_MONOTONIC, &past))
RETURNS(pthread_cancel, pthread_cancel(a_thread()))
RETURNS(pthread_detach, pthread_detach(a_thread()))
RETURNS(pthread_cond_wait, pthread_cond_wait(&condition, &checked))
