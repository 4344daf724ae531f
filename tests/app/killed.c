/* SPDX-License-Identifier: MIT */
/* A call in flight when the program is killed is there, without an end. */
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/app/expect.h"

int main(void)
{
	/* The default action of SIGALRM ends us in the middle of read. */
	struct itimerval soon = {{0, 0}, {0, 20000}};
	int ends[2];
	char byte;

	if (pipe(ends))
		return 1;
	expect("getenv(name=\"BEFORE\") = NULL");
	expect("read(fd=%d, count=1) = ? <unfinished>", ends[0]);
	getenv("BEFORE");
	setitimer(ITIMER_REAL, &soon, NULL);
	return read(ends[0], &byte, 1) == 1;
}
