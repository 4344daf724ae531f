/* SPDX-License-Identifier: MIT */
/* Threads: how they are to be, how they run, what they hold, how they end. */
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <threads.h>
#include <time.h>

#include "tests/app/expect.h"

static pthread_attr_t attr;

static void attributes(void)
{
	struct sched_param param = {0};
	size_t size;
	int number;

	pthread_attr_init(&attr);
	expect("pthread_attr_init(attr=PTR) = 0");
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
	expect("pthread_attr_setdetachstate(attr=PTR, "
	       "detachstate=PTHREAD_CREATE_JOINABLE) = 0");
	pthread_attr_getdetachstate(&attr, &number);
	expect("pthread_attr_getdetachstate(attr=PTR, "
	       "detachstate=PTHREAD_CREATE_JOINABLE) = 0");
	pthread_attr_setguardsize(&attr, 8192);
	expect("pthread_attr_setguardsize(attr=PTR, guardsize=8192) = 0");
	pthread_attr_getguardsize(&attr, &size);
	expect("pthread_attr_getguardsize(attr=PTR, guardsize=8192) = 0");
	pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED);
	expect("pthread_attr_setinheritsched(attr=PTR, "
	       "inheritsched=PTHREAD_EXPLICIT_SCHED) = 0");
	pthread_attr_getinheritsched(&attr, &number);
	expect("pthread_attr_getinheritsched(attr=PTR, "
	       "inheritsched=PTHREAD_EXPLICIT_SCHED) = 0");
	pthread_attr_setschedparam(&attr, &param);
	expect("pthread_attr_setschedparam(attr=PTR, param={sched_priority=0}) "
	       "= 0");
	pthread_attr_getschedparam(&attr, &param);
	expect("pthread_attr_getschedparam(attr=PTR, param={sched_priority=0}) "
	       "= 0");
	pthread_attr_setschedpolicy(&attr, SCHED_OTHER);
	expect("pthread_attr_setschedpolicy(attr=PTR, policy=SCHED_OTHER) = 0");
	pthread_attr_getschedpolicy(&attr, &number);
	expect("pthread_attr_getschedpolicy(attr=PTR, policy=SCHED_OTHER) = 0");
	pthread_attr_setscope(&attr, PTHREAD_SCOPE_SYSTEM);
	expect("pthread_attr_setscope(attr=PTR, scope=PTHREAD_SCOPE_SYSTEM) = "
	       "0");
	pthread_attr_getscope(&attr, &number);
	expect("pthread_attr_getscope(attr=PTR, scope=PTHREAD_SCOPE_SYSTEM) = "
	       "0");
	pthread_attr_setstacksize(&attr, 1 << 20);
	expect("pthread_attr_setstacksize(attr=PTR, stacksize=1048576) = 0");
	pthread_attr_getstacksize(&attr, &size);
	expect("pthread_attr_getstacksize(attr=PTR, stacksize=1048576) = 0");
}

static void sets(void)
{
	sigset_t signals;
	cpu_set_t cpus;
	size_t size;
	void *at;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	pthread_attr_setaffinity_np(&attr, sizeof(cpus), &cpus);
	expect("pthread_attr_setaffinity_np(attr=PTR, cpusetsize=128, "
	       "cpuset={0}) = 0");
	pthread_attr_getaffinity_np(&attr, sizeof(cpus), &cpus);
	expect("pthread_attr_getaffinity_np(attr=PTR, cpusetsize=128, "
	       "cpuset={0}) = 0");
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
#if __GLIBC_PREREQ(2, 32)
	pthread_attr_setsigmask_np(&attr, &signals);
	expect("pthread_attr_setsigmask_np(attr=PTR, sigmask={SIGINT}) = 0");
	pthread_attr_getsigmask_np(&attr, &signals);
	expect("pthread_attr_getsigmask_np(attr=PTR, sigmask={SIGINT}) = 0");
#endif
	pthread_attr_setstack(&attr, NULL, 1 << 20);
	expect("pthread_attr_setstack(attr=PTR, stackaddr=NULL, "
	       "stacksize=1048576) = 0");
	pthread_attr_getstack(&attr, &at, &size);
	expect("pthread_attr_getstack(attr=PTR, stackaddr=NULL, "
	       "stacksize=1048576) = 0");
	pthread_attr_destroy(&attr);
	expect("pthread_attr_destroy(attr=PTR) = 0");
}

static void *nothing(void *pointer)
{
	return pointer;
}

