/* SPDX-License-Identifier: MIT */
/*
 * The streams that are followed (stream.h): a table of a fixed size. An entry
 * is held for the moments in which its stream is looked at. Its holder may have
 * to wait for room in the archive, so others wait, but not for ever: a handler
 * may have interrupted it and jumped away. Then they take the entry over, and
 * where the stream stands is not known (FXP_STREAM_MISSED).
 *
 * Any thread, any signal handler.
 */
#ifndef PRELOAD_SHADOW_STREAM_PLACE_H
#define PRELOAD_SHADOW_STREAM_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "writer/thread.h"

#define FXP_STREAM_N_INSIDE 5u

enum fxp_stream_state {
	FXP_STREAM_STRANGE, /* never seen at rest */
	FXP_STREAM_KNOWN,   /* its pointers are what the last call left */
	FXP_STREAM_FLUSHED, /* the same, but that nothing waits any more */
	FXP_STREAM_MISSED,  /* it could not be looked at */
};

/* Where its buffers were read and written. */
struct fxp_stream_pointers {
	const char *read, *read_end;
	const char *write_base, *write, *write_end;
	int64_t offset; /* of the file, as far as libc knows */
};

/* All zero but for the first two words while it is free. */
struct fxp_stream {
	uintptr_t stream;	/* 0: free */
	uintptr_t holder;	/* the thread that looks; 0: none */
	uintptr_t holder_frame; /* of its function; 0: not known yet */
	uintptr_t owner; /* the thread that has the stream locked; 0: none */
	uint32_t n_locks;
	uint32_t is_missed; /* others gave up waiting for the holder */
	uint32_t state;	    /* enum fxp_stream_state */
	uint32_t n_crowd;   /* calls that found no room in `inside` */
	/* bytes that wait to be written, and do so in the parent, too */
	uint32_t n_inherited;
	uint32_t n_dropped; /* by an exec that is under way */
	/* frames of calls that are on their way; 0: free */
	uintptr_t inside[FXP_STREAM_N_INSIDE];
	struct fxp_stream_pointers seen;
	/* of a call that takes what only it knows, while no other comes in */
	bool is_scanned;
	int64_t scanned_from; /* offset in the file; -1: not known */
};

/* This thread, as holders and owners are named; 0: it has no name. */
static inline uintptr_t fxp_stream_self(void)
{
	return (uintptr_t)fxw_self;
}

/* Entry number i; NULL behind the last. */
struct fxp_stream *fxp_stream_at(unsigned i);

struct fxp_stream *fxp_stream_find(uintptr_t stream);
/* NULL: too many streams are open whose addresses lie so. */
struct fxp_stream *fxp_stream_find_or_make(uintptr_t stream);

/* Waits until nobody else holds it. False: its holder is what a handler of this
 * thread has interrupted, and will find that it missed something. */
bool fxp_stream_hold(struct fxp_stream *place);
void fxp_stream_let_go(struct fxp_stream *place);
/* Nobody locks it, and no call is on its way. */
void fxp_stream_clear(struct fxp_stream *place);
/* One that is held is free from here on. */
void fxp_stream_forget(struct fxp_stream *place);

/* A call with that frame is on its way; and no more. False: it was not. */
void fxp_stream_come_in(struct fxp_stream *place, uintptr_t frame);
bool fxp_stream_go_out(struct fxp_stream *place, uintptr_t frame);

/* Whether nobody else can be changing the stream. It is held: no other call
 * comes in. */
bool fxp_stream_is_mine(const struct fxp_stream *place);

#endif
