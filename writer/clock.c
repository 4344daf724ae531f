/* SPDX-License-Identifier: MIT */
/*
 * Which clock a session uses, and its rate. Runs at start and at finish only.
 */
#include "writer/clock.h"

#include <fcntl.h>

#include "writer/bytes.h"
#include "writer/sys.h"

#define NS_PER_S 1000000000ull
/* Closest pairs that still give a rate: 10 us at 50 ns of error is 0.5 %. */
#define MIN_SPAN_NS 10000u
#define PAIR_TRIES 3

struct fxw_clock_state fxw_clock;

/* Where the file cannot be read, the counter is not trusted. */
static bool kernel_trusts_counter(void)
{
	static const char path[] =
		"/sys/devices/system/clocksource/clocksource0/"
		"current_clocksource";
	const char *clock = FXW_COUNTER_CLOCK;
	char name[4] = {0};
	int fd;

	if (!clock)
		return true;
	fd = sys_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0)
		return false;
	(void)sys_read(fd, name, 3); /* a failure leaves zeroes: no */
	(void)sys_close(fd);
	return fxw_same(name, clock);
}

uint64_t fxw_clock_ns(int clock)
{
	struct timespec now = {0};

	/* the call cannot fail: both ids always exist */
	if ((!fxw_clock.gettime || fxw_clock.gettime(clock, &now) != 0) &&
	    !fxw_clock.no_system_calls)
		(void)sys_clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

uint64_t fxw_slow_ticks(void)
{
	uint64_t now_ns = fxw_clock.kind == FXW_CLOCK_STOPPED
				  ? 0
				  : fxw_clock_ns(CLOCK_MONOTONIC);

	return now_ns ? now_ns - fxw_clock.epoch : 0;
}

void fxw_clock_join(uint32_t kind, uint64_t epoch,
		    int (*gettime)(int, struct timespec *))
{
	fxw_clock.gettime = gettime;
	fxw_clock.epoch = epoch;
	fxw_clock.kind = kind;
	fxw_clock.shift = fxw_counter_shift();
	fxw_clock.step_ticks =
		kind == FXW_CLOCK_TSC ? FXW_COUNTER_STEP_TICKS : 1;
}

void fxw_clock_start(int (*gettime)(int, struct timespec *))
{
	/* the shift, too */
	fxw_clock_join(FXW_CLOCK_MONOTONIC, 0, gettime);
	if (kernel_trusts_counter())
		fxw_clock_join(FXW_CLOCK_TSC, fxw_counter(), gettime);
	else
		fxw_clock.epoch = fxw_clock_ns(CLOCK_MONOTONIC);
}

void fxw_clock_pair(struct fxw_clock_pair *pair)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < PAIR_TRIES; i++) {
		uint64_t before = fxw_ticks();
		uint64_t monotonic_ns = fxw_clock_ns(CLOCK_MONOTONIC);
		uint64_t realtime_ns = fxw_clock_ns(CLOCK_REALTIME);
		uint64_t after = fxw_ticks();

		if (after - before >= best)
			continue;
		best = after - before;
		pair->ticks = before + best / 2;
		pair->monotonic_ns = monotonic_ns;
		pair->realtime_ns = realtime_ns;
	}
}

uint64_t fxw_clock_rate(const struct fxw_clock_pair *first,
			const struct fxw_clock_pair *last)
{
	uint64_t ns = last->monotonic_ns - first->monotonic_ns;
	uint64_t ticks = last->ticks - first->ticks;

	if (fxw_clock.kind != FXW_CLOCK_TSC)
		return NS_PER_S;
	if (fxw_counter_rate())
		return fxw_counter_rate();
	if (last->ticks <= first->ticks || ns < MIN_SPAN_NS)
		return 0;
	/* keeps remainder * NS_PER_S below 2^63 */
	while (ns >> 33) {
		ns >>= 1;
		ticks >>= 1;
	}
	return ticks / ns * NS_PER_S + ticks % ns * NS_PER_S / ns;
}
