/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_TRIGGER (writer/alert.h): calls and signals that are reported to the
 * session. A function with a condition takes the slow path (call.c), which
 * calls this file. Other functions are not affected.
 *
 * Any thread, any signal handler, but for fxp_triggers_read.
 */
#ifndef PRELOAD_CALL_TRIGGER_H
#define PRELOAD_CALL_TRIGGER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "preload/symbol/slot.h"

/* Reads the list, once, at start. Returns NULL or what is wrong with it; then
 * there are no triggers. */
const char *fxp_triggers_read(const char *text);

/* The list of functions that trigger i is about: "" of a signal, NULL behind
 * the last trigger. */
const char *fxp_trigger_calls(unsigned i);

/* Whether a condition is about the function. */
bool fxp_triggers_concern(const struct fxp_api *api, unsigned function);

/* The current time for the functions below; 0: reading the clock is forbidden.
 */
uint64_t fxp_trigger_now_ns(void);

/* The time between these two is the call's. It excludes the wait of its records
 * for space in a full buffer. */
void fxp_trigger_start_clock(struct fxp_call *call);
void fxp_trigger_stop_clock(struct fxp_call *call);

/* A watched call whose clock was started has returned, and its records are
 * committed. */
void fxp_trigger_end(const struct fxp_call *call, const uint64_t *slot);

/* A watched function is jumped to, or may not return.
 * slot  its arguments; NULL: unknown */
void fxp_trigger_tail(struct fxp_slot *cell, const uint64_t *slot);

/* A signal has come. */
void fxp_trigger_signal(int signo);

/* The signals that conditions are about, as bits (signal 1 is bit 0). */
uint64_t fxp_trigger_signals(void);

#endif
