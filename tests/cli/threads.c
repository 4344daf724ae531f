/* SPDX-License-Identifier: MIT */
/* Threads that call at the same time, also inside calls. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 20, ROUNDS = 200 };

static int (*volatile compare)(const char *a, const char *b) = strcmp;

static int by_name(const void *a, const void *b)
{
	return compare(*(char *const *)a, *(char *const *)b);
}

static void *work(void *unused)
{
	(void)unused;
	for (int i = 0; i < ROUNDS; i++) {
		const char *words[] = {"pear", "apple", "fig", "quince"};

		qsort(words, 4, sizeof(*words), by_name);
		free(strdup(words[0]));
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, work, NULL))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
