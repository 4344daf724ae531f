/* SPDX-License-Identifier: MIT */
/* BUILD: -fsplit-stack -pthread */
/*
 * A stack in pieces, which the compiler's code gets and leaves as it needs
 * them. Pieces lie where memory is free, also above the one that needs more.
 * The names of getenv calls say inside of which call they are made.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define N_HOLES 20
#define HOLE_BYTES (1ul << 17)

static int values[] = {2, 1};

__attribute__((noinline)) static int call_deeply(int n)
{
	volatile char space[20000];

	space[n] = 1;
	getenv("QSORT");
	return n ? call_deeply(n - 1) + space[n] : 0;
}

static int compare(const void *left, const void *right)
{
	(void)left;
	(void)right;
	return call_deeply(5);
}

__attribute__((noinline)) static int sort_deeply(int n)
{
	volatile char space[30000];

	space[n] = 1;
	qsort(values, 2, sizeof(*values), compare);
	return n ? sort_deeply(n - 1) + space[n] : 0;
}

static void *run(void *unused)
{
	void *holes[N_HOLES];

	for (int i = 0; i < N_HOLES; i++)
		holes[i] = mmap(NULL, HOLE_BYTES, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < N_HOLES; i++) {
		munmap(holes[i], HOLE_BYTES);
		sort_deeply(3);
	}
	getenv("TOP");
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run, NULL);
	pthread_join(thread, NULL);
	run(NULL);
	printf("done\n");
	return 0;
}
