/* SPDX-License-Identifier: MIT */
/* BUILD: -lrt */
/*
 * Calls in signal handlers: on a stack of 8 KiB that ends at an unmapped page,
 * and at a high rate. So handlers interrupt the recorder itself.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PAGE 4096

static volatile sig_atomic_t n_handled;

static void call_in_handler(int signo)
{
	int fd = open("/dev/null", O_WRONLY);

	getenv("IN_HANDLER");
	if (write(fd, "x", 1) == 1 && signo)
		n_handled++;
	close(fd);
}

static void handle_on_small_stack(size_t n_bytes)
{
	char *pages = mmap(NULL, PAGE + n_bytes, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	stack_t stack = {.ss_sp = pages + PAGE, .ss_size = n_bytes};
	struct sigaction action = {.sa_handler = call_in_handler,
				   .sa_flags = SA_ONSTACK};

	mprotect(pages, PAGE, PROT_NONE);
	if (sigaltstack(&stack, NULL) || sigaction(SIGUSR1, &action, NULL))
		return;
	raise(SIGUSR1);
	printf("stack of %zu: handled %d\n", n_bytes, (int)n_handled);
}

static void count(int signo)
{
	getenv("IN_HANDLER");
	n_handled += signo != 0;
}

/* Prints how many calls were made where, for the test to compare. */
static void storm(const char *counts_path, int n_signals, long every_ns)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
				 .sigev_signo = SIGUSR1};
	struct itimerspec often = {{0, every_ns}, {0, every_ns}};
	struct sigaction action = {.sa_handler = count};
	long n_calls = 0;
	time_t start;
	timer_t timer;
	FILE *counts;

	sigaction(SIGUSR1, &action, NULL);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer))
		return;
	timer_settime(timer, 0, &often, NULL);
	time(&start);
	while (n_handled < n_signals && time(NULL) - start < 30) {
		for (int i = 0; i < 100; i++)
			getenv("IN_MAIN");
		n_calls += 100;
	}
	timer_delete(timer);
	signal(SIGUSR1, SIG_IGN);
	counts = fopen(counts_path, "w");
	fprintf(counts, "%ld %d\n", n_calls, (int)n_handled);
	fclose(counts);
}

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "storm"))
		storm(argv[2], argc > 3 ? atoi(argv[3]) : 500,
		      argc > 4 ? atol(argv[4]) : 20000);
	else
		handle_on_small_stack(8192);
	return 0;
}
