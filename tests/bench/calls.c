/* SPDX-License-Identifier: MIT */
/*
 * What one call costs, in thread CPU time: calls of each function named on the
 * command line, with different work between them. scripts/bench.sh runs this
 * without and with shims and the tracer and prints the numbers side by side.
 *
 *	calls FUNCTION...	prints "FUNCTION LOOP NS FAULTS", ns per call
 *				and page faults per 1000 calls
 *	calls -f FUNCTION...	the same for the loops that meet fresh memory
 *	calls -c FUNCTION...	only calls each COUNTED times, for callgrind
 *
 * Where the tracer's archive is mapped, the pages that a lap will fill are made
 * present and read before it. So the lap costs what the tracer costs. Its
 * stores go to warm memory, as those of F2's small ring do. With -f nothing is
 * touched, and the kernel's work counts, too: the first lap, a row of its own.
 * The cold loops take caches only, never pages, from what is measured. A call
 * that enters the kernel meets colder code than its loop says, since the
 * kernel's own has passed through the caches.
 *
 * What two threads pay is compared with one of a process that has two. With the
 * first pthread_create the kernel counts the users of an open file in every
 * read, and the C library locks. Neither comes from the tracer.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "tests/bench/archive.h"

#define LAPS 15
#define COUNTED 20000u
/* Larger than the first-level data cache of today's processors. */
#define COLD_BYTES (64u << 10)
#define CHAINS 8
#define STEPS 16

struct function {
	const char *name;
	void (*call)(void);
	unsigned bytes; /* more than its records take */
};

struct loop {
	const char *name;
	void (*between)(void); /* NULL = nothing */
	unsigned n_calls;
	int n_threads; /* that the process has */
	bool is_alone; /* the second one sleeps */
	bool fresh;
};

/* The lap that the second thread has to run, too. */
struct round {
	const struct function *function;
	const struct loop *loop;
	int ready; /* threads that wait for the lap's begin */
};

struct lap {
	double ns, faults;
};

static struct round round_;
/* Where the second thread sleeps until it is wanted. */
static sem_t wanted;
static __thread int fd = -1;
static __thread volatile uint64_t sink;

/* Of tests/bench/f2.c. */
void fxtrace_bench_fresh(size_t bytes) __attribute__((weak));

static void call_getenv(void)
{
	sink = (uintptr_t)getenv("NO_SUCH_VARIABLE");
}

static void call_strlen(void)
{
	sink = strlen("a string of 20 chars");
}

static void call_lseek(void)
{
	sink = (uint64_t)lseek(fd, 0, SEEK_SET);
}

static void call_read(void)
{
	char buffer[64];

	sink = (uint64_t)read(fd, buffer, sizeof(buffer));
}

static void call_malloc(void)
{
	free(malloc(40));
}

static const struct function functions[] = {
	{"getenv", call_getenv, 96},  {"strlen", call_strlen, 96},
	{"lseek", call_lseek, 160},   {"read", call_read, 256},
	{"malloc", call_malloc, 160},
};

/* Independent work that keeps all arithmetic units busy: what waits (for the
 * clock to be read) is hidden behind it, what computes is not. */
static void saturate(void)
{
	static __thread uint64_t state[CHAINS];
	static __thread double real[CHAINS / 2];
	uint64_t x[CHAINS];
	double y[CHAINS / 2];

	memcpy(x, state, sizeof(x));
	memcpy(y, real, sizeof(y));
#pragma GCC unroll 16
	for (int step = 0; step < STEPS; step++)
#pragma GCC unroll 8
		for (int i = 0; i < CHAINS; i++) {
			x[i] = (x[i] ^ 0x5bd1e995) + (x[i] >> 7);
			__asm__("" : "+r"(x[i])); /* no vectors */
			if (i % 2 == 0 && step % 4 == 0)
				y[i / 2] = y[i / 2] * 0.5 + 1.0;
		}
	memcpy(state, x, sizeof(x));
	memcpy(real, y, sizeof(y));
}

/* 42,000 bytes of code: more than the first-level cache and the cache of
 * decoded instructions hold. Where it begins decides how fast it is decoded. */
static __attribute__((noinline, aligned(4096))) void cool_code(void)
{
#if defined(__x86_64__)
	__asm__ volatile(".rept 4200\n\tmovabs $0x1122334455667788, %%rax\n"
			 "\t.endr" ::
				 : "rax");
#else
	__asm__ volatile(".rept 10500\n\tnop\n\t.endr");
#endif
}

static void cool_data(void)
{
	static char memory[COLD_BYTES];
	const volatile char *p = memory;

	for (unsigned i = 0; i < COLD_BYTES; i += LINE_BYTES)
		(void)p[i];
}

static const struct loop loops[] = {
	{"tight", NULL, 2000, 1, true, false},
	{"saturated", saturate, 2000, 1, true, false},
	{"cold-code", cool_code, 500, 1, true, false},
	{"cold-data", cool_data, 500, 1, true, false},
	{"fresh", NULL, 2000, 1, true, true},
	/* so few that what both write stays in one thread's cache, whose part
	 * of it lies between the other's */
	{"tight-1of2", NULL, 500, 2, true, false},
	{"tight-x2", NULL, 500, 2, false, false},
	{"saturated-1of2", saturate, 500, 2, true, false},
	{"saturated-x2", saturate, 500, 2, false, false},
	{"fresh-x2", NULL, 2000, 2, false, true},
};

