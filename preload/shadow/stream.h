/* SPDX-License-Identifier: MIT */
/*
 * What a program puts into the buffers of streams, and takes from them, with no
 * call: putc_unlocked and getc_unlocked are inlined, and so is what others have
 * made of FILE's pointers. A replay (FXTRACE_FOR_REPLAY) needs these bytes, so
 * they are told before the next call on the stream by calls that nobody made
 * (`@flags` fake): fxtrace_put, fxtrace_taken, fxtrace_stream_unknown, see
 * gen/api/libc/stream.api.
 *
 * A place of each stream's pointers is kept, as its last call left them.
 * Between two calls, inlined code does nothing but move one of them forward.
 *
 * Streams of files in glibc only. A stream is looked at where nobody else may
 * be changing it: no other call is on its way, or the thread has it locked;
 * that lock itself is never touched.
 *
 * Everything here comes from wrappers: any thread, any signal handler; it
 * allocates nothing and leaves errno alone. Without --for-replay nothing comes
 * here: functions that act on streams are watched (FXP_STREAM) only then.
 */
#ifndef PRELOAD_SHADOW_STREAM_H
#define PRELOAD_SHADOW_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/call/preload.h"

/* Once, at start: streams are followed if that is wanted and this is glibc. */
void fxp_streams_use(bool is_wanted);

/* Decides about a function that is recorded, before its first record, and notes
 * it in its cell. */
void fxp_stream_decide(struct fxp_api *api, unsigned function);

/*
 * Before and after a call of a function with FXP_STREAM.
 * frame  of its wrapper, as the thread's list of open calls has it
 * upper  in that frame, above what is called from there
 * slot   its values, and the result behind them
 */
void fxp_stream_before(const struct fxp_slot *cell, uintptr_t frame,
		       uintptr_t upper, const uint64_t *slot);
void fxp_stream_after(const struct fxp_slot *cell, uintptr_t frame,
		      const uint64_t *slot);

/* Before one that is jumped to. */
void fxp_stream_tail(const struct fxp_slot *cell, uintptr_t upper);

/* A call with that frame was left, and will not return. */
void fxp_stream_unwound(uintptr_t frame);

/* Of all streams, before a fork, whose child has copies of their buffers. */
void fxp_streams_emit(void);

/* The same before libc flushes them: by exit(), say. */
void fxp_streams_flush(void);

/* Before _exit and exec, which drop what waits there; and when exec has failed.
 */
void fxp_streams_drop(void);
void fxp_streams_keep(void);

/* In a forked child: no other thread is there. */
void fxp_streams_forked(void);

#endif
