/* SPDX-License-Identifier: MIT */
/*
 * A recorder in a test's process: the engine, lent to a manager, and records
 * that count.
 */
#ifndef TESTS_RECORDER_H
#define TESTS_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/thread.h"

/* Joins the session of the variable FXTRACE_SESSION = text. Ends the process
 * if that fails. */
void recorder_join(const char *text, uint64_t buffer_bytes, bool may_block,
		   const char *name);

/* Records a complete event of 7 words: ticks, process, thread, an argument
 * whose value n is in word 5, ticks. */
bool recorder_write(struct fxw_thread *t, uint64_t n);

/* The event's body, all but its header. */
void recorder_fill(struct fxw_thread *t, uint64_t *at, uint64_t n);

/* That header. */
uint64_t recorder_header(void);

#endif
