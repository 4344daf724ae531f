/* SPDX-License-Identifier: MIT */
/*
 * Our handler before the program's, see sigwatch.h. What the program wants is
 * kept twice: a new wish is written where the handler does not look, then it
 * looks there.
 */
#include "preload/process/sigwatch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include "preload/symbol/error.h"
#include "preload/call/trigger.h"
#include "writer/engine.h"
#include "writer/sys.h"

#define MAX_SIGNAL 64

static struct {
	struct sigaction wish[2];
	uint32_t which;
} watched[MAX_SIGNAL + 1];
static fxp_sigaction *set_really;
static const struct sigaction by_default; /* SIG_DFL */

static bool is_watched(int signo)
{
	return set_really && signo > 0 && signo <= MAX_SIGNAL &&
	       (fxp_trigger_signals() >> (signo - 1) & 1);
}

/* A vfork child has our memory, but handlers of its own: what it wants must not
 * become the wish of its parent. */
static bool is_elsewhere(void)
{
	return !fxw_engine.no_system_calls &&
	       (uint32_t)sys_getpid() != fxw_engine.pid;
}

/* acquire: pairs with the release in keep() */
static const struct sigaction *wish_of(int signo)
{
	return &watched[signo].wish[__atomic_load_n(&watched[signo].which,
						    __ATOMIC_ACQUIRE)];
}

static void keep(int signo, const struct sigaction *wish)
{
	uint32_t next = !watched[signo].which;

	watched[signo].wish[next] = *wish;
	__atomic_store_n(&watched[signo].which, next, __ATOMIC_RELEASE);
}

static void handle(int signo, siginfo_t *info, void *context);

/* Ours, to be there as the wish would be. False: it cannot be. */
static __attribute__((noinline)) bool install(fxp_sigaction *real, int signo,
					      const struct sigaction *wish)
{
	struct sigaction action = *wish;

	action.sa_sigaction = handle;
	action.sa_flags |= SA_SIGINFO;
	if (wish->sa_handler == SIG_DFL)
		action.sa_flags |= SA_RESTART;
	return real(signo, &action, NULL) == 0;
}

/* What the kernel does with it if nobody handles it: nothing. */
static bool is_ignored_by_default(int signo)
{
	return signo == SIGCHLD || signo == SIGCONT || signo == SIGURG ||
	       signo == SIGWINCH;
}

static bool stops_by_default(int signo)
{
	return signo == SIGTSTP || signo == SIGTTIN || signo == SIGTTOU;
}

/* The process stops in here; when it goes on, the next one is ours again. */
static void stop(int signo)
{
	uint64_t mask = 1ull << (signo - 1), old = 0;

	(void)set_really(signo, &by_default, NULL);
	(void)sys_tgkill(sys_getpid(), sys_gettid(), signo);
	(void)sys_sigprocmask(SIG_UNBLOCK, &mask, &old);
	(void)sys_sigprocmask(SIG_SETMASK, &old, NULL);
	(void)install(set_really, signo, wish_of(signo));
}

/* The default action comes once we have returned: the signal is blocked until
 * then, or the instruction that raised it is made again. */
static void act_by_default(int signo)
{
	if (is_ignored_by_default(signo))
		return;
	if (stops_by_default(signo)) {
		stop(signo);
		return;
	}
	(void)set_really(signo, &by_default, NULL);
	(void)sys_tgkill(sys_getpid(), sys_gettid(), signo);
}

/* SA_RESETHAND: the kernel has taken the handler out, and nothing else. */
static void note_reset(int signo)
{
	struct sigaction wish = *wish_of(signo);

	if (is_elsewhere())
		return;
	wish.sa_handler = SIG_DFL;
	keep(signo, &wish);
}

static void handle(int signo, siginfo_t *info, void *context)
{
	int *error = fxp_error_address();
	int kept = *error;
	const struct sigaction wish = *wish_of(signo);

	fxp_trigger_signal(signo);
	if (wish.sa_flags & (int)SA_RESETHAND)
		note_reset(signo);
	*error = kept;
	if (wish.sa_handler == SIG_DFL)
		act_by_default(signo);
	else if (wish.sa_handler == SIG_IGN)
		return;
	else if (wish.sa_flags & SA_SIGINFO)
		wish.sa_sigaction(signo, info, context);
	else
		wish.sa_handler(signo);
}

/* What stands there by the program's wish comes behind us from now on. */
static void take_over(fxp_sigaction *real, int signo)
{
	struct sigaction now;

	if (real(signo, NULL, &now) != 0 || now.sa_sigaction == handle)
		return;
	keep(signo, &now);
	if (now.sa_handler != SIG_IGN)
		(void)install(real, signo, &now);
}

void fxp_sigwatch_start(fxp_sigaction *real)
{
	set_really = real;
	for (int signo = 1; signo <= MAX_SIGNAL; signo++)
		if (is_watched(signo))
			take_over(real, signo);
}

/* Puts the wish there, or leaves what was. */
static int set(fxp_sigaction *real, int signo, const struct sigaction *wish)
{
	if (wish->sa_handler == SIG_IGN) {
		if (real(signo, wish, NULL) != 0)
			return -1;
		keep(signo, wish);
		return 0;
	}
	/* first: a signal may come at once */
	keep(signo, wish);
	if (install(real, signo, wish))
		return 0;
	/* the one before is there still */
	__atomic_store_n(&watched[signo].which, !watched[signo].which,
			 __ATOMIC_RELEASE);
	return -1;
}

int fxp_sigwatch_set(fxp_sigaction *real, int signo,
		     const struct sigaction *action, struct sigaction *old)
{
	struct sigaction was;
	int ret;

	if (!is_watched(signo))
		return real(signo, action, old);
	/* as it was set by ways that we do not see, too */
	if (real(signo, NULL, &was) != 0)
		return -1;
	if (was.sa_sigaction == handle ||
	    was.sa_handler == wish_of(signo)->sa_handler)
		was = *wish_of(signo);
	if (!action)
		ret = 0;
	else if (is_elsewhere())
		ret = real(signo, action, NULL);
	else
		ret = set(real, signo, action);
	if (ret == 0 && old)
		*old = was;
	return ret;
}

sighandler_t fxp_sigwatch_signal(sighandler_t (*real)(int, sighandler_t),
				 int signo, sighandler_t handler)
{
	sighandler_t was, got;

	if (!is_watched(signo))
		return real(signo, handler);
	was = wish_of(signo)->sa_handler;
	/* each way of asking has flags and a mask of its own: the program's
	 * handler gets them first, then ours from it */
	got = real(signo, handler);
	if (got != SIG_ERR && !is_elsewhere())
		take_over(set_really, signo);
	return (void *)got == (void *)handle ? was : got;
}
