/* SPDX-License-Identifier: MIT */
/*
 * Prints what dlerror says of calls that fail, in several threads at once.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define N_THREADS 8
#define N_ROUNDS 50

static char texts[N_THREADS][N_ROUNDS][200];

static void keep(char *to)
{
	const char *text = dlerror();

	snprintf(to, sizeof(texts[0][0]), "%s", text ? text : "lost");
	if (dlerror())
		strcpy(to, "twice");
}

static void *fail(void *of)
{
	char(*to)[200] = of, name[100];
	long thread = (to - texts[0]) / N_ROUNDS;
	void *libc = dlopen("libc.so.6", RTLD_NOW);

	for (int i = 0; i < N_ROUNDS; i++) {
		snprintf(name, sizeof(name), "/%s/%ld_%d",
			 i % 3 < 2 ? "none" : "gone", thread, i);
		switch (i % 3) {
		case 0:
			dlopen(name, RTLD_NOW);
			break;
		case 1:
			dlsym(libc, name);
			break;
		default:
			dlopen(name, RTLD_NOW);
			dlsym(libc, "abs");
			snprintf(to[i], sizeof(texts[0][0]), "%s",
				 dlerror() ? "is left" : "is gone");
			continue;
		}
		keep(to[i]);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[N_THREADS];

	for (int i = 0; i < N_THREADS; i++)
		pthread_create(&threads[i], NULL, fail, texts[i]);
	for (int i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < N_THREADS; i++)
		for (int j = 0; j < N_ROUNDS; j++)
			printf("%s\n", texts[i][j]);
	return 0;
}
