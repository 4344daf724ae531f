/* SPDX-License-Identifier: MIT */
/* A call that is left by a jump, and what follows it. */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/app/expect.h"

static sigjmp_buf jump;
static volatile sig_atomic_t n_ticks;

/* Not at once: the call may not have begun yet. Each tick lets the program go
 * on. */
static void leave(int signo)
{
	if (++n_ticks < 10)
		return;
	getenv("IN_HANDLER");
	siglongjmp(jump, signo);
}

int main(void)
{
	struct itimerval soon = {{0, 20000}, {0, 20000}};
	int ends[2];
	char byte;

	if (pipe(ends))
		return 1;
	signal(SIGALRM, leave);
	if (!sigsetjmp(jump, 1)) {
		setitimer(ITIMER_REAL, &soon, NULL);
		return read(ends[0], &byte, 1) == 1;
	}
	signal(SIGALRM, SIG_IGN);
	getenv("AFTER_JUMP");
	expect("read(fd=%d, count=1) = ? <abandoned>", ends[0]);
	expect("getenv(name=\"IN_HANDLER\") = NULL");
	expect("getenv(name=\"AFTER_JUMP\") = NULL");
	return 0;
}
