/* SPDX-License-Identifier: MIT */
/* BUILD: -lrt */
/*
 * Strings as arguments: one many times, many once, more of them than the
 * archive gives indexes to. Handlers that interrupt the recorder while it looks
 * for one have some, too.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MANY 1000
#define NAME_BYTES 40
#define POOL 700

/* Not by printf, which is traced. */
static void put_number(char *name, long number)
{
	memset(name, '_', NAME_BYTES);
	name[NAME_BYTES] = 0;
	for (int i = NAME_BYTES - 1; i >= NAME_BYTES - 6; i--, number /= 10)
		name[i] = (char)('0' + number % 10);
}

static void look_up(const char *prefix, long number)
{
	char name[NAME_BYTES + 1];

	put_number(name, number);
	memcpy(name, prefix, strlen(prefix));
	getenv(name);
}

static void one_path(const char *path)
{
	for (int i = 0; i < MANY; i++)
		close(open(path, O_RDONLY));
}

static void names(long n, int times)
{
	for (long i = 0; i < n; i++)
		for (int k = 0; k < times; k++)
			look_up("NAME", i);
}

/* A thousand sets of flags, whose texts fill a small durable region. */
static void flags(void)
{
	static const int bit[] = {
		O_APPEND,  O_NONBLOCK,	      O_DSYNC,	  O_DIRECT,
		O_PATH,	   O_DIRECTORY,	      O_NOFOLLOW, O_NOATIME,
		O_CLOEXEC, O_SYNC & ~O_DSYNC,
	};

	for (int i = 0; i < 1 << 10; i++) {
		int set = 0;

		for (int k = 0; k < 10; k++)
			set |= i >> k & 1 ? bit[k] : 0;
		open("/no/such/file/at/all/in/this/folder", set);
	}
}

/* Functions that have not been called so far. */
static void new_functions(void)
{
	umask(022);
	mkdir("/proc/none", 0750);
	access("/proc/self/../self/../self/../self", R_OK | X_OK);
	lseek(-1, 12345, SEEK_END);
	unsetenv("NO_SUCH_VARIABLE");
}

static volatile long n_handled;

static void handle(int signo)
{
	char name[NAME_BYTES + 1];

	(void)signo;
	put_number(name, n_handled * 13 % POOL);
	access(name, F_OK);
	n_handled++;
}

/* Prints how many calls were made where: the k-th of the program's is about
 * string k * 7 % POOL, the handlers' see above. */
static void storm(const char *counts_path)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
				 .sigev_signo = SIGUSR1};
	struct itimerspec often = {{0, 20000}, {0, 20000}};
	struct sigaction action = {.sa_handler = handle};
	long n_calls = 0;
	timer_t timer;
	FILE *counts;

	sigaction(SIGUSR1, &action, NULL);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer))
		return;
	timer_settime(timer, 0, &often, NULL);
	for (; n_handled < 3000 && n_calls < 200000; n_calls++)
		look_up("", n_calls * 7 % POOL);
	timer_delete(timer);
	signal(SIGUSR1, SIG_IGN);
	counts = fopen(counts_path, "w");
	fprintf(counts, "%ld %ld\n", n_calls, n_handled);
	fclose(counts);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "path") && argc > 2)
		one_path(argv[2]);
	else if (!strcmp(what, "names") && argc > 3)
		names(atol(argv[2]), atoi(argv[3]));
	else if (!strcmp(what, "flags"))
		flags();
	else if (argc > 2)
		storm(argv[2]);
	new_functions();
	return 0;
}
