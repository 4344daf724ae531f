/* SPDX-License-Identifier: MIT */
/* BUILD: -pthread */
/*
 * Many threads.	crowd N_AT_ONCE N_ROUNDS
 * In each round N_AT_ONCE threads live at the same time. Each has a name of its
 * own and makes one call with its number, getenv("00000001"). Prints how many
 * there were.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 20000

static pthread_barrier_t all_there;
static pthread_t threads[MOST];

static void *run(void *number)
{
	char name[16];

	snprintf(name, sizeof(name), "w%ld", (long)number);
	pthread_setname_np(pthread_self(), name);
	snprintf(name, sizeof(name), "%08ld", (long)number);
	getenv(name);
	pthread_barrier_wait(&all_there);
	return NULL;
}

int main(int argc, char **argv)
{
	long n_at_once = argc > 2 ? atol(argv[1]) : 1;
	long n_rounds = argc > 2 ? atol(argv[2]) : 1, number = 0;
	pthread_attr_t small;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	for (long round = 0; round < n_rounds; round++) {
		pthread_barrier_init(&all_there, NULL, (unsigned)n_at_once);
		for (long i = 0; i < n_at_once; i++)
			if (pthread_create(&threads[i], &small, run,
					   (void *)number++))
				return 3;
		for (long i = 0; i < n_at_once; i++)
			pthread_join(threads[i], NULL);
	}
	printf("%ld\n", number);
	return 0;
}
