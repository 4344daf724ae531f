/* SPDX-License-Identifier: MIT */
/*
 * Calls of getpgid() from all kinds of places, each once: through inlined
 * functions, tail calls, callbacks of libc, a plugin, and a signal handler.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int n_calls;

static inline __attribute__((always_inline)) int innermost(int n)
{
	n_calls += n;
	return getpgid(0) > 0;
}

static inline __attribute__((always_inline)) int middle(int n)
{
	int found = innermost(n + 1);

	return found + n;
}

static __attribute__((noinline)) int through_inlined(int n)
{
	return middle(n) + middle(n + 2);
}

static __attribute__((noinline)) int compare(const void *a, const void *b)
{
	if (n_calls++ < 40)
		n_calls = 40 + getpgid(0) % 2;
	return *(const int *)a - *(const int *)b;
}

static __attribute__((noinline)) int deep(int n)
{
	int found = n ? deep(n - 1) : getpgid(0);

	return found + n_calls;
}

static void handle(int signo)
{
	n_calls += getpgid(0) + signo;
}

static __attribute__((noinline)) void interrupted(void)
{
	signal(SIGUSR1, handle);
	raise(SIGUSR1);
	n_calls++;
}

static __attribute__((noinline)) int plugged(const char *path)
{
	void *plugin = dlopen(path, RTLD_NOW);
	int (*call)(int (*)(int)) =
		plugin ? (int (*)(int (*)(int)))dlsym(plugin, "plugin_call")
		       : NULL;

	return call ? call(through_inlined) : 0;
}

int main(int argc, char **argv)
{
	int numbers[] = {2, 1};

	n_calls += through_inlined(argc);
	qsort(numbers, 2, sizeof(*numbers), compare);
	n_calls += deep(5);
	interrupted();
	if (argc > 1)
		n_calls += plugged(argv[1]);
	return 0;
}
