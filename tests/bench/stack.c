/* SPDX-License-Identifier: MIT */
/*
 * What a call's stack of ten frames costs, in thread CPU time. getenv is called
 * from 20 functions below main, all of one build, with and without frame
 * pointers. glibc's backtrace() takes ten frames at the same place.
 * tests/bench/stack.sh runs this with and without FXTRACE_STACK.
 *
 *	stack	prints "FRAMES STACKS WHAT NS": frames with or without pointers;
 *		from one stack, or from 64 in turn; a call or a backtrace
 */
#include <execinfo.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PLAIN __attribute__((noinline, noipa, optimize("omit-frame-pointer")))
#define WITH_FRAME                                                             \
	__attribute__((noinline, noipa, optimize("no-omit-frame-pointer")))
#define DEPTH 20u
#define TURN 64u /* stacks that take turns */
#define LAPS 9
#define CALLS 20000u
#define FRAMES 10

static volatile uintptr_t sink;

static void call(void)
{
	sink = (uintptr_t)getenv("NO_SUCH_VARIABLE");
}

static void trace(void)
{
	void *frames[FRAMES];

	sink = (uintptr_t)backtrace(frames, FRAMES);
}

static struct {
	void (*what)(void);
	unsigned n;
} lap;

/* Down to the loop, by the one call or the other, as the bits of way say. */
#define DEFINE_DOWN(name, kind)                                                \
	static kind void name(unsigned n, unsigned way)                        \
	{                                                                      \
		if (n == 0) {                                                  \
			for (unsigned i = 0; i < lap.n; i++)                   \
				lap.what();                                    \
		} else if (way & 1) {                                          \
			name(n - 1, way >> 1);                                 \
			__asm__ volatile("nop"); /* not one call */            \
		} else {                                                       \
			name(n - 1, way >> 1);                                 \
		}                                                              \
		__asm__ volatile("");                                          \
	}
DEFINE_DOWN(down, PLAIN)
DEFINE_DOWN(down_framed, WITH_FRAME)

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void nothing(void)
{
	__asm__ volatile("");
}

/* CPU ns of a lap of CALLS calls, from so many stacks in turn. */
static double once(void (*go)(unsigned, unsigned), void (*what)(void),
		   unsigned n_stacks)
{
	double begin = now_ns();

	lap.what = what;
	lap.n = CALLS / n_stacks;
	if (n_stacks == 1) {
		go(DEPTH, 0);
		return now_ns() - begin;
	}
	lap.n = 1;
	/* the lowest frames are those that differ */
	for (unsigned i = 0; i < CALLS; i++)
		go(DEPTH, i % TURN << (DEPTH - 6));
	return now_ns() - begin;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void measure(const char *frames, void (*go)(unsigned, unsigned),
		    unsigned n_stacks, const char *name, void (*what)(void))
{
	double laps[LAPS];

	for (unsigned i = 0; i < LAPS; i++) {
		/* the way down and back is not what is measured */
		laps[i] =
			once(go, what, n_stacks) - once(go, nothing, n_stacks);
	}
	qsort(laps, LAPS, sizeof(*laps), compare);
	printf("%s %u %s %.1f\n", frames, n_stacks, name,
	       laps[LAPS / 2] / CALLS);
}

static void measure_all(const char *frames, void (*go)(unsigned, unsigned))
{
	static const unsigned n_stacks[] = {1, TURN};

	for (unsigned i = 0; i < 2; i++) {
		measure(frames, go, n_stacks[i], "call", call);
		measure(frames, go, n_stacks[i], "backtrace", trace);
	}
}

int main(void)
{
	trace(); /* which loads libgcc */
	measure_all("tables", down);
	measure_all("pointers", down_framed);
	return 0;
}
