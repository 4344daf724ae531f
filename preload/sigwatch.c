/* SPDX-License-Identifier: MIT */
/*
 * Our handler before the program's, see sigwatch.h. What the program wants is
 * kept twice: a new wish is written where the handler does not look, then it
 * looks there.
 */
#include "preload/sigwatch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

#include "preload/error.h"
#include "preload/trigger.h"
#include "writer/sys.h"

#define MAX_SIGNAL 64

static struct {
	struct sigaction wish[2];
	uint32_t which;
	bool is_ours; /* our handler is installed, or was */
} watched[MAX_SIGNAL + 1];
static fxp_sigaction *set_really;

static bool is_watched(int signo)
{
	return signo > 0 && signo <= MAX_SIGNAL &&
	       (fxp_trigger_signals() >> (signo - 1) & 1);
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

/* What the kernel does with it if nobody handles it: nothing. */
static bool is_ignored_by_default(int signo)
{
	return signo == SIGCHLD || signo == SIGCONT || signo == SIGURG ||
	       signo == SIGWINCH;
}

/* The default action comes once we have returned: the signal is blocked until
 * then, or the instruction that raised it is made again. */
static void act_by_default(int signo)
{
	struct sigaction action = {.sa_handler = SIG_DFL};

	if (is_ignored_by_default(signo))
		return;
	(void)set_really(signo, &action, NULL);
	(void)sys_tgkill(sys_getpid(), sys_gettid(), signo);
}

/* SA_RESETHAND: the kernel has taken the handler out, and nothing else. */
static void note_reset(int signo)
{
	struct sigaction wish = *wish_of(signo);

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

/* Ours, to be there as the wish would be. */
static void install(fxp_sigaction *real, int signo,
		    const struct sigaction *wish)
{
	struct sigaction action = *wish;

	action.sa_sigaction = handle;
	action.sa_flags |= SA_SIGINFO;
	if (wish->sa_handler == SIG_DFL)
		action.sa_flags |= SA_RESTART;
	watched[signo].is_ours = real(signo, &action, NULL) == 0;
}

void fxp_sigwatch_start(fxp_sigaction *real)
{
	struct sigaction now;

	set_really = real;
	for (int signo = 1; signo <= MAX_SIGNAL; signo++) {
		if (!is_watched(signo) || real(signo, NULL, &now) != 0)
			continue;
		keep(signo, &now);
		if (now.sa_handler != SIG_IGN)
			install(real, signo, &now);
	}
}

int fxp_sigwatch_set(fxp_sigaction *real, int signo,
		     const struct sigaction *action, struct sigaction *old)
{
	struct sigaction was;

	if (!set_really || !is_watched(signo))
		return real(signo, action, old);
	was = *wish_of(signo);
	if (action && action->sa_handler == SIG_IGN) {
		if (real(signo, action, NULL) != 0)
			return -1;
		keep(signo, action);
	} else if (action) {
		keep(signo, action);
		install(real, signo, action);
	}
	if (old)
		*old = was;
	return 0;
}

sighandler_t fxp_sigwatch_signal(sighandler_t (*real)(int, sighandler_t),
				 int signo, sighandler_t handler)
{
	struct sigaction action = {.sa_handler = handler,
				   .sa_flags = SA_RESTART};
	sighandler_t was;

	if (!set_really || !is_watched(signo) || handler == SIG_ERR)
		return real(signo, handler);
	((uint64_t *)&action.sa_mask)[0] = 1ull << (signo - 1);
	was = wish_of(signo)->sa_handler;
	return fxp_sigwatch_set(set_really, signo, &action, NULL) == 0
		       ? was
		       : SIG_ERR;
}
