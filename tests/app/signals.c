/* SPDX-License-Identifier: MIT */
/* Signals by name, what they do, and a function that sorts. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/app/expect.h"

static volatile int n_caught;

static void caught(int sig)
{
	n_caught += sig;
}

static int by_letter(const void *a, const void *b)
{
	return *(const char *)a - *(const char *)b;
}

/* libc's way back out of a handler; that of arm64 is the kernel's. */
#ifdef __x86_64__
#define RESTORER "|0x4000000"
#else
#define RESTORER ""
#endif

static void actions(void)
{
	struct sigaction act = {.sa_handler = caught,
				.sa_flags = SA_RESTART | SA_NODEFER},
			 old;

	sigaddset(&act.sa_mask, SIGUSR1);
	sigaction(SIGUSR2, &act, &old);
	expect("sigaction(signum=SIGUSR2, act={sa_handler=PTR, "
	       "sa_flags=SA_RESTART|SA_NODEFER, sa_mask={SIGUSR1}}, "
	       "oldact={sa_handler=SIG_DFL, sa_flags=0, "
	       "sa_mask={}}) = 0");
	sigaction(SIGUSR2, NULL, &old);
	expect("sigaction(signum=SIGUSR2, act=NULL, oldact={sa_handler=PTR, "
	       "sa_flags=SA_RESTART|SA_NODEFER" RESTORER ", "
	       "sa_mask={SIGUSR1}}) = 0");
	sigaction(SIGKILL, &act, NULL);
	expect("sigaction(signum=SIGKILL, act={sa_handler=PTR, "
	       "sa_flags=SA_RESTART|SA_NODEFER, sa_mask={SIGUSR1}}) = "
	       "-1 EINVAL");
}

static void masks(void)
{
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	expect("sigprocmask(how=SIG_BLOCK, set={SIGINT}, oldset=NULL) = "
	       "0");
	pthread_sigmask(SIG_SETMASK, NULL, &old);
	expect("pthread_sigmask(how=SIG_SETMASK, set=NULL, "
	       "oldset={SIGINT}) = 0");
	pthread_sigmask(99, &set, NULL);
	expect("pthread_sigmask(how=99, set={SIGINT}) = 22 EINVAL");
}

int main(void)
{
	char letters[4] = "cab";

	signal(SIGUSR1, caught);
	expect("signal(signum=SIGUSR1, handler=PTR) = SIG_DFL");
	expect("raise(sig=SIGUSR1) = %d", raise(SIGUSR1));
	expect("kill(pid=PID, sig=SIGUSR1) = %d", kill(getpid(), SIGUSR1));
	kill(getpid(), 99);
	expect("kill(pid=PID, sig=99) = -1 EINVAL");
	signal(SIGUSR1, SIG_DFL);
	expect("signal(signum=SIGUSR1, handler=SIG_DFL) = PTR");
	signal(SIGKILL, caught);
	expect("signal(signum=SIGKILL, handler=PTR) = -1 EINVAL");
	actions();
	masks();
	qsort(letters, 3, 1, by_letter);
	expect("qsort(base=\"cab\" => \"abc\", nmemb=3, size=1, compar=PTR) = "
	       "void");
	return 0;
}
