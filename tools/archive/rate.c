/* SPDX-License-Identifier: MIT */
/*
 * The tick rate of an archive: from its own clock pairs, or measured here.
 */
#include "tools/archive/rate.h"

#include <time.h>

#include "writer/arch/counter.h"

#define NS_PER_S 1000000000ull

enum { LEAST_NS = 1000000, MEASURE_NS = 20000000 };

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NS_PER_S + (uint64_t)now.tv_nsec;
}

static void pair_now(struct fxw_clock_pair *pair)
{
	pair->monotonic_ns = now_ns();
	pair->ticks = fxw_counter_read(fxw_counter_shift());
}

static bool plausible(unsigned __int128 rate)
{
	return rate >= 1000 && rate <= 100 * NS_PER_S;
}

/* Rate between two pairs, 0 if they are too close or make no sense. */
static uint64_t rate_between(const struct fxw_clock_pair *a,
			     const struct fxw_clock_pair *b)
{
	uint64_t n_ns = b->monotonic_ns - a->monotonic_ns;
	unsigned __int128 rate;

	if (b->monotonic_ns <= a->monotonic_ns || b->ticks <= a->ticks ||
	    n_ns < LEAST_NS)
		return 0;
	rate = (unsigned __int128)(b->ticks - a->ticks) * NS_PER_S / n_ns;
	return plausible(rate) ? (uint64_t)rate : 0;
}

static uint64_t measure_rate(void)
{
	struct timespec wait = {.tv_nsec = MEASURE_NS};
	struct fxw_clock_pair from, to;

	pair_now(&from);
	nanosleep(&wait, NULL); /* the pairs say how long it really was */
	pair_now(&to);
	return rate_between(&from, &to);
}

/* The rate from the archive's first pair until now, if this machine still runs
 * the same clock since that boot. Then it agrees with the measured rate. */
static uint64_t until_now(const struct fxw_control *control, uint64_t measured)
{
	struct fxw_clock_pair now;
	uint64_t rate;

	pair_now(&now);
	now.ticks -= control->epoch_ticks;
	rate = rate_between(&control->first, &now);
	return rate > measured - measured / 1000 &&
			       rate < measured + measured / 1000
		       ? rate
		       : 0;
}

uint64_t rate_find(const struct fxw_control *control, bool *is_guess)
{
	uint64_t rate, measured;

	*is_guess = false;
	if (control->clock == FXW_CLOCK_MONOTONIC)
		return NS_PER_S;
	rate = rate_between(&control->first, &control->last);
	if (rate)
		return rate;
	measured = measure_rate();
	rate = until_now(control, measured);
	if (rate)
		return rate;
	if (plausible(control->ticks_per_second)) /* the process's own result */
		return control->ticks_per_second;
	*is_guess = true;
	return measured;
}