static double cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	/* a file's page that is not cached yet counts as major */
	return (double)(usage.ru_minflt + usage.ru_majflt);
}

/* The second thread enters its lap when the first does. */
static void meet(void)
{
	int n = __atomic_add_fetch(&round_.ready, 1, __ATOMIC_SEQ_CST);
	int all = (n + 1) / 2 * 2;

	while (__atomic_load_n(&round_.ready, __ATOMIC_SEQ_CST) < all)
		sched_yield();
}

static struct lap time_lap(const struct function *f, const struct loop *loop)
{
	void (*call)(void) = f->call, (*between)(void) = loop->between;
	double before = faults();
	double start_ns = cpu_ns();
	struct lap lap;

	if (between) {
		for (unsigned i = loop->n_calls; i; i--) {
			between();
			call();
		}
	} else {
		for (unsigned i = loop->n_calls; i; i--)
			call();
	}
	lap.ns = (cpu_ns() - start_ns) / loop->n_calls;
	lap.faults = (faults() - before) / loop->n_calls * 1000;
	return lap;
}

static struct lap run_lap(const struct function *f, const struct loop *loop)
{
	bool fresh_ring = loop->fresh && fxtrace_bench_fresh;
	struct lap lap;

	if (fresh_ring) /* 48 bytes a call, and malloc comes with free */
		fxtrace_bench_fresh(loop->n_calls * 96 + PAGE_BYTES);
	if (!loop->is_alone)
		meet();
	lap = time_lap(f, loop);
	if (!loop->is_alone)
		meet();
	if (fresh_ring)
		fxtrace_bench_fresh(0);
	return lap;
}

static int compare(const void *a, const void *b)
{
	double x = ((const struct lap *)a)->ns, y = ((const struct lap *)b)->ns;

	return (x > y) - (x < y);
}

/* All laps together: fresh memory comes in large pieces. */
static struct lap mean(const struct lap *laps, int n)
{
	struct lap sum = {0, 0};

	for (int i = 0; i < n; i++) {
		sum.ns += laps[i].ns / n;
		sum.faults += laps[i].faults / n;
	}
	return sum;
}

/* The median lap; the first one only warms up. */
static struct lap measure(const struct function *f, const struct loop *loop)
{
	struct lap laps[LAPS + 1];

	for (int i = 0; i <= LAPS; i++) {
		if (!loop->fresh)
			make_space((uint64_t)f->bytes * loop->n_calls *
				   loop->n_threads);
		laps[i] = run_lap(f, loop);
	}
	if (loop->fresh)
		return mean(laps + 1, LAPS);
	qsort(laps + 1, LAPS, sizeof(laps[0]), compare);
	return laps[1 + LAPS / 2];
}

static void open_zero(void)
{
	fd = open("/dev/zero", O_RDONLY);
	if (fd < 0)
		fail("cannot open /dev/zero");
}

static void *second_thread(void *unused)
{
	(void)unused;
	open_zero();
	for (;;) {
		sem_wait(&wanted);
		if (!round_.function)
			return NULL;
		for (int i = 0; i <= LAPS; i++)
			run_lap(round_.function, round_.loop);
	}
}

static void measure_loop(const struct function *f, const struct loop *loop)
{
	struct lap lap;

	if (!loop->is_alone) {
		round_.function = f;
		round_.loop = loop;
		sem_post(&wanted);
	}
	lap = measure(f, loop);
	printf("%s %s %.2f %.1f\n", f->name, loop->name, lap.ns, lap.faults);
}

static const struct function *find_function(const char *name)
{
	for (unsigned i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		if (strcmp(functions[i].name, name) == 0)
			return &functions[i];
	fail("no such function");
	return NULL;
}

/* Callgrind forgets what it counted before this (--zero-before). */
static __attribute__((noinline)) void counted(char **names, unsigned n_calls)
{
	for (; *names; names++)
		for (unsigned i = n_calls; i; i--)
			find_function(*names)->call();
}

static void measure_all(char **names, bool fresh)
{
	pthread_t second;
	int n_threads = 1;

	for (unsigned i = 0; i < sizeof(loops) / sizeof(*loops); i++) {
		if (loops[i].fresh != fresh)
			continue;
		if (loops[i].n_threads != n_threads &&
		    pthread_create(&second, NULL, second_thread, NULL) != 0)
			fail("cannot create a thread");
		n_threads = loops[i].n_threads;
		for (char **name = names; *name; name++)
			measure_loop(find_function(*name), &loops[i]);
	}
	round_.function = NULL;
	sem_post(&wanted);
	pthread_join(second, NULL);
}

int main(int argc, char **argv)
{
	bool count = argc > 1 && strcmp(argv[1], "-c") == 0;
	bool fresh = argc > 1 && strcmp(argv[1], "-f") == 0;
	char **names = argv + 1 + (count || fresh);

	open_zero();
	sem_init(&wanted, 0, 0);
	if (count) {
		for (char **name = names; *name; name++)
			find_function(*name)->call();
		counted(names, COUNTED);
		return 0;
	}
	find_archive();
	measure_all(names, fresh);
	return 0;
}
