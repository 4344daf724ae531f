/* SPDX-License-Identifier: MIT */
/*
 * Removes what is unfinished, see guard.h.
 */
#include "tools/base/guard.h"

#include <stdlib.h>

#define MAX_REMOVES 4

static guard_remove *removes[MAX_REMOVES];
static volatile sig_atomic_t n_removes;

static void remove_all(void)
{
	for (int i = 0; i < n_removes; i++)
		removes[i]();
}

static void on_end(int signal_number)
{
	remove_all();
	raise(signal_number); /* the default action, once this returns */
}

static void catch_end(int signal_number)
{
	const struct sigaction action = {.sa_handler = on_end,
					 .sa_flags = (int)SA_RESETHAND};
	struct sigaction old;

	if (sigaction(signal_number, NULL, &old) == 0 &&
	    old.sa_handler == SIG_DFL)
		sigaction(signal_number, &action, NULL);
}

void guard_on(guard_remove *remove)
{
	if (n_removes == MAX_REMOVES)
		abort();
	removes[n_removes] = remove;
	if (n_removes++)
		return;
	catch_end(SIGHUP);
	catch_end(SIGINT);
	catch_end(SIGTERM);
	signal(SIGXFSZ, SIG_IGN); /* a write says EFBIG instead */
	atexit(remove_all);
}

void guard_hold(sigset_t *old)
{
	sigset_t ends;

	sigemptyset(&ends);
	sigaddset(&ends, SIGHUP);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigprocmask(SIG_BLOCK, &ends, old);
}

void guard_release(const sigset_t *old)
{
	sigprocmask(SIG_SETMASK, old, NULL);
}
