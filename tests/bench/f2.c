/* SPDX-License-Identifier: MIT */
/*
 * The floor of recording: a shim that forwards, reads the clock before and
 * after, and stores 48 bytes in a small ring of its thread. Preloaded.
 */
/* BUILD: -shared -fPIC */
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#include "tests/bench/shim.h"

#define RING_BYTES (64u << 10)

struct ring {
	volatile uint64_t *at, *end, *start;
};

static __thread struct ring ring __attribute__((tls_model("initial-exec")));

/* From here on this thread stores into memory that was never touched: `bytes`,
 * or if 0 as much as at first. */
void fxtrace_bench_fresh(size_t bytes);
void fxtrace_bench_fresh(size_t bytes)
{
	volatile uint64_t *new;

	if (!bytes)
		bytes = RING_BYTES;
	new = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (new == MAP_FAILED)
		__builtin_trap();
	if (ring.start)
		munmap((void *)ring.start,
		       (size_t)((char *)ring.end - (char *)ring.start));
	ring = (struct ring){new, new + bytes / 8, new};
}

static __attribute__((noinline)) void turn(void)
{
	if (ring.start)
		ring.at = ring.start;
	else
		fxtrace_bench_fresh(0);
}

static inline uint64_t now(void)
{
#if defined(__x86_64__)
	return __builtin_ia32_rdtsc();
#else
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
#endif
}

static inline void record(uint64_t function, uint64_t argument,
			  uint64_t begin_ticks, uint64_t end_ticks,
			  uint64_t result)
{
	volatile uint64_t *at;

	if (__builtin_expect(ring.end - ring.at < 6, 0))
		turn();
	at = ring.at;
	at[0] = 0x64;
	at[1] = begin_ticks;
	at[2] = function;
	at[3] = argument;
	at[4] = result;
	at[5] = end_ticks;
	ring.at = at + 6;
}

#define FIRST(a, ...) ((uint64_t)(a))
#define FORWARD(ret, name, params, args)                                       \
	ret name params                                                        \
	{                                                                      \
		REAL(ret, name, params);                                       \
		uint64_t begin_ticks = now();                                  \
		ret result = real args;                                        \
                                                                               \
		record(sizeof(#name), FIRST args, begin_ticks, now(),          \
		       (uint64_t)result);                                      \
		return result;                                                 \
	}
#define FORWARD_VOID(name, params, args)                                       \
	void name params                                                       \
	{                                                                      \
		REAL(void, name, params);                                      \
		uint64_t begin_ticks = now();                                  \
                                                                               \
		real args;                                                     \
		record(sizeof(#name), FIRST args, begin_ticks, now(), 0);      \
	}

FUNCTIONS(FORWARD, FORWARD_VOID)
