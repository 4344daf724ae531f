/* SPDX-License-Identifier: MIT */
/*
 * The processor's counter of time.
 *
 * There are at most 8 ticks in 1 ns, and it takes longer to read the counter
 * twice. No time stamp counter of x86 is faster. Those of arm64 have 1 MHz to
 * 1 GHz, so that two calls could have the same stamp. So they are multiplied by
 * a power of two, up to 4 to 8 GHz.
 */
#ifndef WRITER_ARCH_COUNTER_H
#define WRITER_ARCH_COUNTER_H

#include <stdint.h>

#define FXW_COUNTER_STEP_TICKS 8u
#define FXW_COUNTER_MOST_HZ 8000000000ull

#if defined(__x86_64__)

/* The kernel takes the counter for its own clock only if it is invariant,
 * steady and the same on every core. It knows better than cpuid, which also
 * costs 20 us in a virtual machine. The name is that of its clock. */
#define FXW_COUNTER_CLOCK "tsc"

static inline uint64_t fxw_counter_read(uint32_t shift)
{
	uint64_t low, high; /* it clears their upper halves */

	(void)shift;
	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return high << 32 | low;
}

/* Nothing says it. */
static inline uint64_t fxw_counter_hz(void)
{
	return 0;
}

#elif defined(__aarch64__)

/* The architecture promises that it is steady and the same on every core. Where
 * a processor breaks that, the kernel answers in its place. */
#define FXW_COUNTER_CLOCK NULL

static inline uint64_t fxw_counter_read(uint32_t shift)
{
	uint64_t value;

	/* as rdtsc, it does not wait for what comes before it */
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
	return value << shift;
}

/* Of the counter itself, before it is multiplied. */
static inline uint64_t fxw_counter_hz(void)
{
	uint64_t hz;

	__asm__("mrs %0, cntfrq_el0" : "=r"(hz));
	return hz;
}

#else
#error "counter.h: the counter of this processor is not described yet"
#endif

/* The power of two by which the counter is multiplied. */
static inline uint32_t fxw_counter_shift(void)
{
	uint64_t hz = fxw_counter_hz();
	uint32_t shift = 0;

	while (hz && hz << (shift + 1) <= FXW_COUNTER_MOST_HZ)
		shift++;
	return shift;
}

/* Ticks a second, or 0 if they must be measured. */
static inline uint64_t fxw_counter_rate(void)
{
	return fxw_counter_hz() << fxw_counter_shift();
}

#endif
