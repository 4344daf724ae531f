/* SPDX-License-Identifier: MIT */
/*
 * Calls for filters to choose from. `filtered THREADS CALLS` makes so many
 * calls of getppid and umask in each thread. `filtered load LIBRARY...` has
 * what each library's `work` calls, one after the other, often at the same
 * place. `filtered fork CALLS` makes one call of getppid, then so many in a
 * forked child.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS_MAX = 64, ROUNDS = 20 };

static int n_calls;

static void *work(void *unused)
{
	(void)unused;
	for (int i = 0; i < n_calls; i++) {
		(void)getppid();
		(void)umask(022);
	}
	return NULL;
}

static int load(char **paths)
{
	void (*run)(void);

	for (int i = 0; i < ROUNDS; i++)
		for (char **path = paths; *path; path++) {
			void *library = dlopen(*path, RTLD_NOW);

			if (!library)
				return 1;
			*(void **)&run = dlsym(library, "work");
			run();
			dlclose(library);
			(void)lseek(0, i, SEEK_SET);
		}
	return 0;
}

static int in_child(void)
{
	int status;
	pid_t child;

	(void)getppid();
	child = fork();
	for (int i = 0; !child && i < n_calls; i++)
		(void)getppid();
	return child && (waitpid(child, &status, 0) != child || status);
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS_MAX];
	int n = argc > 2 ? atoi(argv[1]) : 0;

	if (argc > 2 && strcmp(argv[1], "load") == 0)
		return load(argv + 2);
	n_calls = argc > 2 ? atoi(argv[2]) : 0;
	if (argc > 2 && strcmp(argv[1], "fork") == 0)
		return in_child();
	if (n < 1 || n > THREADS_MAX)
		return 2;
	for (int i = 0; i < n; i++)
		if (pthread_create(&threads[i], NULL, work, NULL))
			return 1;
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	puts("done");
	return 0;
}
