/* SPDX-License-Identifier: MIT */
/*
 * Stacks that the program changes itself, as coroutines do: calls on each of
 * them, also while a call is open on another. The argument chooses one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#define N_WORKERS 8
#define N_ROUNDS 50
#define STACK_BYTES 16384

static ucontext_t home, worker[N_WORKERS];
static char stack[N_WORKERS][STACK_BYTES] __attribute__((aligned(64)));
static long n_steps;

static void work(int number)
{
	char name[] = "WORKER_0";

	name[7] = (char)('0' + number);
	for (int i = 0; i < N_ROUNDS; i++) {
		getenv(name);
		lseek(-1, number * 1000 + i, SEEK_SET);
		n_steps++;
		swapcontext(&worker[number], &home);
	}
}

static void make_workers(void)
{
	for (int i = 0; i < N_WORKERS; i++) {
		getcontext(&worker[i]);
		worker[i].uc_stack.ss_sp = stack[i];
		worker[i].uc_stack.ss_size = STACK_BYTES;
		worker[i].uc_link = &home;
		makecontext(&worker[i], (void (*)(void))work, 1, i);
	}
}

static void take_turns(void)
{
	make_workers();
	for (int k = 0; k < N_ROUNDS; k++)
		for (int i = 0; i < N_WORKERS; i++)
			swapcontext(&home, &worker[i]);
	printf("%ld steps\n", n_steps);
}

static int turn;

/* Goes elsewhere in the middle of a recorded call. */
static int compare(const void *left, const void *right)
{
	const int *a = left, *b = right;

	swapcontext(&home, &worker[turn++ % N_WORKERS]);
	getenv("BACK_IN_CALLBACK");
	return *a - *b;
}

static void inside_calls(void)
{
	int values[] = {5, 3, 8, 1, 9, 2};

	make_workers();
	qsort(values, 6, sizeof(*values), compare);
	for (int i = 0; i < 6; i++)
		printf("%d ", values[i]);
	printf("after %ld steps\n", n_steps);
	for (int i = 0; i < 10; i++)
		getenv("AFTERWARDS");
}

static ucontext_t sorter;

/* The same from a stack below, of which the callers lie above. */
static int compare_below(const void *left, const void *right)
{
	const int *a = left, *b = right;

	swapcontext(&sorter, &home);
	return *a - *b;
}

static void sort_below(void)
{
	int values[] = {5, 3, 8, 1, 9, 2};

	qsort(values, 6, sizeof(*values), compare_below);
	for (int i = 0; i < 6; i++)
		printf("%d ", values[i]);
	n_steps = -1;
}

static void from_below(void)
{
	static char below[4 * STACK_BYTES];

	getcontext(&sorter);
	sorter.uc_stack.ss_sp = below;
	sorter.uc_stack.ss_size = sizeof(below);
	sorter.uc_link = &home;
	makecontext(&sorter, sort_below, 0);
	while (n_steps != -1) {
		getenv("ABOVE");
		swapcontext(&home, &sorter);
	}
	printf("sorted\n");
	for (int i = 0; i < 10; i++)
		getenv("AFTERWARDS");
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "inside"))
		inside_calls();
	else if (argc > 1 && !strcmp(argv[1], "below"))
		from_below();
	else
		take_turns();
	return 0;
}
