/* SPDX-License-Identifier: MIT */
/*
 * Sets handlers in rarer ways, lets a vfork child set its own, and calls
 * functions while no clock may be read. Says what it saw.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int n_handled;

static void handle(int signo)
{
	(void)signo;
	n_handled++;
}

static const char *name_of(sighandler_t handler)
{
	return handler == SIG_DFL    ? "default"
	       : handler == SIG_IGN  ? "ignored"
	       : handler == SIG_ERR  ? "error"
	       : handler == SIG_HOLD ? "held"
	       : handler == handle   ? "handle"
				     : "another";
}

static void print_action(const char *when)
{
	struct sigaction now;

	sigaction(SIGUSR1, NULL, &now);
	printf("%s: %d handled, %s, flags %x\n", when, n_handled,
	       name_of(now.sa_handler), (unsigned)now.sa_flags);
}

/* Between vfork and exec everybody's memory is the parent's. */
static void let_child_set(void)
{
	pid_t child;
	int status = 0;

	signal(SIGUSR1, handle);
	child = vfork();
	if (child == 0) {
		struct sigaction was, ignore = {.sa_handler = SIG_IGN};

		sigaction(SIGUSR1, &ignore, &was);
		signal(SIGUSR1, SIG_DFL);
		_exit(was.sa_handler == handle ? 7 : 8);
	}
	waitpid(child, &status, 0);
	printf("the child saw %d\n", WEXITSTATUS(status));
	print_action("behind a vfork child");
	raise(SIGUSR1);
	print_action("raised");
}

static void set_impossible(void)
{
	struct sigaction action = {.sa_handler = handle};

	errno = 0;
	printf("kill: %d\n", sigaction(SIGKILL, &action, NULL));
	printf("%s\n", strerror(errno));
	printf("stop: %s\n", name_of(signal(SIGSTOP, handle)));
}

static void set_in_old_ways(void)
{
	printf("%s\n", name_of(sysv_signal(SIGUSR1, handle)));
	print_action("sysv_signal");
	raise(SIGUSR1);
	print_action("reset");
	printf("%s\n", name_of(sysv_signal(SIGUSR1, handle)));
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
	printf("%s\n", name_of(sigset(SIGUSR1, SIG_IGN)));
	print_action("sigset");
	raise(SIGUSR1);
	printf("%s\n", name_of(sigset(SIGUSR1, handle)));
	printf("%s\n", name_of(sigset(SIGUSR1, SIG_HOLD)));
	raise(SIGUSR1);
	print_action("held");
	printf("%s\n", name_of(sigset(SIGUSR1, handle)));
	print_action("came");
	sigignore(SIGUSR1);
	print_action("sigignore");
	siginterrupt(SIGUSR1, 1);
	signal(SIGUSR1, handle);
	print_action("siginterrupt");
}

/* A stopped process goes on, and can be stopped again. */
static void stop_twice(void)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		kill(getpid(), SIGTSTP);
		kill(getpid(), SIGTSTP);
		_exit(5);
	}
	for (int i = 0; i < 2; i++) {
		waitpid(child, &status, WUNTRACED);
		printf("stopped %d by %d\n", WIFSTOPPED(status) != 0,
		       WIFSTOPPED(status) ? WSTOPSIG(status) : 0);
		kill(child, SIGCONT);
	}
	waitpid(child, &status, 0);
	printf("ended %d\n", WEXITSTATUS(status));
}

static void call_without_clock(void)
{
	prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
	for (int i = 0; i < 3; i++)
		access("/none", 0);
	prctl(PR_SET_TSC, PR_TSC_ENABLE, 0, 0, 0);
}

int main(void)
{
	setpgid(0, 0);
	let_child_set();
	set_impossible();
	set_in_old_ways();
	fflush(stdout);
	stop_twice();
	call_without_clock();
	puts("there");
	return 0;
}
