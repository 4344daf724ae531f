/* SPDX-License-Identifier: MIT */
/*
 * Our handler before the program's, see sigwatch.h. The program's action has
 * two copies. A new action is written to the unused copy, and then the handler
 * is switched over to it.
 */
#include "preload/process/sigwatch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include "preload/symbol/error.h"
#include "preload/call/trigger.h"
#include "writer/engine.h"
#include "writer/large.h"
#include "writer/sys.h"

#define MAX_SIGNAL 64

static struct {
	struct sigaction action[2];
	uint32_t which;
} watched[MAX_SIGNAL + 1] FXW_LARGE;
static fxp_sigaction *set_really;
static const struct sigaction by_default; /* SIG_DFL */

static bool is_watched(int signo)
{
	return set_really && signo > 0 && signo <= MAX_SIGNAL &&
	       (fxp_trigger_signals() >> (signo - 1) & 1);
}

/* A vfork child has our memory, but its own handlers. Its actions must not
 * become its parent's. */
static bool is_elsewhere(void)
{
	return !fxw_engine.no_system_calls &&
	       (uint32_t)sys_getpid() != fxw_engine.pid;
}

/* acquire: pairs with the release in store_action() */
static const struct sigaction *action_of(int signo)
{
	return &watched[signo].action[__atomic_load_n(&watched[signo].which,
						      __ATOMIC_ACQUIRE)];
}

static void store_action(int signo, const struct sigaction *action)
{
	uint32_t next = !watched[signo].which;

	watched[signo].action[next] = *action;
	__atomic_store_n(&watched[signo].which, next, __ATOMIC_RELEASE);
}

static void handle_signal(int signo, siginfo_t *info, void *context);

/* Installs our handler with the action's flags and mask. False: it failed. */
static __attribute__((noinline)) bool install(fxp_sigaction *real, int signo,
					      const struct sigaction *wanted)
{
	struct sigaction action = *wanted;

	action.sa_sigaction = handle_signal;
	action.sa_flags |= SA_SIGINFO;
	if (wanted->sa_handler == SIG_DFL)
		action.sa_flags |= SA_RESTART;
	return real(signo, &action, NULL) == 0;
}

/* Whether the kernel's default action is to do nothing. */
static bool is_ignored_by_default(int signo)
{
	return signo == SIGCHLD || signo == SIGCONT || signo == SIGURG ||
	       signo == SIGWINCH;
}

static bool stops_by_default(int signo)
{
	return signo == SIGTSTP || signo == SIGTTIN || signo == SIGTTOU;
}

/* The process stops in here. When it continues, our handler is back. */
static void stop_process(int signo)
{
	uint64_t mask = 1ull << (signo - 1), old = 0;

	(void)set_really(signo, &by_default, NULL);
	(void)sys_tgkill(sys_getpid(), sys_gettid(), signo);
	(void)sys_sigprocmask(SIG_UNBLOCK, &mask, &old);
	(void)sys_sigprocmask(SIG_SETMASK, &old, NULL);
	(void)install(set_really, signo, action_of(signo));
}

/* The default action happens once we have returned: either the signal is
 * blocked until then, or the instruction that raised it runs again. */
static void act_by_default(int signo)
{
	if (is_ignored_by_default(signo))
		return;
	if (stops_by_default(signo)) {
		stop_process(signo);
		return;
	}
	(void)set_really(signo, &by_default, NULL);
	(void)sys_tgkill(sys_getpid(), sys_gettid(), signo);
}

/* SA_RESETHAND: the kernel has reset the handler, but nothing else. */
static void note_reset(int signo)
{
	struct sigaction action = *action_of(signo);

	if (is_elsewhere())
		return;
	action.sa_handler = SIG_DFL;
	store_action(signo, &action);
}

static void handle_signal(int signo, siginfo_t *info, void *context)
{
	int *error = fxp_error_address();
	int saved = *error;
	const struct sigaction action = *action_of(signo);

	fxp_trigger_signal(signo);
	if (action.sa_flags & (int)SA_RESETHAND)
		note_reset(signo);
	*error = saved;
	if (action.sa_handler == SIG_DFL)
		act_by_default(signo);
	else if (action.sa_handler == SIG_IGN)
		return;
	else if (action.sa_flags & SA_SIGINFO)
		action.sa_sigaction(signo, info, context);
	else
		action.sa_handler(signo);
}

/* Puts our handler in front of the action that the program has installed. */
static void watch_action(fxp_sigaction *real, int signo)
{
	struct sigaction now;

	if (real(signo, NULL, &now) != 0 || now.sa_sigaction == handle_signal)
		return;
	store_action(signo, &now);
	if (now.sa_handler != SIG_IGN)
		(void)install(real, signo, &now);
}

/* Whether a signal can be raised again behind our handler: otherwise it would
 * be lost for the program. */
static bool may_raise(void)
{
	uint64_t mask = 0;

	return sys_tgkill(sys_getpid(), sys_gettid(), 0) == 0 &&
	       sys_sigprocmask(SIG_BLOCK, &mask, NULL) == 0;
}

void fxp_sigwatch_start(fxp_sigaction *real)
{
	if (!may_raise())
		return;
	set_really = real;
	for (int signo = 1; signo <= MAX_SIGNAL; signo++)
		if (is_watched(signo))
			watch_action(real, signo);
}

/* Installs the action, or leaves the old one. */
static int set_action(fxp_sigaction *real, int signo,
		      const struct sigaction *action)
{
	if (action->sa_handler == SIG_IGN) {
		if (real(signo, action, NULL) != 0)
			return -1;
		store_action(signo, action);
		return 0;
	}
	/* first: a signal may come at once */
	store_action(signo, action);
	if (install(real, signo, action))
		return 0;
	/* the old action is still installed */
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
	/* as it is now, even if it was set by a call that we do not wrap */
	if (real(signo, NULL, &was) != 0)
		return -1;
	if (was.sa_sigaction == handle_signal ||
	    was.sa_handler == action_of(signo)->sa_handler)
		was = *action_of(signo);
	if (!action)
		ret = 0;
	else if (is_elsewhere())
		ret = real(signo, action, NULL);
	else
		ret = set_action(real, signo, action);
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
	was = action_of(signo)->sa_handler;
	/* Each of these functions sets its own flags and mask. The program's
	 * handler gets them first, then ours copies them. */
	got = real(signo, handler);
	if (got != SIG_ERR && !is_elsewhere())
		watch_action(set_really, signo);
	return (void *)got == (void *)handle_signal ? was : got;
}
