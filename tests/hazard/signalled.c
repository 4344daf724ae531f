/* SPDX-License-Identifier: MIT */
/*
 * Sets and queries handlers in several ways, gets signals, and says what it
 * saw; it ends by a signal. In between it sleeps and fails, once each.
 *	signalled [SLEEP_US]
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef SA_RESTORER
#define SA_RESTORER 0x04000000
#endif

static volatile int n_handled;

static void handle(int signo)
{
	(void)signo;
	n_handled++;
}

static void handle_info(int signo, siginfo_t *info, void *context)
{
	(void)signo;
	(void)context;
	if (info->si_pid == getpid())
		n_handled += 10;
}

/* What the kernel, or the interposer before it, says of SIGUSR1. */
static void print_action(const char *when)
{
	struct sigaction now;

	sigaction(SIGUSR1, NULL, &now);
	printf("%s: %d handled, %s, flags %x, mask %d\n", when, n_handled,
	       now.sa_handler == SIG_DFL			 ? "default"
	       : now.sa_handler == SIG_IGN			 ? "ignored"
	       : now.sa_handler == handle			 ? "handle"
	       : (void *)now.sa_sigaction == (void *)handle_info ? "handle_info"
								 : "another",
	       (unsigned)now.sa_flags & ~(unsigned)SA_RESTORER,
	       sigismember(&now.sa_mask, SIGUSR2));
}

int main(int argc, char **argv)
{
	useconds_t sleep_us = argc > 1 ? (useconds_t)atoi(argv[1]) : 300000;
	struct sigaction action = {.sa_sigaction = handle_info,
				   .sa_flags = SA_SIGINFO | (int)SA_RESETHAND};
	sigset_t blocked;

	print_action("start");
	printf("%d\n", signal(SIGUSR1, handle) == SIG_DFL);
	raise(SIGUSR1);
	print_action("signal");
	sigaddset(&action.sa_mask, SIGUSR2);
	sigaction(SIGUSR1, &action, NULL);
	print_action("sigaction");
	kill(getpid(), SIGUSR1);
	print_action("reset");
	printf("%d\n", signal(SIGUSR1, SIG_IGN) == SIG_DFL);
	raise(SIGUSR1);
	print_action("ignored");
	printf("%d\n", signal(SIGCHLD, SIG_DFL) == SIG_DFL);
	raise(SIGCHLD);
	printf("%d\n", signal(77, handle) == SIG_ERR);
	signal(SIGUSR1, SIG_DFL);
	/* one that waits */
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGUSR1);
	sigprocmask(SIG_BLOCK, &blocked, NULL);
	raise(SIGUSR1);
	puts("blocked");
	fflush(stdout);
	usleep(sleep_us);
	access("/none", 0);
	usleep(sleep_us / 3 * 2);
	sigprocmask(SIG_UNBLOCK, &blocked, NULL);
	puts("never");
	return 0;
}
