/* SPDX-License-Identifier: MIT */
/*
 * Compares a stream (stream.h) that is held, and that no other thread uses,
 * with its shadow state, and emits the changes.
 */
#ifndef PRELOAD_SHADOW_STREAM_LOOK_H
#define PRELOAD_SHADOW_STREAM_LOOK_H

#include <stdio.h>

#include "preload/shadow/stream_place.h"

/* False: it is no stream of bytes on a file. */
bool fxp_stream_read(const FILE *file, struct fxp_stream_pointers *now);
/* The same, but the stream may be gone, closed by a call that is not
 * recorded. */
bool fxp_stream_peek(uintptr_t stream, struct fxp_stream_pointers *now);

/* Bytes that are not written yet. */
uint64_t fxp_stream_n_waiting(const struct fxp_stream_pointers *now);

/* Emits the changes since the last call, and stores the new state. */
void fxp_stream_compare(struct fxp_stream *place,
			const struct fxp_stream_pointers *now);

/* Stores the state that a call has left. */
void fxp_stream_store(struct fxp_stream *place);
void fxp_stream_store_pointers(struct fxp_stream *place,
			       const struct fxp_stream_pointers *now);

/* Emits that the bytes which the parent had not written at its fork are written
 * here, too: as it seems, or certainly. */
void fxp_stream_inherit(struct fxp_stream *place,
			const struct fxp_stream_pointers *now, bool is_certain);

/* Around a call that consumes an unknown number of bytes (scanf): emits them if
 * they are still in the buffer or the file. */
void fxp_stream_scan_begin(struct fxp_stream *place);
void fxp_stream_scan_end(struct fxp_stream *place);

void fxp_stream_emit_unknown(uintptr_t stream, const char *reason);

#endif
