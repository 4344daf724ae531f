/* SPDX-License-Identifier: MIT */
/* Timers that signal, the clock of the machine, and times of processes. */
#include <signal.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include "tests/app/expect.h"

/* ftime: old, and there */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static volatile long big = 1L << 40;

static void timers(void)
{
	struct sigevent signal_event = {.sigev_notify = SIGEV_SIGNAL,
					.sigev_signo = SIGALRM};
	struct itimerspec set = {{0, 0}, {5000, 6}}, old;
	const char *id;
	timer_t timer;

	signal_event.sigev_value.sival_ptr = NULL;
	signal_event.sigev_value.sival_int = 5;
	timer_create(CLOCK_REALTIME, &signal_event, &timer);
	id = timer ? "PTR" : "NULL"; /* the first number, or memory */
	expect("timer_create(clockid=CLOCK_REALTIME, "
	       "sevp={sigev_notify=SIGEV_SIGNAL, sigev_signo=SIGALRM, "
	       "sigev_value={sival_int=5, sival_ptr=PTR}}, timerid=%s) = 0",
	       id);
	timer_settime(timer, 0, &set, &old);
	expect("timer_settime(timerid=%s, flags=0, "
	       "new_value={it_interval.tv_sec=0, it_interval.tv_nsec=0, "
	       "it_value.tv_sec=TIME, it_value.tv_nsec=6}, "
	       "old_value={it_interval.tv_sec=0, it_interval.tv_nsec=0, "
	       "it_value.tv_sec=0, it_value.tv_nsec=0}) = 0",
	       id);
	timer_gettime(timer, &old);
	expect("timer_gettime(timerid=%s, curr_value={it_interval.tv_sec=0, "
	       "it_interval.tv_nsec=0, it_value.tv_sec=TIME, "
	       "it_value.tv_nsec=%ld}) = 0",
	       id, old.it_value.tv_nsec);
	timer_getoverrun(timer);
	expect("timer_getoverrun(timerid=%s) = 0", id);
	timer_delete(timer);
	expect("timer_delete(timerid=%s) = 0", id);
	set.it_value.tv_sec = 0;
	timer_settime(99 + (char *)timer, TIMER_ABSTIME, &set, NULL);
	expect("timer_settime(timerid=PTR, flags=TIMER_ABSTIME, "
	       "new_value={it_interval.tv_sec=0, it_interval.tv_nsec=0, "
	       "it_value.tv_sec=0, it_value.tv_nsec=6}) = -1 EINVAL");
	signal_event.sigev_notify = SIGEV_NONE;
	timer_create(CLOCK_MONOTONIC, &signal_event, &timer);
	expect("timer_create(clockid=CLOCK_MONOTONIC, "
	       "sevp={sigev_notify=SIGEV_NONE}, timerid=PTR) = 0");
	timer_delete(timer);
	expect("timer_delete(timerid=PTR) = 0");
	timer_create(99, NULL, &timer);
	expect("timer_create(clockid=99, sevp=NULL) = -1 EINVAL");
}

static void machine(void)
{
	struct timex timex = {.modes = ADJ_TICK, .tick = 1};
	struct timeval delta = {0, 0};

	adjtimex(&timex);
	expect("adjtimex(buf={modes=ADJ_TICK, offset=0, freq=0, maxerror=0, "
	       "esterror=0, status=0, constant=0, precision=0, tolerance=0, "
	       "time={tv_sec=0, tv_usec=0}, tick=1, ppsfreq=0, jitter=0, "
	       "shift=0, stabil=0, jitcnt=0, calcnt=0, errcnt=0, stbcnt=0, "
	       "tai=0}) = -1 EINVAL");
	timex.modes = ADJ_FREQUENCY | ADJ_NANO;
	clock_adjtime(99, &timex);
	expect("clock_adjtime(clockid=99, buf={modes=ADJ_FREQUENCY|ADJ_NANO, "
	       "offset=0, freq=0, maxerror=0, esterror=0, status=0, "
	       "constant=0, precision=0, tolerance=0, time={tv_sec=0, "
	       "tv_usec=0}, tick=1, ppsfreq=0, jitter=0, shift=0, stabil=0, "
	       "jitcnt=0, calcnt=0, errcnt=0, stbcnt=0, tai=0}) = -1 EINVAL");
	delta.tv_sec = big;
	adjtime(&delta, NULL);
	expect("adjtime(delta={tv_sec=TIME, tv_usec=0}) = -1 EINVAL");
	delta.tv_sec = 0;
	delta.tv_usec = -1;
	settimeofday(&delta, NULL);
	expect("settimeofday(tv={tv_sec=0, tv_usec=-1}, tz=NULL) = -1 EINVAL");
#if __GLIBC_PREREQ(2, 34)
	struct timespec step = {0, 0};

	timespec_getres(&step, TIME_UTC);
	expect("timespec_getres(ts={tv_sec=0, tv_nsec=%ld}, base=1) = 1",
	       step.tv_nsec);
	timespec_getres(&step, 99);
	expect("timespec_getres(base=99) = 0");
#endif
}

static void processes(void)
{
	struct tms use;
	clockid_t clock;
	clock_t ticks;

	ticks = times(&use);
	expect("times(buf={tms_utime=%ld, tms_stime=%ld, tms_cutime=0, "
	       "tms_cstime=0}) = %ld",
	       use.tms_utime, use.tms_stime, ticks);
	clock_getcpuclockid(0, &clock);
	expect("clock_getcpuclockid(pid=0, clockid=%d) = 0", clock);
	ualarm(0, 0);
	expect("ualarm(usecs=0, interval=0) = 0");
	tzset();
	expect("tzset() = void");
}

static void readings(void)
{
	struct timeb coarse;
	struct ntptimeval ntp;
	int state;

	state = ntp_gettime(&ntp);
	expect("ntp_gettimex(ntv={time.tv_sec=TIME, time.tv_usec=%ld, "
	       "maxerror=%ld, esterror=%ld, tai=%ld}) = %s",
	       ntp.time.tv_usec, ntp.maxerror, ntp.esterror, ntp.tai,
	       state == TIME_ERROR ? "TIME_ERROR" : "TIME_OK");
	ftime(&coarse);
	expect("ftime(tp={time=TIME, millitm=%u, timezone=0, dstflag=0}) = 0",
	       coarse.millitm);
}

int main(void)
{
	timers();
	machine();
	processes();
	readings();
	return 0;
}
