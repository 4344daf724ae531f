/* SPDX-License-Identifier: MIT */
/*
 * Looking at a stream (stream.h) that is held and nobody else's: where its
 * buffers stand, and what the archive is told of it.
 */
#ifndef PRELOAD_SHADOW_STREAM_LOOK_H
#define PRELOAD_SHADOW_STREAM_LOOK_H

#include <stdio.h>

#include "preload/shadow/stream_place.h"

/* False: it is no stream of bytes on a file. */
bool fxp_stream_read(const FILE *file, struct fxp_stream_pointers *now);
/* The same, but that it may be gone: closed by what is not recorded. */
bool fxp_stream_peek(uintptr_t stream, struct fxp_stream_pointers *now);

/* Bytes that it has still to write. */
uint64_t fxp_stream_n_waiting(const struct fxp_stream_pointers *now);

/* Tells what has happened since the last call, and notes how it stands. */
void fxp_stream_compare(struct fxp_stream *place,
			const struct fxp_stream_pointers *now);

/* Notes how a call has left it. */
void fxp_stream_note(struct fxp_stream *place);
void fxp_stream_note_pointers(struct fxp_stream *place,
			      const struct fxp_stream_pointers *now);

/* Tells that what the parent had left to write when it forked is written here,
 * too: as it seems, or certainly. */
void fxp_stream_inherit(struct fxp_stream *place,
			const struct fxp_stream_pointers *now, bool is_certain);

/* Around a call that takes what only it knows (scanf): tells what that was, if
 * it still stands in the buffer or the file. */
void fxp_stream_scan_begin(struct fxp_stream *place);
void fxp_stream_scan_end(struct fxp_stream *place);

void fxp_stream_emit_unknown(uintptr_t stream, const char *reason);

#endif
