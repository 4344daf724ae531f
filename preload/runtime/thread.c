/* SPDX-License-Identifier: MIT */
/*
 * Threads, see thread.h.
 */
#include "preload/runtime/thread.h"

#include <pthread.h>
#include <signal.h>

#include "preload/runtime/flow.h"
#include "preload/runtime/life.h"
#include "preload/runtime/upcalls.h"
#include "preload/symbol/error.h"
#include "preload/symbol/real.h"
#include "preload/symbol/symbol.h"
#include "writer/sys.h"

/* Keys below this are in the thread's own block: setting one cannot allocate
 * (glibc's PTHREAD_KEY_2NDLEVEL_SIZE). */
#define FIRST_KEYS 32u
/* No mask of the kernel's: SIGKILL is never in one. */
#define SIGNALS_NOT_HELD UINT64_MAX

/* Written once, at start. */
static struct {
	bool has_key;
	pthread_key_t key; /* its destructor is called at a thread's end */
	int (*setspecific)(pthread_key_t, const void *);
} ends;

uint64_t fxp_signals_hold(void)
{
	uint64_t most = ~(1ull << (SIGTRAP - 1) | 1ull << (SIGSEGV - 1) |
			  1ull << (SIGBUS - 1) | 1ull << (SIGILL - 1) |
			  1ull << (SIGFPE - 1) | 1ull << (SIGSYS - 1));
	uint64_t old = 0;

	if (sys_sigprocmask(SIG_BLOCK, &most, &old) != 0)
		return SIGNALS_NOT_HELD;
	return old;
}

void fxp_signals_release(uint64_t mask)
{
	if (mask != SIGNALS_NOT_HELD) /* what could be held can be released */
		(void)sys_sigprocmask(SIG_SETMASK, &mask, NULL);
}

static struct fxw_thread *attach_thread(void)
{
	struct fxw_thread *t = fxw_thread_attach();

	if (!t) {
		fxw_lost_unslotted();
		return NULL;
	}
	t->error = fxp_error_address();
	fxp_flow_attached(t);
	if (ends.has_key)
		fxp_thread_see_end(t);
	return t;
}

/* A child of clone whose thread pointer is 0 (Chromium's sandbox). It must not
 * call libc, and has no errno. */
static bool is_bare(void)
{
#if defined(__x86_64__)
	return !sys_thread_pointer();
#else
	return false;
#endif
}

struct fxw_thread *fxp_thread(void)
{
	struct fxw_thread *t;
	uint32_t state;
	uint64_t old;

	if (is_bare()) {
		if (!fxw_engine_is_forked()) /* else it has no buffer */
			fxw_lost_unslotted();
		return NULL;
	}
	if (fxw_engine_is_forked())
		fxp_upcalls.child(true);
	state = __atomic_load_n(&fxw_engine.state, __ATOMIC_ACQUIRE);
	if (fxp_life.is_off || state < FXW_ENGINE_ON ||
	    state == FXW_ENGINE_FAILED)
		return NULL;
	if (fxw_engine.no_system_calls) {
		fxw_lost_unslotted(); /* a query for its id could kill it */
		return NULL;
	}
	/* Each thread has one state. A handler that made a call in between
	 * would get another one, and their losses could not be distinguished.
	 * If it jumped out, half of a state would be left. */
	old = fxp_signals_hold();
	fxw_cold_depth++;
	t = attach_thread();
	fxw_cold_depth--;
	fxp_signals_release(old);
	return t;
}

void fxp_thread_see_end(struct fxw_thread *thread)
{
	(void)ends.setspecific(ends.key, thread);
}

static void *find_function(const char *name)
{
	return fxp_real_find(name, fxp_symbol_hash(name));
}

void fxp_thread_watch_ends(void (*see)(void *state))
{
	int (*create_key)(pthread_key_t *, void (*)(void *)) =
		(int (*)(pthread_key_t *, void (*)(void *)))find_function(
			"pthread_key_create");

	ends.setspecific = (int (*)(pthread_key_t, const void *))find_function(
		"pthread_setspecific");
	if (!create_key || !ends.setspecific || create_key(&ends.key, see) != 0)
		return;
	ends.has_key = ends.key < FIRST_KEYS;
	if (ends.has_key && fxw_self)
		fxp_thread_see_end(fxw_self);
}
