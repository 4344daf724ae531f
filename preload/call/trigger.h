/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_TRIGGER (writer/alert.h): calls and signals that the session is told
 * of. A function that a condition is about goes the general way (call.c), which
 * looks here; all others know nothing of it.
 *
 * Any thread, any signal handler, but for fxp_triggers_read.
 */
#ifndef PRELOAD_CALL_TRIGGER_H
#define PRELOAD_CALL_TRIGGER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "preload/call/preload.h"

/* fxp_slot.watch */
enum fxp_watch {
	FXP_WATCHED = 1,    /* a condition is about its calls */
	FXP_UNRECORDED = 2, /* nothing else is done with them */
	FXP_REDACTED = 4,   /* some of its values are secret */
	FXP_FILTERED = 8,   /* filter.h: some of its calls are left out */
	FXP_HELD = 16,	    /* which, is decided when they return */
	FXP_STACKED = 32,   /* its calls have stacks, see stack.h */
	FXP_TIMED = 64,	    /* by the time that they took */
	FXP_STREAM = 128,   /* stream.h: its calls act on streams */
};

/* Whether a condition is about the function's calls. */
static inline bool fxp_is_watched(const struct fxp_slot *cell)
{
	return __builtin_expect(cell->watch & FXP_WATCHED, 0);
}

/* Reads the list, once, at start. Returns NULL or what is wrong with it; then
 * there are no triggers. */
const char *fxp_triggers_read(const char *text);

/* Whether a condition is about the function. */
bool fxp_triggers_concern(const struct fxp_api *api, unsigned function);

/* Now, as those below have it; 0: the clock may not be read. */
uint64_t fxp_trigger_now_ns(void);

/* The time between these two is the call's: what its records have to wait for,
 * room in a full buffer, is not. */
void fxp_trigger_start_clock(struct fxp_call *call);
void fxp_trigger_stop_clock(struct fxp_call *call);

/* A watched call whose clock was started has returned, and its records are
 * committed. */
void fxp_trigger_end(const struct fxp_call *call, const uint64_t *slot);

/* A watched function is jumped to, or may not return. */
void fxp_trigger_tail(const struct fxp_slot *cell);

/* A signal has come. */
void fxp_trigger_signal(int signo);

/* The signals that conditions are about, as bits (signal 1 is bit 0). */
uint64_t fxp_trigger_signals(void);

#endif