static void mine(void)
{
	struct sched_param param;
	char name[16];
	cpu_set_t cpus;
	clockid_t clock;
	int policy;

	pthread_setname_np(pthread_self(), "pools");
	expect("pthread_setname_np(thread=PID, name=\"pools\") = 0");
	pthread_getname_np(pthread_self(), name, sizeof(name));
	expect("pthread_getname_np(thread=PID, name=\"pools\", size=16) = 0");
	pthread_getschedparam(pthread_self(), &policy, &param);
	expect("pthread_getschedparam(thread=PID, policy=SCHED_OTHER, "
	       "param={sched_priority=0}) = 0");
	pthread_setschedparam(pthread_self(), SCHED_BATCH, &param);
	expect("pthread_setschedparam(thread=PID, policy=SCHED_BATCH, "
	       "param={sched_priority=0}) = 0");
	pthread_setschedprio(pthread_self(), 1000);
	expect("pthread_setschedprio(thread=PID, prio=1000) = 22 EINVAL");
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	pthread_setaffinity_np(pthread_self(), sizeof(cpus), &cpus);
	expect("pthread_setaffinity_np(thread=PID, cpusetsize=128, cpuset={0}) "
	       "= 0");
	pthread_getaffinity_np(pthread_self(), sizeof(cpus), &cpus);
	expect("pthread_getaffinity_np(thread=PID, cpusetsize=128, cpuset={0}) "
	       "= 0");
	pthread_getcpuclockid(pthread_self(), &clock);
	expect("pthread_getcpuclockid(thread=PID, clockid=%d) = 0", clock);
	pthread_setconcurrency(3);
	expect("pthread_setconcurrency(new_level=3) = 0");
	pthread_getconcurrency();
	expect("pthread_getconcurrency() = 3");
}

static void joins(void)
{
	struct timespec past = {1, 2};
	pthread_t thread;
	void *result;

	pthread_tryjoin_np(pthread_self(), &result);
	expect("pthread_tryjoin_np(thread=PID) = 16 EBUSY");
	pthread_timedjoin_np(pthread_self(), &result, &past);
	expect("pthread_timedjoin_np(thread=PID, abstime={tv_sec=TIME, "
	       "tv_nsec=2}) = 35 EDEADLK");
	pthread_create(&thread, NULL, nothing, NULL);
	expect("pthread_create(thread=PID, attr=NULL, start_routine=PTR, "
	       "arg=NULL) = 0");
	pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, NULL);
	expect("pthread_clockjoin_np(th=PID, thread_return=NULL, "
	       "clockid=CLOCK_MONOTONIC, abstime=NULL) = 0");
	pthread_create(&thread, NULL, nothing, NULL);
	expect("pthread_create(thread=PID, attr=NULL, start_routine=PTR, "
	       "arg=NULL) = 0");
	pthread_cancel(thread);
	expect("pthread_cancel(thread=PID) = 0");
	pthread_detach(thread);
	expect("pthread_detach(thread=PID) = 0");
}

static void keys(void)
{
	pthread_key_t key;
	int old;

	pthread_key_create(&key, NULL);
	expect("pthread_key_create(key=%u, destr_function=NULL) = 0", key);
	pthread_setspecific(key, &key);
	expect("pthread_setspecific(key=%u, pointer=PTR) = 0", key);
	pthread_getspecific(key);
	expect("pthread_getspecific(key=%u) = PTR", key);
	pthread_key_delete(key);
	expect("pthread_key_delete(key=%u) = 0", key);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
	expect("pthread_setcancelstate(state=PTHREAD_CANCEL_DISABLE, "
	       "oldstate=PTHREAD_CANCEL_ENABLE) = 0");
	pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL);
	expect("pthread_setcanceltype(type=PTHREAD_CANCEL_DEFERRED, "
	       "oldtype=NULL) = 0");
	pthread_testcancel();
	expect("pthread_testcancel() = void");
}

static int seven(void *pointer)
{
	return pointer ? 8 : 7;
}

static void of_c(void)
{
	struct timespec soon = {0, 1000};
	thrd_t thread;
	tss_t key;
	int result;

	thrd_create(&thread, seven, NULL);
	expect("thrd_create(thr=0x%lx, func=PTR, arg=NULL) = thrd_success",
	       (unsigned long)thread);
	thrd_join(thread, &result);
	expect("thrd_join(thr=0x%lx, res=7) = thrd_success",
	       (unsigned long)thread);
	thrd_create(&thread, seven, NULL);
	expect("thrd_create(thr=0x%lx, func=PTR, arg=NULL) = thrd_success",
	       (unsigned long)thread);
	thrd_detach(thread);
	expect("thrd_detach(thr=0x%lx) = thrd_success", (unsigned long)thread);
	thrd_sleep(&soon, NULL);
	expect("thrd_sleep(time_point={tv_sec=0, tv_nsec=1000}) = 0");
	thrd_yield();
	expect("thrd_yield() = void");
	tss_create(&key, NULL);
	expect("tss_create(tss_id=%u, destructor=NULL) = thrd_success", key);
	tss_set(key, NULL);
	expect("tss_set(tss_id=%u, val=NULL) = thrd_success", key);
	tss_get(key);
	expect("tss_get(tss_id=%u) = NULL", key);
	tss_delete(key);
	expect("tss_delete(tss_id=%u) = void", key);
}

int main(void)
{
	attributes();
	sets();
	mine();
	joins();
	keys();
	of_c();
	return 0;
}
