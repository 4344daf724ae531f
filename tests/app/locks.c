/* SPDX-License-Identifier: MIT */
/* Locks, conditions, barriers, semaphores, and what threads get from them.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

#include "tests/app/expect.h"

static const struct timespec past = {1, 2};

static void kinds_of_mutexes(void)
{
	pthread_mutexattr_t attr;
	int number;

	pthread_mutexattr_init(&attr);
	expect("pthread_mutexattr_init(attr=PTR) = 0");
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	expect("pthread_mutexattr_settype(attr=PTR, "
	       "kind=PTHREAD_MUTEX_ERRORCHECK) = 0");
	pthread_mutexattr_gettype(&attr, &number);
	expect("pthread_mutexattr_gettype(attr=PTR, "
	       "kind=PTHREAD_MUTEX_ERRORCHECK) = 0");
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	expect("pthread_mutexattr_setrobust(attr=PTR, "
	       "robustness=PTHREAD_MUTEX_ROBUST) = 0");
	pthread_mutexattr_getrobust(&attr, &number);
	expect("pthread_mutexattr_getrobust(attr=PTR, "
	       "robustness=PTHREAD_MUTEX_ROBUST) = 0");
	pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT);
	expect("pthread_mutexattr_setprotocol(attr=PTR, "
	       "protocol=PTHREAD_PRIO_INHERIT) = 0");
	pthread_mutexattr_getprotocol(&attr, &number);
	expect("pthread_mutexattr_getprotocol(attr=PTR, "
	       "protocol=PTHREAD_PRIO_INHERIT) = 0");
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	expect("pthread_mutexattr_setpshared(attr=PTR, "
	       "pshared=PTHREAD_PROCESS_SHARED) = 0");
	pthread_mutexattr_getpshared(&attr, &number);
	expect("pthread_mutexattr_getpshared(attr=PTR, "
	       "pshared=PTHREAD_PROCESS_SHARED) = 0");
	pthread_mutexattr_setprioceiling(&attr, 1000);
	expect("pthread_mutexattr_setprioceiling(attr=PTR, prioceiling=1000) = "
	       "22 EINVAL");
	pthread_mutexattr_destroy(&attr);
	expect("pthread_mutexattr_destroy(attr=PTR) = 0");
}

static void mutexes(void)
{
	pthread_mutex_t mutex;
	int number;

	pthread_mutex_init(&mutex, NULL);
	expect("pthread_mutex_init(mutex=PTR, mutexattr=NULL) = 0");
	pthread_mutex_lock(&mutex);
	expect("pthread_mutex_lock(mutex=PTR) = 0");
	pthread_mutex_trylock(&mutex);
	expect("pthread_mutex_trylock(mutex=PTR) = 16 EBUSY");
	pthread_mutex_timedlock(&mutex, &past);
	expect("pthread_mutex_timedlock(mutex=PTR, abstime={tv_sec=TIME, "
	       "tv_nsec=2}) = 110 ETIMEDOUT");
	pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &past);
	expect("pthread_mutex_clocklock(mutex=PTR, clockid=CLOCK_MONOTONIC, "
	       "abstime={tv_sec=TIME, tv_nsec=2}) = 110 ETIMEDOUT");
	pthread_mutex_consistent(&mutex);
	expect("pthread_mutex_consistent(mutex=PTR) = 22 EINVAL");
	pthread_mutex_unlock(&mutex);
	expect("pthread_mutex_unlock(mutex=PTR) = 0");
	pthread_mutex_getprioceiling(&mutex, &number);
	expect("pthread_mutex_getprioceiling(mutex=PTR) = 22 EINVAL");
	pthread_mutex_setprioceiling(&mutex, 2, &number);
	expect("pthread_mutex_setprioceiling(mutex=PTR, prioceiling=2) = 22 "
	       "EINVAL");
	pthread_mutex_destroy(&mutex);
	expect("pthread_mutex_destroy(mutex=PTR) = 0");
}

static void conditions(void)
{
	pthread_condattr_t attr;
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	pthread_cond_t cond;
	clockid_t clock;

	pthread_condattr_init(&attr);
	expect("pthread_condattr_init(attr=PTR) = 0");
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	expect("pthread_condattr_setclock(attr=PTR, clock_id=CLOCK_MONOTONIC) "
	       "= 0");
	pthread_condattr_getclock(&attr, &clock);
	expect("pthread_condattr_getclock(attr=PTR, clock_id=CLOCK_MONOTONIC) "
	       "= 0");
	pthread_cond_init(&cond, &attr);
	expect("pthread_cond_init(cond=PTR, cond_attr=PTR) = 0");
	pthread_mutex_lock(&mutex);
	expect("pthread_mutex_lock(mutex=PTR) = 0");
	pthread_cond_timedwait(&cond, &mutex, &past);
	expect("pthread_cond_timedwait(cond=PTR, mutex=PTR, "
	       "abstime={tv_sec=TIME, tv_nsec=2}) = 110 ETIMEDOUT");
	pthread_cond_clockwait(&cond, &mutex, CLOCK_REALTIME, &past);
	expect("pthread_cond_clockwait(cond=PTR, mutex=PTR, "
	       "clock_id=CLOCK_REALTIME, abstime={tv_sec=TIME, tv_nsec=2}) = "
	       "110 ETIMEDOUT");
	pthread_cond_signal(&cond);
	expect("pthread_cond_signal(cond=PTR) = 0");
	pthread_cond_broadcast(&cond);
	expect("pthread_cond_broadcast(cond=PTR) = 0");
	pthread_cond_destroy(&cond);
	expect("pthread_cond_destroy(cond=PTR) = 0");
	pthread_condattr_destroy(&attr);
	expect("pthread_condattr_destroy(attr=PTR) = 0");
}

static void readers(void)
{
	pthread_rwlockattr_t attr;
	pthread_rwlock_t lock;
	int number;

	pthread_rwlockattr_init(&attr);
	expect("pthread_rwlockattr_init(attr=PTR) = 0");
	pthread_rwlockattr_setkind_np(
		&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	expect("pthread_rwlockattr_setkind_np(attr=PTR, "
	       "pref=PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) = 0");
	pthread_rwlockattr_getkind_np(&attr, &number);
	expect("pthread_rwlockattr_getkind_np(attr=PTR, "
	       "pref=PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) = 0");
	pthread_rwlock_init(&lock, &attr);
	expect("pthread_rwlock_init(rwlock=PTR, attr=PTR) = 0");
	pthread_rwlock_rdlock(&lock);
	expect("pthread_rwlock_rdlock(rwlock=PTR) = 0");
	pthread_rwlock_timedwrlock(&lock, &past);
	expect("pthread_rwlock_timedwrlock(rwlock=PTR, abstime={tv_sec=TIME, "
	       "tv_nsec=2}) = 110 ETIMEDOUT");
	pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &past);
	expect("pthread_rwlock_clockwrlock(rwlock=PTR, "
	       "clockid=CLOCK_MONOTONIC, abstime={tv_sec=TIME, tv_nsec=2}) = "
	       "110 ETIMEDOUT");
	pthread_rwlock_trywrlock(&lock);
	expect("pthread_rwlock_trywrlock(rwlock=PTR) = 16 EBUSY");
	pthread_rwlock_unlock(&lock);
	expect("pthread_rwlock_unlock(rwlock=PTR) = 0");
	pthread_rwlock_wrlock(&lock);
	expect("pthread_rwlock_wrlock(rwlock=PTR) = 0");
	pthread_rwlock_timedrdlock(&lock, &past);
	expect("pthread_rwlock_timedrdlock(rwlock=PTR, abstime={tv_sec=TIME, "
	       "tv_nsec=2}) = 35 EDEADLK");
	pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &past);
	expect("pthread_rwlock_clockrdlock(rwlock=PTR, "
	       "clockid=CLOCK_MONOTONIC, abstime={tv_sec=TIME, tv_nsec=2}) = "
	       "35 EDEADLK");
	pthread_rwlock_tryrdlock(&lock);
	expect("pthread_rwlock_tryrdlock(rwlock=PTR) = 16 EBUSY");
	pthread_rwlock_unlock(&lock);
	expect("pthread_rwlock_unlock(rwlock=PTR) = 0");
	pthread_rwlock_destroy(&lock);
	expect("pthread_rwlock_destroy(rwlock=PTR) = 0");
}

static void semaphores(void)
{
	pthread_barrier_t barrier;
	pthread_spinlock_t spin;
	sem_t sem;
	int value;

	sem_init(&sem, 0, 1);
	expect("sem_init(sem=PTR, pshared=0, value=1) = 0");
	sem_wait(&sem);
	expect("sem_wait(sem=PTR) = 0");
	sem_trywait(&sem);
	expect("sem_trywait(sem=PTR) = -1 EAGAIN");
	sem_timedwait(&sem, &past);
	expect("sem_timedwait(sem=PTR, abs_timeout={tv_sec=TIME, tv_nsec=2}) = "
	       "-1 ETIMEDOUT");
	sem_clockwait(&sem, CLOCK_MONOTONIC, &past);
	expect("sem_clockwait(sem=PTR, clock=CLOCK_MONOTONIC, "
	       "abstime={tv_sec=TIME, tv_nsec=2}) = -1 ETIMEDOUT");
	sem_post(&sem);
	expect("sem_post(sem=PTR) = 0");
	sem_getvalue(&sem, &value);
	expect("sem_getvalue(sem=PTR, sval=1) = 0");
	sem_destroy(&sem);
	expect("sem_destroy(sem=PTR) = 0");
	sem_open("/no/such", O_RDWR);
	expect("sem_open(name=\"/no/such\", oflag=O_RDWR) = NULL EINVAL");
	sem_unlink("/no-such-semaphore");
	expect("sem_unlink(name=\"/no-such-semaphore\") = -1 ENOENT");
	pthread_barrier_init(&barrier, NULL, 1);
	expect("pthread_barrier_init(barrier=PTR, attr=NULL, count=1) = 0");
	pthread_barrier_wait(&barrier);
	expect("pthread_barrier_wait(barrier=PTR) = "
	       "PTHREAD_BARRIER_SERIAL_THREAD");
	pthread_barrier_destroy(&barrier);
	expect("pthread_barrier_destroy(barrier=PTR) = 0");
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	expect("pthread_spin_init(lock=PTR, pshared=PTHREAD_PROCESS_PRIVATE) = "
	       "0");
	pthread_spin_lock(&spin);
	expect("pthread_spin_lock(lock=PTR) = 0");
	pthread_spin_trylock(&spin);
	expect("pthread_spin_trylock(lock=PTR) = 16 EBUSY");
	pthread_spin_unlock(&spin);
	expect("pthread_spin_unlock(lock=PTR) = 0");
	pthread_spin_destroy(&spin);
	expect("pthread_spin_destroy(lock=PTR) = 0");
}

static void of_c(void)
{
	mtx_t mutex;
	cnd_t cond;

	mtx_init(&mutex, mtx_timed | mtx_recursive);
	expect("mtx_init(mutex=PTR, type=mtx_recursive|mtx_timed) = "
	       "thrd_success");
	mtx_lock(&mutex);
	expect("mtx_lock(mutex=PTR) = thrd_success");
	mtx_timedlock(&mutex, &past);
	expect("mtx_timedlock(mutex=PTR, time_point={tv_sec=TIME, tv_nsec=2}) "
	       "= thrd_success");
	mtx_trylock(&mutex);
	expect("mtx_trylock(mutex=PTR) = thrd_success");
	mtx_unlock(&mutex);
	expect("mtx_unlock(mutex=PTR) = thrd_success");
	cnd_init(&cond);
	expect("cnd_init(cond=PTR) = thrd_success");
	cnd_timedwait(&cond, &mutex, &past);
	expect("cnd_timedwait(cond=PTR, mutex=PTR, time_point={tv_sec=TIME, "
	       "tv_nsec=2}) = thrd_timedout");
	cnd_signal(&cond);
	expect("cnd_signal(cond=PTR) = thrd_success");
	cnd_broadcast(&cond);
	expect("cnd_broadcast(cond=PTR) = thrd_success");
	cnd_destroy(&cond);
	expect("cnd_destroy(COND=PTR) = void");
	mtx_destroy(&mutex);
	expect("mtx_destroy(mutex=PTR) = void");
}

int main(void)
{
	kinds_of_mutexes();
	mutexes();
	conditions();
	readers();
	semaphores();
	of_c();
	return 0;
}
