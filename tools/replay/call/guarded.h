/* SPDX-License-Identifier: MIT */
/*
 * Output memory of unknown size: large, and followed by pages that nothing can
 * write to. A call that writes more than any call should stops there with
 * SIGSEGV (crash.h), and reaches no other memory of the replay.
 */
#ifndef TOOLS_REPLAY_CALL_GUARDED_H
#define TOOLS_REPLAY_CALL_GUARDED_H

#include <stddef.h>

/* The size of each piece of memory; four times as many inaccessible bytes
 * follow. */
#define GUARDED_BYTES (1ull << 30)
/* Calls have at most this many such outputs. */
#define GUARDED_MAX 4u

/*
 * Piece i (below GUARDED_MAX) with its first n_zero bytes zeroed. NULL: there
 * is none, or no address space for it. The next call of the replay gets the
 * same memory. Not thread-safe: calls are replayed one at a time.
 */
void *guarded_memory(unsigned i, size_t n_zero);

/*
 * Memory of GUARDED_ZEROS zeros that cannot be written: it takes no memory, but
 * address space. Inaccessible bytes follow it, too. For inputs that a call is
 * not expected to read. NULL: there is no address space for it.
 */
const void *guarded_zeros(void);
#define GUARDED_ZEROS (1ull << 40)

#endif
