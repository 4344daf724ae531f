/* SPDX-License-Identifier: MIT */
/*
 * The session's clock: ticks since the session's epoch. The processor's counter
 * where it is invariant and the kernel itself trusts it, else ns of
 * CLOCK_MONOTONIC. Every process of a session uses the same clock and epoch,
 * so that their archives share one time line.
 */
#ifndef WRITER_CLOCK_H
#define WRITER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "writer/arch/counter.h"
#include "writer/wire.h"

struct fxw_clock_state {
	uint64_t epoch;	     /* the counter's value at tick 0 */
	uint32_t kind;	     /* enum fxw_clock */
	uint32_t step_ticks; /* at least 1 ns: between stamps of one thread */
	/* clock_gettime of the vDSO, or NULL for the system call; the program
	 * may forbid system calls later, this one stays callable */
	int (*gettime)(int clock, struct timespec *now);
	uint32_t no_system_calls; /* the program may kill us for one */
	uint32_t shift;		  /* of the counter (arch/counter.h) */
};

extern struct fxw_clock_state fxw_clock __attribute__((visibility("hidden")));

/* A new session's clock: picks its kind and takes now as the epoch. gettime
 * may be NULL. Once, before the first record. */
void fxw_clock_start(int (*gettime)(int, struct timespec *));

/* Joins a session whose kind and epoch another process chose. */
void fxw_clock_join(uint32_t kind, uint64_t epoch,
		    int (*gettime)(int, struct timespec *));

/* One instant on all clocks; the ticks are bracketed, so that the pair is
 * off by less than the time between two reads. */
void fxw_clock_pair(struct fxw_clock_pair *pair);

/* ns of one of the kernel's clocks. 0: it takes a system call, and the program
 * has forbidden these. */
uint64_t fxw_clock_ns(int clock);

static inline uint64_t fxw_counter(void)
{
	return fxw_counter_read(fxw_clock.shift);
}

/* The clocks that are not the time stamp counter; 0 where none may be read. */
uint64_t fxw_slow_ticks(void);

/* Ticks since the epoch. Any thread, any signal handler. */
static inline uint64_t fxw_ticks(void)
{
	if (__builtin_expect(fxw_clock.kind == FXW_CLOCK_TSC, 1))
		return fxw_counter() - fxw_clock.epoch;
	return fxw_slow_ticks();
}

/* Ticks a second from two pairs; 0 if they are too close for a rate. */
uint64_t fxw_clock_rate(const struct fxw_clock_pair *first,
			const struct fxw_clock_pair *last);

#endif
