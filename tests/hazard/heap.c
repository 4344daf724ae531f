/* SPDX-License-Identifier: MIT */
/* BUILD: '-Wl,--enable-new-dtags,-rpath,$ORIGIN/lib' -lpthread -ldl */
/*
 * A program with a heap of its own. It counts the requests for memory and must
 * not be entered again by its own work. Only the program and its libc may
 * allocate on the program's behalf.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char heap[1 << 20] __attribute__((aligned(16)));
static size_t used;
static unsigned n_malloc, n_calloc, n_realloc, n_free;
static _Thread_local int inside; /* of an allocation */

/* Each block has its size before it; nothing is ever given back. */
static void *take_block(size_t n)
{
	size_t all = (n + 31) & ~(size_t)15;
	char *block = heap + __atomic_fetch_add(&used, all, __ATOMIC_RELAXED);

	if (inside++ || block + all > heap + sizeof(heap))
		_exit(99);
	memcpy(block, &n, sizeof(n));
	/* as real ones do: calls of libc in the middle of it */
	getenv("IN_MALLOC");
	inside--;
	return block + 16;
}

void *malloc(size_t n)
{
	__atomic_fetch_add(&n_malloc, 1, __ATOMIC_RELAXED);
	return take_block(n);
}

void *calloc(size_t n, size_t size)
{
	__atomic_fetch_add(&n_calloc, 1, __ATOMIC_RELAXED);
	return take_block(n * size);
}

void *realloc(void *old, size_t n)
{
	size_t n_old = 0;
	void *block = take_block(n);

	__atomic_fetch_add(&n_realloc, 1, __ATOMIC_RELAXED);
	if (old)
		memcpy(&n_old, (char *)old - 16, sizeof(n_old));
	return old ? memcpy(block, old, n_old < n ? n_old : n) : block;
}

void free(void *block)
{
	__atomic_fetch_add(&n_free, block != NULL, __ATOMIC_RELAXED);
}

static void *in_thread(void *arg)
{
	getenv("IN_THREAD");
	return arg;
}

static void handle(int signo)
{
	(void)signo;
	getenv("IN_HANDLER");
}

static void work(void)
{
	pthread_t thread;
	char line[80];
	FILE *file = fopen("/etc/passwd", "r");
	void *handle_of = dlopen("libplugin.so", RTLD_NOW);
	pid_t pid;

	if (file && fgets(line, sizeof(line), file))
		fclose(file);
	printf("plugin: %d, no such name: %d\n", handle_of != NULL,
	       dlsym(RTLD_DEFAULT, "no_such_name") != NULL);
	if (handle_of)
		dlclose(handle_of);
	signal(SIGUSR1, handle);
	raise(SIGUSR1);
	if (!pthread_create(&thread, NULL, in_thread, NULL))
		pthread_join(thread, NULL);
	setenv("HEAP", "own", 1);
	pid = fork();
	if (pid == 0)
		_exit(close(open("/dev/null", O_RDONLY)));
	waitpid(pid, NULL, 0);
}

int main(void)
{
	work();
	printf("%u malloc, %u calloc, %u realloc, %u free\n", n_malloc,
	       n_calloc, n_realloc, n_free);
	return 0;
}
