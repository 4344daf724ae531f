/* SPDX-License-Identifier: MIT */
/*
 * Functions of the recorder that the loader and libc call: its constructor, and
 * the ends of threads and of the process.
 */
#include <stdlib.h>

#include "preload/call/abandon.h"
#include "preload/call/trigger.h"
#include "preload/config/config.h"
#include "preload/config/environ.h"
#include "preload/config/session.h"
#include "preload/config/settings.h"
#include "preload/process/first_call.h"
#include "preload/process/process.h"
#include "preload/process/sigwatch.h"
#include "preload/runtime/life.h"
#include "preload/runtime/thread.h"
#include "preload/shadow/stream.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"

/* POSIX: destructors run in up to this many rounds. */
#define DESTRUCTOR_ROUNDS 4

static bool sees_exit; /* at_exit will be called */

/* A thread ends. Other destructors may still make calls, so ours reregisters
 * itself until the last round. */
static void thread_ends(void *state)
{
	struct fxw_thread *t = state;

	if (t != fxw_self || !t->slot)
		return;
	if (++t->destructor_rounds < DESTRUCTOR_ROUNDS) {
		fxp_thread_see_end(t);
		return;
	}
	fxp_abandon_all(t);
	fxw_thread_exiting(t);
}

static void *find_function(const char *name)
{
	return fxp_real_find(name, fxp_symbol_hash(name));
}

/* exit() and return from main pass their status to this function. It is
 * registered before the program registers anything. So it runs after the
 * program's handlers and after all destructors, as the last code of the process
 * outside of libc. */
static void at_exit(int status, void *unused)
{
	(void)unused;
	if (fxp_life_owns_archive())
		fxp_streams_flush();
	fxp_process_exit(status);
}

static bool watch_exit(void)
{
	int (*on_exit_)(void (*)(int, void *), void *) = (int (*)(
		void (*)(int, void *), void *))find_function("on_exit");

	return on_exit_ && on_exit_(at_exit, NULL) == 0;
}

/* Whether all our variables are set, but hidden from the program. */
static bool is_hidden(void)
{
	return fxp_config_value(*fxp_process_environment(), "FXTRACE_HIDE") !=
	       NULL;
}

/* Only a session can receive alerts. */
static void watch_signals(void)
{
	fxp_sigaction *real = (fxp_sigaction *)find_function("sigaction");

	if (real && fxw_engine.is_lent && fxp_trigger_signals())
		fxp_sigwatch_start(real);
}

/* The first process could not record, and has said so: the programs that it
 * starts need not say the same. */
static void silence_others(void)
{
	char ***environment = fxp_process_environment();

	if (!fxp_config_value(*environment, "FXTRACE_SESSION"))
		fxp_session_export(&fxp_session, environment, false);
}

static __attribute__((constructor)) void begin(void)
{
	if (!fxp_first_call_start())
		return;
	if (fxp_life.is_off) {
		fxp_environ_copy(*fxp_process_environment(), false);
		silence_others();
		return;
	}
	watch_signals();
	fxp_thread_watch_ends(thread_ends);
	sees_exit = watch_exit();
	fxp_settings_export(fxp_process_environment());
	if (!fxp_life.follows || !is_hidden())
		fxp_session_export(&fxp_session, fxp_process_environment(),
				   fxp_life.follows);
	fxp_environ_copy(*fxp_process_environment(), fxp_life.follows);
	(void)fxp_environ_hide(*fxp_process_environment());
}

/* If at_exit is not called (a libc without on_exit). */
static __attribute__((destructor)) void end(void)
{
	if (!sees_exit && fxp_life_owns_archive())
		fxw_engine_finish();
}
