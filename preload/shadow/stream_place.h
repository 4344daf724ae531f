/* SPDX-License-Identifier: MIT */
/*
 * The tracked streams (stream.h): a table of a fixed size. An entry is held
 * only while its stream is compared. Its holder may have to wait for space in
 * the archive. Others wait for it, but not for ever, because a handler may have
 * interrupted the holder and jumped out. Then they take over the entry, and the
 * stream's state is unknown (FXP_STREAM_MISSED).
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
	FXP_STREAM_KNOWN,   /* its pointers are as the last call left them */
	FXP_STREAM_FLUSHED, /* the same, but no bytes wait any more */
	FXP_STREAM_MISSED,  /* its last changes were not observed */
};

/* The positions in its buffers. */
struct fxp_stream_pointers {
	const char *read, *read_end;
	const char *write_base, *write, *write_end;
	int64_t offset; /* of the file, as far as libc knows */
};

/* All zero but for the first two words while it is free. */
struct fxp_stream {
	uintptr_t stream;	/* 0: free */
	uintptr_t holder;	/* the thread that holds it; 0: none */
	uintptr_t holder_frame; /* of its function; 0: not known yet */
	uintptr_t owner; /* the thread that has the stream locked; 0: none */
	uint32_t n_locks;
	uint32_t is_missed; /* others gave up waiting for the holder */
	uint32_t state;	    /* enum fxp_stream_state */
	uint32_t n_crowd;   /* calls that found no space in `inside` */
	/* bytes that wait to be written, in this process and in its parent */
	uint32_t n_inherited;
	uint32_t n_dropped; /* by an exec that is in progress */
	/* frames of calls that are in progress; 0: free */
	uintptr_t inside[FXP_STREAM_N_INSIDE];
	struct fxp_stream_pointers seen;
	/* a scanf is in progress, and no other call */
	bool is_scanned;
	int64_t scanned_from; /* offset in the file; -1: not known */
};

/* This thread, as holder or owner; 0: it has no state. */
static inline uintptr_t fxp_stream_self(void)
{
	return (uintptr_t)fxw_self;
}

/* Entry number i; NULL behind the last. */
struct fxp_stream *fxp_stream_at(unsigned i);

struct fxp_stream *fxp_stream_find(uintptr_t stream);
/* NULL: too many open streams have addresses with the same hash. */
struct fxp_stream *fxp_stream_find_or_make(uintptr_t stream);

/* Waits until no other thread holds it. False: its holder is interrupted by a
 * handler of this thread, and will find that it missed a change. */
bool fxp_stream_hold(struct fxp_stream *place);
void fxp_stream_release(struct fxp_stream *place);
/* No thread has it locked, and no call is in progress. */
void fxp_stream_clear(struct fxp_stream *place);
/* Frees an entry that is held. */
void fxp_stream_forget(struct fxp_stream *place);

/* A call with that frame begins; ends. False: it was not in the list. */
void fxp_stream_call_begins(struct fxp_stream *place, uintptr_t frame);
bool fxp_stream_call_ends(struct fxp_stream *place, uintptr_t frame);

/* Whether no other thread can be changing the stream. It is held: no other call
 * begins. */
bool fxp_stream_is_mine(const struct fxp_stream *place);

#endif
