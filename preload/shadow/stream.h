/* SPDX-License-Identifier: MIT */
/*
 * Bytes that a program puts into the buffers of streams, and takes from them,
 * without a call: putc_unlocked and getc_unlocked are inlined. Programs may
 * also use FILE's pointers themselves. A replay (FXTRACE_FOR_REPLAY) needs
 * these bytes. They are emitted before the next call on the stream, as
 * synthetic calls (`@flags` fake): fxtrace_put, fxtrace_taken,
 * fxtrace_stream_unknown, see gen/api/libc/stream.api.
 *
 * The table has each stream's pointers, as its last call left them. Between two
 * calls, inlined code only moves one of them forward.
 *
 * Only streams of files in glibc. A stream is compared only if no other thread
 * can be changing it: no other call is in progress, or the thread has locked
 * it. That lock itself is never touched.
 *
 * Everything here is called by wrappers: any thread, any signal handler. It
 * allocates nothing and does not change errno. Only with --for-replay functions
 * that act on streams are watched (FXP_STREAM), and this code is called.
 */
#ifndef PRELOAD_SHADOW_STREAM_H
#define PRELOAD_SHADOW_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/call/preload.h"

/* Once, at start: tracks streams if is_wanted and the libc is glibc. */
void fxp_streams_use(bool is_wanted);

/* Decides about a recorded function before its first record, and stores that in
 * its cell. */
void fxp_stream_decide(struct fxp_api *api, unsigned function);

/* The stream that a call acts on, by its values; 0: all streams, or none. */
uintptr_t fxp_stream_of(const struct fxp_slot *cell, const uint64_t *slot);

/*
 * Before and after a call of a function with FXP_STREAM.
 * frame  of its wrapper, as in the thread's list of open calls.
 * upper  an address in that frame, above the frames that it calls.
 * slot   its values, and the result behind them.
 */
void fxp_stream_before(const struct fxp_slot *cell, uintptr_t frame,
		       uintptr_t upper, const uint64_t *slot);
void fxp_stream_after(const struct fxp_slot *cell, uintptr_t frame,
		      const uint64_t *slot);

/* Before a call of a tail-jumped function. */
void fxp_stream_tail(const struct fxp_slot *cell, uintptr_t upper);

/* A call with that frame was unwound. */
void fxp_stream_unwound(uintptr_t frame);

/* For all streams, before a fork: the child has copies of their buffers. */
void fxp_streams_emit(void);

/* The same before libc flushes them, for example by exit(). */
void fxp_streams_flush(void);

/* Before _exit and exec, which drop waiting bytes; and after a failed exec. */
void fxp_streams_drop(void);
void fxp_streams_restore(void);

/* In a forked child, which has no other threads. */
void fxp_streams_forked(void);

#endif
