/* SPDX-License-Identifier: MIT */
/*
 * Streaming: full buffers go to the manager and come back (wire.h).
 *
 * Any thread, any signal handler; no lock. Only fxw_stream_wait,
 * fxw_stream_alert and fxw_stream_flush wait, never inside a window.
 *
 * Internal to writer/.
 */
#ifndef WRITER_STREAM_H
#define WRITER_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/wire.h"

/* Sends STARTED: recording begins. */
void fxw_stream_started(void);

/* Sends an alert of that name, of FXW_ALERT_BYTES; where calls may wait, waits
 * up to 10 ms for a cell. False: there was none, try again. */
bool fxw_stream_alert(const char *name);

/* Whether the buffer that the sequence would begin a lap in was never used, or
 * its lap is saved. */
bool fxw_stream_is_free(const struct fxw_control *control, uint32_t sequence);

/* Requests that the lap of the sequence before this one is saved, unless it is.
 * A thread that finds a buffer not free requests (again): the thread that
 * turned may have been interrupted before it did. */
void fxw_stream_request(struct fxw_control *control, uint32_t sequence);

/* The first offset from off_words on at which n_words touch no span that the
 * manager still examines. Any one behind `limit` if there is none up to it. */
uint32_t fxw_stream_skip(const struct fxw_control *control, unsigned buffer,
			 uint32_t off_words, uint32_t n_words, uint32_t limit);

/* Number of the manager's answers so far: an argument of fxw_stream_wait, to be
 * loaded before the search for space. */
uint32_t fxw_stream_seen(void);

enum fxw_waited {
	FXW_WAIT_USELESS, /* the call, whose record needs n_words, is dropped */
	FXW_WAIT_NONE,	  /* a buffer is free, or an answer has come */
	FXW_WAIT_ANSWER,
	FXW_WAIT_TIMEOUT, /* 10 ms are over */
};

/* Waits until a buffer is free or an answer after the `seen` ones has come. */
enum fxw_waited fxw_stream_wait(uint32_t n_words, uint32_t seen);

/* So many waits in vain are between two requests. */
#define FXW_REPEAT_REQUEST 10u

/* Requests the lap before this one, although that was done before: the request
 * or the answer may have been overwritten. The manager repeats it. */
void fxw_stream_repeat_request(void);

/* Wakes the manager. */
void fxw_stream_ring(struct fxw_control *control);

/* Whether the manager has to poll from now on: the process cannot wake it, or
 * can again. */
void fxw_stream_quiet(bool is_quiet);

/* The process ends: waits until everything that is committed is saved. */
void fxw_stream_flush(void);

#endif
